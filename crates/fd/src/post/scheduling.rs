//! Tasks on a shared resource and rectangles in the plane, made of simpler constraints.

use crate::error::{FdError, Res, Stop};
use crate::expr::{Arg, Expr, Formula, Op2, Rel};
use crate::int::Int;
use crate::store::Store;

/// A task of `cumulative`.
#[derive(Clone, Debug)]
pub struct Task {
    /// When it starts.
    pub start: Arg,
    /// How long it takes.
    pub duration: Arg,
    /// When it ends.
    pub end: Arg,
    /// What it needs meanwhile.
    pub need: Arg,
}

/// A rectangle of `disjoint2`.
#[derive(Clone, Debug)]
pub struct Rectangle {
    /// Left edge.
    pub x: Arg,
    /// Width.
    pub width: Arg,
    /// Lower edge.
    pub y: Arg,
    /// Height.
    pub height: Arg,
}

/// The largest number of time slots that are decomposed.
const MAX_SLOTS: i64 = 1 << 22;

fn plus(a: &Arg, b: &Arg) -> Expr {
    Expr::op2(Op2::Add, a.into(), b.into())
}

impl Store {
    /// At every time, running tasks need at most the limit.
    pub fn post_cumulative(&mut self, tasks: &[Task], limit: &Int) -> Res {
        self.guarded(|s| {
            if tasks.is_empty() {
                return Ok(());
            }
            s.elastic(tasks, limit)?;
            let mut running = Vec::new();
            for task in tasks {
                running.push(s.running(task)?);
            }
            let mut start: Option<i64> = None;
            let mut end: Option<i64> = None;
            for task in tasks {
                let low = s.slot(&s.finite_arg(&task.start)?.0)?;
                let high = s.slot(&s.finite_arg(&task.end)?.1)?;
                start = Some(start.map_or(low, |t| t.min(low)));
                end = Some(end.map_or(high, |t| t.max(high)));
            }
            for time in start.unwrap_or(0)..end.unwrap_or(0) {
                s.limit_at(time, tasks, &running, limit)?;
            }
            Ok(())
        })
    }

    fn slot(&self, time: &Int) -> Res<i64> {
        let too_far = Stop::from(FdError::Resource("time_slots"));
        time.as_i64().filter(|t| (-MAX_SLOTS..MAX_SLOTS).contains(t)).ok_or(too_far)
    }

    /// Even without gaps, all work must fit between the first start and the last end.
    fn elastic(&mut self, tasks: &[Task], limit: &Int) -> Res {
        let mut areas = Vec::new();
        for task in tasks {
            let area = Arg::Var(self.new_var());
            for arg in [&area, &task.duration, &task.need] {
                self.make_known(arg);
            }
            let product = Expr::op2(Op2::Mul, (&task.duration).into(), (&task.need).into());
            self.post(Rel::Eq, &(&area).into(), &product)?;
            areas.push(area);
        }
        let total = Arg::Var(self.new_var());
        areas.iter().for_each(|area| self.make_known(area));
        self.make_known(&total);
        let ones = vec![Int::ONE; areas.len()];
        self.scalar_product(&ones, &areas, Rel::Eq, &(&total).into())?;
        let time = Arg::Var(self.new_var());
        self.make_known(&time);
        let padded = Expr::op2(
            Op2::Sub,
            Expr::op2(Op2::Add, (&total).into(), Expr::Int(limit.clone())),
            Expr::word(1),
        );
        let least = Expr::op2(Op2::Quot, padded, Expr::Int(limit.clone()));
        self.post(Rel::Eq, &(&time).into(), &least)?;
        let first = self.extreme(tasks.iter().map(|t| &t.start), Op2::Min)?;
        let last = self.extreme(tasks.iter().map(|t| &t.end), Op2::Max)?;
        self.post(Rel::Geq, &(&last).into(), &plus(&first, &time))
    }

    fn extreme<'a>(&mut self, args: impl Iterator<Item = &'a Arg>, op: Op2) -> Res<Arg> {
        let mut best: Option<Arg> = None;
        for arg in args {
            best = Some(match best {
                None => arg.clone(),
                Some(before) => {
                    let next = Arg::Var(self.new_var());
                    self.make_known(&next);
                    let pick = Expr::op2(op, arg.into(), (&before).into());
                    self.post(Rel::Eq, &(&next).into(), &pick)?;
                    next
                }
            });
        }
        best.ok_or(Stop::Fail)
    }

    /// The first time slot of a task and, for each slot, whether the task runs.
    fn running(&mut self, task: &Task) -> Res<(i64, Vec<Arg>)> {
        self.post(Rel::Gt, &(&task.duration).into(), &Expr::word(0))?;
        for arg in [&task.end, &task.start, &task.duration] {
            self.make_known(arg);
        }
        self.post(Rel::Eq, &(&task.end).into(), &plus(&task.start, &task.duration))?;
        for arg in [&task.end, &task.start, &task.duration] {
            self.finite_arg(arg)?;
        }
        let low = self.slot(&self.finite_arg(&task.start)?.0)?;
        let high = self.slot(&self.finite_arg(&task.end)?.1)?;
        let truths: Vec<Arg> = (low..high.max(low)).map(|_| Arg::Var(self.new_var())).collect();
        for (at, truth) in truths.iter().enumerate() {
            let now = || Expr::word(low + at as i64);
            let begun = Formula::Rel(Rel::Geq, now(), (&task.start).into());
            let not_over = Formula::Rel(Rel::Lt, now(), (&task.end).into());
            let both = Formula::And(Box::new(begun), Box::new(not_over));
            self.post_iff(&both, &Formula::Truth(truth.clone()))?;
        }
        Ok((low, truths))
    }

    fn limit_at(
        &mut self,
        time: i64,
        tasks: &[Task],
        running: &[(i64, Vec<Arg>)],
        limit: &Int,
    ) -> Res {
        let mut needs = Vec::new();
        for (task, (offset, truths)) in tasks.iter().zip(running) {
            self.post(Rel::Geq, &(&task.need).into(), &Expr::word(0))?;
            let low = self.slot(&self.finite_arg(&task.start)?.0)?;
            let high = self.slot(&self.finite_arg(&task.end)?.1)?;
            if time < low || time >= high {
                needs.push(Arg::from(0));
                continue;
            }
            let truth = truths.get((time - offset) as usize).ok_or(Stop::Fail)?;
            let need = Arg::Var(self.new_var());
            self.make_known(&need);
            let product = Expr::op2(Op2::Mul, truth.into(), (&task.need).into());
            self.post(Rel::Eq, &(&need).into(), &product)?;
            needs.push(need);
        }
        let ones = vec![Int::ONE; needs.len()];
        self.scalar_product(&ones, &needs, Rel::Leq, &Expr::Int(limit.clone()))
    }

    /// No two rectangles overlap.
    pub fn post_disjoint2(&mut self, rectangles: &[Rectangle]) -> Res {
        self.guarded(|s| {
            for (at, a) in rectangles.iter().enumerate() {
                for b in &rectangles[at + 1..] {
                    s.not_inside(a, b)?;
                    s.not_inside(b, a)?;
                }
            }
            Ok(())
        })
    }

    /// Where the near corner of `b` falls beside `a` in one direction, they part in the other.
    fn not_inside(&mut self, a: &Rectangle, b: &Rectangle) -> Res {
        let rel = |r, x: Expr, y: Expr| Box::new(Formula::Rel(r, x, y));
        let beside = |a: &Arg, length: &Arg, b: &Arg| {
            Formula::And(rel(Rel::Leq, a.into(), b.into()), rel(Rel::Lt, b.into(), plus(a, length)))
        };
        let apart = |a: &Arg, la: &Arg, b: &Arg, lb: &Arg| {
            Formula::Or(rel(Rel::Leq, plus(a, la), b.into()), rel(Rel::Leq, plus(b, lb), a.into()))
        };
        let rules = [
            (beside(&a.x, &a.width, &b.x), apart(&a.y, &a.height, &b.y, &b.height)),
            (beside(&a.y, &a.height, &b.y), apart(&a.x, &a.width, &b.x, &b.width)),
        ];
        for (when, then) in rules {
            self.post_formula_inner(&Formula::Implies(Box::new(when), Box::new(then)))?;
        }
        Ok(())
    }
}
