//! Comparisons of sums, looked at before all their variables have values.
//!
//! In `x(s,S), x(e,E), ..., 1000*S+91*E-90*N+... = 9000*M+...` the values that a variable can
//! take are known from the atoms. So what is bound so far, and the least and the most that the
//! rest can add, tell early that a join leads nowhere; and variables with large coefficients
//! are best bound first.

use crate::ast::{Binary, Relation, Sign, Unary};
use crate::ground::domain::Domain;
use crate::ir::{Literal, Term, Var};

/// `sum of coefficient * variable + constant REL 0`, with the values that variables can take.
#[derive(Clone, Debug)]
pub(crate) struct Linear {
    relation: Relation,
    constant: i128,
    terms: Vec<Part>,
    /// It follows from two others, and no literal says it.
    derived: bool,
}

#[derive(Clone, Copy, Debug)]
struct Part {
    coefficient: i64,
    var: Var,
    low: i64,
    high: i64,
}

/// A comparison some of whose variables are bound: `terms` are, the others add up to something
/// from `low` to `high`.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    pub relation: Relation,
    pub terms: Vec<(i64, Var)>,
    pub low: i128,
    pub high: i128,
}

impl Bound {
    /// Whether the comparison can still hold, given what the bound variables add up to.
    pub fn possible(&self, sum: i128) -> bool {
        let (low, high) = (sum + self.low, sum + self.high);
        match self.relation {
            Relation::Equal => low <= 0 && 0 <= high,
            Relation::NotEqual => low != 0 || high != 0,
            Relation::Less => low < 0,
            Relation::LessEqual => low <= 0,
            Relation::Greater => high > 0,
            Relation::GreaterEqual => high >= 0,
        }
    }
}

impl Linear {
    /// The linear comparisons among literals whose open variables all have known ranges.
    pub fn find(
        literals: &[Literal],
        bound: &[bool],
        growing: &[bool],
        domains: &mut [Domain],
    ) -> Vec<Linear> {
        let mut found = Vec::new();
        for literal in literals {
            let Literal::Compare(relation, left, right, _) = literal else { continue };
            let Some((sums, constant)) = sum_of(left, right) else { continue };
            if *relation == Relation::NotEqual
                || sums.len() < 3
                // Values that are bound from outside are not known here.
                || sums.iter().any(|(var, _)| bound[*var as usize])
            {
                continue;
            }
            let part = |&(var, coefficient): &(Var, i64)| {
                let (low, high) = range(var, literals, growing, domains)?;
                Some(Part { coefficient, var, low, high })
            };
            if let Some(terms) = sums.iter().map(part).collect() {
                found.push(Linear { relation: *relation, constant, terms, derived: false });
            }
        }
        for second in 1..found.len() {
            for first in 0..second {
                let combined = found[first].without_shared(&found[second]);
                found.extend(combined);
            }
        }
        found
    }

    /// What two equations say without the variable of the widest range that both have.
    fn without_shared(&self, other: &Linear) -> Option<Linear> {
        if self.relation != Relation::Equal || other.relation != Relation::Equal {
            return None;
        }
        let shared = |part: &&Part| other.terms.iter().any(|theirs| theirs.var == part.var);
        let gone = self.terms.iter().filter(shared).max_by_key(|part| part.high - part.low)?;
        let theirs = other.terms.iter().find(|part| part.var == gone.var)?;
        let mut terms: Vec<Part> = Vec::new();
        for (list, factor) in [(&self.terms, theirs.coefficient), (&other.terms, -gone.coefficient)]
        {
            for part in list {
                let coefficient = part.coefficient.checked_mul(factor)?;
                match terms.iter_mut().find(|known| known.var == part.var) {
                    Some(known) => {
                        known.coefficient = known.coefficient.checked_add(coefficient)?;
                    }
                    None => terms.push(Part { coefficient, ..*part }),
                }
            }
        }
        terms.retain(|part| part.coefficient != 0);
        let constant = self.constant * i128::from(theirs.coefficient)
            - other.constant * i128::from(gone.coefficient);
        Some(Linear { relation: Relation::Equal, constant, terms, derived: true })
    }

    /// Whether binding these variables tells something new, and what share of the instances
    /// is expected to survive.
    pub fn selectivity(&self, before: &[bool], after: &[bool]) -> f64 {
        let width = |bound: &[bool]| -> f64 {
            let open = self.terms.iter().filter(|part| !bound[part.var as usize]);
            open.map(|part| part.coefficient.abs() as f64 * (part.high - part.low) as f64).sum()
        };
        let (old, new) = (width(before), width(after));
        if new >= old || new == 0.0 {
            return 1.0;
        }
        match self.relation {
            Relation::Equal => (new / old).max(0.01),
            _ => 0.5 + new / old / 2.0,
        }
    }

    /// The test that can be made when more variables are bound than before.
    pub fn test(&self, before: &[bool], after: &[bool]) -> Option<Bound> {
        let open = self.terms.iter().filter(|part| !after[part.var as usize]).count();
        let fresh = self.terms.iter().any(|p| after[p.var as usize] && !before[p.var as usize]);
        // With one variable open an equation is solved, with none it is a plain test.
        let least = match self.relation {
            _ if self.derived => 0,
            Relation::Equal => 2,
            _ => 1,
        };
        if !fresh || open < least {
            return None;
        }
        let mut test = Bound {
            relation: self.relation,
            terms: Vec::new(),
            low: self.constant,
            high: self.constant,
        };
        for part in &self.terms {
            if after[part.var as usize] {
                test.terms.push((part.coefficient, part.var));
                continue;
            }
            let factor = i128::from(part.coefficient);
            let ends = [factor * i128::from(part.low), factor * i128::from(part.high)];
            test.low += ends[0].min(ends[1]);
            test.high += ends[0].max(ends[1]);
        }
        Some(test)
    }
}

/// A sum of variables with coefficients, and a constant.
pub(crate) type Sum = (Vec<(Var, i64)>, i128);

/// `left - right` as a sum, if it is linear in small numbers.
pub(crate) fn sum_of(left: &Term, right: &Term) -> Option<Sum> {
    let (mut sums, mut constant) = (Vec::new(), 0);
    let linear = add(left, 1, &mut sums, &mut constant) && add(right, -1, &mut sums, &mut constant);
    sums.retain(|(_, coefficient)| *coefficient != 0);
    linear.then_some((sums, constant))
}

/// Adds `factor * term`. False if the term is not linear in small numbers.
fn add(term: &Term, factor: i64, sums: &mut Vec<(Var, i64)>, constant: &mut i128) -> bool {
    match term {
        Term::Sym(sym) => match sym.small() {
            Some(value) => {
                *constant += i128::from(factor) * i128::from(value);
                true
            }
            None => false,
        },
        Term::Var(var) => {
            match sums.iter_mut().find(|(other, _)| other == var) {
                Some((_, sum)) => match sum.checked_add(factor) {
                    Some(total) => *sum = total,
                    None => return false,
                },
                None => sums.push((*var, factor)),
            }
            true
        }
        Term::Unary(Unary::Minus, inner, _) => add(inner, -factor, sums, constant),
        Term::Binary(Binary::Add, sides, _) => {
            add(&sides.0, factor, sums, constant) && add(&sides.1, factor, sums, constant)
        }
        Term::Binary(Binary::Sub, sides, _) => {
            add(&sides.0, factor, sums, constant) && add(&sides.1, -factor, sums, constant)
        }
        Term::Binary(Binary::Mul, sides, _) => {
            let (number, inner) = match (&sides.0, &sides.1) {
                (Term::Sym(number), inner) | (inner, Term::Sym(number)) => (number, inner),
                _ => return false,
            };
            let product = number.small().and_then(|number| number.checked_mul(factor));
            product.is_some_and(|product| add(inner, product, sums, constant))
        }
        _ => false,
    }
}

/// The integers that a variable can be, as far as one literal tells.
fn range(
    var: Var,
    literals: &[Literal],
    growing: &[bool],
    domains: &mut [Domain],
) -> Option<(i64, i64)> {
    let mut best: Option<(i64, i64)> = None;
    for literal in literals {
        let found = match literal {
            Literal::Atom(Sign::Positive, atom) if !growing[atom.pred.index()] => {
                let column = atom.args.iter().position(|arg| *arg == Term::Var(var));
                column.and_then(|column| domains[atom.pred.index()].range(column))
            }
            Literal::Range(other, Term::Sym(low), Term::Sym(high), _) if *other == var => {
                low.small().zip(high.small())
            }
            _ => None,
        };
        if let Some((low, high)) = found
            && best.is_none_or(|(least, most)| high - low < most - least)
        {
            best = Some((low, high));
        }
    }
    best
}
