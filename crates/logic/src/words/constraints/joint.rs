//! One clue and the houses it lies in: how far a sum reaches if no digit stands twice, or the few
//! ways that are left if the houses are to be filled, too.

use pencilmark_kernel::expr::Cmp;
use pencilmark_kernel::{Constraint, VarId};

use super::super::unfilled::extent;
use super::super::{cell, cells, join, lost};
use super::{capital, fillings, supposed, together};
use crate::board::{Board, Mark};
use crate::find::View;
use crate::found::Found;
use crate::oracle::{Facts, Oracle};
use crate::sets::{Cell, Digit, Digits, Each};

/// Fillings of the clue that are looked at.
const TRIED: usize = 400;

/// The reason in a sentence, if all but one of the constraints are houses. Where it is known how
/// one follows from the other, that is better than what follows from both at once.
pub(super) fn reason(
    view: View<'_>,
    found: &Found,
    units: &[usize],
    traced: bool,
) -> Option<String> {
    let board = view.board;
    let (houses, others): (Vec<usize>, Vec<usize>) =
        units.iter().partition(|&&u| board.units[u].house.is_some());
    let &[own] = &others[..] else { return None };
    if board.units[own].outside || houses.is_empty() {
        return None;
    }
    let within = Within { view, houses: &houses };
    let once = || {
        let told = supposed::clauses(view, found, &found.remove)?;
        let (name, homes) = (capital(&together(board, &[own])), within.names());
        let sides = within.sides(own).unwrap_or_default();
        Some(format!("{name}: with no digit twice in {homes}, {sides}{}.", told.join("; ")))
    };
    let ways = |exact: bool| within.ways(found, own, exact);
    let short = within.reach(found, own).or_else(|| ways(true));
    if traced {
        return short;
    }
    short.or_else(once).or_else(|| ways(false))
}

/// Some houses, and no others.
struct Within<'v> {
    view: View<'v>,
    houses: &'v [usize],
}

impl Within<'_> {
    fn board(&self) -> &Board {
        self.view.board
    }

    fn names(&self) -> String {
        together(self.board(), self.houses)
    }

    /// Whether one of the houses makes two cells differ.
    fn differ(&self, a: Cell, b: Cell) -> bool {
        let both = |u: &usize| {
            let scope = &self.board().units[*u].scope;
            scope.contains(&a) && scope.contains(&b)
        };
        a != b && self.houses.iter().any(both)
    }

    /// How far both sides of an equal sum reach: `r1c1-3 make 6 to 24 and r1c4-5 2 to 18, so both
    /// make 6 to 18; `.
    fn sides(&self, own: usize) -> Option<String> {
        let (board, (terms, total)) = (self.board(), self.terms(own)?);
        let left: Vec<Digits> = (0..board.cells).map(|c| self.view.marks.left_of(c)).collect();
        let side = |sign: i64| {
            let own: Vec<Cell> = terms.iter().filter(|t| t.0 == sign).map(|t| t.1).collect();
            let reach = extent(board, &own, &left, &|a, b| self.differ(a, b))?;
            (!own.is_empty()).then(|| (cells(board, own.iter().copied()), reach))
        };
        let range = |(least, most): (i64, i64)| match least == most {
            true => least.to_string(),
            false => format!("{least} to {most}"),
        };
        let ((plus, reach), (minus, other)) = (side(1)?, side(-1)?);
        let both = range((reach.0.max(other.0), reach.1.min(other.1)));
        let (reach, other) = (range(reach), range(other));
        (total == 0)
            .then(|| format!("{plus} make {reach} and {minus} {other}, so both make {both}; "))
    }

    /// Sums: what the other cells reach if a cell had the digit.
    fn reach(&self, found: &Found, own: usize) -> Option<String> {
        let board = self.board();
        let (terms, total) = self.terms(own)?;
        let mut parts: Vec<String> = Vec::new();
        let mut hit: Vec<Cell> = found.remove.iter().map(|m| m.cell).collect();
        hit.dedup();
        for at in hit {
            let &(sign, _) = terms.iter().find(|&&(_, c)| c == at)?;
            // What the others have to make, on the side of this cell.
            let others: Vec<(i64, Cell)> =
                terms.iter().filter(|t| t.1 != at).map(|&(k, c)| (k * sign, c)).collect();
            let gone: Vec<Digit> = Each(super::erased(found, at)).collect();
            let ranges = gone.iter().map(|&d| self.range(&others, Mark { cell: at, digit: d }));
            let ranges: Vec<(i64, i64)> = ranges.collect::<Option<_>>()?;
            let needed = |d: Digit| sign * total - board.value(d);
            let too_little = |i: usize| ranges[i].1 < needed(gone[i]);
            let too_much = |i: usize| ranges[i].0 > needed(gone[i]);
            let (low, high): (Vec<usize>, Vec<usize>) =
                ((0..gone.len()).filter(|&i| too_little(i)).collect(), {
                    (0..gone.len()).filter(|&i| too_much(i)).collect()
                });
            if low.len() + high.len() != gone.len() {
                return None;
            }
            let same: Vec<Cell> = others.iter().filter(|t| t.0 > 0).map(|t| t.1).collect();
            if same.len() < others.len() {
                // The tip of a sum: the others add up to it.
                parts.extend(self.tip(at, &others, (&low, &high), &gone, &ranges)?);
                continue;
            }
            let name = cell(board, at);
            let those = cells(board, same.iter().copied());
            if let Some(most) = low.iter().map(|&i| ranges[i].1).max() {
                let least = sign * total - most;
                if low.iter().any(|&i| board.value(gone[i]) >= least) {
                    return None;
                }
                parts.push(format!("{those} make at most {most}, so {name} is at least {least}"));
            }
            if let Some(least) = high.iter().map(|&i| ranges[i].0).min() {
                let most = sign * total - least;
                if high.iter().any(|&i| board.value(gone[i]) <= most) {
                    return None;
                }
                parts.push(format!("{those} make at least {least}, so {name} is at most {most}"));
            }
        }
        let name = capital(&together(board, &[own]));
        (1..=4).contains(&parts.len()).then(|| {
            format!("{name}: with no digit twice in {}, {}.", self.names(), parts.join("; "))
        })
    }

    /// The same where the cell is the sum of the others, or a part of that sum.
    fn tip(
        &self,
        at: Cell,
        others: &[(i64, Cell)],
        (low, high): (&[usize], &[usize]),
        gone: &[Digit],
        ranges: &[(i64, i64)],
    ) -> Option<Vec<String>> {
        let board = self.board();
        if others.iter().any(|t| t.0 > 0) {
            return None;
        }
        let (name, those) = (cell(board, at), cells(board, others.iter().map(|t| t.1)));
        let mut parts = Vec::new();
        // The others count against it: what they make is what it is.
        if let Some(least) = low.iter().map(|&i| -ranges[i].1).min() {
            if low.iter().any(|&i| board.value(gone[i]) >= least) {
                return None;
            }
            parts.push(format!("{those} make at least {least}, so {name} is at least {least}"));
        }
        if let Some(most) = high.iter().map(|&i| -ranges[i].0).max() {
            if high.iter().any(|&i| board.value(gone[i]) <= most) {
                return None;
            }
            parts.push(format!("{those} make at most {most}, so {name} is at most {most}"));
        }
        Some(parts)
    }

    /// The terms of a sum, and the sum.
    fn terms(&self, own: usize) -> Option<(Vec<(i64, Cell)>, i64)> {
        let board = self.board();
        let &[posted] = &board.units[own].posted[..] else { return None };
        match &board.lowered.problem.posted()[posted].constraint {
            Constraint::Linear { terms, op: Cmp::Eq, rhs } => {
                let term = |&(k, v): &(i64, VarId)| {
                    let cell = board.lowered.cells.binary_search(&v).ok()?;
                    (k.abs() == 1).then_some((k, cell))
                };
                Some((terms.iter().map(term).collect::<Option<_>>()?, *rhs))
            }
            Constraint::Cage { sum, .. } => {
                Some((board.units[own].scope.iter().map(|&c| (1, c)).collect(), *sum))
            }
            _ => None,
        }
    }

    /// The least and the largest that cells make beside a mark. Cells of a house and of one sign
    /// differ from each other.
    fn range(&self, terms: &[(i64, Cell)], with: Mark) -> Option<(i64, i64)> {
        let (board, mut total) = (self.board(), (0, 0));
        let mut rest: Vec<(i64, Cell)> = terms.to_vec();
        while let Some(&(sign, first)) = rest.first() {
            let mut group = vec![first];
            for &(k, c) in &rest[1..] {
                if k == sign && group.iter().all(|&g| self.differ(g, c)) {
                    group.push(c);
                }
            }
            rest.retain(|t| !group.contains(&t.1));
            let free = |c: Cell| match self.differ(c, with.cell) {
                true => self.view.marks.left_of(c) & !(1 << with.digit),
                false => self.view.marks.left_of(c),
            };
            let mut sets: Vec<Digits> = vec![0];
            for &c in &group {
                let next = |&set: &Digits| Each(free(c) & !set).map(move |d| set | 1 << d);
                sets = sets.iter().flat_map(next).collect();
                sets.sort_unstable();
                sets.dedup();
            }
            let sum = |set: &Digits| Each(*set).map(|d| board.value(d)).sum::<i64>() * sign;
            total.0 += sets.iter().map(sum).min()?;
            total.1 += sets.iter().map(sum).max()?;
        }
        Some(total)
    }

    /// The ways to fill the clue that leave room for every digit of the houses; only so few, if it
    /// is to be exact, that they are told cell by cell.
    fn ways(&self, found: &Found, own: usize, exact: bool) -> Option<String> {
        let board = self.board();
        let facts: Facts = (0..board.cells).map(|c| self.view.marks.left_of(c)).collect();
        let open: Vec<Cell> = board.units[own]
            .scope
            .iter()
            .copied()
            .filter(|&c| !facts[c].is_power_of_two())
            .collect();
        let mut fillings = Oracle::new(board).fillings(own, &facts, TRIED)?;
        let all = fillings.len();
        fillings.retain(|f| !self.repeats(&open, f));
        let once = fillings.len();
        fillings.retain(|f| self.leaves_room(&open, f, &facts));
        if exact && fillings.len() > fillings::TOLD {
            return None;
        }
        let ways = fillings::told(board, own, &facts, &open, &fillings)?;
        let (inside, outside): (Vec<Mark>, Vec<Mark>) =
            found.remove.iter().partition(|m| open.contains(&m.cell));
        // What goes elsewhere in a house goes because every way has it there.
        let near = |m: &Mark, c: Cell| self.differ(m.cell, c);
        let held = |m: &Mark, f: &Vec<Digit>| {
            open.iter().zip(f).any(|(&c, &d)| d == m.digit && near(m, c))
        };
        if !outside.iter().all(|m| fillings.iter().all(|f| held(m, f))) {
            return None;
        }
        let name = capital(&together(board, &[own]));
        let why = match (once < all, fillings.len() < once) {
            (true, true) => {
                format!("with no digit twice in {} and a place for all others, ", self.names())
            }
            (true, false) => format!("with no digit twice in {}, ", self.names()),
            (false, true) => format!("with a place in {} for all others, ", self.names()),
            (false, false) => String::new(),
        };
        let inside = match inside.is_empty() {
            true => String::new(),
            false => format!(", so {}", join(&lost(board, &inside), "and")),
        };
        let outside = match outside.is_empty() {
            true => String::new(),
            false => {
                let digits = outside.iter().fold(0, |all, m| all | 1 << m.digit);
                let held = super::digits(board, digits, "and");
                let (verb, lost) =
                    (if digits.count_ones() == 1 { "is" } else { "are" }, lost(board, &outside));
                let homes = self.names();
                format!("; {held} {verb} in each of them, so in {homes} {}", join(&lost, "and"))
            }
        };
        Some(format!("{name}: {why}{ways}{inside}{outside}."))
    }

    /// Whether a filling has a digit twice in a house.
    fn repeats(&self, open: &[Cell], filling: &[Digit]) -> bool {
        let same = |a: usize, b: usize| filling[a] == filling[b] && self.differ(open[a], open[b]);
        (0..open.len()).any(|a| (0..a).any(|b| same(a, b)))
    }

    /// Whether a filling leaves the other cells of the houses something.
    fn leaves_room(&self, open: &[Cell], filling: &[Digit], facts: &Facts) -> bool {
        let of = |c: Cell| open.iter().position(|&o| o == c).map(|i| filling[i]);
        self.houses.iter().all(|&u| {
            let scope = &self.board().units[u].scope;
            let used = scope.iter().filter_map(|&c| of(c)).fold(0, |all, d| all | 1 << d);
            let rest: Vec<Digits> =
                scope.iter().filter(|&&c| of(c).is_none()).map(|&c| facts[c] & !used).collect();
            one_each(&rest)
        })
    }
}

/// Whether sets can give one digit each, all different.
fn one_each(sets: &[Digits]) -> bool {
    fn give(sets: &[Digits], at: usize, tried: &mut Digits, owner: &mut [Option<usize>]) -> bool {
        for digit in Each(sets[at]) {
            if *tried >> digit & 1 == 1 {
                continue;
            }
            *tried |= 1 << digit;
            if owner[digit].is_none_or(|other| give(sets, other, tried, owner)) {
                owner[digit] = Some(at);
                return true;
            }
        }
        false
    }
    let mut owner = vec![None; 64];
    (0..sets.len()).all(|at| give(sets, at, &mut 0, &mut owner))
}

#[cfg(test)]
mod tests {
    use super::one_each;

    #[test]
    fn two_cells_cannot_share_a_digit() {
        assert!(one_each(&[0b011, 0b010, 0b110]));
        assert!(!one_each(&[0b011, 0b001, 0b010]));
        assert!(one_each(&[]));
    }
}
