//! Whether a text is another one with some cells, or some digits, exchanged: who has read the one need
//! not read the other.
//!
//! Cells and digits are compared as sets, however they are listed; the names of clues stay as they are.

use std::collections::{BTreeMap, BTreeSet};

/// A cell, by row and column.
pub(super) type Place = (i64, i64);

/// What is exchanged: one pair, or two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Exchange {
    Cells(Vec<(Place, Place)>),
    Digits(Vec<(i64, i64)>),
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Piece<'t> {
    Words(&'t str),
    Cells(BTreeSet<Place>),
    Digits(BTreeSet<i64>),
}

/// What stands between the parts of a sentence, which may come in any order.
const SIGNS: [&str; 5] = [" and ", ", ", " (", "Then ", "then "];

/// Words before a number that is what cells make, some amount, or a name: no digit.
const AMOUNTS: [&str; 12] = [
    "make ", "makes ", "least ", "most ", "leave ", "leaves ", "than ", "sum ", "region ", "rows ",
    "columns ", "boxes ",
];
/// Words behind such a number.
const COUNTED: [&str; 4] = [" more", " cell", " digit", " times"];

/// Sentences as what they say, in whatever order they say it.
#[derive(Debug, PartialEq, Eq)]
struct Said<'t>(Vec<Vec<Vec<Piece<'t>>>>);

/// The cell of a name such as `r1c2`.
pub(super) fn place(name: &str) -> Option<Place> {
    let (places, length) = cells_at(name)?;
    places.first().copied().filter(|_| length == name.len())
}

/// The first of the cells with which a text begins.
pub(super) fn first(text: &str) -> Option<Place> {
    cells_at(text)?.0.first().copied()
}

/// How many cells a text names.
pub(super) fn cells_in(text: &str) -> usize {
    text.split([' ', ',']).filter_map(cells_at).map(|(places, _)| places.len()).sum()
}

impl Exchange {
    /// What has to be exchanged in a text beside this, and at most one pair more, so that it says what
    /// another one says.
    pub(super) fn between(self, a: &str, b: &str, names: &[String]) -> Option<Exchange> {
        let (own, other) = (Said::of(a, names), Said::of(b, names));
        let mut ways = match &self {
            Exchange::Cells(known) => with_one_more(known, own.cells(), other.cells())
                .into_iter()
                .map(Exchange::Cells)
                .collect::<Vec<_>>(),
            Exchange::Digits(known) => with_one_more(known, own.digits(), other.digits())
                .into_iter()
                .map(Exchange::Digits)
                .collect(),
        };
        ways.insert(0, self);
        ways.into_iter().find(|way| own.with(way) == other)
    }
}

/// These pairs and one more of which each is as often in one text as its mate in the other.
fn with_one_more<T: Copy + Ord>(
    known: &[(T, T)],
    own: BTreeMap<T, usize>,
    other: BTreeMap<T, usize>,
) -> Vec<Vec<(T, T)>> {
    let often = |of: &BTreeMap<T, usize>, x: &T| of.get(x).copied().unwrap_or(0);
    let all: BTreeSet<T> = own.keys().chain(other.keys()).copied().collect();
    let is_free = |x: &&T| !known.iter().any(|(a, b)| a == *x || b == *x);
    let free: Vec<T> = all.iter().filter(is_free).copied().collect();
    // Only what is not as often in both is exchanged.
    let odd: Vec<T> = free.into_iter().filter(|x| often(&own, x) != often(&other, x)).collect();
    let mut ways = Vec::new();
    for (at, &x) in odd.iter().enumerate() {
        for &y in &odd[at + 1..] {
            if often(&own, &x) == often(&other, &y) && often(&own, &y) == often(&other, &x) {
                ways.push(known.iter().copied().chain([(x, y)]).collect());
            }
        }
    }
    ways
}

impl<'t> Said<'t> {
    fn of(text: &'t str, names: &[String]) -> Said<'t> {
        let sentence = |sentence: &'t str| {
            let mut clauses = vec![vec![]];
            for piece in pieces(sentence, names) {
                match (piece, clauses.last_mut()) {
                    (Piece::Words(sign), _) if SIGNS.contains(&sign) => clauses.push(vec![]),
                    (piece, Some(clause)) => clause.push(piece),
                    _ => {}
                }
            }
            clauses.sort();
            clauses
        };
        Said(text.trim_matches([' ', '.']).split(". ").map(sentence).collect())
    }

    fn with(&self, exchange: &Exchange) -> Said<'t> {
        let sentence = |clauses: &Vec<Vec<Piece<'t>>>| {
            let clause =
                |pieces: &Vec<Piece<'t>>| pieces.iter().map(|p| p.with(exchange)).collect();
            let mut clauses: Vec<Vec<Piece<'t>>> = clauses.iter().map(clause).collect();
            clauses.sort();
            clauses
        };
        Said(self.0.iter().map(sentence).collect())
    }

    /// How often each cell is named.
    fn cells(&self) -> BTreeMap<Place, usize> {
        self.counted(|piece| match piece {
            Piece::Cells(set) => Some(set),
            _ => None,
        })
    }

    /// How often each digit is.
    fn digits(&self) -> BTreeMap<i64, usize> {
        self.counted(|piece| match piece {
            Piece::Digits(set) => Some(set),
            _ => None,
        })
    }

    fn counted<T: Copy + Ord>(
        &self,
        of: impl for<'p> Fn(&'p Piece<'t>) -> Option<&'p BTreeSet<T>>,
    ) -> BTreeMap<T, usize> {
        let mut counts = BTreeMap::new();
        for set in self.0.iter().flatten().flatten().filter_map(of) {
            set.iter().for_each(|&x| *counts.entry(x).or_default() += 1);
        }
        counts
    }
}

impl<'t> Piece<'t> {
    fn with(&self, exchange: &Exchange) -> Piece<'t> {
        fn swapped<T: Copy + Ord>(set: &BTreeSet<T>, pairs: &[(T, T)]) -> BTreeSet<T> {
            let mate = |&x: &T| {
                let known = pairs.iter().find(|(a, b)| *a == x || *b == x);
                known.map_or(x, |&(a, b)| if a == x { b } else { a })
            };
            set.iter().map(mate).collect()
        }
        match (self, exchange) {
            (Piece::Cells(set), Exchange::Cells(pairs)) => Piece::Cells(swapped(set, pairs)),
            (Piece::Digits(set), Exchange::Digits(pairs)) => Piece::Digits(swapped(set, pairs)),
            (piece, _) => piece.clone(),
        }
    }
}

fn pieces<'t>(text: &'t str, names: &[String]) -> Vec<Piece<'t>> {
    let mut pieces = Vec::new();
    let (mut at, mut start) = (0, 0);
    let words = |pieces: &mut Vec<Piece<'t>>, from: usize, to: usize| {
        // What stands between two clauses is a piece of its own.
        let mut rest = &text[from..to];
        while let Some((before, sign)) = next_sign(rest) {
            pieces.push(Piece::Words(before));
            pieces.push(Piece::Words(sign));
            rest = &rest[before.len() + sign.len()..];
        }
        pieces.push(Piece::Words(rest));
    };
    while at < text.len() {
        let rest = &text[at..];
        let own = names.iter().filter(|name| rest.starts_with(name.as_str()));
        if let Some(name) = own.max_by_key(|name| name.len()) {
            words(&mut pieces, start, at);
            pieces.push(Piece::Words(&rest[..name.len()]));
            (at, start) = (at + name.len(), at + name.len());
            continue;
        }
        let begins = !text[..at].ends_with(|c: char| c.is_alphanumeric());
        let cells = || listed(rest, &[", ", " and ", " or ", " "], cells_at);
        let numbers = || listed(rest, &[", ", " and ", " or "], numbers_at);
        let is_amount = |length: usize| {
            AMOUNTS.iter().any(|word| text[..at].ends_with(word))
                || COUNTED.iter().any(|word| rest[length..].starts_with(word))
        };
        let cells = begins.then(cells).flatten().map(|(set, length)| (Piece::Cells(set), length));
        let found = cells.or_else(|| {
            let (set, length) = begins.then(numbers).flatten()?;
            Some((Piece::Digits(set), length))
        });
        match found {
            Some((Piece::Digits(_), length)) if is_amount(length) => at += length,
            Some((piece, length)) => {
                words(&mut pieces, start, at);
                pieces.push(piece);
                (at, start) = (at + length, at + length);
            }
            None => at += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
    words(&mut pieces, start, text.len());
    pieces
}

/// What comes before the next sign between clauses, and the sign.
fn next_sign(text: &str) -> Option<(&str, &str)> {
    let first = SIGNS.into_iter().filter_map(|sign| Some((text.find(sign)?, sign)));
    first.min().map(|(at, sign)| (&text[..at], &text[at..at + sign.len()]))
}

/// Several things of a sort, and how long the list is.
fn listed<T: Ord>(
    text: &str,
    signs: &[&str],
    one: impl Fn(&str) -> Option<(Vec<T>, usize)>,
) -> Option<(BTreeSet<T>, usize)> {
    let (first, mut length) = one(text)?;
    let mut all: BTreeSet<T> = first.into_iter().collect();
    while let Some((more, to)) = signs.iter().find_map(|sign| {
        let (more, own) = one(text[length..].strip_prefix(sign)?)?;
        Some((more, length + sign.len() + own))
    }) {
        all.extend(more);
        length = to;
    }
    Some((all, length))
}

/// `r1-2c3` at the start of a text, and its length.
fn cells_at(text: &str) -> Option<(Vec<Place>, usize)> {
    let (rows, after) = range(text.strip_prefix('r')?)?;
    let (columns, rest) = range(after.strip_prefix('c')?)?;
    let all = (rows.0..=rows.1).flat_map(|row| (columns.0..=columns.1).map(move |c| (row, c)));
    ends_here(rest).then(|| (all.collect(), text.len() - rest.len()))
}

/// `3` or `4 to 7` at the start of a text, and its length.
fn numbers_at(text: &str) -> Option<(Vec<i64>, usize)> {
    let (first, rest) = number(text)?;
    let to = rest.strip_prefix(" to ").and_then(number).filter(|(_, rest)| ends_here(rest));
    let (last, rest) = to.unwrap_or((first, rest));
    ends_here(rest).then(|| ((first..=last).collect(), text.len() - rest.len()))
}

fn ends_here(rest: &str) -> bool {
    !rest.starts_with(|c: char| c.is_alphanumeric())
}

fn range(text: &str) -> Option<((i64, i64), &str)> {
    let (first, rest) = number(text)?;
    let last = rest.strip_prefix('-').and_then(number);
    Some(last.map_or(((first, first), rest), |(last, rest)| ((first, last), rest)))
}

/// A number that is no longer than people write, and what is behind it.
fn number(text: &str) -> Option<(i64, &str)> {
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    let value = text[..length].parse().ok().filter(|n| *n < 10_000)?;
    Some((value, &text[length..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_exchanged_however_they_are_listed() {
        let names = ["the line from r1c3 to r3c1".to_string()];
        let own =
            " Then r1c3 cannot be 7 and r2-3c1 cannot be 8 or 9 (the line from r1c3 to r3c1).";
        let other =
            " Then r2-3c1 cannot be 8 or 9 and r1c2 cannot be 7 (the line from r1c3 to r3c1).";
        let cells = |a, b| Exchange::Cells(vec![(a, b)]);
        let first = cells((1, 2), (1, 3));
        assert_eq!(first.clone().between(own, other, &names), Some(first.clone()));
        assert_eq!(first.between(own, own, &names), None);
        let (one, all) = ("r4c4-6 take 1, 2 and 3", "r4c4, r4c6 and r5c4 take 1, 2 and 3");
        let first = cells((4, 5), (5, 4));
        assert_eq!(first.clone().between(one, all, &[]), Some(first));
        assert_eq!(place("r4c15"), Some((4, 15)));
        assert_eq!((place("r4"), place("r1-2c3x")), (None, None));
    }

    #[test]
    fn digits_are_exchanged_but_not_those_of_cells_and_clues() {
        let names = ["the sum line 7 on r7c8".to_string()];
        let own = "r7c8 cannot be 1 to 4, 6 or 7 (the sum line 7 on r7c8). Then r1c7 is 8.";
        let other = "r7c8 cannot be 1 to 4, 6 or 8 (the sum line 7 on r7c8). Then r1c7 is 7.";
        let first = Exchange::Digits(vec![(7, 8)]);
        assert_eq!(first.clone().between(own, other, &names), Some(first.clone()));
        assert_eq!(first.clone().between(own, other, &[]), None);
        // What cells make is no digit.
        let sums = ["r1c1 is 7. Then r1c1-2 make 17", "r1c1 is 8. Then r1c1-2 make 18"];
        assert_eq!(first.clone().between(sums[0], sums[1], &[]), None);
        let most = ["r1c1 is 7. Then r1c2 is at most 7", "r1c1 is 8. Then r1c2 is at most 8"];
        assert_eq!(first.clone().between(most[0], most[1], &[]), None);
        let more = ["r1c1 is 7, so 7 more are there", "r1c1 is 8, so 7 more are there"];
        assert_eq!(first.clone().between(more[0], more[1], &[]), Some(first.clone()));
        // Nor are the numbers of houses.
        let rows = ["r1c1 is 7 (rows 7 and 9)", "r1c1 is 8 (rows 7 and 9)"];
        assert_eq!(first.clone().between(rows[0], rows[1], &[]), Some(first.clone()));
        // Another number of digits is another thought.
        assert_eq!(first.between("r1c1 is 7 or 9", "r1c1 is 8", &[]), None);
    }

    #[test]
    fn a_second_pair_is_found() {
        let own = "r1c2 cannot be 2 (box 1). Then r2c2 cannot be 8. Then there is no place for 8";
        let other = "r1c2 cannot be 3 (box 1). Then r2c2 cannot be 7. Then there is no place for 7";
        let names = ["box 1".to_string()];
        let found = Exchange::Digits(vec![(2, 3)]).between(own, other, &names);
        assert_eq!(found, Some(Exchange::Digits(vec![(2, 3), (7, 8)])));
        let third = other.replace("place for 7", "place for 6");
        assert_eq!(Exchange::Digits(vec![(2, 3)]).between(own, &third, &names), None);
    }
}
