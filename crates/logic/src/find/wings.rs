//! XY-, XYZ- and W-wings.

use super::{Sink, View};
use crate::found::{Found, Node, Pattern};
use crate::sets::{Cells, count, only};
use crate::technique::Technique;

/// A pivot of `size` marks that sees two cells of two marks each.
pub fn xy(view: View<'_>, size: usize, sink: &mut Sink<'_>) -> bool {
    let technique = if size == 2 { Technique::XYWing } else { Technique::XYZWing };
    let two = view.marks.bivalue();
    for pivot in view.marks.open {
        let own = view.marks.of[pivot];
        if count(own) != size {
            continue;
        }
        let near = two & view.board.peers[pivot];
        for first in near {
            for second in near.filter(|&c| c > first) {
                let (a, b) = (view.marks.of[first], view.marks.of[second]);
                let Some(z) = only(a & b) else { continue };
                let joined = own | a | b;
                let fits = match size {
                    2 => own >> z & 1 == 0 && own == (a ^ b),
                    _ => own == joined,
                };
                if !fits {
                    continue;
                }
                let mut ends: Cells = [first, second].into_iter().collect();
                if size == 3 {
                    ends.insert(pivot);
                }
                let gone = view.marks_in(z, view.board.see_all(ends));
                let pattern = Pattern::Wing { pivot, pincers: vec![first, second], digit: z };
                if !gone.is_empty() && sink(Found::new(technique, pattern).removing(gone)) {
                    return true;
                }
            }
        }
    }
    false
}

/// Two cells with the same two marks; a house ties one of the digits.
pub fn w(view: View<'_>, sink: &mut Sink<'_>) -> bool {
    let two = view.marks.bivalue();
    for first in two {
        for second in two.filter(|&c| c > first && view.marks.of[c] == view.marks.of[first]) {
            if view.board.peers[first].has(second) {
                continue;
            }
            for tied in crate::sets::Each(view.marks.of[first]) {
                let Some(free) = only(view.marks.of[first] & !(1 << tied)) else { continue };
                let ends: Cells = [first, second].into_iter().collect();
                let gone = view.marks_in(free, view.board.see_all(ends));
                if gone.is_empty() {
                    continue;
                }
                for house in 0..view.board.houses.len() {
                    let places = view.places(house, tied);
                    if places.len() != 2 || places.meets(ends) {
                        continue;
                    }
                    let mut each = places;
                    let (Some(p), Some(q)) = (each.next(), each.next()) else { continue };
                    let sees = |a: usize, b: usize| view.board.peers[a].has(b);
                    let (p, q) = if sees(p, first) && sees(q, second) {
                        (p, q)
                    } else if sees(q, first) && sees(p, second) {
                        (q, p)
                    } else {
                        continue;
                    };
                    let node = |digit, cell| Node { digit, cells: Cells::one(cell), als: None };
                    let nodes = vec![
                        node(free, first),
                        node(tied, first),
                        node(tied, p),
                        node(tied, q),
                        node(tied, second),
                        node(free, second),
                    ];
                    let pattern = Pattern::Chain { nodes, closed: false };
                    if sink(Found::new(Technique::WWing, pattern).removing(gone.clone())) {
                        return true;
                    }
                }
            }
        }
    }
    false
}
