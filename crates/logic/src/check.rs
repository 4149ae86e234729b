//! The independent checker: do the premises of a step imply its conclusion, and are all of
//! them needed?
//!
//! It knows no technique. It takes the constraints and the erased marks that a reason names,
//! gives every other mark back, and searches for a way to break the conclusion. That a premise
//! is superfluous must be seen within a short search: a longer proof without it is no simpler.

use crate::board::Mark;
use crate::found::{Consequence, Joint, Refuted};
use crate::oracle::{Claim, Facts, Oracle};
use crate::reason::{NODES, Reason, fewer};
use crate::sets::{Digits, Each};

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

/// Whether every line of a refutation follows from the constraints it names and what was told before
/// it, and it ends as it says, given what every cell may be: none if that took too long to find out,
/// or if it speaks of values outside the grid, which facts say nothing about.
pub fn trace(oracle: &Oracle<'_>, told: &Refuted, facts: &Facts) -> Option<bool> {
    let board = oracle.board();
    for other in told.alike.iter().chain(&told.others) {
        if !trace(oracle, other, facts)? {
            return Some(false);
        }
    }
    let outside = told.cited(board).iter().any(|&u| board.units[u].outside);
    if outside || told.value.is_some() {
        return None;
    }
    let mut facts = facts.clone();
    facts[told.assumed.cell] &= 1 << told.assumed.digit;
    for line in &told.trace {
        for &mark in &line.marks {
            if !follows(oracle, line, mark, &facts)? {
                return Some(false);
            }
        }
        line.marks.iter().for_each(|m| facts[m.cell] &= !(1 << m.digit));
    }
    if let Some(cell) = told.empty {
        return Some(facts[cell] == 0);
    }
    let Some(first) = told.cases.first().map(|case| case.assumed) else {
        return oracle.solution(&told.units, &facts, None, NODES).ok().map(|way| way.is_none());
    };
    let all: Vec<Mark> = match told.house {
        None => Each(facts[first.cell]).map(|digit| Mark { digit, ..first }).collect(),
        Some(house) => {
            let list = board.houses[house].list.iter();
            let places = list.filter(|&&c| facts[c] >> first.digit & 1 == 1);
            places.map(|&cell| Mark { cell, ..first }).collect()
        }
    };
    if !all.iter().all(|mark| told.cases.iter().any(|case| case.assumed == *mark)) {
        return Some(false);
    }
    for case in &told.cases {
        if !trace(oracle, case, &facts)? {
            return Some(false);
        }
    }
    Some(true)
}

/// Whether a mark goes as a line says: by its constraints, or since it sees every place that the line
/// tells of a digit that is needed.
fn follows(oracle: &Oracle<'_>, line: &Consequence, mark: Mark, facts: &Facts) -> Option<bool> {
    let board = oracle.board();
    let Some(&Joint::Needed { unit }) = line.joint.as_deref() else {
        return oracle.proves(&line.units, facts, Claim::Not(mark), NODES);
    };
    if facts[mark.cell] >> mark.digit & 1 == 0 {
        return Some(true);
    }
    let sees = |&cell: &usize| line.units.iter().any(|&u| board.makes_differ(u, mark.cell, cell));
    let mut without = facts.clone();
    for cell in &board.units[unit].scope {
        if facts[*cell] >> mark.digit & 1 == 1 && !sees(cell) {
            return Some(false);
        }
        without[*cell] &= !(1 << mark.digit);
    }
    oracle.solution(&[unit], &without, None, NODES).ok().map(|way| way.is_none())
}
