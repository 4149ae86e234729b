//! The heap with its trail: binding, unification, undoing, and the standard order of terms.

use std::cmp::Ordering;

use crate::{
    atom::{Atom, Atoms},
    cell::{BoxKind, Cell, Tag},
    hash::FastMap,
    heap::Heap,
};

/// Marks a plain variable among those that wake up.
pub(crate) const WATCHED: usize = 1 << (usize::BITS - 1);

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
    /// Plain variables that get a compound are noted among those that wake up, so that the next
    /// call can look whether they occur in it (flag `occurs_check`).
    pub(crate) watched: bool,
    /// Room for unification to note what remains.
    pending: Vec<(usize, usize, usize)>,
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
        if variable.tag() == Tag::Att || self.watched {
            self.wake(variable, value);
        }
        self.assign(variable.index(), Heap::storable(value));
    }

    /// Binds a plain variable to something that is no variable.
    #[inline]
    fn bind_plain(&mut self, variable: Cell, value: Cell) {
        if self.watched {
            self.wake(variable, value);
        }
        self.assign(variable.index(), value);
    }

    /// Notes a binding that somebody waits for. Out of the way, so that the others stay short.
    #[cold]
    #[inline(never)]
    fn wake(&mut self, variable: Cell, value: Cell) {
        let index = variable.index();
        if variable.tag() == Tag::Att {
            self.woken.push((index, value));
        } else if value.is_compound() {
            self.woken.push((index | WATCHED, value));
        }
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
    /// Terms that contain themselves unify where their infinite expansions do.
    #[inline]
    pub fn unify(&mut self, left: Cell, right: Cell) -> bool {
        let (l, r) = (self.heap.deref(left), self.heap.deref(right));
        if l == r {
            return true;
        }
        match self.unify_simple(l, r) {
            Some(result) => result,
            None => self.unify_compounds(l, r),
        }
    }

    /// Unifies two different dereferenced terms unless both are compound.
    #[inline(always)]
    fn unify_simple(&mut self, l: Cell, r: Cell) -> Option<bool> {
        // The commonest cases first: a plain variable and something to store, two constants.
        if l.tag() == Tag::Ref && r.tag() != Tag::Ref && r.tag() != Tag::Att {
            self.bind_plain(l, r);
            return Some(true);
        }
        if r.tag() == Tag::Ref && l.tag() != Tag::Ref && l.tag() != Tag::Att {
            self.bind_plain(r, l);
            return Some(true);
        }
        match (l.tag(), r.tag()) {
            (Tag::Ref, Tag::Ref) if l.index() < r.index() => self.bind(r, l),
            (Tag::Ref, _) => self.bind(l, r),
            (_, Tag::Ref) => self.bind(r, l),
            (Tag::Att, _) => self.bind(l, r),
            (_, Tag::Att) => self.bind(r, l),
            (Tag::Lst, Tag::Lst) | (Tag::Str, Tag::Str) => return None,
            (Tag::Boxed, Tag::Boxed) => return Some(self.same_box(l, r)),
            _ => return Some(false),
        }
        Some(true)
    }

    /// Unifies the arguments of two different compound terms.
    fn unify_compounds(&mut self, l: Cell, r: Cell) -> bool {
        // The list of what remains is kept from call to call: most need room for a few entries.
        let mut pending = std::mem::take(&mut self.pending);
        pending.clear();
        let result = self.unify_args(l, r, &mut pending);
        self.pending = pending;
        result
    }

    fn unify_args(&mut self, l: Cell, r: Cell, pending: &mut Vec<(usize, usize, usize)>) -> bool {
        let mut circles = Circles::new(&self.heap);
        let (mut a, mut b, mut n) = (0, 0, 0);
        let (mut l, mut r) = (l, r);
        loop {
            // Two different compounds with the same tag: their arguments are next.
            let (first, arity) = match l.tag() {
                Tag::Lst => (0, 2),
                _ => {
                    let functor = self.heap.cells[l.index()];
                    if functor != self.heap.cells[r.index()] {
                        return false;
                    }
                    (1, functor.functor_arity())
                }
            };
            if arity > 0 && circles.is_new(l.index(), r.index()) {
                // Nothing is left to do after a last argument, so long lists stay flat.
                if n > 0 {
                    pending.push((a, b, n));
                }
                (a, b, n) = (l.index() + first, r.index() + first, arity);
            }
            loop {
                if n == 0 {
                    match pending.pop() {
                        Some(next) => (a, b, n) = next,
                        None => return true,
                    }
                }
                l = self.heap.at(a);
                r = self.heap.at(b);
                (a, b, n) = (a + 1, b + 1, n - 1);
                if l == r {
                    continue;
                }
                match self.unify_simple(l, r) {
                    Some(true) => {}
                    Some(false) => return false,
                    None => break,
                }
            }
        }
    }

    /// Are two boxed cells the same value? Floats are the same when their bits are.
    pub fn same_box(&self, l: Cell, r: Cell) -> bool {
        self.heap.boxed(l).same(self.heap.boxed(r))
    }

    /// The standard order of terms: variables by age, numbers by value (a float before an equal
    /// integer), strings, atoms, then compounds by arity, name and arguments.
    pub fn compare(&self, atoms: &Atoms, left: Cell, right: Cell) -> Ordering {
        let mut pending: Vec<(usize, usize, usize)> = Vec::new();
        let mut circles = Circles::new(&self.heap);
        let (mut left, mut right) = (left, right);
        loop {
            let (l, r) = (self.heap.deref(left), self.heap.deref(right));
            if l != r {
                let order = self.compare_step(atoms, l, r, &mut pending, &mut circles);
                if order != Ordering::Equal {
                    return order;
                }
            }
            let Some((a, b, n)) = pending.pop() else { return Ordering::Equal };
            if n > 1 {
                pending.push((a + 1, b + 1, n - 1));
            }
            left = self.heap.cells[a];
            right = self.heap.cells[b];
        }
    }

    /// Compares two different cells; the arguments of compounds are left in `pending`.
    #[inline]
    fn compare_step(
        &self,
        atoms: &Atoms,
        l: Cell,
        r: Cell,
        pending: &mut Vec<(usize, usize, usize)>,
        circles: &mut Circles,
    ) -> Ordering {
        match (l.tag(), r.tag()) {
            (Tag::Int, Tag::Int) => return l.int_value().cmp(&r.int_value()),
            (Tag::Atom, Tag::Atom) => return compare_atoms(atoms, l, r),
            _ => {}
        }
        let order = rank(l).cmp(&rank(r));
        if order != Ordering::Equal {
            return order;
        }
        match rank(l) {
            RANK_VAR => l.index().cmp(&r.index()),
            RANK_NUMBER => self.compare_numbers(l, r),
            RANK_STRING => self.heap.string(l).cmp(&self.heap.string(r)),
            _ => {
                let (Some(a), Some(b)) = (self.heap.compound(l), self.heap.compound(r)) else {
                    return Ordering::Equal;
                };
                let order =
                    a.arity.cmp(&b.arity).then_with(|| atoms.text(a.name).cmp(atoms.text(b.name)));
                if order == Ordering::Equal && a.arity > 0 && circles.is_new(l.index(), r.index()) {
                    pending.push((a.first, b.first, a.arity));
                }
                order
            }
        }
    }

    fn compare_numbers(&self, l: Cell, r: Cell) -> Ordering {
        match (self.heap.number(l), self.heap.number(r)) {
            (Some(a), Some(b)) => a.standard_order(&b),
            _ => Ordering::Equal,
        }
    }
}

const RANK_VAR: u8 = 0;
const RANK_NUMBER: u8 = 1;
const RANK_STRING: u8 = 2;
const RANK_ATOM: u8 = 3;
const RANK_COMPOUND: u8 = 4;

fn rank(cell: Cell) -> u8 {
    match cell.tag() {
        Tag::Ref | Tag::Att => RANK_VAR,
        Tag::Int => RANK_NUMBER,
        Tag::Boxed if cell.box_kind() != BoxKind::Str => RANK_NUMBER,
        Tag::Boxed => RANK_STRING,
        Tag::Atom => RANK_ATOM,
        Tag::Str | Tag::Lst | Tag::Fun => RANK_COMPOUND,
    }
}

/// Alphabetical; the empty list, which is no text, is before all others.
fn compare_atoms(atoms: &Atoms, l: Cell, r: Cell) -> Ordering {
    match (l == NIL, r == NIL) {
        (true, false) => return Ordering::Less,
        (false, true) => return Ordering::Greater,
        _ => {}
    }
    let (l, r) = (l.atom_value(), r.atom_value());
    atoms.text(l).cmp(atoms.text(r)).then(l.cmp(&r))
}

/// Pairs of compounds that are taken to be equal already.
///
/// Terms that contain themselves would keep a walk over two terms going for ever. As many pairs
/// as there are cells are only counted, so that ordinary terms pay for nothing but the count;
/// afterwards compounds met together are merged into classes, of which there is an end.
struct Circles {
    steps: usize,
    free: usize,
    class: Option<FastMap<usize, usize>>,
}

impl Circles {
    fn new(heap: &Heap) -> Circles {
        Circles { steps: 0, free: heap.top().max(1 << 16), class: None }
    }

    /// Must the arguments of these two compounds be looked at?
    #[inline]
    fn is_new(&mut self, l: usize, r: usize) -> bool {
        self.steps += 1;
        self.steps <= self.free || self.merge(l, r)
    }

    #[cold]
    fn merge(&mut self, l: usize, r: usize) -> bool {
        let class = self.class.get_or_insert_default();
        let (l, r) = (find(class, l), find(class, r));
        if l == r {
            return false;
        }
        class.insert(l.max(r), l.min(r));
        true
    }
}

fn find(class: &mut FastMap<usize, usize>, mut node: usize) -> usize {
    while let Some(&parent) = class.get(&node) {
        // Halving the path keeps it short.
        if let Some(&above) = class.get(&parent) {
            class.insert(node, above);
        }
        node = parent;
    }
    node
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

    #[test]
    fn terms_that_contain_themselves_unify_and_compare() {
        let mut store = Store::default();
        let mut atoms = Atoms::new();
        let f = atoms.intern("f");
        let circle = |store: &mut Store| {
            let x = store.heap.new_var();
            let term = store.heap.put_compound(f, &[x, x]);
            assert!(store.unify(x, term));
            term
        };
        let (a, b) = (circle(&mut store), circle(&mut store));
        assert_eq!(store.compare(&atoms, a, b), Ordering::Equal);
        assert!(store.unify(a, b));
    }

    #[test]
    fn strings_come_before_atoms() {
        let mut store = Store::default();
        let mut atoms = Atoms::new();
        let a = Cell::atom(atoms.intern("a"));
        let text = store.heap.put_string("b");
        assert_eq!(store.compare(&atoms, a, text), Ordering::Greater);
    }
}
