//! All instances of what is no pattern: constraints alone and together, contradictions.

use super::Guide;
use crate::found::{Found, Pattern};
use crate::marks::Marks;
use crate::technique::Technique;

/// Constraints of the smallest sets that are looked for.
const MOST: usize = 8;

impl Guide<'_> {
    /// What the guide finds of a technique, each conclusion once: of single constraints and of two
    /// together all, of larger sets the smallest, of contradictions the one that is told.
    pub fn every(&mut self, marks: &Marks, technique: Technique) -> Vec<Found> {
        let mut all: Vec<Found> = match technique {
            Technique::Alone => {
                let units = self.board.units.len();
                let alone = (0..units).filter_map(|unit| self.alone_by(unit, marks)).collect();
                let twins = self.twins(marks);
                [alone, Vec::from_iter(twins)].concat()
            }
            Technique::Several => {
                let known = self.known(marks, usize::MAX);
                let two: Vec<Found> = known.into_iter().chain(self.every_two(marks)).collect();
                match two.is_empty() {
                    true => Vec::from_iter(self.several(marks, MOST)),
                    false => two,
                }
            }
            Technique::Contradiction => Vec::from_iter(self.absurd(marks)),
            _ => vec![],
        };
        // One constraint that says all by itself is no joint step.
        all.retain(|f| match &f.pattern {
            Pattern::Several { units, .. } => technique != Technique::Several || units.len() > 1,
            _ => true,
        });
        let mut once: Vec<Found> = Vec::new();
        for found in all {
            if !once.iter().any(|f| f.place == found.place && f.remove == found.remove) {
                once.push(found);
            }
        }
        once
    }
}
