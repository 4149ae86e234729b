//! Propagators come, listen, and go.

use std::rc::Rc;

use super::{FdVar, Moves, PropId, Slot, State, Store, Undo};
use crate::domain::Domain;
use crate::expr::Arg;
use crate::props::{ExcludeKind, Prop, Quick, Wake};

impl Store {
    /// Adds a propagator, attached to nothing yet.
    pub(crate) fn add_prop(&mut self, prop: Prop) -> PropId {
        let id = PropId(self.props.len() as u32);
        let (quick, whole) = prop.quick();
        self.props.push(Slot {
            dead: false,
            queued: false,
            failures: 0,
            slow: prop.is_slow(),
            shielded: prop.is_shielded(),
            wake: prop.wake(),
            quick,
            prop: (!whole).then(|| Rc::new(prop)),
            group: None,
        });
        id
    }

    /// Gives an excluding propagator the group that it works on, and its place there.
    pub(crate) fn set_group(&mut self, id: PropId, group: Rc<[FdVar]>, at: u32) {
        let slot = &mut self.props[id.0 as usize];
        if let Some(Prop::Exclude { kind, .. }) = slot.prop.as_deref() {
            slot.quick = Quick::Exclude(at, matches!(kind, ExcludeKind::Distinct));
            slot.group = Some(group);
        }
    }

    /// Adds a propagator whose quick form says all.
    pub(crate) fn add_quick(&mut self, quick: Quick, wake: Wake) -> PropId {
        let id = PropId(self.props.len() as u32);
        self.props.push(Slot {
            dead: false,
            queued: false,
            failures: 0,
            slow: false,
            shielded: false,
            wake,
            quick,
            prop: None,
            group: None,
        });
        id
    }

    /// Lets a propagator listen to an argument, which becomes known.
    pub(crate) fn attach(&mut self, arg: &Arg, prop: PropId) {
        if let Some(var) = self.free(arg) {
            self.attach_open(var, prop);
        }
    }

    /// The same for an open root variable.
    #[inline]
    pub(crate) fn attach_open(&mut self, var: FdVar, prop: PropId) {
        if !self.var(var).known {
            self.make_known(&Arg::Var(var));
        }
        let wake = self.props[prop.0 as usize].wake;
        self.attached.push((var, wake));
        self.vars[var.0 as usize].lists[wake as usize].push(prop);
    }

    /// Retires a propagator.
    pub(crate) fn kill(&mut self, prop: PropId) {
        let slot = &mut self.props[prop.0 as usize];
        if !slot.dead {
            slot.dead = true;
            self.dead.push(prop);
        }
    }

    /// Forgets everything about an auxiliary variable.
    pub(crate) fn forget(&mut self, arg: &Arg) {
        let Some(var) = self.free(arg) else { return };
        if !self.var(var).known {
            return;
        }
        self.set_dom(var, Domain::FULL, Moves::default());
        let v = &mut self.vars[var.0 as usize];
        v.known = false;
        let lists = std::mem::take(&mut v.lists);
        self.trail.push(Undo::Lists(var.0, Box::new((lists, self.attached.len() as u32))));
    }

    /// Lets the ends of an unbounded domain move again.
    pub(crate) fn reinforce(&mut self, var: FdVar) {
        let var = self.root(var);
        let v = self.var(var);
        // The ends of finite domains move freely.
        if v.known && !v.moves.is_fresh() && !v.dom.is_finite() {
            let dom = v.dom.clone();
            self.set_dom(var, dom, Moves::default());
        }
    }

    pub(crate) fn new_state(&mut self, state: State) -> usize {
        self.states.push(state);
        self.states.len() - 1
    }

    pub(crate) fn state(&self, at: usize) -> &State {
        &self.states[at]
    }

    pub(crate) fn set_state(&mut self, at: usize, state: State) {
        let old = std::mem::replace(&mut self.states[at], state);
        self.trail.push(Undo::State(at, Box::new(old)));
    }

    /// A number for constraints that are shown once although many propagators make them up.
    pub(crate) fn next_number(&self) -> u32 {
        self.props.len() as u32
    }

    // ---- the host's own changes ------------------------------------------------------------
}
