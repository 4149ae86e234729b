//! Marks and how their assumption fails, in words: one sentence for each consequence, then what
//! cannot be.

use super::hidden::one_of;
use super::patterns::{lower, state};
use super::traced::{self, Sums};
use super::{cell, cells, constraints, digit, digits, followed, innies, join, lost, unfilled};
use crate::board::{Board, Mark};
use crate::find::View;
use crate::found::{Consequence, Found, Joint, Pattern, Refuted};
use crate::sets::{Digits, choose, count};
use crate::step::house_name;

/// Marks that go together of which a trace would tell too little.
const AT_ONCE: usize = 6;
/// Words that only tell of how many cells and digits a sentence speaks.
const AMOUNTS: [&str; 10] = ["", "is", "are", "cannot", "be", "and", "or", "nor", "to", "have"];
/// Words of a case that are told again rather than referred to.
const LONG: usize = 12;

/// An assumption that leads to a contradiction.
pub(super) fn absurd(view: View<'_>, found: &Found) -> String {
    let Pattern::Absurd { refuted, branched } = &found.pattern else { return String::new() };
    if *branched {
        let claim = state(view, refuted.assumed, true);
        return format!("If {claim}, every way to go on ends in a contradiction. So it is not.");
    }
    refutation(view, refuted)
}

/// Several constraints together: as their kinds tell it, or by how a mark fails.
pub(super) fn several(
    view: View<'_>,
    found: &Found,
    units: &[usize],
    why: Option<&Refuted>,
) -> String {
    if let [unit] = units {
        return constraints::alone(view, found, *unit);
    }
    if let Some(told) = by_kind(view, found, units, why) {
        return told;
    }
    let Some(why) = why else {
        return constraints::several(view, found, units);
    };
    let told = why.marks();
    let rest: Vec<Mark> = found.remove.iter().copied().filter(|m| !told.contains(m)).collect();
    let more = match rest.is_empty() {
        true => String::new(),
        false => format!(" Likewise {}.", join(&lost(view.board, &rest), "and")),
    };
    let rules = constraints::rules_told(view.board, units);
    let look = constraints::look(view.board, units);
    format!("{look} {rules}{}{more}", refutation(view, why))
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
/// Marks that fail by the same constraints, but by another sort of thought, are told apart.
fn refutation(view: View<'_>, refuted: &Refuted) -> String {
    let assumed = refuted.assumed;
    let left: Vec<Digits> = (0..view.board.cells).map(|c| view.marks.left_of(c)).collect();
    let tell = |refuted| Told::new(view, refuted, left.clone(), &[], Sums::new());
    let told = tell(refuted);
    let mut text = format!("Suppose {}.", state(view, assumed, true));
    told.write("", &mut vec![], &mut text);
    let end = if text.contains('\n') { '\n' } else { ' ' };
    text.push_str(&format!("{end}So {}.", state(view, assumed, false)));
    let (alike, apart): (Vec<&Refuted>, Vec<&Refuted>) =
        refuted.alike.iter().partition(|other| tell(other).is_told_like(&told));
    let alike: Vec<Mark> = alike.iter().map(|other| other.assumed).collect();
    if !alike.is_empty() {
        text.push_str(&format!(" Likewise {}.", join(&lost(view.board, &alike), "and")));
    }
    if let Some((&first, rest)) = apart.split_first() {
        let rest = rest.iter().map(|&other| other.clone()).collect();
        text.push_str(&format!(
            "\n{}",
            refutation(view, &Refuted { alike: rest, ..first.clone() })
        ));
    }
    for other in &refuted.others {
        text.push_str(&format!("\n{}", refutation(view, other)));
    }
    text
}

/// What follows from an assumption, and how it ends.
#[derive(PartialEq)]
struct Told {
    /// Sentences.
    sentences: String,
    /// What is supposed in each case, and what comes of it.
    cases: Vec<(String, Told)>,
}

impl Told {
    /// What was told before is not told again.
    fn new(
        view: View<'_>,
        refuted: &Refuted,
        mut left: Vec<Digits>,
        before: &[Consequence],
        mut sums: Sums,
    ) -> Told {
        let Mark { cell: at, digit: d } = refuted.assumed;
        if refuted.value.is_none() {
            left[at] = 1 << d;
        }
        let new: Vec<Consequence> =
            refuted.trace.iter().filter(|c| !before.contains(c)).cloned().collect();
        let lines = followed::followed(view.board, &new, refuted.empty, &mut left, &mut sums);
        let mut sentences = match refuted.empty {
            Some(empty) => followed::emptied(view.board, empty, &lines, &left),
            None => followed::sentences(&lines),
        };
        let Some(first) = refuted.cases.first() else {
            if refuted.empty.is_none() {
                sentences.push_str(&impossible(view.board, refuted, &left, &mut sums));
            }
            return Told { sentences, cases: vec![] };
        };
        let all: Vec<Mark> = refuted.cases.iter().map(|c| c.assumed).collect();
        let values: Vec<i64> = refuted.cases.iter().filter_map(|c| Some(c.value?.1)).collect();
        sentences.push_str(&match refuted.house {
            _ if first.value.is_some() => {
                let var = first.value.map_or(0, |(var, _)| var);
                let said = one_of(view.board, var, &values);
                match sentences.contains(&format!(" {said}")) {
                    true => String::new(),
                    false => format!(" Then {said}."),
                }
            }
            Some(house) => {
                let d = digit(view.board, first.assumed.digit);
                let (home, places) = (house_name(view.board, house), places(view.board, &all));
                format!(" In {home} the {d} is then in {places}.")
            }
            None => {
                let cell = cell(view.board, first.assumed.cell);
                format!(" {cell} is then {}.", digits_of(view.board, &all))
            }
        });
        let told: Vec<Consequence> = before.iter().chain(&new).cloned().collect();
        // Cases in which the same happens are told once.
        let mut groups: Vec<(Vec<&Refuted>, Told)> = Vec::new();
        for case in &refuted.cases {
            let own = Told::new(view, case, left.clone(), &told, sums.clone());
            match groups.iter_mut().find(|(_, other)| *other == own) {
                Some((cases, _)) => cases.push(case),
                None => groups.push((vec![case], own)),
            }
        }
        let every = groups.len() == 1;
        let name = |cases: Vec<&Refuted>| {
            let marks: Vec<Mark> = cases.iter().map(|c| c.assumed).collect();
            match (&marks[..], first.value, refuted.house) {
                (some, _, _) if every && some.len() > 1 => "Whichever it is".into(),
                (_, Some((var, _)), _) => {
                    let values: Vec<i64> = cases.iter().filter_map(|c| Some(c.value?.1)).collect();
                    format!("If {}", one_of(view.board, var, &values))
                }
                (&[one], _, _) => format!("If {}", state(view, one, true)),
                (some, _, Some(_)) => format!("If it is in {}", places(view.board, some)),
                (some, _, None) => {
                    let cell = cell(view.board, first.assumed.cell);
                    format!("If {cell} is {}", digits_of(view.board, some))
                }
            }
        };
        let cases = groups.into_iter().map(|(cases, told)| (name(cases), told)).collect();
        Told { sentences, cases }
    }

    /// Writes it behind what was supposed; a case that was told before, by its number, is not told
    /// again.
    fn write<'t>(&'t self, number: &str, before: &mut Vec<(String, &'t Told)>, text: &mut String) {
        if let Some((other, _)) = before.iter().find(|(_, told)| *told == self)
            && self.is_long()
        {
            text.push_str(&format!(" the same as in {}.", other.trim_end_matches('.')));
            return;
        }
        before.push((number.to_string(), self));
        match text.ends_with(':') {
            // After a colon a sentence goes on.
            true => text.push_str(&format!(" {}", lower(self.sentences.trim_start()))),
            false => text.push_str(&self.sentences),
        }
        // One case is no choice.
        if let [(name, told)] = &self.cases[..] {
            text.push_str(&format!(" {name}:"));
            return told.write(number, before, text);
        }
        let depth = 1 + number.matches('.').count();
        for (at, (name, told)) in self.cases.iter().enumerate() {
            let number = format!("{number}{}.", at + 1);
            text.push_str(&format!("\n{:1$}{number} {name}:", "", 2 * depth));
            told.write(&number, before, text);
        }
    }

    /// Whether the sentences are the same but for cells, digits and how much goes.
    fn is_told_like(&self, other: &Told) -> bool {
        let cases = self.cases.len() == other.cases.len();
        let mut each = self.cases.iter().zip(&other.cases);
        shape(&self.sentences) == shape(&other.sentences)
            && cases
            && each.all(|((_, own), (_, other))| own.is_told_like(other))
    }

    fn is_long(&self) -> bool {
        !self.cases.is_empty() || self.sentences.split(' ').count() > LONG
    }
}

/// The sorts of sentences, by the words that tell them, in whatever order they come.
fn shape(sentences: &str) -> Vec<Vec<&str>> {
    fn of(sentence: &str) -> Vec<&str> {
        // Why a constraint cannot be kept is found by looking at it.
        let said = sentence.split_once(", for ").map_or(sentence, |(said, _)| said);
        let words = said.split(' ').map(|word| word.trim_matches(['(', ')', ',', '.', ':']));
        let tells = |word: &&str| !AMOUNTS.contains(word) && !word.contains(char::is_numeric);
        words.filter(tells).collect()
    }
    let mut all: Vec<Vec<&str>> = sentences.split(". ").map(of).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn places(board: &Board, marks: &[Mark]) -> String {
    join(&marks.iter().map(|m| cell(board, m.cell)).collect::<Vec<_>>(), "or")
}

fn digits_of(board: &Board, marks: &[Mark]) -> String {
    digits(board, marks.iter().fold(0, |all, m| all | 1 << m.digit), "or")
}

/// What it is that cannot be.
fn impossible(board: &Board, refuted: &Refuted, left: &[Digits], sums: &mut Sums) -> String {
    if let Some(joint @ Joint::Sum { terms, total, .. }) = refuted.joint.as_deref() {
        let (lead, by) = traced::sum(board, joint, &refuted.units, sums);
        let makes = innies::equation(board, terms, *total);
        let shown = unfilled::unmade(board, terms, *total, left);
        let shown = shown.map_or(String::new(), |why| format!(", for {why}"));
        let once = match by.rsplit_once("no digit twice") {
            Some((_, where_)) => format!(" with no digit twice{where_}"),
            None => String::new(),
        };
        return format!("{lead} Then it cannot be that {makes}{once}{shown}.");
    }
    format!(" Then {}.", unkept(board, refuted, left))
}

fn unkept(board: &Board, refuted: &Refuted, left: &[Digits]) -> String {
    let names = constraints::together(board, &refuted.units);
    match &refuted.units[..] {
        [] => "that is impossible".into(),
        units => match (units, board.units[units[0]].house) {
            ([_], Some(house)) => crowded(board, house, left),
            _ => unfilled::told(board, units, left, &names),
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
    let (list, home) = (&board.houses[house].list, house_name(board, house));
    let everywhere = list.iter().fold(0, |all, &c| all | left[c]);
    if list.len() == board.digits
        && let Some(none) = (0..board.digits).find(|d| everywhere >> d & 1 == 0)
    {
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
