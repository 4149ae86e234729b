//! What the command line says about how to solve.

use pencilmark_kernel::search::Limits;
use pencilmark_kernel::{CompileOptions, DeriveOptions, Strength};
use pencilmark_puzzle::Settings;

use crate::Failure;

/// How to solve, and which puzzles.
#[derive(Clone, Debug)]
pub struct Options {
    /// Give up after this many nodes.
    pub limit_nodes: u64,
    /// Derivations to make.
    pub derive: DeriveOptions,
    /// Strength of propagation.
    pub compile: CompileOptions,
    /// Only puzzles whose name contains this.
    pub only: Option<String>,
    /// Search with the clause engine instead of the kernel's search.
    pub clauses: bool,
    /// How many solutions to count.
    pub most: u64,
    /// Run each puzzle once, as whoever has one to solve does.
    pub once: bool,
}

impl Options {
    /// Splits the words of a command line into options and files.
    pub fn parse(words: Vec<String>) -> Result<(Options, Vec<String>), Failure> {
        let mut options = Options {
            limit_nodes: 2_000_000,
            derive: DeriveOptions::default(),
            compile: CompileOptions::default(),
            only: None,
            clauses: false,
            most: 100_000,
            once: false,
        };
        let mut files = Vec::new();
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value"));
            match word.as_str() {
                "--limit-nodes" => options.limit_nodes = number(&value()?)?,
                "--most" => options.most = number(&value()?)?,
                "--without-count-totals" => options.compile.count_totals = false,
                "--without" => options.derive = without(options.derive, &value()?)?,
                "--distinct" => options.compile.distinct = strength(&value()?)?,
                "--only" => options.only = Some(value()?),
                "--clauses" => options.clauses = true,
                "--once" => options.once = true,
                other if other.starts_with("--") => return Err(format!("unknown {other}").into()),
                _ => files.push(word),
            }
        }
        Ok((options, files))
    }

    /// The settings of a solver.
    pub fn settings(&self) -> Settings {
        Settings {
            derive: self.derive,
            compile: self.compile,
            limits: Limits { nodes: Some(self.limit_nodes), ..Default::default() },
            threads: 1,
        }
    }

    /// The same without a derivation.
    pub fn leaving_out(&self, name: &str) -> Result<Options, Failure> {
        Ok(Options { derive: without(self.derive, name)?, ..self.clone() })
    }
}

fn number(text: &str) -> Result<u64, Failure> {
    Ok(text.replace(['_', ','], "").parse()?)
}

fn without(derive: DeriveOptions, name: &str) -> Result<DeriveOptions, Failure> {
    let known = DeriveOptions::NAMES;
    derive
        .without(name)
        .ok_or_else(|| format!("no derivation `{name}`; there are {known:?}").into())
}

fn strength(name: &str) -> Result<Strength, Failure> {
    match name {
        "weak" => Ok(Strength::Weak),
        "full" => Ok(Strength::Full),
        "auto" => Ok(Strength::Auto),
        _ => Err(format!("`{name}` is not weak, full or auto").into()),
    }
}
