//! Traces that speak of values outside the grid, numbers of regions, what cells count for, variables,
//! are checked line by line as well, and the checker sees what is missing from them.

use pencilmark_kernel::search::Limits;
use pencilmark_logic::check;
use pencilmark_logic::oracle::{Facts, Oracle};
use pencilmark_logic::story::{Manner, Truth};
use pencilmark_logic::tell::Telling;
use pencilmark_logic::{Board, Marks, Pattern, Refuted};

/// Regions to be found, with arrows that count their cells.
const REGIONS: &str = "grid 4
boxes none
chaos-construction
chaos-arrow r1c2
chaos-count r2c2 others
chaos-arrow r4c1
given r1c1 1
given r3c4 3
";
const DOUBLED: &str = "grid 6
doublers
cage 19 r6c4 r5c4 r4c4
cage 9 r4c6 r3c6 r4c5
cage 9 r3c2 r4c2 r3c1
cage 8 r6c5 r5c5 r5c6
cage 13 r4-6c3
cage 8 r3c4-5 r2c4
cage 9 r1-3c3
cage 18 r1c5 r2c5 r1c4
cage 12 r4-6c1
cage 8 r1-2c6
cage 15 r2c2 r2c1 r1c2
cage 8 r5-6c2
given r3c5 3
given r1c3 1
given r1c6 5
given r5c6 1
given r3c6 6
";
const NEGATED: &str = "grid 4
negators
sum 0 r1c1-2 r2c1
x-sum 5 r4c1 right
given r2c2 4
";

/// The traces of an explanation that speak of values outside the grid, each with what cells could be.
fn traces(board: &Board) -> Vec<(Refuted, Facts)> {
    let truth = Truth::of(board, &Limits::default());
    let start = Marks::start(board);
    let mut telling = Telling::new(board, Manner::default(), &truth, start).quick();
    let mut all = Vec::new();
    loop {
        let before = telling.marks().clone();
        let Some(found) = telling.told() else { return all };
        let (Pattern::Several { why: Some(told), .. }
        | Pattern::Absurd { refuted: told, branched: false }) = found.pattern
        else {
            continue;
        };
        if told.cited(board).iter().any(|&u| board.units[u].outside) {
            all.push((told, (0..board.cells).map(|c| before.left_of(c)).collect()));
        }
    }
}

/// Every refutation that lacks one of the cases of this one, or of one of its cases.
fn without_a_case(told: &Refuted) -> Vec<Refuted> {
    let mut all = Vec::new();
    for (at, case) in told.cases.iter().enumerate() {
        let mut less = told.clone();
        less.cases.remove(at);
        all.push(less);
        for other in without_a_case(case) {
            let mut less = told.clone();
            less.cases[at] = other;
            all.push(less);
        }
    }
    all
}

#[test]
fn lines_about_values_outside_the_grid_follow() {
    let (mut lines, mut cases, mut spared, mut dropped) = (0, 0, 0, 0);
    for text in [REGIONS, DOUBLED, NEGATED] {
        let board = Board::new(&pencilmark_formats::parse("outside.pencil", text).unwrap());
        let oracle = Oracle::new(&board);
        let mut count = 0;
        for (told, facts) in traces(&board) {
            count += 1;
            assert_eq!(check::trace(&oracle, &told, &facts), Some(true), "{text}{told:?}");
            lines += told.trace.iter().filter(|line| !line.hidden.is_empty()).count();
            for less in without_a_case(&told) {
                cases += 1;
                assert_eq!(check::trace(&oracle, &less, &facts), Some(false), "{text}{less:?}");
            }
            for at in 0..told.trace.len() {
                let mut less = told.clone();
                less.trace.remove(at);
                dropped += 1;
                spared += usize::from(check::trace(&oracle, &less, &facts) == Some(true));
                // What nobody says does not follow.
                let mut wrong = told.clone();
                wrong.trace[at].units.clear();
                assert_eq!(check::trace(&oracle, &wrong, &facts), Some(false), "{text}{wrong:?}");
            }
        }
        assert!(count > 2, "{count} {text}");
    }
    assert!(lines > 20 && cases > 10, "{lines} lines, {cases} cases");
    assert!(spared * 4 < dropped, "{spared} of {dropped} lines can be left out");
}
