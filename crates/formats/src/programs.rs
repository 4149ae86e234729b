//! Puzzles as programs, for people who want to see how a puzzle is said in a language.
//!
//! Houses, givens and the commonest clues are said once and for all cells; any other clue is
//! said by its meaning, under a comment in its own words. Nothing here solves.

pub(crate) mod asp;
pub(crate) mod minizinc;
mod named;
pub(crate) mod prolog;

use pencilmark_puzzle::{Clue, Puzzle};

/// What is said about the whole grid at once, so not clue by clue.
struct Shared {
    rows: bool,
    columns: bool,
    /// Height and width of the boxes.
    boxes: Option<(usize, usize)>,
}

impl Shared {
    fn of(puzzle: &Puzzle) -> Shared {
        let houses = crate::export::Houses::of(puzzle);
        let number = |kind: &'static str| puzzle.clues_of(kind).count();
        let whole =
            |h: usize, w: usize| puzzle.grid.boxes(h, w).is_some_and(|b| b.len() == number("box"));
        Shared {
            rows: houses.rows,
            columns: houses.columns,
            boxes: houses.boxes.filter(|&(h, w)| whole(h, w)),
        }
    }

    /// Whether a clue has been said already.
    fn says(&self, clue: &Clue) -> bool {
        match clue.kind.name {
            "row" => self.rows,
            "column" => self.columns,
            "box" => self.boxes.is_some(),
            "given" => true,
            _ => false,
        }
    }
}

/// The clues that are said by name, and those that are said one by one. What the whole grid
/// says already is in neither.
fn split<'a>(puzzle: &'a Puzzle, shared: &Shared) -> (Vec<named::Call>, Vec<&'a Clue>) {
    let (mut calls, mut others) = (Vec::new(), Vec::new());
    for clue in puzzle.clues.iter().filter(|c| !shared.says(c)) {
        match named::calls(clue, puzzle) {
            Some(list) => calls.extend(list),
            None => others.push(clue),
        }
    }
    (calls, others)
}

/// Whether a clue forbids all neighbours to be consecutive, without exception.
fn keeps_neighbours_apart(clue: &Clue, puzzle: &Puzzle) -> bool {
    let dots = puzzle.clues.iter().any(|c| ["difference", "ratio"].contains(&c.kind.name));
    let kind = clue.kind.name;
    let plain = puzzle.layer(pencilmark_puzzle::VALUE).is_none();
    plain && (kind == "anti-consecutive" || kind == "non-consecutive" && !dots)
}

/// Title, author, source and rules as comments.
fn heading(puzzle: &Puzzle, sign: &str) -> String {
    let by = puzzle.author.as_ref().map(|a| format!("by {a}"));
    let texts = [puzzle.title.clone(), by, puzzle.source.clone(), puzzle.rules.clone()];
    let mut out = String::new();
    for line in
        texts.iter().flatten().flat_map(|t| t.split(['\n', '\r'])).filter(|l| !l.trim().is_empty())
    {
        out += &format!("{sign} {}\n", line.trim());
    }
    out
}

/// A clue in its own words, as a comment on one line.
fn words(clue: &Clue, puzzle: &Puzzle) -> String {
    clue.words(puzzle).replace(['\n', '\r'], " ")
}
