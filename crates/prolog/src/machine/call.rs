//! Calling terms: `call/N`, control constructs that are only known when they run, and finding
//! predicates.

use crate::{
    atom::Atom,
    cell::{Cell, Tag},
    compile::instr::{Instr, Pc},
    database::{Entry, Flags, Pred},
    machine::{Machine, NativeCode, REGISTERS, setup::place},
    throw::{self, Throw},
};

/// Entries of the cache of called predicates; a power of two.
pub const CALL_CACHE: usize = 512;

impl Machine {
    /// The predicate of this name as seen from a module, made if it is new.
    pub fn pred(&mut self, module: Atom, name: Atom, arity: usize) -> u32 {
        let key = (module, name, arity as u32);
        if let Some(&pred) = self.pred_index.get(&key) {
            return pred;
        }
        let clauses = self.new_chain();
        let pred = self.preds.len() as u32;
        self.preds.push(Pred {
            module,
            name,
            arity,
            flags: Flags::default(),
            clauses,
            live: 0,
            erased: 0,
            list: 0,
            meta: None,
            file: Atom::EMPTY,
            load: 0,
        });
        self.entries.push(Entry::Undefined);
        self.pred_index.insert(key, pred);
        pred
    }

    /// The predicate of this name in exactly this module, if anything refers to it.
    pub fn find_pred(&self, module: Atom, name: Atom, arity: usize) -> Option<u32> {
        self.pred_index.get(&(module, name, arity as u32)).copied()
    }

    /// The definition a predicate leads to, following imports; `None` where there is none.
    pub fn definition(&mut self, module: Atom, name: Atom, arity: usize) -> Option<u32> {
        let mut seen = Vec::new();
        let mut pending = vec![module];
        while let Some(module) = pending.pop() {
            if seen.contains(&module) {
                continue;
            }
            seen.push(module);
            if let Some(pred) = self.find_pred(module, name, arity) {
                if let Entry::Alias(to) = self.entries[pred as usize] {
                    return Some(to);
                }
                if self.preds[pred as usize].flags.defined {
                    return Some(pred);
                }
            }
            let Some(info) = self.modules.get(module) else {
                pending.push(Atom::USER);
                continue;
            };
            if let Some(&from) = info.imports.get(&(name, arity as u32)) {
                pending.push(from);
                continue;
            }
            pending.extend(info.bases.iter().rev());
        }
        None
    }

    /// An undefined predicate is called: the one it stands for, or the error. `None` fails.
    pub(crate) fn resolve(&mut self, pred: u32) -> Result<Option<u32>, Throw> {
        let Pred { module, name, arity, .. } = self.preds[pred as usize];
        self.load_own_module(module)?;
        if let Some(found) = self.definition(module, name, arity) {
            if found != pred {
                return Ok(Some(self.lead_to(pred, found)));
            }
            return Ok(Some(found));
        }
        if let Some(found) = self.autoload(name, arity)? {
            // A library may have been called by the name of its module before it was loaded.
            return Ok(Some(if found == pred { pred } else { self.lead_to(pred, found) }));
        }
        if let Some(warn) = self.unknown_fails(module) {
            if warn {
                self.warn_unknown(module, name, arity)?;
            }
            return Ok(None);
        }
        self.undefined_caller = self.predicate_at(self.cp);
        Err(self.unknown_procedure(module, name, arity))
    }

    /// Prints the warning about an unknown predicate; what is in registers stays.
    fn warn_unknown(&mut self, module: Atom, name: Atom, arity: usize) -> Result<(), Throw> {
        let Throw::Ball(error) = self.unknown_procedure(module, name, arity) else {
            return Ok(());
        };
        let [print, warning] = ["print_message", "warning"].map(|word| self.atoms.intern(word));
        let goal = self.store.heap.put_compound(print, &[Cell::atom(warning), error]);
        self.solve_once(goal, Atom::SYSTEM).map(|_| ())
    }

    /// The program's predicate whose code a continuation is in.
    fn predicate_at(&self, pc: Pc) -> Option<u32> {
        let inside =
            |c: &&crate::database::Clause| c.code != 0 && c.code < pc && pc <= c.code + c.code_len;
        self.clauses.iter().find(inside).map(|c| c.pred)
    }

    /// `existence_error(procedure, PI)`.
    pub fn unknown_procedure(&mut self, module: Atom, name: Atom, arity: usize) -> Throw {
        let heap = &mut self.store.heap;
        let arity = Cell::small(arity as i32);
        let mut indicator = heap.put_compound(Atom::SLASH, &[Cell::atom(name), arity]);
        if module != Atom::USER && module != Atom::SYSTEM {
            indicator = heap.put_compound(Atom::COLON, &[Cell::atom(module), indicator]);
        }
        let kind = Cell::atom(Atom::PROCEDURE);
        let formal = heap.put_compound(Atom::EXISTENCE_ERROR, &[kind, indicator]);
        Throw::Ball(heap.put_compound(Atom::ERROR, &[formal, indicator]))
    }

    /// Takes the goal in register 0 apart, adds the extra arguments in the registers after it,
    /// and leaves the arguments in registers; the predicate to call.
    pub(crate) fn meta_call(&mut self, extra: usize, module: Atom) -> Result<u32, Throw> {
        let mut goal = self.store.deref(self.x[0]);
        let mut module = module;
        loop {
            match goal.tag() {
                Tag::Str => {
                    let functor = self.store.heap.cells[goal.index()];
                    let first = goal.index() + 1;
                    let n = functor.functor_arity();
                    let name = functor.functor_name();
                    if n == 2 && name == Atom::COLON {
                        let m = self.store.heap.at(first);
                        goal = self.store.heap.at(first + 1);
                        if m.is_var() {
                            return Err(throw::instantiation(&mut self.store.heap));
                        }
                        if !m.is_atom() {
                            let kind = self.atoms.intern("module");
                            return Err(throw::type_error(&mut self.store.heap, kind, m));
                        }
                        module = m.atom_value();
                        continue;
                    }
                    if extra == 0 && is_control(name, n) {
                        let mut variables = false;
                        if !self.is_body(goal, &mut variables) {
                            let kind = Atom::CALLABLE;
                            return Err(throw::type_error(&mut self.store.heap, kind, goal));
                        }
                        if variables {
                            // A cut that a variable is bound to later is local to it.
                            goal = self.call_variables(goal, 0);
                        }
                        return Ok(self.control(goal, module));
                    }
                    return self.spread(first, n, extra, module, name);
                }
                Tag::Atom => {
                    let name = goal.atom_value();
                    if name == Atom::CUT && extra == 0 {
                        return Ok(self.known.true_);
                    }
                    return self.spread(0, 0, extra, module, name);
                }
                Tag::Lst => return self.spread(goal.index(), 2, extra, module, Atom::DOT),
                Tag::Ref | Tag::Att => return Err(throw::instantiation(&mut self.store.heap)),
                _ => {
                    return Err(throw::type_error(&mut self.store.heap, Atom::CALLABLE, goal));
                }
            }
        }
    }

    fn spread(
        &mut self,
        first: usize,
        n: usize,
        extra: usize,
        module: Atom,
        name: Atom,
    ) -> Result<u32, Throw> {
        if n + extra > REGISTERS - 8 {
            let what = self.atoms.intern("max_procedure_arity");
            let kind = Atom::REPRESENTATION_ERROR;
            return Err(throw::simple_error(&mut self.store.heap, kind, what));
        }
        if extra > 0 && n != 1 {
            self.x.copy_within(1..=extra, n);
        }
        let args = &self.store.heap.cells[first..first + n];
        self.x[..n].copy_from_slice(args);
        let pred = self.cached_pred(module, name, n + extra);
        // Libraries qualify their own goals in their text; what they are given is the caller's.
        if module != Atom::USER && module != Atom::SYSTEM && !self.modules.is_library(module) {
            self.qualify_args(pred, module);
        }
        Ok(pred)
    }

    /// Goals that a module's goal passes to a meta-predicate belong to that module.
    fn qualify_args(&mut self, pred: u32, module: Atom) {
        let found = match self.entries[pred as usize] {
            Entry::Alias(found) => found,
            _ => pred,
        };
        for i in self.meta_args(found) {
            let arg = self.store.deref(self.x[i]);
            if self.store.heap.args::<2>(arg, Atom::COLON).is_none() {
                let arg = crate::heap::Heap::storable(arg);
                self.x[i] = self.store.heap.put_compound(Atom::COLON, &[Cell::atom(module), arg]);
            }
        }
    }

    /// Arguments of a predicate that belong to the module that calls it.
    fn meta_args(&self, pred: u32) -> Vec<usize> {
        let Some(meta) = &self.preds[pred as usize].meta else { return Vec::new() };
        let sensitive = |mode: &Cell| match mode.tag() {
            Tag::Int => true,
            Tag::Atom => matches!(self.atoms.text(mode.atom_value()), ":" | "^" | "//"),
            _ => false,
        };
        meta.iter().enumerate().filter(|(_, mode)| sensitive(mode)).map(|(i, _)| i).collect()
    }

    /// From now on calls of a predicate go to another one, in a module of the program by code
    /// that qualifies goals which that one takes. The predicate to call.
    fn lead_to(&mut self, pred: u32, found: u32) -> u32 {
        let Pred { module, name, arity, .. } = self.preds[pred as usize];
        let args = self.meta_args(found);
        if args.is_empty() || module == Atom::USER || self.modules.is_library(module) {
            self.entries[pred as usize] = Entry::Alias(found);
            return found;
        }
        let home = self.preds[found as usize].module;
        self.modules.module(module).imports.insert((name, arity as u32), home);
        let a = arity as u8 + 1;
        let mut code = Vec::new();
        for i in args {
            code.push(Instr::PutStruct { a, f: Cell::functor(Atom::COLON, 2) });
            code.push(Instr::UnifyConst { c: Cell::atom(module) });
            code.push(Instr::UnifyVal { x: i as u8 });
            code.push(Instr::Move { s: a, d: i as u8 });
        }
        code.push(Instr::Execute { pred: found });
        let place = self.install(code);
        self.entries[pred as usize] = Entry::Pc(place);
        pred
    }

    #[inline]
    fn cached_pred(&mut self, module: Atom, name: Atom, arity: usize) -> u32 {
        let key = (name.0 as u64) << 8 ^ arity as u64 ^ (module.0 as u64) << 40;
        let at = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50) as usize & (CALL_CACHE - 1);
        let (name_arity, m, pred) = self.call_cache[at];
        if name_arity == ((name.0 as u64) << 32 | arity as u64) && m == module.0 {
            return pred;
        }
        let pred = self.pred(module, name, arity);
        self.call_cache[at] = ((name.0 as u64) << 32 | arity as u64, module.0, pred);
        pred
    }

    /// A control construct is called: it becomes a body whose cuts are local.
    fn control(&mut self, goal: Cell, module: Atom) -> u32 {
        self.x[0] = crate::heap::Heap::storable(goal);
        self.x[1] = Cell::small(self.choices.len() as i32);
        self.x[2] = Cell::atom(module);
        self.known.body
    }

    /// Runs the body in register 0: the place of the code for its control construct. `None`
    /// where it is a plain goal, which is left in register 0 with its module in register 2.
    pub(crate) fn body(&mut self) -> Result<Option<Pc>, Throw> {
        let mut goal = self.store.deref(self.x[0]);
        let cut = self.x[1];
        loop {
            let module = self.x[2];
            let Some(compound) = self.store.heap.compound(goal) else { break };
            if compound.arity > 2 || goal.tag() == Tag::Lst {
                break;
            }
            let left = self.store.heap.cells[compound.first];
            if compound.arity == 1 {
                if compound.name != Atom::NOT {
                    break;
                }
                self.x[0] = left;
                self.x[1] = module;
                return Ok(Some(place::NOT));
            }
            if compound.arity != 2 {
                break;
            }
            let right = self.store.heap.cells[compound.first + 1];
            match compound.name {
                Atom::COLON => {
                    let m = self.store.deref(left);
                    let inner = self.store.deref(right);
                    if !m.is_atom() || inner.is_var() {
                        break;
                    }
                    self.x[2] = m;
                    goal = inner;
                    self.x[0] = inner;
                    continue;
                }
                Atom::COMMA => {
                    self.load_args(&[left, right, cut, module]);
                    return Ok(Some(place::AND));
                }
                Atom::ARROW => {
                    let fail = Cell::atom(Atom::FAIL);
                    self.load_args(&[left, right, fail, cut, module]);
                    return Ok(Some(place::IF));
                }
                Atom::SOFT_ARROW => {
                    let fail = Cell::atom(Atom::FAIL);
                    self.load_args(&[left, right, fail, cut, module]);
                    return Ok(Some(place::SOFT_IF));
                }
                Atom::SEMICOLON | Atom::BAR => {
                    let first = self.store.deref(left);
                    for (arrow, code) in
                        [(Atom::ARROW, place::IF), (Atom::SOFT_ARROW, place::SOFT_IF)]
                    {
                        if let Some(inner) = self.store.heap.compound(first)
                            && inner.name == arrow
                            && inner.arity == 2
                        {
                            let cond = self.store.heap.cells[inner.first];
                            let then = self.store.heap.cells[inner.first + 1];
                            self.load_args(&[cond, then, right, cut, module]);
                            return Ok(Some(code));
                        }
                    }
                    self.load_args(&[left, right, cut, module]);
                    return Ok(Some(place::OR));
                }
                _ => break,
            }
        }
        if goal == Cell::atom(Atom::CUT) {
            self.cut_to(cut.int_value() as usize)?;
            return Ok(Some(place::PROCEED));
        }
        if goal == Cell::atom(Atom::TRUE) {
            return Ok(Some(place::PROCEED));
        }
        self.x[0] = crate::heap::Heap::storable(goal);
        Ok(None)
    }

    fn load_args(&mut self, cells: &[Cell]) {
        for (i, &cell) in cells.iter().enumerate() {
            self.x[i] = cell;
        }
    }

    /// Calls a deterministic native that is the whole predicate.
    pub(crate) fn call_det(&mut self, native: u32) -> Result<Pc, Throw> {
        let NativeCode::Det(code) = self.natives[native as usize].code else { return Ok(0) };
        match code(self) {
            Ok(true) => Ok(place::PROCEED),
            Ok(false) => Ok(0),
            Err(throw) => Err(self.with_context(throw, native)),
        }
    }

    /// Brings back a clause that was too large to compile, unifies its head with the arguments,
    /// and runs its body.
    pub(crate) fn interpret(&mut self, clause: u32) -> Result<Option<Pc>, Throw> {
        let info = &self.clauses[clause as usize];
        let (record, module) = (info.record.clone(), info.module);
        let arity = self.preds[info.pred as usize].arity;
        let term = record.instantiate(&mut self.store.heap);
        let Some([head, body]) = self.store.heap.args::<2>(term, Atom::NECK) else {
            return Ok(None);
        };
        if let Some(compound) = self.store.heap.compound(head) {
            for i in 0..arity {
                let arg = self.store.heap.cells[compound.first + i];
                if !self.store.unify(self.x[i], arg) {
                    return Ok(None);
                }
            }
        }
        self.x[0] = crate::heap::Heap::storable(body);
        self.x[1] = Cell::small(self.b0 as i32);
        self.x[2] = Cell::atom(module);
        Ok(Some(place::BODY))
    }
}

fn is_control(name: Atom, arity: usize) -> bool {
    match arity {
        2 => matches!(
            name,
            Atom::COMMA | Atom::SEMICOLON | Atom::BAR | Atom::ARROW | Atom::SOFT_ARROW
        ),
        1 => name == Atom::NOT,
        _ => false,
    }
}
