//! X-chains, XY-chains, nice loops and alternating inference chains, plain and grouped.
//!
//! From every node, assumed false, what must be true is found breadth first, so chains are
//! as short as they can be. If B is true whenever A is false, one of them is true, and what
//! both exclude goes; if they exclude each other too, the chain is a loop and each of its
//! weak links is a strong one.

use super::super::{Sink, View};
use super::graph::{Graph, Parts};
use crate::board::Mark;
use crate::found::{Found, Node, Pattern};
use crate::sets::{Cells, Each};
use crate::technique::Technique;

/// Looks for one of the techniques.
pub fn find(view: View<'_>, technique: Technique, sink: &mut Sink<'_>) -> bool {
    use Technique::*;
    let grouped = matches!(
        technique,
        GroupedContinuousNiceLoop | GroupedDiscontinuousNiceLoop | GroupedAic
    );
    let rounds: &[(bool, bool)] =
        if grouped { &[(true, false), (true, true)] } else { &[(false, false)] };
    for &(groups, sets) in rounds {
        let parts = Parts {
            one_digit: technique == XChain,
            two_marks: technique == XYChain,
            groups,
            sets,
        };
        let graph = Graph::new(view, parts);
        let search = Search { view, graph: &graph, technique, grouped };
        for start in 0..graph.points.len() {
            if !graph.strong[start].is_empty() && search.from(start, sink) {
                return true;
            }
        }
    }
    false
}

struct Search<'a> {
    view: View<'a>,
    graph: &'a Graph,
    technique: Technique,
    grouped: bool,
}

/// How a node was reached: the one before, and whether a group was used.
#[derive(Clone, Copy)]
struct Reached {
    before: u32,
    set: Option<Cells>,
    length: u16,
}

const NOT: u32 = u32::MAX;

impl Search<'_> {
    /// All conclusions of chains that begin here.
    fn from(&self, start: usize, sink: &mut Sink<'_>) -> bool {
        let n = self.graph.points.len();
        // One layer for chains without groups, one for those with; each with on and off.
        let unseen = Reached { before: NOT, set: None, length: 0 };
        let mut on = vec![[unseen; 2]; n];
        let mut off = vec![[unseen; 2]; n];
        let plain = |at: usize| usize::from(self.graph.points[at].group);
        let first = plain(start);
        let mut queue = vec![(start, first, false)];
        let mut at = 0;
        while let Some(&(node, layer, is_on)) = queue.get(at) {
            at += 1;
            if is_on {
                let length = on[node][layer].length;
                for &next in &self.graph.weak[node] {
                    let next = next as usize;
                    let to = layer | plain(next);
                    // Nothing follows from a node that is false and has no strong link.
                    let known = off[next][to].length > 0 || next == start && to == first;
                    if self.graph.strong[next].is_empty() || known {
                        continue;
                    }
                    off[next][to] =
                        Reached { before: key(node, layer), set: None, length: length + 1 };
                    queue.push((next, to, false));
                }
                continue;
            }
            let length = if node == start && layer == first { 0 } else { off[node][layer].length };
            for &(next, set) in &self.graph.strong[node] {
                let next = next as usize;
                let to = layer | plain(next) | usize::from(set.is_some());
                if on[next][to].length == 0 {
                    on[next][to] = Reached { before: key(node, layer), set, length: length + 1 };
                    queue.push((next, to, true));
                }
            }
        }
        let layer = usize::from(self.grouped);
        let mut ends: Vec<usize> = (0..n).filter(|&e| on[e][layer].length > 0).collect();
        ends.sort_by_key(|&e| (on[e][layer].length, e));
        ends.into_iter().any(|end| {
            let path = || self.path(start, first, end, layer, &on, &off);
            self.judge(start, end, on[end][layer].length, &path, sink)
        })
    }

    fn path(
        &self,
        start: usize,
        first: usize,
        end: usize,
        layer: usize,
        on: &[[Reached; 2]],
        off: &[[Reached; 2]],
    ) -> Vec<(usize, Option<Cells>)> {
        let mut nodes = Vec::new();
        let (mut at, mut layer, mut is_on) = (end, layer, true);
        loop {
            if !is_on && at == start && layer == first {
                nodes.push((at, None));
                break;
            }
            let reached = if is_on { on[at][layer] } else { off[at][layer] };
            nodes.push((at, reached.set));
            (at, layer) = ((reached.before / 2) as usize, (reached.before % 2) as usize);
            is_on = !is_on;
        }
        nodes.reverse();
        nodes
    }

    fn judge(
        &self,
        start: usize,
        end: usize,
        length: u16,
        path: &dyn Fn() -> Vec<(usize, Option<Cells>)>,
        sink: &mut Sink<'_>,
    ) -> bool {
        use Technique::*;
        let (view, graph) = (self.view, self.graph);
        let found = |gone: Vec<Mark>, closed: bool| {
            let nodes: Vec<Node> = path().iter().map(|&(n, s)| graph.node(n, s)).collect();
            let rating = self.technique.entry().rating + longer(usize::from(length));
            Found::new(self.technique, Pattern::Chain { nodes, closed })
                .removing(gone)
                .rated(rating)
        };
        let (first, last) = (&graph.points[start], &graph.points[end]);
        let (one, other) = (graph.mark(start), graph.mark(end));
        let is_loop = length >= 3 && start != end && graph.weak[end].contains(&(start as u32));
        let gone = match self.technique {
            ContinuousNiceLoop | GroupedContinuousNiceLoop => {
                if !is_loop || start > end {
                    return false;
                }
                let gone = self.loop_gone(&path());
                return !gone.is_empty() && sink(found(gone, true));
            }
            XChain | XYChain => {
                if first.digit != last.digit || start >= end {
                    return false;
                }
                view.marks_in(first.digit, view.board.see_all(first.cells | last.cells))
            }
            DiscontinuousNiceLoop | GroupedDiscontinuousNiceLoop => {
                return self.discontinuous(start, end, &found, sink);
            }
            _ => match (one, other) {
                _ if start >= end || length < 3 => return false,
                _ if first.digit == last.digit => {
                    let ends = first.cells | last.cells;
                    let gone = view.marks_in(first.digit, view.board.see_all(ends));
                    if gone.len() < 2 {
                        return false;
                    }
                    gone
                }
                (Some(a), Some(b)) if a.cell != b.cell && view.board.peers[a.cell].has(b.cell) => {
                    let gone = [
                        Mark { cell: a.cell, digit: b.digit },
                        Mark { cell: b.cell, digit: a.digit },
                    ];
                    if !gone.iter().all(|&m| view.marks.has(m)) {
                        return false;
                    }
                    gone.to_vec()
                }
                _ => return false,
            },
        };
        !gone.is_empty() && sink(found(gone, false))
    }

    /// What the weak links of a loop erase.
    fn loop_gone(&self, path: &[(usize, Option<Cells>)]) -> Vec<Mark> {
        let (view, graph) = (self.view, self.graph);
        let mut gone = Vec::new();
        let n = path.len();
        for at in (1..n).step_by(2) {
            let (a, b) = (path[at].0, path[(at + 1) % n].0);
            let excluded = graph.excluded(view, a);
            gone.extend(graph.excluded(view, b).into_iter().filter(|m| excluded.contains(m)));
        }
        // A set the loop goes through is locked: its other digits are gone around it.
        for at in (0..n).step_by(2) {
            let (Some(set), a, b) = (path[at + 1].1, path[at].0, path[at + 1].0) else { continue };
            let digits = set.fold(0, |all, c| all | view.marks.of[c]);
            let used = 1 << graph.points[a].digit | 1 << graph.points[b].digit;
            for digit in Each(digits & !used) {
                let cells = set & view.marks.at[digit];
                gone.extend(view.marks_in(digit, view.board.see_all(cells) - set));
            }
        }
        gone
    }

    /// Chains that come back to a cell, or to a mark that both ends exclude.
    fn discontinuous(
        &self,
        start: usize,
        end: usize,
        found: &dyn Fn(Vec<Mark>, bool) -> Found,
        sink: &mut Sink<'_>,
    ) -> bool {
        let (view, graph) = (self.view, self.graph);
        let others = |mark: Mark, not: u64| -> Vec<Mark> {
            let rest = Each(view.marks.of[mark.cell] & !(1 << mark.digit) & !not);
            rest.map(|digit| Mark { cell: mark.cell, digit }).collect()
        };
        if start == end {
            let Some(mark) = graph.mark(start) else { return false };
            let gone = others(mark, 0);
            return !gone.is_empty() && sink(found(gone, true));
        }
        if start > end {
            return false;
        }
        if let (Some(a), Some(b)) = (graph.mark(start), graph.mark(end))
            && a.cell == b.cell
        {
            let gone = others(a, 1 << b.digit);
            return !gone.is_empty() && sink(found(gone, true));
        }
        let excluded = graph.excluded(view, start);
        let both = graph.excluded(view, end).into_iter().filter(|m| excluded.contains(m));
        both.collect::<Vec<_>>().into_iter().any(|mark| sink(found(vec![mark], false)))
    }
}

fn key(node: usize, layer: usize) -> u32 {
    (node * 2 + layer) as u32
}

/// What the length of a chain adds to its rating, as in Sudoku Explainer.
pub fn longer(length: usize) -> u32 {
    let (mut added, mut step, mut odd) = (0, 4, false);
    while length.saturating_sub(2) > step {
        added += 1;
        step = if odd { step * 4 / 3 } else { step * 3 / 2 };
        odd = !odd;
    }
    added
}
