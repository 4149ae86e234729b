:- module(oset,
          [ oset_is/1, oset_union/3, oset_int/3, oset_diff/3, oset_dunion/2, oset_dint/2,
            oset_power/2, oset_addel/3, oset_delel/3
          ]).
:- use_module(library(ordsets)).
:- use_module(library(lists)).

% Another set of names for ordered sets.

oset_is(Set) :-
    is_list(Set),
    sort(Set, Sorted),
    Set == Sorted.

oset_union(A, B, C) :-
    ord_union(A, B, C).
oset_int(A, B, C) :-
    ord_intersection(A, B, C).
oset_diff(A, B, C) :-
    ord_subtract(A, B, C).
oset_dunion(Sets, Set) :-
    ord_union(Sets, Set).
oset_dint([], []).
oset_dint([Set|Sets], Common) :-
    foldl([S, C0, C]>>ord_intersection(C0, S, C), Sets, Set, Common).
oset_addel(Set, Element, Larger) :-
    ord_add_element(Set, Element, Larger).
oset_delel(Set, Element, Smaller) :-
    ord_del_element(Set, Element, Smaller).

oset_power(Set, Power) :-
    findall(Sub, sub_set(Set, Sub), Subs),
    sort(Subs, Power).

sub_set([], []).
sub_set([X|Xs], [X|Ys]) :-
    sub_set(Xs, Ys).
sub_set([_|Xs], Ys) :-
    sub_set(Xs, Ys).
