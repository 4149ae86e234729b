//! Directives: what the loader does itself, running the rest, and reporting what went wrong.

use std::rc::Rc;

use crate::{
    atom::Atom,
    cell::Cell,
    heap::Heap,
    load::Load,
    machine::Machine,
    read::{ReadTerm, SyntaxError},
    record::Record,
    throw::Throw,
};

/// Directives whose failure is not told as well as their error.
const DECLARATIONS: &[&str] =
    &["dynamic", "discontiguous", "multifile", "public", "volatile", "load_files"];

impl Machine {
    /// Conditional compilation: was the term one of its directives?
    pub(crate) fn condition(&mut self, term: Cell) -> Result<bool, Throw> {
        let Some([directive]) = self.store.heap.args::<1>(self.store.deref(term), Atom::NECK)
        else {
            return Ok(false);
        };
        let Some((name, arity)) = self.functor_of(directive) else { return Ok(false) };
        let name = self.atoms.shared_text(name);
        let reading = self.reading();
        match (&*name, arity) {
            ("if", 1) => {
                let holds = reading && self.condition_holds(directive)?;
                if let Some(load) = self.load() {
                    // A branch inside one that is skipped is never read.
                    load.conditions.push((holds, holds || !reading));
                    load.opened.push(load.line);
                }
            }
            ("elif", 1) => {
                let open = self.load().and_then(|load| load.conditions.pop());
                let Some((_, done)) = open else { return self.no_if("elif") };
                let outer = self.reading();
                let holds = !done && outer && self.condition_holds(directive)?;
                if let Some(load) = self.load() {
                    load.conditions.push((holds, done || holds));
                }
            }
            ("else", 0) => match self.load().and_then(|load| load.conditions.last_mut()) {
                Some(last) => *last = (!last.1, true),
                None => return self.no_if("else"),
            },
            ("endif", 0) => {
                let closed = self.load().and_then(|load| {
                    load.opened.pop();
                    load.conditions.pop()
                });
                if closed.is_none() {
                    return self.no_if("endif");
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A directive of conditional compilation where none is open.
    fn no_if(&mut self, what: &str) -> Result<bool, Throw> {
        let [no_if, what] = ["no_if", what].map(|word| Cell::atom(self.atoms.intern(word)));
        self.condition_error(no_if, what)?;
        Ok(true)
    }

    /// Conditional compilation that the file does not end.
    pub(crate) fn report_open_conditions(&mut self) -> Result<(), Throw> {
        let Some(opened) = self.load().and_then(|load| load.opened.pop()) else { return Ok(()) };
        let unterminated = Cell::atom(self.atoms.intern("unterminated"));
        let file = self.loader.stack.last().map_or(Atom::EMPTY, |load| load.file);
        let place = [Cell::atom(file), Cell::small(opened as i32)];
        let place = self.store.heap.put_compound(Atom::COLON, &place);
        self.condition_error(unterminated, place)
    }

    fn condition_error(&mut self, what: Cell, culprit: Cell) -> Result<(), Throw> {
        let formal = self.term("conditional_compilation_error", &[what, culprit]);
        let context = self.store.heap.new_var();
        let error = self.store.heap.put_compound(Atom::ERROR, &[formal, context]);
        self.message("error", error)
    }

    fn condition_holds(&mut self, directive: Cell) -> Result<bool, Throw> {
        let Some(compound) = self.store.heap.compound(directive) else { return Ok(false) };
        let goal = self.store.heap.at(compound.first);
        let module = self.loader.module;
        self.loader.caller = ("$eval_if", 1);
        match self.solve_once(goal, module) {
            Ok(holds) => Ok(holds),
            Err(throw) => {
                self.report(throw)?;
                Ok(false)
            }
        }
    }

    /// Is the current branch of conditional compilation read?
    pub(crate) fn reading(&mut self) -> bool {
        self.load().is_none_or(|load| load.conditions.iter().all(|(read, _)| *read))
    }

    /// Handles a directive.
    pub(crate) fn directive(&mut self, goal: Cell) -> Result<(), Throw> {
        if let Some(compound) = self.store.heap.compound(goal) {
            let name = self.atoms.shared_text(compound.name);
            let args: Vec<Cell> = (0..compound.arity.min(4))
                .map(|i| self.store.heap.at(compound.first + i))
                .collect();
            match (&*name, &args[..]) {
                ("module", [name, exports]) => {
                    let (name, exports) = (*name, *exports);
                    // It is only a declaration before the first clause.
                    let late = |load: &mut Load| {
                        load.last.is_some() || std::mem::replace(&mut load.is_module, true)
                    };
                    if self.load().is_some_and(late) {
                        return self.second_module(goal);
                    }
                    return self.open_module(name, exports);
                }
                ("initialization", [goal]) => {
                    let goal = *goal;
                    return self.initialization(goal);
                }
                _ => {}
            }
        }
        self.run_directive(goal, false)
    }

    fn initialization(&mut self, goal: Cell) -> Result<(), Throw> {
        let module = self.loader.module;
        let goal = Heap::storable(goal);
        let goal = self.store.heap.put_compound(Atom::COLON, &[Cell::atom(module), goal]);
        let record = Record::new(&mut self.store.heap, goal, false);
        if let Some(load) = self.load() {
            let line = load.line;
            load.after.push((record, line));
        }
        Ok(())
    }

    /// A file is one module from its start: a later declaration is a call of nothing.
    fn second_module(&mut self, goal: Cell) -> Result<(), Throw> {
        let module = self.loader.module;
        let name = self.atoms.intern("module");
        self.pins.push(goal);
        let unknown = self.unknown_procedure(module, name, 2);
        self.undefined_caller = None;
        self.loader.caller = ("catch", 3);
        let reported = self.report(unknown);
        let goal = self.pins.pop().unwrap_or(goal);
        reported?;
        self.directive_failed(goal, module)
    }

    /// `:- module(Name, Exports)`.
    fn open_module(&mut self, name: Cell, exports: Cell) -> Result<(), Throw> {
        if !name.is_atom() {
            return Ok(());
        }
        let module = name.atom_value();
        let (list, _) = self.store.heap.list_prefix(exports);
        let Some(load) = self.loader.stack.last_mut() else { return Ok(()) };
        load.module = module;
        let (file, into, library) = (load.file, load.into, load.library);
        self.loader.module = module;
        let info = self.modules.module(module);
        info.file = Some(file);
        info.library = library;
        if library {
            // Libraries see the system, not what users define.
            info.bases = vec![Atom::SYSTEM];
        }
        info.exports.clear();
        self.modules.loaded.insert(file, module);
        let op = self.atoms.intern("op");
        for item in list {
            if let Some([priority, kind, names]) = self.store.heap.args::<3>(item, op) {
                for target in [module, into] {
                    let names = Heap::storable(names);
                    let qualified =
                        self.store.heap.put_compound(Atom::COLON, &[Cell::atom(target), names]);
                    let goal = self.store.heap.put_compound(op, &[priority, kind, qualified]);
                    self.solve_held(goal, Atom::SYSTEM)?;
                }
                continue;
            }
            let (extra, parts) = match self.store.heap.args::<2>(item, Atom::SLASH) {
                Some(parts) => (0, Some(parts)),
                None => (2, self.store.heap.args::<2>(item, Atom::SLASHES)),
            };
            if let Some([name, arity]) = parts
                && name.is_atom()
            {
                let indicator = (name.atom_value(), arity.int_value() as u32 + extra);
                self.modules.module(module).exports.push(indicator);
            }
        }
        Ok(())
    }

    /// Runs a goal of a program; failure and errors are reported.
    pub(crate) fn run_directive(&mut self, goal: Cell, initialization: bool) -> Result<(), Throw> {
        let module = self.loader.module;
        // What is shown is the goal as it was written.
        self.pins.push(goal);
        let expanded = self.expand_body(goal, module);
        let result = expanded.and_then(|expanded| {
            let control = self.is_control(expanded);
            self.loader.caller = if control { ("<meta-call>", 1) } else { ("catch", 3) };
            self.solve_once(expanded, module)
        });
        let goal = self.pins.pop().unwrap_or(goal);
        match result {
            Ok(true) => Ok(()),
            Ok(false) if initialization => {
                let (goal, place) = (Heap::storable(goal), self.place_cell());
                let term = self.term("initialization_failure", &[goal, place]);
                self.message("warning", term)
            }
            Ok(false) => self.directive_failed(goal, module),
            Err(Throw::Ball(ball)) if initialization => {
                let (goal, place) = (Heap::storable(goal), self.place_cell());
                let term = self.term("initialization_error", &[goal, ball, place]);
                self.message("error", term)
            }
            // What is no error ends the load.
            Err(Throw::Ball(ball))
                if self.store.heap.args::<2>(self.store.deref(ball), Atom::ERROR).is_none() =>
            {
                Err(Throw::Ball(ball))
            }
            Err(throw) => {
                self.pins.push(goal);
                let reported = self.report(throw);
                let goal = self.pins.pop().unwrap_or(goal);
                reported?;
                self.directive_failed(goal, module)
            }
        }
    }

    /// Is it a control structure?
    fn is_control(&self, goal: Cell) -> bool {
        let goal = self.store.deref(goal);
        let control = [Atom::COMMA, Atom::SEMICOLON, Atom::ARROW, Atom::SOFT_ARROW];
        self.store.heap.compound(goal).is_some_and(|c| c.arity == 2 && control.contains(&c.name))
    }

    fn directive_failed(&mut self, goal: Cell, module: Atom) -> Result<(), Throw> {
        // Of declarations only the error is told.
        if let Some((name, _)) = self.functor_of(self.store.deref(goal))
            && DECLARATIONS.contains(&self.atoms.text(name))
        {
            return Ok(());
        }
        let directive = Cell::atom(self.atoms.intern("directive"));
        let goal = Heap::storable(goal);
        let qualified = self.store.heap.put_compound(Atom::COLON, &[Cell::atom(module), goal]);
        let term = self.term("goal_failed", &[directive, qualified]);
        self.message("warning", term)
    }

    /// A compound term by name.
    pub fn term(&mut self, name: &str, args: &[Cell]) -> Cell {
        let name = self.atoms.intern(name);
        self.store.heap.put_compound(name, args)
    }

    /// `File:Line` of the term that is being loaded.
    fn place_cell(&mut self) -> Cell {
        let line = self.load_position().line;
        let file = self.loader.stack.last().map_or(Atom::EMPTY, |load| load.file);
        let place = [Cell::atom(file), Cell::small(line as i32)];
        self.store.heap.put_compound(Atom::COLON, &place)
    }

    /// Reports an exception while loading; what is no exception is passed on.
    pub(crate) fn report(&mut self, throw: Throw) -> Result<(), Throw> {
        match throw {
            Throw::Ball(ball) => self.message("error", ball),
            other => Err(other),
        }
    }

    /// Prints a message.
    pub fn message(&mut self, kind: &str, term: Cell) -> Result<(), Throw> {
        let print = self.atoms.intern("print_message");
        let kind_cell = Cell::atom(self.atoms.intern(kind));
        let goal = self.store.heap.put_compound(print, &[kind_cell, Heap::storable(term)]);
        // Faults of the system's own texts cannot be told by means of them.
        let own = self.loader.stack.iter().any(|load| load.library);
        if !own && self.definition(Atom::SYSTEM, print, 2).is_some() {
            return match self.solve_once(goal, Atom::SYSTEM) {
                Err(Throw::Ball(_)) | Ok(_) => Ok(()),
                Err(other) => Err(other),
            };
        }
        let line = self.load_position().line;
        let term = self.show(term);
        eprintln!("{kind}: line {line}: {term}");
        Ok(())
    }

    /// A term as text, for messages before there is anything better.
    pub fn show(&mut self, term: Cell) -> String {
        self.show_term(term, 60)
    }

    fn show_term(&mut self, term: Cell, depth: usize) -> String {
        let term = self.store.deref(term);
        if depth == 0 {
            return "...".into();
        }
        if term.is_var() {
            return format!("_G{}", term.index());
        }
        if term.is_atom() {
            return self.atoms.text(term.atom_value()).to_string();
        }
        if let Some(number) = self.store.heap.number(term) {
            return match number {
                crate::number::Number::Int(i) => i.to_string(),
                crate::number::Number::Big(i) => i.to_string(),
                crate::number::Number::Float(f) => format!("{f:?}"),
                crate::number::Number::Ratio(r) => r.to_string(),
            };
        }
        if let Some(text) = self.store.heap.string(term) {
            return format!("{text:?}");
        }
        if term.tag() == crate::cell::Tag::Lst {
            let (elements, tail) = self.store.heap.list_prefix(term);
            let inner: Vec<String> =
                elements.into_iter().map(|e| self.show_term(e, depth - 1)).collect();
            let mut text = format!("[{}", inner.join(","));
            if tail != crate::store::NIL {
                text.push('|');
                text.push_str(&self.show_term(tail, depth - 1));
            }
            return text + "]";
        }
        let Some(compound) = self.store.heap.compound(term) else { return "?".into() };
        let args: Vec<String> = (0..compound.arity)
            .map(|i| {
                let arg = self.store.heap.at(compound.first + i);
                self.show_term(arg, depth - 1)
            })
            .collect();
        format!("{}({})", self.atoms.text(compound.name), args.join(","))
    }

    /// Reports a syntax error with its place.
    pub(crate) fn report_syntax(&mut self, error: &SyntaxError) -> Result<(), Throw> {
        if !self.reading() {
            return Ok(());
        }
        let fault = error.fault_cell(&mut self.store.heap, &mut self.atoms);
        let formal = self.store.heap.put_compound(Atom::SYNTAX_ERROR, &[fault]);
        let file = self.loader.stack.last().map_or(Atom::EMPTY, |load| load.file);
        let name = self.atoms.intern("file");
        let place = [
            Cell::atom(file),
            Cell::small(error.position.line as i32),
            Cell::small(error.position.column as i32),
            Cell::small(error.position.char as i32),
        ];
        let place = self.store.heap.put_compound(name, &place);
        let term = self.store.heap.put_compound(Atom::ERROR, &[formal, place]);
        if let Some(load) = self.load() {
            load.line = error.position.line as u32;
        }
        self.message("error", term)
    }

    /// Warns of variables that occur once, and of marked ones that occur again.
    pub(crate) fn warn_singletons(&mut self, read: &ReadTerm) -> Result<(), Throw> {
        if self.loader.system || !self.reading() || self.loader.no_singletons {
            return Ok(());
        }
        let term = self.store.deref(read.term);
        let directive = [Atom::NECK, Atom::QUERY]
            .iter()
            .any(|&name| self.store.heap.args::<1>(term, name).is_some());
        let single: Vec<String> = read
            .variables
            .iter()
            .filter(|v| v.times == 1 && !v.is_anonymous() && v.warns_single())
            .map(|v| v.name.to_string())
            .collect();
        let multiple: Vec<String> = read
            .variables
            .iter()
            .filter(|v| v.times > 1 && v.warns_multiple() && !directive)
            .map(|v| v.name.to_string())
            .collect();
        for (names, kind) in [(single, "singletons"), (multiple, "multitons")] {
            if names.is_empty() {
                continue;
            }
            let cells: Vec<Cell> =
                names.iter().map(|name| Cell::atom(self.atoms.intern(name))).collect();
            let list = self.store.heap.put_list_of(&cells, crate::store::NIL);
            let kind = self.atoms.intern(kind);
            let module = Cell::atom(self.loader.module);
            let clause = self.store.heap.put_compound(Atom::COLON, &[module, read.term]);
            let term = self.store.heap.put_compound(kind, &[clause, list]);
            self.message("warning", term)?;
        }
        Ok(())
    }

    /// Warns of a predicate whose clauses are not together.
    pub(crate) fn warn_discontiguous(
        &mut self,
        pred: u32,
        before: Option<u32>,
    ) -> Result<(), Throw> {
        if self.loader.no_discontiguous {
            return Ok(());
        }
        let this = self.indicator_cell(pred);
        let current = match before {
            Some(before) => self.indicator_cell(before),
            None => this,
        };
        let first = self.live_clauses(pred).next().map(|clause| {
            let clause = &self.clauses[clause as usize];
            [Cell::atom(clause.file), Cell::small(clause.line as i32)]
        });
        let term = match first {
            Some(place) => {
                let place = self.store.heap.put_compound(Atom::COLON, &place);
                self.term("discontiguous", &[this, current, place])
            }
            None => self.term("discontiguous", &[this, current]),
        };
        self.message("warning", term)
    }

    /// Warns of a predicate that another file defines; `first` is its first clause there.
    pub(crate) fn warn_redefined(&mut self, pred: u32, first: u32) -> Result<(), Throw> {
        let clause = &self.clauses[first as usize];
        let place = [Cell::atom(clause.file), Cell::small(clause.line as i32)];
        let this = self.indicator_cell(pred);
        let place = self.store.heap.put_compound(Atom::COLON, &place);
        let kind = Cell::atom(self.atoms.intern("static"));
        let term = self.term("redefined_procedure", &[kind, this, place]);
        self.message("warning", term)
    }

    /// Warns of a definition where the same was imported with all of a library.
    pub(crate) fn warn_overrides(&mut self, pred: u32) -> Result<(), Throw> {
        let info = &self.preds[pred as usize];
        let (module, name, arity) = (info.module, info.name, info.arity as u32);
        let imports = &mut self.modules.module(module).imports;
        let Some(from) = imports.remove(&(name, arity)) else { return Ok(()) };
        let indicator = [Cell::atom(name), Cell::small(arity as i32)];
        let indicator = self.store.heap.put_compound(Atom::SLASH, &indicator);
        let from = self.store.heap.put_compound(Atom::COLON, &[Cell::atom(from), indicator]);
        let term = self.term("ignored_weak_import", &[Cell::atom(module), from]);
        self.message("warning", term)
    }

    /// Tells which exports of the module that was loaded nobody defines.
    pub(crate) fn report_undefined_exports(&mut self) -> Result<(), Throw> {
        let Some(load) = self.loader.stack.last() else { return Ok(()) };
        if load.library || load.module == load.into {
            return Ok(());
        }
        let module = load.module;
        let mut missing: Vec<(Rc<str>, u32, Atom)> = Vec::new();
        for (name, arity) in self.modules.module(module).exports.clone() {
            if self.definition(module, name, arity as usize).is_none() {
                missing.push((self.atoms.shared_text(name), arity, name));
            }
        }
        missing.sort();
        for (_, arity, name) in missing {
            let indicator = [Cell::atom(name), Cell::small(arity as i32)];
            let indicator = self.store.heap.put_compound(Atom::SLASH, &indicator);
            let term = self.term("undefined_export", &[Cell::atom(module), indicator]);
            self.message("error", term)?;
        }
        Ok(())
    }

    /// `Name/Arity`, qualified unless the module is `user`.
    pub(crate) fn indicator_cell(&mut self, pred: u32) -> Cell {
        let info = &self.preds[pred as usize];
        let (module, name, arity) = (info.module, info.name, info.arity);
        let arity = Cell::small(arity as i32);
        let indicator = self.store.heap.put_compound(Atom::SLASH, &[Cell::atom(name), arity]);
        if module == Atom::USER {
            return indicator;
        }
        self.store.heap.put_compound(Atom::COLON, &[Cell::atom(module), indicator])
    }
}
