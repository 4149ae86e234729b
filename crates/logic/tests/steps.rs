//! Steps held to what they claim: the checker, which knows no technique, finds each of them
//! implied by its premises and none of these superfluous.

use pencilmark_kernel::search::Limits;
use pencilmark_logic::check::{Verdict, check};
use pencilmark_logic::explainer::{Reach, rate};
use pencilmark_logic::find::{self, View};
use pencilmark_logic::grade::{Wanted, grade};
use pencilmark_logic::oracle::{Claim, Oracle};
use pencilmark_logic::reason::Reason;
use pencilmark_logic::story::{Manner, Order, Truth};
use pencilmark_logic::tell::{End, Telling, mistakes};
use pencilmark_logic::{Board, ENTRIES, Mark, Marks, Pattern, state};
use pencilmark_puzzle::{Grid, Puzzle, Settings, Solver};

fn example(name: &str) -> Board {
    let path = format!("{}/../../puzzles/{name}.pencil", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("an example puzzle");
    Board::new(&pencilmark_formats::parse(name, &text).expect("a puzzle"))
}

fn plain(line: &str) -> Board {
    let mut puzzle = Puzzle::sudoku(Grid::nine());
    let cells: Vec<_> = puzzle.grid.cells().collect();
    for (cell, c) in cells.into_iter().zip(line.bytes()).filter(|(_, c)| c.is_ascii_digit()) {
        puzzle.add_given(cell, i64::from(c - b'0'), None);
    }
    Board::new(&puzzle)
}

/// Checks the steps of a board from `first` to `last`; how many there were.
fn checked(board: &Board, order: Order, first: usize, last: usize) -> usize {
    let truth = Truth::of(board, &Limits::default());
    let manner = Manner { order, uniqueness: true };
    let mut telling = Telling::new(board, manner, &truth, Marks::start(board));
    let mut n = 0;
    while n < last {
        n += 1;
        if n < first {
            telling.advance().expect("a step");
            continue;
        }
        let Some((step, verdict)) = telling.checked_step() else { break };
        let wanted = match step.technique.needs_uniqueness() {
            true => Verdict::RightIfUnique,
            false => Verdict::Right,
        };
        assert_eq!(verdict, wanted, "step {n}: {} {:?}", step.short, step.reason);
        assert!(!step.long.is_empty() && !step.long.contains("  "), "{}", step.long);
        assert!(mistakes(telling.marks(), &truth).is_empty());
    }
    if n < last {
        assert_eq!(telling.end(), End::Solved);
    }
    n
}

const CHAINS: &str =
    "..94.51.2.4........7..9.5.........98..86..4.1.....7...6.48..9...5.14......75..6..";
const LOOPS: &str =
    "...18..95.3.7.28...........3...2.4.8..5.9..1.62....97.218........6..85.....9.....";

#[test]
fn steps_of_plain_puzzles_are_right() {
    assert!(checked(&plain(CHAINS), Order::Explainer, 1, usize::MAX) > 60);
    assert!(checked(&plain(LOOPS), Order::Hodoku, 1, usize::MAX) > 50);
}

#[test]
fn steps_of_variants_are_right() {
    checked(&example("little-killer"), Order::Explainer, 1, usize::MAX);
    checked(&example("killer"), Order::Explainer, 28, 60);
    checked(&example("spoons"), Order::Explainer, 30, 50);
    checked(&example("arrow"), Order::Explainer, 20, 50);
}

#[test]
fn the_checker_refuses_what_does_not_follow_and_what_is_not_needed() {
    let board = plain("");
    let oracle = Oracle::new(&board);
    let house = |n: usize| board.houses[n].unit;
    // The digit 1 is gone from all cells of box 1 but its first.
    let gone: Vec<Mark> =
        board.houses[0].cells.without(0).map(|cell| Mark { cell, digit: 0 }).collect();
    let claim = [Claim::Is(Mark { cell: 0, digit: 0 })];
    let reason = |units: Vec<usize>, gone: &[Mark]| Reason {
        units,
        gone: gone.to_vec(),
        unique: false,
        smallest: true,
    };
    let verdict = |r: Reason| check(&oracle, &claim, &r, None);
    assert_eq!(verdict(reason(vec![house(0)], &gone)), Verdict::Right);
    assert_eq!(verdict(reason(vec![house(0), house(1)], &gone)), Verdict::Superfluous);
    assert_eq!(verdict(reason(vec![house(0)], &gone[1..])), Verdict::Wrong);
    assert_eq!(verdict(reason(vec![], &gone)), Verdict::Wrong);
    let mut more = gone.clone();
    more.push(Mark { cell: 80, digit: 5 });
    assert_eq!(verdict(reason(vec![house(0)], &more)), Verdict::Superfluous);
}

#[test]
fn the_same_puzzle_is_told_the_same_way() {
    let tell = || {
        let board = example("arrow");
        let truth = Truth::of(&board, &Limits::default());
        let start = Marks::start(&board);
        let mut telling = Telling::new(&board, Manner::default(), &truth, start).quick();
        std::iter::from_fn(|| telling.step().map(|s| s.short)).collect::<Vec<_>>()
    };
    assert_eq!(tell(), tell());
}

#[test]
fn what_assumes_one_solution_can_be_left_out() {
    let board = plain(LOOPS);
    let reach = Reach { uniqueness: false, ..Reach::default() };
    let rated = rate(&board, &Marks::start(&board), reach);
    assert!(rated.solved && rated.path.iter().all(|(t, _)| !t.needs_uniqueness()));
    let rated = rate(&board, &Marks::start(&board), Reach::default());
    assert!(rated.path.iter().any(|(t, _)| t.needs_uniqueness()));
}

#[test]
fn a_wrong_state_is_told_from_a_right_one() {
    let board = plain(LOOPS);
    let truth = Truth::of(&board, &Limits::default());
    let mut marks = Marks::start(&board);
    assert!(mistakes(&marks, &truth).is_empty());
    let Truth::Known(cells) = &truth else { panic!("one solution") };
    let right = Mark { cell: 0, digit: cells[0].trailing_zeros() as usize };
    marks.erase(&board, right);
    assert_eq!(mistakes(&marks, &truth), [0]);
}

/// Given marks tell corners apart: what is exchanged must be allowed both ways.
#[test]
fn given_marks_forbid_unique_rectangles() {
    let text = "grid 9\ncandidates r1c1 12\ncandidates r2c1 12\ncandidates r1c4 12\n\
                candidates r2c4 1345\n";
    let board = Board::new(&pencilmark_formats::parse("example", text).expect("a puzzle"));
    let marks = Marks::start(&board);
    let view = View { board: &board, marks: &marks };
    for entry in ENTRIES.iter().filter(|e| e.technique.needs_uniqueness()) {
        assert_eq!(find::all(view, entry.technique), [], "{}", entry.key);
    }
}

#[test]
fn an_overwritten_given_is_a_mistake() {
    let board = plain(LOOPS);
    let truth = Truth::of(&board, &Limits::default());
    let given = LOOPS.find('1').expect("a given");
    let mut text = LOOPS.to_string();
    text.replace_range(given..=given, "9");
    let marks = state::read(&board, &text).expect("a state");
    assert_eq!(mistakes(&marks, &truth), [given]);
}

#[test]
fn a_deadline_ends_an_explanation_where_it_stands() {
    let board = example("killer");
    let truth = Truth::of(&board, &Limits::default());
    let start = Marks::start(&board);
    let over = Limits { deadline: Some(std::time::Instant::now()), ..Limits::default() };
    let mut telling = Telling::new(&board, Manner::default(), &truth, start.clone()).within(&over);
    assert!(telling.step().is_none());
    assert_eq!((telling.end(), telling.marks()), (End::Late, &start));
    let grade = grade(&board, &start, &truth, Wanted::default(), &over);
    assert!(grade.late && !grade.solved);
}

/// Consequences of an assumption are told, not what was so before.
#[test]
fn a_trace_tells_nothing_that_was_gone_before() {
    let board = example("spoons");
    let truth = Truth::of(&board, &Limits::default());
    let mut telling = Telling::new(&board, Manner::default(), &truth, Marks::start(&board)).quick();
    loop {
        let before = telling.marks().clone();
        let Some(found) = telling.told() else { break };
        let (Pattern::Absurd { refuted, .. } | Pattern::Several { why: Some(refuted), .. }) =
            &found.pattern
        else {
            continue;
        };
        for mark in refuted.trace.iter().flat_map(|c| &c.marks) {
            assert!(before.left_of(mark.cell) >> mark.digit & 1 == 1, "{found:?}");
        }
    }
}

const DOUBLERS: &str = "grid 6\ndoublers\ncage 19 r6c4 r5c4 r4c4\ncage 9 r4c6 r3c6 r4c5\n\
        cage 9 r3c2 r4c2 r3c1\ncage 8 r6c5 r5c5 r5c6\ncage 13 r4-6c3\ncage 8 r3c4-5 r2c4\n\
        cage 9 r1-3c3\ncage 18 r1c5 r2c5 r1c4\ncage 12 r4-6c1\ncage 8 r1-2c6\n\
        cage 15 r2c2 r2c1 r1c2\ncage 8 r5-6c2\ngiven r3c5 3\ngiven r1c3 1\ngiven r1c6 5\n\
        given r5c6 1\ngiven r3c6 6\n";

/// Every cell that counts double is told once, as the solution has it, and each step is right.
#[test]
fn which_cells_are_doubled_is_told() {
    let puzzle = pencilmark_formats::parse("doublers", DOUBLERS).expect("a puzzle");
    let board = Board::new(&puzzle);
    let truth = Truth::of(&board, &Limits::default());
    let start = Marks::start(&board);
    let mut telling = Telling::new(&board, Manner::default(), &truth, start).with_decided();
    let mut told: Vec<usize> = Vec::new();
    while let Some((step, verdict)) = telling.checked_step() {
        assert_eq!(verdict, Verdict::Right, "{} {:?}", step.short, step.reason);
        if let Some(var) = step.decided {
            assert!(step.place.is_empty() && step.remove.is_empty(), "{}", step.short);
            assert!(step.long.contains(" is doubled."), "{}", step.long);
            // Two cells of 3 or 6, of which one may count double, make multiples of 3.
            if step.long.contains("r4c4 is doubled.") {
                let why = "If it were not, it would count for 5 and leave 14 for r5-6c4, which make 6, \
                           9, 12, 15 or 18.";
                assert!(step.long.contains(why), "{}", step.long);
            }
            // 2, 1 and 5 make 8; 5, 6 and 3 make 19 if the 5 counts double.
            if step.long.contains("r6c6 is doubled.") {
                let why = "is made only with r4c4 doubled and the cage r5c5-6 r6c5 with sum 8 is made \
                           only with no cell doubled, so in box 6 only r6c6 is left for it.";
                assert!(step.long.contains(why), "{}", step.long);
            }
            told.push(var);
        }
    }
    assert_eq!(telling.end(), End::Solved);
    let answer = Solver::new(&puzzle, Settings::default()).solve(1);
    let (_, first) = puzzle.layers.iter().find(|(l, _)| l.name == "modified").expect("a layer");
    let doubled = |var: &usize| answer.solutions[0].vars[*var] == 1;
    let wanted: Vec<usize> = (*first..first + puzzle.grid.size()).filter(doubled).collect();
    told.sort_unstable();
    assert_eq!(told, wanted);
}

/// Where a 5 that is not doubled leaves 3 for a cell of 2, what it counts for is what is wrong.
#[test]
fn what_a_cell_would_have_to_count_for_is_told() {
    let text = DOUBLERS;
    let board = Board::new(&pencilmark_formats::parse("doublers", text).expect("a puzzle"));
    let truth = Truth::of(&board, &Limits::default());
    let mut telling = Telling::new(&board, Manner::default(), &truth, Marks::start(&board));
    let told: Vec<String> =
        (0..6).filter_map(|_| telling.checked_step()).map(|(step, _)| step.long).collect();
    assert!(told.iter().all(|text| !text.contains("  ")), "{told:#?}");
    assert!(
        told.iter().any(|text| text.contains(
            "2 in r2c6 counts for 2 or 4 and leaves 6 or 4 for r1c6, which counts for 5 or 10"
        )),
        "{told:#?}"
    );
}
