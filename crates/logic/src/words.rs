//! Steps in words: a line for those who know the technique, sentences for those who do not.

mod apart;
#[cfg(test)]
mod brute;
mod constraints;
mod ended;
mod exchanged;
mod followed;
mod forcing;
mod hidden;
mod homes;
mod innies;
mod likewise;
mod nested;
mod once;
mod patterns;
mod refuted;
mod syntax;
mod traced;
mod unfilled;
mod unique;

use std::collections::BTreeSet;

use crate::board::{Board, Mark};
use crate::find::View;
use crate::found::{Found, Pattern};
use crate::reason::Reason;
use crate::sets::{Cell, Digit, Digits, Each};
use crate::technique::Technique;

pub(crate) use constraints::unit;
pub(crate) use once::named_once;
pub(crate) use refuted::is_traced;
pub(crate) use syntax::spoken;

/// The step in a line: `Naked Pair: 3 and 7 in r1c2 r1c5 => r1c4 <> 3`.
pub fn short(view: View<'_>, found: &Found) -> String {
    let pattern = patterns::brief(view, found);
    let name = name(view.board, found);
    let colon = if pattern.is_empty() { String::new() } else { format!(": {pattern}") };
    spoken(&format!("{name}{colon} => {}", conclusion(view.board, found)))
}

/// The step in sentences.
pub fn long(view: View<'_>, found: &Found) -> String {
    within(view, found, usize::MAX)
}

/// The same; of a proof that takes more than so many characters it is told in brief what lies deepest.
pub(crate) fn within(view: View<'_>, found: &Found, most: usize) -> String {
    let mut text = patterns::sentences(view, found, most);
    text.insert_str(0, &hidden::labelled(view.board, &text));
    if found.technique.needs_uniqueness() {
        text.push_str(" (This takes for granted that the puzzle has one solution.)");
    }
    text
}

/// What steps call some constraints.
pub fn named(board: &Board, units: &[usize]) -> String {
    constraints::together(board, units)
}

/// What steps call some digits: `1 and 4 to 7`.
pub fn digits_named(board: &Board, set: Digits) -> String {
    digits(board, set, "and")
}

/// The clues beside houses that a pattern rests on, which its name does not tell.
pub(crate) fn uses(board: &Board, found: &Found, reason: &Reason) -> String {
    let told = matches!(
        found.pattern,
        Pattern::Alone { .. }
            | Pattern::Line { .. }
            | Pattern::Several { .. }
            | Pattern::Innies { .. }
            | Pattern::Decided { .. }
            | Pattern::Absurd { .. }
    );
    let is_house = |u: usize| board.units[u].house.is_some();
    let others: Vec<usize> = reason.units.iter().copied().filter(|&u| !is_house(u)).collect();
    if told || others.is_empty() || found.technique.needs_uniqueness() {
        return String::new();
    }
    format!(" (By {}.)", constraints::together(board, &others))
}

/// The marks that say of a cell what is no digit: that they are so few is the reason.
pub(crate) fn given(view: View<'_>, found: &Found, reason: &Reason) -> String {
    let board = view.board;
    if !matches!(found.pattern, Pattern::Decided { .. }) || reason.gone.is_empty() {
        return String::new();
    }
    let mut own: Vec<Cell> = reason.gone.iter().map(|m| m.cell).collect();
    own.dedup();
    let is =
        |&c: &Cell| format!("{} is {}", cell(board, c), digits(board, view.marks.left_of(c), "or"));
    let given = join(&own.iter().map(is).collect::<Vec<_>>(), "and");
    format!(" It follows as {given}.")
}

/// What to call the technique; constraints are named by how many there are.
fn name(board: &Board, found: &Found) -> String {
    match (&found.pattern, found.technique) {
        (Pattern::Subset { cells, hidden, .. }, Technique::Alone) => {
            let kind = if *hidden { "Hidden" } else { "Naked" };
            format!("{kind} Set of {}", cells.len())
        }
        (Pattern::Several { .. }, Technique::Alone) => "One constraint".into(),
        (Pattern::Several { units, .. } | Pattern::Decided { units, .. }, _) => {
            number_of(board, units)
        }
        (Pattern::Alone { .. } | Pattern::Line { .. }, _) => "One constraint".into(),
        (_, Technique::Contradiction) => "Contradiction".into(),
        (_, technique) => technique.name().into(),
    }
}

/// How many constraints these are for a reader, to whom all that one clue says is one.
fn number_of(board: &Board, units: &[usize]) -> String {
    let clues: BTreeSet<usize> = units.iter().map(|&u| board.units[u].clue).collect();
    match (units.len(), clues.len()) {
        (1, _) => "One constraint".into(),
        (parts, 1) => format!("{parts} parts of one clue"),
        (_, many) => format!("{many} constraints together"),
    }
}

/// The conclusion: `r1c1 = 5; r3c4-5 <> 5 7`.
pub fn conclusion(board: &Board, found: &Found) -> String {
    let place =
        found.place.iter().map(|&m| format!("{} = {}", cell(board, m.cell), digit(board, m.digit)));
    let fact = match found.pattern {
        Pattern::Decided { var, .. } => Some(hidden::fact(board, var)),
        _ => None,
    };
    let removed = by_cells(board, &found.remove, " <> ");
    let parts: Vec<String> = place.chain(removed).chain(fact).collect();
    parts.join("; ")
}

/// Marks grouped by their cells: cells with the same digits stand together.
fn by_cells(board: &Board, marks: &[Mark], sign: &str) -> Vec<String> {
    let mut of: Vec<(Cell, Digits)> = Vec::new();
    for &Mark { cell, digit } in marks {
        match of.iter_mut().find(|(c, _)| *c == cell) {
            Some((_, digits)) => *digits |= 1 << digit,
            None => of.push((cell, 1 << digit)),
        }
    }
    let mut groups: Vec<(Digits, Vec<Cell>)> = Vec::new();
    for (cell, digits) in of {
        match groups.iter_mut().find(|(d, _)| *d == digits) {
            Some((_, cells)) => cells.push(cell),
            None => groups.push((digits, vec![cell])),
        }
    }
    groups.iter_mut().for_each(|(_, cells)| cells.sort_unstable());
    let text = |(digits, cells): &(Digits, Vec<Cell>)| {
        format!("{}{sign}{}", list(board, cells), plain(board, *digits))
    };
    groups.iter().map(text).collect()
}

/// What a step concludes, as part of a sentence: `r1c1 is 5`, `r3c4 and r3c5 cannot be 5 or 7`.
fn so(board: &Board, found: &Found) -> String {
    let mut parts: Vec<String> = found
        .place
        .iter()
        .map(|&m| format!("{} is {}", cell(board, m.cell), digit(board, m.digit)))
        .collect();
    parts.extend(lost(board, &found.remove));
    join(&parts, "and")
}

/// `r3c4 and r3c5 cannot be 5 or 7`, one part for each set of digits.
fn lost(board: &Board, marks: &[Mark]) -> Vec<String> {
    let parts = by_cells(board, marks, "|");
    let sentence = |part: &String| {
        let (cells, digits) = part.split_once('|').unwrap_or((part, ""));
        let digits: Vec<i64> = digits.split(' ').filter_map(|d| d.parse().ok()).collect();
        let digits = runs(&digits);
        let cells: Vec<String> = cells.split(' ').map(String::from).collect();
        format!("{} cannot be {}", join(&cells, "and"), join(&digits, "or"))
    };
    parts.iter().map(sentence).collect()
}

/// The name of a cell.
pub(crate) fn cell(board: &Board, cell: Cell) -> String {
    board.puzzle.grid.name(pencilmark_puzzle::CellId::new(cell))
}

/// The names of cells, short: `r1c2-4 r3c3`.
fn list(board: &Board, cells: &[Cell]) -> String {
    let ids: Vec<_> = cells.iter().map(|&c| pencilmark_puzzle::CellId::new(c)).collect();
    board.puzzle.grid.told(&ids)
}

/// The names of cells in order, with `and` before the last.
fn cells(board: &Board, cells: impl IntoIterator<Item = Cell>) -> String {
    let mut all: Vec<Cell> = cells.into_iter().collect();
    all.sort_unstable();
    let parts: Vec<String> = list(board, &all).split(' ').map(String::from).collect();
    join(&parts, "and")
}

/// Cells of which one is meant, each by its name: `r1c2, r1c3 or r2c2`.
fn either(board: &Board, cells: impl IntoIterator<Item = Cell>) -> String {
    let mut all: Vec<Cell> = cells.into_iter().collect();
    all.sort_unstable();
    join(&all.iter().map(|&c| cell(board, c)).collect::<Vec<_>>(), "or")
}

/// The digit as people write it.
fn digit(board: &Board, digit: Digit) -> i64 {
    board.value(digit)
}

/// Digits side by side: `5 7`.
fn plain(board: &Board, digits: Digits) -> String {
    Each(digits).map(|d| digit(board, d).to_string()).collect::<Vec<_>>().join(" ")
}

/// Digits in a sentence: `5, 7 and 9`, `1 and 4 to 7`.
fn digits(board: &Board, set: Digits, word: &str) -> String {
    let all: Vec<i64> = Each(set).map(|d| digit(board, d)).collect();
    join(&runs(&all), word)
}

/// Numbers one by one, three or more in a row as `4 to 6`.
fn runs(numbers: &[i64]) -> Vec<String> {
    let mut parts = Vec::new();
    for run in numbers.chunk_by(|a, b| a + 1 == *b) {
        match run {
            [first, _, .., last] => parts.push(format!("{first} to {last}")),
            few => parts.extend(few.iter().map(i64::to_string)),
        }
    }
    parts
}

/// `a, b and c`.
fn join(parts: &[String], word: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// `a, b and c` of names, with houses of a kind that come one after the other told together: `rows
/// 2 and 6 and box 3`.
fn gathered(names: &[String]) -> String {
    let kind = |name: &String| Some(numbered(name)?.0.to_string());
    let alike = |a: &String, b: &String| kind(a).is_some() && kind(a) == kind(b);
    let told = |some: &[String]| match some {
        [one] => one.clone(),
        several => {
            let own: Vec<(&str, &str)> = several.iter().filter_map(|n| numbered(n)).collect();
            let numbers: Vec<String> = own.iter().map(|(_, number)| (*number).into()).collect();
            let kind = own.first().map_or("", |(kind, _)| kind);
            let ending = if kind == "box" { "es" } else { "s" };
            format!("{kind}{ending} {}", join(&numbers, "and"))
        }
    };
    join(&names.chunk_by(alike).map(told).collect::<Vec<_>>(), "and")
}

/// What a house is, and its number.
fn numbered(name: &str) -> Option<(&str, &str)> {
    let (kind, number) = name.split_once(' ')?;
    let is_number = number.bytes().all(|c| c.is_ascii_digit());
    (is_number && ["row", "column", "box"].contains(&kind)).then_some((kind, number))
}

/// With a capital first letter, unless it begins with the name of a cell.
fn capital(text: &str) -> String {
    if text.starts_with('r') && text[1..].starts_with(|c: char| c.is_ascii_digit()) {
        return text.into();
    }
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{number_of, runs};
    use crate::board::Board;

    #[test]
    fn all_that_a_clue_says_is_one_constraint() {
        let text = "grid 6\nboxes none\nchaos-construction\ncage 5 r1c1-2\n";
        let board = Board::new(&pencilmark_formats::parse("chaos", text).expect("a puzzle"));
        let of = |kind: &str| -> Vec<usize> {
            let own = |u: &usize| board.puzzle.clues[board.units[*u].clue].kind.name == kind;
            (0..board.units.len()).filter(own).collect()
        };
        let (chaos, cage) = (of("chaos-construction"), of("cage"));
        assert_eq!(number_of(&board, &cage), "One constraint");
        assert_eq!(number_of(&board, &chaos[..3]), "3 parts of one clue");
        let both = [&chaos[..3], &cage].concat();
        assert_eq!(number_of(&board, &both), "2 constraints together");
    }

    #[test]
    fn three_in_a_row_are_told_as_one() {
        assert_eq!(runs(&[1, 2, 4, 5]), ["1", "2", "4", "5"]);
        assert_eq!(runs(&[1, 2, 3, 5]), ["1 to 3", "5"]);
        assert_eq!(runs(&[1, 3, 4, 5, 6, 9]), ["1", "3 to 6", "9"]);
        assert!(runs(&[]).is_empty());
    }
}
