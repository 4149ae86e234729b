//! Many plain lines at once: the answers of `solve`, `check` and `count` without the work that
//! every puzzle of its own needs. What is not settled at a glance is asked one by one.

use std::io::Write;

use pencilmark::Status;

use super::plain::{may_be_plain, solver};
use super::{Context, Out, answer};
use crate::exit::Exit;
use crate::options::{Command, Form, Options};
use crate::report::{Found, Report, status_word};
use crate::source::Stack;

/// A question that can be asked of many lines at once.
#[derive(Clone, Copy, Debug)]
pub enum Question {
    /// The solution.
    Solve,
    /// Whether there is one.
    Check,
    /// How many there are, up to a limit.
    Count(u64),
}

impl Question {
    /// The question of a command line, if its answers are plain lines.
    pub fn of(context: &Context) -> Option<Question> {
        let options: &Options = &context.options;
        let question = match options.command {
            Command::Solve => Question::Solve,
            Command::Check => Question::Check,
            Command::Count => Question::Count(options.limit),
            _ => return None,
        };
        let on_lines = options.form.is_none_or(|form| form == Form::Line) && options.wanted == 1;
        let alone = options.files.len() < 2 && !context.single && !options.json;
        (on_lines && alone && may_be_plain(options, question.limit())).then_some(question)
    }

    fn limit(self) -> u64 {
        match self {
            Question::Solve | Question::Check => 2,
            Question::Count(limit) => limit,
        }
    }

    /// Answers all lines; whether it had to stop before the end.
    pub fn answer(self, context: &Context, stack: &Stack, sink: &mut Out<'_>) -> bool {
        let mut solver = solver();
        for (nth, cells) in stack.block.cells().enumerate() {
            if context.interrupt.asked() {
                return true;
            }
            let (first, count) = match self {
                Question::Solve => solver.solve(cells),
                Question::Check | Question::Count(_) => (None, solver.count(cells, self.limit())),
            };
            // Givens that clash, and what takes long, are not for this place.
            if count.solutions == 0 || count.gave_up {
                answer(context, stack.entry(nth), sink);
                continue;
            }
            let found = Found { count: count.solutions, exact: count.solutions < self.limit() };
            let status = found.status();
            let out = sink.out();
            let yes = match self {
                Question::Solve => {
                    let digits = first.map_or([0; 81], |digits| digits.0);
                    out.extend_from_slice(&digits.map(|digit| b'0' + digit));
                    if status != Status::Unique {
                        out.push(b' ');
                        out.extend_from_slice(status_word(status).as_bytes());
                    }
                    Exit::Yes
                }
                Question::Check => {
                    out.extend_from_slice(status_word(status).as_bytes());
                    if status == Status::Unique { Exit::Yes } else { Exit::No }
                }
                Question::Count(_) => {
                    let words = if found.exact { "" } else { "at least " };
                    let _ = write!(out, "{words}{}", found.count);
                    if found.exact { Exit::Yes } else { Exit::Limit }
                }
            };
            out.push(b'\n');
            let report =
                Report { status, found: Some(found), stopped: None, nodes: count.guesses, yes };
            sink.tally().note(&report);
        }
        false
    }
}
