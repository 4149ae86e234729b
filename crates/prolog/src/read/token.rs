//! Second step, first half: the text of a term cut into tokens.

use std::rc::Rc;

use super::{
    Fault, ReadOptions, SyntaxError,
    class::{self, Class},
    number::parse_number,
    raw::Raw,
};
use crate::{
    atom::{Atom, Atoms},
    flag::Quotes,
    number::Number,
    write::atom::{AtomKind, atom_kind},
};

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// An atom.
    Name(Atom),
    /// An atom in quotes that would need none: never an operator.
    Quoted(Atom),
    /// An atom right before `(`.
    Functor(Atom),
    /// An atom right before `{`.
    Dict(Atom),
    /// A variable, named by its text; the tag of a dict if `true`.
    Variable(bool),
    /// A number.
    Number(Number),
    /// Text in double or back quotes.
    Text(Rc<str>, Quotes),
    /// A bracket, comma or bar.
    Punct(char),
    /// The empty list or `{}`; followed by `(` if `true`.
    Empty(char, bool),
    /// `.` and a blank.
    End,
}

/// A token with its place in the text.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
}

/// Cuts tokens; one can be given back.
pub(super) struct Lexer<'a> {
    pub raw: &'a Raw,
    options: &'a ReadOptions,
    here: usize,
    back: Option<Token>,
    /// Where the last token started: errors point there.
    pub last: usize,
    /// The text of a name.
    name: String,
}

impl<'a> Lexer<'a> {
    pub fn new(raw: &'a Raw, options: &'a ReadOptions) -> Self {
        Lexer { raw, options, here: 0, back: None, last: 0, name: String::new() }
    }

    /// Gives a token back, to be read again.
    pub fn unget(&mut self, token: Token) {
        self.back = Some(token);
    }

    /// An error at the last token.
    pub fn error(&self, id: &'static str) -> SyntaxError {
        self.raw.error(Fault::Id(id), self.last)
    }

    fn at(&self, index: usize) -> char {
        self.raw.text.get(index).copied().unwrap_or('\0')
    }

    /// The next token. Where an operator must come a minus sign is no part of a number.
    pub fn next(&mut self, atoms: &mut Atoms, must_be_op: bool) -> Result<Token, SyntaxError> {
        if let Some(token) = self.back.take() {
            return Ok(token);
        }
        while self.raw.text.get(self.here).is_some_and(|&c| class::is_blank(c)) {
            self.here += 1;
        }
        let start = self.here;
        self.last = start;
        let c = self.at(start);
        self.here += 1;
        let kind = self.kind(atoms, c, start, must_be_op)?;
        Ok(Token { kind, start, end: self.here })
    }

    fn kind(
        &mut self,
        atoms: &mut Atoms,
        c: char,
        start: usize,
        must_be_op: bool,
    ) -> Result<Kind, SyntaxError> {
        match class::class(c) {
            Class::Lower => Ok(self.name(atoms, start)),
            Class::Upper if c != '_' && self.options.var_prefix => Ok(self.name(atoms, start)),
            Class::Upper => {
                self.skip(class::is_name_part);
                Ok(Kind::Variable(self.at(self.here) == '{'))
            }
            Class::Digit => self.number(start),
            Class::Symbol => self.symbol(atoms, c, start, must_be_op),
            Class::Punct => Ok(self.punct(c)),
            Class::Quote => self.quote(atoms, c, start, must_be_op),
            Class::Solo | Class::Continue => {
                let name = self.intern(atoms, start);
                Ok(self.called(name, false))
            }
            // Past the end of the text: as if it had ended properly.
            Class::Control if start >= self.raw.text.len() => Ok(Kind::End),
            Class::Control | Class::Blank => Err(self.error("illegal_character")),
        }
    }

    fn skip(&mut self, part: impl Fn(char) -> bool) {
        while self.raw.text.get(self.here).is_some_and(|&c| part(c)) {
            self.here += 1;
        }
    }

    fn name(&mut self, atoms: &mut Atoms, start: usize) -> Kind {
        self.skip(class::is_name_part);
        let name = self.intern(atoms, start);
        self.called(name, true)
    }

    /// The text of a token.
    pub fn text(&mut self, start: usize, end: usize) -> &str {
        self.name.clear();
        self.name.extend(&self.raw.text[start..end]);
        &self.name
    }

    /// The atom whose text goes from here to the current place.
    fn intern(&mut self, atoms: &mut Atoms, start: usize) -> Atom {
        let end = self.here;
        atoms.intern(self.text(start, end))
    }

    fn called(&self, name: Atom, dict: bool) -> Kind {
        match self.at(self.here) {
            '(' => Kind::Functor(name),
            '{' if dict => Kind::Dict(name),
            _ => Kind::Name(name),
        }
    }

    fn number(&mut self, start: usize) -> Result<Kind, SyntaxError> {
        match parse_number(&self.raw.text[start..]) {
            Ok((number, length)) => {
                self.here = start + length;
                Ok(Kind::Number(number))
            }
            Err(error) => Err(self.error(error.id())),
        }
    }

    fn symbol(
        &mut self,
        atoms: &mut Atoms,
        c: char,
        start: usize,
        must_be_op: bool,
    ) -> Result<Kind, SyntaxError> {
        let back_quote = self.options.back_quotes == Quotes::Symbol;
        self.skip(|c| class::is_symbol(c) || back_quote && c == '`');
        if self.here == start + 1 {
            let next = self.at(self.here);
            if c == '-' && !must_be_op && next.is_ascii_digit() {
                return self.number(start);
            }
            if c == '.' && (class::is_blank(next) || self.here >= self.raw.text.len()) {
                return Ok(Kind::End);
            }
        }
        let name = self.intern(atoms, start);
        Ok(self.called(name, true))
    }

    fn punct(&mut self, c: char) -> Kind {
        if c == '{' || c == '[' {
            self.skip(class::is_blank);
            if self.at(self.here) == if c == '{' { '}' } else { ']' } {
                self.here += 1;
                return Kind::Empty(c, self.at(self.here) == '(');
            }
        }
        Kind::Punct(c)
    }

    fn quote(
        &mut self,
        atoms: &mut Atoms,
        c: char,
        start: usize,
        must_be_op: bool,
    ) -> Result<Kind, SyntaxError> {
        if c == '`' && self.options.back_quotes == Quotes::Symbol {
            return self.symbol(atoms, c, start, must_be_op);
        }
        let text = self.quoted_text(c)?;
        Ok(match c {
            '"' => Kind::Text(text.into(), self.options.double_quotes),
            '`' => Kind::Text(text.into(), self.options.back_quotes),
            _ => {
                let name = atoms.intern(&text);
                match self.at(self.here) {
                    '(' => Kind::Functor(name),
                    '{' => Kind::Dict(name),
                    _ if atom_kind(&text) == AtomKind::Quoted => Kind::Name(name),
                    _ => Kind::Quoted(name),
                }
            }
        })
    }

    fn quoted_text(&mut self, quote: char) -> Result<String, SyntaxError> {
        let mut text = String::new();
        loop {
            let Some(&c) = self.raw.text.get(self.here) else {
                return Err(self.error("end_of_file_in_string"));
            };
            self.here += 1;
            if c == quote {
                if self.at(self.here) != quote {
                    return Ok(text);
                }
                self.here += 1;
                text.push(c);
            } else if c == '\\' && self.options.character_escapes {
                match self.escape(quote)? {
                    Some(c) => text.push(c),
                    None => return Ok(text),
                }
            } else {
                text.push(c);
            }
        }
    }

    /// The character an escape stands for; `None` where the closing quote came instead.
    fn escape(&mut self, quote: char) -> Result<Option<char>, SyntaxError> {
        loop {
            let c = self.at(self.here);
            match c {
                'c' | '\n' | '\r' => {
                    self.here += 1;
                    if c == '\r' && self.at(self.here) == '\n' {
                        self.here += 1;
                    }
                    let stop = |b: char| c != 'c' && b == '\n' || !class::is_blank(b);
                    if c == 'c' || !self.options.iso {
                        self.skip(|b| !stop(b));
                    }
                    let next = self.at(self.here);
                    self.here += 1;
                    if next == '\\' {
                        continue;
                    }
                    return Ok((next != quote).then_some(next));
                }
                _ if c == quote => {
                    self.here += 1;
                    return Ok(Some(c));
                }
                _ => return self.plain_escape(c).map(Some),
            }
        }
    }

    fn plain_escape(&mut self, c: char) -> Result<char, SyntaxError> {
        let at = self.here;
        match escape_at(&self.raw.text, at) {
            Escape::Code(code, end) => {
                self.here = end;
                char::from_u32(code)
                    .ok_or_else(|| self.raw.error(Fault::Id("Illegal character code"), at))
            }
            Escape::BadUnicode => Err(self.raw.error(Fault::Id("Illegal \\u or \\U sequence"), at)),
            Escape::TooLarge => Err(self.raw.error(Fault::Id("Illegal character code"), at)),
            Escape::Undefined => {
                Err(self.raw.error(Fault::Of("undefined_char_escape", c.to_string()), at))
            }
        }
    }
}

enum Escape {
    Code(u32, usize),
    BadUnicode,
    TooLarge,
    Undefined,
}

/// The escape for `0'\...`: the code and where the text goes on.
pub(super) fn escape_code(text: &[char], at: usize) -> Option<(i64, usize)> {
    let c = *text.get(at)?;
    match c {
        'c' | '\n' | '\r' => Some((c as i64, at + 1)),
        _ => match escape_at(text, at) {
            Escape::Code(code, end) => Some((i64::from(code), end)),
            _ => None,
        },
    }
}

fn escape_at(text: &[char], at: usize) -> Escape {
    let c = text.get(at).copied().unwrap_or('\0');
    let plain = |code: u32| Escape::Code(code, at + 1);
    match c {
        'a' => plain(7),
        'b' => plain(8),
        'e' => plain(27),
        'f' => plain(12),
        'n' => plain(10),
        'r' => plain(13),
        's' => plain(32),
        't' => plain(9),
        'v' => plain(11),
        '\\' | '\'' | '"' | '`' => plain(c as u32),
        'u' => unicode(text, at + 1, 4),
        'U' => unicode(text, at + 1, 8),
        'x' if text.get(at + 1).is_some_and(char::is_ascii_hexdigit) => digits(text, at + 1, 16),
        '0'..='7' => digits(text, at, 8),
        _ => Escape::Undefined,
    }
}

fn unicode(text: &[char], start: usize, count: usize) -> Escape {
    let mut code = 0u32;
    for i in start..start + count {
        match text.get(i).and_then(|c| c.to_digit(16)) {
            Some(value) => code = code << 4 | value,
            None => return Escape::BadUnicode,
        }
    }
    if code > 0x10_ffff { Escape::TooLarge } else { Escape::Code(code, start + count) }
}

fn digits(text: &[char], start: usize, base: u32) -> Escape {
    let mut code = 0u32;
    let mut here = start;
    while let Some(value) = text.get(here).and_then(|c| c.to_digit(base)) {
        code = code * base + value;
        here += 1;
        if code > 0x10_ffff {
            return Escape::TooLarge;
        }
    }
    let closed = text.get(here) == Some(&'\\');
    Escape::Code(code, here + usize::from(closed))
}
