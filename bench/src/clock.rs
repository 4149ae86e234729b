//! Time that other processes do not spoil: CPU time of this thread.

use std::time::{Duration, Instant};

use nix::time::{ClockId, clock_gettime};

/// A running measurement.
pub struct Clock {
    wall: Instant,
    cpu: Option<Duration>,
}

impl Clock {
    /// Starts now.
    pub fn start() -> Clock {
        Clock { cpu: thread_time(), wall: Instant::now() }
    }

    /// Microseconds since the start; of the wall clock where the system does not tell.
    pub fn micros(&self) -> f64 {
        let spent = match (self.cpu, thread_time()) {
            (Some(before), Some(now)) => now - before,
            _ => self.wall.elapsed(),
        };
        spent.as_secs_f64() * 1e6
    }
}

/// What this thread has had of the processor so far.
fn thread_time() -> Option<Duration> {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).ok().map(Duration::from)
}

/// Microseconds of CPU time of a single run, the first there is, and what it gave.
pub fn once<T>(run: impl FnOnce() -> T) -> (f64, T) {
    let clock = Clock::start();
    let result = run();
    (clock.micros(), result)
}

/// Microseconds of CPU time of one run, and what it gave. Short runs are repeated until a tenth
/// of a second is over, and the median counts, as it does for the peers. The shortest are timed
/// several at a time: to ask for the time takes as long as they do.
pub fn micros_of<T>(mut run: impl FnMut() -> T) -> (f64, T) {
    /// A run that takes this long is not repeated.
    const LONG: f64 = 50_000.0;
    /// What is timed at a time takes at least about so long.
    const BATCH: f64 = 100.0;
    const REPEAT: usize = 7;
    const ENOUGH: Duration = Duration::from_millis(100);
    let clock = Clock::start();
    let mut result = run();
    let first = clock.micros();
    if first >= LONG {
        return (first, result);
    }
    let batch = (BATCH / first.max(0.1)).ceil() as usize;
    let mut times = Vec::new();
    let start = Instant::now();
    while times.len() < REPEAT || start.elapsed() < ENOUGH {
        let clock = Clock::start();
        for _ in 0..batch {
            result = run();
        }
        times.push(clock.micros() / batch as f64);
    }
    (median(&mut times), result)
}

/// The median of many runs in microseconds: at least 20, and at least 50 milliseconds.
///
/// Runs are timed by the wall clock, because reading the scheduler's figure takes longer
/// than many of them; the median drops those that were interrupted.
pub fn median_micros(mut run: impl FnMut()) -> f64 {
    const RUNS: usize = 20;
    const TIME: Duration = Duration::from_millis(50);
    let start = Instant::now();
    let mut times = Vec::new();
    while times.len() < RUNS || start.elapsed() < TIME {
        let one = Instant::now();
        run();
        times.push(one.elapsed().as_secs_f64() * 1e6);
    }
    median(&mut times)
}

/// The middle of some numbers; 0 if there are none.
pub fn median(numbers: &mut [f64]) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(0.0)
}

/// The geometric mean; 0 if there are no numbers.
pub fn geometric_mean(numbers: &[f64]) -> f64 {
    match numbers.len() {
        0 => 0.0,
        n => (numbers.iter().map(|x| x.max(1e-9).ln()).sum::<f64>() / n as f64).exp(),
    }
}
