//! Why regions that are to be found cannot be filled, or leave out a cell: by how far each reaches, and by
//! the digits of the cells that are in it for sure.

mod erased;

pub(super) use erased::erased;

use pencilmark_puzzle::{CellId, Name};

use super::super::hidden::{Outside, REGION};
use super::super::{cell, cells, digit, digits};
use crate::board::Board;
use crate::sets::{Cell, Digits, Each, choose, count};

/// Cells that are looked at together for having too few digits.
const CROWD: usize = 4;

/// What is wrong with a region, if that is seen at a glance.
pub(super) fn fault(
    board: &Board,
    units: &[usize],
    left: &[Digits],
    outside: &Outside,
) -> Option<String> {
    let regions = units.iter().find_map(|&unit| Regions::of(board, unit, left, outside))?;
    let (lo, hi) = regions.range;
    (lo..=hi).find_map(|region| regions.fault(region))
}

struct Regions<'b> {
    board: &'b Board,
    left: &'b [Digits],
    /// What is left of each cell's region.
    may: Vec<Vec<(i64, i64)>>,
    /// Cells of each.
    size: usize,
    /// The value that tells the region of the first cell.
    first: usize,
    range: (i64, i64),
}

impl<'b> Regions<'b> {
    /// Those that a constraint makes, if it does.
    fn of(
        board: &'b Board,
        unit: usize,
        left: &'b [Digits],
        outside: &Outside,
    ) -> Option<Regions<'b>> {
        let (puzzle, first) = (&board.puzzle, board.puzzle.layer(REGION)?);
        let kind = puzzle.clues[board.units[unit].clue].kind.name;
        let range @ (lo, hi) = puzzle.range(Name::Var(first));
        let size = board.cells / (hi - lo + 1) as usize;
        (kind == "chaos-construction").then(|| {
            let may = (0..board.cells).map(|c| outside.left_of(board, first + c)).collect();
            Regions { board, left, may, size, first, range }
        })
    }

    /// Whether a cell may be in a region.
    fn may(&self, c: Cell, region: i64) -> bool {
        self.may[c].iter().any(|(lo, hi)| (*lo..=*hi).contains(&region))
    }

    /// The cells that are in a region for sure.
    fn sure(&self, region: i64) -> Vec<Cell> {
        (0..self.board.cells).filter(|&c| self.may[c] == [(region, region)]).collect()
    }

    fn fault(&self, region: i64) -> Option<String> {
        let board = self.board;
        let may = |c: &Cell| self.may(*c, region);
        let sure = self.sure(region);
        let named = |some: &[Cell]| cells(board, some.iter().copied());
        if sure.len() > self.size {
            return Some(format!("{} are all in region {region}", named(&sure)));
        }
        let reached = match sure.first() {
            Some(&start) => self.around(start, &may),
            None => self.widest(&may),
        };
        if let Some((&start, &far)) = sure.first().zip(sure.iter().find(|c| !reached.contains(c))) {
            let (start, far) = (cell(board, start), cell(board, far));
            return Some(format!("nothing joins {start} and {far}, both in region {region}"));
        }
        if reached.len() < self.size {
            return Some(match (sure.is_empty(), reached.len()) {
                (true, 0) => format!("region {region} can have no cell"),
                (true, most) => {
                    format!("no more than {most} cells together can be in region {region}")
                }
                (false, _) => format!("region {region} can have only {}", named(&reached)),
            });
        }
        for size in 2..=CROWD.min(sure.len()) {
            let mut told = None;
            choose(&sure, size, &mut |some| {
                let set = some.iter().fold(0, |all, &c| all | self.left[c]);
                if count(set) < size {
                    let (those, few) = (named(some), digits(board, set, "and"));
                    let have = if size == 2 { "are both" } else { "have only" };
                    told = Some(format!("{those} {have} {few}, in region {region}"));
                }
                told.is_some()
            });
            if told.is_some() {
                return told;
            }
        }
        let there = reached.iter().fold(0, |all, &c| all | self.left[c]);
        let whole = self.size == board.digits && !sure.is_empty();
        let none = Each(board.all() & !there).next().filter(|_| whole)?;
        let none = digit(board, none);
        Some(format!(
            "{none} has no place in region {region}, which can have only {}",
            named(&reached)
        ))
    }

    /// The cells that hang together with one, as far as something holds.
    fn around(&self, start: Cell, may: &dyn Fn(&Cell) -> bool) -> Vec<Cell> {
        let mut reached: Vec<Cell> = self.steps(start, may).into_iter().map(|(c, _)| c).collect();
        reached.sort_unstable();
        reached
    }

    /// The same, each with how many steps it takes, nearer ones first.
    fn steps(&self, start: Cell, may: &dyn Fn(&Cell) -> bool) -> Vec<(Cell, usize)> {
        let grid = &self.board.puzzle.grid;
        let place = |c: Cell| (grid.row_of(CellId::new(c)), grid.col_of(CellId::new(c)));
        let beside = |a: Cell, b: Cell| {
            let ((row, col), (other_row, other_col)) = (place(a), place(b));
            row.abs_diff(other_row) + col.abs_diff(other_col) == 1
        };
        let mut reached = vec![(start, 0)];
        let mut at = 0;
        while let Some(&(from, steps)) = reached.get(at) {
            at += 1;
            for next in (0..self.board.cells).filter(|&c| beside(from, c)) {
                if may(&next) && !reached.iter().any(|(known, _)| *known == next) {
                    reached.push((next, steps + 1));
                }
            }
        }
        reached
    }

    /// The most cells that hang together and for which something holds.
    fn widest(&self, may: &dyn Fn(&Cell) -> bool) -> Vec<Cell> {
        let mut all: Vec<Vec<Cell>> = Vec::new();
        for c in (0..self.board.cells).filter(|c| may(c)) {
            if !all.iter().any(|own| own.contains(&c)) {
                all.push(self.around(c, may));
            }
        }
        all.into_iter().max_by_key(Vec::len).unwrap_or_default()
    }
}
