//! What a constraint says, in words: cages by their combinations, thermometers by what has to
//! fit above and below, two cells by what goes with what, sums by their bounds, cells that
//! differ by those that use up digits, whatever has few ways by these, some kinds by what people
//! say of them; everything else by its rule and what no way to obey it has.

#[cfg(test)]
mod cage_tests;
mod cages;
mod chains;
mod counted;
mod differ;
mod equal;
mod faulty;
mod fillings;
mod gist;
mod joint;
mod kinds;
mod lunchboxes;
mod machines;
mod made;
mod modified;
mod ranks;
mod read;
mod relations;
mod relliks;
mod sandwiches;
mod shared;
mod sight;
mod supposed;
#[cfg(test)]
mod tests;
mod weighted;
mod x_sums;

use pencilmark_kernel::Constraint;
use pencilmark_kernel::expr::Cmp;

use super::{capital, cell, digit, digits, gathered, hidden, join, lost};
pub(super) use gist::{gist, names};
pub(super) use joint::one_each;
pub(super) use kinds::in_sight;
pub(super) use lunchboxes::{erased as lunchbox_erased, fault as lunchbox_fault};
pub(super) use made::reason as made;
pub(super) use modified::decided;
use pencilmark_puzzle::{CellId, Clue, Drawing, Name};
pub(super) use ranks::fault as rank_fault;
pub(super) use sandwiches::{erased as sandwich_erased, fault as sandwich_fault};

use crate::board::{Board, Unit};
use crate::find::View;
use crate::found::{Found, Refuted};
use crate::sets::{Cell, Digits, count};
use crate::technique::Technique;

/// What to call a constraint: its clue, and the cells if the clue has several constraints.
pub(crate) fn unit(board: &Board, unit: usize) -> String {
    together(board, &[unit])
}

/// What to call some constraints: those of one clue are told together.
pub(crate) fn together(board: &Board, units: &[usize]) -> String {
    let mut clues: Vec<(usize, Vec<String>)> = Vec::new();
    for &unit in units {
        let clue = board.units[unit].clue;
        let part = part(board, unit);
        match clues.iter_mut().find(|(known, _)| *known == clue) {
            Some((_, parts)) if parts.contains(&part) => {}
            Some((_, parts)) => parts.push(part),
            None => clues.push((clue, vec![part])),
        }
    }
    let named = |(clue, parts): &(usize, Vec<String>)| {
        // One part is the clue as a whole: the others say nothing more about where.
        let own = &board.puzzle.clues[*clue];
        let whole = [own.list(0), &own.cells.concat()].map(|list| board.puzzle.grid.told(list));
        match parts.iter().any(|part| part.is_empty() || whole.contains(part)) {
            true => called(board, *clue),
            false => format!("{} ({})", line(board, *clue), parts.join(", ")),
        }
    };
    let mut names: Vec<String> = Vec::new();
    for one in &clues {
        // Four or more houses of a shape that are all there are.
        let kind = board.puzzle.clues[one.0].kind.name;
        let all = ["row", "column", "box"].contains(&kind) && {
            let told = clues.iter().filter(|(c, _)| board.puzzle.clues[*c].kind.name == kind);
            let count = told.count();
            count > 3 && count == board.puzzle.clues_of(kind).count()
        };
        let name = match (all, kind) {
            (false, _) => named(one),
            (true, "box") => "all boxes".into(),
            (true, _) => format!("all {kind}s"),
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    gathered(&names)
}

/// How a rule is called by what it says of two cells.
pub(super) const THAT: &str = "the rule that ";

/// Characters of a rule that are too many for a name.
const LONG_NAME: usize = 60;

/// What to call a clue; rules that were written as formulas are long, and called by their cells.
pub(super) fn called(board: &Board, clue: usize) -> String {
    let (own, puzzle) = (&board.puzzle.clues[clue], &board.puzzle);
    let words = own.words(puzzle);
    if matches!(own.kind.drawing, Drawing::Line { .. }) {
        let short = by_ends(board, clue, words.clone());
        // Where a loop begins says nothing.
        let round = words.contains(" loop ");
        return if short.len() < words.len() && !round { short } else { words };
    }
    if words.len() <= LONG_NAME {
        return words;
    }
    if own.kind.name != "rule" {
        let list = puzzle.grid.told(own.list(0));
        return match own.kind.drawing {
            // Of its kind the only one, so where it lies need not be told.
            _ if puzzle.clues_of(own.kind.name).count() == 1 && own.cells.len() == 1 => {
                words.replacen(&list, "", 1).trim_end().into()
            }
            _ => words,
        };
    }
    let mut cells: Vec<Cell> = Vec::new();
    for unit in board.units.iter().filter(|u| u.clue == clue) {
        cells.extend(unit.scope.iter().filter(|c| !cells.contains(c)).collect::<Vec<_>>());
    }
    cells.sort_unstable();
    let place = match cells.is_empty() {
        true => values_of(board, clue),
        false => super::list(board, &cells),
    };
    // A name of its own tells more than that it is a rule.
    let name = own.called.as_deref().and_then(|called| Some(called.split_once(" on ")?.0));
    format!("{} on {place}", name.unwrap_or("the rule"))
}

/// Values outside the grid that are named one by one.
const FEW_VALUES: usize = 4;

/// The values outside the grid that a clue speaks of.
fn values_of(board: &Board, clue: usize) -> String {
    let posted = board.units.iter().filter(|u| u.clue == clue).flat_map(|u| &u.posted);
    let mut names: Vec<String> = Vec::new();
    for var in posted.flat_map(|&p| board.lowered.problem.posted()[p].constraint.scope()) {
        let Some(at) = board.lowered.vars.iter().position(|v| *v == var) else { continue };
        let name = board.puzzle.name_told(Name::Var(at));
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.len() > FEW_VALUES + 1 {
        names = by_label(names);
    }
    if names.len() > FEW_VALUES + 1 {
        let more = names.len() - FEW_VALUES;
        names.truncate(FEW_VALUES);
        names.push(format!("{more} more"));
    }
    join(&names, "and")
}

/// Names that are a label and a number, those of a label together: `Height 1 to 9`.
pub(super) fn by_label(names: Vec<String>) -> Vec<String> {
    let mut labels: Vec<(String, Vec<i64>)> = Vec::new();
    let mut told: Vec<String> = Vec::new();
    for name in names {
        let split = name.rsplit_once(' ').and_then(|(own, n)| Some((own, n.parse().ok()?)));
        let Some((own, number)) = split else {
            told.push(name);
            continue;
        };
        match labels.iter_mut().find(|(label, _)| label == own) {
            Some((_, numbers)) => numbers.push(number),
            None => labels.push((own.into(), vec![number])),
        }
    }
    for (label, mut numbers) in labels {
        numbers.sort_unstable();
        told.push(format!("{label} {}", join(&super::runs(&numbers), "and")));
    }
    told
}

/// What rules say that are called by their cells: a sentence for each.
pub(super) fn rules_told(board: &Board, units: &[usize]) -> String {
    let mut clues: Vec<usize> = units.iter().map(|&u| board.units[u].clue).collect();
    clues.sort_unstable();
    clues.dedup();
    // Rules of one name that say the same of their cells, once.
    let mut known: Vec<(String, String)> = Vec::new();
    let told = |&clue: &usize| {
        let own = &board.puzzle.clues[clue];
        let (words, name) = (own.words(&board.puzzle), called(board, clue));
        if let Some(pattern) = read::pattern(&words) {
            let stands = read::in_words(pattern).map(|words| format!("stands for {words}"));
            let says = stands.or_else(|| machines::told(board, clue))?;
            let told = format!("The pattern `{pattern}` {says}. ");
            let new = !known.iter().any(|(label, _)| label == pattern);
            known.push((pattern.to_string(), says));
            return new.then_some(told);
        }
        let is_rule = own.kind.name == "rule" && own.ways.is_empty();
        let says = match &own.called {
            _ if !is_rule => None,
            None => (words != name).then(|| words.strip_prefix("the rule ").unwrap_or(&words)),
            // Its name is what it says, or else that of a relation which people know.
            Some(own) => own.strip_prefix("the rule ").filter(|_| words != name),
        };
        if let Some(says) = says {
            return Some(format!("{} says {}. ", capital(&name), fillings::beginning(says)));
        }
        let label = words.split_once(" on ")?.0.to_string();
        let (says, alike) = match relations::told(board, clue, None) {
            Some(_) if words.contains(THAT) => return None,
            Some(says) => (format!("says {says}"), relations::told(board, clue, Some(["A", "B"]))?),
            None => (machines::told(board, clue).filter(|_| is_rule)?, String::new()),
        };
        // What an automaton of one name asks of lines of other lengths is not told again.
        let alike = (label, alike);
        if known.contains(&alike) {
            return None;
        }
        known.push(alike);
        Some(format!("{} {says}. ", capital(&name)))
    };
    clues.iter().filter_map(told).collect()
}

/// The same only of rules that an automaton reads, whose names say little.
pub(super) fn machines_told(board: &Board, units: &[usize]) -> String {
    let is_rule = |u: usize| board.puzzle.clues[board.units[u].clue].kind.name == "rule";
    let reads = |&u: &usize| is_rule(u) && super::unfilled::machine(board, u).is_some();
    rules_told(board, &units.iter().copied().filter(reads).collect::<Vec<_>>())
}

/// What to call a clue of which a part is named: a long line by its ends, if no other has these.
pub(super) fn line(board: &Board, clue: usize) -> String {
    by_ends(board, clue, called(board, clue))
}

/// A line called by its ends instead of all its cells, if it has four of them and no other has
/// these ends.
fn by_ends(board: &Board, clue: usize, words: String) -> String {
    let (puzzle, own) = (&board.puzzle, &board.puzzle.clues[clue]);
    let ends = |c: &Clue| c.list(0).first().copied().zip(c.list(0).last().copied());
    let (Some((from, to)), list) = (ends(own), own.list(0)) else { return words };
    let same = puzzle.clues_of(own.kind.name).filter(|c| ends(c) == Some((from, to))).count();
    if list.len() < 4 || same > 1 || own.cells.len() > 1 {
        return words;
    }
    // Cells that are no line lie anywhere between two of them.
    let listed = puzzle.grid.told(list);
    if words.contains(&format!(" of {listed}")) {
        return words;
    }
    let (start, end) = (puzzle.grid.name(from), puzzle.grid.name(to));
    let short = match from == to {
        true => format!("round from {start}"),
        false => format!("from {start} to {end}"),
    };
    words.replacen(&listed, &short, 1)
}

/// The sentence for a whole line with the same to say about each of its links.
pub(super) fn along(view: View<'_>, found: &Found, clue: usize) -> String {
    let board = view.board;
    let gone = found.remove.iter().fold(0, |all, m| all | 1 << m.digit);
    let lost = join(&lost(board, &found.remove), "and");
    format!("{}: no digit goes with {}, so {lost}.", capital(&line(board, clue)), or(board, gone))
}

/// The cells of a constraint, if its clue has others for other cells.
fn part(board: &Board, unit: usize) -> String {
    let own = &board.units[unit];
    let mut cells = own.scope.clone();
    for var in own.posted.iter().flat_map(|&p| board.lowered.problem.posted()[p].constraint.scope())
    {
        let place = board.lowered.vars.iter().position(|v| *v == var);
        let cell = place.and_then(|at| board.puzzle.cell_of(Name::Var(at)));
        if let Some(cell) = cell.map(CellId::index)
            && !cells.contains(&cell)
        {
            cells.push(cell);
        }
    }
    // Between two cells there is no direction.
    if cells.len() == 2 {
        cells.sort_unstable();
    }
    let single = board.units.iter().filter(|u| u.clue == own.clue).count() == 1;
    if single || cells.len() == board.cells { String::new() } else { super::list(board, &cells) }
}

/// Characters that are a long sentence.
const LONG: usize = 240;

/// The sentences for one constraint alone, after what it says if its name does not tell.
pub(super) fn alone(view: View<'_>, found: &Found, at: usize) -> String {
    rules_told(view.board, &[at]) + &shown_alone(view, found, at)
}

fn shown_alone(view: View<'_>, found: &Found, at: usize) -> String {
    let board = view.board;
    let own = &board.units[at];
    let name = capital(&unit(board, at));
    let open: Vec<Cell> =
        own.scope.iter().copied().filter(|&c| view.marks.value[c].is_none()).collect();
    if let ([only], true) = (&own.scope[..], !own.outside) {
        let left = view.marks.of[*only] & !erased(found, *only);
        return format!("{name}: {} is {}.", cell(board, *only), or(board, left));
    }
    if let Some(told) = whole(view, found, at, &name) {
        return told;
    }
    if let Some(told) = entropy(view, found, at, &name) {
        return told;
    }
    let outside = || own.outside.then(|| faulty::reason(view, found, at, &name)).flatten();
    if let Some(told) = faulty::counted(view, found, at, &name).or_else(outside) {
        return told;
    }
    if let [only] = open[..] {
        let set = view.marks.of[only] & !erased(found, only);
        let (cell, left) = (cell(board, only), or(board, set));
        let marks = || (0..board.cells).map(|c| view.marks.left_of(c)).collect::<Vec<Digits>>();
        let becomes = || match set.is_power_of_two() {
            true => format!("{cell} is {left}"),
            false => join(&lost(board, &found.remove), "and"),
        };
        return match own.outside.then(|| hidden::given_beside(view, at)).flatten() {
            Some(beside) => format!("{name}: {beside}, so {cell} is {left}."),
            None => match filled(view, &own.scope).filter(|_| !own.outside) {
                Some(filled) => format!("{name}: {filled}, so {}.", becomes()),
                None => match super::unfilled::premised_alone(board, at, &found.remove, &marks()) {
                    Some(why) => format!("{name}: {why}, so {}.", becomes()),
                    None => format!("{name} leaves {cell} only {left}."),
                },
            },
        };
    }
    let posted = &board.lowered.problem.posted()[own.posted[0]].constraint;
    let special = match posted {
        _ if own.posted.len() > 1 => None,
        Constraint::Cage { sum, .. } => cages::reason(view, found, &own.scope, *sum, &name),
        Constraint::Chain { strict, .. } => chains::reason(view, found, &own.scope, *strict, &name),
        Constraint::Distinct(_) => differ::reason(view, found, &own.scope, &name),
        _ if own.scope.len() == 2 => relations::two(view, found, own, posted, &name),
        Constraint::Linear { terms, op: Cmp::Eq, rhs } => {
            relations::sum(view, found, (terms, *rhs), &name)
                .or_else(|| weighted::sum(view, found, (terms, *rhs), &name))
        }
        _ => None,
    };
    // A long list of thoughts is no better than a short list of ways.
    let long = |text: &String| text.len() > LONG;
    let short = special.as_ref().filter(|text| long(text));
    let short = short.and_then(|_| fillings::ways(view, found, at, &name)).filter(|t| !long(t));
    short
        .or(special)
        .or_else(|| kinds::reason(view, found, own, &name))
        .or_else(|| fillings::shown(view, found, at, &name))
        .or_else(|| by_fault(view, found, at, &name))
        .or_else(|| supposed::reason(view, found, &[at], &name))
        .or_else(|| fillings::few(view, found, at, &name))
        .unwrap_or_else(|| fillings::rule(view, found, own, &name))
}

/// Which of the low, middling and high digits of a square have too few cells.
fn entropy(view: View<'_>, found: &Found, at: usize, name: &str) -> Option<String> {
    let board = view.board;
    let left: Vec<Digits> = (0..board.cells).map(|c| view.marks.left_of(c)).collect();
    let (all, rest) = super::unfilled::entropy_erased(board, at, &found.remove, &left);
    let told = |one: &super::unfilled::Thought| {
        format!("{}, so {}", one.why, join(&lost(board, &one.marks), "and"))
    };
    let told: Vec<String> = all.iter().map(told).collect();
    (rest.is_empty() && !told.is_empty()).then(|| format!("{name}: {}.", told.join("; ")))
}

/// What the filled cells of a clue are, if they are few.
fn filled(view: View<'_>, scope: &[Cell]) -> Option<String> {
    let value = |&c: &Cell| view.marks.value[c].map(|d| (c, usize::from(d)));
    let known: Vec<(Cell, usize)> = scope.iter().filter_map(value).collect();
    let told =
        |&(c, d): &(Cell, usize)| format!("{} is {}", cell(view.board, c), digit(view.board, d));
    (1..=FEW_FILLED)
        .contains(&known.len())
        .then(|| join(&known.iter().map(told).collect::<Vec<_>>(), "and"))
}

/// More filled cells than this are not told one by one.
const FEW_FILLED: usize = 5;

/// Digits that a clue tells for each of its cells: others have no room.
fn whole(view: View<'_>, found: &Found, at: usize, name: &str) -> Option<String> {
    let (board, own) = (view.board, &view.board.units[at]);
    let clue = board.puzzle.clues.get(own.clue)?;
    let told = ["contains", "contains-exactly", "quadruple"].contains(&clue.kind.name);
    let others = found.remove.iter().all(|m| !clue.numbers.contains(&board.value(m.digit)));
    let all = clue.numbers.len() == own.scope.len();
    let outcome = || join(&lost(board, &found.remove), "and");
    (told && all && others)
        .then(|| format!("{name}: these digits take all its cells, so {}.", outcome()))
}

/// What is wrong with each mark as people say it of the kind, or, if that is shorter, what would
/// follow from it.
fn by_fault(view: View<'_>, found: &Found, at: usize, name: &str) -> Option<String> {
    let told = faulty::reason(view, found, at, name)?;
    let follows = || {
        let text = supposed::reason(view, found, &[at], name)?;
        (text.len() < told.len() && !text.contains(supposed::NOTHING)).then_some(text)
    };
    let other = (told.len() > LONG).then(follows).flatten();
    Some(other.unwrap_or(told))
}

/// The sentence for one clue and some houses: for a clue along a line people say what the line
/// shows and never think of the house; for others how far it reaches, or the ways that are left.
pub(super) fn known(
    view: View<'_>,
    found: &Found,
    units: &[usize],
    why: Option<&Refuted>,
) -> Option<String> {
    let board = view.board;
    if let (Technique::Alone, &[house, own]) = (found.technique, units) {
        return Some(twins(board, found, house, own));
    }
    let told = modified::reason(view, found, units);
    if let Some(told) = told.or_else(|| shared::reason(view, found, units)) {
        return Some(told);
    }
    if differ_only(board, units)
        && let Some(told) = sight::reason(view, found, units)
    {
        return Some(format!("{} {told}", look(board, units)));
    }
    let mut others = units.iter().map(|&u| &board.units[u]).filter(|u| u.house.is_none());
    let own = others.next()?;
    let kind = board.puzzle.clues[own.clue].kind.name;
    let by_kind = ["skyscraper", "x-sum", "sandwich", "full-rank"].contains(&kind)
        && others.all(|u| u.clue == own.clue);
    let told = by_kind.then(|| kinds::reason(view, found, own, &capital(&together(board, units))));
    let traced = why.is_some_and(|w| !w.trace.is_empty() && w.cases.is_empty());
    let told = told.flatten().or_else(|| joint::reason(view, found, units, traced));
    // Where there is a way to see it, nobody is told only that something does not go.
    told.filter(|told| why.is_none() || !told.contains(supposed::NOTHING))
}

/// Whether some constraints say of their cells only that they differ.
fn differ_only(board: &Board, units: &[usize]) -> bool {
    units.iter().all(|&u| {
        let scope = &board.units[u].scope;
        let apart = |a: usize, b: usize| board.makes_differ(u, scope[a], scope[b]);
        board.units[u].house.is_some() || scope.len() == 2 && !board.units[u].outside && apart(0, 1)
    })
}

/// The sentence for two cells that would have to be equal.
fn twins(board: &Board, found: &Found, house: usize, own: usize) -> String {
    let gone = found.remove.iter().fold(0, |all, m| all | 1 << m.digit);
    let another = match count(gone) {
        1 => format!("{} would need another {}", or(board, gone), or(board, gone)),
        _ => format!("{} would each need the same again", digits(board, gone, "and")),
    };
    let (name, home) = (capital(&unit(board, own)), unit(board, house));
    format!("{name}: {another} in {home}, so {}.", join(&lost(board, &found.remove), "and"))
}

/// The sentences for one clue and a house or two where people say what the clue allows.
pub(super) fn allowed(view: View<'_>, found: &Found, units: &[usize]) -> Option<String> {
    let board = view.board;
    let mut rules = units.iter().map(|&u| &board.units[u]).filter(|u| u.house.is_none());
    let own = rules.next().filter(|own| rules.all(|u| u.clue == own.clue))?;
    let told = kinds::reason(view, found, own, "Together")?;
    let told = capital(&told.replacen("Together: ", "", 1));
    Some(format!("{} {told}", look(board, units)))
}

/// Which constraints to look at; those of one clue are not called together.
pub(super) fn look(board: &Board, units: &[usize]) -> String {
    let mut clues: Vec<usize> = units.iter().map(|&u| board.units[u].clue).collect();
    clues.dedup();
    let together = if clues.len() > 1 { " together" } else { "" };
    format!("Look at {}{together}.", names(board, units))
}

/// The sentences for several constraints together of which no way to see it is known.
pub(super) fn several(view: View<'_>, found: &Found, units: &[usize]) -> String {
    let board = view.board;
    let mut touched: Vec<Cell> = found.remove.iter().map(|m| m.cell).collect();
    touched.dedup();
    let left = |&c: &Cell| {
        let digits = view.marks.of[c] & !erased(found, c);
        (digits != 0 && count(digits) <= 3)
            .then(|| format!("{} is {}", cell(board, c), or(board, digits)))
    };
    let outcome = match touched.iter().map(left).collect::<Option<Vec<_>>>() {
        Some(parts) if parts.len() <= 3 => join(&parts, "and"),
        _ => join(&lost(board, &found.remove), "and"),
    };
    let mut rules: Vec<&Unit> =
        units.iter().map(|&u| &board.units[u]).filter(|u| u.house.is_none()).collect();
    if let Some(told) = allowed(view, found, units) {
        return told;
    }
    let own = rules_told(board, units);
    rules.retain(|u| board.puzzle.clues[u.clue].kind.name != "rule");
    rules.dedup_by_key(|u| fillings::summary(board, u));
    rules.truncate(2);
    let told = |u: &&Unit| fillings::summary(board, u).map(|text| format!("{text}. "));
    let rules: Vec<String> = rules.iter().filter_map(told).collect();
    let equal: Vec<String> = units.iter().filter_map(|&u| equal::told(view, u, units)).collect();
    let sums: String = equal.iter().map(|told| format!("{} ", capital(told))).collect();
    let rules = own + &rules.concat() + &sums;
    let however =
        if equal.is_empty() { "However they are filled" } else { "In each of these ways" };
    format!("{} {rules}{however}, {outcome}.", look(board, units))
}

/// The cells of a constraint that is a house.
fn house_of(board: &Board, unit: usize) -> Option<&[Cell]> {
    board.units[unit].house.map(|h| &board.houses[h].list[..])
}

fn erased(found: &Found, cell: Cell) -> Digits {
    found.remove.iter().filter(|m| m.cell == cell).fold(0, |all, m| all | 1 << m.digit)
}

fn or(board: &Board, set: Digits) -> String {
    digits(board, set, "or")
}
