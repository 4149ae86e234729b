//! `count`: how many solutions there are.

use std::io::Write;

use pencilmark::formats::Item;
use pencilmark::kernel::search::Estimate;
use pencilmark::{Diagnostic, Limits, Status, Stop};

use super::finder::Finder;
use super::{Answer, Ask, Out, drain};
use crate::exit::Exit;
use crate::progress::estimate_fields;
use crate::report::{Found, Report};

pub(super) fn count(ask: &Ask<'_>, item: &Item, sink: &mut Out<'_>) -> Answer {
    if let Some(dives) = ask.options().estimate {
        return estimate(ask, item, dives, sink);
    }
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

/// Dives between two looks at the clock. Part of what an estimate is: each such batch has chance
/// of its own, so that the number of dives alone decides what comes out.
const BATCH: u64 = 64;

/// Knuth's estimate, a batch of dives after the other, until there are enough or time is up.
fn estimate(ask: &Ask<'_>, item: &Item, dives: u64, sink: &mut Out<'_>) -> Answer {
    let solver = ask.solver(&*ask.puzzle(item)?);
    let mut all = Estimate { mean: 0.0, error: 0.0, dives: 0, hits: 0 };
    let mut stopped = None;
    while all.dives < dives {
        let seed = ask.options().seed.wrapping_add(all.dives);
        match solver.estimate(BATCH.min(dives - all.dives), seed) {
            // Nothing to dive into: there is no solution.
            Ok(batch) if batch.dives == 0 => break,
            Ok(batch) => all = together(&all, &batch),
            Err(stop) => {
                stopped = Some(stop);
                break;
            }
        }
        ask.context.progress.estimate(&all);
    }
    let known = all.dives > 0 || stopped.is_none();
    let out = sink.out();
    if ask.options().json {
        let mut object = ask.object(out);
        estimate_fields(&mut object, &all);
        object.end_line();
    } else {
        ask.start_line(out);
        let Estimate { mean, error, dives, .. } = all;
        let _ = writeln!(out, "about {mean:.4e} (standard error {error:.1e}, {dives} dives)");
    }
    let yes = if known { Exit::Yes } else { Exit::Limit };
    let stopped = stopped.filter(|_| !known);
    Ok(Report { status: Status::Unknown, found: None, stopped, nodes: 0, yes })
}

/// Two estimates as one.
fn together(a: &Estimate, b: &Estimate) -> Estimate {
    let sums = |e: &Estimate| {
        let n = e.dives as f64;
        (e.mean * n, (e.error * e.error * n + e.mean * e.mean) * n)
    };
    let ((sum_a, squares_a), (sum_b, squares_b)) = (sums(a), sums(b));
    let dives = a.dives + b.dives;
    let n = dives as f64;
    let mean = (sum_a + sum_b) / n;
    let variance = ((squares_a + squares_b) / n - mean * mean).max(0.0);
    Estimate { mean, error: (variance / n).sqrt(), dives, hits: a.hits + b.hits }
}

/// Nodes a line may use on the skeleton of its size. Building a model costs as much as some
/// ten ordinary lines, but only on its own model do all threads work on one puzzle.
const QUICK: u64 = 1000;

fn number(ask: &Ask<'_>, item: &Item) -> Result<(Found, Option<Stop>, u64), Vec<Diagnostic>> {
    let limit = ask.options().limit;
    // A line without solutions may have a slip in it, which is told when it is read as a puzzle.
    let read = !matches!(item, Item::Classic(..));
    if let Some(plain) = ask.plain(item, limit).filter(|plain| read || plain.found.count > 0) {
        return Ok((plain.found, plain.stopped, plain.guesses));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_estimates_are_as_one_of_all_dives() {
        // Weights 0, 4, 8 and 2, 2 by hand.
        let of = |weights: &[f64]| {
            let n = weights.len() as f64;
            let mean = weights.iter().sum::<f64>() / n;
            let squares = weights.iter().map(|w| w * w).sum::<f64>() / n;
            let error = ((squares - mean * mean) / n).sqrt();
            Estimate { mean, error, dives: weights.len() as u64, hits: 1 }
        };
        let both = together(&of(&[0.0, 4.0, 8.0]), &of(&[2.0, 2.0]));
        let whole = of(&[0.0, 4.0, 8.0, 2.0, 2.0]);
        assert!((both.mean - whole.mean).abs() < 1e-9 && (both.error - whole.error).abs() < 1e-9);
        assert_eq!((both.dives, both.hits), (5, 2));
    }
}
