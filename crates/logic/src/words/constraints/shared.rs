//! A clue that wants a digit several times, and houses that hold it but once: each has it there.

use super::super::unfilled::{times, wanted};
use super::super::{capital, digit, gathered, join, lost};
use super::unit;
use crate::board::Mark;
use crate::find::View;
use crate::found::Found;
use crate::sets::Cell;
use crate::step::house_name;

/// That the places of a digit lie in just as many houses as the clue wants it.
pub(super) fn reason(view: View<'_>, found: &Found, units: &[usize]) -> Option<String> {
    let board = view.board;
    let mut others = units.iter().copied().filter(|&u| board.units[u].house.is_none());
    let (own, None) = (others.next()?, others.next()) else { return None };
    let clue = &board.puzzle.clues[board.units[own].clue];
    let (wanted, _) = wanted(board, clue)?;
    let &Mark { digit: d, .. } = found.remove.first()?;
    let need = wanted.iter().find(|w| w.0 == d)?.1;
    let on: Vec<Cell> = clue.list(0).iter().map(|c| c.index()).collect();
    let houses: Vec<usize> = units.iter().filter_map(|&u| board.units[u].house).collect();
    let home = |c: &Cell| houses.iter().copied().find(|&h| board.houses[h].list.contains(c));
    let places = on.iter().filter(|&&c| view.marks.left_of(c) >> d & 1 == 1);
    let mut full: Vec<usize> = places.map(home).collect::<Option<_>>()?;
    full.sort_unstable();
    full.dedup();
    let there = |m: &Mark| {
        let in_house = full.iter().any(|&h| board.houses[h].list.contains(&m.cell));
        m.digit == d && in_house && !on.contains(&m.cell)
    };
    if need < 2 || full.len() != need || !found.remove.iter().all(there) {
        return None;
    }
    let (name, d, often) = (capital(&unit(board, own)), digit(board, d), times(need));
    let homes: Vec<String> = full.iter().map(|&h| house_name(board, h)).collect();
    let (homes, lost) = (gathered(&homes), join(&lost(board, &found.remove), "and"));
    Some(format!(
        "{name}: {d} is to be there {often}, and has places only in {homes}, so each of these has \
         its {d} there: {lost}."
    ))
}

#[cfg(test)]
mod tests {
    use pencilmark_kernel::search::Rng;

    use super::*;
    use crate::Marks;
    use crate::board::Board;
    use crate::found::Pattern;
    use crate::oracle::{Facts, Oracle};
    use crate::sets::{Digits, Each};
    use crate::technique::Technique;

    /// Whatever is left of a small grid, a mark is only told to go by a look-and-say and the houses
    /// of its places where no grid has it, and so is every mark of which this can be said.
    #[test]
    fn what_is_told_of_houses_that_share_a_digit_is_so() {
        let text = "grid 4\nlook-and-say 2x3 r1c4 r2c3 r3c2 r4c1\n";
        let board = Board::new(&pencilmark_formats::parse("four", text).expect("a puzzle"));
        let clue = board.units.iter().position(|u| u.house.is_none()).expect("a clue");
        let three = board.digit(3).expect("a digit");
        let on = [3, 6, 9, 12];
        let mut rng = Rng::new(7);
        let (mut told, mut untold) = (0, 0);
        for _ in 0..300 {
            let left: Facts = (0..board.cells)
                .map(|c| match on.contains(&c) && rng.below(2) == 0 {
                    true => board.all() & !(1 << three),
                    false => board.all() & !(rng.below(16) as Digits & 0b1011),
                })
                .collect();
            let mut marks = Marks::start(&board);
            for (cell, set) in left.iter().enumerate() {
                for digit in Each(board.all() & !set) {
                    marks.erase(&board, Mark { cell, digit });
                }
            }
            let view = View { board: &board, marks: &marks };
            for home in 0..board.houses.len() {
                let mut units = vec![clue, board.houses[home].unit];
                for _ in 0..1 + rng.below(3) {
                    let other = rng.below(board.houses.len() as u64) as usize;
                    units.push(board.houses[other].unit);
                }
                let digit = if rng.below(4) == 0 { 0 } else { three };
                let own = &board.houses[home].list;
                let mark = Mark { cell: own[rng.below(own.len() as u64) as usize], digit };
                let pattern = Pattern::Several { units: units.clone(), why: None };
                let found = Found::new(Technique::Several, pattern).removing(vec![mark]);
                let mut with = left.clone();
                with[mark.cell] = 1 << mark.digit;
                let open = Oracle::new(&board).solution(&units, &with, None, 100_000);
                let open = open.expect("an answer").is_some();
                match reason(view, &found, &units) {
                    Some(text) => {
                        assert!(!open, "{mark:?} {left:?} {text}");
                        told += 1;
                    }
                    None => untold += usize::from(open),
                }
            }
        }
        assert!(told > 20 && untold > 100, "{told} {untold}");
    }
}
