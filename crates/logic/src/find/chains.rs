//! Short chains of one digit, and remote pairs.

mod closure;
pub mod graph;
pub mod links;

use super::{Sink, View};
use crate::board::{Mark, Shape};
use crate::found::{Found, Node, Pattern};
use crate::sets::{Cell, Cells, Digit, Each};
use crate::technique::Technique;

/// A digit with two places in a house.
#[derive(Clone, Copy)]
struct Pair {
    house: usize,
    ends: [Cell; 2],
}

fn pairs(view: View<'_>, digit: Digit) -> Vec<Pair> {
    let mut all = Vec::new();
    for house in 0..view.board.houses.len() {
        let mut places = view.places(house, digit);
        if places.len() == 2
            && let (Some(a), Some(b)) = (places.next(), places.next())
        {
            all.push(Pair { house, ends: [a, b] });
        }
    }
    all
}

fn nodes(digit: Digit, cells: &[Cell]) -> Vec<Node> {
    let node = |&cell: &Cell| Node { digit, cells: vec![cell], als: None };
    cells.iter().map(node).collect()
}

fn chain(digit: Digit, cells: &[Cell]) -> Pattern {
    Pattern::Chain { nodes: nodes(digit, cells), closed: false }
}

/// Two chains of which each takes some marks.
fn both(technique: Technique, chains: [Vec<Node>; 2], gone: [Vec<Mark>; 2]) -> Found {
    let all = gone.concat();
    Found::new(technique, Pattern::TwoChains { chains, gone }).removing(all)
}

/// Calls `see` with every two pairs joined at one end: their technique, far end, near end,
/// near end, far end.
fn each_two(
    view: View<'_>,
    digit: Digit,
    mut see: impl FnMut(Technique, [Cell; 4], &[Mark]) -> bool,
) -> bool {
    let (board, all) = (view.board, pairs(view, digit));
    for (i, first) in all.iter().enumerate() {
        for second in &all[i + 1..] {
            for (x, y) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let (a, b) = (first.ends[1 - x], first.ends[x]);
                let (c, d) = (second.ends[y], second.ends[1 - y]);
                let apart: Cells = [a, b, c, d].into_iter().collect();
                if apart.len() != 4 || !board.peers[b].has(c) || board.peers[a].has(d) {
                    continue;
                }
                let gone = view.marks_in(digit, board.peers[a] & board.peers[d]);
                if gone.is_empty() {
                    continue;
                }
                let shapes = [board.houses[first.house].shape, board.houses[second.house].shape];
                let near = |s| board.common_houses(b, c).any(|h| board.houses[h].shape == s);
                let technique = match shapes {
                    [Shape::Row, Shape::Row] if near(Shape::Column) => Technique::Skyscraper,
                    [Shape::Column, Shape::Column] if near(Shape::Row) => Technique::Skyscraper,
                    [Shape::Column, Shape::Row] | [Shape::Row, Shape::Column]
                        if near(Shape::Box) =>
                    {
                        Technique::TwoStringKite
                    }
                    _ => Technique::TurbotFish,
                };
                if see(technique, [a, b, c, d], &gone) {
                    return true;
                }
            }
        }
    }
    false
}

fn two(view: View<'_>, wanted: Technique, sink: &mut Sink<'_>) -> bool {
    (0..view.board.digits).any(|digit| {
        each_two(view, digit, |technique, cells, gone| {
            let found = || Found::new(wanted, chain(digit, &cells)).removing(gone.to_vec());
            technique == wanted && sink(found())
        })
    })
}

/// Two parallel lines.
pub fn skyscrapers(view: View<'_>, sink: &mut Sink<'_>) -> bool {
    two(view, Technique::Skyscraper, sink)
}

/// A row and a column joined in a box.
pub fn kites(view: View<'_>, sink: &mut Sink<'_>) -> bool {
    two(view, Technique::TwoStringKite, sink)
}

/// Any other two pairs.
pub fn turbots(view: View<'_>, sink: &mut Sink<'_>) -> bool {
    two(view, Technique::TurbotFish, sink)
}

/// Two kites with the same two cells in the box, of one digit or two.
pub fn dual_kites(view: View<'_>, sink: &mut Sink<'_>) -> bool {
    let mut all: Vec<(Digit, [Cell; 4], Vec<Mark>)> = Vec::new();
    for digit in 0..view.board.digits {
        each_two(view, digit, |technique, cells, gone| {
            if technique == Technique::TwoStringKite {
                all.push((digit, cells, gone.to_vec()));
            }
            false
        });
    }
    for (i, (digit, first, gone)) in all.iter().enumerate() {
        for (other, second, more) in &all[i + 1..] {
            let knot = |c: &[Cell; 4]| Cells::one(c[1]).with(c[2]);
            if knot(first) != knot(second) || gone == more {
                continue;
            }
            let chains = [nodes(*digit, first), nodes(*other, second)];
            if sink(both(Technique::DualTwoStringKite, chains, [gone.clone(), more.clone()])) {
                return true;
            }
        }
    }
    false
}

/// An empty rectangle: the digit, the box, its row and column, and what goes.
struct Empty {
    digit: Digit,
    block: usize,
    lines: [usize; 2],
    nodes: Vec<Node>,
    gone: Vec<Mark>,
}

fn each_empty(view: View<'_>, mut see: impl FnMut(Empty) -> bool) -> bool {
    let (board, houses) = (view.board, &view.board.houses);
    let of = |s: Shape| (0..houses.len()).filter(move |&h| houses[h].shape == s);
    for digit in 0..board.digits {
        let all = pairs(view, digit);
        for block in of(Shape::Box) {
            let places = view.places(block, digit);
            if places.len() < 2 {
                continue;
            }
            for (first, second) in [(Shape::Row, Shape::Column), (Shape::Column, Shape::Row)] {
                for near in of(first) {
                    let in_near = places & houses[near].cells;
                    for far in of(second) {
                        let in_far = places & houses[far].cells;
                        let fits = places.within(in_near | in_far)
                            && !(in_near - in_far).is_empty()
                            && !(in_far - in_near).is_empty();
                        if !fits {
                            continue;
                        }
                        // A pair across: one end in the near line, the other leads to the far one.
                        for pair in all.iter().filter(|p| houses[p.house].shape == second) {
                            for x in 0..2 {
                                let (hit, end) = (pair.ends[x], pair.ends[1 - x]);
                                let outside = !houses[block].cells.has(hit);
                                if pair.house == far || !houses[near].cells.has(hit) || !outside {
                                    continue;
                                }
                                let line = board.houses_of[end]
                                    .iter()
                                    .find(|&&h| houses[h].shape == first);
                                let Some(&line) = line else { continue };
                                let target =
                                    houses[far].cells & (houses[line].cells - houses[block].cells);
                                let gone = view.marks_in(digit, target.without(end));
                                if gone.is_empty() {
                                    continue;
                                }
                                let node = |cells: Cells| Node {
                                    digit,
                                    cells: cells.collect(),
                                    als: None,
                                };
                                let nodes = vec![
                                    node(in_far - in_near),
                                    node(in_near),
                                    node(Cells::one(hit)),
                                    node(Cells::one(end)),
                                ];
                                let mut lines = [near, far];
                                lines.sort_unstable();
                                if see(Empty { digit, block, lines, nodes, gone }) {
                                    return true;
                                }
                            }
                        }
                    }
                }
            }
        }
    }
    false
}

/// A box whose places of a digit lie in a row and a column, and a pair that meets one of them.
pub fn empty_rectangles(view: View<'_>, sink: &mut Sink<'_>) -> bool {
    each_empty(view, |e| {
        let pattern = Pattern::Chain { nodes: e.nodes, closed: false };
        sink(Found::new(Technique::EmptyRectangle, pattern).removing(e.gone))
    })
}

/// Two empty rectangles with the same row and column of the same box.
pub fn dual_rectangles(view: View<'_>, sink: &mut Sink<'_>) -> bool {
    let mut all: Vec<Empty> = Vec::new();
    each_empty(view, |e| {
        all.push(e);
        false
    });
    for (i, a) in all.iter().enumerate() {
        for b in &all[i + 1..] {
            let same = (a.digit, a.block, a.lines) == (b.digit, b.block, b.lines);
            if !same || a.gone == b.gone {
                continue;
            }
            let chains = [a.nodes.clone(), b.nodes.clone()];
            let gone = [a.gone.clone(), b.gone.clone()];
            if sink(both(Technique::DualEmptyRectangle, chains, gone)) {
                return true;
            }
        }
    }
    false
}

/// Cells with the same two marks, each seeing the next.
pub fn remote_pairs(view: View<'_>, sink: &mut Sink<'_>) -> bool {
    let two = view.marks.bivalue();
    let mut done: Vec<(u64, Cells)> = Vec::new();
    for start in two {
        let digits = view.marks.of[start];
        if done.iter().any(|&(d, cells)| d == digits && cells.has(start)) {
            continue;
        }
        let alike: Cells = two.filter(|&c| view.marks.of[c] == digits).collect();
        let mut colours = [Cells::one(start), Cells::EMPTY];
        let mut order = vec![(start, 0)];
        let mut at = 0;
        while let Some(&(cell, colour)) = order.get(at) {
            at += 1;
            for next in alike & view.board.peers[cell] {
                if !(colours[0] | colours[1]).has(next) {
                    colours[1 - colour].insert(next);
                    order.push((next, 1 - colour));
                }
            }
        }
        let all = colours[0] | colours[1];
        done.push((digits, all));
        if all.len() < 4 {
            continue;
        }
        let sight = |c: Cells| c.fold(Cells::EMPTY, |s, x| s | view.board.peers[x]);
        let seen = sight(colours[0]) & sight(colours[1]);
        let gone: Vec<Mark> = Each(digits).flat_map(|d| view.marks_in(d, seen - all)).collect();
        let digit = digits.trailing_zeros() as usize;
        let pattern = Pattern::Colours { digit, colours: colours.to_vec() };
        if !gone.is_empty() && sink(Found::new(Technique::RemotePair, pattern).removing(gone)) {
            return true;
        }
    }
    false
}
