//! What would follow within one constraint, or within one and some houses, if a cell had a digit:
//! the fewest other cells whose marks do not allow it, and what each of them would have to be.
//!
//! Nothing here knows the rule of a clue; the oracle says what a cell could still be.

use pencilmark_kernel::expr::Cmp;
use pencilmark_kernel::{Constraint, VarId};

use super::super::{
    by_cells, capital, cell, cells, digits, either, join, likewise, lost, patterns, runs, unfilled,
};
use super::{fillings, or};
use crate::board::{Board, Mark};
use crate::find::View;
use crate::found::{Found, Pattern};
use crate::oracle::{Facts, Oracle};
use crate::sets::{Cell, Digits, Each, choose, count};

/// Cells that one thought takes, besides the one that is supposed to have a digit.
const MOST_CELLS: usize = 3;
/// The same where there is no other thought.
const MOST_NEEDED: usize = 8;
/// Sets of cells that are looked at for a digit.
const MOST_SETS: usize = 250;
/// Parts that are looked at for what is said of several at once.
const MOST_PARTS: usize = 20;
/// Thoughts that are told; the others are like them.
const MOST_TOLD: usize = 5;
/// Nodes for one question.
const NODES: u64 = 300;

/// The reasons for all that goes, one for each cell and what its digits have in common.
pub(super) fn reason(view: View<'_>, found: &Found, units: &[usize], name: &str) -> Option<String> {
    let supposed = Supposed::new(view, units)?;
    let (bare, parts) = supposed.parts(&found.remove)?;
    let all = supposed.thoughts(&parts)?;
    let mut told: Vec<(String, Vec<Mark>)> =
        all.into_iter().map(|t| (t.told(view.board), t.marks)).collect();
    let most = MOST_TOLD + usize::from(!bare.is_empty());
    if !bare.is_empty() {
        // What the rule alone says is told with the rule.
        let rule = fillings::summary(view.board, &view.board.units[units[0]]);
        let none = nothing(view.board, &bare);
        let none = match unfilled::sides(view.board, units[0]).filter(|_| units.len() == 1) {
            Some(sides) => {
                let lost = join(&lost(view.board, &bare), "and");
                format!("by the rule alone {sides}, so {lost}")
            }
            None => supposed.counted(&bare).unwrap_or(none),
        };
        let none = match rule {
            Some(rule) => format!("{}. {}", patterns::lower(&rule), capital(&none)),
            None => none,
        };
        told.insert(0, (none, bare));
    }
    Some(format!("{name}: {}", likewise::told(view.board, told, most)))
}

/// What is said of marks where there is no more to say.
pub(super) const NOTHING: &str = "othing goes with ";

/// `nothing goes with 5 in r1c2-4`.
fn nothing(board: &Board, marks: &[Mark]) -> String {
    format!("n{NOTHING}{}", each(board, marks))
}

/// `5 in r1c2-4 or 6 in r1c5`.
pub(super) fn each(board: &Board, marks: &[Mark]) -> String {
    let none = |part: &String| {
        let (cells, digits) = part.split_once('|').unwrap_or((part, ""));
        let digits: Vec<i64> = digits.split(' ').filter_map(|d| d.parse().ok()).collect();
        let cells: Vec<String> = cells.split(' ').map(String::from).collect();
        format!("{} in {}", join(&runs(&digits), "or"), join(&cells, "or"))
    };
    let parts: Vec<String> = by_cells(board, marks, "|").iter().map(none).collect();
    join(&parts, "or")
}

/// The thoughts for some of the marks that go by a constraint, or by several, if they are few.
///
/// What the rule alone forbids is told by `none`, if it has something to say about that.
pub(super) fn clauses(
    view: View<'_>,
    found: &Found,
    gone: &[Mark],
    none: impl Fn(&[Mark]) -> Option<String>,
) -> Option<Vec<String>> {
    let units: &[usize] = match &found.pattern {
        Pattern::Alone { unit } => &[*unit],
        Pattern::Several { units, .. } => units,
        _ => return None,
    };
    let supposed = Supposed::new(view, units)?;
    let (bare, parts) = supposed.parts(gone)?;
    let told = || none(&bare).unwrap_or_else(|| nothing(view.board, &bare));
    let bare = (!bare.is_empty()).then(told);
    let all = (parts.len() <= MOST_PARTS).then(|| supposed.thoughts(&parts)).flatten()?;
    let told = all.iter().map(|t| t.told(view.board));
    (all.len() <= MOST_TOLD).then(|| bare.into_iter().chain(told).collect())
}

/// Digits of a cell that fail for the same reason: the marks of these other cells.
struct Part {
    cell: Cell,
    digits: Digits,
    by: Vec<Cell>,
}

impl Part {
    fn marks(&self) -> impl Iterator<Item = Mark> + '_ {
        Each(self.digits).map(|digit| Mark { cell: self.cell, digit })
    }
}

/// What is said of one part, or of several of which the same is said.
struct Thought {
    /// What goes.
    marks: Vec<Mark>,
    /// The digits that are placed, or what would follow.
    text: String,
    /// Whether it follows without supposing anything.
    known: bool,
}

impl Thought {
    /// Whether both can be told in one.
    fn is_like(&self, other: &Thought) -> bool {
        let digits = |t: &Thought| t.marks.iter().fold(0, |all, m| all | 1 << m.digit);
        let alike = self.known == other.known && self.text == other.text;
        alike && (self.known || digits(self) == digits(other))
    }

    fn told(&self, board: &Board) -> String {
        if self.known {
            return format!("{}, so {}", self.text, join(&lost(board, &self.marks), "and"));
        }
        let digits = self.marks.iter().fold(0, |all, m| all | 1 << m.digit);
        let mut cells: Vec<Cell> = self.marks.iter().map(|m| m.cell).collect();
        cells.sort_unstable();
        cells.dedup();
        format!("if {} were {}, {}", either(board, cells), or(board, digits), self.text)
    }
}

/// Some constraints of which nothing is known but the digits that are placed.
pub(super) struct Supposed<'v> {
    view: View<'v>,
    oracle: Oracle<'v>,
    units: Vec<usize>,
    /// The cells that have no digit yet.
    open: Vec<Cell>,
    /// Those that have one.
    placed: Vec<Cell>,
    /// What is known before anything is supposed.
    base: Facts,
}

impl<'v> Supposed<'v> {
    /// Of these constraints; none if there are none.
    fn new(view: View<'v>, units: &[usize]) -> Option<Supposed<'v>> {
        let board = view.board;
        let mut cells: Vec<Cell> = Vec::new();
        for &unit in units {
            for &c in &board.units[unit].scope {
                if !cells.contains(&c) {
                    cells.push(c);
                }
            }
        }
        let is_placed = |c: &Cell| view.marks.left_of(*c).is_power_of_two();
        let (placed, open): (Vec<Cell>, Vec<Cell>) = cells.into_iter().partition(is_placed);
        let mut base: Facts = vec![board.all(); board.cells];
        placed.iter().for_each(|&c| base[c] = view.marks.left_of(c));
        let oracle = Oracle::new(board);
        (!units.is_empty()).then(|| Supposed {
            view,
            oracle,
            units: units.to_vec(),
            open,
            placed,
            base,
        })
    }

    /// That none of the ways to fill the only constraint has these marks, if that can be told.
    fn counted(&self, bare: &[Mark]) -> Option<String> {
        let &[unit] = &self.units[..] else { return None };
        let empty: Facts = vec![self.board().all(); self.board().cells];
        fillings::counted(self.board(), unit, &empty, bare, |_, _| true)
    }

    fn board(&self) -> &'v Board {
        self.view.board
    }

    fn left(&self, c: Cell) -> Digits {
        self.view.marks.left_of(c)
    }

    /// Whether there is a way; none if that took too long to find out.
    fn is_possible(&self, facts: &Facts) -> Option<bool> {
        self.oracle.solution(&self.units, facts, None, NODES).ok().map(|found| found.is_some())
    }

    /// What a cell can be as far as these facts say.
    fn possible(&self, facts: &Facts, c: Cell) -> Option<Digits> {
        let mut some = 0;
        let mut with = facts.clone();
        for digit in Each(facts[c]) {
            with[c] = 1 << digit;
            if self.is_possible(&with)? {
                some |= 1 << digit;
            }
        }
        Some(some)
    }

    /// Whether a cell cannot have a digit because of the marks of some others.
    fn fails(&self, cell: Cell, digit: usize, by: &[Cell]) -> Option<bool> {
        let mut facts = self.base.clone();
        by.iter().for_each(|&c| facts[c] = self.left(c));
        facts[cell] = 1 << digit;
        self.is_possible(&facts).map(|possible| !possible)
    }

    /// The reasons of all marks, those of a cell that have the same one together; and the marks
    /// that the rule forbids whatever the other cells are.
    fn parts(&self, gone: &[Mark]) -> Option<(Vec<Mark>, Vec<Part>)> {
        let (mut bare, mut parts): (Vec<Mark>, Vec<Part>) = Default::default();
        let mut empty: Facts = vec![self.board().all(); self.board().cells];
        for &mark in gone {
            let Mark { cell, digit } = mark;
            let all = std::mem::replace(&mut empty[cell], 1 << digit);
            let possible = self.is_possible(&empty)?;
            empty[cell] = all;
            if !possible {
                bare.push(mark);
                continue;
            }
            let by = self.fewest(cell, digit, &parts)?;
            match parts.iter_mut().find(|p| p.cell == cell && p.by == by) {
                Some(part) => part.digits |= 1 << digit,
                None => parts.push(Part { cell, digits: 1 << digit, by }),
            }
        }
        Some((bare, parts))
    }

    /// The fewest cells whose marks do not allow a mark; of equally many those that were told
    /// before.
    fn fewest(&self, cell: Cell, digit: usize, told: &[Part]) -> Option<Vec<Cell>> {
        let others: Vec<Cell> = self.open.iter().copied().filter(|&c| c != cell).collect();
        let mut tries = 0;
        for size in 0..=MOST_CELLS {
            let known = told.iter().filter(|p| p.cell == cell && p.by.len() == size);
            for part in known {
                if self.fails(cell, digit, &part.by)? {
                    return Some(part.by.clone());
                }
            }
            let (mut found, mut unknown) = (None, false);
            tries += sets_of(others.len(), size);
            if tries > MOST_SETS {
                break;
            }
            choose(&others, size, &mut |some| {
                match self.fails(cell, digit, some) {
                    Some(true) => found = Some(some.to_vec()),
                    Some(false) => {}
                    None => unknown = true,
                }
                found.is_some() || unknown
            });
            if found.is_some() {
                return found;
            }
            if unknown {
                break;
            }
        }
        self.irreducible(cell, digit, others)
    }

    /// Cells whose marks do not allow a mark and of which none can be left out; cells farther away
    /// are left out first.
    fn irreducible(&self, cell: Cell, digit: usize, mut by: Vec<Cell>) -> Option<Vec<Cell>> {
        if !self.fails(cell, digit, &by)? {
            return None;
        }
        let columns = self.board().puzzle.grid.cols();
        let away = |&c: &Cell| {
            (c / columns).abs_diff(cell / columns) + (c % columns).abs_diff(cell % columns)
        };
        by.sort_by_key(away);
        for at in (0..by.len()).rev() {
            let one = by.remove(at);
            if self.fails(cell, digit, &by) != Some(true) {
                by.insert(at, one);
            }
        }
        (by.len() <= MOST_NEEDED).then_some(by)
    }

    /// What is said of all parts, the same of several only once.
    fn thoughts(&self, parts: &[Part]) -> Option<Vec<Thought>> {
        let mut all: Vec<Thought> = Vec::new();
        for part in parts {
            let (text, known) = (self.text(part)?, part.by.is_empty());
            let new = Thought { marks: part.marks().collect(), text, known };
            match all.iter_mut().find(|t| t.is_like(&new)) {
                Some(thought) => thought.marks.extend(new.marks),
                None => all.push(new),
            }
        }
        Some(all)
    }

    /// What is placed so that a part follows, or what would follow if it were otherwise.
    fn text(&self, part: &Part) -> Option<String> {
        let board = self.board();
        if part.by.is_empty() {
            return Some(self.are(&self.needed(part)?));
        }
        let mut facts = self.base.clone();
        facts[part.cell] = part.digits;
        let (mut given, mut then) = (Vec::new(), Vec::new());
        let mut rest = part.by.clone();
        loop {
            let could: Vec<(Cell, Digits)> = rest
                .iter()
                .map(|&c| Some((c, self.possible(&facts, c)?)))
                .collect::<Option<_>>()?;
            // The end: a cell that would have to be what it cannot be.
            let end = could.iter().filter(|&&(c, digits)| digits & self.left(c) == 0);
            if let Some(&(c, digits)) = end.min_by_key(|(_, digits)| count(*digits)) {
                let makes = if given.is_empty() { None } else { self.unmade(part) };
                return Some(match makes {
                    Some(makes) => makes,
                    None => self.outcome(&given, &then, (c, digits), &facts),
                });
            }
            let now = |&&(c, digits): &&(Cell, Digits)| count(digits & self.left(c));
            let &(next, digits) = could.iter().min_by_key(now)?;
            let left = digits & self.left(next);
            let text = format!("{} {}", cell(board, next), or(board, left));
            match left == self.left(next) {
                true => given.push(text),
                false => then.push(text),
            }
            facts[next] = left;
            rest.retain(|&c| c != next);
        }
    }

    /// What the other open cells of a sum would have to make, which of several of them nobody sees from
    /// one after the other.
    fn unmade(&self, part: &Part) -> Option<String> {
        let board = self.board();
        let &[unit] = &self.units[..] else { return None };
        let &[posted] = &board.units[unit].posted[..] else { return None };
        let posted = &board.lowered.problem.posted()[posted].constraint;
        let Constraint::Linear { terms, op: Cmp::Eq, rhs } = posted else { return None };
        let cell_of = |var: &VarId| board.lowered.cells.binary_search(var).ok();
        let (mut rest, mut open) = (*rhs, Vec::new());
        for (times, var) in terms {
            let own = cell_of(var).filter(|_| *times == 1)?;
            let set = if own == part.cell { part.digits } else { self.left(own) };
            match set.is_power_of_two() {
                true => rest -= board.value(set.trailing_zeros() as usize),
                false => open.push(own),
            }
        }
        open.sort_unstable();
        let mut by = part.by.clone();
        by.sort_unstable();
        if open != by || by.len() < 2 {
            return None;
        }
        let have = |&c: &Cell| format!("{} has only {}", cell(board, c), and(board, self.left(c)));
        let have = join(&by.iter().map(have).collect::<Vec<_>>(), "and");
        let those = cells(board, by.iter().copied());
        Some(format!("{those} would have to make {rest}, which they cannot: {have}"))
    }

    /// Who would take digits of a cell for which nothing would be left: cells of a clue in a house with
    /// it that cannot do without them.
    fn takers(&self, end: Cell, facts: &Facts) -> Option<String> {
        let board = self.board();
        let (houses, clues): (Vec<usize>, Vec<usize>) =
            self.units.iter().partition(|&&u| board.units[u].house.is_some());
        let house = houses.iter().map(|&u| &board.units[u].scope).find(|s| s.contains(&end))?;
        let clue = |c: &Cell| clues.iter().any(|&u| board.units[u].scope.contains(c));
        let there: Vec<Cell> = house
            .iter()
            .copied()
            .filter(|c| *c != end && self.open.contains(c))
            .filter(clue)
            .collect();
        let without = |digit: usize| {
            let mut facts = facts.clone();
            there.iter().for_each(|&c| facts[c] &= !(1 << digit));
            self.is_possible(&facts)
        };
        let mut taken = 0;
        for digit in Each(self.left(end)) {
            if !without(digit)? {
                taken |= 1 << digit;
            }
        }
        let some = taken != 0 && there.len() > 1;
        let those = cells(board, there.iter().copied());
        some.then(|| format!("{those} would take {}, so ", and(board, taken)))
    }

    fn outcome(
        &self,
        given: &[String],
        then: &[String],
        (end, must): (Cell, Digits),
        facts: &Facts,
    ) -> String {
        let board = self.board();
        let given = match given.is_empty() {
            true => String::new(),
            false => format!("with {}, ", join(given, "and")),
        };
        let then = match then.is_empty() {
            true => String::new(),
            false => format!("{} and ", would_be(then)),
        };
        let (name, own) = (cell(board, end), self.left(end));
        let last = match count(must) <= 4 || count(must) <= count(own) {
            true => {
                let then = if then.is_empty() { "" } else { "then " };
                format!("{then}{name} would have to be {}, which it cannot be", or(board, must))
            }
            false => {
                let takers = self.takers(end, facts).unwrap_or_default();
                format!("{takers}nothing would be left of {} for {name}", or(board, own))
            }
        };
        format!("{given}{then}{last}")
    }

    /// The cells with digits without which a part does not follow.
    fn needed(&self, part: &Part) -> Option<Vec<Cell>> {
        let mut facts = self.base.clone();
        facts[part.cell] = part.digits;
        let mut needed = Vec::new();
        for &c in &self.placed {
            facts[c] = self.board().all();
            if self.is_possible(&facts)? {
                facts[c] = self.left(c);
                needed.push(c);
            }
        }
        Some(needed)
    }

    /// `r1c1 is 3 and r1c2 is 5`.
    fn are(&self, placed: &[Cell]) -> String {
        let board = self.board();
        let is = |&c: &Cell| format!("{} is {}", cell(board, c), or(board, self.left(c)));
        join(&placed.iter().map(is).collect::<Vec<_>>(), "and")
    }
}

/// `1 and 3`.
fn and(board: &Board, set: Digits) -> String {
    digits(board, set, "and")
}

/// How many sets of so many there are.
fn sets_of(all: usize, size: usize) -> usize {
    (0..size).fold(1, |sets, at| sets * (all - at.min(all)) / (at + 1))
}

/// `r1c1 would be 3 or 4, r1c2 5`.
fn would_be(cells: &[String]) -> String {
    let mut texts = cells.to_vec();
    if let Some((at, digits)) = cells.first().and_then(|text| text.split_once(' ')) {
        texts[0] = format!("{at} would be {digits}");
    }
    join(&texts, "and")
}

#[cfg(test)]
mod tests {
    use pencilmark_kernel::search::Rng;

    use super::super::super::brute;
    use super::*;
    use crate::Marks;

    /// Whatever marks are left, a digit goes by those of the cells that are named and by no fewer.
    #[test]
    fn cells_that_shut_a_mark_out_are_all_needed() {
        let (mut rng, mut told) = (Rng::new(11), 0);
        for clue in ["sum-line 5 r1c1-4 r2c4 loop", "lunchbox 3 r1c1-4", "region-sum-line r1c1-4"] {
            let text = format!("grid 4\n{clue}\n");
            let board = Board::new(&pencilmark_formats::parse("few", &text).expect("a puzzle"));
            let unit = board.units.iter().position(|u| u.house.is_none()).expect("a clue");
            let scope = &board.units[unit].scope;
            let all = brute::fillings(&board, unit);
            for _ in 0..60 {
                let mut marks = Marks::full(&board);
                for &cell in scope {
                    for digit in 0..board.digits {
                        if rng.below(2) == 0 && marks.of[cell].count_ones() > 2 {
                            marks.erase(&board, Mark { cell, digit });
                        }
                    }
                }
                let view = View { board: &board, marks: &marks };
                let supposed = Supposed::new(view, &[unit]).expect("a constraint");
                for (at, &cell) in scope.iter().enumerate() {
                    let others: Vec<Cell> = scope.iter().copied().filter(|c| *c != cell).collect();
                    for digit in Each(marks.left_of(cell)) {
                        let goes = |by: &[Cell]| {
                            let fits = |(c, d): (&Cell, &usize)| {
                                !by.contains(c) || marks.left_of(*c) >> d & 1 == 1
                            };
                            let fits = |way: &&Vec<usize>| scope.iter().zip(*way).all(fits);
                            all.iter().filter(fits).any(|way| way[at] == digit)
                        };
                        let by = supposed.irreducible(cell, digit, others.clone());
                        assert_eq!(by.is_none(), goes(&others), "{clue} {marks:?}");
                        let Some(by) = by else { continue };
                        assert!(!goes(&by), "{clue} {marks:?}");
                        for one in &by {
                            let fewer: Vec<Cell> =
                                by.iter().copied().filter(|c| c != one).collect();
                            assert!(goes(&fewer), "{clue} {marks:?}");
                        }
                        told += usize::from(by.len() > 1);
                    }
                }
            }
        }
        assert!(told > 50, "{told}");
    }

    /// A reason for one mark that goes by some constraints, where some cells have few marks left.
    fn told(text: &str, few: &[(usize, &[usize])], scopes: &[usize], gone: Mark) -> String {
        let board = Board::new(&pencilmark_formats::parse("few", text).expect("a puzzle"));
        let mut marks = Marks::full(&board);
        for &(cell, digits) in few {
            for digit in (0..board.digits).filter(|d| !digits.contains(&(d + 1))) {
                marks.erase(&board, Mark { cell, digit });
            }
        }
        let holds = |unit: &usize| {
            let own = &board.units[*unit];
            let clue = own.house.is_none();
            clue || own.scope.len() == scopes.len() && scopes.iter().all(|c| own.scope.contains(c))
        };
        let mut units: Vec<usize> = (0..board.units.len()).filter(holds).collect();
        units.sort_by_key(|&u| board.units[u].house.is_some());
        let found = Found::new(crate::Technique::Several, Pattern::Several { units, why: None });
        let found = found.removing(vec![gone]);
        let view = View { board: &board, marks: &marks };
        let Pattern::Several { units, .. } = &found.pattern else { return String::new() };
        reason(view, &found, units, "It").expect("a reason")
    }

    /// Three of four cells have to make 11, at least 10, and none of them can be one more.
    #[test]
    fn what_cells_of_a_sum_have_to_make_is_told() {
        let few: [(usize, &[usize]); 4] =
            [(0, &[4, 9]), (11, &[3, 5, 6, 7, 8]), (22, &[6, 8, 9]), (33, &[1, 7, 8])];
        let text = "grid 9\nboxes none\nsum 20 r1c1 r2c3 r3c5 r4c7\n";
        assert_eq!(
            told(text, &few, &[], Mark { cell: 0, digit: 8 }),
            "It: if r1c1 were 9, r2c3, r3c5 and r4c7 would have to make 11, which they cannot: r2c3 \
             has only 3 and 5 to 8, r3c5 has only 6, 8 and 9 and r4c7 has only 1, 7 and 8."
        );
    }

    /// With 2 elsewhere in the box, three cells of the arrow in it are 1, 3 and 4.
    #[test]
    fn who_takes_the_digits_of_a_cell_is_told() {
        let text = "grid 9\narrow r6c2 = r4c6 r5c5 r6c4 r7c3\n";
        let square: Vec<usize> =
            (3..6).flat_map(|row| (3..6).map(move |column| 9 * row + column)).collect();
        assert_eq!(
            told(text, &[(30, &[2, 3, 4])], &square, Mark { cell: 31, digit: 1 }),
            "It: if r4c5 were 2, r4c6, r5c5 and r6c4 would take 3 and 4, so nothing would be left of \
             2 to 4 for r4c4."
        );
    }
}
