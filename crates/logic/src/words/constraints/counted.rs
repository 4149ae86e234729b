//! Clues that count digits: circles that hold each digit as often as it says, lists that hold the
//! same digits.

use std::collections::BTreeMap;

use super::super::unfilled::times;
use super::super::{digits, join, list, lost, plain};
use super::or;
use crate::board::Mark;
use crate::find::View;
use crate::found::Found;
use crate::sets::{Cell, Digit, Digits, Each};

/// Sets of digits that are listed.
const LISTED: usize = 6;

/// How many of some cells have a digit, and how many may have it.
fn counts(view: View<'_>, cells: &[Cell], digit: Digit) -> (i64, i64) {
    let may = |c: &&Cell| view.marks.left_of(**c) >> digit & 1 == 1;
    let has = |c: &&Cell| view.marks.left_of(**c) == 1 << digit;
    (cells.iter().filter(has).count() as i64, cells.iter().filter(may).count() as i64)
}

/// Which digits the circles can hold: together they say how many circles there are.
pub(super) fn circles(view: View<'_>, found: &Found, own: &[Cell]) -> Option<String> {
    let (board, total) = (view.board, own.len() as i64);
    let value = |d: Digit| board.value(d);
    let mut short: Digits = 0;
    let mut placed: Digits = 0;
    for d in Each(board.all()) {
        let (has, may) = counts(view, own, d);
        short |= Digits::from(may < value(d)) << d;
        placed |= Digits::from(has > 0) << d;
    }
    let mut sets: Vec<(Digits, i64)> = vec![(0, 0)];
    for d in Each(board.all() & !short) {
        let with: Vec<(Digits, i64)> = sets
            .iter()
            .map(|&(set, sum)| (set | 1 << d, sum + value(d)))
            .filter(|s| s.1 <= total)
            .collect();
        sets.extend(with);
    }
    sets.retain(|&(set, sum)| sum == total && placed & !set == 0);
    let held = sets.iter().fold(0, |all, s| all | s.0);
    let common = sets.iter().fold(board.all(), |all, s| all & s.0);
    if sets.is_empty() {
        return None;
    }
    let gone = found.remove.iter().fold(0, |all, m| all | 1 << m.digit);
    let mut parts = Vec::new();
    let mut few: BTreeMap<i64, Digits> = BTreeMap::new();
    for d in Each(gone & short) {
        *few.entry(counts(view, own, d).1).or_default() |= 1 << d;
    }
    for (may, none) in few {
        let each = if none.is_power_of_two() { "" } else { " each" };
        let none = digits(board, none, "and");
        parts.push(match may {
            0 => format!("for {none} there is no place"),
            1 => format!("for {none} there is only one place{each}, too few"),
            _ => format!("for {none} there are only {may} places{each}, too few"),
        });
    }
    let mut rest: Vec<Mark> =
        found.remove.iter().copied().filter(|m| short >> m.digit & 1 == 0).collect();
    if rest.iter().any(|m| held >> m.digit & 1 == 0) {
        let none = gone & !held & !short;
        let text = format!("there are {total} of them, so their different digits make {total}");
        parts.push(match sets.len() <= LISTED {
            true => {
                let sets = sets.iter().map(|s| plain(board, s.0).replace(' ', "+"));
                let sets = join(&sets.collect::<Vec<_>>(), "or");
                format!("{text}: that can only be {sets}")
            }
            false => format!("{text}, which no digits with {} do", or(board, none)),
        });
        rest.retain(|m| held >> m.digit & 1 == 1);
    }
    // A digit that has just as many places as it says takes them all; one that is there as often
    // as it says has no other.
    let full = |d: Digit| counts(view, own, d).0 == value(d);
    let tight = |c: Cell| {
        let takes = |d: &Digit| counts(view, own, *d).1 == value(*d);
        Each(common & view.marks.left_of(c)).find(takes)
    };
    let mut told: Digits = 0;
    for m in rest {
        let d = match (full(m.digit), tight(m.cell)) {
            (true, _) => m.digit,
            (false, Some(d)) if d != m.digit => d,
            _ => return None,
        };
        if told >> d & 1 == 0 {
            parts.push(match full(d) {
                true if value(d) == 0 => "a 0 says that there is none".into(),
                true => format!("{} is there {} already", value(d), times(value(d) as usize)),
                false => format!("{0} is in them, and has just {0} places", value(d)),
            });
            told |= 1 << d;
        }
    }
    Some(format!("{}, so {}", parts.join("; "), join(&lost(board, &found.remove), "and")))
}

/// How often each digit can be in lists that hold the same.
pub(super) fn same(view: View<'_>, found: &Found, lists: &[Vec<Cell>]) -> Option<String> {
    let board = view.board;
    let bounds = |d: Digit| {
        let all: Vec<(i64, i64)> = lists.iter().map(|l| counts(view, l, d)).collect();
        let most = all.iter().map(|c| c.1).min().unwrap_or(0);
        let least = all.iter().map(|c| c.0).max().unwrap_or(0);
        (all, least, most)
    };
    let mut parts: Vec<String> = Vec::new();
    let mut none: Digits = 0;
    for m in &found.remove {
        let home = lists.iter().position(|l| l.contains(&m.cell))?;
        let (all, _, most) = bounds(m.digit);
        let d = board.value(m.digit);
        if most == 0 {
            none |= 1 << m.digit;
            continue;
        }
        let part = if all[home].0 == most {
            // It is here as often as another list has room for it.
            let short = all.iter().position(|c| c.1 == most)?;
            let name = list(board, &lists[short]);
            format!(
                "{d} is there {} already, and {name} has room for no more",
                times(most as usize)
            )
        } else {
            // Another digit needs every place it has here.
            let takes = |&e: &Digit| {
                let (all, least, _) = bounds(e);
                e != m.digit && least > all[home].0 && all[home].1 == least
            };
            let e = Each(view.marks.left_of(m.cell)).find(takes)?;
            let least = bounds(e).1;
            let (own, e) = (list(board, &lists[home]), board.value(e));
            format!(
                "{e} is there {}, for which {own} has just as many places",
                times(least as usize)
            )
        };
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    if none != 0 {
        parts
            .insert(0, format!("one of the lists has no place for {}", digits(board, none, "and")));
    }
    (!parts.is_empty() && parts.len() <= LISTED).then(|| {
        format!("{}, so {}", join(&parts, "and"), join(&lost(board, &found.remove), "and"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::found::Pattern;
    use crate::{Board, Marks, Technique};

    /// A grid of four rows with these marks in its first cells.
    fn state(marks: &[&[usize]]) -> (Board, Marks) {
        let board = Board::new(&pencilmark_formats::parse("four", "grid 4\n").expect("a puzzle"));
        let mut state = Marks::full(&board);
        for (cell, kept) in marks.iter().enumerate() {
            for digit in (0..4).filter(|d| !kept.contains(&(d + 1))) {
                state.erase(&board, Mark { cell, digit });
            }
        }
        (board, state)
    }

    /// The marks of the first cells that no filling has for which something holds.
    fn gone(marks: &[&[usize]], holds: &dyn Fn(&[usize]) -> bool) -> Found {
        let mut all: Vec<Vec<usize>> = vec![vec![]];
        for own in marks {
            let more = |way: &Vec<usize>| {
                own.iter().map(|&d| way.iter().copied().chain([d]).collect()).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(more).collect();
        }
        all.retain(|way| holds(way));
        let mut gone = Vec::new();
        for (cell, own) in marks.iter().enumerate() {
            let never = own.iter().filter(|d| !all.iter().any(|way| way[cell] == **d));
            gone.extend(never.map(|d| Mark { cell, digit: d - 1 }));
        }
        Found::new(Technique::Alone, Pattern::Alone { unit: 0 }).removing(gone)
    }

    /// What is said of circles with these marks, and that it speaks of what no filling has.
    fn circled(marks: &[&[usize]]) -> String {
        let (board, state) = state(marks);
        let fits = |way: &[usize]| way.iter().all(|d| way.iter().filter(|e| *e == d).count() == *d);
        let own: Vec<Cell> = (0..marks.len()).collect();
        let view = View { board: &board, marks: &state };
        circles(view, &gone(marks, &fits), &own).expect("a sentence")
    }

    #[test]
    fn circles_say_how_often_a_digit_is_there() {
        let all: &[usize] = &[1, 2, 3, 4];
        assert_eq!(
            circled(&[all, all]),
            "for 3 and 4 there are only 2 places each, too few; there are 2 of them, so their \
             different digits make 2: that can only be 2, so r1c1-2 cannot be 1, 3 or 4"
        );
        assert_eq!(
            circled(&[&[1], all, all, all]),
            "for 4 there are only 3 places, too few; there are 4 of them, so their different \
             digits make 4: that can only be 1+3; 1 is there once already, so r1c2-4 cannot be \
             1, 2 or 4"
        );
        assert_eq!(
            circled(&[&[1], &[2, 3], &[2]]),
            "for 3 there is only one place, too few, so r1c2 cannot be 3"
        );
        assert_eq!(
            circled(&[&[2], &[2], &[1, 2, 3], &[1, 3], &[1, 3], &[3]]),
            "2 is there twice already, so r1c3 cannot be 2"
        );
    }

    #[test]
    fn lists_hold_the_same() {
        let marks: [&[usize]; 4] = [&[1, 2], &[1, 3], &[2, 3], &[2, 3, 4]];
        let (board, state) = state(&marks);
        let same_digits = |way: &[usize]| {
            let (mut one, mut other) = (way[..2].to_vec(), way[2..].to_vec());
            one.sort_unstable();
            other.sort_unstable();
            one == other
        };
        let found = gone(&marks, &same_digits);
        let lists = [vec![0, 1], vec![2, 3]];
        let told = same(View { board: &board, marks: &state }, &found, &lists);
        assert_eq!(
            told.as_deref(),
            Some(
                "one of the lists has no place for 1 and 4, so r1c1-2 cannot be 1 and r1c4 \
                 cannot be 4"
            )
        );
        assert_eq!(
            (times(1), times(2), times(3)),
            ("once".into(), "twice".into(), "3 times".into())
        );
    }
}
