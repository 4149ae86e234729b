//! Arithmetic compiled in line: expressions become instructions on registers, with constants of
//! 32 bits in the instruction. What has no instruction is built as a term and evaluated.

use crate::{
    cell::{Cell, Tag},
    compile::{
        emit::Emit,
        goal::parts,
        instr::{Cmp, Instr, Op, Pc},
    },
};

/// Nesting of expressions beyond which they are built and evaluated as terms.
const MAX_NESTING: usize = 40;

/// An evaluated operand.
#[derive(Clone, Copy)]
enum Operand {
    /// In a register; `own` when it was made for this expression.
    Register { a: u8, own: bool },
    /// A small constant.
    Small(i32),
}

impl Emit<'_> {
    /// `Left is Right`.
    pub fn is(&mut self, left: Cell, right: Cell) -> Option<()> {
        let result = self.expression(right, 0)?;
        let value = match result {
            Operand::Register { a, own: true } => a,
            Operand::Register { a, own: false } => {
                let d = self.temporary()?;
                self.push(Instr::Eval { d, a });
                d
            }
            Operand::Small(i) => {
                let a = self.temporary()?;
                self.push(Instr::PutConst { a, c: Cell::small(i) });
                a
            }
        };
        match self.var(left) {
            Some(var) if !self.known(var) => {
                if self.vars.list[var].count > 1 {
                    self.define(var, value);
                } else {
                    self.release(value);
                }
            }
            _ => {
                self.get(value, left)?;
                self.release(value);
            }
        }
        Some(())
    }

    /// A comparison that goes to `to` when it does not hold.
    pub fn compare(&mut self, cmp: Cmp, left: Cell, right: Cell, to: Pc) -> Option<()> {
        let mut left = self.expression(left, 0)?;
        let mut right = self.expression(right, 0)?;
        let instr = match (left, right) {
            (Operand::Register { a, .. }, Operand::Small(i)) => Instr::CmpI { cmp, a, to, i },
            _ => {
                let a = self.in_register(left)?;
                let b = self.in_register(right)?;
                left = made(left, a);
                right = made(right, b);
                match cmp {
                    Cmp::Lt => Instr::Lt { a, b, to },
                    Cmp::Le => Instr::Le { a, b, to },
                    Cmp::Gt => Instr::Gt { a, b, to },
                    Cmp::Ge => Instr::Ge { a, b, to },
                    Cmp::Eq => Instr::Eq { a, b, to },
                    Cmp::Ne => Instr::Ne { a, b, to },
                }
            }
        };
        self.push(instr);
        self.done(left);
        self.done(right);
        Some(())
    }

    fn done(&mut self, operand: Operand) {
        if let Operand::Register { a, own: true } = operand {
            self.release(a);
        }
    }

    fn in_register(&mut self, operand: Operand) -> Option<u8> {
        match operand {
            Operand::Register { a, .. } => Some(a),
            Operand::Small(i) => {
                let a = self.temporary()?;
                self.push(Instr::PutConst { a, c: Cell::small(i) });
                Some(a)
            }
        }
    }

    fn expression(&mut self, term: Cell, depth: usize) -> Option<Operand> {
        let term = self.deref(term);
        match term.tag() {
            Tag::Ref => {
                let var = self.vars.of(term);
                let a = self.register_of(var)?;
                return Some(Operand::Register { a, own: false });
            }
            Tag::Int => {
                if let Ok(small) = i32::try_from(term.int_value()) {
                    return Some(Operand::Small(small));
                }
            }
            Tag::Str if depth < MAX_NESTING => {
                if let Some(result) = self.operation(term, depth)? {
                    return Some(result);
                }
            }
            _ => {}
        }
        let a = self.temporary()?;
        self.put_temporary(term, a)?;
        if term.is_compound() || term.is_atom() {
            self.push(Instr::Eval { d: a, a });
        }
        Some(Operand::Register { a, own: true })
    }

    /// An operation with an instruction of its own; `Some(None)` where it has none.
    fn operation(&mut self, term: Cell, depth: usize) -> Option<Option<Operand>> {
        let (name, args) = parts(self.record, term)?;
        let args = args.to_vec();
        let text = self.linker.atoms().text(name);
        let op = match (text, args.len()) {
            ("+", 2) => Op::Add,
            ("-", 2) => Op::Sub,
            ("*", 2) => Op::Mul,
            ("//", 2) => Op::IntDiv,
            ("mod", 2) => Op::Mod,
            ("rem", 2) => Op::Rem,
            ("div", 2) => Op::Div,
            ("min", 2) => Op::Min,
            ("max", 2) => Op::Max,
            ("/\\", 2) => Op::And,
            ("\\/", 2) => Op::Or,
            ("xor", 2) => Op::Xor,
            ("<<", 2) => Op::Shl,
            (">>", 2) => Op::Shr,
            ("-", 1) => Op::Neg,
            ("abs", 1) => Op::Abs,
            _ => return Some(None),
        };
        let left = self.expression(args[0], depth + 1)?;
        let right = match args.get(1) {
            Some(&arg) => self.expression(arg, depth + 1)?,
            None => Operand::Small(0),
        };
        let (left, right) = match (op, left, right) {
            (Op::Add | Op::Mul, Operand::Small(_), Operand::Register { .. }) => (right, left),
            _ => (left, right),
        };
        let a = self.in_register(left)?;
        let made = matches!(left, Operand::Small(_));
        let result = if let Operand::Small(i) = right {
            let d = self.result(a, made, left, right)?;
            self.push(match op {
                Op::Add => Instr::AddI { d, a, i },
                Op::Sub => Instr::SubI { d, a, i },
                Op::Mul => Instr::MulI { d, a, i },
                _ => Instr::ArithI { op, d, a, i },
            });
            d
        } else {
            let b = self.in_register(right)?;
            let d = self.result(a, made, left, right)?;
            self.push(match op {
                Op::Add => Instr::Add { d, a, b },
                Op::Sub => Instr::Sub { d, a, b },
                Op::Mul => Instr::Mul { d, a, b },
                _ => Instr::Arith { op, d, a, b },
            });
            d
        };
        Some(Some(Operand::Register { a: result, own: true }))
    }

    /// A register for the result: that of an operand nobody needs again, or a new one.
    fn result(&mut self, a: u8, made: bool, left: Operand, right: Operand) -> Option<u8> {
        match (left, right) {
            (Operand::Register { a, own: true }, right) => {
                self.done(right);
                Some(a)
            }
            _ if made => {
                self.done(right);
                Some(a)
            }
            (_, Operand::Register { a, own: true }) => Some(a),
            _ => self.temporary(),
        }
    }
}

/// The operand as it is after a constant was put into a register.
fn made(operand: Operand, a: u8) -> Operand {
    match operand {
        Operand::Small(_) => Operand::Register { a, own: true },
        other => other,
    }
}
