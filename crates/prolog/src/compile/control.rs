//! Bodies: sequences, branches, cuts and calls.

use crate::{
    atom::Atom,
    cell::Cell,
    compile::{
        Callee,
        emit::Emit,
        goal::Goal,
        instr::{Instr, Pc},
        vars::goal_vars,
    },
};

/// What a cut cuts to: the clause, or the slot that remembers the start of a condition.
pub type CutTo = Option<u32>;

impl Emit<'_> {
    /// Code for a body. In tail position it ends by leaving the clause.
    pub fn body(&mut self, goal: &Goal, tail: bool, cut: CutTo) -> Option<()> {
        match goal {
            Goal::Seq(goals) => {
                for (i, goal) in goals.iter().enumerate() {
                    self.body(goal, tail && i + 1 == goals.len(), cut)?;
                    if let (Goal::Unify { .. }, Some(next)) = (goal, goals.get(i + 1)) {
                        self.wake_before(next);
                    }
                }
                return Some(());
            }
            Goal::Call { no, module, name, args } => {
                self.no = *no;
                return self.call(*module, *name, args, tail);
            }
            Goal::Meta { no, module, goal } => {
                self.no = *no;
                let goal = self.deref(*goal);
                return self.call_n(*module, &[goal], tail);
            }
            Goal::If { soft, cond, then, other, end } => {
                self.share(goal, *end)?;
                if cond.is_guard() && !soft {
                    return self.if_guard(goal, (cond, then, other), tail, cut);
                }
                return self.if_choice(*soft, (cond, then, other), tail, cut);
            }
            Goal::Or { left, right, end } => {
                self.share(goal, *end)?;
                return self.or(left, right, tail, cut);
            }
            Goal::Not { goal: inner, end } => {
                self.share(goal, *end)?;
                if goal.is_guard() {
                    self.guard(goal, 0)?;
                } else {
                    self.not(inner)?;
                }
            }
            Goal::Fail => {
                self.push(Instr::Fail);
                return Some(());
            }
            Goal::True => {}
            Goal::Cut { no } => {
                self.no = *no;
                let n = self.high as u8;
                self.push(match cut {
                    Some(y) => Instr::CutLocal { y, n },
                    None if self.state.env => Instr::Cut { n },
                    None => Instr::NeckCut { n },
                });
            }
            Goal::Unify { no, left, right } => {
                self.no = *no;
                let (left, right) = (self.deref(*left), self.deref(*right));
                self.unify(left, right)?;
            }
            Goal::Is { no, left, right } => {
                self.no = *no;
                let (left, right) = (self.deref(*left), self.deref(*right));
                self.is(left, right)?;
            }
            Goal::Compare { .. } | Goal::Test { .. } | Goal::Same { .. } => self.guard(goal, 0)?,
        }
        if tail {
            self.leave();
        }
        Some(())
    }

    fn leave(&mut self) {
        self.push(if self.state.env { Instr::DeallocProceed } else { Instr::Proceed });
    }

    /// Hooks of variables run before the next goal looks at their values; calls see to that
    /// themselves.
    fn wake_before(&mut self, next: &Goal) {
        if !matches!(
            next,
            Goal::Call { .. } | Goal::Meta { .. } | Goal::Cut { .. } | Goal::Unify { .. }
        ) {
            let n = self.high as u8;
            self.push(Instr::Wake { n });
        }
    }

    /// Variables that first occur inside a branching goal and are used after it get their value
    /// before it, so that all branches leave them in the same place.
    fn share(&mut self, goal: &Goal, end: u32) -> Option<()> {
        let mut shared = Vec::new();
        goal_vars(self.record, goal, &mut |cell| shared.push(self.vars.of(cell)));
        if !shared.is_empty() && !goal.is_simple(&|m, n, a| self.linker.is_native(m, n, a)) {
            let after = shared.iter().any(|&v| self.vars.list[v].last > end && !self.known(v));
            if after {
                self.allocate();
            }
        }
        for var in shared {
            if self.vars.list[var].last > end && !self.known(var) {
                self.register_of(var)?;
            }
        }
        Some(())
    }

    fn call(&mut self, module: Atom, name: Atom, args: &[Cell], tail: bool) -> Option<()> {
        match self.linker.callee(module, name, args.len()) {
            Callee::Native(f) => {
                self.put_args(args, true)?;
                let n = self.high as u8;
                self.push(Instr::Native { f, n });
                self.forget_arguments(args.len());
                if tail {
                    self.leave();
                }
                Some(())
            }
            Callee::CallN(_) => {
                let args: Vec<Cell> = args.iter().map(|&arg| self.deref(arg)).collect();
                self.call_n(module, &args, tail)
            }
            Callee::Pred(pred) => {
                if !tail {
                    self.allocate();
                }
                self.put_args(args, false)?;
                if !tail {
                    let live = self.live_after(self.no);
                    self.push(Instr::Call { pred, live });
                    self.clear_all();
                } else if self.state.env {
                    self.push(Instr::DeallocExecute { pred });
                } else {
                    self.push(Instr::Execute { pred });
                }
                Some(())
            }
        }
    }

    fn call_n(&mut self, module: Atom, args: &[Cell], tail: bool) -> Option<()> {
        if !tail {
            self.allocate();
        }
        self.put_args(args, false)?;
        let n = (args.len() - 1) as u8;
        let module = self.linker.call_module(module);
        if !tail {
            let live = self.live_after(self.no);
            self.push(Instr::CallN { n, module: module.0, live });
            self.clear_all();
        } else {
            self.push(Instr::ExecuteN { n, module: module.0, dealloc: self.state.env });
        }
        Some(())
    }

    /// A native leaves registers as they are, but its arguments need not stay.
    fn forget_arguments(&mut self, arity: usize) {
        for i in 0..arity {
            let owner = self.state.owner[i] as usize;
            if owner >= self.vars.list.len() || self.state.home[owner] != i as u32 {
                self.state.owner[i] = crate::compile::vars::NONE;
            }
        }
    }

    fn unify(&mut self, left: Cell, right: Cell) -> Option<()> {
        let (left, right) = match (self.var(left), self.var(right)) {
            // A new variable on the left takes the value of the right.
            (Some(l), _) if !self.known(l) => (left, right),
            (_, Some(r)) if !self.known(r) => (right, left),
            (Some(_), _) => (left, right),
            _ => (right, left),
        };
        let Some(var) = self.var(left) else {
            let register = self.temporary()?;
            self.put_temporary(left, register)?;
            self.get(register, right)?;
            self.release(register);
            return Some(());
        };
        if self.vars.list[var].count == 1 {
            return Some(());
        }
        if self.known(var) {
            let register = self.register_of(var)?;
            return self.get(register, right);
        }
        let mut occurs = false;
        crate::compile::vars::Vars::each(self.record, right, |cell| occurs |= cell == left);
        if occurs {
            let register = self.register_of(var)?;
            return self.get(register, right);
        }
        if let Some(other) = self.var(right) {
            let s = self.register_of(other)?;
            let register = self.temporary()?;
            self.push(Instr::Move { s, d: register });
            self.define(var, register);
            return Some(());
        }
        let register = self.temporary()?;
        self.put_temporary(right, register)?;
        self.define(var, register);
        Some(())
    }

    /// Puts a term into a temporary register, which stays one.
    pub fn put_temporary(&mut self, term: Cell, register: u8) -> Option<()> {
        self.put(term, register)?;
        if self.var(term).is_none() {
            self.state.owner[register as usize] = crate::compile::emit::TEMPORARY;
        }
        Some(())
    }

    fn jump(&mut self) -> usize {
        let at = self.code.len();
        self.push(Instr::Jump { to: 0 });
        at
    }

    fn patch(&mut self, at: usize) {
        let here = self.here();
        match &mut self.code[at] {
            Instr::Jump { to } | Instr::TryElse { to, .. } => *to = here,
            _ => {}
        }
    }

    fn if_guard(
        &mut self,
        goal: &Goal,
        (cond, then, other): (&Goal, &Goal, &Goal),
        tail: bool,
        cut: CutTo,
    ) -> Option<()> {
        let simple = goal.is_simple(&|m, n, a| self.linker.is_native(m, n, a));
        if !tail {
            if simple {
                self.vacate()?;
            } else {
                self.allocate();
            }
        }
        let before = self.state.clone();
        let start = self.code.len();
        // Jumps to the alternative are written as jumps to a place no clause has.
        self.guard(cond, if matches!(other, Goal::Fail) { 0 } else { ELSE })?;
        let tests = self.code.len();
        self.body(then, tail, cut)?;
        let done = (!tail).then(|| self.jump());
        let other_at = self.here();
        for instr in &mut self.code[start..tests] {
            retarget(instr, ELSE, other_at);
        }
        self.state = before.clone();
        self.body(other, tail, cut)?;
        if let Some(done) = done {
            self.patch(done);
        }
        self.meet(before, simple);
        Some(())
    }

    /// The state after branches met: registers survive only where no branch called anything.
    fn meet(&mut self, before: crate::compile::emit::State, simple: bool) {
        self.state = before;
        if !simple {
            let high = self.high;
            self.clear_all();
            self.high = high;
        }
    }

    fn mark(&mut self) -> u32 {
        self.slots += 1;
        self.slots - 1
    }

    fn if_choice(
        &mut self,
        soft: bool,
        (cond, then, other): (&Goal, &Goal, &Goal),
        tail: bool,
        cut: CutTo,
    ) -> Option<()> {
        self.allocate();
        let y = self.mark();
        let try_at = self.code.len();
        self.push(Instr::TryElse { y, to: 0 });
        let before = self.state.clone();
        self.body(cond, false, Some(y))?;
        let n = self.high as u8;
        self.push(if soft { Instr::SoftCutY { y, n } } else { Instr::CutY { y, n } });
        self.body(then, tail, cut)?;
        let done = (!tail).then(|| self.jump());
        self.patch(try_at);
        self.alternative(&before);
        self.body(other, tail, cut)?;
        if let Some(done) = done {
            self.patch(done);
        }
        self.meet(before, false);
        Some(())
    }

    /// Start of the code that backtracking goes to.
    fn alternative(&mut self, before: &crate::compile::emit::State) {
        self.state = before.clone();
        self.clear_all();
        let live = self.live_now();
        self.push(Instr::Else { live });
    }

    /// All slots that have a value.
    fn live_now(&self) -> u64 {
        let slots = self.vars.list.iter().enumerate();
        slots
            .filter(|(var, info)| self.state.in_slot[*var] && info.slot < 64)
            .fold(0, |live, (_, info)| live | 1 << info.slot)
    }

    fn or(&mut self, left: &Goal, right: &Goal, tail: bool, cut: CutTo) -> Option<()> {
        self.allocate();
        let y = self.mark();
        let try_at = self.code.len();
        self.push(Instr::TryElse { y, to: 0 });
        let before = self.state.clone();
        self.body(left, tail, cut)?;
        let done = (!tail).then(|| self.jump());
        self.patch(try_at);
        self.alternative(&before);
        self.body(right, tail, cut)?;
        if let Some(done) = done {
            self.patch(done);
        }
        self.meet(before, false);
        Some(())
    }

    fn not(&mut self, inner: &Goal) -> Option<()> {
        self.allocate();
        let y = self.mark();
        let try_at = self.code.len();
        self.push(Instr::TryElse { y, to: 0 });
        let before = self.state.clone();
        self.body(inner, false, Some(y))?;
        let n = self.high as u8;
        self.push(Instr::CutY { y, n });
        self.push(Instr::Fail);
        self.patch(try_at);
        self.alternative(&before);
        self.meet(before, false);
        Some(())
    }

    /// Tests that go to `to` when they do not hold.
    pub fn guard(&mut self, goal: &Goal, to: Pc) -> Option<()> {
        self.guard_sense(goal, to, false)
    }

    fn guard_sense(&mut self, goal: &Goal, to: Pc, negate: bool) -> Option<()> {
        match goal {
            Goal::True => {}
            Goal::Fail => self.push(if to == 0 { Instr::Fail } else { Instr::Jump { to } }),
            Goal::Seq(goals) => {
                for goal in goals {
                    self.guard_sense(goal, to, negate)?;
                }
            }
            Goal::Not { goal, .. } => self.guard_sense(goal, to, !negate)?,
            Goal::Compare { no, cmp, left, right } => {
                self.no = *no;
                let cmp = if negate { cmp.negated() } else { *cmp };
                let (left, right) = (self.deref(*left), self.deref(*right));
                self.compare(cmp, left, right, to)?;
            }
            Goal::Test { no, test, arg } => {
                self.no = *no;
                let (a, owned) = self.operand_term(*arg)?;
                self.push(Instr::Test { test: *test, negate, a, to });
                if owned {
                    self.release(a);
                }
            }
            Goal::Same { no, negate: differ, left, right } => {
                self.no = *no;
                let (a, own_a) = self.operand_term(*left)?;
                let (b, own_b) = self.operand_term(*right)?;
                self.push(Instr::Same { negate: *differ != negate, a, b, to });
                for (register, owned) in [(a, own_a), (b, own_b)] {
                    if owned {
                        self.release(register);
                    }
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// A register with this term; whether it was made for the purpose.
    fn operand_term(&mut self, term: Cell) -> Option<(u8, bool)> {
        let term = self.deref(term);
        if let Some(var) = self.var(term) {
            return Some((self.register_of(var)?, false));
        }
        let register = self.temporary()?;
        self.put_temporary(term, register)?;
        Some((register, true))
    }
}

/// A place that stands for the alternative until it is known.
const ELSE: Pc = Pc::MAX;

/// Changes where a jump or test goes.
fn retarget(instr: &mut Instr, from: Pc, there: Pc) {
    if let Some(to) = target(instr)
        && *to == from
    {
        *to = there;
    }
}

/// Where an instruction may jump to, if it may.
pub fn target(instr: &mut Instr) -> Option<&mut Pc> {
    match instr {
        Instr::Jump { to }
        | Instr::TryElse { to, .. }
        | Instr::Test { to, .. }
        | Instr::Same { to, .. }
        | Instr::Lt { to, .. }
        | Instr::Le { to, .. }
        | Instr::Gt { to, .. }
        | Instr::Ge { to, .. }
        | Instr::Eq { to, .. }
        | Instr::Ne { to, .. }
        | Instr::CmpI { to, .. } => Some(to),
        _ => None,
    }
}
