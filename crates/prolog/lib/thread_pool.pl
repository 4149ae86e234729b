% Pools of threads.

:- module(thread_pool,
          [ thread_pool_create/3, thread_pool_destroy/1, thread_create_in_pool/4,
            current_thread_pool/1, thread_pool_property/2
          ]).

:- meta_predicate thread_create_in_pool(+, 0, -, :).
:- dynamic pool/3.

thread_pool_create(Pool, Size, Options) :-
    must_be(list, Options),
    (   pool(Pool, _, _)
    ->  throw(error(permission_error(create, thread_pool, Pool), _))
    ;   assertz(pool(Pool, Size, Options))
    ).

thread_pool_destroy(Pool) :-
    (   retract(pool(Pool, _, _))
    ->  true
    ;   throw(error(existence_error(thread_pool, Pool), _))
    ).

current_thread_pool(Pool) :-
    pool(Pool, _, _).

thread_create_in_pool(Pool, Goal, Id, Options0) :-
    strip_module(Options0, _, Options),
    (   pool(Pool, _, Defaults)
    ->  '$append'(Options, Defaults, All),
        thread_create(Goal, Id, All)
    ;   throw(error(existence_error(thread_pool, Pool), _))
    ).

thread_pool_property(Pool, Property) :-
    pool(Pool, Size, Options),
    '$member'(Property,
              [options(Options),free(Size),size(Size),members([]),running(0),backlog(0)]).
