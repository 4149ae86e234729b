//! Boards in and out, and the traps that other programs fell into.

use pencilmark_puzzle::Puzzle;

use super::*;
use crate::parse as pencil;

fn board(rest: &str) -> Import {
    read(&format!(r#"{{"size":9,{rest}}}"#)).unwrap_or_else(|e| panic!("{e:?}"))
}

fn kinds(puzzle: &Puzzle) -> Vec<&'static str> {
    let clues = puzzle.clues.iter().map(|c| c.kind.name);
    clues.filter(|k| !["row", "column", "box"].contains(k)).collect()
}

#[test]
fn a_value_is_a_number_or_a_text_or_nothing() {
    let cages = r#""killercage":[{"cells":["R1C1","R1C2"],"value":"15"},
        {"cells":["R2C1","R2C2"],"value":12},{"cells":["R3C1","R3C2"],"value":""},
        {"cells":["R4C1","R4C2"]}]"#;
    let puzzle = board(cages).puzzle;
    let sums: Vec<_> = puzzle.clues_of("cage").map(|c| c.numbers.first().copied()).collect();
    assert_eq!(sums, [Some(15), Some(12), None, None]);
}

#[test]
fn one_bulb_may_have_several_thermometers() {
    let two = r#""thermometer":[{"lines":[["R1C1","R1C2"],["R1C1","R2C1"]]}]"#;
    assert_eq!(kinds(&board(two).puzzle), ["thermo", "thermo"]);
}

#[test]
fn an_arrow_without_lines_is_decoration() {
    let puzzle = board(r#""arrow":[{"cells":["R1C1"],"lines":[]}]"#).puzzle;
    assert!(kinds(&puzzle).is_empty());
    let pill = r#""arrow":[{"cells":["R1C2","R1C1"],"lines":[["R1C1","R2C1","R3C1"]]}]"#;
    let puzzle = board(pill).puzzle;
    let arrow = puzzle.clues_of("arrow").next().unwrap();
    let names: Vec<_> = arrow.list(0).iter().map(|&c| puzzle.grid.name(c)).collect();
    assert_eq!((names, arrow.list(1).len()), (vec!["r1c2".into(), "r1c1".into()], 2));
}

#[test]
fn copies_are_ignored_and_other_drawings_are_named() {
    let copy = r#""line":[{"lines":[["R1C1","R1C2"]],"fromConstraint":"Renban"}]"#;
    assert!(board(copy).warnings.is_empty());
    let drawn =
        board(r#""line":[{"lines":[["R1C1","R1C2"]]}],"cage":[{"cells":["R1C1"],"value":"x"}]"#);
    assert_eq!(drawn.warnings.len(), 2, "{:?}", drawn.warnings);
    assert!(kinds(&drawn.puzzle).is_empty(), "a drawn cage is no killer cage");
}

#[test]
fn rules_in_words_are_compared_with_the_constraints() {
    let lost = board(r#""ruleset":"Cells a knight's move apart differ.""#);
    assert!(lost.warnings[0].contains("`knight`"), "{:?}", lost.warnings);
    let kept = board(r#""ruleset":"Cells a knight's move apart differ.","antiknight":true"#);
    assert!(kept.warnings.is_empty(), "{:?}", kept.warnings);
}

#[test]
fn unknown_keys_are_named() {
    let import = board(r#""sunblock":[{"cells":["R1C1"]}]"#);
    assert!(import.warnings[0].contains("`sunblock`"));
}

#[test]
fn faults_point_at_the_value() {
    let text = r#"{"size":9,"odd":[{"cell":"R1C10"}]}"#;
    let error = read(text).unwrap_err();
    assert_eq!(error.message, "R1C10 is outside the grid of 9 rows and 9 columns");
    assert_eq!(error.at.map(|at| at.start), text.find("\"R1C10"));
    assert!(read(r#"{"size":40}"#).unwrap_err().message.contains("40 rows"));
    assert!(read(r#"{"size":9,"odd":3}"#).unwrap_err().message.contains("a list"));
    assert!(read("[]").is_err() && read("{}").is_err());
}

#[test]
fn packed_boards_survive_a_lost_slash() {
    let link = write_link(&pencil("t", "grid 9\nthermo r1c1-4\n").unwrap()).unwrap().text;
    let packed = crate::pack::percent_decode(link.trim().split_once("load=").unwrap().1);
    assert!(read_packed(&packed).is_ok());
    assert!(read_packed(&packed[..packed.len() / 2]).unwrap_err().message.contains("link"));
    // A text with two slashes in a row, of which one is lost.
    let doubled = (0..100).find_map(|i| {
        // Sixteen bits that are all 1 in different places of the stream.
        let text = format!("{{\"size\":9,\"title\":\"{}\u{ffff}\"}}", "ab".repeat(i));
        let packed = crate::pack::lz_pack(&text, Alphabet::Base64);
        packed.contains("//").then_some((text, packed))
    });
    let (text, packed) = doubled.expect("some text has two slashes");
    assert_eq!(unpack(&packed.replacen("//", "/", 1)), Ok(text));
}

#[test]
fn what_is_written_is_read() {
    let text = "title A\nauthor B\nrules Two\n\
        grid 9\ndiagonal +\nanti-knight\nnon-consecutive\ncage 15 r1c1-3\ncage r2c1-3\n\
        thermo r5c5-8\nslow-thermo r6c5-8\narrow r7c7-8 = r8c8-9\ndifference 3 r1c8-9\nratio 2 r2c8-9\n\
        x r3c8-9\nv r4c8-9\nodd r9c9\neven r9c8\nlittle-killer 20 r1c4 down-left\ngiven r9c1 4\n\
        candidates r9c2 1 2 3\nextra-region r5c1-3\nrenban r6c1-3\nwhisper 4 r7c1-3\n\
        palindrome r8c1-3\nsandwich 10 r1c1 right\nskyscraper 3 r9c2 up\nx-sum 9 r3c9 left\n\
        quadruple 1 2 r4c4-5 r5c4-5\nclone r1c1-2 = r3c3-4\nnegative-xv\nminimum r5c9\n\
        row-indexer r1-3c1\nzipper r1c1-5\n";
    let puzzle = pencil("t", text).unwrap_or_else(|e| panic!("{}", e[0]));
    for write in [write_json, write_link] {
        let written = write(&puzzle).unwrap();
        assert!(written.warnings.is_empty(), "{:?}", written.warnings);
        let again =
            crate::import("again", &written.text, None).unwrap_or_else(|e| panic!("{}", e[0]));
        assert_same(&again.puzzle, &puzzle);
    }
    let lost = pencil("t", "grid 9\nrule r1c1 = r2c5 + 1\nvar k in 1..9\n").unwrap();
    let warnings = write_json(&lost).unwrap().warnings;
    assert_eq!(warnings, ["lost: 1 variable", "lost: rule"]);
}

/// The same clues, in any order: a board sorts them by kind.
fn assert_same(a: &Puzzle, b: &Puzzle) {
    let sorted = |p: &Puzzle| {
        let mut clues: Vec<String> =
            p.clues.iter().map(|c| format!("{:?}", (c.kind.name, &c.numbers, &c.cells))).collect();
        clues.sort();
        clues
    };
    assert_eq!(sorted(a), sorted(b));
    assert_eq!((&a.title, &a.author, &a.rules, &a.grid), (&b.title, &b.author, &b.rules, &b.grid));
}

#[test]
fn a_region_with_too_many_cells_leaves_no_solution() {
    let text =
        r#"{"size":4,"grid":[[{"region":1},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]}"#;
    let puzzle = crate::import("t", text, None).unwrap().puzzle;
    let solver = pencilmark_puzzle::Solver::new(&puzzle, Default::default());
    assert_eq!(solver.solutions().count(), 0);
    // And it can be written down.
    let again = crate::parse("t", &crate::write(&puzzle)).unwrap_or_else(|e| panic!("{}", e[0]));
    let solver = pencilmark_puzzle::Solver::new(&again, Default::default());
    assert_eq!(solver.solutions().count(), 0);
}

#[test]
fn a_flag_that_is_neither_true_nor_false_is_told() {
    let import = board(r#""antiknight":"yes","antiking":false"#);
    assert_eq!(import.warnings, ["`antiknight` is a text, not true, so it is lost"]);
}

#[test]
fn rules_that_deny_something_do_not_mention_it() {
    let told = |rules: &str| board(&format!(r#""ruleset":"{rules}""#)).warnings.len();
    assert_eq!(told("Kropki dots, without negative constraint"), 1, "the dots");
    assert_eq!(told("Normal rules. There are no thermometers."), 0);
    assert_eq!(told("A casino has thermometers"), 1);
}
