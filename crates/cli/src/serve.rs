//! `serve`: the board in the browser.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use lexopt::{Arg, Parser};
use pencilmark_server::{Addresses, FPUZZLES_PORT, Settings, serve as run};

use crate::args::Complaint;
use crate::exit::Exit;
use crate::flags::{bytes, duration};
use crate::screen::{print, talk};

/// What to serve.
#[derive(Clone, Debug)]
pub struct Order {
    settings: Settings,
    open: bool,
}

/// One line for the list of commands.
pub const SUMMARY: &str = "open a board in the browser to play, set and understand puzzles";

/// The help of this command.
pub const HELP: &str = "\
Open a board in the browser to play, set and understand puzzles.

Usage: pencilmark serve [OPTIONS]

Serves a page on this machine alone, prints its address and opens it. Every
question of the page is a process of its own, which ends when the page asks
something else or is closed. Nothing leaves the machine. Ctrl-C ends it.

Options:
      --port N            the port (default: 4546 if it is free, else any)
      --fpuzzles[=PORT]   also answer the solver script of f-puzzles.com, at
                          ws://localhost:4545 or another port
      --no-open           only print the address, open no browser
  -t, --time-limit TIME   give up on a question after TIME, at least 100ms
                          (default 5m)
      --memory SIZE       memory for one question: 800m, 2g; at least 600m
                          (default 2g)
      --threads N         threads for one question (default: one for each core,
                          at most 8)
      --workers N         questions worked on at once, half of them long ones;
                          others wait (default: one for each core, at least 4)
  -h, --help              this text

Examples:
  pencilmark serve
      play and set
  pencilmark serve --port 0 --no-open
      any free port, the address on standard output

Exit: 130 after Ctrl-C, 2 if the port is taken.
";

/// Reads the words behind `serve`; none if help is wanted.
pub fn parse(words: &mut Parser) -> Result<Option<Order>, Complaint> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut settings = Settings {
        port: None,
        fpuzzles: None,
        program: PathBuf::new(),
        time_limit: Duration::from_secs(300),
        memory: 2 << 30,
        // Each thread takes address space, of which a question has only so much.
        threads: cores.min(8),
        workers: cores.max(4),
        assets: None,
    };
    let mut open = true;
    while let Some(arg) = words.next().map_err(|e| e.to_string())? {
        match arg {
            Arg::Short('h') | Arg::Long("help") => return Ok(None),
            Arg::Long("no-open") => open = false,
            Arg::Long("port") => {
                let port = value(words, "--port N", |v| v.parse().map_err(|_| PORTS))?;
                settings.port = Some(port);
            }
            Arg::Long("fpuzzles") => {
                let port = words.optional_value().map_or(Ok(FPUZZLES_PORT), |value| {
                    let value = value.to_string_lossy();
                    value.parse().map_err(|_| format!("`{value}`: expected {PORTS}"))
                });
                settings.fpuzzles = Some(port?);
            }
            Arg::Short('t') | Arg::Long("time-limit") => {
                settings.time_limit = value(words, "--time-limit TIME", |text| {
                    duration(text).ok().filter(|&time| time >= LEAST_TIME).ok_or(TIMES)
                })?;
            }
            Arg::Long("memory") => {
                settings.memory = value(words, "--memory SIZE", |text| {
                    let size = bytes(text).map(|size| size as u64);
                    size.ok().filter(|&size| size >= LEAST_MEMORY).ok_or(SIZES)
                })?;
            }
            Arg::Long("threads") => settings.threads = value(words, "--threads N", some)?,
            Arg::Long("workers") => settings.workers = value(words, "--workers N", some)?,
            // For those who write the page: no need to build the program again.
            Arg::Long("assets") => {
                settings.assets = Some(value(words, "--assets FOLDER", |v| Ok(v.into()))?);
            }
            Arg::Value(word) => {
                let word = word.to_string_lossy();
                return Err(format!("`serve` takes no `{word}`: puzzles are opened in the page"));
            }
            Arg::Short(c) => return Err(format!("`serve` has no option `-{c}`")),
            Arg::Long(name) => return Err(format!("`serve` has no option `--{name}`")),
        }
    }
    Ok(Some(Order { settings, open }))
}

const PORTS: &str = "a port from 0 to 65535";
/// With less not every question is answered: the stack of an answer set program alone takes 256 MB
/// of addresses, and the allocator's pieces must lie at multiples of 32 MB, so that below 500 MB it
/// depends on where the system puts the rest.
const LEAST_MEMORY: u64 = 600 << 20;
const SIZES: &str = "a size from 600m up, such as 800m or 2g";
const LEAST_TIME: Duration = Duration::from_millis(100);
const TIMES: &str = "a time from 100ms up, such as 10s or 5m";

fn some(text: &str) -> Result<usize, &'static str> {
    text.parse().ok().filter(|n| (1..=256).contains(n)).ok_or("a number from 1 to 256")
}

fn value<T>(
    words: &mut Parser,
    what: &str,
    read: impl Fn(&str) -> Result<T, &'static str>,
) -> Result<T, Complaint> {
    let value = words.value().map_err(|_| format!("a value is missing: {what}"))?;
    let value = value.to_string_lossy();
    read(&value).map_err(|want| format!("`{value}`: expected {want}"))
}

/// Serves until Ctrl-C.
pub fn serve(order: &Order) -> Exit {
    let mut settings = order.settings.clone();
    settings.program = match std::env::current_exe() {
        Ok(program) => program,
        Err(error) => return refuse(&format!("where am I? {error}")),
    };
    let ready = |addresses: &Addresses| {
        let lines = [Some(&addresses.page), addresses.fpuzzles.as_ref()];
        for line in lines.into_iter().flatten() {
            let _ = print(format!("{line}\n").as_bytes());
        }
        if order.open {
            open(&addresses.page);
        }
    };
    match run(settings, ready) {
        Ok(()) => Exit::Interrupted,
        Err(error) => refuse(&error.to_string()),
    }
}

fn refuse(complaint: &str) -> Exit {
    talk(&format!("pencilmark: {complaint}\n"));
    Exit::Bad
}

/// Asks the desktop for a browser. Without one the address that was printed has to do.
fn open(address: &str) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let mut command = Command::new(program);
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let _ = command.spawn();
}
