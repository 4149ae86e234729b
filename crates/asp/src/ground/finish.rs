//! What is left when all rules are grounded: costs, output, externals, classical negation.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::ast::Signature;
use crate::ground::run::Truth;
use crate::ground::{Grounder, Stop};
use crate::message::Message;
use crate::program::{Body, Edge, Head, Lit, Minimize, Output, RuleId};
use crate::symbol::Sym;

/// What is shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shown {
    /// `#show` statements other than for terms exist: only these predicates are shown.
    pub only: Option<HashSet<Signature>>,
    /// There are `#project` statements.
    pub project: bool,
    /// Signatures projected on.
    pub project_signatures: Vec<Signature>,
}

/// How many characters are written between two looks at the clock.
const BETWEEN_LOOKS: usize = 1 << 20;

impl Grounder<'_> {
    pub fn finish(&mut self, shown: &Shown) -> Result<(), Stop> {
        self.source = RuleId::NONE;
        self.finish_externals();
        self.finish_facts();
        self.finish_classical();
        self.finish_costs()?;
        self.finish_edges();
        self.finish_projection(shown);
        self.finish_output(shown)?;
        Ok(())
    }

    fn finish_externals(&mut self) {
        let mut kinds: HashMap<_, _> = HashMap::new();
        let externals = std::mem::take(&mut self.externals);
        for &(pred, row, kind, source) in &externals {
            // The last declaration counts.
            kinds.insert((pred, row), (kind, source));
        }
        for (pred, row, ..) in externals {
            let Some((kind, source)) = kinds.remove(&(pred, row)) else { continue };
            let kind = kind.map(|kind| self.symbols.show(kind)).unwrap_or_default();
            if let Some(text) = &mut self.text {
                let args = self.domains[pred.index()].row(row);
                let kind = if kind.is_empty() { String::new() } else { format!(" [{kind}]") };
                text.external(self.symbols, pred, args, &kind);
            }
            // Rules win over the declaration.
            if self.domains[pred.index()].is_derived(row) {
                continue;
            }
            let atom = self.atom_of_row(pred, row);
            match kind.as_str() {
                "true" => {
                    self.program.add(Head::Disjunction(&[atom]), Body::Normal(&[]), source);
                }
                "free" => self.program.add(Head::Choice(&[atom]), Body::Normal(&[]), source),
                _ => {}
            }
        }
    }

    /// Facts that were used before they were known to be facts need a rule.
    fn finish_facts(&mut self) {
        for domain in &self.domains {
            for row in 0..domain.len() {
                if let (true, Some(atom)) = (domain.is_fact(row), domain.atom(row)) {
                    self.program.add(Head::Disjunction(&[atom]), Body::Normal(&[]), self.source);
                }
            }
        }
    }

    /// `p` and `-p` exclude each other.
    fn finish_classical(&mut self) {
        for index in 0..self.domains.len() {
            let signature = self.predicates.signatures[index];
            if !signature.negative {
                continue;
            }
            let Some(positive) = self.predicates.find(Signature { negative: false, ..signature })
            else {
                continue;
            };
            let negative = crate::ir::PredId(index as u32);
            for row in 0..self.domains[index].len() {
                let args = self.domains[index].row(row).to_vec();
                let Some(other) = self.domains[positive.index()].find(&args) else { continue };
                let mut body = Vec::new();
                for (pred, row) in [(positive, other), (negative, row)] {
                    if !self.domains[pred.index()].is_fact(row) {
                        body.push(self.atom_of_row(pred, row).lit());
                    }
                }
                self.add(Head::Disjunction(&[]), &body);
            }
        }
    }

    fn finish_costs(&mut self) -> Result<(), Stop> {
        let empty = std::mem::take(&mut self.levels).into_iter().map(|level| (level, Vec::new()));
        let mut levels: BTreeMap<i64, Vec<(i64, Lit)>> = empty.collect();
        for ((level, cost, _), ways) in std::mem::take(&mut self.costs) {
            let elements = levels.entry(level).or_default();
            let lit = match self.any_of(ways) {
                Truth::True => self.truth(),
                Truth::False => continue,
                Truth::Open(lit) => lit,
            };
            elements.push((cost, lit));
        }
        for (priority, elements) in levels.into_iter().rev() {
            let mut sums: BTreeMap<Lit, i64> = BTreeMap::new();
            for (cost, lit) in elements {
                let sum = sums.entry(lit).or_default();
                *sum = sum.checked_add(cost).ok_or_else(|| {
                    let text = "the costs of one atom do not fit into 64 bits together";
                    Stop::Error(Message::error(self.rule_span, text))
                })?;
            }
            let elements = sums.into_iter().filter(|(_, cost)| *cost != 0);
            let elements = elements.map(|(lit, cost)| (cost, lit)).collect();
            self.program.minimize.push(Minimize { priority, elements });
        }
        Ok(())
    }

    fn finish_edges(&mut self) {
        let mut nodes: HashMap<Sym, u32> = HashMap::new();
        for (from, to, condition, source) in std::mem::take(&mut self.edges) {
            let mut node = |sym| {
                let next = nodes.len() as u32;
                *nodes.entry(sym).or_insert(next)
            };
            let (from, to) = (node(from), node(to));
            self.program.edges.push(Edge { from, to, condition, source });
        }
    }

    fn finish_projection(&mut self, shown: &Shown) {
        if !shown.project {
            return;
        }
        let mut atoms = std::mem::take(&mut self.projected);
        for signature in &shown.project_signatures {
            let Some(pred) = self.predicates.find(*signature) else { continue };
            for row in 0..self.domains[pred.index()].len() {
                if !self.domains[pred.index()].is_fact(row) {
                    atoms.push(self.atom_of_row(pred, row));
                }
            }
        }
        atoms.sort_unstable();
        atoms.dedup();
        self.program.projection = Some(atoms);
    }

    fn finish_output(&mut self, shown: &Shown) -> Result<(), Stop> {
        let start = self.program.output.len();
        let mut unseen = 0;
        for (index, domain) in self.domains.iter().enumerate() {
            let signature = self.predicates.signatures[index];
            let name = self.symbols.text(signature.name);
            let visible = shown.only.as_ref().is_none_or(|only| only.contains(&signature));
            if !visible || name.starts_with('#') {
                continue;
            }
            for row in 0..domain.len() {
                let condition = match (domain.is_fact(row), domain.atom(row)) {
                    (true, _) => Vec::new(),
                    (false, Some(atom)) => vec![atom.lit()],
                    // Nothing derives it.
                    (false, None) => continue,
                };
                let mut text = String::with_capacity(name.len() + 4 * domain.arity + 2);
                if signature.negative {
                    text.push('-');
                }
                text.push_str(name);
                if domain.arity > 0 {
                    self.symbols.write_args(&mut text, domain.row(row), false);
                }
                unseen += text.len();
                self.program.output.push(Output { text, condition });
                if unseen > BETWEEN_LOOKS {
                    unseen = 0;
                    self.check_limits()?;
                }
            }
        }
        for (term, condition) in std::mem::take(&mut self.shown) {
            let text = self.symbols.show(term);
            unseen += text.len();
            self.program.output.push(Output { text, condition });
            if unseen > BETWEEN_LOOKS {
                unseen = 0;
                self.check_limits()?;
            }
        }
        // As clingo prints them: first what holds always.
        self.program.output[start..].sort_by_key(|output| !output.condition.is_empty());
        Ok(())
    }

    /// The text, if it was asked for.
    pub fn take_text(&mut self, shown: &Shown) -> Option<String> {
        let text = self.text.as_mut()?;
        if let Some(only) = &shown.only {
            let mut lines: Vec<String> = only
                .iter()
                .map(|s| {
                    let sign = if s.negative { "-" } else { "" };
                    format!("#show {sign}{}/{}.", self.symbols.text(s.name), s.arity)
                })
                .collect();
            lines.sort();
            if lines.is_empty() {
                lines.push("#show.".to_string());
            }
            lines.into_iter().for_each(|line| text.line(line));
        }
        Some(text.finish(self.symbols))
    }
}
