//! A random clue of any kind, made from the kind's own syntax.

use super::formula::random_rule;
use super::rng::Rng;
use crate::grid::CellId;
use crate::kind::Shape;
use crate::kinds;
use crate::puzzle::{Clue, Puzzle};

/// How often a clue that fits is looked for.
const ATTEMPTS: usize = 60;

/// Houses are made with the grid, givens at the end.
const MADE_ELSEWHERE: [&str; 5] = ["row", "column", "box", "region", "given"];

/// Whether a kind speaks of the whole grid: it has no cells to choose.
pub(super) fn is_global(kind: &str) -> bool {
    let shapes = kinds::find(kind).map_or(&[][..], |k| k.args);
    shapes.iter().all(|a| a.shape == Shape::Sign)
}

/// A clue that passes its own check and, if asked, holds in the solution.
pub(super) fn random_clue(
    kind: &str,
    puzzle: &Puzzle,
    solution: &[i64],
    fits: bool,
    rng: &mut Rng,
) -> Option<Clue> {
    if MADE_ELSEWHERE.contains(&kind) {
        return None;
    }
    let kind = kinds::find(kind)?;
    if kind.needs_layers(puzzle) {
        return None;
    }
    if kind.name == "rule" {
        let rule = random_rule(puzzle, solution, fits, rng);
        return Some(Clue::new(kind).stating(rule));
    }
    let holds = |clue: &Clue| {
        let value = |&name: &_| solution[puzzle.position(name)];
        clue.meaning(puzzle).iter().all(|f| f.eval(&value))
    };
    for _ in 0..ATTEMPTS {
        let mut clue = Clue::new(kind);
        kind.args.iter().for_each(|arg| fill(arg.shape, &mut clue, puzzle, rng));
        if let (Some(_), true) = (number_of(&mut clue), fits) {
            // Any number that makes it true; dots often have none.
            let mut with = |n: i64| {
                clue.numbers[0] = n;
                clue.check(puzzle).is_ok() && holds(&clue)
            };
            let _ = (0..100).any(&mut with);
        }
        if clue.check(puzzle).is_ok() && (!fits || holds(&clue)) {
            return Some(clue);
        }
    }
    None
}

/// The one number of a clue that is a matter of choice.
fn number_of(clue: &mut Clue) -> Option<&mut i64> {
    let shapes = clue.kind.args.iter().map(|a| a.shape);
    let free = |s| matches!(s, Shape::Number | Shape::OptionalNumber | Shape::NumberOr(_));
    if shapes.filter(|&s| free(s)).count() == 1 { clue.numbers.first_mut() } else { None }
}

fn fill(shape: Shape, clue: &mut Clue, puzzle: &Puzzle, rng: &mut Rng) {
    let grid = &puzzle.grid;
    let any_digit = |rng: &mut Rng| grid.lo() + rng.below(grid.digit_count()) as i64;
    match shape {
        Shape::Number => clue.numbers.push(1 + rng.below(3 * grid.hi() as usize) as i64),
        Shape::OptionalNumber if rng.chance(1, 4) => {}
        Shape::OptionalNumber => clue.numbers.push(1 + rng.below(2 * grid.hi() as usize) as i64),
        Shape::NumberOr(default) => {
            let other = 1 + rng.below(3) as i64;
            clue.numbers.push(if rng.chance(2, 3) { default } else { other });
        }
        Shape::Digit => clue.numbers.push(any_digit(rng)),
        Shape::Digits => {
            let few = 1 + rng.below(grid.digit_count());
            let mut digits: Vec<i64> = (0..few).map(|_| any_digit(rng)).collect();
            digits.sort_unstable();
            digits.dedup();
            clue.numbers.extend(digits);
        }
        Shape::Cells(least) => {
            // The circle of an arrow is one cell, or now and then a pill.
            let head = clue.kind.args.iter().filter(|a| matches!(a.shape, Shape::Cells(_))).count();
            let most = if head > 1 && clue.cells.is_empty() { 1 + rng.below(2) } else { 4 };
            let length = (least + rng.below(most)).min(most.max(least));
            let cells = if rng.chance(1, 8) {
                (0..length).map(|_| CellId::new(rng.below(grid.size()))).collect()
            } else {
                walk(puzzle, length, rng)
            };
            clue.cells.push(cells);
        }
        Shape::Diagonal => {
            let start = CellId::new(rng.below(grid.size()));
            let (down, right) = *rng.pick(&[(1, 1), (1, -1), (-1, 1), (-1, -1)]);
            // Back to the edge where the diagonal enters.
            let first = grid.ray(start, -down, -right).pop().unwrap_or(start);
            clue.cells.push(grid.ray(first, down, right));
        }
        Shape::Sign => clue.numbers.push(if rng.chance(1, 2) { 1 } else { -1 }),
        Shape::Numbers(none) => {
            for _ in 0..rng.below(3) + usize::from(!none) {
                clue.numbers.push(1 + rng.below(3 * grid.hi() as usize) as i64);
            }
        }
        Shape::Counts => {
            for _ in 0..1 + rng.below(2) {
                clue.numbers.extend([rng.below(3) as i64, any_digit(rng)]);
            }
        }
        Shape::Line(_) => {
            let (row, col) = (rng.below(grid.rows()), rng.below(grid.cols()));
            let mut line = if rng.chance(1, 2) { grid.row(row) } else { grid.column(col) };
            if rng.chance(1, 2) {
                line.reverse();
            }
            clue.cells.push(line);
        }
        Shape::Lists(least) => {
            let (length, even) = (1 + rng.below(3), rng.chance(1, 2));
            for _ in 0..least + rng.below(2) {
                let length = if even { length } else { 1 + rng.below(3) };
                clue.cells.push(walk(puzzle, length, rng));
            }
        }
        Shape::Word(words) => {
            let word = rng.below(words.len() + 1) as i64;
            clue.numbers.extend((word > 0).then_some(word));
        }
        Shape::Equals(_) | Shape::Formula => {}
    }
}

/// Cells that touch one after the other; shorter if the walk gets stuck.
fn walk(puzzle: &Puzzle, length: usize, rng: &mut Rng) -> Vec<CellId> {
    let grid = &puzzle.grid;
    let mut cells = vec![CellId::new(rng.below(grid.size()))];
    for _ in 0..6 * length {
        if cells.len() >= length {
            break;
        }
        let (down, right) = (rng.below(3) as isize - 1, rng.below(3) as isize - 1);
        let next = grid.step(cells[cells.len() - 1], down, right);
        cells.extend(next.filter(|c| !cells.contains(c)));
    }
    cells
}
