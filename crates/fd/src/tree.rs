//! Domains as terms: the shape that the `fdset_*` predicates show.
//!
//! Sets are trees of intervals split at holes. Different trees may be the same set; which tree an
//! operation builds is part of what a program sees.

use crate::bound::Bound;
use crate::domain::Domain;
use crate::int::Int;

/// A set as a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FdTree {
    /// `empty`
    Empty,
    /// `from_to(From, To)`
    FromTo(Bound, Bound),
    /// `split(Hole, Left, Right)`: everything left is smaller, everything right larger.
    Split(Int, Box<FdTree>, Box<FdTree>),
}

use FdTree::{Empty, FromTo, Split};

impl FdTree {
    /// The balanced tree of a domain.
    pub fn from_domain(dom: &Domain) -> FdTree {
        balanced(&dom.intervals())
    }

    /// The set.
    pub fn to_domain(&self) -> Domain {
        Domain::from_intervals(&self.intervals())
    }

    /// The intervals, left to right.
    pub fn intervals(&self) -> Vec<(Bound, Bound)> {
        let (mut out, mut stack) = (Vec::new(), vec![self]);
        while let Some(tree) = stack.pop() {
            match tree {
                Empty => {}
                FromTo(a, b) => out.push((a.clone(), b.clone())),
                Split(_, left, right) => {
                    stack.push(right);
                    stack.push(left);
                }
            }
        }
        out
    }

    /// Whether it is ordered as it should be.
    pub fn is_valid(&self) -> bool {
        match self {
            Empty => true,
            FromTo(a, b) => a <= b,
            Split(hole, left, right) => {
                let hole = Bound::from(hole);
                left.is_valid()
                    && right.is_valid()
                    && left.intervals().iter().all(|i| i.0 < hole && i.1 < hole)
                    && right.intervals().iter().all(|i| i.0 > hole && i.1 > hole)
            }
        }
    }

    /// The values both have, in the shape of the first.
    pub fn intersect(&self, other: &FdTree) -> FdTree {
        match self {
            Empty => Empty,
            FromTo(a, b) => other.narrow(a, b),
            Split(hole, left, right) => joined(hole, left.intersect(other), right.intersect(other)),
        }
    }

    fn narrow(&self, from: &Bound, to: &Bound) -> FdTree {
        match self {
            Empty => Empty,
            FromTo(a, b) => interval(from.max(a), to.min(b)),
            Split(hole, left, right) => {
                let at = Bound::from(hole);
                if *to < at {
                    left.narrow(from, to)
                } else if *from > at {
                    right.narrow(from, to)
                } else {
                    joined(hole, left.narrow(from, to), right.narrow(from, to))
                }
            }
        }
    }

    /// The values of either, balanced.
    pub fn union(&self, other: &FdTree) -> FdTree {
        FdTree::from_domain(&self.to_domain().union(&other.to_domain()))
    }

    /// Without one value.
    pub fn remove(&self, value: &Int) -> FdTree {
        match self {
            Empty => Empty,
            FromTo(a, b) => {
                let at = Bound::from(value);
                if at < *a || at > *b {
                    return self.clone();
                }
                let (left, right) = (interval(a, &at.plus(-1)), interval(&at.plus(1), b));
                joined(value, left, right)
            }
            Split(hole, left, right) => {
                if value < hole {
                    joined(hole, left.remove(value), (**right).clone())
                } else if value > hole {
                    joined(hole, (**left).clone(), right.remove(value))
                } else {
                    self.clone()
                }
            }
        }
    }

    /// Without the values of another.
    pub fn subtract(&self, other: &FdTree) -> FdTree {
        match (self, other) {
            (Empty, _) => Empty,
            (_, Empty) => self.clone(),
            (Split(hole, left, right), _) => {
                joined(hole, left.subtract(other), right.subtract(other))
            }
            (FromTo(..), FromTo(c, d)) if c == d => match c {
                Bound::N(value) => self.remove(value),
                _ => self.clone(),
            },
            (FromTo(a, b), FromTo(c, d)) => {
                if c > b || d < a {
                    return self.clone();
                }
                match c {
                    Bound::N(hole) if c > a => {
                        joined(hole, interval(a, &c.plus(-1)), interval(&d.plus(1), b))
                    }
                    _ if d >= b => Empty,
                    _ => interval(&d.plus(1), b),
                }
            }
            (FromTo(a, b), Split(hole, left, right)) => {
                let at = Bound::from(hole);
                if at > *b {
                    self.subtract(left)
                } else if at < *a {
                    self.subtract(right)
                } else {
                    self.subtract(left).subtract(right)
                }
            }
        }
    }

    /// Every integer that is not in it.
    pub fn complement(&self) -> FdTree {
        FromTo(Bound::Inf, Bound::Sup).subtract(self)
    }
}

fn interval(a: &Bound, b: &Bound) -> FdTree {
    // Beyond an infinity there is nothing.
    if a > b || *a == Bound::Sup || *b == Bound::Inf { Empty } else { FromTo(a.clone(), b.clone()) }
}

fn joined(hole: &Int, left: FdTree, right: FdTree) -> FdTree {
    match (left, right) {
        (Empty, tree) | (tree, Empty) => tree,
        (left, right) => Split(hole.clone(), Box::new(left), Box::new(right)),
    }
}

fn balanced(list: &[(Bound, Bound)]) -> FdTree {
    match list {
        [] => Empty,
        [(a, b)] => FromTo(a.clone(), b.clone()),
        _ => {
            let (front, tail) = list.split_at(list.len() / 2);
            match &tail[0].0 {
                Bound::N(start) => {
                    let hole = start - &Int::ONE;
                    Split(hole, Box::new(balanced(front)), Box::new(balanced(tail)))
                }
                _ => balanced(front),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(values: &[i64]) -> FdTree {
        let values: Vec<Int> = values.iter().map(|v| Int::from(*v)).collect();
        FdTree::from_domain(&Domain::from_values(&values))
    }

    fn range(a: i64, b: i64) -> Box<FdTree> {
        Box::new(FromTo(a.into(), b.into()))
    }

    #[test]
    fn shapes() {
        assert_eq!(tree(&[1, 2, 5]), Split(4.into(), range(1, 2), range(5, 5)));
        let below = Box::new(FromTo(Bound::Inf, 0.into()));
        let above = Box::new(FromTo(8.into(), Bound::Sup));
        assert_eq!(
            tree(&[1, 2, 3, 7]).complement(),
            Split(1.into(), below, Box::new(Split(7.into(), range(4, 6), above)))
        );
    }

    #[test]
    fn same_sets_as_domains() {
        for bits in 0u32..256 {
            let set =
                |m: u32| (0..8).filter(|b| m >> b & 1 == 1).map(i64::from).collect::<Vec<_>>();
            let (a, b) = (tree(&set(bits)), tree(&set(bits.wrapping_mul(37) & 255)));
            let (da, db) = (a.to_domain(), b.to_domain());
            assert_eq!(a.intersect(&b).to_domain(), da.intersect(&db));
            assert_eq!(a.subtract(&b).to_domain(), da.subtract(&db));
            assert_eq!(a.union(&b).to_domain(), da.union(&db));
            assert_eq!(a.complement().to_domain(), da.complement());
            assert_eq!(a.remove(&3.into()).to_domain(), da.remove(&3.into()));
            assert!(a.is_valid() && a.subtract(&b).is_valid() && a.complement().is_valid());
        }
    }
}
