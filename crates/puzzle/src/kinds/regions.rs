//! Unknown shapes: digits that hang together, regions that are to be found, two colours.

mod pins;
mod reach;

use std::sync::Arc;

use pencilmark_kernel::expr::{Cmp, Expr, Formula};
use pencilmark_kernel::graph::Graph;
use pencilmark_kernel::{Constraint, VarId};

use super::{compare, digit, digits, needs, number};
use crate::drawing::{Drawing, Text};
use crate::flaw::{Flaw, Part};
use crate::grid::{CellId, Grid};
use crate::kind::{Arg, Kind, Shape, Tool};
use crate::lower::Lower;
use crate::puzzle::{Clue, Layer, Name, Puzzle};

pub(crate) static KINDS: &[&Kind] =
    &[&CONNECTED, &CONNECTED_GROUP, &YIN_YANG, &CHAOS, &CHAOS_ARROW, &CHAOS_COUNT];

/// The layer of unknown regions, numbered in the order of their first cells.
const REGION: &str = "region";
/// The layer of the two colours.
const SHADE: &str = "shade";

static CONNECTED: Kind = Kind {
    name: "connected-digits",
    aliases: &["connected-values"],
    args: &[Arg::new("digits", Shape::Digits)],
    summary: "The cells that hold one of the digits hang together along sides.",
    example: "connected-digits 1 2 3",
    meaning: |clue, puzzle| {
        let cells: Vec<CellId> = puzzle.grid.cells().collect();
        vec![Formula::Connected(digits(&cells), sides(&puzzle.grid), clue.numbers.clone())]
    },
    lower: |clue, puzzle, lower| lower_connected(puzzle, lower, &clue.numbers, None),
    elsewhere: &[(Tool::Iss, "ConnectedValues")],
    ..Kind::PLAIN
};

static CONNECTED_GROUP: Kind = Kind {
    name: "connected-group",
    args: &[Arg::new("size", Shape::Number), Arg::new("digits", Shape::Digits)],
    summary: "The cells that hold one of the digits hang together along sides, and there are \
              exactly so many.",
    example: "connected-group 27 1 2 3",
    check: |clue, puzzle| {
        let size = clue.numbers.first().copied().unwrap_or(0);
        if (0..=puzzle.grid.size() as i64).contains(&size) {
            return Ok(());
        }
        Err(Flaw::new(Part::Arg(0), format!("the grid has no {size} cells")))
    },
    meaning: |clue, puzzle| {
        let cells: Vec<CellId> = puzzle.grid.cells().collect();
        let (size, wanted) = size_and_digits(clue);
        let list = digits(&cells);
        let inside =
            |e: &Expr<Name>| Expr::Holds(Box::new(Formula::In(e.clone(), wanted.to_vec())));
        let many = Expr::Sum(list.iter().map(inside).collect());
        let together = Formula::Connected(list, sides(&puzzle.grid), wanted.to_vec());
        vec![together, compare(many, Cmp::Eq, number(size))]
    },
    lower: |clue, puzzle, lower| {
        let (size, wanted) = size_and_digits(clue);
        lower_connected(puzzle, lower, wanted, usize::try_from(size).ok());
    },
    elsewhere: &[(Tool::Iss, "ConnectedValues")],
    ..Kind::PLAIN
};

static YIN_YANG: Kind = Kind {
    name: "yin-yang",
    summary: "Every cell has a colour, `shade`, 0 or 1: the cells of each colour hang together \
              along sides, and no two by two square has only one.",
    example: "yin-yang",
    layers: |_, _| vec![Layer { name: SHADE.into(), lo: 0, hi: 1 }],
    meaning: |_, puzzle| {
        let Some(shades) = layer(puzzle, SHADE) else { return vec![] };
        let together =
            |colour: i64| Formula::Connected(shades.clone(), sides(&puzzle.grid), vec![colour]);
        let mixed = |square: Vec<CellId>| {
            let four = square.iter().map(|c| shades[c.index()].clone()).collect();
            Formula::In(Expr::Sum(four), vec![1, 2, 3])
        };
        [0, 1]
            .map(together)
            .into_iter()
            .chain(squares(&puzzle.grid).into_iter().map(mixed))
            .collect()
    },
    words: |_, _| "the yin-yang rule".into(),
    elsewhere: &[(Tool::Iss, "Var with ConnectedValues")],
    ..Kind::PLAIN
};

static CHAOS: Kind = Kind {
    name: "chaos-construction",
    args: &[Arg::new("size", Shape::OptionalNumber)],
    summary: "The regions are to be found: as many cells each as a house has, or as the number \
              says, hanging together along sides, no digit twice. `region` is the number of a cell's region; regions are \
              numbered in the order of their first cells, row by row.",
    example: "chaos-construction\nboxes none",
    check: |clue, puzzle| {
        let (cells, size) = (puzzle.grid.size(), region_size(clue, puzzle));
        needs(size <= puzzle.grid.digit_count(), "a region has more cells than there are digits")?;
        needs(cells.is_multiple_of(size), "the grid does not fall into regions of one size")?;
        needs(cells / size <= Grid::MAX_DIGITS, "there would be too many regions")
    },
    layers: |clue, puzzle| {
        let regions = puzzle.grid.size() / region_size(clue, puzzle);
        vec![Layer { name: REGION.into(), lo: 1, hi: regions as i64 }]
    },
    meaning: chaos,
    lower: lower_chaos,
    words: |clue, _| match clue.numbers.first() {
        Some(size) => format!("the chaos construction with regions of {size} cells"),
        None => "the chaos construction".into(),
    },
    elsewhere: &[(Tool::Iss, "ChaosConstruction")],
    ..Kind::PLAIN
};

static CHAOS_ARROW: Kind = Kind {
    name: "chaos-arrow",
    args: &[Arg::new("cells", Shape::Lists(1)), Arg::new("which", Shape::Word(&["others"]))],
    summary: "The first cell says how many cells, along the arms that follow, belong without a \
              gap to the region of the arms' first cell; that cell counts once, or with `others` \
              not at all. Without arms they go from the cell in all four directions.",
    example: "chaos-arrow r5c5\nchaos-construction\nboxes none",
    check: |clue, puzzle| {
        check_control(clue, puzzle)?;
        let arms = arms(clue, puzzle);
        let start = arms.first().and_then(|arm| arm.first());
        needs(arms.iter().all(|arm| arm.first() == start), "all arms start at one cell")
    },
    meaning: |clue, puzzle| {
        let Some(regions) = layer(puzzle, REGION) else { return vec![] };
        let at = |cell: CellId| regions[cell.index()].clone();
        let run = |arm: &Vec<CellId>| {
            let alike = |n: usize| {
                let same = |&c: &CellId| compare(at(c), Cmp::Eq, at(arm[0]));
                let all = Formula::And(arm[1..=n].iter().map(same).collect());
                Expr::Holds(Box::new(all))
            };
            (1..arm.len()).map(alike).collect::<Vec<_>>()
        };
        let mut all: Vec<Expr<Name>> = arms(clue, puzzle).iter().flat_map(run).collect();
        all.extend((!others(clue)).then(|| number(1)));
        control(clue).map(|c| compare(digit(c), Cmp::Eq, Expr::Sum(all))).into_iter().collect()
    },
    lower: lower_arrow,
    elsewhere: &[(Tool::Iss, "ChaosArrow")],
    drawing: Drawing::Arrow { text: Text::After("region") },
    ..Kind::PLAIN
};

static CHAOS_COUNT: Kind = Kind {
    name: "chaos-count",
    args: &[Arg::new("cells", Shape::Lists(1)), Arg::new("which", Shape::Word(&["others"]))],
    summary: "The first cell says how many cells of the list that follows belong to the region of \
              the first in it; that one counts too, unless `others` is told. Without a list it is \
              the cell and those around it.",
    example: "chaos-count r5c5\nchaos-construction\nboxes none",
    check: check_control,
    meaning: |clue, puzzle| {
        let Some(regions) = layer(puzzle, REGION) else { return vec![] };
        let at = |cell: CellId| regions[cell.index()].clone();
        let cells = counted(clue, puzzle);
        let Some((&first, rest)) = cells.split_first() else { return vec![] };
        let same = |&c: &CellId| Expr::Holds(Box::new(compare(at(c), Cmp::Eq, at(first))));
        let mut all: Vec<Expr<Name>> = rest.iter().map(same).collect();
        all.extend((!others(clue)).then(|| number(1)));
        control(clue).map(|c| compare(digit(c), Cmp::Eq, Expr::Sum(all))).into_iter().collect()
    },
    lower: lower_count,
    elsewhere: &[(Tool::Iss, "ChaosCount")],
    drawing: Drawing::Count { text: Text::After("region") },
    ..Kind::PLAIN
};

/// Cells that share a side.
pub(crate) fn sides(grid: &Grid) -> Arc<Graph> {
    let pairs = super::global::pairs(grid, super::global::SIDE);
    Arc::new(Graph::new(grid.size(), pairs.map(|(a, b)| (a.index(), b.index()))))
}

fn squares(grid: &Grid) -> Vec<Vec<CellId>> {
    let corners = grid.cells().map(|c| (grid.row_of(c), grid.col_of(c)));
    let corners = corners.filter(|&(r, c)| r + 1 < grid.rows() && c + 1 < grid.cols());
    corners.map(|(r, c)| grid.rectangle(r, c, 2, 2)).collect()
}

/// The values of a layer, cell by cell.
pub(super) fn layer(puzzle: &Puzzle, name: &str) -> Option<Vec<Expr<Name>>> {
    let names = puzzle.grid.cells().map(|c| puzzle.in_layer(name, c).map(Expr::Var));
    names.collect()
}

fn size_and_digits(clue: &Clue) -> (i64, &[i64]) {
    clue.numbers.split_first().map_or((0, &[]), |(&size, digits)| (size, digits))
}

fn lower_connected(puzzle: &Puzzle, lower: &mut Lower<'_>, values: &[i64], size: Option<usize>) {
    let cells: Vec<CellId> = puzzle.grid.cells().collect();
    let (vars, graph) = (lower.list(&cells), sides(&puzzle.grid));
    lower.post(Constraint::Connected { vars, graph, values: values.to_vec(), size });
}

/// How many cells a region has.
fn region_size(clue: &Clue, puzzle: &Puzzle) -> usize {
    let told = clue.numbers.first().and_then(|&n| usize::try_from(n).ok()).filter(|n| *n > 0);
    told.unwrap_or(puzzle.grid.house_size())
}

fn chaos(clue: &Clue, puzzle: &Puzzle) -> Vec<Formula<Name>> {
    let Some(regions) = layer(puzzle, REGION) else { return vec![] };
    let (size, graph) = (region_size(clue, puzzle) as i64, sides(&puzzle.grid));
    let mut all = Vec::new();
    for k in 1..=puzzle.grid.size() as i64 / size {
        all.push(Formula::Connected(regions.clone(), graph.clone(), vec![k]));
        let cells = Expr::Count(regions.clone(), Box::new(number(k)));
        all.push(compare(cells, Cmp::Eq, number(size)));
    }
    let cells: Vec<CellId> = puzzle.grid.cells().collect();
    all.extend(super::pairwise(&cells, |a, b| {
        let apart = compare(regions[a.index()].clone(), Cmp::Ne, regions[b.index()].clone());
        Formula::Or(vec![apart, compare(digit(a), Cmp::Ne, digit(b))])
    }));
    for (i, region) in regions.iter().enumerate() {
        // A region that starts here has the next number.
        let next = match i {
            0 => number(1),
            _ => Expr::Sum(vec![number(1), Expr::Max(regions[..i].to_vec())]),
        };
        all.push(compare(region.clone(), Cmp::Le, next));
    }
    all
}

fn lower_chaos(clue: &Clue, puzzle: &Puzzle, lower: &mut Lower<'_>) {
    let grid = &puzzle.grid;
    let (size, graph) = (region_size(clue, puzzle), sides(grid));
    let names: Option<Vec<Name>> = grid.cells().map(|c| puzzle.in_layer(REGION, c)).collect();
    let Some(names) = names else { return };
    let regions: Vec<_> = names.into_iter().map(|name| lower.name(name)).collect();
    let cells: Vec<CellId> = grid.cells().collect();
    let vars = lower.list(&cells);
    let all: Vec<i64> = if grid.digit_count() == size { grid.digits().collect() } else { vec![] };
    let count = (grid.size() / size) as i64;
    for house in 1..=count {
        lower.post(Constraint::Connected {
            vars: regions.clone(),
            graph: graph.clone(),
            values: vec![house],
            size: Some(size),
        });
        let (choices, vars, all) = (regions.clone(), vars.clone(), all.clone());
        lower.post(Constraint::Members { choices, vars, house, all });
    }
    let pins = lower.for_search(|lower| {
        let pins: Vec<VarId> = pins::pinned(puzzle, size)
            .into_iter()
            .filter_map(|cell| Some(lower.name(puzzle.in_layer(REGION, cell)?)))
            .collect();
        (!pins.is_empty()).then_some(pins)
    });
    if pins.is_some() {
        lower.renumber(regions.clone(), 1);
    }
    let pinned = pins.unwrap_or_default();
    lower.post(Constraint::Numbered { vars: regions, from: 1, pinned });
}

fn others(clue: &Clue) -> bool {
    !clue.numbers.is_empty()
}

fn control(clue: &Clue) -> Option<CellId> {
    clue.list(0).first().copied()
}

fn check_control(clue: &Clue, puzzle: &Puzzle) -> Result<(), Flaw> {
    needs(puzzle.layer(REGION).is_some(), "this counts unknown regions: add `chaos-construction`")?;
    needs(clue.list(0).len() == 1, "one cell says how many there are")
}

fn arms(clue: &Clue, puzzle: &Puzzle) -> Vec<Vec<CellId>> {
    if clue.cells.len() > 1 {
        return clue.cells[1..].to_vec();
    }
    let from = |(down, right)| control(clue).map(|c| puzzle.grid.ray(c, down, right));
    [(0, -1), (0, 1), (-1, 0), (1, 0)].into_iter().filter_map(from).collect()
}

/// The cells that a count is about.
fn counted(clue: &Clue, puzzle: &Puzzle) -> Vec<CellId> {
    match clue.cells.get(1) {
        Some(list) => list.clone(),
        None => control(clue).map_or(vec![], |c| around(&puzzle.grid, c)),
    }
}

/// The number counts the cells of the lists that are in the region of the first one: all of
/// them, or in each list those at its start.
fn lower_alike(
    clue: &Clue,
    puzzle: &Puzzle,
    lower: &mut Lower<'_>,
    first: Option<CellId>,
    lists: &[&[CellId]],
    gaps: bool,
) {
    let region = |cell: CellId| Some(lower.name(puzzle.in_layer(REGION, cell)?));
    let list = |cells: &&[CellId]| cells.iter().map(|&c| region(c)).collect::<Option<Vec<_>>>();
    let lists: Option<Vec<Vec<VarId>>> = lists.iter().map(list).collect();
    let number = control(clue).map(|cell| lower.cell(cell));
    match (number, first.and_then(region), lists) {
        (Some(number), Some(first), Some(lists)) => {
            let base = i64::from(!others(clue));
            lower.post(Constraint::Alike { number, first, lists, base, gaps });
        }
        // Without cells the number counts nothing.
        _ => clue.meaning(puzzle).iter().for_each(|formula| lower.formula(formula)),
    }
}

fn lower_arrow(clue: &Clue, puzzle: &Puzzle, lower: &mut Lower<'_>) {
    let arms = arms(clue, puzzle);
    let first = arms.first().and_then(|arm| arm.first()).copied();
    let lists: Vec<&[CellId]> = arms.iter().map(|arm| arm.get(1..).unwrap_or(&[])).collect();
    lower_alike(clue, puzzle, lower, first, &lists, false);
}

fn lower_count(clue: &Clue, puzzle: &Puzzle, lower: &mut Lower<'_>) {
    let cells = counted(clue, puzzle);
    let rest = cells.get(1..).unwrap_or(&[]);
    let first = cells.first().copied();
    lower_alike(clue, puzzle, lower, first, &[rest], true);
    if let (Some(first), Some(cell)) = (first, control(clue)) {
        let least = reach::least(puzzle, first, rest) + i64::from(!others(clue));
        let number = lower.cell(cell);
        lower_least(puzzle, lower, number, least);
    }
}

/// A number is no smaller than unknown regions make it.
fn lower_least(puzzle: &Puzzle, lower: &mut Lower<'_>, number: VarId, least: i64) {
    if least <= puzzle.grid.lo() {
        return;
    }
    let places = puzzle.clues.iter().enumerate().filter(|(_, clue)| clue.kind.name == CHAOS.name);
    let values: Vec<i64> = puzzle.grid.digits().filter(|&digit| digit >= least).collect();
    lower.derive(places.map(|(i, _)| i), Constraint::Domain { var: number, values });
}

/// A cell and those that touch it.
fn around(grid: &Grid, cell: CellId) -> Vec<CellId> {
    let near = (-1..=1).flat_map(|d| (-1..=1).map(move |r| (d, r))).filter(|&m| m != (0, 0));
    [cell].into_iter().chain(near.filter_map(|(d, r)| grid.step(cell, d, r))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn around_a_corner_are_three_cells() {
        let grid = Grid::nine();
        assert_eq!(around(&grid, CellId::new(0)).len(), 4);
        assert_eq!(around(&grid, CellId::new(40)).len(), 9);
        assert_eq!(sides(&grid).pairs().count(), 144);
        assert_eq!(squares(&grid).len(), 64);
    }
}
