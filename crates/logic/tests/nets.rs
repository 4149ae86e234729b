//! With other clues than plain ones, nets with a name come before a contradiction that is harder.

mod common;
use common::clash;

use pencilmark_kernel::search::Limits;
use pencilmark_logic::check::Verdict;
use pencilmark_logic::story::{Guide, Manner, Most, Truth};
use pencilmark_logic::tell::Telling;
use pencilmark_logic::{Board, Marks, Technique};

/// Diagonals without a digit twice, and arrows; made at random.
const DIAGONALS: &str = "grid 6\ndiagonal +\ndiagonal -\narrow r4c5 = r5-6c5\narrow r4c3 = r5c2 r4c1\n\
    arrow r2c1 = r3-2c2\ngiven r1c3 2\ngiven r5c4 6\n";
/// Steps that are looked at.
const STEPS: usize = 24;
/// Nodes of a search that shows what the board leaves.
const NODES: u64 = 20_000;

fn is_net(technique: Technique) -> bool {
    technique == Technique::Nishio
        || (Technique::DynamicContradiction..=Technique::DynamicPlus).contains(&technique)
}

#[test]
fn nets_come_before_harder_contradictions() {
    let puzzle = pencilmark_formats::parse("diagonals", DIAGONALS).expect("one");
    let board = Board::new(&puzzle);
    let truth = Truth::of(&board, &Limits::default());
    let mut telling = Telling::new(&board, Manner::default(), &truth, Marks::start(&board));
    let mut nets = 0;
    for _ in 0..STEPS {
        let before = telling.marks().clone();
        let Some((found, step)) = telling.found_step() else { break };
        assert_eq!(telling.check_lines(&before, &found, &step), Verdict::Right, "{}", step.long);
        if !is_net(step.technique) {
            continue;
        }
        nets += 1;
        // All constraints of the board, asked without any technique.
        let units: Vec<usize> = (0..board.units.len()).collect();
        for mark in &step.remove {
            let mut left: Vec<u64> = (0..board.cells).map(|c| before.left_of(c)).collect();
            left[mark.cell] = 1 << mark.digit;
            assert!(clash(&board, &units, &left, NODES), "{}", step.long);
        }
    }
    assert!(nets > 0);
}

#[test]
fn a_net_is_found_by_whoever_wants_nothing_harder() {
    let puzzle = pencilmark_formats::parse("diagonals", DIAGONALS).expect("one");
    let board = Board::new(&puzzle);
    let truth = Truth::of(&board, &Limits::default());
    let mut telling = Telling::new(&board, Manner::default(), &truth, Marks::start(&board));
    let marks = loop {
        let before = telling.marks().clone();
        let step = telling.step().expect("a net before the end");
        if is_net(step.technique) && step.rating < 90 {
            break before;
        }
    };
    let up_to = |rating: u32| {
        let most = Most { rating: Some(rating), level: None };
        Guide::new(&board, Manner::default(), &truth).up_to(most).next(&marks)
    };
    let found = up_to(89).expect("a step that is easier than a contradiction");
    assert!(is_net(found.technique) && found.rating < 90, "{found:?}");
    assert!(up_to(60).is_none());
}
