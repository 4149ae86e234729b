//! What an automaton asks of its line, in words: what the digits make, or how many lines it reads
//! and some of them. Its name, if it has one, is all that its author says.

use std::collections::BTreeSet;

use super::super::join;
use super::super::unfilled::{Machine, machine};
use crate::board::Board;
use crate::sets::{Cell, Digit};

/// States with what was made before them that are looked at.
const MOST_MADE: usize = 20_000;
/// Cells that are filled to find a line that begins with a digit.
const TRIED: usize = 5_000;
/// Lines that are told as examples.
const SHOWN: usize = 3;

/// What the line of a clue is, as what follows its name: `reads 12 lines of 3 digits, such as 1-2-3`.
pub(super) fn told(board: &Board, clue: usize) -> Option<String> {
    let unit = board.units.iter().position(|u| u.clue == clue && u.house.is_none())?;
    let machine = machine(board, unit)?;
    let cells = machine.cells()?;
    if let Some(sum) = all_make(board, &machine, cells.len(), 0, |made, value| made + value) {
        return Some(format!("says that its cells make {sum}"));
    }
    if let Some(product) = all_make(board, &machine, cells.len(), 1, |made, value| made * value) {
        return Some(format!("says that its cells multiply to {product}"));
    }
    let lines: Vec<Vec<Digit>> =
        (0..board.digits).filter_map(|first| line_from(board, &machine, &cells, first)).collect();
    let places: BTreeSet<usize> =
        (0..SHOWN).map(|at| at * lines.len().saturating_sub(1) / 2).collect();
    let named = |&at: &usize| {
        let digits = lines.get(at)?.iter().map(|&d| board.value(d).to_string());
        Some(digits.collect::<Vec<_>>().join("-"))
    };
    let shown: Vec<String> = places.iter().filter_map(named).collect();
    let count = machine.few_lines(board);
    let all = match count {
        Some(1) => return Some(format!("reads only the line {}", shown.first()?)),
        Some(count) => format!("{count} lines"),
        None => "lines".into(),
    };
    (!shown.is_empty())
        .then(|| format!("reads {all} of {} digits, such as {}", cells.len(), join(&shown, "and")))
}

/// The number that the digits of every line make, if it is the same for all.
fn all_make(
    board: &Board,
    machine: &Machine<'_>,
    length: usize,
    nothing: i64,
    with: impl Fn(i64, i64) -> i64,
) -> Option<i64> {
    let automaton = machine.automaton;
    let mut here = BTreeSet::from([(automaton.start, nothing)]);
    for _ in 0..length {
        let mut next = BTreeSet::new();
        for &(state, made) in &here {
            let arcs = automaton.arcs.iter().filter(|arc| arc.0 == state);
            let digits = arcs.filter(|arc| board.digit(arc.1).is_some());
            next.extend(digits.map(|arc| (arc.2, with(made, arc.1))));
        }
        if next.len() > MOST_MADE {
            return None;
        }
        here = next;
    }
    let ends = here.iter().filter(|(state, _)| automaton.accepting.contains(state));
    let all: BTreeSet<i64> = ends.map(|(_, made)| *made).collect();
    let &one = all.first()?;
    (all.len() == 1).then_some(one)
}

/// The first line that begins with a digit and has none twice where cells see each other.
fn line_from(
    board: &Board,
    machine: &Machine<'_>,
    cells: &[Cell],
    first: Digit,
) -> Option<Vec<Digit>> {
    fn go(
        (board, machine, cells): (&Board, &Machine<'_>, &[Cell]),
        states: &BTreeSet<usize>,
        line: &mut Vec<Digit>,
        tried: &mut usize,
    ) -> bool {
        let automaton = machine.automaton;
        let Some(&next) = cells.get(line.len()) else {
            return automaton.accepting.iter().any(|s| states.contains(s));
        };
        // Digits that follow the last one come first: lines told so look less alike.
        let last = line.last().copied().unwrap_or(0);
        for digit in (0..board.digits).map(|d| (last + 1 + d) % board.digits) {
            let twice = |(&c, &d): (&Cell, &Digit)| d == digit && board.differ[next].contains(&c);
            if cells.iter().zip(line.iter()).any(twice) {
                continue;
            }
            *tried += 1;
            if *tried > TRIED {
                return false;
            }
            let value = board.value(digit);
            let arcs = automaton.arcs.iter().filter(|a| a.1 == value && states.contains(&a.0));
            let to: BTreeSet<usize> = arcs.map(|a| a.2).collect();
            if to.is_empty() {
                continue;
            }
            line.push(digit);
            if go((board, machine, cells), &to, line, tried) {
                return true;
            }
            line.pop();
        }
        false
    }
    let value = board.value(first);
    let arcs = machine.automaton.arcs.iter();
    let begin = arcs.filter(|a| a.0 == machine.automaton.start && a.1 == value);
    let states: BTreeSet<usize> = begin.map(|a| a.2).collect();
    let mut line = vec![first];
    go((board, machine, cells), &states, &mut line, &mut 0).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(clue: &str) -> Option<String> {
        let text = format!("grid 4\nboxes none\n{clue}\n");
        let board = Board::new(&pencilmark_formats::parse("line", &text).expect("a puzzle"));
        let unit = board.units.iter().find(|u| u.house.is_none()).expect("a clue");
        told(&board, unit.clue)
    }

    #[test]
    fn automata_are_told_by_what_they_read() {
        let told = |pattern: &str| of(&format!("rule regex(r1c1-3; \"{pattern}\")"));
        assert_eq!(told("(123|321|222)").as_deref(), Some("says that its cells make 6"));
        assert_eq!(told("(114|411|221)").as_deref(), Some("says that its cells multiply to 4"));
        assert_eq!(
            told("(123|321|234|432)").as_deref(),
            Some("reads 4 lines of 3 digits, such as 1-2-3, 2-3-4 and 4-3-2")
        );
        // In a row no digit is twice.
        assert_eq!(
            told("(1|2)(1|2)(3|4)").as_deref(),
            Some("reads 8 lines of 3 digits, such as 1-2-3 and 2-1-3")
        );
        assert_eq!(told("124").as_deref(), Some("says that its cells make 7"));
    }
}
