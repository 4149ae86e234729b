//! Proofs that are too long to be read, in brief: of a case only by which clues it goes, which digits
//! that places, and how it ends. Cases within cases are told so first, of these the longest.

use std::collections::BTreeSet;

use super::super::patterns::lower;
use super::super::{constraints, digit, join};
use super::told::Told;
use crate::board::{Board, Mark};
use crate::words::cell;

/// Digits that a case places which are told.
const PLACED: usize = 8;
/// Characters that a case told in brief takes more or less.
const BRIEF: usize = 200;

/// What a case rests on, beside its sentences.
#[derive(Clone, Default)]
pub(super) struct Trail {
    /// How many lines it has.
    pub lines: usize,
    /// By which constraints, in the order in which they are told.
    pub units: Vec<usize>,
    /// Digits that are placed.
    pub placed: Vec<Mark>,
}

/// The cases that are told in brief, by their numbers; the proof itself has the empty one.
#[derive(Default)]
pub(super) struct Folds(BTreeSet<String>);

impl Folds {
    /// As many as it takes to come down to so many characters from so many.
    pub(super) fn until(most: usize, length: usize, told: &Told) -> Folds {
        let mut all: Vec<(String, usize)> = Vec::new();
        let total = sizes(told, "", &mut all);
        // What was told before is not written again, so that cases take less than they say here.
        let most = most * total / length.max(1);
        let depth = |number: &str| number.matches('.').count();
        all.sort_by_key(|(number, size)| std::cmp::Reverse((depth(number), *size)));
        let mut folds = Folds::default();
        let (mut length, mut folded): (usize, Vec<(String, usize)>) = (total, vec![]);
        for (number, size) in all {
            if length <= most {
                break;
            }
            // What is told in brief already is not saved again.
            let inner = folded.iter().filter(|(n, _)| n.starts_with(&number));
            let before: usize = inner.map(|(_, saved)| saved).sum();
            let saved = size.saturating_sub(BRIEF).saturating_sub(before);
            if saved == 0 {
                continue;
            }
            length = length.saturating_sub(saved);
            folded.push((number.clone(), saved));
            folds.0.insert(number);
        }
        folds
    }

    /// The proof itself.
    pub(super) fn whole() -> Folds {
        Folds(BTreeSet::from([String::new()]))
    }

    pub(super) fn has(&self, number: &str) -> bool {
        self.0.contains(number)
    }
}

/// The characters of all cases with what lies in them, by their numbers.
fn sizes(told: &Told, number: &str, all: &mut Vec<(String, usize)>) -> usize {
    let single = told.cases.len() == 1;
    let mut size = told.sentences.len();
    for (at, (name, case)) in told.cases.iter().enumerate() {
        size += name.len();
        // One case is no choice, and has no number of its own.
        size += match single {
            true => sizes(case, number, &mut vec![]),
            false => sizes(case, &format!("{number}{}.", at + 1), all),
        };
    }
    if told.like.is_none() {
        all.push((number.into(), size));
    }
    size
}

/// By what a case goes, what that places and how it ends, or the choice of which each fails.
pub(super) fn brief(board: &Board, told: &Told) -> String {
    let (mut units, mut lines) = (Vec::new(), 0);
    gather(told, &mut units, &mut lines);
    // Houses are in every proof; which clues there are tells more.
    units.sort_by_key(|&u| board.units[u].house.is_some());
    let names = constraints::gist(board, &units);
    let placed = told.trail.placed.iter().take(PLACED);
    let placed: Vec<String> =
        placed.map(|m| format!("{} is {}", cell(board, m.cell), digit(board, m.digit))).collect();
    let ways = match lines {
        1 => "one line".into(),
        many => format!("{many} lines"),
    };
    let end = told.sentences.trim_end_matches('.');
    let end = end.rfind(". ").map_or(end, |at| &end[at + 1..]).trim_start();
    let told_end = match told.cases.len() {
        0 => format!("{end}."),
        1 => format!("{end}: each of these fails."),
        many => format!("{end}: each of these fails, in {many} cases."),
    };
    match (units.is_empty(), placed.is_empty()) {
        (true, _) => format!(" {told_end}"),
        (false, true) => {
            let end = told_end.strip_prefix("Then ").map_or(lower(&told_end), String::from);
            format!(" By {names} ({ways}), {end}")
        }
        (false, false) => format!(" By {names} ({ways}), {}. {told_end}", join(&placed, "and")),
    }
}

/// The constraints and lines of a case and of those in it.
fn gather(told: &Told, units: &mut Vec<usize>, lines: &mut usize) {
    *lines += told.trail.lines;
    for &unit in &told.trail.units {
        if !units.contains(&unit) {
            units.push(unit);
        }
    }
    told.cases.iter().for_each(|(_, case)| gather(case, units, lines));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(words: usize, cases: Vec<(String, Told)>) -> Told {
        let sentences = format!(" {}Then so.", "Then it goes on. ".repeat(words));
        Told { sentences, cases, ..Told::default() }
    }

    #[test]
    fn the_longest_of_the_innermost_cases_are_told_in_brief_first() {
        let inner = |words: [usize; 2]| {
            let named = |at: usize| (format!("If r1c1 is {at}"), case(words[at], vec![]));
            case(1, vec![named(0), named(1)])
        };
        let cases = vec![("If a".into(), inner([30, 60])), ("If b".into(), case(200, vec![]))];
        let told = case(1, cases);
        let length = sizes(&told, "", &mut vec![]);
        let folded = |most: usize| {
            let folds = Folds::until(most, length, &told);
            ["", "1.", "1.1.", "1.2.", "2."]
                .into_iter()
                .filter(|n| folds.has(n))
                .collect::<Vec<_>>()
        };
        let none: Vec<&str> = vec![];
        assert_eq!(folded(length), none);
        assert_eq!(folded(length - 1), ["1.2."]);
        assert_eq!(folded(length - 1000), ["1.1.", "1.2."]);
        assert_eq!(folded(length - 2000), ["1.1.", "1.2.", "2."]);
    }

    #[test]
    fn a_case_in_brief_names_its_clues_what_they_place_and_its_end() {
        let text = "grid 4\ncage 3 r1c1-2\n";
        let board = Board::new(&pencilmark_formats::parse("brief", text).expect("a puzzle"));
        let row = board.units.iter().position(|u| u.scope == [0, 1, 2, 3]).expect("a row");
        let cage = board.units.iter().position(|u| u.house.is_none()).expect("a cage");
        let trail =
            Trail { lines: 2, units: vec![row, cage], placed: vec![Mark { cell: 0, digit: 1 }] };
        let sentences = " Then r1c1 is 2 (row 1). Then nothing is left for r1c2.".into();
        let mut told = Told { sentences, trail, ..Told::default() };
        assert_eq!(
            brief(&board, &told),
            " By the cage r1c1-2 with sum 3 and row 1 (2 lines), r1c1 is 2. Then nothing is left \
             for r1c2."
        );
        let one = Trail { lines: 1, units: vec![row], placed: vec![] };
        let leaf = Told { trail: one, ..Told::default() };
        told.sentences = " Then r1c1 is 2 (row 1). r1c2 is then 1 or 3.".into();
        told.cases = vec![("If r1c2 is 1".into(), leaf), (String::new(), Told::default())];
        assert_eq!(
            brief(&board, &told),
            " By the cage r1c1-2 with sum 3 and row 1 (3 lines), r1c1 is 2. r1c2 is then 1 or 3: \
             each of these fails, in 2 cases."
        );
        told.trail.placed.clear();
        assert_eq!(
            brief(&board, &told),
            " By the cage r1c1-2 with sum 3 and row 1 (3 lines), r1c2 is then 1 or 3: each of these \
             fails, in 2 cases."
        );
        // Both at once.
        told.cases.pop();
        assert_eq!(
            brief(&board, &told),
            " By the cage r1c1-2 with sum 3 and row 1 (3 lines), r1c2 is then 1 or 3: each of these fails."
        );
    }
}
