% Names that older programs use.

:- module(backcomp,
          [ checklist/2, concat/3, concat_atom/2, concat_atom/3, sublist/3, write_ln/1,
            string_to_list/2, proper_list/1, free_variables/2, subsumes_chk/2, hash_term/2,
            flush/0, setup_and_call_cleanup/3, merge/3, merge_set/3, read_variables/2, 'C'/3,
            atomic_concat/3
          ]).
:- use_module(library(apply)).

:- meta_predicate
    checklist(1, +),
    sublist(1, +, -),
    setup_and_call_cleanup(0, 0, 0).

checklist(G, L) :-
    maplist(G, L).

concat(A, B, C) :-
    atomic_list_concat([A,B], C).

atomic_concat(A, B, C) :-
    must_be(atomic, A),
    must_be(atomic, B),
    ( var(C) -> true ; must_be(atomic, C) ),
    atomic_list_concat([A,B], C).

concat_atom(L, Atom) :-
    atomic_list_concat(L, Atom).

concat_atom(L, Separator, Atom) :-
    atomic_list_concat(L, Separator, Atom).

sublist(P, L, Included) :-
    include(P, L, Included).

write_ln(X) :-
    writeln(X).

string_to_list(String, Codes) :-
    string_codes(String, Codes).

proper_list(L) :-
    is_list(L).

free_variables(Term, Vars) :-
    term_variables(Term, Vars).

subsumes_chk(General, Specific) :-
    subsumes_term(General, Specific).

hash_term(Term, Hash) :-
    term_hash(Term, Hash).

flush :-
    flush_output.

setup_and_call_cleanup(Setup, Goal, Cleanup) :-
    setup_call_cleanup(Setup, Goal, Cleanup).

merge(A, B, C) :-
    '$append'(A, B, All),
    msort(All, C).

merge_set(A, B, C) :-
    '$append'(A, B, All),
    sort(All, C).

read_variables(Term, Bindings) :-
    read_term(Term, [variable_names(Bindings)]).

'C'([X|S], X, S).
