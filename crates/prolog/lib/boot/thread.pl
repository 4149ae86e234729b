% Threads, as far as a system without them can have them: a new thread runs to its end when it is
% made, and messages wait in queues.

:- dynamic '$thread_status'/2, '$thread_alias'/2, '$message'/2, '$message_queue'/1,
           '$mutex_held'/2.

:- meta_predicate
    thread_create(0), thread_create(0, -), thread_create(0, -, +), with_mutex(+, 0),
    thread_at_exit(0), thread_signal(+, 0), thread_idle(0, +), thread_initialization(0).

thread_create(Goal) :-
    thread_create(Goal, _, [detached(true)]).

thread_create(Goal, Id) :-
    thread_create(Goal, Id, []).

thread_create(Goal, Id, Options) :-
    flag('$thread', N, N+1),
    N1 is N+2,
    (   '$member'(alias(Alias), Options)
    ->  Id = Alias
    ;   atomic_list_concat(['<thread>(', N1, ',0x1)'], Name),
        Id = Name
    ),
    nb_getval_or('$thread_self', main, Self),
    nb_setval('$thread_self', Id),
    (   catch(Goal, Ball, true)
    ->  (   nonvar(Ball)
        ->  '$thread_ball'(Ball, Status)
        ;   Status = true
        )
    ;   Status = false
    ),
    '$thread_exits'(Id),
    nb_setval('$thread_self', Self),
    (   '$member'(detached(true), Options)
    ->  true
    ;   assertz(system:'$thread_status'(Id, Status))
    ).

'$thread_ball'('$thread_exit'(Term), exited(Term)) :- !.
'$thread_ball'(Ball, exception(Ball)).

:- dynamic '$at_exit'/2.

thread_at_exit(Goal) :-
    thread_self(Id),
    assertz(system:'$at_exit'(Id, Goal)).

'$thread_exits'(Id) :-
    forall(retract(system:'$at_exit'(Id, Goal)), ignore(catch(Goal, _, true))).

thread_exit(Term) :-
    throw('$thread_exit'(Term)).

thread_self(Id) :-
    nb_getval_or('$thread_self', main, Id).

thread_join(Id) :-
    thread_join(Id, Status),
    (   Status == true
    ->  true
    ;   throw(error(thread_error(Id, Status), _))
    ).

thread_join(Id, Status) :-
    (   var(Id)
    ->  throw(error(instantiation_error, context(system:thread_join/2, _)))
    ;   retract(system:'$thread_status'(Id, Status0))
    ->  Status = Status0
    ;   throw(error(existence_error(thread, Id), context(system:thread_join/2, _)))
    ).

thread_detach(Id) :-
    retractall(system:'$thread_status'(Id, _)).

is_thread(Id) :-
    ( Id == main ; '$thread_status'(Id, _) ),
    !.

thread_property(Id, Property) :-
    (   Id = main,
        '$member'(Property, [id(1), alias(main), status(running), detached(false)])
    ;   '$thread_status'(Id, Status),
        Property = status(Status)
    ).

thread_statistics(_, Key, Value) :-
    statistics(Key, Value).

thread_signal(_, Goal) :-
    ignore(Goal).
thread_idle(Goal, _) :-
    call(Goal).
thread_initialization(Goal) :-
    ignore(Goal).
thread_setconcurrency(1, _).
thread_alias(_).

% Messages.
message_queue_create(Queue) :-
    message_queue_create(Queue, []).

message_queue_create(Queue, Options) :-
    (   '$member'(alias(Alias), Options)
    ->  Queue = Alias
    ;   nonvar(Queue)
    ->  true
    ;   flag('$queue', N, N+1),
        atomic_list_concat(['<message_queue>(', N, ')'], Queue)
    ),
    (   '$message_queue'(Queue)
    ->  throw(error(permission_error(create, message_queue, Queue), _))
    ;   assertz(system:'$message_queue'(Queue))
    ).

message_queue_destroy(Queue) :-
    (   retract(system:'$message_queue'(Queue))
    ->  retractall(system:'$message'(Queue, _))
    ;   throw(error(existence_error(message_queue, Queue), _))
    ).

message_queue_property(Queue, size(Size)) :-
    '$message_queue'(Queue),
    findall(x, '$message'(Queue, _), Messages),
    length(Messages, Size).

thread_send_message(Queue, Message) :-
    thread_send_message(Queue, Message, []).

thread_send_message(Queue, Message, _) :-
    (   var(Queue)
    ->  throw(error(instantiation_error, context(system:thread_send_message/2, _)))
    ;   assertz(system:'$message'(Queue, Message))
    ).

thread_get_message(Message) :-
    thread_self(Me),
    thread_get_message(Me, Message).

thread_get_message(Queue, Message) :-
    (   thread_get_message(Queue, Message, [])
    ->  true
    ;   throw(error(system_error('a message that nobody will send'), _))
    ).

thread_get_message(Queue, Message, _) :-
    (   var(Queue)
    ->  throw(error(instantiation_error, context(system:thread_get_message/3, _)))
    ;   retract(system:'$message'(Queue, Message))
    ->  true
    ).

thread_peek_message(Message) :-
    thread_self(Me),
    thread_peek_message(Me, Message).

thread_peek_message(Queue, Message) :-
    '$message'(Queue, Message),
    !.

% Mutexes: nobody else can hold one.
mutex_create(Mutex) :-
    (   var(Mutex)
    ->  flag('$mutex', N, N+1),
        atomic_list_concat(['<mutex>(', N, ')'], Mutex)
    ;   true
    ).
mutex_create(Mutex, Options) :-
    ( '$member'(alias(Alias), Options) -> Mutex = Alias ; mutex_create(Mutex) ).
mutex_destroy(Mutex) :-
    retractall(system:'$mutex_held'(Mutex, _)).
mutex_lock(Mutex) :-
    (   retract(system:'$mutex_held'(Mutex, N))
    ->  true
    ;   N = 0
    ),
    N1 is N+1,
    asserta(system:'$mutex_held'(Mutex, N1)).
mutex_trylock(Mutex) :-
    mutex_lock(Mutex).
mutex_unlock(Mutex) :-
    (   retract(system:'$mutex_held'(Mutex, N))
    ->  (   N > 1
        ->  N1 is N-1,
            asserta(system:'$mutex_held'(Mutex, N1))
        ;   true
        )
    ;   throw(error(permission_error(unlock, mutex, Mutex), context(system:mutex_unlock/1, _)))
    ).
mutex_unlock_all :-
    retractall(system:'$mutex_held'(_, _)).
mutex_property(Mutex, status(locked(main, N))) :-
    '$mutex_held'(Mutex, N).
with_mutex(_, Goal) :-
    once(Goal).
