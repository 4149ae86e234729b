//! Why a sandwich erases marks, as it is told behind a line of a trace: where the two can only be, or
//! what would be wrong with every place of theirs.

use super::Sandwich;
use crate::board::{Board, Mark};
use crate::sets::{Cell, Digits};
use crate::words::constraints::{or, unit};
use crate::words::either;

/// Places of the two that are told.
const PLACES: usize = 3;
/// Characters of all thoughts of a line.
const LONG: usize = 280;

/// Marks that go by one thought, and that thought, if all of them do.
pub(in crate::words) fn erased(
    board: &Board,
    units: &[usize],
    marks: &[Mark],
    left: &[Digits],
) -> Option<Vec<(Vec<Mark>, String)>> {
    let mut clues = units.iter().copied().filter(|&u| board.units[u].house.is_none());
    let (own, None) = (clues.next()?, clues.next()) else { return None };
    let clue = &board.puzzle.clues[board.units[own].clue];
    let line: Vec<Cell> = clue.list(0).iter().map(|c| c.index()).collect();
    if clue.kind.name != "sandwich" || !marks.iter().all(|m| line.contains(&m.cell)) {
        return None;
    }
    if marks.is_empty() {
        return None;
    }
    let sandwich = Sandwich::whole(board, left, &line, *clue.numbers.first()?)?;
    let mut parts = sandwich.thoughts(marks)?;
    let name = unit(board, own);
    parts.iter_mut().for_each(|(_, why)| *why = format!("{name}: {why}"));
    Some(parts)
}

impl Sandwich<'_> {
    /// The shorter of what tells where the two are and of what tells it cell by cell; if both are
    /// long, where they are without why they are nowhere else.
    pub(super) fn thoughts(&self, marks: &[Mark]) -> Option<Vec<(Vec<Mark>, String)>> {
        let pairs = self.pairs();
        let placed = |all: bool| {
            let told = self.by_places(marks, &pairs, PLACES, all)?;
            Some(vec![(marks.to_vec(), told)])
        };
        let length = |parts: &Vec<(Vec<Mark>, String)>| -> usize {
            parts.iter().map(|(_, why)| why.len()).sum()
        };
        let both = placed(true).into_iter().chain(self.by_cells(marks));
        let shorter = both.min_by_key(length).filter(|parts| length(parts) <= LONG);
        shorter.or_else(|| placed(false).filter(|parts| length(parts) <= LONG))
    }

    /// What would be wrong with every place of the two if a cell were what it cannot be.
    pub(super) fn by_cells(&self, marks: &[Mark]) -> Option<Vec<(Vec<Mark>, String)>> {
        let mut own: Vec<Cell> = marks.iter().map(|m| m.cell).collect();
        own.sort_unstable();
        own.dedup();
        // Cells that go by the same with the same digits are told together.
        let mut parts: Vec<(Digits, String, Vec<Cell>)> = Vec::new();
        for c in own {
            let gone = marks.iter().filter(|m| m.cell == c).fold(0, |all, m| all | 1 << m.digit);
            let mut left = self.left.to_vec();
            left[c] = gone;
            let why = Sandwich { left: &left, ..*self }.everywhere(Some(c), PLACES)?;
            match parts.iter_mut().find(|(set, known, _)| *set == gone && *known == why) {
                Some((_, _, cells)) => cells.push(c),
                None => parts.push((gone, why, vec![c])),
            }
        }
        let board = self.board;
        let part = |(gone, why, cells): (Digits, String, Vec<Cell>)| {
            let marks = marks.iter().copied().filter(|m| cells.contains(&m.cell)).collect();
            (marks, format!("if {} is {}, {why}", either(board, cells), or(board, gone)))
        };
        Some(parts.into_iter().map(part).collect())
    }
}
