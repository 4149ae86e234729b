//! Starting a Prolog from a command line.

use std::{
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

use crate::{atom::Atom, cell::Cell, heap::Heap, machine::Machine, store::NIL, throw::Throw};

/// What a command line asks for.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// Files to load, in order.
    pub files: Vec<String>,
    /// Goals to run once the files are loaded.
    pub goals: Vec<String>,
    /// What to run instead of the toplevel.
    pub toplevel: Option<String>,
    /// No banner and no remarks.
    pub quiet: bool,
    /// Arguments for the program.
    pub arguments: Vec<String>,
    /// How long the process may run.
    pub time_limit: Option<Duration>,
    /// Bytes that the stacks may use.
    pub stack_limit: Option<usize>,
    /// Whether commands of the operating system are refused.
    pub no_shell: bool,
    /// Becomes true to stop the running goal.
    pub interrupt: Option<Arc<AtomicBool>>,
}

/// Runs a Prolog until it ends; its exit status.
pub fn run(start: &Start) -> i32 {
    let mut machine = Machine::new();
    if let Some(limit) = start.stack_limit {
        machine.set_stack_limit(limit);
    }
    if let Some(interrupt) = &start.interrupt {
        machine.interrupt = interrupt.clone();
    }
    machine.no_shell = start.no_shell;
    machine.deadline = start.time_limit.and_then(|limit| Instant::now().checked_add(limit));
    let status = serve(&mut machine, start);
    let last = Cell::atom(machine.atoms.intern("$run_at_halt"));
    machine.deadline = None;
    let _ = machine.solve_once(last, Atom::SYSTEM);
    machine.text.streams.flush_all();
    status
}

fn serve(m: &mut Machine, start: &Start) -> i32 {
    let module = m.atoms.intern("$toplevel");
    let goal = match start_goal(m, start) {
        Ok(goal) => goal,
        Err(Throw::Halt(status)) => return status,
        Err(_) => return 2,
    };
    let mut result = m.solve_once(goal, module);
    loop {
        match result {
            Ok(true) => return 0,
            Ok(false) => return 1,
            Err(Throw::Halt(status)) => return status,
            Err(Throw::Abort) => {
                if m.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    eprintln!("% Time limit exceeded");
                    return 2;
                }
                eprintln!("% Execution Aborted");
                m.interrupt.store(false, std::sync::atomic::Ordering::SeqCst);
                let again = Cell::atom(m.atoms.intern("again"));
                result = m.solve_once(again, module);
            }
            Err(Throw::Ball(ball)) => {
                let _ = m.message("error", ball);
                return 2;
            }
        }
    }
}

/// Sets flags and makes the goal that does the rest.
fn start_goal(m: &mut Machine, start: &Start) -> Result<Cell, Throw> {
    if let Some(library) = m.find_library("toplevel") {
        m.load_library(library)?;
    }
    let atoms = |m: &mut Machine, texts: &[String]| {
        let cells: Vec<Cell> = texts.iter().map(|text| Cell::atom(m.atoms.intern(text))).collect();
        m.store.heap.put_list_of(&cells, NIL)
    };
    let arguments = atoms(m, &start.arguments);
    let verbose = if start.quiet { "silent" } else { "normal" };
    let verbose = Cell::atom(m.atoms.intern(verbose));
    crate::native::flag::define(m, "argv", arguments, false);
    crate::native::flag::define(m, "verbose", verbose, false);
    let files = atoms(m, &start.files);
    let goals = atoms(m, &start.goals);
    let toplevel = start.toplevel.as_deref().unwrap_or("default");
    let toplevel = Cell::atom(m.atoms.intern(toplevel));
    let name = m.atoms.intern("start");
    let parts = [files, goals, toplevel].map(Heap::storable);
    Ok(m.store.heap.put_compound(name, &parts))
}
