% Applying predicates to the elements of lists.

:- module(apply,
          [ include/3, exclude/3, partition/4, partition/5,
            maplist/2, maplist/3, maplist/4, maplist/5, maplist/6, maplist/7,
            convlist/3, foldl/4, foldl/5, foldl/6, foldl/7,
            scanl/4, scanl/5, scanl/6, scanl/7, foldr/4, partition/6
          ]).

:- meta_predicate
    include(1, +, -),
    exclude(1, +, -),
    partition(1, +, -, -),
    partition(2, +, -, -, -),
    partition(3, +, -, -, -, -),
    maplist(1, ?),
    maplist(2, ?, ?),
    maplist(3, ?, ?, ?),
    maplist(4, ?, ?, ?, ?),
    maplist(5, ?, ?, ?, ?, ?),
    maplist(6, ?, ?, ?, ?, ?, ?),
    convlist(2, +, -),
    foldl(3, +, +, -),
    foldl(4, +, +, +, -),
    foldl(5, +, +, +, +, -),
    foldl(6, +, +, +, +, +, -),
    foldr(3, +, +, -),
    scanl(3, +, +, -),
    scanl(4, +, +, +, -),
    scanl(5, +, +, +, +, -),
    scanl(6, +, +, +, +, +, -).

include(P, L, Included) :-
    include_(L, P, Included).

include_([], _, []).
include_([X|Xs], P, Included) :-
    (   call(P, X)
    ->  Included = [X|Rest]
    ;   Included = Rest
    ),
    include_(Xs, P, Rest).

exclude(P, L, Rest) :-
    exclude_(L, P, Rest).

exclude_([], _, []).
exclude_([X|Xs], P, Included) :-
    (   call(P, X)
    ->  Included = Rest
    ;   Included = [X|Rest]
    ),
    exclude_(Xs, P, Rest).

partition(P, L, Included, Excluded) :-
    partition_(L, P, Included, Excluded).

partition_([], _, [], []).
partition_([X|Xs], P, I, E) :-
    (   call(P, X)
    ->  I = [X|I1],
        E = E1
    ;   I = I1,
        E = [X|E1]
    ),
    partition_(Xs, P, I1, E1).

partition(P, L, Less, Equal, Greater) :-
    partition_(L, P, Less, Equal, Greater).

partition_([], _, [], [], []).
partition_([X|Xs], P, L, E, G) :-
    call(P, X, Order),
    partition_(Order, X, L, E, G, L1, E1, G1),
    partition_(Xs, P, L1, E1, G1).

partition_(<, X, L, E, G, L1, E1, G1) :- !,
    L = [X|L1],
    E = E1,
    G = G1.
partition_(=, X, L, E, G, L1, E1, G1) :- !,
    L = L1,
    E = [X|E1],
    G = G1.
partition_(>, X, L, E, G, L1, E1, G1) :- !,
    L = L1,
    E = E1,
    G = [X|G1].
partition_(Order, _, _, _, _, _, _, _) :-
    must_be(oneof([<,=,>]), Order).

partition(P, L, A, Less, Equal, Greater) :-
    partition_6(L, P, A, Less, Equal, Greater).

partition_6([], _, _, [], [], []).
partition_6([X|Xs], P, A, L, E, G) :-
    call(P, X, A, Order),
    partition_(Order, X, L, E, G, L1, E1, G1),
    partition_6(Xs, P, A, L1, E1, G1).

maplist(G, L) :-
    maplist_(L, G).

maplist_([], _).
maplist_([A|As], G) :-
    call(G, A),
    maplist_(As, G).

maplist(G, L1, L2) :-
    maplist_(L1, L2, G).

maplist_([], [], _).
maplist_([A|As], [B|Bs], G) :-
    call(G, A, B),
    maplist_(As, Bs, G).

maplist(G, L1, L2, L3) :-
    maplist_(L1, L2, L3, G).

maplist_([], [], [], _).
maplist_([A|As], [B|Bs], [C|Cs], G) :-
    call(G, A, B, C),
    maplist_(As, Bs, Cs, G).

maplist(G, L1, L2, L3, L4) :-
    maplist_(L1, L2, L3, L4, G).

maplist_([], [], [], [], _).
maplist_([A|As], [B|Bs], [C|Cs], [D|Ds], G) :-
    call(G, A, B, C, D),
    maplist_(As, Bs, Cs, Ds, G).

maplist(G, L1, L2, L3, L4, L5) :-
    maplist_(L1, L2, L3, L4, L5, G).

maplist_([], [], [], [], [], _).
maplist_([A|As], [B|Bs], [C|Cs], [D|Ds], [E|Es], G) :-
    call(G, A, B, C, D, E),
    maplist_(As, Bs, Cs, Ds, Es, G).

maplist(G, L1, L2, L3, L4, L5, L6) :-
    maplist_(L1, L2, L3, L4, L5, L6, G).

maplist_([], [], [], [], [], [], _).
maplist_([A|As], [B|Bs], [C|Cs], [D|Ds], [E|Es], [F|Fs], G) :-
    call(G, A, B, C, D, E, F),
    maplist_(As, Bs, Cs, Ds, Es, Fs, G).

convlist(G, L1, L2) :-
    convlist_(L1, L2, G).

convlist_([], [], _).
convlist_([X|Xs], Ys, G) :-
    (   call(G, X, Y)
    ->  Ys = [Y|Rest]
    ;   Ys = Rest
    ),
    convlist_(Xs, Rest, G).

foldl(G, L, V0, V) :-
    foldl_(L, G, V0, V).

foldl_([], _, V, V).
foldl_([X|Xs], G, V0, V) :-
    call(G, X, V0, V1),
    foldl_(Xs, G, V1, V).

foldl(G, L1, L2, V0, V) :-
    foldl_(L1, L2, G, V0, V).

foldl_([], [], _, V, V).
foldl_([X|Xs], [Y|Ys], G, V0, V) :-
    call(G, X, Y, V0, V1),
    foldl_(Xs, Ys, G, V1, V).

foldl(G, L1, L2, L3, V0, V) :-
    foldl_(L1, L2, L3, G, V0, V).

foldl_([], [], [], _, V, V).
foldl_([X|Xs], [Y|Ys], [Z|Zs], G, V0, V) :-
    call(G, X, Y, Z, V0, V1),
    foldl_(Xs, Ys, Zs, G, V1, V).

foldl(G, L1, L2, L3, L4, V0, V) :-
    foldl_(L1, L2, L3, L4, G, V0, V).

foldl_([], [], [], [], _, V, V).
foldl_([X|Xs], [Y|Ys], [Z|Zs], [W|Ws], G, V0, V) :-
    call(G, X, Y, Z, W, V0, V1),
    foldl_(Xs, Ys, Zs, Ws, G, V1, V).

foldr(G, L, V0, V) :-
    foldr_(L, G, V0, V).

foldr_([], _, V, V).
foldr_([X|Xs], G, V0, V) :-
    foldr_(Xs, G, V0, V1),
    call(G, X, V1, V).

scanl(G, L, V0, [V0|Vs]) :-
    scanl_(L, G, V0, Vs).

scanl_([], _, _, []).
scanl_([X|Xs], G, V0, [V|Vs]) :-
    call(G, X, V0, V),
    scanl_(Xs, G, V, Vs).

scanl(G, L1, L2, V0, [V0|Vs]) :-
    scanl_(L1, L2, G, V0, Vs).

scanl_([], [], _, _, []).
scanl_([X|Xs], [Y|Ys], G, V0, [V|Vs]) :-
    call(G, X, Y, V0, V),
    scanl_(Xs, Ys, G, V, Vs).

scanl(G, L1, L2, L3, V0, [V0|Vs]) :-
    scanl_(L1, L2, L3, G, V0, Vs).

scanl_([], [], [], _, _, []).
scanl_([X|Xs], [Y|Ys], [Z|Zs], G, V0, [V|Vs]) :-
    call(G, X, Y, Z, V0, V),
    scanl_(Xs, Ys, Zs, G, V, Vs).

scanl(G, L1, L2, L3, L4, V0, [V0|Vs]) :-
    scanl_(L1, L2, L3, L4, G, V0, Vs).

scanl_([], [], [], [], _, _, []).
scanl_([X|Xs], [Y|Ys], [Z|Zs], [W|Ws], G, V0, [V|Vs]) :-
    call(G, X, Y, Z, W, V0, V),
    scanl_(Xs, Ys, Zs, Ws, G, V, Vs).
