:- module(ctypes,
          [ is_alnum/1, is_alpha/1, is_ascii/1, is_cntrl/1, is_csym/1, is_csymf/1, is_digit/1,
            is_digit/3, is_endfile/1, is_endline/1, is_graph/1, is_lower/1, is_newline/1,
            is_newpage/1, is_paren/2, is_period/1, is_print/1, is_punct/1, is_quote/1, is_space/1,
            is_upper/1, is_white/1, to_lower/2, to_upper/2, upper_lower/2
          ]).

% Classes of character codes.

is_alnum(C) :- code_type(C, alnum).
is_alpha(C) :- code_type(C, alpha).
is_csym(C) :- code_type(C, csym).
is_csymf(C) :- code_type(C, csymf).
is_graph(C) :- code_type(C, graph).
is_lower(C) :- code_type(C, lower).
is_upper(C) :- code_type(C, upper).
is_print(C) :- code_type(C, print).
is_punct(C) :- code_type(C, punct).
is_space(C) :- code_type(C, space).
is_white(C) :- code_type(C, white).
is_cntrl(C) :- code_type(C, cntrl).
is_endline(C) :- code_type(C, end_of_line).
is_newline(C) :- code_type(C, newline).
is_period(C) :- code_type(C, period).
is_quote(C) :- code_type(C, quote).
is_ascii(C) :- integer(C), C >= 0, C < 128.
is_endfile(-1).
is_newpage(12).
is_digit(C) :- code_type(C, digit).

is_digit(C, Base, Weight) :-
    Base >= 2,
    Base =< 36,
    (   code_type(C, digit(W0)) -> true
    ;   C >= 0'a, C =< 0'z -> W0 is C - 0'a + 10
    ;   C >= 0'A, C =< 0'Z -> W0 is C - 0'A + 10
    ),
    W0 < Base,
    Weight = W0.

is_paren(0'(, 0')).
is_paren(0'[, 0']).
is_paren(0'{, 0'}).

to_lower(Code, Lower) :-
    char_code(Char, Code),
    downcase_atom(Char, Down),
    char_code(Down, Lower).
to_upper(Code, Upper) :-
    char_code(Char, Code),
    upcase_atom(Char, Up),
    char_code(Up, Upper).

upper_lower(Upper, Lower) :-
    (   nonvar(Upper)
    ->  code_type(Upper, upper(Lower))
    ;   code_type(Lower, lower(Upper))
    ).
