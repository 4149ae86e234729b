//! Output in the order of the input, whoever is done first.
//!
//! Each piece of work has a number and a [`Sink`]. A sink keeps what is written until all
//! earlier pieces are out. Memory is bounded: a sink that holds too much, or is too far
//! ahead, waits for its turn. Nobody waits for ever, because pieces are handed out in order:
//! whoever has the first one never waits.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::exit::Exit;
use crate::report::Tally;

/// The most bytes a sink keeps, and the most pieces that wait for an earlier one.
const FULL: usize = 1 << 18;
const AHEAD: usize = 64;

/// The output of all pieces.
pub struct Ordered<W> {
    state: Mutex<State<W>>,
    moved: Condvar,
    /// Whether a person watches and wants each solution at once.
    lively: bool,
}

struct State<W> {
    out: W,
    next: usize,
    waiting: BTreeMap<usize, Piece>,
    closed: bool,
    tally: Tally,
}

#[derive(Default)]
struct Piece {
    out: Vec<u8>,
    err: String,
    tally: Tally,
    /// Whether something is missing at its end: then nothing may follow it.
    cut: bool,
}

/// What pieces are written to.
pub trait Printer {
    /// Data.
    fn data(&mut self, bytes: &[u8]) -> io::Result<()>;
    /// Remarks and errors.
    fn talk(&mut self, text: &str);
    /// Says how many puzzles are done.
    fn progress(&mut self, done: u64);
}

impl<W: Printer> Ordered<W> {
    /// Nothing printed yet.
    pub fn new(out: W, lively: bool) -> Self {
        let tally = Tally::default();
        let state = State { out, next: 0, waiting: BTreeMap::new(), closed: false, tally };
        Self { state: Mutex::new(state), moved: Condvar::new(), lively }
    }

    /// The sink of the piece with this number, counted from 0 without gaps.
    pub fn sink(&self, piece: usize) -> Sink<'_, W> {
        Sink { ordered: self, number: piece, piece: Piece::default() }
    }

    /// Whether nobody reads any more.
    pub fn is_closed(&self) -> bool {
        self.lock().closed
    }

    /// What was printed.
    pub fn tally(&self) -> Tally {
        self.lock().tally.clone()
    }

    /// Prints a remark after everything else.
    pub fn talk(&self, text: &str) {
        self.lock().out.talk(text);
    }

    fn lock(&self) -> MutexGuard<'_, State<W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_until(&self, ready: impl Fn(&State<W>) -> bool) -> MutexGuard<'_, State<W>> {
        let not_yet = |state: &mut State<W>| !ready(state) && !state.closed;
        let waited = self.moved.wait_while(self.lock(), not_yet);
        waited.unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W: Printer> State<W> {
    /// Prints a piece, or a part of it, whose turn it is.
    fn print(&mut self, piece: Piece) {
        if self.closed {
            return;
        }
        if !piece.out.is_empty()
            && let Err(error) = self.out.data(&piece.out)
        {
            self.closed = true;
            // A reader that has seen enough, like `head`, is not an error.
            if error.kind() != ErrorKind::BrokenPipe {
                self.out.talk(&format!("pencilmark: cannot write: {error}\n"));
                self.tally.exit = self.tally.exit.max(Exit::Bad);
            }
            return;
        }
        if !piece.err.is_empty() {
            self.out.talk(&piece.err);
        }
        self.tally.add(piece.tally);
        self.out.progress(self.tally.puzzles());
        self.closed |= piece.cut;
    }
}

/// Where one piece of work writes to.
pub struct Sink<'a, W> {
    ordered: &'a Ordered<W>,
    number: usize,
    piece: Piece,
}

impl<W: Printer> Sink<'_, W> {
    /// Data, for standard output.
    pub fn out(&mut self) -> &mut Vec<u8> {
        &mut self.piece.out
    }

    /// Remarks and errors, for standard error.
    pub fn err(&mut self) -> &mut String {
        &mut self.piece.err
    }

    /// What to add to the summary.
    pub fn tally(&mut self) -> &mut Tally {
        &mut self.piece.tally
    }

    /// To be called now and then during long work. How long it took to get rid of what was
    /// written: mostly the time of others. None if nobody reads any more.
    pub fn breathe(&mut self) -> Option<Duration> {
        if self.piece.out.len() < FULL && !self.ordered.lively {
            return Some(Duration::ZERO);
        }
        let started = Instant::now();
        let full = self.piece.out.len() >= FULL;
        let number = self.number;
        let mut state = self.ordered.wait_until(|s| s.next == number || !full);
        if state.next == number {
            let (out, err) =
                (std::mem::take(&mut self.piece.out), std::mem::take(&mut self.piece.err));
            state.print(Piece { out, err, ..Piece::default() });
        }
        (!state.closed).then(|| started.elapsed())
    }

    /// The piece is done; `cut` if it had to be left unfinished.
    pub fn finish(self, cut: bool) {
        let (ordered, number) = (self.ordered, self.number);
        let mut state = ordered.wait_until(|s| number < s.next + AHEAD);
        state.waiting.insert(number, Piece { cut, ..self.piece });
        loop {
            let next = state.next;
            let Some(piece) = state.waiting.remove(&next) else { break };
            state.print(piece);
            state.next += 1;
        }
        ordered.moved.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Paper {
        text: Vec<u8>,
        room: Option<usize>,
    }

    impl Printer for Paper {
        fn data(&mut self, bytes: &[u8]) -> io::Result<()> {
            if self.room.is_some_and(|room| self.text.len() + bytes.len() > room) {
                return Err(ErrorKind::BrokenPipe.into());
            }
            self.text.extend_from_slice(bytes);
            Ok(())
        }
        fn talk(&mut self, text: &str) {
            self.text.extend_from_slice(text.as_bytes());
        }
        fn progress(&mut self, _: u64) {}
    }

    fn text(ordered: &Ordered<Paper>) -> String {
        String::from_utf8(ordered.lock().out.text.clone()).unwrap()
    }

    #[test]
    fn the_order_of_finishing_does_not_matter() {
        let ordered = Ordered::new(Paper::default(), false);
        for piece in [2, 0, 1, 4, 3] {
            let mut sink = ordered.sink(piece);
            sink.out().extend_from_slice(piece.to_string().as_bytes());
            sink.finish(false);
        }
        assert_eq!(text(&ordered), "01234");
    }

    #[test]
    fn a_piece_that_is_too_long_waits_for_its_turn() {
        let ordered = Ordered::new(Paper::default(), false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut second = ordered.sink(1);
                for _ in 0..4 {
                    second.out().extend_from_slice(&vec![b'b'; FULL]);
                    assert!(second.breathe().is_some());
                    assert!(second.out().is_empty());
                }
                second.finish(false);
            });
            let mut first = ordered.sink(0);
            first.out().push(b'a');
            assert!(first.breathe().is_some());
            std::thread::sleep(Duration::from_millis(20));
            first.finish(false);
        });
        let text = text(&ordered);
        assert_eq!((text.len(), text.find('b')), (1 + 4 * FULL, Some(1)));
    }

    #[test]
    fn nothing_follows_a_piece_that_was_cut_or_a_reader_that_left() {
        let ordered = Ordered::new(Paper::default(), false);
        for piece in [1, 0] {
            let mut sink = ordered.sink(piece);
            sink.out().extend_from_slice(b"x");
            sink.finish(piece == 0);
        }
        assert_eq!((text(&ordered).as_str(), ordered.is_closed()), ("x", true));

        let ordered = Ordered::new(Paper { room: Some(3), ..Paper::default() }, true);
        let mut sink = ordered.sink(0);
        sink.out().extend_from_slice(b"12");
        assert!(sink.breathe().is_some());
        sink.out().extend_from_slice(b"34");
        assert!(sink.breathe().is_none());
        sink.finish(false);
        assert_eq!((text(&ordered).as_str(), ordered.tally().exit), ("12", Exit::Yes));
    }
}
