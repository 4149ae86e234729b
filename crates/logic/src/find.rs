//! Finders, one family of techniques to a file. Each calls a sink with what it finds, in an
//! order that depends on nothing but the marks, until the sink says stop.

pub mod aligned;
pub mod als;
pub mod chains;
pub mod colours;
pub mod coq;
pub mod exclusion;
pub mod fish;
pub mod innies;
pub mod loops;
pub mod pairs;
pub mod rectangles;
pub mod sight;
pub mod singles;
pub mod subsets;
pub mod templates;
pub mod wings;

pub use sight::Sight;

use sight::WideSets;

use crate::board::{Board, Mark};
use crate::found::Found;
use crate::marks::Marks;
use crate::sets::{Cell, Cells, Digit};
use crate::technique::Technique;

/// What finders look at.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// What does not change.
    pub board: &'a Board,
    /// What does.
    pub marks: &'a Marks,
}

/// Hears of what is found; true stops the search.
pub type Sink<'s> = dyn FnMut(Found) -> bool + 's;

impl View<'_> {
    /// The marks of a digit in some cells.
    pub fn marks_in(&self, digit: Digit, cells: Cells) -> Vec<Mark> {
        (self.marks.at[digit] & cells).map(|cell| Mark { cell, digit }).collect()
    }

    /// The places of a digit in a house.
    #[inline]
    pub fn places(&self, house: usize, digit: Digit) -> Cells {
        self.marks.at[digit] & self.board.houses[house].cells
    }

    /// The least digit that a cell can be, as people write it.
    #[inline]
    pub fn low(&self, cell: Cell) -> i64 {
        self.board.value(self.marks.left_of(cell).trailing_zeros() as usize)
    }

    /// The largest digit that a cell can be, as people write it.
    #[inline]
    pub fn high(&self, cell: Cell) -> i64 {
        self.board.value(63 - self.marks.left_of(cell).leading_zeros() as usize)
    }

    /// The empty cells of a house.
    #[inline]
    pub fn open(&self, house: usize) -> Cells {
        self.marks.open & self.board.houses[house].cells
    }
}

/// All instances of a technique, each conclusion once, the simplest pattern for it.
pub fn all(view: View<'_>, technique: Technique) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    find(view, technique, &mut |new| {
        let same = |f: &Found| f.place == new.place && f.remove == new.remove;
        if !found.iter().any(same) {
            found.push(new);
        }
        false
    });
    found
}

/// The first instance of a technique.
pub fn first(view: View<'_>, technique: Technique) -> Option<Found> {
    let mut found = None;
    find(view, technique, &mut |new| {
        found = Some(new);
        true
    });
    found
}

/// Looks for a technique that boards of any size have; whether the sink stopped it. None if it is
/// another one: those are not looked for on large boards.
fn find_anywhere<S: Sight>(view: S, technique: Technique, sink: &mut Sink<'_>) -> Option<bool> {
    use Technique::*;
    Some(match technique {
        FullHouse => singles::full_houses(view, sink),
        HiddenSingle => singles::hidden(view, sink),
        Pointing | Claiming => pairs::locked(view, technique, sink),
        NakedPair => subsets::naked(view, 2, sink),
        NakedTriple => subsets::naked(view, 3, sink),
        NakedQuadruple => subsets::naked(view, 4, sink),
        HiddenPair => subsets::hidden(view, 2, sink),
        HiddenTriple => subsets::hidden(view, 3, sink),
        HiddenQuadruple => subsets::hidden(view, 4, sink),
        XWing => fish::basic(view, 2, sink),
        Swordfish => fish::basic(view, 3, sink),
        Jellyfish => fish::basic(view, 4, sink),
        Squirmbag => fish::basic(view, 5, sink),
        Whale => fish::basic(view, 6, sink),
        Leviathan => fish::basic(view, 7, sink),
        XYWing => wings::xy(view, 2, sink),
        XYZWing => wings::xy(view, 3, sink),
        WWing => wings::w(view, sink),
        _ => return None,
    })
}

/// Looks for a technique; whether the sink stopped it. Those that are not patterns (single
/// constraints, several together, contradictions) are found elsewhere.
pub fn find(view: View<'_>, technique: Technique, sink: &mut Sink<'_>) -> bool {
    use Technique::*;
    if technique == NakedSingle {
        // The cells alone tell it, on boards of any size.
        return singles::naked(view, sink);
    }
    if !view.board.patterns {
        let wide = WideSets::new(view);
        return wide.and_then(|sets| find_anywhere(&sets, technique, sink)).unwrap_or(false);
    }
    if let Some(stopped) = find_anywhere(view, technique, sink) {
        return stopped;
    }
    match technique {
        DirectPointing | DirectClaiming => pairs::direct(view, technique, sink),
        DirectHiddenPair => subsets::direct_hidden(view, 2, sink),
        DirectHiddenTriple => subsets::direct_hidden(view, 3, sink),
        LockedPair => subsets::locked(view, 2, sink),
        LockedTriple => subsets::locked(view, 3, sink),
        _ if (FinnedXWing..=FinnedMutantJellyfish).contains(&technique) => {
            fish::complex(view, technique, sink)
        }
        Skyscraper => chains::skyscrapers(view, sink),
        TwoStringKite => chains::kites(view, sink),
        TurbotFish => chains::turbots(view, sink),
        EmptyRectangle => chains::empty_rectangles(view, sink),
        DualTwoStringKite => chains::dual_kites(view, sink),
        DualEmptyRectangle => chains::dual_rectangles(view, sink),
        SimpleColorsTrap | SimpleColorsWrap => colours::simple(view, technique, sink),
        MultiColors1 | MultiColors2 => colours::multi(view, technique, sink),
        _ if (UniquenessTest1..=AvoidableRectangle2).contains(&technique) => {
            rectangles::find(view, technique, sink)
        }
        _ if (UniqueLoop1..=Bug4).contains(&technique) => {
            let mut first = |found: Found| found.technique == technique && sink(found);
            match technique < BugPlusOne {
                true => loops::loops(view, &mut first),
                false => loops::grave(view, &mut first),
            }
        }
        RemotePair => chains::remote_pairs(view, sink),
        SueDeCoq => coq::find(view, sink),
        _ if (XChain..=GroupedAic).contains(&technique) => {
            chains::links::find(view, technique, sink)
        }
        AlsXz => als::xz(view, sink),
        AlsXyWing => als::xy_wing(view, sink),
        AlsChain => als::chain(view, sink),
        DeathBlossom => als::blossom(view, sink),
        AlignedPairExclusion => aligned::find(view, 2, sink),
        AlignedTripleExclusion => aligned::find(view, 3, sink),
        TemplateSet | TemplateDelete => templates::find(view, technique, sink),
        _ if (XCycle..=DynamicPlus).contains(&technique) => {
            crate::explainer::each(view, technique, sink)
        }
        HouseExclusion => exclusion::houses(view, sink),
        CellExclusion => exclusion::cells(view, sink),
        Innies => innies::find(view, innies::Reach::FULL, sink) || innies::find_tight(view, sink),
        _ => false,
    }
}
