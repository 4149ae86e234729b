//! Evaluation of tabled predicates: calls that wait for answers of each other.
//!
//! A call that is new leads a component. Its clauses are run to the end; where they call a
//! variant that is being evaluated, what is left to do is kept with that variant's table (its
//! worklist) and run again for each of its answers. When nothing is left to do the component is
//! complete. A component that calls into an older one is merged into it, and its leader waits for
//! answers like any other call.
//!
//! Which answer meets which waiting call first decides what `first` and `min` see, so the order
//! is SWI-Prolog's: components and worklists are stacks, answers go to the left end of a
//! worklist and waiting calls to the right one, and blocks of answers pass blocks of calls.

use crate::{
    cell::Cell,
    machine::Machine,
    native::{
        Table, args,
        table::{Status, key_of, record, table},
        trie_order,
    },
    record::Record,
    throw::{Outcome, Throw},
};

/// The predicates; tables and components are numbers.
pub const NATIVES: Table = &[
    ("$slg_table", 3, call),
    ("$slg_running", 2, running),
    ("$slg_modes", 2, modes),
    ("$slg_set_modes", 2, set_modes),
    ("$slg_add", 2, add),
    ("$slg_put", 3, put),
    ("$slg_suspend", 2, suspend),
    ("$slg_suspend_not", 2, suspend_not),
    ("$slg_pop", 2, pop),
    ("$slg_begin", 1, begin),
    ("$slg_step", 3, step),
    ("$slg_complete", 2, complete),
    ("$slg_abandon", 1, abandon),
    ("$slg_answered", 1, |m| {
        let table = table(m)?;
        Ok(!m.tables.list[table].list.is_empty())
    }),
];

/// What is being evaluated.
#[derive(Debug, Default)]
pub struct Evaluation {
    components: Vec<Component>,
    /// The components that are not merged, oldest first.
    stack: Vec<usize>,
}

#[derive(Debug, Default)]
struct Component {
    /// The older component that this one is part of.
    merged: Option<usize>,
    /// All its tables.
    tables: Vec<usize>,
    /// Those with new answers or new waiting calls.
    busy: Vec<usize>,
}

/// The answers of one call and the calls that wait for them, in blocks. An answer still has to
/// meet all calls to the right of it.
#[derive(Debug, Default)]
pub(super) struct Worklist {
    component: usize,
    blocks: Vec<Block>,
    waiting: Vec<Record>,
    /// Negated calls: they go on when the table turns out to have no answer.
    negated: Vec<Record>,
    /// Is it among the busy ones of its component?
    listed: bool,
    step: Option<Step>,
    /// How often each answer was replaced.
    versions: Vec<u32>,
}

#[derive(Debug)]
enum Block {
    /// Answers by place and version.
    Answers(Vec<(usize, u32)>),
    /// Places in `waiting`.
    Calls(Vec<usize>),
}

/// Answers meeting calls, both from the last to the first.
#[derive(Debug)]
struct Step {
    answers: Vec<(usize, u32)>,
    calls: Vec<usize>,
    /// The next call of the last answer.
    at: usize,
}

impl Worklist {
    fn add_answer(&mut self, place: usize, version: u32) {
        match self.blocks.first_mut() {
            Some(Block::Answers(answers)) => answers.push((place, version)),
            _ => self.blocks.insert(0, Block::Answers(vec![(place, version)])),
        }
    }

    fn add_call(&mut self, call: Record) {
        let place = self.waiting.len();
        self.waiting.push(call);
        match self.blocks.last_mut() {
            Some(Block::Calls(calls)) => calls.push(place),
            _ => self.blocks.push(Block::Calls(vec![place])),
        }
    }

    /// The rightmost answers that have calls next to them.
    fn inner(&self) -> Option<usize> {
        (1..self.blocks.len())
            .rev()
            .map(|right| right - 1)
            .find(|&left| matches!(self.blocks[left..], [Block::Answers(_), Block::Calls(_), ..]))
    }

    /// Lets a block of answers pass a block of calls.
    fn next_step(&mut self) -> Option<Step> {
        let at = self.inner()?;
        let (Block::Calls(calls), Block::Answers(answers)) =
            (self.blocks.remove(at + 1), self.blocks.remove(at))
        else {
            return None;
        };
        let step = Step { answers: answers.clone(), at: calls.len() - 1, calls: calls.clone() };
        // The answers join those to the right, the calls those to the left.
        match self.blocks.get_mut(at) {
            Some(Block::Answers(right)) => right.extend(answers),
            _ => self.blocks.insert(at, Block::Answers(answers)),
        }
        match at.checked_sub(1).and_then(|left| self.blocks.get_mut(left)) {
            Some(Block::Calls(left)) => left.extend(calls),
            _ => self.blocks.insert(at, Block::Calls(calls)),
        }
        Some(step)
    }

    /// The answer and the call that meet next.
    fn meet(&mut self) -> Option<(usize, usize)> {
        while let Some(step) = &mut self.step {
            let met = step
                .answers
                .last()
                .map(|&(answer, version)| (answer, version, step.calls[step.at]));
            if step.at > 0 {
                step.at -= 1;
            } else {
                step.answers.pop();
                step.at = step.calls.len() - 1;
            }
            if step.answers.is_empty() {
                self.step = self.next_step();
            }
            // An answer that was replaced meets nobody any more.
            if let Some((answer, version, call)) = met
                && self.versions.get(answer) == Some(&version)
            {
                return Some((answer, call));
            }
        }
        None
    }
}

impl Evaluation {
    /// The component that a component is part of now.
    fn root(&self, mut component: usize) -> usize {
        while let Some(older) = self.components[component].merged {
            component = older;
        }
        component
    }
}

/// `$slg_table(+Variant, -Table, -Status)`: status is `complete`, `running` or
/// `fresh(Component)`.
fn call(m: &mut Machine) -> Outcome {
    let key = key_of(&record(m, 0));
    let (index, _) = m.tables.find(key, true);
    let status = match m.tables.list[index].status {
        Status::Complete => args::atom(m, "complete"),
        Status::Running => {
            merge_down_to(m, index);
            args::atom(m, "running")
        }
        Status::Fresh => {
            let evaluation = &mut m.tables.evaluation;
            if evaluation.stack.is_empty() {
                evaluation.components.clear();
            }
            let component = evaluation.components.len();
            evaluation.components.push(Component { tables: vec![index], ..Default::default() });
            evaluation.stack.push(component);
            let entry = &mut m.tables.list[index];
            entry.clear();
            entry.status = Status::Running;
            entry.work.component = component;
            let name = m.atoms.intern("fresh");
            m.store.heap.put_compound(name, &[Cell::small(component as i32)])
        }
    };
    Ok(m.unify_arg(1, Cell::small(index as i32))? && m.unify_arg(2, status)?)
}

/// A table that is being evaluated is called: all that was started since its component belongs
/// to it.
fn merge_down_to(m: &mut Machine, table: usize) {
    let component = m.tables.list[table].work.component;
    let evaluation = &mut m.tables.evaluation;
    let root = evaluation.root(component);
    while let Some(&top) = evaluation.stack.last()
        && top != root
    {
        evaluation.stack.pop();
        let inner = &mut evaluation.components[top];
        inner.merged = Some(root);
        let (tables, busy) = (std::mem::take(&mut inner.tables), std::mem::take(&mut inner.busy));
        evaluation.components[root].tables.extend(tables);
        evaluation.components[root].busy.extend(busy);
    }
}

/// `$slg_running(+Variant, -Table)`: true if the call is being evaluated.
fn running(m: &mut Machine) -> Outcome {
    let key = key_of(&record(m, 0));
    let (index, _) = m.tables.find(key, true);
    if m.tables.list[index].status != Status::Running {
        return Ok(false);
    }
    merge_down_to(m, index);
    m.unify_arg(1, Cell::small(index as i32))
}

fn modes(m: &mut Machine) -> Outcome {
    let table = table(m)?;
    let Some(modes) = m.tables.list[table].modes.clone() else { return Ok(false) };
    let modes = modes.instantiate(&mut m.store.heap);
    m.unify_arg(1, modes)
}

fn set_modes(m: &mut Machine) -> Outcome {
    let table = table(m)?;
    let modes = record(m, 1);
    m.tables.list[table].modes = Some(modes);
    Ok(true)
}

/// Notes that a table has something to do.
fn list_busy(m: &mut Machine, table: usize) {
    let work = &mut m.tables.list[table].work;
    if work.listed || work.step.is_some() {
        return;
    }
    work.listed = true;
    let component = work.component;
    let evaluation = &mut m.tables.evaluation;
    if component < evaluation.components.len() {
        let root = evaluation.root(component);
        evaluation.components[root].busy.push(table);
    }
}

/// `$slg_add(+Table, +Answer)`: true if no other answer is possible.
fn add(m: &mut Machine) -> Outcome {
    let table = table(m)?;
    let answer = record(m, 1);
    let key = key_of(&answer);
    let only = answer.atomic().is_some();
    let entry = &mut m.tables.list[table];
    if !entry.known.contains_key(&key) {
        list_busy(m, table);
        m.tables.bytes += 2 * answer.bytes();
        m.grow_program(0)?;
        let entry = &mut m.tables.list[table];
        let place = entry.list.len();
        entry.known.insert(key, place);
        entry.list.push(answer);
        entry.work.versions.push(0);
        entry.work.add_answer(place, 0);
    }
    Ok(only)
}

/// `$slg_put(+Table, +Key, +Answer)`: a new answer for a key, instead of any before.
fn put(m: &mut Machine) -> Outcome {
    let table = table(m)?;
    let key = key_of(&record(m, 1));
    let answer = record(m, 2);
    list_busy(m, table);
    m.tables.bytes += answer.bytes();
    m.grow_program(0)?;
    let entry = &mut m.tables.list[table];
    let place = *entry.known.entry(key).or_insert(entry.list.len());
    if place == entry.list.len() {
        entry.list.push(answer);
        entry.work.versions.push(0);
    } else {
        entry.list[place] = answer;
        entry.work.versions[place] += 1;
    }
    let version = entry.work.versions[place];
    entry.work.add_answer(place, version);
    Ok(true)
}

/// `$slg_suspend(+Table, +Waiting)`.
fn suspend(m: &mut Machine) -> Outcome {
    let table = table(m)?;
    let call = recorded(m)?;
    list_busy(m, table);
    m.tables.list[table].work.add_call(call);
    Ok(true)
}

fn suspend_not(m: &mut Machine) -> Outcome {
    let table = table(m)?;
    let call = recorded(m)?;
    m.tables.list[table].work.negated.push(call);
    Ok(true)
}

fn recorded(m: &mut Machine) -> Result<Record, Throw> {
    let call = m.arg(1);
    m.record(call)
}

/// `$slg_pop(+Component, -Work)`: a table with something to do, or `not(Waiting)`: negated calls
/// of a table that has no answer when nothing else is left to do.
fn pop(m: &mut Machine) -> Outcome {
    let component = args::natural(m, m.arg(0))?;
    while let Some(table) = busy(m, component) {
        let work = &mut m.tables.list[table].work;
        work.listed = false;
        if work.inner().is_some() {
            return m.unify_arg(1, Cell::small(table as i32));
        }
    }
    let Some(component) = m.tables.evaluation.components.get(component) else { return Ok(false) };
    let negated = component.tables.iter().find_map(|&table| {
        let entry = &mut m.tables.list[table];
        if entry.list.is_empty() { entry.work.negated.pop() } else { None }
    });
    let Some(call) = negated else { return Ok(false) };
    let call = m.replay(&call)?;
    let name = m.atoms.intern("not");
    let call = m.store.heap.put_compound(name, &[call]);
    m.unify_arg(1, call)
}

fn busy(m: &mut Machine, component: usize) -> Option<usize> {
    m.tables.evaluation.components.get_mut(component)?.busy.pop()
}

/// `$slg_begin(+Table)`: answers start to meet calls.
fn begin(m: &mut Machine) -> Outcome {
    let table = table(m)?;
    let work = &mut m.tables.list[table].work;
    work.step = work.next_step();
    Ok(work.step.is_some())
}

/// `$slg_step(+Table, -Answer, -Waiting)`.
fn step(m: &mut Machine) -> Outcome {
    let table = table(m)?;
    let entry = &mut m.tables.list[table];
    let Some((answer, call)) = entry.work.meet() else { return Ok(false) };
    let (answer, call) = (entry.list[answer].clone(), entry.work.waiting[call].clone());
    let call = m.replay(&call)?;
    let answer = answer.instantiate(&mut m.store.heap);
    Ok(m.unify_arg(2, call)? && m.unify_arg(1, answer)?)
}

/// `$slg_complete(+Component, -Status)`: `complete`, or `merged` into an older one.
fn complete(m: &mut Machine) -> Outcome {
    let component = args::natural(m, m.arg(0))?;
    let evaluation = &mut m.tables.evaluation;
    let status = match evaluation.components.get_mut(component) {
        Some(entry) if entry.merged.is_none() => {
            let tables = std::mem::take(&mut entry.tables);
            evaluation.stack.retain(|&c| c != component);
            for table in tables {
                let entry = &mut m.tables.list[table];
                entry.status = Status::Complete;
                entry.work = Worklist::default();
                entry.known.clear();
                trie_order::arrange(&mut entry.list);
            }
            "complete"
        }
        _ => "merged",
    };
    let status = args::atom(m, status);
    m.unify_arg(1, status)
}

/// `$slg_abandon(+Component)`: an exception ends the evaluation of it and all inside it.
fn abandon(m: &mut Machine) -> Outcome {
    let component = args::natural(m, m.arg(0))?;
    let evaluation = &mut m.tables.evaluation;
    while evaluation.stack.contains(&component) {
        let Some(top) = evaluation.stack.pop() else { break };
        for table in std::mem::take(&mut evaluation.components[top].tables) {
            m.tables.list[table].clear();
        }
    }
    Ok(true)
}
