//! Finding the clauses that may match a call of a static predicate.
//!
//! It decides which calls leave a choice point, so it follows SWI-Prolog: the first argument
//! if it is bound and there are few clauses; otherwise, or where two clauses have the same key
//! there, the bound arguments that tell clauses apart best. Clauses with the same compound may
//! be told apart by its arguments in turn.

use crate::{
    atom::Atom,
    cell::{Cell, Tag},
    compile::instr::{Instr, Pc},
    database::{ArgSwitch, Args, Entry, Index, Key, Switch, joined_key, key_of},
    hash::FastMap,
    machine::{Machine, assess::is_functor, choice::Alt},
    throw::Throw,
};

/// Marks a target as the start of a chain.
const CHAIN: u32 = 1 << 31;
/// Marks a chain whose first two clauses have the key of the call, so that something else may
/// tell them apart.
const SAME: u32 = 1 << 30;
/// Marks a target as another switch, on the arguments of a compound.
const DEEP: u32 = 1 << 29;
/// Up to this many clauses the first argument is enough if it is bound.
pub(crate) const FEW: usize = 10;
/// How deep compounds are looked into.
pub(crate) const DEPTH: usize = 7;
/// Arguments that are looked at.
pub(crate) const ARGS: usize = 64;

impl Machine {
    /// The code of the first static clause that may match, with a choice point if there are
    /// more; 0 for none.
    #[inline]
    pub(crate) fn switch(&mut self, index: u32) -> Pc {
        let switch = &self.switches[index as usize];
        if switch.alike {
            return self.try_chain(index, switch.all);
        }
        let cell = self.store.deref(self.x[0]);
        if cell.tag() == Tag::Lst {
            if let Some(code) = switch.for_list {
                return code;
            }
        } else if cell == Cell::atom(Atom::NIL)
            && let Some(code) = switch.for_nil
        {
            return code;
        }
        self.switch_on(index, cell)
    }

    /// The same by the first argument, which is not a list with code of its own.
    fn switch_on(&mut self, index: u32, cell: Cell) -> Pc {
        let switch = &self.switches[index as usize];
        let (Some(table), key) = (first_table(switch), key_of(&self.store.heap, cell)) else {
            return self.switch_other(index);
        };
        if key == 0 {
            return self.switch_other(index);
        }
        let target = table.target(key);
        if target & CHAIN == 0 && target & DEEP == 0 {
            return target;
        }
        if target & DEEP != 0 || target & SAME != 0 && !switch.quick {
            return self.switch_other(index);
        }
        self.try_chain(index, target)
    }

    fn try_chain(&mut self, index: u32, target: u32) -> Pc {
        if target & CHAIN == 0 {
            return target;
        }
        let start = target & !(CHAIN | SAME);
        let arity = self.switches[index as usize].arity;
        self.push_choice(Alt::Clauses(start + 1), arity);
        self.targets[start as usize]
    }

    fn switch_other(&mut self, index: u32) -> Pc {
        let target = self.choose(index);
        self.try_chain(index, target)
    }

    /// An argument of the call, or of the compound whose arguments start at `inside`.
    #[inline]
    pub(crate) fn call_arg(&self, inside: Option<usize>, arg: usize) -> Cell {
        self.store.deref(match inside {
            None => self.x[arg],
            Some(first) => self.store.heap.cells[first + arg],
        })
    }

    /// The key of arguments of the call.
    #[inline]
    pub(crate) fn call_key(&self, inside: Option<usize>, args: Args) -> Key {
        let heap = &self.store.heap;
        let key = key_of(heap, self.call_arg(inside, usize::from(args.first)));
        match args.second {
            None => key,
            Some(second) => {
                joined_key(key, key_of(heap, self.call_arg(inside, usize::from(second))))
            }
        }
    }

    /// Arguments of the call that have a key, with the set of them.
    pub(crate) fn bound_args(&self, inside: Option<usize>, count: usize) -> (Vec<usize>, u64) {
        let bound: Vec<usize> =
            (0..count.min(ARGS)).filter(|&a| self.call_key(inside, Args::one(a)) != 0).collect();
        let set = bound.iter().fold(0, |set, &arg| set | 1 << arg);
        (bound, set)
    }

    /// The target of a call that the first argument does not decide.
    fn choose(&mut self, index: u32) -> u32 {
        let (mut index, mut inside) = (index, None);
        loop {
            let found = match self.known_index(index, inside) {
                Some(found) => Some(found),
                None => {
                    let switch = &self.switches[index as usize];
                    if switch.args == 0 {
                        return switch.all;
                    }
                    let key = self.call_key(inside, Args::one(0));
                    let mut target = switch.all;
                    if key != 0 {
                        if let Some(first) = &switch.first {
                            target = first.target(key);
                        }
                        if switch.count <= FEW && (target & CHAIN == 0 || target & SAME == 0) {
                            return target;
                        }
                    }
                    match self.new_index(index, inside, 0.0) {
                        Some(at) => Some(at),
                        None => return target,
                    }
                }
            };
            let Some(at) = found else { return 0 };
            let found = &self.switches[index as usize].indexes[at];
            let target = found.table.target(self.call_key(inside, found.args));
            if target & DEEP == 0 || target & CHAIN != 0 {
                return target;
            }
            let cell = self.call_arg(inside, usize::from(found.args.first));
            let Some(compound) = self.store.heap.compound(cell) else { return 0 };
            (index, inside) = (target & !DEEP, Some(compound.first));
        }
    }

    /// The best index that fits the call, or a new one where that is poor.
    fn known_index(&mut self, index: u32, inside: Option<usize>) -> Option<usize> {
        let switch = &self.switches[index as usize];
        let at = switch.indexes.iter().position(|i| self.call_key(inside, i.args) != 0)?;
        let speedup = switch.indexes[at].worth.speedup;
        if is_poor(switch.count, speedup)
            && let Some(better) = self.new_index(index, inside, speedup)
        {
            return Some(better);
        }
        Some(at)
    }

    /// Builds an index for a call, if there is one that brings more than `least`.
    fn new_index(&mut self, index: u32, inside: Option<usize>, least: f32) -> Option<usize> {
        let switch = &self.switches[index as usize];
        if self.preds[switch.pred as usize].flags.ssu {
            return None;
        }
        let (bound, set) = self.bound_args(inside, switch.args);
        if switch.assessed.tried.contains(&(set, least > 0.0)) {
            return None;
        }
        let switch = &mut self.switches[index as usize];
        let mut assessed = std::mem::take(&mut switch.assessed);
        let (path, clauses) = (switch.path.clone(), switch.clauses.clone());
        let best = self.best_args(&mut assessed, &clauses, &path, &bound, least);
        if best.is_none() {
            assessed.tried.push((set, least > 0.0));
        }
        self.switches[index as usize].assessed = assessed;
        let (args, worth) = best?;
        let known = self.switches[index as usize].indexes.iter().position(|i| i.args == args);
        if known.is_some() {
            return known;
        }
        let deep = (worth.deep && path.len() < DEPTH).then_some(index);
        let table = self.key_switch(&clauses, &path, args, deep);
        let switch = &mut self.switches[index as usize];
        let at = switch.indexes.partition_point(|i| i.worth.speedup >= worth.speedup);
        switch.indexes.insert(at, Index { args, worth, table });
        let best = &switch.indexes[0];
        switch.quick = switch.path.is_empty()
            && best.args == Args::one(0)
            && !is_poor(switch.count, best.worth.speedup);
        note_lists(switch);
        Some(at)
    }

    /// Clauses of a predicate that are not erased, in order.
    pub(crate) fn live_clauses(&self, pred: u32) -> impl Iterator<Item = u32> + '_ {
        let chain = &self.chains[self.preds[pred as usize].clauses as usize];
        chain.iter().filter(|&c| self.clauses[c as usize].death == u64::MAX)
    }

    /// A switch to several clauses, seen from the compound that the path leads to.
    pub(crate) fn new_switch(
        &mut self,
        pred: u32,
        path: Box<[u8]>,
        args: usize,
        clauses: Box<[u32]>,
        places: &[Pc],
    ) -> u32 {
        let all = self.chain_target(places, false);
        let arity = self.preds[pred as usize].arity;
        let keyed = clauses.iter().any(|&c| self.clauses[c as usize].key_at(&path, 0) != 0);
        let first = keyed.then(|| self.key_switch(&clauses, &path, Args::one(0), None));
        let alike = !keyed && self.alike(&clauses, &path, args);
        let count = places.len();
        let mut switch = Switch {
            all,
            first,
            alike,
            pred,
            arity,
            count,
            path,
            args,
            clauses,
            ..Switch::default()
        };
        note_lists(&mut switch);
        self.switches.push(switch);
        self.switches.len() as u32 - 1
    }

    /// Would an index on no argument be worth anything?
    fn alike(&self, clauses: &[u32], path: &[u8], args: usize) -> bool {
        let each: Vec<Args> = (0..args.min(ARGS)).map(Args::one).collect();
        let each = each.iter().map(|&args| self.assess(clauses, path, &[args]));
        each.flatten().all(|worth| worth.is_none())
    }

    /// A switch of static clauses by the key of some arguments. `deep` is the switch of which
    /// it is a part, where compounds with the same key are to be told apart.
    fn key_switch(
        &mut self,
        clauses: &[u32],
        path: &[u8],
        args: Args,
        deep: Option<u32>,
    ) -> ArgSwitch {
        let mut order: Vec<Key> = Vec::new();
        let mut groups: FastMap<Key, Vec<u32>> = FastMap::default();
        let mut open: Vec<u32> = Vec::new();
        // Keys whose clauses end with one that commits at once: others are never tried.
        let mut closed: std::collections::HashSet<Key> = std::collections::HashSet::new();
        for &c in clauses {
            let key = self.clause_key(c, path, args);
            if key == 0 {
                for (k, group) in &mut groups {
                    if !closed.contains(k) {
                        group.push(c);
                    }
                }
                open.push(c);
                continue;
            }
            if closed.contains(&key) {
                continue;
            }
            if path.is_empty()
                && args.second.is_none()
                && self.commits(self.clauses[c as usize].code, usize::from(args.first))
            {
                closed.insert(key);
            }
            let group = groups.entry(key).or_insert_with(|| {
                order.push(key);
                open.clone()
            });
            group.push(c);
        }
        let default = self.group_target(&open, None);
        let mut targets: Vec<(Key, u32)> = Vec::with_capacity(order.len());
        for key in order {
            let group = &groups[&key];
            let below = match deep {
                Some(index) if is_functor(key) && group.len() > 1 => {
                    self.deeper(index, group, path, args, key)
                }
                _ => None,
            };
            let target = below.unwrap_or_else(|| self.group_target(group, Some((path, args, key))));
            targets.push((key, target));
        }
        ArgSwitch::new(&targets, default)
    }

    /// The target of a group of clauses; with their key if they have one.
    fn group_target(&mut self, group: &[u32], key: Option<(&[u8], Args, Key)>) -> u32 {
        let mut places: Vec<Pc> = group.iter().map(|&c| self.clauses[c as usize].code).collect();
        if self.ssu_last != 0 {
            places.push(self.ssu_last);
        }
        let same = key.is_some_and(|(path, args, key)| {
            group.len() > 1 && group[..2].iter().all(|&c| self.clause_key(c, path, args) == key)
        });
        self.chain_target(&places, same)
    }

    /// A switch on the arguments of a compound that these clauses have in common, if any of
    /// them has something there.
    fn deeper(
        &mut self,
        index: u32,
        group: &[u32],
        path: &[u8],
        args: Args,
        key: Key,
    ) -> Option<u32> {
        let mut path = path.to_vec();
        path.push(args.first);
        let count = Cell::from_bits(key).functor_arity();
        let telling = (0..count.min(ARGS))
            .any(|arg| group.iter().any(|&c| self.clauses[c as usize].key_at(&path, arg) != 0));
        if !telling {
            return None;
        }
        let pred = self.switches[index as usize].pred;
        let places: Vec<Pc> = group.iter().map(|&c| self.clauses[c as usize].code).collect();
        let switch = self.new_switch(pred, path.into(), count, group.into(), &places);
        Some(switch | DEEP)
    }

    /// Does the clause cut before anything can fail, once the key of this argument matches?
    fn commits(&self, code: Pc, arg: usize) -> bool {
        for instr in &self.code[code as usize..] {
            match instr {
                Instr::NeckCut { .. } => return true,
                Instr::GetConst { a, .. }
                | Instr::GetStruct { a, .. }
                | Instr::GetList { a }
                | Instr::GetListXX { a, .. }
                | Instr::GetListVoidX { a, .. }
                    if *a as usize == arg => {}
                Instr::UnifyVar { .. } | Instr::UnifyVar2 { .. } | Instr::UnifyVoid { .. } => {}
                _ => return false,
            }
        }
        false
    }

    /// A target that tries these places in order. `same` says that the second clause has the
    /// same key as the call, not a variable.
    pub(crate) fn chain_target(&mut self, places: &[Pc], same: bool) -> u32 {
        match places {
            [] => 0,
            [only] => *only,
            _ => {
                let start = self.targets.len() as u32;
                self.targets.extend_from_slice(places);
                self.targets.push(0);
                start | CHAIN | if same { SAME } else { 0 }
            }
        }
    }

    /// The place of an entry, making it ready first; 0 where the call fails.
    pub(crate) fn enter_slow(&mut self, pred: u32) -> Result<Pc, Throw> {
        let mut pred = pred;
        loop {
            match self.entries[pred as usize] {
                Entry::Pc(pc) => return Ok(pc),
                Entry::Switch(switch) => return Ok(self.switch(switch)),
                Entry::Dynamic => return self.first_dynamic(pred),
                Entry::Empty => return Ok(0),
                Entry::Alias(other) => pred = other,
                Entry::Unlinked => self.link(pred),
                Entry::Unread(_) => self.read_clauses(pred)?,
                Entry::Native(native) => return self.call_det(native),
                Entry::NonDet(native) => return self.call_nondet(native),
                Entry::Undefined => match self.resolve(pred)? {
                    Some(found) if found == pred => {
                        if self.entries[pred as usize] == Entry::Undefined {
                            self.refresh_entry(pred);
                        }
                    }
                    Some(found) => pred = found,
                    None => return Ok(0),
                },
            }
        }
    }
}

/// The table that decides by the first argument alone, if one does.
#[inline]
fn first_table(switch: &Switch) -> Option<&ArgSwitch> {
    match &switch.first {
        Some(first) if switch.indexes.is_empty() && switch.count <= FEW => Some(first),
        _ if switch.quick => Some(&switch.indexes[0].table),
        _ => None,
    }
}

/// Notes where lists go, the commonest arguments, if that needs no further look.
fn note_lists(switch: &mut Switch) {
    let code = |key: Cell| {
        let target = first_table(switch)?.target(key.bits());
        (target & (CHAIN | DEEP) == 0).then_some(target)
    };
    let codes = (code(Cell::functor(Atom::DOT, 2)), code(Cell::atom(Atom::NIL)));
    (switch.for_list, switch.for_nil) = codes;
}

/// Is an index that bad that a better one is looked for?
pub(crate) fn is_poor(count: usize, speedup: f32) -> bool {
    count > FEW && count as f32 / speedup > FEW as f32
}
