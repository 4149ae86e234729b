//! Variables, their domains and propagators, and the way back.
//!
//! All changes go through `put`, `bind`, `unify`, `attach` and `kill`, which record what they
//! overwrite: once per level for domains, as lengths for lists. A level begins with `mark` or
//! `new_level`, which cost one increment.
//!
//! A variable is "known" once it has a domain of its own in the sense of the host's attributed
//! variables; before, it is only a name that expressions may mention.

use std::{
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

use crate::domain::Domain;
use crate::expr::Arg;
use crate::int::Int;
use crate::props::{Prop, Quick, Wake};

mod arguments;
mod attach;
mod change;
mod host;
mod news;
mod queue;
mod termination;
mod undo;

pub use undo::Mark;

use queue::Queues;
use termination::Moves;
use undo::Undo;

/// A variable of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FdVar(pub u32);

/// A propagator of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PropId(pub(crate) u32);

const NO_ALIAS: u32 = u32::MAX;

type Lists = [Vec<PropId>; 3];

/// So many lists are kept for variables to come.
const SPARE: usize = 4096;

#[derive(Debug)]
struct Var {
    dom: Domain,
    /// Which ends moved since the last post, for unbounded domains.
    moves: Moves,
    /// Propagators by wake class, oldest first.
    lists: Lists,
    alias: u32,
    known: bool,
    /// Position in the order of variables: given by the host, then by the time it became known.
    key: u64,
    /// The level that last saved `dom` and `moves`.
    stamp: u64,
}

#[derive(Debug)]
struct Slot {
    /// What is at work; none where the quick form says all.
    prop: Option<Rc<Prop>>,
    dead: bool,
    queued: bool,
    /// How often it has failed, for searches that go by this.
    failures: u32,
    /// What the propagator answers, kept here because every change asks.
    slow: bool,
    shielded: bool,
    wake: Wake,
    quick: Quick,
    /// The group that a quick form speaks of.
    group: Option<Rc<[FdVar]>>,
}

/// A constraint store.
#[derive(Debug)]
pub struct Store {
    vars: Vec<Var>,
    /// Lists of variables that are gone, for those to come.
    spare: Vec<Lists>,
    props: Vec<Slot>,
    /// Mutable state of propagators, replaced as a whole.
    states: Vec<State>,
    trail: Vec<Undo>,
    /// Who was attached to what, in order: the variable and the list that got longer by one.
    attached: Vec<(FdVar, Wake)>,
    /// Propagators in the order they died; apart from the trail, since nothing else touches the
    /// bit and there are many.
    dead: Vec<PropId>,
    level: u64,
    queues: Queues,
    /// The key of the next variable that becomes known.
    clock: u64,
    fixed: Vec<FdVar>,
    fixed_seen: usize,
    aliases: Vec<(FdVar, FdVar)>,
    aliases_seen: usize,
    orders: Vec<(u32, std::cmp::Ordering)>,
    orders_seen: usize,
    pub(crate) scratch: crate::props::Scratch,
    stop_flag: Option<Arc<AtomicBool>>,
    deadline: Option<Instant>,
}

/// State of one propagator beyond its arguments.
#[derive(Clone, Debug)]
pub(crate) enum State {
    /// The rows of a table that are still possible.
    Rows(Rc<[u32]>),
    /// The counters of a cardinality constraint.
    Counts(Rc<[crate::props::KeyCount]>),
}

impl Default for Store {
    fn default() -> Store {
        Store::new()
    }
}

impl Store {
    /// An empty store.
    pub fn new() -> Store {
        Store {
            vars: Vec::new(),
            spare: Vec::new(),
            props: Vec::new(),
            states: Vec::new(),
            trail: Vec::new(),
            attached: Vec::new(),
            dead: Vec::new(),
            level: 1,
            queues: Queues::default(),
            clock: 0,
            fixed: Vec::new(),
            fixed_seen: 0,
            aliases: Vec::new(),
            aliases_seen: 0,
            orders: Vec::new(),
            orders_seen: 0,
            scratch: Default::default(),
            stop_flag: None,
            deadline: None,
        }
    }

    /// Forgets everything; the memory stays for what comes next.
    pub fn clear(&mut self) {
        self.trail.clear();
        self.attached.clear();
        self.drop_vars(0);
        self.props.clear();
        self.states.clear();
        self.dead.clear();
        self.level = 1;
        self.queues = Queues::default();
        self.clock = 0;
        self.fixed.clear();
        self.fixed_seen = 0;
        self.aliases.clear();
        self.aliases_seen = 0;
        self.orders.clear();
        self.orders_seen = 0;
    }

    /// A new variable that nothing is known about yet. The key is its place in the host's order
    /// of variables; it counts until the variable becomes known.
    pub fn new_var_at(&mut self, key: u64) -> FdVar {
        let var = FdVar(self.vars.len() as u32);
        self.vars.push(Var {
            dom: Domain::FULL,
            moves: Moves::default(),
            lists: self.spare.pop().unwrap_or_default(),
            alias: NO_ALIAS,
            known: false,
            key,
            stamp: self.level,
        });
        var
    }

    /// A new variable, younger than all before.
    pub fn new_var(&mut self) -> FdVar {
        self.clock += 1;
        self.new_var_at(self.clock)
    }

    /// Variables that become known from now on are at least this old. The clock never runs back.
    pub fn set_clock(&mut self, key: u64) {
        self.clock = self.clock.max(key);
    }

    /// The clock: larger than every key given out.
    pub fn clock(&self) -> u64 {
        self.clock
    }

    /// Propagation and search stop with [`FdError::Interrupted`](crate::FdError) once the flag
    /// is set or the time has come. The flag stays set for the host to see.
    pub fn set_limits(&mut self, flag: Option<Arc<AtomicBool>>, deadline: Option<Instant>) {
        self.stop_flag = flag;
        self.deadline = deadline;
    }

    /// The same for a flag that the store may have already.
    #[inline]
    pub fn renew_limits(&mut self, flag: &Arc<AtomicBool>, deadline: Option<Instant>) {
        if !self.stop_flag.as_ref().is_some_and(|known| Arc::ptr_eq(known, flag)) {
            self.stop_flag = Some(flag.clone());
        }
        self.deadline = deadline;
    }

    fn interrupted(&self) -> bool {
        self.stop_flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() > deadline)
    }

    /// The domain of an argument, be it a variable or an integer.
    pub fn arg_domain(&self, arg: &Arg) -> Domain {
        self.arg_dom(arg)
    }

    /// How often the live propagators of a variable have failed, plus their number.
    pub(crate) fn weight(&self, var: FdVar) -> u64 {
        let v = self.var(self.root(var));
        let live = v.lists.iter().flatten().map(|p| &self.props[p.0 as usize]);
        live.filter(|slot| !slot.dead).map(|slot| 1 + u64::from(slot.failures)).sum()
    }

    /// How many variables there are.
    pub fn var_count(&self) -> usize {
        self.vars.len()
    }

    /// About how many bytes the store takes: a propagator and the lists of a variable count with
    /// what they commonly have.
    pub fn bytes(&self) -> usize {
        self.vars.len() * (size_of::<Var>() + 64)
            + self.props.len() * (size_of::<Slot>() + 128)
            + self.trail.len() * size_of::<Undo>()
            + self.attached.len() * size_of::<(FdVar, Wake)>()
    }

    /// The variable that stands for this one after unifications.
    #[inline]
    pub fn root(&self, var: FdVar) -> FdVar {
        let mut at = var;
        while let alias = self.vars[at.0 as usize].alias
            && alias != NO_ALIAS
        {
            at = FdVar(alias);
        }
        at
    }

    #[inline]
    fn var(&self, var: FdVar) -> &Var {
        &self.vars[var.0 as usize]
    }

    /// The domain; a single value once fixed.
    #[inline]
    pub fn domain(&self, var: FdVar) -> &Domain {
        &self.var(self.root(var)).dom
    }

    /// The domain of a variable that stands for itself.
    #[inline]
    pub(crate) fn root_domain(&self, var: FdVar) -> &Domain {
        &self.var(var).dom
    }

    /// The ends of an argument's domain as words, with the sentinels for infinities.
    #[inline]
    pub(crate) fn word_ends(&self, arg: &Arg) -> Option<(i64, i64)> {
        match arg {
            Arg::Var(v) => self.domain(*v).word_ends(),
            Arg::Int(n) => n.as_i64().map(|word| (word, word)),
        }
    }

    /// The value, once there is only one.
    pub fn value(&self, var: FdVar) -> Option<Int> {
        self.domain(var).value()
    }

    /// Whether the variable has been constrained and has no value yet.
    pub fn is_known(&self, var: FdVar) -> bool {
        let v = self.var(self.root(var));
        v.known && !v.dom.is_fixed()
    }

    /// Its place in the order of variables.
    pub fn key(&self, var: FdVar) -> u64 {
        self.var(self.root(var)).key
    }

    /// How many propagators were attached, dead ones included; 0 once fixed.
    pub fn degree(&self, var: FdVar) -> usize {
        let v = self.var(self.root(var));
        if v.dom.is_fixed() {
            return 0;
        }
        v.lists.iter().map(Vec::len).sum()
    }

    /// Whether no live propagator is attached.
    pub fn all_dead(&self, var: FdVar) -> bool {
        let v = self.var(self.root(var));
        v.lists.iter().flatten().all(|p| self.is_dead(*p))
    }

    /// The propagators of a wake class, newest first.
    pub(crate) fn attached(&self, var: FdVar, wake: Wake) -> impl Iterator<Item = PropId> + '_ {
        self.var(self.root(var)).lists[wake as usize].iter().rev().copied()
    }

    pub(crate) fn is_dead(&self, prop: PropId) -> bool {
        self.props[prop.0 as usize].dead
    }

    pub(crate) fn prop(&self, prop: PropId) -> Rc<Prop> {
        let slot = &self.props[prop.0 as usize];
        slot.prop.clone().unwrap_or_else(|| Rc::new(slot.quick.prop()))
    }
}
