//! A cell that adds nothing to a sum of two, as on an arrow: the others would be the same.

use super::super::super::{capital, cell, cells};
use super::{Within, together};
use crate::found::Found;

impl Within<'_> {
    /// That two cells of a house would be the same if the third were 0.
    pub(super) fn zero(&self, found: &Found, own: usize) -> Option<String> {
        let (board, (terms, total)) = (self.board(), self.terms(own)?);
        if total != 0 || terms.len() != 3 {
            return None;
        }
        let mut parts: Vec<String> = Vec::new();
        for mark in &found.remove {
            let mut others = terms.iter().filter(|t| t.1 != mark.cell);
            let (a, b, None) = (others.next()?, others.next()?, others.next()) else { return None };
            if board.value(mark.digit) != 0 || a.0 + b.0 != 0 || !self.differ(a.1, b.1) {
                return None;
            }
            let (at, both) = (cell(board, mark.cell), cells(board, [a.1, b.1]));
            parts.push(format!("with 0 in {at}, {both} would be the same"));
        }
        let (name, homes) = (capital(&together(board, &[own])), self.names());
        Some(format!("{name}: {}, in {homes}.", parts.join("; ")))
    }
}
