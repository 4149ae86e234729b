//! Components of rules that depend on themselves, in rounds.

use crate::ast::Sign;
use crate::ground::compile::Compiled;
use crate::ground::literals::tidy;
use crate::ground::plan::{Rows, Step};
use crate::ground::{Deferred, Grounder, Pending, Stop};
use crate::ir::{Literal, PredId, Rule};
use crate::program::{AtomId, Body, Head, RuleId};
use crate::symbol::Sym;

/// A rule, and a plan for each literal whose new rows can give new instances.
struct Driven {
    compiled: Compiled,
    plans: Vec<(PredId, Vec<Step>)>,
    /// Every round goes through everything.
    full: Option<Vec<Step>>,
}

impl Grounder<'_> {
    pub(super) fn rounds(
        &mut self,
        members: Vec<(usize, Rule)>,
        heads: &[PredId],
    ) -> Result<(), Stop> {
        let mut growing = vec![false; self.domains.len()];
        heads.iter().for_each(|pred| growing[pred.index()] = true);
        let mut driven = Vec::with_capacity(members.len());
        for (number, rule) in members {
            driven.push(self.drive(number, rule, &growing));
        }
        let mut grow: Vec<PredId> = heads.to_vec();
        grow.sort_unstable();
        grow.dedup();
        for pred in &grow {
            self.old[pred.index()] = 0;
            self.current[pred.index()] = self.domains[pred.index()].len();
        }
        let mut first = true;
        loop {
            for pred in &grow {
                self.domains[pred.index()].update_all();
            }
            for member in &driven {
                for (pred, steps) in &member.plans {
                    if self.old[pred.index()] < self.current[pred.index()] {
                        self.run(&member.compiled, steps)?;
                    }
                }
                if let Some(steps) = &member.full {
                    self.run(&member.compiled, steps)?;
                    self.grow_heads(&member.compiled)?;
                }
            }
            self.check_limits()?;
            let mut changed = false;
            for pred in &grow {
                let index = pred.index();
                let len = self.domains[index].len();
                changed |= len > self.current[index];
                self.old[index] = self.current[index];
                self.current[index] = len;
            }
            if !changed && !first {
                break;
            }
            first = false;
        }
        self.settle(&driven)
    }

    fn drive(&mut self, number: usize, rule: Rule, growing: &[bool]) -> Driven {
        let compiled = self.compile(rule, number, growing);
        let rule = &compiled.rule;
        if compiled.naive() {
            let rows = vec![Rows::All; rule.body.len()];
            let full = Some(self.body_plan(rule, &rows, growing));
            return Driven { plans: Vec::new(), full, compiled };
        }
        let recursive: Vec<(usize, PredId)> = rule
            .body
            .iter()
            .enumerate()
            .filter_map(|(at, literal)| match literal {
                Literal::Atom(Sign::Positive, atom) if growing[atom.pred.index()] => {
                    Some((at, atom.pred))
                }
                _ => None,
            })
            .collect();
        let mut plans = Vec::with_capacity(recursive.len());
        for (turn, &(new, pred)) in recursive.iter().enumerate() {
            let mut rows = vec![Rows::All; rule.body.len()];
            // Instances with two new atoms are found once: literals before use old rows only.
            recursive[..turn].iter().for_each(|(at, _)| rows[*at] = Rows::Old);
            rows[new] = Rows::New;
            plans.push((pred, self.body_plan(rule, &rows, growing)));
        }
        Driven { compiled, plans, full: None }
    }

    /// Defines what the elements of growing heads have become.
    fn grow_heads(&mut self, compiled: &Compiled) -> Result<(), Stop> {
        let pending = self.pending.remove(&compiled.number).unwrap_or_default();
        for instance in &pending {
            self.env.clone_from(&instance.env);
            self.lits.clone_from(&instance.lits);
            self.define_heads(compiled)?;
        }
        if !pending.is_empty() {
            self.pending.insert(compiled.number, pending);
        }
        Ok(())
    }

    /// An atom for an aggregate or conditional literal, to be defined at the end.
    pub(super) fn deferred_atom(
        &mut self,
        rule: &Compiled,
        literal: usize,
        id: usize,
        key: Vec<Sym>,
    ) -> AtomId {
        if let Some(atom) = self.deferred_of.get(&(id, key.clone())) {
            return *atom;
        }
        let atom = self.program.new_atom();
        self.deferred_of.insert((id, key), atom);
        let env = self.env.clone();
        self.deferred.push(Deferred { rule: rule.number, literal, env, atom });
        atom
    }

    /// Nothing grows any more: heads and helper atoms get their rules.
    fn settle(&mut self, driven: &[Driven]) -> Result<(), Stop> {
        for Driven { compiled, .. } in driven {
            self.source = compiled.rule.source;
            for Pending { env, lits } in self.pending.remove(&compiled.number).unwrap_or_default() {
                self.env = env;
                self.lits.clear();
                let mut body = lits;
                if tidy(&mut body) {
                    self.emit_tidy(compiled, &body)?;
                }
            }
        }
        for deferred in std::mem::take(&mut self.deferred) {
            let Some(member) = driven.iter().find(|d| d.compiled.number == deferred.rule) else {
                continue;
            };
            self.source = member.compiled.rule.source;
            self.env = deferred.env;
            self.lits.clear();
            self.define_deferred(&member.compiled, deferred.literal, deferred.atom)?;
        }
        Ok(())
    }

    fn define_deferred(
        &mut self,
        compiled: &Compiled,
        literal: usize,
        atom: AtomId,
    ) -> Result<(), Stop> {
        let lits = match &compiled.rule.body[literal] {
            Literal::Aggregate(aggregate) => {
                let elements = self.elements_of(compiled, literal, aggregate)?;
                let instance = self.make_instance(aggregate.function, aggregate, elements, true)?;
                self.instances.push(instance);
                let number = self.instances.len() - 1;
                let Some(guards) = self.guard_values(&aggregate.guards, &compiled.rule)? else {
                    return Ok(());
                };
                if self.text.is_some() {
                    let text = self.show_aggregate(number, &guards);
                    if let Some(out) = &mut self.text {
                        out.name_text(atom, text);
                    }
                    return Ok(());
                }
                return self.define_recursive(number, &guards, atom);
            }
            Literal::Conditional(_) => {
                let implications = self.implications(compiled, literal)?;
                self.implication_literals(&implications, true)
            }
            _ => None,
        };
        if let Some(mut lits) = lits {
            if let Some(text) = &mut self.text {
                text.name_conjunction(atom, &lits);
                return Ok(());
            }
            if tidy(&mut lits) {
                self.program.add(Head::Disjunction(&[atom]), Body::Normal(&lits), RuleId::NONE);
            }
        }
        Ok(())
    }
}
