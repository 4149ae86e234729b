//! How many of some lists come before one of them in lexicographic order, and how many behind.
//!
//! Each other list can be smaller, larger, or both; where only the lists that start like this
//! one count, it may also not count. If as many must be smaller as there are, no other is; if
//! just enough can be, all of them are. What is decided about a list is left to [`Lex`].

use crate::context::{Conflict, Ctx, Outcome, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::{Event, Lex};

#[derive(Clone, Debug)]
pub(crate) struct Rank {
    line: Box<[VarId]>,
    others: Box<[Other]>,
    below: usize,
    above: usize,
    /// Only lists that start with the same value count.
    alike: bool,
    /// Equal ones count among the larger.
    ties: bool,
    /// Every variable once, and whether every change of it matters, not only of its bounds.
    scope: Box<[(VarId, bool)]>,
}

#[derive(Clone, Debug)]
struct Other {
    list: Box<[VarId]>,
    smaller: Lex,
    larger: Lex,
}

/// What a list that may count can be.
#[derive(Clone, Copy)]
struct Can {
    smaller: bool,
    larger: bool,
    /// It counts for sure.
    sure: bool,
}

impl Rank {
    /// No list is empty, and all are of one length.
    pub(crate) fn new(
        line: &[VarId],
        others: &[Vec<VarId>],
        (below, above): (usize, usize),
        alike: bool,
        ties: bool,
    ) -> Self {
        let other = |list: &Vec<VarId>| {
            let pairs = || list.iter().copied().zip(line.iter().copied());
            let smaller = Lex::new(pairs().collect(), true);
            let larger = Lex::new(pairs().map(|(a, b)| (b, a)).collect(), !ties);
            Other { list: list[..].into(), smaller, larger }
        };
        let mut scope: Vec<VarId> = line.iter().chain(others.iter().flatten()).copied().collect();
        scope.sort_unstable();
        scope.dedup();
        // Order is about bounds, but whether a list starts alike is about one value.
        let starts: Vec<VarId> = others.iter().map(|list| list[0]).chain([line[0]]).collect();
        let scope = scope.into_iter().map(|v| (v, alike && starts.contains(&v))).collect();
        let others = others.iter().map(other).collect();
        Self { line: line.into(), others, below, above, alike, ties, scope }
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
        let (mut smaller, mut larger) = (Tally::default(), Tally::default());
        // Lists that count for sure and are apart at their first place need no second look.
        let mut decided = 0u64;
        for (i, other) in self.others.iter().enumerate() {
            let Some(can) = self.can(ctx, other, start) else { continue };
            if !can.smaller && !can.larger {
                self.leaves(ctx, other, start)?;
                continue;
            }
            if can.sure && i < 64 && self.apart(ctx, other) {
                decided |= 1 << i;
            }
            smaller.add(can.smaller, can.sure && !can.larger);
            larger.add(can.larger, can.sure && !can.smaller);
        }
        smaller.fits(self.below)?;
        larger.fits(self.above)?;
        for (i, other) in self.others.iter().enumerate() {
            if i < 64 && decided >> i & 1 == 1 {
                continue;
            }
            let Some(can) = self.can(ctx, other, start) else { continue };
            let must = |tally: &Tally, wanted| tally.can == wanted;
            let (below, above) = (must(&smaller, self.below), must(&larger, self.above));
            if can.smaller && below || can.larger && above {
                // Both at once cannot be: one of the two fails.
                if let Some(start) = start {
                    ctx.fix(other.list[0], start)?;
                }
                let order = if can.smaller && below { &other.smaller } else { &other.larger };
                order.propagate(ctx)?;
                continue;
            }
            let full = (smaller.must == self.below, larger.must == self.above);
            let (mut low, mut high) = (can.smaller && !full.0, can.larger && !full.1);
            if can.sure && can.smaller != can.larger {
                // It is among those that fill the places.
                (low, high) = (can.smaller, can.larger);
            }
            match (low, high) {
                (false, false) => self.leaves(ctx, other, start)?,
                (true, false) if can.sure => {
                    other.smaller.propagate(ctx)?;
                }
                (false, true) if can.sure => {
                    other.larger.propagate(ctx)?;
                }
                _ => {}
            }
        }
        Ok(Status::Again)
    }

    /// What a list can be if it counts; none if it does not.
    fn can<L: Log>(&self, ctx: &Ctx<'_, L>, other: &Other, start: Option<i64>) -> Option<Can> {
        let first = other.list[0];
        let sure = start.is_none_or(|s| ctx.value(first) == Some(s));
        if start.is_some_and(|s| !ctx.contains(first, s)) {
            return None;
        }
        let from = usize::from(start.is_some());
        let (a, b) = (&other.list[from..], &self.line[from..]);
        let larger = can_precede(ctx, b, a, self.ties);
        Some(Can { smaller: can_precede(ctx, a, b, false), larger, sure })
    }

    /// Whether the first place that may differ tells the order.
    fn apart<L: Log>(&self, ctx: &Ctx<'_, L>, other: &Other) -> bool {
        let at = usize::from(self.alike);
        let (Some(&a), Some(&b)) = (other.list.get(at), self.line.get(at)) else { return false };
        ctx.max(a) < ctx.min(b) || ctx.max(b) < ctx.min(a)
    }

    /// The list must not count.
    fn leaves<L: Log>(&self, ctx: &mut Ctx<'_, L>, other: &Other, start: Option<i64>) -> Outcome {
        match start {
            Some(start) => ctx.remove(other.list[0], start),
            None => Err(Conflict),
        }
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        for &(var, any) in &self.scope {
            watch(var, if any { Event::Any } else { Event::Bounds });
        }
    }
}

/// How many can be something and how many must.
#[derive(Default)]
struct Tally {
    can: usize,
    must: usize,
}

impl Tally {
    fn add(&mut self, can: bool, must: bool) {
        self.can += usize::from(can);
        self.must += usize::from(must);
    }

    fn fits(&self, wanted: usize) -> Outcome {
        if self.must <= wanted && wanted <= self.can { Ok(()) } else { Err(Conflict) }
    }
}

/// Whether one list can come before the other, or be equal to it if that counts, whatever else is
/// required of them.
fn can_precede<L: Log>(ctx: &Ctx<'_, L>, a: &[VarId], b: &[VarId], equal: bool) -> bool {
    for (&a, &b) in a.iter().zip(b) {
        let (least, most) = (ctx.min(a), ctx.max(b));
        if least != most {
            return least < most;
        }
    }
    equal
}
