//! Deadly patterns in words: what would be exchanged, what prevents it, and what that shows.

use super::{cell, cells, digit, digits, either, join};
use crate::board::Mark;
use crate::find::View;
use crate::found::Found;
use crate::sets::{Cell, Cells, Digits, Each, count, only};
use crate::step::house_name;
use crate::technique::Technique;

/// A rectangle or loop of two digits.
pub(super) fn deadly(
    view: View<'_>,
    found: &Found,
    own: &[Cell],
    pair: Digits,
    others: Cells,
    so: &str,
) -> String {
    let board = view.board;
    let extra: Vec<Cell> = own.iter().copied().filter(|&c| view.marks.of[c] & !pair != 0).collect();
    let more = extra.iter().fold(0, |all, &c| all | view.marks.of[c]) & !pair;
    let (names, both) = (cells(board, own.iter().copied()), digits(board, pair, "and"));
    let two = "the two digits could be exchanged and there would be two solutions";
    let gone = found.remove.first().map_or(0, |m| m.digit);
    let tied = only(pair & !(1 << gone)).map_or(0, |d| digit(board, d));
    match found.technique {
        Technique::UniquenessTest1 | Technique::UniqueLoop1 => format!(
            "{names} hold nothing but {both} apart from {}. Without its other marks {two}. So {so}.",
            either(board, extra.iter().copied())
        ),
        Technique::AvoidableRectangle1 => {
            let last = found.remove.first().map_or(0, |m| m.cell);
            let (at, d) = (cell(board, last), digit(board, gone));
            format!(
                "None of {names} is a given. If {at} were {d}, they would hold {both} in turn: {two}. \
                 So {so}."
            )
        }
        Technique::UniquenessTest2
        | Technique::UniquenessTest5
        | Technique::UniqueLoop2
        | Technique::AvoidableRectangle2 => {
            let (ends, d) = (either(board, extra.iter().copied()), digits(board, more, "or"));
            format!(
                "If {names} held nothing but {both}, {two}. The only other mark there is the {d} of \
                 {ends}, so one of these is {d}. What sees them all is not: {so}."
            )
        }
        Technique::UniquenessTest3 | Technique::UniqueLoop3 => {
            let ends = either(board, extra.iter().copied());
            let all = others.fold(more, |all, c| all | view.marks.of[c]);
            let rest = cells(board, others);
            let first = format!("If {names} held nothing but {both}, {two}. So {ends} is");
            let have = if others.len() == 1 { "has" } else { "have" };
            if count(all) == others.len() + 1 {
                let (more, all) = (digits(board, more, "or"), digits(board, all, "and"));
                return format!(
                    "{first} {more}. Together with {rest}, which {have} no other marks than {all}, \
                     it takes these digits all: {so}."
                );
            }
            let keep = others.fold(0, |all, c| {
                let lost = found.remove.iter().filter(|m| m.cell == c);
                all | view.marks.of[c] & !lost.fold(0, |l, m| l | 1 << m.digit)
            });
            let (more, keep) = (digits(board, more, "or"), digits(board, pair | keep, "and"));
            format!(
                "{first} {more}, and only the other of them can have a digit of {keep}. The rest of \
                 these have no other cells in the house than {rest}: {so}."
            )
        }
        Technique::UniquenessTest4 | Technique::UniqueLoop4 => {
            let d = digit(board, gone);
            let ends = either(board, extra.iter().copied());
            let set: Cells = extra.iter().copied().collect();
            let x = only(pair & !(1 << gone)).unwrap_or(0);
            let home = (0..board.houses.len()).find(|&h| view.places(h, x) == set);
            let home = home.map_or("their house".into(), |h| house_name(board, h));
            format!(
                "In {home} the {tied} must be in {ends}. If the other of them were {d}, {names} would \
                 hold nothing but {both}: {two}. So {so}."
            )
        }
        Technique::UniquenessTest6 => {
            let d = digit(board, gone);
            let (ends, all) =
                (either(board, extra.iter().copied()), cells(board, extra.iter().copied()));
            format!(
                "In the lines of {names} the {d} has no place but these corners. If {ends} were {d}, \
                 {all} both would be, and the other two corners {tied}: {two}. So {so}."
            )
        }
        Technique::HiddenRectangle => {
            let last = found.remove.first().map_or(0, |m| m.cell);
            let (at, d) = (cell(board, last), digit(board, gone));
            format!(
                "If {at} were {d}, the {tied} of its row and the {tied} of its column would have no \
                 place but the next corners of {names}, and the corner opposite would be {d}: {two}. \
                 So {so}."
            )
        }
        _ => format!("If {names} held nothing but {both}, {two}. So {so}."),
    }
}

/// The bivalue universal grave.
pub(super) fn grave(
    view: View<'_>,
    found: &Found,
    extra: &[Mark],
    others: Cells,
    so: &str,
) -> String {
    let board = view.board;
    let named = |m: &Mark| format!("the {} of {}", digit(board, m.digit), cell(board, m.cell));
    let extras = join(&extra.iter().map(named).collect::<Vec<_>>(), "and");
    let first = format!(
        "Without {extras} every empty cell would have two marks and every digit two places in its \
         houses: there would be two solutions or none."
    );
    let own: Digits = extra.iter().fold(0, |all, m| all | 1 << m.digit);
    let mut ends: Vec<Cell> = extra.iter().map(|m| m.cell).collect();
    ends.sort_unstable();
    ends.dedup();
    let one = either(board, ends.iter().copied());
    match (found.technique, &ends[..]) {
        (Technique::Bug2, _) => {
            let d = digits(board, own, "or");
            format!("{first} So one of {one} is {d}, and what sees them all is not: {so}.")
        }
        (Technique::Bug3, _) => {
            let all = others.fold(own, |all, c| all | view.marks.of[c]);
            let have = if others.len() == 1 { "has" } else { "have" };
            format!(
                "{first} So {one} is {}. Together with {}, which {have} no other marks than {}, it \
                 takes these digits all: {so}.",
                digits(board, own, "or"),
                cells(board, others),
                digits(board, all, "and")
            )
        }
        (Technique::Bug4, &[a, b]) => {
            let shared = Each(view.marks.of[a] & view.marks.of[b] & !own).next().unwrap_or(0);
            let set: Cells = [a, b].into_iter().collect();
            let home = board.common_houses(a, b).find(|&h| view.places(h, shared) == set);
            let home = home.map_or("their house".into(), |h| house_name(board, h));
            format!(
                "{first} So one of these is true. In {home} the {} must be in {one} too, so the one \
                 has that and the other its extra digit: {so}.",
                digit(board, shared)
            )
        }
        _ => format!("{first} So {so}."),
    }
}

/// One or two colourings of a digit.
pub(super) fn colours(
    view: View<'_>,
    found: &Found,
    d: usize,
    colours: &[Cells],
    so: &str,
) -> String {
    let board = view.board;
    let named = |c: &Cells| cells(board, *c);
    let sees = |a: Cells, b: Cells| {
        a.flat_map(|x| b.map(move |y| (x, y))).find(|&(x, y)| x != y && board.peers[x].has(y))
    };
    let pair = |(x, y): (Cell, Cell)| format!("{} sees {}", cell(board, x), cell(board, y));
    let [a, b, rest @ ..] = colours else { return format!("So {so}.") };
    let d = digit(board, d);
    let first = match found.technique {
        Technique::RemotePair => format!(
            "These cells have the same two marks, in turn: {} are alike, and so are {}",
            named(a),
            named(b)
        ),
        _ => format!(
            "Where a house has two places for the {d}, one of them has it: it is either in {} or in {}",
            named(a),
            named(b)
        ),
    };
    match (found.technique, rest) {
        (Technique::RemotePair, _) => {
            format!("{first}, the others. What sees one of each has neither digit: {so}.")
        }
        (Technique::SimpleColorsTrap, _) => {
            format!("{first}. What sees one of each is not {d}: {so}.")
        }
        (Technique::SimpleColorsWrap, _) => {
            let clash = sees(*a, *a).or(sees(*b, *b)).map_or(String::new(), pair);
            format!("{first}. But {clash}, so these cannot be {d} together: {so}.")
        }
        (technique, [c, e]) => {
            let second =
                format!("{first}. In the same way it is either in {} or in {}", named(c), named(e));
            if technique == Technique::MultiColors2 {
                let caught = [a, b].into_iter().find_map(|x| sees(*x, *c).zip(sees(*x, *e)));
                let why = caught.map_or(String::new(), |(x, y)| {
                    format!(
                        " {} and {}, one of each, so they are false together:",
                        pair(x),
                        pair(y)
                    )
                });
                return format!("{second}.{why} {so}.");
            }
            let sides = [(a, b, c, e), (a, b, e, c), (b, a, c, e), (b, a, e, c)];
            let touching: Vec<String> = sides
                .into_iter()
                .filter_map(|(x, other, y, last)| {
                    let clash = sees(*x, *y)?;
                    let all = format!("{} or in {}", named(other), named(last));
                    Some(format!(" {}, so they are not both {d}: it is in {all}.", pair(clash)))
                })
                .collect();
            format!("{second}.{} What sees one of each is not {d}: {so}.", touching.concat())
        }
        _ => format!("{first}. So {so}."),
    }
}
