//! The traps of variant rules: where two tools read one clue differently, which reading a
//! statement has, and which one a puzzle that comes from each tool gets.

use pencilmark_formats::{Import, import, parse};
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

/// A puzzle of another tool, found out by its text.
fn imported(text: &str) -> Import {
    import("trap", text, None).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]))
}

/// The number of solutions of a puzzle of another tool.
fn count_imported(text: &str) -> u64 {
    Solver::new(&imported(text).puzzle, Settings::default()).count(100_000).count
}

/// Whether a puzzle of another tool has a solution.
fn can_be(text: &str) -> bool {
    Solver::new(&imported(text).puzzle, Settings::default()).count(1).count > 0
}

/// Rows of nine, all but the first blank.
fn first_row(row: &str) -> String {
    format!("{row}{}", " .........".repeat(8))
}

/// A board of f-puzzles; `rows` are givens, a dot for none.
fn board(size: usize, rest: &str, rows: &str) -> String {
    let cell = |c: char| match c {
        '.' => "{}".to_string(),
        digit => format!(r#"{{"value":{digit},"given":true}}"#),
    };
    let rows: Vec<String> = rows
        .split_whitespace()
        .map(|row| format!("[{}]", row.chars().map(cell).collect::<Vec<_>>().join(",")))
        .collect();
    let grid =
        if rows.is_empty() { String::new() } else { format!(r#","grid":[{}]"#, rows.join(",")) };
    let rest = if rest.is_empty() { String::new() } else { format!(",{rest}") };
    format!(r#"{{"size":{size}{grid}{rest}}}"#)
}

/// Kinds of the clues that are no houses and givens.
fn kinds(import: &Import) -> Vec<&'static str> {
    let kinds = import.puzzle.clues.iter().map(|c| c.kind.name);
    kinds.filter(|k| !["row", "column", "box", "given"].contains(k)).collect()
}

#[test]
fn trap_1_regions_replace_boxes_unless_boxes_are_told_too() {
    let columns = "grid 4\nregions\n  ABCD\n  ABCD\n  ABCD\n  ABCD\n";
    assert_eq!(count(columns), 576);
    assert_eq!(count(&format!("{columns}boxes 2x2\n")), 288);
}

#[test]
fn trap_1_a_jigsaw_of_iss_adds_to_the_boxes_and_others_replace_them() {
    let columns = "ABCD".repeat(4);
    assert_eq!(count_imported(&format!(".Shape~4x4.Jigsaw~{columns}")), 288);
    assert_eq!(count_imported(&format!(".Shape~4x4.NoBoxes.Jigsaw~{columns}")), 576);
    let row = (0..4).map(|c| format!(r#"{{"region":{c}}}"#)).collect::<Vec<_>>().join(",");
    let grid = vec![format!("[{row}]"); 4].join(",");
    assert_eq!(count_imported(&format!(r#"{{"size":4,"grid":[{grid}]}}"#)), 576);
    let regions = "0,1,2,3,".repeat(4);
    let maker = format!(
        r#"{{"formatVersion":"1.5.0","puzzle":{{"type":"sudoku","size":4,"cells":[],"constraints":[{{"type":1,"regions":[{}]}}]}}}}"#,
        regions.trim_end_matches(',')
    );
    assert_eq!(count_imported(&maker), 576);
}

#[test]
fn trap_2_dots_are_exempt_from_non_consecutive_but_not_from_anti_consecutive() {
    assert!(!line_obeys("non-consecutive", "12"));
    assert!(line_obeys("non-consecutive\ndifference r1c1-2", "12"));
    assert!(line_obeys("non-consecutive\nratio r1c1-2", "12"));
    assert!(!line_obeys("anti-consecutive\ndifference r1c1-2", "12"));
}

#[test]
fn trap_2_iss_knows_no_exemption_and_f_puzzles_does() {
    let dot = r#""nonconsecutive":true,"difference":[{"cells":["R1C1","R1C2"]}]"#;
    assert!(can_be(&board(9, dot, &first_row("12......."))));
    assert!(!can_be(&board(9, dot, &first_row("..12....."))), "there is no dot there");
    let pair = ".WhiteDot~R1C1~R1C2.~R1C1_1~R1C2_2";
    assert!(can_be(pair) && !can_be(&format!(".AntiConsecutive{pair}")));
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
fn trap_3_negative_constraints_of_f_puzzles() {
    let ratio = r#""negative":["ratio"],"ratio":[{"cells":["R1C1","R1C2"],"value":"3"}]"#;
    let found = imported(&board(9, ratio, ""));
    assert_eq!(kinds(&found), ["negative-ratio", "ratio"]);
    // 3 and 1 carry the dot; 2 beside 1 has another ratio; 6 beside 2 has the forbidden one.
    assert!(can_be(&board(9, ratio, &first_row("312......"))));
    assert!(!can_be(&board(9, ratio, &first_row("3126....."))));
    let xv = r#""negative":["xv"],"xv":[{"cells":["R1C1","R1C2"],"value":"X"}]"#;
    assert!(can_be(&board(9, xv, &first_row("46..1...."))));
    assert!(!can_be(&board(9, xv, &first_row("46.23...."))), "5 is forbidden too");
}

#[test]
fn trap_4_a_quadruple_counts_what_it_tells_twice() {
    assert!(!square_obeys("quadruple 5 5 r1-2c1-2", &["51", "23"]));
    assert!(square_obeys("quadruple 5 5 r1-2c1-2", &["51", "25"]));
    assert!(square_obeys("quadruple-set 5 5 r1-2c1-2", &["51", "23"]));
}

#[test]
fn trap_4_a_quadruple_of_other_tools_counts_too() {
    let theirs = r#""quadruple":[{"cells":["R1C1","R1C2","R2C1","R2C2"],"values":[1,1]}]"#;
    // In a box no digit is there twice.
    assert_eq!(count_imported(&board(4, theirs, "")), 0);
    assert_eq!(count_imported(".Shape~4x4.Quad~R1C1~1~1"), 0);
    assert_eq!(count_imported(".Shape~4x4.Quad~R2C2~1~1~1"), 0);
    assert!(count_imported(".Shape~4x4.Quad~R2C2~1~1") > 0);
}

#[test]
fn trap_5_pills_of_f_puzzles_of_iss_and_of_sudokumaker() {
    let pill = |import: &Import| {
        let arrow = import.puzzle.clues_of("arrow").next().expect("an arrow");
        let names = arrow.list(0).iter().map(|&c| import.puzzle.grid.name(c));
        names.collect::<Vec<_>>().join(" ")
    };
    // As listed.
    let listed = r#""arrow":[{"cells":["R1C2","R1C1"],"lines":[["R1C1","R2C1","R3C1"]]}]"#;
    assert_eq!(pill(&imported(&board(9, listed, ""))), "r1c2 r1c1");
    // In the order of the grid, however it is listed.
    assert_eq!(pill(&imported(".PillArrow~2~R1C2~R1C1~R2C1~R3C1")), "r1c1 r1c2");
    // The units first.
    let units = r#"{"formatVersion":"1.5.0","puzzle":{"cells":[],"constraints":[{"type":408,
        "bulbsWithArrows":[{"bulbCells":[1,0],"arrows":[[0,9,18]]}]}]}}"#;
    assert_eq!(pill(&imported(units)), "r1c1 r1c2");
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
fn trap_6_region_sums_of_other_tools_are_sums_of_visits() {
    let theirs = r#""regionsumline":[{"lines":[["R1C2","R1C3","R2C2"]]}]"#;
    assert_eq!(count_imported(&board(4, theirs, "12.. 34.. .... ....")), 0);
    assert!(count_imported(&board(4, "", "12.. 34.. .... ....")) > 0);
    assert_eq!(count_imported(".Shape~4x4.RegionSumLine~R1C2~R1C3~R2C2.~R1C2_2.~R2C2_4"), 0);
}

#[test]
fn trap_7_two_minima_side_by_side_are_not_compared() {
    assert!(square_obeys("minimum r1c1\nminimum r1c2", &["11", "22"]));
    assert!(square_obeys("minimum r1c1-2", &["12", "33"]));
    assert!(!square_obeys("minimum r1c1", &["11", "22"]));
    assert!(!square_obeys("minimum r1c1\nmaximum r1c2", &["12", "33"]));
}

#[test]
fn trap_7_two_minima_of_f_puzzles_side_by_side() {
    let both = r#""minimum":[{"cell":"R1C1"},{"cell":"R1C2"}]"#;
    assert!(count_imported(&board(4, both, "12.. .... .... ....")) > 0);
    assert_eq!(
        count_imported(&board(4, r#""minimum":[{"cell":"R1C2"}]"#, "12.. .... .... ....")),
        0
    );
}

#[test]
fn trap_8_a_dot_of_iss_on_many_cells_is_on_every_shared_side() {
    // Four cells of a square: all four sides, also between the first and the last.
    assert_eq!(imported(".WhiteDot~R1C1~R1C2~R2C2~R2C1").puzzle.clues_of("difference").count(), 4);
    // Listed crosswise, too.
    assert_eq!(imported(".BlackDot~R1C1~R2C2~R1C2").puzzle.clues_of("ratio").count(), 2);
}

#[test]
fn trap_8_a_longer_list_of_dots_goes_along_the_list_only() {
    // The first and the last cell touch, but no dot is between them.
    assert!(square_obeys("difference r1c1 r1c2 r2c2 r2c1", &["12", "43"]));
    assert!(!square_obeys("difference r1c1 r1c2 r2c2 r2c1 r1c1", &["12", "43"]));
}

#[test]
fn trap_9_a_drawn_cage_is_no_killer_cage() {
    let cells = r#"[{"cells":["R1C1","R1C2"],"value":"15"}]"#;
    let drawn = imported(&board(9, &format!(r#""cage":{cells}"#), ""));
    assert!(kinds(&drawn).is_empty() && drawn.warnings.len() == 1, "{:?}", drawn.warnings);
    let killer = imported(&board(9, &format!(r#""killercage":{cells}"#), ""));
    assert!(kinds(&killer) == ["cage"] && killer.warnings.is_empty(), "{:?}", killer.warnings);
}

#[test]
fn trap_10_drawings_that_copy_a_constraint_are_ignored() {
    let renban = r#""renban":[{"lines":[["R1C1","R1C2"]]}]"#;
    for copy in [
        r#""line":[{"lines":[["R1C1","R1C2"]],"fromConstraint":"Renban"}]"#,
        r#""line":[{"lines":[["R1C1","R1C2"]],"isNewConstraint":true}]"#,
        r#""line":[{"lines":[["R1C1","R1C2"]],"fromRangskSolver":true}]"#,
    ] {
        let found = imported(&board(9, &format!("{renban},{copy}"), ""));
        assert!(kinds(&found) == ["renban"] && found.warnings.is_empty(), "{:?}", found.warnings);
    }
}

#[test]
fn trap_11_an_arrow_without_lines_is_decoration() {
    let found = imported(&board(9, r#""arrow":[{"cells":["R1C1"],"lines":[]}]"#, ""));
    assert!(kinds(&found).is_empty());
}

#[test]
fn trap_12_several_lines_share_one_bulb() {
    let two = r#""thermometer":[{"lines":[["R1C1","R1C2"],["R1C1","R2C1","R3C1"]]}],
        "arrow":[{"cells":["R5C5"],"lines":[["R5C5","R5C6"],["R5C5","R6C5","R7C5"]]}]"#;
    assert_eq!(kinds(&imported(&board(9, two, ""))), ["thermo", "thermo", "arrow", "arrow"]);
}

#[test]
fn trap_13_shapes_of_iss() {
    // Two rows of three with the digits 0 to 3; each row misses one.
    assert_eq!(count_imported(".Shape~2x3~0-3.NoBoxes"), 264);
    assert_eq!(count_imported(".Shape~2x3~0-3.NoBoxes.RegionSameValues"), 48);
    assert_eq!(count_imported(".Shape~2x2~1-3~Raw"), 81);
}

#[test]
fn trap_14_a_value_is_a_text_a_number_empty_or_absent() {
    let cages = r#""killercage":[{"cells":["R1C1","R1C2"],"value":"15"},
        {"cells":["R2C1","R2C2"],"value":12},{"cells":["R3C1","R3C2"],"value":""},
        {"cells":["R4C1","R4C2"]},{"cells":["R5C1"],"value":"7"}]"#;
    let found = imported(&board(9, cages, ""));
    let sums = found.puzzle.clues_of("cage").map(|c| c.numbers.first().copied());
    assert_eq!(sums.collect::<Vec<_>>(), [Some(15), Some(12), None, None, Some(7)]);
    assert!(found.warnings.is_empty());
    let dots = r#""difference":[{"cells":["R1C1","R1C2"]},{"cells":["R2C1","R2C2"],"value":""},
        {"cells":["R3C1","R3C2"],"value":"3"}],"ratio":[{"cells":["R4C1","R4C2"],"value":3},
        {"cells":["R5C1","R5C2"]}]"#;
    let found = imported(&board(9, dots, ""));
    let numbers =
        |kind: &'static str| found.puzzle.clues_of(kind).map(|c| c.numbers[0]).collect::<Vec<_>>();
    assert_eq!((numbers("difference"), numbers("ratio")), (vec![1, 1, 3], vec![3, 2]));
}

#[test]
fn trap_15_letters_are_digits_from_1_or_above_9_by_what_else_is_on_the_line() {
    let first = |line: &str| {
        imported(line).puzzle.clues_of("given").map(|c| c.numbers[0]).collect::<Vec<_>>()
    };
    let blanks = |n: usize| ".".repeat(n);
    assert_eq!(first(&format!("AP{}", blanks(254))), [1, 16], "letters alone count from A");
    assert_eq!(first(&format!("9A{}", blanks(254))), [9, 10], "beside digits they go on");
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
