//! Which Prolog variable is which variable of the constraint store.
//!
//! A constrained variable is an attributed variable of the module `clpfd` whose value is the
//! number of a store variable. A plain variable that a goal mentions gets a number too, which
//! lasts only until the goal has been posted: then either the store knows something about it and
//! it becomes attributed, or it is forgotten.

use pencilmark_fd::{FdVar, Mark, Shown, Store};

use super::label::Underway;
use crate::{
    atom::Atom,
    cell::{Cell, Tag},
    hash::FastMap,
    heap::Heap,
};

/// The constraint store with its Prolog side.
#[derive(Debug)]
pub struct Vars {
    /// The constraints.
    pub store: Store,
    /// The name of the attribute, `clpfd`.
    pub module: Atom,
    /// Heap index of each store variable, or [`NOWHERE`].
    homes: Vec<usize>,
    /// Room for the products of a sum.
    pub products: Vec<(i64, FdVar)>,
    /// Plain variables of the goal being posted.
    mentioned: FastMap<usize, FdVar>,
    /// Heap indices of the orders that `zcompare/3` waits for, by token.
    orders: Vec<usize>,
    /// Constraints are noted instead of posted.
    pub collecting: bool,
    /// Constraints that an answer has shown already.
    pub shown: Shown,
    /// Searches under way, innermost last.
    pub underway: Vec<Underway>,
    /// Marks of the store, one for each choice point made since it was first used.
    marks: Vec<Mark>,
}

const NOWHERE: usize = usize::MAX;

impl Vars {
    /// No constraints yet.
    pub fn new(module: Atom) -> Vars {
        Vars {
            store: Store::new(),
            module,
            homes: Vec::new(),
            products: Vec::new(),
            mentioned: FastMap::default(),
            orders: Vec::new(),
            collecting: false,
            shown: Shown::default(),
            underway: Vec::new(),
            marks: Vec::new(),
        }
    }

    /// Before a goal is posted: plain variables have to be met anew, and what becomes known is
    /// younger than everything on the heap.
    pub fn begin(&mut self, heap: &Heap) {
        if !self.mentioned.is_empty() {
            self.mentioned.clear();
        }
        self.homes.truncate(self.store.var_count());
        self.store.set_clock(heap.top() as u64);
    }

    /// The store variable of an unbound variable.
    pub fn of(&mut self, heap: &Heap, cell: Cell) -> FdVar {
        if let Some(var) = self.find(heap, cell) {
            return var;
        }
        let index = cell.index();
        if let Some(&var) = self.mentioned.get(&index) {
            return var;
        }
        let var = self.store.new_var_at(index as u64);
        self.mentioned.insert(index, var);
        self.set_home(var, index);
        var
    }

    /// The store variable of an unbound variable that is constrained.
    pub fn find(&self, heap: &Heap, cell: Cell) -> Option<FdVar> {
        if cell.tag() == Tag::Att { self.named_by(heap, cell.index()) } else { None }
    }

    /// The store variable that the attributes at a heap index name. A program can put anything
    /// there, so the number is checked.
    pub fn named_by(&self, heap: &Heap, index: usize) -> Option<FdVar> {
        let value = if self.is_first(heap, index) {
            heap.at(heap.cells[index + 1].index() + 2)
        } else {
            attribute(heap, index, self.module)?
        };
        let number = usize::try_from(value.int_value()).ok()?;
        (value.tag() == Tag::Int && number < self.store.var_count()).then_some(FdVar(number as u32))
    }

    /// Is the attribute of this module plainly the first one?
    #[inline]
    fn is_first(&self, heap: &Heap, index: usize) -> bool {
        let chain = heap.cells[index + 1];
        chain.tag() == Tag::Str
            && heap.cells[chain.index()] == Cell::functor(Atom::ATT, 3)
            && heap.cells[chain.index() + 1] == Cell::atom(self.module)
    }

    /// Is the attribute of this module plainly the only one? A quick look at the usual case.
    #[inline]
    pub fn is_alone(&self, heap: &Heap, index: usize) -> bool {
        self.is_first(heap, index)
            && heap.cells[heap.cells[index + 1].index() + 3] == Cell::atom(Atom::NIL)
    }

    /// Is there an unbound variable with the attribute of this module only?
    #[inline]
    pub fn is_plain(&self, heap: &Heap, index: usize) -> bool {
        let Some(&[own, chain]) = heap.cells.get(index..index + 2) else { return false };
        if own != Cell::attributed(index) || chain.tag() != Tag::Str {
            return false;
        }
        let first = chain.index();
        let Some(&[functor, module, _, more]) = heap.cells.get(first..first + 4) else {
            return false;
        };
        functor == Cell::functor(Atom::ATT, 3)
            && module == Cell::atom(self.module)
            && more == Cell::atom(Atom::NIL)
    }

    /// Where the variable lives on the heap.
    #[inline]
    pub fn home(&self, var: FdVar) -> Option<usize> {
        self.homes.get(var.0 as usize).copied().filter(|&home| home != NOWHERE)
    }

    /// Moves a variable to another heap index.
    pub fn set_home(&mut self, var: FdVar, index: usize) {
        let at = var.0 as usize;
        if self.homes.len() <= at {
            self.homes.resize(at + 1, NOWHERE);
        }
        self.homes[at] = index;
    }

    /// All heap indices held here, for the collector to mark and move.
    pub fn roots_mut(&mut self) -> impl Iterator<Item = &mut usize> {
        self.homes.truncate(self.store.var_count());
        self.homes.iter_mut().chain(&mut self.orders).filter(|home| **home != NOWHERE)
    }

    /// A collection changed the trail: searches no longer know their bindings on it.
    pub fn forget_kept(&mut self) {
        self.underway.iter_mut().for_each(|search| search.kept = 0);
    }

    /// A token for the variable at this heap index that will become an order.
    pub fn new_order(&mut self, index: usize) -> u32 {
        self.orders.push(index);
        self.orders.len() as u32 - 1
    }

    /// The order that a token stands for.
    pub fn order_cell(&self, token: u32) -> Option<Cell> {
        self.orders.get(token as usize).map(|&index| Cell::reference(index))
    }

    /// A choice point is made. The number given back names it to [`Vars::undo_to`].
    #[inline]
    pub fn new_level(&mut self) -> u32 {
        if self.store.var_count() == 0 {
            return UNUSED;
        }
        self.marks.push(self.store.mark());
        self.marks.len() as u32 - 1
    }

    /// Back to the state at a choice point, which stays.
    #[inline]
    pub fn undo_to(&mut self, level: u32) {
        match self.marks.get(level as usize) {
            Some(&mark) => {
                self.store.undo_to(mark);
                self.marks.truncate(level as usize + 1);
            }
            None if self.store.var_count() > 0 => self.reset(),
            None => {}
        }
    }

    /// A choice point and all younger ones are gone.
    #[inline]
    pub fn drop_level(&mut self, level: u32) {
        if level == UNUSED {
            self.marks.clear();
        } else {
            self.marks.truncate(level as usize);
        }
    }

    /// Searches of choice points from this height on are over: heights grow along the list.
    #[inline]
    pub fn drop_searches(&mut self, height: usize) {
        while self.underway.last().is_some_and(|search| search.height >= height) {
            self.underway.pop();
        }
    }

    fn reset(&mut self) {
        self.store.clear();
        self.homes.clear();
        self.orders.clear();
        self.underway.clear();
        self.marks.clear();
    }
}

/// The level of a choice point made before there was any constraint.
const UNUSED: u32 = u32::MAX;

/// The value of an attribute of the attributed variable at `index`.
pub fn attribute(heap: &Heap, index: usize, module: Atom) -> Option<Cell> {
    let mut chain = heap.at(index + 1);
    while let Some([name, value, more]) = heap.args::<3>(chain, Atom::ATT) {
        if name == Cell::atom(module) {
            return Some(value);
        }
        chain = more;
    }
    None
}

/// Does the attributed variable at `index` have attributes of other modules than this one?
pub fn has_others(heap: &Heap, index: usize, module: Atom) -> bool {
    let mut chain = heap.at(index + 1);
    while let Some([name, _, more]) = heap.args::<3>(chain, Atom::ATT) {
        if name != Cell::atom(module) {
            return true;
        }
        chain = more;
    }
    false
}
