//! Formulas and their truth: relations decided by their sides, connectives by unit propagation.

use super::{Aux, AuxList, TruthRel};
use crate::domain::Domain;
use crate::error::Res;
use crate::expr::{Arg, Expr, Op2, Rel};
use crate::int::Int;
use crate::store::{PropId, Store};

impl Store {
    /// Retires auxiliary propagators and forgets auxiliary variables.
    pub(crate) fn retire(&mut self, aux: &[Aux]) {
        for one in aux {
            match one {
                Aux::Prop(id) => self.kill(*id),
                Aux::Var(v) => self.forget(v),
                Aux::Unless(x, v) => {
                    if !self.identical(x, v) {
                        self.forget(v);
                    }
                }
                Aux::UnlessEither(x, y, v) => {
                    if !self.identical(x, v) && !self.identical(y, v) {
                        self.forget(v);
                    }
                }
            }
        }
    }

    fn identical(&self, a: &Arg, b: &Arg) -> bool {
        self.deref(a) == self.deref(b)
    }

    fn truth(&self, arg: &Arg) -> Option<bool> {
        self.int(arg).map(|n| !n.is_zero())
    }

    fn is(&self, arg: &Arg, word: i64) -> bool {
        match arg {
            Arg::Int(n) => *n == Int::from(word),
            Arg::Var(v) => self.domain(*v).finite_ends() == Some((word, word)),
        }
    }

    fn decide(&mut self, truth: &Arg, value: bool) -> Res {
        self.equate(truth, &Arg::from(i64::from(value)))
    }
}

pub(super) fn member(s: &mut Store, id: PropId, v: &Arg, dom: &Domain, b: &Arg) -> Res {
    if let Some(value) = s.int(v) {
        s.kill(id);
        return s.decide(b, dom.contains(&value));
    }
    match s.truth(b) {
        Some(true) => {
            s.kill(id);
            s.narrow(v, dom)
        }
        Some(false) => {
            s.kill(id);
            s.narrow(v, &dom.complement())
        }
        None => {
            let own = s.arg_dom(v);
            let common = own.intersect(dom);
            if common.is_empty() || common == own {
                s.kill(id);
                return s.decide(b, !common.is_empty());
            }
            Ok(())
        }
    }
}

pub(super) fn finite(s: &mut Store, id: PropId, v: &Arg, b: &Arg) -> Res {
    if s.arg_dom(v).is_finite() {
        s.kill(id);
        return s.decide(b, true);
    }
    Ok(())
}

pub(super) fn skeleton(
    s: &mut Store,
    id: PropId,
    [x, y, z]: [&Arg; 3],
    defined: &Arg,
    inner: PropId,
) -> Res {
    if s.is(y, 0) {
        s.kill(id);
        return s.decide(defined, false);
    }
    let wanted = s.is(defined, 1);
    if !wanted && s.arg_dom(y).contains(&Int::ZERO) {
        return Ok(());
    }
    s.kill(id);
    if wanted {
        s.exclude_value(y, &Int::ZERO)?;
    } else {
        s.decide(defined, true)?;
    }
    for arg in [x, y, z] {
        s.attach(arg, inner);
    }
    s.trigger_once(inner)
}

pub(super) fn relation(
    s: &mut Store,
    id: PropId,
    rel: TruthRel,
    (dx, x): (&Arg, &Arg),
    (dy, y): (&Arg, &Arg),
    aux: &AuxList,
    b: &Arg,
) -> Res {
    if s.is(dx, 0) || s.is(dy, 0) {
        s.kill(id);
        s.retire(aux);
        return s.decide(b, false);
    }
    let truth = s.truth(b);
    if truth == Some(true) {
        s.kill(id);
        s.decide(dx, true)?;
        s.decide(dy, true)?;
        return match rel {
            TruthRel::Geq => s.post_geq(x, y),
            TruthRel::Eq => s.equate(x, y),
            TruthRel::Neq => s.post(Rel::Neq, &x.into(), &y.into()),
        };
    }
    if !s.is(dx, 1) || !s.is(dy, 1) {
        return Ok(());
    }
    if truth == Some(false) {
        s.kill(id);
        return match rel {
            // The negation of X #>= Y is Y #>= X+1.
            TruthRel::Geq => {
                let next = Expr::op2(Op2::Add, x.into(), Expr::word(1));
                s.post(Rel::Geq, &y.into(), &next)
            }
            TruthRel::Eq => s.post(Rel::Neq, &x.into(), &y.into()),
            TruthRel::Neq => s.equate(x, y),
        };
    }
    let (fx, fy) = (s.free(x), s.free(y));
    if fx.is_none() && fy.is_none() {
        s.kill(id);
        let (x, y) = (s.int(x), s.int(y));
        let holds = match rel {
            TruthRel::Geq => x >= y,
            TruthRel::Eq => x == y,
            TruthRel::Neq => x != y,
        };
        return s.decide(b, holds);
    }
    if fx == fy {
        s.kill(id);
        if rel == TruthRel::Geq {
            s.retire(aux);
        }
        return s.decide(b, rel != TruthRel::Neq);
    }
    let (x, y) = (s.arg_dom(x), s.arg_dom(y));
    let decided = match rel {
        TruthRel::Geq => {
            if x.min() >= y.max() {
                Some(true)
            } else if x.max() < y.min() {
                Some(false)
            } else {
                None
            }
        }
        _ => {
            let apart = match (x.value(), y.value()) {
                (Some(x), _) => !y.contains(&x),
                (_, Some(y)) => !x.contains(&y),
                _ => x.min() > y.max() || y.min() > x.max(),
            };
            apart.then_some(rel == TruthRel::Neq)
        }
    };
    if let Some(holds) = decided {
        s.kill(id);
        s.retire(aux);
        return s.decide(b, holds);
    }
    Ok(())
}

type Side<'a> = (&'a Arg, &'a AuxList);

pub(super) fn and(s: &mut Store, id: PropId, x: Side<'_>, y: Side<'_>, b: &Arg) -> Res {
    connective(s, id, x, y, b, false)
}

pub(super) fn or(s: &mut Store, id: PropId, x: Side<'_>, y: Side<'_>, b: &Arg) -> Res {
    connective(s, id, x, y, b, true)
}

/// One side with the deciding value decides; with the other value it leaves it to the other side.
fn connective(
    s: &mut Store,
    id: PropId,
    (x, xs): Side<'_>,
    (y, ys): Side<'_>,
    b: &Arg,
    deciding: bool,
) -> Res {
    let one = s.truth(x).map(|t| (t, y, ys)).or_else(|| s.truth(y).map(|t| (t, x, xs)));
    if let Some((truth, other, aux)) = one {
        s.kill(id);
        if truth == deciding {
            s.retire(aux);
            return s.decide(b, deciding);
        }
        return s.equate(b, other);
    }
    if s.truth(b) == Some(!deciding) {
        s.kill(id);
        s.decide(x, !deciding)?;
        s.decide(y, !deciding)?;
    }
    Ok(())
}

pub(super) fn not(s: &mut Store, id: PropId, x: &Arg, y: &Arg) -> Res {
    if let Some(truth) = s.truth(x) {
        s.kill(id);
        return s.decide(y, !truth);
    }
    if let Some(truth) = s.truth(y) {
        s.kill(id);
        return s.decide(x, !truth);
    }
    Ok(())
}

pub(super) fn implies(s: &mut Store, id: PropId, x: &Arg, y: &Arg, aux: &AuxList) -> Res {
    if let Some(truth) = s.truth(x) {
        s.kill(id);
        if truth {
            return s.decide(y, true);
        }
        s.retire(aux);
    } else if let Some(truth) = s.truth(y) {
        s.kill(id);
        if !truth {
            return s.decide(x, false);
        }
        s.retire(aux);
    }
    Ok(())
}
