//! The instructions of the machine.
//!
//! An instruction is 16 bytes: a tag, registers, and one word. Argument registers are bytes, so
//! that reading one needs no bounds check. Jumps go to absolute places once a clause is
//! installed; place 0 is [`Instr::Fail`], so "else fail" is a jump like any other.

use crate::cell::Cell;

/// A place in the code area.
pub type Pc = u32;

/// A set of environment slots, as bits; slots from 64 on are always in it.
pub type Live = u64;

/// What an inline type test asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Test {
    Var,
    Nonvar,
    Atom,
    Atomic,
    Compound,
    Callable,
    Integer,
    Number,
    Float,
    String,
    IsList,
}

/// Arithmetic operators with an instruction of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Op {
    Add,
    Sub,
    Mul,
    IntDiv,
    Mod,
    Rem,
    Div,
    Min,
    Max,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Neg,
    Abs,
}

/// Arithmetic comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Cmp {
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
}

impl Cmp {
    /// The comparison that holds exactly when this one does not.
    pub fn negated(self) -> Cmp {
        match self {
            Cmp::Lt => Cmp::Ge,
            Cmp::Le => Cmp::Gt,
            Cmp::Gt => Cmp::Le,
            Cmp::Ge => Cmp::Lt,
            Cmp::Eq => Cmp::Ne,
            Cmp::Ne => Cmp::Eq,
        }
    }
}

/// One instruction.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Instr {
    /// Backtrack.
    Fail,

    // Unification with argument registers.
    /// Register is this atom or integer.
    GetConst {
        a: u8,
        c: Cell,
    },
    /// Register is this boxed constant.
    GetBox {
        a: u8,
        k: u32,
    },
    /// Register is a list; its two cells follow.
    GetList {
        a: u8,
    },
    /// Register is a list; head and tail go to registers.
    GetListXX {
        a: u8,
        h: u8,
        t: u8,
    },
    /// Register is a list; head is ignored, tail goes to a register.
    GetListVoidX {
        a: u8,
        t: u8,
    },
    /// Register is a list whose head is the value of a register; tail goes to a register.
    GetListValX {
        a: u8,
        h: u8,
        t: u8,
    },
    /// Register is a compound; its arguments follow.
    GetStruct {
        a: u8,
        f: Cell,
    },
    /// Two registers are the same term.
    GetValue {
        a: u8,
        b: u8,
    },
    /// Next argument goes to a register.
    UnifyVar {
        x: u8,
    },
    /// Next two arguments go to registers.
    UnifyVar2 {
        x: u8,
        y: u8,
    },
    /// Next argument is the value of a register.
    UnifyVal {
        x: u8,
    },
    /// Next argument is this atom or integer.
    UnifyConst {
        c: Cell,
    },
    /// Next argument is this boxed constant.
    UnifyBox {
        k: u32,
    },
    /// Next arguments are ignored.
    UnifyVoid {
        n: u32,
    },
    /// Last argument is a list whose cells follow.
    UnifyList,
    /// Last argument is a compound whose arguments follow.
    UnifyStruct {
        f: Cell,
    },
    /// Next argument is the value of a slot.
    UnifyY {
        y: u32,
    },
    /// Next argument goes to a slot.
    UnifyNewY {
        y: u32,
    },

    // Building arguments. The Unify instructions above fill what PutList and PutStruct open.
    PutConst {
        a: u8,
        c: Cell,
    },
    PutBox {
        a: u8,
        k: u32,
    },
    PutList {
        a: u8,
    },
    PutStruct {
        a: u8,
        f: Cell,
    },
    Move {
        s: u8,
        d: u8,
    },
    Move2 {
        s: u8,
        d: u8,
        s2: u8,
        d2: u8,
    },
    PutY {
        y: u32,
        a: u8,
    },
    PutVar {
        a: u8,
    },
    PutNewY {
        y: u32,
        a: u8,
    },
    MoveXY {
        x: u8,
        y: u32,
    },

    // Control.
    Allocate {
        n: u32,
    },
    Call {
        pred: u32,
        live: Live,
    },
    Execute {
        pred: u32,
    },
    DeallocExecute {
        pred: u32,
    },
    Proceed,
    DeallocProceed,
    Jump {
        to: Pc,
    },
    /// Remembers the choice points in a slot and makes one for the alternative.
    TryElse {
        y: u32,
        to: Pc,
    },
    /// Start of an alternative: its choice point goes; these slots are in use here.
    Else {
        live: Live,
    },
    /// Back to the choice points that the slot remembers. `n` registers are in use.
    CutY {
        y: u32,
        n: u8,
    },
    /// The alternative of the slot's choice point is no longer one.
    SoftCutY {
        y: u32,
        n: u8,
    },
    /// The cut of the clause, before and after an environment exists.
    NeckCut {
        n: u8,
    },
    Cut {
        n: u8,
    },
    /// A deterministic native; `n` registers are in use after it.
    Native {
        f: u32,
        n: u8,
    },
    /// `call/N` with `n` extra arguments in a module.
    CallN {
        n: u8,
        module: u32,
        live: Live,
    },
    ExecuteN {
        n: u8,
        module: u32,
        dealloc: bool,
    },
    /// Runs hooks of variables that inline unification bound.
    Wake {
        n: u8,
    },

    // Inline tests and arithmetic. `to` is where it goes on when the test fails.
    Test {
        test: Test,
        negate: bool,
        a: u8,
        to: Pc,
    },
    Same {
        negate: bool,
        a: u8,
        b: u8,
        to: Pc,
    },
    Lt {
        a: u8,
        b: u8,
        to: Pc,
    },
    Le {
        a: u8,
        b: u8,
        to: Pc,
    },
    Eq {
        a: u8,
        b: u8,
        to: Pc,
    },
    Ne {
        a: u8,
        b: u8,
        to: Pc,
    },
    CmpI {
        cmp: Cmp,
        a: u8,
        to: Pc,
        i: i32,
    },
    /// Comparison with its operands the other way round, kept for error contexts.
    Gt {
        a: u8,
        b: u8,
        to: Pc,
    },
    Ge {
        a: u8,
        b: u8,
        to: Pc,
    },
    Add {
        d: u8,
        a: u8,
        b: u8,
    },
    Sub {
        d: u8,
        a: u8,
        b: u8,
    },
    Mul {
        d: u8,
        a: u8,
        b: u8,
    },
    AddI {
        d: u8,
        a: u8,
        i: i32,
    },
    SubI {
        d: u8,
        a: u8,
        i: i32,
    },
    MulI {
        d: u8,
        a: u8,
        i: i32,
    },
    Arith {
        op: Op,
        d: u8,
        a: u8,
        b: u8,
    },
    ArithI {
        op: Op,
        d: u8,
        a: u8,
        i: i32,
    },
    Eval {
        d: u8,
        a: u8,
    },

    // Places the machine itself returns to.
    /// A nested run has an answer.
    Halt,
    /// A nested run has no more answers.
    NoMore,
    /// Restores the registers that an interruption saved.
    Resume,
    /// Pushes the choice point of `catch/3`; slot 0 remembers it.
    CatchPush,
    /// Leaves `catch/3`.
    CatchExit,
    /// Pushes the choice point of a cleanup whose goal is in register 1; slot 0 remembers it.
    CleanupPush,
    /// Leaves `setup_call_cleanup/3`.
    CleanupExit,
    /// `shift/1`.
    Shift,
    /// Goes on in an environment that `shift/1` caught.
    Reenter,
    /// Runs a body term in register 0 whose cut is in register 1 and module in register 2.
    Body,
    /// Brings back a clause that was not compiled and runs it.
    Interpret {
        clause: u32,
    },
    /// Like [`Instr::CutY`], but keeps the choice point of the slot itself: a cut in a condition.
    CutLocal {
        y: u32,
        n: u8,
    },
    /// The cut of a condition whose choice point the slot remembers, as a term.
    PutCutLocal {
        y: u32,
        a: u8,
    },
}

const _: () = assert!(size_of::<Instr>() == 16);
