//! What a step rests on: the constraints it needs and the marks that had to be gone before.
//!
//! A pattern names the cells it is made of. Of the constraints on those cells, those that
//! can be left out are; then marks are given back as long as the conclusion still follows.
//! What is left is needed: the checker finds nothing to leave out.

mod shrink;

use shrink::Shrink;

use crate::board::{Board, Mark};
use crate::find::innies::Rest;
use crate::found::{Found, Pattern};
use crate::oracle::{Claim, Facts, Oracle};
use crate::sets::{Digits, Each};

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
const FEWER: u64 = 2000;
/// The same on boards too large for all patterns, where a node takes ten times as long.
const FEWER_WIDE: u64 = 50;

/// Nodes to find out whether a premise can be left out on this board.
pub(crate) fn fewer(board: &Board) -> u64 {
    if board.patterns { FEWER } else { FEWER_WIDE }
}

/// More constraints than smallest sets are looked for with.
const MOST_LOOKED: usize = 8;

/// What a step says, claim by claim.
pub fn claims(place: &[Mark], remove: &[Mark]) -> Vec<Claim> {
    let places = place.iter().map(|&m| Claim::Is(m));
    places.chain(remove.iter().map(|&m| Claim::Not(m))).collect()
}

/// The reason of a step, given what every cell may be before it.
pub fn reason(oracle: &Oracle<'_>, facts: &Facts, found: &Found) -> Reason {
    let board = oracle.board();
    let start = named(board, found);
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
    if let Pattern::Several { units, why: None } = &found.pattern
        && units.len() > MOST_LOOKED
    {
        // One thought about all houses, which its kind knows: marks have no part in it, and
        // whether it takes every house is a question that nobody asks.
        let whole: Facts = vec![board.all(); board.cells];
        if shrink::follows(oracle, &claims, units, &whole, NODES) == Some(true) {
            return Reason { units: start, gone: vec![], unique: false, smallest: false };
        }
    }
    let own = innies(board, facts, found);
    let enough = |own: &&Facts| shrink::follows(oracle, &claims, &start, own, NODES) == Some(true);
    let facts = own.as_ref().filter(enough).unwrap_or(facts);
    // What the pattern names, else what it touches, else everything.
    let wider = [start, touched(board, found), (0..board.units.len()).collect()];
    let enough =
        |units: &Vec<usize>| shrink::follows(oracle, &claims, units, facts, NODES) == Some(true);
    let Some(units) = wider.into_iter().find(enough) else {
        return Reason { units: vec![], ..Reason::default() };
    };
    let mut shrink = Shrink::new(oracle, &claims, units, facts);
    shrink.units();
    premises(board, facts, found, &mut shrink);
    shrink.all();
    let gone = shrink.gone();
    Reason { units: shrink.units, gone, unique: false, smallest: true }
}

/// The reason of a step that cites just these constraints, whether or not it takes them all.
pub(crate) fn citing(
    oracle: &Oracle<'_>,
    facts: &Facts,
    found: &Found,
    units: Vec<usize>,
) -> Reason {
    let claims = claims(&found.place, &found.remove);
    let mut shrink = Shrink::new(oracle, &claims, units, facts).citing_all();
    premises(oracle.board(), facts, found, &mut shrink);
    shrink.all();
    let gone = shrink.gone();
    Reason { units: shrink.units, gone, unique: false, smallest: false }
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
            let others = board.houses[*house].list.iter().filter(|&&c| c != cell);
            others.map(|&cell| Mark { cell, digit }).collect()
        }
        None => Each(board.all() & !(1 << digit)).map(|digit| Mark { cell, digit }).collect(),
    };
    Some(gone)
}

/// The constraints a pattern names.
pub(crate) fn named(board: &Board, found: &Found) -> Vec<usize> {
    let houses = |list: &mut dyn Iterator<Item = usize>| -> Vec<usize> {
        list.map(|h| board.houses[h].unit).collect()
    };
    let mut units = match &found.pattern {
        Pattern::Single { house } => houses(&mut house.iter().copied()),
        Pattern::Alone { unit } => vec![*unit],
        Pattern::Several { units, .. } => units.clone(),
        Pattern::Innies { houses: own, sums, apart } => {
            let own = houses(&mut own.iter().copied());
            own.into_iter().chain(sums.iter().chain(apart).copied()).collect()
        }
        Pattern::Absurd { refuted, branched: false } => refuted.cited(board),
        Pattern::Absurd { .. } | Pattern::Template { .. } => (0..board.units.len()).collect(),
        Pattern::Locked { base, cover, .. } => {
            let near = found.place.iter().flat_map(|m| board.houses_of[m.cell].iter().copied());
            houses(&mut near.chain([*base, *cover]))
        }
        Pattern::Subset { house, cells, hidden, .. } => {
            let holds = |h: usize| cells.iter().all(|c| board.houses[h].list.contains(c));
            let near = |h: &usize| *h == *house || !hidden && holds(*h);
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
            cells.extend(board.houses[*base].list.iter().chain(&board.houses[*cover].list));
        }
        Pattern::Subset { house, .. } => cells.extend(&board.houses[*house].list),
        Pattern::Fish { base, .. } => {
            cells.extend(base.iter().flat_map(|&h| &board.houses[h].list));
        }
        Pattern::Chain { nodes, .. } => {
            cells.extend(nodes.iter().flat_map(|n| &n.cells));
            cells.extend(nodes.iter().filter_map(|n| n.als.as_ref()).flatten());
        }
        Pattern::TwoChains { chains, .. } => {
            cells.extend(chains.iter().flatten().flat_map(|n| &n.cells));
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
        Pattern::Innies { houses, sums, .. } => {
            cells.extend(Rest::of(board, houses, sums).terms().map(|t| t.1));
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
    let outside = |digit: usize, home: &[usize], cells: &[usize]| {
        let rest = home.iter().filter(|c| !cells.contains(c));
        rest.map(|&cell| Mark { cell, digit }).collect::<Vec<_>>()
    };
    let others = |cells: &[usize], digits: Digits| -> Vec<Mark> {
        let rest =
            |&cell: &usize| Each(board.all() & !digits).map(move |digit| Mark { cell, digit });
        cells.iter().flat_map(rest).collect()
    };
    let cells_of = |houses: &[usize]| -> Vec<usize> {
        houses.iter().flat_map(|&h| board.houses[h].list.iter().copied()).collect()
    };
    Some(match &found.pattern {
        Pattern::Locked { digit, base, cover } => {
            outside(*digit, &board.houses[*base].list, &board.houses[*cover].list)
        }
        Pattern::Subset { house, cells, digits, hidden: true } => {
            let home = &board.houses[*house].list;
            Each(*digits).flat_map(|d| outside(d, home, cells)).collect()
        }
        Pattern::Subset { cells, digits, .. } => others(cells, *digits),
        Pattern::Fish { digit, base, cover, fins, .. } => {
            let mut covered = cells_of(cover);
            covered.extend(*fins);
            outside(*digit, &cells_of(base), &covered)
        }
        Pattern::Absurd { refuted, .. } | Pattern::Several { why: Some(refuted), .. } => {
            refuted.gone.clone()
        }
        _ => return None,
    })
}

/// Tries to do with fewer facts at once: what the pattern says, else the cells it is about, else
/// those of its constraints.
fn premises(board: &Board, facts: &Facts, found: &Found, shrink: &mut Shrink<'_, '_>) {
    let all = board.all();
    if let Some(own) = own_facts(board, found) {
        let mut given: Facts = vec![all; board.cells];
        let gone = own.into_iter().filter(|m| facts[m.cell] >> m.digit & 1 == 0);
        gone.for_each(|m| given[m.cell] &= !(1 << m.digit));
        if shrink.try_facts(given) {
            return;
        }
    }
    if shrink.try_facts(only(board, facts, &involved(board, &found.pattern, found))) {
        return;
    }
    let scopes = shrink.units.iter().flat_map(|&u| board.units[u].scope.iter().copied());
    let own = found.place.iter().chain(&found.remove).map(|m| m.cell);
    let cells: Vec<usize> = scopes.chain(own).collect();
    // Of other cells no constraint speaks.
    shrink.facts = only(board, facts, &cells);
}

/// What innies and outies rest on: what cages make is told by the cages, not by what is left of their
/// cells, and a digit that is placed by what is left for it.
fn innies(board: &Board, facts: &Facts, found: &Found) -> Option<Facts> {
    let Pattern::Innies { houses, sums, .. } = &found.pattern else { return None };
    let terms = Rest::of(board, houses, sums);
    let mut cells: Vec<usize> = terms.terms().map(|t| t.1).collect();
    cells.retain(|&c| found.place.iter().all(|m| m.cell != c));
    Some(only(board, facts, &cells))
}

/// The facts about some cells.
fn only(board: &Board, facts: &Facts, cells: &[usize]) -> Facts {
    let fact = |c: usize| if cells.contains(&c) { facts[c] } else { board.all() };
    (0..board.cells).map(fact).collect()
}
