//! lisudoku: a puzzle as JSON, which its links pack.

use pencilmark_puzzle::{CellId, Clue, Grid, Puzzle, kinds};

use crate::import::{Import, Reading, Trouble, clue, grid};
use crate::json::Json;

pub(crate) fn is_puzzle(json: &Json) -> bool {
    !json.get("gridSize").is_null()
}

/// Reads the JSON, as it stands in a file.
pub(crate) fn read(text: &str) -> Reading<Import> {
    read_json(&crate::fpuzzles::parse(text)?)
}

pub(crate) fn read_json(json: &Json) -> Reading<Import> {
    let size =
        json.get("gridSize").integer().ok_or_else(|| Trouble::new("the puzzle has no size"))?;
    let board = grid(size, size)?;
    let mut import = Import::new(Puzzle::blank(board.clone()));
    import.puzzle.add_rows(None);
    import.puzzle.add_columns(None);
    houses(json, &board, &mut import)?;
    for given in json.get("fixedNumbers").items() {
        let digit = given
            .get("value")
            .integer()
            .ok_or_else(|| fault(given, "a given without its digit"))?;
        import.puzzle.add_given(cell(given.get("position"), &board)?, digit, None);
    }
    let flags = [("antiKnight", "anti-knight"), ("antiKing", "anti-king")];
    for (key, kind) in flags {
        if json.get(key).is_true() {
            import.add(clue(kind));
        }
    }
    for (key, sign) in [("primaryDiagonal", -1), ("secondaryDiagonal", 1)] {
        if json.get(key).is_true() {
            import.add(clue("diagonal").number(sign));
        }
    }
    for (key, kind) in [
        ("thermos", "thermo"),
        ("extraRegions", "extra-region"),
        ("renbans", "renban"),
        ("palindromes", "palindrome"),
    ] {
        for line in json.get(key).items() {
            import.add(clue(kind).over(cells(line, &board)?));
        }
    }
    for arrow in json.get("arrows").items() {
        let circle = cells(arrow.get("circleCells"), &board)?;
        let shaft = cells(arrow.get("arrowCells"), &board)?;
        if !shaft.is_empty() {
            import.add(clue("arrow").over(circle).over(shaft));
        }
    }
    for cage in json.get("killerCages").items() {
        let cells = clue("cage").over(cells(cage.get("region"), &board)?);
        import.add(match cage.get("sum").integer() {
            Some(sum) => cells.number(sum),
            None => cells,
        });
    }
    for dot in json.get("kropkiDots").items() {
        let pair = [cell(dot.get("cell1"), &board)?, cell(dot.get("cell2"), &board)?];
        match dot.get("dotType").text() {
            Some("Consecutive") => import.add(clue("difference").number(1).over(pair)),
            Some("Double") => import.add(clue("ratio").number(2).over(pair)),
            other => import.warn(format!("a dot of type `{}` is lost", other.unwrap_or("?"))),
        }
    }
    if json.get("kropkiNegative").is_true() {
        import.add(clue("strict-kropki"));
    }
    for (key, kind) in [("oddCells", "odd"), ("evenCells", "even")] {
        for at in json.get(key).items() {
            import.add(clue(kind).over([cell(at, &board)?]));
        }
    }
    if json.get("topBottom").is_true() {
        import.warn("the rule `topBottom` is not known, so it is lost");
    }
    Ok(import)
}

fn houses(json: &Json, board: &Grid, import: &mut Import) -> Reading<()> {
    let regions: Vec<Vec<CellId>> =
        json.get("regions").items().iter().map(|r| cells(r, board)).collect::<Reading<_>>()?;
    let boxes = board.default_box();
    let usual = boxes.and_then(|(h, w)| board.boxes(h, w));
    if regions.is_empty() || usual.is_some_and(|u| u.iter().all(|b| regions.contains(b))) {
        if let Some((height, width)) = boxes {
            import.puzzle.add_boxes(height, width, None);
        }
        return Ok(());
    }
    regions.into_iter().for_each(|cells| import.add(Clue::new(&kinds::REGION).over(cells)));
    Ok(())
}

fn fault(json: &Json, message: &str) -> Trouble {
    Trouble::new(message).at(json.at..json.at + 1)
}

fn cell(json: &Json, board: &Grid) -> Reading<CellId> {
    let at = |key: &str| json.get(key).integer().and_then(|n| usize::try_from(n).ok());
    let found = at("row").zip(at("col")).and_then(|(row, col)| board.cell(row, col));
    found.ok_or_else(|| fault(json, "this is not a cell of the grid"))
}

fn cells(json: &Json, board: &Grid) -> Reading<Vec<CellId>> {
    json.items().iter().map(|c| cell(c, board)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_is_read() {
        let text = r#"{"gridSize":4,"fixedNumbers":[{"position":{"row":0,"col":1},"value":3}],
            "thermos":[[{"row":0,"col":0},{"row":1,"col":0}]],"antiKing":true,"kropkiNegative":true,
            "killerCages":[{"sum":null,"region":[{"row":3,"col":3}]}],"primaryDiagonal":true}"#;
        let puzzle = read(text).unwrap().puzzle;
        let kinds: Vec<_> = puzzle.clues.iter().map(|c| c.kind.name).skip(12).collect();
        assert_eq!(kinds, ["given", "anti-king", "diagonal", "thermo", "cage", "strict-kropki"]);
        assert!(read(r#"{"gridSize":4,"oddCells":[{"row":4,"col":0}]}"#).is_err());
    }
}
