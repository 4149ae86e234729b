% Signals to the callers of a goal. The interceptors that are in force are in a global variable
% that backtracking and exceptions restore.

:- module(intercept,
          [ intercept/3, intercept/4, intercept_all/4, nb_intercept_all/4,
            send_signal/1, send_silent_signal/1
          ]).

:- meta_predicate
    intercept(0, ?, 0),
    intercept(0, ?, 1, ?),
    intercept_all(+, 0, ?, -),
    nb_intercept_all(+, 0, ?, -).

interceptors(Stack) :-
    (   nb_current('$interceptors', Stack0)
    ->  Stack = Stack0
    ;   Stack = []
    ).

intercept(Goal, Ball, Handler) :-
    within(plain(Ball, Handler), Goal).

intercept(Goal, Ball, Handler, Arg) :-
    within(with(Ball, Handler, Arg), Goal).

within(Interceptor, Goal) :-
    interceptors(Stack),
    b_setval('$interceptors', [Interceptor|Stack]),
    call(Goal),
    b_setval('$interceptors', Stack).

% All instances of the template for which there was a signal.
intercept_all(Template, Goal, Ball, List) :-
    State = list([]),
    intercept(Goal, Ball, intercept:add(State), Template-Ball),
    arg(1, State, Reversed),
    '$reverse'(Reversed, [], List).

nb_intercept_all(Template, Goal, Ball, List) :-
    State = list([]),
    intercept(Goal, Ball, intercept:nb_add(State), Template-Ball),
    arg(1, State, Reversed),
    '$reverse'(Reversed, [], List).

add(State, Template) :-
    arg(1, State, List),
    setarg(1, State, [Template|List]).

nb_add(State, Template) :-
    arg(1, State, List),
    nb_setarg(1, State, [Template|List]).

'$reverse'([], L, L).
'$reverse'([X|Xs], L0, L) :-
    '$reverse'(Xs, [X|L0], L).

send_signal(Signal) :-
    (   send(Signal)
    ->  true
    ;   throw(error(existence_error(intercept_handler, Signal), _))
    ).

send_silent_signal(Signal) :-
    ignore(send(Signal)).

send(Signal) :-
    interceptors(Stack),
    find(Stack, Signal, Handler, Outer),
    b_setval('$interceptors', Outer),
    call(Handler),
    b_setval('$interceptors', Stack).

find([I|Outer0], Signal, Handler, Outer) :-
    (   matches(I, Signal, Handler)
    ->  Outer = Outer0
    ;   find(Outer0, Signal, Handler, Outer)
    ).

matches(plain(Ball, Handler0), Signal, Handler) :-
    copy_term(Ball-Handler0, Signal-Handler).
matches(with(Ball, Handler0, Arg), Signal, Handler) :-
    (   Handler0 = intercept:Add,
        ( Add = add(_) ; Add = nb_add(_) )
    ->  copy_term(Ball-Arg, Signal-(Copy-_)),
        Handler = call(Handler0, Copy)
    ;   copy_term(Ball-Handler0, Signal-Handler1),
        Handler = call(Handler1, Arg)
    ).
