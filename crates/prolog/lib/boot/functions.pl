% Functional notation: Dict.function in clauses becomes a call of '.'/3 before the goal that has
% it, and M.f(X) := V :- Body a clause of f/3.

'$expand_functions'(Term, Term) :-
    var(Term),
    !.
'$expand_functions'(Terms, Expanded) :-
    Terms = [_|_],
    !,
    '$expand_functions_list'(Terms, Expanded).
'$expand_functions'((:- Goal), (:- Expanded)) :- !,
    '$fx_body'(Goal, Expanded).
'$expand_functions'((?- Goal), (?- Expanded)) :- !,
    '$fx_body'(Goal, Expanded).
'$expand_functions'((Head := Value0 :- Body0), Clause) :-
    '$fx_method'(Head, Value, Plain),
    !,
    '$fx_body'(Body0, Body),
    '$fx_replace'(Value0, Value, Goals, true),
    Clause = (Plain :- Body, Goals).
'$expand_functions'((Head := Value0), Clause) :-
    '$fx_method'(Head, Value, Plain),
    !,
    '$fx_replace'(Value0, Value, Goals, true),
    Clause = (Plain :- Goals).
'$expand_functions'((Head0 :- Body0), (Head :- Body)) :- !,
    '$fx_replace'(Head0, Head, Goals, Body1),
    '$fx_body'(Body0, Body1),
    Body = Goals.
'$expand_functions'((Head0 => Body0), (Head => Body)) :- !,
    '$fx_replace'(Head0, Head, Goals, Body1),
    '$fx_body'(Body0, Body1),
    Body = Goals.
'$expand_functions'((Head --> Body), (Head --> Body)) :- !.
'$expand_functions'(Head0, Clause) :-
    '$fx_replace'(Head0, Head, Goals, true),
    (   Goals == true
    ->  Clause = Head
    ;   Clause = (Head :- Goals)
    ).

'$expand_functions_list'([], []).
'$expand_functions_list'([T|Ts], [E|Es]) :-
    '$expand_functions'(T, E),
    '$expand_functions_list'(Ts, Es).

'$fx_method'(Head, _, _) :-
    var(Head),
    !,
    fail.
'$fx_method'(M:Head, Value, M:Plain) :- !,
    '$fx_method'(Head, Value, Plain).
'$fx_method'(Head, Value, Plain) :-
    '$fx_dot'(Head, Self0, Function),
    callable(Function),
    (   nonvar(Self0),
        Self0 = M:Self
    ->  Plain = M:Plain1
    ;   Self = Self0,
        Plain = Plain1
    ),
    (   atom(Function)
    ->  Name = Function,
        Args = []
    ;   compound_name_arguments(Function, Name, Args)
    ),
    '$append'(Args, [Self,Value], AllArgs),
    compound_name_arguments(Plain1, Name, AllArgs).

'$fx_dot'(Term, A, B) :-
    compound(Term),
    compound_name_arguments(Term, '.', [A,B]).

'$fx_body'(Body, Body) :-
    var(Body),
    !.
'$fx_body'((A0,B0), (A,B)) :- !, '$fx_body'(A0, A), '$fx_body'(B0, B).
'$fx_body'((A0;B0), (A;B)) :- !, '$fx_body'(A0, A), '$fx_body'(B0, B).
'$fx_body'((A0->B0), (A->B)) :- !, '$fx_body'(A0, A), '$fx_body'(B0, B).
'$fx_body'((A0*->B0), (A*->B)) :- !, '$fx_body'(A0, A), '$fx_body'(B0, B).
'$fx_body'(\+A0, \+A) :- !, '$fx_body'(A0, A).
'$fx_body'(V^A0, V^A) :- !,
    '$fx_body'(A0, A1),
    term_variables(A0, Vs0),
    term_variables(A1, Vs),
    '$without_variables'(Vs, Vs0, New),
    '$fx_quantify'(New, A1, A).
'$fx_body'(Goal0, Goal) :-
    (   '$goal_modes'(Goal0, Modes)
    ->  compound_name_arguments(Goal0, Name, Args0),
        '$fx_meta_args'(Args0, Modes, Args1),
        compound_name_arguments(Goal1, Name, Args1)
    ;   Goal1 = Goal0
    ),
    '$fx_replace'(Goal1, Goal2, Goals, Goal2),
    Goal = Goals.

% Variables for values of functions are not free in the goal.
'$fx_quantify'([], A, A).
'$fx_quantify'([V|Vs], A0, V^A) :-
    '$fx_quantify'(Vs, A0, A).

% What a goal of the program being loaded does with its arguments.
'$goal_modes'(Goal, Modes) :-
    compound(Goal),
    \+ Goal = _:_,
    '$source_module'(M),
    '$meta_modes'(M:Goal, Modes).

'$fx_meta_args'([], [], []).
'$fx_meta_args'([A0|As0], [Mode|Modes], [A|As]) :-
    (   ( Mode == 0 ; Mode == (^) )
    ->  '$fx_body'(A0, A)
    ;   A = A0
    ),
    '$fx_meta_args'(As0, Modes, As).

% The term with variables for its functions, and the goals that give them values.
'$fx_replace'(Term0, Term, Goals, Tail) :-
    (   \+ compound(Term0)
    ->  Term = Term0,
        Goals = Tail
    ;   '$fx_dot'(Term0, A0, B0)
    ->  '$fx_replace'(A0, A, Goals, Goals1),
        '$fx_replace'(B0, B, Goals1, Goals2),
        (   Tail == true
        ->  Goals2 = '.'(A, B, Term)
        ;   Goals2 = ('.'(A, B, Term), Tail)
        )
    ;   compound_name_arguments(Term0, Name, Args0),
        '$fx_replace_args'(Args0, Args, Goals, Tail),
        compound_name_arguments(Term, Name, Args)
    ).

'$fx_replace_args'([], [], Goals, Goals).
'$fx_replace_args'([A0|As0], [A|As], Goals, Tail) :-
    '$fx_replace'(A0, A, Goals, Goals1),
    '$fx_replace_args'(As0, As, Goals1, Tail).
