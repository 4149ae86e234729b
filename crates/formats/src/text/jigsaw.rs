//! Jigsaws as characters: the givens, then one character for each cell that names its
//! region. The layout alone is a puzzle without givens.

use pencilmark_puzzle::{Grid, Puzzle};

use super::{groups, hang_together, irregular, side};
use crate::classic::ClassicLine;
use crate::diagnostic::Diagnostic;
use crate::export::{Export, Houses, Losses, givens};
use crate::import::{Import, Reading, Trouble};

/// Whether a line can only be one of these.
pub(crate) fn fits(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let line = match words[..] {
        [line] => line,
        [givens, layout] => return is_layout(layout) && givens.len() == layout.len(),
        _ => return false,
    };
    if !line.is_ascii() {
        return false;
    }
    let (front, back) = line.split_at(line.len() / 2);
    is_layout(line) || line.len() % 2 == 0 && is_layout(back) && ClassicLine::fits(front)
}

/// Whether characters name regions: as many as the grid has rows, each of so many cells, and
/// each in one piece. A solved grid is none of these, since equal digits never touch.
pub(crate) fn is_layout(text: &str) -> bool {
    let bytes = text.as_bytes();
    let Some(n) = side(bytes.len()).filter(|n| *n > 3) else { return false };
    // Quick answers for the lines of a long file.
    let first = bytes.iter().filter(|b| **b == bytes[0]).count();
    if first != n || bytes[0] != bytes[1] && bytes[0] != bytes[n] {
        return false;
    }
    let Some(grid) = Grid::new(n, n) else { return false };
    let regions = groups(bytes.iter());
    let whole = |cells: &[_]| cells.len() == n && hang_together(&grid, cells);
    regions.len() == n && regions.iter().all(|(_, cells)| whole(cells))
}

pub(crate) fn read(text: &str) -> Reading<Import> {
    let letters: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let count = letters.chars().count();
    let (given, layout) = match (side(count), side(count / 2).filter(|_| count.is_multiple_of(2))) {
        (Some(_), _) => (None, letters.as_str()),
        (None, Some(_)) => {
            let middle = letters.char_indices().nth(count / 2).map_or(letters.len(), |c| c.0);
            (Some(&letters[..middle]), &letters[middle..])
        }
        _ => {
            let message = format!("{count} characters are no givens and regions of a square grid");
            return Err(Trouble::new(message).help("a 9x9 grid has 81 of each"));
        }
    };
    let n = side(layout.chars().count()).unwrap_or(1);
    let grid = Grid::new(n, n).ok_or_else(|| Trouble::new("no such grid"))?;
    let regions = groups(layout.chars());
    if let Some((name, cells)) = regions.iter().find(|(_, cells)| cells.len() != n) {
        let message = format!("region `{name}` has {} cells, not {n}", cells.len());
        return Err(Trouble::new(message));
    }
    let mut import = Import::new(irregular(grid, regions.into_iter().map(|g| g.1)));
    if let Some(given) = given {
        let line = ClassicLine::parse("", 1, given).map_err(|e: Box<Diagnostic>| Trouble {
            at: None,
            message: e.message,
            help: e.help,
        })?;
        let line = line.to_puzzle(None).unwrap_or_else(|| import.puzzle.clone());
        import.puzzle.clues.extend(line.clues_of("given").cloned());
    }
    Ok(import)
}

/// Givens on one line, regions on the same.
pub(crate) fn write(puzzle: &Puzzle) -> Result<Export, String> {
    let (n, houses) = (puzzle.grid.rows(), Houses::of(puzzle));
    let map = houses.map(puzzle);
    if !houses.fall_apart(puzzle) {
        return Err("a jigsaw line is for square grids that fall into regions".into());
    }
    let mut losses = Losses::all_but(puzzle, |c| c.kind.name == "given");
    if !houses.rows || !houses.columns {
        losses.other("houses other than rows, columns and regions");
    }
    let line = ClassicLine { n, givens: digits(puzzle) }.text();
    let letter = |r: &Option<usize>| char::from(b'A' + r.unwrap_or(0).min(25) as u8);
    let layout: String = map.iter().map(letter).collect();
    Ok(losses.export(puzzle, format!("{line}{layout}\n")))
}

fn digits(puzzle: &Puzzle) -> Vec<u8> {
    givens(puzzle).iter().map(|d| d.unwrap_or(0).clamp(0, 99) as u8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAYOUT: &str = "AABBAABBCCDDCCDD";

    #[test]
    fn layouts_are_told_from_solved_grids() {
        assert!(fits(LAYOUT) && fits(&format!("1...2...3...4...{LAYOUT}")));
        assert!(fits(&format!("1...2...3...4... {LAYOUT}")));
        assert!(!fits("1234341221434321"));
        assert!(!fits("0010020030040000"));
        assert!(!fits("AABBAABBCCDDCCDA"));
    }

    #[test]
    fn givens_and_regions_may_stand_on_two_lines() {
        let read = |text: &str| -> Vec<(usize, usize)> {
            let found = crate::puzzles(text.as_bytes(), "t").map(|(_, p)| p.expect("a puzzle"));
            found.map(|p| (p.clues_of("region").count(), p.clues_of("given").count())).collect()
        };
        let givens = "1.....2...3...4.";
        assert_eq!(read(&format!("{givens}\n{LAYOUT}\n")), [(4, 4)]);
        assert_eq!(read(&format!("{givens}\r\n{LAYOUT}\r\n{givens}\n{LAYOUT}")), [(4, 4), (4, 4)]);
        // Each by itself, and puzzles that have nothing to do with each other.
        assert_eq!(read(&format!("{LAYOUT}\n{LAYOUT}\n")), [(4, 0), (4, 0)]);
        assert_eq!(read(&format!("{givens}\n\n{givens}\n")), [(0, 4), (0, 4)]);
        let forced = format!("{givens}\n{LAYOUT}\n");
        let forced = crate::import("t", &forced, Some(crate::Format::Jigsaw)).unwrap();
        assert_eq!(forced.puzzle.clues_of("region").count(), 4);
    }

    #[test]
    fn what_is_written_is_read() {
        let puzzle = read(&format!("1...\n..2.\n....\n....\n{LAYOUT}")).unwrap().puzzle;
        assert_eq!((puzzle.clues_of("region").count(), puzzle.clues_of("given").count()), (4, 2));
        let again = write(&puzzle).unwrap();
        assert_eq!((read(&again.text).unwrap().puzzle, again.warnings), (puzzle, vec![]));
        assert!(read("AABBAABBCCDDCCDA").unwrap_err().message.contains("region `A` has 5 cells"));
    }
}
