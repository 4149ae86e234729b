//! Adding and erasing clauses.

use std::rc::Rc;

use crate::{
    atom::Atom,
    cell::{Cell, Tag},
    database::{Clause, Entry, head::head_keys},
    hash::FastMap,
    heap::Heap,
    machine::{Machine, choice::Alt, iso::is_iso},
    record::Record,
    throw::{self, Throw},
};

/// Where a clause comes from.
#[derive(Clone, Copy, Debug)]
pub struct Origin {
    /// The file, or the empty atom.
    pub file: Atom,
    /// The line, or 0.
    pub line: u32,
}

impl Origin {
    /// A clause that was asserted.
    pub const NONE: Origin = Origin { file: Atom::EMPTY, line: 0 };
}

/// A clause term taken apart.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// The module of the predicate.
    pub module: Atom,
    /// The module of the body.
    pub body_module: Atom,
    /// The head without module.
    pub head: Cell,
    /// The body.
    pub body: Cell,
    /// A rule `Head => Body`.
    pub ssu: bool,
}

impl Machine {
    /// Removes module qualifications.
    pub fn strip_module(&self, term: Cell, module: Atom) -> (Atom, Cell) {
        let (mut module, mut term) = (module, self.store.deref(term));
        while let Some([m, inner]) = self.store.heap.args::<2>(term, Atom::COLON) {
            if !m.is_atom() {
                break;
            }
            (module, term) = (m.atom_value(), inner);
        }
        (module, term)
    }

    /// Name and arity of a callable term.
    pub fn functor_of(&self, term: Cell) -> Option<(Atom, usize)> {
        match term.tag() {
            Tag::Atom => Some((term.atom_value(), 0)),
            _ => self.store.heap.compound(term).map(|c| (c.name, c.arity)),
        }
    }

    /// Takes a clause apart and checks it.
    pub fn clause_parts(&mut self, term: Cell, module: Atom) -> Result<Parts, Throw> {
        let (module, term) = self.strip_module(term, module);
        let mut ssu = false;
        let (head, body) = match self.store.heap.compound(term) {
            Some(c) if c.arity == 2 && c.name == Atom::NECK => {
                (self.store.heap.at(c.first), self.store.heap.at(c.first + 1))
            }
            Some(c) if c.arity == 2 && c.name == Atom::SSU_ARROW => {
                ssu = true;
                (self.store.heap.at(c.first), self.store.heap.at(c.first + 1))
            }
            _ => (term, Cell::atom(Atom::TRUE)),
        };
        let (body_module, mut body) = self.strip_module(body, module);
        let (head_module, mut head) = self.strip_module(head, module);
        if ssu {
            // `Head, Guard => Body`: the guard runs before the rule commits.
            let cut = Cell::atom(Atom::CUT);
            let rest = [cut, Heap::storable(body)];
            body = self.store.heap.put_compound(Atom::COMMA, &rest);
            if let Some([inner, guard]) = self.store.heap.args::<2>(head, Atom::COMMA) {
                head = inner;
                let guarded = [Heap::storable(guard), body];
                body = self.store.heap.put_compound(Atom::COMMA, &guarded);
            }
        }
        if head.is_var() {
            return Err(throw::instantiation(&mut self.store.heap));
        }
        if self.functor_of(head).is_none() {
            return Err(throw::type_error(&mut self.store.heap, Atom::CALLABLE, head));
        }
        let body = self.check_body(head, body)?;
        Ok(Parts { module: head_module, body_module, head, body, ssu })
    }

    /// A body must consist of goals; numbers are none, and variables become `call/1` unless they
    /// occur nowhere else in the clause.
    fn check_body(&mut self, head: Cell, body: Cell) -> Result<Cell, Throw> {
        let mut variables = false;
        let proper = self.is_body(body, &mut variables);
        if !proper || variables && self.has_lone_goal(head, body) {
            if body.is_var() {
                return Err(throw::instantiation(&mut self.store.heap));
            }
            let kind = Atom::CALLABLE;
            return Err(throw::type_error(&mut self.store.heap, kind, Heap::storable(body)));
        }
        Ok(if variables { self.call_variables(body, 0) } else { body })
    }

    /// Is every goal of a body a callable term or a variable?
    pub(crate) fn is_body(&self, body: Cell, variables: &mut bool) -> bool {
        let mut pending = vec![body];
        while let Some(goal) = pending.pop() {
            let goal = self.store.deref(goal);
            match goal.tag() {
                Tag::Int | Tag::Boxed => return false,
                Tag::Atom if goal == crate::store::NIL => return false,
                Tag::Ref | Tag::Att => *variables = true,
                Tag::Str => {
                    if let Some(c) = self.store.heap.compound(goal)
                        && c.arity == 1
                        && c.name == Atom::NOT
                    {
                        pending.push(self.store.heap.cells[c.first]);
                    }
                    if let Some(c) = self.store.heap.compound(goal)
                        && c.arity == 2
                        && is_connective(c.name)
                    {
                        pending.push(self.store.heap.cells[c.first]);
                        pending.push(self.store.heap.cells[c.first + 1]);
                    }
                }
                _ => {}
            }
        }
        true
    }

    /// Is a goal of the body a variable that occurs nowhere else in the clause?
    fn has_lone_goal(&self, head: Cell, body: Cell) -> bool {
        let mut counts: FastMap<usize, (usize, bool)> = FastMap::default();
        let mut seen: FastMap<usize, ()> = FastMap::default();
        // Terms with what they are: a part of the body that may be a goal, or anything.
        let mut pending = vec![(head, false), (body, true)];
        while let Some((term, is_goal)) = pending.pop() {
            let term = self.store.deref(term);
            if term.is_var() {
                let (count, goal) = counts.entry(term.index()).or_default();
                *count += 1;
                *goal |= is_goal;
            }
            let Some(c) = self.store.heap.compound(term) else { continue };
            let negation = c.arity == 1 && c.name == Atom::NOT;
            let goals = is_goal && (negation || c.arity == 2 && is_connective(c.name));
            if goals || seen.insert(c.first, ()).is_none() {
                let args = &self.store.heap.cells[c.first..c.first + c.arity];
                pending.extend(args.iter().map(|&arg| (arg, goals)));
            }
        }
        counts.values().any(|&(count, goal)| goal && count == 1)
    }

    /// The body with `call(V)` for every goal `V` that is a variable.
    pub(crate) fn call_variables(&mut self, body: Cell, depth: usize) -> Cell {
        let body = self.store.deref(body);
        if body.is_var() {
            return self.store.heap.put_compound(Atom::CALL, &[Heap::storable(body)]);
        }
        match self.store.heap.compound(body) {
            Some(c) if c.arity == 2 && is_connective(c.name) && depth < 1000 => {
                let args = [self.store.heap.cells[c.first], self.store.heap.cells[c.first + 1]];
                let args = args.map(|arg| self.call_variables(arg, depth + 1));
                self.store.heap.put_compound(c.name, &args)
            }
            _ => body,
        }
    }

    /// Adds a clause to a predicate that may be changed.
    pub fn add_clause(&mut self, parts: Parts, at_end: bool, origin: Origin) -> Result<u32, Throw> {
        let (name, arity) = self.functor_of(parts.head).unwrap_or((Atom::NIL, 0));
        let pred = self.pred(parts.module, name, arity);
        let clause = if parts.ssu {
            self.ssu_clause(parts.head, parts.body)
        } else {
            let args = [parts.head, Heap::storable(parts.body)];
            self.store.heap.put_compound(Atom::NECK, &args)
        };
        let top = self.store.heap.top();
        let record = Record::new(&mut self.store.heap, clause, false);
        // The clause term itself was only made to be copied.
        if top == self.store.heap.top() && !parts.ssu {
            self.store.heap.cells.truncate(top - 3);
        }
        self.grow_program(record.bytes() + size_of::<Clause>())?;
        let record = Rc::new(record);
        self.generation += 1;
        let mut clause = Clause {
            pred,
            record,
            module: parts.body_module,
            keys: Box::default(),
            birth: self.generation,
            death: u64::MAX,
            code: 0,
            code_len: 0,
            constants: Vec::new(),
            line: origin.line,
            file: origin.file,
            ssu: parts.ssu,
            called: false,
            moves: !self.preds[pred as usize].flags.dynamic,
        };
        let (head, body) = clause.parts();
        clause.keys = if parts.ssu {
            let original = Record::new(&mut self.store.heap, parts.head, false);
            let root = original.cells.first().map_or(Cell::small(0), |c| *c);
            head_keys(&original, root, None)
        } else {
            head_keys(&clause.record, head, clause.moves.then_some(body))
        };
        let index = match self.free_clauses.pop() {
            Some(index) => {
                self.clauses[index as usize] = clause;
                index
            }
            None => {
                self.clauses.push(clause);
                self.clauses.len() as u32 - 1
            }
        };
        if !self.preds[pred as usize].flags.defined {
            self.relink(parts.module, name, arity);
        }
        let info = &mut self.preds[pred as usize];
        info.live += 1;
        info.flags.defined = true;
        info.flags.ssu |= parts.ssu;
        let chain = info.clauses;
        self.chains[chain as usize].add(index, at_end);
        self.add_to_list(self.preds[pred as usize].list, index, at_end);
        self.refresh_entry(pred);
        self.newest_clause = index;
        self.changed(pred, index, true);
        Ok(index)
    }

    /// `Head, Guard => Body` as a clause: it matches without binding the caller's variables,
    /// and commits after the guard.
    fn ssu_clause(&mut self, head: Cell, body: Cell) -> Cell {
        let (name, arity) = self.functor_of(head).unwrap_or((Atom::NIL, 0));
        let (call, args) = if arity == 0 {
            (head, head)
        } else {
            let skeleton = self.store.heap.put_skeleton(name, arity);
            (Heap::compound_cell(skeleton), head)
        };
        let body = self.ssu_guard(head, body);
        let matches = self.atoms.intern("$matches");
        let heap = &mut self.store.heap;
        let matches = heap.put_compound(matches, &[args, call]);
        let unify = heap.put_compound(Atom::EQUALS, &[args, call]);
        let body = Heap::storable(body);
        let body = heap.put_compound(Atom::COMMA, &[unify, body]);
        let body = heap.put_compound(Atom::COMMA, &[matches, body]);
        heap.put_compound(Atom::NECK, &[call, body])
    }

    /// The body of a rule in which the first goals of the guard match, if they unify an argument of
    /// the head with a term: they do not bind the caller's variables either.
    fn ssu_guard(&mut self, head: Cell, body: Cell) -> Cell {
        let body = self.store.deref(body);
        let Some([goal, rest]) = self.store.heap.args::<2>(body, Atom::COMMA) else { return body };
        let goal = self.store.deref(goal);
        if let Some([first, second]) = self.store.heap.args::<2>(goal, Atom::COMMA) {
            let rest = self.store.heap.put_compound(Atom::COMMA, &[second, rest]);
            let body = self.store.heap.put_compound(Atom::COMMA, &[first, rest]);
            return self.ssu_guard(head, body);
        }
        let goal = match self.store.heap.args::<2>(goal, Atom::EQUALS) {
            Some([a, b]) => {
                let (a, b) = (self.store.deref(a), self.store.deref(b));
                let (var, term) = if a.is_var() { (a, b) } else { (b, a) };
                let given = var.is_var() && !term.is_var() && self.is_argument(head, var);
                if !given {
                    return body;
                }
                let matches = self.atoms.intern("$matches");
                let matches = self.store.heap.put_compound(matches, &[term, var]);
                self.store.heap.put_compound(Atom::COMMA, &[matches, goal])
            }
            None if goal == Cell::atom(Atom::TRUE) => goal,
            None => return body,
        };
        let rest = self.ssu_guard(head, rest);
        self.store.heap.put_compound(Atom::COMMA, &[goal, rest])
    }

    fn is_argument(&self, head: Cell, var: Cell) -> bool {
        let compound = self.store.heap.compound(self.store.deref(head));
        compound.is_some_and(|compound| {
            (0..compound.arity)
                .any(|at| self.store.deref(self.store.heap.at(compound.first + at)) == var)
        })
    }

    /// The entry of a predicate after its clauses or properties changed.
    pub(crate) fn refresh_entry(&mut self, pred: u32) {
        let info = &self.preds[pred as usize];
        let entry = &mut self.entries[pred as usize];
        if matches!(entry, Entry::Native(_) | Entry::NonDet(_) | Entry::Unread(_)) {
            return;
        }
        *entry = if info.flags.dynamic {
            Entry::Dynamic
        } else if info.live > 0 {
            Entry::Unlinked
        } else if info.flags.defined {
            Entry::Empty
        } else {
            Entry::Undefined
        };
    }

    /// May a program change this predicate? With `dynamic`, a new one becomes dynamic.
    pub(crate) fn modifiable(&mut self, parts: &Parts) -> Result<u32, Throw> {
        let (name, arity) = self.functor_of(parts.head).unwrap_or((Atom::NIL, 0));
        if let Some(throw) = self.protected(parts.module, name, arity, "modify") {
            return Err(throw);
        }
        let pred = self.pred(parts.module, name, arity);
        let info = &mut self.preds[pred as usize];
        if !info.flags.defined {
            info.flags.dynamic = true;
            info.flags.defined = true;
            self.refresh_entry(pred);
        } else if !info.flags.dynamic {
            return Err(self.static_procedure(parts.module, name, arity, "modify"));
        }
        Ok(pred)
    }

    /// The error for changing a system predicate, if it is one.
    pub(crate) fn protected(
        &mut self,
        module: Atom,
        name: Atom,
        arity: usize,
        action: &str,
    ) -> Option<Throw> {
        if self.loader.system {
            return None;
        }
        let system = self.find_pred(Atom::SYSTEM, name, arity)?;
        let own = module == Atom::SYSTEM && self.preds[system as usize].flags.locked;
        if !own && !is_iso(self.atoms.text(name), arity) {
            return None;
        }
        Some(self.static_procedure(module, name, arity, action))
    }

    /// `permission_error(Action, static_procedure, PI)`.
    pub(crate) fn static_procedure(
        &mut self,
        module: Atom,
        name: Atom,
        arity: usize,
        action: &str,
    ) -> Throw {
        let _ = module;
        let kind = if action == "access" { "private_procedure" } else { "static_procedure" };
        let kind = self.atoms.intern(kind);
        let action = self.atoms.intern(action);
        let arity = Cell::small(arity as i32);
        let indicator = self.store.heap.put_compound(Atom::SLASH, &[Cell::atom(name), arity]);
        throw::permission_error(&mut self.store.heap, action, kind, indicator)
    }

    /// Erases a clause; `false` if it was erased already.
    pub fn erase(&mut self, clause: u32) -> bool {
        let info = &mut self.clauses[clause as usize];
        if info.death != u64::MAX {
            return false;
        }
        self.generation += 1;
        info.death = self.generation;
        let pred = info.pred;
        let info = &mut self.preds[pred as usize];
        info.live -= 1;
        info.erased += 1;
        let (erased, live, dynamic) = (info.erased, info.live, info.flags.dynamic);
        if !dynamic {
            self.refresh_entry(pred);
        }
        self.changed(pred, clause, false);
        if erased > 8 && erased > live && dynamic && self.transactions.is_empty() {
            self.clean(pred);
        }
        true
    }

    /// A clause was added or erased: transactions note it, tables may be out of date.
    fn changed(&mut self, pred: u32, clause: u32, added: bool) {
        if let Some(changes) = self.transactions.last_mut() {
            changes.push((clause, added));
        }
        if self.preds[pred as usize].flags.incremental {
            self.tables.invalidate();
        }
    }

    /// Ends the innermost transaction; without `keep` its changes are taken back.
    pub(crate) fn end_transaction(&mut self, keep: bool) {
        let changes = self.transactions.pop().unwrap_or_default();
        if keep {
            if let Some(outer) = self.transactions.last_mut() {
                outer.extend(changes);
            }
            return;
        }
        let outer = std::mem::take(&mut self.transactions);
        for (clause, added) in changes.into_iter().rev() {
            if added {
                self.erase(clause);
                continue;
            }
            self.generation += 1;
            self.clauses[clause as usize].death = u64::MAX;
            let pred = self.clauses[clause as usize].pred;
            let info = &mut self.preds[pred as usize];
            info.live += 1;
            info.erased = info.erased.saturating_sub(1);
            self.refresh_entry(pred);
            self.changed(pred, clause, true);
        }
        self.transactions = outer;
    }

    /// Gives erased clauses back, if no choice point can still come to them.
    pub(crate) fn clean(&mut self, pred: u32) {
        let in_use = self.choices.iter().any(|choice| match choice.alt {
            Alt::Dynamic { pred: used, .. } => used == pred,
            Alt::Redo(_) => true,
            _ => false,
        });
        if in_use {
            return;
        }
        let all = self.preds[pred as usize].clauses;
        let dead: Vec<u32> = self.chains[all as usize]
            .iter()
            .filter(|&c| self.clauses[c as usize].death != u64::MAX)
            .collect();
        let clauses = &self.clauses;
        self.chains[all as usize].retain(|c| clauses[c as usize].death == u64::MAX);
        self.preds[pred as usize].erased = 0;
        let list = std::mem::take(&mut self.preds[pred as usize].list);
        self.free_list(list, false);
        for clause in dead {
            // The code of a clause with a body may still be running.
            let fact = self.clauses[clause as usize].parts().1 == Cell::atom(Atom::TRUE);
            if fact || self.clauses[clause as usize].code == 0 {
                self.free_clause_code(clause);
                let bytes = self.clauses[clause as usize].record.bytes() + size_of::<Clause>();
                self.shrink_program(bytes);
                self.clauses[clause as usize].record = Rc::default();
                self.clauses[clause as usize].keys = Box::default();
                self.free_clauses.push(clause);
            }
        }
    }
}

fn is_connective(name: Atom) -> bool {
    matches!(name, Atom::COMMA | Atom::SEMICOLON | Atom::ARROW | Atom::SOFT_ARROW)
}
