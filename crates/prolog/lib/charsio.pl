:- module(charsio,
          [ format_to_chars/3, format_to_chars/4, write_to_chars/2, write_to_chars/3,
            atom_to_chars/2, atom_to_chars/3, number_to_chars/2, number_to_chars/3,
            read_from_chars/2, read_term_from_chars/3, open_chars_stream/2,
            with_output_to_chars/2, with_output_to_chars/3, with_output_to_chars/4
          ]).
:- use_module(library(codesio)).
:- meta_predicate
    with_output_to_chars(0, -), with_output_to_chars(0, -, ?), with_output_to_chars(0, -, -, ?).

% Reading from and writing to lists of character codes.

format_to_chars(Format, Args, Codes) :-
    format(codes(Codes), Format, Args).
format_to_chars(Format, Args, Codes, Tail) :-
    format(codes(Codes, Tail), Format, Args).

write_to_chars(Term, Codes) :-
    format(codes(Codes), '~w', [Term]).
write_to_chars(Term, Codes, Tail) :-
    format(codes(Codes, Tail), '~w', [Term]).

atom_to_chars(Atom, Codes) :-
    format(codes(Codes), '~w', [Atom]).
atom_to_chars(Atom, Codes, Tail) :-
    format(codes(Codes, Tail), '~w', [Atom]).
number_to_chars(Number, Codes) :-
    format(codes(Codes), '~w', [Number]).
number_to_chars(Number, Codes, Tail) :-
    format(codes(Codes, Tail), '~w', [Number]).

% Codes are what these call characters.

read_from_chars(Codes, Term) :-
    read_from_codes(Codes, Term).

read_term_from_chars(Codes, Term, Options) :-
    read_term_from_codes(Codes, Term, Options).

open_chars_stream(Codes, Stream) :-
    open_codes_stream(Codes, Stream).

with_output_to_chars(Goal, Codes) :-
    with_output_to_codes(Goal, Codes).
with_output_to_chars(Goal, Codes, Tail) :-
    with_output_to_codes(Goal, Codes, Tail).
with_output_to_chars(Goal, Stream, Codes, Tail) :-
    with_output_to_codes(Goal, Stream, Codes, Tail).
