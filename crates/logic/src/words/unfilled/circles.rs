//! Why circles do not hold each of their digits as often as it says, alone or with no digit twice in
//! some houses.

use pencilmark_puzzle::Clue;

use super::super::{cell, cells, digits, join};
use super::room::{Among, Room};
use super::{LISTED, added, failing, listed};
use crate::board::{Board, Mark};
use crate::sets::{Cell, Digit, Digits, Each};

/// That circles cannot be kept.
pub(super) fn fault(
    board: &Board,
    clue: &Clue,
    houses: &[usize],
    left: &[Digits],
) -> Option<String> {
    if clue.kind.name != "counting-circles" {
        return None;
    }
    let own = listed(clue)?;
    let among = Among { board, own: &own, houses, left };
    Circles::of(among).fault()
}

/// Why no circle can be a digit, or not this one.
pub(super) fn erased(
    board: &Board,
    clue: &Clue,
    houses: &[usize],
    left: &[Digits],
    mark: Mark,
) -> Option<String> {
    let own = listed(clue).filter(|_| clue.kind.name == "counting-circles")?;
    let Mark { cell: at, digit } = mark;
    let few = |left: &[Digits]| {
        let circles = Circles::of(Among { board, own: &own, houses, left });
        let is_few = circles.short >> digit & 1 == 1 && own.contains(&at);
        let told = is_few.then(|| circles.few(digit, &format!("can be {}", board.value(digit))));
        (told, circles.fault())
    };
    if let (Some(told), _) = few(left) {
        return Some(told);
    }
    let mut with = left.to_vec();
    with[at] = 1 << digit;
    let (few, fault) = few(&with);
    let told = few.or(fault)?;
    Some(format!("with {} in {}, {told}", board.value(digit), cell(board, at)))
}

/// What is known of the digits of circles.
struct Circles<'b> {
    among: Among<'b>,
    /// How many can be each digit.
    rooms: Vec<Room>,
    /// The digits of some, and those of which too few can be.
    placed: Digits,
    short: Digits,
}

impl<'b> Circles<'b> {
    fn of(among: Among<'b>) -> Self {
        let board = among.board;
        let rooms: Vec<Room> = (0..board.digits).map(|d| among.room(d)).collect();
        let is_short =
            |d: &Digit| board.value(*d) < 1 || (rooms[*d].most() as i64) < board.value(*d);
        let is_placed = |d: &Digit| !among.sure(*d).is_empty();
        let set = |of: &dyn Fn(&Digit) -> bool| {
            (0..board.digits).filter(of).fold(0, |all: Digits, d| all | 1 << d)
        };
        let (placed, short) = (set(&is_placed), set(&is_short));
        Self { among, rooms, placed, short }
    }

    fn fault(&self) -> Option<String> {
        let board = self.among.board;
        Each(board.all())
            .find_map(|d| self.often(d))
            .or_else(|| self.total())
            .or_else(|| self.each())
    }

    /// That a digit is there too often, or cannot be there often enough.
    fn often(&self, digit: Digit) -> Option<String> {
        let (board, sure, room) = (self.among.board, self.among.sure(digit), &self.rooms[digit]);
        let says = board.value(digit);
        let those = || cells(board, sure.iter().copied());
        let are = if sure.len() == 1 { "is" } else { "are" };
        if sure.len() as i64 > says.max(0) {
            let all = if sure.len() > 2 { " all" } else { "" };
            return Some(format!("{} {are}{all} {says}", those()));
        }
        if sure.is_empty() || room.most() as i64 >= says {
            return None;
        }
        Some(match room.is_by_houses() {
            false => format!("{} {are} {says}, but only {} circles can be", those(), room.most()),
            true => format!("{} {are} {says}, but {}", those(), self.few(digit, "can be")),
        })
    }

    /// `only 8 circles can be 9, one in each of rows 1 to 8`.
    fn few(&self, digit: Digit, can_be: &str) -> String {
        let room = &self.rooms[digit];
        let circles = if room.most() == 1 { "circle" } else { "circles" };
        match room.most() {
            0 => format!("no circle {can_be}"),
            most => format!("only {most} {circles} {can_be}: {}", room.told(self.among.board)),
        }
    }

    /// Sets of different digits that say how many circles there are, without some.
    fn sums(&self, without: Digits) -> Vec<Digits> {
        let (board, total) = (self.among.board, self.among.own.len() as i64);
        let mut sums: Vec<(Digits, i64)> = vec![(0, 0)];
        for digit in Each(board.all() & !without) {
            let value = board.value(digit);
            let with: Vec<_> =
                sums.iter().map(|&(set, sum)| (set | 1 << digit, sum + value)).collect();
            sums.extend(with.into_iter().filter(|s| s.1 <= total));
        }
        let fits = |&(set, sum): &(Digits, i64)| sum == total && self.placed & !set == 0;
        sums.into_iter().filter(fits).map(|s| s.0).collect()
    }

    /// The digits of which too few can be as only houses tell, of some.
    fn by_houses(&self, some: Digits) -> Vec<Digit> {
        Each(some & self.short).filter(|&d| self.rooms[d].is_by_houses()).collect()
    }

    /// Why these are too few, behind what is said.
    fn told_few(&self, some: &[Digit]) -> String {
        let board = self.among.board;
        let told = |&d: &Digit| format!("; {}", self.few(d, &format!("can be {}", board.value(d))));
        some.iter().map(told).collect()
    }

    /// The digits that have to be left out for these sets to be all: nobody is told of others.
    fn left_out(&self, sums: &[Digits]) -> Digits {
        let mut without = self.short;
        for d in self.by_houses(self.short).into_iter().rev() {
            if self.sums(without & !(1 << d)) == sums {
                without &= !(1 << d);
            }
        }
        without
    }

    /// `there are 8 circles, so their different digits make 8`, and with and without which.
    fn made(&self, without: Digits) -> (String, String) {
        let (board, total) = (self.among.board, self.among.own.len());
        let mut which = Vec::new();
        if self.placed != 0 {
            which.push(format!("with {}", digits(board, self.placed, "and")));
        }
        if without != 0 {
            which.push(format!("without {}", digits(board, without, "and")));
        }
        let make = format!("there are {total} circles, so their different digits make {total}");
        (make, join(&which, "and"))
    }

    /// That no digits say how many circles there are.
    fn total(&self) -> Option<String> {
        if !self.sums(self.short).is_empty() {
            return None;
        }
        let without = self.left_out(&[]);
        let (make, which) = self.made(without);
        let none = if which.is_empty() { "none" } else { "no digits " };
        let why = self.told_few(&self.by_houses(without));
        Some(format!("{make}, which {none}{which} do{why}"))
    }

    /// That each of the few sets of digits that say how many circles there are fails: too many
    /// circles have only some of them left.
    fn each(&self) -> Option<String> {
        let (board, sums) = (self.among.board, self.sums(self.short));
        if sums.len() > LISTED {
            return None;
        }
        let each = |&set: &Digits| Some((added(board, set), self.crowd(set)?));
        let told = failing(sums.iter().map(each).collect::<Option<_>>()?);
        let without = self.left_out(&sums);
        let (make, which) = self.made(without);
        let which = if which.is_empty() { which } else { format!(", {which}") };
        let why = self.told_few(&self.by_houses(without));
        Some(format!("{make}{which}: {}{why}", told.join("; ")))
    }

    /// Circles that of some digits have only such left as are fewer than they.
    fn crowd(&self, set: Digits) -> Option<String> {
        let (board, left) = (self.among.board, self.among.left);
        let mut subsets: Vec<Digits> = vec![0];
        for d in Each(set) {
            subsets.extend(subsets.clone().iter().map(|some| some | 1 << d));
        }
        subsets.sort_by_key(|some| (some.count_ones(), *some));
        subsets.into_iter().find_map(|some| {
            let takes: i64 = Each(some).map(|d| board.value(d)).sum();
            let own = self.among.own.iter().copied();
            let full: Vec<Cell> = own.filter(|&c| left[c] & set & !some == 0).collect();
            if full.len() as i64 <= takes {
                return None;
            }
            let are = if full.len() == 1 { "is" } else { "are" };
            let those = cells(board, full.iter().copied());
            Some(match some {
                0 => format!("{those} {are} none of these"),
                _ => {
                    let few = digits(board, some, "or");
                    format!("{those} {are} only {few} of these, which take {takes} circles")
                }
            })
        })
    }
}
