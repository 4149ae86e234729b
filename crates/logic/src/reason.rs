//! What a step rests on: the constraints it needs and the marks that had to be gone before.
//!
//! A pattern names the cells it is made of. Of the constraints on those cells, those that
//! can be left out are; then marks are given back as long as the conclusion still follows.
//! What is left is needed: the checker finds nothing to leave out.

use crate::board::{Board, Mark};
use crate::found::{Found, Pattern};
use crate::oracle::{Claim, Facts, Oracle};
use crate::sets::{Cell, Each};

/// Why a step is right.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Reason {
    /// The constraints, by their places in [`Board::units`].
    pub units: Vec<usize>,
    /// The marks that had to be gone before.
    pub gone: Vec<Mark>,
    /// Whether it takes for granted that there is only one solution.
    pub unique: bool,
    /// Whether all of it was found to be needed (if not, that took too long).
    pub smallest: bool,
}

/// Nodes for one question.
const NODES: u64 = 20_000;

/// What a step says, claim by claim.
pub fn claims(found: &Found) -> Vec<Claim> {
    let places = found.place.iter().map(|&m| Claim::Is(m));
    places.chain(found.remove.iter().map(|&m| Claim::Not(m))).collect()
}

/// The reason of a step, given what every cell may be before it.
pub fn reason(oracle: &Oracle<'_>, facts: &Facts, found: &Found) -> Reason {
    let board = oracle.board();
    let start = start(board, found);
    if found.technique.needs_uniqueness() {
        return Reason { units: start, gone: vec![], unique: true, smallest: false };
    }
    if let Some(gone) = single(board, found) {
        return Reason { units: start, gone, unique: false, smallest: true };
    }
    let claims = claims(found);
    let follows = |units: &[usize], facts: &Facts| {
        claims.iter().all(|&c| oracle.proves(units, facts, c, NODES) == Some(true))
    };
    // What the pattern names, else what it touches, else everything.
    let wider = [start, touched(board, found), (0..board.units.len()).collect()];
    let Some(mut units) = wider.into_iter().find(|units| follows(units, facts)) else {
        return Reason { units: vec![], ..Reason::default() };
    };
    let mut at = units.len();
    while at > 0 {
        at -= 1;
        let mut rest = units.clone();
        rest.remove(at);
        if follows(&rest, facts) {
            units = rest;
        }
    }
    let gone = premises(board, facts, &claims, &units, &|facts| follows(&units, facts));
    Reason { units, gone, unique: false, smallest: true }
}

/// The premises of a single are plain: the digit is gone from the rest of the house, or the
/// rest of the digits from the cell.
fn single(board: &Board, found: &Found) -> Option<Vec<Mark>> {
    let (Pattern::Single { house }, [mark]) = (&found.pattern, &found.place[..]) else {
        return None;
    };
    let Mark { cell, digit } = *mark;
    let gone: Vec<Mark> = match house {
        Some(house) => {
            let others = board.houses[*house].cells.without(cell);
            others.map(|cell| Mark { cell, digit }).collect()
        }
        None => Each(board.all() & !(1 << digit)).map(|digit| Mark { cell, digit }).collect(),
    };
    Some(gone)
}

/// The constraints a pattern names.
fn start(board: &Board, found: &Found) -> Vec<usize> {
    let houses = |list: &mut dyn Iterator<Item = usize>| -> Vec<usize> {
        list.map(|h| board.houses[h].unit).collect()
    };
    let mut units = match &found.pattern {
        Pattern::Single { house } => houses(&mut house.iter().copied()),
        Pattern::Alone { unit } => vec![*unit],
        Pattern::Several { units, .. } => units.clone(),
        Pattern::Absurd { refuted, branched: false } => {
            let trace = refuted.trace.iter().flat_map(|c| c.units.clone());
            trace.chain(refuted.units.iter().copied()).collect()
        }
        Pattern::Absurd { .. } | Pattern::Template { .. } => (0..board.units.len()).collect(),
        Pattern::Locked { base, cover, .. } => {
            let near = found.place.iter().flat_map(|m| board.houses_of[m.cell].iter().copied());
            houses(&mut near.chain([*base, *cover]))
        }
        Pattern::Subset { house, cells, hidden, .. } => {
            let near = |h: &usize| *h == *house || !hidden && cells.within(board.houses[*h].cells);
            houses(&mut (0..board.houses.len()).filter(near))
        }
        Pattern::Fish { base, cover, .. } => houses(&mut base.iter().chain(cover).copied()),
        _ => touched(board, found),
    };
    units.sort_unstable();
    units.dedup();
    units
}

/// The constraints on at least two of the cells that a pattern and its conclusion are about.
fn touched(board: &Board, found: &Found) -> Vec<usize> {
    let cells = involved(board, &found.pattern, found);
    let near = |u: &usize| board.units[*u].scope.iter().filter(|c| cells.contains(c)).count() >= 2;
    (0..board.units.len()).filter(near).collect()
}

/// The cells a pattern and its conclusion are about.
pub fn involved(board: &Board, pattern: &Pattern, found: &Found) -> Vec<Cell> {
    let conclusion = found.remove.iter().chain(&found.place).map(|m| m.cell);
    let mut cells: Vec<Cell> = conclusion.collect();
    match pattern {
        Pattern::Locked { base, cover, .. } => {
            cells.extend(board.houses[*base].cells | board.houses[*cover].cells);
        }
        Pattern::Subset { house, .. } => cells.extend(board.houses[*house].cells),
        Pattern::Fish { base, .. } => {
            cells.extend(base.iter().flat_map(|&h| board.houses[h].cells));
        }
        Pattern::Chain { nodes, .. } => {
            cells.extend(nodes.iter().flat_map(|n| n.cells));
            cells.extend(nodes.iter().filter_map(|n| n.als).flatten());
        }
        Pattern::Colours { colours, .. } => cells.extend(colours.iter().copied().flatten()),
        Pattern::Deadly { cells: own, others, .. } => {
            cells.extend(own);
            cells.extend(*others);
        }
        Pattern::Grave { extra, others } => {
            cells.extend(extra.iter().map(|m| m.cell));
            cells.extend(*others);
        }
        Pattern::Wing { pivot, pincers, .. } => {
            cells.push(*pivot);
            cells.extend(pincers);
        }
        Pattern::Sets { sets, .. } => cells.extend(sets.iter().flat_map(|s| s.0)),
        Pattern::Blossom { stem, petals } => {
            cells.push(*stem);
            cells.extend(petals.iter().flat_map(|p| p.1));
        }
        Pattern::Coq { cross, line, block } => cells.extend(*cross | line.0 | block.0),
        Pattern::Aligned { cells: own } => {
            cells.extend(own);
            let seen = own.iter().flat_map(|&c| board.differ[c].iter().copied());
            cells.extend(seen);
        }
        Pattern::Forcing { chains } => {
            cells.extend(chains.iter().flatten().map(|i| i.mark.cell));
        }
        Pattern::Excluded { by, .. } => cells.extend(by.iter().map(|m| m.cell)),
        _ => {}
    }
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Gives marks back while the conclusion follows: what cannot be given back is a premise.
fn premises(
    board: &Board,
    facts: &Facts,
    claims: &[Claim],
    units: &[usize],
    follows: &dyn Fn(&Facts) -> bool,
) -> Vec<Mark> {
    let all = board.all();
    let mut cells: Vec<Cell> =
        units.iter().flat_map(|&u| board.units[u].scope.iter().copied()).collect();
    cells.extend(claims.iter().map(|&c| {
        let (Claim::Is(m) | Claim::Not(m)) = c;
        m.cell
    }));
    cells.sort_unstable();
    cells.dedup();
    let mut given: Facts = (0..board.cells)
        .map(|c| if cells.binary_search(&c).is_ok() { facts[c] } else { all })
        .collect();
    for &cell in &cells {
        let now = given[cell];
        given[cell] = all;
        if follows(&given) {
            continue;
        }
        given[cell] = now;
        for digit in Each(all & !now) {
            given[cell] |= 1 << digit;
            if !follows(&given) {
                given[cell] &= !(1 << digit);
            }
        }
    }
    let gone = |c: Cell| Each(all & !given[c]).map(move |digit| Mark { cell: c, digit });
    cells.into_iter().flat_map(gone).collect()
}
