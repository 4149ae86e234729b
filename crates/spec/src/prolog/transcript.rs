//! Sessions written down: what goes in, and what SWI-Prolog prints.
//!
//! A transcript is a text file of sections. `$ ` starts the command line, without the name
//! of the system; its last word is the file, in `puzzles/prolog` unless the section
//! `program` has its text. With `input` it is a session of the toplevel by a pipe, with
//! answers in full.
//!
//! ```text
//! $ killer.pl
//! --- input
//! sudoku(M), maplist(label, M).
//! ;
//! --- stdout
//! ...
//! --- stderr
//! ...
//! --- exit 0
//! ```
//!
//! Standard output is compared to the byte. Of standard error, every line must be there and
//! in order, but a system may say more (our help for a blank before a parenthesis); times,
//! backtraces and the names of variables do not count.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::system::{Output, Session, System};
use super::text::canonical;
use super::toplevel::IN_FULL;

/// One session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    command: String,
    program: Option<String>,
    input: String,
    stdout: String,
    stderr: String,
    code: i32,
}

/// More than any session takes in SWI-Prolog on a busy machine.
const LIMIT: Duration = Duration::from_secs(60);

impl Transcript {
    /// The folder with the programs of the founding documents.
    pub fn programs() -> PathBuf {
        crate::founding::folder().join("prolog")
    }

    /// Reads a transcript.
    ///
    /// # Errors
    ///
    /// If it has no command line or an unknown section.
    pub fn parse(text: &str) -> Result<Transcript, String> {
        let mut transcript = Transcript::default();
        let mut section = String::new();
        for line in text.split_inclusive('\n') {
            if let Some(head) = line.strip_prefix("--- ") {
                let (name, rest) = head.trim().split_once(' ').unwrap_or((head.trim(), ""));
                section = name.to_string();
                match name {
                    "program" => transcript.program = Some(String::new()),
                    "exit" => transcript.code = rest.parse().map_err(|_| format!("exit {rest}"))?,
                    "input" | "stdout" | "stderr" => {}
                    _ => return Err(format!("unknown section {name}")),
                }
                continue;
            }
            match section.as_str() {
                "program" => transcript.program.get_or_insert_default().push_str(line),
                "input" => transcript.input.push_str(line),
                "stdout" => transcript.stdout.push_str(line),
                "stderr" => transcript.stderr.push_str(line),
                _ => match line.strip_prefix("$ ") {
                    Some(command) => transcript.command = command.trim().to_string(),
                    None if line.starts_with('#') || line.trim().is_empty() => {}
                    None => return Err(format!("before any section: {line}")),
                },
            }
        }
        match transcript.command.is_empty() {
            true => Err("no command line".to_string()),
            false => Ok(transcript),
        }
    }

    /// Runs the session.
    pub fn run(&self, system: &System) -> Output {
        let mut options: Vec<&str> = words(&self.command);
        let name = options.pop().unwrap_or_default();
        if !self.input.is_empty() {
            options.extend(["-g", IN_FULL]);
        }
        let file = Transcript::programs().join(name);
        let file = file.canonicalize().unwrap_or(file);
        let session = Session {
            program: self.program.as_deref().unwrap_or_default(),
            name: Some(name),
            file: self.program.is_none().then_some(&file),
            options: &options,
            input: &self.input,
            limit: LIMIT,
            ..Default::default()
        };
        let mut output = system.run(&session);
        output.stderr =
            output.stderr.lines().map(|line| without_folder(line, name) + "\n").collect();
        output
    }

    /// What is not as written down.
    pub fn differences(&self, output: &Output) -> Vec<String> {
        let mut differences = Vec::new();
        if output.timed_out {
            differences.push("no end in time".to_string());
        }
        if output.stdout != self.stdout {
            differences.push(first_difference(&self.stdout, &output.stdout));
        }
        let seen: Vec<String> = telling(&output.stderr).collect();
        let mut rest = seen.iter();
        for line in telling(&self.stderr) {
            if !rest.any(|seen| *seen == line) {
                differences.push(format!("stderr lacks: {line}\n{}", seen.join("\n")));
                break;
            }
        }
        if output.code != Some(self.code) {
            differences.push(format!("exit {:?}, not {}", output.code, self.code));
        }
        differences
    }

    /// The same session with other results, as a text.
    pub fn rewritten(&self, head: &str, output: &Output) -> String {
        let mut text = format!("{head}$ {}\n", self.command);
        let mut section = |name: &str, body: &str| {
            text.push_str(&format!("--- {name}\n{body}"));
            if !body.is_empty() && !body.ends_with('\n') {
                text.push('\n');
            }
        };
        if let Some(program) = &self.program {
            section("program", program);
        }
        if !self.input.is_empty() {
            section("input", &self.input);
        }
        section("stdout", &output.stdout);
        let stderr: String = telling(&output.stderr).map(|line| line + "\n").collect();
        section("stderr", &stderr);
        section(&format!("exit {}", output.code.unwrap_or(-1)), "");
        text
    }

    /// The comments at the top of a transcript.
    pub fn head(text: &str) -> &str {
        text.find("$ ").map_or("", |end| &text[..end])
    }

    /// All transcripts of this repository, by name.
    ///
    /// # Panics
    ///
    /// If one cannot be read.
    pub fn all() -> Vec<(PathBuf, Transcript)> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/prolog");
        let files = std::fs::read_dir(&folder).expect("the transcripts are there");
        let mut files: Vec<PathBuf> = files.map(|f| f.expect("it can be listed").path()).collect();
        files.sort();
        let read = |file: PathBuf| {
            let text = std::fs::read_to_string(&file).expect("a text");
            let transcript = Transcript::parse(&text);
            let transcript = transcript.unwrap_or_else(|e| panic!("{}: {e}", file.display()));
            (file, transcript)
        };
        files.into_iter().map(read).collect()
    }
}

/// The words of a command line; no quotes.
fn words(command: &str) -> Vec<&str> {
    command.split_whitespace().collect()
}

/// A line of stderr with the file's name instead of its path.
fn without_folder(line: &str, name: &str) -> String {
    match line.find(&format!("/{name}")) {
        Some(end) => {
            let start = line[..end].rfind(|c: char| c.is_whitespace() || c == '`');
            let start = start.map_or(0, |at| at + 1);
            format!("{}{}", &line[..start], &line[end + 1..])
        }
        None => line.to_string(),
    }
}

/// The lines of stderr that say something about the program.
fn telling(stderr: &str) -> impl Iterator<Item = String> {
    let frame = |line: &str| {
        let line = line.trim_start_matches("ERROR:").trim_start_matches("Warning:").trim();
        line == "In:"
            || line.starts_with('[') && line[1..].starts_with(|c: char| c.is_ascii_digit())
    };
    let lines = stderr.lines().filter(move |line| {
        let trimmed = line.trim();
        !trimmed.is_empty() && !line.starts_with("% ") && !frame(line)
    });
    lines.map(|line| canonical(line.trim_end()))
}

fn first_difference(wanted: &str, seen: &str) -> String {
    let lines = wanted.lines().zip(seen.lines()).enumerate();
    let different = lines.into_iter().find(|(_, (wanted, seen))| wanted != seen);
    match different {
        Some((number, (wanted, seen))) => {
            format!("stdout, line {}:\n    wanted {wanted}\n    seen   {seen}", number + 1)
        }
        None => format!("stdout: {} bytes, not {}", seen.len(), wanted.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# a comment\n$ -g main a.pl\n--- program\nmain.\n--- input\nmain.\n\
                        --- stdout\ntrue.\n\n--- stderr\nWarning: a.pl:1:\n--- exit 1\n";

    #[test]
    fn a_transcript_is_read_and_written() {
        let transcript = Transcript::parse(TEXT).expect("a transcript");
        assert_eq!(transcript.program.as_deref(), Some("main.\n"));
        let output = Output {
            stdout: "true.\n\n".into(),
            stderr: "% 3 inferences\nWarning: a.pl:1:\nhelp: more\n".into(),
            code: Some(1),
            timed_out: false,
            seconds: 0.0,
        };
        assert_eq!(transcript.differences(&output), [""; 0]);
        let written = transcript.rewritten(Transcript::head(TEXT), &output);
        assert_eq!(written, TEXT.replace("--- exit", "help: more\n--- exit"));
        let other = Output { stdout: "false.\n".into(), stderr: String::new(), ..output };
        assert_eq!(transcript.differences(&other).len(), 2);
    }

    #[test]
    fn paths_are_names() {
        assert_eq!(without_folder("ERROR: /some/folder/a.pl:5:7: x", "a.pl"), "ERROR: a.pl:5:7: x");
    }
}
