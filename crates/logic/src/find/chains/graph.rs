//! Strong and weak links between marks, groups of marks and almost locked sets.
//!
//! A node says "one of these cells has this digit". Two nodes are strongly linked if one of
//! them must be true, weakly linked if not both can be.

use std::collections::HashMap;

use super::super::View;
use super::super::als;
use crate::board::{Mark, Shape};
use crate::found::Node;
use crate::sets::{Cells, Digit, Each};

/// Which nodes a chain may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    /// Marks of one digit only.
    pub one_digit: bool,
    /// Cells of two marks only.
    pub two_marks: bool,
    /// Groups of cells in a box and a line.
    pub groups: bool,
    /// Almost locked sets.
    pub sets: bool,
}

/// A node of the graph.
#[derive(Clone, Debug)]
pub struct Point {
    /// The digit.
    pub digit: Digit,
    /// The cells.
    pub cells: Cells,
    /// Whether it is more than a mark.
    pub group: bool,
}

/// A strong link: to which node, and through which almost locked set.
pub type Strong = (u32, Option<Cells>);

/// Nodes and links.
pub struct Graph {
    /// The nodes; marks come first.
    pub points: Vec<Point>,
    /// If this node is false, these are true.
    pub strong: Vec<Vec<Strong>>,
    /// If this node is true, these are false.
    pub weak: Vec<Vec<u32>>,
    known: HashMap<(Digit, Cells), usize>,
}

impl Graph {
    /// The graph of some marks.
    pub fn new(view: View<'_>, parts: Parts) -> Graph {
        let mut graph = Graph {
            points: Vec::new(),
            strong: Vec::new(),
            weak: Vec::new(),
            known: HashMap::new(),
        };
        graph.add_marks(view, parts);
        if parts.groups {
            graph.add_groups(view);
        }
        graph.strong = vec![Vec::new(); graph.points.len()];
        if !parts.two_marks {
            graph.join_houses(view);
        }
        if !parts.one_digit {
            graph.join_cells(view);
        }
        if parts.sets {
            graph.join_sets(view);
        }
        graph.exclude(view, parts);
        graph
    }

    /// The node as part of a pattern.
    pub fn node(&self, at: usize, als: Option<Cells>) -> Node {
        let Point { digit, cells, .. } = self.points[at];
        Node { digit, cells: cells.collect(), als: als.map(Iterator::collect) }
    }

    /// The mark of a node that is no group.
    pub fn mark(&self, at: usize) -> Option<Mark> {
        let point = &self.points[at];
        Some(Mark { cell: point.cells.single()?, digit: point.digit })
    }

    fn add_marks(&mut self, view: View<'_>, parts: Parts) {
        for Mark { cell, digit } in view.marks.all() {
            if !parts.two_marks || view.marks.of[cell].count_ones() == 2 {
                self.point(digit, Cells::one(cell));
            }
        }
    }

    fn add_groups(&mut self, view: View<'_>) {
        let houses = &view.board.houses;
        for block in houses.iter().filter(|h| h.shape == Shape::Box) {
            for line in houses.iter().filter(|h| h.shape != Shape::Box) {
                for digit in 0..view.board.digits {
                    let cells = view.marks.at[digit] & block.cells & line.cells;
                    if cells.len() > 1 {
                        self.point(digit, cells);
                    }
                }
            }
        }
    }

    /// The node with these cells, new if need be.
    fn point(&mut self, digit: Digit, cells: Cells) -> usize {
        let next = self.points.len();
        let at = *self.known.entry((digit, cells)).or_insert(next);
        if at == next {
            self.points.push(Point { digit, cells, group: cells.len() > 1 });
        }
        at
    }

    fn link(&mut self, a: usize, b: usize, set: Option<Cells>) {
        for (from, to) in [(a, b), (b, a)] {
            let to = to as u32;
            if !self.strong[from].iter().any(|&(t, _)| t == to) {
                self.strong[from].push((to, set));
            }
        }
    }

    /// Two nodes that hold all places of a digit in a house.
    fn join_houses(&mut self, view: View<'_>) {
        let mut of_digit: Vec<Vec<usize>> = vec![Vec::new(); view.board.digits];
        for (at, point) in self.points.iter().enumerate() {
            of_digit[point.digit].push(at);
        }
        for house in 0..view.board.houses.len() {
            for (digit, points) in of_digit.iter().enumerate() {
                let places = view.places(house, digit);
                if places.len() < 2 {
                    continue;
                }
                let inside = |&&i: &&usize| self.points[i].cells.within(places);
                let parts: Vec<usize> = points.iter().filter(inside).copied().collect();
                for (i, &a) in parts.iter().enumerate() {
                    for &b in &parts[i + 1..] {
                        let (x, y) = (self.points[a].cells, self.points[b].cells);
                        if !x.meets(y) && x | y == places {
                            self.link(a, b, None);
                        }
                    }
                }
            }
        }
    }

    /// The two marks of a cell.
    fn join_cells(&mut self, view: View<'_>) {
        for cell in view.marks.bivalue() {
            let mut own = Each(view.marks.of[cell]);
            let mut next = || self.known.get(&(own.next()?, Cells::one(cell))).copied();
            if let (Some(a), Some(b)) = (next(), next()) {
                self.link(a, b, None);
            }
        }
    }

    /// An almost locked set that loses one digit has all others.
    fn join_sets(&mut self, view: View<'_>) {
        for set in als::all(view, 2, 5) {
            let at: Vec<usize> = Each(set.digits)
                .map(|d| {
                    let cells = set.cells & view.marks.at[d];
                    let at = self.point(d, cells);
                    if at == self.strong.len() {
                        self.strong.push(Vec::new());
                    }
                    at
                })
                .collect();
            for (i, &a) in at.iter().enumerate() {
                for &b in &at[i + 1..] {
                    self.link(a, b, Some(set.cells));
                }
            }
        }
    }

    fn exclude(&mut self, view: View<'_>, parts: Parts) {
        let board = view.board;
        let n = self.points.len();
        let mut of_digit: Vec<Vec<u32>> = vec![Vec::new(); board.digits];
        let mut of_mark: Vec<Option<u32>> = vec![None; board.cells * board.digits];
        for (at, point) in self.points.iter().enumerate() {
            of_digit[point.digit].push(at as u32);
            if let Some(mark) = self.mark(at) {
                of_mark[board.index(mark)] = Some(at as u32);
            }
        }
        self.weak = Vec::with_capacity(n);
        for at in 0..n {
            let Point { digit, cells, .. } = self.points[at];
            let sight = board.see_all(cells);
            let near = |&&b: &&u32| self.points[b as usize].cells.within(sight);
            let mut weak: Vec<u32> = of_digit[digit].iter().filter(near).copied().collect();
            if let (Some(cell), false) = (cells.single(), parts.one_digit) {
                let at_mark = |mark| of_mark[board.index(mark)];
                // Within a cell the link of its two marks is used as a strong one.
                if !parts.two_marks {
                    let others = Each(view.marks.of[cell] & !(1 << digit));
                    weak.extend(others.filter_map(|digit| at_mark(Mark { cell, digit })));
                }
                let links = &board.links[board.index(Mark { cell, digit })];
                weak.extend(links.iter().filter_map(|&(m, _)| at_mark(m)));
                weak.sort_unstable();
                weak.dedup();
            }
            self.weak.push(weak);
        }
    }

    /// The marks that a node excludes.
    pub fn excluded(&self, view: View<'_>, at: usize) -> Vec<Mark> {
        let point = &self.points[at];
        let mut marks = view.marks_in(point.digit, view.board.see_all(point.cells));
        if let Some(cell) = point.cells.single() {
            let others = Each(view.marks.of[cell] & !(1 << point.digit));
            marks.extend(others.map(|digit| Mark { cell, digit }));
            let own = Mark { cell, digit: point.digit };
            let linked = view.board.links[view.board.index(own)].iter().map(|&(m, _)| m);
            marks.extend(linked.filter(|&m| view.marks.has(m)));
        }
        marks.sort_unstable();
        marks.dedup();
        marks
    }
}
