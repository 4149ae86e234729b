//! The rating of a puzzle: its hardest step on the easiest path.

use super::{Reach, next};
use crate::board::Board;
use crate::find::View;
use crate::found::Found;
use crate::marks::Marks;
use crate::technique::Technique;

/// A rating, in tenths.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// The hardest step.
    pub rating: u32,
    /// The hardest up to the first digit placed.
    pub pearl: u32,
    /// The first step.
    pub diamond: u32,
    /// The technique of the hardest step.
    pub hardest: Option<Technique>,
    /// Whether the path leads to the end.
    pub solved: bool,
    /// All steps in order.
    pub path: Vec<(Technique, u32)>,
}

/// Applies a step.
pub fn apply(board: &Board, marks: &mut Marks, found: &Found) {
    for &mark in &found.remove {
        marks.erase(board, mark);
    }
    for &mark in &found.place {
        marks.place(board, mark);
    }
}

/// Rates the marks of a board.
pub fn rate(board: &Board, start: &Marks, reach: Reach) -> Rated {
    let mut marks = start.clone();
    let mut rated =
        Rated { rating: 0, pearl: 0, diamond: 0, hardest: None, solved: false, path: vec![] };
    while !marks.is_done() && !marks.is_broken() {
        let Some(found) = next(View { board, marks: &marks }, reach) else { return rated };
        if found.rating > rated.rating {
            rated.rating = found.rating;
            rated.hardest = Some(found.technique);
        }
        if rated.diamond == 0 {
            rated.diamond = rated.rating;
        }
        if rated.pearl == 0 && !found.place.is_empty() {
            rated.pearl = rated.rating;
        }
        rated.path.push((found.technique, found.rating));
        apply(board, &mut marks, &found);
    }
    rated.solved = marks.is_done();
    rated
}
