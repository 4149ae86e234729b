//! Clues without a statement of their own, said by their meaning: what one cell may hold, what
//! two cells may hold together, sums, and choices between these.

use std::collections::BTreeMap;

use pencilmark_kernel::expr::{Cmp, Expr, Formula};
use pencilmark_puzzle::{Name, Puzzle};

use crate::pack::base64_from_bits;

/// The factors that a sum may have.
const FACTORS: std::ops::RangeInclusive<i64> = -100..=100;

/// Statements that mean the same as some formulas; none if there are no such statements.
pub(super) fn statements(
    formulas: &[Formula<Name>],
    puzzle: &Puzzle,
    name: &dyn Fn(Name) -> Option<String>,
) -> Option<String> {
    let mut said = Said { puzzle, name, pairs: BTreeMap::new(), text: String::new() };
    formulas.iter().try_for_each(|formula| said.add(formula))?;
    Some(said.finish())
}

struct Said<'a> {
    puzzle: &'a Puzzle,
    name: &'a dyn Fn(Name) -> Option<String>,
    /// Cells of relations, by the key of the relation.
    pairs: BTreeMap<String, Vec<String>>,
    text: String,
}

impl Said<'_> {
    fn add(&mut self, formula: &Formula<Name>) -> Option<()> {
        if let Formula::And(parts) = formula {
            return parts.iter().try_for_each(|part| self.add(part));
        }
        let mut names: Vec<Name> = Vec::new();
        for name in formula.variables() {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        match (names.as_slice(), formula) {
            ([], _) => match formula.eval(&|_| 0) {
                true => {}
                false => return None,
            },
            ([one], _) => {
                let good = self.puzzle.grid.digits().filter(|&d| formula.eval(&|_| d));
                let good: Vec<String> = good.map(|d| d.to_string()).collect();
                if good.is_empty() {
                    return None;
                }
                self.text += &format!(".~{}_{}", (self.name)(*one)?, good.join("_"));
            }
            ([a, b], _) => {
                let digits = self.puzzle.grid.digits();
                let holds = |x, y| formula.eval(&|n| if n == a { x } else { y });
                if digits.clone().all(|x| digits.clone().all(|y| holds(x, y))) {
                    return Some(());
                }
                let key = self.key(holds);
                let cells = format!("~{}~{}", (self.name)(*a)?, (self.name)(*b)?);
                self.pairs.entry(key).or_default().push(cells);
            }
            (_, Formula::Distinct(list)) if list.iter().all(|e| matches!(e, Expr::Var(_))) => {
                if names.len() != list.len() {
                    return None;
                }
                let cells = names.iter().map(|&n| Some(format!("~{}", (self.name)(n)?)));
                self.text += &format!(".AllDifferent{}", cells.collect::<Option<String>>()?);
            }
            (_, Formula::Cmp(Cmp::Eq, a, b)) => self.sum(a, b)?,
            (_, Formula::Or(parts)) => {
                self.text += ".Or";
                for part in parts {
                    let part = statements(std::slice::from_ref(part), self.puzzle, self.name)?;
                    // A branch that always holds says nothing, and an empty one is none.
                    match part.matches('.').count() {
                        0 => return None,
                        1 => self.text += &part,
                        _ => self.text += &format!(".And{part}.End"),
                    }
                }
                self.text += ".End";
            }
            _ => return None,
        }
        Some(())
    }

    /// One bit for each two digits, the first in the outer loop; zeros at the end are left out.
    fn key(&self, holds: impl Fn(i64, i64) -> bool) -> String {
        let digits = || self.puzzle.grid.digits();
        let bits: Vec<bool> = digits()
            .flat_map(|x| digits().map(move |y| (x, y)))
            .map(|(x, y)| holds(x, y))
            .collect();
        let key = base64_from_bits(&bits);
        let short = key.trim_end_matches('A');
        if short.is_empty() { "A".into() } else { short.into() }
    }

    fn sum(&mut self, a: &Expr<Name>, b: &Expr<Name>) -> Option<()> {
        let (mut terms, mut constant) = (Vec::new(), 0);
        linear(a, 1, &mut terms, &mut constant)?;
        linear(b, -1, &mut terms, &mut constant)?;
        terms.retain(|t| t.0 != 0);
        if !terms.iter().all(|t| FACTORS.contains(&t.0)) {
            return None;
        }
        let factors: Vec<String> = terms.iter().map(|t| t.0.to_string()).collect();
        let cells = terms.iter().map(|t| Some(format!("~{}", (self.name)(t.1)?)));
        let cells: String = cells.collect::<Option<String>>()?;
        self.text += &format!(".Sum~{}_=_{}{cells}", -constant, factors.join("_"));
        Some(())
    }

    fn finish(mut self) -> String {
        for (key, pairs) in self.pairs {
            self.text += &format!(".Pair~{key}~_{}", pairs.join("~"));
        }
        self.text
    }
}

/// An expression as a sum of names with factors, and a number.
fn linear(
    e: &Expr<Name>,
    factor: i64,
    terms: &mut Vec<(i64, Name)>,
    constant: &mut i64,
) -> Option<()> {
    match e {
        Expr::Const(n) => *constant = constant.checked_add(factor.checked_mul(*n)?)?,
        Expr::Var(name) => match terms.iter_mut().find(|t| t.1 == *name) {
            Some(term) => term.0 = term.0.checked_add(factor)?,
            None => terms.push((factor, *name)),
        },
        Expr::Neg(e) => linear(e, factor.checked_neg()?, terms, constant)?,
        Expr::Sum(list) => {
            list.iter().try_for_each(|e| linear(e, factor, terms, constant))?;
        }
        Expr::Mul(a, b) => match (&**a, &**b) {
            (Expr::Const(k), e) | (e, Expr::Const(k)) => {
                linear(e, factor.checked_mul(*k)?, terms, constant)?;
            }
            _ => return None,
        },
        _ => return None,
    }
    Some(())
}
