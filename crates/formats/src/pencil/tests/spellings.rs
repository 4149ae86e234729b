//! What people write who know other languages, and what they are told if it is not read.

use super::{bad, bad_rule, good, rule};

#[test]
fn other_spellings_of_rules() {
    for (written, meant) in [
        ("r1c1 % 2 = 0", "r1c1 mod 2 = 0"),
        ("r1c1 = 1 && r1c2 = 2 || !(r1c3 = 3)", "r1c1 = 1 and r1c2 = 2 or not r1c3 = 3"),
        ("||r1c1 - 5| - |r1c2|| = 2 || r1c1 = 1", "||r1c1 - 5| - |r1c2|| = 2 or r1c1 = 1"),
        ("r1c1 not in {1, 2}", "not r1c1 in {1, 2}"),
        ("r1c1 in {r2c2, 3, 5..6}", "r1c1 = r2c2 or r1c1 in {3, 5, 6}"),
        ("r1c1 in {r2c2}", "r1c1 = r2c2"),
        ("r1c1 in r2c2-3", "r1c1 = r2c2 or r1c1 = r2c3"),
        ("r1c1 not in row(2)", "each cell a in row(2): r1c1 != a"),
        (
            "each number n in 1..3: r1c1 not in {n, n + 3}",
            "each number n in 1..3: r1c1 != n + 3 and not r1c1 in {n}",
        ),
        ("if r1c1 = 1 then r2c2 = 2", "r1c1 = 1 -> r2c2 = 2"),
        (
            "if r1c1 = 1 then r2c2 = 2 else r2c2 = 3",
            "(r1c1 = 1 -> r2c2 = 2) and (r1c1 = 1 or r2c2 = 3)",
        ),
        ("for each row r: sum(r) > 3", "each row r: sum(r) > 3"),
        ("for all touching a b: a != b", "each touching a b: a != b"),
        ("forall cell a in r1c1-3: a > 1", "each cell a in r1c1-3: a > 1"),
        ("exists cell a in r1c1-3: a > 1", "some cell a in r1c1-3: a > 1"),
        ("each cell a: a > 0", "each cell a in grid(): a > 0"),
        ("each a in r1c1-2: a > 0", "each cell a in r1c1-2: a > 0"),
        ("exactly one of (r1c1 = 1, r1c2 = 2)", "exactly 1 of (r1c1 = 1, r1c2 = 2)"),
        ("at least two of (r1c1 = 1, r1c2 = 2)", "at least 2 of (r1c1 = 1, r1c2 = 2)"),
        ("one of (r1c1 = 1, r1c2 = 2)", "exactly 1 of (r1c1 = 1, r1c2 = 2)"),
        ("none of (r1c1 = 1, r1c2 = 2)", "not any(r1c1 = 1, r1c2 = 2)"),
        ("all of (r1c1 = 1, r1c2 = 2)", "r1c1 = 1 and r1c2 = 2"),
        ("any of (r1c1 = 1, r1c2 = 2)", "r1c1 = 1 or r1c2 = 2"),
        ("regex(row(1), \"1.*\")", "regex(row(1); \"1.*\")"),
        ("sum(r1c1–3) = 6", "sum(r1c1-3) = 6"),
    ] {
        assert_eq!(rule(written), rule(meant), "{written}");
    }
}

#[test]
fn a_cell_whose_row_and_column_are_digits() {
    let puzzle = good("grid 2\nrule cell(r1c1, r1c2) = 7\n");
    let formula = puzzle.clues.last().unwrap().formula.clone().unwrap();
    let holds = |row: i64, col: i64, at: usize| {
        let cells = [row, col, 0, 0];
        formula.eval(&|n| match n {
            pencilmark_puzzle::Name::Cell(c) if c.index() == at => 7,
            pencilmark_puzzle::Name::Cell(c) => cells[c.index()],
            _ => 0,
        })
    };
    assert!(holds(2, 1, 2) && holds(2, 2, 3));
    assert!(!holds(1, 2, 2) && !holds(3, 1, 2) && !holds(1, 3, 2) && !holds(0, 3, 2));
}

#[test]
fn what_cannot_be_read_says_what_can() {
    for (written, told) in [
        ("r1c1 ^ 2 = 4", "^: unexpected `^` | a square is a product: `r1c1 * r1c1`"),
        ("row 1 = 5", "row: there is no variable `row` | write: row(1)"),
        ("if r1c1 = 1 r2c2 = 2", "r2c2: expected `then`, found `r2c2`"),
        (
            "each r in 1..4: r1c1 = r",
            "1: expected cells, found `1` | numbers are gone through by `each number n in 1..4: ...`",
        ),
        (
            "r1c1r1c2 = 12",
            "r1c2: expected `+`, `=`, `<`, ..., found `r1c2` | two digits side by side are a number \
             of two digits: `10 * r1c1 + r1c2`",
        ),
        (
            "10*r1c1 + r1c2 is prime",
            "is: expected `+`, `=`, `<`, ..., found `is` | compare with `=`, or list what it can be: \
             `in {2, 3, 5, 7}`",
        ),
        (
            "r1c1 = 3 if r2c2 = 1",
            "if: expected the end of the rule, or `and`, `or`, ..., found `if` | the condition comes \
             first: `if r2c2 = 1 then r1c1 = 3`",
        ),
        (
            "r1c1 in odd",
            "odd: expected a set: `{1, 3}` or `1..4`, found `odd` | a clue as a statement is written \
             odd(CELLS)",
        ),
        (
            "count(r1c1-4 = 2) = 1",
            "=: expected a comma and the value to count, found `=` | write: count(r1c1-4, 2)",
        ),
        (
            "sum(r1c1 .. r1c4) = 9",
            "..: expected `)`, found `..` | `..` stands between numbers; cells side by side are \
             `r1c1-4`",
        ),
    ] {
        assert_eq!(bad_rule(written), told);
    }
    let itself = "define f(a): g(a)\ndefine g(a): f(a)\nrule f(r1c1)\n";
    assert!(bad(itself).contains("`f` uses itself"), "{}", bad(itself));
    let twice = good("define f(a): a > 1\nrule f(r1c1) and f(r1c2)\n");
    assert_eq!(twice.clues_of("rule").count(), 1, "twice, but not inside itself");
}

#[test]
fn a_wrong_variable_is_one_complaint() {
    for text in ["var k", "var k in {1,3}", "var k in 5..1"] {
        let errors = super::parse("p", &format!("{text}\nrule r1c1 = k\n")).unwrap_err();
        assert_eq!(errors.len(), 1, "{text}: {errors:?}");
    }
    let several = good("var k, l in 1..4\nvar m in 0..2\nrule k + l = m\n");
    let names: Vec<_> = several.vars.iter().map(|v| (v.name.as_str(), v.lo, v.hi)).collect();
    assert_eq!(names, [("k", 1, 4), ("l", 1, 4), ("m", 0, 2)]);
}

#[test]
fn unknown_statements_have_hints() {
    for (text, hint) in [
        ("anti knight", "did you mean `anti-knight`?"),
        ("non consecutive", "did you mean `non-consecutive`?"),
        ("king", "it is called `anti-king` here"),
        ("StrictXV", "it is called `negative-xv` here"),
        ("white r1c1-2", "it is called `difference` here"),
        ("r1c1 = 5", "write: given r1c1 5"),
        ("r1c1 + r1c2 = 5", "write: rule r1c1 + r1c2 = 5"),
        ("// a remark", "remarks start with `#`"),
        ("% a remark", "remarks start with `#`"),
    ] {
        let told = bad(&format!("grid 9\n{text}\n"));
        assert!(told.contains(hint), "{text}: {told}");
    }
    assert!(bad("kropki\n").contains("`difference`"), "{}", bad("kropki\n"));
    assert!(bad("chaos\n").contains("`chaos-construction`"), "{}", bad("chaos\n"));
    assert!(bad("xv\n").contains("`x`"), "{}", bad("xv\n"));
}

#[test]
fn rows_without_enough_company() {
    let rows = "53..7....\n6..195...\n.98....6.\n";
    let told = bad(rows);
    assert!(told.contains("3 rows of 9 cells are not a square grid"), "{told}");
}
