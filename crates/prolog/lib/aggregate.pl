% Aggregation over the solutions of goals, with grouping by free variables.

:- module(aggregate,
          [ aggregate_all/3, aggregate_all/4, aggregate/3, aggregate/4, foreach/2,
            free_variables/4
          ]).
:- use_module(library(lists)).

:- meta_predicate
    aggregate(?, ^, -),
    aggregate(?, ?, ^, -),
    foreach(0, 0).

aggregate(Spec, Goal, Result) :-
    template(Spec, Templ),
    bagof(Templ, Goal, Bag),
    combine(Spec, Bag, Result).

aggregate(Spec, Discriminator, Goal, Result) :-
    template(Spec, Templ),
    setof(Discriminator-Templ, Goal, Pairs),
    pairs_values(Pairs, Bag),
    combine(Spec, Bag, Result).

% Compound specifications such as r(count, max(X)) collect all templates first.
all_of_spec(Spec, Goal, Result) :-
    template(Spec, Templ),
    findall(Templ, Goal, Bag),
    combine(Spec, Bag, Result).

all_distinct(Spec, Discriminator, Goal, Result) :-
    template(Spec, Templ),
    findall(Discriminator-Templ, Goal, Pairs0),
    sort(Pairs0, Pairs),
    pairs_values(Pairs, Bag),
    combine_all(Spec, Bag, Result).

combine_all(count, Bag, Count) :- !,
    length(Bag, Count).
combine_all(sum(_), Bag, Sum) :- !,
    sum_list(Bag, Sum).
combine_all(Spec, Bag, Result) :-
    combine(Spec, Bag, Result).

template(Spec, _) :-
    var(Spec),
    !,
    throw(error(instantiation_error, _)).
template(count, x) :- !.
template(sum(X), X) :- !.
template(max(X), X) :- !.
template(min(X), X) :- !.
template(max(X, W), X-W) :- !.
template(min(X, W), X-W) :- !.
template(bag(X), X) :- !.
template(set(X), X) :- !.
template(Spec, Templ) :-
    compound(Spec),
    !,
    Spec =.. [Name|Specs],
    templates(Specs, Templs),
    Templ =.. [Name|Templs].
template(Spec, _) :-
    throw(error(domain_error(aggregate_template, Spec), _)).

templates([], []).
templates([S|Ss], [T|Ts]) :-
    template(S, T),
    templates(Ss, Ts).

combine(count, Bag, Count) :- !,
    length(Bag, Count).
combine(sum(_), Bag, Sum) :- !,
    sum_list(Bag, Sum).
combine(max(_), Bag, Max) :- !,
    max_list(Bag, Max0),
    Max is Max0.
combine(min(_), Bag, Min) :- !,
    min_list(Bag, Min0),
    Min is Min0.
combine(max(_, _), [P|Ps], max(Max, W)) :- !,
    best_pair(Ps, P, >, Max, W).
combine(min(_, _), [P|Ps], min(Min, W)) :- !,
    best_pair(Ps, P, <, Min, W).
combine(max(_, _), [], _) :- !,
    fail.
combine(min(_, _), [], _) :- !,
    fail.
combine(bag(_), Bag, Bag) :- !.
combine(set(_), Bag, Set) :- !,
    sort(Bag, Set).
combine(Spec, Bag, Result) :-
    Spec =.. [Name|Specs],
    combine_columns(Specs, 1, Bag, Results),
    Result =.. [Name|Results].

combine_columns([], _, _, []).
combine_columns([S|Ss], I, Bag, [R|Rs]) :-
    column(Bag, I, Column),
    combine(S, Column, R),
    I1 is I+1,
    combine_columns(Ss, I1, Bag, Rs).

column([], _, []).
column([T|Ts], I, [X|Xs]) :-
    arg(I, T, X),
    column(Ts, I, Xs).

best_pair([], X-W, _, Best, W) :-
    Best is X.
best_pair([X-W|Ps], X0-W0, Better, Best, Witness) :-
    (   call(Better, X, X0)
    ->  best_pair(Ps, X-W, Better, Best, Witness)
    ;   best_pair(Ps, X0-W0, Better, Best, Witness)
    ).

foreach(Generator, Goal) :-
    term_variables(Generator, GenVars0),
    sort(GenVars0, GenVars),
    term_variables(Goal, GoalVars0),
    sort(GoalVars0, GoalVars),
    shared_variables(GoalVars, GenVars, Shared, Others),
    Templ =.. [v|Shared],
    Context =.. [v|Others],
    findall(Templ, Generator, Answers),
    prove_each(Answers, Templ, Context, Goal).

shared_variables([], _, [], []).
shared_variables([V|Vs], Gen, Shared, Others) :-
    (   '$memberchk_eq'(V, Gen)
    ->  Shared = [V|Shared1],
        Others = Others1
    ;   Shared = Shared1,
        Others = [V|Others1]
    ),
    shared_variables(Vs, Gen, Shared1, Others1).

prove_each([], _, _, _).
prove_each([A|As], Templ, Context, Goal) :-
    copy_term(Templ/Context/Goal, A/Context/Instance),
    call(Instance),
    prove_each(As, Templ, Context, Goal).

free_variables(Term, Bound, Vars0, Vars) :-
    term_variables(Term, All),
    term_variables(Bound, BoundVars),
    add_free(All, BoundVars, Vars0, Vars).

add_free([], _, Vars, Vars).
add_free([V|Vs], Bound, Vars0, Vars) :-
    (   ( '$memberchk_eq'(V, Bound) ; '$memberchk_eq'(V, Vars0) )
    ->  add_free(Vs, Bound, Vars0, Vars)
    ;   add_free(Vs, Bound, [V|Vars0], Vars)
    ).
