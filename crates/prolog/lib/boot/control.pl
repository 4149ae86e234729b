% Control in the module system: once, findall, cleanup, limits, wake-ups of attributed variables.

:- meta_predicate
    once(0), ignore(0), not(0), findall(?, 0, -), findall(?, 0, -, ?),
    call_cleanup(0, 0), setup_call_cleanup(0, 0, 0), apply(:, +), time(0).

once(G) :- call(G), !.
ignore(G) :- ( call(G) -> true ; true ).
not(G) :- \+ call(G).
otherwise.

findall(T, G, L) :-
    '$collect_start',
    (   call(G),
        '$collect_add'(T),
        fail
    ;   '$collect_end'(L0, []),
        L = L0
    ).

findall(T, G, L, Tail) :-
    '$collect_start',
    (   call(G),
        '$collect_add'(T),
        fail
    ;   '$collect_end'(L0, Tail),
        L = L0
    ).

setup_call_cleanup(S, G, C) :-
    once(S),
    '$check_cleanup'(C),
    '$call_cleanup'(G, C).

call_cleanup(G, C) :-
    '$check_cleanup'(C),
    '$call_cleanup'(G, C).

'$check_cleanup'(C) :-
    strip_module(C, _, Plain),
    (   callable(Plain)
    ->  true
    ;   var(Plain)
    ->  throw(error(instantiation_error, context(system:setup_call_cleanup/3, _)))
    ;   throw(error(type_error(callable, Plain), context(system:setup_call_cleanup/3, _)))
    ).

apply(G0, Extra) :-
    strip_module(G0, M, G1),
    (   callable(G1)
    ->  true
    ;   var(G1)
    ->  throw(error(instantiation_error, context(system:apply/2, _)))
    ;   throw(error(type_error(callable, G1), context(system:apply/2, _)))
    ),
    G1 =.. L0,
    '$append'(L0, Extra, L1),
    G2 =.. L1,
    call(M:G2).

'$wakeup'([]).
'$wakeup'([G|Gs]) :-
    call(G),
    '$wakeup'(Gs).

'$call_attr_hook'(Module, Value, Other) :-
    Module:attr_unify_hook(Value, Other).

call_with_time_limit(Limit, Goal) :-
    call_with_time_limit(Limit, Goal, '$none').
call_with_time_limit(Limit, Goal, _) :-
    Seconds is Limit,
    setup_call_cleanup('$deadline'(Seconds, Old),
                       once(Goal),
                       '$deadline'(Old, _)).

time(Goal) :-
    '$runtime'(C0, W0),
    '$inferences'(I0),
    (   catch(Goal, E, true)
    *-> Result = yes
    ;   Result = no
    ),
    '$inferences'(I1),
    '$runtime'(C1, W1),
    I is max(0, I1-I0-5),
    C is C1-C0,
    W is W1-W0,
    '$time_report'(I, C, W),
    (   nonvar(E)
    ->  throw(E)
    ;   Result == yes
    ).

'$time_report'(I, C, W) :-
    print_message(information, time(I, C, W)).

asserta(Clause, Ref) :- '$unbound_reference'(Ref), asserta(Clause), '$newest_clause'(N), Ref = '<clause>'(N).
assertz(Clause, Ref) :- '$unbound_reference'(Ref), assertz(Clause), '$newest_clause'(N), Ref = '<clause>'(N).
assert(Clause, Ref) :- assertz(Clause, Ref).

:- meta_predicate asserta(:, -), assertz(:, -), assert(:, -).

:- meta_predicate clause(:, ?, ?).
clause(Head, Body, Ref) :-
    (   nonvar(Ref)
    ->  (   Ref = '<clause>'(N)
        ->  catch('$clause_term'(N, (H :- B)), error(existence_error(_, _), _), fail),
            strip_module(Head, M, Plain),
            '$clause_module'(N, Own),
            (   var(Plain),
                Own \== M
            ->  Plain = Own:H
            ;   Plain = H
            ),
            Body = B
        ;   throw(error(type_error(db_reference, Ref), context(system:clause/3, _)))
        )
    ;   '$clause_refs'(Head, _, Refs),
        strip_module(Head, _, H),
        '$member'(N, Refs),
        '$clause_term'(N, (H :- Body)),
        Ref = '<clause>'(N)
    ).
