//! One line on standard error that tells how far a long search is.
//!
//! Shown only to a person at a terminal, only after a second, and taken away before
//! anything else is printed. A program that asks for it gets a line of JSON each time.

use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use pencilmark::Progress;
use pencilmark::kernel::search::Estimate;

use crate::json::Object;
use crate::words::{number, plural};

/// The usual [`Pace`] for a person.
const PATIENCE: u64 = 1000;
const PAUSE: u64 = 200;

/// Who reads the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// Nobody.
    Nobody,
    /// A person at a terminal.
    Person,
    /// A program.
    Program,
}

/// The line.
#[derive(Debug)]
pub struct ProgressLine {
    reader: Reader,
    started: Instant,
    /// When it was last written, in milliseconds since the start.
    written: AtomicU64,
    shown: AtomicBool,
}

/// Milliseconds before the line appears, and between two changes of it.
#[derive(Clone, Copy, Debug)]
struct Pace {
    patience: u64,
    pause: u64,
}

impl ProgressLine {
    /// A line for this reader.
    pub fn new(reader: Reader) -> ProgressLine {
        ProgressLine {
            reader,
            started: Instant::now(),
            written: AtomicU64::new(0),
            shown: AtomicBool::new(false),
        }
    }

    /// Whether it may ever be shown.
    pub fn is_wanted(&self) -> bool {
        self.reader != Reader::Nobody
    }

    /// Shows how far the search of one puzzle is.
    pub fn search(&self, at: Progress) {
        self.write(
            || search_words(at),
            |object| {
                object.plain("solutions", at.solutions).plain("nodes", at.nodes);
                object.plain("fraction", at.fraction);
            },
        );
    }

    /// Shows how good an estimate is.
    pub fn estimate(&self, at: &Estimate) {
        let words = || format!("about {:.3e} after {}", at.mean, plural(at.dives, "dive"));
        self.write(words, |object| estimate_fields(object, at));
    }

    /// Shows how few clues are known to contradict each other. A program hears of all of them at
    /// once: they are the answer that somebody waits for, and not many.
    pub fn clues(&self, clues: usize, fields: impl FnOnce(&mut Object<'_>)) {
        let words = || format!("{clues} clues contradict each other, looking for fewer");
        let pace = match self.reader {
            Reader::Program => Pace { patience: 0, pause: 0 },
            _ => self.pace(),
        };
        self.write_at(pace, words, fields);
    }

    /// Shows how far a batch is.
    pub fn batch(&self, done: u64) {
        let rate = done as f64 / self.started.elapsed().as_secs_f64();
        self.write(
            || format!("{}, {} each second", plural(done, "puzzle"), number(rate as u64)),
            |object| {
                object.plain("puzzles", done);
            },
        );
    }

    /// Shows how far the making of puzzles is.
    pub fn making(&self, done: u64, attempts: u64) {
        self.write(
            || format!("{} of {}", plural(done, "puzzle"), plural(attempts, "attempt")),
            |object| {
                object.plain("puzzles", done).plain("attempts", attempts);
            },
        );
    }

    /// Takes the line away.
    pub fn clear(&self) {
        if self.shown.swap(false, Ordering::Relaxed) {
            eprint_raw("\r\x1b[K");
        }
    }

    fn write(&self, words: impl FnOnce() -> String, fields: impl FnOnce(&mut Object<'_>)) {
        self.write_at(self.pace(), words, fields);
    }

    fn pace(&self) -> Pace {
        let patience = if self.reader == Reader::Program { PAUSE } else { PATIENCE };
        Pace { patience, pause: PAUSE }
    }

    fn write_at(
        &self,
        Pace { patience, pause }: Pace,
        words: impl FnOnce() -> String,
        fields: impl FnOnce(&mut Object<'_>),
    ) {
        if self.reader == Reader::Nobody {
            return;
        }
        let now = self.started.elapsed().as_millis() as u64;
        let before = self.written.load(Ordering::Relaxed);
        // Nothing was written yet if that was at the very start.
        if now < patience || before > 0 && now < before + pause {
            return;
        }
        let now = now.max(1);
        // Of several threads that come at the same time one writes.
        let order = Ordering::Relaxed;
        if self.written.compare_exchange(before, now, order, order).is_err() {
            return;
        }
        if self.reader == Reader::Program {
            let mut line = Vec::new();
            let mut object = Object::new(&mut line);
            fields(&mut object);
            object.end_line();
            eprint_raw(&String::from_utf8_lossy(&line));
        } else {
            self.shown.store(true, Ordering::Relaxed);
            eprint_raw(&format!("\r\x1b[K{} ({} s)", words(), now / 1000));
        }
    }
}

/// The fields of an estimate. What is too large for a number is null.
pub fn estimate_fields(object: &mut Object<'_>, at: &Estimate) {
    for (key, value) in [("estimate", at.mean), ("error", at.error)] {
        match value.is_finite() {
            true => object.plain(key, value),
            false => object.plain(key, "null"),
        };
    }
    object.plain("dives", at.dives).plain("hits", at.hits);
}

fn search_words(at: Progress) -> String {
    let found = format!("{}, {}", plural(at.solutions, "solution"), plural(at.nodes, "node"));
    match at.fraction * 100.0 {
        0.0 => found,
        share if share < 10.0 => format!("{share:.2}% searched, {found}"),
        share => format!("{share:.0}% searched, {found}"),
    }
}

/// A closed standard error is no reason to stop.
fn eprint_raw(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_what_is_done() {
        let at = Progress { nodes: 1234567, solutions: 1, fraction: 0.0312 };
        assert_eq!(search_words(at), "3.12% searched, 1 solution, 1,234,567 nodes");
        let unknown = Progress { fraction: 0.0, ..at };
        assert_eq!(search_words(unknown), "1 solution, 1,234,567 nodes");
    }
}
