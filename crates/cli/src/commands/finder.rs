//! Solutions one by one, from whichever engine was asked for.

use std::collections::HashSet;
use std::time::Duration;

use pencilmark::Solver;
use pencilmark::kernel::Model;
use pencilmark::kernel::search::{Limits, Search, SearchOptions, Solution, Stop};
use pencilmark_sat::{Ended, PuzzleSolver};

use super::turns::{Turn, Turns};
use super::{Ask, search};
use crate::options::Engine;

/// A search of a puzzle.
pub(super) enum Finder<'s> {
    /// The kernel's: marks are erased, and one is tried.
    Marks(Box<Search<'s>>),
    /// The same, and clauses where it takes long.
    Turns(Box<Turns<'s>>),
    /// The same after the other engine gave up, without what that had found.
    Rest(&'s Model, Box<Search<'s>>, HashSet<Vec<i64>>),
    /// Clauses learnt from dead ends.
    Clauses(Box<Clauses<'s>>),
}

/// A search by the clause engine.
pub(super) struct Clauses<'s> {
    solver: &'s Solver,
    search: PuzzleSolver,
    limits: Limits,
    /// What was found, if it may come to giving up.
    found: Option<HashSet<Vec<i64>>>,
}

impl<'s> Finder<'s> {
    /// The kernel's search.
    pub fn marks(search: Search<'s>) -> Finder<'s> {
        Finder::Marks(Box::new(search))
    }

    /// The search that was asked for.
    pub fn new(ask: &Ask<'_>, solver: &'s Solver) -> Result<Finder<'s>, Stop> {
        match ask.options().engine {
            Engine::Marks | Engine::Turns => {
                let (limits, seed) = (ask.limits.clone(), ask.options().random);
                let options = SearchOptions { limits, seed };
                let search = Search::new(solver.model(), options);
                Ok(match Turn::of(ask, solver) {
                    Some(turn) => {
                        Finder::Turns(Box::new(Turns::new(solver, search, &ask.limits, turn)))
                    }
                    None => Finder::marks(search),
                })
            }
            Engine::Clauses => {
                let wide = solver.model().vars().iter().any(|def| !def.is_small());
                Ok(Finder::Clauses(Box::new(Clauses {
                    solver,
                    search: PuzzleSolver::new(solver.model().clone())?,
                    limits: ask.limits.clone(),
                    found: wide.then(HashSet::new),
                })))
            }
        }
    }

    /// The next solution; none when there are no more.
    pub fn next_solution(&mut self) -> Result<Option<Solution>, Stop> {
        loop {
            match self {
                Finder::Marks(search) => return search.next_solution(),
                Finder::Turns(turns) => return turns.next_solution(),
                Finder::Rest(model, search, known) => {
                    let Some(solution) = search.next_solution()? else { return Ok(None) };
                    if !known.remove(&declared(&solution, model)) {
                        return Ok(Some(solution));
                    }
                }
                Finder::Clauses(clauses) => match clauses.search.next_solution(&clauses.limits) {
                    Ok(solution) => {
                        if let (Some(found), Some(solution)) = (&mut clauses.found, &solution) {
                            found.insert(declared(solution, clauses.solver.model()));
                        }
                        return Ok(solution);
                    }
                    Err(Ended::Stopped(stop)) => return Err(stop),
                    // Numbers that no cell determines are tried out by the other engine.
                    Err(Ended::Open(_)) => {
                        let search = Box::new(search(clauses.solver, &clauses.limits));
                        let found = clauses.found.take().unwrap_or_default();
                        *self = Finder::Rest(clauses.solver.model(), search, found);
                    }
                },
            }
        }
    }

    /// Moves the deadline: the search was kept waiting.
    pub fn postpone(&mut self, by: Duration) {
        match self {
            Finder::Marks(search) | Finder::Rest(_, search, _) => search.postpone(by),
            Finder::Turns(turns) => turns.postpone(by),
            Finder::Clauses(clauses) => {
                clauses.limits.deadline = clauses.limits.deadline.map(|deadline| deadline + by);
            }
        }
    }

    /// What it took: guesses, conflicts, or both.
    pub fn nodes(&self) -> u64 {
        match self {
            Finder::Marks(search) | Finder::Rest(_, search, _) => search.stats().nodes,
            Finder::Turns(turns) => turns.nodes(),
            Finder::Clauses(clauses) => clauses.search.conflicts(),
        }
    }
}

/// The values in which solutions differ.
pub(super) fn declared(solution: &Solution, model: &Model) -> Vec<i64> {
    model.vars()[..model.declared()].iter().map(|def| solution.value(def.id)).collect()
}
