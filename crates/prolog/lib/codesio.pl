:- module(codesio,
          [ format_to_codes/3, format_to_codes/4, write_to_codes/2, write_to_codes/3,
            write_term_to_codes/3, write_term_to_codes/4,
            read_from_codes/2, read_term_from_codes/3, open_codes_stream/2,
            with_output_to_codes/2, with_output_to_codes/3, with_output_to_codes/4
          ]).
:- meta_predicate
    with_output_to_codes(0, -), with_output_to_codes(0, -, ?), with_output_to_codes(0, -, -, ?).

% Reading from and writing to lists of character codes.

format_to_codes(Format, Args, Codes) :-
    format(codes(Codes), Format, Args).
format_to_codes(Format, Args, Codes, Tail) :-
    format(codes(Codes, Tail), Format, Args).

write_to_codes(Term, Codes) :-
    format(codes(Codes), '~w', [Term]).
write_to_codes(Term, Codes, Tail) :-
    format(codes(Codes, Tail), '~w', [Term]).

write_term_to_codes(Term, Codes, Options) :-
    format(codes(Codes), '~W', [Term, Options]).
write_term_to_codes(Term, Codes, Tail, Options) :-
    format(codes(Codes, Tail), '~W', [Term, Options]).

read_from_codes([], Term) :-
    !,
    Term = end_of_file.
read_from_codes(Codes, Term) :-
    read_term_from_codes(Codes, Term, []).

read_term_from_codes(Codes, Term, Options) :-
    string_codes(Text, Codes),
    term_string(Term, Text, Options).

open_codes_stream(Codes, Stream) :-
    string_codes(Text, Codes),
    open_string(Text, Stream).

with_output_to_codes(Goal, Codes) :-
    with_output_to(codes(Codes), Goal).
with_output_to_codes(Goal, Codes, Tail) :-
    with_output_to(codes(Codes, Tail), Goal).
with_output_to_codes(Goal, Stream, Codes, Tail) :-
    with_output_to(codes(Codes, Tail), ( current_output(Stream), once(Goal) )).
