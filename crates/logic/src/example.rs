//! An example of each technique, from puzzles made at random; `examples/technique_examples.rs`
//! looks for them.

use crate::board::{Board, Mark};
use crate::explainer::{self, Reach};
use crate::find::{self, View};
use crate::found::Found;
use crate::library::Library;
use crate::marks::Marks;
use crate::technique::{ENTRIES, Technique};

/// A state, and an instance of a technique in it.
pub struct Example {
    /// The state as a line of a library.
    pub line: &'static str,
    /// Its board.
    pub board: Board,
    /// Its marks.
    pub marks: Marks,
    /// What is found.
    pub found: Found,
}

/// The line of a technique; clues, and what nobody has found yet, have none.
pub fn line(technique: Technique) -> Option<&'static str> {
    let mut lines = include_str!("technique/examples.txt").lines();
    lines.find_map(|line| line.strip_prefix(technique.entry().key)?.strip_prefix(' '))
}

/// The example of a technique.
pub fn example(technique: Technique) -> Option<Example> {
    let line = line(technique)?;
    let case = Library::parse(line).ok()?;
    let board = Board::new(&case.puzzle());
    let marks = case.marks(&board);
    let view = View { board: &board, marks: &marks };
    let listed = |list: &[(i64, usize)]| -> Vec<Mark> {
        let mark = |&(value, cell)| board.digit(value).map(|digit| Mark { cell, digit });
        list.iter().filter_map(mark).collect()
    };
    let (gone, placed) = (listed(&case.eliminations), listed(&case.placements));
    let fits = |f: &Found| f.technique == technique && f.remove == gone && f.place == placed;
    let first = find::first(view, technique).filter(&fits);
    // Of forcing chains the easiest comes first, or the one that is the next step.
    let next = || explainer::next(view, Reach::default()).filter(&fits);
    let any = || find::all(view, technique).into_iter().find(&fits);
    let found = first.or_else(next).or_else(any)?;
    Some(Example { line, board, marks, found })
}

/// A technique rated lower that erases or places all of it too: then what was found shows nobody
/// what the technique is good for.
pub fn simpler(view: View<'_>, found: &Found) -> Option<Technique> {
    let own = found.technique.entry();
    let lower = ENTRIES.iter().filter(|e| e.rating < own.rating);
    let mut lower = lower.map(|e| e.technique).filter(|t| !t.needs_uniqueness());
    lower.find(|&t| find::all(view, t).iter().any(|other| does_it(other, found)))
}

/// Whether one step concludes all that another does.
pub fn does_it(one: &Found, found: &Found) -> bool {
    found.remove.iter().all(|m| one.remove.contains(m))
        && found.place.iter().all(|m| one.place.contains(m))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What something simpler always does too. If a digit of a row has its places in one box, and of
    /// another row of the same boxes but for one cell, the third box has it in the third row: direct
    /// pointing finds that cell. A fish with more than half of the rows leaves a smaller one.
    const ALWAYS: [&str; 4] = ["direct-claiming", "squirmbag", "whale", "leviathan"];

    /// Examples that something simpler does too; nobody has found others yet.
    const POOR: [&str; 6] = [
        "finned-franken-x-wing",
        "mutant-x-wing",
        "mutant-swordfish",
        "mutant-jellyfish",
        "finned-mutant-x-wing",
        "avoidable-rectangle-2",
    ];

    #[test]
    fn every_example_is_one() {
        let text = include_str!("technique/examples.txt");
        assert_eq!(
            text.lines().count(),
            ENTRIES.iter().filter(|e| line(e.technique).is_some()).count()
        );
        let mut poor: Vec<String> = Vec::new();
        for entry in ENTRIES.iter().filter(|e| line(e.technique).is_some()) {
            let example = example(entry.technique).unwrap_or_else(|| panic!("{}", entry.key));
            let view = View { board: &example.board, marks: &example.marks };
            assert!(!crate::words::long(view, &example.found).is_empty());
            let known = POOR.contains(&entry.key) || ALWAYS.contains(&entry.key);
            let other = simpler(view, &example.found);
            // A list that says more than is so would hide a better example.
            assert!(other.is_some() || !known, "{} is no poor example", entry.key);
            if let Some(other) = other.filter(|_| !known) {
                poor.push(format!("{}: {} does it", entry.key, other.entry().key));
            }
        }
        assert_eq!(poor, Vec::<String>::new());
    }
}
