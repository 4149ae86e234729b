//! `count`: how many solutions there are.

use std::io::Write;

use pencilmark::formats::Item;
use pencilmark::{Diagnostic, Limits, Stop};

use super::finder::Finder;
use super::{Answer, Ask, Out, drain};
use crate::exit::Exit;
use crate::report::{Found, Report};

pub(super) fn count(ask: &Ask<'_>, item: &Item, sink: &mut Out<'_>) -> Answer {
    let (found, stopped, nodes) = number(ask, item)?;
    let report = Report {
        status: found.status(),
        found: Some(found),
        stopped,
        nodes,
        // A limit that the user set on the number is a limit like the others.
        yes: if found.exact { Exit::Yes } else { Exit::Limit },
    };
    let out = sink.out();
    if ask.options().json {
        ask.close(ask.object(out), &report);
        return Ok(report);
    }
    ask.start_line(out);
    let _ = writeln!(out, "{}{}", if found.exact { "" } else { "at least " }, found.count);
    Ok(report)
}

/// Nodes a line may use on the skeleton of its size. Building a model costs as much as some
/// ten ordinary lines, but only on its own model do all threads work on one puzzle.
const QUICK: u64 = 1000;

fn number(ask: &Ask<'_>, item: &Item) -> Result<(Found, Option<Stop>, u64), Vec<Diagnostic>> {
    let limit = ask.options().limit;
    if let Some(plain) = ask.plain(item, limit).filter(|plain| plain.found.count > 0) {
        return Ok((plain.found, None, plain.guesses));
    }
    if let Item::Classic(line, _) = item {
        let nodes = Some(ask.limits.nodes.map_or(QUICK, |n| n.min(QUICK)));
        let quick = Limits { nodes, ..ask.limits.clone() };
        if let Some((_, search)) = ask.line_search(line, &quick) {
            let (found, stopped, nodes) = drain(Finder::marks(search), limit);
            if found.exact && found.count > 0 || !found.exact && stopped.is_none() {
                return Ok((found, stopped, nodes));
            }
        }
    }
    let found = ask.solver(&*ask.puzzle(item)?).count(limit);
    Ok((Found { count: found.count, exact: found.exact }, found.stopped, found.stats.nodes))
}
