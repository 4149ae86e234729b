//! Why digits do not hang together: cells that have one of them are cut off from each other.

use pencilmark_puzzle::Clue;

use super::super::{cell, cells};
use crate::board::Board;
use crate::sets::{Cell, Digits};

/// Cells between two that are cut off that are named.
const FEW: usize = 8;

/// That two cells with one of the digits cannot be joined by others that can have one.
pub(super) fn fault(board: &Board, clue: &Clue, left: &[Digits]) -> Option<String> {
    let numbers = match clue.kind.name {
        "connected-digits" => &clue.numbers[..],
        "connected-group" => clue.numbers.get(1..)?,
        _ => return None,
    };
    let set: Digits = numbers.iter().filter_map(|&n| board.digit(n)).fold(0, |all, d| all | 1 << d);
    let (sure, may) = (|c: Cell| left[c] & !set == 0, |c: Cell| left[c] & set != 0);
    let all: Vec<Cell> = (0..board.cells).filter(|&c| sure(c)).collect();
    let mut parts: Vec<Vec<Cell>> = Vec::new();
    for &c in &all {
        if !parts.iter().any(|part| part.contains(&c)) {
            parts.push(reached(board, c, &may));
        }
    }
    // The part with the fewest cells around it is cut off most plainly.
    let around = |part: &[Cell]| -> Vec<Cell> {
        let beside = |c: &Cell| !part.contains(c) && sides(board, *c).any(|o| part.contains(&o));
        (0..board.cells).filter(beside).collect()
    };
    let (part, wall) = parts.iter().map(|part| (part, around(part))).min_by_key(|p| p.1.len())?;
    let (&one, &other) =
        (all.iter().find(|c| part.contains(c))?, all.iter().find(|c| !part.contains(c))?);
    let are = if wall.len() == 1 { "is" } else { "are" };
    let (one, other) = (cell(board, one), cell(board, other));
    (wall.len() <= FEW).then(|| {
        let wall = cells(board, wall);
        format!("{one} is cut off from {other}, as {wall} {are} none of these digits")
    })
}

/// The cells that can be reached from one, which is among them, through such as may be passed.
fn reached(board: &Board, from: Cell, may: &dyn Fn(Cell) -> bool) -> Vec<Cell> {
    let mut part = vec![from];
    let mut at = 0;
    while let Some(&c) = part.get(at) {
        at += 1;
        for next in sides(board, c) {
            if may(next) && !part.contains(&next) {
                part.push(next);
            }
        }
    }
    part
}

/// The cells that share a side with one.
fn sides(board: &Board, c: Cell) -> impl Iterator<Item = Cell> {
    let (rows, columns) = (board.puzzle.grid.rows(), board.puzzle.grid.cols());
    let (row, column) = (c / columns, c % columns);
    let up = (row > 0).then(|| c - columns);
    let down = (row + 1 < rows).then(|| c + columns);
    let before = (column > 0).then(|| c - 1);
    let behind = (column + 1 < columns).then(|| c + 1);
    [up, down, before, behind].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use pencilmark_kernel::search::Rng;

    use super::*;
    use crate::oracle::Oracle;

    /// Whatever is left of a small grid, cells are only told to be cut off where the clue fails; and
    /// where each cell is known to have one of the digits or none, always then.
    #[test]
    fn cells_are_cut_off_where_no_grid_keeps_the_clue() {
        let text = "grid 4\nboxes none\nconnected-digits 1 3\n";
        let board = Board::new(&pencilmark_formats::parse("four", text).expect("a puzzle"));
        let unit = board.units.iter().position(|u| u.house.is_none()).expect("a clue");
        let clue = &board.puzzle.clues[board.units[unit].clue];
        let mut rng = Rng::new(5);
        let mut pick = |n: u64| rng.next_u64() % n;
        let (mut told, mut kept) = (0, 0);
        for round in 0..400 {
            let known = [0b0101, 0b1010, 0b0001, 0b1000];
            let some = |pick: &mut dyn FnMut(u64) -> u64| match round % 2 {
                0 => known[pick(4) as usize],
                _ => [0b0101, 0b1010, 0b1111, 0b0110][pick(4) as usize],
            };
            let left: Vec<Digits> = (0..board.cells).map(|_| some(&mut pick)).collect();
            let fails = Oracle::new(&board).solution(&[unit], &left, None, 100_000);
            let fails = fails.expect("an answer").is_none();
            let why = fault(&board, clue, &left);
            assert!(fails || why.is_none(), "{why:?}");
            told += usize::from(why.is_some());
            kept += usize::from(!fails);
        }
        assert!(told > 100 && kept > 10, "{told} {kept}");
    }

    #[test]
    fn who_is_cut_off_is_named() {
        let text = "grid 4\nboxes none\nconnected-digits 1 3\n";
        let board = Board::new(&pencilmark_formats::parse("four", text).expect("a puzzle"));
        let clue = board.puzzle.clues_of("connected-digits").next().expect("a clue");
        let mut left = vec![board.all(); board.cells];
        (left[0], left[15], left[1], left[4]) = (0b0101, 0b0100, 0b1010, 0b0010);
        let why = fault(&board, clue, &left);
        let text = "r1c1 is cut off from r4c4, as r1c2 and r2c1 are none of these digits";
        assert_eq!(why.as_deref(), Some(text));
    }
}
