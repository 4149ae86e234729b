//! Statements.

use super::body::is_atom;
use super::term::unescape;
use super::{Parsed, Parser};
use crate::ast::{
    BodyKind, BodyPart, Head, Literal, LiteralKind, Sign, Signature, Statement, StatementKind,
    Term, TermKind, Unary,
};
use crate::lexer::Kind;
use crate::source::Span;

impl Parser<'_> {
    pub(super) fn statement(&mut self) -> Parsed<()> {
        let start = self.span();
        let kind = match self.kind() {
            Kind::Mark(":-") => {
                self.at += 1;
                let body = self.body_until_stop()?;
                let constraint = Literal {
                    span: Span { end: start.start, ..start },
                    sign: Sign::Positive,
                    kind: LiteralKind::Bool(false),
                };
                StatementKind::Rule(Head::Literal(constraint), body)
            }
            Kind::Mark(":~") => self.weak_constraint()?,
            Kind::Script => {
                self.at += 1;
                self.expect(".", ".")?;
                StatementKind::Script
            }
            Kind::Directive(name) => match self.directive(name, start)? {
                Some(kind) => kind,
                None => return Ok(()),
            },
            _ => self.rule()?,
        };
        self.finish(start, kind);
        Ok(())
    }

    fn finish(&mut self, start: Span, kind: StatementKind) {
        let span = start.to(self.last_span());
        self.out.push(Statement { span, kind });
    }

    fn rule(&mut self) -> Parsed<StatementKind> {
        let head = self.head()?;
        if self.take(":-") {
            return Ok(StatementKind::Rule(head, self.body_until_stop()?));
        }
        if !self.is(".") {
            // After a colon without a condition only the ends of a rule can follow.
            let colon = self.last_span();
            return self.fail(if self.text(colon) == ":" { ". or :-" } else { "" });
        }
        self.at += 1;
        Ok(StatementKind::Rule(head, Vec::new()))
    }

    /// A directive; nothing if it has added its statements itself.
    fn directive(&mut self, name: &str, start: Span) -> Parsed<Option<StatementKind>> {
        match name {
            "#minimize" | "#minimise" | "#maximize" | "#maximise" => {
                self.at += 1;
                self.optimize(name.starts_with("#max"), start)?;
                return Ok(None);
            }
            "#show" | "#const" | "#include" | "#defined" | "#external" | "#program"
            | "#project" | "#heuristic" | "#edge" | "#theory" => self.at += 1,
            _ => return Ok(Some(self.rule()?)),
        }
        Ok(Some(match name {
            "#show" => self.show()?,
            "#const" => self.constant()?,
            "#include" => self.include()?,
            "#defined" => {
                let signature = self.signature()?;
                self.expect(".", ".")?;
                StatementKind::Defined(signature)
            }
            "#external" => {
                let atom = self.atom()?;
                let body = self.colon_body()?;
                let kind = if self.is("[") {
                    self.at += 1;
                    let kind = self.term()?;
                    self.expect("]", "]")?;
                    Some(kind)
                } else {
                    None
                };
                StatementKind::External(atom, body, kind)
            }
            "#program" => self.program()?,
            "#project" => match self.signature_ahead() {
                true => {
                    let signature = self.signature()?;
                    self.expect(".", ".")?;
                    StatementKind::ProjectSignature(signature)
                }
                false => {
                    let atom = self.atom()?;
                    StatementKind::Project(atom, self.colon_body()?)
                }
            },
            "#heuristic" => {
                let atom = self.atom()?;
                let body = self.colon_body()?;
                self.expect("[", "[")?;
                self.term()?;
                if self.take("@") {
                    self.term()?;
                }
                self.expect(",", "\",\" or @")?;
                self.term()?;
                self.expect("]", "]")?;
                StatementKind::Heuristic(atom, body)
            }
            "#edge" => self.edge()?,
            _ => {
                self.theory_definition()?;
                StatementKind::Theory
            }
        }))
    }

    fn atom(&mut self) -> Parsed<Term> {
        let term = self.term()?;
        if is_atom(&term) { Ok(term) } else { self.fail("") }
    }

    /// `: body.` or `.`
    fn colon_body(&mut self) -> Parsed<Vec<BodyPart>> {
        if self.take(":") {
            return self.body_until_stop();
        }
        self.expect(".", ". or :")?;
        Ok(Vec::new())
    }

    fn show(&mut self) -> Parsed<StatementKind> {
        if self.take(".") {
            return Ok(StatementKind::ShowNothing);
        }
        if self.signature_ahead() {
            let signature = self.signature()?;
            self.expect(".", ".")?;
            return Ok(StatementKind::ShowSignature(signature));
        }
        let term = self.term()?;
        Ok(StatementKind::ShowTerm(term, self.colon_body()?))
    }

    /// Whether `-name/3.` comes now.
    fn signature_ahead(&self) -> bool {
        let skip = usize::from(self.is("-"));
        self.kind_after(skip) == Kind::Identifier
            && self.kind_after(skip + 1) == Kind::Mark("/")
            && self.kind_after(skip + 2) == Kind::Number
            && self.kind_after(skip + 3) == Kind::Mark(".")
    }

    fn signature(&mut self) -> Parsed<Signature> {
        let negative = self.take("-");
        if self.kind() != Kind::Identifier {
            return self.fail("<IDENTIFIER>");
        }
        let name = self.advance().span;
        let name = self.symbols.name(self.text(name));
        self.expect("/", "/")?;
        if self.kind() != Kind::Number {
            return self.fail("<NUMBER>");
        }
        let number = self.text(self.span());
        let Ok(arity) = number.parse() else { return self.fail("a number of arguments") };
        self.at += 1;
        Ok(Signature { negative, name, arity })
    }

    fn constant(&mut self) -> Parsed<StatementKind> {
        if self.kind() != Kind::Identifier {
            return self.fail("<IDENTIFIER>");
        }
        let name = self.advance().span;
        let name = self.symbols.name(self.text(name));
        self.expect("=", "=")?;
        let start = self.at;
        let term = self.term()?;
        if !is_constant(&term) {
            self.at = start;
            return self.fail("a term without variables, intervals and pools");
        }
        self.expect(".", ".")?;
        let mut overrides = false;
        if self.is("[") && self.kind_after(1) == Kind::Identifier {
            self.at += 1;
            match self.text(self.span()) {
                "override" => overrides = true,
                "default" => {}
                _ => return self.fail("default or override"),
            }
            self.at += 1;
            self.expect("]", "]")?;
        }
        Ok(StatementKind::Const { name, term, overrides })
    }

    fn include(&mut self) -> Parsed<StatementKind> {
        let kind = if self.take("<") {
            if self.kind() != Kind::Identifier {
                return self.fail("<IDENTIFIER>");
            }
            let name = self.advance().span;
            let name = self.text(name).to_string();
            self.expect(">", ">")?;
            StatementKind::IncludeSystem(name)
        } else if self.kind() == Kind::Text {
            let file = self.advance().span;
            StatementKind::Include(unescape(self.text(file)))
        } else {
            return self.fail("<STRING> or <");
        };
        self.expect(".", ".")?;
        Ok(kind)
    }

    fn program(&mut self) -> Parsed<StatementKind> {
        if self.kind() != Kind::Identifier {
            return self.fail("<IDENTIFIER>");
        }
        let name = self.advance().span;
        let name = self.symbols.name(self.text(name));
        let mut parameters = 0;
        if self.take("(") && !self.take(")") {
            loop {
                if self.kind() != Kind::Identifier {
                    return self.fail("<IDENTIFIER>");
                }
                self.at += 1;
                parameters += 1;
                if !self.take(",") {
                    break;
                }
            }
            self.expect(")", ") or \",\"")?;
        }
        self.expect(".", ".")?;
        Ok(StatementKind::Program(name, parameters))
    }

    fn edge(&mut self) -> Parsed<StatementKind> {
        self.expect("(", "(")?;
        let mut pairs = Vec::new();
        loop {
            let from = self.term()?;
            self.expect(",", "\",\"")?;
            pairs.push((from, self.term()?));
            if !self.take(";") {
                break;
            }
        }
        self.expect(")", ") or ;")?;
        Ok(StatementKind::Edge(pairs, self.colon_body()?))
    }

    /// `:~ body. [weight@priority, tuple]`
    fn weak_constraint(&mut self) -> Parsed<StatementKind> {
        self.at += 1;
        let body = self.body_until_stop()?;
        self.expect("[", "[")?;
        let (weight, priority) = self.weight()?;
        let tuple = if self.take(",") { self.tuple()? } else { Vec::new() };
        self.expect("]", "] or \",\"")?;
        Ok(StatementKind::Weak { body, weight, priority, tuple })
    }

    fn weight(&mut self) -> Parsed<(Term, Option<Term>)> {
        let weight = self.term()?;
        let priority = if self.take("@") { Some(self.term()?) } else { None };
        Ok((weight, priority))
    }

    /// `{ weight@priority, tuple : condition ; .. }.` as weak constraints.
    fn optimize(&mut self, maximize: bool, start: Span) -> Parsed<()> {
        self.expect("{", "{")?;
        let mut weak = Vec::new();
        if !self.is("}") {
            loop {
                let (mut weight, priority) = self.weight()?;
                if maximize {
                    let span = weight.span;
                    let kind = TermKind::Unary(Unary::Minus, Box::new(weight));
                    weight = Term { span, kind };
                }
                let tuple = if self.take(",") { self.tuple()? } else { Vec::new() };
                let literal = |literal: Literal| BodyPart {
                    span: literal.span,
                    kind: BodyKind::Literal(literal),
                };
                let body = self.optional_condition()?.into_iter().map(literal).collect();
                weak.push(StatementKind::Weak { body, weight, priority, tuple });
                if !self.take(";") {
                    break;
                }
            }
        }
        self.expect("}", "} or ;")?;
        self.expect(".", ".")?;
        if weak.is_empty() {
            weak.push(StatementKind::EmptyMinimize);
        }
        for kind in weak {
            self.finish(start, kind);
        }
        Ok(())
    }
}

/// Whether a term stands for one value.
fn is_constant(term: &Term) -> bool {
    match &term.kind {
        TermKind::Sym(_) => true,
        TermKind::Var(_) | TermKind::Anonymous | TermKind::Interval(_) | TermKind::Pool(_) => false,
        TermKind::Fun(_, args) | TermKind::External(_, args) => args.iter().all(is_constant),
        TermKind::Unary(_, inner) => is_constant(inner),
        TermKind::Binary(_, sides) => is_constant(&sides.0) && is_constant(&sides.1),
    }
}
