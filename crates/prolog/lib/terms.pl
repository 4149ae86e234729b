% Working on terms as a whole.

:- module(terms,
          [ term_subsumer/3, subsumes/2, subsumes_chk/2, variant/2, mapargs/3, mapsubterms/3,
            mapsubterms_var/3, foldsubterms/4, foldsubterms/5, same_functor/2,
            same_functor/3, same_functor/4, term_factorized/3
          ]).

:- meta_predicate
    mapargs(2, ?, ?),
    mapsubterms(2, ?, ?),
    mapsubterms_var(2, ?, ?),
    foldsubterms(3, ?, ?, ?),
    foldsubterms(4, ?, ?, ?, ?).

variant(X, Y) :-
    X =@= Y.

subsumes_chk(General, Specific) :-
    subsumes_term(General, Specific).

subsumes(General, Specific) :-
    subsumes_term(General, Specific),
    General = Specific.

% The most special term that both are instances of.
term_subsumer(A, B, G) :-
    subsumer(A, B, G, [], _).

subsumer(A, B, G, Map, Map) :-
    A == B,
    !,
    G = A.
subsumer(A, B, G, Map0, Map) :-
    compound(A),
    compound(B),
    compound_name_arity(A, Name, Arity),
    compound_name_arity(B, Name, Arity),
    !,
    compound_name_arguments(A, Name, As),
    compound_name_arguments(B, Name, Bs),
    subsumers(As, Bs, Gs, Map0, Map),
    compound_name_arguments(G, Name, Gs).
subsumer(A, B, G, Map, Map) :-
    known_pair(Map, A, B, G0),
    !,
    G = G0.
subsumer(A, B, G, Map, [pair(A, B, G)|Map]).

subsumers([], [], [], Map, Map).
subsumers([A|As], [B|Bs], [G|Gs], Map0, Map) :-
    subsumer(A, B, G, Map0, Map1),
    subsumers(As, Bs, Gs, Map1, Map).

known_pair([pair(A0, B0, G0)|Map], A, B, G) :-
    (   A0 == A,
        B0 == B
    ->  G = G0
    ;   known_pair(Map, A, B, G)
    ).

mapargs(P, T1, T2) :-
    (   compound(T1)
    ->  compound_name_arguments(T1, Name, Args1),
        map_list(Args1, P, Args2),
        compound_name_arguments(T2, Name, Args2)
    ;   nonvar(T1)
    ->  T2 = T1
    ;   compound_name_arguments(T2, Name, Args2),
        map_list(Args1, P, Args2),
        compound_name_arguments(T1, Name, Args1)
    ).

map_list([], _, []).
map_list([X|Xs], P, [Y|Ys]) :-
    call(P, X, Y),
    map_list(Xs, P, Ys).

mapsubterms(P, T1, T2) :-
    (   var(T1)
    ->  T2 = T1
    ;   mapsubterms_var(P, T1, T2)
    ).

mapsubterms_var(P, T1, T2) :-
    (   call(P, T1, T)
    ->  T2 = T
    ;   compound(T1)
    ->  compound_name_arguments(T1, Name, Args1),
        map_parts(Args1, P, Args2),
        compound_name_arguments(T2, Name, Args2)
    ;   T2 = T1
    ).

map_parts([], _, []).
map_parts([X|Xs], P, [Y|Ys]) :-
    (   var(X)
    ->  Y = X
    ;   mapsubterms_var(P, X, Y)
    ),
    map_parts(Xs, P, Ys).

foldsubterms(P, T, S0, S) :-
    foldsubterms(fold3(P), T, _, S0, S).

fold3(P, X, X, S0, S) :-
    call(P, X, S0, S).

foldsubterms(P, T1, T2, S0, S) :-
    (   nonvar(T1),
        call(P, T1, T, S0, S1)
    ->  T2 = T,
        S = S1
    ;   compound(T1)
    ->  compound_name_arguments(T1, Name, Args1),
        fold_parts(Args1, P, Args2, S0, S),
        compound_name_arguments(T2, Name, Args2)
    ;   T2 = T1,
        S = S0
    ).

fold_parts([], _, [], S, S).
fold_parts([X|Xs], P, [Y|Ys], S0, S) :-
    foldsubterms(P, X, Y, S0, S1),
    fold_parts(Xs, P, Ys, S1, S).

same_functor(A, B) :-
    same_functor(A, B, _, _).

same_functor(A, B, Arity) :-
    same_functor(A, B, _, Arity).

same_functor(A, B, Name, Arity) :-
    (   nonvar(A)
    ->  functor(A, Name, Arity),
        functor(B, Name, Arity)
    ;   functor(B, Name, Arity),
        functor(A, Name, Arity)
    ).

term_factorized(Term, Skeleton, Substitution) :-
    '$factorize_term'(Term, Skeleton, Substitution).
