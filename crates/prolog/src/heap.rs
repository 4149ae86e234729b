//! The heap: all terms that live, in the order they were made.
//!
//! Order of cells is age of variables, which the standard order of terms and the order of
//! residual goals show; nothing may reorder the heap.

use std::rc::Rc;

use dashu_int::{IBig, ops::BitTest};
use dashu_ratio::RBig;

use crate::{
    atom::Atom,
    cell::{BoxKind, Cell, Tag},
    number::Number,
};

/// A value that does not fit a cell.
#[derive(Clone, Debug)]
pub enum Boxed {
    /// A double precision float.
    Float(f64),
    /// An integer outside the range of [`Cell::int`].
    Big(Rc<IBig>),
    /// A string object.
    Str(Rc<str>),
    /// A rational number whose denominator is not one.
    Ratio(Rc<RBig>),
}

impl Boxed {
    /// Are two boxes the same value? Floats are the same when their bits are.
    pub(crate) fn same(&self, other: &Boxed) -> bool {
        match (self, other) {
            (Boxed::Float(a), Boxed::Float(b)) => a.to_bits() == b.to_bits(),
            (Boxed::Big(a), Boxed::Big(b)) => a == b,
            (Boxed::Str(a), Boxed::Str(b)) => a == b,
            (Boxed::Ratio(a), Boxed::Ratio(b)) => a == b,
            _ => false,
        }
    }

    /// Bytes beside the box itself.
    pub(crate) fn payload(&self) -> usize {
        match self {
            Boxed::Float(_) => 0,
            Boxed::Big(value) => big_bytes(value),
            Boxed::Str(text) => text.len(),
            Boxed::Ratio(value) => big_bytes(value.numerator()) + value.denominator().bit_len() / 8,
        }
    }

    /// The part of them that falls to this box, where several have the same content.
    fn share(&self) -> usize {
        let owners = match self {
            Boxed::Float(_) => 1,
            Boxed::Big(value) => Rc::strong_count(value),
            Boxed::Str(text) => Rc::strong_count(text),
            Boxed::Ratio(value) => Rc::strong_count(value),
        };
        self.payload() / owners
    }
}

fn big_bytes(value: &IBig) -> usize {
    value.bit_len() / 8
}

/// Cells and boxes, growing upwards; a choice point remembers both heights.
#[derive(Debug, Default)]
pub struct Heap {
    /// The cells; natives may read and write through an index they hold.
    pub cells: Vec<Cell>,
    /// Floats, strings and large numbers.
    pub boxes: Vec<Boxed>,
    /// Room for copies of terms, kept from one to the next.
    pub(crate) copying: Vec<Cell>,
    /// Bytes of strings and large numbers: those that survived the last collection, and all
    /// that were made since.
    pub(crate) payload: usize,
    /// Bytes of boxes and what they hold at which the heap is to be collected.
    pub(crate) payload_at: usize,
    /// Cells at which the heap is to be collected; 0 where it is due.
    pub(crate) collect_at: usize,
}

/// A compound term taken apart: see [`Heap::compound`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compound {
    /// Its name; `'[|]'` for a list cell.
    pub name: Atom,
    /// Number of arguments.
    pub arity: usize,
    /// Heap index of the first argument; the others follow.
    pub first: usize,
}

impl Heap {
    /// The value at the end of the chain of references that starts with `cell`.
    #[inline]
    pub fn deref(&self, mut cell: Cell) -> Cell {
        while cell.tag() == Tag::Ref {
            let next = self.cells[cell.index()];
            if next == cell {
                return cell;
            }
            cell = next;
        }
        cell
    }

    /// The dereferenced cell at `index`.
    #[inline]
    pub fn at(&self, index: usize) -> Cell {
        self.deref(self.cells[index])
    }

    /// Number of cells in use.
    #[inline]
    pub fn top(&self) -> usize {
        self.cells.len()
    }

    /// Appends one cell and says where it is.
    #[inline]
    pub fn push(&mut self, cell: Cell) -> usize {
        let index = self.cells.len();
        self.cells.push(cell);
        index
    }

    /// A new unbound variable.
    #[inline]
    pub fn new_var(&mut self) -> Cell {
        let cell = Cell::reference(self.cells.len());
        self.cells.push(cell);
        cell
    }

    /// A new attributed variable with these attributes (an `att/3` chain or `[]`).
    pub fn new_attributed(&mut self, attributes: Cell) -> Cell {
        let cell = Cell::attributed(self.cells.len());
        self.cells.push(cell);
        self.cells.push(attributes);
        cell
    }

    /// A list cell.
    #[inline]
    pub fn put_list(&mut self, head: Cell, tail: Cell) -> Cell {
        let index = self.push_value(head);
        self.push_value(tail);
        Cell::list(index)
    }

    /// A compound term; `'[|]'/2` becomes a list cell, and no arguments `name()`.
    pub fn put_compound(&mut self, name: Atom, args: &[Cell]) -> Cell {
        if name == Atom::DOT && args.len() == 2 {
            return self.put_list(args[0], args[1]);
        }
        let index = self.push(Cell::functor(name, args.len()));
        for &arg in args {
            self.push_value(arg);
        }
        Cell::structure(index)
    }

    /// A compound term with fresh variables as arguments.
    pub fn put_skeleton(&mut self, name: Atom, arity: usize) -> Compound {
        if !(name == Atom::DOT && arity == 2) {
            self.push(Cell::functor(name, arity));
        }
        let first = self.top();
        for _ in 0..arity {
            self.new_var();
        }
        Compound { name, arity, first }
    }

    /// The cell of a compound made by [`Heap::put_skeleton`] or seen by [`Heap::compound`].
    pub fn compound_cell(compound: Compound) -> Cell {
        if compound.name == Atom::DOT && compound.arity == 2 {
            Cell::list(compound.first)
        } else {
            Cell::structure(compound.first - 1)
        }
    }

    /// Stores an argument: an attributed variable is never copied, only referred to.
    #[inline]
    fn push_value(&mut self, cell: Cell) -> usize {
        self.push(Heap::storable(cell))
    }

    /// How a dereferenced cell is written into another one.
    #[inline]
    pub fn storable(cell: Cell) -> Cell {
        if cell.tag() == Tag::Att { Cell::reference(cell.index()) } else { cell }
    }

    /// A proper or partial list of these elements.
    pub fn put_list_of(&mut self, elements: &[Cell], tail: Cell) -> Cell {
        let mut list = tail;
        for &element in elements.iter().rev() {
            list = self.put_list(element, list);
        }
        list
    }

    /// An integer of any 64-bit value.
    #[inline]
    pub fn put_int(&mut self, value: i64) -> Cell {
        match Cell::int(value) {
            Some(cell) => cell,
            None => self.put_box(BoxKind::Big, Boxed::Big(Rc::new(IBig::from(value)))),
        }
    }

    /// An integer of any size.
    pub fn put_big(&mut self, value: IBig) -> Cell {
        match i64::try_from(&value) {
            Ok(small) if Cell::int(small).is_some() => self.put_int(small),
            _ => self.put_box(BoxKind::Big, Boxed::Big(Rc::new(value))),
        }
    }

    /// A float.
    pub fn put_float(&mut self, value: f64) -> Cell {
        self.put_box(BoxKind::Float, Boxed::Float(value))
    }

    /// A string object.
    pub fn put_string(&mut self, text: &str) -> Cell {
        self.put_box(BoxKind::Str, Boxed::Str(Rc::from(text)))
    }

    /// A number of any type.
    pub fn put_number(&mut self, number: Number) -> Cell {
        match number {
            Number::Int(value) => self.put_int(value),
            Number::Big(value) => self.put_big(value),
            Number::Float(value) => self.put_float(value),
            Number::Ratio(value) => self.put_ratio(value),
        }
    }

    /// A rational; an integer when the denominator is one.
    pub fn put_ratio(&mut self, value: RBig) -> Cell {
        if value.is_int() {
            let (numerator, _) = value.into_parts();
            return self.put_big(numerator);
        }
        self.put_box(BoxKind::Ratio, Boxed::Ratio(Rc::new(value)))
    }

    fn put_box(&mut self, kind: BoxKind, value: Boxed) -> Cell {
        self.payload += value.payload();
        self.put_shared(kind, value)
    }

    /// A box whose content exists elsewhere already.
    pub(crate) fn put_shared(&mut self, kind: BoxKind, value: Boxed) -> Cell {
        let index = self.boxes.len();
        self.boxes.push(value);
        self.weigh();
        Cell::boxed(kind, index)
    }

    /// Boxes were added: too many make a collection due.
    #[inline]
    pub(crate) fn weigh(&mut self) {
        if self.box_bytes() > self.payload_at {
            self.collect_at = 0;
        }
    }

    /// Bytes of boxes and what they hold.
    #[inline]
    pub(crate) fn box_bytes(&self) -> usize {
        self.payload + self.boxes.len() * size_of::<Boxed>()
    }

    /// Counts what the boxes hold. What several share is divided among them.
    pub(crate) fn recount(&mut self) {
        self.payload = self.boxes.iter().map(Boxed::share).sum();
    }

    /// The box of a boxed cell.
    #[inline]
    pub fn boxed(&self, cell: Cell) -> &Boxed {
        &self.boxes[cell.box_index()]
    }

    /// The number a dereferenced cell is, if it is one.
    pub fn number(&self, cell: Cell) -> Option<Number> {
        match cell.tag() {
            Tag::Int => Some(Number::Int(cell.int_value())),
            Tag::Boxed => match self.boxed(cell) {
                Boxed::Float(value) => Some(Number::Float(*value)),
                Boxed::Big(value) => Some(Number::big(IBig::clone(value))),
                Boxed::Ratio(value) => Some(Number::Ratio(RBig::clone(value))),
                Boxed::Str(_) => None,
            },
            _ => None,
        }
    }

    /// The text of a string cell, shared.
    pub fn string(&self, cell: Cell) -> Option<Rc<str>> {
        match cell.tag() {
            Tag::Boxed => match self.boxed(cell) {
                Boxed::Str(text) => Some(text.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// Takes a dereferenced compound term or list cell apart.
    #[inline]
    pub fn compound(&self, cell: Cell) -> Option<Compound> {
        match cell.tag() {
            Tag::Lst => Some(Compound { name: Atom::DOT, arity: 2, first: cell.index() }),
            Tag::Str => {
                let functor = self.cells[cell.index()];
                Some(Compound {
                    name: functor.functor_name(),
                    arity: functor.functor_arity(),
                    first: cell.index() + 1,
                })
            }
            _ => None,
        }
    }

    /// The arguments of a compound term of this name and arity, dereferenced.
    pub fn args<const N: usize>(&self, cell: Cell, name: Atom) -> Option<[Cell; N]> {
        let compound = self.compound(cell)?;
        (compound.name == name && compound.arity == N)
            .then(|| std::array::from_fn(|i| self.at(compound.first + i)))
    }

    /// Walks a list: its elements as far as they go, and the dereferenced tail after them. A
    /// list that runs in a circle ends where it meets itself, with a list cell as its tail.
    pub fn list_prefix(&self, list: Cell) -> (Vec<Cell>, Cell) {
        let mut elements = Vec::new();
        let mut tail = self.deref(list);
        let (mut anchor, mut power) = (tail, 1usize);
        while tail.tag() == Tag::Lst {
            elements.push(self.at(tail.index()));
            tail = self.at(tail.index() + 1);
            if tail == anchor && tail.tag() == Tag::Lst {
                break;
            }
            if elements.len() == power {
                (anchor, power) = (tail, power * 2);
            }
        }
        (elements, tail)
    }

    /// The elements of a proper list.
    pub fn proper_list(&self, list: Cell) -> Option<Vec<Cell>> {
        let (elements, tail) = self.list_prefix(list);
        (tail == Cell::atom(Atom::NIL)).then_some(elements)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_walk_to_their_tail_even_in_a_circle() {
        let mut heap = Heap::default();
        let tail = heap.new_var();
        let list = heap.put_list_of(&[Cell::small(1), Cell::small(2)], tail);
        assert_eq!(heap.list_prefix(list), (vec![Cell::small(1), Cell::small(2)], tail));
        heap.cells[tail.index()] = list;
        let (_, end) = heap.list_prefix(list);
        assert_eq!(end.tag(), Tag::Lst);
        assert_eq!(heap.proper_list(list), None);
    }

    #[test]
    fn integers_choose_their_representation() {
        let mut heap = Heap::default();
        assert_eq!(heap.put_int(5), Cell::small(5));
        let large = heap.put_int(i64::MAX);
        assert_eq!(large.box_kind(), BoxKind::Big);
        assert_eq!(heap.number(large), Some(Number::Int(i64::MAX)));
        assert_eq!(heap.put_big(IBig::from(7)), Cell::small(7));
    }
}
