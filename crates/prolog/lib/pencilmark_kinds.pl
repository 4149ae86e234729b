% Every kind of clue as a predicate, made from the table of kinds by tests/kinds.rs.

:- module(pencilmark_kinds,
          [ row/2,
            column/2,
            box/2,
            region/2,
            extra_region/2,
            windoku/1,
            disjoint_groups/1,
            given/3,
            candidates/3,
            odd/2,
            even/2,
            row_indexer/2,
            column_indexer/2,
            box_indexer/2,
            non_consecutive/1,
            anti_consecutive/1,
            diagonal_non_consecutive/1,
            anti_taxicab/1,
            taxicab/2,
            chess/3,
            knightmare/1,
            knightmare/2,
            negative_ratio/1,
            negative_ratio/2,
            negative_difference/1,
            negative_difference/2,
            negative_xv/1,
            negative_sum/2,
            strict_kropki/1,
            global_entropy/1,
            global_modular/1,
            global_modular/2,
            dutch_flatmates/1,
            same_digits_in_houses/1,
            doppelganger/1,
            cage/3,
            sum_of/3,
            multi_cage/3,
            digital_root_cage/3,
            rellik/3,
            equality_cage/2,
            look_and_say/3,
            contains/3,
            contains_exactly/3,
            quadruple/3,
            quadruple_set/3,
            clone/3,
            same_digits/2,
            counting_circles/2,
            count_distinct/3,
            value_indexing/2,
            thermo/2,
            slow_thermo/2,
            arrow/3,
            palindrome/2,
            renban/2,
            nabner/2,
            whisper/3,
            dutch_whisper/2,
            modular_line/2,
            modular_line/3,
            parity_line/2,
            entropic_line/2,
            between_line/2,
            lockout/2,
            lockout/3,
            sequence/2,
            region_sum_line/2,
            region_total_line/2,
            double_arrow/2,
            zipper/2,
            sum_line/2,
            sum_line/3,
            sum_line/4,
            equal_sum/2,
            difference/2,
            ratio/2,
            edge_sum/3,
            greater/2,
            little_killer/3,
            sandwich/3,
            lunchbox/3,
            x_sum/3,
            skyscraper/3,
            hidden_skyscraper/3,
            numbered_room/3,
            full_rank/3,
            rank_ties/1,
            rank_ties/2,
            connected_digits/2,
            connected_group/3,
            yin_yang/1,
            chaos_construction/1,
            chaos_construction/2,
            chaos_arrow/2,
            chaos_arrow/3,
            chaos_count/2,
            chaos_count/3,
            doublers/1,
            negators/1,
            multipliers/2,
            schroedinger_cells/1,
            rule/2
          ]).
:- use_module(library(pencilmark_clues)).

row(Rows, Cells) :-
    kind(Rows, 'row', [cells(Cells)]).

column(Rows, Cells) :-
    kind(Rows, 'column', [cells(Cells)]).

box(Rows, Cells) :-
    kind(Rows, 'box', [cells(Cells)]).

region(Rows, Cells) :-
    kind(Rows, 'region', [cells(Cells)]).

extra_region(Rows, Cells) :-
    kind(Rows, 'extra-region', [cells(Cells)]).

windoku(Rows) :-
    kind(Rows, 'windoku', []).

disjoint_groups(Rows) :-
    kind(Rows, 'disjoint-groups', []).

given(Rows, Cells, Digit) :-
    kind(Rows, 'given', [cells(Cells), =, number(Digit)]).

candidates(Rows, Cells, Digits) :-
    kind(Rows, 'candidates', [cells(Cells), numbers(Digits)]).

odd(Rows, Cells) :-
    kind(Rows, 'odd', [cells(Cells)]).

even(Rows, Cells) :-
    kind(Rows, 'even', [cells(Cells)]).

row_indexer(Rows, Cells) :-
    kind(Rows, 'row-indexer', [cells(Cells)]).

column_indexer(Rows, Cells) :-
    kind(Rows, 'column-indexer', [cells(Cells)]).

box_indexer(Rows, Cells) :-
    kind(Rows, 'box-indexer', [cells(Cells)]).

non_consecutive(Rows) :-
    kind(Rows, 'non-consecutive', []).

anti_consecutive(Rows) :-
    kind(Rows, 'anti-consecutive', []).

diagonal_non_consecutive(Rows) :-
    kind(Rows, 'diagonal-non-consecutive', []).

anti_taxicab(Rows) :-
    kind(Rows, 'anti-taxicab', []).

taxicab(Rows, Distance) :-
    kind(Rows, 'taxicab', [number(Distance)]).

chess(Rows, Down, Right) :-
    kind(Rows, 'chess', [number(Down), number(Right)]).

knightmare(Rows) :-
    kind(Rows, 'knightmare', []).

knightmare(Rows, Sum) :-
    kind(Rows, 'knightmare', [numbers(Sum)]).

negative_ratio(Rows) :-
    kind(Rows, 'negative-ratio', []).

negative_ratio(Rows, Ratio) :-
    kind(Rows, 'negative-ratio', [numbers(Ratio)]).

negative_difference(Rows) :-
    kind(Rows, 'negative-difference', []).

negative_difference(Rows, Difference) :-
    kind(Rows, 'negative-difference', [numbers(Difference)]).

negative_xv(Rows) :-
    kind(Rows, 'negative-xv', []).

negative_sum(Rows, Sum) :-
    kind(Rows, 'negative-sum', [numbers(Sum)]).

strict_kropki(Rows) :-
    kind(Rows, 'strict-kropki', []).

global_entropy(Rows) :-
    kind(Rows, 'global-entropy', []).

global_modular(Rows) :-
    kind(Rows, 'global-modular', []).

global_modular(Rows, Modulus) :-
    kind(Rows, 'global-modular', [number(Modulus)]).

dutch_flatmates(Rows) :-
    kind(Rows, 'dutch-flatmates', []).

same_digits_in_houses(Rows) :-
    kind(Rows, 'same-digits-in-houses', []).

doppelganger(Rows) :-
    kind(Rows, 'doppelganger', []).

cage(Rows, Sum, Cells) :-
    kind(Rows, 'cage', [number(Sum), cells(Cells)]).

sum_of(Rows, Sum, Cells) :-
    kind(Rows, 'sum', [number(Sum), cells(Cells)]).

multi_cage(Rows, Sum, Cells) :-
    kind(Rows, 'multi-cage', [numbers(Sum), cells(Cells)]).

digital_root_cage(Rows, Root, Cells) :-
    kind(Rows, 'digital-root-cage', [number(Root), cells(Cells)]).

rellik(Rows, Sum, Cells) :-
    kind(Rows, 'rellik', [number(Sum), cells(Cells)]).

equality_cage(Rows, Cells) :-
    kind(Rows, 'equality-cage', [cells(Cells)]).

look_and_say(Rows, Counts, Cells) :-
    kind(Rows, 'look-and-say', [counts(Counts), cells(Cells)]).

contains(Rows, Digits, Cells) :-
    kind(Rows, 'contains', [numbers(Digits), cells(Cells)]).

contains_exactly(Rows, Digits, Cells) :-
    kind(Rows, 'contains-exactly', [numbers(Digits), cells(Cells)]).

quadruple(Rows, Digits, Cells) :-
    kind(Rows, 'quadruple', [numbers(Digits), cells(Cells)]).

quadruple_set(Rows, Digits, Cells) :-
    kind(Rows, 'quadruple-set', [numbers(Digits), cells(Cells)]).

clone(Rows, Cells, Copy) :-
    kind(Rows, 'clone', [cells(Cells), =, cells(Copy)]).

same_digits(Rows, Cells) :-
    kind(Rows, 'same-digits', [lists(Cells)]).

counting_circles(Rows, Cells) :-
    kind(Rows, 'counting-circles', [cells(Cells)]).

count_distinct(Rows, Cell, Cells) :-
    kind(Rows, 'count-distinct', [cells(Cell), =, cells(Cells)]).

value_indexing(Rows, Cells) :-
    kind(Rows, 'value-indexing', [cells(Cells)]).

thermo(Rows, Cells) :-
    kind(Rows, 'thermo', [cells(Cells)]).

slow_thermo(Rows, Cells) :-
    kind(Rows, 'slow-thermo', [cells(Cells)]).

arrow(Rows, Circle, Shaft) :-
    kind(Rows, 'arrow', [cells(Circle), =, cells(Shaft)]).

palindrome(Rows, Cells) :-
    kind(Rows, 'palindrome', [cells(Cells)]).

renban(Rows, Cells) :-
    kind(Rows, 'renban', [cells(Cells)]).

nabner(Rows, Cells) :-
    kind(Rows, 'nabner', [cells(Cells)]).

whisper(Rows, Difference, Cells) :-
    kind(Rows, 'whisper', [number(Difference), cells(Cells)]).

dutch_whisper(Rows, Cells) :-
    kind(Rows, 'dutch-whisper', [cells(Cells)]).

modular_line(Rows, Cells) :-
    kind(Rows, 'modular-line', [cells(Cells)]).

modular_line(Rows, Modulus, Cells) :-
    kind(Rows, 'modular-line', [number(Modulus), cells(Cells)]).

parity_line(Rows, Cells) :-
    kind(Rows, 'parity-line', [cells(Cells)]).

entropic_line(Rows, Cells) :-
    kind(Rows, 'entropic-line', [cells(Cells)]).

between_line(Rows, Cells) :-
    kind(Rows, 'between-line', [cells(Cells)]).

lockout(Rows, Cells) :-
    kind(Rows, 'lockout', [cells(Cells)]).

lockout(Rows, Difference, Cells) :-
    kind(Rows, 'lockout', [number(Difference), cells(Cells)]).

sequence(Rows, Cells) :-
    kind(Rows, 'sequence', [cells(Cells)]).

region_sum_line(Rows, Cells) :-
    kind(Rows, 'region-sum-line', [cells(Cells)]).

region_total_line(Rows, Cells) :-
    kind(Rows, 'region-total-line', [cells(Cells)]).

double_arrow(Rows, Cells) :-
    kind(Rows, 'double-arrow', [cells(Cells)]).

zipper(Rows, Cells) :-
    kind(Rows, 'zipper', [cells(Cells)]).

sum_line(Rows, Cells) :-
    kind(Rows, 'sum-line', [cells(Cells)]).

sum_line(Rows, Sum, Cells) :-
    kind(Rows, 'sum-line', [number(Sum), cells(Cells)]).

sum_line(Rows, Sum, Cells, Closed) :-
    kind(Rows, 'sum-line', [number(Sum), cells(Cells), text(Closed)]).

equal_sum(Rows, Cells) :-
    kind(Rows, 'equal-sum', [lists(Cells)]).

difference(Rows, Cells) :-
    kind(Rows, 'difference', [cells(Cells)]).

ratio(Rows, Cells) :-
    kind(Rows, 'ratio', [cells(Cells)]).

edge_sum(Rows, Sum, Cells) :-
    kind(Rows, 'edge-sum', [number(Sum), cells(Cells)]).

greater(Rows, Cells) :-
    kind(Rows, 'greater', [cells(Cells)]).

little_killer(Rows, Sum, Diagonal) :-
    kind(Rows, 'little-killer', [number(Sum), cells(Diagonal)]).

sandwich(Rows, Sum, Line) :-
    kind(Rows, 'sandwich', [number(Sum), cells(Line)]).

lunchbox(Rows, Sum, Cells) :-
    kind(Rows, 'lunchbox', [number(Sum), cells(Cells)]).

x_sum(Rows, Sum, Line) :-
    kind(Rows, 'x-sum', [number(Sum), cells(Line)]).

skyscraper(Rows, Number, Line) :-
    kind(Rows, 'skyscraper', [number(Number), cells(Line)]).

hidden_skyscraper(Rows, Number, Line) :-
    kind(Rows, 'hidden-skyscraper', [number(Number), cells(Line)]).

numbered_room(Rows, Number, Line) :-
    kind(Rows, 'numbered-room', [number(Number), cells(Line)]).

full_rank(Rows, Rank, Line) :-
    kind(Rows, 'full-rank', [number(Rank), cells(Line)]).

rank_ties(Rows) :-
    kind(Rows, 'rank-ties', []).

rank_ties(Rows, Ties) :-
    kind(Rows, 'rank-ties', [text(Ties)]).

connected_digits(Rows, Digits) :-
    kind(Rows, 'connected-digits', [numbers(Digits)]).

connected_group(Rows, Size, Digits) :-
    kind(Rows, 'connected-group', [number(Size), numbers(Digits)]).

yin_yang(Rows) :-
    kind(Rows, 'yin-yang', []).

chaos_construction(Rows) :-
    kind(Rows, 'chaos-construction', []).

chaos_construction(Rows, Size) :-
    kind(Rows, 'chaos-construction', [number(Size)]).

chaos_arrow(Rows, Cells) :-
    kind(Rows, 'chaos-arrow', [lists(Cells)]).

chaos_arrow(Rows, Cells, Which) :-
    kind(Rows, 'chaos-arrow', [lists(Cells), text(Which)]).

chaos_count(Rows, Cells) :-
    kind(Rows, 'chaos-count', [lists(Cells)]).

chaos_count(Rows, Cells, Which) :-
    kind(Rows, 'chaos-count', [lists(Cells), text(Which)]).

doublers(Rows) :-
    kind(Rows, 'doublers', []).

negators(Rows) :-
    kind(Rows, 'negators', []).

multipliers(Rows, Factor) :-
    kind(Rows, 'multipliers', [number(Factor)]).

schroedinger_cells(Rows) :-
    kind(Rows, 'schroedinger-cells', []).

rule(Rows, Formula) :-
    kind(Rows, 'rule', [text(Formula)]).
