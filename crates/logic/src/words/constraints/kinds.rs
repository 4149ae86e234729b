//! Reasons that people give for some kinds of clues beside the grid and along lines.
//!
//! Each gives its sentence only if it accounts for all that is erased.

use super::super::{cell, join, lost};
use super::{counted, erased, lunchboxes, or, ranks, relliks, sandwiches, supposed, x_sums};
use crate::board::{Board, Mark, Unit};
use crate::find::View;
use crate::found::{Found, Pattern};
use crate::sets::{Cell, Digit, Digits, Each};
use pencilmark_puzzle::CellId;

/// Thoughts for one step.
const MOST: usize = 6;

/// The reason for a kind that has one of its own.
pub(super) fn reason(view: View<'_>, found: &Found, own: &Unit, name: &str) -> Option<String> {
    let clue = &view.board.puzzle.clues[own.clue];
    let line: Vec<Cell> = clue.list(0).iter().map(|c| c.index()).collect();
    let number = clue.numbers.first().copied().unwrap_or(0);
    let told = match clue.kind.name {
        "x-sum" => x_sums::reason(view, found, &line, number),
        "skyscraper" => skyscraper(view, found, &line, number),
        "sandwich" => sandwiches::reason(view, found, &line, number),
        "lunchbox" => lunchboxes::reason(view, found, &line, number),
        "numbered-room" => numbered_room(view, found, &line, number),
        "between-line" => between(view, found, &line),
        "full-rank" => {
            full_rank(view, found, &line, number).or_else(|| ranks::reason(view, found, own))
        }
        "counting-circles" => counted::circles(view, found, &line),
        "rellik" => relliks::reason(view, found, &line, number),
        "same-digits" => {
            let list = |cells: &Vec<CellId>| cells.iter().map(|c| c.index()).collect();
            counted::same(view, found, &clue.cells.iter().map(list).collect::<Vec<_>>())
        }
        _ => None,
    };
    told.map(|told| format!("{name}: {told}."))
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
        let fits = |m: &Mark| match m.cell == head {
            true => m.digit + 1 < board.digits,
            false => m.digit + 1 == board.digits,
        };
        return found.remove.iter().all(fits).then(|| {
            let at = cell(board, head);
            format!("only one is seen, and the highest always is: {at} is {top}")
        });
    }
    if whole && seen == line.len() as i64 {
        let fits = |m: &Mark| line.get(m.digit) != Some(&m.cell);
        let first = board.value(0);
        return found.remove.iter().all(fits).then(|| {
            format!("all are seen, so the digits rise along the line from {first} to {top}")
        });
    }
    let mut rest: Vec<Mark> = Vec::new();
    for (at, &c) in line.iter().enumerate().filter(|&(_, &c)| erased(found, c) != 0) {
        let (more, name) = (seen - at as i64 - 1, cell(board, c));
        let most = top - more;
        let above = |d: &Digit| more >= 1 && board.value(*d) > most;
        if Each(erased(found, c)).any(|d| above(&d)) {
            let more = if more == 1 { "one more has".into() } else { format!("{more} more have") };
            parts.push(format!("{more} to rise above {name}, so it is at most {most}"));
        }
        rest.extend(
            Each(erased(found, c)).filter(|d| !above(d)).map(|digit| Mark { cell: c, digit }),
        );
    }
    let mut all: Vec<String> = match parts.is_empty() {
        true => vec![],
        false => vec![format!("to see {seen}, {}", parts.join("; "))],
    };
    // What is left is told by how many are seen if it were so, or else by what follows.
    let mut counted: Vec<(String, Cell, Digits)> = Vec::new();
    let mut others = Vec::new();
    for m in rest {
        let left = |c: Cell| if c == m.cell { 1 << m.digit } else { view.marks.left_of(c) };
        let (least, most) = in_sight(board, line, &left);
        let text = match (most < seen, least > seen) {
            (true, _) => format!("at most {most} are seen"),
            (_, true) => format!("at least {least} are seen"),
            _ => {
                others.push(m);
                continue;
            }
        };
        match counted.iter_mut().find(|(known, c, _)| *known == text && *c == m.cell) {
            Some((.., digits)) => *digits |= 1 << m.digit,
            None => counted.push((text, m.cell, 1 << m.digit)),
        }
    }
    let told = |(text, c, digits): &(String, Cell, Digits)| {
        format!("with {} in {} {text}", or(board, *digits), cell(board, *c))
    };
    all.extend(counted.iter().map(told));
    if !others.is_empty() {
        all.extend(supposed::clauses(view, found, &others, |_| None)?);
    }
    (1..=MOST).contains(&all.len()).then(|| all.join("; "))
}

/// The fewest and the most that are seen along a line, whatever stands twice.
pub(in super::super) fn in_sight(
    board: &Board,
    line: &[Cell],
    left: &dyn Fn(Cell) -> Digits,
) -> (i64, i64) {
    let digits = board.digits;
    // For each height so far: the fewest and the most that are seen.
    let mut best: Vec<Option<(i64, i64)>> = vec![None; digits];
    for (at, &c) in line.iter().enumerate() {
        let mut next: Vec<Option<(i64, i64)>> = vec![None; digits];
        let mut see = |height: usize, (few, many): (i64, i64)| {
            let known = next[height].unwrap_or((few, many));
            next[height] = Some((known.0.min(few), known.1.max(many)));
        };
        for digit in Each(left(c)) {
            if at == 0 {
                see(digit, (1, 1));
            }
            for (height, seen) in best.iter().enumerate() {
                match seen {
                    Some((few, many)) if digit > height => see(digit, (few + 1, many + 1)),
                    Some(seen) => see(height, *seen),
                    None => {}
                }
            }
        }
        best = next;
    }
    let all = best.iter().flatten();
    let least = all.clone().map(|seen| seen.0).min().unwrap_or(0);
    (least, all.map(|seen| seen.1).max().unwrap_or(0))
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
    let (least, most) = (view.low(a).min(view.low(b)), view.high(a).max(view.high(b)));
    let inside = |m: &Mark| {
        let value = board.value(m.digit);
        m.cell != a && m.cell != b && (value <= least || value >= most)
    };
    let ends = format!("{} and {}", cell(board, a), cell(board, b));
    found.remove.iter().all(inside).then(|| {
        let lost = join(&lost(board, &found.remove), "and");
        format!("{ends} are {least} at least and {most} at most, so {lost}")
    })
}
