% Random numbers, choices and permutations.

:- module(random,
          [ random/1, random_between/3, getrand/1, setrand/1, maybe/0, maybe/1, maybe/2,
            random_perm2/4, random_member/2, random_select/3, random_subseq/3,
            random_permutation/2, randseq/3, randset/3, random/3, random_numlist/4
          ]).
:- use_module(library(lists)).

random(R) :-
    R is random_float.

random_between(L, U, R) :-
    must_be(integer, L),
    must_be(integer, U),
    U >= L,
    R is L+random(U-L+1).

random(L, U, R) :-
    (   integer(L),
        integer(U)
    ->  U > L,
        R is L+random(U-L)
    ;   R is L+(U-L)*random_float
    ).

getrand(state).

setrand(State) :-
    (   State = seed(Seed)
    ->  set_random(seed(Seed))
    ;   true
    ).

maybe :-
    random(2) =:= 0.

maybe(P) :-
    must_be(between(0.0, 1.0), P),
    random_float < P.

maybe(K, N) :-
    integer(K),
    integer(N),
    N > 0,
    random(N) < K.

random_perm2(A, B, X, Y) :-
    (   maybe
    ->  X = A,
        Y = B
    ;   X = B,
        Y = A
    ).

random_member(X, List) :-
    must_be(list, List),
    length(List, N),
    N > 0,
    I is random(N),
    nth0(I, List, X).

random_select(X, List, Rest) :-
    (   '$skip_list'(N, List, Tail),
        Tail == []
    ->  N > 0,
        I is random(N),
        nth0(I, List, X, Rest)
    ;   '$skip_list'(N, Rest, Tail),
        Tail == []
    ->  I is random(N+1),
        nth0(I, List, X, Rest)
    ;   throw(error(instantiation_error, _))
    ).

random_subseq([], [], []).
random_subseq([H|T0], S, R) :-
    (   maybe
    ->  S = [H|S1],
        random_subseq(T0, S1, R)
    ;   R = [H|R1],
        random_subseq(T0, S, R1)
    ).

random_permutation(List, Permutation) :-
    (   is_list(List)
    ->  shuffle(List, Permutation)
    ;   is_list(Permutation)
    ->  shuffle(Permutation, List)
    ;   throw(error(instantiation_error, _))
    ).

shuffle(List, Shuffled) :-
    with_random_keys(List, Pairs),
    keysort(Pairs, Sorted),
    pairs_values(Sorted, Shuffled).

with_random_keys([], []).
with_random_keys([X|Xs], [K-X|Ps]) :-
    K is random_float,
    with_random_keys(Xs, Ps).

randset(K, N, Set) :-
    must_be(nonneg, K),
    K =< N,
    numlist(1, N, All),
    shuffle(All, Mixed),
    length(Part, K),
    append(Part, _, Mixed),
    !,
    sort(Part, Set).

randseq(K, N, Seq) :-
    randset(K, N, Set),
    shuffle(Set, Seq).

random_numlist(P, L, U, List) :-
    must_be(between(0.0, 1.0), P),
    must_be(integer, L),
    must_be(integer, U),
    pick_numbers(L, U, P, List).

pick_numbers(L, U, _, []) :-
    L > U,
    !.
pick_numbers(L, U, P, List) :-
    L1 is L+1,
    (   random_float < P
    ->  List = [L|Rest]
    ;   List = Rest
    ),
    pick_numbers(L1, U, P, Rest).
