//! Domains against sets of integers.

use std::collections::BTreeSet;

use super::*;
use crate::Rounding;

struct Rng(u64);
impl Rng {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

fn random(rng: &mut Rng) -> (Domain, BTreeSet<i64>) {
    let spread = [6, 40, 200][rng.below(3) as usize];
    let shift = rng.below(2) as i64 * (1 << 40);
    let set: BTreeSet<i64> = (0..=rng.below(12))
        .flat_map(|_| {
            let a = rng.below(spread) as i64 - spread as i64 / 2 + shift;
            a..=a + rng.below(5) as i64
        })
        .collect();
    let ints: Vec<Int> = set.iter().map(|&v| Int::from(v)).collect();
    (Domain::from_values(&ints), set)
}

fn same(domain: &Domain, set: &BTreeSet<i64>) {
    let values: Vec<i64> = domain.values().iter().map(|v| v.as_i64().unwrap()).collect();
    assert_eq!(values, set.iter().copied().collect::<Vec<_>>());
    assert_eq!(domain.size(), Bound::from(set.len() as i64));
    // The form is the cheapest one, so equality of sets is equality of domains.
    assert_eq!(*domain, Domain::from_bounds(domain.intervals()));
}

#[test]
fn agrees_with_sets() {
    let mut rng = Rng(7);
    for _ in 0..3000 {
        let ((d, s), (e, t)) = (random(&mut rng), random(&mut rng));
        same(&d, &s);
        same(&d.intersect(&e), &(&s & &t));
        same(&d.union(&e), &(&s | &t));
        same(&d.subtract(&e), &(&s - &t));
        same(&d.complement().complement(), &s);
        same(&d.negate(), &s.iter().map(|v| -v).collect());
        let by = rng.below(100) as i64 - 50;
        same(&d.shift(&Int::from(by)), &s.iter().map(|v| v + by).collect());
        let v = s.iter().nth(rng.below(s.len() as u64) as usize).copied().unwrap() + by % 2;
        let mut without = s.clone();
        without.remove(&v);
        same(&d.remove(&Int::from(v)), &without);
        same(&d.at_least(&Bound::from(v)), &s.iter().copied().filter(|x| *x >= v).collect());
        same(&d.at_most(&Bound::from(v)), &s.iter().copied().filter(|x| *x <= v).collect());
        assert_eq!(d.contains_word(v), s.contains(&v));
        assert_eq!(d.subset_of(&e), s.is_subset(&t));
        for edge in [LIMIT - 3, LIMIT + 1, i64::MAX - 2, -LIMIT - 2] {
            let edge = Int::from(edge);
            assert_eq!(d.shift(&edge).shift(&-&edge), d);
            assert_eq!(d.shift(&edge).negate().shift(&edge).negate(), d);
        }
        let far = Int::from(2).pow(&Int::from(80)).unwrap();
        assert_eq!(d.shift(&far).shift(&-&far), d);
        let k = [-3, -2, 2, 3][rng.below(4) as usize];
        let by = Int::from(k);
        let hull = |f: &dyn Fn(i64) -> bool| {
            (-400 + (v - v % 7)..400 + v).filter(|x| f(*x)).collect::<Vec<_>>()
        };
        let contracted = d.contract(&by);
        assert!(hull(&|x| s.contains(&(x * k))).iter().all(|&x| contracted.contains_word(x)));
        for &x in &s {
            assert!(d.expand(&by).contains_word(x * k));
            assert!(d.contract_quotient(&by, Rounding::Truncate).contains_word(x / k));
        }
        let expanded = d.expand_quotient(&by, Rounding::Truncate);
        assert!(hull(&|x| s.contains(&(x / k))).iter().all(|&x| expanded.contains_word(x)));
    }
}

#[test]
fn shows_like_answers() {
    let n = Bound::from;
    let list = |l: &[(Bound, Bound)]| Domain::from_intervals(l).to_string();
    assert_eq!(list(&[(n(8), n(9)), (n(1), n(3)), (n(5), n(5))]), r"1..3\/5\/8..9");
    assert_eq!(list(&[(Bound::Inf, n(-1)), (n(1), Bound::Sup)]), r"inf.. -1\/1..sup");
    assert_eq!(list(&[(n(-12), n(-12)), (n(12), n(12))]), r"-12\/12");
    assert_eq!(list(&[(n(-5), n(-3)), (n(-1), n(-1))]), r"-5.. -3\/ -1");
}
