//! From clauses to code: compiling on first call, and the code area.

use std::rc::Rc;

use crate::{
    atom::{Atom, Atoms},
    cell::Cell,
    compile::{
        self, Callee, Linker,
        control::target,
        instr::{Instr, Pc},
    },
    database::Entry,
    heap::Boxed,
    machine::Machine,
    throw::Throw,
};

impl Linker for Machine {
    fn atoms(&self) -> &Atoms {
        &self.atoms
    }

    fn callee(&mut self, module: Atom, name: Atom, arity: usize) -> Callee {
        if name == Atom::CALL && arity > 0 {
            return Callee::CallN(arity - 1);
        }
        if let Some(native) = self.locked_native(module, name, arity) {
            return Callee::Native(native);
        }
        Callee::Pred(self.pred(module, name, arity))
    }

    fn is_native(&self, module: Atom, name: Atom, arity: usize) -> bool {
        !(name == Atom::CALL && arity > 0) && self.locked_native(module, name, arity).is_some()
    }

    fn call_module(&self, module: Atom) -> Atom {
        // Libraries are called with goals of users; their own they qualify.
        if self.modules.is_library(module) { Atom::USER } else { module }
    }

    fn constant(&mut self, value: Boxed) -> u32 {
        let k = match self.free_constants.pop() {
            Some(k) => {
                self.constants[k as usize] = value;
                k
            }
            None => {
                self.constants.push(value);
                self.constants.len() as u32 - 1
            }
        };
        self.new_constants.push(k);
        k
    }
}

impl Machine {
    /// A deterministic native that programs cannot redefine, as seen from a module.
    fn locked_native(&self, module: Atom, name: Atom, arity: usize) -> Option<u32> {
        let arity = u32::try_from(arity).ok()?;
        let pred = *self.pred_index.get(&(Atom::SYSTEM, name, arity))?;
        let Entry::Native(native) = self.entries[pred as usize] else { return None };
        if module != Atom::SYSTEM {
            let own = self.pred_index.get(&(module, name, arity));
            if own.is_some_and(|&own| self.preds[own as usize].flags.defined) {
                return None;
            }
            // A module that does not exist yet may come to define it.
            if self.modules.get(module)?.imports.contains_key(&(name, arity)) {
                return None;
            }
        }
        Some(native)
    }

    /// The code of a clause, compiled if it was not yet.
    pub(crate) fn clause_code(&mut self, clause: u32) -> Result<Pc, Throw> {
        let code = self.clauses[clause as usize].code;
        if code != 0 {
            return Ok(code);
        }
        Ok(self.compile_clause(clause))
    }

    fn compile_clause(&mut self, index: u32) -> Pc {
        let clause = &self.clauses[index as usize];
        let (head, body) = clause.parts();
        let record = Rc::clone(&clause.record);
        let module = clause.module;
        let source = compile::Clause { record: &record, module, head, body };
        self.new_constants.clear();
        let code = compile::compile(&source, self)
            .unwrap_or_else(|| vec![Instr::Interpret { clause: index }]);
        let len = code.len() as u32;
        let place = self.install(code);
        let constants = std::mem::take(&mut self.new_constants);
        let clause = &mut self.clauses[index as usize];
        clause.code = place;
        clause.code_len = len;
        clause.constants = constants;
        place
    }

    /// Puts code into the code area, in a gap of its size or at the end.
    pub(crate) fn install(&mut self, mut code: Vec<Instr>) -> Pc {
        let len = code.len() as u32;
        let gap = self.free_code.get_mut(&len).and_then(Vec::pop);
        let place = gap.unwrap_or(self.code.len() as Pc);
        for instr in &mut code {
            if let Some(to) = target(instr)
                && *to != 0
            {
                *to += place;
            }
        }
        if gap.is_some() {
            self.code[place as usize..(place + len) as usize].copy_from_slice(&code);
        } else {
            self.code.extend(code);
        }
        place
    }

    /// Gives the code and constants of a clause back.
    pub(crate) fn free_clause_code(&mut self, index: u32) {
        let clause = &mut self.clauses[index as usize];
        if clause.code != 0 {
            self.free_code.entry(clause.code_len).or_default().push(clause.code);
            clause.code = 0;
        }
        self.free_constants.append(&mut clause.constants);
    }

    /// A module defines a predicate itself that was a system predicate before: code that
    /// refers to the latter is compiled again when it is called next.
    pub(crate) fn relink(&mut self, module: Atom, name: Atom, arity: usize) {
        if module == Atom::SYSTEM || self.find_pred(Atom::SYSTEM, name, arity).is_none() {
            return;
        }
        for pred in 0..self.preds.len() as u32 {
            if self.preds[pred as usize].module != module {
                continue;
            }
            let clauses: Vec<u32> = self.live_clauses(pred).collect();
            for clause in clauses {
                self.clauses[clause as usize].code = 0;
            }
            if matches!(self.entries[pred as usize], Entry::Pc(_) | Entry::Switch(_)) {
                self.entries[pred as usize] = Entry::Unlinked;
            }
        }
    }

    /// Compiles the clauses of a static predicate and builds the switch to them.
    pub(crate) fn link(&mut self, pred: u32) {
        let clauses: Vec<u32> = self.live_clauses(pred).collect();
        let mut places = Vec::with_capacity(clauses.len());
        for &clause in &clauses {
            let code = self.clauses[clause as usize].code;
            places.push(if code != 0 { code } else { self.compile_clause(clause) });
        }
        if self.preds[pred as usize].flags.ssu {
            let last = self.no_rule(pred);
            self.ssu_last = last;
            places.push(last);
        }
        self.entries[pred as usize] = match places[..] {
            [] => Entry::Empty,
            [only] => Entry::Pc(only),
            _ => {
                let arity = self.preds[pred as usize].arity;
                let clauses = clauses.into_boxed_slice();
                let switch = self.new_switch(pred, Box::default(), arity, clauses, &places);
                Entry::Switch(switch)
            }
        };
        self.ssu_last = 0;
    }

    /// Code for a call that no rule `Head => Body` matches.
    fn no_rule(&mut self, pred: u32) -> Pc {
        let info = &self.preds[pred as usize];
        let (module, name, arity) = (info.module, info.name, info.arity);
        let a = arity as u8 + 1;
        let mut code = match arity {
            0 => vec![Instr::PutConst { a, c: Cell::atom(name) }],
            _ => {
                let mut code = vec![Instr::PutStruct { a, f: Cell::functor(name, arity) }];
                code.extend((0..arity as u8).map(|x| Instr::UnifyVal { x }));
                code
            }
        };
        let missing = self.atoms.intern("$no_matching_rule");
        let missing = self.pred(Atom::SYSTEM, missing, 2);
        code.push(Instr::Move { s: a, d: 0 });
        code.push(Instr::PutConst { a: 1, c: Cell::atom(module) });
        code.push(Instr::Execute { pred: missing });
        self.install(code)
    }
}
