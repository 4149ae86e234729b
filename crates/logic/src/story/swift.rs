//! Refutations in so many cases that nobody looks for the fewest: cases are made where contradictions
//! were met before, as the kernel's search does it. Of very many only the first are told; the others are
//! searched by the kernel, and counted.

use super::cases::{Cases, Split};
use super::follow::Thought;
use super::prune::{End, Proof};
use super::{Guide, Truth};
use crate::board::{Board, Mark};
use crate::found::{Many, Refuted};
use crate::oracle::{Facts, Look};
use crate::sets::{Each, count};

/// Ends of cases up to which all of them are told.
const WHOLE: usize = 150;
/// How deep cases lie in cases that are told where there are more.
const DEEP: usize = 2;
/// Ends that the kernel finds in a case which is told all the same, and those it may have then.
const FEW: usize = 16;
const TOLD: usize = 40;
/// Cells of a constraint that is blamed for a contradiction; one that looks at more tells little.
const BLAMED: usize = 27;

/// Cases within cases, of which nothing is told yet.
enum Tree {
    Fails,
    /// In so many cases.
    Counted(usize),
    Cases {
        split: Split,
        below: Vec<Tree>,
    },
}

/// What a search for contradictions has learnt so far.
struct Search<'v> {
    voices: &'v [usize],
    /// By cell, how much it had to do with them.
    points: Vec<u32>,
    /// Ends that are left.
    left: usize,
    /// How deep cases may lie in cases; where they are at an end the rest is counted.
    deep: usize,
    /// Whether no case was followed to its end yet: one of them is, however deep it lies.
    path: bool,
}

/// How much each cell is worth a try before anything is known: short clues tell most.
pub(super) fn weights(board: &Board) -> Vec<u32> {
    let mut points = vec![1; board.cells];
    for unit in board.units.iter().filter(|unit| unit.house.is_none()) {
        let weight = 18u32.saturating_sub(unit.scope.len() as u32).max(9);
        unit.scope.iter().for_each(|&cell| points[cell] += weight);
    }
    points
}

impl Guide<'_> {
    /// How a mark fails, in any number of cases, of which the first are told and the others counted.
    pub(super) fn in_part(
        &mut self,
        voices: &[usize],
        facts: &Facts,
        mark: Mark,
    ) -> Option<Refuted> {
        let told = match self.board.units.iter().any(|unit| unit.outside) {
            true => self.by_story(facts, mark, Cases::COUNTED),
            false => self.swiftly(voices, facts, mark, WHOLE),
        };
        told.or_else(|| {
            let ends = self.oracle.size(facts, mark, u64::MAX)?;
            let units = (0..self.board.units.len()).collect();
            let many = Some(Many { ends: ends as usize + 1, depth: 0, units });
            Some(Refuted { many, ..Refuted::of(mark) })
        })
    }

    /// A mark that is wrong where it is decided most to know it, if there is no patience for easier
    /// ones: a search that begins there is over soonest.
    pub(super) fn decisive(&self, facts: &Facts) -> Option<Mark> {
        let Truth::Known(truth) = self.truth else { return None };
        let wrong = |mark: &Mark| truth[mark.cell] >> mark.digit & 1 == 0;
        let split = self.patience.is_gone().then(|| self.swift_split(facts, &self.points))??;
        split.marks.into_iter().find(wrong)
    }

    /// The same where marks are all there is: up to so many ends are told, each of them.
    fn swiftly(
        &mut self,
        voices: &[usize],
        facts: &Facts,
        mark: Mark,
        whole: usize,
    ) -> Option<Refuted> {
        // What was learnt long ago matters less.
        let mut points = weights(self.board);
        points.iter_mut().zip(&self.points).for_each(|(new, old)| *new += old / 2);
        let mut search = Search { voices, points, left: whole, deep: usize::MAX, path: true };
        let mut tree = self.tree(&mut search, facts, mark);
        if tree.is_none() {
            (search.left, search.deep, search.path) = (usize::MAX, DEEP, true);
            tree = self.tree(&mut search, facts, mark);
        }
        self.points = search.points;
        let proof = self.in_cases(&Thought::new(voices, facts, Look::Joint), mark, &tree?)?;
        Some(self.told_briefly(&proof))
    }

    /// The cases in which a mark fails; none if they are too many.
    fn tree(&self, search: &mut Search<'_>, facts: &Facts, mark: Mark) -> Option<Tree> {
        let mut facts = facts.clone();
        facts[mark.cell] &= 1 << mark.digit;
        let mut by = None;
        let failing = &mut |voice| by = Some(voice);
        let (voices, changed) = (search.voices, [mark.cell]);
        let settled = self.settle_blaming(voices, Look::Joint, &mut facts, &changed, failing);
        if settled.is_err() || facts[mark.cell] == 0 {
            search.left = search.left.checked_sub(1)?;
            search.path = false;
            search.points[mark.cell] += 1;
            let scope = by.map_or(&[][..], |voice| self.scope(voice));
            if scope.len() <= BLAMED {
                scope.iter().for_each(|&cell| search.points[cell] += 1);
            }
            return Some(Tree::Fails);
        }
        if self.is_over() {
            return None;
        }
        if search.deep == 0 && !search.path {
            return self.counted(search, &facts, mark);
        }
        let split = self.swift_split(&facts, &search.points)?;
        let mut below = Vec::with_capacity(split.marks.len());
        let deep = search.deep;
        search.deep = deep.saturating_sub(1);
        for &case in &split.marks {
            below.push(self.tree(search, &facts, case)?);
        }
        search.deep = deep;
        Some(Tree::Cases { split, below })
    }

    /// A case whose cases are counted, or told all the same if they are few.
    fn counted(&self, search: &mut Search<'_>, facts: &Facts, mark: Mark) -> Option<Tree> {
        let ends = self.oracle.size_beside(facts, u64::MAX)? as usize + 1;
        let few = (ends <= FEW).then(|| {
            (search.left, search.deep) = (TOLD, usize::MAX);
            let told = self.tree(search, facts, mark);
            (search.left, search.deep) = (usize::MAX, 0);
            told
        });
        few.flatten().or(Some(Tree::Counted(ends)))
    }

    /// The cell with most points for each of its marks, or two places of a digit that have more.
    fn swift_split(&self, facts: &Facts, points: &[u32]) -> Option<Split> {
        let merit = |points: u32, marks: usize| (60 * u64::from(points)) / marks as u64;
        let size = |cell: usize| count(facts[cell]);
        let open = (0..self.board.cells).filter(|&c| size(c) > 1 && !self.units_of[c].is_empty());
        let key = |&c: &usize| (merit(points[c], size(c)), usize::MAX - c);
        let cell = open.max_by_key(key)?;
        let mut best = merit(points[cell], size(cell));
        let marks = Each(facts[cell]).map(|digit| Mark { cell, digit }).collect();
        let mut split = Split { house: None, marks };
        if size(cell) == 2 {
            return Some(split);
        }
        for (house, list) in self.board.houses.iter().map(|h| &h.list).enumerate() {
            if list.len() < self.board.digits {
                continue;
            }
            for digit in 0..self.board.digits {
                let mut places = list.iter().copied().filter(|&c| facts[c] >> digit & 1 == 1);
                let (Some(a), Some(b), None) = (places.next(), places.next(), places.next()) else {
                    continue;
                };
                let own = merit(points[a].max(points[b]), 2);
                if own > best {
                    best = own;
                    let marks = [a, b].map(|cell| Mark { cell, digit }).to_vec();
                    split = Split { house: Some(house), marks };
                }
            }
        }
        Some(split)
    }

    /// What follows case by case.
    fn in_cases<'t>(&self, before: &Thought<'t>, mark: Mark, tree: &Tree) -> Option<Proof<'t>> {
        let (mut thought, start) = (before.clone(), before.events.len());
        if let Tree::Counted(ends) = *tree {
            // Whoever searched used all there is.
            let units = (0..self.board.units.len()).collect();
            let end = End::Untold(Many { ends, depth: 0, units });
            return Some(Proof { assumed: mark, thought, start, end });
        }
        self.suppose(&mut thought, mark, usize::MAX);
        let end = match tree {
            _ if thought.fails() => End::Fails,
            Tree::Cases { split, below } => {
                let cases = split.marks.iter().zip(below);
                let cases = cases.map(|(&case, tree)| self.in_cases(&thought, case, tree));
                End::Cases { house: split.house, cases: cases.collect::<Option<_>>()? }
            }
            // Who is asked round by round says no less than who is asked one after the other.
            _ => return None,
        };
        Some(Proof { assumed: mark, thought, start, end })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;
    use crate::marks::Marks;
    use crate::story::Manner;
    use pencilmark_kernel::search::Limits;

    /// Regions to be found, with arrows that count their cells.
    const REGIONS: &str = "grid 6\nboxes none\nchaos-construction\nchaos-arrow r1c2\n\
                           chaos-count r2c2 others\nchaos-arrow r4c1\nchaos-arrow r6c6\n\
                           given r1c1 1\ngiven r3c4 3\ngiven r5c5 2\ngiven r6c2 5\n";

    fn has_an_end(told: &Refuted) -> bool {
        match &told.cases[..] {
            [] => told.many.is_none(),
            cases => cases.iter().any(has_an_end),
        }
    }

    /// What is told of a few wrong marks holds line by line, and what is counted fails, too.
    fn told_and_checked(
        text: &str,
        tell: impl Fn(&mut Guide<'_>, &Facts, Mark) -> Option<Refuted>,
    ) {
        let board = Board::new(&pencilmark_formats::parse("hard", text).expect("a puzzle"));
        let truth = Truth::of(&board, &Limits::default());
        let Truth::Known(right) = &truth else { panic!("it has solutions") };
        let marks = Marks::start(&board);
        let mut guide = Guide::new(&board, Manner::default(), &truth);
        let facts = guide.facts(&marks);
        let wrong = marks.all().filter(|m| right[m.cell] >> m.digit & 1 == 0);
        let (mut whole, mut part) = (0, 0);
        for mark in wrong.step_by(40).take(6) {
            let told = tell(&mut guide, &facts, mark).expect("it is wrong");
            assert_ne!(check::trace(guide.oracle(), &told, &facts), Some(false), "{told:?}");
            assert!(has_an_end(&told), "one way at least is told to its end: {told:?}");
            *(if told.is_partly_told() { &mut part } else { &mut whole }) += 1;
        }
        assert!(part > 0, "{whole} are told as a whole");
    }

    #[test]
    fn very_many_cases_are_told_in_part_and_hold() {
        let text = include_str!("../../../../puzzles/little-killer-9.pencil");
        told_and_checked(text, |guide, facts, mark| {
            let units: Vec<usize> = (0..guide.board.units.len()).collect();
            guide.swiftly(&units, facts, mark, 3)
        });
    }

    #[test]
    fn the_same_with_values_outside_the_grid() {
        told_and_checked(REGIONS, |guide, facts, mark| guide.in_part(&[], facts, mark));
    }

    #[test]
    fn without_patience_the_most_decisive_mark_is_wrong() {
        let text = include_str!("../../../../puzzles/little-killer-9.pencil");
        let board = Board::new(&pencilmark_formats::parse("hard", text).expect("a puzzle"));
        let truth = Truth::of(&board, &Limits::default());
        let mut guide = Guide::new(&board, Manner::default(), &truth);
        let facts = guide.facts(&Marks::start(&board));
        assert_eq!(guide.decisive(&facts), None, "there is patience");
        (0..10).for_each(|_| guide.patience.spend(None));
        let mark = guide.decisive(&facts).expect("a mark");
        let Truth::Known(right) = &truth else { panic!("it has one solution") };
        assert_eq!(right[mark.cell] >> mark.digit & 1, 0);
    }
}
