//! Copies of constrained variables: the copy gets constraints of its own.
//!
//! The attribute of a constrained variable names a variable of the store, which a copy must not
//! share, and what `findall/3` keeps outlives the store's state. So a term with constrained
//! variables is recorded together with the goals that say what is known about them, and the goals
//! are posted again wherever the record is brought back.

use crate::{
    atom::Atom,
    cell::{Cell, Tag},
    machine::Machine,
    record::Record,
    throw::Throw,
};

impl Machine {
    /// A record of a term with its attributes; constraints are recorded as goals.
    pub fn record(&mut self, term: Cell) -> Result<Record, Throw> {
        if !self.is_constrained(term) {
            return Ok(Record::new(&mut self.store.heap, term, true));
        }
        let copy = self.store.heap.new_var();
        let name = self.atoms.intern("$constrained_copy");
        let goal = self.store.heap.put_compound(name, &[term, copy]);
        let at = self.pins.len();
        self.pins.push(copy);
        let done = self.solve_once(goal, Atom::SYSTEM);
        let copy = self.pins[at];
        self.pins.truncate(at);
        done?;
        Ok(Record::new(&mut self.store.heap, copy, true))
    }

    /// Brings a record back; its constraints are posted.
    pub fn replay(&mut self, record: &Record) -> Result<Cell, Throw> {
        self.room(record.cells.len() * size_of::<Cell>())?;
        let term = record.instantiate(&mut self.store.heap);
        self.post_recorded(term)
    }

    /// Posts the goals of a term that was recorded as constrained, and gives the term itself.
    pub fn post_recorded(&mut self, term: Cell) -> Result<Cell, Throw> {
        let Some([copy, goals]) = self.store.heap.args::<2>(term, Atom::CONSTRAINED) else {
            return Ok(term);
        };
        let name = self.atoms.intern("$post_goals");
        let goal = self.store.heap.put_compound(name, &[goals]);
        let at = self.pins.len();
        self.pins.push(copy);
        let done = self.solve_once(goal, Atom::SYSTEM);
        let copy = self.pins[at];
        self.pins.truncate(at);
        done?;
        Ok(copy)
    }

    /// Are there constrained variables in the term?
    pub(crate) fn is_constrained(&self, term: Cell) -> bool {
        let heap = &self.store.heap;
        if self.fd.store.var_count() == 0 || heap.deref(term).is_atomic() {
            return false;
        }
        let mut visited = std::collections::HashSet::new();
        let mut pending = vec![term];
        while let Some(cell) = pending.pop() {
            let cell = heap.deref(cell);
            match cell.tag() {
                Tag::Att if self.fd.find(heap, cell).is_some() => return true,
                Tag::Str | Tag::Lst => {
                    if let Some(compound) = heap.compound(cell)
                        && visited.insert(compound.first)
                    {
                        let args = compound.first..compound.first + compound.arity;
                        pending.extend(&heap.cells[args]);
                    }
                }
                _ => {}
            }
        }
        false
    }
}
