//! Penpa+: a drawing in a link. Givens, cages with their sums, thermometers, arrows and the
//! diagonals of its Sudoku mode have types; everything else is only drawn and is named in a
//! warning. Thick lines between cells are taken for the borders of regions if they cut the
//! grid into houses.
//!
//! The text that a link packs has one thing on each line: a header, the margins, the mode,
//! the drawing as JSON, and more that is not needed. Common words are abbreviated to `z` and
//! a letter. Points are numbered: cells first, with a margin of two around the grid, then
//! corners, then borders.

mod write;

pub(crate) use write::write_link;

use pencilmark_puzzle::{CellId, Clue, Grid, Puzzle, kinds};

use crate::import::{Import, Reading, Trouble, clue, digits_in, grid};
use crate::json::{Json, Value};
use crate::pack::{base64_decode, inflate};

/// Reads the packed drawing of a link: what follows `p=`.
pub(crate) fn read_packed(packed: &str) -> Reading<Import> {
    let damaged = |why: String| {
        Trouble::new(format!("the packed part of the link cannot be read: {why}"))
            .help("copy the whole link again; they are easily cut")
    };
    let packed = packed.replace(' ', "+");
    let bytes =
        base64_decode(&packed).map_err(|c| damaged(format!("`{c}` does not belong there")))?;
    let bytes = inflate(&bytes).map_err(|why| damaged(why.to_string()))?;
    read_text(&String::from_utf8_lossy(&bytes))
}

/// The abbreviations, each after a `z`.
const SHORT: &[(char, &str)] = &[
    ('9', "\"qa\""),
    ('Q', "\"pu_q\""),
    ('A', "\"pu_a\""),
    ('G', "\"grid\""),
    ('M', "\"edit_mode\""),
    ('S', "\"surface\""),
    ('L', "\"line\""),
    ('E', "\"lineE\""),
    ('W', "\"wall\""),
    ('C', "\"cage\""),
    ('N', "\"number\""),
    ('Y', "\"symbol\""),
    ('P', "\"special\""),
    ('B', "\"board\""),
    ('R', "\"command_redo\""),
    ('U', "\"command_undo\""),
    ('8', "\"command_replay\""),
    ('1', "\"numberS\""),
    ('F', "\"freeline\""),
    ('2', "\"freelineE\""),
    ('T', "\"thermo\""),
    ('3', "\"arrows\""),
    ('D', "\"direction\""),
    ('0', "\"squareframe\""),
    ('5', "\"polygon\""),
    ('4', "\"deletelineE\""),
    ('6', "\"killercages\""),
    ('7', "\"nobulbthermo\""),
    ('_', "\"__a\""),
    ('O', "null"),
    ('Z', "z"),
];

fn expand(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let mut letters = text.chars();
    while let Some(c) = letters.next() {
        if c != 'z' {
            out.push(c);
            continue;
        }
        let next = letters.next();
        match next.and_then(|n| SHORT.iter().find(|(letter, _)| *letter == n)) {
            Some((_, long)) => out.push_str(long),
            None => {
                out.push('z');
                out.extend(next);
            }
        }
    }
    out
}

struct Board {
    grid: Grid,
    /// How many cells a row of numbers has, margins included.
    width: usize,
    height: usize,
    top: usize,
    left: usize,
}

impl Board {
    /// The cell with this number, if it is in the grid.
    fn cell(&self, number: usize) -> Option<CellId> {
        let (row, col) = (number / self.width, number % self.width);
        self.grid.cell(row.checked_sub(2 + self.top)?, col.checked_sub(2 + self.left)?)
    }

    /// How many cells there are with their margins: corners are numbered behind them.
    fn area(&self) -> usize {
        self.width * self.height
    }

    /// The cells of each list, without those outside the grid.
    fn lists(&self, json: &Json) -> Vec<Vec<CellId>> {
        let cell = |n: &Json| self.cell(usize::try_from(n.integer()?).ok()?);
        let list = |l: &Json| l.items().iter().filter_map(cell).collect();
        json.items().iter().map(list).collect()
    }
}

fn read_text(text: &str) -> Reading<Import> {
    let lines: Vec<&str> = text.split('\n').collect();
    let header = expand(lines[0]);
    let header: Vec<&str> = header.split(',').collect();
    let field = |i: usize| header.get(i).copied().unwrap_or_default();
    if !["square", "sudoku"].contains(&field(0)) {
        let shown: String = field(0).chars().take(20).collect();
        return Err(Trouble::new(format!("a drawing on a `{shown}` grid is no Sudoku")));
    }
    let number = |text: &str| text.trim().parse::<usize>().ok().filter(|n| *n <= 100);
    let size = number(field(1)).zip(number(field(2)));
    let (nx, ny) = size.ok_or_else(|| Trouble::new("the drawing has no size"))?;
    let space = Json::parse(lines.get(1).unwrap_or(&"")).unwrap_or(Json::object());
    let margin = |i: usize| space.items().get(i).and_then(Json::integer).unwrap_or(0).clamp(0, 100);
    let rows = ny as i64 - margin(0) - margin(1);
    let cols = nx as i64 - margin(2) - margin(3);
    let board = Board {
        grid: grid(rows, cols)?,
        width: nx + 4,
        height: ny + 4,
        top: margin(0) as usize,
        left: margin(2) as usize,
    };
    let drawing = lines.get(3).map(|line| expand(line)).unwrap_or_default();
    let drawing = Json::parse(&drawing)
        .map_err(|e| Trouble::new(format!("the drawing in the link is damaged: {}", e.message)))?;
    let mut puzzle = Puzzle::blank(board.grid.clone());
    puzzle.add_rows(None);
    puzzle.add_columns(None);
    let told = |i: usize, key: &str| {
        let text = field(i).trim().strip_prefix(key).unwrap_or(field(i)).trim();
        let text =
            text.replace("%2C", ",").replace("%2D", "\n").replace("%2E", "&").replace("%2F", "=");
        Some(text).filter(|t| !t.is_empty())
    };
    (puzzle.title, puzzle.author) = (told(15, "Title:"), told(16, "Author:"));
    (puzzle.source, puzzle.rules) = (told(17, ""), told(18, ""));
    let mut import = Import::new(puzzle);
    regions(&drawing, &board, &mut import);
    if field(0) == "sudoku" {
        for (at, sign) in [(11, -1), (14, 1)] {
            if field(at) == "1" {
                import.add(clue("diagonal").number(sign));
            }
        }
    }
    numbers(&drawing, &board, &mut import);
    cages(&drawing, &board, &mut import);
    for line in board.lists(drawing.get("thermo")).into_iter().filter(|l| l.len() > 1) {
        import.add(clue("thermo").over(line));
    }
    for line in board.lists(drawing.get("arrows")).into_iter().filter(|l| l.len() > 1) {
        import.add(clue("arrow").over([line[0]]).over(&line[1..]));
    }
    only_drawn(&drawing, &mut import);
    crate::fpuzzles::compare_with_rules(&mut import);
    Ok(import)
}

/// The entries of a drawing's layer by the number of their point.
fn points(layer: &Json) -> impl Iterator<Item = (usize, &Json)> {
    layer.entries().iter().filter_map(|(key, value)| Some((key.parse().ok()?, value)))
}

fn numbers(drawing: &Json, board: &Board, import: &mut Import) {
    let mut found: Vec<(CellId, &Json)> =
        points(drawing.get("number")).filter_map(|(at, v)| Some((board.cell(at)?, v))).collect();
    found.sort_unstable_by_key(|(cell, _)| *cell);
    for (cell, entry) in found {
        let part = |i: usize| entry.items().get(i);
        let Some(value) = part(0) else { continue };
        let style = part(2).and_then(|s| s.text().map(str::to_string)).unwrap_or_default();
        let flags = value.items();
        match (style.as_str(), value.integer()) {
            ("7", _) if !flags.is_empty() => {
                let on = |(_, flag): &(usize, &Json)| flag.integer() == Some(1);
                let marks = flags.iter().enumerate().filter(on).map(|(i, _)| i as i64 + 1);
                let marks: Vec<i64> = marks.collect();
                if !marks.is_empty() {
                    import.add(digits_in(cell, marks));
                }
            }
            ("1" | "10" | "2" | "3", Some(digit)) => import.puzzle.add_given(cell, digit, None),
            _ => import.warn("only drawn, so a rule about it is lost: texts in cells"),
        }
    }
}

/// The sum of a cage stands small in the upper left corner of one of its cells.
fn cages(drawing: &Json, board: &Board, import: &mut Import) {
    let mut sums: Vec<(CellId, i64)> = Vec::new();
    let mut other = false;
    for (at, entry) in points(drawing.get("numberS")) {
        let cell = (at / 4).checked_sub(board.area()).and_then(|n| board.cell(n));
        let sum = entry.items().first().and_then(Json::integer);
        match (cell, sum) {
            (Some(cell), Some(sum)) if at % 4 == 0 => sums.push((cell, sum)),
            _ => other = true,
        }
    }
    let mut used = Vec::new();
    for cells in board.lists(drawing.get("killercages")).into_iter().filter(|c| !c.is_empty()) {
        let sum = sums.iter().find(|(cell, _)| cells.contains(cell));
        used.extend(sum.map(|s| s.0));
        let cage = clue("cage").over(cells);
        import.add(match sum {
            Some(&(_, sum)) => cage.number(sum),
            None => cage,
        });
    }
    if other || sums.iter().any(|(cell, _)| !used.contains(cell)) {
        import.warn("only drawn, so a rule about it is lost: small numbers that belong to no cage");
    }
}

/// Cuts the grid along thick lines. If that makes houses, they are the regions.
fn regions(drawing: &Json, board: &Board, import: &mut Import) {
    let grid = &board.grid;
    let mut walls: Vec<(CellId, CellId)> = Vec::new();
    for (key, style) in drawing.get("lineE").entries() {
        let thick = style.integer().is_some_and(|s| s == 2 || s == 21);
        let ends = key.split_once(',').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        let Some((a, b)) = ends.filter(|_| thick) else { continue };
        walls.extend(wall(board, a, b));
    }
    let mut labels: Vec<usize> = (0..grid.size()).collect();
    for cell in grid.cells() {
        for (down, right) in [(0, 1), (1, 0)] {
            let Some(next) = grid.step(cell, down, right) else { continue };
            if !walls.contains(&(cell, next)) {
                let (old, new) = (labels[next.index()], labels[cell.index()]);
                let (old, new) = (old.max(new), old.min(new));
                labels.iter_mut().filter(|l| **l == old).for_each(|l| *l = new);
            }
        }
    }
    let mut found: Vec<Vec<CellId>> = Vec::new();
    for label in 0..grid.size() {
        let cells: Vec<CellId> = grid.cells().filter(|c| labels[c.index()] == label).collect();
        found.extend((!cells.is_empty()).then_some(cells));
    }
    let usual = grid.default_box();
    let houses = found.len() > 1 && found.iter().all(|cells| cells.len() == grid.house_size());
    match usual {
        Some((h, w)) if houses && same(grid.boxes(h, w), &found) => {
            import.puzzle.add_boxes(h, w, None);
        }
        _ if houses => {
            found.into_iter().for_each(|c| import.add(Clue::new(&kinds::REGION).over(c)))
        }
        Some((h, w)) => {
            import.puzzle.add_boxes(h, w, None);
            import
                .warn(format!("no lines cut the grid into regions: boxes of {h}x{w} are assumed"));
        }
        None => {}
    }
}

fn same(boxes: Option<Vec<Vec<CellId>>>, found: &[Vec<CellId>]) -> bool {
    boxes.is_some_and(|boxes| boxes.iter().all(|b| found.contains(b)) && boxes.len() == found.len())
}

/// The cells on both sides of a line between two corners. A corner has the number of the
/// cell to its upper left, counted behind all cells.
fn wall(board: &Board, a: usize, b: usize) -> Option<(CellId, CellId)> {
    let (a, b) = (a.min(b).checked_sub(board.area())?, a.max(b).checked_sub(board.area())?);
    if b >= board.area() {
        return None;
    }
    match b - a {
        1 => Some((board.cell(b)?, board.cell(b + board.width)?)),
        n if n == board.width => Some((board.cell(b)?, board.cell(b + 1)?)),
        _ => None,
    }
}

/// Layers without a type.
fn only_drawn(drawing: &Json, import: &mut Import) {
    let layers = [
        ("symbol", "symbols"),
        ("line", "lines"),
        ("freeline", "lines"),
        ("freelineE", "lines"),
        ("wall", "walls"),
        ("nobulbthermo", "thermometers without a bulb"),
        ("direction", "arrows of directions"),
        ("squareframe", "frames"),
        ("polygon", "polygons"),
        ("cage", "dashed lines"),
    ];
    for (key, word) in layers {
        let layer = drawing.get(key);
        let drawn = match &layer.value {
            Value::Object(entries) => !entries.is_empty(),
            Value::List(items) => !items.is_empty(),
            _ => false,
        };
        if drawn {
            import.warn(format!("only drawn, so a rule about it is lost: {word}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::{base64_encode, deflate};

    fn link(header: &str, space: &str, drawing: &str) -> String {
        let text = format!("{header}\n{space}\nzO\n{drawing}\n{{}}\n");
        base64_encode(&deflate(text.as_bytes()))
    }

    const HEADER: &str =
        "sudoku,4,4,38,0,1,1,418,418,5,5,1,0,0,0,Title: Four%2C small,Author: Me,,Rules";

    #[test]
    fn typed_parts_are_read() {
        // With margins of two each row has 8 numbers: r1c1 is 2*8+2 = 18.
        let drawing = "{zN:{\"18\":[\"3\",1,\"1\"],\"19\":[[1,0,1,0],1,\"7\"]},z1:{\"360\":[\"5\",1]},\
            z6:[[26,27]],zT:[[34,35,36]],z3:[[42,43,44]],zY:{\"200\":[1,\"circle_SS\",2]}}";
        let import = read_packed(&link(HEADER, "[0,0,0,0]", drawing)).unwrap();
        let puzzle = &import.puzzle;
        assert_eq!(puzzle.title.as_deref(), Some("Four, small"));
        let kinds: Vec<_> = puzzle.clues.iter().map(|c| c.kind.name).skip(12).collect();
        assert_eq!(kinds, ["diagonal", "given", "candidates", "cage", "thermo", "arrow"]);
        let cage = puzzle.clues_of("cage").next().unwrap();
        assert_eq!(
            (cage.numbers.clone(), puzzle.grid.list(cage.list(0))),
            (vec![5], "r2c1-2".into())
        );
        let arrow = puzzle.clues_of("arrow").next().unwrap();
        assert_eq!(puzzle.grid.list(arrow.list(1)), "r4c2-3");
        assert_eq!(import.warnings.len(), 2, "{:?}", import.warnings);
    }

    #[test]
    fn thick_lines_cut_the_grid() {
        // Corners follow the 64 cells. Walls below every row: between the corners of row r.
        let mut walls = Vec::new();
        for row in 2..5 {
            for col in 1..5 {
                walls.push(format!("\"{},{}\":2", 64 + row * 8 + col, 64 + row * 8 + col + 1));
            }
        }
        let drawing = format!("{{zE:{{{}}}}}", walls.join(","));
        let puzzle = read_packed(&link(HEADER, "[0,0,0,0]", &drawing)).unwrap().puzzle;
        assert_eq!(puzzle.clues_of("region").count(), 4);
        assert_eq!(puzzle.clues_of("region").next().unwrap().list(0), puzzle.grid.row(0));
    }

    #[test]
    fn margins_hold_no_cells() {
        let header = HEADER.replacen("4,4", "5,5", 1);
        // Rows of 9 numbers, one margin row above and one column left: r1c1 is 3*9+3 = 30.
        let drawing = "{zN:{\"30\":[\"2\",1,\"1\"],\"29\":[\"9\",1,\"1\"]}}";
        let puzzle = read_packed(&link(&header, "[1,0,1,0]", drawing)).unwrap().puzzle;
        assert_eq!(puzzle.clues_of("given").count(), 1);
        assert_eq!(puzzle.clues.last().unwrap().as_given(), Some((CellId::new(0), 2)));
    }

    #[test]
    fn faults_are_told() {
        assert!(read_packed("???").unwrap_err().message.contains("does not belong"));
        assert!(read_packed("AAAA").is_err());
        assert!(read_packed(&link("hex,4,4", "[]", "{}")).unwrap_err().message.contains("hex"));
        assert!(read_packed(&link("square,99,99", "[]", "{}")).is_err());
        assert!(read_packed(&link(HEADER, "[]", "{")).unwrap_err().message.contains("damaged"));
    }
}
