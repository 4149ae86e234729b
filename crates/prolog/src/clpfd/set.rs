//! Domains as terms: `1..3\/5` as people write them, and the trees of the `fdset` predicates.

use pencilmark_fd::{Bound, Domain, FdTree, Int};

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
    put_tree(heap, atoms, &FdTree::from_domain(domain))
}

/// A set as a term. Trees are as deep as what built them, so a stack keeps the parts.
pub fn put_tree(heap: &mut Heap, atoms: &mut Atoms, tree: &FdTree) -> Cell {
    enum Step<'a> {
        Visit(&'a FdTree),
        Join(&'a Int),
    }
    let mut steps = vec![Step::Visit(tree)];
    let mut done: Vec<Cell> = Vec::new();
    while let Some(step) = steps.pop() {
        match step {
            Step::Visit(FdTree::Empty) => done.push(Cell::atom(atoms.intern("empty"))),
            Step::Visit(FdTree::FromTo(lo, hi)) => {
                let ends = [put_tagged(heap, atoms, lo), put_tagged(heap, atoms, hi)];
                done.push(heap.put_compound(atoms.intern("from_to"), &ends));
            }
            Step::Visit(FdTree::Split(hole, left, right)) => {
                steps.extend([Step::Join(hole), Step::Visit(right), Step::Visit(left)]);
            }
            Step::Join(hole) => {
                if let (Some(right), Some(left)) = (done.pop(), done.pop()) {
                    let hole = put_int(heap, hole);
                    done.push(heap.put_compound(atoms.intern("split"), &[hole, left, right]));
                }
            }
        }
    }
    done.pop().unwrap_or(Cell::atom(atoms.intern("empty")))
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
        Ok(self.tree(cell)?.to_domain())
    }

    /// A set as the tree it is written as.
    pub fn tree(&self, cell: Cell) -> Parsed<FdTree> {
        enum Step {
            Visit(Cell),
            Join(Int),
        }
        let whole = self.heap.deref(cell);
        let misfit =
            if whole.is_var() { Misfit::Unbound } else { Misfit::Type("clpfd_set", whole) };
        let mut steps = vec![Step::Visit(whole)];
        let mut done: Vec<FdTree> = Vec::new();
        while let Some(step) = steps.pop() {
            let cell = match step {
                Step::Visit(cell) => self.heap.deref(cell),
                Step::Join(hole) => {
                    if let (Some(right), Some(left)) = (done.pop(), done.pop()) {
                        done.push(FdTree::Split(hole, Box::new(left), Box::new(right)));
                    }
                    continue;
                }
            };
            if cell.is_atom() && self.atoms.text(cell.atom_value()) == "empty" {
                done.push(FdTree::Empty);
                continue;
            }
            let compound = self.heap.compound(cell).ok_or(misfit)?;
            let arg = |i: usize| self.heap.at(compound.first + i);
            match (self.atoms.text(compound.name), compound.arity) {
                ("from_to", 2) => {
                    let lo = self.tagged_end(arg(0)).ok_or(misfit)?;
                    let hi = self.tagged_end(arg(1)).ok_or(misfit)?;
                    done.push(FdTree::FromTo(lo, hi));
                }
                ("split", 3) => {
                    let hole = integer(self.heap, arg(0)).ok_or(misfit)?;
                    steps.extend([Step::Join(hole), Step::Visit(arg(2)), Step::Visit(arg(1))]);
                }
                _ => return Err(misfit),
            }
        }
        done.pop().ok_or(misfit)
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
