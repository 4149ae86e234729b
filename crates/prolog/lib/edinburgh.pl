% Predicates of the Edinburgh tradition.

:- module(edinburgh, [display/1, display/2, unknown/2, debug/0, nodebug/0, reconsult/1]).

display(Term) :-
    write_term(Term, [ignore_ops(true)]).

display(Stream, Term) :-
    write_term(Stream, Term, [ignore_ops(true)]).

unknown(Old, New) :-
    current_prolog_flag(unknown, Old),
    (   Old == New
    ->  true
    ;   set_prolog_flag(unknown, New)
    ).

reconsult(Files) :-
    consult(Files).

debug :-
    set_prolog_flag(debug, true).
nodebug :-
    set_prolog_flag(debug, false).
