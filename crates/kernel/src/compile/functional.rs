//! Constraints in which some variables follow from others.
//!
//! Where the others are small and few, every combination is listed: a table is complete,
//! and their own propagators reason on bounds.

use std::sync::Arc;

use crate::compile::Compiler;
use crate::compile::relation::Rows;
use crate::compile::tables::each_tuple;
use crate::constraint::Constraint;
use crate::derive::Cells;
use crate::ids::VarId;
use crate::model::HouseInfo;
use crate::prop::{AbsDiff, Cliques, Count, DivRem, Element, Extreme, Loses, Product, Prop};

impl Compiler {
    pub(super) fn functional(&mut self, constraint: &Constraint, item: usize) {
        if let Some((vars, rows)) = self.graph(constraint) {
            return self.table(&vars, &rows, item);
        }
        let prop = match constraint {
            Constraint::Element { index, list, value } => {
                let loses = match self.branch {
                    _ if self.hosted || list.is_empty() || !self.aligned(list) => Loses::Nobody,
                    Some(_) => Loses::List,
                    None => Loses::Everybody,
                };
                Prop::Element(Element::new(*index, list.clone(), *value, loses))
            }
            Constraint::Count { vars, values, count } => {
                Prop::Count(self.count(vars, values, *count))
            }
            Constraint::Product { a, b, product } => Prop::Product(Product::new(*a, *b, *product)),
            Constraint::AbsDiff { a, b, diff } => Prop::AbsDiff(AbsDiff::new(*a, *b, *diff)),
            Constraint::Extreme { vars, result, max } => {
                let differs = |v| self.apart_for_sure(v, *result);
                Prop::Extreme(Extreme::new(vars.clone(), *result, *max, differs))
            }
            Constraint::DivRem { a, b, quotient, remainder, rounding } => {
                Prop::DivRem(DivRem::new([*a, *b, *quotient, *remainder], *rounding))
            }
            other => return self.check(other.clone(), item),
        };
        self.emit(prop, item);
    }

    fn count(&mut self, vars: &[VarId], values: &[i64], count: VarId) -> Count {
        let mut values = values.to_vec();
        values.sort_unstable();
        values.dedup();
        let mask = |&v: &VarId| {
            let bits = values.iter().map(|x| x.wrapping_sub(self.model.offset[v.index()]));
            bits.filter(|b| (0..64).contains(b)).fold(0u64, |m, b| m | 1 << b)
        };
        let masks: Vec<u64> = vars.iter().map(mask).collect();
        let cliques = match values[..] {
            [_] => self.cliques(vars, count),
            _ => Arc::default(),
        };
        let small = vars.iter().all(|&v| self.model.is_small(v));
        Count::new((vars.to_vec(), small), masks, values, count, cliques)
    }

    /// The variables in groups that all see each other; none if that would say nothing.
    fn cliques(&mut self, vars: &[VarId], count: VarId) -> Arc<Cliques> {
        let repeats = (0..vars.len()).any(|i| vars[..i].contains(&vars[i]));
        if vars.len() > 64 || repeats || vars.contains(&count) || !self.aligned(vars) {
            return Arc::default();
        }
        let state = (vars.to_vec(), self.branch.is_some(), self.model.houses.len());
        // Every value is counted in the same list.
        if let Some((known, cliques)) = &self.cliques
            && *known == state
            && cliques.watchers.iter().all(|&(v, _)| v != count)
        {
            return cliques.clone();
        }
        let mut places: Vec<Vec<usize>> = Vec::new();
        for (i, &var) in vars.iter().enumerate() {
            let takes = |c: &&mut Vec<usize>| c.iter().all(|&j| self.model.sees(vars[j], var));
            match places.iter_mut().filter(takes).max_by_key(|c| c.len()) {
                Some(clique) => clique.push(i),
                None => places.push(vec![i]),
            }
        }
        for by_house in self.by_houses(vars) {
            if by_house.len() < places.len() {
                places = by_house;
            }
        }
        let mut watchers = self.watchers(vars);
        watchers.retain(|&(v, _)| v != count);
        let bits = |clique: Vec<usize>| clique.iter().fold(0, |m, &i| m | 1 << i);
        let places = places.into_iter().map(bits).collect();
        let cliques = Arc::new(Cliques { places, watchers });
        self.cliques = Some((state, cliques.clone()));
        cliques
    }

    /// The variables by houses that do not overlap, as rows or as boxes, where these hold all.
    fn by_houses(&self, vars: &[VarId]) -> Vec<Vec<Vec<usize>>> {
        let mut out = Vec::new();
        let mut houses = &self.model.houses[..];
        while let Some((first, _)) = houses.split_first() {
            let mut taken = Cells::new(&first.vars);
            let fits = |house: &&HouseInfo| {
                let new = !house.vars.iter().any(|&v| taken.has(v));
                house.vars.iter().for_each(|&v| taken.insert(v));
                new
            };
            let size = 1 + houses[1..].iter().take_while(fits).count();
            let (family, others) = houses.split_at(size);
            houses = others;
            let here = |house: &HouseInfo| -> Vec<usize> {
                (0..vars.len()).filter(|&i| house.vars.contains(&vars[i])).collect()
            };
            let places: Vec<Vec<usize>> =
                family.iter().map(here).filter(|places| !places.is_empty()).collect();
            if places.iter().map(Vec::len).sum::<usize>() == vars.len() {
                out.push(places);
            }
        }
        out
    }

    /// Columns and rows of a functional constraint, if its inputs can be listed.
    fn graph(&self, constraint: &Constraint) -> Option<(Vec<VarId>, Rows)> {
        let (inputs, outputs): (Vec<VarId>, Vec<VarId>) = match constraint {
            Constraint::Element { index, list, value } => {
                (std::iter::once(index).chain(list).copied().collect(), vec![*value])
            }
            Constraint::Extreme { vars, result: out, .. } => (vars.clone(), vec![*out]),
            Constraint::Product { a, b, product: out }
            | Constraint::AbsDiff { a, b, diff: out } => (vec![*a, *b], vec![*out]),
            Constraint::DivRem { a, b, quotient, remainder, .. } => {
                (vec![*a, *b], vec![*quotient, *remainder])
            }
            _ => return None,
        };
        let domains = self.small_domains(&inputs)?;
        let mut rows: Vec<Box<[i64]>> = Vec::new();
        each_tuple(&domains, &mut |row| {
            if let Some(found) = outputs_of(constraint, row) {
                rows.push(row.iter().copied().chain(found).collect());
            }
        });
        Some((inputs.into_iter().chain(outputs).collect(), Arc::from(rows)))
    }
}

/// What follows from the inputs of a functional constraint, in the order of its variables.
fn outputs_of(constraint: &Constraint, row: &[i64]) -> Option<Vec<i64>> {
    let one = match constraint {
        Constraint::Element { .. } => *row.get(usize::try_from(row[0]).ok().filter(|&i| i > 0)?)?,
        Constraint::Extreme { max: true, .. } => *row.iter().max()?,
        Constraint::Extreme { max: false, .. } => *row.iter().min()?,
        Constraint::Product { .. } => row[0].checked_mul(row[1])?,
        Constraint::AbsDiff { .. } => i64::try_from(row[0].abs_diff(row[1])).ok()?,
        Constraint::DivRem { rounding, .. } => {
            let quotient = rounding.quotient(row[0], row[1])?;
            return Some(vec![quotient, rounding.remainder(row[0], row[1])?]);
        }
        _ => return None,
    };
    Some(vec![one])
}
