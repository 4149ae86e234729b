//! `tuples_in`: rows that meet all domains support the values left.

use std::rc::Rc;

use super::AuxList;
use crate::domain::Domain;
use crate::error::{Res, Stop, ensure};
use crate::expr::{Arg, Expr, Formula, Rel, Rows};
use crate::int::Int;
use crate::store::{PropId, State, Store};

/// The rows among these that meet all domains.
pub(crate) fn possible(s: &Store, tuple: &[Arg], rows: &Rows, among: &[u32]) -> Vec<u32> {
    let doms: Vec<Domain> = tuple.iter().map(|a| s.arg_dom(a)).collect();
    let fits = |row: &[Int]| {
        row.len() == doms.len() && row.iter().zip(&doms).all(|(v, dom)| dom.contains(v))
    };
    among.iter().copied().filter(|&at| fits(&rows[at as usize])).collect()
}

/// Narrows each argument to the values of its column.
pub(crate) fn columns(s: &mut Store, tuple: &[Arg], rows: &Rows, among: &[u32]) -> Res {
    for (at, arg) in tuple.iter().enumerate() {
        if s.free(arg).is_none() {
            continue;
        }
        if let [only] = among {
            s.equate(arg, &Arg::Int(rows[*only as usize][at].clone()))?;
            continue;
        }
        let column = Domain::from_values(among.iter().map(|&row| &rows[row as usize][at]));
        if let Some((var, dom)) = s.free_dom(arg) {
            s.put(var, dom.intersect(&column))?;
        }
    }
    Ok(())
}

fn ground(s: &Store, tuple: &[Arg]) -> bool {
    tuple.iter().all(|a| s.free(a).is_none())
}

pub(super) fn run(s: &mut Store, id: PropId, tuple: &Rc<[Arg]>, rows: &Rows, state: usize) -> Res {
    let State::Rows(among) = s.state(state).clone() else { return Ok(()) };
    let left = possible(s, tuple, rows, &among);
    if ground(s, tuple) {
        s.kill(id);
        return ensure(!left.is_empty());
    }
    ensure(!left.is_empty())?;
    if tuple.len() == 2 && tuple.iter().any(|a| s.free(a).is_none()) {
        s.kill(id);
    }
    if let [only] = left[..] {
        s.kill(id);
        let row = rows[only as usize].clone();
        return unify_row(s, tuple, &row);
    }
    if left.len() < among.len() {
        let left: Rc<[u32]> = left.into();
        s.set_state(state, State::Rows(left.clone()));
        return s.quietly(|s| columns(s, tuple, rows, &left));
    }
    Ok(())
}

/// One unification: all values count before anything runs.
fn unify_row(s: &mut Store, tuple: &[Arg], row: &[Int]) -> Res {
    let mut news = Vec::new();
    for (arg, value) in tuple.iter().zip(row) {
        match s.free(arg) {
            Some(var) if news.iter().any(|(v, _)| *v == var) => {
                ensure(news.iter().any(|(v, n)| *v == var && n == value))?;
            }
            Some(var) => news.push((var, value.clone())),
            None => ensure(s.int(arg).as_ref() == Some(value))?,
        }
    }
    s.bind_all(&news)
}

pub(super) fn truth(s: &mut Store, id: PropId, tuple: &Rc<[Arg]>, rows: &Rows, b: &Arg) -> Res {
    if s.int(b) == Some(Int::ONE) {
        s.kill(id);
        return s.post_tuples(&[tuple.to_vec()], rows);
    }
    let all: Vec<u32> = (0..rows.len() as u32).collect();
    let left = possible(s, tuple, rows, &all);
    if left.is_empty() || ground(s, tuple) {
        s.kill(id);
        return s.equate(b, &Arg::from(i64::from(!left.is_empty())));
    }
    Ok(())
}

/// Some tuple is no row: as a formula, since each argument may be the reason.
pub(super) fn not_in(s: &mut Store, id: PropId, tuples: &[Rc<[Arg]>], rows: &Rows, b: &Arg) -> Res {
    if s.int(b) != Some(Int::ZERO) {
        return Ok(());
    }
    s.kill(id);
    let fold = |list: Vec<Formula>, join: fn(Box<Formula>, Box<Formula>) -> Formula| {
        list.into_iter()
            .reduce(|all, one| join(Box::new(all), Box::new(one)))
            .unwrap_or(Formula::Truth(Arg::from(1)))
    };
    let row_formula = |tuple: &[Arg], row: &[Int]| {
        let equals = tuple
            .iter()
            .zip(row)
            .map(|(a, v)| Formula::Rel(Rel::Eq, Expr::from(a), Expr::Int(v.clone())));
        fold(equals.collect(), Formula::And)
    };
    let tuple_formula = |tuple: &Rc<[Arg]>| {
        fold(rows.iter().map(|row| row_formula(tuple, row)).collect(), Formula::Or)
    };
    let all = fold(tuples.iter().map(tuple_formula).collect(), Formula::And);
    s.post_formula_inner(&Formula::Not(Box::new(all)))
}

pub(super) fn retire(s: &mut Store, b: &Arg, aux: &AuxList, truths: &[Arg]) -> Res {
    if s.int(b) == Some(Int::ZERO) {
        s.retire(aux);
        for truth in truths {
            s.forget(truth);
        }
    }
    Ok(())
}

impl Store {
    /// Posts `tuples_in`.
    pub(crate) fn post_tuples(&mut self, tuples: &[Vec<Arg>], rows: &Rows) -> Res {
        for tuple in tuples {
            let all: Vec<u32> = (0..rows.len() as u32).collect();
            let left = possible(self, tuple, rows, &all);
            if ground(self, tuple) {
                ensure(!left.is_empty())?;
                continue;
            }
            if left.is_empty() {
                return Err(Stop::Fail);
            }
            columns(self, tuple, rows, &left)?;
            if tuple.len() >= 2 {
                let state = self.new_state(State::Rows(left.into()));
                let args: Rc<[Arg]> = tuple.clone().into();
                let id =
                    self.add_prop(super::Prop::Tuple { tuple: args, rows: rows.clone(), state });
                for arg in tuple {
                    if self.free(arg).is_some() {
                        self.attach(arg, id);
                        self.trigger(id);
                    }
                }
            }
        }
        self.run_queue()
    }
}
