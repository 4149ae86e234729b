//! Puzzles of SudokuMaker in and out.

use super::*;
use crate::parse as pencil;

#[test]
fn elements_become_clues() {
    let text = r#"{"formatVersion":"1.5.0","puzzle":{"name":"N","cells":[{"given":true,"value":4}],
        "constraints":[{"type":0},{"type":300,"slow":false,"thermometers":[[0,1,2]]},
        {"type":301,"cages":[{"cells":[9,10],"value":0}]},{"type":408,"bulbsWithArrows":
        [{"bulbCells":[6,5],"arrows":[[6,7,8]]}]},{"type":406,"lines":[[20,21,22]],"groups":[14,112,896]},
        {"type":500,"clues":[{"value":12,"outerCell":4,"diagonal":1}]},{"type":1000,"name":"Odd one"},
        {"type":10,"disabled":true}]}}"#;
    let import = read(text).unwrap();
    let kinds: Vec<_> = import.puzzle.clues.iter().map(|c| c.kind.name).skip(18).collect();
    assert_eq!(kinds, ["given", "thermo", "cage", "arrow", "entropic-line", "little-killer"]);
    let arrow = import.puzzle.clues_of("arrow").next().unwrap();
    assert_eq!(import.puzzle.grid.list(arrow.list(0)), "r1c6-7", "the units come last for us");
    let diagonal = import.puzzle.clues_of("little-killer").next().unwrap();
    assert_eq!(import.puzzle.grid.list(diagonal.list(0)), "r1c3 r2c2 r3c1");
    assert_eq!(import.warnings.len(), 1);
    assert!(import.warnings[0].contains("`Odd one`"));
}

#[test]
fn a_custom_grid_has_only_the_houses_it_names() {
    let text = r#"{"puzzle":{"type":"custom","width":3,"height":2,"minDigit":0,"maxDigit":5,
        "constraints":[{"type":1,"regions":[0,0,0,1,1,-1]}]}}"#;
    let puzzle = read(text).unwrap().puzzle;
    assert_eq!((puzzle.grid.lo(), puzzle.grid.hi(), puzzle.clues_of("row").count()), (0, 5, 0));
    assert_eq!(puzzle.clues.len(), 2);
}

/// A 9x9 Sudoku has boxes because its file has regions; a prime side has none.
#[test]
fn a_sudoku_without_regions_has_rows_and_columns() {
    let text = r#"{"formatVersion":"1.5.0","puzzle":{"type":"sudoku","size":5,"cells":[],
        "constraints":[{"type":0}]}}"#;
    let import = read(text).unwrap();
    let count = |kind: &'static str| import.puzzle.clues_of(kind).count();
    assert_eq!((count("row"), count("column"), count("box"), count("region")), (5, 5, 0, 0));
    assert!(import.warnings.is_empty());
}

#[test]
fn a_dot_exempts_from_the_other_negative_constraint_unless_told() {
    let text = |flag: bool| {
        format!(
            r#"{{"puzzle":{{"cells":[],"constraints":[
            {{"type":200,"clues":[{{"value":1,"edge":1}}],"negative":[],"overrideNegativeRatios":{flag}}},
            {{"type":201,"clues":[],"negative":[2],"overrideNegativeDifferences":true}}]}}}}"#
        )
    };
    let rules = |flag| read(&text(flag)).unwrap().puzzle.clues_of("rule").count();
    assert_eq!((rules(true), rules(false)), (0, 1));
}

#[test]
fn ends_of_lockout_lines_are_half_the_digits_apart() {
    let line = r#"{"puzzle":{"size":6,"cells":[],"constraints":[{"type":407,"lines":[[0,1,2]]}]}}"#;
    let puzzle = read(line).unwrap().puzzle;
    assert_eq!(puzzle.clues_of("lockout").next().unwrap().numbers, [3]);
    let nine = read(&line.replace("\"size\":6,", "")).unwrap().puzzle;
    assert!(nine.clues_of("lockout").next().unwrap().numbers.is_empty());
}

#[test]
fn what_is_written_is_read() {
    let text = "title A\ngrid 9\ncage 15 r1c1-3\nthermo r5c5-8\narrow r7c7-8 = r8c8-9\n\
        difference 3 r1c8-9\nratio 2 r2c8-9\nx r3c8-9\nodd r9c9\ngiven r9c1 4\nrenban r6c1-3\n\
        whisper 4 r7c1-3\nsandwich 10 r1c1 right\nx-sum 9 r9c2 up\nquadruple 1 2 r4-5c4-5\n\
        little-killer 20 r1c4 down-left\nclone r1c1 = r3c3\nrow-indexer r1-3c1\ndiagonal -\n";
    let puzzle = pencil("t", text).unwrap_or_else(|e| panic!("{}", e[0]));
    for write in [write_json, write_link] {
        let written = write(&puzzle).unwrap();
        assert!(written.warnings.is_empty(), "{:?}", written.warnings);
        let again = crate::import("t", &written.text, None).unwrap_or_else(|e| panic!("{}", e[0]));
        let sorted = |p: &pencilmark_puzzle::Puzzle| {
            let mut all: Vec<_> = p.clues.iter().map(|c| c.words(p)).collect();
            all.sort();
            all
        };
        assert_eq!(sorted(&again.puzzle), sorted(&puzzle));
    }
}

#[test]
fn faults_are_told() {
    for text in [
        r#"{"puzzle":{}}"#,
        r#"{"puzzle":{"type":"custom","width":99,"constraints":[]}}"#,
        r#"{"puzzle":{"constraints":[{"type":301,"cages":[{"cells":[99]}]}]}}"#,
        r#"{"puzzle":{"constraints":[{"type":200,"clues":[{"edge":0}]}]}}"#,
        r#"{"puzzle":{"constraints":[{"type":1,"regions":[1,2]}]}}"#,
        r#"{"puzzle":{"constraints":[{}]}}"#,
    ] {
        assert!(read(text).is_err(), "{text}");
    }
    assert!(read_packed("N4Ig").is_err());
}

#[test]
fn sets_of_digits_have_names_whatever_the_digits() {
    let read_six = |sets: &str| {
        let text = format!(
            r#"{{"puzzle":{{"type":"sudoku","size":6,"cells":[],"constraints":[{{"type":0}},{{"type":406,"lines":[[0,1,2,3]],"groups":{sets}}},{{"type":16,"groups":{sets}}}]}}}}"#
        );
        let puzzle = read(&text).unwrap_or_else(|e| panic!("{e:?}")).puzzle;
        let kinds = puzzle.clues.iter().map(|c| c.kind.name);
        kinds.filter(|k| !["row", "column", "box"].contains(k)).collect::<Vec<_>>()
    };
    // Bits 1 and 2, 3 and 4, 5 and 6; then odd and even.
    assert_eq!(read_six("[6,24,96]"), ["entropic-line", "global-entropy"]);
    assert_eq!(read_six("[42,84]"), ["modular-line", "global-modular"]);
}
