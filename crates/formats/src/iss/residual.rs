//! Any formula as an automaton that reads its names one after another.
//!
//! A state is what is left to be said once the first names have their values. Formulas that are
//! equal after they have been simplified are one state, and states from which the same lines are
//! read are one, so sums, counts and extremes have few.

use std::cell::Cell;
use std::collections::HashMap;

use pencilmark_kernel::automaton::Automaton;
use pencilmark_kernel::expr::{Expr, Formula, Rounding};
use pencilmark_puzzle::Name;

/// More states than this are refused where the automaton is to be read.
const MAX_STATES: usize = 4000;
/// Nor are more formulas looked at for one order of the names.
const MAX_LOOKED_AT: usize = 4000;
/// More names than this nobody has put into one rule.
const MAX_NAMES: usize = 200;

/// The automaton of a formula that reads these names in order, or, if that takes fewer states, the
/// other way round, with the order; nothing if it takes more states than it may, or than are left
/// of the budget.
pub(super) fn either_way(
    formula: &Formula<Name>,
    names: &[Name],
    digits: &[i64],
    budget: &Cell<usize>,
) -> Option<(Automaton, Vec<Name>)> {
    let back: Vec<Name> = names.iter().rev().copied().collect();
    [names.to_vec(), back].into_iter().find_map(|order| {
        // One rule must not use up what all the others need.
        let share = Cell::new(budget.get().min(MAX_LOOKED_AT));
        let before = share.get();
        let found = automaton(formula, &order, digits, &share);
        budget.set(budget.get() - (before - share.get()));
        Some((found?, order))
    })
}

/// The automaton of a formula.
fn automaton(
    formula: &Formula<Name>,
    names: &[Name],
    digits: &[i64],
    budget: &Cell<usize>,
) -> Option<Automaton> {
    if names.len() > MAX_NAMES {
        return None;
    }
    let mut builder = Builder {
        names,
        digits,
        budget,
        known: HashMap::new(),
        number: HashMap::new(),
        // The state in which all has been read and holds.
        states: vec![vec![]],
    };
    let start = builder.state(0, formula.clone())?;
    let mut arcs = Vec::new();
    for (from, next) in builder.states.iter().enumerate() {
        let read = digits.iter().zip(next).filter_map(|(&d, to)| Some((from, d, (*to)?)));
        arcs.extend(read);
    }
    let states = builder.states.len();
    Some(match start {
        Some(start) => Automaton { states, start, accepting: vec![0], arcs },
        None => Automaton { states: 1, start: 0, accepting: vec![], arcs: vec![] },
    })
}

/// A state, or that none is left.
type State = Option<usize>;

struct Builder<'a> {
    names: &'a [Name],
    digits: &'a [i64],
    budget: &'a Cell<usize>,
    known: HashMap<(usize, Formula<Name>), State>,
    /// States by where they lead to.
    number: HashMap<Vec<State>, usize>,
    states: Vec<Vec<State>>,
}

impl Builder<'_> {
    fn state(&mut self, at: usize, left: Formula<Name>) -> Option<State> {
        match (self.names.get(at), &left) {
            (_, Formula::Const(false)) => return Some(None),
            (None, Formula::Const(true)) => return Some(Some(0)),
            // All names have values, so there is nothing left but a truth.
            (None, left) => return Some(left.eval(&|_| 0).then_some(0)),
            _ => {}
        }
        if let Some(&known) = self.known.get(&(at, left.clone())) {
            return Some(known);
        }
        self.budget.set(self.budget.get().checked_sub(1)?);
        let mut next = Vec::new();
        for &digit in self.digits {
            next.push(self.state(at + 1, with(&left, self.names[at], digit))?);
        }
        let state = match next.iter().all(Option::is_none) {
            true => None,
            false => Some(match self.number.get(&next) {
                Some(&state) => state,
                None => {
                    self.states.push(next.clone());
                    self.number.insert(next, self.states.len() - 1);
                    self.states.len() - 1
                }
            }),
        };
        self.known.insert((at, left), state);
        (self.states.len() <= MAX_STATES).then_some(state)
    }
}

/// What has no value, whatever the names stand for.
const NOTHING: fn() -> Expr<Name> =
    || Expr::Div(Box::new(Expr::Const(1)), Box::new(Expr::Const(0)), Rounding::Floor);

/// The formula with a value for a name, simplified.
fn with(formula: &Formula<Name>, name: Name, value: i64) -> Formula<Name> {
    let number = |e: &Expr<Name>| number(e, name, value);
    let numbers = |list: &[Expr<Name>]| list.iter().map(number).collect::<Vec<_>>();
    let inside = |f: &Formula<Name>| with(f, name, value);
    let all = |list: Vec<Expr<Name>>, done: &dyn Fn(Vec<Expr<Name>>) -> Formula<Name>| {
        if list.contains(&NOTHING()) { Formula::Const(false) } else { decided(done(list)) }
    };
    match formula {
        Formula::Const(_) => formula.clone(),
        Formula::Cmp(op, a, b) => {
            let (a, b) = (number(a), number(b));
            match (a, b) {
                (Expr::Sum(terms), Expr::Const(b)) if shift(&terms, b).is_some() => {
                    let to = shift(&terms, b).unwrap_or(b);
                    decided(Formula::Cmp(*op, sum(without_number(terms)), Expr::Const(to)))
                }
                (a, b) => {
                    all(vec![a, b], &|both| Formula::Cmp(*op, both[0].clone(), both[1].clone()))
                }
            }
        }
        Formula::In(e, set) => match number(e) {
            Expr::Sum(terms) if set.iter().all(|&v| shift(&terms, v).is_some()) => {
                let set = set.iter().filter_map(|&v| shift(&terms, v)).collect();
                decided(Formula::In(sum(without_number(terms)), set))
            }
            e => all(vec![e], &|one| Formula::In(one[0].clone(), set.clone())),
        },
        Formula::Distinct(list) => {
            let (mut open, fixed) = sorted(numbers(list));
            if fixed.windows(2).any(|w| w[0] == w[1]) {
                return Formula::Const(false);
            }
            if open.is_empty() {
                return Formula::Const(true);
            }
            open.extend(fixed.into_iter().map(Expr::Const));
            all(open, &Formula::Distinct)
        }
        Formula::And(parts) => joined(parts.iter().map(inside), true),
        Formula::Or(parts) => joined(parts.iter().map(inside), false),
        Formula::Not(f) => match inside(f) {
            Formula::Const(b) => Formula::Const(!b),
            f => Formula::Not(Box::new(f)),
        },
        Formula::Iff(a, b) => match (inside(a), inside(b)) {
            (Formula::Const(true), f) | (f, Formula::Const(true)) => f,
            (Formula::Const(false), Formula::Const(b)) => Formula::Const(!b),
            (Formula::Const(false), f) | (f, Formula::Const(false)) => Formula::Not(Box::new(f)),
            (a, b) => Formula::Iff(Box::new(a), Box::new(b)),
        },
        Formula::Regular(line, machine) => {
            all(numbers(line), &|line| Formula::Regular(line, machine.clone()))
        }
        Formula::Connected(list, graph, values) => {
            all(numbers(list), &|list| Formula::Connected(list, graph.clone(), values.clone()))
        }
    }
}

/// What a sum must be without the number at its end to be so much with it.
fn shift(terms: &[Expr<Name>], wanted: i64) -> Option<i64> {
    match terms.last() {
        Some(Expr::Const(n)) => wanted.checked_sub(*n),
        _ => Some(wanted),
    }
}

fn without_number(mut terms: Vec<Expr<Name>>) -> Vec<Expr<Name>> {
    if matches!(terms.last(), Some(Expr::Const(_))) {
        terms.pop();
    }
    terms
}

/// The truth of a formula whose parts are all numbers.
fn decided(formula: Formula<Name>) -> Formula<Name> {
    let settled = match &formula {
        Formula::Cmp(_, a, b) => is_settled(a) && is_settled(b),
        Formula::In(e, _) => is_settled(e),
        Formula::Distinct(list) | Formula::Regular(list, _) | Formula::Connected(list, _, _) => {
            list.iter().all(is_settled)
        }
        _ => false,
    };
    if settled { Formula::Const(formula.eval(&|_| 0)) } else { formula }
}

fn joined(parts: impl Iterator<Item = Formula<Name>>, and: bool) -> Formula<Name> {
    let mut open = Vec::new();
    for part in parts {
        match part {
            Formula::Const(b) if b == and => {}
            Formula::Const(_) => return Formula::Const(!and),
            part if open.contains(&part) => {}
            part => open.push(part),
        }
    }
    match open.len() {
        0 => Formula::Const(and),
        1 => open.remove(0),
        _ if and => Formula::And(open),
        _ => Formula::Or(open),
    }
}

/// The terms added up, the number among them last.
fn sum(terms: Vec<Expr<Name>>) -> Expr<Name> {
    let flat = terms.into_iter().flat_map(|term| match term {
        Expr::Sum(inner) => inner,
        term => vec![term],
    });
    let (mut open, fixed) = sorted(flat.collect());
    let Some(total) = fixed.into_iter().try_fold(0i64, i64::checked_add) else { return NOTHING() };
    if total != 0 || open.is_empty() {
        open.push(Expr::Const(total));
    }
    if open.len() == 1 { open.remove(0) } else { Expr::Sum(open) }
}

/// Numbers behind all others, in order.
fn sorted(list: Vec<Expr<Name>>) -> (Vec<Expr<Name>>, Vec<i64>) {
    let (mut open, mut fixed) = (Vec::new(), Vec::new());
    for e in list {
        match e {
            Expr::Const(n) => fixed.push(n),
            e => open.push(e),
        }
    }
    fixed.sort_unstable();
    (open, fixed)
}

fn number(e: &Expr<Name>, name: Name, value: i64) -> Expr<Name> {
    let one = |e: &Expr<Name>| number(e, name, value);
    let boxed = |e: &Expr<Name>| Box::new(number(e, name, value));
    let all = |list: &[Expr<Name>]| list.iter().map(one).collect::<Vec<_>>();
    let simple = match e {
        Expr::Var(n) if *n == name => return Expr::Const(value),
        Expr::Const(_) | Expr::Var(_) => return e.clone(),
        Expr::Neg(e) => Expr::Neg(boxed(e)),
        Expr::Sum(list) => {
            let list = all(list);
            if list.contains(&NOTHING()) { NOTHING() } else { sum(list) }
        }
        Expr::Mul(a, b) => Expr::Mul(boxed(a), boxed(b)),
        Expr::Div(a, b, r) => Expr::Div(boxed(a), boxed(b), *r),
        Expr::Rem(a, b, r) => Expr::Rem(boxed(a), boxed(b), *r),
        Expr::Abs(e) => Expr::Abs(boxed(e)),
        Expr::Min(list) => {
            let (mut open, fixed) = sorted(all(list));
            open.extend(fixed.first().map(|&n| Expr::Const(n)));
            Expr::Min(open)
        }
        Expr::Max(list) => {
            let (mut open, fixed) = sorted(all(list));
            open.extend(fixed.last().map(|&n| Expr::Const(n)));
            Expr::Max(open)
        }
        Expr::Element(index, list) => {
            let (index, list) = (one(index), all(list));
            let total = list.iter().all(|e| matches!(e, Expr::Const(_) | Expr::Var(_)));
            match index {
                Expr::Const(at) if total => {
                    let at = usize::try_from(at - 1).ok();
                    at.and_then(|at| list.get(at).cloned()).unwrap_or_else(NOTHING)
                }
                index => Expr::Element(Box::new(index), list),
            }
        }
        Expr::Count(list, of) => {
            let (of, list) = (one(of), all(list));
            let (mut open, fixed) = sorted(list);
            match of {
                Expr::Const(n) => {
                    let found = fixed.iter().filter(|f| **f == n).count() as i64;
                    match open.is_empty() {
                        true => Expr::Const(found),
                        false => {
                            let rest = Expr::Count(open, Box::new(Expr::Const(n)));
                            sum(vec![rest, Expr::Const(found)])
                        }
                    }
                }
                of => {
                    open.extend(fixed.into_iter().map(Expr::Const));
                    Expr::Count(open, Box::new(of))
                }
            }
        }
        Expr::Holds(f) => match with(f, name, value) {
            Formula::Const(b) => Expr::Const(i64::from(b)),
            f => Expr::Holds(Box::new(f)),
        },
    };
    let settled = match &simple {
        Expr::Neg(e) | Expr::Abs(e) => is_settled(e),
        Expr::Mul(a, b) | Expr::Div(a, b, _) | Expr::Rem(a, b, _) => is_settled(a) && is_settled(b),
        Expr::Min(list) | Expr::Max(list) => list.iter().all(is_settled),
        Expr::Element(index, list) => is_settled(index) && list.iter().all(is_settled),
        Expr::Count(list, of) => is_settled(of) && list.iter().all(is_settled),
        Expr::Const(_) | Expr::Var(_) | Expr::Sum(_) | Expr::Holds(_) => false,
    };
    if settled { simple.eval(&|_| 0).map_or_else(NOTHING, Expr::Const) } else { simple }
}

/// Whether a part is a number, or known to be none.
fn is_settled(e: &Expr<Name>) -> bool {
    match e {
        Expr::Const(_) => true,
        Expr::Div(a, b, _) => matches!((&**a, &**b), (Expr::Const(1), Expr::Const(0))),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;
    use pencilmark_puzzle::random::Rng;

    /// Lines at random are read exactly if the rule holds.
    #[test]
    fn automata_read_what_rules_allow() {
        for (rule, most) in [
            ("sum(r1c1-4) <= 9", 40),
            ("count(r1c1-4, 2) = count(r2c1-4, 3)", 80),
            ("max(r1c1-4) - min(r1c1-4) = 2", 200),
            ("exactly 2 of (thermo(r1c1-3), r1c1 = 2, r1c4 > r2c4, distinct(r1c1-4))", 400),
            ("not palindrome(r1c1-4) and not r1c1 + r1c2 = 4", 60),
            ("element(r1c1, r1c2-4) = 2", 30),
            ("r1c1 / (r1c2 - 2) = r1c3 mod (r1c4 - 1)", 300),
            ("r1c1 * r1c2 * r1c3 = 6 <-> |r1c4 - r1c1| > 1", 300),
            ("count(r1c1-4, r2c1) in {0, 2} xor r2c2 = min(r1c1, 3)", 600),
            ("distinct(r1c1-2, 3) -> holds(r1c4 = 1) + r1c3 > 3", 100),
        ] {
            let puzzle = parse("t", &format!("grid 4\nrule {rule}\n")).unwrap();
            let formula = puzzle.clues.last().unwrap().formula.clone().unwrap();
            let names = formula.variables();
            let budget = Cell::new(100_000);
            let found = automaton(&formula, &names, &[1, 2, 3, 4], &budget).unwrap();
            assert!(found.states <= most, "{rule}: {} states", found.states);
            let mut rng = Rng::new(11);
            for _ in 0..3000 {
                let line: Vec<i64> = names.iter().map(|_| 1 + rng.below(4) as i64).collect();
                let value = |n: &Name| line[names.iter().position(|m| m == n).unwrap()];
                assert_eq!(found.accepts(&line), formula.eval(&value), "{rule}: {line:?}");
            }
            let little = Cell::new(3);
            assert!(either_way(&formula, &names, &[1, 2, 3, 4], &little).is_none());
            assert_eq!(little.get(), 0, "what has been used is gone");
        }
    }
}
