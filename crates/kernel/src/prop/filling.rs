//! Different values in a line, and the sum of those between two of them: two that are told
//! (bread), or the smallest and the largest.
//!
//! Goes through where the two can stand and what can be between them: sets of values with the
//! sum, as in a cage. A set counts if every cell between can take one of its values and each
//! of its values has a cell, and if the cells outside can take what is left. A cell keeps what
//! some possibility gives it. Not complete: cells are not matched with values one by one.

use crate::bits::{Ones, low_bits};
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
        let mut line = Line::default();
        for (i, &var) in self.vars.iter().enumerate() {
            line.add(i, ctx.mask(var));
        }
        line.join(self.vars.len());
        let mut keep = [0u64; MAX_FILLING];
        for (size, choices) in self.options.iter().enumerate().filter(|(_, c)| !c.is_empty()) {
            line.fill(size, choices, &mut keep);
            // Often the first ways there are leave every cell what it has.
            if line.masks.iter().zip(&keep).all(|(mask, keep)| mask & !keep == 0) {
                return Ok(Status::Fixpoint);
            }
        }
        for (&var, &keep) in self.vars.iter().zip(&keep) {
            ctx.keep(var, keep)?;
        }
        Ok(Status::Again)
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        self.vars.iter().for_each(|&v| watch(v, Event::Any));
    }
}

/// The cells of a line as they are, and where each value can be.
#[derive(Default)]
struct Line {
    cells: usize,
    masks: [u64; MAX_FILLING],
    /// The cells that can have the value of each bit.
    places: [u32; MAX_FILLING],
    /// What the cells before each one, and from each one on, have together.
    before: [u64; MAX_FILLING + 1],
    from: [u64; MAX_FILLING + 1],
}

impl Line {
    fn add(&mut self, cell: usize, mask: u64) {
        self.masks[cell] = mask;
        Ones(mask).for_each(|bit| self.places[bit as usize] |= 1 << cell);
    }

    fn join(&mut self, cells: usize) {
        self.cells = cells;
        for i in 0..cells {
            self.before[i + 1] = self.before[i] | self.masks[i];
        }
        for i in (0..cells).rev() {
            self.from[i] = self.from[i + 1] | self.masks[i];
        }
    }

    /// The cells that can have one of these values.
    fn cover(&self, values: u64) -> u32 {
        Ones(values).fold(0, |cells, bit| cells | self.places[bit as usize])
    }

    /// Adds what each cell has where so many cells are between the two ends, wherever these are.
    fn fill(&self, size: usize, choices: &[Choice], keep: &mut [u64; MAX_FILLING]) {
        let ways = self.cells - 1 - size;
        let all = low_bits(self.cells as u32) as u32;
        let mut inside = [0u64; MAX_FILLING];
        for (i, inside) in inside[..ways].iter_mut().enumerate() {
            *inside = self.masks[i + 1..i + 1 + size].iter().fold(0, |m, &cell| m | cell);
        }
        // What was found for each place of the first end: between, and outside.
        let mut found = [(0u64, 0u64); MAX_FILLING];
        for &Choice { ends: (a, b), between, rest } in choices {
            let (of_a, of_b) = (self.cover(a), self.cover(b));
            let (rising, falling) = (of_a & of_b >> (size + 1), of_b & of_a >> (size + 1));
            if rising | falling == 0 {
                continue;
            }
            let (has_between, has_rest) = (self.cover(between), self.cover(rest));
            for i in Ones(u64::from(rising | falling)) {
                let (i, j) = (i as usize, i as usize + 1 + size);
                let amid = (low_bits(size as u32) as u32) << (i + 1);
                let around = all & !(amid | 1 << i | 1 << j);
                let outside = self.before[i] | self.from[j + 1];
                let every = rest.count_ones() == around.count_ones();
                // Every cell has one of its values, and every value that must be somewhere a cell.
                if amid & !has_between | around & !has_rest != 0
                    || between & !inside[i] != 0
                    || every && rest & !outside != 0
                {
                    continue;
                }
                let side = |at: u32, bit: u64| if at >> i & 1 == 1 { bit } else { 0 };
                keep[i] |= side(rising, a) | side(falling, b);
                keep[j] |= side(rising, b) | side(falling, a);
                found[i] = (found[i].0 | between, found[i].1 | rest);
            }
        }
        for (i, &(between, rest)) in found[..ways].iter().enumerate().filter(|(_, f)| **f != (0, 0))
        {
            let (start, end) = keep.split_at_mut(i + size + 2);
            let (outer, inner) = start.split_at_mut(i);
            inner[1..=size].iter_mut().for_each(|k| *k |= between);
            outer.iter_mut().chain(end).for_each(|k| *k |= rest);
        }
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
