//! The writer: a stack of things still to be written, so that no term is too deep.

use std::{collections::HashMap, rc::Rc};

use super::{
    Attributes, WriteOptions,
    atom::{AtomKind, Quoting, atom_kind, is_variable_name, push_quoted},
    cycle,
    number::number_text,
};
use crate::{
    atom::{Atom, Atoms},
    cell::{BoxKind, Cell, Tag},
    heap::{Compound, Heap},
    number::Number,
    op::{OpDef, OpType, Ops, Place},
    read::class,
    store::NIL,
};

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

/// What the writer reads while it writes.
struct Step<'a> {
    heap: &'a Heap,
    atoms: &'a Atoms,
    ops: &'a Ops,
}

impl Step<'_> {
    fn write(&self, w: &mut Writer, item: Item) -> Option<Ask> {
        match item {
            Item::Char(c) => w.put(c),
            Item::Text(text) => {
                w.token(text);
            }
            Item::Comma => w.put_str(if w.options.space_args { ", " } else { "," }),
            Item::Open => {
                w.open_token('(');
                w.put('(');
            }
            Item::Atom(atom) => {
                self.atom(w, atom);
            }
            Item::Infix(atom) => self.infix(w, atom),
            Item::AfterPrefix { minus } => {
                w.last.prefix = true;
                w.last.sign = minus;
            }
            Item::Rest { list, depth } => self.rest(w, list, depth),
            Item::Dotted { list, depth, open } => self.dotted(w, list, depth, open),
            Item::Args { cell, next, depth } => self.args(w, cell, next, depth),
            Item::Pairs { cell, next, depth } => self.pairs(w, cell, next, depth),
            Item::Cycle(number) => self.cycle_name(w, number),
            Item::Term { cell, priority, operand, depth } => {
                return self.term(w, self.heap.deref(cell), priority, operand, depth + 1);
            }
            Item::Plain { cell, priority, operand, depth } => {
                self.plain(w, cell, priority, operand, depth);
            }
        }
        None
    }

    fn term(
        &self,
        w: &mut Writer,
        cell: Cell,
        priority: u16,
        operand: bool,
        depth: usize,
    ) -> Option<Ask> {
        if w.options.max_depth > 0 && depth > w.options.max_depth {
            w.open_token('.');
            w.put_str("...");
            return None;
        }
        if let Some(&number) = w.cycles.get(&cell.bits()) {
            self.cycle_name(w, number);
            return None;
        }
        let attributed = cell.tag() == Tag::Att;
        let ask = match attributed {
            true => w.options.attributes == Attributes::Portray,
            false => w.options.portray && !cell.is_var(),
        };
        if ask {
            if attributed {
                self.variable(w, cell);
            }
            w.asked = (!attributed).then_some(Item::Plain { cell, priority, operand, depth });
            return Some(Ask { term: cell, priority, attributed });
        }
        self.plain(w, cell, priority, operand, depth);
        None
    }

    fn plain(&self, w: &mut Writer, cell: Cell, priority: u16, operand: bool, depth: usize) {
        match cell.tag() {
            Tag::Ref => self.variable(w, cell),
            Tag::Att => self.attributed(w, cell, depth),
            Tag::Atom => {
                let atom = cell.atom_value();
                if operand && self.ops.is_op(w.options.module, atom) {
                    w.push_all(&[Item::Open, Item::Atom(atom), Item::Char(')')]);
                } else {
                    self.atom(w, atom);
                }
            }
            Tag::Int => {
                w.token(&cell.int_value().to_string());
            }
            Tag::Boxed if cell.box_kind() == BoxKind::Str => self.string(w, cell),
            Tag::Boxed => {
                if let Some(number) = self.heap.number(cell) {
                    w.token(&number_text(&number));
                }
            }
            Tag::Str | Tag::Lst => self.compound(w, cell, priority, depth),
            Tag::Fun => {}
        }
    }

    fn variable(&self, w: &mut Writer, cell: Cell) {
        let name: Option<Rc<str>> =
            w.options.names.as_ref().and_then(|names| names.get(&cell.index()).cloned());
        match name {
            Some(name) => w.token(&name),
            None => w.token(&format!("_{}", cell.index())),
        };
    }

    fn attributed(&self, w: &mut Writer, cell: Cell, depth: usize) {
        self.variable(w, cell);
        match w.options.attributes {
            Attributes::Ignore | Attributes::Portray => {}
            Attributes::Dots => w.put_str("{...}"),
            Attributes::Write => {
                let value = self.heap.at(cell.index() + 1);
                w.push_all(&[Item::Char('{'), argument(value, 1200, depth), Item::Char('}')]);
            }
        }
    }

    fn cycle_name(&self, w: &mut Writer, number: usize) {
        match w.options.numbervars {
            true => w.token(&format!("S_{number}")),
            false => w.token(&format!("_S{number}")),
        };
    }

    fn string(&self, w: &mut Writer, cell: Cell) {
        let Some(text) = self.heap.string(cell) else { return };
        if !w.options.quoted {
            w.put_str(&text);
            return;
        }
        let quote = if w.options.back_quoted { '`' } else { '"' };
        let quoting = w.quoting();
        push_quoted(&mut w.out, &text, quote, quoting);
        w.last = Last { char: Some(quote), ..Last::default() };
    }

    /// Writes an atom; says whether a space came before it.
    fn atom(&self, w: &mut Writer, atom: Atom) -> bool {
        let text = self.atoms.text(atom);
        if !w.options.quoted || atom == Atom::NIL {
            return w.token(text);
        }
        let ascii_only = w.options.quote_non_ascii && !text.is_ascii();
        let symbol = w.options.back_quote_symbol
            && !text.is_empty()
            && text.chars().all(|c| c == '`' || class::is_symbol(c));
        match atom_kind(text) {
            AtomKind::Name | AtomKind::Symbol | AtomKind::Solo if !ascii_only => w.token(text),
            _ if symbol || self.atoms.is_handle(atom) => w.token(text),
            _ => {
                let space = w.open_token('\'');
                let quoting = w.quoting();
                push_quoted(&mut w.out, text, '\'', quoting);
                w.last = Last { char: Some('\''), ..Last::default() };
                space
            }
        }
    }

    fn infix(&self, w: &mut Writer, atom: Atom) {
        match atom {
            Atom::COMMA => w.put_str(if w.options.space_args { ", " } else { "," }),
            Atom::BAR => w.put_str(if w.options.space_args { "| " } else { "|" }),
            _ if self.atoms.text(atom) == "." => {
                w.token(".");
            }
            _ => {
                if self.atom(w, atom) {
                    w.put(' ');
                }
            }
        }
        w.last.infix = true;
    }

    fn compound(&self, w: &mut Writer, cell: Cell, priority: u16, depth: usize) {
        let Some(compound) = self.heap.compound(cell) else { return };
        let Compound { name, arity, first } = compound;
        if arity == 1 && name == Atom::VAR && w.options.numbervars && self.numbered(w, first) {
            return;
        }
        if arity == 1 && name == Atom::CURLY && w.options.brace_terms {
            w.token("{");
            w.push_all(&[argument(self.heap.cells[first], 1200, depth), Item::Char('}')]);
            return;
        }
        if cell.tag() == Tag::Lst {
            return self.list(w, cell, depth);
        }
        if name == Atom::DICT && arity % 2 == 1 {
            w.stack.push(Item::Pairs { cell, next: 1, depth });
            let tag = self.heap.cells[first];
            w.stack.push(argument(tag, 0, depth));
            return;
        }
        if !w.options.ignore_ops && self.operator(w, compound, priority, depth) {
            return;
        }
        self.atom(w, name);
        w.put('(');
        w.stack.push(Item::Args { cell, next: 0, depth });
    }

    fn args(&self, w: &mut Writer, cell: Cell, next: usize, depth: usize) {
        let Some(Compound { arity, first, .. }) = self.heap.compound(cell) else { return };
        if next == arity {
            w.put(')');
            return;
        }
        if next > 0 {
            w.put_str(if w.options.space_args { ", " } else { "," });
        }
        let rest = Item::Args { cell, next: next + 1, depth };
        w.push_all(&[argument(self.heap.cells[first + next], 999, depth), rest]);
    }

    /// The pairs of a dict, from the value at argument `next` on.
    fn pairs(&self, w: &mut Writer, cell: Cell, next: usize, depth: usize) {
        let Some(Compound { arity, first, .. }) = self.heap.compound(cell) else { return };
        if next == 1 {
            w.put('{');
        }
        if next >= arity {
            w.put('}');
            return;
        }
        if next > 1 {
            w.put(',');
        }
        let rest = Item::Pairs { cell, next: next + 2, depth };
        let [value, key] = [0, 1].map(|i| self.heap.cells[first + next + i]);
        w.push_all(&[argument(key, 0, depth), Item::Char(':'), argument(value, 599, depth), rest]);
    }

    /// `'$VAR'(N)` and `'$VAR'('Name')`.
    fn numbered(&self, w: &mut Writer, first: usize) -> bool {
        let arg = self.heap.at(first);
        match arg.tag() {
            Tag::Atom => {
                let text = self.atoms.text(arg.atom_value());
                if !is_variable_name(text) {
                    return false;
                }
                w.token(text);
                true
            }
            _ => match self.heap.number(arg) {
                Some(Number::Int(n)) => {
                    w.token(&variable_letter(n));
                    true
                }
                _ => false,
            },
        }
    }

    fn list(&self, w: &mut Writer, cell: Cell, depth: usize) {
        if w.options.dotlists || w.options.no_lists {
            return self.dotted(w, cell, depth, 0);
        }
        w.put('[');
        let head = self.heap.cells[cell.index()];
        let tail = self.heap.cells[cell.index() + 1];
        w.push_all(&[argument(head, 999, depth), Item::Rest { list: tail, depth }]);
    }

    fn rest(&self, w: &mut Writer, list: Cell, depth: usize) {
        let list = self.heap.deref(list);
        if list == NIL {
            return w.put(']');
        }
        let depth = depth + 1;
        if w.options.max_depth > 0 && depth >= w.options.max_depth {
            return w.put_str("|...]");
        }
        if list.tag() != Tag::Lst || w.cycles.contains_key(&list.bits()) {
            w.put('|');
            return w.push_all(&[argument(list, 999, depth), Item::Char(']')]);
        }
        w.put_str(if w.options.space_args { ", " } else { "," });
        let head = self.heap.cells[list.index()];
        let tail = self.heap.cells[list.index() + 1];
        w.push_all(&[argument(head, 999, depth), Item::Rest { list: tail, depth }]);
    }

    /// A list as nested compounds; `open` of them have been written.
    fn dotted(&self, w: &mut Writer, list: Cell, depth: usize, open: usize) {
        let list = self.heap.deref(list);
        let close = |w: &mut Writer| w.put_str(&")".repeat(open));
        if open > 0 {
            if list == NIL {
                w.token("[]");
                return close(w);
            }
            if w.options.max_depth > 0 && depth + 1 >= w.options.max_depth {
                w.token("...");
                return close(w);
            }
            if list.tag() != Tag::Lst {
                w.stack.extend(std::iter::repeat_n(Item::Char(')'), open));
                return w.push_all(&[argument(list, 999, depth + 1)]);
            }
        }
        let depth = if open > 0 { depth + 1 } else { depth };
        if w.options.dotlists {
            w.token(".");
        } else {
            self.atom(w, Atom::DOT);
        }
        w.put('(');
        let head = self.heap.cells[list.index()];
        let tail = self.heap.cells[list.index() + 1];
        let rest = Item::Dotted { list: tail, depth, open: open + 1 };
        w.push_all(&[argument(head, 999, depth), Item::Comma, rest]);
    }

    /// Writes an operator term; `false` where the name is none.
    fn operator(&self, w: &mut Writer, compound: Compound, priority: u16, depth: usize) -> bool {
        let Compound { name, arity, first } = compound;
        let block = self.block(compound);
        let operands = arity - usize::from(block.is_some());
        let get = |place| self.ops.get(w.options.module, name, place);
        let arg = |i: usize| self.heap.cells[first + i];
        let written = match block {
            Some(block) => argument(block, 1200, depth),
            None => Item::Atom(name),
        };
        let mut items: Vec<Item> = Vec::with_capacity(8);
        let def: OpDef;
        if operands == 1 {
            let last = arg(arity - 1);
            if let Some(prefix) = get(Place::Prefix) {
                def = prefix;
                let minus = name == Atom::MINUS;
                items.extend([written, Item::AfterPrefix { minus }]);
                items.push(operand(last, def.right(), depth));
            } else if let Some(postfix) = get(Place::Postfix) {
                def = postfix;
                items.push(operand(last, def.left(), depth));
                let last = self.heap.deref(last);
                if block.is_some() && name == Atom::CURLY && (last.is_atom() || last.is_var()) {
                    items.push(Item::Char(' '));
                }
                items.push(written);
            } else {
                return false;
            }
        } else if operands == 2 {
            let Some(infix) = get(Place::Infix) else { return false };
            def = infix;
            items.push(operand(arg(arity - 2), def.left(), depth));
            items.push(if block.is_some() { written } else { Item::Infix(name) });
            items.push(operand(arg(arity - 1), def.right(), depth));
        } else {
            return false;
        }
        debug_assert!(!matches!(def.kind, OpType::Fx) || operands == 1);
        if def.priority > priority {
            items.insert(0, Item::Open);
            items.push(Item::Char(')'));
        }
        w.push_all(&items);
        true
    }

    /// The list or braces that a compound named `[]` or `{}` is written with as an operator.
    fn block(&self, compound: Compound) -> Option<Cell> {
        if compound.arity < 2 || !matches!(compound.name, Atom::NIL | Atom::CURLY) {
            return None;
        }
        let first = self.heap.at(compound.first);
        match compound.name {
            Atom::NIL => (first.tag() == Tag::Lst).then_some(first),
            _ => self.heap.args::<1>(first, Atom::CURLY).map(|_| first),
        }
    }
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
