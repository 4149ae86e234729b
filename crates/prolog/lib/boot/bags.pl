% All solutions with free variables, in the module system: bagof/3, setof/3, findnsols/4,5,
% forall/2 and aggregate_all/3.

:- meta_predicate
    bagof(?, ^, -),
    setof(?, ^, -),
    findnsols(+, ?, 0, -),
    findnsols(+, ?, 0, -, ?),
    forall(0, 0),
    aggregate_all(?, 0, -),
    aggregate_all(?, ?, 0, -).

forall(Cond, Action) :-
    \+ ( call(Cond), \+ call(Action) ).

bagof(Templ, Goal, Bag) :-
    '$free_variables'(Templ, Goal, Plain, Witness),
    (   Witness == []
    ->  findall(Templ, Plain, Bag0),
        Bag0 \== [],
        Bag = Bag0
    ;   W =.. [v|Witness],
        findall(W-Templ, Plain, Answers),
        Answers \== [],
        keysort(Answers, Sorted),
        '$bag_group'(Sorted, W, Bag)
    ).

setof(Templ, Goal, Set) :-
    '$free_variables'(Templ, Goal, Plain, Witness),
    (   Witness == []
    ->  findall(Templ, Plain, Bag),
        Bag \== [],
        sort(Bag, Set)
    ;   W =.. [v|Witness],
        findall(W-Templ, Plain, Answers),
        Answers \== [],
        sort(Answers, Sorted),
        '$bag_group'(Sorted, W, Bag),
        sort(Bag, Set)
    ).

% Goals under ^ and modules, and the variables of what remains that are neither in the template
% nor quantified.
'$free_variables'(Templ, Goal, Plain, Free) :-
    '$strip_quantifiers'(Goal, Templ, Bound, Plain),
    term_variables(Bound, BoundVars),
    term_variables(Plain, Vars),
    '$without_variables'(Vars, BoundVars, Free).

'$strip_quantifiers'(G, B, B, G) :-
    var(G),
    !.
'$strip_quantifiers'(V^G0, B0, B, G) :- !,
    '$strip_quantifiers'(G0, B0+V, B, G).
'$strip_quantifiers'(M:G0, B0, B, G) :- !,
    '$strip_quantifiers'(G0, B0, B, G1),
    (   nonvar(G1),
        G1 = _:_
    ->  G = G1
    ;   G = M:G1
    ).
'$strip_quantifiers'(G, B, B, G).

'$without_variables'(Vs, [], Vs) :- !.
'$without_variables'([], _, []).
'$without_variables'([V|Vs], Bound, Free) :-
    (   '$memberchk_eq'(V, Bound)
    ->  Free = Rest
    ;   Free = [V|Rest]
    ),
    '$without_variables'(Vs, Bound, Rest).

'$memberchk_eq'(X, [Y|Ys]) :-
    (   X == Y
    ->  true
    ;   '$memberchk_eq'(X, Ys)
    ).

% Answers whose free variables are the same but for names belong together.
'$bag_group'([W0-T|Answers], W, Bag) :-
    '$bag_same'(Answers, W0, Same, Others),
    '$bag_choose'(Others, W0, [T|Same], W, Bag).

'$bag_choose'([], W, Bag, W, Bag) :- !.
'$bag_choose'(_, W, Bag, W, Bag).
'$bag_choose'(Others, _, _, W, Bag) :-
    '$bag_group'(Others, W, Bag).

'$bag_same'([], _, [], []).
'$bag_same'([W-T|Answers], W0, Same, Others) :-
    (   W =@= W0
    ->  W = W0,
        Same = [T|Same1],
        Others = Others1
    ;   Same = Same1,
        Others = [W-T|Others1]
    ),
    '$bag_same'(Answers, W0, Same1, Others1).

findnsols(N, Templ, Goal, List) :-
    findnsols(N, Templ, Goal, List, []).

findnsols(N, Templ0, Goal0, List, Tail) :-
    '$must_be_count'(N),
    copy_term(Templ0-Goal0, Templ-Goal),
    State = sols(0, []),
    (   call(Goal),
        arg(1, State, C0),
        C is C0+1,
        arg(2, State, Sols0),
        nb_setarg(2, State, [Templ|Sols0]),
        nb_setarg(1, State, C),
        C =:= N,
        arg(2, State, Reversed),
        nb_setarg(1, State, 0),
        nb_setarg(2, State, []),
        '$reverse_onto'(Reversed, Tail, List)
    ;   arg(2, State, Reversed),
        '$reverse_onto'(Reversed, Tail, List)
    ).

'$must_be_count'(N) :-
    (   integer(N)
    ->  (   N >= 0
        ->  true
        ;   throw(error(domain_error(not_less_than_zero, N), _))
        )
    ;   var(N)
    ->  throw(error(instantiation_error, _))
    ;   throw(error(type_error(integer, N), _))
    ).

'$reverse_onto'([], L, L).
'$reverse_onto'([H|T], L0, L) :-
    '$reverse_onto'(T, [H|L0], L).

aggregate_all(Spec, Goal, Result) :-
    (   var(Spec)
    ->  throw(error(instantiation_error, _))
    ;   '$aggregate_all'(Spec, Goal, Result)
    ).

'$aggregate_all'(count, Goal, Count) :- !,
    State = count(0),
    (   call(Goal),
        arg(1, State, C0),
        C is C0+1,
        nb_setarg(1, State, C),
        fail
    ;   arg(1, State, Count)
    ).
'$aggregate_all'(sum(X), Goal, Sum) :- !,
    State = sum(0),
    (   call(Goal),
        arg(1, State, S0),
        S is S0+X,
        nb_setarg(1, State, S),
        fail
    ;   arg(1, State, Sum)
    ).
'$aggregate_all'(max(X), Goal, Max) :- !,
    State = max(none),
    (   call(Goal),
        arg(1, State, M0),
        (   M0 == none
        ->  M is max(X, X)
        ;   M is max(M0, X)
        ),
        nb_setarg(1, State, M),
        fail
    ;   arg(1, State, Max0),
        Max0 \== none,
        Max = Max0
    ).
'$aggregate_all'(min(X), Goal, Min) :- !,
    State = min(none),
    (   call(Goal),
        arg(1, State, M0),
        (   M0 == none
        ->  M is min(X, X)
        ;   M is min(M0, X)
        ),
        nb_setarg(1, State, M),
        fail
    ;   arg(1, State, Min0),
        Min0 \== none,
        Min = Min0
    ).
'$aggregate_all'(max(X, W), Goal, max(Max, Witness)) :- !,
    State = max(none, none),
    (   call(Goal),
        arg(1, State, M0),
        M is X,
        (   ( M0 == none ; M > M0 )
        ->  nb_setarg(1, State, M),
            nb_setarg(2, State, W)
        ;   true
        ),
        fail
    ;   arg(1, State, Max0),
        Max0 \== none,
        Max = Max0,
        arg(2, State, Witness)
    ).
'$aggregate_all'(min(X, W), Goal, min(Min, Witness)) :- !,
    State = min(none, none),
    (   call(Goal),
        arg(1, State, M0),
        M is X,
        (   ( M0 == none ; M < M0 )
        ->  nb_setarg(1, State, M),
            nb_setarg(2, State, W)
        ;   true
        ),
        fail
    ;   arg(1, State, Min0),
        Min0 \== none,
        Min = Min0,
        arg(2, State, Witness)
    ).
'$aggregate_all'(bag(X), Goal, Bag) :- !,
    findall(X, Goal, Bag).
'$aggregate_all'(set(X), Goal, Set) :- !,
    findall(X, Goal, Bag),
    sort(Bag, Set).
'$aggregate_all'(Spec, Goal, Result) :-
    '$need_library'(aggregate),
    aggregate:all_of_spec(Spec, Goal, Result).

aggregate_all(Spec, Discriminator, Goal, Result) :-
    (   var(Spec)
    ->  throw(error(instantiation_error, _))
    ;   '$need_library'(aggregate),
        aggregate:all_distinct(Spec, Discriminator, Goal, Result)
    ).
