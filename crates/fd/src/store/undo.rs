//! The trail and the way back.

use super::{FdVar, Moves, NO_ALIAS, PropId, SPARE, State, Store};
use crate::domain::Domain;
use crate::props::Wake;

#[derive(Debug)]
pub(super) enum Undo {
    Domain {
        var: u32,
        dom: Domain,
        moves: Moves,
        stamp: u64,
    },
    /// The variable became known; its key before.
    Known(u32, u64),
    List {
        var: u32,
        wake: Wake,
        len: u32,
    },
    /// The variable was forgotten.
    Lists(u32, Box<[Vec<PropId>; 3]>),
    Alias(u32),
    State(usize, Box<State>),
}

/// A point to come back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    trail: usize,
    dead: usize,
    vars: usize,
    props: usize,
    states: usize,
    fixed: usize,
    aliases: usize,
    orders: usize,
}

impl Store {
    /// Remembers this point and begins a new level.
    pub fn mark(&mut self) -> Mark {
        self.level += 1;
        Mark {
            trail: self.trail.len(),
            dead: self.dead.len(),
            vars: self.vars.len(),
            props: self.props.len(),
            states: self.states.len(),
            fixed: self.fixed.len(),
            aliases: self.aliases.len(),
            orders: self.orders.len(),
        }
    }

    /// Begins a new level without remembering the point.
    pub fn new_level(&mut self) {
        self.level += 1;
    }

    /// Takes everything back to the mark. The mark stays good for another time.
    pub fn undo_to(&mut self, mark: Mark) {
        while self.trail.len() > mark.trail {
            match self.trail.pop() {
                Some(Undo::Domain { var, dom, moves, stamp }) => {
                    let v = &mut self.vars[var as usize];
                    v.dom = dom;
                    v.moves = moves;
                    v.stamp = stamp;
                }
                Some(Undo::Known(var, key)) => {
                    let v = &mut self.vars[var as usize];
                    v.known = false;
                    v.key = key;
                }
                Some(Undo::List { var, wake, len }) => {
                    self.vars[var as usize].lists[wake as usize].truncate(len as usize);
                }
                Some(Undo::Lists(var, lists)) => {
                    let v = &mut self.vars[var as usize];
                    v.lists = *lists;
                    v.known = true;
                }
                Some(Undo::Alias(var)) => self.vars[var as usize].alias = NO_ALIAS,
                Some(Undo::State(at, old)) => self.states[at] = *old,
                None => break,
            }
        }
        for prop in self.dead.drain(mark.dead..) {
            self.props[prop.0 as usize].dead = false;
        }
        self.clear_queues();
        if self.vars.len() > mark.vars {
            self.drop_vars(mark.vars);
        }
        self.props.truncate(mark.props);
        self.states.truncate(mark.states);
        self.fixed.truncate(mark.fixed);
        self.aliases.truncate(mark.aliases);
        self.orders.truncate(mark.orders);
        self.fixed_seen = self.fixed_seen.min(mark.fixed);
        self.aliases_seen = self.aliases_seen.min(mark.aliases);
        self.orders_seen = self.orders_seen.min(mark.orders);
        self.level += 1;
    }

    /// Variables from this one on are gone; their lists serve those to come.
    fn drop_vars(&mut self, first: usize) {
        for var in self.vars.drain(first..) {
            if self.spare.len() < SPARE {
                let mut lists = var.lists;
                lists.iter_mut().for_each(Vec::clear);
                self.spare.push(lists);
            }
        }
    }

    /// Whether a variable existed at the mark.
    pub fn is_older(&self, var: FdVar, mark: Mark) -> bool {
        (var.0 as usize) < mark.vars
    }
}
