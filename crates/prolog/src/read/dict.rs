//! Dicts: `Tag{key: value, ...}`.
//!
//! A dict is a compound term named [`Atom::DICT`] whose arguments are the tag and then value and
//! key in turns, the keys in standard order.

use std::rc::Rc;

use super::{
    Fault,
    parse::{Bracket, Fallible, Operator, Parser, Value},
    token::{Kind, Token},
};
use crate::{atom::Atom, cell::Cell, number::Number, op::Place, store::NIL};

/// A dict whose closing brace has not come yet. Values and their layouts wait among the
/// arguments of the parser.
pub(super) struct OpenDict {
    tag: Value,
    tag_end: usize,
    base: usize,
    /// Keys with the places of their texts and of the colons after them.
    keys: Vec<Key>,
}

struct Key {
    cell: Cell,
    start: usize,
    colon: (usize, usize),
}

impl Parser<'_> {
    /// The brace after a tag, and the first key. An operator before `{}` is an operator.
    pub(super) fn dict(
        &mut self,
        tag: Value,
        name: Option<Atom>,
        start: usize,
        tag_end: usize,
    ) -> Fallible<()> {
        let open = self.lexer.next(self.atoms, false)?;
        let mut dict = OpenDict { tag, tag_end, base: self.args.len(), keys: Vec::new() };
        if let Kind::Empty(..) = open.kind {
            if let Some(name) = name
                && let Some(def) = self.ops.get(self.options.module, name, Place::Prefix)
            {
                self.lexer.unget(open);
                let (place, end) = (Place::Prefix, tag_end);
                return self.place_operator(Operator { name, start, end, place, def, block: None });
            }
            return self.dict_done(dict, start, open.end);
        }
        self.dict_key(&mut dict)?;
        self.open(Bracket::Dict(dict), start, None);
        Ok(())
    }

    /// A key and the colon after it.
    fn dict_key(&mut self, dict: &mut OpenDict) -> Fallible<()> {
        let key = self.lexer.next(self.atoms, false)?;
        let cell = match &key.kind {
            Kind::Name(name) | Kind::Quoted(name) | Kind::Functor(name) | Kind::Dict(name) => {
                Cell::atom(*name)
            }
            Kind::Number(Number::Int(value)) => {
                Cell::int(*value).ok_or_else(|| self.lexer.error("key_domain"))?
            }
            Kind::Number(_) => return Err(self.lexer.error("key_domain")),
            _ => return Err(self.lexer.error("key_expected")),
        };
        let colon = self.lexer.next(self.atoms, true)?;
        if !is_colon(&colon) {
            return Err(self.lexer.error("colon_expected"));
        }
        if dict.keys.iter().any(|known| known.cell == cell) {
            let text = match &key.kind {
                Kind::Name(n) | Kind::Quoted(n) | Kind::Functor(n) | Kind::Dict(n) => {
                    self.atoms.shared_text(*n)
                }
                _ => Rc::from(cell.int_value().to_string()),
            };
            let fault = Fault::Of("duplicate_key", text.to_string());
            return Err(self.lexer.raw.error(fault, self.lexer.last));
        }
        dict.keys.push(Key { cell, start: key.start, colon: (colon.start, colon.end) });
        Ok(())
    }

    /// A value is complete; the next key or the end of the dict follows.
    pub(super) fn dict_value(
        &mut self,
        mut dict: OpenDict,
        value: (Value, Cell),
        closer: char,
        start: usize,
        end: usize,
    ) -> Fallible<()> {
        self.args.push(value);
        if closer == ',' {
            self.dict_key(&mut dict)?;
            self.open(Bracket::Dict(dict), start, None);
            return Ok(());
        }
        self.dict_done(dict, start, end)
    }

    fn dict_done(&mut self, dict: OpenDict, start: usize, end: usize) -> Fallible<()> {
        let values: Vec<(Value, Cell)> = self.args.drain(dict.base..).collect();
        let layout = self.dict_layout(&dict, &values, start, end);
        let mut pairs: Vec<(Cell, Value)> =
            dict.keys.iter().map(|key| key.cell).zip(values.iter().map(|v| v.0)).collect();
        pairs.sort_by(|left, right| match (left.0.is_atom(), right.0.is_atom()) {
            (true, true) => {
                self.atoms.text(left.0.atom_value()).cmp(self.atoms.text(right.0.atom_value()))
            }
            (false, false) => left.0.int_value().cmp(&right.0.int_value()),
            (left, right) => left.cmp(&right),
        });
        let mut args = vec![dict.tag];
        args.extend(pairs.into_iter().flat_map(|(key, value)| [value, Value::Cell(key)]));
        let term = self.build(Atom::DICT, &args);
        self.operand(Value::Cell(term), layout)
    }

    fn dict_layout(
        &mut self,
        dict: &OpenDict,
        values: &[(Value, Cell)],
        start: usize,
        end: usize,
    ) -> Cell {
        if !self.options.layout {
            return NIL;
        }
        let name = self.atoms.intern("key_value_position");
        let mut pairs = Vec::new();
        for (key, value) in dict.keys.iter().zip(values) {
            let (from, to) = (self.offset(key.start), self.layout_end(value.1));
            let (colon_from, colon_to) = (self.offset(key.colon.0), self.offset(key.colon.1));
            let place = self.range(key.start, key.colon.0);
            let args = [from, to, colon_from, colon_to, key.cell, place, value.1];
            pairs.push(self.heap.put_compound(name, &args));
        }
        let pairs = self.heap.put_list_of(&pairs, NIL);
        let bounds = [start, end, start, dict.tag_end].map(|at| self.offset(at));
        let name = self.atoms.intern("dict_position");
        self.heap.put_compound(name, &[bounds[0], bounds[1], bounds[2], bounds[3], pairs])
    }

    /// Where a layout ends.
    fn layout_end(&self, layout: Cell) -> Cell {
        self.heap.compound(layout).map_or(Cell::small(0), |c| self.heap.at(c.first + 1))
    }
}

fn is_colon(token: &Token) -> bool {
    matches!(&token.kind, Kind::Name(n) | Kind::Functor(n) | Kind::Dict(n) if *n == Atom::COLON)
}
