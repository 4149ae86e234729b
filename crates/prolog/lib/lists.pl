% Lists: membership, selection, order, sets and sums.

:- module(lists,
          [ append/3, append/2, prefix/2, select/3, selectchk/3, select/4, selectchk/4,
            subtract/3, member/2, delete/3, nextto/3, nth0/3, nth1/3, nth0/4,
            nth1/4, last/2, proper_length/2, reverse/2, permutation/2, flatten/2,
            clumped/2, subseq/3, max_member/2, min_member/2, max_member/3, min_member/3,
            list_to_set/2, sum_list/2, max_list/2, min_list/2, numlist/3, is_set/1,
            intersection/3, union/3, subset/2, same_length/2, pairs_keys_values/3,
            pairs_keys/2, pairs_values/2, sumlist/2
          ]).

append([], L, L).
append([H|T], L, [H|R]) :-
    append(T, L, R).

append(Lists, All) :-
    must_be(list, Lists),
    append_all(Lists, All).

append_all([], []).
append_all([L|Ls], All) :-
    append(L, Rest, All),
    append_all(Ls, Rest).

prefix([], _).
prefix([E|T0], [E|T]) :-
    prefix(T0, T).

% The list comes first, so that the last element leaves no choice point.
member(X, [H|T]) :-
    member_(T, X, H).

member_(_, X, X).
member_([H|T], X, _) :-
    member_(T, X, H).

select(X, [H|T], Rest) :-
    select_(T, H, X, Rest).

select_(T, H, H, T).
select_([H1|T], H, X, [H|Rest]) :-
    select_(T, H1, X, Rest).

selectchk(X, L, Rest) :-
    select(X, L, Rest0),
    !,
    Rest = Rest0.

select(X, Xs, Y, Ys) :-
    select4(Xs, X, Y, Ys).

select4([X|T], X, Y, [Y|T]).
select4([H|T0], X, Y, [H|T]) :-
    select4(T0, X, Y, T).

selectchk(X, Xs, Y, Ys) :-
    select(X, Xs, Y, Ys),
    !.

subtract([], _, R) =>
    R = [].
subtract([H|T], D, R) =>
    (   memberchk(H, D)
    ->  subtract(T, D, R)
    ;   R = [H|R1],
        subtract(T, D, R1)
    ).

delete([], _, []).
delete([H|T], X, R) :-
    (   H \= X
    ->  R = [H|R1],
        delete(T, X, R1)
    ;   delete(T, X, R)
    ).

nextto(X, Y, [X,Y|_]).
nextto(X, Y, [_|T]) :-
    nextto(X, Y, T).

nth0(I, L, E) :-
    nth_element(I, 0, L, E).

nth1(I, L, E) :-
    nth_element(I, 1, L, E).

nth_element(I, Base, L, E) :-
    (   integer(I)
    ->  Skip is I-Base,
        Skip >= 0,
        nth_fixed(Skip, L, E)
    ;   var(I)
    ->  nth_any(L, E, Base, I)
    ;   must_be(integer, I)
    ).

nth_fixed(0, L, E) :- !,
    L = [E|_].
nth_fixed(N, [_|T], E) :-
    N1 is N-1,
    nth_fixed(N1, T, E).

nth_any([H|T], E, I, At) :-
    nth_any(T, H, E, I, At).

nth_any(_, H, H, I, I).
nth_any([H|T], _, E, I, At) :-
    I1 is I+1,
    nth_any(T, H, E, I1, At).

nth0(I, L, E, Rest) :-
    nth_rest(I, 0, L, E, Rest).

nth1(I, L, E, Rest) :-
    nth_rest(I, 1, L, E, Rest).

nth_rest(I, Base, L, E, Rest) :-
    (   var(I)
    ->  nth_insert(L, E, Rest, Base, I)
    ;   must_be(nonneg, I),
        Skip is I-Base,
        Skip >= 0,
        nth_remove(Skip, L, E, Rest)
    ).

nth_remove(0, L, E, Rest) :- !,
    L = [E|Rest].
nth_remove(N, [H|T], E, [H|Rest]) :-
    N1 is N-1,
    nth_remove(N1, T, E, Rest).

nth_insert([H|T], E, Rest, I, At) :-
    nth_insert(T, H, E, Rest, I, At).

nth_insert(T, H, H, T, I, I).
nth_insert([H1|T], H, E, [H|Rest], I, At) :-
    I1 is I+1,
    nth_insert(T, H1, E, Rest, I1, At).

last([H|T], Last) :-
    last_(T, H, Last).

last_([], Last, Last).
last_([H|T], _, Last) :-
    last_(T, H, Last).

proper_length(L, Length) :-
    is_list(L),
    length(L, Length).

same_length([], []).
same_length([_|As], [_|Bs]) :-
    same_length(As, Bs).

reverse(L, R) :-
    reverse(L, [], R).

reverse([], R, R).
reverse([H|T], R0, R) :-
    reverse(T, [H|R0], R).

permutation(Xs, Ys) :-
    '$skip_list'(NX, Xs, XEnd),
    '$skip_list'(NY, Ys, YEnd),
    permutation_lengths(XEnd, YEnd, NX, NY, Xs, Ys),
    permute(Xs, Ys).

permutation_lengths(XEnd, YEnd, NX, NY, Xs, Ys) :-
    (   XEnd == []
    ->  (   YEnd == []
        ->  NX == NY
        ;   length(Ys, NX)
        )
    ;   var(XEnd), YEnd == []
    ->  length(Xs, NY)
    ;   var(XEnd), var(YEnd)
    ->  length(Xs, N),
        length(Ys, N)
    ;   must_be(list, Xs),
        must_be(list, Ys)
    ).

permute([], []).
permute(L, [X|Xs]) :-
    select(X, L, Rest),
    permute(Rest, Xs).

flatten(List, Flat) :-
    flatten(List, Flat0, []),
    !,
    Flat = Flat0.

flatten(X, [X|T], T) :-
    var(X),
    !.
flatten([], L, L) :- !.
flatten([H|T], L0, L) :- !,
    flatten(H, L0, L1),
    flatten(T, L1, L).
flatten(X, [X|T], T).

clumped([], []).
clumped([H|T], [H-N|Counts]) :-
    clump(T, H, 1, N, Rest),
    clumped(Rest, Counts).

clump([H|T], E, N0, N, Rest) :-
    E == H,
    !,
    N1 is N0+1,
    clump(T, E, N1, N, Rest).
clump(Rest, _, N, N, Rest).

subseq([], [], []).
subseq([H|T], S, R) :-
    subseq_(S, R, H, T).

subseq_(S, [H|R], H, T) :-
    subseq(T, S, R).
subseq_([H|S], R, H, T) :-
    subseq(T, S, R).

max_member(Max, [H|T]) =>
    max_member_(T, H, Max).
max_member(_, []) =>
    fail.

max_member_([], Max0, Max) =>
    Max = Max0.
max_member_([H|T], Max0, Max) =>
    (   H @> Max0
    ->  max_member_(T, H, Max)
    ;   max_member_(T, Max0, Max)
    ).

min_member(Min, [H|T]) =>
    min_member_(T, H, Min).
min_member(_, []) =>
    fail.

min_member_([], Min0, Min) =>
    Min = Min0.
min_member_([H|T], Min0, Min) =>
    (   H @< Min0
    ->  min_member_(T, H, Min)
    ;   min_member_(T, Min0, Min)
    ).

:- meta_predicate
    max_member(2, -, +),
    min_member(2, -, +).

max_member(Pred, Max, [H|T]) =>
    max_member_(T, Pred, H, Max).
max_member(_, _, []) =>
    fail.

max_member_([], _, Max0, Max) =>
    Max = Max0.
max_member_([H|T], Pred, Max0, Max) =>
    (   call(Pred, H, Max0)
    ->  max_member_(T, Pred, Max0, Max)
    ;   max_member_(T, Pred, H, Max)
    ).

min_member(Pred, Min, [H|T]) =>
    min_member_(T, Pred, H, Min).
min_member(_, _, []) =>
    fail.

min_member_([], _, Min0, Min) =>
    Min = Min0.
min_member_([H|T], Pred, Min0, Min) =>
    (   call(Pred, Min0, H)
    ->  min_member_(T, Pred, Min0, Min)
    ;   min_member_(T, Pred, H, Min)
    ).

sumlist(Xs, Sum) :-
    sum_list(Xs, Sum).

sum_list(Xs, Sum) :-
    sum_list(Xs, 0, Sum).

sum_list([], Sum0, Sum) =>
    Sum = Sum0.
sum_list([X|Xs], Sum0, Sum) =>
    Sum1 is Sum0+X,
    sum_list(Xs, Sum1, Sum).

max_list([H|T], Max) =>
    max_list(T, H, Max).
max_list([], _) =>
    fail.

max_list([], Max0, Max) =>
    Max = Max0.
max_list([H|T], Max0, Max) =>
    Max1 is max(H, Max0),
    max_list(T, Max1, Max).

min_list([H|T], Min) =>
    min_list(T, H, Min).
min_list([], _) =>
    fail.

min_list([], Min0, Min) =>
    Min = Min0.
min_list([H|T], Min0, Min) =>
    Min1 is min(H, Min0),
    min_list(T, Min1, Min).

numlist(Low, High, L) :-
    must_be(integer, Low),
    must_be(integer, High),
    Low =< High,
    '$numlist'(Low, High, L).

is_set(L) :-
    '$skip_list'(N, L, End),
    End == [],
    sort(L, Sorted),
    length(Sorted, N).

intersection([], _, R) =>
    R = [].
intersection([H|T], L, R) =>
    (   memberchk(H, L)
    ->  R = [H|R1],
        intersection(T, L, R1)
    ;   intersection(T, L, R)
    ).

union([], L, R) =>
    R = L.
union([H|T], L, R) =>
    (   memberchk(H, L)
    ->  union(T, L, R)
    ;   R = [H|R1],
        union(T, L, R1)
    ).

subset([], _) =>
    true.
subset([H|T], L) =>
    memberchk(H, L),
    subset(T, L).

% Keeps the first of equal elements: sorting pairs with positions finds them in n log n.
list_to_set(L, Set) :-
    must_be(list, L),
    number_elements(L, 1, Pairs),
    sort(1, @=<, Pairs, Sorted),
    first_of_equals(Sorted, Firsts),
    sort(2, @=<, Firsts, Ordered),
    pairs_keys(Ordered, Set).

number_elements([], _, []).
number_elements([H|T], N, [H-N|Ps]) :-
    N1 is N+1,
    number_elements(T, N1, Ps).

first_of_equals([], []).
first_of_equals([P|Ps], [P|Fs]) :-
    P = K-_,
    skip_equals(Ps, K, Rest),
    first_of_equals(Rest, Fs).

skip_equals([K1-_|Ps], K, Rest) :-
    K1 == K,
    !,
    skip_equals(Ps, K, Rest).
skip_equals(Rest, _, Rest).

pairs_keys_values([], [], []).
pairs_keys_values([K-V|Ps], [K|Ks], [V|Vs]) :-
    pairs_keys_values(Ps, Ks, Vs).

pairs_keys([], []).
pairs_keys([K-_|Ps], [K|Ks]) :-
    pairs_keys(Ps, Ks).

pairs_values([], []).
pairs_values([_-V|Ps], [V|Vs]) :-
    pairs_values(Ps, Vs).
