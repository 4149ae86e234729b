//! From rules with variables to rules without.
//!
//! Components of rules that depend on each other are grounded one after the other
//! ([`deps`]); inside a recursive component in rounds, each of which looks only at what the
//! round before added. Atoms that are certain are facts and disappear from bodies; literals
//! that cannot hold drop their instance. Aggregates are evaluated when the join reaches them
//! ([`aggregate`]), unless their elements are still growing: then an atom stands for them, and
//! is defined when the component is done.

mod aggregate;
pub(crate) mod arithmetic;
mod collect;
mod compile;
mod deps;
mod domain;
mod emit;
mod finish;
mod lift;
mod linear;
mod literals;
mod nonmonotone;
mod plan;
mod recursion;
mod run;
pub(crate) mod solve_for;
mod symmetry;
mod text;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::ir::{PredId, Predicates, Rule};
use crate::message::Message;
use crate::program::{AtomId, Lit, Program, RuleId};
use crate::source::Span;
use crate::symbol::{Sym, Symbols};
use collect::{Collected, Disjunct, Implication};
use domain::Domain;
pub(crate) use finish::Shown;
use literals::Helpers;
use plan::Rows;
use run::{Goal, Join};
use text::Text;

/// When to give up.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The time by which grounding must be done.
    pub deadline: Option<Instant>,
    /// Set from outside to stop.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// The largest number of atoms.
    pub atoms: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { deadline: None, interrupt: None, atoms: 40_000_000 }
    }
}

/// Why grounding stopped before its end.
#[derive(Clone, Debug)]
pub enum Stop {
    /// The deadline has passed.
    Time,
    /// Somebody wanted it to stop.
    Interrupted,
    /// Something is wrong with the program.
    Error(Message),
}

/// What one statement cost.
#[derive(Clone, Debug, Default)]
pub struct Cost {
    /// Instances of its body that were found.
    pub instances: u64,
    /// The time it took.
    pub time: Duration,
}

/// An instance of a rule whose head is still growing.
#[derive(Debug)]
struct Pending {
    env: Vec<Sym>,
    lits: Vec<Lit>,
}

/// An atom that stands for an aggregate or a conditional literal of a growing component.
#[derive(Debug)]
struct Deferred {
    rule: usize,
    literal: usize,
    env: Vec<Sym>,
    atom: AtomId,
}

/// The state of grounding.
pub(crate) struct Grounder<'a> {
    pub symbols: &'a mut Symbols,
    pub predicates: &'a Predicates,
    domains: Vec<Domain>,
    /// How many rules that define a predicate are still to come.
    to_come: Vec<usize>,
    complete: Vec<bool>,
    /// Rows known one round ago, and when this round began.
    old: Vec<u32>,
    current: Vec<u32>,
    pub program: Program,
    /// Values of the variables of the rule at work.
    env: Vec<Sym>,
    /// Literals of the body that are not certain, so far.
    lits: Vec<Lit>,
    body: Vec<Lit>,
    keys: Vec<Sym>,
    found_args: Vec<Sym>,
    collected: Vec<Collected>,
    implied: Vec<Implication>,
    alternatives: Vec<Vec<Lit>>,
    disjuncts: Vec<Disjunct>,
    /// Atoms that `not` was applied to before all their rules were known.
    open_negation: HashSet<AtomId>,
    /// Rows of which exactly one holds, by choice.
    exactly_one: HashSet<Vec<(PredId, u32)>>,
    instances: Vec<aggregate::Instance>,
    instance_of: HashMap<(usize, Vec<Sym>), usize>,
    helpers: Helpers,
    /// Instances of rules that are gone through in every round.
    seen: HashSet<(usize, Vec<Sym>)>,
    pending: HashMap<usize, Vec<Pending>>,
    deferred: Vec<Deferred>,
    deferred_of: HashMap<(usize, Vec<Sym>), AtomId>,
    costs: BTreeMap<(i64, i64, Vec<Sym>), Vec<Vec<Lit>>>,
    /// Cost levels without elements.
    levels: BTreeSet<i64>,
    shown: Vec<(Sym, Vec<Lit>)>,
    externals: Vec<(PredId, u32, Option<Sym>, RuleId)>,
    edges: Vec<(Sym, Sym, Vec<Lit>, RuleId)>,
    projected: Vec<AtomId>,
    pub text: Option<Text>,
    /// Facts stay rules, so that `--why` can name them.
    pub keep_facts: bool,
    pub messages: Vec<Message>,
    said: HashSet<Option<(u32, u32, Vec<String>)>>,
    limits: Limits,
    ticks: u32,
    atoms: u64,
    instances_made: u64,
    source: RuleId,
    rule_span: Span,
    pub profile: HashMap<RuleId, Cost>,
}

impl<'a> Grounder<'a> {
    pub fn new(symbols: &'a mut Symbols, predicates: &'a Predicates, limits: Limits) -> Self {
        let domains: Vec<Domain> =
            predicates.signatures.iter().map(|s| Domain::new(s.arity as usize)).collect();
        let count = domains.len();
        Grounder {
            symbols,
            predicates,
            domains,
            to_come: vec![0; count],
            complete: vec![false; count],
            old: vec![0; count],
            current: vec![0; count],
            program: Program::new(),
            env: Vec::new(),
            lits: Vec::new(),
            body: Vec::new(),
            keys: Vec::new(),
            found_args: Vec::new(),
            collected: Vec::new(),
            implied: Vec::new(),
            alternatives: Vec::new(),
            disjuncts: Vec::new(),
            open_negation: HashSet::new(),
            exactly_one: HashSet::new(),
            instances: Vec::new(),
            instance_of: HashMap::new(),
            helpers: Helpers::default(),
            seen: HashSet::new(),
            pending: HashMap::new(),
            deferred: Vec::new(),
            deferred_of: HashMap::new(),
            costs: BTreeMap::new(),
            levels: BTreeSet::new(),
            shown: Vec::new(),
            externals: Vec::new(),
            edges: Vec::new(),
            projected: Vec::new(),
            text: None,
            keep_facts: false,
            messages: Vec::new(),
            said: HashSet::new(),
            limits,
            ticks: 0,
            atoms: 0,
            instances_made: 0,
            source: RuleId(0),
            rule_span: Span::default(),
            profile: HashMap::new(),
        }
    }

    /// Prints the program while it is grounded.
    pub fn with_text(&mut self) {
        self.text = Some(Text::new(&self.predicates.signatures));
    }

    /// Adds a fact that stands in the program as it is.
    pub fn fact(&mut self, pred: PredId, args: &[Sym], source: RuleId) -> Result<(), Stop> {
        self.source = source;
        let row = self.define(pred, args)?;
        let index = pred.index();
        self.current[index] = self.domains[index].len();
        if self.domains[index].is_fact(row) {
            return Ok(());
        }
        if self.keep_facts {
            self.domains[index].set_derived(row);
            let atom = self.atom_of_row(pred, row);
            self.add(crate::program::Head::Disjunction(&[atom]), &[]);
            return Ok(());
        }
        self.domains[index].set_fact(row);
        if let Some(text) = &mut self.text {
            text.fact(self.symbols, pred, self.domains[index].row(row));
        }
        Ok(())
    }

    /// Grounds rules. Facts have been added before.
    pub fn ground(&mut self, rules: Vec<Rule>) -> Result<(), Stop> {
        for atom in rules.iter().flat_map(|rule| rule.head.atoms()) {
            self.to_come[atom.pred.index()] += 1;
        }
        for index in 0..self.to_come.len() {
            self.complete[index] = self.to_come[index] == 0;
        }
        let components = deps::components(&rules, self.symbols);
        let mut rules: Vec<Option<Rule>> = rules.into_iter().map(Some).collect();
        for component in components {
            let numbers = component.rules;
            let members: Vec<(usize, Rule)> =
                numbers.iter().filter_map(|&n| Some((n, rules[n].take()?))).collect();
            let heads: Vec<PredId> =
                members.iter().flat_map(|(_, rule)| rule.head.atoms()).map(|a| a.pred).collect();
            if component.recursive {
                self.rounds(members, &heads)?;
            } else {
                for (number, rule) in members {
                    self.once(number, rule)?;
                }
            }
            for pred in heads {
                let index = pred.index();
                self.to_come[index] -= 1;
                self.complete[index] = self.to_come[index] == 0;
                self.current[index] = self.domains[index].len();
            }
        }
        Ok(())
    }

    /// A rule that does not depend on itself.
    fn once(&mut self, number: usize, rule: Rule) -> Result<(), Stop> {
        let mut rule = rule;
        if self.lift(&rule, number)? {
            return Ok(());
        }
        self.break_symmetry(&mut rule);
        let growing = vec![false; self.domains.len()];
        let compiled = self.compile(rule, number, &growing);
        let rows = vec![Rows::All; compiled.rule.body.len()];
        let steps = self.body_plan(&compiled.rule, &rows, &growing);
        self.run(&compiled, &steps)
    }

    fn run(&mut self, compiled: &compile::Compiled, steps: &[plan::Step]) -> Result<(), Stop> {
        let start = Instant::now();
        self.source = compiled.rule.source;
        self.rule_span = compiled.rule.span;
        self.env.clear();
        self.env.resize(compiled.rule.vars.len(), Sym::INF);
        self.lits.clear();
        self.instances_made = 0;
        let result = self.join(&Join { steps, rule: compiled, goal: Goal::Rule }, 0);
        let cost = self.profile.entry(compiled.rule.source).or_default();
        cost.instances += self.instances_made;
        cost.time += start.elapsed();
        result
    }

    fn check_limits(&self) -> Result<(), Stop> {
        if self.limits.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stop::Interrupted);
        }
        match self.limits.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Stop::Time),
            _ => Ok(()),
        }
    }

    /// The error for a program that seems to have no end.
    fn too_many(&self, pred: PredId, row: u32) -> Stop {
        let signature = &self.predicates.signatures[pred.index()];
        let mut last = self.symbols.text(signature.name).to_string();
        if signature.arity > 0 {
            self.symbols.write_args(&mut last, self.domains[pred.index()].row(row), false);
        }
        if last.chars().count() > 80 {
            last = last.chars().take(77).collect::<String>() + "...";
        }
        let text = format!("grounding stopped at {} atoms", self.limits.atoms);
        let mut message =
            Message::error(self.rule_span, text).detail(format!("the last is {last}"));
        message.help = Some(
            "this rule may derive atoms without end; a bound on its variables would stop it"
                .to_string(),
        );
        Stop::Error(message)
    }

    /// Says something once, however many instances it is true of.
    fn say(&mut self, message: Message) {
        let place = message.span.map(|span| (span.text, span.start, message.details.clone()));
        if self.said.insert(place) {
            self.messages.push(message);
        }
    }
}
