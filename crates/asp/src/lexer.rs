//! Text into tokens.

use crate::message::Message;
use crate::source::Span;

/// The kinds of tokens. Punctuation and directives carry their text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Identifier,
    Variable,
    Anonymous,
    Number,
    Text,
    Not,
    /// `:-`, `..`, `<=` and so on.
    Mark(&'static str),
    /// `#show`, `#sum` and so on.
    Directive(&'static str),
    /// `#script (..) .. #end`
    Script,
    /// A character that only theory operators use.
    Operator,
    End,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    pub span: Span,
}

/// The longest ones first.
const MARKS: [&str; 37] = [
    ":-", ":~", "..", "==", ">=", "<=", "!=", "<>", "**", ";*", ".", ":", ",", ";", "|", "(", ")",
    "[", "]", "{", "}", "=", "<", ">", "+", "-", "*", "/", "\\", "^", "?", "&", "~", "@", "!", "$",
    "#",
];

const DIRECTIVES: [&str; 26] = [
    "#sum+",
    "#sum",
    "#count",
    "#min",
    "#max",
    "#minimize",
    "#minimise",
    "#maximize",
    "#maximise",
    "#true",
    "#false",
    "#inf",
    "#infimum",
    "#sup",
    "#supremum",
    "#show",
    "#const",
    "#include",
    "#defined",
    "#external",
    "#program",
    "#project",
    "#heuristic",
    "#edge",
    "#theory",
    "#script",
];

/// The tokens of a text, always with [`Kind::End`] last, and what could not be read.
pub(crate) fn lex(text: &str, number: u32) -> (Vec<Token>, Vec<Message>) {
    let mut lexer = Lexer {
        text,
        bytes: text.as_bytes(),
        at: 0,
        number,
        tokens: Vec::new(),
        errors: Vec::new(),
    };
    lexer.run();
    (lexer.tokens, lexer.errors)
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    number: u32,
    tokens: Vec<Token>,
    errors: Vec<Message>,
}

impl Lexer<'_> {
    fn run(&mut self) {
        // A first line `#!...` is for the shell.
        if self.text.starts_with("#!") {
            self.line();
        }
        while let Some(&byte) = self.bytes.get(self.at) {
            let start = self.at;
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
                b'%' if self.bytes.get(start + 1) == Some(&b'*') => self.block(),
                b'%' => self.line(),
                b'"' => self.string(),
                b'0'..=b'9' => self.digits(),
                b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'\'' => self.word(),
                b'#' => self.directive(),
                _ => self.mark(),
            }
        }
        self.push(Kind::End, self.at);
    }

    fn span(&self, start: usize) -> Span {
        Span { text: self.number, start: start as u32, end: self.at as u32 }
    }

    fn push(&mut self, kind: Kind, start: usize) {
        let span = self.span(start);
        self.tokens.push(Token { kind, span });
    }

    fn line(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
    }

    fn block(&mut self) {
        let start = self.at;
        let mut depth = 0;
        while self.at < self.bytes.len() {
            match &self.bytes[self.at..] {
                [b'%', b'*', ..] => {
                    depth += 1;
                    self.at += 2;
                }
                [b'*', b'%', ..] => {
                    depth -= 1;
                    self.at += 2;
                    if depth == 0 {
                        return;
                    }
                }
                // A line comment hides the ends of block comments.
                [b'%', ..] => self.line(),
                _ => self.at += 1,
            }
        }
        let span = Span { end: start as u32 + 2, ..self.span(start) };
        self.errors.push(Message::error(span, "lexer error, unclosed block comment"));
    }

    fn string(&mut self) {
        let start = self.at;
        self.at += 1;
        loop {
            match &self.bytes[self.at..] {
                [b'"', ..] => {
                    self.at += 1;
                    self.push(Kind::Text, start);
                    return;
                }
                [b'\\', b'"' | b'\\' | b'n', ..] => self.at += 2,
                [] | [b'\n' | b'\\', ..] => {
                    self.at = start + 1;
                    let span = self.span(start);
                    let error = Message::error(span, "lexer error, unexpected \"");
                    self.errors.push(error.help("the text has no closing quote on its line"));
                    return;
                }
                _ => self.at += 1,
            }
        }
    }

    fn digits(&mut self) {
        let start = self.at;
        let radix: fn(&u8) -> bool = match &self.bytes[start..] {
            [b'0', b'x', d, ..] if d.is_ascii_hexdigit() => u8::is_ascii_hexdigit,
            [b'0', b'o', b'0'..=b'7', ..] => |d| (b'0'..=b'7').contains(d),
            [b'0', b'b', b'0'..=b'1', ..] => |d| (b'0'..=b'1').contains(d),
            [b'0', ..] => {
                self.at += 1;
                self.push(Kind::Number, start);
                return;
            }
            _ => u8::is_ascii_digit,
        };
        self.at += if self.bytes[start] == b'0' { 2 } else { 1 };
        while self.bytes.get(self.at).is_some_and(radix) {
            self.at += 1;
        }
        self.push(Kind::Number, start);
    }

    fn word(&mut self) {
        let start = self.at;
        while let Some(b'_' | b'\'') = self.bytes.get(self.at) {
            self.at += 1;
        }
        let kind = match self.bytes.get(self.at) {
            Some(b'a'..=b'z') => Kind::Identifier,
            Some(b'A'..=b'Z') => Kind::Variable,
            _ => {
                // One `_` at a time, as clingo does.
                self.at = start + 1;
                if self.bytes[start] == b'_' {
                    self.push(Kind::Anonymous, start);
                } else {
                    self.unexpected(start);
                }
                return;
            }
        };
        while let Some(b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'\'') =
            self.bytes.get(self.at)
        {
            self.at += 1;
        }
        let kind = if &self.text[start..self.at] == "not" { Kind::Not } else { kind };
        self.push(kind, start);
    }

    fn directive(&mut self) {
        let start = self.at;
        let rest = &self.text[start..];
        let letters = rest[1..].bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_');
        let mut end = 1 + letters.count();
        if rest.starts_with("#sum+") {
            end = 5;
        }
        self.at += end;
        if &rest[..end] == "#script" {
            match rest.find("#end") {
                Some(close) => self.at = start + close + 4,
                None => self.at = self.bytes.len(),
            }
            self.push(Kind::Script, start);
            return;
        }
        match DIRECTIVES.iter().find(|name| **name == &rest[..end]) {
            Some(name) => self.push(Kind::Directive(name), start),
            None => self.unexpected(start),
        }
    }

    fn mark(&mut self) {
        let start = self.at;
        let rest = &self.text[start..];
        match MARKS.iter().find(|mark| rest.starts_with(**mark)) {
            Some(&mark) => {
                self.at += mark.len();
                let kind = match mark {
                    "!" | "$" => Kind::Operator,
                    ";*" => {
                        // Only `;` is ours; the star begins a term that is refused later.
                        self.at -= 1;
                        Kind::Mark(";")
                    }
                    mark => Kind::Mark(mark),
                };
                self.push(kind, start);
            }
            None => {
                self.at += rest.chars().next().map_or(1, char::len_utf8);
                self.unexpected(start);
            }
        }
    }

    fn unexpected(&mut self, start: usize) {
        let span = self.span(start);
        let word = &self.text[start..self.at];
        self.errors.push(Message::error(span, format!("lexer error, unexpected {word}")));
    }
}
