//! A Prolog for puzzle programs: reader, compiler, machine and library, with a native CLP(FD).

pub mod arith;
pub mod atom;
pub mod cell;
pub mod flag;
pub mod heap;
pub mod machine;
pub mod native;
pub mod number;
pub mod op;
pub mod read;
pub mod store;
pub mod stream;
pub mod text;
pub mod throw;
pub mod write;
