//! Text into puzzles and back. Nothing here solves.
//!
//! - [`parse`] reads one puzzle in our own format, a `.pencil` file; [`write()`] writes it.
//! - [`ClassicLine`] is a plain puzzle as one line of characters.
//! - [`items`] and [`puzzles`] read either from a stream of any length, one puzzle at a time.
//!
//! Invariants: no input makes a parser panic or run for long; every error is a
//! [`Diagnostic`] that shows the line; what [`write()`] writes, [`parse`] reads back equal.
//!
//! ```
//! let puzzle = pencilmark_formats::parse("example", "grid 4\nthermo r1c1-4\n").unwrap();
//! let text = pencilmark_formats::write(&puzzle);
//! assert_eq!(pencilmark_formats::parse("again", &text).unwrap(), puzzle);
//!
//! let errors = pencilmark_formats::parse("bad", "grid 4\ntermo r1c1-4\n").unwrap_err();
//! assert!(errors[0].to_string().contains("did you mean `thermo`?"));
//! ```

mod block;
mod classic;
mod detect;
mod diagnostic;
mod export;
mod format;
mod fpuzzles;
mod import;
mod iss;
mod json;
mod json_board;
mod lines;
mod link;
mod lisudoku;
mod near;
mod own;
mod pack;
mod pencil;
mod penpa;
mod programs;
mod reader;
mod sudokumaker;
mod sudokupad;
mod text;
mod write;

pub use block::Block;
pub use classic::{ClassicLine, digit_letter};
pub use detect::{detect, is_puzzle};
pub use diagnostic::{Diagnostic, Place};
pub use export::Export;
pub use format::{FORMATS, Format, FormatInfo, export, separator};
pub use fpuzzles::unpack_fpuzzles;
pub use import::Import;
pub use lines::MAX_LINE;
pub use near::nearest;
pub use pencil::{parse, parse_bytes, parse_with_holes};
pub use reader::{Item, Items, MAX_PUZZLE, Position, import, items, items_from, puzzles};
pub use write::write;
