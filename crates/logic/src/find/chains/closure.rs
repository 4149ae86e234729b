//! Which marks could go by some chain at all: asked of a whole graph at once, before any chain
//! is followed.
//!
//! "This node is false" and "that node is true" are the states of a graph of implications.
//! What a state leads to is a set of bits, made once for each strongly connected component, so
//! all of it costs little more than one search from one node. That says whether a chain is
//! there, not which: chains are then followed only where something comes of them.

use super::super::View;
use super::graph::Graph;

/// A set of nodes.
type Bits = Vec<u64>;

/// Where chains are worth following.
pub struct Hopes {
    /// Whether a chain from this node erases something.
    pub chain: Vec<bool>,
    /// Whether a chain from this node can close to a loop with a later one.
    pub closed: Vec<bool>,
    /// Whether there is any hope at all. A loop that erases anything has two neighbours that
    /// exclude the same mark, and these are the ends of a chain.
    pub any: bool,
}

impl Hopes {
    /// The hopes of a graph.
    pub fn new(view: View<'_>, graph: &Graph) -> Hopes {
        let n = graph.points.len();
        let words = n.div_ceil(64);
        let true_then = closure(graph, words);
        // For each mark the nodes that exclude it.
        let marks = view.board.cells * view.board.digits;
        let mut excluders: Vec<u64> = vec![0; marks * words];
        for node in 0..n {
            for mark in graph.excluded(view, node) {
                excluders[view.board.index(mark) * words + node / 64] |= 1 << (node % 64);
            }
        }
        let mut hopes = Hopes { chain: vec![false; n], closed: vec![false; n], any: false };
        for start in (0..n).filter(|&s| !graph.strong[s].is_empty()) {
            let Some(reached) = &true_then[start] else { continue };
            let later = |word: usize| match (start / 64).cmp(&word) {
                std::cmp::Ordering::Less => u64::MAX,
                std::cmp::Ordering::Equal => u64::MAX << (start % 64),
                std::cmp::Ordering::Greater => 0,
            };
            let meets =
                |row: &[u64]| (start / 64..words).any(|w| reached[w] & row[w] & later(w) != 0);
            hopes.chain[start] = graph.excluded(view, start).into_iter().any(|mark| {
                let at = view.board.index(mark) * words;
                meets(&excluders[at..at + words])
            });
            let reaches = |&e: &u32| {
                let e = e as usize;
                e > start && reached[e / 64] >> (e % 64) & 1 == 1
            };
            hopes.closed[start] = graph.weak[start].iter().any(reaches);
            hopes.any |= hopes.chain[start];
        }
        hopes
    }
}

/// For each node the nodes that are true if it is false.
fn closure(graph: &Graph, words: usize) -> Vec<Option<Bits>> {
    let n = graph.points.len();
    let mut work = Components {
        graph,
        order: vec![0; 2 * n],
        low: vec![0; 2 * n],
        stack: Vec::new(),
        of: vec![usize::MAX; 2 * n],
        reach: Vec::new(),
        next: 0,
        words,
    };
    for node in 0..n {
        if !graph.strong[node].is_empty() && work.order[2 * node] == 0 {
            work.visit(2 * node);
        }
    }
    let Components { of, reach, .. } = work;
    (0..n).map(|node| reach.get(of[2 * node]).cloned()).collect()
}

/// Tarjan's algorithm. State `2 * node` is "false", `2 * node + 1` is "true".
struct Components<'a> {
    graph: &'a Graph,
    /// When a state was first seen, from 1.
    order: Vec<u32>,
    low: Vec<u32>,
    stack: Vec<usize>,
    /// The component of each state.
    of: Vec<usize>,
    /// What is true in each component or follows from it.
    reach: Vec<Bits>,
    next: u32,
    words: usize,
}

impl Components<'_> {
    fn successor(&self, state: usize, at: usize) -> Option<usize> {
        match state % 2 {
            0 => self.graph.strong[state / 2].get(at).map(|s| s.0 as usize * 2 + 1),
            _ => self.graph.weak[state / 2].get(at).map(|&w| w as usize * 2),
        }
    }

    fn enter(&mut self, state: usize) {
        self.next += 1;
        (self.order[state], self.low[state]) = (self.next, self.next);
        self.stack.push(state);
    }

    fn visit(&mut self, root: usize) {
        self.enter(root);
        let mut path = vec![(root, 0)];
        while let Some(top) = path.last_mut() {
            let (state, at) = *top;
            top.1 += 1;
            match self.successor(state, at) {
                Some(next) if self.order[next] == 0 => {
                    self.enter(next);
                    path.push((next, 0));
                }
                Some(next) if self.of[next] == usize::MAX => {
                    self.low[state] = self.low[state].min(self.order[next]);
                }
                Some(_) => {}
                None => {
                    path.pop();
                    if self.low[state] == self.order[state] {
                        self.close(state);
                    }
                    if let Some(&(above, _)) = path.last() {
                        self.low[above] = self.low[above].min(self.low[state]);
                    }
                }
            }
        }
    }

    /// A component is complete; what it leads to outside is known.
    fn close(&mut self, state: usize) {
        let from = self.stack.iter().rposition(|&s| s == state).unwrap_or(0);
        let members = self.stack.split_off(from);
        let number = self.reach.len();
        members.iter().for_each(|&m| self.of[m] = number);
        let mut reach: Bits = vec![0; self.words];
        let mut last = number;
        for &member in &members {
            if member % 2 == 1 {
                reach[member / 128] |= 1 << (member / 2 % 64);
            }
            let mut at = 0;
            while let Some(next) = self.successor(member, at) {
                at += 1;
                let other = self.of[next];
                if other != number && other != last {
                    reach.iter_mut().zip(&self.reach[other]).for_each(|(a, b)| *a |= b);
                    last = other;
                }
            }
        }
        self.reach.push(reach);
    }
}
