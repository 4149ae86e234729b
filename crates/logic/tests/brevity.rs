//! Where much has to be told, not more of it is told than need be.

use pencilmark_kernel::search::Limits;
use pencilmark_logic::check::{self, Verdict};
use pencilmark_logic::story::{Manner, Truth};
use pencilmark_logic::tell::Telling;
use pencilmark_logic::{Board, Marks, Pattern, Technique};
use pencilmark_spec::{Record, data};

/// Cases of the first contradiction of puzzles that take thousands of guesses: there are marks that take
/// ten and a hundred times as many.
const MOST_CASES: usize = 150;

#[test]
fn of_marks_that_take_many_cases_one_with_few_is_told() {
    let Some(file) = data::find("puzzles/iss.jsonl") else { return };
    let records = Record::all(&file).expect("the suite can be read");
    for name in ["House of Cards", "HARD_PENCILMARKS #338", "HARD_PENCILMARKS #340"] {
        let record = records.iter().find(|r| r.name == name).expect(name);
        let puzzle = record.read().expect(name).puzzle;
        let board = Board::new(&puzzle);
        let truth = Truth::of(&board, &Limits::default());
        let start = Marks::start(&board);
        let mut telling = Telling::new(&board, Manner::default(), &truth, start.clone());
        let facts = (0..board.cells).map(|c| start.left_of(c)).collect();
        let found = telling.told().expect(name);
        let Pattern::Absurd { refuted, branched: false } = &found.pattern else {
            panic!("{name}: {found:?}")
        };
        assert!((40..MOST_CASES).contains(&refuted.ends()), "{name}: {} cases", refuted.ends());
        let oracle = pencilmark_logic::oracle::Oracle::new(&board);
        assert_eq!(check::trace(&oracle, refuted, &facts), Some(true), "{name}");
    }
}

#[test]
fn marks_that_take_long_to_tell_wait() {
    let Some(file) = data::find("puzzles/iss.jsonl") else { return };
    let records = Record::all(&file).expect("the suite can be read");
    let name = "10 Lines";
    let puzzle = records.iter().find(|r| r.name == name).expect(name).read().expect(name).puzzle;
    let board = Board::new(&puzzle);
    let truth = Truth::of(&board, &Limits::default());
    let mut telling = Telling::new(&board, Manner::default(), &truth, Marks::start(&board));
    let (mut longest, mut together, mut exchanged) = (0, 0, 0);
    // Here three clues erase a dozen marks, each in a way of its own.
    for _ in 0..16 {
        let Some((step, verdict)) = telling.checked_step() else { break };
        assert!(matches!(verdict, Verdict::Right | Verdict::RightIfUnique), "{}", step.long);
        if step.technique == Technique::Several && step.long.contains("Suppose ") {
            together += 1;
            longest = longest.max(step.long.len());
            exchanged += step.long.matches(" exchanged.").count();
        }
        // What waits is found again, not by a contradiction.
        assert_ne!(step.technique, Technique::Contradiction, "{}", step.long);
    }
    assert!(together > 3 && longest < 6_000, "{together} steps, {longest} letters");
    assert!(exchanged > 3, "{exchanged} cases told by others");
}
