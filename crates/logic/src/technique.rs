//! The table of techniques: what each is called, how hard it is, and what it is.
//!
//! Names and codes are HoDoKu's where it has them; ratings are Sudoku Explainer's, in
//! tenths, where it has them, and otherwise put between those of like difficulty. Scores and
//! levels are HoDoKu's, with the same remark. The table is in parts, one a family.

mod basic;
mod clues;
mod fish;
mod forcing;
mod one_digit;
mod uniqueness;
mod wings;

/// How hard a puzzle is, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Singles.
    Easy,
    /// Intersections and small subsets.
    Medium,
    /// Fish, wings, rectangles.
    Hard,
    /// Chains and almost locked sets.
    Unfair,
    /// Whatever is left.
    Extreme,
}

impl Level {
    /// The word.
    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Unfair => "unfair",
            Level::Extreme => "extreme",
        }
    }
}

/// A way to erase marks.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Technique {
    FullHouse,
    HiddenSingle,
    NakedSingle,
    DirectPointing,
    DirectClaiming,
    DirectHiddenPair,
    DirectHiddenTriple,
    Pointing,
    Claiming,
    LockedPair,
    LockedTriple,
    NakedPair,
    NakedTriple,
    NakedQuadruple,
    HiddenPair,
    HiddenTriple,
    HiddenQuadruple,
    XWing,
    Swordfish,
    Jellyfish,
    Squirmbag,
    Whale,
    Leviathan,
    FinnedXWing,
    FinnedSwordfish,
    FinnedJellyfish,
    SashimiXWing,
    SashimiSwordfish,
    SashimiJellyfish,
    FrankenXWing,
    FrankenSwordfish,
    FrankenJellyfish,
    FinnedFrankenXWing,
    FinnedFrankenSwordfish,
    FinnedFrankenJellyfish,
    MutantXWing,
    MutantSwordfish,
    MutantJellyfish,
    FinnedMutantXWing,
    FinnedMutantSwordfish,
    FinnedMutantJellyfish,
    Skyscraper,
    TwoStringKite,
    TurbotFish,
    EmptyRectangle,
    DualTwoStringKite,
    DualEmptyRectangle,
    SimpleColorsTrap,
    SimpleColorsWrap,
    MultiColors1,
    MultiColors2,
    UniquenessTest1,
    UniquenessTest2,
    UniquenessTest3,
    UniquenessTest4,
    UniquenessTest5,
    UniquenessTest6,
    HiddenRectangle,
    AvoidableRectangle1,
    AvoidableRectangle2,
    UniqueLoop1,
    UniqueLoop2,
    UniqueLoop3,
    UniqueLoop4,
    BugPlusOne,
    Bug2,
    Bug3,
    Bug4,
    RemotePair,
    XYWing,
    XYZWing,
    WWing,
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
    DeathBlossom,
    AlignedPairExclusion,
    AlignedTripleExclusion,
    TemplateSet,
    TemplateDelete,
    XCycle,
    YCycle,
    Cycle,
    ForcingXChain,
    ForcingChain,
    Nishio,
    CellForcingChain,
    RegionForcingChain,
    DynamicContradiction,
    DynamicDouble,
    DynamicCell,
    DynamicRegion,
    DynamicPlus,
    HouseExclusion,
    CellExclusion,
    Alone,
    Innies,
    Several,
    Contradiction,
}

/// What is known about a technique.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Which.
    pub technique: Technique,
    /// For command lines: `x-wing`.
    pub key: &'static str,
    /// For people: `X-Wing`.
    pub name: &'static str,
    /// HoDoKu's code, if it has one.
    pub code: &'static str,
    /// In tenths; chains and loops add to it with their length.
    pub rating: u32,
    /// What it adds to a puzzle's score.
    pub score: u32,
    /// How hard.
    pub level: Level,
    /// In one sentence.
    pub summary: &'static str,
}

impl Technique {
    /// What is known about it.
    pub fn entry(self) -> &'static Entry {
        // The table is in the order of the enumeration; a test sees to it.
        &ENTRIES[self as usize]
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// Whether it takes for granted that the puzzle has one solution only.
    pub fn needs_uniqueness(self) -> bool {
        (Technique::UniquenessTest1..=Technique::Bug4).contains(&self)
    }

    /// The technique with this key, name or code; case, blanks and dashes do not count, and
    /// other names that people use are known.
    pub fn find(text: &str) -> Option<Technique> {
        let wanted = usual(text);
        let fits = |e: &&Entry| {
            !wanted.is_empty()
                && (plain(e.key) == wanted || plain(e.name) == wanted || e.code == text.trim())
        };
        ENTRIES.iter().find(fits).map(|e| e.technique)
    }

    /// Those of which this is the beginning of the key: `simple-colors` is a trap or a wrap.
    pub fn beginning_with(text: &str) -> Vec<Technique> {
        let wanted = usual(text);
        let fits = |e: &&Entry| wanted.len() > 2 && plain(e.key).starts_with(&wanted);
        ENTRIES.iter().filter(fits).map(|e| e.technique).collect()
    }
}

/// A name without case, blanks and dashes.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric() || *c == '+').collect::<String>().to_lowercase()
}

/// The same in the words of the table.
fn usual(name: &str) -> String {
    let name = plain(name).replace("colour", "color").replace("coloring", "colors");
    let name = name.replace("uniquerectangletype", "uniquerectangle");
    match name.as_str() {
        "nakedquad" | "hiddenquad" => format!("{name}ruple"),
        "bug1" | "bug+1" => "bugplus1".into(),
        name => name.replace("uniquerectangle", "uniquenesstest"),
    }
}

/// All techniques.
pub const ENTRIES: &[Entry] = &joined();

/// The parts of the table, in the order of [`Technique`].
const FAMILIES: [&[Entry]; 7] = [
    basic::ENTRIES,
    fish::ENTRIES,
    one_digit::ENTRIES,
    uniqueness::ENTRIES,
    wings::ENTRIES,
    forcing::ENTRIES,
    clues::ENTRIES,
];

const fn joined() -> [Entry; Technique::Contradiction as usize + 1] {
    let mut all = [FAMILIES[0][0]; Technique::Contradiction as usize + 1];
    let (mut family, mut at, mut next) = (0, 0, 0);
    while next < all.len() {
        if at == FAMILIES[family].len() {
            (family, at) = (family + 1, 0);
        }
        all[next] = FAMILIES[family][at];
        (at, next) = (at + 1, next + 1);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order_and_its_names_are_different() {
        for (at, entry) in ENTRIES.iter().enumerate() {
            assert_eq!(entry.technique as usize, at);
            assert!(entry.summary.ends_with('.'));
            for other in &ENTRIES[..at] {
                assert!(other.key != entry.key && other.name != entry.name);
                assert!(entry.code.is_empty() || other.code != entry.code, "{}", entry.code);
            }
        }
    }

    #[test]
    fn techniques_are_found_by_key_name_and_code() {
        for text in ["x-wing", "X-Wing", "xwing", "X Wing", "0300"] {
            assert_eq!(Technique::find(text), Some(Technique::XWing), "{text}");
        }
        for (text, technique) in [
            ("hidden-quad", Technique::HiddenQuadruple),
            ("Naked Quad", Technique::NakedQuadruple),
            ("BUG+1", Technique::BugPlusOne),
            ("unique rectangle type 1", Technique::UniquenessTest1),
            ("simple colours wrap", Technique::SimpleColorsWrap),
        ] {
            assert_eq!(Technique::find(text), Some(technique), "{text}");
        }
        let colours = Technique::beginning_with("Simple Colours");
        assert_eq!(colours, [Technique::SimpleColorsTrap, Technique::SimpleColorsWrap]);
        assert_eq!(Technique::beginning_with("unique-rectangle").len(), 6);
        assert!(Technique::beginning_with("").is_empty());
        assert_eq!(Technique::find("no such"), None);
        assert_eq!(Technique::find(""), None);
    }
}
