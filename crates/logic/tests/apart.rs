//! Lines of a trace that take several constraints say why: no line only lists their names.

use pencilmark_kernel::search::Limits;
use pencilmark_logic::check::{self, Verdict};
use pencilmark_logic::oracle::Oracle;
use pencilmark_logic::story::{Manner, Truth};
use pencilmark_logic::tell::{End, Telling};
use pencilmark_logic::{Board, Consequence, Mark, Marks, Pattern, Refuted};

/// Six by six with values outside the grid: regions that take one of these each, and cells that say
/// where a value stands.
const ROOMS: &str = "\
    .Shape~6x6.Var~A~NumberedRooms~8\
    .AllDifferent~VA1~R1C1~R1C2~R1C3~R2C3~VA2\
    .AllDifferent~VA3~VA4~R2C6~R1C6~R1C5~R1C4\
    .AllDifferent~R2C4~R2C5~R3C5~R4C5~R4C4~R4C6\
    .AllDifferent~VA5~VA6~R6C5~R5C5~R5C6~R6C6\
    .AllDifferent~VA7~R6C2~R5C2~R4C2~R5C1~R6C1\
    .AllDifferent~R4C3~R3C3~R3C2~R2C2~R2C1~VA8\
    .ValueIndexing~VA1~R1C1~R1C1~R1C2~R1C3~R1C4~R1C5~R1C6\
    .ValueIndexing~VA2~R1C3~R1C3~R2C3~R3C3~R4C3~R5C3~R6C3\
    .ValueIndexing~VA3~R1C6~R1C6~R1C5~R1C4~R1C3~R1C2~R1C1\
    .ValueIndexing~VA4~R2C6~R2C6~R2C5~R2C4~R2C3~R2C2~R2C1\
    .ValueIndexing~VA5~R6C5~R6C5~R5C5~R4C5~R3C5~R2C5~R1C5\
    .ValueIndexing~VA6~R6C6~R6C6~R5C6~R4C6~R3C6~R2C6~R1C6\
    .ValueIndexing~VA7~R6C2~R6C2~R5C2~R4C2~R3C2~R2C2~R1C2\
    .ValueIndexing~VA8~R2C1~R2C1~R2C2~R2C3~R2C4~R2C5~R2C6";

/// Brackets behind a line that hold nothing but names of several constraints.
fn bare(text: &str) -> Vec<&str> {
    text.split('\n')
        .flat_map(|part| part.split(". "))
        .map(|sentence| sentence.trim().trim_matches('.'))
        .filter(|s| s.starts_with("Then ") && s.ends_with(')'))
        .filter_map(|s| s.split_once(" (").map(|(_, why)| why))
        .filter(|why| why.matches("the rule").count() > 1 && !why.contains(": "))
        .filter(|why| !why.starts_with("with ") && !why.starts_with("if "))
        // Told in full before, in the case that is named.
        .filter(|why| !why.contains(", as in "))
        .collect()
}

#[test]
fn lines_by_several_constraints_say_why() {
    let puzzle = pencilmark_formats::import("rooms", ROOMS, None).expect("a puzzle").puzzle;
    let board = Board::new(&puzzle);
    let truth = Truth::of(&board, &Limits::default());
    let mut telling = Telling::new(&board, Manner::default(), &truth, Marks::start(&board));
    let mut several = 0;
    loop {
        let before = telling.marks().clone();
        let Some((found, step)) = telling.found_step() else { break };
        assert_eq!(telling.check_lines(&before, &found, &step), Verdict::Right, "{}", step.long);
        assert_eq!(bare(&step.long), Vec::<&str>::new(), "{}", step.long);
        if let Pattern::Several { why: Some(why), .. } = &found.pattern {
            several += why.trace.iter().filter(|line| line.units.len() > 1).count();
        }
    }
    assert_eq!(telling.end(), End::Solved);
    assert!(several > 0);
}

/// In row 1 the 1 is in box 1, so that r2c1 is not 1: told by what would follow from it.
#[test]
fn how_something_fails_is_checked_too() {
    let board = Board::new(&pencilmark_formats::parse("plain", "grid 4\n").expect("a puzzle"));
    let house =
        |cells: [usize; 4]| board.units.iter().position(|u| u.scope == cells).expect("a house");
    let (row, square, column) = (house([0, 1, 2, 3]), house([0, 1, 4, 5]), house([0, 4, 8, 12]));
    let mut facts = vec![board.all(); board.cells];
    [2, 3].into_iter().for_each(|c: usize| facts[c] &= !1);
    facts[4] = 1;
    let mark = |cell: usize, digit: usize| Mark { cell, digit };
    let line = |marks: Vec<Mark>, units: Vec<usize>, fails: Vec<Refuted>| Consequence {
        marks,
        hidden: vec![],
        units,
        joint: None,
        fails,
    };
    let refuted = |assumed: Mark, trace: Vec<Consequence>, units: Vec<usize>| Refuted {
        trace,
        units,
        ..Refuted::of(assumed)
    };
    let oracle = Oracle::new(&board);
    let right = |fails: Refuted| {
        let trace = vec![line(vec![mark(4, 0)], vec![row, square], vec![fails])];
        let told = Refuted { empty: Some(4), ..refuted(mark(9, 1), trace, vec![]) };
        check::trace(&oracle, &told, &facts)
    };
    let gone = |units: Vec<usize>| vec![line(vec![mark(0, 0), mark(1, 0)], units, vec![])];
    assert_eq!(right(refuted(mark(4, 0), gone(vec![square]), vec![row])), Some(true));
    // Without its line the row can be filled.
    assert_eq!(right(refuted(mark(4, 0), vec![], vec![row])), Some(false));
    // A column does not say it, and is not named.
    assert_eq!(right(refuted(mark(4, 0), gone(vec![column]), vec![row])), Some(false));
    assert_eq!(right(refuted(mark(4, 0), gone(vec![square, column]), vec![row])), Some(false));
}
