//! A disjunction of clues has the solutions of what it says as a statement.

use pencilmark_formats::{Format, import};
use pencilmark_puzzle::{Puzzle, Settings, Solver};

/// Statements about a grid of four by four; some hold nowhere.
const STATEMENTS: &[&str] = &[
    "Cage~6~R1C1~R1C2~R2C1",
    "Cage~10~R2C2~R2C3~R3C3~R3C2",
    "Lunchbox~3~R1C1~R1C2~R1C3~R1C4",
    "Lunchbox~0~R4C1~R3C1~R2C1",
    "Sandwich~3~R2",
    "Sandwich~5~C3",
    "Skyscraper~R1~2~",
    "HiddenSkyscraper~C2~3~",
    "XSum~R3~4~",
    "NumberedRoom~C4~2~",
    "Thermo~R4C4~R3C4~R2C4",
    "Whisper~2~R1C1~R2C2~R3C3",
    "Renban~R1C2~R2C2~R3C2",
    "Palindrome~R1C1~R2C2~R3C1",
    "Arrow~R1C4~R2C3~R3C2",
    "BlackDot~R3C3~R3C4",
    "RegionSumLine~R1C2~R1C3~R2C4",
    "Between~R4C1~R3C2~R2C3",
    "CountingCircles~R1C1~R2C2~R3C4",
    "AllDifferent~R1C1~R2C2~R3C3~R4C4",
    "~R1C1_2_3~R4C4_1",
    "ContainExact~1_2~R1C1~R2C2~R4C3",
];

#[test]
fn of_clues_as_of_statements() {
    let mut seed = 7u64;
    let mut random = move |n: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % n
    };
    let (mut found, mut fewer) = (0, 0);
    for _ in 0..120 {
        let mut any = || STATEMENTS[random(STATEMENTS.len())];
        let (a, b, c, d, e) = (any(), any(), any(), any(), any());
        let text = format!(".Shape~4x4.Or.{a}.{b}.End.Or.And.{c}.{d}.End.Or.{e}.{a}.End.End");
        let import = import("either", &text, Some(Format::Iss));
        let import = import.unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let mut puzzle = import.puzzle;
        let count =
            |puzzle: &Puzzle| Solver::new(puzzle, Settings::default()).count(u64::MAX).count;
        let of_clues = count(&puzzle);
        assert_eq!(puzzle.clues.iter().filter(|clue| !clue.ways.is_empty()).count(), 2, "{text}");
        puzzle.clues.iter_mut().for_each(|clue| clue.ways.clear());
        assert_eq!(of_clues, count(&puzzle), "{text}");
        found += u64::from(of_clues > 0);
        fewer += u64::from(of_clues < 288);
    }
    assert!(found > 60 && fewer > 60, "{found} with solutions, {fewer} that say something");
}
