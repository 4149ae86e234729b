//! Two lists of cells that make the same: what each of them can make, and so what they hold.

use std::collections::{BTreeMap, BTreeSet};

use pencilmark_kernel::expr::Cmp;
use pencilmark_kernel::{Constraint, VarId};

use super::super::{cells, join, list, plain, runs};
use super::house_of;
use crate::board::Board;
use crate::find::View;
use crate::sets::{Cell, Digits, Each, count};

/// Sets of digits that are listed.
const LISTED: usize = 6;
/// Sets of digits that are looked at.
const TRIED: usize = 5000;

/// The sets of digits that cells can hold, by their sums.
type Sums = BTreeMap<i64, BTreeSet<Digits>>;

/// What both sides of a constraint can make beside some houses, in sentences.
pub(super) fn told(view: View<'_>, unit: usize, units: &[usize]) -> Option<String> {
    let board = view.board;
    let [one, other] = sides(board, unit)?;
    let (of_one, of_other) = (sums(view, &one, units)?, sums(view, &other, units)?);
    let common: Vec<i64> = of_one.keys().filter(|s| of_other.contains_key(s)).copied().collect();
    if common.is_empty() {
        return None;
    }
    let all = |sums: &Sums| sums.keys().copied().collect::<Vec<_>>();
    let make = |side: &[Cell], sums: &Sums| {
        let verb = if side.len() == 1 { "is" } else { "make" };
        let own = cells(board, side.iter().copied());
        format!("{own} {verb} {}", join(&runs(&all(sums)), "or"))
    };
    let mut text = format!(
        "{} and {}, so both make {}.",
        make(&one, &of_one),
        make(&other, &of_other),
        join(&runs(&common), "or")
    );
    for (side, sums) in [(&one, &of_one), (&other, &of_other)] {
        let sets: BTreeSet<Digits> =
            sums.iter().filter(|(s, _)| common.contains(s)).flat_map(|(_, s)| s).copied().collect();
        let written = |sets: &mut dyn Iterator<Item = Digits>| {
            let each = sets.map(|s| plain(board, s).replace(' ', "+")).collect::<Vec<_>>();
            join(&each, "or")
        };
        // A digit twice is no set: then only the sums are told.
        let whole = sets.iter().all(|s| count(*s) == side.len());
        if !whole || side.len() < 2 {
            continue;
        }
        if sets.len() <= LISTED {
            let sets = written(&mut sets.iter().copied());
            text.push_str(&format!(" {} hold {sets}.", list(board, side)));
        }
        let home = units.iter().filter_map(|&u| house_of(board, u));
        let mut home = home.filter(|h| side.iter().all(|c| h.contains(c)));
        if let Some(home) = home.next()
            && home.len() == board.digits
        {
            let rest: Vec<Cell> = home.iter().copied().filter(|c| !side.contains(c)).collect();
            if sets.len() <= LISTED && rest.len() <= LISTED {
                let sets = written(&mut sets.iter().map(|s| board.all() & !s));
                text.push_str(&format!(" That leaves {} for {}.", sets, list(board, &rest)));
            }
        }
    }
    Some(text)
}

/// The two lists.
fn sides(board: &Board, unit: usize) -> Option<[Vec<Cell>; 2]> {
    let &[posted] = &board.units[unit].posted[..] else { return None };
    let Constraint::Linear { terms, op: Cmp::Eq, rhs: 0 } =
        &board.lowered.problem.posted()[posted].constraint
    else {
        return None;
    };
    let side = |sign: i64| {
        let own = terms.iter().filter(|t| t.0 == sign);
        let cell = |t: &(i64, VarId)| board.lowered.cells.binary_search(&t.1).ok();
        own.map(cell).collect::<Option<Vec<Cell>>>()
    };
    let sides = [side(1)?, side(-1)?];
    let whole = sides[0].len() + sides[1].len() == terms.len();
    (whole && sides.iter().all(|s| !s.is_empty())).then_some(sides)
}

/// What cells can make; those that one of the constraints makes differ have different digits.
fn sums(view: View<'_>, own: &[Cell], units: &[usize]) -> Option<Sums> {
    let board = view.board;
    let differ = |a: Cell, b: Cell| units.iter().any(|&u| board.makes_differ(u, a, b));
    let apart = (0..own.len()).all(|a| (0..a).all(|b| differ(own[a], own[b])));
    let mut all: BTreeSet<(i64, Digits)> = BTreeSet::from([(0, 0)]);
    for &c in own {
        let next = all.iter().flat_map(|&(sum, set)| {
            let taken = if apart { set } else { 0 };
            Each(view.marks.left_of(c) & !taken).map(move |d| (sum + board.value(d), set | 1 << d))
        });
        all = next.collect();
        if all.len() > TRIED {
            return None;
        }
    }
    let mut sums = Sums::new();
    for (sum, set) in all {
        sums.entry(sum).or_default().insert(set);
    }
    Some(sums)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mark, Marks};

    fn said(rule: &str, kept: &[(Cell, &[usize])], houses: &[&str]) -> Option<String> {
        let text = format!("grid 4\nrule {rule}\n");
        let board = Board::new(&pencilmark_formats::parse("sides", &text).expect("a puzzle"));
        let mut marks = Marks::full(&board);
        for &(cell, digits) in kept {
            for digit in (0..4).filter(|d| !digits.contains(&(d + 1))) {
                marks.erase(&board, Mark { cell, digit });
            }
        }
        let words = |u: usize| board.puzzle.clues[board.units[u].clue].words(&board.puzzle);
        let all = 0..board.units.len();
        let rule = all.clone().find(|&u| words(u).starts_with("the rule")).expect("the rule");
        let mut units: Vec<usize> = all.filter(|&u| houses.contains(&words(u).as_str())).collect();
        units.push(rule);
        told(View { board: &board, marks: &marks }, rule, &units)
    }

    /// 1+2 to 3+4 on one side where the row forbids a digit twice, and 3 or 4 for the cell.
    #[test]
    fn both_sides_make_what_both_can() {
        let told = said("r1c1 + r1c2 = r2c3", &[(6, &[3, 4])], &["row 1"]);
        assert_eq!(
            told.as_deref(),
            Some(
                "r1c1-2 make 3 to 7 and r2c3 is 3 or 4, so both make 3 or 4. r1c1-2 hold 1+2 or \
                 1+3. That leaves 3+4 or 2+4 for r1c3-4."
            )
        );
        // Without the row a digit may be there twice, so only the sums are told.
        let told = said("r1c1 + r1c2 = r2c3", &[(6, &[3, 4])], &[]);
        assert_eq!(
            told.as_deref(),
            Some("r1c1-2 make 2 to 8 and r2c3 is 3 or 4, so both make 3 or 4.")
        );
    }

    #[test]
    fn other_constraints_have_no_sides() {
        assert_eq!(said("r1c1 + r1c2 = 5", &[], &[]), None);
        assert_eq!(said("r1c1 * r1c2 = r2c3", &[], &[]), None);
    }
}
