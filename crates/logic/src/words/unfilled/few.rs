//! The fewest cells whose marks do not go with some constraints, and what one of them would have to be:
//! nothing is known of their rules but what the oracle says.

use pencilmark_kernel::VarId;

use super::super::hidden::Outside;
use super::super::{cell, cells, digits, join};
use crate::board::Board;
use crate::oracle::{Facts, Oracle, Range};
use crate::sets::{Cell, Digits, Each, count};

/// Nodes for one question.
const NODES: u64 = 300;
/// Cells that are looked at.
const MOST_CELLS: usize = 81;
/// Cells, and values outside the grid, that are many to look at.
const MANY: usize = 3;
/// Characters that it may take to say what is left of them.
const LONG: usize = 300;

/// What is supposed and need not be told again: a cell, or a value outside the grid.
#[derive(Clone, Copy, PartialEq)]
pub(in crate::words) enum Given {
    Nothing,
    Cell(Cell),
    Value(usize),
}

/// What is left of some cells, and of values outside the grid, so few that none can be left out.
pub(in crate::words) fn told(
    oracle: &Oracle<'_>,
    units: &[usize],
    left: &[Digits],
    outside: &Outside,
    given: Given,
) -> Option<String> {
    let with_mates = || {
        // Nobody puts a digit twice into a house, named or not.
        let mates = units.iter().flat_map(|&u| oracle.mates(u));
        let mut more: Vec<usize> = units.iter().copied().chain(mates).collect();
        more.sort_unstable();
        more.dedup();
        more
    };
    let told = |units: &[usize]| {
        let few = fewest(oracle, units, left, outside)?.without(given);
        few.told(oracle.board(), left, outside)
    };
    told(units).or_else(|| told(&with_mates()))
}

/// Cells and values outside the grid of which none can be left out.
struct Fewest {
    needed: Vec<Cell>,
    vars: Vec<usize>,
    /// One more cell, and what it would have to be.
    end: Option<(Cell, Digits)>,
}

fn fewest(
    oracle: &Oracle<'_>,
    units: &[usize],
    left: &[Digits],
    outside: &Outside,
) -> Option<Fewest> {
    let board = oracle.board();
    let mut facts: Facts = left.to_vec();
    let spoken = |var: &usize| oracle.speaks_of(units, board.lowered.vars[*var]);
    let mut beside: Vec<(usize, Vec<Range>)> =
        outside.known().filter(spoken).map(|var| (var, outside.left_of(board, var))).collect();
    let fails = |facts: &Facts, beside: &[(usize, Vec<Range>)]| {
        let beside: Vec<(VarId, &[Range])> =
            beside.iter().map(|(var, left)| (board.lowered.vars[*var], &left[..])).collect();
        matches!(oracle.solution_beside(units, facts, &beside, None, NODES), Ok(None))
    };
    if !fails(&facts, &beside) {
        return None;
    }
    let mut own: Vec<Cell> =
        units.iter().flat_map(|&u| board.units[u].scope.iter().copied()).collect();
    own.sort_unstable();
    own.dedup();
    if own.len() > MOST_CELLS {
        return None;
    }
    // Values of which much is left say little, and so do cells.
    beside.sort_by_key(|(_, left)| left.iter().map(|(lo, hi)| hi.abs_diff(*lo)).max());
    for at in (0..beside.len()).rev() {
        let one = beside.remove(at);
        if !fails(&facts, &beside) {
            beside.insert(at, one);
        }
    }
    own.sort_by_key(|&c| std::cmp::Reverse(count(left[c])));
    let mut needed: Vec<Cell> = Vec::new();
    for c in own {
        facts[c] = board.all();
        if left[c] != board.all() && !fails(&facts, &beside) {
            facts[c] = left[c];
            needed.push(c);
        }
    }
    let mut vars: Vec<usize> = beside.iter().map(|(var, _)| *var).collect();
    vars.sort_unstable();
    // What the others say of one of many cells is more of a reason than a list of them all.
    let without = |&c: &Cell| {
        let mut facts = facts.clone();
        let others = Each(board.all() & !left[c]).filter(|&d| {
            facts[c] = 1 << d;
            !fails(&facts, &beside)
        });
        (c, others.fold(0, |all: Digits, d| all | 1 << d))
    };
    let placed = |c: Cell| left[c].is_power_of_two();
    let many = needed.len() + vars.len() >= MANY;
    let ends = needed.iter().filter(|_| many).map(without).filter(|(_, could)| *could != 0);
    let end = ends.min_by_key(|&(c, could)| (placed(c), count(could), c));
    needed.retain(|&c| end.is_none_or(|(end, _)| c != end));
    Some(Fewest { needed, vars, end })
}

impl Fewest {
    /// The same without what is supposed.
    fn without(mut self, given: Given) -> Fewest {
        self.needed.retain(|&c| given != Given::Cell(c));
        self.vars.retain(|&v| given != Given::Value(v));
        self.end = self.end.filter(|&(c, _)| given != Given::Cell(c));
        self
    }

    fn told(&self, board: &Board, left: &[Digits], outside: &Outside) -> Option<String> {
        let mut parts = said(board, &self.needed, left);
        parts.extend(outside.told(board, &self.vars, left));
        let mut told = join(&parts, "and");
        if let Some((c, could)) = self.end {
            let so = if parts.is_empty() { "" } else { ", so " };
            let could = digits(board, could, "or");
            told.push_str(&format!("{so}{} would have to be {could}", cell(board, c)));
        }
        (!told.is_empty() && told.len() <= LONG).then_some(told)
    }
}

/// `r1c1 is 3 and r1c2-3 are not 4 or 5`, whichever is shorter.
pub(super) fn said(board: &Board, own: &[Cell], left: &[Digits]) -> Vec<String> {
    let mut groups: Vec<(Digits, Vec<Cell>)> = Vec::new();
    for &c in own.iter().rev() {
        match groups.iter_mut().find(|(digits, _)| *digits == left[c]) {
            Some((_, cells)) => cells.push(c),
            None => groups.push((left[c], vec![c])),
        }
    }
    let part = |(set, own): &(Digits, Vec<Cell>)| {
        let (is, gone) = (if own.len() == 1 { "is" } else { "are" }, board.all() & !set);
        let (not, told) = match count(gone) < count(*set) {
            true => (" not", gone),
            false => ("", *set),
        };
        format!("{} {is}{not} {}", cells(board, own.iter().copied()), digits(board, told, "or"))
    };
    groups.iter().map(part).collect()
}

#[cfg(test)]
mod tests {
    use pencilmark_kernel::search::Rng;

    use super::super::super::brute;
    use super::*;

    /// Whatever is left of a clue that fails, no filling has what is said to be needed, some filling
    /// has it if any of it is left out, and the last cell would have to be just what is told.
    #[test]
    fn the_fewest_cells_fail_and_say_what_one_would_have_to_be() {
        let clues = ["lockout 2 r1c1-4", "numbered-room 3 r1c1 right", "lunchbox 3 r1c1-4"];
        let clues =
            clues.iter().chain(&["modular-line 3 r1c1-4", "rule r1c1 * r1c2 = r1c3 + r1c4"]);
        let (mut rng, mut ended) = (Rng::new(3), 0);
        for clue in clues {
            let text = format!("grid 4\nboxes none\n{clue}\n");
            let board = Board::new(&pencilmark_formats::parse("few", &text).expect("a puzzle"));
            let unit = board.units.iter().position(|u| u.house.is_none()).expect("a clue");
            let scope = &board.units[unit].scope;
            let all = brute::fillings(&board, unit);
            let oracle = Oracle::new(&board);
            for _ in 0..200 {
                let mut left = vec![board.all(); board.cells];
                scope.iter().for_each(|&c| left[c] = 1 << rng.below(4) | rng.below(16));
                let ways = |free: &[Cell]| {
                    let fits = |way: &&Vec<usize>| {
                        let mut own = scope.iter().zip(*way);
                        own.all(|(c, d)| free.contains(c) || left[*c] >> d & 1 == 1)
                    };
                    all.iter().filter(fits).collect::<Vec<_>>()
                };
                let Some(told) = fewest(&oracle, &[unit], &left, &Outside::default()) else {
                    assert!(!ways(&[]).is_empty(), "{clue} {left:?}");
                    continue;
                };
                let used: Vec<Cell> =
                    told.needed.iter().copied().chain(told.end.map(|(c, _)| c)).collect();
                let free: Vec<Cell> = scope.iter().copied().filter(|c| !used.contains(c)).collect();
                assert!(ways(&free).is_empty(), "{clue} {left:?}");
                for &c in &used {
                    assert!(!ways(&[&free[..], &[c]].concat()).is_empty(), "{clue} {left:?}");
                }
                let Some((end, could)) = told.end else { continue };
                let at = scope.iter().position(|c| *c == end).expect("a cell");
                let seen = ways(&[&free[..], &[end]].concat());
                let seen = seen.iter().fold(0, |all: Digits, way| all | 1 << way[at]);
                assert_eq!(could, seen, "{clue} {left:?}");
                ended += 1;
            }
        }
        assert!(ended > 50, "{ended}");
    }
}
