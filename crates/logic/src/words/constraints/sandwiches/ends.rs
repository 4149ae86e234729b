//! Why the smallest or the largest digit of a sandwich cannot stand in some cells: how far apart the
//! two are, and what that leaves for the other.

use super::Sandwich;
use crate::board::Mark;
use crate::sets::{Cell, Digits, Each};
use crate::words::constraints::or;
use crate::words::{cells, join, list};

impl Sandwich<'_> {
    /// How many cells it takes between the two.
    pub(super) fn sizes(&self) -> Vec<i64> {
        let board = self.board;
        // For each sum of different digits: the numbers of digits that make it.
        let mut sums: Vec<(i64, usize)> = vec![(0, 0)];
        for digit in Each(self.inner()) {
            let with: Vec<_> = sums.iter().map(|&(s, n)| (s + board.value(digit), n + 1)).collect();
            sums.extend(with);
            sums.retain(|s| s.0 <= self.sum);
            sums.sort_unstable();
            sums.dedup();
        }
        sums.iter().filter(|s| s.0 == self.sum).map(|s| s.1 as i64).collect()
    }

    /// Why the smallest or the largest digit cannot stand in some cells.
    pub(super) fn ends(&self, gone: &[Mark]) -> Option<Vec<String>> {
        let sizes = self.sizes();
        let mut parts: Vec<(String, Vec<Cell>, Digits)> = Vec::new();
        for m in gone {
            let text = self.end(m, &sizes)?;
            match parts.iter_mut().find(|(known, ..)| *known == text) {
                Some((_, cells, digits)) => {
                    if !cells.contains(&m.cell) {
                        cells.push(m.cell);
                    }
                    *digits |= 1 << m.digit;
                }
                None => parts.push((text, vec![m.cell], 1 << m.digit)),
            }
        }
        let told = |(text, own, digits): &(String, Vec<Cell>, Digits)| {
            let own = cells(self.board, own.iter().copied());
            text.replace("{cells}", &own).replace("{digits}", &or(self.board, *digits))
        };
        let mut told: Vec<String> = parts.iter().map(told).collect();
        // How far apart they are is said once.
        let head = told.first().filter(|text| text.starts_with("with "));
        if let Some(head) = head.and_then(|text| Some(text[..text.find(", ")? + 2].to_string())) {
            for text in &mut told[1..] {
                *text = text.strip_prefix(&head).unwrap_or(text).to_string();
            }
        }
        Some(told)
    }

    /// The same for one of them, with room for the names of cells and digits.
    fn end(&self, m: &Mark, sizes: &[i64]) -> Option<String> {
        let board = self.board;
        let at = self.line.iter().position(|&c| c == m.cell)?;
        let other = if m.digit == 0 { board.digits - 1 } else { 0 };
        let far = |p: usize| at.abs_diff(p) as i64 - 1;
        let partners: Vec<usize> =
            (0..self.line.len()).filter(|&p| p != at && sizes.contains(&far(p))).collect();
        let gap = self.apart_by(sizes);
        let (least, most) = (board.value(0), board.value(board.digits - 1));
        if partners.is_empty() {
            return Some(format!(
                "{gap} between {least} and {most} is more than there is room for from {{cells}} on, \
                 so {{digits}} cannot be there"
            ));
        }
        let (open, shut): (Vec<usize>, Vec<usize>) =
            partners.into_iter().partition(|&p| self.has(p, other));
        let mut but = Vec::new();
        if !shut.is_empty() {
            let shut: Vec<Cell> = shut.iter().map(|&p| self.line[p]).collect();
            but.push(format!("{} cannot be {}", cells(board, shut), board.value(other)));
        }
        for &p in &open {
            let between = self.between(at, p);
            if !self.sets(between).is_empty() {
                return None;
            }
            but.push(format!("{} cannot make {}", list(board, between), self.sum));
        }
        Some(format!(
            "with {gap} between {least} and {most}, {{digits}} in {{cells}} goes with no {}: {}",
            board.value(other),
            join(&but, "and")
        ))
    }
}
