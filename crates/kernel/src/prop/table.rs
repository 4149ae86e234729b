//! Variables take one of the listed rows: Compact-Table (Demeulenaere and others 2016).
//!
//! The rows still valid are a bit set in lanes of the slab; for each variable and value
//! the rows with it are a bit row made at compile time. Complete for small variables. A
//! wide variable keeps the hull of what valid rows have, and is checked when it is fixed.
//!
//! The lanes only save time: a valid row is one whose values are all possible, so starting
//! with all rows gives the same.

use std::sync::Arc;

use crate::bits::Ones;
use crate::context::{Conflict, Ctx, Outcome, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;

/// Which rows have a value in a column.
#[derive(Clone, Debug)]
pub(crate) struct Supports {
    columns: Box<[Column]>,
    rows: usize,
}

#[derive(Clone, Debug)]
enum Column {
    /// A row set for each bit of the mask, one after the other.
    Small(Box<[u64]>),
    /// The values in order, and a row set for each.
    Wide(Box<[i64]>, Box<[u64]>),
}

impl Supports {
    /// From rows of values that are all possible. A column is given as the offset and the
    /// number of bits of its mask, or nothing if it is wide.
    pub(crate) fn new(rows: &[Box<[i64]>], columns: &[Option<(i64, u32)>]) -> Self {
        let words = rows.len().div_ceil(64);
        let column = |(c, shape): (usize, &Option<(i64, u32)>)| {
            let values: Box<[i64]> = match *shape {
                Some((offset, bits)) => (0..bits).map(|b| offset + i64::from(b)).collect(),
                None => {
                    let mut values: Vec<i64> = rows.iter().map(|row| row[c]).collect();
                    values.sort_unstable();
                    values.dedup();
                    values.into()
                }
            };
            let mut sets = vec![0u64; values.len() * words];
            for (r, row) in rows.iter().enumerate() {
                if let Ok(at) = values.binary_search(&row[c]) {
                    sets[at * words + r / 64] |= 1 << (r % 64);
                }
            }
            match shape {
                Some(_) => Column::Small(sets.into()),
                None => Column::Wide(values, sets.into()),
            }
        };
        Self { columns: columns.iter().enumerate().map(column).collect(), rows: rows.len() }
    }

    /// The lanes of a table with these rows, as they start.
    pub(crate) fn lanes(&self) -> Vec<u64> {
        let mut lanes = vec![u64::MAX; self.rows.div_ceil(64)];
        if let Some(last) = lanes.last_mut()
            && !self.rows.is_multiple_of(64)
        {
            *last = crate::bits::low_bits(self.rows as u32 % 64);
        }
        lanes
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Table {
    vars: Box<[VarId]>,
    supports: Arc<Supports>,
    /// First word of the set of valid rows.
    lane: usize,
    /// Pairs that see each other; rows in which they are equal are left out.
    differ: Box<[(VarId, VarId)]>,
}

impl Table {
    /// The variables are different. `differ` are those whose values are, by other constraints,
    /// and whose rows with equal values were left out.
    pub(crate) fn new(
        vars: Vec<VarId>,
        supports: Arc<Supports>,
        lane: usize,
        differ: Box<[(VarId, VarId)]>,
    ) -> Self {
        Self { vars: vars.into(), supports, lane, differ }
    }

    /// Pairs that could be equal if they did not see each other.
    pub(crate) fn relies_on(&self, domains: &[u64]) -> Vec<(VarId, VarId)> {
        let meet = |&&(a, b): &&(VarId, VarId)| domains[a.index()] & domains[b.index()] != 0;
        self.differ.iter().filter(meet).copied().collect()
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        let mut union = std::mem::take(&mut ctx.state.scratch.words);
        let result = self.filter(ctx, &mut union);
        ctx.state.scratch.words = union;
        result.map(|()| Status::Fixpoint)
    }

    fn filter<L: Log>(&self, ctx: &mut Ctx<'_, L>, union: &mut Vec<u64>) -> Outcome {
        let words = self.supports.rows.div_ceil(64);
        for (&var, column) in self.vars.iter().zip(&self.supports.columns) {
            if ctx.state.slab[var.index()] == ctx.model.base[var.index()] && ctx.is_small(var) {
                continue;
            }
            union.clear();
            union.resize(words, 0);
            let mut add = |set: &[u64]| union.iter_mut().zip(set).for_each(|(u, s)| *u |= s);
            match column {
                Column::Small(sets) => {
                    Ones(ctx.mask(var)).for_each(|b| add(row(sets, b as usize, words)));
                }
                Column::Wide(values, sets) => {
                    let from = values.partition_point(|&v| v < ctx.min(var));
                    let to = values.partition_point(|&v| v <= ctx.max(var));
                    (from..to).for_each(|i| add(row(sets, i, words)));
                }
            }
            for (w, &rows) in union.iter().enumerate() {
                ctx.set_lane(self.lane + w, ctx.lane(self.lane + w) & rows);
            }
        }
        let valid = self.lane..self.lane + words;
        if ctx.state.slab[valid.clone()].iter().all(|&w| w == 0) {
            return Err(Conflict);
        }
        for (&var, column) in self.vars.iter().zip(&self.supports.columns) {
            let valid = &ctx.state.slab[valid.clone()];
            let used = |set: &[u64]| valid.iter().zip(set).any(|(v, s)| v & s != 0);
            match column {
                Column::Small(sets) => {
                    let mask = ctx.mask(var);
                    let kept = Ones(mask).filter(|&b| used(row(sets, b as usize, words)));
                    let kept = kept.fold(0, |m, b| m | 1 << b);
                    ctx.keep(var, kept)?;
                }
                Column::Wide(values, sets) => {
                    let used = |&i: &usize| used(row(sets, i, words));
                    let first = (0..values.len()).find(used).ok_or(Conflict)?;
                    let last = (0..values.len()).rfind(used).ok_or(Conflict)?;
                    ctx.at_least(var, values[first])?;
                    ctx.at_most(var, values[last])?;
                }
            }
        }
        Ok(())
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        self.vars.iter().for_each(|&v| watch(v, Event::Any));
    }
}

#[inline(always)]
fn row(sets: &[u64], at: usize, words: usize) -> &[u64] {
    &sets[at * words..(at + 1) * words]
}
