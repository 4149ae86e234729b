//! Forcing chains and cycles in words.
//!
//! A thought that runs in one line is told in one sentence. Others are told fact by fact: each
//! with the facts it follows from, if these were not the last that were told.

use super::patterns::{brief, state};
use super::{cell, cells, digit, digits, either, join};
use crate::board::Mark;
use crate::find::View;
use crate::found::Inference;
use crate::sets::Cells;
use crate::step::house_name;
use crate::technique::Technique;

/// All lines of thought and what they show.
pub(super) fn text(
    view: View<'_>,
    technique: Technique,
    chains: &[Vec<Inference>],
    so: &str,
) -> String {
    if let [a, b] = chains
        && let (Some(first), Some(other)) = (a.first(), b.first())
        && (first.mark, first.on) == (other.mark, other.on)
    {
        let both = merged(a, b);
        let end = b.last().or(a.last()).map_or(first.mark, |last| last.mark);
        let (at, d) = (cell(view.board, end.cell), digit(view.board, end.digit));
        return format!(
            "{} But {at} cannot both be {d} and not be {d}. So {so}.",
            thought(view, &both)
        );
    }
    if let [one] = chains {
        let told = thought(view, one);
        let is_cycle =
            matches!(technique, Technique::Cycle | Technique::XCycle | Technique::YCycle);
        return match is_cycle {
            true => format!(
                "{told} The same holds the other way round. So of the marks of this loop every \
                 second one is true, these or the others, and {so}."
            ),
            false => format!("{told} So {so}."),
        };
    }
    let told: Vec<String> = chains.iter().map(|chain| thought(view, chain)).collect();
    let any = if chains.len() > 2 { "In each case" } else { "Either way" };
    format!("{}{} {any} {so}.", choice(view, chains), told.join(" "))
}

/// What it is that has to be one way or another.
fn choice(view: View<'_>, chains: &[Vec<Inference>]) -> String {
    let board = view.board;
    let starts: Vec<Mark> =
        chains.iter().filter_map(|c| c.first()).filter(|i| i.on).map(|i| i.mark).collect();
    let Some(&first) = starts.first().filter(|_| starts.len() == chains.len()) else {
        return String::new();
    };
    if starts.iter().all(|m| m.cell == first.cell) {
        let all = starts.iter().fold(0, |all, m| all | 1 << m.digit);
        return format!("{} is {}. ", cell(board, first.cell), digits(board, all, "or"));
    }
    let places: Cells = starts.iter().map(|m| m.cell).collect();
    let home = (0..board.houses.len()).find(|&h| view.places(h, first.digit) == places);
    home.map_or(String::new(), |h| {
        let places = either(board, places);
        format!("In {} the {} is in {places}. ", house_name(board, h), digit(board, first.digit))
    })
}

/// Two lines of thought from the same assumption as one.
fn merged(a: &[Inference], b: &[Inference]) -> Vec<Inference> {
    let mut all = a.to_vec();
    let mut places: Vec<usize> = Vec::new();
    for item in b {
        let known = all.iter().position(|i| (i.mark, i.on) == (item.mark, item.on));
        places.push(known.unwrap_or(all.len()));
        if known.is_none() {
            let parents = item.parents.iter().map(|&p| places[p]).collect();
            all.push(Inference { parents, ..item.clone() });
        }
    }
    all
}

/// From an assumption to what follows.
fn thought(view: View<'_>, chain: &[Inference]) -> String {
    let Some((first, rest)) = chain.split_first() else { return String::new() };
    let start = state(view, first.mark, first.on);
    if rest.is_empty() {
        return format!("If {start}, that is all there is to show.");
    }
    let in_line = rest.iter().enumerate().all(|(at, item)| item.parents == [at]);
    if in_line {
        let said: Vec<String> = rest.iter().map(|item| fact(view, &[item])).collect();
        return format!("If {start}, then {}.", said.join(", so "));
    }
    let mut told = format!("Suppose {start}.");
    // Facts with the same parents are told together.
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (at, item) in chain.iter().enumerate().skip(1) {
        let joins = |g: &&mut Vec<usize>| {
            let other = &chain[g[0]];
            !item.on && !other.on && other.parents == item.parents && other.seen == item.seen
        };
        match groups.iter_mut().find(joins) {
            Some(group) => group.push(at),
            None => groups.push(vec![at]),
        }
    }
    let mut last = vec![0];
    for group in groups {
        let items: Vec<&Inference> = group.iter().map(|&at| &chain[at]).collect();
        let parents = &items[0].parents;
        let said = fact(view, &items);
        let follows = parents.iter().any(|p| last.contains(p)) || items[0].on;
        // What is true by its house or cell says so; what is excluded names what excludes it.
        match (follows || items[0].seen.is_some(), &parents[..]) {
            (false, &[parent]) => {
                let by = state(view, chain[parent].mark, chain[parent].on);
                told.push_str(&format!(" Because {by}, {said}."));
            }
            _ => told.push_str(&format!(" Then {said}.")),
        }
        last = group;
    }
    told
}

/// Facts that follow from the same others, with what makes them so.
fn fact(view: View<'_>, items: &[&Inference]) -> String {
    let [first, ..] = items else { return String::new() };
    if first.on {
        let by = match first.house {
            Some(h) => format!("the only place left in {}", house_name(view.board, h)),
            None => "its last mark".into(),
        };
        return format!("{} ({by})", state(view, first.mark, true));
    }
    let mut marks: Vec<Mark> = items.iter().map(|i| i.mark).collect();
    marks.sort_unstable();
    let said = join(&not(view, &marks), "and");
    match &first.seen {
        Some(found) => format!("{said} ({}: {})", found.technique.name(), brief(view, found)),
        None => said,
    }
}

/// `r1c2 and r1c5 are not 3`, one part for each set of digits.
fn not(view: View<'_>, marks: &[Mark]) -> Vec<String> {
    let mut of: Vec<(usize, u64)> = Vec::new();
    for m in marks {
        match of.iter_mut().find(|(c, _)| *c == m.cell) {
            Some((_, set)) => *set |= 1 << m.digit,
            None => of.push((m.cell, 1 << m.digit)),
        }
    }
    let mut groups: Vec<(u64, Vec<usize>)> = Vec::new();
    for (c, set) in of {
        match groups.iter_mut().find(|(s, _)| *s == set) {
            Some((_, all)) => all.push(c),
            None => groups.push((set, vec![c])),
        }
    }
    let said = |(set, all): &(u64, Vec<usize>)| {
        let verb = if all.len() == 1 { "is" } else { "are" };
        let names = cells(view.board, all.iter().copied());
        format!("{names} {verb} not {}", digits(view.board, *set, "or"))
    };
    groups.iter().map(said).collect()
}
