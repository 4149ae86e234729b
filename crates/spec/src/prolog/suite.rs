//! What a suite is, and the list of them.

use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use super::system::System;
use super::{clpfd, goals, programs, syntax};
use crate::data::json_lines;

/// One thing that a case is judged on, and how much of it must be right.
#[derive(Clone, Copy, Debug)]
pub struct Aspect {
    /// Its name; the first aspect of a suite is the main one and has none.
    pub name: &'static str,
    /// The share of cases that must be right, in percent. Where there is none, what differs
    /// is counted but does not fail.
    pub wanted: Option<u32>,
}

/// A file of records, and how they become cases.
pub struct Suite {
    /// What it is called.
    pub name: &'static str,
    /// Where it is under [`crate::data::folder`].
    pub path: &'static str,
    /// How long a case may take.
    pub limit: Duration,
    /// What is judged.
    pub aspects: &'static [Aspect],
    read: fn(&Path) -> std::io::Result<Vec<Case>>,
}

/// One test.
pub struct Case {
    /// Unique within all suites.
    pub id: String,
    check: Box<Check>,
}

type Check = dyn Fn(&System, Duration) -> Judged + Send + Sync;

/// What came out of a case.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// One for each aspect that the case has.
    pub findings: Vec<Finding>,
    /// Programs and outputs, for people.
    pub trace: String,
}

/// How a case did in one aspect.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Which one, by its place in [`Suite::aspects`].
    pub aspect: usize,
    /// What SWI-Prolog does and what was seen instead, if that is not the same.
    pub wrong: Option<(String, String)>,
}

impl Suite {
    /// The suite of that name.
    pub fn named(name: &str) -> Option<&'static Suite> {
        SUITES.iter().find(|suite| suite.name == name)
    }

    /// All cases of a file in the format of this suite.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn cases(&self, file: &Path) -> std::io::Result<Vec<Case>> {
        let mut cases = (self.read)(file)?;
        let mut seen = std::collections::BTreeMap::new();
        for case in &mut cases {
            let times: &mut usize = seen.entry(case.id.clone()).or_default();
            *times += 1;
            if *times > 1 {
                case.id = format!("{}#{times}", case.id);
            }
        }
        Ok(cases)
    }
}

impl Case {
    /// A case and its test.
    pub(super) fn new(
        id: impl Into<String>,
        check: impl Fn(&System, Duration) -> Judged + Send + Sync + 'static,
    ) -> Case {
        Case { id: id.into(), check: Box::new(check) }
    }

    /// Runs it.
    pub fn judge(&self, system: &System, limit: Duration) -> Judged {
        (self.check)(system, limit)
    }
}

impl Finding {
    /// Compares what is wanted with what was seen.
    pub(super) fn compare(aspect: usize, wanted: &str, seen: &str) -> Finding {
        Finding::check(aspect, wanted == seen, wanted, seen)
    }

    /// A finding that was compared in another way.
    pub(super) fn check(aspect: usize, right: bool, wanted: &str, seen: &str) -> Finding {
        let wrong = (!right).then(|| (wanted.to_string(), seen.to_string()));
        Finding { aspect, wrong }
    }
}

/// The records of a file, each as a case or not.
pub(super) fn each(
    file: &Path,
    case: impl Fn(&Value) -> Option<Case>,
) -> std::io::Result<Vec<Case>> {
    Ok(json_lines(file)?.iter().filter_map(case).collect())
}

/// A text of a record; empty if it is not there.
pub(super) fn text<'a>(record: &'a Value, key: &str) -> &'a str {
    record[key].as_str().unwrap_or_default()
}

/// A suite that is judged as a whole.
const fn plain(
    name: &'static str,
    path: &'static str,
    aspects: &'static [Aspect],
    read: fn(&Path) -> std::io::Result<Vec<Case>>,
) -> Suite {
    Suite { name, path, limit: Duration::from_secs(10), aspects, read }
}

const fn aspect(name: &'static str, wanted: u32) -> Aspect {
    Aspect { name, wanted: Some(wanted) }
}

const fn counted(name: &'static str) -> Aspect {
    Aspect { name, wanted: None }
}

/// All suites, in the order in which a new Prolog learns to pass them.
pub const SUITES: &[Suite] = &[
    plain("iso_inria", "prolog/iso_inria.jsonl", &[aspect("", 99)], goals::all),
    plain("iso_syntax_ulrich", "prolog/iso_syntax_ulrich.jsonl", &[aspect("", 97)], syntax::read),
    plain("iso_logtalk", "prolog/iso_logtalk.jsonl", &[aspect("", 95)], goals::all),
    plain("swi_plunit", "prolog/swi_plunit.jsonl", &[aspect("", 90)], goals::passed),
    plain(
        "programs_trealla",
        "prolog/programs_trealla.jsonl",
        &[aspect("", 90)],
        programs::trealla,
    ),
    plain(
        "clpfd_cases",
        "prolog/clpfd_cases.jsonl",
        &[aspect("", 100), aspect("text", 95), counted("domains"), counted("residual")],
        clpfd::cases,
    ),
    plain(
        "clpfd_random",
        "prolog/clpfd_random.jsonl",
        &[aspect("", 100), aspect("order", 100), counted("domains"), counted("residual")],
        clpfd::random,
    ),
    Suite {
        name: "hakank",
        path: "prolog/hakank/index.jsonl",
        limit: Duration::from_secs(60),
        aspects: &[aspect("", 95)],
        read: programs::hakank,
    },
];
