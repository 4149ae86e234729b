//! XY-, XYZ- and W-wings.

use super::{Sight, Sink};
use crate::found::{Found, Node, Pattern};
use crate::sets::{CellSet, count, only};
use crate::technique::Technique;

/// A pivot of `size` marks that sees two cells of two marks each.
pub fn xy<S: Sight>(view: S, size: usize, sink: &mut Sink<'_>) -> bool {
    let technique = if size == 2 { Technique::XYWing } else { Technique::XYZWing };
    let two = view.two_marks();
    for pivot in view.empty() {
        let own = view.marks().of[pivot];
        if count(own) != size {
            continue;
        }
        let near = two & view.peers(pivot);
        for first in near {
            for second in near.filter(|&c| c > first) {
                let (a, b) = (view.marks().of[first], view.marks().of[second]);
                let Some(z) = only(a & b) else { continue };
                let joined = own | a | b;
                let fits = match size {
                    2 => own >> z & 1 == 0 && own == (a ^ b),
                    _ => own == joined,
                };
                if !fits {
                    continue;
                }
                let mut ends: S::Set = [first, second].into_iter().collect();
                if size == 3 {
                    ends = ends.and(pivot);
                }
                let gone = view.marks_of(z, view.seen_by(ends));
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
pub fn w<S: Sight>(view: S, sink: &mut Sink<'_>) -> bool {
    let two = view.two_marks();
    for first in two {
        for second in two.filter(|&c| c > first && view.marks().of[c] == view.marks().of[first]) {
            if view.peers(first).holds(second) {
                continue;
            }
            for tied in crate::sets::Each(view.marks().of[first]) {
                let Some(free) = only(view.marks().of[first] & !(1 << tied)) else { continue };
                let ends: S::Set = [first, second].into_iter().collect();
                let gone = view.marks_of(free, view.seen_by(ends));
                if gone.is_empty() {
                    continue;
                }
                for house in 0..view.board().houses.len() {
                    let places = view.room(house, tied);
                    if places.size() != 2 || !(places & ends).is_none() {
                        continue;
                    }
                    let mut each = places;
                    let (Some(p), Some(q)) = (each.next(), each.next()) else { continue };
                    let sees = |a: usize, b: usize| view.peers(a).holds(b);
                    let (p, q) = if sees(p, first) && sees(q, second) {
                        (p, q)
                    } else if sees(q, first) && sees(p, second) {
                        (q, p)
                    } else {
                        continue;
                    };
                    let node = |digit, cell| Node { digit, cells: vec![cell], als: None };
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
