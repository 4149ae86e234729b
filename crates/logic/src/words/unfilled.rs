//! Why a constraint cannot be kept with what is left of its cells, in words.

mod alike;
mod caged;
mod circles;
mod connected;
mod counts;
mod crowded;
mod ends;
mod entropy;
mod erased;
mod few;
mod kinds;
mod linear;
mod parted;
mod pieces;
mod pointed;
mod premised;
mod read;
mod regions;
mod rising;
mod room;
mod sets;
mod summed;
#[cfg(test)]
mod tests;
mod valued;

pub(super) use alike::counted;
pub(super) use counts::{times, wanted};
pub(super) use entropy::erased as entropy_erased;
pub(super) use erased::{Thought, erased, likewise};
pub(super) use few::{Given, told as fewest};
pub(super) use linear::{extent, sides};
pub(super) use parted::End;
use pencilmark_puzzle::Clue;
pub(super) use premised::alone as premised_alone;
pub(super) use read::{ENDS, Machine, PLACE, READS, machine};
pub(super) use sets::once;
pub(super) use summed::short;

use super::hidden::Outside;
use super::homes::{Home, homes};
use super::{cells, constraints, digit, digits, join};
use crate::board::Board;
use crate::find::innies::sum_of;
use crate::oracle::{Facts, Oracle};
use crate::sets::{Cell, Digits, Each, choose, count};

/// Cells of which it is told what is left, and characters that this may take.
const SHOWN: usize = 5;
const LONG: usize = 140;
/// Cells of one constraint that are taken in at a glance, and nodes to see which of them are enough.
const GLANCE: usize = 3;
const NODES: u64 = 300;
/// Sums of which each is told why it fails, and sums that are listed.
const SUMS: usize = 6;
const LISTED: usize = 4;

/// What is left of the cells of some constraints, and why that does not go, where it can be told.
pub(super) fn told(
    board: &Board,
    units: &[usize],
    (left, outside): (&[Digits], &Outside),
    name: &str,
) -> Option<String> {
    let &unit = units.first()?;
    if let Some(told) = regions::fault(board, units, left, outside) {
        return Some(format!("{name} cannot be filled, for {told}"));
    }
    if let Some(told) = in_houses(board, units, left) {
        return Some(told);
    }
    if let Some((own, sum)) = sum_of(board, unit) {
        let told = reach(board, &own, sum, left)
            .or_else(|| combinations(&differing(board, unit, &own)?, sum, left));
        if let Some(told) = told {
            return Some(format!("{name} cannot be filled, for {told}"));
        }
    }
    let equation = || linear::fault(board, unit, left);
    let special = equation().or_else(|| constraints::sandwich_fault(board, units, left));
    if let Some(told) = special {
        return Some(format!("{name} cannot be filled, for {told}"));
    }
    let by_kind = || units.iter().find_map(|&u| clue_fault(board, u, left));
    let regional = || units.iter().find_map(|&u| alike::fault(board, u, left, outside));
    let crowd = || units.iter().find_map(|&u| crowded::fault(board, u, left));
    let fault =
        entropy::fault(board, units, left).or_else(by_kind).or_else(regional).or_else(crowd);
    if let Some(told) = fault {
        return Some(format!("{name} cannot be kept, for {told}"));
    }
    let scope = &board.units[unit].scope;
    let alone = |units: &[usize]| {
        let few = units.len() == 1 && scope.len() <= GLANCE && !board.units[unit].outside;
        few.then(|| shown(board, &enough(board, unit, left), left)).flatten()
    };
    let parts = constraints::rank_fault(board, &board.units[unit], &|c| left[c])
        .or_else(|| alone(units))
        .or_else(|| few::told(&Oracle::new(board), units, left, outside, Given::Nothing))
        .or_else(|| shown(board, scope, left))?;
    Some(format!("{name} cannot be kept, for {parts}"))
}

/// The only constraint that says more than that cells differ, and where no digit is twice.
fn in_homes(board: &Board, units: &[usize]) -> Option<(usize, Vec<Home>)> {
    let (homes, others) = homes(board, units);
    let &[unit] = &others[..] else { return None };
    (!homes.is_empty()).then_some((unit, homes))
}

/// The clue of a constraint about digits of cells.
fn clue_of(board: &Board, unit: usize) -> Option<&Clue> {
    let own = &board.units[unit];
    Some(&board.puzzle.clues[own.clue]).filter(|clue| !own.outside && clue.ways.is_empty())
}

/// Why a clue fails with no digit twice in the houses beside it, and in which of them.
fn in_houses(board: &Board, units: &[usize], left: &[Digits]) -> Option<String> {
    let (unit, homes) = in_homes(board, units)?;
    let name = constraints::unit(board, unit);
    let houses: Vec<usize> = homes.iter().filter_map(|home| home.unit).collect();
    let circles = clue_of(board, unit).and_then(|c| circles::fault(board, c, &houses, left));
    match circles {
        Some(told) => Some(format!("{name} cannot be kept, for {told}")),
        None => {
            let told = parted::fault(board, unit, &homes, left)?;
            Some(format!("{name} cannot be filled, for {told}"))
        }
    }
}

/// Why the clue of a constraint fails, as people say it of its kind.
pub(super) fn clue_fault(board: &Board, unit: usize, left: &[Digits]) -> Option<String> {
    let own = &board.units[unit];
    if own.house.is_some() {
        return None;
    }
    // What cells count for elsewhere is not their digits.
    let clue = Some(&board.puzzle.clues[own.clue]).filter(|_| !own.outside);
    clue.and_then(|clue| kinds::fault(board, clue, left)).or_else(|| read::fault(board, unit, left))
}

/// The cells of a clue, if no two are the same.
fn listed(clue: &Clue) -> Option<Vec<Cell>> {
    let own: Vec<Cell> = clue.list(0).iter().map(|c| c.index()).collect();
    let mut sorted = own.clone();
    sorted.sort_unstable();
    sorted.dedup();
    (sorted.len() == own.len() && clue.cells.len() == 1).then_some(own)
}

/// The fewest cells of a constraint whose marks break it, whatever the others are.
fn enough(board: &Board, unit: usize, left: &[Digits]) -> Vec<Cell> {
    let (oracle, scope) = (Oracle::new(board), &board.units[unit].scope);
    let mut fewest = scope.clone();
    for size in 1..scope.len() {
        choose(scope, size, &mut |some| {
            let mut facts: Facts = vec![board.all(); board.cells];
            some.iter().for_each(|&c| facts[c] = left[c]);
            let fails = matches!(oracle.solution(&[unit], &facts, None, NODES), Ok(None));
            if fails {
                fewest = some.to_vec();
            }
            fails
        });
        if fewest.len() == size {
            break;
        }
    }
    fewest
}

/// What is left of some cells, if that is soon told.
fn shown(board: &Board, own: &[Cell], left: &[Digits]) -> Option<String> {
    let mut groups: Vec<(Digits, Vec<Cell>)> = Vec::new();
    for &cell in own {
        match groups.iter_mut().find(|(set, _)| *set == left[cell]) {
            Some((_, alike)) => alike.push(cell),
            None => groups.push((left[cell], vec![cell])),
        }
    }
    let some = |(set, alike): &(Digits, Vec<Cell>)| {
        let are = if alike.len() == 1 { "is" } else { "are" };
        format!("{} {are} {}", cells(board, alike.iter().copied()), digits(board, *set, "or"))
    };
    let told = join(&groups.iter().map(some).collect::<Vec<_>>(), "and");
    // A constraint about values outside the grid has no cells to show.
    ((1..=SHOWN).contains(&own.len()) && told.len() <= LONG).then_some(told)
}

/// Why some cells, of which some count down, do not make a number.
pub(super) fn unmade(
    board: &Board,
    terms: &[(i64, Cell)],
    total: i64,
    left: &[Digits],
) -> Option<String> {
    let side =
        |sign: i64| -> Vec<Cell> { terms.iter().filter(|t| t.0 == sign).map(|t| t.1).collect() };
    let (plus, minus) = (side(1), side(-1));
    let value = |d: u32| board.value(d as usize);
    let least =
        |own: &[Cell]| -> i64 { own.iter().map(|&c| value(left[c].trailing_zeros())).sum() };
    let most =
        |own: &[Cell]| -> i64 { own.iter().map(|&c| value(63 - left[c].leading_zeros())).sum() };
    let make = |own: &[Cell], bound: &str, number: i64| {
        let verb = if own.len() == 1 { "is" } else { "make" };
        format!("{} {verb} {bound} {number}", cells(board, own.iter().copied()))
    };
    let (low, high) = ("at least", "at most");
    let parts = match (most(&plus) - least(&minus) < total, least(&plus) - most(&minus) > total) {
        (true, _) => [(&plus, high, most(&plus)), (&minus, low, least(&minus))],
        (_, true) => [(&plus, low, least(&plus)), (&minus, high, most(&minus))],
        _ => {
            let own: Vec<Cell> = terms.iter().map(|t| t.1).collect();
            return shown(board, &own, left);
        }
    };
    let told = parts.into_iter().filter(|(own, _, _)| !own.is_empty());
    Some(join(
        &told.map(|(own, bound, number)| make(own, bound, number)).collect::<Vec<_>>(),
        "and",
    ))
}

/// That cells make too much or too little whatever they are.
fn reach(board: &Board, own: &[Cell], sum: i64, left: &[Digits]) -> Option<String> {
    let values = |c: &Cell| Each(left[*c]).map(|d| board.value(d));
    let least: i64 = own.iter().filter_map(|c| values(c).min()).sum();
    let most: i64 = own.iter().filter_map(|c| values(c).max()).sum();
    let those = || cells(board, own.iter().copied());
    match (least > sum, most < sum) {
        (true, _) => Some(format!("{} make at least {least}", those())),
        (_, true) => Some(format!("{} make at most {most}", those())),
        _ => None,
    }
}

/// The sums of a cage that what is left allows, if these are few.
pub(super) fn sums(board: &Board, unit: usize, left: &[Digits]) -> Option<String> {
    let (own, sum) = sum_of(board, unit)?;
    let fits = |set: &Digits| fault(board, &own, *set, left).is_none();
    let all: Vec<Digits> =
        differing(board, unit, &own)?.made(sum, left).into_iter().filter(fits).collect();
    let names: Vec<String> = all.iter().map(|&set| added(board, set)).collect();
    (1..=LISTED).contains(&names.len()).then(|| join(&names, "or"))
}

/// Cells of which no two are alike.
struct Cage<'b> {
    board: &'b Board,
    own: &'b [Cell],
}

/// The cells of a constraint that makes all of them differ.
fn differing<'b>(board: &'b Board, unit: usize, own: &'b [Cell]) -> Option<Cage<'b>> {
    let apart = |a: usize, b: usize| board.makes_differ(unit, own[a], own[b]);
    (0..own.len()).all(|a| (0..a).all(|b| apart(a, b))).then_some(Cage { board, own })
}

impl Cage<'_> {
    /// Sets of as many different digits as there are cells that make a sum and have what stands.
    fn made(&self, sum: i64, left: &[Digits]) -> Vec<Digits> {
        let all = self.own.iter().fold(0, |all, &c| all | left[c]);
        let stand = self.own.iter().map(|&c| left[c]).filter(|l| l.is_power_of_two());
        let must = stand.fold(0, |must, l| must | l);
        let mut sums: Vec<Digits> = Vec::new();
        choose(&Each(all).collect::<Vec<_>>(), self.own.len(), &mut |some| {
            let set = some.iter().fold(0, |set: Digits, &d| set | 1 << d);
            let made: i64 = some.iter().map(|&d| self.board.value(d)).sum();
            if made == sum && must & !set == 0 {
                sums.push(set);
            }
            false
        });
        sums
    }
}

/// `1+7+9`.
fn added(board: &Board, set: Digits) -> String {
    Each(set).map(|d| digit(board, d).to_string()).collect::<Vec<_>>().join("+")
}

/// The sums of different digits that what is left allows, and what is wrong with each.
fn combinations(cage: &Cage<'_>, sum: i64, left: &[Digits]) -> Option<String> {
    let (board, own) = (cage.board, cage.own);
    let sums = cage.made(sum, left);
    let all = own.iter().fold(0, |all, &c| all | left[c]);
    if sums.is_empty() {
        let (those, left) = (cells(board, own.iter().copied()), digits(board, all, "and"));
        return Some(format!("of the digits {left} that {those} have left, none make {sum}"));
    }
    if sums.len() > SUMS {
        return None;
    }
    let each = |set| Some((added(board, set), fault(board, own, set, left)?));
    let each: Vec<(String, String)> = sums.into_iter().map(each).collect::<Option<_>>()?;
    Some(failing(each).join("; "))
}

/// Sums and why each fails; those that fail by the same are told together.
fn failing(each: Vec<(String, String)>) -> Vec<String> {
    let mut parts: Vec<(String, Vec<String>)> = Vec::new();
    for (name, fault) in each {
        match parts.iter_mut().find(|(known, _)| *known == fault) {
            Some((_, names)) => names.push(name),
            None => parts.push((fault, vec![name])),
        }
    }
    let told = |(fault, names): &(String, Vec<String>)| {
        let verb = if names.len() == 1 { "fails" } else { "fail" };
        format!("{} {verb}, as {fault}", join(names, "and"))
    };
    parts.iter().map(told).collect()
}

/// Why some digits do not go into as many cells: digits with fewer places than they are, or cells
/// with fewer of the digits.
pub(super) fn fault(board: &Board, own: &[Cell], set: Digits, left: &[Digits]) -> Option<String> {
    let all: Vec<usize> = Each(set).collect();
    for size in 1..=all.len() {
        let mut found = None;
        choose(&all, size, &mut |some| {
            let few = some.iter().fold(0, |few: Digits, &d| few | 1 << d);
            let places: Vec<Cell> = own.iter().copied().filter(|&c| left[c] & few != 0).collect();
            if places.len() < size {
                let verb = if size == 1 { "has" } else { "have" };
                let few = digits(board, few, "and");
                found = Some(match places.is_empty() {
                    true => format!("{few} {verb} no place"),
                    false => format!("{few} {verb} only {}", cells(board, places)),
                });
            }
            found.is_some()
        });
        if found.is_some() {
            return found;
        }
        choose(own, size, &mut |some| {
            let few = some.iter().fold(0, |few, &c| few | left[c]) & set;
            if count(few) < size {
                let verb = if size == 1 { "is" } else { "are" };
                let those = cells(board, some.iter().copied());
                found = Some(match few {
                    0 => format!("{those} {verb} none of these"),
                    _ => format!("{those} {verb} only {} of these", digits(board, few, "or")),
                });
            }
            found.is_some()
        });
        if found.is_some() {
            return found;
        }
    }
    None
}
