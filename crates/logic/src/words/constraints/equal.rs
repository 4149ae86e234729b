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
        format!("{own} {verb} {}", join(&spans(&all(sums)), "or"))
    };
    let mut text = format!(
        "{} and {}, so both make {}.",
        make(&one, &of_one),
        make(&other, &of_other),
        join(&spans(&common), "or")
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

/// Numbers, three or more in a row as `4 to 7`.
fn spans(numbers: &[i64]) -> Vec<String> {
    match numbers {
        [first, .., last] if last - first + 1 == numbers.len() as i64 && numbers.len() > 2 => {
            vec![format!("{first} to {last}")]
        }
        _ => runs(numbers),
    }
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
