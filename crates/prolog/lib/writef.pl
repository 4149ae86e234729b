% Formatted output in the style of C-Prolog.

:- module(writef, [writef/1, writef/2, swritef/2, swritef/3]).

writef(Format) :-
    writef(Format, []).

swritef(String, Format) :-
    swritef(String, Format, []).
swritef(String, Format, Args) :-
    with_output_to(string(String), writef(Format, Args)).

% writef(+Format, +Args): %w and %d write the next argument, %p prints it, %s is a list of
% codes; \n, \l, \r, \t and \\ stand for characters; %Nl, %Nr and %Nc make columns.
writef(Format, Args) :-
    atom_codes(Format, Codes),
    formatted(Codes, Args).

formatted([], _).
formatted([0'%,C|Cs], Args) :-
    directive(C, Args, Rest),
    !,
    formatted(Cs, Rest).
formatted([0'%|Cs], [Arg|Args]) :-
    digits(Cs, 0, Width, [Side|Rest]),
    Width > 0,
    memberchk(Side, `lrc`),
    !,
    format(atom(Text), '~w', [Arg]),
    column(Side, Width, Text),
    formatted(Rest, Args).
formatted([0'\\,C|Cs], Args) :-
    escape(C, Out),
    !,
    put_char(Out),
    formatted(Cs, Args).
formatted([0'\\,A,B,C|Cs], Args) :-
    digits([A,B,C], 0, Code, []),
    !,
    put_char_code(Code),
    formatted(Cs, Args).
formatted([C|Cs], Args) :-
    put_char_code(C),
    formatted(Cs, Args).

put_char_code(Code) :-
    char_code(Char, Code),
    put_char(Char).

directive(0'w, [A|Args], Args) :- write(A).
directive(0'p, [A|Args], Args) :- print(A).
directive(0'd, [A|Args], Args) :- write(A).
directive(0's, [A|Args], Args) :- format('~s', [A]).
directive(0'f, Args, Args) :- flush_output.

escape(0'n, '\n').
escape(0'l, '\n').
escape(0'r, '\r').
escape(0't, '\t').
escape(0'\\, '\\').

digits([C|Cs], N0, N, Rest) :-
    C >= 0'0,
    C =< 0'9,
    !,
    N1 is N0*10+C-0'0,
    digits(Cs, N1, N, Rest).
digits(Cs, N, N, Cs).

column(0'l, Width, Text) :- format('~w~t~*|', [Text,Width]).
column(0'r, Width, Text) :- format('~t~w~*|', [Text,Width]).
column(0'c, Width, Text) :- format('~t~w~t~*|', [Text,Width]).
