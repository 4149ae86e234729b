//! Standard output and standard error: the one place that prints.

use std::io::{self, Write};
use std::sync::Arc;

use crate::ordered::Printer;
use crate::progress::ProgressLine;

/// Both streams, and the line that must not get between them.
pub struct Screen {
    progress: Arc<ProgressLine>,
    /// Whether to show how many puzzles are done.
    batch: bool,
}

impl Screen {
    /// The streams of the process.
    pub fn new(progress: Arc<ProgressLine>, batch: bool) -> Screen {
        Screen { progress, batch }
    }
}

impl Printer for Screen {
    fn data(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.progress.clear();
        print(bytes)
    }

    fn talk(&mut self, text: &str) {
        self.progress.clear();
        talk(text);
    }

    fn progress(&mut self, done: u64) {
        if self.batch {
            self.progress.batch(done);
        }
    }
}

/// Writes data to standard output, all of it and at once.
pub fn print(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

/// Writes a remark to standard error. If nobody listens, so be it.
pub fn talk(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}
