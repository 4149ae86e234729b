//! Long names of clues: told in full once, then by their kind and, where there are others of that
//! name, by their first cell.

use super::{capital, constraints, exchanged};
use crate::board::{Board, Unit};
use crate::sets::Cell;

/// What a rule is called by that has no name.
const RULE: &str = "the rule";

/// How the name of a rule begins that is told as it is written.
const FORMULA: &str = "the rule `";

/// Characters of a name that nobody wants to read twice.
const LONG: usize = 40;

/// A text in which each long name of the clues of these constraints stands only once.
pub(crate) fn named_once(board: &Board, units: &[usize], mut text: String) -> String {
    let mut clues: Vec<usize> = units.iter().map(|&u| board.units[u].clue).collect();
    clues.sort_unstable();
    clues.dedup();
    let named = |clue: usize| (clue, constraints::called(board, clue));
    // The first letter may be a capital.
    let rest = |name: &str| name.chars().skip(1).collect::<String>();
    let long =
        |(_, name): &(usize, String)| name.len() > LONG && text.matches(&rest(name)).count() > 1;
    let mut names: Vec<(usize, String)> = clues.into_iter().map(named).filter(long).collect();
    // A long name may have a shorter one within.
    names.sort_by_key(|(clue, name)| (std::cmp::Reverse(name.len()), *clue));
    for (clue, name) in names {
        if let Some(short) = short(board, clue, &name) {
            text = once(&text, &name, &short);
        }
    }
    parts_once(board, units, text)
}

/// The same for parts of a clue of which no two share a cell: their first cells tell which is meant.
fn parts_once(board: &Board, units: &[usize], mut text: String) -> String {
    for own in units.iter().map(|&u| &board.units[u]) {
        let mates: Vec<&Unit> =
            board.units.iter().filter(|u| u.clue == own.clue && u.scope != own.scope).collect();
        let apart = |mate: &&Unit| !mate.scope.iter().any(|c| own.scope.contains(c));
        let part = super::list(board, &own.scope);
        if part.len() > LONG && !mates.is_empty() && mates.iter().all(apart) {
            let first = super::cell(board, own.scope[0]);
            text = once(&text, &part, &format!("with {first}"));
        }
    }
    text
}

/// What a clue is, if it is the only one of that name, or else with its first cell.
fn short(board: &Board, clue: usize, name: &str) -> Option<String> {
    if name.starts_with(FORMULA) {
        return by_own_cell(board, clue, name);
    }
    let kind = board.puzzle.clues[clue].kind.name;
    let same = |&other: &usize| other != clue && board.puzzle.clues[other].kind.name == kind;
    let others = (0..board.puzzle.clues.len()).filter(same);
    let others: Vec<String> = others.map(|other| constraints::called(board, other)).collect();
    let ((own, at), heads) = (head(name)?, others.iter().filter_map(|other| head(other)));
    let alike: Vec<_> = heads.filter(|(head, _)| *head == own).collect();
    match alike.iter().any(|(_, other)| *other == at) {
        // There may be other rules, which are called by what they say.
        _ if alike.is_empty() && own != RULE => Some(own.into()),
        true => None,
        false => Some(format!("{own} at r{}c{}", at.0, at.1)),
    }
}

/// A rule by the first cell that it names and of which no other rule speaks.
fn by_own_cell(board: &Board, clue: usize, name: &str) -> Option<String> {
    let is_rule = |c: usize| {
        let own = &board.puzzle.clues[c];
        own.kind.name == "rule" && own.called.is_none()
    };
    let (own, others): (Vec<&Unit>, Vec<&Unit>) =
        board.units.iter().filter(|u| is_rule(u.clue)).partition(|u| u.clue == clue);
    let spoken = |c: &Cell| others.iter().any(|u| u.scope.contains(c));
    let free = own.iter().flat_map(|u| &u.scope).filter(|c| !spoken(c));
    let written = |cell: &String| name.split([' ', '`', '(', ')', ',']).any(|word| word == cell);
    let cell = free.map(|&c| super::cell(board, c)).find(written)?;
    Some(format!("{RULE} with {cell}"))
}

/// A name up to its cells, and the first of these.
fn head(name: &str) -> Option<(&str, exchanged::Place)> {
    if name.contains('`') {
        return None;
    }
    let mut spaces = name.match_indices(' ');
    let (at, first) = spaces.find_map(|(at, _)| Some((at, exchanged::first(&name[at + 1..])?)))?;
    let own = &name[..at];
    if name.starts_with(constraints::THAT) {
        return Some((RULE, first));
    }
    let words = [" on", " round from", " from", " of"];
    Some((words.iter().find_map(|word| own.strip_suffix(word)).unwrap_or(own), first))
}

/// A text with another name for all but the first of a name.
fn once(text: &str, name: &str, short: &str) -> String {
    let (mut told, mut rest, mut known) = (String::new(), text, false);
    let big = capital(name);
    loop {
        let next = [name, &big].into_iter().filter_map(|n| Some((rest.find(n)?, n)));
        let Some((at, own)) = next.min() else { break };
        let after = &rest[at + own.len()..];
        told.push_str(&rest[..at]);
        told.push_str(&match known && ends(after) {
            true if own == name => short.into(),
            true => capital(short),
            false => own.to_string(),
        });
        known |= ends(after);
        rest = after;
    }
    told + rest
}

/// Whether no more cells follow, which would make it another name.
fn ends(after: &str) -> bool {
    let more = [" / ", " to r"].iter().any(|more| after.starts_with(more));
    let cells = after.strip_prefix(' ').is_some_and(|next| exchanged::first(next).is_some());
    !more && !cells && !after.starts_with(|c: char| c.is_alphanumeric() || c == '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_is_told_once() {
        let name = "the sum loop 10 r1c2-6 r2c6-9 r3-4c9 r4c8 r5c7";
        let text =
            format!("The{} has pieces ({name}). Then ({name} r5c6) or ({name}).", &name[3..]);
        assert_eq!(
            once(&text, name, "the sum loop 10"),
            format!(
                "The{} has pieces (the sum loop 10). Then ({name} r5c6) or (the sum loop 10).",
                &name[3..]
            )
        );
        assert_eq!(once("no name", name, "it"), "no name");
    }

    #[test]
    fn a_name_of_its_makers_own_is_told_once() {
        let name = "“9 factorial cage” on r1c2-3 r2c2-3 r3c1-2 r4c1-2 r5c1";
        let text = "grid 9\nrule r1c2 * r1c3 = 9\n";
        let mut puzzle = pencilmark_formats::parse("own", text).expect("a puzzle");
        let own = puzzle.clues.iter_mut().find(|c| c.kind.name == "rule").expect("a rule");
        own.called = Some(name.into());
        let board = Board::new(&puzzle);
        let unit = board.units.iter().position(|u| u.house.is_none()).expect("a clue");
        let name = constraints::unit(&board, unit);
        let told = named_once(&board, &[unit], format!("{name}: so ({name})"));
        assert_eq!(told, format!("{name}: so (“9 factorial cage”)"));
    }

    #[test]
    fn clues_of_a_name_are_told_apart_by_their_first_cells() {
        let line = |cells: &str| format!("sum-line 10 {cells} loop\n");
        let (one, two) = ("r4c5 r5c6 r6c7 r7c6 r6c5 r5c4", "r1c2 r2c3 r3c4 r4c3 r3c2 r2c1");
        let told = |text: &str| {
            let puzzle = pencilmark_formats::parse("loops", &format!("grid 9\n{text}"));
            let board = Board::new(&puzzle.expect("a puzzle"));
            let unit = board.units.iter().position(|u| u.house.is_none()).expect("a clue");
            let name = constraints::unit(&board, unit);
            named_once(&board, &[unit], format!("({name}) and ({name})"))
        };
        assert!(told(&line(one)).ends_with(" r5c4) and (the sum loop 10)"), "{}", told(&line(one)));
        let both = told(&(line(one) + &line(two)));
        assert!(both.ends_with(" r5c4) and (the sum loop 10 at r4c5)"), "{both}");
    }

    #[test]
    fn a_rule_is_called_by_a_cell_of_its_own() {
        let rule = |right: &str| format!("rule r1c3 + r1c2 + r2c2 = {right}\n");
        let text = format!("grid 9\n{}{}", rule("r2c3 + r2c4 + r2c5"), rule("r2c6 + r3c6 + r4c6"));
        let board = Board::new(&pencilmark_formats::parse("rules", &text).expect("a puzzle"));
        let units = board.units.iter().enumerate().filter(|(_, u)| u.house.is_none());
        let told: Vec<String> = units
            .map(|(unit, _)| {
                let name = constraints::unit(&board, unit);
                named_once(&board, &[unit], format!("{name}; {name}"))
            })
            .collect();
        assert!(told[0].ends_with("r2c5`; the rule with r2c3"), "{told:?}");
        assert!(told[1].ends_with("r4c6`; the rule with r2c6"), "{told:?}");
        let text = "grid 9\nrule distinct(r1c1-9) or distinct(r2c1-9)\n";
        let board = Board::new(&pencilmark_formats::parse("rules", text).expect("a puzzle"));
        let unit = board.units.iter().position(|u| u.house.is_none()).expect("a rule");
        let name = constraints::unit(&board, unit);
        let twice = format!("{name}; {name}");
        assert_eq!(named_once(&board, &[unit], twice.clone()), twice);
    }

    #[test]
    fn parts_of_a_clue_are_called_by_their_first_cells() {
        let text = "grid 9\ndisjoint-groups\n";
        let board = Board::new(&pencilmark_formats::parse("groups", text).expect("a puzzle"));
        let is_group = |u: &usize| constraints::unit(&board, *u).contains("disjoint");
        let groups: Vec<usize> = (0..board.units.len()).filter(is_group).collect();
        let name = constraints::unit(&board, groups[1]);
        let told = named_once(&board, &groups, format!("({name}) and ({name})"));
        assert_eq!(told, format!("({name}) and (the disjoint groups (with r1c2))"));
        let both = constraints::together(&board, &groups[..2]);
        let told = named_once(&board, &groups, format!("({name}) and ({both})"));
        assert!(told.ends_with(" r7c7, with r1c2))"), "{told}");
    }
}
