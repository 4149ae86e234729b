//! Makes puzzles that have exactly one solution.
//!
//! ```
//! use pencilmark_make::{Generator, Recipe};
//! let generator = Generator::new(Recipe::default()).unwrap();
//! let made = generator.make(0, &Default::default()).unwrap();
//! assert!(made.puzzle.clues_of("given").count() < 40);
//! ```
//!
//! The way of a puzzle, all of it from one seed:
//!
//! ```text
//! Recipe ─▶ Layout ─▶ solution ─▶ shapes true in it ─▶ givens carved away ─▶ graded ─▶ Made
//!          (houses,   (sampler)   (`shapes/`)          (`carve`, asking       (`judge`)
//!           globals)                                    the `Referee`)
//! ```
//!
//! An attempt that misses what was asked for is thrown away and the next one begun; attempts
//! are numbered and each has its own stream of random numbers, so what comes out does not
//! depend on who made which attempt first.

mod attempt;
mod carve;
mod chance;
mod complete;
mod fill;
mod generator;
mod judge;
mod layout;
mod pool;
mod recipe;
mod reduce;
mod referee;
mod sampler;
mod shapes;
mod symmetry;

pub use attempt::{Made, Missed};
pub use chance::Chance;
pub use complete::{Completion, Hopeless, complete};
pub use fill::{Hole, fill};
pub use generator::{GaveUp, Generator};
pub use recipe::{Bounds, Ingredient, Recipe, RecipeError};
pub use reduce::{minimise, redundant};
pub use sampler::random_grid;
pub use symmetry::Symmetry;
