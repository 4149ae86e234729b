//! Prolog suites: goals and programs of other people with the answers of SWI-Prolog 9.0.4.
//!
//! A [`Suite`] turns the records of one file into [`Case`]s. A case is run in a [`System`],
//! ours or any other Prolog that takes the options of `swipl`, always as a process of its
//! own, and judged on one or more aspects (solutions, text, ...). [`Report`] counts, and
//! compares the failures with the checked-in list of [`Known`] differences.
//!
//! Invariant: what a case expects is what SWI-Prolog was recorded to do, also where the
//! suite's author wanted something else. A record without such an answer is no case.
//!
//! SWI-Prolog itself must pass everything: `--system swipl` in the example `prolog_suite`
//! is the test of this module.

mod clpfd;
pub mod fuzz;
mod goals;
mod known;
mod programs;
mod report;
mod suite;
mod syntax;
mod system;
mod text;
mod toplevel;
mod transcript;

pub use known::Known;
pub use report::{Failure, Report};
pub use suite::{Aspect, Case, Finding, Judged, SUITES, Suite};
pub use system::{Output, Session, System, release_build};
pub use transcript::Transcript;
