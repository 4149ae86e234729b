//! Runs the goals of the tests on a store, and words answers as a toplevel does.

use std::collections::HashMap;

use pencilmark_fd::*;

use super::read::{Term, read};

/// What stands in the way of an answer.
#[derive(Debug, PartialEq)]
pub enum No {
    Fail,
    Error(String),
    Unsupported(String),
}

impl From<Stop> for No {
    fn from(stop: Stop) -> No {
        match stop {
            Stop::Fail => No::Fail,
            Stop::Error(error) => No::Error(format!("{error:?}")),
        }
    }
}

/// A query under way.
pub struct Query {
    pub store: Store,
    pub names: Vec<(String, FdVar)>,
    lists: HashMap<String, Vec<Term>>,
    labeling: Option<Labeling>,
}

fn unsupported<T>(what: impl std::fmt::Debug) -> Result<T, No> {
    Err(No::Unsupported(format!("{what:?}")))
}

impl Query {
    /// Posts all goals of a conjunction. A final labeling waits for `next`.
    pub fn start(text: &str) -> Result<Query, No> {
        let Some(goal) = read(text) else { return unsupported(text) };
        let mut query =
            Query { store: Store::new(), names: Vec::new(), lists: HashMap::new(), labeling: None };
        query.declare(&goal);
        query.goal(&goal)?;
        Ok(query)
    }

    /// Gives variables their age: the order in which they first occur. Goals that are another
    /// relation with sides exchanged count as that one.
    fn declare(&mut self, term: &Term) {
        match term {
            Term::Call(name, args) if name == "#=<" || name == "#<" => {
                args.iter().rev().for_each(|a| self.declare(a));
            }
            Term::Var(name) => {
                if name == "_" || !self.names.iter().any(|(n, _)| n == name) {
                    let var = self.store.new_var();
                    self.names.push((name.clone(), var));
                }
            }
            Term::Int(_) => {}
            Term::Call(_, args) | Term::List(args) => args.iter().for_each(|a| self.declare(a)),
        }
    }

    /// The next solution of the labeling, or the only answer.
    pub fn next(&mut self) -> Result<bool, No> {
        match &mut self.labeling {
            Some(labeling) => Ok(labeling.next(&mut self.store)?),
            None => Ok(true),
        }
    }

    pub fn is_labeling(&self) -> bool {
        self.labeling.is_some()
    }

    fn var(&mut self, name: &str) -> FdVar {
        match self.names.iter().find(|(n, _)| n == name) {
            Some((_, var)) => *var,
            None => self.store.new_var(),
        }
    }

    fn goal(&mut self, goal: &Term) -> Result<(), No> {
        if self.labeling.is_some() {
            return unsupported("goal after labeling");
        }
        let Term::Call(name, args) = goal else { return unsupported(goal) };
        let args: Vec<&Term> = args.iter().collect();
        match (name.as_str(), args.as_slice()) {
            ("true", []) => Ok(()),
            (",", [a, b]) => {
                self.goal(a)?;
                self.goal(b)
            }
            ("=", [Term::Var(v), list @ Term::List(_)]) => {
                let Term::List(items) = list else { return Ok(()) };
                self.lists.insert(v.clone(), items.clone());
                Ok(())
            }
            ("=", [a, b]) => {
                let (a, b) = (self.arg(a)?, self.arg(b)?);
                match (self.store.deref(&a), self.store.deref(&b)) {
                    (Arg::Var(a), Arg::Var(b)) => self.store.unify(a, b)?,
                    (Arg::Var(v), Arg::Int(n)) | (Arg::Int(n), Arg::Var(v)) => {
                        self.store.fix(v, &n)?
                    }
                    (a, b) if a == b => {}
                    _ => return Err(No::Fail),
                }
                Ok(())
            }
            ("in", [x, dom]) => {
                let (x, dom) = (self.arg(x)?, domain(dom)?);
                Ok(self.store.post_in(&x, &dom)?)
            }
            ("ins", [list, dom]) => {
                let (list, dom) = (self.args(list)?, domain(dom)?);
                for x in list {
                    self.store.post_in(&x, &dom)?;
                }
                Ok(())
            }
            ("all_different", [list]) => {
                let list = self.args(list)?;
                Ok(self.store.post_all_different(&list)?)
            }
            ("all_distinct", [list]) => {
                let list = self.args(list)?;
                Ok(self.store.post_all_distinct(&list)?)
            }
            ("circuit", [list]) => {
                let list = self.args(list)?;
                Ok(self.store.post_circuit(&list)?)
            }
            ("element", [index, list, value]) => {
                let (i, l, v) = (self.arg(index)?, self.args(list)?, self.arg(value)?);
                Ok(self.store.post_element(&i, &l, &v)?)
            }
            ("sum", [list, rel, value]) => {
                let (list, rel, value) = (self.args(list)?, relation(rel)?, self.expr(value)?);
                let ones = vec![Int::ONE; list.len()];
                Ok(self.store.post_scalar_product(&ones, &list, rel, &value)?)
            }
            ("scalar_product", [cs, list, rel, value]) => {
                let (cs, list) = (ints(cs)?, self.args(list)?);
                let (rel, value) = (relation(rel)?, self.expr(value)?);
                Ok(self.store.post_scalar_product(&cs, &list, rel, &value)?)
            }
            ("chain", [list, rel]) => {
                let (list, rel) = (self.args(list)?, relation(rel)?);
                Ok(self.store.post_chain(&list, rel)?)
            }
            ("serialized", [starts, durations]) => {
                let (starts, durations) = (self.args(starts)?, ints(durations)?);
                Ok(self.store.post_serialized(&starts, &durations)?)
            }
            ("global_cardinality", [list, Term::List(pairs)]) => {
                let list = self.args(list)?;
                let mut out = Vec::new();
                for pair in pairs {
                    let Term::Call(minus, kn) = pair else { return unsupported(pair) };
                    let ("-", [Term::Int(key), num]) = (minus.as_str(), kn.as_slice()) else {
                        return unsupported(pair);
                    };
                    out.push((key.parse().unwrap(), self.arg(num)?));
                }
                Ok(self.store.post_global_cardinality(&list, &out, &GccOptions::default())?)
            }
            ("disjoint2", [Term::List(list)]) => {
                let mut rectangles = Vec::new();
                for item in list {
                    let Term::Call(_, parts) = item else { return unsupported(item) };
                    let [x, width, y, height] = parts.as_slice() else { return unsupported(item) };
                    rectangles.push(Rectangle {
                        x: self.arg(x)?,
                        width: self.arg(width)?,
                        y: self.arg(y)?,
                        height: self.arg(height)?,
                    });
                }
                Ok(self.store.post_disjoint2(&rectangles)?)
            }
            ("cumulative", [Term::List(list), Term::List(options)]) => {
                let [Term::Call(_, limit)] = options.as_slice() else { return unsupported(goal) };
                let [Term::Int(limit)] = limit.as_slice() else { return unsupported(goal) };
                let mut tasks = Vec::new();
                for item in list {
                    let Term::Call(_, parts) = item else { return unsupported(item) };
                    let [start, duration, end, need, _] = parts.as_slice() else {
                        return unsupported(item);
                    };
                    tasks.push(Task {
                        start: self.arg(start)?,
                        duration: self.arg(duration)?,
                        end: self.arg(end)?,
                        need: self.arg(need)?,
                    });
                }
                Ok(self.store.post_cumulative(&tasks, &limit.parse().unwrap())?)
            }
            ("automaton", [list, Term::List(nodes), Term::List(arcs)]) => {
                let mut automaton =
                    Automaton { signature: self.args(list)?, ..Automaton::default() };
                let mut names: Vec<Term> = Vec::new();
                let mut number = |node: &Term| match names.iter().position(|n| n == node) {
                    Some(at) => at as i64,
                    None => {
                        names.push(node.clone());
                        names.len() as i64 - 1
                    }
                };
                for arc in arcs {
                    let Term::Call(_, parts) = arc else { return unsupported(arc) };
                    let [from, Term::Int(label), to] = parts.as_slice() else {
                        return unsupported(arc);
                    };
                    automaton.arcs.push(Arc {
                        from: number(from),
                        label: label.parse().unwrap(),
                        to: number(to),
                        updates: Vec::new(),
                    });
                }
                for kind in ["sink", "source"] {
                    for node in nodes {
                        let Term::Call(name, parts) = node else { return unsupported(node) };
                        if name == kind {
                            let at = number(&parts[0]);
                            match kind {
                                "sink" => automaton.sinks.push(at),
                                _ => automaton.sources.push(at),
                            }
                        }
                    }
                }
                Ok(self.store.post_automaton(&automaton)?)
            }
            ("tuples_in", _) | ("#<==>" | "#==>" | "#<==" | "#\\/" | "#/\\" | "#\\", _) => {
                let formula = self.formula(goal)?;
                Ok(self.store.post_formula(&formula)?)
            }
            ("label", [list]) => self.label(LabelOptions::default(), list),
            ("indomain", [x]) => {
                self.label(LabelOptions::default(), &Term::List(vec![(*x).clone()]))
            }
            ("labeling", [Term::List(options), list]) => {
                let mut out = LabelOptions::default();
                for option in options {
                    let Term::Call(name, args) = option else { return unsupported(option) };
                    match (name.as_str(), args.as_slice()) {
                        ("leftmost", []) => out.select = Select::Leftmost,
                        ("ff", []) => out.select = Select::Ff,
                        ("ffc", []) => out.select = Select::Ffc,
                        ("min", []) => out.select = Select::Min,
                        ("max", []) => out.select = Select::Max,
                        ("up", []) => out.order = Order::Up,
                        ("down", []) => out.order = Order::Down,
                        ("step", []) => out.branch = Branch::Step,
                        ("enum", []) => out.branch = Branch::Enum,
                        ("bisect", []) => out.branch = Branch::Bisect,
                        ("upto_in", []) => out.upto = Upto::In,
                        ("min", [e]) => out.objectives.push(Objective::Min(self.expr(e)?)),
                        ("max", [e]) => out.objectives.push(Objective::Max(self.expr(e)?)),
                        _ => return unsupported(option),
                    }
                }
                self.label(out, list)
            }
            (_, [a, b]) if relation(&Term::Call(name.clone(), vec![])).is_ok() => {
                let rel = relation(&Term::Call(name.clone(), vec![]))?;
                let (a, b) = (self.expr(a)?, self.expr(b)?);
                Ok(self.store.post_rel(rel, &a, &b)?)
            }
            _ => unsupported(goal),
        }
    }

    fn label(&mut self, options: LabelOptions, list: &Term) -> Result<(), No> {
        let list = self.args(list)?;
        self.labeling = Some(Labeling::start(&mut self.store, &options, &list)?);
        Ok(())
    }

    fn arg(&mut self, term: &Term) -> Result<Arg, No> {
        match term {
            Term::Var(name) => Ok(Arg::Var(self.var(name))),
            Term::Int(digits) => Ok(Arg::Int(digits.parse().unwrap())),
            _ => unsupported(term),
        }
    }

    fn args(&mut self, term: &Term) -> Result<Vec<Arg>, No> {
        match term {
            Term::List(items) => items.iter().map(|t| self.arg(t)).collect(),
            Term::Var(name) => match self.lists.get(name).cloned() {
                Some(items) => items.iter().map(|t| self.arg(t)).collect(),
                None => unsupported(term),
            },
            _ => unsupported(term),
        }
    }

    fn expr(&mut self, term: &Term) -> Result<Expr, No> {
        let Term::Call(name, args) = term else { return Ok(Expr::from(&self.arg(term)?)) };
        let mut parts = Vec::new();
        for arg in args {
            parts.push(self.expr(arg)?);
        }
        let mut parts = parts.into_iter();
        match (name.as_str(), parts.next(), parts.next()) {
            (op, Some(a), None) => Ok(Expr::op1(
                match op {
                    "-" => Op1::Neg,
                    "abs" => Op1::Abs,
                    "\\" => Op1::Not,
                    "msb" => Op1::Msb,
                    "lsb" => Op1::Lsb,
                    "popcount" => Op1::Popcount,
                    _ => return unsupported(term),
                },
                a,
            )),
            (op, Some(a), Some(b)) => Ok(Expr::op2(
                match op {
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
                    _ => return unsupported(term),
                },
                a,
                b,
            )),
            _ => unsupported(term),
        }
    }

    fn formula(&mut self, term: &Term) -> Result<Formula, No> {
        let Term::Call(name, args) = term else {
            return Ok(Formula::Truth(self.arg(term)?));
        };
        if let ("in", [x, dom]) = (name.as_str(), args.as_slice()) {
            return Ok(Formula::In(self.arg(x)?, domain(dom)?));
        }
        if let ("finite_domain", [x]) = (name.as_str(), args.as_slice()) {
            return Ok(Formula::FiniteDomain(self.arg(x)?));
        }
        if let ("tuples_in", [Term::List(tuples), Term::List(rows)]) =
            (name.as_str(), args.as_slice())
        {
            let tuples = tuples.iter().map(|t| self.args(t)).collect::<Result<_, _>>()?;
            let rows: Vec<Vec<Int>> = rows.iter().map(ints).collect::<Result<_, _>>()?;
            let rows: Rows = rows.into_iter().map(Vec::into_boxed_slice).collect();
            return Ok(Formula::TuplesIn(tuples, rows));
        }
        if let (Ok(rel), [a, b]) = (relation(&Term::Call(name.clone(), vec![])), args.as_slice()) {
            return Ok(Formula::Rel(rel, self.expr(a)?, self.expr(b)?));
        }
        let mut parts = Vec::new();
        for arg in args {
            parts.push(Box::new(self.formula(arg)?));
        }
        let mut parts = parts.into_iter();
        Ok(match (name.as_str(), parts.next(), parts.next()) {
            ("#\\", Some(a), None) => Formula::Not(a),
            ("#/\\", Some(a), Some(b)) => Formula::And(a, b),
            ("#\\/", Some(a), Some(b)) => Formula::Or(a, b),
            ("#\\", Some(a), Some(b)) => Formula::Xor(a, b),
            ("#==>", Some(a), Some(b)) => Formula::Implies(a, b),
            ("#<==", Some(a), Some(b)) => Formula::ImpliedBy(a, b),
            ("#<==>", Some(a), Some(b)) => Formula::Iff(a, b),
            _ => return unsupported(term),
        })
    }

    /// `X=3` or the domain, for each variable of the query.
    pub fn domains(&self) -> Vec<(String, String)> {
        self.names
            .iter()
            .map(|(name, var)| (name.clone(), self.store.domain(*var).to_string()))
            .collect()
    }

    /// The residual goals, with auxiliary variables named in order of appearance.
    pub fn residuals(&self) -> Vec<String> {
        let vars: Vec<FdVar> = self.names.iter().map(|(_, v)| *v).collect();
        let goals = self.store.residuals(&vars);
        let mut names: HashMap<FdVar, String> = HashMap::new();
        for (name, var) in &self.names {
            names.insert(self.store.root(*var), name.clone());
        }
        let mut counts: Vec<(FdVar, usize)> = Vec::new();
        let tag = |v: FdVar| format!("\u{1}{}\u{2}", v.0);
        let texts: Vec<String> = goals
            .iter()
            .map(|goal| GoalText { goal, name: &|v| tag(self.store.root(v)) }.to_string())
            .collect();
        for text in &texts {
            for part in text.split('\u{1}').skip(1) {
                let id: u32 = part.split('\u{2}').next().unwrap().parse().unwrap();
                match counts.iter_mut().find(|(v, _)| v.0 == id) {
                    Some((_, n)) => *n += 1,
                    None => counts.push((FdVar(id), 1)),
                }
            }
        }
        let mut fresh = 0;
        for (var, count) in counts {
            names.entry(var).or_insert_with(|| {
                if count < 2 {
                    return "_".to_string();
                }
                let letter = (b'A' + (fresh % 26) as u8) as char;
                let round = fresh / 26;
                fresh += 1;
                if round == 0 { format!("_{letter}") } else { format!("_{letter}{round}") }
            });
        }
        goals
            .iter()
            .map(|goal| {
                GoalText { goal, name: &|v| names[&self.store.root(v)].clone() }.to_string()
            })
            .collect()
    }
}

fn ints(term: &Term) -> Result<Vec<Int>, No> {
    let Term::List(items) = term else { return unsupported(term) };
    items
        .iter()
        .map(|item| match item {
            Term::Int(digits) => Ok(digits.parse().unwrap()),
            _ => unsupported(item),
        })
        .collect()
}

fn relation(term: &Term) -> Result<Rel, No> {
    let Term::Call(name, _) = term else { return unsupported(term) };
    Ok(match name.as_str() {
        "#=" => Rel::Eq,
        "#\\=" => Rel::Neq,
        "#<" => Rel::Lt,
        "#>" => Rel::Gt,
        "#=<" => Rel::Leq,
        "#>=" => Rel::Geq,
        _ => return unsupported(term),
    })
}

fn bound(term: &Term) -> Result<Bound, No> {
    match term {
        Term::Int(digits) => Ok(Bound::N(digits.parse().unwrap())),
        Term::Call(name, _) if name == "inf" => Ok(Bound::Inf),
        Term::Call(name, _) if name == "sup" => Ok(Bound::Sup),
        _ => unsupported(term),
    }
}

fn domain(term: &Term) -> Result<Domain, No> {
    match term {
        Term::Int(digits) => Ok(Domain::singleton(&digits.parse().unwrap())),
        Term::Call(op, args) => match (op.as_str(), args.as_slice()) {
            ("..", [a, b]) => Ok(Domain::range(&bound(a)?, &bound(b)?)),
            ("\\/", [a, b]) => Ok(domain(a)?.union(&domain(b)?)),
            ("\\", [a]) => Ok(domain(a)?.complement()),
            ("{}", list) => {
                list.iter().try_fold(Domain::EMPTY, |all, one| Ok(all.union(&domain(one)?)))
            }
            _ => unsupported(term),
        },
        _ => unsupported(term),
    }
}
