//! Unifying arguments of the head, and building arguments of goals.

use crate::{
    cell::{Cell, Tag},
    compile::{
        emit::{Emit, TEMPORARY},
        goal::parts,
        instr::Instr,
        vars::{NONE, Vars},
    },
};

/// Nested terms that wait for their turn before a long term is cut in pieces.
const PENDING: usize = 12;
/// Nesting beyond which a clause is interpreted instead.
const MAX_NESTING: usize = 200;

impl Emit<'_> {
    /// Unifies the arguments of the head.
    pub fn head(&mut self, args: &[Cell]) -> Option<()> {
        self.high = args.len();
        // Variables that stand alone are where they came; what follows must not overwrite them.
        let mut seen = vec![false; self.vars.list.len()];
        let mut first = vec![false; args.len()];
        for (i, &arg) in args.iter().enumerate() {
            let arg = self.deref(arg);
            if let Some(var) = self.var(arg) {
                if !seen[var] {
                    first[i] = true;
                    self.settle(var, i as u8);
                    seen[var] = true;
                }
            } else {
                self.state.owner[i] = TEMPORARY;
            }
        }
        for (i, &arg) in args.iter().enumerate() {
            if !first[i] {
                let arg = self.deref(arg);
                self.get(i as u8, arg)?;
                self.release(i as u8);
            }
        }
        Some(())
    }

    /// Unifies a register with a term of the clause.
    pub fn get(&mut self, register: u8, term: Cell) -> Option<()> {
        let mut pending = vec![(register, term)];
        while let Some((a, term)) = pending.pop() {
            self.get_one(a, term, &mut pending)?;
            if a != register {
                self.release(a);
            }
        }
        Some(())
    }

    fn get_one(&mut self, a: u8, term: Cell, pending: &mut Vec<(u8, Cell)>) -> Option<()> {
        match term.tag() {
            Tag::Ref => {
                let var = self.vars.of(term);
                if !self.known(var) {
                    let register = self.temporary()?;
                    self.push(Instr::Move { s: a, d: register });
                    self.define(var, register);
                } else {
                    let b = self.register_of(var)?;
                    self.push(Instr::GetValue { a, b });
                }
            }
            Tag::Boxed => {
                let k = self.constant(term);
                self.push(Instr::GetBox { a, k });
            }
            Tag::Lst | Tag::Str => return self.get_compound(a, term, pending),
            _ => self.push(Instr::GetConst { a, c: term }),
        }
        Some(())
    }

    fn constant(&mut self, cell: Cell) -> u32 {
        let value = self.record.boxes[cell.box_index()].clone();
        self.linker.constant(value)
    }

    fn get_compound(&mut self, a: u8, term: Cell, pending: &mut Vec<(u8, Cell)>) -> Option<()> {
        let limit = pending.len() + PENDING;
        if term.tag() == Tag::Lst && self.get_simple_list(a, term)? {
            return Some(());
        }
        self.push(match term.tag() {
            Tag::Lst => Instr::GetList { a },
            _ => Instr::GetStruct { a, f: self.record.cells[term.index()] },
        });
        let mut term = term;
        loop {
            let args = parts(self.record, term)?.1.to_vec();
            let Some((&last, others)) = args.split_last() else { return Some(()) };
            for &arg in others {
                let arg = self.deref(arg);
                self.unify_arg(arg, pending)?;
            }
            let last = self.deref(last);
            if last.is_compound() && pending.len() < limit {
                self.push(match last.tag() {
                    Tag::Lst => Instr::UnifyList,
                    _ => Instr::UnifyStruct { f: self.record.cells[last.index()] },
                });
                term = last;
            } else {
                return self.unify_arg(last, pending);
            }
        }
    }

    /// One instruction for `[H|T]` where head and tail are new variables, or the head is known.
    fn get_simple_list(&mut self, a: u8, term: Cell) -> Option<bool> {
        let head = self.deref(self.record.cells[term.index()]);
        let tail = self.deref(self.record.cells[term.index() + 1]);
        let Some(t) = self.var(tail) else { return Some(false) };
        if head == tail || self.known(t) || self.vars.list[t].count == 1 || self.wants_slot(t) {
            return Some(false);
        }
        let Some(h) = self.var(head) else { return Some(false) };
        if self.vars.list[h].count == 1 {
            let t_reg = self.tail_register(a)?;
            self.settle(t, t_reg);
            self.push(Instr::GetListVoidX { a, t: t_reg });
        } else if self.known(h) {
            let h = self.register_of(h)?;
            let t_reg = self.tail_register(a)?;
            self.settle(t, t_reg);
            self.push(Instr::GetListValX { a, h, t: t_reg });
        } else if !self.wants_slot(h) {
            let h_reg = self.temporary()?;
            self.settle(h, h_reg);
            let t_reg = self.tail_register(a)?;
            self.settle(t, t_reg);
            self.push(Instr::GetListXX { a, h: h_reg, t: t_reg });
        } else {
            return Some(false);
        }
        Some(true)
    }

    /// A register for the tail of a list in register `a`: the same one for an argument of the
    /// head, where a recursive call will want it.
    fn tail_register(&mut self, a: u8) -> Option<u8> {
        let own = (a as usize) < self.base && self.state.owner[a as usize] == TEMPORARY;
        if own { Some(a) } else { self.temporary() }
    }

    /// An argument of an open compound, matched or written.
    fn unify_arg(&mut self, arg: Cell, pending: &mut Vec<(u8, Cell)>) -> Option<()> {
        match arg.tag() {
            Tag::Ref => return self.unify_var(arg),
            Tag::Boxed => {
                let k = self.constant(arg);
                self.push(Instr::UnifyBox { k });
            }
            Tag::Lst | Tag::Str => {
                let register = self.temporary()?;
                self.push(Instr::UnifyVar { x: register });
                pending.push((register, arg));
            }
            _ => self.push(Instr::UnifyConst { c: arg }),
        }
        Some(())
    }

    fn unify_var(&mut self, arg: Cell) -> Option<()> {
        let var = self.vars.of(arg);
        let slot = self.vars.list[var].slot;
        if self.vars.list[var].count == 1 {
            self.push(Instr::UnifyVoid { n: 1 });
        } else if self.state.home[var] != NONE {
            self.push(Instr::UnifyVal { x: self.state.home[var] as u8 });
        } else if self.state.in_slot[var] {
            self.push(Instr::UnifyY { y: slot });
        } else if self.wants_slot(var) {
            self.push(Instr::UnifyNewY { y: slot });
            self.state.in_slot[var] = true;
        } else {
            let register = self.temporary()?;
            self.settle(var, register);
            self.push(Instr::UnifyVar { x: register });
        }
        Some(())
    }

    /// Puts the arguments of a goal into the first registers. Variables whose register is
    /// needed move out of the way; `keep` says that registers are used after this goal.
    pub fn put_args(&mut self, args: &[Cell], keep: bool) -> Option<()> {
        let mut last_arg = vec![0usize; self.vars.list.len()];
        let record = self.record;
        for (i, &arg) in args.iter().enumerate() {
            Vars::each(record, arg, |cell| last_arg[self.vars.of(cell)] = i + 1);
        }
        for (i, &arg) in args.iter().enumerate() {
            let arg = self.deref(arg);
            let own = usize::from(!arg.is_compound());
            self.make_room(i, |var| last_arg[var] > i + own, keep, self.var(arg))?;
            self.put(arg, i as u8)?;
        }
        self.high = self.high.max(args.len());
        Some(())
    }

    /// Moves the variable in register `i` elsewhere if it is still needed.
    fn make_room(
        &mut self,
        i: usize,
        in_goal: impl Fn(usize) -> bool,
        keep: bool,
        arg: Option<usize>,
    ) -> Option<()> {
        let owner = self.state.owner[i];
        if owner as usize >= self.vars.list.len() || self.state.home[owner as usize] != i as u32 {
            return Some(());
        }
        let var = owner as usize;
        if arg == Some(var) {
            return Some(());
        }
        let needed = in_goal(var) || (keep && self.vars.list[var].last > self.no);
        if needed && !self.state.in_slot[var] {
            let register = self.temporary()?;
            self.push(Instr::Move { s: i as u8, d: register });
            self.settle(var, register);
            self.state.owner[i] = NONE;
        } else {
            self.clear(i as u8);
        }
        Some(())
    }

    /// Moves all variables that are needed later out of the argument registers.
    pub fn vacate(&mut self) -> Option<()> {
        for i in 0..self.base {
            self.make_room(i, |_| false, true, None)?;
        }
        Some(())
    }

    /// Puts one term into a register that is free for it.
    pub fn put(&mut self, term: Cell, a: u8) -> Option<()> {
        match term.tag() {
            Tag::Ref => {
                let var = self.vars.of(term);
                let home = self.state.home[var];
                if home == a as u32 {
                    return Some(());
                }
                if home != NONE {
                    self.clear(a);
                    self.push(Instr::Move { s: home as u8, d: a });
                } else if self.state.in_slot[var] {
                    self.clear(a);
                    self.push(Instr::PutY { y: self.vars.list[var].slot, a });
                    self.settle(var, a);
                } else if self.wants_slot(var) {
                    self.clear(a);
                    self.push(Instr::PutNewY { y: self.vars.list[var].slot, a });
                    self.state.in_slot[var] = true;
                    self.settle(var, a);
                } else {
                    self.clear(a);
                    self.push(Instr::PutVar { a });
                    if self.vars.list[var].count > 1 {
                        self.settle(var, a);
                    }
                }
            }
            Tag::Boxed => {
                self.clear(a);
                let k = self.constant(term);
                self.push(Instr::PutBox { a, k });
            }
            Tag::Lst | Tag::Str => {
                self.build(term, a, 0)?;
                self.clear(a);
            }
            _ => {
                self.clear(a);
                self.push(Instr::PutConst { a, c: term });
            }
        }
        Some(())
    }

    /// Builds a compound term in a register. Nested terms are built before the term that has
    /// them, except along last arguments, where code goes straight on; a long spine with many
    /// nested terms is cut into pieces that are built from its end.
    pub fn build(&mut self, term: Cell, a: u8, depth: usize) -> Option<()> {
        if depth > MAX_NESTING {
            return None;
        }
        let pieces = self.pieces(term)?;
        let mut rest: Option<u8> = None;
        for (n, piece) in pieces.iter().enumerate().rev() {
            let target = if n == 0 { a } else { self.temporary()? };
            self.build_piece(piece, rest, target, depth)?;
            if let Some(rest) = rest {
                self.release(rest);
            }
            rest = Some(target);
        }
        Some(())
    }

    /// The compound terms along the last arguments, in groups with few nested terms each.
    fn pieces(&self, term: Cell) -> Option<Vec<Vec<Cell>>> {
        let mut pieces = vec![Vec::new()];
        let (mut nested, mut term) = (0, term);
        loop {
            pieces.last_mut()?.push(term);
            let args = parts(self.record, term)?.1;
            let Some((&last, others)) = args.split_last() else { return Some(pieces) };
            nested += others.iter().filter(|&&arg| self.deref(arg).is_compound()).count();
            term = self.deref(last);
            if !term.is_compound() {
                return Some(pieces);
            }
            if nested > PENDING {
                pieces.push(Vec::new());
                nested = 0;
            }
        }
    }

    fn build_piece(&mut self, piece: &[Cell], rest: Option<u8>, a: u8, depth: usize) -> Option<()> {
        let mut nested = Vec::new();
        for &term in piece {
            let args = parts(self.record, term)?.1.to_vec();
            let Some((_, others)) = args.split_last() else { continue };
            for &arg in others {
                let arg = self.deref(arg);
                if arg.is_compound() {
                    let register = self.temporary()?;
                    self.build(arg, register, depth + 1)?;
                    nested.push(register);
                }
            }
        }
        let mut nested = nested.into_iter();
        for (n, &term) in piece.iter().enumerate() {
            let f = self.record.cells[term.index()];
            self.push(match (n, term.tag()) {
                (0, Tag::Lst) => Instr::PutList { a },
                (0, _) => Instr::PutStruct { a, f },
                (_, Tag::Lst) => Instr::UnifyList,
                _ => Instr::UnifyStruct { f },
            });
            let args = parts(self.record, term)?.1.to_vec();
            let Some((&last, others)) = args.split_last() else { continue };
            for &arg in others {
                let arg = self.deref(arg);
                if arg.is_compound() {
                    let register = nested.next()?;
                    self.push(Instr::UnifyVal { x: register });
                    self.release(register);
                } else {
                    self.unify_arg(arg, &mut Vec::new())?;
                }
            }
            let last = self.deref(last);
            if !last.is_compound() {
                self.unify_arg(last, &mut Vec::new())?;
            } else if n + 1 == piece.len() {
                self.push(Instr::UnifyVal { x: rest? });
            }
        }
        Some(())
    }
}
