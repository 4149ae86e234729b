//! Rows, columns and boxes without their names: runs of houses that do not overlap.

use super::House;

/// The houses by number, in runs of the posted order that are mutually disjoint.
pub(crate) fn families(houses: &[House]) -> Vec<Vec<usize>> {
    let mut out: Vec<Vec<usize>> = Vec::new();
    for (i, house) in houses.iter().enumerate() {
        let fits =
            |family: &Vec<usize>| family.iter().all(|&j| !houses[j].cells.meets(&house.cells));
        match out.last_mut().filter(|f| fits(f)) {
            Some(family) => family.push(i),
            None => out.push(vec![i]),
        }
    }
    out
}
