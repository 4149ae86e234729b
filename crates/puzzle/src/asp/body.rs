//! What few cells say together, as the body of one rule.

use pencilmark_kernel::expr::{Cmp, Expr, Formula, Rounding};

use super::{Translator, sign};
use crate::puzzle::{Name, Puzzle};

/// More names than this make too many instances of a rule.
const MAX_NAMES: usize = 3;

/// A conjunction of comparisons over the values of some names.
pub(super) struct Body {
    names: Vec<Name>,
    conditions: Vec<Condition>,
}

enum Condition {
    /// A name has a value.
    Is(Name, i64),
    /// Any comparison, as text.
    Text(String),
}

impl Body {
    /// The body that says that a formula holds, or that it does not; none if it takes more.
    pub fn of(formula: &Formula<Name>, holds: bool, puzzle: &Puzzle) -> Option<Body> {
        let mut body = Body { names: vec![], conditions: vec![] };
        body.add(formula, holds, puzzle)?;
        (body.names.len() <= MAX_NAMES && !body.conditions.is_empty()).then_some(body)
    }

    /// Whether it has no variables: every name is compared with one number.
    pub fn is_ground(&self) -> bool {
        self.conditions.iter().all(|c| matches!(c, Condition::Is(..)))
    }

    fn add(&mut self, formula: &Formula<Name>, holds: bool, puzzle: &Puzzle) -> Option<()> {
        match formula {
            Formula::Cmp(op, a, b) => {
                let op = if holds { *op } else { op.negated() };
                let (a, b) = (alone(a), alone(b));
                if let (Cmp::Eq, Expr::Var(name), Expr::Const(n)) = (op, a, b) {
                    self.see(*name);
                    self.conditions.push(Condition::Is(*name, *n));
                    return Some(());
                }
                let (a, b) = (self.term(a, puzzle)?, self.term(b, puzzle)?);
                self.conditions.push(Condition::Text(format!("{a} {} {b}", sign(op))));
            }
            Formula::In(e, set) if !holds => {
                let e = self.term(e, puzzle)?;
                let others = set.iter().map(|v| Condition::Text(format!("{e} != {v}")));
                self.conditions.extend(others);
            }
            Formula::Distinct(list) if holds => {
                let terms: Option<Vec<String>> =
                    list.iter().map(|e| self.term(e, puzzle)).collect();
                let terms = terms?;
                for (j, b) in terms.iter().enumerate() {
                    let pairs = terms[..j].iter().map(|a| Condition::Text(format!("{a} != {b}")));
                    self.conditions.extend(pairs);
                }
            }
            Formula::Not(f) => self.add(f, !holds, puzzle)?,
            Formula::And(list) if holds || list.len() == 1 => {
                list.iter().try_for_each(|f| self.add(f, holds, puzzle))?;
            }
            Formula::Or(list) if !holds || list.len() == 1 => {
                list.iter().try_for_each(|f| self.add(f, holds, puzzle))?;
            }
            _ => return None,
        }
        Some(())
    }

    fn see(&mut self, name: Name) {
        if !self.names.contains(&name) {
            self.names.push(name);
        }
    }

    /// An expression that always has a value, in the arithmetic of answer set programs.
    fn term(&mut self, e: &Expr<Name>, puzzle: &Puzzle) -> Option<String> {
        Some(match e {
            Expr::Const(n) => n.to_string(),
            Expr::Var(name) => {
                self.see(*name);
                variable(*name, puzzle)
            }
            Expr::Neg(e) => format!("-{}", self.tight(e, puzzle)?),
            Expr::Sum(list) if list.is_empty() => "0".into(),
            Expr::Sum(list) => {
                let mut text = String::new();
                for e in list {
                    let (sign, e) = match e {
                        Expr::Neg(e) if !text.is_empty() => (" - ", &**e),
                        e => (if text.is_empty() { "" } else { " + " }, e),
                    };
                    text += sign;
                    text += &self.tight(e, puzzle)?;
                }
                text
            }
            Expr::Mul(a, b) => format!("{}*{}", self.tight(a, puzzle)?, self.tight(b, puzzle)?),
            Expr::Abs(e) => format!("|{}|", self.term(e, puzzle)?),
            // Systems agree on quotients of numbers from 0 up.
            Expr::Div(a, b, _) | Expr::Rem(a, b, _) => match **b {
                Expr::Const(n) if n > 0 && from_zero(a, puzzle) => {
                    let sign = if matches!(e, Expr::Div(..)) { "/" } else { "\\" };
                    format!("{} {sign} {n}", self.tight(a, puzzle)?)
                }
                _ => return None,
            },
            _ => return None,
        })
    }

    /// A term that can stand beside a sign.
    fn tight(&mut self, e: &Expr<Name>, puzzle: &Puzzle) -> Option<String> {
        let text = self.term(e, puzzle)?;
        let alone = matches!(e, Expr::Var(_) | Expr::Abs(_)) || matches!(e, Expr::Const(0..));
        Some(if alone { text } else { format!("({text})") })
    }

    /// The literals: first what the names are, then what is said about them.
    pub fn text(&self, translator: &Translator<'_>) -> String {
        let compared = |name: Name| {
            let variable = variable(name, translator.puzzle);
            let of_it = |c: &&Condition| matches!(c, Condition::Is(n, _) if *n == name);
            let is = self.conditions.iter().filter(of_it).count();
            let words = |text: &str| {
                text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == variable)
            };
            let elsewhere =
                self.conditions.iter().any(|c| matches!(c, Condition::Text(t) if words(t)));
            is == 1 && !elsewhere
        };
        let mut parts = Vec::new();
        for &name in self.names.iter().filter(|n| !compared(**n)) {
            parts.push(translator.name(name, &variable(name, translator.puzzle)));
        }
        for condition in &self.conditions {
            parts.push(match condition {
                Condition::Is(name, n) if compared(*name) => translator.name(*name, &n.to_string()),
                Condition::Is(name, n) => format!("{} = {n}", variable(*name, translator.puzzle)),
                Condition::Text(text) => text.clone(),
            });
        }
        parts.join(", ")
    }
}

/// The only term of a sum.
fn alone(e: &Expr<Name>) -> &Expr<Name> {
    match e {
        Expr::Sum(list) if list.len() == 1 => alone(&list[0]),
        e => e,
    }
}

/// The variable that stands for the value of a name: `R1C1` for a cell.
fn variable(name: Name, puzzle: &Puzzle) -> String {
    match name {
        Name::Cell(cell) => puzzle.grid.name(cell).to_uppercase(),
        Name::Var(i) => format!("V{}_{}", i + 1, puzzle.name_text(name)),
    }
}

/// Whether an expression is never negative.
fn from_zero(e: &Expr<Name>, puzzle: &Puzzle) -> bool {
    match e {
        Expr::Const(n) => *n >= 0,
        Expr::Var(name) => puzzle.range(*name).0 >= 0,
        Expr::Abs(_) => true,
        Expr::Sum(list) => list.iter().all(|e| from_zero(e, puzzle)),
        Expr::Mul(a, b) => from_zero(a, puzzle) && from_zero(b, puzzle),
        Expr::Rem(a, b, Rounding::Floor | Rounding::Truncate) => {
            from_zero(a, puzzle) && from_zero(b, puzzle)
        }
        Expr::Div(a, b, _) => from_zero(a, puzzle) && from_zero(b, puzzle),
        _ => false,
    }
}
