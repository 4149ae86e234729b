//! How hard givens on a board are.

use std::sync::Arc;

use pencilmark_kernel::search::Limits;
use pencilmark_logic::grade::{Grade, Wanted, grade};
use pencilmark_logic::story::{Most, Truth};
use pencilmark_logic::{Board, Level, Marks};
use pencilmark_puzzle::Puzzle;

use crate::recipe::Recipe;

/// Grades one solution's givens on one board.
pub(crate) struct Judge<'a> {
    board: Arc<Board>,
    recipe: &'a Recipe,
    truth: Truth,
    solution: &'a [i64],
    limits: &'a Limits,
}

/// How far a grade is from what was asked for; 0 if it is that.
pub(crate) type Distance = usize;

impl<'a> Judge<'a> {
    pub(crate) fn new(
        board: Arc<Board>,
        recipe: &'a Recipe,
        solution: &'a [i64],
        limits: &'a Limits,
    ) -> Judge<'a> {
        let mark = |&value: &i64| board.digit(value).map_or(0, |digit| 1 << digit);
        let truth = Truth::Known(solution.iter().map(mark).collect());
        Judge { board, recipe, truth, solution, limits }
    }

    pub(crate) fn board_of(puzzle: &Puzzle) -> Arc<Board> {
        Arc::new(Board::new(puzzle))
    }

    /// How hard it is with these givens, as far as that matters to the recipe.
    pub(crate) fn grade(&self, shown: &[bool]) -> Grade {
        let rating = self.recipe.rating.map(|range| range.hi as u32);
        // Whoever asks about techniques has to hear of all steps.
        let all = self.asks_for_techniques() && self.recipe.level == Some(Level::Extreme);
        self.graded(shown, Most { rating, level: self.recipe.level.filter(|_| !all) })
    }

    /// The same to the end.
    pub(crate) fn whole_grade(&self, shown: &[bool]) -> Grade {
        self.graded(shown, Most::default())
    }

    fn graded(&self, shown: &[bool], most: Most) -> Grade {
        let mut marks = Marks::start(&self.board);
        for (cell, value) in self.solution.iter().enumerate().filter(|(at, _)| shown[*at]) {
            if let Some(digit) = self.board.digit(*value) {
                marks.give(&self.board, cell, digit);
            }
        }
        // A level takes HoDoKu's way, the rest Sudoku Explainer's; neither comes for nothing.
        let wanted = Wanted {
            rating: self.recipe.rating.is_some() || self.asks_for_techniques(),
            score: self.recipe.level.is_some(),
            bottleneck: false,
            uniqueness: true,
            most,
        };
        grade(&self.board, &marks, &self.truth, wanted, self.limits)
    }

    fn asks_for_techniques(&self) -> bool {
        !self.recipe.must.is_empty() || !self.recipe.must_not.is_empty()
    }

    /// Whether a puzzle is harder than asked for.
    pub(crate) fn is_too_hard(&self, grade: &Grade) -> bool {
        grade.beyond
            || self.recipe.level.is_some_and(|level| grade.level > level)
            || self.recipe.rating.is_some_and(|range| grade.rating as usize > range.hi)
            || self.recipe.must_not.iter().any(|t| grade.census.iter().any(|(used, _)| used == t))
    }

    /// How far a puzzle is from what was asked for.
    pub(crate) fn distance(&self, grade: &Grade) -> Distance {
        let level = self
            .recipe
            .level
            .map_or(0, |level| 10 * (level as usize).abs_diff(grade.level as usize));
        let rating = self.recipe.rating.map_or(0, |range| range.distance(grade.rating as usize));
        let used = |t: &&_| grade.census.iter().any(|(used, _)| used == *t);
        let missing = self.recipe.must.iter().filter(|t| !used(t)).count();
        let extra = self.recipe.must_not.iter().filter(used).count();
        level + rating + 5 * (missing + extra) + if grade.solved { 0 } else { 1000 }
    }
}
