//! Random goals.
