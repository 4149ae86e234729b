//! How many of some cells can be one digit, with no digit twice in some houses: one in each of
//! houses that hold them all.

use super::super::{innies, join, list};
use crate::board::Board;
use crate::sets::{Cell, Digit, Digits};

/// Ways to take houses that are looked at; what is known by then is true, but may be more than need be.
const WAYS: usize = 20_000;

/// Some cells, and houses in which they differ.
#[derive(Clone, Copy)]
pub(super) struct Among<'b> {
    pub board: &'b Board,
    pub own: &'b [Cell],
    /// By their constraints.
    pub houses: &'b [usize],
    pub left: &'b [Digits],
}

/// How many cells can be a digit at most, and what tells it: of these houses each has one, and each
/// of these cells may be it.
#[derive(Clone, Default)]
pub(super) struct Room {
    houses: Vec<usize>,
    alone: Vec<Cell>,
}

impl Room {
    pub(super) fn most(&self) -> usize {
        self.houses.len() + self.alone.len()
    }

    /// Whether it takes houses to see it.
    pub(super) fn is_by_houses(&self) -> bool {
        !self.houses.is_empty()
    }

    /// `r5c3, one in box 4 and one in each of rows 1 and 2`.
    pub(super) fn told(&self, board: &Board) -> String {
        let mut kinds: Vec<(&str, Vec<usize>)> = Vec::new();
        for &unit in &self.houses {
            let (kind, house) = (kind(board, unit), board.units[unit].house);
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, own)) => own.extend(house),
                None => kinds.push((kind, house.into_iter().collect())),
            }
        }
        let mut alone = self.alone.clone();
        alone.sort_unstable();
        let names = list(board, &alone);
        let mut parts: Vec<String> = names.split_whitespace().map(String::from).collect();
        parts.extend(kinds.iter().map(|(_, own)| match &own[..] {
            [_] => format!("one in {}", innies::named(board, own)),
            _ => format!("one in each of {}", innies::named(board, own)),
        }));
        join(&parts, "and")
    }
}

fn kind(board: &Board, unit: usize) -> &str {
    board.puzzle.clues[board.units[unit].clue].kind.name
}

impl Among<'_> {
    /// The cells that are a digit.
    pub(super) fn sure(&self, digit: Digit) -> Vec<Cell> {
        self.own.iter().copied().filter(|&c| self.left[c] == 1 << digit).collect()
    }

    /// How many of the cells can be a digit; beside those that are it if that makes them fewer.
    pub(super) fn room(&self, digit: Digit) -> Room {
        let may: Vec<Cell> =
            self.own.iter().copied().filter(|&c| self.left[c] >> digit & 1 == 1).collect();
        let sure = self.sure(digit);
        let seen = |a: Cell| sure.iter().any(|&b| a == b || self.differ(a, b));
        let free: Vec<Cell> = may.iter().copied().filter(|&c| !seen(c)).collect();
        let (all, mut beside) = (self.cover(&may), self.cover(&free));
        beside.alone.extend(sure);
        match beside.most() < all.most() {
            true => beside,
            false => all,
        }
    }

    fn holds(&self, unit: usize, cell: Cell) -> bool {
        self.board.units[unit].scope.contains(&cell)
    }

    fn differ(&self, a: Cell, b: Cell) -> bool {
        self.houses.iter().any(|&u| self.holds(u, a) && self.holds(u, b))
    }

    /// The fewest houses that hold some cells, and cells that none of them holds: of one kind if that
    /// takes no more of them.
    fn cover(&self, some: &[Cell]) -> Room {
        let mut kinds: Vec<(&str, Vec<usize>)> = Vec::new();
        for &unit in self.houses {
            let kind = kind(self.board, unit);
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, own)) => own.push(unit),
                None => kinds.push((kind, vec![unit])),
            }
        }
        let of_kind = kinds.iter().map(|(_, own)| Among { houses: own, ..*self }.fewest(some));
        // The first of those that take least.
        of_kind.chain([self.fewest(some)]).min_by_key(Room::most).unwrap_or_default()
    }

    fn fewest(&self, some: &[Cell]) -> Room {
        let mut best = Room { houses: vec![], alone: some.to_vec() };
        let mut ways = WAYS;
        self.covered(some, &mut Room::default(), &mut best, &mut ways);
        best.houses.sort_unstable();
        best
    }

    fn covered(&self, rest: &[Cell], taken: &mut Room, best: &mut Room, ways: &mut usize) {
        if *ways == 0 || self.board.memory.is_over() {
            return;
        }
        let within = |unit: usize| rest.iter().filter(|&&c| self.holds(unit, c)).count();
        let widest = self.houses.iter().map(|&u| within(u)).max().unwrap_or(0).max(1);
        if taken.most() + rest.len().div_ceil(widest) >= best.most() {
            return;
        }
        *ways -= 1;
        let Some((&first, others)) = rest.split_first() else {
            *best = taken.clone();
            return;
        };
        let mut homes: Vec<usize> =
            self.houses.iter().copied().filter(|&u| self.holds(u, first)).collect();
        homes.retain(|&u| within(u) > 1);
        homes.sort_by_key(|&u| (usize::MAX - within(u), u));
        for unit in homes {
            let left: Vec<Cell> = rest.iter().copied().filter(|&c| !self.holds(unit, c)).collect();
            taken.houses.push(unit);
            self.covered(&left, taken, best, ways);
            taken.houses.pop();
        }
        taken.alone.push(first);
        self.covered(others, taken, best, ways);
        taken.alone.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The most of some cells, from one on, that can be a digit together, tried out.
    fn tried(among: &Among<'_>, digit: Digit, at: usize, taken: &[Cell]) -> usize {
        let Some(&cell) = among.own.get(at) else { return taken.len() };
        let sure = among.left[cell] == 1 << digit;
        let may = among.left[cell] >> digit & 1 == 1;
        let free = taken.iter().all(|&other| !among.differ(cell, other));
        let with = match may && free {
            true => tried(among, digit, at + 1, &[taken, &[cell]].concat()),
            false => 0,
        };
        // A cell that is the digit is one of them.
        with.max(if sure { 0 } else { tried(among, digit, at + 1, taken) })
    }

    #[test]
    fn no_more_cells_can_be_a_digit_than_there_is_room_for() {
        let board = Board::new(&pencilmark_formats::parse("six", "grid 6\n").expect("a puzzle"));
        let mut state: u64 = 3;
        let mut next = |below: u64| {
            state =
                state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
            (state >> 33) % below
        };
        let (mut just, mut by_houses) = (0, 0);
        for _ in 0..600 {
            let own: Vec<Cell> = (0..board.cells).filter(|_| next(3) == 0).collect();
            let houses: Vec<usize> = (0..board.units.len()).filter(|_| next(3) > 0).collect();
            let mut left = vec![board.all(); board.cells];
            own.iter().for_each(|&c| left[c] = [1, 2, 3, 2, 3][next(5) as usize]);
            let some = own.iter().find(|_| next(9) == 0);
            left.iter_mut().filter(|l| **l == 1).for_each(|l| *l = 3);
            some.into_iter().for_each(|&c| left[c] = 1);
            let among = Among { board: &board, own: &own, houses: &houses, left: &left };
            let (most, room) = (tried(&among, 0, 0, &[]), among.room(0));
            assert!(most <= room.most(), "{most} {} {left:?}", room.told(&board));
            just += usize::from(most == room.most());
            by_houses += usize::from(room.is_by_houses());
        }
        assert!(just > 500 && by_houses > 300, "{just} {by_houses}");
    }
}
