% Terms and their places in the source.

:- module(prolog_source, [valid_term_position/2]).

%!  valid_term_position(@Term, @TermPos)
%   TermPos is a layout that reading Term may give.
valid_term_position(Term, Pos) :-
    valid(Term, 0, 0x7fffffffffffffff, Pos).

valid(Term, From, To, Pos) :-
    nonvar(Pos),
    position(Pos, Term, From, To).

position(F-T, Term, From, To) :-
    within(F, T, From, To),
    ( atomic(Term) ; var(Term) ),
    !.
position(string_position(F, T), Term, From, To) :- !,
    within(F, T, From, To),
    ( atom(Term) ; string(Term) ; is_list(Term) ),
    !.
position(brace_term_position(F, T, Arg), {Term}, From, To) :- !,
    within(F, T, From, To),
    valid(Term, F, T, Arg).
position(list_position(F, T, Elements, Tail), Term, From, To) :- !,
    within(F, T, From, To),
    elements(Elements, Term, F, T, Rest),
    (   Tail == none
    ->  Rest == []
    ;   valid(Rest, F, T, Tail)
    ).
position(term_position(F, T, FF, FT, Args), Term, From, To) :- !,
    within(F, T, From, To),
    within(FF, FT, F, T),
    compound(Term),
    compound_name_arguments(Term, _, Terms),
    arguments(Args, Terms, F, T).
position(dict_position(F, T, FF, FT, Pairs), Term, From, To) :- !,
    within(F, T, From, To),
    within(FF, FT, F, T),
    is_dict(Term),
    dict_pairs(Term, _, Plain),
    length(Plain, N),
    length(Pairs, N),
    pairs(Pairs, Term, F, T).
position(parentheses_term_position(F, T, Inner), Term, From, To) :- !,
    within(F, T, From, To),
    valid(Term, F, T, Inner).

pairs([], _, _, _).
pairs([key_value_position(F, T, SF, ST, Key, KeyPos, ValuePos)|Pairs], Dict, From, To) :-
    within(F, T, From, To),
    within(SF, ST, F, T),
    valid(Key, F, SF, KeyPos),
    get_dict(Key, Dict, Value),
    valid(Value, ST, T, ValuePos),
    pairs(Pairs, Dict, From, To).

elements([], Rest, _, _, Rest).
elements([P|Ps], Term, F, T, Rest) :-
    nonvar(Term),
    Term = [X|Xs],
    valid(X, F, T, P),
    elements(Ps, Xs, F, T, Rest).

arguments([], [], _, _).
arguments([P|Ps], [A|As], F, T) :-
    valid(A, F, T, P),
    arguments(Ps, As, F, T).

within(F, T, From, To) :-
    integer(F),
    integer(T),
    F >= From,
    T =< To,
    F =< T.
