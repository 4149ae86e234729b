//! What is asked of a program: answer sets, optima, consequences.

use std::collections::HashMap;
use std::ops::ControlFlow;

use pencilmark_sat as sat;
use sat::optimize::{cost, minimize};
use sat::{Answer, Var};

use super::compile::{Compiled, compile};
use super::{Error, Model, OptMode, Options, Outcome, Projection, Reasoning};
use crate::program::Program;

type OnModel<'a> = dyn FnMut(&Model<'_>) -> ControlFlow<()> + 'a;

pub(super) fn solve(
    program: &Program,
    options: &Options,
    on_model: &mut OnModel<'_>,
) -> Result<Outcome, Error> {
    let mut compiled = match compile(program, &|_| true, &options.limits) {
        Err(Error::Stopped) => return Ok(Outcome { interrupted: true, ..Outcome::default() }),
        compiled => compiled?,
    };
    let levels: Vec<Vec<(i64, sat::Lit)>> = program
        .minimize
        .iter()
        .map(|level| level.elements.iter().map(|&(w, lit)| (w, compiled.lit(lit))).collect())
        .collect();
    if options.opt_mode != OptMode::Ignore {
        // Refused before there is a model with costs that cannot be said.
        for level in &levels {
            let total: i128 = level.iter().map(|&(weight, _)| i128::from(weight).abs()).sum();
            if total > i128::from(i64::MAX / 4) {
                return Err(Error::Overflow);
            }
        }
    }
    let texts = Texts::new(program, &compiled);
    let assumptions = program.assumptions.iter().map(|&lit| compiled.lit(lit)).collect();
    let mut report = Report {
        texts,
        atoms: compiled.atoms.clone(),
        levels,
        truth: Vec::new(),
        shown: Vec::new(),
        most: options.models,
        outcome: Outcome::default(),
        on_model,
    };
    let mut run = Run { program, options, assumptions, compiled: &mut compiled };
    run.all(&mut report)?;
    let mut outcome = report.outcome;
    outcome.stats = compiled.stats;
    outcome.stats.search = compiled.solver.stats();
    outcome.stats.variables = compiled.solver.var_count() as u64;
    Ok(outcome)
}

/// What can be printed: each text once, with the conditions under which it is.
struct Texts {
    /// Index into the outputs, and conditions as conjunctions.
    entries: Vec<(u32, Vec<Vec<sat::Lit>>)>,
}

impl Texts {
    fn new(program: &Program, compiled: &Compiled) -> Texts {
        let mut places: HashMap<&str, usize> = HashMap::with_capacity(program.output.len());
        let mut entries: Vec<(u32, Vec<Vec<sat::Lit>>)> = Vec::with_capacity(program.output.len());
        for (at, output) in program.output.iter().enumerate() {
            let condition = output.condition.iter().map(|&lit| compiled.lit(lit)).collect();
            let place = *places.entry(&output.text).or_insert(entries.len());
            match entries.get_mut(place) {
                Some((_, conditions)) => conditions.push(condition),
                None => entries.push((at as u32, vec![condition])),
            }
        }
        Texts { entries }
    }

    /// A literal for each text.
    fn lits(&self, compiled: &mut Compiled) -> Vec<sat::Lit> {
        let mut lits = Vec::with_capacity(self.entries.len());
        for (_, conditions) in &self.entries {
            let all: Vec<sat::Lit> = conditions
                .iter()
                .map(|condition| match condition[..] {
                    [lit] => lit,
                    _ => {
                        let negated: Vec<sat::Lit> = condition.iter().map(|&lit| !lit).collect();
                        !compiled.any(&negated)
                    }
                })
                .collect();
            lits.push(compiled.any(&all));
        }
        lits
    }
}

/// Hands models over and keeps count.
struct Report<'a, 'b> {
    texts: Texts,
    atoms: Vec<sat::Lit>,
    levels: Vec<Vec<(i64, sat::Lit)>>,
    truth: Vec<bool>,
    shown: Vec<u32>,
    most: u64,
    outcome: Outcome,
    on_model: &'a mut OnModel<'b>,
}

impl Report<'_, '_> {
    /// The solver is at a model.
    fn model(&mut self, solver: &sat::Solver, optimal: bool, counts: bool) -> ControlFlow<()> {
        self.shown.clear();
        for (at, conditions) in &self.texts.entries {
            let holds = |condition: &Vec<sat::Lit>| condition.iter().all(|&l| solver.is_true(l));
            if conditions.iter().any(holds) {
                self.shown.push(*at);
            }
        }
        self.hand_over(solver, optimal, counts)
    }

    /// Hands over what is in `shown`.
    fn hand_over(&mut self, solver: &sat::Solver, optimal: bool, counts: bool) -> ControlFlow<()> {
        self.truth.clear();
        self.truth.extend(self.atoms.iter().map(|&lit| solver.is_true(lit)));
        let costs: Vec<i64> =
            self.levels.iter().map(|level| cost(solver, level).unwrap_or(i64::MAX)).collect();
        self.outcome.satisfiable = Some(true);
        self.outcome.models += 1;
        self.outcome.optimal += u64::from(optimal);
        let model = Model {
            number: if optimal { self.outcome.optimal } else { self.outcome.models },
            shown: &self.shown,
            truth: &self.truth,
            costs: &costs,
            optimal,
        };
        let flow = (self.on_model)(&model);
        if !costs.is_empty() && self.outcome.costs.as_ref().is_none_or(|best| costs < *best) {
            self.outcome.costs = Some(costs);
        }
        let number = if optimal { self.outcome.optimal } else { self.outcome.models };
        if flow.is_break() || (counts && self.most > 0 && number >= self.most) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

struct Run<'a> {
    program: &'a Program,
    options: &'a Options,
    assumptions: Vec<sat::Lit>,
    compiled: &'a mut Compiled,
}

impl Run<'_> {
    fn all(&mut self, report: &mut Report<'_, '_>) -> Result<(), Error> {
        let optimize = match self.options.opt_mode {
            OptMode::Ignore | OptMode::Enum => false,
            OptMode::Opt | OptMode::OptN => !report.levels.is_empty(),
        };
        if let Some(bound) = &self.options.bound
            && self.options.opt_mode != OptMode::Ignore
        {
            self.bound(&report.levels, bound)?;
        }
        let consequences = self.options.reasoning != Reasoning::Models;
        if optimize && !self.optimum(report, !consequences)? {
            return Ok(());
        }
        if consequences {
            self.consequences(report);
        } else if !optimize {
            self.enumerate(report, false);
        } else if self.options.opt_mode == OptMode::OptN {
            report.outcome.exhausted = false;
            self.enumerate(report, true);
        }
        Ok(())
    }

    /// Costs must be at most these, level by level.
    fn bound(&mut self, levels: &[Vec<(i64, sat::Lit)>], bound: &[i64]) -> Result<(), Error> {
        let mut smaller: Vec<sat::Lit> = Vec::new();
        for (level, &most) in levels.iter().zip(bound) {
            let mut clause = smaller.clone();
            clause.push(self.at_most(level, most)?);
            self.compiled.solver.add_clause(&clause);
            smaller.push(match most.checked_sub(1) {
                Some(less) => self.at_most(level, less)?,
                None => !self.compiled.truth,
            });
        }
        Ok(())
    }

    /// A literal that is true iff the sum is at most this.
    fn at_most(&mut self, elements: &[(i64, sat::Lit)], most: i64) -> Result<sat::Lit, Error> {
        let name = self.compiled.solver.new_var().lit();
        let total: i128 = elements.iter().map(|&(weight, _)| i128::from(weight).abs()).sum();
        // More than any sum can miss its bound by.
        let far = total + i128::from(most).abs() + 1;
        let far = i64::try_from(far).map_err(|_| Error::Overflow)?;
        let mut small: Vec<(i64, sat::Lit)> = elements.iter().map(|&(w, l)| (-w, l)).collect();
        small.push((far, !name));
        self.compiled.solver.add_linear(&small, -most)?;
        let mut large = elements.to_vec();
        large.push((far, name));
        self.compiled.solver.add_linear(&large, most + 1)?;
        Ok(name)
    }

    /// Finds the optimum. False if that is all that can be said.
    fn optimum(&mut self, report: &mut Report<'_, '_>, tell: bool) -> Result<bool, Error> {
        let levels = report.levels.clone();
        let counts = self.options.opt_mode == OptMode::Opt;
        let found = minimize(
            &mut self.compiled.solver,
            &levels,
            &self.assumptions,
            self.options.strategy,
            &self.options.limits,
            &mut |solver, _| {
                if tell { report.model(solver, false, counts) } else { ControlFlow::Continue(()) }
            },
        )?;
        let outcome = &mut report.outcome;
        match found.costs {
            None => {
                outcome.satisfiable = found.proven.then_some(false);
                outcome.exhausted = found.proven;
                outcome.interrupted = !found.proven;
                Ok(false)
            }
            Some(costs) => {
                outcome.satisfiable = Some(true);
                outcome.costs = Some(costs);
                outcome.optimum = found.proven;
                outcome.exhausted = found.proven;
                outcome.interrupted = !found.proven && self.out_of_limits();
                Ok(found.proven)
            }
        }
    }

    fn out_of_limits(&self) -> bool {
        let limits = &self.options.limits;
        limits.expired()
            || limits.conflicts.is_some_and(|most| self.compiled.solver.stats().conflicts >= most)
    }

    /// All answer sets.
    fn enumerate(&mut self, report: &mut Report<'_, '_>, optimal: bool) {
        let projection = self.projection(&report.texts);
        let limits = &self.options.limits;
        let solver = &mut self.compiled.solver;
        let mut answer = solver.first_model(&self.assumptions, projection.as_deref(), limits);
        while answer == Answer::Sat {
            if report.model(solver, optimal, true).is_break() {
                report.outcome.exhausted = solver.is_last();
                return;
            }
            answer = solver.next_model(limits);
        }
        let outcome = &mut report.outcome;
        outcome.interrupted = answer == Answer::Unknown;
        outcome.exhausted = answer == Answer::Unsat;
        if outcome.exhausted && outcome.models == 0 {
            outcome.satisfiable = Some(false);
        }
    }

    fn projection(&mut self, texts: &Texts) -> Option<Vec<Var>> {
        match self.options.projection {
            Projection::None => None,
            Projection::Shown => {
                // As in clingo, names that begin with `_` are shown but not counted.
                let lits = texts.lits(self.compiled).into_iter();
                let outputs = &self.program.output;
                let counts =
                    texts.entries.iter().map(|e| !outputs[e.0 as usize].text.starts_with('_'));
                Some(lits.zip(counts).filter(|e| e.1).map(|(lit, _)| lit.var()).collect())
            }
            Projection::Atoms => self.program.projection.as_ref().map(|atoms| {
                atoms.iter().map(|atom| self.compiled.lit(atom.lit()).var()).collect()
            }),
        }
    }

    /// What some or all answer sets print.
    fn consequences(&mut self, report: &mut Report<'_, '_>) {
        let brave = self.options.reasoning == Reasoning::Brave;
        let optimal = self.options.opt_mode == OptMode::OptN && !report.levels.is_empty();
        let lits = report.texts.lits(self.compiled);
        let mut held: Option<Vec<bool>> = None;
        let answer = loop {
            let solver = &mut self.compiled.solver;
            let answer = solver.solve(&self.assumptions, &self.options.limits);
            if answer != Answer::Sat {
                break answer;
            }
            let now = lits.iter().map(|&lit| solver.is_true(lit));
            let new: Vec<bool> = match &held {
                None => now.collect(),
                Some(held) if brave => held.iter().zip(now).map(|(&old, new)| old || new).collect(),
                Some(held) => held.iter().zip(now).map(|(&old, new)| old && new).collect(),
            };
            let entries = &report.texts.entries;
            report.shown.clear();
            report.shown.extend((0..lits.len()).filter(|&at| new[at]).map(|at| entries[at].0));
            if report.hand_over(solver, optimal, true).is_break() {
                return;
            }
            // The next model must tell something new.
            let clause: Vec<sat::Lit> = (0..lits.len())
                .filter(|&at| new[at] != brave)
                .map(|at| if brave { lits[at] } else { !lits[at] })
                .collect();
            solver.add_clause(&clause);
            held = Some(new);
        };
        let outcome = &mut report.outcome;
        outcome.interrupted = answer == Answer::Unknown;
        outcome.exhausted = answer == Answer::Unsat;
        if outcome.exhausted && outcome.models == 0 {
            outcome.satisfiable = Some(false);
        }
    }
}
