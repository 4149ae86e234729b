//! A refutation as it is told: it ends where a clue that needs a digit has no place for it, and
//! regions have the numbers that it says they have.

use super::followed::{self, Known};
use super::hidden::{self, is_region};
use crate::board::{Board, Mark};
use crate::found::{Consequence, Joint, Refuted};
use crate::sets::Digits;

/// The same refutation, and those of the other marks, without what nobody has to be told.
pub(super) fn ended(board: &Board, refuted: &Refuted, left: &[Digits]) -> Refuted {
    let alike = refuted.alike.iter().map(|other| ended(board, other, left)).collect();
    // Each of the others is told where the marks before it are gone.
    let (mut later, mut before) = (left.to_vec(), refuted);
    let mut others = Vec::new();
    for other in &refuted.others {
        before.own_marks().iter().for_each(|m| later[m.cell] &= !(1 << m.digit));
        others.push(ended(board, other, &later));
        before = other;
    }
    let own = match is_plain(board, refuted) {
        true => refuted.clone(),
        false => cut(board, refuted, left.to_vec(), Known::new(board)),
    };
    Refuted { alike, others, ..own }
}

/// Whether it needs no digit and tells no region case by case.
fn is_plain(board: &Board, refuted: &Refuted) -> bool {
    let needs = |line: &Consequence| matches!(line.joint.as_deref(), Some(Joint::Needed { .. }));
    let region = refuted.value.is_some_and(|(var, _)| is_region(board, var));
    let case = |case: &Refuted| is_plain(board, case);
    !region && !refuted.trace.iter().any(needs) && refuted.cases.iter().all(case)
}

fn cut(board: &Board, refuted: &Refuted, mut left: Vec<Digits>, mut known: Known<'_>) -> Refuted {
    let mut own = numbered(board, refuted.clone());
    match own.value {
        Some((var, value)) => known.outside.suppose(var, value),
        None => left[own.assumed.cell] = 1 << own.assumed.digit,
    }
    for at in 0..own.trace.len() {
        if let Some(unit) = without_place(board, &own.trace[at], &left) {
            own.trace.truncate(at);
            let (units, empty, cases) = (vec![unit], None, vec![]);
            return Refuted { units, empty, cases, house: None, joint: None, many: None, ..own };
        }
        let line = std::slice::from_ref(&own.trace[at]);
        followed::followed(board, line, None, &mut left, &mut known);
    }
    let case = |case: &Refuted| cut(board, case, left.clone(), known.clone());
    own.cases = own.cases.iter().map(case).collect();
    own
}

/// The constraint that needs a digit for which it has no place.
fn without_place(board: &Board, line: &Consequence, left: &[Digits]) -> Option<usize> {
    let Some(&Joint::Needed { unit }) = line.joint.as_deref() else { return None };
    let there = board.units[unit].scope.iter().fold(0, |all, &c| all | left[c]);
    let lost = |m: &Mark| left[m.cell] >> m.digit & 1 == 1 && there >> m.digit & 1 == 0;
    line.marks.iter().any(lost).then_some(unit)
}

/// Without the regions that a cell cannot have as regions are numbered; what is then the only case
/// is none.
fn numbered(board: &Board, mut own: Refuted) -> Refuted {
    while let Some((var, _)) = own.cases.first().and_then(|case| case.value) {
        let may = |case: &Refuted| {
            case.value.is_some_and(|(var, value)| hidden::may_start(board, var, value))
        };
        if !is_region(board, var) || !own.cases.iter().any(may) {
            break;
        }
        own.cases.retain(may);
        let [_] = &own.cases[..] else { break };
        let Some(case) = own.cases.pop() else { break };
        let new: Vec<Consequence> =
            case.trace.into_iter().filter(|line| !own.trace.contains(line)).collect();
        own.trace.extend(new);
        let Refuted { units, empty, cases, house, joint, many, .. } = case;
        own = Refuted { units, empty, cases, house, joint, many, ..own };
    }
    own
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::ended;
    use crate::board::{Board, Mark};
    use crate::found::{Consequence, Hidden, Joint, Refuted};

    fn board(text: &str) -> Board {
        Board::new(&pencilmark_formats::parse("example", text).expect("a puzzle"))
    }

    #[test]
    fn it_ends_where_a_clue_has_no_place_for_what_it_needs() {
        let board = board("grid 9\nwhisper 5 r1c1-2\n");
        let unit = board.units.iter().position(|u| u.house.is_none()).expect("a clue");
        let nine = Mark { cell: 2, digit: 8 };
        let line = Consequence {
            marks: vec![nine],
            hidden: vec![],
            units: vec![unit, board.houses[0].unit],
            joint: Some(Arc::new(Joint::Needed { unit })),
            fails: vec![],
        };
        let assumed = Mark { cell: 80, digit: 0 };
        let own = Refuted { trace: vec![line], empty: Some(2), ..Refuted::of(assumed) };
        let mut left = vec![board.all(); board.cells];
        assert_eq!(ended(&board, &own, &left), own);
        [0, 1].into_iter().for_each(|c: usize| left[c] &= !(1 << 8));
        let end = ended(&board, &own, &left);
        assert_eq!((end.trace.len(), end.units, end.empty), (0, vec![unit], None));
    }

    #[test]
    fn the_first_cell_is_in_the_first_region() {
        let board = board("grid 4\nboxes none\nchaos-construction\n");
        let first = board.puzzle.layer("region").expect("regions");
        let assumed = Mark { cell: 5, digit: 0 };
        let case = |value: i64, of: usize| {
            let hidden = vec![Hidden { var: first + 9, from: value, to: value }];
            let line =
                Consequence { marks: vec![], hidden, units: vec![0], joint: None, fails: vec![] };
            let value = Some((first + of, value));
            Refuted { value, trace: vec![line], units: vec![3], ..Refuted::of(assumed) }
        };
        let left = vec![board.all(); board.cells];
        let all = |of: usize| (1..=4).map(|value| case(value, of)).collect::<Vec<_>>();
        let told =
            |of: usize| ended(&board, &Refuted { cases: all(of), ..Refuted::of(assumed) }, &left);
        let one = told(0);
        assert_eq!((one.trace.len(), one.cases.len(), one.units), (1, 0, vec![3]));
        assert_eq!((told(1).cases.len(), told(4).cases.len()), (2, 4));
    }
}
