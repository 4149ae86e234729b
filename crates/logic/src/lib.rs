//! Why each mark is erased: techniques people know, smallest reasons, grades.
//!
//! A [`Board`] is what the techniques see of a puzzle: houses, who sees whom, which marks
//! exclude each other. [`Marks`] are what changes. Finders ([`find`]) turn marks into what
//! was [`Found`]; a guide ([`story`]) chooses the next step; a [`Step`] is that step told,
//! with the [`reason`] it rests on; the [`check`]er knows no technique and says whether it
//! is right.
//!
//! ```
//! use pencilmark_logic::story::{Manner, Truth};
//! use pencilmark_logic::tell::{End, Telling};
//! use pencilmark_logic::{Board, Marks};
//!
//! let text = "grid 4\ngivens\n  1...\n  ..3.\n  .2..\n  ...4\n";
//! let puzzle = pencilmark_formats::parse("example", text).unwrap();
//! let board = Board::new(&puzzle);
//! let truth = Truth::of(&board, &Default::default());
//! let mut telling = Telling::new(&board, Manner::default(), &truth, Marks::start(&board));
//! let first = telling.step().unwrap();
//! assert_eq!(first.long, "In box 1 only r2c1 can be 2.");
//! while telling.step().is_some() {}
//! assert_eq!(telling.end(), End::Solved);
//! ```

mod board;
pub mod check;
mod decided;
pub mod example;
pub mod explainer;
pub mod find;
mod found;
pub mod grade;
pub mod library;
mod marks;
pub mod mistake;
pub mod oracle;
mod outside;
pub mod reason;
mod sets;
pub mod state;
mod step;
pub mod story;
mod technique;
pub mod tell;
mod words;

pub use board::{Board, House, Mark, Shape, Unit};
pub use found::{Consequence, Found, Inference, Joint, Node, Pattern, Refuted};
pub use marks::Marks;
pub use sets::{Cell, Cells, Digit, Digits, Each, choose, count, only};
pub use step::{HouseRole, Link, Outline, Role, Step, cells_shown};
pub use technique::{ENTRIES, Entry, Level, Technique};
pub use words::{conclusion, digits_named, long, named, short};
