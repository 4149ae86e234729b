//! Steps of several constraints are the smallest there are: on small puzzles of many kinds all
//! sets of fewer constraints are tried, by a search that knows nothing of the one under test.

mod common;
use common::clash;

use pencilmark_kernel::search::Limits;
use pencilmark_logic::story::{Manner, Truth};
use pencilmark_logic::tell::Telling;
use pencilmark_logic::{Board, Mark, Marks, Pattern, choose};
use pencilmark_puzzle::random::{random_kinds, random_puzzle_of};
use pencilmark_spec::data::tell;

/// More constraints than these are not tried.
const MOST: usize = 5;
/// Seconds after which no other step is compared.
const SECONDS: u64 = 25;
/// Nodes of one question; a set that takes more is no easier to see than a larger one.
const NODES: u64 = 2000;
/// Sets that are tried for one step.
const SETS: usize = 700;

/// Whether some constraints, and the marks as they are, leave no way to have a mark.
fn refutes(board: &Board, marks: &Marks, units: &[usize], mark: Mark) -> bool {
    let mut left: Vec<u64> = (0..board.cells).map(|cell| marks.left_of(cell)).collect();
    left[mark.cell] = 1 << mark.digit;
    clash(board, units, &left, NODES)
}

/// A set of so many constraints that erases a mark; none is looked for if there are too many sets.
fn any_of_size(board: &Board, marks: &Marks, truth: &Truth, size: usize) -> Option<Vec<usize>> {
    let Truth::Known(truth) = truth else { return None };
    let open = |u: &usize| board.units[*u].scope.iter().any(|&c| marks.value[c].is_none());
    let units: Vec<usize> = (0..board.units.len()).filter(open).collect();
    let sets = (0..size).fold(1, |all, i| all * (units.len() - i.min(units.len())) / (i + 1));
    if sets > SETS {
        return None;
    }
    let wrong: Vec<Mark> = marks.all().filter(|m| truth[m.cell] >> m.digit & 1 == 0).collect();
    let mut found = None;
    choose(&units, size, &mut |some| {
        let cells: Vec<usize> =
            some.iter().flat_map(|&u| board.units[u].scope.iter().copied()).collect();
        let near = |m: &&Mark| cells.contains(&m.cell);
        if wrong.iter().filter(near).any(|&m| refutes(board, marks, some, m)) {
            found = Some(some.to_vec());
        }
        found.is_some()
    });
    found
}

#[test]
fn no_fewer_constraints_erase_a_mark() {
    let (mut steps, mut sizes, mut larger) = (0, [0; 16], Vec::new());
    let kinds = random_kinds();
    let patience = std::time::Instant::now();
    for seed in 0..400u64 {
        if patience.elapsed().as_secs() > SECONDS {
            break;
        }
        let kind = kinds[seed as usize % kinds.len()];
        let puzzle = random_puzzle_of(kind, 1000 + seed);
        let board = Board::new(&puzzle);
        let truth = Truth::of(&board, &Limits::default());
        let start = Marks::start(&board);
        let mut telling = Telling::new(&board, Manner::default(), &truth, start).quick();
        loop {
            let before = telling.marks().clone();
            let Some(found) = telling.advance().filter(|_| patience.elapsed().as_secs() < SECONDS)
            else {
                break;
            };
            let Pattern::Several { units, .. } = &found.pattern else { continue };
            assert!(units.len() <= 8 || found.rating < 60, "{kind} {seed}: {units:?}");
            steps += 1;
            sizes[units.len().min(15)] += 1;
            // Those of two are compared, too: one alone might do.
            for size in 1..units.len().min(MOST) {
                if let Some(set) = any_of_size(&board, &before, &truth, size) {
                    larger.push(format!("{kind} {seed}: {units:?} where {set:?} will do"));
                    break;
                }
            }
        }
    }
    tell(&format!("{steps} steps of several constraints, by their number: {sizes:?}"));
    assert_eq!(larger, Vec::<String>::new());
    assert!(steps > 0);
}
