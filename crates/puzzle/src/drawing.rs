//! How a kind of clue is drawn, as plain data: what a renderer needs besides the clue's own
//! cells and numbers. Sizes are in cells.

/// A shape; the cells and the numbers are those of the clue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Drawing {
    /// Not drawn: the whole grid obeys it.
    Nothing,
    /// The digit itself, in the cell.
    Digit,
    /// Small digits in the cell.
    Marks,
    /// A house: the outline of its cells is a thick line of the grid.
    Outline,
    /// Straight lines from corner to corner of the grid.
    Diagonals {
        /// Colour of the line.
        colour: &'static str,
    },
    /// The cells of each list are filled.
    Fill {
        /// Colour of the cells.
        colour: &'static str,
        /// Whether a dashed line goes around them.
        outlined: bool,
        /// What is written in the first cell of each list.
        text: Text,
    },
    /// A dashed outline, with the text in its upper left cell.
    Cage {
        /// Colour of the line.
        colour: &'static str,
        /// What is written.
        text: Text,
    },
    /// A line through the centres of the cells.
    Line {
        /// Its colour.
        colour: &'static str,
        /// Its width.
        width: f32,
        /// Colour and width of a second line inside it.
        core: Option<(&'static str, f32)>,
        /// What stands at its first cell, and at its last.
        ends: [End; 2],
        /// What is written beside its first cell.
        text: Text,
    },
    /// A circle or pill around the first list, and a line with a head through each of the
    /// others; without others, short arrows to all four sides.
    Arrow {
        /// What is written in the first cell.
        text: Text,
    },
    /// A circle around the first list, and a dashed outline around the cells it is about.
    Count {
        /// What is written in the first cell.
        text: Text,
    },
    /// A circle on the edge between every two neighbours of the list.
    Dot {
        /// Colour of the circle.
        fill: &'static str,
    },
    /// A text on the edge between every two neighbours of the list.
    Edge {
        /// What is written.
        text: Text,
    },
    /// A chevron on the edge between every two neighbours of the list: it points at the second.
    Chevron,
    /// A circle with the numbers where four cells meet.
    Corner {
        /// Whether its line has gaps.
        dashed: bool,
    },
    /// A shape in each cell.
    Cell {
        /// Which shape.
        mark: Mark,
        /// Its colour.
        colour: &'static str,
        /// What is written in the corner of each cell.
        text: Text,
    },
    /// The number outside the grid, before the first cell of the line.
    Outside {
        /// What surrounds it.
        frame: Frame,
    },
    /// The number outside the grid with a short arrow towards the diagonal.
    OutsideArrow,
}

/// What is written at a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    /// Nothing.
    None,
    /// The numbers of the clue.
    Numbers,
    /// The numbers behind these letters.
    After(&'static str),
    /// The numbers before these letters; nothing without numbers.
    Before(&'static str),
    /// The numbers, one of which is right.
    Either,
    /// Pairs of numbers: how often, and what.
    Counts,
    /// These letters and a capital that all lists of the clue share: no other clue has it.
    Named(&'static str),
}

/// What stands at the end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Nothing.
    Plain,
    /// A filled circle as wide as a bulb.
    Bulb,
    /// A white circle.
    Circle,
    /// A white diamond.
    Diamond,
}

/// A shape in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A filled square.
    Square,
    /// A filled circle.
    Disc,
    /// An open circle.
    Ring,
    /// An outline along the border of the cell.
    Frame,
    /// Small chevrons at the four borders that point inward.
    Inward,
    /// The same, pointing outward.
    Outward,
}

/// What surrounds a number outside the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// Nothing.
    None,
    /// A circle.
    Circle,
    /// The outline of a house.
    House,
    /// The same with a line of dashes.
    HiddenHouse,
    /// A square.
    Room,
    /// A number sign before it.
    Rank,
}

impl Drawing {
    /// Whether the shape is not enough: people who know other clues still have to be told what
    /// this one says. Most lines differ in colour, and some shapes are not known elsewhere.
    pub fn needs_words(&self) -> bool {
        match self {
            Drawing::Line { ends, .. } => ends[0] != End::Bulb,
            Drawing::Count { .. } => true,
            Drawing::Arrow { text } => *text != Text::None,
            Drawing::Fill { text, .. } | Drawing::Cage { text, .. } => {
                matches!(text, Text::Named(_))
            }
            _ => false,
        }
    }
}

/// The grey of lines, filled cells and marks.
pub(crate) const GREY: &str = "#CFCFCF";

/// A line without anything at its ends.
pub(crate) const fn line(colour: &'static str, width: f32) -> Drawing {
    labelled(colour, width, End::Plain, Text::None)
}

/// A line with the same shape at both ends.
pub(crate) const fn ended(colour: &'static str, width: f32, end: End) -> Drawing {
    labelled(colour, width, end, Text::None)
}

/// A line with the same shape at both ends and a text beside its first cell.
pub(crate) const fn labelled(colour: &'static str, width: f32, end: End, text: Text) -> Drawing {
    Drawing::Line { colour, width, core: None, ends: [end, end], text }
}

/// A black dashed outline with a text.
pub(crate) const fn cage(text: Text) -> Drawing {
    Drawing::Cage { colour: "#000000", text }
}

/// Filled cells and nothing else.
pub(crate) const fn fill(colour: &'static str) -> Drawing {
    Drawing::Fill { colour, outlined: false, text: Text::None }
}

/// A shape in each cell and nothing else.
pub(crate) const fn mark(mark: Mark, colour: &'static str) -> Drawing {
    Drawing::Cell { mark, colour, text: Text::None }
}
