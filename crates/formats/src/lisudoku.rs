//! lisudoku: a puzzle as JSON, which its links pack.

use std::collections::BTreeMap;

use pencilmark_puzzle::{CellId, Clue, Grid, Puzzle, kinds};

use crate::export::{Export, Houses, Losses};
use crate::import::{Import, Reading, Trouble, clue, grid};
use crate::json::{Json, Value, write as json_text};

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
    for (key, value) in json.entries() {
        let silent = value.is_null() || value.value == Value::Bool(false);
        if !silent && !KNOWN.contains(&key.as_str()) {
            import.warn(format!("`{key}` is no rule that is known, so it is lost"));
        }
    }
    Ok(import)
}

/// What has been read above.
const KNOWN: &[&str] = &[
    "gridSize",
    "fixedNumbers",
    "regions",
    "antiKnight",
    "antiKing",
    "primaryDiagonal",
    "secondaryDiagonal",
    "thermos",
    "extraRegions",
    "renbans",
    "palindromes",
    "arrows",
    "killerCages",
    "kropkiDots",
    "kropkiNegative",
    "oddCells",
    "evenCells",
];

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

/// The JSON of a puzzle.
pub(crate) fn write(puzzle: &Puzzle) -> Result<Export, String> {
    let board = &puzzle.grid;
    let n = board.rows();
    if n != board.cols() || (board.lo(), board.hi()) != (1, n as i64) {
        return Err("lisudoku has square grids with the digits from 1".into());
    }
    let mut losses = Losses::default();
    let houses = Houses::of(puzzle);
    if !houses.rows || !houses.columns {
        losses.other("that rows or columns may repeat digits");
    }
    if houses.boxes.is_none() && houses.regions.is_empty() && board.default_box().is_some() {
        losses.other("that there are no boxes");
    }
    let place =
        |&c: &CellId| Json::object().with("row", board.row_of(c)).with("col", board.col_of(c));
    let places = |list: &[CellId]| list.iter().map(place).collect::<Vec<Json>>();
    let mut json = Json::object().with("gridSize", n);
    let boxes = houses.boxes.and_then(|(h, w)| board.boxes(h, w)).unwrap_or_default();
    let regions = if houses.regions.is_empty() { &boxes } else { &houses.regions };
    json.set("regions", regions.iter().map(|r| places(r).into()).collect::<Vec<Json>>());
    let mut lists: BTreeMap<&str, Vec<Json>> = BTreeMap::new();
    let mut flags: Vec<&str> = Vec::new();
    for clue in &puzzle.clues {
        let (list, number) = (clue.list(0), clue.numbers.first().copied());
        let mut add = |key: &'static str, entry: Json| lists.entry(key).or_default().push(entry);
        match clue.kind.name {
            "row" | "column" | "box" | "region" => {}
            "given" => list.iter().zip(number).for_each(|(cell, digit)| {
                add(
                    "fixedNumbers",
                    Json::object().with("position", place(cell)).with("value", digit),
                );
            }),
            "anti-knight" => flags.push("antiKnight"),
            "anti-king" => flags.push("antiKing"),
            "strict-kropki" => flags.push("kropkiNegative"),
            "diagonals" => flags.extend(["primaryDiagonal", "secondaryDiagonal"]),
            "diagonal" if number == Some(1) => flags.push("secondaryDiagonal"),
            "diagonal" => flags.push("primaryDiagonal"),
            "thermo" => add("thermos", places(list).into()),
            "extra-region" => add("extraRegions", places(list).into()),
            "renban" => add("renbans", places(list).into()),
            "palindrome" => add("palindromes", places(list).into()),
            "odd" => list.iter().for_each(|c| add("oddCells", place(c))),
            "even" => list.iter().for_each(|c| add("evenCells", place(c))),
            "arrow" => {
                let circle = Json::object().with("circleCells", places(list));
                add("arrows", circle.with("arrowCells", places(clue.list(1))));
            }
            "cage" => {
                let sum = number.map_or(Json { at: 0, value: Value::Null }, Json::from);
                add("killerCages", Json::object().with("sum", sum).with("region", places(list)));
            }
            "difference" | "ratio"
                if number.is_none_or(|n| n == if clue.kind.name == "ratio" { 2 } else { 1 }) =>
            {
                let sort = if clue.kind.name == "ratio" { "Double" } else { "Consecutive" };
                for pair in list.windows(2) {
                    let dot = Json::object().with("dotType", sort);
                    let dot = dot.with("cell1", place(&pair[0])).with("cell2", place(&pair[1]));
                    add("kropkiDots", dot);
                }
            }
            _ => losses.clue(clue),
        }
    }
    flags.sort_unstable();
    flags.dedup();
    flags.into_iter().for_each(|key| json.set(key, true));
    lists.into_iter().for_each(|(key, list)| json.set(key, list));
    Ok(losses.export(puzzle, json_text(&json) + "\n"))
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

    #[test]
    fn keys_that_are_not_known_are_told() {
        let import = read(r#"{"gridSize":4,"wibble":[1],"topBottom":false,"x":null}"#).unwrap();
        assert_eq!(import.warnings, ["`wibble` is no rule that is known, so it is lost"]);
    }

    #[test]
    fn what_is_written_is_read() {
        let text = "grid 6\ngiven r1c1 5\nanti-king\ndiagonal -\nthermo r1c1-3\nextra-region r5c1-3\n\
            renban r4c1-2\npalindrome r3c1-3\narrow r1c1-2 = r2c1-2\ncage 5 r5c5-6\ncage r6c5-6\n\
            difference 1 r1c3-4\nratio 2 r2c3-4\nstrict-kropki\nodd r6c1\neven r6c2\n";
        let puzzle = crate::parse("t", text).unwrap_or_else(|e| panic!("{}", e[0]));
        let written = write(&puzzle).unwrap();
        assert!(written.warnings.is_empty(), "{:?}", written.warnings);
        let again = crate::import("t", &written.text, None).unwrap_or_else(|e| panic!("{}", e[0]));
        let sorted = |puzzle: &Puzzle| {
            let mut lines: Vec<String> = crate::write(puzzle).lines().map(String::from).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(&again.puzzle), sorted(&puzzle));
        let lost = write(&crate::parse("t", "grid 4\nboxes none\nv r1c1-2\n").unwrap()).unwrap();
        assert_eq!(lost.warnings, ["lost: v", "lost: that there are no boxes"]);
    }
}
