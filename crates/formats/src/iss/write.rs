//! A puzzle in the language of the Interactive Sudoku Solver.

use pencilmark_puzzle::{CellId, Clue, Grid, Puzzle, Shape};

use super::clues::{Form, TABLE};
use super::layout::box_shape;
use crate::export::{Export, Houses, Losses};

/// The largest side and the most digits it has.
const MAX_SIDE: usize = 16;

pub(crate) fn write(puzzle: &Puzzle) -> Result<Export, String> {
    let grid = &puzzle.grid;
    let digits = grid.digit_count();
    let fits = grid.rows().max(grid.cols()) <= MAX_SIDE && digits <= MAX_SIDE && grid.lo() <= 1;
    if !fits {
        return Err("the Interactive Sudoku Solver has up to 16 rows, columns and digits".into());
    }
    let houses = Houses::of(puzzle);
    let mut losses = Losses::default();
    let mut text = String::new();
    let raw = !houses.rows && !houses.columns;
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
                false => losses.other("the shape of the boxes"),
            }
        }
        None if default.is_some() && !raw => text += ".NoBoxes",
        _ => {}
    }
    if !houses.regions.is_empty() {
        text += &jigsaw(puzzle, &houses, &mut losses);
    }
    for clue in &puzzle.clues {
        match statement(clue, puzzle) {
            Some(statement) => text += &statement,
            None => losses.clue(clue),
        }
    }
    if text.is_empty() {
        text = ".Shape~9x9".into();
    }
    Ok(losses.export(puzzle, text + "\n"))
}

/// One character for each cell.
fn jigsaw(puzzle: &Puzzle, houses: &Houses, losses: &mut Losses) -> String {
    let grid = &puzzle.grid;
    let mut map = vec!['0'; grid.size()];
    let whole = grid.rows().max(grid.cols());
    for (i, region) in houses.regions.iter().enumerate() {
        if region.len() != whole || i > 24 || region.iter().any(|c| map[c.index()] != '0') {
            losses.other("a region that is no piece of a jigsaw");
            continue;
        }
        region.iter().for_each(|c| map[c.index()] = char::from(b'A' + i as u8));
    }
    format!(".Jigsaw~{}", map.into_iter().collect::<String>())
}

fn name(grid: &Grid, cell: CellId) -> String {
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
        "whisper" => format!(".Whisper~{}{}", number.unwrap_or((grid.hi() + 1) / 2), first()),
        "lockout" => format!(".Lockout~{}{}", number?, first()),
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
