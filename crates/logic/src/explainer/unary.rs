//! Cycles and forcing chains from one mark: X (one digit), Y (cells of two marks), both.
//!
//! Chains are found breadth first from every mark. The easiest is taken, which is the
//! shortest of its kind; of equal ones the first that was found.

use crate::board::Mark;
use crate::find::View;
use crate::find::chains::links::longer;
use crate::found::{Found, Inference, Pattern};
use crate::sets::{Cells, Each, count, only};
use crate::technique::Technique;

/// The easiest cycle or forcing chain.
pub fn find(view: View<'_>) -> Option<Found> {
    let mut best: Option<Best> = None;
    for (x, y) in [(true, false), (false, true), (true, true)] {
        // Chains of both kinds of links rate 7.0 at least, the others less.
        if x && y && best.as_ref().is_some_and(|b| b.rating < 70) {
            break;
        }
        let mut search = Search::new(view, x, y);
        for cell in view.marks.open {
            if count(view.marks.of[cell]) < 2 {
                continue;
            }
            for digit in Each(view.marks.of[cell]) {
                search.from(Mark { cell, digit }, &mut best);
            }
        }
    }
    best.map(|best| best.found(view))
}

/// The easiest of a technique from each mark.
pub fn all(view: View<'_>, technique: Technique) -> Vec<Found> {
    use Technique::{ForcingChain, ForcingXChain, XCycle, YCycle};
    let (x, y) = match technique {
        XCycle | ForcingXChain => (true, false),
        YCycle => (false, true),
        _ => (true, true),
    };
    let mut search = Search::new(view, x, y);
    let mut all: Vec<Best> = Vec::new();
    for start in view.marks.all().filter(|m| count(view.marks.of[m.cell]) >= 2) {
        let mut ways: [Option<Best>; 2] = [None, None];
        if matches!(technique, ForcingXChain | ForcingChain) {
            search.chains_from_on(start, &mut ways[0]);
            search.chains_from_off(start, &mut ways[1]);
        } else if x || count(view.marks.of[start.cell]) == 2 {
            search.cycles(start, &mut ways[0]);
        }
        all.extend(ways.into_iter().flatten());
    }
    all.sort_by_key(|b| (b.rating, b.length));
    all.into_iter().map(|best| best.found(view)).collect()
}

/// The best so far: what it rates, how long it is, and the way.
struct Best {
    rating: u32,
    length: usize,
    technique: Technique,
    /// Marks in turn true and false.
    path: Vec<(Mark, bool)>,
    gone: Vec<Mark>,
}

impl Best {
    fn found(self, view: View<'_>) -> Found {
        let mut chain: Vec<Inference> = Vec::new();
        for &(mark, on) in &self.path {
            let parents: Vec<usize> = chain.len().checked_sub(1).into_iter().collect();
            let house = parents.first().and_then(|&p| {
                let before = chain[p].mark;
                // The other mark of a cell is true by the cell, whatever houses there are.
                let same = on && before.digit == mark.digit && before.cell != mark.cell;
                let joins = |h: &usize| same && view.places(*h, mark.digit).len() == 2;
                view.board.common_houses(before.cell, mark.cell).find(joins)
            });
            chain.push(Inference { mark, on, parents, house, seen: None });
        }
        let found = Found::new(self.technique, Pattern::Forcing { chains: vec![chain] });
        found.removing(self.gone).rated(self.rating)
    }
}

const NONE: u16 = u16::MAX;

struct Search<'a> {
    view: View<'a>,
    x: bool,
    y: bool,
    /// For each mark that is true the false mark it follows from, and for that the true one.
    on: Vec<(u16, u16)>,
    off: Vec<u16>,
    touched: Vec<u16>,
    touched_off: Vec<u16>,
}

impl<'a> Search<'a> {
    fn new(view: View<'a>, x: bool, y: bool) -> Search<'a> {
        let n = view.board.cells * view.board.digits;
        let none = (NONE, NONE);
        Search {
            view,
            x,
            y,
            on: vec![none; n],
            off: vec![NONE; n],
            touched: Vec::new(),
            touched_off: Vec::new(),
        }
    }

    fn index(&self, mark: Mark) -> u16 {
        self.view.board.index(mark) as u16
    }

    fn mark(&self, index: u16) -> Mark {
        self.view.board.mark(index as usize)
    }

    fn from(&mut self, start: Mark, best: &mut Option<Best>) {
        if self.x || count(self.view.marks.of[start.cell]) == 2 {
            self.cycles(start, best);
        }
        if self.x {
            self.chains_from_on(start, best);
            self.chains_from_off(start, best);
        }
    }

    /// What a true mark makes false.
    fn each_off(&self, mark: Mark, mut see: impl FnMut(Mark)) {
        if self.y {
            let others = self.view.marks.of[mark.cell] & !(1 << mark.digit);
            Each(others).for_each(|digit| see(Mark { cell: mark.cell, digit }));
        }
        let seen = self.view.marks.at[mark.digit] & self.view.board.peers[mark.cell];
        seen.for_each(|cell| see(Mark { cell, digit: mark.digit }));
        if self.y {
            for &(other, _) in &self.view.board.links[self.view.board.index(mark)] {
                if self.view.marks.has(other) {
                    see(other);
                }
            }
        }
    }

    /// What a false mark makes true.
    fn each_on(&self, mark: Mark, x: bool, mut see: impl FnMut(Mark)) {
        if self.y
            && let Some(digit) = only(self.view.marks.of[mark.cell] & !(1 << mark.digit))
        {
            see(Mark { cell: mark.cell, digit });
        }
        if x {
            for &house in &self.view.board.houses_of[mark.cell] {
                let others = self.view.places(house, mark.digit).without(mark.cell);
                if let Some(cell) = others.single() {
                    see(Mark { cell, digit: mark.digit });
                }
            }
        }
    }

    /// Whether something of this kind and length would be better than the best.
    fn better(&self, technique: Technique, length: usize, best: &Option<Best>) -> bool {
        let rating = technique.entry().rating + longer(length);
        best.as_ref().is_none_or(|b| (rating, length) < (b.rating, b.length))
    }

    fn clear(&mut self) {
        self.touched.drain(..).for_each(|m| self.on[m as usize] = (NONE, NONE));
        self.touched_off.drain(..).for_each(|m| self.off[m as usize] = NONE);
    }

    /// The true and false marks that lead to a true one, from the start; without one, from the
    /// false mark that everything began with.
    fn trail(&self, start: Option<u16>, end: u16) -> Vec<(Mark, bool)> {
        let mut path = vec![(self.mark(end), true)];
        let mut at = end;
        while start != Some(at) {
            let (off, before) = self.on[at as usize];
            path.push((self.mark(off), false));
            if before == NONE {
                break;
            }
            path.push((self.mark(before), true));
            at = before;
        }
        path.reverse();
        path
    }

    fn cycles(&mut self, start: Mark, best: &mut Option<Best>) {
        let technique = match (self.x, self.y) {
            (true, true) => Technique::Cycle,
            (true, false) => Technique::XCycle,
            _ => Technique::YCycle,
        };
        let source = self.index(start);
        self.on[source as usize] = (source, source);
        self.touched.push(source);
        let mut level = vec![source];
        let mut length = 0;
        while !level.is_empty() {
            length += 2;
            if !self.better(technique, length, best) {
                break;
            }
            let mut next = Vec::new();
            let mut closed: Vec<(u16, u16)> = Vec::new();
            for &from in &level {
                let mut offs = Vec::new();
                self.each_off(self.mark(from), |m| offs.push(m));
                for off in offs {
                    let off_at = self.index(off);
                    if self.passes(source, from, off_at) {
                        continue;
                    }
                    let mut ons = Vec::new();
                    self.each_on(off, self.x, |m| ons.push(m));
                    for on in ons {
                        let at = self.index(on);
                        if at == source {
                            if length >= 4 {
                                closed.push((off_at, from));
                            }
                        } else if self.on[at as usize].0 == NONE {
                            self.on[at as usize] = (off_at, from);
                            self.touched.push(at);
                            next.push(at);
                        }
                    }
                }
            }
            for (off, from) in closed {
                let mut path = self.trail(Some(source), from);
                path.push((self.mark(off), false));
                let gone = self.cancelled(&path);
                if !gone.is_empty() && self.better(technique, length, best) {
                    path.push((start, true));
                    let rating = technique.entry().rating + longer(length);
                    *best = Some(Best { rating, length, technique, path, gone });
                }
            }
            level = next;
        }
        self.clear();
    }

    /// Whether a false mark is on the way to a true one.
    fn passes(&self, source: u16, mut at: u16, off: u16) -> bool {
        while at != source {
            let (by, before) = self.on[at as usize];
            if by == off {
                return true;
            }
            at = before;
        }
        false
    }

    /// What a cycle erases: marks that see one of it that is true one way round and one that
    /// is true the other way round.
    fn cancelled(&self, path: &[(Mark, bool)]) -> Vec<Mark> {
        let own: Cells = path.iter().map(|(m, _)| m.cell).collect();
        let mut seen = vec![[Cells::EMPTY; 2]; self.view.board.digits];
        for &(mark, on) in path {
            seen[mark.digit][usize::from(on)] |= self.view.board.peers[mark.cell] - own;
        }
        let both = |digit: usize| self.view.marks_in(digit, seen[digit][0] & seen[digit][1]);
        (0..self.view.board.digits).flat_map(both).collect()
    }

    fn forcing(&self) -> Technique {
        if self.y { Technique::ForcingChain } else { Technique::ForcingXChain }
    }

    /// A mark that, if true, is false.
    fn chains_from_on(&mut self, start: Mark, best: &mut Option<Best>) {
        let technique = self.forcing();
        let source = self.index(start);
        self.on[source as usize] = (source, source);
        self.touched.push(source);
        let mut level = vec![source];
        let mut length = 0;
        'search: while !level.is_empty() {
            length += 2;
            if !self.better(technique, length, best) {
                break;
            }
            let mut next = Vec::new();
            for &from in &level {
                let mut offs = Vec::new();
                self.each_off(self.mark(from), |m| offs.push(m));
                for off in offs {
                    let off_at = self.index(off);
                    if off_at == source {
                        let mut path = self.trail(Some(source), from);
                        path.push((start, false));
                        let rating = technique.entry().rating + longer(length);
                        let gone = vec![start];
                        *best = Some(Best { rating, length, technique, path, gone });
                        break 'search;
                    }
                    if self.off[off_at as usize] != NONE {
                        continue;
                    }
                    self.off[off_at as usize] = from;
                    self.touched_off.push(off_at);
                    let mut ons = Vec::new();
                    self.each_on(off, true, |m| ons.push(m));
                    for on in ons {
                        let at = self.index(on);
                        if self.on[at as usize].0 == NONE {
                            self.on[at as usize] = (off_at, from);
                            self.touched.push(at);
                            next.push(at);
                        }
                    }
                }
            }
            level = next;
        }
        self.clear();
    }

    /// A mark that, if false, is true.
    fn chains_from_off(&mut self, start: Mark, best: &mut Option<Best>) {
        let technique = self.forcing();
        let others = self.view.marks.of[start.cell] & !(1 << start.digit);
        if others == 0 {
            return;
        }
        let source = self.index(start);
        self.off[source as usize] = NONE - 1;
        self.touched_off.push(source);
        let mut level = vec![(source, NONE)];
        let mut length = 0;
        'search: while !level.is_empty() {
            length += 2;
            if !self.better(technique, length, best) {
                break;
            }
            let mut trues = Vec::new();
            for &(off_at, from) in &level {
                let mut ons = Vec::new();
                self.each_on(self.mark(off_at), true, |m| ons.push(m));
                for on in ons {
                    let at = self.index(on);
                    if self.on[at as usize].0 != NONE {
                        continue;
                    }
                    self.on[at as usize] = (off_at, from);
                    self.touched.push(at);
                    if at == source {
                        let path = self.trail(None, source);
                        let rating = technique.entry().rating + longer(length);
                        let gone =
                            Each(others).map(|digit| Mark { cell: start.cell, digit }).collect();
                        *best = Some(Best { rating, length, technique, path, gone });
                        break 'search;
                    }
                    trues.push(at);
                }
            }
            let mut next = Vec::new();
            for &from in &trues {
                let mut offs = Vec::new();
                self.each_off(self.mark(from), |m| offs.push(m));
                for off in offs {
                    let off_at = self.index(off);
                    if self.off[off_at as usize] == NONE {
                        self.off[off_at as usize] = from;
                        self.touched_off.push(off_at);
                        next.push((off_at, from));
                    }
                }
            }
            level = next;
        }
        self.clear();
    }
}
