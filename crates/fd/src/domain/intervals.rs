//! Set algebra on sorted lists of intervals, over words and over big numbers alike.

use crate::bound::Bound;
use crate::int::Int;

/// What the end of an interval must know.
pub(super) trait End: Ord + Clone {
    /// The next value up; infinities stay.
    fn next(&self) -> Self;
    /// The next value down; infinities stay.
    fn prev(&self) -> Self;
}

impl End for i64 {
    fn next(&self) -> i64 {
        if *self == super::INF { *self } else { self.saturating_add(1) }
    }
    fn prev(&self) -> i64 {
        if *self == super::SUP { *self } else { self.saturating_sub(1) }
    }
}

impl End for Bound {
    fn next(&self) -> Bound {
        match self {
            Bound::N(n) => Bound::N(n + &Int::ONE),
            other => other.clone(),
        }
    }
    fn prev(&self) -> Bound {
        match self {
            Bound::N(n) => Bound::N(n - &Int::ONE),
            other => other.clone(),
        }
    }
}

/// Sorts, drops empty intervals and joins those that touch.
pub(super) fn merge<E: End>(mut list: Vec<(E, E)>) -> Vec<(E, E)> {
    list.retain(|(a, b)| a <= b);
    list.sort();
    let mut merged: Vec<(E, E)> = Vec::with_capacity(list.len());
    for (a, b) in list {
        match merged.last_mut() {
            Some(last) if a <= last.1.next() => {
                if b > last.1 {
                    last.1 = b;
                }
            }
            _ => merged.push((a, b)),
        }
    }
    merged
}

/// The common part of two sorted lists.
pub(super) fn intersect_lists<E: End>(xs: &[(E, E)], ys: &[(E, E)]) -> Vec<(E, E)> {
    let (mut i, mut j, mut out) = (0, 0, Vec::new());
    while i < xs.len() && j < ys.len() {
        let lo = (&xs[i].0).max(&ys[j].0);
        let hi = (&xs[i].1).min(&ys[j].1);
        if lo <= hi {
            out.push((lo.clone(), hi.clone()));
        }
        if xs[i].1 < ys[j].1 {
            i += 1;
        } else {
            j += 1;
        }
    }
    out
}

/// The part of the first sorted list that the second leaves.
pub(super) fn subtract_lists<E: End>(xs: &[(E, E)], ys: &[(E, E)]) -> Vec<(E, E)> {
    let (mut j, mut out) = (0, Vec::new());
    for (a, b) in xs {
        let mut lo = a.clone();
        let mut done = false;
        while j < ys.len() && ys[j].1 < lo {
            j += 1;
        }
        let mut k = j;
        while k < ys.len() && ys[k].0 <= *b {
            if ys[k].0 > lo {
                out.push((lo.clone(), ys[k].0.prev()));
            }
            if ys[k].1 >= *b {
                done = true;
                break;
            }
            lo = ys[k].1.next();
            k += 1;
        }
        if !done {
            out.push((lo, b.clone()));
        }
    }
    out
}
