//! A puzzle as a board.

use std::collections::BTreeMap;

use pencilmark_puzzle::{Clue, Puzzle};

use super::cells::{name, outside_name};
use super::{Form, TABLE};
use crate::export::{Export, Houses, Losses, candidates, distinct_lists};
use crate::json::{Json, Value, write};
use crate::pack::{Alphabet, lz_pack, percent_encode};

/// The JSON of a board.
pub(crate) fn write_json(puzzle: &Puzzle) -> Result<Export, String> {
    let (json, losses) = board(puzzle)?;
    Ok(losses.export(puzzle, write(&json) + "\n"))
}

/// A link to it.
pub(crate) fn write_link(puzzle: &Puzzle) -> Result<Export, String> {
    let (json, losses) = board(puzzle)?;
    let packed = percent_encode(&lz_pack(&write(&json), Alphabet::Base64));
    Ok(losses.export(puzzle, format!("https://f-puzzles.com/?load={packed}\n")))
}

/// The board, and what it cannot hold.
pub(crate) fn board(puzzle: &Puzzle) -> Result<(Json, Losses), String> {
    let grid = &puzzle.grid;
    let n = grid.rows();
    if n != grid.cols() || grid.lo() != 1 || grid.hi() != n as i64 {
        return Err("f-puzzles has square grids with the digits from 1".into());
    }
    let houses = Houses::of(puzzle);
    let mut losses = Losses::default();
    if !houses.rows || !houses.columns {
        losses.other("that rows or columns may repeat digits");
    }
    let mut json = Json::object().with("size", n);
    for (key, text) in
        [("title", &puzzle.title), ("author", &puzzle.author), ("ruleset", &puzzle.rules)]
    {
        if let Some(text) = text {
            json.set(key, text.as_str());
        }
    }
    let mut board = Board { puzzle, lists: BTreeMap::new(), flags: vec![], negative: vec![] };
    let mut cells = board.cells(&houses);
    for clue in &puzzle.clues {
        if board.add(clue, &mut cells) {
            continue;
        }
        match distinct_lists(clue, puzzle) {
            Some(lists) => {
                for list in lists {
                    let cells: Vec<String> = list.iter().map(|&c| name(grid, c)).collect();
                    board.push("extraregion", Json::object().with("cells", cells));
                }
            }
            None => losses.clue(clue),
        }
    }
    json.set("grid", cells.chunks(n).map(|row| row.to_vec().into()).collect::<Vec<Json>>());
    board.flags.iter().for_each(|key| json.set(key, true));
    if !board.negative.is_empty() {
        json.set("negative", board.negative);
    }
    for (key, list) in board.lists {
        json.set(key, list);
    }
    Ok((json, losses))
}

struct Board<'a> {
    puzzle: &'a Puzzle,
    lists: BTreeMap<&'static str, Vec<Json>>,
    flags: Vec<&'static str>,
    negative: Vec<&'static str>,
}

impl Board<'_> {
    /// The cells with their regions, where these are not the usual ones.
    fn cells(&self, houses: &Houses) -> Vec<Json> {
        let grid = &self.puzzle.grid;
        let usual = houses.regions.is_empty() && houses.boxes == grid.default_box();
        let map = houses.map(self.puzzle);
        let cell = |i: usize| match (usual, map[i]) {
            (true, _) => Json::object(),
            (false, Some(region)) => Json::object().with("region", region),
            (false, None) => {
                let mut cell = Json::object();
                cell.set("region", Json { at: 0, value: Value::Null });
                cell
            }
        };
        (0..grid.size()).map(cell).collect()
    }

    /// Writes a clue; false if there is no place for it.
    fn add(&mut self, clue: &Clue, cells: &mut [Json]) -> bool {
        let grid = &self.puzzle.grid;
        let list = |at: usize| clue.list(at).iter().map(|&c| name(grid, c)).collect::<Vec<_>>();
        let number = clue.numbers.first().copied();
        match clue.kind.name {
            "row" | "column" | "box" | "region" => return true,
            "given" => {
                let Some((cell, digit)) = clue.as_given() else { return false };
                let target = &mut cells[cell.index()];
                target.set("value", digit);
                target.set("given", true);
            }
            "candidates" => {
                // Several clues about one cell leave what they have in common.
                let left = candidates(self.puzzle);
                if clue.list(0).iter().any(|c| left[c.index()].is_empty()) {
                    return false;
                }
                for cell in clue.list(0) {
                    cells[cell.index()].replace("givenPencilMarks", left[cell.index()].clone());
                }
            }
            "arrow" => {
                let mut line = list(0).first().cloned().into_iter().collect::<Vec<_>>();
                line.extend(list(1));
                self.push("arrow", Json::object().with("cells", list(0)).with("lines", vec![line]));
            }
            "x" | "v" => {
                // A list of more cells has a letter on each edge along it.
                let letter = clue.kind.name.to_uppercase();
                for pair in list(0).windows(2) {
                    let pair = Json::object().with("cells", pair.to_vec());
                    self.push("xv", pair.with("value", letter.as_str()));
                }
            }
            "diagonals" => self.flags.extend(["diagonal+", "diagonal-"]),
            "clone" => {
                let clone = Json::object().with("cells", list(0)).with("cloneCells", list(1));
                self.push("clone", clone);
            }
            "quadruple" => {
                let quad = Json::object().with("cells", list(0));
                self.push("quadruple", quad.with("values", clue.numbers.clone()));
            }
            "little-killer" => return self.little_killer(clue),
            "negative-ratio" if clue.numbers.is_empty() => self.negative.push("ratio"),
            "negative-xv" => self.negative.push("xv"),
            "negative-difference" if clue.numbers.is_empty() => self.negative.push("difference"),
            "dutch-whisper" => {
                let apart = grid.digit_count().div_ceil(2) - 1;
                let line = Json::object().with("lines", vec![list(0)]);
                self.push("whispers", line.with("value", apart.to_string()));
            }
            "edge-sum" => {
                let letter = match number {
                    Some(10) => "X",
                    Some(5) => "V",
                    _ => return false,
                };
                for pair in list(0).windows(2) {
                    let pair = Json::object().with("cells", pair.to_vec());
                    self.push("xv", pair.with("value", letter));
                }
            }
            "digital-root-cage" => {
                let cage = Json::object().with("cells", list(0));
                let root = format!("DR{}", number.unwrap_or(0));
                self.push("cage", cage.with("value", root));
            }
            "modular-line" if number.is_some_and(|n| n != 3) => return false,
            kind => {
                let row = TABLE.iter().find(|row| {
                    row.1 == kind && !matches!(row.2, Form::Sign(sign) if Some(sign) != number)
                });
                let Some(&(key, _, form, _)) = row else { return false };
                return self.regular(key, form, clue);
            }
        }
        true
    }

    fn push(&mut self, key: &'static str, entry: Json) {
        self.lists.entry(key).or_default().push(entry);
    }

    fn regular(&mut self, key: &'static str, form: Form, clue: &Clue) -> bool {
        let grid = &self.puzzle.grid;
        let list = || clue.list(0).iter().map(|&c| name(grid, c)).collect::<Vec<_>>();
        let value = |json: Json| match clue.numbers.first() {
            Some(n) => json.with("value", n.to_string()),
            None => json,
        };
        match form {
            Form::Flag | Form::Sign(_) => self.flags.push(key),
            Form::Cell => {
                for cell in list() {
                    self.push(key, Json::object().with("cell", cell));
                }
            }
            Form::Cells => self.push(key, Json::object().with("cells", list())),
            Form::CellsValue if ["difference", "ratio"].contains(&key) => {
                for pair in list().windows(2) {
                    self.push(key, value(Json::object().with("cells", pair.to_vec())));
                }
            }
            Form::CellsValue => self.push(key, value(Json::object().with("cells", list()))),
            Form::Lines if key == "lockout" && !clue.numbers.is_empty() => return false,
            Form::Lines => self.push(key, Json::object().with("lines", vec![list()])),
            Form::LinesValue => self.push(key, value(Json::object().with("lines", vec![list()]))),
            Form::Outside => {
                let Some(cell) = outside_name(grid, clue.list(0)) else { return false };
                self.push(key, value(Json::object().with("cell", cell)));
            }
        }
        true
    }

    fn little_killer(&mut self, clue: &Clue) -> bool {
        let grid = &self.puzzle.grid;
        let (Some(&first), Some(sum)) = (clue.list(0).first(), clue.numbers.first()) else {
            return false;
        };
        let ways = [(-1, -1, "UL"), (-1, 1, "UR"), (1, -1, "DL"), (1, 1, "DR")];
        let goes = |&&(d, r, _): &&(isize, isize, &str)| {
            grid.ray(first, d, r) == clue.list(0) && grid.step(first, -d, -r).is_none()
        };
        let Some(&(down, right, direction)) = ways.iter().find(goes) else { return false };
        let row = grid.row_of(first) as i64 + 1 - down as i64;
        let col = grid.col_of(first) as i64 + 1 - right as i64;
        let cells: Vec<String> = clue.list(0).iter().map(|&c| name(grid, c)).collect();
        let entry = Json::object()
            .with("cell", format!("R{row}C{col}"))
            .with("cells", cells)
            .with("direction", direction)
            .with("value", sum.to_string());
        self.push("littlekillersum", entry);
        true
    }
}
