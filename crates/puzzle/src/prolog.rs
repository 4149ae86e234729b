//! Clues as goals of SWI-Prolog with its library(clpfd).
//!
//! Made from the meaning of the clues alone. An expression may have no value (a division
//! by zero); here it always gets one, and the condition under which that value counts is
//! kept beside it and joined to the comparison. So nothing hangs on how a Prolog system
//! treats undefined terms below a reification.

use pencilmark_kernel::automaton::Automaton;
use pencilmark_kernel::expr::{Cmp, Expr, Formula, Rounding};
use pencilmark_kernel::graph::Graph;

use crate::puzzle::{Clue, Name, Puzzle};

/// The goals of one clue, for programs that put them together themselves. `fresh` counts the
/// variables made so far.
pub fn prolog_goals(puzzle: &Puzzle, clue: &Clue, fresh: &mut usize) -> Vec<String> {
    let mut translator = Translator { puzzle, goals: vec![], fresh: *fresh, strict: false };
    clue.meaning(puzzle).iter().for_each(|formula| translator.require(formula));
    *fresh = translator.fresh;
    needed(translator.goals)
}

/// Without flags that nobody asks for: an automaton has one for each state, needed or not.
fn needed(goals: Vec<String>) -> Vec<String> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut used = std::collections::HashSet::new();
    let mut kept = Vec::new();
    for goal in goals.into_iter().rev() {
        let flag = goal.split_once(" #<==> ").map(|(flag, _)| flag.to_string());
        let flag = flag.filter(|f| f.starts_with('B') && f.chars().all(is_word));
        if flag.is_some_and(|f| !used.contains(&f)) {
            continue;
        }
        used.extend(goal.split(|c| !is_word(c)).filter(|w| w.starts_with('B')).map(String::from));
        kept.push(goal);
    }
    kept.reverse();
    kept
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
    let mut translator = Translator { puzzle, goals, fresh: 0, strict: false };
    for clue in puzzle.clues.iter().filter(|clue| wanted(clue)) {
        clue.meaning(puzzle).iter().for_each(|formula| translator.require(formula));
    }
    needed(translator.goals)
}

fn variable(puzzle: &Puzzle, name: Name) -> String {
    match name {
        Name::Cell(cell) => puzzle.grid.name(cell).to_uppercase(),
        // An index keeps names apart that differ in case only.
        Name::Var(i) => format!("V{i}_{}", puzzle.name_text(name)),
    }
}

/// A term, and how loosely its operator binds: what stands around it tells whether it needs
/// parentheses.
struct Term {
    text: String,
    looseness: u16,
}

/// What operators bind like.
const ATOM: u16 = 0;
const TIMES: u16 = 400;
const PLUS: u16 = 500;
const COMPARISON: u16 = 700;
const NOT: u16 = 710;
const AND: u16 = 720;
const OR: u16 = 740;
const IMPLIES: u16 = 750;
const IFF: u16 = 760;

impl Term {
    fn new(text: impl Into<String>, looseness: u16) -> Term {
        Term { text: text.into(), looseness }
    }

    /// In parentheses if it binds more loosely than that.
    fn within(self, most: u16) -> String {
        if self.looseness > most { format!("({})", self.text) } else { self.text }
    }
}

struct Translator<'a> {
    puzzle: &'a Puzzle,
    goals: Vec<String>,
    fresh: usize,
    /// Whether what is being said must hold: then it needs no guard against undefined values.
    strict: bool,
}

impl Translator<'_> {
    /// A new variable.
    fn fresh(&mut self, letter: char) -> String {
        self.fresh += 1;
        format!("{letter}{}", self.fresh)
    }

    /// Posts a statement in its strongest form.
    fn require(&mut self, formula: &Formula<Name>) {
        match formula {
            Formula::And(parts) => parts.iter().for_each(|part| self.require(part)),
            Formula::Distinct(list) if list.iter().all(|e| matches!(e, Expr::Var(_))) => {
                let list = self.items(list, &mut vec![]);
                self.goals.push(format!("all_distinct([{}])", list.join(",")));
            }
            Formula::Cmp(op, a, b) => {
                let mut when = vec![];
                self.strict = true;
                let goal = self.compare(*op, a, b, &mut when);
                self.strict = false;
                self.goals.extend(when.into_iter().map(|t: Term| t.text));
                self.goals.push(goal.text);
            }
            _ => {
                let goal = self.formula(formula);
                self.goals.push(goal.text);
            }
        }
    }

    fn compare(&mut self, op: Cmp, a: &Expr<Name>, b: &Expr<Name>, when: &mut Vec<Term>) -> Term {
        let sign = match op {
            Cmp::Eq => "#=",
            Cmp::Ne => "#\\=",
            Cmp::Lt => "#<",
            Cmp::Le => "#=<",
            Cmp::Gt => "#>",
            Cmp::Ge => "#>=",
        };
        let (a, b) = (self.expr(a, when), self.expr(b, when));
        Term::new(format!("{} {sign} {}", a.text, b.text), COMPARISON)
    }

    /// A statement as a term that can be reified.
    fn formula(&mut self, formula: &Formula<Name>) -> Term {
        let outside = std::mem::replace(&mut self.strict, false);
        let mut when = Vec::new();
        let holds = match formula {
            Formula::Const(b) => truth(*b),
            Formula::Cmp(op, a, b) => self.compare(*op, a, b, &mut when),
            Formula::In(e, set) => {
                let value = self.named(e, &mut when);
                member(&value, set)
            }
            Formula::Distinct(list) => {
                let list = self.items(list, &mut when);
                let differ = |i: usize, j: usize| format!("{} #\\= {}", list[i], list[j]);
                let pairs = (0..list.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
                joined(pairs.map(|(i, j)| Term::new(differ(i, j), COMPARISON)).collect(), true)
            }
            Formula::And(list) => joined(list.iter().map(|f| self.formula(f)).collect(), true),
            Formula::Or(list) => joined(list.iter().map(|f| self.formula(f)).collect(), false),
            Formula::Not(f) => Term::new(format!("#\\ {}", self.formula(f).within(ATOM)), NOT),
            Formula::Iff(a, b) => {
                let (a, b) = (self.formula(a).within(IMPLIES), self.formula(b).within(IMPLIES));
                Term::new(format!("{a} #<==> {b}"), IFF)
            }
            Formula::Regular(line, automaton) => {
                let line = self.items(line, &mut when);
                self.regular(&line, automaton)
            }
            Formula::Connected(list, graph, values) => {
                let items = self.items(list, &mut when);
                self.connected(&items, graph, values)
            }
        };
        self.strict = outside;
        when.push(holds);
        joined(when, true)
    }

    /// The terms of a list.
    fn items(&mut self, list: &[Expr<Name>], when: &mut Vec<Term>) -> Vec<String> {
        list.iter().map(|e| self.expr(e, when).text).collect()
    }

    /// A variable with the value of an expression, or the expression if it is that simple.
    fn named(&mut self, e: &Expr<Name>, when: &mut Vec<Term>) -> String {
        let term = self.expr(e, when).text;
        if let Expr::Var(_) = e {
            return term;
        }
        let value = self.fresh('X');
        self.goals.push(format!("{value} #= {term}"));
        value
    }

    /// A variable that is 1 if the statement holds and 0 if not.
    fn flag(&mut self, statement: Term) -> String {
        let flag = self.fresh('B');
        self.goals.push(format!("{flag} #<==> {}", statement.within(IMPLIES)));
        flag
    }

    /// An expression as a term; what must hold for it to have a value joins `when`.
    fn expr(&mut self, e: &Expr<Name>, when: &mut Vec<Term>) -> Term {
        match e {
            Expr::Const(n) if *n < 0 => Term::new(format!("({n})"), ATOM),
            Expr::Const(n) => Term::new(n.to_string(), ATOM),
            Expr::Var(name) => Term::new(variable(self.puzzle, *name), ATOM),
            Expr::Neg(e) => Term::new(format!("0 - {}", self.expr(e, when).within(TIMES)), PLUS),
            Expr::Sum(list) => self.sum(list, when),
            Expr::Mul(a, b) => {
                let (a, b) = (self.expr(a, when).within(TIMES), self.expr(b, when).within(ATOM));
                Term::new(format!("{a} * {b}"), TIMES)
            }
            Expr::Div(a, b, Rounding::Floor) => self.divide(a, "div", b, when),
            Expr::Div(a, b, Rounding::Truncate) => self.divide(a, "//", b, when),
            Expr::Rem(a, b, Rounding::Floor) => self.divide(a, "mod", b, when),
            Expr::Rem(a, b, Rounding::Truncate) => self.divide(a, "rem", b, when),
            Expr::Abs(e) => Term::new(format!("abs({})", self.expr(e, when).text), ATOM),
            Expr::Min(list) => self.extreme("min", list, when),
            Expr::Max(list) => self.extreme("max", list, when),
            Expr::Element(index, list) => Term::new(self.element(index, list, when), ATOM),
            Expr::Count(list, of) => {
                let of = match **of {
                    Expr::Const(n) if n >= 0 => n.to_string(),
                    _ => self.named(of, when),
                };
                let items = self.items(list, when);
                let is = |item: &String| Term::new(format!("{item} #= {of}"), COMPARISON);
                let flags: Vec<String> = items.iter().map(|item| self.flag(is(item))).collect();
                added(flags)
            }
            Expr::Holds(f) => {
                let statement = self.formula(f);
                Term::new(self.flag(statement), ATOM)
            }
        }
    }

    /// Terms with a minus sign are taken away.
    fn sum(&mut self, list: &[Expr<Name>], when: &mut Vec<Term>) -> Term {
        match list {
            [] => return Term::new("0", ATOM),
            [one] => return self.expr(one, when),
            _ => {}
        }
        let mut text = String::new();
        for e in list {
            let (sign, e) = match e {
                Expr::Neg(e) if !text.is_empty() => (" - ", &**e),
                e => (if text.is_empty() { "" } else { " + " }, e),
            };
            text += sign;
            text += &self.expr(e, when).within(TIMES);
        }
        Term::new(text, PLUS)
    }

    /// A divisor of 0 is replaced by 1 and the result made not to count.
    fn divide(&mut self, a: &Expr<Name>, op: &str, b: &Expr<Name>, when: &mut Vec<Term>) -> Term {
        let a = self.expr(a, when).within(TIMES);
        if let Expr::Const(n) = *b
            && n > 0
        {
            return Term::new(format!("{a} {op} {n}"), TIMES);
        }
        let b = self.named(b, when);
        if self.strict {
            when.push(Term::new(format!("{b} #\\= 0"), COMPARISON));
            return Term::new(format!("{a} {op} {b}"), TIMES);
        }
        let defined = self.flag(Term::new(format!("{b} #\\= 0"), COMPARISON));
        let (divisor, result) = (self.fresh('X'), self.fresh('X'));
        self.goals.push(format!("{divisor} #= {b} + 1 - {defined}"));
        self.goals.push(format!("{result} #= {a} {op} {divisor}"));
        when.push(Term::new(format!("{defined} #= 1"), COMPARISON));
        Term::new(result, ATOM)
    }

    fn extreme(&mut self, op: &str, list: &[Expr<Name>], when: &mut Vec<Term>) -> Term {
        let terms = self.items(list, when);
        let Some(extreme) = terms.into_iter().reduce(|a, b| format!("{op}({a}, {b})")) else {
            when.push(truth(false));
            return Term::new("0", ATOM);
        };
        Term::new(extreme, if list.len() == 1 { PLUS } else { ATOM })
    }

    fn element(&mut self, index: &Expr<Name>, list: &[Expr<Name>], when: &mut Vec<Term>) -> String {
        let index = self.named(index, when);
        if self.strict && !list.is_empty() {
            let items: Vec<String> = list.iter().map(|e| self.named(e, when)).collect();
            let result = self.fresh('X');
            self.goals.push(format!("element({index}, [{}], {result})", items.join(",")));
            return result;
        }
        let result = self.fresh('X');
        for (i, e) in list.iter().enumerate() {
            let item = self.expr(e, when).text;
            self.goals.push(format!("{index} #= {} #==> {result} #= {item}", i + 1));
        }
        let range = Term::new(format!("{index} in 1..{}", list.len().max(1)), COMPARISON);
        let defined = self.flag(range);
        self.goals.push(format!("{defined} #= 0 #==> {result} #= 0"));
        when.push(match list.is_empty() {
            true => truth(false),
            false => Term::new(format!("{defined} #= 1"), COMPARISON),
        });
        result
    }

    /// One flag for each state the automaton may be in after each value.
    fn regular(&mut self, line: &[String], automaton: &Automaton) -> Term {
        let mut here: Vec<String> =
            (0..automaton.states).map(|q| truth(q == automaton.start).text).collect();
        for value in line {
            let mut ways: Vec<Vec<Term>> = Vec::new();
            ways.resize_with(automaton.states, Vec::new);
            for &(from, read, to) in &automaton.arcs {
                ways[to].push(Term::new(format!("{} #/\\ {value} #= {read}", here[from]), AND));
            }
            here = ways.into_iter().map(|w| self.flag(joined(w, false)) + " #= 1").collect();
        }
        let accepting = automaton.accepting.iter();
        joined(accepting.map(|&q| Term::new(here[q].clone(), COMPARISON)).collect(), false)
    }

    /// What is reached from the first place in one step, two, and so on: after as many steps as
    /// there are places, it must be all. A step that reaches nothing new changes nothing.
    fn connected(&mut self, items: &[String], graph: &Graph, values: &[i64]) -> Term {
        let is = |item: &String| {
            let one = |v: &i64| Term::new(format!("{item} #= {v}"), COMPARISON);
            joined(values.iter().map(one).collect(), false)
        };
        let inside: Vec<String> = items.iter().map(|item| self.flag(is(item))).collect();
        let mut before: Vec<String> = Vec::new();
        let mut reached: Vec<String> = Vec::new();
        for flag in &inside {
            let none = before.iter().map(|b| Term::new(format!("{b} #= 0"), COMPARISON));
            let here = Term::new(format!("{flag} #= 1"), COMPARISON);
            reached.push(self.flag(joined(none.chain([here]).collect(), true)));
            before.push(flag.clone());
        }
        let is_reached = |flag: &String| Term::new(format!("{flag} #= 1"), COMPARISON);
        for _ in 1..items.len() {
            let mut next = Vec::with_capacity(items.len());
            for (i, flag) in inside.iter().enumerate() {
                let near = graph.near(i).iter().map(|&j| is_reached(&reached[j]));
                let here = joined(near.chain([is_reached(&reached[i])]).collect(), false);
                let both = format!("{flag} #= 1 #/\\ {}", here.within(AND));
                next.push(self.flag(Term::new(both, AND)));
            }
            reached = next;
        }
        let all = inside.iter().zip(&reached);
        joined(all.map(|(i, r)| Term::new(format!("{i} #=< {r}"), COMPARISON)).collect(), true)
    }
}

fn truth(b: bool) -> Term {
    Term::new(if b { "0 #= 0" } else { "0 #= 1" }, COMPARISON)
}

/// One of some numbers, runs of them as intervals.
fn member(value: &str, set: &[i64]) -> Term {
    let mut set: Vec<i64> = set.to_vec();
    set.sort_unstable();
    set.dedup();
    let runs = set.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [first, .., last] => format!("{first}..{last}"),
        _ => run[0].to_string(),
    });
    let runs: Vec<String> = runs.collect();
    match runs.is_empty() {
        true => truth(false),
        false => Term::new(format!("{value} in {}", runs.join(" \\/ ")), COMPARISON),
    }
}

fn added(terms: Vec<String>) -> Term {
    match terms.len() {
        0 => Term::new("0", ATOM),
        1 => Term::new(terms.concat(), ATOM),
        _ => Term::new(terms.join(" + "), PLUS),
    }
}

/// All of the parts, or one of them.
fn joined(mut parts: Vec<Term>, all: bool) -> Term {
    let (sign, looseness) = if all { (" #/\\ ", AND) } else { (" #\\/ ", OR) };
    match parts.len() {
        0 => truth(all),
        1 => parts.remove(0),
        _ => {
            let parts: Vec<String> = parts.into_iter().map(|p| p.within(looseness)).collect();
            Term::new(parts.join(sign), looseness)
        }
    }
}
