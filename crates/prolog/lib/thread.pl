% Goals that may run at the same time; here they run one after the other.

:- module(thread,
          [ concurrent/3, concurrent_forall/2, concurrent_forall/3, concurrent_and/2,
            concurrent_and/3, concurrent_maplist/2, concurrent_maplist/3, concurrent_maplist/4,
            first_solution/3, call_in_thread/2
          ]).

:- meta_predicate
    concurrent(+, :, +), concurrent_forall(0, 0), concurrent_forall(0, 0, +),
    concurrent_and(0, 0), concurrent_and(0, 0, +), concurrent_maplist(1, ?),
    concurrent_maplist(2, ?, ?), concurrent_maplist(3, ?, ?, ?), first_solution(-, :, +),
    call_in_thread(+, 0).

concurrent(N, Goals0, _) :-
    strip_module(Goals0, M, Goals),
    must_be(positive_integer, N),
    must_be(list(callable), Goals),
    each(Goals, M).

each([], _).
each([G|Gs], M) :-
    once(M:G),
    each(Gs, M).

concurrent_forall(Generate, Test) :-
    forall(Generate, Test).
concurrent_forall(Generate, Test, _) :-
    forall(Generate, Test).

concurrent_and(Generate, Test) :-
    call(Generate),
    call(Test).
concurrent_and(Generate, Test, _) :-
    call(Generate),
    call(Test).

concurrent_maplist(G, L) :- maplist(once_of(G), L).
concurrent_maplist(G, L1, L2) :- maplist(once_of(G), L1, L2).
concurrent_maplist(G, L1, L2, L3) :- maplist(once_of(G), L1, L2, L3).

once_of(G, A) :- call(G, A), !.
once_of(G, A, B) :- call(G, A, B), !.
once_of(G, A, B, C) :- call(G, A, B, C), !.

call_in_thread(_, Goal) :- once(Goal).

% Every goal gets a share of time, and a larger one in the next round.
first_solution(X, Goals0, Options) :-
    strip_module(Goals0, M, Goals),
    ( memberchk(on_fail(OnFail), Options) -> true ; OnFail = stop ),
    ( memberchk(on_error(OnError), Options) -> true ; OnError = stop ),
    rounds(0.05, Goals, M, X, OnFail-OnError).

rounds(Limit, Goals, M, X, Policy) :-
    try(Goals, Limit, M, X, Policy, Left, Result),
    (   Result = done(X0)
    ->  X = X0
    ;   Result == failed
    ->  fail
    ;   Left == []
    ->  fail
    ;   More is Limit*10,
        rounds(More, Left, M, X, Policy)
    ).

try([], _, _, _, _, [], none).
try([G|Gs], Limit, M, X, OnFail-OnError, Left, Result) :-
    copy_term(X-G, X1-G1),
    (   catch(call_with_time_limit(Limit, M:G1), Ball0, true)
    ->  (   Ball0 == time_limit_exceeded
        ->  How = later
        ;   Ball = Ball0,
            How = done
        )
    ;   How = failed
    ),
    (   nonvar(Ball)
    ->  (   OnError == continue
        ->  try(Gs, Limit, M, X, OnFail-OnError, Left, Result)
        ;   throw(Ball)
        )
    ;   How == failed
    ->  (   OnFail == continue
        ->  try(Gs, Limit, M, X, OnFail-OnError, Left, Result)
        ;   Left = [],
            Result = failed
        )
    ;   How == later
    ->  Left = [G|Left1],
        try(Gs, Limit, M, X, OnFail-OnError, Left1, Result)
    ;   Left = [],
        Result = done(X1)
    ).
