//! Lines of a trace by several constraints in words, part by part: each says why by itself.

use super::followed::Known;
use super::hidden::one_of;
use super::homes::{Home, homes};
use super::traced::{Part, needed, seen};
use super::unfilled::{self, Given, Thought};
use super::{cell, constraints, digit, nested};
use crate::board::{Board, Mark};
use crate::found::{Consequence, Hidden, Refuted};
use crate::sets::{Cell, Digits};

/// Cells of one constraint of which the fewest are looked for: more, or values outside the grid beside
/// them, take long to ask about, line after line.
const MOST_CELLS: usize = 20;
/// Characters of what one constraint says of a mark: of one, people see more than is told.
const SHORT: usize = 120;

/// The parts of a line by several constraints, or by one that is no house: by what sums make, by one
/// house or the places of a digit in it, or by what would follow from what goes.
pub(super) fn parts(
    board: &Board,
    line: &Consequence,
    marks: &[Mark],
    left: &[Digits],
    known: &Known<'_>,
) -> Vec<Part> {
    let names = || constraints::together(board, &line.units);
    let part = |Thought { marks, hidden, why }: Thought| Part {
        lead: String::new(),
        marks,
        hidden,
        by: why,
        only: None,
    };
    if board.memory.is_over() {
        // Nobody reads a step that was given up.
        return vec![part(Thought {
            marks: marks.to_vec(),
            hidden: line.hidden.clone(),
            why: names(),
        })];
    }
    let (told, rest, hidden) = unfilled::erased(line, marks, left, known);
    let mut parts: Vec<Part> = told.into_iter().map(part).collect();
    let (mut rest, mut hidden) = (rest, hidden);
    if line.units.len() > 1 {
        let (alone, others) = in_one(board, &line.units, rest, left);
        parts.extend(alone);
        rest = others;
    }
    let asked = match line.units[..] {
        [unit] => board.units[unit].scope.len() <= MOST_CELLS && !board.units[unit].outside,
        _ => true,
    };
    if asked {
        let (told, others, values) = one_by_one(board, line, (rest, hidden), left, known);
        parts.extend(told.into_iter().map(part));
        (rest, hidden) = (others, values);
    }
    if !rest.is_empty() || !hidden.is_empty() {
        parts.push(part(Thought { marks: rest, hidden, why: names() }));
    }
    parts
}

/// What of a line by several constraints one house says by itself, or by the places of a digit that
/// are all seen; and the marks that are left.
fn in_one(
    board: &Board,
    units: &[usize],
    marks: Vec<Mark>,
    left: &[Digits],
) -> (Vec<Part>, Vec<Mark>) {
    let homes = homes(board, units).0;
    let (mut parts, mut rest): (Vec<Part>, Vec<Mark>) = Default::default();
    let mut pointed: Vec<(usize, Vec<Mark>)> = Vec::new();
    for mark in marks {
        let own = homes.iter().filter(|home| home.list.contains(&mark.cell));
        if let Some(by) = own.clone().find_map(|home| seen(board, home, mark, left)) {
            match parts.iter_mut().find(|part| part.by == by) {
                Some(part) => part.marks.push(mark),
                None => {
                    let (lead, marks) = (String::new(), vec![mark]);
                    parts.push(Part { lead, marks, hidden: vec![], by, only: None });
                }
            }
            continue;
        }
        let sees = |c: &&Cell| {
            let both = |home: &Home| home.list.contains(&mark.cell) && home.list.contains(c);
            homes.iter().filter(|home| home.unit.is_some()).any(both)
        };
        let points = |home: &&Home| {
            let mut places = home.list.iter().filter(|c| left[**c] >> mark.digit & 1 == 1);
            let beside = home.whole && !home.list.contains(&mark.cell);
            beside && places.clone().next().is_some() && places.all(|c| sees(&c))
        };
        match homes.iter().find(points).and_then(|home| home.unit) {
            None => rest.push(mark),
            Some(unit) => match pointed.iter_mut().find(|(known, _)| *known == unit) {
                Some((_, own)) => own.push(mark),
                None => pointed.push((unit, vec![mark])),
            },
        }
    }
    for (unit, own) in pointed {
        parts.extend(needed(board, unit, (units, &own), left, &mut vec![]));
    }
    (parts, rest)
}

/// What of a line is told by what would follow from it, and the marks and values that are left.
fn one_by_one(
    board: &Board,
    line: &Consequence,
    (marks, hidden): (Vec<Mark>, Vec<Hidden>),
    left: &[Digits],
    known: &Known<'_>,
) -> (Vec<Thought>, Vec<Mark>, Vec<Hidden>) {
    let names = || constraints::together(board, &line.units);
    let (mut all, mut rest, mut beyond): (Vec<Thought>, Vec<Mark>, Vec<Hidden>) =
        Default::default();
    for mark in marks {
        let own = |one: &&Refuted| one.value.is_none() && one.assumed == mark;
        let why = line.fails.iter().find(own).map(|one| nested::told(board, one, left, known));
        let few = || {
            let (mut with, d) = (left.to_vec(), digit(board, mark.digit));
            let own = Given::Cell(mark.cell);
            with[mark.cell] = 1 << mark.digit;
            let told = unfilled::fewest(&known.oracle, &line.units, &with, &known.outside, own)?;
            if line.units.len() == 1 && told.len() > SHORT {
                return None;
            }
            Some(format!("{}: with {d} in {}, {told}", names(), cell(board, mark.cell)))
        };
        match why.or_else(few) {
            None => rest.push(mark),
            Some(why) => all.push(Thought { marks: vec![mark], hidden: vec![], why }),
        }
    }
    for lost in hidden {
        let own = |one: &&Refuted| {
            one.value.is_some_and(|(var, value)| {
                var == lost.var && (lost.from..=lost.to).contains(&value)
            })
        };
        let told: Vec<&Refuted> = line.fails.iter().filter(own).collect();
        let values = known.outside.among(board, lost);
        let count: i64 = values.iter().map(|(lo, hi)| (hi - lo).saturating_add(1)).sum();
        let whole = told.first().filter(|_| told.len() as i64 >= count);
        let likewise = if told.len() > 1 { "; the others likewise" } else { "" };
        let why = whole.map(|one| nested::told(board, one, left, known) + likewise);
        let few = || {
            let &[(value, to)] = &values[..] else { return None };
            let mut with = known.outside.clone();
            with.suppose(lost.var, value);
            let own = Given::Value(lost.var);
            let told = unfilled::fewest(&known.oracle, &line.units, left, &with, own);
            let told = told.filter(|_| value == to)?;
            Some(format!("{}: if {}, {told}", names(), one_of(board, lost.var, &[value])))
        };
        match why.or_else(few) {
            None => beyond.push(lost),
            Some(why) => all.push(Thought { marks: vec![], hidden: vec![lost], why }),
        }
    }
    (unfilled::likewise(board, all), rest, beyond)
}
