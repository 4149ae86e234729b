//! How the command ends: the one place that knows the exit codes.

use pencilmark::Stop;

/// What the process says when it ends. Of several puzzles the worst counts, in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// The answer is yes.
    #[default]
    Yes,
    /// The answer is no.
    No,
    /// A limit was reached before the answer was known.
    Limit,
    /// The input or the command line makes no sense.
    Bad,
    /// A bug of ours; the rest of a batch was still worked on.
    Bug,
    /// Somebody pressed Ctrl-C.
    Interrupted,
}

impl Exit {
    /// The number the shell sees.
    pub fn code(self) -> u8 {
        match self {
            Exit::Yes => 0,
            Exit::No => 1,
            Exit::Bad => 2,
            Exit::Limit => 3,
            Exit::Bug => 101,
            Exit::Interrupted => 130,
        }
    }

    /// The end of a search that was stopped.
    pub fn of(stop: Stop) -> Exit {
        match stop {
            Stop::Time | Stop::Nodes => Exit::Limit,
            Stop::Cancelled => Exit::Interrupted,
        }
    }

    /// Ends the process from whatever thread. Needed when another thread is stuck waiting
    /// for input that may never come.
    pub fn now(self) -> ! {
        std::process::exit(self.code().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_wins() {
        let ends = [Exit::Yes, Exit::Bad, Exit::Limit, Exit::No];
        assert_eq!(ends.into_iter().max(), Some(Exit::Bad));
        assert_eq!(Exit::Limit.max(Exit::No).code(), 3);
        assert_eq!(Exit::Interrupted.max(Exit::Bad).code(), 130);
    }
}
