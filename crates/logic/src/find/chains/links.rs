//! X-chains, XY-chains, nice loops and alternating inference chains, plain and grouped.
//!
//! From every node, assumed false, what must be true is found breadth first, so chains are
//! as short as they can be. If B is true whenever A is false, one of them is true, and what
//! both exclude goes; if they exclude each other too, the chain is a loop and each of its
//! weak links is a strong one.

use super::super::{Sink, View};
use super::closure::Hopes;
use super::graph::{Graph, Parts};
use crate::board::Mark;
use crate::found::{Found, Node, Pattern};
use crate::sets::{Cells, Each};
use crate::technique::Technique;

/// Looks for one of the techniques.
pub fn find(view: View<'_>, technique: Technique, sink: &mut Sink<'_>) -> bool {
    for &parts in rounds(technique) {
        let graph = Graph::new(view, parts);
        let search = Search { view, graph: &graph, technique, grouped: parts.groups };
        let hopes = Hopes::new(view, &graph);
        let closing = search.is_loop();
        let wanted = if closing { &hopes.closed } else { &hopes.chain };
        if !hopes.any {
            continue;
        }
        let mut reach = Reach::new(graph.points.len());
        for start in search.starts().filter(|&s| wanted[s]) {
            search.follow(start, &mut reach);
            if search.from(&reach, sink) {
                return true;
            }
        }
    }
    false
}

/// The first instance of the first of some techniques that has one, as if they were looked
/// for one after the other. They go over the same graphs, so they share what is reached.
pub fn first_of(view: View<'_>, techniques: &[Technique]) -> Option<Found> {
    let rounds = rounds(*techniques.first()?);
    // In order of techniques, then of rounds.
    let mut best: Option<((usize, usize), Found)> = None;
    for (round, &parts) in rounds.iter().enumerate() {
        let graph = Graph::new(view, parts);
        let search =
            Search { view, graph: &graph, technique: techniques[0], grouped: parts.groups };
        let hopes = Hopes::new(view, &graph);
        if !hopes.any {
            continue;
        }
        let mut reach = Reach::new(graph.points.len());
        for start in search.starts() {
            let better = |at: usize| best.as_ref().is_none_or(|(known, _)| (at, round) < *known);
            let hope = |at: usize| match (Search { technique: techniques[at], ..search }).is_loop()
            {
                true => hopes.closed[start],
                false => hopes.chain[start],
            };
            let wanted: Vec<usize> =
                (0..techniques.len()).filter(|&at| better(at) && hope(at)).collect();
            if wanted.is_empty() {
                continue;
            }
            search.follow(start, &mut reach);
            for at in wanted {
                if best.as_ref().is_some_and(|(known, _)| *known <= (at, round)) {
                    break;
                }
                let technique = techniques[at];
                Search { technique, ..search }.from(&reach, &mut |found| {
                    best = Some(((at, round), found));
                    true
                });
            }
            if let Some(((0, 0), _)) = best {
                break;
            }
        }
    }
    best.map(|(_, found)| found)
}

/// The graphs that a technique is looked for in.
fn rounds(technique: Technique) -> &'static [Parts] {
    use Technique::*;
    const PLAIN: Parts = Parts { one_digit: false, two_marks: false, groups: false, sets: false };
    const GROUPS: Parts = Parts { groups: true, ..PLAIN };
    match technique {
        XChain => &[Parts { one_digit: true, ..PLAIN }],
        XYChain => &[Parts { two_marks: true, ..PLAIN }],
        GroupedContinuousNiceLoop | GroupedDiscontinuousNiceLoop | GroupedAic => {
            &[GROUPS, Parts { sets: true, ..GROUPS }]
        }
        _ => &[PLAIN],
    }
}

#[derive(Clone, Copy)]
struct Search<'a> {
    view: View<'a>,
    graph: &'a Graph,
    technique: Technique,
    grouped: bool,
}

/// How a node was reached: from which nodes, all of them by chains of the same length.
#[derive(Clone, Default)]
struct Reached {
    length: u16,
    first: (u32, Option<Cells>),
    /// The others.
    more: Vec<(u32, Option<Cells>)>,
}

impl Reached {
    /// Notes a way to get here; whether it is the first.
    fn note(&mut self, length: u16, before: u32, set: Option<Cells>) -> bool {
        if self.length == 0 {
            (self.length, self.first) = (length, (before, set));
            return true;
        }
        if self.length == length && self.more.len() + 1 < MOST_WAYS {
            self.more.push((before, set));
        }
        false
    }

    fn before(&self) -> impl Iterator<Item = (u32, Option<Cells>)> {
        (self.length > 0).then_some(self.first).into_iter().chain(self.more.iter().copied())
    }
}

/// How many chains of the same length between the same ends are looked at: of some loops are
/// wanted, and some run back through their own nodes.
const MOST_WAYS: usize = 8;
const MOST_PATHS: usize = 256;

/// A chain: its nodes, each with the set it was reached through.
type Path = Vec<(usize, Option<Cells>)>;

/// What follows from a start: for each node, without and with groups.
struct Reach {
    start: usize,
    first: usize,
    on: Vec<[Reached; 2]>,
    off: Vec<[Reached; 2]>,
    /// Nodes in the order they were reached: which, in which layer, whether true.
    queue: Vec<(usize, usize, bool)>,
}

impl Search<'_> {
    fn is_loop(&self) -> bool {
        use Technique::{ContinuousNiceLoop, GroupedContinuousNiceLoop};
        matches!(self.technique, ContinuousNiceLoop | GroupedContinuousNiceLoop)
    }

    /// The nodes where chains can begin.
    fn starts(&self) -> impl Iterator<Item = usize> {
        (0..self.graph.points.len()).filter(|&start| !self.graph.strong[start].is_empty())
    }

    /// All conclusions of the chains from one start.
    fn from(&self, reach: &Reach, sink: &mut Sink<'_>) -> bool {
        let start = reach.start;
        let layer = usize::from(self.grouped);
        let length = |e: usize| reach.on[e][layer].length;
        let mut ends: Vec<usize> =
            (0..self.graph.points.len()).filter(|&e| length(e) > 0).collect();
        ends.sort_by_key(|&e| (length(e), e));
        ends.into_iter().any(|end| {
            if self.is_loop() {
                return self.close(reach, end, layer, sink);
            }
            let path = || {
                let mut all = reach.paths(end, layer, MOST_PATHS).into_iter();
                all.find(|path| self.is_simple(path))
            };
            self.judge(start, end, length(end), &path, sink)
        })
    }

    /// Whether no mark is in two nodes of a chain. Its ends may share some: it may come back to
    /// where it began.
    fn is_simple(&self, path: &Path) -> bool {
        let meet = |a: usize, b: usize| {
            let (a, b) = (&self.graph.points[path[a].0], &self.graph.points[path[b].0]);
            a.digit == b.digit && a.cells.meets(b.cells)
        };
        let ends = (0, path.len().saturating_sub(1));
        (0..path.len()).all(|b| (0..b).all(|a| (a, b) == ends || !meet(a, b)))
    }

    /// Whether a loop is looked for that breaks at a mark or cell.
    fn is_loop_broken(&self) -> bool {
        use Technique::{DiscontinuousNiceLoop, GroupedDiscontinuousNiceLoop};
        matches!(self.technique, DiscontinuousNiceLoop | GroupedDiscontinuousNiceLoop)
    }

    /// Whether one of these marks is in a chain.
    fn runs_through(&self, path: &Path, marks: &[Mark]) -> bool {
        let has = |m: &Mark| {
            let at = |p: usize| &self.graph.points[p];
            path.iter().any(|&(p, _)| at(p).digit == m.digit && at(p).cells.has(m.cell))
        };
        marks.iter().any(has)
    }

    /// Breadth first: one layer for chains without groups, one for those with.
    fn follow(&self, start: usize, reach: &mut Reach) {
        let group = |at: usize| usize::from(self.graph.points[at].group);
        reach.clear(start, group(start));
        let Reach { first, on, off, queue, .. } = reach;
        let first = *first;
        queue.push((start, first, false));
        let mut at = 0;
        while let Some(&(node, layer, is_on)) = queue.get(at) {
            at += 1;
            let here = key(node, layer);
            if is_on {
                let length = on[node][layer].length + 1;
                for &next in &self.graph.weak[node] {
                    let next = next as usize;
                    let to = layer | group(next);
                    // Nothing follows from a node that is false and has no strong link.
                    if self.graph.strong[next].is_empty() || next == start && to == first {
                        continue;
                    }
                    if off[next][to].note(length, here, None) {
                        queue.push((next, to, false));
                    }
                }
                continue;
            }
            let length = off[node][layer].length + 1;
            for &(next, set) in &self.graph.strong[node] {
                let next = next as usize;
                let to = layer | group(next) | usize::from(set.is_some());
                if on[next][to].note(length, here, set) {
                    queue.push((next, to, true));
                }
            }
        }
    }

    /// The loops that close between the start and this end.
    fn close(&self, reach: &Reach, end: usize, layer: usize, sink: &mut Sink<'_>) -> bool {
        let (start, length) = (reach.start, reach.on[end][layer].length);
        if length < 3 || start > end || self.graph.weak[end].binary_search(&(start as u32)).is_err()
        {
            return false;
        }
        reach.paths(end, layer, MOST_PATHS).iter().any(|path| {
            let gone = self.loop_gone(path);
            !gone.is_empty() && self.is_simple(path) && sink(self.found(path, gone, true))
        })
    }

    fn found(&self, path: &Path, gone: Vec<Mark>, closed: bool) -> Found {
        let nodes: Vec<Node> = path.iter().map(|&(n, s)| self.graph.node(n, s)).collect();
        let rating = self.technique.entry().rating + longer(nodes.len());
        let pattern = Pattern::Chain { nodes, closed };
        Found::new(self.technique, pattern).removing(gone).rated(rating)
    }

    fn judge(
        &self,
        start: usize,
        end: usize,
        length: u16,
        path: &dyn Fn() -> Option<Path>,
        sink: &mut Sink<'_>,
    ) -> bool {
        use Technique::*;
        let (view, graph) = (self.view, self.graph);
        let mut tell = |gone: Vec<Mark>, closed: bool| match path() {
            // The mark where a loop breaks belongs to it: it does not run through that, too.
            Some(path) if !self.is_loop_broken() || !self.runs_through(&path, &gone) => {
                sink(self.found(&path, gone, closed))
            }
            _ => false,
        };
        let (first, last) = (&graph.points[start], &graph.points[end]);
        let (one, other) = (graph.mark(start), graph.mark(end));
        let gone = match self.technique {
            XChain | XYChain => {
                if first.digit != last.digit || start >= end {
                    return false;
                }
                view.marks_in(first.digit, view.board.see_all(first.cells | last.cells))
            }
            DiscontinuousNiceLoop | GroupedDiscontinuousNiceLoop => {
                return self.discontinuous(start, end, &mut tell);
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
        !gone.is_empty() && tell(gone, false)
    }

    /// What the weak links of a loop erase.
    fn loop_gone(&self, path: &Path) -> Vec<Mark> {
        let (view, graph) = (self.view, self.graph);
        let mut gone = Vec::new();
        let n = path.len();
        let own = path.iter().fold(Cells::EMPTY, |all, &(p, _)| all | graph.points[p].cells);
        for at in (1..n).step_by(2) {
            let (a, b) = (path[at].0, path[(at + 1) % n].0);
            let excluded = graph.excluded(view, a);
            // Cells of the loop lose only what its links within a cell erase.
            let one_cell = graph.points[a].cells == graph.points[b].cells;
            let fits = |m: &Mark| excluded.contains(m) && (one_cell || !own.has(m.cell));
            gone.extend(graph.excluded(view, b).into_iter().filter(fits));
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
        tell: &mut dyn FnMut(Vec<Mark>, bool) -> bool,
    ) -> bool {
        let (view, graph) = (self.view, self.graph);
        let others = |mark: Mark, not: u64| -> Vec<Mark> {
            let rest = Each(view.marks.of[mark.cell] & !(1 << mark.digit) & !not);
            rest.map(|digit| Mark { cell: mark.cell, digit }).collect()
        };
        if start == end {
            let Some(mark) = graph.mark(start) else { return false };
            let gone = others(mark, 0);
            return !gone.is_empty() && tell(gone, true);
        }
        if start > end {
            return false;
        }
        if let (Some(a), Some(b)) = (graph.mark(start), graph.mark(end))
            && a.cell == b.cell
        {
            let gone = others(a, 1 << b.digit);
            return !gone.is_empty() && tell(gone, true);
        }
        let excluded = graph.excluded(view, start);
        let both = graph.excluded(view, end).into_iter().filter(|m| excluded.contains(m));
        both.collect::<Vec<_>>().into_iter().any(|mark| tell(vec![mark], false))
    }
}

impl Reach {
    /// Nothing reached, with room for so many nodes.
    fn new(n: usize) -> Reach {
        let none = || vec![[Reached::default(), Reached::default()]; n];
        Reach { start: 0, first: 0, on: none(), off: none(), queue: vec![] }
    }

    /// Forgets what was reached before.
    fn clear(&mut self, start: usize, first: usize) {
        (self.start, self.first) = (start, first);
        for (node, layer, is_on) in self.queue.drain(..) {
            let reached =
                if is_on { &mut self.on[node][layer] } else { &mut self.off[node][layer] };
            reached.length = 0;
            reached.more.clear();
        }
    }

    /// Up to so many shortest chains from the start to an end.
    fn paths(&self, end: usize, layer: usize, most: usize) -> Vec<Path> {
        let mut found = Vec::new();
        self.back((end, layer, true), &mut Vec::new(), most, &mut found);
        found
    }

    fn back(
        &self,
        (node, layer, is_on): (usize, usize, bool),
        after: &mut Path,
        most: usize,
        found: &mut Vec<Path>,
    ) {
        if !is_on && node == self.start && layer == self.first {
            let mut path = after.clone();
            path.push((node, None));
            path.reverse();
            found.push(path);
            return;
        }
        let reached = if is_on { &self.on[node][layer] } else { &self.off[node][layer] };
        for (before, set) in reached.before() {
            if found.len() >= most {
                return;
            }
            after.push((node, set));
            let next = ((before / 2) as usize, (before % 2) as usize, !is_on);
            self.back(next, after, most, found);
            after.pop();
        }
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
