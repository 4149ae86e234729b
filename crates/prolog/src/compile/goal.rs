//! Clause bodies as trees: which goals are compiled inline, and where control flows.

use crate::{
    atom::{Atom, Atoms},
    cell::{Cell, Tag},
    compile::instr::{Cmp, Test},
    record::Record,
};

/// Nesting of control constructs beyond which a clause is interpreted instead.
const MAX_DEPTH: usize = 400;

/// One goal of a body. Cells point into the clause's record.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum Goal {
    /// Any predicate.
    Call { no: u32, module: Atom, name: Atom, args: Vec<Cell> },
    /// A body that is only known when it runs: a variable, or something that is no goal.
    Meta { no: u32, module: Atom, goal: Cell },
    /// `!`
    Cut { no: u32 },
    /// `true`
    True,
    /// `fail`
    Fail,
    /// `A = B`
    Unify { no: u32, left: Cell, right: Cell },
    /// `X is E`
    Is { no: u32, left: Cell, right: Cell },
    /// `A < B` and its kin.
    Compare { no: u32, cmp: Cmp, left: Cell, right: Cell },
    /// `var(X)` and its kin.
    Test { no: u32, test: Test, arg: Cell },
    /// `A == B`, `A \== B`.
    Same { no: u32, negate: bool, left: Cell, right: Cell },
    /// Goals one after the other.
    Seq(Vec<Goal>),
    /// `C -> T ; E`, or `C *-> T ; E` when `soft`.
    If { soft: bool, cond: Box<Goal>, then: Box<Goal>, other: Box<Goal>, end: u32 },
    /// `A ; B`
    Or { left: Box<Goal>, right: Box<Goal>, end: u32 },
    /// `\+ G`
    Not { goal: Box<Goal>, end: u32 },
}

impl Goal {
    /// Is it a test that binds nothing, calls nothing and can jump when it fails?
    pub fn is_guard(&self) -> bool {
        match self {
            Goal::True
            | Goal::Fail
            | Goal::Compare { .. }
            | Goal::Test { .. }
            | Goal::Same { .. } => true,
            Goal::Seq(goals) => goals.iter().all(Goal::is_guard),
            Goal::Not { goal, .. } => {
                matches!(**goal, Goal::Compare { .. } | Goal::Test { .. } | Goal::Same { .. })
            }
            _ => false,
        }
    }

    /// Does it run without calls and without choice points?
    pub fn is_simple(&self, native: &dyn Fn(Atom, Atom, usize) -> bool) -> bool {
        match self {
            Goal::Call { module, name, args, .. } => native(*module, *name, args.len()),
            Goal::Meta { .. } | Goal::Or { .. } => false,
            Goal::Seq(goals) => goals.iter().all(|g| g.is_simple(native)),
            Goal::If { cond, then, other, soft, .. } => {
                !soft && cond.is_guard() && then.is_simple(native) && other.is_simple(native)
            }
            Goal::Not { .. } => self.is_guard(),
            _ => true,
        }
    }
}

/// Reads bodies out of records.
pub struct Reader<'a> {
    /// The clause.
    pub record: &'a Record,
    /// Names of operators and tests.
    pub atoms: &'a Atoms,
    /// Number of the goal read last; the head is 0.
    pub no: u32,
}

impl Reader<'_> {
    /// Follows references within the record.
    pub fn deref(&self, cell: Cell) -> Cell {
        deref(self.record, cell)
    }

    /// Name and arguments of a compound or atom.
    pub fn parts(&self, cell: Cell) -> Option<(Atom, &[Cell])> {
        parts(self.record, cell)
    }

    fn next(&mut self) -> u32 {
        self.no += 1;
        self.no
    }

    /// The body as a tree; `None` where it is nested too deeply.
    pub fn body(&mut self, module: Atom, cell: Cell, depth: usize) -> Option<Goal> {
        if depth > MAX_DEPTH {
            return None;
        }
        let mut goals = Vec::new();
        let mut pending = vec![(module, self.deref(cell))];
        while let Some((module, cell)) = pending.pop() {
            if let Some((Atom::COMMA, &[left, right])) = self.parts(cell) {
                let (left, right) = (self.deref(left), self.deref(right));
                pending.push((module, right));
                pending.push((module, left));
                continue;
            }
            if let Some((Atom::COLON, &[m, goal])) = self.parts(cell) {
                let (m, goal) = (self.deref(m), self.deref(goal));
                if m.is_atom() && !goal.is_var() {
                    pending.push((m.atom_value(), goal));
                    continue;
                }
            }
            let goal = self.goal(module, cell, depth)?;
            // `true` after a last call keeps the environment of the clause, as in SWI-Prolog:
            // a recursion that never ends meets the limit.
            let after_call = matches!(goals.last(), Some(Goal::Call { .. } | Goal::Meta { .. }));
            if !matches!(goal, Goal::True) || pending.is_empty() && after_call {
                goals.push(goal);
            }
        }
        Some(match goals.len() {
            0 => Goal::True,
            1 => goals.remove(0),
            _ => Goal::Seq(goals),
        })
    }

    fn goal(&mut self, module: Atom, cell: Cell, depth: usize) -> Option<Goal> {
        let (name, args) = match self.parts(cell) {
            Some((name, args)) => (name, args.to_vec()),
            None => return Some(Goal::Meta { no: self.next(), module, goal: cell }),
        };
        let goal = match (name, &args[..]) {
            (Atom::TRUE, []) => Goal::True,
            (Atom::FAIL | Atom::FALSE, []) => Goal::Fail,
            (Atom::CUT, []) => Goal::Cut { no: self.next() },
            (Atom::SEMICOLON | Atom::BAR, &[left, right]) => {
                return self.disjunction(module, left, right, depth);
            }
            (Atom::ARROW, &[cond, then]) => {
                let cond = self.body(module, cond, depth + 1)?;
                let then = self.body(module, then, depth + 1)?;
                return Some(self.if_then(false, cond, then, Goal::Fail));
            }
            (Atom::SOFT_ARROW, &[cond, then]) => {
                let first = self.body(module, cond, depth + 1)?;
                let second = self.body(module, then, depth + 1)?;
                Goal::Seq(vec![self.opaque(first), second])
            }
            (Atom::NOT, &[goal]) => {
                let goal = Box::new(self.body(module, goal, depth + 1)?);
                let end = self.next();
                Goal::Not { goal, end }
            }
            (Atom::EQUALS, &[left, right]) => Goal::Unify { no: self.next(), left, right },
            (Atom::COLON, _) => Goal::Meta { no: self.next(), module, goal: cell },
            _ => {
                if let Some(goal) = self.inline(name, &args) {
                    goal
                } else {
                    Goal::Call { no: self.next(), module, name, args }
                }
            }
        };
        Some(goal)
    }

    /// `C *-> T` without alternative: a cut in `C` is local to it.
    fn opaque(&mut self, cond: Goal) -> Goal {
        let end = self.next();
        let (cond, then) = (Box::new(cond), Box::new(Goal::True));
        Goal::If { soft: true, cond, then, other: Box::new(Goal::Fail), end }
    }

    fn if_then(&mut self, soft: bool, cond: Goal, then: Goal, other: Goal) -> Goal {
        let end = self.next();
        Goal::If { soft, cond: Box::new(cond), then: Box::new(then), other: Box::new(other), end }
    }

    fn disjunction(&mut self, m: Atom, left: Cell, right: Cell, depth: usize) -> Option<Goal> {
        let left = self.deref(left);
        if let Some((arrow @ (Atom::ARROW | Atom::SOFT_ARROW), &[cond, then])) = self.parts(left) {
            let cond = self.body(m, cond, depth + 1)?;
            let then = self.body(m, then, depth + 1)?;
            let other = self.body(m, right, depth + 1)?;
            return Some(self.if_then(arrow == Atom::SOFT_ARROW, cond, then, other));
        }
        let left = Box::new(self.body(m, left, depth + 1)?);
        let right = Box::new(self.body(m, right, depth + 1)?);
        let end = self.next();
        Some(Goal::Or { left, right, end })
    }

    fn inline(&mut self, name: Atom, args: &[Cell]) -> Option<Goal> {
        let text = self.atoms.text(name);
        match *args {
            [arg] => {
                let test = match text {
                    "var" => Test::Var,
                    "nonvar" => Test::Nonvar,
                    "atom" => Test::Atom,
                    "atomic" => Test::Atomic,
                    "compound" => Test::Compound,
                    "callable" => Test::Callable,
                    "integer" => Test::Integer,
                    "number" => Test::Number,
                    "float" => Test::Float,
                    "string" => Test::String,
                    "is_list" => Test::IsList,
                    _ => return None,
                };
                Some(Goal::Test { no: self.next(), test, arg })
            }
            [left, right] => {
                let cmp = match text {
                    "is" => return Some(Goal::Is { no: self.next(), left, right }),
                    "==" => return Some(self.same(false, left, right)),
                    "\\==" => return Some(self.same(true, left, right)),
                    "<" => Cmp::Lt,
                    "=<" => Cmp::Le,
                    ">" => Cmp::Gt,
                    ">=" => Cmp::Ge,
                    "=:=" => Cmp::Eq,
                    "=\\=" => Cmp::Ne,
                    _ => return None,
                };
                Some(Goal::Compare { no: self.next(), cmp, left, right })
            }
            _ => None,
        }
    }

    fn same(&mut self, negate: bool, left: Cell, right: Cell) -> Goal {
        Goal::Same { no: self.next(), negate, left, right }
    }
}

/// Follows references within a record; an unbound variable refers to itself.
pub fn deref(record: &Record, mut cell: Cell) -> Cell {
    while cell.tag() == Tag::Ref {
        let next = record.cells[cell.index()];
        if next == cell {
            return cell;
        }
        cell = next;
    }
    cell
}

/// Name and arguments of a dereferenced compound or atom in a record.
pub fn parts(record: &Record, cell: Cell) -> Option<(Atom, &[Cell])> {
    match cell.tag() {
        Tag::Atom => Some((cell.atom_value(), &[])),
        Tag::Lst => Some((Atom::DOT, &record.cells[cell.index()..cell.index() + 2])),
        Tag::Str => {
            let functor = record.cells[cell.index()];
            let first = cell.index() + 1;
            Some((functor.functor_name(), &record.cells[first..first + functor.functor_arity()]))
        }
        _ => None,
    }
}
