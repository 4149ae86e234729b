//! Clues without a statement of their own, said by their meaning: what one cell may hold, what
//! two cells may hold together, sums, choices between these, and all else by a state machine.

use std::cell::Cell;
use std::collections::BTreeMap;

use pencilmark_kernel::automaton::Automaton;
use pencilmark_kernel::expr::{Cmp, Expr, Formula};
use pencilmark_puzzle::{Name, Puzzle};

use super::automata::pack;
use super::extra::{Extra, two_cells};
use super::residual;
use crate::pack::base64_from_bits;

/// The factors that a sum may have.
const FACTORS: std::ops::RangeInclusive<i64> = -100..=100;

/// What is needed to say anything.
pub(super) struct Words<'a> {
    pub puzzle: &'a Puzzle,
    pub extra: &'a Extra<'a>,
    /// How many states of machines may still be looked at.
    pub budget: Cell<usize>,
}

impl Words<'_> {
    /// Statements that mean the same as some formulas; none if there are no such statements.
    pub fn statements(&self, formulas: &[Formula<Name>]) -> Option<String> {
        let mut said = Said::new(self);
        formulas.iter().try_for_each(|formula| said.add(formula))?;
        Some(said.finish())
    }
}

struct Said<'a> {
    words: &'a Words<'a>,
    /// Cells of relations, by the key of the relation.
    pairs: BTreeMap<String, Vec<String>>,
    /// Cells that machines read, by the text of the machine.
    machines: BTreeMap<String, Vec<String>>,
    text: String,
}

impl<'a> Said<'a> {
    fn new(words: &'a Words<'a>) -> Said<'a> {
        Said { words, pairs: BTreeMap::new(), machines: BTreeMap::new(), text: String::new() }
    }

    fn name(&self, name: Name) -> Option<String> {
        self.words.extra.name(name)
    }

    fn add(&mut self, formula: &Formula<Name>) -> Option<()> {
        if let Formula::And(parts) = formula {
            return parts.iter().try_for_each(|part| self.add(part));
        }
        let names = formula.variables();
        let puzzle = self.words.puzzle;
        match (names.as_slice(), formula) {
            ([], _) => match formula.eval(&|_| 0) {
                true => {}
                false => self.contradiction()?,
            },
            ([one], _) => {
                let good = puzzle.grid.digits().filter(|&d| formula.eval(&|_| d));
                let good: Vec<String> = good.map(|d| d.to_string()).collect();
                match good.is_empty() {
                    true => self.contradiction()?,
                    false => self.text += &format!(".~{}_{}", self.name(*one)?, good.join("_")),
                }
            }
            ([a, b], _) => {
                let digits = puzzle.grid.digits();
                let holds = |x, y| formula.eval(&|n| if n == a { x } else { y });
                if digits.clone().all(|x| digits.clone().all(|y| holds(x, y))) {
                    return Some(());
                }
                let key = self.key(holds);
                let cells = format!("~{}~{}", self.name(*a)?, self.name(*b)?);
                self.pairs.entry(key).or_default().push(cells);
            }
            (_, Formula::Distinct(list))
                if list.iter().all(|e| matches!(e, Expr::Var(_))) && names.len() == list.len() =>
            {
                let cells = self.cells(&names)?;
                self.text += &format!(".AllDifferent{cells}");
            }
            (_, Formula::Connected(list, graph, values)) => {
                self.text += &self.words.extra.connected(list, graph, values)?;
            }
            (_, Formula::Regular(line, automaton)) if self.regular(line, automaton).is_some() => {}
            (_, Formula::Cmp(Cmp::Eq, a, b)) if self.sum(a, b).is_some() => {}
            (_, Formula::Or(parts)) if self.any(parts).is_some() => {}
            _ => {
                let digits: Vec<i64> = puzzle.grid.digits().collect();
                let (automaton, order) =
                    residual::either_way(formula, &names, &digits, &self.words.budget)?;
                let machine = pack(&automaton, &puzzle.grid, false)?;
                let cells = self.cells(&order)?;
                self.machines.entry(machine).or_default().push(cells);
            }
        }
        Some(())
    }

    fn cells(&self, names: &[Name]) -> Option<String> {
        names.iter().map(|&n| Some(format!("~{}", self.name(n)?))).collect()
    }

    /// A relation that no two digits have.
    fn contradiction(&mut self) -> Option<()> {
        let cells = self.cells(&two_cells(&self.words.puzzle.grid)?.map(Name::Cell))?;
        self.pairs.entry(self.key(|_, _| false)).or_default().push(cells);
        Some(())
    }

    /// A choice. One that always holds says nothing, and makes the choice say nothing.
    fn any(&mut self, parts: &[Formula<Name>]) -> Option<()> {
        let mut text = String::from(".Or");
        for part in parts {
            let part = self.words.statements(std::slice::from_ref(part))?;
            match part.matches('.').count() {
                0 => return Some(()),
                1 => text += &part,
                _ => text += &format!(".And{part}.End"),
            }
        }
        self.text += &(text + ".End");
        Some(())
    }

    /// A line that a machine reads; a number beyond the digits stands between segments.
    fn regular(&mut self, line: &[Expr<Name>], automaton: &Automaton) -> Option<()> {
        let grid = &self.words.puzzle.grid;
        let between = Expr::Const(grid.hi() + 1);
        let cell = |e: &Expr<Name>| match e {
            Expr::Var(name) => Some(format!("~{}", self.name(*name)?)),
            e if *e == between => Some("~-".to_string()),
            _ => None,
        };
        let cells = line.iter().map(cell).collect::<Option<String>>()?;
        let machine = pack(automaton, grid, line.contains(&between))?;
        self.machines.entry(machine).or_default().push(cells);
        Some(())
    }

    /// One bit for each two digits, the first in the outer loop; zeros at the end are left out.
    fn key(&self, holds: impl Fn(i64, i64) -> bool) -> String {
        let digits = || self.words.puzzle.grid.digits();
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
        if terms.is_empty() || !terms.iter().all(|t| FACTORS.contains(&t.0)) {
            return None;
        }
        let factors: Vec<String> = terms.iter().map(|t| t.0.to_string()).collect();
        let cells = self.cells(&terms.iter().map(|t| t.1).collect::<Vec<_>>())?;
        self.text += &format!(".Sum~{}_=_{}{cells}", -constant, factors.join("_"));
        Some(())
    }

    fn finish(mut self) -> String {
        for (key, pairs) in self.pairs {
            self.text += &format!(".Pair~{key}~_{}", pairs.join("~"));
        }
        for (machine, lines) in self.machines {
            self.text += &format!(".NFA~{machine}~_{}", lines.join("~_"));
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
