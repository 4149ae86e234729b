//! Statements in and out, and the traps that other programs fell into.

use pencilmark_puzzle::CellId;

use super::*;
use crate::parse as pencil;

fn kinds(text: &str) -> Vec<&'static str> {
    let puzzle = read(text).unwrap_or_else(|e| panic!("{text}: {e:?}")).puzzle;
    let clues = puzzle.clues.iter().map(|c| c.kind.name);
    clues.filter(|k| !["row", "column", "box"].contains(k)).collect()
}

#[test]
fn statements_become_clues() {
    assert_eq!(kinds(".~R1C1_5~R1C2_1_2.Cage~0~R1C1~R1C2"), ["given", "candidates", "cage"]);
    assert_eq!(kinds(".Cage~15~R1C1~R1C2 .AntiKnight."), ["cage", "anti-knight"]);
    assert_eq!(
        kinds("# a remark\n.AntiConsecutive\n.WhiteDot~R1C1~R1C2"),
        ["anti-consecutive", "difference"]
    );
    assert_eq!(kinds(".Skyscraper~R1~~3.XSum~C2~5~7"), ["skyscraper", "x-sum", "x-sum"]);
}

#[test]
fn what_is_not_known_is_named() {
    let error = |text: &str| read(text).unwrap_err();
    assert_eq!(error(".Termo~R1C1~R1C2").help.as_deref(), Some("did you mean `Thermo`?"));
    assert_eq!(error(".AntiKing.Flux~R1C1").at, Some(9..19));
    for text in [
        ".Cage~3~R0C1",
        ".Cage~3~VX1~VX2",
        ".Or.AntiKing",
        ".End",
        "Cage",
        ".Or.AntiKing.End",
        ".Shape~40x40",
        ".Shape~9x9~0-8~Foo",
        ".Cage",
        ".Cage~15",
        ".Var~K~~100000",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn a_jigsaw_adds_to_the_boxes_unless_there_are_none() {
    let layout = "AABBAABBCCDDCCDD";
    let both = read(&format!(".Shape~4x4.Jigsaw~{layout}")).unwrap().puzzle;
    assert_eq!((both.clues_of("box").count(), both.clues_of("extra-region").count()), (4, 4));
    let only = read(&format!(".NoBoxes.Jigsaw~{layout}.Shape~4x4")).unwrap().puzzle;
    assert_eq!((only.clues_of("box").count(), only.clues_of("region").count()), (0, 4));
}

#[test]
fn a_dot_on_many_cells_is_on_every_shared_side() {
    let puzzle = read(".WhiteDot~R1C1~R2C2~R1C2~R2C1").unwrap().puzzle;
    assert_eq!(puzzle.clues_of("difference").count(), 4);
    assert!(read(".WhiteDot~R1C1~R3C3").is_err());
}

#[test]
fn a_pill_is_read_from_the_left() {
    let puzzle = read(".PillArrow~2~R1C7~R1C6~R1C5~R1C4").unwrap().puzzle;
    let pill = puzzle.clues_of("arrow").next().unwrap().list(0).to_vec();
    assert_eq!(pill, [CellId::new(5), CellId::new(6)]);
}

#[test]
fn extra_cells_are_variables() {
    let puzzle =
        read(".Var~K~key~2.Cage~7~VK1~R1C1.Sum~0_=_1_-1~R1C1~VK2.Thermo~VK1~VK2").unwrap().puzzle;
    let names: Vec<_> = puzzle.vars.iter().map(|v| (v.name.as_str(), v.lo, v.hi)).collect();
    assert_eq!(names, [("vk1", 1, 9), ("vk2", 1, 9)]);
    let rules: Vec<_> = puzzle.clues_of("rule").map(|c| c.words(&puzzle)).collect();
    assert!(rules.len() >= 4 && rules.iter().all(|r| r.contains("key")), "{rules:?}");
}

/// Extra cells are called by their label: with their place where they have the shape of the grid.
#[test]
fn extra_cells_are_called_by_their_label() {
    let text = ".Shape~4x4.Var~L~loop~4x4.Var~K~loop~2.Var~A~~2.Thermo~VL5~VL6.Thermo~VK1~VA2\
                .ValueIndexing~VK2~R4C1~R4C1~R3C1~R2C1~R1C1\
                .Pair~EAEBEAAQAAAAE~_near~VL1~VL2~R2C1~VL16";
    let puzzle = read(text).unwrap().puzzle;
    let rules: Vec<_> = puzzle.clues_of("rule").map(|c| c.words(&puzzle)).collect();
    let want = [
        "the rule `the loop of r2c1 < the loop of r2c2`",
        "the rule `value K1 < value A2`",
        "the rule `element(r4c1, r4c1 to r1c1) = value K2`",
        "\u{201c}near\u{201d} on the loop of r1c1 r1c2",
        "\u{201c}near\u{201d} on r2c1 and the loop of r1c2",
        "\u{201c}near\u{201d} on r2c1 and the loop of r4c4",
    ];
    assert_eq!(rules, want);
}

#[test]
fn composites() {
    assert_eq!(kinds(".Or.Cage~3~R1C1~R1C2.And.~R1C1_4.~R1C2_5.End.End"), ["rule"]);
    // Bits 0 and 2: the copies start at r1c1 and r1c3.
    let puzzle = read(".Replicate~F.Thermo~R1C1~R2C1.End").unwrap().puzzle;
    let lines: Vec<_> = puzzle.clues_of("thermo").map(|c| puzzle.grid.list(c.list(0))).collect();
    assert_eq!(lines, ["r1-2c1", "r1-2c3"]);
    assert!(read(".Replicate~F.Thermo~R9C1~R9C9.End").is_err(), "the copy leaves the grid");
}

#[test]
fn machines_and_patterns() {
    let regex = crate::pack::base64_encode(b"1*2").replace('=', "");
    let puzzle = read(&format!(".Regex~{regex}~R1C1~R1C2~~R2C1~R2C2")).unwrap().puzzle;
    assert_eq!(puzzle.clues_of("rule").count(), 2);
    assert_eq!(kinds(".Pair~EAEBEAAQAAAAE~_ratio~R1C1~R1C2~R1C3~~R5C5~R5C6"), ["rule"; 3]);
    assert_eq!(kinds(".PairX~EAEBEAAQAAAAE~_ratio~R1C1~R1C2~R1C3"), ["rule"; 3]);
    assert!(read(".NFA~!!~_x~R1C1").is_err());
    // Rules keep their names, about extra cells too, and the next list has the same.
    let text = ".Var~L~loop~2.Pair~EAEBEAAQAAAAE~_ratio~R1C1~VL1~~R5C5~R5C6~_~R6C1~R6C2";
    let puzzle = read(text).unwrap().puzzle;
    let called: Vec<String> = puzzle.clues_of("rule").map(|c| c.words(&puzzle)).collect();
    let want = [
        "\u{201c}ratio\u{201d} on r1c1 and \u{201c}loop\u{201d} 1",
        "\u{201c}ratio\u{201d} on r5c5-6",
        "the rule that one of r6c1 and r6c2 is 3 times the other",
    ];
    assert_eq!(called, want);
}

#[test]
fn lines_are_counted_in_decimals() {
    let puzzle = read(".Shape~16x16.Sandwich~20~R12").unwrap().puzzle;
    assert_eq!(puzzle.clues_of("sandwich").next().unwrap().list(0), puzzle.grid.row(11));
}

#[test]
fn what_is_written_is_read() {
    let text = "grid 9\ncage 15 r1c1-3\ncage r2c1-3\nthermo r5c5-8\narrow r7c7-8 = r8c8-9\n\
        difference r1c8-9\nratio r2c8-9\nx r3c8-9\nlittle-killer 20 r1c4 down-left\ngiven r9c1 4\n\
        candidates r9c2 1 2 3\nextra-region r5c1-3\nrenban r6c1-3\nwhisper 4 r7c1-3\nanti-knight\n\
        sandwich 10 r1c1 right\nskyscraper 3 r9c2 up\nx-sum 9 r3c9 left\nquadruple 1 2 r4-5c4-5\n\
        same-digits r1c1-2 / r3c3-4\nequal-sum r1c1-2 / r3c3\nsum-line 10 r1c1-5 loop\nzipper r1c1-5\n\
        row-indexer r1-3c1\ndiagonal +\nnon-consecutive\n";
    let puzzle = pencil("t", &text.replace("non-consecutive\n", "anti-consecutive\n"))
        .unwrap_or_else(|e| panic!("{}", e[0]));
    let written = write(&puzzle).unwrap();
    assert!(written.warnings.is_empty(), "{:?}", written.warnings);
    assert!(fits(&written.text));
    let again = crate::import("t", &written.text, None)
        .unwrap_or_else(|e| panic!("{}\n{}", e[0], written.text));
    assert_eq!(again.puzzle, puzzle, "{}", written.text);
    let pairs = write(&pencil("t", text).unwrap()).unwrap();
    assert!(pairs.warnings.is_empty() && pairs.text.contains(".Pair~"), "dots exempt only here");
    let lost = write(&pencil("t", "var k in 1..19\nrule sum(r1c1-3) < k\n").unwrap()).unwrap();
    assert_eq!(lost.warnings, ["lost: 1 variable", "lost: rule"]);
}
