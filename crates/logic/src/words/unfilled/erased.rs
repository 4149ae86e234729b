//! Why a clue erases marks, or values outside the grid, with no digit twice in some houses, as it is
//! told behind a line of a trace; of sandwiches and lunchboxes also what they erase alone.

use super::super::hidden::Outside;
use super::super::{cell, hidden};
use super::valued::{Asked, Known};
use super::{caged, circles, clue_of, in_homes, parted, valued};
use crate::board::{Board, Mark};
use crate::found::{Consequence, Hidden};
use crate::sets::Digits;
use crate::words::constraints;

/// Thoughts of one line that are told one by one, however alike they are.
const MOST: usize = 3;

/// What goes by one thought, and that thought.
pub(in crate::words) struct Thought {
    pub marks: Vec<Mark>,
    pub hidden: Vec<Hidden>,
    pub why: String,
}

/// The thoughts of a line as far as they are known, and the marks and values that are left.
pub(in crate::words) fn erased(
    board: &Board,
    line: &Consequence,
    marks: &[Mark],
    (left, outside): (&[Digits], &Outside),
) -> (Vec<Thought>, Vec<Mark>, Vec<Hidden>) {
    let units = &line.units[..];
    if let Some(parts) = constraints::sandwich_erased(board, units, marks, left)
        && parts.len() <= MOST
    {
        let part = |(marks, why)| Thought { marks, hidden: vec![], why };
        return (parts.into_iter().map(part).collect(), vec![], line.hidden.clone());
    }
    let lunchbox = || constraints::lunchbox_erased(board, units, marks, left);
    if let Some(why) = caged::erased(board, units, marks, left).or_else(lunchbox) {
        let thought = Thought { marks: marks.to_vec(), hidden: vec![], why };
        return (vec![thought], vec![], line.hidden.clone());
    }
    let Some((unit, homes)) = in_homes(board, units) else {
        return (vec![], marks.to_vec(), line.hidden.clone());
    };
    let houses: Vec<usize> = homes.iter().filter_map(|home| home.unit).collect();
    let known = Known { board, homes: &homes, left, outside };
    let (mut all, mut rest, mut beyond): (Vec<Thought>, Vec<Mark>, Vec<Hidden>) =
        Default::default();
    for &mark in marks {
        let circles = |clue| circles::erased(board, clue, &houses, left, mark);
        let why = clue_of(board, unit)
            .and_then(circles)
            .or_else(|| parted::erased(board, unit, &homes, left, mark))
            .or_else(|| valued::erased(known, unit, Asked::Mark(mark)));
        match why {
            None => rest.push(mark),
            Some(why) => match all.iter_mut().find(|known| known.why == why) {
                Some(known) => known.marks.push(mark),
                None => all.push(Thought { marks: vec![mark], hidden: vec![], why }),
            },
        }
    }
    for &lost in &line.hidden {
        let mut gone = outside.among(board, lost);
        let Some(why) = gone
            .pop()
            .filter(|_| gone.is_empty())
            .and_then(|range| valued::erased(known, unit, Asked::Value(lost.var, range)))
        else {
            beyond.push(lost);
            continue;
        };
        match all.iter_mut().find(|known| known.why == why) {
            Some(known) => known.hidden.push(lost),
            None => all.push(Thought { marks: vec![], hidden: vec![lost], why }),
        }
    }
    let mut all = likewise(board, all);
    let name = constraints::unit(board, unit);
    all.iter_mut().for_each(|known| known.why = format!("{name}: {}", known.why));
    (all, rest, beyond)
}

/// Of many thoughts that only differ in cells and numbers the first is told.
pub(in crate::words) fn likewise(board: &Board, all: Vec<Thought>) -> Vec<Thought> {
    if all.len() <= MOST {
        return all;
    }
    let mut told: Vec<(Vec<String>, usize, Thought)> = Vec::new();
    for thought in all {
        let shape = shape(&thought.why);
        match told.iter_mut().find(|(known, ..)| *known == shape) {
            Some((_, count, known)) => {
                *count += 1;
                known.marks.extend(thought.marks);
                known.hidden.extend(thought.hidden);
            }
            None => told.push((shape, 1, thought)),
        }
    }
    let one = |(_, count, thought): (Vec<String>, usize, Thought)| {
        let Thought { marks, hidden: lost, why } = thought;
        let who = match (marks.first(), lost.first()) {
            (Some(mark), _) => cell(board, mark.cell),
            (None, Some(lost)) => hidden::named(board, &[lost.var]),
            (None, None) => String::new(),
        };
        let why = match count {
            1 => why,
            _ if why.starts_with("with ") || why.starts_with("if ") => {
                format!("{why}; the others likewise")
            }
            _ => format!("beside {who}, {why}; the others likewise"),
        };
        Thought { marks, hidden: lost, why }
    };
    told.into_iter().map(one).collect()
}

/// The words of a thought that tell neither who nor how much.
fn shape(why: &str) -> Vec<String> {
    let small = ["and", "or", "is", "make"];
    let words = why.split([' ', ',', '(', ')']).filter(|w| !w.is_empty());
    let tells = |word: &&str| !small.contains(word) && !word.contains(char::is_numeric);
    words.filter(tells).map(String::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_many_thoughts_alike_is_told() {
        let board = Board::new(&pencilmark_formats::parse("plain", "grid 4\n").expect("a puzzle"));
        let thought = |cell: usize, why: &str| Thought {
            marks: vec![Mark { cell, digit: 0 }],
            hidden: vec![],
            why: why.into(),
        };
        let most = |cell: usize, sum: i64| {
            let own = if cell == 3 { "r1c1 and r2c1" } else { "r1c1-2" };
            thought(cell, &format!("{own} make at most {sum} with no digit twice in row 1"))
        };
        let least = thought(9, "r1c1-2 make at least 3");
        let told = |all: Vec<Thought>| -> Vec<(usize, String)> {
            likewise(&board, all).into_iter().map(|t| (t.marks.len(), t.why)).collect()
        };
        assert_eq!(told(vec![most(2, 7), most(3, 6)]).len(), 2);
        let told = told(vec![most(2, 7), least, most(3, 6), most(4, 5)]);
        let first = "beside r1c3, r1c1-2 make at most 7 with no digit twice in row 1; \
                     the others likewise";
        assert_eq!(told, [(3, first.to_string()), (1, "r1c1-2 make at least 3".to_string())]);
    }
}
