//! What is wrong with a puzzle before anybody tries to solve it.
//!
//! A [`Flaw`] names the clue and the part of it, not a place in a file: the puzzle does not
//! know files. The reader of the file knows where each part stood.

use pencilmark_kernel::expr::{Expr, Formula};

use crate::grid::CellId;
use crate::kind::Shape;
use crate::puzzle::{Clue, Name, Puzzle};

/// The part of a clue that is at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    Whole,
    /// The argument at this place of its kind's syntax.
    Arg(usize),
    /// The mention of this cell.
    Cell(CellId),
}

/// Something wrong with a clue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The clue, by its place in [`Puzzle::clues`].
    pub clue: usize,
    /// The part of it.
    pub part: Part,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
    /// Another clue that has to do with it.
    pub also: Option<usize>,
}

impl Flaw {
    pub(crate) fn new(part: Part, message: impl Into<String>) -> Flaw {
        // The place is filled in by `Puzzle::check`, which knows it.
        Flaw { clue: 0, part, message: message.into(), help: None, also: None }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Flaw {
        self.help = Some(help.into());
        self
    }
}

impl Clue {
    /// Whether the clue has the cells its kind needs and can be obeyed, looked at alone.
    pub fn check(&self, puzzle: &Puzzle) -> Result<(), Flaw> {
        let (mut lists, mut several) = (0, None);
        for (at, arg) in self.kind.args.iter().enumerate() {
            match arg.shape {
                Shape::Cells(least) | Shape::Line(least) => {
                    if self.list(lists).len() < least {
                        return Err(self.needs(at, least, arg.what));
                    }
                    lists += 1;
                }
                Shape::Lists(least) => several = several.or(Some((at, least))),
                _ => {}
            }
        }
        if let Some((at, least)) = several
            && (self.cells.len() < least || self.cells.iter().any(Vec::is_empty))
        {
            let message = format!("{} needs at least {least} lists of cells", self.kind.name);
            return Err(Flaw::new(Part::Arg(at), message));
        }
        (self.kind.check)(self, puzzle)
    }

    /// Too few of what an argument lists.
    #[cold]
    fn needs(&self, at: usize, least: usize, what: &str) -> Flaw {
        let what = if least == 1 { what.trim_end_matches('s') } else { what };
        Flaw::new(Part::Arg(at), format!("{} needs at least {least} {what}", self.kind.name))
    }
}

impl Puzzle {
    /// Everything that is wrong at first sight: clues that cannot be obeyed by themselves,
    /// givens that clash. An empty list does not promise a solution.
    pub fn check(&self) -> Vec<Flaw> {
        let alone = self.clues.iter().enumerate().filter_map(|(i, clue)| {
            let flaw = clue.check(self).err()?;
            Some(Flaw { clue: i, ..flaw })
        });
        let mut flaws: Vec<Flaw> = alone.collect();
        flaws.extend(self.clashes());
        flaws.sort_by_key(|f| f.clue);
        flaws
    }

    /// Givens that contradict each other within one cell or one house.
    fn clashes(&self) -> Vec<Flaw> {
        let mut placed: Placed = vec![None; self.grid.size()];
        let mut flaws = Vec::new();
        for (i, clue) in self.clues.iter().enumerate() {
            let Some((cell, digit)) = clue.as_given() else {
                continue;
            };
            if cell.index() >= placed.len() {
                placed.resize(cell.index() + 1, None);
            }
            let (first, before) = *placed[cell.index()].get_or_insert((digit, i));
            if first != digit {
                let name = self.grid.name(cell);
                let message = format!("{name} cannot be both {first} and {digit}");
                let flaw = Flaw::new(Part::Whole, message);
                flaws.push(Flaw { clue: i, also: Some(before), ..flaw });
            }
        }
        if placed.iter().all(Option::is_none) {
            return flaws;
        }
        let mut told: Vec<(usize, usize)> = Vec::new();
        for clue in self.clues.iter().filter(|clue| may_clash(clue, &placed)) {
            for house in clue.meaning(self).iter().filter_map(distinct_cells) {
                self.clash_in(&house, clue, &placed, &mut told, &mut flaws);
            }
        }
        flaws
    }

    fn clash_in(
        &self,
        house: &[CellId],
        of: &Clue,
        placed: &Placed,
        told: &mut Vec<(usize, usize)>,
        flaws: &mut Vec<Flaw>,
    ) {
        let mut seen: Vec<(i64, CellId, usize)> = Vec::new();
        for &cell in house {
            let Some((digit, i)) = given(placed, cell) else {
                continue;
            };
            let Some(&(_, other, j)) = seen.iter().find(|(known, ..)| *known == digit) else {
                seen.push((digit, cell, i));
                continue;
            };
            let pair = (i.min(j), i.max(j));
            if other == cell || told.contains(&pair) {
                continue;
            }
            told.push(pair);
            let (a, b) = if i < j { (cell, other) } else { (other, cell) };
            let (a, b) = (self.grid.name(a), self.grid.name(b));
            let message = format!("{a} and {b} are both {digit}, in {}", of.words(self));
            let flaw = Flaw::new(Part::Whole, message);
            flaws.push(Flaw { clue: pair.1, also: Some(pair.0), ..flaw });
        }
    }
}

/// The given of each cell and its clue.
type Placed = Vec<Option<(i64, usize)>>;

fn given(placed: &Placed, cell: CellId) -> Option<(i64, usize)> {
    *placed.get(cell.index())?
}

/// Whether two givens of one digit are among the cells that a clue names, if it names any and lets
/// them differ. Few do, and what a clue means takes time to write down.
fn may_clash(clue: &Clue, placed: &Placed) -> bool {
    if !clue.kind.differ {
        return false;
    }
    // Digits that were met, by their last bits: mostly no two are alike.
    let mut met = 0u64;
    let given = |cell: &CellId| given(placed, *cell).map(|(digit, _)| (*cell, digit));
    let givens = || clue.cells.iter().flatten().filter_map(given);
    let alike = givens().any(|(_, digit)| {
        let bit = 1 << (digit & 63);
        let alike = met & bit != 0;
        met |= bit;
        alike
    });
    let twice = || {
        let mut all = givens().enumerate();
        all.any(|(at, (cell, digit))| {
            givens().take(at).any(|(other, d)| d == digit && other != cell)
        })
    };
    alike && twice() || clue.cells.is_empty()
}

pub(crate) fn distinct_cells(formula: &Formula<Name>) -> Option<Vec<CellId>> {
    let Formula::Distinct(list) = formula else {
        return None;
    };
    let cell = |e: &Expr<Name>| match e {
        Expr::Var(Name::Cell(c)) => Some(*c),
        _ => None,
    };
    list.iter().map(cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;
    use crate::kinds;

    fn with(clues: Vec<Clue>) -> Vec<Flaw> {
        let mut puzzle = Puzzle::sudoku(Grid::nine());
        puzzle.clues.extend(clues);
        puzzle.check()
    }

    #[test]
    fn a_sound_puzzle_has_no_flaw() {
        assert_eq!(with(vec![]), vec![]);
    }

    #[test]
    fn clashing_givens_are_told_once_with_both_places() {
        let mut puzzle = Puzzle::sudoku(Grid::nine());
        puzzle.add_given(CellId::new(0), 5, None);
        puzzle.add_given(CellId::new(1), 5, None);
        let flaws = puzzle.check();
        assert_eq!(flaws.len(), 1, "row and box see the same pair: {flaws:?}");
        assert_eq!(flaws[0].message, "r1c1 and r1c2 are both 5, in row 1");
        assert_eq!((flaws[0].clue, flaws[0].also), (28, Some(27)));
    }

    #[test]
    fn one_cell_has_one_digit() {
        let mut puzzle = Puzzle::sudoku(Grid::nine());
        puzzle.add_given(CellId::new(0), 5, None);
        puzzle.add_given(CellId::new(0), 6, None);
        puzzle.add_given(CellId::new(0), 5, None);
        let messages: Vec<_> = puzzle.check().into_iter().map(|f| f.message).collect();
        assert_eq!(messages, ["r1c1 cannot be both 5 and 6"]);
    }

    #[test]
    fn a_line_needs_its_cells() {
        let short = Clue::new(kinds::find("thermo").unwrap()).over([CellId::new(0)]);
        assert_eq!(with(vec![short])[0].message, "thermo needs at least 2 cells");
    }

    #[test]
    fn impossible_cage_sums_say_what_is_possible() {
        let cells: Vec<_> = [0, 1, 9].map(CellId::new).into();
        let cage = |sum| Clue::new(kinds::find("cage").unwrap()).number(sum).over(cells.clone());
        let flaws = with(vec![cage(28)]);
        assert_eq!(flaws[0].message, "cage of 3 cells cannot sum to 28");
        assert_eq!(flaws[0].help.as_deref(), Some("largest possible: 9+8+7 = 24"));
        let flaws = with(vec![cage(5)]);
        assert_eq!(flaws[0].help.as_deref(), Some("smallest possible: 1+2+3 = 6"));
    }
}
