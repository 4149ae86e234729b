//! The rule language, cut into tokens.

use super::cells::{Span, scan};
use super::statements::{Mark, Word};

/// Words with a meaning of their own.
pub(super) const KEYWORDS: [&str; 17] = [
    "and", "or", "xor", "not", "implies", "iff", "mod", "in", "each", "some", "no", "exactly",
    "at", "of", "true", "false", "none",
];

/// Why a rule cannot be read.
#[derive(Debug)]
pub(super) struct Problem {
    pub mark: Mark,
    pub message: String,
    pub help: Option<String>,
}

impl Problem {
    pub fn new(mark: Mark, message: impl Into<String>) -> Problem {
        Problem { mark, message: message.into(), help: None }
    }

    pub fn help(mut self, help: impl Into<String>) -> Problem {
        self.help = Some(help.into());
        self
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Number(i64),
    Word(&'a str),
    Cells(Span, Span),
    Sign(&'static str),
    /// A text between quotation marks.
    Text(&'a str),
    End,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Placed<'a> {
    pub token: Token<'a>,
    pub text: &'a str,
    pub mark: Mark,
}

/// Signs, longest first; what is written and what is meant.
const SIGNS: [(&str, &str); 37] = [
    ("<->", "<->"),
    ("<=>", "<->"),
    ("==", "="),
    ("!=", "!="),
    ("<>", "!="),
    ("<=", "<="),
    (">=", ">="),
    ("->", "->"),
    ("=>", "->"),
    ("..", ".."),
    ("&&", "and"),
    ("≠", "!="),
    ("≤", "<="),
    ("≥", ">="),
    ("×", "*"),
    ("−", "-"),
    ("=", "="),
    ("<", "<"),
    (">", ">"),
    ("+", "+"),
    ("-", "-"),
    ("*", "*"),
    ("/", "/"),
    ("(", "("),
    (")", ")"),
    ("{", "{"),
    ("}", "}"),
    ("|", "|"),
    (",", ","),
    (":", ":"),
    (";", ";"),
    ("%", "mod"),
    ("!", "not"),
    ("∧", "and"),
    ("∨", "or"),
    ("¬", "not"),
    ("∈", "in"),
];

pub(super) fn tokens(rule: Word<'_>) -> Result<Vec<Placed<'_>>, Problem> {
    let mut found = Vec::new();
    let mut at = 0;
    let mark = |from: usize, to: usize| {
        let start = rule.mark.start;
        Mark { line: rule.mark.line, start: start + from, end: start + to }
    };
    while let Some(c) = rule.text[at..].chars().next() {
        let rest = &rule.text[at..];
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let Some((token, length)) = token(rest) else {
            let problem = Problem::new(mark(at, at + c.len_utf8()), format!("unexpected `{c}`"));
            let help = match c {
                '^' => "a square is a product: `r1c1 * r1c1`",
                '&' => "`and` joins statements",
                '[' | ']' => "a set is written `{1, 3}`; lists stand in parentheses",
                '"' => "a pattern ends with a quotation mark, too",
                '–' | '—' => "a range has a plain `-`",
                _ => return Err(problem),
            };
            return Err(problem.help(help));
        };
        let (text, mark) = (&rest[..length], mark(at, at + length));
        if let (Token::Number(_), Err(_)) = (token, text.parse::<i64>()) {
            return Err(Problem::new(mark, "this number is too large"));
        }
        found.push(Placed { token, text, mark });
        at += length;
    }
    let end = mark(rule.text.len(), rule.text.len() + 1);
    found.push(Placed { token: Token::End, text: "", mark: end });
    Ok(found)
}

fn token(rest: &str) -> Option<(Token<'_>, usize)> {
    if let Some((rows, cols, length)) = scan(rest) {
        return Some((Token::Cells(rows, cols), length));
    }
    let run = |more: fn(char) -> bool| rest.find(|c: char| !more(c)).unwrap_or(rest.len());
    let first = rest.chars().next()?;
    if first.is_ascii_digit() {
        let length = run(|c| c.is_ascii_digit());
        return Some((Token::Number(rest[..length].parse().unwrap_or(0)), length));
    }
    if first == '"' {
        let length = rest[1..].find('"')?;
        return Some((Token::Text(&rest[1..=length]), length + 2));
    }
    if first.is_alphabetic() || first == '_' {
        let length = run(|c| c.is_alphanumeric() || c == '_');
        return Some((Token::Word(&rest[..length]), length));
    }
    let (written, meant) = SIGNS.iter().find(|(written, _)| rest.starts_with(written))?;
    Some((Token::Sign(meant), written.len()))
}
