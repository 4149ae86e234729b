//! Reasons that need nothing but what a constraint allows: which digits go with which, and how
//! far a sum reaches.

use pencilmark_kernel::{Constraint, VarId};
use pencilmark_puzzle::relation_told;

use super::super::{cell, cells, either, join, lost, runs};
use super::{erased, or, supposed};
use crate::board::{Board, Mark, Unit};
use crate::find::View;
use crate::found::Found;
use crate::sets::{Cell, Digit, Digits, Each, count};

/// Thoughts for one step.
const MOST: usize = 4;

/// Whether the constraint lets its cells have these digits.
fn holds(board: &Board, constraint: &Constraint, digit: &dyn Fn(Cell) -> Digit) -> bool {
    constraint.holds(&|var: VarId| {
        let cell = board.lowered.cells.binary_search(&var);
        cell.map_or(0, |cell| board.value(digit(cell)))
    })
}

/// What a rule of the puzzle's own that has a name says of two cells, if people have words for it;
/// the cells may be called otherwise.
pub(super) fn told(board: &Board, clue: usize, names: Option<[&str; 2]>) -> Option<String> {
    let mut units = board.units.iter().filter(|u| u.clue == clue);
    let unit = units.next().filter(|u| units.next().is_none() && !u.outside)?;
    let (&[a, b], &[posted]) = (&unit.scope[..], &unit.posted[..]) else { return None };
    let constraint = &board.lowered.problem.posted()[posted].constraint;
    let values: Vec<i64> = (0..board.digits).map(|d| board.value(d)).collect();
    let digit = |value: i64| board.digit(value).unwrap_or(0);
    let goes = |x: i64, y: i64| {
        holds(board, constraint, &|cell| if cell == a { digit(x) } else { digit(y) })
    };
    board.puzzle.clues[clue].called.as_ref()?;
    let own = [cell(board, a), cell(board, b)];
    let names = names.unwrap_or([&own[0], &own[1]]);
    let told = relation_told(&values, &goes, names).or_else(|| listed(&values, &goes, names))?;
    Some(format!("that {told}"))
}

/// A relation for which people have no word, digit by digit: `4 in r1c1 goes with 1 or 3 in r1c2, 5 with 2`.
fn listed(
    values: &[i64],
    goes: &dyn Fn(i64, i64) -> bool,
    [first, second]: [&str; 2],
) -> Option<String> {
    let partners = |&x: &i64| values.iter().copied().filter(|&y| goes(x, y)).collect::<Vec<i64>>();
    let mut alike: Vec<(Vec<i64>, Vec<i64>)> = Vec::new();
    for x in values {
        let with = partners(x);
        match alike.iter_mut().find(|(_, known)| *known == with) {
            Some((own, _)) => own.push(*x),
            None => alike.push((vec![*x], with)),
        }
    }
    let told = |(at, (own, with)): (usize, &(Vec<i64>, Vec<i64>))| {
        let [own, with] = [own, with].map(|list| join(&runs(list), "or"));
        let [here, goes, there] = match at {
            0 => [format!(" in {first}"), " goes".into(), format!(" in {second}")],
            _ => Default::default(),
        };
        match with.is_empty() {
            true => format!("{own}{here}{goes} with nothing"),
            false => format!("{own}{here}{goes} with {with}{there}"),
        }
    };
    (alike.len() > 1).then(|| alike.iter().enumerate().map(told).collect::<Vec<_>>().join(", "))
}

/// A relation of two cells: what goes with what.
pub(super) fn two(
    view: View<'_>,
    found: &Found,
    unit: &Unit,
    constraint: &Constraint,
    name: &str,
) -> Option<String> {
    let board = view.board;
    let &[a, b] = &unit.scope[..] else { return None };
    if unit.outside {
        return None;
    }
    let partners = |hit: Cell, digit: Digit| -> Digits {
        let fits =
            |&e: &Digit| holds(board, constraint, &|cell| if cell == hit { digit } else { e });
        Each(board.all()).filter(fits).fold(0, |all, e| all | 1 << e)
    };
    // Digits that nothing goes with are told first, for both cells at once.
    let alone = |hit: Cell| {
        let none = |&d: &Digit| partners(hit, d) == 0;
        Each(erased(found, hit)).filter(none).fold(0, |all, d| all | 1 << d)
    };
    let (alone_a, alone_b) = (alone(a), alone(b));
    let mut parts = Vec::new();
    if alone_a | alone_b != 0 {
        let gone = found.remove.iter().filter(|m| {
            let own = if m.cell == a { alone_a } else { alone_b };
            own >> m.digit & 1 == 1
        });
        let gone: Vec<_> = gone.copied().collect();
        let none = |hit: Cell, set: Digits| Each(set).all(|d| partners(hit, d) == 0);
        let (alone, lost) = (alone_a | alone_b, join(&lost(board, &gone), "and"));
        // Where it matters in which of the two a digit stands, that is told, too.
        parts.push(match none(a, alone) && none(b, alone) {
            true => format!("no digit goes with {}, so {lost}", or(board, alone)),
            false => format!("no digit goes with {}", supposed::each(board, &gone)),
        });
    }
    for (hit, other, told) in [(a, b, alone_a), (b, a, alone_b)] {
        let gone = erased(found, hit) & !told;
        if gone == 0 {
            continue;
        }
        let (at, near) = (cell(board, hit), cell(board, other));
        let from = view.marks.left_of(other);
        let left = view.marks.of[hit] & !erased(found, hit);
        let needed = Each(gone).fold(0, |all, d| all | partners(hit, d));
        parts.push(if count(from) <= 4 && count(left) <= 4 {
            format!("{near} is {}, so {at} is {}", or(board, from), or(board, left))
        } else if count(needed) <= count(from) {
            let (lost, needed) = (or(board, gone), or(board, needed));
            format!("{near} cannot be {needed}, so {at} cannot be {lost}")
        } else {
            format!("{near} is {}, so {at} cannot be {}", or(board, from), or(board, gone))
        });
    }
    Some(format!("{name}: {}.", parts.join("; ")))
}

/// A sum of cells, some of them perhaps taken away: how far the others reach.
pub(super) fn sum(
    view: View<'_>,
    found: &Found,
    (terms, total): (&[(i64, VarId)], i64),
    name: &str,
) -> Option<String> {
    let board = view.board;
    let term = |&(k, v): &(i64, VarId)| {
        let cell = board.lowered.cells.binary_search(&v).ok()?;
        (k.abs() == 1).then_some((k, cell))
    };
    let terms: Vec<(i64, Cell)> = terms.iter().map(term).collect::<Option<_>>()?;
    let mut parts = Vec::new();
    let mut alike: Vec<(Bound, Vec<Cell>)> = Vec::new();
    for &(sign, hit) in terms.iter().filter(|&&(_, c)| erased(found, c) != 0) {
        let gone = erased(found, hit);
        // hit = total + those on the other side - those on its own, all times its sign.
        let side = |same: bool| -> Vec<Cell> {
            let of = terms.iter().filter(|&&(k, c)| c != hit && (k == sign) == same);
            of.map(|&(_, c)| c).collect()
        };
        let (own, other) = (side(true), side(false));
        let (sum_low, sum_high) = (
            |list: &[Cell]| list.iter().map(|&c| view.low(c)).sum::<i64>(),
            |list: &[Cell]| list.iter().map(|&c| view.high(c)).sum::<i64>(),
        );
        let least = sign * total + sum_low(&other) - sum_high(&own);
        let most = sign * total + sum_high(&other) - sum_low(&own);
        let below = Each(gone).filter(|&d| board.value(d) < least).count();
        let above = Each(gone).filter(|&d| board.value(d) > most).count();
        if below + above != count(gone) {
            return None;
        }
        let at = cell(board, hit);
        let reach = |list: &[Cell], upper: bool| {
            let word = if upper { "at most" } else { "at least" };
            let sum = if upper { sum_high(list) } else { sum_low(list) };
            let verb = if list.len() == 1 { "is" } else { "make" };
            format!("{} {verb} {word} {sum}", cells(board, list.iter().copied()))
        };
        let because = |upper: bool| -> String {
            let sides = [(&other, upper), (&own, !upper)];
            let said = sides.iter().filter(|(list, _)| !list.is_empty());
            join(&said.map(|(list, upper)| reach(list, *upper)).collect::<Vec<_>>(), "and")
        };
        if below > 0 {
            parts.push(format!("{}, so {at} is at least {least}", because(false)));
        }
        if above > 0 {
            parts.push(format!("{}, so {at} is at most {most}", because(true)));
        }
        for upper in [false, true].into_iter().filter(|&u| if u { above > 0 } else { below > 0 }) {
            let made = if upper { sum_low(&own) } else { sum_high(&own) };
            let bound = Bound {
                upper,
                bound: if upper { most } else { least },
                made: (!own.is_empty()).then_some(made),
                far: (!other.is_empty()).then(|| reach(&other, upper)),
            };
            match alike.iter_mut().find(|(known, _)| *known == bound) {
                Some((_, cells)) => cells.push(hit),
                None => alike.push((bound, vec![hit])),
            }
        }
    }
    match parts.len() {
        1..=2 => Some(format!("{name}: {}.", parts.join("; "))),
        0 => None,
        many => slack(view, found, &terms, total)
            .or_else(|| (many <= MOST).then(|| parts.join("; ")))
            .or_else(|| {
                let told: Vec<String> = alike.iter().map(|(b, own)| b.told(board, own)).collect();
                (told.len() <= MOST).then(|| told.join("; "))
            })
            .map(|told| format!("{name}: {told}.")),
    }
}

/// How far cells of a sum reach: the same is said of several.
#[derive(PartialEq)]
pub(super) struct Bound {
    pub upper: bool,
    pub bound: i64,
    /// What the others on their side make, if there are any, and how far the other side reaches.
    pub made: Option<i64>,
    pub far: Option<String>,
}

impl Bound {
    pub(super) fn told(&self, board: &Board, own: &[Cell]) -> String {
        let word = |upper: bool| if upper { "at most" } else { "at least" };
        let (name, end) = (either(board, own.iter().copied()), word(!self.upper));
        let side =
            self.made.map(|made| format!("beside {name} the others there make {end} {made}"));
        let because: Vec<String> = side.into_iter().chain(self.far.clone()).collect();
        let so = match own.len() {
            1 => name,
            _ => "each of these".into(),
        };
        let (because, end) = (join(&because, "and"), word(self.upper));
        format!("{because}, so {so} is {end} {}", self.bound)
    }
}

/// How far any of the cells may be above its least digit, or below its largest.
fn slack(view: View<'_>, found: &Found, terms: &[(i64, Cell)], total: i64) -> Option<String> {
    let board = view.board;
    if terms.iter().any(|t| t.0 != 1) {
        return None;
    }
    let value = |d: Digit| board.value(d);
    let (least, most): (i64, i64) = terms
        .iter()
        .fold((0, 0), |(least, most), t| (least + view.low(t.1), most + view.high(t.1)));
    let (up, down) = (total - least, most - total);
    let above = |m: &&Mark| value(m.digit) > view.low(m.cell) + up;
    let below = |m: &&Mark| value(m.digit) < view.high(m.cell) - down;
    let mut parts = Vec::new();
    if found.remove.iter().any(|m| above(&m)) {
        parts.push(match up {
            0 => format!("the cells make at least {least}, so each has its least digit"),
            _ => format!(
                "the cells make at least {least}, so none is more than {up} above its least digit"
            ),
        });
    }
    if found.remove.iter().any(|m| below(&m)) {
        parts.push(match down {
            0 => format!("the cells make at most {most}, so each has its largest digit"),
            _ => format!(
                "the cells make at most {most}, so none is more than {down} below its largest digit"
            ),
        });
    }
    let all = found.remove.iter().all(|m| above(&m) || below(&m));
    let lost = join(&lost(board, &found.remove), "and");
    (all && !parts.is_empty()).then(|| format!("{}: {lost}", parts.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pair of cells of a puzzle of ISS, with a relation that nobody has a word for.
    #[test]
    fn a_relation_without_a_word_is_told_digit_by_digit() {
        let text = ".Binary~fwD-oH-ZP-7e-H~_Mixed~R6C2~R4C6";
        let mut puzzles = pencilmark_formats::puzzles(text.as_bytes(), "mixed");
        let board = Board::new(&puzzles.next().expect("one").1.expect("a puzzle"));
        let clue = board.puzzle.clues.iter().position(|clue| clue.called.is_some());
        let told = told(&board, clue.expect("a rule with a name"), None).expect("words");
        assert!(told.starts_with("that ") && told.contains(" goes with "), "{told}");
        assert!(told.contains(" in r6c2 ") && told.contains(" in r4c6"), "{told}");
    }

    #[test]
    fn digits_with_the_same_partners_are_told_together() {
        let goes = |a: i64, b: i64| a * b == 4 || a == 3 && b == 3 || a == 5 && b == 1;
        let told = listed(&[1, 2, 3, 4, 5, 6], &goes, ["A", "B"]);
        let want = "1 in A goes with 4 in B, 2 with 2, 3 with 3, 4 or 5 with 1, 6 with nothing";
        assert_eq!(told.as_deref(), Some(want));
    }
}
