//! Rising lines: what has to fit below and above each cell.

use super::super::{cell, join, lost, patterns};
use super::{erased, or};
use crate::board::{Board, Mark};
use crate::find::View;
use crate::found::Found;
use crate::sets::{Cell, Each};

/// Cells that press on others of which it is told.
const MOST: usize = 4;

/// The reason in a sentence: what presses on a cell or two, else how far each cell is pressed.
pub(super) fn reason(
    view: View<'_>,
    found: &Found,
    scope: &[Cell],
    strict: bool,
    name: &str,
) -> Option<String> {
    let by_cell = match strict {
        true => few(view, found, scope, name),
        false => slow(view, found, scope, name),
    };
    by_cell.or_else(|| along(view, found, scope, strict, name))
}

/// The least that each cell can be, one after the other from the first on, and the most from the
/// last on.
fn along(
    view: View<'_>,
    found: &Found,
    scope: &[Cell],
    strict: bool,
    name: &str,
) -> Option<String> {
    let board = view.board;
    let step = usize::from(strict);
    let left = |c: Cell| view.marks.left_of(c);
    let (mut least, mut most): (Vec<usize>, Vec<usize>) = (vec![], vec![]);
    for &c in scope {
        let from = least.last().map_or(0, |last| last + step);
        least.push(Each(left(c)).find(|&d| d >= from)?);
    }
    for &c in scope.iter().rev() {
        let to = most.last().map_or(Some(board.digits), |last| last.checked_sub(step))?;
        most.push(Each(left(c)).filter(|&d| d <= to).last()?);
    }
    let mut parts = Vec::new();
    let lost = |at: usize, c: Cell, goes: &dyn Fn(usize, usize) -> bool| {
        Each(erased(found, c)).any(|d| goes(at, d))
    };
    let texts = |all: &[usize]| all.iter().map(|&d| board.value(d).to_string()).collect::<Vec<_>>();
    let up = |at: usize, d: usize| d < least[at];
    // What comes behind the last cell that loses something is of no interest.
    if let Some(last) = (0..scope.len()).rev().find(|&at| lost(at, scope[at], &up)) {
        let list = join(&texts(&least[..=last]), "and");
        let first = cell(board, scope[0]);
        parts.push(format!("from {first} upwards the least that each can be is {list}"));
    }
    let down = |at: usize, d: usize| d > most[scope.len() - 1 - at];
    if let Some(first) = (0..scope.len()).find(|&at| lost(at, scope[at], &down)) {
        let list = join(&texts(&most[..scope.len() - first]), "and");
        let end = cell(board, *scope.last()?);
        parts.push(format!("from {end} downwards the most is {list}"));
    }
    let along = patterns::lower(name);
    (!parts.is_empty()).then(|| format!("Along {along}, {}.", parts.join("; ")))
}

/// Where digits may stay the same: the cells below which nothing is larger and above which nothing is
/// smaller, each with all that goes by it.
fn slow(view: View<'_>, found: &Found, scope: &[Cell], name: &str) -> Option<String> {
    let board = view.board;
    let low = |c: Cell| view.marks.left_of(c).trailing_zeros() as usize;
    let high = |c: Cell| 63 - view.marks.left_of(c).leading_zeros() as usize;
    let mut by: Vec<(Cell, bool, Vec<Mark>)> = Vec::new();
    for (at, &c) in scope.iter().enumerate() {
        // Of equal ones the farthest, which presses on most.
        let floor = scope[..at].iter().rev().copied().max_by_key(|&x| low(x));
        let roof = scope[at + 1..].iter().rev().copied().min_by_key(|&x| high(x));
        for digit in Each(erased(found, c)) {
            let below = floor.filter(|&x| digit < low(x)).map(|x| (x, true));
            let (x, up) = below.or(roof.filter(|&x| digit > high(x)).map(|x| (x, false)))?;
            let mark = Mark { cell: c, digit };
            match by.iter_mut().find(|(known, side, _)| (*known, *side) == (x, up)) {
                Some((.., marks)) => marks.push(mark),
                None => by.push((x, up, vec![mark])),
            }
        }
    }
    let part = |(x, up, marks): &(Cell, bool, Vec<Mark>)| {
        let (bound, side, value) = match up {
            true => ("at least ", "above", low(*x)),
            false => ("at most ", "below", high(*x)),
        };
        let bound = if view.marks.value[*x].is_some() { "" } else { bound };
        let (own, value) = (cell(board, *x), board.value(value));
        let less = if *up { "less" } else { "more" };
        let gone = join(&lost(board, marks), "and");
        format!("{own} is {bound}{value} and nothing {side} it is {less}, so {gone}")
    };
    let parts: Vec<String> = by.iter().map(part).collect();
    (1..=MOST)
        .contains(&parts.len())
        .then(|| format!("Along {}, {}.", patterns::lower(name), parts.join("; ")))
}

/// The cells that press on those that lose something, or, at the beginning, the ends of the line.
fn few(view: View<'_>, found: &Found, scope: &[Cell], name: &str) -> Option<String> {
    let board = view.board;
    let low = |c: Cell| view.marks.left_of(c).trailing_zeros() as usize;
    let high = |c: Cell| 63 - view.marks.left_of(c).leading_zeros() as usize;
    let mut parts = Vec::new();
    // Whether the ends of the line are all that presses.
    let mut by_ends = true;
    for (at, &c) in scope.iter().enumerate() {
        let gone = erased(found, c);
        if gone == 0 {
            continue;
        }
        // The cell that presses most from below, and from above; of equal ones the farthest.
        let floor = (0..at).map(|i| (low(scope[i]) + at - i, at - i, scope[i])).max();
        let above = (at + 1..scope.len()).map(|i| (i, scope[i]));
        let roof = above
            .filter_map(|(i, x)| Some((high(x).checked_sub(i - at)?, usize::MAX - (i - at), x)))
            .min();
        let below_floor = floor.map_or(0, |(least, ..)| (1u64 << least) - 1);
        let above_roof = roof.map_or(0, |(most, ..)| !((2u64 << most) - 1));
        if gone & !(below_floor | above_roof) != 0 {
            return None;
        }
        if let Some((least, distance, from)) = floor.filter(|_| gone & below_floor != 0) {
            by_ends &= low(from) == 0;
            parts.push(bound(view, c, ("at least", least), distance, ("below", from), low(from)));
        }
        if let Some((most, distance, from)) = roof.filter(|_| gone & above_roof != 0) {
            let distance = usize::MAX - distance;
            by_ends &= high(from) + 1 == board.digits;
            parts.push(bound(view, c, ("at most", most), distance, ("above", from), high(from)));
        }
    }
    // Of two cells nobody counts how many lie above.
    if let (&[low, high], true) = (scope, by_ends) {
        return Some(two(board, [low, high].map(|c| (c, erased(found, c) != 0)), name));
    }
    let all = parts.join("; ");
    let along = patterns::lower(name);
    if parts.len() <= 2 || !by_ends && parts.len() <= 4 {
        // Of an inequality nobody says that it has a length.
        let told =
            if name.contains('>') { format!("{name}: ") } else { format!("Along {along}, ") };
        return Some(format!("{told}{all}."));
    }
    if !by_ends {
        return None;
    }
    let touched = scope.iter().copied().filter(|&c| erased(found, c) != 0);
    let left = touched.map(|c| {
        let digits = view.marks.of[c] & !erased(found, c);
        format!("{} is {}", cell(board, c), or(board, digits))
    });
    let left = join(&left.collect::<Vec<_>>(), "and");
    Some(format!(
        "Along {along}, each cell needs a smaller digit for every cell below it and a larger one \
         for every cell above: {left}."
    ))
}

/// What a smaller and a larger cell cannot be, if they lose something.
fn two(board: &Board, [low, high]: [(Cell, bool); 2], name: &str) -> String {
    let (small, large) = (cell(board, low.0), cell(board, high.0));
    let (least, most) = (board.value(1), board.value(board.digits.saturating_sub(2)));
    let low = low.1.then(|| format!("{small} is at most {most}"));
    let high = high.1.then(|| format!("{large} is at least {least}"));
    let so = join(&low.into_iter().chain(high).collect::<Vec<_>>(), "and");
    // The name of an inequality says it.
    match name.contains('>') {
        true => format!("{name}, so {so}."),
        false => format!("{name}: {small} is less than {large}, so {so}."),
    }
}

fn bound(
    view: View<'_>,
    c: Cell,
    (word, limit): (&str, usize),
    distance: usize,
    (side, from): (&str, Cell),
    value: usize,
) -> String {
    let board = view.board;
    let name = cell(board, from);
    let own = board.value(value);
    let is = match (view.marks.value[from], side) {
        (Some(_), _) => format!("{own}"),
        (_, "below") => format!("at least {own}"),
        _ => format!("at most {own}"),
    };
    let end = match side {
        "below" => value == 0,
        _ => value + 1 == board.digits,
    };
    let steps = match distance {
        1 => "one cell".into(),
        n => format!("{n} cells"),
    };
    match end {
        true => format!(
            "{} has {steps} {side} it, so it is {word} {}",
            cell(board, c),
            board.value(limit)
        ),
        false => {
            format!("{} is {word} {}, because {name} is {is}", cell(board, c), board.value(limit))
        }
    }
}
