//! Marks and how their assumption fails, in words: one sentence for each consequence, then what
//! cannot be.

mod before;
mod folded;
mod told;

use before::Before;
use folded::Folds;
use told::{Teller, Told};

use super::ended::ended;
use super::followed::Known;
use super::hidden::Outside;
use super::homes::Home;
use super::patterns::state;
use super::traced;
use super::{cell, cells, constraints, digit, digits, innies, join, lost, unfilled};
use crate::board::{Board, Mark};
use crate::find::View;
use crate::found::{Found, Joint, Pattern, Refuted};
use crate::sets::{Digits, choose, count};

/// Marks that go together of which a trace would tell too little.
const AT_ONCE: usize = 6;

/// How often it is tried to tell a proof in brief.
const FOLDED: usize = 5;

/// An assumption that leads to a contradiction.
pub(super) fn absurd(view: View<'_>, found: &Found, most: usize) -> String {
    let Pattern::Absurd { refuted, branched } = &found.pattern else { return String::new() };
    if *branched {
        let claim = state(view, refuted.assumed, true);
        return format!("If {claim}, every way to go on ends in a contradiction. So it is not.");
    }
    let rules = constraints::machines_told(view.board, &refuted.all_cited(view.board));
    format!("{rules}{}", numbered(view.board, refutation(view, refuted, most)))
}

/// Regions that are to be found have numbers that nobody knows who is not told.
fn numbered(board: &Board, text: String) -> String {
    let first = cell(board, 0);
    let told = format!("Regions are numbered as they come, row by row: {first} is in region 1.");
    match text.contains(" in region ") {
        true => format!("{told} {text}"),
        false => text,
    }
}

/// A contradiction in a few words: in how many cases, by which clues, and where it breaks.
pub(super) fn outline(board: &Board, refuted: &Refuted) -> String {
    let cited = refuted.cited(board);
    let is_house = |u: &usize| board.units[*u].house.is_some();
    let (houses, clues): (Vec<usize>, Vec<usize>) = cited.iter().partition(|u| is_house(u));
    // Houses are in every proof; which clues there are tells more.
    let named = if clues.is_empty() { houses } else { clues };
    let by = |skip: &[usize]| {
        let rest: Vec<usize> = named.iter().copied().filter(|u| !skip.contains(u)).collect();
        match rest.is_empty() {
            true => String::new(),
            false => format!(" by {}", constraints::gist(board, &rest)),
        }
    };
    // A list of names ends with a comma where a clause follows.
    let then = |skip: &[usize]| by(skip) + if by(skip).is_empty() { "" } else { "," };
    match (refuted.ends(), refuted.depth(), refuted.empty) {
        (1, _, Some(empty)) if empty == refuted.assumed.cell => {
            format!(":{} it cannot be", then(&[]))
        }
        (1, _, Some(empty)) => format!(":{} nothing is left for {}", then(&[]), cell(board, empty)),
        (1, ..) if !refuted.units.is_empty() => {
            let fail = if refuted.units.len() == 1 { "fails" } else { "fail" };
            format!(":{} {} {fail}", then(&refuted.units), constraints::gist(board, &refuted.units))
        }
        (1, ..) => String::new(),
        // How deep those lie that are counted nobody knows.
        (ends, deep, _) if deep <= 1 || refuted.is_partly_told() => {
            format!(", in {ends} cases{}", by(&[]))
        }
        (ends, deep, _) => format!(", in {ends} cases, {deep} deep,{}", by(&[])),
    }
}

/// Several constraints together: as their kinds tell it, or by how a mark fails.
pub(super) fn several(
    view: View<'_>,
    found: &Found,
    units: &[usize],
    (why, most): (Option<&Refuted>, usize),
) -> String {
    if let [unit] = units {
        return constraints::alone(view, found, *unit);
    }
    if let Some(told) = by_kind(view, found, units, why) {
        return constraints::machines_told(view.board, units) + &told;
    }
    let Some(why) = why else {
        return constraints::several(view, found, units);
    };
    let told = why.marks();
    let rest: Vec<Mark> = found.remove.iter().copied().filter(|m| !told.contains(m)).collect();
    let more = match rest.is_empty() {
        true => String::new(),
        // How these fail is not known, so nothing says that it is alike.
        false => format!(" By the same constraints {}.", join(&lost(view.board, &rest), "and")),
    };
    let rules = constraints::rules_told(view.board, units);
    let look = constraints::look(view.board, units);
    format!("{look} {rules}{}{more}", numbered(view.board, refutation(view, why, most)))
}

/// Whether a step of several constraints is told by how its marks fail, one after the other.
pub(crate) fn is_traced(view: View<'_>, found: &Found) -> bool {
    let Pattern::Several { units, why: why @ Some(_) } = &found.pattern else { return false };
    units.len() > 1 && by_kind(view, found, units, why.as_ref()).is_none()
}

/// What several constraints say, where their kinds tell it.
fn by_kind(
    view: View<'_>,
    found: &Found,
    units: &[usize],
    why: Option<&Refuted>,
) -> Option<String> {
    let known = constraints::known(view, found, units, why);
    // Nobody goes through cases, or many marks, where the clue says it.
    let long = |why: &Refuted| !why.cases.is_empty() || found.remove.len() > AT_ONCE;
    known.or_else(|| {
        why.filter(|why| long(why)).and_then(|_| constraints::allowed(view, found, units))
    })
}

/// From the assumption to what is impossible. Cases stand on lines of their own, numbered.
/// Marks that fail by the same constraints, but by another sort of thought, are told apart. What takes
/// more than so many characters is told in brief.
fn refutation(view: View<'_>, refuted: &Refuted, most: usize) -> String {
    let names: Vec<String> =
        refuted.all_cited(view.board).iter().map(|&u| constraints::unit(view.board, u)).collect();
    let mut text = String::new();
    let left: Vec<Digits> = (0..view.board.cells).map(|c| view.marks.left_of(c)).collect();
    let told = ended(view.board, refuted, &left);
    let known = Known::new(view.board);
    let told_once = |most: usize, text: &mut String| {
        blocks((view, left.clone(), &known, most), &names, &told, &mut Vec::new(), text)
    };
    let count = told_once(usize::MAX, &mut text);
    if text.len() > most {
        text.clear();
        told_once(most / count.max(1), &mut text);
    }
    text
}

/// The same for one mark after the other, with what is left when it is told, each with so many
/// characters at most if that can be; the sums that were told are not told again. How many there were.
fn blocks(
    (view, mut left, known, most): (View<'_>, Vec<Digits>, &Known<'_>, usize),
    names: &[String],
    refuted: &Refuted,
    sums: &mut Vec<String>,
    text: &mut String,
) -> usize {
    let assumed = refuted.assumed;
    let tell = |refuted, names| {
        Told::new(Teller { view, names }, refuted, left.clone(), &[], known.clone())
    };
    let told = tell(refuted, None);
    let written = tell(refuted, Some(names));
    let write = |folds: &Folds, sums: &[String]| {
        let mut own = format!("Suppose {}.", state(view, assumed, true));
        let mut before = Before::knowing(sums.to_vec());
        written.write("", (view.board, folds), &mut before, &mut own);
        (own, before.sums)
    };
    let (mut own, mut known_sums) = write(&Folds::default(), sums);
    // How much is saved is known only when it is written: much is told by what came before.
    let (whole, mut goal) = (own.len(), most);
    for _ in 0..FOLDED {
        if own.len() <= most {
            break;
        }
        (own, known_sums) = write(&Folds::until(goal, whole, &written), sums);
        goal = goal.saturating_sub(own.len().saturating_sub(most));
    }
    // Where there are that many cases, even these are too much.
    if own.len() > most.saturating_mul(2) {
        (own, known_sums) = write(&Folds::whole(), sums);
    }
    *sums = known_sums;
    let mut count = 1;
    let end = if own.contains('\n') { '\n' } else { ' ' };
    text.push_str(&format!("{own}{end}So {}.", state(view, assumed, false)));
    let (alike, apart): (Vec<&Refuted>, Vec<&Refuted>) =
        refuted.alike.iter().partition(|other| tell(other, None).is_told_like(&told));
    let alike: Vec<Mark> = alike.iter().map(|other| other.assumed).collect();
    if !alike.is_empty() {
        text.push_str(&format!(" Likewise {}.", join(&lost(view.board, &alike), "and")));
    }
    if let Some((&first, rest)) = apart.split_first() {
        let rest = rest.iter().map(|&other| other.clone()).collect();
        text.push('\n');
        let first = Refuted { alike: rest, ..first.clone() };
        count += blocks((view, left.clone(), known, most), names, &first, sums, text);
    }
    let mut before = refuted;
    for other in &refuted.others {
        before.own_marks().iter().for_each(|m| left[m.cell] &= !(1 << m.digit));
        text.push('\n');
        count += blocks((view, left.clone(), known, most), names, other, sums, text);
        before = other;
    }
    count
}

fn places(board: &Board, marks: &[Mark]) -> String {
    join(&marks.iter().map(|m| cell(board, m.cell)).collect::<Vec<_>>(), "or")
}

fn digits_of(board: &Board, marks: &[Mark]) -> String {
    digits(board, marks.iter().fold(0, |all, m| all | 1 << m.digit), "or")
}

/// What it is that cannot be.
pub(super) fn impossible(
    board: &Board,
    refuted: &Refuted,
    left: &[Digits],
    known: &mut Known<'_>,
) -> String {
    if let Some(joint @ Joint::Sum { terms, total, .. }) = refuted.joint.as_deref() {
        let (lead, by) = traced::sum(board, joint, &refuted.units, &mut known.sums);
        let makes = innies::equation(board, terms, *total);
        let shown = unfilled::unmade(board, terms, *total, left);
        let shown = shown.map_or(String::new(), |why| format!(", for {why}"));
        let once = match by.rsplit_once("no digit twice") {
            Some((_, where_)) => format!(" with no digit twice{where_}"),
            None => String::new(),
        };
        return format!("{lead} Then it cannot be that {makes}{once}{shown}.");
    }
    format!(" Then {}.", unkept(board, refuted, left, &known.outside))
}

fn unkept(board: &Board, refuted: &Refuted, left: &[Digits], outside: &Outside) -> String {
    let names = constraints::together(board, &refuted.units);
    match &refuted.units[..] {
        [] => "that is impossible".into(),
        units => match (units, board.units[units[0]].house) {
            ([_], Some(house)) => crowded(board, house, left),
            (&[unit], None) if Home::of(board, unit).is_some() => {
                Home::of(board, unit).and_then(|home| crowd(board, &home, left))
            }
            _ => unfilled::told(board, units, (left, outside), &names),
        }
        .unwrap_or_else(|| format!("{names} {}", fails(board, units))),
    }
}

/// Cages and houses are filled; rules hold or do not.
fn fails(board: &Board, units: &[usize]) -> &'static str {
    let is_rule = |&u: &usize| board.puzzle.clues[board.units[u].clue].kind.name == "rule";
    match (units.iter().any(is_rule), units) {
        (false, _) => "cannot be filled",
        (true, [_]) => "cannot hold",
        (true, _) => "cannot all hold",
    }
}

/// A digit without a place in a house, or cells with too few digits.
pub(super) fn crowded(board: &Board, house: usize, left: &[Digits]) -> Option<String> {
    Home::of(board, board.houses[house].unit).and_then(|home| crowd(board, &home, left))
}

/// The same of cells that differ.
fn crowd(board: &Board, home: &Home, left: &[Digits]) -> Option<String> {
    let Home { list, name: home, whole, .. } = home;
    let everywhere = list.iter().fold(0, |all, &c| all | left[c]);
    if *whole && let Some(none) = (0..board.digits).find(|d| everywhere >> d & 1 == 0) {
        return Some(format!("there is no place for {} in {home}", digit(board, none)));
    }
    let mut told = None;
    for size in 2..=list.len() {
        choose(list, size, &mut |some| {
            let set = some.iter().fold(0, |all, &c| all | left[c]);
            if count(set) < some.len() {
                let (those, few) = (cells(board, some.iter().copied()), digits(board, set, "and"));
                told = Some(match some.len() {
                    2 => format!("{those} are both {few}, in {home}"),
                    _ => format!("{those} have only {few} left, in {home}"),
                });
            }
            told.is_some()
        });
        if told.is_some() {
            break;
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::found::Consequence;

    #[test]
    fn a_contradiction_in_brief_says_by_what_and_where_it_breaks() {
        let text = "grid 4\ncage 3 r1c1-2\n";
        let board = Board::new(&pencilmark_formats::parse("brief", text).expect("a puzzle"));
        let row = board.units.iter().position(|u| u.scope == [0, 1, 2, 3]).expect("a row");
        let cage = board.units.iter().position(|u| u.house.is_none()).expect("a cage");
        let mark = |cell: usize| Mark { cell, digit: 0 };
        let line = |unit: usize| Consequence {
            marks: vec![mark(1)],
            hidden: vec![],
            units: vec![unit],
            joint: None,
            fails: vec![],
        };
        let of = |trace: Vec<Consequence>| Refuted { trace, ..Refuted::of(mark(0)) };
        let empty = Refuted { empty: Some(2), ..of(vec![line(row), line(cage)]) };
        let by = "the cage r1c1-2 with sum 3";
        assert_eq!(outline(&board, &empty), format!(": by {by}, nothing is left for r1c3"));
        let fails = Refuted { units: vec![cage], ..of(vec![line(row)]) };
        assert_eq!(outline(&board, &fails), format!(": {by} fails"));
        let house = Refuted { units: vec![row], ..of(vec![line(cage)]) };
        assert_eq!(outline(&board, &house), format!(": by {by}, row 1 fails"));
        let cases = Refuted { cases: vec![empty, fails], ..of(vec![]) };
        assert_eq!(outline(&board, &cases), format!(", in 2 cases by {by}"));
    }
}
