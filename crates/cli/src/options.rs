//! What the command line asks for, as plain data.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use pencilmark::formats::Format;
use pencilmark::logic::Technique;
use pencilmark::logic::story::Manner;
use pencilmark::{CompileOptions, DeriveOptions};

use crate::picture::PictureOptions;
use crate::terminal::Colour;

/// What to do with each puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Print solutions.
    Solve,
    /// Say whether there is exactly one.
    Check,
    /// Say how many there are.
    Count,
    /// Say which digits occur in any.
    Candidates,
    /// Write it in another format.
    Convert,
    /// Tell step by step why the solution is as it is.
    Explain,
    /// Help with the next step.
    Hint,
    /// Say how hard it is.
    Grade,
    /// List all instances of one technique.
    Find,
    /// Make a picture of it.
    Draw,
    /// Take away clues that are not needed.
    Minimise,
    /// List clues that are not needed.
    Redundant,
    /// Find givens that make it proper.
    Complete,
}

/// How much a hint gives away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// Where to look.
    Where,
    /// And for what.
    What,
    /// And why.
    Why,
}

/// How a solution is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Drawn with lines.
    Grid,
    /// One line of text for each row.
    Rows,
    /// All on one line.
    Line,
}

/// A command line.
#[derive(Clone, Debug)]
pub struct Options {
    /// What to do.
    pub command: Command,
    /// With which files; none means standard input.
    pub files: Vec<OsString>,
    /// The format of the input, if it is not to be found out.
    pub from: Option<Format>,
    /// `convert`: the format of the output.
    pub to: Option<Format>,
    /// `solve`: how many solutions to print.
    pub wanted: u64,
    /// `check`: whether to look for clues that contradict each other.
    pub why: bool,
    /// `count`: where to stop.
    pub limit: u64,
    /// `count`: estimate the number by so many random dives.
    pub estimate: Option<u64>,
    /// `solve`: try digits in an order that chance starts from here.
    pub random: Option<u64>,
    /// `candidates`: whether to tell how many solutions each digit has.
    pub counts: bool,
    /// `candidates`: how far to count.
    pub cap: u64,
    /// One JSON object for each puzzle instead of text.
    pub json: bool,
    /// How to print solutions; by default as the input suggests.
    pub form: Option<Form>,
    /// How long to work on one puzzle.
    pub time_limit: Option<Duration>,
    /// How many nodes to spend on one puzzle.
    pub nodes: Option<u64>,
    /// How many threads to use.
    pub threads: usize,
    /// When to use colours.
    pub colour: Colour,
    /// Only data and errors, no remarks.
    pub quiet: bool,
    /// Which implied constraints are added.
    pub derive: DeriveOptions,
    /// How strong propagation is.
    pub compile: CompileOptions,
    /// Who searches.
    pub engine: Engine,
    /// How steps are chosen.
    pub manner: Manner,
    /// `find`: what to look for; five digits of a code mean siamese fish.
    pub technique: Option<(Technique, bool)>,
    /// A file with the state to start from, and what it says once it is read.
    pub state: Option<(OsString, String)>,
    /// `explain`: the first and last step to print.
    pub steps: Option<(usize, usize)>,
    /// `explain`: a line for each step, no sentences.
    pub short: bool,
    /// `explain`: proofs in full, however long.
    pub whole: bool,
    /// `explain`: whether to tell what is left after each step.
    pub marks: bool,
    /// Whether to tell how far a search is as JSON on standard error.
    pub progress: bool,
    /// `explain`: whether to check each step.
    pub verify: bool,
    /// `hint`: how much to give away.
    pub strength: Strength,
    /// `grade`: what to print.
    pub format: Option<String>,
    /// `minimise`, `redundant`: the kinds of clues that may go, all if none is named;
    /// `complete`: the kind to add, givens if none is named.
    pub kinds: Vec<String>,
    /// `minimise`, `complete`, estimates: where chance starts from.
    pub seed: u64,
    /// What pictures look like and where they go.
    pub picture: PictureOptions,
    /// `explain`: the folder for a picture of each step.
    pub pictures: Option<PathBuf>,
    /// `explain`: the file for a page with all steps.
    pub html: Option<PathBuf>,
}

/// Who searches for solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// Both, in turns.
    Turns,
    /// Marks are erased, and one is tried.
    Marks,
    /// Clauses are learnt from dead ends.
    Clauses,
}

impl Options {
    /// What a command does when nothing else is said.
    pub fn new(command: Command) -> Options {
        Options {
            command,
            files: Vec::new(),
            from: None,
            to: None,
            wanted: 1,
            why: false,
            limit: u64::MAX,
            estimate: None,
            random: None,
            counts: false,
            cap: 1000,
            json: false,
            form: None,
            time_limit: None,
            nodes: None,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            colour: Colour::Auto,
            quiet: false,
            derive: DeriveOptions::default(),
            compile: CompileOptions::default(),
            engine: Engine::Turns,
            manner: Manner::default(),
            technique: None,
            state: None,
            steps: None,
            short: false,
            whole: false,
            marks: false,
            progress: false,
            verify: false,
            strength: Strength::Where,
            format: None,
            kinds: vec![],
            seed: 0,
            picture: PictureOptions::default(),
            pictures: None,
            html: None,
        }
    }
}
