//! Joining: goes through the steps of a plan and does something with each instance.

use crate::ast::{Relation, Sign};
use crate::ground::arithmetic::{self, Failure};
use crate::ground::collect::Collected;
use crate::ground::compile::Compiled;
use crate::ground::plan::{Pattern, Rows, Step};
use crate::ground::{Grounder, Stop, solve_for};
use crate::ir::{Atom, HeadElement, HeadLiteral, PredId, Rule, Term, show_term};
use crate::message::{Message, Warning};
use crate::program::Lit;
use crate::source::Span;
use crate::symbol::{Sym, Symbols, View};

/// What is done with an instance.
#[derive(Clone, Copy)]
pub(crate) enum Goal<'a> {
    /// An instance of the rule.
    Rule,
    /// An element of an aggregate: its tuple is collected, with the literals from `base` on.
    Element { tuple: &'a [Term], base: usize },
    /// An element of a choice: its atom is defined, and collected.
    HeadElement { element: &'a HeadElement, base: usize },
    /// An element of a disjunction; its number, and plans for its literals.
    Disjunct { element: &'a HeadElement, number: usize, plans: &'a [Vec<Step>], base: usize },
    /// A literal of an element of a disjunction.
    HeadLiteral { literal: &'a HeadLiteral },
    /// An instance of the condition of a conditional literal; plans for the alternatives.
    Condition { plans: &'a [Vec<Step>], base: usize },
    /// An instance of an alternative of a conditional literal.
    Alternative { base: usize },
}

/// A plan and what it is for.
#[derive(Clone, Copy)]
pub(crate) struct Join<'a> {
    pub steps: &'a [Step],
    pub rule: &'a Compiled,
    pub goal: Goal<'a>,
}

/// Terms nested deeper than this are taken for a sign that there is no end; comparing and
/// printing go through them recursively.
const DEEPEST: u16 = 2000;

/// A term is stored once however often it occurs in others, so its text can be of any length.
const LONGEST: u32 = 1_000_000;

/// How often the clock is looked at: every so many steps that go through rows.
const TICKS: u32 = 1 << 14;

impl Grounder<'_> {
    pub(super) fn join(&mut self, join: &Join<'_>, at: usize) -> Result<(), Stop> {
        let Some(step) = join.steps.get(at) else {
            return self.instance(join);
        };
        let rule = &join.rule.rule;
        match step {
            Step::Scan { pred, rows, pattern } => {
                let (start, end) = self.rows(*pred, *rows);
                for row in start..end {
                    self.visit(join, at, *pred, row, pattern)?;
                }
                self.tick(end - start)
            }
            Step::Lookup { pred, rows, index, key, pattern } => {
                let (_, end) = self.rows(*pred, *rows);
                let base = self.keys.len();
                for term in key {
                    match self.eval(term, rule)? {
                        Some(sym) => self.keys.push(sym),
                        None => {
                            self.keys.truncate(base);
                            return Ok(());
                        }
                    }
                }
                let mut next = self.domains[pred.index()].first(*index, &self.keys[base..]);
                self.keys.truncate(base);
                let mut seen = 0;
                while let Some(row) = next.filter(|&row| row < end) {
                    self.visit(join, at, *pred, row, pattern)?;
                    next = self.domains[pred.index()].next(*index, row);
                    seen += 1;
                }
                self.tick(seen)
            }
            Step::Keys { pred, index, columns } => {
                for group in 0..self.domains[pred.index()].group_count(*index) {
                    let row = self.domains[pred.index()].group_row(*index, group);
                    for (column, var) in columns {
                        self.env[*var as usize] = row[*column];
                    }
                    self.join(join, at + 1)?;
                }
                self.tick(1)
            }
            Step::Exact { pred, rows, args } => {
                let Some(row) = self.find(*pred, args, rule)? else { return Ok(()) };
                match row {
                    Found::Row(row) if row < self.rows(*pred, *rows).1 => {
                        self.with_row(join, at, *pred, row)
                    }
                    _ => Ok(()),
                }
            }
            Step::Negative { sign, pred, args } => self.negative(join, at, *sign, *pred, args),
            Step::Test { relation, left, right } => {
                let (Some(left), Some(right)) = (self.eval(left, rule)?, self.eval(right, rule)?)
                else {
                    return Ok(());
                };
                let holds = match relation {
                    Relation::Equal => left == right,
                    Relation::NotEqual => left != right,
                    relation => relation.holds(self.symbols.compare(left, right)),
                };
                if holds { self.join(join, at + 1) } else { Ok(()) }
            }
            Step::Assign { var, term } => {
                let Some(value) = self.eval(term, rule)? else { return Ok(()) };
                self.env[*var as usize] = value;
                self.join(join, at + 1)
            }
            Step::Match { pattern, term } => {
                let Some(value) = self.eval(term, rule)? else { return Ok(()) };
                if matches_pattern(pattern, value, &mut self.env, self.symbols) {
                    return self.join(join, at + 1);
                }
                Ok(())
            }
            Step::Solve { term, var, value } => {
                let Some(value) = self.eval(value, rule)? else { return Ok(()) };
                let mut values = Vec::new();
                let env = &self.env;
                let mut eval = |term: &Term, symbols: &mut Symbols| quiet_int(term, env, symbols);
                solve_for::solutions(term, value, *var, self.symbols, &mut eval, &mut values);
                if values.is_empty() && self.symbols.as_int(value).is_none() {
                    self.undefined(term, rule);
                }
                for value in values {
                    self.env[*var as usize] = value;
                    self.join(join, at + 1)?;
                }
                Ok(())
            }
            Step::Range { var, low, high, span } => {
                let Some((low, high)) = self.interval(low, high, *span, rule)? else {
                    return Ok(());
                };
                for value in low..=high {
                    self.env[*var as usize] = self.symbols.int(value);
                    self.join(join, at + 1)?;
                    self.tick(1)?;
                }
                Ok(())
            }
            Step::Within { var, low, high, span } => {
                let Some((low, high)) = self.interval(low, high, *span, rule)? else {
                    return Ok(());
                };
                match self.symbols.as_int(self.env[*var as usize]) {
                    Some(value) if low <= value && value <= high => self.join(join, at + 1),
                    _ => Ok(()),
                }
            }
            Step::Bound(bound) => {
                let mut sum = 0i128;
                for (coefficient, var) in &bound.terms {
                    match self.env[*var as usize].small() {
                        Some(value) => sum += i128::from(*coefficient) * i128::from(value),
                        // Not a number: the comparison itself will say so.
                        None => return self.join(join, at + 1),
                    }
                }
                if bound.possible(sum) { self.join(join, at + 1) } else { Ok(()) }
            }
            Step::Complex { literal, assigned } => self.complex(join, at, *literal, assigned),
            Step::Never => Ok(()),
        }
    }

    fn instance(&mut self, join: &Join<'_>) -> Result<(), Stop> {
        let rule = &join.rule.rule;
        match join.goal {
            Goal::Rule => self.emit(join.rule),
            Goal::Element { tuple, base } => {
                let mut values = Vec::with_capacity(tuple.len());
                for term in tuple {
                    match self.eval(term, rule)? {
                        Some(value) => values.push(value),
                        None => return Ok(()),
                    }
                }
                let lits = self.lits[base..].to_vec();
                self.collected.push(Collected { tuple: values, head: None, lits });
                Ok(())
            }
            Goal::HeadElement { element, base } => self.head_element(element, base, rule),
            Goal::Disjunct { element, number, plans, base } => {
                self.disjunct(join.rule, element, number, plans, base)
            }
            Goal::HeadLiteral { literal } => self.head_literal(literal, rule),
            Goal::Condition { plans, base } => self.condition(join.rule, plans, base),
            Goal::Alternative { base } => {
                self.alternatives.push(self.lits[base..].to_vec());
                Ok(())
            }
        }
    }

    /// The rows a literal ranges over now.
    fn rows(&self, pred: PredId, rows: Rows) -> (u32, u32) {
        let index = pred.index();
        match rows {
            Rows::All => (0, self.current[index]),
            Rows::Old => (0, self.old[index]),
            Rows::New => (self.old[index], self.current[index]),
        }
    }

    #[inline]
    fn visit(
        &mut self,
        join: &Join<'_>,
        at: usize,
        pred: PredId,
        row: u32,
        pattern: &[(usize, Pattern)],
    ) -> Result<(), Stop> {
        let args = self.domains[pred.index()].row(row);
        for (column, pattern) in pattern {
            let value = args[*column];
            let fits = match pattern {
                Pattern::Bind(var) => {
                    self.env[*var as usize] = value;
                    true
                }
                Pattern::Same(var) => self.env[*var as usize] == value,
                pattern => matches_pattern(pattern, value, &mut self.env, self.symbols),
            };
            if !fits {
                return Ok(());
            }
        }
        self.with_row(join, at, pred, row)
    }

    /// Goes on with an atom in the body, unless it is a fact, which says nothing.
    fn with_row(&mut self, join: &Join<'_>, at: usize, pred: PredId, row: u32) -> Result<(), Stop> {
        if self.domains[pred.index()].is_fact(row) {
            return self.join(join, at + 1);
        }
        let lit = self.atom_of_row(pred, row).lit();
        self.lits.push(lit);
        let result = self.join(join, at + 1);
        self.lits.pop();
        result
    }

    fn negative(
        &mut self,
        join: &Join<'_>,
        at: usize,
        sign: Sign,
        pred: PredId,
        args: &[Term],
    ) -> Result<(), Stop> {
        let Some(found) = self.find(pred, args, &join.rule.rule)? else { return Ok(()) };
        match self.signed(sign, pred, found, join.rule.constraint)? {
            Truth::True => self.join(join, at + 1),
            Truth::False => Ok(()),
            Truth::Open(lit) => {
                self.lits.push(lit);
                let result = self.join(join, at + 1);
                self.lits.pop();
                result
            }
        }
    }

    /// What a literal over a known atom comes to. In constraints `not not a` is `a`.
    pub(super) fn signed(
        &mut self,
        sign: Sign,
        pred: PredId,
        found: Found,
        constraint: bool,
    ) -> Result<Truth, Stop> {
        let index = pred.index();
        let certain = |holds: bool| if holds { Truth::True } else { Truth::False };
        let atom = match found {
            Found::Row(row) if self.domains[index].is_fact(row) => {
                return Ok(certain(sign != Sign::Not));
            }
            Found::Row(row) => self.atom_of_row(pred, row),
            Found::Absent if sign == Sign::Positive || self.complete[index] => {
                return Ok(certain(sign == Sign::Not));
            }
            Found::Absent => {
                let args = std::mem::take(&mut self.found_args);
                let atom = self.reserve(pred, &args);
                self.found_args = args;
                atom
            }
        };
        if sign == Sign::Not && !self.complete[index] {
            self.open_negation.insert(atom);
        }
        Ok(Truth::Open(match sign {
            Sign::Positive => atom.lit(),
            Sign::Not => !atom.lit(),
            Sign::NotNot if constraint || self.complete[index] => atom.lit(),
            Sign::NotNot => self.not_not(atom.lit()),
        }))
    }

    /// Looks an atom up. Nothing if its arguments have no value; the values of an atom that is
    /// absent stay in `found_args`.
    pub(super) fn find(
        &mut self,
        pred: PredId,
        args: &[Term],
        rule: &Rule,
    ) -> Result<Option<Found>, Stop> {
        let base = self.keys.len();
        for term in args {
            match self.eval(term, rule)? {
                Some(sym) => self.keys.push(sym),
                None => {
                    self.keys.truncate(base);
                    return Ok(None);
                }
            }
        }
        let found = match self.domains[pred.index()].find(&self.keys[base..]) {
            Some(row) => Found::Row(row),
            None => {
                self.found_args.clear();
                self.found_args.extend_from_slice(&self.keys[base..]);
                Found::Absent
            }
        };
        self.keys.truncate(base);
        Ok(Some(found))
    }

    pub(super) fn find_atom(&mut self, atom: &Atom, rule: &Rule) -> Result<Option<Found>, Stop> {
        self.find(atom.pred, &atom.args, rule)
    }

    fn interval(
        &mut self,
        low: &Term,
        high: &Term,
        span: Span,
        rule: &Rule,
    ) -> Result<Option<(i64, i64)>, Stop> {
        let (Some(a), Some(b)) = (self.eval(low, rule)?, self.eval(high, rule)?) else {
            return Ok(None);
        };
        if let (Some(a), Some(b)) = (self.symbols.as_int(a), self.symbols.as_int(b)) {
            return Ok(Some((a, b)));
        }
        let mut text = String::new();
        show_term(low, &rule.vars, self.symbols, &mut text);
        text.push_str("..");
        show_term(high, &rule.vars, self.symbols, &mut text);
        let kind = Warning::OperationUndefined;
        self.say(Message::info(kind, span, "interval undefined").detail(text));
        Ok(None)
    }

    /// The value of a term whose variables are bound; nothing if it has none.
    #[inline]
    pub(super) fn eval(&mut self, term: &Term, rule: &Rule) -> Result<Option<Sym>, Stop> {
        match term {
            Term::Var(var) => Ok(Some(self.env[*var as usize])),
            Term::Sym(sym) => Ok(Some(*sym)),
            _ => self.eval_operation(term, rule),
        }
    }

    fn eval_operation(&mut self, term: &Term, rule: &Rule) -> Result<Option<Sym>, Stop> {
        let result = match term {
            Term::Var(var) => Ok(self.env[*var as usize]),
            Term::Sym(sym) => Ok(*sym),
            Term::Fun(name, args) => {
                let base = self.keys.len();
                for arg in args {
                    match self.eval(arg, rule)? {
                        Some(sym) => self.keys.push(sym),
                        None => {
                            self.keys.truncate(base);
                            return Ok(None);
                        }
                    }
                }
                let sym = self.symbols.fun(false, *name, &self.keys[base..]);
                self.keys.truncate(base);
                let deep = self.symbols.depth(sym) > DEEPEST;
                if deep || self.symbols.length(sym) > LONGEST {
                    let text = match deep {
                        true => format!("terms are nested more than {DEEPEST} deep"),
                        false => format!("a term has more than {LONGEST} characters"),
                    };
                    let message = Message::error(rule.span, text);
                    return Err(Stop::Error(
                        message.help("this rule may derive atoms without end"),
                    ));
                }
                Ok(sym)
            }
            Term::Unary(op, inner, _) => {
                let Some(inner) = self.eval(inner, rule)? else { return Ok(None) };
                arithmetic::unary(*op, inner, self.symbols)
            }
            Term::Binary(op, sides, _) => {
                let Some(left) = self.eval(&sides.0, rule)? else { return Ok(None) };
                let Some(right) = self.eval(&sides.1, rule)? else { return Ok(None) };
                arithmetic::binary(*op, left, right, self.symbols)
            }
            Term::External(..) => Err(Failure::Undefined),
        };
        match result {
            Ok(sym) => Ok(Some(sym)),
            Err(Failure::Undefined) => {
                self.undefined(term, rule);
                Ok(None)
            }
            Err(Failure::Overflow) => Err(Stop::Error(self.overflow(term, rule))),
        }
    }

    fn undefined(&mut self, term: &Term, rule: &Rule) {
        let mut text = String::new();
        show_term(term, &rule.vars, self.symbols, &mut text);
        let span = span_of(term).unwrap_or(rule.span);
        let kind = Warning::OperationUndefined;
        self.say(Message::info(kind, span, "operation undefined").detail(text));
    }

    fn overflow(&self, term: &Term, rule: &Rule) -> Message {
        let mut text = String::new();
        show_term(term, &rule.vars, self.symbols, &mut text);
        let mut with = String::new();
        term.vars(&mut |var| {
            let name = self.symbols.text(rule.vars[var as usize].0);
            let value = self.symbols.show(self.env[var as usize]);
            with.push_str(&format!("{}{name} = {value}", if with.is_empty() { "" } else { ", " }));
        });
        let span = span_of(term).unwrap_or(rule.span);
        let message = Message::error(span, "the result does not fit into 64 bits").detail(text);
        if with.is_empty() { message } else { message.help(format!("with {with}")) }
    }

    /// Counts work; now and then looks whether it is time to stop.
    #[inline]
    pub(super) fn tick(&mut self, work: u32) -> Result<(), Stop> {
        self.ticks += work + 1;
        if self.ticks < TICKS {
            return Ok(());
        }
        self.ticks = 0;
        self.check_limits()
    }
}

/// A literal over a ground atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Truth {
    True,
    False,
    Open(Lit),
}

/// Whether an atom is among those that may hold.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Found {
    Row(u32),
    Absent,
}

fn span_of(term: &Term) -> Option<Span> {
    match term {
        Term::Unary(_, _, span) | Term::Binary(_, _, span) | Term::External(_, span) => Some(*span),
        _ => None,
    }
}

pub(crate) fn matches_pattern(
    pattern: &Pattern,
    value: Sym,
    env: &mut [Sym],
    symbols: &Symbols,
) -> bool {
    match pattern {
        Pattern::Bind(var) => {
            env[*var as usize] = value;
            true
        }
        Pattern::Same(var) => env[*var as usize] == value,
        Pattern::Value(sym) => *sym == value,
        Pattern::Fun(name, patterns) => match symbols.view(value) {
            View::Fun { negative: false, name: found, args } => {
                found == *name
                    && args.len() == patterns.len()
                    && patterns.iter().zip(args).all(|(p, v)| matches_pattern(p, *v, env, symbols))
            }
            _ => false,
        },
    }
}

/// The integer that a term with bound variables has as value, without messages.
fn quiet_int(term: &Term, env: &[Sym], symbols: &mut Symbols) -> Option<i64> {
    let value = quiet(term, env, symbols)?;
    symbols.as_int(value)
}

fn quiet(term: &Term, env: &[Sym], symbols: &mut Symbols) -> Option<Sym> {
    match term {
        Term::Sym(sym) => Some(*sym),
        Term::Var(var) => Some(env[*var as usize]),
        Term::Unary(op, inner, _) => {
            let inner = quiet(inner, env, symbols)?;
            arithmetic::unary(*op, inner, symbols).ok()
        }
        Term::Binary(op, sides, _) => {
            let left = quiet(&sides.0, env, symbols)?;
            let right = quiet(&sides.1, env, symbols)?;
            arithmetic::binary(*op, left, right, symbols).ok()
        }
        Term::Fun(..) | Term::External(..) => None,
    }
}
