//! The trail and the way back.

use super::{FdVar, Lists, Moves, NO_ALIAS, SPARE, State, Store};
use crate::domain::Domain;

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
    /// The variable was forgotten: its lists, and how many attachments there were.
    Lists(u32, Box<(Lists, u32)>),
    Alias(u32),
    State(usize, Box<State>),
}

/// A point to come back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    trail: u32,
    dead: u32,
    attached: u32,
    vars: u32,
    props: u32,
    states: u32,
    fixed: u32,
    aliases: u32,
    orders: u32,
}

impl Store {
    /// Remembers this point and begins a new level.
    pub fn mark(&mut self) -> Mark {
        self.level += 1;
        Mark {
            trail: self.trail.len() as u32,
            dead: self.dead.len() as u32,
            attached: self.attached.len() as u32,
            vars: self.vars.len() as u32,
            props: self.props.len() as u32,
            states: self.states.len() as u32,
            fixed: self.fixed.len() as u32,
            aliases: self.aliases.len() as u32,
            orders: self.orders.len() as u32,
        }
    }

    /// Begins a new level without remembering the point.
    pub fn new_level(&mut self) {
        self.level += 1;
    }

    /// Takes everything back to the mark. The mark stays good for another time.
    pub fn undo_to(&mut self, mark: Mark) {
        while self.trail.len() > mark.trail as usize {
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
                Some(Undo::Lists(var, saved)) => {
                    let (lists, attached) = *saved;
                    self.detach_to(attached as usize);
                    let v = &mut self.vars[var as usize];
                    v.lists = lists;
                    v.known = true;
                }
                Some(Undo::Alias(var)) => self.vars[var as usize].alias = NO_ALIAS,
                Some(Undo::State(at, old)) => self.states[at] = *old,
                None => break,
            }
        }
        for prop in &self.dead[mark.dead as usize..] {
            self.props[prop.0 as usize].dead = false;
        }
        self.dead.truncate(mark.dead as usize);
        self.detach_to(mark.attached as usize);
        self.clear_queues();
        if self.vars.len() > mark.vars as usize {
            self.drop_vars(mark.vars as usize);
        }
        self.props.truncate(mark.props as usize);
        self.states.truncate(mark.states as usize);
        self.fixed.truncate(mark.fixed as usize);
        self.aliases.truncate(mark.aliases as usize);
        self.orders.truncate(mark.orders as usize);
        self.fixed_seen = self.fixed_seen.min(mark.fixed as usize);
        self.aliases_seen = self.aliases_seen.min(mark.aliases as usize);
        self.orders_seen = self.orders_seen.min(mark.orders as usize);
        self.level += 1;
    }

    /// Takes back the youngest attachments. Each was the last of its list.
    fn detach_to(&mut self, height: usize) {
        while self.attached.len() > height {
            if let Some((var, wake)) = self.attached.pop() {
                self.vars[var.0 as usize].lists[wake as usize].pop();
            }
        }
    }

    /// Variables from this one on are gone; their lists serve those to come.
    pub(super) fn drop_vars(&mut self, first: usize) {
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
        var.0 < mark.vars
    }
}
