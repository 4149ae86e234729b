//! The writer: a stack of things still to be written, so that no term is too deep.

mod step;

use std::{collections::HashMap, rc::Rc};

use super::{WriteOptions, atom::Quoting, cycle};
use crate::{
    atom::{Atom, Atoms},
    cell::Cell,
    heap::Heap,
    op::Ops,
    read::class,
};

use step::Step;

/// A question of the writer: has the hook written this term?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// The term.
    pub term: Cell,
    /// The highest priority it may have here.
    pub priority: u16,
    /// It is an attributed variable, for the hook of its attributes.
    pub attributed: bool,
}

/// Something still to be written.
#[derive(Clone, Copy)]
enum Item {
    Term {
        cell: Cell,
        priority: u16,
        operand: bool,
        depth: usize,
    },
    /// The same after the hook said no.
    Plain {
        cell: Cell,
        priority: u16,
        operand: bool,
        depth: usize,
    },
    Char(char),
    Text(&'static str),
    Comma,
    /// `(` before a term of too high priority.
    Open,
    Atom(Atom),
    /// The name of an infix operator.
    Infix(Atom),
    /// What comes next follows a prefix operator.
    AfterPrefix {
        minus: bool,
    },
    /// The rest of a list after an element.
    Rest {
        list: Cell,
        depth: usize,
    },
    /// The rest of a list written as compounds, and how many are open.
    Dotted {
        list: Cell,
        depth: usize,
        open: usize,
    },
    Args {
        cell: Cell,
        next: usize,
        depth: usize,
    },
    /// The rest of a dict.
    Pairs {
        cell: Cell,
        next: usize,
        depth: usize,
    },
    /// A name given to a cycle.
    Cycle(usize),
}

impl Item {
    /// The cell an item refers to.
    fn cell(&mut self) -> Option<&mut Cell> {
        match self {
            Item::Term { cell, .. } | Item::Plain { cell, .. } | Item::Args { cell, .. } => {
                Some(cell)
            }
            Item::Pairs { cell, .. } => Some(cell),
            Item::Rest { list, .. } | Item::Dotted { list, .. } => Some(list),
            _ => None,
        }
    }
}

/// Bytes of text that are written at once.
const FULL: usize = 1 << 16;

/// What the last character was, for spaces between tokens.
#[derive(Clone, Copy, Default)]
struct Last {
    char: Option<char>,
    prefix: bool,
    sign: bool,
    infix: bool,
}

/// A term being written.
#[derive(Debug)]
pub struct Writer {
    options: WriteOptions,
    stack: Vec<Item>,
    out: String,
    last: Last,
    asked: Option<Item>,
    cycles: HashMap<u64, usize>,
    /// Names of variables while a hook runs.
    held: Vec<(usize, Rc<str>)>,
}

impl std::fmt::Debug for Item {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Item")
    }
}

impl std::fmt::Debug for Last {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.char)
    }
}

impl Writer {
    /// Starts to write a term.
    pub fn new(heap: &Heap, _atoms: &Atoms, term: Cell, options: WriteOptions) -> Writer {
        let operand = options.partial && options.priority != 999 && options.priority != 1200;
        let priority = options.priority;
        let mut writer = Writer {
            options,
            stack: Vec::new(),
            out: String::new(),
            last: Last::default(),
            asked: None,
            cycles: HashMap::new(),
            held: Vec::new(),
        };
        let targets = match writer.options.max_depth {
            0 => cycle::targets(heap, term),
            _ => Vec::new(),
        };
        if targets.is_empty() {
            writer.stack.push(Item::Term { cell: term, priority, operand, depth: 0 });
        } else {
            writer.write_cycles(term, &targets);
        }
        writer
    }

    /// Continues after a character that was written before (option `partial`).
    pub fn set_last(&mut self, last: Option<char>) {
        self.last.char = last;
    }

    /// The character written last.
    pub fn last(&self) -> Option<char> {
        self.last.char
    }

    /// Takes the text written so far.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.out)
    }

    /// Writes on until the term is complete, the hook must be asked, or there is so much text
    /// that someone should take it: then [`Writer::is_done`] says no.
    pub fn run(&mut self, heap: &Heap, atoms: &Atoms, ops: &Ops) -> Option<Ask> {
        let step = Step { heap, atoms, ops };
        while self.out.len() < FULL
            && let Some(item) = self.stack.pop()
        {
            if let Some(ask) = step.write(self, item) {
                return Some(ask);
            }
        }
        None
    }

    /// Is nothing left to write?
    pub fn is_done(&self) -> bool {
        self.stack.is_empty()
    }

    /// Hands over the cells the writer holds, so that the heap may be collected meanwhile.
    pub fn hold(&mut self, pins: &mut Vec<Cell>) {
        for item in self.stack.iter_mut().chain(&mut self.asked) {
            if let Some(cell) = item.cell() {
                pins.push(*cell);
            }
        }
        if let Some(names) = &self.options.names {
            self.held = names.iter().map(|(&index, name)| (index, name.clone())).collect();
            pins.extend(self.held.iter().map(|&(index, _)| Cell::reference(index)));
        }
    }

    /// Takes the cells back that [`Writer::hold`] has handed over after this many.
    pub fn release(&mut self, heap: &Heap, pins: &mut Vec<Cell>, base: usize) {
        let mut held = pins.drain(base..);
        for item in self.stack.iter_mut().chain(&mut self.asked) {
            if let Some(cell) = item.cell()
                && let Some(moved) = held.next()
            {
                *cell = moved;
            }
        }
        if self.options.names.is_some() {
            let moved = held.zip(std::mem::take(&mut self.held));
            let names = moved.map(|(cell, (_, name))| (heap.deref(cell).index(), name)).collect();
            self.options.names = Some(Rc::new(names));
        }
    }

    /// Tells whether the hook has written the term that [`Writer::run`] asked for.
    pub fn answer(&mut self, written: bool) {
        if let Some(item) = self.asked.take() {
            if written {
                self.last = Last::default();
            } else {
                self.stack.push(item);
            }
        }
    }

    /// `@(Template, [Name=Value, ...])`.
    fn write_cycles(&mut self, term: Cell, targets: &[u64]) {
        self.cycles = targets.iter().enumerate().map(|(i, &bits)| (bits, i + 1)).collect();
        let mut items =
            vec![Item::Text("@("), argument(term, 999, 1), Item::Comma, Item::Char('[')];
        for (i, &bits) in targets.iter().enumerate() {
            if i > 0 {
                items.push(Item::Comma);
            }
            let value =
                Item::Plain { cell: Cell::from_bits(bits), priority: 699, operand: true, depth: 3 };
            if self.options.ignore_ops {
                items.extend([Item::Text("=("), Item::Cycle(i + 1), Item::Comma, value]);
                items.push(Item::Char(')'));
            } else {
                items.extend([Item::Cycle(i + 1), Item::Infix(Atom::EQUALS), value]);
            }
        }
        items.extend([Item::Char(']'), Item::Char(')')]);
        self.push_all(&items);
    }

    fn push_all(&mut self, items: &[Item]) {
        self.stack.extend(items.iter().rev());
    }

    fn put(&mut self, c: char) {
        self.out.push(c);
        self.last = Last { char: Some(c), ..Last::default() };
    }

    fn put_str(&mut self, text: &str) {
        self.out.push_str(text);
        if let Some(c) = text.chars().next_back() {
            self.last = Last { char: Some(c), ..Last::default() };
        }
    }

    /// Puts a space if the next token would run into the last one.
    fn open_token(&mut self, c: char) -> bool {
        let space = self.needs_space(c);
        if space {
            self.put(' ');
        }
        space
    }

    fn needs_space(&mut self, c: char) -> bool {
        let Some(last) = self.last.char else { return false };
        if self.last.sign && (c.is_ascii_digit() || class::is_symbol(c)) {
            return true;
        }
        if self.last.prefix && (c == '(' || c == '{') {
            return true;
        }
        if self.last.infix && c == '(' {
            return false;
        }
        self.last = Last { char: Some(last), ..Last::default() };
        let punct = class::class(last) == class::Class::Punct;
        class::is_name_part(last) && class::is_name_part(c)
            || class::is_symbol(last) && class::is_symbol(c)
            || c == '(' && !(punct || class::is_blank(last))
            || c == '\'' && last.is_ascii_digit()
            || (c == '\'' || c == '"') && c == last
    }

    fn token(&mut self, text: &str) -> bool {
        let Some(first) = text.chars().next() else { return false };
        let space = self.open_token(first);
        self.put_str(text);
        space
    }

    fn quoting(&self) -> Quoting {
        Quoting { escapes: self.options.character_escapes, unicode: self.options.unicode_escapes }
    }
}

fn argument(cell: Cell, priority: u16, depth: usize) -> Item {
    Item::Term { cell, priority, operand: false, depth }
}

fn operand(cell: Cell, priority: u16, depth: usize) -> Item {
    Item::Term { cell, priority, operand: true, depth }
}

/// `A`, `B`, ..., `Z`, `A1`, ...; `S_1` for -1.
pub fn variable_letter(n: i64) -> String {
    if n < 0 {
        return format!("S_{}", n.unsigned_abs());
    }
    let letter = (b'A' + (n % 26) as u8) as char;
    match n / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}
