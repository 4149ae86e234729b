//! All ways in which cells make a number, some of them perhaps taken away, and which constraints it
//! takes to see that cells differ in them.

use crate::board::Mark;
use crate::find::View;
use crate::sets::{Cell, Digits, Each};

/// Cells that are given a digit to find out what is possible.
const TRIED: usize = 20_000;

/// The marks of the terms that no way to make what is left has; none if there is no way at all, or
/// if there are too many to see.
pub(crate) fn erased(
    view: View<'_>,
    terms: &[(i64, Cell)],
    left: i64,
    differ: &dyn Fn(Cell, Cell) -> bool,
) -> Option<Vec<Mark>> {
    let mut seen: Vec<Digits> = vec![0; terms.len()];
    let mut tried = 0;
    each_way(view, terms, left, differ, &mut tried, &mut |way| {
        way.iter().zip(&mut seen).for_each(|(d, seen)| *seen |= 1 << d);
    });
    if tried > TRIED || seen.first().is_none_or(|s| *s == 0) {
        return None;
    }
    let gone = |(&(_, cell), seen): (&(i64, Cell), &Digits)| {
        Each(view.marks.of[cell] & !seen).map(move |digit| Mark { cell, digit })
    };
    Some(terms.iter().zip(&seen).flat_map(gone).collect())
}

/// All ways to make a number, digit by digit.
pub(crate) fn each_way(
    view: View<'_>,
    terms: &[(i64, Cell)],
    left: i64,
    differ: &dyn Fn(Cell, Cell) -> bool,
    tried: &mut usize,
    see: &mut dyn FnMut(&[usize]),
) {
    /// The least and the most that the terms from each on make.
    fn bounds(view: View<'_>, terms: &[(i64, Cell)]) -> Vec<(i64, i64)> {
        let mut bounds = vec![(0, 0); terms.len() + 1];
        for (at, &(sign, cell)) in terms.iter().enumerate().rev() {
            let values = Each(view.marks.of[cell]).map(|d| sign * view.board.value(d));
            let (least, most) = (values.clone().min(), values.max());
            bounds[at] =
                (bounds[at + 1].0 + least.unwrap_or(0), bounds[at + 1].1 + most.unwrap_or(0));
        }
        bounds
    }
    struct Ways<'w> {
        view: View<'w>,
        terms: &'w [(i64, Cell)],
        bounds: Vec<(i64, i64)>,
        differ: &'w dyn Fn(Cell, Cell) -> bool,
        tried: &'w mut usize,
        way: Vec<usize>,
    }
    fn go(ways: &mut Ways<'_>, left: i64, see: &mut dyn FnMut(&[usize])) {
        let at = ways.way.len();
        let (least, most) = ways.bounds[at];
        if left < least || left > most || *ways.tried > TRIED {
            return;
        }
        let Some(&(sign, cell)) = ways.terms.get(at) else {
            see(&ways.way);
            return;
        };
        for digit in Each(ways.view.marks.of[cell]) {
            let twice =
                |other: usize| ways.way[other] == digit && (ways.differ)(ways.terms[other].1, cell);
            *ways.tried += 1;
            if (0..at).any(twice) {
                continue;
            }
            ways.way.push(digit);
            go(ways, left - sign * ways.view.board.value(digit), see);
            ways.way.pop();
        }
    }
    let bounds = bounds(view, terms);
    go(&mut Ways { view, terms, bounds, differ, tried, way: vec![] }, left, see);
}

/// The other constraints that it takes to see that cells differ: as few as will do.
pub(super) fn apart(
    view: View<'_>,
    own: &[usize],
    terms: &[(i64, Cell)],
    left: i64,
    gone: &[Mark],
) -> Vec<usize> {
    let board = view.board;
    let enough = |more: &[usize]| {
        let by = |u: &usize, a, b| board.makes_differ(*u, a, b);
        let differ = |a, b| own.iter().chain(more).any(|u| by(u, a, b));
        erased(view, terms, left, &differ).as_deref() == Some(gone)
    };
    let cells: Vec<Cell> = terms.iter().map(|t| t.1).collect();
    let mut pairs = Vec::new();
    for (i, &a) in cells.iter().enumerate() {
        pairs.extend(cells[..i].iter().map(|&b| (a, b)));
    }
    board.fewest_apart(&pairs, own, &enough)
}

/// Of some constraints those without which cells could be equal that must differ if these marks
/// are to go: what a reader has to be told, though the sums name some of them already.
pub(crate) fn once(
    view: View<'_>,
    units: &[usize],
    terms: &[(i64, Cell)],
    left: i64,
    gone: &[Mark],
) -> Vec<usize> {
    let enough = |units: &[usize]| {
        let differ = |a, b| units.iter().any(|&u| view.board.makes_differ(u, a, b));
        let all = erased(view, terms, left, &differ);
        all.is_some_and(|all| gone.iter().all(|m| all.contains(m)))
    };
    let mut needed = units.to_vec();
    for unit in units.iter().rev() {
        let less: Vec<usize> = needed.iter().copied().filter(|u| u != unit).collect();
        if enough(&less) {
            needed = less;
        }
    }
    needed
}
