//! The rule language: arithmetic, comparison, logic. Numbers and names are in
//! `rule_atoms`, calls and lists in `rule_calls`, sets in `rule_sets`, quantifiers in `rule_each`.
//!
//! Loosest first: `<->`, `->`, `or`, `xor`, `and`, `not`, comparisons, `+ -`, `* / mod`, a
//! leading minus. Whether a parenthesis holds a number or a statement is known only when it
//! has been read, so everything reads as a [`Node`] and operators ask for what they need.
//!
//! Cost: quantifiers multiply, so the size of a rule has a budget; parentheses have a depth.

use pencilmark_kernel::expr::{Cmp, Expr, Formula, Rounding};
use pencilmark_puzzle::{Name, Puzzle};

use super::names::Names;
use super::rule_tokens::{KEYWORDS, Placed, Problem, Token, tokens};
use super::statements::{Mark, Statement};
use super::{Parser, args::shorten};

/// Parts a rule may have after its quantifiers are written out.
const MAX_PARTS: usize = 200_000;
/// Parentheses within parentheses.
const MAX_DEPTH: usize = 64;

/// Two numbers into one.
type Join = fn(Box<Expr<Name>>, Box<Expr<Name>>) -> Expr<Name>;

pub(super) type Read<T> = Result<T, Problem>;

/// A number or a statement, with the place it starts at.
pub(super) enum Node {
    Number(Expr<Name>, Mark),
    Truth(Formula<Name>, Mark),
}

impl<'a> Parser<'a> {
    /// The formula of a `rule` line; nothing if it is wrong, and then that has been said.
    pub(super) fn read_rule(&mut self, statement: &Statement<'a>) -> Option<Formula<Name>> {
        let read = tokens(statement.rest).and_then(|tokens| {
            RuleParser {
                puzzle: &self.puzzle,
                names: &self.names,
                tokens,
                at: 0,
                bound: vec![],
                open: vec![],
                parts: 0,
                depth: 0,
            }
            .rule()
        });
        read.map_err(|p| self.error(p.mark, p.message, p.help)).ok()
    }
}

pub(super) struct RuleParser<'p, 'a> {
    pub puzzle: &'p Puzzle,
    /// Lists and rules with a name.
    pub names: &'p Names<'a>,
    pub tokens: Vec<Placed<'a>>,
    pub at: usize,
    /// Names bound by quantifiers and calls, innermost last.
    pub bound: Vec<(&'a str, Vec<Expr<Name>>)>,
    /// Rules with a name that are being read, outermost first.
    pub open: Vec<&'a str>,
    parts: usize,
    depth: usize,
}

impl<'a> RuleParser<'_, 'a> {
    fn rule(mut self) -> Read<Formula<Name>> {
        let formula = self.formula()?;
        match self.here().token {
            Token::End => Ok(formula),
            Token::Word(word) if word.eq_ignore_ascii_case("if") => {
                let problem = self.unexpected("the end of the rule, or `and`, `or`, ...");
                Err(problem.help("the condition comes first: `if r2c2 = 1 then r1c1 = 3`"))
            }
            _ => Err(self.unexpected("the end of the rule, or `and`, `or`, ...")),
        }
    }

    pub fn here(&self) -> Placed<'a> {
        self.tokens[self.at]
    }

    pub fn next(&mut self) -> Placed<'a> {
        let placed = self.here();
        // The end stays where it is.
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        placed
    }

    /// Steps over a sign or keyword, if it is next.
    pub fn eat(&mut self, what: &str) -> bool {
        let found = match self.here().token {
            Token::Sign(s) => s == what,
            Token::Word(w) => KEYWORDS.contains(&what) && w.eq_ignore_ascii_case(what),
            _ => false,
        };
        if found {
            self.next();
        }
        found
    }

    pub fn need(&mut self, what: &str) -> Read<()> {
        if self.eat(what) {
            return Ok(());
        }
        let problem = self.unexpected(&format!("`{what}`"));
        Err(match self.here().token {
            Token::Sign("..") => {
                problem.help("`..` stands between numbers; cells side by side are `r1c1-4`")
            }
            _ => problem,
        })
    }

    pub fn unexpected(&self, wanted: &str) -> Problem {
        let here = self.here();
        let found = match here.token {
            Token::End => String::new(),
            _ => format!(", found `{}`", shorten(here.text)),
        };
        Problem::new(here.mark, format!("expected {wanted}{found}"))
    }

    /// Counts a part of the rule towards its budget.
    pub fn count(&mut self, parts: usize) -> Read<()> {
        self.parts += parts;
        if self.parts <= MAX_PARTS {
            return Ok(());
        }
        let message = "this rule is too large when its quantifiers are written out";
        Err(Problem::new(self.here().mark, message))
    }

    /// Goes one level deeper; the stack is not endless. Errors end the rule, so only
    /// success has to come back up.
    pub fn deeper(&mut self) -> Read<()> {
        self.depth += 1;
        if self.depth <= MAX_DEPTH {
            return Ok(());
        }
        Err(Problem::new(self.here().mark, "too many parentheses, `not` or `->` within each other"))
    }

    pub fn shallower(&mut self) {
        self.depth -= 1;
    }

    pub fn formula(&mut self) -> Read<Formula<Name>> {
        let node = self.node()?;
        self.truth(node)
    }

    pub fn expr(&mut self) -> Read<Expr<Name>> {
        let node = self.sum()?;
        self.number(node)
    }

    fn truth(&self, node: Node) -> Read<Formula<Name>> {
        match node {
            Node::Truth(f, _) => Ok(f),
            Node::Number(_, mark) => {
                if let Some(problem) = self.no_operator() {
                    return Err(problem);
                }
                let problem = Problem::new(mark, "this is a number, not a statement");
                Err(problem.help("compare it with something: `= < > <= >= !=`"))
            }
        }
    }

    /// The complaint about what follows a number with nothing between them.
    fn no_operator(&self) -> Option<Problem> {
        let help = match self.here().token {
            Token::Cells(..) | Token::Number(_) => {
                "two digits side by side are a number of two digits: `10 * r1c1 + r1c2`"
            }
            Token::Word(word) if word.eq_ignore_ascii_case("is") => {
                "compare with `=`, or list what it can be: `in {2, 3, 5, 7}`"
            }
            _ => return None,
        };
        Some(self.unexpected("`+`, `=`, `<`, ...").help(help))
    }

    pub fn number(&self, node: Node) -> Read<Expr<Name>> {
        match node {
            Node::Number(e, _) => Ok(e),
            Node::Truth(_, mark) => {
                let problem = Problem::new(mark, "this is a statement, not a number");
                Err(problem.help("`holds(...)` is 1 if a statement holds, else 0"))
            }
        }
    }

    /// Anything at all.
    pub fn node(&mut self) -> Read<Node> {
        self.deeper()?;
        let mark = self.here().mark;
        let mut left = self.implication()?;
        while self.eat("<->") || self.eat("iff") {
            let right = self.implication()?;
            let (a, b) = (self.truth(left)?, self.truth(right)?);
            left = Node::Truth(Formula::Iff(Box::new(a), Box::new(b)), mark);
        }
        self.shallower();
        Ok(left)
    }

    fn implication(&mut self) -> Read<Node> {
        let mark = self.here().mark;
        let left = self.disjunction()?;
        if !(self.eat("->") || self.eat("implies")) {
            return Ok(left);
        }
        // Right to left: `a -> b -> c` is `a -> (b -> c)`.
        self.deeper()?;
        let right = self.implication()?;
        self.shallower();
        let (a, b) = (self.truth(left)?, self.truth(right)?);
        Ok(Node::Truth(Formula::Or(vec![Formula::Not(Box::new(a)), b]), mark))
    }

    fn disjunction(&mut self) -> Read<Node> {
        self.chain("or", Formula::Or, Self::exclusive)
    }

    fn exclusive(&mut self) -> Read<Node> {
        let mark = self.here().mark;
        let mut left = self.conjunction()?;
        while self.eat("xor") {
            let right = self.conjunction()?;
            let (a, b) = (self.truth(left)?, self.truth(right)?);
            let same = Formula::Iff(Box::new(a), Box::new(b));
            left = Node::Truth(Formula::Not(Box::new(same)), mark);
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Read<Node> {
        self.chain("and", Formula::And, Self::negation)
    }

    fn chain(
        &mut self,
        word: &str,
        join: fn(Vec<Formula<Name>>) -> Formula<Name>,
        part: fn(&mut Self) -> Read<Node>,
    ) -> Read<Node> {
        let mark = self.here().mark;
        let first = part(self)?;
        if !self.joins(word) {
            return Ok(first);
        }
        let mut list = vec![self.truth(first)?];
        loop {
            let next = part(self)?;
            list.push(self.truth(next)?);
            if !self.joins(word) {
                return Ok(Node::Truth(join(list), mark));
            }
        }
    }

    /// Steps over `and` or `or`; behind a statement two bars are an `or`, too.
    fn joins(&mut self, word: &str) -> bool {
        let bar = |at: usize| self.tokens.get(at).filter(|t| t.token == Token::Sign("|"));
        let bars = bar(self.at).zip(bar(self.at + 1));
        if word == "or" && bars.is_some_and(|(a, b)| a.mark.end == b.mark.start) {
            self.at += 2;
            return true;
        }
        self.eat(word)
    }

    fn negation(&mut self) -> Read<Node> {
        let mark = self.here().mark;
        let mut nots = 0;
        while self.eat("not") {
            nots += 1;
        }
        let node = self.comparison()?;
        if nots == 0 {
            return Ok(node);
        }
        let mut formula = self.truth(node)?;
        for _ in 0..nots.min(MAX_DEPTH + nots % 2) {
            formula = Formula::Not(Box::new(formula));
        }
        Ok(Node::Truth(formula, mark))
    }

    fn comparison(&mut self) -> Read<Node> {
        let mark = self.here().mark;
        if let Some(formula) = self.quantified()? {
            return Ok(Node::Truth(formula, mark));
        }
        let first = self.sum()?;
        let second = self.tokens.get(self.at + 1).map(|t| t.text.to_lowercase());
        let outside = second.as_deref() == Some("in") && self.eat("not");
        if self.eat("in") {
            let e = self.number(first)?;
            return Ok(Node::Truth(self.among(e, outside)?, mark));
        }
        let Some(mut op) = self.compares() else {
            return Ok(first);
        };
        let mut left = self.number(first)?;
        let mut parts = Vec::new();
        loop {
            let right = self.expr()?;
            self.count(1)?;
            parts.push(Formula::Cmp(op, left, right.clone()));
            left = right;
            match self.compares() {
                Some(next) => op = next,
                None => break,
            }
        }
        let formula = if parts.len() == 1 { parts.remove(0) } else { Formula::And(parts) };
        Ok(Node::Truth(formula, mark))
    }

    fn compares(&mut self) -> Option<Cmp> {
        let Token::Sign(sign) = self.here().token else {
            return None;
        };
        let op = match sign {
            "=" => Cmp::Eq,
            "!=" => Cmp::Ne,
            "<" => Cmp::Lt,
            "<=" => Cmp::Le,
            ">" => Cmp::Gt,
            ">=" => Cmp::Ge,
            _ => return None,
        };
        self.next();
        Some(op)
    }

    fn sum(&mut self) -> Read<Node> {
        let mark = self.here().mark;
        let first = self.product()?;
        let mut list = Vec::new();
        loop {
            let minus = match self.here().token {
                Token::Sign("+") => false,
                Token::Sign("-") => true,
                _ => break,
            };
            self.next();
            let node = self.product()?;
            let term = self.number(node)?;
            list.push(if minus { Expr::Neg(Box::new(term)) } else { term });
        }
        if list.is_empty() {
            return Ok(first);
        }
        list.insert(0, self.number(first)?);
        Ok(Node::Number(Expr::Sum(list), mark))
    }

    fn product(&mut self) -> Read<Node> {
        let mark = self.here().mark;
        let mut left = self.factor()?;
        let mut factors = 0;
        loop {
            let make: Join = if self.eat("*") {
                Expr::Mul
            } else if self.eat("/") {
                |a, b| Expr::Div(a, b, Rounding::Floor)
            } else if self.eat("mod") {
                |a, b| Expr::Rem(a, b, Rounding::Floor)
            } else {
                return Ok(left);
            };
            // A product nests to the left, so its length is depth too.
            factors += 1;
            if factors > MAX_DEPTH {
                return Err(Problem::new(mark, "too many factors"));
            }
            let right = self.factor()?;
            let (a, b) = (self.number(left)?, self.number(right)?);
            left = Node::Number(make(Box::new(a), Box::new(b)), mark);
        }
    }

    fn factor(&mut self) -> Read<Node> {
        let mark = self.here().mark;
        let mut minus = 0;
        while self.eat("-") {
            minus += 1;
        }
        if minus == 0 {
            return self.atom();
        }
        if minus > MAX_DEPTH {
            return Err(Problem::new(mark, "too many minus signs"));
        }
        let number = matches!(self.here().token, Token::Number(_));
        let node = self.atom()?;
        let mut e = self.number(node)?;
        if let (true, Expr::Const(n)) = (number, &e) {
            e = Expr::Const(-n);
            minus -= 1;
        }
        for _ in 0..minus {
            e = Expr::Neg(Box::new(e));
        }
        Ok(Node::Number(e, mark))
    }
}
