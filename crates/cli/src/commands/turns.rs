//! Two engines in turns: what one cannot do in its time the other may do at once.
//!
//! Erasing marks is the faster one nearly always. Where it is not (large plain grids, and some
//! puzzles whose dead ends lie deep), clauses learnt from dead ends are faster by any factor. So
//! marks begin, and when they have used up their guesses clauses have a turn of so many conflicts;
//! each later turn is longer. Guesses and conflicts are counted, not seconds, so that answers
//! depend on nothing else.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use pencilmark::Solver;
use pencilmark::kernel::search::{Limits, Search, Solution, Stop};
use pencilmark::kernel::{Constraint, Model, Posted, VarId};
use pencilmark_sat::{Ended, PuzzleSolver};

use super::Ask;
use super::finder::declared;
use crate::options::Engine;
use crate::report::Found;

/// Plain grids up to about this many cells are searched fast: 11 x 11.
const SMALL: usize = 128;

/// Guesses and conflicts up to the end of a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub guesses: u64,
    conflicts: u64,
}

impl Turn {
    /// The first turn; none if there is only one engine to ask, or the limit comes before it ends.
    pub fn of(ask: &Ask<'_>, solver: &Solver) -> Option<Turn> {
        let options = ask.options();
        // Solutions in random order are asked for, not proofs.
        if options.engine != Engine::Turns || options.random.is_some() {
            return None;
        }
        Turn::first(solver.model())?.within(&ask.limits)
    }

    /// None if the limit comes before its end.
    fn within(self, limits: &Limits) -> Option<Turn> {
        limits.nodes.is_none_or(|most| most > self.guesses).then_some(self)
    }

    /// None if clauses cannot hold the puzzle.
    fn first(model: &Model) -> Option<Turn> {
        if model.vars().iter().any(|def| !def.is_small()) {
            return None;
        }
        let plain = |meaning: &Constraint| {
            matches!(meaning, Constraint::Distinct(_) | Constraint::Domain { .. })
        };
        let mut own = model.items().iter().filter(|item| !item.derived);
        // Of large plain grids clauses hold all there is to know, and a conflict costs little more
        // than a guess. On small ones a guess is made in a few microseconds, and a conflict costs
        // twenty of them; with other constraints it may cost a hundred times as much.
        let large = model.vars().len() > SMALL;
        // To say why a region cannot go on takes nearly a millisecond, why a sum or a line cannot a
        // third of that; to see it takes a hundredth.
        let has = |test: fn(&Constraint) -> bool| {
            model.items().iter().any(|item: &Arc<Posted>| test(&item.constraint))
        };
        let regions = has(|c| matches!(c, Constraint::Members { .. }));
        let sums = has(|c| match c {
            Constraint::Linear { terms, .. } => terms.len() > 2,
            Constraint::Cage { .. } | Constraint::Regular { .. } => true,
            _ => false,
        });
        Some(match own.all(|item| plain(&item.constraint)) {
            true if large => Turn { guesses: 1 << 9, conflicts: 1 << 14 },
            true => Turn { guesses: 1 << 18, conflicts: 1 << 13 },
            false if regions => Turn { guesses: 1 << 17, conflicts: 1 << 10 },
            false if sums => Turn { guesses: 1 << 16, conflicts: 1 << 11 },
            false => Turn { guesses: 1 << 16, conflicts: 1 << 13 },
        })
    }

    /// Limits with the guesses of the turn.
    pub fn of_marks(&self, limits: &Limits) -> Limits {
        Limits { nodes: Some(self.guesses), ..limits.clone() }
    }

    /// What clauses find in their turn, up to `most` solutions, and their conflicts. The result is
    /// there if they come to an end, or to a limit that ends all.
    pub fn by_clauses(
        &self,
        solver: &Solver,
        limits: &Limits,
        most: u64,
    ) -> (Option<(Found, Option<Stop>)>, u64) {
        let mut clauses = match PuzzleSolver::new(solver.model().clone()) {
            Ok(clauses) => clauses,
            Err(stop) => return (Some((Found { count: 0, exact: false }, Some(stop))), 0),
        };
        let limits = Limits { nodes: Some(self.conflicts), ..limits.clone() };
        let mut count = 0;
        let result = loop {
            if count == most {
                break Some((Found { count, exact: false }, None));
            }
            match clauses.next_solution(&limits) {
                Ok(Some(_)) => count += 1,
                Ok(None) => break Some((Found { count, exact: true }, None)),
                Err(Ended::Stopped(Stop::Nodes) | Ended::Open(_)) => break None,
                Err(Ended::Stopped(stop)) => {
                    break Some((Found { count, exact: false }, Some(stop)));
                }
            }
        };
        (result, clauses.conflicts())
    }

    /// The next one is this much longer. None if the limit comes before its end.
    pub fn next(self, limits: &Limits) -> Option<Turn> {
        self.longer().within(limits)
    }

    fn longer(self) -> Turn {
        let Turn { guesses, conflicts } = self;
        Turn { guesses: guesses.saturating_mul(4), conflicts: conflicts.saturating_mul(4) }
    }
}

/// A search in turns.
pub(super) struct Turns<'s> {
    solver: &'s Solver,
    /// What the search was told beyond the model: variables and the places of their values.
    fixed: Vec<(VarId, u32)>,
    /// Limits of the whole.
    limits: Limits,
    turn: Turn,
    marks: Box<Search<'s>>,
    /// There once it has had a turn.
    clauses: Option<Box<PuzzleSolver>>,
    clauses_turn: bool,
    /// Whether to ask, after some guesses, if there is a solution at all.
    asks: bool,
    /// Whether there is none.
    hopeless: bool,
    /// What each has found: the other finds it again.
    by_marks: HashSet<Vec<i64>>,
    by_clauses: HashSet<Vec<i64>>,
}

/// Guesses after which it pays to ask whether there is a solution at all, where digits can be
/// exchanged.
const PATIENCE: u64 = 1000;

/// Where so many solutions were found clauses have no turn: marks find the others fastest.
const MANY: usize = 1000;

impl<'s> Turns<'s> {
    /// A search within limits. Marks begin.
    pub fn new(solver: &'s Solver, marks: Search<'s>, limits: &Limits, turn: Turn) -> Self {
        let mut turns = Self {
            solver,
            fixed: Vec::new(),
            limits: limits.clone(),
            turn,
            marks: Box::new(marks),
            clauses: None,
            clauses_turn: false,
            asks: solver.digits_can_be_exchanged(),
            hopeless: false,
            by_marks: HashSet::new(),
            by_clauses: HashSet::new(),
        };
        turns.allow_marks();
        turns
    }

    /// The same, for a search that was told these values.
    pub fn with_fixed(mut self, fixed: Vec<(VarId, u32)>) -> Self {
        self.fixed = fixed;
        self.asks = false;
        self.allow_marks();
        self
    }

    /// The next solution; none when there are no more.
    pub fn next_solution(&mut self) -> Result<Option<Solution>, Stop> {
        loop {
            if self.hopeless {
                return Ok(None);
            }
            if self.clauses_turn && self.by_clauses.len() >= MANY {
                self.change()?;
            }
            let result = match &mut self.clauses {
                Some(clauses) if self.clauses_turn => {
                    let left =
                        self.limits.nodes.map(|most| most.saturating_sub(self.marks.stats().nodes));
                    let most =
                        left.map_or(self.turn.conflicts, |left| left.min(self.turn.conflicts));
                    let limits = Limits { nodes: Some(most), ..self.limits.clone() };
                    clauses.next_solution(&limits).map_err(|ended| match ended {
                        Ended::Stopped(stop) => stop,
                        // Only wide variables stay open, and there are none.
                        Ended::Open(_) => Stop::Nodes,
                    })
                }
                _ => self.marks.next_solution(),
            };
            match result {
                Ok(Some(solution)) if self.is_new(&solution) => return Ok(Some(solution)),
                Ok(Some(_)) => {}
                Ok(None) => return Ok(None),
                Err(Stop::Nodes) => self.change()?,
                Err(stop) => return Err(stop),
            }
        }
    }

    /// Whether the other engine has not found it before.
    fn is_new(&mut self, solution: &Solution) -> bool {
        if self.by_marks.len() >= MANY && self.by_clauses.is_empty() {
            return true;
        }
        let values = declared(solution, self.solver.model());
        let (mine, other) = match self.clauses_turn {
            true => (&mut self.by_clauses, &self.by_marks),
            false => (&mut self.by_marks, &self.by_clauses),
        };
        let new = !other.contains(&values);
        if new && mine.len() < MANY {
            mine.insert(values);
        }
        new
    }

    /// The other engine's turn.
    fn change(&mut self) -> Result<(), Stop> {
        if self.limits.nodes.is_some_and(|most| self.nodes() >= most) {
            return Err(Stop::Nodes);
        }
        if std::mem::take(&mut self.asks) {
            self.hopeless = self.by_marks.is_empty() && !self.solver.has_a_solution()?;
        } else if self.clauses_turn {
            self.turn = self.turn.longer();
            self.clauses_turn = false;
        } else if self.by_marks.len() < MANY && self.by_clauses.len() < MANY {
            if self.clauses.is_none() {
                self.clauses = Some(Box::new(self.make_clauses()?));
            }
            self.clauses_turn = true;
        } else {
            self.turn.guesses = u64::MAX;
        }
        self.allow_marks();
        Ok(())
    }

    fn make_clauses(&self) -> Result<PuzzleSolver, Stop> {
        let mut clauses = PuzzleSolver::new(self.solver.model().clone())?;
        for &(var, place) in &self.fixed {
            let lit = clauses.lit(var, place);
            if let Some(solver) = clauses.solver() {
                // A value that is no more at the root leaves nothing: the empty clause says so.
                solver.add_clause(lit.as_slice());
            }
        }
        Ok(clauses)
    }

    /// Lets marks go on to the end of their turn.
    fn allow_marks(&mut self) {
        let conflicts = self.clauses.as_ref().map_or(0, |clauses| clauses.conflicts());
        let left = self.limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(conflicts));
        let turn = if self.asks { PATIENCE } else { self.turn.guesses };
        let most = left.min(turn);
        self.marks.allow((most < u64::MAX).then_some(most));
    }

    /// Moves the deadline: the search was kept waiting.
    pub fn postpone(&mut self, by: Duration) {
        self.marks.postpone(by);
        self.limits.deadline = self.limits.deadline.and_then(|deadline| deadline.checked_add(by));
    }

    /// Guesses and conflicts so far.
    pub fn nodes(&self) -> u64 {
        let conflicts = self.clauses.as_ref().map_or(0, |clauses| clauses.conflicts());
        self.marks.stats().nodes + conflicts
    }
}

#[cfg(test)]
mod tests {
    use pencilmark::Settings;
    use pencilmark::kernel::search::SearchOptions;
    use pencilmark::parse;

    use super::*;

    /// A jigsaw that takes millions of guesses if every digit is tried in every place.
    #[test]
    fn hopeless_jigsaws_are_soon_refuted() {
        let layout =
            "AAAAABBBBCCADABBBECCCDABEEEFCCDABEEEFCCDDDGGEFFFHIDGGEFFFHIDGGGFHHHIDIGGHHHHIIIII";
        let mut text = String::from("grid 9\nboxes none\n");
        for letter in 'A'..='I' {
            let cells = layout.chars().enumerate().filter(|&(_, c)| c == letter);
            let cells = cells.map(|(i, _)| format!("r{}c{}", i / 9 + 1, i % 9 + 1));
            text += &format!("region {}\n", cells.collect::<Vec<_>>().join(" "));
        }
        let (solver, limits) = (solver(&text), Limits { nodes: Some(5_000), ..Limits::default() });
        let turn = Turn { guesses: 1 << 16, conflicts: 1 << 13 };
        let mut turns = Turns::new(&solver, marks(&solver, &limits), &limits, turn);
        assert!(matches!(turns.next_solution(), Ok(None)));
    }

    const DRAFTS: [&str; 5] = [
        "grid 4",
        "grid 4\nthermo r1c1-3\ndifference 1 r4c3-4",
        "grid 6\ncage 11 r1c1-3\ncage 5 r2c1-2\nanti-knight\ngiven r6c6 1\ngiven r5c2 2\ngiven r3c3 6",
        "grid 4\ncage 4 r1c1-2\ncage 4 r2c1-2",
        "grid 4\nboxes none\nchaos-construction\ngiven r1c1 1\ngiven r2c2 2\n\
         rule region_r1c1 = region_r2c2",
    ];

    fn solver(text: &str) -> Solver {
        Solver::new(&parse("draft", text).expect("a puzzle"), Settings::default())
    }

    fn marks<'s>(solver: &'s Solver, limits: &Limits) -> Search<'s> {
        Search::new(solver.model(), SearchOptions { limits: limits.clone(), seed: None })
    }

    #[test]
    fn turns_find_what_marks_find() {
        for text in DRAFTS {
            let solver = solver(text);
            let limits = Limits::default();
            let mut alone = marks(&solver, &limits);
            let mut expected = HashSet::new();
            while let Some(solution) = alone.next_solution().expect("no limits") {
                expected.insert(declared(&solution, solver.model()));
            }
            for (guesses, conflicts) in [(1, 1), (3, 2), (40, 1), (1, 40)] {
                let turn = Turn { guesses, conflicts };
                let mut turns = Turns::new(&solver, marks(&solver, &limits), &limits, turn);
                let mut found = HashSet::new();
                while let Some(solution) = turns.next_solution().expect("no limits") {
                    assert!(found.insert(declared(&solution, solver.model())), "{text}: twice");
                }
                assert_eq!(found, expected, "{text}");
            }
        }
    }

    #[test]
    fn clauses_are_told_what_the_search_was_told() {
        let solver = solver("grid 4");
        let limits = Limits::default();
        let told = [(0, 1), (5, 2), (10, 4)].map(|(at, digit)| (solver.lowered().cells[at], digit));
        let search = || {
            let mut search = marks(&solver, &limits);
            told.iter().for_each(|&(cell, digit)| search.fix(cell, digit));
            search
        };
        let mut alone = search();
        let mut expected = HashSet::new();
        while let Some(solution) = alone.next_solution().expect("no limits") {
            expected.insert(declared(&solution, solver.model()));
        }
        let turn = Turn { guesses: 1, conflicts: 40 };
        let fixed = told.map(|(cell, digit)| (cell, digit as u32 - 1)).to_vec();
        let mut turns = Turns::new(&solver, search(), &limits, turn).with_fixed(fixed);
        let mut found = HashSet::new();
        while let Some(solution) = turns.next_solution().expect("no limits") {
            found.insert(declared(&solution, solver.model()));
        }
        assert!(expected.len() > 1);
        assert!(turns.clauses.is_some(), "clauses have had no turn");
        assert_eq!(found, expected);
    }

    #[test]
    fn many_solutions_of_clauses_come_once() {
        let solver = solver("grid 6\ngiven r1c1 1\nthermo r2c1-3");
        let limits = Limits::default();
        let turn = Turn { guesses: 4, conflicts: 1 << 20 };
        let mut turns = Turns::new(&solver, marks(&solver, &limits), &limits, turn);
        let mut found = HashSet::new();
        while found.len() < 3 * MANY {
            let solution = turns.next_solution().expect("no limits").expect("there are more");
            assert!(found.insert(declared(&solution, solver.model())), "twice");
        }
        assert_eq!(turns.by_clauses.len(), MANY);
    }

    #[test]
    fn a_limit_on_nodes_holds_for_both() {
        let solver = solver("grid 9\nanti-knight\nthermo r1c1-3");
        let limits = Limits { nodes: Some(50), ..Limits::default() };
        let turn = Turn { guesses: 4, conflicts: 4 };
        let mut turns = Turns::new(&solver, marks(&solver, &limits), &limits, turn);
        let stopped = loop {
            match turns.next_solution() {
                Ok(Some(_)) => {}
                Ok(None) => break None,
                Err(stop) => break Some(stop),
            }
        };
        assert_eq!(stopped, Some(Stop::Nodes));
        assert!(turns.nodes() <= 60, "{} nodes", turns.nodes());
    }

    #[test]
    fn clauses_have_their_turn_soonest_on_large_plain_grids() {
        let guesses = |text| Turn::first(solver(text).model()).map(|turn| turn.guesses);
        assert!(guesses("grid 16\ngiven r1c1 1") < guesses("grid 16\nthermo r1c1-3"));
        assert!(guesses("grid 16\ngiven r1c1 1") < guesses("grid 9\ngiven r1c1 1"));
        assert_eq!(guesses("grid 9\nvar x in 0..1000\nrule r1c1 + x = 500"), None);
    }
}
