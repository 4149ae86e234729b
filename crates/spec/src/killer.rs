//! Killers as one line of text: short ("snarfable") and long ("Perfect Sudoku"), and plain
//! grids given by all their pencil marks.

use std::collections::BTreeMap;

use pencilmark_puzzle::{CellId, Grid, Puzzle};

use crate::say::clue;
use crate::{ReadError, Reading};

/// 81 characters: `0-9A-Za-j` is the sum of a cage, every other cell points one step
/// towards the cell with its sum. A cell that points nowhere is in no cage.
pub fn read_short(text: &str) -> Reading<Puzzle> {
    let letters: Vec<char> = text.trim().chars().collect();
    let grid = Grid::nine();
    if letters.len() != grid.size() {
        return Err(ReadError::broken(format!("{} characters, not 81", letters.len())));
    }
    let mut cages: BTreeMap<CellId, Vec<CellId>> = BTreeMap::new();
    for cell in grid.cells() {
        let path = std::iter::successors(Some(cell), |&c| {
            let (down, right) = direction(letters[c.index()])?;
            grid.step(c, down, right)
        });
        // A path that visits more cells than there are runs in a circle.
        let end = path.take(grid.size()).last().unwrap_or(cell);
        if short_sum(letters[end.index()]).is_some() {
            cages.entry(end).or_default().push(cell);
        }
    }
    let sums = cages
        .into_iter()
        .map(|(anchor, cells)| (short_sum(letters[anchor.index()]).unwrap_or(0), cells));
    Ok(killer(sums))
}

fn short_sum(letter: char) -> Option<i64> {
    match letter {
        '0'..='9' => Some(letter as i64 - '0' as i64),
        'A'..='Z' => Some(letter as i64 - 'A' as i64 + 10),
        'a'..='j' => Some(letter as i64 - 'a' as i64 + 36),
        _ => None,
    }
}

fn direction(letter: char) -> Option<(isize, isize)> {
    match letter {
        '^' => Some((-1, 0)),
        'v' => Some((1, 0)),
        '<' => Some((0, -1)),
        '>' => Some((0, 1)),
        '`' => Some((-1, -1)),
        '\'' => Some((-1, 1)),
        ',' => Some((1, -1)),
        '.' => Some((1, 1)),
        _ => None,
    }
}

/// `3x3:d:k:` and 81 numbers, each 256 times the sum of the cell's cage plus the cage's
/// number; `d` means both diagonals.
pub fn read_long(text: &str) -> Reading<Puzzle> {
    let parts: Vec<&str> = text.trim().split(':').collect();
    let [size, flags, kind, numbers @ ..] = &parts[..] else {
        return Err(ReadError::broken("not a long killer"));
    };
    let numbers = numbers.strip_suffix(&[""]).unwrap_or(numbers);
    if *size != "3x3" || *kind != "k" || numbers.len() != 81 {
        return Err(ReadError::broken("not a long killer"));
    }
    let mut cages: BTreeMap<i64, Vec<CellId>> = BTreeMap::new();
    for (i, word) in numbers.iter().enumerate() {
        let number = word.parse().map_err(|_| ReadError::broken(format!("`{word}`")))?;
        cages.entry(number).or_default().push(CellId::new(i));
    }
    let sums = cages.into_iter().map(|(number, cells)| (number / 256, cells));
    let mut puzzle = killer(sums.filter(|&(sum, _)| sum > 0));
    match *flags {
        "" => {}
        "d" => puzzle.clues.push(clue("diagonals")),
        other => return Err(ReadError::unsupported(format!("long killer flag {other}"))),
    }
    Ok(puzzle)
}

/// A sum of 0 means that only the digits differ.
fn killer(cages: impl Iterator<Item = (i64, Vec<CellId>)>) -> Puzzle {
    let mut puzzle = Puzzle::sudoku(Grid::nine());
    for (sum, cells) in cages {
        let cage = if sum == 0 { clue("cage") } else { clue("cage").number(sum) };
        puzzle.clues.push(cage.over(cells));
    }
    puzzle
}

/// 729 characters: each cell's nine candidates, `.` for those that are gone.
pub fn read_pencilmarks(text: &str) -> Reading<Puzzle> {
    let letters: Vec<char> = text.trim().chars().collect();
    if letters.len() != 729 {
        return Err(ReadError::broken(format!("{} characters, not 729", letters.len())));
    }
    let mut puzzle = Puzzle::sudoku(Grid::nine());
    for (i, marks) in letters.chunks(9).enumerate() {
        let mut candidates = clue("candidates").over([CellId::new(i)]);
        let digits = marks.iter().filter_map(|c| c.to_digit(10));
        candidates.numbers = digits.map(i64::from).collect();
        puzzle.clues.push(candidates);
    }
    Ok(puzzle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_cells_point_to_their_sum() {
        let text = format!("A<`v0>{}", "#".repeat(75));
        let puzzle = read_short(&text).unwrap();
        let cages: Vec<_> = puzzle.clues_of("cage").map(|c| (&c.numbers[..], c.list(0))).collect();
        let at = |list: &[usize]| list.iter().map(|&i| CellId::new(i)).collect::<Vec<_>>();
        assert_eq!(cages, [(&[10][..], &at(&[0, 1])[..]), (&[][..], &at(&[4])[..])]);
    }

    #[test]
    fn long_numbers_hold_sum_and_cage() {
        let text = format!("3x3:d:k:{}{}", "2561:2561:2562:", "0:".repeat(78));
        let puzzle = read_long(&text).unwrap();
        let sizes: Vec<_> = puzzle.clues_of("cage").map(|c| c.list(0).len()).collect();
        assert_eq!(sizes, [2, 1]);
        assert_eq!(puzzle.clues_of("diagonals").count(), 1);
        assert!(read_long("3x3:x:k:").is_err());
    }
}
