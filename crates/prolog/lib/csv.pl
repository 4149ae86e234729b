:- module(csv,
          [ csv//1, csv//2, csv_read_file/2, csv_read_file/3, csv_read_file_row/3,
            csv_read_stream/3, csv_read_row/3, csv_options/2, csv_write_file/2, csv_write_file/3,
            csv_write_stream/3
          ]).
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(option)).
:- use_module(library(error)).

% Comma separated values: a row is a term row(Field, ...).

%!  csv_options(-Compiled, +Options)
%   Options in the form that csv_read_row/3 wants.
csv_options(csv(Separator, Strip, Convert, Case, Functor, Arity, MatchArity, Skip), Options) :-
    option(separator(Separator), Options, 0',),
    option(strip(Strip), Options, false),
    option(convert(Convert), Options, true),
    option(case(Case), Options, preserve),
    option(functor(Functor), Options, row),
    option(arity(Arity), Options, _),
    option(match_arity(MatchArity), Options, true),
    option(skip_header(Skip), Options, -).

csv(Rows) -->
    csv(Rows, []).

csv(Rows, Options) -->
    { csv_options(Compiled, Options) },
    (   { var(Rows) }
    ->  skip_header(Compiled),
        read_rows(Rows, Compiled)
    ;   write_rows(Rows, Compiled)
    ).

csv_read_file(File, Rows) :-
    csv_read_file(File, Rows, []).

csv_read_file(File, Rows, Options0) :-
    with_separator(File, Options0, Options),
    csv_file_options(Options, _, StreamOptions),
    setup_call_cleanup(open(File, read, Stream, StreamOptions),
                       csv_read_stream(Stream, Rows, Options),
                       close(Stream)).

csv_file_options(Options, Options, StreamOptions) :-
    include(stream_option, Options, StreamOptions).

stream_option(encoding(_)).

% Files .tsv have tabs.
with_separator(File, Options0, Options) :-
    (   \+ option(separator(_), Options0),
        file_name_extension(_, tsv, File)
    ->  Options = [separator(0'\t)|Options0]
    ;   Options = Options0
    ).

csv_read_stream(Stream, Rows, Options) :-
    read_string(Stream, _, Text),
    string_codes(Text, Codes),
    phrase(csv(Rows, Options), Codes),
    !.

csv_read_file_row(File, Row, Options0) :-
    select_option(line(Line), Options0, Options, _),
    csv_read_file(File, Rows, Options),
    nth1(Line, Rows, Row).

csv_read_row(Stream, Row, Compiled) :-
    (   at_end_of_stream(Stream)
    ->  Row = end_of_file
    ;   row_text(Stream, Codes),
        phrase(read_row(Row, Compiled), Codes)
    ->  true
    ;   syntax_error(illegal_csv)
    ).

% The text of a row: quoted fields may go on over lines.
row_text(Stream, Codes) :-
    read_line(Stream, Line),
    (   odd_quotes(Line),
        \+ at_end_of_stream(Stream)
    ->  row_text(Stream, More),
        append(Line, [0'\n|More], Codes)
    ;   Codes = Line
    ).

read_line(Stream, Codes) :-
    read_line_to_codes(Stream, Line),
    (   Line == end_of_file -> Codes = [] ; Codes = Line ).

odd_quotes(Codes) :-
    include(==(0'"), Codes, Quotes),
    length(Quotes, N),
    N mod 2 =:= 1.

skip_header(csv(_, _, _, _, _, _, _, Skip)) -->
    (   { Skip == (-) }
    ->  []
    ;   skip_comments(Skip)
    ).

skip_comments(Skip) -->
    { atom_codes(Skip, Start) },
    (   Start
    ->  skip_line,
        skip_comments(Skip)
    ;   []
    ).

skip_line -->
    [C],
    !,
    (   { C == 0'\n } -> [] ; skip_line ).
skip_line -->
    [].

read_rows([], _) -->
    end,
    !.
read_rows([Row|Rows], Compiled) -->
    read_row(Row, Compiled),
    !,
    read_rows(Rows, Compiled).

end([], []).

read_row(Row, Compiled) -->
    { Compiled = csv(_, _, _, _, Functor, Arity, MatchArity, _) },
    fields(Fields, Compiled),
    { (   MatchArity == true
      ->  length(Fields, Found),
          (   var(Arity)
          ->  Arity = Found
          ;   Arity == Found
          ->  true
          ;   domain_error(row_arity(Arity), Found)
          )
      ;   true
      ),
      Row =.. [Functor|Fields]
    }.

fields([Field|Fields], Compiled) -->
    { arg(1, Compiled, Separator) },
    field(Field, Compiled),
    (   [Separator]
    ->  fields(Fields, Compiled)
    ;   row_end
    ->  { Fields = [] }
    ).

row_end --> "\r\n", !.
row_end --> "\n", !.
row_end --> "\r", !.
row_end --> end.

field(Value, Compiled) -->
    blanks(Compiled),
    "\"",
    !,
    quoted(Codes),
    blanks(Compiled),
    { quoted_value(Codes, Compiled, Value) }.
field(Value, Compiled) -->
    { arg(1, Compiled, Separator) },
    plain(Codes0, Separator),
    { stripped(Codes0, Compiled, Codes),
      plain_value(Codes, Compiled, Value)
    }.

blanks(csv(Separator, Strip, _, _, _, _, _, _)) -->
    (   { Strip == true } -> blanks_(Separator) ; [] ).

blanks_(Separator) -->
    [C],
    { C \== Separator,
      C \== 0'\n,
      C \== 0'\r,
      code_type(C, space)
    },
    !,
    blanks_(Separator).
blanks_(_) -->
    [].

quoted(Codes) -->
    "\"",
    !,
    (   "\""
    ->  { Codes = [0'"|More] },
        quoted(More)
    ;   { Codes = [] }
    ).
quoted([C|Codes]) -->
    [C],
    quoted(Codes).

plain([C|Codes], Separator) -->
    [C],
    { C \== Separator, C \== 0'\n, C \== 0'\r },
    !,
    plain(Codes, Separator).
plain([], _) -->
    [].

stripped(Codes0, csv(_, Strip, _, _, _, _, _, _), Codes) :-
    (   Strip == true
    ->  string_codes(Text0, Codes0),
        normalize_ends(Text0, Text),
        string_codes(Text, Codes)
    ;   Codes = Codes0
    ).

normalize_ends(Text0, Text) :-
    split_string(Text0, "", " \t", [Text]).

% A quoted field is text, whatever it looks like; others may be numbers.
quoted_value(Codes, Compiled, Value) :-
    cased(Codes, Compiled, Cased),
    arg(3, Compiled, Convert),
    (   Convert == true,
        catch(number_codes(Number, Cased), _, fail)
    ->  Value = Number
    ;   atom_codes(Value, Cased)
    ).

plain_value(Codes, Compiled, Value) :-
    quoted_value(Codes, Compiled, Value).

cased(Codes, csv(_, _, _, Case, _, _, _, _), Cased) :-
    (   Case == down
    ->  string_codes(Text, Codes),
        string_lower(Text, Lower),
        string_codes(Lower, Cased)
    ;   Case == up
    ->  string_codes(Text, Codes),
        string_upper(Text, Upper),
        string_codes(Upper, Cased)
    ;   Cased = Codes
    ).

%   Writing

csv_write_file(File, Rows) :-
    csv_write_file(File, Rows, []).

csv_write_file(File, Rows, Options0) :-
    with_separator(File, Options0, Options),
    csv_file_options(Options, _, StreamOptions),
    setup_call_cleanup(open(File, write, Stream, StreamOptions),
                       csv_write_stream(Stream, Rows, Options),
                       close(Stream)).

csv_write_stream(Stream, Rows, Options) :-
    csv_options(Compiled, Options),
    forall(member(Row, Rows),
           ( phrase(write_row(Row, Compiled), Codes),
             format(Stream, '~s', [Codes])
           )).

write_rows([], _) -->
    [].
write_rows([Row|Rows], Compiled) -->
    write_row(Row, Compiled),
    write_rows(Rows, Compiled).

write_row(Row, Compiled) -->
    { Row =.. [_|Fields],
      arg(1, Compiled, Separator)
    },
    write_fields(Fields, Separator),
    "\r\n".

write_fields([], _) -->
    [].
write_fields([Field], Separator) -->
    !,
    write_field(Field, Separator).
write_fields([Field|Fields], Separator) -->
    write_field(Field, Separator),
    [Separator],
    write_fields(Fields, Separator).

write_field(Field, Separator) -->
    { format(codes(Codes), '~w', [Field]) },
    (   { number(Field) ; plain_enough(Codes, Separator) }
    ->  codes(Codes)
    ;   "\"",
        escaped(Codes),
        "\""
    ).

plain_enough(Codes, Separator) :-
    \+ ( member(C, Codes),
         ( C == Separator ; C == 0'" ; C == 0'\n ; C == 0'\r )
       ).

codes([]) -->
    [].
codes([C|Cs]) -->
    [C],
    codes(Cs).

escaped([]) -->
    [].
escaped([C|Cs]) -->
    (   { C == 0'" }
    ->  "\"\""
    ;   [C]
    ),
    escaped(Cs).
