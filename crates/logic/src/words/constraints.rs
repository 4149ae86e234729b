//! What a constraint says, in words: cages by their combinations, thermometers by what has to
//! fit above and below, two cells by what goes with what, sums by their bounds, cells that
//! differ by those that use up digits, whatever has few ways by these, some kinds by what people
//! say of them; everything else by its rule and what no way to obey it has.

mod differ;
mod fillings;
mod joint;
mod kinds;
mod relations;
#[cfg(test)]
mod tests;

use pencilmark_kernel::Constraint;
use pencilmark_kernel::expr::Cmp;

use super::{capital, cell, cells, digits, join, lost, plain};
use pencilmark_puzzle::{CellId, Name};

use crate::board::{Board, Unit};
use crate::find::View;
use crate::found::Found;
use crate::sets::{Cell, Digits, Each, count};

/// What to call a constraint: its clue, and the cells if the clue has several constraints.
pub(crate) fn unit(board: &Board, unit: usize) -> String {
    together(board, &[unit])
}

/// What to call some constraints: those of one clue are told together.
pub(crate) fn together(board: &Board, units: &[usize]) -> String {
    let mut clues: Vec<(usize, Vec<String>)> = Vec::new();
    for &unit in units {
        let clue = board.units[unit].clue;
        let part = part(board, unit);
        match clues.iter_mut().find(|(known, _)| *known == clue) {
            Some((_, parts)) if parts.contains(&part) => {}
            Some((_, parts)) => parts.push(part),
            None => clues.push((clue, vec![part])),
        }
    }
    let named = |(clue, parts): &(usize, Vec<String>)| {
        let words = board.puzzle.clues[*clue].words(&board.puzzle);
        // One part is the clue as a whole: the others say nothing more about where.
        let whole = board.puzzle.grid.list(board.puzzle.clues[*clue].list(0));
        match parts.iter().any(|part| part.is_empty() || *part == whole) {
            true => words,
            false => format!("{words} ({})", parts.join(", ")),
        }
    };
    let mut names: Vec<String> = Vec::new();
    for one in &clues {
        // Four or more houses of a shape that are all there are.
        let kind = board.puzzle.clues[one.0].kind.name;
        let all = ["row", "column", "box"].contains(&kind) && {
            let told = clues.iter().filter(|(c, _)| board.puzzle.clues[*c].kind.name == kind);
            let count = told.count();
            count > 3 && count == board.puzzle.clues_of(kind).count()
        };
        let name = match (all, kind) {
            (false, _) => named(one),
            (true, "box") => "all boxes".into(),
            (true, _) => format!("all {kind}s"),
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    join(&names, "and")
}

/// The cells of a constraint, if its clue has others for other cells.
fn part(board: &Board, unit: usize) -> String {
    let own = &board.units[unit];
    let mut cells = own.scope.clone();
    for var in own.posted.iter().flat_map(|&p| board.lowered.problem.posted()[p].constraint.scope())
    {
        let place = board.lowered.vars.iter().position(|v| *v == var);
        let cell = place.and_then(|at| board.puzzle.cell_of(Name::Var(at)));
        if let Some(cell) = cell.map(CellId::index)
            && !cells.contains(&cell)
        {
            cells.push(cell);
        }
    }
    let single = board.units.iter().filter(|u| u.clue == own.clue).count() == 1;
    if single || cells.len() == board.cells { String::new() } else { super::list(board, &cells) }
}

/// The sentences for one constraint alone.
pub(super) fn alone(view: View<'_>, found: &Found, at: usize) -> String {
    let board = view.board;
    let own = &board.units[at];
    let name = capital(&unit(board, at));
    let open: Vec<Cell> =
        own.scope.iter().copied().filter(|&c| view.marks.value[c].is_none()).collect();
    if let ([only], true) = (&own.scope[..], !own.outside) {
        let left = view.marks.of[*only] & !erased(found, *only);
        return format!("{name}: {} is {}.", cell(board, *only), or(board, left));
    }
    if let [only] = open[..] {
        let left = view.marks.of[only] & !erased(found, only);
        return format!("{name} leaves {} only {}.", cell(board, only), or(board, left));
    }
    let posted = &board.lowered.problem.posted()[own.posted[0]].constraint;
    let special = match posted {
        _ if own.posted.len() > 1 => None,
        Constraint::Cage { sum, .. } => cage(view, found, own.scope.as_slice(), *sum, &name),
        Constraint::Chain { strict: true, .. } => chain(view, found, &own.scope, &name),
        Constraint::Distinct(_) => differ::reason(view, found, &own.scope, &name),
        _ if own.scope.len() == 2 => relations::two(view, found, own, posted, &name),
        Constraint::Linear { terms, op: Cmp::Eq, rhs } => {
            relations::sum(view, found, (terms, *rhs), &name)
        }
        _ => None,
    };
    special
        .or_else(|| kinds::reason(view, found, own, &name))
        .or_else(|| fillings::few(view, found, at, &name))
        .unwrap_or_else(|| fillings::rule(view, found, own, &name))
}

/// The sentence for one clue and some houses: for a clue along a line people say what the line
/// shows and never think of the house; for others how far it reaches, or the ways that are left.
pub(super) fn known(view: View<'_>, found: &Found, units: &[usize]) -> Option<String> {
    let board = view.board;
    let mut others = units.iter().map(|&u| &board.units[u]).filter(|u| u.house.is_none());
    let own = others.next()?;
    let kind = board.puzzle.clues[own.clue].kind.name;
    let by_kind = ["skyscraper", "x-sum"].contains(&kind) && others.all(|u| u.clue == own.clue);
    let told = by_kind.then(|| kinds::reason(view, found, own, &capital(&together(board, units))));
    told.flatten().or_else(|| joint::reason(view, found, units))
}

/// The sentences for one clue and a house or two where people say what the clue allows.
pub(super) fn allowed(view: View<'_>, found: &Found, units: &[usize]) -> Option<String> {
    let board = view.board;
    let mut rules = units.iter().map(|&u| &board.units[u]).filter(|u| u.house.is_none());
    let own = rules.next().filter(|own| rules.all(|u| u.clue == own.clue))?;
    let told = kinds::reason(view, found, own, "Together")?;
    let told = capital(&told.replacen("Together: ", "", 1));
    Some(format!("Look at {} together. {told}", together(board, units)))
}

/// The sentences for several constraints together of which no way to see it is known.
pub(super) fn several(view: View<'_>, found: &Found, units: &[usize]) -> String {
    let board = view.board;
    let mut touched: Vec<Cell> = found.remove.iter().map(|m| m.cell).collect();
    touched.dedup();
    let left = |&c: &Cell| {
        let digits = view.marks.of[c] & !erased(found, c);
        (digits != 0 && count(digits) <= 3)
            .then(|| format!("{} is {}", cell(board, c), or(board, digits)))
    };
    let outcome = match touched.iter().map(left).collect::<Option<Vec<_>>>() {
        Some(parts) if parts.len() <= 3 => join(&parts, "and"),
        _ => join(&lost(board, &found.remove), "and"),
    };
    let all = together(board, units);
    let mut rules: Vec<&Unit> =
        units.iter().map(|&u| &board.units[u]).filter(|u| u.house.is_none()).collect();
    if let Some(told) = allowed(view, found, units) {
        return told;
    }
    rules.dedup_by_key(|u| fillings::summary(board, u));
    rules.truncate(2);
    let rules: Vec<String> =
        rules.iter().map(|u| format!("{}. ", fillings::summary(board, u))).collect();
    format!("Look at {all} together. {}However they are filled, {outcome}.", rules.concat())
}

fn erased(found: &Found, cell: Cell) -> Digits {
    found.remove.iter().filter(|m| m.cell == cell).fold(0, |all, m| all | 1 << m.digit)
}

fn or(board: &Board, set: Digits) -> String {
    digits(board, set, "or")
}

/// More combinations than these are not listed.
const MOST: usize = 8;

/// The combinations of a cage, and what is in none of them.
fn cage(view: View<'_>, found: &Found, scope: &[Cell], sum: i64, name: &str) -> Option<String> {
    let board = view.board;
    let mut sets = Vec::new();
    combine(view, scope, sum, &mut sets);
    if sets.is_empty() || sets.len() > MOST {
        return None;
    }
    let text = |&set: &Digits| plain(board, set).replace(' ', "+");
    let listed = join(&sets.iter().map(text).collect::<Vec<_>>(), "or");
    let any = sets.iter().fold(0, |all, s| all | s);
    let in_none = found.remove.iter().all(|m| any >> m.digit & 1 == 0);
    let first = format!("{name} can only be {listed}");
    if in_none {
        let gone: Digits = found.remove.iter().fold(0, |all, m| all | 1 << m.digit);
        let verb = if count(gone) == 1 { "is" } else { "are" };
        return Some(format!("{first}: {} {verb} not in it.", digits(board, gone, "and")));
    }
    if let [a, b] = *scope {
        return Some(format!("{name}: {}.", partners(view, found, a, b, sum)));
    }
    let gone: Digits = found.remove.iter().fold(0, |all, m| all | 1 << m.digit);
    let with: Vec<Digits> = sets.iter().copied().filter(|s| s & gone != 0).collect();
    // One digit that has few companions is told by these.
    if let (1, 1..=3) = (count(gone), with.len())
        && sets.len() > with.len()
    {
        let rest: Vec<String> = with.iter().map(|&s| text(&(s & !gone))).collect();
        let places = cells(board, found.remove.iter().map(|m| m.cell));
        return Some(format!(
            "{name}: a {} goes only with {}, and then it cannot be in {places}.",
            plain(board, gone),
            join(&rest, "or")
        ));
    }
    Some(format!("{first}, so {}.", join(&lost(board, &found.remove), "and")))
}

/// In a cage of two cells each digit needs its partner.
fn partners(view: View<'_>, found: &Found, a: Cell, b: Cell, sum: i64) -> String {
    let board = view.board;
    let mut parts = Vec::new();
    for (hit, other) in [(a, b), (b, a)] {
        let gone = erased(found, hit);
        let partner = |d| board.digit(sum - board.value(d)).filter(|&p| p != d);
        let missing = Each(gone).filter_map(partner).fold(0, |all, p| all | 1 << p);
        if gone != 0 && missing != 0 {
            parts.push(format!(
                "{} cannot be {}, so {} cannot be {}",
                cell(board, other),
                or(board, missing),
                cell(board, hit),
                or(board, gone)
            ));
        } else if gone != 0 {
            parts.push(format!("{} cannot be {}", cell(board, hit), or(board, gone)));
        }
    }
    join(&parts, "and")
}

/// All sets of digits that fill the cells and add up.
fn combine(view: View<'_>, scope: &[Cell], sum: i64, sets: &mut Vec<Digits>) {
    fn go(
        view: View<'_>,
        scope: &[Cell],
        from: usize,
        set: Digits,
        left: i64,
        sets: &mut Vec<Digits>,
    ) {
        if count(set) == scope.len() {
            if left == 0 && fits(view, scope, set) {
                sets.push(set);
            }
            return;
        }
        for digit in from..view.board.digits {
            let value = view.board.value(digit);
            if value <= left && sets.len() <= MOST {
                go(view, scope, digit + 1, set | 1 << digit, left - value, sets);
            }
        }
    }
    go(view, scope, 0, 0, sum, sets);
}

/// Whether the cells can take these digits, one each.
fn fits(view: View<'_>, scope: &[Cell], set: Digits) -> bool {
    let Some((&first, rest)) = scope.split_first() else { return true };
    Each(view.marks.left_of(first) & set).any(|d| fits(view, rest, set & !(1 << d)))
}

/// A rising line: what has to fit below and above each cell.
fn chain(view: View<'_>, found: &Found, scope: &[Cell], name: &str) -> Option<String> {
    let board = view.board;
    let low = |c: Cell| view.marks.left_of(c).trailing_zeros() as usize;
    let high = |c: Cell| 63 - view.marks.left_of(c).leading_zeros() as usize;
    let mut parts = Vec::new();
    // Whether the ends of the line are all that presses.
    let mut by_ends = true;
    for (at, &c) in scope.iter().enumerate() {
        let gone = erased(found, c);
        if gone == 0 {
            continue;
        }
        // The cell that presses most from below, and from above; of equal ones the farthest.
        let floor = (0..at).map(|i| (low(scope[i]) + at - i, at - i, scope[i])).max();
        let above = (at + 1..scope.len()).map(|i| (i, scope[i]));
        let roof = above
            .filter_map(|(i, x)| Some((high(x).checked_sub(i - at)?, usize::MAX - (i - at), x)))
            .min();
        let below_floor = floor.map_or(0, |(least, ..)| (1u64 << least) - 1);
        let above_roof = roof.map_or(0, |(most, ..)| !((2u64 << most) - 1));
        if gone & !(below_floor | above_roof) != 0 {
            return None;
        }
        if let Some((least, distance, from)) = floor.filter(|_| gone & below_floor != 0) {
            by_ends &= low(from) == 0;
            parts.push(bound(view, c, ("at least", least), distance, ("below", from), low(from)));
        }
        if let Some((most, distance, from)) = roof.filter(|_| gone & above_roof != 0) {
            let distance = usize::MAX - distance;
            by_ends &= high(from) + 1 == board.digits;
            parts.push(bound(view, c, ("at most", most), distance, ("above", from), high(from)));
        }
    }
    let all = parts.join("; ");
    let along = super::patterns::lower(name);
    if parts.len() <= 2 || !by_ends && parts.len() <= 4 {
        return Some(format!("Along {along}, {all}."));
    }
    let touched = scope.iter().copied().filter(|&c| erased(found, c) != 0);
    let left = touched.map(|c| {
        let digits = view.marks.of[c] & !erased(found, c);
        format!("{} is {}", cell(board, c), span(board, digits))
    });
    let left = join(&left.collect::<Vec<_>>(), "and");
    Some(format!(
        "Along {along}, each cell needs a smaller digit for every cell below it and a larger one \
         for every cell above: {left}."
    ))
}

/// Digits in a row as `3 to 7`, others one by one.
fn span(board: &Board, set: Digits) -> String {
    let (low, high) = (set.trailing_zeros() as usize, 63 - set.leading_zeros() as usize);
    match count(set) > 2 && count(set) == high - low + 1 {
        true => format!("{} to {}", board.value(low), board.value(high)),
        false => or(board, set),
    }
}

fn bound(
    view: View<'_>,
    c: Cell,
    (word, limit): (&str, usize),
    distance: usize,
    (side, from): (&str, Cell),
    value: usize,
) -> String {
    let board = view.board;
    let name = cell(board, from);
    let own = board.value(value);
    let is = match (view.marks.value[from], side) {
        (Some(_), _) => format!("{own}"),
        (_, "below") => format!("at least {own}"),
        _ => format!("at most {own}"),
    };
    let end = match side {
        "below" => value == 0,
        _ => value + 1 == board.digits,
    };
    let steps = match distance {
        1 => "one cell".into(),
        n => format!("{n} cells"),
    };
    match end {
        true => format!(
            "{} has {steps} {side} it, so it is {word} {}",
            cell(board, c),
            board.value(limit)
        ),
        false => {
            format!("{} is {word} {}, because {name} is {is}", cell(board, c), board.value(limit))
        }
    }
}
