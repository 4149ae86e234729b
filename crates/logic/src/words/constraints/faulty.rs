//! What is wrong with a clue if a cell has a digit, as people say it of the kind of the clue.

use super::super::unfilled::{self, ENDS, PLACE, READS, clue_fault};
use super::super::{capital, cell, either, join, likewise, lost, patterns, runs};
use super::{erased, fillings, or};
use crate::board::{Board, Mark};
use crate::find::View;
use crate::found::Found;
use crate::sets::{Cell, Digits, Each};

/// Thoughts that are told; the others are like them.
const MOST: usize = 5;

/// How the cell with the digit is called in what is wrong with it, until it is told.
const OWN: &str = "{}";

/// How it is told what a cell would be.
const MUST: &str = " would have to be ";

/// Digits in each of some cells, and what is wrong with them.
struct Part {
    cells: Vec<Cell>,
    digits: Digits,
    why: String,
}

impl Part {
    fn told(&self, board: &Board) -> String {
        let own = match self.cells[..] {
            [one] => cell(board, one),
            _ => "that cell".into(),
        };
        let (cells, digits) = (either(board, self.cells.iter().copied()), or(board, self.digits));
        let rest = self.rest(&digits);
        // What is known beside what is supposed does not follow from it.
        let rest = match rest.split_once(", so ").filter(|(_, then)| then.contains(MUST)) {
            Some((known, then)) if !known.contains([',', ';']) => format!("as {known}, {then}"),
            _ => rest,
        };
        let cannot = match rest.rsplit_once(MUST) {
            Some((_, digits)) if !digits.contains([';', '(']) => ", which it cannot be",
            _ => "",
        };
        format!("with {digits} in {cells}, {}{cannot}", rest.replace(OWN, &own))
    }

    /// What is so whatever the cell is, where that alone says what the cell cannot be.
    fn known(&self) -> Option<&str> {
        if (self.why.starts_with(ENDS) || self.why.contains(READS)) && !self.why.contains(OWN) {
            return Some(&self.why);
        }
        let (before, after) = self.why.rsplit_once(", so ")?;
        let says = |verb: &str| after.starts_with(&format!("{OWN} {verb} "));
        let of_own = says("could not be") || says("would have to be");
        (of_own && !before.contains(OWN)).then_some(before)
    }

    /// What is wrong without what is supposed, which is said before it.
    fn rest(&self, digits: &str) -> String {
        let is = format!("{OWN} is {digits}");
        let told = self.why.strip_prefix(&is).and_then(|rest| {
            let goes_on = |rest: &&str| !rest.starts_with(|c: char| c.is_ascii_digit());
            let between = [" and ", ", so ", ", "].iter();
            between.filter_map(|between| rest.strip_prefix(between)).find(goes_on)
        });
        let last = || {
            let (before, after) = self.why.split_once(&format!(" and {is}, so "))?;
            let said = before.matches(" is ").count() + before.matches(" are ").count();
            (said == 1).then(|| format!("{before}, so {after}"))
        };
        told.map(String::from).or_else(last).unwrap_or_else(|| self.why.clone())
    }

    fn marks(&self) -> impl Iterator<Item = Mark> + '_ {
        let of = |&cell: &Cell| Each(self.digits).map(move |digit| Mark { cell, digit });
        self.cells.iter().flat_map(of)
    }
}

/// The reason in sentences, if the kind of the clue has one for every mark.
pub(super) fn reason(view: View<'_>, found: &Found, at: usize, name: &str) -> Option<String> {
    let board = view.board;
    let mut left: Vec<Digits> = (0..board.cells).map(|c| view.marks.left_of(c)).collect();
    let mut hit: Vec<Cell> = found.remove.iter().map(|m| m.cell).collect();
    hit.dedup();
    let mut parts: Vec<Part> = Vec::new();
    // What goes whatever the other cells are goes by the rule, and that is told, too.
    let (mut empty, mut bare) = (vec![board.all(); board.cells], false);
    for c in hit {
        let (own, gone) = (left[c], erased(found, c));
        let name = cell(board, c);
        let mut why = |digits: Digits| {
            left[c] = digits;
            clue_fault(board, at, &left).map(|why| unnamed(&why, &name))
        };
        // One reason for all digits, or one for each.
        let all = why(gone).map(|why| vec![(gone, why)]);
        let each = || Each(gone).map(|d| Some((1 << d, why(1 << d)?))).collect::<Option<Vec<_>>>();
        for (digits, why) in all.or_else(each)? {
            let of_cell = |p: &&mut Part| p.why == why && p.cells == [c];
            let of_digits = |p: &&mut Part| p.why == why && p.digits == digits;
            if let Some(part) = parts.iter_mut().find(of_cell) {
                part.digits |= digits;
            } else if let Some(part) = parts.iter_mut().find(of_digits) {
                part.cells.push(c);
            } else {
                parts.push(Part { cells: vec![c], digits, why });
            }
        }
        left[c] = own;
        bare |= Each(gone).any(|d| {
            empty[c] = 1 << d;
            clue_fault(board, at, &empty).is_some()
        });
        empty[c] = board.all();
    }
    // What is so whatever the cells are is told once for all of them.
    let mut thoughts: Vec<(&Part, Vec<Mark>)> = Vec::new();
    for part in &parts {
        let known = |p: &Part| part.known().is_some() && p.known() == part.known();
        match thoughts.iter_mut().find(|(other, _)| known(other)) {
            Some((_, marks)) => marks.extend(part.marks()),
            None => thoughts.push((part, part.marks().collect())),
        }
    }
    let told: Vec<(String, Vec<Mark>)> = by_places(thoughts)
        .into_iter()
        .map(|(part, known, marks)| match known {
            Some(known) => (format!("{known}, so {}", join(&lost(board, &marks), "and")), marks),
            None => (part.told(board), marks),
        })
        .collect();
    let told = likewise::told(board, told, MOST);
    let rule = fillings::summary(board, &board.units[at]).filter(|_| bare);
    let told = match rule {
        Some(rule) => format!("{}. {}", patterns::lower(&rule), capital(&told)),
        None => told,
    };
    (!parts.is_empty()).then(|| format!("{name}: {told}"))
}

/// What stands in several places of every line, told once for all of them.
fn by_places(thoughts: Vec<(&Part, Vec<Mark>)>) -> Vec<(&Part, Option<String>, Vec<Mark>)> {
    let mut all: Vec<(&Part, Option<String>, Vec<Mark>)> = Vec::new();
    let mut places: Vec<(usize, String, Vec<i64>)> = Vec::new();
    for (part, marks) in thoughts {
        let known = part.known();
        let place = known.and_then(|known| known.split_once(PLACE));
        let Some((what, number)) = place.and_then(|(what, n)| Some((what, n.parse().ok()?))) else {
            all.push((part, known.map(String::from), marks));
            continue;
        };
        match places.iter_mut().find(|(_, told, _)| told == what) {
            Some((at, _, numbers)) => {
                numbers.push(number);
                all[*at].2.extend(marks);
            }
            None => {
                places.push((all.len(), what.to_string(), vec![number]));
                all.push((part, known.map(String::from), marks));
            }
        }
    }
    for (at, what, mut numbers) in places {
        if numbers.len() > 1 {
            numbers.sort_unstable();
            all[at].1 = Some(format!("{what} in places {}", join(&runs(&numbers), "and")));
        }
    }
    all
}

/// A text without the name of a cell, where it stands by itself.
fn unnamed(text: &str, name: &str) -> String {
    let mut told = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let (before, after) = (&rest[..at], &rest[at + name.len()..]);
        let more = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let whole = !after.starts_with(more) && !before.ends_with(more);
        told.push_str(before);
        told.push_str(if whole { OWN } else { name });
        rest = after;
    }
    told + rest
}

/// How many cells a number can count at all.
pub(super) fn counted(view: View<'_>, found: &Found, at: usize, name: &str) -> Option<String> {
    let board = view.board;
    let own = unfilled::counted(board, at)?;
    let (least, most) = own.ends();
    let value = |m: &Mark| board.value(m.digit);
    let out = |m: &Mark| m.cell == own.number && (value(m) > most || value(m) < least);
    if !found.remove.iter().all(out) {
        return None;
    }
    let number = cell(board, own.number);
    let (above, below) = (
        found.remove.iter().any(|m| value(m) > most),
        found.remove.iter().any(|m| value(m) < least),
    );
    let most = above
        .then(|| format!("there are only {most} cells to count, so {number} is at most {most}"));
    let least = below.then(|| format!("one cell counts for sure, so {number} is at least {least}"));
    let parts: Vec<String> = most.into_iter().chain(least).collect();
    Some(format!("{name}: {}.", parts.join("; ")))
}
