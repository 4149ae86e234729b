//! What the parser understands, and one test for each class of error.

mod spellings;

use super::parse;
use pencilmark_puzzle::{Name, Puzzle, formula_text};

fn good(text: &str) -> Puzzle {
    parse("p", text).unwrap_or_else(|errors| panic!("{}", errors[0]))
}

/// The first error, its place underlined: `line:text: message | help`.
fn bad(text: &str) -> String {
    let errors = parse("p", text).expect_err(text);
    let e = &errors[0];
    let at: String = e.place.source.chars().skip(e.place.column - 1).take(e.place.width).collect();
    let help = e.help.as_ref().map_or(String::new(), |h| format!(" | {h}"));
    format!("{}:{at}: {}{help}", e.place.line, e.message)
}

fn rule(text: &str) -> String {
    let puzzle = good(&format!("var total in 1..45\nrule {text}"));
    formula_text(puzzle.clues.last().unwrap().formula.as_ref().unwrap(), &puzzle)
}

fn bad_rule(text: &str) -> String {
    bad(&format!("var total in 1..45\nrule {text}")).replacen("2:", "", 1)
}

#[test]
fn the_file_of_the_design_reads() {
    let puzzle = good(
        "title   Spoons\nauthor  Phistomefel\ngrid    9      # rows, columns and boxes\n\n\
         thermo  r1c3-5\ncage    15 r1c1 r1c2 r2c1       # sum, then cells\n\
         arrow   r5c5 = r4c5 r3c5\nanti-knight\ngivens\n  9..3.8..5\n  .........\n\
         \x20 .........\n  .........\n  .........\n  .........\n  .........\n  .........\n\
         \x20 .........\nvar     total in 1..45\nrule    r1c1 + r1c2 = total or r9c9 = 3\n\
         rule    each neighbours a b in r1c1-9: |a - b| >= 2\n",
    );
    assert_eq!(puzzle.title.as_deref(), Some("Spoons"));
    assert_eq!(puzzle.clues.len(), 27 + 4 + 4 + 2);
    assert_eq!(puzzle.clues[0].origin.as_ref().unwrap().line, 3);
    assert_eq!(puzzle.clues[28].words(&puzzle), "the cage r1c1-2 r2c1 with sum 15");
}

#[test]
fn order_does_not_matter() {
    let first = good("var t in 1..9\ngrid 6\nrule r6c6 = t\nboxes 3x2");
    assert_eq!(first, good("rule r6c6 = t\nboxes 3x2\nvar t in 1..9\ngrid 6"));
}

#[test]
fn cells_in_every_spelling() {
    let list = |text: &str| {
        let puzzle = good(&format!("extra-region {text}"));
        puzzle.clues.last().unwrap().list(0).iter().map(|c| c.index()).collect::<Vec<_>>()
    };
    assert_eq!(list("r1c1-3"), [0, 1, 2]);
    assert_eq!(list("R1C3-1"), [2, 1, 0]);
    assert_eq!(list("r1-3c2"), [1, 10, 19]);
    assert_eq!(list("r1-2c1-2"), [0, 1, 9, 10]);
    assert_eq!(list("r1c1,r1c2 , r1c4"), [0, 1, 3]);
    assert_eq!(list("r1c1r1c2"), [0, 1]);
}

#[test]
fn windows_files_and_tabs_read() {
    let puzzle = good("\u{feff}grid\t4\r\n\r\ngivens\r\n\t12..\r\n\t....\r\n\t....\r\n\t....\r\n");
    assert_eq!(puzzle.clues.len(), 14);
    assert_eq!(puzzle.clues[13].origin.as_ref().unwrap().text, "\t12..");
}

#[test]
fn givens_in_every_spelling() {
    let values = |text: &str| {
        let puzzle = good(text);
        puzzle
            .clues
            .iter()
            .filter_map(|c| c.as_given())
            .map(|g| (g.0.index(), g.1))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        values("grid 4\ngiven r1c1 4 r1c2=3\ngiven r2c3 r3c1 1"),
        [(0, 4), (1, 3), (6, 1), (8, 1)]
    );
    assert_eq!(values("grid 2x3\ngivens\n 1 . 3\n _0-"), [(0, 1), (2, 3)]);
    assert_eq!(values("grid 2x3\ndigits 0-2\ngivens\n 10.\n ..."), [(0, 1), (1, 0)]);
    assert_eq!(
        values("grid 2x12\ngivens\n A..C.. ......\n . . . . . . . . . . . 12"),
        [(0, 10), (3, 12), (23, 12)]
    );
    assert_eq!(values("grid 12\ngiven r1c1 A r1c2=c\ngiven r2c1 11"), [(0, 10), (1, 12), (12, 11)]);
    assert!(bad("grid 12\ngiven r1c1 D").starts_with("2:"), "13 is too large");
    assert!(bad("grid 9\ngiven r1c1 A").contains("the digit, a whole number"));
}

#[test]
fn houses_can_be_switched() {
    let houses = |text: &str| good(text).clues.len();
    assert_eq!(houses("grid 6"), 18);
    assert_eq!(houses("grid 6\nrows none\nboxes none"), 6);
    assert_eq!(houses("grid 6\ncolumns none\nboxes 3x2"), 12);
    assert_eq!(houses("grid 4\nregions\n AABB\n AABB\n CC..\n CC.."), 11, "regions replace boxes");
    assert_eq!(houses("grid 4\nboxes 2x2\nregions\n AABB\n AABB\n CCDD\n CCDD"), 16);
    let nine = good("x r1c1-2");
    assert_eq!(nine.clues.len(), 28, "no grid line is a 9x9 grid");
}

#[test]
fn rules_read_as_they_should() {
    for same in [
        "r1c1 + r1c2 = total or r9c9 = 3",
        "|r1c1 - r1c2| >= 5 and not r1c1 = 2",
        "r1c1 * (r1c2 + 1) / 2 mod 3 != -1",
        "sum(r1c1-9) - max(r1c1, 2, total) < count(r1-3c1, 4)",
        "element(r1c1, r2c1-9) = 5 <-> distinct(r1c1-2 r3c3)",
        "r1c1 in {1, 3, 5}",
        "holds(r1c1 = 1) + quot(-7, 2) = rem(r1c1, 2)",
        "all(r1c1 = 1) or any()",
        "automaton(r1c1-3; 2; 0; 1; 0 1 0, 0 2 1, 1 2 1)",
    ] {
        assert_eq!(rule(same), same);
    }
    assert_eq!(rule("1 < r1c1 < r1c2"), "1 < r1c1 and r1c1 < r1c2");
    assert_eq!(rule("r1c1 in 2..4"), "r1c1 in {2, 3, 4}");
    assert_eq!(rule("r1c1 = 1 -> r1c2 == 2"), "not r1c1 = 1 or r1c2 = 2");
    assert_eq!(rule("r1c1 = 1 xor r1c2 <> 2"), "not (r1c1 = 1 <-> r1c2 != 2)");
    assert_eq!(rule("sum(r1c1 = 1, r1c2 > 3) = 1"), "holds(r1c1 = 1) + holds(r1c2 > 3) = 1");
    assert_eq!(rule("r1c1=1 implies r1c2=2 iff true"), "not r1c1 = 1 or r1c2 = 2 <-> true");
    assert_eq!(rule("abs(r1c1 − 3) ≤ 2 × total"), "|r1c1 - 3| <= 2 * total");
}

#[test]
fn quantifiers_are_written_out() {
    assert_eq!(rule("each neighbours a b in r1c1-3: a < b"), "r1c1 < r1c2 and r1c2 < r1c3");
    assert_eq!(
        rule("each pair a b in r1c1-3: a != b"),
        "r1c1 != r1c2 and r1c1 != r1c3 and r1c2 != r1c3"
    );
    assert_eq!(rule("each cell a in r1c1 r2c2: a > 1"), "r1c1 > 1 and r2c2 > 1");
    let nested = "each cell a in r1c1-2: each cell b in r2c1-2: a != b";
    assert_eq!(rule(nested), "(r1c1 != r2c1 and r1c1 != r2c2) and (r1c2 != r2c1 and r1c2 != r2c2)");
    let puzzle = good("rule each cell a in r1c1: a = 2");
    let formula = puzzle.clues.last().unwrap().formula.clone().unwrap();
    assert_eq!(formula.variables(), [Name::Cell(pencilmark_puzzle::CellId::new(0))]);
}

#[test]
fn misspelt_words_are_recognised() {
    assert_eq!(
        bad("termo r1c1-3"),
        "1:termo: there is no statement `termo` | did you mean `thermo`?"
    );
    assert_eq!(
        bad("girvens"),
        "1:girvens: there is no statement `girvens` | did you mean `givens`?"
    );
    assert_eq!(
        bad("grid 9\n9..3.8..5"),
        "2:9..3.8..5: there is no statement `9..3.8..5` | the lines of a grid stand indented below `givens`"
    );
    let pasted = "5 3 . | . 7 .\n6 . . | 1 9 5\n------+------\n. 9 8 | . . .\ntermo r1c1-3";
    let errors = parse("t", pasted).unwrap_err();
    assert_eq!(errors.iter().map(|e| e.place.line).collect::<Vec<_>>(), [1, 5]);
    assert_eq!(
        errors[0].help.as_deref(),
        Some("the lines of a grid stand indented below `givens`")
    );
    assert_eq!(bad_rule("totl = 3"), "totl: there is no variable `totl` | did you mean `total`?");
    assert_eq!(bad_rule("mni(r1c1) = 3"), "mni: there is no function `mni` | did you mean `min`?");
    assert_eq!(bad_rule("zz = 3"), "zz: there is no variable `zz` | declare it: var zz in 1..9");
}

#[test]
fn wrong_arguments_say_what_was_expected() {
    let usage = "write: cage [SUM] CELLS (for example `cage 15 r1c1 r1c2 r2c1`)";
    assert_eq!(bad("cage 15"), format!("1:: expected a cell | {usage}"));
    assert_eq!(bad("cage 15 foo"), format!("1:foo: expected a cell, found `foo` | {usage}"));
    assert_eq!(bad("cage 5 r1c1 12"), format!("1:12: unexpected `12` | {usage}"));
    assert!(bad("sum r1c1").starts_with("1:r1c1: expected the sum, a whole number, found `r1c1`"));
    assert!(bad("thermo r1c1").starts_with("1:: expected at least 2 cells, one more cell"));
    assert!(bad("arrow r1c1 r1c2").starts_with("1:: expected `=`"));
    assert!(bad("diagonal x").starts_with("1:x: expected `+` or `-`, found `x`"));
    assert!(bad("little-killer 5 r1c1 left").starts_with("1:left: expected a direction"));
    assert!(bad("anti-king now").starts_with("1:now: unexpected `now`"));
    assert!(bad("candidates r1c1").starts_with("1:: expected digits"));
    assert!(bad("given r1c1 x").starts_with("1:x: expected the digit, a whole number, found `x`"));
}

#[test]
fn wrong_cells_are_shown() {
    assert_eq!(bad("cage 5 r1c1 r10c1"), "1:r10c1: r10c1 is outside the 9x9 grid");
    assert_eq!(
        bad("thermo r1c1-99999999999"),
        "1:r1c1-99999999999: r1c99999999999 is outside the 9x9 grid"
    );
    assert_eq!(bad("thermo r0c1-2"), "1:r0c1-2: r0c1 is outside the 9x9 grid");
    assert!(bad("cage 5 r1c").starts_with("1:r1c: `r1c` is not a cell | cells are written `r1c1`"));
}

#[test]
fn wrong_headers_are_shown() {
    assert_eq!(bad("grid 26"), "1:26: a grid has 1 to 25 rows and columns");
    assert_eq!(bad("grid big"), "1:big: expected a size, found `big` | write: grid 9, or grid 6x8");
    assert!(bad("digits 5-1").starts_with("1:5-1: 5 to 1 cannot be the digits of a grid"));
    assert!(bad("digits 0-99").contains("at most 64 of them"));
    assert!(bad("boxes 2x4").starts_with("1:2x4: 2x4 boxes do not fill a 9x9 grid"));
    assert!(bad("rows off").starts_with("1:off: expected `none`, found `off`"));
    assert_eq!(bad("grid 4\ngrid 5"), "2:grid: `grid` is told twice");
    assert_eq!(bad("title"), "1:: `title` needs a text");
    assert!(bad("var r1c1 in 1..2").ends_with("`r1c1` looks like a cell"));
    assert!(bad("var mod in 1..2").ends_with("`mod` is a word of the rule language"));
    assert!(bad("var t in 1..2\nvar t in 1..2").ends_with("`t` is declared twice"));
    assert!(bad("var t 1..2").starts_with("1:1..2: expected `in`, found `1..2`"));
    assert!(bad("var t in 5..1").starts_with("1:5..1: 5..1 is no range of values"));
}

#[test]
fn wrong_maps_are_shown() {
    assert!(
        bad("grid 4\ngivens\n 1...\n")
            .starts_with("2:givens: the map has 1 line, but the grid has 4 rows")
    );
    assert_eq!(
        bad("grid 2x3\ngivens\n 12.\n 12.."),
        "4:12..: this line has 4 cells, but the grid has 3 columns"
    );
    assert!(bad("grid 2x3\ngivens\n 1?.\n ...").starts_with("3:?: `?` is not a digit"));
    assert!(
        bad("grid 2x3\ngivens 123456").starts_with("2:123456: expected nothing after `givens`")
    );
    assert!(
        bad("grid 4\ngivens\n 5...\n ....\n ....\n ....")
            .starts_with("3:5: 5 in r1c1 is not a digit of this grid | the digits are 1 to 4")
    );
    assert_eq!(
        bad("grid 4\nregions\n AABB\n AABB\n CCDD\n CCDA"),
        "3:A: the region with r1c1 has 5 cells but there are only 4 digits"
            .replace("the region with r1c1", "region")
    );
    assert!(
        bad("grid 4\nregions\n AABB\n AABB\n CCDD\n CCD.")
            .starts_with("5:D: the region with r3c3 has 3 cells, not 4")
    );
}

#[test]
fn flaws_point_at_their_part() {
    assert_eq!(
        bad("cage 28 r1c1 r1c2 r2c1"),
        "1:28: cage of 3 cells cannot sum to 28 | largest possible: 9+8+7 = 24"
    );
    assert_eq!(bad("cage 9 r1c1 r1c2 r1c1"), "1:r1c1: cage names r1c1 twice");
    assert_eq!(parse("p", "cage 9 r1c1 r1c2 r1c1").unwrap_err()[0].place.column, 18);
    assert_eq!(bad("thermo r1c1-3 r1c2"), "1:r1c2: thermometer visits r1c2 twice");
    assert!(bad("arrow r1c1 = r2-3c1-5").contains("arrow of 10 cells sums to at least 10"));
    assert!(bad("grid 4\nx r1c1-2").contains("no two digits add up to 10"));
    assert!(
        bad("ratio 7 r1c1-2\nratio 10 r1c1-2").starts_with("2:10: no two digits have the ratio 10")
    );
    assert!(bad("little-killer 9 r2c2 dr").starts_with("1:r2c2 dr: the diagonal does not enter"));
    assert!(bad("grid 3x4\ndiagonals").ends_with("only a square grid has main diagonals"));
    assert!(bad("grid 7\ndisjoint-groups").ends_with("disjoint groups need boxes or regions"));
}

#[test]
fn one_complaint_about_all_houses() {
    let errors = parse("p", "grid 9\ndigits 1-8").unwrap_err();
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].message, "row has 9 cells but there are only 8 digits");
    assert_eq!(errors[0].place.line, 2);
}

#[test]
fn clashing_givens_show_both_places() {
    let errors =
        parse("p", "grid 4\ngiven r1c1 2\ngivens\n  .2..\n  ....\n  ....\n  ....").unwrap_err();
    assert_eq!(errors.len(), 1);
    let want = "\
p:4:4: r1c1 and r1c2 are both 2, in row 1
  4 |   .2..
    |    ^
  2 | given r1c1 2
    |       ^^^^^^ also here";
    assert_eq!(errors[0].to_string(), want);
}

#[test]
fn wrong_rules_are_shown() {
    assert!(bad_rule("r1c1 + r1c2").starts_with("r1c1: this is a number, not a statement"));
    assert!(bad_rule("(r1c1 = 2) + 1 = 3").starts_with("(: this is a statement, not a number"));
    assert!(bad_rule("r1c1 =").starts_with(": expected a number, a cell or a name"));
    assert!(bad_rule("r1c1-3 = 2").starts_with("r1c1-3: a range is several cells"));
    assert!(bad_rule("r1c1 = 2 r1c2").starts_with("r1c2: expected the end of the rule"));
    assert!(bad_rule("(r1c1 = 2").ends_with(": expected `)`"));
    assert!(bad_rule("r1c1 ~ 2").starts_with("~: unexpected `~`"));
    assert!(bad_rule("r1c1 = 99999999999999999999").ends_with("this number is too large"));
    assert!(bad_rule("r1c10 = 2").starts_with("r1c10: r1c10 is outside the 9x9 grid"));
    assert!(bad_rule("min() = 2").ends_with("`min` of nothing has no value"));
    assert!(bad_rule("count(r1c1-9) = 2").contains("expected a comma and the value to count"));
    assert!(
        bad_rule("each neighbour a b in r1c1-2: a < b").ends_with("did you mean `neighbours`?")
    );
    assert!(
        bad_rule("each pair a b in r1c1: a < b").ends_with("`each pair` needs at least two cells")
    );
    assert!(bad_rule("r1c1 in 1..100000").contains("at most 10000 values"));
    let deep = format!("{}r1c1{} = 1", "(".repeat(500), ")".repeat(500));
    assert!(bad_rule(&deep).contains("too many parentheses"));
    let long = format!("r1c1 = 1{}", " -> r1c1 = 1".repeat(500));
    assert!(bad_rule(&long).contains("`->` within each other"));
    let wide = "each pair a b in r1-9c1-9: each pair c d in r1-9c1-9: a + b != c + d";
    assert!(bad_rule(wide).contains("too large"));
}

#[test]
fn several_errors_are_told_up_to_ten() {
    let errors = parse("p", "grid 4\nfoo1\nthermo r1c1\nrule x\n").unwrap_err();
    assert_eq!(errors.iter().map(|e| e.place.line).collect::<Vec<_>>(), [2, 3, 4]);
    assert_eq!(parse("p", &"nonsense\n".repeat(50)).unwrap_err().len(), 10);
}

#[test]
fn lists_with_a_name() {
    let puzzle =
        good("let ring = r1c1-3 r2c3\nlet more = ring, r9c9\nrenban ring\nrule sum(more) = 20");
    let line = &puzzle.clues[puzzle.clues.len() - 2];
    assert_eq!(line.list(0).len(), 4);
    let rule = puzzle.clues.last().unwrap().formula.as_ref().unwrap();
    assert_eq!(formula_text(rule, &puzzle), "sum(r1c1-3 r2c3 r9c9) = 20");
    assert_eq!(bad("let r1c1 = r1c2"), "1:r1c1: `r1c1` looks like a cell");
    assert_eq!(bad("let a = r1c1\nlet a = r1c2"), "2:a: `a` is declared twice");
    assert_eq!(
        bad("let a = b"),
        "1:b: expected a cell, found `b` | write: let ring = r1c1-9 r2-9c9"
    );
}

#[test]
fn rules_with_a_name() {
    let text = "define far(a, b): |a - b| >= 5\nrule far(r1c1, r1c2) or far(r1c2, r1c3)";
    let puzzle = good(text);
    let rule = puzzle.clues.last().unwrap().formula.as_ref().unwrap();
    assert_eq!(formula_text(rule, &puzzle), "|r1c1 - r1c2| >= 5 or |r1c2 - r1c3| >= 5");
    let lists = good("define odd_sum(l): sum(l) mod 2 = 1\nrule odd_sum(r1c1-3)");
    let rule = lists.clues.last().unwrap().formula.as_ref().unwrap();
    assert_eq!(formula_text(rule, &lists), "(r1c1 + r1c2 + r1c3) mod 2 = 1");
    assert!(bad("define f(a): a = 1\nrule f(r1c1, r1c2)").contains("takes 1 values, not 2"));
    assert!(bad("define f(a): f(a)\nrule f(r1c1)").contains("`f` uses itself"));
    assert!(bad("define f(a: a = 1").contains("expected a name, `,` or `)`"));
}

#[test]
fn quantifiers_of_every_sort() {
    assert_eq!(rule("each number n in 1..2: r1c1 != n"), "r1c1 != 1 and r1c1 != 2");
    assert_eq!(rule("some cell a in r1c1-2: a = 9"), "r1c1 = 9 or r1c2 = 9");
    assert_eq!(rule("no cell a in r1c1-2: a = 9"), "not (r1c1 = 9 or r1c2 = 9)");
    assert_eq!(rule("each touching a b in r1-2c1: a < b"), "all(r1c1 < r2c1)");
    assert_eq!(
        rule("each list l in r1c1-2 / r2c1-2: distinct(l)"),
        "distinct(r1c1-2) and distinct(r2c1-2)"
    );
    assert_eq!(
        rule("exactly 1 of (r1c1 = 1, each cell a in r2c1-2: a = 2)"),
        "holds(r1c1 = 1) + holds(r2c1 = 2) + holds(r2c2 = 2) = 1"
    );
    assert_eq!(rule("at least 2 of (true, false)"), "holds(true) + holds(false) >= 2");
    assert_eq!(rule("sum(each cell a in r1c1-2: a * a) = 5"), "r1c1 * r1c1 + r1c2 * r1c2 = 5");
    assert!(rule("each row r: sum(r) = 45").contains("sum(r9c1-9) = 45"));
    assert_eq!(rule("sum(row(2)) = sum(column(1))"), "sum(r2c1-9) = sum(r1-9c1)");
    assert_eq!(
        rule("max(beside(r1c1)) < r1c1"),
        "max(r1-2c2 r2c1) < r1c1".replace("r1-2c2 r2c1", "r1c2 r2c1")
    );
    assert!(bad_rule("sum(row(10)) = 1").contains("there is no such row"));
    assert!(bad_rule("each rox r: true").contains("did you mean `row`?"));
}

#[test]
fn clues_stand_in_rules() {
    assert_eq!(rule("not thermo(r1c1-3)"), "not (r1c1 < r1c2 and r1c2 < r1c3)");
    let liar = rule("exactly 1 of (cage(15 r1c1-2), slow-thermo(r3c1-2))");
    assert!(liar.contains("distinct(r1c1-2) and r1c1 + r1c2 = 15"), "{liar}");
    // What no digits can make is false, and no mistake.
    assert!(rule("cage(99 r1c1-2) or r1c1 = 1").contains("= 99"));
    assert!(bad_rule("cage(5 r1c1 r1c1)").contains("twice"));
    assert_eq!(
        rule("each number n in 1..2: each number m in n..2: cell(n, m) = n")
            .matches("r1c2")
            .count(),
        1
    );
    assert!(bad_rule("cell(r1c1) = 1").contains("expected `,`"));
    assert!(bad_rule("cell(99, 2) = 1").contains("no cell in row 99"));
    assert!(bad_rule("exactly 2 of ()").contains("expected statements"));
    assert_eq!(rule("count(row(1) column(1), 1) = 2").matches("r1c1").count(), 1);
    assert!(rule("each square q: sum(q) != 4").contains("r8c8 + r8c9 + r9c8 + r9c9"));
    assert!(bad_rule("chaos-construction()").contains("cannot stand inside a rule"));
}

#[test]
fn patterns_and_what_hangs_together() {
    assert!(rule("regex(r1c1-3; \"1*2+\")").starts_with("automaton(r1c1-3;"));
    assert!(bad_rule("regex(r1c1-3; \"(1\")").contains("a `)` is missing"));
    assert_eq!(rule("connected(r1-2c1-2; 1 2)"), "connected(r1c1-2 r2c1-2; 1 2)");
    assert_eq!(rule("connected(r1c1 r5c5; 3; 1 2)"), "connected(r1c1 r5c5; 3; 1 2)");
}

#[test]
fn layers_have_a_value_for_each_cell() {
    let puzzle = good(
        "grid 4\nlayer shade in 0..1\nvar t in 1..2\nrule shade(r1c1) = 1 and sum(shade(row(1))) = t",
    );
    assert_eq!(puzzle.vars.len(), 17);
    let rule = puzzle.clues.last().unwrap().formula.as_ref().unwrap();
    assert_eq!(
        formula_text(rule, &puzzle),
        "shade_r1c1 = 1 and shade_r1c1 + shade_r1c2 + shade_r1c3 + shade_r1c4 = t"
    );
    let chaos = good("grid 4\nrule region(r1c1) = region(r4c4)\nchaos-construction\nboxes none");
    assert_eq!(chaos.layers.len(), 1);
    assert_eq!(parse("again", &crate::write(&chaos)).unwrap(), chaos);
    assert_eq!(parse("again", &crate::write(&puzzle)).unwrap(), puzzle);
}
