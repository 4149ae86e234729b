//! Labeling: trying values until every variable has one.
//!
//! The search keeps its own stack of decisions on the store's trail, so that the host needs one
//! choice point per solution, not per value. Solutions come in the order that the options of
//! `labeling/2` prescribe.
//!
//! While a `Labeling` is alive, the host must not undo the store below its start, and on
//! backtracking into it calls `next` without undoing the store first: `next` takes back whatever
//! happened since its last solution.

use crate::bound::Bound;
use crate::domain::Domain;
use crate::error::{FdError, Res, Stop};
use crate::expr::{Arg, Expr, Op2, Rel};
use crate::int::Int;
use crate::store::{FdVar, Mark, Store};

mod optimise;
mod select;

pub use optimise::Labeling;
pub use select::Decision;

/// Which variable is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Select {
    /// In the order given.
    #[default]
    Leftmost,
    /// Smallest domain.
    Ff,
    /// Smallest domain, then most propagators.
    Ffc,
    /// Lowest lower bound.
    Min,
    /// Highest upper bound.
    Max,
    /// Smallest domain for the number of failures around it.
    DomWDeg,
    /// At random.
    Random,
}

/// Which value is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Order {
    /// Ascending.
    #[default]
    Up,
    /// Descending.
    Down,
    /// At random.
    Random,
}

/// What a decision looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Branch {
    /// `X = V` or `X #\= V`.
    #[default]
    Step,
    /// `X = V1` or `X = V2` ..
    Enum,
    /// `X #=< M` or `X #> M`.
    Bisect,
}

/// How far to go.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Upto {
    /// Until every variable has a value.
    #[default]
    Ground,
    /// Variables without live propagators may keep their domains.
    In,
    /// The same, and the argument becomes the number of assignments left open.
    InCount(Arg),
}

/// What to optimise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Objective {
    /// Solutions in ascending order of the expression.
    Min(Expr),
    /// Solutions in descending order of the expression.
    Max(Expr),
}

/// The options of `labeling/2`.
#[derive(Clone, Debug, Default)]
pub struct LabelOptions {
    /// Variable selection.
    pub select: Select,
    /// Value order.
    pub order: Order,
    /// Branching.
    pub branch: Branch,
    /// How far to go.
    pub upto: Upto,
    /// Objectives, the most important first.
    pub objectives: Vec<Objective>,
    /// Seed of random choices.
    pub seed: u64,
}

/// A decision that has another side.
#[derive(Debug)]
struct Choice {
    mark: Mark,
    /// Where the list of variables to label began.
    start: u32,
    /// Which list that was.
    list: u32,
    kind: Other,
}

/// The other side of a decision.
#[derive(Debug)]
enum Other {
    NotWord(FdVar, i64),
    Not(FdVar, Int),
    /// The values not tried yet.
    Values(FdVar, Domain),
    Above(FdVar, Int),
    AtMost(FdVar, Int),
}

/// A depth-first search without objectives.
#[derive(Debug)]
pub(crate) struct Search {
    select: Select,
    order: Order,
    branch: Branch,
    upto: Upto,
    /// Lists of variables to label, the current one last, each with the number of assignments
    /// that are left open so far; only `upto_in` makes new ones.
    lists: Vec<(Vec<FdVar>, Int)>,
    start: usize,
    stack: Vec<Choice>,
    begun: bool,
    random: u64,
    /// An objective variable, whether larger is better, and the best value so far.
    pub(crate) goal: Option<(FdVar, bool, Option<Int>)>,
}

impl Search {
    pub(crate) fn new(store: &Store, options: &LabelOptions, vars: &[Arg]) -> Res<Search> {
        for arg in vars {
            if !store.arg_dom(arg).is_finite() {
                return Err(Stop::from(FdError::Instantiation));
            }
        }
        let list: Vec<FdVar> = vars.iter().filter_map(|a| store.free(a)).collect();
        Ok(Search {
            select: options.select,
            order: options.order,
            branch: options.branch,
            upto: options.upto.clone(),
            lists: vec![(list, Int::ONE)],
            start: 0,
            stack: Vec::new(),
            begun: false,
            random: options.seed ^ 0x9E37_79B9_7F4A_7C15,
            goal: None,
        })
    }

    /// The next solution, if there is one.
    pub(crate) fn next(&mut self, s: &mut Store) -> Res<bool> {
        let mut alive = if std::mem::replace(&mut self.begun, true) {
            match self.retreat(s)? {
                None => return Ok(false),
                Some(alive) => alive,
            }
        } else {
            true
        };
        loop {
            if alive {
                match self.advance(s) {
                    Ok(true) => return Ok(true),
                    Ok(false) => continue,
                    Err(Stop::Fail) => {}
                    Err(error) => return Err(error),
                }
            }
            alive = match self.retreat(s)? {
                None => return Ok(false),
                Some(alive) => alive,
            };
        }
    }

    /// Takes one decision; true if there is none left to take.
    fn advance(&mut self, s: &mut Store) -> Res<bool> {
        let Some(var) = self.pick(s) else {
            if let Upto::InCount(count) = &self.upto {
                let open = self.lists.last().map_or(Int::ONE, |list| list.1.clone());
                s.guarded(|s| s.equate(count, &Arg::Int(open)))?;
            }
            return Ok(true);
        };
        if self.upto != Upto::Ground && s.all_dead(var) {
            if let Some((list, open)) = self.lists.last() {
                let open = match s.domain(var).size() {
                    Bound::N(size) => open * &size,
                    _ => open.clone(),
                };
                let left = list[self.start..].iter().copied();
                let left = left.filter(|v| s.root(*v) != var).collect();
                self.lists.push((left, open));
                self.start = 0;
            }
            return Ok(false);
        }
        match self.branch {
            Branch::Step => {
                if let Some((low, high)) = s.root_domain(var).finite_ends()
                    && self.order != Order::Random
                {
                    let word = if self.order == Order::Up { low } else { high };
                    self.push(s, Other::NotWord(var, word));
                    return s.guarded(|s| s.bind_word(var, word)).map(|()| false);
                }
                let value = self.next_value(s.domain(var)).ok_or(Stop::Fail)?;
                self.push(s, Other::Not(var, value.clone()));
                s.guarded(|s| s.bind(var, &value))?;
            }
            Branch::Enum => {
                let values = s.domain(var);
                let value = next_in(values, self.order).ok_or(Stop::Fail)?;
                let rest = values.remove(&value);
                self.push(s, Other::Values(var, rest));
                s.guarded(|s| s.bind(var, &value))?;
            }
            Branch::Bisect => {
                let mid = middle(s.domain(var)).ok_or(Stop::Fail)?;
                match self.order {
                    Order::Up => {
                        self.push(s, Other::Above(var, mid.clone()));
                        at_most(s, var, &mid)?;
                    }
                    Order::Down => {
                        self.push(s, Other::AtMost(var, mid.clone()));
                        above(s, var, &mid)?;
                    }
                    Order::Random => {
                        return Err(Stop::from(FdError::Domain("bisect_up_or_down")));
                    }
                }
            }
        }
        Ok(false)
    }

    fn push(&mut self, s: &mut Store, kind: Other) {
        let (mark, list) = (s.mark(), self.lists.len() as u32);
        self.stack.push(Choice { mark, start: self.start as u32, list, kind });
    }

    /// Goes back to the last decision and takes its other side; `None` if there is none, false if
    /// the other side fails at once.
    fn retreat(&mut self, s: &mut Store) -> Res<Option<bool>> {
        let Some(choice) = self.stack.last_mut() else { return Ok(None) };
        s.undo_to(choice.mark);
        self.start = choice.start as usize;
        self.lists.truncate(choice.list as usize);
        let result = match &mut choice.kind {
            Other::Values(var, values) => {
                let (var, value) = (*var, next_in(values, self.order));
                if let Some(value) = &value {
                    *values = values.remove(value);
                }
                if values.is_empty() {
                    self.stack.pop();
                }
                match value {
                    Some(value) => s.guarded(|s| s.bind(var, &value)),
                    None => Err(Stop::Fail),
                }
            }
            &mut Other::NotWord(var, word) => {
                self.stack.pop();
                let var = s.root(var);
                s.guarded(|s| {
                    s.take_word(var, word)?;
                    s.run_queue()
                })
            }
            _ => match self.stack.pop().map(|choice| choice.kind) {
                Some(Other::Not(var, value)) => s.guarded(|s| {
                    s.exclude_value(&Arg::Var(var), &value)?;
                    s.run_queue()
                }),
                Some(Other::Above(var, mid)) => above(s, var, &mid),
                Some(Other::AtMost(var, mid)) => at_most(s, var, &mid),
                _ => Err(Stop::Fail),
            },
        };
        let result = result.and_then(|()| self.improve(s));
        match result {
            Ok(()) => Ok(Some(true)),
            Err(Stop::Fail) => Ok(Some(false)),
            Err(error) => Err(error),
        }
    }

    /// Asks for something better than the best so far.
    fn improve(&self, s: &mut Store) -> Res {
        let Some((var, up, Some(best))) = &self.goal else { return Ok(()) };
        let (var, best) = (Arg::Var(*var), best.clone());
        s.guarded(|s| {
            if *up {
                s.post_geq(&var, &Arg::Int(&best + &Int::ONE))
            } else {
                s.post_geq(&Arg::Int(&best - &Int::ONE), &var)
            }
        })
    }

    fn next_value(&mut self, dom: &Domain) -> Option<Int> {
        match self.order {
            Order::Up | Order::Down => next_in(dom, self.order),
            Order::Random => {
                let intervals = dom.intervals();
                let (low, high) = &intervals[self.roll(intervals.len())];
                let (low, high) = (low.int()?, high.int()?);
                let width = (high - low).as_i64().and_then(|w| usize::try_from(w).ok());
                let steps = self.roll(width.map_or(usize::MAX, |w| w.saturating_add(1)));
                Some(low + &Int::from(steps as i64))
            }
        }
    }

    fn roll(&mut self, n: usize) -> usize {
        self.random = self.random.wrapping_mul(6364136223846793005).wrapping_add(1);
        ((self.random >> 33) as usize) % n.max(1)
    }
}

/// The next value to try of a set.
fn next_in(values: &Domain, order: Order) -> Option<Int> {
    if let Some((low, high)) = values.finite_ends() {
        return Some(Int::from(if order == Order::Up { low } else { high }));
    }
    let end = if order == Order::Up { values.min() } else { values.max() };
    end.int().cloned()
}

/// Where a domain is cut in two.
fn middle(dom: &Domain) -> Option<Int> {
    let (Bound::N(low), Bound::N(high)) = (dom.min(), dom.max()) else { return None };
    let mid = (&low + &high).div_trunc(&Int::from(2))?;
    Some(if mid == high { &mid - &Int::ONE } else { mid })
}

fn at_most(s: &mut Store, var: FdVar, mid: &Int) -> Res {
    s.post_rel(Rel::Leq, &Expr::Var(var), &Expr::Int(mid.clone()))
}

fn above(s: &mut Store, var: FdVar, mid: &Int) -> Res {
    let next = Expr::op2(Op2::Add, Expr::Int(mid.clone()), Expr::word(1));
    s.post_rel(Rel::Geq, &Expr::Var(var), &next)
}
