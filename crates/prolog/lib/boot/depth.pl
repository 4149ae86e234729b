% Goals with a limit on how deep they call: run clause by clause, so that depths are known.

:- meta_predicate call_with_depth_limit(0, +, -).

call_with_depth_limit(Goal, Limit, Result) :-
    strip_module(Goal, M, Plain),
    (   integer(Limit)
    ->  true
    ;   var(Limit)
    ->  throw(error(instantiation_error, context(system:call_with_depth_limit/3, _)))
    ;   throw(error(type_error(integer, Limit), context(system:call_with_depth_limit/3, _)))
    ),
    State = deepest(0),
    (   '$deep_goal'(Plain, M, 1, Limit, State),
        arg(1, State, Result)
    ;   arg(1, State, Deepest),
        Deepest > Limit,
        Result = depth_limit_exceeded
    ).

% A goal that becomes a frame at depth D.
'$deep_goal'(Goal, M, D, Limit, State) :-
    (   arg(1, State, Deepest),
        D > Deepest
    ->  nb_setarg(1, State, D)
    ;   true
    ),
    D =< Limit,
    (   var(Goal)
    ->  throw(error(instantiation_error, _))
    ;   '$deep_control'(Goal)
    ->  D1 is D+1,
        '$deep_once_cut'(Goal, M, D1, Limit, State)
    ;   Goal = M1:Goal1
    ->  '$deep_goal'(Goal1, M1, D, Limit, State)
    ;   '$deep_call'(Goal, Goals)
    ->  D1 is D+1,
        '$deep_goal'(Goals, M, D1, Limit, State)
    ;   '$deep_clauses'(M:Goal, Home)
    ->  D1 is D+1,
        '$deep_clause'(Home, Goal, D1, Limit, State)
    ;   '$goal_modes'(Goal, Modes),
        memberchk(0, Modes)
    ->  D1 is D+1,
        compound_name_arguments(Goal, Name, Args0),
        '$deep_args'(Modes, Args0, deep(M, D1, Limit, State), Args),
        compound_name_arguments(Deep, Name, Args),
        call(M:Deep)
    ;   call(M:Goal)
    ).

% Goals in arguments of other predicates are limited too.
'$deep_args'([], [], _, []).
'$deep_args'([Mode|Modes], [A0|As0], Deep, [A|As]) :-
    (   Mode == 0
    ->  Deep = deep(M, D, Limit, State),
        A = system:'$deep_goal'(A0, M, D, Limit, State)
    ;   A = A0
    ),
    '$deep_args'(Modes, As0, Deep, As).

% These are no frames.
'$deep_inline'(_ = _).
'$deep_inline'(_ == _).
'$deep_inline'(_ \== _).
'$deep_inline'(var(_)).
'$deep_inline'(nonvar(_)).
'$deep_inline'(fail).

'$deep_control'((_,_)).
'$deep_control'((_;_)).
'$deep_control'((_->_)).
'$deep_control'((_*->_)).
'$deep_control'(\+_).
'$deep_control'(!).

'$deep_call'(call(G), G).
'$deep_call'(Call, Goal) :-
    compound(Call),
    compound_name_arguments(Call, call, [G|Extra]),
    Extra = [_|_],
    callable(G),
    \+ G = _:_,
    G =.. L0,
    '$append'(L0, Extra, L),
    Goal =.. L.

'$deep_clauses'(M:Goal, Home) :-
    callable(Goal),
    predicate_property(M:Goal, number_of_clauses(_)),
    \+ predicate_property(M:Goal, system),
    predicate_property(M:Goal, implementation_module(Home)),
    !.

'$deep_clause'(M, Goal, D, Limit, State) :-
    clause(M:Goal, Body),
    '$deep_body'(Body, M, D, Limit, State, Rest, Cut),
    (   Cut == true
    ->  !,
        '$deep_once_cut'(Rest, M, D, Limit, State)
    ;   true
    ).

% What follows a cut is run after the clauses left were cut.
'$deep_once_cut'(Body, M, D, Limit, State) :-
    '$deep_body'(Body, M, D, Limit, State, Rest, Cut),
    (   Cut == true
    ->  !,
        '$deep_once_cut'(Rest, M, D, Limit, State)
    ;   true
    ).

% '$deep_body'(+Body, +M, +D, +Limit, +State, -Rest, -Cut): runs a body up to its first cut; Cut
% tells whether there was one, and Rest is what follows it.
'$deep_body'(Body, M, D, Limit, State, true, false) :-
    var(Body),
    !,
    '$deep_goal'(Body, M, D, Limit, State).
'$deep_body'(true, _, _, _, _, true, false) :- !.
'$deep_body'(!, _, _, _, _, true, true) :- !.
'$deep_body'(Goal, _, _, _, _, true, false) :-
    '$deep_inline'(Goal),
    !,
    call(Goal).
'$deep_body'((A,B), M, D, Limit, State, Rest, Cut) :- !,
    '$deep_body'(A, M, D, Limit, State, RestA, CutA),
    (   CutA == true
    ->  Rest = (RestA,B),
        Cut = true
    ;   '$deep_body'(B, M, D, Limit, State, Rest, Cut)
    ).
'$deep_body'((C->A;B), M, D, Limit, State, Rest, Cut) :- !,
    (   '$deep_once_cut'(C, M, D, Limit, State)
    ->  '$deep_body'(A, M, D, Limit, State, Rest, Cut)
    ;   '$deep_body'(B, M, D, Limit, State, Rest, Cut)
    ).
'$deep_body'((C*->A;B), M, D, Limit, State, Rest, Cut) :- !,
    (   '$deep_once_cut'(C, M, D, Limit, State)
    *-> '$deep_body'(A, M, D, Limit, State, Rest, Cut)
    ;   '$deep_body'(B, M, D, Limit, State, Rest, Cut)
    ).
'$deep_body'((A;B), M, D, Limit, State, Rest, Cut) :- !,
    (   '$deep_body'(A, M, D, Limit, State, Rest, Cut)
    ;   '$deep_body'(B, M, D, Limit, State, Rest, Cut)
    ).
'$deep_body'((C->A), M, D, Limit, State, Rest, Cut) :- !,
    (   '$deep_once_cut'(C, M, D, Limit, State)
    ->  '$deep_body'(A, M, D, Limit, State, Rest, Cut)
    ).
'$deep_body'((C*->A), M, D, Limit, State, Rest, Cut) :- !,
    '$deep_once_cut'(C, M, D, Limit, State),
    '$deep_body'(A, M, D, Limit, State, Rest, Cut).
'$deep_body'(\+A, M, D, Limit, State, true, false) :- !,
    \+ '$deep_once_cut'(A, M, D, Limit, State).
'$deep_body'(Goal, M, D, Limit, State, true, false) :-
    '$deep_goal'(Goal, M, D, Limit, State).
