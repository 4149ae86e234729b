//! Tables: terms up to renaming of variables, with answers. Tabled predicates and tries keep
//! what they know in them; how tabled predicates are evaluated is in [`super::slg`].

use std::collections::HashMap;

use crate::{
    cell::Cell,
    heap::Boxed,
    machine::Machine,
    native::{Table, args, slg},
    record::Record,
    throw::{Outcome, Throw},
};

/// The predicates; tables are numbers.
pub const NATIVES: Table = &[
    ("$tbl_variant", 2, |m| {
        let key = key_of(&record(m, 0));
        let (index, _) = m.tables.find(key, false);
        m.unify_arg(1, Cell::small(index as i32))
    }),
    ("$tbl_get", 3, get),
    ("$tbl_put", 3, put),
    ("$tbl_answers", 2, answers),
    ("$tbl_remove", 2, remove),
    ("$tbl_incremental", 2, |m| {
        let table = table(m)?;
        let goal = key_of(&record(m, 1));
        m.tables.followed.insert(goal, table);
        m.tables.list[table].incremental = true;
        Ok(true)
    }),
    ("$tbl_invalidate", 0, |m| {
        m.tables.invalidate();
        Ok(true)
    }),
    ("$tbl_invalid", 1, |m| {
        let goal = key_of(&record(m, 0));
        let table = m.tables.followed.get(&goal).and_then(|&t| m.tables.list.get(t));
        Ok(table.is_some_and(|t| t.status == Status::Fresh))
    }),
    ("$transaction", 0, |m| {
        m.transactions.push(Vec::new());
        Ok(true)
    }),
    ("$end_transaction", 1, |m| {
        let keep = args::natural(m, m.arg(0))? == 1;
        m.end_transaction(keep);
        Ok(true)
    }),
    ("$tbl_clear", 1, |m| {
        let table = table(m)?;
        m.tables.list[table].clear();
        Ok(true)
    }),
    ("abolish_all_tables", 0, |m| {
        m.tables.abolish();
        Ok(true)
    }),
];

/// A term up to renaming of variables.
pub(super) type Variant = (Vec<u64>, Vec<String>);

/// All tables.
#[derive(Debug, Default)]
pub struct Tables {
    index: HashMap<Variant, usize>,
    /// Incremental tables by their goals.
    followed: HashMap<Variant, usize>,
    pub(super) list: Vec<Answers>,
    /// Places in the list that are not in use.
    free: Vec<usize>,
    /// What is being evaluated.
    pub(super) evaluation: slg::Evaluation,
    /// About how many bytes there are since all were forgotten.
    pub(crate) bytes: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Fresh,
    Running,
    Complete,
}

/// The answers of one call, or the terms of one trie.
#[derive(Debug)]
pub(super) struct Answers {
    pub status: Status,
    pub known: HashMap<Variant, usize>,
    pub list: Vec<Record>,
    /// Out of date when dynamic predicates change.
    incremental: bool,
    /// Is this of a tabled predicate, not a trie?
    tabled: bool,
    /// What waits for answers, while the call is evaluated.
    pub work: slg::Worklist,
    /// How answers of a predicate with modes are combined.
    pub modes: Option<Record>,
}

impl Answers {
    fn new(tabled: bool) -> Answers {
        Answers {
            status: Status::Fresh,
            known: HashMap::new(),
            list: Vec::new(),
            incremental: false,
            tabled,
            work: slg::Worklist::default(),
            modes: None,
        }
    }

    /// As if it had never been asked for.
    pub fn clear(&mut self) {
        self.status = Status::Fresh;
        self.known.clear();
        self.list.clear();
        self.work = slg::Worklist::default();
    }
}

impl Tables {
    /// The table of a variant, and whether it is new.
    pub(super) fn find(&mut self, key: Variant, tabled: bool) -> (usize, bool) {
        let size = size_of::<Answers>() + size_of_val(key.0.as_slice());
        let next = self.free.last().copied().unwrap_or(self.list.len());
        let index = *self.index.entry(key).or_insert(next);
        if index != next {
            return (index, false);
        }
        self.bytes += size;
        if self.free.pop().is_some() {
            self.list[index] = Answers::new(tabled);
        } else {
            self.list.push(Answers::new(tabled));
        }
        (index, true)
    }

    /// What incremental tables were made from has changed: they are made again when asked for.
    pub(crate) fn invalidate(&mut self) {
        for table in self.list.iter_mut().filter(|t| t.incremental) {
            if table.status == Status::Complete {
                table.clear();
            }
        }
    }

    /// Forgets the answers of tabled predicates; calls being evaluated stay.
    fn abolish(&mut self) {
        let (list, free) = (&mut self.list, &mut self.free);
        self.index.retain(|_, &mut index| {
            let table = &mut list[index];
            let goes = table.tabled && table.status != Status::Running;
            if goes {
                *table = Answers::new(false);
                free.push(index);
            }
            !goes
        });
        self.bytes = 0;
        self.followed.retain(|_, &mut index| list[index].status == Status::Running);
    }
}

pub(super) fn key_of(record: &Record) -> Variant {
    let cells = record.cells.iter().map(|cell| cell.bits()).collect();
    let boxes = record
        .boxes
        .iter()
        .map(|value| match value {
            Boxed::Float(float) => format!("f{}", float.to_bits()),
            Boxed::Big(big) => format!("i{big}"),
            Boxed::Str(text) => format!("s{text}"),
            Boxed::Ratio(ratio) => format!("r{ratio}"),
        })
        .collect();
    (cells, boxes)
}

pub(super) fn record(m: &mut Machine, i: usize) -> Record {
    let term = m.arg(i);
    Record::new(&mut m.store.heap, term, false)
}

/// The table that the first argument names.
pub(super) fn table(m: &mut Machine) -> Result<usize, Throw> {
    let index = args::natural(m, m.arg(0))?;
    match index < m.tables.list.len() {
        true => Ok(index),
        false => {
            let culprit = m.arg(0);
            Err(args::type_error(m, "table", culprit))
        }
    }
}

/// `$tbl_get(+Table, +Key, -Answer)`: the answer of a moded table for a key.
fn get(m: &mut Machine) -> Outcome {
    let table = table(m)?;
    let key = key_of(&record(m, 1));
    let entry = &m.tables.list[table];
    let Some(&index) = entry.known.get(&key) else { return Ok(false) };
    let answer = entry.list[index].instantiate(&mut m.store.heap);
    m.unify_arg(2, answer)
}

/// `$tbl_put(+Table, +Key, +Answer)`: replaces the answer for a key.
fn put(m: &mut Machine) -> Outcome {
    let table = table(m)?;
    let key = key_of(&record(m, 1));
    let answer = record(m, 2);
    let size = 2 * answer.bytes();
    let entry = &mut m.tables.list[table];
    match entry.known.get(&key) {
        Some(&index) => entry.list[index] = answer,
        None => {
            m.tables.bytes += size;
            entry.known.insert(key, entry.list.len());
            entry.list.push(answer);
        }
    }
    m.grow_program(0)?;
    Ok(true)
}

/// `$tbl_remove(+Table, +Key)`: the answer for a key goes.
fn remove(m: &mut Machine) -> Outcome {
    let table = table(m)?;
    let key = key_of(&record(m, 1));
    let entry = &mut m.tables.list[table];
    let Some(index) = entry.known.remove(&key) else { return Ok(false) };
    entry.list.remove(index);
    for place in entry.known.values_mut().filter(|place| **place > index) {
        *place -= 1;
    }
    Ok(true)
}

fn answers(m: &mut Machine) -> Outcome {
    let table = table(m)?;
    let heap = &mut m.store.heap;
    let cells: Vec<Cell> =
        m.tables.list[table].list.iter().map(|answer| answer.instantiate(heap)).collect();
    args::unify_list(m, 1, &cells)
}
