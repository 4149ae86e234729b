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

use crate::domain::{Domain, LIMIT, Without};
use crate::error::{Res, Stop, ensure};
use crate::expr::Arg;
use crate::int::Int;
use crate::props::{ExcludeKind, Prop, Quick, Wake};

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

    // ---- arguments -------------------------------------------------------------------------

    /// The argument with values filled in and aliases followed.
    pub fn deref(&self, arg: &Arg) -> Arg {
        match arg {
            Arg::Var(v) => {
                let root = self.root(*v);
                match self.var(root).dom.value() {
                    Some(value) => Arg::Int(value),
                    None => Arg::Var(root),
                }
            }
            int => int.clone(),
        }
    }

    /// The word an argument is, if it is one.
    #[inline]
    pub(crate) fn word(&self, arg: &Arg) -> Option<i64> {
        match arg {
            Arg::Var(v) => self.var(self.root(*v)).dom.fixed_word(),
            Arg::Int(n) => n.as_i64(),
        }
    }

    /// The integer an argument is, if it is one.
    #[inline]
    pub(crate) fn int(&self, arg: &Arg) -> Option<Int> {
        match arg {
            Arg::Var(v) => self.var(self.root(*v)).dom.value(),
            Arg::Int(n) => Some(n.clone()),
        }
    }

    /// The unfixed variable an argument is, if it is one.
    #[inline]
    pub(crate) fn free(&self, arg: &Arg) -> Option<FdVar> {
        match arg {
            Arg::Var(v) => {
                let root = self.root(*v);
                (!self.var(root).dom.is_fixed()).then_some(root)
            }
            Arg::Int(_) => None,
        }
    }

    /// The domain of an argument that is an unfixed variable.
    pub(crate) fn free_dom(&self, arg: &Arg) -> Option<(FdVar, Domain)> {
        let var = self.free(arg)?;
        Some((var, self.var(var).dom.clone()))
    }

    /// The domain of an argument, be it a variable or an integer.
    pub(crate) fn arg_dom(&self, arg: &Arg) -> Domain {
        match arg {
            Arg::Var(v) => self.domain(*v).clone(),
            Arg::Int(n) => Domain::singleton(n),
        }
    }

    /// Whether two arguments are the same unfixed variable.
    pub(crate) fn same(&self, a: &Arg, b: &Arg) -> bool {
        match (self.free(a), self.free(b)) {
            (Some(a), Some(b)) => a == b,
            _ => false,
        }
    }

    // ---- changes ---------------------------------------------------------------------------

    /// Replaces a domain; the old one moves to the trail if this level has not saved it yet.
    #[inline]
    fn set_dom(&mut self, var: FdVar, dom: Domain, moves: Moves) {
        let level = self.level;
        let v = &mut self.vars[var.0 as usize];
        if v.stamp == level {
            v.dom = dom;
        } else {
            let dom = std::mem::replace(&mut v.dom, dom);
            let (moves, stamp) = (v.moves, v.stamp);
            self.trail.push(Undo::Domain { var: var.0, dom, moves, stamp });
            v.stamp = level;
        }
        v.moves = moves;
    }

    /// Makes the variable known, if it is not.
    #[inline]
    pub(crate) fn make_known(&mut self, arg: &Arg) {
        if let Some(var) = self.free(arg)
            && !self.var(var).known
        {
            self.clock += 1;
            let v = &mut self.vars[var.0 as usize];
            self.trail.push(Undo::Known(var.0, v.key));
            v.known = true;
            v.key = self.clock;
        }
    }

    /// Replaces a domain and queues who listens. A single value becomes a binding.
    pub(crate) fn put(&mut self, var: FdVar, dom: Domain) -> Res {
        if dom.is_empty() {
            return Err(Stop::Fail);
        }
        let var = self.root(var);
        let v = &self.vars[var.0 as usize];
        let old = &v.dom;
        if dom.is_fixed() {
            return if old.is_fixed() { ensure(*old == dom) } else { self.bind_dom(var, dom) };
        }
        if old.is_fixed() {
            return Ok(());
        }
        if !v.known {
            self.make_known(&Arg::Var(var));
            self.set_dom(var, dom, Moves::default());
            return Ok(());
        }
        if *old == dom {
            return Ok(());
        }
        let bounds_moved = !old.same_ends(&dom);
        let (moves, quiet) = v.moves.after(old, &dom);
        self.set_dom(var, dom, moves);
        if !quiet {
            if bounds_moved {
                self.trigger_list(var, Wake::Bounds);
            }
            self.trigger_list(var, Wake::Any);
        }
        Ok(())
    }

    /// Takes away a word from a root variable.
    #[inline(always)]
    pub(crate) fn take_word(&mut self, var: FdVar, word: i64) -> Res {
        let v = &self.vars[var.0 as usize];
        if v.known {
            // What remains is finite, so that moves do not matter.
            match v.dom.without(word) {
                Without::Same => return Ok(()),
                Without::Less(dom, ends_moved) => {
                    self.shrink(var, dom, ends_moved);
                    return Ok(());
                }
                Without::Nothing => return Err(Stop::Fail),
                Without::One(value) => return self.settle_word(var, value),
                Without::Unusual => {}
            }
        }
        self.take_word_slow(var, word)
    }

    #[inline(never)]
    fn settle_word(&mut self, var: FdVar, value: i64) -> Res {
        let moves = self.vars[var.0 as usize].moves;
        self.settle_dom(var, Domain::word(value), moves)
    }

    /// A known root variable gets a smaller finite domain of several values.
    #[inline]
    fn shrink(&mut self, var: FdVar, dom: Domain, ends_moved: bool) {
        let level = self.level;
        let v = &mut self.vars[var.0 as usize];
        if v.stamp == level {
            v.dom = dom;
        } else {
            let dom = std::mem::replace(&mut v.dom, dom);
            let (moves, stamp) = (v.moves, v.stamp);
            v.stamp = level;
            self.trail.push(Undo::Domain { var: var.0, dom, moves, stamp });
        }
        if ends_moved {
            self.trigger_list(var, Wake::Bounds);
        }
        self.trigger_list(var, Wake::Any);
    }

    #[inline(never)]
    fn take_word_slow(&mut self, var: FdVar, word: i64) -> Res {
        let dom = self.root_domain(var);
        if dom.is_fixed() {
            return ensure(dom.fixed_word() != Some(word));
        }
        if !dom.contains_word(word) {
            // Nothing changes, but the variable counts as constrained from now on.
            self.make_known(&Arg::Var(var));
            return Ok(());
        }
        self.remove_word(var, word)
    }

    /// Takes away a word that an open root variable has.
    fn remove_word(&mut self, var: FdVar, word: i64) -> Res {
        let v = &self.vars[var.0 as usize];
        let dom = v.dom.remove_word(word);
        if !v.known {
            return self.put(var, dom);
        }
        if dom.is_fixed() {
            let moves = v.moves;
            return self.settle_dom(var, dom, moves);
        }
        // An end goes, or a value in between; the domain cannot become empty.
        let bounds_moved = match v.dom.word_ends() {
            Some((low, high)) => word == low || word == high,
            None => !v.dom.same_ends(&dom),
        };
        let (moves, quiet) = v.moves.after(&v.dom, &dom);
        self.set_dom(var, dom, moves);
        if !quiet {
            if bounds_moved {
                self.trigger_list(var, Wake::Bounds);
            }
            self.trigger_list(var, Wake::Any);
        }
        Ok(())
    }

    /// Cuts a finite root variable to an interval that leaves out at least one of its ends.
    #[inline]
    pub(crate) fn cut(&mut self, var: FdVar, lo: i64, hi: i64) -> Res {
        let dom = self.vars[var.0 as usize].dom.between_words(lo, hi);
        self.replace(var, dom)
    }

    /// Gives a finite root variable a part of its domain that lacks at least one of its ends.
    #[inline]
    pub(crate) fn replace(&mut self, var: FdVar, dom: Domain) -> Res {
        let v = &self.vars[var.0 as usize];
        if !v.known {
            return self.put(var, dom);
        }
        ensure(!dom.is_empty())?;
        if dom.is_fixed() {
            let moves = v.moves;
            return self.settle_dom(var, dom, moves);
        }
        self.shrink(var, dom, true);
        Ok(())
    }

    /// Gives a root variable a word as its value.
    #[inline]
    pub(crate) fn bind_word(&mut self, var: FdVar, word: i64) -> Res {
        let v = &self.vars[var.0 as usize];
        if let Some(value) = v.dom.fixed_word() {
            return ensure(value == word);
        }
        if !v.known || !(-LIMIT..=LIMIT).contains(&word) {
            return self.bind(var, &Int::from(word));
        }
        ensure(v.dom.contains_word(word))?;
        self.settle_word(var, word)
    }

    /// Gives a variable its value and runs what this wakes.
    pub(crate) fn bind(&mut self, var: FdVar, value: &Int) -> Res {
        let var = self.root(var);
        let old = &self.var(var).dom;
        if old.is_fixed() {
            return ensure(old.value().as_ref() == Some(value));
        }
        self.bind_dom(var, Domain::singleton(value))
    }

    /// The same for an open root variable and a domain of one value.
    fn bind_dom(&mut self, var: FdVar, dom: Domain) -> Res {
        let v = &self.vars[var.0 as usize];
        ensure(match dom.fixed_word() {
            Some(word) => v.dom.contains_word(word),
            None => dom.subset_of(&v.dom),
        })?;
        let (known, moves) = (v.known, v.moves);
        if known {
            return self.settle_dom(var, dom, moves);
        }
        self.set_dom(var, dom, moves);
        self.fixed.push(var);
        Ok(())
    }

    /// The same once the value is known to be possible, for a variable that is known.
    #[inline]
    fn settle_dom(&mut self, var: FdVar, dom: Domain, moves: Moves) -> Res {
        self.set_dom(var, dom, moves);
        self.fixed.push(var);
        self.trigger_valued(var);
        self.run_queue()
    }

    fn assign(&mut self, var: FdVar, value: &Int) {
        let moves = self.var(var).moves;
        self.set_dom(var, Domain::singleton(value), moves);
        self.fixed.push(var);
    }

    /// Makes two arguments equal, as unification does.
    pub(crate) fn equate(&mut self, a: &Arg, b: &Arg) -> Res {
        match (self.deref(a), self.deref(b)) {
            (Arg::Int(a), Arg::Int(b)) => ensure(a == b),
            (Arg::Var(v), Arg::Int(n)) | (Arg::Int(n), Arg::Var(v)) => self.bind(v, &n),
            (Arg::Var(a), Arg::Var(b)) => self.merge(a, b),
        }
    }

    fn merge(&mut self, a: FdVar, b: FdVar) -> Res {
        if a == b {
            return Ok(());
        }
        // A known variable outlives an unknown one, and the older of two outlives the younger.
        let rank = |v: &Var| (!v.known, v.key);
        let (old, young) = if rank(self.var(a)) <= rank(self.var(b)) { (a, b) } else { (b, a) };
        if !self.var(young).known {
            self.redirect(young, old);
            return Ok(());
        }
        let dom = self.var(old).dom.intersect(&self.var(young).dom);
        ensure(!dom.is_empty())?;
        self.redirect(young, old);
        if dom.value().is_some() {
            self.put(old, dom)?;
            for wake in Wake::ALL {
                self.trigger_list(young, wake);
                self.trigger_list(old, wake);
            }
        } else {
            for wake in Wake::ALL {
                let moved = self.vars[young.0 as usize].lists[wake as usize].clone();
                self.attached.extend(std::iter::repeat_n((old, wake), moved.len()));
                self.vars[old.0 as usize].lists[wake as usize].extend(moved);
            }
            self.put(old, dom)?;
            self.trigger_all(old);
        }
        self.run_queue()
    }

    fn redirect(&mut self, young: FdVar, old: FdVar) {
        self.trail.push(Undo::Alias(young.0));
        self.vars[young.0 as usize].alias = old.0;
        self.aliases.push((young, old));
    }

    /// Adds a propagator, attached to nothing yet.
    pub(crate) fn add_prop(&mut self, prop: Prop) -> PropId {
        let id = PropId(self.props.len() as u32);
        let (quick, whole) = prop.quick();
        self.props.push(Slot {
            dead: false,
            queued: false,
            failures: 0,
            slow: prop.is_slow(),
            shielded: prop.is_shielded(),
            wake: prop.wake(),
            quick,
            prop: (!whole).then(|| Rc::new(prop)),
            group: None,
        });
        id
    }

    /// Gives an excluding propagator the group that it works on, and its place there.
    pub(crate) fn set_group(&mut self, id: PropId, group: Rc<[FdVar]>, at: u32) {
        let slot = &mut self.props[id.0 as usize];
        if let Some(Prop::Exclude { kind, .. }) = slot.prop.as_deref() {
            slot.quick = Quick::Exclude(at, matches!(kind, ExcludeKind::Distinct));
            slot.group = Some(group);
        }
    }

    /// Adds a propagator whose quick form says all.
    pub(crate) fn add_quick(&mut self, quick: Quick, wake: Wake) -> PropId {
        let id = PropId(self.props.len() as u32);
        self.props.push(Slot {
            dead: false,
            queued: false,
            failures: 0,
            slow: false,
            shielded: false,
            wake,
            quick,
            prop: None,
            group: None,
        });
        id
    }

    /// Lets a propagator listen to an argument, which becomes known.
    pub(crate) fn attach(&mut self, arg: &Arg, prop: PropId) {
        if let Some(var) = self.free(arg) {
            self.attach_open(var, prop);
        }
    }

    /// The same for an open root variable.
    #[inline]
    pub(crate) fn attach_open(&mut self, var: FdVar, prop: PropId) {
        if !self.var(var).known {
            self.make_known(&Arg::Var(var));
        }
        let wake = self.props[prop.0 as usize].wake;
        self.attached.push((var, wake));
        self.vars[var.0 as usize].lists[wake as usize].push(prop);
    }

    /// Retires a propagator.
    pub(crate) fn kill(&mut self, prop: PropId) {
        let slot = &mut self.props[prop.0 as usize];
        if !slot.dead {
            slot.dead = true;
            self.dead.push(prop);
        }
    }

    /// Forgets everything about an auxiliary variable.
    pub(crate) fn forget(&mut self, arg: &Arg) {
        let Some(var) = self.free(arg) else { return };
        if !self.var(var).known {
            return;
        }
        self.set_dom(var, Domain::FULL, Moves::default());
        let v = &mut self.vars[var.0 as usize];
        v.known = false;
        let lists = std::mem::take(&mut v.lists);
        self.trail.push(Undo::Lists(var.0, Box::new((lists, self.attached.len() as u32))));
    }

    /// Lets the ends of an unbounded domain move again.
    pub(crate) fn reinforce(&mut self, var: FdVar) {
        let var = self.root(var);
        let v = self.var(var);
        // The ends of finite domains move freely.
        if v.known && !v.moves.is_fresh() && !v.dom.is_finite() {
            let dom = v.dom.clone();
            self.set_dom(var, dom, Moves::default());
        }
    }

    pub(crate) fn new_state(&mut self, state: State) -> usize {
        self.states.push(state);
        self.states.len() - 1
    }

    pub(crate) fn state(&self, at: usize) -> &State {
        &self.states[at]
    }

    pub(crate) fn set_state(&mut self, at: usize, state: State) {
        let old = std::mem::replace(&mut self.states[at], state);
        self.trail.push(Undo::State(at, Box::new(old)));
    }

    /// A number for constraints that are shown once although many propagators make them up.
    pub(crate) fn next_number(&self) -> u32 {
        self.props.len() as u32
    }

    // ---- the host's own changes ------------------------------------------------------------

    /// The host bound a variable to an integer.
    pub fn fix(&mut self, var: FdVar, value: &Int) -> Res {
        self.guarded(|s| s.bind(var, value))
    }

    /// The host unified two variables.
    pub fn unify(&mut self, a: FdVar, b: FdVar) -> Res {
        self.guarded(|s| s.equate(&Arg::Var(a), &Arg::Var(b)))
    }

    /// The host bound several variables in one unification: all values count from the start,
    /// then each variable wakes its propagators in turn.
    pub fn fix_all(&mut self, news: &[(FdVar, Int)]) -> Res {
        self.guarded(|s| s.bind_all(news))
    }

    pub(crate) fn bind_all(&mut self, news: &[(FdVar, Int)]) -> Res {
        let mut woken = Vec::with_capacity(news.len());
        for (var, value) in news {
            let var = self.root(*var);
            match self.var(var).dom.value() {
                Some(fixed) => ensure(fixed == *value)?,
                None => {
                    ensure(self.var(var).dom.contains(value))?;
                    self.assign(var, value);
                    woken.push(var);
                }
            }
        }
        for var in woken {
            self.trigger_valued(var);
            self.run_queue()?;
        }
        Ok(())
    }

    /// Runs whatever is queued.
    pub fn propagate(&mut self) -> Res {
        self.guarded(Store::run_queue)
    }
}
