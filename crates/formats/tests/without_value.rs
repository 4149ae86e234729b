//! Numbers without a value make the comparison around them false: `not in` like any other.
//! Each rule stands beside the same in Rust, tried for all digits.

use pencilmark_formats::parse;
use pencilmark_puzzle::{Puzzle, Settings, Solver, brute_force};

/// Three cells without houses, digits from 0.
const HEAD: &str = "grid 1x3\ndigits 0-3\nrows none\ncolumns none\nboxes none\n";

type Meaning = fn(i64, i64, i64) -> bool;

/// `a`, `b` and `c` in a rule are the three cells.
const RULES: &[(&str, Meaning)] = &[
    ("a / b != 1", |a, b, _| b != 0 && a / b != 1),
    ("a / b not in {1}", |a, b, _| b != 0 && a / b != 1),
    ("a / b not in {1, 3}", |a, b, _| b != 0 && a / b != 1 && a / b != 3),
    ("a mod b not in 1..2", |a, b, _| b != 0 && a % b == 0),
    ("a / b not in {}", |_, b, _| b != 0),
    ("a not in {}", |_, _, _| true),
    ("a / b not in {c, 2}", |a, b, c| b != 0 && a / b != c && a / b != 2),
    ("c not in {a / b, 2}", |a, b, c| b != 0 && c != a / b && c != 2),
    ("c in {a / b, 2}", |a, b, c| b != 0 && c == a / b || c == 2),
    ("c + a / b not in {2}", |a, b, c| b != 0 && c + a / b != 2),
    ("not a / b in {1}", |a, b, _| b == 0 || a / b != 1),
    ("not a / b not in {1}", |a, b, _| b == 0 || a / b == 1),
    ("a / b not in {1} or c = 3", |a, b, c| b != 0 && a / b != 1 || c == 3),
    ("c = 1 -> a / b not in {0}", |a, b, c| c != 1 || b != 0 && a / b != 0),
    ("holds(a / b not in {1}) = c", |a, b, c| i64::from(b != 0 && a / b != 1) == c),
    ("a / 2 not in {1}", |a, _, _| a / 2 != 1),
    ("a + b not in {2, 3}", |a, b, _| a + b != 2 && a + b != 3),
    ("element(a, b, c) not in {1, 2}", |a, b, c| match a {
        1 => b != 1 && b != 2,
        2 => c != 1 && c != 2,
        _ => false,
    }),
    // A list has all its values or none: the place that is not chosen counts, too.
    ("element(2, quot(a, b), c) = c", |_, b, _| b != 0),
    ("element(c, quot(a, b), a) not in {1}", |a, b, c| match c {
        1 => b != 0 && a / b != 1,
        2 => b != 0 && a != 1,
        _ => false,
    }),
    ("min(c, quot(a, b)) <= 3", |_, b, _| b != 0),
    ("count(c, quot(a, b), 9) = 0", |_, b, _| b != 0),
];

fn puzzle(rule: &str) -> Puzzle {
    let cells = "let a = r1c1\nlet b = r1c2\nlet c = r1c3\n";
    let text = format!("{HEAD}{cells}rule {rule}\n");
    parse("t", &text).unwrap_or_else(|e| panic!("{rule}: {}", e[0]))
}

#[test]
fn comparisons_around_them_are_false() {
    for (rule, meaning) in RULES {
        let mut known = Vec::new();
        for (a, b, c) in (0..64).map(|n| (n / 16, n / 4 % 4, n % 4)) {
            if meaning(a, b, c) {
                known.push(vec![a, b, c]);
            }
        }
        let puzzle = puzzle(rule);
        let mut tried = brute_force(&puzzle, 100);
        tried.sort();
        assert_eq!(tried, known, "{rule}, all tried");
        let solver = Solver::new(&puzzle, Settings::default());
        let mut solved: Vec<_> = solver.solutions().map(|s| s.expect("no limits").cells).collect();
        solved.sort();
        assert_eq!(solved, known, "{rule}, solved");
        let again = parse("t", &pencilmark_formats::write(&puzzle)).expect("our own file");
        assert_eq!(brute_force(&again, 100).len(), known.len(), "{rule}, written and read");
    }
}
