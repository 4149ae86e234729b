//! Statements made of statements.

use std::borrow::Cow;

use pencilmark_kernel::expr::Formula;
use pencilmark_puzzle::{CellId, Clue};

use super::names::Names;
use super::{Context, Statement};
use crate::import::Reading;
use crate::import::clue;
use crate::pack::base64_bits;

pub(super) fn read(context: &mut Context, s: &Statement) -> Reading<Vec<Clue>> {
    if s.inner.iter().any(|i| super::clues::is_global(&i.kind)) {
        return Err(s.fault("statements about the whole grid cannot stand inside others"));
    }
    match &*s.kind {
        "And" => all(context, &s.inner),
        "Or" => {
            let mut ways = Vec::new();
            for branch in &s.inner {
                ways.push(context.clues(branch)?);
            }
            let mut said: Vec<_> = ways.iter().map(|clues| context.meaning(clues)).collect();
            let said = if said.len() == 1 { said.remove(0) } else { Formula::Or(said) };
            Ok(vec![clue("rule").stating_either(said, ways)])
        }
        _ => {
            let copies = replicated(context, s)?;
            all(context, &copies)
        }
    }
}

fn all(context: &mut Context, statements: &[Statement<'_>]) -> Reading<Vec<Clue>> {
    let mut clues = Vec::new();
    for statement in statements {
        clues.extend(context.clues(statement)?);
    }
    Ok(clues)
}

/// The inner statements once for each target cell, moved so that the origin falls on it.
fn replicated<'t>(context: &Context, s: &Statement<'t>) -> Reading<Vec<Statement<'t>>> {
    let names = &context.names;
    let origin = match s.arg(1) {
        "" => CellId::new(0),
        word => names.want(s, word)?,
    };
    let group = names.group_of(origin);
    let bits = base64_bits(s.arg(0)).ok_or_else(|| s.fault("the targets are damaged"))?;
    let mut all = Vec::new();
    for (i, _) in bits.iter().enumerate().filter(|(_, on)| **on) {
        let target = origin.index() + i;
        if target >= group.first + group.count {
            return Err(s.fault("a copy lies outside the grid"));
        }
        let (from, to) = (origin.index() - group.first, target - group.first);
        let down = (to / group.columns) as isize - (from / group.columns) as isize;
        let right = (to % group.columns) as isize - (from % group.columns) as isize;
        for inner in &s.inner {
            all.push(moved(inner, names, down, right)?);
        }
        if all.len() > super::MAX_CLUES {
            return Err(s.fault("there are too many copies"));
        }
    }
    Ok(all)
}

/// A statement with all its cells moved.
fn moved<'t>(
    s: &Statement<'t>,
    names: &Names,
    down: isize,
    right: isize,
) -> Reading<Statement<'t>> {
    let word = |word: &Cow<'t, str>| {
        let (name, rest) = word.split_at(word.find('_').unwrap_or(word.len()));
        // Whatever is not a cell, a sum or a count, stays.
        let Some(from) = names.cell(name) else { return Ok(word.clone()) };
        let outside = || s.fault("a copy lies outside the grid");
        let to = names.step(from, down, right).ok_or_else(outside)?;
        Ok(format!("{}{rest}", names.name(to)).into())
    };
    let inner = s.inner.iter().map(|i| moved(i, names, down, right)).collect::<Reading<_>>()?;
    let args = s.args.iter().map(word).collect::<Reading<_>>()?;
    Ok(Statement { kind: s.kind.clone(), args, inner, at: s.at.clone() })
}
