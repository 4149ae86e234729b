//! How many solutions there are.
//!
//! A short search by one thread answers most questions. If it does not end soon, what is
//! left is split into parts, the same parts whatever the number of threads, and the
//! answers of the parts are put together in their order: count and statistics never
//! depend on who was faster.

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
/// Into how many parts, at least if the tree is wide enough.
const PARTS: usize = 256;

/// Counts solutions up to `limit`, on up to `threads` threads.
pub fn count(model: &Model, limit: u64, limits: &Limits, threads: usize) -> Count {
    let mut search = Search::new(
        model,
        SearchOptions { limits: limits.with_nodes(ALONE), ..Default::default() },
    );
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
                if i >= parts.len() || self.enough(&results.lock().expect("no panics"), i) {
                    return;
                }
                let result = self.count_part(parts[i].clone());
                results.lock().expect("no panics")[i] = Some(result);
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
        self.total(&results.into_inner().expect("no panics"))
    }

    fn count_part(&self, part: Part) -> Count {
        let search = Search::<Frames>::from_state(
            self.model,
            part,
            self.scores.clone(),
            self.limits.clone(),
            self.meter.clone(),
        );
        let mut search = search;
        drain(&mut search, self.limit)
    }

    /// Whether the parts before `i` are all done and hold as many as were asked for.
    fn enough(&self, results: &[Option<Count>], i: usize) -> bool {
        let mut sum = 0;
        results[..i].iter().map_while(|r| *r).any(|r| {
            sum += r.count;
            sum >= self.limit
        })
    }

    /// The answer of the parts in their order, up to the one that fills the limit.
    fn total(&self, results: &[Option<Count>]) -> Count {
        let mut total = Count { count: 0, exact: true, stopped: None, stats: Stats::default() };
        for result in results {
            let Some(part) = result else {
                total.exact = false;
                continue;
            };
            total.count += part.count;
            total.stats.add(part.stats);
            total.stopped = total.stopped.or(part.stopped);
            total.exact &= part.exact;
            let nodes_used_up = self.limits.nodes.is_some_and(|n| total.stats.nodes >= n);
            if total.count >= self.limit {
                total.count = self.limit;
                return Count { exact: false, stopped: None, ..total };
            }
            if nodes_used_up && !total.exact {
                total.stopped = Some(Stop::Nodes);
                break;
            }
        }
        total
    }
}
