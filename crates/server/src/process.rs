//! A question as a process: started, fed, listened to, ended.
//!
//! Invariants: there are at most `workers` processes, dying ones included; each ends at its limit
//! of time, when nobody listens any more, and when the server does, together with all that it
//! started. What it has printed and nobody has read yet is bounded: then it waits.

use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use serde::Serialize;
use std::os::unix::process::ExitStatusExt;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::mpsc::Sender;
use tokio::time::{sleep, timeout};

use crate::ask::Question;
use crate::{Settings, Shared};

/// A line longer than this ends the process: nobody could show it.
const LONGEST_LINE: usize = 8 << 20;
/// So much is printed at most.
const MOST_OUTPUT: usize = 128 << 20;
/// A question waits so long for its turn.
const PATIENCE: Duration = Duration::from_secs(120);
/// How long the last event waits for those before it to be read.
const LAST: Duration = Duration::from_secs(30);
/// The process has a limit of its own and may tell what it knows; then it has so long to end.
const GRACE: Duration = Duration::from_secs(2);

/// What is told while a question is worked on.
#[derive(Debug)]
pub(crate) enum Event {
    /// A line of the answer.
    Out(String),
    /// A remark.
    Err(String),
    /// The last event.
    End(End),
}

/// How a question ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct End {
    /// The exit code, if the process ended by itself.
    pub(crate) exit: Option<i32>,
    /// What ended it otherwise.
    pub(crate) why: Option<Why>,
}

/// Why a question was not answered to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Why {
    /// It took too long.
    Time,
    /// It took too much memory.
    Memory,
    /// It printed too much.
    Output,
    /// Others were before it for too long.
    Busy,
    /// The process could not be started, or broke.
    Broken,
}

/// What a process is started with.
pub(crate) struct Job {
    words: Vec<String>,
    input: String,
    time: Duration,
}

impl Job {
    /// The process that answers a question.
    pub(crate) fn new(question: Question, settings: &Settings) -> Job {
        let time = question.time(settings.time_limit);
        Job { words: question.words(settings, time), input: question.text, time }
    }
}

/// Works on a question until it is answered or nobody listens.
pub(crate) async fn run(shared: &Shared, job: Job, events: Sender<Event>) {
    let turn = tokio::select! {
        turn = timeout(PATIENCE, shared.workers.acquire()) => turn,
        () = events.closed() => return,
    };
    let end = match turn {
        Ok(Ok(turn)) => match Running::start(&shared.settings, &job.words) {
            Ok(mut running) => {
                let end = tokio::select! {
                    () = events.closed() => None,
                    end = follow(&mut running, &job, &events) => Some(end),
                };
                // The turn is over when the process is gone.
                running.end().await;
                drop(turn);
                let Some(end) = end else { return };
                end
            }
            Err(_) => End { exit: None, why: Some(Why::Broken) },
        },
        _ => End { exit: None, why: Some(Why::Busy) },
    };
    // Who does not read is not waited for.
    let _ = timeout(LAST, events.send(Event::End(end))).await;
}

/// Feeds a process and listens to it until it ends or has to.
async fn follow(running: &mut Running, job: &Job, events: &Sender<Event>) -> End {
    let Job { input, time, .. } = job;
    let talk = running.child.stderr.take();
    let (out, stdin) = (running.child.stdout.take(), running.child.stdin.take());
    let mut no_memory = false;
    let feed = async {
        if let Some(mut stdin) = stdin {
            // Who ends without reading everything has seen enough.
            let _ = stdin.write_all(input.as_bytes()).await;
        }
        Ok(())
    };
    let out = lines(out, |line| events.send(Event::Out(line)));
    let talk = lines(talk, |line| {
        no_memory |= line.starts_with("memory allocation of");
        events.send(Event::Err(line))
    });
    let all = async { tokio::try_join!(feed, out, talk) };
    let why = match timeout(*time + GRACE, all).await {
        Err(_) => Some(Why::Time),
        Ok(Err(why)) => Some(why),
        Ok(Ok(_)) => None,
    };
    if why.is_some() {
        return End { exit: None, why };
    }
    // Both streams are closed: the end is near, unless it closed them on purpose.
    tokio::select! {
        status = running.child.wait() => ended(status.ok(), no_memory),
        () = sleep(GRACE) => End { exit: None, why: Some(Why::Time) },
    }
}

fn ended(status: Option<ExitStatus>, no_memory: bool) -> End {
    let Some(status) = status else { return End { exit: None, why: Some(Why::Broken) } };
    let why = match status.signal() {
        None => None,
        Some(signal) if signal == Signal::SIGXCPU as i32 => Some(Why::Time),
        Some(signal) if signal == Signal::SIGABRT as i32 && no_memory => Some(Why::Memory),
        // A stack that cannot grow ends so, and so does what the system ends for its memory.
        Some(signal) if signal == Signal::SIGKILL as i32 => Some(Why::Memory),
        Some(_) => Some(Why::Broken),
    };
    End { exit: status.code(), why }
}

/// Hands on every line of a stream, also the last one if it has no end.
async fn lines<R, F, S>(stream: Option<R>, mut hand: F) -> Result<(), Why>
where
    R: AsyncRead + Unpin,
    F: FnMut(String) -> S,
    S: Future,
{
    let Some(stream) = stream else { return Ok(()) };
    let mut stream = BufReader::new(stream);
    let (mut line, mut all) = (Vec::new(), 0);
    loop {
        line.clear();
        let mut part = (&mut stream).take(LONGEST_LINE as u64);
        let Ok(read) = part.read_until(b'\n', &mut line).await else { return Ok(()) };
        all += read;
        if read == LONGEST_LINE || all > MOST_OUTPUT {
            return Err(Why::Output);
        }
        if read == 0 {
            return Ok(());
        }
        if line.last() == Some(&b'\n') {
            line.pop();
        }
        hand(String::from_utf8_lossy(&line).into_owned()).await;
    }
}

/// A process that ends when it is dropped.
struct Running {
    child: Child,
    group: Option<Pid>,
}

impl Running {
    fn start(settings: &Settings, words: &[String]) -> std::io::Result<Running> {
        let child = Command::new(&settings.program)
            .args(words)
            // Nothing of ours is there to be read, and no program to be found.
            .env_clear()
            .env("PATH", "")
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // A group of its own: it is ended with all that it started.
            .process_group(0)
            .kill_on_drop(true)
            .spawn()?;
        let group = child.id().and_then(|id| i32::try_from(id).ok()).map(Pid::from_raw);
        Ok(Running { child, group })
    }
}

impl Running {
    /// Ends it, if it still runs, and waits until it is gone.
    async fn end(&mut self) {
        self.kill();
        let _ = self.child.wait().await;
    }

    fn kill(&self) {
        // Once it was waited for, its number may be another's.
        if self.child.id().is_some()
            && let Some(group) = self.group
        {
            let _ = killpg(group, Signal::SIGKILL);
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}
