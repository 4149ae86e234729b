//! Domains as sets: what two have in common, what one lacks, and parts of one.

use super::Repr::{Empty, Mask, Range, Wide};
use super::intervals::{intersect_lists, subtract_lists};
use super::{Domain, INF, LIMIT, SUP, Without, bound_word, mask_of};
use crate::bound::Bound;
use crate::int::Int;

impl Domain {
    /// The values both have.
    pub fn intersect(&self, other: &Domain) -> Domain {
        match (&self.0, &other.0) {
            (Empty, _) | (_, Empty) => Domain(Empty),
            (Range(a, b), Range(c, d)) => Domain::words(*a.max(c), *b.min(d)),
            (Mask(base, bits), Range(lo, hi)) | (Range(lo, hi), Mask(base, bits)) => {
                clip_mask(*base, *bits, *lo, *hi)
            }
            (Mask(b1, m1), Mask(b2, m2)) => {
                let (b1, m1, b2, m2) =
                    if b1 <= b2 { (*b1, *m1, *b2, *m2) } else { (*b2, *m2, *b1, *m1) };
                let shift = b2 - b1;
                let low = if shift < 64 { m1 >> shift } else { 0 };
                Domain::from_mask(b2, low & m2)
            }
            (Wide(_), _) | (_, Wide(_)) => {
                Domain::from_bounds(intersect_lists(&self.intervals(), &other.intervals()))
            }
            _ => Domain::from_sorted(intersect_lists(
                &self.word_intervals(),
                &other.word_intervals(),
            )),
        }
    }

    /// The values of either.
    pub fn union(&self, other: &Domain) -> Domain {
        if self.is_wide() || other.is_wide() {
            let mut list = self.intervals();
            list.extend(other.intervals());
            return Domain::from_bounds(list);
        }
        if let (Some((b1, m1)), Some((b2, m2))) = (self.as_mask(), other.as_mask()) {
            let base = b1.min(b2);
            let top1 = b1 - base + 63 - i64::from(m1.leading_zeros());
            let top2 = b2 - base + 63 - i64::from(m2.leading_zeros());
            if top1 < 64 && top2 < 64 {
                return Domain::from_mask(base, m1 << (b1 - base) | m2 << (b2 - base));
            }
        }
        let mut list = self.word_intervals();
        list.extend(other.word_intervals());
        Domain::from_words(list)
    }

    /// The values of this that the other lacks.
    pub fn subtract(&self, other: &Domain) -> Domain {
        if self.is_wide() || other.is_wide() {
            return Domain::from_bounds(subtract_lists(&self.intervals(), &other.intervals()));
        }
        Domain::from_sorted(subtract_lists(&self.word_intervals(), &other.word_intervals()))
    }

    /// Every integer that is not in it.
    pub fn complement(&self) -> Domain {
        Domain::FULL.subtract(self)
    }

    /// Whether every value of this is in the other.
    pub fn subset_of(&self, other: &Domain) -> bool {
        self.intersect(other) == *self
    }

    /// Without one value.
    pub fn remove(&self, value: &Int) -> Domain {
        match (&self.0, value.as_i64()) {
            (Wide(_), _) | (_, None) => self.subtract(&Domain::singleton(value)),
            (_, Some(word)) => self.remove_word(word),
        }
    }

    /// Without one word.
    pub(crate) fn remove_word(&self, word: i64) -> Domain {
        if !(-LIMIT..=LIMIT).contains(&word) {
            return self.subtract(&Domain::singleton(&Int::from(word)));
        }
        match &self.0 {
            Mask(base, bits) => {
                let at = word.wrapping_sub(*base);
                if (0..64).contains(&at) {
                    Domain::from_mask(*base, bits & !(1 << at))
                } else {
                    self.clone()
                }
            }
            Range(lo, hi) => {
                if word < *lo || word > *hi {
                    return self.clone();
                }
                if word == *lo {
                    return Domain::words(lo + 1, *hi);
                }
                if word == *hi {
                    return Domain::words(*lo, hi - 1);
                }
                if *lo != INF && *hi != SUP && hi - lo < 64 {
                    let all = mask_of(0, (hi - lo) as u32);
                    return Domain(Mask(*lo, all & !(1 << (word - lo))));
                }
                Domain::from_sorted(vec![(*lo, word - 1), (word + 1, *hi)])
            }
            _ if !self.contains_word(word) => self.clone(),
            _ => self.subtract(&Domain::singleton(&Int::from(word))),
        }
    }

    /// What taking a word away does to the usual small domains.
    #[inline]
    pub(crate) fn without(&self, word: i64) -> Without {
        match self.0 {
            Mask(base, bits) => {
                let at = word.wrapping_sub(base) as u64;
                if at >= 64 || bits >> at & 1 == 0 {
                    return Without::Same;
                }
                let top = 63 - u64::from(bits.leading_zeros());
                let rest = bits & !(1 << at);
                let skip = rest.trailing_zeros();
                let (base, rest) = (base + i64::from(skip), rest >> skip);
                if rest == 1 {
                    return Without::One(base);
                }
                // Without a hole it is an interval.
                let dom = if rest & rest.wrapping_add(1) == 0 {
                    Range(base, base + 63 - i64::from(rest.leading_zeros()))
                } else {
                    Mask(base, rest)
                };
                Without::Less(Domain(dom), at == 0 || at == top)
            }
            Range(lo, hi) if lo != INF && hi != SUP => {
                if word < lo || word > hi {
                    return Without::Same;
                }
                if word != lo && word != hi {
                    if hi - lo >= 64 {
                        return Without::Unusual;
                    }
                    let all = mask_of(0, (hi - lo) as u32);
                    return Without::Less(Domain(Mask(lo, all & !(1 << (word - lo)))), false);
                }
                let (lo, hi) = if word == lo { (lo + 1, hi) } else { (lo, hi - 1) };
                match lo.cmp(&hi) {
                    std::cmp::Ordering::Greater => Without::Nothing,
                    std::cmp::Ordering::Equal => Without::One(lo),
                    std::cmp::Ordering::Less => Without::Less(Domain(Range(lo, hi)), true),
                }
            }
            _ => Without::Unusual,
        }
    }

    /// One word within `±2^61`.
    #[inline]
    pub(crate) fn word(word: i64) -> Domain {
        debug_assert!((-LIMIT..=LIMIT).contains(&word));
        Domain(Range(word, word))
    }

    /// Without the values below a bound.
    pub fn at_least(&self, low: &Bound) -> Domain {
        match bound_word(low) {
            Some(low) if !self.is_wide() => self.between_words(low, SUP),
            _ => self.intersect(&Domain::range(low, &Bound::Sup)),
        }
    }

    /// Without the values above a bound.
    pub fn at_most(&self, high: &Bound) -> Domain {
        match bound_word(high) {
            Some(high) if !self.is_wide() => self.between_words(INF, high),
            _ => self.intersect(&Domain::range(&Bound::Inf, high)),
        }
    }

    /// The part between two words.
    #[inline]
    pub(crate) fn between_words(&self, lo: i64, hi: i64) -> Domain {
        match &self.0 {
            Range(a, b) => Domain::words(*a.max(&lo), *b.min(&hi)),
            Mask(base, bits) => clip_mask(*base, *bits, lo, hi),
            _ => self.intersect(&Domain::words(lo, hi)),
        }
    }
}

fn clip_mask(base: i64, mut bits: u64, lo: i64, hi: i64) -> Domain {
    let top = base + 63 - i64::from(bits.leading_zeros());
    if lo > top || hi < base {
        return Domain(Empty);
    }
    if lo > base {
        bits &= u64::MAX << (lo - base);
    }
    if hi < top {
        bits &= u64::MAX >> (63 - (hi - base));
    }
    Domain::from_mask(base, bits)
}
