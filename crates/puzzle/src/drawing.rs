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
        /// What stands at its first cell, and at its last.
        ends: [End; 2],
        /// What is written beside its first cell.
        text: Text,
    },
    /// A circle or pill around the first list, and a line with a head through the second.
    Arrow,
    /// A circle on the edge between every two neighbours of the list.
    Dot {
        /// Colour of the circle.
        fill: &'static str,
    },
    /// A text on the edge between every two neighbours of the list.
    Edge {
        /// What is written.
        text: &'static str,
    },
    /// A circle with the numbers where four cells meet.
    Corner,
    /// A shape in each cell.
    Cell {
        /// Which shape.
        mark: Mark,
        /// Its colour.
        colour: &'static str,
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
    /// The numbers two by two: `2x5` for two fives.
    Counts,
    /// The numbers behind these letters.
    After(&'static str),
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
    /// A number sign before it.
    Rank,
}

/// The grey of lines, filled cells and marks.
pub(crate) const GREY: &str = "#CFCFCF";

/// A line without anything at its ends.
pub(crate) const fn line(colour: &'static str, width: f32) -> Drawing {
    Drawing::Line { colour, width, ends: [End::Plain, End::Plain], text: Text::None }
}

/// A line with the same shape at both ends.
pub(crate) const fn ended(colour: &'static str, width: f32, end: End) -> Drawing {
    Drawing::Line { colour, width, ends: [end, end], text: Text::None }
}

/// A black dashed outline with the numbers of the clue.
pub(crate) const CAGE: Drawing = Drawing::Cage { colour: "#000000", text: Text::Numbers };
