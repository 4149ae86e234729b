//! What follows from an assumption, and how it ends, as text with its cases. Cases that come to the
//! same as one that was told before, also with two cells or digits exchanged, are not told again.

use pencilmark_puzzle::Name;

use super::super::exchanged::{self, Exchange};
use super::super::followed::{self, Known};
use super::super::hidden::{is_region, one_of};
use super::super::patterns::{lower, state};
use super::super::{cell, constraints, digit};
use super::before::Before;
use super::folded::{self, Folds, Trail};
use super::{digits_of, impossible, places};
use crate::board::{Board, Mark};
use crate::find::View;
use crate::found::{Consequence, Many, Refuted};
use crate::sets::Digits;
use crate::step::house_name;

/// Words that only tell of how many cells and digits a sentence speaks.
const AMOUNTS: [&str; 10] = ["", "is", "are", "cannot", "be", "and", "or", "nor", "to", "have"];
/// How it is told that cells have fewer digits than they are.
const CROWD: &str = " have only ";
const COUNTS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
/// Characters beyond which sentences stand on lines of their own.
const PARAGRAPH: usize = 400;
/// Words of a case that are told again rather than referred to.
const LONG: usize = 12;

/// Who tells: what is seen, and the names of the clues, if cases may be told as others with two cells
/// or digits exchanged.
#[derive(Clone, Copy)]
pub(super) struct Teller<'v> {
    pub view: View<'v>,
    pub names: Option<&'v [String]>,
}

/// Another case, told before, which this one is but for what is exchanged.
#[derive(Clone, PartialEq)]
pub(super) struct Model {
    /// Its place among the cases.
    case: usize,
    /// What is exchanged.
    how: String,
    /// The same where one of several is supposed.
    any: Option<String>,
}

/// What follows from an assumption, and how it ends.
#[derive(Default)]
pub(super) struct Told {
    /// Sentences.
    pub sentences: String,
    /// What is supposed in each case, and what comes of it.
    pub cases: Vec<(String, Told)>,
    /// The case that it is told by, if it is not told itself.
    pub like: Option<Model>,
    /// What is told of it in brief.
    pub trail: Trail,
}

/// What comes to the same is what is told in the same words.
impl PartialEq for Told {
    fn eq(&self, other: &Told) -> bool {
        (&self.sentences, &self.cases, &self.like) == (&other.sentences, &other.cases, &other.like)
    }
}

impl Told {
    /// What was told before is not told again.
    pub(super) fn new(
        teller: Teller<'_>,
        refuted: &Refuted,
        mut left: Vec<Digits>,
        before: &[Consequence],
        mut known: Known<'_>,
    ) -> Told {
        let view = teller.view;
        let Mark { cell: at, digit: d } = refuted.assumed;
        match refuted.value {
            Some((var, value)) => known.outside.suppose(var, value),
            None => left[at] = 1 << d,
        }
        let new: Vec<Consequence> =
            refuted.trace.iter().filter(|c| !before.contains(c)).cloned().collect();
        let lines = followed::followed(view.board, &new, refuted.empty, &mut left, &mut known);
        let mut sentences = match refuted.empty {
            Some(empty) => {
                let against =
                    (empty == at && refuted.value.is_none()).then(|| followed::at_once(&lines, d));
                let supposed = refuted.value.is_none().then_some(at);
                let emptied = || followed::emptied(view.board, (empty, supposed), &lines, &left);
                against.flatten().unwrap_or_else(emptied)
            }
            None => followed::sentences(&lines),
        };
        let trail = trail(&new, refuted, &left);
        if let Some(many) = &refuted.many {
            sentences.push_str(&untold(view.board, many));
            return Told { sentences, trail, ..Told::default() };
        }
        let Some(first) = refuted.cases.first() else {
            if refuted.empty.is_none() {
                let end = impossible(view.board, refuted, &left, &mut known);
                match at_once(&sentences, &end) {
                    Some(told) => sentences = told,
                    None => sentences.push_str(&end),
                }
            }
            return Told { sentences, trail, ..Told::default() };
        };
        let all: Vec<Mark> = refuted.cases.iter().map(|c| c.assumed).collect();
        let values: Vec<i64> = refuted.cases.iter().filter_map(|c| Some(c.value?.1)).collect();
        let until_here = sentences.len();
        sentences.push_str(&match refuted.house {
            _ if first.value.is_some() => {
                let var = first.value.map_or(0, |(var, _)| var);
                let said = one_of(view.board, var, &values);
                let last = sentences.rfind(". ").map_or(0, |at| at);
                match sentences.rfind(&format!(" {said}")) {
                    Some(at) if at > last => String::new(),
                    Some(_) => format!(" As said, {said}."),
                    None => format!(" Then {said}."),
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
            let own = Told::new(teller, case, left.clone(), &told, known.clone());
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
        let groups = teller.by_models(groups);
        let cases = groups.into_iter().map(|(cases, told)| (name(cases), told)).collect();
        Told { sentences, cases, like: None, trail }
    }

    /// Writes it behind what was supposed; a case that was told before, by its number, is not told
    /// again, nor is at length why a clue fails; some are told in brief.
    pub(super) fn write<'t>(
        &'t self,
        number: &str,
        (board, folds): (&Board, &Folds),
        before: &mut Before<'t>,
        text: &mut String,
    ) {
        if let Some(other) = before.number_of(self).filter(|_| self.is_long()) {
            text.push_str(&format!(" the same as in {other}."));
            return;
        }
        before.cases.push((number.to_string(), self));
        if folds.has(number) {
            let brief = folded::brief(board, self);
            match text.ends_with(':') {
                true => text.push_str(&format!(" {}", lower(brief.trim_start()))),
                false => text.push_str(&brief),
            }
            return;
        }
        let sentences = before.shortened(number, &self.sentences);
        let sums = before.sums_once(&sentences);
        let sentences = before.thoughts_once(number, &sums);
        let inset = 2 * (1 + number.matches('.').count());
        match text.ends_with(':') {
            _ if sentences.len() > PARAGRAPH => text.push_str(&in_lines(&sentences, inset)),
            // After a colon a sentence goes on.
            true => text.push_str(&format!(" {}", lower(sentences.trim_start()))),
            false => text.push_str(&sentences),
        }
        // One case is no choice.
        if let [(name, told)] = &self.cases[..] {
            text.push_str(&format!(" {name}:"));
            return told.write(number, (board, folds), before, text);
        }
        let depth = 1 + number.matches('.').count();
        for (at, (name, told)) in self.cases.iter().enumerate() {
            let (parent, number) = (number, format!("{number}{}.", at + 1));
            text.push_str(&format!("\n{:1$}{number} {name}:", "", 2 * depth));
            match &told.like {
                Some(Model { case, how, .. }) => {
                    let other = before.number_of(&self.cases[*case].1);
                    let other = other.unwrap_or_else(|| format!("{parent}{}", case + 1));
                    text.push_str(&format!(" the same as in {other}, with {how} exchanged."));
                }
                None => told.write(&number, (board, folds), before, text),
            }
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
        let cases = self.cases.iter().map(case).collect();
        let (like, trail) = (self.like.clone(), self.trail.clone());
        Told { sentences: named(&self.sentences), cases, like, trail }
    }

    /// Whether the sentences are the same but for cells, digits and how much goes.
    pub(super) fn is_told_like(&self, other: &Told) -> bool {
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

/// How a case fails whose cases are too many to be told.
fn untold(board: &Board, many: &Many) -> String {
    let names = constraints::gist(board, &many.units);
    let deep = match many.depth {
        0 => String::new(),
        depth => format!(", up to {depth} deep,"),
    };
    match many.ends {
        1 => format!(" Then {names} together cannot hold."),
        ends => {
            format!(" Then it goes on in {ends} cases{deep} and each of them fails by {names}.")
        }
    }
}

/// What some lines rest on, and the digits that they leave for good.
fn trail(new: &[Consequence], refuted: &Refuted, left: &[Digits]) -> Trail {
    let mut placed: Vec<Mark> = Vec::new();
    for mark in new.iter().flat_map(|line| &line.marks) {
        let own = left[mark.cell];
        let known = placed.iter().any(|m| m.cell == mark.cell);
        if own.is_power_of_two() && !known && refuted.empty != Some(mark.cell) {
            placed.push(Mark { cell: mark.cell, digit: own.trailing_zeros() as usize });
        }
    }
    let mut units: Vec<usize> = new.iter().flat_map(|line| line.units.clone()).collect();
    if refuted.cases.is_empty() {
        units.extend(&refuted.units);
    }
    Trail { lines: new.len(), units, placed }
}

impl Teller<'_> {
    /// Cases, those that are told by another one put together.
    fn by_models(self, groups: Vec<(Vec<&Refuted>, Told)>) -> Vec<(Vec<&Refuted>, Told)> {
        let Some(names) = self.names else { return groups };
        let mut all: Vec<(Vec<&Refuted>, Told)> = Vec::new();
        // Those that may be models: their places, what they suppose, and their text.
        let mut models: Vec<(usize, &Refuted, String)> = Vec::new();
        for (cases, told) in groups {
            let own = cases.first().copied().filter(|_| cases.len() == 1 && told.is_long());
            let own = own.map(|case| (case, told.whole()));
            let length = |text: &str| text.matches(". ").count();
            let model = own.as_ref().and_then(|(case, text)| {
                let mut likely =
                    models.iter().filter(|(_, _, other)| length(other) == length(text));
                likely.find_map(|(at, other, model)| {
                    let first = self.first_pair(other, case)?;
                    let exchange = first.between(model, text, names)?;
                    self.can_exchange(&exchange).then_some((*at, exchange))
                })
            });
            if let (None, Some((case, text))) = (&model, own) {
                models.push((all.len(), case, text));
            }
            let Some((case, exchange)) = model else {
                all.push((cases, told));
                continue;
            };
            // Of many that differ in one pair only, one sentence tells.
            let any = any_of(&exchange);
            let same = |told: &Told| told.like.as_ref().is_some_and(|like| like.any == any);
            match all.iter_mut().find(|(_, told)| any.is_some() && same(told)) {
                Some((known, told)) => {
                    known.extend(cases);
                    let how = any.clone().unwrap_or_default();
                    told.like = Some(Model { case, how, any });
                }
                None => {
                    let like = Some(Model { case, how: all_of(&exchange), any });
                    all.push((cases, Told { like, ..Told::default() }));
                }
            }
        }
        all
    }

    /// Whether all that is exchanged is cells or digits of the grid.
    fn can_exchange(self, exchange: &Exchange) -> bool {
        let is_digit = |value: &i64| self.view.board.digit(*value).is_some();
        match exchange {
            Exchange::Cells(_) => true,
            Exchange::Digits(pairs) => pairs.iter().all(|(a, b)| is_digit(a) && is_digit(b)),
        }
    }

    /// What two cases suppose differently.
    fn first_pair(self, a: &Refuted, b: &Refuted) -> Option<Exchange> {
        let (Mark { cell: x, digit: d }, Mark { cell: y, digit: e }) = (a.assumed, b.assumed);
        let board = self.view.board;
        let place = |c: usize| exchanged::place(&cell(board, c));
        match a.value.is_none() && b.value.is_none() {
            true if x == y => Some(Exchange::Digits(vec![(digit(board, d), digit(board, e))])),
            true if d == e => Some(Exchange::Cells(vec![(place(x)?, place(y)?)])),
            _ => None,
        }
    }
}

/// What is exchanged: `r1c2 and r1c3`.
fn all_of(exchange: &Exchange) -> String {
    let pairs: Vec<String> = match exchange {
        Exchange::Cells(pairs) => {
            let pair = |&((a, b), (c, d)): &_| format!("r{a}c{b} and r{c}c{d}");
            pairs.iter().map(pair).collect()
        }
        Exchange::Digits(pairs) => pairs.iter().map(|(a, b)| format!("{a} and {b}")).collect(),
    };
    match &pairs[..] {
        [one] => one.clone(),
        more => format!("{},", more.join(", and ")),
    }
}

/// The same where what is supposed is one of several, if nothing else is exchanged.
fn any_of(exchange: &Exchange) -> Option<String> {
    match exchange {
        Exchange::Cells(pairs) => match pairs[..] {
            [((a, b), _)] => Some(format!("r{a}c{b} and that cell")),
            _ => None,
        },
        Exchange::Digits(pairs) => match pairs[..] {
            [(a, _)] => Some(format!("{a} and that digit")),
            _ => None,
        },
    }
}

impl Told {
    /// All that is said, with its cases, as one text.
    fn whole(&self) -> String {
        let mut text = self.sentences.clone();
        if let Some(Model { case, how, .. }) = &self.like {
            text.push_str(&format!(" like {}, {how}.", "|".repeat(*case)));
        }
        for (name, told) in &self.cases {
            text.push_str(&format!(" <. {name}. {}. >.", told.whole().trim_matches([' ', '.'])));
        }
        text
    }
}

/// Each thought on a line of its own; what is said before it stands on that line, too.
fn in_lines(sentences: &str, inset: usize) -> String {
    let (mut depth, mut start, mut lines): (i32, usize, Vec<&str>) = (0, 0, vec![]);
    for (at, c) in sentences.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if c == '.' && depth == 0 && sentences[at + 1..].starts_with(' ') {
            lines.push(sentences[start..=at].trim_start());
            start = at + 1;
        }
    }
    lines.push(sentences[start..].trim_start());
    let mut text = String::new();
    let mut led = false;
    for line in lines {
        let follows = line.starts_with("Then ") || line.starts_with("But then ");
        match led && follows {
            true => text.push(' '),
            false => text.push_str(&format!("\n{:inset$}", "")),
        }
        text.push_str(line);
        led = !follows;
    }
    text
}

/// A sentence up to the thought in the brackets at its end, and from their end on.
fn without_thought(sentence: &str) -> Option<(&str, &str)> {
    let (before, thought) = sentence.split_once(" (").and_then(|(who, by)| {
        let (name, why) = by.split_once(": ")?;
        Some((&sentence[..who.len() + 2 + name.len()], why))
    })?;
    Some((before, thought.rsplit_once(')')?.1))
}

/// Sentences of which the last puts a digit into two cells that see each other, with that they do.
fn at_once(sentences: &str, end: &str) -> Option<String> {
    let (those, rest) = end.strip_prefix(" Then ")?.split_once(" are both ")?;
    let (digit, home) = rest.strip_suffix('.')?.split_once(", in ")?;
    let (before, last) = sentences.split_at(sentences.rfind(" Then ")?);
    let last = last.strip_prefix(&format!(" Then {those} are {digit} "))?;
    let by = last.strip_suffix('.').filter(|by| by.starts_with('('))?;
    Some(format!("{before} Then {those} are both {digit} {by}, though they are in {home}."))
}

/// The sorts of sentences, by the words that tell them, in whatever order they come.
fn shape(sentences: &str) -> Vec<Vec<&str>> {
    fn of(sentence: &str) -> Vec<&str> {
        // Why a constraint cannot be kept is found by looking at it, and why it erases something.
        let said = sentence.split_once(", for ").map_or(sentence, |(said, _)| said);
        let (said, end) = without_thought(said).unwrap_or((said, ""));
        let words = said
            .split(' ')
            .chain(end.split(' '))
            .map(|word| word.trim_matches(['(', ')', ',', '.', ':']));
        let tells = |word: &&str| !AMOUNTS.contains(word) && !word.contains(char::is_numeric);
        // Cells with too few digits are looked for in another way if they are more.
        let crowd = said.split_once(CROWD).filter(|(those, _)| !those.contains('('));
        let count =
            crowd.map(|(those, _)| COUNTS[exchanged::cells_in(those).min(COUNTS.len() - 1)]);
        words.filter(tells).chain(count).collect()
    }
    let mut all: Vec<Vec<&str>> = sentences.split(". ").map(of).collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::{Told, at_once, in_lines, shape};

    #[test]
    fn long_runs_of_sentences_stand_on_lines() {
        let told = " Then r1c1 is 3 (the rule with `a.b`: r1c2 is 4. Or so). In row 2 the 5 is in r2c3. \
                    Then r3c3 cannot be 5 (column 3). Then nothing is left for r4c4.";
        let want = "\n  Then r1c1 is 3 (the rule with `a.b`: r1c2 is 4. Or so).\
                    \n  In row 2 the 5 is in r2c3. Then r3c3 cannot be 5 (column 3).\
                    \n  Then nothing is left for r4c4.";
        assert_eq!(in_lines(told, 2), want);
    }

    #[test]
    fn a_region_is_told_without_its_number() {
        let told = |text: &str| Told { sentences: text.into(), ..Told::default() };
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
    fn a_digit_twice_in_a_house_is_told_at_once() {
        let told = |by: &str| format!(" Then r1c9 is 2. Then r4c4 and r4c6 are 8{by}.");
        let end = " Then r4c4 and r4c6 are both 8, in row 4.";
        let want = " Then r1c9 is 2. Then r4c4 and r4c6 are both 8 (the arrow), though they are in \
                    row 4.";
        assert_eq!(at_once(&told(" (the arrow)"), end).as_deref(), Some(want));
        // Something else comes between, or is told with it.
        assert_eq!(at_once(&told(" and r1c1 is 7 (the arrow)"), end), None);
        assert_eq!(at_once(&(told(" (the arrow)") + " Then r1c1 is 5 (row 1)."), end), None);
        assert_eq!(at_once(&told(" (the arrow)"), " Then r4c4-5 are both 8, in row 4."), None);
    }

    #[test]
    fn more_cells_with_too_few_digits_are_another_thought() {
        let told = |those: &str| format!("Then {those} have only 6, 8 and 9 left, in column 3.");
        assert_eq!(shape(&told("r4c3 and r6-8c3")), shape(&told("r1-2c3 and r5-6c3")));
        assert_ne!(shape(&told("r4c3 and r6-8c3")), shape(&told("r6-8c3")));
    }

    #[test]
    fn thoughts_in_brackets_are_alike_whatever_they_tell() {
        let told =
            |why: &str| format!("Then r1c1 cannot be 3 (the arrow from r2c2{why}), but so. ");
        let one =
            told(": the others make at most 7 with no digit twice in row 1 (4) and box 1 (3)");
        let other = told(": with 3 in r1c1, r1c1-3 make at least 7");
        assert_eq!(shape(&one), shape(&other));
        assert_eq!(shape(&one), shape(&told("")));
        assert_ne!(shape(&one), shape("Then r1c1 cannot be 3 (the arrow from r2c2)"));
    }
}
