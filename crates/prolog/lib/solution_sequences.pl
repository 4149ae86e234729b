% Working on the sequence of solutions of a goal.

:- module(solution_sequences,
          [ distinct/1, distinct/2, limit/2, offset/2, call_nth/2, order_by/2, reduced/1,
            reduced/3, group_by/4
          ]).

:- meta_predicate
    distinct(0),
    distinct(?, 0),
    limit(+, 0),
    offset(+, 0),
    call_nth(0, ?),
    order_by(?, 0),
    reduced(0),
    reduced(?, 0, +),
    group_by(?, ?, 0, -).

distinct(Goal) :-
    distinct(Goal, Goal).

distinct(Witness, Goal) :-
    term_variables(Witness, Vars),
    Key =.. [v|Vars],
    State = seen([]),
    call(Goal),
    arg(1, State, Seen),
    \+ variant_member(Seen, Key),
    nb_setarg(1, State, [Key|Seen]).

variant_member([S|Ss], Key) :-
    (   S =@= Key
    ->  true
    ;   variant_member(Ss, Key)
    ).

reduced(Goal) :-
    distinct(Goal).

reduced(Witness, Goal, _) :-
    distinct(Witness, Goal).

limit(Count, Goal) :-
    Count == infinite,
    !,
    call(Goal).
limit(Count, Goal) :-
    Count > 0,
    State = count(0),
    call(Goal),
    arg(1, State, N0),
    N is N0+1,
    (   N =:= Count
    ->  !
    ;   nb_setarg(1, State, N)
    ).

offset(Count, Goal) :-
    (   Count > 0
    ->  State = count(0),
        call(Goal),
        arg(1, State, N0),
        (   N0 >= Count
        ->  true
        ;   N is N0+1,
            nb_setarg(1, State, N),
            fail
        )
    ;   Count =:= 0
    ->  call(Goal)
    ;   throw(error(domain_error(not_less_than_zero, Count), _))
    ).

call_nth(Goal, Nth) :-
    (   var(Nth)
    ->  State = count(0),
        call(Goal),
        arg(1, State, N0),
        Nth is N0+1,
        nb_setarg(1, State, Nth)
    ;   integer(Nth)
    ->  (   Nth > 0
        ->  State = count(0),
            call(Goal),
            arg(1, State, N0),
            N is N0+1,
            nb_setarg(1, State, N),
            N =:= Nth,
            !
        ;   throw(error(domain_error(not_less_than_one, Nth), _))
        )
    ;   throw(error(type_error(integer, Nth), _))
    ).

order_by(Specs, Goal) :-
    must_be(list, Specs),
    check_specs(Specs),
    term_variables(Goal, Vars),
    Template =.. [v|Vars],
    spec_keys(Specs, Keys),
    findall(Keys-Template, Goal, Pairs0),
    order_pairs(Specs, Pairs0, Pairs),
    '$member'(_-Template, Pairs).

check_specs([]).
check_specs([S|Ss]) :-
    (   ( S = asc(_) ; S = desc(_) )
    ->  true
    ;   throw(error(domain_error(order_specifier, S), _))
    ),
    check_specs(Ss).

spec_keys([], []).
spec_keys([S|Ss], [K|Ks]) :-
    arg(1, S, K),
    spec_keys(Ss, Ks).

% Sorting by the last key first, stably, leaves the first key the most important.
order_pairs(Specs, Pairs0, Pairs) :-
    length(Specs, N),
    order_pairs(N, Specs, Pairs0, Pairs).

order_pairs(0, _, Pairs, Pairs) :- !.
order_pairs(I, Specs, Pairs0, Pairs) :-
    nth_spec(I, Specs, Spec),
    key_pairs(Pairs0, I, Keyed0),
    (   Spec = asc(_)
    ->  sort(1, @=<, Keyed0, Keyed)
    ;   sort(1, @>=, Keyed0, Keyed)
    ),
    unkey(Keyed, Pairs1),
    I1 is I-1,
    order_pairs(I1, Specs, Pairs1, Pairs).

nth_spec(1, [S|_], S) :- !.
nth_spec(I, [_|Ss], S) :-
    I1 is I-1,
    nth_spec(I1, Ss, S).

key_pairs([], _, []).
key_pairs([Ks-T|Ps], I, [k(K, Ks-T)|Rest]) :-
    nth_spec(I, Ks, K),
    key_pairs(Ps, I, Rest).

unkey([], []).
unkey([k(_, P)|Ks], [P|Ps]) :-
    unkey(Ks, Ps).

group_by(By, Template, Goal, Bag) :-
    ordered_term_variables(Goal, GVars),
    ordered_term_variables(By+Template, UVars),
    ord_subtract(GVars, UVars, ExVars),
    bagof(Template, ExVars^Goal, Bag).

ordered_term_variables(Term, Vars) :-
    term_variables(Term, Vars0),
    sort(Vars0, Vars).
