//! What is known about a puzzle in the end, in words and in JSON.

use std::time::Duration;

use pencilmark::{Status, Stop};

use crate::exit::Exit;
use crate::json::Object;
use crate::words::{number, plural, time};

/// The word for a status, the same in text and JSON.
pub fn status_word(status: Status) -> &'static str {
    match status {
        Status::Unique => "unique",
        Status::Multiple => "multiple",
        Status::None => "none",
        Status::Unknown => "unknown",
    }
}

/// A number of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// How many were found.
    pub count: u64,
    /// Whether there are no others.
    pub exact: bool,
}

impl Found {
    /// What the number says about the puzzle.
    pub fn status(self) -> Status {
        match (self.count, self.exact) {
            (0, true) => Status::None,
            (1, true) => Status::Unique,
            (0 | 1, false) => Status::Unknown,
            _ => Status::Multiple,
        }
    }

    /// In words.
    pub fn words(self) -> String {
        match (self.count, self.exact) {
            (0, true) => "no solution".into(),
            (1, true) => "one solution".into(),
            (n, true) => format!("{} solutions", number(n)),
            (0, false) => "no solution found yet".into(),
            (1, false) => "one solution found, perhaps not the only one".into(),
            (n, false) => format!("at least {} solutions", number(n)),
        }
    }
}

/// The end of one question about one puzzle.
#[derive(Clone, Debug)]
pub struct Report {
    /// None, one or several solutions.
    pub status: Status,
    /// How many solutions were found, if they were counted.
    pub found: Option<Found>,
    /// Why the search ended early, if it did.
    pub stopped: Option<Stop>,
    /// How many values were assumed.
    pub nodes: u64,
    /// Whether the answer is yes, if the search did not end early.
    pub yes: Exit,
}

impl Report {
    /// How the command ends, if this was the only puzzle.
    pub fn exit(&self) -> Exit {
        self.stopped.map_or(self.yes, Exit::of)
    }

    /// The remark about this puzzle, as a line.
    pub fn talk(&self, label: &str, elapsed: Duration) -> String {
        let words = match self.found {
            Some(found) => found.words(),
            None => status_word(self.status).to_string(),
        };
        let why = match self.stopped {
            None => "",
            Some(Stop::Time) => "; the time limit was reached",
            Some(Stop::Nodes) => "; the node limit was reached",
            Some(Stop::Cancelled) => "; interrupted",
        };
        format!("{label}: {words}{why} ({}, {})\n", plural(self.nodes, "node"), time(elapsed))
    }

    /// The fields that every object has, at its end.
    pub fn json(&self, object: &mut Object<'_>, elapsed: Duration) {
        object.text("status", status_word(self.status));
        if let Some(found) = self.found {
            object.plain("count", found.count).plain("exact", found.exact);
        }
        if let Some(stop) = self.stopped {
            let word = match stop {
                Stop::Time => "time",
                Stop::Nodes => "nodes",
                Stop::Cancelled => "interrupted",
            };
            object.text("stopped", word);
        }
        object.plain("nodes", self.nodes);
        object.plain("seconds", format_args!("{:.6}", elapsed.as_secs_f64()));
    }
}

/// What a batch comes to.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// How many puzzles have one, several, no solutions, an unknown number, or are bad.
    counts: [u64; 5],
    nodes: u64,
    /// The worst end so far.
    pub exit: Exit,
    /// The remark to make if there is only one puzzle.
    pub only: Option<String>,
}

const WORDS: [&str; 5] = ["unique", "multiple", "none", "unknown", "invalid"];

impl Tally {
    /// Takes note of a puzzle.
    pub fn note(&mut self, report: &Report) {
        let place = match report.status {
            Status::Unique => 0,
            Status::Multiple => 1,
            Status::None => 2,
            Status::Unknown => 3,
        };
        self.counts[place] += 1;
        self.nodes += report.nodes;
        self.exit = self.exit.max(report.exit());
    }

    /// Takes note of a puzzle that could not be worked on.
    pub fn note_bad(&mut self, exit: Exit) {
        self.counts[4] += 1;
        self.exit = self.exit.max(exit);
    }

    /// Takes in another tally.
    pub fn add(&mut self, other: Tally) {
        self.counts.iter_mut().zip(other.counts).for_each(|(a, b)| *a += b);
        self.nodes += other.nodes;
        self.exit = self.exit.max(other.exit);
        self.only = self.only.take().or(other.only);
    }

    /// How many puzzles there were.
    pub fn puzzles(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The remark at the end of a batch, as a line.
    pub fn talk(&self, elapsed: Duration) -> String {
        let parts = WORDS.iter().zip(self.counts).filter(|(_, n)| *n > 0);
        let parts: Vec<_> = parts.map(|(word, n)| format!("{} {word}", number(n))).collect();
        let (puzzles, nodes) = (plural(self.puzzles(), "puzzle"), plural(self.nodes, "node"));
        format!("{puzzles}: {} ({nodes}, {})\n", parts.join(", "), time(elapsed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(count: u64, exact: bool, stopped: Option<Stop>) -> Report {
        let found = Found { count, exact };
        Report { status: found.status(), found: Some(found), stopped, nodes: 12, yes: Exit::Yes }
    }

    #[test]
    fn a_limit_never_becomes_a_verdict() {
        for stop in [Stop::Time, Stop::Nodes, Stop::Cancelled] {
            for count in [0, 1] {
                let report = report(count, false, Some(stop));
                assert_eq!(report.status, Status::Unknown);
                assert_ne!(report.exit(), Exit::Yes);
            }
        }
    }

    #[test]
    fn remarks_and_summaries() {
        let ms = Duration::from_micros(400);
        let line = report(1, true, None).talk("killer.pencil", ms);
        assert_eq!(line, "killer.pencil: one solution (12 nodes, 0.4 ms)\n");
        let line = report(0, false, Some(Stop::Time)).talk("x", ms);
        assert_eq!(
            line,
            "x: no solution found yet; the time limit was reached (12 nodes, 0.4 ms)\n"
        );

        let mut tally = Tally::default();
        tally.note(&report(1, true, None));
        tally.note(&report(2, false, None));
        let mut other = Tally::default();
        other.note_bad(Exit::Bad);
        tally.add(other);
        assert_eq!(
            tally.talk(ms),
            "3 puzzles: 1 unique, 1 multiple, 1 invalid (24 nodes, 0.4 ms)\n"
        );
        assert_eq!(tally.exit, Exit::Bad);
    }
}
