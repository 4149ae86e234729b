//! The order of Sudoku Explainer: always the first hint of the easiest technique.
//!
//! A puzzle's rating is that of its hardest step on this path, so the path matters: which of
//! two equal hints is taken first follows Sudoku Explainer's order of houses and cells.

mod forcing;
mod nets;
mod rate;
mod unary;

pub use rate::{Rated, apply, rate};

use crate::find::{self, Sink, View};
use crate::found::Found;
use crate::technique::Technique;

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Whether techniques that take one solution for granted may be used.
    pub uniqueness: bool,
    /// The hardest rating that is looked for, in tenths.
    pub most: u32,
}

impl Default for Reach {
    fn default() -> Reach {
        Reach { uniqueness: true, most: u32::MAX }
    }
}

/// Patterns before chains, in order.
const BEFORE: &[Technique] = &[
    Technique::FullHouse,
    Technique::HiddenSingle,
    Technique::DirectPointing,
    Technique::DirectClaiming,
    Technique::DirectHiddenPair,
    Technique::NakedSingle,
    Technique::DirectHiddenTriple,
    Technique::Pointing,
    Technique::Claiming,
    Technique::NakedPair,
    Technique::XWing,
    Technique::HiddenPair,
    Technique::NakedTriple,
    Technique::Swordfish,
    Technique::HiddenTriple,
    Technique::XYWing,
    Technique::XYZWing,
];

/// Whether a technique is one of these: its own patterns and all forcing chains.
pub(crate) fn has(technique: Technique) -> bool {
    use Technique::*;
    BEFORE.contains(&technique)
        || matches!(technique, NakedQuadruple | Jellyfish | HiddenQuadruple)
        || matches!(technique, AlignedPairExclusion | AlignedTripleExclusion | Contradiction)
        || (UniquenessTest1..=UniquenessTest4).contains(&technique)
        || (UniqueLoop1..=Bug4).contains(&technique)
        || (XCycle..=DynamicPlus).contains(&technique)
}

/// The next step.
pub fn next(view: View<'_>, reach: Reach) -> Option<Found> {
    let fits = |t: &&Technique| t.entry().rating <= reach.most;
    let first = |list: &[Technique]| list.iter().filter(fits).find_map(|&t| find::first(view, t));
    let some = |search: &mut dyn FnMut(&mut Sink<'_>) -> bool| {
        let mut found = None;
        search(&mut |new| {
            found = Some(new);
            true
        });
        found
    };
    first(BEFORE)
        .or_else(|| {
            let wanted = reach.uniqueness && reach.most >= 45;
            wanted.then(|| some(&mut |sink| find::loops::loops(view, sink))).flatten()
        })
        .or_else(|| {
            first(&[Technique::NakedQuadruple, Technique::Jellyfish, Technique::HiddenQuadruple])
        })
        .or_else(|| {
            let wanted = reach.uniqueness && reach.most >= 56;
            wanted.then(|| some(&mut |sink| find::loops::grave(view, sink))).flatten()
        })
        .or_else(|| first(&[Technique::AlignedPairExclusion]))
        .or_else(|| (reach.most >= 65).then(|| unary::find(view)).flatten())
        .or_else(|| first(&[Technique::AlignedTripleExclusion]))
        .or_else(|| {
            (reach.most >= 75).then(|| forcing::find(view, forcing::Mode::NISHIO)).flatten()
        })
        .or_else(|| {
            (reach.most >= 80).then(|| forcing::find(view, forcing::Mode::MULTIPLE)).flatten()
        })
        .or_else(|| {
            (reach.most >= 85).then(|| forcing::find(view, forcing::Mode::DYNAMIC)).flatten()
        })
        .or_else(|| (reach.most >= 90).then(|| forcing::find(view, forcing::Mode::PLUS)).flatten())
        .filter(|found| found.rating <= reach.most)
}

/// The next step, if all patterns were looked for in vain and no extreme ones are wanted.
pub fn chains(view: View<'_>) -> Option<Found> {
    find::first(view, Technique::AlignedPairExclusion).or_else(|| unary::find(view))
}

/// Calls the sink with the cycles and forcing chains of a technique, easiest first.
pub fn each(view: View<'_>, technique: Technique, sink: &mut Sink<'_>) -> bool {
    use Technique::*;
    let found = match technique {
        XCycle | YCycle | Cycle | ForcingXChain | ForcingChain => unary::all(view, technique),
        Nishio => forcing::all(view, forcing::Mode::NISHIO),
        CellForcingChain | RegionForcingChain => forcing::all(view, forcing::Mode::MULTIPLE),
        DynamicPlus => forcing::all(view, forcing::Mode::PLUS),
        _ => forcing::all(view, forcing::Mode::DYNAMIC),
    };
    found.into_iter().filter(|f| f.technique == technique).any(sink)
}

/// The easiest cycle or forcing chain from one mark.
pub fn unary(view: View<'_>) -> Option<Found> {
    unary::find(view)
}

/// The easiest forcing chain from all marks of a cell or all places of a house.
pub fn multiple(view: View<'_>) -> Option<Found> {
    forcing::find(view, forcing::Mode::MULTIPLE)
}

/// The easiest of Nishio and dynamic forcing chains.
pub fn dynamic(view: View<'_>) -> Option<Found> {
    let modes = [forcing::Mode::NISHIO, forcing::Mode::DYNAMIC].into_iter();
    modes.filter_map(|mode| forcing::find(view, mode)).min_by_key(|found| found.rating)
}

/// The easiest dynamic forcing chain with patterns on its way.
pub fn plus(view: View<'_>) -> Option<Found> {
    forcing::find(view, forcing::Mode::PLUS)
}
