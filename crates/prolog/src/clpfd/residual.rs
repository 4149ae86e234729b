//! What is left, as goals: the connected variables of an answer and the constraints on them.

use std::collections::HashSet;

use pencilmark_fd::{Arg, Expr, FdVar, Goal, Op1, Op2, Rel, Shown};

use super::{news::put_int, set::put_domain};
use crate::{
    atom::Atom,
    cell::{Cell, Tag},
    heap::Heap,
    machine::{Machine, Native},
    store::NIL,
    throw::Outcome,
};

/// The natives of this file.
pub const NATIVES: &[(&str, usize, Native)] = &[("$fd_goals", 2, goals)];

impl Machine {
    /// Adds the variables that constraints connect these attributed variables with, and begins a
    /// new account of which constraints have been shown.
    pub fn with_connected(&mut self, found: &mut Vec<Cell>) {
        self.fd.shown = Shown::default();
        let heap = &self.store.heap;
        let vars: Vec<FdVar> = found.iter().filter_map(|&cell| self.fd.find(heap, cell)).collect();
        if vars.is_empty() {
            return;
        }
        let known: HashSet<usize> = found.iter().map(|cell| cell.index()).collect();
        for var in self.fd.store.connected(&vars) {
            let Some(home) = self.fd.home(var) else { continue };
            let cell = heap.deref(Cell::reference(home));
            if cell.tag() == Tag::Att && !known.contains(&cell.index()) {
                found.push(cell);
            }
        }
    }
}

/// `$fd_goals(Variable, Goals)`: the domain of a variable and its constraints that have not been
/// shown yet.
fn goals(m: &mut Machine) -> Outcome {
    let Some(var) = m.fd.find(&m.store.heap, m.arg(0)) else { return m.unify_arg(1, NIL) };
    let mut shown = std::mem::take(&mut m.fd.shown);
    let goals = m.fd.store.residual(var, &mut shown);
    m.fd.shown = shown;
    let cells: Vec<Cell> = goals.iter().map(|goal| put_goal(m, goal)).collect();
    let list = m.store.heap.put_list_of(&cells, NIL);
    m.unify_arg(1, list)
}

fn put(m: &mut Machine, name: &str, args: &[Cell]) -> Cell {
    let name = m.atoms.intern(name);
    m.store.heap.put_compound(name, args)
}

fn put_arg(m: &mut Machine, arg: &Arg) -> Cell {
    match m.fd.store.deref(arg) {
        Arg::Int(value) => put_int(&mut m.store.heap, &value),
        Arg::Var(var) => match m.fd.home(var) {
            Some(home) => Heap::storable(m.store.heap.deref(Cell::reference(home))),
            // A variable without a home is auxiliary and about to disappear.
            None => m.store.heap.new_var(),
        },
    }
}

fn put_args(m: &mut Machine, args: &[Arg]) -> Cell {
    let cells: Vec<Cell> = args.iter().map(|arg| put_arg(m, arg)).collect();
    m.store.heap.put_list_of(&cells, NIL)
}

fn put_ints(m: &mut Machine, values: &[pencilmark_fd::Int]) -> Cell {
    let cells: Vec<Cell> = values.iter().map(|v| put_int(&mut m.store.heap, v)).collect();
    m.store.heap.put_list_of(&cells, NIL)
}

/// Expressions of residual goals are as deep as one propagator, except for long sums, which lean
/// to the left: those are built from a stack.
fn put_expr(m: &mut Machine, expr: &Expr) -> Cell {
    enum Step<'a> {
        Visit(&'a Expr),
        Op1(&'static str),
        Op2(&'static str),
    }
    let mut steps = vec![Step::Visit(expr)];
    let mut done: Vec<Cell> = Vec::new();
    while let Some(step) = steps.pop() {
        match step {
            Step::Visit(Expr::Var(var)) => {
                let cell = put_arg(m, &Arg::Var(*var));
                done.push(cell);
            }
            Step::Visit(Expr::Int(value)) => done.push(put_int(&mut m.store.heap, value)),
            Step::Visit(Expr::Op1(op, a)) => {
                steps.extend([Step::Op1(unary_name(*op)), Step::Visit(a)]);
            }
            Step::Visit(Expr::Op2(op, a, b)) => {
                let name = Step::Op2(binary_name(*op));
                steps.extend([name, Step::Visit(b), Step::Visit(a)]);
            }
            Step::Op1(name) => {
                if let Some(a) = done.pop() {
                    done.push(put(m, name, &[a]));
                }
            }
            Step::Op2(name) => {
                if let (Some(b), Some(a)) = (done.pop(), done.pop()) {
                    done.push(put(m, name, &[a, b]));
                }
            }
        }
    }
    done.pop().unwrap_or(NIL)
}

fn unary_name(op: Op1) -> &'static str {
    match op {
        Op1::Neg => "-",
        Op1::Abs => "abs",
        Op1::Not => "\\",
        Op1::Msb => "msb",
        Op1::Lsb => "lsb",
        Op1::Popcount => "popcount",
    }
}

fn binary_name(op: Op2) -> &'static str {
    match op {
        Op2::Add => "+",
        Op2::Sub => "-",
        Op2::Mul => "*",
        Op2::Min => "min",
        Op2::Max => "max",
        Op2::Mod => "mod",
        Op2::Rem => "rem",
        Op2::Quot => "//",
        Op2::Div => "div",
        Op2::Rdiv => "rdiv",
        Op2::Pow => "^",
        Op2::Shl => "<<",
        Op2::Shr => ">>",
        Op2::And => "/\\",
        Op2::Or => "\\/",
        Op2::Xor => "xor",
    }
}

/// How a relation is written.
pub fn relation_name(rel: Rel) -> &'static str {
    match rel {
        Rel::Eq => "#=",
        Rel::Neq => "#\\=",
        Rel::Lt => "#<",
        Rel::Gt => "#>",
        Rel::Leq => "#=<",
        Rel::Geq => "#>=",
    }
}

/// A goal as a term; formulas nest no deeper than what the program wrote.
fn put_goal(m: &mut Machine, goal: &Goal) -> Cell {
    match goal {
        Goal::In(var, domain) => {
            let var = put_arg(m, var);
            let domain = put_domain(&mut m.store.heap, &mut m.atoms, domain);
            put(m, "in", &[var, domain])
        }
        Goal::Rel(rel, a, b) => {
            let args = [put_expr(m, a), put_expr(m, b)];
            put(m, relation_name(*rel), &args)
        }
        Goal::Truth(arg) => put_arg(m, arg),
        Goal::AllDifferent(list) => on_list(m, "all_different", list),
        Goal::AllDistinct(list) => on_list(m, "all_distinct", list),
        Goal::Circuit(list) => on_list(m, "circuit", list),
        Goal::Serialized(starts, durations) => {
            let args = [put_args(m, starts), put_ints(m, durations)];
            put(m, "serialized", &args)
        }
        Goal::Element(index, list, value) => {
            let args = [put_arg(m, index), put_args(m, list), put_arg(m, value)];
            put(m, "element", &args)
        }
        Goal::GlobalCardinality(list, pairs) => {
            let list = put_args(m, list);
            let mut cells = Vec::new();
            for (key, count) in pairs {
                let args = [put_int(&mut m.store.heap, key), put_arg(m, count)];
                cells.push(m.store.heap.put_compound(Atom::MINUS, &args));
            }
            let pairs = m.store.heap.put_list_of(&cells, NIL);
            put(m, "global_cardinality", &[list, pairs])
        }
        Goal::TuplesIn(tuple, rows) => {
            let tuple = put_args(m, tuple);
            let tuples = m.store.heap.put_list(tuple, NIL);
            let rows: Vec<Cell> = rows.iter().map(|row| put_ints(m, row)).collect();
            let rows = m.store.heap.put_list_of(&rows, NIL);
            put(m, "tuples_in", &[tuples, rows])
        }
        Goal::Compare(token, a, b) => {
            let order = m.fd.order_cell(*token).unwrap_or(NIL);
            let args = [order, put_arg(m, a), put_arg(m, b)];
            put(m, "zcompare", &args)
        }
        Goal::LexChain(lists) => {
            let lists: Vec<Cell> = lists.iter().map(|list| put_args(m, list)).collect();
            let lists = m.store.heap.put_list_of(&lists, NIL);
            put(m, "lex_chain", &[lists])
        }
        Goal::FiniteDomain(arg) => {
            let arg = put_arg(m, arg);
            put(m, "finite_domain", &[arg])
        }
        Goal::Not(a) => {
            let a = put_goal(m, a);
            put(m, "#\\", &[a])
        }
        Goal::And(a, b) => pair(m, "#/\\", a, b),
        Goal::Or(a, b) => pair(m, "#\\/", a, b),
        Goal::Implies(a, b) => pair(m, "#==>", a, b),
        Goal::Iff(a, b) => pair(m, "#<==>", a, b),
    }
}

fn on_list(m: &mut Machine, name: &str, list: &[Arg]) -> Cell {
    let list = put_args(m, list);
    put(m, name, &[list])
}

fn pair(m: &mut Machine, name: &str, a: &Goal, b: &Goal) -> Cell {
    let args = [put_goal(m, a), put_goal(m, b)];
    put(m, name, &args)
}
