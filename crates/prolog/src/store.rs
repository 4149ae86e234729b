//! The heap with its trail: binding, unification, undoing, and the standard order of terms.

use std::cmp::Ordering;

use crate::{
    atom::{Atom, Atoms},
    cell::{BoxKind, Cell, Tag},
    heap::{Boxed, Heap},
};

/// The heap, and what is needed to take changes back.
#[derive(Debug, Default)]
pub struct Store {
    /// All terms.
    pub heap: Heap,
    /// Cells that were overwritten, with what they held, oldest first.
    pub trail: Vec<(usize, Cell)>,
    /// Cells from here on are younger than the newest choice point and need no trailing.
    pub trail_below: usize,
    /// Attributed variables that were bound since the last wake-up: the variable's index and the
    /// value it was given. The machine runs their hooks at the next call.
    pub woken: Vec<(usize, Cell)>,
}

impl Store {
    /// The value at the end of a chain of references.
    #[inline]
    pub fn deref(&self, cell: Cell) -> Cell {
        self.heap.deref(cell)
    }

    /// Overwrites a heap cell so that backtracking restores it.
    #[inline]
    pub fn assign(&mut self, index: usize, value: Cell) {
        if index < self.trail_below {
            self.trail.push((index, self.heap.cells[index]));
        }
        self.heap.cells[index] = value;
    }

    /// Binds an unbound variable (dereferenced) to a value. An attributed variable wakes up.
    #[inline]
    pub fn bind(&mut self, variable: Cell, value: Cell) {
        let index = variable.index();
        if variable.tag() == Tag::Att {
            self.woken.push((index, value));
        }
        self.assign(index, Heap::storable(value));
    }

    /// Takes back every assignment after the trail had this height.
    pub fn undo_to(&mut self, height: usize) {
        while self.trail.len() > height {
            if let Some((index, old)) = self.trail.pop() {
                self.heap.cells[index] = old;
            }
        }
        self.woken.clear();
    }

    /// Unifies two terms. After a failure the caller backtracks, which undoes what was bound.
    pub fn unify(&mut self, left: Cell, right: Cell) -> bool {
        let mut pending: Vec<(usize, usize, usize)> = Vec::new();
        let (mut left, mut right) = (left, right);
        loop {
            if !self.unify_step(left, right, &mut pending) {
                return false;
            }
            // The last argument pair is dropped before it is visited, so long lists stay flat.
            let Some((a, b, n)) = pending.pop() else { return true };
            if n > 1 {
                pending.push((a + 1, b + 1, n - 1));
            }
            left = self.heap.cells[a];
            right = self.heap.cells[b];
        }
    }

    #[inline]
    fn unify_step(&mut self, l: Cell, r: Cell, pending: &mut Vec<(usize, usize, usize)>) -> bool {
        let l = self.heap.deref(l);
        let r = self.heap.deref(r);
        if l == r {
            return true;
        }
        match (l.tag(), r.tag()) {
            (Tag::Ref, Tag::Ref) if l.index() < r.index() => self.bind(r, l),
            (Tag::Ref, _) => self.bind(l, r),
            (_, Tag::Ref) => self.bind(r, l),
            (Tag::Att, _) => self.bind(l, r),
            (_, Tag::Att) => self.bind(r, l),
            (Tag::Lst, Tag::Lst) => pending.push((l.index(), r.index(), 2)),
            (Tag::Str, Tag::Str) => {
                let functor = self.heap.cells[l.index()];
                if functor != self.heap.cells[r.index()] {
                    return false;
                }
                if functor.functor_arity() > 0 {
                    pending.push((l.index() + 1, r.index() + 1, functor.functor_arity()));
                }
            }
            (Tag::Boxed, Tag::Boxed) => return self.same_box(l, r),
            _ => return false,
        }
        true
    }

    /// Are two boxed cells the same value? Floats are the same when their bits are.
    pub fn same_box(&self, l: Cell, r: Cell) -> bool {
        match (self.heap.boxed(l), self.heap.boxed(r)) {
            (Boxed::Float(a), Boxed::Float(b)) => a.to_bits() == b.to_bits(),
            (Boxed::Big(a), Boxed::Big(b)) => a == b,
            (Boxed::Str(a), Boxed::Str(b)) => a == b,
            (Boxed::Ratio(a), Boxed::Ratio(b)) => a == b,
            _ => false,
        }
    }

    /// The standard order of terms: variables by age, numbers by value (a float before an equal
    /// integer), atoms, strings, then compounds by arity, name and arguments.
    pub fn compare(&self, atoms: &Atoms, left: Cell, right: Cell) -> Ordering {
        let mut pending = vec![(left, right)];
        while let Some((l, r)) = pending.pop() {
            let (l, r) = (self.heap.deref(l), self.heap.deref(r));
            if l == r {
                continue;
            }
            let order = rank(l).cmp(&rank(r)).then_with(|| match rank(l) {
                0 => l.index().cmp(&r.index()),
                1 => self.compare_numbers(l, r),
                2 => atoms.text(l.atom_value()).cmp(atoms.text(r.atom_value())),
                3 => self.heap.string(l).cmp(&self.heap.string(r)),
                _ => {
                    let (Some(a), Some(b)) = (self.heap.compound(l), self.heap.compound(r)) else {
                        return Ordering::Equal;
                    };
                    let order = a
                        .arity
                        .cmp(&b.arity)
                        .then_with(|| atoms.text(a.name).cmp(atoms.text(b.name)));
                    if order == Ordering::Equal {
                        for i in (0..a.arity).rev() {
                            let pair = (self.heap.cells[a.first + i], self.heap.cells[b.first + i]);
                            pending.push(pair);
                        }
                    }
                    order
                }
            });
            if order != Ordering::Equal {
                return order;
            }
        }
        Ordering::Equal
    }

    fn compare_numbers(&self, l: Cell, r: Cell) -> Ordering {
        match (self.heap.number(l), self.heap.number(r)) {
            (Some(a), Some(b)) => a.standard_order(&b),
            _ => Ordering::Equal,
        }
    }
}

fn rank(cell: Cell) -> u8 {
    match cell.tag() {
        Tag::Ref | Tag::Att => 0,
        Tag::Int => 1,
        Tag::Boxed if cell.box_kind() != BoxKind::Str => 1,
        Tag::Atom => 2,
        Tag::Boxed => 3,
        Tag::Str | Tag::Lst | Tag::Fun => 4,
    }
}

/// The empty list, which every caller of lists needs.
pub const NIL: Cell = Cell::atom(Atom::NIL);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unification_binds_and_undoes() {
        let mut store = Store::default();
        let mut atoms = Atoms::new();
        let f = atoms.intern("f");
        let x = store.heap.new_var();
        let a = store.heap.put_compound(f, &[x, Cell::small(2)]);
        let y = store.heap.new_var();
        let b = store.heap.put_compound(f, &[Cell::small(1), y]);
        store.trail_below = store.heap.top();
        assert!(store.unify(a, b));
        assert_eq!(store.deref(x), Cell::small(1));
        assert_eq!(store.deref(y), Cell::small(2));
        assert_eq!(store.compare(&atoms, a, b), Ordering::Equal);
        store.undo_to(0);
        assert!(store.deref(x).is_var());
    }

    #[test]
    fn the_younger_variable_points_to_the_older() {
        let mut store = Store::default();
        let (x, y) = (store.heap.new_var(), store.heap.new_var());
        assert!(store.unify(x, y));
        assert_eq!(store.deref(y), x);
    }
}
