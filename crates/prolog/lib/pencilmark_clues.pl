:- module(pencilmark_clues,
          [ clue/2, clue/3, clue_kind/4, kind/3, layers/2, is_grid/1, post_goals/1,
            remember_statements/2
          ]).
:- use_module(library(clpfd)).
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(error)).

% Clues of any kind, written as in a puzzle file. What was said about a grid is remembered until
% backtracking: some clues mean something else because of others (a negative constraint, regions
% instead of boxes, cells that count double).

%!  clue(+Rows, +Statements)
%   Clues about the grid Rows, one a line: clue(Rows, "renban r1c1-4"). Rows, columns and boxes
%   are not posted by it; clues that speak of them mean the usual ones, or those of regions/2 and
%   boxes/3. The digits are those that the cells can have when the first clue is posted, unless a
%   line `digits LO-HI` tells them.
clue(Rows, Statements) :-
    clue(Rows, Statements, _).

%!  clue(+Rows, +Statements, -Named)
%   Named is a list of Name=Variable for the variables and layers of the grid's statements.
clue(Rows, Statements, Named) :-
    must_be_grid(Rows),
    said(Rows, Digits, Before, Known, Others),
    header(Rows, Digits, Before, Statements, Header),
    '$clue_text'(Header, Statements, TermText),
    term_string(puzzle(Rows, Named0, Goals), TermText),
    maplist(same_variable(Named0), Known),
    post_goals(Goals),
    format(string(All), "~w~w~n", [Before, Statements]),
    b_setval('$pencilmark_said', [said(Rows, Digits, All, Named0)|Others]),
    Named = Named0.

%!  layers(+Rows, -Named)
%   Name=Variable for the variables and layers of all statements so far.
layers(Rows, Named) :-
    said(Rows, _, _, Named, _).

%!  remember_statements(+Rows, +Statements)
%   Later clues take these statements into account; nothing is posted.
remember_statements(Rows, Statements) :-
    said(Rows, Digits, Before, Known, Others),
    format(string(All), "~w~w~n", [Before, Statements]),
    b_setval('$pencilmark_said', [said(Rows, Digits, All, Known)|Others]).

% said(+Rows, -Digits, -Statements, -Named, -Others): what was said about this grid.
said(Rows, Digits, Statements, Named, Others) :-
    (   nb_current('$pencilmark_said', All)
    ->  true
    ;   All = []
    ),
    (   append(Before, [said(Grid, Digits0, Statements0, Named0)|After], All),
        Grid == Rows
    ->  Digits = Digits0,
        Statements = Statements0,
        Named = Named0,
        append(Before, After, Others)
    ;   append(Rows, Cells),
        ( digits_of(Cells, Low, High) -> Digits = Low-High ; Digits = usual ),
        Statements = "",
        Named = [],
        Others = All
    ).

same_variable(Named, Name=Variable) :-
    (   memberchk(Name=Other, Named)
    ->  Variable = Other
    ;   true
    ).

header(Rows, Digits, Before, Statements, Header) :-
    length(Rows, NRows),
    Rows = [Row|_],
    length(Row, NColumns),
    format(string(Grid), "grid ~wx~w~n", [NRows, NColumns]),
    string_concat(Before, Statements, All),
    (   ( says(All, "digits") ; Digits == usual )
    ->  DigitLine = ""
    ;   Digits = Low-High,
        format(string(DigitLine), "digits ~w-~w~n", [Low, High])
    ),
    houses(All, Digits, NRows, NColumns, Houses),
    atomic_list_concat([Grid, DigitLine, Houses, Before], Header).

% Houses are the usual ones unless others were told, or there are too few digits for them.
houses(All, Digits, NRows, NColumns, Text) :-
    (   Digits = Low-High -> Count is High - Low + 1 ; Count = inf ),
    findall(Line,
            ( unusual(House, Words, Cells),
              \+ says(All, House),
              (   member(Word, Words),
                  says(All, Word)
              ->  true
              ;   cells_of(Cells, NRows, NColumns, N),
                  Count < N
              ),
              format(atom(Line), '~w none~n', [House])
            ),
            Lines),
    atomic_list_concat(Lines, Text).

unusual("rows", ["row"], columns).
unusual("columns", ["column"], rows).
unusual("boxes", ["box", "region", "chaos-construction"], longer).

cells_of(columns, _, NColumns, NColumns).
cells_of(rows, NRows, _, NRows).
cells_of(longer, NRows, NColumns, N) :-
    N is max(NRows, NColumns).

% Does a line start with this word?
says(Statements, Word) :-
    split_string(Statements, "\n", " \t\r", Lines),
    member(Line, Lines),
    split_string(Line, " \t", "", [Word|_]),
    !.

digits_of([Cell|Cells], Low, High) :-
    fd_inf(Cell, Low0),
    fd_sup(Cell, High0),
    integer(Low0),
    integer(High0),
    foldl(wider, Cells, Low0-High0, Low-High).

wider(Cell, Low0-High0, Low-High) :-
    fd_inf(Cell, L),
    fd_sup(Cell, H),
    integer(L),
    integer(H),
    Low is min(L, Low0),
    High is max(H, High0).

post_goals([]).
post_goals([Goal|Goals]) :-
    call(clpfd:Goal),
    post_goals(Goals).

%!  clue_kind(?Name, ?Syntax, ?Meaning, ?Example)
%   The kinds of clues that clue/2 knows.
clue_kind(Name, Syntax, Meaning, Example) :-
    '$kinds'(Text),
    term_string(Kinds, Text),
    member(kind(Name, Syntax, Meaning, Example), Kinds).

%!  is_grid(@Term)
%   Term is a list of rows: what tells kind(Rows, ...) from a predicate about cells alone.
is_grid(Rows) :-
    nonvar(Rows),
    Rows = [Row|_],
    is_list(Row),
    Row = [_|_].

must_be_grid(Rows) :-
    (   is_grid(Rows)
    ->  must_be(list(list), Rows)
    ;   must_be(list(list), Rows),
        domain_error(grid, Rows)
    ).

%!  kind(+Rows, +Name, +Arguments)
%   A clue of this kind about the grid. An argument is what(Value), by what the statement has in
%   its place.
kind(Rows, Name, Arguments) :-
    must_be_grid(Rows),
    maplist(argument(Rows), Arguments, Texts),
    atomic_list_concat([Name|Texts], ' ', Statement),
    clue(Rows, Statement).

argument(_, =, =).
argument(_, number(N), N) :-
    must_be(integer, N).
argument(_, numbers(Ns), Text) :-
    (   is_list(Ns)
    ->  maplist(must_be(integer), Ns),
        atomic_list_concat(Ns, ' ', Text)
    ;   must_be(integer, Ns),
        Text = Ns
    ).
argument(_, counts(Counts), Text) :-
    (   is_list(Counts)
    ->  maplist(count_text, Counts, Texts),
        atomic_list_concat(Texts, ' ', Text)
    ;   plain_text(Counts, Text)
    ).
argument(Rows, cells(Cells), Text) :-
    cells_text(Rows, Cells, Text).
argument(Rows, lists(Lists), Text) :-
    (   is_list(Lists),
        member(List, Lists),
        is_list(List)
    ->  maplist(cells_text(Rows), Lists, Texts),
        atomic_list_concat(Texts, ' / ', Text)
    ;   cells_text(Rows, Lists, Text)
    ).
argument(_, text(Value), Text) :-
    plain_text(Value, Text).

count_text(Count, Text) :-
    must_be(pair, Count),
    Count = Times-Digit,
    must_be(integer, Times),
    must_be(integer, Digit),
    atomic_list_concat([Times, x, Digit], Text).

plain_text(Value, Text) :-
    must_be(nonvar, Value),
    (   ( atom(Value) ; string(Value) )
    ->  Text = Value
    ;   type_error(text, Value)
    ).

% Cells are a text as in a puzzle file, or a list of such texts, of places Row-Column, and of
% variables of the grid.
cells_text(Rows, Cells, Text) :-
    (   is_list(Cells)
    ->  maplist(cell_text(Rows), Cells, Texts),
        atomic_list_concat(Texts, ' ', Text)
    ;   cell_text(Rows, Cells, Text)
    ).

cell_text(Rows, Cell, Text) :-
    var(Cell),
    !,
    (   nth1(R, Rows, Row),
        nth1(C, Row, Found),
        Found == Cell
    ->  atomic_list_concat([r, R, c, C], Text)
    ;   instantiation_error(Cell)
    ).
cell_text(_, R-C, Text) :-
    !,
    (   integer(R),
        integer(C)
    ->  atomic_list_concat([r, R, c, C], Text)
    ;   atom(R),
        atom(C)
    ->  atomic_list_concat([R, C], -, Text)
    ;   type_error(cell, R-C)
    ).
cell_text(_, Cell, Text) :-
    (   ( atom(Cell) ; string(Cell) )
    ->  Text = Cell
    ;   type_error(cell, Cell)
    ).
