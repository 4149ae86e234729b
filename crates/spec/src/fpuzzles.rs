//! f-puzzles boards, as decoded JSON.
//!
//! Rules that exist only as drawings or text make a board `Unsupported`, unless the caller
//! knows that they are decoration.

use std::collections::BTreeMap;

use pencilmark_kernel::expr::{Cmp, Formula};
use pencilmark_puzzle::{CellId, Clue, Grid, Puzzle, kinds};
use serde_json::Value;

use crate::say::{self, Say, clue, compare, digit, number, rules};
use crate::{ReadError, Reading};

/// The JSON of a link: what follows `?load=`.
pub fn decode(text: &str) -> Reading<Value> {
    let broken = || ReadError::broken("not an f-puzzles link");
    let words = lz_str::decompress_from_base64(text).ok_or_else(broken)?;
    let json = String::from_utf16(&words).map_err(|_| broken())?;
    serde_json::from_str(&json).map_err(|_| broken())
}

/// Reads a board. Drawings without a constraint behind them are refused unless they are
/// known to be decoration.
pub fn read(json: &Value, decorated: bool) -> Reading<Puzzle> {
    let size = json["size"].as_u64().ok_or_else(|| ReadError::broken("no size"))? as usize;
    let grid = Grid::new(size, size).ok_or_else(|| ReadError::broken("size"))?;
    let mut puzzle = Puzzle::blank(grid);
    puzzle.add_rows(None);
    puzzle.add_columns(None);
    let clues = read_grid(&json["grid"], &mut puzzle)?;
    puzzle.clues.extend(clues);
    let object = json.as_object().ok_or_else(|| ReadError::broken("not an object"))?;
    for (key, value) in object {
        let board = Board { puzzle: &puzzle, decorated };
        let added = board.constraint(key, value)?;
        puzzle.clues.extend(added);
    }
    let closing = negatives(&json["negative"], &puzzle)?;
    puzzle.clues.extend(closing);
    Ok(puzzle)
}

/// Regions, givens and given pencil marks.
fn read_grid(rows: &Value, puzzle: &mut Puzzle) -> Reading<Vec<Clue>> {
    let size = puzzle.grid.rows();
    let default = puzzle.grid.default_box();
    let mut regions: BTreeMap<i64, Vec<CellId>> = BTreeMap::new();
    let (mut clues, mut irregular) = (Vec::new(), false);
    for cell in puzzle.grid.cells() {
        let (row, col) = (puzzle.grid.row_of(cell), puzzle.grid.col_of(cell));
        let entry = &rows[row][col];
        for key in entry.as_object().into_iter().flat_map(|o| o.keys()) {
            if !CELL_KEYS.contains(&key.as_str()) {
                return Err(ReadError::unsupported(format!("cell {key}")));
            }
        }
        if entry["given"] == true {
            let digit = integer(&entry["value"])?.ok_or_else(|| ReadError::broken("given"))?;
            clues.push(clue("given").number(digit).over([cell]));
        }
        let marks = entry["givenPencilMarks"].as_array().into_iter().flatten();
        let marks: Vec<i64> = marks.filter_map(Value::as_i64).collect();
        if !marks.is_empty() {
            let mut candidates = clue("candidates").over([cell]);
            candidates.numbers = marks;
            clues.push(candidates);
        }
        let home = default.map_or(row, |(h, w)| row / h * h + col / w) as i64;
        let region = match entry.get("region") {
            None => Some(home),
            Some(region) => region.as_i64(),
        };
        irregular |= region != Some(home);
        region.into_iter().for_each(|r| regions.entry(r).or_default().push(cell));
    }
    match default {
        Some((height, width)) if !irregular => {
            puzzle.add_boxes(height, width, None);
        }
        _ => {
            let full = regions.into_values().filter(|r| irregular && r.len() == size);
            puzzle.clues.extend(full.map(|r| Clue::new(&kinds::REGION).over(r)));
        }
    }
    Ok(clues)
}

/// What a cell may have: colours and the player's own notes mean nothing.
const CELL_KEYS: &[&str] = &[
    "value",
    "given",
    "region",
    "givenPencilMarks",
    "cornerPencilMarks",
    "centerPencilMarks",
    "candidates",
    "c",
    "highlight",
    "cArray",
    "highlightArray",
];

/// What says nothing about digits; `negative` is read at the end.
const SILENT_KEYS: &[&str] = &[
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "highlightConflicts",
    "solution",
    "negative",
    "disabledlogic",
    "truecandidatesoptions",
    "successMessage",
    "fogofwar",
    "foglight",
];

struct Board<'a> {
    puzzle: &'a Puzzle,
    decorated: bool,
}

impl Board<'_> {
    fn constraint(&self, key: &str, value: &Value) -> Reading<Vec<Clue>> {
        if SILENT_KEYS.contains(&key) {
            return Ok(vec![]);
        }
        let on = || Ok(vec![clue(flag(key)?)].into_iter().filter(|_| value == true).collect());
        let grid = &self.puzzle.grid;
        match key {
            "diagonal+" => Ok(flagged(value, clue("diagonal").number(1))),
            "diagonal-" => Ok(flagged(value, clue("diagonal").number(-1))),
            "antiknight" | "antiking" | "disjointgroups" | "nonconsecutive" => on(),
            "extraregion" => {
                self.each(value, |e| Ok(vec![clue("extra-region").over(self.cells(e)?)]))
            }
            "killercage" => self.each(value, |e| {
                let cage = clue("cage").over(self.cells(e)?);
                Ok(vec![optional(cage, integer(&e["value"])?)])
            }),
            "odd" | "even" => {
                self.each(value, |e| Ok(vec![clue(key).over([self.cell(&e["cell"])?])]))
            }
            "minimum" => self.each(value, |e| self.extreme(value, e, Cmp::Lt)),
            "maximum" => self.each(value, |e| self.extreme(value, e, Cmp::Gt)),
            "thermometer" => self.lines(value, |_, line| Ok(vec![clue("thermo").over(line)])),
            "slowthermometer" => {
                self.lines(value, |_, line| Ok(vec![clue("slow-thermo").over(line)]))
            }
            "arrow" => self.each(value, |e| self.arrow(e)),
            "difference" => self.each(value, |e| {
                let k = integer(&e["value"])?.unwrap_or(1);
                Ok(vec![clue("difference").number(k).over(self.cells(e)?)])
            }),
            "ratio" => self.each(value, |e| {
                let k = integer(&e["value"])?.unwrap_or(2);
                Ok(vec![clue("ratio").number(k).over(self.cells(e)?)])
            }),
            "xv" => self.each(value, |e| match e["value"].as_str() {
                Some("X" | "x") => Ok(vec![clue("x").over(self.cells(e)?)]),
                Some("V" | "v") => Ok(vec![clue("v").over(self.cells(e)?)]),
                _ => Ok(vec![]),
            }),
            "littlekillersum" => self.each(value, |e| {
                let Some(sum) = integer(&e["value"])? else { return Ok(vec![]) };
                Ok(vec![clue("little-killer").number(sum).over(self.diagonal(e)?)])
            }),
            "clone" => self.each(value, |e| {
                let (a, b) = (self.cells(e)?, self.list(&e["cloneCells"])?);
                let same = a.iter().zip(&b).map(|(&a, &b)| compare(digit(a), Cmp::Eq, digit(b)));
                Ok(rules(same.collect()))
            }),
            "quadruple" => self.each(value, |e| {
                let values = e["values"].as_array().into_iter().flatten();
                let values: Vec<i64> = values.filter_map(Value::as_i64).collect();
                Ok(rules(say::contains(&self.cells(e)?, &values, Cmp::Ge)))
            }),
            "palindrome" => self.lines(value, |_, l| Ok(rules(say::palindrome(&l)))),
            "betweenline" => self.lines(value, |_, l| Ok(rules(say::between(&l)))),
            "renban" => self.lines(value, |_, l| Ok(rules(say::renban(&l)))),
            "nabner" => self.lines(value, |_, l| Ok(rules(say::nabner(&l)))),
            "doublearrow" => self.lines(value, |_, l| Ok(rules(say::double_arrow(&l)))),
            "zipperline" => self.lines(value, |_, l| Ok(rules(say::zipper(&l)))),
            "modularline" => self.lines(value, |_, l| Ok(rules(say::modular(&l, 3)))),
            "entropicline" if grid.hi() == 9 => {
                self.lines(value, |_, l| Ok(rules(say::entropic(&l, grid))))
            }
            "whispers" => self.lines(value, |e, l| {
                let least = integer(&e["value"])?.unwrap_or((grid.hi() + 1) / 2);
                Ok(rules(say::whisper(&l, least)))
            }),
            "regionsumline" => self.lines(value, |_, l| {
                let houses = |kind| self.puzzle.clues_of(kind).map(|c| c.list(0).to_vec());
                let regions: Vec<_> = houses("box").chain(houses("region")).collect();
                Ok(rules(say::region_sums(&l, &regions)))
            }),
            "rowindexer" | "columnindexer" => self.each(value, |e| {
                let one = |&cell: &CellId| self.index(cell, key == "rowindexer");
                Ok(rules(self.cells(e)?.iter().map(one).collect()))
            }),
            "sandwichsum" => self.outside(value, |l, n| say::sandwich(l, n, grid)),
            "skyscraper" => self.outside(value, |l, n| say::skyscraper(l, n, grid)),
            "xsum" => self.outside(value, say::x_sum),
            "line" | "circle" | "rectangle" | "text" | "cage" => self.drawing(key, value),
            _ => Err(ReadError::unsupported(key)),
        }
    }

    fn each(&self, list: &Value, one: impl Fn(&Value) -> Reading<Vec<Clue>>) -> Reading<Vec<Clue>> {
        let entries = list.as_array().ok_or_else(|| ReadError::broken("not a list"))?;
        let lists: Vec<_> = entries.iter().map(one).collect::<Reading<_>>()?;
        Ok(lists.into_iter().flatten().collect())
    }

    fn lines(
        &self,
        list: &Value,
        one: impl Fn(&Value, Vec<CellId>) -> Reading<Vec<Clue>>,
    ) -> Reading<Vec<Clue>> {
        self.each(list, |entry| self.each(&entry["lines"], |line| one(entry, self.list(line)?)))
    }

    /// The shaft leaves out the cell in the circle. A circle without lines is decoration.
    fn arrow(&self, entry: &Value) -> Reading<Vec<Clue>> {
        let circle = self.cells(entry)?;
        self.each(&entry["lines"], |line| {
            let line = self.list(line)?;
            let shaft = line.get(1..).filter(|s| !s.is_empty());
            let shaft = shaft.ok_or_else(|| ReadError::broken("an arrow without shaft"))?;
            Ok(vec![clue("arrow").over(circle.clone()).over(shaft)])
        })
    }

    /// Neighbours marked the same way are exempt.
    fn extreme(&self, all: &Value, entry: &Value, op: Cmp) -> Reading<Vec<Clue>> {
        let marked = all.as_array().into_iter().flatten().map(|e| self.cell(&e["cell"]));
        let marked: Vec<CellId> = marked.collect::<Reading<_>>()?;
        let cell = self.cell(&entry["cell"])?;
        let sides = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let around = sides.iter().filter_map(|&(d, r)| self.puzzle.grid.step(cell, d, r));
        let free = around.filter(|c| !marked.contains(c));
        Ok(rules(free.map(|c| compare(digit(cell), op, digit(c))).collect()))
    }

    fn diagonal(&self, entry: &Value) -> Reading<Vec<CellId>> {
        let (down, right) = match entry["direction"].as_str() {
            Some("UL") => (-1, -1),
            Some("UR") => (-1, 1),
            Some("DL") => (1, -1),
            Some("DR") => (1, 1),
            _ => return Err(ReadError::broken("direction")),
        };
        // The clue stands outside the grid: its first step leads in.
        let (row, col) = place(&entry["cell"])?;
        let grid = &self.puzzle.grid;
        let first = match inside(grid, row, col) {
            Some(cell) => Some(cell),
            None => inside(grid, row + down as i64, col + right as i64),
        };
        let first = first.ok_or_else(|| ReadError::broken("a diagonal outside the grid"))?;
        Ok(grid.ray(first, down, right))
    }

    /// Clues outside the grid, about the line that starts at the nearest cell.
    fn outside(&self, list: &Value, one: impl Fn(&[CellId], i64) -> Say) -> Reading<Vec<Clue>> {
        let grid = &self.puzzle.grid;
        let n = grid.rows() as i64;
        self.each(list, |entry| {
            let Some(value) = integer(&entry["value"])? else { return Ok(vec![]) };
            let line = match place(&entry["cell"])? {
                (0, c) if (1..=n).contains(&c) => grid.column(c as usize - 1),
                (r, 0) if (1..=n).contains(&r) => grid.row(r as usize - 1),
                (r, c) if r == n + 1 && (1..=n).contains(&c) => {
                    reversed(grid.column(c as usize - 1))
                }
                (r, c) if c == n + 1 && (1..=n).contains(&r) => reversed(grid.row(r as usize - 1)),
                _ => return Err(ReadError::broken("a clue that is not at the edge")),
            };
            Ok(rules(vec![one(&line, value)]))
        })
    }

    fn index(&self, cell: CellId, by_row: bool) -> Say {
        let grid = &self.puzzle.grid;
        let (row, col) = (grid.row_of(cell), grid.col_of(cell));
        let (line, at) = if by_row { (grid.column(col), row) } else { (grid.row(row), col) };
        say::indexes(cell, &line, number(at as i64 + 1))
    }

    fn drawing(&self, key: &str, list: &Value) -> Reading<Vec<Clue>> {
        let marks = ["fromConstraint", "isNewConstraint", "fromRangskSolver"];
        let copies = |e: &Value| marks.iter().any(|m| !e[*m].is_null());
        if self.decorated || list.as_array().is_some_and(|l| l.iter().all(copies)) {
            return Ok(vec![]);
        }
        Err(ReadError::unsupported(format!("drawn {key}")))
    }

    fn cells(&self, entry: &Value) -> Reading<Vec<CellId>> {
        self.list(&entry["cells"])
    }

    fn list(&self, list: &Value) -> Reading<Vec<CellId>> {
        let words = list.as_array().ok_or_else(|| ReadError::broken("no list of cells"))?;
        words.iter().map(|w| self.cell(w)).collect()
    }

    fn cell(&self, word: &Value) -> Reading<CellId> {
        let (row, col) = place(word)?;
        let outside = || ReadError::broken(format!("{word} is outside the grid"));
        inside(&self.puzzle.grid, row, col).ok_or_else(outside)
    }
}

fn flag(key: &str) -> Reading<&'static str> {
    let kind = kinds::find(key).ok_or_else(|| ReadError::unsupported(key))?;
    Ok(kind.name)
}

fn flagged(value: &Value, clue: Clue) -> Vec<Clue> {
    if value == true { vec![clue] } else { vec![] }
}

fn optional(clue: Clue, n: Option<i64>) -> Clue {
    match n {
        Some(n) => clue.number(n),
        None => clue,
    }
}

fn reversed(mut line: Vec<CellId>) -> Vec<CellId> {
    line.reverse();
    line
}

/// `R1C1`, counted from 1; 0 and the size plus 1 lie outside.
fn place(word: &Value) -> Reading<(i64, i64)> {
    let broken = || ReadError::broken(format!("{word} is not a cell"));
    let text = word.as_str().and_then(|t| t.strip_prefix('R')).ok_or_else(broken)?;
    let (row, col) = text.split_once('C').ok_or_else(broken)?;
    Ok((row.parse().map_err(|_| broken())?, col.parse().map_err(|_| broken())?))
}

fn inside(grid: &Grid, row: i64, col: i64) -> Option<CellId> {
    let at = |n: i64| usize::try_from(n).ok()?.checked_sub(1);
    grid.cell(at(row)?, at(col)?)
}

/// A number, or its text; nothing if absent or empty.
fn integer(value: &Value) -> Reading<Option<i64>> {
    match value {
        Value::Null => Ok(None),
        Value::String(s) if s.trim().is_empty() => Ok(None),
        Value::String(s) => match s.trim().parse() {
            Ok(n) => Ok(Some(n)),
            Err(_) => Err(ReadError::unsupported(format!("value {s}"))),
        },
        Value::Number(n) => Ok(n.as_i64()),
        other => Err(ReadError::broken(format!("{other} is not a number"))),
    }
}

/// Pairs without a mark must not look as if they deserved one.
fn negatives(list: &Value, puzzle: &Puzzle) -> Reading<Vec<Clue>> {
    let mut all = Vec::new();
    for what in list.as_array().into_iter().flatten() {
        match what.as_str() {
            Some("ratio") => {
                let mut used: Vec<i64> =
                    puzzle.clues_of("ratio").flat_map(|c| c.numbers.clone()).collect();
                if used.is_empty() {
                    used.push(2);
                }
                let dot = |x: i64, y: i64| used.iter().any(|k| x == k * y || y == k * x);
                all.extend(unmarked(puzzle, &["difference", "ratio"], dot));
            }
            Some("xv") => {
                all.extend(unmarked(puzzle, &["x", "v"], |x, y| x + y == 5 || x + y == 10));
            }
            _ => return Err(ReadError::unsupported(format!("negative {what}"))),
        }
    }
    Ok(rules(all))
}

/// Neighbours without one of these marks do not stand in the relation.
fn unmarked(puzzle: &Puzzle, marks: &[&'static str], mark: impl Fn(i64, i64) -> bool) -> Vec<Say> {
    let marked: Vec<_> = marks.iter().flat_map(|k| puzzle.clues_of(k)).map(|c| c.list(0)).collect();
    let free = |&(a, b): &(CellId, CellId)| !marked.iter().any(|m| *m == [a, b] || *m == [b, a]);
    let pairs = say::neighbours(&puzzle.grid).into_iter().filter(free);
    pairs.map(|(a, b)| say::related(a, b, &puzzle.grid, |x, y| !mark(x, y))).collect()
}

/// A constraint given beside the board: `knightmare:5,15` forbids these sums a knight's
/// move apart.
pub fn extra_constraint(text: &str, puzzle: &Puzzle) -> Reading<Vec<Clue>> {
    let Some(sums) = text.strip_prefix("knightmare:") else {
        return Err(ReadError::unsupported(text));
    };
    let sums: Result<Vec<i64>, _> = sums.split(',').map(str::parse).collect();
    let sums = sums.map_err(|_| ReadError::broken(text))?;
    let moves = [(1, 2), (1, -2), (2, 1), (2, -1)];
    let pairs = say::apart_by(&puzzle.grid, &moves).into_iter();
    let not = |(a, b)| Formula::Not(Box::new(Formula::In(say::sum(&[a, b]), sums.clone())));
    Ok(rules(pairs.map(not).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn board(mut parts: Value) -> Value {
        parts["size"] = json!(4);
        parts["grid"] =
            json!([[{}, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}]]);
        parts
    }

    #[test]
    fn nothing_is_skipped_in_silence() {
        let kind = |parts| read(&board(parts), false).unwrap_err();
        assert_eq!(kind(json!({"lockout": []})), ReadError::unsupported("lockout"));
        assert_eq!(kind(json!({"text": [{"value": "?"}]})), ReadError::unsupported("drawn text"));
        assert_eq!(kind(json!({"negative": ["sum"]})), ReadError::unsupported("negative \"sum\""));
        let copied = json!({"line": [{"fromConstraint": "Renban"}]});
        assert!(read(&board(copied), false).is_ok());
    }

    #[test]
    fn values_may_be_text_numbers_or_missing() {
        let sums = |value: Value| {
            let parts = json!({"killercage": [{"cells": ["R1C1"], "value": value}]});
            let puzzle = read(&board(parts), false).unwrap();
            puzzle.clues_of("cage").next().unwrap().numbers.clone()
        };
        assert_eq!(sums(json!("3")), [3]);
        assert_eq!(sums(json!(3)), [3]);
        assert!(sums(json!("")).is_empty() && sums(Value::Null).is_empty());
    }

    #[test]
    fn an_arrow_without_lines_is_a_circle() {
        let parts = json!({"arrow": [{"cells": ["R1C1"], "lines": []}]});
        assert_eq!(read(&board(parts), false).unwrap().clues_of("arrow").count(), 0);
    }

    #[test]
    fn regions_replace_the_boxes() {
        let mut parts = board(json!({}));
        parts["grid"][0][1]["region"] = json!(null);
        let puzzle = read(&parts, false).unwrap();
        assert_eq!((puzzle.clues_of("box").count(), puzzle.clues_of("region").count()), (0, 3));
    }
}
