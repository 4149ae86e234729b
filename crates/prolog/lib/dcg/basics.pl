% Grammar of common tokens over lists of codes.

:- module(dcg_basics,
          [ white//0, whites//0, nonblank//1, nonblanks//1, blank//0, blanks//0,
            blanks_to_nl//0, string//1, string_without//2, alpha_to_lower//1, digits//1,
            digit//1, integer//1, float//1, number//1, xinteger//1, xdigit//1, xdigits//1,
            eos//0, eol//0, remainder//1, atom//1, prolog_var_name//1, csym//1, csyms//0,
            prolog_symbol//1
          ]).

string_without(End, Codes) -->
    { string(End),
      !,
      string_codes(End, EndCodes)
    },
    without(EndCodes, Codes).
string_without(End, Codes) -->
    without(End, Codes).

without(End, [C|Cs]) -->
    [C],
    { \+ memberchk(C, End) },
    !,
    without(End, Cs).
without(_, []) -->
    [].

string([]) -->
    [].
string([C|Cs]) -->
    [C],
    string(Cs).

blanks -->
    blank,
    !,
    blanks.
blanks -->
    [].

blank -->
    [C],
    { nonvar(C),
      code_type(C, space)
    }.

nonblanks([C|Cs]) -->
    [C],
    { code_type(C, graph) },
    !,
    nonblanks(Cs).
nonblanks([]) -->
    [].

nonblank(C) -->
    [C],
    { code_type(C, graph) }.

blanks_to_nl -->
    [C],
    { C \== 0'\n,
      nonvar(C),
      code_type(C, space)
    },
    !,
    blanks_to_nl.
blanks_to_nl -->
    "\n",
    !.
blanks_to_nl, [] -->
    eos.

whites -->
    white,
    !,
    whites.
whites -->
    [].

white -->
    [C],
    { nonvar(C),
      code_type(C, white)
    }.

alpha_to_lower(L) -->
    [C],
    { nonvar(C)
    ->  code_type(C, alpha),
        code_type(U, to_upper(C)),
        L = U
    ;   L = C
    }.

digits([D|Ds]) -->
    digit(D),
    !,
    digits(Ds).
digits([]) -->
    [].

digit(C) -->
    [C],
    { code_type(C, digit) }.

integer(I, Head, Tail) :-
    nonvar(I),
    !,
    format(codes(Head, Tail), '~d', [I]).
integer(I) -->
    int_codes(Codes),
    { number_codes(I, Codes) }.

int_codes([0'-,D|Ds]) -->
    "-",
    !,
    some_digits(D, Ds).
int_codes([D|Ds]) -->
    ( "+" -> [] ; [] ),
    some_digits(D, Ds).

some_digits(D, Ds) -->
    digit(D),
    digits(Ds).

float(F, Head, Tail) :-
    float(F),
    !,
    format(codes(Head, Tail), '~w', [F]).
float(F) -->
    number_codes(Codes),
    { catch(number_codes(F0, Codes), error(syntax_error(_), _), fail),
      float(F0),
      F = F0
    }.

number(N, Head, Tail) :-
    nonvar(N),
    !,
    format(codes(Head, Tail), '~w', [N]).
number(N) -->
    number_codes(Codes),
    { number_codes(N, Codes) }.

number_codes(Codes) -->
    int_codes(Int),
    (   fraction(Fraction)
    ->  { append_codes(Int, Fraction, Codes1) }
    ;   { Codes1 = Int }
    ),
    (   exponent(Exponent)
    ->  { append_codes(Codes1, Exponent, Codes) }
    ;   { Codes = Codes1 }
    ).

fraction([0'.,D|Ds]) -->
    ".",
    some_digits(D, Ds).

exponent([E|Codes]) -->
    [E],
    { E == 0'e ; E == 0'E },
    !,
    int_codes(Codes).

append_codes(A, B, C) :-
    '$append'(A, B, C).

xinteger(Val, Head, Tail) :-
    integer(Val),
    !,
    format(codes(Head, Tail), '~16r', [Val]).
xinteger(Val) -->
    (   "-"
    ->  xdigit(D0),
        xdigits(Ds),
        { hex_value([D0|Ds], 0, V),
          Val is -V
        }
    ;   xdigit(D0),
        xdigits(Ds),
        { hex_value([D0|Ds], 0, Val) }
    ).

hex_value([], V, V).
hex_value([D|Ds], V0, V) :-
    V1 is V0*16+D,
    hex_value(Ds, V1, V).

xdigits([D|Ds]) -->
    xdigit(D),
    !,
    xdigits(Ds).
xdigits([]) -->
    [].

xdigit(Weight) -->
    [C],
    { code_type(C, xdigit(Weight)) }.

eos([], []).

eol -->
    "\n",
    !.
eol -->
    "\r\n",
    !.
eol -->
    eos.

remainder(R, R, []).

prolog_symbol(Symbol) -->
    [C],
    { code_type(C, prolog_symbol) },
    prolog_symbols(Cs),
    { atom_codes(Symbol, [C|Cs]) }.

prolog_symbols([C|Cs]) -->
    [C],
    { code_type(C, prolog_symbol) },
    !,
    prolog_symbols(Cs).
prolog_symbols([]) -->
    [].

csyms -->
    csym(_),
    !,
    csyms.
csyms -->
    [].

csym(C) -->
    [C],
    { code_type(C, csym) }.

prolog_var_name(Name) -->
    [C0],
    { code_type(C0, prolog_var_start) },
    !,
    name_codes(Cs),
    { atom_codes(Name, [C0|Cs]) }.

name_codes([C|Cs]) -->
    [C],
    { code_type(C, prolog_identifier_continue) },
    !,
    name_codes(Cs).
name_codes([]) -->
    [].

atom(Atomic, Head, Tail) :-
    must_be(nonvar, Atomic),
    format(codes(Head, Tail), '~w', [Atomic]).
