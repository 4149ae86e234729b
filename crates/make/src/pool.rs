//! All clues of a kind that are true in a solution: what one can choose from.

use pencilmark_puzzle::{CellId, Clue, Grid, Kind, Name, Puzzle, Shape, kinds};

/// Numbers are looked for up to this one: the sum of a large grid's diagonal and more.
const LARGEST: i64 = 700;

/// Whether a clue is true in a solution.
pub(crate) fn holds(clue: &Clue, puzzle: &Puzzle, solution: &[i64]) -> bool {
    let value = |name: &Name| match name {
        Name::Cell(cell) => solution[cell.index()],
        Name::Var(_) => 0,
    };
    let names = |f: &pencilmark_kernel::expr::Formula<Name>| f.eval(&value);
    (clue.kind.check)(clue, puzzle).is_ok() && clue.meaning(puzzle).iter().all(names)
}

/// A clue that lacks its first number, with the largest that is true in a solution.
pub(crate) fn numbered(clue: &Clue, puzzle: &Puzzle, solution: &[i64]) -> Option<Clue> {
    (0..=LARGEST).rev().find_map(|number| {
        let mut clue = clue.clone();
        clue.numbers.insert(0, number);
        holds(&clue, puzzle, solution).then_some(clue)
    })
}

/// All clues of a kind that a solution allows: on each cell, each pair of neighbours, each
/// diagonal or each line from outside, as the kind wants. Empty for kinds with other shapes.
pub(crate) fn pool(kind: &'static Kind, puzzle: &Puzzle, solution: &[i64]) -> Vec<Clue> {
    let grid = &puzzle.grid;
    if *kind == kinds::GIVEN {
        let taken: Vec<CellId> =
            puzzle.clues.iter().filter_map(Clue::as_given).map(|given| given.0).collect();
        let free = grid.cells().filter(|cell| !taken.contains(cell));
        let given = |cell: CellId| Clue::new(kind).number(solution[cell.index()]).over([cell]);
        return free.map(given).collect();
    }
    let shapes: Vec<Shape> = kind.args.iter().map(|arg| arg.shape).collect();
    let (number, places) = match shapes[..] {
        [place] => (None, place),
        [number, place] => (Some(number), place),
        _ => return vec![],
    };
    let lists: Vec<Vec<CellId>> = match places {
        Shape::Cells(1) if number.is_none() => grid.cells().map(|cell| vec![cell]).collect(),
        Shape::Cells(1 | 2) => pairs(grid),
        Shape::Diagonal => diagonals(grid),
        Shape::Line(_) => lines(grid),
        _ => return vec![],
    };
    let clue = |list: Vec<CellId>| {
        let clue = Clue::new(kind).over(list);
        match number {
            None => holds(&clue, puzzle, solution).then_some(clue),
            Some(Shape::NumberOr(usual)) => {
                let plain = clue.clone().number(usual);
                match holds(&plain, puzzle, solution) {
                    true => Some(plain),
                    false => numbered(&clue, puzzle, solution),
                }
            }
            Some(Shape::Number | Shape::OptionalNumber) => numbered(&clue, puzzle, solution),
            Some(_) => None,
        }
    };
    lists.into_iter().filter_map(clue).collect()
}

/// Cells that share a side, both ways round: some kinds care.
fn pairs(grid: &Grid) -> Vec<Vec<CellId>> {
    let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let pair = |cell, (down, right)| Some(vec![cell, grid.step(cell, down, right)?]);
    grid.cells().flat_map(|cell| steps.into_iter().filter_map(move |s| pair(cell, s))).collect()
}

/// All diagonals of at least three cells, from where they enter the grid, each once.
pub(crate) fn diagonals(grid: &Grid) -> Vec<Vec<CellId>> {
    let mut all: Vec<Vec<CellId>> = Vec::new();
    for (down, right) in [(1, 1), (1, -1)] {
        let enters = |cell: &CellId| grid.step(*cell, -down, -right).is_none();
        let rays = grid.cells().filter(enters).map(|cell| grid.ray(cell, down, right));
        all.extend(rays.filter(|ray| ray.len() > 2));
    }
    all
}

/// Rows and columns in both directions.
fn lines(grid: &Grid) -> Vec<Vec<CellId>> {
    let rows = (0..grid.rows()).map(|row| grid.row(row));
    let columns = (0..grid.cols()).map(|column| grid.column(column));
    let back = |line: Vec<CellId>| line.into_iter().rev().collect();
    let lines: Vec<Vec<CellId>> = rows.chain(columns).collect();
    lines.iter().cloned().chain(lines.iter().cloned().map(back)).collect()
}
