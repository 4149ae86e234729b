//! Talking to people: starting up, reading queries, keys and lines from a terminal.
//!
//! What answers look like is in the library (`lib/toplevel.pl`); here is what needs the operating
//! system, and the few walks over terms that Prolog would be slow or unable to do.

pub mod cycle;
pub mod dwim;
pub mod query;
pub mod start;
pub mod terminal;

pub use start::{Start, run};
