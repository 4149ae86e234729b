//! Values outside the grid in words: what a cell counts for, which cells are doubled, variables
//! with a name.

use std::collections::BTreeMap;

use pencilmark_puzzle::{Name, VALUE};

use super::{join, runs};
use crate::board::Board;
use crate::found::Hidden;
use crate::sets::{Digits, Each};

/// Values from the first to the last, for ranges of any length.
type Range = (i64, i64);

/// Values that are told one by one.
const FEW: i64 = 4;

/// What is known of the values outside the grid.
#[derive(Default)]
pub(super) struct Outside {
    left: BTreeMap<usize, Vec<Range>>,
    /// What was said last of each.
    said: BTreeMap<usize, String>,
}

impl Outside {
    /// Takes note of what was learnt, and tells what is new: of what a cell counts for much is
    /// learnt that its digits told before.
    pub(super) fn learn(
        &mut self,
        board: &Board,
        learnt: &[Hidden],
        cells: &[Digits],
    ) -> Vec<String> {
        let mut told: Vec<usize> = Vec::new();
        for &Hidden { var, from, to } in learnt {
            let whole = || vec![board.puzzle.range(Name::Var(var))];
            let left = self.left.entry(var).or_insert_with(whole);
            let cut = |&(lo, hi): &Range| {
                let parts =
                    [(lo, hi.min(from.saturating_sub(1))), (lo.max(to.saturating_add(1)), hi)];
                parts.into_iter().filter(|(lo, hi)| lo <= hi)
            };
            *left = left.iter().flat_map(cut).collect();
            if !told.contains(&var) {
                told.push(var);
            }
        }
        let mut news = Vec::new();
        for var in told {
            let lost: Vec<Hidden> = learnt.iter().filter(|h| h.var == var).copied().collect();
            let left = self.left.get(&var).map_or(&[][..], |left| left);
            let text = said(board, var, &counted(board, var, left, cells), &lost);
            if let Some(text) = text.filter(|text| self.said.get(&var) != Some(text)) {
                news.push(text.clone());
                self.said.insert(var, text);
            }
        }
        news
    }
}

/// That a variable is 1, told: `r1c3 is doubled`.
pub(super) fn fact(board: &Board, var: usize) -> String {
    said(board, var, &[(1, 1)], &[]).unwrap_or_default()
}

/// That a variable has one of some values, told.
pub(super) fn one_of(board: &Board, var: usize, values: &[i64]) -> String {
    let runs = values.chunk_by(|a, b| a + 1 == *b);
    let ranges: Vec<Range> = runs.filter_map(|run| Some((*run.first()?, *run.last()?))).collect();
    said(board, var, &ranges, &[]).unwrap_or_default()
}

/// Of what a cell may count for, what its digits can make: 6 or 12 where it is 6.
fn counted(board: &Board, var: usize, left: &[Range], cells: &[Digits]) -> Vec<Range> {
    let puzzle = &board.puzzle;
    let layer = puzzle.layers.iter().find(|(_, at)| (*at..at + puzzle.grid.size()).contains(&var));
    let has = |kind| puzzle.clues_of(kind).next().is_some();
    let factor = match (has("doublers"), has("negators")) {
        (true, false) => 2,
        (false, true) => -1,
        _ => return left.to_vec(),
    };
    let value = layer.is_some_and(|(l, _)| l.name == VALUE);
    let Some(cell) = puzzle.cell_of(Name::Var(var)).filter(|_| value) else {
        return left.to_vec();
    };
    let digits = Each(cells[cell.index()]).map(|d| board.value(d));
    let mut values: Vec<i64> = digits.flat_map(|d| [d, factor * d]).collect();
    values.sort_unstable();
    values.dedup();
    values.retain(|v| left.iter().any(|(lo, hi)| lo <= v && v <= hi));
    // Where its digits make none of it, that is what is wrong, and has to be told.
    if values.is_empty() {
        return left.to_vec();
    }
    let runs = values.chunk_by(|a, b| a + 1 == *b);
    runs.filter_map(|run| Some((*run.first()?, *run.last()?))).collect()
}

/// What is left of a value, told; nothing if nothing is left.
fn said(board: &Board, var: usize, left: &[Range], lost: &[Hidden]) -> Option<String> {
    left.first()?;
    let range = |&(lo, hi): &Range| match hi - lo {
        0..4 => runs(&(lo..=hi).collect::<Vec<_>>()),
        _ => vec![format!("{lo} to {hi}")],
    };
    let list = |ranges: &[Range]| join(&ranges.iter().flat_map(range).collect::<Vec<_>>(), "or");
    let count: i64 = left.iter().map(|(lo, hi)| (hi - lo).saturating_add(1)).sum();
    let bounds = |h: &Hidden| h.from == i64::MIN || h.to == i64::MAX;
    // What is left, unless what was lost is told sooner.
    let puzzle = &board.puzzle;
    let layer = puzzle.layers.iter().find(|(_, at)| (*at..at + puzzle.grid.size()).contains(&var));
    // Of two digits people think which they are not, until few are left.
    let few = if layer.is_some_and(|(l, _)| l.name == "second") { 2 } else { FEW };
    let whole = left.len() == 1 || count <= few || lost.is_empty() || lost.iter().any(bounds);
    let (not, values) = match whole {
        true => ("", list(left)),
        false => {
            let mut gone: Vec<Range> = lost.iter().map(|h| (h.from, h.to)).collect();
            gone.sort_unstable();
            ("not ", list(&gone))
        }
    };
    let Some(((layer, _), cell)) = layer.zip(puzzle.cell_of(Name::Var(var))) else {
        return Some(format!("{} is {not}{values}", puzzle.name_text(Name::Var(var))));
    };
    let cell = puzzle.grid.name(cell);
    let flag = |yes: &str, no: &str| match left {
        [(0, 0)] => format!("{cell} {no}"),
        [(1, 1)] => format!("{cell} {yes}"),
        _ => format!("{cell} {yes} or not"),
    };
    let modified = |kind| puzzle.clues_of(kind).next().is_some();
    Some(match layer.name.as_str() {
        VALUE if not.is_empty() => format!("{cell} counts for {values}"),
        VALUE => format!("{cell} does not count for {values}"),
        "modified" if modified("doublers") => flag("is doubled", "is not doubled"),
        "modified" if modified("negators") => flag("is negated", "is not negated"),
        "modified" => flag("is multiplied", "is not multiplied"),
        "schroedinger" => flag("has two digits", "has one digit"),
        "second" => format!("the larger digit of {cell} is {not}{values}"),
        name => format!("the {name} of {cell} is {not}{values}"),
    })
}
