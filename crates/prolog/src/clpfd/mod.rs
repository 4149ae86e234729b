//! The Prolog side of CLP(FD): terms to constraints, constraints to answers.
//!
//! `expr` and `set` read and write terms; `vars` knows which Prolog variable is which variable of
//! the store; `news` carries changes both ways; `post`, `order`, `label`, `reflect` and `residual`
//! are the natives that `lib/clpfd.pl` is made of.

pub mod collect;
pub mod copy;
pub mod expr;
pub mod label;
pub mod news;
pub mod order;
pub mod post;
pub mod quick;
pub mod reflect;
pub mod residual;
pub mod set;
pub mod steps;
pub mod vars;

pub use vars::Vars;
