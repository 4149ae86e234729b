//! clingo 5.8, the judge of random programs.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::Answers;
use crate::data::left_out;

/// Reads programs as JSON lines and prints their answer sets.
const SCRIPT: &str = r#"
import sys, json, clingo
for line in sys.stdin:
    job = json.loads(line)
    try:
        control = clingo.Control(["0", "--opt-mode=optN"], logger=lambda c, m: None, message_limit=0)
        control.add("base", [], job["program"])
        control.ground([("base", [])])
        models, most = [], job["most"]
        with control.solve(yield_=True) as handle:
            for model in handle:
                if model.cost and not model.optimality_proven:
                    continue
                models.append(" ".join(sorted(str(s) for s in model.symbols(shown=True))))
                if len(models) > most:
                    break
        print(json.dumps(None if len(models) > most else sorted(models)), flush=True)
    except RuntimeError:
        print(json.dumps("refused"), flush=True)
"#;

/// The answers of clingo to programs, in their order; nothing if there is no clingo 5.8.
pub fn answers(programs: &[String], most: usize) -> Option<Vec<Answers>> {
    let named = std::env::var_os("PENCILMARK_PYTHON").filter(|name| !name.is_empty());
    let python = named.unwrap_or_else(|| "python3".into());
    let version = "import clingo; assert clingo.__version__.startswith('5.8')";
    let found = Command::new(&python).args(["-c", version]).stderr(Stdio::null()).status();
    if !found.is_ok_and(|status| status.success()) {
        left_out("random answer set programs: no clingo 5.8");
        return None;
    }
    let mut child = Command::new(&python)
        .args(["-c", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("python");
    let mut stdin = child.stdin.take().expect("a pipe");
    let lines: String =
        programs.iter().map(|p| json!({ "program": p, "most": most }).to_string() + "\n").collect();
    let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
    let output = child.wait_with_output().expect("clingo's answers");
    writer.join().expect("a thread").expect("a pipe");
    let text = String::from_utf8(output.stdout).expect("text");
    let answers = text.lines().map(|line| match serde_json::from_str(line).expect("JSON") {
        Value::Array(models) => {
            let models = models.iter().filter_map(Value::as_str).map(String::from);
            Answers::Models(models.collect())
        }
        Value::String(_) => Answers::Refused,
        _ => Answers::Unknown,
    });
    Some(answers.collect())
}
