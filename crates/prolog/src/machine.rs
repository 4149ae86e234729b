//! The machine: everything a running Prolog has.

pub mod arith;
pub mod assert;
pub mod assess;
pub mod backtrack;
pub mod call;
pub mod choice;
pub mod dynamic;
pub mod index;
pub mod iso;
pub mod limits;
pub mod link;
pub mod look;
pub mod query;
pub mod run;
pub mod setup;
pub mod shift;
pub mod throw;
pub mod wake;

use std::{
    collections::HashMap,
    rc::Rc,
    sync::{Arc, atomic::AtomicBool},
    time::Instant,
};

use crate::{
    atom::{Atom, Atoms},
    cell::Cell,
    compile::instr::{Instr, Pc},
    database::{Chain, Clause, ClauseList, Entry, Pred, Switch},
    heap::Boxed,
    load::Loader,
    machine::choice::Choice,
    module::Modules,
    record::Record,
    store::Store,
    text::Text,
    throw::{Outcome, Throw},
};

/// A native predicate. Its arguments are in the machine's argument registers, see
/// [`Machine::arg`].
pub type Native = fn(&mut Machine) -> Outcome;

/// A native predicate with several answers: called with `None` at first and with the state it
/// gave when another answer is wanted.
pub type NonDet = fn(&mut Machine, Option<Cell>) -> Result<More, Throw>;

/// What a native with several answers says.
#[derive(Clone, Copy, Debug)]
pub enum More {
    /// No (further) answer.
    No,
    /// The last answer.
    Last,
    /// An answer, and the state to go on with.
    Yes(Cell),
}

/// Number of argument registers.
pub const REGISTERS: usize = 256;

/// A global variable: a heap cell that is never given back, and the value that `nb_setval/2`
/// gave it, which the cell stands for while it holds a note.
#[derive(Debug)]
pub struct Global {
    /// The heap cell.
    pub cell: usize,
    /// The value that backtracking does not change.
    pub record: Rc<Record>,
}

/// Answers that a `findall/3` has so far.
#[derive(Debug, Default)]
pub struct Answers {
    /// The answers, in order.
    pub records: Vec<Record>,
    /// Bytes of them and of those that enclosing collections have.
    pub bytes: usize,
}

/// A native as the machine keeps it.
#[derive(Clone, Copy, Debug)]
pub struct NativeInfo {
    /// Its code.
    pub code: NativeCode,
    /// Its name.
    pub name: Atom,
    /// Its arity.
    pub arity: usize,
}

/// The code of a native.
#[derive(Clone, Copy, Debug)]
pub enum NativeCode {
    /// One answer at most.
    Det(Native),
    /// Any number.
    NonDet(NonDet),
    /// Any number, by a search of the constraint store that keeps its own way back.
    Search(NonDet),
}

/// A running Prolog.
pub struct Machine {
    /// All atoms.
    pub atoms: Atoms,
    /// Terms and the trail.
    pub store: Store,
    /// Argument registers.
    pub x: Box<[Cell; REGISTERS]>,
    /// Environments.
    pub(crate) stack: Vec<u64>,
    pub(crate) choices: Vec<Choice>,
    /// Registers saved by choice points.
    pub(crate) saved: Vec<Cell>,
    pub(crate) code: Vec<Instr>,
    pub(crate) e: u32,
    pub(crate) cp: Pc,
    pub(crate) b0: u32,
    pub(crate) env_floor: u32,
    /// Next argument of the open compound when reading.
    pub(crate) s: usize,
    pub(crate) writing: bool,
    pub(crate) entries: Vec<Entry>,
    pub(crate) preds: Vec<Pred>,
    pub(crate) pred_index: crate::hash::FastMap<(Atom, Atom, u32), u32>,
    pub(crate) call_cache: Box<[(u64, u32, u32)]>,
    pub(crate) clauses: Vec<Clause>,
    pub(crate) free_clauses: Vec<u32>,
    pub(crate) chains: Vec<Chain>,
    pub(crate) free_chains: Vec<u32>,
    pub(crate) switches: Vec<Switch>,
    /// Clauses of dynamic predicates with hashes; the first stands for none.
    pub(crate) lists: Vec<ClauseList>,
    pub(crate) free_lists: Vec<u32>,
    /// Chains of static clauses: places, each chain ended by 0.
    pub(crate) targets: Vec<Pc>,
    pub(crate) free_code: HashMap<u32, Vec<Pc>>,
    pub(crate) constants: Vec<Boxed>,
    pub(crate) free_constants: Vec<u32>,
    pub(crate) new_constants: Vec<u32>,
    pub(crate) natives: Vec<NativeInfo>,
    pub(crate) generation: u64,
    /// Operators, flags, streams, arithmetic.
    pub text: Text,
    /// Modules and what they import.
    pub modules: Modules,
    /// Who called the last undefined procedure, where that can be told.
    pub(crate) undefined_caller: Option<u32>,
    /// Constraints, and which variable is which.
    pub fd: crate::clpfd::Vars,
    /// Calls so far.
    pub inferences: u64,
    pub(crate) cleanups: usize,
    /// Answers of `findall/3` and its kin that are being collected.
    pub(crate) collecting: Vec<Answers>,
    /// Global variables.
    pub(crate) globals: HashMap<Atom, Global>,
    /// Cells and boxes below are not given back on backtracking.
    pub(crate) frozen: usize,
    pub(crate) frozen_boxes: usize,
    pub(crate) loader: Loader,
    pub(crate) tables: crate::native::table::Tables,
    /// Cells that natives hold across calls of Prolog.
    pub pins: Vec<Cell>,
    pub(crate) known: setup::Known,
    /// The person at the terminal.
    pub(crate) talk: crate::toplevel::terminal::Talk,
    /// Set from outside to stop the run.
    pub interrupt: Arc<AtomicBool>,
    /// Whether commands of the operating system are refused.
    pub no_shell: bool,
    /// When the run must stop.
    pub deadline: Option<Instant>,
    /// Bytes that all stacks may use together.
    pub stack_limit: usize,
    pub(crate) started: Instant,
    pub(crate) gc_count: u64,
    pub(crate) nesting: usize,
    /// How many goals run for callers that hold terms: nothing is collected meanwhile.
    pub(crate) held: usize,
    /// Bytes of clauses, tables and the like.
    pub(crate) program_bytes: usize,
    /// Bytes that were granted beyond the limit, so that errors can be handled.
    pub(crate) program_spare: usize,
    pub(crate) newest_clause: u32,
    /// Changes of the database (clause, added) in each transaction that is under way.
    pub(crate) transactions: Vec<Vec<(u32, bool)>>,
    /// While linking rules `Head => Body`: where calls go that none matches.
    pub(crate) ssu_last: Pc,
}

impl std::fmt::Debug for Machine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Machine").field("preds", &self.preds.len()).finish_non_exhaustive()
    }
}

impl Default for Machine {
    fn default() -> Self {
        Machine::new()
    }
}

impl Machine {
    /// The dereferenced argument `i`, from 0.
    #[inline]
    pub fn arg(&self, i: usize) -> Cell {
        self.store.deref(self.x[i])
    }

    /// Unifies argument `i` with a term.
    pub fn unify_arg(&mut self, i: usize, value: Cell) -> Outcome {
        let arg = self.x[i];
        Ok(self.store.unify(arg, value))
    }

    /// The slot `y` of the current environment.
    #[inline]
    pub(crate) fn slot(&self, y: u32) -> Cell {
        Cell::from_bits(self.stack[(self.e + 2 + y) as usize])
    }

    #[inline]
    pub(crate) fn set_slot(&mut self, y: u32, value: Cell) {
        self.stack[(self.e + 2 + y) as usize] = value.bits();
    }
}
