//! Pictures of puzzles.
//!
//! A [`View`] says what is to be seen: a puzzle, digits, candidates, erased marks, a step's
//! highlights. [`picture`] turns it into a [`Scene`], shapes in cell units; [`svg()`], [`png()`]
//! and [`pdf()`] draw a scene, and [`terminal`] draws a view with letters. Each kind of clue
//! says in the table of kinds how it is drawn; this crate knows shapes, not kinds.
//!
//! Invariants: a picture depends on the view and the theme alone; nothing is told by colour
//! alone; nothing is fetched, fonts included.
//!
//! ```
//! use pencilmark_draw::{Theme, View, picture, svg};
//! use pencilmark_puzzle::{Grid, Puzzle};
//!
//! let puzzle = Puzzle::sudoku(Grid::nine());
//! let scene = picture(&View::new(&puzzle));
//! assert!(svg(&scene, Theme::Light).starts_with("<svg"));
//! ```

mod board;
mod canvas;
mod clue;
mod colour;
mod edge;
mod font;
mod label;
mod line;
mod outline;
mod outside;
mod page;
mod pdf;
mod player;
mod png;
mod shape;
mod step;
mod svg;
pub mod terminal;
mod theme;
mod told;
mod view;

pub use board::picture;
pub use colour::Rgb;
pub use page::{Sheet, sheet_svg, sheets};
pub use pdf::pdf;
pub use player::{Frame, player};
pub use png::png;
pub use shape::{Anchor, Layer, Paint, Point, Scene, Shape, Stroke, at};
pub use svg::svg;
pub use theme::{Ink, Theme};
pub use view::{Erased, Highlight, Outline, Role, View};
