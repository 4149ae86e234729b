//! Sums in which some cells count several times, and cells that are read as one number: how far
//! they reach.

use pencilmark_kernel::VarId;

use super::super::unfilled::times;
use super::super::{cells, join, lost};
use super::erased;
use super::relations::Bound;
use crate::board::Mark;
use crate::find::View;
use crate::found::Found;
use crate::sets::{Cell, Each};

/// Why marks go by a sum in which each cell counts so many times, by how far the cells reach.
pub(super) fn sum(
    view: View<'_>,
    found: &Found,
    (terms, total): (&[(i64, VarId)], i64),
    name: &str,
) -> Option<String> {
    let board = view.board;
    let term = |&(k, v): &(i64, VarId)| Some((k, board.lowered.cells.binary_search(&v).ok()?));
    let terms: Vec<(i64, Cell)> = terms.iter().map(term).collect::<Option<_>>()?;
    if let Some(told) = pill(view, found, &terms, total) {
        return Some(format!("{name}: {told}."));
    }
    if terms.iter().any(|t| t.0 < 1) || terms.iter().all(|t| t.0 == 1) {
        return None;
    }
    let low = |c: Cell| board.value(view.marks.left_of(c).trailing_zeros() as usize);
    let high = |c: Cell| board.value(63 - view.marks.left_of(c).leading_zeros() as usize);
    let least: i64 = terms.iter().map(|&(k, c)| k * low(c)).sum();
    let most: i64 = terms.iter().map(|&(k, c)| k * high(c)).sum();
    let often = |m: &Mark| terms.iter().find(|t| t.1 == m.cell).map_or(0, |t| t.0);
    let value = |m: &Mark| board.value(m.digit);
    let (up, down) = (total - least, most - total);
    let above = |m: &Mark| often(m) * (value(m) - low(m.cell)) > up;
    let below = |m: &Mark| often(m) * (high(m.cell) - value(m)) > down;
    if !found.remove.iter().all(|m| above(m) || below(m)) {
        return None;
    }
    let spare = |spare: i64| match spare {
        0 => "nothing to spare".to_string(),
        _ => format!("only {spare} to spare"),
    };
    let mut parts = Vec::new();
    if found.remove.iter().any(above) {
        parts.push(format!("the cells make at least {least}, with {}", spare(up)));
    }
    if found.remove.iter().any(|m| !above(m)) {
        parts.push(format!("the cells make at most {most}, with {}", spare(down)));
    }
    let mut counted: Vec<i64> = terms.iter().map(|t| t.0).filter(|k| *k > 1).collect();
    counted.sort_unstable();
    counted.dedup();
    let counts = |k: &i64| {
        let own: Vec<Cell> = terms.iter().filter(|t| t.0 == *k).map(|t| t.1).collect();
        let count = if own.len() == 1 { "counts" } else { "count" };
        format!("{} {count} {}", cells(board, own), times(*k as usize))
    };
    let counted = join(&counted.iter().map(counts).collect::<Vec<_>>(), "and");
    let lost = join(&lost(board, &found.remove), "and");
    Some(format!("{name}: {counted}; {}, so {lost}.", parts.join("; ")))
}

/// How often a cell counts, and which.
type Term = (i64, Cell);

/// Thoughts for one step.
const MOST: usize = 4;

/// Why cells lose marks that add up to others which are read as one number.
fn pill(view: View<'_>, found: &Found, terms: &[Term], total: i64) -> Option<String> {
    let board = view.board;
    let sign = terms.iter().find(|t| t.0.abs() > 1)?.0.signum();
    let (number, own): (Vec<Term>, Vec<Term>) = terms.iter().partition(|t| t.0.signum() == sign);
    let mut places: Vec<i64> = number.iter().map(|t| t.0.abs()).collect();
    places.sort_unstable();
    let tens = places.iter().zip(0..).all(|(k, at)| Some(*k) == 10_i64.checked_pow(at));
    let once = own.iter().all(|t| t.0 == -sign);
    let hit = |m: &Mark| own.iter().any(|t| t.1 == m.cell);
    if total != 0 || !tens || !once || !found.remove.iter().all(hit) {
        return None;
    }
    let low = |c: Cell| board.value(view.marks.left_of(c).trailing_zeros() as usize);
    let high = |c: Cell| board.value(63 - view.marks.left_of(c).leading_zeros() as usize);
    let read = |end: &dyn Fn(Cell) -> i64| number.iter().map(|t| t.0.abs() * end(t.1)).sum::<i64>();
    let those = cells(board, number.iter().map(|t| t.1));
    let mut bounds: Vec<(Bound, Vec<Cell>)> = Vec::new();
    for &(_, c) in own.iter().filter(|t| erased(found, t.1) != 0) {
        let others = own.iter().filter(|t| t.1 != c);
        let (least, most): (i64, i64) =
            others.fold((0, 0), |(least, most), t| (least + low(t.1), most + high(t.1)));
        let (from, to) = (read(&low) - most, read(&high) - least);
        let gone = || Each(erased(found, c)).map(|d| board.value(d));
        if gone().any(|v| (from..=to).contains(&v)) {
            return None;
        }
        for (upper, hits) in [(false, gone().any(|v| v < from)), (true, gone().any(|v| v > to))] {
            let (bound, made, word, far) = match upper {
                false => (from, most, "at least", read(&low)),
                true => (to, least, "at most", read(&high)),
            };
            let far = Some(format!("{those}, read as one number, is {word} {far}"));
            let bound = Bound { upper, bound, made: (own.len() > 1).then_some(made), far };
            match bounds.iter_mut().find(|(known, _)| *known == bound) {
                _ if !hits => {}
                Some((_, cells)) => cells.push(c),
                None => bounds.push((bound, vec![c])),
            }
        }
    }
    let told: Vec<String> = bounds.iter().map(|(bound, own)| bound.told(board, own)).collect();
    (1..=MOST).contains(&told.len()).then(|| told.join("; "))
}
