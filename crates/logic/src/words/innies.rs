//! Innies and outies in words: what the houses make, what the cages make, and so what the cells
//! make that are left out or stick out.

use super::{capital, cell, cells, constraints, join, list, so};
use crate::board::{Board, Mark};
use crate::find::View;
use crate::find::innies::{Rest, sum_of};
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
    own.extend(sums.iter().chain(apart));
    let once = match apart.is_empty() {
        true => String::new(),
        false => format!(", with no digit twice in {}", constraints::together(board, apart)),
    };
    let differ = |a: Cell, b: Cell| own.iter().any(|&u| board.makes_differ(u, a, b));
    match constraints::made(view, found, &terms, left, &differ) {
        Some(told) => format!("{text}{once}. {told}"),
        None => format!("{text}{once}: {}.", so(board, found)),
    }
}

/// What the cages make, and where they lie.
pub(super) fn covering(board: &Board, rest: &Rest, sums: &[usize]) -> String {
    let (names, one) = (cages(board, sums), sums.len() == 1);
    let make = if one { "makes" } else { "make" };
    let outside = match &rest.outer[..] {
        [] => String::new(),
        some => {
            let (those, sticks) = (
                cells(board, some.iter().copied()),
                if some.len() == 1 { "sticks" } else { "stick" },
            );
            format!(", where {those} {sticks} out")
        }
    };
    let out = match &rest.inner[..] {
        [] => String::new(),
        some => {
            let leave = if one { "leaves" } else { "leave" };
            let those = cells(board, some.iter().copied());
            let and = if rest.outer.is_empty() { " and " } else { "; it " };
            let and = if one || rest.outer.is_empty() { and } else { "; they " };
            format!("{and}{leave} out {those}")
        }
    };
    format!("{} {make} {}{outside}{out}.", capital(&names), rest.sums)
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
        let (cells, sum) = sum_of(board, u)?;
        let first = cell(board, *cells.first()?);
        Some(match sums.len() > FEW {
            true => format!("{first} ({sum})"),
            false => format!("{sum} in {}", list(board, &cells)),
        })
    };
    let at = if sums.len() > FEW { " at" } else { "" };
    format!("the cages{at} {}", join(&sums.iter().filter_map(name).collect::<Vec<_>>(), "and"))
}

/// `rows 1 and 2`.
pub(super) fn named(board: &Board, houses: &[usize]) -> String {
    let names: Vec<String> = houses.iter().map(|&h| house_name(board, h)).collect();
    let split: Option<Vec<(&str, &str)>> = names.iter().map(|n| n.rsplit_once(' ')).collect();
    match split.as_deref() {
        Some([(kind, _), rest @ ..])
            if !rest.is_empty()
                && ["row", "column", "box"].contains(kind)
                && rest.iter().all(|(k, _)| k == kind) =>
        {
            let all = split.iter().flatten().map(|(_, n)| (*n).to_string()).collect::<Vec<_>>();
            let ending = if *kind == "box" { "es" } else { "s" };
            format!("{kind}{ending} {}", join(&all, "and"))
        }
        _ => join(&names, "and"),
    }
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
