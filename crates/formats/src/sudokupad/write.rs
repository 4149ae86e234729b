//! A puzzle for SudokuPad.

use pencilmark_puzzle::{CellId, Puzzle};

use crate::export::{Export, Houses, Losses, givens};
use crate::fpuzzles;
use crate::json::{Json, write};
use crate::pack::{Alphabet, lz_pack, percent_encode};

/// A link. SudokuPad reads boards of f-puzzles, which have types, and draws them; grids that
/// f-puzzles does not have go as its own boards.
pub(crate) fn write_link(puzzle: &Puzzle) -> Result<Export, String> {
    let (prefix, json, losses) = match fpuzzles::board(puzzle) {
        Ok((json, losses)) => ("fpuzzles", json, losses),
        Err(_) => {
            let (json, losses) = board(puzzle);
            ("scl", json, losses)
        }
    };
    let packed = percent_encode(&lz_pack(&write(&json), Alphabet::Base64));
    Ok(losses.export(puzzle, format!("https://sudokupad.app/{prefix}{packed}\n")))
}

/// The JSON of its own boards.
pub(crate) fn write_json(puzzle: &Puzzle) -> Result<Export, String> {
    let (json, losses) = board(puzzle);
    Ok(losses.export(puzzle, write(&json) + "\n"))
}

fn board(puzzle: &Puzzle) -> (Json, Losses) {
    let grid = &puzzle.grid;
    let place = |&c: &CellId| vec![grid.row_of(c), grid.col_of(c)];
    let mut losses = Losses::default();
    let mut metadata = Json::object();
    let texts = [("title", &puzzle.title), ("author", &puzzle.author), ("rules", &puzzle.rules)];
    for (key, text) in texts {
        if let Some(text) = text {
            metadata.set(key, text.as_str());
        }
    }
    let houses = Houses::of(puzzle);
    match (houses.rows, houses.columns) {
        (true, true) => {}
        (false, false) => metadata.set("norowcol", true),
        _ => losses.other("that only rows, or only columns, are houses"),
    }
    if grid.lo() != 1 || grid.hi() != grid.rows().max(grid.cols()) as i64 {
        losses.other("which digits there are");
    }
    let digits = givens(puzzle);
    let cell = |i: usize| match digits[i] {
        Some(digit) => Json::object().with("value", digit),
        None => Json::object(),
    };
    let cells: Vec<Json> = (0..grid.size()).map(cell).collect();
    let rows: Vec<Json> = cells.chunks(grid.cols()).map(|row| row.to_vec().into()).collect();
    let boxes = houses.boxes.and_then(|(h, w)| grid.boxes(h, w)).unwrap_or_default();
    let regions = boxes.iter().chain(&houses.regions);
    let regions: Vec<Json> =
        regions.map(|cells| cells.iter().map(place).collect::<Vec<_>>().into()).collect();
    let mut cages: Vec<Json> = Vec::new();
    for clue in &puzzle.clues {
        match clue.kind.name {
            "row" | "column" | "box" | "region" | "given" => {}
            "anti-knight" => metadata.set("antiknight", true),
            "anti-king" => metadata.set("antiking", true),
            "cage" | "extra-region" => {
                let cells: Vec<Vec<usize>> = clue.list(0).iter().map(place).collect();
                let mut cage = Json::object().with("cells", cells).with("unique", true);
                match clue.numbers.first() {
                    Some(sum) => {
                        cage.set("value", sum.to_string());
                        cage.set("sum", *sum);
                    }
                    None if clue.kind.name == "extra-region" => cage.set("style", "extraregion"),
                    None => {}
                }
                cages.push(cage);
            }
            _ => losses.clue(clue),
        }
    }
    let json = Json::object()
        .with("cellSize", 50usize)
        .with("metadata", metadata)
        .with("cells", rows)
        .with("regions", regions)
        .with("cages", cages);
    (json, losses)
}
