//! What a step rests on: the constraints it needs and the marks that had to be gone before.
//!
//! A pattern names the cells it is made of. Of the constraints on those cells, those that
//! can be left out are; then marks are given back as long as the conclusion still follows.
//! What is left is needed: the checker finds nothing to leave out.

use std::cell::Cell;

use crate::board::{Board, Mark};
use crate::found::{Found, Pattern};
use crate::oracle::{Claim, Facts, Oracle};
use crate::sets::{Cells, Digits, Each, count};

/// Why a step is right.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Reason {
    /// The constraints, by their places in [`Board::units`].
    pub units: Vec<usize>,
    /// The marks that had to be gone before.
    pub gone: Vec<Mark>,
    /// Whether it takes for granted that there is only one solution.
    pub unique: bool,
    /// Whether it was looked for what can be left out.
    pub smallest: bool,
}

/// Nodes to find out whether the conclusion follows.
pub(crate) const NODES: u64 = 200_000;
/// Nodes to find out whether it still follows without a premise: a longer proof would be no
/// simpler reason.
pub(crate) const FEWER: u64 = 50;
/// How often to go over the premises while some questions could not be answered.
const PASSES: usize = 3;

/// What a step says, claim by claim.
pub fn claims(place: &[Mark], remove: &[Mark]) -> Vec<Claim> {
    let places = place.iter().map(|&m| Claim::Is(m));
    places.chain(remove.iter().map(|&m| Claim::Not(m))).collect()
}

/// The reason of a step, given what every cell may be before it.
pub fn reason(oracle: &Oracle<'_>, facts: &Facts, found: &Found) -> Reason {
    let board = oracle.board();
    let start = start(board, found);
    if found.technique.needs_uniqueness() {
        return Reason { units: start, gone: vec![], unique: true, smallest: false };
    }
    if let Pattern::Absurd { branched: true, .. } = found.pattern {
        // Everything was searched; what could be left out of that tells nobody anything.
        let gone =
            |c: usize| Each(board.all() & !facts[c]).map(move |digit| Mark { cell: c, digit });
        let gone = (0..board.cells).flat_map(gone).collect();
        return Reason { units: start, gone, unique: false, smallest: false };
    }
    if let Some(gone) = single(board, found) {
        return Reason { units: start, gone, unique: false, smallest: true };
    }
    let claims = claims(&found.place, &found.remove);
    let follows = |units: &[usize], facts: &Facts, nodes: u64| -> Option<bool> {
        for &claim in &claims {
            if !oracle.proves(units, facts, claim, nodes)? {
                return Some(false);
            }
        }
        Some(true)
    };
    // What the pattern names, else what it touches, else everything.
    let wider = [start, touched(board, found), (0..board.units.len()).collect()];
    let enough = |units: &Vec<usize>| follows(units, facts, NODES) == Some(true);
    let Some(mut units) = wider.into_iter().find(enough) else {
        return Reason { units: vec![], ..Reason::default() };
    };
    let undecided = Cell::new(false);
    let still = |units: &[usize], facts: &Facts| {
        let answer = follows(units, facts, FEWER);
        undecided.set(undecided.get() || answer.is_none());
        answer == Some(true)
    };
    fewer(&mut units, &|units| still(units, facts));
    let mut given = premises(board, facts, found, &units, &still);
    // With fewer premises a question may be answered that was too hard before.
    for _ in 1..PASSES {
        if !undecided.take() {
            break;
        }
        fewer(&mut units, &|units| still(units, &given));
        needed(board, &mut given, &|facts| still(&units, facts));
    }
    let gone = |c: usize| Each(board.all() & !given[c]).map(move |digit| Mark { cell: c, digit });
    let gone = (0..board.cells).flat_map(gone).collect();
    Reason { units, gone, unique: false, smallest: true }
}

/// Drops units while the conclusion follows.
fn fewer(units: &mut Vec<usize>, follows: &dyn Fn(&[usize]) -> bool) {
    for at in (0..units.len()).rev() {
        let unit = units.remove(at);
        if !follows(units) {
            units.insert(at, unit);
        }
    }
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
pub fn involved(board: &Board, pattern: &Pattern, found: &Found) -> Vec<usize> {
    let conclusion = found.remove.iter().chain(&found.place).map(|m| m.cell);
    let mut cells: Vec<usize> = conclusion.collect();
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

/// The marks whose absence a pattern is made of, where it says so by itself.
fn own_facts(board: &Board, found: &Found) -> Option<Vec<Mark>> {
    let outside = |digit: usize, home: Cells, cells: Cells| {
        (home - cells).map(move |cell| Mark { cell, digit }).collect::<Vec<_>>()
    };
    let others = |cells: &mut dyn Iterator<Item = usize>, digits: Digits| -> Vec<Mark> {
        let rest = |cell| Each(board.all() & !digits).map(move |digit| Mark { cell, digit });
        cells.flat_map(rest).collect()
    };
    let cells_of =
        |houses: &[usize]| houses.iter().fold(Cells::EMPTY, |all, &h| all | board.houses[h].cells);
    Some(match &found.pattern {
        Pattern::Locked { digit, base, cover } => {
            outside(*digit, board.houses[*base].cells, board.houses[*cover].cells)
        }
        Pattern::Subset { house, cells, digits, hidden: true } => {
            let home = board.houses[*house].cells;
            Each(*digits).flat_map(|d| outside(d, home, *cells)).collect()
        }
        Pattern::Subset { cells, digits, .. } => others(&mut cells.iter(), *digits),
        Pattern::Fish { digit, base, cover, fins, .. } => {
            outside(*digit, cells_of(base), cells_of(cover) | *fins)
        }
        Pattern::Absurd { refuted, .. } | Pattern::Several { why: Some(refuted), .. } => {
            refuted.gone.clone()
        }
        _ => return None,
    })
}

/// Gives marks back while the conclusion follows: what cannot be given back is a premise. What
/// the pattern says is tried first, then the cells it is about, then everything.
fn premises(
    board: &Board,
    facts: &Facts,
    found: &Found,
    units: &[usize],
    follows: &dyn Fn(&[usize], &Facts) -> bool,
) -> Facts {
    let all = board.all();
    let follows = |facts: &Facts| follows(units, facts);
    let mut given: Facts = vec![all; board.cells];
    if let Some(own) = own_facts(board, found) {
        let gone = own.into_iter().filter(|m| facts[m.cell] >> m.digit & 1 == 0);
        gone.for_each(|m| given[m.cell] &= !(1 << m.digit));
        if follows(&given) {
            needed(board, &mut given, &follows);
            return given;
        }
    }
    let mut cells: Vec<usize> =
        units.iter().flat_map(|&u| board.units[u].scope.iter().copied()).collect();
    cells.extend(found.place.iter().chain(&found.remove).map(|m| m.cell));
    let near = involved(board, &found.pattern, found);
    let only = |cells: &[usize]| -> Facts {
        let fact = |c: usize| if cells.contains(&c) { facts[c] } else { all };
        (0..board.cells).map(fact).collect()
    };
    given = only(&near);
    if !follows(&given) {
        given = only(&cells);
    }
    needed(board, &mut given, &follows);
    given
}

/// Gives back the marks of these facts that are not needed.
fn needed(board: &Board, given: &mut Facts, follows: &dyn Fn(&Facts) -> bool) {
    let all = board.all();
    for cell in 0..board.cells {
        let now = given[cell];
        if now == all {
            continue;
        }
        given[cell] = all;
        if follows(given) {
            continue;
        }
        given[cell] = now;
        // Of a single mark that was just found out.
        for digit in Each(all & !now).filter(|_| count(all & !now) > 1) {
            given[cell] |= 1 << digit;
            if !follows(given) {
                given[cell] &= !(1 << digit);
            }
        }
    }
}
