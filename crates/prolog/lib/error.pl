% Checking arguments and raising the errors of ISO Prolog.

:- module(error,
          [ instantiation_error/1, uninstantiation_error/1, representation_error/1,
            type_error/2, domain_error/2, existence_error/2, existence_error/3,
            permission_error/3, resource_error/1, syntax_error/1, must_be/2, is_of_type/2,
            current_type/3
          ]).

:- multifile has_type/2.

type_error(Type, Value) :-
    throw(error(type_error(Type, Value), _)).

domain_error(Domain, Value) :-
    throw(error(domain_error(Domain, Value), _)).

existence_error(Type, Value) :-
    throw(error(existence_error(Type, Value), _)).

existence_error(Type, Value, In) :-
    throw(error(existence_error(Type, Value, In), _)).

permission_error(Action, Type, Term) :-
    throw(error(permission_error(Action, Type, Term), _)).

instantiation_error(_) :-
    throw(error(instantiation_error, _)).

uninstantiation_error(Culprit) :-
    throw(error(uninstantiation_error(Culprit), _)).

representation_error(Reason) :-
    throw(error(representation_error(Reason), _)).

syntax_error(Message) :-
    throw(error(syntax_error(Message), _)).

resource_error(Culprit) :-
    throw(error(resource_error(Culprit), _)).

must_be(Type, X) :-
    (   var(Type)
    ->  throw(error(instantiation_error, _))
    ;   has_type(Type, X)
    ->  true
    ;   is_not(Type, X)
    ).

is_of_type(Type, X) :-
    (   var(Type)
    ->  throw(error(instantiation_error, _))
    ;   has_type(Type, X)
    ),
    !.

% is_not(+Type, +Value): raises the error that says why a value is not of a type.
is_not(Type, X) :-
    (   \+ clause(has_type(Type, _), _)
    ->  throw(error(existence_error(type, Type), _))
    ;   var(X),
        Type \== var
    ->  throw(error(instantiation_error, _))
    ;   why_not(Type, X)
    ->  true
    ;   throw(error(type_error(Type, X), _))
    ).

why_not(list, X) :- not_a_list(X).
why_not(proper_list, X) :- not_a_list(X).
why_not(list(Of), X) :- not_a_list_of(X, Of).
why_not(chars, X) :- \+ is_list(X), !, throw(error(type_error(list(char), X), _)).
why_not(chars, X) :- not_a_list_of(X, char).
why_not(codes, X) :- \+ is_list(X), !, throw(error(type_error(list(code), X), _)).
why_not(codes, X) :- not_a_list_of(X, code).
why_not(oneof(_), X) :- \+ ground(X), throw(error(instantiation_error, _)).
why_not(between(L, U), _) :- integer(L), must_be(integer, U), fail.
why_not(btree, X) :- var(X), throw(error(instantiation_error, _)).
why_not(var, X) :- throw(error(uninstantiation_error(X), _)).
why_not(cyclic, X) :- throw(error(domain_error(cyclic_term, X), _)).
why_not(acyclic, X) :- throw(error(domain_error(acyclic_term, X), _)).
why_not(rational, X) :- nonvar(X), X = rdiv(A, B), \+ ground(A-B), throw(error(instantiation_error, _)).
why_not(ground, X) :- \+ ground(X), throw(error(instantiation_error, _)).

not_a_list(X) :-
    '$skip_list'(_, X, Tail),
    (   var(Tail)
    ->  throw(error(instantiation_error, _))
    ;   throw(error(type_error(list, X), _))
    ).

not_a_list_of(X, Of) :-
    (   is_list(X)
    ->  first_bad(X, Of)
    ;   catch(not_a_list(X), error(type_error(list, X), _), type_error(list(Of), X))
    ).

first_bad([], _).
first_bad([X|Xs], Of) :-
    must_be(Of, X),
    first_bad(Xs, Of).

has_type(any, _).
has_type(atom, X) :- atom(X).
has_type(atomic, X) :- atomic(X).
has_type(between(L, U), X) :-
    (   integer(L)
    ->  integer(X)
    ;   number(X)
    ),
    X >= L,
    X =< U.
has_type(boolean, X) :- ( X == true ; X == false ), !.
has_type(callable, X) :- callable(X).
has_type(char, X) :- atom(X), atom_length(X, 1).
has_type(code, X) :- integer(X), X >= 0, X =< 0x10ffff.
has_type(chars, X) :- is_list(X), all_of_type(X, char).
has_type(codes, X) :- is_list(X), all_of_type(X, code).
has_type(text, X) :-
    (   ( atom(X) ; string(X) )
    ->  true
    ;   has_type(chars, X)
    ->  true
    ;   has_type(codes, X)
    ).
has_type(compound, X) :- compound(X).
has_type(constant, X) :- atomic(X).
has_type(float, X) :- float(X).
has_type(ground, X) :- ground(X).
has_type(cyclic, X) :- cyclic_term(X).
has_type(acyclic, X) :- acyclic_term(X).
has_type(integer, X) :- integer(X).
has_type(nonneg, X) :- integer(X), X >= 0.
has_type(positive_integer, X) :- integer(X), X > 0.
has_type(negative_integer, X) :- integer(X), X < 0.
has_type(nonvar, X) :- nonvar(X).
has_type(number, X) :- number(X).
has_type(oneof(L), X) :- ground(X), \+ \+ memberchk(X, L).
has_type(pair, X) :- nonvar(X), X = _-_.
has_type(proper_list, X) :- is_list(X).
has_type(list, X) :- is_list(X).
has_type(list_or_partial_list, X) :-
    '$skip_list'(_, X, Tail),
    ( var(Tail) ; Tail == [] ),
    !.
has_type(symbol, X) :- atom(X).
has_type(var, X) :- var(X).
has_type(rational, X) :- rational(X).
has_type(string, X) :- string(X).
has_type(stream, X) :- is_stream(X).
has_type(encoding, X) :-
    atom(X),
    memberchk(X, [octet,ascii,text,iso_latin_1,utf8,unicode_be,unicode_le,utf16be,utf16le,wchar_t]).
has_type(dict, X) :- is_dict(X).
has_type(list(Type), X) :- is_list(X), all_of_type(X, Type).
has_type(type, X) :- ground(X), clause(has_type(X, _), _), !.

all_of_type([], _).
all_of_type([X|Xs], Type) :-
    is_of_type(Type, X),
    all_of_type(Xs, Type).

current_type(Type, X, Body) :-
    clause(has_type(Type, X), Body).
