//! What is said of cages, read again and held against all ways to fill them.

use pencilmark_kernel::search::Rng;

use crate::find::View;
use crate::found::{Found, Pattern};
use crate::sets::{Digits, Each};
use crate::{Board, Mark, Marks, Technique};

const CELLS: usize = 3;

/// All ways to fill three cells with different digits and a sum.
fn ways(marks: &Marks, sum: usize) -> Vec<[usize; CELLS]> {
    let mut all = Vec::new();
    for a in Each(marks.of[0]) {
        for b in Each(marks.of[1]).filter(|&b| b != a) {
            for c in Each(marks.of[2]).filter(|&c| c != a && c != b) {
                if a + b + c + CELLS == sum {
                    all.push([a, b, c]);
                }
            }
        }
    }
    all
}

/// The numbers of a text as digits.
fn numbers(text: &str) -> Digits {
    let mut all = 0;
    let mut last = None;
    for word in text.split([' ', ',', '+']).filter(|w| !w.is_empty()) {
        match (word.parse::<usize>(), last) {
            (Ok(n), Some(("to", from))) => (from..=n).for_each(|d| all |= 1 << (d - 1)),
            (Ok(n), _) => all |= 1 << (n - 1),
            _ => {}
        }
        let from = word.parse().ok().or(last.map(|(_, n)| n)).unwrap_or(0);
        last = Some((if word == "to" { "to" } else { "" }, from));
    }
    all
}

/// The cells `r1c1`, `r1c2-3` of a text, which lie in the first row.
fn places(text: &str) -> Vec<usize> {
    let mut all = Vec::new();
    for word in text.split([' ', ',', ';']).filter_map(|w| w.strip_prefix("r1c")) {
        let (from, to) = word.split_once('-').unwrap_or((word, word));
        let (from, to): (usize, usize) =
            (from.parse().expect("a column"), to.parse().expect("one"));
        all.extend(from - 1..to);
    }
    all
}

/// The marks that a thought accounts for; it must be true.
fn accounted(part: &str, marks: &Marks, sum: usize, all: &[[usize; CELLS]]) -> Vec<Mark> {
    let of = |cell: usize, digits: Digits| Each(digits).map(move |digit| Mark { cell, digit });
    if let Some((list, none)) = part.split_once(": ") {
        // Which sums are left, and the digits in none of them.
        let listed = list.split_once("can only be ").expect("a list").1;
        let mut told: Vec<Digits> =
            listed.split([',', ' ']).filter(|w| w.contains('+')).map(numbers).collect();
        let mut left: Vec<Digits> =
            all.iter().map(|w| w.iter().fold(0, |s, d| s | 1 << d)).collect();
        for sets in [&mut told, &mut left] {
            sets.sort_unstable();
            sets.dedup();
        }
        assert_eq!(told, left, "{part}");
        let none = numbers(none.split(" not in it").next().expect("digits"));
        return (0..CELLS).flat_map(|c| of(c, none)).collect();
    }
    if let Some((others, is)) = part.split_once(" make at ") {
        let others = places(others);
        let (limit, rest) = is.split_once(", so ").expect("a conclusion");
        let most = limit.starts_with("most");
        let limit: usize = limit.split(' ').nth(1).and_then(|n| n.parse().ok()).expect("a number");
        let [cell] = places(rest)[..] else { panic!("{part}") };
        let [a, b] = others[..] else { panic!("{part}") };
        assert!(cell != a && cell != b, "{part}");
        let pairs = Each(marks.of[a]).flat_map(|d| Each(marks.of[b]).map(move |e| (d, e)));
        let sums: Vec<usize> = pairs.filter(|(d, e)| d != e).map(|(d, e)| d + e + 2).collect();
        let reached = if most { sums.iter().max() } else { sums.iter().min() };
        assert_eq!(reached, Some(&limit), "{part}");
        let bound = sum as i64 - limit as i64;
        assert!(rest.ends_with(&format!(" {bound}")), "{part}");
        let beyond = |d: &usize| if most { (*d as i64) < bound - 1 } else { *d as i64 > bound - 1 };
        return Each(marks.of[cell]).filter(beyond).map(|digit| Mark { cell, digit }).collect();
    }
    let (mark, need) = part.split_once(" would need ").unwrap_or_else(|| panic!("{part}"));
    let (digit, cells) = mark.split_once(" in ").expect("a mark");
    let digit = digit.parse::<usize>().expect("a digit") - 1;
    // Every sum with the digit is told, whatever the marks.
    let mut rest = 0;
    for a in (0..9).filter(|&a| a != digit) {
        let b = sum as i64 - (digit + a + CELLS) as i64;
        if (0..9).contains(&b) && b as usize > a && b as usize != digit {
            assert!(need.contains(&format!("{}+{}", a + 1, b + 1)), "{part}");
            rest += 1;
        }
    }
    assert_eq!(need.matches('+').count(), rest, "{part}");
    places(cells).into_iter().map(|cell| Mark { cell, digit }).collect()
}

#[test]
fn what_is_said_of_a_cage_is_true_and_accounts_for_every_mark() {
    let mut rng = Rng::new(5);
    let mut thoughts = 0;
    for _ in 0..600 {
        let sum = 6 + rng.below(19) as usize;
        let text = format!("grid 9\ncage {sum} r1c1-3\n");
        let puzzle = pencilmark_formats::parse("cage", &text).expect("a puzzle");
        let board = Board::new(&puzzle);
        let mut marks = Marks::full(&board);
        for cell in 0..CELLS {
            for digit in 0..9 {
                if rng.below(2) == 0 && marks.of[cell].count_ones() > 2 {
                    marks.erase(&board, Mark { cell, digit });
                }
            }
        }
        let all = ways(&marks, sum);
        let goes = |m: &Mark| !all.iter().any(|w| w[m.cell] == m.digit);
        let gone: Vec<Mark> = marks.all().filter(|m| m.cell < CELLS && goes(m)).collect();
        if all.is_empty() || gone.is_empty() {
            continue;
        }
        let unit = (0..board.units.len())
            .find(|&u| puzzle.clues[board.units[u].clue].kind.name == "cage")
            .expect("a cage");
        let found = Found::new(Technique::Alone, Pattern::Alone { unit }).removing(gone.clone());
        let view = View { board: &board, marks: &marks };
        let name = format!("The cage r1c1-3 with sum {sum}");
        let Some(text) = super::cages::reason(view, &found, &[0, 1, 2], sum as i64, &name) else {
            continue;
        };
        let mut known: Vec<Mark> = Vec::new();
        let told = text[name.len()..].trim_start_matches(':').trim_end_matches('.');
        // What is wrong with sums that are gone is said in brackets.
        let mut plain = String::new();
        let mut deep = 0;
        for c in told.chars() {
            deep += i32::from(c == '(');
            if deep == 0 {
                plain.push(c);
            }
            deep -= i32::from(c == ')');
        }
        for part in plain.split("; ") {
            known.extend(accounted(part.trim(), &marks, sum, &all));
            thoughts += 1;
        }
        for mark in gone {
            assert!(known.contains(&mark), "{mark:?} in {text}");
        }
    }
    assert!(thoughts > 500, "only {thoughts}");
}
