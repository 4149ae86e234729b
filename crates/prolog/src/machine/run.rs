//! The loop that runs instructions.

use crate::{
    cell::{Cell, Tag},
    compile::instr::{Cmp, Instr, Pc},
    database::Entry,
    heap::Heap,
    machine::{Machine, NativeCode, choice::Alt, setup::place},
    throw::Throw,
};

/// How often, in calls, the machine looks for interrupts: one less than a power of two.
const POLL: u64 = 0x3ff;

impl Machine {
    /// Runs from a place until the current nested run has an answer (`true`) or none.
    pub(crate) fn run(&mut self, start: Pc) -> Result<bool, Throw> {
        let mut pc = start;
        loop {
            match self.execute(pc) {
                Ok(done) => return Ok(done),
                Err(throw) => pc = self.catch(throw)?,
            }
        }
    }

    #[allow(clippy::cognitive_complexity)]
    fn execute(&mut self, start: Pc) -> Result<bool, Throw> {
        let mut pc = start;
        macro_rules! fail {
            () => {{
                pc = self.backtrack()?;
                continue;
            }};
        }
        macro_rules! check {
            ($e:expr) => {
                if !$e {
                    fail!();
                }
            };
        }
        // Something to do before the instruction at `pc - 1`, which needs `n` registers.
        macro_rules! attend {
            ($n:expr) => {
                if !self.store.woken.is_empty() {
                    match self.wake(pc - 1, $n as usize)? {
                        Some(next) => {
                            pc = next;
                            continue;
                        }
                        None => fail!(),
                    }
                }
            };
        }
        macro_rules! port {
            ($pred:expr) => {
                self.inferences += 1;
                if self.inferences & POLL == 0
                    || !self.store.woken.is_empty()
                    || self.store.heap.cells.len() > self.store.heap.collect_at
                {
                    let n = self.preds[$pred as usize].arity;
                    match self.attend_port(pc - 1, n)? {
                        Some(next) if next == pc - 1 => {}
                        Some(next) => {
                            pc = next;
                            continue;
                        }
                        None => fail!(),
                    }
                }
            };
        }
        macro_rules! enter {
            ($pred:expr) => {{
                self.b0 = self.choices.len() as u32;
                match self.entries[$pred as usize] {
                    Entry::Pc(to) => pc = to,
                    Entry::Switch(switch) => {
                        let to = self.switch(switch);
                        if to == 0 {
                            fail!();
                        }
                        pc = to;
                    }
                    _ => match self.enter_slow($pred)? {
                        0 => fail!(),
                        to => pc = to,
                    },
                }
            }};
        }
        loop {
            let instr = self.code[pc as usize];
            pc += 1;
            match instr {
                Instr::Fail => fail!(),

                Instr::GetConst { a, c } => {
                    let x = self.store.deref(self.x[a as usize]);
                    if x != c {
                        check!(x.is_var());
                        self.store.bind(x, c);
                    }
                }
                Instr::GetBox { a, k } => {
                    let x = self.store.deref(self.x[a as usize]);
                    check!(self.get_box(x, k));
                }
                Instr::GetList { a } => {
                    let x = self.store.deref(self.x[a as usize]);
                    match x.tag() {
                        Tag::Lst => {
                            self.s = x.index();
                            self.writing = false;
                        }
                        Tag::Ref | Tag::Att => {
                            let list = Cell::list(self.store.heap.top());
                            self.store.bind(x, list);
                            self.writing = true;
                        }
                        _ => fail!(),
                    }
                }
                Instr::GetListXX { a, h, t } => {
                    let x = self.store.deref(self.x[a as usize]);
                    match x.tag() {
                        Tag::Lst => {
                            let i = x.index();
                            self.x[h as usize] = self.store.heap.cells[i];
                            self.x[t as usize] = self.store.heap.cells[i + 1];
                        }
                        Tag::Ref | Tag::Att => {
                            let i = self.store.heap.top();
                            let pair = [Cell::reference(i), Cell::reference(i + 1)];
                            self.store.heap.cells.extend_from_slice(&pair);
                            self.x[h as usize] = pair[0];
                            self.x[t as usize] = pair[1];
                            self.store.bind(x, Cell::list(i));
                        }
                        _ => fail!(),
                    }
                }
                Instr::GetListVoidX { a, t } => {
                    let x = self.store.deref(self.x[a as usize]);
                    match x.tag() {
                        Tag::Lst => {
                            self.x[t as usize] = self.store.heap.cells[x.index() + 1];
                        }
                        Tag::Ref | Tag::Att => {
                            let i = self.store.heap.top();
                            let pair = [Cell::reference(i), Cell::reference(i + 1)];
                            self.store.heap.cells.extend_from_slice(&pair);
                            self.x[t as usize] = pair[1];
                            self.store.bind(x, Cell::list(i));
                        }
                        _ => fail!(),
                    }
                }
                Instr::GetListValX { a, h, t } => {
                    let x = self.store.deref(self.x[a as usize]);
                    match x.tag() {
                        Tag::Lst => {
                            let i = x.index();
                            self.x[t as usize] = self.store.heap.cells[i + 1];
                            let head = self.store.heap.cells[i];
                            check!(self.store.unify(self.x[h as usize], head));
                        }
                        Tag::Ref | Tag::Att => {
                            let i = self.store.heap.top();
                            let head = Heap::storable(self.x[h as usize]);
                            self.store
                                .heap
                                .cells
                                .extend_from_slice(&[head, Cell::reference(i + 1)]);
                            self.x[t as usize] = Cell::reference(i + 1);
                            self.store.bind(x, Cell::list(i));
                        }
                        _ => fail!(),
                    }
                }
                Instr::GetStruct { a, f } => {
                    let x = self.store.deref(self.x[a as usize]);
                    match x.tag() {
                        Tag::Str => {
                            check!(self.store.heap.cells[x.index()] == f);
                            self.s = x.index() + 1;
                            self.writing = false;
                        }
                        Tag::Ref | Tag::Att => {
                            let i = self.store.heap.push(f);
                            self.store.bind(x, Cell::structure(i));
                            self.writing = true;
                        }
                        _ => fail!(),
                    }
                }
                Instr::GetValue { a, b } => {
                    check!(self.store.unify(self.x[a as usize], self.x[b as usize]));
                }
                Instr::UnifyVar { x } => {
                    if self.writing {
                        self.x[x as usize] = self.store.heap.new_var();
                    } else {
                        self.x[x as usize] = self.store.heap.cells[self.s];
                        self.s += 1;
                    }
                }
                Instr::UnifyVar2 { x, y } => {
                    if self.writing {
                        self.x[x as usize] = self.store.heap.new_var();
                        self.x[y as usize] = self.store.heap.new_var();
                    } else {
                        self.x[x as usize] = self.store.heap.cells[self.s];
                        self.x[y as usize] = self.store.heap.cells[self.s + 1];
                        self.s += 2;
                    }
                }
                Instr::UnifyVal { x } => {
                    let value = self.x[x as usize];
                    if self.writing {
                        self.store.heap.push(Heap::storable(value));
                    } else {
                        let cell = self.store.heap.cells[self.s];
                        self.s += 1;
                        check!(self.store.unify(value, cell));
                    }
                }
                Instr::UnifyConst { c } => {
                    if self.writing {
                        self.store.heap.push(c);
                    } else {
                        let x = self.store.heap.at(self.s);
                        self.s += 1;
                        if x != c {
                            check!(x.is_var());
                            self.store.bind(x, c);
                        }
                    }
                }
                Instr::UnifyBox { k } => {
                    if self.writing {
                        let cell = self.put_constant(k);
                        self.store.heap.push(cell);
                    } else {
                        let x = self.store.heap.at(self.s);
                        self.s += 1;
                        check!(self.get_box(x, k));
                    }
                }
                Instr::UnifyVoid { n } => {
                    if self.writing {
                        for _ in 0..n {
                            self.store.heap.new_var();
                        }
                    } else {
                        self.s += n as usize;
                    }
                }
                Instr::UnifyList => {
                    if self.writing {
                        let top = self.store.heap.top();
                        self.store.heap.push(Cell::list(top + 1));
                    } else {
                        let x = self.store.heap.at(self.s);
                        match x.tag() {
                            Tag::Lst => self.s = x.index(),
                            Tag::Ref | Tag::Att => {
                                let list = Cell::list(self.store.heap.top());
                                self.store.bind(x, list);
                                self.writing = true;
                            }
                            _ => fail!(),
                        }
                    }
                }
                Instr::UnifyStruct { f } => {
                    if self.writing {
                        let top = self.store.heap.top();
                        self.store.heap.push(Cell::structure(top + 1));
                        self.store.heap.push(f);
                    } else {
                        let x = self.store.heap.at(self.s);
                        match x.tag() {
                            Tag::Str => {
                                check!(self.store.heap.cells[x.index()] == f);
                                self.s = x.index() + 1;
                            }
                            Tag::Ref | Tag::Att => {
                                let i = self.store.heap.push(f);
                                self.store.bind(x, Cell::structure(i));
                                self.writing = true;
                            }
                            _ => fail!(),
                        }
                    }
                }
                Instr::UnifyY { y } => {
                    let value = self.slot(y);
                    if self.writing {
                        self.store.heap.push(Heap::storable(value));
                    } else {
                        let cell = self.store.heap.cells[self.s];
                        self.s += 1;
                        check!(self.store.unify(value, cell));
                    }
                }
                Instr::UnifyNewY { y } => {
                    let value = if self.writing {
                        self.store.heap.new_var()
                    } else {
                        self.s += 1;
                        self.store.heap.cells[self.s - 1]
                    };
                    self.set_slot(y, value);
                }

                Instr::PutConst { a, c } => self.x[a as usize] = c,
                Instr::PutBox { a, k } => self.x[a as usize] = self.put_constant(k),
                Instr::PutList { a } => {
                    self.x[a as usize] = Cell::list(self.store.heap.top());
                    self.writing = true;
                }
                Instr::PutStruct { a, f } => {
                    let i = self.store.heap.push(f);
                    self.x[a as usize] = Cell::structure(i);
                    self.writing = true;
                }
                Instr::Move { s, d } => self.x[d as usize] = self.x[s as usize],
                Instr::Move2 { s, d, s2, d2 } => {
                    self.x[d as usize] = self.x[s as usize];
                    self.x[d2 as usize] = self.x[s2 as usize];
                }
                Instr::PutY { y, a } => self.x[a as usize] = self.slot(y),
                Instr::PutVar { a } => self.x[a as usize] = self.store.heap.new_var(),
                Instr::PutNewY { y, a } => {
                    let var = self.store.heap.new_var();
                    self.x[a as usize] = var;
                    self.set_slot(y, var);
                }
                Instr::MoveXY { x, y } => self.set_slot(y, self.x[x as usize]),

                Instr::Allocate { n } => self.allocate(n)?,
                Instr::Call { pred, live: _ } => {
                    port!(pred);
                    self.cp = pc;
                    enter!(pred);
                }
                Instr::Execute { pred } => {
                    port!(pred);
                    enter!(pred);
                }
                Instr::DeallocExecute { pred } => {
                    port!(pred);
                    self.deallocate();
                    enter!(pred);
                }
                Instr::Proceed => {
                    attend!(0);
                    pc = self.cp;
                }
                Instr::DeallocProceed => {
                    attend!(0);
                    self.deallocate();
                    pc = self.cp;
                }
                Instr::Jump { to } => pc = to,
                Instr::TryElse { y, to } => {
                    let mark = Cell::small(self.choices.len() as i32);
                    self.set_slot(y, mark);
                    self.push_choice(Alt::Jump(to), 0);
                }
                Instr::Else { .. } => self.pop_choice(),
                Instr::CutY { y, n } => {
                    attend!(n);
                    let to = self.slot(y).int_value() as usize;
                    self.cut_to(to)?;
                }
                Instr::CutLocal { y, n } => {
                    attend!(n);
                    let to = self.slot(y).int_value() as usize + 1;
                    self.cut_to(to)?;
                }
                Instr::PutCutLocal { y, a } => {
                    let to = self.slot(y).int_value() as i32 + 1;
                    self.x[a as usize] = Cell::small(to);
                }
                Instr::SoftCutY { y, n } => {
                    attend!(n);
                    let at = self.slot(y).int_value() as usize;
                    if at + 1 == self.choices.len() {
                        self.pop_choice();
                    } else if let Some(choice) = self.choices.get_mut(at) {
                        choice.alt = Alt::Dead;
                    }
                }
                Instr::NeckCut { n } => {
                    attend!(n);
                    self.cut_to(self.b0 as usize)?;
                }
                Instr::Cut { n } => {
                    attend!(n);
                    let to = (self.stack[self.e as usize + 1] >> 32) as usize;
                    self.cut_to(to)?;
                }
                Instr::Native { f, n } => {
                    attend!(n);
                    self.inferences += 1;
                    let NativeCode::Det(code) = self.natives[f as usize].code else { fail!() };
                    match code(self) {
                        Ok(true) => {}
                        Ok(false) => fail!(),
                        Err(throw) => return Err(self.with_context(throw, f)),
                    }
                }
                Instr::CallN { n, module, live: _ } => {
                    let base = pc - 1;
                    match self.port_n(base, n as usize)? {
                        Some(next) if next == base => {}
                        Some(next) => {
                            pc = next;
                            continue;
                        }
                        None => fail!(),
                    }
                    self.cp = pc;
                    let pred = self.meta_call(n as usize, crate::atom::Atom(module))?;
                    enter!(pred);
                }
                Instr::ExecuteN { n, module, dealloc } => {
                    let base = pc - 1;
                    match self.port_n(base, n as usize)? {
                        Some(next) if next == base => {}
                        Some(next) => {
                            pc = next;
                            continue;
                        }
                        None => fail!(),
                    }
                    if dealloc {
                        self.deallocate();
                    }
                    let pred = self.meta_call(n as usize, crate::atom::Atom(module))?;
                    enter!(pred);
                }
                Instr::Wake { n } => attend!(n),

                Instr::Test { test, negate, a, to } => {
                    let x = self.store.deref(self.x[a as usize]);
                    if self.test(test, x) == negate {
                        pc = to;
                    }
                }
                Instr::Same { negate, a, b, to } => {
                    if self.identical(self.x[a as usize], self.x[b as usize]) == negate {
                        pc = to;
                    }
                }
                Instr::Lt { a, b, to } => {
                    if !self.less(a, b, pc)? {
                        pc = to;
                    }
                }
                Instr::Le { a, b, to } => {
                    let (l, r) = self.operands(a, b);
                    let holds = match both_small(l, r) {
                        Some((l, r)) => l <= r,
                        None => self.compare_slow(Cmp::Le, l, r, pc)?,
                    };
                    if !holds {
                        pc = to;
                    }
                }
                Instr::Gt { a, b, to } => {
                    let (l, r) = self.operands(a, b);
                    let holds = match both_small(l, r) {
                        Some((l, r)) => l > r,
                        None => self.compare_slow(Cmp::Gt, l, r, pc)?,
                    };
                    if !holds {
                        pc = to;
                    }
                }
                Instr::Ge { a, b, to } => {
                    let (l, r) = self.operands(a, b);
                    let holds = match both_small(l, r) {
                        Some((l, r)) => l >= r,
                        None => self.compare_slow(Cmp::Ge, l, r, pc)?,
                    };
                    if !holds {
                        pc = to;
                    }
                }
                Instr::Eq { a, b, to } => {
                    let (l, r) = self.operands(a, b);
                    let holds = match both_small(l, r) {
                        Some((l, r)) => l == r,
                        None => self.compare_slow(Cmp::Eq, l, r, pc)?,
                    };
                    if !holds {
                        pc = to;
                    }
                }
                Instr::Ne { a, b, to } => {
                    let (l, r) = self.operands(a, b);
                    let holds = match both_small(l, r) {
                        Some((l, r)) => l != r,
                        None => self.compare_slow(Cmp::Ne, l, r, pc)?,
                    };
                    if !holds {
                        pc = to;
                    }
                }
                Instr::CmpI { cmp, a, to, i } => {
                    let l = self.store.deref(self.x[a as usize]);
                    let holds = if l.tag() == Tag::Int {
                        let (l, r) = (l.int_value(), i as i64);
                        match cmp {
                            Cmp::Lt => l < r,
                            Cmp::Le => l <= r,
                            Cmp::Gt => l > r,
                            Cmp::Ge => l >= r,
                            Cmp::Eq => l == r,
                            Cmp::Ne => l != r,
                        }
                    } else {
                        self.compare_slow(cmp, l, Cell::small(i), pc)?
                    };
                    if !holds {
                        pc = to;
                    }
                }
                Instr::Add { d, a, b } => {
                    let (l, r) = self.operands(a, b);
                    let sum = both_small(l, r).and_then(|(l, r)| Cell::int(l + r));
                    self.x[d as usize] = match sum {
                        Some(cell) => cell,
                        None => self.arith_slow(crate::compile::instr::Op::Add, l, r, pc)?,
                    };
                }
                Instr::Sub { d, a, b } => {
                    let (l, r) = self.operands(a, b);
                    let difference = both_small(l, r).and_then(|(l, r)| Cell::int(l - r));
                    self.x[d as usize] = match difference {
                        Some(cell) => cell,
                        None => self.arith_slow(crate::compile::instr::Op::Sub, l, r, pc)?,
                    };
                }
                Instr::Mul { d, a, b } => {
                    let (l, r) = self.operands(a, b);
                    let product =
                        both_small(l, r).and_then(|(l, r)| l.checked_mul(r)).and_then(Cell::int);
                    self.x[d as usize] = match product {
                        Some(cell) => cell,
                        None => self.arith_slow(crate::compile::instr::Op::Mul, l, r, pc)?,
                    };
                }
                Instr::AddI { d, a, i } => {
                    let l = self.store.deref(self.x[a as usize]);
                    let sum = small(l).and_then(|l| Cell::int(l + i as i64));
                    self.x[d as usize] = match sum {
                        Some(cell) => cell,
                        None => {
                            let r = Cell::small(i);
                            self.arith_slow(crate::compile::instr::Op::Add, l, r, pc)?
                        }
                    };
                }
                Instr::SubI { d, a, i } => {
                    let l = self.store.deref(self.x[a as usize]);
                    let difference = small(l).and_then(|l| Cell::int(l - i as i64));
                    self.x[d as usize] = match difference {
                        Some(cell) => cell,
                        None => {
                            let r = Cell::small(i);
                            self.arith_slow(crate::compile::instr::Op::Sub, l, r, pc)?
                        }
                    };
                }
                Instr::MulI { d, a, i } => {
                    let l = self.store.deref(self.x[a as usize]);
                    let product =
                        small(l).and_then(|l| l.checked_mul(i as i64)).and_then(Cell::int);
                    self.x[d as usize] = match product {
                        Some(cell) => cell,
                        None => {
                            let r = Cell::small(i);
                            self.arith_slow(crate::compile::instr::Op::Mul, l, r, pc)?
                        }
                    };
                }
                Instr::Arith { op, d, a, b } => {
                    let (l, r) = self.operands(a, b);
                    self.x[d as usize] = match self.arith_fast(op, l, r) {
                        Some(cell) => cell,
                        None => self.arith_slow(op, l, r, pc)?,
                    };
                }
                Instr::ArithI { op, d, a, i } => {
                    let l = self.store.deref(self.x[a as usize]);
                    let r = Cell::small(i);
                    self.x[d as usize] = match self.arith_fast(op, l, r) {
                        Some(cell) => cell,
                        None => self.arith_slow(op, l, r, pc)?,
                    };
                }
                Instr::Eval { d, a } => {
                    let l = self.store.deref(self.x[a as usize]);
                    self.x[d as usize] = match l.tag() {
                        Tag::Int => l,
                        _ => self.evaluate(l, pc)?,
                    };
                }

                Instr::Halt => return Ok(true),
                Instr::NoMore => return Ok(false),
                Instr::Resume => pc = self.resume(),
                Instr::CatchPush => self.catch_push(),
                Instr::CatchExit => self.catch_exit(),
                Instr::CleanupPush => self.cleanup_push(),
                Instr::CleanupExit => self.cleanup_exit()?,
                Instr::Shift => match self.shift()? {
                    Some(next) => pc = next,
                    None => fail!(),
                },
                Instr::Reenter => pc = self.reenter()?,
                Instr::Body => match self.body()? {
                    Some(place::PROCEED) => {
                        attend!(0);
                        pc = self.cp;
                    }
                    Some(next) => pc = next,
                    None => {
                        let module = self.x[2].atom_value();
                        let pred = self.meta_call(0, module)?;
                        port!(pred);
                        enter!(pred);
                    }
                },
                Instr::Interpret { clause } => match self.interpret(clause)? {
                    Some(next) => pc = next,
                    None => fail!(),
                },
            }
        }
    }

    #[inline]
    fn operands(&self, a: u8, b: u8) -> (Cell, Cell) {
        (self.store.deref(self.x[a as usize]), self.store.deref(self.x[b as usize]))
    }

    #[inline]
    fn less(&mut self, a: u8, b: u8, pc: Pc) -> Result<bool, Throw> {
        let (l, r) = self.operands(a, b);
        match both_small(l, r) {
            Some((l, r)) => Ok(l < r),
            None => self.compare_slow(Cmp::Lt, l, r, pc),
        }
    }
}

#[inline]
fn small(cell: Cell) -> Option<i64> {
    (cell.tag() == Tag::Int).then(|| cell.int_value())
}

#[inline]
fn both_small(l: Cell, r: Cell) -> Option<(i64, i64)> {
    (l.tag() == Tag::Int && r.tag() == Tag::Int).then(|| (l.int_value(), r.int_value()))
}
