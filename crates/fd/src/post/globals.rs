//! Constraints over many variables.

use std::rc::Rc;

use crate::bound::Bound;
use crate::domain::Domain;
use crate::error::{FdError, Res, Stop, ensure};
use crate::expr::{Arg, Expr, Formula, Rel, Rows};
use crate::int::Int;
use crate::props::{ExcludeKind, GccRole, KeyCount, Prop, exclude_around};
use crate::residual::Goal;
use crate::store::{FdVar, PropId, State, Store};

/// Options of `global_cardinality`.
#[derive(Clone, Debug, Default)]
pub struct GccOptions {
    /// Only count, without the flow.
    pub value_consistency: bool,
    /// The total cost, and per variable the cost of each key.
    pub cost: Option<(Arg, Vec<Vec<Int>>)>,
}

impl Store {
    /// All arguments differ; a value is taken from the others once it is given.
    pub fn post_all_different(&mut self, list: &[Arg]) -> Res {
        self.guarded(|s| {
            let list: Rc<[Arg]> = list.into();
            let (number, group) = (s.next_number(), s.group(&list));
            for at in 0..list.len() {
                let kind = ExcludeKind::Different(number);
                match s.int(&list[at]) {
                    None => {
                        let prop = Prop::Exclude { list: list.clone(), at, kind };
                        let id = s.add_exclude(prop, &group, &list[at]);
                        s.attach(&list[at], id);
                    }
                    Some(n) => exclude_around(s, &list[..at], &list[at + 1..], &kind, &n)?,
                }
            }
            s.run_queue()
        })
    }

    /// All arguments differ; every value left is part of a solution of this constraint.
    pub fn post_all_distinct(&mut self, list: &[Arg]) -> Res {
        self.guarded(|s| {
            let list: Rc<[Arg]> = list.into();
            let id = s.add_prop(Prop::Distinct(list.clone()));
            s.attach_distinct(&list, id)?;
            s.trigger_once(id)
        })
    }

    /// The open variables of a list. What has a value was taken from the others when the list
    /// was posted, so that it need not be looked at again.
    fn group(&self, list: &[Arg]) -> Rc<[FdVar]> {
        list.iter().filter_map(|arg| self.free(arg)).collect()
    }

    /// Adds the propagator that takes the value of one member from the others.
    fn add_exclude(&mut self, prop: Prop, group: &Rc<[FdVar]>, member: &Arg) -> PropId {
        let var = self.free(member);
        let at = group.iter().position(|v| Some(*v) == var);
        let id = self.add_prop(prop);
        if let Some(at) = at {
            self.set_group(id, group.clone(), at as u32);
        }
        id
    }

    fn attach_distinct(&mut self, list: &Rc<[Arg]>, id: PropId) -> Res {
        let group = self.group(list);
        for at in 0..list.len() {
            let kind = ExcludeKind::Distinct;
            match self.int(&list[at]) {
                None => {
                    self.attach(&list[at], id);
                    let prop = Prop::Exclude { list: list.clone(), at, kind };
                    let one = self.add_exclude(prop, &group, &list[at]);
                    self.attach(&list[at], one);
                }
                Some(n) => exclude_around(self, &list[..at], &list[at + 1..], &kind, &n)?,
            }
        }
        Ok(())
    }

    /// The arguments are the successors of nodes 1, 2, .. on one tour.
    pub fn post_circuit(&mut self, list: &[Arg]) -> Res {
        self.guarded(|s| {
            let range = Domain::words(1, list.len() as i64);
            for arg in list {
                s.narrow(arg, &range)?;
            }
            if list.len() == 1 {
                return Ok(());
            }
            s.exclude_positions(list)?;
            let list: Rc<[Arg]> = list.into();
            let id = s.add_prop(Prop::Circuit(list.clone()));
            s.attach_distinct(&list, id)?;
            s.trigger_once(id)
        })
    }

    /// Each tuple is a row of the table.
    pub fn post_tuples_in(&mut self, tuples: &[Vec<Arg>], rows: &Rows) -> Res {
        self.guarded(|s| s.post_tuples(tuples, rows))
    }

    /// The value is the element at the index, counted from one.
    pub fn post_element(&mut self, index: &Arg, list: &[Arg], value: &Arg) -> Res {
        self.guarded(|s| s.element(index, list, value))
    }

    pub(super) fn element(&mut self, index: &Arg, list: &[Arg], value: &Arg) -> Res {
        self.narrow(index, &Domain::words(1, list.len() as i64))?;
        for (at, item) in list.iter().enumerate() {
            let differs = Formula::Rel(Rel::Neq, item.into(), value.into());
            let elsewhere = Formula::Rel(Rel::Neq, index.into(), Expr::word(at as i64 + 1));
            let both = Formula::Implies(Box::new(differs), Box::new(elsewhere));
            self.post_formula_inner(&both)?;
        }
        let prop = Prop::Element { index: index.clone(), list: list.into(), value: value.clone() };
        let args: Vec<&Arg> = std::iter::once(index).chain(list).collect();
        self.post_listed(&args, prop).map(|_| ())
    }

    /// Each argument is one of the keys, and each key occurs as often as its counter says. Keys
    /// must differ.
    pub fn post_global_cardinality(
        &mut self,
        vars: &[Arg],
        pairs: &[(Int, Arg)],
        options: &GccOptions,
    ) -> Res {
        self.guarded(|s| {
            let nums: Vec<Arg> = pairs.iter().map(|p| p.1.clone()).collect();
            let counts = Domain::words(0, vars.len() as i64);
            for num in &nums {
                s.narrow(num, &counts)?;
            }
            let keys = Domain::from_values(pairs.iter().map(|p| &p.0));
            for var in vars {
                s.narrow(var, &keys)?;
            }
            let all: Rc<[Arg]> = vars.into();
            let count = KeyCount { open: all.clone(), occurred: 0, done: false };
            let state = s.new_state(State::Counts(vec![count; pairs.len()].into()));
            let pairs_list: Rc<[(Int, Arg)]> = pairs.into();
            let prop =
                |role| Prop::Gcc { vars: all.clone(), pairs: pairs_list.clone(), state, role };
            let (vars_ref, nums_ref): (Vec<&Arg>, Vec<&Arg>) =
                (vars.iter().collect(), nums.iter().collect());
            s.post_listed(&vars_ref, prop(GccRole::Check))?;
            s.post_listed(&nums_ref, prop(GccRole::CheckSingle))?;
            if !options.value_consistency {
                s.post_listed(&nums_ref, prop(GccRole::Single))?;
                s.post_listed(&vars_ref, prop(GccRole::Full))?;
            }
            if let Some((cost, matrix)) = &options.cost {
                ensure(matrix.len() == vars.len())?;
                let key_args: Vec<Arg> = pairs.iter().map(|p| Arg::Int(p.0.clone())).collect();
                let mut costs = Vec::new();
                for (var, row) in vars.iter().zip(matrix) {
                    let (index, own) = (Arg::Var(s.new_var()), Arg::Var(s.new_var()));
                    s.element(&index, &key_args, var)?;
                    let row: Vec<Arg> = row.iter().cloned().map(Arg::Int).collect();
                    s.element(&index, &row, &own)?;
                    costs.push(own);
                }
                let ones = vec![Int::ONE; costs.len()];
                s.scalar_product(&ones, &costs, Rel::Eq, &cost.into())?;
            }
            Ok(())
        })
    }

    /// Neighbours in the list are related.
    pub fn post_chain(&mut self, list: &[Arg], rel: Rel) -> Res {
        self.guarded(|s| {
            for pair in list.windows(2) {
                let swapped = matches!(rel, Rel::Lt | Rel::Leq);
                let (first, second) = if swapped { (1, 0) } else { (0, 1) };
                s.make_known(&pair[first]);
                s.make_known(&pair[second]);
                s.post(rel, &(&pair[0]).into(), &(&pair[1]).into())?;
            }
            Ok(())
        })
    }

    /// Tasks with these starts and durations do not overlap.
    pub fn post_serialized(&mut self, starts: &[Arg], durations: &[Int]) -> Res {
        self.guarded(|s| {
            ensure(starts.len() == durations.len())?;
            let goal = Rc::new((starts.to_vec(), durations.to_vec()));
            let number = s.next_number();
            for i in 0..starts.len() {
                ensure(durations[i].sign() >= 0)?;
                for j in i + 1..starts.len() {
                    ensure(durations[j].sign() >= 0)?;
                    let prop = Prop::Serialized {
                        i: starts[j].clone(),
                        di: durations[j].clone(),
                        j: starts[i].clone(),
                        dj: durations[i].clone(),
                        goal: goal.clone(),
                        number,
                    };
                    s.post_listed(&[&starts[i], &starts[j]], prop)?;
                }
            }
            Ok(())
        })
    }

    /// A goal that answers show at the variables it is attached to, and that does nothing else.
    pub fn remember(&mut self, goal: Goal) -> PropId {
        self.add_prop(Prop::Remember(goal))
    }

    /// Attaches a remembered goal to an argument.
    pub fn remember_at(&mut self, goal: PropId, arg: &Arg) {
        self.attach(arg, goal);
    }

    /// The finite ends of an argument, or an error.
    pub(super) fn finite_arg(&self, arg: &Arg) -> Res<(Int, Int)> {
        let dom = self.arg_dom(arg);
        match (dom.min(), dom.max()) {
            (Bound::N(low), Bound::N(high)) => Ok((low, high)),
            _ => Err(Stop::from(FdError::Instantiation)),
        }
    }
}
