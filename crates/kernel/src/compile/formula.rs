//! Formulas taken apart into simple constraints.
//!
//! A formula is brought to negations before atoms only, conjunctions are split, and each
//! conjunct becomes the strongest that fits: a domain, a linear comparison, all-different,
//! a pair table, a table of rows; else its expressions get names (see `define`) and its
//! logic becomes disjunctions and flags. What cannot be said in 64 bits stays a formula
//! and is checked when its variables are known.
//!
//! An atom with an expression that has no value is false, and its negation true: the
//! negation of `a` under conditions `c` is `not c, or not a`.

use crate::compile::Compiler;
use crate::compile::define::{Flattener, Use};
use crate::compile::form::{Compare, is_linear, normal};
use crate::compile::variety;
use crate::constraint::Constraint;
use crate::expr::{Cmp, Expr, Formula};
use crate::ids::VarId;

/// States of an automaton's complement, at most.
const MAX_COMPLEMENT: usize = 4096;

/// The simple constraints that together say the same, with those that define variables
/// added for it; none if it is simple itself.
pub(super) fn flatten(compiler: &mut Compiler, constraint: &Constraint) -> Option<Vec<Constraint>> {
    if !matches!(constraint, Constraint::Formula(_) | Constraint::Or(_)) {
        return None;
    }
    let mut flattener = Flattener::new(compiler);
    let own = flattener.constraint(constraint, true);
    let mut all = flattener.definitions;
    all.extend(own);
    Some(all)
}

impl Flattener<'_> {
    fn constraint(&mut self, constraint: &Constraint, must: bool) -> Vec<Constraint> {
        match constraint {
            Constraint::Formula(f) => self.conjunct(&normal(f, true), must),
            Constraint::Or(branches) => {
                let branch = |b: &Vec<Constraint>| {
                    b.iter().flat_map(|c| self.constraint(c, false)).collect()
                };
                vec![Constraint::Or(branches.iter().map(branch).collect())]
            }
            other => vec![other.clone()],
        }
    }

    /// Simple constraints that all hold if the formula does. It is normal.
    fn conjunct(&mut self, f: &Formula<VarId>, must: bool) -> Vec<Constraint> {
        let atomic = match f {
            Formula::And(list) => {
                return list.iter().flat_map(|g| self.conjunct(g, must)).collect();
            }
            Formula::Const(true) => return vec![],
            Formula::Const(false) => return vec![never()],
            Formula::Distinct(list) | Formula::Regular(list, _) | Formula::Connected(list, ..) => {
                list.len() > 2 && list.iter().all(|e| matches!(e, Expr::Var(_)))
            }
            // A count is complete, and knows who sees whom.
            Formula::Cmp(_, Expr::Count(list, of), Expr::Const(_)) => {
                let vars = list.iter().all(|e| matches!(e, Expr::Var(_)));
                list.len() > 2 && vars && matches!(**of, Expr::Const(_))
            }
            _ => false,
        };
        if let Some(variety) = variety::of(f, &self.compiler.model) {
            return vec![variety];
        }
        if !atomic {
            if let Some(compare) = self.compare(f).filter(|c| self.keeps_linear(c)) {
                return compare.constraints(&self.compiler.model);
            }
            if let Formula::Or(list) = f
                && tells_of_each(list)
            {
                return self.either(list);
            }
            if let Some(listed) = self.compiler.listed_formula(f) {
                return listed;
            }
        }
        let parts = match f {
            Formula::Or(list) => Some(self.either(list)),
            Formula::Iff(a, b) => Some(self.both_or_neither(a, b)),
            Formula::Not(atom) => self.negative(atom),
            atom => self.positive(atom, must),
        };
        parts.unwrap_or_else(|| vec![Constraint::Formula(f.clone())])
    }

    /// A comparison, negated or not, of linear expressions that always have a value.
    fn compare(&mut self, f: &Formula<VarId>) -> Option<Compare> {
        let (op, a, b) = match f {
            Formula::Cmp(op, a, b) => (*op, a, b),
            Formula::Not(f) => match &**f {
                Formula::Cmp(op, a, b) => (op.negated(), a, b),
                _ => return None,
            },
            _ => return None,
        };
        if !is_linear(a) || !is_linear(b) {
            return None;
        }
        let mut using = Use::new(false);
        let (a, b) = (self.form(a, &mut using)?, self.form(b, &mut using)?);
        if using.conditions.is_empty() { Compare::new(op, &a, &b) } else { None }
    }

    /// Whether a linear comparison is best left one: all but equations of two small
    /// variables with coefficients, where a table of pairs sees more.
    fn keeps_linear(&self, compare: &Compare) -> bool {
        let small = |&(_, v): &(i64, VarId)| self.compiler.model.is_small(v);
        let unit = |&(c, _): &(i64, VarId)| c == 1 || c == -1;
        let Compare { terms, op, .. } = compare;
        *op != Cmp::Eq || terms.len() != 2 || terms.iter().all(unit) || !terms.iter().all(small)
    }

    fn either(&mut self, list: &[Formula<VarId>]) -> Vec<Constraint> {
        let mut branches = Vec::with_capacity(list.len());
        for f in list {
            let branch = self.conjunct(f, false);
            if branch.is_empty() {
                return vec![];
            }
            if !branch.contains(&never()) {
                branches.push(branch);
            }
        }
        or(branches)
    }

    fn both_or_neither(&mut self, a: &Formula<VarId>, b: &Formula<VarId>) -> Vec<Constraint> {
        if let Formula::Const(same) = a {
            return self.conjunct(&normal(b, *same), false);
        }
        if let Formula::Const(same) = b {
            return self.conjunct(&normal(a, *same), false);
        }
        for (one, other) in [(a, b), (b, a)] {
            if let Some(flag) = self.as_flag(one) {
                return self.flag_means(flag, other);
            }
        }
        if is_atom(a) && is_atom(b) {
            let mut branch = |same: bool| {
                let mut branch = self.conjunct(&normal(a, same), false);
                branch.extend(self.conjunct(&normal(b, same), false));
                branch
            };
            return or(vec![branch(true), branch(false)]);
        }
        let (a, b) = (self.flag(a), self.flag(b));
        vec![Constraint::Linear { terms: vec![(1, a), (-1, b)], op: Cmp::Eq, rhs: 0 }]
    }

    /// The variable of `variable = 1`, if it has no values but 0 and 1.
    fn as_flag(&self, f: &Formula<VarId>) -> Option<VarId> {
        let flag = match f {
            Formula::Cmp(Cmp::Eq, Expr::Var(v), Expr::Const(1)) => *v,
            Formula::Cmp(Cmp::Eq, Expr::Const(1), Expr::Var(v)) => *v,
            _ => return None,
        };
        let (lo, hi) = self.compiler.model.bounds(flag);
        (lo >= 0 && hi <= 1).then_some(flag)
    }

    /// `flag` is 1 if the formula holds and 0 if not.
    pub(super) fn flag_means(&mut self, flag: VarId, f: &Formula<VarId>) -> Vec<Constraint> {
        let f = normal(f, true);
        if let Some(Compare { terms, op, rhs }) = self.compare(&f) {
            return vec![Constraint::Reified { flag, terms, op, rhs }];
        }
        let set = Formula::Cmp(Cmp::Eq, Expr::Var(flag), Expr::Const(1));
        let whole = Formula::Iff(Box::new(set), Box::new(f.clone()));
        if let Some(listed) = self.compiler.listed_formula(&whole) {
            return listed;
        }
        let mut branch = |value: i64| {
            let mut branch = vec![Constraint::Domain { var: flag, values: vec![value] }];
            branch.extend(self.conjunct(&normal(&f, value == 1), false));
            branch
        };
        or(vec![branch(1), branch(0)])
    }

    fn positive(&mut self, atom: &Formula<VarId>, must: bool) -> Option<Vec<Constraint>> {
        let mut using = Use::new(must);
        let mut parts = match self.direct(atom, &mut using) {
            Some(constraint) => vec![constraint],
            None => {
                using.conditions.clear();
                match atom {
                    Formula::Cmp(op, a, b) => {
                        let (a, b) = (self.form(a, &mut using)?, self.form(b, &mut using)?);
                        Compare::new(*op, &a, &b)?.constraints(&self.compiler.model)
                    }
                    Formula::In(e, set) => {
                        let form = self.form(e, &mut using)?;
                        let var = self.name(&form, must)?;
                        vec![Constraint::Domain { var, values: set.clone() }]
                    }
                    Formula::Distinct(list) => {
                        vec![Constraint::Distinct(self.names(list, &mut using)?)]
                    }
                    Formula::Regular(line, automaton) => {
                        let vars = self.names(line, &mut using)?;
                        vec![Constraint::Regular { vars, automaton: automaton.clone() }]
                    }
                    Formula::Connected(list, graph, values) => {
                        let vars = self.names(list, &mut using)?;
                        let (graph, values) = (graph.clone(), values.clone());
                        vec![Constraint::Connected { vars, graph, values, size: None }]
                    }
                    _ => return None,
                }
            }
        };
        for condition in &using.conditions {
            parts.extend(condition.constraints(&self.compiler.model));
        }
        Some(parts)
    }

    /// `variable = f(...)` where one constraint says just that, without a new variable.
    fn direct(&mut self, atom: &Formula<VarId>, using: &mut Use) -> Option<Constraint> {
        let Formula::Cmp(Cmp::Eq, a, b) = atom else { return None };
        let (result, e) = match (a, b) {
            (Expr::Var(_) | Expr::Const(_), e) | (e, Expr::Var(_) | Expr::Const(_)) => {
                (if std::ptr::eq(e, a) { b } else { a }, e)
            }
            _ => return None,
        };
        let parts: &[Expr<VarId>] = match e {
            Expr::Mul(a, b) => &[(**a).clone(), (**b).clone()],
            Expr::Min(list) | Expr::Max(list) if !list.is_empty() => list,
            Expr::Element(_, list) => list,
            _ => return None,
        };
        let vars = self.names(parts, using)?;
        let result = self.form(result, using)?;
        let result = self.name(&result, true)?;
        Some(match e {
            Expr::Mul(..) => Constraint::Product { a: vars[0], b: vars[1], product: result },
            Expr::Min(_) => Constraint::Extreme { vars, result, max: false },
            Expr::Max(_) => Constraint::Extreme { vars, result, max: true },
            Expr::Element(index, _) => {
                let index = self.form(index, using)?;
                let index = self.name(&index, using.must)?;
                Constraint::Element { index, list: vars, value: result }
            }
            _ => return None,
        })
    }

    fn negative(&mut self, atom: &Formula<VarId>) -> Option<Vec<Constraint>> {
        let mut using = Use::new(false);
        let mut branches = match atom {
            Formula::Cmp(op, a, b) => {
                let (a, b) = (self.form(a, &mut using)?, self.form(b, &mut using)?);
                let compare = Compare::new(op.negated(), &a, &b)?;
                vec![compare.constraints(&self.compiler.model)]
            }
            Formula::In(e, set) => {
                let form = self.form(e, &mut using)?;
                let var = self.name(&form, false)?;
                let model = &self.compiler.model;
                let other = |&v: &i64| Compare::var(var, Cmp::Ne, v).constraints(model);
                vec![set.iter().flat_map(other).collect()]
            }
            Formula::Distinct(list) => {
                let vars = self.names(list, &mut using)?;
                let pairs = (0..vars.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
                let equal = |(i, j): (usize, usize)| {
                    let terms = vec![(1, vars[i]), (-1, vars[j])];
                    vec![Constraint::Linear { terms, op: Cmp::Eq, rhs: 0 }]
                };
                pairs.map(equal).collect()
            }
            Formula::Regular(line, automaton) => {
                let vars = self.names(line, &mut using)?;
                if !vars.iter().all(|&v| self.compiler.model.is_small(v)) {
                    return None;
                }
                let bounds = |&v: &VarId| self.compiler.model.bounds(v);
                let mut letters: Vec<i64> =
                    vars.iter().map(bounds).flat_map(|(lo, hi)| lo..=hi).collect();
                letters.sort_unstable();
                letters.dedup();
                let automaton = automaton.complement(&letters, MAX_COMPLEMENT)?.into();
                vec![vec![Constraint::Regular { vars, automaton }]]
            }
            _ => return None,
        };
        let model = &self.compiler.model;
        branches.extend(using.conditions.iter().map(|c| c.negated().constraints(model)));
        Some(or(branches))
    }
}

/// Whether each of these is an atom about one variable, and there are three or more of them: what any of
/// them is, is no matter of rows.
fn tells_of_each(list: &[Formula<VarId>]) -> bool {
    let one = |f: &Formula<VarId>| match f.variables()[..] {
        [var] if is_atom(f) => Some(var),
        _ => None,
    };
    let Some(mut vars) = list.iter().map(one).collect::<Option<Vec<_>>>() else { return false };
    vars.sort_unstable();
    vars.dedup();
    vars.len() > 2
}

/// What never holds.
fn never() -> Constraint {
    Constraint::Or(vec![])
}

/// At least one branch, said as shortly as possible.
fn or(mut branches: Vec<Vec<Constraint>>) -> Vec<Constraint> {
    if branches.iter().any(Vec::is_empty) {
        return vec![];
    }
    branches.retain(|b| !b.contains(&never()));
    match branches.len() {
        1 => branches.remove(0),
        _ => vec![Constraint::Or(branches)],
    }
}

fn is_atom(f: &Formula<VarId>) -> bool {
    match f {
        Formula::Not(f) => is_atom(f),
        Formula::Cmp(..) | Formula::In(..) | Formula::Distinct(_) => true,
        Formula::Regular(..) | Formula::Connected(..) => true,
        _ => false,
    }
}
