//! Unique loops and the bivalue universal grave, as Sudoku Explainer has them, also where there are more
//! houses or other clues elsewhere: digits that are exchanged in a loop, or in all open cells, are still
//! once in every house that the pattern meets, and no other clue speaks of these cells.

use super::{Sink, View};
use crate::board::Mark;
use crate::found::{Found, Pattern};
use crate::sets::{Cell, Cells, Digits, Each, choose, count, only};
use crate::technique::Technique;

/// All unique loops, easiest first.
pub fn loops(view: View<'_>, sink: &mut Sink<'_>) -> bool {
    if !view.board.even {
        return false;
    }
    let mut all: Vec<Found> = Vec::new();
    let free = view.marks.open - view.board.apart;
    for start in view.marks.bivalue() & free {
        let pair = view.marks.of[start];
        let able: Cells = free.filter(|&c| view.marks.of[c] & pair == pair).collect();
        if able.len() < 4 {
            continue;
        }
        let mut walk = Walk { view, pair, able, path: Vec::new(), loops: Vec::new() };
        walk.go(start, 2, 0, usize::MAX);
        for path in std::mem::take(&mut walk.loops) {
            judge(view, &path, pair, &mut all);
        }
    }
    all.sort_by_key(|f| (f.rating, f.technique));
    all.into_iter().map(named).any(sink)
}

/// A loop of four cells is what people call a unique rectangle.
fn named(mut found: Found) -> Found {
    use Technique::*;
    if matches!(&found.pattern, Pattern::Deadly { cells, .. } if cells.len() == 4) {
        found.technique = match found.technique {
            UniqueLoop1 => UniquenessTest1,
            UniqueLoop2 => UniquenessTest2,
            UniqueLoop3 => UniquenessTest3,
            UniqueLoop4 => UniquenessTest4,
            other => other,
        };
    }
    found
}

struct Walk<'a> {
    view: View<'a>,
    pair: Digits,
    able: Cells,
    path: Vec<Cell>,
    loops: Vec<Vec<Cell>>,
}

impl Walk<'_> {
    /// Extends the path. At most two cells have marks beside the pair, unless it is always
    /// the same one.
    fn go(&mut self, cell: Cell, allowed: i32, extra: Digits, last: usize) {
        self.path.push(cell);
        let board = self.view.board;
        for &house in &board.houses_of[cell] {
            let shape = board.houses[house].shape as usize;
            if shape == last {
                continue;
            }
            for next in self.able & board.houses[house].cells {
                if next == self.path[0] && self.path.len() >= 4 {
                    self.loops.push(self.path.clone());
                } else if !self.path.contains(&next) {
                    let own = self.view.marks.of[next];
                    let more = extra | own & !self.pair;
                    if count(own) == 2 || count(more) == 1 || allowed > 0 {
                        let allowed = allowed - i32::from(count(own) > 2);
                        self.go(next, allowed, more, shape);
                    }
                }
            }
        }
        self.path.pop();
    }
}

/// Every house the loop visits is visited once with each parity.
fn is_valid(view: View<'_>, path: &[Cell]) -> bool {
    if path.len() % 2 == 1 {
        return false;
    }
    let mut visits = [vec![], vec![]];
    for (at, &cell) in path.iter().enumerate() {
        for &house in &view.board.houses_of[cell] {
            if visits[at % 2].contains(&house) {
                return false;
            }
            visits[at % 2].push(house);
        }
    }
    visits.iter_mut().for_each(|v| v.sort_unstable());
    visits[0] == visits[1]
}

fn judge(view: View<'_>, path: &[Cell], pair: Digits, all: &mut Vec<Found>) {
    if !is_valid(view, path) {
        return;
    }
    let longer = match path.len() {
        4 => 0,
        6 => 1,
        8 => 2,
        _ => 5,
    };
    let extra: Vec<Cell> = path.iter().copied().filter(|&c| count(view.marks.of[c]) > 2).collect();
    let digits = extra.iter().fold(0, |all, &c| all | view.marks.of[c]) & !pair;
    let mut add = |technique: Technique, gone: Vec<Mark>, more: u32, others: Cells| {
        let cells = path.to_vec();
        let set: Cells = path.iter().copied().collect();
        let found = Found::new(technique, Pattern::Deadly { cells, digits: pair, others })
            .removing(gone)
            .rated(45 + longer + more);
        let same = |f: &Found| {
            let cells: Cells = match &f.pattern {
                Pattern::Deadly { cells, .. } => cells.iter().copied().collect(),
                _ => Cells::EMPTY,
            };
            f.technique == technique && cells == set && f.remove == found.remove
        };
        if !found.remove.is_empty() && !all.iter().any(same) {
            all.push(found);
        }
    };
    let none = Cells::EMPTY;
    if let [cell] = extra[..] {
        let gone = Each(pair).map(|digit| Mark { cell, digit }).collect();
        add(Technique::UniqueLoop1, gone, 0, none);
    } else if extra.len() >= 2 {
        if let Some(digit) = only(digits) {
            let ends: Cells = extra.iter().copied().collect();
            let gone = view.marks_in(digit, view.board.see_all(ends));
            add(Technique::UniqueLoop2, gone, 0, none);
        }
        if let [a, b] = extra[..] {
            if count(digits) >= 2 {
                for (gone, more, others) in with_subset(view, a, b, pair, digits) {
                    add(Technique::UniqueLoop3, gone, more, others);
                }
            }
            add(Technique::UniqueLoop4, locked(view, a, b, pair), 0, none);
        }
    }
}

/// One of the two digits must be in the two cells, so the other is not.
fn locked(view: View<'_>, a: Cell, b: Cell, pair: Digits) -> Vec<Mark> {
    let ends: Cells = [a, b].into_iter().collect();
    let tied = |d: usize| view.board.common_houses(a, b).any(|h| view.places(h, d) == ends);
    let mut digits = Each(pair);
    let (Some(x), Some(y)) = (digits.next(), digits.next()) else { return vec![] };
    match (tied(x), tied(y)) {
        (true, _) => view.marks_in(y, ends),
        (_, true) => view.marks_in(x, ends),
        _ => vec![],
    }
}

/// Naked and hidden subsets with the extra digits of two cells; with what they add.
fn with_subset(
    view: View<'_>,
    a: Cell,
    b: Cell,
    pair: Digits,
    extra: Digits,
) -> Vec<(Vec<Mark>, u32, Cells)> {
    let mut found = Vec::new();
    let both = view.marks.of[a] & view.marks.of[b];
    for size in 2..=7usize {
        for house in view.board.common_houses(a, b) {
            let ends: Cells = [a, b].into_iter().collect();
            let open = view.open(house);
            let rest: Vec<Cell> = (open - ends).collect();
            if size * 2 <= open.len() {
                choose(&rest, size - 1, &mut |cells| {
                    let set: Cells = cells.iter().copied().collect();
                    let own = set.fold(0, |all, c| all | view.marks.of[c]);
                    let single = cells.iter().any(|&c| count(view.marks.of[c]) < 2);
                    if single || count(own | extra) != size || count(own | both & extra) != size {
                        return false;
                    }
                    let gone: Vec<Mark> = Each(own | extra)
                        .flat_map(|d| view.marks_in(d, open - ends - set))
                        .collect();
                    found.push((gone, size as u32 - 1, set));
                    false
                });
            }
            if size * 2 < open.len() {
                let missing = |d: &usize| !view.places(house, *d).is_empty();
                let others: Vec<usize> =
                    Each(view.board.all() & !pair & !extra).filter(missing).collect();
                choose(&others, size - 2, &mut |digits| {
                    let values = digits.iter().fold(pair, |all, &d| all | 1 << d);
                    let places = Each(values).fold(Cells::EMPTY, |p, d| p | view.places(house, d));
                    let cells = places.without(b);
                    if cells.len() != size {
                        return false;
                    }
                    let gone: Vec<Mark> = (cells - ends)
                        .flat_map(|cell| {
                            Each(view.marks.of[cell] & !values)
                                .map(move |digit| Mark { cell, digit })
                        })
                        .collect();
                    found.push((gone, size as u32 - 2, cells - ends));
                    false
                });
            }
        }
    }
    found
}

/// The bivalue universal grave, types 1 to 4.
pub fn grave(view: View<'_>, sink: &mut Sink<'_>) -> bool {
    let Some(extra) = extra_marks(view) else { return false };
    let cells: Cells = extra.iter().map(|m| m.cell).collect();
    let digits: Digits = extra.iter().fold(0, |all, m| all | 1 << m.digit);
    let make = |technique, gone, more: u32, others| {
        let pattern = Pattern::Grave { extra: extra.clone(), others };
        let found = Found::new(technique, pattern).removing(gone);
        let rating = technique_rating(technique) + more;
        found.rated(rating)
    };
    let none = Cells::EMPTY;
    let of = |cell: Cell| -> Digits {
        extra.iter().filter(|m| m.cell == cell).fold(0, |all, m| all | 1 << m.digit)
    };
    let keep = |cell: Cell, digits: Digits| -> Vec<Mark> {
        Each(view.marks.of[cell] & !digits).map(|digit| Mark { cell, digit }).collect()
    };
    if let Some(cell) = cells.single() {
        let gone = keep(cell, of(cell));
        return !gone.is_empty() && sink(make(Technique::BugPlusOne, gone, 0, none));
    }
    if let Some(digit) = only(digits) {
        let gone = view.marks_in(digit, view.board.see_all(cells));
        return !gone.is_empty() && sink(make(Technique::Bug2, gone, 0, none));
    }
    let list: Vec<Cell> = cells.collect();
    if let [a, b] = list[..] {
        let shared = view.marks.of[a] & view.marks.of[b] & !digits;
        if let Some(digit) = only(shared)
            && view.board.common_houses(a, b).next().is_some()
        {
            let gone = [keep(a, of(a) | 1 << digit), keep(b, of(b) | 1 << digit)].concat();
            if !gone.is_empty() && sink(make(Technique::Bug4, gone, 0, none)) {
                return true;
            }
        }
    }
    for size in 2..=6usize {
        for (house, h) in view.board.houses.iter().enumerate() {
            if !cells.within(h.cells) {
                continue;
            }
            let rest: Vec<Cell> = (view.open(house) - cells).collect();
            let stop = rest.len() >= size
                && choose(&rest, size - 1, &mut |chosen| {
                    let set: Cells = chosen.iter().copied().collect();
                    let own = set.fold(0, |all, c| all | view.marks.of[c]);
                    if count(own) != size || count(own | digits) != size {
                        return false;
                    }
                    let others = view.open(house) - cells - set;
                    let gone: Vec<Mark> =
                        Each(own).flat_map(|d| view.marks_in(d, others)).collect();
                    !gone.is_empty() && sink(make(Technique::Bug3, gone, size as u32 - 2, set))
                });
            if stop {
                return true;
            }
        }
    }
    false
}

fn technique_rating(technique: Technique) -> u32 {
    technique.entry().rating
}

/// The marks without which every cell would have two marks and every digit two places in
/// every house that lacks it; none if there are no such marks.
fn extra_marks(view: View<'_>) -> Option<Vec<Mark>> {
    let marks = view.marks;
    if !view.board.even
        || marks.open.is_empty()
        || marks.open.meets(view.board.apart)
        || marks.open.iter().any(|c| count(marks.of[c]) < 2)
    {
        return None;
    }
    let mut extra: Vec<Mark> = Vec::new();
    for house in 0..view.board.houses.len() {
        for digit in 0..view.board.digits {
            let places = view.places(house, digit);
            if matches!(places.len(), 0 | 2) {
                continue;
            }
            let large: Cells = places.filter(|&c| count(marks.of[c]) >= 3).collect();
            if large.is_empty() {
                return None;
            }
            // With two such cells another house will tell which it is.
            if let Some(cell) = large.single() {
                let mark = Mark { cell, digit };
                if !extra.contains(&mark) {
                    extra.push(mark);
                }
            }
        }
    }
    add_same_digit(view, &mut extra);
    let mut rest = marks.clone();
    for &mark in &extra {
        rest.erase(view.board, mark);
    }
    let left = View { marks: &rest, ..view };
    let two = |c: Cell| count(rest.of[c]) == 2;
    let even = |h: usize| (0..view.board.digits).all(|d| matches!(left.places(h, d).len(), 0 | 2));
    let mut open = rest.open;
    let fits = open.all(two) && (0..view.board.houses.len()).all(even);
    (fits && !extra.is_empty()).then_some(extra)
}

/// Where all extra marks are of one digit, cells that no house tells apart are extra too.
fn add_same_digit(view: View<'_>, extra: &mut Vec<Mark>) {
    let mut digit = None;
    let mut all = Cells::EMPTY;
    for house in 0..view.board.houses.len() {
        for d in 0..view.board.digits {
            let places = view.places(house, d);
            if matches!(places.len(), 0 | 2) {
                continue;
            }
            if *digit.get_or_insert(d) != d {
                return;
            }
            all |= places.filter(|&c| count(view.marks.of[c]) >= 3).collect();
        }
    }
    let Some(digit) = digit else { return };
    for cell in all {
        let mark = Mark { cell, digit };
        if !extra.contains(&mark) {
            extra.push(mark);
        }
    }
}
