//! Predicates and their clauses.
//!
//! A clause is kept as a record and compiled when it is first called. Erased clauses stay until
//! nothing can come back to them: a choice point sees the clauses that were there when its
//! predicate was called (the logical update view), by generation.

pub mod head;

use std::{collections::VecDeque, rc::Rc};

use crate::{
    atom::Atom,
    cell::{Cell, Tag},
    compile::{goal, instr::Pc},
    hash::FastMap,
    heap::{Boxed, Heap},
    record::Record,
};

/// The key of a term for indexing; 0 where it has none.
pub type Key = u64;

/// One clause.
#[derive(Debug)]
pub struct Clause {
    /// Its predicate.
    pub pred: u32,
    /// `Head :- Body`.
    pub record: Rc<Record>,
    /// The module that goals of the body belong to.
    pub module: Atom,
    /// Keys of the first arguments of the head.
    pub keys: Box<[Key]>,
    /// The generation it was added in.
    pub birth: u64,
    /// The generation it was erased in.
    pub death: u64,
    /// Its code; 0 where it was not compiled yet.
    pub code: Pc,
    /// Length of the code.
    pub code_len: u32,
    /// Constants that the code refers to.
    pub constants: Vec<u32>,
    /// Source line, 0 where there is none.
    pub line: u32,
    /// Source file, the empty atom where there is none.
    pub file: Atom,
    /// A rule `Head => Body`.
    pub ssu: bool,
    /// It was called before it was compiled.
    pub called: bool,
    /// It is of a static predicate: what its body unifies with arguments first of all counts as
    /// part of the head.
    pub moves: bool,
}

impl Clause {
    /// Is it there for a call that started in this generation?
    #[inline]
    pub fn visible(&self, generation: u64) -> bool {
        self.birth <= generation && generation < self.death
    }

    /// May its head match the key in this argument?
    #[inline]
    pub fn matches(&self, arg: usize, key: Key) -> bool {
        self.keys.get(arg).is_none_or(|&k| k == 0 || k == key)
    }

    /// Has it nothing but a head?
    pub fn is_fact(&self) -> bool {
        !self.ssu && self.parts().1 == Cell::atom(Atom::TRUE)
    }

    /// Head and body, in the record.
    pub fn parts(&self) -> (Cell, Cell) {
        let root = self.record.cells.first().map_or(Cell::small(0), |c| *c);
        match goal::parts(&self.record, root) {
            Some((Atom::NECK, &[head, body])) => {
                (goal::deref(&self.record, head), goal::deref(&self.record, body))
            }
            _ => (root, Cell::atom(Atom::TRUE)),
        }
    }
}

/// The key of a dereferenced term in a record.
pub(crate) fn record_key(record: &Record, cell: Cell) -> Key {
    match cell.tag() {
        Tag::Str => record.cells[cell.index()].bits(),
        Tag::Boxed => box_key(&record.boxes[cell.box_index()]),
        _ => simple_key(cell),
    }
}

/// The key of two arguments together; 0 where one has none.
pub fn joined_key(first: Key, second: Key) -> Key {
    if first == 0 || second == 0 {
        return 0;
    }
    let mixed = (first ^ second.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 31) << 4 | 8
}

fn simple_key(cell: Cell) -> Key {
    match cell.tag() {
        Tag::Atom | Tag::Int => cell.bits(),
        Tag::Lst => Cell::functor(Atom::DOT, 2).bits(),
        _ => 0,
    }
}

fn box_key(value: &Boxed) -> Key {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    match value {
        Boxed::Float(float) => float.to_bits().hash(&mut hasher),
        Boxed::Big(big) => big.hash(&mut hasher),
        Boxed::Ratio(ratio) => ratio.numerator().hash(&mut hasher),
        Boxed::Str(text) => text.hash(&mut hasher),
    }
    // Distinct from all cells that are keys themselves: no key has the tag of references.
    hasher.finish() << 3 | 8
}

/// The key of a dereferenced heap term.
#[inline]
pub fn key_of(heap: &Heap, cell: Cell) -> Key {
    match cell.tag() {
        Tag::Atom | Tag::Int => cell.bits(),
        Tag::Lst => Cell::functor(Atom::DOT, 2).bits(),
        Tag::Str => heap.cells[cell.index()].bits(),
        Tag::Boxed => box_key(heap.boxed(cell)),
        _ => 0,
    }
}

/// Clauses in order. Positions stay valid when clauses are added at either end.
#[derive(Debug, Default)]
pub struct Chain {
    items: VecDeque<u32>,
    base: i64,
}

impl Chain {
    /// The clause at a position.
    #[inline]
    pub fn get(&self, position: i64) -> Option<u32> {
        usize::try_from(position - self.base).ok().and_then(|i| self.items.get(i)).copied()
    }

    /// The position of the first clause.
    #[inline]
    pub fn start(&self) -> i64 {
        self.base
    }

    /// Adds a clause.
    pub fn add(&mut self, clause: u32, at_end: bool) {
        if at_end {
            self.items.push_back(clause);
        } else {
            self.items.push_front(clause);
            self.base -= 1;
        }
    }

    /// All clauses in order, erased ones too.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.items.iter().copied()
    }

    /// Keeps the clauses that `keep` says; only when nobody holds a position.
    pub fn retain(&mut self, mut keep: impl FnMut(u32) -> bool) {
        self.items.retain(|&clause| keep(clause));
    }

    /// How many clauses there are, with erased ones.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Has it none?
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

/// The arguments an index looks at: one, or two together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Args {
    pub first: u8,
    pub second: Option<u8>,
}

impl Args {
    /// One argument.
    pub fn one(arg: usize) -> Args {
        Args { first: arg as u8, second: None }
    }

    /// Two arguments.
    pub fn two(a: usize, b: usize) -> Args {
        Args { first: a.min(b) as u8, second: Some(a.max(b) as u8) }
    }
}

/// What an index brings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Worth {
    /// How many times fewer clauses a call has to look at.
    pub speedup: f32,
    /// Clauses with the same compound are told apart by its arguments.
    pub deep: bool,
}

/// What is known about indexes of some clauses.
#[derive(Debug, Default)]
pub struct Assessed {
    /// By argument, where it was looked at.
    pub worth: Vec<Option<Worth>>,
    /// Sets of bound arguments for which there is no better index, and whether there was one.
    pub tried: Vec<(u64, bool)>,
    /// How often pairs of arguments were looked at.
    pub pairs: usize,
}

/// A hash of clauses of a dynamic predicate.
#[derive(Debug)]
pub struct Hash {
    /// Which arguments.
    pub args: Args,
    /// What it brings.
    pub worth: Worth,
    /// The clauses for each key, with those that have a variable there: a chain, or for a deep
    /// hash a list.
    pub by_key: FastMap<Key, u32>,
    /// The clauses that have a variable there.
    pub variable: u32,
}

/// Clauses of a dynamic predicate with their hashes: all, or those with the same compound.
#[derive(Debug, Default)]
pub struct ClauseList {
    /// The clauses.
    pub chain: u32,
    /// The arguments that lead to the compound.
    pub path: Box<[u8]>,
    /// How many arguments there are.
    pub args: usize,
    /// Hashes, the best first.
    pub hashes: Vec<Hash>,
    /// By the first argument, whatever it is worth; none for all clauses of a predicate.
    pub linear: Option<Hash>,
    /// What is known about further hashes.
    pub assessed: Assessed,
}

/// What a predicate is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Nothing is known of it.
    Undefined,
    /// Code at this place.
    Pc(Pc),
    /// Several static clauses: a switch.
    Switch(u32),
    /// Dynamic clauses.
    Dynamic,
    /// A deterministic native.
    Native(u32),
    /// A native with several answers.
    NonDet(u32),
    /// The predicate is another one, imported.
    Alias(u32),
    /// Static clauses that were not linked yet.
    Unlinked,
    /// Static clauses of a library that were not read yet.
    Unread(u32),
    /// Defined without clauses.
    Empty,
}

/// Properties of a predicate.
#[derive(Clone, Copy, Debug, Default)]
#[allow(missing_docs)]
pub struct Flags {
    pub dynamic: bool,
    pub multifile: bool,
    pub discontiguous: bool,
    pub defined: bool,
    /// Belongs to the system: programs cannot change it.
    pub locked: bool,
    /// A library predicate that programs may redefine.
    pub library: bool,
    pub tabled: bool,
    /// Changes of it make tables out of date.
    pub incremental: bool,
    pub monotonic: bool,
    pub ssu: bool,
    pub public: bool,
    pub volatile: bool,
    pub non_terminal: bool,
}

/// One predicate.
#[derive(Debug)]
pub struct Pred {
    /// Where it is defined.
    pub module: Atom,
    /// Its name.
    pub name: Atom,
    /// Its arity.
    pub arity: usize,
    /// Properties.
    pub flags: Flags,
    /// All clauses: a chain.
    pub clauses: u32,
    /// Clauses that are not erased.
    pub live: usize,
    /// Clauses that are erased but still in the chain.
    pub erased: usize,
    /// Hashes that were built for a dynamic predicate: a list, or 0.
    pub list: u32,
    /// `meta_predicate` declaration, one entry per argument.
    pub meta: Option<Rc<[Cell]>>,
    /// The file it was defined in.
    pub file: Atom,
    /// The load that defined it.
    pub load: u32,
}

/// A static predicate's way to its clauses.
#[derive(Debug, Default)]
pub struct Switch {
    /// The code for a first argument that is a list, where that is decided by it alone.
    pub for_list: Option<u32>,
    /// The same for `[]`.
    pub for_nil: Option<u32>,
    /// No argument tells the clauses apart: all are tried, whatever the call.
    pub alike: bool,
    /// The best index looks at the first argument only, and is good enough.
    pub quick: bool,
    /// All clauses.
    pub all: u32,
    /// By the first argument, if any clause has a key there.
    pub first: Option<ArgSwitch>,
    /// By arguments that were found worth it, the best first.
    pub indexes: Vec<Index>,
    /// What is known about further indexes.
    pub assessed: Assessed,
    /// The arguments that lead to the compound whose arguments are looked at.
    pub path: Box<[u8]>,
    /// How many arguments are looked at.
    pub args: usize,
    /// The clauses.
    pub clauses: Box<[u32]>,
    /// The predicate.
    pub pred: u32,
    /// Number of arguments of the predicate.
    pub arity: usize,
    /// Number of clauses.
    pub count: usize,
}

/// A switch that was found worth it.
#[derive(Debug)]
pub struct Index {
    /// Which arguments.
    pub args: Args,
    /// What it brings.
    pub worth: Worth,
    /// Where keys go.
    pub table: ArgSwitch,
}

/// Targets by key.
#[derive(Debug)]
pub struct ArgSwitch {
    /// Open addressing; length is a power of two; key 0 is free.
    table: Box<[(Key, u32)]>,
    /// Where keys that are not in the table go.
    default: u32,
}

impl ArgSwitch {
    /// A table of these targets.
    pub fn new(targets: &[(Key, u32)], default: u32) -> ArgSwitch {
        let size = (targets.len() * 2).next_power_of_two().max(4);
        let mut table = vec![(0, 0); size].into_boxed_slice();
        for &(key, target) in targets {
            let mut at = slot(key, size);
            while table[at].0 != 0 {
                at = (at + 1) & (size - 1);
            }
            table[at] = (key, target);
        }
        ArgSwitch { table, default }
    }

    /// Where a key goes.
    #[inline]
    pub fn target(&self, key: Key) -> u32 {
        let size = self.table.len();
        let mut at = slot(key, size);
        loop {
            let Some(&(found, target)) = self.table.get(at) else { return self.default };
            if found == key {
                return target;
            }
            if found == 0 {
                return self.default;
            }
            at = (at + 1) & (size - 1);
        }
    }
}

#[inline]
fn slot(key: Key, size: usize) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & (size - 1)
}
