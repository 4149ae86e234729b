//! What is told of sandwiches compared with all ways to fill a short line.

use std::collections::BTreeSet;

use pencilmark_kernel::search::Rng;

use super::*;
use crate::sets::count;

const SIZE: usize = 6;

fn board() -> Board {
    Board::new(&pencilmark_formats::parse("six", "grid 6\n").expect("a puzzle"))
}

/// All ways to have different digits in some cells.
fn ways(left: &[Digits], cells: &[Cell]) -> Vec<Vec<Digit>> {
    let mut all: Vec<Vec<Digit>> = vec![vec![]];
    for &c in cells {
        let next = |way: &Vec<Digit>| {
            let new = Each(left[c]).filter(|d| !way.contains(d)).collect::<Vec<_>>();
            new.into_iter().map(|d| [&way[..], &[d]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(next).collect();
    }
    all
}

/// The places of the two in a way, the first before the second, and the digits between.
fn filling(way: &[Digit]) -> Option<((usize, usize), &[Digit])> {
    let at = |d: Digit| way.iter().position(|&e| e == d);
    let (low, high) = (at(0)?, at(SIZE - 1)?);
    let (a, b) = (low.min(high), low.max(high));
    Some(((a, b), &way[a + 1..b]))
}

fn total(digits: &[Digit]) -> i64 {
    digits.iter().map(|&d| d as i64 + 1).sum()
}

/// The ways that obey a sandwich.
fn kept(sandwich: &Sandwich<'_>) -> Vec<Vec<Digit>> {
    let keeps =
        |way: &Vec<Digit>| filling(way).is_some_and(|(_, between)| total(between) == sandwich.sum);
    ways(sandwich.left, sandwich.line).into_iter().filter(keeps).collect()
}

/// The columns of the cells of the first row that are named alone in a text, as places.
fn named(text: &str) -> Vec<usize> {
    let word = |word: &str| -> Option<usize> {
        let column = word.trim_matches([',', ';', ':']).strip_prefix("r1c")?;
        column.parse().ok().map(|column: usize| column - 1)
    };
    text.split(' ').filter_map(word).collect()
}

/// Random lines of a row with marks left, and a sum.
fn each(mut look: impl FnMut(&mut Rng, &Sandwich<'_>)) {
    let (board, mut rng) = (board(), Rng::new(14));
    for round in 0..4000 {
        let line: Vec<Cell> = (0..if round % 4 == 0 { SIZE - 1 } else { SIZE }).collect();
        let mut left = vec![board.all(); board.cells];
        for &c in &line {
            let some = rng.below(64) as Digits | rng.below(64) as Digits;
            let inner = if rng.below(2) == 0 { 0b011110 } else { 0b111111 };
            left[c] = match rng.below(8) {
                0 => 0b100001,
                1 => 1 << rng.below(6),
                _ => (some & inner).max(0b10),
            };
        }
        // All but 1 and 13 are sums of some of 2 to 5.
        let sum = [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14][rng.below(13) as usize];
        look(&mut rng, &Sandwich::whole(&board, &left, &line, sum).expect("a line"));
    }
}

/// Places as far apart as some digits take that make the sum, that marks allow, and with all cells that
/// can only be one of the two.
fn thought_of(s: &Sandwich<'_>) -> BTreeSet<(usize, usize)> {
    let made = |n: usize| {
        (0..16u64).any(|set| {
            let digits: Vec<Digit> = Each(set << 1).collect();
            digits.len() == n && total(&digits) == s.sum
        })
    };
    let may = |a: usize, b: usize| s.left[a] & 1 == 1 && s.left[b] >> (SIZE - 1) & 1 == 1;
    let sure = |c: usize| s.left[c] & 0b011110 == 0;
    let size = s.line.len();
    let all = (0..size).flat_map(|a| (a + 1..size).map(move |b| (a, b)));
    all.filter(|&(a, b)| {
        let with = (0..size).all(|c| !sure(c) || c == a || c == b);
        made(b - a - 1) && with && (may(a, b) || may(b, a))
    })
    .collect()
}

#[test]
fn a_sandwich_that_is_said_to_fail_does_and_every_place_is_told() {
    let (mut told, mut silent) = ([0; 3], 0);
    each(|_, s| {
        let (all, why) = (kept(s), s.everywhere(None, 8));
        let Some(why) = why else {
            silent += usize::from(all.is_empty());
            return;
        };
        assert!(all.is_empty(), "{why} {all:?}");
        let places = thought_of(s);
        let crust = why.find("and with ").map(|at| named(&why[..at])[0]);
        if let Some((_, after)) = why.split_once(" could only be ") {
            let pair = |part: &str| {
                let own = named(part.split(", where ").next().expect("places"));
                let (a, b) = match (crust, &own[..]) {
                    (Some(crust), &[at]) => (crust, at),
                    (None, &[a, b]) => (a, b),
                    _ => panic!("{why}"),
                };
                (a.min(b), a.max(b))
            };
            assert_eq!(after.split("; or ").map(pair).collect::<BTreeSet<_>>(), places, "{why}");
            told[usize::from(crust.is_some())] += 1;
        } else {
            let none = why.ends_with("has no place") || why.contains(" are each ");
            assert!(none || places.is_empty(), "{why} {places:?}");
            told[2] += 1;
        }
    });
    assert!(told.iter().all(|&n| n > 100) && silent < 100, "{told:?} {silent}");
}

#[test]
fn what_cells_between_the_two_make_is_so() {
    let (mut bounds, mut sets) = (0, 0);
    each(|rng, s| {
        let from = rng.below(4) as usize;
        let own = &s.line[from..(from + 2 + rng.below(2) as usize).min(s.line.len())];
        let inner: Vec<Digits> = s.left.iter().map(|l| l & s.inner()).collect();
        let made: BTreeSet<i64> = ways(&inner, own).iter().map(|way| total(way)).collect();
        if let Some(why) = s.unmade(own, "they", s.sum) {
            let number = || why.rsplit(' ').next()?.parse::<i64>().ok();
            assert!(!made.contains(&s.sum), "{why} {made:?}");
            match (why.contains("at least"), why.contains("at most")) {
                (true, _) => assert_eq!(made.first().copied(), number(), "{why}"),
                (_, true) => assert_eq!(made.last().copied(), number(), "{why}"),
                _ => assert!(why.contains(&made.last().expect("a sum").to_string()), "{why}"),
            }
            bounds += 1;
        }
        if made.contains(&s.sum) {
            return;
        }
        let Some(why) = s.unfit(own, "they").filter(|why| why.contains(" only as ")) else {
            return;
        };
        // All sets of digits that cells have and that make the sum are named.
        let there = own.iter().fold(0, |all, &c| all | inner[c]);
        for set in (0..64).filter(|set| set & !there == 0 && count(*set) == own.len()) {
            let digits: Vec<Digit> = Each(set).collect();
            assert_eq!(why.contains(&s.added(set)), total(&digits) == s.sum, "{why}");
        }
        sets += 1;
    });
    assert!(bounds > 200 && sets > 100, "{bounds} {sets}");
}

#[test]
fn marks_that_a_sandwich_is_said_to_erase_go_and_no_others() {
    let (mut placed, mut by_cells, mut silent) = (0, 0, 0);
    each(|rng, s| {
        let all = kept(s);
        let goes = |m: &Mark| all.iter().all(|way| way[m.cell] != m.digit);
        let marks = s.line.iter().flat_map(|&cell| Each(s.left[cell]).map(move |d| (cell, d)));
        let mut marks: Vec<Mark> = marks.map(|(cell, digit)| Mark { cell, digit }).collect();
        if rng.below(3) > 0 {
            marks.retain(goes);
        }
        marks.retain(|_| rng.below(3) == 0);
        if marks.is_empty() || all.is_empty() {
            return;
        }
        if s.by_cells(&marks).is_some() {
            assert!(marks.iter().all(goes), "{marks:?} {all:?}");
            by_cells += 1;
        }
        let Some(parts) = s.thoughts(&marks) else {
            silent += usize::from(marks.iter().all(goes));
            return;
        };
        assert!(marks.iter().all(goes), "{parts:?} {all:?}");
        let mut told: Vec<Mark> = parts.iter().flat_map(|(marks, _)| marks.clone()).collect();
        told.sort_by_key(|m| (m.cell, m.digit));
        assert_eq!(told, marks);
        for (_, why) in &parts {
            let Some((_, only)) = why.split_once(" can only be ") else { continue };
            placed += 1;
            // Where the two are, and nothing else, is told, and what is between if that matters.
            let (only, not) = only.split_once("; not ").unwrap_or((only, ""));
            let ways: Vec<_> = all.iter().filter_map(|way| filling(way)).collect();
            let at = named(only);
            let own: BTreeSet<(usize, usize)> =
                at.chunks(2).map(|two| (two[0].min(two[1]), two[0].max(two[1]))).collect();
            let stand: BTreeSet<(usize, usize)> = ways.iter().map(|way| way.0).collect();
            // Of a line that has not every digit, the cells beyond are not looked at.
            assert!(own == stand || !s.is_whole() && own.is_superset(&stand), "{why} {stand:?}");
            for (_, between) in ways.iter().filter(|_| only.contains(" between them")) {
                let set = between.iter().fold(0, |set: Digits, &d| set | 1 << d);
                assert!(only.contains(&s.added(set)), "{why}");
            }
            for part in not.split("; not ").filter(|part| !part.is_empty()) {
                let two = named(part.split(", where ").next().expect("places"));
                assert!(!own.contains(&(two[0], two[1])), "{why}");
            }
        }
    });
    assert!(placed > 200 && by_cells > 100 && silent < 200, "{placed} {by_cells} {silent}");
}
