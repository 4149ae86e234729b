//! Why the first digit that is hidden behind a larger one is not the number of a hidden skyscraper:
//! up to it digits rise, and the last of them is larger.

use pencilmark_puzzle::Clue;

use super::super::{cell, cells, digit, join};
use crate::board::Board;
use crate::sets::{Cell, Digit, Digits, Each};

/// Why a hidden skyscraper cannot be kept, where it can be told by the places of its digit.
pub(super) fn fault(board: &Board, clue: &Clue, left: &[Digits]) -> Option<String> {
    if clue.kind.name != "hidden-skyscraper" {
        return None;
    }
    let hidden = board.digit(*clue.numbers.first()?)?;
    let line: Vec<Cell> = clue.list(0).iter().map(|c| c.index()).collect();
    let apart = |pair: &[Cell]| board.differ[pair[0]].contains(&pair[1]);
    if line.len() < 2 || !line.windows(2).all(apart) {
        return None;
    }
    let named = |own: &[Cell]| cells(board, own.iter().copied());
    // In the order in which they rise.
    let along = |own: &[Cell]| match own {
        [first, .., last] if last < first => {
            format!("{} to {}", cell(board, *first), cell(board, *last))
        }
        _ => named(own),
    };
    let number = digit(board, hidden);
    // Where digits cannot rise any more, one before is hidden.
    let stop = (1..=line.len()).find(|&size| risen(&line[..size], left, None).is_none());
    let end = stop.unwrap_or(line.len());
    let places: Vec<usize> = (1..end).filter(|&at| left[line[at]] >> hidden & 1 == 1).collect();
    if places.iter().any(|&at| risen(&line[..at], left, Some(hidden)).is_some()) {
        return None;
    }
    let fall = stop.map(|size| format!("{} cannot all rise", along(&line[..size])));
    if places.is_empty() {
        let none = match end {
            2 => format!("{} cannot be {number}", cell(board, line[1])),
            _ => format!("none of {} can be {number}", named(&line[1..end])),
        };
        return Some(fall.map_or(none.clone(), |fall| format!("{fall}, and {none}")));
    }
    let lead = fall.map_or(String::new(), |fall| format!("{fall}, so "));
    let at: Vec<String> = places.iter().map(|&at| cell(board, line[at])).collect();
    let before = match places[..] {
        [1] => format!("{} is not above it", cell(board, line[0])),
        [one] => format!("{} cannot rise to a digit above it", along(&line[..one])),
        _ => "the cells before it cannot rise to a digit above it".into(),
    };
    Some(format!("{lead}{number} would be in {}, but {before}", join(&at, "or")))
}

/// The least digit to which some cells can rise, above another if that is asked.
fn risen(own: &[Cell], left: &[Digits], above: Option<Digit>) -> Option<Digit> {
    let mut top: Option<Digit> = None;
    for (at, &cell) in own.iter().enumerate() {
        let floor = if at + 1 == own.len() { top.max(above) } else { top };
        top = Some(Each(left[cell]).find(|&d| floor.is_none_or(|floor| d > floor))?);
    }
    top
}
