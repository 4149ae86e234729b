//! What clues of any kind say, alone or together.

use super::{Entry, Level, Technique};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        technique: Technique::HouseExclusion,
        key: "house-exclusion",
        name: "House Exclusion",
        code: "",
        rating: 28,
        score: 60,
        level: Level::Medium,
        summary: "Wherever a digit of a house goes, it excludes the same mark.",
    },
    Entry {
        technique: Technique::CellExclusion,
        key: "cell-exclusion",
        name: "Cell Exclusion",
        code: "",
        rating: 30,
        score: 60,
        level: Level::Medium,
        summary: "Whichever mark of a cell is true, it excludes the same mark.",
    },
    Entry {
        technique: Technique::Alone,
        key: "constraint",
        name: "One Constraint",
        code: "",
        rating: 15,
        score: 30,
        level: Level::Medium,
        summary: "Looked at alone, a constraint leaves no place for the mark.",
    },
    Entry {
        technique: Technique::Innies,
        key: "innies",
        name: "Innies and Outies",
        code: "",
        rating: 28,
        score: 80,
        level: Level::Medium,
        summary: "Cages that nearly fill some houses tell what the cells make that are left out, or \
                  stick out.",
    },
    Entry {
        technique: Technique::Several,
        key: "constraints",
        name: "Several Constraints",
        code: "",
        rating: 32,
        score: 150,
        level: Level::Hard,
        summary: "Taken together, a few constraints leave no place for the mark; the more, and the longer \
                  to tell, the harder.",
    },
    Entry {
        technique: Technique::Contradiction,
        key: "contradiction",
        name: "Assumption and Contradiction",
        code: "",
        rating: 90,
        score: 2000,
        level: Level::Extreme,
        summary: "The mark is assumed, and what follows is impossible; the more lines and cases that takes, \
                  the harder.",
    },
];
