//! The atoms of one predicate that may hold, in the order in which they were found.
//!
//! Rows are only ever added, so "old" and "new" are ranges of row numbers, and an index needs
//! to look only at rows it has not seen.

use std::collections::HashMap;

use crate::program::AtomId;
use crate::symbol::Sym;
use crate::table::{IdTable, mix};

const FACT: u32 = 1 << 31;
const DERIVED: u32 = 1 << 30;
const NONE: u32 = u32::MAX;

#[derive(Debug, Default)]
pub(crate) struct Domain {
    pub arity: usize,
    args: Vec<Sym>,
    /// The atom's number (0: none yet), whether it is a fact, whether a rule derives it.
    info: Vec<u32>,
    table: IdTable,
    /// Atoms that `not` has asked for before any rule derived them.
    reserved: HashMap<Box<[Sym]>, AtomId>,
    indices: Vec<Index>,
    /// Different values in each column, for so many rows.
    distinct: (usize, Vec<u32>),
}

/// Rows by the values of some columns.
#[derive(Debug)]
struct Index {
    columns: Vec<usize>,
    table: IdTable,
    /// First and last row of each group.
    groups: Vec<(u32, u32)>,
    /// The next row of the same group.
    next: Vec<u32>,
}

fn hash_key(key: impl Iterator<Item = Sym>) -> u64 {
    key.fold(0, |hash, sym| mix(hash, sym.raw()))
}

impl Domain {
    pub fn new(arity: usize) -> Domain {
        Domain { arity, ..Domain::default() }
    }

    pub fn len(&self) -> u32 {
        self.info.len() as u32
    }

    #[inline]
    pub fn row(&self, row: u32) -> &[Sym] {
        let start = row as usize * self.arity;
        &self.args[start..start + self.arity]
    }

    pub fn find(&self, args: &[Sym]) -> Option<u32> {
        self.table.find(hash_key(args.iter().copied()), |row| self.row(row) == args)
    }

    /// The row of an atom, which is added if it is new.
    pub fn define(&mut self, args: &[Sym]) -> (u32, bool) {
        let hash = hash_key(args.iter().copied());
        if let Some(row) = self.table.find(hash, |row| self.row(row) == args) {
            return (row, false);
        }
        let row = self.len();
        self.args.extend_from_slice(args);
        let atom = if self.reserved.is_empty() { None } else { self.reserved.remove(args) };
        self.info.push(atom.map_or(0, |atom| atom.0));
        let (arity, all) = (self.arity, &self.args);
        self.table.insert(hash, row, |row| {
            let start = row as usize * arity;
            hash_key(all[start..start + arity].iter().copied())
        });
        (row, true)
    }

    pub fn is_fact(&self, row: u32) -> bool {
        self.info[row as usize] & FACT != 0
    }

    pub fn set_fact(&mut self, row: u32) {
        self.info[row as usize] |= FACT | DERIVED;
    }

    pub fn is_derived(&self, row: u32) -> bool {
        self.info[row as usize] & DERIVED != 0
    }

    pub fn set_derived(&mut self, row: u32) {
        self.info[row as usize] |= DERIVED;
    }

    /// The number of a row's atom, if it has one.
    pub fn atom(&self, row: u32) -> Option<AtomId> {
        match self.info[row as usize] & !(FACT | DERIVED) {
            0 => None,
            number => Some(AtomId(number)),
        }
    }

    pub fn set_atom(&mut self, row: u32, atom: AtomId) {
        self.info[row as usize] |= atom.0;
    }

    /// The number of an atom that no rule has derived yet.
    pub fn reserve(&mut self, args: &[Sym], new: impl FnOnce() -> AtomId) -> AtomId {
        match self.reserved.get(args) {
            Some(atom) => *atom,
            None => {
                let atom = new();
                self.reserved.insert(args.into(), atom);
                atom
            }
        }
    }

    /// The index on some columns, up to date.
    pub fn index(&mut self, columns: &[usize]) -> usize {
        let found = self.indices.iter().position(|index| index.columns == columns);
        let at = found.unwrap_or_else(|| {
            self.indices.push(Index {
                columns: columns.to_vec(),
                table: IdTable::default(),
                groups: Vec::new(),
                next: Vec::new(),
            });
            self.indices.len() - 1
        });
        self.update(at);
        at
    }

    /// Brings all indices up to date.
    pub fn update_all(&mut self) {
        (0..self.indices.len()).for_each(|at| self.update(at));
    }

    fn update(&mut self, at: usize) {
        let arity = self.arity;
        let args = &self.args;
        let Index { columns, table, groups, next } = &mut self.indices[at];
        let value = |row: u32, column: usize| args[row as usize * arity + column];
        for row in next.len() as u32..self.info.len() as u32 {
            next.push(NONE);
            let hash = hash_key(columns.iter().map(|&column| value(row, column)));
            let group = table.find(hash, |group| {
                let first = groups[group as usize].0;
                columns.iter().all(|&column| value(first, column) == value(row, column))
            });
            match group {
                Some(group) => {
                    let last = &mut groups[group as usize].1;
                    next[*last as usize] = row;
                    *last = row;
                }
                None => {
                    let group = groups.len() as u32;
                    groups.push((row, row));
                    let groups = &*groups;
                    table.insert(hash, group, |group| {
                        let first = groups[group as usize].0;
                        hash_key(columns.iter().map(|&column| value(first, column)))
                    });
                }
            }
        }
    }

    /// The first row with these values in an index's columns.
    #[inline]
    pub fn first(&self, index: usize, key: &[Sym]) -> Option<u32> {
        let Index { columns, table, groups, .. } = &self.indices[index];
        let found = table.find(hash_key(key.iter().copied()), |group| {
            let row = self.row(groups[group as usize].0);
            columns.iter().zip(key).all(|(&column, value)| row[column] == *value)
        });
        found.map(|group| groups[group as usize].0)
    }

    /// The next row of the same group.
    #[inline]
    pub fn next(&self, index: usize, row: u32) -> Option<u32> {
        match self.indices[index].next[row as usize] {
            NONE => None,
            next => Some(next),
        }
    }

    /// How many different keys an index has.
    pub fn group_count(&self, index: usize) -> usize {
        self.indices[index].groups.len()
    }

    /// A row that has the key.
    pub fn group_row(&self, index: usize, group: usize) -> &[Sym] {
        self.row(self.indices[index].groups[group].0)
    }

    /// Whether all rows are facts, and with each row the one with its columns exchanged is one.
    pub fn is_symmetric(&self, columns: &[usize]) -> bool {
        let mut other = Vec::with_capacity(self.arity);
        (0..self.len()).all(|row| {
            other.clear();
            let args = self.row(row);
            other.extend(columns.iter().map(|&column| args[column]));
            self.is_fact(row) && self.find(&other).is_some()
        })
    }

    /// The least and the greatest integer of a column, if no integer in it is large.
    pub fn range(&self, column: usize) -> Option<(i64, i64)> {
        let mut range: Option<(i64, i64)> = None;
        for sym in self.args.iter().skip(column).step_by(self.arity) {
            match sym.small() {
                Some(value) => {
                    let (low, high) = range.unwrap_or((value, value));
                    range = Some((low.min(value), high.max(value)));
                }
                // It might be a large integer.
                None => return None,
            }
        }
        range
    }

    /// How many different values a column has.
    pub fn distinct(&mut self, column: usize) -> u32 {
        if self.distinct.1.len() != self.arity || self.distinct.0 != self.info.len() {
            let columns = (0..self.arity).map(|column| {
                let mut values: Vec<u64> = self
                    .args
                    .iter()
                    .skip(column)
                    .step_by(self.arity)
                    .map(|sym| sym.raw())
                    .collect();
                values.sort_unstable();
                values.dedup();
                values.len() as u32
            });
            self.distinct = (self.info.len(), columns.collect());
        }
        self.distinct.1[column]
    }
}
