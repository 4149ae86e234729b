//! What a finder finds: the conclusion, and the pattern it rests on.
//!
//! Finders only fill in a [`Pattern`]; sentences, highlights and clues are made from it when
//! somebody wants to read them. So grading pays for none of that.

mod refuted;

pub use refuted::{Consequence, Hidden, Joint, Many, Refuted};

use std::sync::Arc;

use crate::board::Mark;
use crate::sets::{Cell, Cells, Digit, Digits};
use crate::technique::Technique;

/// An instance of a technique.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Which technique.
    pub technique: Technique,
    /// In tenths.
    pub rating: u32,
    /// Digits that can be written down.
    pub place: Vec<Mark>,
    /// Marks that can be erased, in order.
    pub remove: Vec<Mark>,
    /// Why.
    pub pattern: Pattern,
}

impl Found {
    /// With the technique's own rating. The conclusion is put in order.
    pub fn new(technique: Technique, pattern: Pattern) -> Found {
        let rating = technique.entry().rating;
        Found { technique, rating, place: vec![], remove: vec![], pattern }
    }

    /// That places a digit.
    pub fn placing(mut self, mark: Mark) -> Found {
        self.place.push(mark);
        self
    }

    /// That erases marks.
    pub fn removing(mut self, mut marks: Vec<Mark>) -> Found {
        marks.sort_unstable();
        marks.dedup();
        self.remove = marks;
        self
    }

    /// With another rating.
    pub fn rated(mut self, rating: u32) -> Found {
        self.rating = rating;
        self
    }
}

/// Part of a chain: "one of these cells has this digit", or "this set has this digit".
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The digit.
    pub digit: Digit,
    /// One cell, or a group.
    pub cells: Vec<Cell>,
    /// The almost locked set the chain goes through to reach this node.
    pub als: Option<Vec<Cell>>,
}

/// Something followed in a forcing chain.
#[derive(Clone, Debug, PartialEq)]
pub struct Inference {
    /// About which mark.
    pub mark: Mark,
    /// Whether it is true.
    pub on: bool,
    /// From which earlier ones of the list.
    pub parents: Vec<usize>,
    /// By which house; none: by the cell itself, or by exclusion.
    pub house: Option<usize>,
    /// By which pattern of what was left then.
    pub seen: Option<Arc<Found>>,
}

/// What a conclusion rests on.
#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    /// A single, in a house or by its cell alone.
    Single {
        /// The house.
        house: Option<usize>,
    },
    /// A digit of one house locked in another.
    Locked {
        /// The digit.
        digit: Digit,
        /// Where it must be.
        base: usize,
        /// Where it is erased.
        cover: usize,
    },
    /// Cells and digits of the same number.
    Subset {
        /// The house.
        house: usize,
        /// The cells.
        cells: Vec<Cell>,
        /// The digits.
        digits: Digits,
        /// Whether the digits have no other cells, or the cells no other digits.
        hidden: bool,
    },
    /// A fish.
    Fish {
        /// The digit.
        digit: Digit,
        /// Houses that need the digit.
        base: Vec<usize>,
        /// Houses that can take it.
        cover: Vec<usize>,
        /// Places of the digit outside the cover.
        fins: Cells,
        /// Places of the digit in two base houses.
        endo: Cells,
    },
    /// Alternating strong and weak links; a loop if the last is linked to the first.
    Chain {
        /// The nodes; between the first two stands a strong link.
        nodes: Vec<Node>,
        /// Whether it closes.
        closed: bool,
    },
    /// Two chains that share their middle, each with what goes by it.
    TwoChains {
        /// The nodes of each, as in a chain.
        chains: [Vec<Node>; 2],
        /// What goes by each.
        gone: [Vec<Mark>; 2],
    },
    /// Two colours of a digit.
    Colours {
        /// The digit.
        digit: Digit,
        /// The colours, two of them or four.
        colours: Vec<Cells>,
    },
    /// Two digits in a rectangle or loop of cells.
    Deadly {
        /// The cells in order.
        cells: Vec<Cell>,
        /// The two digits.
        digits: Digits,
        /// Cells that complete a subset.
        others: Cells,
    },
    /// Every cell has two marks but these.
    Grave {
        /// The extra marks.
        extra: Vec<Mark>,
        /// Cells that complete a subset.
        others: Cells,
    },
    /// A pivot and its pincers.
    Wing {
        /// The pivot.
        pivot: Cell,
        /// The pincers.
        pincers: Vec<Cell>,
        /// The digit they share.
        digit: Digit,
    },
    /// Almost locked sets with the digits that tie each to the next.
    Sets {
        /// Cells and digits of each.
        sets: Vec<(Cells, Digits)>,
        /// What ties them.
        common: Vec<Digits>,
    },
    /// A cell and an almost locked set for each of its marks.
    Blossom {
        /// The stem.
        stem: Cell,
        /// The digit, cells and digits of each petal.
        petals: Vec<(Digit, Cells, Digits)>,
    },
    /// Sue de Coq.
    Coq {
        /// The cells where line and box cross.
        cross: Cells,
        /// Cells and digits of the line.
        line: (Cells, Digits),
        /// Cells and digits of the box.
        block: (Cells, Digits),
    },
    /// Cells whose joint digits are listed.
    Aligned {
        /// The cells.
        cells: Vec<Cell>,
    },
    /// All ways to place a digit.
    Template {
        /// The digit.
        digit: Digit,
    },
    /// Lines of thought from each of the possibilities.
    Forcing {
        /// One for each possibility, ending with what follows.
        chains: Vec<Vec<Inference>>,
    },
    /// Marks of which one is true, each excluding the same marks.
    Excluded {
        /// The marks.
        by: Vec<Mark>,
        /// The house they are all places of; none if they share their cell.
        house: Option<usize>,
    },
    /// One constraint looked at alone.
    Alone {
        /// Which.
        unit: usize,
    },
    /// All links of a line, each looked at alone, with the same to say.
    Line {
        /// The clue.
        clue: usize,
    },
    /// Sums that nearly fill some houses.
    Innies {
        /// The houses; no two share a cell.
        houses: Vec<usize>,
        /// The constraints that tell the sums.
        sums: Vec<usize>,
        /// Other constraints that make cells differ.
        apart: Vec<usize>,
    },
    /// A cell is doubled or negated, or holds two digits.
    Decided {
        /// The variable that says so, by its place among the puzzle's variables.
        var: usize,
        /// The constraints that it takes.
        units: Vec<usize>,
    },
    /// Several constraints together.
    Several {
        /// Which.
        units: Vec<usize>,
        /// How one of the marks fails; none if propagation alone does not show it.
        why: Option<Refuted>,
    },
    /// An assumption and what follows from it until nothing is left.
    Absurd {
        /// What is assumed, and what follows.
        refuted: Refuted,
        /// Whether branches were tried too: then the trace is not all there is to it.
        branched: bool,
    },
}
