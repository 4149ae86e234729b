% Reading lines and whole files.

:- module(readutil,
          [ read_line_to_codes/2, read_line_to_codes/3, read_line_to_string/2,
            read_stream_to_codes/2, read_stream_to_codes/3, read_term/2, read_file_to_codes/3,
            read_file_to_string/3, read_file_to_terms/3
          ]).

read_line_to_codes(Stream, Codes) :-
    get_code(Stream, C),
    (   C =:= -1
    ->  Codes = -1
    ;   line_codes(C, Stream, Codes0),
        Codes = Codes0
    ).

line_codes(-1, _, []) :- !.
line_codes(0'\n, _, []) :- !.
line_codes(C, Stream, Codes) :-
    get_code(Stream, Next),
    (   C =:= 0'\r,
        ( Next =:= 0'\n ; Next =:= -1 )
    ->  Codes = []
    ;   Codes = [C|Rest],
        line_codes(Next, Stream, Rest)
    ).

% With a tail, the end of the line is kept.
read_line_to_codes(Stream, Codes, Tail) :-
    get_code(Stream, C),
    line_codes(C, Stream, Codes, Tail).

line_codes(-1, _, Tail, Tail) :- !,
    Tail = [].
line_codes(0'\n, _, [0'\n|Tail], Tail) :- !.
line_codes(C, Stream, [C|Codes], Tail) :-
    get_code(Stream, Next),
    line_codes(Next, Stream, Codes, Tail).

read_line_to_string(Stream, String) :-
    read_line_to_codes(Stream, Codes),
    (   Codes == -1
    ->  String = end_of_file
    ;   string_codes(String, Codes)
    ).

read_stream_to_codes(Stream, Codes) :-
    read_stream_to_codes(Stream, Codes, []).

read_stream_to_codes(Stream, Codes, Tail) :-
    get_code(Stream, C),
    stream_codes(C, Stream, Codes, Tail).

stream_codes(-1, _, Tail, Tail) :- !.
stream_codes(C, Stream, [C|Codes], Tail) :-
    get_code(Stream, Next),
    stream_codes(Next, Stream, Codes, Tail).

read_file_to_codes(Spec, Codes, Options) :-
    with_file(Spec, Options, Stream,
              ( option_tail(Options, Tail),
                read_stream_to_codes(Stream, Codes, Tail)
              )).

option_tail(Options, Tail) :-
    (   memberchk(tail(Tail0), Options)
    ->  Tail = Tail0
    ;   Tail = []
    ).

read_file_to_string(Spec, String, Options) :-
    with_file(Spec, Options, Stream,
              ( read_stream_to_codes(Stream, Codes),
                string_codes(String, Codes)
              )).

read_file_to_terms(Spec, Terms, Options) :-
    with_file(Spec, Options, Stream,
              ( option_tail(Options, Tail),
                read(Stream, Term),
                stream_terms(Term, Stream, Terms, Tail)
              )).

stream_terms(end_of_file, _, Tail, Tail) :- !.
stream_terms(Term, Stream, [Term|Terms], Tail) :-
    read(Stream, Next),
    stream_terms(Next, Stream, Terms, Tail).

:- meta_predicate with_file(+, +, -, 0).

with_file(Spec, Options, Stream, Goal) :-
    open_options(Options, OpenOptions),
    source_path(Spec, Path),
    setup_call_cleanup(open(Path, read, Stream, OpenOptions),
                       Goal,
                       close(Stream)).

source_path(Spec, Path) :-
    (   compound(Spec)
    ->  absolute_file_name(Spec, Path, [access(read)])
    ;   Path = Spec
    ).

open_options([], []).
open_options([O|Os], Options) :-
    (   O = encoding(_)
    ->  Options = [O|Rest]
    ;   Options = Rest
    ),
    open_options(Os, Rest).
