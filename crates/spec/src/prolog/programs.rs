//! Whole programs: what they print, to the byte.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;

use super::goals::trace;
use super::suite::{Case, Finding, Judged, each, text};
use super::system::Session;
use super::text::without_times;

/// Trealla's programs where SWI-Prolog prints the same.
pub(super) fn trealla(file: &Path) -> std::io::Result<Vec<Case>> {
    each(file, |record| {
        if record["swi_agrees"] != true {
            return None;
        }
        let id = text(record, "id").to_string();
        let name = format!("{}.pl", id.rsplit('/').next().unwrap_or("program"));
        let program = text(record, "program").to_string();
        let wanted = text(&record["swi"], "stdout").to_string();
        Some(Case::new(id, move |system, limit: Duration| {
            let session = Session {
                program: &program,
                name: Some(&name),
                options: &["-g", "halt"],
                limit,
                ..Default::default()
            };
            let output = system.run(&session);
            let finding = Finding::compare(0, &wanted, &output.stdout);
            Judged { findings: vec![finding], trace: trace(&program, &output) }
        }))
    })
}

/// Håkan Kjellerstrand's programs that finish in SWI-Prolog.
pub(super) fn hakank(index: &Path) -> std::io::Result<Vec<Case>> {
    let folder = index.parent().unwrap_or(Path::new(".")).to_path_buf();
    each(index, |record| hakank_case(record, &folder))
}

/// The exit code of a program that was stopped.
const STOPPED: i64 = 124;

fn hakank_case(record: &Value, folder: &Path) -> Option<Case> {
    if record["exit"] == STOPPED {
        return None;
    }
    let name = text(record, "program").to_string();
    let file: PathBuf = folder.join(&name);
    let goal = text(record, "goal").to_string();
    let truncated = record["stdout_truncated"] == true;
    let folder = folder.to_path_buf();
    let id = format!("hakank/{}", name.trim_end_matches(".pl"));
    Some(Case::new(id, move |system, limit: Duration| {
        let wanted = std::fs::read(file.with_extension("out")).unwrap_or_default();
        let wanted = String::from_utf8_lossy(&wanted).into_owned();
        let options = ["-g", &goal, "-t", "halt"];
        let session = Session {
            file: Some(Path::new(&name)),
            options: &options,
            folder: Some(&folder),
            limit,
            ..Default::default()
        };
        let output = system.run(&session);
        let same = match truncated {
            true => output.stdout.starts_with(&wanted),
            false => without_times(&output.stdout) == without_times(&wanted),
        };
        let seen = match output.timed_out {
            true => format!("{}... no end in time", output.stdout),
            false => output.stdout.clone(),
        };
        let finding = Finding::check(0, same && !output.timed_out, &wanted, &seen);
        Judged { findings: vec![finding], trace: trace(&file.display().to_string(), &output) }
    }))
}
