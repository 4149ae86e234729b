//! Which propagator a simple constraint becomes.

use std::sync::Arc;

use crate::bits::{Ones, is_single};
use crate::compile::cliques::cliques;
use crate::compile::{Compiler, Strength};
use crate::constraint::Constraint;
use crate::expr::Cmp;
use crate::ids::VarId;
use crate::model::HouseInfo;
use crate::prop::{
    Alike, AllDistinct, AtMost, Cage, Chain, Check, Differ, Equal, Event, House, MAX_CAGE_VALUES,
    MAX_DISTINCT_VARS, Prop, Sum, Values, sets_with_sum,
};

/// From this many values on, matching pays during search.
const MATCHING_PAYS: usize = 16;

impl Compiler {
    pub(crate) fn simple(&mut self, constraint: &Constraint, item: usize) {
        match constraint {
            Constraint::Domain { var, values } => self.domain(*var, values, item),
            Constraint::Distinct(vars) => self.distinct(vars, item),
            Constraint::Cage { vars, sum } => self.cage(vars, *sum, item),
            Constraint::Sets { vars, sets } => self.one_of_the_sets(vars, sets, item),
            Constraint::Linear { terms, op, rhs } => self.linear(terms, *op, *rhs, item),
            Constraint::Chain { vars, strict } => self.chain(vars, *strict, item),
            Constraint::Pair { a, b, allowed } => self.pair(*a, *b, allowed, item),
            Constraint::Pairwise { vars, allowed } => self.pairwise(vars, allowed, item),
            Constraint::Table { vars, rows } => self.table(vars, rows, item),
            Constraint::Regular { vars, automaton } => self.regular(vars, automaton, item),
            Constraint::SameSet { a, b } => self.same_set(a, b, item),
            Constraint::Crossings { segments, same } => self.crossings(segments, same, item),
            Constraint::Connected { vars, graph, values, size } => {
                self.connected(vars, graph, values, *size, item);
            }
            Constraint::Members { choices, vars, house, all } => {
                self.members(choices, vars, *house, all, item);
            }
            Constraint::Lex { a, b, strict } => self.lex(a, b, *strict, item),
            Constraint::Alike { number, first, lists, base, gaps } => {
                let all: Vec<VarId> = lists.iter().flatten().copied().chain([*first]).collect();
                if !self.aligned(&all) {
                    return self.check(constraint.clone(), item);
                }
                self.emit(Prop::Alike(Alike::new(*number, *first, lists, *base, *gaps)), item);
            }
            Constraint::Variety { number, vars } => self.variety(*number, vars, item),
            Constraint::Cover { vars, groups } => self.cover(vars, groups, item),
            Constraint::Filling { vars, ends, sum } => self.filling(vars, *ends, *sum, item),
            Constraint::Rank { .. } => self.rank(constraint, item),
            Constraint::Numbered { .. } => self.numbered(constraint, item),
            Constraint::Visible { vars, count } => self.visible(vars, *count, item),
            Constraint::Unequal(lists) => self.unequal(lists, item),
            Constraint::Reified { flag, terms, op, rhs } => {
                self.reified(*flag, (terms, *op, *rhs), item);
            }
            Constraint::Element { .. }
            | Constraint::Count { .. }
            | Constraint::Product { .. }
            | Constraint::AbsDiff { .. }
            | Constraint::Extreme { .. }
            | Constraint::DivRem { .. } => self.functional(constraint, item),
            Constraint::Or(branches) => self.or(branches, item),
            // What could not be taken apart is only checked.
            Constraint::Formula(_) => self.check(constraint.clone(), item),
        }
    }

    /// Never holds.
    pub(crate) fn impossible(&mut self, item: usize) {
        let nothing = AtMost::new(Box::new([]), -1);
        self.emit(Prop::AtMost(nothing), item);
    }

    /// Tested when its variables are known.
    pub(crate) fn check(&mut self, constraint: Constraint, item: usize) {
        self.emit(Prop::Check(Check::new(constraint)), item);
    }

    pub(super) fn domain(&mut self, var: VarId, values: &[i64], item: usize) {
        let mut sorted = values.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        // Gaps of a wide variable cannot be written down; a propagator steps over them.
        let gaps = sorted.windows(2).any(|w| w[1] - 1 > w[0]);
        if self.branch.is_some() || (gaps && !self.model.is_small(var)) {
            let offset = self.model.is_small(var).then(|| self.model.offset[var.index()]);
            self.emit(Prop::Values(Values::new(var, sorted.clone(), offset)), item);
        }
        if self.branch.is_none() {
            self.model.domains.push((var, sorted, item));
        }
    }

    fn chain(&mut self, vars: &[VarId], strict: bool, item: usize) {
        if !repeats(vars) {
            return self.emit(Prop::Chain(Chain::new(vars.to_vec(), strict)), item);
        }
        if strict {
            return self.impossible(item);
        }
        for pair in vars.windows(2) {
            self.linear(&[(1, pair[0]), (-1, pair[1])], Cmp::Le, 0, item);
        }
    }

    fn distinct(&mut self, vars: &[VarId], item: usize) {
        if repeats(vars) {
            return self.impossible(item);
        }
        let aligned = self.aligned(vars);
        // Outside of branches, those that are aligned have been told to differ before.
        if !aligned || self.branch.is_some() {
            for (i, &a) in vars.iter().enumerate() {
                vars[..i].iter().for_each(|&b| self.differ_pair(a, b, item));
            }
        }
        if vars.len() < 2 || !aligned {
            return;
        }
        let union = vars.iter().fold(0, |m, &v| m | self.model.full(v));
        let is_house = union.count_ones() as usize == vars.len();
        if is_house {
            let pairs = self.model.add_lanes(&[0]);
            let vars: Arc<[VarId]> = vars.into();
            if self.branch.is_none() {
                self.model.houses.push(HouseInfo { vars: vars.clone(), pairs });
            }
            self.emit(Prop::House(House::new(vars, union, pairs)), item);
        }
        let full = match self.options.distinct {
            Strength::Full => true,
            Strength::Auto => is_house && vars.len() >= MATCHING_PAYS,
            Strength::Weak => false,
        };
        // More cells than values fail only by matching: exclusion sees it too late.
        let crowded = vars.len() > union.count_ones() as usize;
        if (full || crowded) && vars.len() <= MAX_DISTINCT_VARS {
            // Nobody asked for it: one run in forty finds something, so it waits for a fixed
            // cell (`docs/design/0005-when-houses-run.md`).
            let waits = self.options.distinct == Strength::Auto && !crowded;
            let event = if waits { Event::Fixed } else { Event::Any };
            self.emit(Prop::AllDistinct(AllDistinct::new(vars.to_vec(), event)), item);
        }
    }

    fn cage(&mut self, vars: &[VarId], sum: i64, item: usize) {
        if repeats(vars) {
            return self.impossible(item);
        }
        let values = if self.aligned(vars) {
            64 - vars.iter().fold(0, |m, &v| m | self.model.full(v)).leading_zeros()
        } else {
            u32::MAX
        };
        if vars.is_empty() || values > MAX_CAGE_VALUES || vars.len() > values as usize {
            self.distinct(vars, item);
            let terms: Vec<_> = vars.iter().map(|&v| (1, v)).collect();
            return self.linear(&terms, Cmp::Eq, sum, item);
        }
        let shift = self.model.offset[vars[0].index()].checked_mul(vars.len() as i64);
        let Some(bits) = shift.and_then(|shift| sum.checked_sub(shift)) else {
            // The sum of so few bits is far from the end of the numbers.
            return self.impossible(item);
        };
        let sets = sets_with_sum(values, vars.len(), bits);
        self.cage_of(vars, sets, u32::try_from(bits).ok(), item);
    }

    fn one_of_the_sets(&mut self, vars: &[VarId], sets: &[Box<[i64]>], item: usize) {
        if repeats(vars) {
            return self.impossible(item);
        }
        let mut values = u32::MAX;
        if !vars.is_empty() && self.aligned(vars) {
            values = 64 - vars.iter().fold(0, |m, &v| m | self.model.full(v)).leading_zeros();
        }
        if values > MAX_CAGE_VALUES || vars.len() > MAX_CAGE_VALUES as usize {
            self.distinct(vars, item);
            let whole = Constraint::Sets { vars: vars.to_vec(), sets: sets.into() };
            return self.check(whole, item);
        }
        let offset = self.model.offset[vars[0].index()];
        let bit = |v: &i64| v.checked_sub(offset).filter(|b| (0..64).contains(b));
        let mask = |set: &[i64]| {
            let sorted = set.len() == vars.len() && set.windows(2).all(|w| w[0] < w[1]);
            let bits = sorted.then(|| set.iter().map(bit).collect::<Option<Vec<_>>>())??;
            Some(bits.iter().fold(0u64, |m, b| m | 1 << b))
        };
        let sets: Vec<u64> = sets.iter().filter_map(|set| mask(set)).collect();
        let sets = self.shared_sets(sets);
        self.cage_of(vars, sets, None, item);
    }

    /// Different values that make one of the sets; if these are all with a sum, also that.
    pub(crate) fn cage_of(
        &mut self,
        vars: &[VarId],
        sets: Arc<[u64]>,
        sum: Option<u32>,
        item: usize,
    ) {
        // A branch narrows its own variables only.
        let outside = self.branch.is_none();
        self.emit(Prop::Cage(Cage::new(vars.to_vec(), sets, sum, outside)), item);
    }

    /// Variables outside that see two or more of these, each with the places it sees. One
    /// that is known from the start has nothing to lose.
    pub(super) fn watchers(&self, vars: &[VarId]) -> Vec<(VarId, u64)> {
        // A branch narrows its own variables only.
        if self.branch.is_some() {
            return Vec::new();
        }
        let row = |v: &VarId, k: usize| self.model.sees[v.index()].get(k).copied().unwrap_or(0);
        let long = vars.iter().map(|v| self.model.sees[v.index()].len()).max().unwrap_or(0);
        let mut out = Vec::with_capacity(16);
        for k in 0..long {
            let (mut once, mut twice) = (0u64, 0u64);
            for var in vars {
                twice |= once & row(var, k);
                once |= row(var, k);
            }
            for bit in Ones(twice) {
                let var = VarId::new(k * 64 + bit as usize);
                if vars.contains(&var) || is_single(self.model.full(var)) {
                    continue;
                }
                let sees = |v: &VarId| row(v, k) >> bit & 1;
                let places = vars.iter().rev().fold(0, |m, v| m << 1 | sees(v));
                out.push((var, places));
            }
        }
        out
    }

    fn linear(&mut self, terms: &[(i64, VarId)], op: Cmp, rhs: i64, item: usize) {
        if let ([(1, a), (-1, b)], Cmp::Ne, 0) = (terms, op, rhs)
            && a != b
        {
            return self.differ_pair(*a, *b, item);
        }
        let Some(gathered) = self.gathered(terms) else {
            return self.check(Constraint::Linear { terms: terms.to_vec(), op, rhs }, item);
        };
        let (terms, wide) = (gathered, i128::from(rhs));
        let negated = || terms.iter().map(|&(c, v)| (-c, v)).collect();
        let prop = match op {
            Cmp::Le => Prop::AtMost(AtMost::new(terms.into(), wide)),
            Cmp::Lt => Prop::AtMost(AtMost::new(terms.into(), wide - 1)),
            Cmp::Ge => Prop::AtMost(AtMost::new(negated(), -wide)),
            Cmp::Gt => Prop::AtMost(AtMost::new(negated(), -wide - 1)),
            Cmp::Ne => return self.differ(&terms, rhs, item),
            Cmp::Eq => match self.sum(&terms, rhs) {
                Some(sum) => Prop::Sum(sum),
                None => Prop::Equal(Equal::new(terms.into(), rhs)),
            },
        };
        self.emit(prop, item);
    }

    fn differ(&mut self, terms: &[(i64, VarId)], rhs: i64, item: usize) {
        match *terms {
            [(c, a), (d, b)] if rhs == 0 && c == -d => self.differ_pair(a, b, item),
            _ => self.emit(Prop::Differ(Differ::new(terms.into(), rhs)), item),
        }
    }

    /// Gathers the terms into groups that see each other, if all are small enough.
    fn sum(&self, terms: &[(i64, VarId)], rhs: i64) -> Option<Sum> {
        let mut target = rhs;
        let mut alike: Vec<(i64, Vec<VarId>, u32)> = Vec::new();
        for &(c, var) in terms {
            if !self.model.is_small(var) {
                return None;
            }
            let offset = self.model.offset[var.index()];
            target = target.checked_sub(c.checked_mul(offset)?)?;
            let top = 63 - self.model.full(var).leading_zeros();
            match alike.iter_mut().find(|(d, _, other)| (*d, *other) == (c, top)) {
                Some((_, vars, _)) => vars.push(var),
                None => {
                    let mut vars = Vec::with_capacity(terms.len());
                    vars.push(var);
                    alike.push((c, vars, top));
                }
            }
        }
        let groups = alike.into_iter().flat_map(|(c, vars, top)| {
            let groups = cliques(&vars, |a, b| self.model.sees(a, b));
            groups.into_iter().map(move |vars| (c, vars, top))
        });
        let groups = groups.collect();
        Sum::new(groups, target, self.branch.is_none(), |a, b| self.model.sees(a, b))
    }

    /// Terms with one entry a variable and no zeros; none if sums of them pass 128 bits.
    pub(crate) fn gathered(&self, terms: &[(i64, VarId)]) -> Option<Vec<(i64, VarId)>> {
        let mut out: Vec<(i64, VarId)> = Vec::with_capacity(terms.len());
        // In order, as most are, neighbours tell that none is there twice.
        if terms.is_sorted_by(|(_, a), (_, b)| a < b) {
            out.extend_from_slice(terms);
        } else {
            for &(c, v) in terms {
                match out.iter_mut().find(|(_, w)| *w == v) {
                    Some((d, _)) => *d = d.checked_add(c)?,
                    None => out.push((c, v)),
                }
            }
        }
        out.retain(|&(c, _)| c != 0);
        let mut reach = 0u128;
        for &(c, v) in &out {
            c.checked_neg()?;
            let (lo, hi) = self.model.bounds(v);
            let largest = u128::from(lo.unsigned_abs().max(hi.unsigned_abs()));
            reach = reach.saturating_add(largest * u128::from(c.unsigned_abs()));
        }
        (reach < 1 << 120).then_some(out)
    }
}

/// Whether some variable occurs twice.
pub(super) fn repeats(vars: &[VarId]) -> bool {
    // In order, as most lists are, neighbours tell.
    let sorted = vars.windows(2).all(|pair| pair[0] < pair[1]);
    !sorted && (1..vars.len()).any(|i| vars[..i].contains(&vars[i]))
}
