//! Where terms stand in the text: the positions that `subterm_positions(P)` asks for.

use super::{Operand, Operator, Parser};
use crate::{atom::Atom, cell::Cell, op::Place, read::Position, store::NIL};

impl Parser<'_> {
    pub(in crate::read) fn offset(&self, at: usize) -> Cell {
        let Position { char, .. } = self.lexer.raw.start;
        Cell::int(char + at as i64).unwrap_or(Cell::small(0))
    }

    pub(in crate::read) fn range(&mut self, start: usize, end: usize) -> Cell {
        if !self.options.layout {
            return NIL;
        }
        let (from, to) = (self.offset(start), self.offset(end));
        self.heap.put_compound(Atom::MINUS, &[from, to])
    }

    pub(super) fn string_layout(&mut self, start: usize, end: usize) -> Cell {
        if !self.options.layout {
            return NIL;
        }
        let (from, to) = (self.offset(start), self.offset(end));
        let name = self.atoms.intern("string_position");
        self.heap.put_compound(name, &[from, to])
    }

    pub(super) fn nested(&mut self, name: &str, start: usize, end: usize, inner: Cell) -> Cell {
        if !self.options.layout {
            return NIL;
        }
        let (from, to) = (self.offset(start), self.offset(end));
        let name = self.atoms.intern(name);
        self.heap.put_compound(name, &[from, to, inner])
    }

    pub(super) fn term_layout(
        &mut self,
        start: usize,
        end: usize,
        name_start: usize,
        name_end: usize,
        args: &[Cell],
    ) -> Cell {
        if !self.options.layout {
            return NIL;
        }
        let (from, to) = (self.offset(start), self.offset(end));
        self.term_layout_at(from, to, name_start, name_end, args)
    }

    pub(super) fn term_layout_at(
        &mut self,
        from: Cell,
        to: Cell,
        name_start: usize,
        name_end: usize,
        args: &[Cell],
    ) -> Cell {
        let (name_from, name_to) = (self.offset(name_start), self.offset(name_end));
        let args = self.heap.put_list_of(args, NIL);
        let name = self.atoms.intern("term_position");
        self.heap.put_compound(name, &[from, to, name_from, name_to, args])
    }

    pub(super) fn operator_layout(&mut self, operator: Operator, operands: &[Operand]) -> Cell {
        if !self.options.layout {
            return NIL;
        }
        let bound = |parser: &Self, layout: Cell, i: usize| match parser.heap.compound(layout) {
            Some(compound) => parser.heap.at(compound.first + i),
            None => Cell::small(0),
        };
        let (start, end) = (self.offset(operator.start), self.offset(operator.end));
        let last = operands[operands.len() - 1].layout;
        let from = if operator.place == Place::Prefix {
            start
        } else {
            bound(self, operands[0].layout, 0)
        };
        let to = if operator.place == Place::Postfix { end } else { bound(self, last, 1) };
        let mut layouts: Vec<Cell> = operator.block.iter().map(|b| b.1).collect();
        layouts.extend(operands.iter().map(|o| o.layout));
        self.term_layout_at(from, to, operator.start, operator.end, &layouts)
    }

    pub(super) fn list_layout(
        &mut self,
        base: usize,
        tail: Option<Cell>,
        start: usize,
        end: usize,
    ) -> Cell {
        if !self.options.layout {
            return NIL;
        }
        let elements: Vec<Cell> = self.args[base..].iter().map(|a| a.1).collect();
        let (from, to) = (self.offset(start), self.offset(end));
        let elements = self.heap.put_list_of(&elements, NIL);
        let none = Cell::atom(self.atoms.intern("none"));
        let name = self.atoms.intern("list_position");
        self.heap.put_compound(name, &[from, to, elements, tail.unwrap_or(none)])
    }
}
