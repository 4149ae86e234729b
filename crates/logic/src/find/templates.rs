//! All ways to place a digit: what they have in common, and what none of them has.

use super::{Sink, View};
use crate::board::Shape;
use crate::found::{Found, Pattern};
use crate::sets::{Cells, Digit};
use crate::technique::Technique;

/// More ways than these are not looked at: the technique says nothing then.
const MOST: usize = 500_000;

/// Looks for either conclusion.
pub fn find(view: View<'_>, technique: Technique, sink: &mut Sink<'_>) -> bool {
    for digit in 0..view.board.digits {
        let Some((common, any)) = ways(view, digit) else { continue };
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

/// The cells of all ways, and those of any; none if there are too many or none.
fn ways(view: View<'_>, digit: Digit) -> Option<(Cells, Cells)> {
    let rows: Vec<usize> = (0..view.board.houses.len())
        .filter(|&h| view.board.houses[h].shape == Shape::Row)
        .filter(|&h| !view.places(h, digit).is_empty())
        .collect();
    let mut search = Search { view, digit, rows, common: view.marks.at[digit], ..Search::new(view) };
    search.go(0, Cells::EMPTY, view.marks.at[digit]);
    (search.found > 0 && search.found < MOST).then_some((search.common, search.any))
}

struct Search<'a> {
    view: View<'a>,
    digit: Digit,
    rows: Vec<usize>,
    common: Cells,
    any: Cells,
    found: usize,
}

impl<'a> Search<'a> {
    fn new(view: View<'a>) -> Search<'a> {
        let none = Cells::EMPTY;
        Search { view, digit: 0, rows: vec![], common: none, any: none, found: 0 }
    }

    fn go(&mut self, at: usize, chosen: Cells, free: Cells) {
        if self.found >= MOST {
            return;
        }
        let Some(&row) = self.rows.get(at) else {
            let served = |h: usize| {
                let places = self.view.places(h, self.digit);
                places.is_empty() || places.meets(chosen)
            };
            if (0..self.view.board.houses.len()).all(served) {
                self.found += 1;
                self.common &= chosen;
                self.any |= chosen;
            }
            return;
        };
        for cell in free & self.view.board.houses[row].cells {
            self.go(at + 1, chosen.with(cell), free - self.view.board.peers[cell]);
        }
    }
}

