//! A Prolog as a process: started, fed, stopped when its time is over.

use std::fmt;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::data::left_out;
use crate::scratch::Scratch;

/// Address space for one process, in KiB: what runs away must not take the machine along.
const MEMORY_KIB: u32 = 8 << 20;

/// More than any case prints; a process that goes on is cut off.
const OUTPUT_BYTES: u64 = 16 << 20;

/// A Prolog that understands the options of `swipl`.
#[derive(Clone, Debug)]
pub struct System {
    command: Vec<String>,
}

/// One run of a system.
#[derive(Clone, Debug, Default)]
pub struct Session<'a> {
    /// Text of the program that is loaded, unless `file` is.
    pub program: &'a str,
    /// What the file with `program` is called.
    pub name: Option<&'a str>,
    /// A file to load instead.
    pub file: Option<&'a Path>,
    /// Options before the file.
    pub options: &'a [&'a str],
    /// Standard input.
    pub input: &'a str,
    /// Where it runs; a folder of its own if nothing is said.
    pub folder: Option<&'a Path>,
    /// When it is stopped.
    pub limit: Duration,
}

/// What a run left behind.
#[derive(Clone, Debug)]
pub struct Output {
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// The exit code; none if it was stopped or killed.
    pub code: Option<i32>,
    /// Whether its time was over.
    pub timed_out: bool,
    /// How long it took.
    pub seconds: f64,
}

impl System {
    /// A system by name: `swipl`, or the path of a `pencilmark` program.
    pub fn new(name: &str) -> System {
        let base = Path::new(name).file_name().map(|n| n.to_string_lossy().into_owned());
        let options: &[&str] = match base {
            Some(base) if base.starts_with("swipl") => &["-f", "none", "--no-tty"],
            _ => &["prolog"],
        };
        let command = std::iter::once(name).chain(options.iter().copied());
        System { command: command.map(String::from).collect() }
    }

    /// SWI-Prolog if it is installed; if not, `what` is left out.
    pub fn swi(what: &str) -> Option<System> {
        crate::oracle::Oracle::SwiProlog.find(what).map(|_| System::new("swipl"))
    }

    /// The system to be tested: `PENCILMARK_PROLOG` (a name as for [`System::new`]), or
    /// `PENCILMARK`, the path of the program `pencilmark`. `./test` builds it and says where
    /// it is. Without either, `what` is left out.
    ///
    /// # Panics
    ///
    /// If a system is named and cannot run a goal.
    pub fn under_test(what: &str) -> Option<System> {
        let named = |key| std::env::var(key).ok().filter(|name: &String| !name.is_empty());
        let Some(name) = named("PENCILMARK_PROLOG").or_else(|| named("PENCILMARK")) else {
            left_out(&format!("Prolog, {what}: PENCILMARK does not name the program to test"));
            return None;
        };
        let system = System::new(&name);
        let probe = system.run(&Session {
            options: &["-g", "halt"],
            limit: Duration::from_secs(20),
            ..Default::default()
        });
        assert_eq!(probe.code, Some(0), "{system} -g halt: {}", probe.stderr);
        Some(system)
    }

    /// Whether it is SWI-Prolog.
    pub fn is_swi(&self) -> bool {
        self.command.len() > 2
    }

    /// Runs it to its end or its time limit. `-q` comes first, then options, then the file.
    ///
    /// # Panics
    ///
    /// If the process cannot be started or a temporary file not be written.
    pub fn run(&self, session: &Session<'_>) -> Output {
        let scratch = Scratch::new(session.name.unwrap_or("case.pl"), session.program.as_bytes());
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -v {MEMORY_KIB}; exec \"$@\""), "sh"]);
        command.args(&self.command).arg("-q").args(session.options);
        command.arg(session.file.unwrap_or(scratch.path()));
        // Some cases leave files behind.
        command.current_dir(session.folder.unwrap_or(scratch.folder()));
        // No colours and no width: neither says anything about Prolog.
        command.env("TERM", "dumb").env_remove("COLUMNS");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let started = Instant::now();
        let mut child = command.spawn().unwrap_or_else(|error| panic!("{self}: {error}"));
        let mut stdin = child.stdin.take().expect("piped");
        let input = session.input.to_string();
        // A process that ends without reading everything closes the pipe; that is its right.
        thread::spawn(move || stdin.write_all(input.as_bytes()));
        let (send, receive) = mpsc::channel();
        collect(0, child.stdout.take().expect("piped"), send.clone());
        collect(1, child.stderr.take().expect("piped"), send);
        let mut texts = [String::new(), String::new()];
        let mut timed_out = false;
        for _ in 0..2 {
            let left = session.limit.saturating_sub(started.elapsed());
            let part = receive.recv_timeout(left).or_else(|_| {
                timed_out = true;
                let _ = child.kill();
                receive.recv()
            });
            let (which, text) = part.expect("both pipes end with the process");
            texts[which] = text;
        }
        let code = child.wait().ok().and_then(|status| status.code());
        let [stdout, stderr] = texts;
        let seconds = started.elapsed().as_secs_f64();
        Output { stdout, stderr, code: code.filter(|_| !timed_out), timed_out, seconds }
    }
}

impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.command.join(" "))
    }
}

fn collect(which: usize, pipe: impl Read + Send + 'static, to: mpsc::Sender<(usize, String)>) {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.take(OUTPUT_BYTES).read_to_end(&mut bytes);
        // Nobody listens any more if the other pipe broke.
        let _ = to.send((which, String::from_utf8_lossy(&bytes).into_owned()));
    });
}

/// The program `pencilmark` of this workspace's release build, whether it is there or not.
pub fn release_build() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let target =
        target.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target"));
    target.join("release/pencilmark")
}
