//! A puzzle as a drawing of Penpa+: what it has types for, regions as thick lines.

use pencilmark_puzzle::{CellId, Grid, Puzzle};

use crate::export::{Export, Houses, Losses};
use crate::json::{Json, write as json_text};
use crate::pack::{base64_encode, deflate};
use crate::text::hang_together;

/// How wide a cell is drawn.
const CELL: usize = 38;
/// The style of the lines between regions.
const THICK: i64 = 2;

/// A link to the drawing.
pub(crate) fn write_link(puzzle: &Puzzle) -> Result<Export, String> {
    let grid = &puzzle.grid;
    if Grid::new(grid.rows(), grid.cols()).as_ref() != Some(grid) {
        return Err("Penpa+ knows no other digits than those from 1 to the side of the grid".into());
    }
    let mut losses = Losses::default();
    let mut drawing = Drawing { grid, area: (grid.rows() + 4) * (grid.cols() + 4), layers: vec![] };
    let lines = drawing.borders(puzzle, &mut losses);
    let (mut numbers, mut sums) = (Json::object(), Json::object());
    let (mut cages, mut thermos, mut arrows) = (Vec::new(), Vec::new(), Vec::new());
    let mut flags = ["0"; 4];
    let mut taken = vec![false; grid.size()];
    let mut told = vec![false; grid.size()];
    for clue in &puzzle.clues {
        let list = clue.list(0);
        // One number for a cell, and one cage.
        let fresh = |seen: &[bool]| list.iter().all(|c| !seen[c.index()]);
        let mut kept = true;
        match clue.kind.name {
            "row" | "column" | "box" | "region" => {}
            "given" if fresh(&told) => {
                if let Some((cell, digit)) = clue.as_given() {
                    numbers.set(&drawing.number(cell), number_entry(digit));
                    told[cell.index()] = true;
                }
            }
            "candidates" if fresh(&told) && grid.hi() < 10 => {
                let flag = |d: i64| i64::from(clue.numbers.contains(&d));
                let marks: Vec<i64> = (1..=9).map(flag).collect();
                for &cell in list {
                    let entry: Vec<Json> = vec![marks.clone().into(), 1i64.into(), "7".into()];
                    numbers.set(&drawing.number(cell), entry);
                    told[cell.index()] = true;
                }
            }
            "diagonal" if square(grid) => {
                flags[if clue.numbers.first() == Some(&1) { 3 } else { 0 }] = "1";
            }
            "diagonals" if square(grid) => (flags[0], flags[3]) = ("1", "1"),
            "cage" if fresh(&taken) => {
                list.iter().for_each(|c| taken[c.index()] = true);
                cages.push(drawing.list(list));
                if let Some((sum, corner)) = clue.numbers.first().zip(list.iter().min()) {
                    let at = 4 * (drawing.place(*corner) + drawing.area);
                    let entry: Vec<Json> = vec![sum.to_string().into(), 1i64.into()];
                    sums.set(&at.to_string(), entry);
                }
            }
            "thermo" => thermos.push(drawing.list(list)),
            "arrow" if list.len() == 1 => {
                arrows.push(drawing.list(&[list, clue.list(1)].concat()));
            }
            _ => kept = false,
        }
        if !kept {
            losses.clue(clue);
        }
    }
    drawing.layers = vec![
        ("number", numbers),
        ("numberS", sums),
        ("lineE", lines),
        ("thermo", thermos.into()),
        ("arrows", arrows.into()),
        ("killercages", cages.into()),
    ];
    // A `z` starts an abbreviation, so one by itself is one, too.
    let text = [header(puzzle, &flags), drawing.text()].concat().replace('z', "zZ");
    let packed = base64_encode(&deflate(text.as_bytes()));
    let link = format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={packed}\n");
    Ok(losses.export(puzzle, link))
}

fn square(grid: &Grid) -> bool {
    grid.rows() == grid.cols()
}

fn number_entry(digit: i64) -> Vec<Json> {
    vec![digit.to_string().into(), 1i64.into(), "1".into()]
}

/// The first line: shape, size, view, the diagonals, and words about the puzzle.
fn header(puzzle: &Puzzle, flags: &[&str; 4]) -> String {
    let grid = &puzzle.grid;
    let (rows, cols) = (grid.rows(), grid.cols());
    let shape = if square(grid) { "sudoku" } else { "square" };
    let words = |text: &Option<String>| {
        let text = text.as_deref().unwrap_or_default();
        let escaped = [("\n", "%2D"), (",", "%2C"), ("&", "%2E"), ("=", "%2F")];
        escaped.iter().fold(text.to_string(), |text, (plain, code)| text.replace(plain, code))
    };
    // The view is centred on a cell, a corner or the middle of a side.
    let (width, area) = (cols + 4, (rows + 4) * (cols + 4));
    let middle = ((rows - 1) / 2 + 2) * width + (cols - 1) / 2 + 2;
    let centre = middle
        + match (rows % 2, cols % 2) {
            (1, 1) => 0,
            (0, 0) => area,
            (0, _) => 2 * area,
            _ => 3 * area,
        };
    let (across, down) = ((cols + 1) * CELL, (rows + 1) * CELL);
    format!(
        "{shape},{cols},{rows},{CELL},0,1,1,{across},{down},{centre},{centre},{},\
         Title: {},Author: {},{},{},ON,false\n[0,0,0,0]\n{{}}\n",
        flags.join(","),
        words(&puzzle.title),
        words(&puzzle.author),
        words(&puzzle.source),
        words(&puzzle.rules),
    )
}

/// Layers of a drawing that hold things by their place, and those that are lists.
const PLACED: &[&str] =
    &["surface", "number", "numberS", "symbol", "line", "lineE", "wall", "cage", "deletelineE"];
const LISTED: &[&str] =
    &["thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo"];

struct Drawing<'a> {
    grid: &'a Grid,
    /// How many cells there are with their margins.
    area: usize,
    layers: Vec<(&'static str, Json)>,
}

impl Drawing<'_> {
    /// The number of a cell; there is a margin of two around the grid.
    fn place(&self, cell: CellId) -> usize {
        (self.grid.row_of(cell) + 2) * (self.grid.cols() + 4) + self.grid.col_of(cell) + 2
    }

    fn number(&self, cell: CellId) -> String {
        self.place(cell).to_string()
    }

    fn list(&self, cells: &[CellId]) -> Json {
        cells.iter().map(|&c| self.place(c)).collect::<Vec<usize>>().into()
    }

    /// Thick lines between cells of different regions; no cell is without one.
    fn borders(&self, puzzle: &Puzzle, losses: &mut Losses) -> Json {
        let houses = Houses::of(puzzle);
        let grid = self.grid;
        if !houses.rows || !houses.columns {
            losses.other("that rows or columns may repeat digits");
        }
        let mut lines = Json::object();
        let map = houses.map(puzzle);
        let cells = |house: usize| -> Vec<CellId> {
            grid.cells().filter(|c| map[c.index()] == Some(house)).collect()
        };
        let whole = |house: Option<usize>| {
            house
                .map(cells)
                .is_some_and(|c| c.len() == grid.house_size() && hang_together(grid, &c))
        };
        let none = map.iter().all(Option::is_none);
        if none && grid.default_box().is_none() {
            return lines;
        }
        if !map.iter().all(|&house| whole(house)) {
            losses.other("the shape of the boxes");
            return lines;
        }
        let width = grid.cols() + 4;
        let mut thick = |a: usize, b: usize| {
            lines.set(&format!("{},{}", self.area + a, self.area + b), THICK);
        };
        for cell in grid.cells() {
            let at = self.place(cell);
            let other = |next: Option<CellId>| {
                next.is_some_and(|next| map[next.index()] != map[cell.index()])
            };
            // A corner has the number of the cell to its upper left.
            if other(grid.step(cell, 0, 1)) {
                thick(at - width, at);
            }
            if other(grid.step(cell, 1, 0)) {
                thick(at - 1, at);
            }
        }
        lines
    }

    /// The lines below the margins: what is drawn, what a solver has drawn, and which cells
    /// there are, each by its distance from the one before.
    fn text(&self) -> String {
        let empty = || {
            let mut json = Json::object();
            PLACED.iter().for_each(|layer| json.set(layer, Json::object()));
            LISTED.iter().for_each(|layer| json.set(layer, Vec::<Json>::new()));
            json
        };
        let mut drawn = empty();
        for (layer, json) in &self.layers {
            drawn.replace(layer, json.clone());
        }
        let places: Vec<usize> = self.grid.cells().map(|c| self.place(c)).collect();
        let steps = places.windows(2).map(|w| w[1] - w[0]);
        let steps: Vec<usize> = places.first().copied().into_iter().chain(steps).collect();
        [drawn, empty(), steps.into()].iter().map(|json| json_text(json) + "\n").collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn what_is_written_is_read() {
        for text in [
            "title A, b & c=d, puzzle zN\nauthor Me\nrules One\nrules Two, three\ngrid 9\ndiagonal -\ndiagonal +\ngiven r1c1 5\n\
             given r9c9 3\ncandidates r2c2 1 2 3\ncage 15 r1c2-3\ncage r4c4-5\nthermo r5c5-8\n\
             arrow r7c7 = r8c8-9\n",
            "grid 6x4\ndigits 1-6\nboxes 3x2\ngiven r6c4 2\n",
            "grid 5\ngiven r5c5 2\nthermo r1c1 r2c2\n",
            "grid 4\nregions\n  AAAB\n  CADB\n  CCDB\n  CDDB\ndiagonal -\n",
        ] {
            let puzzle = parse("t", text).unwrap_or_else(|e| panic!("{}", e[0]));
            let written = write_link(&puzzle).unwrap();
            assert_eq!(written.warnings, Vec::<String>::new(), "{text}");
            let again =
                crate::import("t", &written.text, None).unwrap_or_else(|e| panic!("{}", e[0]));
            let sorted = |puzzle: &Puzzle| {
                let mut lines: Vec<String> =
                    crate::write(puzzle).lines().map(String::from).collect();
                lines.sort();
                lines
            };
            assert_eq!(sorted(&again.puzzle), sorted(&puzzle));
        }
    }

    #[test]
    fn what_has_no_type_is_told() {
        let lost = |text: &str| write_link(&parse("t", text).unwrap()).unwrap().warnings;
        assert_eq!(
            lost("grid 4\nwhisper r1c1-2\nrenban r1c1-2\n"),
            ["lost: renban", "lost: whisper"]
        );
        assert_eq!(lost("grid 4\nboxes none\n"), ["lost: the shape of the boxes"]);
        assert_eq!(lost("grid 4\ncage 3 r1c1-2\ncage 5 r1c2-3\n"), ["lost: cage"]);
        assert_eq!(lost("grid 4\nrows none\n"), ["lost: that rows or columns may repeat digits"]);
        assert!(write_link(&parse("t", "grid 4\ndigits 0-3\n").unwrap()).is_err());
    }
}
