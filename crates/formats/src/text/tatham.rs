//! Game ids of Solo in Simon Tatham's puzzle collection: `3x3k:a5_3b...`.
//!
//! Before the colon: the shape (`3x3`, or `9j` for a jigsaw), `x` for both diagonals, `k` for
//! a killer, and how it was made, which says nothing about the puzzle. After it: givens,
//! with letters for runs of blanks; then, each after a comma, the regions of a jigsaw, the
//! cages of a killer and their sums. Regions and cages are told by their borders: first all
//! upright ones row by row, then all level ones column by column; letters count the places
//! without a border up to the next one, `_` for none, `z` for 25 with no border after them.

use pencilmark_puzzle::{CellId, Grid, Puzzle};

use super::{cage, groups, hang_together, irregular};
use crate::export::{Export, Houses, Losses, givens};
use crate::import::{Import, Reading, Trouble, clue, grid};

/// Whether a line can only be one of these.
pub(crate) fn fits(line: &str) -> bool {
    line.trim().split_once(':').is_some_and(|(head, _)| Params::read(head).is_some())
}

#[derive(Default)]
struct Params {
    columns: usize,
    rows: usize,
    jigsaw: bool,
    diagonals: bool,
    killer: bool,
}

impl Params {
    fn read(head: &str) -> Option<Params> {
        let number = |text: &str| {
            let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
            Some((text[..end].parse::<usize>().ok().filter(|n| (1..=99).contains(n))?, end))
        };
        let (columns, end) = number(head)?;
        let mut rest = &head[end..];
        let mut params = Params { columns, rows: columns, ..Params::default() };
        let shaped = rest.strip_prefix('x').and_then(|r| Some((number(r)?, r)));
        if let Some(((rows, end), after)) = shaped {
            params.rows = rows;
            rest = &after[end..];
        } else if !rest.starts_with('j') {
            return None;
        }
        let mut letters = rest.chars();
        while let Some(letter) = letters.next() {
            match letter {
                'j' => params.jigsaw = true,
                'x' => params.diagonals = true,
                'k' => params.killer = true,
                // How symmetric and how hard: not part of the puzzle.
                'r' | 'm' | 'a' | 'd' => {
                    let skipped = letters.as_str().trim_start_matches(|c: char| c.is_ascii_digit());
                    letters = skipped.chars();
                    if matches!(letter, 'd' | 'm') {
                        letters.next();
                    }
                }
                _ => return None,
            }
        }
        if params.jigsaw && shaped.is_some() {
            params.columns *= params.rows;
        }
        if params.jigsaw {
            params.rows = 1;
        }
        Some(params)
    }
}

pub(crate) fn read(text: &str) -> Reading<Import> {
    let whole = text.trim();
    let start = text.len() - text.trim_start().len();
    let (head, desc) = whole.split_once(':').ok_or_else(|| Trouble::new("expected a `:`"))?;
    let fault = || Trouble::new("expected a shape such as `3x3`, `3x3kx` or `9j`");
    let params = Params::read(head).ok_or_else(|| fault().at(start..start + head.len()))?;
    let n = (params.columns * params.rows) as i64;
    let grid = grid(n, n)?;
    let n = grid.rows();
    let mut parts = Parts { rest: desc, at: start + head.len() + 1 };
    let given = numbers(&parts.next("the givens")?, &grid)?;
    let mut puzzle = match params.jigsaw {
        true => {
            let regions = regions(&parts.next("the regions")?, n)?;
            if let Some((_, cells)) = regions.iter().find(|(_, cells)| cells.len() != n) {
                let name = grid.name(cells[0]);
                let message = format!("the region of {name} has {} cells, not {n}", cells.len());
                return Err(Trouble::new(message));
            }
            irregular(grid, regions.into_iter().map(|g| g.1))
        }
        false => {
            let mut puzzle = Puzzle::blank(grid);
            puzzle.add_rows(None);
            puzzle.add_columns(None);
            // As many columns of boxes as the first number says.
            puzzle.add_boxes(params.columns, params.rows, None);
            puzzle
        }
    };
    for (i, digit) in given.iter().enumerate().filter(|(_, d)| **d > 0) {
        puzzle.add_given(CellId::new(i), *digit, None);
    }
    let mut import = Import::new(puzzle);
    if params.diagonals {
        import.add(clue("diagonals"));
    }
    if params.killer {
        let cages = regions(&parts.next("the cages")?, n)?;
        let sums = numbers(&parts.next("the sums of the cages")?, &import.puzzle.grid)?;
        for (_, cells) in cages {
            let sum = cells.iter().map(|c| sums[c.index()]).find(|s| *s > 0).unwrap_or(0);
            if sum > 0 || cells.len() > 1 {
                import.add(cage(sum, cells));
            }
        }
    }
    Ok(import)
}

/// The pieces of a description, each with its place.
struct Parts<'a> {
    rest: &'a str,
    at: usize,
}

struct Part<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parts<'a> {
    fn next(&mut self, what: &str) -> Reading<Part<'a>> {
        if self.rest.is_empty() {
            return Err(Trouble::new(format!("{what} are missing")));
        }
        let (text, rest) = self.rest.split_once(',').unwrap_or((self.rest, ""));
        let part = Part { text, at: self.at };
        self.at += text.len() + 1;
        self.rest = rest;
        Ok(part)
    }
}

/// A number for each cell, 0 where there is none.
fn numbers(part: &Part<'_>, grid: &Grid) -> Reading<Vec<i64>> {
    let bytes = part.text.as_bytes();
    let (mut numbers, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let start = at;
        let fault = |at: usize, end: usize, message: &str| {
            Trouble::new(message).at(part.at + at..part.at + end)
        };
        match bytes[at] {
            letter @ b'a'..=b'z' => {
                numbers.extend(std::iter::repeat_n(0, usize::from(letter - b'a') + 1));
                at += 1;
            }
            b'_' => at += 1,
            b'0'..=b'9' => {
                while bytes.get(at).is_some_and(u8::is_ascii_digit) {
                    at += 1;
                }
                let number = part.text[start..at].parse().ok().filter(|n: &i64| *n < 10_000);
                numbers.push(number.ok_or_else(|| fault(start, at, "too large a number"))?);
            }
            _ => return Err(fault(at, at + 1, "expected a digit, a letter or `_`")),
        }
        if numbers.len() > grid.size() {
            return Err(fault(start, at, "there are more cells than the grid has"));
        }
    }
    if numbers.len() < grid.size() {
        let message = format!("{} cells of {} are told", numbers.len(), grid.size());
        return Err(Trouble::new(message).at(part.at..part.at + bytes.len()));
    }
    Ok(numbers)
}

/// The cells on either side of a border: upright ones row by row, then level ones column by
/// column.
fn sides(border: usize, n: usize) -> (usize, usize) {
    let (line, at) = (border / (n - 1), border % (n - 1));
    match line < n {
        true => (line * n + at, line * n + at + 1),
        false => (at * n + line - n, (at + 1) * n + line - n),
    }
}

fn regions(part: &Part<'_>, n: usize) -> Reading<Vec<(usize, Vec<CellId>)>> {
    let mut labels: Vec<usize> = (0..n * n).collect();
    let (most, mut border) = (2 * n * (n - 1), 0);
    for (i, letter) in part.text.bytes().enumerate() {
        let fault = |message: &str| Trouble::new(message).at(part.at + i..part.at + i + 1);
        let (open, closed) = match letter {
            b'_' => (0, true),
            b'z' => (25, false),
            b'a'..=b'y' => (usize::from(letter - b'a') + 1, true),
            _ => return Err(fault("expected a letter or `_`")),
        };
        if border + open > most {
            return Err(fault("there are more borders than the grid has"));
        }
        for between in border..border + open {
            let (a, b) = sides(between, n);
            let (old, new) = (labels[a].max(labels[b]), labels[a].min(labels[b]));
            labels.iter_mut().filter(|l| **l == old).for_each(|l| *l = new);
        }
        border += open + usize::from(closed);
    }
    if border != most + 1 {
        let message = "the borders do not fill the grid";
        return Err(Trouble::new(message).at(part.at..part.at + part.text.len()));
    }
    Ok(groups(labels))
}

pub(crate) fn write(puzzle: &Puzzle) -> Result<Export, String> {
    let (n, puzzle_grid) = (puzzle.grid.rows(), &puzzle.grid);
    let houses = Houses::of(puzzle);
    let map = houses.map(puzzle);
    if n != puzzle_grid.cols() || n < 2 || !houses.fall_apart(puzzle) {
        return Err("Solo has square grids that fall into boxes or regions".into());
    }
    let mut losses = Losses::default();
    if !houses.rows || !houses.columns {
        losses.other("houses other than rows, columns and regions");
    }
    let mut labels: Vec<usize> = (n * n..2 * n * n).collect();
    let mut sums = vec![0; n * n];
    let (mut killer, mut diagonals, mut cages) = (false, false, 0);
    for clue in &puzzle.clues {
        let cells = clue.list(0);
        match clue.kind.name {
            "row" | "column" | "box" | "region" | "given" => {}
            "diagonals" => diagonals = true,
            // Borders can only say cages whose cells hang together.
            "cage"
                if cells.iter().all(|c| labels[c.index()] >= n * n)
                    && hang_together(puzzle_grid, cells) =>
            {
                cells.iter().for_each(|c| labels[c.index()] = cages);
                let first = cells.iter().min().map_or(0, |c| c.index());
                sums[first] = clue.numbers.first().copied().unwrap_or(0);
                (killer, cages) = (true, cages + 1);
            }
            _ => losses.clue(clue),
        }
    }
    let head = match houses.boxes.filter(|_| houses.regions.is_empty()) {
        Some((height, width)) => format!("{height}x{width}"),
        None => format!("{n}j"),
    };
    let flags = [(diagonals, "x"), (killer, "k")].map(|(on, flag)| if on { flag } else { "" });
    let given: Vec<i64> = givens(puzzle).into_iter().map(|d| d.unwrap_or(0)).collect();
    let mut text = format!("{head}{}:{}", flags.concat(), number_text(&given));
    if !houses.regions.is_empty() {
        let labels: Vec<usize> = map.iter().map(|r| r.unwrap_or(0)).collect();
        text += &format!(",{}", border_text(&labels, n));
    }
    if killer {
        text += &format!(",{},{}", border_text(&labels, n), number_text(&sums));
    }
    Ok(losses.export(puzzle, text + "\n"))
}

fn number_text(numbers: &[i64]) -> String {
    let (mut text, mut run) = (String::new(), 0);
    let flush = |text: &mut String, run: &mut usize| {
        while *run > 0 {
            let part = (*run).min(26);
            text.push(char::from(b'a' - 1 + part as u8));
            *run -= part;
        }
    };
    for &n in numbers {
        if n == 0 {
            run += 1;
            continue;
        }
        flush(&mut text, &mut run);
        if text.ends_with(|c: char| c.is_ascii_digit()) {
            text.push('_');
        }
        text += &n.to_string();
    }
    flush(&mut text, &mut run);
    text
}

fn border_text(labels: &[usize], n: usize) -> String {
    let (mut text, mut run) = (String::new(), 0);
    for border in 0..=2 * n * (n - 1) {
        let end = border == 2 * n * (n - 1);
        let (a, b) = if end { (0, 0) } else { sides(border, n) };
        if !end && labels[a] == labels[b] {
            run += 1;
            continue;
        }
        while run > 25 {
            text.push('z');
            run -= 25;
        }
        text.push(if run == 0 { '_' } else { char::from(b'a' - 1 + run) });
        run = 0;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_read() {
        let shape = |head| Params::read(head).map(|p| (p.columns, p.rows, p.jigsaw, p.killer));
        assert_eq!(shape("3x3"), Some((3, 3, false, false)));
        assert_eq!(shape("3x2kx"), Some((3, 2, false, true)));
        assert_eq!(shape("9jxr4de"), Some((9, 1, true, false)));
        assert_eq!(shape("3x3adt"), Some((3, 3, false, false)));
        assert_eq!((shape("3"), shape("x3"), shape("title")), (None, None, None));
        assert!(!fits("12:30") && fits("2x2:a1b2c3d4b"));
    }

    #[test]
    fn boxes_stand_as_many_across_as_the_first_number() {
        let puzzle = read("3x2:zj").unwrap().puzzle;
        assert_eq!(puzzle.box_shape(), Some((3, 2)));
    }

    #[test]
    fn what_is_written_is_read() {
        let jigsaw = "grid 5\nregions\n  AAAAA\n  BBBBB\n  CCCCC\n  DDDDD\n  EEEEE\n";
        let killer =
            "grid 4\ngiven r1c1 1\ngiven r1c2 2\ndiagonals\ncage 5 r3c1-2\ncage 3 r4c3-4\n";
        for text in [jigsaw, killer, "grid 6\ngiven r6c6 3\n"] {
            let puzzle = crate::parse("t", text).unwrap();
            let written = write(&puzzle).unwrap();
            let again = read(&written.text).unwrap().puzzle;
            assert_eq!(again, puzzle, "{}", written.text);
            assert!(written.warnings.is_empty());
        }
    }

    #[test]
    fn a_cage_in_two_pieces_is_told_as_lost() {
        let puzzle = crate::parse("t", "grid 4\ncage 8 r4c3 r4c4 r2c2\ncage 3 r1c1-2\n").unwrap();
        let written = write(&puzzle).unwrap();
        assert_eq!(written.warnings, ["lost: cage"]);
        assert_eq!(read(&written.text).unwrap().puzzle.clues_of("cage").count(), 1);
    }

    #[test]
    fn faults_are_placed() {
        assert_eq!(read("2x2:a1b2c3d4b?").unwrap_err().at, Some(13..14));
        assert!(read("2x2:a1").unwrap_err().message.contains("2 cells of 16"));
        assert!(read("2x2k:p").unwrap_err().message.contains("the cages are missing"));
        assert!(read("4j:p,a").unwrap_err().message.contains("do not fill"));
        assert!(read("99x99:a").is_err());
    }
}
