//! Library text is read when it is first needed: loading a library only finds out where the
//! clauses of each predicate are. Most programs call a small part of what comes with the system.

use crate::{
    atom::Atom,
    cell::Cell,
    database::Entry,
    hash::FastSet,
    heap::Heap,
    load::Load,
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

/// One term of a text.
#[derive(Debug, PartialEq, Eq)]
pub struct Item<'a> {
    /// Bytes from its first character to its full stop.
    pub start: usize,
    /// The byte after its full stop.
    pub end: usize,
    /// The line it starts on, from 1.
    pub line: u32,
    /// Name and arity of the predicate, where the term is a clause whose head shows them plainly.
    pub head: Option<(&'a str, u32)>,
}

/// The terms of a text that has no syntax errors. It knows just enough of the syntax to find
/// where terms end and to read plain heads.
#[derive(Debug)]
pub struct Items<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    counted: usize,
}

impl<'a> Items<'a> {
    /// The terms of this text.
    pub fn new(text: &'a str) -> Items<'a> {
        Items { text, at: 0, line: 1, counted: 0 }
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(b' ')
    }

    fn ended(&self) -> bool {
        self.at >= self.text.len()
    }

    /// Skips blanks and comments.
    fn skip_layout(&mut self) {
        while !self.ended() {
            match self.byte(0) {
                b'%' => self.skip_line(),
                b'/' if self.byte(1) == b'*' => self.skip_block(),
                byte if byte.is_ascii_whitespace() => self.at += 1,
                _ => return,
            }
        }
    }

    fn skip_line(&mut self) {
        while !self.ended() && self.byte(0) != b'\n' {
            self.at += 1;
        }
    }

    fn skip_block(&mut self) {
        self.at += 2;
        while !self.ended() && !(self.byte(0) == b'*' && self.byte(1) == b'/') {
            self.at += 1;
        }
        self.at += 2;
    }

    fn skip_quoted(&mut self, quote: u8) {
        self.at += 1;
        while !self.ended() {
            match self.byte(0) {
                b'\\' => self.at += 2,
                byte if byte == quote && self.byte(1) == quote => self.at += 2,
                byte if byte == quote => break,
                _ => self.at += 1,
            }
        }
        self.at += 1;
    }

    fn before(&self, back: usize) -> u8 {
        self.at.checked_sub(back).map_or(b' ', |at| self.text.as_bytes()[at])
    }

    /// Skips to the next character that matters and over what it starts; `true` if that was a
    /// full stop.
    fn skip(&mut self) -> bool {
        let rest = &self.text.as_bytes()[self.at.min(self.text.len())..];
        let plain = rest.iter().position(|&byte| MATTERS[byte as usize]).unwrap_or(rest.len());
        self.at += plain;
        let byte = self.byte(0);
        match byte {
            b'\'' if self.before(1).is_ascii_digit() => {
                // The character `0'c`; its quote and backslash have another behind them.
                let escaped = matches!(self.byte(1), b'\\' | b'\'');
                self.at += if escaped { 3 } else { 2 };
            }
            b'\'' | b'"' | b'`' => self.skip_quoted(byte),
            b'%' => self.skip_line(),
            b'/' if self.byte(1) == b'*' && !is_symbol(self.before(1)) => self.skip_block(),
            b'.' if !is_symbol(self.before(1)) => {
                self.at += 1;
                return self.byte(0).is_ascii_whitespace() || self.byte(0) == b'%';
            }
            _ => self.at += 1,
        }
        false
    }

    /// Name and number of arguments of what looks like a plain head.
    fn plain_head(&mut self) -> Option<(&'a str, u32)> {
        let start = self.at;
        let name = match self.byte(0) {
            b'a'..=b'z' => {
                while is_word(self.byte(0)) {
                    self.at += 1;
                }
                &self.text[start..self.at]
            }
            b'\'' => {
                self.skip_quoted(b'\'');
                let name = &self.text[start + 1..self.at - 1];
                if name.contains(['\\', '\'']) {
                    return None;
                }
                name
            }
            _ => return None,
        };
        let mut arity = 0;
        if self.byte(0) == b'(' {
            arity = 1;
            self.at += 1;
            let mut depth = 0;
            loop {
                match self.byte(0) {
                    b')' if depth == 0 => break,
                    b'(' | b'[' | b'{' => depth += 1,
                    b')' | b']' | b'}' => depth -= 1,
                    b',' if depth == 0 => arity += 1,
                    byte if MATTERS[byte as usize] => {
                        if self.skip() {
                            return None;
                        }
                        continue;
                    }
                    _ if self.ended() => return None,
                    _ => {}
                }
                self.at += 1;
            }
            self.at += 1;
        }
        self.skip_layout();
        let rest = &self.text.as_bytes()[self.at.min(self.text.len())..];
        let symbols = rest.iter().take_while(|&&byte| is_symbol(byte)).count();
        let after = rest.get(symbols).copied().unwrap_or(b' ');
        match &rest[..symbols] {
            b":-" => Some((name, arity)),
            b"." if after.is_ascii_whitespace() || after == b'%' => Some((name, arity)),
            b"-->" => Some((name, arity + 2)),
            _ => None,
        }
    }
}

impl<'a> Iterator for Items<'a> {
    type Item = Item<'a>;

    fn next(&mut self) -> Option<Item<'a>> {
        self.skip_layout();
        if self.ended() {
            return None;
        }
        let start = self.at;
        let newlines = self.text.as_bytes()[self.counted..start].iter().filter(|&&b| b == b'\n');
        self.line += newlines.count() as u32;
        self.counted = start;
        let head = self.plain_head();
        if head.is_none() {
            self.at = start;
        }
        while !self.ended() && !self.skip() {}
        let end = self.at.min(self.text.len());
        Some(Item { start, end, line: self.line, head })
    }
}

/// Characters that may start a quoted text, a comment or a full stop.
const MATTERS: [bool; 256] = {
    let mut table = [false; 256];
    let bytes = b"'\"`%/.";
    let mut i = 0;
    while i < bytes.len() {
        table[bytes[i] as usize] = true;
        i += 1;
    }
    table
};

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_symbol(byte: u8) -> bool {
    matches!(
        byte,
        b'+' | b'-'
            | b'*'
            | b'/'
            | b'\\'
            | b'^'
            | b'<'
            | b'>'
            | b'='
            | b'~'
            | b':'
            | b'.'
            | b'?'
            | b'@'
            | b'#'
            | b'&'
            | b'$'
    )
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
                self.solve_once(goal, Atom::SYSTEM)?;
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

    fn heads(text: &str) -> Vec<(&str, Option<(&str, u32)>)> {
        Items::new(text).map(|item| (&text[item.start..item.end], item.head)).collect()
    }

    #[test]
    fn terms_end_at_full_stops_only() {
        let text = "a.b(0'.,'.',\". \",0'',X=..Y):-c. % d. e\n:- f(/* . */g).\nh-->`. `,{i}.\nX+1.";
        let found = heads(text);
        assert_eq!(
            found,
            [
                ("a.b(0'.,'.',\". \",0'',X=..Y):-c.", None),
                (":- f(/* . */g).", None),
                ("h-->`. `,{i}.", Some(("h", 2))),
                ("X+1.", None),
            ]
        );
        let found = heads("'A b'([x,y],{z,w},\"a,b\").\n p:-q.\nr(0'\\n, 0') ) => s.");
        assert_eq!(found[0].1, Some(("A b", 3)));
        assert_eq!(found[1].1, Some(("p", 0)));
        assert_eq!((found.len(), found[2].1), (3, None));
    }

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
