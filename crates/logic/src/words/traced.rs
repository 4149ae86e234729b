//! The lines of a trace in words: what goes at once by one thought, and that thought.

use super::followed::Known;
use super::homes::{Home, homes};
use super::unfilled::Thought;
use super::{apart, capital, cell, cells, constraints, digit, digits, innies, join, unfilled};
use crate::board::{Board, Mark};
use crate::find::innies::Rest;
use crate::found::{Consequence, Hidden, Joint};
use crate::sets::{Cell, Digits, Each, choose, count};
use crate::step::house_name;

/// What goes at once.
pub(super) struct Part {
    /// Sentences that come before it.
    pub lead: String,
    pub marks: Vec<Mark>,
    /// What becomes known of values outside the grid.
    pub hidden: Vec<Hidden>,
    /// Why, behind it in brackets.
    pub by: String,
    /// The digit that has no other place.
    pub only: Option<Mark>,
}

/// The sums that were told: they are not told again.
pub(super) type Sums = Vec<Joint>;

/// The parts of a line, each with its thought, while cells are left this.
pub(super) fn parts(
    board: &Board,
    line: &Consequence,
    marks: &[Mark],
    left: &[Digits],
    known: &mut Known<'_>,
) -> Vec<Part> {
    let home = match line.units[..] {
        [unit] if !marks.is_empty() => Home::of(board, unit),
        _ => None,
    };
    match (&line.joint, home) {
        (Some(joint), _) => match &**joint {
            Joint::Sum { terms, total, .. } => {
                let (lead, by) = sum(board, joint, &line.units, &mut known.sums);
                let makes = match lead.is_empty() {
                    true => innies::equation(board, terms, *total),
                    false => String::new(),
                };
                let (mut parts, rest) = summed(board, (terms, *total), line, marks, left, &makes);
                if !rest.is_empty() || !line.hidden.is_empty() {
                    let (lead, hidden) = (String::new(), line.hidden.clone());
                    parts.push(Part { lead, marks: rest, hidden, by, only: None });
                }
                if let Some(first) = parts.first_mut() {
                    first.lead = lead;
                }
                parts
            }
            &Joint::Needed { unit } => {
                needed(board, unit, (&line.units, marks), left, &mut known.ways)
            }
        },
        (None, Some(home)) => {
            let mut parts = in_home(board, &home, marks, left);
            if let Some(part) = parts.first_mut() {
                part.hidden = line.hidden.clone();
            }
            parts
        }
        (None, None) => apart::parts(board, line, marks, left, known),
    }
}

/// What some houses and sums leave: told in full once, then as what it comes to; and the houses
/// through which cells see each other.
pub(super) fn sum(
    board: &Board,
    joint: &Joint,
    units: &[usize],
    told: &mut Sums,
) -> (String, String) {
    let Joint::Sum { houses, sums, terms, total } = joint else { return Default::default() };
    let own = |u: &usize| houses.iter().any(|&h| board.houses[h].unit == *u) || sums.contains(u);
    let apart: Vec<usize> = units.iter().copied().filter(|u| !own(u)).collect();
    let once = match apart.is_empty() {
        true => String::new(),
        false => format!("no digit twice in {}", constraints::together(board, &apart)),
    };
    let makes = innies::equation(board, terms, *total);
    if told.contains(joint) {
        let by = [makes, once].into_iter().filter(|part| !part.is_empty());
        return (String::new(), by.collect::<Vec<_>>().join(", "));
    }
    told.push(joint.clone());
    let rest = Rest::of(board, houses, sums);
    let make = if houses.len() == 1 { "makes" } else { "make" };
    let homes = capital(&innies::named(board, houses));
    let cover = innies::covering(board, &rest, sums);
    let cover = cover.trim_end_matches('.');
    (format!(" {homes} {make} {}. {cover}, so {makes}.", rest.houses), once)
}

/// What of a line the others of a sum say by what they make, and the marks that are left; what all make
/// comes first, unless that was just told.
fn summed(
    board: &Board,
    sum: (&[(i64, Cell)], i64),
    line: &Consequence,
    marks: &[Mark],
    left: &[Digits],
    makes: &str,
) -> (Vec<Part>, Vec<Mark>) {
    let homes = homes(board, &line.units).0;
    let (mut all, mut rest): (Vec<Thought>, Vec<Mark>) = Default::default();
    for &mark in marks {
        match unfilled::short(board, sum, &homes, left, mark) {
            None => rest.push(mark),
            Some(why) => match all
                .iter_mut()
                .find(|known| known.why == why && known.marks.iter().all(|m| m.cell == mark.cell))
            {
                Some(known) => known.marks.push(mark),
                None => all.push(Thought { marks: vec![mark], hidden: vec![], why }),
            },
        }
    }
    let part = |Thought { marks, hidden, why }: Thought| {
        let by = if makes.is_empty() { why } else { format!("{makes}: {why}") };
        Part { lead: String::new(), marks, hidden, by, only: None }
    };
    (unfilled::likewise(board, all).into_iter().map(part).collect(), rest)
}

/// Digits that a constraint cannot do without, with their places; those with the same places that go
/// from the same cells are told together. What the constraint can only be is told once.
pub(super) fn needed(
    board: &Board,
    unit: usize,
    (units, marks): (&[usize], &[Mark]),
    left: &[Digits],
    told: &mut Vec<String>,
) -> Vec<Part> {
    let scope = &board.units[unit].scope;
    let places = |d: usize| -> Vec<Cell> {
        scope.iter().copied().filter(|&c| left[c] >> d & 1 == 1).collect()
    };
    let from =
        |d: usize| -> Vec<Cell> { marks.iter().filter(|m| m.digit == d).map(|m| m.cell).collect() };
    let mut groups: Vec<Digits> = Vec::new();
    for d in Each(marks.iter().fold(0, |all: Digits, m| all | 1 << m.digit)) {
        let alike = |set: &&mut Digits| {
            let first = set.trailing_zeros() as usize;
            places(first) == places(d) && from(first) == from(d)
        };
        match groups.iter_mut().find(alike) {
            Some(set) => *set |= 1 << d,
            None => groups.push(1 << d),
        }
    }
    let mut part = |set: Digits| {
        let own: Vec<Mark> = marks.iter().copied().filter(|m| set >> m.digit & 1 == 1).collect();
        let names: Vec<String> =
            places(set.trailing_zeros() as usize).iter().map(|&c| cell(board, c)).collect();
        let (those, at) = (digits(board, set, "and"), join(&names, "or"));
        let are = if count(set) == 1 { "is" } else { "are" };
        let lead = match board.units[unit].house {
            Some(house) => {
                let those = match count(set) {
                    1 => format!(" the {those}"),
                    _ => format!(", {those}"),
                };
                format!(" In {}{those} {are} in {at}.", house_name(board, house))
            }
            None => {
                let name = capital(&constraints::unit(board, unit));
                let sums = unfilled::sums(board, unit, left);
                let only = sums.map(|sums| format!("{name} can only be {sums}"));
                match only.filter(|only| !told.contains(only)) {
                    None => format!(" {name} needs {those}, in {at}."),
                    Some(only) => {
                        told.push(only.clone());
                        format!(" {only}, so it needs {those}, in {at}.")
                    }
                }
            }
        };
        let near =
            |u: &usize| *u != unit && own.iter().any(|m| board.units[*u].scope.contains(&m.cell));
        let through: Vec<usize> = units.iter().copied().filter(near).collect();
        let by = constraints::together(board, &through);
        Part { lead, marks: own, hidden: vec![], by, only: None }
    };
    groups.into_iter().map(&mut part).collect()
}

/// What cells that differ erase, by what it is seen: digits that stand, the only place of a digit,
/// sets.
fn in_home(board: &Board, home: &Home, marks: &[Mark], left: &[Digits]) -> Vec<Part> {
    let (mut left, mut rest) = (left.to_vec(), marks.to_vec());
    let mut parts: Vec<Part> = Vec::new();
    // What goes by one thought may be what makes the next one possible.
    while !rest.is_empty() {
        let mut now: Vec<Part> = Vec::new();
        for &mark in &rest {
            let (by, only) = match only_place(home, mark, &left) {
                Some(only) => {
                    let (d, home) = (digit(board, only.digit), &home.name);
                    (format!("the only place for {d} in {home}"), Some(only))
                }
                None => match seen(board, home, mark, &left) {
                    Some(by) => (by, None),
                    None => continue,
                },
            };
            match now.iter_mut().find(|part| part.by == by) {
                Some(part) => part.marks.push(mark),
                None => now.push(Part {
                    lead: String::new(),
                    marks: vec![mark],
                    hidden: vec![],
                    by,
                    only,
                }),
            }
        }
        if now.is_empty() {
            let by = home.name.clone();
            let (lead, marks) = (String::new(), rest.clone());
            now.push(Part { lead, marks, hidden: vec![], by, only: None });
        }
        let done: Vec<Mark> = now.iter().flat_map(|part| part.marks.clone()).collect();
        done.iter().for_each(|m| left[m.cell] &= !(1 << m.digit));
        rest.retain(|m| !done.contains(m));
        parts.extend(now);
    }
    parts
}

/// Another digit that has no place in a house but the cell of a mark.
fn only_place(home: &Home, mark: Mark, left: &[Digits]) -> Option<Mark> {
    let list = &home.list;
    let others = list.iter().filter(|&&c| c != mark.cell);
    let elsewhere = others.fold(0, |all, &c| all | left[c]);
    let only = left[mark.cell] & !elsewhere & !(1 << mark.digit);
    let there = home.whole && only != 0 && elsewhere >> mark.digit & 1 == 1;
    there.then(|| Mark { cell: mark.cell, digit: only.trailing_zeros() as usize })
}

/// By what a house erases a mark.
pub(super) fn seen(board: &Board, home: &Home, mark: Mark, left: &[Digits]) -> Option<String> {
    let Home { list, name: home, whole, .. } = home;
    let others: Vec<Cell> = list.iter().copied().filter(|&c| c != mark.cell).collect();
    if others.iter().any(|&c| left[c] == 1 << mark.digit) {
        return Some(home.clone());
    }
    let elsewhere = others.iter().fold(0, |all, &c| all | left[c]);
    let free = (elsewhere | left[mark.cell]) & !(1 << mark.digit);
    let free: Vec<usize> = Each(free).collect();
    for size in 2..=others.len() {
        let mut found = None;
        choose(&others, size, &mut |some| {
            let set = some.iter().fold(0, |all, &c| all | left[c]);
            if count(set) == size && set >> mark.digit & 1 == 1 {
                let (those, set) = (cells(board, some.iter().copied()), digits(board, set, "and"));
                found = Some(format!("{those} take {set} of {home}"));
            }
            found.is_some()
        });
        if found.is_some() {
            return found;
        }
        choose(&free, size, &mut |some| {
            let set = some.iter().fold(0, |all: Digits, &d| all | 1 << d);
            let places: Vec<Cell> = list.iter().copied().filter(|&c| left[c] & set != 0).collect();
            if *whole && places.len() == size && places.contains(&mark.cell) {
                let (set, those) = (digits(board, set, "and"), cells(board, places));
                found = Some(format!("in {home}, {set} have only {those}"));
            }
            found.is_some()
        });
        if found.is_some() {
            return found;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::homes::Home;
    use super::seen;
    use crate::board::{Board, Mark};
    use crate::sets::Digits;

    /// Whether cells can have different digits, tried out.
    fn goes(left: &[Digits], used: Digits) -> bool {
        let Some((&first, rest)) = left.split_first() else { return true };
        (0..5).any(|d| (first & !used) >> d & 1 == 1 && goes(rest, used | 1 << d))
    }

    /// Five digits for the four cells of a row: a mark is told to go just where it does.
    #[test]
    fn rows_with_a_digit_to_spare_tell_who_takes_what_goes() {
        let puzzle = pencilmark_formats::parse("row", "grid 4\ndigits 0-4\n").expect("a puzzle");
        let board = Board::new(&puzzle);
        let unit = board.units.iter().position(|u| u.scope == [0, 1, 2, 3]).expect("a row");
        assert_eq!(board.units[unit].house, None);
        let home = Home::of(&board, unit).expect("cells that differ");
        let (mut seed, mut gone, mut sets) = (7u64, 0, 0);
        for _ in 0..2000 {
            let mut next = || {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                1 + (seed >> 33) % 31
            };
            let left: Vec<Digits> = (0..4).map(|_| next()).collect();
            if !goes(&left, 0) {
                continue;
            }
            for (cell, digit) in (0..4).flat_map(|c| (0..5).map(move |d| (c, d))) {
                if left[cell] >> digit & 1 == 0 {
                    continue;
                }
                let mut with = left.clone();
                with[cell] = 1 << digit;
                let told = seen(&board, &home, Mark { cell, digit }, &left);
                assert_eq!(told.is_some(), !goes(&with, 0), "{left:?} {cell} {digit}: {told:?}");
                gone += usize::from(told.is_some());
                sets += usize::from(told.is_some_and(|told| told.contains("take")));
            }
        }
        assert!(gone > 300 && sets > 30, "{gone} {sets}");
    }
}
