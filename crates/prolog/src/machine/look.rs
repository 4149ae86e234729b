//! What instructions ask about a term: constants, types, identity.

use crate::{
    cell::{BoxKind, Cell, Tag},
    compile::instr::Test,
    machine::Machine,
};

impl Machine {
    /// A constant of the code on the heap.
    pub(super) fn put_constant(&mut self, k: u32) -> Cell {
        let value = self.constants[k as usize].clone();
        let kind = crate::record::kind_of(&value);
        self.store.heap.put_shared(kind, value)
    }

    /// Unifies a term with a constant of the code.
    pub(super) fn get_box(&mut self, x: Cell, k: u32) -> bool {
        match x.tag() {
            Tag::Ref | Tag::Att => {
                let cell = self.put_constant(k);
                self.store.bind(x, cell);
                true
            }
            Tag::Boxed => self.store.heap.boxed(x).same(&self.constants[k as usize]),
            _ => false,
        }
    }

    /// Does a type test hold?
    #[inline]
    pub(super) fn test(&self, test: Test, x: Cell) -> bool {
        match test {
            Test::Var => x.is_var(),
            Test::Nonvar => !x.is_var(),
            Test::Atom => crate::native::types::is_name(x),
            Test::Atomic => x.is_atomic(),
            Test::Compound => x.is_compound(),
            Test::Callable => x.is_compound() || crate::native::types::is_name(x),
            Test::Integer => x.is_integer(),
            Test::Number => match x.tag() {
                Tag::Int => true,
                Tag::Boxed => x.box_kind() != BoxKind::Str,
                _ => false,
            },
            Test::Float => x.tag() == Tag::Boxed && x.box_kind() == BoxKind::Float,
            Test::String => x.tag() == Tag::Boxed && x.box_kind() == BoxKind::Str,
            Test::IsList => self.is_list(x),
        }
    }

    fn is_list(&self, list: Cell) -> bool {
        let mut tail = list;
        let (mut anchor, mut count, mut power) = (tail, 0usize, 1usize);
        while tail.tag() == Tag::Lst {
            tail = self.store.heap.at(tail.index() + 1);
            count += 1;
            if tail == anchor && tail.tag() == Tag::Lst {
                return false;
            }
            if count == power {
                (anchor, power) = (tail, power * 2);
            }
        }
        tail == crate::store::NIL
    }

    /// Are two terms the same?
    #[inline]
    pub fn identical(&self, l: Cell, r: Cell) -> bool {
        let (l, r) = (self.store.deref(l), self.store.deref(r));
        if l == r {
            return true;
        }
        if l.tag() != r.tag() || !matches!(l.tag(), Tag::Str | Tag::Lst | Tag::Boxed) {
            return false;
        }
        self.store.compare(&self.atoms, l, r) == std::cmp::Ordering::Equal
    }
}
