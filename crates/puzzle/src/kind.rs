//! What a kind of clue is: one entry with its name, syntax, meaning, kernel form and words.
//!
//! `meaning` and `lower` are written apart on purpose. The meaning is the definition, in
//! the kernel's formula language, and is what brute force, Prolog and ASP see; lowering
//! picks the strongest kernel constraints. Tests hold one against the other.

use std::fmt;

use pencilmark_kernel::expr::Formula;

use crate::drawing::Drawing;
use crate::flaw::Flaw;
use crate::lower::Lower;
use crate::puzzle::{Clue, Layer, Name, Puzzle};

/// A kind of clue.
pub struct Kind {
    /// The word that starts its statement.
    pub name: &'static str,
    /// Other words for it.
    pub aliases: &'static [&'static str],
    /// What follows the word, in order.
    pub args: &'static [Arg],
    /// What it requires, in one sentence.
    pub summary: &'static str,
    /// A line of a puzzle file.
    pub example: &'static str,
    /// Whether it can be obeyed at all, looked at alone.
    pub check: fn(&Clue, &Puzzle) -> Result<(), Flaw>,
    /// Whether its definition names cells that all differ, on its own and not among alternatives.
    pub differ: bool,
    /// Its definition.
    pub meaning: fn(&Clue, &Puzzle) -> Vec<Formula<Name>>,
    /// Its kernel constraints.
    pub lower: fn(&Clue, &Puzzle, &mut Lower<'_>),
    /// What to call the clue inside a sentence.
    pub words: fn(&Clue, &Puzzle) -> String,
    /// Layers of extra values that it speaks of.
    pub layers: fn(&Clue, &Puzzle) -> Vec<Layer>,
    /// What other tools call it.
    pub elsewhere: &'static [(Tool, &'static str)],
    /// How it is drawn.
    pub drawing: Drawing,
}

impl Kind {
    /// What most kinds have in common: nothing to check, no layers, kernel constraints made
    /// from the meaning, words made from the name.
    pub(crate) const PLAIN: Kind = Kind {
        name: "",
        aliases: &[],
        args: &[],
        summary: "",
        example: "",
        check: |_, _| Ok(()),
        differ: false,
        meaning: |_, _| vec![],
        lower: |clue, puzzle, lower| {
            clue.meaning(puzzle).iter().for_each(|formula| lower.formula(formula));
        },
        words: plain_words,
        layers: |_, _| vec![],
        elsewhere: &[],
        drawing: Drawing::Nothing,
    };
}

/// `the region sum line r1c1-5`, `the whisper 5 r1c1-5`.
fn plain_words(clue: &Clue, puzzle: &Puzzle) -> String {
    let name = match clue.kind.name {
        "x-sum" => "X-sum".into(),
        name => name.replace('-', " "),
    };
    let mut words = vec!["the".to_string(), name];
    words.extend(clue.numbers.iter().map(i64::to_string));
    let lists: Vec<String> = clue.cells.iter().map(|list| puzzle.grid.told(list)).collect();
    words.extend((!lists.is_empty()).then(|| lists.join(" / ")));
    words.join(" ")
}

/// Another program with constraint kinds of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tool {
    /// f-puzzles, with the extensions of Rangsk's script.
    FPuzzles,
    /// SudokuMaker: the number of the element.
    SudokuMaker,
    /// The Interactive Sudoku Solver.
    Iss,
    /// Rangsk's solver on the command line.
    Rangsk,
}

impl Tool {
    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Tool::FPuzzles => "f-puzzles",
            Tool::SudokuMaker => "SudokuMaker",
            Tool::Iss => "ISS",
            Tool::Rangsk => "SudokuSolver",
        }
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Kind {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// One argument of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arg {
    /// What it stands for, for documentation and error messages: "sum", "bulb and line".
    pub what: &'static str,
    /// How it is written.
    pub shape: Shape,
}

/// How an argument is written, and which part of a [`Clue`] it fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A whole number; it joins `numbers`.
    Number,
    /// A whole number that may be left out; `numbers` then has none.
    OptionalNumber,
    /// A whole number that may be left out and then is this one.
    NumberOr(i64),
    /// A digit of the grid.
    Digit,
    /// One or more digits of the grid.
    Digits,
    /// At least so many cells, up to the next argument; they join `cells` as one list.
    Cells(usize),
    /// The sign `=`; when the flag is set it may be left out.
    Equals(bool),
    /// A cell at the edge and a diagonal direction; the whole diagonal joins `cells`.
    Diagonal,
    /// `+` for the diagonal from the lower left corner, `-` for the one from the upper left;
    /// 1 or -1 joins `numbers`.
    Sign,
    /// A statement of the rule language.
    Formula,
    /// One or more whole numbers; when the flag is set, there may be none.
    Numbers(bool),
    /// How often each digit occurs, `2x5` for two fives; count and digit join `numbers`.
    Counts,
    /// A list of cells in the direction of reading; or the cell it starts at, on the edge of
    /// the grid, and `right`, `left`, `down` or `up`.
    Line(usize),
    /// At least so many lists of cells with `/` between them.
    Lists(usize),
    /// One of these words, or none of them; its place, counted from 1, joins `numbers`.
    Word(&'static [&'static str]),
}

impl Arg {
    pub(crate) const fn new(what: &'static str, shape: Shape) -> Arg {
        Arg { what, shape }
    }

    /// The argument as shown in a synopsis: `[SUM]`, `CELLS`.
    pub fn synopsis(&self) -> String {
        match self.shape {
            Shape::Number | Shape::Digit | Shape::Digits => self.what.to_uppercase(),
            Shape::Cells(_) | Shape::Formula => self.what.to_uppercase(),
            Shape::OptionalNumber | Shape::NumberOr(_) => format!("[{}]", self.what.to_uppercase()),
            Shape::Equals(false) => "=".into(),
            Shape::Equals(true) => "[=]".into(),
            Shape::Diagonal => "CELL DIRECTION".into(),
            Shape::Sign => "+|-".into(),
            Shape::Numbers(false) => format!("{} ...", self.what.to_uppercase()),
            Shape::Numbers(true) => format!("[{} ...]", self.what.to_uppercase()),
            Shape::Counts => "COUNTxDIGIT ...".into(),
            Shape::Line(_) => self.what.to_uppercase(),
            Shape::Lists(_) => format!("{0} / {0} ...", self.what.to_uppercase()),
            Shape::Word(words) => format!("[{}]", words.join("|")),
        }
    }
}

impl Kind {
    /// Whether it speaks of layers of its own.
    pub fn needs_layers(&'static self, puzzle: &Puzzle) -> bool {
        !(self.layers)(&Clue::new(self), puzzle).is_empty()
    }

    /// The statement in general: `cage [SUM] CELLS`.
    pub fn synopsis(&self) -> String {
        let words = self.args.iter().map(Arg::synopsis);
        std::iter::once(self.name.to_string()).chain(words).collect::<Vec<_>>().join(" ")
    }
}
