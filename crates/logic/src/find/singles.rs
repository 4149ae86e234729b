//! Full houses, hidden and naked singles.

use super::{Sight, Sink};
use crate::board::{Mark, Shape};
use crate::found::{Found, Pattern};
use crate::sets::{CellSet, Each, only};
use crate::technique::Technique;

/// Houses with one empty cell.
pub fn full_houses<S: Sight>(view: S, sink: &mut Sink<'_>) -> bool {
    for house in 0..view.board().houses.len() {
        let Some(cell) = view.empty_in(house).sole() else { continue };
        let mut digits = Each(view.marks().of[cell]);
        let Some(digit) = digits.find(|&d| view.room(house, d).sole().is_some()) else {
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
pub fn hidden<S: Sight>(view: S, sink: &mut Sink<'_>) -> bool {
    for (at, house) in view.board().houses.iter().enumerate() {
        if view.empty_in(at).is_none() {
            continue;
        }
        for digit in 0..view.board().digits {
            let Some(cell) = view.room(at, digit).sole() else { continue };
            if view.empty_in(at).size() == 1 {
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
pub fn naked<S: Sight>(view: S, sink: &mut Sink<'_>) -> bool {
    for cell in 0..view.board().cells {
        let Some(digit) = only(view.marks().of[cell]) else { continue };
        let found = Found::new(Technique::NakedSingle, Pattern::Single { house: None });
        if sink(found.placing(Mark { cell, digit })) {
            return true;
        }
    }
    false
}
