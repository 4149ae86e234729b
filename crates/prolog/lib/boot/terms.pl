% Terms, text and lists in the module system: what has many answers, over deterministic natives.

arg(N, Term, Arg) :-
    (   var(N),
        compound(Term)
    ->  functor(Term, _, Arity),
        between(1, Arity, N),
        '$arg'(N, Term, Arg)
    ;   '$arg_checked'(N, Term, Arg)
    ).

'$arg_checked'(N, Term, Arg) :-
    (   var(N),
        nonvar(Term)
    ->  throw(error(type_error(compound, Term), context(system:arg/3, _)))
    ;   '$arg'(N, Term, Arg)
    ).

X \= Y :-
    '$differ'(X, Y, Sure),
    '$differ_sure'(Sure, X, Y).

'$differ_sure'(yes, _, _).
'$differ_sure'(ask, X, Y) :-
    \+ ( X = Y, true ).

length(List, N) :-
    '$skip_list'(Known, List, Tail),
    (   Tail == []
    ->  '$length_number'(N),
        N = Known
    ;   var(Tail)
    ->  '$length_partial'(N, Known, Tail)
    ;   '$length_number'(N),
        throw(error(type_error(list, List), context(length/2, _)))
    ).

'$length_number'(N) :-
    (   var(N)
    ->  true
    ;   integer(N)
    ->  (   N >= 0
        ->  true
        ;   throw(error(domain_error(not_less_than_zero, N), context(length/2, _)))
        )
    ;   throw(error(type_error(integer, N), context(length/2, _)))
    ).

'$length_partial'(N, Known, Tail) :-
    (   var(N)
    ->  Tail \== N,
        '$length_grow'(Tail, Known, N)
    ;   '$length_number'(N),
        More is N-Known,
        More >= 0,
        '$fresh_list'(More, Tail)
    ).

'$length_grow'([], N, N).
'$length_grow'([_|Tail], N0, N) :-
    N1 is N0+1,
    '$length_grow'(Tail, N1, N).

memberchk(X, L) :-
    '$memberchk'(X, L, Rest),
    '$memberchk_rest'(Rest, X).

'$memberchk_rest'([], _) :- !.
'$memberchk_rest'(Rest, X) :-
    Rest = [H|T],
    (   X = H
    ->  true
    ;   memberchk(X, T)
    ).

nb_setarg(N, Term, Value) :-
    duplicate_term(Value, Copy),
    '$nb_setarg'(N, Term, Copy).

numbervars(Term) :-
    '$numbervars'(Term, 0, _, '$VAR').

numbervars(Term, Start, End) :-
    '$numbervars'(Term, Start, End, '$VAR').

numbervars(Term, Start, End, Options0) :-
    '$option_list'(Options0, Options),
    '$bool_option'(singletons, Options),
    (   memberchk(functor_name(Name), Options)
    ->  true
    ;   Name = '$VAR'
    ),
    (   memberchk(singletons(true), Options)
    ->  '$term_singletons'(Term, Singles),
        '$bind_singletons'(Singles, Name)
    ;   true
    ),
    (   memberchk(attvar(Action), Options)
    ->  '$numbervars_attvar'(Action, Term)
    ;   true
    ),
    '$numbervars'(Term, Start, End, Name).

% Options as a list: checked, or from a dict.
'$option_list'(Options0, Options) :-
    (   is_dict(Options0)
    ->  dict_pairs(Options0, _, Pairs),
        '$pair_options'(Pairs, Options)
    ;   Options = Options0,
        '$check_options'(Options)
    ).

'$pair_options'([], []).
'$pair_options'([K-V|Pairs], [Option|Options]) :-
    Option =.. [K,V],
    '$pair_options'(Pairs, Options).

'$check_options'(Options) :-
    (   var(Options)
    ->  throw(error(instantiation_error, _))
    ;   Options = [O|Os]
    ->  (   var(O)
        ->  throw(error(instantiation_error, _))
        ;   callable(O)
        ->  '$check_options'(Os)
        ;   throw(error(type_error(option, O), _))
        )
    ;   Options == []
    ->  true
    ;   throw(error(type_error(list, Options), _))
    ).

'$bool_option'(Name, Options) :-
    Option =.. [Name,Value],
    (   memberchk(Option, Options),
        \+ memberchk(Value, [true,false,on,off])
    ->  throw(error(type_error(bool, Value), _))
    ;   true
    ).

'$bind_singletons'([], _).
'$bind_singletons'([V|Vs], Name) :-
    V =.. [Name,'_'],
    '$bind_singletons'(Vs, Name).

'$numbervars_attvar'(error, Term) :- !,
    (   term_attvars(Term, []) -> true
    ;   throw(error(type_error(free_of_attvar, Term), _))
    ).
'$numbervars_attvar'(_, _).

atom_concat(A, B, C) :-
    '$concat'(A, B, C, atom, Plan),
    '$concat_next'(Plan, A, B, C, atom).

string_concat(A, B, C) :-
    '$concat'(A, B, C, string, Plan),
    '$concat_next'(Plan, A, B, C, string).

text_concat(A, B, C) :-
    '$concat'(A, B, C, text, Plan),
    '$concat_next'(Plan, A, B, C, text).

'$concat_next'(done, _, _, _, _).
'$concat_next'(split(N), A, B, C, Kind) :-
    between(0, N, At),
    '$split'(At, A, B, C, Kind).

sub_atom(Text, B, L, A, Sub) :-
    '$sub_text'(Text, B, L, A, Sub, atom, Plan),
    '$sub_next'(Plan, Text, B, L, A, Sub, atom).

sub_string(Text, B, L, A, Sub) :-
    '$sub_text'(Text, B, L, A, Sub, string, Plan),
    '$sub_next'(Plan, Text, B, L, A, Sub, string).

'$sub_next'(done, _, _, _, _, _, _).
'$sub_next'(starts(Starts), Text, B, L, A, Sub, Kind) :-
    '$member'(B, Starts),
    '$sub_text'(Text, B, L, A, Sub, Kind, done).
'$sub_next'(before(Last), Text, B, L, A, Sub, Kind) :-
    between(0, Last, B),
    '$sub_text'(Text, B, L, A, Sub, Kind, done).
'$sub_next'(length(Last), Text, B, L, A, Sub, Kind) :-
    between(0, Last, L),
    '$sub_text'(Text, B, L, A, Sub, Kind, done).
'$sub_next'(all(N), Text, B, L, A, Sub, Kind) :-
    between(0, N, B),
    Last is N-B,
    between(0, Last, L),
    '$sub_text'(Text, B, L, A, Sub, Kind, done).

'$member'(X, [H|T]) :-
    '$member_'(T, X, H).

'$member_'(_, X, X).
'$member_'([H|T], X, _) :-
    '$member_'(T, X, H).

'$append'([], L, L).
'$append'([H|T], L, [H|R]) :-
    '$append'(T, L, R).

'$last'([X], X) :- !.
'$last'([_|T], X) :-
    '$last'(T, X).

string_code(I, String, Code) :-
    (   var(I)
    ->  string_length(String, N),
        between(1, N, I)
    ;   true
    ),
    '$string_code'(I, String, Code).

char_type(Char, Type) :-
    '$char_type'(Char, Type, char).

code_type(Code, Type) :-
    '$char_type'(Code, Type, code).

'$char_type'(Char, Type, Kind) :-
    (   var(Char)
    ->  '$chars_of_class'(Type, Kind, Chars),
        '$member'(Char, Chars),
        '$char_class'(Char, Type, Kind, _)
    ;   var(Type)
    ->  '$class_names'(Plain, WithValue),
        (   Char == -1
        ->  Type = end_of_file
        ;   '$member'(Type, Plain),
            '$char_class'(Char, Type, Kind, _)
        ;   '$member'(Name, WithValue),
            Type =.. [Name,_],
            '$char_class'(Char, Type, Kind, _)
        )
    ;   '$char_class'(Char, Type, Kind, _)
    ).

normalize_space(Out, Input) :-
    '$normalize_space'(Input, Text),
    (   Out = atom(A)
    ->  atom_string(Atom, Text),
        A = Atom
    ;   Out = string(S)
    ->  S = Text
    ;   Out = codes(Cs)
    ->  string_codes(Text, Cs)
    ;   Out = codes(Cs, Tail)
    ->  '$text_codes'(Text, Cs, Tail)
    ;   Out = chars(Cs)
    ->  string_chars(Text, Cs)
    ;   format(Out, '~s', [Text])
    ).

predsort(P, L, Sorted) :-
    length(L, N),
    '$predsort'(P, N, L, _, Sorted0),
    !,
    Sorted = Sorted0.

:- meta_predicate predsort(3, +, -).

'$predsort'(_, 0, L, L, []) :- !.
'$predsort'(_, 1, [X|L], L, [X]) :- !.
'$predsort'(P, N, L0, L, Sorted) :-
    Half is N//2,
    Other is N-Half,
    '$predsort'(P, Half, L0, L1, Left),
    '$predsort'(P, Other, L1, L, Right),
    '$predmerge'(Left, Right, P, Sorted).

'$predmerge'([], R, _, R) :- !.
'$predmerge'(L, [], _, L) :- !.
'$predmerge'([A|As], [B|Bs], P, Sorted) :-
    call(P, Order, A, B),
    !,
    '$predmerge'(Order, A, As, B, Bs, P, Sorted).

'$predmerge'(<, A, As, B, Bs, P, [A|R]) :-
    '$predmerge'(As, [B|Bs], P, R).
'$predmerge'(=, A, As, _, Bs, P, R) :-
    '$predmerge'([A|As], Bs, P, R).
'$predmerge'(>, A, As, B, Bs, P, [B|R]) :-
    '$predmerge'([A|As], Bs, P, R).
