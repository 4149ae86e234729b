//! Killers as 81 characters: `0-9A-Za-j` is the sum of a cage, every other cell points one
//! step towards the cell that has it. A cell that points nowhere is in no cage.

use std::collections::BTreeMap;

use pencilmark_puzzle::{CellId, Grid, Puzzle};

use super::cage;
use crate::export::{Export, Houses, Losses};
use crate::import::{Import, Reading, Trouble};

/// Whether a line can only be one of these.
pub(crate) fn fits(line: &str) -> bool {
    let letters = line.trim();
    letters.len() == 81
        && letters.contains(['<', '>', '^', '`', '\'', ','])
        && letters.chars().all(|c| c == '#' || sum(c).is_some() || direction(c).is_some())
}

pub(crate) fn read(text: &str) -> Reading<Import> {
    let letters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let grid = Grid::nine();
    if letters.len() != grid.size() {
        let message = format!("a killer on one line has 81 characters, this one {}", letters.len());
        return Err(Trouble::new(message).at(0..text.trim_end().len()));
    }
    let mut cages: BTreeMap<CellId, Vec<CellId>> = BTreeMap::new();
    for cell in grid.cells() {
        let next = |c: CellId| {
            let (down, right) = direction(letters[c.index()])?;
            grid.step(c, down, right)
        };
        let (mut end, mut visited) = (cell, 1);
        while let Some(after) = next(end) {
            (end, visited) = (after, visited + 1);
            // A path that visits more cells than there are runs in a circle.
            if visited > grid.size() {
                let message = format!("the arrows of {} run in a circle", grid.name(cell));
                return Err(Trouble::new(message));
            }
        }
        if sum(letters[end.index()]).is_some() {
            cages.entry(end).or_default().push(cell);
        }
    }
    let mut import = Import::new(Puzzle::sudoku(grid));
    for (anchor, cells) in cages {
        let sum = sum(letters[anchor.index()]).unwrap_or(0);
        // One cell without a sum is how a cell in no cage is written.
        if sum > 0 || cells.len() > 1 {
            import.add(cage(sum, cells));
        }
    }
    Ok(import)
}

fn sum(letter: char) -> Option<i64> {
    match letter {
        '0'..='9' => Some(letter as i64 - '0' as i64),
        'A'..='Z' => Some(letter as i64 - 'A' as i64 + 10),
        'a'..='j' => Some(letter as i64 - 'a' as i64 + 36),
        _ => None,
    }
}

const DIRECTIONS: &[(char, isize, isize)] = &[
    ('^', -1, 0),
    ('v', 1, 0),
    ('<', 0, -1),
    ('>', 0, 1),
    ('`', -1, -1),
    ('\'', -1, 1),
    (',', 1, -1),
    ('.', 1, 1),
];

fn direction(letter: char) -> Option<(isize, isize)> {
    // Most letters of a puzzle are digits, and asked for several times.
    if letter.is_ascii_alphanumeric() && letter != 'v' {
        return None;
    }
    DIRECTIONS.iter().find(|d| d.0 == letter).map(|d| (d.1, d.2))
}

/// A cell in no cage.
const FREE: char = '0';

/// Cages that hang together, also diagonally; others have no place here.
pub(crate) fn write(puzzle: &Puzzle) -> Result<Export, String> {
    let grid = &puzzle.grid;
    if *grid != Grid::nine() {
        return Err("a short killer is a 9x9 grid with the digits 1 to 9".into());
    }
    let mut letters = vec![FREE; grid.size()];
    let mut losses = Losses::default();
    Houses::of(puzzle).tell(puzzle, &mut losses);
    for clue in &puzzle.clues {
        match clue.kind.name {
            "row" | "column" | "box" | "region" => {}
            "cage" if place(clue.list(0), clue.numbers.first().copied(), grid, &mut letters) => {}
            "given" if place(clue.list(0), clue.numbers.first().copied(), grid, &mut letters) => {}
            _ => losses.clue(clue),
        }
    }
    let text: String = letters.into_iter().chain(['\n']).collect();
    Ok(losses.export(puzzle, text))
}

/// Writes a cage, if it hangs together, its cells are free and its sum has a letter.
fn place(cells: &[CellId], total: Option<i64>, grid: &Grid, letters: &mut [char]) -> bool {
    let total = total.unwrap_or(0);
    if total == 0 && cells.len() < 2 {
        return false;
    }
    let letter = ('0'..='9').chain('A'..='Z').chain('a'..='j').find(|&c| sum(c) == Some(total));
    let (Some(letter), Some(&anchor)) = (letter, cells.iter().min()) else { return false };
    if cells.iter().any(|c| letters[c.index()] != FREE) {
        return false;
    }
    let mut arrows = vec![(anchor, letter)];
    let mut at = 0;
    while let Some(&(to, _)) = arrows.get(at) {
        for &(sign, down, right) in DIRECTIONS {
            let from = grid.step(to, -down, -right).filter(|c| cells.contains(c));
            if let Some(from) = from.filter(|c| !arrows.iter().any(|(a, _)| a == c)) {
                arrows.push((from, sign));
            }
        }
        at += 1;
    }
    let whole = arrows.len() == cells.len();
    if whole {
        arrows.into_iter().for_each(|(cell, sign)| letters[cell.index()] = sign);
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_point_to_their_sum() {
        let text = format!("A<`v0>{}", "#".repeat(75));
        let puzzle = read(&text).unwrap().puzzle;
        let cages: Vec<_> = puzzle.clues_of("cage").map(|c| (&c.numbers[..], c.list(0))).collect();
        let at = |list: &[usize]| list.iter().map(|&i| CellId::new(i)).collect::<Vec<_>>();
        assert_eq!(cages, [(&[10][..], &at(&[0, 1])[..])]);
    }

    #[test]
    fn circles_and_lengths_are_refused() {
        let circle = format!("><{}", "#".repeat(79));
        assert_eq!(read(&circle).unwrap_err().message, "the arrows of r1c1 run in a circle");
        assert!(read("A<").unwrap_err().message.contains("this one 2"));
    }

    #[test]
    fn what_is_written_is_read() {
        let text = format!("A<v#0{}", "#".repeat(76)).replacen("v#", "#f", 1);
        let puzzle = read(&text).unwrap().puzzle;
        let written = write(&puzzle).unwrap();
        assert!(written.warnings.is_empty());
        assert_eq!(read(&written.text).unwrap().puzzle, puzzle);
    }
}
