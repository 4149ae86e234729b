//! Why a clue of some kind cannot be kept, as people say it of that kind.

use pencilmark_puzzle::Clue;

use super::super::constraints::{in_sight, lunchbox_fault};
use super::{circles, connected, counts, ends, listed, pieces, pointed, rising, sets};
use crate::board::Board;
use crate::sets::Digits;

/// Clues of a choice of which each is told why it fails.
const MOST_WAYS: usize = 4;

/// The reason, if the kind has one that fits what is left.
pub(super) fn fault(board: &Board, clue: &Clue, left: &[Digits]) -> Option<String> {
    if !clue.ways.is_empty() {
        return ways(board, clue, left);
    }
    rising::fault(board, clue, left)
        .or_else(|| counts::fault(board, clue, left))
        .or_else(|| circles::fault(board, clue, &[], left))
        .or_else(|| pointed::fault(board, clue, left))
        .or_else(|| ends::fault(board, clue, left))
        .or_else(|| pieces::fault(board, clue, left))
        .or_else(|| sets::renban(board, clue, left))
        .or_else(|| sets::rellik(board, clue, left))
        .or_else(|| sets::cage(board, clue, left))
        .or_else(|| sets::x_sum(board, clue, left))
        .or_else(|| seen(board, clue, left))
        .or_else(|| lunchbox(board, clue, left))
        .or_else(|| connected::fault(board, clue, left))
}

/// That too many or too few are seen along a line.
fn seen(board: &Board, clue: &Clue, left: &[Digits]) -> Option<String> {
    if clue.kind.name != "skyscraper" {
        return None;
    }
    let (line, &seen) = (listed(clue)?, clue.numbers.first()?);
    let (least, most) = in_sight(board, &line, &|c| left[c]);
    match (most < seen, least > seen) {
        (true, _) => Some(format!("at most {most} are seen")),
        (_, true) => Some(format!("at least {least} are seen")),
        _ => None,
    }
}

fn lunchbox(board: &Board, clue: &Clue, left: &[Digits]) -> Option<String> {
    let own = listed(clue).filter(|_| clue.kind.name == "lunchbox")?;
    lunchbox_fault(board, &own, *clue.numbers.first()?, left)
}

/// That each of some clues fails of which one has to hold.
fn ways(board: &Board, clue: &Clue, left: &[Digits]) -> Option<String> {
    if clue.ways.len() > MOST_WAYS {
        return None;
    }
    let way = |way: &Vec<Clue>| {
        let fails = |own: &Clue| Some((own.words(&board.puzzle), fault(board, own, left)?));
        let (name, why) = way.iter().find_map(fails)?;
        Some(format!("{name} fails, as {why}"))
    };
    Some(clue.ways.iter().map(way).collect::<Option<Vec<_>>>()?.join("; "))
}
