//! A question as a process: started, fed, listened to, ended.
//!
//! Invariants: only so many processes run as there are places ([`crate::turns`]), dying ones
//! included, and as many again are halted at most; each ends at its limit of time, when nobody
//! listens any more, and when the server does, together with all that it started. What it has
//! printed and nobody has read yet is bounded: then it is halted, and somebody else has its place.

use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use serde::Serialize;
use std::os::unix::process::ExitStatusExt;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::mpsc::Sender;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use crate::ask::Question;
use crate::turns::{Lane, Turn};
use crate::{Settings, Shared};

/// A line longer than this ends the process: nobody could show it.
const LONGEST_LINE: usize = 8 << 20;
/// So much is printed at most.
const MOST_OUTPUT: usize = 128 << 20;
/// What runs longer than this is no short question.
const SHORT: Duration = Duration::from_secs(3);
/// Who has not taken the next line by then does not read now, and keeps nobody waiting.
const STALLED: Duration = Duration::from_millis(300);
/// Who has not taken it by then does not read at all.
const UNREAD: Duration = Duration::from_secs(10);
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
    /// Others are before it.
    Wait,
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
    lane: Lane,
}

impl Job {
    /// The process that answers a question.
    pub(crate) fn new(question: Question, settings: &Settings) -> Job {
        let time = question.time(settings.time_limit);
        let (words, lane) = (question.words(settings, time), question.lane());
        Job { words, input: question.text, time, lane }
    }
}

/// Works on a question until it is answered or nobody listens.
pub(crate) async fn run(shared: &Shared, job: Job, events: Sender<Event>) {
    let turn = tokio::select! {
        turn = shared.turns.wait(job.lane, || waits(&events)) => turn,
        () = events.closed() => return,
    };
    let end = match turn {
        Some(turn) => match Running::start(&shared.settings, &job.words) {
            Ok(mut running) => {
                let mut turn = Some(turn);
                let end = tokio::select! {
                    () = events.closed() => None,
                    end = watch(shared, &mut running, &job, &events, &mut turn) => Some(end),
                };
                // The turn is over when the process is gone.
                running.end().await;
                drop(turn);
                let Some(end) = end else { return };
                end
            }
            Err(_) => End::of(Why::Broken),
        },
        None => End::of(Why::Busy),
    };
    // Who does not read is not waited for.
    let _ = timeout(LAST, events.send(Event::End(end))).await;
}

/// Tells that others are before it; nobody waits for that to be read.
fn waits(events: &Sender<Event>) {
    let _ = events.try_send(Event::Wait);
}

impl End {
    fn of(why: Why) -> End {
        End { exit: None, why: Some(why) }
    }
}

/// Follows a process, and halts it while its place is for others: when it turns out to be long and
/// there is no place for long ones, and while nobody reads what it says.
async fn watch<'a>(
    shared: &'a Shared,
    running: &mut Running,
    job: &Job,
    events: &Sender<Event>,
    turn: &mut Option<Turn<'a>>,
) -> End {
    let group = running.group;
    let (stall, mut stalled) = watch::channel(false);
    let follow = follow(running, job, events, &stall);
    tokio::pin!(follow);
    let mut deadline = Instant::now() + job.time + GRACE;
    let mut short = Instant::now() + SHORT;
    loop {
        let mut lane = turn.as_ref().map_or(job.lane, |turn| turn.lane);
        let unread = tokio::select! {
            end = &mut follow => return end,
            () = sleep_until(deadline) => return End::of(Why::Time),
            () = sleep_until(short), if lane == Lane::Short => false,
            () = until(&mut stalled, true) => true,
        };
        if !unread {
            lane = Lane::Long;
            if let Some(long) = shared.turns.now(lane) {
                *turn = Some(long);
                continue;
            }
        }
        let Some(_halted) = shared.turns.halt() else { return End::of(Why::Busy) };
        let since = Instant::now();
        send(group, Signal::SIGSTOP);
        *turn = None;
        if unread {
            // What it has said before is still handed on.
            tokio::select! {
                end = &mut follow => return end,
                read = timeout(UNREAD, until(&mut stalled, false)) => {
                    if read.is_err() {
                        return End::of(Why::Output);
                    }
                }
            }
        }
        *turn = shared.turns.wait(lane, || waits(events)).await;
        if turn.is_none() {
            return End::of(Why::Busy);
        }
        send(group, Signal::SIGCONT);
        deadline += since.elapsed();
        short += since.elapsed();
    }
}

/// Waits until this is so.
async fn until(flag: &mut watch::Receiver<bool>, so: bool) {
    if flag.wait_for(|&now| now == so).await.is_err() {
        // Nobody will say so any more.
        std::future::pending().await
    }
}

fn send(group: Option<Pid>, signal: Signal) {
    if let Some(group) = group {
        let _ = killpg(group, signal);
    }
}

/// Hands an event on, and tells if nobody takes it.
async fn hand_on(events: &Sender<Event>, event: Event, stall: &watch::Sender<bool>) {
    let send = events.send(event);
    tokio::pin!(send);
    if timeout(STALLED, &mut send).await.is_err() {
        stall.send_replace(true);
        let _ = send.await;
        stall.send_replace(false);
    }
}

/// Feeds a process and listens to it until it ends.
async fn follow(
    running: &mut Running,
    job: &Job,
    events: &Sender<Event>,
    stall: &watch::Sender<bool>,
) -> End {
    let Job { input, .. } = job;
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
    let out = lines(out, |line| hand_on(events, Event::Out(line), stall));
    let talk = lines(talk, |line| {
        no_memory |= line.starts_with("memory allocation of");
        hand_on(events, Event::Err(line), stall)
    });
    if let Err(why) = tokio::try_join!(feed, out, talk) {
        return End::of(why);
    }
    // Both streams are closed: the end is near, unless it closed them on purpose.
    tokio::select! {
        status = running.child.wait() => ended(status.ok(), no_memory),
        () = sleep(GRACE) => End::of(Why::Time),
    }
}

fn ended(status: Option<ExitStatus>, no_memory: bool) -> End {
    let Some(status) = status else { return End::of(Why::Broken) };
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
