//! What a house leaves of its cells, by sets of digits alone: it is asked so often that going through
//! the kernel would take most of the time.

use crate::sets::{Digits, Each};

/// The most cells of a house of which all sets are looked at.
pub(super) const MOST: usize = 9;

/// Erases what cannot be where every digit is somewhere once: digits that stand elsewhere, others
/// than one that has no other place, and, after a close look, those that a set of cells takes up.
/// False if the cells cannot be filled.
pub(super) fn narrow(cells: &mut [Digits], all: Digits, close: bool) -> bool {
    loop {
        let Some(changed) = singles(cells, all) else { return false };
        if changed {
            continue;
        }
        match close.then(|| sets(cells)) {
            None | Some(Some(false)) => return true,
            Some(Some(true)) => {}
            Some(None) => return false,
        }
    }
}

/// Digits that stand, and digits with one place: whether anything went, none if that cannot be.
fn singles(cells: &mut [Digits], all: Digits) -> Option<bool> {
    let (mut once, mut twice, mut stand) = (0, 0, 0);
    for &left in cells.iter() {
        if left == 0 || left.is_power_of_two() && stand & left != 0 {
            return None;
        }
        if left.is_power_of_two() {
            stand |= left;
        }
        twice |= once & left;
        once |= left;
    }
    if once != all {
        return None;
    }
    let alone = once & !twice;
    let mut changed = false;
    for left in cells.iter_mut().filter(|left| !left.is_power_of_two()) {
        let new = match *left & alone {
            0 => *left & !stand,
            own if own.is_power_of_two() => own,
            _ => return None,
        };
        changed |= new != *left;
        *left = new;
    }
    Some(changed)
}

/// Sets of open cells with as many digits: the others lose these. Whether any went, none if some
/// cells have too few.
fn sets(cells: &mut [Digits]) -> Option<bool> {
    let mut open = [0; MOST];
    let mut count = 0;
    for (at, _) in cells.iter().enumerate().filter(|(_, left)| !left.is_power_of_two()) {
        open[count] = at;
        count += 1;
    }
    let mut unions: [Digits; 1 << MOST] = [0; 1 << MOST];
    for set in 1..1usize << count {
        let last = open[set.trailing_zeros() as usize];
        let union = unions[set & (set - 1)] | cells[last];
        unions[set] = union;
        let (size, digits) = (set.count_ones(), union.count_ones());
        if digits < size {
            return None;
        }
        if digits == size && set + 1 < 1 << count {
            let mut changed = false;
            for at in Each(!(set as u64) & ((1 << count) - 1)) {
                changed |= cells[open[at]] & union != 0;
                cells[open[at]] &= !union;
            }
            if changed {
                return Some(true);
            }
        }
    }
    Some(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What every way to fill the cells leaves; nothing if there is none.
    fn filled(cells: &[Digits], used: Digits) -> Option<Vec<Digits>> {
        let Some((&first, rest)) = cells.split_first() else { return Some(vec![]) };
        let mut all: Option<Vec<Digits>> = None;
        for digit in Each(first & !used) {
            let Some(others) = filled(rest, used | 1 << digit) else { continue };
            let left = all.get_or_insert_with(|| vec![0; cells.len()]);
            left[0] |= 1 << digit;
            left[1..].iter_mut().zip(others).for_each(|(l, o)| *l |= o);
        }
        all
    }

    #[test]
    fn a_close_look_sees_all_and_a_glance_nothing_false() {
        let mut state: u64 = 17;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 33
        };
        let (mut told, mut none) = (0, 0);
        for _ in 0..2000 {
            let cells: Vec<Digits> = (0..6).map(|_| next() & next() & 63 | 1 << (next() % 6)).collect();
            let want = filled(&cells, 0);
            let mut close = cells.clone();
            let done = narrow(&mut close, 63, true);
            assert_eq!(done.then_some(close), want, "{cells:?}");
            let mut glance = cells.clone();
            if narrow(&mut glance, 63, false) {
                let within = |w: &Vec<Digits>| w.iter().zip(&glance).all(|(w, g)| w & !g == 0);
                assert!(want.as_ref().is_none_or(within), "{cells:?}");
                told += usize::from(glance != cells);
            } else {
                assert_eq!(want, None, "{cells:?}");
                none += 1;
            }
        }
        assert!(told > 100 && none > 100, "{told} {none}");
    }
}
