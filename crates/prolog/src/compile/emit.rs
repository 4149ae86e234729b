//! The state of code generation: where each variable is, and the code so far.

use crate::{
    cell::{Cell, Tag},
    compile::{
        Clause, Linker,
        goal::{Goal, Reader, deref, parts},
        instr::{Instr, Live},
        vars::{NONE, Vars},
    },
    record::Record,
};

/// Registers beyond this are never given to variables.
const LAST_REGISTER: usize = 250;
/// Owner of a register that holds something other than a variable.
pub const TEMPORARY: u32 = u32::MAX - 1;

/// Compiles a clause; `None` where it has to be interpreted.
pub fn compile(clause: &Clause<'_>, linker: &mut dyn Linker) -> Option<Vec<Instr>> {
    let record = clause.record;
    let head_args: Vec<Cell> = parts(record, clause.head).map(|(_, args)| args.to_vec())?;
    let mut reader = Reader { record, atoms: linker.atoms(), no: 0 };
    let body = reader.body(clause.module, clause.body, 0)?;
    let mut vars = Vars::new(record);
    vars.head(&head_args);
    vars.body(&body, 0, &|module, name, arity| linker.is_native(module, name, arity));
    let slots = vars.slots();
    let base = max_arity(&body).max(head_args.len());
    if base + 8 > LAST_REGISTER {
        return None;
    }
    let state = State {
        home: vec![NONE; vars.list.len()],
        in_slot: vec![false; vars.list.len()],
        owner: vec![NONE; LAST_REGISTER + 1],
        env: false,
    };
    let mut emit = Emit {
        linker,
        record,
        vars,
        state,
        code: Vec::new(),
        slots,
        base,
        no: 0,
        high: 0,
        fence: 0,
    };
    emit.head(&head_args)?;
    emit.body(&body, true, None)?;
    let slots = emit.slots;
    for instr in &mut emit.code {
        if let Instr::Allocate { n } = instr {
            *n = slots;
        }
    }
    Some(emit.code)
}

fn max_arity(goal: &Goal) -> usize {
    match goal {
        Goal::Call { args, .. } => args.len(),
        Goal::Meta { .. } => 2,
        Goal::Seq(goals) => goals.iter().map(max_arity).max().unwrap_or(0),
        Goal::If { cond, then, other, .. } => {
            max_arity(cond).max(max_arity(then)).max(max_arity(other))
        }
        Goal::Or { left, right, .. } => max_arity(left).max(max_arity(right)),
        Goal::Not { goal, .. } => max_arity(goal),
        _ => 0,
    }
}

/// Where everything is at one point of the code; copied where the code branches.
#[derive(Clone)]
pub struct State {
    /// The register of each variable.
    pub home: Vec<u32>,
    /// Is the variable in its slot?
    pub in_slot: Vec<bool>,
    /// What each register holds.
    pub owner: Vec<u32>,
    /// Is there an environment?
    pub env: bool,
}

/// Code generation for one clause.
pub struct Emit<'a> {
    /// The machine.
    pub linker: &'a mut dyn Linker,
    /// The clause.
    pub record: &'a Record,
    /// Its variables.
    pub vars: Vars<'a>,
    /// Where they are.
    pub state: State,
    /// The code so far.
    pub code: Vec<Instr>,
    /// Slots of the environment.
    pub slots: u32,
    /// Registers below are for arguments.
    pub base: usize,
    /// The goal that is being compiled.
    pub no: u32,
    /// One more than the highest register in use so far.
    pub high: usize,
    /// Code before this place is not merged with what follows: something jumps here.
    pub fence: usize,
}

impl Emit<'_> {
    /// Follows references within the clause.
    pub fn deref(&self, cell: Cell) -> Cell {
        deref(self.record, cell)
    }

    /// Writes an instruction, merged with the one before where that is worth it.
    pub fn push(&mut self, instr: Instr) {
        let last = self.code.last().filter(|_| self.code.len() > self.fence);
        let merged = match (last, instr) {
            (Some(&Instr::UnifyVar { x }), Instr::UnifyVar { x: y }) => {
                Some(Instr::UnifyVar2 { x, y })
            }
            (Some(&Instr::Move { s, d }), Instr::Move { s: s2, d: d2 }) => {
                Some(Instr::Move2 { s, d, s2, d2 })
            }
            (Some(&Instr::UnifyVoid { n }), Instr::UnifyVoid { n: m }) => {
                Some(Instr::UnifyVoid { n: n + m })
            }
            _ => None,
        };
        match (merged, self.code.last_mut()) {
            (Some(merged), Some(last)) => *last = merged,
            _ => self.code.push(instr),
        }
    }

    /// The place of the next instruction. Code that is jumped to is never merged with what is
    /// before it.
    pub fn here(&mut self) -> u32 {
        self.fence = self.code.len();
        self.code.len() as u32
    }

    /// Is the register free for something new?
    fn is_free(&self, register: usize) -> bool {
        match self.state.owner[register] {
            NONE => true,
            TEMPORARY => false,
            var => {
                let var = var as usize;
                self.state.home[var] != register as u32
                    || (self.vars.list[var].last < self.no && self.no > 0)
            }
        }
    }

    /// A free register above the arguments.
    pub fn temporary(&mut self) -> Option<u8> {
        let register = (self.base..LAST_REGISTER).find(|&r| self.is_free(r))?;
        self.state.owner[register] = TEMPORARY;
        self.high = self.high.max(register + 1);
        Some(register as u8)
    }

    /// The register is no longer needed, if it is a temporary.
    pub fn release(&mut self, register: u8) {
        if self.state.owner[register as usize] == TEMPORARY {
            self.state.owner[register as usize] = NONE;
        }
    }

    /// From here on the variable is in this register.
    pub fn settle(&mut self, var: usize, register: u8) {
        self.state.home[var] = register as u32;
        self.state.owner[register as usize] = var as u32;
        self.high = self.high.max(register as usize + 1);
    }

    /// The register now holds something else.
    pub fn clear(&mut self, register: u8) {
        let owner = self.state.owner[register as usize];
        if owner < TEMPORARY && self.state.home[owner as usize] == register as u32 {
            self.state.home[owner as usize] = NONE;
        }
        self.state.owner[register as usize] = NONE;
    }

    /// All registers are gone (after a call).
    pub fn clear_all(&mut self) {
        self.state.home.fill(NONE);
        self.state.owner.fill(NONE);
        self.high = 0;
    }

    /// Has the variable a value yet?
    pub fn known(&self, var: usize) -> bool {
        self.state.home[var] != NONE || self.state.in_slot[var]
    }

    /// Must the variable be put into its slot as soon as it has a value?
    pub fn wants_slot(&self, var: usize) -> bool {
        self.vars.list[var].permanent && self.state.env && !self.state.in_slot[var]
    }

    /// A register that holds the variable, loading or making it if necessary.
    pub fn register_of(&mut self, var: usize) -> Option<u8> {
        if self.state.home[var] != NONE {
            return Some(self.state.home[var] as u8);
        }
        let register = self.temporary()?;
        if self.state.in_slot[var] {
            self.push(Instr::PutY { y: self.vars.list[var].slot, a: register });
        } else if self.wants_slot(var) {
            self.push(Instr::PutNewY { y: self.vars.list[var].slot, a: register });
            self.state.in_slot[var] = true;
        } else {
            self.push(Instr::PutVar { a: register });
        }
        self.settle(var, register);
        Some(register)
    }

    /// The variable got its value in this register: keep it there and in its slot.
    pub fn define(&mut self, var: usize, register: u8) {
        self.settle(var, register);
        if self.wants_slot(var) {
            self.push(Instr::MoveXY { x: register, y: self.vars.list[var].slot });
            self.state.in_slot[var] = true;
        }
    }

    /// Makes the environment, if there is none, and saves permanent variables in it.
    pub fn allocate(&mut self) {
        if self.state.env {
            return;
        }
        self.state.env = true;
        self.push(Instr::Allocate { n: 0 });
        for var in 0..self.vars.list.len() {
            if self.wants_slot(var) && self.state.home[var] != NONE {
                let (x, y) = (self.state.home[var] as u8, self.vars.list[var].slot);
                self.push(Instr::MoveXY { x, y });
                self.state.in_slot[var] = true;
            }
        }
    }

    /// Slots whose value is needed after goal `no`.
    pub fn live_after(&self, no: u32) -> Live {
        let mut live = 0;
        for (var, info) in self.vars.list.iter().enumerate() {
            if self.state.in_slot[var] && info.last > no && info.slot < 64 {
                live |= 1 << info.slot;
            }
        }
        live
    }

    /// Is the dereferenced cell a variable of the clause?
    pub fn var(&self, cell: Cell) -> Option<usize> {
        (cell.tag() == Tag::Ref).then(|| self.vars.of(cell))
    }
}
