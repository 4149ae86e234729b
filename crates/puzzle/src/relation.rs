//! Relations of two digits that are given as the pairs that go together, in the words of people.

/// What a relation says of two cells, if that is soon said: `r1c1 is less than r1c2`.
pub fn relation_told(
    digits: &[i64],
    holds: &dyn Fn(i64, i64) -> bool,
    [first, second]: [&str; 2],
) -> Option<String> {
    let relation = Relation { digits, holds };
    let both = || format!("{first} and {second}");
    relation
        .differences()
        .or_else(|| relation.sums())
        .map(|verb| format!("{} {verb}", both()))
        .or_else(|| Some(format!("{first} {} {second}", relation.order()?)))
        .or_else(|| relation.ratio(&both()))
        .or_else(|| relation.halves(&both()))
}

struct Relation<'a> {
    digits: &'a [i64],
    holds: &'a dyn Fn(i64, i64) -> bool,
}

impl Relation<'_> {
    /// Whether exactly the pairs of which this is so go together.
    fn is(&self, so: impl Fn(i64, i64) -> bool) -> bool {
        self.pairs().all(|(a, b)| (self.holds)(a, b) == so(a, b))
    }

    fn pairs(&self) -> impl Iterator<Item = (i64, i64)> + '_ {
        self.digits.iter().flat_map(|&a| self.digits.iter().map(move |&b| (a, b)))
    }

    /// The numbers that pairs make, and those of them that go together, if it depends on no more.
    fn by(&self, number: impl Fn(i64, i64) -> i64) -> Option<(Vec<i64>, Vec<i64>)> {
        let numbers = |good: bool| {
            let of = self.pairs().filter(|&(a, b)| !good || (self.holds)(a, b));
            let mut all: Vec<i64> = of.map(|(a, b)| number(a, b)).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        let (all, good) = (numbers(false), numbers(true));
        let says = !good.is_empty() && good.len() < all.len();
        (says && self.is(|a, b| good.contains(&number(a, b)))).then_some((all, good))
    }

    fn differences(&self) -> Option<String> {
        let (all, good) = self.by(|a, b| (a - b).abs())?;
        let odd = |n: &&i64| *n % 2 == 1;
        let (odds, evens): (Vec<i64>, Vec<i64>) = all.iter().partition(|n| odd(n));
        match &good[..] {
            [0] => return Some("are equal".into()),
            _ if good == all[1..] => return Some("are different".into()),
            _ if odds.len() > 1 && good == odds => {
                return Some("are one even and one odd".into());
            }
            _ if evens.len() > 1 && good == evens => {
                return Some("are both even or both odd".into());
            }
            _ => {}
        }
        amount("differ by", "do not differ by", &all, &good).or_else(|| {
            let listed = listed(good.strip_prefix(&[0]).unwrap_or(&good))?;
            let equal = if good[0] == 0 { "are equal or " } else { "" };
            Some(format!("{equal}differ by {listed}"))
        })
    }

    fn sums(&self) -> Option<String> {
        let (all, good) = self.by(|a, b| a + b)?;
        amount("make", "do not make", &all, &good)
            .or_else(|| Some(format!("make {}", listed(&good)?)))
    }

    fn order(&self) -> Option<String> {
        let widest = self.digits.len() as i64 - 1;
        (0..widest).find_map(|gap| {
            let (less, more) = match gap {
                0 => ("is at most".into(), "is at least".into()),
                1 => ("is less than".into(), "is more than".into()),
                _ => {
                    (format!("is at least {gap} less than"), format!("is at least {gap} more than"))
                }
            };
            if self.is(|a, b| b - a >= gap) {
                return Some(less);
            }
            self.is(|a, b| a - b >= gap).then_some(more)
        })
    }

    fn ratio(&self, both: &str) -> Option<String> {
        (2..=self.digits.len() as i64).find_map(|times| {
            let word = if times == 2 { "twice".into() } else { format!("{times} times") };
            let so = |a: i64, b: i64| a == times * b || b == times * a;
            if !self.pairs().any(|(a, b)| so(a, b)) {
                return None;
            }
            if self.is(so) {
                return Some(format!("one of {both} is {word} the other"));
            }
            self.is(|a, b| !so(a, b)).then(|| format!("neither of {both} is {word} the other"))
        })
    }

    /// One low, the other high.
    fn halves(&self, both: &str) -> Option<String> {
        let low = |top: i64, from: i64| {
            self.is(|a, b| (a <= top && b >= from) || (b <= top && a >= from))
        };
        let (top, from) = self.pairs().find(|&(top, from)| top < from && low(top, from))?;
        Some(format!("one of {both} is at most {top}, the other at least {from}"))
    }
}

/// Numbers of which one, or all from one on, or all but few go.
fn amount(verb: &str, not: &str, all: &[i64], good: &[i64]) -> Option<String> {
    if let [one] = good {
        return Some(format!("{verb} {one}"));
    }
    if all.ends_with(good) {
        return Some(format!("{verb} at least {}", good[0]));
    }
    if all.starts_with(good) {
        return Some(format!("{verb} at most {}", good[good.len() - 1]));
    }
    let bad: Vec<i64> = all.iter().copied().filter(|n| !good.contains(n)).collect();
    let few = bad.len() <= FEW && bad.len() < good.len();
    few.then(|| listed(&bad)).flatten().map(|bad| format!("{not} {bad}"))
}

/// Numbers that are soon told one by one.
const FEW: usize = 2;
const MOST: usize = 4;

fn listed(numbers: &[i64]) -> Option<String> {
    let (last, first) = numbers.split_last().filter(|_| numbers.len() <= MOST)?;
    let first: Vec<String> = first.iter().map(i64::to_string).collect();
    Some(match first.is_empty() {
        true => last.to_string(),
        false => format!("{} or {last}", first.join(", ")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    type Holds = fn(i64, i64) -> bool;

    const KNOWN: [(&str, Holds); 19] = [
        ("A and B are equal", |a, b| a == b),
        ("A and B are different", |a, b| a != b),
        ("A and B are one even and one odd", |a, b| (a + b) % 2 == 1),
        ("A and B are both even or both odd", |a, b| (a + b) % 2 == 0),
        ("A and B differ by 1", |a, b| (a - b).abs() == 1),
        ("A and B differ by at least 5", |a, b| (a - b).abs() >= 5),
        ("A and B differ by at most 2", |a, b| (a - b).abs() <= 2),
        ("A and B do not differ by 1", |a, b| (a - b).abs() != 1),
        ("A and B differ by 1, 2, 3 or 4", |a, b| (1..=4).contains(&(a - b).abs())),
        ("A and B are equal or differ by 3", |a, b| [0, 3].contains(&(a - b).abs())),
        ("A and B make 10", |a, b| a + b == 10),
        ("A and B do not make 5 or 10", |a, b| ![5, 10].contains(&(a + b))),
        ("A and B make at most 4", |a, b| a + b <= 4),
        ("A is less than B", |a, b| a < b),
        ("A is at least B", |a, b| a >= b),
        ("A is at least 3 more than B", |a, b| a >= b + 3),
        ("one of A and B is twice the other", |a, b| a == 2 * b || b == 2 * a),
        ("neither of A and B is 3 times the other", |a, b| a != 3 * b && b != 3 * a),
        ("one of A and B is at most 4, the other at least 6", |a, b| {
            a.min(b) <= 4 && a.max(b) >= 6
        }),
    ];

    #[test]
    fn relations_are_told_as_people_say_them() {
        let digits: Vec<i64> = (1..=9).collect();
        for (told, holds) in KNOWN {
            assert_eq!(relation_told(&digits, &holds, ["A", "B"]).as_deref(), Some(told));
        }
    }

    /// With one pair more or less it is another relation, and is not told as the same.
    #[test]
    fn one_pair_makes_a_difference() {
        let digits: Vec<i64> = (1..=9).collect();
        for (told, holds) in KNOWN {
            for odd in digits.iter().flat_map(|&a| digits.iter().map(move |&b| (a, b))) {
                let other = |a: i64, b: i64| holds(a, b) != ((a, b) == odd);
                let said = relation_told(&digits, &other, ["A", "B"]);
                assert_ne!(said.as_deref(), Some(told), "{odd:?}");
            }
        }
    }

    #[test]
    fn what_is_always_or_never_so_is_no_relation() {
        let digits: Vec<i64> = (1..=4).collect();
        assert_eq!(relation_told(&digits, &|_, _| true, ["A", "B"]), None);
        assert_eq!(relation_told(&digits, &|_, _| false, ["A", "B"]), None);
    }
}
