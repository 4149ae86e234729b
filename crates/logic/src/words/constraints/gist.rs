//! Many constraints in a few words: of more than a reader keeps in mind it is told how many of which
//! kind they are.

use super::super::gathered;
use super::{line, together};
use crate::board::Board;

/// Names that are told one by one, and those of one kind among more.
const FEW: usize = 6;
const OF_A_KIND: usize = 2;

/// What to call some constraints: with the cells of which each speaks if they are few.
pub(in super::super) fn names(board: &Board, units: &[usize]) -> String {
    let mut clues: Vec<usize> = units.iter().map(|&u| board.units[u].clue).collect();
    clues.sort_unstable();
    clues.dedup();
    clues.retain(|&clue| !is_house(board, clue));
    if clues.len() <= FEW { together(board, units) } else { gist(board, units) }
}

fn is_house(board: &Board, clue: usize) -> bool {
    ["row", "column", "box"].contains(&board.puzzle.clues[clue].kind.name)
}

/// The clues of some constraints, by their names if they are few, else those of a kind together; houses
/// last.
pub(in super::super) fn gist(board: &Board, units: &[usize]) -> String {
    let mut clues: Vec<usize> = Vec::new();
    for clue in units.iter().map(|&u| board.units[u].clue) {
        if !clues.contains(&clue) {
            clues.push(clue);
        }
    }
    let kind = |clue: usize| board.puzzle.clues[clue].kind.name;
    let is_house = |clue: usize| is_house(board, clue);
    let many = clues.iter().filter(|&&clue| !is_house(clue)).count() > FEW;
    clues.sort_by_key(|&clue| is_house(clue));
    let mut kinds: Vec<&str> = Vec::new();
    for &clue in &clues {
        if !kinds.contains(&kind(clue)) {
            kinds.push(kind(clue));
        }
    }
    let mut names: Vec<String> = Vec::new();
    for name in kinds {
        let own: Vec<usize> = clues.iter().copied().filter(|&clue| kind(clue) == name).collect();
        let all = board.puzzle.clues_of(name).count();
        let (some, told) = (own.len(), plural(name));
        match own.first().is_some_and(|&clue| is_house(clue)) {
            true if some > OF_A_KIND && some == all => names.push(format!("all {told}")),
            false if many && some > OF_A_KIND && some == all => {
                names.push(format!("all {all} {told}"))
            }
            false if many && some > OF_A_KIND => names.push(format!("{some} of the {all} {told}")),
            _ => names.extend(own.into_iter().map(|clue| line(board, clue))),
        }
    }
    gathered(&names)
}

/// What clues of a kind are called.
fn plural(kind: &str) -> String {
    let name = kind.replace('-', " ").replace("thermo", "thermometer");
    match name.as_str() {
        "x" | "v" => format!("{} clues", name.to_uppercase()),
        name if name.ends_with('s') => name.into(),
        name if name.ends_with('x') => format!("{name}es"),
        name => format!("{name}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_clues_are_told_by_their_kinds() {
        let cages: String =
            (1..=4).map(|r| format!("cage 5 r{r}c1-2\ncage 5 r{r}c3-4\n")).collect();
        let text = format!("grid 4\n{cages}thermo r1c1 r2c1\n");
        let board = Board::new(&pencilmark_formats::parse("many", &text).expect("a puzzle"));
        let of = |kind: &str| -> Vec<usize> {
            let own = |u: &usize| board.puzzle.clues[board.units[*u].clue].kind.name == kind;
            (0..board.units.len()).filter(own).collect()
        };
        let (rows, cages, thermo) = (of("row"), of("cage"), of("thermo"));
        let told = |cages: &[usize], rows: &[usize]| gist(&board, &[rows, cages, &thermo].concat());
        assert_eq!(
            told(&cages[..7], &rows[1..]),
            "7 of the 8 cages, the thermometer r1-2c1 and rows 2, 3 and 4"
        );
        assert_eq!(told(&cages, &rows), "all 8 cages, the thermometer r1-2c1 and all rows");
        assert!(names(&board, &cages[..5]).contains(" with sum 5"));
    }
}
