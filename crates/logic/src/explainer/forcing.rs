//! Nishio, multiple and dynamic forcing chains: what follows whichever way it is.

use crate::board::Mark;
use crate::explainer::nets::{Net, Rules};
use crate::find::View;
use crate::find::chains::links::longer;
use crate::found::{Found, Inference, Pattern};
use crate::sets::{Each, count};
use crate::technique::Technique;

/// Which chains are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mode {
    rules: Rules,
    nishio: bool,
    rating: u32,
}

impl Mode {
    /// One digit at a time, to a contradiction.
    pub const NISHIO: Mode = Mode {
        rules: Rules { cells: false, dynamic: true, plus: false },
        nishio: true,
        rating: 75,
    };
    /// From all marks of a cell, or all places of a house.
    pub const MULTIPLE: Mode = Mode {
        rules: Rules { cells: true, dynamic: false, plus: false },
        nishio: false,
        rating: 80,
    };
    /// The same, and from a mark and its opposite, by several lines of thought together.
    pub const DYNAMIC: Mode = Mode {
        rules: Rules { cells: true, dynamic: true, plus: false },
        nishio: false,
        rating: 85,
    };
    /// The same with simple patterns on the way.
    pub const PLUS: Mode =
        Mode { rules: Rules { cells: true, dynamic: true, plus: true }, nishio: false, rating: 90 };
}

/// The easiest of them.
pub fn find(view: View<'_>, mode: Mode) -> Option<Found> {
    let mut search = Search::new(view, mode, false);
    search.run();
    let best = search.best.take()?;
    Some(search.found(best))
}

/// All of them, each conclusion by its easiest chains, easiest first.
pub fn all(view: View<'_>, mode: Mode) -> Vec<Found> {
    let mut search = Search::new(view, mode, true);
    search.run();
    let mut all = search.all.take().unwrap_or_default();
    all.sort_by_key(|b| (b.rating, b.length, b.sort));
    all.into_iter().map(|best| search.found(best)).collect()
}

/// The end of a line of thought: which assumption, true or false, and its implication.
#[derive(Clone, Copy)]
struct End {
    start: Mark,
    on: bool,
    item: u32,
}

struct Best {
    /// Rating, length and kind: smaller is easier.
    rating: u32,
    length: usize,
    sort: u32,
    technique: Technique,
    gone: Vec<Mark>,
    ends: Vec<End>,
}

struct Search<'a> {
    view: View<'a>,
    mode: Mode,
    /// What follows from each mark being true.
    nets: Vec<Option<Box<Net>>>,
    best: Option<Best>,
    /// The best of each technique and conclusion, if all are wanted.
    all: Option<Vec<Best>>,
    scratch: Vec<u32>,
}

impl<'a> Search<'a> {
    fn new(view: View<'a>, mode: Mode, all: bool) -> Search<'a> {
        let n = view.board.cells * view.board.digits;
        let nets = (0..n).map(|_| None).collect();
        let all = all.then(Vec::new);
        Search { view, mode, nets, best: None, all, scratch: Vec::new() }
    }

    fn run(&mut self) {
        let least = if self.mode.rules.dynamic { 2 } else { 3 };
        for cell in self.view.marks.open {
            if count(self.view.marks.of[cell]) >= least {
                self.cell(cell);
            }
        }
    }

    fn found(&self, best: Best) -> Found {
        let chains = best.ends.iter().map(|e| self.chain(e)).collect();
        let pattern = Pattern::Forcing { chains };
        Found::new(best.technique, pattern).removing(best.gone).rated(best.rating)
    }

    fn index(&self, mark: Mark) -> usize {
        self.view.board.index(mark)
    }

    fn prepare(&mut self, mark: Mark) {
        let at = self.index(mark);
        if self.nets[at].is_none() {
            self.nets[at] = Some(Box::new(Net::new(self.view, mark, true, self.mode.rules)));
        }
    }

    fn net(&self, mark: Mark) -> &Net {
        self.nets[self.index(mark)].as_deref().expect("prepared before")
    }

    fn chain(&self, end: &End) -> Vec<Inference> {
        if end.on {
            return self.net(end.start).chain(end.item);
        }
        Net::new(self.view, end.start, false, self.mode.rules).chain(end.item)
    }

    fn cell(&mut self, cell: usize) {
        let digits = self.view.marks.of[cell];
        for digit in Each(digits) {
            let mark = Mark { cell, digit };
            self.prepare(mark);
            if self.mode.rules.dynamic {
                self.both_ways(mark, count(digits) >= 3 && !self.mode.nishio);
            }
            if !self.mode.nishio {
                self.houses(mark);
            }
        }
        if !self.mode.nishio {
            let starts: Vec<Mark> = Each(digits).map(|digit| Mark { cell, digit }).collect();
            let (multiple, dynamic) = (Technique::CellForcingChain, Technique::DynamicCell);
            self.reduce(&starts, multiple, dynamic, 5);
        }
    }

    fn named(&self, dynamic: Technique) -> Technique {
        if self.mode.rules.plus { Technique::DynamicPlus } else { dynamic }
    }

    /// Contradictions, and what follows from a mark and from its opposite.
    fn both_ways(&mut self, mark: Mark, double: bool) {
        let view = self.view;
        let absurd = if self.mode.nishio {
            Technique::Nishio
        } else {
            self.named(Technique::DynamicContradiction)
        };
        if let Some((a, b)) = self.net(mark).absurd {
            let ends = [a, b].map(|item| End { start: mark, on: true, item });
            self.offer(absurd, vec![mark], &ends, 7, None);
        }
        let off = Net::new(view, mark, false, self.mode.rules);
        let rest = others(view, mark);
        if let Some((a, b)) = off.absurd
            && !rest.is_empty()
        {
            let ends = [a, b].map(|item| End { start: mark, on: false, item });
            self.offer(absurd, rest, &ends, 7, Some(&off));
        }
        if !double {
            return;
        }
        let technique = self.named(Technique::DynamicDouble);
        let items: Vec<(u32, Mark, bool)> = {
            let net = self.net(mark);
            let registered =
                |&(i, m, on): &(u32, Mark, bool)| net.get(view.board, m, on) == Some(i);
            let all = net.items.iter().enumerate().map(|(i, it)| (i as u32, it.mark, it.on));
            all.filter(registered).collect()
        };
        for wanted in [true, false] {
            for &(item, target, on) in items.iter().filter(|i| i.2 == wanted) {
                let Some(other) = off.get(view.board, target, on) else { continue };
                let gone = if on { others(view, target) } else { vec![target] };
                if gone.is_empty() {
                    continue;
                }
                let ends = [
                    End { start: mark, on: true, item },
                    End { start: mark, on: false, item: other },
                ];
                self.offer(technique, gone, &ends, 1, Some(&off));
            }
        }
    }

    /// All places of the digit in a house, if this is the first of them.
    fn houses(&mut self, mark: Mark) {
        for house in self.view.board.houses_of[mark.cell].clone() {
            let places = self.view.places(house, mark.digit);
            if places.len() < 2 || places.first() != Some(mark.cell) {
                continue;
            }
            let starts: Vec<Mark> = places.map(|cell| Mark { cell, digit: mark.digit }).collect();
            starts.iter().for_each(|&m| self.prepare(m));
            let (multiple, dynamic) = (Technique::RegionForcingChain, Technique::DynamicRegion);
            self.reduce(&starts, multiple, dynamic, 6);
        }
    }

    /// What follows from each of several marks.
    fn reduce(&mut self, starts: &[Mark], multiple: Technique, dynamic: Technique, sort: u32) {
        let technique = if self.mode.rules.dynamic { self.named(dynamic) } else { multiple };
        let board = self.view.board;
        let mut common: Vec<(Mark, bool)> = {
            let first = self.net(starts[0]);
            let registered =
                |it: &&crate::explainer::nets::Item| first.get(board, it.mark, it.on).is_some();
            first.items.iter().filter(registered).map(|it| (it.mark, it.on)).collect()
        };
        for &start in &starts[1..] {
            let net = self.net(start);
            common.retain(|&(m, on)| net.get(board, m, on).is_some());
        }
        common.sort_by_key(|&(_, on)| !on);
        common.dedup();
        for (target, on) in common {
            let gone = if on { others(self.view, target) } else { vec![target] };
            if gone.is_empty() {
                continue;
            }
            let ends: Vec<End> = starts
                .iter()
                .filter_map(|&start| {
                    let item = self.net(start).get(board, target, on)?;
                    Some(End { start, on: true, item })
                })
                .collect();
            self.offer(technique, gone, &ends, sort, None);
        }
    }

    /// Keeps a conclusion if it is the easiest so far.
    fn offer(
        &mut self,
        technique: Technique,
        gone: Vec<Mark>,
        ends: &[End],
        sort: u32,
        off: Option<&Net>,
    ) {
        let mut length = 0;
        let mut scratch = std::mem::take(&mut self.scratch);
        let most = match &self.all {
            Some(_) => usize::MAX,
            None => self.best.as_ref().map_or(usize::MAX, |b| b.length),
        };
        for end in ends {
            let net = match (end.on, off) {
                (false, Some(off)) => off,
                _ => self.net(end.start),
            };
            length += net.ancestors(end.item, &mut scratch);
            if length > most {
                break;
            }
        }
        self.scratch = scratch;
        let rating = self.mode.rating + longer(length);
        if let Some(all) = &mut self.all {
            let new = Best { rating, length, sort, technique, gone, ends: ends.to_vec() };
            let same = |b: &&mut Best| b.technique == technique && b.gone == new.gone;
            match all.iter_mut().find(same) {
                Some(known) if known.length > length => *known = new,
                Some(_) => {}
                None => all.push(new),
            }
            return;
        }
        let better = self
            .best
            .as_ref()
            .is_none_or(|b| (rating, length, sort) < (b.rating, b.length, b.sort));
        if better {
            let ends = ends.to_vec();
            self.best = Some(Best { rating, length, sort, technique, gone, ends });
        }
    }
}

/// The other marks of a mark's cell.
fn others(view: View<'_>, mark: Mark) -> Vec<Mark> {
    let rest = Each(view.marks.of[mark.cell] & !(1 << mark.digit));
    rest.map(|digit| Mark { cell: mark.cell, digit }).collect()
}
