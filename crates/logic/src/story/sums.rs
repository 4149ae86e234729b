//! What cells may be that make a number together, some of them counting down.

use crate::sets::{Digits, Each};

/// Ways to fill the cells that are gone through; of more, only what they make at least and at most
/// is looked at.
const WAYS: usize = 3000;

/// Leaves cells what they can be where their digits, from 0 on and with these signs, make a number
/// and some of them differ; false if they cannot make it.
pub(super) fn narrow(
    signs: &[i64],
    total: i64,
    left: &mut [Digits],
    differ: &dyn Fn(usize, usize) -> bool,
) -> bool {
    if signs.is_empty() || !bounded(signs, total, left) {
        return signs.is_empty() && total == 0;
    }
    let ways = left.iter().fold(1usize, |all, d| all.saturating_mul(d.count_ones() as usize));
    if ways > WAYS {
        return true;
    }
    let mut seen = vec![0; left.len()];
    let mut apart = vec![0u64; left.len()];
    for (a, apart) in apart.iter_mut().enumerate() {
        *apart = (0..a).filter(|&b| differ(a, b)).fold(0, |all, b| all | 1 << b);
    }
    let mut reach = vec![(0, 0); left.len() + 1];
    for at in (0..left.len()).rev() {
        let (least, most) = range(signs[at], left[at]);
        reach[at] = (reach[at + 1].0 + least, reach[at + 1].1 + most);
    }
    let sum = Sum { signs, left, apart: &apart, reach: &reach };
    fill(&sum, total, &mut Vec::with_capacity(left.len()), &mut seen);
    left.copy_from_slice(&seen);
    left.iter().all(|d| *d != 0)
}

/// The least and the most that a cell makes.
fn range(sign: i64, digits: Digits) -> (i64, i64) {
    let (low, high) = (i64::from(digits.trailing_zeros()), 63 - i64::from(digits.leading_zeros()));
    if sign > 0 { (low, high) } else { (-high, -low) }
}

/// Erases what is too small or too large whatever the others are.
fn bounded(signs: &[i64], total: i64, left: &mut [Digits]) -> bool {
    loop {
        if left.contains(&0) {
            return false;
        }
        let sum = |(a, b): (i64, i64), (c, d): (i64, i64)| (a + c, b + d);
        let each = signs.iter().zip(left.iter()).map(|(&s, &d)| range(s, d));
        let (least, most) = each.fold((0, 0), sum);
        let mut changed = false;
        for (&sign, digits) in signs.iter().zip(left.iter_mut()) {
            let (low, high) = range(sign, *digits);
            let (least, most) = (total - (most - high), total - (least - low));
            let fits = |d: &usize| (least..=most).contains(&(sign * *d as i64));
            let kept = Each(*digits).filter(fits).fold(0, |all, d| all | 1 << d);
            changed |= kept != *digits;
            *digits = kept;
        }
        if !changed {
            return (least..=most).contains(&total);
        }
    }
}

/// Cells that make a number.
struct Sum<'s> {
    signs: &'s [i64],
    left: &'s [Digits],
    /// For each cell those before it that differ from it.
    apart: &'s [u64],
    /// For each cell the least and the most that it makes with those behind it.
    reach: &'s [(i64, i64)],
}

/// Goes through all ways, and notes the digits that occur.
fn fill(sum: &Sum<'_>, rest: i64, way: &mut Vec<usize>, seen: &mut [Digits]) {
    let at = way.len();
    if rest < sum.reach[at].0 || rest > sum.reach[at].1 {
        return;
    }
    if at + 1 == sum.signs.len() {
        // The last one is what is left for it.
        let last = sum.signs[at] * rest;
        let has = (0..64).contains(&last) && sum.left[at] >> last & 1 == 1;
        if has && !Each(sum.apart[at]).any(|b| way[b] as i64 == last) {
            way.iter().zip(seen.iter_mut()).for_each(|(d, seen)| *seen |= 1 << d);
            seen[at] |= 1 << last;
        }
        return;
    }
    for digit in Each(sum.left[at]) {
        if Each(sum.apart[at]).any(|b| way[b] == digit) {
            continue;
        }
        way.push(digit);
        fill(sum, rest - sum.signs[at] * digit as i64, way, seen);
        way.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The digits that occur in ways to make a number, by trying all.
    fn every(signs: &[i64], total: i64, left: &[Digits], apart: &[(usize, usize)]) -> Vec<Digits> {
        let mut seen = vec![0; left.len()];
        for code in 0..6usize.pow(left.len() as u32) {
            let way: Vec<usize> =
                (0..left.len()).map(|at| code / 6usize.pow(at as u32) % 6).collect();
            let made: i64 = way.iter().zip(signs).map(|(&d, s)| s * d as i64).sum();
            let fits = way.iter().zip(left).all(|(d, left)| left >> d & 1 == 1);
            if fits && made == total && apart.iter().all(|&(a, b)| way[a] != way[b]) {
                way.iter().zip(&mut seen).for_each(|(d, seen)| *seen |= 1 << d);
            }
        }
        seen
    }

    #[test]
    fn sums_of_few_ways_keep_just_what_occurs() {
        let mut state: u64 = 5;
        let mut next = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let mut none = 0;
        for _ in 0..2000 {
            let count = 1 + next(4) as usize;
            let signs: Vec<i64> = (0..count).map(|_| 1 - 2 * next(2) as i64).collect();
            let mut left: Vec<Digits> = (0..count).map(|_| 1 + next(63)).collect();
            let pairs = (0..count).flat_map(|a| (0..a).map(move |b| (a, b)));
            let apart: Vec<(usize, usize)> = pairs.filter(|_| next(2) == 0).collect();
            let total = next(16) as i64 - 5;
            let want = every(&signs, total, &left, &apart);
            let kept = narrow(&signs, total, &mut left, &|a, b| apart.contains(&(a, b)));
            assert_eq!(kept, want[0] != 0, "{signs:?} {total}");
            none += usize::from(!kept);
            assert!(!kept || left == want, "{signs:?} {total}");
        }
        assert!((200..1800).contains(&none), "{none}");
    }
}
