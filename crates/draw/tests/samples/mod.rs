//! A puzzle for each kind of clue, to be drawn.

use pencilmark_puzzle::Kind;

/// The example of a kind and what `kinds.txt` adds to it, on a grid of nine.
pub fn of(kind: &Kind) -> String {
    let added = include_str!("kinds.txt")
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter(|(name, _)| *name == kind.name)
        .map(|(_, statement)| statement);
    let lines: Vec<&str> = ["grid 9", kind.example].into_iter().chain(added).collect();
    lines.join("\n") + "\n"
}
