//! `explain`: why the solution is as it is, step by step.

use std::fmt::Write;

use pencilmark::formats::Item;
use pencilmark::logic::check::Verdict;
use pencilmark::logic::story::Truth;
use pencilmark::logic::tell::{End, Telling, mistakes};
use pencilmark::logic::{Board, Marks, Step};

use pencilmark::Diagnostic;
use pencilmark::draw::{Frame, player};

use super::draw::complaint;
use super::gallery::Gallery;
use super::hint::capital;
use super::logic::{BESIDE_A_PICTURE, cut, readable};
use super::{Answer, Ask, Out, logic};
use crate::album::{drawn, stem, write};
use crate::exit::Exit;
use crate::json::Object;
use crate::picture::PictureFormat;
use crate::report::Report;
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
    let drawn = options.pictures.is_some() || options.html.is_some();
    let mut gallery = drawn.then(|| Gallery::new(board, &case.marks));
    if options.json && options.marks {
        let mut object = Object::new(sink.out());
        object.plain("n", 0);
        logic::state(object.value("after"), board, &case.marks);
        object.end_line();
    }
    let telling = Telling::new(board, options.manner, &case.truth, case.marks).with_decided();
    let mut telling = telling.within(&ask.limits);
    // Reasons are looked for where they are printed.
    if !options.json && options.short && !drawn && !options.verify {
        telling = telling.quick();
    }
    let (first, last) = options.steps.unwrap_or((1, usize::MAX));
    let (mut told, mut hardest, mut bad) = (0, 0, 0);
    while told < last && !ask.context.interrupt.asked() {
        let before = gallery.as_ref().map(|_| telling.marks().clone());
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
        // Pictures stand in place of text.
        if step.n >= first && (options.json || !drawn) {
            write_step(ask, board, &step, telling.marks(), sink.out());
            if sink.breathe().is_none() {
                break;
            }
        }
        if let (Some(gallery), Some(before)) = (&mut gallery, &before) {
            let frame = gallery.step(before, &step, telling.marks());
            if step.n >= first {
                write_picture(ask, frame, step.n)?;
            }
        }
    }
    let steps = match told {
        1 => "1 step".to_string(),
        _ => format!("{told} steps"),
    };
    let end = match telling.end() {
        End::Solved => format!("solved in {steps}, the hardest rated {}", tenths(hardest)),
        End::Open => format!("after {steps} nothing more follows: several solutions"),
        End::Broken | End::Stuck if told >= last => steps.clone(),
        End::Broken => format!("after {steps} a cell has no digit left"),
        End::Late if ask.context.interrupt.asked() => format!("stopped after {steps}"),
        End::Late => format!("the time was up after {steps}"),
        End::Stuck => format!("after {steps} no next one was found"),
    };
    if let (Some(mut gallery), Some(file)) = (gallery, &options.html) {
        gallery.end(&format!("{}.", capital(&end)), telling.marks());
        // The start, the steps that were asked for, and the end.
        let last = gallery.frames.len() - 1;
        let wanted = |&(at, _): &(usize, &Frame<'_>)| at == 0 || at >= first || at == last;
        let frames = gallery.frames.iter().enumerate().filter(wanted);
        let frames: Vec<Frame<'_>> = frames.map(|(_, frame)| frame.clone()).collect();
        let page = player(&board.puzzle, &frames);
        match file.as_os_str() == "-" {
            true => sink.out().extend_from_slice(page.as_bytes()),
            false => write(file, page.as_bytes())
                .map_err(|message| vec![complaint((ask.label)(), message)])?,
        }
    }
    // A step that was asked for and does not come is a mistake; one that was not reached in time
    // may come yet.
    let missing = options.steps.is_some() && told < first && telling.end() != End::Late;
    if missing {
        let _ = writeln!(sink.err(), "{}: there is no step {first}, only {steps}", (ask.label)());
    }
    if !options.quiet {
        let checked = match (options.verify, bad) {
            (true, 0) if told > 0 => "; every step was checked",
            _ => "",
        };
        let _ = writeln!(sink.err(), "{}: {end}{checked}", (ask.label)());
    }
    let fine = bad == 0 && (telling.end() == End::Solved || told >= last);
    let report = logic::ended(&case.truth, telling.end(), fine);
    Ok(Report { yes: if missing { Exit::Bad } else { report.yes }, ..report })
}

fn write_step(ask: &Ask<'_>, board: &Board, step: &Step, after: &Marks, out: &mut Vec<u8>) {
    if ask.options().json {
        let mut object = Object::new(out);
        if !ask.context.single {
            object.text("file", ask.file).plain("number", ask.position.number);
        }
        logic::step(&mut object, board, step);
        if ask.options().marks {
            logic::state(object.value("after"), board, after);
        }
        return object.end_line();
    }
    let rating = tenths(step.rating);
    let line = match ask.options().short {
        true => format!("{:>4}. {rating:>4}  {}\n", step.n, step.short),
        false => {
            let long = readable(ask, step).replace('\n', "\n      ");
            format!("{:>4}. {} ({rating})\n      {long}\n", step.n, step.short)
        }
    };
    out.extend_from_slice(line.as_bytes());
}

/// Writes the picture of a step into the folder that was named.
fn write_picture(ask: &Ask<'_>, frame: &Frame<'_>, n: usize) -> Result<(), Vec<Diagnostic>> {
    let options = ask.options();
    let Some(folder) = &options.pictures else { return Ok(()) };
    let format = options.picture.to.unwrap_or(PictureFormat::Svg);
    let name = match ask.context.single {
        true => String::new(),
        false => stem(ask.file, ask.position.number, ask.is_line) + "-",
    };
    let path = folder.join(format!("{name}{n:03}.{}", format.ending()));
    let mut view = frame.view.clone();
    view.caption = Some(format!("{}\n{}", frame.name, cut(&frame.text, BESIDE_A_PICTURE)));
    let bytes = drawn(&view, format, &options.picture, false);
    let written = bytes.and_then(|bytes| write(&path, &bytes));
    written.map_err(|message| vec![complaint((ask.label)(), message)])
}

/// Why there is nothing to explain.
/// Wrong cells that are told one by one.
const MOST_WRONG: usize = 8;

pub(super) fn impossible(board: &Board, truth: &Truth, wrong: &[usize]) -> Option<String> {
    match truth {
        Truth::None => Some("the puzzle has no solution; `check --why` tells why".into()),
        Truth::Unknown => Some("the solutions were not found within the limits".into()),
        Truth::Known(_) if !wrong.is_empty() => {
            let cell = |&c: &usize| board.puzzle.grid.name(pencilmark::CellId::new(c));
            let cells: Vec<String> = wrong.iter().take(MOST_WRONG).map(cell).collect();
            let more = match wrong.len() - cells.len() {
                0 => String::new(),
                more => format!(" and {more} more cells"),
            };
            Some(format!("the state is already wrong in {}{more}", cells.join(", ")))
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
