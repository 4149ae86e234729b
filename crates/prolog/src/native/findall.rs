//! Collecting answers: the natives under `findall/3,4` and its kin.

use crate::{
    cell::Cell,
    machine::{Answers, Machine},
    native::Table,
    store::NIL,
    throw::Outcome,
};

/// The predicates. Collections nest: the newest is the one that is added to.
pub const NATIVES: Table = &[
    ("$collect_start", 0, |m| {
        let bytes = m.collected_bytes();
        m.collecting.push(Answers { records: Vec::new(), bytes });
        Ok(true)
    }),
    ("$collect_add", 1, add),
    ("$collect_end", 2, end),
    ("$collect_count", 1, |m| {
        let count = m.collecting.last().map_or(0, |answers| answers.records.len());
        m.unify_arg(0, Cell::small(count as i32))
    }),
    ("$collect_drop", 0, |m| {
        m.collecting.pop();
        Ok(true)
    }),
];

fn add(m: &mut Machine) -> Outcome {
    let term = m.arg(0);
    let record = m.record(term)?;
    if let Some(answers) = m.collecting.last_mut() {
        answers.bytes += record.bytes();
        answers.records.push(record);
    }
    if m.used_bytes() > m.stack_limit {
        // Garbage is collected at the next call, which decides whether there is room.
        m.request_collection();
        if m.collected_bytes() > m.stack_limit {
            return Err(m.stack_overflow());
        }
    }
    Ok(true)
}

/// `$collect_end(-List, ?Tail)`.
fn end(m: &mut Machine) -> Outcome {
    m.room(m.collected_bytes())?;
    let answers = m.collecting.pop().unwrap_or_default().records;
    // Posting constraints may collect garbage, which moves what is not pinned.
    let floor = m.pins.len();
    for answer in &answers {
        let cell = m.replay(answer)?;
        m.pins.push(cell);
    }
    let cells = m.pins.split_off(floor);
    let tail = m.arg(1);
    let tail = if tail == NIL { NIL } else { crate::heap::Heap::storable(tail) };
    let list = m.store.heap.put_list_of(&cells, tail);
    m.unify_arg(0, list)
}
