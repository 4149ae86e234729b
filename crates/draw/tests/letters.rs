//! Pictures made of letters.

use pencilmark_draw::View;
use pencilmark_draw::terminal::{Options, draw};
use pencilmark_puzzle::{Drawing, Puzzle, kinds};

mod samples;

fn read(text: &str) -> Puzzle {
    pencilmark_formats::parse("letters", text).unwrap_or_else(|e| panic!("{text}: {e:?}"))
}

fn lines(text: &str, ascii: bool) -> Vec<String> {
    let puzzle = read(text);
    let drawn = draw(&View::new(&puzzle), Options { ascii, ..Options::default() });
    drawn.lines().map(String::from).collect()
}

#[test]
fn signs_point_at_the_smaller_cell() {
    let text = "grid 4\ngreater r1c1-2\ngreater r1c4-3\ngreater r2-3c1\ngreater r3-2c4\n";
    let drawn = lines(text, true);
    assert_eq!(drawn[1], "|   >   |   <   |");
    assert_eq!(drawn[4], "+-v-+---+---+-^-+");
    let drawn = lines(text, false);
    assert_eq!(drawn[4], "┣━∨━┿━━━╋━━━┿━∧━┫");
    assert_eq!(drawn.len(), 9, "all is shown: {drawn:?}");
}

#[test]
fn sums_stand_on_edges() {
    let drawn = lines("grid 9\nedge-sum 7 r1c1 r2c1\nedge-sum 12 r1c2-3\n", true);
    assert!(drawn[2].starts_with("+.7."), "{}", drawn[2]);
    assert!(drawn[1].starts_with("|   :   12  |"), "{}", drawn[1]);
    assert_eq!(drawn.len(), 19, "{drawn:?}");
}

#[test]
fn what_lies_apart_is_told_in_words() {
    let drawn = lines("grid 4\ngreater r1c1 r4c4\ndifference r1c1 r1c3\n", true);
    assert!(drawn.iter().all(|l| !l.contains('>') && !l.contains('o') || l.starts_with("  ")));
    assert_eq!(drawn.len(), 9 + 2, "{drawn:?}");
}

/// An arrow may end in the circle of another one, or in a cell with another shape.
#[test]
fn heads_of_arrows_are_not_hidden_by_brackets() {
    let drawn = lines(
        "grid 4\narrow r1c1 = r1c2-3\narrow r1c3 = r2c3\nodd r4c1\narrow r4c3 = r4c2-1\n",
        true,
    );
    assert!(drawn[2].starts_with("|  ( )~~~~~~~~~~~~>( )  "), "{}", drawn[2]);
    assert!(drawn[14].starts_with("|  { }<~~~~~~~~~~~~( )  "), "{}", drawn[14]);
}

/// The label of a cage has a line of its own above the candidates.
#[test]
fn labels_leave_candidates_alone() {
    let puzzle = read("grid 4\ncage 5 r1c1-2\n");
    let candidates = Some(vec![vec![1, 2, 3, 4]; 16]);
    let view = View { candidates, ..View::new(&puzzle) };
    let drawn = draw(&view, Options { ascii: true, ..Options::default() });
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(lines[1], "|5          |     :     |");
    assert_eq!(lines[2], "| 1 2   1 2 | 1 2 : 1 2 |");
    assert_eq!(lines[3], "| 3 4   3 4 | 3 4 : 3 4 |");
}

/// One kind of numbers outside is named once, several are told one by one.
#[test]
fn numbers_outside_say_what_they_are() {
    let one = lines("grid 4\nsandwich 5 r1c1 right\nsandwich 2 r2c1 right\n", true);
    assert_eq!(one[9..], ["  outside: sandwich"]);
    let two = lines("grid 4\nsandwich 5 r1c1 right\nskyscraper 2 r2c1 right\n", true);
    assert_eq!(two.len(), 9 + 2, "{two:?}");
    assert!(two[1].starts_with("  5 |"), "{}", two[1]);
    let rank = lines("grid 4\nfull-rank 3 r1c1 right\n", true);
    assert!(rank[1].starts_with(" #3"), "{}", rank[1]);
    assert_eq!(rank.len(), 9, "{rank:?}");
}

/// An arrow that leaps over cells is not drawn, so the words have to name all of its cells.
#[test]
fn words_name_all_cells_of_an_arrow_that_leaps() {
    let drawn = lines("grid 4\narrow r1c1 = r3c3 r4c4\n", true);
    let words = drawn.iter().find(|l| l.starts_with("  the arrow")).expect("told in words");
    assert!(words.contains("r1c1") && words.contains("r3c3 r4c4"), "{words}");
}

#[test]
fn lines_and_arrows_run_from_cell_to_cell() {
    let drawn = lines("grid 4\nthermo r1c1-2 r2c2\narrow r4c4 = r4c3 r3c2\n", false);
    assert_eq!(drawn[2], "┃  ◖ ◗══╪═══╗   ┃       │       ┃");
    assert_eq!(drawn[3], "┃       │   ║   ┃       │       ┃");
    assert_eq!(drawn[4], "┠───────┼───╫───╂───────┼───────┨");
    assert_eq!(drawn[10], "┃       │       ┃       │       ┃");
    assert_eq!(drawn[11], "┃       │     ↖ ┃       │       ┃");
    assert_eq!(drawn[12], "┠───────┼───────╲───────┼───────┨");
    assert_eq!(drawn[13], "┃       │       ┃ ╲     │       ┃");
    assert_eq!(drawn[14], "┃       │       ┃   •───┼──( )  ┃");
    assert_eq!(drawn[17..], ["  ◖ ◗══ thermo", "  ( )─→ arrow"]);
}

#[test]
fn lines_in_ascii() {
    let drawn = lines("grid 4\nthermo r1c1-2 r2c2\narrow r3c3-4 = r4c4\n", true);
    assert_eq!(drawn[2], "|  { }======*   |       :       |");
    assert_eq!(drawn[3], "|       :   #   |       :       |");
    assert_eq!(drawn[10], "|       :       |  ( ======= )  |");
    assert_eq!(drawn[13], "|       :       |       :   v   |");
    assert!(drawn.iter().all(|line| line.is_ascii()), "{drawn:?}");
}

/// Lines that look alike are told apart by words, each with its cells.
#[test]
fn lines_that_look_alike_are_told_in_words() {
    let one = lines("grid 4\nrenban r1c1-2\nrenban r2c1-2\n", false);
    assert_eq!(one[17..], ["  ══ renban"]);
    let two = lines("grid 4\nrenban r1c1-2\nwhisper r2c1-2\n", false);
    assert_eq!(two.len(), 17 + 2, "{two:?}");
    assert!(two[17].contains("r1c1-2") && two[18].contains("r2c1-2"), "{two:?}");
}

#[test]
fn a_cage_is_a_room() {
    let drawn = lines("grid 4\ncage 5 r1c1-2\ncage 9 r2-3c1 r2c2\n", false);
    assert_eq!(drawn[0], "┏━━━━━━━━━━━┳━━━━━┯━━━━━┓");
    assert_eq!(drawn[1], "┃5          ┃     │     ┃");
    assert_eq!(drawn[3], "┠───────────╂─────┼─────┨");
    // It crosses a region's line, which stays as one with gaps.
    assert_eq!(drawn[6], "┣┅┅┅┅┅┯━━━━━╋━━━━━┿━━━━━┫");
    assert_eq!(drawn.len(), 13, "nothing is left to tell: {drawn:?}");
}

/// Where cages overlap, missing lines would say nothing.
#[test]
fn cages_that_overlap_are_told_in_words() {
    let drawn = lines("grid 4\ncage 5 r1c1-2\ncage 6 r1c2-3\n", false);
    assert!(drawn[1].starts_with("┃5    │"), "{}", drawn[1]);
    assert_eq!(drawn.len(), 13 + 2, "{drawn:?}");
}

#[test]
fn shapes_surround_digits() {
    let text = "grid 4\nodd r1c1\neven r1c2\nminimum r2c3\ngiven r1c1 3\nquadruple 12 r1-2c1-2\n";
    let drawn = lines(text, false);
    assert_eq!(drawn[1], "┃ ◖3◗ │ ▐ ▌ ┃     │     ┃");
    assert_eq!(drawn[2], "┠────12─────╂─────┼─────┨");
    assert_eq!(drawn[3], "┃     │     ┃ › ‹ │     ┃");
    assert_eq!(drawn[9..], ["  ◖ ◗ odd", "  ▐ ▌ even", "  › ‹ minimum"]);
}

/// Candidates are written over lines, and lines are seen between them.
#[test]
fn candidates_stand_on_lines() {
    let puzzle = read("grid 4\nthermo r1c1-2\n");
    let candidates = Some(vec![vec![1, 2, 3, 4]; 16]);
    let view = View { candidates, ..View::new(&puzzle) };
    let drawn = draw(&view, Options { ascii: true, ..Options::default() });
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(lines[1], "| 1 2 : 1 2 | 1 2 : 1 2 |");
    assert_eq!(lines[2], "|{3 4}==3=4 | 3 4 : 3 4 |");
}

/// Each kind in letters, with and without candidates: ASCII is ASCII, and what is not drawn at
/// all is told.
#[test]
fn every_kind_is_drawn_or_told() {
    for kind in kinds::all() {
        let puzzle = read(&samples::of(kind));
        for candidates in [None, Some(vec![vec![1, 5, 9]; 81])] {
            let view = View { candidates, ..View::new(&puzzle) };
            let plain = draw(&view, Options { ascii: true, ..Options::default() });
            assert!(plain.is_ascii(), "{}: {plain}", kind.name);
            let fine = draw(&view, Options::default());
            let board = View { puzzle: &read("grid 9\n"), ..view.clone() };
            let same = draw(&board, Options::default()) == fine;
            let silent = matches!(kind.drawing, Drawing::Outline | Drawing::Marks);
            assert!(!same || silent, "{} is neither drawn nor told", kind.name);
        }
    }
}
