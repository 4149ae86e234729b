//! Why cells are in a region that is to be found, or not in it, and why they lose digits there: by one
//! of the things that such regions have to be, connected, numbered, and with no digit twice.

#[cfg(test)]
mod tests;

use pencilmark_kernel::Constraint;

use super::super::super::followed::Known;
use super::super::super::homes::Home;
use super::super::super::traced::seen;
use super::super::super::{cell, cells, digit};
use super::super::erased::Thought;
use super::Regions;
use crate::board::{Board, Mark};
use crate::found::Hidden;
use crate::sets::{Cell, Digits, Each, choose};

/// What goes by one thought; cells of which the same is said are told at once.
#[derive(PartialEq)]
enum Why {
    /// Another cell of the region has the only digit that they have.
    Alike(Cell, i64),
    /// The region has all its cells.
    Full(i64),
    /// No region begins before the one before it: not this one, or no more than so many.
    Unbegun(i64),
    Begun(i64),
    /// Nothing joins them to a cell of the region.
    Apart(Cell, i64),
    /// The region, with these cells, cannot reach so far, or has too few cells to join them.
    Far(i64, Vec<Cell>),
    Between(i64, Vec<Cell>),
    /// So many cells do not hang together there.
    Alone(i64),
    /// The region needs them.
    Needed(String),
}

/// What one constraint says of regions.
#[derive(Clone, Copy)]
enum Says {
    /// The cells of this one hang together and are so many.
    Connected(i64),
    /// The cells of this one have different digits.
    Differ(i64),
    /// They are numbered as they come.
    Numbered,
}

/// What a constraint says, if it is that.
fn says(board: &Board, unit: usize) -> Option<Says> {
    let &[posted] = &board.units[unit].posted[..] else { return None };
    match &board.lowered.problem.posted()[posted].constraint {
        Constraint::Connected { values, size: Some(_), .. } => match values[..] {
            [region] => Some(Says::Connected(region)),
            _ => None,
        },
        Constraint::Members { house, .. } => Some(Says::Differ(*house)),
        Constraint::Numbered { .. } => Some(Says::Numbered),
        _ => None,
    }
}

/// The thoughts that are known, and what is left.
pub(in super::super) fn erased(
    known: &Known<'_>,
    unit: usize,
    (marks, lost): (&[Mark], &[Hidden]),
    left: &[Digits],
) -> (Vec<Thought>, Vec<Mark>, Vec<Hidden>) {
    let board = known.oracle.board();
    let regions = Regions::of(board, unit, left, &known.outside);
    let Some((regions, says)) = regions.zip(says(board, unit)) else {
        return (vec![], marks.to_vec(), lost.to_vec());
    };
    let mut thoughts: Vec<(Why, Vec<Hidden>)> = Vec::new();
    let mut beyond: Vec<Hidden> = Vec::new();
    let mut vars: Vec<usize> = lost.iter().map(|one| one.var).collect();
    vars.dedup();
    for var in vars {
        let gone = lost.iter().filter(|one| one.var == var);
        let gone = gone.flat_map(|&one| known.outside.among(board, one));
        let gone: Vec<i64> = gone.flat_map(|(lo, hi)| lo..=hi).collect();
        let own = var - regions.first;
        if let Some(why) = regions.belongs(says, own, &gone) {
            let all = gone.iter().map(|&v| Hidden { var, from: v, to: v }).collect();
            thoughts.push((Why::Needed(why), all));
            continue;
        }
        for value in gone {
            let one = Hidden { var, from: value, to: value };
            let Some(why) = regions.leaves_out(says, own, value) else {
                beyond.push(one);
                continue;
            };
            match thoughts.iter_mut().find(|(known, _)| *known == why) {
                Some((_, all)) => all.push(one),
                None => thoughts.push((why, vec![one])),
            }
        }
    }
    let mut told: Vec<Thought> = Vec::new();
    for (why, hidden) in thoughts {
        let why = regions.told(&why, &hidden);
        match told.iter_mut().find(|known| known.why == why) {
            Some(known) => known.hidden.extend(hidden),
            None => told.push(Thought { marks: vec![], hidden, why }),
        }
    }
    let mut rest: Vec<Mark> = Vec::new();
    for &mark in marks {
        match regions.loses(says, mark) {
            None => rest.push(mark),
            Some(why) => match told.iter_mut().find(|known| known.why == why) {
                Some(known) => known.marks.push(mark),
                None => told.push(Thought { marks: vec![mark], hidden: vec![], why }),
            },
        }
    }
    (told, rest, beyond)
}

impl Regions<'_> {
    /// Why a cell is not in a region.
    fn leaves_out(&self, says: Says, own: Cell, region: i64) -> Option<Why> {
        let may = |c: &Cell| self.may(*c, region);
        let sure: Vec<Cell> = self.sure(region).into_iter().filter(|&c| c != own).collect();
        match says {
            Says::Differ(house) => {
                let only = self.left[own];
                let alike = |c: &&Cell| only.is_power_of_two() && self.left[**c] == only;
                let other = sure.iter().find(alike).filter(|_| house == region)?;
                Some(Why::Alike(*other, region))
            }
            Says::Numbered => {
                let unbegun = |r: &i64| !(0..own).any(|c| self.may(c, *r));
                let most = self.begun(own);
                let begun = (region > most + 1).then_some(Why::Begun(most));
                (self.range.0..region).find(unbegun).map(Why::Unbegun).or(begun)
            }
            Says::Connected(house) if house != region => None,
            Says::Connected(_) if sure.len() >= self.size => Some(Why::Full(region)),
            Says::Connected(_) => {
                let steps = self.steps(own, &may);
                let at = |c: Cell| steps.iter().find(|(known, _)| *known == c).map(|(_, n)| *n);
                if let Some(&other) = sure.iter().find(|&&c| at(c).is_none()) {
                    return Some(Why::Apart(other, region));
                }
                if steps.len() < self.size {
                    return Some(Why::Alone(region));
                }
                let near = sure.iter().filter_map(|&c| at(c)).min();
                if near.is_some_and(|steps| sure.len() + steps > self.size) {
                    return Some(Why::Far(region, sure));
                }
                let some = self
                    .too_far(&sure, |some| self.joined(&[&[own], some].concat(), &may) > self.size);
                some.map(|some| Why::Between(region, some))
            }
        }
    }

    /// How many regions can have begun before a cell: numbers come one after the other.
    fn begun(&self, own: Cell) -> i64 {
        let first = self.range.0 - 1;
        let mut most = vec![first];
        for c in 0..own {
            let next = |&m: &i64| {
                let stays = (first + 1..=m).any(|r| self.may(c, r)).then_some(m);
                [stays, self.may(c, m + 1).then_some(m + 1)].into_iter().flatten()
            };
            let mut now: Vec<i64> = most.iter().flat_map(next).collect();
            now.sort_unstable();
            now.dedup();
            most = now;
        }
        most.last().map_or(first, |m| *m) - first
    }

    /// One or two of some cells of which something holds.
    fn too_far(&self, sure: &[Cell], far: impl Fn(&[Cell]) -> bool) -> Option<Vec<Cell>> {
        let mut found = None;
        for size in 1..=2.min(sure.len()) {
            choose(sure, size, &mut |some| {
                if far(some) {
                    found = Some(some.to_vec());
                }
                found.is_some()
            });
            if found.is_some() {
                break;
            }
        }
        found
    }

    /// The fewest cells that join up to three, if anything does.
    fn joined(&self, some: &[Cell], may: &dyn Fn(&Cell) -> bool) -> usize {
        let steps: Vec<Vec<(Cell, usize)>> = some.iter().map(|&c| self.steps(c, may)).collect();
        let from = |c: Cell| -> Option<usize> {
            let to = |all: &Vec<(Cell, usize)>| all.iter().find(|s| s.0 == c).map(|s| s.1);
            steps.iter().map(to).sum()
        };
        // They meet in one cell.
        (0..self.board.cells).filter_map(from).min().map_or(usize::MAX, |steps| steps + 1)
    }

    /// Why a cell is in the only region that is left for it.
    fn belongs(&self, says: Says, own: Cell, gone: &[i64]) -> Option<String> {
        let board = self.board;
        let (Says::Connected(region) | Says::Differ(region)) = says else { return None };
        let others = (self.range.0..=self.range.1).filter(|&r| r != region && self.may(own, r));
        if gone.is_empty() || gone.contains(&region) || !others.eq(gone.iter().copied()) {
            return None;
        }
        let name = cell(board, own);
        let may = |c: &Cell| *c != own && self.may(*c, region);
        let Says::Connected(_) = says else {
            let there = (0..board.cells).filter(may).fold(0, |all, c| all | self.left[c]);
            let whole = self.size == board.digits;
            let none = Each(board.all() & !there & self.left[own]).next().filter(|_| whole)?;
            let none = digit(board, none);
            return Some(format!("without {name}, {none} would have no place in region {region}"));
        };
        let sure = self.sure(region);
        let reached = match sure.first() {
            Some(&start) => self.around(start, &may),
            None => self.widest(&may),
        };
        if let Some((&start, &far)) = sure.first().zip(sure.iter().find(|c| !reached.contains(c))) {
            let (start, far) = (cell(board, start), cell(board, far));
            return Some(format!(
                "without {name} nothing joins {start} and {far} in region {region}"
            ));
        }
        if reached.len() < self.size {
            let have = match sure.is_empty() {
                true => format!("only {} cells together", reached.len()),
                false => format!("only {}", cells(board, reached.iter().copied())),
            };
            return Some(format!("without {name}, {have} could be in region {region}"));
        }
        let far = |some: &[Cell]| some.len() == 2 && self.joined(some, &may) > self.size;
        let some = self.too_far(&sure, far)?;
        let (count, those) = (self.joined(&some, &may), cells(board, some.iter().copied()));
        Some(format!("without {name} it would take {count} cells to join {those}"))
    }

    /// Why a cell that is in a region for sure loses a digit.
    fn loses(&self, says: Says, mark: Mark) -> Option<String> {
        let board = self.board;
        let Says::Differ(region) = says else { return None };
        if self.may[mark.cell] != [(region, region)] {
            return None;
        }
        let sure = self.sure(region);
        let stands = |c: &&Cell| **c != mark.cell && self.left[**c] == 1 << mark.digit;
        if let Some(&other) = sure.iter().find(stands) {
            let (d, other) = (digit(board, mark.digit), cell(board, other));
            return Some(format!("{other} is {d}, in region {region}"));
        }
        let name = format!("region {region}");
        let home = Home { list: sure, name, whole: false, unit: None };
        if let Some(told) = seen(board, &home, mark, self.left) {
            return Some(told);
        }
        // A digit that has no other place in the region.
        let others = (0..board.cells).filter(|&c| c != mark.cell && self.may(c, region));
        let elsewhere = others.fold(0, |all, c| all | self.left[c]);
        let only = self.left[mark.cell] & !elsewhere & !(1 << mark.digit);
        let only = Each(only).next().filter(|_| self.size == board.digits)?;
        Some(format!("no other cell of region {region} can be {}", digit(board, only)))
    }

    /// In words, of all cells of which it is said.
    fn told(&self, why: &Why, hidden: &[Hidden]) -> String {
        let board = self.board;
        let mut own: Vec<Cell> = hidden.iter().map(|one| one.var - self.first).collect();
        own.sort_unstable();
        own.dedup();
        let it = if own.len() == 1 { "it" } else { "them" };
        match why {
            Why::Needed(told) => told.clone(),
            Why::Alike(other, region) => {
                let d = Each(self.left[*other]).next().map_or(0, |d| digit(board, d));
                format!("{} is {d}, too, in region {region}", cell(board, *other))
            }
            Why::Full(region) => format!("region {region} has its {} cells", self.size),
            Why::Unbegun(missing) => {
                let last = own.last().map_or(String::new(), |&c| cell(board, c));
                format!("no cell before {last} can be in region {missing}")
            }
            Why::Apart(other, region) => {
                format!("nothing joins {it} to {} in region {region}", cell(board, *other))
            }
            Why::Begun(most) => {
                let last = own.last().map_or(String::new(), |&c| cell(board, c));
                format!("no more than {most} regions can begin before {last}")
            }
            Why::Far(region, sure) => {
                let those = cells(board, sure.iter().copied());
                let more = match self.size - sure.len() {
                    1 => "one more cell".into(),
                    more => format!("{more} more cells"),
                };
                format!("region {region} has {more} beside {those}, too few to reach {it}")
            }
            Why::Between(region, some) => {
                let those = cells(board, some.iter().copied());
                format!("region {region} has {} cells, too few to join {it} to {those}", self.size)
            }
            Why::Alone(region) => {
                let size = self.size;
                format!("no {size} cells around {it} can be in region {region}")
            }
        }
    }
}
