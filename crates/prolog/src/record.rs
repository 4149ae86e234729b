//! Terms outside the heap: clauses, answers of `findall/3`, balls, global variables.
//!
//! A record is a block of cells whose pointers are relative to its own start. Bringing it back is
//! one pass that adds an offset to every pointer.

use crate::{
    cell::{BoxKind, Cell, Tag},
    hash::FastMap,
    heap::{Boxed, Heap},
};

/// A term copied out of the heap. The first cell is the term itself.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The cells; pointers count from the start of the record.
    pub cells: Box<[Cell]>,
    /// What the boxed cells refer to.
    pub boxes: Box<[Boxed]>,
}

impl Record {
    /// Copies a term. With `attributes`, attributed variables stay so; otherwise they become
    /// plain ones.
    pub fn new(heap: &mut Heap, term: Cell, attributes: bool) -> Record {
        if matches!(term.tag(), Tag::Atom | Tag::Int) {
            return Record { cells: Box::new([term]), boxes: Box::default() };
        }
        let limit = heap.top() * 4 + 4096;
        if let Some(record) = Copier::new(heap, term, attributes).run(limit) {
            return record;
        }
        // Much larger than the heap: a term that shares much, or has no end. The copy shares too.
        let mut careful = Copier::new(heap, term, attributes);
        careful.shared = Some(FastMap::default());
        careful.run(usize::MAX).unwrap_or_default()
    }

    /// Puts the term on the heap again, with fresh variables.
    pub fn instantiate(&self, heap: &mut Heap) -> Cell {
        let Some(&root) = self.cells.first() else { return Cell::small(0) };
        let boxes = heap.boxes.len();
        if !self.boxes.is_empty() {
            heap.boxes.extend(self.boxes.iter().cloned());
            heap.weigh();
        }
        match root.tag() {
            Tag::Str | Tag::Lst => {
                // The slot of the root itself is not needed again.
                let base = heap.top() + usize::from(heap.top() == 0) - 1;
                let skip = usize::from(heap.top() != 0);
                heap.cells.extend(self.cells[skip..].iter().map(|c| relocated(*c, base, boxes)));
                relocated(root, base, boxes)
            }
            Tag::Ref => {
                let base = heap.top();
                heap.cells.extend(self.cells.iter().map(|c| relocated(*c, base, boxes)));
                relocated(root, base, boxes)
            }
            _ => relocated(root, 0, boxes),
        }
    }

    /// Bytes it takes, with what its boxes hold.
    pub fn bytes(&self) -> usize {
        let boxes: usize = self.boxes.iter().map(|b| size_of::<Boxed>() + b.payload()).sum();
        size_of::<Record>() + self.cells.len() * size_of::<Cell>() + boxes
    }

    /// The term, if it has no pointers at all.
    pub fn atomic(&self) -> Option<Cell> {
        match self.cells.first() {
            Some(c) if matches!(c.tag(), Tag::Atom | Tag::Int) => Some(*c),
            _ => None,
        }
    }
}

#[inline]
fn relocated(cell: Cell, base: usize, boxes: usize) -> Cell {
    match cell.tag() {
        Tag::Boxed => Cell::boxed(cell.box_kind(), cell.box_index() + boxes),
        _ => cell.shifted(base),
    }
}

/// Room for larger copies is given back.
const ROOM: usize = 1 << 16;

/// Breadth-first copying: `out` is both the result and the queue. A cell that was not visited
/// yet still points into the heap. Variables that were met hold a note of their place in `out`
/// until the copy is done.
struct Copier<'a> {
    heap: &'a mut Heap,
    out: Vec<Cell>,
    boxes: Vec<Boxed>,
    noted: Vec<(usize, Cell)>,
    attributes: bool,
    /// Compounds that were copied, by their place on the heap, if that is looked at.
    shared: Option<FastMap<usize, usize>>,
}

impl<'a> Copier<'a> {
    fn new(heap: &'a mut Heap, term: Cell, attributes: bool) -> Copier<'a> {
        let (boxes, noted) = (Vec::new(), Vec::new());
        let mut out = std::mem::take(&mut heap.copying);
        out.clear();
        out.push(term);
        Copier { heap, out, boxes, noted, attributes, shared: None }
    }

    /// The copy, unless it gets larger than `limit`.
    fn run(mut self, limit: usize) -> Option<Record> {
        let mut at = 0;
        while at < self.out.len() && self.out.len() <= limit {
            self.visit(at);
            at += 1;
        }
        let done = at == self.out.len();
        for (index, cell) in self.noted.into_iter().rev() {
            self.heap.cells[index] = cell;
        }
        let record = done.then(|| Record {
            cells: Box::from(self.out.as_slice()),
            boxes: self.boxes.into_boxed_slice(),
        });
        if self.out.capacity() <= ROOM {
            self.heap.copying = self.out;
        }
        record
    }

    fn visit(&mut self, at: usize) {
        let raw = self.out[at];
        // Functors and attributed variables are placed by the step that made room for them.
        if at > 0 && matches!(raw.tag(), Tag::Fun | Tag::Att) {
            return;
        }
        let cell = self.heap.deref(raw);
        if let Some(shared) = &mut self.shared
            && matches!(cell.tag(), Tag::Str | Tag::Lst)
        {
            let place = self.out.len();
            match shared.get(&cell.index()) {
                Some(&known) if cell.tag() == Tag::Str => {
                    self.out[at] = Cell::structure(known);
                    return;
                }
                Some(&known) => {
                    self.out[at] = Cell::list(known);
                    return;
                }
                None => {
                    shared.insert(cell.index(), place);
                }
            }
        }
        self.out[at] = match cell.tag() {
            Tag::Fun => Cell::reference(cell.index()),
            Tag::Ref => {
                self.note(cell, at);
                Cell::reference(at)
            }
            Tag::Att if self.attributes => {
                let place = self.out.len();
                let chain = self.argument(cell.index() + 1);
                self.out.push(Cell::attributed(place));
                self.out.push(chain);
                self.note(cell, place);
                Cell::reference(place)
            }
            Tag::Att => {
                self.note(cell, at);
                Cell::reference(at)
            }
            Tag::Lst => {
                let place = self.out.len();
                let pair = [self.argument(cell.index()), self.argument(cell.index() + 1)];
                self.out.extend(pair);
                Cell::list(place)
            }
            Tag::Str => {
                let place = self.out.len();
                let functor = self.heap.cells[cell.index()];
                self.out.push(functor);
                for i in 1..=functor.functor_arity() {
                    let arg = self.argument(cell.index() + i);
                    self.out.push(arg);
                }
                Cell::structure(place)
            }
            Tag::Boxed => self.put_box(cell),
            Tag::Atom | Tag::Int => cell,
        };
    }

    fn note(&mut self, variable: Cell, place: usize) {
        self.noted.push((variable.index(), variable));
        self.heap.cells[variable.index()] = Cell::note(place);
    }

    /// An argument as it stands; a variable with a note is only referred to, so that it is not
    /// mistaken for a functor.
    fn argument(&self, index: usize) -> Cell {
        let cell = self.heap.cells[index];
        if cell.tag() == Tag::Fun { Cell::reference(index) } else { cell }
    }

    fn put_box(&mut self, cell: Cell) -> Cell {
        let index = self.boxes.len();
        self.boxes.push(self.heap.boxed(cell).clone());
        Cell::boxed(cell.box_kind(), index)
    }
}

/// The kind of a boxed value.
pub fn kind_of(boxed: &Boxed) -> BoxKind {
    match boxed {
        Boxed::Float(_) => BoxKind::Float,
        Boxed::Big(_) => BoxKind::Big,
        Boxed::Str(_) => BoxKind::Str,
        Boxed::Ratio(_) => BoxKind::Ratio,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{atom::Atoms, store::Store};
    use std::cmp::Ordering;

    #[test]
    fn a_copy_shares_variables_as_the_original_does() {
        let mut store = Store::default();
        let mut atoms = Atoms::new();
        let f = atoms.intern("f");
        let heap = &mut store.heap;
        let x = heap.new_var();
        let text = heap.put_string("hello");
        let list = heap.put_list_of(&[x, Cell::small(1), text], x);
        let term = heap.put_compound(f, &[x, list, Cell::small(3)]);
        let record = Record::new(heap, term, false);
        assert_eq!(heap.deref(x), x);
        let copy = record.instantiate(heap);
        let [a, b, c] = heap.args::<3>(copy, f).unwrap();
        assert!(a.is_var() && a != x);
        assert_eq!(c, Cell::small(3));
        let (elements, tail) = heap.list_prefix(b);
        assert_eq!((elements[0], elements[1], tail), (a, Cell::small(1), a));
        assert_eq!(heap.string(elements[2]).as_deref(), Some("hello"));
        assert!(store.unify(term, copy));
        assert_eq!(store.compare(&atoms, term, copy), Ordering::Equal);
    }

    #[test]
    fn attributes_are_copied_on_request() {
        let mut heap = Heap::default();
        let inner = heap.new_var();
        let att = heap.new_attributed(inner);
        let list = heap.put_list(att, Cell::small(1));
        let kept = Record::new(&mut heap, list, true).instantiate(&mut heap);
        assert_eq!(heap.at(kept.index()).tag(), Tag::Att);
        let plain = Record::new(&mut heap, list, false).instantiate(&mut heap);
        assert_eq!(heap.at(plain.index()).tag(), Tag::Ref);
        assert_eq!(heap.deref(att), att);
    }
}
