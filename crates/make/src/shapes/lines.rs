//! Lines: thermometers, arrows, whispers, renbans. No two share a cell or cross.

use pencilmark_puzzle::{CellId, Puzzle};

use super::{Canvas, add};
use crate::chance::Chance;

/// How many lines of a sort a 9x9 grid has, about; others in proportion.
const LINES: usize = 6;

impl Canvas<'_> {
    /// Thermometers of three to six cells.
    pub(super) fn thermos(&mut self, puzzle: &mut Puzzle, chance: &mut Chance) {
        self.lines(chance, |canvas, start, chance| {
            let rises = |path: &[CellId], next: CellId| {
                path.last().is_some_and(|&last| canvas.digit(next) > canvas.digit(last))
            };
            let most = 3 + chance.below(4);
            let line = canvas.path(vec![start], most, chance, rises);
            let long = line.len() >= 3;
            long.then(|| add(puzzle, "thermo", |clue| clue.over(line.clone())))?;
            Some(line)
        });
    }

    /// Whispers of four to seven cells.
    pub(super) fn whispers(&mut self, puzzle: &mut Puzzle, chance: &mut Chance) {
        let apart = self.grid.digit_count().div_ceil(2) as i64;
        self.lines(chance, |canvas, start, chance| {
            let far = |path: &[CellId], next: CellId| {
                let last = path.last().map_or(0, |&last| canvas.digit(last));
                (canvas.digit(next) - last).abs() >= apart
            };
            let most = 4 + chance.below(4);
            let line = canvas.path(vec![start], most, chance, far);
            let long = line.len() >= 4.min(canvas.grid.rows() - 1);
            long.then(|| add(puzzle, "whisper", |clue| clue.over(line.clone())))?;
            Some(line)
        });
    }

    /// Renbans of three to six cells.
    pub(super) fn renbans(&mut self, puzzle: &mut Puzzle, chance: &mut Chance) {
        self.lines(chance, |canvas, start, chance| {
            let most = 3 + chance.below(4);
            let span = |path: &[CellId]| {
                let digits = || path.iter().map(|&c| canvas.digit(c));
                digits().max().zip(digits().min()).map_or(0, |(hi, lo)| (hi - lo + 1) as usize)
            };
            let fits = |path: &[CellId], next: CellId| {
                let new = path.iter().all(|&c| canvas.digit(c) != canvas.digit(next));
                let longer: Vec<CellId> = path.iter().copied().chain([next]).collect();
                new && span(&longer) <= most
            };
            let mut line = canvas.path(vec![start], most, chance, fits);
            // As far as the digits have no gap.
            while line.len() > 2 && span(&line) != line.len() {
                line.pop();
            }
            (line.len() >= 3).then(|| add(puzzle, "renban", |clue| clue.over(line.clone())))?;
            Some(line)
        });
    }

    /// Arrows with shafts of two to four cells.
    pub(super) fn arrows(&mut self, puzzle: &mut Puzzle, chance: &mut Chance) {
        self.lines(chance, |canvas, circle, chance| {
            let total = canvas.digit(circle);
            let sum = |path: &[CellId]| path[1..].iter().map(|&c| canvas.digit(c)).sum::<i64>();
            let fits = |path: &[CellId], next: CellId| {
                path.len() < 5 && sum(path) + canvas.digit(next) <= total
            };
            // A few ways from the circle: most do not come out even.
            let line = (0..8).find_map(|_| {
                let line = canvas.path(vec![circle], 5, chance, fits);
                (line.len() >= 3 && sum(&line) == total).then_some(line)
            })?;
            add(puzzle, "arrow", |clue| clue.over([circle]).over(line[1..].to_vec()));
            Some(line)
        });
    }

    /// Draws lines from cells at random until there are enough.
    fn lines(
        &mut self,
        chance: &mut Chance,
        mut draw: impl FnMut(&Canvas<'_>, CellId, &mut Chance) -> Option<Vec<CellId>>,
    ) {
        let wanted = (LINES * self.grid.size()).div_ceil(81).max(2);
        let mut drawn = 0;
        for at in chance.order(self.grid.size()) {
            if drawn == wanted {
                break;
            }
            if self.used[at] {
                continue;
            }
            let Some(line) = draw(self, CellId::new(at), chance) else { continue };
            drawn += 1;
            line.iter().for_each(|cell| self.used[cell.index()] = true);
            for pair in line.windows(2) {
                if let Some(corner) = self.corner(pair[0], pair[1]) {
                    self.crossed[corner] = true;
                }
            }
        }
    }

    /// A line that goes on at random as long as it may.
    fn path(
        &self,
        mut line: Vec<CellId>,
        most: usize,
        chance: &mut Chance,
        may: impl Fn(&[CellId], CellId) -> bool,
    ) -> Vec<CellId> {
        let mut corners = Vec::new();
        while line.len() < most {
            let Some(&last) = line.last() else { break };
            let near = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
            let next: Vec<CellId> = near
                .filter_map(|(down, right)| self.grid.step(last, down, right))
                .filter(|next| !line.contains(next) && !self.used[next.index()])
                .filter(|&next| {
                    let corner = self.corner(last, next);
                    corner.is_none_or(|c| !self.crossed[c] && !corners.contains(&c))
                })
                .filter(|&next| may(&line, next))
                .collect();
            let Some(&next) = chance.pick(&next) else { break };
            corners.extend(self.corner(last, next));
            line.push(next);
        }
        line
    }

    /// The corner that a step runs over, if it is one across a corner.
    fn corner(&self, from: CellId, to: CellId) -> Option<usize> {
        let (rows, columns) = (
            [self.grid.row_of(from), self.grid.row_of(to)],
            [self.grid.col_of(from), self.grid.col_of(to)],
        );
        let across = rows[0] != rows[1] && columns[0] != columns[1];
        let corner = self.grid.cell(rows[0].min(rows[1]), columns[0].min(columns[1]))?;
        across.then(|| corner.index())
    }
}
