//! The library that comes with the machine, as text compiled in.

use std::{collections::HashMap, rc::Rc};

use crate::{
    atom::Atom,
    cell::Cell,
    machine::Machine,
    read::{self, ReadOptions, TextSource},
    throw::Throw,
};

macro_rules! texts {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../lib/", $name, ".pl")))),*]
    };
}

/// Parts of the module `system` that are written in Prolog.
const BOOT: &[(&str, &str)] = texts![
    "boot/load",
    "boot/control",
    "boot/attvar",
    "boot/bags",
    "boot/dcg",
    "boot/terms",
    "boot/io",
    "boot/message",
    "boot/table",
    "boot/statistics",
    "boot/file",
    "boot/misc",
    "boot/dict",
    "boot/functions",
    "boot/core",
    "boot/thread",
    "boot/recorded",
    "boot/trie",
    "boot/wrap",
    "boot/depth",
    "boot/more",
];

/// Libraries; predicates they export are found without being imported.
pub const LIBRARIES: &[(&str, &str)] = texts![
    "lists",
    "apply",
    "error",
    "pairs",
    "aggregate",
    "assoc",
    "dif",
    "gensym",
    "rbtrees",
    "readutil",
    "strings",
    "debug",
    "occurs",
    "terms",
    "heaps",
    "nb_set",
    "varnumbers",
    "main",
    "backcomp",
    "prolog_code",
    "prolog_source",
    "prolog_stack",
    "prolog_wrap",
    "apply_macros",
    "edinburgh",
    "messages",
    "option",
    "ordsets",
    "random",
    "solution_sequences",
    "toplevel",
    "ugraphs",
    "when",
    "yall",
    "writef",
    "pio",
    "pure_input",
    "hashtable",
    "intercept",
    "utf8",
    "record",
    "arithmetic",
    "thread",
    "thread_pool",
    "settings",
    "ansi_term",
    "date",
    "filesex",
    "listing",
    "dcg/basics",
    "dcg/high_order",
    "clpfd",
    "charsio",
    "codesio",
    "csv",
    "ctypes",
    "files",
    "make",
    "modules",
    "operators",
    "oset",
    "plunit",
    "shell",
    "statistics",
    "streams",
    "system",
    "tabling",
    "time",
    "pencilmark",
    "pencilmark_clues",
    "pencilmark_kinds",
];

/// Libraries whose predicates a program has to ask for: their names are common words.
const NOT_AUTOLOADED: &[&str] = &["clpfd", "pencilmark", "pencilmark_clues", "pencilmark_kinds"];

impl Machine {
    /// Loads the parts of the system that are written in Prolog.
    pub(crate) fn boot(&mut self) {
        crate::native::flag::initialize(self);
        self.loader.system = true;
        for (name, text) in BOOT {
            let file = self.atoms.intern(name);
            if let Err(throw) = self.load_library_text(file, text, Atom::SYSTEM) {
                // A fault in the system itself: tests fail on it, users still get a machine.
                eprintln!("{name}: {throw:?}");
            }
        }
        self.loader.system = false;
        self.declare_metas();
    }

    /// The library that a name such as `lists` or `dcg/basics` stands for.
    pub(crate) fn find_library(&self, name: &str) -> Option<usize> {
        LIBRARIES.iter().position(|(known, _)| *known == name)
    }

    /// Loads a library if it was not yet; its module.
    pub(crate) fn load_library(&mut self, index: usize) -> Result<Atom, Throw> {
        let (name, text) = LIBRARIES[index];
        let file = self.atoms.intern(&format!("library({name})"));
        if let Some(&module) = self.modules.loaded.get(&file) {
            return Ok(module);
        }
        let own = name.rsplit('/').next().unwrap_or(name);
        let guess = self.atoms.intern(own);
        self.modules.loaded.insert(file, guess);
        let system = std::mem::replace(&mut self.loader.system, false);
        let module = self.load_library_text(file, text, Atom::USER);
        self.loader.system = system;
        let module = module?;
        self.modules.loaded.insert(file, module);
        self.modules.module(module).library = true;
        Ok(module)
    }

    /// The system's own modules, such as `$messages`, are loaded when they are first called.
    pub(crate) fn load_own_module(&mut self, module: Atom) -> Result<(), Throw> {
        if self.modules.get(module).is_none()
            && let Some(own) = self.atoms.text(module).strip_prefix('$')
            && let Some(index) = self.find_library(own)
        {
            self.load_library(index)?;
        }
        Ok(())
    }

    /// Finds a predicate in the libraries and loads the one that has it.
    pub(crate) fn autoload(&mut self, name: Atom, arity: usize) -> Result<Option<u32>, Throw> {
        let table = self.autoload_table();
        let Some(&library) = table.get(&(name, arity as u32)) else { return Ok(None) };
        let from = self.load_library(library)?;
        Ok(self.definition(from, name, arity))
    }

    fn autoload_table(&mut self) -> Rc<HashMap<(Atom, u32), usize>> {
        if let Some(table) = &self.loader.autoload {
            return table.clone();
        }
        let mut table = HashMap::new();
        for (index, (name, text)) in LIBRARIES.iter().enumerate() {
            if NOT_AUTOLOADED.contains(name) {
                continue;
            }
            let mut source = TextSource::new(text);
            let heap = &mut self.store.heap;
            let options = ReadOptions { module: Atom::SYSTEM, ..ReadOptions::default() };
            let ops = &self.text.ops;
            let Ok(read) = read::read_term(heap, &mut self.atoms, ops, &mut source, &options)
            else {
                continue;
            };
            for (name, arity) in self.exports_of(read.term) {
                table.entry((name, arity)).or_insert(index);
            }
        }
        let table = Rc::new(table);
        self.loader.autoload = Some(table.clone());
        table
    }

    /// The predicates in the export list of `:- module(Name, Exports)`.
    fn exports_of(&self, term: Cell) -> Vec<(Atom, u32)> {
        let heap = &self.store.heap;
        let module = self.atoms.find("module").unwrap_or(Atom::NIL);
        let Some([directive]) = heap.args::<1>(heap.deref(term), Atom::NECK) else {
            return Vec::new();
        };
        let Some([_, list]) = heap.args::<2>(directive, module) else { return Vec::new() };
        let (elements, _) = heap.list_prefix(list);
        elements
            .into_iter()
            .filter_map(|element| {
                let (extra, parts) = match heap.args::<2>(element, Atom::SLASH) {
                    Some(parts) => (0, parts),
                    None => (2, heap.args::<2>(element, Atom::SLASHES)?),
                };
                let [name, arity] = parts;
                name.is_atom().then(|| (name.atom_value(), arity.int_value() as u32 + extra))
            })
            .collect()
    }

    /// Do calls of unknown predicates in this module fail, and with a warning?
    pub(crate) fn unknown_fails(&self, module: Atom) -> Option<bool> {
        let unknown = self.atoms.text(self.text.flags.unknown);
        match unknown {
            _ if module != Atom::USER => None,
            "fail" => Some(false),
            "warning" => Some(true),
            _ => None,
        }
    }
}
