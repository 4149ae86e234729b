//! From a ground program to its answer sets.
//!
//! [`solve`] translates the program (its completion, with sums, unfounded sets and stability
//! checks as theories) for the clause engine and hands each answer set to its caller.
//!
//! - `rules`: the program without what is decided on sight, disjunctions shifted;
//! - `graph`: components of positive dependency;
//! - `compile`: literals for atoms and bodies, clauses, theories;
//! - `unfounded`, `stable`, `acyclic`: the theories;
//! - `answers`: what is asked: answer sets, optima, consequences;
//! - `why`: rules to blame when there is no answer set.

mod acyclic;
mod answers;
mod compile;
mod graph;
mod rules;
mod stable;
mod unfounded;
mod why;

use std::fmt;
use std::ops::ControlFlow;

use pencilmark_sat as sat;

pub use pencilmark_sat::Limits;
pub use pencilmark_sat::optimize::Strategy;
pub use why::{Blame, Effort, blame};

use crate::program::{AtomId, Lit, Program};

/// What is asked about a program.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Stop after so many answer sets (with [`OptMode::OptN`]: optimal ones); 0 for all.
    pub models: u64,
    /// What the costs are for.
    pub opt_mode: OptMode,
    /// The costs are at most these, level by level in lexicographic order; not with
    /// [`OptMode::Ignore`].
    pub bound: Option<Vec<i64>>,
    /// How an optimum is looked for.
    pub strategy: Strategy,
    /// Answer sets, or what they have in common.
    pub reasoning: Reasoning,
    /// When answer sets count as the same.
    pub projection: Projection,
    /// When to give up.
    pub limits: Limits,
}

/// What the costs are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OptMode {
    /// Better and better answer sets, the last one optimal.
    #[default]
    Opt,
    /// The same, and then all optimal ones.
    OptN,
    /// All answer sets, or those within [`Options::bound`].
    Enum,
    /// Costs are computed but not looked at.
    Ignore,
}

/// Answer sets, or what they have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reasoning {
    /// Answer sets.
    #[default]
    Models,
    /// What holds in some answer set.
    Brave,
    /// What holds in all answer sets.
    Cautious,
}

/// When answer sets count as the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Projection {
    /// Never.
    #[default]
    None,
    /// When they print the same.
    Shown,
    /// When they agree on [`Program::projection`].
    Atoms,
}

/// An answer set, or with [`Reasoning::Brave`] and [`Reasoning::Cautious`] what is known
/// about all of them so far.
#[derive(Clone, Debug)]
pub struct Model<'a> {
    /// Counted from 1.
    pub number: u64,
    /// Which of [`Program::output`] hold, as indices in ascending order; one index for each text.
    pub shown: &'a [u32],
    /// By atom index: whether it is true. Of consequences only `shown` speaks.
    pub truth: &'a [bool],
    /// The costs, the most important level first; empty without levels.
    pub costs: &'a [i64],
    /// Whether it is known already that nothing is better.
    pub optimal: bool,
}

impl Model<'_> {
    /// Whether an atom is true.
    pub fn contains(&self, atom: AtomId) -> bool {
        self.truth[atom.index()]
    }

    /// Whether a literal holds.
    pub fn holds(&self, lit: Lit) -> bool {
        self.contains(lit.atom()) == lit.is_positive()
    }
}

/// How it ended.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// Whether there is an answer set; none: not known.
    pub satisfiable: Option<bool>,
    /// Whether everything asked for was found: no answer set is missing, the optimum is proven.
    pub exhausted: bool,
    /// How many models were handed over.
    pub models: u64,
    /// How many of them were optimal for sure, with [`OptMode::OptN`].
    pub optimal: u64,
    /// The costs of the best answer set found, if there are cost levels.
    pub costs: Option<Vec<i64>>,
    /// Whether nothing is better.
    pub optimum: bool,
    /// Whether a limit ended the search.
    pub interrupted: bool,
    /// What the search did.
    pub stats: Stats,
}

/// What solving a program took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// What the clause engine did.
    pub search: sat::Stats,
    /// Variables of the clause engine.
    pub variables: u64,
    /// Rules of the ground program.
    pub rules: u64,
    /// Distinct bodies.
    pub bodies: u64,
    /// At-most-one sets found in the constraints.
    pub at_most_one: u64,
    /// All-different constraints found.
    pub all_different: u64,
    /// Atoms on positive cycles.
    pub cyclic_atoms: u64,
    /// Components that need a stability check.
    pub disjunctive_components: u64,
}

/// Why a program cannot be solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// Weights of a sum or of costs that do not fit into 64 bits together.
    Overflow,
    /// A limit was met while the program was translated. [`solve`] never gives this: its outcome
    /// is then unknown.
    Stopped,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Overflow => write!(f, "the weights of a sum do not fit into 64 bits together"),
            Error::Stopped => write!(f, "a limit was met before the search began"),
        }
    }
}

impl std::error::Error for Error {}

impl From<sat::Overflow> for Error {
    fn from(_: sat::Overflow) -> Error {
        Error::Overflow
    }
}

/// Looks for what the options ask for. `on_model` sees each model and may break off.
///
/// # Errors
/// If weights are too large.
pub fn solve(
    program: &Program,
    options: &Options,
    on_model: &mut dyn FnMut(&Model<'_>) -> ControlFlow<()>,
) -> Result<Outcome, Error> {
    answers::solve(program, options, on_model)
}
