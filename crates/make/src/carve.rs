//! Takes givens away while one solution is left.

use pencilmark_puzzle::CellId;

use crate::chance::Chance;
use crate::referee::Referee;

/// Givens of a solution, and those that were taken away, in order.
#[derive(Clone, Debug)]
pub(crate) struct Carved {
    /// The cells that are still shown.
    pub(crate) shown: Vec<bool>,
    /// What was taken away one after the other.
    pub(crate) taken: Vec<Vec<CellId>>,
}

impl Carved {
    /// The cells that were shown when so many steps had been made.
    pub(crate) fn after(&self, steps: usize) -> Vec<bool> {
        let mut shown = self.shown.clone();
        for cell in self.taken[steps..].iter().flatten() {
            shown[cell.index()] = true;
        }
        shown
    }
}

/// How many cells are shown.
pub(crate) fn count(shown: &[bool]) -> usize {
    shown.iter().filter(|s| **s).count()
}

/// Takes sets of cells away in random order, each if one solution is left and at least so many
/// givens.
pub(crate) fn carve(
    referee: &mut Referee,
    solution: &[i64],
    mut shown: Vec<bool>,
    orbits: &[Vec<CellId>],
    least: usize,
    chance: &mut Chance,
) -> Carved {
    let mut taken = Vec::new();
    let mut left = count(&shown);
    for at in chance.order(orbits.len()) {
        let orbit: Vec<CellId> =
            orbits[at].iter().copied().filter(|cell| shown[cell.index()]).collect();
        if orbit.is_empty() || left < least + orbit.len() {
            continue;
        }
        orbit.iter().for_each(|cell| shown[cell.index()] = false);
        if referee.is_unique(solution, &shown) {
            left -= orbit.len();
            taken.push(orbit);
        } else {
            orbit.iter().for_each(|cell| shown[cell.index()] = true);
        }
    }
    Carved { shown, taken }
}

/// Whether every given is needed.
pub(crate) fn is_minimal(referee: &mut Referee, solution: &[i64], shown: &[bool]) -> bool {
    let mut shown = shown.to_vec();
    (0..shown.len()).all(|at| {
        if !shown[at] {
            return true;
        }
        shown[at] = false;
        let needed = !referee.is_unique(solution, &shown);
        shown[at] = true;
        needed
    })
}
