//! Two sums that are equal: how far their sides reach, and what a mark would make of that.

use super::super::super::unfilled::extent;
use super::super::super::{cell, cells, join, lost};
use super::{Bound, MOST_PARTS, Within};
use crate::board::Mark;
use crate::sets::{Cell, Digits};

impl Within<'_> {
    /// How far both sides of an equal sum reach: `r1c1-3 make 6 to 24 and r1c4-5 2 to 18, so both
    /// make 6 to 18; `.
    pub(super) fn sides(&self, own: usize) -> Option<String> {
        let (board, (terms, total)) = (self.board(), self.terms(own)?);
        let left: Vec<Digits> = (0..board.cells).map(|c| self.view.marks.left_of(c)).collect();
        let side = |sign: i64| {
            let own: Vec<Cell> = terms.iter().filter(|t| t.0 == sign).map(|t| t.1).collect();
            let reach = extent(board, &own, &left, &|a, b| self.differ(a, b))?;
            let verb = if own.len() == 1 { "is" } else { "make" };
            let those = || cells(board, own.iter().copied());
            (!own.is_empty()).then(|| (those(), verb, reach))
        };
        let range = |(least, most): (i64, i64)| match least == most {
            true => least.to_string(),
            false => format!("{least} to {most}"),
        };
        let ((plus, verb, reach), (minus, other_verb, other)) = (side(1)?, side(-1)?);
        let both = range((reach.0.max(other.0), reach.1.min(other.1)));
        let (reach, other) = (range(reach), range(other));
        // The same verb is not said twice.
        let again = if verb == other_verb { String::new() } else { format!(" {other_verb}") };
        (total == 0).then(|| {
            format!("{plus} {verb} {reach} and {minus}{again} {other}, so both make {both}; ")
        })
    }

    /// Why marks go by an equal sum: what the others of their side make, or what a side would make
    /// without a digit.
    pub(super) fn by_sides(&self, own: usize, bare: &[Mark]) -> Option<String> {
        let (board, (terms, total)) = (self.board(), self.terms(own)?);
        let side = |sign: i64| -> Vec<(i64, Cell)> {
            terms.iter().filter(|t| t.0 == sign).map(|t| (1, t.1)).collect()
        };
        let sides = [side(1), side(-1)];
        let [up, down] = [self.range(&sides[0], None)?, self.range(&sides[1], None)?];
        let (low, high) = (up.0.max(down.0), up.1.min(down.1));
        if total != 0 || sides.iter().any(Vec::is_empty) {
            return None;
        }
        let (mut parts, mut bounds): (Vec<String>, Vec<Bound>) = Default::default();
        for &mark in bare {
            let value = board.value(mark.digit);
            let Some(own) = sides.iter().find(|side| side.iter().any(|t| t.1 == mark.cell)) else {
                let part = sides.iter().find_map(|side| self.without(side, mark, (low, high)))?;
                if !parts.contains(&part) {
                    parts.push(part);
                }
                continue;
            };
            let others: Vec<(i64, Cell)> =
                own.iter().copied().filter(|t| t.1 != mark.cell).collect();
            let say = |(least, most): (i64, i64), plain: bool| match (
                value + least > high,
                value + most < low,
            ) {
                (true, _) if plain => {
                    Some(format!("at least {least}, so {{}} at most {}", high - least))
                }
                (true, _) => Some(format!("at least {least}, more than {}", high - value)),
                (_, true) if plain => {
                    Some(format!("at most {most}, so {{}} at least {}", low - most))
                }
                (_, true) => Some(format!("at most {most}, less than {}", low - value)),
                _ => None,
            };
            let with = self.range(&others, Some(mark))?;
            let told = say(self.range(&others, None)?, true).map(|say| (None, say));
            let told = told.or_else(|| Some((Some(mark.digit), say(with, false)?)));
            let Some((digit, say)) = told else {
                let other = sides.iter().find(|side| *side != own)?;
                parts.push(self.apart(mark, own, other, (value + with.0, value + with.1))?);
                continue;
            };
            // A side of one cell is what both sides make.
            if others.is_empty() {
                continue;
            }
            let bound = Bound {
                cells: vec![mark.cell],
                those: cells(board, others.iter().map(|t| t.1)),
                digit,
                say,
            };
            match bounds.iter_mut().find(|b| b.say() == bound.say()) {
                Some(known) if known.cells.contains(&mark.cell) => {}
                Some(known) => known.cells.push(mark.cell),
                None => bounds.push(bound),
            }
        }
        let all: Vec<String> = bounds.iter().map(|b| b.told(board)).chain(parts).collect();
        (all.len() <= MOST_PARTS).then(|| match all.is_empty() {
            true => join(&lost(board, bare), "and"),
            false => all.join("; "),
        })
    }

    /// How far both sides would be from each other with a mark in one of them.
    fn apart(
        &self,
        mark: Mark,
        own: &[(i64, Cell)],
        other: &[(i64, Cell)],
        (low, high): (i64, i64),
    ) -> Option<String> {
        let (board, (least, most)) = (self.board(), self.range(other, Some(mark))?);
        let [own, other] = [own, other].map(|side| cells(board, side.iter().map(|t| t.1)));
        let (at, d) = (cell(board, mark.cell), board.value(mark.digit));
        let far = match (high < least, low > most) {
            (true, _) => format!("at most {high} and {other} at least {least}"),
            (_, true) => format!("at least {low} and {other} at most {most}"),
            _ => return None,
        };
        Some(format!("if {at} were {d}, {own} would make {far}"))
    }

    /// What cells would make without a digit, if that is too much or too little.
    fn without(&self, side: &[(i64, Cell)], mark: Mark, (low, high): (i64, i64)) -> Option<String> {
        let (board, (least, most)) = (self.board(), self.range(side, Some(mark))?);
        let make = match (least > high, most < low) {
            (true, _) => format!("at least {least}"),
            (_, true) => format!("at most {most}"),
            _ => return None,
        };
        let those = cells(board, side.iter().map(|t| t.1));
        Some(format!("without {} {those} would make {make}", board.value(mark.digit)))
    }
}
