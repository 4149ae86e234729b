//! Pictures made of letters.

use pencilmark_draw::View;
use pencilmark_draw::terminal::{Options, draw};
use pencilmark_puzzle::Puzzle;

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

/// The label of a cage has a line of its own above the candidates.
#[test]
fn labels_leave_candidates_alone() {
    let puzzle = read("grid 4\ncage 5 r1c1-2\n");
    let candidates = Some(vec![vec![1, 2, 3, 4]; 16]);
    let view = View { candidates, ..View::new(&puzzle) };
    let drawn = draw(&view, Options { ascii: true, ..Options::default() });
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(lines[1], "|5    :     |     :     |");
    assert_eq!(lines[2], "| 1 2 : 1 2 | 1 2 : 1 2 |");
    assert_eq!(lines[3], "| 3 4 : 3 4 | 3 4 : 3 4 |");
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

/// Letters do not show an arrow, so the words have to name all of its cells.
#[test]
fn words_name_all_cells_of_an_arrow() {
    let drawn = lines("grid 4\narrow r1c1 = r2c2 r3c3\n", true);
    assert!(drawn[9].contains("r1c1") && drawn[9].contains("r2c2 r3c3"), "{}", drawn[9]);
}
