//! First step: take the text of one term from the source, comments turned into blanks so that
//! positions stay.

use super::{
    Fault, Position, ReadOptions, Source, SyntaxError,
    class::{self, Class},
};
use crate::flag::Quotes;

/// The text of a term.
#[derive(Debug)]
pub(super) struct Raw {
    /// Its characters, with `. ` at the end.
    pub text: Vec<char>,
    /// Where the first of them is.
    pub start: Position,
    /// The source is text in memory.
    pub in_memory: bool,
    /// Comments with their places.
    pub comments: Vec<(Position, String)>,
}

impl Raw {
    /// An error at an index of the text. How SWI-Prolog counts is kept: the character before
    /// the place, and columns in bytes.
    pub fn error(&self, fault: Fault, at: usize) -> SyntaxError {
        let mut position = self.start;
        let at = at.min(self.text.len());
        let mut line_start = 0;
        for (i, &c) in self.text[..at].iter().enumerate() {
            if i + 1 < at {
                position.char += 1;
                if c == '\n' {
                    position.line += 1;
                    line_start = (i + 2).min(at);
                    position.column = 0;
                }
            }
        }
        for &c in &self.text[line_start..at] {
            match c {
                '\u{8}' => position.column = (position.column - 1).max(0),
                '\t' => position.column = (position.column | 7) + 1,
                c => position.column += c.len_utf8() as i64,
            }
        }
        position.byte = 0;
        let offset = position.char - self.start.char;
        SyntaxError { fault, position, text: self.text.iter().collect(), offset }
    }
}

/// Takes text up to and including the full stop.
pub(super) fn take(source: &mut dyn Source, options: &ReadOptions) -> Result<Raw, SyntaxError> {
    let in_memory = source.is_text();
    let raw = Raw {
        text: Vec::with_capacity(240),
        start: Position::default(),
        in_memory,
        comments: Vec::new(),
    };
    let mut taker = Taker { source, options, raw, started: false };
    taker.run()?;
    Ok(taker.raw)
}

struct Taker<'a> {
    source: &'a mut dyn Source,
    options: &'a ReadOptions,
    raw: Raw,
    started: bool,
}

type Step = Result<Option<Option<char>>, SyntaxError>;

impl Taker<'_> {
    fn run(&mut self) -> Result<(), SyntaxError> {
        let mut next = self.source.next();
        loop {
            let Some(c) = next else { return self.at_end() };
            // `Some(c)`: go on with this character; `None`: the text is complete.
            match self.step(c)? {
                Some(following) => next = following,
                None => return Ok(()),
            }
        }
    }

    fn step(&mut self, c: char) -> Step {
        match c {
            '/' => self.slash(),
            '%' => self.line_comment(),
            '\'' => self.single_quote(),
            '"' => self.quoted(c),
            '`' if self.options.back_quotes != Quotes::Symbol => self.quoted(c),
            '.' => self.dot(),
            _ => match class::class(c) {
                Class::Blank => {
                    self.blank(c);
                    Ok(Some(self.source.next()))
                }
                Class::Symbol | Class::Quote => {
                    self.begin();
                    self.raw.text.push(c);
                    let next = self.source.next();
                    Ok(Some(self.symbols(next)))
                }
                Class::Lower | Class::Upper => {
                    self.begin();
                    let mut next = Some(c);
                    while let Some(c) = next.filter(|&c| class::is_name_part(c)) {
                        self.raw.text.push(c);
                        next = self.source.next();
                    }
                    Ok(Some(next))
                }
                _ => {
                    self.begin();
                    self.raw.text.push(c);
                    Ok(Some(self.source.next()))
                }
            },
        }
    }

    fn begin(&mut self) {
        if !self.started {
            self.started = true;
            self.raw.start = self.source.position();
            self.raw.start.char -= 1;
            self.raw.start.byte -= 1;
            self.raw.start.column -= 1;
        }
    }

    fn blank(&mut self, c: char) {
        if self.started {
            self.raw.text.push(if c == '\0' { ' ' } else { c });
        }
    }

    fn symbols(&mut self, mut next: Option<char>) -> Option<char> {
        while let Some(c) = next.filter(|&c| self.is_symbol(c)) {
            self.raw.text.push(c);
            next = self.source.next();
        }
        next
    }

    fn is_symbol(&self, c: char) -> bool {
        class::is_symbol(c) || c == '`' && self.options.back_quotes == Quotes::Symbol
    }

    fn at_end(&mut self) -> Result<(), SyntaxError> {
        if !self.started {
            self.raw.start = self.source.position();
            self.raw.text.extend("end_of_file. ".chars());
            return Ok(());
        }
        if !self.raw.in_memory {
            return Err(self.fault("end_of_file"));
        }
        if self.raw.text.last().is_some_and(|&c| !class::is_blank(c)) {
            self.raw.text.push(' ');
        }
        self.raw.text.extend(['.', ' ']);
        Ok(())
    }

    fn fault(&self, id: &'static str) -> SyntaxError {
        self.raw.error(Fault::Id(id), self.raw.text.len())
    }

    /// An error that is reported at the start of the term.
    fn fault_at_start(&mut self, fault: Fault) -> SyntaxError {
        self.raw.text.truncate(1);
        if self.raw.text.is_empty() {
            self.raw.text.push(' ');
        }
        self.raw.error(fault, 1)
    }

    fn slash(&mut self) -> Step {
        let place = self.source.position();
        let next = self.source.next();
        if next != Some('*') {
            self.begin();
            self.raw.text.push('/');
            return Ok(Some(self.symbols(next)));
        }
        let mut comment = String::from("/*");
        if self.started {
            self.raw.text.extend([' ', ' ']);
        }
        let mut level = 1;
        let mut last = '\0';
        loop {
            let Some(c) = self.source.next() else {
                return Err(self.fault_at_start(Fault::Id("end_of_file_in_block_comment")));
            };
            comment.push(c);
            if c == '*' && last == '/' {
                level += 1;
            }
            if c == '/' && last == '*' {
                level -= 1;
                if level == 0 || self.options.iso {
                    break;
                }
            }
            if self.started {
                self.raw.text.push(if c == '\n' { c } else { ' ' });
            }
            last = c;
        }
        self.keep_comment(place, comment);
        self.blank(' ');
        Ok(Some(self.source.next()))
    }

    fn keep_comment(&mut self, mut place: Position, comment: String) {
        if self.options.comments {
            place.char -= 1;
            place.column -= 1;
            self.raw.comments.push((place, comment));
        }
    }

    fn line_comment(&mut self) -> Step {
        let place = self.source.position();
        let mut comment = String::new();
        let keep = self.options.comments;
        if keep {
            comment.push('%');
        }
        self.blank(' ');
        loop {
            match self.source.next() {
                Some('\n') if self.options.comments && self.source.peek() == Some('%') => {
                    self.blank('\n');
                    comment.push('\n');
                }
                Some(c) if c != '\n' => {
                    self.blank(' ');
                    if keep {
                        comment.push(c);
                    }
                }
                end => {
                    self.keep_comment(place, comment);
                    return Ok(Some(end));
                }
            }
        }
    }

    fn dot(&mut self) -> Step {
        self.begin();
        self.raw.text.push('.');
        match self.source.peek() {
            Some(c) if !class::is_blank(c) && c != '%' => {
                let next = self.source.next();
                Ok(Some(self.symbols(next)))
            }
            _ if self.raw.text.len() == 1 => Err(self.fault("end_of_clause")),
            _ => {
                self.raw.text.push(' ');
                Ok(None)
            }
        }
    }

    fn single_quote(&mut self) -> Step {
        let text = &self.raw.text;
        let digits = text.iter().rev().take(2).take_while(|c| c.is_ascii_digit()).count();
        let before = text.len() - digits;
        if digits == 0 || before > 0 && class::is_name_part(text[before - 1]) {
            return self.quoted('\'');
        }
        let base = text[before..].iter().fold(0, |n, &c| n * 10 + c.to_digit(10).unwrap_or(0));
        match base {
            0 => self.character_code(),
            2..=36 => match self.source.peek() {
                None => Err(self.fault("end_of_file")),
                Some(c) if c.is_digit(base) => {
                    self.source.next();
                    self.raw.text.extend(['\'', c]);
                    Ok(Some(self.source.next()))
                }
                Some(_) => self.quoted('\''),
            },
            _ => self.quoted('\''),
        }
    }

    /// `0'c`: the character, an escape, or a doubled quote.
    fn character_code(&mut self) -> Step {
        self.raw.text.push('\'');
        let Some(c) = self.source.next() else { return Err(self.fault("end_of_file")) };
        self.raw.text.push(c);
        match c {
            '\\' => self.raw.text.extend(self.source.next()),
            '\'' | '|' => match self.source.next() {
                Some(second) if second == c => self.raw.text.push(c),
                other => return Ok(Some(other)),
            },
            _ => {}
        }
        Ok(Some(self.source.next()))
    }

    fn quoted(&mut self, quote: char) -> Step {
        self.begin();
        self.raw.text.push(quote);
        while let Some(c) = self.source.next() {
            self.raw.text.push(c);
            if c == quote {
                return Ok(Some(self.source.next()));
            }
            if c == '\\' && self.options.character_escapes {
                match self.escape(quote) {
                    None => break,
                    Some(true) => return Ok(Some(self.source.next())),
                    Some(false) => {}
                }
            }
        }
        Err(self.fault_at_start(Fault::Of("end_of_file_in_quoted", quote.to_string())))
    }

    /// Takes an escape; `Some(true)` where it ended with the closing quote.
    fn escape(&mut self, quote: char) -> Option<bool> {
        let c = self.take_one()?;
        match c {
            'x' => self.escape_digits(16, quote),
            '0'..='7' => self.escape_digits(8, quote),
            'c' => {
                while self.source.peek().is_some_and(class::is_blank) {
                    self.take_one();
                }
                Some(false)
            }
            '\n' => {
                let c = self.take_one()?;
                Some(c == quote)
            }
            _ => Some(false),
        }
    }

    fn escape_digits(&mut self, base: u32, quote: char) -> Option<bool> {
        loop {
            let c = self.take_one()?;
            if c.to_digit(base).is_none() {
                return Some(c == quote);
            }
        }
    }

    fn take_one(&mut self) -> Option<char> {
        let c = self.source.next()?;
        self.raw.text.push(c);
        Some(c)
    }
}
