//! Sets of integers: what a variable may still be.
//!
//! Four forms, always the cheapest that fits, so equal sets compare equal: one interval, a mask of
//! up to 64 values, a sorted list of intervals over words, and a list with big numbers. The ends
//! of word intervals are `i64::MIN` and `i64::MAX` for the infinities; other values stay within
//! `±2^61`, so that sums and differences of two of them cannot overflow.

use std::fmt;
use std::rc::Rc;

use crate::bound::Bound;
use crate::int::Int;

pub(crate) mod algebra;
mod intervals;
mod set;
#[cfg(test)]
mod tests;

use intervals::merge;

/// Marks "no lower bound" in word intervals.
pub(crate) const INF: i64 = i64::MIN;
/// Marks "no upper bound" in word intervals.
pub(crate) const SUP: i64 = i64::MAX;
/// The largest magnitude a word interval holds.
pub(crate) const LIMIT: i64 = 1 << 61;

/// A set of integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain(Repr);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Repr {
    Empty,
    Range(i64, i64),
    /// Smallest value and its successors as bits; bit 0 is set and there is a hole.
    Mask(i64, u64),
    List(Rc<[(i64, i64)]>),
    Wide(Rc<[(Bound, Bound)]>),
}

/// What is left of a domain without a word.
#[derive(Debug)]
pub(crate) enum Without {
    /// The word was not there.
    Same,
    /// It was the only value.
    Nothing,
    /// One value.
    One(i64),
    /// More, and whether an end moved.
    Less(Domain, bool),
    /// The domain is not finite and small.
    Unusual,
}

use Repr::{Empty, List, Mask, Range, Wide};

fn word_bound(word: i64) -> Bound {
    match word {
        INF => Bound::Inf,
        SUP => Bound::Sup,
        n => Bound::from(n),
    }
}

fn bound_word(bound: &Bound) -> Option<i64> {
    match bound {
        Bound::Inf => Some(INF),
        Bound::Sup => Some(SUP),
        Bound::N(n) => n.as_i64().filter(|w| (-LIMIT..=LIMIT).contains(w)),
    }
}

#[cold]
fn is_one(list: &[(Bound, Bound)]) -> bool {
    list.len() == 1 && list[0].0 == list[0].1
}

#[cold]
fn one_word(list: &[(Bound, Bound)]) -> Option<i64> {
    if is_one(list) { list[0].0.int().and_then(Int::as_i64) } else { None }
}

fn mask_of(lo: u32, hi: u32) -> u64 {
    debug_assert!(lo <= hi && hi < 64);
    (u64::MAX >> (63 - hi)) & (u64::MAX << lo)
}

impl Domain {
    /// No value.
    pub const EMPTY: Domain = Domain(Empty);
    /// Every integer.
    pub const FULL: Domain = Domain(Range(INF, SUP));

    /// All integers between two words, both within `±2^61`.
    #[inline]
    pub(crate) fn words(lo: i64, hi: i64) -> Domain {
        if lo > hi { Domain(Empty) } else { Domain(Range(lo, hi)) }
    }

    /// All integers between two bounds.
    pub fn range(lo: &Bound, hi: &Bound) -> Domain {
        if lo > hi || *lo == Bound::Sup || *hi == Bound::Inf {
            return Domain(Empty);
        }
        match (bound_word(lo), bound_word(hi)) {
            (Some(lo), Some(hi)) => Domain(Range(lo, hi)),
            _ => Domain(Wide(Rc::new([(lo.clone(), hi.clone())]))),
        }
    }

    /// One value.
    #[inline]
    pub fn singleton(value: &Int) -> Domain {
        if let Some(word) = value.as_i64()
            && (-LIMIT..=LIMIT).contains(&word)
        {
            return Domain(Range(word, word));
        }
        Domain::range(&Bound::from(value), &Bound::from(value))
    }

    /// The values of a list, in any order.
    pub fn from_values<'a>(values: impl IntoIterator<Item = &'a Int>) -> Domain {
        Domain::from_bounds(values.into_iter().map(|v| (Bound::from(v), Bound::from(v))).collect())
    }

    /// The union of intervals, in any order; empty ones count for nothing.
    pub fn from_intervals(intervals: &[(Bound, Bound)]) -> Domain {
        Domain::from_bounds(intervals.to_vec())
    }

    /// Normalises intervals over words.
    fn from_words(list: Vec<(i64, i64)>) -> Domain {
        Domain::from_sorted(merge(list))
    }

    fn from_sorted(list: Vec<(i64, i64)>) -> Domain {
        let (Some(&(lo, _)), Some(&(_, hi))) = (list.first(), list.last()) else {
            return Domain(Empty);
        };
        if list.len() == 1 {
            return Domain(Range(lo, hi));
        }
        if lo != INF && hi != SUP && hi - lo < 64 {
            let bits = list.iter().map(|&(a, b)| mask_of((a - lo) as u32, (b - lo) as u32));
            return Domain(Mask(lo, bits.fold(0, |all, one| all | one)));
        }
        Domain(List(list.into()))
    }

    fn from_bounds(list: Vec<(Bound, Bound)>) -> Domain {
        let list = merge(list);
        let words: Option<Vec<_>> =
            list.iter().map(|(a, b)| Some((bound_word(a)?, bound_word(b)?))).collect();
        match words {
            Some(words) => Domain::from_sorted(words),
            None => Domain(Wide(list.into())),
        }
    }

    /// The values a base and bits stand for.
    pub(crate) fn from_bits(base: i64, bits: u64) -> Domain {
        Domain::from_mask(base, bits)
    }

    fn from_mask(base: i64, bits: u64) -> Domain {
        if bits == 0 {
            return Domain(Empty);
        }
        let skip = bits.trailing_zeros();
        let (base, bits) = (base + i64::from(skip), bits >> skip);
        let top = 63 - bits.leading_zeros();
        if bits == mask_of(0, top) {
            Domain(Range(base, base + i64::from(top)))
        } else {
            Domain(Mask(base, bits))
        }
    }

    /// Whether there is no value.
    #[inline]
    pub fn is_empty(&self) -> bool {
        matches!(self.0, Empty)
    }

    /// Whether every integer is in it.
    pub fn is_full(&self) -> bool {
        matches!(self.0, Range(INF, SUP))
    }

    /// The ends as words, with the sentinels for infinities; `None` with big numbers or if empty.
    #[inline]
    pub(crate) fn word_ends(&self) -> Option<(i64, i64)> {
        match &self.0 {
            Range(lo, hi) => Some((*lo, *hi)),
            Mask(base, bits) => Some((*base, base + 63 - i64::from(bits.leading_zeros()))),
            List(list) => Some((list.first()?.0, list.last()?.1)),
            _ => None,
        }
    }

    /// The ends as words if both are finite.
    #[inline]
    pub(crate) fn finite_ends(&self) -> Option<(i64, i64)> {
        self.word_ends().filter(|&(lo, hi)| lo != INF && hi != SUP)
    }

    /// The smallest value; `Sup` if empty.
    pub fn min(&self) -> Bound {
        match &self.0 {
            Wide(list) => list.first().map_or(Bound::Sup, |i| i.0.clone()),
            _ => self.word_ends().map_or(Bound::Sup, |e| word_bound(e.0)),
        }
    }

    /// The largest value; `Inf` if empty.
    pub fn max(&self) -> Bound {
        match &self.0 {
            Wide(list) => list.last().map_or(Bound::Inf, |i| i.1.clone()),
            _ => self.word_ends().map_or(Bound::Inf, |e| word_bound(e.1)),
        }
    }

    /// Whether the smallest and the largest value are the same as another domain's.
    #[inline]
    pub(crate) fn same_ends(&self, other: &Domain) -> bool {
        match (self.word_ends(), other.word_ends()) {
            (Some(ends), Some(others)) => ends == others,
            _ => self.min() == other.min() && self.max() == other.max(),
        }
    }

    /// Whether both ends are finite.
    pub fn is_finite(&self) -> bool {
        match &self.0 {
            Empty | Mask(..) => true,
            Range(lo, hi) => *lo != INF && *hi != SUP,
            _ => self.min().finite() && self.max().finite(),
        }
    }

    /// The only value, if there is one only.
    #[inline]
    pub fn value(&self) -> Option<Int> {
        match &self.0 {
            Range(lo, hi) if lo == hi => Some(Int::from(*lo)),
            Wide(list) if list.len() == 1 && list[0].0 == list[0].1 => list[0].0.int().cloned(),
            _ => None,
        }
    }

    /// Whether there is one value only, and it is another word.
    #[inline(always)]
    pub(crate) fn is_value_other_than(&self, word: i64) -> bool {
        matches!(self.0, Range(lo, hi) if lo == hi && lo != word)
    }

    /// Whether there is one value only.
    #[inline(always)]
    pub fn is_fixed(&self) -> bool {
        match &self.0 {
            Range(lo, hi) => lo == hi,
            Wide(list) => is_one(list),
            _ => false,
        }
    }

    /// The only value, if there is one only and it is a word.
    #[inline]
    pub(crate) fn fixed_word(&self) -> Option<i64> {
        match &self.0 {
            Range(lo, hi) if lo == hi => Some(*lo),
            Wide(list) => one_word(list),
            _ => None,
        }
    }

    /// How many values; `Sup` if infinitely many.
    pub fn size(&self) -> Bound {
        match &self.0 {
            Empty => Bound::from(0),
            Range(lo, hi) if *lo != INF && *hi != SUP => {
                Bound::N(Int::from_i128(i128::from(*hi) - i128::from(*lo) + 1))
            }
            Mask(_, bits) => Bound::from(i64::from(bits.count_ones())),
            _ => self
                .intervals()
                .iter()
                .map(|(a, b)| b.sub(a).plus(1))
                .fold(Bound::from(0), |sum, one| sum.add(&one)),
        }
    }

    /// How many values, if they fit a word.
    #[inline]
    pub(crate) fn word_size(&self) -> Option<i64> {
        match &self.0 {
            Range(lo, hi) if *lo != INF && *hi != SUP => Some(hi - lo).map(|n| n.saturating_add(1)),
            Mask(_, bits) => Some(i64::from(bits.count_ones())),
            _ => self.size().int().and_then(Int::as_i64),
        }
    }

    /// Whether a value is in it.
    pub fn contains(&self, value: &Int) -> bool {
        match (&self.0, value.as_i64()) {
            (Wide(list), _) => {
                let v = Bound::from(value);
                list.iter().any(|(a, b)| *a <= v && v <= *b)
            }
            (_, Some(word)) => self.contains_word(word),
            (_, None) => match self.word_ends() {
                Some((lo, hi)) => {
                    if value.sign() < 0 {
                        lo == INF
                    } else {
                        hi == SUP
                    }
                }
                None => false,
            },
        }
    }

    /// Whether a word is in it.
    #[inline]
    pub(crate) fn contains_word(&self, word: i64) -> bool {
        match &self.0 {
            Empty => false,
            Range(lo, hi) => {
                // The sentinels are not values, but they are beyond every other bound.
                *lo <= word && word <= *hi
            }
            Mask(base, bits) => {
                let at = word.wrapping_sub(*base);
                (0..64).contains(&at) && bits >> at & 1 == 1
            }
            List(list) => {
                let at = list.partition_point(|i| i.1 < word);
                at < list.len() && list[at].0 <= word
            }
            Wide(_) => self.contains(&Int::from(word)),
        }
    }

    /// The values as a mask from a base, if they span at most 64.
    #[inline]
    pub(crate) fn as_mask(&self) -> Option<(i64, u64)> {
        match self.0 {
            Mask(base, bits) => Some((base, bits)),
            Range(lo, hi) if lo != INF && hi != SUP && hi - lo < 64 => {
                Some((lo, mask_of(0, (hi - lo) as u32)))
            }
            _ => None,
        }
    }

    /// The ends of a finite domain without holes.
    #[inline]
    pub(crate) fn interval(&self) -> Option<(i64, i64)> {
        match self.0 {
            Range(lo, hi) if lo != INF && hi != SUP => Some((lo, hi)),
            _ => None,
        }
    }

    /// The maximal intervals, ascending.
    pub fn intervals(&self) -> Vec<(Bound, Bound)> {
        match &self.0 {
            Wide(list) => list.to_vec(),
            _ => self
                .word_intervals()
                .into_iter()
                .map(|(a, b)| (word_bound(a), word_bound(b)))
                .collect(),
        }
    }

    /// The maximal intervals over words; empty with big numbers.
    pub(crate) fn word_intervals(&self) -> Vec<(i64, i64)> {
        match &self.0 {
            Empty | Wide(_) => Vec::new(),
            Range(lo, hi) => vec![(*lo, *hi)],
            List(list) => list.to_vec(),
            Mask(base, bits) => {
                let (mut at, mut bits, mut list) = (*base, *bits, Vec::new());
                while bits != 0 {
                    let skip = bits.trailing_zeros();
                    bits >>= skip;
                    at += i64::from(skip);
                    let run = bits.trailing_ones();
                    list.push((at, at + i64::from(run) - 1));
                    bits = bits.checked_shr(run).unwrap_or(0);
                    at += i64::from(run);
                }
                list
            }
        }
    }

    fn is_wide(&self) -> bool {
        matches!(self.0, Wide(_))
    }

    /// The values, ascending, of a finite domain; an infinite one gives none.
    pub fn values(&self) -> Vec<Int> {
        if !self.is_finite() {
            return Vec::new();
        }
        let mut values = Vec::new();
        for (a, b) in self.intervals() {
            let (Bound::N(mut at), Bound::N(end)) = (a, b) else { continue };
            while at <= end {
                let next = &at + &Int::ONE;
                values.push(std::mem::replace(&mut at, next));
            }
        }
        values
    }
}

/// As answers show it: `1..3\/5\/8..9`, `inf.. -1\/1..sup`; `1..0` if empty.
impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return write!(f, "1..0");
        }
        for (at, (lo, hi)) in self.intervals().into_iter().enumerate() {
            if at > 0 {
                write!(f, "\\/")?;
                // The sign must not run into the operator before it.
                if lo.int().is_some_and(|n| n.sign() < 0) {
                    write!(f, " ")?;
                }
            }
            write!(f, "{lo}")?;
            if lo != hi {
                write!(f, "..")?;
                if hi.int().is_some_and(|n| n.sign() < 0) {
                    write!(f, " ")?;
                }
                write!(f, "{hi}")?;
            }
        }
        Ok(())
    }
}
