//! Finding files, and what `consult/1` and `use_module/1,2` load.

use std::path::{Path, PathBuf};

use crate::{
    atom::Atom,
    cell::{Cell, Tag},
    database::Entry,
    machine::Machine,
    throw::{self, Throw},
};

/// What a file specification stands for.
enum Found {
    Library(usize),
    File(PathBuf),
}

impl Machine {
    /// Loads what a specification names; the module it defines.
    pub(crate) fn load_spec(&mut self, spec: Cell, into: Atom, again: bool) -> Result<Atom, Throw> {
        let found = self.find_source(spec)?;
        match found {
            Found::Library(index) => {
                let module = self.load_library(index)?;
                if self.modules.is_library(into) {
                    // Libraries do not see the operators of `user`.
                    for (name, def) in self.text.ops.own(module) {
                        self.text.ops.set(into, name, def);
                    }
                }
                Ok(module)
            }
            Found::File(path) => {
                let name = path.to_string_lossy().into_owned();
                let file = self.atoms.intern(&name);
                if !again && let Some(&module) = self.modules.loaded.get(&file) {
                    return Ok(module);
                }
                let text = match std::fs::read(&path) {
                    Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
                    Err(_) => return Err(self.no_source(spec)),
                };
                self.modules.loaded.insert(file, into);
                let outer = std::mem::replace(&mut self.loader.system, false);
                let module = self.load_text(file, &text, into);
                self.loader.system = outer;
                let module = module?;
                self.modules.loaded.insert(file, module);
                Ok(module)
            }
        }
    }

    fn no_source(&mut self, spec: Cell) -> Throw {
        let kind = self.atoms.intern("source_sink");
        throw::existence_error(&mut self.store.heap, kind, spec)
    }

    fn find_source(&mut self, spec: Cell) -> Result<Found, Throw> {
        let spec = self.store.deref(spec);
        if spec.is_var() {
            return Err(throw::instantiation(&mut self.store.heap));
        }
        let library = self.atoms.intern("library");
        if let Some([name]) = self.store.heap.args::<1>(spec, library) {
            let path = self.path_text(name);
            if let Some(index) = path.as_deref().and_then(|path| self.find_library(path)) {
                return Ok(Found::Library(index));
            }
            return Err(self.no_source(spec));
        }
        let alias = self.store.heap.compound(spec).filter(|c| c.arity == 1);
        let text = match alias {
            Some(c) => self.path_text(self.store.heap.at(c.first)),
            None => self.path_text(spec),
        };
        let Some(text) = text else { return Err(self.no_source(spec)) };
        match self.find_file(&text) {
            Some(path) => Ok(Found::File(path)),
            None => Err(self.no_source(spec)),
        }
    }

    /// A file name written as atom, string or `a/b`.
    pub(crate) fn path_text(&self, cell: Cell) -> Option<String> {
        let cell = self.store.deref(cell);
        if cell.is_atom() {
            return Some(self.atoms.text(cell.atom_value()).to_string());
        }
        if let Some(text) = self.store.heap.string(cell) {
            return Some(text.to_string());
        }
        let [left, right] = self.store.heap.args::<2>(cell, Atom::SLASH)?;
        Some(format!("{}/{}", self.path_text(left)?, self.path_text(right)?))
    }

    /// The file of this name, with an extension if necessary, beside the file that is being
    /// loaded or in the working directory.
    pub(crate) fn find_file(&self, name: &str) -> Option<PathBuf> {
        let beside =
            self.loader.stack.last().and_then(|load| {
                Path::new(self.atoms.text(load.file)).parent().map(Path::to_path_buf)
            });
        let bases = beside.into_iter().chain(std::env::current_dir().ok());
        for base in bases {
            let path = base.join(name);
            for extension in ["", ".pl", ".prolog", ".qlf"] {
                let mut candidate = path.clone().into_os_string();
                candidate.push(extension);
                let candidate = PathBuf::from(candidate);
                if candidate.is_file() {
                    return Some(candidate.canonicalize().unwrap_or(candidate));
                }
            }
        }
        None
    }

    /// Imports what is asked for from a module: `all`, a list, or `except(List)`.
    pub(crate) fn import_all(
        &mut self,
        into: Atom,
        from: Atom,
        imports: Cell,
    ) -> Result<(), Throw> {
        if into == from {
            return Ok(());
        }
        let listed = self.store.heap.proper_list(imports).unwrap_or_default();
        let said = !self.modules.is_library(into);
        for item in &listed {
            if let Some(Wanted { name, arity, .. }) = self.import_item(*item).filter(|_| said)
                && !self.is_exported(from, name, arity)
            {
                let private = self.module_indicator(from, name, arity);
                let term = self.term("import_private", &[Cell::atom(into), private]);
                self.message("warning", term)?;
                self.import(into, from, name, arity as usize);
            }
        }
        for Wanted { name, arity, known_as } in self.wanted(from, imports) {
            let own = self.find_pred(into, known_as, arity as usize);
            if own.is_some_and(|pred| self.preds[pred as usize].live > 0) {
                if said {
                    self.warn_defined(into, from, (known_as, arity), !listed.is_empty())?;
                }
                continue;
            }
            if let Some(other) = self.other_import(into, from, known_as, arity).filter(|_| said) {
                let why = self.term("already_from", &[Cell::atom(other)]);
                self.refuse_import(into, from, (known_as, arity), why)?;
                continue;
            }
            if known_as == name {
                self.import(into, from, name, arity as usize);
            } else {
                let found = self.definition(from, name, arity as usize);
                let found = found.unwrap_or_else(|| self.pred(from, name, arity as usize));
                let own = self.pred(into, known_as, arity as usize);
                self.entries[own as usize] = Entry::Alias(found);
            }
        }
        Ok(())
    }

    fn is_exported(&self, module: Atom, name: Atom, arity: u32) -> bool {
        self.modules.get(module).is_some_and(|module| module.exports.contains(&(name, arity)))
    }

    /// Another module that a program's module has this predicate from already. Libraries give
    /// way to each other without a word: which of ours has what is our affair.
    fn other_import(&mut self, into: Atom, from: Atom, name: Atom, arity: u32) -> Option<Atom> {
        let other = *self.modules.get(into)?.imports.get(&(name, arity))?;
        let ours = self.modules.is_library(from) || self.modules.is_library(other);
        if other == from || ours {
            return None;
        }
        let definition = |m: &mut Machine, module| m.definition(module, name, arity as usize);
        (definition(self, other)? != definition(self, from)?).then_some(other)
    }

    /// A module defines itself what it was to import: a warning, or an error if it asked for
    /// just that.
    fn warn_defined(
        &mut self,
        into: Atom,
        from: Atom,
        (name, arity): (Atom, u32),
        asked: bool,
    ) -> Result<(), Throw> {
        if asked {
            let why = Cell::atom(self.atoms.intern("name clash"));
            return self.refuse_import(into, from, (name, arity), why);
        }
        let indicator = self.module_indicator(from, name, arity);
        let term = self.term("ignored_weak_import", &[Cell::atom(into), indicator]);
        self.message("warning", term)
    }

    fn refuse_import(
        &mut self,
        into: Atom,
        from: Atom,
        (name, arity): (Atom, u32),
        why: Cell,
    ) -> Result<(), Throw> {
        let indicator = self.module_indicator(from, name, arity);
        let kind = Cell::atom(Atom::PROCEDURE);
        let action = self.term("import_into", &[Cell::atom(into)]);
        let formal = self.term("permission_error", &[action, kind, indicator]);
        let name = Cell::atom(self.atoms.intern("import"));
        let place = self.store.heap.put_compound(Atom::SLASH, &[name, Cell::small(1)]);
        let context = self.term("context", &[place, why]);
        let error = self.store.heap.put_compound(Atom::ERROR, &[formal, context]);
        self.message("error", error)
    }

    /// `Module:Name/Arity`.
    fn module_indicator(&mut self, module: Atom, name: Atom, arity: u32) -> Cell {
        let indicator = [Cell::atom(name), Cell::small(arity as i32)];
        let indicator = self.store.heap.put_compound(Atom::SLASH, &indicator);
        self.store.heap.put_compound(Atom::COLON, &[Cell::atom(module), indicator])
    }

    /// The exports of a module that imports name, and what they are to be called.
    pub(crate) fn wanted(&self, from: Atom, imports: Cell) -> Vec<Wanted> {
        let exports = self.modules.get(from).map_or(&[][..], |module| &module.exports);
        let imports = self.store.deref(imports);
        let except = self.atoms.find("except");
        let except = except.and_then(|name| self.store.heap.args::<1>(imports, name));
        let list = except.map_or(imports, |[list]| list);
        let Some(list) = self.store.heap.proper_list(list) else {
            let all = exports.iter();
            return all.map(|&(name, arity)| Wanted { name, arity, known_as: name }).collect();
        };
        let named: Vec<Wanted> = list.iter().filter_map(|&item| self.import_item(item)).collect();
        let find = |name: Atom, arity: u32| {
            named.iter().find(|item| item.name == name && item.arity == arity)
        };
        exports
            .iter()
            .filter_map(|&(name, arity)| match (find(name, arity), except.is_some()) {
                (Some(item), false) => Some(*item),
                (Some(item), true) => (item.known_as != name).then_some(*item),
                (None, true) => Some(Wanted { name, arity, known_as: name }),
                (None, false) => None,
            })
            .collect()
    }

    /// `Name/Arity`, `Name//Arity`, or one of them `as` another name.
    fn import_item(&self, item: Cell) -> Option<Wanted> {
        let item = self.store.deref(item);
        let renamed = self.atoms.find("as").and_then(|name| self.store.heap.args::<2>(item, name));
        let item = renamed.map_or(item, |[indicator, _]| indicator);
        let (extra, [name, arity]) = match self.store.heap.args::<2>(item, Atom::SLASH) {
            Some(parts) => (0, parts),
            None => (2, self.store.heap.args::<2>(item, Atom::SLASHES)?),
        };
        let known_as = renamed.map_or(name, |[_, known_as]| known_as);
        (name.is_atom() && known_as.is_atom() && arity.tag() == Tag::Int).then(|| Wanted {
            name: name.atom_value(),
            arity: arity.int_value() as u32 + extra,
            known_as: known_as.atom_value(),
        })
    }
}

/// A predicate to import.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    pub name: Atom,
    pub arity: u32,
    pub known_as: Atom,
}
