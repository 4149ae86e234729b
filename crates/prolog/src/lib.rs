//! A Prolog for puzzle programs: reader, compiler, machine and library, with a native CLP(FD).

pub mod arith;
pub mod atom;
pub mod cell;
pub mod clpfd;
mod compile;
pub mod database;
pub mod flag;
pub mod gc;
mod hash;
pub mod heap;
pub mod load;
pub mod machine;
pub mod module;
pub mod native;
pub mod number;
pub mod op;
pub mod read;
pub mod record;
pub mod store;
pub mod stream;
pub mod text;
pub mod throw;
pub mod toplevel;
pub mod write;
