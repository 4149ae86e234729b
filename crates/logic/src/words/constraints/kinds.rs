//! Reasons that people give for some kinds of clues beside the grid and along lines.
//!
//! Each gives its sentence only if it accounts for all that is erased.

use super::super::{cell, join, lost, unfilled};
use super::{counted, erased, lunchboxes, or, ranks, sandwiches, supposed};
use crate::board::{Board, Mark, Unit};
use crate::find::View;
use crate::found::{Found, Pattern};
use crate::sets::{Cell, Digit, Digits, Each, choose};
use pencilmark_puzzle::CellId;

/// Thoughts for one step.
const MOST: usize = 6;

/// The reason for a kind that has one of its own.
pub(super) fn reason(view: View<'_>, found: &Found, own: &Unit, name: &str) -> Option<String> {
    let clue = &view.board.puzzle.clues[own.clue];
    let line: Vec<Cell> = clue.list(0).iter().map(|c| c.index()).collect();
    let number = clue.numbers.first().copied().unwrap_or(0);
    let told = match clue.kind.name {
        "x-sum" => x_sum(view, found, &line, number),
        "skyscraper" => skyscraper(view, found, &line, number),
        "sandwich" => sandwiches::reason(view, found, &line, number),
        "lunchbox" => lunchboxes::reason(view, found, &line, number),
        "numbered-room" => numbered_room(view, found, &line, number),
        "between-line" => between(view, found, &line),
        "full-rank" => {
            full_rank(view, found, &line, number).or_else(|| ranks::reason(view, found, own))
        }
        "counting-circles" => counted::circles(view, found, &line),
        "same-digits" => {
            let list = |cells: &Vec<CellId>| cells.iter().map(|c| c.index()).collect();
            counted::same(view, found, &clue.cells.iter().map(list).collect::<Vec<_>>())
        }
        _ => None,
    };
    told.map(|told| format!("{name}: {told}."))
}

/// What so many cells reach.
fn x_sum(view: View<'_>, found: &Found, line: &[Cell], sum: i64) -> Option<String> {
    let (board, &head) = (view.board, line.first()?);
    let (mut parts, mut told, mut rest): (Vec<String>, Vec<Mark>, Vec<Mark>) = Default::default();
    for &mark in &found.remove {
        match x_sum_of(view, line, sum, mark).filter(|_| mark.cell == head) {
            Some(part) => {
                parts.push(part);
                told.push(mark);
            }
            None => rest.push(mark),
        }
    }
    let mut all = Vec::new();
    // By itself the clue does not say that its cells differ.
    let alone = matches!(found.pattern, Pattern::Alone { .. });
    let once = once(view, line).filter(|_| alone);
    if !told.is_empty() {
        all.push(format!("{}, so {}", join(&parts, "and"), join(&lost(board, &told), "and")));
    }
    // How many cells there can be, and what they make with a digit in one of them.
    let heads = view.marks.left_of(head) & !told.iter().fold(0, |all, m| all | 1 << m.digit);
    let mut others: Vec<Mark> = Vec::new();
    for m in rest {
        let told = x_sum_with(view, found, line, (sum, heads), m);
        let told = told.or_else(|| no_sum(view, found, line, sum, m));
        match told.filter(|_| all.len() < MOST) {
            Some(told) => all.push(told),
            None => others.push(m),
        }
    }
    if !others.is_empty() {
        all.extend(supposed::clauses(view, found, &others, |_| None)?);
    }
    Some(once.into_iter().chain(all).collect::<Vec<_>>().join("; "))
}

/// That no digit is twice in the line, and for which house, if so many cells as the first can say
/// reach less far for that.
fn once(view: View<'_>, line: &[Cell]) -> Option<String> {
    let (board, &head) = (view.board, line.first()?);
    let told = unfilled::once(board, line)?;
    let nearer = |digit: Digit| {
        let n = usize::try_from(board.value(digit)).ok();
        let others = n.and_then(|n| line.get(1..n)).unwrap_or_default();
        let (low, high) = reach(view, others, 1 << digit);
        let sum = |end: &dyn Fn(Cell) -> i64| others.iter().map(|&c| end(c)).sum::<i64>();
        low > sum(&|c| view.low(c)) || high < sum(&|c| view.high(c))
    };
    Each(view.marks.left_of(head)).any(nearer).then_some(told)
}

/// That no different digits beside the first make what is left for so many cells.
fn no_sum(view: View<'_>, found: &Found, line: &[Cell], sum: i64, mark: Mark) -> Option<String> {
    let (board, &head) = (view.board, line.first()?);
    let n = board.value(mark.digit);
    let inside = usize::try_from(n).ok().and_then(|n| line.get(..n))?;
    let differ = |a: usize, b: usize| board.differ[inside[a]].contains(&inside[b]);
    let apart = (0..inside.len()).all(|a| (0..a).all(|b| differ(a, b)));
    if mark.cell != head || !apart || matches!(found.pattern, Pattern::Alone { .. }) {
        return None;
    }
    let (rest, needed) = (inside.len() - 1, sum - n);
    (rest > 1 && !makes(board, rest, 1 << mark.digit, needed)).then(|| {
        let head = cell(board, head);
        let next = format!("the next {rest} cells would have to make {needed}");
        format!("if {head} were {n}, {next}, which no {rest} different digits beside {n} do")
    })
}

/// Whether some different digits, beside those that are taken, make a sum.
fn makes(board: &Board, some: usize, taken: Digits, sum: i64) -> bool {
    let free: Vec<Digit> = Each(board.all() & !taken).collect();
    let mut made = false;
    choose(&free, some, &mut |some| {
        made |= some.iter().map(|&d| board.value(d)).sum::<i64>() == sum;
        made
    });
    made
}

/// Why another cell than the first cannot be a digit: what so many cells make with it, for all
/// numbers of cells that are left.
fn x_sum_with(
    view: View<'_>,
    found: &Found,
    line: &[Cell],
    (sum, heads): (i64, Digits),
    mark: Mark,
) -> Option<String> {
    let (board, &head) = (view.board, line.first()?);
    let at = line.iter().position(|&c| c == mark.cell).filter(|at| *at > 0)?;
    let alone = matches!(found.pattern, Pattern::Alone { .. });
    let mut parts = Vec::new();
    for digit in Each(heads) {
        let n = board.value(digit);
        if !alone && digit == mark.digit && board.differ[head].contains(&mark.cell) {
            parts.push(format!("{n} cells have {n} twice"));
            continue;
        }
        let inside = usize::try_from(n).ok().and_then(|n| line.get(1..n))?;
        if at > inside.len() {
            return None;
        }
        let others: Vec<Cell> = inside.iter().copied().filter(|&c| c != mark.cell).collect();
        let differ = |c: &Cell| [head, mark.cell].iter().all(|o| board.differ[*o].contains(c));
        let taken =
            if !alone && others.iter().all(differ) { 1 << digit | 1 << mark.digit } else { 0 };
        let (least, most) = reach(view, &others, taken);
        if least > most {
            return None;
        }
        let own = n + board.value(mark.digit);
        let make = match (own + most < sum, own + least > sum) {
            _ if others.is_empty() && own != sum => format!("make {own}"),
            (true, _) => format!("make at most {}", own + most),
            (_, true) => format!("make at least {}", own + least),
            _ => {
                let need = sum - own;
                let differ =
                    |&a: &Cell| others.iter().all(|&b| a == b || board.differ[a].contains(&b));
                let free = taken.count_ones() == 2 && others.iter().all(differ);
                match others[..] {
                    [last] => {
                        let fits = |d: Digit| view.marks.left_of(last) & !taken & 1 << d != 0;
                        if board.digit(need).is_some_and(fits) {
                            return None;
                        }
                        format!("need {need} in {}", cell(board, last))
                    }
                    _ if free && !makes(board, others.len(), taken, need) => format!(
                        "leave {need} for {} others, which no different digits beside {n} and {} make",
                        others.len(),
                        board.value(mark.digit)
                    ),
                    _ => return None,
                }
            }
        };
        parts.push(format!("{n} cells {make}"));
    }
    let (at, d) = (cell(board, mark.cell), board.value(mark.digit));
    (!parts.is_empty()).then(|| format!("with {d} in {at}, {}", join(&parts, "and")))
}

/// Why the first cell cannot be a digit: how much that many cells make.
fn x_sum_of(view: View<'_>, line: &[Cell], sum: i64, head: Mark) -> Option<String> {
    let (board, n) = (view.board, view.board.value(head.digit));
    let others = usize::try_from(n).ok().and_then(|n| line.get(1..n));
    let Some(others) = others else { return Some(format!("there are no {n} cells")) };
    let differ = others.iter().all(|c| board.differ[head.cell].contains(c));
    let (least, most) = reach(view, others, if differ { 1 << head.digit } else { 0 });
    // No way to fill them at all: that is another thought.
    if least > most {
        return None;
    }
    let (least, most) = (n + least, n + most);
    let cells = if n == 1 { "one cell makes".into() } else { format!("{n} cells make") };
    match (most < sum, least > sum) {
        (true, _) => Some(format!("{cells} at most {most}")),
        (_, true) => Some(format!("{cells} at least {least}")),
        _ => None,
    }
}

/// The least and the largest sum of cells beside digits that are taken; where all of the cells
/// differ, no digit counts twice.
pub(super) fn reach(view: View<'_>, cells: &[Cell], taken: Digits) -> (i64, i64) {
    let board = view.board;
    let apart = |&a: &Cell| cells.iter().all(|&b| a == b || board.differ[a].contains(&b));
    if board.digits > 12 || !cells.iter().all(apart) {
        let ends = |(low, high), &c: &Cell| (low + view.low(c), high + view.high(c));
        return cells.iter().fold((0, 0), ends);
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
