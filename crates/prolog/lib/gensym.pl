% Fresh atoms.

:- module(gensym, [gensym/2, reset_gensym/1, reset_gensym/0]).

:- dynamic counter/2.

gensym(Base, Atom) :-
    must_be(atomic, Base),
    (   retract(counter(Base, N0))
    ->  N is N0+1
    ;   N = 1
    ),
    assertz(counter(Base, N)),
    atom_concat(Base, N, Atom).

reset_gensym(Base) :-
    must_be(atomic, Base),
    retractall(counter(Base, _)).

reset_gensym :-
    retractall(counter(_, _)).
