% Arithmetic functions that are defined in Prolog: calls of is/2 and comparisons are expanded.

:- module(arithmetic,
          [ arithmetic_function/1, arithmetic_expression_value/2 ]).

:- meta_predicate arithmetic_function(:), arithmetic_expression_value(:, -).
:- dynamic evaluable/3.

arithmetic_function(Spec) :-
    strip_module(Spec, M0, Name/Arity),
    ( Spec = _:_ -> M = M0 ; '$source_module'(M) ),
    functor(Term, Name, Arity),
    retractall(evaluable(Term, M, _)),
    Term =.. List0,
    '$append'(List0, [Result], List),
    Goal =.. List,
    assertz(evaluable(Term, M, Goal-Result)).

arithmetic_expression_value(Spec, Value) :-
    strip_module(Spec, M, Expression),
    expand(Expression, M, New, Goals),
    call_all(Goals),
    Value is New.

call_all([]).
call_all([G|Gs]) :-
    call(G),
    call_all(Gs).

% The expression without functions that are defined, and the goals that compute those.
expand(Expression, M, New, Goals) :-
    expand(Expression, M, New, Goals, []).

expand(E, _, E, Gs, Gs) :-
    \+ callable(E),
    !.
expand(E, M, New, Gs0, Gs) :-
    E =.. [Name|Args0],
    expand_args(Args0, M, Args, Gs0, Gs1),
    E1 =.. [Name|Args],
    (   defined(E1, M, Goal, Result, Values, Evaluated)
    ->  evaluations(Values, Evaluated, Gs1, [Goal|Gs]),
        New = Result
    ;   New = E1,
        Gs1 = Gs
    ).

expand_args([], _, [], Gs, Gs).
expand_args([A0|As0], M, [A|As], Gs0, Gs) :-
    expand(A0, M, A, Gs0, Gs1),
    expand_args(As0, M, As, Gs1, Gs).

defined(E, M, From:Goal, Result, Args, Values) :-
    functor(E, Name, Arity),
    functor(General, Name, Arity),
    evaluable(General, From, Goal-Result),
    ( From == M ; From == user ; predicate_property(M:Goal, imported_from(From)) ),
    !,
    E =.. [_|Args],
    General =.. [_|Values].

% Arguments are evaluated before the function is called.
evaluations([], [], Gs, Gs).
evaluations([A|As], [V|Vs], Gs0, Gs) :-
    (   number(A)
    ->  V = A,
        Gs0 = Gs1
    ;   Gs0 = [V is A|Gs1]
    ),
    evaluations(As, Vs, Gs1, Gs).

conjunction([], G, G).
conjunction([G|Gs], Last, (G,Rest)) :-
    conjunction(Gs, Last, Rest).

math(R is E, R is N, [E], [N]).
math(A =:= B, X =:= Y, [A,B], [X,Y]).
math(A =\= B, X =\= Y, [A,B], [X,Y]).
math(A < B, X < Y, [A,B], [X,Y]).
math(A > B, X > Y, [A,B], [X,Y]).
math(A =< B, X =< Y, [A,B], [X,Y]).
math(A >= B, X >= Y, [A,B], [X,Y]).

:- multifile user:goal_expansion/2.
:- dynamic user:goal_expansion/2.

user:goal_expansion(Goal, Expanded) :-
    arithmetic:math(Goal, New, Es, Ns),
    arithmetic:evaluable(_, _, _),
    !,
    prolog_load_context(module, M),
    arithmetic:expand_args(Es, M, Ns, Goals, []),
    Goals \== [],
    arithmetic:conjunction(Goals, New, Expanded).
