//! Goals as text, with operators as tight as they can be.

use std::fmt;

use super::Goal;
use crate::expr::{Arg, Expr, Op1, Op2, Rel};
use crate::store::FdVar;

/// Shows a goal, naming its variables.
pub struct GoalText<'a> {
    /// The goal.
    pub goal: &'a Goal,
    /// The name of a variable.
    pub name: &'a dyn Fn(FdVar) -> String,
}

/// Shows an expression, naming its variables.
pub struct ExprText<'a> {
    /// The expression.
    pub expr: &'a Expr,
    /// The name of a variable.
    pub name: &'a dyn Fn(FdVar) -> String,
}

impl fmt::Display for GoalText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = Out { text: String::new(), name: self.name };
        out.goal(self.goal, 999);
        f.write_str(&out.text)
    }
}

impl fmt::Display for ExprText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = Out { text: String::new(), name: self.name };
        out.expr(self.expr, 999);
        f.write_str(&out.text)
    }
}

struct Out<'a> {
    text: String,
    name: &'a dyn Fn(FdVar) -> String,
}

fn is_symbol(c: char) -> bool {
    "+-*/\\^<>=~:.?@#&$".contains(c)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

impl Out<'_> {
    /// Adds a token, with a blank where it would run into the one before.
    fn token(&mut self, token: &str) {
        if let (Some(last), Some(first)) = (self.text.chars().last(), token.chars().next())
            && ((is_symbol(last) && is_symbol(first)) || (is_word(last) && is_word(first)))
        {
            self.text.push(' ');
        }
        self.text.push_str(token);
    }

    fn operator(&mut self, op: &str) {
        if op.starts_with(is_word) {
            self.text.push(' ');
            self.text.push_str(op);
            self.text.push(' ');
        } else {
            self.token(op);
        }
    }

    fn wrapped(&mut self, wrap: bool, inner: impl FnOnce(&mut Self)) {
        if wrap {
            self.text.push('(');
        }
        inner(self);
        if wrap {
            self.text.push(')');
        }
    }

    fn arg(&mut self, arg: &Arg) {
        match arg {
            Arg::Var(v) => {
                let name = (self.name)(*v);
                self.token(&name);
            }
            Arg::Int(n) => self.token(&n.to_string()),
        }
    }

    fn args(&mut self, list: &[Arg]) {
        self.items(list, |out, a| out.arg(a));
    }

    fn items<T>(&mut self, list: &[T], each: impl Fn(&mut Self, &T)) {
        self.text.push('[');
        for (at, item) in list.iter().enumerate() {
            if at > 0 {
                self.text.push_str(", ");
            }
            each(self, item);
        }
        self.text.push(']');
    }

    fn call(&mut self, name: &str, parts: &[&dyn Fn(&mut Self)]) {
        self.token(name);
        self.text.push('(');
        for (at, part) in parts.iter().enumerate() {
            if at > 0 {
                self.text.push_str(", ");
            }
            part(self);
        }
        self.text.push(')');
    }

    fn expr(&mut self, expr: &Expr, limit: u32) {
        match expr {
            Expr::Var(v) => self.arg(&Arg::Var(*v)),
            Expr::Int(n) => self.arg(&Arg::Int(n.clone())),
            Expr::Op1(op, a) => {
                let prefix = match op {
                    Op1::Neg => "-",
                    Op1::Not => "\\",
                    Op1::Abs => return self.call("abs", &[&|o| o.expr(a, 999)]),
                    Op1::Msb => return self.call("msb", &[&|o| o.expr(a, 999)]),
                    Op1::Lsb => return self.call("lsb", &[&|o| o.expr(a, 999)]),
                    Op1::Popcount => return self.call("popcount", &[&|o| o.expr(a, 999)]),
                };
                self.wrapped(limit < 200, |o| {
                    o.token(prefix);
                    o.expr(a, 200);
                });
            }
            Expr::Op2(op, a, b) => {
                let (name, priority) = match op {
                    Op2::Add => ("+", 500),
                    Op2::Sub => ("-", 500),
                    Op2::And => ("/\\", 500),
                    Op2::Or => ("\\/", 500),
                    Op2::Xor => ("xor", 500),
                    Op2::Mul => ("*", 400),
                    Op2::Quot => ("//", 400),
                    Op2::Mod => ("mod", 400),
                    Op2::Rem => ("rem", 400),
                    Op2::Div => ("div", 400),
                    Op2::Rdiv => ("rdiv", 400),
                    Op2::Shl => ("<<", 400),
                    Op2::Shr => (">>", 400),
                    Op2::Pow => ("^", 200),
                    Op2::Min | Op2::Max => {
                        let name = if *op == Op2::Min { "min" } else { "max" };
                        return self.call(name, &[&|o| o.expr(a, 999), &|o| o.expr(b, 999)]);
                    }
                };
                let (left, right) =
                    if priority == 200 { (199, 200) } else { (priority, priority - 1) };
                self.wrapped(limit < priority, |o| {
                    o.expr(a, left);
                    o.operator(name);
                    o.expr(b, right);
                });
            }
        }
    }

    fn pair(&mut self, limit: u32, op: (&str, u32, u32, u32), a: &Goal, b: &Goal) {
        let (name, priority, left, right) = op;
        self.wrapped(limit < priority, |o| {
            o.goal(a, left);
            o.operator(name);
            o.goal(b, right);
        });
    }

    fn goal(&mut self, goal: &Goal, limit: u32) {
        match goal {
            Goal::Truth(a) => self.arg(a),
            Goal::In(a, dom) => self.wrapped(limit < 700, |o| {
                o.arg(a);
                o.operator("in");
                o.text.push_str(&dom.to_string());
            }),
            Goal::Rel(rel, a, b) => {
                let name = match rel {
                    Rel::Eq => "#=",
                    Rel::Neq => "#\\=",
                    Rel::Lt => "#<",
                    Rel::Gt => "#>",
                    Rel::Leq => "#=<",
                    Rel::Geq => "#>=",
                };
                self.wrapped(limit < 700, |o| {
                    o.expr(a, 699);
                    o.operator(name);
                    o.expr(b, 699);
                });
            }
            Goal::AllDifferent(list) => self.call("all_different", &[&|o| o.args(list)]),
            Goal::AllDistinct(list) => self.call("all_distinct", &[&|o| o.args(list)]),
            Goal::Circuit(list) => self.call("circuit", &[&|o| o.args(list)]),
            Goal::Serialized(starts, durations) => self.call(
                "serialized",
                &[&|o| o.args(starts), &|o| o.items(durations, |o, n| o.token(&n.to_string()))],
            ),
            Goal::Element(index, list, value) => {
                self.call("element", &[&|o| o.arg(index), &|o| o.args(list), &|o| o.arg(value)])
            }
            Goal::GlobalCardinality(list, pairs) => self.call(
                "global_cardinality",
                &[&|o| o.args(list), &|o| {
                    o.items(pairs, |o, (key, num)| {
                        o.token(&key.to_string());
                        o.operator("-");
                        o.arg(num);
                    });
                }],
            ),
            Goal::TuplesIn(tuple, rows) => self.call(
                "tuples_in",
                &[&|o| o.items(std::slice::from_ref(tuple), |o, t| o.args(t)), &|o| {
                    o.items(rows, |o, row| o.items(row, |o, n| o.token(&n.to_string())));
                }],
            ),
            Goal::Compare(token, a, b) => self.call(
                "zcompare",
                &[&|o| o.token(&format!("_O{token}")), &|o| o.arg(a), &|o| o.arg(b)],
            ),
            Goal::LexChain(lists) => {
                self.call("lex_chain", &[&|o| o.items(lists, |o, l| o.args(l))]);
            }
            Goal::FiniteDomain(a) => self.call("finite_domain", &[&|o| o.arg(a)]),
            Goal::Not(a) => self.wrapped(limit < 710, |o| {
                o.token("#\\");
                o.goal(a, 710);
            }),
            Goal::And(a, b) => self.pair(limit, ("#/\\", 720, 720, 719), a, b),
            Goal::Or(a, b) => self.pair(limit, ("#\\/", 740, 740, 739), a, b),
            Goal::Implies(a, b) => self.pair(limit, ("#==>", 750, 749, 750), a, b),
            Goal::Iff(a, b) => self.pair(limit, ("#<==>", 760, 760, 759), a, b),
        }
    }
}
