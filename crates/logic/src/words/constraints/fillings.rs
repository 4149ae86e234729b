//! Reasons by what is left: the ways to fill a constraint where there are few, or the digits that
//! it can hold; and, where there are too many of both, the rule itself and what no way has.

use pencilmark_puzzle::Clue;

use super::super::{cells, join, list, lost};
use super::supposed;
use crate::board::{Board, Mark, Unit};
use crate::find::View;
use crate::find::innies::{arrow_of, sum_of};
use crate::found::Found;
use crate::oracle::{Facts, Oracle};
use crate::sets::{Cell, Digit};

/// Fillings that are looked at, and ways or combinations that are told.
const TRIED: usize = 300;
pub(super) const TOLD: usize = 6;

/// A choice between more clues than this is not listed.
const FEW_WAYS: usize = 4;

/// Ways that are taken in at a glance.
const GLANCE: usize = 3;

/// The ways to fill a constraint, or the digits it can hold, where these show all that goes: so
/// few ways that they are told cell by cell, or digits that are in none.
pub(super) fn shown(view: View<'_>, found: &Found, at: usize, name: &str) -> Option<String> {
    let board = view.board;
    let facts: Facts = (0..board.cells).map(|c| view.marks.left_of(c)).collect();
    let all = Oracle::new(board).fillings(at, &facts, TRIED)?;
    let absent = |m: &Mark| !all.iter().flatten().any(|d| *d == m.digit);
    let shows = all.len() <= GLANCE || found.remove.iter().all(absent);
    shows.then(|| few(view, found, at, name)).flatten()
}

/// The ways to fill a constraint, told cell by cell.
pub(super) fn ways(view: View<'_>, found: &Found, at: usize, name: &str) -> Option<String> {
    let board = view.board;
    let facts: Facts = (0..board.cells).map(|c| view.marks.left_of(c)).collect();
    let all = Oracle::new(board).fillings(at, &facts, TOLD)?;
    (!all.is_empty()).then(|| few(view, found, at, name)).flatten()
}

/// The ways to fill a constraint, or the digits it can hold, where there are few.
pub(super) fn few(view: View<'_>, found: &Found, at: usize, name: &str) -> Option<String> {
    let board = view.board;
    let facts: Facts = (0..board.cells).map(|c| view.marks.left_of(c)).collect();
    let open: Vec<Cell> =
        board.units[at].scope.iter().copied().filter(|&c| !facts[c].is_power_of_two()).collect();
    let mut fillings = Oracle::new(board).fillings(at, &facts, TRIED)?;
    // Nobody thinks of the same digit twice in a row: such ways are not told, if that makes it
    // shorter, though what goes follows from the constraint alone.
    let clash =
        |f: &[Digit], a: usize, b: usize| f[a] == f[b] && board.differ[open[a]].contains(&open[b]);
    let twice = |f: &Vec<Digit>| (0..f.len()).any(|a| (0..a).any(|b| clash(f, a, b)));
    let all = fillings.len();
    if all > TOLD {
        fillings.retain(|f| !twice(f));
    }
    let aside = fillings.len() < all;
    let name = match aside {
        true => format!("{name}, leaving aside ways with a digit twice in a house"),
        false => name.to_string(),
    };
    let outcome = join(&lost(board, &found.remove), "and");
    let told = told(board, at, &facts, &open, &fillings)?;
    Some(match fillings.len() {
        1 if !aside => format!("{name}: {told}."),
        _ => format!("{name}: {told}, so {outcome}."),
    })
}

/// That none of the ways to fill a constraint has these marks, if they are not too many to go
/// through: `of the 24 ways to fill r1c1-4 none has 5 in r1c2`. Only some ways may count.
pub(super) fn counted(
    board: &Board,
    at: usize,
    facts: &Facts,
    bare: &[Mark],
    counts: impl Fn(&[Cell], &[Digit]) -> bool,
) -> Option<String> {
    let scope = board.units[at].scope.iter().copied();
    let open: Vec<Cell> = scope.filter(|&c| !facts[c].is_power_of_two()).collect();
    let mut ways = Oracle::new(board).fillings(at, facts, TRIED)?;
    ways.retain(|way| counts(&open, way));
    let has = |way: &Vec<Digit>, m: &Mark| {
        open.iter().zip(way).any(|(&c, &d)| (c, d) == (m.cell, m.digit))
    };
    let inside = bare.iter().all(|mark| open.contains(&mark.cell));
    let none = !ways.iter().any(|way| bare.iter().any(|mark| has(way, mark)));
    let (those, marks) = (cells(board, open.iter().copied()), supposed::each(board, bare));
    (inside && none && !ways.is_empty())
        .then(|| format!("of the {} ways to fill {those} none has {marks}", ways.len()))
}

/// What the open cells of a constraint can be, or the digits they hold, where there are few ways.
pub(super) fn told(
    board: &Board,
    at: usize,
    facts: &Facts,
    open: &[Cell],
    fillings: &[Vec<Digit>],
) -> Option<String> {
    fillings.first()?;
    if let Some(sum) = arrow_of(board, at) {
        return equations(board, facts, open, fillings, &sum);
    }
    let cells = list(board, open);
    if fillings.len() <= TOLD {
        let ways: Vec<String> = fillings.iter().map(|f| row(board, f, "-")).collect();
        return Some(format!("{cells} can only be {}", join(&ways, "or")));
    }
    let sets = sets(fillings);
    let values = |s: &Vec<Digit>| s.iter().map(|&d| board.value(d).to_string()).collect::<Vec<_>>();
    // Only what is to be added up is told as a sum.
    let hold = match (&sets[..], sum_of(board, at)) {
        ([one], None) => join(&values(one), "and"),
        (_, sum) => {
            let sign = if sum.is_some() { "+" } else { "-" };
            join(&sets.iter().map(|s| row(board, s, sign)).collect::<Vec<_>>(), "or")
        }
    };
    (sets.len() <= TOLD).then(|| format!("{cells} hold {hold}, in some order"))
}

/// Fillings in which the same digits stand in some order, once.
fn sets(fillings: &[Vec<Digit>]) -> Vec<Vec<Digit>> {
    let sorted = |f: &Vec<Digit>| {
        let mut digits = f.clone();
        digits.sort_unstable();
        digits
    };
    let mut sets: Vec<Vec<Digit>> = fillings.iter().map(sorted).collect();
    sets.sort_unstable();
    sets.dedup();
    sets
}

/// The ways of an arrow: `6 = 1+1+4`.
fn equations(
    board: &Board,
    facts: &Facts,
    open: &[Cell],
    fillings: &[Vec<Digit>],
    (tip, shaft): &(Cell, Vec<Cell>),
) -> Option<String> {
    let ways = |sorted: bool| {
        let way = |f: &Vec<Digit>| {
            let of = |c: &Cell| match open.iter().position(|o| o == c) {
                Some(i) => f[i],
                None => facts[*c].trailing_zeros() as usize,
            };
            let mut parts: Vec<Digit> = shaft.iter().map(of).collect();
            if sorted {
                parts.sort_unstable();
            }
            (of(tip), parts)
        };
        let mut all: Vec<(Digit, Vec<Digit>)> = fillings.iter().map(way).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let (exact, sets) = (ways(false), ways(true));
    let text = |(sum, parts): &(Digit, Vec<Digit>)| {
        format!("{} = {}", board.value(*sum), row(board, parts, "+"))
    };
    let (all, order) = match exact.len() <= TOLD {
        true => (exact, ""),
        false => (sets, ", in some order"),
    };
    let texts: Vec<String> = all.iter().map(text).collect();
    let cells = shaft.iter().map(|&c| list(board, &[c])).collect::<Vec<_>>().join(" + ");
    let tip = list(board, &[*tip]);
    (texts.len() <= TOLD)
        .then(|| format!("{tip} = {cells} can only be {}{order}", join(&texts, "or")))
}

fn row(board: &Board, digits: &[Digit], between: &str) -> String {
    let texts: Vec<String> = digits.iter().map(|&d| board.value(d).to_string()).collect();
    texts.join(between)
}

/// The rule of a clue, and what no way to obey it has.
pub(super) fn rule(view: View<'_>, found: &Found, own: &Unit, name: &str) -> String {
    let board = view.board;
    let none = supposed::each(board, &found.remove);
    match summary(board, own) {
        Some(rule) => format!(
            "{name}: {}. No way to do so with the marks that are left has {none}.",
            super::super::patterns::lower(&rule)
        ),
        None => format!("{name}: no way to keep it with the marks that are left has {none}."),
    }
}

/// What a clue requires, without the full stop, and without what it says about how to write it;
/// nothing of a rule, which is told where its name does not say it.
pub(super) fn summary(board: &Board, own: &Unit) -> Option<String> {
    let clue = &board.puzzle.clues[own.clue];
    let is_rule = clue.kind.name == "rule" && clue.ways.is_empty();
    (!is_rule).then(|| required(board, clue))
}

/// Characters of a rule that are told.
const LONG_RULE: usize = 300;

/// The beginning of a text that is too long, up to where one of its ways or parts ends.
pub(super) fn beginning(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(LONG_RULE) else { return text.into() };
    let whole = &text[..end];
    let half = whole.len() / 2;
    let cut = [" or ", " and ", ", ", " "].iter().find_map(|between| {
        whole.rfind(between).filter(|at| *at > half).map(|at| at + between.trim_end().len())
    });
    let quote = if text.starts_with('`') { "`" } else { "" };
    format!("{} ...{quote}", &whole[..cut.unwrap_or(end)])
}

fn required(board: &Board, clue: &Clue) -> String {
    match clue.kind.name {
        "schroedinger-cells" => {
            return "One cell in each row, column and box holds two digits, so that every house \
                    has all digits, and counts for their sum"
                .into();
        }
        "rank-ties" => {
            return "No two of all rows and columns, read from either end, are equal".into();
        }
        _ => {}
    }
    if (1..=FEW_WAYS).contains(&clue.ways.len()) {
        let puzzle = &board.puzzle;
        let way = |way: &Vec<Clue>| {
            join(&way.iter().map(|clue| clue.words(puzzle)).collect::<Vec<_>>(), "and")
        };
        let ways: Vec<String> = clue.ways.iter().map(way).collect();
        return format!("One of these holds: {}", join(&ways, "or"));
    }
    let mut whole = clue.kind.summary.trim_end_matches('.');
    // Of pills nobody thinks where there is a circle.
    if clue.kind.name == "arrow" && clue.list(0).len() == 1 {
        whole = whole.split(';').next().unwrap_or(whole);
    }
    without_syntax(whole)
}

/// What is said of a rule to those who write it down is nothing for those who solve: words that
/// are written so, and numbers that stand for one that is left out.
fn without_syntax(summary: &str) -> String {
    let is_plain = |part: &&str| !part.contains('`');
    let plain = |sentence: &str| {
        let parts: Vec<&str> = sentence.split("; ").filter(is_plain).collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    };
    let told: Vec<String> = summary.split(". ").filter_map(plain).collect();
    let mut told = if told.is_empty() { summary.to_string() } else { told.join(". ") };
    while let Some(end) = told.find(" if none is given") {
        let Some(start) = told[..end].rfind(", ") else { break };
        told.replace_range(start..end + " if none is given".len(), "");
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_rule_is_cut_between_its_parts() {
        let way = "r9c3 = 9 and the shade of r1c3 = 2 and the shade of r2c3 = 2";
        let rule = |ways: usize| format!("`{}`", vec![way; ways].join(" or "));
        assert_eq!(beginning(&rule(2)), rule(2));
        assert_eq!(beginning(&rule(9)), format!("`{} or ...`", [way; 4].join(" or ")));
        let sum = format!("`{}`", "r1c1 + ".repeat(90));
        assert!(beginning(&sum).ends_with(" r1c1 ...`"), "{}", beginning(&sum));
    }
}
