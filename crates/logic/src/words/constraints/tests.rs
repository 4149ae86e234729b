use pencilmark_kernel::search::Rng;
use pencilmark_puzzle::random::{random_kinds, random_puzzle_of};

use crate::found::{Found, Pattern};
use crate::oracle::{Facts, Oracle};
use crate::sets::Each;
use crate::story::{Manner, Truth};
use crate::tell::Telling;
use crate::{Board, Mark, Marks, Technique};

/// The first step of a puzzle in sentences.
fn first(text: &str) -> String {
    let puzzle = pencilmark_formats::parse("example", text).expect("a puzzle");
    let board = Board::new(&puzzle);
    let truth = Truth::of(&board, &Default::default());
    let mut telling = Telling::new(&board, Manner::default(), &truth, Marks::start(&board));
    telling.step().expect("a step").long
}

#[test]
fn nothing_added_leaves_the_same() {
    let text = "grid 9\ndigits 0-8\nboxes none\narrow r1c3 = r1c1-2\n";
    let puzzle = pencilmark_formats::parse("example", text).expect("a puzzle");
    let board = Board::new(&puzzle);
    let truth = Truth::of(&board, &Default::default());
    let mut telling = Telling::new(&board, Manner::default(), &truth, Marks::start(&board));
    let all: Vec<String> = std::iter::from_fn(|| Some(telling.step()?.long)).take(5).collect();
    let same = "with 0 in r1c1, r1c2-3 would be the same; with 0 in r1c2, r1c1 and r1c3 would be the \
                same, in row 1.";
    assert!(all.iter().any(|told| told.ends_with(same)), "{all:#?}");
}

#[test]
fn constraints_give_their_reasons() {
    let told = [
        ("whisper r1c1-2", "no digit goes with 5, so r1c1-2 cannot be 5."),
        (
            "whisper r1c1-3 r2c4",
            "The whisper from r1c1 to r2c4: no digit goes with 5, so r1c1-3 and r2c4",
        ),
        ("difference 5 r3c4 r4c4", "no digit goes with 5, so r3-4c4 cannot be 5."),
        ("difference 3 r3c4 r4c4\ngiven r3c4 1", ": r3c4 is 1, so r4c4 is 4."),
        ("thermo r1c1-9", "r1c1 is 1, r1c2 is 2"),
        ("thermo r1c1-3", "r1c1 is 1 to 7, r1c2 is 2 to 8 and r1c3 is 3 to 9."),
        ("thermo r1c1-2", "r1c1 is less than r1c2, so r1c1 is at most 8 and r1c2 is at least 2."),
        ("greater r1c8 r2c8", "r1c8 > r2c8, so r2c8 is at most 8 and r1c8 is at least 2."),
        ("thermo r2c3 r2c2 r2c1", "the thermometer r2c3 r2c2 r2c1, each cell needs"),
        ("difference 5 r4c4 r3c4", "The difference 5 on r3-4c4: "),
        (
            "rule regex(r1c1-4; \"[1-8]*\")",
            "every line that it reads has 1 to 8 in places 2 and 3, so r1c2-3 cannot be 9",
        ),
        (
            "slow-thermo r1c1 r2c4 r3c7 r4c7\ngiven r1c1 3",
            "r1c1 is 3 and nothing above it is less, so r2c4 and r3-4c7 cannot be 1 or 2.",
        ),
        (
            "renban r1c9 r1c8 r1c7 r1c6 r1c5\ncage 30 r2c4 r2c3 r2c2 r2c1",
            "The cage r2c1-4 with sum 30 can only be 6+7+8+9",
        ),
        ("sum-line 10 r4c5 r5c6 r6c5 r5c4 loop", "The sum loop 10 r4c5 r5c6 r6c5 r5c4"),
        ("lockout 4 r1c1-4", "differ by at least the number; digits"),
        ("arrow r4c4 = r4c5 r4c6", "r4c5-6 make at least 2, so r4c4 is at least 2"),
        (
            "arrow r1c5 = r2c4 r3c3 r4c2 r5c1",
            "beside r2c4, r3c3, r4c2 or r5c1 the others there make at least 3 and r1c5 is at most 9, \
             so each of these is at most 6",
        ),
        (
            "lunchbox 15 r6-9c9 r9c8",
            "With 1 in r8c9, between 1 and the largest is at most one cell",
        ),
        ("x-sum 20 r1c1 right", "one cell makes at most 1 and 2 cells make at most 11, so r1c1"),
        ("skyscraper 3 r1c1 right", "to see 3, 2 more have to rise above r1c1, so it is at most 7"),
        ("skyscraper 1 r1c1 right", "only one is seen, and the highest always is: r1c1 is 9."),
        ("x-sum 1 r1c1 right", "8 cells make at least 36 and 9 cells make at least 45, so r1c1"),
        (
            "numbered-room 3 r1c1 right",
            "a 1 there would point at itself, which has to be 3, so r1c1 cannot be 1",
        ),
        ("between-line r1c1-5", "r1c1 and r1c5 are 1 at least and 9 at most, so r1c2-4"),
        (
            "lockout r1c1-5",
            "larger than both. With 5 in r1c2, r1c3 or r1c4, r1c1 and r1c5 are both above that cell \
             or both below it, and so less than 4 apart.",
        ),
        (
            "rellik 11 r5c8-9 r6c7-9",
            "its digits can only be 1-3-4-5-9, 1-4-5-8-9, 1-5-7-8-9 or 1-6-7-8-9, so r5c8-9 and",
        ),
        (
            "x-sum 11 r1c7 down",
            "no digit is twice in column 7; one cell makes at most 1, 7 cells make at least 28, 8",
        ),
        (
            "arrow r3c8-9 = r4c8-9 r5c8 r6c8 r6c7",
            "By the rule alone r3c8-9, read as one number, make 11 to 99 and r4c8-9, r5c8 and r6c7-8 \
             make 5 to 45, so r3c8 cannot be 5 to 9",
        ),
        ("rellik 8 r1c1-3", "With 8 in r1c1, r1c2 or r1c3, that cell is 8 by itself."),
        (
            "lunchbox 20 r8c2-3 r9c3-5",
            "between the smallest and the largest can only stand 5+7+8 in r8-9c3 and r9c4, so",
        ),
        (
            "hidden-skyscraper 6 r1c1 right",
            "With 1 in r1c2, r1c1-2 cannot all rise, and r1c2 cannot be 6.",
        ),
        ("value-indexing r1c1-6", "there is no cell 5 to 9 for r1c2 to point at."),
        (
            "sum-line 10 r4c2-4 r3c4 r2c4",
            "from r4c2 pieces of 10 can only end in r3c4 or r4c3, so the piece with r2c4 makes at \
             most 9.",
        ),
        (
            "rule regex(r1c1-6; \"[124578]*3.*\")",
            ": its line can only begin with 1 to 5, 7 or 8, so r1c1 cannot be 6 or 9.",
        ),
        (
            "rule regex(r1c1-3; \".[124]3\")",
            ": all 27 lines that it reads have 1, 2 or 4 in place 2, so r1c2 cannot be 3 or 5 to 9; \
             its line can only end with 3, so r1c3 cannot be 1, 2 or 4 to 9.",
        ),
        (
            "sum 12 r1c1 r1c1 r5c5 r9c2 r8c3 r7c7",
            ": r1c1 counts twice; the cells make at least 6, with only 6 to spare, so r1c1 cannot be \
             5 to 9 and ",
        ),
        (
            "arrow r1c1-2 = r4c3 r5c1 r6c5\ngiven r1c1 2\ngiven r1c2 4",
            "beside r4c3, r5c1 or r6c5 the others there make at most 18 and r1c1-2, read as one \
             number, is at least 24, so each of these is at least 6",
        ),
        (
            "look-and-say 2x9 r1c6 r2c5 r3c4 r4c3 r5c2 r6c1",
            ": 9 is to be there twice, and has places only in boxes 2 and 4, so each of these has \
             its 9 there: r1c4-5, ",
        ),
        (
            "boxes none\nchaos-construction\nchaos-count r5c5 / r5c5 r5c6 r6c5",
            "there are only 3 cells to count, so r5c5 is at most 3.",
        ),
        (
            "sandwich 35 r1c1 right",
            "1 and 9 can only be in r1c1 and r1c9 with 2+3+4+5+6+7+8 between",
        ),
    ];
    for (clue, part) in told {
        let text = first(&format!("grid 9\n{clue}\n"));
        assert!(text.contains(part), "{clue}: {text}");
    }
}

/// A rule that is too long for a name is told before what follows from it; one that its maker has
/// named is called by that name.
/// The sentences of a puzzle's steps, as far as it goes by itself.
fn all(text: &str) -> String {
    let puzzle = pencilmark_formats::parse("example", text).expect("a puzzle");
    let board = Board::new(&puzzle);
    let truth = Truth::of(&board, &Default::default());
    let mut telling = Telling::new(&board, Manner::default(), &truth, Marks::start(&board));
    std::iter::from_fn(|| telling.step()).map(|step| step.long).collect()
}

#[test]
fn what_others_make_is_told_with_the_digit_it_needs() {
    // 1 and 2 make 3, whatever the circle is.
    let arrow = all("arrow r7c4 = r7c5 r7c6");
    assert!(arrow.contains("r7c5-6 make at least 3, so r7c4 is at least 3"), "{arrow}");
    // 4+9+5 is one way, but beside a 5 only 1+9 is left.
    let sum = all("candidates r9c3 15\nsum 18 r9c5 r9c7 r9c3");
    assert!(
        sum.contains("if r9c5 or r9c7 were 5, the others would make at most 10, not 13"),
        "{sum}"
    );
    // Two pairs that make ten, cut in two places, or the four smallest: 48, 48 and 24 ways.
    let rounds = all("sum-line 10 r4c5 r5c6 r6c5 r5c4 loop");
    assert!(rounds.contains("of the 120 ways to fill r4c5, r5c4, r5c6 and r6c5 none has 5 in"));
    // Five different digits make 15 at least, two 17 at most; without a 3 the five make 18.
    let double = all("double-arrow r1c1-7");
    let both = "so both make 15 to 17; ";
    assert!(double.contains(both), "{double}");
    assert!(double.contains("the others make at least 10, so each of these is at most 7"));
    assert!(double.contains("without 3 r1c2-6 would make at least 18"), "{double}");
    let diagonal = all("little-killer 18 r1c1 down-right");
    let bound =
        "beside r1c1, r2c2 or r3c3 the others make at least 14, so each of these is at most 4";
    assert!(diagonal.contains(bound), "{diagonal}");
}

#[test]
fn rules_of_ones_own_are_told() {
    let long = "r1c1 + 0 * r1c1 > 4 or r1c1 * r1c1 * r1c1 < 2 or r1c1 + r1c1 + r1c1 = 9";
    let text = first(&format!("grid 6\nrule {long}\n"));
    let want = format!("The rule on r1c1 says `{long}`. The rule on r1c1: r1c1 is 1, 3, 5 or 6.");
    assert_eq!(text, want);
    let long = "r1c1 + r1c2 + r1c3 < 7 and r1c1 < 5 and r1c1 > 0 and r1c1 + r1c2 < 9";
    let text = first(&format!("grid 6\nrule {long}\n"));
    assert!(text.starts_with(&format!("The rule on r1c1-3 says `{long}`. ")), "{text}");
    let about = "var a in 1..9\nvar b in 1..9\n\
                 rule a + b * b + a * a * a + b * b * b < 20 + 0 * a or a * a * b + b > 500\n";
    let puzzle = pencilmark_formats::parse("a and b", &format!("grid 4\n{about}"));
    let board = Board::new(&puzzle.expect("a puzzle"));
    let rule = board.puzzle.clues.len() - 1;
    assert_eq!(super::called(&board, rule), "the rule on a and b");
    let values = super::super::hidden::one_of(&board, 0, &[1, 2, 3, 4, 5, 7, 9]);
    assert_eq!(values, "a is 1 to 5, 7 or 9");
}

/// Parts of a long line are told with its ends, of short ones or of two with the same ends with
/// their cells; a step about a whole line is right and has nothing to spare.
#[test]
fn a_line_is_called_by_its_ends() {
    let text = "grid 9\nwhisper r1c1 r2c2 r3c3 r4c4\nwhisper r6c6 r7c6 r7c7 r8c8\n\
                whisper r6c6 r6c7 r7c8 r8c8\nwhisper r9c1 r8c2 r9c3\n";
    let board = Board::new(&pencilmark_formats::parse("lines", text).expect("a puzzle"));
    let whispers = (0..board.puzzle.clues.len())
        .filter(|&c| board.puzzle.clues[c].kind.name == "whisper")
        .map(|c| super::line(&board, c));
    let names = [
        "the whisper from r1c1 to r4c4",
        "the whisper r6-7c6 r7c7 r8c8",
        "the whisper r6c6-7 r7-8c8",
        "the whisper r9c1 r8c2 r9c3",
    ];
    assert_eq!(whispers.collect::<Vec<_>>(), names);
    let truth = Truth::Known(vec![board.all(); board.cells]);
    let mut telling = Telling::new(&board, Manner::default(), &truth, Marks::start(&board));
    for _ in 0..names.len() {
        let (step, verdict) = telling.checked_step().expect("a step");
        assert_eq!(verdict, crate::check::Verdict::Right, "{}", step.short);
        assert!(step.remove.len() >= 2 && step.remove.iter().all(|m| m.digit == 4), "{step:?}");
    }
}

/// Puzzles of one kind that are looked at until one of its constraints has something to say.
const SEEDS: u64 = 30;

/// What constraints of every kind erase alone, after some marks are gone: each sentence names
/// what is erased and gives a reason: none falls back to saying that there is no way.
#[test]
fn every_kind_gives_its_reason() {
    let mut silent: Vec<&str> = random_kinds();
    silent.retain(|kind| !(0..SEEDS).any(|seed| speaks(kind, seed)));
    assert!(silent.is_empty(), "never asked: {silent:?}");
}

/// Whether constraints of a kind erase something in a random puzzle; how they say it is looked at.
fn speaks(kind: &'static str, seed: u64) -> bool {
    let board = Board::new(&random_puzzle_of(kind, seed));
    let oracle = Oracle::new(&board);
    let mut rng = Rng::new(seed + 1);
    let mut marks = Marks::full(&board);
    let mut spoke = false;
    for _ in 0..3 {
        for at in 0..board.units.len() {
            spoke |= says(&board, &oracle, &marks, at) == Some(kind);
        }
        let all: Vec<Mark> = marks.all().collect();
        for _ in 0..all.len() / 5 {
            let mark = all[rng.below(all.len() as u64) as usize];
            if marks.of[mark.cell].count_ones() > 1 {
                marks.erase(&board, mark);
            }
        }
    }
    // Some have something to say only when all of their cells but one are filled.
    let own = |u: &usize| board.puzzle.clues[board.units[*u].clue].kind.name == kind;
    spoke || (0..board.units.len()).filter(own).any(|at| says_in_the_end(&board, &oracle, at))
}

/// Whether a constraint erases something when its cells are filled in some way, but for one.
fn says_in_the_end(board: &Board, oracle: &Oracle<'_>, at: usize) -> bool {
    let full: Facts = vec![board.all(); board.cells];
    let scope = &board.units[at].scope;
    let Some(&first) = scope.first() else { return false };
    (0..board.digits).any(|digit| {
        let assumed = Some(Mark { cell: first, digit });
        let Ok(Some(solution)) = oracle.solution(&[at], &full, assumed, 2000) else {
            return false;
        };
        scope.iter().any(|open| {
            let mut marks = Marks::full(board);
            for &cell in scope.iter().filter(|c| *c != open) {
                let digit = board.digit(solution.value(board.lowered.cells[cell]));
                (marks.value[cell], marks.of[cell]) = (digit.map(|d| d as u8), 0);
            }
            says(board, oracle, &marks, at).is_some()
        })
    })
}

/// The kind of a constraint that erases something alone, if it does; its sentence must be one.
fn says(board: &Board, oracle: &Oracle<'_>, marks: &Marks, at: usize) -> Option<&'static str> {
    let facts: Facts = (0..board.cells).map(|c| marks.left_of(c)).collect();
    let left = oracle.possible(&[at], &facts, 500)?;
    let gone = left.into_iter().flat_map(|(cell, digits)| {
        Each(facts[cell] & !digits).map(move |digit| Mark { cell, digit })
    });
    let gone: Vec<Mark> = gone.filter(|m| marks.has(*m)).collect();
    if gone.is_empty() || gone.iter().any(|m| facts[m.cell].is_power_of_two()) {
        return None;
    }
    let found = Found::new(Technique::Alone, Pattern::Alone { unit: at }).removing(gone);
    let text = super::alone(crate::find::View { board, marks }, &found, at);
    let name = board.puzzle.clues[board.units[at].clue].kind.name;
    let (head, why) = text
        .split_once(": ")
        .or(text.split_once(" leaves "))
        .or(text.split_once(", "))
        .or(text.split_once(" can only be "))
        .unwrap_or_else(|| panic!("{name}: {text}"));
    let generic = text.contains("No way to do so") || why.len() < 5 || head.len() < 3;
    assert!(!generic && !text.contains("()"), "{name}: {text}");
    Some(name)
}

/// Six different digits with a 6 make 21 or 23 and more, never 22.
#[test]
fn an_x_sum_that_no_digits_make_says_so() {
    let text = "grid 9\nx-sum 22 r1c1 right\n";
    let board = Board::new(&pencilmark_formats::parse("x-sum", text).expect("a puzzle"));
    let truth = Truth::Known(vec![board.all(); board.cells]);
    let mut telling = Telling::new(&board, Manner::default(), &truth, Marks::start(&board));
    let steps: Vec<String> =
        std::iter::from_fn(|| telling.step()).take(3).map(|s| s.long).collect();
    let want = "if r1c1 were 6, the next 5 cells would have to make 16, which no 5 different digits \
                beside 6 do";
    assert!(steps.iter().any(|text| text.contains(want)), "{steps:?}");
}

/// Relations with a name say what they mean, those of one name once.
#[test]
fn an_inequality_has_no_length() {
    let text = "grid 9\ngreater r4c5 r5c5\neven r4c5\n";
    let puzzle = pencilmark_formats::parse("example", text).expect("a puzzle");
    let board = Board::new(&puzzle);
    let truth = Truth::of(&board, &Default::default());
    let mut telling = Telling::new(&board, Manner::default(), &truth, Marks::start(&board));
    let told: Vec<String> = std::iter::from_fn(|| Some(telling.step()?.long)).take(3).collect();
    let want = "r4c5 > r5c5: r5c5 is at most 7, because r4c5 is at most 8.";
    assert!(told.iter().any(|told| told == want), "{told:#?}");
}

#[test]
fn an_automaton_is_told_by_its_name_and_some_lines() {
    let text = concat!(
        ".NFA~VgGv_wQgxBRhyCf_RTVW0UUUV_ypZp4Siiiv-UXFHI0UUV_yilH4ISiiv-UUWm680UV_yiilkm3",
        "Civ-UUUWqiy0V_yiiill0GCv-UUUUWYaceAACUBCggqQEIAeIEQgkCEwIoAiwIWAigQsgGCAzAChA2gG",
        "gg6QHAQ-IHkAUBIghAQGgFKCIxBCAaAJMEJCAUA~_Arithmetic%20series~R7C4~R8C4~R9C4~R9C5",
        "~R9C6~R8C6~R7C6~R7C7~~R1C5~R2C4~R3C3~R3C4~~R4C3~R5C2~R5C3~R6C2~R7C1~R7C2~~R3C5~R",
        "4C5~R5C5~R6C5~~R4C7~R5C8~R5C7~~R6C8~R7C9~R7C8~~R2C6~R3C7~R3C6.~R7C5_1~R8C5_9~R3C",
        "1_1~R3C2_2~R5C9_2~R6C9_4",
    );
    let puzzle = pencilmark_formats::import("named", text, None).expect("a puzzle").puzzle;
    let board = Board::new(&puzzle);
    let truth = Truth::of(&board, &Default::default());
    let mut telling = Telling::new(&board, Manner::default(), &truth, Marks::start(&board));
    let told = telling.step().expect("a step").long;
    let reads = "reads 27 lines of 4 digits, such as 1-2-3-4, 5-6-7-8 and 9-7-5-3. ";
    assert!(told.contains(reads), "{told}");
    let why = "with 1, 2 or 9 in r2c4, as r1c5 is not 1 or 9, r3c3 would have to be 2, which it \
               cannot be; ";
    assert!(told.contains(why), "{told}");
}

#[test]
fn relations_of_one_name_say_what_they_mean_once() {
    let text = ".PairX~8H_xf8H_xf8H_B~_Nabner~R1C1~R1C2~R1C3.Pair~EAEBEAAQAAAAE~_~R5C5~R5C6";
    let puzzle = pencilmark_formats::import("named", text, None).expect("a puzzle").puzzle;
    let board = Board::new(&puzzle);
    let units: Vec<usize> =
        (0..board.units.len()).filter(|&u| board.units[u].house.is_none()).collect();
    let want = "\u{201c}Nabner\u{201d} on r1c1-2 says that r1c1 and r1c2 differ by at least 2. ";
    assert_eq!(units.len(), 4);
    assert_eq!(super::rules_told(&board, &units), want);
    // The last is called by what it says.
    let name = super::unit(&board, units[3]);
    assert_eq!(name, "the rule that one of r5c5 and r5c6 is 3 times the other");
}

#[test]
fn cells_that_are_no_line_are_not_called_by_two_of_them() {
    let text = "grid 9\nsum 30 r1c9 r2c8 r3c7 r7c3 r8c2\n";
    let board = Board::new(&pencilmark_formats::parse("example", text).expect("a puzzle"));
    let kind = |name: &str| {
        let clues = board.puzzle.clues.iter();
        clues.zip(0..).find(|(clue, _)| clue.kind.name == name).map(|(_, at)| at).expect("one")
    };
    let sum = super::line(&board, kind("sum"));
    assert_eq!(sum, "the sum 30 of r1c9 r2c8 r3c7 r7c3 r8c2");
}
