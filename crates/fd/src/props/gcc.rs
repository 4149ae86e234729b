//! `global_cardinality`: how often each key occurs.
//!
//! A quick count per key keeps counters and certain occurrences in step; a flow from keys to
//! variables (Régin, AAAI 1996) then removes keys that no full assignment uses.

use std::collections::VecDeque;
use std::rc::Rc;

use super::GccRole;
use crate::bound::Bound;
use crate::error::{Res, ensure};
use crate::expr::Arg;
use crate::int::Int;
use crate::store::{FdVar, State, Store};

/// What is known about one key.
#[derive(Clone, Debug)]
pub(crate) struct KeyCount {
    /// Arguments that may still become the key.
    pub(crate) open: Rc<[Arg]>,
    /// Arguments that are the key.
    pub(crate) occurred: i64,
    /// Nothing left to decide.
    pub(crate) done: bool,
}

type Pairs = [(Int, Arg)];

pub(super) fn run(
    s: &mut Store,
    vars: &Rc<[Arg]>,
    pairs: &Rc<[(Int, Arg)]>,
    state: usize,
    role: GccRole,
) -> Res {
    check(s, pairs, state)?;
    if matches!(role, GccRole::Check | GccRole::CheckSingle) {
        return Ok(());
    }
    s.run_queue()?;
    flow(s, vars, pairs, state)
}

fn check(s: &mut Store, pairs: &Pairs, state: usize) -> Res {
    s.quietly(|s| {
        let State::Counts(counts) = s.state(state).clone() else { return Ok(()) };
        let mut counts = counts.to_vec();
        for (count, (key, num)) in counts.iter_mut().zip(pairs) {
            if !count.done {
                check_key(s, count, key, num)?;
            }
        }
        s.set_state(state, State::Counts(counts.into()));
        Ok(())
    })
}

fn check_key(s: &mut Store, count: &mut KeyCount, key: &Int, num: &Arg) -> Res {
    let mut open = Vec::new();
    for arg in count.open.iter() {
        match s.deref(arg) {
            Arg::Int(value) => count.occurred += i64::from(value == *key),
            Arg::Var(v) if s.domain(v).contains(key) => open.push(Arg::Var(v)),
            Arg::Var(_) => {}
        }
    }
    let occurred = Int::from(count.occurred);
    count.open = open.clone().into();
    s.post_geq(num, &Arg::Int(occurred.clone()))?;
    if s.int(num).as_ref() == Some(&occurred) {
        count.done = true;
        return open.iter().try_for_each(|a| s.exclude_value(a, key));
    }
    if open.is_empty() {
        count.done = true;
        return s.equate(num, &Arg::Int(occurred));
    }
    let left = open.len() as i64;
    s.post_geq(&Arg::from(count.occurred + left), num)?;
    let Bound::N(least) = s.arg_dom(num).min() else { return Ok(()) };
    let needed = &least - &occurred;
    ensure(Int::from(left) >= needed)?;
    if Int::from(left) == needed {
        s.equate(num, &Arg::Int(&occurred + &needed))?;
        count.done = true;
        return open.iter().try_for_each(|a| s.equate(a, &Arg::Int(key.clone())));
    }
    Ok(())
}

struct Network {
    /// Keys: index of the pair, least and most load.
    keys: Vec<(usize, i64, i64)>,
    /// Variables and how often each occurs.
    vars: Vec<(FdVar, i64)>,
    /// Whether key and variable are connected.
    edge: Vec<Vec<bool>>,
    flow: Vec<Vec<i64>>,
    load: Vec<i64>,
    served: Vec<i64>,
}

fn flow(s: &mut Store, vars: &[Arg], pairs: &Pairs, state: usize) -> Res {
    let State::Counts(counts) = s.state(state).clone() else { return Ok(()) };
    let mut net = Network::build(s, vars, pairs, &counts);
    if net.keys.is_empty() {
        return Ok(());
    }
    for key in 0..net.keys.len() {
        while net.load[key] < net.keys[key].1 {
            ensure(net.augment(key))?;
        }
    }
    for key in 0..net.keys.len() {
        while net.load[key] < net.keys[key].2 && net.augment(key) {}
    }
    ensure(net.vars.iter().zip(&net.served).all(|((_, demand), served)| served == demand))?;
    let component = net.components();
    let nk = net.keys.len();
    s.quietly(|s| {
        for (k, (pair, ..)) in net.keys.iter().enumerate() {
            for (v, (var, _)) in net.vars.iter().enumerate() {
                if net.edge[k][v] && net.flow[k][v] == 0 && component[k] != component[nk + v] {
                    s.exclude_value(&Arg::Var(*var), &pairs[*pair].0)?;
                }
            }
        }
        Ok(())
    })
}

impl Network {
    fn build(s: &Store, vars: &[Arg], pairs: &Pairs, counts: &[KeyCount]) -> Network {
        let mut open: Vec<(FdVar, i64)> = Vec::new();
        for var in vars.iter().filter_map(|a| s.free(a)) {
            match open.iter_mut().find(|(v, _)| *v == var) {
                Some((_, count)) => *count += 1,
                None => open.push((var, 1)),
            }
        }
        let mut keys = Vec::new();
        let mut edge = Vec::new();
        for (at, (count, (_, num))) in counts.iter().zip(pairs).enumerate() {
            if count.done {
                continue;
            }
            let num = s.arg_dom(num);
            let (Some(low), Some(high)) =
                (num.min().int().and_then(Int::as_i64), num.max().int().and_then(Int::as_i64))
            else {
                continue;
            };
            keys.push((at, low - count.occurred, high - count.occurred));
            let candidates: Vec<FdVar> = count.open.iter().filter_map(|a| s.free(a)).collect();
            edge.push(open.iter().map(|(v, _)| candidates.contains(v)).collect());
        }
        Network {
            flow: vec![vec![0; open.len()]; keys.len()],
            load: vec![0; keys.len()],
            served: vec![0; open.len()],
            keys,
            vars: open,
            edge,
        }
    }

    /// One more unit from a key to some variable with demand left.
    fn augment(&mut self, from: usize) -> bool {
        let (nk, nv) = (self.keys.len(), self.vars.len());
        let mut key_parent = vec![usize::MAX; nk];
        let mut var_parent = vec![usize::MAX; nv];
        let mut seen = vec![false; nk];
        seen[from] = true;
        let mut queue = VecDeque::from([from]);
        let mut end = None;
        'search: while let Some(k) = queue.pop_front() {
            for (v, parent) in var_parent.iter_mut().enumerate() {
                if !self.edge[k][v] || *parent != usize::MAX || self.flow[k][v] >= self.vars[v].1 {
                    continue;
                }
                *parent = k;
                if self.served[v] < self.vars[v].1 {
                    end = Some(v);
                    break 'search;
                }
                for other in 0..nk {
                    if !seen[other] && self.flow[other][v] > 0 {
                        seen[other] = true;
                        key_parent[other] = v;
                        queue.push_back(other);
                    }
                }
            }
        }
        let Some(mut v) = end else { return false };
        self.served[v] += 1;
        loop {
            let k = var_parent[v];
            self.flow[k][v] += 1;
            if k == from {
                break;
            }
            v = key_parent[k];
            self.flow[k][v] -= 1;
        }
        self.load[from] += 1;
        true
    }

    /// Components of what can still be rerouted: keys, then variables, then the source.
    fn components(&self) -> Vec<u32> {
        let (nk, nv) = (self.keys.len(), self.vars.len());
        let source = nk + nv;
        let next = |at: usize| -> Vec<usize> {
            if at == source {
                return (0..nk).filter(|&k| self.load[k] < self.keys[k].2).collect();
            }
            if at >= nk {
                return (0..nk).filter(|&k| self.flow[k][at - nk] > 0).collect();
            }
            let vars = (0..nv)
                .filter(|&v| self.edge[at][v] && self.flow[at][v] < self.vars[v].1)
                .map(|v| nk + v);
            let mut out: Vec<usize> = vars.collect();
            if self.load[at] > 0 {
                out.push(source);
            }
            out
        };
        strong_components(source + 1, next)
    }
}

/// Component numbers of a graph.
fn strong_components(n: usize, next: impl Fn(usize) -> Vec<usize>) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    let (mut index, mut low) = (vec![NONE; n], vec![NONE; n]);
    let (mut component, mut stack, mut time) = (vec![NONE; n], Vec::new(), 0);
    for root in 0..n {
        if index[root] != NONE {
            continue;
        }
        let mut calls = vec![(root, next(root))];
        index[root] = time;
        low[root] = time;
        time += 1;
        stack.push(root);
        while let Some((at, rest)) = calls.last_mut() {
            let at = *at;
            if let Some(to) = rest.pop() {
                if index[to] == NONE {
                    index[to] = time;
                    low[to] = time;
                    time += 1;
                    stack.push(to);
                    calls.push((to, next(to)));
                } else if component[to] == NONE {
                    low[at] = low[at].min(index[to]);
                }
                continue;
            }
            calls.pop();
            if low[at] == index[at] {
                while let Some(top) = stack.pop() {
                    component[top] = at as u32;
                    if top == at {
                        break;
                    }
                }
            }
            if let Some((parent, _)) = calls.last() {
                low[*parent] = low[*parent].min(low[at]);
            }
        }
    }
    component
}
