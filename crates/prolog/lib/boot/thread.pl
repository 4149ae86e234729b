% Threads for programs that need no more than one, in the module system: a thread runs to its
% end when it is created, and its status is kept until it is joined.

:- dynamic(['$thread_status'/2, '$queue_message'/2, '$queue_known'/1, '$mutex_known'/1]).

:- meta_predicate
    thread_create(0, ?), thread_create(0, ?, :), thread_initialization(0),
    with_mutex(+, 0), thread_signal(+, 0).

thread_create(Goal, Id) :- thread_create(Goal, Id, []).

thread_create(Goal0, Id, Options0) :-
    strip_module(Options0, _, Options),
    flag('$threads', N, N+1),
    (   memberchk(alias(Id0), Options)
    ->  (   '$thread_status'(Id0, _)
        ->  throw(error(permission_error(create, thread, Id0), context(system:thread_create/3, _)))
        ;   Id = Id0
        )
    ;   Number is N+3,
        Id = '<thread>'(Number)
    ),
    copy_term(Goal0, Goal),
    nb_getval_or('$thread_self', main, Self),
    nb_setval('$thread_self', Id),
    '$thread_run'(Goal, Status),
    nb_setval('$thread_self', Self),
    (   memberchk(at_exit(Exit), Options)
    ->  ignore(catch(Exit, _, true))
    ;   true
    ),
    (   memberchk(detached(true), Options)
    ->  true
    ;   assertz(system:'$thread_status'(Id, Status))
    ).

'$thread_run'(Goal, Status) :-
    (   catch(Goal, Ball, true)
    ->  (   var(Ball)
        ->  Status = true
        ;   Ball = '$thread_exit'(Term)
        ->  Status = exited(Term)
        ;   Status = exception(Ball),
            print_message(warning, abnormal_thread_termination(Ball))
        )
    ;   Status = false
    ),
    !.

thread_exit(Term) :- throw('$thread_exit'(Term)).

thread_self(Id) :- nb_getval_or('$thread_self', main, Self), Id = Self.

thread_join(Id) :-
    thread_join(Id, Status),
    (   Status == true
    ->  true
    ;   throw(error(thread_error(Id, Status), _))
    ).

thread_join(Id, Status) :-
    (   retract(system:'$thread_status'(Id, Status0))
    ->  Status = Status0
    ;   throw(error(existence_error(thread, Id), context(system:thread_join/2, _)))
    ).

thread_detach(Id) :- retractall(system:'$thread_status'(Id, _)).
thread_alias(_).
thread_setconcurrency(1, _).
thread_initialization(Goal) :- call(Goal).
thread_signal(_, Goal) :- ignore(catch(Goal, _, true)).
thread_idle(Goal, _) :- call(Goal).
is_thread(Id) :- ( Id == main ; '$thread_status'(Id, _) ), !.

thread_property(Id, Property) :-
    (   Id = main,
        '$member'(Property, [id(1),alias(main),status(running),detached(false)])
    ;   '$thread_status'(Id, Status),
        '$member'(Property, [id(Id),status(Status),detached(false)])
    ).

thread_statistics(_, Key, Value) :- statistics(Key, Value).

% Queues. Nobody else could ever send what is waited for.
message_queue_create(Queue) :- message_queue_create(Queue, []).

message_queue_create(Queue, Options) :-
    (   memberchk(alias(Alias), Options)
    ->  Queue = Alias
    ;   nonvar(Queue)
    ->  true
    ;   flag('$queues', N, N+1),
        Queue = '<message_queue>'(N)
    ),
    assertz(system:'$queue_known'(Queue)).

message_queue_destroy(Queue) :-
    (   retract(system:'$queue_known'(Queue))
    ->  retractall(system:'$queue_message'(Queue, _))
    ;   throw(error(existence_error(message_queue, Queue), _))
    ).

message_queue_property(Queue, size(Size)) :-
    '$queue_known'(Queue),
    findall(x, '$queue_message'(Queue, _), Xs),
    length(Xs, Size).

thread_send_message(Queue, Message) :- assertz(system:'$queue_message'(Queue, Message)).
thread_send_message(Queue, Message, _) :- assertz(system:'$queue_message'(Queue, Message)).

thread_get_message(Message) :-
    thread_self(Self),
    thread_get_message(Self, Message).

thread_get_message(Queue, Message) :-
    (   retract(system:'$queue_message'(Queue, Message))
    ->  true
    ;   throw(error(system_error(deadlock), context(system:thread_get_message/2, _)))
    ).

thread_get_message(Queue, Message, Options) :-
    (   retract(system:'$queue_message'(Queue, Message))
    ->  true
    ;   memberchk(timeout(_), Options)
    ->  fail
    ;   throw(error(system_error(deadlock), context(system:thread_get_message/3, _)))
    ).

thread_peek_message(Message) :-
    thread_self(Self),
    thread_peek_message(Self, Message).

thread_peek_message(Queue, Message) :-
    '$queue_message'(Queue, Message),
    !.

with_mutex(_, Goal) :- once(Goal).

mutex_create(Mutex) :- mutex_create(Mutex, []).

mutex_create(Mutex, Options) :-
    (   memberchk(alias(Alias), Options)
    ->  Mutex = Alias
    ;   nonvar(Mutex)
    ->  true
    ;   flag('$mutexes', N, N+1),
        Mutex = '<mutex>'(N)
    ),
    assertz(system:'$mutex_known'(Mutex)).

mutex_destroy(Mutex) :- retractall(system:'$mutex_known'(Mutex)).
mutex_lock(_).
mutex_trylock(_).
mutex_unlock(_).
mutex_unlock_all.

thread_local(Specs) :- dynamic(Specs).
