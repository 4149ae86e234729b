% Sets as ordered lists without duplicates.

:- module(ordsets,
          [ is_ordset/1, ord_empty/1, ord_memberchk/2, ord_insert/3, ord_add_element/3,
            ord_del_element/3, ord_selectchk/3, ord_intersect/2, ord_intersect/3,
            ord_intersection/3, ord_intersection/4, ord_intersection/2, ord_disjoint/2,
            ord_subtract/3, ord_union/2, ord_union/3, ord_union/4, ord_seteq/2,
            ord_subset/2, ord_symdiff/3, ord_max/2, list_to_ord_set/2
          ]).

is_ordset(L) :-
    is_list(L),
    sort(L, Sorted),
    Sorted == L.

ord_empty([]).

list_to_ord_set(L, Set) :-
    sort(L, Set).

ord_memberchk(X, [Y|Ys]) :-
    compare(Order, X, Y),
    ord_memberchk(Order, X, Ys).

ord_memberchk(=, _, _).
ord_memberchk(>, X, Ys) :-
    ord_memberchk(X, Ys).

ord_insert(Set, X, Set2) :-
    ord_add_element(Set, X, Set2).

ord_add_element(Set, X, Set2) :-
    ord_union(Set, [X], Set2).

ord_del_element(Set, X, Set2) :-
    ord_subtract(Set, [X], Set2).

ord_selectchk(X, Set, Rest) :-
    ord_memberchk(X, Set),
    ord_subtract(Set, [X], Rest).

ord_max([X|Xs], Max) :-
    '$last'([X|Xs], Max).

ord_intersect(A, B) :-
    \+ ord_disjoint(A, B).

ord_intersect(A, B, C) :-
    ord_intersection(A, B, C).

ord_disjoint(A, B) :-
    ord_intersection(A, B, []).

ord_intersection([], _, []).
ord_intersection([X|Xs], Ys, Zs) :-
    intersect_with(Ys, X, Xs, Zs).

intersect_with([], _, _, []).
intersect_with([Y|Ys], X, Xs, Zs) :-
    compare(Order, X, Y),
    intersect_step(Order, X, Xs, Y, Ys, Zs).

intersect_step(<, _, Xs, Y, Ys, Zs) :-
    intersect_with(Xs, Y, Ys, Zs).
intersect_step(=, X, Xs, _, Ys, [X|Zs]) :-
    ord_intersection(Xs, Ys, Zs).
intersect_step(>, X, Xs, _, Ys, Zs) :-
    intersect_with(Ys, X, Xs, Zs).

ord_intersection(A, B, Both, OnlyB) :-
    ord_intersection(A, B, Both),
    ord_subtract(B, A, OnlyB).

ord_intersection([S|Sets], Set) :-
    intersect_all(Sets, S, Set).

intersect_all([], Set, Set).
intersect_all([S|Sets], Set0, Set) :-
    ord_intersection(Set0, S, Set1),
    intersect_all(Sets, Set1, Set).

ord_subtract([], _, []).
ord_subtract([X|Xs], Ys, Zs) :-
    subtract_from(Ys, X, Xs, Zs).

subtract_from([], X, Xs, [X|Xs]).
subtract_from([Y|Ys], X, Xs, Zs) :-
    compare(Order, X, Y),
    subtract_step(Order, X, Xs, Y, Ys, Zs).

subtract_step(<, X, Xs, Y, Ys, [X|Zs]) :-
    ord_subtract(Xs, [Y|Ys], Zs).
subtract_step(=, _, Xs, _, Ys, Zs) :-
    ord_subtract(Xs, Ys, Zs).
subtract_step(>, X, Xs, _, Ys, Zs) :-
    subtract_from(Ys, X, Xs, Zs).

ord_union(Sets, Set) :-
    '$flatten_once'(Sets, All),
    sort(All, Set).

'$flatten_once'([], []).
'$flatten_once'([L|Ls], All) :-
    '$append'(L, Rest, All),
    '$flatten_once'(Ls, Rest).

ord_union([], Ys, Ys).
ord_union([X|Xs], Ys, Zs) :-
    union_with(Ys, X, Xs, Zs).

union_with([], X, Xs, [X|Xs]).
union_with([Y|Ys], X, Xs, Zs) :-
    compare(Order, X, Y),
    union_step(Order, X, Xs, Y, Ys, Zs).

union_step(<, X, Xs, Y, Ys, [X|Zs]) :-
    union_with(Xs, Y, Ys, Zs).
union_step(=, X, Xs, _, Ys, [X|Zs]) :-
    ord_union(Xs, Ys, Zs).
union_step(>, X, Xs, Y, Ys, [Y|Zs]) :-
    union_with(Ys, X, Xs, Zs).

ord_union(Old, New, Union, Added) :-
    ord_union(Old, New, Union),
    ord_subtract(New, Old, Added).

ord_seteq(A, B) :-
    A == B.

ord_subset(A, B) :-
    ord_subtract(A, B, []).

ord_symdiff(A, B, C) :-
    ord_subtract(A, B, AB),
    ord_subtract(B, A, BA),
    ord_union(AB, BA, C).
