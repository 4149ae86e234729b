% Terms inside terms.

:- module(occurs,
          [ contains_term/2, contains_var/2, free_of_term/2, free_of_var/2,
            occurrences_of_term/3, occurrences_of_var/3, sub_term/2, sub_var/2,
            sub_term_shared_variables/3
          ]).

contains_term(X, T) :-
    \+ free_of_term(X, T).

contains_var(X, T) :-
    \+ free_of_var(X, T).

free_of_term(X, T) :-
    \+ ( sub_term(S, T), S = X ).

free_of_var(X, T) :-
    \+ ( sub_term(S, T), S == X ).

occurrences_of_term(X, T, Count) :-
    aggregate_all(count, ( sub_term(S, T), subsumes_term(X, S) ), Count).

occurrences_of_var(X, T, Count) :-
    aggregate_all(count, ( sub_term(S, T), S == X ), Count).

sub_term(X, X).
sub_term(X, T) :-
    compound(T),
    arg(_, T, A),
    sub_term(X, A).

sub_var(X, T) :-
    sub_term(S, T),
    S == X,
    !.

sub_term_shared_variables(Sub, Term, Shared) :-
    term_variables(Sub, SubVars),
    without_sub(Term, Sub, Rest),
    term_variables(Rest, RestVars),
    shared(SubVars, RestVars, Shared).

without_sub(T, Sub, gone) :-
    T == Sub,
    !.
without_sub(T, Sub, R) :-
    compound(T),
    !,
    compound_name_arguments(T, Name, Args),
    without_subs(Args, Sub, Rs),
    compound_name_arguments(R, Name, Rs).
without_sub(T, _, T).

without_subs([], _, []).
without_subs([A|As], Sub, [R|Rs]) :-
    without_sub(A, Sub, R),
    without_subs(As, Sub, Rs).

shared([], _, []).
shared([V|Vs], Others, Shared) :-
    (   '$memberchk_eq'(V, Others)
    ->  Shared = [V|Rest]
    ;   Shared = Rest
    ),
    shared(Vs, Others, Rest).
