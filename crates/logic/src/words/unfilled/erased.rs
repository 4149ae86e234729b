//! Why a clue erases marks, or values outside the grid, with no digit twice in some houses, as it is
//! told behind a line of a trace; and why one clue erases them by itself.

use pencilmark_kernel::Constraint;

use super::super::followed::Known;
use super::super::homes::Home;
use super::super::likewise::shape;
use super::super::{cell, digits, hidden};
use super::valued::{self, Asked};
use super::{caged, circles, clue_fault, clue_of, entropy, in_homes, parted, premised, regions};
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
    line: &Consequence,
    marks: &[Mark],
    left: &[Digits],
    told: &Known<'_>,
) -> (Vec<Thought>, Vec<Mark>, Vec<Hidden>) {
    let (board, units, outside) = (told.oracle.board(), &line.units[..], &told.outside);
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
    let Some((unit, homes)) = in_homes(board, units).or_else(|| by_itself(board, units)) else {
        return (vec![], marks.to_vec(), line.hidden.clone());
    };
    let houses: Vec<usize> = homes.iter().filter_map(|home| home.unit).collect();
    let known = valued::Known { board, homes: &homes, left, outside };
    let (mut rest, mut beyond): (Vec<Mark>, Vec<Hidden>) = Default::default();
    let alone = (units.len() == 1).then_some(told);
    let (mut all, marks, hidden) = match alone {
        Some(told) => regions::erased(told, unit, (marks, &line.hidden), left),
        None => (vec![], marks.to_vec(), line.hidden.clone()),
    };
    let (few, marks) = entropy::erased(board, unit, &marks, left);
    all.extend(few);
    let marks = &marks[..];
    // Of values outside the grid it is told first what sums make.
    let inside = alone.filter(|_| !board.units[unit].outside);
    let glance = inside.and_then(|told| premised::at_a_glance(told, unit, (marks, &[]), left));
    let open = match glance {
        None => marks,
        Some(why) => {
            all.push(Thought { marks: marks.to_vec(), hidden: vec![], why });
            &[]
        }
    };
    for &mark in open {
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
    for &lost in &hidden {
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
    if let Some(told) = alone {
        let open = (&rest[..], &beyond[..]);
        let outside = board.units[unit].outside;
        let glance = || premised::at_a_glance(told, unit, open, left);
        let (few, others, values) = match outside.then(glance).flatten() {
            Some(why) => {
                let (marks, hidden) = (std::mem::take(&mut rest), std::mem::take(&mut beyond));
                (vec![Thought { marks, hidden, why }], vec![], vec![])
            }
            None => premised::cell_by_cell(told, unit, open, left),
        };
        beyond = values;
        let few = if outside { likewise(board, few) } else { few };
        let (faults, others) = supposed(board, unit, others, left);
        all.extend(few);
        all.extend(likewise(board, faults));
        rest = others;
    }
    let name = constraints::unit(board, unit);
    all.iter_mut().for_each(|known| known.why = format!("{name}: {}", known.why));
    (all, rest, beyond)
}

/// One constraint that is more than that cells differ; the digits of a cage do.
fn by_itself(board: &Board, units: &[usize]) -> Option<(usize, Vec<Home>)> {
    let &[unit] = units else { return None };
    let own = &board.units[unit];
    let constraint = |&at: &usize| &board.lowered.problem.posted()[at].constraint;
    let is_cage = |c: &Constraint| matches!(c, Constraint::Cage { .. });
    let cage = own.posted.len() == 1 && own.posted.iter().map(constraint).all(is_cage);
    let differ = Home { list: own.scope.clone(), name: "it".into(), whole: false, unit: None };
    Some((unit, if cage && !own.outside { vec![differ] } else { vec![] }))
}

/// What is wrong with each mark as people say it of the kind of its clue, and the marks of which
/// nothing is said.
fn supposed(
    board: &Board,
    unit: usize,
    marks: Vec<Mark>,
    left: &[Digits],
) -> (Vec<Thought>, Vec<Mark>) {
    if board.units[unit].outside {
        return (vec![], marks);
    }
    let (mut faults, mut rest): (Vec<(String, Vec<Mark>)>, Vec<Mark>) = Default::default();
    for mark in marks {
        let mut with = left.to_vec();
        with[mark.cell] = 1 << mark.digit;
        let Some(fault) = clue_fault(board, unit, &with) else {
            rest.push(mark);
            continue;
        };
        // Digits of a cell of which the same is wrong.
        let same =
            |(known, own): &&mut (String, Vec<Mark>)| *known == fault && own[0].cell == mark.cell;
        match faults.iter_mut().find(same) {
            Some((_, own)) => own.push(mark),
            None => faults.push((fault, vec![mark])),
        }
    }
    let thought = |(fault, marks): (String, Vec<Mark>)| {
        let own = marks.iter().fold(0, |all: Digits, m| all | 1 << m.digit);
        let (d, at) = (digits(board, own, "or"), cell(board, marks[0].cell));
        Thought { marks, hidden: vec![], why: format!("with {d} in {at}, {fault}") }
    };
    (faults.into_iter().map(thought).collect(), rest)
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
            _ if why.starts_with("the others ") => {
                format!("beside {who}, {why}; likewise beside the other cells")
            }
            _ => format!("beside {who}, {why}; the others likewise"),
        };
        Thought { marks, hidden: lost, why }
    };
    told.into_iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_a_cell_that_fail_alike_are_told_at_once() {
        let text = "grid 4\nrule regex(r1c1-4; \"[12]...\")\n";
        let board = Board::new(&pencilmark_formats::parse("line", text).expect("a puzzle"));
        let unit = board.units.iter().position(|u| u.house.is_none()).expect("a clue");
        let marks = [2, 3].map(|digit| Mark { cell: 0, digit }).to_vec();
        let (told, rest) = supposed(&board, unit, marks, &vec![board.all(); board.cells]);
        let told: Vec<&str> = told.iter().map(|thought| thought.why.as_str()).collect();
        assert_eq!(told, ["with 3 or 4 in r1c1, its line can only begin with 1 or 2"]);
        assert!(rest.is_empty());
    }

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
