//! Values outside the grid in words: what a cell counts for, which cells are doubled, variables
//! with a name.

use std::collections::BTreeMap;

use pencilmark_kernel::VarId;
use pencilmark_puzzle::{Name, VALUE};

use super::{cells, join, runs};
use crate::board::Board;
use crate::find::View;
use crate::found::Hidden;
use crate::oracle::Range;
use crate::sets::{Cell, Digits, Each};

/// Values that are told one by one.
const FEW: i64 = 4;
/// Values beyond which none is looked at by itself.
const WIDE: i64 = 1000;
/// The layer of unknown regions.
pub(super) const REGION: &str = "region";

/// What is known of the values outside the grid.
#[derive(Clone, Default)]
pub(super) struct Outside {
    left: BTreeMap<usize, Vec<Range>>,
    /// What was said last of each.
    said: BTreeMap<usize, Said>,
}

impl Outside {
    /// What is left of a value; before anything is learnt, what no other value has a say in.
    pub(super) fn left_of(&self, board: &Board, var: usize) -> Vec<Range> {
        self.left.get(&var).cloned().unwrap_or_else(|| start(board, var))
    }

    /// Takes it that a variable has a value.
    pub(super) fn suppose(&mut self, var: usize, value: i64) {
        self.left.insert(var, vec![(value, value)]);
    }

    /// The values of which something was learnt or supposed.
    pub(super) fn known(&self) -> impl Iterator<Item = usize> + '_ {
        self.left.keys().copied()
    }

    /// What is left of some values, told; those with the same left together.
    pub(super) fn told(&self, board: &Board, vars: &[usize], cells: &[Digits]) -> Vec<String> {
        let said = |&var: &usize| said(board, var, &self.counted(board, var, cells), &[]);
        together(board, vars.iter().filter_map(said).collect())
    }

    /// What is left of some values of a variable, in the order of their size.
    pub(super) fn among(&self, board: &Board, Hidden { var, from, to }: Hidden) -> Vec<Range> {
        let left = self.left_of(board, var);
        let cut = left.iter().map(|&(lo, hi)| (lo.max(from), hi.min(to)));
        cut.filter(|(lo, hi)| lo <= hi).collect()
    }

    /// Those of some values of which rules leave one, told.
    pub(super) fn given(&mut self, board: &Board, vars: &[usize]) -> Vec<String> {
        let mut own: Vec<usize> = Vec::new();
        for &var in vars {
            let left = self.left.entry(var).or_insert_with(|| start(board, var));
            if matches!(left[..], [(lo, hi)] if lo == hi) && !own.contains(&var) {
                own.push(var);
            }
        }
        let said = |&var: &usize| said(board, var, &start(board, var), &[]);
        together(board, own.iter().filter_map(said).collect())
    }

    fn counted(&self, board: &Board, var: usize, cells: &[Digits]) -> Vec<Range> {
        counted(board, var, &self.left_of(board, var), cells)
    }

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
            let old = self.left_of(board, var);
            let cut = |&(lo, hi): &Range| {
                let parts =
                    [(lo, hi.min(from.saturating_sub(1))), (lo.max(to.saturating_add(1)), hi)];
                parts.into_iter().filter(|(lo, hi)| lo <= hi)
            };
            let new: Vec<Range> = old.iter().flat_map(cut).collect();
            if new != old && !told.contains(&var) {
                told.push(var);
            }
            self.left.insert(var, new);
        }
        let mut news = Vec::new();
        for var in told {
            let lost: Vec<Hidden> = learnt.iter().filter(|h| h.var == var).copied().collect();
            let said = said(board, var, &self.counted(board, var, cells), &lost);
            if let Some(said) = said.filter(|said| self.said.get(&var) != Some(said)) {
                news.push(said.clone());
                self.said.insert(var, said);
            }
        }
        together(board, news)
    }
}

/// What a value may be before other values have a say: rules about it alone, and the number of a region,
/// for regions are numbered in the order of their first cells.
fn start(board: &Board, var: usize) -> Vec<Range> {
    let (puzzle, id) = (&board.puzzle, board.lowered.vars[var]);
    let (lo, hi) = puzzle.range(Name::Var(var));
    let cell = puzzle.cell_of(Name::Var(var)).filter(|_| is_region(board, var));
    if let Some(cell) = cell {
        return vec![(lo, hi.min(lo + cell.index() as i64))];
    }
    if hi - lo > WIDE {
        return vec![(lo, hi)];
    }
    let posted = board.lowered.problem.posted().iter();
    let own: Vec<_> = posted.filter(|p| p.constraint.scope() == [id]).collect();
    let allowed = |v: &i64| own.iter().all(|p| p.constraint.holds(&|_| *v));
    ranges(&(lo..=hi).filter(allowed).collect::<Vec<_>>())
}

/// Whether a variable may have a value before others have a say.
pub(super) fn may_start(board: &Board, var: usize, value: i64) -> bool {
    start(board, var).iter().any(|(lo, hi)| (*lo..=*hi).contains(&value))
}

/// Whether a value is the number of a cell's region.
pub(super) fn is_region(board: &Board, var: usize) -> bool {
    let first = board.puzzle.layer(REGION);
    first.is_some_and(|first| (first..first + board.cells).contains(&var))
}

/// Values outside the grid of which it is told what they may be.
const BESIDE: usize = 3;

/// What the values outside the grid that a constraint speaks of may be by themselves, if they are few.
pub(super) fn given_beside(view: View<'_>, unit: usize) -> Option<String> {
    let board = view.board;
    let posted = board.units[unit].posted.iter().map(|&at| &board.lowered.problem.posted()[at]);
    let mut vars: Vec<usize> = Vec::new();
    for var in posted.flat_map(|posted| posted.constraint.scope()) {
        let at = board.lowered.vars.iter().position(|v| *v == var);
        vars.extend(at.filter(|at| !vars.contains(at)));
    }
    let left: Vec<Digits> = (0..board.cells).map(|c| view.marks.left_of(c)).collect();
    let told = Outside::default().told(board, &vars, &left);
    ((1..=BESIDE).contains(&vars.len()) && !told.is_empty()).then(|| join(&told, "and"))
}

/// Whether a constraint speaks of one value outside the grid and of nothing else.
pub(super) fn is_start(board: &Board, unit: usize) -> bool {
    let own = &board.units[unit];
    let mut vars: Vec<VarId> = Vec::new();
    for &at in &own.posted {
        vars.extend(board.lowered.problem.posted()[at].constraint.scope());
    }
    vars.dedup();
    own.scope.is_empty() && vars.len() == 1
}

/// Numbers in a row as ranges.
fn ranges(values: &[i64]) -> Vec<Range> {
    let runs = values.chunk_by(|a, b| a + 1 == *b);
    runs.filter_map(|run| Some((*run.first()?, *run.last()?))).collect()
}

/// Names without what the one before begins with: `loop r1c1`, `r1c2`.
fn by_label(names: &[String]) -> Vec<String> {
    let label = |name: &String| name.rsplit_once(' ').map(|(label, _)| label.to_string());
    let short = |at: usize| {
        let (before, own) = (at.checked_sub(1).and_then(|at| label(&names[at])), label(&names[at]));
        match own.filter(|own| before.as_ref() == Some(own)) {
            Some(own) => names[at][own.len() + 1..].to_string(),
            None => names[at].clone(),
        }
    };
    (0..names.len()).map(short).collect()
}

/// That values called by a label and a number are outside the grid, if a text speaks of any.
pub(super) fn labelled(board: &Board, text: &str) -> String {
    let mut labels: Vec<(&str, usize)> = Vec::new();
    for called in board.puzzle.vars.iter().filter_map(|var| var.called.as_deref()) {
        let Some(end) = called.find(QUOTE).filter(|_| called.starts_with('\u{201c}')) else {
            continue;
        };
        let label = &called[..end + QUOTE.len_utf8()];
        match labels.iter_mut().find(|(known, _)| *known == label) {
            Some((_, count)) => *count += 1,
            None => labels.push((label, 1)),
        }
    }
    let spoken = |&(label, count): &(&str, usize)| {
        let number = |rest: &str| rest.trim_start().starts_with(|c: char| c.is_ascii_digit());
        let mut after = text.match_indices(label).map(|(at, _)| &text[at + label.len()..]);
        match count {
            1 => after.any(|rest| !rest.starts_with(" on ")),
            _ => after.any(number),
        }
    };
    let told = |&(label, count): &(&str, usize)| match count {
        1 => format!("{label} is a value outside the grid. "),
        _ => format!("{label} 1 to {count} are values outside the grid. "),
    };
    labels.iter().filter(|label| spoken(label)).map(told).collect()
}

/// The end of a label.
const QUOTE: char = '\u{201d}';

/// What to call some values together.
pub(super) fn named(board: &Board, vars: &[usize]) -> String {
    let names: Vec<String> =
        vars.iter().map(|&var| board.puzzle.name_told(Name::Var(var))).collect();
    join(&super::constraints::by_label(names), "and")
}

/// What is said of a value: of whom, and what, if it is one of them or several.
#[derive(Clone, PartialEq)]
struct Said {
    who: Who,
    one: String,
    many: String,
}

#[derive(Clone, PartialEq)]
enum Who {
    Cell(Cell),
    Named(String),
}

/// Sentences about values, those that say the same as one.
fn together(board: &Board, all: Vec<Said>) -> Vec<String> {
    let mut groups: Vec<Vec<Said>> = Vec::new();
    for said in all {
        let like = |group: &&mut Vec<Said>| {
            let (a, b) = (&group[0].who, &said.who);
            group[0].one == said.one && matches!(a, Who::Cell(_)) == matches!(b, Who::Cell(_))
        };
        match groups.iter_mut().find(like) {
            Some(group) => group.push(said),
            None => groups.push(vec![said]),
        }
    }
    let text = |group: &Vec<Said>| {
        let cell = |said: &Said| match said.who {
            Who::Cell(cell) => Some(cell),
            Who::Named(_) => None,
        };
        let name = |said: &Said| match &said.who {
            Who::Cell(_) => None,
            Who::Named(name) => Some(name.clone()),
        };
        let names: Vec<String> = group.iter().filter_map(name).collect();
        let who = match names.is_empty() {
            true => cells(board, group.iter().filter_map(cell)),
            false => join(&by_label(&names), "and"),
        };
        let what = if group.len() == 1 { &group[0].one } else { &group[0].many };
        format!("{who} {what}")
    };
    groups.iter().map(text).collect()
}

/// That a variable is 1, told: `r1c3 is doubled`.
pub(super) fn fact(board: &Board, var: usize) -> String {
    one(board, said(board, var, &[(1, 1)], &[]))
}

fn one(board: &Board, said: Option<Said>) -> String {
    together(board, said.into_iter().collect()).concat()
}

/// That a variable has one of some values, told.
pub(super) fn one_of(board: &Board, var: usize, values: &[i64]) -> String {
    one(board, said(board, var, &ranges(values), &[]))
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
    ranges(&values)
}

/// What is left of a value, told; nothing if nothing is left.
fn said(board: &Board, var: usize, left: &[Range], lost: &[Hidden]) -> Option<Said> {
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
        let name = Who::Named(puzzle.name_told(Name::Var(var)));
        let (one, many) = (format!("is {not}{values}"), format!("are {not}{values}"));
        return Some(Said { who: name, one, many });
    };
    let who = Who::Cell(cell.index());
    let of_cell = |one: String, many: String| Some(Said { who: who.clone(), one, many });
    let flag = |yes: [&str; 2], no: [&str; 2]| {
        let told = match left {
            [(0, 0)] => no.map(String::from),
            [(1, 1)] => yes.map(String::from),
            _ => yes.map(|yes| format!("{yes} or not")),
        };
        let [one, many] = told;
        of_cell(one, many)
    };
    let modified = |kind| puzzle.clues_of(kind).next().is_some();
    let factor = |word: &str| {
        let (is, are) = (format!("is {word}"), format!("are {word}"));
        flag([&is, &are], [&format!("is not {word}"), &format!("are not {word}")])
    };
    match layer.name.as_str() {
        VALUE if not.is_empty() => {
            of_cell(format!("counts for {values}"), format!("count for {values}"))
        }
        VALUE => {
            let what = format!("not count for {values}");
            of_cell(format!("does {what}"), format!("do {what}"))
        }
        "modified" if modified("doublers") => factor("doubled"),
        "modified" if modified("negators") => factor("negated"),
        "modified" => factor("multiplied"),
        "schroedinger" => {
            let two = ["has two digits", "have two digits"];
            flag(two, ["has one digit", "have one digit"])
        }
        REGION => {
            let (not, values) = match missing(left, (layer.lo, layer.hi)) {
                Some(gone) => ("not ", list(&gone)),
                None => ("", list(left)),
            };
            let what = format!("{not}in region {values}");
            of_cell(format!("is {what}"), format!("are {what}"))
        }
        name => {
            let of = if name == "second" { "larger digit" } else { name };
            let who = Who::Named(format!("the {of} of {}", puzzle.grid.name(cell)));
            let what = |is: &str| format!("{is} {not}{values}");
            Some(Said { who, one: what("is"), many: what("is") })
        }
    }
}

/// The values that are gone, if one or two are and more are left.
fn missing(left: &[Range], (lo, hi): Range) -> Option<Vec<Range>> {
    let has = |v: &i64| left.iter().any(|(lo, hi)| lo <= v && v <= hi);
    let gone: Vec<i64> = (lo..=hi).filter(|v| !has(v)).collect();
    let more = (hi - lo + 1) as usize > 2 * gone.len();
    ((1..=2).contains(&gone.len()) && more).then(|| ranges(&gone))
}
