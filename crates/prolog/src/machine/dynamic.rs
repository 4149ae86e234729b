//! Finding the clauses that may match a call of a dynamic predicate.
//!
//! The same choices as for static predicates, see [`super::index`], over clauses that come and
//! go: hashes of them are kept up to date when clauses are added, and dropped when erased clauses
//! are given back.

use crate::{
    atom::Atom,
    cell::{Cell, Tag},
    compile::{goal, instr::Pc},
    database::{Args, ClauseList, Hash, Key, Worth},
    machine::{
        Machine,
        assess::is_functor,
        choice::{Alt, Choice},
        index::{DEPTH, FEW, is_poor},
        setup::place,
    },
    throw::Throw,
};

impl Machine {
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
        let (all, arity, live, known) = (info.clauses, info.arity, info.live, info.list);
        if arity == 0 || live <= 1 && known == 0 {
            return (all, self.chains[all as usize].start(), 0);
        }
        let first = self.call_key(None, Args::one(0));
        if first != 0 && live <= FEW && self.lists[known as usize].hashes.is_empty() {
            let start = self.chains[all as usize].start();
            let found = self.find(all, start, first, self.generation);
            let same = |c: u32| self.clauses[c as usize].keys.first() == Some(&first);
            let both = found.is_some_and(|(clause, next)| {
                let next = next.and_then(|next| self.chains[all as usize].get(next));
                same(clause) && next.is_some_and(same)
            });
            if !both {
                return (all, start, first);
            }
        }
        let list = if known != 0 { known } else { self.new_list(all, Box::default(), arity) };
        self.preds[pred as usize].list = list;
        match self.choose_chain(list, live) {
            Some(chain) => (chain, self.chains[chain as usize].start(), 0),
            None => (all, self.chains[all as usize].start(), first),
        }
    }

    /// The chain that hashes give for the current call; `None` where there is none.
    fn choose_chain(&mut self, list: u32, live: usize) -> Option<u32> {
        let (mut list, mut inside, mut live) = (list, None, live);
        loop {
            let at = match self.known_hash(list, inside, live) {
                Some(at) => at,
                None => {
                    let linear = self.linear_chain(list, inside);
                    if let Some((chain, false)) = linear
                        && live <= FEW
                    {
                        return Some(chain);
                    }
                    match self.new_hash(list, inside, 0.0) {
                        Some(at) => at,
                        None if inside.is_none() => return None,
                        None => {
                            let all = self.lists[list as usize].chain;
                            return Some(linear.map_or(all, |(chain, _)| chain));
                        }
                    }
                }
            };
            let hash = &self.lists[list as usize].hashes[at];
            let key = self.call_key(inside, hash.args);
            let found = hash.by_key.get(&key).copied();
            if !hash.worth.deep || !is_functor(key) {
                return Some(found.unwrap_or(hash.variable));
            }
            let Some(below) = found else { return Some(hash.variable) };
            let cell = self.call_arg(inside, usize::from(hash.args.first));
            inside = Some(self.store.heap.compound(cell)?.first);
            list = below;
            live = self.chains[self.lists[list as usize].chain as usize].len();
        }
    }

    /// The clauses of a list that the first argument leaves, and whether the first two have its
    /// key. All clauses of a predicate have no such hash.
    fn linear_chain(&self, list: u32, inside: Option<usize>) -> Option<(u32, bool)> {
        let list = &self.lists[list as usize];
        let linear = list.linear.as_ref()?;
        let key = self.call_key(inside, linear.args);
        if key == 0 {
            return None;
        }
        let chain = linear.by_key.get(&key).copied().unwrap_or(linear.variable);
        let mut live = self.chains[chain as usize]
            .iter()
            .filter(|&c| self.clauses[c as usize].visible(self.generation))
            .map(|c| self.clause_key(c, &list.path, linear.args) == key);
        let same = live.next() == Some(true) && live.next() == Some(true);
        Some((chain, same))
    }

    fn known_hash(&mut self, list: u32, inside: Option<usize>, live: usize) -> Option<usize> {
        let hashes = &self.lists[list as usize].hashes;
        let at = hashes.iter().position(|hash| self.call_key(inside, hash.args) != 0)?;
        let speedup = hashes[at].worth.speedup;
        if is_poor(live, speedup)
            && let Some(better) = self.new_hash(list, inside, speedup)
        {
            return Some(better);
        }
        Some(at)
    }

    /// Builds a hash for a call, if there is one that brings more than `least`.
    fn new_hash(&mut self, list: u32, inside: Option<usize>, least: f32) -> Option<usize> {
        let known = &self.lists[list as usize];
        let (bound, set) = self.bound_args(inside, known.args);
        if known.assessed.tried.contains(&(set, least > 0.0)) {
            return None;
        }
        let (chain, path) = (known.chain, known.path.clone());
        let clauses: Vec<u32> = self.chains[chain as usize]
            .iter()
            .filter(|&c| self.clauses[c as usize].death == u64::MAX)
            .collect();
        let mut assessed = std::mem::take(&mut self.lists[list as usize].assessed);
        let best = self.best_args(&mut assessed, &clauses, &path, &bound, least);
        if best.is_none() {
            assessed.tried.push((set, least > 0.0));
        }
        self.lists[list as usize].assessed = assessed;
        let (args, mut worth) = best?;
        worth.deep &= path.len() < DEPTH;
        let hashes = &mut self.lists[list as usize].hashes;
        if let Some(at) = hashes.iter().position(|hash| hash.args == args) {
            // It has become better, or worse, since it was built.
            hashes[at].worth.speedup = worth.speedup;
            return Some(at);
        }
        let mut hash = self.new_table(args, worth);
        for &clause in &clauses {
            self.add_to_hash(&mut hash, &path, clause, true);
        }
        let hashes = &mut self.lists[list as usize].hashes;
        let at = hashes.partition_point(|hash| hash.worth.speedup >= worth.speedup);
        hashes.insert(at, hash);
        Some(at)
    }

    fn new_table(&mut self, args: Args, worth: Worth) -> Hash {
        Hash { args, worth, by_key: Default::default(), variable: self.new_chain() }
    }

    /// A list of clauses without hashes.
    fn new_list(&mut self, chain: u32, path: Box<[u8]>, args: usize) -> u32 {
        let linear = (!path.is_empty()).then(|| self.new_table(Args::one(0), Worth::default()));
        let list = ClauseList { chain, path, args, linear, ..ClauseList::default() };
        match self.free_lists.pop() {
            Some(index) => {
                self.lists[index as usize] = list;
                index
            }
            None => {
                self.lists.push(list);
                self.lists.len() as u32 - 1
            }
        }
    }

    /// A clause was added to a list, which may be none: its hashes get it too.
    pub(crate) fn add_to_list(&mut self, list: u32, clause: u32, at_end: bool) {
        if list == 0 {
            return;
        }
        let known = &mut self.lists[list as usize];
        let (path, chain) = (known.path.clone(), known.chain);
        let mut hashes = std::mem::take(&mut known.hashes);
        let mut linear = known.linear.take();
        // A deep hash cannot hold clauses without a key.
        hashes.retain(|hash| !hash.worth.deep || self.clause_key(clause, &path, hash.args) != 0);
        for hash in hashes.iter_mut().chain(&mut linear) {
            self.add_to_hash(hash, &path, clause, at_end);
        }
        let grown = self.chains[chain as usize].len().is_power_of_two();
        let known = &mut self.lists[list as usize];
        (known.hashes, known.linear) = (hashes, linear);
        if grown {
            known.assessed = Default::default();
        }
    }

    /// Adds a clause to a hash at either end.
    fn add_to_hash(&mut self, hash: &mut Hash, path: &[u8], clause: u32, at_end: bool) {
        let key = self.clause_key(clause, path, hash.args);
        if key == 0 {
            for &chain in hash.by_key.values().chain([&hash.variable]) {
                self.chains[chain as usize].add(clause, at_end);
            }
            return;
        }
        if hash.worth.deep && is_functor(key) {
            let below = match hash.by_key.get(&key) {
                Some(&below) => below,
                None => {
                    let mut inner = path.to_vec();
                    inner.push(hash.args.first);
                    let chain = self.new_chain();
                    let args = Cell::from_bits(key).functor_arity();
                    let below = self.new_list(chain, inner.into(), args);
                    hash.by_key.insert(key, below);
                    below
                }
            };
            let chain = self.lists[below as usize].chain;
            self.chains[chain as usize].add(clause, at_end);
            self.add_to_list(below, clause, at_end);
            return;
        }
        let chain = match hash.by_key.get(&key) {
            Some(&chain) => chain,
            None => {
                let chain = self.new_chain();
                let open: Vec<u32> = self.chains[hash.variable as usize].iter().collect();
                for clause in open {
                    self.chains[chain as usize].add(clause, true);
                }
                hash.by_key.insert(key, chain);
                chain
            }
        };
        self.chains[chain as usize].add(clause, at_end);
    }

    /// Gives a list back; only when nobody is looking at its clauses.
    pub(crate) fn free_list(&mut self, list: u32, with_chain: bool) {
        if list == 0 {
            return;
        }
        let known = std::mem::take(&mut self.lists[list as usize]);
        if with_chain {
            self.free_chains.push(known.chain);
        }
        for hash in known.hashes.into_iter().chain(known.linear) {
            self.free_chains.push(hash.variable);
            for (key, target) in hash.by_key {
                if hash.worth.deep && is_functor(key) {
                    self.free_list(target, true);
                } else {
                    self.free_chains.push(target);
                }
            }
        }
        self.free_lists.push(list);
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
}
