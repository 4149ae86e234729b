//! Full houses, hidden and naked singles.

use super::{Sink, View};
use crate::board::{Mark, Shape};
use crate::found::{Found, Pattern};
use crate::sets::{Each, only};
use crate::technique::Technique;

/// Houses with one empty cell.
pub fn full_houses(view: View<'_>, sink: &mut Sink<'_>) -> bool {
    for house in 0..view.board.houses.len() {
        let Some(cell) = view.open(house).single() else { continue };
        let mut digits = Each(view.marks.of[cell]);
        let Some(digit) = digits.find(|&d| view.places(house, d).single().is_some()) else {
            continue;
        };
        let found = Found::new(Technique::FullHouse, Pattern::Single { house: Some(house) });
        if sink(found.placing(Mark { cell, digit })) {
            return true;
        }
    }
    false
}

/// Digits with one place left in a house: boxes, where they are seen best, come first.
pub fn hidden(view: View<'_>, sink: &mut Sink<'_>) -> bool {
    for (at, house) in view.board.houses.iter().enumerate() {
        if view.open(at).is_empty() {
            continue;
        }
        for digit in 0..view.board.digits {
            let Some(cell) = view.places(at, digit).single() else { continue };
            if view.open(at).len() == 1 {
                continue;
            }
            let rating = if house.shape == Shape::Box { 12 } else { 15 };
            let found = Found::new(Technique::HiddenSingle, Pattern::Single { house: Some(at) });
            if sink(found.placing(Mark { cell, digit }).rated(rating)) {
                return true;
            }
        }
    }
    false
}

/// Cells with one mark left.
pub fn naked(view: View<'_>, sink: &mut Sink<'_>) -> bool {
    for cell in 0..view.board.cells {
        let Some(digit) = only(view.marks.of[cell]) else { continue };
        let found = Found::new(Technique::NakedSingle, Pattern::Single { house: None });
        if sink(found.placing(Mark { cell, digit })) {
            return true;
        }
    }
    false
}

/// A naked single on a board too large for patterns.
pub fn large(view: View<'_>) -> Option<Found> {
    let mut found = None;
    naked(view, &mut |new| {
        found = Some(new);
        true
    });
    found
}
