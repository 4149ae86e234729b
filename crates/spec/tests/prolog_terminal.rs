//! A person at the prompt: the program runs on a pseudo-terminal (util-linux's `script` makes
//! it), keys go in, and what is on the screen comes out.
//!
//! Left out, and told, where `script` is not installed.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use pencilmark_spec::data::left_out;

const UP: &str = "\x1b[A";
const LEFT: &str = "\x1b[D";
const BACKSPACE: &str = "\x7f";
const CTRL_A: &str = "\x01";
const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";

/// More than any answer takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

struct Terminal {
    child: Child,
    keys: ChildStdin,
    screen: Arc<Mutex<String>>,
    /// How much of the screen was looked at.
    seen: usize,
}

impl Terminal {
    /// Starts the program; none if it is not named or there is no terminal to be had.
    fn start(home: &PathBuf) -> Option<Terminal> {
        let named = |key| std::env::var(key).ok().filter(|name: &String| !name.is_empty());
        let Some(program) = named("PENCILMARK") else {
            left_out("Prolog, the prompt: PENCILMARK does not name the program to test");
            return None;
        };
        let script = Command::new("script")
            .args(["--quiet", "--return", "--command"])
            .arg(format!("stty cols 80 rows 24; exec '{program}' prolog"))
            .arg("/dev/null")
            .env("TERM", "xterm")
            .env("HOME", home)
            .env("XDG_STATE_HOME", home)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut child) = script else {
            left_out("Prolog, the prompt: `script` of util-linux is not installed");
            return None;
        };
        let keys = child.stdin.take().expect("piped");
        let mut out = child.stdout.take().expect("piped");
        let screen = Arc::new(Mutex::new(String::new()));
        let writer = screen.clone();
        thread::spawn(move || {
            let mut chunk = [0; 4096];
            while let Ok(n @ 1..) = out.read(&mut chunk) {
                let text = String::from_utf8_lossy(&chunk[..n]);
                writer.lock().expect("nobody panics with it").push_str(&text);
            }
        });
        let mut terminal = Terminal { child, keys, screen, seen: 0 };
        terminal.wait_for("?- ");
        Some(terminal)
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("the terminal is open");
        self.keys.flush().expect("the terminal is open");
    }

    /// Waits until the text is on the screen, after what was waited for before.
    fn wait_for(&mut self, text: &str) {
        let start = Instant::now();
        loop {
            let screen = plain(&self.screen.lock().expect("nobody panics with it"));
            if let Some(at) = screen.get(self.seen..).and_then(|rest| rest.find(text)) {
                self.seen += at + text.len();
                return;
            }
            assert!(start.elapsed() < PATIENCE, "no {text:?} after {}:\n{screen}", self.seen);
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Types a query and waits for what it shows, then for the next prompt.
    fn ask(&mut self, query: &str, answer: &str) {
        self.press(query);
        self.press("\r");
        self.wait_for(answer);
        self.wait_for("?- ");
    }

    /// Waits for the end; the exit code.
    fn end(mut self) -> Option<i32> {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Ok(Some(status)) = self.child.try_wait() {
                return status.code();
            }
            thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        panic!("it does not end:\n{}", plain(&self.screen.lock().expect("nobody panics with it")));
    }
}

/// The text without escape sequences and carriage returns.
fn plain(screen: &str) -> String {
    let mut text = String::new();
    let mut chars = screen.chars();
    while let Some(c) = chars.next() {
        match c {
            '\x1b' => {
                // `ESC [ parameters letter`; others are a character long.
                if chars.next() == Some('[') {
                    for c in chars.by_ref() {
                        if c.is_ascii_alphabetic() {
                            break;
                        }
                    }
                }
            }
            '\r' => {}
            _ => text.push(c),
        }
    }
    text
}

/// A home of its own: history is written there.
fn home(name: &str) -> PathBuf {
    let folder = format!("pencilmark-terminal-{}-{name}", std::process::id());
    let folder = std::env::temp_dir().join(folder);
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    folder
}

#[test]
fn answers_and_their_keys() {
    let home = home("keys");
    let Some(mut terminal) = Terminal::start(&home) else { return };
    terminal.ask("X = f(Y).", "X = f(Y).");
    // Alternatives: one more, the next, enough.
    terminal.press("member(X, [one,two,three]).\r");
    terminal.wait_for("X = one ");
    terminal.press(";");
    terminal.wait_for(";\nX = two ");
    terminal.press("x");
    terminal.wait_for("Unknown action: x (h for help)\nAction? ");
    terminal.press("h");
    terminal.wait_for("Possible actions:");
    terminal.wait_for("; (n,r,space,TAB): redo");
    terminal.wait_for("Action? ");
    terminal.press(" ");
    terminal.wait_for(";\nX = three.");
    terminal.wait_for("?- ");
    terminal.press("member(X, [four,five]).\r");
    terminal.wait_for("X = four ");
    terminal.press("\r");
    terminal.wait_for(".\n\n?- ");
    // Goals that are left.
    terminal.ask("use_module(library(clpfd)).", "true.");
    terminal.ask("X #> 3, X #< 6, Y #= X*2.", "X in 4..5,\nX*2#=Y,\nY in 8..10.");
    terminal.ask("dif(A, b), freeze(B, true).", "dif(A, b),\nfreeze(B, true).");
    terminal.ask("fail.", "false.");
    // A query over several lines has a prompt of its own.
    terminal.press("X = [1,\r");
    terminal.wait_for("|    ");
    terminal.ask("2].", "X = [1, 2].");
    terminal.ask("Z is $X + 1.", "Type error");
    terminal.ask("[A|_] = $X.", "A = 1,");
    terminal.press("halt.\r");
    assert_eq!(terminal.end(), Some(0));
    let _ = std::fs::remove_dir_all(home);
}

#[test]
fn lines_are_edited_and_remembered() {
    let home = home("history");
    let Some(mut terminal) = Terminal::start(&home) else { return };
    // A wrong letter before the full stop is taken away, and a name put in front.
    terminal.press("writeln(correcttx).");
    terminal.press(&LEFT.repeat(2));
    terminal.press(BACKSPACE);
    terminal.press("\r");
    terminal.wait_for("\ncorrectt\n");
    terminal.wait_for("?- ");
    terminal.press("line(second).");
    terminal.press(CTRL_A);
    terminal.press("write");
    terminal.press("\r");
    terminal.wait_for("Unknown procedure: writeline/1");
    terminal.wait_for("?- ");
    // The query before the last.
    terminal.press(&UP.repeat(2));
    terminal.press("\r");
    terminal.wait_for("\ncorrectt\n");
    terminal.wait_for("?- ");
    terminal.press(CTRL_D);
    terminal.wait_for("% halt");
    assert_eq!(terminal.end(), Some(0));
    // Another session remembers.
    let Some(mut terminal) = Terminal::start(&home) else { return };
    terminal.press(UP);
    terminal.press("\r");
    terminal.wait_for("\ncorrectt\n");
    terminal.wait_for("?- ");
    terminal.press("halt.\r");
    assert_eq!(terminal.end(), Some(0));
    let _ = std::fs::remove_dir_all(home);
}

#[test]
fn control_c_stops_a_query() {
    let home = home("interrupt");
    let Some(mut terminal) = Terminal::start(&home) else { return };
    terminal.press("write(started), nl, repeat, fail.\r");
    terminal.wait_for("\nstarted\n");
    terminal.press(CTRL_C);
    terminal.wait_for("Execution Aborted");
    terminal.wait_for("?- ");
    // A search inside the solver stops as well.
    terminal.ask("use_module(library(clpfd)).", "true.");
    terminal.press(
        "write(started), nl, length(Q, 40), Q ins 0..1, sum(Q, #=, 20), label(Q), \
         sum_list(Q, 21).\r",
    );
    terminal.wait_for("\nstarted\n");
    terminal.press(CTRL_C);
    terminal.wait_for("Execution Aborted");
    terminal.wait_for("?- ");
    terminal.ask("X = alive.", "X = alive.");
    // At the prompt it forgets the line.
    terminal.press("X = forgotten");
    terminal.wait_for("forgotten");
    terminal.press(CTRL_C);
    terminal.wait_for("?- ");
    terminal.ask("X = kept.", "X = kept.");
    terminal.press("halt(3).\r");
    assert_eq!(terminal.end(), Some(3));
    let _ = std::fs::remove_dir_all(home);
}

#[test]
fn programs_read_from_a_person() {
    let home = home("reading");
    let Some(mut terminal) = Terminal::start(&home) else { return };
    terminal.press("[user].\r");
    terminal.wait_for("|: ");
    terminal.press("likes(ann, tea).\r");
    terminal.wait_for("|: ");
    terminal.press("end_of_file.\r");
    terminal.wait_for("true.");
    terminal.wait_for("?- ");
    terminal.ask("likes(ann, What).", "What = tea.");
    terminal.press("write('Name? '), read(Name).\r");
    terminal.wait_for("Name? |: ");
    terminal.ask("bob.", "Name = bob.");
    terminal.press("halt.\r");
    assert_eq!(terminal.end(), Some(0));
    let _ = std::fs::remove_dir_all(home);
}
