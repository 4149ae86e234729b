//! Replies of the socket, and how they are made from what the command prints.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::What;
use super::board::Board;
use crate::answers::{Begun, Counted, Estimated, Guess, Possible, Progress, Solved, State, Status};
use crate::answers::{Step, Unreadable};
use crate::process::End;

/// One reply.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Reply {
    nonce: i64,
    #[serde(flatten)]
    body: Body,
}

#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase", tag = "type")]
enum Body {
    Canceled,
    Invalid {
        message: String,
    },
    TrueCandidates {
        /// For each cell and digit, row by row.
        #[serde(rename = "solutionsPerCandidate")]
        solutions: Vec<u64>,
    },
    Solved {
        solution: Vec<i64>,
    },
    Count {
        count: u64,
        #[serde(rename = "inProgress")]
        in_progress: bool,
    },
    Estimate {
        estimate: f64,
        stderr: f64,
        iterations: u64,
        ci95_lower: f64,
        ci95_upper: f64,
        #[serde(rename = "relErrPercent")]
        relative: f64,
    },
    Logical {
        cells: Vec<Cell>,
        message: String,
        #[serde(rename = "isValid")]
        valid: bool,
    },
}

/// A cell: a digit, or 0 and what it can be.
#[derive(Debug, PartialEq, Serialize)]
struct Cell {
    value: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    candidates: Option<Vec<i64>>,
}

impl Reply {
    /// Something was ended.
    pub(super) fn canceled(nonce: i64) -> Reply {
        Reply { nonce, body: Body::Canceled }
    }

    /// The board makes no sense, or has no solution.
    pub(super) fn invalid(nonce: i64, message: impl Into<String>) -> Reply {
        Reply { nonce, body: Body::Invalid { message: message.into() } }
    }
}

/// The reply to a line that tells how far a search is, if it is one.
pub(super) fn progress(what: What, nonce: i64, line: &str) -> Option<Reply> {
    let body = match what {
        What::Count => {
            let Progress { solutions, .. } = serde_json::from_str(line).ok()?;
            Body::Count { count: solutions, in_progress: true }
        }
        What::Estimate => estimate(serde_json::from_str(line).ok()?)?,
        _ => return None,
    };
    Some(Reply { nonce, body })
}

/// The exit code of a search that reached a limit.
const LIMIT: i32 = 3;

/// The last replies. A search that reached a limit says nothing of the board: the script would
/// take `invalid` for a board without solutions, and erase marks. So it is `canceled`, after what
/// is known.
pub(super) fn finished(
    what: What,
    nonce: i64,
    board: &Board,
    out: &[String],
    err: &[String],
    end: End,
) -> Vec<Reply> {
    let cut = end.why.is_some() || end.exit == Some(LIMIT);
    let bodies = match body(what, board, out, err, cut) {
        Some(known @ Body::Count { in_progress: true, .. }) => vec![known, Body::Canceled],
        Some(body) => vec![body],
        None if cut => vec![Body::Canceled],
        None => {
            let unreadable = out.first().and_then(|line| parse::<Unreadable>(line));
            let why = unreadable.map(|unreadable| unreadable.error);
            let why = why.or_else(|| err.first().cloned());
            vec![Body::Invalid { message: why.unwrap_or_else(|| "this was not answered".into()) }]
        }
    };
    bodies.into_iter().map(|body| Reply { nonce, body }).collect()
}

const NONE: &str = "No solutions found.";

fn parse<T: DeserializeOwned>(line: &str) -> Option<T> {
    serde_json::from_str(line).ok()
}

/// What the lines say; none if they do not answer the question.
fn body(what: What, board: &Board, out: &[String], err: &[String], cut: bool) -> Option<Body> {
    let invalid = |message: &str| Some(Body::Invalid { message: message.into() });
    match what {
        What::TrueCandidates => {
            let found: Possible = parse(out.first()?)?;
            match found.outcome.status {
                Status::None => invalid(NONE),
                _ if !found.complete => None,
                _ => Some(Body::TrueCandidates { solutions: per_candidate(board.size(), &found) }),
            }
        }
        What::Solve => {
            let found: Solved = parse(out.first()?)?;
            match (found.solutions.first(), found.outcome.stopped) {
                (Some(rows), _) => Some(Body::Solved { solution: rows.concat() }),
                (None, None) => invalid(NONE),
                (None, Some(_)) => None,
            }
        }
        What::Check | What::Count => {
            let Counted { outcome, .. } = parse(out.first()?)?;
            let count = outcome.count?;
            Some(Body::Count { count, in_progress: outcome.stopped.is_some() })
        }
        What::Estimate => estimate(parse::<Estimated>(out.first()?)?.guess),
        What::SolvePath | What::Step => logical(what, board, out, err, cut),
    }
}

/// How often each digit of each cell is in a solution.
fn per_candidate(size: usize, found: &Possible) -> Vec<u64> {
    let mut all = vec![0; size * size * size];
    let cells = found.candidates.iter().flatten().zip(found.counts.iter().flatten());
    for (at, (digits, counts)) in cells.enumerate() {
        for (&digit, &count) in digits.iter().zip(counts) {
            let place = usize::try_from(digit - 1).ok().filter(|d| *d < size);
            if let Some(slot) = place.and_then(|digit| all.get_mut(at * size + digit)) {
                *slot = count;
            }
        }
    }
    all
}

fn estimate(guess: Guess) -> Option<Body> {
    let (estimate, stderr) = (guess.estimate?, guess.error?);
    // 95 of 100 such intervals hold the truth.
    let wide = 1.96 * stderr;
    Some(Body::Estimate {
        estimate,
        stderr,
        iterations: guess.dives,
        ci95_lower: estimate - wide,
        ci95_upper: estimate + wide,
        relative: if estimate == 0.0 { 0.0 } else { 100.0 * wide / estimate },
    })
}

fn logical(what: What, board: &Board, out: &[String], err: &[String], cut: bool) -> Option<Body> {
    let Some(begun) = out.first().and_then(|line| parse::<Begun>(line)) else {
        if cut {
            return None;
        }
        let cells = board.cells().map(|(value, marks)| Cell {
            value: value.unwrap_or(0).into(),
            candidates: value.is_none().then(|| marks.into_iter().map(i64::from).collect()),
        });
        let why = out.first().and_then(|line| parse::<Unreadable>(line)).map(|u| u.error);
        let why = why.or_else(|| err.first().cloned()).unwrap_or_default();
        let message = format!("{why}\nBoard is invalid!\n");
        return Some(Body::Logical { cells: cells.collect(), message, valid: false });
    };
    if what == What::Step && !is_shown(board, &begun.after) {
        let message = "Initial candidates.\n".into();
        return Some(Body::Logical { cells: cells(&begun.after), message, valid: true });
    }
    let steps: Vec<Step> = out[1..].iter().filter_map(|line| parse(line)).collect();
    let mut message: String = steps.iter().map(|step| step.short.clone() + "\n").collect();
    if cut && (steps.is_empty() || what == What::SolvePath) {
        message.push_str("A limit was reached; more steps may follow.\n");
    } else if steps.is_empty() {
        message.push_str("No logical steps found.\n");
    }
    let last = steps.last().and_then(|step| step.after.as_ref()).unwrap_or(&begun.after);
    Some(Body::Logical { cells: cells(last), message, valid: true })
}

/// Whether the page shows all marks that are left.
fn is_shown(board: &Board, state: &State) -> bool {
    let left = state.marks.iter().flatten().zip(state.digits.iter().flatten());
    board.cells().zip(left).all(|((value, shown), (marks, digit))| {
        value.is_some()
            || digit.is_some()
            || shown.iter().map(|&m| i64::from(m)).eq(marks.iter().copied())
    })
}

fn cells(state: &State) -> Vec<Cell> {
    let cell = |(digit, marks): (&Option<i64>, &Vec<i64>)| Cell {
        value: digit.unwrap_or(0),
        candidates: digit.is_none().then(|| marks.clone()),
    };
    state.digits.iter().flatten().zip(state.marks.iter().flatten()).map(cell).collect()
}
