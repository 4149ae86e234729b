//! Puzzles that a format says it can hold mean the same when they are read again: houses of odd
//! shapes, cages in pieces, rules, variables. Other programs' files go through each format twice.

use pencilmark_formats::{FORMATS, Format, export, import, parse};
use pencilmark_puzzle::{Puzzle, Settings, Solver};

/// More solutions than this are not looked at.
const MANY: usize = 3000;

fn solutions(puzzle: &Puzzle) -> Vec<Vec<i64>> {
    let solver = Solver::new(puzzle, Settings::default());
    let mut all: Vec<Vec<i64>> =
        solver.solutions().take(MANY).map(|s| s.expect("no limits").cells).collect();
    all.sort();
    all.dedup();
    all
}

const REGIONS: &str = "grid 4\nregions\n  AAAB\n  CADB\n  CCDB\n  CDDB\n";
/// Regions of more cells than a row has, as there are more digits.
const LARGE: &str = "grid 4\ndigits 1-8\nregions\n  AAAA\n  AABB\n  AABB\n  BBBB\ngivens\n  \
    123.\n  5.67\n  7..2\n  8...\n";
const HOLES: &str = "grid 4\nregions\n  AAAB\n  .A.B\n  ...B\n  ...B\n";

/// What each puzzle is, and the formats that must hold it.
fn odd_puzzles() -> Vec<(String, &'static [&'static str])> {
    let with = |head: &str, rest: &str| format!("{head}{rest}");
    vec![
        (with(REGIONS, "disjoint-groups\n"), &["iss"]),
        (with(REGIONS, "boxes 2x2\ndisjoint-groups\n"), &["iss"]),
        (with(HOLES, "disjoint-groups\n"), &["pencil"]),
        (with(LARGE, "disjoint-groups\n"), &["iss", "sudokumaker-json", "sudokumaker"]),
        (with(LARGE, "region-sum-line r4c2 r4c1 r3c1 r2c1\n"), &["iss", "sudokumaker-json"]),
        (with(REGIONS, "region-sum-line r1c1-3 r2c3\n"), &["iss", "fpuzzles-json"]),
        (with(HOLES, ""), &["iss"]),
        ("grid 4\nregions\n  AAAA\n  BBBB\n  CCCC\n  ....\n".into(), &["iss"]),
        ("grid 4\ncage 8 r4c3 r4c4 r2c2\n".into(), &["iss", "fpuzzles-json"]),
        ("grid 4\ncage r4c2 r2c1 r1c4\n".into(), &["iss"]),
        // The digits are the shades, so that solutions tell whether the shades are kept.
        (
            "grid 3x4\ndigits 0-1\nrows none\ncolumns none\nboxes none\nyin-yang\n\
             rule each cell a: a = shade(a)\n"
                .into(),
            &["iss"],
        ),
        // With digits from 1 the shades are 1 and 2 there.
        (
            "grid 3x4\ndigits 1-2\nrows none\ncolumns none\nboxes none\nyin-yang\n\
             rule each cell a: a = shade(a) + 1\n"
                .into(),
            &["iss"],
        ),
        ("grid 4\nwindoku\n".into(), &["iss", "fpuzzles-json", "sudokumaker-json"]),
        ("grid 3\ndigits 1-6\nboxes none\nregions\n  AAB\n  AAB\n  AAB\n".into(), &["iss"]),
        (
            "grid 4\nthermo r1c1-3\narrow r2c1 = r2c2 r3c2\ncage 5 r4c1-2\ndiagonal +\n".into(),
            &["iss", "penpa"],
        ),
        ("grid 4\ngiven r1c1 3\ncandidates r2c2 1 2\ncage r1c3-4\n".into(), &["penpa", "iss"]),
        (with(REGIONS, "given r1c1 3\nthermo r2c2 r3c3\n"), &["penpa", "lisudoku"]),
        (
            "grid 4\nanti-king\nodd r1c1\neven r4c4\ndifference 1 r1c1-2\nratio 2 r3c3-4\n".into(),
            &["lisudoku"],
        ),
    ]
}

const RULES: &[&str] = &[
    "rule regex(row(1); \"(1|2)*3.*\")\n",
    "rule automaton(r1c1-4; 2; 0; 0; 0 1 1, 0 2 0, 0 3 0, 0 4 0, 1 2 0, 1 3 0, 1 4 0)\n",
    "rule automaton(r1c1-3; 3; 0; 2; 0 1 1, 0 1 2, 0 2 0, 1 3 2, 2 4 2, 0 3 1, 1 2 2)\n",
    "rule connected(grid(); 1 2)\n",
    "var k in 1..3\nrule r1c1 + k = r2c2 + r3c3\n",
    "var k1 in 1..4\nvar k2 in 1..4\nvar total in 2..4\nrule k1 < k2\nrule sum(r1c1-2) = k1 + k2\nrule total = r4c4\n",
    "layer shade in 1..2\nrule connected(shade(grid()); 2)\nrule some cell a in shade(grid()): a = 2\nrule count(shade(grid()), 1) = 13\n",
    "rule not thermo(r1c1-3)\nrule thermo(r2c1-3) or cage(5 r3c1-2)\n",
    "rule exactly 1 of (thermo(r1c1-3), r1c1 = 2, distinct(r1c1, r2c2, r3c3))\n",
    "rule element(r1c1, row(1)) = 2\n",
    "rule max(r1c1-3) = r2c1\n",
    "rule count(r1c1-2 r2c1-2, 1) = count(r3c1-2 r4c1-2, 2)\n",
    "rule r1c1 * r1c2 * r2c2 <= 9\n",
    "rule r1c1 = 1 -> sum(r2c1-3) > 6\n",
    "rule r1c1 = 5\n",
    "rule false or r1c1 + r1c2 + r1c3 = 7 or cage(99 r1c1-2)\n",
];

/// What a format holds without loss, read again.
fn again(puzzle: &Puzzle, format: Format, known: &[Vec<i64>]) -> bool {
    let Ok(written) = export(puzzle, format) else { return false };
    if !written.warnings.is_empty() {
        return false;
    }
    let name = format.info().name;
    for from in [None, Some(format)] {
        let found = import("again", &written.text, from)
            .unwrap_or_else(|e| panic!("{name} {from:?}: {}\n{}", e[0], written.text));
        let text = pencilmark_formats::write(puzzle);
        assert!(solutions(&found.puzzle) == known, "{name} {from:?}:\n{text}\n{}", written.text);
        let twice = export(&found.puzzle, format).expect("what was read can be written");
        assert!(twice.warnings.is_empty(), "{name}:\n{text}\n{:?}", twice.warnings);
    }
    true
}

#[test]
fn odd_houses_and_cages() {
    for (text, held) in odd_puzzles() {
        let puzzle = parse("t", &text).unwrap_or_else(|e| panic!("{text}\n{}", e[0]));
        let known = solutions(&puzzle);
        for info in FORMATS.iter().filter(|f| f.writes() && f.reads()) {
            let kept = again(&puzzle, info.format, &known);
            let lost = export(&puzzle, info.format).map(|e| e.warnings);
            assert!(kept || !held.contains(&info.name), "{}: {lost:?}\n{text}", info.name);
        }
    }
}

/// Rules of every form go to the Interactive Sudoku Solver and back.
#[test]
fn rules_as_machines() {
    let mut held = 0;
    for rules in RULES {
        let puzzle = parse("t", &format!("grid 4\n{rules}")).unwrap_or_else(|e| panic!("{}", e[0]));
        let known = solutions(&puzzle);
        for format in [Format::Json, Format::Pencil] {
            assert!(again(&puzzle, format, &known), "{rules}");
        }
        let kept = again(&puzzle, Format::Iss, &known);
        let lost = export(&puzzle, Format::Iss).map(|e| e.warnings);
        assert!(kept, "{lost:?}\n{rules}");
        held += 1;
    }
    assert_eq!(held, RULES.len());
}
