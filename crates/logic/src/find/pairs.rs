//! A digit of one house that lies in another: pointing and claiming, with and without marks.

use super::{Sight, Sink, View};
use crate::board::{Mark, Shape};
use crate::found::{Found, Pattern};
use crate::sets::CellSet;
use crate::technique::Technique;

/// Which shape the first house has, and which the second, in the order looked at.
fn crossings(technique: Technique) -> &'static [(Shape, Shape)] {
    use Shape::{Box, Column, Other, Row};
    match technique {
        Technique::Pointing | Technique::DirectPointing => &[(Box, Column), (Box, Row)],
        _ => &[
            (Column, Box),
            (Row, Box),
            (Other, Box),
            (Other, Column),
            (Other, Row),
            (Box, Other),
            (Column, Other),
            (Row, Other),
            (Other, Other),
        ],
    }
}

/// Calls `see` with each digit, base and cover where the base's marks lie in the cover.
fn each<S: Sight>(
    view: S,
    technique: Technique,
    mut see: impl FnMut(usize, usize, usize) -> bool,
) -> bool {
    let houses = &view.board().houses;
    let of = |shape: Shape| (0..houses.len()).filter(move |&h| houses[h].shape == shape);
    for &(first, second) in crossings(technique) {
        for digit in 0..view.board().digits {
            for base in of(first) {
                let places = view.room(base, digit);
                if places.size() < 2 {
                    continue;
                }
                for cover in of(second) {
                    let inside = cover != base && places.inside(view.house(cover));
                    if inside && see(digit, base, cover) {
                        return true;
                    }
                }
            }
        }
    }
    false
}

/// Marks erased in the second house.
pub fn locked<S: Sight>(view: S, technique: Technique, sink: &mut Sink<'_>) -> bool {
    each(view, technique, |digit, base, cover| {
        let gone = view.marks_of(digit, view.house(cover) - view.house(base));
        let pattern = Pattern::Locked { digit, base, cover };
        !gone.is_empty() && sink(Found::new(technique, pattern).removing(gone))
    })
}

/// The same where it leaves a single in a house of the first kind.
pub fn direct(view: View<'_>, technique: Technique, sink: &mut Sink<'_>) -> bool {
    let houses = &view.board.houses;
    each(view, technique, |digit, base, cover| {
        let shape = houses[base].shape;
        for third in (0..houses.len()).filter(|&h| houses[h].shape == shape && h != base) {
            let places = view.places(third, digit);
            let Some(cell) = (places - houses[cover].cells).single() else { continue };
            if places.len() < 2 {
                continue;
            }
            // Seen without marks, so none is erased but by the digit itself.
            let found = Found::new(technique, Pattern::Locked { digit, base, cover });
            if sink(found.placing(Mark { cell, digit })) {
                return true;
            }
        }
        false
    })
}
