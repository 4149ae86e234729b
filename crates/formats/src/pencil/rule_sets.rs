//! Sets of the rule language: what follows `in` and `not in`.

use pencilmark_kernel::expr::{Cmp, Expr, Formula};
use pencilmark_puzzle::{Name, kinds};

use super::rule::{Read, RuleParser};
use super::rule_tokens::{Problem, Token};
use super::statements::Mark;

/// A set may not be larger than this.
const MAX_SET: i64 = 10_000;

impl RuleParser<'_, '_> {
    /// What follows `in` or `not in`: a set whose members may be cells and other numbers, or
    /// cells.
    pub fn among(&mut self, e: Expr<Name>, outside: bool) -> Read<Formula<Name>> {
        let (mut set, mut others) = (Vec::new(), Vec::new());
        if self.eat("{") {
            while !self.eat("}") {
                match self.is_literal() {
                    true => set.extend(self.range_or_one()?),
                    false => others.extend(self.item()?),
                }
                if !self.eat(",") && self.here().token != Token::Sign("}") {
                    return Err(self.unexpected("`,` or `}`"));
                }
            }
        } else if self.is_literal() || !self.goes_on() {
            set = self.range()?;
        } else {
            others = self.item()?;
        }
        if outside {
            return Ok(none_of(e, set, others));
        }
        if others.is_empty() {
            return Ok(Formula::In(e, set));
        }
        let equal = |other: Expr<Name>| Formula::Cmp(Cmp::Eq, e.clone(), other);
        let mut ways: Vec<_> = others.into_iter().map(equal).collect();
        if !set.is_empty() {
            ways.push(Formula::In(e.clone(), set));
        }
        Ok(if ways.len() == 1 { ways.remove(0) } else { Formula::Or(ways) })
    }

    /// Whether a number comes that is known by itself, with nothing to be done to it.
    fn is_literal(&self) -> bool {
        let known = |at: usize| match self.tokens.get(at).map(|t| t.token) {
            Some(Token::Number(_)) => true,
            Some(Token::Word(word)) => {
                matches!(self.named_list(word).as_deref(), Some(&[Expr::Const(_)]))
            }
            _ => false,
        };
        let minus = usize::from(self.here().token == Token::Sign("-"));
        let after = self.tokens.get(self.at + minus + 1).map(|t| t.token);
        let ends = !matches!(after, Some(Token::Sign("+" | "-" | "*" | "/" | "mod")));
        known(self.at + minus) && ends
    }

    /// `{1, 3, 5}` or `1..4`.
    pub fn set(&mut self) -> Read<Vec<i64>> {
        if !self.eat("{") {
            return self.range();
        }
        let mut set = Vec::new();
        if self.eat("}") {
            return Ok(set);
        }
        loop {
            set.extend(self.range_or_one()?);
            if self.eat("}") {
                return Ok(set);
            }
            if !self.eat(",") {
                return Err(self.unexpected("`,` or `}`"));
            }
        }
    }

    fn range(&mut self) -> Read<Vec<i64>> {
        let mark = self.here().mark;
        let here = self.here();
        let lo = self.literal("a set: `{1, 3}` or `1..4`").map_err(|problem| match here.token {
            Token::Word(word) if kinds::find(&word.to_lowercase()).is_some() => {
                problem.help(format!("a clue as a statement is written {word}(CELLS)"))
            }
            _ => problem,
        })?;
        self.need("..")?;
        let hi = self.literal("the largest value")?;
        self.values(lo, hi, mark)
    }

    fn range_or_one(&mut self) -> Read<Vec<i64>> {
        let mark = self.here().mark;
        let lo = self.literal("a number")?;
        let hi = if self.eat("..") { self.literal("the largest value")? } else { lo };
        self.values(lo, hi, mark)
    }

    fn values(&mut self, lo: i64, hi: i64, mark: Mark) -> Read<Vec<i64>> {
        if hi.saturating_sub(lo) >= MAX_SET {
            return Err(Problem::new(mark, format!("a set has at most {MAX_SET} values")));
        }
        self.count(hi.saturating_sub(lo).max(0) as usize)?;
        Ok((lo..=hi).collect())
    }

    pub fn literal(&mut self, wanted: &str) -> Read<i64> {
        let minus = self.eat("-");
        match self.here().token {
            Token::Number(n) => {
                self.next();
                Ok(if minus { -n } else { n })
            }
            // The number of a quantifier, or one that a rule with a name was given.
            Token::Word(word) => match self.named_list(word).as_deref() {
                Some(&[Expr::Const(n)]) => {
                    self.next();
                    Ok(if minus { -n } else { n })
                }
                _ => Err(self.unexpected(wanted)),
            },
            _ => Err(self.unexpected(wanted)),
        }
    }
}

/// One `!=` for each member. Like every comparison it is false where a number has no value,
/// so it is not just the negation of `in`.
fn none_of(e: Expr<Name>, set: Vec<i64>, others: Vec<Expr<Name>>) -> Formula<Name> {
    let unequal = |other: Expr<Name>| Formula::Cmp(Cmp::Ne, e.clone(), other);
    let compared = !others.is_empty();
    let mut parts: Vec<_> = others.into_iter().map(unequal).collect();
    if !compared && !always_has_value(&e) {
        parts.push(Formula::Cmp(Cmp::Eq, e.clone(), e.clone()));
    }
    if !set.is_empty() {
        parts.push(Formula::Not(Box::new(Formula::In(e, set))));
    }
    match parts.len() {
        0 => Formula::Const(true),
        1 => parts.remove(0),
        _ => Formula::And(parts),
    }
}

/// Whether a number has a value whatever the digits are, as far as can be seen at once. What
/// may leave 64 bits is refused elsewhere.
fn always_has_value(e: &Expr<Name>) -> bool {
    let all = |list: &[Expr<Name>]| list.iter().all(always_has_value);
    match e {
        Expr::Const(_) | Expr::Var(_) | Expr::Holds(_) => true,
        Expr::Neg(e) | Expr::Abs(e) => always_has_value(e),
        Expr::Mul(a, b) => always_has_value(a) && always_has_value(b),
        Expr::Div(a, b, _) | Expr::Rem(a, b, _) => {
            always_has_value(a) && matches!(**b, Expr::Const(n) if n != 0)
        }
        Expr::Sum(list) => all(list),
        Expr::Min(list) | Expr::Max(list) => !list.is_empty() && all(list),
        Expr::Count(list, value) => all(list) && always_has_value(value),
        Expr::Element(..) => false,
    }
}
