//! Literals, aggregates, bodies and heads.

use super::{Parsed, Parser};
use crate::ast::{
    Aggregate, BodyElement, BodyKind, BodyPart, Conditional, Function, Guard, Head, HeadElement,
    Literal, LiteralKind, Relation, Sign, Term, TermKind, Unary,
};
use crate::lexer::Kind;

/// What may follow a complete literal in a body.
const AFTER_LITERAL: &str = ": or \",\" or . or ;";

impl Parser<'_> {
    /// `. ` or `:- body.`, giving the body.
    pub(super) fn body_until_stop(&mut self) -> Parsed<Vec<BodyPart>> {
        let mut parts = Vec::new();
        if self.take(".") {
            return Ok(parts);
        }
        loop {
            let part = self.body_part()?;
            let conditional = matches!(part.kind, BodyKind::Conditional(_));
            parts.push(part);
            if self.take(".") {
                return Ok(parts);
            }
            if !self.take(";") && (conditional || !self.take(",")) {
                // Most other tokens could not follow in many ways: a list would not help.
                let expected = match self.kind() {
                    Kind::Mark(":-") if conditional => "\",\" or . or ;",
                    Kind::Mark(":-") => AFTER_LITERAL,
                    _ => "",
                };
                return self.fail(expected);
            }
        }
    }

    fn body_part(&mut self) -> Parsed<BodyPart> {
        let start = self.span();
        let sign = self.sign();
        if self.is("&") {
            self.theory_atom()?;
            return Ok(BodyPart { span: start.to(self.last_span()), kind: BodyKind::Theory });
        }
        let guard = match self.guard_before_braces()? {
            Before::Aggregate(guard) => guard,
            Before::Literal(kind) => {
                let span = start.to(self.last_span());
                let literal = Literal { span, sign, kind };
                let kind = if self.take(":") {
                    let condition = self.condition()?;
                    BodyKind::Conditional(Conditional { literal, condition })
                } else {
                    BodyKind::Literal(literal)
                };
                return Ok(BodyPart { span: start.to(self.last_span()), kind });
            }
        };
        let kind = match self.function_name() {
            None => BodyKind::Set(sign, self.set(guard)?),
            Some(function) => {
                let elements = self.elements(|p| {
                    let tuple = p.tuple()?;
                    let condition = p.optional_condition()?;
                    Ok(BodyElement { tuple, condition })
                })?;
                let guards = self.guards(guard)?;
                BodyKind::Aggregate(sign, Aggregate { function, guards, elements })
            }
        };
        Ok(BodyPart { span: start.to(self.last_span()), kind })
    }

    pub(super) fn head(&mut self) -> Parsed<Head> {
        let start = self.span();
        if self.is("&") {
            self.theory_atom()?;
            return Ok(Head::Theory);
        }
        let sign = self.sign();
        if sign != Sign::Positive {
            let kind = self.literal_kind()?;
            return self.disjunction(Literal { span: start.to(self.last_span()), sign, kind });
        }
        let guard = match self.guard_before_braces()? {
            Before::Aggregate(guard) => guard,
            Before::Literal(kind) => {
                return self.disjunction(Literal { span: start.to(self.last_span()), sign, kind });
            }
        };
        match self.function_name() {
            None => Ok(Head::Choice(self.set(guard)?)),
            Some(function) => {
                let elements = self.elements(|p| {
                    let tuple = p.tuple()?;
                    p.expect(":", ":")?;
                    let literal = p.literal()?;
                    let condition = p.optional_condition()?;
                    Ok(HeadElement { tuple, literal, condition })
                })?;
                let guards = self.guards(guard)?;
                Ok(Head::Aggregate(Aggregate { function, guards, elements }))
            }
        }
    }

    /// The rest of a head that began with a literal.
    fn disjunction(&mut self, literal: Literal) -> Parsed<Head> {
        let mut parts = vec![self.disjunct(literal)?];
        let mut several = !parts[0].condition.is_empty() || self.last_is_colon();
        while self.take(";") || self.take("|") || self.take(",") {
            several = true;
            let literal = self.literal()?;
            parts.push(self.disjunct(literal)?);
        }
        match parts.pop() {
            Some(part) if !several && parts.is_empty() => Ok(Head::Literal(part.literal)),
            last => {
                parts.extend(last);
                Ok(Head::Disjunction(parts))
            }
        }
    }

    fn last_is_colon(&self) -> bool {
        self.at > 0 && self.tokens[self.at - 1].kind == Kind::Mark(":")
    }

    fn disjunct(&mut self, literal: Literal) -> Parsed<Conditional> {
        let condition = self.optional_condition()?;
        Ok(Conditional { literal, condition })
    }

    fn set(&mut self, guard: Option<Guard>) -> Parsed<Aggregate<Vec<Conditional>>> {
        let elements = self.elements(|p| {
            let literal = p.literal()?;
            let condition = p.optional_condition()?;
            Ok(Conditional { literal, condition })
        })?;
        let guards = self.guards(guard)?;
        Ok(Aggregate { function: Function::Count, guards, elements })
    }

    fn elements<T>(&mut self, mut one: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        self.expect("{", "{")?;
        let mut elements = Vec::new();
        if self.take("}") {
            return Ok(elements);
        }
        loop {
            elements.push(one(self)?);
            if self.take("}") {
                return Ok(elements);
            }
            self.expect(";", "} or ;")?;
        }
    }

    /// `a,b`, possibly nothing.
    pub(super) fn tuple(&mut self) -> Parsed<Vec<Term>> {
        let mut terms = Vec::new();
        if matches!(self.kind(), Kind::Mark(":" | "}" | ";")) {
            return Ok(terms);
        }
        loop {
            terms.push(self.term()?);
            if !self.take(",") {
                return Ok(terms);
            }
        }
    }

    pub(super) fn optional_condition(&mut self) -> Parsed<Vec<Literal>> {
        if self.take(":") { self.condition() } else { Ok(Vec::new()) }
    }

    /// Literals separated by commas, after the colon.
    fn condition(&mut self) -> Parsed<Vec<Literal>> {
        let mut literals = Vec::new();
        if matches!(self.kind(), Kind::Mark("." | ";" | "}" | ":-")) {
            return Ok(literals);
        }
        loop {
            literals.push(self.literal()?);
            if !self.take(",") {
                return Ok(literals);
            }
        }
    }

    fn sign(&mut self) -> Sign {
        let mut count = 0;
        while count < 2 && self.kind() == Kind::Not {
            self.at += 1;
            count += 1;
        }
        [Sign::Positive, Sign::Not, Sign::NotNot][count]
    }

    pub(super) fn literal(&mut self) -> Parsed<Literal> {
        let start = self.span();
        let sign = self.sign();
        let kind = self.literal_kind()?;
        Ok(Literal { span: start.to(self.last_span()), sign, kind })
    }

    fn literal_kind(&mut self) -> Parsed<LiteralKind> {
        match self.guard_or_literal(false)? {
            Before::Literal(kind) => Ok(kind),
            Before::Aggregate(_) => self.fail(""),
        }
    }

    fn guard_before_braces(&mut self) -> Parsed<Before> {
        self.guard_or_literal(true)
    }

    /// A literal, or what stands before the braces of an aggregate.
    fn guard_or_literal(&mut self, aggregates: bool) -> Parsed<Before> {
        match self.kind() {
            Kind::Directive(value @ ("#true" | "#false")) => {
                self.at += 1;
                return Ok(Before::Literal(LiteralKind::Bool(value == "#true")));
            }
            _ if aggregates && self.at_braces() => return Ok(Before::Aggregate(None)),
            _ => {}
        }
        let left = self.term()?;
        if aggregates && self.at_braces() {
            let guard = Guard { relation: Relation::GreaterEqual, term: left };
            return Ok(Before::Aggregate(Some(guard)));
        }
        let mut rest = Vec::new();
        while let Some(relation) = self.relation() {
            self.at += 1;
            if aggregates && rest.is_empty() && self.at_braces() {
                let guard = Guard { relation: relation.mirror(), term: left };
                return Ok(Before::Aggregate(Some(guard)));
            }
            rest.push((relation, self.term()?));
        }
        if !rest.is_empty() {
            return Ok(Before::Literal(LiteralKind::Comparison(left, rest)));
        }
        if is_atom(&left) {
            return Ok(Before::Literal(LiteralKind::Atom(left)));
        }
        self.fail("")
    }

    fn at_braces(&self) -> bool {
        match self.kind() {
            Kind::Mark("{") => true,
            Kind::Directive(name) => function(name).is_some(),
            _ => false,
        }
    }

    fn function_name(&mut self) -> Option<Function> {
        let Kind::Directive(name) = self.kind() else { return None };
        let function = function(name)?;
        self.at += 1;
        Some(function)
    }

    /// The guards of an aggregate whose closing brace has just been read.
    fn guards(&mut self, left: Option<Guard>) -> Parsed<Vec<Guard>> {
        let mut guards: Vec<Guard> = left.into_iter().collect();
        let relation = self.relation();
        if relation.is_some() {
            self.at += 1;
        } else if !self.starts_term() {
            return Ok(guards);
        }
        let term = self.term()?;
        guards.push(Guard { relation: relation.unwrap_or(Relation::LessEqual), term });
        Ok(guards)
    }

    fn starts_term(&self) -> bool {
        matches!(
            self.kind(),
            Kind::Identifier
                | Kind::Variable
                | Kind::Anonymous
                | Kind::Number
                | Kind::Text
                | Kind::Mark("-" | "~" | "(" | "@" | "|")
                | Kind::Directive("#inf" | "#infimum" | "#sup" | "#supremum")
        )
    }

    fn relation(&self) -> Option<Relation> {
        let Kind::Mark(mark) = self.kind() else { return None };
        Some(match mark {
            "<" => Relation::Less,
            "<=" => Relation::LessEqual,
            ">" => Relation::Greater,
            ">=" => Relation::GreaterEqual,
            "=" | "==" => Relation::Equal,
            "!=" | "<>" => Relation::NotEqual,
            _ => return None,
        })
    }
}

enum Before {
    Literal(LiteralKind),
    Aggregate(Option<Guard>),
}

fn function(name: &str) -> Option<Function> {
    Some(match name {
        "#count" => Function::Count,
        "#sum" => Function::Sum,
        "#sum+" => Function::SumPlus,
        "#min" => Function::Min,
        "#max" => Function::Max,
        _ => return None,
    })
}

/// Whether a term can be an atom: a function, a pool of such, or the minus of one.
pub(super) fn is_atom(term: &Term) -> bool {
    let function = |term: &Term| match &term.kind {
        TermKind::Fun(_, _) => true,
        TermKind::Pool(terms) => terms.iter().all(|t| matches!(t.kind, TermKind::Fun(..))),
        _ => false,
    };
    match &term.kind {
        TermKind::Unary(Unary::Minus, inner) => function(inner),
        _ => function(term),
    }
}
