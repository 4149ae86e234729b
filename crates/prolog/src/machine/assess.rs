//! What an index would bring: how much better than looking at all clauses it is.
//!
//! Which calls leave a choice point depends on which index is used, so the figures are those of
//! SWI-Prolog: distinct keys, clauses that have none, and how evenly the keys are spread.

use crate::{
    cell::{Cell, Tag},
    database::{Args, Assessed, Key, Worth, joined_key},
    machine::Machine,
};

/// Two arguments are tried where one argument leaves more than this many clauses,
const MANY: f32 = 3.0;
/// if both of them are worth this much, and together as many times more.
const WORTH: f32 = 1.5;
/// Clauses without a key, for each distinct key, that an index can bear.
const OPEN: f32 = 0.1;
/// An index that is this close to perfect need not look deeper.
const NEARLY: f32 = 0.8;

/// Clauses one after the other that have the same key.
struct Run {
    key: Key,
    clauses: usize,
    /// How many have a compound there whose arguments may tell more.
    telling: usize,
}

/// The keys of some clauses.
#[derive(Default)]
struct Tally {
    runs: Vec<Run>,
    /// Clauses without a key.
    open: usize,
}

impl Tally {
    fn add(&mut self, key: Key, telling: impl FnOnce() -> bool) {
        if key == 0 {
            self.open += 1;
            return;
        }
        let telling = usize::from(telling());
        match self.runs.last_mut() {
            Some(run) if run.key == key => {
                run.clauses += 1;
                run.telling += telling;
            }
            _ => self.runs.push(Run { key, clauses: 1, telling }),
        }
    }

    fn worth(self, count: usize) -> Option<Worth> {
        let mut runs = self.runs;
        // Of runs with the same key the first says how many clauses tell more.
        runs.sort_by_key(|run| run.key);
        runs.dedup_by(|run, first| {
            let same = run.key == first.key;
            if same {
                first.clauses += run.clauses;
            }
            same
        });
        let (count, distinct, open) = (count as f32, runs.len() as f32, self.open as f32);
        match &runs[..] {
            [] => return None,
            [only] if !is_functor(only.key) => return None,
            _ => {}
        }
        if open / distinct > OPEN {
            return None;
        }
        let mean = (count - open) / distinct;
        let squares: f32 = runs.iter().map(|run| (run.clauses as f32 - mean).powi(2)).sum();
        let deviation = (squares / distinct).sqrt();
        let mut speedup = count * distinct / (count - open + open * distinct);
        speedup /= 1.0 + deviation * distinct / count;
        let telling: usize = runs.iter().map(|run| run.telling.saturating_sub(1)).sum();
        let deep = speedup < NEARLY * count && telling > 0 && open == 0.0;
        Some(Worth { speedup, deep })
    }
}

impl Machine {
    /// The best arguments to index these clauses by, of those that a call has bound, if they
    /// are worth more than `least`. The clauses are looked at inside the compound that `path`
    /// leads to.
    pub(crate) fn best_args(
        &self,
        assessed: &mut Assessed,
        clauses: &[u32],
        path: &[u8],
        bound: &[usize],
        least: f32,
    ) -> Option<(Args, Worth)> {
        let most = bound.last().map_or(0, |&arg| arg + 1);
        if assessed.worth.len() < most {
            assessed.worth.resize(most, None);
        }
        let new = bound.iter().copied().filter(|&arg| assessed.worth[arg].is_none());
        let new: Vec<Args> = new.map(Args::one).collect();
        for (args, worth) in new.iter().zip(self.assess(clauses, path, &new)) {
            assessed.worth[usize::from(args.first)] = Some(worth.unwrap_or_default());
        }
        let worth = |arg: usize| assessed.worth[arg].unwrap_or_default();
        let mut best: Option<usize> = None;
        for &arg in bound {
            if worth(arg).speedup > best.map_or(0.0, |best| worth(best).speedup) {
                best = Some(arg);
            }
        }
        let best = best?;
        let single = worth(best);
        if clauses.len() as f32 / single.speedup > MANY {
            let mut good: Vec<usize> =
                bound.iter().copied().filter(|&arg| worth(arg).speedup > WORTH).collect();
            good.sort_by(|&a, &b| worth(b).speedup.total_cmp(&worth(a).speedup));
            if good.len() >= 2 {
                assessed.pairs += 1;
                let pairs = assessed.pairs <= bound.len().max(assessed.worth.len());
                if let Some(pair) = pairs.then(|| self.best_pair(clauses, path, &good)).flatten()
                    && pair.1.speedup > single.speedup * WORTH
                {
                    return Some(pair);
                }
            }
        }
        (single.speedup > least).then_some((Args::one(best), single))
    }

    fn best_pair(&self, clauses: &[u32], path: &[u8], good: &[usize]) -> Option<(Args, Worth)> {
        let pairs = (1..good.len()).flat_map(|m| (0..m).map(move |n| (n, m)));
        let pairs: Vec<Args> = pairs.map(|(n, m)| Args::two(good[n], good[m])).collect();
        let mut best: Option<(Args, Worth)> = None;
        for (&args, worth) in pairs.iter().zip(self.assess(clauses, path, &pairs)) {
            let Some(worth) = worth else { continue };
            if worth.speedup > best.map_or(WORTH, |(_, worth)| worth.speedup) {
                best = Some((args, worth));
            }
        }
        best
    }

    /// What indexes on these arguments would bring; `None` where one makes no sense.
    pub(crate) fn assess(
        &self,
        clauses: &[u32],
        path: &[u8],
        candidates: &[Args],
    ) -> Vec<Option<Worth>> {
        let both = |args: &Args| [Some(args.first), args.second];
        let mut wanted: Vec<usize> =
            candidates.iter().flat_map(both).flatten().map(usize::from).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let mut tallies: Vec<Tally> = candidates.iter().map(|_| Tally::default()).collect();
        for &clause in clauses {
            let clause = &self.clauses[clause as usize];
            let keys = clause.walk_keys(path, &wanted);
            let key =
                |arg: u8| wanted.binary_search(&usize::from(arg)).ok().map_or(0, |at| keys[at]);
            for (args, tally) in candidates.iter().zip(&mut tallies) {
                let first = key(args.first);
                match args.second {
                    Some(second) => tally.add(joined_key(first, key(second)), || false),
                    None => tally.add(first, || {
                        is_functor(first) && clause.tells(path, usize::from(args.first))
                    }),
                }
            }
        }
        tallies.into_iter().map(|tally| tally.worth(clauses.len())).collect()
    }

    /// The key that a clause has in these arguments of the compound that the path leads to.
    pub(crate) fn clause_key(&self, clause: u32, path: &[u8], args: Args) -> Key {
        let clause = &self.clauses[clause as usize];
        let first = clause.key_at(path, usize::from(args.first));
        match args.second {
            None => first,
            Some(second) => joined_key(first, clause.key_at(path, usize::from(second))),
        }
    }
}

/// Is it the key of compound terms?
pub(crate) fn is_functor(key: Key) -> bool {
    Cell::from_bits(key).tag() == Tag::Fun
}
