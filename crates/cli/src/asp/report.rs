//! What is printed about a search, whatever the format.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pencilmark_asp::program::Program;
use pencilmark_asp::solve::{Model, OptMode, Outcome, Reasoning};

use super::options::{Format, Quiet, Settings};
use super::{grid, json, text};
use crate::screen::talk;

/// What ended it, other than its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Nothing.
    None,
    /// Something is wrong.
    Error,
    /// Time is up.
    TimeLimit,
    /// Somebody stopped it.
    Interrupted,
}

/// One model, ready to be printed.
#[derive(Clone, Debug)]
pub struct Printed {
    /// Counted from 1.
    pub number: u64,
    /// What is shown: numbers of outputs.
    pub shown: Vec<u32>,
    /// Its costs.
    pub costs: Vec<i64>,
    /// Consequences: how many are certain, how many open.
    pub consequences: Option<(u64, u64)>,
}

/// Which parts of a model are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    /// The answer set.
    pub atoms: bool,
    /// Its costs.
    pub costs: bool,
}

/// Everything for the last lines.
#[derive(Clone, Debug)]
pub struct Summary {
    /// `SATISFIABLE` and so on.
    pub result: &'static str,
    /// How many models.
    pub models: u64,
    /// Whether there may be more.
    pub more: bool,
    /// Whether the optimum is proven; nothing without optimisation.
    pub optimum: Option<bool>,
    /// How many optimal models.
    pub optimal: Option<u64>,
    /// The costs of the best.
    pub costs: Option<Vec<i64>>,
    /// Consequences: the word for them and how many.
    pub consequences: Option<(&'static str, bool, u64, u64)>,
    /// What ended it.
    pub ending: Ending,
    /// All time, solving, first model, time after the last model.
    pub times: [Duration; 4],
}

/// The exit when answers cannot be written: clasp's for errors of its own.
const WRITE_FAILED: u8 = 33;

/// So many models are handed on at once: the next may be long in coming.
const PROMPT: u64 = 1000;
/// How long output may wait in memory while the search goes on.
const WAIT: Duration = Duration::from_millis(100);

/// Prints as it goes.
pub struct Report<'a> {
    settings: &'a Settings,
    out: BufWriter<Stdout>,
    json: json::Writer,
    start: Instant,
    solving: Instant,
    first: Option<Instant>,
    last: Option<Instant>,
    flushed: Instant,
    terminal: bool,
    /// The last model, if it was not printed.
    kept: Option<Printed>,
    certain: (u64, u64),
    line: String,
    /// Whether something was said about the drawing.
    remarked: bool,
}

impl<'a> Report<'a> {
    /// Nothing is printed yet.
    pub fn new(settings: &'a Settings, start: Instant) -> Report<'a> {
        Report {
            settings,
            out: BufWriter::with_capacity(1 << 16, io::stdout()),
            json: json::Writer::default(),
            start,
            solving: start,
            first: None,
            last: None,
            flushed: start,
            terminal: io::stdout().is_terminal(),
            kept: None,
            certain: (0, 0),
            line: String::new(),
            remarked: false,
        }
    }

    /// The lines before there is anything to say.
    pub fn reading(&mut self) {
        let settings = self.settings;
        let _ = match settings.format {
            Format::Text if settings.verbose > 0 => text::head(&mut self.out, settings, ""),
            Format::Competition if settings.verbose > 0 => {
                text::head(&mut self.out, settings, "% ")
            }
            Format::Json => self.json.head(&mut self.out, settings),
            _ => Ok(()),
        };
    }

    /// The search begins.
    pub fn solving(&mut self, _: &Program) {
        self.solving = Instant::now();
        let _ = match self.settings.format {
            Format::Text if self.settings.verbose > 0 => writeln!(self.out, "Solving..."),
            Format::Competition if self.settings.verbose > 0 => writeln!(self.out, "% Solving..."),
            _ => Ok(()),
        };
        let _ = self.out.flush();
    }

    /// A model was found.
    pub fn model(&mut self, program: &Program, model: &Model<'_>) -> ControlFlow<()> {
        let now = Instant::now();
        self.first.get_or_insert(now);
        self.last = Some(now);
        let consequences = match self.settings.reasoning {
            Reasoning::Models => None,
            Reasoning::Brave => {
                let all = program.output.len() as u64;
                Some((model.shown.len() as u64, all - model.shown.len() as u64))
            }
            Reasoning::Cautious => {
                let facts = program.output.iter().filter(|o| o.condition.is_empty()).count();
                let certain = facts as u64;
                Some((certain, (model.shown.len() as u64).saturating_sub(certain)))
            }
        };
        self.certain = consequences.unwrap_or((0, 0));
        let ignore = self.settings.opt_mode == OptMode::Ignore;
        let costs = if ignore { Vec::new() } else { model.costs.to_vec() };
        // The optimal ones of `optN` all count as the last.
        let last = model.optimal && self.settings.opt_mode == OptMode::OptN;
        let wanted = |quiet: Quiet| quiet == Quiet::All || quiet == Quiet::Last && last;
        let parts = Parts {
            atoms: wanted(self.settings.quiet_models),
            costs: wanted(self.settings.quiet_costs),
        };
        let printed = Printed { number: model.number, shown: Vec::new(), costs, consequences };
        if parts.atoms || parts.costs && !printed.costs.is_empty() {
            // Printing needs no copy of what is shown: it may be large, and models many.
            if self.print(program, &printed, model.shown, parts).is_err() {
                return ControlFlow::Break(());
            }
            if self.terminal || model.number <= PROMPT || now - self.flushed > WAIT {
                self.flushed = now;
                let _ = self.out.flush();
            }
        }
        self.kept = None;
        if !last && (self.waits(Quiet::Last) || self.settings.format == Format::Competition) {
            let shown = match self.settings.quiet_models {
                Quiet::Nothing => Vec::new(),
                _ => model.shown.to_vec(),
            };
            self.kept = Some(Printed { shown, ..printed });
        }
        ControlFlow::Continue(())
    }

    /// Whether something of the last model is printed at the end.
    fn waits(&self, quiet: Quiet) -> bool {
        let costs = self.settings.quiet_costs == quiet && self.settings.optimizes();
        self.settings.quiet_models == quiet || costs
    }

    fn print(
        &mut self,
        program: &Program,
        printed: &Printed,
        shown: &[u32],
        parts: Parts,
    ) -> io::Result<()> {
        self.line.clear();
        match self.settings.format {
            Format::Text => {
                let answer = (self.settings.verbose > 0).then_some(printed.number);
                text::model(&mut self.line, program, printed, shown, answer, parts);
                if let Some(predicate) = &self.settings.grid
                    && parts.atoms
                {
                    let drawing = grid::draw(program, shown, predicate);
                    self.line.push_str(&drawing.text);
                    if let Some(remark) = drawing.remark.filter(|_| !self.remarked) {
                        self.remarked = true;
                        talk(&format!("pencilmark: info: --grid: {remark}\n"));
                    }
                }
                self.out.write_all(self.line.as_bytes())
            }
            Format::Json if !parts.atoms => Ok(()),
            Format::Json => self.json.model(&mut self.out, program, printed, shown),
            // Only the last one is an answer in competitions.
            Format::Competition | Format::Nothing | Format::Ground => Ok(()),
        }
    }

    /// The search is over. Gives the exit code.
    pub fn finish(
        &mut self,
        program: &Program,
        outcome: &Outcome,
        solving: Instant,
        deadline: Option<Instant>,
    ) -> u8 {
        if let Some(kept) = self.kept.take() {
            if self.settings.format == Format::Competition {
                let _ = text::competition_answer(&mut self.out, program, &kept);
            } else {
                let parts = Parts {
                    atoms: self.settings.quiet_models != Quiet::Nothing,
                    costs: self.settings.quiet_costs != Quiet::Nothing,
                };
                let _ = self.print(program, &kept, &kept.shown, parts);
            }
        }
        let now = Instant::now();
        let optimizes = self.settings.opt_mode != OptMode::Ignore && !program.minimize.is_empty();
        let enumerates = self.settings.opt_mode == OptMode::Enum;
        let found = outcome.satisfiable == Some(true);
        // clingo calls what meets given bounds optimal, too.
        let optimum = optimizes
            && found
            && (outcome.optimum && !enumerates || enumerates && outcome.exhausted);
        let ending = match outcome.interrupted {
            true if deadline.is_some_and(|deadline| now >= deadline) => Ending::TimeLimit,
            true => Ending::Interrupted,
            false => Ending::None,
        };
        let summary = Summary {
            result: match outcome.satisfiable {
                Some(true) if optimum => "OPTIMUM FOUND",
                Some(true) => "SATISFIABLE",
                Some(false) => "UNSATISFIABLE",
                None => "UNKNOWN",
            },
            models: outcome.models,
            more: !outcome.exhausted,
            optimum: (optimizes && found).then_some(optimum),
            optimal: (self.settings.opt_mode == OptMode::OptN && optimum && outcome.optimal > 1)
                .then_some(outcome.optimal),
            costs: outcome.costs.clone().filter(|_| optimizes && found && !enumerates),
            consequences: match self.settings.reasoning {
                Reasoning::Models => None,
                _ if !found => None,
                Reasoning::Brave => {
                    Some(("Brave", outcome.exhausted, self.certain.0, self.open(outcome)))
                }
                Reasoning::Cautious => {
                    let (certain, open) = self.certain;
                    let known = if outcome.exhausted { certain + open } else { certain };
                    Some(("Cautious", outcome.exhausted, known, self.open(outcome)))
                }
            },
            ending,
            times: self.times(solving, now),
        };
        self.summary(&summary);
        if self.settings.stats && self.settings.format == Format::Text {
            let _ = text::stats(&mut self.out, program, outcome);
        }
        if let Err(error) = self.out.flush()
            && error.kind() != io::ErrorKind::BrokenPipe
        {
            talk(&format!("*** ERROR: (pencilmark): cannot write the answers: {error}\n"));
            return WRITE_FAILED;
        }
        let mut code = 0;
        if found {
            code += 10;
        }
        if outcome.exhausted && outcome.satisfiable.is_some() {
            code += 20;
        }
        if outcome.interrupted {
            code += 1;
        }
        code
    }

    fn open(&self, outcome: &Outcome) -> u64 {
        if outcome.exhausted { 0 } else { self.certain.1 }
    }

    fn times(&self, solving: Instant, now: Instant) -> [Duration; 4] {
        [
            now - self.start,
            now - solving,
            self.first.map_or(Duration::ZERO, |first| first - solving),
            now - self.last.unwrap_or(solving),
        ]
    }

    /// There is nothing to say but that.
    pub fn unknown(&mut self, ending: Ending) {
        let now = Instant::now();
        let summary = Summary {
            result: "UNKNOWN",
            models: 0,
            more: true,
            optimum: None,
            optimal: None,
            costs: None,
            consequences: None,
            ending,
            times: [now - self.start, Duration::ZERO, Duration::ZERO, Duration::ZERO],
        };
        self.summary(&summary);
        let _ = self.out.flush();
    }

    fn summary(&mut self, summary: &Summary) {
        let settings = self.settings;
        let _ = match settings.format {
            Format::Text if settings.verbose > 0 => text::summary(&mut self.out, summary),
            Format::Text => writeln!(self.out, "{}", summary.result),
            Format::Competition => text::competition(&mut self.out, summary),
            Format::Json => self.json.summary(&mut self.out, summary),
            Format::Nothing | Format::Ground => Ok(()),
        };
    }
}
