//! Puzzles in which no clue tells one digit from another.
//!
//! If all that clues say is that cells differ, or are equal, then digits can be exchanged in any
//! solution. The digits of one house may be told beforehand: each solution of what is left
//! stands for as many as there are ways to name the digits. That is how a jigsaw without
//! givens, or the empty grid, is counted.

use pencilmark_kernel::expr::{Cmp, Expr, Formula};

use crate::grid::CellId;
use crate::puzzle::{Clue, Name, Puzzle};

/// So many houses are compared with each other; the largest grids have some two hundred.
const MAX_HOUSES: usize = 500;

/// The puzzle with the digits of one house told, if its digits can be exchanged.
pub(crate) fn with_a_house_told(puzzle: &Puzzle) -> Option<Puzzle> {
    // Clues that are no houses stand behind them, so one that tells digits apart is met at once.
    let same =
        |clue: &Clue| !tells_apart(clue) && clue.meaning(puzzle).iter().all(tells_nothing_apart);
    if !puzzle.vars.is_empty() || !puzzle.clues.iter().rev().all(same) {
        return None;
    }
    let digits = puzzle.grid.digit_count();
    let houses = puzzle.clues.iter().filter_map(house).take(MAX_HOUSES);
    let houses: Vec<&[CellId]> = houses.collect();
    let full = houses.iter().filter(|house| house.len() == digits);
    // The one that sees most of the others' cells leaves the least to be tried.
    let house = full.max_by_key(|house| seen(house, &houses))?;
    let mut told = puzzle.clone();
    for (&cell, digit) in house.iter().zip(puzzle.grid.digits()) {
        told.add_given(cell, digit, None);
    }
    Some(told)
}

/// Whether a clue is surely about some digits more than others. These are the most common kinds, and
/// what a clue means takes time to write down.
fn tells_apart(clue: &Clue) -> bool {
    match clue.kind.name {
        "given" | "candidates" | "thermo" | "arrow" | "between-line" | "renban" | "whisper" => true,
        "sum" | "little-killer" | "sandwich" | "x-sum" | "skyscraper" | "region-sum-line" => true,
        "difference" | "ratio" | "x" | "v" | "quadruple" | "zipper" | "modular-line" => true,
        "full-rank" | "numbered-room" | "sum-line" | "look-and-say" | "entropic-line" => true,
        "cage" => !clue.numbers.is_empty(),
        _ => false,
    }
}

/// In how many ways digits can be named; none if that is more than can be counted.
pub(crate) fn ways(puzzle: &Puzzle) -> Option<u64> {
    (1..=puzzle.grid.digit_count() as u64).try_fold(1u64, u64::checked_mul)
}

fn house(clue: &Clue) -> Option<&[CellId]> {
    let houses = ["row", "column", "box", "region", "extra-region"];
    houses.contains(&clue.kind.name).then(|| clue.list(0))
}

/// How many pairs of a cell in the house and one outside see each other.
fn seen(house: &[CellId], houses: &[&[CellId]]) -> usize {
    let pairs = houses.iter().map(|other| {
        let inside = other.iter().filter(|c| house.contains(c)).count();
        inside * (other.len() - inside)
    });
    pairs.sum()
}

fn tells_nothing_apart(formula: &Formula<Name>) -> bool {
    let digit = |e: &Expr<Name>| matches!(e, Expr::Var(Name::Cell(_)));
    match formula {
        Formula::Const(_) => true,
        Formula::Cmp(Cmp::Eq | Cmp::Ne, a, b) => digit(a) && digit(b),
        Formula::Distinct(list) => list.iter().all(digit),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().all(tells_nothing_apart),
        Formula::Not(part) => tells_nothing_apart(part),
        Formula::Iff(a, b) => tells_nothing_apart(a) && tells_nothing_apart(b),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;
    use crate::kinds;
    use crate::solve::{Settings, Solver};

    fn grid(n: usize) -> Puzzle {
        Puzzle::sudoku(Grid::new(n, n).expect("a grid"))
    }

    /// Every solution, one by one.
    fn listed(puzzle: &Puzzle) -> u64 {
        Solver::new(puzzle, Settings::default()).solutions().count() as u64
    }

    #[test]
    fn counts_are_those_of_all_solutions() {
        let find = |kind: &str| Clue::new(kinds::find(kind).expect("a kind"));
        let mut knights = grid(4);
        knights.add(find("anti-knight"));
        let mut diagonal = grid(4);
        diagonal.add(find("diagonal").number(1));
        let mut clones = grid(4);
        clones.add(find("clone").over([CellId::new(0)]).over([CellId::new(10)]));
        let mut more =
            Puzzle::blank(Grid::new(2, 3).and_then(|g| g.with_digits(0, 4)).expect("a grid"));
        more.add_rows(None);
        let mut partial = more.clone();
        partial.add(find("extra-region").over((0..5).map(CellId::new).collect::<Vec<_>>()));
        for puzzle in [grid(1), grid(4), knights, diagonal, clones, more, partial] {
            let known = listed(&puzzle);
            let solver = Solver::new(&puzzle, Settings::default());
            let found = solver.count(u64::MAX);
            assert_eq!((found.count, found.exact), (known, true), "{puzzle:?}");
            for limit in [1, 2, known / 2, known, known + 1] {
                let found = solver.count(limit);
                assert_eq!(found.count, known.min(limit), "{limit}");
                assert_eq!(found.exact, known < limit, "{limit}");
            }
        }
        assert!(with_a_house_told(&grid(4)).is_some());
        let mut given = grid(4);
        given.add_given(CellId::new(5), 3, None);
        assert!(with_a_house_told(&given).is_none());
    }

    /// A jigsaw without solution that takes minutes if every digit is tried in every place.
    #[test]
    fn hopeless_jigsaws_are_soon_refuted() {
        let layout =
            "AAAAABBBBAACAABBDBECCCCBBDDEFFFCCCCDEEEFFFDDDEGGGGFFFDEEHHGGGGDHEHHIIGIIHHHHIIIII";
        let mut puzzle = Puzzle::blank(Grid::nine());
        puzzle.add_rows(None);
        puzzle.add_columns(None);
        for letter in b'A'..=b'I' {
            let cells = layout.bytes().enumerate().filter(|(_, b)| *b == letter);
            let cells: Vec<CellId> = cells.map(|(i, _)| CellId::new(i)).collect();
            puzzle.add(Clue::new(&kinds::REGION).over(cells));
        }
        let mut settings = Settings::default();
        settings.limits.nodes = Some(100_000);
        let solver = Solver::new(&puzzle, settings);
        let found = solver.count(2);
        assert_eq!((found.count, found.exact), (0, true));
        assert_eq!(solver.solve(1).status, crate::solve::Status::None);
    }
}
