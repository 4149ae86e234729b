//! Smallest sets that meet others: each of the others has a member in it.

use crate::sets::Each;

/// A set of small numbers, 64 to a word.
type Bits = Vec<u64>;

fn has(bits: &[u64], at: usize) -> bool {
    bits[at / 64] >> (at % 64) & 1 == 1
}

fn put(bits: &mut [u64], at: usize) {
    bits[at / 64] |= 1 << (at % 64);
}

/// The numbers of a set, smallest first.
fn ones(bits: &[u64]) -> impl Iterator<Item = usize> + '_ {
    bits.iter().enumerate().flat_map(|(at, &word)| Each(word).map(move |bit| at * 64 + bit))
}

/// The sets to be met.
#[derive(Default)]
pub(super) struct Meet {
    /// Without those that hold another.
    sets: Vec<Vec<usize>>,
    /// The same as bits, all in a row.
    bits: Bits,
    /// For each member the sets it is in.
    of: Vec<Bits>,
    /// Words for a set of members, of which there are so many.
    words: usize,
    /// Steps that are left, of how many.
    steps: u64,
    given: u64,
}

impl Meet {
    /// Nothing to meet yet; members are below this number.
    pub(super) fn new(members: usize) -> Meet {
        Meet { of: vec![vec![]; members], words: members.div_ceil(64), ..Meet::default() }
    }

    /// One more set to meet.
    pub(super) fn add(&mut self, set: &[usize]) {
        let mut own = vec![0; self.words];
        set.iter().for_each(|&m| put(&mut own, m));
        let within = |other: &[u64]| other.iter().zip(&own).all(|(o, s)| o & !s == 0);
        if self.bits.chunks_exact(self.words.max(1)).any(within) {
            return;
        }
        let at = self.sets.len();
        if at.is_multiple_of(64) {
            self.of.iter_mut().for_each(|of| of.push(0));
        }
        set.iter().for_each(|&m| put(&mut self.of[m], at));
        self.sets.push(set.to_vec());
        self.bits.extend(own);
    }

    /// The members of a set as bits.
    fn bits_of(&self, at: usize) -> &[u64] {
        &self.bits[at * self.words..][..self.words]
    }

    /// A set of at least `from` and fewer than `limit` members that meets all others, as small
    /// as possible: none if there is none, or if finding out takes more steps than these.
    pub(super) fn smallest(&mut self, from: usize, limit: usize, steps: u64) -> Option<Vec<usize>> {
        (self.steps, self.given) = (steps, steps);
        let (missed, mut banned) = (self.every(), vec![0; self.words]);
        for size in from..limit {
            let mut chosen = Vec::new();
            if self.go(&missed, size, &mut banned, &mut chosen) {
                chosen.sort_unstable();
                return Some(chosen);
            }
            if self.steps == 0 {
                return None;
            }
        }
        None
    }

    /// How many steps the last search took.
    pub(super) fn took(&self) -> u64 {
        self.given - self.steps
    }

    fn every(&self) -> Bits {
        let mut all = vec![0; self.sets.len().div_ceil(64)];
        (0..self.sets.len()).for_each(|at| put(&mut all, at));
        all
    }

    fn go(
        &mut self,
        missed: &[u64],
        left: usize,
        banned: &mut Bits,
        chosen: &mut Vec<usize>,
    ) -> bool {
        if missed.iter().all(|&word| word == 0) {
            return true;
        }
        if left == 0 || self.steps == 0 {
            return false;
        }
        self.steps -= 1;
        if left == 1 {
            return self.last(missed, banned, chosen);
        }
        if self.apart(missed, left) {
            return false;
        }
        // The set with the fewest members that may be chosen leaves the fewest ways.
        let (mut least, mut fewest) = (0, u32::MAX);
        for at in ones(missed) {
            let open = self.bits_of(at).iter().zip(banned.iter());
            let open = open.map(|(s, b)| (s & !b).count_ones()).sum::<u32>();
            if open == 0 {
                return false;
            }
            if open < fewest {
                (least, fewest) = (at, open);
            }
        }
        let mut tried: Vec<usize> =
            self.sets[least].iter().copied().filter(|&m| !has(banned, m)).collect();
        // Members of many sets are the first to try.
        let met = |m: &usize| {
            let each = self.of[*m].iter().zip(missed);
            each.map(|(o, m)| (o & m).count_ones()).sum::<u32>()
        };
        tried.sort_by_cached_key(|m| (u32::MAX - met(m), *m));
        let outer = banned.clone();
        for member in tried {
            let rest: Bits = missed.iter().zip(&self.of[member]).map(|(m, o)| m & !o).collect();
            chosen.push(member);
            if self.go(&rest, left - 1, banned, chosen) {
                return true;
            }
            chosen.pop();
            // Whatever has this member was looked at.
            put(banned, member);
        }
        *banned = outer;
        false
    }

    /// One member that all sets have.
    fn last(&self, missed: &[u64], banned: &Bits, chosen: &mut Vec<usize>) -> bool {
        let mut common: Bits = banned.iter().map(|b| !b).collect();
        for at in ones(missed) {
            common.iter_mut().zip(self.bits_of(at)).for_each(|(c, s)| *c &= s);
            if common.iter().all(|&word| word == 0) {
                return false;
            }
        }
        let member = ones(&common).next();
        chosen.extend(member);
        member.is_some()
    }

    /// Whether more sets than may be chosen have nothing in common: each needs a member.
    fn apart(&self, missed: &[u64], left: usize) -> bool {
        let (mut used, mut count) = (vec![0; self.words], 0);
        for at in ones(missed) {
            let set = self.bits_of(at);
            if set.iter().zip(&used).all(|(s, u)| s & u == 0) {
                used.iter_mut().zip(set).for_each(|(u, s)| *u |= s);
                count += 1;
                if count > left {
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::Meet;

    /// The size of the smallest set, by trying all.
    fn smallest(sets: &[&[usize]], members: usize) -> usize {
        let meets = |chosen: u32| sets.iter().all(|s| s.iter().any(|m| chosen >> m & 1 == 1));
        let all = (0u32..1 << members).filter(|&c| meets(c));
        all.map(|c| c.count_ones() as usize).min().expect("all of them meet all")
    }

    #[test]
    fn none_is_smaller() {
        let mut seed = 11u64;
        let mut next = |below: usize| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as usize % below
        };
        for _ in 0..400 {
            let members = 2 + next(10);
            let sets: Vec<Vec<usize>> = (0..next(14))
                .map(|_| {
                    let mut set: Vec<usize> = (0..=next(4)).map(|_| next(members)).collect();
                    set.sort_unstable();
                    set.dedup();
                    set
                })
                .collect();
            let sets: Vec<&[usize]> = sets.iter().map(|s| &s[..]).collect();
            let mut meet = Meet::new(members);
            sets.iter().for_each(|s| meet.add(s));
            let found = meet.smallest(0, 20, u64::MAX).expect("there is one");
            assert!(sets.iter().all(|s| s.iter().any(|m| found.contains(m))), "{sets:?}");
            assert_eq!(found.len(), smallest(&sets, members), "{sets:?} {found:?}");
            let limit = found.len();
            assert_eq!(meet.smallest(0, limit, u64::MAX), None);
        }
    }
}
