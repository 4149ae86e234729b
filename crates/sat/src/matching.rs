//! All-different: every row takes a column of its own.
//!
//! A matching of rows with columns is kept and repaired when it loses an edge. If it cannot be
//! repaired, the rows that were reached have fewer columns than they are: they, and the literals
//! that are false outside their columns, are the conflict (Hall's theorem). Literals that no
//! matching can use are those between strongly connected components of the residual graph
//! (Régin); their reason is found when it is asked for, by looking for the Hall set that is
//! left without them.

use std::rc::Rc;

use crate::components::strong_components;
use crate::core::Search;
use crate::lit::Lit;
use crate::solver::Solver;
use crate::theory::{Conflict, Theory};

const NONE: u32 = u32::MAX;

/// One all-different constraint.
struct Matching {
    /// By row: literals and the columns they are in.
    rows: Rc<[Vec<(Lit, u32)>]>,
    columns: usize,
    /// By row: its column in the matching. Kept when decisions are taken back: what matched before
    /// matches with fewer false literals, too.
    column_of: Vec<u32>,
    row_of: Vec<u32>,
    /// Calls to come without pruning; grows when pruning finds nothing.
    pause: u32,
    last_pause: u32,
}

/// All of them, as one theory.
#[derive(Default)]
pub(crate) struct AllDifferent {
    constraints: Vec<Matching>,
    /// Constraints to look at; a scratch list.
    due: Vec<u32>,
    /// Whether every constraint was looked at once.
    started: bool,
}

impl AllDifferent {
    /// One more constraint.
    pub fn add(&mut self, rows: &[Vec<Lit>], columns: &[Vec<Lit>]) {
        let column = |lit: Lit| {
            columns.iter().position(|column| column.binary_search(&lit).is_ok()).expect("covered")
        };
        let rows: Vec<Vec<(Lit, u32)>> = rows
            .iter()
            .map(|row| row.iter().map(|&lit| (lit, column(lit) as u32)).collect())
            .collect();
        self.constraints.push(Matching::new(rows.into(), columns.len()));
    }

    /// Hands the theory to the solver.
    pub fn post(self, solver: &mut Solver) {
        let number = solver.next_theory();
        for (at, constraint) in self.constraints.iter().enumerate() {
            for &(lit, _) in constraint.rows.iter().flatten() {
                solver.search_mut().watch(number, !lit, at as u32);
            }
        }
        solver.add_theory(Box::new(self));
    }
}

impl Matching {
    fn new(rows: Rc<[Vec<(Lit, u32)>]>, columns: usize) -> Matching {
        Matching {
            column_of: vec![NONE; rows.len()],
            row_of: vec![NONE; columns],
            rows,
            columns,
            pause: 0,
            last_pause: 0,
        }
    }

    /// Finds a column for a row, moving others. On failure the rows reached.
    fn augment(
        &mut self,
        row: u32,
        open: &dyn Fn(Lit) -> bool,
        avoid: u32,
    ) -> Result<(), Vec<bool>> {
        let mut from = vec![NONE; self.columns];
        let mut reached = vec![false; self.rows.len()];
        reached[row as usize] = true;
        let mut queue = vec![row];
        let mut at = 0;
        while at < queue.len() {
            let row = queue[at];
            at += 1;
            for &(lit, column) in &self.rows[row as usize] {
                if column == avoid || from[column as usize] != NONE || !open(lit) {
                    continue;
                }
                from[column as usize] = row;
                let owner = self.row_of[column as usize];
                if owner == NONE {
                    self.shift(column, &from);
                    return Ok(());
                }
                if !reached[owner as usize] {
                    reached[owner as usize] = true;
                    queue.push(owner);
                }
            }
        }
        Err(reached)
    }

    /// Gives a free column to the row that reached it, its old column to the row before, and so on.
    fn shift(&mut self, mut column: u32, from: &[u32]) {
        loop {
            let row = from[column as usize];
            let old = self.column_of[row as usize];
            self.column_of[row as usize] = column;
            self.row_of[column as usize] = row;
            if old == NONE {
                return;
            }
            column = old;
        }
    }

    /// The literals of the rows of a Hall set that lie outside its columns: all false.
    /// `taken` is a column that somebody else has.
    fn hall(&self, reached: &[bool], open: &dyn Fn(Lit) -> bool, taken: u32, out: &mut Vec<Lit>) {
        let lits = || self.rows.iter().zip(reached).filter(|(_, reached)| **reached);
        let mut inside = vec![false; self.columns];
        for &(lit, column) in lits().flat_map(|(row, _)| row) {
            inside[column as usize] |= open(lit) || column == taken;
        }
        let outside = lits().flat_map(|(row, _)| row);
        let outside = outside.filter(|&&(_, column)| !inside[column as usize]);
        out.extend(outside.map(|&(lit, _)| lit));
    }

    /// Makes literals false that no matching can use.
    fn prune(&self, data: u32, search: &mut Search) -> bool {
        let components = self.components(search);
        let mut pruned = false;
        for row in 0..self.rows.len() {
            for at in 0..self.rows[row].len() {
                let (lit, column) = self.rows[row][at];
                if search.is_open(lit)
                    && self.column_of[row] != column
                    && components[row] != components[self.rows.len() + column as usize]
                {
                    pruned = true;
                    search.imply(!lit, data);
                }
            }
        }
        pruned
    }

    /// Repairs the matching and prunes. `data` is what reasons will be asked with.
    fn propagate(
        &mut self,
        data: u32,
        search: &mut Search,
        conflict: &mut Vec<Lit>,
    ) -> Result<(), Conflict> {
        for row in 0..self.rows.len() {
            let column = self.column_of[row];
            if column != NONE {
                let lit = self.rows[row].iter().find(|&&(_, other)| other == column);
                if search.is_false(lit.expect("matched by a literal").0) {
                    self.column_of[row] = NONE;
                    self.row_of[column as usize] = NONE;
                }
            }
        }
        for row in 0..self.rows.len() as u32 {
            if self.column_of[row as usize] == NONE {
                let open = |lit: Lit| !search.is_false(lit);
                if let Err(reached) = self.augment(row, &open, NONE) {
                    self.hall(&reached, &open, NONE, conflict);
                    return Err(Conflict);
                }
            }
        }
        if self.pause > 0 {
            self.pause -= 1;
            return Ok(());
        }
        let longer = (2 * self.last_pause + 1).min(256);
        self.last_pause = if self.prune(data, search) { self.last_pause / 2 } else { longer };
        self.pause = self.last_pause;
        Ok(())
    }

    /// Why a literal is false. Suppose it had been true: its column is taken, its row served.
    /// The other rows do not fit into what was left then.
    fn explain(&self, lit: Lit, search: &Search, out: &mut Vec<Lit>) {
        let before = search.place(lit);
        let open = |other: Lit| !(search.is_false(other) && search.place(other) < before);
        let places = self.rows.iter().enumerate().flat_map(|(row, lits)| {
            lits.iter().filter(|&&(other, _)| other == lit).map(move |&(_, column)| (row, column))
        });
        let (row, taken) = places.into_iter().next().expect("a literal of a row");
        let mut scratch = Matching::new(self.rows.clone(), self.columns);
        for other in (0..self.rows.len()).filter(|&other| other != row) {
            if let Err(reached) = scratch.augment(other as u32, &open, taken) {
                return scratch.hall(&reached, &open, taken, out);
            }
        }
        unreachable!("the literal was not excluded by the other rows");
    }

    /// Components of the graph with edges from rows to the columns they might take, and from
    /// columns to the rows that have them; free columns lead to each other through one more node.
    fn components(&self, search: &Search) -> Vec<u32> {
        let count = self.rows.len();
        let sink = count + self.columns;
        let successors = |node: usize| -> Vec<usize> {
            if node < count {
                let lits = self.rows[node].iter().filter(|&&(lit, _)| !search.is_false(lit));
                lits.map(|&(_, column)| count + column as usize).collect()
            } else if node < sink {
                match self.row_of[node - count] {
                    NONE => vec![sink],
                    row => vec![row as usize],
                }
            } else {
                // Columns in use can be given up for a free one by way of their rows.
                (0..self.columns)
                    .filter(|&column| self.row_of[column] != NONE)
                    .map(|column| count + column)
                    .collect()
            }
        };
        strong_components(sink + 1, &successors)
    }
}

impl Theory for AllDifferent {
    fn propagate(
        &mut self,
        events: &[u32],
        search: &mut Search,
        conflict: &mut Vec<Lit>,
    ) -> Result<(), Conflict> {
        self.due.clear();
        if !self.started {
            self.started = true;
            self.due.extend(0..self.constraints.len() as u32);
        }
        self.due.extend_from_slice(events);
        self.due.sort_unstable();
        self.due.dedup();
        for &at in &self.due {
            self.constraints[at as usize].propagate(at, search, conflict)?;
        }
        Ok(())
    }

    fn explain(&mut self, lit: Lit, data: u32, search: &Search, out: &mut Vec<Lit>) {
        self.constraints[data as usize].explain(!lit, search, out);
    }
}
