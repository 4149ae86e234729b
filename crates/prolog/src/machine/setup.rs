//! A new machine: code the machine itself needs, natives, and the library.

use std::{
    collections::HashMap,
    sync::{Arc, atomic::AtomicBool},
    time::Instant,
};

use crate::{
    atom::{Atom, Atoms},
    cell::Cell,
    compile::instr::{Instr, Pc},
    database::Entry,
    machine::{Machine, NativeCode, NativeInfo, NonDet, REGISTERS, call::CALL_CACHE},
    module::Modules,
    store::Store,
};

/// Places of code that every machine has.
#[allow(missing_docs)]
pub mod place {
    use super::Pc;
    pub const FAIL: Pc = 0;
    pub const HALT: Pc = 2;
    pub const NO_MORE: Pc = 3;
    pub const RESUME: Pc = 5;
    pub const PROCEED: Pc = 6;
    pub const CALL: Pc = 7;
    pub const BODY: Pc = 8;
    pub const AND: Pc = 10;
    pub const OR: Pc = 20;
    pub const IF: Pc = 40;
    pub const SOFT_IF: Pc = 60;
    pub const NOT: Pc = 80;
    pub const CATCH: Pc = 90;
    pub const CATCH_RETURN: Pc = CATCH + 3;
    pub const CLEANUP: Pc = 96;
    pub const CLEANUP_RETURN: Pc = CLEANUP + 3;
    pub const RESET: Pc = 104;
    pub const RESET_RETURN: Pc = RESET + 4;
    pub const SHIFT: Pc = 112;
    pub const REENTER: Pc = 113;
    pub const END: Pc = 116;
}

/// Predicates and names the machine refers to.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    pub(crate) body: u32,
    pub(crate) true_: u32,
    pub(crate) wakeup: u32,
    pub(crate) call_hook: Atom,
}

/// Cells at the bottom of the heap that hold global variables.
pub(crate) const GLOBALS: usize = 1024;
/// Default for the size of all stacks together, as in SWI-Prolog.
const STACK_LIMIT: usize = 1 << 30;
/// Cells before the first collection.
const FIRST_COLLECTION: usize = 1 << 20;

impl Machine {
    /// A machine with the system predicates, and the libraries ready to load.
    pub fn new() -> Machine {
        Machine::start(false)
    }

    /// A machine that reads its libraries at once (`eager`), or each predicate when it is needed.
    pub(crate) fn start(eager: bool) -> Machine {
        let mut machine = Machine::bare();
        machine.loader.eager = eager;
        machine.add_natives();
        machine.boot();
        machine
    }

    /// A machine that knows nothing but its own code.
    fn bare() -> Machine {
        let mut atoms = Atoms::new();
        let clpfd = atoms.intern("clpfd");
        let call_hook = atoms.intern("$call_attr_hook");
        let text = crate::text::Text::new(&mut atoms);
        let mut machine = Machine {
            text,
            atoms,
            store: Store::default(),
            x: Box::new([Cell::small(0); REGISTERS]),
            stack: vec![0; 4096],
            choices: Vec::new(),
            saved: Vec::new(),
            code: Vec::new(),
            e: 0,
            cp: place::HALT,
            b0: 0,
            env_floor: 0,
            s: 0,
            writing: false,
            entries: Vec::new(),
            preds: Vec::new(),
            pred_index: Default::default(),
            call_cache: vec![(u64::MAX, u32::MAX, 0); CALL_CACHE].into_boxed_slice(),
            clauses: Vec::new(),
            free_clauses: Vec::new(),
            chains: Vec::new(),
            free_chains: Vec::new(),
            switches: Vec::new(),
            lists: vec![Default::default()],
            free_lists: Vec::new(),
            targets: vec![0],
            free_code: HashMap::new(),
            constants: Vec::new(),
            free_constants: Vec::new(),
            new_constants: Vec::new(),
            natives: Vec::new(),
            generation: 1,
            modules: Modules::default(),
            undefined_caller: None,
            fd: crate::clpfd::Vars::new(clpfd),
            talk: Default::default(),
            inferences: 0,
            cleanups: 0,
            collecting: Vec::new(),
            globals: HashMap::new(),
            frozen: 0,
            frozen_boxes: 0,
            loader: Default::default(),
            tables: Default::default(),
            pins: Vec::new(),
            known: Known { body: 0, true_: 0, wakeup: 0, call_hook },
            interrupt: Arc::new(AtomicBool::new(false)),
            no_shell: false,
            deadline: None,
            stack_limit: STACK_LIMIT,
            started: Instant::now(),
            gc_count: 0,
            nesting: 0,
            held: 0,
            program_bytes: 0,
            program_spare: 0,
            newest_clause: 0,
            transactions: Vec::new(),
            ssu_last: 0,
        };
        // The heap is never empty, and the bottom environment has no slots.
        machine.store.heap.cells.resize(GLOBALS, Cell::small(0));
        machine.text.streams.room = STACK_LIMIT;
        machine.store.heap.collect_at = FIRST_COLLECTION;
        machine.store.heap.payload_at = 8 * FIRST_COLLECTION;
        machine.stack[0] = 2 << 32;
        machine.modules.module(Atom::SYSTEM).library = true;
        machine.modules.module(Atom::USER);
        machine.own_code();
        machine
    }

    /// Code for control constructs in called terms, and for what the machine returns to.
    fn own_code(&mut self) {
        let names = ["$body", "$wakeup", "catch", "$call_cleanup"];
        let [body, wakeup, catch, cleanup] = names.map(|name| self.atoms.intern(name));
        let names = ["reset", "shift", "shift_for_copy", "$resume"];
        let [reset, shift, shift_for_copy, resume] = names.map(|name| self.atoms.intern(name));
        let body = self.pred(Atom::SYSTEM, body, 3);
        self.known.body = body;
        self.known.wakeup = self.pred(Atom::SYSTEM, wakeup, 1);
        self.known.true_ = self.pred(Atom::SYSTEM, Atom::TRUE, 0);
        let user = Atom::USER.0;
        let mut code = vec![Instr::Fail; place::END as usize];
        let mut at = |start: Pc, instrs: &[Instr]| {
            for (i, &instr) in instrs.iter().enumerate() {
                code[start as usize + i] = instr;
            }
        };
        at(1, &[Instr::Call { pred: body, live: 0 }, Instr::Halt, Instr::NoMore]);
        at(4, &[Instr::Call { pred: body, live: u64::MAX }, Instr::Resume, Instr::Proceed]);
        at(place::CALL, &[Instr::ExecuteN { n: 0, module: user, dealloc: false }, Instr::Body]);
        let save = |x: u8, y: u32| Instr::MoveXY { x, y };
        let load = |y: u32, a: u8| Instr::PutY { y, a };
        let last = Instr::DeallocExecute { pred: body };
        at(
            place::AND,
            &[
                Instr::Allocate { n: 3 },
                save(1, 0),
                save(2, 1),
                save(3, 2),
                Instr::Move2 { s: 2, d: 1, s2: 3, d2: 2 },
                Instr::Call { pred: body, live: 0b111 },
                load(0, 0),
                load(1, 1),
                load(2, 2),
                last,
            ],
        );
        at(
            place::OR,
            &[
                Instr::Allocate { n: 4 },
                save(1, 0),
                save(2, 1),
                save(3, 2),
                Instr::TryElse { y: 3, to: place::OR + 7 },
                Instr::Move2 { s: 2, d: 1, s2: 3, d2: 2 },
                last,
                Instr::Else { live: 0b111 },
                load(0, 0),
                load(1, 1),
                load(2, 2),
                last,
            ],
        );
        for (start, commit) in [
            (place::IF, Instr::CutY { y: 4, n: 0 }),
            (place::SOFT_IF, Instr::SoftCutY { y: 4, n: 0 }),
        ] {
            at(
                start,
                &[
                    Instr::Allocate { n: 5 },
                    save(1, 0),
                    save(2, 1),
                    save(3, 2),
                    save(4, 3),
                    Instr::TryElse { y: 4, to: start + 14 },
                    Instr::PutCutLocal { y: 4, a: 1 },
                    Instr::Move { s: 4, d: 2 },
                    Instr::Call { pred: body, live: 0b1111 },
                    commit,
                    load(0, 0),
                    load(2, 1),
                    load(3, 2),
                    last,
                    Instr::Else { live: 0b1110 },
                    load(1, 0),
                    load(2, 1),
                    load(3, 2),
                    last,
                ],
            );
        }
        at(
            place::NOT,
            &[
                Instr::Allocate { n: 1 },
                Instr::TryElse { y: 0, to: place::NOT + 7 },
                Instr::Move { s: 1, d: 2 },
                Instr::PutCutLocal { y: 0, a: 1 },
                Instr::Call { pred: body, live: 0 },
                Instr::CutY { y: 0, n: 0 },
                Instr::Fail,
                Instr::Else { live: 0 },
                Instr::DeallocProceed,
            ],
        );
        for (start, push, exit) in [
            (place::CATCH, Instr::CatchPush, Instr::CatchExit),
            (place::CLEANUP, Instr::CleanupPush, Instr::CleanupExit),
        ] {
            at(
                start,
                &[
                    Instr::Allocate { n: 1 },
                    push,
                    Instr::CallN { n: 0, module: user, live: 0 },
                    exit,
                    Instr::DeallocProceed,
                ],
            );
        }
        at(
            place::RESET,
            &[
                Instr::Allocate { n: 2 },
                save(1, 0),
                save(2, 1),
                Instr::CallN { n: 0, module: user, live: 0b11 },
                load(1, 0),
                Instr::GetConst { a: 0, c: Cell::small(0) },
                Instr::DeallocProceed,
            ],
        );
        at(place::SHIFT, &[Instr::Shift, Instr::Reenter]);
        self.code = code;
        for (name, arity, place) in [
            (reset, 3, place::RESET),
            (shift, 1, place::SHIFT),
            (shift_for_copy, 1, place::SHIFT),
            (resume, 1, place::REENTER),
        ] {
            let pred = self.pred(Atom::SYSTEM, name, arity);
            self.define_code(pred, place);
        }
        self.define_code(body, place::BODY);
        let true_ = self.known.true_;
        self.define_code(true_, place::PROCEED);
        let cut = self.pred(Atom::SYSTEM, Atom::CUT, 0);
        self.define_code(cut, place::PROCEED);
        let catch = self.pred(Atom::SYSTEM, catch, 3);
        self.define_code(catch, place::CATCH);
        let cleanup = self.pred(Atom::SYSTEM, cleanup, 2);
        self.define_code(cleanup, place::CLEANUP);
        for arity in 1..=16 {
            let call = self.pred(Atom::SYSTEM, Atom::CALL, arity);
            let n = arity as u8 - 1;
            let pc = self.install(vec![Instr::ExecuteN { n, module: user, dealloc: false }]);
            self.define_code(call, pc);
        }
        for (name, arity) in
            [(Atom::COMMA, 2), (Atom::SEMICOLON, 2), (Atom::BAR, 2), (Atom::ARROW, 2)]
                .into_iter()
                .chain([(Atom::SOFT_ARROW, 2), (Atom::NOT, 1)])
        {
            self.define_control(name, arity);
        }
    }

    /// A control construct as a predicate: builds the term again and calls it.
    fn define_control(&mut self, name: Atom, arity: usize) {
        let f = Cell::functor(name, arity);
        let mut code = vec![Instr::PutStruct { a: 9, f }];
        code.extend((0..arity as u8).map(|x| Instr::UnifyVal { x }));
        code.push(Instr::Move { s: 9, d: 0 });
        code.push(Instr::ExecuteN { n: 0, module: Atom::USER.0, dealloc: false });
        let pc = self.install(code);
        let pred = self.pred(Atom::SYSTEM, name, arity);
        self.define_code(pred, pc);
    }

    fn define_code(&mut self, pred: u32, pc: Pc) {
        self.entries[pred as usize] = Entry::Pc(pc);
        let flags = &mut self.preds[pred as usize].flags;
        flags.defined = true;
        flags.locked = true;
    }

    fn add_natives(&mut self) {
        for table in crate::native::TABLES {
            for &(name, arity, code) in *table {
                self.add_native(name, arity, NativeCode::Det(code));
            }
        }
        for table in crate::native::NONDET_TABLES {
            for &(name, arity, code) in *table {
                self.add_native(name, arity, NativeCode::NonDet(code as NonDet));
            }
        }
        for table in crate::native::SEARCH_TABLES {
            for &(name, arity, code) in *table {
                self.add_native(name, arity, NativeCode::Search(code as NonDet));
            }
        }
    }

    fn add_native(&mut self, name: &str, arity: usize, code: NativeCode) {
        let name = if name == "[]" { Atom::NIL } else { self.atoms.intern(name) };
        let index = self.natives.len() as u32;
        self.natives.push(NativeInfo { code, name, arity });
        let pred = self.pred(Atom::SYSTEM, name, arity);
        self.entries[pred as usize] = match code {
            NativeCode::Det(_) => Entry::Native(index),
            NativeCode::NonDet(_) | NativeCode::Search(_) => Entry::NonDet(index),
        };
        let flags = &mut self.preds[pred as usize].flags;
        flags.defined = true;
        flags.locked = true;
    }
}
