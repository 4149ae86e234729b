//! Clues into elements.

use std::collections::BTreeMap;

use pencilmark_puzzle::{CellId, Clue, Grid, Puzzle};

use super::geometry::{corner_number, edge_number, outer_number};
use super::{Form, TABLE};
use crate::export::{Export, Houses, Losses, distinct_lists, givens};
use crate::json::{Json, write};
use crate::pack::{Alphabet, lz_pack};

/// The JSON.
pub(crate) fn write_json(puzzle: &Puzzle) -> Result<Export, String> {
    let (json, losses) = document(puzzle);
    Ok(losses.export(puzzle, write(&json) + "\n"))
}

/// A link to it.
pub(crate) fn write_link(puzzle: &Puzzle) -> Result<Export, String> {
    let (json, losses) = document(puzzle);
    let packed = lz_pack(&write(&json), Alphabet::Uri);
    Ok(losses.export(puzzle, format!("https://sudokumaker.app/?puzzle={packed}\n")))
}

fn document(puzzle: &Puzzle) -> (Json, Losses) {
    let grid = &puzzle.grid;
    let mut losses = Losses::default();
    let houses = Houses::of(puzzle);
    let n = grid.rows();
    let text = |t: &Option<String>| t.clone().unwrap_or_default();
    let mut body = Json::object()
        .with("name", text(&puzzle.title))
        .with("author", text(&puzzle.author))
        .with("comment", text(&puzzle.rules));
    let square = n == grid.cols() && grid.lo() == 1 && grid.hi() == n as i64;
    let sudoku = square && houses.rows && houses.columns;
    if sudoku && n != 9 {
        body = body.with("type", "sudoku").with("size", n);
    } else if !sudoku {
        body = body.with("type", "custom").with("width", grid.cols()).with("height", n);
        body = body.with("minDigit", grid.lo()).with("maxDigit", grid.hi());
    }
    let cell = |digit: &Option<i64>| match digit {
        Some(digit) => Json::object().with("given", true).with("value", *digit),
        None => Json::object(),
    };
    let cells: Vec<Json> = givens(puzzle).iter().map(cell).collect();
    let mut elements = vec![element(0)];
    if !sudoku && houses.rows && houses.columns {
        elements.push(element(2003));
    } else if houses.rows != houses.columns {
        losses.other("that only rows, or only columns, are houses");
    }
    let map = houses.map(puzzle);
    let labels: Vec<i64> = map.iter().map(|r| r.map_or(-1, |r| r as i64)).collect();
    if map.iter().any(Option::is_some) {
        elements.push(element(1).with("regions", labels));
    }
    let mut lists: BTreeMap<i64, (&'static str, Vec<Json>)> = BTreeMap::new();
    for clue in &puzzle.clues {
        if add(clue, puzzle, &mut elements, &mut lists) {
            continue;
        }
        match distinct_lists(clue, puzzle) {
            Some(all) => {
                elements.extend(all.iter().map(|list| element(305).with("cells", ids(list))))
            }
            None => losses.clue(clue),
        }
    }
    for (number, kind) in [(200, "negative-difference"), (201, "negative-ratio")] {
        if negatives(puzzle, kind).is_some() {
            lists.entry(number).or_insert(("clues", vec![]));
        }
    }
    if negatives(puzzle, "negative-sum").is_some() {
        lists.entry(202).or_insert(("clues", vec![]));
    }
    for (number, (key, list)) in lists {
        let forbidden = match number {
            200 => negatives(puzzle, "negative-difference"),
            201 => negatives(puzzle, "negative-ratio"),
            202 => negatives(puzzle, "negative-sum"),
            _ => None,
        };
        let with_list = element(number).with(key, list);
        elements.push(match forbidden {
            Some(values) => with_list.with("negative", values),
            None => with_list,
        });
    }
    body = body.with("cells", cells).with("constraints", elements);
    (Json::object().with("formatVersion", "1.5.0").with("puzzle", body), losses)
}

fn element(number: i64) -> Json {
    Json::object().with("type", number)
}

fn ids(cells: &[CellId]) -> Vec<usize> {
    cells.iter().map(|c| c.index()).collect()
}

/// Writes a clue; false if there is no place for it.
fn add(
    clue: &Clue,
    puzzle: &Puzzle,
    elements: &mut Vec<Json>,
    lists: &mut BTreeMap<i64, (&'static str, Vec<Json>)>,
) -> bool {
    let grid = &puzzle.grid;
    let first = clue.list(0);
    let value = clue.numbers.first().copied();
    let mut push = |number: i64, key: &'static str, entry: Json| {
        lists.entry(number).or_insert((key, vec![])).1.push(entry);
    };
    let edges = || {
        let pairs = first.windows(2).map(|w| edge_number(grid, w[0], w[1]));
        pairs.collect::<Option<Vec<usize>>>()
    };
    match clue.kind.name {
        "row" | "column" | "box" | "region" | "given" => {}
        kind @ ("negative-difference" | "negative-ratio" | "negative-sum" | "negative-xv") => {
            // They belong to the element with the marks.
            let kind = if kind == "negative-xv" { "negative-sum" } else { kind };
            return negatives(puzzle, kind).is_some();
        }
        "diagonal" => elements.push(element(if value == Some(1) { 11 } else { 10 })),
        "diagonals" => elements.extend([element(10), element(11)]),
        "x" | "v" => {
            let Some(edges) = edges() else { return false };
            let sum = if clue.kind.name == "x" { 10i64 } else { 5 };
            edges.iter().for_each(|&e| {
                push(202, "clues", Json::object().with("value", sum).with("edge", e))
            });
        }
        "thermo" | "slow-thermo" => {
            let slow = clue.kind.name == "slow-thermo";
            let lines = vec![ids(first)];
            elements.push(element(300).with("slow", slow).with("thermometers", lines));
        }
        "cage" => push(
            301,
            "cages",
            Json::object().with("cells", ids(first)).with("value", value.unwrap_or(0)),
        ),
        "clone" => {
            for (a, b) in first.iter().zip(clue.list(1)) {
                push(302, "groups", ids(&[*a, *b]).into());
            }
        }
        "quadruple" => {
            let Some(corner) = corner_number(grid, first) else { return false };
            push(
                303,
                "clues",
                Json::object().with("corner", corner).with("digits", clue.numbers.clone()),
            );
        }
        "edge-sum" => {
            let (Some(edges), Some(sum)) = (edges(), value) else { return false };
            edges.iter().for_each(|&e| {
                push(202, "clues", Json::object().with("value", sum).with("edge", e))
            });
        }
        "look-and-say" if clue.numbers.iter().all(|n| (0..10).contains(n)) => {
            let said: String = clue.numbers.iter().map(i64::to_string).collect();
            push(304, "cages", Json::object().with("cells", ids(first)).with("value", said));
        }
        "entropic-line" | "modular-line" | "parity-line" | "global-entropy" | "global-modular" => {
            let Some(groups) = groups(clue, grid) else { return false };
            elements.push(match clue.kind.name.starts_with("global") {
                true => element(16).with("groups", groups),
                false => element(406).with("lines", vec![ids(first)]).with("groups", groups),
            });
        }
        "whisper" | "dutch-whisper" => {
            let half = grid.digit_count().div_ceil(2) as i64;
            let dutch = clue.kind.name == "dutch-whisper";
            let least = value.unwrap_or(if dutch { half - 1 } else { half });
            elements
                .push(element(401).with("lines", vec![ids(first)]).with("minDifference", least));
        }
        "region-sum-line" | "region-total-line" => {
            let total = clue.kind.name == "region-total-line";
            elements.push(
                element(404).with("lines", vec![ids(first)]).with("singleRegionTotals", total),
            );
        }
        "arrow" => {
            let mut bulb = ids(first);
            let mut arrow = bulb.first().copied().into_iter().collect::<Vec<_>>();
            arrow.extend(ids(clue.list(1)));
            bulb.reverse();
            push(
                408,
                "bulbsWithArrows",
                Json::object().with("bulbCells", bulb).with("arrows", vec![arrow]),
            );
        }
        "little-killer" => {
            let (Some(&start), Some(sum)) = (first.first(), value) else { return false };
            let ways = [(1, 1), (-1, -1), (1, -1), (-1, 1)];
            let goes = |&&(d, r): &&(isize, isize)| grid.ray(start, d, r) == first;
            let Some(&(down, right)) = ways.iter().find(goes) else { return false };
            let place = (grid.row_of(start) as isize - down, grid.col_of(start) as isize - right);
            let outer = outer_number(grid, place.0, place.1) as i64;
            let diagonal = if down == right { -1i64 } else { 1 };
            let entry = Json::object().with("value", sum).with("outerCell", outer);
            push(500, "clues", entry.with("diagonal", diagonal));
        }
        "lockout" if value.unwrap_or(4) != super::lockout(grid) => return false,
        "non-consecutive" | "disjoint-groups" if value.is_some() => return false,
        kind => {
            let Some(&(number, _, form, _)) = TABLE.iter().find(|row| row.1 == kind) else {
                return false;
            };
            match form {
                Form::Flag => elements.push(element(number)),
                Form::Each => elements.push(element(number).with("cells", ids(first))),
                Form::Cells => elements.push(element(number).with("cells", ids(first))),
                Form::Lines => push(number, "lines", ids(first).into()),
                Form::Edges => {
                    let Some(edges) = edges() else { return false };
                    let k = value.unwrap_or(if kind == "ratio" { 2 } else { 1 });
                    edges.iter().for_each(|&e| {
                        push(number, "clues", Json::object().with("value", k).with("edge", e))
                    });
                }
                Form::Outside => {
                    let Some(outer) = outer_of(first, puzzle) else { return false };
                    let entry = Json::object().with("value", value.unwrap_or(0));
                    push(number, "clues", entry.with("outerCell", outer as i64));
                }
            }
        }
    }
    true
}

/// The values that neighbours without a mark must not have; none if there is no such clue, or
/// more than one.
fn negatives(puzzle: &Puzzle, kind: &str) -> Option<Vec<i64>> {
    let of =
        |c: &&Clue| c.kind.name == kind || kind == "negative-sum" && c.kind.name == "negative-xv";
    let mut clues = puzzle.clues.iter().filter(of);
    let clue = clues.next().filter(|_| clues.next().is_none())?;
    let (marks, usual) = match clue.kind.name {
        "negative-xv" => return Some(vec![5, 10]),
        "negative-ratio" => ("ratio", 2),
        "negative-difference" => ("difference", 1),
        _ => return Some(clue.numbers.clone()),
    };
    if !clue.numbers.is_empty() {
        return Some(clue.numbers.clone());
    }
    let marks = puzzle.clues.iter().filter(|c| c.kind.name == marks);
    let mut values: Vec<i64> = marks.map(|c| c.numbers.first().copied().unwrap_or(usual)).collect();
    values.sort_unstable();
    values.dedup();
    Some(if values.is_empty() { vec![usual] } else { values })
}

/// Sets of digits, each as a number with a bit for every digit.
fn groups(clue: &Clue, grid: &Grid) -> Option<Vec<i64>> {
    let set = |keep: &dyn Fn(i64) -> bool| grid.digits().filter(|&d| keep(d)).map(|d| 1 << d).sum();
    if grid.hi() > 30 {
        return None;
    }
    if clue.kind.name.contains("entrop") {
        let thirds = super::thirds(grid);
        return Some(thirds.iter().map(|third| set(&|d| third.contains(&d))).collect());
    }
    let modulus = match clue.kind.name {
        "parity-line" => 2,
        _ => clue.numbers.first().copied().unwrap_or(3),
    };
    (2..=9).contains(&modulus).then(|| (0..modulus).map(|r| set(&|d| d % modulus == r)).collect())
}

/// The place from which a whole row or column is seen.
fn outer_of(line: &[CellId], puzzle: &Puzzle) -> Option<isize> {
    let grid = &puzzle.grid;
    let (&first, &second) = (line.first()?, line.get(1)?);
    let down = grid.row_of(second) as isize - grid.row_of(first) as isize;
    let right = grid.col_of(second) as isize - grid.col_of(first) as isize;
    let whole = grid.ray(first, down, right) == line && grid.step(first, -down, -right).is_none();
    let place = (grid.row_of(first) as isize - down, grid.col_of(first) as isize - right);
    (whole && down * right == 0).then(|| outer_number(grid, place.0, place.1))
}
