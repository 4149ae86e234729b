//! Text to terms: SWI-Prolog 7 syntax.
//!
//! A term is read in two steps, as in SWI-Prolog, because errors and their positions show it:
//! first the text up to the full stop is taken from the stream (comments become blanks), then it
//! is parsed. So an error never loses more than one clause, and none less.

pub mod class;
mod dict;
mod number;
mod parse;
mod raw;
mod token;
mod unicode;

use std::rc::Rc;

use crate::{
    atom::{Atom, Atoms},
    cell::Cell,
    flag::Quotes,
    heap::Heap,
    op::Ops,
};

pub use number::{NumberError, parse_number};

/// A place in a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// Characters before it.
    pub char: i64,
    /// Line, from 1.
    pub line: i64,
    /// Column, from 0.
    pub column: i64,
    /// Bytes before it.
    pub byte: i64,
}

impl Position {
    /// The start of a stream.
    pub fn start() -> Position {
        Position { char: 0, line: 1, column: 0, byte: 0 }
    }

    /// Moves over a character.
    #[inline]
    pub fn advance(&mut self, c: char, bytes: usize) {
        self.char += 1;
        self.byte += bytes as i64;
        match c {
            '\n' => {
                self.line += 1;
                self.column = 0;
            }
            '\r' => self.column = 0,
            '\u{8}' => self.column = (self.column - 1).max(0),
            '\t' => self.column = (self.column | 7) + 1,
            _ => self.column += 1,
        }
    }
}

/// Where characters come from.
pub trait Source {
    /// The next character, or `None` at the end.
    fn next(&mut self) -> Option<char>;
    /// The next character, left in place.
    fn peek(&mut self) -> Option<char>;
    /// Where the next character is.
    fn position(&self) -> Position;
    /// Text in memory needs no full stop at its end.
    fn is_text(&self) -> bool {
        false
    }
}

/// Text in memory as a source.
#[derive(Debug)]
pub struct TextSource<'a> {
    rest: std::str::Chars<'a>,
    position: Position,
}

impl<'a> TextSource<'a> {
    /// Reads this text.
    pub fn new(text: &'a str) -> Self {
        TextSource { rest: text.chars(), position: Position::start() }
    }
}

impl Source for TextSource<'_> {
    fn next(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        self.position.advance(c, c.len_utf8());
        Some(c)
    }

    fn peek(&mut self) -> Option<char> {
        self.rest.clone().next()
    }

    fn position(&self) -> Position {
        self.position
    }

    fn is_text(&self) -> bool {
        true
    }
}

/// How to read: flags of the module and options of the call.
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions {
    /// Whose operators and flags apply.
    pub module: Atom,
    /// What `"..."` is.
    pub double_quotes: Quotes,
    /// What backquoted text is.
    pub back_quotes: Quotes,
    /// Are `\` escapes special in quotes?
    pub character_escapes: bool,
    /// Only names that start with `_` are variables.
    pub var_prefix: bool,
    /// Is `.(a,b)` a list cell?
    pub dotlists: bool,
    /// The flag `iso`.
    pub iso: bool,
    /// Keep comments.
    pub comments: bool,
    /// Keep positions of subterms.
    pub layout: bool,
}

impl Default for ReadOptions {
    fn default() -> Self {
        ReadOptions {
            module: Atom::USER,
            double_quotes: Quotes::String,
            back_quotes: Quotes::Codes,
            character_escapes: true,
            var_prefix: false,
            dotlists: false,
            iso: false,
            comments: false,
            layout: false,
        }
    }
}

/// A variable of a term that was read.
#[derive(Clone, Debug)]
pub struct Variable {
    /// As written; `_` for each anonymous one.
    pub name: Rc<str>,
    /// The variable.
    pub cell: Cell,
    /// How often it occurs.
    pub times: usize,
}

impl Variable {
    /// Is this the name of an anonymous variable?
    pub fn is_anonymous(&self) -> bool {
        &*self.name == "_"
    }

    /// Would a single occurrence be worth a warning?
    pub fn warns_single(&self) -> bool {
        let mut chars = self.name.chars();
        if chars.next() != Some('_') {
            return true;
        }
        match chars.next() {
            None | Some('_') => false,
            Some(c) => !c.is_numeric() && !class::is_upper(c),
        }
    }

    /// Marked as single, so that more occurrences are worth a warning?
    pub fn warns_multiple(&self) -> bool {
        let mut chars = self.name.chars();
        chars.next() == Some('_') && chars.next().is_some_and(|c| c != '_' && class::is_upper(c))
    }
}

/// A term with what is known of its text.
#[derive(Clone, Debug)]
pub struct ReadTerm {
    /// The term.
    pub term: Cell,
    /// Its variables in order of first occurrence.
    pub variables: Vec<Variable>,
    /// Where it starts.
    pub start: Position,
    /// Position term of the whole (`-` where not asked for).
    pub layout: Cell,
    /// Comments before and in it, if asked for.
    pub comments: Vec<(Position, String)>,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A plain name.
    Id(&'static str),
    /// A name with one atom.
    Of(&'static str, String),
    /// `punct(A, B)`: an operator without its right side.
    Punct(String, String),
}

/// A syntax error with its place.
#[derive(Clone, Debug)]
pub struct SyntaxError {
    /// What is wrong.
    pub fault: Fault,
    /// Where, in the stream.
    pub position: Position,
    /// The text of the term as far as it was taken, and the index of the offending character.
    pub text: String,
    /// Index in characters of the offending place in `text`.
    pub offset: i64,
}

impl SyntaxError {
    /// The term inside `syntax_error(...)`.
    pub fn fault_cell(&self, heap: &mut Heap, atoms: &mut Atoms) -> Cell {
        match &self.fault {
            Fault::Id(id) => Cell::atom(atoms.intern(id)),
            Fault::Of(id, arg) => {
                let (id, arg) = (atoms.intern(id), atoms.intern(arg));
                heap.put_compound(id, &[Cell::atom(arg)])
            }
            Fault::Punct(a, b) => {
                let (id, a, b) = (atoms.intern("punct"), atoms.intern(a), atoms.intern(b));
                heap.put_compound(id, &[Cell::atom(a), Cell::atom(b)])
            }
        }
    }
}

/// Reads the next term; at the end of the source this is the atom `end_of_file`.
pub fn read_term(
    heap: &mut Heap,
    atoms: &mut Atoms,
    ops: &Ops,
    source: &mut dyn Source,
    options: &ReadOptions,
) -> Result<ReadTerm, SyntaxError> {
    let raw = raw::take(source, options)?;
    parse::parse(heap, atoms, ops, raw, options)
}

/// Takes the text of the next term without parsing it.
pub fn read_text(
    source: &mut dyn Source,
    options: &ReadOptions,
) -> Result<(String, Position), SyntaxError> {
    let raw = raw::take(source, options)?;
    Ok((raw.text.iter().collect(), raw.start))
}
