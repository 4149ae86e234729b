//! Who runs next: two first-in first-out queues, the slow one only when the fast one is empty.
//!
//! Binding a variable runs the queue inside the propagator that binds, as a host's wake-up would;
//! what a propagator reads afterwards is up to date. The nesting is cut at a fixed depth, beyond
//! which the outer loop does the work.

use std::collections::VecDeque;

use super::{FdVar, PropId, Slot, Store};
use crate::domain::Without;
use crate::error::{FdError, Res, Stop};
use crate::props::{Quick, Wake};

/// Nested runs beyond this are left to the outer loop, which bounds the native stack.
const MAX_DEPTH: u32 = 64;

/// How many propagators run between two looks at the host's wish to stop.
const CHECK_EVERY: u32 = 1024;

/// So many that are done are kept at most before those that wait move up.
const MOVE_UP: usize = 4096;

/// What waits in the fast queue.
#[derive(Clone, Copy, Debug)]
enum Waiting {
    /// A propagator, marked as queued.
    One(PropId),
    /// All that wait for the value of a variable which has one now: so many are left, the newest
    /// first. They are not marked: who runs with a value either retires or changes nothing when
    /// it runs again.
    Valued(FdVar, u32),
}

#[derive(Debug)]
pub(super) struct Queues {
    fast: Vec<Waiting>,
    /// The first of the fast ones that still waits.
    first: usize,
    slow: VecDeque<PropId>,
    enabled: bool,
    current: Option<PropId>,
    depth: u32,
    /// Propagators run so far.
    runs: u32,
}

impl Default for Queues {
    fn default() -> Queues {
        Queues {
            fast: Vec::new(),
            first: 0,
            slow: VecDeque::new(),
            enabled: true,
            current: None,
            depth: 0,
            runs: 0,
        }
    }
}

impl Queues {
    #[inline]
    fn add(&mut self, props: &mut [Slot], id: PropId) {
        let slot = &mut props[id.0 as usize];
        if slot.dead || slot.queued || self.current == Some(id) {
            return;
        }
        slot.queued = true;
        if slot.slow {
            self.slow.push_back(id);
        } else {
            self.fast.push(Waiting::One(id));
        }
    }

    /// The first of the fast ones is done.
    #[inline]
    fn advance(&mut self) {
        self.first += 1;
        if self.first == self.fast.len() {
            self.fast.clear();
            self.first = 0;
        } else if self.first == MOVE_UP {
            self.fast.drain(..MOVE_UP);
            self.first = 0;
        }
    }
}

impl Store {
    /// Puts a propagator on its queue unless it is dead, waiting, or shielded from itself.
    #[inline]
    pub(crate) fn trigger(&mut self, id: PropId) {
        self.queues.add(&mut self.props, id);
    }

    #[inline]
    pub(super) fn trigger_list(&mut self, var: FdVar, wake: Wake) {
        if !self.vars[var.0 as usize].lists[wake as usize].is_empty() {
            self.trigger_listed(var, wake);
        }
    }

    fn trigger_listed(&mut self, var: FdVar, wake: Wake) {
        for &id in self.vars[var.0 as usize].lists[wake as usize].iter().rev() {
            self.queues.add(&mut self.props, id);
        }
    }

    pub(super) fn trigger_all(&mut self, var: FdVar) {
        for wake in Wake::ALL {
            self.trigger_list(var, wake);
        }
    }

    /// The variable got its value.
    #[inline]
    pub(super) fn trigger_valued(&mut self, var: FdVar) {
        let waiting = self.vars[var.0 as usize].lists[Wake::Ground as usize].len() as u32;
        if waiting > 0 {
            self.queues.fast.push(Waiting::Valued(var, waiting));
        }
        self.trigger_list(var, Wake::Bounds);
        self.trigger_list(var, Wake::Any);
    }

    /// Triggers a propagator and runs the queue.
    pub(crate) fn trigger_once(&mut self, id: PropId) -> Res {
        self.trigger(id);
        self.run_queue()
    }

    /// Runs until nothing is queued.
    pub(crate) fn run_queue(&mut self) -> Res {
        if !self.queues.enabled || self.queues.depth >= MAX_DEPTH {
            return Ok(());
        }
        self.queues.depth += 1;
        while let Some(id) = self.next_waiting() {
            let slot = &self.props[id.0 as usize];
            let shielded = slot.shielded;
            let done = match slot.quick {
                Quick::Apart(x, y, c) => self.keep_apart(id, x, y, c),
                Quick::Gap(x, y, c) => self.keep_gap(id, x, y, c),
                Quick::Sum(x, y, z) => self.keep_sum(id, x, y, z),
                Quick::Shift(x, y, c) => self.keep_shift(id, x, y, c),
                Quick::Total(x, y, c) => self.keep_total(id, x, y, c),
                Quick::AtMost(x, y, c) => self.keep_at_most(id, x, y, c),
                Quick::Exclude(at, right_first) => match slot.group.clone() {
                    Some(group) => self.keep_different(&group, at as usize, right_first),
                    None => None,
                },
                Quick::No => None,
            };
            let result = match done {
                Some(result) => result,
                None => {
                    if shielded {
                        self.queues.current = Some(id);
                    }
                    let slot = &self.props[id.0 as usize];
                    match slot.prop.clone() {
                        Some(prop) => prop.run(self, id),
                        None => slot.quick.prop().run(self, id),
                    }
                }
            };
            if let Err(stop) = result {
                if let Some(slot) = self.props.get_mut(id.0 as usize) {
                    slot.failures += 1;
                }
                return Err(stop);
            }
            if shielded {
                self.queues.current = None;
            }
            self.queues.runs = self.queues.runs.wrapping_add(1);
            if self.queues.runs.is_multiple_of(CHECK_EVERY) && self.interrupted() {
                return Err(Stop::from(FdError::Interrupted));
            }
        }
        self.queues.depth -= 1;
        Ok(())
    }

    /// The next propagator to run; disequalities that have nothing to wait for run meanwhile.
    #[inline]
    fn next_waiting(&mut self) -> Option<PropId> {
        loop {
            let id = match self.queues.fast.get(self.queues.first) {
                Some(&Waiting::One(id)) => {
                    self.queues.advance();
                    id
                }
                Some(&Waiting::Valued(var, left)) => {
                    let left = self.run_valued(var, left);
                    if left <= 1 {
                        self.queues.advance();
                    }
                    if left == 0 {
                        continue;
                    }
                    if left > 1
                        && let Some(waiting) = self.queues.fast.get_mut(self.queues.first)
                    {
                        *waiting = Waiting::Valued(var, left - 1);
                    }
                    // It waits for its turn in the list, and may wait in the queue besides.
                    return Some(
                        self.vars[var.0 as usize].lists[Wake::Ground as usize][left as usize - 1],
                    );
                }
                None => self.queues.slow.pop_front()?,
            };
            let slot = &mut self.props[id.0 as usize];
            slot.queued = false;
            if !slot.dead {
                return Some(id);
            }
        }
    }

    /// Runs the disequalities at the start of the list of those that wait for this value, which
    /// is first in the queue, as far as nothing else has to run in between. How many are left;
    /// the next of these is alive.
    #[inline]
    fn run_valued(&mut self, var: FdVar, mut left: u32) -> u32 {
        let value = self.root_domain(var).fixed_word();
        while left > 0 {
            let at = left as usize - 1;
            let id = self.vars[var.0 as usize].lists[Wake::Ground as usize][at];
            let slot = &self.props[id.0 as usize];
            if slot.dead {
                left -= 1;
                continue;
            }
            let (Quick::Apart(x, y, c), Some(value)) = (slot.quick, value) else { break };
            let (x, y) = (self.root(x), self.root(y));
            let (other, word) =
                if x == var { (y, value.checked_sub(c)) } else { (x, value.checked_add(c)) };
            let v = &self.vars[other.0 as usize];
            let Some(word) = word.filter(|_| v.known) else { break };
            match v.dom.without(word) {
                Without::Same => {}
                Without::Less(dom, ends_moved) => self.shrink(other, dom, ends_moved),
                // A value, or no value: all of the queue matters then.
                _ => break,
            }
            left -= 1;
            self.props[id.0 as usize].dead = true;
            self.dead.push(id);
        }
        left
    }

    /// Runs changes without running the queue in between.
    pub(crate) fn quietly(&mut self, change: impl FnOnce(&mut Store) -> Res) -> Res {
        self.queues.enabled = false;
        change(self)?;
        self.queues.enabled = true;
        Ok(())
    }

    /// Runs a request of the host; after a failure nothing stays queued.
    pub(crate) fn guarded<T>(&mut self, request: impl FnOnce(&mut Store) -> Res<T>) -> Res<T> {
        let result = request(self);
        if result.is_err() {
            self.clear_queues();
        }
        result
    }

    pub(super) fn clear_queues(&mut self) {
        self.queues.enabled = true;
        self.queues.current = None;
        self.queues.depth = 0;
        if self.queues.fast.is_empty() && self.queues.slow.is_empty() {
            return;
        }
        for waiting in &self.queues.fast[self.queues.first..] {
            if let Waiting::One(id) = waiting {
                self.props[id.0 as usize].queued = false;
            }
        }
        self.queues.fast.clear();
        self.queues.first = 0;
        for id in self.queues.slow.drain(..) {
            self.props[id.0 as usize].queued = false;
        }
    }
}
