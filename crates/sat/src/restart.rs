//! When to restart.
//!
//! Two modes take turns, each longer than the one before: a restless one that restarts when
//! the last conflicts were worse (higher glue) than the average, and a calm one that follows
//! Luby's sequence. Unsatisfiable problems like the first, satisfiable ones the second.

#[derive(Clone, Debug)]
pub(crate) struct Restarts {
    fast: f64,
    slow: f64,
    conflicts: u64,
    since: u64,
    calm: bool,
    switch_at: u64,
    phase_length: u64,
    luby: (u64, u64),
}

const LUBY_UNIT: u64 = 512;

impl Restarts {
    pub fn new() -> Restarts {
        Restarts {
            fast: 0.0,
            slow: 0.0,
            conflicts: 0,
            since: 0,
            calm: false,
            switch_at: 1000,
            phase_length: 1000,
            luby: (1, 1),
        }
    }

    /// Counts a conflict whose clause has this glue. True if the mode changed.
    pub fn conflict(&mut self, glue: u32) -> bool {
        self.conflicts += 1;
        self.since += 1;
        let glue = f64::from(glue);
        // Averages that start as plain means, so that the first conflicts do not weigh too much.
        let count = self.conflicts as f64;
        self.fast += (glue - self.fast) * (1.0 / 32.0f64).max(1.0 / count);
        self.slow += (glue - self.slow) * (1.0 / 8192.0f64).max(1.0 / count);
        if self.conflicts >= self.switch_at {
            self.calm = !self.calm;
            if !self.calm {
                self.phase_length += self.phase_length / 2;
            }
            self.switch_at = self.conflicts + self.phase_length;
            return true;
        }
        false
    }

    pub fn calm(&self) -> bool {
        self.calm
    }

    pub fn due(&self) -> bool {
        if self.calm {
            self.since >= self.luby.1 * LUBY_UNIT
        } else {
            self.since >= 10 && self.fast > 1.15 * self.slow
        }
    }

    pub fn restarted(&mut self) {
        self.since = 0;
        if self.calm {
            // Luby's sequence as Knuth steps through it.
            let (u, v) = self.luby;
            self.luby = if u & u.wrapping_neg() == v { (u + 1, 1) } else { (u, 2 * v) };
        }
    }
}
