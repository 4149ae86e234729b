//! Sequences accepted by a finite automaton with counters, as one table of transitions.

use crate::domain::Domain;
use crate::error::{Res, ensure};
use crate::expr::{Arg, Expr, Rel, Rows};
use crate::int::Int;
use crate::store::{FdVar, Store};

/// A transition.
#[derive(Clone, Debug)]
pub struct Arc {
    /// The state before, by number.
    pub from: i64,
    /// The signature that takes it.
    pub label: Int,
    /// The state after.
    pub to: i64,
    /// For each counter, which of its expressions applies, counted from one.
    pub updates: Vec<i64>,
}

/// An automaton over a sequence.
#[derive(Clone, Debug, Default)]
pub struct Automaton {
    /// What the transitions read.
    pub signature: Vec<Arg>,
    /// States to start in.
    pub sources: Vec<i64>,
    /// States to end in.
    pub sinks: Vec<i64>,
    /// The transitions.
    pub arcs: Vec<Arc>,
    /// For each counter its expressions, over the placeholders below.
    pub updates: Vec<Vec<Expr>>,
    /// Stand in expressions for the counters' values before the transition.
    pub counters: Vec<FdVar>,
    /// Stand in expressions for the parts of the sequence element.
    pub template: Vec<FdVar>,
    /// For each position of the sequence, what the template's placeholders are there.
    pub elements: Vec<Vec<Arg>>,
    /// Counter values at the start.
    pub initials: Vec<Arg>,
    /// Counter values at the end.
    pub finals: Vec<Arg>,
}

impl Store {
    /// Posts an automaton.
    pub fn post_automaton(&mut self, automaton: &Automaton) -> Res {
        self.guarded(|s| s.automaton(automaton))
    }

    fn automaton(&mut self, a: &Automaton) -> Res {
        let start = Arg::Var(self.new_var());
        let mut state = start.clone();
        let mut counters = a.initials.clone();
        let mut tuples = Vec::new();
        for (at, signature) in a.signature.iter().enumerate() {
            let next = Arg::Var(self.new_var());
            let mut tuple = vec![state, signature.clone(), next.clone()];
            let mut after = Vec::new();
            for expressions in &a.updates {
                let values = self.updated(a, expressions, at, &counters)?;
                let (pick, value) = (Arg::Var(self.new_var()), Arg::Var(self.new_var()));
                self.element(&pick, &values, &value)?;
                tuple.push(pick);
                after.push(value);
            }
            tuples.push(tuple);
            counters = after;
            state = next;
        }
        ensure(counters.len() == a.finals.len() || a.finals.is_empty())?;
        for (value, end) in counters.iter().zip(&a.finals) {
            self.equate(value, end)?;
        }
        let states = |list: &[i64]| {
            Domain::from_values(&list.iter().map(|n| Int::from(*n)).collect::<Vec<_>>())
        };
        self.narrow(&start, &states(&a.sources))?;
        self.narrow(&state, &states(&a.sinks))?;
        let rows: Rows = a
            .arcs
            .iter()
            .map(|arc| {
                let mut row = vec![Int::from(arc.from), arc.label.clone(), Int::from(arc.to)];
                row.extend(arc.updates.iter().map(|n| Int::from(*n)));
                row.into_boxed_slice()
            })
            .collect();
        self.post_tuples(&tuples, &rows)
    }

    /// The values a counter may get at a position. Each expression is posted over fresh variables
    /// that then become the actual ones, which is how answers come to name them.
    fn updated(
        &mut self,
        a: &Automaton,
        expressions: &[Expr],
        at: usize,
        counters: &[Arg],
    ) -> Res<Vec<Arg>> {
        let mut values = Vec::new();
        for expr in expressions {
            let mut seen: Vec<(FdVar, FdVar)> = Vec::new();
            expr.each_var(&mut |v| {
                if !seen.iter().any(|(old, _)| *old == v) {
                    seen.push((v, v));
                }
            });
            for pair in &mut seen {
                pair.1 = self.new_var();
            }
            let value = Arg::Var(self.new_var());
            self.make_known(&value);
            self.post(Rel::Eq, &(&value).into(), &rename(expr, &seen))?;
            for (old, new) in &seen {
                let position = |list: &[FdVar]| list.iter().position(|v| v == old);
                let actual = match (position(&a.template), position(&a.counters)) {
                    (Some(part), _) => a.elements.get(at).and_then(|e| e.get(part)),
                    (None, Some(counter)) => counters.get(counter),
                    (None, None) => None,
                };
                if let Some(actual) = actual {
                    self.equate(&Arg::Var(*new), actual)?;
                }
            }
            values.push(value);
        }
        Ok(values)
    }
}

fn rename(expr: &Expr, names: &[(FdVar, FdVar)]) -> Expr {
    match expr {
        Expr::Var(v) => {
            Expr::Var(names.iter().find(|(old, _)| old == v).map_or(*v, |(_, new)| *new))
        }
        Expr::Int(n) => Expr::Int(n.clone()),
        Expr::Op1(op, a) => Expr::op1(*op, rename(a, names)),
        Expr::Op2(op, a, b) => Expr::op2(*op, rename(a, names), rename(b, names)),
    }
}
