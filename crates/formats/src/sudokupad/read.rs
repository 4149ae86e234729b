//! A board of SudokuPad into a puzzle.

use pencilmark_puzzle::{CellId, Clue, Grid, Puzzle, kinds};

use crate::fpuzzles::compare_with_rules;
use crate::import::{Import, Reading, Trouble, clue, grid};
use crate::json::{Json, Value};

/// Keys and what they are called in a zipped board.
const SHORT: &[(&str, &str)] = &[
    ("cages", "ca"),
    ("cells", "ce"),
    ("arrows", "a"),
    ("overlays", "o"),
    ("underlays", "u"),
    ("value", "v"),
    ("lines", "l"),
    ("regions", "re"),
    ("title", "t"),
    ("text", "te"),
];

/// The value of a key, by its long or its short name.
fn field<'a>(json: &'a Json, key: &str) -> &'a Json {
    let found = json.get(key);
    match SHORT.iter().find(|(long, _)| *long == key) {
        Some((_, short)) if found.is_null() => json.get(short),
        _ => found,
    }
}

/// Whether JSON is a board of this program.
pub(crate) fn is_board(json: &Json) -> bool {
    let keys = ["cells", "regions", "cages", "lines", "underlays", "overlays", "metadata"];
    json.get("grid").is_null() && keys.iter().any(|key| !field(json, key).is_null())
}

pub(crate) fn read_board(json: &Json) -> Reading<Import> {
    let grid = size(json)?;
    let metadata = json.get("metadata");
    let mut import = Import::new(Puzzle::blank(grid));
    remarks(json, metadata, &mut import);
    houses(json, metadata, &mut import)?;
    givens(json, &mut import)?;
    for (key, kind) in [("antiknight", "anti-knight"), ("antiking", "anti-king")] {
        let global = json.get("global").items().iter().any(|g| g.text() == Some(key));
        if metadata.get(key).is_true() || global {
            import.add(clue(kind));
        }
    }
    for cage in field(json, "cages").items() {
        read_cage(cage, &mut import)?;
    }
    drawings(json, &mut import);
    compare_with_rules(&mut import);
    Ok(import)
}

fn size(json: &Json) -> Reading<Grid> {
    let rows = field(json, "cells").items();
    let cols = rows.iter().map(|row| row.items().len()).max().unwrap_or(0);
    match rows.len() {
        0 => Err(Trouble::new("the board has no cells")),
        n => grid(n as i64, cols as i64),
    }
}

/// Title, author and rules: in `metadata`, or as the text of cages without cells.
fn remarks(json: &Json, metadata: &Json, import: &mut Import) {
    let texts = field(json, "cages").items().iter().filter(|c| is_remark(c));
    let texts: Vec<&str> = texts.filter_map(|c| field(c, "value").text()).collect();
    let find = |key: &str| {
        let prefix = format!("{key}:");
        let told = field(metadata, key).text().map(str::to_string);
        let list: Vec<&str> = metadata.get(key).items().iter().filter_map(Json::text).collect();
        let told = told.or((!list.is_empty()).then(|| list.join("\n")));
        let hidden =
            || texts.iter().find_map(|t| Some(t.trim().strip_prefix(&prefix)?.trim().to_string()));
        told.or_else(hidden).filter(|t| !t.is_empty())
    };
    let puzzle = &mut import.puzzle;
    (puzzle.title, puzzle.author, puzzle.rules) = (find("title"), find("author"), find("rules"));
    puzzle.source = find("source");
}

/// A cage without cells that holds a word about the puzzle.
fn is_remark(cage: &Json) -> bool {
    let cells = field(cage, "cells");
    let empty = cells.items().is_empty() && cells.text().is_none_or(str::is_empty);
    let keys = ["title:", "author:", "rules:", "solution:", "source:", "msgcorrect:", "foglight"];
    let text = field(cage, "value").text().unwrap_or_default().trim().to_lowercase();
    empty || keys.iter().any(|key| text.starts_with(key))
}

fn houses(json: &Json, metadata: &Json, import: &mut Import) -> Reading<()> {
    let told = field(json, "cages").items().iter().any(|c| c.get("type").text() == Some("rowcol"));
    if !metadata.get("norowcol").is_true() && !told {
        import.puzzle.add_rows(None);
        import.puzzle.add_columns(None);
    }
    let mut regions = Vec::new();
    for region in field(json, "regions").items() {
        let mut cells = cells(region, &import.puzzle.grid)?;
        cells.sort_unstable();
        regions.extend((!cells.is_empty()).then_some(cells));
    }
    let boxes = import.puzzle.grid.default_box();
    let usual = boxes.and_then(|(h, w)| import.puzzle.grid.boxes(h, w)).is_some_and(|mut usual| {
        usual.sort_unstable();
        let mut told = regions.clone();
        told.sort_unstable();
        usual == told
    });
    match boxes {
        Some((height, width)) if usual => {
            import.puzzle.add_boxes(height, width, None);
        }
        _ => {
            let n = import.puzzle.grid.house_size();
            for cells in regions {
                match cells.len() {
                    size if size == n => import.add(Clue::new(&kinds::REGION).over(cells)),
                    size if size < n => import.add(clue("extra-region").over(cells)),
                    _ => import.warn("a region has more cells than there are digits"),
                }
            }
        }
    }
    Ok(())
}

fn givens(json: &Json, import: &mut Import) -> Reading<()> {
    for (r, row) in field(json, "cells").items().iter().enumerate() {
        for (c, entry) in row.items().iter().enumerate() {
            let Some(id) = import.puzzle.grid.cell(r, c) else { continue };
            let value = field(entry, "value");
            let marks = ["pencilMarks", "centremarks", "cornermarks", "candidates"];
            if marks.iter().any(|key| !entry.get(key).is_null()) {
                import.warn("pencil marks in cells are notes, so they are not read");
            }
            match value.integer() {
                _ if entry.get("given").value == Value::Bool(false) => {}
                Some(digit) => import.puzzle.add_given(id, digit, None),
                None if value.is_null() || value.text().is_some_and(|t| t.trim().is_empty()) => {}
                None => import.warn("a cell holds something that is not a digit"),
            }
        }
    }
    Ok(())
}

fn read_cage(cage: &Json, import: &mut Import) -> Reading<()> {
    if is_remark(cage) {
        return Ok(());
    }
    let cells = cells(field(cage, "cells"), &import.puzzle.grid)?;
    let value = field(cage, "value");
    let sum = cage.get("sum").integer().or(value.integer());
    match (cage.get("type").text(), cage.get("unique").is_true()) {
        (Some("rowcol"), _) => {
            let row = cells
                .windows(2)
                .all(|w| import.puzzle.grid.row_of(w[0]) == import.puzzle.grid.row_of(w[1]));
            let kind = if row { &kinds::ROW } else { &kinds::COLUMN };
            import.add(Clue::new(kind).over(cells));
        }
        (Some("region"), _) => import.add(clue("extra-region").over(cells)),
        (_, true) => {
            let cage = clue("cage").over(cells);
            import.add(match sum {
                Some(sum) => cage.number(sum),
                None => cage,
            });
            if let (None, Some(text)) = (sum, value.text().filter(|t| !t.trim().is_empty())) {
                import.warn(format!("the text `{text}` of a cage is only drawn, so it is lost"));
            }
        }
        (_, false) => {
            let shown = value.text().map(str::to_string).or(value.integer().map(|n| n.to_string()));
            let shown =
                shown.filter(|t| !t.trim().is_empty()).map_or(String::new(), |t| format!(" `{t}`"));
            let cells = import.puzzle.grid.list(&cells);
            import.warn(format!(
                "the cage{shown} at {cells} is only drawn, so a rule about it is lost"
            ));
        }
    }
    Ok(())
}

/// Names what is only drawn, each sort once.
fn drawings(json: &Json, import: &mut Import) {
    let sorts =
        [("lines", "line"), ("arrows", "arrow"), ("underlays", "shape"), ("overlays", "shape")];
    let mut shapes = 0;
    for (key, word) in sorts {
        let items = field(json, key).items();
        // Drawn by many tools to hide or to repeat the grid itself.
        let meant = items.iter().filter(|i| i.get("target").text() != Some("cell-grids")).count();
        if word == "shape" {
            shapes += meant;
            continue;
        }
        if meant > 0 {
            let plural = if meant == 1 { "" } else { "s" };
            import.warn(format!("only drawn, so a rule about it is lost: {meant} {word}{plural}"));
        }
    }
    if shapes > 0 {
        import.warn(format!(
            "only drawn, so a rule about it is lost: {}",
            match shapes {
                1 => "a circle, dot, text or other shape".to_string(),
                n => format!("{n} circles, dots, texts or other shapes"),
            }
        ));
    }
}

/// Cells as pairs of numbers from 0, or as a text `r1c1-r1c9r2c1`.
fn cells(json: &Json, grid: &Grid) -> Reading<Vec<CellId>> {
    let fault = |json: &Json, message: String| Trouble::new(message).at(json.at..json.at + 1);
    if let Some(text) = json.text() {
        return named(text, grid).ok_or_else(|| fault(json, format!("`{text}` are no cells")));
    }
    let mut cells = Vec::new();
    for pair in json.items() {
        let at = |i: usize| pair.items().get(i).and_then(Json::integer);
        let found = at(0)
            .zip(at(1))
            .and_then(|(r, c)| grid.cell(usize::try_from(r).ok()?, usize::try_from(c).ok()?));
        match found {
            Some(cell) => cells.push(cell),
            None => return Err(fault(pair, "this is not a cell of the grid".into())),
        }
    }
    Ok(cells)
}

/// `r1c1`, runs of them, and ranges between two corners.
fn named(text: &str, grid: &Grid) -> Option<Vec<CellId>> {
    let lower = text.to_lowercase();
    let mut rest = lower.as_str();
    let mut cells: Vec<CellId> = Vec::new();
    let mut range = false;
    loop {
        rest = rest.trim_start_matches([' ', ',', ';']);
        if rest.is_empty() {
            return (!range).then_some(cells);
        }
        if let Some(after) = rest.strip_prefix('-') {
            (rest, range) = (after, true);
            continue;
        }
        let number = |text: &str| {
            let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
            Some((text[..end].parse::<usize>().ok()?.checked_sub(1)?, end))
        };
        let (row, end) = number(rest.strip_prefix('r')?)?;
        let after = &rest[1 + end..];
        let (col, end) = number(after.strip_prefix('c')?)?;
        rest = &after[1 + end..];
        let cell = grid.cell(row, col)?;
        if range {
            let from = *cells.last()?;
            let (r0, c0) = (grid.row_of(from), grid.col_of(from));
            let corner = (r0.min(row), c0.min(col));
            let block =
                grid.rectangle(corner.0, corner.1, r0.abs_diff(row) + 1, c0.abs_diff(col) + 1);
            cells.extend(block.into_iter().filter(|c| *c != from));
            range = false;
        } else {
            cells.push(cell);
        }
        if cells.len() > grid.size() * 4 {
            return None;
        }
    }
}
