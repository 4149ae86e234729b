//! Contradictions, and steps of several constraints, are told one clue at a time: each line follows
//! from the clue it names and what was told before it, none can be left out, and there are few.

mod common;
use common::clash;

use pencilmark_kernel::search::Limits;
use pencilmark_logic::find::View;
use pencilmark_logic::story::{Manner, Truth};
use pencilmark_logic::tell::Telling;
use pencilmark_logic::{
    Board, Consequence, Each, Joint, Mark, Marks, Pattern, Refuted, long, short,
};
use pencilmark_puzzle::random::random_puzzle_of;

/// Nodes of one question.
const NODES: u64 = 5000;
/// Lines that no trace of these small puzzles takes.
const MOST: usize = 30;

/// The marks that are told with one, in the same paragraph.
fn paragraph(why: &Refuted) -> Vec<Mark> {
    [why].into_iter().chain(&why.alike).map(|one| one.assumed).collect()
}

/// Whether a refutation is one, line by line, and those that are told with it, too: what an earlier
/// paragraph took is gone.
fn holds(board: &Board, why: &Refuted, mut left: Vec<u64>, nodes: u64) -> bool {
    if !why.alike.iter().all(|other| holds(board, other, left.clone(), nodes)) {
        return false;
    }
    let (mut rest, mut gone) = (left.clone(), paragraph(why));
    for other in &why.others {
        gone.iter().for_each(|m| rest[m.cell] &= !(1 << m.digit));
        if !holds(board, other, rest.clone(), nodes) {
            return false;
        }
        gone = paragraph(other);
    }
    left[why.assumed.cell] &= 1 << why.assumed.digit;
    for line in &why.trace {
        for &Mark { cell, digit } in &line.marks {
            // A clue that does not touch a cell says nothing about it.
            if !line.units.iter().any(|&u| board.units[u].scope.contains(&cell)) {
                return false;
            }
            let mut with = left.clone();
            if let Some(&Joint::Needed { unit }) = line.joint.as_deref()
                && left[cell] >> digit & 1 == 1
            {
                // The line tells where the digit is: from each of these places the mark is seen.
                let places = board.units[unit].scope.iter().filter(|&&c| left[c] >> digit & 1 == 1);
                let sees = |&c: &usize| line.units.iter().any(|&u| board.makes_differ(u, cell, c));
                if !places.clone().all(sees) {
                    return false;
                }
                places.for_each(|&c| with[c] &= !(1 << digit));
                if !clash(board, &[unit], &with, nodes) {
                    return false;
                }
            }
            with[cell] &= 1 << digit;
            if with[cell] != 0 && !clash(board, &line.units, &with, nodes) {
                return false;
            }
        }
        line.marks.iter().for_each(|m| left[m.cell] &= !(1 << m.digit));
    }
    if let Some(cell) = why.empty {
        return left[cell] == 0;
    }
    if why.cases.is_empty() {
        return clash(board, &why.units, &left, nodes);
    }
    // The cases are all there are.
    let told = |m: Mark| why.cases.iter().any(|c| c.assumed == m);
    let first = why.cases[0].assumed;
    let all = match why.house {
        None => Each(left[first.cell]).all(|digit| told(Mark { digit, ..first })),
        Some(house) => {
            let list = board.houses[house].list.iter();
            let mut places = list.filter(|&&c| left[c] >> first.digit & 1 == 1);
            places.all(|&cell| told(Mark { cell, ..first }))
        }
    };
    all && why.cases.iter().all(|case| holds(board, case, left.clone(), nodes))
}

/// Whether a refutation supposes or takes one of some marks.
fn speaks_of(why: &Refuted, marks: &[Mark]) -> bool {
    let mut own = why.trace.iter().flat_map(|line| &line.marks).chain([&why.assumed]);
    own.any(|m| marks.contains(m)) || why.cases.iter().any(|case| speaks_of(case, marks))
}

/// Whether a paragraph speaks of a mark that one before it took.
fn forgets(why: &Refuted) -> bool {
    let mut gone = paragraph(why);
    why.others.iter().any(|other| {
        let forgets = [other].into_iter().chain(&other.alike).any(|one| speaks_of(one, &gone));
        gone.extend(paragraph(other));
        forgets
    })
}

/// Every refutation that differs from this one by a line that is left out.
fn without_a_line(why: &Refuted) -> Vec<Refuted> {
    let mut all = Vec::new();
    for at in 0..why.trace.len() {
        let mut less = why.clone();
        less.trace.remove(at);
        all.push(less);
    }
    for (at, case) in why.cases.iter().enumerate() {
        for other in without_a_line(case) {
            let mut less = why.clone();
            less.cases[at] = other;
            all.push(less);
        }
    }
    all
}

/// Whether lines name one clue each, beside the houses that its cells share, or are one thought.
fn one_clue_a_line(board: &Board, why: &Refuted) -> bool {
    let plain = |u: &usize| board.units[*u].house.is_some();
    let one = |line: &Consequence| {
        let clues = line.units.iter().filter(|u| !plain(u)).count();
        line.joint.is_some() || line.units.len() < 2 || clues == 1
    };
    why.trace.iter().all(one) && why.cases.iter().all(|c| one_clue_a_line(board, c))
}

#[test]
fn traces_hold_and_are_short() {
    let kinds = ["arrow", "renban", "whisper", "little-killer", "thermo", "cage", "kropki-white"];
    let (mut traces, mut spare) = (0, 0);
    for kind in kinds {
        for seed in 0..12 {
            let puzzle = random_puzzle_of(kind, 7000 + seed);
            let board = Board::new(&puzzle);
            let truth = Truth::of(&board, &Limits::default());
            let start = Marks::start(&board);
            let mut telling = Telling::new(&board, Manner::default(), &truth, start).quick();
            loop {
                let before = telling.marks().clone();
                let Some(found) = telling.told() else { break };
                let why = match &found.pattern {
                    Pattern::Several { why: Some(why), .. } => why,
                    Pattern::Absurd { refuted, branched: false } => refuted,
                    Pattern::Absurd { .. } => panic!("{kind} {seed}: nothing is told"),
                    _ => continue,
                };
                let left: Vec<u64> = (0..board.cells).map(|c| before.left_of(c)).collect();
                let outside = why.cited(&board).iter().any(|&u| board.units[u].outside);
                if outside {
                    continue;
                }
                traces += 1;
                assert!(holds(&board, why, left.clone(), NODES), "{kind} {seed}: {why:?}");
                assert!(one_clue_a_line(&board, why), "{kind} {seed}: {why:?}");
                assert!(why.length() <= MOST, "{kind} {seed}: {} lines", why.length());
                // A search sees more than one look at a clue does: few lines may be spared by it.
                let less = without_a_line(why).into_iter();
                spare +=
                    less.filter(|less| holds(&board, less, left.clone(), NODES)).count().min(1);
                // What is supposed is not erased by all clues at once.
                let at_once = |line: &Consequence| line.marks.contains(&why.assumed);
                assert!(!why.trace.iter().any(at_once), "{kind} {seed}: {why:?}");
            }
        }
    }
    assert!(traces > 20, "only {traces} traces");
    assert!(spare * 10 <= traces, "{spare} of {traces} traces have a line to spare");
}

/// A puzzle of little killers, sparse enough for cases within cases.
const NESTED: &str = "grid 9
little-killer 35 r4c1 down-right
little-killer 11 r1c7 down-right
little-killer 51 r2c9 down-left
little-killer 29 r4c9 down-left
little-killer 49 r1c9 down-left
little-killer 39 r2c1 down-right
little-killer 19 r6c1 down-right
little-killer 28 r1c3 down-right
little-killer 28 r1c5 down-left
little-killer 31 r5c9 down-left
givens
  ....5.2..
  ...3...6.
  ...71....
  .........
  39.1....8
  ...9.....
  .....6...
  ...5.....
  ...4.....
";

/// Nodes of one question where clues are long.
const LONG_NODES: u64 = 50_000;

#[test]
fn cases_within_cases_hold_and_stand_on_numbered_lines() {
    let puzzle = pencilmark_formats::parse("nested.pencil", NESTED).unwrap();
    let board = Board::new(&puzzle);
    let truth = Truth::of(&board, &Limits::default());
    let start = Marks::start(&board);
    let mut telling = Telling::new(&board, Manner::default(), &truth, start).quick();
    let mut deep = 0;
    while deep < 2 {
        let before = telling.marks().clone();
        let Some(found) = telling.told() else { break };
        let Pattern::Absurd { refuted: why, branched: false } = &found.pattern else { continue };
        if why.depth() < 2 {
            continue;
        }
        deep += 1;
        let view = View { board: &board, marks: &before };
        let (long, short) = (long(view, &found), short(view, &found));
        let left: Vec<u64> = (0..board.cells).map(|c| before.left_of(c)).collect();
        assert!(holds(&board, why, left, LONG_NODES), "{}", long);
        // As many numbered lines as cases, less those in which the same happens.
        let numbered = long.lines().filter(|l| l.trim_start().starts_with(char::is_numeric));
        let (lines, ends) = (numbered.count(), why.ends());
        assert!(lines > 2 && lines < 2 * ends, "{lines} {ends}: {}", long);
        assert!(long.contains("\n    1.1. ") || long.contains("\n    2.1. "));
        assert!(short.contains(&format!("in {ends} cases, {} deep", why.depth())));
        assert!(long.lines().last().unwrap().starts_with("So r"), "{}", long);
    }
    assert_eq!(deep, 2);
}

/// A killer with large cages.
const KILLER: &str = "grid 9
cage 15 r1c1 r2c1 r2c2 r3c1
cage 18 r1c2 r1c3 r2c3
cage 23 r1c4 r1c5 r2c4 r2c5
cage 15 r1c6 r1c7 r1c8 r2c7
cage 22 r1c9 r2c9 r3c9
cage 19 r2c6 r3c6 r4c5 r4c6
cage 17 r2c8 r3c8 r4c7 r4c8
cage 18 r3c2 r4c2 r5c2
cage 18 r3c3 r4c3 r4c4
cage 9 r3c4 r3c5
cage 21 r4c1 r5c1 r6c1 r7c1
cage 17 r4c9 r5c8 r5c9 r6c8
cage 20 r5c3 r5c4 r5c5 r6c5
cage 29 r5c6 r6c6 r6c7 r7c7
cage 11 r6c2 r6c3 r7c2 r7c3
cage 14 r6c4 r7c4 r7c5
cage 15 r6c9 r7c9 r8c9 r9c9
cage 12 r7c6 r8c5 r8c6
cage 20 r7c8 r8c7 r8c8 r9c7
cage 21 r8c1 r8c2 r8c3 r9c1
cage 27 r8c4 r9c3 r9c4 r9c5
";

#[test]
fn sums_and_needed_digits_of_a_killer_follow_from_the_clues_they_name() {
    let puzzle = pencilmark_formats::parse("killer.pencil", KILLER).unwrap();
    let board = Board::new(&puzzle);
    let truth = Truth::of(&board, &Limits::default());
    let start = Marks::start(&board);
    let mut telling = Telling::new(&board, Manner::default(), &truth, start).quick();
    let (mut sums, mut needed, mut traces) = (0, 0, 0);
    while traces < 25 {
        let before = telling.marks().clone();
        let Some(found) = telling.told() else { break };
        let (Pattern::Absurd { refuted: why, .. } | Pattern::Several { why: Some(why), .. }) =
            &found.pattern
        else {
            continue;
        };
        let left: Vec<u64> = (0..board.cells).map(|c| before.left_of(c)).collect();
        let view = View { board: &board, marks: &before };
        assert!(holds(&board, why, left, LONG_NODES), "{}", long(view, &found));
        let joints = why.trace.iter().filter_map(|line| line.joint.as_deref());
        for joint in joints.chain(why.joint.as_deref()) {
            match joint {
                Joint::Sum { .. } => sums += 1,
                Joint::Needed { .. } => needed += 1,
            }
        }
        traces += 1;
    }
    assert!(sums > 20 && needed > 10, "{sums} {needed}");
}

/// A cell of which a sentence says a digit and the next only that it is not that digit.
fn taken_back(text: &str) -> Option<String> {
    // Sentences may stand on lines of their own.
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let sentences: Vec<&str> = text.split(". ").collect();
    let back = |pair: &&[&str]| {
        let after = pair[1].strip_prefix("Then ").unwrap_or("");
        let Some((cell, rest)) = after.split_once(" cannot be ") else { return false };
        let digit = rest.split(' ').next().unwrap_or("");
        !after.contains(", but ")
            && format!("{} ", pair[0]).contains(&format!("{cell} is {digit} "))
    };
    sentences.windows(2).find(back).map(|pair| pair.join(". "))
}

#[test]
fn nothing_is_told_that_was_taken_or_that_the_next_sentence_takes_back() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../puzzles/spoons.pencil");
    let text = std::fs::read_to_string(path).unwrap();
    let puzzle = pencilmark_formats::parse("spoons.pencil", &text).unwrap();
    let board = Board::new(&puzzle);
    let truth = Truth::of(&board, &Limits::default());
    let start = Marks::start(&board);
    let mut telling = Telling::new(&board, Manner::default(), &truth, start).quick();
    let (mut ends, mut apart) = (0, 0);
    loop {
        let before = telling.marks().clone();
        let Some(found) = telling.told() else { break };
        if let Pattern::Several { why: Some(why), .. } = &found.pattern {
            let left: Vec<u64> = (0..board.cells).map(|c| before.left_of(c)).collect();
            assert!(holds(&board, why, left, LONG_NODES) && !forgets(why), "{why:?}");
            apart += why.others.len();
        }
        let told = long(View { board: &board, marks: &before }, &found);
        ends += told.matches("nothing is left for").count();
        assert_eq!(taken_back(&told), None, "{told}");
    }
    assert!(ends > 5 && apart > 10, "{ends} {apart}");
}
