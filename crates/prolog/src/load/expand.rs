//! Expansion of terms and goals while loading.

use crate::{
    atom::Atom, cell::Cell, heap::Heap, machine::Machine, native::walk::Walk, throw::Throw,
};

impl Machine {
    /// The terms that a term of a program stands for: user hooks, then grammar rules.
    pub(crate) fn expand_term(&mut self, term: Cell) -> Result<Vec<Cell>, Throw> {
        let term = self.store.deref(term);
        let grammar = self.store.heap.args::<2>(term, Atom::DCG_ARROW).is_some();
        let plain = self.in_library() || !self.has_hook("term_expansion", 2);
        if !grammar && plain && !self.has_functions(term) {
            return Ok(vec![term]);
        }
        let name = self.atoms.intern("expand_term");
        let result = self.store.heap.new_var();
        let goal = self.store.heap.put_compound(name, &[Heap::storable(term), result]);
        let module = self.loader.module;
        match self.solve_held(goal, module) {
            Ok(true) => {
                let result = self.store.deref(result);
                Ok(self.store.heap.proper_list(result).unwrap_or_else(|| vec![result]))
            }
            Ok(false) => Ok(vec![term]),
            Err(throw) => {
                self.report(throw)?;
                Ok(Vec::new())
            }
        }
    }

    /// Is there functional notation in a term of a program?
    pub(crate) fn has_functions(&self, term: Cell) -> bool {
        if self.loader.system {
            return false;
        }
        let Some(dot) = self.atoms.find(".") else { return false };
        let mut walk = Walk::new(term);
        while let Some(cell) = walk.next(&self.store.heap) {
            if self.store.heap.compound(cell).is_some_and(|c| c.name == dot && c.arity == 2) {
                return true;
            }
        }
        false
    }

    /// Is library text being loaded? What programs expand does not concern it.
    fn in_library(&self) -> bool {
        self.loader.stack.last().is_some_and(|load| load.library)
    }

    /// Does any module have clauses for a hook?
    fn has_hook(&mut self, name: &str, arity: usize) -> bool {
        let Some(name) = self.atoms.find(name) else { return false };
        [Atom::USER, Atom::SYSTEM, self.loader.module].into_iter().any(|module| {
            self.find_pred(module, name, arity)
                .is_some_and(|pred| self.preds[pred as usize].live > 0)
        })
    }

    /// Goal expansion, if there are hooks.
    pub(crate) fn expand_body(&mut self, body: Cell, module: Atom) -> Result<Cell, Throw> {
        let body = self.qualify_meta(body, module);
        if self.in_library() || !self.has_hook("goal_expansion", 2) {
            return Ok(body);
        }
        let name = self.atoms.intern("expand_goal");
        let result = self.store.heap.new_var();
        let goal = self.store.heap.put_compound(name, &[Heap::storable(body), result]);
        match self.solve_held(goal, module) {
            Ok(true) => Ok(self.store.deref(result)),
            Ok(false) => Ok(body),
            Err(throw) => {
                self.report(throw)?;
                Ok(body)
            }
        }
    }

    /// Goals that a module other than `user` passes to meta-predicates are qualified with it.
    fn qualify_meta(&mut self, body: Cell, module: Atom) -> Cell {
        if module == Atom::SYSTEM {
            return body;
        }
        self.qualify_goal(body, module, 0)
    }

    fn qualify_goal(&mut self, goal: Cell, module: Atom, depth: usize) -> Cell {
        let goal = self.store.deref(goal);
        let Some(compound) = self.store.heap.compound(goal) else { return goal };
        if depth > 500 {
            return goal;
        }
        let control = compound.arity == 2
            && matches!(
                compound.name,
                Atom::COMMA | Atom::SEMICOLON | Atom::ARROW | Atom::SOFT_ARROW
            )
            || compound.arity == 1 && compound.name == Atom::NOT;
        let (name, arity) = (compound.name, compound.arity);
        let spec = if control { None } else { self.meta_spec(module, name, arity) };
        // Goals in arguments have arguments of their own.
        let inner = match &spec {
            Some(_) => spec.clone(),
            None if control => None,
            None => self.meta_modes(module, name, arity),
        };
        let has_goals = inner.as_ref().is_some_and(|modes| modes.contains(['0', '^']));
        if !control && spec.is_none() && !has_goals {
            return goal;
        }
        let library = self.modules.is_library(module);
        let mut args = Vec::with_capacity(compound.arity);
        for i in 0..compound.arity {
            let raw = self.store.heap.cells[compound.first + i];
            let arg = self.store.deref(raw);
            let meta = spec.as_ref().is_some_and(|spec| {
                matches!(spec.as_bytes().get(i), Some(b'0'..=b'9' | b':' | b'^' | b'/'))
            });
            let qualified = self.store.heap.args::<2>(arg, Atom::COLON).is_some();
            let is_goal = inner
                .as_ref()
                .is_some_and(|modes| matches!(modes.as_bytes().get(i), Some(b'0' | b'^')));
            let arg = match control || is_goal {
                true => self.qualify_goal(arg, module, depth + 1),
                false => arg,
            };
            args.push(if control || is_goal && !meta {
                Heap::storable(arg)
            } else if meta && !qualified && (!arg.is_var() || !library) {
                let arg = Heap::storable(arg);
                self.store.heap.put_compound(Atom::COLON, &[Cell::atom(module), arg])
            } else {
                raw
            });
        }
        self.store.heap.put_compound(compound.name, &args)
    }

    /// The meta-predicate declaration of a predicate as seen from a module, one character per
    /// argument.
    fn meta_spec(&mut self, module: Atom, name: Atom, arity: usize) -> Option<String> {
        let pred = self.declared(module, name, arity);
        // In `user` the predicates of the system find that module themselves.
        if module == Atom::USER
            && pred.is_none_or(|pred| {
                let flags = self.preds[pred as usize].flags;
                flags.locked || flags.library
            })
        {
            return None;
        }
        self.meta_modes(module, name, arity)
    }

    /// A predicate that is defined, or only declared so far.
    fn declared(&mut self, module: Atom, name: Atom, arity: usize) -> Option<u32> {
        self.find_pred(module, name, arity)
            .filter(|&pred| self.preds[pred as usize].meta.is_some())
            .or_else(|| self.definition(module, name, arity))
    }

    /// The same with what the system's own predicates declare.
    pub(crate) fn meta_modes(&mut self, module: Atom, name: Atom, arity: usize) -> Option<String> {
        if let Some(pred) = self.declared(module, name, arity)
            && let Some(meta) = self.preds[pred as usize].meta.clone()
        {
            return Some(
                meta.iter()
                    .map(|&cell| match cell.tag() {
                        crate::cell::Tag::Int => (b'0' + (cell.int_value() % 10) as u8) as char,
                        crate::cell::Tag::Atom => match self.atoms.text(cell.atom_value()) {
                            ":" => ':',
                            "^" => '^',
                            "//" => '/',
                            _ => '?',
                        },
                        _ => '?',
                    })
                    .collect(),
            );
        }
        let text = self.atoms.text(name);
        let known = META.iter().find(|(n, spec)| *n == text && spec.len() == arity);
        known.map(|(_, spec)| spec.to_string())
    }
}

impl Machine {
    /// Predicates of the system that take goals and are written in Rust say so.
    pub(crate) fn declare_metas(&mut self) {
        for &(name, spec) in META {
            let name = self.atoms.intern(name);
            let Some(pred) = self.find_pred(Atom::SYSTEM, name, spec.len()) else { continue };
            if self.preds[pred as usize].meta.is_none() {
                let modes: Vec<Cell> = spec
                    .bytes()
                    .map(|mode| match mode {
                        b'0'..=b'9' => Cell::small(i32::from(mode - b'0')),
                        b'/' => Cell::atom(Atom::SLASHES),
                        b':' => Cell::atom(Atom::COLON),
                        b'^' => Cell::atom(Atom::CARET),
                        _ => Cell::atom(self.atoms.intern("?")),
                    })
                    .collect();
                self.preds[pred as usize].meta = Some(modes.into());
            }
        }
    }
}

/// Meta-predicates that may be used before the library that has them is loaded.
const META: &[(&str, &str)] = &[
    ("call", "0"),
    ("call", "1?"),
    ("call", "2??"),
    ("call", "3???"),
    ("call", "4????"),
    ("call", "5?????"),
    ("call", "6??????"),
    ("call", "7???????"),
    ("once", "0"),
    ("ignore", "0"),
    ("not", "0"),
    ("findall", "?0?"),
    ("findall", "?0??"),
    ("forall", "00"),
    ("catch", "0?0"),
    ("call_cleanup", "00"),
    ("setup_call_cleanup", "000"),
    ("setup_call_catcher_cleanup", "00?0"),
    ("bagof", "?^?"),
    ("setof", "?^?"),
    ("aggregate_all", "?0?"),
    ("aggregate_all", "??0?"),
    ("assertz", ":"),
    ("asserta", ":"),
    ("assert", ":"),
    ("retract", ":"),
    ("retractall", ":"),
    ("clause", ":?"),
    ("abolish", ":"),
    ("dynamic", ":"),
    ("discontiguous", ":"),
    ("multifile", ":"),
    ("table", ":"),
    ("freeze", "?0"),
    ("when", "?0"),
    ("phrase", "/?"),
    ("phrase", "/??"),
    ("maplist", "1?"),
    ("maplist", "2??"),
    ("maplist", "3???"),
    ("maplist", "4????"),
    ("maplist", "5?????"),
    ("maplist", "6??????"),
    ("foldl", "3???"),
    ("foldl", "4????"),
    ("foldl", "5?????"),
    ("foldl", "6??????"),
    ("include", "1??"),
    ("exclude", "1??"),
    ("partition", "1???"),
    ("partition", "2?????"),
    ("convlist", "2??"),
    ("predsort", "3??"),
    ("with_output_to", "?0"),
    ("call_with_time_limit", "?0"),
    ("time", "0"),
    ("meta_predicate", ":"),
    ("context_module", ":"),
    ("strip_module", ":??"),
    ("format", "?:"),
    ("format", "??:"),
    ("current_predicate", ":"),
    ("predicate_property", ":?"),
];
