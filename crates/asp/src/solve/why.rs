//! Why there is no answer set: a smallest set of source rules to blame.
//!
//! Leaving a rule out may take answer sets away as well as give some, so "the rest has no
//! answer set" blames the innocent: without its domain a choice has nothing to choose from.
//! The rules to blame are those that leave no answer set *whichever of the other rules are kept*.
//! Every source rule gets an atom that may be chosen and that its ground rules need; assuming some
//! of these atoms asks for all sets of rules that contain those. So a core of assumptions is a set
//! to blame, and a smallest one is found by implicit hitting sets: rules that have an answer set
//! together teach that every set to blame has one of the others.

use std::collections::BTreeMap;

use pencilmark_sat as sat;
use sat::optimize::{Strategy, minimize};
use sat::{Answer, Limits, Lit, Solver};

use super::Error;
use super::compile::compile;
use crate::program::{AtomId, Body, Head, Program, RuleId};

/// What [`blame`] found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Blame {
    /// There is an answer set.
    Satisfiable,
    /// These source rules have no answer set together, whichever of the others are kept, and
    /// each of them is needed for that.
    Rules {
        /// In ascending order; empty if even no rule at all has no answer set.
        sources: Vec<RuleId>,
        /// Whether it is known that no set of fewer rules does that.
        smallest: bool,
    },
    /// A limit was met first.
    Unknown,
}

/// How hard to look for a smallest set: conflicts in each search, and sets to hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Conflicts in each search.
    pub conflicts: u64,
    /// Sets of rules that a set to blame must hit.
    pub sets: usize,
}

impl Effort {
    /// Until it is known.
    pub const ALL: Effort = Effort { conflicts: u64::MAX, sets: usize::MAX };
}

/// Which rules are to blame for there being no answer set. Rules of [`RuleId::NONE`] are
/// always there.
///
/// # Errors
/// If weights are too large.
pub fn blame(program: &Program, effort: Effort, limits: &Limits) -> Result<Blame, Error> {
    let (guarded, names) = guard(program);
    let mut compiled = match compile(&guarded, &|_| true, limits) {
        Err(Error::Stopped) => return Ok(Blame::Unknown),
        compiled => compiled?,
    };
    let always: Vec<Lit> = program.assumptions.iter().map(|&lit| compiled.lit(lit)).collect();
    let guards: Vec<Lit> = names.iter().map(|&(_, atom)| compiled.lit(atom.lit())).collect();
    for &lit in &guards {
        // Many rules at once: what is missing from an answer set is then worth knowing.
        compiled.solver.search_mut().set_phase(lit);
    }
    let mut task = Task { solver: &mut compiled.solver, always, guards, limits };
    let mut core = match task.ask(&vec![true; task.guards.len()], None) {
        Answer::Sat => return Ok(Blame::Satisfiable),
        Answer::Unknown => return Ok(Blame::Unknown),
        Answer::Unsat => task.core(),
    };
    if !task.shrink(&mut core) {
        return Ok(Blame::Unknown);
    }
    let known = core.iter().filter(|&&kept| kept).count();
    let (best, smallest) = match task.smallest(known, effort)? {
        Smallest::Is(best) => (best, true),
        Smallest::Known => (core, true),
        Smallest::Unknown => (core, false),
    };
    let chosen = names.iter().zip(&best).filter(|(_, kept)| **kept);
    Ok(Blame::Rules { sources: chosen.map(|((source, _), _)| *source).collect(), smallest })
}

/// The program with an atom for each source rule, which may be chosen and which its rules need.
fn guard(program: &Program) -> (Program, Vec<(RuleId, AtomId)>) {
    let mut guarded = Program::new();
    for _ in 0..program.atom_count() {
        guarded.new_atom();
    }
    let mut names: BTreeMap<RuleId, AtomId> = BTreeMap::new();
    let mut name_of = |guarded: &mut Program, source: RuleId| {
        *names.entry(source).or_insert_with(|| {
            let atom = guarded.new_atom();
            guarded.add(Head::Choice(&[atom]), Body::Normal(&[]), RuleId::NONE);
            atom
        })
    };
    for edge in &program.edges {
        let mut edge = edge.clone();
        if edge.source != RuleId::NONE {
            edge.condition.push(name_of(&mut guarded, edge.source).lit());
        }
        guarded.edges.push(edge);
    }
    for rule in program.rules() {
        if rule.source == RuleId::NONE {
            guarded.add(rule.head, rule.body, rule.source);
            continue;
        }
        let mut body = vec![name_of(&mut guarded, rule.source).lit()];
        match rule.body {
            Body::Normal(lits) => body.extend_from_slice(lits),
            sum @ Body::Sum { .. } => {
                let reached = guarded.new_atom();
                guarded.add(Head::Disjunction(&[reached]), sum, RuleId::NONE);
                body.push(reached.lit());
            }
        }
        guarded.add(rule.head, Body::Normal(&body), rule.source);
    }
    (guarded, names.into_iter().collect())
}

struct Task<'a> {
    solver: &'a mut Solver,
    always: Vec<Lit>,
    guards: Vec<Lit>,
    limits: &'a Limits,
}

/// What is known about smaller sets.
enum Smallest {
    /// This one is smaller than the one that was known, and no other is smaller still.
    Is(Vec<bool>),
    /// There is none.
    Known,
    Unknown,
}

impl Task<'_> {
    /// Whether some set of rules that contains these has an answer set.
    fn ask(&mut self, kept: &[bool], conflicts: Option<u64>) -> Answer {
        let mut assumed = self.always.clone();
        assumed.extend(self.guards.iter().zip(kept).filter(|(_, kept)| **kept).map(|(l, _)| *l));
        match conflicts {
            None => self.solver.solve(&assumed, self.limits),
            Some(most) => self.solver.solve(&assumed, &self.limits.with_conflicts(most)),
        }
    }

    /// The rules in the core of the last search.
    fn core(&self) -> Vec<bool> {
        let core = self.solver.unsat_core();
        self.guards.iter().map(|lit| core.contains(lit)).collect()
    }

    /// Leaves rules out one by one until each is needed. False if a limit was met.
    fn shrink(&mut self, core: &mut Vec<bool>) -> bool {
        for at in 0..core.len() {
            if !core[at] {
                continue;
            }
            core[at] = false;
            match self.ask(core, None) {
                Answer::Sat => core[at] = true,
                Answer::Unsat => *core = self.core(),
                Answer::Unknown => return false,
            }
        }
        true
    }

    /// All rules that hold in the answer set found last have one together.
    fn take_over(&self, kept: &mut [bool]) {
        for (kept, &lit) in kept.iter_mut().zip(&self.guards) {
            *kept |= self.solver.is_true(lit);
        }
    }

    /// Looks for a smallest set; one of `known` rules is known.
    fn smallest(&mut self, known: usize, effort: Effort) -> Result<Smallest, Error> {
        let most = Some(effort.conflicts);
        // Sets of rules of which every set to blame has one.
        let mut needed: Vec<Vec<usize>> = Vec::new();
        while needed.len() < effort.sets {
            let Some(candidate) = smallest_hit(self.guards.len(), &needed, self.limits)? else {
                return Ok(Smallest::Unknown);
            };
            if candidate.iter().filter(|&&chosen| chosen).count() >= known {
                return Ok(Smallest::Known);
            }
            let mut kept = candidate;
            match self.ask(&kept, most) {
                Answer::Unknown => return Ok(Smallest::Unknown),
                Answer::Unsat => return Ok(Smallest::Is(kept)),
                Answer::Sat => {}
            }
            // Add what can be added; the rest is what every set to blame must touch.
            self.take_over(&mut kept);
            for at in 0..kept.len() {
                if kept[at] {
                    continue;
                }
                kept[at] = true;
                match self.ask(&kept, most) {
                    Answer::Sat => self.take_over(&mut kept),
                    Answer::Unsat => kept[at] = false,
                    Answer::Unknown => return Ok(Smallest::Unknown),
                }
            }
            needed.push((0..kept.len()).filter(|&at| !kept[at]).collect());
        }
        Ok(Smallest::Unknown)
    }
}

/// The smallest choice that contains a member of each set; nothing if a limit was met.
fn smallest_hit(
    count: usize,
    sets: &[Vec<usize>],
    limits: &Limits,
) -> Result<Option<Vec<bool>>, Error> {
    let mut solver = Solver::new();
    let vars: Vec<Lit> = (0..count).map(|_| solver.new_var().lit()).collect();
    for set in sets {
        let clause: Vec<Lit> = set.iter().map(|&at| vars[at]).collect();
        solver.add_clause(&clause);
    }
    let level = vars.iter().map(|&lit| (1, lit)).collect();
    let mut best = None;
    let optimum =
        minimize(&mut solver, &[level], &[], Strategy::Both, limits, &mut |solver, _| {
            best = Some(vars.iter().map(|&lit| solver.is_true(lit)).collect());
            std::ops::ControlFlow::Continue(())
        })?;
    Ok(best.filter(|_| optimum.proven))
}
