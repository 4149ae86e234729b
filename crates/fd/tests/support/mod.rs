//! Shared by the tests: goals as text.
#![allow(dead_code)]

pub mod read;
pub mod run;
