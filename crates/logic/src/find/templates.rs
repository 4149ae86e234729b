//! All ways to place a digit: what they have in common, and what none of them has.
//!
//! A way that takes a cell which another digit cannot do without is none; so the ways of
//! all digits are looked at together.

use super::{Sink, View};
use crate::board::Shape;
use crate::found::{Found, Pattern};
use crate::sets::{Cells, Digit};
use crate::technique::Technique;

/// With more ways than these for a digit it says nothing.
const MOST: usize = 4_000;

/// Looks for either conclusion.
pub fn find(view: View<'_>, technique: Technique, sink: &mut Sink<'_>) -> bool {
    let mut all: Vec<Option<Vec<Cells>>> = (0..view.board.digits).map(|d| ways(view, d)).collect();
    refine(&mut all);
    for (digit, ways) in all.iter().enumerate() {
        let Some(ways) = ways else { continue };
        let common = ways.iter().fold(view.marks.at[digit], |c, &w| c & w);
        let any = ways.iter().fold(Cells::EMPTY, |c, &w| c | w);
        let mut found = Found::new(technique, Pattern::Template { digit });
        if technique == Technique::TemplateSet {
            found.place = view.marks_in(digit, common);
        } else {
            found = found.removing(view.marks_in(digit, view.marks.at[digit] - any));
        }
        if (!found.place.is_empty() || !found.remove.is_empty()) && sink(found) {
            return true;
        }
    }
    false
}

/// Drops ways that take a cell which all ways of another digit need, until none does.
fn refine(all: &mut [Option<Vec<Cells>>]) {
    loop {
        let mut changed = false;
        for digit in 0..all.len() {
            let Some(mut own) = all[digit].take() else { continue };
            let before = own.len();
            for (_, others) in all.iter().enumerate().filter(|&(d, _)| d != digit) {
                let Some(others) = others else { continue };
                let Some(&first) = others.first() else { continue };
                let needed = others.iter().fold(first, |c, &o| c & o);
                own.retain(|&way| !way.meets(needed));
            }
            changed |= own.len() < before;
            all[digit] = Some(own);
        }
        if !changed {
            return;
        }
    }
}

/// All ways to place the digit where it is missing; none if there are too many.
fn ways(view: View<'_>, digit: Digit) -> Option<Vec<Cells>> {
    let houses = &view.board.houses;
    let rows: Vec<usize> = (0..houses.len())
        .filter(|&h| houses[h].shape == Shape::Row && !view.places(h, digit).is_empty())
        .collect();
    let mut search = Search { view, digit, rows, found: Vec::new() };
    search.go(0, Cells::EMPTY, view.marks.at[digit]);
    (search.found.len() < MOST).then_some(search.found)
}

struct Search<'a> {
    view: View<'a>,
    digit: Digit,
    rows: Vec<usize>,
    found: Vec<Cells>,
}

impl Search<'_> {
    fn go(&mut self, at: usize, chosen: Cells, free: Cells) {
        if self.found.len() >= MOST {
            return;
        }
        let Some(&row) = self.rows.get(at) else {
            let served = |h: usize| {
                let places = self.view.places(h, self.digit);
                places.is_empty() || places.meets(chosen)
            };
            if (0..self.view.board.houses.len()).all(served) {
                self.found.push(chosen);
            }
            return;
        };
        for cell in free & self.view.board.houses[row].cells {
            self.go(at + 1, chosen.with(cell), free - self.view.board.peers[cell]);
        }
    }
}
