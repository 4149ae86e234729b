//! What is to be found besides digits: regions, connected shapes, missing digits.

use pencilmark_kernel::expr::{Cmp, Expr, Formula};
use pencilmark_puzzle::{CellId, Clue};

use super::names::Names;
use super::{Context, Statement, integer, rule};
use crate::import::{Reading, clue, digits_in};

pub(super) fn read(context: &mut Context, s: &Statement) -> Reading<Vec<Clue>> {
    match &*s.kind {
        // It has been added before all others.
        "ChaosConstruction" => Ok(vec![]),
        "ConnectedValues" => connected(context, s),
        _ => counted(context, s),
    }
}

/// `CONTROL~OFFSET~CELLS`: arms or a list of regions, from the control cell on if there are
/// none. Cells of the grid stand for their regions.
fn counted(context: &Context, s: &Statement) -> Reading<Vec<Clue>> {
    let names = &context.names;
    let regions = names.want_group(s, "CC")?.clone();
    let control = names.want(s, s.arg(0))?;
    let others = match s.arg(1) {
        "" | "0" => false,
        "1" => true,
        word => return Err(s.fault(format!("`{word}` is neither 0 nor 1"))),
    };
    let mut lists = vec![vec![control]];
    for words in s.rest(2).split(|word| word == "-").filter(|words| !words.is_empty()) {
        let arm = names.cells(s, words)?;
        let home = |c: CellId| match c.index().checked_sub(regions.first) {
            Some(at) if at < regions.count => CellId::new(at),
            _ => c,
        };
        let arm: Vec<CellId> = arm.into_iter().map(home).collect();
        if arm.iter().any(|c| c.index() >= context.puzzle.grid.size()) {
            return Err(s.fault("the cells behind the first are those of regions"));
        }
        lists.push(arm);
    }
    if control.index() >= context.puzzle.grid.size() && lists.len() == 1 {
        return Err(s.fault("a cell outside the grid has no neighbours to count"));
    }
    let kind = if s.kind == "ChaosArrow" { "chaos-arrow" } else { "chaos-count" };
    let mut counted = clue(kind);
    counted.cells = lists;
    Ok(vec![if others { counted.number(1) } else { counted }])
}

/// `GROUP~VALUES[~SIZE]`: the cells with these values hang together.
fn connected(context: &Context, s: &Statement) -> Reading<Vec<Clue>> {
    let group = context.names.want_group(s, s.arg(0))?;
    let values: Vec<i64> = s.arg(1).split('_').map(|v| integer(s, v)).collect::<Reading<_>>()?;
    let size = match s.arg(2) {
        "" => None,
        word => Some(integer(s, word)?),
    };
    if group.prefix.is_empty() {
        let mut clues = match size {
            Some(size) => vec![clue("connected-group").number(size)],
            None => vec![clue("connected-digits")],
        };
        clues[0].numbers.extend(&values);
        let cells: Vec<CellId> = context.puzzle.grid.cells().collect();
        // There is at least one such cell; in a house with all digits there is anyway.
        let grid = &context.puzzle.grid;
        let full =
            context.puzzle.clues_of("row").next().is_some() && grid.digit_count() == grid.cols();
        if size.is_none() && !full {
            let inside = |&c: &CellId| Formula::In(Names::digit(c), values.clone());
            clues.push(rule(Formula::Or(cells.iter().map(inside).collect())));
        }
        return Ok(clues);
    }
    let cells: Vec<CellId> = (group.first..group.first + group.count).map(CellId::new).collect();
    let mut clues = vec![rule(super::names::hang_together(group, &cells, &values))];
    let inside = |&c: &CellId| Formula::In(Names::digit(c), values.clone());
    if let Some(size) = size {
        let holds = |c: &CellId| Expr::Holds(Box::new(inside(c)));
        let count = Expr::Sum(cells.iter().map(holds).collect());
        clues.push(rule(Formula::Cmp(Cmp::Eq, count, Expr::Const(size))));
    }
    clues.push(rule(Formula::Or(cells.iter().map(inside).collect())));
    Ok(clues)
}

/// Every house misses one digit besides having a 0: the missing ones are extra cells, with
/// which the house has all digits.
pub(super) fn doppelganger(context: &Context) -> Vec<Clue> {
    let (puzzle, names) = (&context.puzzle, &context.names);
    let group = |prefix: &str| {
        let group = names.group(prefix);
        group.map_or(vec![], |g| (g.first..g.first + g.count).map(CellId::new).collect::<Vec<_>>())
    };
    let zero = group("DGZ");
    let houses =
        |kind: &'static str| puzzle.clues_of(kind).map(|c| c.list(0).to_vec()).collect::<Vec<_>>();
    // What a row misses stands in a column beside the grid, and the other way round.
    let families = [
        ("row", "rows", group("DGC")),
        ("column", "columns", group("DGR")),
        ("box", "boxes", group("DGB")),
    ]
    .map(|(kind, plural, missing)| (kind, plural, houses(kind), missing));
    let mut clues: Vec<Clue> = zero.iter().map(|&z| digits_in(z, vec![0])).collect();
    for (kind, plural, houses, missing) in &families {
        for (at, (house, &miss)) in houses.iter().zip(missing).enumerate() {
            let name = format!("the rule that {kind} {} lacks one digit", at + 1);
            clues.push(distinct(house.iter().chain([&miss])).called(name));
        }
        if !missing.is_empty() {
            let name = format!("the rule that no two {plural} lack the same digit, and none a 0");
            clues.push(distinct(missing.iter().chain(&zero)).called(name));
        }
    }
    for cell in puzzle.grid.cells() {
        let missed = families.iter().filter_map(|(_, _, houses, missing)| {
            let home = houses.iter().position(|h| h.contains(&cell))?;
            missing.get(home).map(|&m| Names::digit(m))
        });
        let filled = Formula::Cmp(Cmp::Ne, Names::digit(cell), Expr::Const(0));
        clues.push(rule(Formula::Or(vec![filled, Formula::Distinct(missed.collect())])));
    }
    clues
}

fn distinct<'a>(cells: impl Iterator<Item = &'a CellId>) -> Clue {
    rule(Formula::Distinct(cells.map(|&c| Names::digit(c)).collect()))
}
