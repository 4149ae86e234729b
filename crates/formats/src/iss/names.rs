//! Cells of the grid and extra cells, by the names that statements give them.
//!
//! While statements are read, an extra cell is a [`CellId`] behind those of the grid; so
//! kinds of clues can speak of it as of any cell. In the end its digit becomes a variable.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use pencilmark_kernel::expr::{Expr, Formula};
use pencilmark_kernel::graph::Graph;
use pencilmark_puzzle::{CellId, Clue, Grid, Name, NamedVar, Puzzle, Shape};

use super::{Statement, rule};
use crate::import::{Reading, Trouble};

/// The most cells, extra ones included.
const MAX_CELLS: usize = 2000;
/// Characters of a label that is a name.
const MAX_LABEL: usize = 20;

/// How people call what a house does without.
const LACKING: &str = "what ";

/// Cells that belong together: the grid, or extra cells declared at once.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// How names of its cells start; empty for the grid.
    pub prefix: String,
    /// The index of its first cell.
    pub first: usize,
    pub count: usize,
    pub columns: usize,
    /// What people call its cells.
    label: Option<String>,
    /// Whether its cells are values of a layer instead of variables of their own.
    pub layer: Option<&'static str>,
}

pub(super) struct Names {
    grid: Grid,
    pub groups: Vec<Group>,
    by_name: HashMap<String, CellId>,
    /// The variable of each extra cell.
    variables: Vec<Name>,
}

impl Names {
    /// Finds all declarations.
    pub fn new(statements: &[Statement], puzzle: &Puzzle) -> Reading<Names> {
        let grid = puzzle.grid.clone();
        let whole = Group {
            prefix: String::new(),
            first: 0,
            count: grid.size(),
            columns: grid.cols(),
            label: None,
            layer: None,
        };
        let mut names =
            Names { grid, groups: vec![whole], by_name: HashMap::new(), variables: vec![] };
        for statement in statements {
            let (rows, cols) = (names.grid.rows(), names.grid.cols());
            match &*statement.kind {
                "Var" => names.declare_var(statement)?,
                "ChaosConstruction" => {
                    names.add(statement, "CC", rows * cols, cols, Some("region"))?
                }
                "Doppelganger" => {
                    names.add(statement, "DGZ", 1, 1, None)?;
                    names.add(statement, "DGR", cols, cols, None)?;
                    names.add(statement, "DGC", rows, rows, None)?;
                    let boxes = puzzle.clues_of("box").count();
                    names.add(statement, "DGB", boxes, cols, None)?;
                }
                _ => {}
            }
        }
        Ok(names)
    }

    fn declare_var(&mut self, statement: &Statement) -> Reading<()> {
        let prefix = statement.arg(0);
        if prefix.is_empty() || !prefix.bytes().all(|b| b.is_ascii_uppercase()) {
            return Err(statement.fault("extra cells are named by upper case letters"));
        }
        let size = statement.arg(2);
        let number =
            |text: &str| text.parse::<usize>().ok().filter(|n| (1..=MAX_CELLS).contains(n));
        let (count, columns) = match size.split_once('x') {
            Some((rows, cols)) => match (number(rows), number(cols)) {
                (Some(rows), Some(cols)) => (rows * cols, cols),
                _ => return Err(statement.fault(format!("`{size}` is no number of cells"))),
            },
            None if size.is_empty() => (1, self.grid.cols()),
            None => match number(size) {
                Some(count) => (count, self.grid.cols()),
                None => return Err(statement.fault(format!("`{size}` is no number of cells"))),
            },
        };
        self.add(statement, &format!("V{prefix}"), count, columns, None)?;
        let label = statement.arg(1).trim();
        let plain = |c: char| c.is_alphanumeric() || [' ', '-', '_'].contains(&c);
        let known = self.groups.iter().any(|g| g.label.as_deref() == Some(label));
        let fits = (2..=MAX_LABEL).contains(&label.chars().count()) && label.chars().all(plain);
        if let Some(group) = self.groups.last_mut().filter(|_| fits && !known) {
            group.label = Some(label.into());
        }
        Ok(())
    }

    fn add(
        &mut self,
        statement: &Statement,
        prefix: &str,
        count: usize,
        columns: usize,
        layer: Option<&'static str>,
    ) -> Reading<()> {
        let first = self.groups.iter().map(|g| g.count).sum();
        if first + count > MAX_CELLS {
            return Err(statement.fault(format!("more than {MAX_CELLS} cells are not read")));
        }
        if self.groups.iter().any(|g| g.prefix == prefix) {
            return Err(statement.fault(format!("`{prefix}` is declared twice")));
        }
        for i in 0..count {
            let name = if count == 1 { prefix.to_string() } else { format!("{prefix}{}", i + 1) };
            self.by_name.insert(name, CellId::new(first + i));
        }
        let columns = columns.max(1);
        self.groups.push(Group {
            prefix: prefix.into(),
            first,
            count,
            columns,
            label: None,
            layer,
        });
        Ok(())
    }

    /// Declares the variables of all extra cells. Values of a layer exist once the clue
    /// that makes the layer is there; it is added by whoever reads it.
    pub fn declare(&mut self, puzzle: &mut Puzzle) {
        for group in self.groups.iter().skip(1) {
            for i in 0..group.count {
                if group.layer.is_some() {
                    self.variables.push(Name::Cell(CellId::new(i)));
                    continue;
                }
                let text = if group.count == 1 { String::new() } else { (i + 1).to_string() };
                let name = format!("{}{text}", group.prefix.to_lowercase());
                self.variables.push(Name::Var(puzzle.vars.len()));
                let (lo, hi) = (puzzle.grid.lo(), puzzle.grid.hi());
                let called = self.called(group, i);
                puzzle.vars.push(NamedVar { name, lo, hi, called, origin: None });
            }
        }
    }

    /// What people call an extra cell: by its place, if the group has the shape of the grid.
    fn called(&self, group: &Group, at: usize) -> Option<String> {
        // What a row misses stands in a column beside the grid, and the other way round.
        let house = match group.prefix.as_str() {
            "DGZ" => return Some("the 0".into()),
            "DGC" => Some("row"),
            "DGR" => Some("column"),
            "DGB" => Some("box"),
            _ => None,
        };
        if let Some(house) = house {
            return Some(format!("{LACKING}{house} {} lacks", at + 1));
        }
        let number = if group.count == 1 { String::new() } else { (at + 1).to_string() };
        if let Some(layer) = group.layer {
            return Some(format!("the {layer} of {}", self.grid.name(CellId::new(at))));
        }
        let Some(label) = &group.label else {
            // They are written with a V before, which says no more.
            let letters = group.prefix.strip_prefix('V').filter(|rest| !rest.is_empty())?;
            return Some(format!("value {letters}{number}"));
        };
        Some(match group.count == self.grid.size() && group.columns == self.grid.cols() {
            true => format!("the {label} of {}", self.grid.name(CellId::new(at))),
            false => format!("\u{201c}{label}\u{201d} {number}").trim_end().into(),
        })
    }

    /// The group with this prefix.
    pub fn group(&self, prefix: &str) -> Option<&Group> {
        self.groups.iter().find(|g| g.prefix == prefix)
    }

    /// The group that a cell is in.
    pub fn group_of(&self, cell: CellId) -> &Group {
        let inside = |g: &&Group| (g.first..g.first + g.count).contains(&cell.index());
        self.groups.iter().find(inside).unwrap_or(&self.groups[0])
    }

    /// The cell so many rows and columns away in the same group.
    pub fn step(&self, cell: CellId, down: isize, right: isize) -> Option<CellId> {
        let group = self.group_of(cell);
        let at = cell.index() - group.first;
        let row = (at / group.columns).checked_add_signed(down)?;
        let col = (at % group.columns).checked_add_signed(right)?;
        let to = row * group.columns + col;
        (col < group.columns && to < group.count).then(|| CellId::new(group.first + to))
    }

    /// `R1Cg`, row and column to base 17, or the name of an extra cell.
    pub fn cell(&self, word: &str) -> Option<CellId> {
        let place = |c: u8| Some(char::from(c).to_digit(17)?.checked_sub(1)? as usize);
        if let [b'R' | b'r', r, b'C' | b'c', c] = *word.as_bytes() {
            return self.grid.cell(place(r)?, place(c)?);
        }
        self.by_name.get(word).copied()
    }

    pub fn want(&self, statement: &Statement, word: &str) -> Reading<CellId> {
        self.cell(word).ok_or_else(|| {
            let shown: String = word.chars().take(20).collect();
            statement.fault(format!("`{shown}` is not a cell"))
        })
    }

    pub fn cells(&self, statement: &Statement, words: &[Cow<'_, str>]) -> Reading<Vec<CellId>> {
        // Made for so many: one grown by and by is made several times over.
        let mut cells = Vec::with_capacity(words.len());
        for word in words.iter().filter(|w| !w.is_empty()) {
            cells.push(self.want(statement, word)?);
        }
        Ok(cells)
    }

    /// The name of a cell of the grid, or the number of an extra one in its group.
    pub fn name(&self, cell: CellId) -> String {
        if cell.index() < self.grid.size() {
            let digit = |n: usize| char::from_digit(n as u32 + 1, 17).unwrap_or('?');
            return format!("R{}C{}", digit(self.grid.row_of(cell)), digit(self.grid.col_of(cell)));
        }
        let group = self.group_of(cell);
        match group.count {
            1 => group.prefix.clone(),
            _ => format!("{}{}", group.prefix, cell.index() - group.first + 1),
        }
    }

    /// Cells as people write them, extra ones by what they are called: cells of the grid come first.
    pub fn listed(&self, cells: &[CellId]) -> String {
        let (extra, own): (Vec<CellId>, Vec<CellId>) =
            cells.iter().partition(|&&c| self.is_extra(c));
        let first = |c: &CellId| self.group_of(*c).first;
        let runs = extra.chunk_by(|a, b| first(a) == first(b));
        let extra = runs.map(|run| self.of_group(run));
        let own = (!own.is_empty()).then(|| self.grid.told(&own));
        own.into_iter().chain(extra).collect::<Vec<_>>().join(" and ")
    }

    /// Extra cells of a group: what they are called by is enough once.
    fn of_group(&self, cells: &[CellId]) -> String {
        let called = |&c: &CellId| {
            let group = self.group_of(c);
            let called = self.called(group, c.index() - group.first);
            called.unwrap_or_else(|| self.name(c).to_lowercase())
        };
        let names: Vec<String> = cells.iter().map(called).collect();
        let of_house = |name: &String| name.starts_with(LACKING);
        if names.iter().any(of_house) {
            return names.join(" and ");
        }
        let place = |name: &String| name.rsplit(' ').next().unwrap_or_default().to_string();
        let rest = names.iter().skip(1).map(place);
        names.iter().take(1).cloned().chain(rest).collect::<Vec<_>>().join(" ")
    }

    fn is_extra(&self, cell: CellId) -> bool {
        cell.index() >= self.grid.size()
    }

    /// A clue as the puzzle can hold it: as it is, or as rules if it speaks of extra cells.
    /// A clue about too few cells says nothing.
    pub fn settle(&self, clue: Clue, puzzle: &Puzzle) -> Vec<Clue> {
        if is_too_short(&clue) {
            return vec![];
        }
        let extra = clue.cells.iter().flatten().any(|&c| self.is_extra(c));
        let formula = clue.formula.as_ref().is_some_and(|f| self.names_extra(f));
        if !extra && !formula {
            return vec![clue];
        }
        let meant = clue.meaning(puzzle);
        let said = |f| Clue { called: clue.called.clone(), ..rule(self.resolve(f, puzzle)) };
        meant.iter().map(said).collect()
    }

    fn names_extra(&self, formula: &Formula<Name>) -> bool {
        let mut found = false;
        formula.map(&mut |name: &Name| {
            found |= matches!(name, Name::Cell(c) if self.is_extra(*c));
        });
        found
    }

    /// The formula with variables in place of extra cells.
    pub fn resolve(&self, formula: &Formula<Name>, puzzle: &Puzzle) -> Formula<Name> {
        formula.map(&mut |name: &Name| match name {
            Name::Cell(cell) if self.is_extra(*cell) => self.variable(*cell, puzzle),
            name => *name,
        })
    }

    fn variable(&self, cell: CellId, puzzle: &Puzzle) -> Name {
        let name = self.variables[cell.index() - self.grid.size()];
        match (name, self.group_of(cell).layer) {
            (Name::Cell(of), Some(layer)) => puzzle.in_layer(layer, of).unwrap_or(Name::Cell(of)),
            (name, _) => name,
        }
    }

    /// The digit of a cell, in a formula.
    pub fn digit(cell: CellId) -> Expr<Name> {
        Expr::Var(Name::Cell(cell))
    }

    /// An error if a group is not there.
    pub fn want_group<'a>(
        &'a self,
        statement: &Statement,
        prefix: &str,
    ) -> Result<&'a Group, Trouble> {
        self.group(prefix)
            .ok_or_else(|| statement.fault(format!("there are no extra cells `{prefix}`")))
    }
}

/// Whether a line has fewer cells than its kind can say anything about.
fn is_too_short(clue: &Clue) -> bool {
    let lists = clue.kind.args.iter().filter_map(|arg| match arg.shape {
        Shape::Cells(least) | Shape::Line(least) => Some(least),
        _ => None,
    });
    lists.zip(&clue.cells).any(|(least, cells)| cells.len() < least)
}

/// The cells of a group with these values hang together along sides.
pub(super) fn hang_together(group: &Group, cells: &[CellId], values: &[i64]) -> Formula<Name> {
    let places = 0..cells.len();
    let right = places.clone().filter(|i| (i + 1) % group.columns != 0).map(|i| (i, i + 1));
    let pairs = right.chain(places.map(|i| (i, i + group.columns)));
    let digits = cells.iter().map(|&c| Names::digit(c)).collect();
    Formula::Connected(digits, Arc::new(Graph::new(cells.len(), pairs)), values.to_vec())
}
