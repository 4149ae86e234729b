//! Marks and how their assumption fails, in words: one sentence for each consequence, then what
//! cannot be.

use super::hidden::Outside;
use super::patterns::{lower, state};
use super::{cell, cells, constraints, digit, digits, join, lost};
use crate::board::{Board, Mark};
use crate::find::View;
use crate::found::{Consequence, Found, Pattern, Refuted};
use crate::sets::{Cell, Digits, choose, count};
use crate::step::house_name;

/// Marks that go together of which a trace would tell too little.
const AT_ONCE: usize = 6;
/// Cells of which it is told what is left.
const SHOWN: usize = 5;

/// An assumption that leads to a contradiction.
pub(super) fn absurd(view: View<'_>, found: &Found) -> String {
    let Pattern::Absurd { refuted, branched } = &found.pattern else { return String::new() };
    if *branched {
        let claim = state(view, refuted.assumed, true);
        return format!("If {claim}, every way to go on ends in a contradiction. So it is not.");
    }
    refutation(view, refuted)
}

/// Several constraints together: as their kinds tell it, or by how a mark fails.
pub(super) fn several(
    view: View<'_>,
    found: &Found,
    units: &[usize],
    why: Option<&Refuted>,
) -> String {
    if let [unit] = units {
        return constraints::alone(view, found, *unit);
    }
    if let Some(told) = constraints::known(view, found, units, why) {
        return told;
    }
    let Some(why) = why else {
        return constraints::several(view, found, units);
    };
    // Nobody goes through cases, or many marks, where the clue says it.
    if (!why.cases.is_empty() || found.remove.len() > AT_ONCE)
        && let Some(told) = constraints::allowed(view, found, units)
    {
        return told;
    }
    let names = constraints::together(view.board, units);
    let rest: Vec<Mark> = found.remove.iter().copied().filter(|m| *m != why.assumed).collect();
    let more = match rest.is_empty() {
        true => String::new(),
        false => format!(" Likewise {}.", join(&lost(view.board, &rest), "and")),
    };
    let rules = constraints::rules_told(view.board, units);
    format!("Look at {names} together. {rules}{}{more}", refutation(view, why))
}

/// From the assumption to what is impossible.
fn refutation(view: View<'_>, refuted: &Refuted) -> String {
    let assumed = refuted.assumed;
    let mut text = format!("Suppose {}.", state(view, assumed, true));
    let left: Vec<Digits> = (0..view.board.cells).map(|c| view.marks.left_of(c)).collect();
    fails(view, refuted, left, &[], &mut text);
    format!("{text} So {}.", state(view, assumed, false))
}

/// What follows from an assumption that was told, and how it ends, perhaps case by case. What was
/// told before is not told again.
fn fails(
    view: View<'_>,
    refuted: &Refuted,
    mut left: Vec<Digits>,
    told: &[Consequence],
    text: &mut String,
) {
    let (board, Mark { cell: at, digit: d }) = (view.board, refuted.assumed);
    left[at] = 1 << d;
    let new: Vec<Consequence> =
        refuted.trace.iter().filter(|c| !told.contains(c)).cloned().collect();
    let start = text.len();
    followed(view, &new, &mut left, text);
    let Some(first) = refuted.cases.first() else {
        text.push_str(&format!(" Then {}.", impossible(view.board, refuted, &left)));
        lower_then(text, start);
        return;
    };
    let which = match refuted.house {
        Some(house) => {
            let places = refuted.cases.iter().map(|c| cell(board, c.assumed.cell));
            let places = join(&places.collect::<Vec<_>>(), "or");
            let (d, home) = (digit(board, first.assumed.digit), house_name(board, house));
            format!("In {home} the {d} is then in {places}")
        }
        None => {
            let all = refuted.cases.iter().fold(0, |all, c| all | 1 << c.assumed.digit);
            format!("{} is then {}", cell(board, first.assumed.cell), digits(board, all, "or"))
        }
    };
    text.push_str(&format!(" {which}."));
    lower_then(text, start);
    let told: Vec<Consequence> = told.iter().chain(&new).cloned().collect();
    for case in &refuted.cases {
        text.push_str(&format!(" If {}:", state(view, case.assumed, true)));
        fails(view, case, left.clone(), &told, text);
    }
}

/// After a colon a sentence goes on.
fn lower_then(text: &mut String, start: usize) {
    if text[..start].ends_with(':') {
        let rest = text.split_off(start);
        text.push_str(&format!(" {}", lower(rest.trim_start())));
    }
}

/// What it is that cannot be.
fn impossible(board: &Board, refuted: &Refuted, left: &[Digits]) -> String {
    let names = constraints::together(board, &refuted.units);
    match (refuted.empty, &refuted.units[..]) {
        (Some(c), _) => format!("nothing is left for {}", cell(board, c)),
        (None, []) => "that is impossible".into(),
        (None, &[unit]) => match board.units[unit].house {
            Some(house) => crowded(board, house, left),
            None => short_of(board, &board.units[unit].scope, left, &names),
        }
        .unwrap_or_else(|| format!("{names} cannot be filled")),
        _ => format!("{names} cannot be filled"),
    }
}

/// A digit without a place in a house, or cells with too few digits.
fn crowded(board: &Board, house: usize, left: &[Digits]) -> Option<String> {
    let (list, home) = (&board.houses[house].list, house_name(board, house));
    let everywhere = list.iter().fold(0, |all, &c| all | left[c]);
    if list.len() == board.digits
        && let Some(none) = (0..board.digits).find(|d| everywhere >> d & 1 == 0)
    {
        return Some(format!("there is no place for {} in {home}", digit(board, none)));
    }
    let mut told = None;
    for size in 2..=list.len() {
        choose(list, size, &mut |some| {
            let set = some.iter().fold(0, |all, &c| all | left[c]);
            if count(set) < some.len() {
                let (those, few) = (cells(board, some.iter().copied()), digits(board, set, "and"));
                told = Some(match some.len() {
                    2 => format!("{those} are both {few}, in {home}"),
                    _ => format!("{those} have only {few} left, in {home}"),
                });
            }
            told.is_some()
        });
        if told.is_some() {
            break;
        }
    }
    told
}

/// What is left of the cells of a constraint that cannot be kept.
fn short_of(board: &Board, scope: &[Cell], left: &[Digits], names: &str) -> Option<String> {
    let some = |&c: &Cell| {
        (count(left[c]) <= 4)
            .then(|| format!("{} is {}", cell(board, c), digits(board, left[c], "or")))
    };
    let parts: Vec<String> = scope.iter().map(some).collect::<Option<_>>()?;
    // A constraint about values outside the grid has no cells to show.
    (1..=SHOWN)
        .contains(&parts.len())
        .then(|| format!("{names} cannot be kept, for {}", join(&parts, "and")))
}

/// One consequence after another.
fn followed(view: View<'_>, trace: &[Consequence], left: &mut [Digits], text: &mut String) {
    let board = view.board;
    let by = |units: &[usize]| constraints::together(board, units);
    let mut outside = Outside::default();
    for consequence in trace {
        // What the assumption of a case says is no consequence of it.
        let there = |m: &&Mark| left[m.cell] >> m.digit & 1 == 1;
        let marks: Vec<Mark> = consequence.marks.iter().filter(there).copied().collect();
        if marks.is_empty() && consequence.hidden.is_empty() {
            continue;
        }
        marks.iter().for_each(|m| left[m.cell] &= !(1 << m.digit));
        // A cell with one mark left is told by that mark, others by what they lose.
        let (sure, open): (Vec<Mark>, Vec<Mark>) =
            marks.iter().partition(|m| left[m.cell].is_power_of_two());
        let mut parts: Vec<String> = Vec::new();
        for mark in sure {
            let (at, d) = (cell(board, mark.cell), left[mark.cell].trailing_zeros() as usize);
            let part = format!("{at} is {}", digit(board, d));
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        parts.extend(lost(board, &open));
        parts.extend(outside.learn(board, &consequence.hidden, left));
        if parts.is_empty() {
            continue;
        }
        let (said, by) = (join(&parts, "and"), by(&consequence.units));
        match by.is_empty() {
            true => text.push_str(&format!(" Then {said}.")),
            false => text.push_str(&format!(" Then {said} ({by}).")),
        }
    }
}
