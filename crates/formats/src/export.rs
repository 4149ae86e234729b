//! What every writer of a foreign format gives back: a text, and what it could not say.

use std::collections::BTreeMap;

use pencilmark_kernel::expr::{Expr, Formula};
use pencilmark_puzzle::{CellId, Clue, Name, Puzzle};

/// A puzzle as text of some format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// The text, with a newline at its end.
    pub text: String,
    /// What the format cannot hold, each named. Empty: the text says it all.
    pub warnings: Vec<String>,
}

/// Collects what is lost.
#[derive(Default)]
pub(crate) struct Losses {
    kinds: BTreeMap<&'static str, usize>,
    other: Vec<String>,
    /// Whether the format has a place for any house.
    any_house: bool,
    /// How many variables it has a place for.
    kept_variables: usize,
}

impl Losses {
    /// A clue that the format has no place for.
    pub fn clue(&mut self, clue: &Clue) {
        *self.kinds.entry(clue.kind.name).or_default() += 1;
    }

    /// The format has a place for any house, so none is lost.
    pub fn keeps_houses(mut self) -> Losses {
        self.any_house = true;
        self
    }

    /// So many variables are not lost.
    pub fn keep_variables(&mut self, count: usize) {
        self.kept_variables += count;
    }

    /// Anything else.
    pub fn other(&mut self, what: impl Into<String>) {
        let what = what.into();
        if !self.other.contains(&what) {
            self.other.push(what);
        }
    }

    /// Every clue but those that the writer says it has written, and the houses.
    pub fn all_but(puzzle: &Puzzle, kept: impl Fn(&Clue) -> bool) -> Losses {
        let mut losses = Losses::default();
        for clue in puzzle.clues.iter().filter(|c| !is_house(c) && !kept(c)) {
            losses.clue(clue);
        }
        losses
    }

    /// The text with its warnings.
    pub fn export(mut self, puzzle: &Puzzle, text: String) -> Export {
        let houses = Houses::of(puzzle);
        if !self.any_house && !houses.others.is_empty() {
            self.other("houses that are not all rows, columns or boxes");
        }
        if !self.any_house && houses.boxes.is_some() && !houses.regions.is_empty() {
            self.other("boxes beside the regions");
        }
        let mut warnings = Vec::new();
        if puzzle.vars.len() > self.kept_variables {
            let lost = puzzle.vars.len() - self.kept_variables;
            warnings.push(format!("lost: {}", count(lost, "variable")));
        }
        for (kind, n) in self.kinds {
            let n = if n == 1 { String::new() } else { format!(" ({n} clues)") };
            warnings.push(format!("lost: {kind}{n}"));
        }
        warnings.extend(self.other.into_iter().map(|what| format!("lost: {what}")));
        Export { text, warnings }
    }
}

pub(crate) fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

fn is_house(clue: &Clue) -> bool {
    ["row", "column", "box", "region"].contains(&clue.kind.name)
}

/// The houses of a puzzle, as most formats see them.
pub(crate) struct Houses {
    /// Whether every row is one.
    pub rows: bool,
    /// Whether every column is one.
    pub columns: bool,
    /// Height and width of the boxes, if there are boxes.
    pub boxes: Option<(usize, usize)>,
    /// Irregular regions.
    pub regions: Vec<Vec<CellId>>,
    /// Houses that are none of these: some rows, a box by itself.
    pub others: Vec<Vec<CellId>>,
}

impl Houses {
    pub fn of(puzzle: &Puzzle) -> Houses {
        let grid = &puzzle.grid;
        let of = |kind: &'static str| -> Vec<Vec<CellId>> {
            let cells = |c: &Clue| {
                let mut cells = c.list(0).to_vec();
                cells.sort_unstable();
                cells
            };
            puzzle.clues_of(kind).map(cells).collect()
        };
        let same = |found: &[Vec<CellId>], usual: &[Vec<CellId>]| {
            found.len() == usual.len() && usual.iter().all(|house| found.contains(house))
        };
        let (rows, columns, boxed) = (of("row"), of("column"), of("box"));
        let all_rows: Vec<_> = (0..grid.rows()).map(|r| grid.row(r)).collect();
        let all_columns: Vec<_> = (0..grid.cols()).map(|c| grid.column(c)).collect();
        let boxes = puzzle.box_shape().filter(|&(h, w)| {
            grid.boxes(h, w).is_some_and(|usual| !boxed.is_empty() && same(&boxed, &usual))
        });
        let (has_rows, has_columns) = (same(&rows, &all_rows), same(&columns, &all_columns));
        let mut others = Vec::new();
        for (usual, houses) in [(has_rows, rows), (has_columns, columns), (boxes.is_some(), boxed)]
        {
            others.extend(houses.into_iter().filter(|_| !usual));
        }
        Houses {
            rows: has_rows,
            columns: has_columns,
            boxes,
            regions: puzzle.clues_of("region").map(|c| c.list(0).to_vec()).collect(),
            others,
        }
    }

    /// Whether a square grid with the digits from 1 falls into boxes or regions of a row's size.
    pub fn fall_apart(&self, puzzle: &Puzzle) -> bool {
        let n = puzzle.grid.rows();
        if (puzzle.grid.lo(), puzzle.grid.hi()) != (1, n as i64) {
            return false;
        }
        let map = self.map(puzzle);
        let of_size = |house: usize| map.iter().filter(|m| **m == Some(house)).count() == n;
        n == puzzle.grid.cols() && map.iter().all(|m| m.is_some_and(of_size))
    }

    /// Says what is lost where only the usual houses can be told.
    pub fn tell(&self, puzzle: &Puzzle, losses: &mut Losses) {
        if !self.rows || !self.columns {
            losses.other("that rows or columns may repeat digits");
        }
        if self.boxes != puzzle.grid.default_box() || !self.regions.is_empty() {
            losses.other("the shape of the boxes");
        }
        let square = puzzle.grid.rows() == puzzle.grid.cols();
        if !square || puzzle.grid.lo() != 1 || puzzle.grid.hi() != puzzle.grid.rows() as i64 {
            losses.other("which digits there are");
        }
    }

    /// For each cell the number of its box or region, from 0.
    pub fn map(&self, puzzle: &Puzzle) -> Vec<Option<usize>> {
        let mut map = vec![None; puzzle.grid.size()];
        let boxes = self.boxes.and_then(|(h, w)| puzzle.grid.boxes(h, w)).unwrap_or_default();
        let houses = if self.regions.is_empty() { &boxes } else { &self.regions };
        for (i, house) in houses.iter().enumerate() {
            house.iter().for_each(|c| map[c.index()] = Some(i));
        }
        map
    }
}

/// The lists of cells that differ, if that is all a clue means and they are not many.
pub(crate) fn distinct_lists(clue: &Clue, puzzle: &Puzzle) -> Option<Vec<Vec<CellId>>> {
    let cell = |e: &Expr<Name>| match e {
        Expr::Var(Name::Cell(cell)) => Some(*cell),
        _ => None,
    };
    let list = |f: &Formula<Name>| match f {
        Formula::Distinct(list) => list.iter().map(cell).collect::<Option<Vec<CellId>>>(),
        _ => None,
    };
    let lists: Vec<_> = clue.meaning(puzzle).iter().map(list).collect::<Option<_>>()?;
    (clue.kind.name != "rule" && (1..=puzzle.grid.digit_count()).contains(&lists.len()))
        .then_some(lists)
}

/// The given digit of each cell, if it has one.
pub(crate) fn givens(puzzle: &Puzzle) -> Vec<Option<i64>> {
    let mut givens = vec![None; puzzle.grid.size()];
    for (cell, digit) in puzzle.clues.iter().filter_map(Clue::as_given) {
        givens[cell.index()] = Some(digit);
    }
    givens
}

/// The digits that givens and candidates leave each cell.
pub(crate) fn candidates(puzzle: &Puzzle) -> Vec<Vec<i64>> {
    let mut left = vec![puzzle.grid.digits().collect::<Vec<i64>>(); puzzle.grid.size()];
    for clue in puzzle.clues.iter().filter(|c| ["given", "candidates"].contains(&c.kind.name)) {
        for cell in clue.list(0) {
            left[cell.index()].retain(|d| clue.numbers.contains(d));
        }
    }
    left
}
