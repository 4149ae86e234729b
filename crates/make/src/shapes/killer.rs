//! Cages that fill the grid.

use pencilmark_puzzle::{CellId, Puzzle};

use super::Canvas;
use crate::chance::Chance;
use crate::layout::{hangs_together, neighbours};

/// The grid cut into cages of two to five cells, no digit twice in one; a cell that fits to no
/// neighbour stays alone.
pub(crate) fn cages(canvas: &Canvas<'_>, chance: &mut Chance) -> Vec<Vec<CellId>> {
    let grid = canvas.grid;
    let mut cages: Vec<Vec<CellId>> = Vec::new();
    let mut cage_of: Vec<Option<usize>> = vec![None; grid.size()];
    for at in chance.order(grid.size()) {
        if cage_of[at].is_some() {
            continue;
        }
        let wanted = [2, 2, 3, 3, 3, 4, 4, 5][chance.below(8)];
        let number = cages.len();
        let mut cage = vec![CellId::new(at)];
        cage_of[at] = Some(number);
        while cage.len() < wanted {
            let free =
                |cell: &CellId| cage_of[cell.index()].is_none() && fits(canvas, &cage, *cell);
            let next: Vec<CellId> =
                cage.iter().flat_map(|&cell| neighbours(grid, cell)).filter(free).collect();
            let Some(&next) = chance.pick(&next) else { break };
            cage_of[next.index()] = Some(number);
            cage.push(next);
        }
        cages.push(cage);
    }
    // Single cells are digits given away: they join a neighbour that has room.
    for number in 0..cages.len() {
        let [cell] = cages[number][..] else { continue };
        let room = |other: &usize| {
            *other != number && cages[*other].len() < 5 && fits(canvas, &cages[*other], cell)
        };
        let others: Vec<usize> =
            neighbours(grid, cell).filter_map(|n| cage_of[n.index()]).filter(room).collect();
        if let Some(&other) = chance.pick(&others) {
            cages[number].clear();
            cages[other].push(cell);
            cage_of[cell.index()] = Some(other);
        }
    }
    cages.retain(|cage| !cage.is_empty());
    cages.iter_mut().for_each(|cage| cage.sort());
    cages
}

fn fits(canvas: &Canvas<'_>, cage: &[CellId], cell: CellId) -> bool {
    cage.iter().all(|&other| canvas.digit(other) != canvas.digit(cell))
}

/// Adds cages with their sums.
pub(crate) fn add(puzzle: &mut Puzzle, canvas: &Canvas<'_>, cages: &[Vec<CellId>]) {
    let mut cages: Vec<&Vec<CellId>> = cages.iter().collect();
    cages.sort();
    for cage in cages {
        let sum = cage.iter().map(|&cell| canvas.digit(cell)).sum();
        super::add(puzzle, "cage", |clue| clue.number(sum).over(cage.clone()));
    }
}

/// Cuts some cages in two where another solution differs; false if there is nothing to cut.
pub(crate) fn cut(
    cages: &mut Vec<Vec<CellId>>,
    canvas: &Canvas<'_>,
    other: &[i64],
    chance: &mut Chance,
) -> bool {
    let differs = |cell: &&CellId| other[cell.index()] != canvas.digit(**cell);
    let mut open: Vec<(usize, usize)> = (0..cages.len())
        .map(|at| (cages[at].iter().filter(differs).count(), at))
        .filter(|&(count, at)| count > 0 && cages[at].len() > 1)
        .collect();
    // A few at a time: each cut narrows more than this one other solution.
    chance.shuffle(&mut open);
    open.sort_by_key(|&(count, at)| std::cmp::Reverse((cages[at].len(), count)));
    let some = open.len().min(1 + open.len() / 8);
    for &(_, at) in &open[..some] {
        let part = part(canvas, &cages[at], chance);
        cages[at].retain(|cell| !part.contains(cell));
        cages.push(part);
    }
    some > 0
}

/// Some of the cells of a cage, so that these and the others hang together.
fn part(canvas: &Canvas<'_>, cage: &[CellId], chance: &mut Chance) -> Vec<CellId> {
    let rest = |part: &[CellId]| -> Vec<CellId> {
        cage.iter().copied().filter(|cell| !part.contains(cell)).collect()
    };
    for size in (1..=cage.len() / 2).rev() {
        for _ in 0..4 {
            let mut part: Vec<CellId> = chance.pick(cage).copied().into_iter().collect();
            while part.len() < size {
                let near = part.iter().flat_map(|&cell| neighbours(canvas.grid, cell));
                let next: Vec<CellId> =
                    near.filter(|cell| cage.contains(cell) && !part.contains(cell)).collect();
                let Some(&next) = chance.pick(&next) else { break };
                part.push(next);
            }
            if part.len() == size && hangs_together(canvas.grid, &rest(&part)) {
                part.sort();
                return part;
            }
        }
    }
    // Some cell can always be taken from the rim.
    let leaf = |cell: &&CellId| hangs_together(canvas.grid, &rest(&[**cell]));
    cage.iter().find(leaf).copied().into_iter().collect()
}
