//! Variables that add up, gathered into groups that see each other.
//!
//! Different values of `n` variables span `n` times `n` less than free ones, so the groups
//! with the greatest squares leave a sum the narrowest bounds.

mod few;

use crate::ids::VarId;

/// Groups that all see each other and make up all of `vars`.
pub(super) fn cliques(vars: &[VarId], sees: impl Fn(VarId, VarId) -> bool) -> Vec<Vec<VarId>> {
    if vars.len() <= 64 {
        return few::cliques(vars, sees);
    }
    let joined = by_joining(vars, &sees);
    if joined.len() < 2 {
        return joined;
    }
    let grown = by_growing(vars, &sees);
    if squares(&grown) > squares(&joined) { grown } else { joined }
}

fn squares(groups: &[Vec<VarId>]) -> usize {
    groups.iter().map(|group| group.len() * group.len()).sum()
}

/// Each variable joins the largest group so far that takes it.
fn by_joining(vars: &[VarId], sees: &impl Fn(VarId, VarId) -> bool) -> Vec<Vec<VarId>> {
    let mut groups: Vec<Vec<VarId>> = Vec::new();
    for &var in vars {
        let takes = |group: &&mut Vec<VarId>| group.iter().all(|&v| sees(v, var));
        match groups.iter_mut().filter(takes).max_by_key(|group| group.len()) {
            Some(group) => group.push(var),
            None => groups.push(vec![var]),
        }
    }
    groups
}

/// One group after the other grows by whoever leaves it the most to grow with.
fn by_growing(vars: &[VarId], sees: &impl Fn(VarId, VarId) -> bool) -> Vec<Vec<VarId>> {
    let mut left = vars.to_vec();
    let mut groups = Vec::new();
    while !left.is_empty() {
        let (mut group, mut open) = (Vec::new(), left.clone());
        while let Some(next) = most_seen(&open, sees) {
            group.push(next);
            open.retain(|&v| sees(v, next));
        }
        left.retain(|v| !group.contains(v));
        groups.push(group);
    }
    groups
}

/// The first of those that see the most of the others.
fn most_seen(open: &[VarId], sees: &impl Fn(VarId, VarId) -> bool) -> Option<VarId> {
    let seen = |var: VarId| open.iter().filter(|&&v| sees(v, var)).count();
    open.iter().copied().rev().max_by_key(|&var| seen(var))
}

#[cfg(test)]
mod tests {
    use super::{by_growing, by_joining, cliques, squares};
    use crate::ids::VarId;

    /// A 9 x 9 grid without boxes: row by row, columns see each other, too.
    fn sees(a: VarId, b: VarId) -> bool {
        let (a, b) = (a.index(), b.index());
        a != b && (a / 9 == b / 9 || a % 9 == b % 9)
    }

    #[test]
    fn a_line_that_winds_is_cut_where_the_groups_are_largest() {
        // Down the first column, with a step aside from every other row.
        let line = (0..9).flat_map(|row| match row % 2 {
            0 => vec![row * 9],
            _ => vec![row * 9 + 1, row * 9],
        });
        let vars: Vec<VarId> = line.map(VarId::new).collect();
        let groups = cliques(&vars, sees);
        let mut sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
        sizes.sort_unstable();
        assert_eq!(sizes, [4, 9]);
        for group in &groups {
            assert!(group.iter().all(|&a| group.iter().all(|&b| a == b || sees(a, b))));
        }
    }

    /// Bits and lists choose the same groups.
    #[test]
    fn few_are_gathered_like_many() {
        for seed in 1..200usize {
            let picked = (0..81).filter(|cell| (cell * seed * 6101 + seed) % 13 < 5);
            let mut vars: Vec<VarId> = picked.take(40).map(VarId::new).collect();
            vars.rotate_left(seed % 7);
            let (joined, grown) = (by_joining(&vars, &sees), by_growing(&vars, &sees));
            let best = if squares(&grown) > squares(&joined) { grown } else { joined };
            assert_eq!(cliques(&vars, sees), best);
        }
    }

    #[test]
    fn every_variable_is_in_one_group() {
        for seed in 1..200usize {
            let picked = (0..81).filter(|cell| (cell * seed * 7919 + seed) % 11 < 4);
            let vars: Vec<VarId> = picked.map(VarId::new).collect();
            let mut all: Vec<VarId> = cliques(&vars, sees).concat();
            all.sort_unstable();
            assert_eq!(all, vars);
        }
    }
}
