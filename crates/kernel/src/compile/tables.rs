//! Listing what a constraint allows, and the lookup tables that propagators share.
//!
//! A puzzle repeats one rule in many places; equal rules over equal domains get the same
//! tables.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use crate::automaton::Automaton;
use crate::bits::Ones;
use crate::compile::Compiler;
use crate::compile::relation::Rows;
use crate::constraint::{Constraint, Pairs};
use crate::expr::Formula;
use crate::hash::QuickMap;
use crate::ids::VarId;
use crate::model::Model;
use crate::prop::{Layers, Letters, Supports};

/// Combinations of values are tried one by one up to this many.
pub(super) const MAX_TUPLES: usize = 4096;

/// Rules over more variables than this are not listed: other propagators prune better
/// for the same time.
const MAX_COLUMNS: usize = 4;

/// A mask's offset and number of bits, or nothing for a wide variable.
type Shape = Option<(i64, u32)>;

/// Tables that several propagators use. Tables found by address keep their source alive:
/// an address is reused only after it is freed.
#[derive(Default)]
pub(crate) struct Shared {
    sets: QuickMap<Vec<u64>, Arc<[u64]>>,
    /// Automata that are equal count as the one that came first.
    automata: QuickMap<Arc<Automaton>, Arc<Automaton>>,
    layers: QuickMap<(usize, Vec<Letters>), Found<Layers, Arc<Automaton>>>,
    supports: QuickMap<SupportsKey, Found<Supports, Rows>>,
    formulas: QuickMap<(Formula<usize>, Vec<Vec<i64>>), Rows>,
    pairs: QuickMap<Vec<(i64, i64)>, Pairs>,
}

/// A table, unless nothing is possible, and what it was made from.
type Found<T, S> = (Option<Arc<T>>, S);

/// Rows by address, the first column of each variable, every column's domain, and columns that
/// differ.
type SupportsKey = (usize, Vec<usize>, Vec<(Shape, i64, i64)>, Vec<(usize, usize)>);

impl Shared {
    pub(super) fn sets(&mut self, sets: Vec<u64>) -> Arc<[u64]> {
        let shared = || sets.clone().into();
        self.sets.entry(sets.clone()).or_insert_with(shared).clone()
    }

    pub(super) fn layers(
        &mut self,
        automaton: &Arc<Automaton>,
        line: Vec<Letters>,
    ) -> Option<Arc<Layers>> {
        let key = (Arc::as_ptr(automaton) as usize, line);
        if let Some((layers, _)) = self.layers.get(&key) {
            return layers.clone();
        }
        let automaton = &*self.automata.entry(automaton.clone()).or_insert(automaton.clone());
        match self.layers.entry((Arc::as_ptr(automaton) as usize, key.1)) {
            Entry::Occupied(known) => known.get().0.clone(),
            Entry::Vacant(free) => {
                let layers = Layers::new(automaton, &free.key().1).map(Arc::new);
                free.insert((layers.clone(), automaton.clone()));
                layers
            }
        }
    }

    /// The supports of the rows that are possible; none if no row is. `columns` are the
    /// places where `vars` names a variable for the first time, `differ` are places that are
    /// never equal.
    pub(super) fn supports(
        &mut self,
        model: &Model,
        vars: &[VarId],
        (columns, differ): (&[usize], &[(usize, usize)]),
        rows: &Rows,
    ) -> Option<Arc<Supports>> {
        let first = |v: &VarId| vars.iter().position(|w| w == v).unwrap_or(0);
        let firsts: Vec<usize> = vars.iter().map(first).collect();
        let domain = |&v: &VarId| {
            let (lo, hi) = model.bounds(v);
            (model.is_small(v).then(|| (lo, (hi - lo) as u32 + 1)), lo, hi)
        };
        let domains: Vec<(Shape, i64, i64)> = vars.iter().map(domain).collect();
        let key = (Arc::as_ptr(rows).cast::<()>() as usize, firsts, domains, differ.to_vec());
        match self.supports.entry(key) {
            Entry::Occupied(known) => known.get().0.clone(),
            Entry::Vacant(free) => {
                let (_, firsts, domains, differ) = free.key();
                let possible = |row: &&[i64]| {
                    let fits = |i: usize| {
                        (domains[i].1..=domains[i].2).contains(&row[i]) && row[i] == row[firsts[i]]
                    };
                    let whole = row.len() == vars.len() && (0..row.len()).all(fits);
                    whole && differ.iter().all(|&(i, j)| row[i] != row[j])
                };
                let pick = |row: &[i64]| columns.iter().map(|&c| row[c]).collect();
                let mut kept: Vec<Box<[i64]>> =
                    rows.iter().map(|row| &**row).filter(possible).map(pick).collect();
                kept.sort_unstable();
                kept.dedup();
                let shapes: Vec<Shape> = columns.iter().map(|&c| domains[c].0).collect();
                let supports = Supports::new(&kept, &shapes);
                let supports = (!kept.is_empty()).then(|| Arc::new(supports));
                free.insert((supports.clone(), rows.clone()));
                supports
            }
        }
    }
}

impl Compiler {
    /// Sets of values, shared between constraints that have the same.
    pub(super) fn shared_sets(&mut self, sets: Vec<u64>) -> Arc<[u64]> {
        self.shared.sets(sets)
    }

    /// The values of each variable, if all are small and their combinations are few.
    pub(super) fn small_domains(&self, vars: &[VarId]) -> Option<Vec<Vec<i64>>> {
        let mut tuples = 1usize;
        for &var in vars {
            if !self.model.is_small(var) {
                return None;
            }
            tuples = tuples.saturating_mul(self.model.full(var).count_ones() as usize);
        }
        let values = |&var: &VarId| {
            let (offset, mask) = (self.model.offset[var.index()], self.model.full(var));
            Ones(mask).map(|b| offset + i64::from(b)).collect()
        };
        (tuples <= MAX_TUPLES).then(|| vars.iter().map(values).collect())
    }

    /// The combinations of values that hold, as simple constraints; none if the variables
    /// are too many or too wide.
    pub(super) fn listed(
        &mut self,
        vars: &[VarId],
        holds: impl Fn(&[i64]) -> bool,
    ) -> Option<Vec<Constraint>> {
        if vars.len() > MAX_COLUMNS {
            return None;
        }
        let domains = self.small_domains(vars)?;
        let rows = rows_that(&domains, holds);
        Some(self.constraints_of(vars, &domains, rows))
    }

    /// The same for a formula: equal formulas over equal domains are listed once.
    pub(super) fn listed_formula(&mut self, f: &Formula<VarId>) -> Option<Vec<Constraint>> {
        let vars = f.variables();
        if vars.len() > MAX_COLUMNS {
            return None;
        }
        let domains = self.small_domains(&vars)?;
        let named = f.map(&mut |v| vars.iter().position(|w| w == v).unwrap_or(0));
        let rows = match self.shared.formulas.entry((named, domains.clone())) {
            Entry::Occupied(known) => known.get().clone(),
            Entry::Vacant(free) => {
                let rows = rows_that(&domains, |row| free.key().0.eval(&|&i| row[i]));
                free.insert(rows).clone()
            }
        };
        Some(self.constraints_of(&vars, &domains, rows))
    }

    fn constraints_of(
        &mut self,
        vars: &[VarId],
        domains: &[Vec<i64>],
        rows: Rows,
    ) -> Vec<Constraint> {
        if rows.len() == domains.iter().map(Vec::len).product() {
            return vec![];
        }
        if rows.is_empty() {
            return vec![Constraint::Or(vec![])];
        }
        vec![match *vars {
            [var] => Constraint::Domain { var, values: rows.iter().map(|row| row[0]).collect() },
            [a, b] => {
                let pairs: Vec<(i64, i64)> = rows.iter().map(|row| (row[0], row[1])).collect();
                let shared = || pairs.clone().into();
                let allowed = self.shared.pairs.entry(pairs.clone()).or_insert_with(shared).clone();
                Constraint::Pair { a, b, allowed }
            }
            _ => Constraint::Table { vars: vars.to_vec(), rows },
        }]
    }
}

/// All combinations of values for which `holds` says yes.
pub(super) fn rows_that(domains: &[Vec<i64>], holds: impl Fn(&[i64]) -> bool) -> Rows {
    let mut rows = Vec::new();
    each_tuple(domains, &mut |row| {
        if holds(row) {
            rows.push(row.into());
        }
    });
    rows.into()
}

/// Visits every combination of values.
pub(super) fn each_tuple(domains: &[Vec<i64>], visit: &mut dyn FnMut(&[i64])) {
    fn go(domains: &[Vec<i64>], row: &mut Vec<i64>, visit: &mut dyn FnMut(&[i64])) {
        let Some(domain) = domains.get(row.len()) else { return visit(row) };
        for &value in domain {
            row.push(value);
            go(domains, row, visit);
            row.pop();
        }
    }
    go(domains, &mut Vec::with_capacity(domains.len()), visit);
}
