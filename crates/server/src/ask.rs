//! What may be asked: a fixed list of command lines, with a few choices in each.

use serde::Deserialize;

/// A question of the page. The text is what the command reads.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "ask")]
pub(crate) enum Ask {
    /// A puzzle in any format, as our JSON.
    Read,
    /// The clues, drawn.
    Draw { theme: Theme },
    /// In another format.
    Convert { to: String },
    /// No, one or several solutions, and if none, why.
    Check { why: bool },
    /// Solutions.
    Solve { number: u32 },
    /// How many.
    Count { limit: Option<u64> },
    /// Which digits occur, and in how many solutions.
    Candidates { cap: u64 },
    /// Every step.
    Explain,
    /// How hard.
    Grade,
    /// Clues that are not needed.
    Redundant,
    /// The fewest further givens.
    Complete,
    /// New puzzles.
    Generate { kinds: Vec<String>, level: Option<String>, seed: u64 },
    /// A Prolog program and a goal.
    Prolog { goal: String },
    /// An answer set program.
    Asp { models: u32 },
    /// The kinds of clues.
    Variants,
}

/// The colours of a picture.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Theme {
    Light,
    Dark,
}

impl Ask {
    /// The words of the command line.
    pub(crate) fn words(&self) -> Vec<String> {
        let plain = |words: &str| words.split_whitespace().map(String::from).collect::<Vec<_>>();
        match self {
            Ask::Read => plain("convert --to json --json"),
            Ask::Draw { theme } => {
                let theme = match theme {
                    Theme::Light => "light",
                    Theme::Dark => "dark",
                };
                plain(&format!("draw --to svg --json --theme {theme}"))
            }
            Ask::Convert { to } => {
                let mut words = plain("convert --json");
                // Joined to its option, a value can be no option itself.
                words.push(format!("--to={to}"));
                words
            }
            Ask::Check { why } => plain(if *why { "check --json --why" } else { "check --json" }),
            Ask::Solve { number } => plain(&format!("solve --json --number {}", number.max(&1))),
            Ask::Count { limit: None } => plain("count --json"),
            Ask::Count { limit: Some(limit) } => plain(&format!("count --json --limit {limit}")),
            Ask::Candidates { cap } => plain(&format!("candidates --json --counts --cap {cap}")),
            Ask::Explain => plain("explain --json"),
            Ask::Grade => plain("grade --json"),
            Ask::Redundant => plain("redundant --json"),
            Ask::Complete => plain("complete --json"),
            Ask::Generate { kinds, level, seed } => {
                let mut words = plain(&format!("generate --json --seed {seed}"));
                words.extend(kinds.iter().map(|kind| format!("--with={kind}")));
                words.extend(level.iter().map(|level| format!("--level={level}")));
                words
            }
            Ask::Prolog { goal } => {
                let mut words = plain("prolog -q --sandboxed -t halt");
                words.extend(["-g".into(), goal.clone()]);
                words
            }
            Ask::Asp { models } => plain(&format!("asp --outf=2 {models}")),
            Ask::Variants => plain("variants --json"),
        }
    }
}
