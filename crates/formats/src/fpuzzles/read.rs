//! A board into a puzzle.

use std::collections::BTreeMap;

use pencilmark_puzzle::{CellId, Clue, Puzzle, kinds};

use super::cells::{cell, cells, fault, inside, line_from, list, place};
use super::{Form, TABLE, drawn};
use crate::export::count;
use crate::import::{Import, Reading, Trouble, clue, digits_in, grid};
use crate::json::{Json, Value};

/// Reads a board.
pub(crate) fn read_board(json: &Json) -> Reading<Import> {
    if !matches!(json.value, Value::Object(_)) {
        return Err(fault(json, format!("a board is an object, this is {}", json.sort())));
    }
    let size = json.get("size").integer().or(Some(json.get("grid").items().len() as i64));
    let size = size.filter(|n| *n > 0).ok_or_else(|| fault(json, "the board has no size"))?;
    let mut puzzle = Puzzle::blank(grid(size, size)?);
    puzzle.add_rows(None);
    puzzle.add_columns(None);
    let text =
        |key: &str| json.get(key).text().map(str::to_string).filter(|t| !t.trim().is_empty());
    (puzzle.title, puzzle.author, puzzle.rules) = (text("title"), text("author"), text("ruleset"));
    let mut import = Import::new(puzzle);
    let clues = read_grid(json.get("grid"), &mut import)?;
    clues.into_iter().for_each(|clue| import.add(clue));
    // A prime side has no boxes; what speaks of regions there means the rows.
    let speaks = ["regionsumline", "disjointgroups", "boxindexer"];
    let speaks = speaks.iter().any(|key| !json.get(key).is_null());
    let board = import.puzzle.grid.clone();
    let houses = ["box", "region", "extra-region"];
    let bare = !import.puzzle.clues.iter().any(|c| houses.contains(&c.kind.name));
    if speaks && bare && board.default_box().is_none() {
        for row in 0..board.rows() {
            import.add(Clue::new(&kinds::REGION).over(board.row(row)));
        }
    }
    for (key, value) in json.entries() {
        constraint(key, value, &mut import)?;
    }
    drawn::compare_with_rules(&mut import);
    Ok(import)
}

/// Regions, givens and given pencil marks.
fn read_grid(rows: &Json, import: &mut Import) -> Reading<Vec<Clue>> {
    let grid = import.puzzle.grid.clone();
    if !rows.is_null() && rows.items().len() != grid.rows() {
        let told = count(rows.items().len(), "row");
        let message = format!("`grid` has {told}, not {}", grid.rows());
        return Err(fault(rows, message));
    }
    let default = grid.default_box();
    let mut regions: BTreeMap<i64, Vec<CellId>> = BTreeMap::new();
    let (mut clues, mut irregular) = (Vec::new(), false);
    let nothing = Json::object();
    for id in grid.cells() {
        let (row, col) = (grid.row_of(id), grid.col_of(id));
        let entry = rows.items().get(row).and_then(|r| r.items().get(col)).unwrap_or(&nothing);
        clues.extend(cell_clues(id, entry, import)?);
        let home = default.map_or(row, |(h, w)| row / h * h + col / w) as i64;
        let region = match entry.entries().iter().any(|(key, _)| key == "region") {
            false => Some(home),
            true => entry.get("region").integer(),
        };
        irregular |= region != Some(home);
        region.into_iter().for_each(|r| regions.entry(r).or_default().push(id));
    }
    match default {
        Some((height, width)) if !irregular => {
            import.puzzle.add_boxes(height, width, None);
        }
        _ if irregular => {
            for cells in regions.into_values() {
                // One with more cells than there are digits leaves the puzzle without solution.
                import.add(match cells.len() == grid.rows() {
                    true => Clue::new(&kinds::REGION).over(cells),
                    false => clue("extra-region").over(cells),
                });
            }
        }
        _ => {}
    }
    Ok(clues)
}

/// What a cell may have that means nothing: colours and the player's own notes.
const SILENT_IN_CELLS: &[&str] = &[
    "value",
    "given",
    "region",
    "cornerPencilMarks",
    "centerPencilMarks",
    "candidates",
    "c",
    "highlight",
    "cArray",
    "highlightArray",
];

fn cell_clues(id: CellId, entry: &Json, import: &mut Import) -> Reading<Vec<Clue>> {
    let mut clues = Vec::new();
    if entry.get("given").is_true() {
        let value = entry.get("value");
        match value.integer() {
            Some(digit) => clues.push(clue("given").number(digit).over([id])),
            None if value.is_null() => {}
            None => return Err(fault(value, "a given should be a number")),
        }
    }
    for (key, value) in entry.entries() {
        match (key.as_str(), value.text()) {
            ("givenPencilMarks", _) => {
                let marks: Vec<i64> = value.items().iter().filter_map(Json::integer).collect();
                clues.extend((!marks.is_empty()).then(|| digits_in(id, marks)));
            }
            ("parity", Some(kind @ ("odd" | "even"))) => clues.push(clue(kind).over([id])),
            ("extreme", Some(kind @ ("minimum" | "maximum"))) => clues.push(clue(kind).over([id])),
            ("parity" | "extreme", _) => {}
            (key, _) if SILENT_IN_CELLS.contains(&key) => {}
            (key, _) => import.warn(format!("`{key}` of a cell is not known, so it is lost")),
        }
    }
    Ok(clues)
}

/// What says nothing about digits, or has been read already.
const SILENT: &[&str] = &[
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "highlightConflicts",
    "solution",
    "disabledlogic",
    "truecandidatesoptions",
    "successMessage",
    "fogofwar",
    "foglight",
    "metadata",
    "id",
];

fn constraint(key: &str, value: &Json, import: &mut Import) -> Reading<()> {
    if SILENT.contains(&key) || value.is_null() || value.value == Value::Bool(false) {
        return Ok(());
    }
    if let Some(&(_, kind, form, least)) = TABLE.iter().find(|row| row.0 == key) {
        return regular(key, kind, form, least, value, import);
    }
    match key {
        "arrow" => each(value, key, |e| arrow(e, import)),
        "xv" => each(value, key, |e| xv(e, import)),
        "littlekillersum" => each(value, key, |e| little_killer(e, import)),
        "clone" => each(value, key, |e| {
            let grid = &import.puzzle.grid;
            let (mut a, mut b) = (cells(e.get("cells"), grid)?, cells(e.get("cloneCells"), grid)?);
            if a.len() != b.len() {
                import.warn("a clone has fewer cells than its original; the others are free");
                let both = a.len().min(b.len());
                a.truncate(both);
                b.truncate(both);
            }
            if a.is_empty() {
                return Ok(());
            }
            import.add(clue("clone").over(a).over(b));
            Ok(())
        }),
        "quadruple" => each(value, key, |e| {
            let square = cells(e.get("cells"), &import.puzzle.grid)?;
            let values: Vec<i64> =
                list(e.get("values"), "values")?.iter().filter_map(Json::integer).collect();
            if !values.is_empty() {
                let mut quad = clue("quadruple").over(square);
                quad.numbers = values;
                import.add(quad);
            }
            Ok(())
        }),
        "negative" => each(value, key, |e| {
            match e.text() {
                Some("ratio") => import.add(clue("negative-ratio")),
                Some("xv") => import.add(clue("negative-xv")),
                Some("difference") => import.add(clue("negative-difference")),
                _ => import.warn(format!(
                    "the negative constraint `{}` is not known, so it is lost",
                    e.text().unwrap_or("?")
                )),
            }
            Ok(())
        }),
        "line" | "circle" | "rectangle" | "text" | "cage" => drawn::read(key, value, import),
        _ => {
            import.warn(format!("`{key}` is no constraint that is known, so it is lost"));
            Ok(())
        }
    }
}

fn each(list_of: &Json, key: &str, mut one: impl FnMut(&Json) -> Reading<()>) -> Reading<()> {
    // What is absent has no place: the entry that lacks it has.
    let placed = |entry: &Json, mut e: Trouble| {
        if e.at.as_ref().is_some_and(|at| at.start < entry.at) {
            e.at = Some(entry.at..entry.at + 1);
            e.message = format!("{} in an entry of `{key}`", e.message);
        }
        e
    };
    let entries = list(list_of, &format!("`{key}`"))?;
    entries.iter().try_for_each(|entry| one(entry).map_err(|e| placed(entry, e)))
}

/// A constraint of one of the forms of the table.
fn regular(
    key: &str,
    kind: &str,
    form: Form,
    least: usize,
    value: &Json,
    import: &mut Import,
) -> Reading<()> {
    let grid = import.puzzle.grid.clone();
    match form {
        Form::Flag if value.is_true() => import.add(clue(kind)),
        Form::Sign(sign) if value.is_true() => import.add(clue(kind).number(sign)),
        Form::Flag | Form::Sign(_) => {
            import.warn(format!("`{key}` is {}, not true, so it is lost", value.sort()));
        }
        Form::Cell => each(value, key, |e| {
            import.add(clue(kind).over([cell(e.get("cell"), &grid)?]));
            Ok(())
        })?,
        Form::Cells | Form::CellsValue => each(value, key, |e| {
            let cells = cells(e.get("cells"), &grid)?;
            let number = match form {
                Form::CellsValue => number(e, key, import),
                _ => None,
            };
            let number = number.or(match key {
                "difference" => Some(1),
                "ratio" => Some(2),
                _ => None,
            });
            if cells.len() >= least {
                import.add(with(clue(kind).over(cells), number));
            }
            Ok(())
        })?,
        Form::Lines | Form::LinesValue => each(value, key, |e| {
            let number = if form == Form::LinesValue { number(e, key, import) } else { None };
            let number = number.or((key == "modularline").then_some(3));
            each(e.get("lines"), "lines", |line| {
                let line = cells(line, &grid)?;
                if line.len() >= least {
                    import.add(with(clue(kind).over(line), number));
                }
                Ok(())
            })
        })?,
        Form::Outside => each(value, key, |e| {
            if let Some(n) = number(e, key, import) {
                import.add(clue(kind).number(n).over(line_from(e.get("cell"), &grid)?));
            }
            Ok(())
        })?,
    }
    Ok(())
}

fn with(clue: Clue, number: Option<i64>) -> Clue {
    match number {
        Some(n) => clue.number(n),
        None => clue,
    }
}

/// The number in `value`: a number, or a text that is one; nothing if it is absent or empty.
fn number(entry: &Json, key: &str, import: &mut Import) -> Option<i64> {
    let value = entry.get("value");
    let empty = value.is_null() || value.text().is_some_and(|t| t.trim().is_empty());
    let number = value.integer();
    if number.is_none() && !empty {
        let shown = value.text().unwrap_or(value.sort()).to_string();
        import.warn(format!("`{shown}` of a {key} is not a number, so it is lost"));
    }
    number
}

/// The shaft leaves out the cell in the circle. A circle without lines is decoration.
fn arrow(entry: &Json, import: &mut Import) -> Reading<()> {
    let grid = import.puzzle.grid.clone();
    let circle = cells(entry.get("cells"), &grid)?;
    each(entry.get("lines"), "lines", |line| {
        let line = cells(line, &grid)?;
        if let Some(shaft) = line.get(1..).filter(|s| !s.is_empty()) {
            import.add(clue("arrow").over(circle.clone()).over(shaft));
        }
        Ok(())
    })
}

fn xv(entry: &Json, import: &mut Import) -> Reading<()> {
    let pair = cells(entry.get("cells"), &import.puzzle.grid)?;
    let value = entry.get("value");
    match (value.text().map(str::trim), value.integer()) {
        (Some("X" | "x"), _) | (_, Some(10)) => import.add(clue("x").over(pair)),
        (Some("V" | "v"), _) | (_, Some(5)) => import.add(clue("v").over(pair)),
        (Some(""), _) => {}
        _ if value.is_null() => {}
        (other, _) => {
            let other = other.unwrap_or(value.sort());
            import.warn(format!("`{other}` of an xv is neither X nor V, so it is lost"));
        }
    }
    Ok(())
}

/// The clue stands outside the grid: its first step leads in.
fn little_killer(entry: &Json, import: &mut Import) -> Reading<()> {
    let Some(sum) = number(entry, "littlekillersum", import) else { return Ok(()) };
    let direction = entry.get("direction");
    let (down, right) = match direction.text() {
        Some("UL") => (-1, -1),
        Some("UR") => (-1, 1),
        Some("DL") => (1, -1),
        Some("DR") => (1, 1),
        _ => return Err(fault(direction, "expected a direction: UL, UR, DL or DR")),
    };
    let grid = &import.puzzle.grid;
    let (row, col) = place(entry.get("cell"))?;
    let first = inside(grid, row, col)
        .or_else(|| inside(grid, row + down as i64, col + right as i64))
        .ok_or_else(|| fault(entry.get("cell"), "the diagonal does not enter the grid"))?;
    // One that starts inside the grid is a sum like any other.
    let outside = grid.step(first, -down, -right).is_none();
    let kind = if outside { "little-killer" } else { "sum" };
    let diagonal = grid.ray(first, down, right);
    import.add(clue(kind).number(sum).over(diagonal));
    Ok(())
}
