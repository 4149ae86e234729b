//! The order in which the literals of a body are joined.
//!
//! Greedy: tests as soon as their variables are bound, then equations that bind a variable,
//! then the atom that is expected to leave the fewest instances, counting the tests it makes
//! possible. A recursive atom whose new rows drive the join comes first.

use crate::ast::{Relation, Sign};
use crate::ground::domain::Domain;
use crate::ground::linear::{Bound, Linear};
use crate::ground::solve_for::solvable;
use crate::ir::{Atom, Literal, PredId, Term, Var};
use crate::source::Span;
use crate::symbol::{Name, Sym};

/// Which rows of a domain a literal ranges over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rows {
    /// Those known when the round began.
    All,
    /// Those known one round before.
    Old,
    /// Those that the last round added.
    New,
}

/// What to do with the value of one argument.
#[derive(Clone, Debug)]
pub(crate) enum Pattern {
    Bind(Var),
    Same(Var),
    Value(Sym),
    Fun(Name, Vec<Pattern>),
}

#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Go through all rows.
    Scan {
        pred: PredId,
        rows: Rows,
        pattern: Vec<(usize, Pattern)>,
    },
    /// Go through the rows with known values in the index's columns.
    Lookup {
        pred: PredId,
        rows: Rows,
        index: usize,
        key: Vec<Term>,
        pattern: Vec<(usize, Pattern)>,
    },
    /// Go through the different values of some columns; the atom itself comes later.
    Keys {
        pred: PredId,
        index: usize,
        columns: Vec<(usize, Var)>,
    },
    /// All arguments are known.
    Exact {
        pred: PredId,
        rows: Rows,
        args: Vec<Term>,
    },
    Negative {
        sign: Sign,
        pred: PredId,
        args: Vec<Term>,
    },
    Test {
        relation: Relation,
        left: Term,
        right: Term,
    },
    Assign {
        var: Var,
        term: Term,
    },
    Match {
        pattern: Pattern,
        term: Term,
    },
    Solve {
        term: Term,
        var: Var,
        value: Term,
    },
    Range {
        var: Var,
        low: Term,
        high: Term,
        span: Span,
    },
    Within {
        var: Var,
        low: Term,
        high: Term,
        span: Span,
    },
    /// A comparison of sums can still hold.
    Bound(Bound),
    /// The aggregate or conditional literal at this place of the body.
    /// Variables to which the aggregate assigns its value are listed.
    Complex {
        literal: usize,
        assigned: Vec<Var>,
    },
    Never,
}

/// Everything that ordering needs to know about the domains.
pub(crate) struct Planner<'a> {
    pub domains: &'a mut [Domain],
    /// Predicates whose rows are still growing; their size is a guess.
    pub growing: &'a [bool],
}

impl Planner<'_> {
    /// Steps for literals, given which variables are bound. `rows` says which rows each literal
    /// ranges over; one that ranges over new rows comes first.
    pub fn order(&mut self, literals: &[Literal], rows: &[Rows], bound: &mut [bool]) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut left: Vec<usize> = (0..literals.len()).collect();
        let linears = Linear::find(literals, bound, self.growing, self.domains);
        let mut seen = if linears.is_empty() { Vec::new() } else { bound.to_vec() };
        if let Some(at) = left.iter().position(|&at| rows[at] == Rows::New) {
            let first = left.remove(at);
            if let Literal::Atom(_, atom) = &literals[first] {
                steps.push(self.atom_step(atom, Rows::New, bound));
            }
        }
        while !left.is_empty() {
            if !linears.is_empty() {
                let tests = linears.iter().filter_map(|linear| linear.test(&seen, bound));
                steps.extend(tests.map(Step::Bound));
                seen.copy_from_slice(bound);
            }
            // Everything that only tests or has one solution, in one pass: there may be many.
            let before = left.len();
            left.retain(|&index| {
                if !urgent(&literals[index], bound) {
                    return true;
                }
                match &literals[index] {
                    Literal::Atom(Sign::Positive, atom) => {
                        steps.push(self.atom_step(atom, rows[index], bound));
                    }
                    literal => steps.extend(ready_step(literal, bound)),
                }
                false
            });
            if left.len() < before {
                continue;
            }
            let at = match self.cheapest(literals, &left, bound, &linears) {
                Some(at) => at,
                // Aggregates and conditional literals, which are evaluated as late as possible.
                None => match left.iter().position(|&at| ready(&literals[at], bound).is_some()) {
                    Some(at) => at,
                    // Only for unsafe rules, which are refused before.
                    None => {
                        steps.push(Step::Never);
                        return steps;
                    }
                },
            };
            if let Some(keys) = self.keys(literals, &left, left[at], rows, bound) {
                steps.push(keys);
                continue;
            }
            let index = left.remove(at);
            let step = match &literals[index] {
                Literal::Atom(Sign::Positive, atom) => self.atom_step(atom, rows[index], bound),
                Literal::Aggregate(aggregate) => {
                    let mut assigned = Vec::new();
                    for (relation, term) in &aggregate.guards {
                        if let (Relation::Equal, Term::Var(var)) = (relation, term)
                            && !std::mem::replace(&mut bound[*var as usize], true)
                        {
                            assigned.push(*var);
                        }
                    }
                    Step::Complex { literal: index, assigned }
                }
                Literal::Conditional(_) => Step::Complex { literal: index, assigned: Vec::new() },
                literal => match ready_step(literal, bound) {
                    Some(step) => step,
                    None => continue,
                },
            };
            steps.push(step);
        }
        steps
    }

    fn cheapest(
        &mut self,
        literals: &[Literal],
        left: &[usize],
        bound: &[bool],
        linears: &[Linear],
    ) -> Option<usize> {
        let mut best: Option<(f64, usize)> = None;
        for (at, &index) in left.iter().enumerate() {
            let mut after = bound.to_vec();
            let mut cost = match &literals[index] {
                Literal::Atom(Sign::Positive, atom) => {
                    for arg in &atom.args {
                        arg.vars(&mut |var| after[var as usize] = true);
                    }
                    self.matches(atom, bound)
                }
                Literal::Range(var, low, high, _) if ready(&literals[index], bound).is_some() => {
                    after[*var as usize] = true;
                    match (low, high) {
                        (Term::Sym(low), Term::Sym(high)) => small_difference(*low, *high),
                        _ => 20.0,
                    }
                }
                _ => continue,
            };
            for &other in left.iter().filter(|&&other| other != index) {
                cost *= selectivity(&literals[other], bound, &after);
            }
            for linear in linears {
                cost *= linear.selectivity(bound, &after);
            }
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, at));
            }
        }
        best.map(|(_, at)| at)
    }

    /// How many rows are expected to match.
    fn matches(&mut self, atom: &Atom, bound: &[bool]) -> f64 {
        let index = atom.pred.index();
        let growing = self.growing[index];
        let largest = || self.domains.iter().map(Domain::len).max().unwrap_or(0);
        let size = if growing { largest().max(100) } else { self.domains[index].len() };
        let mut cost = f64::from(size);
        for (column, arg) in atom.args.iter().enumerate() {
            let known = arg.all_vars(|var| bound[var as usize]);
            if known && growing {
                cost /= f64::from(size).powf(1.0 / atom.args.len() as f64).max(2.0);
            } else if known {
                cost /= f64::from(self.domains[index].distinct(column).max(1));
            } else if matches!(arg, Term::Fun(..)) {
                cost /= 2.0;
            }
        }
        cost.max(f64::from(size.min(1)) * 0.01)
    }

    /// `q(K,L)` with `|I-K| = |J-L|`: the values of K, then L by the equation, then the atom.
    /// Only if that is much less than going through all rows.
    fn keys(
        &mut self,
        literals: &[Literal],
        left: &[usize],
        index: usize,
        rows: &[Rows],
        bound: &mut [bool],
    ) -> Option<Step> {
        let Literal::Atom(Sign::Positive, atom) = &literals[index] else { return None };
        let at = atom.pred.index();
        if rows[index] != Rows::All || self.growing[at] || atom.args.len() < 2 {
            return None;
        }
        let mut vars = Vec::with_capacity(atom.args.len());
        for arg in &atom.args {
            match arg {
                Term::Var(var) if !bound[*var as usize] && !vars.contains(var) => vars.push(*var),
                _ => return None,
            }
        }
        for (column, &solved) in vars.iter().enumerate() {
            let others = vars.iter().enumerate().filter(|(other, _)| *other != column);
            let columns: Vec<(usize, Var)> = others.map(|(other, var)| (other, *var)).collect();
            let mut after = bound.to_vec();
            columns.iter().for_each(|(_, var)| after[*var as usize] = true);
            let gives = |literal: &Literal| {
                matches!(literal, Literal::Compare(Relation::Equal, ..))
                    && ready(literal, &after).is_some_and(|vars| vars == [solved])
            };
            if !left.iter().any(|&other| gives(&literals[other])) {
                continue;
            }
            let domain = &mut self.domains[at];
            let count: f64 =
                columns.iter().map(|(other, _)| f64::from(domain.distinct(*other))).product();
            if count * 4.0 > f64::from(domain.len()) {
                continue;
            }
            let numbers: Vec<usize> = columns.iter().map(|(other, _)| *other).collect();
            let index = domain.index(&numbers);
            bound.copy_from_slice(&after);
            return Some(Step::Keys { pred: atom.pred, index, columns });
        }
        None
    }

    fn atom_step(&mut self, atom: &Atom, rows: Rows, bound: &mut [bool]) -> Step {
        let mut columns = Vec::new();
        let mut key = Vec::new();
        let mut pattern = Vec::new();
        for (column, arg) in atom.args.iter().enumerate() {
            if arg.all_vars(|var| bound[var as usize]) {
                columns.push(column);
                key.push(arg.clone());
            }
        }
        for (column, arg) in atom.args.iter().enumerate() {
            if !columns.contains(&column) {
                pattern.push((column, make_pattern(arg, bound)));
            }
        }
        let pred = atom.pred;
        if rows == Rows::New {
            let known = columns.iter().zip(&key);
            pattern.extend(known.map(|(&column, arg)| (column, make_pattern(arg, bound))));
            return Step::Scan { pred, rows, pattern };
        }
        if pattern.is_empty() {
            return Step::Exact { pred, rows, args: key };
        }
        if columns.is_empty() {
            return Step::Scan { pred, rows, pattern };
        }
        let index = self.domains[pred.index()].index(&columns);
        Step::Lookup { pred, rows, index, key, pattern }
    }
}

fn make_pattern(term: &Term, bound: &mut [bool]) -> Pattern {
    match term {
        Term::Var(var) if bound[*var as usize] => Pattern::Same(*var),
        Term::Var(var) => {
            bound[*var as usize] = true;
            Pattern::Bind(*var)
        }
        Term::Sym(sym) => Pattern::Value(*sym),
        Term::Fun(name, args) => {
            Pattern::Fun(*name, args.iter().map(|arg| make_pattern(arg, bound)).collect())
        }
        // Rewriting leaves no arithmetic in what is matched.
        Term::Unary(..) | Term::Binary(..) | Term::External(..) => Pattern::Value(Sym::SUP),
    }
}

/// The length of an interval of small numbers.
fn small_difference(low: Sym, high: Sym) -> f64 {
    (high.raw() as f64 - low.raw() as f64 + 1.0).max(0.0)
}

/// Tests, and equations with one solution: nothing is gained by waiting.
fn urgent(literal: &Literal, bound: &[bool]) -> bool {
    match literal {
        Literal::Bool(_) | Literal::Compare(..) => ready(literal, bound).is_some(),
        // An atom whose arguments are known is looked up once.
        Literal::Atom(Sign::Positive, atom) => {
            atom.args.iter().all(|arg| arg.all_vars(|var| bound[var as usize]))
        }
        Literal::Atom(..) => ready(literal, bound).is_some(),
        Literal::Range(var, ..) => bound[*var as usize] && ready(literal, bound).is_some(),
        Literal::Aggregate(_) | Literal::Conditional(_) => false,
    }
}

/// How much of what reaches it a test is expected to let through, if the next atom makes
/// it possible.
fn selectivity(literal: &Literal, bound: &[bool], after: &[bool]) -> f64 {
    let now = |term: &Term| term.all_vars(|var| after[var as usize]);
    if ready(literal, bound).is_some() {
        return 1.0;
    }
    match literal {
        Literal::Compare(relation, left, right, _) if now(left) && now(right) => match relation {
            Relation::Equal => 0.1,
            Relation::NotEqual => 0.9,
            _ => 0.5,
        },
        Literal::Atom(sign, atom) if *sign != Sign::Positive && atom.args.iter().all(now) => 0.7,
        _ => 1.0,
    }
}

/// Whether a literal other than an atom that must be searched can be used now, and the
/// variables it would bind.
pub(crate) fn ready(literal: &Literal, bound: &[bool]) -> Option<Vec<Var>> {
    let is_bound = |var: Var| bound[var as usize];
    let known = |term: &Term| term.all_vars(is_bound);
    match literal {
        Literal::Bool(_) => Some(Vec::new()),
        Literal::Atom(Sign::Positive, _) => None,
        Literal::Atom(_, atom) => atom.args.iter().all(known).then(Vec::new),
        Literal::Compare(relation, left, right, _) => {
            if known(left) && known(right) {
                return Some(Vec::new());
            }
            if *relation != Relation::Equal {
                return None;
            }
            for (unknown, value) in [(left, right), (right, left)] {
                if !known(value) {
                    continue;
                }
                if unknown.is_pattern() {
                    let mut vars = Vec::new();
                    unknown.vars(&mut |var| vars.push(var));
                    return Some(vars);
                }
                if let Some(var) = solvable(unknown, &is_bound, true) {
                    return Some(vec![var]);
                }
            }
            None
        }
        Literal::Range(var, low, high, _) => (known(low) && known(high)).then(|| vec![*var]),
        Literal::Aggregate(aggregate) => {
            if !aggregate.globals.iter().all(|&var| is_bound(var)) {
                return None;
            }
            let mut assigned = Vec::new();
            for (relation, term) in &aggregate.guards {
                match (relation, term) {
                    (_, term) if known(term) => {}
                    (Relation::Equal, Term::Var(var)) if aggregate.sign == Sign::Positive => {
                        assigned.push(*var);
                    }
                    _ => return None,
                }
            }
            Some(assigned)
        }
        Literal::Conditional(conditional) => {
            conditional.globals.iter().all(|&var| is_bound(var)).then(Vec::new)
        }
    }
}

/// The step of a literal that is ready.
fn ready_step(literal: &Literal, bound: &mut [bool]) -> Option<Step> {
    let known = |term: &Term, bound: &[bool]| term.all_vars(|var| bound[var as usize]);
    Some(match literal {
        Literal::Bool(true) => return None,
        Literal::Bool(false) => Step::Never,
        Literal::Atom(sign, atom) => {
            Step::Negative { sign: *sign, pred: atom.pred, args: atom.args.to_vec() }
        }
        Literal::Compare(relation, left, right, _) => {
            if known(left, bound) && known(right, bound) {
                let (relation, left, right) = (*relation, left.clone(), right.clone());
                return Some(Step::Test { relation, left, right });
            }
            let (unknown, value) = if known(right, bound) { (left, right) } else { (right, left) };
            if let Term::Var(var) = unknown {
                bound[*var as usize] = true;
                Step::Assign { var: *var, term: value.clone() }
            } else if unknown.is_pattern() {
                Step::Match { pattern: make_pattern(unknown, bound), term: value.clone() }
            } else {
                let var = solvable(unknown, &|var| bound[var as usize], true)?;
                bound[var as usize] = true;
                Step::Solve { term: unknown.clone(), var, value: value.clone() }
            }
        }
        Literal::Range(var, low, high, span) => {
            let (low, high, span) = (low.clone(), high.clone(), *span);
            if bound[*var as usize] {
                Step::Within { var: *var, low, high, span }
            } else {
                bound[*var as usize] = true;
                Step::Range { var: *var, low, high, span }
            }
        }
        Literal::Aggregate(_) | Literal::Conditional(_) => return None,
    })
}
