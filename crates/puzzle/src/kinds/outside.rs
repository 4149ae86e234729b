//! Clues written outside the grid.

use super::sum_is;
use crate::flaw::{Flaw, Part};
use crate::kind::{Arg, Kind, Shape};
use crate::puzzle::{Clue, Puzzle};

pub(crate) static KINDS: &[&Kind] = &[&LITTLE_KILLER];

static LITTLE_KILLER: Kind = Kind {
    name: "little-killer",
    aliases: &["littlekiller"],
    args: &[Arg::new("sum", Shape::Number), Arg::new("diagonal", Shape::Diagonal)],
    summary: "The digits of the diagonal that enters the grid at the cell add up to the sum; \
              they may repeat.",
    example: "little-killer 14 r1c4 down-left",
    check: check_little_killer,
    meaning: |clue, _| clue.numbers.iter().map(|&total| sum_is(clue.list(0), total)).collect(),
    lower: super::cages::lower_sum,
    words: |clue, puzzle| {
        let total = clue.numbers.first().copied().unwrap_or(0);
        let name = |c: Option<_>| c.map_or(String::new(), |&c| puzzle.grid.name(c));
        let (first, last) = (name(clue.list(0).first()), name(clue.list(0).last()));
        format!("the little killer {total} from {first} to {last}")
    },
};

fn check_little_killer(clue: &Clue, puzzle: &Puzzle) -> Result<(), Flaw> {
    let grid = &puzzle.grid;
    if let [first, second, ..] = *clue.list(0) {
        let down = grid.row_of(second) as isize - grid.row_of(first) as isize;
        let right = grid.col_of(second) as isize - grid.col_of(first) as isize;
        if grid.step(first, -down, -right).is_some() {
            let name = grid.name(first);
            let message = format!("the diagonal does not enter the grid at {name}");
            let help = "start at the cell of the edge where the arrow points in";
            return Err(Flaw::new(Part::Arg(1), message).help(help));
        }
    }
    super::cages::check_sum("diagonal", clue, puzzle)
}
