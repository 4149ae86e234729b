//! Clauses laid out as people write them: one goal a line, if-then-else in columns, what is too
//! long for a line broken at its arguments.

use std::{collections::HashMap, rc::Rc};

use super::{WriteOptions, term_text};
use crate::{
    atom::{Atom, Atoms},
    cell::{Cell, Tag},
    heap::{Compound, Heap},
    op::{MAX_PRIORITY, Ops, Place},
    read::class,
    store::NIL,
};

/// Columns of a line.
const WIDTH: usize = 78;
/// Columns of one step to the right.
const STEP: usize = 4;
/// Control structures that are nested deeper are written on one line.
const MAX_NESTING: usize = 500;

/// Which arguments of a predicate are goals, if it is declared so.
pub type GoalArgs<'a> = dyn Fn(Atom, usize) -> Option<Vec<bool>> + 'a;

/// What a layout needs to know.
pub struct Layout<'a> {
    /// The terms.
    pub heap: &'a Heap,
    /// The atoms.
    pub atoms: &'a Atoms,
    /// The operators.
    pub ops: &'a Ops,
    /// Names of the variables, by heap index.
    pub names: Rc<HashMap<usize, Rc<str>>>,
    /// Which arguments are goals.
    pub goal_args: &'a GoalArgs<'a>,
    /// Whose operators count.
    pub module: Atom,
}

impl std::fmt::Debug for Layout<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Layout").finish_non_exhaustive()
    }
}

/// The text of a clause with its full stop and newline.
pub fn clause_text(layout: &Layout<'_>, clause: Cell) -> String {
    let mut page = Page { layout, out: String::new(), column: 0, nesting: 0 };
    page.clause(layout.heap.deref(clause));
    page.out
}

struct Page<'a> {
    layout: &'a Layout<'a>,
    out: String,
    column: usize,
    nesting: usize,
}

impl Page<'_> {
    fn clause(&mut self, clause: Cell) {
        let heap = self.layout.heap;
        if let Some([head, body]) = heap.args::<2>(clause, Atom::NECK)
            && body == Cell::atom(Atom::TRUE)
        {
            self.term(head, MAX_PRIORITY);
            return self.full_stop();
        }
        for neck in [Atom::NECK, Atom::SSU_ARROW, Atom::DCG_ARROW] {
            if let Some([head, body]) = heap.args::<2>(clause, neck) {
                self.term(head, MAX_PRIORITY - 1);
                let neck = self.layout.atoms.text(neck);
                self.put(&format!(" {neck}"));
                self.line(STEP);
                self.body(body, STEP, MAX_PRIORITY - 1);
                return self.full_stop();
            }
        }
        if let Some([goal]) = heap.args::<1>(clause, Atom::NECK)
            && self.module_directive(goal)
        {
            return;
        }
        for directive in [Atom::NECK, Atom::QUERY] {
            if let Some([goal]) = heap.args::<1>(clause, directive) {
                let name = self.layout.atoms.text(directive);
                self.put(&format!("{name} "));
                self.body(goal, 3, MAX_PRIORITY - 1);
                return self.full_stop();
            }
        }
        self.body(clause, 0, MAX_PRIORITY);
        self.full_stop();
    }

    /// `:- module(Name, Exports)`, one export a line.
    fn module_directive(&mut self, goal: Cell) -> bool {
        let Some(compound) = self.layout.heap.compound(goal) else { return false };
        if compound.arity != 2 || self.layout.atoms.text(compound.name) != "module" {
            return false;
        }
        let [name, exports] = [0, 1].map(|i| self.layout.heap.at(compound.first + i));
        self.put(":- module(");
        let indent = self.column;
        let name = self.quoted(name, 999);
        self.put(&format!("{name},"));
        self.line(indent);
        match exports.tag() {
            Tag::Lst => self.broken_list(exports),
            _ => self.term(exports, 999),
        }
        self.put(").\n");
        true
    }

    fn full_stop(&mut self) {
        if self.out.chars().next_back().is_some_and(class::is_symbol) {
            self.put(" ");
        }
        self.put(".\n");
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
        match text.rfind('\n') {
            Some(at) => self.column = text[at + 1..].chars().count(),
            None => self.column += text.chars().count(),
        }
    }

    fn line(&mut self, indent: usize) {
        self.put("\n");
        self.put(&" ".repeat(indent));
    }

    fn body(&mut self, body: Cell, indent: usize, priority: u16) {
        let mut body = self.layout.heap.deref(body);
        let mut priority = priority;
        self.nesting += 1;
        loop {
            if body.is_var() || self.nesting > MAX_NESTING {
                self.term(body, priority);
                break;
            }
            if self.is_choice(body) {
                self.put("(   ");
                self.choice(body, indent);
                self.line(indent);
                self.put(")");
                break;
            }
            if self.needs_braces(body, priority) {
                self.put("( ");
                self.body(body, indent + 2, MAX_PRIORITY);
                self.line(indent);
                self.put(")");
                break;
            }
            // Conjunctions of any length, left-nested ones turned to the right.
            let Some([first, rest]) = self.layout.heap.args::<2>(body, Atom::COMMA) else {
                self.goal(body, indent, priority);
                break;
            };
            let mut firsts = vec![first];
            while let Some([a, b]) =
                firsts.last().and_then(|&cell| self.layout.heap.args::<2>(cell, Atom::COMMA))
            {
                firsts.pop();
                firsts.extend([b, a]);
            }
            while let Some(goal) = firsts.pop() {
                self.body(goal, indent, 999);
                self.put(",");
                self.line(indent);
            }
            body = rest;
            priority = 1000;
        }
        self.nesting -= 1;
    }

    fn goal(&mut self, goal: Cell, indent: usize, priority: u16) {
        if let Some([inner]) = self.layout.heap.args::<1>(goal, Atom::NOT) {
            self.put("\\+ ");
            let right = self.layout.ops.get(self.layout.module, Atom::NOT, Place::Prefix);
            return self.body(inner, indent + 3, right.map_or(999, |def| def.right()));
        }
        match self.layout.heap.compound(goal) {
            Some(compound) => match (self.layout.goal_args)(compound.name, compound.arity) {
                Some(goals) => self.meta(goal, compound, &goals),
                None => self.term(goal, priority),
            },
            None => self.term(goal, priority),
        }
    }

    /// A call with goals as arguments: each on lines of its own if one is no plain goal.
    fn meta(&mut self, goal: Cell, compound: Compound, goals: &[bool]) {
        let args = self.args(compound);
        let structured = |page: &Self, cell: Cell| {
            page.is_choice(cell) || page.layout.heap.args::<2>(cell, Atom::COMMA).is_some()
        };
        if !args.iter().zip(goals).any(|(&arg, &is_goal)| is_goal && structured(self, arg)) {
            return self.term(goal, 999);
        }
        let name = self.quoted(Cell::atom(compound.name), 999);
        self.put(&format!("{name}("));
        let indent = self.column;
        for (i, &arg) in args.iter().enumerate() {
            if i > 0 {
                self.put(",");
                self.line(indent);
            }
            if goals.get(i) == Some(&true) {
                self.body(arg, indent, 999);
            } else {
                self.term(arg, 999);
            }
        }
        self.put(")");
    }

    fn args(&self, compound: Compound) -> Vec<Cell> {
        (0..compound.arity).map(|i| self.layout.heap.at(compound.first + i)).collect()
    }

    /// Disjunctions and if-then-else.
    fn is_choice(&self, cell: Cell) -> bool {
        self.layout.heap.compound(cell).is_some_and(|compound| {
            compound.arity == 2
                && matches!(compound.name, Atom::SEMICOLON | Atom::ARROW | Atom::SOFT_ARROW)
        })
    }

    fn needs_braces(&self, cell: Cell, priority: u16) -> bool {
        let name = match cell.tag() {
            Tag::Atom => cell.atom_value(),
            _ => match self.layout.heap.compound(cell) {
                Some(compound) => compound.name,
                None => return false,
            },
        };
        self.layout.ops.priority(self.layout.module, name) > priority
    }

    /// What stands between the columns of `(   ` and `)`.
    fn choice(&mut self, term: Cell, indent: usize) {
        let mut term = term;
        let inner = indent + STEP;
        loop {
            let Some(Compound { name, arity: 2, first }) = self.layout.heap.compound(term) else {
                return;
            };
            let (left, right) = (self.layout.heap.at(first), self.layout.heap.at(first + 1));
            let mut rest = right;
            let mut left_max = 1099;
            let mut right_max = 1100;
            let mut mark = ";   ";
            let condition = match name {
                Atom::SEMICOLON => self.layout.heap.compound(left).filter(|inner| {
                    inner.arity == 2 && matches!(inner.name, Atom::ARROW | Atom::SOFT_ARROW)
                }),
                _ => None,
            };
            if let Some(inner_arrow) = condition {
                self.body(self.layout.heap.at(inner_arrow.first), inner, 1049);
                self.line(indent);
                self.put(arrow(inner_arrow.name));
                self.body(self.layout.heap.at(inner_arrow.first + 1), inner, 1050);
            } else {
                if name != Atom::SEMICOLON {
                    (left_max, right_max, mark) = (1049, 1050, arrow(name));
                }
                self.body(left, inner, left_max);
                rest = right;
            }
            self.line(indent);
            self.put(mark);
            let braces = !rest.is_var() && self.needs_braces(rest, right_max);
            if braces {
                self.put("(   ");
                self.choice(rest, inner);
                if !self.is_choice(rest) {
                    self.body(rest, inner + STEP, MAX_PRIORITY);
                }
                self.line(inner);
                return self.put(")");
            }
            if !self.is_choice(rest) {
                return self.body(rest, inner, right_max);
            }
            term = rest;
        }
    }

    // ---- terms ----

    /// A term on this line, or broken if it does not fit.
    fn term(&mut self, term: Cell, priority: u16) {
        let term = self.layout.heap.deref(term);
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            let text = self.quoted(term, priority);
            self.put(&text);
        } else if let Some([inner]) = self.layout.heap.args::<1>(term, Atom::CURLY) {
            let indent = self.column;
            self.put("{ ");
            self.body(inner, indent + 2, 1000);
            self.line(indent);
            self.put("}");
        } else if self.too_long(term) {
            self.broken(term);
        } else {
            let text = self.quoted(term, priority);
            self.put(&text);
        }
        self.nesting -= 1;
    }

    fn quoted(&self, term: Cell, priority: u16) -> String {
        let options = WriteOptions {
            space_args: true,
            unicode_escapes: true,
            priority,
            module: self.layout.module,
            names: Some(self.layout.names.clone()),
            ..WriteOptions::writeq()
        };
        term_text(self.layout.heap, self.layout.atoms, self.layout.ops, term, &options)
    }

    /// Would the term run over the line? It is measured without quotes and spaces, and with
    /// variables as the terms they are bound to while a clause is written.
    fn too_long(&self, term: Cell) -> bool {
        let Some(compound) = self.layout.heap.compound(term) else { return false };
        if compound.arity == 0 || self.is_operator(compound) {
            return false;
        }
        if compound.name == Atom::VAR && compound.arity == 1 {
            return false;
        }
        let names: HashMap<usize, Rc<str>> = self
            .layout
            .names
            .iter()
            .map(|(&index, name)| (index, Rc::from(format!("$VAR({})", measure(name)))))
            .collect();
        let options = WriteOptions {
            numbervars: false,
            names: Some(Rc::new(names)),
            ..WriteOptions::write()
        };
        let text = term_text(self.layout.heap, self.layout.atoms, self.layout.ops, term, &options);
        let length = text.chars().count().min(WIDTH);
        self.column + length > WIDTH && length * 4 > WIDTH
    }

    fn is_operator(&self, compound: Compound) -> bool {
        let has = |place| self.layout.ops.get(self.layout.module, compound.name, place).is_some();
        match compound.arity {
            1 => has(Place::Prefix) || has(Place::Postfix),
            2 => has(Place::Infix),
            _ => false,
        }
    }

    fn broken(&mut self, term: Cell) {
        if term.tag() == Tag::Lst {
            return self.broken_list(term);
        }
        let Some(compound) = self.layout.heap.compound(term) else { return };
        let name = self.quoted(Cell::atom(compound.name), 999);
        self.put(&format!("{name}("));
        let indent = self.column;
        for (i, arg) in self.args(compound).into_iter().enumerate() {
            if i > 0 {
                self.put(",");
                self.line(indent);
            }
            self.term(arg, 999);
        }
        self.put(")");
    }

    fn broken_list(&mut self, list: Cell) {
        let indent = self.column;
        self.put("[ ");
        let (elements, tail) = self.layout.heap.list_prefix(list);
        for (i, element) in elements.into_iter().enumerate() {
            if i > 0 {
                self.put(",");
                self.line(indent + 2);
            }
            self.term(element, 999);
        }
        if tail != NIL {
            self.line(indent);
            self.put("| ");
            self.term(tail, 999);
        }
        self.line(indent);
        self.put("]");
    }
}

fn arrow(name: Atom) -> &'static str {
    if name == Atom::ARROW { "->  " } else { "*-> " }
}

/// The number behind a variable's letter, or its name.
fn measure(name: &str) -> String {
    let mut chars = name.chars();
    match chars.next() {
        Some(letter @ 'A'..='Z') => match chars.as_str() {
            "" => (letter as u32 - 'A' as u32).to_string(),
            round => match round.parse::<u32>() {
                Ok(round) => (round * 26 + letter as u32 - 'A' as u32).to_string(),
                Err(_) => name.to_string(),
            },
        },
        _ => name.to_string(),
    }
}
