//! One line on standard error that tells how far a long search is.
//!
//! Shown only to a person at a terminal, only after a second, and taken away before
//! anything else is printed.

use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use pencilmark::Progress;

use crate::words::{number, plural};

/// Milliseconds before the line appears, and between two changes of it.
const PATIENCE: u64 = 1000;
const PAUSE: u64 = 200;

/// The line.
#[derive(Debug)]
pub struct ProgressLine {
    wanted: bool,
    started: Instant,
    /// When it was last written, in milliseconds since the start.
    written: AtomicU64,
    shown: AtomicBool,
}

impl ProgressLine {
    /// A line that is shown only if it is wanted.
    pub fn new(wanted: bool) -> ProgressLine {
        ProgressLine {
            wanted,
            started: Instant::now(),
            written: AtomicU64::new(0),
            shown: AtomicBool::new(false),
        }
    }

    /// Whether it may ever be shown.
    pub fn is_wanted(&self) -> bool {
        self.wanted
    }

    /// Shows how far the search of one puzzle is.
    pub fn search(&self, at: Progress) {
        self.write(|| search_words(at));
    }

    /// Shows how far a batch is.
    pub fn batch(&self, done: u64) {
        let rate = done as f64 / self.started.elapsed().as_secs_f64();
        self.write(|| format!("{}, {} each second", plural(done, "puzzle"), number(rate as u64)));
    }

    /// Shows how far the making of puzzles is.
    pub fn making(&self, done: u64, attempts: u64) {
        self.write(|| format!("{} of {}", plural(done, "puzzle"), plural(attempts, "attempt")));
    }

    /// Takes the line away.
    pub fn clear(&self) {
        if self.shown.swap(false, Ordering::Relaxed) {
            eprint_raw("\r\x1b[K");
        }
    }

    fn write(&self, words: impl FnOnce() -> String) {
        if !self.wanted {
            return;
        }
        let now = self.started.elapsed().as_millis() as u64;
        let before = self.written.load(Ordering::Relaxed);
        if now < PATIENCE || now < before + PAUSE {
            return;
        }
        // Of several threads that come at the same time one writes.
        let order = Ordering::Relaxed;
        if self.written.compare_exchange(before, now, order, order).is_ok() {
            self.shown.store(true, Ordering::Relaxed);
            eprint_raw(&format!("\r\x1b[K{} ({} s)", words(), now / 1000));
        }
    }
}

fn search_words(at: Progress) -> String {
    let share = at.fraction * 100.0;
    let share = if share < 10.0 { format!("{share:.2}") } else { format!("{share:.0}") };
    format!("{share}% searched, {}, {}", plural(at.solutions, "solution"), plural(at.nodes, "node"))
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
    }
}
