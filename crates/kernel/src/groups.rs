//! Questions about clues: which contradict each other, which follow from the others.
//!
//! A clue is a group of constraints. A problem restricted to some groups is compiled and
//! searched like any other; what is asked here is only which restrictions to try.

use crate::compile::{CompileOptions, Strength};
use crate::constraint::Constraint;
use crate::derive::{DeriveOptions, derive};
use crate::ids::{GroupId, VarId};
use crate::problem::Problem;
use crate::search::{Limits, Search, SearchOptions, Solution, Stop};

mod hitting;

/// Clues that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Core {
    /// The clues, in their order.
    pub groups: Vec<GroupId>,
    /// Whether no smaller set contradicts itself either (if not: the limit was reached
    /// before that was known).
    pub smallest: bool,
}

/// A smallest set of clues without a common solution, or none if there is a solution.
///
/// First clues are dropped one by one while the rest still contradicts itself. Then, by
/// implicit hitting sets: any satisfiable set of clues shows a set of clues (those its
/// solution breaks) of which every contradiction must contain one; the smallest set that
/// meets all of these is either contradictory, and then no smaller one is, or gives the
/// next one to meet.
pub fn contradiction(problem: &Problem, limits: &Limits) -> Result<Option<Core>, Stop> {
    contradictions(problem, limits, &mut |_| {})
}

/// The same for somebody who waits: `see` is shown contradictions on the way, each clearly
/// smaller than the one before. The first is all clues.
pub fn contradictions(
    problem: &Problem,
    limits: &Limits,
    see: &mut dyn FnMut(&[GroupId]),
) -> Result<Option<Core>, Stop> {
    let all: Vec<GroupId> = (0..problem.group_count()).map(GroupId::new).collect();
    // How far each of many small searches is tells nobody anything.
    let limits = Limits { progress: None, ..limits.clone() };
    let mut asker = Asker { problem, limits: limits.clone() };
    if asker.solution(&all)?.is_some() {
        return Ok(None);
    }
    let mut shown = all.len();
    see(&all);
    // From here on a contradiction is in hand: a limit only makes it less small. What is seen
    // at once goes first: to be refuted with effort there are then fewer clues.
    let mut shrunk = all;
    for effort in [QUICK, EFFORT] {
        asker.limits = limits.with_nodes(effort);
        shrunk = asker.shrink(shrunk, &mut |core| {
            if core.len() * 10 <= shown * 9 {
                shown = core.len();
                see(core);
            }
        });
        // What comes next takes longer.
        if shrunk.len() < shown {
            shown = shrunk.len();
            see(&shrunk);
        }
    }
    let (groups, smallest) = match asker.smallest(shrunk.len()) {
        Ok(Some(groups)) => (groups, true),
        Ok(None) => (shrunk, true),
        Err(_) => (shrunk, false),
    };
    Ok(Some(Core { groups, smallest }))
}

/// Whether a clue follows from the others: no solution of the others breaks it.
///
/// Asks for a solution of the others and of the clue's negation.
pub fn implied(problem: &Problem, clue: GroupId, limits: &Limits) -> Result<bool, Stop> {
    let mut others = problem.restricted(|g| g != clue);
    let own = problem.posted().iter().filter(|p| !p.derived && p.groups.contains(&clue));
    let own: Vec<&Constraint> = own.map(|p| &p.constraint).collect();
    if let Some(branches) = own.iter().map(|c| c.negated(problem)).collect::<Option<Vec<_>>>() {
        others.post(clue, Constraint::Or(branches.into_iter().map(|c| vec![c]).collect()));
    }
    let model = derive(&others, &DeriveOptions::default()).compile(&CompileOptions::default());
    let options = SearchOptions { limits: limits.clone(), ..Default::default() };
    let mut search = Search::new(&model, options);
    // Where no negation can be written down, solutions are looked at one by one.
    while let Some(solution) = search.next_solution()? {
        if !own.iter().all(|c| c.holds(&|v| solution.value(v))) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Nodes for one question on the way. A set of clues that takes longer to refute is not
/// what a person wants to read.
const EFFORT: u64 = 3000;
/// The same at first.
const QUICK: u64 = 30;
/// Searches of the hitting-set loop before it is given up.
const MAX_ROUNDS: usize = 500;

struct Asker<'a> {
    problem: &'a Problem,
    limits: Limits,
}

impl Asker<'_> {
    /// A solution of these clues alone.
    fn solution(&self, groups: &[GroupId]) -> Result<Option<Solution>, Stop> {
        let part = self.problem.restricted(|g| groups.binary_search(&g).is_ok());
        // Full strength: refuting few clues needs insight more than speed.
        let options = CompileOptions { distinct: Strength::Full, ..Default::default() };
        let model = derive(&part, &DeriveOptions::default()).compile(&options);
        let options = SearchOptions { limits: self.limits.clone(), ..Default::default() };
        Search::new(&model, options).next_solution()
    }

    /// Drops clues while the rest has no solution: large pieces first, then one by one.
    fn shrink(&self, mut core: Vec<GroupId>, see: &mut dyn FnMut(&[GroupId])) -> Vec<GroupId> {
        let mut piece = core.len().div_ceil(2);
        while piece > 0 {
            let mut start = core.len();
            while start > 0 {
                start = start.saturating_sub(piece);
                let end = (start + piece).min(core.len());
                let rest: Vec<GroupId> = [&core[..start], &core[end..]].concat();
                match self.solution(&rest) {
                    Ok(None) => {
                        core = rest;
                        see(&core);
                    }
                    // Too hard to refute counts as needed: the set stays contradictory.
                    Ok(Some(_)) | Err(Stop::Nodes) => {}
                    Err(Stop::Time | Stop::Cancelled) => return core,
                }
            }
            piece /= 2;
        }
        core
    }

    /// A contradictory set smaller than `size`, or none if there is none.
    fn smallest(&self, size: usize) -> Result<Option<Vec<GroupId>>, Stop> {
        let mut to_meet: Vec<Vec<GroupId>> = Vec::new();
        let mut steps = 0;
        for _ in 0..MAX_ROUNDS {
            let Some(mut chosen) = hitting::smallest(&to_meet, size, &mut steps)? else {
                return Ok(None);
            };
            chosen.sort_unstable();
            match self.solution(&chosen)? {
                None => return Ok(Some(chosen)),
                Some(solution) => to_meet.push(self.broken(solution)?),
            }
        }
        Err(Stop::Nodes)
    }

    /// The clues outside a large satisfiable set: those that the solution breaks, and as
    /// few as easily come out.
    fn broken(&self, mut solution: Solution) -> Result<Vec<GroupId>, Stop> {
        loop {
            let kept = self.kept_by(&solution);
            let broken: Vec<GroupId> = (0..self.problem.group_count())
                .map(GroupId::new)
                .filter(|g| !kept[g.index()])
                .collect();
            // One more clue at a time, as long as a solution is found at once: fewer broken
            // clues make the next guess better. More effort here does not pay.
            let Some(&extra) = broken.first() else { return Ok(broken) };
            let mut chosen: Vec<GroupId> =
                (0..kept.len()).map(GroupId::new).filter(|g| kept[g.index()]).collect();
            let at = chosen.partition_point(|&g| g < extra);
            chosen.insert(at, extra);
            match self.solution(&chosen) {
                Ok(Some(better)) => solution = better,
                Ok(None) | Err(Stop::Nodes) => return Ok(broken),
                Err(stop) => return Err(stop),
            }
        }
    }

    /// For each clue, whether the solution keeps it.
    fn kept_by(&self, solution: &Solution) -> Vec<bool> {
        let mut kept = vec![true; self.problem.group_count()];
        for posted in self.problem.posted().iter().filter(|p| !p.derived) {
            let value = |v: VarId| solution.value(v);
            if !posted.constraint.holds(&value) {
                posted.groups.iter().for_each(|g| kept[g.index()] = false);
            }
        }
        kept
    }
}
