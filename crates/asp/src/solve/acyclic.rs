//! `#edge`: the edges that hold must not form a cycle.

use std::collections::HashMap;

use pencilmark_sat as sat;
use sat::{Conflict, Lit, Search, Theory};

use super::compile::Compiled;
use crate::program::Program;

struct Edge {
    from: u32,
    to: u32,
    lit: Lit,
}

/// Whenever an edge becomes true, edges that would close a cycle with it become false.
pub(crate) struct Acyclic {
    edges: Vec<Edge>,
    /// By node: edges that leave it, edges that enter it.
    leaving: Vec<Vec<u32>>,
    entering: Vec<Vec<u32>>,
    /// Whether the edges that were true from the start have been looked at.
    started: bool,
}

impl Acyclic {
    /// Adds the theory if the program has edges.
    pub fn add(program: &Program, compiled: &mut Compiled) {
        if program.edges.is_empty() {
            return;
        }
        let mut names: HashMap<u32, u32> = HashMap::new();
        let mut theory = Acyclic {
            edges: Vec::new(),
            leaving: Vec::new(),
            entering: Vec::new(),
            started: false,
        };
        for edge in &program.edges {
            let lit = compiled.all(&edge.condition);
            let mut node = |name: u32| {
                let next = names.len() as u32;
                *names.entry(name).or_insert(next)
            };
            let (from, to) = (node(edge.from), node(edge.to));
            theory.leaving.resize(names.len(), Vec::new());
            theory.entering.resize(names.len(), Vec::new());
            let number = theory.edges.len() as u32;
            theory.leaving[from as usize].push(number);
            theory.entering[to as usize].push(number);
            theory.edges.push(Edge { from, to, lit });
        }
        let number = compiled.solver.next_theory();
        for (at, edge) in theory.edges.iter().enumerate() {
            compiled.solver.search_mut().watch(number, edge.lit, at as u32);
        }
        compiled.solver.add_theory(Box::new(theory));
    }

    /// A path of true edges, as (node reached, edge used), forwards or backwards from a node.
    /// Only edges that became true before `before` count.
    fn reach(&self, start: u32, forwards: bool, search: &Search, before: u32) -> Reached {
        let mut by = vec![None; self.leaving.len()];
        let mut seen = vec![false; self.leaving.len()];
        seen[start as usize] = true;
        let mut nodes = vec![start];
        let mut at = 0;
        while at < nodes.len() {
            let node = nodes[at] as usize;
            at += 1;
            let edges = if forwards { &self.leaving[node] } else { &self.entering[node] };
            for &number in edges {
                let edge = &self.edges[number as usize];
                let next = if forwards { edge.to } else { edge.from };
                if !seen[next as usize]
                    && search.is_true(edge.lit)
                    && search.place(edge.lit) < before
                {
                    seen[next as usize] = true;
                    by[next as usize] = Some(number);
                    nodes.push(next);
                }
            }
        }
        Reached { nodes, seen, by }
    }

    /// The edges of a path from `from` to `to`, negated, if there is one.
    fn path(&self, from: u32, to: u32, search: &Search, before: u32) -> Option<Vec<Lit>> {
        let reached = self.reach(from, true, search, before);
        if !reached.seen[to as usize] {
            return None;
        }
        let mut lits = Vec::new();
        let mut node = to;
        while let Some(number) = reached.by[node as usize] {
            let edge = &self.edges[number as usize];
            lits.push(!edge.lit);
            node = edge.from;
        }
        Some(lits)
    }
}

struct Reached {
    nodes: Vec<u32>,
    seen: Vec<bool>,
    by: Vec<Option<u32>>,
}

impl Theory for Acyclic {
    fn propagate(
        &mut self,
        events: &[u32],
        search: &mut Search,
        conflict: &mut Vec<Lit>,
    ) -> Result<(), Conflict> {
        let first: Vec<u32>;
        let events = if !self.started {
            self.started = true;
            let truths = (0..self.edges.len() as u32)
                .filter(|&at| search.is_true(self.edges[at as usize].lit));
            first = truths.collect();
            &first
        } else {
            events
        };
        for &event in events {
            let edge = &self.edges[event as usize];
            if let Some(path) = self.path(edge.to, edge.from, search, u32::MAX) {
                conflict.push(!edge.lit);
                conflict.extend(path);
                return Err(Conflict);
            }
            let after = self.reach(edge.to, true, search, u32::MAX);
            let before = self.reach(edge.from, false, search, u32::MAX);
            for &node in &after.nodes {
                for &number in &self.leaving[node as usize] {
                    let closing = &self.edges[number as usize];
                    if before.seen[closing.to as usize] && search.is_open(closing.lit) {
                        search.imply(!closing.lit, number);
                    }
                }
            }
        }
        Ok(())
    }

    fn explain(&mut self, lit: Lit, data: u32, search: &Search, out: &mut Vec<Lit>) {
        let edge = &self.edges[data as usize];
        let path = self.path(edge.to, edge.from, search, search.place(lit));
        out.extend(path.expect("the edge would close a cycle"));
    }
}
