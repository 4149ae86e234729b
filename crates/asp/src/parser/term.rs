//! Terms.

use super::{HIGHEST, Parsed, Parser, Refused};
use crate::ast::{Binary, Term, TermKind, Unary};
use crate::lexer::Kind;
use crate::message::Message;
use crate::source::Span;
use crate::symbol::Sym;

/// A binary operator or `..`.
#[derive(Clone, Copy)]
enum Infix {
    Operation(Binary),
    Interval,
}

/// Operators, their strength and whether they group to the right.
fn infix(mark: &str) -> Option<(Infix, u8, bool)> {
    let operation = |op, strength| Some((Infix::Operation(op), strength, false));
    match mark {
        ".." => Some((Infix::Interval, 1, false)),
        "^" => operation(Binary::Xor, 2),
        "?" => operation(Binary::Or, 3),
        "&" => operation(Binary::And, 4),
        "+" => operation(Binary::Add, 5),
        "-" => operation(Binary::Sub, 5),
        "*" => operation(Binary::Mul, 6),
        "/" => operation(Binary::Div, 6),
        "\\" => operation(Binary::Mod, 6),
        "**" => Some((Infix::Operation(Binary::Pow), 7, true)),
        _ => None,
    }
}

impl Parser<'_> {
    pub(super) fn term(&mut self) -> Parsed<Term> {
        self.infix_term(0)
    }

    fn infix_term(&mut self, least: u8) -> Parsed<Term> {
        self.nested(|p| {
            let mut left = p.prefix_term()?;
            let mut height = 0;
            while let Kind::Mark(mark) = p.kind() {
                let Some((op, strength, right)) = infix(mark).filter(|(_, s, _)| *s >= least)
                else {
                    break;
                };
                height += 1;
                if height > HIGHEST {
                    let span = p.span();
                    p.errors.push(Message::error(span, "this expression is too long"));
                    return Err(Refused);
                }
                p.at += 1;
                let operand = p.infix_term(if right { strength } else { strength + 1 })?;
                let span = left.span.to(operand.span);
                let sides = Box::new((left, operand));
                let kind = match op {
                    Infix::Operation(op) => TermKind::Binary(op, sides),
                    Infix::Interval => TermKind::Interval(sides),
                };
                left = Term { span, kind };
            }
            Ok(left)
        })
    }

    fn prefix_term(&mut self) -> Parsed<Term> {
        let op = match self.kind() {
            Kind::Mark("-") => Unary::Minus,
            Kind::Mark("~") => Unary::Complement,
            _ => return self.simple_term(),
        };
        let start = self.advance().span;
        let operand = self.nested(Self::prefix_term)?;
        let span = start.to(operand.span);
        Ok(Term { span, kind: TermKind::Unary(op, Box::new(operand)) })
    }

    fn simple_term(&mut self) -> Parsed<Term> {
        let token = self.tokens[self.at];
        let text = self.text(token.span);
        let leaf = |kind| Ok(Term { span: token.span, kind });
        match token.kind {
            Kind::Number => {
                self.at += 1;
                let value = self.number(text, token.span);
                leaf(TermKind::Sym(self.symbols.int(value)))
            }
            Kind::Text => {
                self.at += 1;
                let text = unescape(text);
                leaf(TermKind::Sym(self.symbols.string(&text)))
            }
            Kind::Directive("#inf" | "#infimum") => {
                self.at += 1;
                leaf(TermKind::Sym(Sym::INF))
            }
            Kind::Directive("#sup" | "#supremum") => {
                self.at += 1;
                leaf(TermKind::Sym(Sym::SUP))
            }
            Kind::Variable => {
                self.at += 1;
                leaf(TermKind::Var(self.symbols.name(text)))
            }
            Kind::Anonymous => {
                self.at += 1;
                leaf(TermKind::Anonymous)
            }
            Kind::Identifier => self.function(),
            Kind::Mark("@") => {
                self.at += 1;
                if self.kind() != Kind::Identifier {
                    return self.fail("<IDENTIFIER>");
                }
                let mut term = self.function()?;
                term.span.start = token.span.start;
                external(&mut term);
                Ok(term)
            }
            Kind::Mark("(") => {
                self.at += 1;
                let terms = self.nested(|p| p.pool_of_tuples(token.span))?;
                Ok(self.pool(token.span.to(self.last_span()), terms))
            }
            Kind::Mark("|") => {
                self.at += 1;
                let mut terms = vec![self.term()?];
                while self.take(";") {
                    terms.push(self.term()?);
                }
                let end = self.expect("|", "| or ;")?;
                let span = token.span.to(end);
                let inner = self.pool(span, terms);
                Ok(Term { span, kind: TermKind::Unary(Unary::Absolute, Box::new(inner)) })
            }
            _ => self.fail(""),
        }
    }

    /// A constant or function, the present token being its name.
    pub(super) fn function(&mut self) -> Parsed<Term> {
        let token = self.advance();
        let name = self.symbols.name(self.text(token.span));
        if !self.take("(") {
            return Ok(Term { span: token.span, kind: TermKind::Fun(name, Vec::new()) });
        }
        let lists = self.nested(Self::argument_lists)?;
        let span = token.span.to(self.last_span());
        let terms =
            lists.into_iter().map(|args| Term { span, kind: TermKind::Fun(name, args) }).collect();
        Ok(self.pool(span, terms))
    }

    /// `a,b;c)`, after the opening bracket.
    fn argument_lists(&mut self) -> Parsed<Vec<Vec<Term>>> {
        let mut lists = Vec::new();
        loop {
            let mut args = Vec::new();
            if !self.is(";") && !self.is(")") {
                // Where nothing is a list of its own, both ends are possible.
                if matches!(self.kind(), Kind::Mark("." | "," | "]" | "}")) {
                    return self.fail(") or ;");
                }
                args.push(self.term()?);
                while self.take(",") {
                    args.push(self.term()?);
                }
            }
            lists.push(args);
            if self.take(";") {
                continue;
            }
            self.expect(")", ") or ;")?;
            return Ok(lists);
        }
    }

    /// `a;b,c;d,)`, after the opening bracket.
    fn pool_of_tuples(&mut self, start: Span) -> Parsed<Vec<Term>> {
        let none = self.symbols.name("");
        let mut terms = Vec::new();
        loop {
            let mut args = Vec::new();
            let mut comma = false;
            while !self.is(";") && !self.is(")") {
                args.push(self.term()?);
                comma = self.take(",");
                if !comma {
                    break;
                }
            }
            let tuple = args.len() != 1 || comma;
            let more = self.take(";");
            if !more {
                self.expect(")", ") or ;")?;
            }
            terms.push(match args.pop() {
                Some(term) if !tuple => term,
                last => {
                    args.extend(last);
                    let span = start.to(self.last_span());
                    Term { span, kind: TermKind::Fun(none, args) }
                }
            });
            if !more {
                return Ok(terms);
            }
        }
    }

    fn pool(&self, span: Span, mut terms: Vec<Term>) -> Term {
        match terms.pop() {
            Some(mut term) if terms.is_empty() => {
                // In brackets: messages point at the whole.
                term.span = span;
                term
            }
            last => {
                terms.extend(last);
                Term { span, kind: TermKind::Pool(terms) }
            }
        }
    }

    fn number(&mut self, text: &str, span: Span) -> i64 {
        let value = match text.get(..2) {
            Some("0x") => i64::from_str_radix(&text[2..], 16),
            Some("0o") => i64::from_str_radix(&text[2..], 8),
            Some("0b") => i64::from_str_radix(&text[2..], 2),
            _ => text.parse(),
        };
        value.unwrap_or_else(|_| {
            let error = Message::error(span, "this number does not fit into 64 bits");
            self.errors.push(error);
            0
        })
    }
}

/// Turns `f(..)` after `@` into a call.
fn external(term: &mut Term) {
    match &mut term.kind {
        TermKind::Fun(name, args) => {
            term.kind = TermKind::External(*name, std::mem::take(args));
        }
        TermKind::Pool(terms) => terms.iter_mut().for_each(external),
        _ => {}
    }
}

/// The text between the quotes.
pub(super) fn unescape(quoted: &str) -> String {
    let inner = &quoted[1..quoted.len() - 1];
    let mut out = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => out.push('\n'),
                Some(c) => out.push(c),
                None => {}
            },
            c => out.push(c),
        }
    }
    out
}
