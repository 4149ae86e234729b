//! What a few clues say together is told as that, and not as a contradiction.

mod common;
use common::clash;

use pencilmark_kernel::search::Limits;
use pencilmark_logic::check::Verdict;
use pencilmark_logic::story::{Manner, Truth};
use pencilmark_logic::tell::{End, Telling};
use pencilmark_logic::{Board, Marks, Pattern, Technique};

/// Sums of diagonals, made at random: many steps take four of its constraints.
const DIAGONALS: &str = "grid 6\nlittle-killer 12 r3c1 down-right\nlittle-killer 25 r1c6 down-left\n\
    little-killer 10 r1c3 down-left\nlittle-killer 15 r2c1 down-right\n\
    little-killer 11 r1c4 down-left\nlittle-killer 14 r1c4 down-right\n\
    little-killer 13 r1c5 down-left\ngiven r3c5 3\n";
/// Clues that are few.
const FEW: usize = 8;
/// Lines of a contradiction that is told as what its clues say together, if these are few.
const LINES: usize = 40;
/// Nodes of a search that shows what some constraints leave.
const NODES: u64 = 20_000;

#[test]
fn what_four_clues_say_is_no_contradiction() {
    let puzzle = pencilmark_formats::parse("diagonals", DIAGONALS).expect("one");
    let board = Board::new(&puzzle);
    let truth = Truth::of(&board, &Limits::default());
    let mut telling = Telling::new(&board, Manner::default(), &truth, Marks::start(&board));
    let mut four = 0;
    loop {
        let before = telling.marks().clone();
        let Some((found, step)) = telling.found_step() else { break };
        match &found.pattern {
            Pattern::Absurd { refuted, branched: false } => {
                let few = refuted.cited(&board).len() <= FEW;
                let brief = refuted.depth() <= 1 && refuted.length() <= LINES;
                assert!(!few || !brief, "{}", step.long);
                assert!(step.rating >= 90);
            }
            Pattern::Several { units, .. } if units.len() > 3 => {
                assert_eq!(step.technique, Technique::Several);
                assert!(step.rating < 90, "{} is rated {}", step.short, step.rating);
                if units.len() > 4 {
                    continue;
                }
                four += 1;
                // A search that knows nothing of how the step was found.
                for mark in &step.remove {
                    let mut left: Vec<u64> = (0..board.cells).map(|c| before.left_of(c)).collect();
                    left[mark.cell] = 1 << mark.digit;
                    assert!(clash(&board, units, &left, NODES), "{}", step.long);
                }
                assert_eq!(telling.check_lines(&before, &found, &step), Verdict::Right);
            }
            _ => {}
        }
    }
    assert_eq!(telling.end(), End::Solved);
    assert!(four > 2, "{four} steps of four clues");
}
