//! Domains as terms: `1..3\/5` as people write them, and the trees of the `fdset` predicates.

use pencilmark_fd::{Bound, Domain};

use super::{
    expr::{Misfit, Parsed, Reader, integer},
    news::put_int,
};
use crate::{atom::Atoms, cell::Cell, heap::Heap};

/// A domain as `in/2` takes it.
pub fn put_domain(heap: &mut Heap, atoms: &mut Atoms, domain: &Domain) -> Cell {
    let mut union: Option<Cell> = None;
    for (lo, hi) in domain.intervals() {
        let part = match (&lo, &hi) {
            (Bound::N(a), Bound::N(b)) if a == b => put_int(heap, a),
            _ => {
                let ends = [put_end(heap, atoms, &lo), put_end(heap, atoms, &hi)];
                heap.put_compound(atoms.intern(".."), &ends)
            }
        };
        union = Some(match union {
            None => part,
            Some(before) => heap.put_compound(atoms.intern("\\/"), &[before, part]),
        });
    }
    union.unwrap_or_else(|| {
        let ends = [Cell::small(1), Cell::small(0)];
        heap.put_compound(atoms.intern(".."), &ends)
    })
}

/// An end of a domain: an integer, `inf` or `sup`.
pub fn put_end(heap: &mut Heap, atoms: &mut Atoms, end: &Bound) -> Cell {
    match end {
        Bound::N(value) => put_int(heap, value),
        Bound::Inf => Cell::atom(atoms.intern("inf")),
        Bound::Sup => Cell::atom(atoms.intern("sup")),
    }
}

/// A domain as the `fdset` predicates show it: `from_to(n(1),n(3))`, `split(4,Left,Right)`.
pub fn put_fd_set(heap: &mut Heap, atoms: &mut Atoms, domain: &Domain) -> Cell {
    put_tree(heap, atoms, &domain.intervals())
}

/// Splits in the middle, so that the tree is as deep as the logarithm of its intervals.
fn put_tree(heap: &mut Heap, atoms: &mut Atoms, intervals: &[(Bound, Bound)]) -> Cell {
    match intervals {
        [] => Cell::atom(atoms.intern("empty")),
        [(lo, hi)] => {
            let ends = [put_tagged(heap, atoms, lo), put_tagged(heap, atoms, hi)];
            heap.put_compound(atoms.intern("from_to"), &ends)
        }
        _ => {
            let (left, right) = intervals.split_at(intervals.len() / 2);
            let hole = put_end(heap, atoms, &right[0].0.plus(-1));
            let left = put_tree(heap, atoms, left);
            let right = put_tree(heap, atoms, right);
            heap.put_compound(atoms.intern("split"), &[hole, left, right])
        }
    }
}

fn put_tagged(heap: &mut Heap, atoms: &mut Atoms, end: &Bound) -> Cell {
    let cell = put_end(heap, atoms, end);
    match end {
        Bound::N(_) => heap.put_compound(atoms.intern("n"), &[cell]),
        _ => cell,
    }
}

impl Reader<'_> {
    /// A domain from its `fdset` tree.
    pub fn fd_set(&self, cell: Cell) -> Parsed<Domain> {
        let whole = self.heap.deref(cell);
        let misfit =
            if whole.is_var() { Misfit::Unbound } else { Misfit::Type("clpfd_set", whole) };
        let mut intervals: Vec<(Bound, Bound)> = Vec::new();
        let mut pending = vec![whole];
        while let Some(cell) = pending.pop() {
            let cell = self.heap.deref(cell);
            if cell.is_atom() && self.atoms.text(cell.atom_value()) == "empty" {
                continue;
            }
            let compound = self.heap.compound(cell).ok_or(misfit)?;
            let arg = |i: usize| self.heap.at(compound.first + i);
            match (self.atoms.text(compound.name), compound.arity) {
                ("from_to", 2) => {
                    let lo = self.tagged_end(arg(0)).ok_or(misfit)?;
                    let hi = self.tagged_end(arg(1)).ok_or(misfit)?;
                    intervals.push((lo, hi));
                }
                ("split", 3) => pending.extend([arg(2), arg(1)]),
                _ => return Err(misfit),
            }
        }
        Ok(Domain::from_intervals(&intervals))
    }

    fn tagged_end(&self, cell: Cell) -> Option<Bound> {
        if cell.is_atom() {
            return match self.atoms.text(cell.atom_value()) {
                "inf" => Some(Bound::Inf),
                "sup" => Some(Bound::Sup),
                _ => None,
            };
        }
        let compound = self.heap.compound(cell)?;
        if self.atoms.text(compound.name) != "n" || compound.arity != 1 {
            return None;
        }
        integer(self.heap, self.heap.at(compound.first)).map(|value| Bound::from(&value))
    }
}
