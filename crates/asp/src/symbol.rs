//! Ground terms, each stored once and named by a number.
//!
//! A [`Sym`] is four bytes: small integers are in it, everything else is an entry of the
//! [`Symbols`] it came from. Equal terms have equal numbers, so matching compares numbers.

use std::cmp::Ordering;
use std::fmt::Write;

use crate::table::{IdTable, hash_all, mix};

/// A ground term. Its order is of no meaning, but the same in every run; [`Symbols::compare`]
/// is the order of terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Sym(u32);

/// An identifier or the text of a string, stored once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Name(u32);

const SMALL: i64 = 1 << 30;
const ENTRY: u32 = 1 << 31;

impl Sym {
    /// The least term, `#inf`.
    pub const INF: Sym = Sym(ENTRY);
    /// The greatest term, `#sup`.
    pub const SUP: Sym = Sym(ENTRY | 1);

    /// The integer 0.
    pub const ZERO: Sym = Sym(SMALL as u32);

    /// The number in hashes and tables.
    pub(crate) fn raw(self) -> u64 {
        u64::from(self.0)
    }

    /// An integer that needs no entry.
    pub(crate) fn small_int(value: i64) -> Option<Sym> {
        (-SMALL..SMALL).contains(&value).then(|| Sym((value + SMALL) as u32))
    }

    /// The integer, if it needs no entry.
    pub(crate) fn small(self) -> Option<i64> {
        (self.0 & ENTRY == 0).then(|| i64::from(self.0) - SMALL)
    }
}

/// What a [`Sym`] stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View<'a> {
    /// `#inf`
    Inf,
    /// An integer.
    Int(i64),
    /// A text in quotes.
    Str(&'a str),
    /// A constant, a function or (with an empty name) a tuple; negated with `-` in front.
    Fun {
        /// Whether `-` is in front.
        negative: bool,
        /// The identifier; empty for tuples.
        name: Name,
        /// The arguments; none for constants.
        args: &'a [Sym],
    },
    /// `#sup`
    Sup,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Entry {
    Inf,
    Sup,
    Int(i64),
    Str(Name),
    Fun { negative: bool, name: Name, start: u32, len: u32 },
}

/// The store of ground terms and names.
#[derive(Clone, Debug)]
pub struct Symbols {
    names: Vec<Box<str>>,
    name_table: IdTable,
    entries: Vec<Entry>,
    /// How deep entries are nested.
    depths: Vec<u16>,
    /// About how many characters the text of each entry has. Terms share their parts, so the
    /// text can be far larger than what is stored.
    lengths: Vec<u32>,
    args: Vec<Sym>,
    table: IdTable,
}

impl Default for Symbols {
    fn default() -> Symbols {
        Symbols::new()
    }
}

impl Symbols {
    /// A store that knows only `#inf` and `#sup`.
    pub fn new() -> Symbols {
        Symbols {
            names: Vec::new(),
            name_table: IdTable::default(),
            entries: vec![Entry::Inf, Entry::Sup],
            depths: vec![0, 0],
            lengths: vec![4, 4],
            args: Vec::new(),
            table: IdTable::default(),
        }
    }

    /// The name with this text.
    pub fn name(&mut self, text: &str) -> Name {
        let hash = hash_text(text);
        let names = &self.names;
        if let Some(id) = self.name_table.find(hash, |id| &*names[id as usize] == text) {
            return Name(id);
        }
        let id = self.names.len() as u32;
        self.names.push(text.into());
        let names = &self.names;
        self.name_table.insert(hash, id, |id| hash_text(&names[id as usize]));
        Name(id)
    }

    /// The text of a name.
    pub fn text(&self, name: Name) -> &str {
        &self.names[name.0 as usize]
    }

    /// An integer.
    pub fn int(&mut self, value: i64) -> Sym {
        if (-SMALL..SMALL).contains(&value) {
            return Sym((value + SMALL) as u32);
        }
        self.intern(Entry::Int(value), mix(1, value as u64))
    }

    /// A string.
    pub fn string(&mut self, text: &str) -> Sym {
        let name = self.name(text);
        self.intern(Entry::Str(name), mix(2, u64::from(name.0)))
    }

    /// A constant.
    pub fn constant(&mut self, text: &str) -> Sym {
        let name = self.name(text);
        self.fun(false, name, &[])
    }

    /// A constant, function or tuple.
    pub fn fun(&mut self, negative: bool, name: Name, args: &[Sym]) -> Sym {
        let hash = hash_fun(negative, name, args);
        let (entries, pool) = (&self.entries, &self.args);
        let found = self.table.find(hash, |id| match entries[id as usize] {
            Entry::Fun { negative: n, name: m, start, len } => {
                n == negative && m == name && pool[start as usize..(start + len) as usize] == *args
            }
            _ => false,
        });
        if let Some(id) = found {
            return Sym(ENTRY | id);
        }
        let start = self.args.len() as u32;
        self.args.extend_from_slice(args);
        self.push(Entry::Fun { negative, name, start, len: args.len() as u32 }, hash)
    }

    fn intern(&mut self, entry: Entry, hash: u64) -> Sym {
        let entries = &self.entries;
        match self.table.find(hash, |id| entries[id as usize] == entry) {
            Some(id) => Sym(ENTRY | id),
            None => self.push(entry, hash),
        }
    }

    /// How deep functions are nested in a term.
    pub(crate) fn depth(&self, sym: Sym) -> u16 {
        if sym.0 & ENTRY == 0 { 0 } else { self.depths[(sym.0 & !ENTRY) as usize] }
    }

    /// About how many characters a term has when it is written.
    pub(crate) fn length(&self, sym: Sym) -> u32 {
        if sym.0 & ENTRY == 0 { 10 } else { self.lengths[(sym.0 & !ENTRY) as usize] }
    }

    fn push(&mut self, entry: Entry, hash: u64) -> Sym {
        let id = self.entries.len() as u32;
        let (depth, length) = match entry {
            Entry::Fun { name, start, len, .. } => {
                let args = &self.args[start as usize..(start + len) as usize];
                let depth = args.iter().map(|arg| self.depth(*arg)).max();
                let lengths = args.iter().map(|arg| self.length(*arg).saturating_add(1));
                let name = self.text(name).len() as u32;
                (
                    depth.map_or(0, |d| d.saturating_add(1)),
                    lengths.fold(name.saturating_add(2), u32::saturating_add),
                )
            }
            Entry::Str(name) => (0, self.text(name).len() as u32),
            _ => (0, 20),
        };
        self.depths.push(depth);
        self.lengths.push(length);
        self.entries.push(entry);
        let (entries, pool) = (&self.entries, &self.args);
        self.table.insert(hash, id, |id| match entries[id as usize] {
            Entry::Int(value) => mix(1, value as u64),
            Entry::Str(name) => mix(2, u64::from(name.0)),
            Entry::Fun { negative, name, start, len } => {
                hash_fun(negative, name, &pool[start as usize..(start + len) as usize])
            }
            Entry::Inf | Entry::Sup => 0,
        });
        Sym(ENTRY | id)
    }

    /// What a term is.
    pub fn view(&self, sym: Sym) -> View<'_> {
        if let Some(value) = sym.small() {
            return View::Int(value);
        }
        match self.entries[(sym.0 & !ENTRY) as usize] {
            Entry::Inf => View::Inf,
            Entry::Sup => View::Sup,
            Entry::Int(value) => View::Int(value),
            Entry::Str(name) => View::Str(self.text(name)),
            Entry::Fun { negative, name, start, len } => View::Fun {
                negative,
                name,
                args: &self.args[start as usize..(start + len) as usize],
            },
        }
    }

    /// The integer that a term is, if it is one.
    #[inline]
    pub fn as_int(&self, sym: Sym) -> Option<i64> {
        if let Some(value) = sym.small() {
            return Some(value);
        }
        match self.entries[(sym.0 & !ENTRY) as usize] {
            Entry::Int(value) => Some(value),
            _ => None,
        }
    }

    /// The total order of terms.
    pub fn compare(&self, a: Sym, b: Sym) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        if let (Some(a), Some(b)) = (a.small(), b.small()) {
            return a.cmp(&b);
        }
        let (a, b) = (self.view(a), self.view(b));
        let rank = |view: &View<'_>| match view {
            View::Inf => 0,
            View::Int(_) => 1,
            View::Fun { args: [], negative, .. } => 2 + i32::from(*negative),
            View::Str(_) => 4,
            View::Fun { negative, .. } => 5 + i32::from(*negative),
            View::Sup => 7,
        };
        rank(&a).cmp(&rank(&b)).then_with(|| match (a, b) {
            (View::Int(a), View::Int(b)) => a.cmp(&b),
            (View::Str(a), View::Str(b)) => a.as_bytes().cmp(b.as_bytes()),
            (View::Fun { name: n, args: a, .. }, View::Fun { name: m, args: b, .. }) => a
                .len()
                .cmp(&b.len())
                .then_with(|| self.text(n).as_bytes().cmp(self.text(m).as_bytes()))
                .then_with(|| self.compare_all(a, b)),
            _ => Ordering::Equal,
        })
    }

    fn compare_all(&self, a: &[Sym], b: &[Sym]) -> Ordering {
        let differs = |(&a, &b): (&Sym, &Sym)| match self.compare(a, b) {
            Ordering::Equal => None,
            order => Some(order),
        };
        a.iter().zip(b).find_map(differs).unwrap_or(Ordering::Equal)
    }

    /// Prints a term as clingo does.
    pub fn write(&self, out: &mut String, sym: Sym) {
        match self.view(sym) {
            View::Inf => out.push_str("#inf"),
            View::Sup => out.push_str("#sup"),
            View::Int(value) => {
                let _ = write!(out, "{value}");
            }
            View::Str(text) => write_quoted(out, text),
            View::Fun { negative, name, args } => {
                if negative {
                    out.push('-');
                }
                let name = self.text(name);
                out.push_str(name);
                if name.is_empty() || !args.is_empty() {
                    self.write_args(out, args, name.is_empty());
                }
            }
        }
    }

    /// Prints `(a,b)`; a tuple of one argument gets a comma.
    pub fn write_args(&self, out: &mut String, args: &[Sym], tuple: bool) {
        out.push('(');
        for (position, &arg) in args.iter().enumerate() {
            if position > 0 {
                out.push(',');
            }
            self.write(out, arg);
        }
        if tuple && args.len() == 1 {
            out.push(',');
        }
        out.push(')');
    }

    /// A term as text.
    pub fn show(&self, sym: Sym) -> String {
        let mut out = String::new();
        self.write(&mut out, sym);
        out
    }
}

/// Prints a string with its quotes and escapes.
pub(crate) fn write_quoted(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c => out.push(c),
        }
    }
    out.push('"');
}

fn hash_text(text: &str) -> u64 {
    hash_all(text.bytes().map(u64::from))
}

fn hash_fun(negative: bool, name: Name, args: &[Sym]) -> u64 {
    let start = mix(3 + u64::from(negative), u64::from(name.0));
    args.iter().fold(start, |hash, arg| mix(hash, arg.raw()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_terms_is_clingos() {
        let mut s = Symbols::new();
        let (none, f, g, h) = (s.name(""), s.name("f"), s.name("g"), s.name("h"));
        let (one, two, big) = (s.int(1), s.int(2), s.int(1 << 40));
        let ascending = [
            Sym::INF,
            s.int(-(1 << 40)),
            s.int(-1),
            one,
            big,
            s.fun(false, none, &[]),
            s.fun(false, f, &[]),
            s.fun(true, f, &[]),
            s.string("s"),
            s.fun(false, none, &[one]),
            s.fun(false, g, &[one]),
            s.fun(false, g, &[two]),
            s.fun(false, h, &[one]),
            s.fun(false, none, &[one, two]),
            s.fun(false, f, &[one, two]),
            s.fun(true, g, &[one]),
            Sym::SUP,
        ];
        for (i, &a) in ascending.iter().enumerate() {
            for (j, &b) in ascending.iter().enumerate() {
                assert_eq!(s.compare(a, b), i.cmp(&j), "{} and {}", s.show(a), s.show(b));
            }
        }
        assert_eq!(s.show(ascending[9]), "(1,)");
        assert_eq!(s.show(ascending[15]), "-g(1)");
    }
}
