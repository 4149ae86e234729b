//! Solutions in the order of objectives: find the best value, give all solutions that have it,
//! exclude it, and start over.

use super::{LabelOptions, Objective, Search};
use crate::error::{FdError, Res, Stop};
use crate::expr::{Arg, Expr, Rel};
use crate::int::Int;
use crate::store::{FdVar, Mark, Store};

/// A labeling under way.
#[derive(Debug)]
pub struct Labeling {
    kind: Kind,
    news: (usize, usize, usize),
}

#[derive(Debug)]
enum Kind {
    Plain(Box<Search>),
    Best(Box<Best>),
}

#[derive(Debug)]
struct Best {
    objective: FdVar,
    up: bool,
    /// Options of the searches for the best value.
    inner: LabelOptions,
    /// Options of the searches for the solutions that have it.
    rest: LabelOptions,
    vars: Vec<Arg>,
    level: Option<(Mark, Int, Kind)>,
}

impl Labeling {
    /// Checks the variables, posts the objectives, and decides nothing yet.
    pub fn start(store: &mut Store, options: &LabelOptions, vars: &[Arg]) -> Res<Labeling> {
        let news = store.news_position();
        let kind = store.guarded(|s| Kind::start(s, options, vars))?;
        Ok(Labeling { kind, news })
    }

    /// Moves to the next solution; false if there is none left. Afterwards the store reports all
    /// news since the start, as the host has undone its own bindings meanwhile.
    pub fn next(&mut self, store: &mut Store) -> Res<bool> {
        let found = self.kind.next(store)?;
        store.rewind_news(self.news);
        Ok(found)
    }

    /// The same for a host that undid only part of its bindings: it still has those of the first
    /// `kept` values since the start. Tells how many of these hold in the next solution, if there
    /// is one; the store reports all news after them.
    pub fn next_keeping(&mut self, store: &mut Store, kept: usize) -> Res<Option<usize>> {
        store.clamp_news(self.news.0 + kept);
        let found = self.kind.next(store)?;
        let held = store.news_kept(self.news);
        if held.is_none() {
            store.rewind_news(self.news);
        }
        Ok(found.then_some(held.unwrap_or(0)))
    }

    /// Whether there is certainly no further solution, so that the host can drop its choice point.
    pub fn is_last(&self) -> bool {
        match &self.kind {
            Kind::Plain(search) => search.begun && search.stack.is_empty(),
            Kind::Best(_) => false,
        }
    }
}

impl Kind {
    fn start(s: &mut Store, options: &LabelOptions, vars: &[Arg]) -> Res<Kind> {
        // The check comes before anything is posted.
        let search = Search::new(s, options, vars)?;
        let mut singles = Vec::new();
        for objective in &options.objectives {
            let (Objective::Min(expr) | Objective::Max(expr)) = objective;
            let up = matches!(objective, Objective::Max(_));
            let var = s.new_var();
            s.make_known(&Arg::Var(var));
            s.post(Rel::Eq, &Expr::Var(var), expr)?;
            singles.push((var, up));
        }
        let Some((&(objective, up), rest)) = singles.split_first() else {
            return Ok(Kind::Plain(Box::new(search)));
        };
        let inner =
            LabelOptions { objectives: Vec::new(), upto: super::Upto::Ground, ..options.clone() };
        let rest = rest.iter().map(|&(v, up)| {
            if up { Objective::Max(Expr::Var(v)) } else { Objective::Min(Expr::Var(v)) }
        });
        let rest = LabelOptions { objectives: rest.collect(), ..inner.clone() };
        let vars = vars.to_vec();
        Ok(Kind::Best(Box::new(Best { objective, up, inner, rest, vars, level: None })))
    }

    fn next(&mut self, s: &mut Store) -> Res<bool> {
        match self {
            Kind::Plain(search) => search.next(s),
            Kind::Best(best) => best.next(s),
        }
    }
}

impl Best {
    fn next(&mut self, s: &mut Store) -> Res<bool> {
        loop {
            if let Some((mark, value, solutions)) = &mut self.level {
                if solutions.next(s)? {
                    return Ok(true);
                }
                s.undo_to(*mark);
                let value = value.clone();
                self.level = None;
                match s.post_rel(Rel::Neq, &Expr::Var(self.objective), &Expr::Int(value)) {
                    Ok(()) => {}
                    Err(Stop::Fail) => return Ok(false),
                    Err(error) => return Err(error),
                }
            }
            let Some(value) = self.optimum(s)? else { return Ok(false) };
            let mark = s.mark();
            let fixed = s.guarded(|s| {
                s.post(Rel::Eq, &Expr::Var(self.objective), &Expr::Int(value.clone()))?;
                Kind::start(s, &self.rest, &self.vars)
            });
            match fixed {
                Ok(solutions) => self.level = Some((mark, value, solutions)),
                Err(Stop::Fail) => return Ok(false),
                Err(error) => return Err(error),
            }
        }
    }

    /// The best value any solution has.
    fn optimum(&self, s: &mut Store) -> Res<Option<Int>> {
        let mark = s.mark();
        let result = self.branch_and_bound(s);
        s.undo_to(mark);
        result
    }

    fn branch_and_bound(&self, s: &mut Store) -> Res<Option<Int>> {
        let mut search = Search::new(s, &self.inner, &self.vars)?;
        let mut best = None;
        while search.next(s)? {
            let value = s.value(self.objective).ok_or(Stop::from(FdError::Instantiation))?;
            search.goal = Some((self.objective, self.up, Some(value.clone())));
            best = Some(value);
        }
        Ok(best)
    }
}
