//! Simple terms, and the cells that terms become.

use std::rc::Rc;

use super::{Bracket, FEW, Fallible, Parser, Value, empty_atom};
use crate::{
    atom::Atom,
    cell::Cell,
    flag::Quotes,
    read::{
        Variable,
        token::{Kind, Token},
    },
    store::NIL,
};

impl Parser<'_> {
    pub(super) fn simple(&mut self, token: Token) -> Fallible<()> {
        let (start, end) = (token.start, token.end);
        let value = match token.kind {
            Kind::End => return Err(self.lexer.error("end_of_clause")),
            Kind::Variable(true) => {
                let tag = Value::Var(self.variable(start, end));
                return self.dict(tag, None, start, end);
            }
            Kind::Variable(false) => Value::Var(self.variable(start, end)),
            Kind::Name(name) | Kind::Quoted(name) => Value::Cell(Cell::atom(name)),
            Kind::Empty(c, false) => Value::Cell(Cell::atom(empty_atom(c))),
            Kind::Number(number) => Value::Cell(self.heap.put_number(number)),
            Kind::Text(text, quotes) => {
                let value = Value::Cell(self.text(&text, quotes));
                let layout = self.string_layout(start, end);
                return self.operand(value, layout);
            }
            Kind::Functor(name) => return self.call(name, start, end),
            Kind::Empty(c, true) => return self.call(empty_atom(c), start, end),
            Kind::Dict(name) => {
                return self.dict(Value::Cell(Cell::atom(name)), Some(name), start, end);
            }
            Kind::Punct('(') => {
                self.open(Bracket::Paren, start, None);
                return Ok(());
            }
            Kind::Punct('{') => {
                self.open(Bracket::Brace, start, None);
                return Ok(());
            }
            Kind::Punct('[') => {
                let base = self.args.len();
                self.open(Bracket::List { first: None, tail: 0, base }, start, None);
                return Ok(());
            }
            Kind::Punct(',') => return Err(self.lexer.error("quoted_punctuation")),
            Kind::Punct(c) => {
                let name = self.atoms.intern(c.encode_utf8(&mut [0; 4]));
                Value::Cell(Cell::atom(name))
            }
        };
        let layout = self.range(start, end);
        self.operand(value, layout)
    }

    /// `name(`: the bracket, and at once its end for `name()`.
    pub(super) fn call(&mut self, name: Atom, start: usize, name_end: usize) -> Fallible<()> {
        let open = self.lexer.next(self.atoms, false)?;
        debug_assert_eq!(open.kind, Kind::Punct('('));
        let first = self.lexer.next(self.atoms, false)?;
        let base = self.args.len();
        if first.kind == Kind::Punct(')') {
            return self.compound(name, base, start, name_end, first.end);
        }
        self.lexer.unget(first);
        self.open(Bracket::Args { name, base, name_end }, start, None);
        Ok(())
    }

    pub(super) fn text(&mut self, text: &str, quotes: Quotes) -> Cell {
        match quotes {
            Quotes::String => self.heap.put_string(text),
            Quotes::Atom | Quotes::Symbol => Cell::atom(self.atoms.intern(text)),
            Quotes::Codes => {
                let codes: Vec<Cell> = text.chars().map(|c| Cell::small(c as i32)).collect();
                self.heap.put_list_of(&codes, NIL)
            }
            Quotes::Chars => {
                let chars: Vec<Cell> = text
                    .chars()
                    .map(|c| Cell::atom(self.atoms.intern(c.encode_utf8(&mut [0; 4]))))
                    .collect();
                self.heap.put_list_of(&chars, NIL)
            }
        }
    }

    // ---- variables and building ----

    pub(super) fn variable(&mut self, start: usize, end: usize) -> usize {
        let at = self.variables.len();
        let name = self.lexer.text(start, end);
        let named = name != "_";
        if named {
            let known = if at <= FEW {
                self.variables.iter().position(|v| &*v.0 == name)
            } else {
                self.by_name.get(name).copied()
            };
            if let Some(known) = known {
                self.variables[known].2 += 1;
                return known;
            }
        }
        let name: Rc<str> = name.into();
        if at == FEW {
            let names = self.variables.iter().enumerate().map(|(i, v)| (v.0.clone(), i));
            self.by_name = names.collect();
        }
        if at >= FEW && named {
            self.by_name.insert(name.clone(), at);
        }
        self.variables.push((name, None, 1));
        at
    }

    pub(in crate::read) fn build(&mut self, name: Atom, values: &[Value]) -> Cell {
        self.build_from(name, values.iter().copied())
    }

    pub(super) fn build_from(
        &mut self,
        name: Atom,
        values: impl ExactSizeIterator<Item = Value>,
    ) -> Cell {
        let is_list = name == Atom::DOT && values.len() == 2;
        if !is_list {
            self.heap.push(Cell::functor(name, values.len()));
        }
        let first = self.heap.top();
        for _ in 0..values.len() {
            self.heap.push(NIL);
        }
        for (i, value) in values.enumerate() {
            self.fill(first + i, value);
        }
        if is_list { Cell::list(first) } else { Cell::structure(first - 1) }
    }

    pub(super) fn fill(&mut self, index: usize, value: Value) {
        self.heap.cells[index] = match value {
            Value::Cell(cell) => cell,
            Value::Var(variable) => {
                *self.variables[variable].1.get_or_insert(Cell::reference(index))
            }
        };
    }

    pub(super) fn settle(&mut self, value: Value) -> Cell {
        match value {
            Value::Cell(cell) => cell,
            Value::Var(variable) => match self.variables[variable].1 {
                Some(cell) => cell,
                None => {
                    let cell = self.heap.new_var();
                    self.variables[variable].1 = Some(cell);
                    cell
                }
            },
        }
    }

    pub(super) fn finish_variables(&mut self) -> Vec<Variable> {
        let variables = std::mem::take(&mut self.variables);
        variables
            .into_iter()
            .filter_map(|(name, cell, times)| Some(Variable { name, cell: cell?, times }))
            .collect()
    }

    // ---- layout ----
}
