//! The words after `asp`: clingo's options, as far as they mean something here.

use std::time::Duration;

use lexopt::{Arg, Parser};
use pencilmark_asp::message::Warning;
use pencilmark_asp::program::Program;
use pencilmark_asp::solve::{OptMode, Projection, Reasoning, Strategy};

use super::ignored::{FLAGS, IGNORED, REFUSED};
use crate::args::Complaint;
use crate::screen::talk;

/// One line for the list of commands.
pub const SUMMARY: &str = "answer sets of programs written for clingo";

/// The help of this command.
pub const HELP: &str = "\
Answer sets of programs written for clingo.

Usage: pencilmark asp [NUMBER] [OPTIONS] [FILE...]

Reads the files (or standard input), grounds and solves them and prints answer
sets as clingo does. NUMBER answer sets are looked for: 1 if not said (all if
something is minimised, and with -e), 0 for all.

Options:
  -n, --models NUMBER     the same as NUMBER
  -c, --const NAME=TERM   replace the constant NAME by TERM; can be repeated
      --opt-mode MODE     opt, optN (all optimal ones), enum[,BOUND...], ignore
      --opt-strategy S    bb (from above) or usc (from below); default: both
  -e, --enum-mode MODE    brave, cautious: what some, all answer sets contain
      --project[=WHAT]    count what is printed (show) or #project once
      --time-limit N      stop after N seconds, while grounding too
      --atom-limit N      stop grounding at N atoms (default 40000000)

  -q, --quiet[=M[,C]]     print 0 all, 1 the last, 2 no models; also for costs
  -V, --verbose[=N]       0 only models, 1 as usual
      --outf N            0 text, 1 competition, 2 JSON, 3 nothing
      --stats             what the search did
      --grid NAME/3       draw atoms NAME(row,column,value) as a grid
      --text              print the ground program and stop
      --profile           instances and time of each rule, on standard error
      --why               if there is no answer set: rules and facts to blame
  -W, --warn none         no remarks; also no-atom-undefined and the like
  -h, --help              this text

Other options of clingo and clasp are accepted and have no effect, unless they
would change the answers: those are refused.

Examples:
  pencilmark asp given.lp sudoku.lp
      one answer set
  pencilmark asp 0 -c n=8 queens.lp
      all of them, with a constant set
  pencilmark asp --grid sudoku/3 given.lp sudoku.lp
      drawn as a grid

Exit: as clingo: 10 found, 20 there is none, 30 found and no more, 65 bad
program, 1 interrupted or bad options (11 after an answer set), 0 for --text.
";

/// What is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// As clingo.
    Text,
    /// As in the ASP competition.
    Competition,
    /// JSON.
    Json,
    /// Nothing.
    Nothing,
    /// The ground program.
    Ground,
}

/// Which remarks are shown.
#[derive(Clone, Debug, Default)]
pub struct Warnings {
    hidden: Vec<&'static str>,
}

/// Names of the kinds of remarks.
const KINDS: [&str; 5] =
    ["atom-undefined", "operation-undefined", "file-included", "global-variable", "other"];

impl Warnings {
    fn set(&mut self, word: &str) -> bool {
        match word {
            "none" => self.hidden = KINDS.to_vec(),
            "all" => self.hidden.clear(),
            _ => {
                let (hide, name) = match word.strip_prefix("no-") {
                    Some(name) => (true, name),
                    None => (false, word),
                };
                let Some(kind) = KINDS.iter().find(|kind| **kind == name) else {
                    return name == "variable-unbounded";
                };
                self.hidden.retain(|hidden| hidden != kind);
                if hide {
                    self.hidden.push(kind);
                }
            }
        }
        true
    }

    /// Whether remarks of a kind are shown.
    pub fn shows(&self, kind: Warning) -> bool {
        let name = match kind {
            Warning::AtomUndefined => KINDS[0],
            Warning::OperationUndefined => KINDS[1],
            Warning::FileIncluded => KINDS[2],
            Warning::GlobalVariable => KINDS[3],
            Warning::Other => KINDS[4],
        };
        !self.hidden.contains(&name)
    }
}

/// How much is printed: all, the last, or nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quiet {
    /// Everything.
    All,
    /// The last one, or the optimal ones.
    Last,
    /// Nothing.
    Nothing,
}

/// A projection that was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Project {
    No,
    Auto,
    Shown,
    Atoms,
}

/// What a command line wants.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The files.
    pub files: Vec<String>,
    /// How many answer sets; nothing: not said.
    pub models: Option<u64>,
    /// `name=term`
    pub constants: Vec<String>,
    /// What costs are for.
    pub opt_mode: OptMode,
    /// What costs may be at most.
    pub bound: Option<Vec<i64>>,
    /// How an optimum is looked for.
    pub strategy: Strategy,
    /// Answer sets or consequences.
    pub reasoning: Reasoning,
    project: Project,
    /// When to stop.
    pub time_limit: Option<Duration>,
    /// How many conflicts are too many.
    pub conflict_limit: Option<u64>,
    /// How many atoms are too many.
    pub atom_limit: u64,
    /// Which models are printed.
    pub quiet_models: Quiet,
    /// Which costs are printed.
    pub quiet_costs: Quiet,
    /// 0: only models.
    pub verbose: u8,
    /// What is printed.
    pub format: Format,
    /// Say what the search did.
    pub stats: bool,
    /// Draw atoms of this predicate.
    pub grid: Option<String>,
    /// Say what grounding cost.
    pub profile: bool,
    /// Say why there is no answer set.
    pub why: bool,
    /// Which remarks are shown.
    pub warnings: Warnings,
}

impl Settings {
    /// Whether costs are made small.
    pub fn optimizes(&self) -> bool {
        matches!(self.opt_mode, OptMode::Opt | OptMode::OptN)
    }

    /// Whether all answer sets are looked for if nothing is said: for optima and consequences.
    pub fn wants_all(&self, program: &Program) -> bool {
        self.reasoning != Reasoning::Models || self.optimizes() && !program.minimize.is_empty()
    }

    /// When answer sets count as the same.
    pub fn projection(&self, program: &Program) -> Projection {
        match self.project {
            Project::No => Projection::None,
            Project::Shown => Projection::Shown,
            Project::Atoms => Projection::Atoms,
            // Where none of the atoms exists, it is what is printed that counts.
            Project::Auto if program.projection.as_ref().is_some_and(|p| !p.is_empty()) => {
                Projection::Atoms
            }
            Project::Auto => Projection::Shown,
        }
    }
}

/// What was asked for.
#[derive(Debug)]
pub enum Asked {
    /// Work.
    Run(Box<Settings>),
    /// The help.
    Help,
    /// The version.
    Version,
}

/// Reads the words after `asp`.
pub fn parse(words: &mut Parser) -> Result<Asked, Complaint> {
    let mut s = Settings {
        files: Vec::new(),
        models: None,
        constants: Vec::new(),
        opt_mode: OptMode::Opt,
        bound: None,
        strategy: Strategy::default(),
        reasoning: Reasoning::Models,
        project: Project::No,
        time_limit: None,
        conflict_limit: None,
        atom_limit: pencilmark_asp::Limits::default().atoms,
        quiet_models: Quiet::All,
        quiet_costs: Quiet::All,
        verbose: 1,
        format: Format::Text,
        stats: false,
        grid: None,
        profile: false,
        why: false,
        warnings: Warnings::default(),
    };
    let mut ignored = Vec::new();
    while let Some(arg) = words.next().map_err(|e| e.to_string())? {
        match arg {
            Arg::Short('h') | Arg::Long("help") => {
                words.optional_value();
                return Ok(Asked::Help);
            }
            Arg::Short('v') | Arg::Long("version") => return Ok(Asked::Version),
            Arg::Short('n') | Arg::Long("models") => {
                let text = value(words, "-n NUMBER")?;
                let number = models(&text).ok_or_else(|| format!("`-n {text}` is no number"))?;
                set_models(&mut s, number)?;
            }
            Arg::Short('c') | Arg::Long("const") => s.constants.push(value(words, "-c NAME=TERM")?),
            Arg::Long("opt-mode") => opt_mode(&value(words, "--opt-mode MODE")?, &mut s)?,
            Arg::Long("opt-bound") => {
                s.bound = Some(bounds("--opt-bound", &value(words, "--opt-bound BOUND")?)?);
            }
            Arg::Long("solve-limit") => {
                let text = value(words, "--solve-limit CONFLICTS")?;
                s.conflict_limit = match text.split(',').next() {
                    Some("umax" | "no" | "-1") => None,
                    Some(most) => Some(most.parse().map_err(|_| {
                        format!("`--solve-limit {text}`: expected a number of conflicts")
                    })?),
                    None => None,
                };
            }
            Arg::Long("opt-strategy") => {
                let text = value(words, "--opt-strategy bb")?;
                s.strategy = match text.split(',').next() {
                    Some("bb") => Strategy::Models,
                    Some("usc") => Strategy::Cores,
                    _ => return Err(format!("`--opt-strategy {text}`: expected bb or usc")),
                };
            }
            Arg::Short('e') | Arg::Long("enum-mode") => {
                let text = value(words, "-e MODE")?;
                s.reasoning = match text.to_lowercase().as_str() {
                    "brave" => Reasoning::Brave,
                    "cautious" => Reasoning::Cautious,
                    "auto" | "bt" | "record" | "user" => Reasoning::Models,
                    _ => return Err(format!("`-e {text}`: expected brave or cautious")),
                };
            }
            Arg::Long("project") => {
                let text = words.optional_value().map(|v| v.to_string_lossy().into_owned());
                let word = text.as_deref().and_then(|text| text.split(',').next());
                s.project = match word {
                    None | Some("auto") => Project::Auto,
                    Some("show") => Project::Shown,
                    Some("project") => Project::Atoms,
                    Some("no") => Project::No,
                    Some(word) => {
                        return Err(format!("`--project={word}`: expected show or project"));
                    }
                };
            }
            Arg::Long("time-limit") => {
                let seconds = number(words, "--time-limit SECONDS")?;
                s.time_limit = (seconds > 0).then(|| Duration::from_secs(seconds));
            }
            Arg::Long("atom-limit") => s.atom_limit = number(words, "--atom-limit NUMBER")?,
            Arg::Short('q') | Arg::Long("quiet") => {
                let text = words.optional_value().map(|v| v.to_string_lossy().into_owned());
                quiet(text.as_deref().unwrap_or("2"), &mut s)?;
            }
            Arg::Short('V') | Arg::Long("verbose") => {
                let text = words.optional_value().map(|v| v.to_string_lossy().into_owned());
                let text = text.as_deref().unwrap_or("1");
                s.verbose = text.parse().map_err(|_| format!("`-V {text}`: expected a number"))?;
            }
            Arg::Long("outf") => {
                let text = value(words, "--outf NUMBER")?;
                s.format = match text.as_str() {
                    "0" => Format::Text,
                    "1" => Format::Competition,
                    "2" => Format::Json,
                    "3" => Format::Nothing,
                    _ => return Err(format!("`--outf {text}`: expected 0, 1, 2 or 3")),
                };
            }
            Arg::Short('s') | Arg::Long("stats") => {
                words.optional_value();
                s.stats = true;
            }
            Arg::Long("grid") => {
                let text = value(words, "--grid NAME/3")?;
                if text.strip_suffix("/3").is_none_or(str::is_empty) {
                    return Err(format!("`--grid {text}`: expected a predicate such as sudoku/3"));
                }
                s.grid = Some(text);
            }
            Arg::Long("text") => s.format = Format::Ground,
            Arg::Short('o') | Arg::Long("output") => {
                let text = value(words, "--output text")?;
                match text.as_str() {
                    "text" => s.format = Format::Ground,
                    _ => return Err(format!("`--output {text}`: only `text` is supported")),
                }
            }
            Arg::Long("mode") => {
                let text = value(words, "--mode MODE")?;
                match text.as_str() {
                    "clingo" => {}
                    "gringo" => s.format = Format::Ground,
                    _ => return Err(format!("`--mode {text}`: expected clingo or gringo")),
                }
            }
            Arg::Long("profile") => s.profile = true,
            Arg::Long("why") => s.why = true,
            Arg::Short('W') | Arg::Long("warn") => {
                let text = value(words, "-W none")?;
                if !text.split(',').all(|word| s.warnings.set(word)) {
                    return Err(format!(
                        "`-W {text}`: expected none, all, or no- and one of {}",
                        KINDS.join(", ")
                    ));
                }
            }
            Arg::Short('t') => {
                value(words, "-t THREADS")?;
                ignored.push("-t".to_string());
            }
            Arg::Value(word) => {
                let word = word.to_string_lossy().into_owned();
                match models(&word) {
                    Some(number) => set_models(&mut s, number)?,
                    None => s.files.push(word),
                }
            }
            Arg::Long(name) if FLAGS.contains(&name) || is_switched_off(name) => {
                let name = format!("--{name}");
                words.optional_value();
                ignored.push(name);
            }
            Arg::Long(name) if IGNORED.contains(&name) => {
                let name = format!("--{name}");
                value(words, &name)?;
                ignored.push(name);
            }
            Arg::Long(name) if REFUSED.contains(&name) => {
                return Err(format!("`--{name}` would change the answers, and is not supported"));
            }
            Arg::Short(c) => return Err(format!("`pencilmark asp` has no option `-{c}`")),
            Arg::Long(name) => return Err(format!("`pencilmark asp` has no option `--{name}`")),
        }
    }
    if !ignored.is_empty() {
        talk(&format!("pencilmark: info: no effect here: {}\n", ignored.join(" ")));
    }
    Ok(Asked::Run(Box::new(s)))
}

fn value(words: &mut Parser, what: &str) -> Result<String, Complaint> {
    let value = words.value().map_err(|_| format!("a value is missing: {what}"))?;
    Ok(value.to_string_lossy().into_owned())
}

/// `--no-lookahead` and the like.
fn is_switched_off(name: &str) -> bool {
    name.strip_prefix("no-").is_some_and(|name| FLAGS.contains(&name) || IGNORED.contains(&name))
}

/// Two numbers of models contradict each other, as in clingo.
fn set_models(settings: &mut Settings, number: u64) -> Result<(), String> {
    match settings.models.replace(number) {
        None => Ok(()),
        Some(first) => Err(format!("the number of models is given twice: {first} and {number}")),
    }
}

/// A number of models; -1 is all of them, as 0 is.
fn models(text: &str) -> Option<u64> {
    if text == "-1" { Some(0) } else { text.parse().ok() }
}

fn number(words: &mut Parser, what: &str) -> Result<u64, Complaint> {
    let text = value(words, what)?;
    text.parse().map_err(|_| format!("`{text}` is no number: {what}"))
}

fn opt_mode(text: &str, s: &mut Settings) -> Result<(), Complaint> {
    let (mode, rest) = text.split_once(',').map_or((text, None), |(mode, rest)| (mode, Some(rest)));
    s.opt_mode = match mode {
        "opt" => OptMode::Opt,
        "optN" | "optn" => OptMode::OptN,
        "enum" => OptMode::Enum,
        "ignore" => OptMode::Ignore,
        _ => return Err(format!("`--opt-mode {text}`: expected opt, optN, enum or ignore")),
    };
    if let Some(rest) = rest {
        s.bound = Some(bounds("--opt-mode", rest)?);
    }
    Ok(())
}

fn bounds(option: &str, text: &str) -> Result<Vec<i64>, Complaint> {
    let numbers: Result<Vec<i64>, _> = text.split(',').map(str::parse).collect();
    numbers.map_err(|_| format!("`{option} {text}`: bounds are numbers"))
}

fn quiet(text: &str, s: &mut Settings) -> Result<(), Complaint> {
    let mut parts = text.split(',').map(|part| match part {
        "0" => Ok(Quiet::All),
        "1" => Ok(Quiet::Last),
        "2" => Ok(Quiet::Nothing),
        _ => Err(format!("`-q {text}`: expected 0, 1 or 2")),
    });
    s.quiet_models = parts.next().unwrap_or(Ok(Quiet::Nothing))?;
    s.quiet_costs = parts.next().unwrap_or(Ok(s.quiet_models))?;
    Ok(())
}
