//! Which variable a search decides next.

use super::{Branch, LabelOptions, Order, Search, Select, middle};
use crate::domain::Domain;
use crate::error::{FdError, Res, Stop};
use crate::expr::Arg;
use crate::int::Int;
use crate::store::{FdVar, Store};

/// A decision for hosts that keep their own choice points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// First `X = V`, then `X #\= V`, and decide again.
    Step(FdVar, Int),
    /// The values in turn; from the top if the flag is set.
    Enum(FdVar, Domain, bool),
    /// First `X #=< M`, then `X #> M`; the other way round if the flag is set.
    Bisect(FdVar, Int, bool),
}

impl Search {
    /// The next variable to decide.
    pub(super) fn pick(&mut self, s: &Store) -> Option<FdVar> {
        let list = self.lists.last().map_or(&[][..], |list| &list.0);
        let fixed = list[self.start..].iter().take_while(|var| s.domain(**var).is_fixed());
        self.start += fixed.count();
        let open = &list[self.start..];
        let first = s.root(*open.first()?);
        let free = |v: &FdVar| !s.domain(*v).is_fixed();
        match self.select {
            Select::Leftmost => Some(first),
            Select::Random => {
                let left: Vec<FdVar> = open.iter().copied().filter(free).collect();
                let at = self.roll(left.len());
                left.get(at).map(|v| s.root(*v))
            }
            _ => best(s, self.select, open),
        }
    }
}

/// The leftmost of the best open variables.
fn best(s: &Store, select: Select, open: &[FdVar]) -> Option<FdVar> {
    let mut best: Option<FdVar> = None;
    let mut best_size = i64::MAX;
    for var in open {
        let var = s.root(*var);
        let dom = s.root_domain(var);
        if dom.is_fixed() {
            continue;
        }
        let Some(champion) = best else {
            best = Some(var);
            best_size = dom.word_size().unwrap_or(i64::MAX);
            continue;
        };
        let better = match select {
            Select::Ff | Select::Ffc => {
                let size = dom.word_size().unwrap_or(i64::MAX);
                let more = || s.degree(var) > s.degree(champion);
                let better =
                    size < best_size || (select == Select::Ffc && size == best_size && more());
                if better {
                    best_size = size;
                }
                better
            }
            Select::DomWDeg => {
                let size = |v: FdVar| s.domain(v).word_size().unwrap_or(i64::MAX) as u128;
                size(var) * u128::from(s.weight(champion).max(1))
                    < size(champion) * u128::from(s.weight(var).max(1))
            }
            Select::Min => dom.min() < s.domain(champion).min(),
            Select::Max => dom.max() > s.domain(champion).max(),
            Select::Leftmost | Select::Random => false,
        };
        if better {
            best = Some(var);
            // Nothing open is smaller.
            if select == Select::Ff && best_size == 2 {
                break;
            }
        }
    }
    best
}

impl Store {
    /// The next decision of a labeling without objectives, or `None` if all have values.
    pub fn next_decision(&self, options: &LabelOptions, vars: &[Arg]) -> Res<Option<Decision>> {
        let mut search = Search::new(self, options, vars)?;
        let Some(var) = search.pick(self) else { return Ok(None) };
        let dom = self.domain(var);
        Ok(Some(match options.branch {
            Branch::Step => Decision::Step(var, search.next_value(dom).ok_or(Stop::Fail)?),
            Branch::Enum => Decision::Enum(var, dom.clone(), options.order != Order::Up),
            Branch::Bisect if options.order == Order::Random => {
                return Err(Stop::from(FdError::Domain("bisect_up_or_down")));
            }
            Branch::Bisect => {
                let mid = middle(dom).ok_or(Stop::Fail)?;
                Decision::Bisect(var, mid, options.order == Order::Down)
            }
        }))
    }
}
