//! Who runs next: two first-in first-out queues, the slow one only when the fast one is empty.
//!
//! Binding a variable runs the queue inside the propagator that binds, as a host's wake-up would;
//! what a propagator reads afterwards is up to date. The nesting is cut at a fixed depth, beyond
//! which the outer loop does the work.

use std::collections::VecDeque;

use super::{FdVar, PropId, Slot, Store};
use crate::error::{FdError, Res, Stop};
use crate::props::{Quick, Wake};

/// Nested runs beyond this are left to the outer loop, which bounds the native stack.
const MAX_DEPTH: u32 = 64;

/// How many propagators run between two looks at the host's wish to stop.
const CHECK_EVERY: u32 = 1024;

#[derive(Debug)]
pub(super) struct Queues {
    fast: VecDeque<PropId>,
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
            fast: VecDeque::new(),
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
            self.fast.push_back(id);
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
        for &id in self.vars[var.0 as usize].lists[wake as usize].iter().rev() {
            self.queues.add(&mut self.props, id);
        }
    }

    pub(super) fn trigger_all(&mut self, var: FdVar) {
        for wake in Wake::ALL {
            self.trigger_list(var, wake);
        }
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
        while let Some(id) = self.queues.fast.pop_front().or_else(|| self.queues.slow.pop_front()) {
            let slot = &mut self.props[id.0 as usize];
            slot.queued = false;
            if slot.dead {
                continue;
            }
            let shielded = slot.shielded;
            let done = match slot.quick {
                Quick::Apart(x, y, c) => self.keep_apart(id, x, y, c),
                Quick::Gap(x, y, c) => self.keep_gap(id, x, y, c),
                Quick::No => None,
            };
            let result = match done {
                Some(result) => result,
                None => {
                    if shielded {
                        self.queues.current = Some(id);
                    }
                    let prop = self.props[id.0 as usize].prop.clone();
                    prop.run(self, id)
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
                return Err(Stop::Error(FdError::Interrupted));
            }
        }
        self.queues.depth -= 1;
        Ok(())
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
        for id in self.queues.fast.drain(..).chain(self.queues.slow.drain(..)) {
            self.props[id.0 as usize].queued = false;
        }
    }
}
