//! X-sums: what so many cells make as the first of them says.

use super::super::{cell, either, join, lost, unfilled};
use super::supposed;
use crate::board::{Board, Mark};
use crate::find::View;
use crate::found::{Found, Pattern};
use crate::sets::{Cell, Digit, Digits, Each, choose};

/// Thoughts for one step.
const MOST: usize = 6;

/// What so many cells reach.
pub(super) fn reason(view: View<'_>, found: &Found, line: &[Cell], sum: i64) -> Option<String> {
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
    // The same digit in other cells often has the same said of it.
    let mut alike: Vec<(Digit, String, Vec<Cell>)> = Vec::new();
    for m in rest {
        let Some(told) = x_sum_with(view, found, line, (sum, heads), m) else {
            match no_sum(view, found, line, sum, m).filter(|_| all.len() < MOST) {
                Some(told) => all.push(told),
                None => others.push(m),
            }
            continue;
        };
        match alike.iter_mut().find(|(d, known, _)| *d == m.digit && *known == told) {
            Some((_, _, cells)) => cells.push(m.cell),
            None => alike.push((m.digit, told, vec![m.cell])),
        }
    }
    for (digit, told, cells) in alike {
        match all.len() < MOST {
            true => {
                let those = either(board, cells);
                all.push(format!("with {} in {those}, {told}", board.value(digit)));
            }
            false => others.extend(cells.into_iter().map(|cell| Mark { cell, digit })),
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
            // Beyond them it may still see the cell that would need its digit.
            let &[last] = inside else { return None };
            let sees = !alone && board.differ[last].contains(&mark.cell);
            let need = Some(sum - n).filter(|need| sees && *need == board.value(mark.digit))?;
            parts.push(format!("{n} cells need {need} in {}", cell(board, last)));
            continue;
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
    (!parts.is_empty()).then(|| join(&parts, "and"))
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
