% Checking arguments and raising the errors of ISO Prolog.

:- module(error,
          [ instantiation_error/1, uninstantiation_error/1, representation_error/1,
            type_error/2, domain_error/2, existence_error/2, existence_error/3,
            permission_error/3, resource_error/1, syntax_error/1, must_be/2, is_of_type/2,
            current_type/3, current_encoding/1, is_list_or_partial/1
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
    (   nonvar(Type),
        has_type(Type, X)
    ->  true
    ;   nonvar(Type)
    ->  is_not(Type, X)
    ;   throw(error(instantiation_error, _))
    ).

is_of_type(Type, X) :-
    (   nonvar(Type)
    ->  has_type(Type, X)
    ;   throw(error(instantiation_error, _))
    ),
    !.

% is_not(+Type, +Value): raises the error that says why a value is not of a type.
is_not(Type, X) :-
    (   var(X),
        not_var_type(Type)
    ->  throw(error(instantiation_error, _))
    ;   is_not_(Type, X)
    ).

not_var_type(Type) :-
    Type \== var,
    \+ partial_type(Type).

partial_type(list_or_partial).

is_not_(Type, X) :-
    not_integer_type(Type, Test),
    !,
    (   integer(X)
    ->  throw(error(type_error(Test, X), _))
    ;   throw(error(type_error(integer, X), _))
    ).
is_not_(between(L, U), X) :- !,
    (   number(X)
    ->  (   integer(L), integer(U), \+ integer(X)
        ->  throw(error(type_error(integer, X), _))
        ;   throw(error(domain_error(between(L, U), X), _))
        )
    ;   integer(L), integer(U)
    ->  throw(error(type_error(integer, X), _))
    ;   throw(error(type_error(number, X), _))
    ).
is_not_(list, X) :- !,
    not_a_list(X).
is_not_(proper_list, X) :- !,
    not_a_list(X).
is_not_(list(Of), X) :- !,
    not_a_list_of(X, Of).
is_not_(list_of(Of), X) :- !,
    not_a_list_of(X, Of).
is_not_(set(Of), X) :- !,
    not_a_list_of(X, Of),
    throw(error(type_error(set, X), _)).
is_not_(oneof(L), X) :- !,
    throw(error(domain_error(oneof(L), X), _)).
is_not_(bool, X) :- !,
    throw(error(type_error(bool, X), _)).
is_not_(boolean, X) :- !,
    throw(error(type_error(bool, X), _)).
is_not_(var, X) :- !,
    throw(error(uninstantiation_error(X), _)).
is_not_(cyclic, X) :- !,
    throw(error(domain_error(cyclic_term, X), _)).
is_not_(acyclic, X) :- !,
    throw(error(domain_error(acyclic_term, X), _)).
is_not_(encoding, X) :- !,
    (   atom(X)
    ->  throw(error(domain_error(encoding, X), _))
    ;   throw(error(type_error(encoding, X), _))
    ).
is_not_(order, X) :- !,
    (   atom(X)
    ->  throw(error(domain_error(order, X), _))
    ;   throw(error(type_error(atom, X), _))
    ).
is_not_(rational, X) :- !,
    throw(error(type_error(rational, X), _)).
is_not_(ground, X) :- !,
    (   ground(X)
    ->  true
    ;   throw(error(instantiation_error, _))
    ).
is_not_(Type, X) :-
    (   Type = A;B,
        nonvar(A), nonvar(B)
    ->  throw(error(type_error((A;B), X), _))
    ;   clause(has_type(Type, _), _)
    ->  throw(error(type_error(Type, X), _))
    ;   throw(error(existence_error(type, Type), _))
    ).

not_integer_type(nonneg, nonneg).
not_integer_type(positive_integer, positive_integer).
not_integer_type(negative_integer, negative_integer).

not_a_list(X) :-
    '$skip_list'(_, X, Tail),
    (   var(Tail)
    ->  throw(error(instantiation_error, _))
    ;   throw(error(type_error(list, X), _))
    ).

not_a_list_of(X, Of) :-
    (   is_list(X)
    ->  first_bad(X, Of)
    ;   not_a_list(X)
    ).

first_bad([], _).
first_bad([X|Xs], Of) :-
    must_be(Of, X),
    first_bad(Xs, Of).

has_type(any, _).
has_type(atom, X) :- atom(X).
has_type(atomic, X) :- atomic(X).
has_type(between(L, U), X) :-
    (   integer(L), integer(U)
    ->  integer(X),
        X >= L,
        X =< U
    ;   number(X),
        X >= L,
        X =< U
    ).
has_type(boolean, X) :- ( X == true ; X == false ), !.
has_type(bool, X) :- ( X == true ; X == false ), !.
has_type(callable, X) :- callable(X).
has_type(char, X) :- atom(X), atom_length(X, 1).
has_type(chars, X) :- is_list(X), all_of_type(X, char).
has_type(code, X) :- integer(X), X >= 0, X =< 0x10ffff.
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
has_type(positive_integer, X) :- integer(X), X >= 1.
has_type(negative_integer, X) :- integer(X), X < 0.
has_type(nonvar, X) :- nonvar(X).
has_type(number, X) :- number(X).
has_type(oneof(L), X) :- ground(X), memberchk(X, L).
has_type(pair, X) :- nonvar(X), X = _-_.
has_type(proper_list, X) :- is_list(X).
has_type(list, X) :- is_list(X).
has_type(list_or_partial, X) :- is_list_or_partial(X).
has_type(symbol, X) :- atom(X).
has_type(var, X) :- var(X).
has_type(rational, X) :- rational(X).
has_type(string, X) :- string(X).
has_type(stream, X) :- is_stream(X).
has_type(encoding, X) :- atom(X), current_encoding(X).
has_type(dict, X) :- is_dict(X).
has_type(list(Type), X) :- is_list(X), all_of_type(X, Type).
has_type(list_of(Type), X) :- is_list(X), all_of_type(X, Type).
has_type(set(Type), X) :-
    is_list(X),
    all_of_type(X, Type),
    length(X, N),
    sort(X, Sorted),
    length(Sorted, N).
has_type(order, X) :- atom(X), memberchk(X, [<,=,>]).
has_type(type, X) :- ground(X), clause(has_type(X, _), _), !.
has_type((A;B), X) :- ( has_type(A, X) ; has_type(B, X) ), !.
has_type(cyclic(_), X) :- cyclic_term(X).
has_type(mod(A), M:X) :- atom(M), has_type(A, X).

all_of_type([], _).
all_of_type([X|Xs], Type) :-
    is_of_type(Type, X),
    all_of_type(Xs, Type).

is_list_or_partial(X) :-
    '$skip_list'(_, X, Tail),
    ( var(Tail) ; Tail == [] ),
    !.

current_encoding(E) :-
    '$member'(E, [octet,ascii,text,iso_latin_1,utf8,unicode_be,unicode_le,utf16be,utf16le,wchar_t]).

current_type(Type, X, Body) :-
    clause(has_type(Type, X), Body).
