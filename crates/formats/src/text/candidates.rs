//! Grids given by all their candidates: for each cell one character for each digit, the digit
//! itself or `.` where it is gone. 729 characters for 9x9; above 9, two for each digit.

use pencilmark_puzzle::{CellId, Grid, Puzzle};

use crate::export::{Export, Houses, Losses, candidates};
use crate::import::{Import, Reading, Trouble, digits_in};

/// The side of the grid and the width of a candidate, if a line has a fitting length.
fn shape(length: usize) -> Option<(usize, usize)> {
    let plain = (2..=9).find(|n| n * n * n == length).map(|n| (n, 1));
    plain.or_else(|| (10..=Grid::MAX_SIDE).find(|n| 2 * n * n * n == length).map(|n| (n, 2)))
}

/// Whether a line can only be one of these: every digit stands in its own place.
pub(crate) fn fits(line: &str) -> bool {
    let line = line.trim();
    let Some((n, width)) = shape(line.len()).filter(|_| line.is_ascii()) else { return false };
    let in_place = |(i, word): (usize, &[u8])| {
        word.iter().all(|b| *b == b'.')
            || number(word) == Some(i % n + 1)
            || number(word) == Some(0)
    };
    line.as_bytes().chunks(width).enumerate().all(in_place)
        && line
            .as_bytes()
            .chunks(n * width)
            .all(|cell| cell.iter().any(|b| (b'1'..=b'9').contains(b)))
}

fn number(word: &[u8]) -> Option<usize> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

pub(crate) fn read(text: &str) -> Reading<Import> {
    let letters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let Some((n, width)) = shape(letters.len()) else {
        let message = format!("{} characters are not all candidates of a grid", letters.len());
        return Err(Trouble::new(message).help("a 9x9 grid has 729"));
    };
    let grid = Grid::new(n, n).ok_or_else(|| Trouble::new("no such grid"))?;
    let mut import = Import::new(Puzzle::sudoku(grid));
    for (i, cell) in letters.chunks(n * width).enumerate() {
        let mut digits = Vec::new();
        for word in cell.chunks(width) {
            let word: String = word.iter().collect();
            match word.trim_matches('.').parse::<i64>() {
                Ok(0) | Err(_) if word.chars().all(|c| c == '.' || c == '0') => {}
                Ok(digit) if (1..=n as i64).contains(&digit) => digits.push(digit),
                _ => {
                    let name = import.puzzle.grid.name(CellId::new(i));
                    return Err(Trouble::new(format!("`{word}` in {name} is not a digit")));
                }
            }
        }
        if digits.is_empty() {
            let name = import.puzzle.grid.name(CellId::new(i));
            return Err(Trouble::new(format!("{name} has no candidate at all")));
        }
        if digits.len() < n {
            import.add(digits_in(CellId::new(i), digits));
        }
    }
    Ok(import)
}

pub(crate) fn write(puzzle: &Puzzle) -> Result<Export, String> {
    let (n, grid) = (puzzle.grid.rows(), &puzzle.grid);
    if n != grid.cols() || grid.lo() != 1 || grid.hi() != n as i64 || n < 2 {
        return Err("a candidate line is for square grids with the digits from 1".into());
    }
    let kept = ["given", "candidates"];
    let mut losses = Losses::all_but(puzzle, |c| kept.contains(&c.kind.name));
    Houses::of(puzzle).tell(puzzle, &mut losses);
    let mut text = String::new();
    for cell in candidates(puzzle) {
        for digit in grid.digits() {
            text += &match (cell.contains(&digit), n > 9) {
                (true, false) => format!("{digit}"),
                (false, false) => ".".into(),
                (true, true) => format!("{digit:02}"),
                (false, true) => "..".into(),
            };
        }
    }
    Ok(losses.export(puzzle, text + "\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digit_in_its_place() {
        let full = "123456789".repeat(80) + "...4..7..";
        assert!(fits(&full));
        let puzzle = read(&full).unwrap().puzzle;
        let marks = puzzle.clues_of("candidates").next().unwrap();
        assert_eq!((&marks.numbers[..], marks.list(0)[0]), (&[4, 7][..], CellId::new(80)));
        let again = write(&puzzle).unwrap();
        assert_eq!((again.text.trim_end(), again.warnings.len()), (full.as_str(), 0));
        assert!(!fits(&full.replacen("12", "21", 1)));
        assert!(!fits(&".".repeat(64)), "an empty 8x8 grid");
    }

    #[test]
    fn a_cell_without_candidates_is_an_error() {
        let none = ".........".to_string() + &"123456789".repeat(80);
        assert_eq!(read(&none).unwrap_err().message, "r1c1 has no candidate at all");
        let large = ["..", "02"].concat() + &"....".repeat(499);
        assert!(read(&large[..1000]).is_err());
    }
}
