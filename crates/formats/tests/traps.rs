//! The traps of variant rules that are the same whatever format a puzzle comes from: where two
//! tools read one clue differently, which reading a statement has.

use pencilmark_formats::parse;
use pencilmark_puzzle::{Puzzle, Settings, Solver};

fn puzzle(text: &str) -> Puzzle {
    parse("trap", text).unwrap_or_else(|errors| panic!("{}", errors[0]))
}

/// The number of solutions.
fn count(text: &str) -> u64 {
    let count = Solver::new(&puzzle(text), Settings::default()).count(100_000);
    assert!(count.exact);
    count.count
}

/// Whether a line of digits, in a grid of one row without houses, obeys a clue.
fn line_obeys(clue: &str, digits: &str) -> bool {
    let n = digits.len();
    let text =
        format!("grid 1x{n}\ndigits 1-9\nrows none\ncolumns none\n{clue}\ngivens\n  {digits}\n");
    parse("trap", &text).is_ok_and(|p| Solver::new(&p, Settings::default()).count(2).count == 1)
}

/// Whether a square of digits without houses obeys a clue.
fn square_obeys(clue: &str, rows: &[&str]) -> bool {
    let (n, map) = (rows.len(), rows.join("\n  "));
    let text = format!(
        "grid {n}\ndigits 1-9\nrows none\ncolumns none\nboxes none\n{clue}\ngivens\n  {map}\n"
    );
    Solver::new(&puzzle(&text), Settings::default()).count(2).count == 1
}

#[test]
fn trap_1_regions_replace_boxes_unless_boxes_are_told_too() {
    let columns = "grid 4\nregions\n  ABCD\n  ABCD\n  ABCD\n  ABCD\n";
    assert_eq!(count(columns), 576);
    assert_eq!(count(&format!("{columns}boxes 2x2\n")), 288);
}

#[test]
fn trap_2_dots_are_exempt_from_non_consecutive_but_not_from_anti_consecutive() {
    assert!(!line_obeys("non-consecutive", "12"));
    assert!(line_obeys("non-consecutive\ndifference r1c1-2", "12"));
    assert!(line_obeys("non-consecutive\nratio r1c1-2", "12"));
    assert!(!line_obeys("anti-consecutive\ndifference r1c1-2", "12"));
}

#[test]
fn trap_3_negative_ratio_means_the_ratios_on_the_board() {
    assert!(!line_obeys("negative-ratio", "24"));
    assert!(line_obeys("negative-ratio", "26"));
    // With a dot of 3 on the board, 3 is forbidden elsewhere and 2 is not.
    assert!(!line_obeys("negative-ratio\nratio 3 r1c1-2", "1326"));
    assert!(line_obeys("negative-ratio\nratio 3 r1c1-2", "1324"));
    assert!(line_obeys("negative-ratio\ndifference r1c1-2", "12"));
}

#[test]
fn trap_3_negative_xv_forbids_both_sums() {
    assert!(!line_obeys("negative-xv\nx r1c1-2", "4623"));
    assert!(line_obeys("negative-xv\nx r1c1-2", "4683"));
    assert!(!line_obeys("negative-xv\nv r1c1-2", "2346"));
}

#[test]
fn trap_4_a_quadruple_counts_what_it_tells_twice() {
    assert!(!square_obeys("quadruple 5 5 r1-2c1-2", &["51", "23"]));
    assert!(square_obeys("quadruple 5 5 r1-2c1-2", &["51", "25"]));
    assert!(square_obeys("quadruple-set 5 5 r1-2c1-2", &["51", "23"]));
}

#[test]
fn trap_5_a_pill_is_read_in_its_order_digit_beside_digit() {
    assert!(
        line_obeys("arrow r1c1-2 = r1c3-5", "12345")
            && !line_obeys("arrow r1c2 r1c1 = r1c3-5", "12345")
    );
    assert!(line_obeys("arrow r1c2 r1c1 = r1c3-5", "21345"));
    // 1 and 12 are 112.
    let wide = "grid 16\nrows none\ncolumns none\nboxes none\narrow r1c1-2 = r2c1-7\n";
    let given = |last: i64| {
        format!(
            "{wide}given r1c1 = 1 r1c2 = 12 r2c1-6 = 16 r2c7 = {last}\nrule sum(r3-16c1-16) = 224\n\
                 rule sum(r1c3-16 r2c8-16) = 23\n"
        )
    };
    assert_eq!((count(&given(16)), count(&given(15))), (1, 0));
}

#[test]
fn trap_6_coming_back_to_a_region_is_a_new_visit() {
    let line = |kind: &str| format!("grid 4\n{kind} r1c2 r1c3 r2c2\n");
    let givens = "givens\n  12..\n  34..\n  ....\n  ....\n";
    // Box 1 has 2 and 4, visited apart: as visits they must be equal.
    assert_eq!(count(&format!("{}{givens}", line("region-sum-line"))), 0);
    let total = format!("grid 4\nregion-total-line r1c1 r1c3 r1c2\n{givens}");
    assert!(count(&total) > 0);
    assert_eq!(count(&total.replace("total", "sum")), 0);
}

#[test]
fn trap_7_two_minima_side_by_side_are_not_compared() {
    assert!(square_obeys("minimum r1c1\nminimum r1c2", &["11", "22"]));
    assert!(square_obeys("minimum r1c1-2", &["12", "33"]));
    assert!(!square_obeys("minimum r1c1", &["11", "22"]));
    assert!(!square_obeys("minimum r1c1\nmaximum r1c2", &["12", "33"]));
}

#[test]
fn trap_8_a_longer_list_of_dots_goes_along_the_list_only() {
    // The first and the last cell touch, but no dot is between them.
    assert!(square_obeys("difference r1c1 r1c2 r2c2 r2c1", &["12", "43"]));
    assert!(!square_obeys("difference r1c1 r1c2 r2c2 r2c1 r1c1", &["12", "43"]));
}

#[test]
fn trap_13_more_digits_than_cells_and_digits_from_0() {
    // Rows of three cells with four digits miss one each.
    assert_eq!(count("grid 1x3\ndigits 0-3"), 24);
    assert_eq!(count("grid 2x3\ndigits 1-4\nboxes none"), 264);
    assert_eq!(count("grid 2x3\ndigits 1-4\nboxes none\nsame-digits-in-houses"), 48);
    let crowded = parse("trap", "grid 4\ndigits 1-3").unwrap_err();
    assert!(crowded[0].message.contains("only 3 digits"), "{}", crowded[0].message);
}
