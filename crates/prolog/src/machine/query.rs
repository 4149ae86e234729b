//! Running goals from Rust.

use crate::{
    atom::Atom,
    cell::Cell,
    machine::{Machine, REGISTERS, choice::Alt, setup::place},
    throw::Throw,
};

/// Runs of the machine inside natives, one inside the other, before it is an error.
const MAX_NESTING: usize = 200;

/// A goal that is being run from Rust. It must be closed with [`Machine::close`], innermost
/// first.
#[derive(Debug)]
pub struct Running {
    /// Height of the choice points below it.
    base: usize,
    state: State,
}

#[derive(Debug, PartialEq, Eq)]
enum State {
    Start,
    Answered,
    Done,
}

impl Machine {
    /// Starts a goal; nothing runs yet.
    pub fn open(&mut self, goal: Cell, module: Atom) -> Running {
        let base = self.choices.len();
        self.nesting += 1;
        self.push_choice(Alt::Barrier, REGISTERS - 1);
        let mut goal = crate::heap::Heap::storable(goal);
        if module != Atom::USER {
            goal = self.store.heap.put_compound(Atom::COLON, &[Cell::atom(module), goal]);
        }
        self.x[0] = goal;
        self.cp = place::HALT;
        Running { base, state: State::Start }
    }

    /// The next answer: `true` if there is one.
    pub fn next(&mut self, running: &mut Running) -> Result<bool, Throw> {
        let start = match running.state {
            State::Done => return Ok(false),
            State::Answered => place::FAIL,
            State::Start if self.nesting > MAX_NESTING => return Err(self.stack_overflow()),
            State::Start => {
                self.b0 = self.choices.len() as u32;
                place::CALL
            }
        };
        running.state = State::Done;
        let more = self.run(start)?;
        if more {
            running.state = State::Answered;
        }
        Ok(more)
    }

    /// May there be another answer?
    pub fn has_choices(&self, running: &Running) -> bool {
        self.choices.len() > running.base + 1
    }

    /// Ends a goal. With `undo`, everything it did is taken back; otherwise its bindings stay.
    pub fn close(&mut self, running: Running, undo: bool) -> Result<(), Throw> {
        self.nesting -= 1;
        let result = self.cut_to(running.base + 1);
        let Some(choice) = self.choices.get(running.base).copied() else { return result };
        if undo {
            self.restore(&choice);
        }
        self.restore_args(&choice);
        self.e = choice.e;
        self.cp = choice.cp;
        self.b0 = choice.b0;
        self.pop_choice();
        result
    }

    /// The same while nothing on the heap moves: for callers that hold terms themselves.
    pub(crate) fn solve_held(&mut self, goal: Cell, module: Atom) -> Result<bool, Throw> {
        self.held += 1;
        let result = self.solve_once(goal, module);
        self.held -= 1;
        result
    }

    /// Runs a goal once; its bindings stay if it succeeds. Registers are as before.
    pub fn solve_once(&mut self, goal: Cell, module: Atom) -> Result<bool, Throw> {
        let mut running = self.open(goal, module);
        match self.next(&mut running) {
            Ok(found) => {
                self.close(running, !found)?;
                Ok(found)
            }
            Err(throw) => {
                // The ball survives: it was made after the goal was undone.
                self.close(running, false)?;
                Err(throw)
            }
        }
    }
}

impl Machine {
    /// Reads a query and runs it for at most `limit` answers; bindings as text. For tests: the
    /// toplevel writes answers properly.
    pub fn run_text(&mut self, query: &str, limit: usize) -> Result<Vec<String>, String> {
        let mut source = crate::read::TextSource::new(query);
        let options = crate::read::ReadOptions::default();
        let (heap, atoms, ops) = (&mut self.store.heap, &mut self.atoms, &self.text.ops);
        let read = crate::read::read_term(heap, atoms, ops, &mut source, &options)
            .map_err(|error| format!("{:?}", error.fault))?;
        let pinned = self.pins.len();
        self.pins.extend(read.variables.iter().map(|v| v.cell));
        let mut running = self.open(read.term, Atom::USER);
        let mut answers = Vec::new();
        loop {
            match self.next(&mut running) {
                Ok(true) => {
                    let mut text = Vec::new();
                    for (i, variable) in read.variables.iter().enumerate() {
                        let value = self.pins[pinned + i];
                        let value = self.show(value);
                        text.push(format!("{}={value}", variable.name));
                    }
                    let more = self.has_choices(&running);
                    answers.push(text.join(", ") + if more { ";" } else { "." });
                    if !more || answers.len() >= limit {
                        break;
                    }
                }
                Ok(false) => {
                    answers.push("false.".into());
                    break;
                }
                Err(throw) => {
                    let text = match throw {
                        Throw::Ball(ball) => self.show(ball),
                        other => format!("{other:?}"),
                    };
                    self.pins.truncate(pinned);
                    let _ = self.close(running, true);
                    return Err(text);
                }
            }
        }
        self.pins.truncate(pinned);
        let _ = self.close(running, true);
        Ok(answers)
    }
}
