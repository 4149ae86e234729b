//! Boards of SudokuPad, zipped and plain.

use super::*;
use crate::parse as pencil;

const PLAIN: &str = r#"{"cells":[[{"value":1},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{"value":"2"}]],
    "regions":[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],
    "cages":[{"value":"title: Four"},{"cells":[[0,0],[0,1]],"value":"5","unique":true},
             {"cells":"r3c1-r3c2r4c1","unique":true},{"cells":[[3,3]],"value":"x"}],
    "lines":[{"wayPoints":[[0.5,0.5],[1.5,0.5]],"color":"red"}],"metadata":{"antiknight":true}}"#;

/// The same, zipped by hand.
const ZIPPED: &str = "{ce:[[{v:1},,,],[,,,],[,,,],[,,,{v:2}]],re:[[[0,0],[0,1],[1,0],[1,1]],\
    [[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],\
    ca:[{v:'title: Four'},{ce:[[0,0],[0,1]],v:5,unique:t},{ce:'r3c1-r3c2r4c1',unique:t},{ce:[[3,3]],v:'x'}],\
    l:[{wp:[[0.5,0.5],[1.5,0.5]],c:'red'}],metadata:{antiknight:t}}";

#[test]
fn typed_parts_are_read_and_drawn_ones_are_named() {
    let import = read(PLAIN).unwrap();
    let puzzle = &import.puzzle;
    assert_eq!(puzzle.title.as_deref(), Some("Four"));
    assert_eq!(puzzle.clues_of("box").count(), 4);
    assert_eq!(puzzle.clues_of("given").count(), 2);
    let cages: Vec<_> =
        puzzle.clues_of("cage").map(|c| (c.numbers.clone(), c.list(0).len())).collect();
    assert_eq!(cages, [(vec![5], 2), (vec![], 3)]);
    assert_eq!(puzzle.clues_of("anti-knight").count(), 1);
    assert_eq!(import.warnings.len(), 2, "{:?}", import.warnings);
    assert!(import.warnings[0].contains("the cage `x` at r4c4"));
    assert!(import.warnings[1].contains("1 line"));
}

#[test]
fn zipped_boards_say_the_same() {
    assert_eq!(read(ZIPPED).unwrap(), read(PLAIN).unwrap());
    let packed = format!("scl{}", crate::pack::lz_pack(ZIPPED, crate::pack::Alphabet::Base64));
    assert!(is_id(&packed));
    assert_eq!(read_id(&packed).unwrap(), read(PLAIN).unwrap());
}

#[test]
fn a_board_without_regions_has_no_boxes() {
    let puzzle =
        read(r#"{"cells":[[{},{}],[{},{}]],"metadata":{"norowcol":true}}"#).unwrap().puzzle;
    assert!(puzzle.clues.is_empty());
}

#[test]
fn short_forms() {
    // 13 letters of a blank and five more, then a blank with two.
    let blank = format!("scf{}K", "o".repeat(13));
    assert_eq!(read_id(&blank).unwrap().puzzle.clues.len(), 27);
    let x = read_id(&format!("{blank}x")).unwrap().puzzle;
    assert_eq!(x.clues_of("diagonals").count(), 1);
    let first = read_id(&format!("scf5{}{}", "o".repeat(13), "U")).unwrap().puzzle;
    assert_eq!(first.clues.last().unwrap().as_given(), Some((CellId::new(0), 5)));
    // The older form: a digit, then runs of 70 and of 10 blanks.
    let classic = read_id("classic5_J").unwrap().puzzle;
    assert_eq!(classic.clues.last().unwrap().as_given(), Some((CellId::new(0), 5)));
    assert!(read_id("scf555").is_err() && read_id("classic5a5").is_err());
}

#[test]
fn what_is_written_is_read() {
    let text = "title A\ngrid 6\nboxes 3x2\ncage 5 r1c1-2\nanti-king\ngiven r6c6 3\n";
    let puzzle = pencil("t", text).unwrap();
    let written = write_json(&puzzle).unwrap();
    assert!(written.warnings.is_empty(), "{:?}", written.warnings);
    let again = read(&written.text).unwrap().puzzle;
    assert_eq!(again.clues_of("region").count(), 6, "boxes of another shape are regions");
    assert_eq!(again.clues_of("cage").next(), puzzle.clues_of("cage").next());
    let link = write_link(&pencil("t", "grid 9\nthermo r1c1-3\n").unwrap()).unwrap();
    let again = crate::link::read(&link.text).unwrap().puzzle;
    assert_eq!(again.clues_of("thermo").count(), 1);
}
