//! Two variables and the pairs of values they may take.
//!
//! The relation is compiled to lookup tables from eight bits of one mask to the mask of
//! partners, so support for a whole domain is one or two loads. A value without which no pair
//! is left is required: whoever sees both variables cannot have it. Two that see each other are
//! not equal: two digits that differ and add up to ten are no fives.

use std::sync::{Arc, OnceLock};

use crate::bits::Ones;
use crate::context::{Conflict, Ctx, Outcome, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;

/// A relation between the bits of two masks, both ways.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    /// Partners of each byte of the first mask: 256 words a byte.
    forward: Vec<u64>,
    backward: Vec<u64>,
    /// The masks that were asked about first, which most variables have, and [`Relation::few`].
    few: OnceLock<([u64; 2], [u32; 2])>,
}

impl Relation {
    /// From pairs of bit positions.
    pub(crate) fn new(pairs: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut forward = [0u64; 64];
        let mut backward = [0u64; 64];
        for (a, b) in pairs {
            forward[a as usize] |= 1 << b;
            backward[b as usize] |= 1 << a;
        }
        let few = OnceLock::new();
        Self { forward: by_bytes(&forward), backward: by_bytes(&backward), few }
    }

    /// The values that may stand beside themselves.
    pub(crate) fn alike(&self, mask: u64) -> u64 {
        Ones(mask).filter(|&v| self.after(1 << v) >> v & 1 == 1).fold(0, |m, v| m | 1 << v)
    }

    /// Whether all pairs of different values of these masks are allowed.
    pub(crate) fn allows_different(&self, [a, b]: [u64; 2]) -> bool {
        Ones(a).all(|v| b & !(1 << v) & !self.after(1 << v) == 0)
    }

    /// For variables with these masks the most values of each that one value of the other may
    /// not stand beside: with more than that, one supports every value of the other.
    pub(crate) fn few(&self, masks: [u64; 2]) -> [u32; 2] {
        let against = |of: u64, partners: u64| (of & !partners).count_ones();
        let most = |counts: &mut dyn Iterator<Item = u32>| counts.max().unwrap_or(0);
        let [a, b] = masks;
        let count = || {
            let few = [
                most(&mut Ones(b).map(|v| against(a, self.before(1 << v)))),
                most(&mut Ones(a).map(|v| against(b, self.after(1 << v)))),
            ];
            (masks, few)
        };
        let known = *self.few.get_or_init(count);
        if known.0 == masks { known.1 } else { count().1 }
    }

    #[inline(always)]
    fn partners(table: &[u64], mask: u64) -> u64 {
        // Most domains fit one byte or two; the loop ends with the table.
        let mut found = 0;
        let mut rest = mask;
        for chunk in table.chunks_exact(256) {
            found |= chunk[(rest & 255) as usize];
            rest >>= 8;
        }
        found
    }

    /// What may stand beside a value of `mask`.
    #[inline(always)]
    pub(crate) fn after(&self, mask: u64) -> u64 {
        Self::partners(&self.forward, mask)
    }

    /// What may stand before a value of `mask`.
    #[inline(always)]
    pub(crate) fn before(&self, mask: u64) -> u64 {
        Self::partners(&self.backward, mask)
    }
}

fn by_bytes(rows: &[u64; 64]) -> Vec<u64> {
    let used = rows.iter().rposition(|&r| r != 0).map_or(0, |last| last / 8 + 1);
    let mut table = vec![0; used * 256];
    for (byte, chunk) in table.chunks_exact_mut(256).enumerate() {
        // With each further bit as many again, those before with one more row.
        for (bit, row) in rows[byte * 8..byte * 8 + 8].iter().enumerate() {
            let (before, after) = chunk.split_at_mut(1 << bit);
            after.iter_mut().zip(before).for_each(|(with, without)| *with = *without | row);
        }
    }
    table
}

#[derive(Clone, Debug)]
pub(crate) struct Pair {
    a: VarId,
    b: VarId,
    relation: Arc<Relation>,
    /// With more values than this, `a` supports every value of `b`, and the other way round.
    few: [u32; 2],
    /// Whether somebody sees both, and may lose what one of them must be.
    seen: bool,
    /// Values that both could have if they did not see each other.
    alike: u64,
}

/// To be told only of domains smaller than this pays; there are more of larger ones.
const MOST_TESTED: u32 = 4;

/// Domains of more values than this leave some pair without any one value.
const FEW_PARTNERS: u32 = 5;

impl Pair {
    /// `few` as [`Relation::few`] tells it; `seen` tells whether a variable that they may
    /// narrow sees both; `alike` are values that both may not have only because they differ.
    pub(crate) fn new(
        a: VarId,
        b: VarId,
        relation: Arc<Relation>,
        few: [u32; 2],
        seen: bool,
        alike: u64,
    ) -> Self {
        Self { a, b, relation, few, seen, alike }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        let (a, b) = (ctx.mask(self.a), ctx.mask(self.b));
        // Neighbours that must not be consecutive have nothing to say most of the time.
        if a.count_ones() > self.few[0] && b.count_ones() > self.few[1] {
            return Ok(Status::Fixpoint);
        }
        ctx.keep(self.b, self.relation.after(a))?;
        ctx.keep(self.a, self.relation.before(ctx.mask(self.b)))?;
        if self.seen {
            self.require(ctx)?;
        }
        Ok(Status::Fixpoint)
    }

    /// Takes values that one of the two must have from all that see both.
    fn require<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Outcome {
        let (a, b) = (ctx.mask(self.a), ctx.mask(self.b));
        let sizes = [a.count_ones(), b.count_ones()];
        // One that is fixed is excluded elsewhere.
        if sizes.iter().any(|size| !(2..=FEW_PARTNERS).contains(size)) {
            return Ok(());
        }
        for v in Ones(a & b) {
            let bit = 1 << v;
            if self.relation.after(a & !bit) & b & !bit == 0 {
                ctx.erase_from_all_that_see(&[self.a, self.b], 0b11, bit)?;
            }
        }
        Ok(())
    }

    /// Whoever loses a value outside sees both, and the two may have to differ.
    pub(crate) fn relies_on(
        &self,
        target: Option<(VarId, u64)>,
        domains: &[u64],
    ) -> Vec<(VarId, VarId)> {
        let mut pairs = Vec::new();
        let mut alike = self.alike & domains[self.a.index()] & domains[self.b.index()];
        match target {
            None => {}
            Some((t, bit)) if t == self.a || t == self.b => alike &= bit,
            Some((t, bit)) => {
                alike &= !bit;
                pairs.extend([(t, self.a), (t, self.b)]);
            }
        }
        if alike != 0 {
            pairs.push((self.a, self.b));
        }
        pairs
    }

    /// One with more values than `few` supports all of the other; with one more it still does
    /// without any one value, so nothing is required.
    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        for (var, few) in [(self.a, self.few[0]), (self.b, self.few[1])] {
            let event = match few + u32::from(self.seen) {
                ..=1 => Event::Fixed,
                few @ 2..=MOST_TESTED => Event::Few(few),
                _ => Event::Any,
            };
            watch(var, event);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::search::{Rng, Search, SearchOptions};
    use crate::{CompileOptions, Constraint, Problem, VarId};

    /// A pair that is told of small domains only erases, mark by mark, what it erases when all that
    /// went is gone from the start.
    #[test]
    fn no_mark_is_missed_that_was_not_told() {
        let mut rng = Rng::new(19);
        let mut erased = 0;
        for round in 0..12_000 {
            // Values that must not be too near, or must not make one of two sums.
            let apart = |x: i64, y: i64| match round % 2 {
                0 => (x - y).abs() > 1 + round % 3,
                _ => x + y != 5 && x + y != 10,
            };
            let mut problem = Problem::new();
            let cells: Vec<VarId> = (0..3).map(|_| problem.var(1, 9)).collect();
            let group = problem.group();
            for two in [[0, 2], [1, 2]] {
                problem.post(group, Constraint::Distinct(two.map(|i| cells[i]).to_vec()));
            }
            let all = (1..10).flat_map(|x| (1..10).map(move |y| (x, y)));
            let allowed = all.filter(|&(x, y)| apart(x, y)).collect();
            problem.post(group, Constraint::Pair { a: cells[0], b: cells[1], allowed });
            let model = problem.compile(&CompileOptions::default());
            let marks = |search: &Search<'_>| -> Vec<u64> {
                cells.iter().map(|v| search.state.slab[v.index()]).collect()
            };
            let mut slowly = Search::new(&model, SearchOptions::default());
            assert!(slowly.settle());
            let mut gone: Vec<(VarId, i64)> = Vec::new();
            for _ in 0..16 {
                let (var, value) = (cells[rng.below(2) as usize], 1 + rng.below(9) as i64);
                let others = |value: i64| (1..10).filter(|&v| v != value).collect::<Vec<_>>();
                gone.push((var, value));
                slowly.keep(var, &others(value));
                let goes_on = slowly.settle();
                let mut at_once = Search::new(&model, SearchOptions::default());
                gone.iter().for_each(|&(var, value)| at_once.keep(var, &others(value)));
                assert_eq!(at_once.settle(), goes_on, "{gone:?}");
                if !goes_on {
                    break;
                }
                assert_eq!(marks(&slowly), marks(&at_once), "{gone:?}");
                // Only what the two must have goes from the third.
                erased += usize::from(
                    marks(&slowly)[2] != marks(&Search::new(&model, SearchOptions::default()))[2],
                );
            }
        }
        assert!(erased > 50, "{erased}");
    }
}
