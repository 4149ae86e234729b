//! Cells that all differ, as some constraints say: houses, cells of which a clue says no more, and
//! cells that rules put into one region that is to be found.

use pencilmark_kernel::{Constraint, VarId};
use pencilmark_puzzle::{CellId, Name};

use super::{cells, constraints, hidden};
use crate::board::Board;
use crate::sets::Cell;
use crate::step::house_name;

/// Cells that all differ.
#[derive(Clone)]
pub(super) struct Home {
    pub list: Vec<Cell>,
    pub name: String,
    /// Whether every digit is in one of them.
    pub whole: bool,
    /// The constraint, if it is one.
    pub unit: Option<usize>,
}

/// All sets of so many cells are looked through in no time.
const SMALL: usize = 10;

impl Home {
    fn new(board: &Board, list: Vec<Cell>, name: String) -> Home {
        let whole = list.len() == board.digits;
        Home { list, name, whole, unit: None }
    }

    /// Those of a constraint that says no more.
    pub(super) fn of(board: &Board, unit: usize) -> Option<Home> {
        if let Some(house) = board.units[unit].house {
            let list = board.houses[house].list.clone();
            let home = Home::new(board, list, house_name(board, house));
            return Some(Home { unit: Some(unit), ..home });
        }
        let own = &board.units[unit];
        let posted = board.lowered.problem.posted();
        let distinct = |&at: &usize| matches!(posted[at].constraint, Constraint::Distinct(_));
        // Larger ones have too many sets of cells.
        let small = own.posted.len() == 1 && own.scope.len() <= SMALL;
        let differ = small && own.posted.iter().all(distinct);
        differ.then(|| {
            let home = Home::new(board, own.scope.clone(), constraints::unit(board, unit));
            Home { unit: Some(unit), ..home }
        })
    }
}

/// The homes that some constraints make, and the constraints that say something else.
pub(super) fn homes(board: &Board, units: &[usize]) -> (Vec<Home>, Vec<usize>) {
    let (mut all, mut others): (Vec<Home>, Vec<usize>) = Default::default();
    for &unit in units {
        match Home::of(board, unit) {
            Some(home) => all.push(home),
            None => others.push(unit),
        }
    }
    let is_chaos =
        |u: &usize| board.puzzle.clues[board.units[*u].clue].kind.name == "chaos-construction";
    let shared = regions(board, &others);
    if others.iter().any(is_chaos) && !shared.is_empty() {
        others.retain(|u| !is_chaos(u) && same_region(board, *u).is_none());
        all.extend(shared.into_iter().map(|list| {
            let name = format!("the region that {} share", cells(board, list.iter().copied()));
            Home::new(board, list, name)
        }));
    }
    (all, others)
}

/// Cells that some constraints put into one region.
fn regions(board: &Board, units: &[usize]) -> Vec<Vec<Cell>> {
    let mut all: Vec<Vec<Cell>> = Vec::new();
    for (a, b) in units.iter().filter_map(|&u| same_region(board, u)) {
        let (mut own, rest): (Vec<Vec<Cell>>, Vec<Vec<Cell>>) =
            all.into_iter().partition(|some| some.contains(&a) || some.contains(&b));
        own.push(vec![a, b]);
        let mut own = own.concat();
        own.sort_unstable();
        own.dedup();
        all = rest;
        all.push(own);
    }
    all
}

/// The two cells of which a constraint says that they are in one region, and no more.
fn same_region(board: &Board, unit: usize) -> Option<(Cell, Cell)> {
    let own = &board.units[unit];
    let &[posted] = &own.posted[..] else { return None };
    let constraint = &board.lowered.problem.posted()[posted].constraint;
    let &[a, b] = &constraint.scope()[..] else { return None };
    let cell = |var: VarId| {
        let at = board.lowered.vars.iter().position(|v| *v == var)?;
        let cell = board.puzzle.cell_of(Name::Var(at)).map(CellId::index)?;
        hidden::is_region(board, at).then_some((cell, board.puzzle.range(Name::Var(at))))
    };
    let ((first, (lo, hi)), (second, _)) = (cell(a)?, cell(b)?);
    let holds = |x: i64, y: i64| constraint.holds(&|var| if var == a { x } else { y });
    let equal = (lo..=hi).all(|x| (lo..=hi).all(|y| holds(x, y) == (x == y)));
    equal.then_some((first, second))
}

#[cfg(test)]
mod tests {
    use super::homes;
    use crate::board::Board;

    #[test]
    fn rules_put_cells_into_one_region() {
        let text = "grid 6\nboxes none\nchaos-construction\n\
                    rule region(r1c1) = region(r1c2)\nrule region(r2c1) = region(r1c2)\n\
                    rule region(r4c4) = region(r4c5)\nrule region(r5c5) != region(r5c6)\n\
                    rule r1c1 + r1c2 = r6c6\n";
        let board = Board::new(&pencilmark_formats::parse("regions", text).expect("a puzzle"));
        let clues = |name: &str| -> Vec<usize> {
            let own = |u: &usize| board.puzzle.clues[board.units[*u].clue].kind.name == name;
            (0..board.units.len()).filter(own).collect()
        };
        let (chaos, rules) = (clues("chaos-construction"), clues("rule"));
        let all = [&chaos[..], &rules].concat();
        let (found, others) = homes(&board, &all);
        let lists: Vec<&[usize]> = found.iter().map(|home| &home.list[..]).collect();
        assert_eq!(lists, [&[0, 1, 6][..], &[21, 22]]);
        assert_eq!(found[0].name, "the region that r1c1-2 and r2c1 share");
        assert_eq!(others, rules[3..]);
        // Nothing differs in a region where nobody says that digits do.
        let (found, others) = homes(&board, &rules);
        assert!(found.is_empty() && others == rules);
    }
}
