//! The order in which a complete table gives its answers.
//!
//! SWI-Prolog keeps answers in a trie. At a node with several children they come in the order of
//! a hash table by the child's key. For small integers the key, and so the order, is known and
//! imitated; the keys of atoms and functors depend on when they were first seen, so those come as
//! they were added.

use std::collections::HashMap;

use crate::{
    cell::{Cell, Tag},
    heap::Boxed,
    record::Record,
};

/// One step on the way through a trie.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Small(i64),
    Other(u64),
    Boxed(String),
}

/// Sorts answers, given in the order they were added.
pub(super) fn arrange(answers: &mut Vec<Record>) {
    if answers.len() < 2 {
        return;
    }
    let paths: Vec<Vec<Key>> = answers.iter().map(path).collect();
    let mut order = Vec::with_capacity(answers.len());
    // Groups that are still to be split, each with the depth where it may differ; last first.
    let mut groups: Vec<(usize, Vec<usize>)> = vec![(0, (0..answers.len()).collect())];
    while let Some((depth, group)) = groups.pop() {
        if let [only] = group[..] {
            order.push(only);
            continue;
        }
        let mut children: Vec<(&Key, Vec<usize>)> = Vec::new();
        let mut places: HashMap<&Key, usize> = HashMap::new();
        for answer in group {
            let Some(key) = paths[answer].get(depth) else {
                order.push(answer);
                continue;
            };
            let place = *places.entry(key).or_insert(children.len());
            if place == children.len() {
                children.push((key, Vec::new()));
            }
            children[place].1.push(answer);
        }
        let keys: Option<Vec<i64>> = children
            .iter()
            .map(|(key, _)| if let Key::Small(value) = key { Some(*value) } else { None })
            .collect();
        let sequence = match keys {
            Some(keys) => hashed(&keys),
            None => (0..children.len()).collect(),
        };
        for child in sequence.into_iter().rev() {
            groups.push((depth + 1, std::mem::take(&mut children[child].1)));
        }
    }
    let mut old: Vec<Option<Record>> = std::mem::take(answers).into_iter().map(Some).collect();
    answers.extend(order.into_iter().filter_map(|place| old[place].take()));
}

/// The keys of a term, from left to right.
fn path(record: &Record) -> Vec<Key> {
    let mut path = Vec::new();
    let mut stack = vec![0];
    while let Some(at) = stack.pop() {
        let Some(&cell) = record.cells.get(at) else { continue };
        match cell.tag() {
            Tag::Int => path.push(Key::Small(cell.int_value())),
            Tag::Boxed => path.push(Key::Boxed(boxed(&record.boxes, cell))),
            Tag::Lst => {
                path.push(Key::Other(u64::MAX));
                stack.extend([cell.index() + 1, cell.index()]);
            }
            Tag::Str => {
                let functor = record.cells[cell.index()];
                path.push(Key::Other(functor.bits()));
                let first = cell.index() + 1;
                stack.extend((first..first + functor.functor_arity()).rev());
            }
            Tag::Ref if cell.index() != at => stack.push(cell.index()),
            _ => path.push(Key::Other(cell.bits())),
        }
    }
    path
}

fn boxed(boxes: &[Boxed], cell: Cell) -> String {
    boxes.get(cell.box_index()).map_or(String::new(), |value| format!("{value:?}"))
}

/// The order in which an open hash table gives small integers that were added in this order. It
/// starts with four places and grows when a search for a free place gets long.
fn hashed(keys: &[i64]) -> Vec<usize> {
    let mut table: Vec<Option<usize>> = vec![None; 4];
    let mut size = 0;
    let mut pending: Vec<usize> = (0..keys.len()).rev().collect();
    while let Some(key) = pending.pop() {
        if let Some(place) = free_place(&table, keys[key]) {
            table[place] = Some(key);
            size += 1;
            continue;
        }
        let length = table.len() * if size >= table.len() / 2 { 4 } else { 2 };
        let old = std::mem::replace(&mut table, vec![None; length]);
        for moved in old.into_iter().flatten() {
            if let Some(place) = free_place(&table, keys[moved]) {
                table[place] = Some(moved);
            }
        }
        pending.push(key);
    }
    table.into_iter().flatten().collect()
}

/// A small integer is shifted by seven bits and tagged with 3; its hash mixes three parts of that.
fn free_place(table: &[Option<usize>], key: i64) -> Option<usize> {
    let word = key.wrapping_shl(7) | 3;
    let mask = table.len() - 1;
    let mut place = ((word >> 7) ^ (word >> 12) ^ word) as usize & mask;
    for _ in 0..10 + table.len() / 4 {
        if table[place].is_none() {
            return Some(place);
        }
        place = (place + 1) & mask;
    }
    None
}
