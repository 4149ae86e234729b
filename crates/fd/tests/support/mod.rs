//! Shared by the tests: goals as text.
#![allow(dead_code)]

pub mod meaning;
pub mod random;
pub mod read;
pub mod run;
