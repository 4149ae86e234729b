//! Lines whose parts have equal sums.

use pencilmark_kernel::expr::{Cmp, Formula};

use super::along::lower_machine_to;
use super::{compare, needs, number, once, regions, sum};
use crate::drawing::{self, Drawing, End, Text};
use crate::flaw::{Flaw, Part};
use crate::grid::CellId;
use crate::kind::{Arg, Kind, Shape, Tool};
use crate::lower::Lower;
use crate::puzzle::{Clue, Name, Puzzle};

pub(crate) static KINDS: &[&Kind] =
    &[&REGION_SUM, &REGION_TOTAL, &DOUBLE_ARROW, &ZIPPER, &SUM_LINE, &EQUAL_SUM];

static REGION_SUM: Kind = Kind {
    name: "region-sum-line",
    aliases: &["region-sum", "regionsumline"],
    args: &[Arg::new("cells", Shape::Cells(2))],
    summary: "Each visit of the line to a box (or region) has the same sum; coming back is a new \
              visit.",
    example: "region-sum-line r2c2-5",
    check: |_, puzzle| needs(!regions(puzzle).is_empty(), "region sums need boxes or regions"),
    meaning: |clue, puzzle| equal(&visits(clue, puzzle), puzzle),
    lower: |clue, puzzle, lower| lower_equal(&visits(clue, puzzle), lower),
    elsewhere: &[
        (Tool::FPuzzles, "regionsumline"),
        (Tool::SudokuMaker, "404"),
        (Tool::Iss, "RegionSumLine"),
        (Tool::Rangsk, "rsl"),
    ],
    drawing: drawing::line("#2ECBFF", 0.08),
    ..Kind::PLAIN
};

static REGION_TOTAL: Kind = Kind {
    name: "region-total-line",
    args: &[Arg::new("cells", Shape::Cells(2))],
    summary: "The line has the same sum in each box (or region) it visits, all visits to it taken \
              together.",
    example: "region-total-line r2c2-5",
    check: |_, puzzle| needs(!regions(puzzle).is_empty(), "region sums need boxes or regions"),
    meaning: |clue, puzzle| equal(&totals(clue, puzzle), puzzle),
    lower: |clue, puzzle, lower| lower_equal(&totals(clue, puzzle), lower),
    elsewhere: &[(Tool::SudokuMaker, "404 singleRegionTotals")],
    drawing: Drawing::Line {
        colour: "#2ECBFF",
        width: 0.1,
        core: Some(("#FFFFFF", 0.04)),
        ends: [End::Plain, End::Plain],
        text: Text::None,
    },
    ..Kind::PLAIN
};

static DOUBLE_ARROW: Kind = Kind {
    name: "double-arrow",
    aliases: &["doublearrow"],
    args: &[Arg::new("cells", Shape::Cells(2))],
    summary: "The digits inside the line add up to the sum of its two ends.",
    example: "double-arrow r1c1-5",
    meaning: |clue, puzzle| match clue.list(0) {
        [a, middle @ .., b] => {
            vec![compare(sum(&[*a, *b], puzzle), Cmp::Eq, sum(middle, puzzle))]
        }
        _ => vec![],
    },
    lower: |clue, _, lower| {
        let last = clue.list(0).len().saturating_sub(1);
        let sign = |i: usize| if i == 0 || i == last { 1 } else { -1 };
        let terms: Vec<_> = clue.list(0).iter().enumerate().map(|(i, &c)| (sign(i), c)).collect();
        lower.linear(&terms, Cmp::Eq, 0);
    },
    elsewhere: &[
        (Tool::FPuzzles, "doublearrow"),
        (Tool::SudokuMaker, "409"),
        (Tool::Iss, "DoubleArrow"),
        (Tool::Rangsk, "doublearrow"),
    ],
    drawing: drawing::ended("#C54B8B", 0.08, End::Circle),
    ..Kind::PLAIN
};

static ZIPPER: Kind = Kind {
    name: "zipper",
    aliases: &["zipper-line", "zipperline"],
    args: &[Arg::new("cells", Shape::Cells(2))],
    summary: "Cells equally far from the middle of the line have the same sum; a cell in the \
              middle is that sum.",
    example: "zipper r1c1-5",
    meaning: |clue, puzzle| equal(&teeth(clue), puzzle),
    lower: |clue, _, lower| lower_equal(&teeth(clue), lower),
    elsewhere: &[(Tool::FPuzzles, "zipperline"), (Tool::Iss, "Zipper"), (Tool::Rangsk, "zipper")],
    drawing: drawing::line("#CDB1EC", 0.08),
    ..Kind::PLAIN
};

static SUM_LINE: Kind = Kind {
    name: "sum-line",
    aliases: &["sumline", "ten-line"],
    args: &[
        Arg::new("sum", Shape::NumberOr(10)),
        Arg::new("cells", Shape::Cells(2)),
        Arg::new("closed", Shape::Word(&["loop"])),
    ],
    summary: "The line falls into pieces that each add up to the number, 10 if none is given; \
              with `loop` its ends are joined, and a piece may go across.",
    example: "sum-line 10 r1c1-5",
    check: |clue, puzzle| {
        once("sum line", clue.list(0), puzzle)?;
        let lowest = clue.list(0).first().map_or(0, |&c| puzzle.range(puzzle.value_of(c)).0);
        needs(lowest >= 0, "a sum line needs cells that count for 0 or more")?;
        match clue.numbers.first() {
            Some(n) if !(1..=MAX_SUM).contains(n) => {
                Err(Flaw::new(Part::Arg(0), format!("no piece adds up to {n}")))
            }
            _ => Ok(()),
        }
    },
    meaning: |clue, puzzle| {
        let one = |line: Vec<CellId>| Formula::And(in_pieces(&line, total(clue), puzzle));
        vec![Formula::Or(starts(clue).into_iter().map(one).collect())]
    },
    lower: lower_sum_line,
    words: |clue, puzzle| {
        let (shape, cells) = (["line", "loop"][usize::from(is_loop(clue))], clue.list(0));
        format!("the sum {shape} {} {}", total(clue), puzzle.grid.told(cells))
    },
    elsewhere: &[(Tool::Iss, "SumLine")],
    drawing: drawing::labelled("#64C864", 0.08, End::Plain, Text::Numbers),
    ..Kind::PLAIN
};

static EQUAL_SUM: Kind = Kind {
    name: "equal-sum",
    aliases: &["equal-sums", "same-sum"],
    args: &[Arg::new("cells", Shape::Lists(2))],
    summary: "All lists of cells have the same sum.",
    example: "equal-sum r1c1-3 / r2c1-2 / r3c1-4",
    meaning: |clue, puzzle| equal(&clue.cells, puzzle),
    lower: |clue, _, lower| lower_equal(&clue.cells, lower),
    elsewhere: &[(Tool::SudokuMaker, "SameSum"), (Tool::Iss, "EqualSum")],
    drawing: drawing::cage(Text::Named("sum ")),
    ..Kind::PLAIN
};

/// Pieces with a larger sum than this are longer than any line.
const MAX_SUM: i64 = 10_000;

/// All parts have the sum of the first.
fn equal(parts: &[Vec<CellId>], puzzle: &Puzzle) -> Vec<Formula<Name>> {
    let Some((first, rest)) = parts.split_first() else {
        return vec![];
    };
    let one = |part: &Vec<CellId>| compare(sum(first, puzzle), Cmp::Eq, sum(part, puzzle));
    rest.iter().map(one).collect()
}

/// Every two parts: the shortest ones prune best, and which they are differs from clue to clue.
fn lower_equal(parts: &[Vec<CellId>], lower: &mut Lower<'_>) {
    let (one, other) = (|&c: &CellId| (1, c), |&c: &CellId| (-1, c));
    let pairs = (0..parts.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
    // Of many, every one and the shortest: single cells are then known to be equal.
    let shortest = (0..parts.len()).min_by_key(|&i| parts[i].len()).unwrap_or(0);
    let told = |(i, j): &(usize, usize)| parts.len() <= 6 || *i == shortest || *j == shortest;
    for (i, j) in pairs.filter(told) {
        let terms: Vec<_> = parts[i].iter().map(one).chain(parts[j].iter().map(other)).collect();
        lower.linear(&terms, Cmp::Eq, 0);
    }
}

fn region_of(cell: CellId, regions: &[Vec<CellId>]) -> Option<usize> {
    regions.iter().position(|r| r.contains(&cell))
}

/// The stretches of the line within one region; cells in no region are left out.
fn visits(clue: &Clue, puzzle: &Puzzle) -> Vec<Vec<CellId>> {
    let regions = regions(puzzle);
    let of = |c: &CellId| region_of(*c, &regions);
    let stretches = clue.list(0).chunk_by(|a, b| of(a) == of(b));
    stretches.filter(|s| of(&s[0]).is_some()).map(<[CellId]>::to_vec).collect()
}

fn totals(clue: &Clue, puzzle: &Puzzle) -> Vec<Vec<CellId>> {
    let regions = regions(puzzle);
    let part = |r: usize| {
        let inside = clue.list(0).iter().filter(|&&c| region_of(c, &regions) == Some(r));
        inside.copied().collect::<Vec<_>>()
    };
    (0..regions.len()).map(part).filter(|part| !part.is_empty()).collect()
}

/// Pairs from the ends inward, and the cell in the middle.
fn teeth(clue: &Clue) -> Vec<Vec<CellId>> {
    let line = clue.list(0);
    let half = line.len() / 2;
    let pairs = line.iter().zip(line.iter().rev()).take(half);
    let middle = (line.len() % 2 == 1).then(|| vec![line[half]]);
    middle.into_iter().chain(pairs.map(|(&a, &b)| vec![a, b])).collect()
}

/// At least 1, whatever was written: a clue with another sum does not pass its check.
fn total(clue: &Clue) -> i64 {
    clue.numbers.first().map_or(10, |&n| n.clamp(1, MAX_SUM))
}

fn is_loop(clue: &Clue) -> bool {
    clue.numbers.len() > 1
}

/// The line from each cell where a piece may start.
fn starts(clue: &Clue) -> Vec<Vec<CellId>> {
    let line = clue.list(0);
    let turns = if is_loop(clue) { line.len() } else { 1 };
    (0..turns).map(|n| [&line[n..], &line[..n]].concat()).collect()
}

/// With cells that count for 0 or more, the line falls into pieces exactly if each multiple of
/// the sum, up to the whole, is the sum of its first so many cells.
fn in_pieces(line: &[CellId], total: i64, puzzle: &Puzzle) -> Vec<Formula<Name>> {
    let most: i64 = line.iter().map(|&c| puzzle.range(puzzle.value_of(c)).1).sum();
    let whole = sum(line, puzzle);
    let multiples: Vec<i64> = (1..).map(|k| k * total).take_while(|&m| m <= most).collect();
    let reached = |m: i64| {
        let first = |n: usize| compare(sum(&line[..n], puzzle), Cmp::Eq, number(m));
        let below = compare(whole.clone(), Cmp::Lt, number(m));
        Formula::Or((1..=line.len()).map(first).chain([below]).collect())
    };
    let mut all: Vec<Formula<Name>> = multiples.iter().map(|&m| reached(m)).collect();
    all.push(Formula::In(whole, multiples));
    all
}

/// How far a piece has come, and whether anything but zeros has been read.
type Piece = (i64, bool);

/// A piece that is full may go on with zeros; the next one starts with whatever comes.
fn filled((so_far, begun): Piece, v: i64, total: i64) -> Option<Piece> {
    let next = if so_far == total && v != 0 { v } else { so_far + v };
    (next <= total).then_some((next, begun || v != 0))
}

fn lower_sum_line(clue: &Clue, puzzle: &Puzzle, lower: &mut Lower<'_>) {
    let (total, line) = (total(clue), clue.list(0));
    if !is_loop(clue) {
        let step = |&piece: &Piece, v: i64| filled(piece, v, total);
        let good = |piece: &Piece| *piece == (total, true);
        return lower_machine_to(clue, puzzle, lower, line, (total, false), step, good);
    }
    // How much of the piece across the ends lies before the first cell is guessed at the start.
    let step = |&state: &Option<(i64, Piece)>, v: i64| -> Vec<Option<(i64, Piece)>> {
        let first = |before: i64| Some((before, filled((before, false), v, total)?));
        match state {
            Some((before, piece)) => {
                filled(piece, v, total).map(|next| Some((before, next))).into_iter().collect()
            }
            None => (1..=total).filter_map(first).map(Some).collect(),
        }
    };
    let good =
        |state: &Option<(i64, Piece)>| state.is_some_and(|(before, piece)| piece == (before, true));
    lower_machine_to(clue, puzzle, lower, &from_the_largest(line, puzzle), None, step, good);
}

/// A closed line from its largest given on: the more the first cell has, the less can lie before it.
fn from_the_largest(line: &[CellId], puzzle: &Puzzle) -> Vec<CellId> {
    let given = |&(cell, _): &(CellId, i64)| line.iter().position(|&c| c == cell);
    let givens = puzzle.clues.iter().filter_map(Clue::as_given);
    let largest = givens.filter(|g| given(g).is_some()).max_by_key(|&(_, digit)| digit);
    let mut line = line.to_vec();
    line.rotate_left(largest.as_ref().and_then(given).unwrap_or(0));
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;
    use crate::kinds;

    fn clue(kind: &str, cells: &[usize]) -> Clue {
        let cells: Vec<_> = cells.iter().map(|&i| CellId::new(i)).collect();
        Clue::new(kinds::find(kind).unwrap()).over(cells)
    }

    #[test]
    fn coming_back_to_a_region_is_a_new_visit() {
        let puzzle = Puzzle::sudoku(Grid::nine());
        let line = clue("region-sum-line", &[2, 3, 12, 11, 10]);
        let sizes: Vec<_> = visits(&line, &puzzle).iter().map(Vec::len).collect();
        assert_eq!(sizes, [1, 2, 2]);
        let sizes: Vec<_> = totals(&line, &puzzle).iter().map(Vec::len).collect();
        assert_eq!(sizes, [3, 2]);
    }

    #[test]
    fn zippers_close_on_their_middle() {
        let sizes =
            |n: &[usize]| teeth(&clue("zipper", n)).iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(sizes(&[0, 1, 2, 3, 4]), [1, 2, 2]);
        assert_eq!(sizes(&[0, 1, 2, 3]), [2, 2]);
    }
}
