//! A puzzle as a Prolog program: SWI-Prolog with its library(clpfd).
//!
//! Made from the meaning of the clues alone. An expression may have no value (a division
//! by zero); here it always gets one, and the condition under which that value counts is
//! kept beside it and joined to the comparison. So nothing hangs on how a Prolog system
//! treats undefined terms below a reification.

use std::fmt::Write;

use pencilmark_kernel::automaton::Automaton;
use pencilmark_kernel::expr::{Cmp, Expr, Formula, Rounding};
use pencilmark_kernel::graph::Graph;

use crate::puzzle::{Clue, Name, Puzzle};

/// A complete program. `swipl -q FILE` prints every solution, one to a line: the digits row
/// by row, then the named variables, with blanks between them. `swipl -q FILE N` stops
/// after N.
pub fn to_prolog(puzzle: &Puzzle) -> String {
    let mut out = String::new();
    for text in [&puzzle.title, &puzzle.author, &puzzle.source].into_iter().flatten() {
        let _ = writeln!(out, "% {}", text.replace(['\n', '\r'], " "));
    }
    out.push_str(":- use_module(library(clpfd)).\n:- initialization(main).\n\npuzzle(All) :-\n");
    let names: Vec<String> = puzzle.names().iter().map(|&n| variable(puzzle, n)).collect();
    let (cells, vars) = names.split_at(puzzle.grid.size());
    let rows: Vec<String> = cells.chunks(puzzle.grid.cols()).map(|row| row.join(",")).collect();
    let mut goals = vec![format!("Cells = [{}]", rows.join(",\n             "))];
    goals.push(format!("append(Cells, [{}], All)", vars.join(",")));
    goals.extend(constraints(puzzle, &names, |_| true));
    let goals: Vec<String> = goals.iter().map(|goal| format!("    {goal}")).collect();
    out.push_str(&goals.join(",\n"));
    out.push_str(MAIN);
    out
}

/// The goals of one clue, for programs that put them together themselves. `fresh` counts the
/// variables made so far.
pub fn prolog_goals(puzzle: &Puzzle, clue: &Clue, fresh: &mut usize) -> Vec<String> {
    let mut translator = Translator { puzzle, goals: vec![], fresh: *fresh };
    clue.meaning(puzzle).iter().for_each(|formula| translator.require(formula));
    *fresh = translator.fresh;
    translator.goals
}

/// The Prolog variable of a cell or named variable.
pub fn prolog_variable(puzzle: &Puzzle, name: Name) -> String {
    variable(puzzle, name)
}

/// A term `puzzle(Rows, Named, Goals)` for a program that goes on with the grid itself: rows of
/// variables, `Name=Variable` for the puzzle's own variables, and the CLP(FD) goals to call.
pub fn to_prolog_term(puzzle: &Puzzle) -> String {
    to_prolog_term_of(puzzle, |_| true)
}

/// The same with the goals of some clues only.
pub fn to_prolog_term_of(puzzle: &Puzzle, wanted: impl Fn(&Clue) -> bool) -> String {
    let names: Vec<String> = puzzle.names().iter().map(|&n| variable(puzzle, n)).collect();
    let (cells, vars) = names.split_at(puzzle.grid.size());
    let rows: Vec<String> =
        cells.chunks(puzzle.grid.cols()).map(|row| format!("[{}]", row.join(","))).collect();
    let named: Vec<String> =
        vars.iter().zip(&puzzle.vars).map(|(var, def)| format!("'{}'={var}", def.name)).collect();
    let goals = constraints(puzzle, &names, wanted);
    format!("puzzle([{}],\n[{}],\n[{}])", rows.join(",\n"), named.join(","), goals.join(",\n"))
}

/// The goals that say what the digits are and what the clues mean; each can be an argument.
fn constraints(puzzle: &Puzzle, names: &[String], wanted: impl Fn(&Clue) -> bool) -> Vec<String> {
    let (cells, vars) = names.split_at(puzzle.grid.size());
    let (lo, hi) = (puzzle.grid.lo(), puzzle.grid.hi());
    let mut goals = vec![format!("[{}] ins {lo}..{hi}", cells.join(","))];
    for (var, def) in vars.iter().zip(&puzzle.vars) {
        goals.push(format!("{var} in {} .. {}", def.lo, def.hi));
    }
    let mut translator = Translator { puzzle, goals, fresh: 0 };
    for clue in puzzle.clues.iter().filter(|clue| wanted(clue)) {
        clue.meaning(puzzle).iter().for_each(|formula| translator.require(formula));
    }
    translator.goals
}

const MAIN: &str = ".

main :-
    current_prolog_flag(argv, Args),
    (   last(Args, Last), atom_number(Last, Limit) -> true ; Limit = none ),
    Found = found(0),
    (   puzzle(All),
        labeling([ff], All),
        atomic_list_concat(All, ' ', Line),
        writeln(Line),
        arg(1, Found, Before),
        Count is Before + 1,
        nb_setarg(1, Found, Count),
        Count == Limit
    ->  true
    ;   true
    ),
    halt.
";

fn variable(puzzle: &Puzzle, name: Name) -> String {
    match name {
        Name::Cell(cell) => puzzle.grid.name(cell).to_uppercase(),
        // An index keeps names apart that differ in case only.
        Name::Var(i) => format!("V{i}_{}", puzzle.name_text(name)),
    }
}

struct Translator<'a> {
    puzzle: &'a Puzzle,
    goals: Vec<String>,
    fresh: usize,
}

impl Translator<'_> {
    /// A new variable.
    fn fresh(&mut self) -> String {
        self.fresh += 1;
        format!("X{}", self.fresh)
    }

    /// Posts a statement in its strongest form.
    fn require(&mut self, formula: &Formula<Name>) {
        match formula {
            Formula::And(parts) => parts.iter().for_each(|part| self.require(part)),
            Formula::Distinct(list) if list.iter().all(|e| matches!(e, Expr::Var(_))) => {
                let mut when = vec![];
                let list: Vec<String> = list.iter().map(|e| self.expr(e, &mut when)).collect();
                self.goals.push(format!("all_distinct([{}])", list.join(",")));
            }
            Formula::Cmp(op, a, b) => {
                let mut when = vec![];
                let goal = self.compare(*op, a, b, &mut when);
                self.goals.extend(when);
                self.goals.push(goal);
            }
            _ => {
                let goal = self.formula(formula);
                self.goals.push(goal);
            }
        }
    }

    fn compare(
        &mut self,
        op: Cmp,
        a: &Expr<Name>,
        b: &Expr<Name>,
        when: &mut Vec<String>,
    ) -> String {
        let sign = match op {
            Cmp::Eq => "#=",
            Cmp::Ne => "#\\=",
            Cmp::Lt => "#<",
            Cmp::Le => "#=<",
            Cmp::Gt => "#>",
            Cmp::Ge => "#>=",
        };
        let (a, b) = (self.expr(a, when), self.expr(b, when));
        format!("{a} {sign} {b}")
    }

    /// A statement as a term that can be reified.
    fn formula(&mut self, formula: &Formula<Name>) -> String {
        let mut when = Vec::new();
        let holds = match formula {
            Formula::Const(b) => truth(*b),
            Formula::Cmp(op, a, b) => self.compare(*op, a, b, &mut when),
            Formula::In(e, set) => {
                let value = self.named(e, &mut when);
                let mut set: Vec<i64> = set.clone();
                set.sort_unstable();
                set.dedup();
                let set: Vec<String> = set.iter().map(i64::to_string).collect();
                match set.is_empty() {
                    true => truth(false),
                    false => format!("{value} in {}", set.join(" \\/ ")),
                }
            }
            Formula::Distinct(list) => {
                let list: Vec<String> = list.iter().map(|e| self.expr(e, &mut when)).collect();
                let differ = |i: usize, j: usize| format!("{} #\\= {}", list[i], list[j]);
                let pairs = (0..list.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
                joined(pairs.map(|(i, j)| differ(i, j)).collect(), true)
            }
            Formula::And(list) => joined(list.iter().map(|f| self.formula(f)).collect(), true),
            Formula::Or(list) => joined(list.iter().map(|f| self.formula(f)).collect(), false),
            Formula::Not(f) => format!("#\\ ({})", self.formula(f)),
            Formula::Iff(a, b) => format!("({}) #<==> ({})", self.formula(a), self.formula(b)),
            Formula::Regular(line, automaton) => {
                let line: Vec<String> = line.iter().map(|e| self.expr(e, &mut when)).collect();
                self.regular(&line, automaton)
            }
            Formula::Connected(list, graph, values) => {
                let items: Vec<String> = list.iter().map(|e| self.expr(e, &mut when)).collect();
                self.connected(&items, graph, values)
            }
        };
        when.push(holds);
        joined(when, true)
    }

    /// A variable with the value of an expression.
    fn named(&mut self, e: &Expr<Name>, when: &mut Vec<String>) -> String {
        let term = self.expr(e, when);
        let value = self.fresh();
        self.goals.push(format!("{value} #= {term}"));
        value
    }

    /// A variable that is 1 if the statement holds and 0 if not.
    fn flag(&mut self, statement: &str) -> String {
        let flag = self.fresh();
        self.goals.push(format!("{flag} #<==> ({statement})"));
        flag
    }

    /// An expression as a term; what must hold for it to have a value joins `when`.
    fn expr(&mut self, e: &Expr<Name>, when: &mut Vec<String>) -> String {
        match e {
            Expr::Const(n) if *n < 0 => format!("({n})"),
            Expr::Const(n) => n.to_string(),
            Expr::Var(name) => variable(self.puzzle, *name),
            Expr::Neg(e) => format!("(0 - {})", self.expr(e, when)),
            Expr::Sum(list) if list.is_empty() => "0".into(),
            Expr::Sum(list) => {
                let terms: Vec<String> = list.iter().map(|e| self.expr(e, when)).collect();
                format!("({})", terms.join(" + "))
            }
            Expr::Mul(a, b) => format!("({} * {})", self.expr(a, when), self.expr(b, when)),
            Expr::Div(a, b, Rounding::Floor) => self.divide(a, "div", b, when),
            Expr::Div(a, b, Rounding::Truncate) => self.divide(a, "//", b, when),
            Expr::Rem(a, b, Rounding::Floor) => self.divide(a, "mod", b, when),
            Expr::Rem(a, b, Rounding::Truncate) => self.divide(a, "rem", b, when),
            Expr::Abs(e) => format!("abs({})", self.expr(e, when)),
            Expr::Min(list) => self.extreme("min", list, when),
            Expr::Max(list) => self.extreme("max", list, when),
            Expr::Element(index, list) => self.element(index, list, when),
            Expr::Count(list, of) => {
                let of = self.named(of, when);
                let items: Vec<String> = list.iter().map(|e| self.expr(e, when)).collect();
                let flags: Vec<String> =
                    items.iter().map(|item| self.flag(&format!("{item} #= {of}"))).collect();
                if flags.is_empty() { "0".into() } else { format!("({})", flags.join(" + ")) }
            }
            Expr::Holds(f) => {
                let statement = self.formula(f);
                self.flag(&statement)
            }
        }
    }

    /// A divisor of 0 is replaced by 1 and the result made not to count.
    fn divide(
        &mut self,
        a: &Expr<Name>,
        op: &str,
        b: &Expr<Name>,
        when: &mut Vec<String>,
    ) -> String {
        let a = self.expr(a, when);
        let b = self.named(b, when);
        let defined = self.flag(&format!("{b} #\\= 0"));
        let (divisor, result) = (self.fresh(), self.fresh());
        self.goals.push(format!("{divisor} #= {b} + 1 - {defined}"));
        self.goals.push(format!("{result} #= {a} {op} {divisor}"));
        when.push(format!("{defined} #= 1"));
        result
    }

    fn extreme(&mut self, op: &str, list: &[Expr<Name>], when: &mut Vec<String>) -> String {
        let terms: Vec<String> = list.iter().map(|e| self.expr(e, when)).collect();
        let Some(extreme) = terms.into_iter().reduce(|a, b| format!("{op}({a}, {b})")) else {
            when.push(truth(false));
            return "0".into();
        };
        extreme
    }

    fn element(
        &mut self,
        index: &Expr<Name>,
        list: &[Expr<Name>],
        when: &mut Vec<String>,
    ) -> String {
        let index = self.named(index, when);
        let result = self.fresh();
        for (i, e) in list.iter().enumerate() {
            let item = self.expr(e, when);
            self.goals.push(format!("({index} #= {}) #==> ({result} #= {item})", i + 1));
        }
        let defined = self.flag(&format!("{index} in 1..{}", list.len().max(1)));
        self.goals.push(format!("({defined} #= 0) #==> ({result} #= 0)"));
        when.push(if list.is_empty() { truth(false) } else { format!("{defined} #= 1") });
        result
    }

    /// One flag for each state the automaton may be in after each value.
    fn regular(&mut self, line: &[String], automaton: &Automaton) -> String {
        let start = |q: usize| truth(q == automaton.start);
        let mut here: Vec<String> = (0..automaton.states).map(start).collect();
        for value in line {
            let mut ways: Vec<Vec<String>> = vec![vec![]; automaton.states];
            for &(from, read, to) in &automaton.arcs {
                ways[to].push(format!("({}) #/\\ ({value} #= {read})", here[from]));
            }
            here = ways
                .into_iter()
                .map(|w| {
                    let flag = self.flag(&joined(w, false));
                    format!("{flag} #= 1")
                })
                .collect();
        }
        joined(automaton.accepting.iter().map(|&q| here[q].clone()).collect(), false)
    }

    /// What is reached from the first place in one step, two, and so on: after as many steps as
    /// there are places, it must be all. A step that reaches nothing new changes nothing.
    fn connected(&mut self, items: &[String], graph: &Graph, values: &[i64]) -> String {
        let is = |item: &String| {
            joined(values.iter().map(|v| format!("{item} #= {v}")).collect(), false)
        };
        let inside: Vec<String> = items.iter().map(|item| self.flag(&is(item))).collect();
        let mut before: Vec<String> = Vec::new();
        let mut reached: Vec<String> = Vec::new();
        for flag in &inside {
            let none = before.iter().map(|b| format!("{b} #= 0"));
            let first = none.chain([format!("{flag} #= 1")]).collect();
            reached.push(self.flag(&joined(first, true)));
            before.push(flag.clone());
        }
        for _ in 1..items.len() {
            let mut next = Vec::with_capacity(items.len());
            for (i, flag) in inside.iter().enumerate() {
                let near = graph.near(i).iter().map(|&j| format!("{} #= 1", reached[j]));
                let here = joined(near.chain([format!("{} #= 1", reached[i])]).collect(), false);
                next.push(self.flag(&format!("({flag} #= 1) #/\\ ({here})")));
            }
            reached = next;
        }
        let all = inside.iter().zip(&reached).map(|(i, r)| format!("{i} #=< {r}"));
        joined(all.collect(), true)
    }
}

fn truth(b: bool) -> String {
    if b { "0 #= 0".into() } else { "0 #= 1".into() }
}

/// All of the parts, or one of them.
fn joined(mut parts: Vec<String>, all: bool) -> String {
    match parts.len() {
        0 => truth(all),
        1 => parts.remove(0),
        _ => {
            let parts: Vec<String> = parts.iter().map(|p| format!("({p})")).collect();
            parts.join(if all { " #/\\ " } else { " #\\/ " })
        }
    }
}
