//! All values differ, at full strength: every value that stays is used by some assignment
//! of different values.
//!
//! Matching and components (Régin 1994) on bit rows. Each variable is merged with its
//! matched value, so the graph has one node a variable and a row is one word. A value of
//! another node may be taken if that node can give it up: by a path to a value nobody
//! holds, or by a cycle back (compare Zhang 2018, AllDiffbit 2023).

use crate::bits::{Ones, is_single};
use crate::context::{Conflict, Ctx, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;

/// The most variables one filter can hold: a row is one word.
pub(crate) const MAX_VARS: usize = 64;

#[derive(Clone, Debug)]
pub(crate) struct AllDistinct {
    vars: Box<[VarId]>,
    event: Event,
}

impl AllDistinct {
    /// The variables are small and share their offset. Runs when one has had the event: with
    /// any less than [`Event::Any`] it is complete at the root only.
    pub(crate) fn new(vars: Vec<VarId>, event: Event) -> Self {
        debug_assert!(vars.len() <= MAX_VARS);
        Self { vars: vars.into(), event }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        // Fixed cells have left their value to nobody else, so matching need not see them.
        let mut open = [VarId::new(0); MAX_VARS];
        let mut masks = [0u64; MAX_VARS];
        let (mut n, mut fixed, mut union) = (0, 0u64, 0u64);
        for &var in &self.vars {
            let mask = ctx.mask(var);
            if !is_single(mask) {
                (open[n], masks[n]) = (var, mask);
                union |= mask;
                n += 1;
            } else if fixed & mask != 0 {
                return Err(Conflict);
            } else {
                fixed |= mask;
            }
        }
        // Exclusion has not run where the cells are those of a branch of a disjunction.
        if union & fixed != 0 {
            masks[..n].iter_mut().for_each(|m| *m &= !fixed);
        }
        let masks = &mut masks[..n];
        if !filter(masks) {
            return Err(Conflict);
        }
        for (&mask, &var) in masks.iter().zip(&open) {
            ctx.keep(var, mask)?;
        }
        Ok(Status::Fixpoint)
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        self.vars.iter().for_each(|&v| watch(v, self.event));
    }
}

/// Takes out every value that no assignment of different values uses; false if there is none.
pub(crate) fn filter(masks: &mut [u64]) -> bool {
    let n = masks.len();
    let mut owner = [u8::MAX; 64];
    let mut value = [0u8; MAX_VARS];
    let mut taken = 0u64;
    for node in 0..n {
        let free = masks[node] & !taken;
        if free != 0 {
            let v = free.trailing_zeros();
            (owner[v as usize], value[node], taken) = (node as u8, v as u8, taken | 1 << v);
        } else if !augment(masks, node, &mut owner, &mut value, &mut taken, &mut 0) {
            return false;
        }
    }
    // `gives[i]`: nodes whose value `i` could take instead of its own.
    let mut gives = [0u64; MAX_VARS];
    let mut escapes = 0u64;
    for node in 0..n {
        for v in Ones(masks[node] & taken) {
            gives[node] |= 1 << owner[v as usize];
        }
        if masks[node] & !taken != 0 {
            escapes |= 1 << node;
        }
    }
    // Nodes from which an unused value can be reached: their values are free for all.
    loop {
        let more = (0..n).filter(|&i| gives[i] & escapes != 0).fold(escapes, |m, i| m | 1 << i);
        if more == escapes {
            break;
        }
        escapes = more;
    }
    let mut rest = crate::bits::low_bits(n as u32) & !escapes;
    while rest != 0 {
        let root = rest.trailing_zeros() as usize;
        let component = component_of(root, rest, &gives[..n]);
        let values = Ones(component).fold(0u64, |m, i| m | 1 << value[i as usize]);
        for node in Ones(crate::bits::low_bits(n as u32) & !component) {
            masks[node as usize] &= !values;
        }
        rest &= !component;
    }
    true
}

/// The nodes of `within` that reach `root` and are reached from it.
fn component_of(root: usize, within: u64, gives: &[u64]) -> u64 {
    let mut forward = 1u64 << root;
    let mut fresh = forward;
    while fresh != 0 {
        let reached = Ones(fresh).fold(0, |m, i| m | gives[i as usize]) & within;
        fresh = reached & !forward;
        forward |= fresh;
    }
    let mut backward = 1u64 << root;
    loop {
        let more = Ones(forward & !backward)
            .filter(|&i| gives[i as usize] & backward != 0)
            .fold(backward, |m, i| m | 1 << i);
        if more == backward {
            return backward;
        }
        backward = more;
    }
}

/// Finds a value for `node`, moving others if need be.
fn augment(
    masks: &[u64],
    node: usize,
    owner: &mut [u8; 64],
    value: &mut [u8; MAX_VARS],
    taken: &mut u64,
    visited: &mut u64,
) -> bool {
    let free = masks[node] & !*taken;
    if free != 0 {
        let v = free.trailing_zeros();
        (owner[v as usize], value[node]) = (node as u8, v as u8);
        *taken |= 1 << v;
        return true;
    }
    for v in Ones(masks[node]) {
        let bit = 1u64 << v;
        if *visited & bit != 0 {
            continue;
        }
        *visited |= bit;
        if augment(masks, owner[v as usize] as usize, owner, value, taken, visited) {
            (owner[v as usize], value[node]) = (node as u8, v as u8);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::filter;
    use crate::bits::{Ones, is_single};

    /// What each variable takes in some assignment of different values, by trying them all.
    fn used(masks: &[u64], row: &mut Vec<u64>, taken: u64, out: &mut [u64]) {
        let Some(mask) = masks.get(row.len()) else {
            out.iter_mut().zip(row).for_each(|(out, bit)| *out |= *bit);
            return;
        };
        for value in Ones(mask & !taken) {
            row.push(1 << value);
            used(masks, row, taken | 1 << value, out);
            row.pop();
        }
    }

    #[test]
    fn keeps_what_assignments_use_and_nothing_else() {
        let mut word = 0x9E37_79B9_7F4A_7C15u64;
        let mut random = |below: u64| {
            word ^= word << 13;
            word ^= word >> 7;
            word ^= word << 17;
            (word >> 11) % below
        };
        let (mut pruned, mut failed) = (0, 0);
        for _ in 0..3000 {
            let n = 2 + random(6) as usize;
            let values = n as u64 + random(3);
            let density = 2 + random(4);
            let mut masks: Vec<u64> = (0..n)
                .map(|_| (0..values).filter(|_| random(8) < density).fold(0, |m, v| m | 1 << v))
                .collect();
            let mut expected = vec![0; n];
            used(&masks, &mut Vec::new(), 0, &mut expected);
            let before = masks.clone();
            if filter(&mut masks) {
                assert_eq!(masks, expected, "{before:?}");
                pruned += usize::from(masks != before && !before.iter().any(|&m| is_single(m)));
            } else {
                assert!(expected.iter().all(|&m| m == 0), "{before:?}");
                failed += 1;
            }
        }
        assert!(pruned > 100 && failed > 100, "{pruned} {failed}");
    }

    #[test]
    fn a_naked_pair_empties_the_third() {
        let mut masks = [0b011, 0b011, 0b111];
        assert!(filter(&mut masks));
        assert_eq!(masks, [0b011, 0b011, 0b100]);
    }

    #[test]
    fn three_cells_two_values() {
        assert!(!filter(&mut [0b011, 0b011, 0b011]));
    }

    #[test]
    fn spare_values_keep_all() {
        let mut masks = [0b0111, 0b0111, 0b1111];
        assert!(filter(&mut masks));
        assert_eq!(masks, [0b0111, 0b0111, 0b1111]);
    }
}
