//! Solutions by definition: try digits, look at the meaning of every clue.
//!
//! This is the oracle of the differential tests, so it knows nothing of the kernel's
//! propagators: it evaluates each formula as soon as all its variables have values. The
//! only foresight is that cells required to differ from a placed digit are not tried with
//! it, and that the name with the fewest values left comes next. That is enough for grids
//! up to 6x6 and for larger ones with many givens.

use pencilmark_kernel::expr::{Cmp, Expr, Formula};

use crate::puzzle::{Name, Puzzle};

/// Up to `limit` solutions, each with the values of [`Puzzle::names`].
pub fn brute_force(puzzle: &Puzzle, limit: usize) -> Vec<Vec<i64>> {
    brute_force_within(puzzle, limit, u64::MAX).unwrap_or_default()
}

/// The same, giving up after so many trials.
pub fn brute_force_within(puzzle: &Puzzle, limit: usize, trials: u64) -> Option<Vec<Vec<i64>>> {
    let mut brute = Brute::new(puzzle, limit, trials);
    brute.search(&mut |values| values.to_vec());
    brute.finished.then_some(brute.found)
}

pub(crate) struct Brute {
    names: Vec<Name>,
    /// Values to try; named variables may have millions, so they are not listed.
    tries: Vec<Tries>,
    values: Vec<Option<i64>>,
    /// Cells that must not equal a cell, and how many of these have each digit.
    differs: Vec<Vec<usize>>,
    taken: Vec<Vec<u32>>,
    lo: i64,
    formulas: Vec<Watched>,
    /// The formulas that mention a name.
    mentions: Vec<Vec<usize>>,
    limit: usize,
    trials: u64,
    pub(crate) found: Vec<Vec<i64>>,
    pub(crate) finished: bool,
}

enum Tries {
    Listed(Vec<i64>),
    Range(i64, i64),
}

struct Watched {
    formula: Formula<usize>,
    /// How many of its names have no value yet.
    open: usize,
}

impl Brute {
    pub(crate) fn new(puzzle: &Puzzle, limit: usize, trials: u64) -> Brute {
        let names = puzzle.names();
        let n = names.len();
        let mut brute = Brute {
            tries: names.iter().map(|&name| first_tries(puzzle, name)).collect(),
            values: vec![None; n],
            differs: vec![vec![]; n],
            taken: vec![vec![0; puzzle.grid.digit_count()]; puzzle.grid.size()],
            lo: puzzle.grid.lo(),
            formulas: vec![],
            mentions: vec![vec![]; n],
            limit,
            trials,
            found: vec![],
            finished: limit > 0,
            names,
        };
        for clue in &puzzle.clues {
            for formula in clue.meaning(puzzle) {
                brute.require(formula.map(&mut |&name| puzzle.position(name)));
            }
        }
        brute
    }

    fn require(&mut self, formula: Formula<usize>) {
        if let Formula::And(parts) = formula {
            return parts.into_iter().for_each(|part| self.require(part));
        }
        let scope = formula.variables();
        if let ([only], true) = (scope.as_slice(), self.is_cell(scope.first())) {
            if let Tries::Listed(list) = &mut self.tries[*only] {
                list.retain(|&v| formula.eval(&|_| v));
            }
            return;
        }
        self.note_differences(&formula);
        let open = scope.len();
        scope.into_iter().for_each(|name| self.mentions[name].push(self.formulas.len()));
        self.formulas.push(Watched { formula, open });
    }

    fn is_cell(&self, name: Option<&usize>) -> bool {
        name.is_some_and(|&i| matches!(self.names[i], Name::Cell(_)))
    }

    fn note_differences(&mut self, formula: &Formula<usize>) {
        let list: Vec<&Expr<usize>> = match formula {
            Formula::Distinct(list) => list.iter().collect(),
            Formula::Cmp(Cmp::Ne, a, b) => vec![a, b],
            _ => return,
        };
        let cell = |e: &&Expr<usize>| match e {
            Expr::Var(v) if self.is_cell(Some(v)) => Some(*v),
            _ => None,
        };
        let cells: Vec<usize> = list.iter().filter_map(cell).collect();
        for &a in &cells {
            for &b in cells.iter().filter(|&&b| b != a) {
                if !self.differs[a].contains(&b) {
                    self.differs[a].push(b);
                }
            }
        }
    }

    /// Runs the search; `order` lists the values of a name in the order to try them.
    pub(crate) fn search(&mut self, order: &mut dyn FnMut(&[i64]) -> Vec<i64>) {
        // Formulas without variables are never completed by an assignment.
        let constant = |w: &Watched| w.open > 0 || w.formula.eval(&|_| 0);
        if self.finished && self.formulas.iter().all(constant) {
            self.extend(order);
        }
    }

    /// Tries all values of the next name. False when the search is to end.
    fn extend(&mut self, order: &mut dyn FnMut(&[i64]) -> Vec<i64>) -> bool {
        let Some(name) = self.next_name() else {
            self.found.push(self.values.iter().map(|v| v.unwrap_or(0)).collect());
            return self.found.len() < self.limit;
        };
        match &self.tries[name] {
            Tries::Listed(list) => {
                let free = |v: &&i64| self.taken[name][(**v - self.lo) as usize] == 0;
                let list: Vec<i64> = list.iter().filter(free).copied().collect();
                order(&list).into_iter().all(|value| self.attempt(name, value, order))
            }
            &Tries::Range(lo, hi) => (lo..=hi).all(|value| self.attempt(name, value, order)),
        }
    }

    fn attempt(
        &mut self,
        name: usize,
        value: i64,
        order: &mut dyn FnMut(&[i64]) -> Vec<i64>,
    ) -> bool {
        if self.trials == 0 {
            self.finished = false;
            return false;
        }
        self.trials -= 1;
        self.assign(name, value);
        let goes_on = !self.completed_hold(name) || self.extend(order);
        self.retract(name, value);
        goes_on
    }

    fn next_name(&self) -> Option<usize> {
        let width = |i: usize| match &self.tries[i] {
            Tries::Listed(list) => {
                list.iter().filter(|&&v| self.taken[i][(v - self.lo) as usize] == 0).count() as i64
            }
            Tries::Range(lo, hi) => hi.saturating_sub(*lo).saturating_add(1).max(0),
        };
        let open = (0..self.names.len()).filter(|&i| self.values[i].is_none());
        open.min_by_key(|&i| width(i))
    }

    fn assign(&mut self, name: usize, value: i64) {
        self.values[name] = Some(value);
        for &f in &self.mentions[name] {
            self.formulas[f].open -= 1;
        }
        for &other in &self.differs[name] {
            self.taken[other][(value - self.lo) as usize] += 1;
        }
    }

    fn retract(&mut self, name: usize, value: i64) {
        self.values[name] = None;
        for &f in &self.mentions[name] {
            self.formulas[f].open += 1;
        }
        for &other in &self.differs[name] {
            self.taken[other][(value - self.lo) as usize] -= 1;
        }
    }

    fn completed_hold(&self, name: usize) -> bool {
        let value = |i: &usize| self.values[*i].unwrap_or(0);
        let mut complete = self.mentions[name].iter().map(|&f| &self.formulas[f]);
        complete.all(|w| w.open > 0 || w.formula.eval(&value))
    }
}

fn first_tries(puzzle: &Puzzle, name: Name) -> Tries {
    let (lo, hi) = puzzle.range(name);
    match name {
        Name::Cell(_) => Tries::Listed((lo..=hi).collect()),
        Name::Var(_) => Tries::Range(lo, hi),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{CellId, Grid};
    use crate::kinds;
    use crate::puzzle::{Clue, NamedVar};

    fn four() -> Puzzle {
        Puzzle::sudoku(Grid::new(4, 4).unwrap())
    }

    fn add(puzzle: &mut Puzzle, kind: &str, numbers: &[i64], cells: &[&[usize]]) {
        let mut clue = Clue::new(kinds::find(kind).unwrap());
        clue.numbers = numbers.to_vec();
        clue.cells = cells.iter().map(|l| l.iter().map(|&i| CellId::new(i)).collect()).collect();
        puzzle.clues.push(clue);
    }

    #[test]
    fn counts_known_from_elsewhere() {
        assert_eq!(brute_force(&four(), usize::MAX).len(), 288);
        assert_eq!(brute_force(&four(), 10).len(), 10);
        let latin = Puzzle::sudoku(Grid::new(3, 3).unwrap());
        assert_eq!(brute_force(&latin, usize::MAX).len(), 12);
    }

    #[test]
    fn peak_sudoku_has_one_solution() {
        let mut puzzle = four();
        add(&mut puzzle, "little-killer", &[14], &[&[3, 6, 9, 12]]);
        add(&mut puzzle, "little-killer", &[6], &[&[0, 5, 10, 15]]);
        add(&mut puzzle, "little-killer", &[9], &[&[4, 9, 14]]);
        add(&mut puzzle, "v", &[], &[&[0, 1]]);
        assert_eq!(puzzle.check(), vec![]);
        assert_eq!(brute_force(&puzzle, usize::MAX).len(), 1);
    }

    #[test]
    fn no_four_by_four_is_non_consecutive() {
        let mut puzzle = four();
        add(&mut puzzle, "non-consecutive", &[], &[]);
        assert_eq!(brute_force(&puzzle, usize::MAX).len(), 0);
    }

    #[test]
    fn named_variables_are_part_of_a_solution() {
        let mut puzzle = Puzzle::blank(Grid::new(1, 2).unwrap());
        puzzle.vars.push(NamedVar {
            name: "t".into(),
            lo: 0,
            hi: 1_000,
            called: None,
            origin: None,
        });
        let sum = Expr::Sum((0..2).map(|i| Expr::Var(Name::Cell(CellId::new(i)))).collect());
        let total = Formula::Cmp(Cmp::Eq, sum, Expr::Var(Name::Var(0)));
        puzzle.clues.push(Clue::new(kinds::find("rule").unwrap()).stating(total));
        let found = brute_force(&puzzle, usize::MAX);
        assert_eq!(found, [[1, 1, 2], [1, 2, 3], [2, 1, 3], [2, 2, 4]].map(|s| s.to_vec()));
    }

    #[test]
    fn trials_are_limited() {
        assert_eq!(brute_force_within(&four(), usize::MAX, 100), None);
    }
}
