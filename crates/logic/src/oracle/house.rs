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

/// Sets of open cells with as many digits, and of digits with as many places: others lose these.
/// Whether any went, none if some have too few. Of a large set of one sort the rest is a small one
/// of the other, so small ones are enough.
fn sets(cells: &mut [Digits]) -> Option<bool> {
    let (mut open, mut marks, mut count) = ([0; MOST], [0; MOST], 0);
    for (at, &left) in cells.iter().enumerate().filter(|(_, left)| !left.is_power_of_two()) {
        (open[count], marks[count]) = (at, left);
        count += 1;
    }
    let most = count / 2;
    let mut changed = false;
    match tight(&marks[..count], most)? {
        Some((set, union)) => {
            for at in Each(!set & ((1 << count) - 1)) {
                changed |= cells[open[at]] & union != 0;
                cells[open[at]] &= !union;
            }
        }
        None => {
            let all = marks[..count].iter().fold(0, |all, left| all | left);
            let (mut places, mut digits, mut found) = ([0; MOST], [0; MOST], 0);
            // Too few digits for the cells are seen as a digit without a place elsewhere.
            for digit in Each(all).take(MOST) {
                let own = |at: usize| (marks[at] >> digit & 1) << at;
                (places[found], digits[found]) =
                    ((0..count).fold(0, |all, at| all | own(at)), digit);
                found += 1;
            }
            if let Some((set, union)) = tight(&places[..found], most)? {
                let own = Each(set).fold(0, |own, at| own | 1 << digits[at]);
                for at in Each(union) {
                    changed |= cells[open[at]] & !own != 0;
                    cells[open[at]] &= own;
                }
            }
        }
    }
    Some(changed)
}

/// The first few of some sets that have together no more members than they are, where another set
/// has one of these, too; none inside if there are none, none at all if some have fewer.
fn tight(sets: &[u64], most: usize) -> Option<Option<(u64, u64)>> {
    let mut found = None;
    for size in 2..=most {
        let fits = |at: &usize| sets[*at].count_ones() as usize <= size;
        let (mut small, mut count) = ([0; MOST], 0);
        for at in (0..sets.len()).filter(fits) {
            small[count] = at;
            count += 1;
        }
        if count >= size && !grown(sets, &small[..count], size, (0, 0), &mut found) {
            return None;
        }
        if found.is_some() {
            break;
        }
    }
    Some(found)
}

/// Adds some of the sets to those chosen until there are so many; false if they have too few
/// members.
fn grown(
    sets: &[u64],
    rest: &[usize],
    size: usize,
    (chosen, union): (u64, u64),
    found: &mut Option<(u64, u64)>,
) -> bool {
    let count = chosen.count_ones();
    if union.count_ones() < count {
        return false;
    }
    if count as usize == size {
        let news = |at: usize| chosen >> at & 1 == 0 && sets[at] & union != 0;
        if (0..sets.len()).any(news) {
            *found = Some((chosen, union));
        }
        return true;
    }
    for (at, &next) in rest.iter().enumerate() {
        let union = union | sets[next];
        if union.count_ones() as usize > size {
            continue;
        }
        if !grown(sets, &rest[at + 1..], size, (chosen | 1 << next, union), found) {
            return false;
        }
        if found.is_some() {
            return true;
        }
    }
    true
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
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            state >> 33
        };
        let (mut told, mut none) = (0, 0);
        for _ in 0..2000 {
            let cells: Vec<Digits> =
                (0..6).map(|_| next() & next() & 63 | 1 << (next() % 6)).collect();
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
