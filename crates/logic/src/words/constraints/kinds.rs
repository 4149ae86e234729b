//! Reasons that people give for some kinds of clues beside the grid and along lines.
//!
//! Each gives its sentence only if it accounts for all that is erased.

use super::super::{cell, join, lost, plain, runs};
use super::{erased, or};
use crate::board::Unit;
use crate::find::View;
use crate::found::{Found, Pattern};
use crate::sets::{Cell, Digit, Digits, Each, count};

/// The reason for a kind that has one of its own.
pub(super) fn reason(view: View<'_>, found: &Found, own: &Unit, name: &str) -> Option<String> {
    let clue = &view.board.puzzle.clues[own.clue];
    let line: Vec<Cell> = clue.list(0).iter().map(|c| c.index()).collect();
    let number = clue.numbers.first().copied().unwrap_or(0);
    let told = match clue.kind.name {
        "x-sum" => x_sum(view, found, &line, number),
        "skyscraper" => skyscraper(view, found, &line, number),
        "sandwich" => sandwich(view, found, number),
        "numbered-room" => numbered_room(view, found, &line, number),
        "between-line" => between(view, found, &line),
        "full-rank" => full_rank(view, found, &line, number),
        _ => None,
    };
    told.map(|told| format!("{name}: {told}."))
}

fn low(view: View<'_>, cell: Cell) -> i64 {
    view.board.value(view.marks.left_of(cell).trailing_zeros() as usize)
}

fn high(view: View<'_>, cell: Cell) -> i64 {
    view.board.value(63 - view.marks.left_of(cell).leading_zeros() as usize)
}

/// What so many cells reach.
fn x_sum(view: View<'_>, found: &Found, line: &[Cell], sum: i64) -> Option<String> {
    let (board, &head) = (view.board, line.first()?);
    if found.remove.iter().any(|m| m.cell != head) {
        return None;
    }
    let mut parts = Vec::new();
    for digit in Each(erased(found, head)) {
        let n = board.value(digit);
        let others = usize::try_from(n).ok().and_then(|n| line.get(1..n));
        let Some(others) = others else {
            parts.push(format!("there are no {n} cells"));
            continue;
        };
        let differ = others.iter().all(|c| board.differ[head].contains(c));
        let taken = if differ { 1 << digit } else { 0 };
        let (least, most) = reach(view, others, taken);
        // No way to fill them at all: that is another thought.
        if least > most {
            return None;
        }
        let (least, most) = (n + least, n + most);
        let cells = if n == 1 { "one cell makes".into() } else { format!("{n} cells make") };
        parts.push(match (most < sum, least > sum) {
            (true, _) => format!("{cells} at most {most}"),
            (_, true) => format!("{cells} at least {least}"),
            _ => return None,
        });
    }
    Some(format!("{}, so {}", join(&parts, "and"), join(&lost(board, &found.remove), "and")))
}

/// The least and the largest sum of cells beside digits that are taken; where all of the cells
/// differ, no digit counts twice.
fn reach(view: View<'_>, cells: &[Cell], taken: Digits) -> (i64, i64) {
    let board = view.board;
    let apart = |&a: &Cell| cells.iter().all(|&b| a == b || board.differ[a].contains(&b));
    if board.digits > 12 || !cells.iter().all(apart) {
        let sum = |end: fn(View<'_>, Cell) -> i64| cells.iter().map(|&c| end(view, c)).sum();
        return (sum(low), sum(high));
    }
    // For each set of digits that the cells so far can hold: it is its own sum.
    let mut sets = vec![taken];
    for &c in cells {
        let next = |&set: &Digits| Each(view.marks.left_of(c) & !set).map(move |d| set | 1 << d);
        sets = sets.iter().flat_map(next).collect();
        sets.sort_unstable();
        sets.dedup();
    }
    let sum = |set: &Digits| Each(set & !taken).map(|d| board.value(d)).sum::<i64>();
    let (least, most) = (sets.iter().map(sum).min(), sets.iter().map(sum).max());
    (least.unwrap_or(i64::MAX), most.unwrap_or(i64::MIN))
}

/// Whoever is to be seen must find room above.
fn skyscraper(view: View<'_>, found: &Found, line: &[Cell], seen: i64) -> Option<String> {
    let board = view.board;
    let top = board.value(board.digits - 1);
    let mut parts = Vec::new();
    let whole = line.len() == board.digits && {
        let apart = |&a: &Cell| line.iter().all(|&b| a == b || board.differ[a].contains(&b));
        line.iter().all(apart)
    };
    if let (1, true, Some(&head)) = (seen, whole, line.first()) {
        // The highest is always seen.
        let fits = |m: &crate::board::Mark| match m.cell == head {
            true => m.digit + 1 < board.digits,
            false => m.digit + 1 == board.digits,
        };
        return found.remove.iter().all(fits).then(|| {
            let at = cell(board, head);
            format!("only one is seen, and the highest always is: {at} is {top}")
        });
    }
    if whole && seen == line.len() as i64 {
        let fits = |m: &crate::board::Mark| line.get(m.digit) != Some(&m.cell);
        let first = board.value(0);
        return found.remove.iter().all(fits).then(|| {
            format!("all are seen, so the digits rise along the line from {first} to {top}")
        });
    }
    for (at, &c) in line.iter().enumerate().filter(|&(_, &c)| erased(found, c) != 0) {
        let more = seen - at as i64 - 1;
        let most = top - more;
        if more < 1 || Each(erased(found, c)).any(|d| board.value(d) <= most) {
            return None;
        }
        let more = if more == 1 { "one more has".into() } else { format!("{more} more have") };
        parts.push(format!("{more} to rise above {}, so it is at most {most}", cell(board, c)));
    }
    (!parts.is_empty()).then(|| format!("to see {seen}, {}", parts.join("; ")))
}

/// Every digit begins as many numbers as it has ends of rows and columns.
fn full_rank(view: View<'_>, found: &Found, line: &[Cell], rank: i64) -> Option<String> {
    let (board, &head) = (view.board, line.first()?);
    let left = view.marks.of[head] & !erased(found, head);
    let first = crate::sets::only(left)?;
    let grid = &board.puzzle.grid;
    let everywhere = |units: &[usize]| units.len() > grid.rows() + grid.cols();
    let whole = matches!(&found.pattern, Pattern::Several { units, .. } if everywhere(units));
    if !whole || found.remove.iter().any(|m| m.cell != head) || (rank - 1) / 4 != first as i64 {
        return None;
    }
    let (d, from) = (board.value(first), 4 * first + 1);
    Some(format!(
        "each digit begins four of the numbers, once on every side of the grid, so those that \
         begin with {d} have the ranks {from} to {}; {} is {d}",
        from + 3,
        cell(board, head)
    ))
}

/// What can stand between the two.
fn sandwich(view: View<'_>, found: &Found, sum: i64) -> Option<String> {
    const MOST: usize = 8;
    let board = view.board;
    let inner: Digits = board.all() & !1 & !(1 << (board.digits - 1));
    let mut sets = Vec::new();
    add_up(board.value(0), inner, 0, sum, 0, &mut sets);
    let (least, most) = (board.value(0), board.value(board.digits - 1));
    let outcome = join(&lost(board, &found.remove), "and");
    let added = |s: &Digits| plain(board, *s).replace(' ', "+");
    let sizes: Vec<i64> = {
        let mut sizes: Vec<i64> = sets.iter().map(|&s| count(s) as i64).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    };
    Some(match sets.len() {
        0 => return None,
        _ if sum == 0 => format!("{least} and {most} stand side by side, so {outcome}"),
        1..=MOST => {
            let sets: Vec<String> = sets.iter().map(added).collect();
            format!("between {least} and {most} stand {}, so {outcome}", join(&sets, "or"))
        }
        _ => {
            let sizes = join(&runs(&sizes), "or");
            format!("between {least} and {most} it takes {sizes} cells, so {outcome}")
        }
    })
}

/// All sets of these digits with a sum.
fn add_up(lo: i64, from: Digits, set: Digits, sum: i64, at: Digit, sets: &mut Vec<Digits>) {
    if sum == 0 {
        sets.push(set);
        return;
    }
    for digit in Each(from).filter(|&d| d >= at) {
        let value = lo + digit as i64;
        if value > 0 && value <= sum {
            add_up(lo, from, set | 1 << digit, sum - value, digit + 1, sets);
        }
    }
}

/// The first cell names a place, and that place holds the number.
fn numbered_room(view: View<'_>, found: &Found, line: &[Cell], number: i64) -> Option<String> {
    let (board, &head) = (view.board, line.first()?);
    let room = |d: Digit| {
        let at = usize::try_from(board.value(d) - 1).ok()?;
        line.get(at).copied()
    };
    let digit = board.digit(number)?;
    if found.remove.iter().all(|m| m.cell == head) {
        let closed = |d: Digit| match room(d) {
            Some(c) if c == head => {
                let own = board.value(d);
                (d != digit).then(|| {
                    format!("a {own} there would point at itself, which has to be {number}")
                })
            }
            Some(c) => (view.marks.left_of(c) >> digit & 1 == 0)
                .then(|| format!("{} cannot be {number}", cell(board, c))),
            None => Some(format!("there is no cell {}", board.value(d))),
        };
        let parts: Vec<String> = Each(erased(found, head)).map(closed).collect::<Option<_>>()?;
        return Some(format!(
            "{}, so {}",
            join(&parts, "and"),
            join(&lost(board, &found.remove), "and")
        ));
    }
    let rooms: Vec<Cell> = Each(view.marks.left_of(head)).filter_map(room).collect();
    if let [only] = rooms[..] {
        return Some(format!(
            "{} is {}, so {} is {number}",
            cell(board, head),
            or(board, view.marks.left_of(head)),
            cell(board, only)
        ));
    }
    None
}

/// What the ends leave room for.
fn between(view: View<'_>, found: &Found, line: &[Cell]) -> Option<String> {
    let (board, &[a, .., b]) = (view.board, line) else { return None };
    let (least, most) = (low(view, a).min(low(view, b)), high(view, a).max(high(view, b)));
    let inside = |m: &crate::board::Mark| {
        let value = board.value(m.digit);
        m.cell != a && m.cell != b && (value <= least || value >= most)
    };
    let ends = format!("{} and {}", cell(board, a), cell(board, b));
    found.remove.iter().all(inside).then(|| {
        let lost = join(&lost(board, &found.remove), "and");
        format!("{ends} are {least} at least and {most} at most, so {lost}")
    })
}
