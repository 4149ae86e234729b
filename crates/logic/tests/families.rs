//! Every technique goes through the checker, which knows none of them: its example, or, for what
//! clues of any kind say, a step of a random puzzle. A technique that is never seen fails.

use pencilmark_kernel::search::Limits;
use pencilmark_logic::check::{Verdict, check};
use pencilmark_logic::example::example;
use pencilmark_logic::find::{self, View};
use pencilmark_logic::oracle::{Facts, Oracle};
use pencilmark_logic::reason::{claims, reason};
use pencilmark_logic::story::{Manner, Truth};
use pencilmark_logic::tell::Telling;
use pencilmark_logic::{Board, ENTRIES, Found, Mark, Marks, Pattern, Technique};
use pencilmark_puzzle::random::random_puzzle;

/// What the checker says of something that was found in these marks.
fn verdict(board: &Board, marks: &Marks, found: &Found) -> Verdict {
    let oracle = Oracle::new(board);
    let facts: Facts = (0..board.cells).map(|c| marks.left_of(c)).collect();
    let truth = Truth::of(board, &Limits::default());
    let solution = match &truth {
        Truth::Known(cells) => Some(&cells[..]),
        _ => None,
    };
    check(&oracle, &claims(&found.place, &found.remove), &reason(&oracle, &facts, found), solution)
}

/// The first step of each of these techniques in random puzzles of all kinds, checked.
fn in_variants(mut missing: Vec<Technique>) -> Vec<(Technique, Verdict)> {
    let mut seen = Vec::new();
    for seed in 0..2000 {
        if missing.is_empty() {
            break;
        }
        let board = Board::new(&random_puzzle(seed));
        let truth = Truth::of(&board, &Limits::default());
        let Truth::Known(_) = &truth else { continue };
        let mut telling = Telling::new(&board, Manner::default(), &truth, Marks::start(&board));
        loop {
            let before = telling.marks().clone();
            let Some(found) = telling.advance() else { break };
            if let Some(at) = missing.iter().position(|t| *t == found.technique) {
                seen.push((missing.swap_remove(at), verdict(&board, &before, &found)));
            }
        }
    }
    seen
}

/// A chain that erases its own marks shows nobody what is meant: a simpler pattern says it.
#[test]
fn examples_of_chains_erase_other_marks() {
    let mut poor = Vec::new();
    for entry in ENTRIES {
        let Some(example) = example(entry.technique) else { continue };
        let Pattern::Chain { nodes, .. } = &example.found.pattern else { continue };
        let own = |m: &Mark| nodes.iter().any(|n| n.digit == m.digit && n.cells.contains(&m.cell));
        if example.found.remove.iter().any(own) {
            poor.push(entry.key);
        }
    }
    assert!(poor.is_empty(), "{poor:?}");
}

/// Kites of a state, found by going through all rows and columns: the two cells in a box, and what
/// goes.
fn kites(board: &Board, marks: &Marks) -> Vec<(Vec<usize>, Vec<Mark>)> {
    let sees = |a: usize, b: usize| {
        let block = |c: usize| (c / 27, c % 9 / 3);
        a != b && (a / 9 == b / 9 || a % 9 == b % 9 || block(a) == block(b))
    };
    let same_box = |a: usize, b: usize| (a / 27, a % 9 / 3) == (b / 27, b % 9 / 3);
    let mut all = Vec::new();
    for digit in 0..9 {
        let has = |c: &usize| marks.has(Mark { cell: *c, digit });
        for (row, column) in (0..9).flat_map(|r| (0..9).map(move |c| (r, c))) {
            let in_row: Vec<usize> = (row * 9..row * 9 + 9).filter(has).collect();
            let in_column: Vec<usize> = (column..81).step_by(9).filter(has).collect();
            let (&[a, b], &[c, d]) = (&in_row[..], &in_column[..]) else { continue };
            for (end, knot) in [(a, b), (b, a)] {
                for (other_knot, other_end) in [(c, d), (d, c)] {
                    let apart =
                        ![end, knot].contains(&other_knot) && ![end, knot].contains(&other_end);
                    if !apart || !same_box(knot, other_knot) || sees(end, other_end) {
                        continue;
                    }
                    let goes = |c: &usize| has(c) && sees(*c, end) && sees(*c, other_end);
                    let gone: Vec<Mark> =
                        (0..board.cells).filter(goes).map(|cell| Mark { cell, digit }).collect();
                    if !gone.is_empty() {
                        let mut knots = vec![knot, other_knot];
                        knots.sort_unstable();
                        all.push((knots, gone));
                    }
                }
            }
        }
    }
    all
}

/// Two kites with the same two cells in a box are one dual kite, and nothing else is: held against
/// kites found in another way, in the states of all examples.
#[test]
fn dual_kites_are_pairs_of_kites() {
    let mut seen = 0;
    for example in ENTRIES.iter().filter_map(|e| example(e.technique)) {
        let view = View { board: &example.board, marks: &example.marks };
        let kites = kites(&example.board, &example.marks);
        let mut wanted: Vec<Vec<Mark>> = Vec::new();
        for (at, (knots, gone)) in kites.iter().enumerate() {
            for (_, more) in kites[at + 1..].iter().filter(|(k, more)| k == knots && more != gone) {
                let mut both: Vec<Mark> = gone.iter().chain(more).copied().collect();
                both.sort_unstable();
                both.dedup();
                wanted.push(both);
            }
        }
        let duals = find::all(view, Technique::DualTwoStringKite);
        let mut found: Vec<Vec<Mark>> = duals.iter().map(|f| f.remove.clone()).collect();
        for list in [&mut wanted, &mut found] {
            list.sort_unstable();
            list.dedup();
        }
        assert_eq!(found, wanted, "{}", example.line);
        seen += found.len();
        for dual in &duals {
            let Pattern::TwoChains { chains, gone } = &dual.pattern else { panic!("{dual:?}") };
            let known = |part: &Vec<Mark>| kites.iter().any(|(_, kite)| kite == part);
            assert!(gone.iter().all(known) && chains.iter().all(|c| c.len() == 4), "{dual:?}");
        }
    }
    assert!(seen > 0);
}

/// Both halves of a dual empty rectangle are empty rectangles by themselves, of one digit and box.
#[test]
fn dual_empty_rectangles_are_pairs_of_them() {
    let mut seen = 0;
    for example in ENTRIES.iter().filter_map(|e| example(e.technique)) {
        let view = View { board: &example.board, marks: &example.marks };
        let single = find::all(view, Technique::EmptyRectangle);
        for dual in find::all(view, Technique::DualEmptyRectangle) {
            let Pattern::TwoChains { chains, gone } = &dual.pattern else { panic!("{dual:?}") };
            let alone = |part: &Vec<Mark>| single.iter().any(|f| f.remove == *part);
            assert!(gone.iter().all(alone) && gone[0] != gone[1], "{dual:?}");
            let digits: Vec<usize> = chains.iter().flatten().map(|n| n.digit).collect();
            assert!(digits.iter().all(|d| *d == digits[0]), "{dual:?}");
            seen += 1;
        }
    }
    assert!(seen > 0);
}

/// Fish with more than half of the rows: the rest of the rows is a smaller fish that says the
/// same, so the reason of the large one can be cut down further than anybody looks.
fn is_large(technique: Technique) -> bool {
    matches!(technique, Technique::Squirmbag | Technique::Whale | Technique::Leviathan)
}

#[test]
fn every_technique_is_seen_and_right() {
    let (mut never, mut wrong) = (Vec::new(), Vec::new());
    let examples = ENTRIES.iter().map(|e| (e.technique, example(e.technique)));
    let (known, unknown): (Vec<_>, Vec<_>) = examples.partition(|(_, e)| e.is_some());
    let mut seen = in_variants(unknown.iter().map(|(t, _)| *t).collect());
    for (technique, example) in known {
        if let Some(e) = example {
            seen.push((technique, verdict(&e.board, &e.marks, &e.found)));
        }
    }
    for entry in ENTRIES {
        let technique = entry.technique;
        let wanted = match technique.needs_uniqueness() {
            true => Verdict::RightIfUnique,
            false => Verdict::Right,
        };
        match seen.iter().find(|(t, _)| *t == technique) {
            Some((_, verdict)) if *verdict == wanted => {}
            Some((_, Verdict::Superfluous)) if is_large(technique) => {}
            Some((_, verdict)) => wrong.push((entry.key, verdict.clone())),
            None => never.push(entry.key),
        }
    }
    assert!(wrong.is_empty() && never.is_empty(), "wrong: {wrong:?}; never seen: {never:?}");
}
