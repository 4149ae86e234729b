//! Houses: rows, columns, boxes, regions. No digit repeats in them; one with as many cells
//! as there are digits holds each digit once.

use super::{can_differ, distinct, needs, sound};
use crate::drawing::{self, Drawing, GREY, Text};
use crate::flaw::{Flaw, Part};
use crate::grid::CellId;
use crate::kind::{Arg, Kind, Shape, Tool};
use crate::lower::Lower;
use crate::puzzle::{Clue, Puzzle};
use pencilmark_kernel::expr::Formula;

use crate::puzzle::Name;

pub(crate) static KINDS: &[&Kind] = &[
    &ROW,
    &COLUMN,
    &BOX,
    &REGION,
    &EXTRA_REGION,
    &DIAGONAL,
    &DIAGONALS,
    &WINDOKU,
    &DISJOINT_GROUPS,
];

const CELLS: &[Arg] = &[Arg::new("cells", Shape::Cells(1))];

/// A row. Every grid has its rows unless the file says `rows none`.
pub static ROW: Kind = Kind {
    name: "row",
    aliases: &[],
    args: CELLS,
    summary: "No digit repeats in the row.",
    example: "row r1c1-9",
    check: |clue, puzzle| can_differ("row", clue.list(0), puzzle),
    differ: true,
    meaning: one_house,
    lower: lower_one,
    words: |clue, puzzle| {
        let row = clue.list(0).first().map_or(0, |&c| puzzle.grid.row_of(c) + 1);
        format!("row {row}")
    },
    drawing: Drawing::Outline,
    ..Kind::PLAIN
};

/// A column. Every grid has its columns unless the file says `columns none`.
pub static COLUMN: Kind = Kind {
    name: "column",
    aliases: &[],
    args: CELLS,
    summary: "No digit repeats in the column.",
    example: "column r1-9c1",
    check: |clue, puzzle| can_differ("column", clue.list(0), puzzle),
    differ: true,
    meaning: one_house,
    lower: lower_one,
    words: |clue, puzzle| {
        let col = clue.list(0).first().map_or(0, |&c| puzzle.grid.col_of(c) + 1);
        format!("column {col}")
    },
    drawing: Drawing::Outline,
    ..Kind::PLAIN
};

/// A box of the default tiling, or of `boxes HxW`.
pub static BOX: Kind = Kind {
    name: "box",
    aliases: &[],
    args: CELLS,
    summary: "No digit repeats in the box.",
    example: "box r1-3c1-3",
    check: |clue, puzzle| can_differ("box", clue.list(0), puzzle),
    differ: true,
    meaning: one_house,
    lower: lower_one,
    words: |clue, puzzle| match box_number(clue, puzzle) {
        Some(number) => format!("box {number}"),
        None => "a box".into(),
    },
    drawing: Drawing::Outline,
    ..Kind::PLAIN
};

/// A region of the `regions` map.
pub static REGION: Kind = Kind {
    name: "region",
    aliases: &[],
    args: CELLS,
    summary: "The region holds every digit once; regions replace the default boxes.",
    example: "region r1c1-4 r2-4c1 r2c3 r3c3",
    check: check_region,
    differ: true,
    meaning: one_house,
    lower: lower_one,
    words: |clue, puzzle| match clue.list(0).first() {
        Some(&cell) => format!("the region with {}", puzzle.grid.name(cell)),
        None => "a region".into(),
    },
    elsewhere: &[
        (Tool::FPuzzles, "grid region"),
        (Tool::SudokuMaker, "1"),
        (Tool::Iss, "Jigsaw with NoBoxes"),
    ],
    drawing: Drawing::Outline,
    ..Kind::PLAIN
};

static EXTRA_REGION: Kind = Kind {
    name: "extra-region",
    aliases: &["extraregion", "all-different"],
    args: CELLS,
    summary: "No digit repeats among the cells.",
    example: "extra-region r2-4c2-4",
    check: |clue, puzzle| can_differ("extra region", clue.list(0), puzzle),
    differ: true,
    meaning: one_house,
    lower: lower_one,
    words: |clue, puzzle| format!("the extra region {}", puzzle.grid.told(clue.list(0))),
    elsewhere: &[
        (Tool::FPuzzles, "extraregion"),
        (Tool::SudokuMaker, "305"),
        (Tool::Iss, "AllDifferent"),
        (Tool::Rangsk, "extraregion"),
    ],
    drawing: Drawing::Fill { colour: GREY, outlined: true, text: Text::None },
    ..Kind::PLAIN
};

static DIAGONAL: Kind = Kind {
    name: "diagonal",
    aliases: &[],
    args: &[Arg::new("direction", Shape::Sign)],
    summary: "No digit repeats on the main diagonal; `+` rises from the lower left corner, \
              `-` falls from the upper left one.",
    example: "diagonal +",
    check: check_square,
    differ: true,
    meaning: |clue, puzzle| vec![distinct(&diagonal(clue, puzzle))],
    lower: |clue, puzzle, lower| lower.distinct(&diagonal(clue, puzzle)),
    words: |clue, _| format!("the diagonal {}", if rises(clue) { "/" } else { "\\" }),
    elsewhere: &[
        (Tool::FPuzzles, "diagonal+, diagonal-"),
        (Tool::SudokuMaker, "11, 10"),
        (Tool::Iss, "Diagonal"),
        (Tool::Rangsk, "dpos, dneg"),
    ],
    drawing: Drawing::Diagonals { colour: "#34BBE6" },
    ..Kind::PLAIN
};

static DIAGONALS: Kind = Kind {
    name: "diagonals",
    aliases: &[],
    args: &[],
    summary: "No digit repeats on either main diagonal.",
    example: "diagonals",
    check: check_square,
    differ: true,
    meaning: |_, puzzle| both(puzzle).iter().map(|d| distinct(d)).collect(),
    lower: |_, puzzle, lower| both(puzzle).iter().for_each(|d| lower.distinct(d)),
    words: |_, _| "the diagonals".into(),
    drawing: Drawing::Diagonals { colour: "#34BBE6" },
    ..Kind::PLAIN
};

static WINDOKU: Kind = Kind {
    name: "windoku",
    aliases: &[],
    args: &[],
    summary: "No digit repeats in the windows: boxes that start at row and column 2 and leave \
              one line between each other.",
    example: "windoku",
    check: |_, puzzle| needs(!windows(puzzle).is_empty(), "windoku needs room for boxes"),
    differ: true,
    meaning: |_, puzzle| windows(puzzle).iter().map(|w| distinct(w)).collect(),
    lower: |_, puzzle, lower| windows(puzzle).iter().for_each(|w| lower.distinct(w)),
    words: |_, _| "the windoku windows".into(),
    elsewhere: &[(Tool::Iss, "Windoku")],
    drawing: drawing::fill(GREY),
    ..Kind::PLAIN
};

static DISJOINT_GROUPS: Kind = Kind {
    name: "disjoint-groups",
    aliases: &["disjoint-sets", "disjointgroups"],
    args: &[],
    summary: "Cells in the same place of their boxes (or regions, in reading order) differ.",
    example: "disjoint-groups",
    check: |_, puzzle| needs(!groups(puzzle).is_empty(), "disjoint groups need boxes or regions"),
    differ: true,
    meaning: |_, puzzle| groups(puzzle).iter().map(|g| distinct(g)).collect(),
    lower: |_, puzzle, lower| groups(puzzle).iter().for_each(|g| lower.distinct(g)),
    words: |_, _| "the disjoint groups".into(),
    elsewhere: &[
        (Tool::FPuzzles, "disjointgroups"),
        (Tool::SudokuMaker, "14"),
        (Tool::Iss, "DisjointSets"),
        (Tool::Rangsk, "djg"),
    ],
    ..Kind::PLAIN
};

fn one_house(clue: &Clue, _: &Puzzle) -> Vec<Formula<Name>> {
    vec![distinct(clue.list(0))]
}

fn lower_one(clue: &Clue, _: &Puzzle, lower: &mut Lower<'_>) {
    lower.distinct(clue.list(0));
}

fn check_region(clue: &Clue, puzzle: &Puzzle) -> Result<(), Flaw> {
    can_differ("region", clue.list(0), puzzle)?;
    let (n, want) = (clue.list(0).len(), puzzle.grid.house_size());
    // Where there are more digits than a row has cells, a region may be larger than a row.
    if (want..=puzzle.grid.digit_count()).contains(&n) {
        return Ok(());
    }
    let cells = if n == 1 { "cell" } else { "cells" };
    let message = format!("{} has {n} {cells}, not {want}", (REGION.words)(clue, puzzle));
    Err(Flaw::new(Part::Whole, message).help("cells in no region are written `.`"))
}

fn check_square(clue: &Clue, puzzle: &Puzzle) -> Result<(), Flaw> {
    if puzzle.grid.rows() != puzzle.grid.cols() {
        return Err(Flaw::new(Part::Whole, "only a square grid has main diagonals"));
    }
    let n = puzzle.grid.digit_count();
    needs(puzzle.grid.rows() <= n, &format!("a diagonal has more cells than the {n} digits"))?;
    sound(clue, puzzle)
}

/// Boxes are counted row by row from 1, if they are tiles of one size.
fn box_number(clue: &Clue, puzzle: &Puzzle) -> Option<usize> {
    let (height, width) = puzzle.box_shape()?;
    let first = *clue.list(0).iter().min()?;
    let (row, col) = (puzzle.grid.row_of(first), puzzle.grid.col_of(first));
    Some(row / height * (puzzle.grid.cols() / width.max(1)) + col / width + 1)
}

fn rises(clue: &Clue) -> bool {
    clue.numbers.first().is_some_and(|&n| n > 0)
}

fn diagonal(clue: &Clue, puzzle: &Puzzle) -> Vec<CellId> {
    let [falling, rising] = both(puzzle);
    if rises(clue) { rising } else { falling }
}

/// The falling and the rising diagonal, each from its left end.
fn both(puzzle: &Puzzle) -> [Vec<CellId>; 2] {
    let grid = &puzzle.grid;
    let from = |row, down| grid.cell(row, 0).map_or(vec![], |c| grid.ray(c, down, 1));
    [from(0, 1), from(grid.rows() - 1, -1)]
}

fn windows(puzzle: &Puzzle) -> Vec<Vec<CellId>> {
    let Some((height, width)) = puzzle.box_shape() else {
        return vec![];
    };
    let grid = &puzzle.grid;
    let starts = |size: usize, side: usize| {
        (1..side).step_by(size + 1).filter(move |start| start + size < side + 1)
    };
    let tops = starts(height, grid.rows());
    let corners = tops.flat_map(|r| starts(width, grid.cols()).map(move |c| (r, c)));
    corners.map(|(r, c)| grid.rectangle(r, c, height, width)).collect()
}

fn groups(puzzle: &Puzzle) -> Vec<Vec<CellId>> {
    let irregular = puzzle.clues_of("region").next().is_some();
    let kind = if irregular { "region" } else { "box" };
    let mut houses: Vec<Vec<CellId>> = puzzle.clues_of(kind).map(|c| c.list(0).to_vec()).collect();
    houses.iter_mut().for_each(|house| house.sort_unstable());
    let places = houses.iter().map(Vec::len).max().unwrap_or(0);
    let at = |k: usize| houses.iter().filter_map(move |house| house.get(k).copied());
    (0..places).map(|k| at(k).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;

    #[test]
    fn windows_of_the_nine_by_nine() {
        let puzzle = Puzzle::sudoku(Grid::nine());
        let corners: Vec<_> = windows(&puzzle).iter().map(|w| puzzle.grid.name(w[0])).collect();
        assert_eq!(corners, ["r2c2", "r2c6", "r6c2", "r6c6"]);
        assert!(windows(&puzzle).iter().all(|w| w.len() == 9));
    }

    #[test]
    fn groups_follow_regions_where_there_are_any() {
        let mut puzzle = Puzzle::sudoku(Grid::nine());
        let first: Vec<_> = groups(&puzzle)[0].iter().map(|&c| puzzle.grid.name(c)).collect();
        assert_eq!(first[..4], ["r1c1", "r1c4", "r1c7", "r4c1"]);
        puzzle.clues.push(Clue::new(&REGION).over(puzzle.grid.row(0)));
        assert_eq!(groups(&puzzle)[2], [CellId::new(2)]);
    }

    #[test]
    fn boxes_are_numbered_row_by_row() {
        let puzzle = Puzzle::sudoku(Grid::new(6, 6).unwrap());
        let names: Vec<_> = puzzle.clues_of("box").map(|c| c.words(&puzzle)).collect();
        assert_eq!(names, ["box 1", "box 2", "box 3", "box 4", "box 5", "box 6"]);
    }

    #[test]
    fn rising_starts_at_the_lower_left() {
        let puzzle = Puzzle::sudoku(Grid::nine());
        let rising = Clue::new(&DIAGONAL).number(1);
        assert_eq!(puzzle.grid.name(diagonal(&rising, &puzzle)[0]), "r9c1");
    }
}
