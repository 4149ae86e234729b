//! Every technique goes through the checker, which knows none of them: its example, or, for what
//! clues of any kind say, a step of a random puzzle. A technique that is never seen fails.

use pencilmark_kernel::search::Limits;
use pencilmark_logic::check::{Verdict, check};
use pencilmark_logic::example::example;
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
