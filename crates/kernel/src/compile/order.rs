//! Lines as a whole: what is between two of their values, and how they compare.

use crate::compile::Compiler;
use crate::compile::simple::repeats;
use crate::constraint::Constraint;
use crate::ids::VarId;
use crate::prop::{Filling, MAX_FILLING, MAX_VISIBLE, Numbered, Prop, Rank, Unequal, Visible};

impl Compiler {
    pub(super) fn filling(
        &mut self,
        vars: &[VarId],
        ends: Option<(i64, i64)>,
        sum: i64,
        item: usize,
    ) {
        if repeats(vars) || vars.len() < 2 || ends.is_some_and(|(a, b)| a == b) {
            return self.impossible(item);
        }
        for (i, &a) in vars.iter().enumerate() {
            vars[..i].iter().for_each(|&b| self.differ_pair(a, b, item));
        }
        let Some(values) = self.values_of(vars) else {
            return self.check(Constraint::Filling { vars: vars.to_vec(), ends, sum }, item);
        };
        let offset = self.model.offset[vars[0].index()];
        let bit = |v: i64| v.checked_sub(offset).filter(|b| (0..i64::from(values)).contains(b));
        let bits = |(a, b)| bit(a).zip(bit(b)).map(|(a, b)| (a as u32, b as u32));
        let ends = match ends.map(bits) {
            Some(None) => return self.impossible(item),
            Some(both) => both,
            None => None,
        };
        let of_bits = |size: usize| sum.checked_sub(offset.checked_mul(size as i64)?);
        self.emit(Prop::Filling(Filling::new(vars.to_vec(), values, ends, of_bits)), item);
    }

    /// How many bits the masks of some variables use, if they are few and start alike.
    fn values_of(&self, vars: &[VarId]) -> Option<u32> {
        if !self.aligned(vars) || vars.len() > MAX_FILLING {
            return None;
        }
        let union = vars.iter().fold(0, |m, &v| m | self.model.full(v));
        let values = 64 - union.leading_zeros();
        (values as usize <= MAX_FILLING).then_some(values)
    }

    pub(super) fn rank(&mut self, constraint: &Constraint, item: usize) {
        let Constraint::Rank { line, others, below, above, alike, ties } = constraint else {
            return;
        };
        // Lists of different lengths, or empty ones, are rare enough to be checked at the end.
        let even = !line.is_empty() && others.iter().all(|o| o.len() == line.len());
        if !even {
            return self.check(constraint.clone(), item);
        }
        let lane = self.model.add_lanes(&Rank::lanes(others.len()));
        // Mostly every other list is the one before, read from its end.
        let turned = |at: usize| at > 0 && others[at].iter().rev().eq(&others[at - 1]);
        let apart = |(at, list): (usize, &Vec<VarId>)| turned(at) || self.all_apart_for_sure(list);
        let differ = self.all_apart_for_sure(line)
            && others.iter().enumerate().all(apart)
            && self.aligned(&others.concat())
            && self.aligned(&[line[0], others.first().map_or(line[0], |list| list[0])]);
        let rank = Rank::new(line, others, (*below, *above), *alike, *ties, differ, lane);
        self.emit(Prop::Rank(rank), item);
    }

    pub(super) fn numbered(&mut self, constraint: &Constraint, item: usize) {
        let Constraint::Numbered { vars, from, pinned } = constraint else { return };
        let Some(&first) = vars.first() else { return };
        for (more, &var) in (0..).zip(pinned) {
            // A number beyond all that there are leaves nothing.
            self.domain(var, from.checked_add(more).as_slice(), item);
        }
        let offset = self.model.offset[first.index()];
        let bit = from.checked_sub(offset).filter(|b| (0..64).contains(b));
        match bit {
            Some(bit) if self.aligned(vars) && !repeats(vars) => {
                let numbered = Numbered::new(vars.clone(), bit as u32, pinned.len() as u32);
                self.emit(Prop::Numbered(numbered), item);
            }
            _ => self.check(constraint.clone(), item),
        }
    }

    pub(super) fn visible(&mut self, vars: &[VarId], count: i64, item: usize) {
        if vars.len() > MAX_VISIBLE || !self.aligned(vars) || repeats(vars) {
            return self.check(Constraint::Visible { vars: vars.to_vec(), count }, item);
        }
        let Some(count) = usize::try_from(count).ok().filter(|&c| c <= vars.len()) else {
            return self.impossible(item);
        };
        let full = vars.iter().fold(0, |m, &v| m | self.model.full(v));
        let offset = vars.first().map_or(1, |v| self.model.offset[v.index()]);
        let hidden = 1i64.saturating_sub(offset).clamp(0, 64) as u32;
        let positive = full & !crate::bits::low_bits(hidden);
        let differ = self.all_apart_for_sure(vars);
        self.emit(Prop::Visible(Visible::new(vars.to_vec(), count, positive, full, differ)), item);
    }

    pub(super) fn unequal(&mut self, lists: &[Vec<VarId>], item: usize) {
        if lists.windows(2).any(|w| w[0].len() != w[1].len()) {
            return self.check(Constraint::Unequal(lists.to_vec()), item);
        }
        self.emit(Prop::Unequal(Unequal::new(lists)), item);
    }
}
