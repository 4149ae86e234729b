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
    let least: i64 = terms.iter().map(|&(k, c)| k * view.low(c)).sum();
    let most: i64 = terms.iter().map(|&(k, c)| k * view.high(c)).sum();
    let often = |m: &Mark| terms.iter().find(|t| t.1 == m.cell).map_or(0, |t| t.0);
    let value = |m: &Mark| board.value(m.digit);
    let (up, down) = (total - least, most - total);
    let above = |m: &Mark| often(m) * (value(m) - view.low(m.cell)) > up;
    let below = |m: &Mark| often(m) * (view.high(m.cell) - value(m)) > down;
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
    let read = |(low, high): (i64, i64), &(k, c): &Term| {
        (low + k.abs() * view.low(c), high + k.abs() * view.high(c))
    };
    let ends = number.iter().fold((0, 0), read);
    let those = cells(board, number.iter().map(|t| t.1));
    let mut bounds: Vec<(Bound, Vec<Cell>)> = Vec::new();
    for &(_, c) in own.iter().filter(|t| erased(found, t.1) != 0) {
        let others = own.iter().filter(|t| t.1 != c);
        let (least, most): (i64, i64) =
            others.fold((0, 0), |(least, most), t| (least + view.low(t.1), most + view.high(t.1)));
        let (from, to) = (ends.0 - most, ends.1 - least);
        let gone = || Each(erased(found, c)).map(|d| board.value(d));
        if gone().any(|v| (from..=to).contains(&v)) {
            return None;
        }
        for (upper, hits) in [(false, gone().any(|v| v < from)), (true, gone().any(|v| v > to))] {
            let (bound, made, word, far) = match upper {
                false => (from, most, "at least", ends.0),
                true => (to, least, "at most", ends.1),
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

#[cfg(test)]
mod tests {
    use pencilmark_kernel::Constraint;
    use pencilmark_kernel::search::Rng;

    use super::*;
    use crate::found::Pattern;
    use crate::technique::Technique;
    use crate::{Board, Marks};

    /// The number behind some words.
    fn after(text: &str, words: &str) -> Option<i64> {
        let rest = text.split_once(words)?.1;
        rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())].parse().ok()
    }

    /// What the cells of a sum are, and make.
    type Way = (Vec<i64>, i64);

    /// Random marks of the cells of a sum, all ways to fill them with what these make, and what is told
    /// of all that goes.
    fn told(text: &str, seed: u64, check: &mut dyn FnMut(&str, &[Way])) {
        let board = Board::new(&pencilmark_formats::parse("sum", text).expect("a puzzle"));
        let unit = board.units.iter().position(|u| u.house.is_none()).expect("a clue");
        let own = &board.units[unit];
        let Constraint::Linear { terms, rhs, .. } =
            &board.lowered.problem.posted()[own.posted[0]].constraint
        else {
            panic!("no sum");
        };
        let (mut rng, mut marks) = (Rng::new(seed), Marks::full(&board));
        for &cell in &own.scope {
            for digit in 0..board.digits {
                if rng.below(3) == 0 && marks.of[cell].count_ones() > 1 {
                    marks.erase(&board, Mark { cell, digit });
                }
            }
        }
        let mut ways: Vec<Way> = vec![(vec![], 0)];
        for (k, var) in terms {
            let cell = board.lowered.cells.binary_search(var).expect("a cell");
            let values: Vec<i64> = Each(marks.left_of(cell)).map(|d| board.value(d)).collect();
            let with = |(way, made): &Way| {
                let (way, made) = (way.clone(), *made);
                let one = move |v: &i64| ([&way[..], &[*v]].concat(), made + k * v);
                values.iter().map(one).collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(with).collect();
        }
        let mut gone = Vec::new();
        for (at, (_, var)) in terms.iter().enumerate() {
            let cell = board.lowered.cells.binary_search(var).expect("a cell");
            // What is read as a number is told by what adds up to it.
            let ten = terms.iter().find(|t| t.0.abs() == 10);
            if ten.is_some_and(|(k, _)| k.signum() == terms[at].0.signum()) {
                continue;
            }
            let goes = |v: i64| ways.iter().any(|(way, made)| made == rhs && way[at] == v);
            let lost = Each(marks.left_of(cell)).filter(|&d| !goes(board.value(d)));
            gone.extend(lost.map(|digit| Mark { cell, digit }));
        }
        let found = Found::new(Technique::Alone, Pattern::Alone { unit }).removing(gone);
        let view = View { board: &board, marks: &marks };
        if found.remove.is_empty() || !ways.iter().any(|(_, made)| made == rhs) {
            return;
        }
        if let Some(told) = sum(view, &found, (terms, *rhs), "It") {
            check(&told, &ways);
        }
    }

    #[test]
    fn doubled_cells_tell_their_true_ends() {
        let mut ends = [0; 2];
        for seed in 0..400 {
            let total = 6 + seed % 18;
            let text = format!("grid 6\nboxes none\nsum {total} r1c1 r1c1 r2c2 r3c3\n");
            told(&text, seed, &mut |told, ways| {
                let made = ways.iter().map(|(_, made)| *made);
                let true_ends = [made.clone().min(), made.max()];
                for (at, words) in ["make at least ", "make at most "].iter().enumerate() {
                    if let Some(end) = after(told, words) {
                        assert_eq!(Some(end), true_ends[at], "{text}{told}");
                        let spare = (end - total as i64).abs();
                        let says = match spare {
                            0 => format!("{end}, with nothing to spare"),
                            _ => format!("{end}, with only {spare} to spare"),
                        };
                        assert!(told.contains(&says), "{text}{told}");
                        ends[at] += 1;
                    }
                }
            });
        }
        assert!(ends.iter().all(|n| *n > 20), "{ends:?}");
    }

    #[test]
    fn what_is_read_as_one_number_has_its_true_ends() {
        let mut ends = [0; 2];
        for seed in 0..600 {
            let text = "grid 9\nboxes none\narrow r1c1-2 = r4c3 r5c1 r6c5\n";
            told(text, seed, &mut |told, ways| {
                let board = Board::new(&pencilmark_formats::parse("sum", text).expect("a puzzle"));
                let unit = board.units.iter().position(|u| u.house.is_none()).expect("a clue");
                let posted = board.units[unit].posted[0];
                let Constraint::Linear { terms, .. } =
                    &board.lowered.problem.posted()[posted].constraint
                else {
                    panic!("no sum");
                };
                // The number is what counts ten times, and the one that counts the same way.
                let sign = terms.iter().find(|t| t.0.abs() == 10).expect("a ten").0.signum();
                let read = ways.iter().map(|(way, _)| -> i64 {
                    let own = terms.iter().zip(way).filter(|(t, _)| t.0.signum() == sign);
                    own.map(|((k, _), v)| k.abs() * v).sum()
                });
                let true_ends = [read.clone().min(), read.max()];
                for (at, words) in
                    ["number, is at least ", "number, is at most "].iter().enumerate()
                {
                    if let Some(end) = after(told, words) {
                        assert_eq!(Some(end), true_ends[at], "{told}");
                        ends[at] += 1;
                    }
                }
            });
        }
        assert!(ends.iter().sum::<usize>() > 20, "{ends:?}");
    }
}
