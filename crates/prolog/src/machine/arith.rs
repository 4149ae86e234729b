//! Arithmetic of compiled code where the fast path does not do: other numbers, and errors.

use crate::{
    arith,
    cell::{Cell, Tag},
    compile::instr::{Cmp, Instr, Op, Pc},
    machine::Machine,
    throw::Throw,
};

impl Machine {
    /// Operations on small integers that stay small.
    #[inline]
    pub(crate) fn arith_fast(&self, op: Op, l: Cell, r: Cell) -> Option<Cell> {
        if l.tag() != Tag::Int || r.tag() != Tag::Int {
            return None;
        }
        let (l, r) = (l.int_value(), r.int_value());
        let value = match op {
            Op::Add => l + r,
            Op::Sub => l - r,
            Op::Mul => l.checked_mul(r)?,
            Op::IntDiv if r != 0 => l / r,
            Op::Rem if r != 0 => l % r,
            Op::Mod if r != 0 => {
                let m = l % r;
                if m != 0 && (m < 0) != (r < 0) { m + r } else { m }
            }
            Op::Div if r != 0 => {
                let q = l / r;
                if l % r != 0 && (l < 0) != (r < 0) { q - 1 } else { q }
            }
            Op::Min => l.min(r),
            Op::Max => l.max(r),
            Op::And => l & r,
            Op::Or => l | r,
            Op::Xor => l ^ r,
            Op::Shl if (0..60).contains(&r) => {
                let shifted = l << r;
                if shifted >> r != l {
                    return None;
                }
                shifted
            }
            Op::Shr if (0..=63).contains(&r) => l >> r,
            Op::Neg => -l,
            Op::Abs => l.abs(),
            _ => return None,
        };
        Cell::int(value)
    }

    /// Any operation on any terms.
    #[cold]
    pub(crate) fn arith_slow(&mut self, op: Op, l: Cell, r: Cell, pc: Pc) -> Result<Cell, Throw> {
        let name = match op {
            Op::Add => "+",
            Op::Sub | Op::Neg => "-",
            Op::Mul => "*",
            Op::IntDiv => "//",
            Op::Mod => "mod",
            Op::Rem => "rem",
            Op::Div => "div",
            Op::Min => "min",
            Op::Max => "max",
            Op::And => "/\\",
            Op::Or => "\\/",
            Op::Xor => "xor",
            Op::Shl => "<<",
            Op::Shr => ">>",
            Op::Abs => "abs",
        };
        let name = self.atoms.intern(name);
        let top = self.store.heap.top();
        let unary = matches!(op, Op::Neg | Op::Abs);
        let args = if unary { &[l][..] } else { &[l, r][..] };
        let term = self.store.heap.put_compound(name, args);
        match arith::eval(self, term) {
            Ok(number) => {
                // Nothing refers to the term that was built for this.
                if self.store.heap.top() == top + 1 + args.len() {
                    self.store.heap.cells.truncate(top);
                }
                Ok(self.store.heap.put_number(number))
            }
            Err(throw) => Err(self.arith_context(throw, pc)),
        }
    }

    /// The value of a term.
    pub(crate) fn evaluate(&mut self, term: Cell, pc: Pc) -> Result<Cell, Throw> {
        match arith::eval(self, term) {
            Ok(number) => Ok(self.store.heap.put_number(number)),
            Err(throw) => Err(self.arith_context(throw, pc)),
        }
    }

    /// A comparison of any terms.
    #[cold]
    pub(crate) fn compare_slow(
        &mut self,
        cmp: Cmp,
        l: Cell,
        r: Cell,
        pc: Pc,
    ) -> Result<bool, Throw> {
        let values = arith::eval(self, l).and_then(|l| Ok((l, arith::eval(self, r)?)));
        let (l, r) = match values {
            Ok(values) => values,
            Err(throw) => return Err(self.arith_context(throw, pc - 1)),
        };
        Ok(match arith::compare(&l, &r) {
            None => cmp == Cmp::Ne,
            Some(order) => match cmp {
                Cmp::Lt => order.is_lt(),
                Cmp::Le => order.is_le(),
                Cmp::Gt => order.is_gt(),
                Cmp::Ge => order.is_ge(),
                Cmp::Eq => order.is_eq(),
                Cmp::Ne => order.is_ne(),
            },
        })
    }

    /// The predicate that an arithmetic instruction belongs to: the comparison that follows it,
    /// or `is/2`.
    fn arith_context(&mut self, thrown: Throw, pc: Pc) -> Throw {
        let mut name = "is";
        for instr in self.code.get(pc as usize..).unwrap_or_default() {
            name = match instr {
                Instr::Lt { .. } => "<",
                Instr::Le { .. } => "=<",
                Instr::Gt { .. } => ">",
                Instr::Ge { .. } => ">=",
                Instr::Eq { .. } => "=:=",
                Instr::Ne { .. } => "=\\=",
                Instr::CmpI { cmp, .. } => match cmp {
                    Cmp::Lt => "<",
                    Cmp::Le => "=<",
                    Cmp::Gt => ">",
                    Cmp::Ge => ">=",
                    Cmp::Eq => "=:=",
                    Cmp::Ne => "=\\=",
                },
                Instr::Add { .. }
                | Instr::Sub { .. }
                | Instr::Mul { .. }
                | Instr::AddI { .. }
                | Instr::SubI { .. }
                | Instr::MulI { .. }
                | Instr::Arith { .. }
                | Instr::ArithI { .. }
                | Instr::Eval { .. }
                | Instr::PutConst { .. }
                | Instr::PutBox { .. }
                | Instr::PutY { .. }
                | Instr::PutStruct { .. }
                | Instr::UnifyVal { .. }
                | Instr::UnifyConst { .. } => continue,
                _ => break,
            };
            break;
        }
        let name = self.atoms.intern(name);
        self.in_context(thrown, name, 2)
    }
}
