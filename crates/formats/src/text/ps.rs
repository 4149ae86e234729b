//! Killers of Perfect Sudoku: `3x3:d:k:` and one number for each cell, 256 times the sum of
//! its cage plus the number of the cage; `d` means both diagonals.

use pencilmark_puzzle::{Grid, Puzzle};

use super::{cage, groups};
use crate::export::{Export, Houses, Losses};
use crate::import::{Import, Reading, Trouble, clue};

/// Whether a line can only be one of these.
pub(crate) fn fits(line: &str) -> bool {
    let mut parts = line.trim().split(':');
    let head = [parts.next(), parts.next(), parts.next()];
    head[0].is_some_and(|size| size.contains('x')) && head[2] == Some("k")
}

pub(crate) fn read(text: &str) -> Reading<Import> {
    let whole = text.trim();
    let fault = |part: &str, message: String| {
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        Trouble::new(message).at(start..start + part.len())
    };
    let parts: Vec<&str> = whole.split(':').collect();
    let [size, flags, kind, numbers @ ..] = &parts[..] else {
        return Err(fault(whole, "expected `3x3::k:` and a number for each cell".into()));
    };
    if *kind != "k" {
        return Err(fault(kind, "only killers, with `k` here, are read".into()));
    }
    let shape = size.split_once('x').and_then(|(h, w)| Some((h.parse().ok()?, w.parse().ok()?)));
    let Some((width, height)) = shape.filter(|&(w, h): &(usize, usize)| w.max(h) <= 5) else {
        return Err(fault(size, "expected the shape of a box, such as `3x3`".into()));
    };
    let side = width * height;
    let grid = Grid::new(side, side).ok_or_else(|| fault(size, "no such grid".into()))?;
    let numbers = numbers.strip_suffix(&[""]).unwrap_or(numbers);
    if numbers.len() != grid.size() {
        let message = format!("{} numbers for {} cells", numbers.len(), grid.size());
        return Err(fault(whole, message));
    }
    let mut import = Import::new(Puzzle::blank(grid));
    import.puzzle.add_rows(None);
    import.puzzle.add_columns(None);
    import.puzzle.add_boxes(height, width, None);
    let mut cells: Vec<(i64, i64)> = Vec::new();
    for word in numbers {
        let number: Option<u32> = word.trim().parse().ok();
        let number = number.ok_or_else(|| fault(word, format!("`{word}` is not a number")))?;
        cells.push((i64::from(number / 256), i64::from(number % 256)));
    }
    for ((sum, _), cells) in groups(cells) {
        if sum > 0 {
            import.add(cage(sum, cells));
        }
    }
    for flag in flags.chars() {
        match flag {
            'd' => import.add(clue("diagonals")),
            other => import.warn(format!("the flag `{other}` of the file is not known")),
        }
    }
    Ok(import)
}

/// Cages that do not overlap, and the diagonals.
pub(crate) fn write(puzzle: &Puzzle) -> Result<Export, String> {
    let houses = Houses::of(puzzle);
    let Some((height, width)) = houses.boxes.filter(|_| houses.fall_apart(puzzle)) else {
        return Err("a killer of Perfect Sudoku has boxes".into());
    };
    let mut losses = Losses::default();
    if !houses.rows || !houses.columns || !houses.regions.is_empty() {
        losses.other("houses other than rows, columns and boxes");
    }
    let mut numbers = vec![0; puzzle.grid.size()];
    let mut count = 0;
    let mut flags = "";
    for clue in &puzzle.clues {
        let sum = clue.numbers.first().copied().unwrap_or(0);
        match clue.kind.name {
            "row" | "column" | "box" | "region" => {}
            "diagonals" => flags = "d",
            "cage" | "given"
                if sum > 0
                    && clue.list(0).iter().all(|c| numbers[c.index()] == 0)
                    && count < 256 =>
            {
                clue.list(0).iter().for_each(|c| numbers[c.index()] = sum * 256 + count);
                count += 1;
            }
            _ => losses.clue(clue),
        }
    }
    let numbers: Vec<String> = numbers.iter().map(|n| format!("{n}:")).collect();
    let text = format!("{width}x{height}:{flags}:k:{}\n", numbers.concat());
    Ok(losses.export(puzzle, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_hold_sum_and_cage() {
        let text = format!("3x3:d:k:{}{}", "2561:2561:2562:", "0:".repeat(78));
        assert!(fits(&text));
        let puzzle = read(&text).unwrap().puzzle;
        let sizes: Vec<_> = puzzle.clues_of("cage").map(|c| c.list(0).len()).collect();
        assert_eq!(sizes, [2, 1]);
        assert_eq!(puzzle.clues_of("diagonals").count(), 1);
        let again = write(&puzzle).unwrap();
        assert_eq!((read(&again.text).unwrap().puzzle, again.warnings), (puzzle, vec![]));
    }

    #[test]
    fn faults_are_placed() {
        let text = format!("3x3::k:{}x:", "0:".repeat(80));
        assert_eq!(read(&text).unwrap_err().at, Some(167..168));
        assert!(read("3x3::k:1:").unwrap_err().message.contains("1 numbers for 81 cells"));
        assert!(read("99999999999x9::k:1:").is_err());
    }
}
