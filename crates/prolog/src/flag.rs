//! Prolog flags.

use std::rc::Rc;

use crate::{atom::Atom, hash::FastMap, record::Record, write::Attributes};

/// What quoted text is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quotes {
    /// A list of character codes.
    Codes,
    /// A list of characters.
    Chars,
    /// An atom.
    Atom,
    /// A string object.
    String,
    /// The quote is a symbol character (backquote only).
    Symbol,
}

impl Quotes {
    /// All values with their names.
    pub const ALL: [(Quotes, &'static str); 5] = [
        (Quotes::Codes, "codes"),
        (Quotes::Chars, "chars"),
        (Quotes::Atom, "atom"),
        (Quotes::String, "string"),
        (Quotes::Symbol, "symbol_char"),
    ];

    /// The value of this name.
    pub fn of_name(name: &str) -> Option<Quotes> {
        Quotes::ALL.iter().find(|(_, n)| *n == name).map(|(q, _)| *q)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Quotes::ALL.iter().find(|(q, _)| *q == self).map_or("", |(_, n)| n)
    }
}

/// Flags that every module has for itself.
#[derive(Clone, Copy, Debug)]
pub struct ModuleFlags {
    /// What `"..."` is.
    pub double_quotes: Quotes,
    /// What backquoted text is.
    pub back_quotes: Quotes,
    /// Are `\` escapes special in quotes?
    pub character_escapes: bool,
    /// Only names that start with `_` are variables.
    pub var_prefix: bool,
}

impl Default for ModuleFlags {
    fn default() -> Self {
        ModuleFlags {
            double_quotes: Quotes::String,
            back_quotes: Quotes::Codes,
            character_escapes: true,
            var_prefix: false,
        }
    }
}

/// What values a flag takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagKind {
    /// `true` or `false`.
    Bool,
    /// An atom.
    Atom,
    /// An integer.
    Integer,
    /// A float.
    Float,
    /// Any term.
    Term,
}

/// One flag.
#[derive(Clone, Debug)]
pub struct Flag {
    /// Its value.
    pub value: Rc<Record>,
    /// Programs may not change it.
    pub read_only: bool,
    /// What values it takes.
    pub kind: FlagKind,
}

/// All flags.
#[derive(Debug)]
pub struct Flags {
    modules: FastMap<Atom, ModuleFlags>,
    table: FastMap<Atom, Flag>,
    order: Vec<Atom>,
    /// The flag `iso`.
    pub iso: bool,
    /// The flag `occurs_check`: `true`, `false` or `error`.
    pub occurs_check: Atom,
    /// The flag `unknown` of the module `user`.
    pub unknown: Atom,
    /// How attributed variables are written where no option says it.
    pub write_attributes: Attributes,
}

impl Default for Flags {
    fn default() -> Self {
        Flags {
            modules: FastMap::default(),
            table: FastMap::default(),
            order: Vec::new(),
            iso: false,
            occurs_check: Atom::FALSE,
            unknown: Atom::ERROR,
            write_attributes: Attributes::Ignore,
        }
    }
}

impl Flags {
    /// The flags of a module; those of `user` where it has none.
    pub fn module(&self, module: Atom) -> ModuleFlags {
        let own = self.modules.get(&module).or_else(|| self.modules.get(&Atom::USER));
        own.copied().unwrap_or_default()
    }

    /// The flags of a module itself; the usual ones where it has none.
    pub fn own(&self, module: Atom) -> ModuleFlags {
        self.modules.get(&module).copied().unwrap_or_default()
    }

    /// The flags of a module, to change them.
    pub fn module_mut(&mut self, module: Atom) -> &mut ModuleFlags {
        let current = self.module(module);
        self.modules.entry(module).or_insert(current)
    }

    /// A flag by its name.
    pub fn get(&self, name: Atom) -> Option<&Flag> {
        self.table.get(&name)
    }

    /// Sets or makes a flag.
    pub fn set(&mut self, name: Atom, flag: Flag) {
        if self.table.insert(name, flag).is_none() {
            self.order.push(name);
        }
    }

    /// The names of all flags, oldest first.
    pub fn names(&self) -> &[Atom] {
        &self.order
    }
}

/// The flags of a fresh machine: name, value, and whether programs may change it.
pub const INITIAL: &[(&str, &str, bool)] = &[
    ("bounded", "false", false),
    ("max_tagged_integer", "1152921504606846975", false),
    ("min_tagged_integer", "-1152921504606846976", false),
    ("integer_rounding_function", "toward_zero", false),
    ("max_arity", "unbounded", false),
    ("max_char_code", "1114111", false),
    ("max_procedure_arity", "1024", false),
    ("float_max", "1.7976931348623157e308", false),
    ("float_min", "2.2250738585072014e-308", false),
    ("float_max_integer", "9007199254740992.0", false),
    ("dialect", "swi", false),
    ("emulated_dialect", "swi", true),
    ("version", "90004", false),
    ("version_data", "swi(9,0,4,[])", false),
    ("arch", "'x86_64-linux'", false),
    ("unix", "true", false),
    ("address_bits", "64", false),
    ("threads", "false", false),
    ("home", "'/usr/lib/swi-prolog'", false),
    ("cpu_count", "1", true),
    ("encoding", "utf8", true),
    ("unknown", "error", true),
    ("occurs_check", "false", true),
    ("iso", "false", true),
    ("debug", "false", true),
    ("double_quotes", "codes", true),
    ("back_quotes", "codes", true),
    ("character_escapes", "true", true),
    ("character_escapes_unicode", "true", true),
    ("char_conversion", "false", true),
    ("var_prefix", "false", true),
    ("rational_syntax", "compatibility", true),
    ("prefer_rationals", "false", true),
    ("float_overflow", "error", true),
    ("float_zero_div", "error", true),
    ("float_undefined", "error", true),
    ("float_underflow", "ignore", true),
    ("float_rounding", "to_nearest", true),
    ("write_attributes", "ignore", true),
    ("stream_type_check", "loose", true),
    ("print_write_options", "[portray(true),quoted(true),numbervars(true)]", true),
    ("answer_write_options", "[quoted(true),portray(true),spacing(next_argument)]", true),
    (
        "debugger_write_options",
        "[quoted(true),portray(true),max_depth(10),attributes(portray),spacing(next_argument)]",
        true,
    ),
    ("answer_format", "'~p'", true),
    ("autoload", "true", true),
    ("generate_debug_info", "true", true),
    ("optimise", "false", true),
    ("optimise_unify", "true", true),
    ("last_call_optimisation", "true", true),
    ("gc", "true", true),
    ("agc_margin", "10000", true),
    ("stack_limit", "1073741824", true),
    ("table_space", "1073741824", true),
    ("verbose", "normal", true),
    ("verbose_load", "silent", true),
    ("verbose_autoload", "false", true),
    ("verbose_file_search", "false", true),
    ("toplevel_prompt", "'~m~d~l~! ?- '", true),
    ("toplevel_goal", "default", true),
    ("toplevel_mode", "backtracking", true),
    ("toplevel_var_size", "1000", true),
    ("toplevel_print_anon", "true", true),
    ("toplevel_name_variables", "true", true),
    ("toplevel_print_factorized", "false", true),
    ("toplevel_residue_vars", "false", true),
    ("toplevel_list_wfs", "true", true),
    ("toplevel_extra_white_line", "true", true),
    ("prompt_alternatives_on", "determinism", true),
    ("history", "0", true),
    ("report_error", "true", true),
    ("traditional", "false", true),
    ("signals", "true", true),
    ("debug_on_error", "true", true),
    ("debug_on_interrupt", "false", true),
    ("on_error", "print", true),
    ("on_warning", "print", true),
    ("user_flags", "silent", true),
    ("warn_override_implicit_import", "true", true),
    ("xref", "false", true),
    ("tmp_dir", "'/tmp'", true),
    ("argv", "[]", true),
    ("os_argv", "[]", true),
    ("color_term", "false", true),
    ("access_level", "user", true),
    ("allow_dot_in_atom", "false", true),
    ("allow_variable_name_as_functor", "false", true),
    ("fileerrors", "true", true),
    ("tty_control", "false", true),
    ("readline", "false", true),
    ("shared_object_extension", "so", false),
    ("pipe", "true", true),
    ("timezone", "0", true),
    ("$prompt", "'|: '", true),
    ("clpfd_monotonic", "false", true),
    ("clpfd_propagation", "default", true),
];
