//! One step of the writer: a thing is written, or becomes smaller things still to be written.

use std::rc::Rc;

use super::super::{
    Attributes,
    atom::{AtomKind, atom_kind, is_variable_name, push_quoted},
    number::number_text,
};
use super::{Ask, Item, Last, Writer, argument, operand, variable_letter};
use crate::{
    atom::{Atom, Atoms},
    cell::{BoxKind, Cell, Tag},
    heap::{Compound, Heap},
    number::Number,
    op::{OpDef, OpType, Ops, Place},
    read::class,
    store::NIL,
};

/// What the writer reads while it writes.
pub(super) struct Step<'a> {
    pub(super) heap: &'a Heap,
    pub(super) atoms: &'a Atoms,
    pub(super) ops: &'a Ops,
}

impl Step<'_> {
    pub(super) fn write(&self, w: &mut Writer, item: Item) -> Option<Ask> {
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
