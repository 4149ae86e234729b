//! Puzzles solved by the clause engine alone.

use pencilmark_kernel::search::{Limits, Stats, Stop};
use pencilmark_puzzle::{Answer, Filled, Solver, Status};
use pencilmark_sat::{Ended, PuzzleSolver};

/// Up to two solutions within so many conflicts, which count as nodes.
pub fn by_clauses(solver: &Solver, conflicts: u64) -> Answer {
    let limits = Limits { nodes: Some(conflicts), ..Limits::default() };
    let mut solutions = Vec::new();
    let (mut complete, mut stopped, mut nodes) = (false, None, 0);
    match PuzzleSolver::new(solver.model().clone()) {
        Err(stop) => stopped = Some(stop),
        Ok(mut search) => {
            while solutions.len() < 2 && !complete && stopped.is_none() {
                match search.next_solution(&limits) {
                    Ok(Some(solution)) => solutions.push(Filled {
                        cells: solution.values(&solver.lowered().cells),
                        vars: solution.values(&solver.lowered().vars),
                    }),
                    Ok(None) => complete = true,
                    Err(Ended::Stopped(stop)) => stopped = Some(stop),
                    // It does not solve these; that counts as a limit here.
                    Err(Ended::Open(_)) => stopped = Some(Stop::Nodes),
                }
            }
            nodes = search.conflicts();
        }
    }
    let status = match (solutions.len(), complete) {
        (0, true) => Status::None,
        (1, true) => Status::Unique,
        (0 | 1, false) => Status::Unknown,
        _ => Status::Multiple,
    };
    let stats = Stats { nodes, conflicts: nodes, solutions: solutions.len() as u64 };
    Answer { status, solutions, complete, stopped, stats }
}
