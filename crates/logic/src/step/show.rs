//! What a picture of a step shows: houses, marks and their links, and cells.

use super::{HouseRole, Link, Outline, Role};
use crate::board::{Board, Mark};
use crate::decided;
use crate::find::View;
use crate::find::innies::Rest;
use crate::found::{Found, Node, Pattern, Refuted};
use crate::sets::{Cell, Cells, Digit, Each, count};
use crate::words;

type Shown = (Vec<(usize, HouseRole)>, Vec<(Mark, Role)>, Vec<Link>);

/// The marks and links of a chain.
fn chain(view: View<'_>, nodes: &[Node], closed: bool) -> (Vec<(Mark, Role)>, Vec<Link>) {
    let (mut marks, mut links) = (Vec::new(), Vec::new());
    for (at, node) in nodes.iter().enumerate() {
        let role = if at % 2 == 0 { Role::Off } else { Role::On };
        let own = node.cells.iter().map(|&cell| Mark { cell, digit: node.digit });
        marks.extend(own.filter(|&m| view.marks.has(m)).map(|m| (m, role)));
        for &cell in node.als.iter().flatten() {
            let set = Each(view.marks.of[cell]).map(|digit| Mark { cell, digit });
            marks.extend(set.map(|m| (m, Role::Set(0))));
        }
    }
    let first = |n: &Node| n.cells.first().map(|&cell| Mark { cell, digit: n.digit });
    let points: Vec<Mark> = nodes.iter().filter_map(first).collect();
    for (at, pair) in points.windows(2).enumerate() {
        links.push(Link { from: pair[0], to: pair[1], strong: at % 2 == 0 });
    }
    if let (true, Some(&from), Some(&to)) = (closed, points.last(), points.first()) {
        links.push(Link { from, to, strong: points.len() % 2 == 1 });
    }
    (marks, links)
}

/// What a picture of a pattern shows.
pub(super) fn shown(view: View<'_>, found: &Found) -> Shown {
    let (mut houses, mut marks, mut links) = (Vec::new(), Vec::new(), Vec::new());
    let in_list = |digit: Digit, cells: &[Cell], role: Role| -> Vec<(Mark, Role)> {
        let all = cells.iter().map(|&cell| Mark { cell, digit });
        all.filter(|&m| view.marks.has(m)).map(|m| (m, role)).collect()
    };
    let in_cells =
        |digit: Digit, cells: Cells, role: Role| in_list(digit, &cells.collect::<Vec<_>>(), role);
    let of_list = |cells: &[Cell], digits: u64, role: Role| -> Vec<(Mark, Role)> {
        let own = |&cell: &Cell| {
            Each(view.marks.of[cell] & digits).map(move |digit| Mark { cell, digit })
        };
        cells.iter().flat_map(own).map(|m| (m, role)).collect()
    };
    let of_set =
        |cells: Cells, digits: u64, role: Role| of_list(&cells.collect::<Vec<_>>(), digits, role);
    match &found.pattern {
        Pattern::Single { house } => houses.extend(house.map(|h| (h, HouseRole::Base))),
        Pattern::Locked { digit, base, cover } => {
            houses.extend([(*base, HouseRole::Base), (*cover, HouseRole::Cover)]);
            marks.extend(in_list(*digit, &view.board.houses[*base].list, Role::Key));
        }
        Pattern::Subset { house, cells, digits, .. } => {
            houses.push((*house, HouseRole::Base));
            marks.extend(of_list(cells, *digits, Role::Key));
        }
        Pattern::Fish { digit, base, cover, fins, endo } => {
            houses.extend(base.iter().map(|&h| (h, HouseRole::Base)));
            houses.extend(cover.iter().map(|&h| (h, HouseRole::Cover)));
            let fins: Vec<Cell> = (*fins | *endo).collect();
            let body = base.iter().flat_map(|&h| view.board.houses[h].list.iter().copied());
            let body: Vec<Cell> = body.filter(|c| !fins.contains(c)).collect();
            marks.extend(in_list(*digit, &body, Role::Key));
            marks.extend(in_list(*digit, &fins, Role::Fin));
        }
        Pattern::Chain { nodes, closed } => {
            let (own, ties) = chain(view, nodes, *closed);
            marks.extend(own);
            links.extend(ties);
        }
        Pattern::TwoChains { chains, .. } => {
            for (own, ties) in chains.iter().map(|nodes| chain(view, nodes, false)) {
                marks
                    .extend(own.into_iter().filter(|one| !marks.contains(one)).collect::<Vec<_>>());
                links.extend(ties);
            }
        }
        Pattern::Colours { digit, colours } => {
            for (at, &cells) in colours.iter().enumerate() {
                let role = match at {
                    0 => Role::On,
                    1 => Role::Off,
                    n => Role::Set(n as u8 - 2),
                };
                marks.extend(in_cells(*digit, cells, role));
            }
        }
        Pattern::Deadly { cells, digits, others } => {
            marks.extend(of_list(cells, *digits, Role::Key));
            marks.extend(of_set(*others, u64::MAX, Role::Set(0)));
        }
        Pattern::Grave { extra, others } => {
            marks.extend(extra.iter().map(|&m| (m, Role::Key)));
            marks.extend(of_set(*others, u64::MAX, Role::Set(0)));
        }
        Pattern::Wing { pivot, pincers, .. } => {
            marks.extend(of_list(&[*pivot], u64::MAX, Role::Pivot));
            marks.extend(of_list(pincers, u64::MAX, Role::Key));
        }
        Pattern::Sets { sets, .. } => {
            for (at, &(cells, digits)) in sets.iter().enumerate() {
                marks.extend(of_set(cells, digits, Role::Set(at as u8)));
            }
        }
        Pattern::Blossom { stem, petals } => {
            marks.extend(of_list(&[*stem], u64::MAX, Role::Pivot));
            for (at, &(_, cells, digits)) in petals.iter().enumerate() {
                marks.extend(of_set(cells, digits, Role::Set(at as u8)));
            }
        }
        Pattern::Coq { cross, line, block } => {
            marks.extend(of_set(*cross, u64::MAX, Role::Key));
            marks.extend(of_set(line.0, line.1, Role::Set(0)));
            marks.extend(of_set(block.0, block.1, Role::Set(1)));
        }
        Pattern::Aligned { cells } => {
            marks.extend(of_list(cells, u64::MAX, Role::Key));
        }
        Pattern::Template { digit } => {
            marks.extend(in_cells(*digit, view.marks.at[*digit], Role::Key));
        }
        Pattern::Forcing { chains } => {
            for chain in chains {
                for item in chain {
                    marks.push((item.mark, if item.on { Role::On } else { Role::Off }));
                    for &parent in &item.parents {
                        let (from, to) = (chain[parent].mark, item.mark);
                        links.push(Link { from, to, strong: item.on });
                    }
                }
            }
        }
        Pattern::Excluded { by, house } => {
            houses.extend(house.map(|h| (h, HouseRole::Base)));
            marks.extend(by.iter().map(|&m| (m, Role::Key)));
        }
        Pattern::Absurd { refuted, .. } => marks.extend(followed(view, refuted)),
        Pattern::Several { why: Some(refuted), .. } if words::is_traced(view, found) => {
            marks.extend(followed(view, refuted));
        }
        Pattern::Decided { var, .. } => {
            let cell = decided::cell_of(view.board, *var);
            marks.extend(of_list(cell.as_slice(), u64::MAX, Role::Key));
        }
        Pattern::Innies { houses: own, sums, .. } => {
            houses.extend(own.iter().map(|&h| (h, HouseRole::Base)));
            let rest = Rest::of(view.board, own, sums);
            marks.extend(of_list(&rest.inner, u64::MAX, Role::Key));
            marks.extend(of_list(&rest.outer, u64::MAX, Role::Set(0)));
        }
        Pattern::Alone { .. } | Pattern::Line { .. } | Pattern::Several { .. } => {}
    }
    marks.sort_by_key(|&(m, _)| m);
    marks.dedup();
    (houses, marks, links)
}

/// The marks that an assumption takes, those that are the last of their cells, and of the cases
/// that it comes to what is assumed in each.
fn followed(view: View<'_>, refuted: &Refuted) -> Vec<(Mark, Role)> {
    let mut left = view.marks.of.clone();
    left[refuted.assumed.cell] = 1 << refuted.assumed.digit;
    let mut marks = vec![(refuted.assumed, Role::On)];
    for &mark in refuted.trace.iter().flat_map(|c| &c.marks).filter(|&&m| view.marks.has(m)) {
        left[mark.cell] &= !(1 << mark.digit);
        marks.push((mark, Role::Off));
    }
    let mut cells: Vec<Cell> = marks.iter().skip(1).map(|(m, _)| m.cell).collect();
    cells.sort_unstable();
    cells.dedup();
    for cell in cells.into_iter().filter(|&c| count(left[c]) == 1) {
        marks.push((Mark { cell, digit: left[cell].trailing_zeros() as usize }, Role::On));
    }
    marks.extend(refuted.cases.iter().map(|c| (c.assumed, Role::Key)));
    marks
}

/// The cells that a picture of a pattern shows beside marks.
pub(super) fn outlines(view: View<'_>, found: &Found) -> Vec<(Outline, Vec<Cell>)> {
    let board = view.board;
    match &found.pattern {
        Pattern::Innies { houses, sums, .. } => {
            let rest = Rest::of(board, houses, sums);
            let mut all: Vec<(Outline, Vec<Cell>)> =
                sums.iter().map(|&u| (Outline::Sum, board.units[u].scope.clone())).collect();
            all.extend([(Outline::Inner, rest.inner), (Outline::Outer, rest.outer)]);
            all.retain(|(_, cells)| !cells.is_empty());
            all
        }
        Pattern::Absurd { refuted, .. } => way(board, refuted),
        Pattern::Several { why: Some(refuted), .. } if words::is_traced(view, found) => {
            way(board, refuted)
        }
        _ => vec![],
    }
}

/// The cells that a picture shows of a constraint, those too of which it says what is no digit: of
/// regions to be found, say. None if these are all cells, as that points nowhere.
pub fn cells_shown(board: &Board, unit: usize) -> Vec<Cell> {
    let cells = decided::cells_of(board, unit);
    if cells.len() == board.cells { vec![] } else { cells }
}

/// What an assumption comes through, and where it ends.
fn way(board: &Board, refuted: &Refuted) -> Vec<(Outline, Vec<Cell>)> {
    let ends = broken(board, refuted);
    let mut passed = refuted.cells();
    passed.sort_unstable();
    passed.dedup();
    // Who sees the end need not see that it was passed.
    passed.retain(|c| *c != refuted.assumed.cell && !ends.contains(&vec![*c]));
    let mut all = vec![(Outline::Passed, passed)];
    all.extend(ends.into_iter().map(|cells| (Outline::Broken, cells)));
    all.retain(|(_, cells)| !cells.is_empty());
    all
}

/// Where an assumption ends, in each case: a cell, or the cells of a constraint.
fn broken(board: &Board, refuted: &Refuted) -> Vec<Vec<Cell>> {
    let mut ends: Vec<Vec<Cell>> = refuted.cases.iter().flat_map(|c| broken(board, c)).collect();
    match refuted.empty {
        Some(cell) => ends.push(vec![cell]),
        None => ends.extend(refuted.units.iter().map(|&u| board.units[u].scope.clone())),
    }
    ends.sort_unstable();
    ends.dedup();
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Marks;
    use crate::step::Step;
    use crate::story::{Manner, Truth};
    use crate::technique::Technique;
    use crate::tell::Telling;

    /// What is supposed, all that goes by it, and where nothing is left.
    fn shows_its_way(step: &Step) {
        let cells = |kind: Outline| -> Vec<Cell> {
            step.outlines.iter().filter(|o| o.0 == kind).flat_map(|o| o.1.clone()).collect()
        };
        let marks = |role: Role| -> Vec<Mark> {
            step.marks.iter().filter(|m| m.1 == role).map(|m| m.0).collect()
        };
        let supposed = step.remove.iter().find(|m| marks(Role::On).contains(m));
        let supposed = supposed.unwrap_or_else(|| panic!("{step:?}"));
        let gone = marks(Role::Off);
        assert!(!gone.is_empty() && !cells(Outline::Broken).is_empty(), "{step:?}");
        // Every cell that loses a mark is on the way, or is where it ends.
        let (passed, ends) = (cells(Outline::Passed), cells(Outline::Broken));
        let is_there = |m: &Mark| {
            passed.contains(&m.cell) || ends.contains(&m.cell) || m.cell == supposed.cell
        };
        assert!(gone.iter().all(is_there), "{step:?}");
    }

    #[test]
    fn of_regions_to_be_found_the_cells_are_shown() {
        let text = "grid 6\nboxes none\nchaos-construction\nchaos-arrow r1c2 / r1c2-4\n";
        let board = Board::new(&pencilmark_formats::parse("chaos", text).expect("a puzzle"));
        let shown = |kind: &str| -> Vec<Vec<Cell>> {
            let own = |u: &usize| board.puzzle.clues[board.units[*u].clue].kind.name == kind;
            (0..board.units.len()).filter(own).map(|u| cells_shown(&board, u)).collect()
        };
        assert_eq!(shown("chaos-arrow"), [[1, 2, 3]]);
        assert!(shown("chaos-construction").iter().all(|cells| cells.len() < 36));
    }

    /// How many contradictions, and sets of constraints, are told before there are enough.
    fn told(puzzle: &pencilmark_puzzle::Puzzle, enough: impl Fn(usize, usize) -> bool) {
        let board = Board::new(puzzle);
        let truth = Truth::of(&board, &Default::default());
        let mut telling = Telling::new(&board, Manner::default(), &truth, Marks::start(&board));
        let (mut alone, mut together) = (0, 0);
        while let Some(step) = telling.step().filter(|_| !enough(alone, together)) {
            let is_traced = step.long.contains("Suppose ") && step.long.contains(" Then ");
            match step.technique {
                Technique::Contradiction => alone += 1,
                Technique::Several if is_traced => together += 1,
                _ => continue,
            }
            shows_its_way(&step);
        }
        assert!(enough(alone, together), "{alone} {together}");
    }

    #[test]
    fn contradictions_and_constraints_together_show_their_way_and_their_end() {
        let dots = "grid 6\nedge-sum 6 r2c4 r3c4\nedge-sum 7 r1c3 r2c3\ndifference r4c2 r4c3\n\
                    difference r1c2 r2c2\ndifference r5c3 r6c3\nedge-sum 7 r3c3 r3c4\n\
                    edge-sum 5 r3c1 r3c2\n";
        let dots = pencilmark_formats::parse("dots", dots).expect("a puzzle");
        told(&dots, |_, together| together > 1);
        let diagonals = "grid 6\ndiagonal +\ndiagonal -\narrow r4c5 = r5-6c5\narrow r4c3 = r5c2 r4c1\n\
                         arrow r2c1 = r3-2c2\ngiven r1c3 2\ngiven r5c4 6\n";
        let diagonals = pencilmark_formats::parse("diagonals", diagonals).expect("another");
        told(&diagonals, |alone, _| alone > 1);
    }
}
