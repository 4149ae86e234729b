//! Cages of which no digits add up to a number: the sets of digits they can hold, where these are
//! few, or cells that take some digits, for none is there twice.

use super::super::{join, lost, plain};
use super::differ;
use crate::board::Board;
use crate::find::View;
use crate::found::Found;
use crate::sets::{Cell, Digit, Digits, Each, choose};

/// Sets of digits that are listed.
const LISTED: usize = 6;

/// The reason, if either says it.
pub(super) fn reason(view: View<'_>, found: &Found, own: &[Cell], sum: i64) -> Option<String> {
    let board = view.board;
    let left = |c: Cell| view.marks.left_of(c);
    let sets = sets(board, own, sum, &left);
    let absent = |digit: Digit| sets.iter().all(|set| set >> digit & 1 == 0);
    let gone = found.remove.iter().all(|m| absent(m.digit));
    if (1..=LISTED).contains(&sets.len()) && gone {
        let told: Vec<String> = sets.iter().map(|&s| plain(board, s).replace(' ', "-")).collect();
        let lost = join(&lost(board, &found.remove), "and");
        return Some(format!("its digits can only be {}, so {lost}", join(&told, "or")));
    }
    let told = differ::reason(view, found, own, "No digit is twice in it")?;
    Some(super::super::patterns::lower(told.trim_end_matches('.')))
}

/// The sets of as many digits as there are cells that these can have, and of which none add up to the
/// sum.
fn sets(board: &Board, own: &[Cell], sum: i64, left: &dyn Fn(Cell) -> Digits) -> Vec<Digits> {
    let all: Vec<Digit> = Each(board.all()).collect();
    let mut sets = Vec::new();
    choose(&all, own.len(), &mut |some| {
        let set = some.iter().fold(0, |set: Digits, d| set | 1 << d);
        let makes = (1..=some.len()).any(|size| {
            let adds = |part: &[Digit]| part.iter().map(|&d| board.value(d)).sum::<i64>() == sum;
            let mut made = false;
            choose(some, size, &mut |part| {
                made |= adds(part);
                made
            });
            made
        });
        if !makes && fits(own, set, left) {
            sets.push(set);
        }
        false
    });
    sets
}

/// Whether cells can have these digits, each a different one.
fn fits(own: &[Cell], set: Digits, left: &dyn Fn(Cell) -> Digits) -> bool {
    let Some((&first, rest)) = own.split_first() else { return true };
    Each(left(first) & set).any(|d| fits(rest, set & !(1 << d), left))
}

#[cfg(test)]
mod tests {
    use pencilmark_kernel::search::Rng;

    use super::super::super::brute;
    use super::*;

    /// Whatever is left of the cells, they hold just these sets.
    #[test]
    fn sets_are_those_of_all_fillings() {
        let (mut rng, mut told) = (Rng::new(5), 0);
        for (sum, cells) in [(5, "r1c1-3"), (6, "r1c1-4"), (7, "r1c1-3 r2c1"), (3, "r1c1-2 r3c4")] {
            let text = format!("grid 6\nrellik {sum} {cells}\n");
            let board = Board::new(&pencilmark_formats::parse("rellik", &text).expect("a puzzle"));
            let unit = board.units.iter().position(|u| u.house.is_none()).expect("a clue");
            let scope = &board.units[unit].scope;
            let ways = brute::fillings(&board, unit);
            for _ in 0..40 {
                let left: Vec<Digits> =
                    (0..board.cells).map(|_| 1 + rng.below(63) as Digits).collect();
                let fits = |way: &&Vec<Digit>| {
                    scope.iter().zip(*way).all(|(&c, &d)| left[c] >> d & 1 == 1)
                };
                let set = |way: &Vec<Digit>| way.iter().fold(0, |set: Digits, d| set | 1 << d);
                let mut want: Vec<Digits> = ways.iter().filter(fits).map(set).collect();
                want.sort_unstable();
                want.dedup();
                let mut own = sets(&board, scope, sum, &|c| left[c]);
                own.sort_unstable();
                assert_eq!(own, want, "{sum} {cells} {left:?}");
                told += usize::from(!own.is_empty());
            }
        }
        assert!(told > 30, "{told}");
    }
}
