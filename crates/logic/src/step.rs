//! A step as it is told: the conclusion, what it rests on, and the sentences. The same record
//! serves the terminal, JSON and pictures.

mod show;

pub use show::cells_shown;

use crate::board::{Board, Mark, Shape};
use crate::find::View;
use crate::found::{Found, Pattern};
use crate::marks::Marks;
use crate::reason::Reason;
use crate::sets::Cell;
use crate::technique::Technique;
use crate::words;

/// What a mark does in a step, for highlights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Part of the pattern.
    Key,
    /// A fin of a fish.
    Fin,
    /// The pivot of a wing, the stem of a blossom.
    Pivot,
    /// True in turn, or of the first colour.
    On,
    /// False in turn, or of the second colour.
    Off,
    /// Part of the first, second, third ... set.
    Set(u8),
}

impl Role {
    /// A word for it.
    pub fn name(self) -> String {
        match self {
            Role::Key => "key".into(),
            Role::Fin => "fin".into(),
            Role::Pivot => "pivot".into(),
            Role::On => "on".into(),
            Role::Off => "off".into(),
            Role::Set(n) => format!("set-{}", n + 1),
        }
    }
}

/// What a house does in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HouseRole {
    /// It must have the digits.
    Base,
    /// It loses them elsewhere.
    Cover,
}

/// What cells are in a step beside their marks, for pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outline {
    /// A clue that is added up with others.
    Sum,
    /// Left out by the sums.
    Inner,
    /// Where the sums stick out.
    Outer,
    /// What follows from an assumption comes through here.
    Passed,
    /// Here it ends: nothing is left.
    Broken,
}

/// A line between two marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// From this mark.
    pub from: Mark,
    /// To this one.
    pub to: Mark,
    /// If one is false the other is true; else: if one is true the other is false.
    pub strong: bool,
}

/// Characters of a text that a person reads.
const READABLE: usize = 4000;

/// A step of an explanation.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its number, from 1.
    pub n: usize,
    /// How many constraints it takes: 0 none but the cell's own marks, 1 one alone, 2 and more
    /// several together.
    pub level: usize,
    /// The technique.
    pub technique: Technique,
    /// In tenths.
    pub rating: u32,
    /// Digits written down.
    pub place: Vec<Mark>,
    /// Marks erased.
    pub remove: Vec<Mark>,
    /// The constraints and marks it rests on.
    pub reason: Reason,
    /// The clues of those constraints, by their places in the puzzle.
    pub clues: Vec<usize>,
    /// Houses to show.
    pub houses: Vec<(usize, HouseRole)>,
    /// Marks to show.
    pub marks: Vec<(Mark, Role)>,
    /// Lines to show.
    pub links: Vec<Link>,
    /// Cells to show.
    pub outlines: Vec<(Outline, Vec<Cell>)>,
    /// What it says of a cell beside its digit, by the place of that among the puzzle's variables.
    pub decided: Option<usize>,
    /// In a line.
    pub short: String,
    /// In sentences; of a proof that nobody would read to its end, parts are told in brief.
    pub long: String,
    /// All sentences, where some of them were told in brief.
    pub whole: Option<String>,
}

impl Step {
    /// Tells what was found in these marks.
    pub fn new(board: &Board, before: &Marks, found: &Found, reason: Reason, n: usize) -> Step {
        let view = View { board, marks: before };
        let mut clues: Vec<usize> = reason.units.iter().map(|&u| board.units[u].clue).collect();
        clues.sort_unstable();
        clues.dedup();
        let (houses, marks, links) = show::shown(view, found);
        let outlines = show::outlines(view, found);
        let told = |most: usize| {
            let text = words::within(view, found, most)
                + &words::uses(board, found, &reason)
                + &words::given(view, found, &reason);
            words::spoken(&words::named_once(board, &reason.units, text))
        };
        let whole = told(usize::MAX);
        let brief = (whole.len() > READABLE).then(|| told(READABLE));
        let brief = brief.filter(|brief| brief.len() < whole.len());
        Step {
            n,
            level: reason.units.len(),
            technique: found.technique,
            rating: found.rating,
            place: found.place.clone(),
            remove: found.remove.clone(),
            clues,
            houses,
            marks,
            links,
            outlines,
            decided: match found.pattern {
                Pattern::Decided { var, .. } => Some(var),
                _ => None,
            },
            short: words::short(view, found),
            long: brief.clone().unwrap_or_else(|| whole.clone()),
            whole: brief.map(|_| whole),
            reason,
        }
    }
}

/// What a house is called in a sentence.
pub(crate) fn house_name(board: &Board, house: usize) -> String {
    let h = &board.houses[house];
    match h.shape {
        Shape::Other => words::unit(board, h.unit),
        _ => board.puzzle.clues[h.clue].words(&board.puzzle),
    }
}
