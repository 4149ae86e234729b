//! Cases with complete expected results, and programs with clingo's messages.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::data::left_out;
use crate::scratch::Scratch;

/// The command to test: the one `PENCILMARK` names.
pub fn command(what: &str) -> Option<PathBuf> {
    match std::env::var_os("PENCILMARK").filter(|path| !path.is_empty()) {
        Some(path) => Some(PathBuf::from(path)),
        None => {
            left_out(&format!("{what}: PENCILMARK names no program to test"));
            None
        }
    }
}

/// What a run of the command printed.
#[derive(Clone, Debug)]
pub struct Printed {
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
    /// The exit code.
    pub code: Option<i32>,
}

/// Runs `asp` on files in a folder of its own. `None`: it took too long.
pub fn run(
    command: &Path,
    files: &[(String, String)],
    args: &[String],
    patience: Duration,
) -> Option<Printed> {
    let (name, text) = files.first()?;
    let scratch = Scratch::new(name, text.as_bytes());
    for (name, text) in &files[1..] {
        std::fs::write(scratch.folder().join(name), text).expect("a temporary file");
    }
    let mut child = Command::new(command)
        .arg("asp")
        .args(files.iter().map(|(name, _)| name))
        .args(args)
        .current_dir(scratch.folder())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command");
    let read = |mut pipe: Box<dyn Read + Send>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = pipe.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let out = read(Box::new(child.stdout.take().expect("a pipe")));
    let err = read(Box::new(child.stderr.take().expect("a pipe")));
    let end = Instant::now() + patience;
    let status = loop {
        match child.try_wait().expect("the command") {
            Some(status) => break Some(status),
            None if Instant::now() > end => {
                let _ = child.kill();
                let _ = child.wait();
                break None;
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    let (out, err) = (out.join().expect("a thread"), err.join().expect("a thread"));
    status.map(|status| Printed { out, err, code: status.code() })
}

/// One program with its files, options and expected result.
#[derive(Clone, Debug)]
pub struct Case {
    /// What it is called.
    pub name: String,
    /// How hard, from 1 to 4.
    pub level: u64,
    files: Vec<(String, String)>,
    args: Vec<String>,
    expected: Value,
}

impl Case {
    /// From a record.
    pub fn new(record: &Value) -> Option<Case> {
        let strings = |value: &Value| -> Option<Vec<String>> {
            value.as_array()?.iter().map(|v| Some(v.as_str()?.to_string())).collect()
        };
        let file =
            |f: &Value| Some((f["name"].as_str()?.to_string(), f["text"].as_str()?.to_string()));
        Some(Case {
            name: record["name"].as_str()?.to_string(),
            level: record["level"].as_u64()?,
            files: record["files"].as_array()?.iter().map(file).collect::<Option<_>>()?,
            args: strings(&record["args"])?,
            expected: record["expected"].clone(),
        })
    }

    /// Runs it and says what is wrong.
    pub fn judge(&self, command: &Path, patience: Duration) -> Result<(), String> {
        let Some(printed) = run(command, &self.files, &self.args, patience) else {
            return Err(format!("no answer in {} s", patience.as_secs()));
        };
        let seen = Seen::read(&printed.out);
        let expected = &self.expected;
        let status = match expected["status"].as_str() {
            Some("SAT") => "SATISFIABLE",
            Some("UNSAT") => "UNSATISFIABLE",
            _ => "OPTIMUM FOUND",
        };
        if seen.status != status {
            let remark = printed.err.lines().next().unwrap_or("");
            return Err(format!("{} instead of {status}: {remark}", seen.status));
        }
        let code = expected["exit_code"].as_i64().map(|code| code as i32);
        if printed.code != code {
            return Err(format!("exit {:?} instead of {code:?}", printed.code));
        }
        if status == "UNSATISFIABLE" {
            return Ok(());
        }
        let mut models = seen.models;
        if let Some(optimum) = expected["optimum"].as_array() {
            let optimum: Vec<i64> = optimum.iter().filter_map(Value::as_i64).collect();
            if seen.optimum.as_ref() != Some(&optimum) {
                return Err(format!("optimum {:?} instead of {optimum:?}", seen.optimum));
            }
            models.retain(|(_, costs)| *costs == Some(optimum.clone()));
        }
        if expected["complete"] != Value::Bool(true) {
            return Ok(());
        }
        let count = expected["n_models"].as_u64().unwrap_or(0) as usize;
        // With optN the first optimal answer set is found before it is known to be one.
        let twice =
            self.args.iter().any(|arg| arg == "--opt-mode=optN") && models.len() == count + 1;
        if twice {
            models.remove(0);
        }
        if models.len() != count {
            return Err(format!("{} answer sets instead of {count}", models.len()));
        }
        let mut lines: Vec<String> = models.into_iter().map(|(atoms, _)| atoms.join(" ")).collect();
        lines.sort_unstable();
        if let Some(wanted) = expected["models"].as_array() {
            let line = |model: &Value| -> String {
                let atoms = model.as_array().into_iter().flatten().filter_map(Value::as_str);
                atoms.collect::<Vec<_>>().join(" ")
            };
            let mut wanted: Vec<String> = wanted.iter().map(line).collect();
            wanted.sort_unstable();
            if lines != wanted {
                return Err("other answer sets".to_string());
            }
        }
        Ok(())
    }
}

/// What the text output says.
#[derive(Debug, Default)]
struct Seen {
    status: String,
    models: Vec<(Vec<String>, Option<Vec<i64>>)>,
    optimum: Option<Vec<i64>>,
}

impl Seen {
    fn read(text: &str) -> Seen {
        let mut seen = Seen::default();
        let mut lines = text.lines();
        let numbers = |text: &str| {
            text.split_whitespace().filter_map(|n| n.parse().ok()).collect::<Vec<i64>>()
        };
        while let Some(line) = lines.next() {
            if line.starts_with("Answer: ") {
                let mut atoms = atoms(lines.next().unwrap_or(""));
                atoms.sort_unstable();
                seen.models.push((atoms, None));
            } else if let Some(costs) = line.strip_prefix("Optimization: ") {
                if let Some(last) = seen.models.last_mut() {
                    last.1 = Some(numbers(costs));
                }
            } else if let Some(costs) = line.strip_prefix("Optimization : ") {
                seen.optimum = Some(numbers(costs));
            } else if ["SATISFIABLE", "UNSATISFIABLE", "OPTIMUM FOUND", "UNKNOWN"].contains(&line) {
                seen.status = line.to_string();
            }
        }
        seen
    }
}

/// The atoms of a line; blanks inside quotes do not separate.
fn atoms(line: &str) -> Vec<String> {
    let mut atoms = vec![String::new()];
    let (mut quoted, mut escaped) = (false, false);
    for c in line.chars() {
        if c == ' ' && !quoted {
            atoms.push(String::new());
            continue;
        }
        if c == '"' && !escaped {
            quoted = !quoted;
        }
        escaped = c == '\\' && !escaped;
        if let Some(last) = atoms.last_mut() {
            last.push(c);
        }
    }
    atoms.retain(|atom| !atom.is_empty());
    atoms
}

/// Results of many cases.
#[derive(Debug, Default)]
pub struct Report {
    /// Right and all, by level.
    pub levels: BTreeMap<u64, (usize, usize)>,
    /// Names of what failed, and why.
    pub failures: Vec<(String, String)>,
}

impl Report {
    /// Runs all cases, several at a time.
    pub fn run(cases: &[Case], command: &Path, patience: Duration) -> Report {
        let next = AtomicUsize::new(0);
        let report = Mutex::new(Report::default());
        let jobs = std::thread::available_parallelism().map_or(1, |n| n.get());
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| {
                    while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let result = case.judge(command, patience);
                        let mut report = report.lock().expect("no panic");
                        let (right, all) = report.levels.entry(case.level).or_default();
                        *all += 1;
                        *right += usize::from(result.is_ok());
                        if let Err(reason) = result {
                            report.failures.push((case.name.clone(), reason));
                        }
                    }
                });
            }
        });
        let mut report = report.into_inner().expect("no panic");
        report.failures.sort();
        report
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (level, (right, all)) in &self.levels {
            writeln!(f, "answer sets, level {level}: {right} of {all}")?;
        }
        Ok(())
    }
}

/// Known differences: names and reasons, from the checked-in list.
pub fn known() -> BTreeMap<String, String> {
    let list = include_str!("../../asp-known-differences.txt");
    let lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let entry = |line: &str| {
        let (name, reason) = line.split_once("  ")?;
        Some((name.to_string(), reason.trim().to_string()))
    };
    lines.filter_map(entry).collect()
}
