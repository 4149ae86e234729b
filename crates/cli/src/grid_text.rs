//! A filled grid as text: drawn, in rows, or on one line.

use std::io::Write;

use pencilmark::formats::digit_letter;
use pencilmark::{Grid, Puzzle};

/// What drawing needs to know about a puzzle, found out once for all its solutions.
pub struct Board {
    rows: usize,
    cols: usize,
    hi: i64,
    /// The box or region of each cell.
    regions: Vec<Option<usize>>,
    given: Vec<bool>,
    names: Vec<String>,
    /// Layers: a name and the place of the first of its values.
    layers: Vec<(String, usize)>,
}

impl Board {
    /// The board of a puzzle.
    pub fn new(puzzle: &Puzzle) -> Board {
        let grid = &puzzle.grid;
        let mut board = Board::plain(grid);
        let houses = puzzle.clues.iter().filter(|c| matches!(c.kind.name, "box" | "region"));
        for (i, house) in houses.enumerate() {
            house.list(0).iter().for_each(|c| board.regions[c.index()] = Some(i));
        }
        for (cell, _) in puzzle.clues.iter().filter_map(|c| c.as_given()) {
            board.given[cell.index()] = true;
        }
        board.names = puzzle.vars.iter().map(|v| v.name.clone()).collect();
        let layers = puzzle.layers.iter().map(|(layer, first)| (layer.name.clone(), *first));
        board.layers = layers.collect();
        board
    }

    /// A board of which nothing is known but its size: enough for a line.
    pub fn plain(grid: &Grid) -> Board {
        Board {
            rows: grid.rows(),
            cols: grid.cols(),
            hi: grid.hi(),
            regions: vec![None; grid.size()],
            given: vec![false; grid.size()],
            names: vec![],
            layers: vec![],
        }
    }

    /// How many columns.
    pub fn columns(&self) -> usize {
        self.cols
    }

    /// The names of the variables outside the grid.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// All digits on one line, then the variables; no newline.
    pub fn line(&self, out: &mut Vec<u8>, cells: &[i64], vars: &[i64]) {
        self.digits(out, cells, b",");
        for (name, values) in self.outside(vars) {
            let values: Vec<String> = values.iter().map(i64::to_string).collect();
            let short = values.iter().all(|v| v.len() == 1);
            let _ = write!(out, " {name}={}", values.join(if short { "" } else { "," }));
        }
    }

    /// The values outside the grid: of a layer all together, of a variable its own.
    fn outside<'v>(&'v self, vars: &'v [i64]) -> Vec<(&'v str, &'v [i64])> {
        let mut all = Vec::new();
        let mut next = 0;
        while next < vars.len() {
            let layer = self.layers.iter().find(|(_, first)| *first == next);
            let name = layer.map_or_else(|| self.names.get(next), |(name, _)| Some(name));
            let size = if layer.is_some() { self.rows * self.cols } else { 1 };
            let end = (next + size).min(vars.len());
            all.push((name.map_or("", String::as_str), &vars[next..end]));
            next = end;
        }
        all
    }

    /// One line for each row, one for each variable: what `givens` of a puzzle file reads.
    pub fn lines(&self, out: &mut Vec<u8>, cells: &[i64], vars: &[i64]) {
        for row in cells.chunks(self.cols) {
            self.digits(out, row, b" ");
            out.push(b'\n');
        }
        self.variables(out, vars);
    }

    /// The grid with its lines: heavy around the grid and between regions, light elsewhere.
    pub fn draw(&self, out: &mut Vec<u8>, cells: &[i64], vars: &[i64], colour: bool) {
        let width = if self.hi > 9 { 4 } else { 3 };
        for row in 0..=self.rows {
            self.rule(out, row, width);
            if row < self.rows {
                self.row(out, row, cells, width, colour);
            }
        }
        self.variables(out, vars);
    }

    fn variables(&self, out: &mut Vec<u8>, vars: &[i64]) {
        for (name, values) in self.outside(vars) {
            if let [value] = values {
                let _ = writeln!(out, "{name} = {value}");
                continue;
            }
            let _ = writeln!(out, "{name}:");
            let width = values.iter().map(|v| v.to_string().len()).max().unwrap_or(1);
            for row in values.chunks(self.cols) {
                let row: Vec<String> = row.iter().map(|v| format!("{v:>width$}")).collect();
                let _ = writeln!(out, "  {}", row.join(" "));
            }
        }
    }

    /// Digits without gaps as long as one character is enough for each.
    fn digits(&self, out: &mut Vec<u8>, cells: &[i64], gap: &[u8]) {
        for (i, &digit) in cells.iter().enumerate() {
            if self.hi < 36 {
                out.push(digit_letter(digit) as u8);
                continue;
            }
            if i > 0 {
                out.extend_from_slice(gap);
            }
            let _ = write!(out, "{digit}");
        }
    }

    fn row(&self, out: &mut Vec<u8>, row: usize, cells: &[i64], width: usize, colour: bool) {
        for col in 0..=self.cols {
            let heavy = self.heavy_beside(row, col);
            push(out, if heavy { '┃' } else { '│' });
            if col < self.cols {
                let cell = row * self.cols + col;
                let bold = colour && self.given[cell];
                let digit = cells[cell];
                let (on, off) = if bold { ("\x1b[1m", "\x1b[0m") } else { ("", "") };
                let _ = write!(out, "{:w$}{on}{digit}{off} ", "", w = width - 1 - digits_of(digit));
            }
        }
        out.push(b'\n');
    }

    /// The horizontal line above a row.
    fn rule(&self, out: &mut Vec<u8>, row: usize, width: usize) {
        for col in 0..=self.cols {
            push(out, self.corner(row, col));
            if col < self.cols {
                let heavy = self.heavy_above(row, col);
                (0..width).for_each(|_| push(out, if heavy { '━' } else { '─' }));
            }
        }
        out.push(b'\n');
    }

    /// The character where four lines meet, left above a cell.
    fn corner(&self, row: usize, col: usize) -> char {
        let up = (row > 0).then(|| self.heavy_beside(row - 1, col));
        let down = (row < self.rows).then(|| self.heavy_beside(row, col));
        let left = (col > 0).then(|| self.heavy_above(row, col - 1));
        let right = (col < self.cols).then(|| self.heavy_above(row, col));
        match (up, down, left, right) {
            (None, Some(_), None, Some(_)) => '┏',
            (None, Some(_), Some(_), None) => '┓',
            (Some(_), None, None, Some(_)) => '┗',
            (Some(_), None, Some(_), None) => '┛',
            (None, Some(down), ..) => {
                if down {
                    '┳'
                } else {
                    '┯'
                }
            }
            (Some(up), None, ..) => {
                if up {
                    '┻'
                } else {
                    '┷'
                }
            }
            (.., None, Some(right)) => {
                if right {
                    '┣'
                } else {
                    '┠'
                }
            }
            (.., Some(left), None) => {
                if left {
                    '┫'
                } else {
                    '┨'
                }
            }
            (Some(up), Some(down), Some(left), Some(right)) => crossing(up, down, left, right),
            _ => ' ',
        }
    }

    /// Whether the line on the left of a cell is heavy.
    fn heavy_beside(&self, row: usize, col: usize) -> bool {
        let at = |col| self.regions[row * self.cols + col];
        col == 0 || col == self.cols || at(col - 1) != at(col)
    }

    /// Whether the line above a cell is heavy.
    fn heavy_above(&self, row: usize, col: usize) -> bool {
        let at = |row| self.regions[row * self.cols + col];
        row == 0 || row == self.rows || at(row - 1) != at(row)
    }
}

/// The crossing with these heavy arms.
fn crossing(up: bool, down: bool, left: bool, right: bool) -> char {
    const CROSSINGS: [char; 16] =
        ['┼', '╀', '╁', '╂', '┽', '╃', '╅', '╉', '┾', '╄', '╆', '╊', '┿', '╇', '╈', '╋'];
    let bits = [up, down, left, right].into_iter().enumerate();
    CROSSINGS[bits.map(|(i, heavy)| usize::from(heavy) << i).sum::<usize>()]
}

fn digits_of(digit: i64) -> usize {
    if (0..10).contains(&digit) { 1 } else { 2 }
}

fn push(out: &mut Vec<u8>, c: char) {
    out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use pencilmark::parse;

    fn drawn(text: &str, cells: &[i64], colour: bool) -> String {
        let mut out = Vec::new();
        Board::new(&parse("t", text).unwrap()).draw(&mut out, cells, &[], colour);
        String::from_utf8(out).unwrap()
    }

    const SQUARE: [i64; 16] = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];

    #[test]
    fn boxes_have_heavy_lines() {
        let want = "\
┏━━━┯━━━┳━━━┯━━━┓
┃ 1 │ 2 ┃ 3 │ 4 ┃
┠───┼───╂───┼───┨
┃ 3 │ 4 ┃ 1 │ 2 ┃
┣━━━┿━━━╋━━━┿━━━┫
┃ 2 │ 1 ┃ 4 │ 3 ┃
┠───┼───╂───┼───┨
┃ 4 │ 3 ┃ 2 │ 1 ┃
┗━━━┷━━━┻━━━┷━━━┛
";
        assert_eq!(drawn("grid 4", &SQUARE, false), want);
        assert!(drawn("grid 4\ngiven r1c1 1", &SQUARE, true).contains("┃ \x1b[1m1\x1b[0m │ 2"));
    }

    #[test]
    fn irregular_regions_have_lines_where_they_meet() {
        let text = "grid 3\nregions\n  AAB\n  ABB\n  CCC\n";
        let want = "\
┏━━━┯━━━┳━━━┓
┃ 1 │ 2 ┃ 3 ┃
┠───╆━━━╃───┨
┃ 2 ┃ 3 │ 1 ┃
┣━━━╇━━━┿━━━┫
┃ 3 │ 1 │ 2 ┃
┗━━━┷━━━┷━━━┛
";
        assert_eq!(drawn(text, &[1, 2, 3, 2, 3, 1, 3, 1, 2], false), want);
    }

    #[test]
    fn rows_and_lines() {
        let text = "grid 1x3\ndigits 9-11\nboxes none\nvar total in 0..99\n";
        let board = Board::new(&parse("t", text).unwrap());
        let mut out = Vec::new();
        board.lines(&mut out, &[9, 10, 11], &[30]);
        board.line(&mut out, &[9, 10, 11], &[30]);
        assert_eq!(String::from_utf8(out).unwrap(), "9AB\ntotal = 30\n9AB total=30");

        let wide = Grid::new(2, 2).unwrap().with_digits(40, 60).unwrap();
        let (board, mut out) = (Board::plain(&wide), Vec::new());
        board.lines(&mut out, &[40, 41, 42, 43], &[]);
        board.line(&mut out, &[40, 41, 42, 43], &[]);
        assert_eq!(String::from_utf8(out).unwrap(), "40 41\n42 43\n40,41,42,43");
    }
}
