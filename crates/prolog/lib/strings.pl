% Strings as lines, and templates.

:- module(strings,
          [ dedent_lines/3, indent_lines/3, indent_lines/4, interpolate_string/4,
            string_lines/2
          ]).

:- meta_predicate indent_lines(1, +, +, -).

string_lines(String, Lines) :-
    (   var(String)
    ->  join_lines(Lines, Parts),
        atomic_list_concat(Parts, Atom),
        atom_string(Atom, String)
    ;   split_string(String, "\n", "", Lines0),
        (   '$append'(Lines, [""], Lines0)
        ->  true
        ;   Lines = Lines0
        )
    ),
    !.

join_lines([], []).
join_lines([L|Ls], [L,"\n"|Parts]) :-
    join_lines(Ls, Parts).

dedent_lines(In, Out, Options) :-
    (   memberchk(tab(Tab), Options)
    ->  true
    ;   Tab = 8
    ),
    split_string(In, "\n", "", Lines0),
    detab_all(Lines0, Tab, Lines),
    common_indent(Lines, Indent),
    cut_all(Lines, Indent, Cut),
    atomic_list_concat(Cut, '\n', Atom),
    atom_string(Atom, Out).

detab_all([], _, []).
detab_all([L|Ls], Tab, [D|Ds]) :-
    string_codes(L, Codes),
    detab(Codes, 0, Tab, New),
    string_codes(D, New),
    detab_all(Ls, Tab, Ds).

% Only blanks at the start are of interest.
detab([0'\t|Cs], Col, Tab, Out) :- !,
    Next is (Col//Tab+1)*Tab,
    N is Next-Col,
    blanks(N, Out, Rest),
    detab(Cs, Next, Tab, Rest).
detab([0' |Cs], Col, Tab, [0' |Out]) :- !,
    Next is Col+1,
    detab(Cs, Next, Tab, Out).
detab(Cs, _, _, Cs).

blanks(0, L, L) :- !.
blanks(N, [0' |L0], L) :-
    N1 is N-1,
    blanks(N1, L0, L).

common_indent(Lines, Indent) :-
    findall(N, ( '$member'(L, Lines), indent_of(L, N) ), Ns),
    (   Ns == []
    ->  Indent = 0
    ;   min_of(Ns, Indent)
    ).

min_of([N|Ns], Min) :-
    min_of(Ns, N, Min).

min_of([], Min, Min).
min_of([N|Ns], Min0, Min) :-
    Min1 is min(N, Min0),
    min_of(Ns, Min1, Min).

indent_of(Line, N) :-
    string_codes(Line, Codes),
    leading(Codes, 0, N).

leading([C|Cs], N0, N) :-
    (   C =:= 0' 
    ->  N1 is N0+1,
        leading(Cs, N1, N)
    ;   N = N0
    ).

cut_all([], _, []).
cut_all([L|Ls], Indent, [C|Cs]) :-
    string_length(L, Length),
    (   Length >= Indent
    ->  sub_string(L, Indent, _, 0, C)
    ;   C = ""
    ),
    cut_all(Ls, Indent, Cs).

indent_lines(Prefix, In, Out) :-
    indent_lines(strings:not_blank, Prefix, In, Out).

not_blank(Line) :-
    split_string(Line, "", " \t", Stripped),
    Stripped \== [""].

indent_lines(Pred, Prefix, In, Out) :-
    split_string(In, "\n", "", Lines0),
    indent_each(Lines0, Pred, Prefix, Lines),
    atomic_list_concat(Lines, '\n', Atom),
    atom_string(Atom, Out).

indent_each([], _, _, []).
indent_each([L|Ls], Pred, Prefix, [I|Is]) :-
    (   call(Pred, L)
    ->  string_concat(Prefix, L, I)
    ;   I = L
    ),
    indent_each(Ls, Pred, Prefix, Is).

% Replaces {Name} by the value of Name in the map; {Name,Default} has a default.
interpolate_string(In, Out, Map, _Options) :-
    string_codes(In, Codes),
    interpolate(Codes, Map, OutCodes),
    string_codes(Out, OutCodes).

interpolate([], _, []).
interpolate([0'{|Cs], Map, Out) :-
    name_codes(Cs, NameCodes, Rest),
    atom_codes(Name, NameCodes),
    memberchk(Name=Value, Map),
    !,
    format(codes(Out, Out1), '~w', [Value]),
    interpolate(Rest, Map, Out1).
interpolate([C|Cs], Map, [C|Out]) :-
    interpolate(Cs, Map, Out).

name_codes([0'}|Rest], [], Rest) :- !.
name_codes([C|Cs], [C|Name], Rest) :-
    code_type(C, csym),
    name_codes(Cs, Name, Rest).
