//! Steps of several constraints are the smallest there are: on small puzzles of many kinds all
//! sets of fewer constraints are tried, by a search that knows nothing of the one under test.

use pencilmark_kernel::search::{Limits, Search, SearchOptions};
use pencilmark_kernel::{CompileOptions, Constraint};
use pencilmark_logic::story::{Manner, Truth};
use pencilmark_logic::tell::Telling;
use pencilmark_logic::{Board, Each, Mark, Marks, Pattern, choose};
use pencilmark_puzzle::random::{random_kinds, random_puzzle_of};
use pencilmark_spec::data::tell;

/// More constraints than these are not tried.
const MOST: usize = 5;
/// Seconds after which no other step is compared.
const SECONDS: u64 = 25;
/// Sets that are tried for one step.
const SETS: usize = 700;

/// Whether some constraints, and the marks as they are, leave no way to have a mark.
fn refutes(board: &Board, marks: &Marks, units: &[usize], mark: Mark) -> bool {
    let whole = &board.lowered.problem;
    let mut own = pencilmark_kernel::Problem::new();
    for def in whole.vars() {
        own.var(def.lo, def.hi);
    }
    let group = own.group();
    for &posted in units.iter().flat_map(|&u| &board.units[u].posted) {
        own.post(group, whole.posted()[posted].constraint.clone());
    }
    for cell in 0..board.cells {
        let left = if cell == mark.cell { 1 << mark.digit } else { marks.left_of(cell) };
        let values = Each(left).map(|d| board.value(d)).collect();
        own.post(group, Constraint::Domain { var: board.lowered.cells[cell], values });
    }
    let model = own.compile(&CompileOptions::default());
    let limits = Limits { nodes: Some(2000), ..Limits::default() };
    let mut search = Search::new(&model, SearchOptions { limits, ..Default::default() });
    matches!(search.next_solution(), Ok(None))
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
