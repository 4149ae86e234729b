//! What follows from a mark being true or false, step by step, each with its parents.
//!
//! In the dynamic mode marks that turn out false are taken out of the grid as they are dealt
//! with, so a conclusion may rest on several earlier ones. In the plus mode, when nothing else
//! follows, locked candidates, pairs and X-wings are tried in what is left of the grid.

use std::sync::Arc;

use crate::board::{Board, Mark};
use crate::find::{self, View};
use crate::found::{Found, Inference, Pattern};
use crate::marks::Marks;
use crate::sets::{Cells, Each, only};
use crate::technique::Technique;

/// How implications are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Whether a cell's marks exclude each other, and the last of a cell is true.
    pub cells: bool,
    /// Whether false marks are taken out of the grid.
    pub dynamic: bool,
    /// Whether patterns are used on the way.
    pub plus: bool,
}

/// One implication.
#[derive(Clone, Debug)]
pub struct Item {
    /// About which mark.
    pub mark: Mark,
    /// Whether it is true.
    pub on: bool,
    /// From which others.
    pub parents: Vec<u32>,
    /// By which house.
    pub house: Option<u32>,
    /// By which pattern.
    pub seen: Option<Arc<Found>>,
}

const NONE: u32 = u32::MAX;

/// All implications of an assumption, in the order they were drawn.
pub struct Net {
    /// The assumption first.
    pub items: Vec<Item>,
    on: Vec<u32>,
    off: Vec<u32>,
    /// Two opposite implications, if the assumption is absurd.
    pub absurd: Option<(u32, u32)>,
}

impl Net {
    /// The implication that a mark is true (or false).
    pub fn get(&self, board: &Board, mark: Mark, on: bool) -> Option<u32> {
        let at = board.index(mark);
        let found = if on { self.on[at] } else { self.off[at] };
        (found != NONE).then_some(found)
    }

    /// How many implications one rests on, itself included.
    pub fn ancestors(&self, item: u32, seen: &mut Vec<u32>) -> usize {
        seen.clear();
        seen.push(item);
        let mut at = 0;
        // Parents have smaller numbers, so a sorted list would do; lists are short.
        while at < seen.len() {
            for &parent in &self.items[seen[at] as usize].parents {
                if !seen.contains(&parent) {
                    seen.push(parent);
                }
            }
            at += 1;
        }
        seen.len()
    }

    /// The implications one rests on as a list in order.
    pub fn chain(&self, item: u32) -> Vec<Inference> {
        let mut seen = Vec::new();
        self.ancestors(item, &mut seen);
        seen.sort_unstable();
        let place = |p: u32| seen.binary_search(&p).ok();
        seen.iter()
            .map(|&i| {
                let item = &self.items[i as usize];
                Inference {
                    mark: item.mark,
                    on: item.on,
                    parents: item.parents.iter().filter_map(|&p| place(p)).collect(),
                    house: item.house.map(|h| h as usize),
                    seen: item.seen.clone(),
                }
            })
            .collect()
    }

    /// Draws all implications of a mark being true or false.
    pub fn new(view: View<'_>, start: Mark, on: bool, rules: Rules) -> Net {
        let n = view.board.cells * view.board.digits;
        let net = Net { items: Vec::new(), on: vec![NONE; n], off: vec![NONE; n], absurd: None };
        let mut work = Work {
            board: view.board,
            source: view.marks,
            grid: None,
            rules,
            net,
            todo_on: Vec::new(),
            todo_off: Vec::new(),
        };
        if rules.dynamic {
            work.grid = Some(view.marks.clone());
        }
        work.add(Item { mark: start, on, parents: vec![], house: None, seen: None });
        work.run();
        work.net
    }
}

struct Work<'a> {
    board: &'a Board,
    source: &'a Marks,
    /// The grid without the false marks that were dealt with.
    grid: Option<Marks>,
    rules: Rules,
    net: Net,
    todo_on: Vec<u32>,
    todo_off: Vec<u32>,
}

impl Work<'_> {
    fn grid(&self) -> &Marks {
        self.grid.as_ref().unwrap_or(self.source)
    }

    fn add(&mut self, item: Item) -> u32 {
        let (at, number) = (self.board.index(item.mark), self.net.items.len() as u32);
        if item.on {
            self.net.on[at] = number;
            self.todo_on.push(number);
        } else {
            self.net.off[at] = number;
            self.todo_off.push(number);
        }
        self.net.items.push(item);
        number
    }

    fn run(&mut self) {
        let (mut next_on, mut next_off) = (0, 0);
        loop {
            if let Some(&item) = self.todo_on.get(next_on) {
                next_on += 1;
                if self.follow_on(item) {
                    return;
                }
            } else if let Some(&item) = self.todo_off.get(next_off) {
                next_off += 1;
                if self.follow_off(item) {
                    return;
                }
            } else if !self.rules.plus || !self.follow_patterns() {
                return;
            }
        }
    }

    /// Notes a conclusion; true if its opposite is known too.
    fn conclude(&mut self, item: Item) -> bool {
        let at = self.board.index(item.mark);
        let opposite = if item.on { self.net.off[at] } else { self.net.on[at] };
        let known = if item.on { self.net.on[at] } else { self.net.off[at] };
        if opposite != NONE {
            // Not registered: it is only the other half of the contradiction.
            let number = self.net.items.len() as u32;
            let pair = if item.on { (number, opposite) } else { (opposite, number) };
            self.net.items.push(item);
            self.net.absurd = Some(pair);
            return true;
        }
        if known == NONE {
            self.add(item);
        }
        false
    }

    fn follow_on(&mut self, number: u32) -> bool {
        let Mark { cell, digit } = self.net.items[number as usize].mark;
        let grid = self.grid();
        let others = if self.rules.cells { grid.of[cell] & !(1 << digit) } else { 0 };
        let seen = grid.at[digit] & self.board.peers[cell];
        let board = self.board;
        let links = board.links[board.index(Mark { cell, digit })].iter();
        let linked: Vec<Mark> = match self.rules.cells {
            true => links.map(|&(m, _)| m).filter(|&m| grid.has(m)).collect(),
            false => vec![],
        };
        let falls = Each(others)
            .map(|digit| Mark { cell, digit })
            .chain(seen.map(|cell| Mark { cell, digit }))
            .chain(linked);
        for mark in falls.collect::<Vec<_>>() {
            if self.conclude(Item {
                mark,
                on: false,
                parents: vec![number],
                house: None,
                seen: None,
            }) {
                return true;
            }
        }
        false
    }

    fn follow_off(&mut self, number: u32) -> bool {
        let Mark { cell, digit } = self.net.items[number as usize].mark;
        let mut found: Vec<Item> = Vec::new();
        let grid = self.grid();
        if self.rules.cells
            && let Some(other) = only(grid.of[cell] & !(1 << digit))
            && grid.of[cell] >> digit & 1 == 1
        {
            let mut parents = vec![number];
            for gone in Each(self.source.of[cell] & !grid.of[cell]) {
                parents.push(self.net.off[self.board.index(Mark { cell, digit: gone })]);
            }
            found.push(Item {
                mark: Mark { cell, digit: other },
                on: true,
                parents,
                house: None,
                seen: None,
            });
        }
        for &house in &self.board.houses_of[cell] {
            let cells = self.board.houses[house].cells;
            let Some(other) = (grid.at[digit] & cells).without(cell).single() else { continue };
            let mut parents = vec![number];
            for gone in (self.source.at[digit] - grid.at[digit]) & cells {
                parents.push(self.net.off[self.board.index(Mark { cell: gone, digit })]);
            }
            let mark = Mark { cell: other, digit };
            found.push(Item { mark, on: true, parents, house: Some(house as u32), seen: None });
        }
        if let Some(grid) = &mut self.grid {
            grid.erase(self.board, Mark { cell, digit });
        }
        found.into_iter().any(|item| self.conclude(item))
    }

    /// Patterns of what is left that were not there before; whether there were any.
    fn follow_patterns(&mut self) -> bool {
        use Technique::{Claiming, HiddenPair, NakedPair, Pointing, XWing};
        for family in [&[Pointing, Claiming][..], &[HiddenPair], &[NakedPair], &[XWing]] {
            let mut new: Vec<(Mark, Vec<Mark>, Arc<Found>)> = Vec::new();
            let view = View { board: self.board, marks: self.grid() };
            for &technique in family {
                find::find(view, technique, &mut |found| {
                    let parents = self.missing(&found);
                    if !parents.is_empty() {
                        let seen = Arc::new(found);
                        let gone = seen.remove.iter();
                        new.extend(gone.map(|&m| (m, parents.clone(), seen.clone())));
                    }
                    false
                });
            }
            let mut any = false;
            for (mark, parents, seen) in new {
                if self.net.off[self.board.index(mark)] != NONE {
                    continue;
                }
                let at = |&m: &Mark| Some(self.net.off[self.board.index(m)]).filter(|&p| p != NONE);
                let parents: Vec<u32> = parents.iter().filter_map(at).collect();
                self.add(Item { mark, on: false, parents, house: None, seen: Some(seen) });
                any = true;
            }
            if any {
                return true;
            }
        }
        false
    }

    /// The marks that had to go before a pattern could be seen.
    fn missing(&self, found: &Found) -> Vec<Mark> {
        let grid = self.grid();
        let gone = |cells: Cells, digit: usize| {
            let cells = cells & (self.source.at[digit] - grid.at[digit]);
            cells.map(move |cell| Mark { cell, digit })
        };
        let houses = &self.board.houses;
        match &found.pattern {
            Pattern::Locked { digit, base, .. } => gone(houses[*base].cells, *digit).collect(),
            Pattern::Subset { house, digits, hidden: true, .. } => {
                Each(*digits).flat_map(|d| gone(houses[*house].cells, d)).collect()
            }
            Pattern::Subset { cells, .. } => cells
                .iter()
                .flat_map(|&cell| {
                    Each(self.source.of[cell] & !grid.of[cell])
                        .map(move |digit| Mark { cell, digit })
                })
                .collect(),
            Pattern::Fish { digit, base, .. } => {
                base.iter().flat_map(|&h| gone(houses[h].cells, *digit)).collect()
            }
            _ => vec![],
        }
    }
}
