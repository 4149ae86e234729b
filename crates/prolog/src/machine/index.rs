//! Finding the clauses that may match a call.
//!
//! It decides which calls leave a choice point, so it follows SWI-Prolog: the first argument
//! if it is bound; otherwise, or when there are many clauses, the bound argument that tells
//! clauses apart best.

use crate::{
    atom::Atom,
    cell::Tag,
    compile::{
        goal,
        instr::{Instr, Pc},
    },
    database::{ArgSwitch, Clause, Entry, Hash, Key, key_of},
    hash::FastMap,
    machine::{
        Machine,
        choice::{Alt, Choice},
        setup::place,
    },
    throw::Throw,
};

/// Marks a target as the start of a chain.
const CHAIN: u32 = 1 << 31;
/// Up to this many clauses the first argument is enough if it is bound.
const FEW: usize = 10;
/// Marks a chain whose second clause has the same key as the first, so that another argument may
/// tell them apart.
const SAME: u32 = 1 << 30;
/// How much better than looking at all clauses an index must be.
const WORTH: f64 = 1.5;

impl Machine {
    /// The code of the first static clause that may match, with a choice point if there are
    /// more; 0 for none.
    #[inline]
    pub(crate) fn switch(&mut self, index: u32) -> Pc {
        let switch = &self.switches[index as usize];
        let Some(first) = &switch.first else {
            if switch.alike {
                return self.try_chain(index, switch.all);
            }
            return self.switch_other(index);
        };
        if !switch.others.is_empty() {
            return self.switch_other(index);
        }
        let cell = self.store.deref(self.x[0]);
        let target = if cell.tag() == Tag::Lst {
            first.list_target()
        } else {
            match key_of(&self.store.heap, cell) {
                0 => return self.switch_other(index),
                key => first.target(key),
            }
        };
        if target & CHAIN == 0 {
            return target;
        }
        if target & SAME != 0 || switch.count > FEW {
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

    /// The key of an argument of the call.
    fn arg_key(&self, arg: usize) -> Key {
        key_of(&self.store.heap, self.store.deref(self.x[arg]))
    }

    /// The first argument does not tell the clauses apart: look at switches on others that
    /// exist, then at what a new one would bring.
    fn switch_other(&mut self, index: u32) -> Pc {
        let switch = &self.switches[index as usize];
        let arity = self.preds[switch.pred as usize].arity;
        if arity == 0 {
            return self.try_chain(index, switch.all);
        }
        for other in &switch.others {
            let key = self.arg_key(other.arg);
            if key != 0 {
                let target = other.target(key);
                return self.try_chain(index, target);
            }
        }
        let key = self.arg_key(0);
        let mut target = switch.all;
        if key != 0 {
            if let Some(first) = &switch.first {
                target = first.target(key);
            }
            let enough = switch.count <= FEW && target & SAME == 0;
            if target & CHAIN == 0 || enough {
                return self.try_chain(index, target);
            }
        }
        if let Some(better) = self.build_switch(index, arity) {
            target = better;
        }
        self.try_chain(index, target)
    }

    /// Builds a switch on the best bound argument; where this call goes with it.
    fn build_switch(&mut self, index: u32, arity: usize) -> Option<u32> {
        let bound: Vec<usize> = (0..arity.min(8)).filter(|&arg| self.arg_key(arg) != 0).collect();
        let set = bound.iter().fold(0usize, |set, &arg| set | 1 << arg);
        let switch = &mut self.switches[index as usize];
        let pred = switch.pred;
        let (word, bit) = (set / 64, 1 << (set % 64));
        if switch.tried[word] & bit != 0 || self.preds[pred as usize].flags.ssu {
            return None;
        }
        switch.tried[word] |= bit;
        let clauses: Vec<u32> = self.live_clauses(pred).collect();
        let mut best: Option<(usize, f64)> = None;
        for arg in bound {
            let worth = self.worth(&clauses, arg);
            if worth > best.map_or(WORTH, |(_, w)| w) {
                best = Some((arg, worth));
            }
        }
        let (arg, _) = best?;
        let switch = self.arg_switch(&clauses, arg);
        let target = switch.target(self.arg_key(arg));
        self.switches[index as usize].others.push(switch);
        Some(target)
    }

    /// Clauses of a predicate that are not erased, in order.
    pub(crate) fn live_clauses(&self, pred: u32) -> impl Iterator<Item = u32> + '_ {
        let chain = &self.chains[self.preds[pred as usize].clauses as usize];
        chain.iter().filter(|&c| self.clauses[c as usize].death == u64::MAX)
    }

    /// How many times fewer clauses a call has to look at with an index on this argument.
    fn worth(&self, clauses: &[u32], arg: usize) -> f64 {
        let mut keys: Vec<Key> = clauses
            .iter()
            .filter_map(|&c| self.clauses[c as usize].keys.get(arg).copied())
            .filter(|&key| key != 0)
            .collect();
        let count = clauses.len() as f64;
        let variables = count - keys.len() as f64;
        keys.sort_unstable();
        keys.dedup();
        let distinct = keys.len() as f64;
        if distinct == 0.0 {
            return 0.0;
        }
        count * distinct / (count - variables + variables * distinct)
    }

    /// Would an index on no argument be worth anything?
    pub(crate) fn alike(&self, clauses: &[u32], arity: usize) -> bool {
        (0..arity.min(8)).all(|arg| self.worth(clauses, arg) <= WORTH)
    }

    /// A switch of static clauses on one argument.
    pub(crate) fn arg_switch(&mut self, clauses: &[u32], arg: usize) -> ArgSwitch {
        let key = |clause: &Clause| clause.keys.get(arg).copied().unwrap_or(0);
        let mut order: Vec<Key> = Vec::new();
        let mut groups: FastMap<Key, Vec<Pc>> = FastMap::default();
        let mut open: Vec<Pc> = Vec::new();
        // For each key: does the second clause that may match have the key itself?
        let mut seconds: FastMap<Key, bool> = FastMap::default();
        // Keys whose clauses end with one that commits at once: others are never tried.
        let mut closed: std::collections::HashSet<Key> = std::collections::HashSet::new();
        for &c in clauses {
            let clause = &self.clauses[c as usize];
            let key = key(clause);
            if key != 0 && closed.contains(&key) {
                continue;
            }
            if key != 0 && self.commits(clause.code, arg) {
                closed.insert(key);
            }
            match key {
                0 => {
                    for (k, group) in &mut groups {
                        if !closed.contains(k) {
                            group.push(clause.code);
                        }
                    }
                    open.push(clause.code);
                }
                k => {
                    let group = groups.entry(k).or_insert_with(|| {
                        order.push(k);
                        open.clone()
                    });
                    group.push(clause.code);
                    if group.len() == 2 {
                        seconds.insert(k, true);
                    }
                }
            }
        }
        if self.ssu_last != 0 {
            groups.values_mut().for_each(|group| group.push(self.ssu_last));
            open.push(self.ssu_last);
        }
        let default = self.chain_target(&open, false);
        let targets: Vec<(Key, u32)> = order
            .iter()
            .map(|k| {
                let same = seconds.get(k).copied().unwrap_or(false);
                (*k, self.chain_target(&groups[k], same))
            })
            .collect();
        ArgSwitch::new(arg, &targets, default)
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

    /// The code of the first dynamic clause that may match.
    pub(crate) fn first_dynamic(&mut self, pred: u32) -> Result<Pc, Throw> {
        let (chain, position, key) = self.dynamic_start(pred);
        let generation = self.generation;
        let Some((clause, next)) = self.find(chain, position, key, generation) else {
            return Ok(0);
        };
        if let Some(position) = next {
            let arity = self.preds[pred as usize].arity;
            self.push_choice(Alt::Dynamic { chain, position, key, generation, pred }, arity);
        }
        self.dynamic_code(clause)
    }

    /// The code of the clause a choice point waits for.
    pub(crate) fn next_dynamic(&mut self, choice: &Choice) -> Result<Pc, Throw> {
        let Alt::Dynamic { chain, position, key, generation, pred } = choice.alt else {
            return Ok(0);
        };
        let Some((clause, next)) = self.find(chain, position, key, generation) else {
            self.pop_choice();
            return Ok(0);
        };
        match next {
            None => self.pop_choice(),
            Some(position) => {
                if let Some(top) = self.choices.last_mut() {
                    top.alt = Alt::Dynamic { chain, position, key, generation, pred };
                }
            }
        }
        self.dynamic_code(clause)
    }

    /// The code of a dynamic clause. A fact is compiled when it is called again: many are
    /// called once.
    fn dynamic_code(&mut self, clause: u32) -> Result<Pc, Throw> {
        let info = &mut self.clauses[clause as usize];
        if info.code == 0 && !std::mem::replace(&mut info.called, true) && info.is_fact() {
            return Ok(if self.unify_fact(clause) { place::PROCEED } else { 0 });
        }
        self.clause_code(clause)
    }

    /// Unifies the arguments of a call with those of a fact.
    fn unify_fact(&mut self, clause: u32) -> bool {
        let record = self.clauses[clause as usize].record.clone();
        let head = self.clauses[clause as usize].parts().0;
        let Some((_, args)) = goal::parts(&record, head) else { return false };
        if args.iter().all(|arg| matches!(arg.tag(), Tag::Atom | Tag::Int)) {
            return (0..args.len()).all(|i| self.store.unify(self.x[i], args[i]));
        }
        let term = record.instantiate(&mut self.store.heap);
        let Some([head, _]) = self.store.heap.args::<2>(term, Atom::NECK) else { return false };
        let Some(compound) = self.store.heap.compound(head) else { return true };
        (0..compound.arity).all(|i| {
            let arg = self.store.heap.cells[compound.first + i];
            self.store.unify(self.x[i], arg)
        })
    }

    /// Where to look for clauses of a call: a chain, a position, and the key of the first
    /// argument if the chain was not chosen by one.
    pub(crate) fn dynamic_start(&mut self, pred: u32) -> (u32, i64, Key) {
        let info = &self.preds[pred as usize];
        let all = info.clauses;
        if info.arity == 0 {
            return (all, self.chains[all as usize].start(), 0);
        }
        let first = self.arg_key(0);
        let info = &self.preds[pred as usize];
        if first != 0 && info.live <= FEW && info.hashes.is_empty() {
            let start = self.chains[all as usize].start();
            let found = self.find(all, start, first, self.generation);
            let next = found.and_then(|(_, next)| next);
            let next = next.and_then(|next| self.chains[all as usize].get(next));
            let same = next.is_some_and(|c| self.clauses[c as usize].keys.first() == Some(&first));
            if !same {
                return (all, start, first);
            }
        }
        if let Some(chain) = self.hashed(pred) {
            return (chain, self.chains[chain as usize].start(), 0);
        }
        (all, self.chains[all as usize].start(), first)
    }

    /// The chain that a hash gives for the current arguments, building one if that pays.
    fn hashed(&mut self, pred: u32) -> Option<u32> {
        let info = &self.preds[pred as usize];
        for hash in &info.hashes {
            let key = key_of(&self.store.heap, self.store.deref(self.x[hash.arg]));
            if key != 0 {
                return Some(hash.by_key.get(&key).copied().unwrap_or(hash.variable));
            }
        }
        if info.live <= 1 {
            return None;
        }
        let arity = info.arity.min(8);
        let clauses: Vec<u32> = self.live_clauses(pred).collect();
        let mut best: Option<(usize, f64)> = None;
        for arg in 0..arity {
            if key_of(&self.store.heap, self.store.deref(self.x[arg])) == 0 {
                continue;
            }
            let worth = self.worth(&clauses, arg);
            if worth > best.map_or(WORTH, |(_, w)| w) {
                best = Some((arg, worth));
            }
        }
        let (arg, _) = best?;
        self.build_hash(pred, arg, &clauses);
        let key = key_of(&self.store.heap, self.store.deref(self.x[arg]));
        let hash = self.preds[pred as usize].hashes.last()?;
        Some(hash.by_key.get(&key).copied().unwrap_or(hash.variable))
    }

    fn build_hash(&mut self, pred: u32, arg: usize, clauses: &[u32]) {
        let variable = self.new_chain();
        let hash = Hash { arg, by_key: Default::default(), variable };
        self.preds[pred as usize].hashes.push(hash);
        let at = self.preds[pred as usize].hashes.len() - 1;
        for &clause in clauses {
            self.add_to_hash(pred, at, clause, true);
        }
    }

    /// Adds a clause to a hash at either end.
    pub(crate) fn add_to_hash(&mut self, pred: u32, at: usize, clause: u32, at_end: bool) {
        let arg = self.preds[pred as usize].hashes[at].arg;
        let key = self.clauses[clause as usize].keys.get(arg).copied().unwrap_or(0);
        if key == 0 {
            let hash = &self.preds[pred as usize].hashes[at];
            let chains: Vec<u32> =
                hash.by_key.values().copied().chain(std::iter::once(hash.variable)).collect();
            for chain in chains {
                self.chains[chain as usize].add(clause, at_end);
            }
            return;
        }
        let hash = &self.preds[pred as usize].hashes[at];
        let (known, variable) = (hash.by_key.get(&key).copied(), hash.variable);
        let chain = match known {
            Some(chain) => chain,
            None => {
                let chain = self.new_chain();
                let open: Vec<u32> = self.chains[variable as usize].iter().collect();
                for clause in open {
                    self.chains[chain as usize].add(clause, true);
                }
                self.preds[pred as usize].hashes[at].by_key.insert(key, chain);
                chain
            }
        };
        self.chains[chain as usize].add(clause, at_end);
    }

    /// A new empty chain.
    pub(crate) fn new_chain(&mut self) -> u32 {
        if let Some(chain) = self.free_chains.pop() {
            self.chains[chain as usize] = Default::default();
            return chain;
        }
        self.chains.push(Default::default());
        self.chains.len() as u32 - 1
    }

    /// The first clause from a position on that may match, and the position of the next one
    /// that may, if there is one.
    pub(crate) fn find(
        &self,
        chain: u32,
        position: i64,
        key: Key,
        generation: u64,
    ) -> Option<(u32, Option<i64>)> {
        let chain = &self.chains[chain as usize];
        let fits = |&clause: &u32| {
            let clause = &self.clauses[clause as usize];
            clause.visible(generation) && (key == 0 || clause.matches(0, key))
        };
        let mut position = position;
        let mut found = None;
        while let Some(clause) = chain.get(position) {
            if fits(&clause) {
                match found {
                    None => found = Some(clause),
                    Some(found) => return Some((found, Some(position))),
                }
            }
            position += 1;
        }
        found.map(|clause| (clause, None))
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
                    Some(found) if found == pred => self.refresh_entry(pred),
                    Some(found) => pred = found,
                    None => return Ok(0),
                },
            }
        }
    }
}
