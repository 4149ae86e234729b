//! `explain`: why the solution is as it is, step by step.

use std::fmt::Write;

use pencilmark::formats::Item;
use pencilmark::logic::check::Verdict;
use pencilmark::logic::story::Truth;
use pencilmark::logic::tell::{End, Telling, mistakes};
use pencilmark::logic::{Board, Step};

use super::{Answer, Ask, Out, logic};
use crate::json::Object;
use crate::techniques::tenths;

pub(super) fn explain(ask: &Ask<'_>, item: &Item, sink: &mut Out<'_>) -> Answer {
    let options = ask.options();
    let case = ask.case(item)?;
    let board = case.board.as_ref();
    if !ask.context.single && !options.json {
        sink.out().extend_from_slice(format!("# {}\n", (ask.label)()).as_bytes());
    }
    if let Some(why) = impossible(board, &case.truth, &mistakes(&case.marks, &case.truth)) {
        sink.err().push_str(&format!("{}: {why}\n", (ask.label)()));
        return Ok(logic::report(&case.truth, false));
    }
    let mut telling = Telling::new(board, options.manner, &case.truth, case.marks);
    // Reasons are looked for where they are printed.
    if !options.json && options.short {
        telling = telling.quick();
    }
    let (first, last) = options.steps.unwrap_or((1, usize::MAX));
    let (mut told, mut hardest, mut bad) = (0, 0, 0);
    while told < last && !ask.context.interrupt.asked() {
        let next = match options.verify {
            true => telling.checked_step(),
            false => telling.step().map(|step| (step, Verdict::Right)),
        };
        let Some((step, verdict)) = next else { break };
        told = step.n;
        hardest = hardest.max(step.rating);
        if !matches!(verdict, Verdict::Right | Verdict::RightIfUnique) {
            bad += 1;
            let _ = writeln!(sink.err(), "step {}: {}", step.n, verdict_words(&verdict));
        }
        if step.n >= first {
            write_step(ask, board, &step, sink.out());
        }
    }
    let end = match telling.end() {
        End::Solved => format!("solved in {told} steps, the hardest rated {}", tenths(hardest)),
        End::Open => format!("after {told} steps nothing more follows: several solutions"),
        End::Broken | End::Stuck if told >= last => format!("{told} steps"),
        End::Broken => format!("after {told} steps a cell has no digit left"),
        End::Stuck => format!("after {told} steps no next one was found"),
    };
    if !options.quiet {
        let checked = match (options.verify, bad) {
            (true, 0) => "; every step was checked",
            _ => "",
        };
        let _ = writeln!(sink.err(), "{}: {end}{checked}", (ask.label)());
    }
    let fine = bad == 0 && (telling.end() == End::Solved || told >= last);
    Ok(logic::report(&case.truth, fine))
}

fn write_step(ask: &Ask<'_>, board: &Board, step: &Step, out: &mut Vec<u8>) {
    if ask.options().json {
        let mut object = Object::new(out);
        if !ask.context.single {
            object.text("file", ask.file).plain("number", ask.position.number);
        }
        logic::step(&mut object, board, step);
        return object.end_line();
    }
    let rating = tenths(step.rating);
    let line = match ask.options().short {
        true => format!("{:>4}. {rating:>4}  {}\n", step.n, step.short),
        false => format!("{:>4}. {} ({rating})\n      {}\n", step.n, step.short, step.long),
    };
    out.extend_from_slice(line.as_bytes());
}

/// Why there is nothing to explain.
pub(super) fn impossible(board: &Board, truth: &Truth, wrong: &[usize]) -> Option<String> {
    match truth {
        Truth::None => Some("the puzzle has no solution; `check --why` tells why".into()),
        Truth::Unknown => Some("the solutions were not found within the limits".into()),
        Truth::Known(_) if !wrong.is_empty() => {
            let cell = |&c: &usize| board.puzzle.grid.name(pencilmark::CellId::new(c));
            let cells: Vec<String> = wrong.iter().map(cell).collect();
            Some(format!("the state is already wrong in {}", cells.join(", ")))
        }
        Truth::Known(_) => None,
    }
}

fn verdict_words(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Right | Verdict::RightIfUnique => "right",
        Verdict::Superfluous => "right, but it cites more than it needs",
        Verdict::Wrong => "wrong: the premises do not imply the conclusion",
        Verdict::Unknown => "could not be checked in time",
    }
}
