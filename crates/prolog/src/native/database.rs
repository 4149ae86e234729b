//! The clause database: asserting, retracting, looking at clauses.

use crate::{
    atom::Atom,
    cell::Cell,
    database::key_of,
    machine::{
        Machine, More,
        assert::{Origin, Parts},
        iso::is_iso,
    },
    native::{NonDetTable, Table, args},
    throw::{self, Outcome, Throw},
};

/// Deterministic predicates.
pub const NATIVES: Table = &[
    ("assertz", 1, |m| assert(m, true)),
    ("assert", 1, |m| assert(m, true)),
    ("asserta", 1, |m| assert(m, false)),
    ("retractall", 1, retractall),
    ("$erase_all", 1, erase_all),
    ("$clause_refs", 3, clause_refs),
    ("$clause_term", 2, clause_term),
    ("$clause_info", 3, clause_info),
    ("$clause_module", 2, clause_module),
    ("$erase", 1, erase),
    ("$newest_clause", 1, |m| {
        let newest = Cell::small(m.newest_clause as i32);
        m.unify_arg(0, newest)
    }),
    ("abolish", 1, abolish),
    ("abolish", 2, abolish2),
];

/// Predicates with several answers.
pub const NONDET: NonDetTable = &[("retract", 1, retract), ("clause", 2, clause)];

fn assert(m: &mut Machine, at_end: bool) -> Outcome {
    let term = m.arg(0);
    if term.is_var() {
        return Err(throw::instantiation(&mut m.store.heap));
    }
    let parts = m.clause_parts(term, Atom::USER)?;
    m.modifiable(&parts)?;
    m.add_clause(parts, at_end, Origin::NONE)?;
    Ok(true)
}

/// Takes a clause pattern apart: the predicate if it exists, head and body.
fn pattern(m: &mut Machine, term: Cell) -> Result<Parts, Throw> {
    let (module, term) = m.strip_module(term, Atom::USER);
    let (head, body) = match m.store.heap.args::<2>(term, Atom::NECK) {
        Some([head, body]) => (head, body),
        None => (term, Cell::atom(Atom::TRUE)),
    };
    let (module, head) = m.strip_module(head, module);
    if head.is_var() {
        return Err(throw::instantiation(&mut m.store.heap));
    }
    if m.functor_of(head).is_none() {
        return Err(throw::type_error(&mut m.store.heap, Atom::CALLABLE, head));
    }
    Ok(Parts { module, body_module: module, head, body, ssu: false })
}

impl Machine {
    /// Clauses whose head may match, with the predicate; `None` where it is not defined.
    fn candidates(&mut self, module: Atom, head: Cell) -> Option<(u32, Vec<u32>)> {
        let (name, arity) = self.functor_of(head)?;
        let pred = self.definition(module, name, arity)?;
        self.read_clauses(pred).ok()?;
        let keys: Vec<u64> = match self.store.heap.compound(head) {
            Some(c) => (0..c.arity.min(8))
                .map(|i| key_of(&self.store.heap, self.store.heap.at(c.first + i)))
                .collect(),
            None => Vec::new(),
        };
        let clauses = self
            .live_clauses(pred)
            .filter(|&c| {
                let clause = &self.clauses[c as usize];
                keys.iter().enumerate().all(|(i, &key)| key == 0 || clause.matches(i, key))
            })
            .collect();
        Some((pred, clauses))
    }

    /// Brings the clause back and unifies it with head and body.
    fn unify_clause(&mut self, clause: u32, head: Cell, body: Cell) -> bool {
        let record = self.clauses[clause as usize].record.clone();
        let term = record.instantiate(&mut self.store.heap);
        let Some([own_head, own_body]) = self.store.heap.args::<2>(term, Atom::NECK) else {
            return false;
        };
        let (head_first, own_first) =
            (self.store.heap.compound(head), self.store.heap.compound(own_head));
        if let (Some(a), Some(b)) = (head_first, own_first) {
            for i in 0..a.arity.min(b.arity) {
                let pair = (self.store.heap.cells[a.first + i], self.store.heap.cells[b.first + i]);
                if !self.store.unify(pair.0, pair.1) {
                    return false;
                }
            }
        }
        let (module, pred) = {
            let info = &self.clauses[clause as usize];
            (info.module, info.pred)
        };
        let mut own_body = own_body;
        if module != self.preds[pred as usize].module {
            let body = crate::heap::Heap::storable(own_body);
            own_body = self.store.heap.put_compound(Atom::COLON, &[Cell::atom(module), body]);
        }
        self.store.unify(body, own_body)
    }

    /// The next candidate that unifies. The state is a list of clause numbers: those that were
    /// there at the call, erased since or not (the logical update view).
    fn next_clause(
        &mut self,
        state: Cell,
        head: Cell,
        body: Cell,
    ) -> Result<Option<(u32, Cell)>, Throw> {
        let mut list = self.store.deref(state);
        while let Some([clause, rest]) = self.store.heap.args::<2>(list, Atom::DOT) {
            list = rest;
            let index = clause.int_value() as u32;
            let height = self.store.trail.len();
            let (cells, boxes) = (self.store.heap.top(), self.store.heap.boxes.len());
            if self.unify_clause(index, head, body) {
                return Ok(Some((index, list)));
            }
            self.store.undo_to(height);
            self.store.heap.cells.truncate(cells);
            self.store.heap.boxes.truncate(boxes);
        }
        Ok(None)
    }

    fn refs(&mut self, clauses: &[u32]) -> Cell {
        let cells: Vec<Cell> = clauses.iter().map(|&c| Cell::small(c as i32)).collect();
        self.store.heap.put_list_of(&cells, crate::store::NIL)
    }
}

fn retract(m: &mut Machine, state: Option<Cell>) -> Result<More, Throw> {
    let term = m.arg(0);
    let parts = pattern(m, term)?;
    let state = match state {
        Some(state) => state,
        None => {
            let Some((pred, clauses)) = m.candidates(parts.module, parts.head) else {
                return Ok(More::No);
            };
            let info = &m.preds[pred as usize];
            if !info.flags.dynamic {
                let (module, name, arity) = (info.module, info.name, info.arity);
                if m.preds[pred as usize].flags.locked && !is_iso(m.atoms.text(name), arity) {
                    return Ok(More::No);
                }
                return Err(m.static_procedure(module, name, arity, "modify"));
            }
            m.refs(&clauses)
        }
    };
    match m.next_clause(state, parts.head, parts.body)? {
        None => Ok(More::No),
        Some((clause, rest)) => {
            // Without another candidate the answer is the last one; decided before erasing.
            let more = rest != crate::store::NIL;
            if more {
                m.erase(clause);
                return Ok(More::Yes(rest));
            }
            m.erase(clause);
            Ok(More::Last)
        }
    }
}

fn clause(m: &mut Machine, state: Option<Cell>) -> Result<More, Throw> {
    let head = m.arg(0);
    let (module, head) = m.strip_module(head, Atom::USER);
    let body = m.arg(1);
    let state = match state {
        Some(state) => state,
        None => {
            if head.is_var() {
                return Err(throw::instantiation(&mut m.store.heap));
            }
            let Some((name, arity)) = m.functor_of(head) else {
                return Err(throw::type_error(&mut m.store.heap, Atom::CALLABLE, head));
            };
            let Some((pred, clauses)) = m.candidates(module, head) else {
                return Ok(More::No);
            };
            let flags = m.preds[pred as usize].flags;
            if flags.locked && !flags.dynamic {
                return Err(m.static_procedure(module, name, arity, "access"));
            }
            m.refs(&clauses)
        }
    };
    Ok(match m.next_clause(state, head, body)? {
        None => More::No,
        Some((_, rest)) if rest == crate::store::NIL => More::Last,
        Some((_, rest)) => More::Yes(rest),
    })
}

fn retractall(m: &mut Machine) -> Outcome {
    let term = m.arg(0);
    let parts = pattern(m, term)?;
    m.modifiable(&parts)?;
    let Some((_, clauses)) = m.candidates(parts.module, parts.head) else { return Ok(true) };
    let height = m.store.trail.len();
    let below = m.store.trail_below;
    let (cells, boxes) = (m.store.heap.top(), m.store.heap.boxes.len());
    for clause in clauses {
        m.store.trail_below = cells;
        let fresh = m.store.heap.new_var();
        if m.unify_clause(clause, parts.head, fresh) {
            m.erase(clause);
        }
        m.store.undo_to(height);
        m.store.heap.cells.truncate(cells);
        m.store.heap.boxes.truncate(boxes);
    }
    m.store.trail_below = below;
    Ok(true)
}

/// `$erase_all(+M:Name/Arity)`: erases all clauses.
fn erase_all(m: &mut Machine) -> Outcome {
    let (module, name, arity) = indicator(m, m.arg(0))?;
    if let Some(pred) = m.find_pred(module, name, arity) {
        m.read_clauses(pred)?;
        let clauses: Vec<u32> = m.live_clauses(pred).collect();
        for clause in clauses {
            m.erase(clause);
        }
    }
    Ok(true)
}

/// `M:Name/Arity`.
pub fn indicator(m: &mut Machine, term: Cell) -> Result<(Atom, Atom, usize), Throw> {
    let (module, term) = m.strip_module(term, Atom::USER);
    if term.is_var() {
        return Err(throw::instantiation(&mut m.store.heap));
    }
    let (parts, extra) = match m.store.heap.args::<2>(term, Atom::SLASH) {
        Some(parts) => (Some(parts), 0),
        None => (m.store.heap.args::<2>(term, Atom::SLASHES), 2),
    };
    let Some([name, arity]) = parts else {
        return Err(args::type_error(m, "predicate_indicator", term));
    };
    if !name.is_atom() {
        return Err(args::must_be(m, "atom", name));
    }
    let arity = args::natural(m, arity)?;
    Ok((module, name.atom_value(), arity + extra))
}

/// `$clause_refs(+Head, -Predicate, -Refs)`.
fn clause_refs(m: &mut Machine) -> Outcome {
    let (module, head) = m.strip_module(m.arg(0), Atom::USER);
    let Some((pred, clauses)) = m.candidates(module, head) else { return Ok(false) };
    let refs = m.refs(&clauses);
    Ok(m.unify_arg(1, Cell::small(pred as i32))? && m.unify_arg(2, refs)?)
}

fn clause_ref(m: &mut Machine) -> Result<u32, Throw> {
    let clause = args::natural(m, m.arg(0))?;
    if clause >= m.clauses.len() || m.clauses[clause].death != u64::MAX {
        let cell = m.arg(0);
        let kind = m.atoms.intern("db_reference");
        return Err(throw::existence_error(&mut m.store.heap, kind, cell));
    }
    Ok(clause as u32)
}

/// `$clause_module(+Ref, -Module)`: the module of the predicate.
fn clause_module(m: &mut Machine) -> Outcome {
    let clause = clause_ref(m)?;
    let pred = m.clauses[clause as usize].pred;
    let module = m.preds[pred as usize].module;
    m.unify_arg(1, Cell::atom(module))
}

fn clause_term(m: &mut Machine) -> Outcome {
    let clause = clause_ref(m)?;
    let record = m.clauses[clause as usize].record.clone();
    let term = record.instantiate(&mut m.store.heap);
    m.unify_arg(1, term)
}

/// `$clause_info(+Ref, -File, -Line)`.
fn clause_info(m: &mut Machine) -> Outcome {
    let clause = clause_ref(m)?;
    let info = &m.clauses[clause as usize];
    let (file, line) = (Cell::atom(info.file), Cell::small(info.line as i32));
    Ok(m.unify_arg(1, file)? && m.unify_arg(2, line)?)
}

fn erase(m: &mut Machine) -> Outcome {
    let clause = clause_ref(m)?;
    Ok(m.erase(clause))
}

fn abolish(m: &mut Machine) -> Outcome {
    let (module, name, arity) = indicator(m, m.arg(0))?;
    abolish_pred(m, module, name, arity)
}

fn abolish2(m: &mut Machine) -> Outcome {
    let name = m.arg(0);
    if !name.is_atom() {
        return Err(args::must_be(m, "atom", name));
    }
    let arity = args::natural(m, m.arg(1))?;
    abolish_pred(m, Atom::USER, name.atom_value(), arity)
}

fn abolish_pred(m: &mut Machine, module: Atom, name: Atom, arity: usize) -> Outcome {
    if let Some(throw) = m.protected(module, name, arity, "modify") {
        return Err(throw);
    }
    let Some(pred) = m.find_pred(module, name, arity) else { return Ok(true) };
    if m.preds[pred as usize].flags.defined
        && !m.preds[pred as usize].flags.dynamic
        && m.text.flags.iso
    {
        return Err(m.static_procedure(module, name, arity, "modify"));
    }
    m.read_clauses(pred)?;
    let clauses: Vec<u32> = m.live_clauses(pred).collect();
    for clause in clauses {
        m.erase(clause);
    }
    let flags = &mut m.preds[pred as usize].flags;
    flags.defined = false;
    flags.dynamic = false;
    m.refresh_entry(pred);
    Ok(true)
}
