//! Running a suite and counting.

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::known::Known;
use super::suite::{Case, Judged, Suite};
use super::system::System;

/// What came out of a suite.
pub struct Report {
    suite: &'static Suite,
    /// Right and all, for each aspect.
    counts: Vec<(usize, usize)>,
    /// What went wrong, in the order of the cases.
    pub failures: Vec<Failure>,
    /// Keys that passed, to find what is listed for nothing.
    passed: Vec<String>,
}

/// A case that failed in one aspect.
pub struct Failure {
    /// The id of the case, with its aspect unless that is the main one.
    pub key: String,
    /// Which aspect, by its place in [`Suite::aspects`].
    pub aspect: usize,
    /// What SWI-Prolog does.
    pub wanted: String,
    /// What was seen.
    pub seen: String,
}

impl Report {
    /// Runs the cases, some at a time; `each` sees every case as it ends.
    ///
    /// # Panics
    ///
    /// If the system cannot be started.
    pub fn run(
        suite: &'static Suite,
        cases: &[Case],
        system: &System,
        jobs: usize,
        each: impl Fn(&Case, &Judged) + Sync,
    ) -> Report {
        let next = AtomicUsize::new(0);
        let done: Mutex<Vec<(usize, Judged)>> = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for _ in 0..jobs.max(1) {
                scope.spawn(|| {
                    loop {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        let Some(case) = cases.get(place) else { break };
                        let judged = case.judge(system, suite.limit);
                        each(case, &judged);
                        done.lock().expect("no panic").push((place, judged));
                    }
                });
            }
        });
        let mut done = done.into_inner().expect("no panic");
        done.sort_by_key(|(place, _)| *place);
        let mut report = Report {
            suite,
            counts: vec![(0, 0); suite.aspects.len()],
            failures: Vec::new(),
            passed: Vec::new(),
        };
        for (place, judged) in done {
            report.add(&cases[place], judged);
        }
        report
    }

    fn add(&mut self, case: &Case, judged: Judged) {
        for finding in judged.findings {
            let aspect = finding.aspect;
            let key = match self.suite.aspects[aspect].name {
                "" => case.id.clone(),
                name => format!("{}:{name}", case.id),
            };
            self.counts[aspect].1 += 1;
            match finding.wrong {
                None => {
                    self.counts[aspect].0 += 1;
                    self.passed.push(key);
                }
                Some((wanted, seen)) => self.failures.push(Failure { key, aspect, wanted, seen }),
            }
        }
    }

    /// Shares that are not reached.
    pub fn complaints(&self) -> Vec<String> {
        let mut complaints = Vec::new();
        for (aspect, &(right, all)) in self.suite.aspects.iter().zip(&self.counts) {
            if aspect.wanted.is_some_and(|wanted| right * 100 < all * wanted as usize) {
                let share = percent(right, all);
                complaints.push(format!("{} {share}: too few", self.name(aspect.name)));
            }
        }
        complaints
    }

    /// Failures that no list of known differences explains.
    pub fn unlisted<'a>(&'a self, known: &'a Known) -> impl Iterator<Item = &'a Failure> {
        let judged = |f: &&Failure| self.suite.aspects[f.aspect].wanted.is_some();
        self.failures.iter().filter(judged).filter(|f| known.reason(&f.key).is_none())
    }

    /// Listed differences that are none any more.
    pub fn outdated<'a>(&'a self, known: &'a Known) -> impl Iterator<Item = &'a str> {
        let passed = self.passed.iter().map(String::as_str);
        passed.filter(|key| known.reason(key).is_some())
    }

    fn name(&self, aspect: &str) -> String {
        match aspect {
            "" => self.suite.name.to_string(),
            _ => format!("{}, {aspect}", self.suite.name),
        }
    }
}

/// One line: how many of how many, for each aspect.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.suite.name)?;
        for (aspect, &(right, all)) in self.suite.aspects.iter().zip(&self.counts) {
            let name = if aspect.name.is_empty() { "right" } else { aspect.name };
            write!(f, " {name} {right}/{all} ({}", percent(right, all))?;
            match aspect.wanted {
                Some(wanted) => write!(f, ", wanted {wanted} %)")?,
                None => write!(f, ")")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n    wanted {}\n    seen   {}", self.key, cut(&self.wanted), cut(&self.seen))
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(500) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}

fn percent(right: usize, all: usize) -> String {
    // Cut, not rounded: 99.99 is not 100.
    let tenths = (right * 1000).checked_div(all).unwrap_or(0);
    format!("{}.{} %", tenths / 10, tenths % 10)
}
