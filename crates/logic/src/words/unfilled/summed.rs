//! Why what houses and sums leave erases a mark: what the other cells make, at least or at most.

use super::super::homes::Home;
use super::super::{cells, join};
use super::parted::{End, Piece};
use crate::board::{Board, Mark};
use crate::sets::{Cell, Digits};

/// What the others make, if that is too much or too little beside a mark, with no digit twice in some
/// homes.
pub(in crate::words) fn short(
    board: &Board,
    (terms, total): (&[(i64, Cell)], i64),
    homes: &[Home],
    left: &[Digits],
    mark: Mark,
) -> Option<String> {
    let &(sign, _) = terms.iter().find(|t| t.1 == mark.cell)?;
    let rest = total - sign * board.value(mark.digit);
    let side = |of: i64| -> Vec<Cell> {
        terms.iter().filter(|t| t.0 == of && t.1 != mark.cell).map(|t| t.1).collect()
    };
    let sides = [(1, side(1)), (-1, side(-1))];
    if terms.iter().any(|t| t.0.abs() != 1) {
        return None;
    }
    let parts: Vec<&(i64, Vec<Cell>)> = sides.iter().filter(|(_, own)| !own.is_empty()).collect();
    [End::Low, End::High].into_iter().find_map(|end| {
        let (mut made, mut told) = (0, Vec::new());
        for &&(sign, ref own) in &parts {
            let end = if sign > 0 { end } else { end.other() };
            let (makes, text) = Piece { board, homes, own, left }.bound(end)?;
            made += sign * makes;
            // All others are called so.
            let those = cells(board, own.iter().copied());
            told.push(match text.strip_prefix(&format!("{those} make ")) {
                Some(makes) if parts.len() == 1 => format!("the others make {makes}"),
                _ => text,
            });
        }
        end.of((made > rest, made < rest)).then(|| join(&told, "and"))
    })
}

#[cfg(test)]
mod tests {
    use pencilmark_kernel::search::Rng;

    use super::*;
    use crate::sets::Each;

    /// Whatever is left of four cells that make a number: what is told to go is in no filling.
    #[test]
    fn marks_go_where_the_others_make_too_much_or_too_little() {
        let board = Board::new(&pencilmark_formats::parse("plain", "grid 6\n").expect("a puzzle"));
        let all: Vec<Home> = (0..board.units.len()).filter_map(|u| Home::of(&board, u)).collect();
        let terms = [(1, 0), (1, 1), (-1, 6), (1, 8)];
        let (mut rng, mut told, mut with_homes) = (Rng::new(4), 0, 0);
        for _ in 0..1500 {
            let homes: Vec<Home> = all.iter().filter(|_| rng.below(2) == 0).cloned().collect();
            let mut left = vec![board.all(); board.cells];
            terms.iter().for_each(|t| left[t.1] = 1 << rng.below(6) | rng.below(64));
            let total = rng.below(14) as i64;
            let apart = |a: usize, b: usize| {
                homes.iter().any(|h| h.list.contains(&terms[a].1) && h.list.contains(&terms[b].1))
            };
            let at = rng.below(4) as usize;
            for digit in Each(left[terms[at].1]) {
                let mark = Mark { cell: terms[at].1, digit };
                let Some(why) = short(&board, (&terms, total), &homes, &left, mark) else {
                    continue;
                };
                let fits = |way: &[usize; 4]| {
                    let there = (0..4).all(|n| left[terms[n].1] >> way[n] & 1 == 1);
                    let twice = |a: usize, b: usize| way[a] == way[b] && apart(a, b);
                    let once = (0..4).all(|a| (0..a).all(|b| !twice(a, b)));
                    let made: i64 = (0..4).map(|n| terms[n].0 * board.value(way[n])).sum();
                    there && once && made == total && way[at] == digit
                };
                let way = |n: usize| [n % 6, n / 6 % 6, n / 36 % 6, n / 216];
                assert!(!(0..1296).map(way).any(|way| fits(&way)), "{why} {left:?}");
                told += 1;
                with_homes += usize::from(why.contains("no digit twice"));
            }
        }
        assert!(told > 500 && with_homes > 10, "{told} {with_homes}");
    }
}
