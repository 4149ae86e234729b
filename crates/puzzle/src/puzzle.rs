//! A puzzle: a grid and its clues. Plain data that never holds solver state.
//!
//! Rows, columns and boxes are clues like any other, one for each house, so that an
//! explanation can name the very row. Two clues are equal when they say the same thing;
//! where they were written does not count.

use pencilmark_kernel::expr::Formula;

use crate::grid::{CellId, Grid};
use crate::kind::Kind;
use crate::kinds;

/// What a formula of a puzzle speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Name {
    /// The digit of a cell.
    Cell(CellId),
    /// A named variable, by its place in [`Puzzle::vars`].
    Var(usize),
}

/// Where something was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The line of the file, from 1.
    pub line: usize,
    /// The line as written.
    pub text: String,
}

/// A value outside the grid: `var total in 1..45`.
#[derive(Clone, Debug)]
pub struct NamedVar {
    /// Its name.
    pub name: String,
    /// Its smallest value.
    pub lo: i64,
    /// Its largest value.
    pub hi: i64,
    /// What people call it, if not by its name.
    pub called: Option<String>,
    /// Where it was declared.
    pub origin: Option<Origin>,
}

impl PartialEq for NamedVar {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, self.lo, self.hi) == (&other.name, other.lo, other.hi)
    }
}

/// One value for each cell besides its digit: the region it is in, whether it counts double.
/// The values are named variables, `region_r1c1` and so on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Its name.
    pub name: String,
    /// The smallest value.
    pub lo: i64,
    /// The largest value.
    pub hi: i64,
}

/// The layer of what each cell counts for, where that is not its digit. Clues that add,
/// compare or order cells use it if the puzzle has it.
pub const VALUE: &str = "value";

/// One clue: a kind and what it is applied to.
#[derive(Clone, Debug)]
pub struct Clue {
    /// What sort of clue.
    pub kind: &'static Kind,
    /// Its numbers: the sum of a cage, the digit of a given.
    pub numbers: Vec<i64>,
    /// Its lists of cells: one for most kinds, circle and shaft for an arrow.
    pub cells: Vec<Vec<CellId>>,
    /// Its statement, if it is a rule.
    pub formula: Option<Formula<Name>>,
    /// If the statement says that all clues of one of some lists hold: these lists. The clues have
    /// propagators that parts of a statement have not.
    pub ways: Vec<Vec<Clue>>,
    /// Where it was written.
    pub origin: Option<Origin>,
    /// What a rule is called where its statement would not tell people what it says.
    pub called: Option<String>,
}

impl PartialEq for Clue {
    fn eq(&self, other: &Self) -> bool {
        let what = |c: &Clue| (c.kind.name, c.numbers.clone(), c.cells.clone(), c.formula.clone());
        what(self) == what(other)
    }
}

impl Clue {
    /// A clue of this kind about nothing yet.
    pub fn new(kind: &'static Kind) -> Clue {
        let (numbers, cells, ways) = Default::default();
        Clue { kind, numbers, cells, formula: None, ways, origin: None, called: None }
    }

    /// With one more number.
    pub fn number(mut self, n: i64) -> Clue {
        match self.numbers.is_empty() {
            // Most clues have one, which then takes no more memory than it needs.
            true => self.numbers = vec![n],
            false => self.numbers.push(n),
        }
        self
    }

    /// With one more list of cells.
    pub fn over(mut self, cells: impl Into<Vec<CellId>>) -> Clue {
        match self.cells.is_empty() {
            true => self.cells = vec![cells.into()],
            false => self.cells.push(cells.into()),
        }
        self
    }

    /// With a statement that means no more and no less than that all clues of one of these lists hold.
    pub fn stating_either(mut self, formula: Formula<Name>, ways: Vec<Vec<Clue>>) -> Clue {
        self.ways = ways;
        self.stating(formula)
    }

    /// With a statement.
    pub fn stating(mut self, formula: Formula<Name>) -> Clue {
        self.formula = Some(formula);
        self
    }

    /// With the place it was written.
    pub fn from(mut self, origin: Option<Origin>) -> Clue {
        self.origin = origin;
        self
    }

    /// With what people call it.
    pub fn called(mut self, name: String) -> Clue {
        self.called = Some(name);
        self
    }

    /// The list at this place; empty if the clue has no such list.
    pub fn list(&self, at: usize) -> &[CellId] {
        self.cells.get(at).map_or(&[], Vec::as_slice)
    }

    /// The digit of a `given` and its cell.
    pub fn as_given(&self) -> Option<(CellId, i64)> {
        if self.kind.name != "given" {
            return None;
        }
        Some((*self.list(0).first()?, *self.numbers.first()?))
    }

    /// The clue in words, as part of a sentence.
    pub fn words(&self, puzzle: &Puzzle) -> String {
        (self.kind.words)(self, puzzle)
    }

    /// The clue as statements of the kernel's language.
    pub fn meaning(&self, puzzle: &Puzzle) -> Vec<Formula<Name>> {
        (self.kind.meaning)(self, puzzle)
    }
}

/// A grid and its clues.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// What it is called.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// Where it was published.
    pub source: Option<String>,
    /// Its rules in words, for people.
    pub rules: Option<String>,
    /// The board.
    pub grid: Grid,
    /// Values outside the grid.
    pub vars: Vec<NamedVar>,
    /// Layers, each with the place of its first variable in `vars`; one follows for each cell.
    pub layers: Vec<(Layer, usize)>,
    /// All clues. Houses come first, then the rest in the order written.
    pub clues: Vec<Clue>,
}

impl Puzzle {
    /// An empty board without any clue, not even rows.
    pub fn blank(grid: Grid) -> Puzzle {
        Puzzle {
            title: None,
            author: None,
            source: None,
            rules: None,
            grid,
            vars: vec![],
            layers: vec![],
            clues: Vec::with_capacity(64),
        }
    }

    /// An empty board with the houses people expect: rows, columns, default boxes.
    pub fn sudoku(grid: Grid) -> Puzzle {
        let mut puzzle = Puzzle::blank(grid);
        puzzle.add_rows(None);
        puzzle.add_columns(None);
        if let Some((height, width)) = puzzle.grid.default_box() {
            puzzle.add_boxes(height, width, None);
        }
        puzzle
    }

    /// Adds every row as a house.
    pub fn add_rows(&mut self, origin: Option<Origin>) {
        let houses = (0..self.grid.rows()).map(|r| self.grid.row(r)).collect();
        self.add_houses(&kinds::ROW, houses, origin);
    }

    /// Adds every column as a house.
    pub fn add_columns(&mut self, origin: Option<Origin>) {
        let houses = (0..self.grid.cols()).map(|c| self.grid.column(c)).collect();
        self.add_houses(&kinds::COLUMN, houses, origin);
    }

    /// Adds boxes of this shape as houses; false if they do not fill the grid.
    pub fn add_boxes(&mut self, height: usize, width: usize, origin: Option<Origin>) -> bool {
        let Some(houses) = self.grid.boxes(height, width) else {
            return false;
        };
        self.add_houses(&kinds::BOX, houses, origin);
        true
    }

    /// Puts a digit into a cell.
    pub fn add_given(&mut self, cell: CellId, digit: i64, origin: Option<Origin>) {
        let clue = Clue::new(&kinds::GIVEN).number(digit).over([cell]).from(origin);
        self.clues.push(clue);
    }

    /// Adds a layer, unless there is one of this name.
    pub fn add_layer(&mut self, layer: Layer, origin: Option<Origin>) {
        if self.layer(&layer.name).is_some() {
            return;
        }
        let first = self.vars.len();
        for cell in self.grid.cells() {
            let name = format!("{}_{}", layer.name, self.grid.name(cell));
            let origin = origin.clone();
            let Layer { lo, hi, .. } = layer;
            self.vars.push(NamedVar { name, lo, hi, called: None, origin });
        }
        self.layers.push((layer, first));
    }

    /// Adds a clue and the layers it needs.
    pub fn add(&mut self, clue: Clue) {
        for layer in (clue.kind.layers)(&clue, self) {
            self.add_layer(layer, clue.origin.clone());
        }
        self.clues.push(clue);
    }

    /// The place in `vars` where a layer starts.
    pub fn layer(&self, name: &str) -> Option<usize> {
        self.layers.iter().find(|(layer, _)| layer.name == name).map(|&(_, first)| first)
    }

    /// A cell's value in a layer.
    pub fn in_layer(&self, name: &str, cell: CellId) -> Option<Name> {
        self.layer(name).map(|first| Name::Var(first + cell.index()))
    }

    /// What a cell counts for: its digit, unless a layer tells otherwise.
    pub fn value_of(&self, cell: CellId) -> Name {
        self.in_layer(VALUE, cell).unwrap_or(Name::Cell(cell))
    }

    /// The cell a name belongs to: its digit, or its value in a layer.
    pub fn cell_of(&self, name: Name) -> Option<CellId> {
        let i = match name {
            Name::Cell(cell) => return Some(cell),
            Name::Var(i) => i,
        };
        let size = self.grid.size();
        let of =
            |&(_, first): &(Layer, usize)| (first..first + size).contains(&i).then(|| i - first);
        self.layers.iter().find_map(of).map(CellId::new)
    }

    fn add_houses(
        &mut self,
        kind: &'static Kind,
        houses: Vec<Vec<CellId>>,
        origin: Option<Origin>,
    ) {
        let clue = |cells| Clue { cells: vec![cells], origin: origin.clone(), ..Clue::new(kind) };
        self.clues.extend(houses.into_iter().map(clue));
    }

    /// The clues of a kind.
    pub fn clues_of<'a>(&'a self, kind: &'static str) -> impl Iterator<Item = &'a Clue> {
        self.clues.iter().filter(move |c| c.kind.name == kind)
    }

    /// Height and width of the boxes: those of the puzzle if it has any, else the default.
    pub fn box_shape(&self) -> Option<(usize, usize)> {
        let Some(first) = self.clues_of("box").next() else {
            return self.grid.default_box();
        };
        let (top, bottom) = span(first.list(0), |c| self.grid.row_of(c))?;
        let (left, right) = span(first.list(0), |c| self.grid.col_of(c))?;
        Some((bottom - top + 1, right - left + 1))
    }

    /// How a formula's name is written: `r1c1`, or the name of the variable.
    pub fn name_text(&self, name: Name) -> String {
        match name {
            Name::Cell(cell) => self.grid.name(cell),
            Name::Var(i) => self.vars.get(i).map_or_else(|| format!("var{i}"), |v| v.name.clone()),
        }
    }

    /// What people call a cell or variable: a value in a layer by its cell.
    pub fn name_told(&self, name: Name) -> String {
        let Name::Var(i) = name else { return self.name_text(name) };
        let called = self.vars.get(i).and_then(|v| v.called.clone());
        let layer = self.layers.iter().find(|(_, at)| (*at..at + self.grid.size()).contains(&i));
        let of_cell = || {
            let (layer, at) = layer?;
            Some(format!("the {} of {}", layer.name, self.grid.name(CellId::new(i - at))))
        };
        called.or_else(of_cell).unwrap_or_else(|| self.name_text(name))
    }

    /// The values a name may take before any clue is looked at.
    pub fn range(&self, name: Name) -> (i64, i64) {
        match name {
            Name::Cell(_) => (self.grid.lo(), self.grid.hi()),
            Name::Var(i) => self.vars.get(i).map_or((0, 0), |v| (v.lo, v.hi)),
        }
    }

    /// Every name of the puzzle: cells row by row, then variables.
    pub fn names(&self) -> Vec<Name> {
        let vars = (0..self.vars.len()).map(Name::Var);
        self.grid.cells().map(Name::Cell).chain(vars).collect()
    }

    /// The place of a name in [`Puzzle::names`].
    pub fn position(&self, name: Name) -> usize {
        match name {
            Name::Cell(cell) => cell.index(),
            Name::Var(i) => self.grid.size() + i,
        }
    }
}

/// The smallest and largest coordinate of some cells.
fn span(cells: &[CellId], coordinate: impl Fn(CellId) -> usize) -> Option<(usize, usize)> {
    let all = || cells.iter().map(|&c| coordinate(c));
    Some((all().min()?, all().max()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sudoku_has_one_clue_for_each_house() {
        assert_eq!(Puzzle::sudoku(Grid::nine()).clues.len(), 27);
        assert_eq!(Puzzle::sudoku(Grid::new(7, 7).unwrap()).clues.len(), 14);
        assert_eq!(Puzzle::sudoku(Grid::new(6, 8).unwrap()).clues.len(), 6 + 8 + 6);
    }

    #[test]
    fn equality_does_not_look_at_origins() {
        let mut a = Puzzle::sudoku(Grid::nine());
        let mut b = a.clone();
        a.add_given(CellId::new(3), 5, Some(Origin { line: 3, text: "given r1c4 5".into() }));
        b.add_given(CellId::new(3), 5, None);
        assert_eq!(a, b);
        b.add_given(CellId::new(4), 5, None);
        assert_ne!(a, b);
    }
}
