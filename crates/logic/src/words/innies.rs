//! Innies and outies in words: what the houses make, what the cages make, and so what the cells
//! make that are left out or stick out.

use super::{capital, cell, cells, constraints, gathered, join, list, so};
use crate::board::{Board, Mark};
use crate::find::View;
use crate::find::innies::{self, Rest, Tight, arrow_of, sum_of};
use crate::found::{Found, Pattern};
use crate::sets::{Cell, Each};
use crate::step::house_name;

/// The houses, and what follows of open cells: `rows 1 and 2, r1c3 + r2c2 = 11`; of one cell that
/// is the conclusion.
pub(super) fn brief(view: View<'_>, found: &Found) -> String {
    let Pattern::Innies { houses, sums, .. } = &found.pattern else { return String::new() };
    let board = view.board;
    let (terms, left) = Rest::of(board, houses, sums).open(view);
    if terms.len() == 1 {
        return named(board, houses);
    }
    let (plus, minus, left) = sides(&terms, left);
    let all = |cells: &[Cell], sign: &str| {
        cells.iter().map(|&c| cell(board, c)).collect::<Vec<_>>().join(sign)
    };
    let less = match minus.is_empty() {
        true => String::new(),
        false => format!(" - {}", all(&minus, " - ")),
    };
    format!("{}, {}{less} = {left}", named(board, houses), all(&plus, " + "))
}

/// The sums, and what follows from them.
pub(super) fn sentences(view: View<'_>, found: &Found) -> String {
    let Pattern::Innies { houses, sums, apart } = &found.pattern else { return String::new() };
    let board = view.board;
    let rest = Rest::of(board, houses, sums);
    let (terms, left) = rest.open(view);
    let make = if houses.len() == 1 { "makes" } else { "make" };
    let homes = capital(&named(board, houses));
    let mut text = format!("{homes} {make} {}. {}", rest.houses, covering(board, &rest, sums));
    let placed: Vec<Cell> =
        rest.terms().map(|t| t.1).filter(|&c| view.marks.value[c].is_some()).collect();
    let all: Vec<(i64, Cell)> = rest.terms().collect();
    let whole = equation(board, &all, rest.houses - rest.sums);
    text.push_str(&match placed.is_empty() {
        true => format!(" So {whole}"),
        false => {
            let is = |&c: &Cell| {
                let digit = view.marks.value[c].map_or(0, |d| board.value(d.into()));
                format!("{} is {digit}", cell(board, c))
            };
            let known = join(&placed.iter().map(is).collect::<Vec<_>>(), "and");
            format!(" So {whole}; as {known}, {}", equation(board, &terms, left))
        }
    });
    if let (&[_], false) = (&terms[..], found.place.is_empty()) {
        return text + ".";
    }
    // A digit that is placed takes all others from its cell.
    let others = |m: &Mark| {
        let rest = view.marks.of[m.cell] & !(1 << m.digit);
        Each(rest).map(|digit| Mark { cell: m.cell, digit }).collect::<Vec<_>>()
    };
    let gone = found.place.iter().flat_map(others).chain(found.remove.iter().copied());
    let found = &found.clone().removing(gone.collect());
    let mut own: Vec<usize> = houses.iter().map(|&h| board.houses[h].unit).collect();
    own.extend(apart.iter().chain(sums));
    if terms.len() > innies::MOST_CELLS {
        own.sort_unstable();
        let told = Tight::of(view, &terms, left, &own).map(|tight| tightly(board, found, &tight));
        return format!("{text}. {}", told.unwrap_or_default());
    }
    let once = innies::once(view, &own, &terms, left, &found.remove);
    let differ = |a: Cell, b: Cell| once.iter().any(|&u| board.makes_differ(u, a, b));
    let once = match once.is_empty() {
        true => String::new(),
        false => format!(", with no digit twice in {}", distinct(board, &once)),
    };
    match constraints::made(view, found, &terms, left, &differ) {
        Some(told) => format!("{text}{once}. {told}"),
        None => format!("{text}{once}: {}.", so(board, found)),
    }
}

/// How far the parts of a sum reach, and what that leaves: `r1c1-2 make at most 17 in row 1, ...`.
fn tightly(board: &Board, found: &Found, tight: &Tight) -> String {
    let bound = |high: bool| if high { "at most" } else { "at least" };
    let reach = |part: &innies::Part| {
        let (verb, high) =
            (if part.cells.len() == 1 { "is" } else { "make" }, part.is_high(tight.most));
        let home = part.by.map(|u| format!(" in {}", distinct(board, &[u]))).unwrap_or_default();
        let own = cells(board, part.cells.iter().copied());
        format!("{own} {verb} {} {}{home}", bound(high), part.end)
    };
    let parts: Vec<String> = tight.parts.iter().map(reach).collect();
    let mixed = tight.parts.iter().any(|part| part.sign != tight.parts[0].sign);
    let room = match tight.slack {
        0 => "so none of these may be off".to_string(),
        slack => format!("so none of these may be off by more than {slack}"),
    };
    let all = match mixed {
        true => format!("the difference is {} {}", bound(tight.most), tight.end),
        false => {
            let own = tight.parts[0].sign;
            format!("all make {} {}", bound(tight.parts[0].is_high(tight.most)), own * tight.end)
        }
    };
    let lost = join(&super::lost(board, &found.remove), "and");
    format!("{}. Then {all}, {room}: {lost}.", capital(&join(&parts, "and")))
}

/// What the cages make, and where they lie.
pub(super) fn covering(board: &Board, rest: &Rest, sums: &[usize]) -> String {
    let (arrows, sums): (Vec<usize>, Vec<usize>) =
        sums.iter().partition(|&&u| sum_of(board, u).is_none());
    let told: Vec<String> = arrows.iter().filter_map(|&u| standing(board, u)).collect();
    let left: Vec<Cell> = rest.inner.iter().copied().filter(|c| !rest.tips.contains(c)).collect();
    if !told.is_empty() {
        return format!(
            "{}{}",
            beside(board, rest, &sums, &told),
            lying(board, &rest.outer, &left)
        );
    }
    let (names, one) = (cages(board, &sums), sums.len() == 1);
    // The name of one clue mostly tells what it makes.
    let sum = rest.sums.to_string();
    let is_told = one && names.split(' ').any(|word| word == sum);
    let verb = |many: &str, single: &str| if one { single.to_string() } else { many.to_string() };
    let made = (!is_told).then(|| format!("{} {sum}", verb("make", "makes")));
    let some = |cells: &[Cell], verb: String| {
        (!cells.is_empty()).then(|| format!("{verb} {}", self::cells(board, cells.iter().copied())))
    };
    let outside = some(&rest.outer, verb("stick out into", "sticks out into"));
    let left = some(&left, verb("leave out", "leaves out"));
    let parts: Vec<String> = [made, outside, left].into_iter().flatten().collect();
    format!("{} {}.", capital(&names), join(&parts, "and"))
}

/// What the cages make beside arrows, and what stands for what.
fn beside(board: &Board, rest: &Rest, sums: &[usize], told: &[String]) -> String {
    let make = if sums.len() == 1 { "makes" } else { "make" };
    let made = match sums.is_empty() {
        true => String::new(),
        false => format!("{} {make} {}. ", capital(&cages(board, sums)), rest.sums),
    };
    format!("{made}{}.", capital(&told.join("; ")))
}

/// Where cages and arrows stick out, and what they leave out.
fn lying(board: &Board, outer: &[Cell], left: &[Cell]) -> String {
    let some = |own: &[Cell], verb: &str| {
        (!own.is_empty()).then(|| format!("{verb} {}", cells(board, own.iter().copied())))
    };
    let parts = [some(outer, "stick out into"), some(left, "leave out")];
    match &parts.into_iter().flatten().collect::<Vec<_>>()[..] {
        [] => String::new(),
        parts => format!(" They {}.", join(parts, "and")),
    }
}

/// That a cell stands for others: `on the arrow from r4c4, r1c1-3 make as much as r4c4`.
fn standing(board: &Board, unit: usize) -> Option<String> {
    let (tip, shaft) = arrow_of(board, unit)?;
    let (name, tip) = (constraints::unit(board, unit), cell(board, tip));
    Some(format!("on {name}, {} make as much as {tip}", cells(board, shaft)))
}

/// Cages of which each is told with all its cells.
const FEW: usize = 4;

/// `the cages 17 in r1c1-2 and 12 in r1c3-4`, many of them by their first cells; other sums by
/// their names.
fn cages(board: &Board, sums: &[usize]) -> String {
    let kind = |&u: &usize| board.puzzle.clues[board.units[u].clue].kind.name;
    if sums.len() < 2 || !sums.iter().all(|u| kind(u) == "cage") {
        return constraints::together(board, sums);
    }
    let name = |&u: &usize| {
        let (mut cells, sum) = sum_of(board, u)?;
        cells.sort_unstable();
        let first = cell(board, *cells.first()?);
        Some(match sums.len() > FEW {
            true => format!("{first} ({sum})"),
            false => format!("{sum} in {}", list(board, &cells)),
        })
    };
    let at = if sums.len() > FEW { " at" } else { "" };
    format!("the cages{at} {}", join(&sums.iter().filter_map(name).collect::<Vec<_>>(), "and"))
}

/// Constraints in which no digit stands twice; of cages, which were named before, the first cells.
fn distinct(board: &Board, units: &[usize]) -> String {
    let is_cage = |&u: &usize| board.puzzle.clues[board.units[u].clue].kind.name == "cage";
    let (cages, others): (Vec<usize>, Vec<usize>) = units.iter().partition(|u| is_cage(u));
    let first = |&u: &usize| board.units[u].scope.iter().min().map(|&c| cell(board, c));
    let firsts: Vec<String> = cages.iter().filter_map(first).collect();
    let cages = match firsts.len() {
        0 => None,
        1 => Some(format!("the cage at {}", firsts[0])),
        _ => Some(format!("the cages at {}", join(&firsts, "and"))),
    };
    let mut names: Vec<String> = Vec::new();
    for name in others.iter().map(|&u| constraints::unit(board, u)).chain(cages) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    join(&names, "and")
}

/// `rows 1 and 2`.
pub(super) fn named(board: &Board, houses: &[usize]) -> String {
    gathered(&houses.iter().map(|&h| house_name(board, h)).collect::<Vec<_>>())
}

/// The cells that count up and those that count down, so that something counts up; and what all
/// make.
fn sides(terms: &[(i64, Cell)], left: i64) -> (Vec<Cell>, Vec<Cell>, i64) {
    let side = |sign: i64| terms.iter().filter(|t| t.0 == sign).map(|t| t.1).collect::<Vec<Cell>>();
    let (plus, minus) = (side(1), side(-1));
    match plus.is_empty() || !minus.is_empty() && left < 0 {
        true => (minus, plus, -left),
        false => (plus, minus, left),
    }
}

/// What terms make: `r1c1 is 3 more than r4c2`.
pub(super) fn equation(board: &Board, terms: &[(i64, Cell)], left: i64) -> String {
    let (plus, minus, left) = sides(terms, left);
    let (own, others) = (cells(board, plus.iter().copied()), cells(board, minus.iter().copied()));
    let verb = if plus.len() == 1 { "is" } else { "make" };
    match (minus.is_empty(), left) {
        (true, _) => format!("{own} {verb} {left}"),
        (false, 0) => format!("{own} {verb} as much as {others}"),
        (false, _) => format!("{own} {verb} {left} more than {others}"),
    }
}
