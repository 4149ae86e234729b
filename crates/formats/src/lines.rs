//! Lines of a stream with a limit to their length.

use std::io::BufRead;

use crate::diagnostic::{Diagnostic, Place};

/// The most bytes of one line.
pub const MAX_LINE: usize = 1 << 20;

/// Lines of a stream, none longer than the limit in memory.
pub(crate) struct Lines<R> {
    pub input: R,
    /// How many lines have been read.
    pub number: usize,
    ended: bool,
    /// Whether something of the next line is there already, so that reading it waits for nobody.
    pub more: bool,
}

/// A line as read, or as much of it as may be kept.
pub(crate) struct Line {
    pub number: usize,
    pub bytes: Vec<u8>,
    too_long: bool,
    error: Option<std::io::Error>,
}

impl Line {
    /// Why the line cannot be used, if it cannot.
    pub fn problem(&self, name: &str) -> Option<Diagnostic> {
        if let Some(error) = &self.error {
            return Some(Diagnostic::whole(name, format!("cannot be read: {error}")));
        }
        let place = Place::new(self.number, "", 0, 0);
        if self.bytes.contains(&0) {
            return Some(Diagnostic::whole(name, "this is a binary file, not a puzzle"));
        }
        if self.too_long {
            let message = "a line of more than 1 MB is not read";
            return Some(Diagnostic::new(name, place, message));
        }
        None
    }

    /// Whether reading on makes no sense.
    pub fn fatal(&self) -> bool {
        self.error.is_some() || self.bytes.contains(&0)
    }
}

impl<R: BufRead> Lines<R> {
    pub fn new(input: R) -> Lines<R> {
        Lines { input, number: 0, ended: false, more: false }
    }

    fn next_raw(&mut self) -> Option<Line> {
        if self.ended {
            return None;
        }
        self.number += 1;
        let mut line = Line { number: self.number, bytes: vec![], too_long: false, error: None };
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(e) if e.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(e) => {
                    self.ended = true;
                    line.error = Some(e);
                    return Some(line);
                }
            };
            if chunk.is_empty() {
                self.ended = true;
                return (!line.bytes.is_empty()).then_some(line);
            }
            let newline = chunk.iter().position(|&b| b == b'\n');
            let part = &chunk[..newline.unwrap_or(chunk.len())];
            let room = MAX_LINE.saturating_sub(line.bytes.len());
            line.too_long |= part.len() > room;
            line.bytes.extend_from_slice(&part[..part.len().min(room)]);
            let used = part.len() + usize::from(newline.is_some());
            self.more = used < chunk.len();
            self.input.consume(used);
            if newline.is_some() {
                return Some(line);
            }
        }
    }

    /// The next line; the mark with which some editors start a file is no part of it.
    pub fn next_line(&mut self) -> Option<Line> {
        let mut line = self.next_raw()?;
        if line.number == 1 && line.bytes.starts_with(b"\xef\xbb\xbf") {
            line.bytes.drain(..3);
        }
        Some(line)
    }
}
