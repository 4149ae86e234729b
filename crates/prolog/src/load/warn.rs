//! What a clause is warned about when it is loaded, though it may run: variables that occur once
//! in a branch, tests that can have one outcome only. And goals that can never be called.
//!
//! A variable is fresh where it occurs for the first time, in the order of the text. Arms of a
//! disjunction start with what was seen before it.

use std::rc::Rc;

use crate::{
    atom::Atom,
    cell::{Cell, Tag},
    hash::{FastMap, FastSet},
    machine::Machine,
    throw::{self, Throw},
};

/// Tests that have one outcome on a fresh variable, and which.
const TESTS: [(&str, &str); 11] = [
    ("var", "true"),
    ("nonvar", "false"),
    ("atom", "false"),
    ("atomic", "false"),
    ("integer", "false"),
    ("float", "false"),
    ("number", "false"),
    ("rational", "false"),
    ("compound", "false"),
    ("callable", "false"),
    ("string", "false"),
];

/// What is found in one clause.
#[derive(Default)]
struct Findings {
    /// Message terms.
    warnings: Vec<Cell>,
    /// A goal is a variable that nothing can have bound.
    uncallable: bool,
}

impl Machine {
    /// Looks at a clause as it was read; an error if a goal of it can never be called.
    pub(crate) fn check_clause(&mut self, head: Cell, body: Cell) -> Result<(), Throw> {
        if self.loader.system || self.load().is_none_or(|load| load.library) {
            return Ok(());
        }
        let body = self.store.deref(body);
        if body.is_var() {
            let mut seen = FastSet::default();
            self.see(head, &mut seen);
            return match seen.contains(&body) {
                true => Ok(()),
                false => Err(throw::instantiation(&mut self.store.heap)),
            };
        }
        // Nothing of this is in most clauses: look closer only where a variable is a goal, a
        // test or in a branch.
        let mut findings = Findings::default();
        let mut seen = FastSet::default();
        self.see(head, &mut seen);
        let mut counts = FastMap::default();
        self.count(head, &mut counts);
        self.count(body, &mut counts);
        self.branches(body, &counts, &mut seen.clone(), &mut findings);
        self.tests(body, &mut seen, &mut findings);
        if findings.uncallable {
            let callable = self.atoms.intern("callable");
            return Err(throw::type_error(&mut self.store.heap, callable, body));
        }
        if findings.warnings.is_empty() || self.loader.no_singletons {
            return Ok(());
        }
        let list = self.store.heap.put_list_of(&findings.warnings, crate::store::NIL);
        let term = self.term("compiler_warnings", &[Cell::atom(Atom::EMPTY), list]);
        self.message("warning", term)
    }

    /// The variables of a term.
    fn see(&self, term: Cell, seen: &mut FastSet<Cell>) {
        self.each_variable(term, |variable| {
            seen.insert(variable);
        });
    }

    /// How often each variable occurs.
    fn count(&self, term: Cell, counts: &mut FastMap<Cell, usize>) {
        self.each_variable(term, |variable| *counts.entry(variable).or_insert(0) += 1);
    }

    fn each_variable(&self, term: Cell, mut visit: impl FnMut(Cell)) {
        let mut todo = vec![term];
        while let Some(cell) = todo.pop() {
            let cell = self.store.deref(cell);
            if cell.is_var() {
                visit(cell);
            } else if cell.tag() == Tag::Lst {
                let (elements, tail) = self.store.heap.list_prefix(cell);
                todo.extend(elements);
                todo.push(tail);
            } else if let Some(compound) = self.store.heap.compound(cell) {
                todo.extend((0..compound.arity).map(|i| self.store.heap.at(compound.first + i)));
            }
        }
    }

    /// The name of a variable, unless it is marked as one that may occur once.
    fn plain_name(&self, variable: Cell) -> Option<Rc<str>> {
        let load = self.loader.stack.last()?;
        let name = load.variables.iter().find(|(_, cell)| self.store.deref(*cell) == variable);
        name.map(|(name, _)| name.clone()).filter(|name| !name.starts_with('_'))
    }

    fn parts(&self, goal: Cell, name: Atom) -> Option<[Cell; 2]> {
        self.store.heap.args::<2>(goal, name).map(|parts| parts.map(|p| self.store.deref(p)))
    }

    fn negated(&self, goal: Cell) -> Option<Cell> {
        let not = self.atoms.find("\\+")?;
        self.store.heap.args::<1>(goal, not).map(|[inner]| self.store.deref(inner))
    }

    /// Variables that occur once in an arm and nowhere outside its disjunction, and once in a
    /// negation before anything else has them.
    fn branches(
        &mut self,
        body: Cell,
        all: &FastMap<Cell, usize>,
        seen: &mut FastSet<Cell>,
        findings: &mut Findings,
    ) {
        let mut goals = vec![body];
        while let Some(goal) = goals.pop() {
            if let Some([first, rest]) = self.parts(goal, Atom::COMMA) {
                goals.extend([rest, first]);
                continue;
            }
            if self.parts(goal, Atom::SEMICOLON).is_some() {
                let arms = self.arms(goal, all, findings);
                goals.extend(arms.into_iter().rev());
                continue;
            }
            let arrow = [Atom::ARROW, Atom::SOFT_ARROW];
            if let Some([first, rest]) = arrow.iter().find_map(|&name| self.parts(goal, name)) {
                goals.extend([rest, first]);
                continue;
            }
            if let Some(inner) = self.negated(goal) {
                let mut inside = FastMap::default();
                self.count(inner, &mut inside);
                for variable in self.in_order(inner) {
                    if inside[&variable] == 1 && !seen.contains(&variable) {
                        self.once_in("negation_singleton", variable, findings);
                    }
                }
            }
            self.see(goal, seen);
        }
    }

    fn arms(
        &mut self,
        goal: Cell,
        all: &FastMap<Cell, usize>,
        findings: &mut Findings,
    ) -> Vec<Cell> {
        let mut arms = Vec::new();
        let mut rest = goal;
        while let Some([arm, others]) = self.parts(rest, Atom::SEMICOLON) {
            arms.push(arm);
            rest = others;
        }
        arms.push(rest);
        let mut inside = FastMap::default();
        self.count(goal, &mut inside);
        let counts: Vec<FastMap<Cell, usize>> = arms
            .iter()
            .map(|&arm| {
                let mut counts = FastMap::default();
                self.count(arm, &mut counts);
                counts
            })
            .collect();
        for variable in self.in_order(goal) {
            let once = counts.iter().any(|counts| counts.get(&variable) == Some(&1));
            if once && inside.get(&variable) == all.get(&variable) {
                self.once_in("branch_singleton", variable, findings);
            }
        }
        arms
    }

    /// The variables of a term, each once, as they stand in the text.
    fn in_order(&self, term: Cell) -> Vec<Cell> {
        let mut variables: Vec<Cell> = Vec::new();
        self.each_variable(term, |variable| variables.push(variable));
        let named = self.loader.stack.last().map(|load| &load.variables);
        let place = |variable: &Cell| {
            named.and_then(|n| n.iter().position(|(_, c)| self.store.deref(*c) == *variable))
        };
        variables.sort_by_key(place);
        variables.dedup();
        variables
    }

    fn once_in(&mut self, what: &str, variable: Cell, findings: &mut Findings) {
        if let Some(name) = self.plain_name(variable) {
            let name = Cell::atom(self.atoms.intern(&name));
            let warning = self.term(what, &[name]);
            if !findings.warnings.iter().any(|&w| self.show(w) == self.show(warning)) {
                findings.warnings.push(warning);
            }
        }
    }

    /// Tests of fresh variables, and goals that are one.
    fn tests(&mut self, body: Cell, seen: &mut FastSet<Cell>, findings: &mut Findings) {
        enum Step {
            Goal(Cell),
            /// Go back to what was seen before; keep what the arm saw.
            Arm(FastSet<Cell>),
            /// All arms have been seen.
            Join(usize),
        }
        let mut steps = vec![Step::Goal(body)];
        let mut arms: Vec<FastSet<Cell>> = Vec::new();
        while let Some(step) = steps.pop() {
            match step {
                Step::Arm(before) => arms.push(std::mem::replace(seen, before)),
                Step::Join(count) => {
                    for arm in arms.split_off(arms.len() - count) {
                        seen.extend(arm);
                    }
                }
                Step::Goal(goal) => {
                    let goal = self.store.deref(goal);
                    let arrow = [Atom::ARROW, Atom::SOFT_ARROW];
                    if let Some([first, rest]) = self.parts(goal, Atom::SEMICOLON) {
                        steps.push(Step::Join(1));
                        steps.push(Step::Goal(rest));
                        steps.push(Step::Arm(seen.clone()));
                        steps.push(Step::Goal(first));
                    } else if let Some([first, rest]) = self
                        .parts(goal, Atom::COMMA)
                        .or_else(|| arrow.iter().find_map(|&name| self.parts(goal, name)))
                    {
                        steps.extend([Step::Goal(rest), Step::Goal(first)]);
                    } else if let Some(inner) = self.negated(goal) {
                        steps.push(Step::Goal(inner));
                    } else if goal.is_var() {
                        findings.uncallable |= !seen.contains(&goal);
                    } else {
                        self.one_outcome(goal, seen, findings);
                        self.see(goal, seen);
                    }
                }
            }
        }
    }

    /// One goal: has it one outcome only?
    fn one_outcome(&mut self, goal: Cell, seen: &FastSet<Cell>, findings: &mut Findings) {
        let Some(compound) = self.store.heap.compound(goal) else { return };
        let name = self.atoms.shared_text(compound.name);
        let args: Vec<Cell> = (0..compound.arity)
            .map(|i| self.store.deref(self.store.heap.at(compound.first + i)))
            .collect();
        let fresh = |cell: Cell| cell.is_var() && !seen.contains(&cell);
        let outcome = match args[..] {
            [arg] if fresh(arg) => TESTS.iter().find(|(test, _)| *test == &*name).map(|t| t.1),
            [a, b] if &*name == "==" || &*name == "\\==" => {
                let simple = |c: Cell| c.is_var() || self.store.heap.compound(c).is_none();
                let equal = match (fresh(a) || fresh(b)) && simple(a) && simple(b) {
                    true => Some(a == b),
                    false => None,
                };
                equal.map(|equal| if equal == (&*name == "==") { "true" } else { "false" })
            }
            _ => None,
        };
        let Some(outcome) = outcome else { return };
        let mut shown = Vec::new();
        for arg in args {
            if arg.is_var() {
                // Nothing is said about variables without a name.
                let Some(name) = self.plain_name(arg) else { return };
                shown.push(Cell::atom(self.atoms.intern(&name)));
            } else {
                shown.push(crate::heap::Heap::storable(arg));
            }
        }
        let shown = self.store.heap.put_compound(compound.name, &shown);
        let outcome = Cell::atom(self.atoms.intern(outcome));
        let warning = self.term("always", &[outcome, shown]);
        findings.warnings.push(warning);
    }
}
