//! Unique rectangles, hidden rectangles, avoidable rectangles.
//!
//! Two digits alone in the corners of a rectangle in two boxes could be exchanged; a puzzle
//! with one solution does not let that happen. Corners may lack one of the digits.

use super::{Sink, View};
use crate::board::{Mark, Shape};
use crate::found::{Found, Pattern};
use crate::sets::{Cell, Cells, Digit, Digits, Each, choose, count, only};
use crate::technique::Technique;

/// One of [`Board::rectangles`](crate::Board::rectangles).
type Corners = [Cell; 4];

/// Looks for one of the techniques.
pub fn find(view: View<'_>, technique: Technique, sink: &mut Sink<'_>) -> bool {
    use Technique::{AvoidableRectangle1, AvoidableRectangle2};
    let marks = view.marks;
    let two = marks.bivalue();
    let found: Cells = (0..view.board.cells).filter(|&c| solved(view, c).is_some()).collect();
    view.board.rectangles.iter().any(|&corners| {
        let cells: Cells = corners.into_iter().collect();
        match technique {
            AvoidableRectangle1 => (cells & found).len() == 3 && avoidable_one(view, corners, sink),
            AvoidableRectangle2 => (cells & found).len() == 2 && avoidable_two(view, corners, sink),
            _ => {
                cells.meets(two) && cells.within(marks.open) && open(view, corners, technique, sink)
            }
        }
    })
}

fn pattern(corners: Corners, digits: Digits, others: Cells) -> Pattern {
    let [a, b, c, d] = corners;
    Pattern::Deadly { cells: vec![a, b, d, c], digits, others }
}

/// Rectangles of empty cells.
fn open(view: View<'_>, corners: Corners, technique: Technique, sink: &mut Sink<'_>) -> bool {
    let of = |c: Cell| view.marks.of[c];
    if corners.iter().any(|&c| of(c) == 0) {
        return false;
    }
    for (at, &start) in corners.iter().enumerate() {
        let pair = of(start);
        let holds = |&c: &Cell| of(c) & pair != 0;
        let tried = corners[..at].iter().any(|&c| of(c) == pair);
        if count(pair) != 2 || tried || !corners.iter().all(holds) {
            continue;
        }
        let test = Test { view, corners, pair };
        if test.find(technique, sink) {
            return true;
        }
    }
    false
}

struct Test<'a> {
    view: View<'a>,
    corners: Corners,
    pair: Digits,
}

impl Test<'_> {
    /// Corners with marks beside the pair.
    fn extra(&self) -> Cells {
        let more = |&&c: &&Cell| self.view.marks.of[c] & !self.pair != 0;
        self.corners.iter().filter(more).copied().collect()
    }

    fn found(&self, technique: Technique, gone: Vec<Mark>, others: Cells) -> Found {
        Found::new(technique, pattern(self.corners, self.pair, others)).removing(gone)
    }

    fn find(&self, technique: Technique, sink: &mut Sink<'_>) -> bool {
        use Technique::*;
        let extra = self.extra();
        let emit = |gone: Vec<Mark>, sink: &mut Sink<'_>| {
            !gone.is_empty() && sink(self.found(technique, gone, Cells::EMPTY))
        };
        match technique {
            UniquenessTest1 => extra.single().is_some_and(|cell| {
                let own = Each(self.view.marks.of[cell] & self.pair);
                emit(own.map(|digit| Mark { cell, digit }).collect(), sink)
            }),
            UniquenessTest2 | UniquenessTest5 => {
                let digits = extra.fold(0, |all, c| all | self.view.marks.of[c]) & !self.pair;
                let Some(digit) = only(digits) else { return false };
                if extra.len() < 2 {
                    return false;
                }
                let straight = extra.len() == 2 && self.line_of(extra).is_some();
                let wanted = if straight { UniquenessTest2 } else { UniquenessTest5 };
                let gone = self.view.marks_in(digit, self.view.board.see_all(extra));
                technique == wanted && emit(gone, sink)
            }
            UniquenessTest3 => self.with_subset(extra, sink),
            UniquenessTest4 => self.locked(extra, sink),
            UniquenessTest6 => self.diagonal(extra, sink),
            _ => self.hidden(extra, sink),
        }
    }

    /// A house that holds all of some corners.
    fn line_of(&self, cells: Cells) -> Option<usize> {
        (0..self.view.board.houses.len()).find(|&h| cells.within(self.view.board.houses[h].cells))
    }

    /// The extra digits of two corners and other cells of a house make a naked subset.
    fn with_subset(&self, extra: Cells, sink: &mut Sink<'_>) -> bool {
        let view = self.view;
        let digits = extra.fold(0, |all, c| all | view.marks.of[c]) & !self.pair;
        if extra.len() != 2 || count(digits) < 2 {
            return false;
        }
        let corners: Cells = self.corners.into_iter().collect();
        for house in 0..view.board.houses.len() {
            if !extra.within(view.board.houses[house].cells) {
                continue;
            }
            let list: Vec<Cell> = (view.open(house) - corners).collect();
            for size in 1..list.len() {
                let stop = choose(&list, size, &mut |chosen| {
                    let set: Cells = chosen.iter().copied().collect();
                    let all = set.fold(digits, |all, c| all | view.marks.of[c]);
                    if count(all) != size + 1 {
                        return false;
                    }
                    // The subset may lie in a second house of the two corners.
                    let near = |h: &usize| (extra | set).within(view.board.houses[*h].cells);
                    let rest = (0..view.board.houses.len())
                        .filter(near)
                        .fold(Cells::EMPTY, |r, h| r | view.board.houses[h].cells);
                    let gone: Vec<Mark> =
                        Each(all).flat_map(|d| view.marks_in(d, rest - extra - set)).collect();
                    !gone.is_empty() && sink(self.found(Technique::UniquenessTest3, gone, set))
                });
                if stop {
                    return true;
                }
            }
        }
        false
    }

    /// One digit of the pair must be in the two open corners of a house.
    fn locked(&self, extra: Cells, sink: &mut Sink<'_>) -> bool {
        if extra.len() != 2 {
            return false;
        }
        for house in 0..self.view.board.houses.len() {
            if !extra.within(self.view.board.houses[house].cells) {
                continue;
            }
            for digit in Each(self.pair) {
                if self.view.places(house, digit) != extra {
                    continue;
                }
                let Some(other) = only(self.pair & !(1 << digit)) else { continue };
                let gone = self.view.marks_in(other, extra);
                if !gone.is_empty()
                    && sink(self.found(Technique::UniquenessTest4, gone, Cells::EMPTY))
                {
                    return true;
                }
            }
        }
        false
    }

    /// A digit stands in the rows (or columns) of the rectangle only at its corners.
    fn diagonal(&self, extra: Cells, sink: &mut Sink<'_>) -> bool {
        if extra.len() != 2 || self.line_of(extra).is_some() {
            return false;
        }
        let corners: Cells = self.corners.into_iter().collect();
        for digit in Each(self.pair) {
            let tied = |shape: Shape| {
                let houses = &self.view.board.houses;
                (0..houses.len())
                    .filter(|&h| houses[h].shape == shape && houses[h].cells.meets(corners))
                    .all(|h| {
                        let places = self.view.places(h, digit);
                        places.within(corners) && !places.is_empty()
                    })
            };
            if tied(Shape::Row) || tied(Shape::Column) {
                let gone = self.view.marks_in(digit, extra);
                if !gone.is_empty()
                    && sink(self.found(Technique::UniquenessTest6, gone, Cells::EMPTY))
                {
                    return true;
                }
            }
        }
        false
    }

    /// Opposite a corner of two marks, one digit is tied both ways, so the other goes.
    fn hidden(&self, extra: Cells, sink: &mut Sink<'_>) -> bool {
        let view = self.view;
        let corners: Cells = self.corners.into_iter().collect();
        let plain = corners - extra;
        if plain.len() > 2 || plain.len() == 2 && self.line_of(plain).is_some() {
            return false;
        }
        for (at, &from) in self.corners.iter().enumerate() {
            if !plain.has(from) {
                continue;
            }
            let opposite = self.corners[3 - at];
            for digit in Each(self.pair) {
                let houses = &view.board.houses;
                let tied = view.board.houses_of[opposite]
                    .iter()
                    .filter(|&&h| matches!(houses[h].shape, Shape::Row | Shape::Column))
                    .all(|&h| {
                        // If it is not here, the digit is in the next corner.
                        let places = view.places(h, digit);
                        places.within(corners) && !places.without(opposite).is_empty()
                    });
                let Some(other) = only(self.pair & !(1 << digit)) else { continue };
                let gone = view.marks_in(other, Cells::one(opposite));
                if tied
                    && !gone.is_empty()
                    && sink(self.found(Technique::HiddenRectangle, gone, Cells::EMPTY))
                {
                    return true;
                }
            }
        }
        false
    }
}

/// A digit that was found, not given.
fn solved(view: View<'_>, cell: Cell) -> Option<Digit> {
    view.marks.value[cell].map(usize::from).filter(|_| !view.marks.given.has(cell))
}

/// Three solved corners.
fn avoidable_one(view: View<'_>, corners: Corners, sink: &mut Sink<'_>) -> bool {
    for (at, &cell) in corners.iter().enumerate() {
        let (beside, below, across) = (corners[at ^ 1], corners[at ^ 2], corners[at ^ 3]);
        let (Some(a), Some(b), Some(c)) =
            (solved(view, beside), solved(view, below), solved(view, across))
        else {
            continue;
        };
        let mark = Mark { cell, digit: c };
        if a != b || a == c || !view.marks.has(mark) {
            continue;
        }
        let pattern = pattern(corners, 1 << a | 1 << c, Cells::EMPTY);
        if sink(Found::new(Technique::AvoidableRectangle1, pattern).removing(vec![mark])) {
            return true;
        }
    }
    false
}

/// Two solved corners of a side; the others have one extra digit.
fn avoidable_two(view: View<'_>, corners: Corners, sink: &mut Sink<'_>) -> bool {
    let [a, b, c, d] = corners;
    for (p, q, r, s) in [(a, b, c, d), (c, d, a, b), (a, c, b, d), (b, d, a, c)] {
        let (Some(x), Some(y)) = (solved(view, p), solved(view, q)) else { continue };
        // r faces p, s faces q: exchanged, r would hold y and s would hold x.
        let (below, beside) = (view.marks.of[r], view.marks.of[s]);
        if x == y || count(below) != 2 || count(beside) != 2 {
            continue;
        }
        if below >> y & 1 == 0 || beside >> x & 1 == 0 {
            continue;
        }
        let extra = (below & !(1 << y), beside & !(1 << x));
        let (Some(e), Some(f)) = (only(extra.0), only(extra.1)) else { continue };
        if e != f {
            continue;
        }
        let ends: Cells = [r, s].into_iter().collect();
        let gone = view.marks_in(e, view.board.see_all(ends));
        let pattern = pattern(corners, 1 << x | 1 << y, Cells::EMPTY);
        if !gone.is_empty()
            && sink(Found::new(Technique::AvoidableRectangle2, pattern).removing(gone))
        {
            return true;
        }
    }
    false
}
