//! Killers and jigsaws of SumoCue: `SumoCueV1` and one entry for each cell. `=15` starts a
//! cage of 15, `+0` joins the cage of cell 0; `J3` after it puts the cell into region 3.

use pencilmark_puzzle::{CellId, Grid, Puzzle};

use super::{cage, groups, irregular};
use crate::export::{Export, Houses, Losses};
use crate::import::{Import, Reading, Trouble, clue};

const HEAD: &str = "SumoCueV1";

/// Whether a line can only be one of these.
pub(crate) fn fits(line: &str) -> bool {
    line.trim_start().starts_with(HEAD)
}

/// Whether a line is a row of entries, or one without any.
pub(crate) fn is_row(line: &str) -> bool {
    line.trim().is_empty() || line.trim().starts_with(['=', '+'])
}

/// Whether a text has all its rows: as many as they have entries, or all of them on one line.
pub(crate) fn is_whole(text: &str) -> bool {
    let entries = |line: &str| line.bytes().filter(|b| b"=+".contains(b)).count();
    let rows: Vec<usize> = text.lines().map(entries).filter(|n| *n > 0).collect();
    rows.iter().any(|n| *n > Grid::MAX_SIDE) || rows.first().is_some_and(|n| rows.len() >= *n)
}

struct Entry {
    starts: bool,
    number: i64,
    region: Option<i64>,
}

pub(crate) fn read(text: &str) -> Reading<Import> {
    let start = text.find(HEAD).ok_or_else(|| Trouble::new(format!("expected `{HEAD}`")))?;
    let body_at = start + HEAD.len();
    let body = text[body_at..].trim_end();
    let (diagonals, body_at) = match body.strip_prefix('D') {
        Some(_) => (true, body_at + 1),
        None => (false, body_at),
    };
    let entries = entries(&text[body_at..], body_at)?;
    let Some(side) = super::side(entries.len()) else {
        return Err(Trouble::new(format!("{} cells do not make a square grid", entries.len())));
    };
    let grid = Grid::new(side, side).ok_or_else(|| Trouble::new("no such grid"))?;
    let jigsaw = entries.iter().all(|e| e.region.is_some());
    let mut import = Import::new(match jigsaw {
        true => irregular(grid, groups(entries.iter().map(|e| e.region)).into_iter().map(|g| g.1)),
        false => Puzzle::sudoku(grid),
    });
    if diagonals {
        import.add(clue("diagonals"));
    }
    for anchor in (0..entries.len()).filter(|&i| entries[i].starts) {
        let joins = |i: &usize| !entries[*i].starts && home(&entries, *i) == Some(anchor);
        let mut cells = vec![CellId::new(anchor)];
        cells.extend((0..entries.len()).filter(joins).map(CellId::new));
        let sum = entries[anchor].number;
        // In a jigsaw a cage of one cell is a given; without sum and company it is nothing.
        match (sum, cells.len()) {
            (0, 1) => {}
            (digit, 1) => import.puzzle.add_given(cells[0], digit, None),
            _ => import.add(cage(sum, cells)),
        }
    }
    if let Some(lost) = (0..entries.len()).find(|&i| home(&entries, i).is_none()) {
        let name = import.puzzle.grid.name(CellId::new(lost));
        return Err(Trouble::new(format!("{name} joins a cage that nobody starts")));
    }
    Ok(import)
}

/// The cell that starts the cage of a cell.
fn home(entries: &[Entry], from: usize) -> Option<usize> {
    let next = |&i: &usize| {
        let entry = entries.get(i)?;
        (!entry.starts).then(|| usize::try_from(entry.number).ok()).flatten()
    };
    let mut path = std::iter::successors(Some(from), next).take(entries.len());
    path.find(|&i| entries.get(i).is_some_and(|e| e.starts))
}

fn entries(text: &str, offset: usize) -> Reading<Vec<Entry>> {
    let bytes = text.as_bytes();
    let (mut at, mut entries) = (0, Vec::new());
    let number = |at: &mut usize| {
        let start = *at;
        while bytes.get(*at).is_some_and(u8::is_ascii_digit) {
            *at += 1;
        }
        text[start..*at].parse::<i64>().ok().filter(|n| *n < 10_000)
    };
    while at < bytes.len() {
        let fault = Trouble::new("expected `=` and a sum, or `+` and the number of a cell")
            .at(offset + at..offset + at + 1);
        let sign = bytes[at];
        if sign.is_ascii_whitespace() {
            at += 1;
            continue;
        }
        if sign != b'=' && sign != b'+' {
            return Err(fault);
        }
        at += 1;
        let n = number(&mut at).ok_or(fault)?;
        let mut region = None;
        if matches!(bytes.get(at), Some(b'J' | b'j')) {
            at += 1;
            region = number(&mut at);
        }
        entries.push(Entry { starts: sign == b'=', number: n, region });
        if entries.len() > Grid::MAX_SIDE * Grid::MAX_SIDE {
            return Err(Trouble::new("more cells than any grid has"));
        }
    }
    Ok(entries)
}

/// Cages that do not overlap, regions, and the diagonals.
pub(crate) fn write(puzzle: &Puzzle) -> Result<Export, String> {
    let grid = &puzzle.grid;
    if grid.rows() != grid.cols() || (grid.lo(), grid.hi()) != (1, grid.rows() as i64) {
        return Err("SumoCue has square grids with the digits from 1".into());
    }
    let houses = Houses::of(puzzle);
    let mut losses = Losses::default();
    let map = houses.map(puzzle);
    let jigsaw = !houses.regions.is_empty();
    if !houses.rows || !houses.columns || jigsaw && map.contains(&None) {
        losses.other("houses other than rows, columns and regions");
    }
    if !jigsaw && houses.boxes != grid.default_box() {
        losses.other("the shape of the boxes");
    }
    let mut words = vec![None; grid.size()];
    let mut head = HEAD.to_string();
    for clue in &puzzle.clues {
        let sum = clue.numbers.first().copied().unwrap_or(0);
        let mut cells = clue.list(0).to_vec();
        cells.sort_unstable();
        match clue.kind.name {
            "row" | "column" | "box" | "region" => {}
            "diagonals" => head = format!("{HEAD}D"),
            "cage" | "given" if cells.iter().all(|c| words[c.index()].is_none()) => {
                for cell in &cells {
                    words[cell.index()] = Some(format!("+{}", cells[0].index()));
                }
                words[cells[0].index()] = Some(format!("={sum}"));
            }
            _ => losses.clue(clue),
        }
    }
    let word = |(i, word): (usize, Option<String>)| {
        let region = map[i].filter(|_| jigsaw).map_or(String::new(), |r| format!("J{r}"));
        word.unwrap_or("=0".into()) + &region
    };
    let words: String = words.into_iter().enumerate().map(word).collect();
    Ok(losses.export(puzzle, format!("{head}{words}\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cages_regions_and_givens() {
        let killer = format!("SumoCueV1=15+0=0{}", "=0".repeat(78));
        let puzzle = read(&killer).unwrap().puzzle;
        let cages: Vec<_> =
            puzzle.clues_of("cage").map(|c| (c.numbers[0], c.list(0).len())).collect();
        assert_eq!(cages, [(15, 2)]);
        let again = write(&puzzle).unwrap();
        assert_eq!((read(&again.text).unwrap().puzzle, again.warnings), (puzzle, vec![]));

        let rows: String = (0..81).map(|i| format!("={}J{}", i % 2, i / 9)).collect();
        let jigsaw = read(&format!("SumoCueV1D{rows}")).unwrap().puzzle;
        assert_eq!(jigsaw.clues_of("region").count(), 9);
        assert_eq!(jigsaw.clues_of("given").count(), 40);
        assert_eq!(jigsaw.clues_of("diagonals").count(), 1);
    }

    #[test]
    fn entries_may_stand_in_rows() {
        let killer = format!("SumoCueV1=15+0=0{}", "=0".repeat(78));
        let known = read(&killer).unwrap().puzzle;
        let rows = |first: &str| {
            let row =
                |r: usize| if r == 0 { "=15+0=0=0=0=0=0=0=0\r\n" } else { "=0=0=0=0=0=0=0=0=0\n" };
            first.to_string() + &(0..9).map(row).collect::<String>()
        };
        let both = format!("{}{}\n{killer}\n", rows("SumoCueV1\n"), rows("SumoCueV1"));
        for format in [None, Some(crate::Format::SumoCue)] {
            let items = crate::items_from(both.as_bytes(), "t", format);
            let found: Vec<_> = items.map(|(_, i)| i.unwrap().into_puzzle()).collect();
            assert_eq!(found, [known.clone(), known.clone(), known.clone()]);
        }
        let bad = crate::import("t", &rows("SumoCueV1\n").replacen("=15", "=?", 1), None);
        let error = &bad.unwrap_err()[0];
        assert_eq!((error.place.line, error.place.column), (2, 1), "{error}");
        let short = "SumoCueV1\n=1=2\n=3J0=4J0=5\ngrid 4\n";
        let found: Vec<_> = crate::items(short.as_bytes(), "t").map(|i| i.1.is_ok()).collect();
        assert!(!found[0], "five entries make no grid");
    }

    #[test]
    fn faults_are_told() {
        assert_eq!(read("SumoCueV1=1?").unwrap_err().at, Some(11..12));
        assert!(read("SumoCueV1=1=2").is_err());
        let circle = format!("SumoCueV1+1+0{}", "=0".repeat(79));
        assert!(read(&circle).unwrap_err().message.contains("r1c1 joins"));
    }
}
