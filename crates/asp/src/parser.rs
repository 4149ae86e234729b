//! Tokens into statements: recursive descent, going on after the next full stop.

mod body;
mod statement;
mod term;
mod theory;

use crate::ast::Statement;
use crate::lexer::{Kind, Token, lex};
use crate::message::Message;
use crate::source::{Sources, Span};
use crate::symbol::Symbols;

/// Nesting beyond this is refused: recursion must not run out of stack.
const DEEPEST: usize = 400;

/// How high an expression may be, counted along chains such as `1+1+1+...`.
const HIGHEST: usize = 4000;

/// Parses one text of `sources`. What was understood comes with what was not.
pub fn parse(
    sources: &Sources,
    text: u32,
    symbols: &mut Symbols,
) -> (Vec<Statement>, Vec<Message>) {
    let source = &sources.get(text).text;
    let (tokens, errors) = lex(source, text);
    let mut parser =
        Parser { source, tokens, at: 0, depth: 0, symbols, errors, quiet: 0, out: Vec::new() };
    while parser.kind() != Kind::End {
        if let Err(Refused) = parser.statement() {
            parser.recover();
        }
    }
    (parser.out, parser.errors)
}

/// A syntax error that has been noted.
struct Refused;

type Parsed<T> = Result<T, Refused>;

struct Parser<'a> {
    source: &'a str,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    symbols: &'a mut Symbols,
    errors: Vec<Message>,
    /// Errors before this token follow from the last one.
    quiet: usize,
    out: Vec<Statement>,
}

impl<'a> Parser<'a> {
    fn kind(&self) -> Kind {
        self.tokens[self.at].kind
    }

    fn kind_after(&self, ahead: usize) -> Kind {
        self.tokens.get(self.at + ahead).map_or(Kind::End, |token| token.kind)
    }

    fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    /// The span of the token before.
    fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    fn text(&self, span: Span) -> &'a str {
        &self.source[span.start as usize..span.end as usize]
    }

    fn advance(&mut self) -> Token {
        let token = self.tokens[self.at];
        if token.kind != Kind::End {
            self.at += 1;
        }
        token
    }

    fn is(&self, mark: &str) -> bool {
        matches!(self.kind(), Kind::Mark(found) if found == mark)
    }

    fn take(&mut self, mark: &str) -> bool {
        let found = self.is(mark);
        if found {
            self.at += 1;
        }
        found
    }

    fn expect(&mut self, mark: &'static str, expected: &str) -> Parsed<Span> {
        if self.is(mark) {
            return Ok(self.advance().span);
        }
        self.fail(expected)
    }

    /// Notes that the present token should be something else.
    fn fail<T>(&mut self, expected: &str) -> Parsed<T> {
        let token = self.tokens[self.at];
        let found = match token.kind {
            Kind::Identifier => "<IDENTIFIER>".to_string(),
            Kind::Variable => "<VARIABLE>".to_string(),
            Kind::Number => "<NUMBER>".to_string(),
            Kind::Text => "<STRING>".to_string(),
            Kind::End => "EOF".to_string(),
            Kind::Mark(",") => "\",\"".to_string(),
            _ => self.text(token.span).to_string(),
        };
        let mut text = format!("syntax error, unexpected {found}");
        if !expected.is_empty() {
            text.push_str(&format!(", expecting {expected}"));
        }
        let mut span = token.span;
        if token.kind == Kind::End {
            span.end = span.start;
        }
        let mut error = Message::error(span, text);
        error.help = self.advice(token);
        if self.at >= self.quiet {
            self.errors.push(error);
        }
        Err(Refused)
    }

    /// What newcomers most often mean where this token stands.
    fn advice(&self, token: Token) -> Option<String> {
        let before = self.at.checked_sub(1).map(|at| self.tokens[at]);
        let advice = match (before.map(|b| b.kind), token.kind) {
            (_, Kind::End) => "the last statement has no full stop",
            (Some(Kind::Variable), Kind::Mark("(")) => {
                "names of predicates and functions begin with a small letter"
            }
            (Some(Kind::Number), Kind::Mark(".")) if self.kind_after(1) == Kind::Number => {
                "numbers are integers; there are no decimal points"
            }
            (_, Kind::Mark(",")) if self.inside_braces() => {
                "elements of a set are separated by `;`"
            }
            (Some(Kind::Mark(":")), Kind::Mark("=")) => "`if` is written `:-`",
            (_, Kind::Mark(":-")) => "the statement before has no full stop",
            _ => return None,
        };
        Some(advice.to_string())
    }

    /// Whether an open brace of this statement is not closed yet.
    fn inside_braces(&self) -> bool {
        let mut depth = 0i32;
        for token in self.tokens[..self.at].iter().rev() {
            match token.kind {
                Kind::Mark(".") => return false,
                Kind::Mark("}") => depth += 1,
                Kind::Mark("{") if depth == 0 => return true,
                Kind::Mark("{") => depth -= 1,
                _ => {}
            }
        }
        false
    }

    /// Skips to after the next full stop.
    fn recover(&mut self) {
        while !matches!(self.kind(), Kind::End | Kind::Mark(".")) {
            self.at += 1;
        }
        self.take(".");
        self.quiet = self.at + 3;
    }

    /// Guards against nesting that would exhaust the stack.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEEPEST {
            let span = self.span();
            self.errors.push(Message::error(span, "this is nested too deeply"));
            return Err(Refused);
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }
}
