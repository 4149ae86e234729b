//! What a digit that is wrong, or a mark that is missing, goes against.

use crate::board::{Board, Mark};
use crate::marks::Marks;
use crate::oracle::{Claim, Facts, Oracle};
use crate::sets::{Cell, Digit};
use crate::story::Truth;
use crate::words::{self, digits_named};

/// Nodes to find out whether a constraint leaves a digit its place.
const NODES: u64 = 20_000;

/// Why a cell is wrong: another digit or a constraint that it clashes with, and what the solutions have
/// there.
pub fn why_wrong(board: &Board, marks: &Marks, truth: &Truth, cell: Cell) -> String {
    let name = words::cell(board, cell);
    let right = match truth {
        Truth::Known(truth) if truth[cell].is_power_of_two() => {
            format!("the only solution has {} there", digits_named(board, truth[cell]))
        }
        Truth::Known(truth) => {
            format!("solutions have {} there", digits_named(board, truth[cell]))
        }
        _ => "no solution is known".into(),
    };
    let Some(digit) = marks.value[cell].map(Digit::from) else {
        let left = match marks.of[cell] {
            0 => "no marks left".into(),
            left if left.is_power_of_two() => {
                format!("only the mark {}", digits_named(board, left))
            }
            left => format!("only the marks {}", digits_named(board, left)),
        };
        return format!("{name} has {left}, but {right}.");
    };
    let (mark, stands) = (Mark { cell, digit }, digits_named(board, 1 << digit));
    match clash(board, marks, mark) {
        Some(clash) => format!("{name} is {stands}, but {clash}; {right}."),
        None => format!("{name} is {stands}, but {right}."),
    }
}

/// What the digits that stand, or the givens, say against one of them.
fn clash(board: &Board, marks: &Marks, mark: Mark) -> Option<String> {
    let stands = |c: &Cell| *c != mark.cell && marks.value[*c].map(Digit::from) == Some(mark.digit);
    let units = 0..board.units.len();
    for other in (0..board.cells).filter(stands) {
        let apart = |u: &usize| board.makes_differ(*u, mark.cell, other);
        if let Some(unit) = units.clone().find(apart) {
            let (unit, other) = (words::unit(board, unit), words::cell(board, other));
            return Some(format!("so is {other}, which {unit} does not allow"));
        }
    }
    let left = |c: Cell| match marks.value[c] {
        Some(digit) if c != mark.cell => 1 << digit,
        _ => board.all(),
    };
    let facts: Facts = (0..board.cells).map(left).collect();
    let oracle = Oracle::new(board);
    let on = |u: &usize| board.units[*u].scope.contains(&mark.cell);
    let refutes = |u: &usize| oracle.proves(&[*u], &facts, Claim::Not(mark), NODES) == Some(true);
    let unit = units.clone().filter(on).find(refutes)?;
    Some(format!("{} cannot be kept then", words::unit(board, unit)))
}
