//! The Prolog suites: goals and programs of other people with SWI-Prolog's answers.
//!
//! A suite must reach its share. What fails should be on the list of known differences,
//! `prolog-known-differences.txt`, with its reason; what is not is told. The example `prolog_suite` runs one suite
//! or one case and shows what happens. Without the data, or a program to test, each suite
//! says so and passes.
//!
//! `PENCILMARK_PROLOG=swipl` tests the runner instead: SWI-Prolog must be right everywhere.

use std::sync::Mutex;

use pencilmark_spec::data::{find, tell};
use pencilmark_spec::prolog::{Known, Report, Suite, System};

/// Suites one after the other: each uses all cores, and time limits are wall time.
static TURN: Mutex<()> = Mutex::new(());

fn check(name: &str) {
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let suite = Suite::named(name).expect("a suite");
    let Some(file) = find(suite.path) else { return };
    let Some(system) = System::under_test(name) else { return };
    let cases = suite.cases(&file).expect("readable records");
    let known = Known::load();
    let jobs = std::thread::available_parallelism().map_or(1, |n| n.get());
    let report = Report::run(suite, &cases, &system, jobs, |_, _| ());
    tell(&report.to_string());
    report.outdated(&known).for_each(|key| tell(&format!("    listed, but right: {key}")));
    report.unlisted(&known).for_each(|failure| tell(&format!("    not listed: {failure}")));
    let complaints = report.complaints();
    assert!(complaints.is_empty(), "{name}: {}\n{}", complaints.len(), complaints.join("\n"));
}

#[test]
fn iso_inria() {
    check("iso_inria");
}

#[test]
fn iso_syntax_ulrich() {
    check("iso_syntax_ulrich");
}

#[test]
fn iso_logtalk() {
    check("iso_logtalk");
}

#[test]
fn swi_plunit() {
    check("swi_plunit");
}

#[test]
fn programs_trealla() {
    check("programs_trealla");
}

#[test]
fn clpfd_cases() {
    check("clpfd_cases");
}

#[test]
fn clpfd_random() {
    check("clpfd_random");
}

#[test]
fn hakank() {
    check("hakank");
}
