//! How hard givens on a board are.

use std::sync::Arc;

use pencilmark_kernel::search::Limits;
use pencilmark_logic::grade::{Grade, Wanted, grade};
use pencilmark_logic::story::{Most, Order, Truth};
use pencilmark_logic::{Board, Level, Marks, Technique};
use pencilmark_puzzle::Puzzle;

use crate::attempt::Missed;
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
        let all = self.techniques().next().is_some() && self.recipe.level == Some(Level::Extreme);
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
        // A level and techniques that only HoDoKu has take its way, the rest Sudoku Explainer's;
        // neither comes for nothing.
        let other = |t: &Technique| !Order::Explainer.has(*t);
        let wanted = Wanted {
            rating: self.recipe.rating.is_some() || !self.techniques().all(other),
            score: self.recipe.level.is_some() || self.techniques().any(other),
            bottleneck: false,
            uniqueness: true,
            most,
        };
        grade(&self.board, &marks, &self.truth, wanted, self.limits)
    }

    /// The techniques that matter.
    fn techniques(&self) -> impl Iterator<Item = &Technique> {
        self.recipe.must.iter().chain(&self.recipe.must_not)
    }

    /// Whether a puzzle is harder than asked for.
    pub(crate) fn is_too_hard(&self, grade: &Grade) -> bool {
        grade.beyond
            || self.recipe.level.is_some_and(|level| grade.level > level)
            || self.recipe.rating.is_some_and(|range| grade.rating as usize > range.hi)
            || self.recipe.must_not.iter().any(|&t| grade.takes(t))
    }

    /// How far a puzzle is from what was asked for.
    pub(crate) fn distance(&self, grade: &Grade) -> Distance {
        let level = self
            .recipe
            .level
            .map_or(0, |level| 10 * (level as usize).abs_diff(grade.level as usize));
        let rating = self.recipe.rating.map_or(0, |range| range.distance(grade.rating as usize));
        let missing = self.recipe.must.iter().filter(|&&t| !grade.takes(t)).count();
        let extra = self.recipe.must_not.iter().filter(|&&t| grade.takes(t)).count();
        // What is said of a way that was not walked to its end does not count.
        let whole = grade.solved && !grade.beyond;
        level + rating + 5 * (missing + extra) + if whole { 0 } else { 1000 }
    }

    /// What is wrong with a puzzle that is not what was asked for.
    pub(crate) fn missed(&self, grade: &Grade) -> Missed {
        let Recipe { level, rating, must, must_not, .. } = self.recipe;
        let missing = must.iter().find(|&&t| !grade.takes(t));
        let extra = must_not.iter().find(|&&t| grade.takes(t));
        match (missing, extra) {
            _ if grade.beyond || !grade.solved => Missed::TooHard,
            _ if level.is_some_and(|level| level != grade.level) => Missed::Grade(grade.level),
            _ if rating.is_some_and(|r| r.distance(grade.rating as usize) > 0) => Missed::Rating,
            (Some(&technique), _) => Missed::Lacks(technique),
            (None, Some(&technique)) => Missed::Takes(technique),
            (None, None) => Missed::Grade(grade.level),
        }
    }
}
