//! Operators: a table for each module, `user` over `system`.

use crate::{
    atom::{Atom, Atoms},
    hash::FastMap,
};

/// The highest priority.
pub const MAX_PRIORITY: u16 = 1200;

/// Where an operator stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Before its argument.
    Prefix = 0,
    /// Between its arguments.
    Infix = 1,
    /// After its argument.
    Postfix = 2,
}

/// The seven types of operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum OpType {
    Fx,
    Fy,
    Xf,
    Yf,
    Xfx,
    Xfy,
    Yfx,
}

impl OpType {
    /// All types with their names.
    pub const ALL: [(OpType, &'static str); 7] = [
        (OpType::Fx, "fx"),
        (OpType::Fy, "fy"),
        (OpType::Xf, "xf"),
        (OpType::Yf, "yf"),
        (OpType::Xfx, "xfx"),
        (OpType::Xfy, "xfy"),
        (OpType::Yfx, "yfx"),
    ];

    /// The type of this name.
    pub fn of_name(name: &str) -> Option<OpType> {
        OpType::ALL.iter().find(|(_, n)| *n == name).map(|(t, _)| *t)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        OpType::ALL.iter().find(|(t, _)| *t == self).map_or("", |(_, n)| n)
    }

    /// Where operators of this type stand.
    pub fn place(self) -> Place {
        match self {
            OpType::Fx | OpType::Fy => Place::Prefix,
            OpType::Xf | OpType::Yf => Place::Postfix,
            OpType::Xfx | OpType::Xfy | OpType::Yfx => Place::Infix,
        }
    }
}

/// One meaning of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpDef {
    /// Its type.
    pub kind: OpType,
    /// Its priority; 0 hides the meaning in an outer table.
    pub priority: u16,
}

impl OpDef {
    /// The highest priority of the left argument.
    pub fn left(self) -> u16 {
        match self.kind {
            OpType::Fx | OpType::Fy => 0,
            OpType::Yf | OpType::Yfx => self.priority,
            OpType::Xf | OpType::Xfx | OpType::Xfy => self.priority - 1,
        }
    }

    /// The highest priority of the right argument.
    pub fn right(self) -> u16 {
        match self.kind {
            OpType::Xf | OpType::Yf => 0,
            OpType::Fy | OpType::Xfy => self.priority,
            OpType::Fx | OpType::Xfx | OpType::Yfx => self.priority - 1,
        }
    }
}

type Table = FastMap<Atom, [Option<OpDef>; 3]>;

/// The operators of all modules.
#[derive(Debug)]
pub struct Ops {
    tables: FastMap<Atom, Table>,
    /// Names in the order they were first declared, which is the order of enumeration.
    order: Vec<Atom>,
    /// Text of the library is being read, which does not see what programs declare.
    pub in_library: bool,
    /// By atom: was this name ever declared anywhere?
    declared: Vec<bool>,
}

const SYSTEM: &[(u16, OpType, &str)] = &[
    (1200, OpType::Xfx, ":- --> =>"),
    (1200, OpType::Fx, ":- ?-"),
    (
        1150,
        OpType::Fx,
        "dynamic discontiguous initialization meta_predicate module_transparent multifile public \
         thread_local thread_initialization volatile table",
    ),
    (1105, OpType::Xfy, "|"),
    (1100, OpType::Xfy, ";"),
    (1050, OpType::Xfy, "-> *->"),
    (1000, OpType::Xfy, ","),
    (900, OpType::Fy, "\\+"),
    (800, OpType::Xfx, ":="),
    (700, OpType::Xfx, "< = =.. =@= \\=@= =:= =< == =\\= > >= @< @=< @> @>= \\= \\== as is >:< :<"),
    (600, OpType::Xfy, ":"),
    (500, OpType::Yfx, "+ - /\\ \\/"),
    (400, OpType::Yfx, "* / // mod rdiv << >> div rem xor"),
    (200, OpType::Xfx, "**"),
    (200, OpType::Xfy, "^"),
    (200, OpType::Fy, "- + \\"),
    (100, OpType::Yfx, "."),
    (1, OpType::Fx, "$"),
];

impl Ops {
    /// The operators of the system.
    pub fn new(atoms: &mut Atoms) -> Ops {
        let mut ops = Ops {
            tables: FastMap::default(),
            order: Vec::new(),
            in_library: false,
            declared: Vec::new(),
        };
        for &(priority, kind, names) in SYSTEM {
            for name in names.split_whitespace() {
                let name = atoms.intern(name);
                ops.set(Atom::SYSTEM, name, OpDef { kind, priority });
            }
        }
        ops
    }

    /// Declares an operator in a module.
    pub fn set(&mut self, module: Atom, name: Atom, def: OpDef) {
        let at = name.0 as usize;
        if self.declared.len() <= at {
            self.declared.resize(at + 1, false);
        }
        if !std::mem::replace(&mut self.declared[at], true) {
            self.order.push(name);
        }
        let entry = self.tables.entry(module).or_default().entry(name).or_default();
        entry[def.kind.place() as usize] = Some(def);
    }

    /// Takes a module's own meaning back, so that the outer one shows.
    pub fn unset(&mut self, module: Atom, name: Atom, place: Place) {
        if let Some(entry) = self.tables.get_mut(&module).and_then(|t| t.get_mut(&name)) {
            entry[place as usize] = None;
        }
    }

    /// The meaning of a name in a place, as seen from a module.
    pub fn get(&self, module: Atom, name: Atom, place: Place) -> Option<OpDef> {
        if self.declared.get(name.0 as usize) != Some(&true) {
            return None;
        }
        for module in self.path(module) {
            let found = self.tables.get(&module).and_then(|t| t.get(&name));
            if let Some(def) = found.and_then(|entry| entry[place as usize]) {
                return (def.priority > 0).then_some(def);
            }
        }
        None
    }

    /// The highest priority a name has in any place; 0 where it is no operator.
    pub fn priority(&self, module: Atom, name: Atom) -> u16 {
        [Place::Prefix, Place::Infix, Place::Postfix]
            .iter()
            .filter_map(|&place| self.get(module, name, place))
            .map(|def| def.priority)
            .max()
            .unwrap_or(0)
    }

    /// Is this name an operator of any kind?
    pub fn is_op(&self, module: Atom, name: Atom) -> bool {
        self.priority(module, name) > 0
    }

    /// All operators seen from a module.
    pub fn visible(&self, module: Atom) -> Vec<(Atom, OpDef)> {
        let mut found = Vec::new();
        for &name in &self.order {
            for place in [Place::Prefix, Place::Infix, Place::Postfix] {
                found.extend(self.get(module, name, place).map(|def| (name, def)));
            }
        }
        found
    }

    /// A module's own operators, without inherited ones.
    pub fn own(&self, module: Atom) -> Vec<(Atom, OpDef)> {
        let Some(table) = self.tables.get(&module) else { return Vec::new() };
        let names = self.order.iter().filter_map(|name| table.get_key_value(name));
        names.flat_map(|(&name, entry)| entry.iter().flatten().map(move |&d| (name, d))).collect()
    }

    fn path(&self, module: Atom) -> impl Iterator<Item = Atom> {
        let inherited = [Atom::USER, Atom::SYSTEM].into_iter().filter(move |&m| m != module);
        let skip_user = module == Atom::SYSTEM || self.in_library;
        std::iter::once(module).chain(inherited.filter(move |&m| !(skip_user && m == Atom::USER)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_operators_hide_those_of_the_system() {
        let mut atoms = Atoms::new();
        let mut ops = Ops::new(&mut atoms);
        let minus = Atom::MINUS;
        assert_eq!(ops.get(Atom::USER, minus, Place::Prefix).map(|d| d.priority), Some(200));
        ops.set(Atom::USER, minus, OpDef { kind: OpType::Fy, priority: 0 });
        assert_eq!(ops.get(Atom::USER, minus, Place::Prefix), None);
        assert_eq!(ops.priority(Atom::USER, minus), 500);
        assert!(ops.get(Atom::SYSTEM, minus, Place::Prefix).is_some());
        ops.unset(Atom::USER, minus, Place::Prefix);
        assert!(ops.get(Atom::USER, minus, Place::Prefix).is_some());
    }
}
