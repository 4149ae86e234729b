//! Tabling: the tables, and which of them depend on each other.
//!
//! A call of a tabled predicate is evaluated by running its clauses until a round brings no new
//! answer. A call of a variant that is being evaluated gives the answers so far; the evaluation
//! it depends on is then not complete before the older one is, which runs it again in its next
//! round.

use std::collections::HashMap;

use crate::{
    cell::Cell,
    heap::Boxed,
    machine::Machine,
    native::{Table, args},
    record::Record,
    throw::Outcome,
};

/// The predicates; tables are numbers.
pub const NATIVES: Table = &[
    ("$tbl_variant", 3, variant),
    ("$tbl_push", 1, push),
    ("$tbl_pop", 1, pop),
    ("$tbl_depend", 1, depend),
    ("$tbl_add", 2, add),
    ("$tbl_get", 3, get),
    ("$tbl_put", 3, put),
    ("$tbl_answers", 2, answers),
    ("$tbl_remove", 2, remove),
    ("$tbl_incremental", 2, |m| {
        let table = table(m)?;
        let goal = key_of(&record(m, 1));
        m.tables.followed.insert(goal, table);
        if let Some(entry) = m.tables.list.get_mut(table) {
            entry.incremental = true;
        }
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
        if let Some(entry) = m.tables.list.get_mut(table) {
            entry.known.clear();
            entry.list.clear();
        }
        Ok(true)
    }),
    ("$tbl_additions", 1, |m| {
        let count = m.store.heap.put_int(m.tables.additions as i64);
        m.unify_arg(0, count)
    }),
    ("$tbl_recursive", 1, |m| {
        let table = table(m)?;
        Ok(m.tables.list.get(table).is_some_and(|t| t.recursive))
    }),
    ("$tbl_reset", 0, |m| {
        m.tables.abandon();
        Ok(true)
    }),
    ("abolish_all_tables", 0, |m| {
        m.tables = Tables::default();
        Ok(true)
    }),
];

/// A term up to renaming of variables.
type Variant = (Vec<u64>, Vec<String>);

/// All tables.
#[derive(Debug, Default)]
pub struct Tables {
    index: HashMap<Variant, usize>,
    /// Incremental tables by their goals.
    followed: HashMap<Variant, usize>,
    list: Vec<Answers>,
    /// Tables being evaluated, oldest first.
    stack: Vec<usize>,
    /// Tables that were evaluated but wait for an older one.
    waiting: Vec<usize>,
    additions: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Fresh,
    Running,
    Complete,
}

#[derive(Debug)]
struct Answers {
    status: Status,
    known: HashMap<Variant, usize>,
    list: Vec<Record>,
    /// Lowest place on the stack it depends on.
    depends: usize,
    recursive: bool,
    /// Out of date when dynamic predicates change.
    incremental: bool,
}

impl Tables {
    /// What incremental tables were made from has changed: they are made again when asked for.
    pub(crate) fn invalidate(&mut self) {
        for table in self.list.iter_mut().filter(|t| t.incremental) {
            if table.status == Status::Complete {
                table.status = Status::Fresh;
                table.known.clear();
                table.list.clear();
            }
        }
    }

    /// After an exception: tables that are not complete are forgotten.
    fn abandon(&mut self) {
        self.stack.clear();
        self.waiting.clear();
        for table in &mut self.list {
            if table.status != Status::Complete {
                table.status = Status::Fresh;
                table.known.clear();
                table.list.clear();
            }
        }
    }
}

fn key_of(record: &Record) -> Variant {
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

fn record(m: &mut Machine, i: usize) -> Record {
    let term = m.arg(i);
    Record::new(&mut m.store.heap, term, false)
}

fn table(m: &mut Machine) -> Result<usize, crate::throw::Throw> {
    args::natural(m, m.arg(0))
}

/// `$tbl_variant(+Goal, -Table, -Status)`.
fn variant(m: &mut Machine) -> Outcome {
    let key = key_of(&record(m, 0));
    let tables = &mut m.tables;
    let next = tables.list.len();
    let index = *tables.index.entry(key).or_insert(next);
    if index == next {
        tables.list.push(Answers {
            status: Status::Fresh,
            known: HashMap::new(),
            list: Vec::new(),
            depends: usize::MAX,
            recursive: false,
            incremental: false,
        });
    }
    let status = match tables.list[index].status {
        Status::Fresh => "fresh",
        Status::Running => "running",
        Status::Complete => "complete",
    };
    let status = m.atoms.intern(status);
    Ok(m.unify_arg(1, Cell::small(index as i32))? && m.unify_arg(2, Cell::atom(status))?)
}

fn push(m: &mut Machine) -> Outcome {
    let table = table(m)?;
    let tables = &mut m.tables;
    tables.stack.push(table);
    if let Some(entry) = tables.list.get_mut(table) {
        entry.status = Status::Running;
        entry.depends = usize::MAX;
        entry.recursive = false;
    }
    Ok(true)
}

/// The evaluation of a table is done: it is complete unless it depends on an older one.
fn pop(m: &mut Machine) -> Outcome {
    let table = table(m)?;
    let tables = &mut m.tables;
    tables.stack.pop();
    let place = tables.stack.len();
    let Some(entry) = tables.list.get_mut(table) else { return Ok(true) };
    let depends = entry.depends;
    if depends < place {
        entry.status = Status::Fresh;
        tables.waiting.push(table);
        if let Some(&below) = tables.stack.last()
            && let Some(below) = tables.list.get_mut(below)
        {
            below.depends = below.depends.min(depends);
        }
        return Ok(true);
    }
    entry.status = Status::Complete;
    // Everything evaluated inside it depended on it at most.
    for waiting in std::mem::take(&mut tables.waiting) {
        let Some(entry) = tables.list.get_mut(waiting) else { continue };
        if entry.depends >= place && entry.status != Status::Running {
            entry.status = Status::Complete;
        } else {
            tables.waiting.push(waiting);
        }
    }
    Ok(true)
}

/// A variant of a running table is called.
fn depend(m: &mut Machine) -> Outcome {
    let table = table(m)?;
    let tables = &mut m.tables;
    let place = tables.stack.iter().position(|&t| t == table).unwrap_or(0);
    for &inner in &tables.stack[place..] {
        tables.list[inner].depends = tables.list[inner].depends.min(place);
    }
    tables.list[table].recursive = true;
    Ok(true)
}

/// `$tbl_add(+Table, +Answer)`: true if the answer is new.
fn add(m: &mut Machine) -> Outcome {
    let table = table(m)?;
    let answer = record(m, 1);
    let key = key_of(&answer);
    let entry = &mut m.tables.list[table];
    if entry.known.contains_key(&key) {
        return Ok(false);
    }
    entry.known.insert(key, entry.list.len());
    entry.list.push(answer);
    m.tables.additions += 1;
    Ok(true)
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
    let entry = &mut m.tables.list[table];
    match entry.known.get(&key) {
        Some(&index) => entry.list[index] = answer,
        None => {
            entry.known.insert(key, entry.list.len());
            entry.list.push(answer);
        }
    }
    m.tables.additions += 1;
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
