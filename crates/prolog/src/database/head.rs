//! What indexing sees of the head of a clause.
//!
//! SWI-Prolog reads the keys of a clause from its code, and this follows what it finds there:
//! what the body of a static clause unifies with an argument before it does anything else counts
//! as that argument; and an argument right after two or more variables has no key, because they
//! are one instruction, on which the search for the argument stops.

use crate::{
    atom::Atom,
    cell::{Cell, Tag},
    compile::goal,
    database::{Clause, Key, record_key},
    record::Record,
};

/// Arguments that clauses have keys for.
const KEYED_ARGS: usize = 8;

/// The head of a clause in its record, with the body where its unifications count.
#[derive(Clone, Copy, Debug)]
pub struct Head<'a> {
    record: &'a Record,
    head: Cell,
    body: Option<Cell>,
}

impl Clause {
    fn head(&self) -> Head<'_> {
        let (head, body) = self.parts();
        Head { record: &self.record, head, body: self.moves.then_some(body) }
    }

    /// The key of an argument of the compound that the path leads to; 0 where it has none.
    pub fn key_at(&self, path: &[u8], arg: usize) -> Key {
        match self.keys.get(arg) {
            Some(&key) if path.is_empty() => key,
            _ => self.head().key(path, arg),
        }
    }

    /// The keys of some arguments, in ascending order, as one walk over the code finds them.
    pub fn walk_keys(&self, path: &[u8], args: &[usize]) -> Vec<Key> {
        self.head().walk(path, args)
    }

    /// Is the compound there one whose arguments may tell clauses apart? One of variables that
    /// are needed elsewhere is not, nor are variables at its end that are not.
    pub fn tells(&self, path: &[u8], arg: usize) -> bool {
        let head = self.head();
        let Some(cell) = head.argument(path, arg) else { return false };
        let Some((_, args)) = goal::parts(&self.record, cell) else { return false };
        let args: Vec<Cell> = args.iter().map(|&arg| goal::deref(&self.record, arg)).collect();
        let void = |cell: Cell| cell.tag() == Tag::Ref && head.uses(cell) == 1;
        let kept = args.iter().rposition(|&cell| !void(cell)).map_or(0, |last| last + 1);
        if args[..kept].iter().any(|&cell| cell.tag() != Tag::Ref || void(cell)) {
            return true;
        }
        // A list of two new variables is one instruction, and whatever comes after it counts.
        cell.tag() == Tag::Lst
            && path.is_empty()
            && kept == 2
            && args[0] != args[1]
            && args.iter().all(|&cell| head.is_new(cell, arg) && !head.is_argument(cell))
    }
}

/// Keys of the arguments of a head in a record. With a body, its first unifications count.
pub fn head_keys(record: &Record, head: Cell, body: Option<Cell>) -> Box<[Key]> {
    let count = goal::parts(record, head).map_or(0, |(_, args)| args.len());
    let head = Head { record, head, body };
    (0..count.min(KEYED_ARGS)).map(|arg| head.key(&[], arg)).collect()
}

impl Head<'_> {
    fn args(&self) -> &[Cell] {
        goal::parts(self.record, self.head).map_or(&[], |(_, args)| args)
    }

    /// An argument of the compound that the path leads to.
    fn argument(&self, path: &[u8], arg: usize) -> Option<Cell> {
        let mut cell = self.head;
        for (depth, step) in path.iter().map(|&step| usize::from(step)).chain([arg]).enumerate() {
            let (_, args) = goal::parts(self.record, cell)?;
            cell = goal::deref(self.record, *args.get(step)?);
            if depth == 0 {
                cell = self.unified(step, cell);
            }
        }
        Some(cell)
    }

    /// What the body unifies with an argument that is a variable, before it does anything else;
    /// otherwise the argument itself.
    fn unified(&self, i: usize, arg: Cell) -> Cell {
        let Some(body) = self.body else { return arg };
        let same = |&other: &Cell| goal::deref(self.record, other) == arg;
        if arg.tag() != Tag::Ref || self.args()[..i].iter().any(same) {
            return arg;
        }
        let mut pending = vec![body];
        while let Some(cell) = pending.pop() {
            let goal = goal::deref(self.record, cell);
            match goal::parts(self.record, goal) {
                Some((Atom::COMMA, &[left, right])) => pending.extend([right, left]),
                Some((Atom::TRUE, &[])) => {}
                Some((Atom::EQUALS, &[left, right])) => {
                    let [left, right] = [left, right].map(|side| goal::deref(self.record, side));
                    for (variable, value) in [(left, right), (right, left)] {
                        if variable == arg && value.tag() != Tag::Ref {
                            return value;
                        }
                    }
                }
                _ => break,
            }
        }
        arg
    }

    /// How often a variable occurs in the clause.
    fn uses(&self, variable: Cell) -> usize {
        self.record.cells.iter().filter(|&&cell| cell == variable).count()
    }

    /// Is a variable an argument of the head by itself?
    fn is_argument(&self, variable: Cell) -> bool {
        self.args().iter().any(|&arg| goal::deref(self.record, arg) == variable)
    }

    /// Does a variable not occur in arguments before this one?
    fn is_new(&self, variable: Cell, arg: usize) -> bool {
        let mut pending: Vec<Cell> = self.args()[..arg].to_vec();
        while let Some(cell) = pending.pop() {
            let cell = goal::deref(self.record, cell);
            if cell == variable {
                return false;
            }
            if let Some((_, args)) = goal::parts(self.record, cell) {
                pending.extend_from_slice(args);
            }
        }
        true
    }

    /// Is an argument a variable that the code passes over?
    fn is_void(&self, path: &[u8], arg: usize) -> bool {
        match self.argument(path, arg) {
            Some(cell) if cell.tag() != Tag::Ref => false,
            Some(cell) if path.is_empty() => self.is_new(cell, arg),
            Some(cell) => self.uses(cell) == 1,
            None => false,
        }
    }

    fn key(&self, path: &[u8], arg: usize) -> Key {
        let key = self.argument(path, arg).map_or(0, |cell| record_key(self.record, cell));
        let lost = key != 0 && arg >= 2 && [1, 2].iter().all(|back| self.is_void(path, arg - back));
        if lost { 0 } else { key }
    }

    fn walk(&self, path: &[u8], wanted: &[usize]) -> Vec<Key> {
        let last = wanted.last().copied().unwrap_or(0);
        // Runs of variables are one item; everything else is an item of its own.
        let mut items: Vec<(usize, usize)> = Vec::new();
        let mut open = false;
        for arg in 0..=last {
            let void = self.is_void(path, arg);
            match items.last_mut() {
                Some((_, length)) if void && open => *length += 1,
                _ => items.push((arg, 1)),
            }
            open = void;
        }
        let (mut at, mut reached) = (0, 0);
        wanted
            .iter()
            .map(|&arg| {
                let mut skip = arg - reached;
                reached = arg;
                while skip > 0
                    && let Some(&(_, length)) = items.get(at)
                {
                    if length > 1 && skip <= length {
                        break;
                    }
                    skip -= length;
                    at += 1;
                }
                match items.get(at) {
                    Some(&(arg, 1)) => {
                        self.argument(path, arg).map_or(0, |cell| record_key(self.record, cell))
                    }
                    _ => 0,
                }
            })
            .collect()
    }
}
