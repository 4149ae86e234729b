//! Integer constraints behind library(clpfd): exact numbers, unbounded domains, and answers that
//! read like the goals that were asked.
//!
//! ```
//! use pencilmark_fd::{Arg, Domain, Expr, Labeling, LabelOptions, Op2, Rel, Store};
//!
//! let mut store = Store::new();
//! let (x, y) = (store.new_var(), store.new_var());
//! let sum = Expr::op2(Op2::Add, Expr::Var(x), Expr::Var(y));
//! for var in [x, y] {
//!     store.post_rel(Rel::Geq, &Expr::Var(var), &Expr::word(2)).unwrap();
//! }
//! store.post_rel(Rel::Eq, &sum, &Expr::word(5)).unwrap();
//! assert_eq!(store.domain(x).to_string(), "2..3");
//! let mut labeling =
//!     Labeling::start(&mut store, &LabelOptions::default(), &[Arg::from(x)]).unwrap();
//! assert!(labeling.next(&mut store).unwrap());
//! assert_eq!(store.value(y), Some(3.into()));
//! ```
//!
//! The crate knows nothing of a host's terms. A host keeps a variable per variable of its own,
//! reports its bindings with `fix` and `unify`, posts with `post_*`, and afterwards takes the news
//! (`take_fixed`, `take_aliases`). Failure is `Stop::Fail`; then the host backtracks to a mark.
//! Every request leaves the store usable, whatever its outcome.
//!
//! What decides the shape of an answer follows SWI-Prolog's library: the rules of posting
//! (`post`), which propagators wake when and in which order (`store`), what they deduce (`props`),
//! and how they are shown (`residual`).

mod bound;
mod domain;
mod error;
mod expr;
mod int;
mod label;
mod post;
mod props;
mod residual;
mod store;
mod tree;

pub use bound::Bound;
pub use domain::Domain;
pub use domain::algebra::Rounding;
pub use error::{FdError, Res, Stop};
pub use expr::{Arg, Expr, Formula, Op1, Op2, Rel, Rows};
pub use int::Int;
pub use label::{Branch, Decision, LabelOptions, Labeling, Objective, Order, Select, Upto};
pub use post::{Arc, Automaton, GccOptions, Rectangle, Task};
pub use residual::{ExprText, Goal, GoalText, Shown};
pub use store::{FdVar, Mark, PropId, Store};
pub use tree::FdTree;
