:- module(pencilmark,
          [ grid/3, cell/4, cells/3, givens/2,
            sudoku/1, latin/1, rows/1, columns/1, boxes/1, boxes/3,
            regions/2, extra_region/1,
            diagonal/2, diagonals/1,
            anti_king/1, anti_knight/1, nonconsecutive/1,
            cage/1, cage/2, sum_of/2, little_killer/2,
            thermo/1, slow_thermo/1, arrow/2, whisper/2, renban/1, palindrome/1,
            between_line/1, region_sum/1,
            difference/3, ratio/3, x/2, v/2, odd/1, even/1,
            (table)/2, count/4, nvalue/2, minimum/2, maximum/2, assignment/2,
            puzzle/2, puzzle/3,
            why/1, why/2, print_grid/1
          ]).
:- reexport(library(clpfd)).
:- reexport(library(pencilmark_kinds)).
:- reexport(library(pencilmark_clues), [clue/2, clue/3, clue_kind/4, layers/2]).
:- use_module(library(pencilmark_clues)).
:- use_module(library(lists)).
:- use_module(library(apply)).

% Sudoku and its variants as constraints over rows of variables: a grid is a list of rows, a
% clue names the cells it is about. Cells come from the rows by unification, or by their names
% in a puzzle file with cells/3. Every kind of clue is also a predicate whose first argument is the
% grid (library(pencilmark_kinds)); where it shares name and arity with one of these, the first
% argument tells them apart.

:- meta_predicate why(0), why(0, -).

%   Grids and cells

%!  grid(?NRows, ?NColumns, ?Rows)
%   Rows is a list of NRows rows of NColumns cells.
grid(NRows, NColumns, Rows) :-
    length(Rows, NRows),
    maplist(row_of(NColumns), Rows).

row_of(N, Row) :-
    length(Row, N).

%!  cell(+Rows, ?R, ?C, ?Cell)
%   Cell is in row R and column C, counted from 1.
cell(Rows, R, C, Cell) :-
    nth1(R, Rows, Row),
    nth1(C, Row, Cell).

%!  cells(+Rows, +Names, -Cells)
%   The cells of these names, in order, written as in a puzzle file: "r1c1 r2c2-4 r5-7c9".
cells(Rows, Names, Cells) :-
    split_string(Names, " \t\n,", " \t\n,", Words0),
    exclude(==(""), Words0, Words),
    maplist(named_cells(Rows), Words, Lists),
    append(Lists, Cells).

named_cells(Rows, Word, Cells) :-
    (   string_codes(Word, Codes),
        phrase(cell_name(R1-R2, C1-C2), Codes)
    ->  findall(R-C, (walk(R1, R2, R), walk(C1, C2, C)), Places),
        maplist(place(Rows, Word), Places, Cells)
    ;   domain_error(cell_name, Word)
    ).

place(Rows, Word, R-C, Cell) :-
    (   cell(Rows, R, C, Cell)
    ->  true
    ;   existence_error(cell, Word)
    ).

walk(From, To, N) :-
    (   From =< To
    ->  between(From, To, N)
    ;   between(To, From, M),
        N is From + To - M
    ).

cell_name(Rs, Cs) --> letter(0'r), span(Rs), letter(0'c), span(Cs).

letter(Code) --> [C], { C =:= Code ; C =:= Code - 32 }, !.

span(From-To) -->
    number(From),
    (   "-" -> number(To) ; { To = From } ).

number(N) --> digit(D), digits(Ds), { number_codes(N, [D|Ds]) }.

digits([D|Ds]) --> digit(D), !, digits(Ds).
digits([]) --> [].

digit(D) --> [D], { D >= 0'0, D =< 0'9 }.

%!  givens(?Rows, +Lines)
%   The given digits, a line of text for each row: digits or letters from A for 10, and a dot,
%   a zero or an underscore for an empty cell.
givens(Rows, Lines) :-
    maplist(given_row, Rows, Lines).

given_row(Row, Line) :-
    string_codes(Line, Codes0),
    exclude(==(0'\s), Codes0, Codes),
    maplist(given_cell, Row, Codes).

given_cell(Cell, Code) :-
    (   memberchk(Code, `.0_`)
    ->  true
    ;   code_digit(Code, Cell)
    ).

code_digit(Code, Digit) :- Code >= 0'1, Code =< 0'9, !, Digit is Code - 0'0.
code_digit(Code, Digit) :- Code >= 0'A, Code =< 0'Z, !, Digit is Code - 0'A + 10.
code_digit(Code, Digit) :- Code >= 0'a, Code =< 0'z, !, Digit is Code - 0'a + 10.

%!  print_grid(+Rows)
%   Writes the rows, a dot for an unknown digit.
print_grid(Rows) :-
    forall(member(Row, Rows), print_row(Row)).

print_row(Row) :-
    maplist(shown, Row, Texts),
    atomic_list_concat(Texts, ' ', Line),
    writeln(Line).

shown(Cell, Text) :-
    (   var(Cell) -> Text = '.' ; Text = Cell ).

%   Houses

%!  sudoku(?Rows)
%   Rows, columns and boxes of a square grid hold the digits from 1 once each. Unbound Rows
%   become a grid of nine.
sudoku(Rows) :-
    latin(Rows),
    boxes(Rows).

%!  latin(?Rows)
%   Rows and columns of a square grid hold the digits from 1 once each.
latin(Rows) :-
    (   var(Rows) -> length(Rows, 9) ; true ),
    length(Rows, N),
    maplist(row_of(N), Rows),
    append(Rows, Cells),
    Cells ins 1..N,
    rows(Rows),
    columns(Rows).

rows(Rows) :-
    maplist(all_distinct, Rows).

columns(Rows) :-
    transpose(Rows, Columns),
    maplist(all_distinct, Columns).

%!  boxes(+Rows)
%   Boxes as square as they can be, not higher than wide.
boxes(Rows) :-
    length(Rows, N),
    box_height(N, H),
    W is N // H,
    bands(Rows, H, W).

box_height(N, H) :-
    Root is truncate(sqrt(N)),
    between(0, Root, Less),
    H is Root - Less,
    H > 0,
    N mod H =:= 0,
    !.

%!  boxes(+Rows, +Height, +Width)
boxes(Rows, H, W) :-
    bands(Rows, H, W),
    format(string(Statement), "boxes ~wx~w", [H, W]),
    remember_statements(Rows, Statement).

bands(Rows, H, W) :-
    (   Rows = []
    ->  true
    ;   length(Band, H),
        append(Band, Rest, Rows),
        transpose(Band, Columns),
        band_boxes(Columns, W),
        bands(Rest, H, W)
    ).

band_boxes([], _) :- !.
band_boxes(Columns, W) :-
    length(Box, W),
    append(Box, Rest, Columns),
    append(Box, Cells),
    all_distinct(Cells),
    band_boxes(Rest, W).

%!  regions(+Rows, +Map)
%   Cells with the same letter hold different digits. Map has a line of text, or a list, for
%   each row; a dot belongs to no region.
regions(Rows, Map) :-
    maplist(labelled_row, Rows, Map, Labelled),
    append(Labelled, Pairs),
    keysort(Pairs, Sorted),
    group_pairs_by_key(Sorted, Groups),
    maplist(region_cells, Groups),
    remember_regions(Rows, Map).

% Clues that speak of regions mean these.
remember_regions(Rows, Map) :-
    findall(Label-Name, place_label(Map, Label, Name), Places),
    keysort(Places, Sorted),
    group_pairs_by_key(Sorted, Groups),
    maplist(region_statement, Groups, Statements),
    atomic_list_concat(Statements, '\n', Text),
    remember_statements(Rows, Text).

place_label(Map, Label, Name) :-
    nth1(R, Map, Line),
    line_labels(Line, Labels),
    nth1(C, Labels, Label),
    Label \== '.',
    atomic_list_concat([r, R, c, C], Name).

region_statement(_-Names, Statement) :-
    atomic_list_concat([region|Names], ' ', Statement).

labelled_row(Row, Line, Pairs) :-
    line_labels(Line, Labels),
    pairs_keys_values(Pairs, Labels, Row).

line_labels(Line, Labels) :-
    (   is_list(Line) -> Labels = Line ; string_chars(Line, Labels) ).

region_cells(Label-Cells) :-
    (   Label == '.' -> true ; all_distinct(Cells) ).

extra_region(Cells) :-
    all_distinct(Cells).

%!  diagonal(+Rows, ?Direction)
%   Direction is `down` or `-` from the first cell, or `up` or `+` from the last row's first cell.
diagonal(Rows, Direction) :-
    (   Direction == (-) -> Way = down
    ;   Direction == (+) -> Way = up
    ;   Way = Direction
    ),
    diagonal_cells(Way, Rows, Cells),
    all_distinct(Cells).

diagonal_cells(down, Rows, Cells) :-
    down_diagonal(Rows, Cells).
diagonal_cells(up, Rows, Cells) :-
    reverse(Rows, Up),
    down_diagonal(Up, Cells).

down_diagonal(Rows, Cells) :-
    foldl(diagonal_cell, Rows, Cells, 1, _).

diagonal_cell(Row, Cell, I, J) :-
    nth1(I, Row, Cell),
    J is I + 1.

diagonals(Rows) :-
    diagonal(Rows, down),
    diagonal(Rows, up).

at(Rows, R-C, Cell) :-
    cell(Rows, R, C, Cell).

%   The whole grid

anti_king(Rows) :-
    moves(Rows, [1-1, 1-(-1)], differ).

anti_knight(Rows) :-
    moves(Rows, [1-2, 2-1, 1-(-2), 2-(-1)], differ).

%!  nonconsecutive(+Rows)
%   Neighbours along a row or column are never one apart.
nonconsecutive(Rows) :-
    moves(Rows, [0-1, 1-0], not_consecutive).

differ(A, B) :- A #\= B.

not_consecutive(A, B) :- abs(A - B) #\= 1.

moves(Rows, Steps, Relation) :-
    length(Rows, NRows),
    (   Rows = [Row|_] -> length(Row, NColumns) ; NColumns = 0 ),
    findall((R1-C1)-(R2-C2),
            ( between(1, NRows, R1), between(1, NColumns, C1),
              member(DR-DC, Steps),
              R2 is R1 + DR, C2 is C1 + DC,
              R2 >= 1, R2 =< NRows, C2 >= 1, C2 =< NColumns ),
            Pairs),
    maplist(move(Rows, Relation), Pairs).

move(Rows, Relation, P1-P2) :-
    at(Rows, P1, A),
    at(Rows, P2, B),
    call(pencilmark:Relation, A, B).

%   Cages and sums

%!  cage(+Cells)
%   Different digits.
cage(Cells) :-
    all_distinct(Cells).

%!  cage(?Sum, +Cells)
%   Different digits that add up to Sum.
cage(Rows, Cells) :-
    is_grid(Rows),
    !,
    kind(Rows, cage, [cells(Cells)]).
cage(Sum, Cells) :-
    all_distinct(Cells),
    sum(Cells, #=, Sum).

%!  sum_of(?Sum, +Cells)
%   Digits, not necessarily different, that add up to Sum.
sum_of(Sum, Cells) :-
    sum(Cells, #=, Sum).

%!  little_killer(?Sum, +Cells)
%   The cells of a diagonal add up to Sum.
little_killer(Sum, Cells) :-
    sum(Cells, #=, Sum).

%   Lines

%!  thermo(+Cells)
%   Digits increase from the bulb.
thermo(Cells) :-
    chain(Cells, #<).

%!  slow_thermo(+Cells)
%   Digits do not decrease from the bulb.
slow_thermo(Cells) :-
    chain(Cells, #=<).

%!  arrow(+Circle, +Cells)
%   The digits of the cells add up to the circle's; a list of cells as Circle is a pill that is
%   read as one number.
arrow(Circle, Cells) :-
    (   is_list(Circle)
    ->  foldl(append_digit, Circle, 0, Number)
    ;   Number = Circle
    ),
    sum(Cells, #=, Number).

append_digit(Digit, Before, Before * 10 + Digit).

%!  whisper(+Difference, +Cells)
%   Neighbours on the line are at least Difference apart.
whisper(Rows, Cells) :-
    is_grid(Rows),
    !,
    kind(Rows, whisper, [cells(Cells)]).
whisper(Difference, Cells) :-
    neighbours(Cells, apart(Difference)).

apart(Difference, A, B) :- abs(A - B) #>= Difference.

neighbours([], _).
neighbours([A|As], Relation) :-
    neighbours(As, A, Relation).

neighbours([], _, _).
neighbours([B|Bs], A, Relation) :-
    call(pencilmark:Relation, A, B),
    neighbours(Bs, B, Relation).

%!  renban(+Cells)
%   Consecutive digits in any order.
renban([]).
renban([Cell|Cells]) :-
    all_distinct([Cell|Cells]),
    foldl(larger_of, Cells, Cell, Most),
    foldl(smaller_of, Cells, Cell, Least),
    length(Cells, Span),
    Most - Least #= Span.

larger_of(Cell, E, max(E, Cell)).
smaller_of(Cell, E, min(E, Cell)).

%!  palindrome(+Cells)
%   The line reads the same from both ends.
palindrome(Cells) :-
    reverse(Cells, Cells).

%!  between_line(+Cells)
%   The digits between the ends lie strictly between the digits at the ends.
between_line([A|Rest]) :-
    append(Middle, [B], Rest),
    !,
    Up #<==> A #< B,
    A #\= B,
    maplist(inside(A, B, Up), Middle).

inside(A, B, Up, Cell) :-
    Up #==> (A #< Cell #/\ Cell #< B),
    #\ Up #==> (B #< Cell #/\ Cell #< A).

%!  region_sum(+Parts)
%   Every part (a list of cells) of the line has the same sum.
region_sum([]).
region_sum([Part|Parts]) :-
    foldl(plus_cell, Part, 0, Sum),
    maplist(same_sum(Sum), Parts).

plus_cell(Cell, E, E + Cell).

same_sum(Sum, Part) :-
    sum(Part, #=, Sum).

%   Edges and single cells

%!  difference(+D, ?A, ?B)
%   A dot between two cells: they are D apart.
difference(Rows, N, Cells) :-
    is_grid(Rows),
    !,
    kind(Rows, difference, [number(N), cells(Cells)]).
difference(D, A, B) :- abs(A - B) #= D.

%!  ratio(+K, ?A, ?B)
%   A dot between two cells: one is K times the other.
ratio(Rows, N, Cells) :-
    is_grid(Rows),
    !,
    kind(Rows, ratio, [number(N), cells(Cells)]).
ratio(K, A, B) :- A #= K * B #\/ B #= K * A.

x(Rows, Cells) :-
    is_grid(Rows),
    !,
    kind(Rows, x, [cells(Cells)]).
x(A, B) :- A + B #= 10.

v(Rows, Cells) :-
    is_grid(Rows),
    !,
    kind(Rows, v, [cells(Cells)]).
v(A, B) :- A + B #= 5.

odd(Cell) :- Cell mod 2 #= 1.

even(Cell) :- Cell mod 2 #= 0.

%   Constraints that other systems have

%!  table(+Tuples, +Rows)
%   Each tuple is one of the rows.
table(Tuples, Rows) :-
    tuples_in(Tuples, Rows).

%!  count(+Value, +Cells, +Relation, ?N)
%   The number of cells that are Value stands in Relation (`#=`, `#<`, ...) to N.
count(Value, Cells, Relation, N) :-
    maplist(equals(Value), Cells, Truths),
    sum(Truths, Relation, N).

equals(Value, Cell, Truth) :- Truth #<==> Cell #= Value.

%!  nvalue(?N, +Cells)
%   The cells have N different values.
nvalue(N, Cells) :-
    firsts(Cells, [], Truths),
    sum(Truths, #=, N).

firsts([], _, []).
firsts([Cell|Cells], Before, [Truth|Truths]) :-
    foldl(and_differs(Cell), Before, 1, New),
    Truth #<==> New,
    firsts(Cells, [Cell|Before], Truths).

and_differs(Cell, Other, Formula, Formula #/\ Cell #\= Other).

%!  minimum(?Least, +Cells)
minimum(Rows, Cells) :-
    is_grid(Rows),
    !,
    kind(Rows, minimum, [cells(Cells)]).
minimum(Least, [Cell|Cells]) :-
    foldl(smaller_of, Cells, Cell, E),
    Least #= E.

%!  maximum(?Most, +Cells)
maximum(Rows, Cells) :-
    is_grid(Rows),
    !,
    kind(Rows, maximum, [cells(Cells)]).
maximum(Most, [Cell|Cells]) :-
    foldl(larger_of, Cells, Cell, E),
    Most #= E.

%!  assignment(?Xs, ?Ys)
%   Ys is the inverse of Xs: the I-th of Xs is J if the J-th of Ys is I, both from 1.
assignment(Xs, Ys) :-
    same_length(Xs, Ys),
    length(Xs, N),
    Xs ins 1..N,
    Ys ins 1..N,
    all_distinct(Xs),
    all_distinct(Ys),
    foldl(points_back(Ys), Xs, 1, _).

points_back(Ys, X, I, J) :-
    element(X, Ys, I),
    J is I + 1.

%   Puzzle files

%!  puzzle(+File, -Rows)
%   The grid of a puzzle file, with all its constraints posted.
puzzle(File, Rows) :-
    puzzle(File, Rows, _).

%!  puzzle(+File, -Rows, -Named)
%   Named is a list of Name=Variable for the `var` lines of the file.
puzzle(File, Rows, Named) :-
    '$puzzle_text'(File, Text),
    term_string(puzzle(Rows0, Named0, Goals), Text),
    post_goals(Goals),
    Rows = Rows0,
    Named = Named0.

%   Reasons

%!  why(:Goal)
%   Prints a smallest set of the constraints that Goal posts which cannot all hold. Taking any
%   one of them away makes the rest possible.
why(Goal) :-
    term_variables(Goal, Vars),
    (   why(Goal, Reasons)
    ->  copy_term(Vars-Reasons, Vars-Shown, _),
        forall(member(Reason, Shown), ( print(Reason), nl ))
    ;   print_message(informational, format("these constraints do not contradict each other", [])),
        fail
    ).

%!  why(:Goal, -Reasons)
%   The constraints that Goal posts and that contradict each other. Constraints are collected
%   while Goal runs and only then posted, so that each keeps the form it was written in.
%   Fails if they have a solution.
why(Goal, Reasons) :-
    collected(Goal, Constraints),
    contradictory(Constraints),
    shrink(Constraints, [], Reasons0),
    maplist(bare, Reasons0, Reasons).

collected(Goal, Constraints) :-
    b_setval('$collected', []),
    setup_call_cleanup('$fd_collecting'(true), once(Goal), '$fd_collecting'(false)),
    b_getval('$collected', Newest),
    reverse(Newest, Constraints).

bare(clpfd:Goal, Goal).

shrink([], Kept, Reasons) :-
    reverse(Kept, Reasons).
shrink([C|Cs], Kept, Reasons) :-
    append(Kept, Cs, Others),
    (   contradictory(Others)
    ->  shrink(Cs, Kept, Reasons)
    ;   shrink(Cs, [C|Kept], Reasons)
    ).

contradictory(Constraints) :-
    \+ possible(Constraints).

possible(Constraints) :-
    maplist(call, Constraints),
    term_variables(Constraints, Vars),
    include(bounded, Vars, Finite),
    labeling([ff], Finite),
    !.

bounded(Var) :-
    fd_size(Var, Size),
    integer(Size).
