//! Linear propagation when every number is a word and every domain finite: the usual case,
//! without allocation. It deduces exactly what the general version does.

use super::LinRel;
use crate::domain::Domain;
use crate::error::{Res, ensure};
use crate::expr::Arg;
use crate::int::Int;
use crate::store::{FdVar, PropId, Store};

/// Coefficients up to this keep sums of products within a double word.
const MAX_COEFFICIENT: u64 = 1 << 32;

/// One open term: coefficient, variable and its bounds.
type Term = (i64, FdVar, i64, i64);

/// Runs the constraint if it is of the usual kind; false leaves it to the general version.
pub(super) fn run(
    s: &mut Store,
    id: PropId,
    rel: LinRel,
    cs: &[Int],
    vs: &[Arg],
    c: &Int,
) -> Res<bool> {
    let mut terms = std::mem::take(&mut s.scratch.terms);
    let result = filter(s, id, rel, (cs, vs, c), &mut terms);
    s.scratch.terms = terms;
    result
}

fn filter(
    s: &mut Store,
    id: PropId,
    rel: LinRel,
    (cs, vs, c): (&[Int], &[Arg], &Int),
    terms: &mut Vec<Term>,
) -> Res<bool> {
    terms.clear();
    let Some(c) = c.as_i64() else { return Ok(false) };
    let (mut p, mut low, mut high) = (i128::from(c), 0i128, 0i128);
    for (c, v) in cs.iter().zip(vs) {
        let small = |c: &i64| c.unsigned_abs() <= MAX_COEFFICIENT;
        let Some(c) = c.as_i64().filter(small) else { return Ok(false) };
        let (var, lo, hi) = match v {
            Arg::Var(v) => {
                let var = s.root(*v);
                let Some((lo, hi)) = s.domain(var).finite_ends() else { return Ok(false) };
                (var, lo, hi)
            }
            Arg::Int(_) => return Ok(false),
        };
        let (wide, from, to) = (i128::from(c), i128::from(lo), i128::from(hi));
        if lo == hi {
            p -= wide * from;
            continue;
        }
        let (one, other) = if c < 0 { (to, from) } else { (from, to) };
        low += wide * one;
        high += wide * other;
        terms.push((c, var, lo, hi));
    }
    let unit = |t: &Term| t.0.abs() == 1;
    match (rel, terms.len()) {
        // These become something simpler.
        (LinRel::Eq, 0 | 1) | (LinRel::Leq, 0) => return Ok(false),
        (LinRel::Eq, 2) if terms.iter().all(unit) => return Ok(false),
        (LinRel::Eq, 3) if p == 0 && terms.iter().all(unit) => return Ok(false),
        (LinRel::Neq, n) => return Ok(n > 3),
        _ => {}
    }
    ensure(low <= p && (rel == LinRel::Leq || p <= high))?;
    if rel == LinRel::Leq && high <= p {
        s.kill(id);
        return Ok(true);
    }
    let (d1, d2) = (p - low, high - p);
    s.quietly(|s| {
        for &(c, var, lo, hi) in terms.iter() {
            let size = i128::from(c.abs());
            let width = i128::from(hi) - i128::from(lo);
            let (from_low, from_high) = (d1 / size, d2 / size);
            if width <= from_low && (rel == LinRel::Leq || width <= from_high) {
                continue;
            }
            let dom = squeeze(s.domain(var), (c, lo, hi), from_low, from_high, rel);
            s.put(var, dom)?;
        }
        Ok(())
    })?;
    Ok(true)
}

fn squeeze(
    dom: &Domain,
    (c, lo, hi): (i64, i64, i64),
    from_low: i128,
    from_high: i128,
    rel: LinRel,
) -> Domain {
    // Never beyond the other end, so both fit a word again.
    let step = |steps: i128| steps.clamp(-1, i128::from(hi) - i128::from(lo)) as i64;
    let first = if c < 0 {
        dom.between_words(hi - step(from_low), hi)
    } else {
        dom.between_words(lo, lo + step(from_low))
    };
    if rel == LinRel::Leq {
        return first;
    }
    match first.finite_ends() {
        Some((lo, _)) if c < 0 => {
            first.between_words(lo, lo.saturating_add(step(from_high)).min(hi))
        }
        Some((_, hi)) => first.between_words(hi.saturating_sub(step(from_high)).max(lo), hi),
        None => first,
    }
}
