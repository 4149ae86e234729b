//! What follows from an assumption, in words: one sentence for each thought, and at the end of some
//! the cell for which nothing is left.

use std::rc::Rc;

use super::hidden::{self, Outside};
use super::traced::{self, Part, Sums};
use super::{cell, cells, digits, join, lost, refuted};
use crate::board::{Board, Mark};
use crate::found::Consequence;
use crate::oracle::Oracle;
use crate::sets::{Cell, Digits};

/// What is said at once.
pub(super) struct Line {
    /// Sentences that come before it.
    lead: String,
    /// What becomes of all cells.
    said: Vec<String>,
    /// The same without the cell for which nothing is left in the end.
    others: Vec<String>,
    /// What that cell loses, of what it had.
    own: Digits,
    had: Digits,
    /// Why, and the house that alone says it.
    by: String,
    house: Option<usize>,
    /// Whether that cell is the only place of a digit.
    only: bool,
}

/// What was told so far beside what is left of cells, and whom to ask why.
#[derive(Clone)]
pub(super) struct Known<'b> {
    pub sums: Sums,
    /// What some clues can only be.
    pub ways: Vec<String>,
    pub outside: Outside,
    pub oracle: Rc<Oracle<'b>>,
}

impl<'b> Known<'b> {
    /// Nothing yet.
    pub(super) fn new(board: &'b Board) -> Known<'b> {
        let oracle = Rc::new(Oracle::new(board));
        let (sums, ways, outside) = Default::default();
        Known { sums, ways, outside, oracle }
    }
}

/// One consequence after another; cells are left less by them.
pub(super) fn followed(
    board: &Board,
    trace: &[Consequence],
    empty: Option<Cell>,
    left: &mut [Digits],
    known: &mut Known<'_>,
) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    // What rules say of one value alone is no consequence of anything.
    let given = |c: &&Consequence| c.units.iter().all(|&u| hidden::is_start(board, u));
    let given: Vec<usize> =
        trace.iter().filter(given).flat_map(|c| c.hidden.iter().map(|h| h.var)).collect();
    let said = known.outside.given(board, &given);
    if !said.is_empty() {
        let (others, by) = (said.clone(), "given".into());
        let lead = String::new();
        lines.push(Line { lead, said, others, own: 0, had: 0, by, house: None, only: false });
    }
    for consequence in trace {
        // What the assumption of a case says is no consequence of it.
        let there = |m: &&Mark| left[m.cell] >> m.digit & 1 == 1;
        let marks: Vec<Mark> = consequence.marks.iter().filter(there).copied().collect();
        if marks.is_empty() && consequence.hidden.is_empty() {
            continue;
        }
        let house = match (&consequence.joint, &consequence.units[..]) {
            (None, &[unit]) => board.units[unit].house,
            _ => None,
        };
        for part in traced::parts(board, consequence, &marks, left, known) {
            let Part { lead, marks, hidden, by, only } = part;
            let had = empty.map_or(0, |c| left[c]);
            marks.iter().for_each(|m| left[m.cell] &= !(1 << m.digit));
            // Whatever else it was told not to be is of no use.
            only.iter().for_each(|m| left[m.cell] &= 1 << m.digit);
            let learnt = known.outside.learn(board, &hidden, left);
            let rest: Vec<Mark> = marks.iter().copied().filter(|m| Some(m.cell) != empty).collect();
            let with = |marks: &[Mark]| {
                let mut said = became(board, marks, left);
                said.extend(learnt.iter().cloned());
                said
            };
            let (said, others) = (with(&marks), with(&rest));
            let own = had & !empty.map_or(0, |c| left[c]);
            let only = only.is_some_and(|m| Some(m.cell) == empty);
            if !said.is_empty() {
                lines.push(Line { lead, said, others, own, had, by, house, only });
            }
        }
    }
    lines
}

/// A cell with one mark left is told by that mark, others by what they lose.
fn became(board: &Board, marks: &[Mark], left: &[Digits]) -> Vec<String> {
    let (sure, open): (Vec<Mark>, Vec<Mark>) =
        marks.iter().partition(|m| left[m.cell].is_power_of_two());
    // Cells that are the same digit are told together.
    let mut groups: Vec<(Digits, Vec<Cell>)> = Vec::new();
    for mark in sure {
        let set = left[mark.cell];
        match groups.iter_mut().find(|(known, _)| *known == set) {
            Some((_, own)) if own.contains(&mark.cell) => {}
            Some((_, own)) => own.push(mark.cell),
            None => groups.push((set, vec![mark.cell])),
        }
    }
    let placed = |(set, own): &(Digits, Vec<Cell>)| {
        let are = if own.len() == 1 { "is" } else { "are" };
        format!("{} {are} {}", cells(board, own.iter().copied()), digits(board, *set, "or"))
    };
    let mut parts: Vec<String> = groups.iter().map(placed).collect();
    parts.extend(lost(board, &open));
    parts
}

/// Lines as sentences.
pub(super) fn sentences(lines: &[Line]) -> String {
    lines.iter().map(|line| sentence(&line.lead, &line.said, &line.by)).collect()
}

/// Why what was supposed cannot be, if there is one line and it says no more.
pub(super) fn at_once(lines: &[Line], digit: usize) -> Option<String> {
    let [line] = lines else { return None };
    let alone =
        line.own == 1 << digit && line.others.is_empty() && !line.only && !line.by.is_empty();
    alone.then(|| format!("{} That cannot be{}.", line.lead, in_brackets(&line.by)))
}

fn sentence(lead: &str, said: &[String], by: &str) -> String {
    format!("{lead} Then {}{}.", join(said, "and"), in_brackets(by))
}

fn in_brackets(by: &str) -> String {
    match by.is_empty() {
        true => String::new(),
        false => format!(" ({by})"),
    }
}

/// Lines that leave nothing for a cell: what it loses in the last of them is one sentence, for a cell
/// that is a digit and then is not would be told twice. If it is one house that leaves it nothing,
/// that house has too few digits or places. Of a cell for which one digit is supposed nothing is told but
/// that it is not.
pub(super) fn emptied(
    board: &Board,
    (empty, supposed): (Cell, Option<Cell>),
    lines: &[Line],
    left: &[Digits],
) -> String {
    let name = cell(board, empty);
    let mut start = lines.len();
    while start > 0 {
        let line = &lines[start - 1];
        let goes_on = lines.get(start).is_none_or(|next| next.lead.is_empty() && !next.only);
        if line.own == 0 || !goes_on {
            break;
        }
        start -= 1;
        // Other cells are told first, and nothing before them.
        if !line.others.is_empty() {
            break;
        }
    }
    let (before, end) = lines.split_at(start);
    let mut text = sentences(before);
    let Some(first) = end.first() else {
        return format!("{text} Then nothing is left for {name}.");
    };
    match first.others.is_empty() {
        true => text.push_str(&first.lead),
        false => text.push_str(&sentence(&first.lead, &first.others, &first.by)),
    }
    if let Some(house) = first.house.filter(|_| end.iter().all(|line| line.house == first.house)) {
        let mut left = left.to_vec();
        left[empty] = first.had;
        if let Some(crowded) = refuted::crowded(board, house, &left) {
            return format!("{text} Then {crowded}.");
        }
    }
    let mut losses: Vec<(Digits, &str)> = Vec::new();
    for line in end.iter().filter(|line| !line.only) {
        match losses.iter_mut().find(|(_, by)| *by == line.by) {
            Some((set, _)) => *set |= line.own,
            None => losses.push((line.own, &line.by)),
        }
    }
    let loss =
        |&(set, by): &(Digits, &str)| format!("{}{}", digits(board, set, "or"), in_brackets(by));
    let none = join(&losses.iter().map(loss).collect::<Vec<_>>(), "nor");
    text.push_str(&match (first.only, first.had.is_power_of_two()) {
        (true, _) => format!(" Then {name} cannot be {none}, but it is {}.", first.by),
        // That it is this digit is what was supposed.
        (_, true) if supposed == Some(empty) => format!(" But then {name} cannot be {none}."),
        (_, true) => format!(" Then {name} cannot be {none}, but nothing else is left for it."),
        _ => format!(" Then nothing is left for {name}: it cannot be {none}."),
    });
    text
}
