//! Why cells inside a line do not go with its ends: they are to lie between them, or outside.

use pencilmark_puzzle::Clue;

use super::super::{cell, digits};
use super::listed;
use crate::board::Board;
use crate::sets::{Cell, Digits, Each};

/// How far the ends of a lockout are apart if nothing is told.
const APART: i64 = 4;

/// That a line with ends cannot be kept.
pub(super) fn fault(board: &Board, clue: &Clue, left: &[Digits]) -> Option<String> {
    let own = listed(clue)?;
    let &[first, ref inside @ .., last] = &own[..] else { return None };
    let line = Line { board, left, ends: [first, last], inside };
    match clue.kind.name {
        "between-line" if !inside.is_empty() => line.between(),
        "lockout" => line.outside(clue.numbers.first().copied().unwrap_or(APART)),
        _ => None,
    }
}

struct Line<'b> {
    board: &'b Board,
    left: &'b [Digits],
    ends: [Cell; 2],
    inside: &'b [Cell],
}

impl Line<'_> {
    /// That whichever end is smaller, a cell does not lie between them.
    fn between(&self) -> Option<String> {
        let [a, b] = self.ends;
        let (up, down) = (self.one_way(a, b)?, self.one_way(b, a)?);
        let name = |c: Cell| cell(self.board, c);
        let below = |low: Cell, high: Cell| format!("if {} is below {}", name(low), name(high));
        Some(match (up, down) {
            (None, None) => format!("{} and {} are the same", name(a), name(b)),
            (None, Some(why)) => format!("{} is not below {}, so {why}", name(a), name(b)),
            (Some(why), None) => format!("{} is not below {}, so {why}", name(b), name(a)),
            (Some(up), Some(down)) => {
                format!("{}, {up}, and {}, {down}", below(a, b), below(b, a))
            }
        })
    }

    /// The same with one of the ends smaller: of it the least digit leaves most room, of the other
    /// the largest. Within, none if it cannot be smaller.
    fn one_way(&self, low: Cell, high: Cell) -> Option<Option<String>> {
        let (board, left) = (self.board, self.left);
        let least = left[low].trailing_zeros() as usize;
        let most = 63 - left[high].leading_zeros() as usize;
        if least >= most {
            return Some(None);
        }
        let room = Each(board.all()).filter(|&d| least < d && d < most);
        let room = room.fold(0, |all: Digits, d| all | 1 << d);
        let &out = self.inside.iter().find(|&&c| left[c] & room == 0)?;
        Some(Some(match room {
            0 => "nothing is between them".into(),
            _ => format!("{} would have to be {}", cell(board, out), digits(board, room, "or")),
        }))
    }

    /// That the ends are not so far apart, or that a cell always lies between them.
    fn outside(&self, apart: i64) -> Option<String> {
        let (board, left, [a, b]) = (self.board, self.left, self.ends);
        let far = |x: usize, y: usize| (board.value(x) - board.value(y)).abs() >= apart;
        let goes = |fits: &dyn Fn(usize, usize) -> bool| {
            Each(left[a]).any(|x| Each(left[b]).any(|y| far(x, y) && fits(x, y)))
        };
        let (one, other) = (cell(board, a), cell(board, b));
        if !goes(&|_, _| true) {
            return Some(format!("{one} and {other} are less than {apart} apart"));
        }
        let shut = |c: &&Cell| {
            let out = |d: usize| goes(&|x, y| d < x.min(y) || d > x.max(y));
            !Each(left[**c]).any(out)
        };
        let &caught = self.inside.iter().find(shut)?;
        let name = cell(board, caught);
        let sure = left[a].is_power_of_two() && left[b].is_power_of_two();
        Some(match sure {
            true => format!("{name} is not below or above both {one} and {other}"),
            false => format!(
                "{one} and {other} are both above {name} or both below it, and so less than {apart} \
                 apart"
            ),
        })
    }
}
