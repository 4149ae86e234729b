//! Different values in a line, and the sum of those between two of them: two that are told
//! (bread), or the smallest and the largest.
//!
//! Goes through where the two can stand and what can be between them: sets of values with the
//! sum, as in a cage. A set counts if every cell between can take one of its values and each
//! of its values has a cell, and if the cells outside can take what is left. A cell keeps what
//! some possibility gives it. Not complete: cells are not matched with values one by one.

use crate::bits::low_bits;
use crate::context::{Conflict, Ctx, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::{Event, sets_with_sum};

/// The most variables and the most values.
pub(crate) const MAX_FILLING: usize = 16;

#[derive(Clone, Debug)]
pub(crate) struct Filling {
    vars: Box<[VarId]>,
    /// For each number of cells between the two, what can be there.
    options: Box<[Box<[Choice]>]>,
}

/// Bits of the two ends, the values between them, and those that others may have.
#[derive(Clone, Copy, Debug)]
struct Choice {
    ends: (u64, u64),
    between: u64,
    rest: u64,
}

impl Filling {
    /// `values` bits of the masks are in use; the sum is that of bits.
    pub(crate) fn new(
        vars: Vec<VarId>,
        values: u32,
        ends: Option<(u32, u32)>,
        sum: impl Fn(usize) -> Option<i64>,
    ) -> Self {
        let n = vars.len();
        let of_size = |size: usize| -> Box<[Choice]> {
            let sets = sum(size).map_or_else(|| [].into(), |sum| sets_with_sum(values, size, sum));
            let mut choices = Vec::with_capacity(sets.len());
            for &set in &sets[..] {
                match ends {
                    Some((a, b)) => choices.extend(Choice::bread(set, values, a, b)),
                    None => Choice::extremes(set, values, &mut choices),
                }
            }
            let outside = n - 2 - size;
            choices.retain(|c| c.rest.count_ones() as usize >= outside);
            choices.into()
        };
        let options = (0..n.saturating_sub(1)).map(of_size).collect();
        Self { vars: vars.into(), options }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        let n = self.vars.len();
        let (mut masks, mut keep) = ([0u64; MAX_FILLING], [0u64; MAX_FILLING]);
        for (mask, &var) in masks.iter_mut().zip(&self.vars) {
            *mask = ctx.mask(var);
        }
        let masks = &masks[..n];
        for (size, choices) in self.options.iter().enumerate() {
            for i in 0..n - 1 - size {
                self.place(masks, &mut keep, i, i + size + 1, choices);
            }
        }
        for (&var, &keep) in self.vars.iter().zip(&keep) {
            ctx.keep(var, keep)?;
        }
        Ok(Status::Again)
    }

    /// What is possible with the ends at these two places.
    fn place(
        &self,
        masks: &[u64],
        keep: &mut [u64; MAX_FILLING],
        i: usize,
        j: usize,
        choices: &[Choice],
    ) {
        let (inside, before, behind) = (&masks[i + 1..j], &masks[..i], &masks[j + 1..]);
        let union = |cells: &[u64]| cells.iter().fold(0, |m, &c| m | c);
        let (has_inside, has_outside) = (union(inside), union(before) | union(behind));
        let outside = before.len() + behind.len();
        for &Choice { ends: (a, b), between, rest } in choices {
            let rising = masks[i] & a != 0 && masks[j] & b != 0;
            let falling = masks[i] & b != 0 && masks[j] & a != 0;
            if !(rising || falling) || between & !has_inside != 0 {
                continue;
            }
            if rest.count_ones() as usize == outside && rest & !has_outside != 0 {
                continue;
            }
            let none = |cells: &[u64], set: u64| cells.iter().any(|&c| c & set == 0);
            if none(inside, between) || none(before, rest) || none(behind, rest) {
                continue;
            }
            let side = |yes: bool, bit: u64| if yes { bit } else { 0 };
            keep[i] |= side(rising, a) | side(falling, b);
            keep[j] |= side(rising, b) | side(falling, a);
            keep[i + 1..j].iter_mut().for_each(|k| *k |= between);
            let (start, end) = keep.split_at_mut(j + 1);
            start[..i].iter_mut().chain(end).for_each(|k| *k |= rest);
        }
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        self.vars.iter().for_each(|&v| watch(v, Event::Any));
    }
}

impl Choice {
    /// Between two values that are told; others may have whatever is left.
    fn bread(between: u64, values: u32, a: u32, b: u32) -> Option<Self> {
        let ends = 1u64 << a | 1 << b;
        let rest = low_bits(values) & !(between | ends);
        (between & ends == 0).then_some(Self { ends: (1 << a, 1 << b), between, rest })
    }

    /// Between the smallest and the largest: every pair that has the set in between, and
    /// others have values in between, too.
    fn extremes(between: u64, values: u32, out: &mut Vec<Self>) {
        for b in 1..values {
            for a in 0..b {
                let range = low_bits(b) & !low_bits(a + 1);
                if between & !range == 0 {
                    let rest = range & !between;
                    out.push(Self { ends: (1 << a, 1 << b), between, rest });
                }
            }
        }
    }
}
