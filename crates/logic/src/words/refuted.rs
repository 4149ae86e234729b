//! Marks and how their assumption fails, in words: one sentence for each consequence, then what
//! cannot be.

use pencilmark_puzzle::Name;

use super::followed::Known;
use super::hidden::{Outside, is_region, one_of};
use super::patterns::{lower, state};
use super::traced;
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
/// Characters of a reason that is not told twice.
const LONG_WHY: usize = 60;
/// Words of a case that are told again rather than referred to.
const LONG: usize = 12;

/// An assumption that leads to a contradiction.
pub(super) fn absurd(view: View<'_>, found: &Found) -> String {
    let Pattern::Absurd { refuted, branched } = &found.pattern else { return String::new() };
    if *branched {
        let claim = state(view, refuted.assumed, true);
        return format!("If {claim}, every way to go on ends in a contradiction. So it is not.");
    }
    numbered(view.board, refutation(view, refuted))
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
    format!("{look} {rules}{}{more}", numbered(view.board, refutation(view, why)))
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
    let tell = |refuted| Told::new(view, refuted, left.clone(), &[], Known::default());
    let told = tell(refuted);
    let mut text = format!("Suppose {}.", state(view, assumed, true));
    told.write("", &mut Before::default(), &mut text);
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
        mut known: Known,
    ) -> Told {
        let Mark { cell: at, digit: d } = refuted.assumed;
        match refuted.value {
            Some((var, value)) => known.outside.suppose(var, value),
            None => left[at] = 1 << d,
        }
        let new: Vec<Consequence> =
            refuted.trace.iter().filter(|c| !before.contains(c)).cloned().collect();
        let lines = followed::followed(view.board, &new, refuted.empty, &mut left, &mut known);
        let mut sentences = match refuted.empty {
            Some(empty) => followed::emptied(view.board, empty, &lines, &left),
            None => followed::sentences(&lines),
        };
        let Some(first) = refuted.cases.first() else {
            if refuted.empty.is_none() {
                sentences.push_str(&impossible(view.board, refuted, &left, &mut known));
            }
            return Told { sentences, cases: vec![] };
        };
        let all: Vec<Mark> = refuted.cases.iter().map(|c| c.assumed).collect();
        let values: Vec<i64> = refuted.cases.iter().filter_map(|c| Some(c.value?.1)).collect();
        let until_here = sentences.len();
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
            let own = Told::new(view, case, left.clone(), &told, known.clone());
            // Two regions are often told apart only by their numbers.
            let region = case.value.filter(|&(var, _)| is_region(view.board, var));
            let unnamed = |told: &Told, of: &Refuted| {
                let number = region.and(of.value).map(|(_, number)| number);
                // Of two regions without numbers nobody would know which is meant.
                number.filter(|_| !told.says("that region")).map(|n| told.without_number(n))
            };
            let alike = groups.iter_mut().find(|(cases, other)| {
                let plain = cases.len() > 1 && Some(other) == unnamed(&own, case).as_ref();
                *other == own || plain || {
                    let both = unnamed(other, cases[0]).zip(unnamed(&own, case));
                    both.is_some_and(|(other, own)| other == own)
                }
            });
            match alike {
                Some((cases, other)) => {
                    if *other != own
                        && let Some(told) = unnamed(&own, case)
                    {
                        *other = told;
                    }
                    cases.push(case);
                }
                None => groups.push((vec![case], own)),
            }
        }
        let every = groups.len() == 1;
        let whole = |var: usize| {
            let (lo, hi) = view.board.puzzle.range(Name::Var(var));
            is_region(view.board, var) && values.len() as i64 == hi - lo + 1
        };
        let any = first.value.filter(|&(var, _)| every && values.len() > 1 && whole(var));
        let any = any.and_then(|(var, _)| view.board.puzzle.cell_of(Name::Var(var)));
        let any = any.map(|of| cell(view.board, of.index()));
        if any.is_some() {
            sentences.truncate(until_here);
        }
        let name = |cases: Vec<&Refuted>| {
            let marks: Vec<Mark> = cases.iter().map(|c| c.assumed).collect();
            match (&marks[..], first.value, refuted.house) {
                (some, _, _) if every && some.len() > 1 => match &any {
                    Some(cell) => format!("Whichever region {cell} is in"),
                    None => "Whichever it is".into(),
                },
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
    /// again, nor is at length why a clue fails.
    fn write<'t>(&'t self, number: &str, before: &mut Before<'t>, text: &mut String) {
        if let Some((other, _)) = before.cases.iter().find(|(_, told)| *told == self)
            && self.is_long()
        {
            text.push_str(&format!(" the same as in {}.", other.trim_end_matches('.')));
            return;
        }
        before.cases.push((number.to_string(), self));
        let sentences = before.shortened(number, &self.sentences);
        match text.ends_with(':') {
            // After a colon a sentence goes on.
            true => text.push_str(&format!(" {}", lower(sentences.trim_start()))),
            false => text.push_str(&sentences),
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

    fn says(&self, words: &str) -> bool {
        self.sentences.contains(words) || self.cases.iter().any(|(_, told)| told.says(words))
    }

    /// The same with a region that is supposed called that, and not by its number.
    fn without_number(&self, region: i64) -> Told {
        let named = |text: &str| {
            let mut told = String::new();
            let mut rest = text;
            let name = format!("region {region}");
            while let Some(at) = rest.find(&name) {
                let (before, after) = (&rest[..at], &rest[at + name.len()..]);
                let more = |c: char| c.is_ascii_digit();
                let goes_on = after.starts_with(more)
                    || after.starts_with(" or ")
                    || after.starts_with(" to ")
                    || after.strip_prefix(", ").is_some_and(|next| next.starts_with(more));
                told.push_str(before);
                told.push_str(if goes_on { &name } else { "that region" });
                rest = after;
            }
            told + rest
        };
        let case = |(name, told): &(String, Told)| (named(name), told.without_number(region));
        Told { sentences: named(&self.sentences), cases: self.cases.iter().map(case).collect() }
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

/// What was written, each with the number of its case.
#[derive(Default)]
struct Before<'t> {
    cases: Vec<(String, &'t Told)>,
    /// Clues that fail, and why.
    ends: Vec<(String, &'t str)>,
}

impl<'t> Before<'t> {
    /// Sentences whose last tells at length why a clue fails, unless another case told that.
    fn shortened(&mut self, number: &str, sentences: &'t str) -> String {
        let last = sentences.rfind(" Then ").map_or(0, |at| at);
        let (before, end) = sentences.split_at(last);
        let Some((clue, why)) = end.split_once(", for ").filter(|(_, why)| why.len() > LONG_WHY)
        else {
            return sentences.into();
        };
        match self.ends.iter().find(|(_, told)| *told == end) {
            Some((other, _)) if !other.is_empty() => {
                format!("{before}{clue}, as in {}.", other.trim_end_matches('.'))
            }
            _ => {
                self.ends.push((number.to_string(), end));
                format!("{before}{clue}, for {why}")
            }
        }
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
fn impossible(board: &Board, refuted: &Refuted, left: &[Digits], known: &mut Known) -> String {
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

#[cfg(test)]
mod tests {
    use super::{Before, Told};

    #[test]
    fn a_region_is_told_without_its_number() {
        let told = |text: &str| Told { sentences: text.into(), cases: vec![] };
        let own = "r1c1 is in region 2 and r1c2 is in region 2 or 3, r1c3 in region 21. Region 2.";
        let unnamed = told(own).without_number(2);
        assert!(
            unnamed.says("r1c1 is in that region and r1c2 is in region 2 or 3, r1c3 in region 21")
        );
        let range = "r1c4 is in region 2 to 5.";
        assert!(told(range).without_number(2).says(range));
        let apart = |n: i64| told(&format!("r2c4-5 are in region {n}.")).without_number(n);
        assert!(apart(1) == apart(6) && apart(1) != told("r2c4-5 are in region 1."));
    }

    #[test]
    fn why_a_clue_fails_is_told_at_length_once() {
        let why = "1 and 9 could only be in r2c9 and r7c9, where r3-6c9 cannot make 25 with that";
        let (first, other) =
            (format!(" Then A is so. Then it fails, for {why}."), "other".repeat(20));
        let (again, else_) =
            (format!(" Then it fails, for {why}."), format!(" Then it fails, for {other}."));
        let mut before = Before::default();
        assert_eq!(before.shortened("1.2.", &first), first);
        assert_eq!(before.shortened("1.3.", &again), " Then it fails, as in 1.2.");
        assert_eq!(before.shortened("2.", &else_), else_);
        assert_eq!(
            before.shortened("3.", " Then it fails, for r1c1 is 1."),
            " Then it fails, for r1c1 is 1."
        );
    }
}
