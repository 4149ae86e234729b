//! Linear propagation when every number is a word and every domain finite: the usual case,
//! without allocation. It deduces exactly what the general version does.

use super::LinRel;
use crate::domain::Domain;
use crate::error::{Res, Stop, ensure};
use crate::int::Int;
use crate::store::{FdVar, PropId, Store};

/// Factors and ends up to this size, and so many of them, keep sums of products within a word.
const SMALL: u64 = 1 << 23;
const FEW: usize = 1 << 12;

/// One open term: coefficient, variable and its bounds.
type Term = (i64, FdVar, i64, i64);

/// Runs the constraint if it is of the usual kind; false leaves it to the general version.
pub(super) fn run(
    s: &mut Store,
    id: PropId,
    rel: LinRel,
    sum: &[(i64, FdVar)],
    c: &Int,
) -> Res<bool> {
    let mut terms = std::mem::take(&mut s.scratch.terms);
    let result = match filter_small(s, id, rel, (sum, c), &mut terms) {
        Some(result) => result.map(|()| true),
        None => filter(s, id, rel, (sum, c), &mut terms),
    };
    s.scratch.terms = terms;
    result
}

fn filter(
    s: &mut Store,
    id: PropId,
    rel: LinRel,
    (sum, c): (&[(i64, FdVar)], &Int),
    terms: &mut Vec<Term>,
) -> Res<bool> {
    terms.clear();
    let Some(c) = c.as_i64() else { return Ok(false) };
    let (mut p, mut low, mut high) = (i128::from(c), 0i128, 0i128);
    for &(c, v) in sum {
        let var = s.root(v);
        let Some((lo, hi)) = s.root_domain(var).finite_ends() else { return Ok(false) };
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

/// The same when sums of products fit a word, with what is left of equations when they have one
/// or two open variables; `None` if the constraint is not of that kind.
#[inline]
fn filter_small(
    s: &mut Store,
    id: PropId,
    rel: LinRel,
    (sum, c): (&[(i64, FdVar)], &Int),
    terms: &mut Vec<Term>,
) -> Option<Res> {
    terms.clear();
    let Int::Small(mut p) = *c else { return None };
    if p.unsigned_abs() > 1 << 59 || sum.len() > FEW {
        return None;
    }
    let (mut low, mut high, mut units) = (0i64, 0i64, true);
    for &(c, v) in sum {
        let var = s.root(v);
        let (lo, hi) = s.root_domain(var).finite_ends()?;
        if c.unsigned_abs() | lo.unsigned_abs() | hi.unsigned_abs() > SMALL {
            return None;
        }
        if lo == hi {
            p -= c * lo;
            continue;
        }
        let (one, other) = if c < 0 { (hi, lo) } else { (lo, hi) };
        low += c * one;
        high += c * other;
        units &= c == 1 || c == -1;
        terms.push((c, var, lo, hi));
    }
    match (rel, terms.as_slice()) {
        (LinRel::Eq, []) => {
            s.kill(id);
            return Some(ensure(p == 0));
        }
        (LinRel::Eq, &[(c, var, ..)]) => {
            s.kill(id);
            return Some(if p % c == 0 { s.bind_word(var, p / c) } else { Err(Stop::Fail) });
        }
        (LinRel::Eq, &[(c, x, ..), (d, y, ..)]) if units => {
            s.kill(id);
            return Some(super::linear::pair(s, (c, x), (d, y), &Int::from(p)));
        }
        // This becomes something simpler.
        (LinRel::Eq, [_, _, _]) if p == 0 && units => return None,
        (LinRel::Leq, []) => return None,
        (LinRel::Neq, open) => return (open.len() > 3).then_some(Ok(())),
        _ => {}
    }
    if low > p || rel == LinRel::Eq && p > high {
        return Some(Err(Stop::Fail));
    }
    if rel == LinRel::Leq && high <= p {
        s.kill(id);
        return Some(Ok(()));
    }
    let slack = (p - low, if rel == LinRel::Leq { i64::MAX } else { high - p });
    Some(s.quietly(|s| squeeze_small(s, terms, slack)))
}

/// Cuts each variable to what the slack above the smallest and below the largest sum allows.
fn squeeze_small(s: &mut Store, terms: &[Term], (above, below): (i64, i64)) -> Res {
    for &(c, var, lo, hi) in terms {
        let width = hi - lo;
        let (from_low, from_high) = match c {
            1 | -1 => (above, below),
            // Dividing is slow, and most terms have all the slack they need.
            _ if width * c.abs() <= above && width * c.abs() <= below => continue,
            _ => (above / c.abs(), below / c.abs()),
        };
        if width <= from_low && width <= from_high {
            continue;
        }
        let dom = s.root_domain(var);
        // A variable that became another one of the sum comes twice.
        let again = dom.finite_ends() != Some((lo, hi));
        // One end first; the other goes by where that came to lie.
        let (mut lo, mut hi) = (lo, hi);
        if width > from_low {
            (lo, hi) = if c < 0 { (hi - from_low, hi) } else { (lo, lo + from_low) };
        }
        let mut dom = dom.between_words(lo, hi);
        if let Some((first, last)) = dom.finite_ends()
            && last - first > from_high
        {
            (lo, hi) = if c < 0 { (first, first + from_high) } else { (last - from_high, last) };
            dom = dom.between_words(lo, hi);
        }
        if again {
            s.put(var, dom)?;
        } else {
            s.replace(var, dom)?;
        }
    }
    Ok(())
}
