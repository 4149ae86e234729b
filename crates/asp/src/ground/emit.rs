//! Instances of rules into the ground program.

use crate::ast::{Function, Relation, Sign};
use crate::ground::aggregate::{Sum, merge_literals, positive_sum};
use crate::ground::collect::{Collected, Disjunct};
use crate::ground::compile::Compiled;
use crate::ground::literals::tidy;
use crate::ground::run::{Found, Truth};
use crate::ground::{Grounder, Pending, Stop};
use crate::ir::{self, PredId};
use crate::message::{Message, Warning};
use crate::program::{AtomId, Body, Head, Lit, RuleId};
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
                return self.define_heads(compiled);
            }
        }
        let mut body = std::mem::take(&mut self.body);
        body.clear();
        body.extend_from_slice(&self.lits);
        let result = match tidy(&mut body) {
            true => self.emit_tidy(compiled, &body),
            false => self.emit_never(compiled),
        };
        self.body = body;
        result
    }

    /// An instance whose body cannot hold. As in clingo its atoms and cost levels exist.
    fn emit_never(&mut self, compiled: &Compiled) -> Result<(), Stop> {
        let rule = &compiled.rule;
        match &rule.head {
            ir::Head::Atom(atom) => self.defined(atom, rule).map(|_| ()),
            ir::Head::Disjunction(_) | ir::Head::Choice { .. } => self.define_heads(compiled),
            ir::Head::Weak { priority, .. } => {
                if let Some(priority) = self.eval(priority, rule)?
                    && let Some(level) = self.symbols.as_int(priority)
                {
                    self.levels.insert(level);
                }
                Ok(())
            }
            // What is declared does not depend on what is only decided by solving.
            ir::Head::External(..) => self.emit_tidy(compiled, &[]),
            _ => Ok(()),
        }
    }

    pub(super) fn emit_tidy(&mut self, compiled: &Compiled, body: &[Lit]) -> Result<(), Stop> {
        let rule = &compiled.rule;
        match &rule.head {
            ir::Head::Constraint => {
                self.add(Head::Disjunction(&[]), body);
                Ok(())
            }
            ir::Head::Atom(atom) => {
                let Some(row) = self.defined(atom, rule)? else { return Ok(()) };
                self.derive(atom.pred, row, body);
                Ok(())
            }
            ir::Head::Disjunction(_) => {
                if self.has_fact(compiled)? {
                    return Ok(());
                }
                let disjuncts = self.disjuncts(compiled)?;
                self.disjunction(disjuncts, body);
                Ok(())
            }
            ir::Head::Choice { function, guards, span, .. } => {
                let elements = self.head_elements(compiled)?;
                let Some(mut guards) = self.guard_values(guards, rule)? else { return Ok(()) };
                self.choice(&elements, body);
                let mut function = *function;
                if function == Function::SumPlus {
                    // In heads clingo adds up negative weights, too, but takes it that the sum
                    // is never negative.
                    function = Function::Sum;
                    guards.retain_mut(|guard| !self.holds_without_negative(guard));
                    if guards.iter().any(|guard| self.needs_negative(guard)) {
                        self.add(Head::Disjunction(&[]), body);
                        return Ok(());
                    }
                }
                if guards.is_empty() {
                    return Ok(());
                }
                if function == Function::Count && body.is_empty() {
                    self.note_exactly_one(&elements, &guards);
                }
                let mut instance = self.merge_elements(function, elements, *span, rule.span)?;
                merge_literals(&mut instance, false);
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
                if let Some(row) = self.defined(atom, rule)? {
                    self.externals.push((atom.pred, row, kind, self.source));
                }
                Ok(())
            }
            ir::Head::Edge(from, to) => {
                if let (Some(from), Some(to)) = (self.eval(from, rule)?, self.eval(to, rule)?) {
                    if let Some(text) = &mut self.text {
                        text.edge(self.symbols, from, to, body);
                    }
                    self.edges.push((from, to, body.to_vec(), self.source));
                }
                Ok(())
            }
            ir::Head::Project(atom) => {
                if let Some(Found::Row(row)) = self.find_atom(atom, rule)?
                    && !self.domains[atom.pred.index()].is_fact(row)
                {
                    let atom = self.atom_of_row(atom.pred, row);
                    self.projected.push(atom);
                }
                Ok(())
            }
        }
    }

    /// Whether any sum that is not negative satisfies the guard; `= 0` becomes `<= 0`, `!= 0`
    /// becomes `> 0`.
    fn holds_without_negative(&self, (relation, value): &mut (Relation, Sym)) -> bool {
        let Some(bound) = self.symbols.as_int(*value) else { return false };
        match relation {
            Relation::GreaterEqual => bound <= 0,
            Relation::NotEqual if bound == 0 => {
                *relation = Relation::Greater;
                false
            }
            Relation::Greater | Relation::NotEqual => bound < 0,
            Relation::Equal if bound == 0 => {
                *relation = Relation::LessEqual;
                false
            }
            _ => false,
        }
    }

    /// Whether only negative sums satisfy the guard.
    fn needs_negative(&self, (relation, value): &(Relation, Sym)) -> bool {
        self.symbols.as_int(*value).is_some_and(|bound| match relation {
            Relation::LessEqual | Relation::Equal => bound < 0,
            Relation::Less => bound <= 0,
            _ => false,
        })
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
        let atom = self.atom_of_row(pred, row);
        // A rule that needs its own head derives nothing, and an external stays one.
        if !body.contains(&atom.lit()) {
            self.domains[pred.index()].set_derived(row);
        }
        self.add(Head::Disjunction(&[atom]), body);
    }

    /// Adds a rule for a helper atom, which belongs to no statement: others may use it, too.
    pub(super) fn define_helper(&mut self, head: Head<'_>, body: &[Lit]) {
        self.program.add(head, Body::Normal(body), RuleId::NONE);
        if let Some(text) = &mut self.text {
            text.rule(head, body);
        }
    }

    /// Adds a rule to the program, and to the text.
    pub(super) fn add(&mut self, head: Head<'_>, body: &[Lit]) {
        self.program.add(head, Body::Normal(body), self.source);
        if let Some(text) = &mut self.text {
            text.rule(head, body);
        }
    }

    fn head_atom(&mut self, element: &Collected, body: &[Lit]) -> Option<AtomId> {
        let (pred, row) = element.head?;
        let atom = self.atom_of_row(pred, row);
        // Who needs an atom, or its absence, cannot choose it.
        if !body.iter().any(|lit| lit.atom() == atom) {
            self.domains[pred.index()].set_derived(row);
        }
        Some(atom)
    }

    fn is_fact(&self, element: &Collected) -> bool {
        element.head.is_some_and(|(pred, row)| self.domains[pred.index()].is_fact(row))
    }

    /// Whether an atom of a disjunction is a fact: then its other atoms are not derived.
    fn has_fact(&mut self, compiled: &Compiled) -> Result<bool, Stop> {
        for element in compiled.rule.head.elements() {
            let [head] = &element.heads[..] else { continue };
            if element.condition.is_empty()
                && head.sign == Sign::Positive
                && head.ranges.is_empty()
                && let Some(Found::Row(row)) = self.find_atom(&head.atom, &compiled.rule)?
                && self.domains[head.atom.pred.index()].is_fact(row)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Defines the atoms of a head without emitting a rule.
    pub(super) fn define_heads(&mut self, compiled: &Compiled) -> Result<(), Stop> {
        if matches!(compiled.rule.head, ir::Head::Disjunction(_)) {
            if !self.has_fact(compiled)? {
                self.disjuncts(compiled)?;
            }
        } else {
            self.head_elements(compiled)?;
        }
        Ok(())
    }

    fn disjunction(&mut self, disjuncts: Vec<Disjunct>, body: &[Lit]) {
        let mut groups: Vec<(Disjunct, Vec<Vec<Lit>>)> = Vec::new();
        for disjunct in disjuncts {
            let same = |(known, _): &&mut (Disjunct, Vec<Vec<Lit>>)| {
                known.number == disjunct.number && known.key == disjunct.key
            };
            match groups.iter_mut().find(same) {
                Some((_, conditions)) => conditions.push(disjunct.lits),
                None => {
                    let conditions = vec![disjunct.lits.clone()];
                    groups.push((disjunct, conditions));
                }
            }
        }
        let mut heads = Vec::new();
        let mut derived = Vec::new();
        let mut body = body.to_vec();
        for (mut disjunct, conditions) in groups {
            let condition = match self.any_of(conditions) {
                Truth::True => None,
                Truth::False => continue,
                Truth::Open(lit) => Some(lit),
            };
            disjunct.negative.retain(|truth| *truth != Truth::True);
            if disjunct.negative.contains(&Truth::False) {
                continue;
            }
            disjunct.positive.retain(|(pred, row)| !self.domains[pred.index()].is_fact(*row));
            if disjunct.positive.is_empty() {
                // Nothing is derived: the rule is needed only where this does not hold.
                let mut lits: Vec<Lit> = condition.into_iter().collect();
                for truth in &disjunct.negative {
                    if let Truth::Open(lit) = truth {
                        lits.push(*lit);
                    }
                }
                match self.any_of(vec![lits]) {
                    Truth::True => return,
                    Truth::False => {}
                    Truth::Open(lit) => body.push(self.negation(lit)),
                }
                continue;
            }
            heads.extend(self.disjunct_atom(&disjunct, condition));
            derived.extend(disjunct.positive);
        }
        heads.sort_unstable();
        heads.dedup();
        if tidy(&mut body) {
            if !heads.iter().any(|head| body.contains(&head.lit())) {
                for (pred, row) in derived {
                    self.domains[pred.index()].set_derived(row);
                }
            }
            self.add(Head::Disjunction(&heads), &body);
        }
    }

    /// An atom that stands for what a disjunct derives where its condition holds.
    fn disjunct_atom(&mut self, disjunct: &Disjunct, condition: Option<Lit>) -> Option<AtomId> {
        let mut atoms = Vec::new();
        for &(pred, row) in &disjunct.positive {
            atoms.push(self.atom_of_row(pred, row));
        }
        atoms.sort_unstable();
        atoms.dedup();
        match (&atoms[..], condition, &mut self.text) {
            (&[atom], None, _) => return Some(atom),
            (&[atom], Some(lit), Some(text)) => {
                return Some(text.conditional_head(atom, &[lit], &mut self.program));
            }
            _ => {}
        }
        let all = self.program.new_atom();
        let mut lits: Vec<Lit> = atoms.iter().map(|atom| atom.lit()).collect();
        if let Some(lit) = condition {
            lits.push(lit);
            let unless = self.negation(lit);
            self.define_helper(Head::Disjunction(&[]), &[all.lit(), unless]);
        }
        // The condition is part of the body: it must not follow from what the disjunct derives.
        for &atom in &atoms {
            let mut body = vec![all.lit()];
            body.extend(condition);
            if tidy(&mut body) {
                self.define_helper(Head::Disjunction(&[atom]), &body);
            }
        }
        if tidy(&mut lits) {
            self.define_helper(Head::Disjunction(&[all]), &lits);
        }
        Some(all)
    }

    /// The rules that let elements be chosen.
    fn choice(&mut self, elements: &[Collected], body: &[Lit]) {
        let mut free = Vec::new();
        for element in elements {
            if self.is_fact(element) {
                continue;
            }
            let mut lits = body.to_vec();
            lits.extend_from_slice(&element.lits);
            if !tidy(&mut lits) {
                continue;
            }
            let Some(atom) = self.head_atom(element, &lits) else { continue };
            if element.lits.is_empty() {
                free.push(atom);
            } else {
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
            let minmax = matches!(self.instances[instance].function, Function::Min | Function::Max);
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
    pub(super) fn forbid_less(&mut self, instance: usize, least: i64, body: &[Lit]) {
        let known = &self.instances[instance];
        // The sum of the negated literals is large when the sum is small.
        let negated: Vec<(i64, Lit)> = known.weighted.iter().map(|(w, lit)| (*w, !*lit)).collect();
        let total: i128 = known.weighted.iter().map(|(w, _)| i128::from(*w)).sum();
        let bound = total + i128::from(known.fixed) - i128::from(least) + 1;
        self.forbid(positive_sum(&negated, bound), body);
    }

    /// `:- body, sum > most`
    pub(super) fn forbid_more(&mut self, instance: usize, most: i64, body: &[Lit]) {
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
        self.program.add(Head::Disjunction(&[violated]), sum, RuleId::NONE);
        let mut body = body.to_vec();
        body.push(violated.lit());
        self.add(Head::Disjunction(&[]), &body);
    }
}
