//! Prolog terms to expressions, formulas and domains of the constraint store.
//!
//! Terms can be as deep as the heap, so expressions are built bottom up from an explicit stack.

use pencilmark_fd::{Arg, Bound, Domain, Expr, Formula, Int, Op1, Op2, Rel};

use super::vars::Vars;
use crate::{
    atom::{Atom, Atoms},
    cell::{Cell, Tag},
    heap::{Boxed, Heap},
};

/// A term that is no expression, formula or domain: what was expected, and the culprit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// `domain_error(What, Culprit)`.
    Domain(&'static str, Cell),
    /// `type_error(What, Culprit)`.
    Type(&'static str, Cell),
    /// `instantiation_error`.
    Unbound,
}

/// What a conversion gives.
pub type Parsed<T> = Result<T, Misfit>;

/// The integer a dereferenced cell is, if it is one.
pub fn integer(heap: &Heap, cell: Cell) -> Option<Int> {
    match cell.tag() {
        Tag::Int => Some(Int::from(cell.int_value())),
        Tag::Boxed => match heap.boxed(cell) {
            Boxed::Big(value) => Some(Int::from_big(value.as_ref().clone())),
            _ => None,
        },
        _ => None,
    }
}

/// Reads terms; variables that the store has not seen become known to it by name.
pub struct Reader<'a> {
    /// The heap the terms are on.
    pub heap: &'a Heap,
    /// Names of functors.
    pub atoms: &'a Atoms,
    /// The variables of both sides.
    pub vars: &'a mut Vars,
}

/// Expressions nested deeper are read with a stack of their own.
const SHALLOW: usize = 64;

enum Step {
    Visit(Cell),
    Op1(Op1),
    Op2(Op2),
}

impl Reader<'_> {
    /// A variable or an integer; anything else is no integer.
    pub fn arg(&mut self, cell: Cell) -> Parsed<Arg> {
        let cell = self.heap.deref(cell);
        if cell.is_var() {
            return Ok(Arg::Var(self.vars.of(self.heap, cell)));
        }
        integer(self.heap, cell).map(Arg::Int).ok_or(Misfit::Type("integer", cell))
    }

    /// A proper list of variables and integers.
    pub fn args(&mut self, list: Cell) -> Parsed<Vec<Arg>> {
        self.list(list)?.into_iter().map(|cell| self.arg(cell)).collect()
    }

    /// The elements of a proper list.
    pub fn list(&self, list: Cell) -> Parsed<Vec<Cell>> {
        let (elements, tail) = self.heap.list_prefix(list);
        match tail {
            tail if tail == Cell::atom(Atom::NIL) => Ok(elements),
            tail if tail.is_var() => Err(Misfit::Unbound),
            _ => Err(Misfit::Type("list", self.heap.deref(list))),
        }
    }

    /// An arithmetic expression.
    pub fn expr(&mut self, cell: Cell) -> Parsed<Expr> {
        self.shallow(cell, 0)
    }

    /// The same by recursion as far as expressions usually nest.
    fn shallow(&mut self, cell: Cell, depth: usize) -> Parsed<Expr> {
        let cell = self.heap.deref(cell);
        if cell.is_var() {
            return Ok(Expr::Var(self.vars.of(self.heap, cell)));
        }
        if cell.tag() == Tag::Str && depth < SHALLOW {
            let compound = self.heap.compound(cell);
            let op = compound.filter(|c| c.arity == 2).and_then(|c| match c.name {
                Atom::PLUS => Some(Op2::Add),
                Atom::MINUS => Some(Op2::Sub),
                Atom::STAR => Some(Op2::Mul),
                name => binary(self.atoms.text(name)),
            });
            if let (Some(op), Some(c)) = (op, compound) {
                let a = self.shallow(self.heap.cells[c.first], depth + 1)?;
                let b = self.shallow(self.heap.cells[c.first + 1], depth + 1)?;
                return Ok(Expr::op2(op, a, b));
            }
        } else if cell.tag() == Tag::Int {
            return Ok(Expr::Int(Int::from(cell.int_value())));
        }
        self.deep(cell)
    }

    fn deep(&mut self, cell: Cell) -> Parsed<Expr> {
        let mut steps = vec![Step::Visit(cell)];
        let mut done: Vec<Expr> = Vec::new();
        while let Some(step) = steps.pop() {
            match step {
                Step::Visit(cell) => self.visit(cell, &mut steps, &mut done)?,
                Step::Op1(op) => {
                    if let Some(a) = done.pop() {
                        done.push(Expr::op1(op, a));
                    }
                }
                Step::Op2(op) => {
                    if let (Some(b), Some(a)) = (done.pop(), done.pop()) {
                        done.push(Expr::op2(op, a, b));
                    }
                }
            }
        }
        done.pop().ok_or(Misfit::Unbound)
    }

    fn visit(&mut self, cell: Cell, steps: &mut Vec<Step>, done: &mut Vec<Expr>) -> Parsed<()> {
        let cell = self.heap.deref(cell);
        if cell.is_var() {
            done.push(Expr::Var(self.vars.of(self.heap, cell)));
            return Ok(());
        }
        if let Some(value) = integer(self.heap, cell) {
            done.push(Expr::Int(value));
            return Ok(());
        }
        let misfit = Misfit::Domain("clpfd_expression", cell);
        let compound = self.heap.compound(cell).ok_or(misfit)?;
        let arg = |i: usize| self.heap.cells[compound.first + i];
        match (self.atoms.text(compound.name), compound.arity) {
            ("?" | "#", 1) => {
                let inner = self.arg(arg(0))?;
                done.push(Expr::from(&inner));
            }
            (name, 1) => {
                let op = unary(name).ok_or(misfit)?;
                steps.extend([Step::Op1(op), Step::Visit(arg(0))]);
            }
            (name, 2) => {
                let op = binary(name).ok_or(misfit)?;
                steps.extend([Step::Op2(op), Step::Visit(arg(1)), Step::Visit(arg(0))]);
            }
            _ => return Err(misfit),
        }
        Ok(())
    }

    /// A statement that can be reified.
    pub fn formula(&mut self, cell: Cell) -> Parsed<Formula> {
        let cell = self.heap.deref(cell);
        if cell.is_var() {
            return Ok(Formula::Truth(self.arg(cell)?));
        }
        let misfit = Misfit::Domain("clpfd_reifiable_expression", cell);
        if let Some(value) = integer(self.heap, cell) {
            return match value.as_i64() {
                Some(0 | 1) => Ok(Formula::Truth(Arg::Int(value))),
                _ => Err(misfit),
            };
        }
        let compound = self.heap.compound(cell).ok_or(misfit)?;
        let arg = |i: usize| self.heap.cells[compound.first + i];
        let name = self.atoms.text(compound.name);
        match (name, compound.arity) {
            ("?" | "#", 1) => Ok(Formula::Truth(self.arg(arg(0))?)),
            ("#\\", 1) => Ok(Formula::Not(Box::new(self.formula(arg(0))?))),
            ("finite_domain", 1) => Ok(Formula::FiniteDomain(self.arg(arg(0))?)),
            ("in", 2) => {
                let var = self.arg(arg(0))?;
                Ok(Formula::In(var, self.domain(arg(1))?))
            }
            ("in_set", 2) => {
                let var = self.arg(arg(0))?;
                Ok(Formula::In(var, self.fd_set(arg(1))?))
            }
            ("tuples_in", 2) => {
                let (tuples, rows) = self.tuples(arg(0), arg(1))?;
                Ok(Formula::TuplesIn(tuples, rows))
            }
            (_, 2) => {
                if let Some(rel) = relation(name) {
                    let (a, b) = (self.expr(arg(0))?, self.expr(arg(1))?);
                    return Ok(Formula::Rel(rel, a, b));
                }
                let join = connective(name).ok_or(misfit)?;
                let (a, b) = (self.formula(arg(0))?, self.formula(arg(1))?);
                Ok(join(Box::new(a), Box::new(b)))
            }
            _ => Err(misfit),
        }
    }

    /// Tuples of variables and the rows they are chosen from.
    pub fn tuples(
        &mut self,
        tuples: Cell,
        relation: Cell,
    ) -> Parsed<(Vec<Vec<Arg>>, pencilmark_fd::Rows)> {
        let tuples: Vec<Vec<Arg>> =
            self.list(tuples)?.into_iter().map(|t| self.args(t)).collect::<Parsed<_>>()?;
        let mut rows = Vec::new();
        for row in self.list(relation)? {
            let mut values = Vec::new();
            for cell in self.list(row)? {
                let cell = self.heap.deref(cell);
                if cell.is_var() {
                    return Err(Misfit::Unbound);
                }
                values.push(integer(self.heap, cell).ok_or(Misfit::Type("integer", cell))?);
            }
            rows.push(values.into_boxed_slice());
        }
        Ok((tuples, rows.into()))
    }

    /// A domain: `1..5`, `3`, `inf..0`, unions, complements and sets in braces.
    pub fn domain(&self, cell: Cell) -> Parsed<Domain> {
        enum Part {
            Visit(Cell),
            Union,
            Complement,
        }
        let whole = self.heap.deref(cell);
        let misfit = Misfit::Domain("clpfd_domain", whole);
        let mut parts = vec![Part::Visit(cell)];
        let mut done: Vec<Domain> = Vec::new();
        while let Some(part) = parts.pop() {
            match part {
                Part::Union => {
                    if let (Some(b), Some(a)) = (done.pop(), done.pop()) {
                        done.push(a.union(&b));
                    }
                }
                Part::Complement => {
                    if let Some(a) = done.pop() {
                        done.push(a.complement());
                    }
                }
                Part::Visit(cell) => {
                    let cell = self.heap.deref(cell);
                    if cell.is_var() {
                        return Err(Misfit::Unbound);
                    }
                    if let Some(value) = integer(self.heap, cell) {
                        done.push(Domain::singleton(&value));
                        continue;
                    }
                    let compound = self.heap.compound(cell).ok_or(misfit)?;
                    let arg = |i: usize| self.heap.cells[compound.first + i];
                    match (self.atoms.text(compound.name), compound.arity) {
                        ("..", 2) => {
                            let lo = self.end(arg(0), "inf", Bound::Inf, misfit)?;
                            let hi = self.end(arg(1), "sup", Bound::Sup, misfit)?;
                            done.push(Domain::range(&lo, &hi));
                        }
                        ("\\/", 2) => {
                            parts.extend([Part::Union, Part::Visit(arg(1)), Part::Visit(arg(0))]);
                        }
                        ("\\", 1) => parts.extend([Part::Complement, Part::Visit(arg(0))]),
                        ("{}", 1) => done.push(self.braces(arg(0), misfit)?),
                        _ => return Err(misfit),
                    }
                }
            }
        }
        done.pop().ok_or(misfit)
    }

    fn end(&self, cell: Cell, name: &str, open: Bound, misfit: Misfit) -> Parsed<Bound> {
        let cell = self.heap.deref(cell);
        if cell.is_var() {
            return Err(Misfit::Unbound);
        }
        if cell.is_atom() && self.atoms.text(cell.atom_value()) == name {
            return Ok(open);
        }
        integer(self.heap, cell).map(|value| Bound::from(&value)).ok_or(misfit)
    }

    fn braces(&self, cell: Cell, misfit: Misfit) -> Parsed<Domain> {
        let mut values = Vec::new();
        let mut cell = self.heap.deref(cell);
        while let Some([first, rest]) = self.heap.args::<2>(cell, Atom::COMMA) {
            values.push(integer(self.heap, first).ok_or(misfit)?);
            cell = rest;
        }
        values.push(integer(self.heap, cell).ok_or(misfit)?);
        Ok(Domain::from_values(&values))
    }
}

fn unary(name: &str) -> Option<Op1> {
    Some(match name {
        "-" => Op1::Neg,
        "abs" => Op1::Abs,
        "\\" => Op1::Not,
        "msb" => Op1::Msb,
        "lsb" => Op1::Lsb,
        "popcount" => Op1::Popcount,
        _ => return None,
    })
}

fn binary(name: &str) -> Option<Op2> {
    Some(match name {
        "+" => Op2::Add,
        "-" => Op2::Sub,
        "*" => Op2::Mul,
        "min" => Op2::Min,
        "max" => Op2::Max,
        "mod" => Op2::Mod,
        "rem" => Op2::Rem,
        "//" => Op2::Quot,
        "div" => Op2::Div,
        "rdiv" => Op2::Rdiv,
        "^" => Op2::Pow,
        "<<" => Op2::Shl,
        ">>" => Op2::Shr,
        "/\\" => Op2::And,
        "\\/" => Op2::Or,
        "xor" => Op2::Xor,
        _ => return None,
    })
}

/// The relation of this name.
pub fn relation(name: &str) -> Option<Rel> {
    Some(match name {
        "#=" => Rel::Eq,
        "#\\=" => Rel::Neq,
        "#<" => Rel::Lt,
        "#>" => Rel::Gt,
        "#=<" => Rel::Leq,
        "#>=" => Rel::Geq,
        _ => return None,
    })
}

type Connective = fn(Box<Formula>, Box<Formula>) -> Formula;

fn connective(name: &str) -> Option<Connective> {
    Some(match name {
        "#/\\" => Formula::And,
        "#\\/" => Formula::Or,
        "#\\" => Formula::Xor,
        "#==>" => Formula::Implies,
        "#<==" => Formula::ImpliedBy,
        "#<==>" => Formula::Iff,
        _ => return None,
    })
}
