//! A finite-domain constraint kernel in which every erased value carries its reason.
#![warn(missing_docs)]

pub mod automaton;
pub mod bits;
mod boards;
mod compile;
pub mod constraint;
mod context;
mod derive;
mod engine;
pub mod expr;
mod follow;
pub mod graph;
mod ground;
pub mod groups;
pub mod hash;
mod ids;
pub mod log;
mod model;
mod peers;
mod problem;
mod prop;
mod queue;
pub mod reason;
mod rest;
pub mod search;
mod session;
mod sought;

pub use compile::{CompileOptions, Strength};
pub use constraint::Constraint;
pub use context::{Conflict, Outcome};
pub use derive::{DeriveOptions, derive, derive_within};
pub use follow::{Erased, Follower};
pub use ground::Ground;
pub use ids::{GroupId, PropId, VarId};
pub use model::Model;
pub use problem::{Posted, Problem, VarDef};
pub use session::Session;
