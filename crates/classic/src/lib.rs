//! Plain 9x9 Sudoku at full speed: rows, columns, boxes, and givens or marks; nothing else.
//!
//! ```
//! use pencilmark_classic::Solver;
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let mut solver = Solver::new();
//! let (solution, count) = solver.solve(line.as_bytes().try_into().unwrap());
//! assert_eq!(count.solutions, 1);
//! assert!(solution.unwrap().to_string().starts_with("534678912"));
//! ```
//!
//! The marks of the whole grid lie in four vectors of eight words (`marks`); a round of
//! propagation looks at all of them at once, without a branch. `search` tries what is left, in
//! the order that `guess` thinks best. `lanes` has the two kinds of vectors, `avx2` the one for
//! processors with AVX2, found out when the program runs.

mod guess;
mod lanes;
mod marks;
mod search;

#[cfg(target_arch = "x86_64")]
mod avx2;

use std::fmt;

use lanes::Portable;
pub use search::Count;
use search::{Begin, Question, Saved, Work};

/// A filled grid, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Digits(pub [u8; 81]);

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|digit| write!(f, "{digit}"))
    }
}

/// Solves one grid after another in the same memory.
#[derive(Debug, Default)]
pub struct Solver {
    stack: Vec<Saved>,
    portable: bool,
    guesses: Option<u64>,
}

impl Solver {
    /// A solver that uses what the processor has.
    pub fn new() -> Self {
        Self { stack: Vec::with_capacity(81), portable: false, guesses: None }
    }

    /// A solver that uses nothing special. Its answers are the same.
    pub fn portable() -> Self {
        Self { portable: true, ..Self::new() }
    }

    /// The same solver, but it gives up when more guesses are needed for one question.
    pub fn with_guesses(self, most: u64) -> Self {
        Self { guesses: Some(most), ..self }
    }

    /// The first solution, and whether there are two. Anything but a digit from 1 to 9 is
    /// an empty cell.
    pub fn solve(&mut self, line: &[u8; 81]) -> (Option<Digits>, Count) {
        let mut first = None;
        let count = self.ask(line, 2, |saved| {
            first.get_or_insert(*saved);
        });
        (first.map(|saved| saved.digits()), count)
    }

    /// The number of solutions, up to a limit.
    pub fn count(&mut self, line: &[u8; 81], limit: u64) -> Count {
        self.ask(line, limit, |_| {})
    }

    /// Shows each solution, up to a limit.
    pub fn each(&mut self, line: &[u8; 81], limit: u64, mut see: impl FnMut(Digits)) -> Count {
        self.ask(line, limit, |saved| see(saved.digits()))
    }

    /// Shows each solution with none but these digits in each cell, the lowest bit for 1, up to
    /// a limit. Before the first guess, and whenever those it allowed are made, `more` is asked
    /// how many more there may be; with none the search gives up.
    ///
    /// ```
    /// # use pencilmark_classic::Solver;
    /// let mut marks = [0b1_1111_1111; 81];
    /// marks[0] = 0b1; // a 1
    /// marks[1] = 0b1_0101_0101; // odd, but 1 is taken
    /// let mut second = 0;
    /// let see = |digits: pencilmark_classic::Digits| second = digits.0[1];
    /// let count = Solver::new().each_of_marks(&marks, 1, |_| 1000, see);
    /// assert_eq!(count.solutions, 1);
    /// assert!([3, 5, 7, 9].contains(&second));
    /// ```
    pub fn each_of_marks(
        &mut self,
        marks: &[u16; 81],
        limit: u64,
        more: impl FnMut(&Count) -> u64,
        mut see: impl FnMut(Digits),
    ) -> Count {
        self.run(Begin::Marks(marks), limit, more, |saved| see(saved.digits()))
    }

    fn ask(&mut self, line: &[u8; 81], limit: u64, see: impl FnMut(&Saved)) -> Count {
        let mut padded = [0; 96];
        padded[..81].copy_from_slice(line);
        let most = self.guesses.unwrap_or(u64::MAX);
        let more = |count: &Count| most - count.guesses;
        self.run(Begin::Clues(&padded), limit, more, see)
    }

    fn run(
        &mut self,
        from: Begin<'_>,
        limit: u64,
        more: impl FnMut(&Count) -> u64,
        see: impl FnMut(&Saved),
    ) -> Count {
        let question = Question { from, limit, more, stack: &mut self.stack, see };
        if self.portable { question.run::<Portable>() } else { fastest(question) }
    }
}

#[cfg(target_arch = "x86_64")]
fn fastest<W: Work>(work: W) -> W::Output {
    avx2::with_avx2(work).unwrap_or_else(|work| work.run::<Portable>())
}

#[cfg(not(target_arch = "x86_64"))]
fn fastest<W: Work>(work: W) -> W::Output {
    work.run::<Portable>()
}
