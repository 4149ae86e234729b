//! Named patterns in words.

use super::{
    capital, cell, cells, constraints, digit, digits, either, gathered, join, list, lost, plain, so,
};
use super::{forcing, innies, refuted, unique};
use crate::board::Mark;
use crate::find::View;
use crate::found::{Found, Inference, Node, Pattern};
use crate::sets::{Cell, Cells, Digits};
use crate::step::house_name;
use crate::technique::Technique;

/// With a small first letter, for the middle of a sentence.
pub(super) fn lower(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// Houses, those of a kind together: `rows 2 and 6 and box 3`.
fn names(view: View<'_>, houses: &[usize]) -> String {
    gathered(&houses.iter().map(|&h| house_name(view.board, h)).collect::<Vec<_>>())
}

fn short_list(view: View<'_>, set: Cells) -> String {
    list(view.board, &set.collect::<Vec<_>>())
}

/// The pattern in a few words.
pub(super) fn brief(view: View<'_>, found: &Found) -> String {
    let board = view.board;
    match &found.pattern {
        Pattern::Single { house: Some(h) } => format!("in {}", house_name(board, *h)),
        Pattern::Locked { digit: d, base, cover } => format!(
            "{} in {} and {}",
            digit(board, *d),
            house_name(board, *base),
            house_name(board, *cover)
        ),
        Pattern::Subset { house, cells, digits: set, .. } => format!(
            "{} in {} of {}",
            plain(board, *set),
            list(board, cells),
            house_name(board, *house)
        ),
        Pattern::Fish { digit: d, base, cover, fins, endo } => {
            let fins = *fins | *endo;
            let tail = match fins.is_empty() {
                true => String::new(),
                false => format!(", fins {}", short_list(view, fins)),
            };
            format!("{} in {} / {}{tail}", digit(board, *d), names(view, base), names(view, cover))
        }
        Pattern::Chain { nodes, closed } => {
            let text = links(view, nodes);
            if *closed { format!("{text} - (loop)") } else { text }
        }
        Pattern::TwoChains { chains: [first, second], .. } => {
            format!("{} and {}", links(view, first), links(view, second))
        }
        Pattern::Colours { digit: d, colours } => {
            let sets: Vec<String> = colours.iter().map(|&c| short_list(view, c)).collect();
            format!("{} in {}", digit(board, *d), sets.join(" / "))
        }
        Pattern::Deadly { cells, digits: set, .. } => {
            format!("{} in {}", plain(board, *set), list(board, cells))
        }
        Pattern::Wing { pivot, pincers, digit: d } => format!(
            "{} with {}, both {}",
            cell(board, *pivot),
            list(board, pincers),
            digit(board, *d)
        ),
        Pattern::Sets { sets, common } => {
            let part = |&(cells, set): &(Cells, Digits)| {
                format!("{} {{{}}}", short_list(view, cells), plain(board, set).replace(' ', ""))
            };
            let ties: Vec<String> = common.iter().map(|&c| plain(board, c)).collect();
            let parts: Vec<String> = sets.iter().map(part).collect();
            format!("{}, tied by {}", parts.join(", "), ties.join(", "))
        }
        Pattern::Blossom { stem, .. } => cell(board, *stem),
        Pattern::Coq { cross, line, block } => format!(
            "{} with {} and {}",
            short_list(view, *cross),
            short_list(view, line.0),
            short_list(view, block.0)
        ),
        Pattern::Aligned { cells } => list(board, cells),
        Pattern::Template { digit: d } => digit(board, *d).to_string(),
        Pattern::Forcing { chains } => {
            let first = |c: &Vec<Inference>| c.first().map(|i| state(view, i.mark, i.on));
            let starts: Vec<String> = chains.iter().filter_map(first).collect();
            let mut once = starts.clone();
            once.dedup();
            format!("if {}", join(&once, "or"))
        }
        Pattern::Excluded { by, house: Some(h) } => {
            let d = by.first().map_or(0, |m| digit(board, m.digit));
            format!("{d} in {}", house_name(board, *h))
        }
        Pattern::Excluded { by, .. } => by.first().map_or(String::new(), |m| cell(board, m.cell)),
        Pattern::Alone { unit } => constraints::unit(board, *unit),
        Pattern::Line { clue } => constraints::line(board, *clue),
        Pattern::Decided { units, .. } => constraints::together(board, units),
        Pattern::Several { units, .. } => constraints::names(board, units),
        Pattern::Innies { .. } => innies::brief(view, found),
        Pattern::Absurd { refuted, .. } => {
            let assumed = refuted.assumed;
            let (at, d) = (cell(board, assumed.cell), digit(board, assumed.digit));
            format!("suppose {at} is {d}{}", refuted::outline(board, refuted))
        }
        Pattern::Single { house: None } | Pattern::Grave { .. } => String::new(),
    }
}

pub(super) fn state(view: View<'_>, mark: Mark, on: bool) -> String {
    let not = if on { "" } else { "not " };
    format!("{} is {not}{}", cell(view.board, mark.cell), digit(view.board, mark.digit))
}

/// The pattern and its conclusion in sentences; proofs that take more than so many characters in brief.
pub(super) fn sentences(view: View<'_>, found: &Found, most: usize) -> String {
    let board = view.board;
    let so = so(board, found);
    match &found.pattern {
        Pattern::Single { .. } => single(view, found),
        Pattern::Locked { .. } => locked(view, found),
        Pattern::Subset { .. } => subset(view, found),
        Pattern::Fish { .. } => fish(view, found),
        Pattern::Chain { nodes, closed } => chain(view, nodes, *closed, &so),
        Pattern::TwoChains { chains, gone } => {
            let each = chains
                .iter()
                .zip(gone)
                .map(|(nodes, gone)| chain(view, nodes, false, &join(&lost(board, gone), "and")));
            each.collect::<Vec<_>>().join(" Likewise: ")
        }
        Pattern::Colours { digit: d, colours } => unique::colours(view, found, *d, colours, &so),
        Pattern::Deadly { cells: own, digits: pair, others } => {
            unique::deadly(view, found, own, *pair, *others, &so)
        }
        Pattern::Grave { extra, others } => unique::grave(view, found, extra, *others, &so),
        Pattern::Wing { pivot, pincers, digit: d } => {
            let third = if found.technique == Technique::XYZWing { " or itself" } else { "" };
            format!(
                "Whichever digit {} has, one of {}{third} is {}. So {so}.",
                cell(board, *pivot),
                cells(board, pincers.iter().copied()),
                digit(board, *d)
            )
        }
        Pattern::Sets { sets, common } => sets_text(view, found, sets, common, &so),
        Pattern::Blossom { stem, petals } => {
            let gone = found.remove.iter().fold(0, |all, m| all | 1 << m.digit);
            let z = digits(board, gone, "and");
            let petal = |&(d, own, set): &(usize, Cells, Digits)| {
                let rest = digits(board, set & !(1 << d), "and");
                let hold = if own.len() == 1 { "is" } else { "hold" };
                format!("if it is {}, {} {hold} {rest}", digit(board, d), cells(board, own))
            };
            let parts: Vec<String> = petals.iter().map(petal).collect();
            format!(
                "Each digit of {} takes that digit from a set with one digit more than cells, which \
                 then holds all the others: {}. In any case one of these sets holds {z}, and what sees \
                 its places in all of them does not: {so}.",
                cell(board, *stem),
                parts.join("; ")
            )
        }
        Pattern::Coq { cross, line, block } => format!(
            "{} take their digits from {{{}}} of {} and {{{}}} of {}, each digit once. So {so}.",
            capital(&cells(board, *cross)),
            plain(board, line.1),
            cells(board, line.0),
            plain(board, block.1),
            cells(board, block.0)
        ),
        Pattern::Aligned { cells: own } => format!(
            "Look at all digits that {} could have together. Wherever it is otherwise, they \
             leave a cell that sees them without a digit: {so}.",
            cells(board, own.iter().copied())
        ),
        Pattern::Template { digit: d } => format!(
            "Look at all ways to place every {} of the grid: in every one of them {}.",
            digit(board, *d),
            so.replace("cannot be", "is not")
        ),
        Pattern::Forcing { chains } => forcing::text(view, found.technique, chains, &so),
        Pattern::Excluded { by, house } => match house {
            Some(h) => {
                let places = either(board, by.iter().map(|m| m.cell));
                let d = by.first().map_or(0, |m| digit(board, m.digit));
                let home = house_name(board, *h);
                format!("In {home} the {d} is in {places}. Wherever it is, {so}.")
            }
            None => {
                let own = by.iter().fold(0, |all, m| all | 1 << m.digit);
                let first = by.first().map_or(String::new(), |m| cell(board, m.cell));
                let which = digits(board, own, "or");
                format!("{first} is {which}. Whichever it is, {so}.")
            }
        },
        Pattern::Alone { unit } => constraints::alone(view, found, *unit),
        Pattern::Line { clue } => constraints::along(view, found, *clue),
        Pattern::Decided { var, units } => {
            let (names, is) =
                (constraints::together(board, units), super::hidden::fact(board, *var));
            let why = constraints::decided(view, *var, units);
            let why = why.map_or(String::new(), |why| format!(" {}.", capital(&why)));
            format!("By {names}, {is}.{why}")
        }
        Pattern::Innies { .. } => innies::sentences(view, found),
        Pattern::Several { units, why } => {
            refuted::several(view, found, units, (why.as_ref(), most))
        }
        Pattern::Absurd { .. } => refuted::absurd(view, found, most),
    }
}

fn single(view: View<'_>, found: &Found) -> String {
    let (board, Some(mark)) = (view.board, found.place.first()) else { return String::new() };
    let (at, d) = (cell(board, mark.cell), digit(board, mark.digit));
    match (&found.pattern, found.technique) {
        (Pattern::Single { house: Some(h) }, Technique::FullHouse) => {
            format!("{at} is the only empty cell of {}; {d} is missing.", house_name(board, *h))
        }
        (Pattern::Single { house: Some(h) }, _) => {
            format!("In {} only {at} can be {d}.", house_name(board, *h))
        }
        _ => format!("{at} can only be {d}: no other mark is left."),
    }
}

fn locked(view: View<'_>, found: &Found) -> String {
    let Pattern::Locked { digit: d, base, cover } = &found.pattern else { return String::new() };
    let board = view.board;
    let home = board.houses[*base].list.iter().copied();
    let own: Vec<Cell> = home.filter(|&c| view.marks.of[c] >> d & 1 == 1).collect();
    let (places, all) =
        (cells(board, own.iter().copied()), if own.len() == 2 { "both" } else { "all" });
    let (home, other) = (house_name(board, *base), house_name(board, *cover));
    let d = digit(board, *d);
    let first = format!("In {home} the {d} must be in {places}, which {all} lie in {other}");
    match found.place.first() {
        Some(mark) => {
            let at = cell(board, mark.cell);
            // The house that has no other place left for it.
            let left = |&&h: &&usize| {
                let places = view.places(h, mark.digit);
                let outside = places.filter(|c| !board.houses[*cover].list.contains(c));
                h != *base && outside.eq([mark.cell])
            };
            let near = board.houses_of[mark.cell].iter().find(left);
            let near = near.map_or("a neighbouring house".into(), |&h| house_name(board, h));
            format!("{first}. That leaves only {at} for the {d} of {near}.")
        }
        None => format!("{first}; so {}.", join(&lost(board, &found.remove), "and")),
    }
}

fn subset(view: View<'_>, found: &Found) -> String {
    let Pattern::Subset { house, cells: own, digits: set, hidden } = &found.pattern else {
        return String::new();
    };
    let board = view.board;
    let names = cells(board, own.iter().copied());
    let which = digits(board, *set, "and");
    // Naked subsets may lie in several houses, and all of these lose their digits.
    let concerned = |h: &usize| {
        let all = &board.houses[*h].list;
        let loses = found.remove.iter().any(|m| all.contains(&m.cell));
        *h == *house || !hidden && loses && own.iter().all(|c| all.contains(c))
    };
    let homes: Vec<String> =
        (0..board.houses.len()).filter(concerned).map(|h| house_name(board, h)).collect();
    let home = gathered(&homes);
    let lost = join(&lost(board, &found.remove), "and");
    let text = match hidden {
        true => format!("In {home} the digits {which} have no other cells than {names}"),
        false => {
            format!("In {home}, {names} have no other marks than {which}, so they take them all")
        }
    };
    match found.place.first() {
        Some(mark) => {
            let (at, d) = (cell(board, mark.cell), digit(board, mark.digit));
            format!("{text}. That leaves only {at} for the {d}.")
        }
        None => format!("{text}: {lost}."),
    }
}

fn fish(view: View<'_>, found: &Found) -> String {
    let Pattern::Fish { digit: d, base, cover, fins, endo } = &found.pattern else {
        return String::new();
    };
    let board = view.board;
    let fins = *fins | *endo;
    let (from, to) = (names(view, base), names(view, cover));
    let d = digit(board, *d);
    let lost = join(&lost(board, &found.remove), "and");
    match fins.is_empty() {
        true => format!(
            "In {from} the {d} lies only in {to}, so these have no room for it elsewhere: {lost}."
        ),
        false => {
            let names = cells(board, fins);
            let one = if fins.len() == 1 { "that" } else { "one of these" };
            format!(
                "In {from} the {d} lies only in {to}, but for {names}. Either {one} is \
                 {d}, or {to} have no room for it elsewhere; either way {lost}."
            )
        }
    }
}

fn node(view: View<'_>, node: &Node, on: bool) -> String {
    let own = node.cells.iter().copied();
    let (names, d) = (cells(view.board, own), digit(view.board, node.digit));
    match (node.cells.len(), on) {
        (1, true) => format!("{names} is {d}"),
        (1, false) => format!("{names} is not {d}"),
        (_, true) => format!("one of {names} is {d}"),
        (_, false) => format!("none of {names} is {d}"),
    }
}

/// A chain with its strong and weak links.
fn links(view: View<'_>, nodes: &[Node]) -> String {
    let mut text = String::new();
    for (at, node) in nodes.iter().enumerate() {
        let sign = match at {
            0 => "",
            _ if at % 2 == 1 => " = ",
            _ => " - ",
        };
        let (cells, digit) = (list(view.board, &node.cells), digit(view.board, node.digit));
        text.push_str(&format!("{sign}{cells}({digit})"));
    }
    text
}

fn chain(view: View<'_>, nodes: &[Node], closed: bool, so: &str) -> String {
    let [first, rest @ ..] = nodes else { return String::new() };
    let mut parts = Vec::new();
    for (at, next) in rest.iter().enumerate() {
        let set = next.als.as_ref().map_or(String::new(), |s| {
            format!(" (else {} would be short of a digit)", cells(view.board, s.iter().copied()))
        });
        parts.push(format!("{}{set}", node(view, next, at % 2 == 0)));
    }
    let start = format!("If {}, then {}", node(view, first, false), parts.join(", so "));
    let last = nodes.last().unwrap_or(first);
    match closed && last != first {
        true => format!(
            "{start}; and the other way round. The two ends exclude each other too, so each link of the loop holds a true mark, and {so}."
        ),
        false if last == first => format!("{start}. Either way {so}."),
        false => format!("{start}. One of the two ends is true, so {so}."),
    }
}

fn sets_text(
    view: View<'_>,
    found: &Found,
    sets: &[(Cells, Digits)],
    common: &[Digits],
    so: &str,
) -> String {
    let board = view.board;
    // What both ends have: one of them holds it, so nothing that sees it in both does.
    let gone: Digits = found.remove.iter().fold(0, |all, m| all | 1 << m.digit);
    let ends = sets.first().zip(sets.last()).map_or(0, |(a, b)| a.1 & b.1);
    let why = match gone & !ends == 0 {
        true => {
            let z = digits(board, gone, "and");
            let one = if gone.is_power_of_two() { z } else { format!("each of {z}") };
            format!(
                "So one of the two ends holds {one}, and what sees its places in both of them \
                 cannot: {so}."
            )
        }
        false => format!("So {so}."),
    };
    let part = |&(own, set): &(Cells, Digits)| {
        format!("{} with {}", cells(board, own), digits(board, set, "and"))
    };
    let parts: Vec<String> = sets.iter().map(part).collect();
    let ties: Vec<String> = common.iter().map(|&c| digits(board, c, "and")).collect();
    format!(
        "Each of these sets has one digit more than cells: {}. Neighbours in this list share {}, \
         which only one of them can have; the other then holds all its other digits. {why}",
        parts.join("; "),
        ties.join(", then ")
    )
}
