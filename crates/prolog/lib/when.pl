% Goals that wait for a condition: when/2.

:- module(when, [when/2]).

:- meta_predicate when(+, 0).

% A suspension susp(Done, Cond, Goal) sits on every variable its condition waits for; Done is
% bound once it has been run or replaced.
when(Cond, Goal) :-
    check_condition(Cond, Cond),
    strip_module(Goal, M, G),
    run_when(Cond, M:G).

check_condition(C, _) :-
    var(C),
    !,
    throw(error(instantiation_error, _)).
check_condition(nonvar(_), _) :- !.
check_condition(ground(_), _) :- !.
check_condition(?=(_, _), _) :- !.
check_condition((A, B), _) :- !,
    check_condition(A, A),
    check_condition(B, B).
check_condition((A ; B), _) :- !,
    check_condition(A, A),
    check_condition(B, B).
check_condition(C, _) :-
    throw(error(domain_error(when_condition, C), _)).

run_when(Cond, Goal) :-
    simplify(Cond, Rest),
    (   Rest == true
    ->  call(Goal)
    ;   waits_for(Rest, Vs0, []),
        sort(Vs0, Vs),
        suspend(Vs, susp(_, Rest, Goal))
    ).

% simplify(+Cond, -Rest): what is still to be waited for, or true.
simplify(nonvar(X), Rest) :-
    (   nonvar(X)
    ->  Rest = true
    ;   Rest = nonvar(X)
    ).
simplify(ground(X), Rest) :-
    (   ground(X)
    ->  Rest = true
    ;   Rest = ground(X)
    ).
simplify(?=(X, Y), Rest) :-
    (   ?=(X, Y)
    ->  Rest = true
    ;   Rest = ?=(X, Y)
    ).
simplify((A, B), Rest) :-
    simplify(A, RA),
    simplify(B, RB),
    (   RA == true
    ->  Rest = RB
    ;   RB == true
    ->  Rest = RA
    ;   Rest = (RA, RB)
    ).
simplify((A ; B), Rest) :-
    simplify(A, RA),
    (   RA == true
    ->  Rest = true
    ;   simplify(B, RB),
        (   RB == true
        ->  Rest = true
        ;   Rest = (RA ; RB)
        )
    ).

waits_for(nonvar(X), [X|T], T).
waits_for(ground(X), [V|T], T) :-
    term_variables(X, [V|_]).
waits_for(?=(X, Y), Vs0, Vs) :-
    unifiable(X, Y, Unifier),
    unifier_variables(Unifier, Vs0, Vs).
waits_for((A, _), Vs0, Vs) :-
    waits_for(A, Vs0, Vs).
waits_for((A ; B), Vs0, Vs) :-
    waits_for(A, Vs0, Vs1),
    waits_for(B, Vs1, Vs).

unifier_variables([], Vs, Vs).
unifier_variables([X=Y|U], [X|Vs0], Vs) :-
    (   var(Y)
    ->  Vs0 = [Y|Vs1]
    ;   Vs0 = Vs1
    ),
    unifier_variables(U, Vs1, Vs).

suspend([], _).
suspend([V|Vs], Susp) :-
    (   get_attr(V, when, Old)
    ->  append_one(Old, Susp, New)
    ;   New = [Susp]
    ),
    put_attr(V, when, New),
    suspend(Vs, Susp).

append_one([], X, [X]).
append_one([Y|Ys], X, [Y|Zs]) :-
    append_one(Ys, X, Zs).

attr_unify_hook(Susps, Other) :-
    (   attvar(Other)
    ->  (   get_attr(Other, when, Others)
        ->  merge_suspensions(Susps, Others, All)
        ;   All = Susps
        ),
        put_attr(Other, when, All),
        wake(All)
    ;   wake(Susps)
    ).

merge_suspensions([], Ys, Ys).
merge_suspensions([X|Xs], Ys, [X|Zs]) :-
    merge_suspensions(Xs, Ys, Zs).

wake([]).
wake([susp(Done, Cond, Goal)|Susps]) :-
    (   var(Done)
    ->  simplify(Cond, Rest),
        (   Rest == true
        ->  Done = true,
            call(Goal)
        ;   Done = moved,
            waits_for(Rest, Vs0, []),
            sort(Vs0, Vs),
            suspend(Vs, susp(_, Rest, Goal))
        )
    ;   true
    ),
    wake(Susps).

attribute_goals(V, Gs0, Gs) :-
    get_attr(V, when, Susps),
    suspension_goals(Susps, Gs0, Gs).

suspension_goals([], Gs, Gs).
suspension_goals([susp(Done, Cond, Goal)|Susps], Gs0, Gs) :-
    (   var(Done)
    ->  % Printed once: the copy this is done for is thrown away.
        Done = printed,
        Gs0 = [when(Cond, Goal)|Gs1]
    ;   Gs0 = Gs1
    ),
    suspension_goals(Susps, Gs1, Gs).
