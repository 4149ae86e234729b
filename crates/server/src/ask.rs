//! What may be asked: a fixed list of command lines, with a few choices in each.

use std::time::Duration;

use serde::Deserialize;
#[cfg(test)]
use ts_rs::TS;

use crate::Settings;
use crate::turns::Lane;

/// Reading and drawing take longer than this only if something is wrong.
const QUICK: Duration = Duration::from_secs(20);

/// A question of the page: what to do, and the puzzle or program to do it with.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Question {
    /// What the command reads.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub(crate) text: String,
    /// Seconds after which the answer is of no use; the server has a limit of its own.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    time: Option<f64>,
    /// What to do.
    #[serde(flatten)]
    ask: Ask,
}

/// What can be done.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "kebab-case", tag = "ask")]
pub(crate) enum Ask {
    /// A puzzle in any format, as our JSON.
    Read,
    /// The clues, drawn; a state in it if one is given.
    Draw {
        /// The colours.
        theme: Theme,
        /// A digit or the marks of each cell, with blanks between.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        state: Option<String>,
    },
    /// In another format.
    Convert {
        /// Its name, as `pencilmark help formats` has it.
        to: String,
    },
    /// No, one or several solutions, and if none, why.
    Check {
        /// Whether to look for clues that contradict each other. Those known so far are told as
        /// JSON on standard error, fewer and fewer.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        why: bool,
    },
    /// Solutions.
    Solve {
        /// How many.
        number: u32,
        /// Any solutions, not the first: where chance starts from.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        random: Option<u32>,
    },
    /// How many solutions.
    Count {
        /// Where to stop.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        limit: Option<u32>,
        /// Whether to tell how far it is, as JSON on standard error.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        progress: bool,
    },
    /// About how many solutions.
    Estimate {
        /// By so many random dives.
        dives: u32,
        /// Whether to tell how far it is, as JSON on standard error.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        progress: bool,
    },
    /// Which digits occur, and in how many solutions.
    Candidates {
        /// How far to count.
        cap: u32,
    },
    /// Every step.
    Explain {
        /// Where to start.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        state: Option<String>,
        /// Whether to tell what is left after each step.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        marks: bool,
        /// The last step.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        last: Option<u32>,
    },
    /// The next step.
    Hint {
        /// How much to give away.
        tell: Tell,
        /// Where to start.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        state: Option<String>,
    },
    /// How hard.
    Grade,
    /// Clues that are not needed.
    Redundant,
    /// As few clues as possible.
    Minimise,
    /// The fewest further givens.
    Complete,
    /// New puzzles.
    Generate {
        /// What is in them.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        kinds: Vec<String>,
        /// How hard.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        level: Option<String>,
        /// Rows and columns.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        size: Option<u32>,
        /// Where chance starts from.
        seed: u32,
    },
    /// A Prolog program and a goal.
    Prolog {
        /// What to ask once the program is loaded.
        goal: String,
    },
    /// An answer set program.
    Asp {
        /// How many answer sets, 0 for all.
        models: u32,
    },
    /// The kinds of clues.
    Variants,
}

/// The colours of a picture.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Theme {
    Light,
    Dark,
    Print,
}

/// How much a hint gives away.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Tell {
    Where,
    What,
    Why,
}

impl Question {
    /// A question of our own.
    pub(crate) fn new(ask: Ask, text: String) -> Question {
        Question { text, time: None, ask }
    }

    /// What sort of question it is.
    pub(crate) fn lane(&self) -> Lane {
        match self.ask {
            Ask::Read | Ask::Draw { .. } | Ask::Convert { .. } | Ask::Variants => Lane::Quick,
            Ask::Count { limit: None, .. }
            | Ask::Estimate { .. }
            | Ask::Minimise
            | Ask::Complete
            | Ask::Generate { .. } => Lane::Long,
            _ => Lane::Short,
        }
    }

    /// How long it may take.
    pub(crate) fn time(&self, most: Duration) -> Duration {
        let most = if self.lane() == Lane::Quick { most.min(QUICK) } else { most };
        let wanted = self.time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        wanted.map_or(most, |wanted| wanted.clamp(Duration::from_millis(10), most))
    }

    /// The command line: limits, the command, its choices. Whatever comes from the page is
    /// joined to its option, so that a value can be no option itself.
    pub(crate) fn words(&self, settings: &Settings, time: Duration) -> Vec<String> {
        let Settings { memory, threads, .. } = settings;
        // The system's own limit counts the time of all threads, and is for processes that
        // outlive us.
        let cpu = (time.as_secs() + 5) * (*threads as u64 + 1);
        let mut words =
            vec!["--confined".to_string(), format!("--memory={memory}"), format!("--cpu={cpu}")];
        words.extend(self.ask.words());
        let seconds = time.as_secs_f64();
        match self.ask {
            Ask::Variants => {}
            // A whole number, as clingo has it.
            Ask::Asp { .. } => words.push(format!("--time-limit={}", seconds.ceil())),
            Ask::Prolog { .. } => {
                words.push(format!("--time-limit={seconds}"));
                words.push(format!("--stack-limit={}", memory / 2));
            }
            _ => {
                words.push(format!("--time-limit={seconds}"));
                words.push(format!("--threads={threads}"));
            }
        }
        words
    }
}

impl Ask {
    fn words(&self) -> Vec<String> {
        let plain = |words: &str| words.split_whitespace().map(String::from).collect::<Vec<_>>();
        match self {
            Ask::Read => plain("convert --to json --json"),
            Ask::Draw { theme, state } => {
                let theme = match theme {
                    Theme::Light => "light",
                    Theme::Dark => "dark",
                    Theme::Print => "print",
                };
                let mut words = plain(&format!("draw --to svg --json --theme {theme}"));
                words.extend(state.iter().map(|state| format!("--state={state}")));
                words
            }
            Ask::Convert { to } => {
                let mut words = plain("convert --json");
                words.push(format!("--to={to}"));
                words
            }
            Ask::Check { why } => {
                plain(if *why { "check --json --why --progress" } else { "check --json" })
            }
            Ask::Solve { number, random } => {
                let mut words = plain(&format!("solve --json --number {}", number.max(&1)));
                words.extend(random.iter().map(|seed| format!("--random={seed}")));
                words
            }
            Ask::Count { limit, progress } => {
                let mut words = plain("count --json");
                words.extend(limit.iter().map(|limit| format!("--limit={}", limit.max(&1))));
                words.extend(progress.then(|| "--progress".into()));
                words
            }
            Ask::Estimate { dives, progress } => {
                let mut words = plain(&format!("count --json --estimate {}", dives.max(&1)));
                words.extend(progress.then(|| "--progress".into()));
                words
            }
            Ask::Candidates { cap } => {
                plain(&format!("candidates --json --counts --cap {}", cap.max(&1)))
            }
            Ask::Explain { state, marks, last } => {
                let mut words = plain("explain --json");
                words.extend(marks.then(|| "--marks".into()));
                words.extend(last.iter().map(|last| format!("--steps=..{}", last.max(&1))));
                words.extend(state.iter().map(|state| format!("--state={state}")));
                words
            }
            Ask::Hint { tell, state } => {
                let tell = match tell {
                    Tell::Where => "where",
                    Tell::What => "what",
                    Tell::Why => "why",
                };
                let mut words = plain(&format!("hint --json --tell {tell}"));
                words.extend(state.iter().map(|state| format!("--state={state}")));
                words
            }
            Ask::Grade => plain("grade --json"),
            Ask::Redundant => plain("redundant --json"),
            Ask::Minimise => plain("minimise --json"),
            Ask::Complete => plain("complete --json"),
            Ask::Generate { kinds, level, size, seed } => {
                let mut words = plain(&format!("generate --json --seed {seed}"));
                words.extend(kinds.iter().map(|kind| format!("--with={kind}")));
                words.extend(level.iter().map(|level| format!("--level={level}")));
                words.extend(size.iter().map(|size| format!("--size={size}")));
                words
            }
            Ask::Prolog { goal } => {
                let mut words = plain("prolog -q --no-shell -t halt");
                // What is written is shown at once, however long the rest takes.
                words.push("--goal=set_stream(user_output, buffer(line))".into());
                words.push("--goal=load_files('program.pl', [stream(user_input)])".into());
                words.push(format!("--goal={goal}"));
                words
            }
            Ask::Asp { models } => plain(&format!("asp --outf=2 --models={models}")),
            Ask::Variants => plain("variants --json"),
        }
    }
}
