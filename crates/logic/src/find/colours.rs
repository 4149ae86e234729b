//! Colouring: the pairs of a digit, coloured in turn.

use super::{Sink, View};
use crate::board::Mark;
use crate::found::{Found, Pattern};
use crate::sets::{Cells, Digit};
use crate::technique::Technique;

/// Marks joined by pairs, in two colours of which exactly one is true.
type Colouring = [Cells; 2];

/// All colourings of a digit with more than one mark.
fn colourings(view: View<'_>, digit: Digit) -> Vec<Colouring> {
    let mut partners = vec![Cells::EMPTY; view.board.cells];
    for house in 0..view.board.houses.len() {
        let places = view.places(house, digit);
        if places.len() == 2 {
            for cell in places {
                partners[cell] |= places.without(cell);
            }
        }
    }
    let mut seen = Cells::EMPTY;
    let mut all = Vec::new();
    for start in view.marks.at[digit] {
        if seen.has(start) || partners[start].is_empty() {
            continue;
        }
        let mut colours = [Cells::one(start), Cells::EMPTY];
        let mut todo = vec![(start, 0)];
        while let Some((cell, colour)) = todo.pop() {
            seen.insert(cell);
            for next in partners[cell] {
                if !colours[1 - colour].has(next) {
                    colours[1 - colour].insert(next);
                    todo.push((next, 1 - colour));
                }
            }
        }
        all.push(colours);
    }
    all
}

/// The cells that see any of a colour.
fn seen_by(view: View<'_>, colour: Cells) -> Cells {
    colour.fold(Cells::EMPTY, |seen, cell| seen | view.board.peers[cell])
}

/// One colouring by itself.
pub fn simple(view: View<'_>, technique: Technique, sink: &mut Sink<'_>) -> bool {
    for digit in 0..view.board.digits {
        for colours in colourings(view, digit) {
            let gone: Vec<Mark> = if technique == Technique::SimpleColorsTrap {
                let both = seen_by(view, colours[0]) & seen_by(view, colours[1]);
                view.marks_in(digit, both - colours[0] - colours[1])
            } else {
                let clashes = |c: &&Cells| seen_by(view, **c).meets(**c);
                let false_one = colours.iter().find(clashes);
                false_one.map_or(vec![], |&c| view.marks_in(digit, c))
            };
            let pattern = Pattern::Colours { digit, colours: colours.to_vec() };
            if !gone.is_empty() && sink(Found::new(technique, pattern).removing(gone)) {
                return true;
            }
        }
    }
    false
}

/// Two colourings that touch.
pub fn multi(view: View<'_>, technique: Technique, sink: &mut Sink<'_>) -> bool {
    for digit in 0..view.board.digits {
        let all = colourings(view, digit);
        for (i, first) in all.iter().enumerate() {
            for (j, second) in all.iter().enumerate().filter(|&(j, _)| j != i) {
                let gone = match technique {
                    Technique::MultiColors1 if i < j => touching(view, digit, first, second),
                    Technique::MultiColors2 => caught(view, digit, first, second),
                    _ => vec![],
                };
                let colours = vec![first[0], first[1], second[0], second[1]];
                let pattern = Pattern::Colours { digit, colours };
                if !gone.is_empty() && sink(Found::new(technique, pattern).removing(gone)) {
                    return true;
                }
            }
        }
    }
    false
}

/// A colour that sees both of another colouring is false.
fn caught(view: View<'_>, digit: Digit, first: &Colouring, second: &Colouring) -> Vec<Mark> {
    let meets = |c: &&Cells| second.iter().all(|&other| seen_by(view, **c).meets(other));
    first.iter().filter(meets).flat_map(|&c| view.marks_in(digit, c)).collect()
}

/// Where two colours see each other, one of the opposite two is true.
fn touching(view: View<'_>, digit: Digit, first: &Colouring, second: &Colouring) -> Vec<Mark> {
    let mut gone = Vec::new();
    for (one, other) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        if seen_by(view, first[one]).meets(second[other]) {
            let seen = seen_by(view, first[1 - one]) & seen_by(view, second[1 - other]);
            gone.extend(view.marks_in(digit, seen));
        }
    }
    gone
}
