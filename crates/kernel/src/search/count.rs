//! How many solutions there are.
//!
//! A short search by one thread answers most questions. If it does not end soon, what is
//! left is split into parts, the same parts whatever the number of threads, and the
//! answers of the parts are put together in their order: count and statistics never
//! depend on who was faster. A limit on nodes holds for all parts, as if they were searched
//! one after the other.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use crate::engine;
use crate::log::{Cause, Frames, Undo};
use crate::model::Model;
use crate::search::branch::{self, Choice, Scores};
use crate::search::dfs::{Part, Search, SearchOptions, Stats};
use crate::search::limits::{Limits, Meter, Stop};

/// A number of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// How many were found, at most the limit.
    pub count: u64,
    /// Whether that is all there are.
    pub exact: bool,
    /// Why it is not, if not because of the limit on solutions.
    pub stopped: Option<Stop>,
    /// What it took.
    pub stats: Stats,
}

/// Nodes one thread may use before the work is split.
const ALONE: u64 = 4096;
/// The same where so few solutions are asked for that it comes to a proof: parts do not learn from
/// each other's conflicts, and took up to 25 times the nodes (`docs/design/0021-first-numbers.md`).
const PROVING: u64 = 1 << 17;
/// So many solutions are few.
const FEW: u64 = 2;
/// Into how many parts, at least if the tree is wide enough.
const PARTS: usize = 256;

/// Counts solutions up to `limit`, on up to `threads` threads.
pub fn count(model: &Model, limit: u64, limits: &Limits, threads: usize) -> Count {
    let alone = if limit <= FEW { PROVING } else { ALONE };
    let options = SearchOptions { limits: limits.with_nodes(alone), ..Default::default() };
    let mut search = Search::new(model, options);
    let first = drain(&mut search, limit);
    let spent = first.stats.nodes;
    match first.stopped {
        Some(Stop::Nodes) if limits.nodes.is_none_or(|n| n > spent) => {}
        _ => return first,
    }
    let limits = Limits { nodes: limits.nodes.map(|n| n - spent), ..limits.clone() };
    let (parts, meter, scores) = search.into_parts();
    let crew = Crew { model, limits, meter, scores, limit: limit - first.count };
    let rest = crew.run(split(model, parts, &crew.scores), threads);
    let mut stats = first.stats;
    stats.add(rest.stats);
    Count { count: first.count + rest.count, stats, ..rest }
}

/// Counts what a search finds.
fn drain<U: Undo>(search: &mut Search<'_, U>, limit: u64) -> Count {
    let mut count = 0;
    let (exact, stopped) = loop {
        if count >= limit {
            break (false, None);
        }
        match search.advance() {
            Ok(true) => count += 1,
            Ok(false) => break (true, None),
            Err(stop) => break (false, Some(stop)),
        }
    };
    search.report();
    Count { count, exact, stopped, stats: search.stats() }
}

/// Cuts parts in two, the whole list at a time, until there are enough. The order of the
/// parts stays the order of the search.
fn split(model: &Model, mut parts: Vec<Part>, scores: &Scores) -> Vec<Part> {
    for _ in 0..24 {
        if parts.len() >= PARTS {
            break;
        }
        let mut finer = Vec::with_capacity(parts.len() * 2);
        let mut cut = false;
        for mut part in parts {
            let mut log = Frames::new(0);
            if engine::propagate(model, &mut part.state, &mut log).is_err() {
                continue;
            }
            let Some(choice) = branch::choose(model, &part.state, scores) else {
                finer.push(part);
                continue;
            };
            cut = true;
            for yes in [true, false] {
                let mut half = Part { state: part.state.clone(), share: part.share / 2.0 };
                if assume(model, &mut half, choice, yes) {
                    finer.push(half);
                }
            }
        }
        parts = finer;
        if !cut {
            break;
        }
    }
    parts
}

fn assume(model: &Model, part: &mut Part, choice: Choice, yes: bool) -> bool {
    let mut log = Frames::new(0);
    let state = &mut part.state;
    let mut ctx = crate::context::Ctx { model, state, log: &mut log, cause: Cause::Choice };
    choice.apply(&mut ctx, yes).is_ok()
}

/// Threads that count the parts of one question.
struct Crew<'m> {
    model: &'m Model,
    limits: Limits,
    meter: Arc<Meter>,
    scores: Scores,
    limit: u64,
}

impl Crew<'_> {
    fn run(&self, parts: Vec<Part>, threads: usize) -> Count {
        let next = AtomicUsize::new(0);
        let results = Mutex::new(vec![None; parts.len()]);
        let work = || {
            loop {
                let i = next.fetch_add(1, Ordering::Relaxed);
                if i >= parts.len() {
                    return;
                }
                let Some(nodes) = self.left(&results.lock().expect("no panics"), i) else {
                    return;
                };
                let result = self.count_part(&parts[i], nodes);
                results.lock().expect("no panics")[i] = Some((result, nodes));
                if matches!(result.stopped, Some(Stop::Time | Stop::Cancelled)) {
                    return;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads.clamp(1, parts.len().max(1)) {
                scope.spawn(work);
            }
            work();
        });
        self.total(&parts, &results.into_inner().expect("no panics"))
    }

    fn count_part(&self, part: &Part, nodes: u64) -> Count {
        let mut search = Search::<Frames>::from_state(
            self.model,
            part.clone(),
            self.scores.clone(),
            self.limits.with_nodes(nodes),
            self.meter.clone(),
        );
        drain(&mut search, self.limit)
    }

    /// The most nodes that part `i` may use, as far as the parts before it are done. None if
    /// they have used up all, or hold as many solutions as were asked for.
    fn left(&self, results: &[Option<(Count, u64)>], i: usize) -> Option<u64> {
        let (mut found, mut left) = (0, self.limits.nodes.unwrap_or(u64::MAX));
        for (result, _) in results[..i].iter().map_while(|r| *r) {
            found += result.count;
            left = left.saturating_sub(result.stats.nodes);
        }
        (found < self.limit && left > 0).then_some(left)
    }

    /// The answer of the parts in their order, up to the one that fills a limit.
    fn total(&self, parts: &[Part], results: &[Option<(Count, u64)>]) -> Count {
        let mut total = Count { count: 0, exact: true, stopped: None, stats: Stats::default() };
        let mut left = self.limits.nodes.unwrap_or(u64::MAX);
        for (part, result) in parts.iter().zip(results) {
            if left == 0 {
                return Count { exact: false, stopped: Some(Stop::Nodes), ..total };
            }
            let Some((mut result, allowed)) = *result else {
                total.exact = false;
                continue;
            };
            // It began while parts before it were at work, so with more nodes than they left.
            if allowed > left && result.stats.nodes > left {
                result = self.count_part(part, left);
            }
            left = left.saturating_sub(result.stats.nodes);
            total.count += result.count;
            total.stats.add(result.stats);
            total.stopped = total.stopped.or(result.stopped);
            total.exact &= result.exact;
            if total.count >= self.limit {
                total.count = self.limit;
                return Count { exact: false, stopped: None, ..total };
            }
            if total.stopped == Some(Stop::Nodes) {
                break;
            }
        }
        total
    }
}
