//! Why a cell that says where a digit is points at none that can be it.

use pencilmark_puzzle::Clue;

use super::super::{cell, cells, digits, join};
use super::listed;
use crate::board::Board;
use crate::sets::{Cell, Digit, Digits, Each};

/// That a numbered room or a value that is indexed cannot be kept.
pub(super) fn fault(board: &Board, clue: &Clue, left: &[Digits]) -> Option<String> {
    let own = listed(clue)?;
    match (clue.kind.name, &own[..]) {
        ("numbered-room", &[head, ..]) => {
            let digit = board.digit(*clue.numbers.first()?)?;
            let pointer = Pointer { board, left, head, list: &own };
            // The first cell may point at itself: then it is its own digit, and no other.
            let shut = |c: Cell, by: Digit| {
                let there = left[c] >> digit & 1 == 1;
                !there || c == head && by != digit
            };
            let number = board.value(digit);
            pointer.told(&shut, &|rooms| {
                let are = if rooms.len() == 1 { "is" } else { "are" };
                format!("{} {are} not {number}", cells(board, rooms.iter().copied()))
            })
        }
        ("value-indexing", &[held, head, ref list @ ..]) => {
            let pointer = Pointer { board, left, head, list };
            let shut = |c: Cell, _: Digit| left[c] & left[held] == 0;
            pointer.told(&shut, &|rooms| {
                let (own, at) = (digits(board, left[held], "or"), cell(board, held));
                let are = if rooms.len() == 1 { "is" } else { "are" };
                format!("{} {are} not {own}, as {at} is", cells(board, rooms.iter().copied()))
            })
        }
        _ => None,
    }
}

/// A cell that says which of a list is meant.
struct Pointer<'b> {
    board: &'b Board,
    left: &'b [Digits],
    head: Cell,
    list: &'b [Cell],
}

impl Pointer<'_> {
    /// What it can be, and that whatever it points at then is shut.
    fn told(
        &self,
        shut: &dyn Fn(Cell, Digit) -> bool,
        say: &dyn Fn(&[Cell]) -> String,
    ) -> Option<String> {
        let (board, head) = (self.board, self.head);
        let (mut rooms, mut beyond): (Vec<Cell>, Digits) = (Vec::new(), 0);
        let mut itself = None;
        for digit in Each(self.left[head]) {
            let at = usize::try_from(board.value(digit) - 1).ok();
            match at.and_then(|at| self.list.get(at)) {
                Some(&room) if !shut(room, digit) => return None,
                Some(&room) if room == head => itself = Some(board.value(digit)),
                Some(&room) => rooms.push(room),
                None => beyond |= 1 << digit,
            }
        }
        let own = digits(board, self.left[head], "or");
        if rooms.is_empty() && itself.is_none() {
            return Some(format!("there is no cell {own} for {} to point at", cell(board, head)));
        }
        let mut parts = vec![format!("{} is {own}", cell(board, head))];
        if !rooms.is_empty() {
            parts.push(say(&rooms));
        }
        parts.extend(itself.map(|own| format!("{own} there points at itself")));
        if beyond != 0 {
            parts.push(format!("there is no cell {} to point at", digits(board, beyond, "or")));
        }
        Some(join(&parts, "and"))
    }
}
