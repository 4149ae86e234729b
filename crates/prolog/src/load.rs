//! Loading programs: reading clauses, running directives, filling modules.
//!
//! Loading is driven from Rust, one term at a time; directives and expansion hooks run as nested
//! goals. Whatever a user should see goes through `print_message/2`.

pub mod boot;
pub mod directive;
pub mod expand;
pub mod file;
pub mod items;
pub mod lazy;
mod warn;

use std::rc::Rc;

use crate::{
    atom::Atom,
    cell::Cell,
    hash::FastSet,
    machine::{Machine, assert::Origin},
    read::{self, Position, ReadOptions, ReadTerm, SyntaxError, TextSource},
    record::Record,
    stream::{StreamId, StreamSource},
    throw::{self, Throw},
};

/// One file that is being loaded.
#[derive(Debug)]
pub struct Load {
    /// The name of the file that is read, or of the text.
    pub file: Atom,
    /// The file itself where `file` is one that it includes.
    pub source: Atom,
    /// The module that clauses go to.
    pub module: Atom,
    /// The module that asked for it.
    pub into: Atom,
    /// Line of the current term.
    pub line: u32,
    /// `:- if(...)` that are open: whether the current branch is read, and whether one was.
    pub conditions: Vec<(bool, bool)>,
    /// Where they were opened.
    pub opened: Vec<u32>,
    /// Goals of `:- initialization(...)`.
    pub after: Vec<(Record, u32)>,
    /// Predicates this load has defined.
    pub defined: FastSet<u32>,
    /// The predicate of the clause before.
    pub last: Option<u32>,
    /// Number of this load, to tell redefinitions from additions.
    pub number: u32,
    /// Comes with the system.
    pub library: bool,
    /// Nothing further is read (`end_of_file`).
    pub done: bool,
    /// `:- module(...)` was read.
    pub is_module: bool,
    /// Names of the variables of the current term.
    pub variables: Vec<(Rc<str>, Cell)>,
}

impl Load {
    fn new(file: Atom, into: Atom, number: u32, library: bool) -> Load {
        Load {
            file,
            source: file,
            module: into,
            into,
            line: 0,
            conditions: Vec::new(),
            opened: Vec::new(),
            after: Vec::new(),
            defined: FastSet::default(),
            last: None,
            number,
            library,
            done: false,
            is_module: false,
            variables: Vec::new(),
        }
    }
}

/// The state of loading.
#[derive(Debug)]
pub struct Loader {
    /// Files being loaded, innermost last.
    pub stack: Vec<Load>,
    /// The system itself is being loaded: nothing is protected.
    pub system: bool,
    /// `style_check(-singleton)` is in force.
    pub no_singletons: bool,
    /// `style_check(-discontiguous)` is in force.
    pub no_discontiguous: bool,
    /// The predicate that calls the goals of the directive that runs.
    pub caller: (&'static str, i32),
    /// The module of queries.
    pub typein: Atom,
    /// The module that goals without one belong to.
    pub module: Atom,
    /// Loads so far.
    pub count: u32,
    /// Goal of `:- initialization(G, main)`.
    pub main: Option<Rc<Record>>,
    /// Libraries are read at once, as programs are; for tests.
    pub eager: bool,
    /// Clauses of libraries that were not read yet.
    pub unread: Vec<lazy::Unread>,
    /// Exports of libraries, once they were asked for.
    pub autoload: Option<Rc<std::collections::HashMap<(Atom, u32), usize>>>,
}

impl Default for Loader {
    fn default() -> Self {
        Loader {
            stack: Vec::new(),
            system: false,
            no_singletons: false,
            no_discontiguous: false,
            caller: ("catch", 3),
            typein: Atom::USER,
            module: Atom::USER,
            count: 0,
            main: None,
            eager: false,
            unread: Vec::new(),
            autoload: None,
        }
    }
}

impl Loader {
    /// How many files are being loaded, one from the other.
    pub fn depth(&self) -> usize {
        self.stack.len()
    }
}

impl Machine {
    /// Loads a program from text, as if it were a file of this name. Errors in it are reported
    /// and loading goes on; what comes back is `halt/1` or an interruption.
    pub fn consult_text(&mut self, name: &str, text: &str) -> Result<(), Throw> {
        let file = self.atoms.intern(name);
        self.load_text(file, text, Atom::USER).map(|_| ())
    }

    /// Loads a program's text into a module; the module it defines.
    pub(crate) fn load_text(&mut self, file: Atom, text: &str, into: Atom) -> Result<Atom, Throw> {
        self.load_with(file, into, false, |m| m.load_terms(text))
    }

    /// Loads text that comes with the system into a module; the module it defines.
    pub(crate) fn load_library_text(
        &mut self,
        file: Atom,
        text: &'static str,
        into: Atom,
    ) -> Result<Atom, Throw> {
        // Nothing that a transaction could take back.
        let transactions = std::mem::take(&mut self.transactions);
        let module = self.load_with(file, into, true, |m| m.load_library_terms(text));
        self.transactions = transactions;
        module
    }

    fn load_with(
        &mut self,
        file: Atom,
        into: Atom,
        library: bool,
        terms: impl FnOnce(&mut Machine) -> Result<(), Throw>,
    ) -> Result<Atom, Throw> {
        self.loader.count += 1;
        let outer = self.loader.module;
        self.loader.stack.push(Load::new(file, into, self.loader.count, library));
        self.loader.module = into;
        let result = terms(self);
        let result = result.and_then(|()| self.finish_load());
        let module = self.loader.stack.pop().map_or(into, |load| load.module);
        self.loader.module = outer;
        result.map(|()| module)
    }

    /// Loads clauses from a stream to its end, into a module; the module they define.
    pub(crate) fn load_stream(
        &mut self,
        file: Atom,
        id: StreamId,
        into: Atom,
    ) -> Result<Atom, Throw> {
        self.load_with(file, into, false, |m| {
            m.load_each(|m, options| {
                m.text.streams.flush_user();
                let heap = &mut m.store.heap;
                match m.text.streams.get_mut(id) {
                    Some(stream) => {
                        let mut source = StreamSource { stream, error: None };
                        read::read_term(heap, &mut m.atoms, &m.text.ops, &mut source, options)
                    }
                    None => {
                        let mut nothing = TextSource::new("");
                        read::read_term(heap, &mut m.atoms, &m.text.ops, &mut nothing, options)
                    }
                }
            })
        })
    }

    pub(crate) fn load_terms(&mut self, text: &str) -> Result<(), Throw> {
        let mut source = TextSource::new(text);
        if text.starts_with("#!") {
            while let Some(c) = read::Source::next(&mut source) {
                if c == '\n' {
                    break;
                }
            }
        }
        self.load_each(|m, options| {
            let heap = &mut m.store.heap;
            read::read_term(heap, &mut m.atoms, &m.text.ops, &mut source, options)
        })
    }

    /// Handles term after term until there is none.
    fn load_each(
        &mut self,
        mut next: impl FnMut(&mut Machine, &ReadOptions) -> Result<ReadTerm, SyntaxError>,
    ) -> Result<(), Throw> {
        loop {
            let module = self.loader.module;
            let flags = self.text.flags.module(module);
            let options = ReadOptions {
                module,
                double_quotes: flags.double_quotes,
                back_quotes: flags.back_quotes,
                character_escapes: flags.character_escapes,
                var_prefix: flags.var_prefix,
                iso: self.text.flags.iso,
                ..ReadOptions::default()
            };
            match next(self, &options) {
                Ok(read) => {
                    if read.term == Cell::atom(Atom::END_OF_FILE) {
                        if let Some(load) = self.load() {
                            load.line = read.start.line as u32;
                        }
                        return Ok(());
                    }
                    self.load_read(&read)?;
                    if self.load().is_none_or(|load| load.done) {
                        return Ok(());
                    }
                }
                Err(error) => self.report_syntax(&error)?,
            }
        }
    }

    /// The file that is being loaded.
    pub(crate) fn load(&mut self) -> Option<&mut Load> {
        self.loader.stack.last_mut()
    }

    fn load_read(&mut self, read: &ReadTerm) -> Result<(), Throw> {
        if let Some(load) = self.load() {
            load.line = read.start.line as u32;
            load.variables = read.variables.iter().map(|v| (v.name.clone(), v.cell)).collect();
        }
        self.warn_singletons(read)?;
        self.load_term(read.term)
    }

    /// Handles one term of a program.
    pub(crate) fn load_term(&mut self, term: Cell) -> Result<(), Throw> {
        if self.condition(term)? || !self.reading() {
            return Ok(());
        }
        // Hooks may give a list of terms.
        for term in self.expand_term(term)? {
            self.load_one(term)?;
        }
        Ok(())
    }

    fn load_one(&mut self, term: Cell) -> Result<(), Throw> {
        let term = self.store.deref(term);
        if term == Cell::atom(Atom::END_OF_FILE) {
            if let Some(load) = self.load() {
                load.done = true;
            }
            return Ok(());
        }
        if let Some(compound) = self.store.heap.compound(term)
            && compound.arity == 1
            && matches!(compound.name, Atom::NECK | Atom::QUERY)
        {
            let goal = self.store.heap.at(compound.first);
            return self.directive(goal);
        }
        if self.store.heap.args::<2>(term, Atom::COMMA).is_some() {
            let comma = Cell::atom(self.atoms.intern("cannot_redefine_comma"));
            return self.message("error", comma);
        }
        match self.load_clause(term) {
            Ok(()) => Ok(()),
            Err(throw) => self.report(throw),
        }
    }

    fn load_clause(&mut self, term: Cell) -> Result<(), Throw> {
        let module = self.loader.module;
        let mut parts = self.clause_parts(term, module)?;
        // As it was written: goals that are variables have become calls.
        let (_, plain) = self.strip_module(term, module);
        if let Some([_, body]) = self.store.heap.args::<2>(plain, Atom::NECK)
            && body != Cell::atom(Atom::TRUE)
        {
            self.check_clause(parts.head, body)?;
        }
        parts.body = self.expand_body(parts.body, parts.body_module)?;
        let Some((name, arity)) = self.functor_of(parts.head) else { return Ok(()) };
        if let Some(throw) = self.protected(parts.module, name, arity, "modify") {
            return Err(throw);
        }
        let mut pred = self.pred(parts.module, name, arity);
        if self.preds[pred as usize].flags.tabled {
            parts.head = self.tabled_head(parts.head);
            let (name, arity) = self.functor_of(parts.head).unwrap_or((name, arity));
            pred = self.pred(parts.module, name, arity);
        }
        self.read_clauses(pred)?;
        let Some(load) = self.loader.stack.last_mut() else { return Ok(()) };
        let origin = Origin { file: load.file, line: load.line };
        let (number, library) = (load.number, load.library);
        let system = self.loader.system;
        let first = load.defined.insert(pred);
        let apart = !first && load.last != Some(pred);
        let before = load.last.replace(pred);
        let info = &mut self.preds[pred as usize];
        if first && !info.flags.dynamic && !info.flags.multifile {
            // A predicate of another file, or of an earlier load of this one, is replaced.
            if info.load != 0 && info.load != number && info.live > 0 {
                let elsewhere = info.file != origin.file && !info.flags.library && !library;
                let clauses: Vec<u32> = self.live_clauses(pred).collect();
                if elsewhere {
                    self.warn_redefined(pred, clauses[0])?;
                }
                for clause in clauses {
                    self.erase(clause);
                }
            }
        }
        if first && !system && !library {
            self.warn_overrides(pred)?;
        }
        let info = &mut self.preds[pred as usize];
        if !first && info.live > 0 && info.flags.ssu != parts.ssu {
            let [assert, procedure] = ["assert", "procedure"].map(|word| self.atoms.intern(word));
            let culprit = self.indicator_cell(pred);
            let heap = &mut self.store.heap;
            return Err(throw::permission_error(heap, assert, procedure, culprit));
        }
        info.load = number;
        info.file = origin.file;
        if system {
            info.flags.locked = true;
        } else if library {
            info.flags.library = true;
        }
        if apart && !info.flags.discontiguous && !info.flags.dynamic {
            info.flags.discontiguous = true;
            self.warn_discontiguous(pred, before)?;
        }
        self.add_clause(parts, true, origin)?;
        Ok(())
    }

    /// The head that clauses of a tabled predicate get.
    fn tabled_head(&mut self, head: Cell) -> Cell {
        let Some((name, arity)) = self.functor_of(head) else { return head };
        let text = format!("{} tabled", self.atoms.text(name));
        let name = self.atoms.intern(&text);
        match self.store.heap.compound(head) {
            None => Cell::atom(name),
            Some(compound) => {
                let args: Vec<Cell> =
                    (0..arity).map(|i| self.store.heap.cells[compound.first + i]).collect();
                self.store.heap.put_compound(name, &args)
            }
        }
    }

    /// After the last term: exports that are missing, goals of `initialization/1`.
    fn finish_load(&mut self) -> Result<(), Throw> {
        self.report_open_conditions()?;
        self.report_undefined_exports()?;
        let after = self.load().map(|load| std::mem::take(&mut load.after)).unwrap_or_default();
        for (goal, line) in after {
            if let Some(load) = self.load() {
                load.line = line;
            }
            let goal = goal.instantiate(&mut self.store.heap);
            self.run_directive(goal, true)?;
        }
        Ok(())
    }

    /// The place of the term that is being loaded.
    pub(crate) fn load_position(&self) -> Position {
        let line = self.loader.stack.last().map_or(0, |load| load.line);
        Position { line: line as i64, ..Position::start() }
    }
}
