//! The independent checker: do the premises of a step imply its conclusion, and are all of
//! them needed?
//!
//! It knows no technique. It takes the constraints and the erased marks that a reason names,
//! gives every other mark back, and searches for a way to break the conclusion. That a premise
//! is superfluous must be seen within a short search: a longer proof without it is no simpler.

mod lines;

pub use lines::trace;

use crate::oracle::{Claim, Facts, Oracle};
use crate::reason::{NODES, Reason, fewer};
use crate::sets::Digits;

/// What the checker found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The premises imply the conclusion and none can be left out, or the step does not say so.
    Right,
    /// The conclusion is right if the puzzle has one solution, which the step says it assumes.
    RightIfUnique,
    /// The premises imply the conclusion, but some can be left out.
    Superfluous,
    /// The premises do not imply the conclusion.
    Wrong,
    /// It took too long to find out.
    Unknown,
}

/// Checks claims against their reason. Claims that assume one solution are held against
/// `solution`: for each cell the digits that occur in some solution.
pub fn check(
    oracle: &Oracle<'_>,
    claims: &[Claim],
    reason: &Reason,
    solution: Option<&[Digits]>,
) -> Verdict {
    if reason.unique {
        let Some(solution) = solution else { return Verdict::Unknown };
        let right = claims.iter().all(|&claim| match claim {
            Claim::Is(m) => solution[m.cell] == 1 << m.digit,
            Claim::Not(m) => solution[m.cell] >> m.digit & 1 == 0,
        });
        return if right { Verdict::RightIfUnique } else { Verdict::Wrong };
    }
    let board = oracle.board();
    let mut facts: Facts = vec![board.all(); board.cells];
    for mark in &reason.gone {
        facts[mark.cell] &= !(1 << mark.digit);
    }
    let follows = |units: &[usize], facts: &Facts, nodes: u64| -> Option<bool> {
        for &claim in claims {
            if !oracle.proves(units, facts, claim, nodes)? {
                return Some(false);
            }
        }
        Some(true)
    };
    match follows(&reason.units, &facts, NODES) {
        None => return Verdict::Unknown,
        Some(false) => return Verdict::Wrong,
        Some(true) if !reason.smallest => return Verdict::Right,
        Some(true) => {}
    }
    let nodes = fewer(board);
    for at in 0..reason.units.len() {
        let mut rest = reason.units.clone();
        rest.remove(at);
        if follows(&rest, &facts, nodes) == Some(true) {
            return Verdict::Superfluous;
        }
    }
    for mark in &reason.gone {
        let mut more = facts.clone();
        more[mark.cell] |= 1 << mark.digit;
        if follows(&reason.units, &more, nodes) == Some(true) {
            return Verdict::Superfluous;
        }
    }
    Verdict::Right
}
