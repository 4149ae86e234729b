//! Terms to text.

pub mod atom;
