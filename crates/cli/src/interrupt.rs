//! Ctrl-C: the first asks everybody to stop and report, the second ends the process.
//!
//! Invariant: whenever no puzzle is being worked on, `idle` is set, and then already the
//! first signal ends the process. A command that only waits for input has nothing to report.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::exit::Exit;

/// The flags that a signal reads and writes.
#[derive(Clone, Debug)]
pub struct Interrupt {
    /// Becomes true at the first signal. Searches look at it.
    pub asked: Arc<AtomicBool>,
    /// Whether it was not a signal but ourselves who asked.
    ourselves: Arc<AtomicBool>,
    /// Whether nobody would miss us.
    idle: Arc<AtomicBool>,
}

impl Interrupt {
    /// Takes over the signals. To be told to terminate is treated like Ctrl-C, so that
    /// `timeout 10 pencilmark count ...` gets its count, too.
    pub fn listen() -> io::Result<Interrupt> {
        let asked = Arc::new(AtomicBool::new(false));
        let idle = Arc::new(AtomicBool::new(true));
        for signal in [SIGINT, SIGTERM] {
            let code = i32::from(Exit::Interrupted.code());
            // In this order: the first signal must not see the flag that it sets itself.
            flag::register_conditional_shutdown(signal, code, idle.clone())?;
            flag::register_conditional_shutdown(signal, code, asked.clone())?;
            flag::register(signal, asked.clone())?;
        }
        Ok(Interrupt { asked, ourselves: Arc::default(), idle })
    }

    /// Whether to stop.
    pub fn asked(&self) -> bool {
        self.asked.load(Ordering::SeqCst)
    }

    /// Stops everybody without a signal, because nobody reads the answers any more.
    pub fn ask(&self) {
        if !self.asked.swap(true, Ordering::SeqCst) {
            self.ourselves.store(true, Ordering::SeqCst);
        }
    }

    /// Whether a signal asked to stop.
    pub fn by_signal(&self) -> bool {
        self.asked() && !self.ourselves.load(Ordering::SeqCst)
    }

    /// Says whether anybody is at work.
    pub fn set_idle(&self, idle: bool) {
        self.idle.store(idle, Ordering::SeqCst);
    }
}
