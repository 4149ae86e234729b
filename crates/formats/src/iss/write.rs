//! A puzzle in the language of the Interactive Sudoku Solver.

use std::cell::Cell;

use pencilmark_puzzle::{CellId, Clue, Grid, Puzzle, Shape};

use super::clues::{Form, TABLE};
use super::extra::Extra;
use super::layout::box_shape;
use super::meaning::Words;
use super::shades::Shades;
use crate::export::{Export, Houses, Losses};

/// The largest side and the most digits it has.
const MAX_SIDE: usize = 16;

/// How many states all machines together may be made from.
const BUDGET: usize = 20_000;

/// Kinds that mean other cells where boxes are written as something else.
const SPEAK_OF_BOXES: &[&str] =
    &["windoku", "disjoint-groups", "region-sum-line", "same-digits-in-houses", "doppelganger"];

pub(crate) fn write(puzzle: &Puzzle) -> Result<Export, String> {
    let grid = &puzzle.grid;
    let digits = grid.digit_count();
    let fits = grid.rows().max(grid.cols()) <= MAX_SIDE && digits <= MAX_SIDE && grid.lo() <= 1;
    if !fits {
        return Err("the Interactive Sudoku Solver has up to 16 rows, columns and digits".into());
    }
    let mut houses = Houses::of(puzzle);
    let mut losses = Losses::default().keeps_houses();
    let mut text = String::new();
    let shades = Shades::of(puzzle);
    let moved = shades.as_ref().map(|shades| shades.puzzle(puzzle));
    let there = moved.as_ref().unwrap_or(puzzle);
    let extra = Extra::new(there);
    losses.keep_variables(extra.kept());
    let words = Words { puzzle: there, extra: &extra, budget: Cell::new(BUDGET) };
    let raw = !houses.rows && !houses.columns;
    let boxes = |houses: &Houses| houses.boxes.and_then(|(h, w)| grid.boxes(h, w));
    if raw && let Some(boxes) = boxes(&houses) {
        houses.others.extend(boxes);
        houses.boxes = None;
    }
    if raw {
        houses.others.append(&mut houses.regions);
    }
    let usual = Grid::new(grid.rows(), grid.cols()).as_ref() == Some(grid);
    if !usual || raw || (grid.rows(), grid.cols()) != (9, 9) {
        text += &format!(".Shape~{}x{}", grid.rows(), grid.cols());
        if !usual || raw {
            text += &format!("~{}-{}", grid.lo(), grid.hi());
        }
        text += if raw { "~Raw" } else { "" };
    }
    if houses.rows != houses.columns {
        losses.other("that only rows, or only columns, are houses");
    }
    let default = box_shape(grid, None);
    match houses.boxes {
        Some(shape) if Some(shape) != default => {
            let size = shape.0 * shape.1;
            match box_shape(grid, Some(size)) == Some(shape) {
                true => text += &format!(".RegionSize~{size}"),
                false => {
                    text += ".NoBoxes";
                    houses.others.extend(boxes(&houses).unwrap_or_default());
                }
            }
        }
        None if default.is_some() && !raw => text += ".NoBoxes",
        _ => {}
    }
    if !houses.regions.is_empty() {
        let jigsaw = jigsaw(grid, &mut houses);
        // Boxes of another size than usual may fit the grid.
        let boxed = jigsaw.contains(".RegionSize") && !text.contains(".NoBoxes");
        text += if boxed && houses.boxes.is_none() { ".NoBoxes" } else { "" };
        text += &jigsaw;
    }
    text += &extra.declarations();
    for house in &houses.others {
        let cells: String = house.iter().map(|&c| format!("~{}", name(grid, c))).collect();
        text += &format!(".AllDifferent{cells}");
    }
    for clue in &puzzle.clues {
        // Disjoint sets are those of its boxes, whatever other regions there are.
        let sets = clue.kind.name == "disjoint-groups"
            && (houses.boxes.is_none() || !houses.regions.is_empty());
        let of_boxes = !houses.others.is_empty() && SPEAK_OF_BOXES.contains(&clue.kind.name);
        let of_boxes = of_boxes || sets;
        let said = if of_boxes { None } else { statement(clue, puzzle) };
        let mut meaning = clue.meaning(puzzle);
        if let Some(shades) = &shades {
            meaning = meaning.iter().map(|f| shades.formula(f)).collect();
        }
        if clue.kind.name == "rule" && meaning.iter().all(|f| extra.is_said(f)) {
            continue;
        }
        match said.or_else(|| words.statements(&meaning)) {
            Some(statement) => text += &statement,
            None => losses.clue(clue),
        }
    }
    if text.is_empty() {
        text = ".Shape~9x9".into();
    }
    Ok(losses.export(puzzle, text + "\n"))
}

/// One character for each cell, `0` for those in no region. Pieces have as many cells as the longer
/// side, or as they are told; what is no such piece becomes a house by itself.
fn jigsaw(grid: &Grid, houses: &mut Houses) -> String {
    let whole = grid.rows().max(grid.cols());
    let told = houses.regions[0].len();
    let apart = |houses: &Houses| {
        let mut free = vec![true; grid.size()];
        let once = houses.regions.iter().flatten().all(|c| std::mem::take(&mut free[c.index()]));
        let left = free.iter().filter(|f| **f).count();
        // What is left over must not look like one more piece.
        once && left != told && !(whole..=grid.digit_count()).contains(&left)
    };
    let usual = told == whole || houses.boxes.is_none() && told <= grid.digit_count();
    let pieces = usual && houses.regions.iter().all(|r| r.len() == told);
    if !pieces || houses.regions.len() > 24 || !apart(houses) {
        houses.others.append(&mut houses.regions);
        return String::new();
    }
    let mut map = vec!['0'; grid.size()];
    for (i, region) in houses.regions.iter().enumerate() {
        region.iter().for_each(|c| map[c.index()] = char::from(b'A' + i as u8));
    }
    let size = if told == whole { String::new() } else { format!(".RegionSize~{told}") };
    format!("{size}.Jigsaw~{}", map.into_iter().collect::<String>())
}

pub(super) fn name(grid: &Grid, cell: CellId) -> String {
    let digit = |n: usize| char::from_digit(n as u32 + 1, 17).unwrap_or('?');
    format!("R{}C{}", digit(grid.row_of(cell)), digit(grid.col_of(cell)))
}

/// The statement of a clue; none if there is no such statement.
fn statement(clue: &Clue, puzzle: &Puzzle) -> Option<String> {
    let grid = &puzzle.grid;
    let cells =
        |list: &[CellId]| list.iter().map(|&c| format!("~{}", name(grid, c))).collect::<String>();
    let first = || cells(clue.list(0));
    let number = clue.numbers.first().copied();
    let values =
        |joint: &str| clue.numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(joint);
    let lists = || clue.cells.iter().map(|l| cells(l)).collect::<Vec<_>>();
    Some(match clue.kind.name {
        "row" | "column" | "box" | "region" => String::new(),
        "given" | "candidates" => {
            let one = |&c: &CellId| format!(".~{}_{}", name(grid, c), values("_"));
            clue.list(0).iter().map(one).collect()
        }
        "odd" | "even" => {
            let odd = i64::from(clue.kind.name == "odd");
            let digits: Vec<String> =
                grid.digits().filter(|d| d % 2 == odd).map(|d| d.to_string()).collect();
            let one = |&c: &CellId| format!(".~{}_{}", name(grid, c), digits.join("_"));
            clue.list(0).iter().map(one).collect()
        }
        "cage" => format!(".Cage~{}{}", number.unwrap_or(0), first()),
        "sum" => format!(".Sum~{}{}", number?, first()),
        "extra-region" => format!(".AllDifferent{}", first()),
        "diagonal" => format!(".Diagonal~{}", number?),
        "diagonals" => ".Diagonal~1.Diagonal~-1".into(),
        "windoku" => ".Windoku".into(),
        "disjoint-groups" => ".DisjointSets".into(),
        "doppelganger" => ".Doppelganger".into(),
        "contains" => format!(".ContainAtLeast~{}{}", values("_"), first()),
        "contains-exactly" => format!(".ContainExact~{}{}", values("_"), first()),
        "look-and-say" if clue.numbers.iter().all(|n| *n < 10) => {
            format!(".LookAndSay~{}{}", values(""), first())
        }
        "quadruple" => {
            let corner = *clue.list(0).iter().min()?;
            let square = grid.rectangle(grid.row_of(corner), grid.col_of(corner), 2, 2);
            let mut told = clue.list(0).to_vec();
            told.sort_unstable();
            (told == square).then(|| format!(".Quad~{}~{}", name(grid, corner), values("~")))?
        }
        "same-digits" => {
            let sets = clue.cells.len();
            format!(".SameValues~{sets}{}", lists().concat())
        }
        "clone" => {
            let pair = |(a, b): (&CellId, &CellId)| format!(".SameValues~2{}", cells(&[*a, *b]));
            clue.list(0).iter().zip(clue.list(1)).map(pair).collect()
        }
        "equal-sum" => format!(".EqualSum{}", lists().join("~-")),
        "count-distinct" => format!(".CountDistinct{}", lists().concat()),
        "row-indexer" => format!(".Indexing~R{}", first()),
        "column-indexer" => format!(".Indexing~C{}", first()),
        "arrow" => arrow(clue, puzzle)?,
        "whisper" => format!(".Whisper~{}{}", number.unwrap_or(half(grid)), first()),
        "dutch-whisper" => format!(".Whisper~{}{}", half(grid) - 1, first()),
        "lockout" => format!(".Lockout~{}{}", number.unwrap_or(4), first()),
        // Their sets of digits are those of nine.
        "entropic-line" | "global-entropy" | "global-modular" | "dutch-flatmates"
            if (grid.lo(), grid.hi()) != (1, 9) =>
        {
            return None;
        }
        "chaos-construction" => match number {
            Some(size) => format!(".RegionSize~{size}.ChaosConstruction"),
            None => ".ChaosConstruction".into(),
        },
        "chaos-arrow" | "chaos-count" => {
            let theirs = if clue.kind.name == "chaos-arrow" { "ChaosArrow" } else { "ChaosCount" };
            let others = usize::from(!clue.numbers.is_empty());
            let control = name(grid, *clue.list(0).first()?);
            let arms: Vec<String> = clue.cells[1..].iter().map(|l| cells(l)).collect();
            format!(".{theirs}~{control}~{others}{}", arms.join("~-"))
        }
        // There must be such cells there.
        "connected-digits" if !full(puzzle) => return None,
        "connected-digits" => format!(".ConnectedValues~~{}", values("_")),
        "connected-group" => {
            let digits: Vec<String> = clue.numbers[1..].iter().map(i64::to_string).collect();
            format!(".ConnectedValues~~{}~{}", digits.join("_"), number?)
        }
        "modular-line" => format!(".Modular~{}{}", number.unwrap_or(3), first()),
        "parity-line" => format!(".Modular~2{}", first()),
        "sum-line" => {
            let closed = clue.numbers.get(1) == Some(&1);
            format!(
                ".SumLine~{}{}{}",
                number.unwrap_or(10),
                first(),
                if closed { "~LOOP" } else { "" }
            )
        }
        "difference" if number.unwrap_or(1) == 1 => pairs(clue, "WhiteDot", grid)?,
        "ratio" if number.unwrap_or(2) == 2 => pairs(clue, "BlackDot", grid)?,
        "x" => pairs(clue, "X", grid)?,
        "v" => pairs(clue, "V", grid)?,
        "greater" => pairs(clue, "GreaterThan", grid)?,
        "difference" | "ratio" => return None,
        "non-consecutive" => {
            // Where dots are, pairs with one are exempt here and are not there.
            let dots = puzzle.clues.iter().any(|c| ["difference", "ratio"].contains(&c.kind.name));
            (!dots).then(|| ".AntiConsecutive".to_string())?
        }
        "global-modular" if number.unwrap_or(3) != 3 => return None,
        "global-modular" => ".GlobalMod".into(),
        "little-killer" => little_killer(clue, puzzle)?,
        "sandwich" if clue.list(0).len() < grid.digit_count() => return None,
        "sandwich" => {
            let (line, _) = line_name(clue.list(0), grid)?;
            format!(".Sandwich~{}~{line}", number?)
        }
        "rank-ties" => match number {
            Some(1) => ".FullRankTies~none".into(),
            Some(2) => ".FullRankTies~any".into(),
            _ => String::new(),
        },
        kind => {
            let &(theirs, _, form) = TABLE.iter().find(|row| row.1 == kind)?;
            match form {
                Form::Flag => format!(".{theirs}"),
                Form::Cells if kind_is_plain(clue) => format!(".{theirs}{}", first()),
                Form::NumberCells => format!(".{theirs}~{}{}", number?, first()),
                Form::BothEnds => {
                    let (line, forward) = line_name(clue.list(0), grid)?;
                    let ends =
                        if forward { format!("{}~", number?) } else { format!("~{}", number?) };
                    format!(".{theirs}~{line}~{ends}")
                }
                Form::Cells | Form::Touching => return None,
            }
        }
    })
}

/// Whether every row has every digit.
pub(super) fn full(puzzle: &Puzzle) -> bool {
    let grid = &puzzle.grid;
    puzzle.clues_of("row").count() == grid.rows() && grid.digit_count() == grid.cols()
}

/// How far apart whispers are if nothing is told.
fn half(grid: &Grid) -> i64 {
    grid.digit_count().div_ceil(2) as i64
}

/// Whether a clue is one list of cells and nothing else.
fn kind_is_plain(clue: &Clue) -> bool {
    clue.numbers.is_empty()
        && clue.cells.len() == 1
        && clue.kind.args.iter().all(|a| matches!(a.shape, Shape::Cells(_)))
}

/// One statement for each edge along the list; cells that do not touch have no such mark.
fn pairs(clue: &Clue, theirs: &str, grid: &Grid) -> Option<String> {
    let sides = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let touch = |w: &[CellId]| sides.iter().any(|&(d, r)| grid.step(w[0], d, r) == Some(w[1]));
    let one = |w: &[CellId]| format!(".{theirs}~{}~{}", name(grid, w[0]), name(grid, w[1]));
    let pairs = clue.list(0).windows(2);
    pairs.clone().all(touch).then(|| pairs.map(one).collect())
}

fn arrow(clue: &Clue, puzzle: &Puzzle) -> Option<String> {
    let grid = &puzzle.grid;
    let circle = clue.list(0);
    let cells: String =
        circle.iter().chain(clue.list(1)).map(|&c| format!("~{}", name(grid, c))).collect();
    match circle.len() {
        1 => Some(format!(".Arrow{cells}")),
        // A pill is read in the order of the grid there.
        2 | 3 if circle.is_sorted() && grid.hi() < 10 => {
            Some(format!(".PillArrow~{}{cells}", circle.len()))
        }
        _ => None,
    }
}

/// The name of a row or column, and whether it is read from its start.
fn line_name(line: &[CellId], grid: &Grid) -> Option<(String, bool)> {
    let first = *line.first()?;
    let mut sorted = line.to_vec();
    sorted.sort_unstable();
    let name = if sorted == grid.row(grid.row_of(first)) {
        format!("R{}", grid.row_of(first) + 1)
    } else if sorted == grid.column(grid.col_of(first)) {
        format!("C{}", grid.col_of(first) + 1)
    } else {
        return None;
    };
    let back: Vec<CellId> = sorted.iter().rev().copied().collect();
    (line == sorted || line == back).then(|| (name, line == sorted))
}

/// A diagonal is named by one of its ends, from which its direction follows.
fn little_killer(clue: &Clue, puzzle: &Puzzle) -> Option<String> {
    let (line, sum) = (clue.list(0), clue.numbers.first()?);
    let ends = [*line.first()?, *line.last()?];
    let mut wanted = line.to_vec();
    wanted.sort_unstable();
    let same = |&&end: &&CellId| {
        let mut cells = super::clues::diagonal(end, puzzle);
        cells.sort_unstable();
        cells == wanted && line.len() > 1
    };
    let end = ends.iter().find(same)?;
    Some(format!(".LittleKiller~{sum}~{}", name(&puzzle.grid, *end)))
}
