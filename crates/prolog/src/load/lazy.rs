//! Library text is read when it is first needed: loading a library only finds out where the
//! clauses of each predicate are. Most programs call a small part of what comes with the system.

use crate::{
    atom::Atom,
    cell::Cell,
    database::Entry,
    hash::FastSet,
    heap::Heap,
    load::{
        Load,
        items::{Item, Items},
    },
    machine::Machine,
    read::{self, ReadOptions, TextSource},
    throw::Throw,
};

/// Clauses of one predicate that follow each other in a text and were not read yet.
#[derive(Debug)]
pub struct Unread {
    /// The text of the library, and the part that holds the clauses.
    text: &'static str,
    start: usize,
    end: usize,
    line: u32,
    count: usize,
    module: Atom,
    file: Atom,
    load: u32,
    system: bool,
    options: ReadOptions,
    /// Further clauses of the predicate.
    next: Option<u32>,
}

impl Machine {
    /// Loads library text: directives run, and of clauses it is noted where they are.
    pub(crate) fn load_library_terms(&mut self, text: &'static str) -> Result<(), Throw> {
        if self.loader.eager {
            return self.load_terms(text);
        }
        for item in Items::new(text) {
            if let Some(load) = self.load() {
                load.line = item.line;
            }
            if !(self.reading() && self.note_clause(text, &item)) {
                let options = self.library_options();
                let mut source = TextSource::new(&text[item.start..item.end]);
                if let Some((term, _)) = self.read_library(&mut source, &options) {
                    self.load_term(term)?;
                }
            }
            if self.load().is_none_or(|load| load.done) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Programs may change their own flags, but not how libraries are read.
    fn library_options(&self) -> ReadOptions {
        let module = self.loader.module;
        let flags = self.text.flags.own(module);
        ReadOptions {
            module,
            double_quotes: flags.double_quotes,
            back_quotes: flags.back_quotes,
            ..ReadOptions::default()
        }
    }

    /// The next term of library text and its line; operators that programs declared do not count.
    fn read_library(
        &mut self,
        source: &mut TextSource,
        options: &ReadOptions,
    ) -> Option<(Cell, u32)> {
        self.text.ops.in_library = true;
        let heap = &mut self.store.heap;
        let read = read::read_term(heap, &mut self.atoms, &self.text.ops, source, options);
        self.text.ops.in_library = false;
        match read {
            Ok(read) if read.term != Cell::atom(Atom::END_OF_FILE) => {
                Some((read.term, read.start.line as u32))
            }
            Ok(_) => None,
            Err(error) => {
                // A fault in the library itself: tests fail on it.
                eprintln!("{error:?}");
                None
            }
        }
    }

    /// Notes where a clause is; `false` if it is none or must be read at once.
    fn note_clause(&mut self, text: &'static str, item: &Item) -> bool {
        let Some((name, arity)) = item.head else { return false };
        let module = self.loader.module;
        let name = self.atoms.intern(name);
        let pred = self.pred(module, name, arity as usize);
        let options = self.library_options();
        let Some(load) = self.loader.stack.last_mut() else { return false };
        let info = &mut self.preds[pred as usize];
        if info.flags.dynamic || info.flags.multifile || info.flags.tabled {
            return false;
        }
        let unread = &mut self.loader.unread;
        let last = match self.entries[pred as usize] {
            Entry::Undefined | Entry::Empty if info.live == 0 => None,
            Entry::Unread(mut last) if info.load == load.number => {
                while let Some(next) = unread[last as usize].next {
                    last = next;
                }
                Some(last)
            }
            _ => return false,
        };
        info.live += 1;
        if let Some(last) = last
            && load.last == Some(pred)
        {
            unread[last as usize].end = item.end;
            unread[last as usize].count += 1;
            return true;
        }
        let index = unread.len() as u32;
        unread.push(Unread {
            text,
            start: item.start,
            end: item.end,
            line: item.line,
            count: 1,
            module,
            file: load.file,
            load: load.number,
            system: self.loader.system,
            options,
            next: None,
        });
        load.last = Some(pred);
        load.defined.insert(pred);
        if let Some(last) = last {
            unread[last as usize].next = Some(index);
            return true;
        }
        info.load = load.number;
        info.file = load.file;
        info.flags.defined = true;
        if self.loader.system {
            info.flags.locked = true;
        } else {
            info.flags.library = true;
        }
        self.entries[pred as usize] = Entry::Unread(index);
        self.relink(module, name, arity as usize);
        true
    }

    /// Reads the clauses of a predicate if they were not read yet.
    pub(crate) fn read_clauses(&mut self, pred: u32) -> Result<(), Throw> {
        let Entry::Unread(first) = self.entries[pred as usize] else { return Ok(()) };
        self.entries[pred as usize] = Entry::Unlinked;
        self.preds[pred as usize].live = 0;
        let outer = (self.loader.module, self.loader.system);
        // Reading is no change of the database that a transaction could take back.
        let transactions = std::mem::take(&mut self.transactions);
        let mut next = Some(first);
        let mut result = Ok(());
        while let (Some(index), Ok(())) = (next, &result) {
            let unread = &self.loader.unread[index as usize];
            next = unread.next;
            (self.loader.module, self.loader.system) = (unread.module, unread.system);
            let mut load = Load::new(unread.file, unread.module, unread.load, true);
            load.line = unread.line;
            load.defined = FastSet::from_iter([pred]);
            load.last = Some(pred);
            let (part, options) = (&unread.text[unread.start..unread.end], unread.options);
            self.loader.stack.push(load);
            result = self.read_part(part, &options);
            self.loader.stack.pop();
        }
        (self.loader.module, self.loader.system) = outer;
        self.transactions = transactions;
        result
    }

    fn read_part(&mut self, part: &str, options: &ReadOptions) -> Result<(), Throw> {
        let line = self.load_position().line as u32;
        let mut source = TextSource::new(part);
        loop {
            let top = (self.store.heap.cells.len(), self.store.heap.boxes.len());
            let read = self.read_library(&mut source, options);
            let Some((mut term, below)) = read else { return Ok(()) };
            if let Some(load) = self.load() {
                load.line = line + below - 1;
            }
            let grammar = self.store.heap.args::<2>(term, Atom::DCG_ARROW).is_some();
            if grammar {
                let name = self.atoms.intern("dcg_translate_rule");
                let clause = self.store.heap.new_var();
                let goal = [Heap::storable(term), clause];
                let goal = self.store.heap.put_compound(name, &goal);
                self.solve_held(goal, Atom::SYSTEM)?;
                term = self.store.deref(clause);
            }
            self.load_clause(term)?;
            if !grammar {
                // The clause was copied: nothing refers to what was read.
                self.store.heap.cells.truncate(top.0);
                self.store.heap.boxes.truncate(top.1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::boot::LIBRARIES;

    /// What a transaction reads stays when it is taken back, and programs do not change how.
    #[test]
    fn programs_do_not_show_in_what_is_read_late() {
        let mut m = Machine::new();
        let program =
            ":- op(0, xfx, is). :- op(200, xfy, :-). :- set_prolog_flag(double_quotes, atom).
            goal_expansion(_, fail). term_expansion(_, []).";
        m.consult_text("program", program).unwrap();
        for _ in 0..2 {
            let answers = m.run_text("snapshot(sum_list([1,2], X))", 2);
            assert_eq!(answers, Ok(vec!["X=3.".to_string()]));
        }
        assert_eq!(m.run_text("sum_list([1,2], X)", 2), Ok(vec!["X=3.".to_string()]));
    }

    /// Every library, read at once and read when needed, has the same clauses.
    #[test]
    fn what_is_read_late_is_the_same() {
        let all = |eager: bool| {
            let mut m = Machine::start(eager);
            for index in 0..LIBRARIES.len() {
                m.load_library(index).unwrap();
            }
            for pred in 0..m.preds.len() as u32 {
                let expected = m.preds[pred as usize].live;
                m.read_clauses(pred).unwrap();
                assert_eq!(m.preds[pred as usize].live, expected);
            }
            let mut texts: Vec<String> = Vec::new();
            for pred in 0..m.preds.len() as u32 {
                let info = &m.preds[pred as usize];
                let (module, name, arity) = (info.module, info.name, info.arity);
                let text = |atom| m.atoms.text(atom).to_string();
                let mut whole = format!("{}:{}/{arity}", text(module), text(name));
                for clause in m.live_clauses(pred).collect::<Vec<u32>>() {
                    let info = &m.clauses[clause as usize];
                    let (line, record) = (info.line, info.record.clone());
                    let term = record.instantiate(&mut m.store.heap);
                    let mut variables = Vec::new();
                    let text = m.show(term);
                    // Variables are named after their place: number them instead.
                    for (i, part) in text.split("_G").enumerate() {
                        let digits = part.find(|c: char| !c.is_ascii_digit());
                        let (name, rest) = part.split_at(digits.unwrap_or(part.len()));
                        if i > 0 {
                            let known = variables.iter().position(|&v| v == name);
                            let number = known.unwrap_or(variables.len());
                            variables.push(name);
                            whole += &format!("_{number}");
                        } else {
                            whole += &format!("\n{line}: {name}");
                        }
                        whole += rest;
                    }
                }
                // A declaration of a meta-predicate that follows the clause makes its goals
                // qualified only when it is read late.
                let own = format!(":({},", m.atoms.text(module));
                if m.preds[pred as usize].live > 0 {
                    texts.push(whole.replace(&own, "").replace(')', ""));
                }
            }
            texts.sort();
            texts
        };
        let (eager, lazy) = (all(true), all(false));
        assert!(eager.len() > 1000);
        assert_eq!(eager.len(), lazy.len());
        for (one, other) in eager.iter().zip(&lazy) {
            assert_eq!(one, other);
        }
    }
}
