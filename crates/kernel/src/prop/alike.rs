//! A number tells how many variables have the value of a first one: all of some lists, or of
//! each list those at its start, up to the first that has another value.
//!
//! Goes through the values of the first variable. With one of them, a list has a least and a
//! largest count; if the number cannot be reached, the value goes. The others keep what some
//! value leaves them: where a list must count so many, its first ones are equal, and the next
//! one is not if it must not count more. Costs a pass over the lists for each value, and no more
//! where one of the values leaves the others as they are.

use crate::bits::{Ones, is_single};
use crate::context::{Conflict, Ctx, Outcome, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;

#[derive(Clone, Debug)]
pub(crate) struct Alike {
    number: VarId,
    first: VarId,
    lists: Box<[Box<[VarId]>]>,
    /// What the number counts besides.
    base: i64,
    /// Whether variables count behind one that has another value.
    gaps: bool,
}

/// How many of a list have a value: at least, and at most.
type Span = (i64, i64);

/// For the lists together and for each of them: a span for each value, in the halves of a word
/// so that spans add up as words do.
struct Spans<'a> {
    words: &'a mut [u64],
    values: usize,
}

/// One that must have the value, as a word of a span; one that can is 1.
const SURE: u64 = 1 << 32;

impl Spans<'_> {
    fn of(word: u64) -> Span {
        ((word >> 32) as i64, (word & (SURE - 1)) as i64)
    }

    fn all(&self, bit: u32) -> Span {
        Self::of(self.words[bit as usize])
    }

    fn list(&self, list: usize, bit: u32) -> Span {
        Self::of(self.words[(list + 1) * self.values + bit as usize])
    }

    fn add(&mut self, list: usize, bit: u32, span: u64) {
        self.words[bit as usize] += span;
        self.words[(list + 1) * self.values + bit as usize] += span;
    }
}

impl Alike {
    /// All but the number are small, and their masks start at the same value.
    pub(crate) fn new(
        number: VarId,
        first: VarId,
        lists: &[Vec<VarId>],
        base: i64,
        gaps: bool,
    ) -> Self {
        let lists = lists.iter().map(|l| l[..].into()).collect();
        Self { number, first, lists, base, gaps }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        let mut words = std::mem::take(&mut ctx.state.scratch.words);
        let result = self.run(ctx, &mut words);
        ctx.state.scratch.words = words;
        result.map(|()| Status::Again)
    }

    fn run<L: Log>(&self, ctx: &mut Ctx<'_, L>, words: &mut Vec<u64>) -> Outcome {
        let mask = ctx.mask(self.first);
        let values = (64 - mask.leading_zeros()) as usize;
        words.clear();
        words.resize(values * (self.lists.len() + 1), 0);
        let mut spans = Spans { words, values };
        for (i, list) in self.lists.iter().enumerate() {
            match self.gaps {
                true => count_all(ctx, list, mask, |bit, span| spans.add(i, bit, span)),
                false => count_first(ctx, list, mask, |bit, span| spans.add(i, bit, span)),
            }
        }
        let (mut values, mut least, mut most) = (0u64, i64::MAX, i64::MIN);
        // Mostly some value leaves all lists as they are, and then no other one matters.
        let mut bound = true;
        let allowed = self.allowed(ctx);
        for bit in Ones(mask) {
            let all = spans.all(bit);
            let (lo, hi) = (allowed.0.max(all.0), allowed.1.min(all.1));
            if lo > hi {
                continue;
            }
            values |= 1 << bit;
            (least, most) = (least.min(lo), most.max(hi));
            let reach = |i: usize| {
                let span = spans.list(i, bit);
                self.reach(i, span, Self::share(span, all, (lo, hi)))
            };
            bound = bound && (0..self.lists.len()).any(|i| reach(i) > 0);
        }
        if bound && values != 0 {
            self.keep_some(ctx, &spans, values, allowed)?;
        }
        ctx.keep(self.first, values)?;
        ctx.at_least(self.number, least.saturating_add(self.base))?;
        ctx.at_most(self.number, most.saturating_add(self.base))
    }

    /// The counts that the number allows.
    fn allowed<L: Log>(&self, ctx: &Ctx<'_, L>) -> Span {
        let (lo, hi) = ctx.bounds(self.number);
        (lo.saturating_sub(self.base), hi.saturating_sub(self.base))
    }

    /// How many of a list must have the value, and how many may: not fewer than the others
    /// leave, and not more than they leave room for.
    fn share((lo, hi): Span, all: Span, (least, most): Span) -> Span {
        (lo.max(least - (all.1 - hi)), hi.min(most - (all.0 - lo)))
    }

    /// How many variables of a list, from its start, the value would tell something about.
    fn reach(&self, list: usize, (lo, hi): Span, (need, room): Span) -> i64 {
        let len = self.lists[list].len() as i64;
        match self.gaps {
            true if need == hi || room == lo => len,
            true => 0,
            false => len.min(need + i64::from(need == room)),
        }
    }

    /// Variables of the lists keep what they can have with some value of the first one.
    fn keep_some<L: Log>(
        &self,
        ctx: &mut Ctx<'_, L>,
        spans: &Spans<'_>,
        values: u64,
        allowed: Span,
    ) -> Outcome {
        // What each value says of a list.
        let mut told = [((0, 0), (0, 0)); 64];
        for (i, list) in self.lists.iter().enumerate() {
            let mut reach = i64::MAX;
            for bit in Ones(values) {
                let (all, span) = (spans.all(bit), spans.list(i, bit));
                let counts = (allowed.0.max(all.0), allowed.1.min(all.1));
                let share = Self::share(span, all, counts);
                reach = reach.min(self.reach(i, span, share));
                if reach == 0 {
                    break;
                }
                told[bit as usize] = (span, share);
            }
            for (place, &var) in (0..reach).zip(list) {
                let mask = ctx.mask(var);
                let mut keep = 0;
                for bit in Ones(values) {
                    let (span, share) = told[bit as usize];
                    keep |= self.kept(place, mask, 1 << bit, span, share);
                    if keep == u64::MAX {
                        break;
                    }
                }
                ctx.keep(var, keep)?;
            }
        }
        Ok(())
    }

    /// What a variable of a list can have if the first one has this value.
    fn kept(&self, place: i64, mask: u64, bit: u64, (lo, hi): Span, (need, room): Span) -> u64 {
        let (must, must_not) = match self.gaps {
            true => (mask & bit != 0 && need == hi, room == lo && mask != bit),
            false => (place < need, place == need && need == room),
        };
        match (must, must_not) {
            (true, _) => bit,
            (_, true) => !bit,
            _ => u64::MAX,
        }
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        watch(self.number, Event::Bounds);
        watch(self.first, Event::Any);
        self.lists.iter().flatten().for_each(|&v| watch(v, Event::Any));
    }
}

/// Tells for each value how many variables can have it, and how many can have nothing else.
fn count_all<L: Log>(ctx: &Ctx<'_, L>, list: &[VarId], values: u64, mut add: impl FnMut(u32, u64)) {
    for &var in list {
        let mask = ctx.mask(var);
        let span = if is_single(mask) { SURE + 1 } else { 1 };
        Ones(mask & values).for_each(|bit| add(bit, span));
    }
}

/// The same, up to the first variable that cannot have it, or need not.
fn count_first<L: Log>(
    ctx: &Ctx<'_, L>,
    list: &[VarId],
    values: u64,
    mut add: impl FnMut(u32, u64),
) {
    // Values that all so far can have, and the one that all so far must have.
    let (mut alive, mut sure) = (values, values);
    for (far, &var) in (0..).zip(list) {
        let mask = ctx.mask(var);
        Ones(alive & !mask).for_each(|bit| add(bit, far));
        alive &= mask;
        sure &= if is_single(mask) { mask } else { 0 };
        if sure != 0 {
            add(sure.trailing_zeros(), SURE);
        }
        if alive == 0 {
            return;
        }
    }
    Ones(alive).for_each(|bit| add(bit, list.len() as u64));
}
