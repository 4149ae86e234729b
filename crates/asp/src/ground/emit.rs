//! Instances of rules into the ground program.

use crate::ast::Relation;
use crate::ground::aggregate::{Sum, positive_sum};
use crate::ground::collect::Collected;
use crate::ground::compile::Compiled;
use crate::ground::literals::tidy;
use crate::ground::run::Found;
use crate::ground::{Grounder, Pending, Stop};
use crate::ir::{self, PredId};
use crate::message::{Message, Warning};
use crate::program::{AtomId, Body, Head, Lit};
use crate::symbol::Sym;

impl Grounder<'_> {
    /// One instance: the variables and the literals of the body are set.
    pub(super) fn emit(&mut self, compiled: &Compiled) -> Result<(), Stop> {
        self.instances_made += 1;
        if compiled.naive() {
            let rule = &compiled.rule;
            let key: Vec<Sym> = rule.globals.iter().map(|&var| self.env[var as usize]).collect();
            if !self.seen.insert((compiled.number, key)) {
                return Ok(());
            }
            if compiled.recursive_head {
                let pending = Pending { env: self.env.clone(), lits: self.lits.clone() };
                self.pending.entry(compiled.number).or_default().push(pending);
                self.head_elements(compiled)?;
                return Ok(());
            }
        }
        let mut body = std::mem::take(&mut self.body);
        body.clear();
        body.extend_from_slice(&self.lits);
        let result = if tidy(&mut body) { self.emit_tidy(compiled, &body) } else { Ok(()) };
        self.body = body;
        result
    }

    pub(super) fn emit_tidy(&mut self, compiled: &Compiled, body: &[Lit]) -> Result<(), Stop> {
        let rule = &compiled.rule;
        match &rule.head {
            ir::Head::Constraint => {
                self.add(Head::Disjunction(&[]), body);
                Ok(())
            }
            ir::Head::Atom(atom) => {
                let row = match self.find_atom(atom, rule)? {
                    None => return Ok(()),
                    Some(Found::Row(row)) => row,
                    Some(Found::Absent) => {
                        let args = std::mem::take(&mut self.found_args);
                        let row = self.define(atom.pred, &args);
                        self.found_args = args;
                        row?
                    }
                };
                self.derive(atom.pred, row, body);
                Ok(())
            }
            ir::Head::Disjunction(_) => {
                let elements = self.head_elements(compiled)?;
                self.disjunction(elements, body);
                Ok(())
            }
            ir::Head::Choice { function, guards, span, .. } => {
                let elements = self.head_elements(compiled)?;
                let Some(guards) = self.guard_values(guards, rule)? else { return Ok(()) };
                self.choice(&elements, body);
                if guards.is_empty() {
                    return Ok(());
                }
                let instance = self.merge_elements(*function, elements, *span, rule.span)?;
                self.instances.push(instance);
                self.bounds(self.instances.len() - 1, &guards, body);
                self.instances.pop();
                Ok(())
            }
            ir::Head::Weak { weight, priority, tuple, span } => {
                let (Some(weight), Some(priority)) =
                    (self.eval(weight, rule)?, self.eval(priority, rule)?)
                else {
                    return Ok(());
                };
                let mut rest = Vec::with_capacity(tuple.len());
                for term in tuple {
                    match self.eval(term, rule)? {
                        Some(value) => rest.push(value),
                        None => return Ok(()),
                    }
                }
                let ints = (self.symbols.as_int(weight), self.symbols.as_int(priority));
                let (Some(cost), Some(level)) = ints else {
                    let mut shown =
                        format!("{}@{}", self.symbols.show(weight), self.symbols.show(priority));
                    rest.iter().for_each(|&sym| {
                        shown.push(',');
                        self.symbols.write(&mut shown, sym);
                    });
                    let message =
                        Message::info(Warning::OperationUndefined, *span, "tuple ignored");
                    self.say(message.detail(shown));
                    return Ok(());
                };
                if let Some(text) = &mut self.text {
                    text.weak(self.symbols, cost, level, &rest, body);
                }
                self.costs.entry((level, cost, rest)).or_default().push(body.to_vec());
                Ok(())
            }
            ir::Head::Show(term) => {
                if let Some(value) = self.eval(term, rule)? {
                    if let Some(text) = &mut self.text {
                        text.show(self.symbols, value, body);
                    }
                    self.shown.push((value, body.to_vec()));
                }
                Ok(())
            }
            ir::Head::External(atom, kind) => {
                let kind = match kind {
                    Some(kind) => self.eval(kind, rule)?,
                    None => None,
                };
                if let Some(Found::Absent) = self.find_atom(atom, rule)? {
                    let args = std::mem::take(&mut self.found_args);
                    self.define(atom.pred, &args)?;
                    self.found_args = args;
                }
                if let Some(Found::Row(row)) = self.find_atom(atom, rule)? {
                    self.externals.push((atom.pred, row, kind));
                }
                Ok(())
            }
            ir::Head::Edge(from, to) => {
                if let (Some(from), Some(to)) = (self.eval(from, rule)?, self.eval(to, rule)?) {
                    if let Some(text) = &mut self.text {
                        text.edge(self.symbols, from, to, body);
                    }
                    self.edges.push((from, to, body.to_vec()));
                }
                Ok(())
            }
            ir::Head::Project(atom) => {
                if let Some(Found::Row(row)) = self.find_atom(atom, rule)? {
                    if !self.domains[atom.pred.index()].is_fact(row) {
                        let atom = self.atom_of_row(atom.pred, row);
                        self.projected.push(atom);
                    }
                }
                Ok(())
            }
        }
    }

    /// A rule with one atom in the head.
    fn derive(&mut self, pred: PredId, row: u32, body: &[Lit]) {
        let domain = &mut self.domains[pred.index()];
        if domain.is_fact(row) {
            return;
        }
        if body.is_empty() && !self.keep_facts {
            domain.set_fact(row);
            if let Some(text) = &mut self.text {
                text.fact(self.symbols, pred, domain.row(row));
            }
            return;
        }
        domain.set_derived(row);
        let atom = self.atom_of_row(pred, row);
        self.add(Head::Disjunction(&[atom]), body);
    }

    /// Adds a rule to the program, and to the text.
    pub(super) fn add(&mut self, head: Head<'_>, body: &[Lit]) {
        self.program.add(head, Body::Normal(body), self.source);
        if let Some(text) = &mut self.text {
            text.rule(head, body);
        }
    }

    fn head_atom(&mut self, element: &Collected) -> Option<AtomId> {
        let (pred, row) = element.head?;
        self.domains[pred.index()].set_derived(row);
        Some(self.atom_of_row(pred, row))
    }

    fn is_fact(&self, element: &Collected) -> bool {
        element.head.is_some_and(|(pred, row)| self.domains[pred.index()].is_fact(row))
    }

    fn disjunction(&mut self, elements: Vec<Collected>, body: &[Lit]) {
        let mut heads = Vec::new();
        let mut body = body.to_vec();
        let mut conditional = Vec::new();
        for element in &elements {
            let certain = element.lits.is_empty();
            match element.head {
                _ if certain && (element.head.is_none() || self.is_fact(element)) => return,
                Some(_) if certain => heads.extend(self.head_atom(element)),
                Some(_) => conditional.push(element),
                // Nothing is derived: the rule is needed only where this does not hold.
                None => match self.conjunction(element.lits.clone()) {
                    Some(lit) => body.push(!lit),
                    None => continue,
                },
            }
        }
        for element in conditional {
            let Some(atom) = self.head_atom(element) else { continue };
            let fact = self.is_fact(element);
            let mut lits = element.lits.clone();
            if !tidy(&mut lits) {
                continue;
            }
            if let Some(text) = &mut self.text {
                heads.push(text.conditional_head(atom, &lits, &mut self.program));
                continue;
            }
            // One atom for "the condition and the head": it derives only the head.
            let both = self.program.new_atom();
            let source = self.source;
            let derive = |program: &mut crate::program::Program, head: &[AtomId], body: &[Lit]| {
                program.add(Head::Disjunction(head), Body::Normal(body), source);
            };
            for &lit in &lits {
                derive(&mut self.program, &[], &[both.lit(), !lit]);
            }
            if !fact {
                derive(&mut self.program, &[atom], &[both.lit()]);
                lits.push(atom.lit());
            }
            if tidy(&mut lits) {
                derive(&mut self.program, &[both], &lits);
            }
            heads.push(both);
        }
        heads.sort_unstable();
        heads.dedup();
        if tidy(&mut body) {
            self.add(Head::Disjunction(&heads), &body);
        }
    }

    /// The rules that let elements be chosen.
    fn choice(&mut self, elements: &[Collected], body: &[Lit]) {
        let mut free = Vec::new();
        for element in elements {
            if self.is_fact(element) {
                continue;
            }
            let Some(atom) = self.head_atom(element) else { continue };
            if element.lits.is_empty() {
                free.push(atom);
                continue;
            }
            let mut lits = body.to_vec();
            lits.extend_from_slice(&element.lits);
            if tidy(&mut lits) {
                self.add(Head::Choice(&[atom]), &lits);
            }
        }
        if !free.is_empty() {
            self.add(Head::Choice(&free), body);
        }
    }

    /// Constraints against what violates the bounds of a choice.
    fn bounds(&mut self, instance: usize, guards: &[(Relation, Sym)], body: &[Lit]) {
        let (possible, certain) = self.guard_bounds(instance, guards);
        if certain {
            return;
        }
        if !possible {
            self.add(Head::Disjunction(&[]), body);
            return;
        }
        if self.text.is_some() {
            let text = self.show_aggregate(instance, guards);
            let lit = !self.text_atom(text);
            let mut body = body.to_vec();
            body.push(lit);
            self.add(Head::Disjunction(&[]), &body);
            return;
        }
        for &(relation, value) in guards {
            let minmax = matches!(
                self.instances[instance].function,
                crate::ast::Function::Min | crate::ast::Function::Max
            );
            let bound = self.symbols.as_int(value);
            match (bound, relation) {
                (Some(bound), relation) if !minmax && relation != Relation::NotEqual => {
                    let (least, most) = match relation {
                        Relation::GreaterEqual => (Some(bound), None),
                        Relation::Greater => (bound.checked_add(1), None),
                        Relation::LessEqual => (None, Some(bound)),
                        Relation::Less => (None, bound.checked_sub(1)),
                        _ => (Some(bound), Some(bound)),
                    };
                    if let Some(least) = least {
                        self.forbid_less(instance, least, body);
                    }
                    if let Some(most) = most {
                        self.forbid_more(instance, most, body);
                    }
                }
                _ => {
                    let holds = self.guard_literals(instance, &[(relation, value)]);
                    let mut body = body.to_vec();
                    match holds {
                        Ok(Some(lits)) if lits.is_empty() => continue,
                        Ok(Some(lits)) => body.extend(self.conjunction(lits).map(|lit| !lit)),
                        _ => {}
                    }
                    if tidy(&mut body) {
                        self.add(Head::Disjunction(&[]), &body);
                    }
                }
            }
        }
    }

    /// `:- body, sum < least`
    fn forbid_less(&mut self, instance: usize, least: i64, body: &[Lit]) {
        let known = &self.instances[instance];
        // The sum of the negated literals is large when the sum is small.
        let negated: Vec<(i64, Lit)> = known.weighted.iter().map(|(w, lit)| (*w, !*lit)).collect();
        let total: i128 = known.weighted.iter().map(|(w, _)| i128::from(*w)).sum();
        let bound = total + i128::from(known.fixed) - i128::from(least) + 1;
        self.forbid(positive_sum(&negated, bound), body);
    }

    /// `:- body, sum > most`
    fn forbid_more(&mut self, instance: usize, most: i64, body: &[Lit]) {
        let known = &self.instances[instance];
        let bound = i128::from(most) + 1 - i128::from(known.fixed);
        let sum = positive_sum(&known.weighted, bound);
        self.forbid(sum, body);
    }

    fn forbid(&mut self, sum: Sum, body: &[Lit]) {
        let (lower, elements) = match sum {
            Sum::Decided(false) => return,
            Sum::Decided(true) => return self.add(Head::Disjunction(&[]), body),
            Sum::Open(lower, elements) => (lower, elements),
        };
        let total: i64 = elements.iter().map(|(weight, _)| weight).sum();
        let least = elements.iter().map(|(weight, _)| *weight).min().unwrap_or(0);
        if total - least < lower {
            let mut all = body.to_vec();
            all.extend(elements.iter().map(|(_, lit)| *lit));
            if tidy(&mut all) {
                self.add(Head::Disjunction(&[]), &all);
            }
            return;
        }
        let source = self.source;
        let sum = Body::Sum { lower, elements: &elements };
        if body.is_empty() {
            self.program.add(Head::Disjunction(&[]), sum, source);
            return;
        }
        let violated = self.program.new_atom();
        self.program.add(Head::Disjunction(&[violated]), sum, source);
        let mut body = body.to_vec();
        body.push(violated.lit());
        self.add(Head::Disjunction(&[]), &body);
    }
}
