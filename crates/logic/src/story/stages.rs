//! What is looked for, in order: tables, one for each order, on boards with other clues and on plain
//! ones.

use super::rated;
use crate::find;
use crate::technique::{Level, Technique};

/// What is looked for, in order, on boards with more than plain clues.
#[derive(Clone, Copy)]
pub(super) enum Stage {
    Pattern(Technique),
    Alone,
    /// Two cells that would have to be equal, and differ.
    Twins,
    /// What a clue says together with so many houses at most, as its kind knows.
    Known(usize),
    /// What houses and sums say together.
    Innies(find::innies::Reach),
    /// The same of so many cells that only how far they reach tells something.
    Tight,
    /// Houses of boards so large that subsets people look for are not all there is to them.
    Houses,
    Two,
    Several(usize),
    Unary,
    Multiple,
    /// Nice loops and inference chains, which are found on one graph: of `FAMILIES`.
    Links(usize),
}

impl Stage {
    /// The easiest step that is expected of it when all stages before it have found none.
    pub(super) fn least(self) -> (u32, Level) {
        let entry = |technique: Technique| (technique.entry().rating, technique.entry().level);
        match self {
            Stage::Pattern(technique) => entry(technique),
            Stage::Alone | Stage::Twins | Stage::Known(_) | Stage::Houses => {
                entry(Technique::Alone)
            }
            Stage::Innies(_) | Stage::Tight => entry(Technique::Innies),
            Stage::Two => entry(Technique::Several),
            // Now and then two turn up that were not asked before.
            Stage::Several(size @ ..=4) => (rated::several(size), Level::Unfair),
            Stage::Several(size) => (rated::several(size.min(7)), Level::Extreme),
            Stage::Unary => entry(Technique::XCycle),
            Stage::Multiple => entry(Technique::CellForcingChain),
            Stage::Links(family) => entry(FAMILIES[family][0]),
        }
    }
}

/// Houses and sums that are added up before pairs are looked for, and before two constraints are
/// taken together that are no sums: the smaller reason comes first.
const FEW_CLUES: usize = 6;
const SOME_CLUES: usize = 8;

pub(super) const STAGES: &[Stage] = {
    use Stage::{
        Alone, Houses, Innies, Known, Links, Multiple, Pattern, Several, Tight, Twins, Two, Unary,
    };
    use Technique::*;
    use find::innies::Reach;
    &[
        Pattern(FullHouse),
        Pattern(HiddenSingle),
        Pattern(NakedSingle),
        Alone,
        Twins,
        Innies(Reach { cells: 1, clues: FEW_CLUES }),
        Known(1),
        Pattern(Pointing),
        Pattern(Claiming),
        Pattern(NakedPair),
        Pattern(HouseExclusion),
        Pattern(HiddenPair),
        Pattern(CellExclusion),
        Innies(Reach { clues: SOME_CLUES, ..Reach::FULL }),
        Houses,
        Two,
        Innies(Reach::FULL),
        Tight,
        Known(usize::MAX),
        Pattern(XWing),
        Pattern(NakedTriple),
        Pattern(Swordfish),
        Pattern(Skyscraper),
        Pattern(TwoStringKite),
        Pattern(HiddenTriple),
        Several(3),
        Pattern(TurbotFish),
        Pattern(EmptyRectangle),
        Pattern(XYWing),
        Pattern(XYZWing),
        Pattern(WWing),
        Pattern(UniquenessTest1),
        Pattern(UniquenessTest2),
        Pattern(UniquenessTest4),
        Pattern(NakedQuadruple),
        Several(4),
        Pattern(Jellyfish),
        Pattern(HiddenQuadruple),
        Pattern(SueDeCoq),
        Unary,
        Several(5),
        Pattern(AlsXz),
        Several(6),
        Multiple,
        Several(8),
        // Whatever else has a name comes before an assumption.
        Pattern(RemotePair),
        Pattern(SimpleColorsTrap),
        Pattern(SimpleColorsWrap),
        Pattern(MultiColors1),
        Pattern(MultiColors2),
        Pattern(UniquenessTest3),
        Pattern(UniquenessTest5),
        Pattern(UniquenessTest6),
        Pattern(HiddenRectangle),
        Pattern(AvoidableRectangle1),
        Pattern(AvoidableRectangle2),
        Pattern(UniqueLoop1),
        Pattern(UniqueLoop2),
        Pattern(UniqueLoop3),
        Pattern(UniqueLoop4),
        Pattern(BugPlusOne),
        Pattern(Bug2),
        Pattern(Bug3),
        Pattern(Bug4),
        Pattern(FinnedXWing),
        Pattern(SashimiXWing),
        Pattern(FinnedSwordfish),
        Pattern(SashimiSwordfish),
        Pattern(FinnedJellyfish),
        Pattern(SashimiJellyfish),
        Pattern(XYChain),
        Links(0),
        Links(1),
        Pattern(FrankenXWing),
        Pattern(FinnedFrankenXWing),
        Pattern(FrankenSwordfish),
        Pattern(FinnedFrankenSwordfish),
        Pattern(AlsXyWing),
        Pattern(AlsChain),
        Pattern(DeathBlossom),
        Pattern(AlignedPairExclusion),
    ]
};

/// The same with the patterns in HoDoKu's order.
pub(super) const HODOKU_STAGES: &[Stage] = {
    use Stage::{
        Alone, Houses, Innies, Known, Links, Multiple, Pattern, Several, Tight, Twins, Two, Unary,
    };
    use Technique::*;
    use find::innies::Reach;
    &[
        Pattern(FullHouse),
        Pattern(NakedSingle),
        Pattern(HiddenSingle),
        Alone,
        Twins,
        Innies(Reach { cells: 1, clues: FEW_CLUES }),
        Known(1),
        Pattern(LockedPair),
        Pattern(LockedTriple),
        Pattern(Pointing),
        Pattern(Claiming),
        Pattern(NakedPair),
        Pattern(NakedTriple),
        Pattern(HiddenPair),
        Pattern(HiddenTriple),
        Pattern(HouseExclusion),
        Pattern(CellExclusion),
        Innies(Reach { clues: SOME_CLUES, ..Reach::FULL }),
        Houses,
        Two,
        Innies(Reach::FULL),
        Tight,
        Known(usize::MAX),
        Pattern(NakedQuadruple),
        Pattern(HiddenQuadruple),
        Pattern(XWing),
        Pattern(Swordfish),
        Pattern(Jellyfish),
        Pattern(RemotePair),
        Pattern(BugPlusOne),
        Pattern(Skyscraper),
        Pattern(TwoStringKite),
        Pattern(TurbotFish),
        Pattern(EmptyRectangle),
        Pattern(WWing),
        Pattern(XYWing),
        Pattern(XYZWing),
        Several(3),
        Pattern(UniquenessTest1),
        Pattern(UniquenessTest2),
        Pattern(UniquenessTest3),
        Pattern(UniquenessTest4),
        Pattern(UniquenessTest5),
        Pattern(UniquenessTest6),
        Pattern(HiddenRectangle),
        Pattern(AvoidableRectangle1),
        Pattern(AvoidableRectangle2),
        Pattern(FinnedXWing),
        Pattern(SashimiXWing),
        Pattern(SimpleColorsTrap),
        Pattern(SimpleColorsWrap),
        Pattern(MultiColors1),
        Pattern(MultiColors2),
        Several(4),
        Pattern(FinnedSwordfish),
        Pattern(SashimiSwordfish),
        Pattern(FinnedJellyfish),
        Pattern(SashimiJellyfish),
        Pattern(SueDeCoq),
        Pattern(XChain),
        Pattern(XYChain),
        Links(0),
        Several(5),
        Links(1),
        Pattern(AlsXz),
        Pattern(AlsXyWing),
        Pattern(AlsChain),
        Several(6),
        Pattern(FrankenXWing),
        Pattern(FrankenSwordfish),
        Pattern(FinnedFrankenXWing),
        Pattern(FinnedFrankenSwordfish),
        Unary,
        Multiple,
        Several(8),
        Pattern(DeathBlossom),
        Pattern(AlignedPairExclusion),
    ]
};

pub(super) const HODOKU: &[Technique] = {
    use Technique::*;
    &[
        FullHouse,
        NakedSingle,
        HiddenSingle,
        LockedPair,
        LockedTriple,
        Pointing,
        Claiming,
        NakedPair,
        NakedTriple,
        HiddenPair,
        HiddenTriple,
        NakedQuadruple,
        HiddenQuadruple,
        XWing,
        Swordfish,
        Jellyfish,
        RemotePair,
        BugPlusOne,
        Skyscraper,
        TwoStringKite,
        TurbotFish,
        EmptyRectangle,
        WWing,
        XYWing,
        XYZWing,
        UniquenessTest1,
        UniquenessTest2,
        UniquenessTest3,
        UniquenessTest4,
        UniquenessTest5,
        UniquenessTest6,
        HiddenRectangle,
        AvoidableRectangle1,
        AvoidableRectangle2,
        FinnedXWing,
        SashimiXWing,
        SimpleColorsTrap,
        SimpleColorsWrap,
        MultiColors1,
        MultiColors2,
        FinnedSwordfish,
        SashimiSwordfish,
        FinnedJellyfish,
        SashimiJellyfish,
        SueDeCoq,
        XChain,
        XYChain,
        ContinuousNiceLoop,
        DiscontinuousNiceLoop,
        Aic,
        GroupedContinuousNiceLoop,
        GroupedDiscontinuousNiceLoop,
        GroupedAic,
        AlsXz,
        AlsXyWing,
        AlsChain,
        FrankenXWing,
        FrankenSwordfish,
        FinnedFrankenXWing,
        FinnedFrankenSwordfish,
    ]
};

/// Techniques of that order which are looked for together.
pub(super) const FAMILIES: [[Technique; 3]; 2] = [
    [Technique::ContinuousNiceLoop, Technique::DiscontinuousNiceLoop, Technique::Aic],
    [
        Technique::GroupedContinuousNiceLoop,
        Technique::GroupedDiscontinuousNiceLoop,
        Technique::GroupedAic,
    ],
];
