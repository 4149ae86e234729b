//! What the command prints with `--json`, one object on a line, as the page and the socket of
//! f-puzzles read it.
//!
//! The command writes these objects by itself; a test asks it everything once and holds its lines
//! against these types, and another writes them down for the page in TypeScript.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A cell by row and column, from 1.
pub type Place = [u32; 2];
/// A digit in a cell: row and column from 1, and the digit.
pub type Mark = [i64; 3];
/// Something for every cell, row by row.
pub type Rows<T> = Vec<Vec<T>>;

/// How many solutions there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// None.
    None,
    /// One.
    Unique,
    /// Several.
    Multiple,
    /// That was not found out.
    Unknown,
}

/// Why a search ended before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum Stopped {
    /// The time was up.
    Time,
    /// So many guesses were not allowed.
    Nodes,
    /// It was asked to stop.
    Interrupted,
}

/// Where a puzzle stands in the input, and what of it was lost when it was read.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Source {
    /// The file, `<stdin>` here.
    pub file: String,
    /// Which puzzle of the input, from 1.
    pub number: u32,
    /// Its first line.
    pub line: u32,
    /// What was lost.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub warnings: Vec<String>,
}

/// How a search went.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Outcome {
    /// How many solutions there are.
    pub status: Status,
    /// How many were found.
    #[cfg_attr(test, ts(optional))]
    pub count: Option<u64>,
    /// Whether there are no others.
    #[cfg_attr(test, ts(optional))]
    pub exact: Option<bool>,
    /// Why it ended early.
    #[cfg_attr(test, ts(optional))]
    pub stopped: Option<Stopped>,
    /// How many guesses it took.
    pub nodes: u64,
    /// How long.
    pub seconds: f64,
}

/// A text that cannot be read: in place of any other answer.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Unreadable {
    /// Where the puzzle stands.
    #[serde(flatten)]
    pub source: Source,
    /// The first error.
    pub error: String,
    /// All of them; none if it is a bug of ours.
    #[serde(default)]
    pub errors: Vec<Fault>,
}

/// One thing that is wrong with a text.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Fault {
    /// The line, from 1, if it is in one.
    #[cfg_attr(test, ts(optional))]
    pub line: Option<u32>,
    /// Its first character, from 1.
    #[cfg_attr(test, ts(optional))]
    pub column: Option<u32>,
    /// How many characters are wrong.
    #[cfg_attr(test, ts(optional))]
    pub width: Option<u32>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    #[cfg_attr(test, ts(optional))]
    pub help: Option<String>,
}

/// A clue and where it was written.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Written {
    /// The line, if it was written and does not come with the grid.
    pub line: Option<u32>,
    /// The line as written.
    #[cfg_attr(test, ts(optional))]
    pub text: Option<String>,
    /// In words.
    pub clue: String,
}

/// `check`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Checked {
    /// Where the puzzle stands.
    #[serde(flatten)]
    pub source: Source,
    /// Clues that contradict each other, if that was asked and there is no solution.
    #[cfg_attr(test, ts(optional))]
    pub why: Option<Vec<Written>>,
    /// Whether no fewer do.
    #[cfg_attr(test, ts(optional))]
    pub smallest: Option<bool>,
    /// How the search went.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// A line of `check --why --progress`, on standard error, while fewer clues are looked for.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Clash {
    /// Clues that contradict each other; all clues at first.
    pub why: Vec<Written>,
    /// Whether no fewer do.
    pub smallest: bool,
}

/// `solve`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Solved {
    /// Where the puzzle stands.
    #[serde(flatten)]
    pub source: Source,
    /// The digits of each solution.
    pub solutions: Vec<Rows<i64>>,
    /// For each, the values of named variables and of layers, `NAME_rRcC`, if there are any.
    #[cfg_attr(test, ts(optional))]
    pub vars: Option<Vec<BTreeMap<String, i64>>>,
    /// How the search went.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// `count`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Counted {
    /// Where the puzzle stands.
    #[serde(flatten)]
    pub source: Source,
    /// How the search went.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// `count --estimate`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Estimated {
    /// Where the puzzle stands.
    #[serde(flatten)]
    pub source: Source,
    /// The estimate.
    #[serde(flatten)]
    pub guess: Guess,
}

/// A number of solutions that was estimated.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Guess {
    /// About so many solutions; none if the number is too large to be written.
    pub estimate: Option<f64>,
    /// The standard error of it.
    pub error: Option<f64>,
    /// How many random dives were made.
    pub dives: u64,
    /// How many of them ended in a solution.
    pub hits: u64,
}

/// A line of `--progress`, on standard error, while a search goes on.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Progress {
    /// Solutions so far.
    pub solutions: u64,
    /// Guesses so far.
    pub nodes: u64,
    /// How much is searched, from 0 to 1.
    pub fraction: f64,
}

/// `candidates`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Possible {
    /// Where the puzzle stands.
    #[serde(flatten)]
    pub source: Source,
    /// The digits of each cell that are in some solution.
    pub candidates: Rows<Vec<i64>>,
    /// In how many each is, in the same order.
    pub counts: Rows<Vec<u64>>,
    /// How far was counted.
    pub cap: u64,
    /// Whether no digit is missing.
    pub complete: bool,
    /// How the search went.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// `draw --to svg`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Drawn {
    /// Where the puzzle stands.
    #[serde(flatten)]
    pub source: Source,
    /// `svg`.
    pub format: String,
    /// The picture.
    pub text: String,
    /// Left, top, width and height of it in cells; the first cell is from 0,0 to 1,1.
    #[serde(rename = "box")]
    pub place: [f64; 4],
    /// Rows of the grid.
    pub rows: u32,
    /// Columns of the grid.
    pub columns: u32,
}

/// `convert`; with `--to json` the text is the puzzle as our JSON.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Converted {
    /// Where the puzzle stands.
    #[serde(flatten)]
    pub source: Source,
    /// The format.
    pub format: String,
    /// The puzzle in it.
    pub text: String,
    /// What cannot be said in it.
    pub lost: Vec<String>,
}

/// A step of `explain`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Step {
    /// The file, if there are several puzzles.
    #[cfg_attr(test, ts(optional))]
    pub file: Option<String>,
    /// Which puzzle of it.
    #[cfg_attr(test, ts(optional))]
    pub number: Option<u32>,
    /// Which step, from 1.
    pub n: u32,
    /// 0 obvious, 1 one constraint alone, 2 and more several.
    pub level: u32,
    /// Its name.
    pub technique: String,
    /// Its number among HoDoKu's.
    pub code: String,
    /// Sudoku Explainer's rating.
    pub rating: f64,
    /// Digits that are entered.
    pub place: Vec<Mark>,
    /// Marks that are erased.
    pub remove: Vec<Mark>,
    /// Why.
    pub because: Because,
    /// In one line.
    pub short: String,
    /// In sentences.
    pub text: String,
    /// The state after it, with `--marks`.
    #[cfg_attr(test, ts(optional))]
    pub after: Option<State>,
}

/// The first line of `explain --marks`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Begun {
    /// 0.
    pub n: u32,
    /// What is known before the first step.
    pub after: State,
}

/// Digits and marks.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct State {
    /// The digit of each cell, if it has one.
    pub digits: Rows<Option<i64>>,
    /// The marks left in each cell.
    pub marks: Rows<Vec<i64>>,
}

/// The reason of a step.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Because {
    /// Clues.
    pub clues: Vec<StepClue>,
    /// Marks that are gone already.
    pub gone: Vec<Mark>,
    /// Marks that play a part.
    pub marks: Vec<StepMark>,
    /// Links between them.
    pub links: Vec<StepLink>,
    /// Whether one solution is taken for granted.
    pub uniqueness: bool,
}

/// A clue of a step.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct StepClue {
    /// Its place among the clues of the puzzle, from 0.
    pub number: u32,
    /// In words.
    pub words: String,
    /// Its line, if it was written in one.
    #[cfg_attr(test, ts(optional))]
    pub line: Option<u32>,
}

/// A mark of a step.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct StepMark {
    /// Where, and which.
    pub mark: Mark,
    /// What it is in the pattern.
    pub role: String,
}

/// A link of a chain.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct StepLink {
    /// From this mark.
    pub from: Mark,
    /// To this one.
    pub to: Mark,
    /// Whether one of them is true; else one is false.
    pub strong: bool,
}

/// `hint --tell where`, and `hint --tell what` with the technique; `why` is a [`Step`] with a source.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Hinted {
    /// Where the puzzle stands.
    #[serde(flatten)]
    pub source: Source,
    /// What to look for.
    #[cfg_attr(test, ts(optional))]
    pub technique: Option<String>,
    /// What it says.
    #[cfg_attr(test, ts(optional))]
    pub text: Option<String>,
    /// What is wrong, if anything is.
    #[cfg_attr(test, ts(optional))]
    pub wrong: Option<String>,
    /// Where it is wrong.
    #[cfg_attr(test, ts(optional))]
    pub cells: Option<Vec<Place>>,
}

/// `grade`. Only the outcome if there is not one solution.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Graded {
    /// Where the puzzle stands.
    #[serde(flatten)]
    pub source: Source,
    /// Sudoku Explainer's rating: the hardest step.
    #[cfg_attr(test, ts(optional))]
    pub rating: Option<f64>,
    /// Of the first placement.
    #[cfg_attr(test, ts(optional))]
    pub pearl: Option<f64>,
    /// Of the first elimination.
    #[cfg_attr(test, ts(optional))]
    pub diamond: Option<f64>,
    /// HoDoKu's score.
    #[cfg_attr(test, ts(optional))]
    pub score: Option<u32>,
    /// Easy to extreme.
    #[cfg_attr(test, ts(optional))]
    pub level: Option<String>,
    /// The hardest technique.
    #[cfg_attr(test, ts(optional))]
    pub hardest: Option<String>,
    /// Whether the steps end in the solution.
    #[cfg_attr(test, ts(optional))]
    pub solved: Option<bool>,
    /// Whether the time was up before the grade was known.
    #[cfg_attr(test, ts(optional))]
    pub late: Option<bool>,
    /// How often each technique is used.
    #[cfg_attr(test, ts(optional))]
    pub census: Option<Vec<(String, u32)>>,
    /// The hardest step, and of these the one with the fewest ways on.
    #[cfg_attr(test, ts(optional))]
    pub bottleneck: Option<Bottleneck>,
    /// How the search went.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// Where the way is narrowest.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Bottleneck {
    /// The step, from 1.
    pub step: u32,
    /// Its technique.
    pub technique: String,
    /// Its rating.
    pub rating: f64,
    /// How many steps of its technique are at hand; absent if they are not counted.
    #[cfg_attr(test, ts(optional))]
    pub ways: Option<u32>,
}

/// `redundant`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Spare {
    /// Where the puzzle stands.
    #[serde(flatten)]
    pub source: Source,
    /// Clues that follow from the others; absent if the search ended early.
    #[cfg_attr(test, ts(optional))]
    pub redundant: Option<Vec<Written>>,
    /// Present if the search ended early.
    #[cfg_attr(test, ts(optional))]
    pub status: Option<Status>,
    /// Why it did.
    #[cfg_attr(test, ts(optional))]
    pub stopped: Option<Stopped>,
    /// Guesses until then.
    #[cfg_attr(test, ts(optional))]
    pub nodes: Option<u64>,
    /// Seconds until then.
    #[cfg_attr(test, ts(optional))]
    pub seconds: Option<f64>,
}

/// `minimise` and `complete`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Changed {
    /// Where the puzzle stands.
    #[serde(flatten)]
    pub source: Source,
    /// Why nothing was changed.
    #[cfg_attr(test, ts(optional))]
    pub error: Option<String>,
    /// The format.
    #[cfg_attr(test, ts(optional))]
    pub format: Option<String>,
    /// The puzzle in it.
    #[cfg_attr(test, ts(optional))]
    pub puzzle: Option<String>,
    /// Clues that were taken away.
    #[cfg_attr(test, ts(optional))]
    pub taken: Option<Vec<String>>,
    /// Clues that were added.
    #[cfg_attr(test, ts(optional))]
    pub added: Option<Vec<String>>,
    /// Whether fewer would not do.
    #[cfg_attr(test, ts(optional))]
    pub fewest: Option<bool>,
    /// How the search went.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// `generate`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Generated {
    /// Which one, from 1.
    pub n: u32,
    /// Where chance started from.
    pub seed: u64,
    /// The format.
    pub format: String,
    /// The puzzle in it.
    pub puzzle: String,
    /// Its solution.
    pub solution: Rows<i64>,
    /// How many givens it has.
    pub givens: u32,
    /// Sudoku Explainer's rating, if it was graded.
    #[cfg_attr(test, ts(optional))]
    pub rating: Option<f64>,
    /// Easy to extreme.
    #[cfg_attr(test, ts(optional))]
    pub level: Option<String>,
    /// HoDoKu's score.
    #[cfg_attr(test, ts(optional))]
    pub score: Option<u32>,
    /// The hardest technique.
    #[cfg_attr(test, ts(optional))]
    pub hardest: Option<String>,
}

/// A kind of clue, of `variants`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// How it is written.
    pub syntax: String,
    /// What it says.
    pub meaning: String,
    /// One of it.
    pub example: String,
    /// Other names of it.
    pub aliases: Vec<String>,
    /// What others call it.
    pub elsewhere: Vec<Elsewhere>,
}

/// A kind of clue in another program.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Elsewhere {
    /// The program.
    pub tool: String,
    /// The name there.
    pub name: String,
}
