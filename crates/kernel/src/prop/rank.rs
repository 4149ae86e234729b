//! How many of some lists come before one of them in lexicographic order, and how many behind.
//!
//! Each other list can be smaller, larger, or both; where only the lists that start like this
//! one count, it may also not count. If as many must be smaller as there are, no other is; if
//! just enough can be, all of them are. What is decided about a list is left to [`in_order`].
//!
//! Where the cells of each list differ, a value that two lists would share at one place is at no later
//! place of either: [`Ties`] knows that.

use crate::bits::{Ones, is_single, low_bits};
use crate::context::{Conflict, Ctx, Outcome, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;
use crate::prop::lex::{can_follow, in_order};

#[derive(Clone, Debug)]
pub(crate) struct Rank {
    line: Box<[VarId]>,
    others: Box<[Box<[VarId]>]>,
    below: usize,
    above: usize,
    /// Only lists that start with the same value count.
    alike: bool,
    /// Equal ones count among the larger.
    ties: bool,
    /// Whether the masks of all cells start alike, and other constraints make those of each list differ.
    differ: bool,
    /// Every variable once, and what of it matters.
    scope: Box<[(VarId, Event)]>,
    /// First of its words: how many lists are known to be smaller and how many larger, whatever
    /// else happens, then a bit for each list of which that is not known.
    lane: usize,
}

/// What a list that may count can be.
#[derive(Clone, Copy)]
struct Can {
    smaller: bool,
    larger: bool,
    /// It counts for sure.
    sure: bool,
    /// The first place that may differ tells the order.
    apart: bool,
}

impl Can {
    /// What is needed of it later, in three bits.
    fn bits(self) -> u64 {
        u64::from(self.smaller) | u64::from(self.larger) << 1 | u64::from(self.sure) << 2
    }

    fn of(bits: u64) -> Self {
        let bit = |i: u32| bits >> i & 1 == 1;
        Self { smaller: bit(0), larger: bit(1), sure: bit(2), apart: false }
    }
}

impl Rank {
    /// No list is empty, and all are of one length.
    pub(crate) fn new(
        line: &[VarId],
        others: &[Vec<VarId>],
        (below, above): (usize, usize),
        alike: bool,
        ties: bool,
        differ: bool,
        lane: usize,
    ) -> Self {
        let scope = scope(line, others, alike);
        let others = others.iter().map(|list| list[..].into()).collect();
        Self { line: line.into(), others, below, above, alike, ties, differ, scope, lane }
    }

    /// The words of a rank among so many lists, as they start.
    pub(crate) fn lanes(lists: usize) -> Vec<u64> {
        let open = (0..lists).step_by(64).map(|first| low_bits((lists - first).min(64) as u32));
        [0, 0].into_iter().chain(open).collect()
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        let start = match self.alike {
            true => match ctx.value(self.line[0]) {
                None => return Ok(Status::Fixpoint),
                start => start,
            },
            false => None,
        };
        let mut lists = std::mem::take(&mut ctx.state.scratch.words);
        lists.clear();
        let result = self.count(ctx, start, &mut lists);
        ctx.state.scratch.words = lists;
        result.map(|()| Status::Again)
    }

    /// Tells every list what the others leave it. `open` is an empty buffer: for each list that is not
    /// decided yet its number and what it can be.
    fn count<L: Log>(
        &self,
        ctx: &mut Ctx<'_, L>,
        start: Option<i64>,
        open: &mut Vec<u64>,
    ) -> Outcome {
        let known = |word: usize| Tally::of(ctx.lane(self.lane + word));
        let (mut smaller, mut larger) = (known(0), known(1));
        for first in (0..self.others.len()).step_by(64) {
            let word = self.lane + 2 + first / 64;
            let mut undecided = ctx.lane(word);
            for i in Ones(undecided) {
                let Some(can) = self.can(ctx, first + i as usize, start) else {
                    undecided &= !(1 << i);
                    continue;
                };
                if !can.smaller && !can.larger {
                    self.leaves(ctx, first + i as usize, start)?;
                    continue;
                }
                smaller.add(can.smaller, can.sure && !can.larger);
                larger.add(can.larger, can.sure && !can.smaller);
                if can.sure && can.apart {
                    undecided &= !(1 << i);
                    let count = self.lane + usize::from(can.larger);
                    ctx.put_lane(count, ctx.lane(count) + 1);
                } else {
                    open.push((first as u64 + u64::from(i)) << 3 | can.bits());
                }
            }
            ctx.set_lane(word, undecided);
        }
        smaller.fits(self.below)?;
        larger.fits(self.above)?;
        let (below, above) = (smaller.can == self.below, larger.can == self.above);
        let full = (smaller.must == self.below, larger.must == self.above);
        for &entry in &open[..] {
            let (other, can) = ((entry >> 3) as usize, Can::of(entry));
            if can.smaller && below || can.larger && above {
                // Both at once cannot be: one of the two fails.
                if let Some(start) = start {
                    ctx.fix(self.others[other][0], start)?;
                }
                self.decide(ctx, other, can.smaller && below)?;
                continue;
            }
            let (mut low, mut high) = (can.smaller && !full.0, can.larger && !full.1);
            if can.sure && can.smaller != can.larger {
                // It is among those that fill the places.
                (low, high) = (can.smaller, can.larger);
            }
            match (low, high) {
                (false, false) => self.leaves(ctx, other, start)?,
                (true, false) if can.sure => self.decide(ctx, other, true)?,
                (false, true) if can.sure => self.decide(ctx, other, false)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// What a list can be if it counts; none if it does not.
    #[inline(always)]
    fn can<L: Log>(&self, ctx: &Ctx<'_, L>, other: usize, start: Option<i64>) -> Option<Can> {
        let list = &self.others[other][..];
        let first = list[0];
        let sure = start.is_none_or(|s| ctx.value(first) == Some(s));
        if start.is_some_and(|s| !ctx.contains(first, s)) {
            return None;
        }
        let from = usize::from(start.is_some());
        let (rest, line) = (&list[from..], &self.line[from..]);
        let ties = Ties { slab: &ctx.state.slab, gone: self.shared(ctx, start) };
        let (smaller, larger) = match self.differ {
            true => (ties.precede(rest, line, true), ties.precede(line, rest, !self.ties)),
            false => (can_follow(ctx, rest, line, true), can_follow(ctx, line, rest, !self.ties)),
        };
        let apart = rest.first().zip(line.first()).is_some_and(|(&a, &b)| {
            let ((low, high), (least, most)) = (ctx.bounds(a), ctx.bounds(b));
            high < least || most < low
        });
        Some(Can { smaller, larger, sure, apart })
    }

    /// The value at the start of all that count, as a bit.
    fn shared<L: Log>(&self, ctx: &Ctx<'_, L>, start: Option<i64>) -> u64 {
        start.filter(|_| self.differ).map_or(0, |_| ctx.mask(self.line[0]))
    }

    /// Pairs in one list that must differ for what it said with these domains.
    pub(crate) fn relies_on(&self, domains: &[u64]) -> Vec<(VarId, VarId)> {
        let mut pairs = Vec::new();
        let first = domains[self.line[0].index()];
        if !self.differ || self.alike && !is_single(first) {
            return pairs;
        }
        let (from, gone) = if self.alike { (1, first) } else { (0, 0) };
        for list in self.others.iter().filter(|l| !self.alike || domains[l[0].index()] & first != 0)
        {
            let ties = Ties { slab: domains, gone };
            for (before, behind) in [(list, &self.line), (&self.line, list)] {
                let mut used = |place: usize, shared: u64| {
                    for of in [before, behind] {
                        let (&later, earlier) = (&of[place + from], &of[..place + from]);
                        let shares = |v: &&VarId| domains[v.index()] & shared != 0;
                        if shares(&&later) {
                            pairs.extend(earlier.iter().filter(shares).map(|&v| (v, later)));
                        }
                    }
                };
                ties.read(&before[from..], &behind[from..], &mut used);
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// The line whose place is told, if it is among those that start with the same value.
    pub(crate) fn line_among_alike(&self) -> Option<&[VarId]> {
        self.alike.then_some(&self.line)
    }

    /// The first cells of all lists.
    pub(crate) fn firsts(&self) -> impl Iterator<Item = VarId> {
        self.others.iter().map(|list| list[0]).chain([self.line[0]])
    }

    /// The list is before, or behind.
    fn decide<L: Log>(&self, ctx: &mut Ctx<'_, L>, other: usize, smaller: bool) -> Outcome {
        let (list, line) = (&self.others[other], &self.line);
        if smaller {
            in_order(ctx, list, line, true)
        } else {
            in_order(ctx, line, list, !self.ties)
        }
    }

    /// The list must not count.
    fn leaves<L: Log>(&self, ctx: &mut Ctx<'_, L>, other: usize, start: Option<i64>) -> Outcome {
        match start {
            Some(start) => ctx.remove(self.others[other][0], start),
            None => Err(Conflict),
        }
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        self.scope.iter().for_each(|&(var, event)| watch(var, event));
    }
}

/// How lists compare whose cells differ, by the masks of their cells.
struct Ties<'a> {
    slab: &'a [u64],
    /// Values at places before, which both lists share.
    gone: u64,
}

impl Ties<'_> {
    /// Whether one list could come before the other, or, unless it must differ, be equal.
    #[inline(always)]
    fn precede(&self, before: &[VarId], behind: &[VarId], strict: bool) -> bool {
        self.read(before, behind, &mut |_, _| {}).unwrap_or(!strict)
    }

    /// Goes on as long as the first list could come before only if both are equal so far; none if they
    /// could only be equal all along. `used` hears of places where values are gone that were shared.
    #[inline(always)]
    fn read(
        &self,
        before: &[VarId],
        behind: &[VarId],
        used: &mut impl FnMut(usize, u64),
    ) -> Option<bool> {
        let mut gone = self.gone;
        for (place, (a, b)) in before.iter().zip(behind).enumerate() {
            let (a, b) = (self.slab[a.index()], self.slab[b.index()]);
            if (a | b) & gone != 0 {
                used(place, (a | b) & gone);
            }
            let (a, b) = (a & !gone, b & !gone);
            if a == 0 || b == 0 {
                return Some(false);
            }
            let (low, high) = (a & a.wrapping_neg(), 1 << (63 - b.leading_zeros()));
            if low != high {
                return Some(low < high);
            }
            gone |= low;
        }
        None
    }
}

/// What wakes a rank. The first place that can differ is about bounds, and whether a list starts alike
/// about one value; further places matter only where those before them are equal, which is
/// rare until most are fixed.
fn scope(line: &[VarId], others: &[Vec<VarId>], alike: bool) -> Box<[(VarId, Event)]> {
    let event = |place: usize| match (place, alike) {
        (0, true) => Event::Any,
        (0, false) | (1, true) => Event::Bounds,
        _ => Event::Fixed,
    };
    // Each variable is in two lists or four, and the event that happens most often stays.
    let mut events: Vec<Option<Event>> = Vec::new();
    for list in others.iter().map(|list| &list[..]).chain([line]) {
        for (place, var) in list.iter().enumerate() {
            if events.len() <= var.index() {
                events.resize(var.index() + 1, None);
            }
            let known = &mut events[var.index()];
            *known = Some(known.map_or(event(place), |known| known.min(event(place))));
        }
    }
    let events = events.into_iter().enumerate();
    events.filter_map(|(at, event)| Some((VarId::new(at), event?))).collect()
}

/// How many can be something and how many must.
struct Tally {
    can: usize,
    must: usize,
}

impl Tally {
    /// So many are known.
    fn of(known: u64) -> Self {
        Self { can: known as usize, must: known as usize }
    }

    fn add(&mut self, can: bool, must: bool) {
        self.can += usize::from(can);
        self.must += usize::from(must);
    }

    fn fits(&self, wanted: usize) -> Outcome {
        if self.must <= wanted && wanted <= self.can { Ok(()) } else { Err(Conflict) }
    }
}
