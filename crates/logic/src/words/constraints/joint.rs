//! One clue and the houses it lies in: how far a sum reaches if no digit stands twice, or the few
//! ways that are left if the houses are to be filled, too.

mod shares;
mod sides;
mod zero;

use pencilmark_kernel::expr::Cmp;
use pencilmark_kernel::{Constraint, VarId};

use super::super::{cells, either, join, lost};
use super::{capital, fillings, supposed, together};
use crate::board::{Board, Mark};
use crate::find::View;
use crate::found::Found;
use crate::oracle::{Facts, Oracle};
use crate::sets::{Cell, Digit, Digits, Each};

/// Fillings of the clue that are looked at.
const TRIED: usize = 400;

/// Bounds of cells in one sentence: few, if there may be a shorter one, and what a reader bears.
const FEW_PARTS: usize = 4;
const MOST_PARTS: usize = 12;
/// Characters of what a sum leaves its parts that are better than a trace.
const LONG: usize = 400;

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
    if let Some(told) = within.zero(found, own) {
        return Some(told);
    }
    let once = || {
        let none = |bare: &[Mark]| within.counted(own, bare);
        let told = supposed::clauses(view, found, &found.remove, none)?;
        let (name, homes) = (capital(&together(board, &[own])), within.names());
        let sides = within.sides(own).unwrap_or_default();
        Some(format!("{name}: with no digit twice in {homes}, {sides}{}.", told.join("; ")))
    };
    let ways = |exact: bool| within.ways(found, own, exact);
    let short = within.reach(found, own, FEW_PARTS).or_else(|| ways(true));
    let shares = || within.shares(found, own);
    if traced {
        return short.or_else(|| shares().filter(|told| told.len() <= LONG));
    }
    let long = || within.reach(found, own, MOST_PARTS);
    // What both sides of a sum can hold says more than that nothing goes with a digit.
    let bare = |told: &String| told.contains(supposed::NOTHING) && within.sides(own).is_some();
    let once = || once().filter(|told| !bare(told));
    short.or_else(long).or_else(shares).or_else(once).or_else(|| ways(false))
}

/// A sum from the side of one of its cells.
struct Sum<'a> {
    at: Cell,
    /// The others add up to the cell; else they and the cell make the total.
    is_tip: bool,
    /// The others, all with one sign.
    others: &'a [(i64, Cell)],
    total: i64,
}

/// What the other cells of a sum make, beside each of these cells, and what follows for it.
struct Bound {
    cells: Vec<Cell>,
    those: String,
    /// The digit that the cell is supposed to have, if that matters.
    digit: Option<Digit>,
    /// `at least 3, so {} at most 6`, or `at most 10, not 13`.
    say: String,
}

impl Bound {
    /// What is said of several cells at once.
    fn say(&self) -> (Option<Digit>, &str) {
        (self.digit, &self.say)
    }

    fn told(&self, board: &Board) -> String {
        let (name, each) = (either(board, self.cells.clone()), self.cells.len() > 1);
        let is = if each { "each of these is".to_string() } else { format!("{name} is") };
        let say = self.say.replacen("{}", &is, 1);
        let those = if each { "the others" } else { &self.those };
        let one = !self.those.contains([' ', '-']);
        match self.digit {
            Some(digit) => {
                let make = if one && !each { "be" } else { "make" };
                format!("if {name} were {}, {those} would {make} {say}", board.value(digit))
            }
            None if each => format!("beside {name} the others make {say}"),
            None if one => format!("{those} is {say}"),
            None => format!("{those} make {say}"),
        }
    }
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

    /// That none of the ways to fill a clue has these marks, where its sides say nothing.
    fn counted(&self, own: usize, bare: &[Mark]) -> Option<String> {
        if self.sides(own).is_some() {
            return self.by_sides(own, bare);
        }
        let facts: Facts = (0..self.board().cells).map(|c| self.view.marks.left_of(c)).collect();
        let once = |open: &[Cell], filling: &[Digit]| !self.repeats(open, filling);
        fillings::counted(self.board(), own, &facts, bare, once)
    }

    /// Sums: what the other cells reach, whatever the cell is, or at least if it had the digit.
    fn reach(&self, found: &Found, own: usize, most: usize) -> Option<String> {
        let board = self.board();
        let (terms, total) = self.terms(own)?;
        let mut bounds: Vec<Bound> = Vec::new();
        let mut hit: Vec<Cell> = found.remove.iter().map(|m| m.cell).collect();
        hit.dedup();
        for at in hit {
            let &(sign, _) = terms.iter().find(|&&(_, c)| c == at)?;
            // What the others have to make, on the side of this cell.
            let others: Vec<(i64, Cell)> =
                terms.iter().filter(|t| t.1 != at).map(|&(k, c)| (k * sign, c)).collect();
            let gone: Vec<Digit> = Each(super::erased(found, at)).collect();
            let one_sided = others.iter().all(|t| t.0 == others[0].0);
            // Either the others fill up the sum, or they add up to the cell.
            let is_tip = others.first().is_some_and(|t| t.0 < 0);
            if !one_sided || is_tip && total != 0 {
                return None;
            }
            let sum = Sum { at, is_tip, others: &others, total: sign * total };
            for bound in self.bounds(&sum, &gone)? {
                match bounds.iter_mut().find(|b| b.say() == bound.say()) {
                    Some(known) => known.cells.extend(bound.cells),
                    None => bounds.push(bound),
                }
            }
        }
        let parts: Vec<String> = bounds.iter().map(|bound| bound.told(board)).collect();
        let name = capital(&together(board, &[own]));
        (1..=most).contains(&parts.len()).then(|| {
            format!("{name}: with no digit twice in {}, {}.", self.names(), parts.join("; "))
        })
    }

    /// Why a cell of a sum has none of these digits, by what the others make.
    fn bounds(&self, sum: &Sum<'_>, gone: &[Digit]) -> Option<Vec<Bound>> {
        let board = self.board();
        let those = cells(board, sum.others.iter().map(|t| t.1));
        // What the others would have to make beside a value of the cell, and what they make.
        let needed = |value: i64| if sum.is_tip { value } else { sum.total - value };
        let made = |with: Option<Mark>| {
            let (least, most) = self.range(sum.others, with)?;
            Some(if sum.is_tip { (-most, -least) } else { (least, most) })
        };
        let (least, most) = made(None)?;
        // Bounds of what they make are bounds of the cell: of a tip the same, else from the total.
        let (mut low, mut high, mut bounds) = (false, false, Vec::new());
        for &digit in gone {
            let want = needed(board.value(digit));
            if want > most {
                high = true;
                continue;
            }
            if want < least {
                low = true;
                continue;
            }
            let (least, most) = made(Some(Mark { cell: sum.at, digit }))?;
            let say = match (want > most, want < least) {
                (true, _) => format!("at most {most}, not {want}"),
                (_, true) => format!("at least {least}, not {want}"),
                _ => return None,
            };
            bounds.push(Bound {
                cells: vec![sum.at],
                those: those.clone(),
                digit: Some(digit),
                say,
            });
        }
        let mut plain = |say: String| {
            bounds.push(Bound { cells: vec![sum.at], those: those.clone(), digit: None, say });
        };
        if low {
            let (side, bound) =
                if sum.is_tip { ("least", least) } else { ("most", sum.total - least) };
            plain(format!("at least {least}, so {{}} at {side} {bound}"));
        }
        if high {
            let (side, bound) =
                if sum.is_tip { ("most", most) } else { ("least", sum.total - most) };
            plain(format!("at most {most}, so {{}} at {side} {bound}"));
        }
        Some(bounds)
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

    /// The least and the largest that cells make, beside a mark if there is one. Cells of a house
    /// and of one sign differ from each other.
    fn range(&self, terms: &[(i64, Cell)], with: Option<Mark>) -> Option<(i64, i64)> {
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
            let free = |c: Cell| match with.filter(|with| self.differ(c, with.cell)) {
                Some(with) => self.view.marks.left_of(c) & !(1 << with.digit),
                None => self.view.marks.left_of(c),
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
pub(in crate::words) fn one_each(sets: &[Digits]) -> bool {
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
