//! The commands about techniques, from the outside.

mod common;
use common::*;

const LINE: &str =
    "...18..95.3.7.28...........3...2.4.8..5.9..1.62....97.218........6..85.....9.....";

#[test]
fn explain_leads_to_the_end_and_says_so() {
    let ran = run("explain --verify puzzles/little-killer.pencil");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.starts_with("   1. "), "{}", ran.out);
    assert!(ran.err.contains("solved in"), "{}", ran.err);
    assert!(ran.err.contains("every step was checked"), "{}", ran.err);
    let part = run("explain --short --steps 2..3 puzzles/little-killer.pencil");
    assert_eq!(part.out.lines().count(), 2, "{}", part.out);
    assert!(part.out.starts_with("   2. "), "{}", part.out);
}

#[test]
fn explain_as_json_has_the_fields_of_a_step() {
    let ran = run("explain --json --steps 1..1 puzzles/killer.pencil");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let want = "{\"n\":1,\"level\":1,\"technique\":\"One Constraint\",\"code\":\"\",\
                \"rating\":2.6,\"place\":[],\"remove\":[[1,1,5],[1,1,6],";
    assert!(ran.out.starts_with(want), "{}", ran.out);
    for field in ["\"because\":{\"clues\":[{\"number\":27,", "\"gone\":[", "\"text\":\"The cage"] {
        assert!(ran.out.contains(field), "{field} in {}", ran.out);
    }
}

/// The digits that a plain line gives are printed ones in the picture of a step and on the page, too.
#[test]
fn pictures_of_steps_tell_givens_from_other_digits() {
    let puzzle = file("given.txt", LINE.as_bytes());
    let folder = puzzle.with_file_name("given-pictures");
    let ran = run(&format!(
        "explain --steps 1 --to svg --pictures {} {}",
        folder.display(),
        puzzle.display()
    ));
    assert_eq!(ran.code, 0, "{}", ran.err);
    let first = std::fs::read_dir(&folder).expect("a folder").next().expect("a picture");
    let picture = std::fs::read_to_string(first.expect("a picture").path()).expect("text");
    let digits = |svg: &str| -> Vec<String> {
        svg.lines().filter(|l| l.contains("font-size=\"0.65\"")).map(str::to_string).collect()
    };
    let (step, puzzle_alone) = (digits(&picture), digits(&feed("draw --to svg -", LINE).out));
    assert!(!step.is_empty() && puzzle_alone.iter().all(|digit| step.contains(digit)));
    let page = run(&format!("explain --steps 1 --html - {}", puzzle.display())).out;
    let given = page.split("\"given\":[").nth(1).expect("a list").split(']').next();
    assert_eq!(given.map(|list| list.split(',').count()), Some(LINE.matches(|c| c != '.').count()));
}

#[test]
fn explain_refuses_what_has_no_solution() {
    let ran = feed("explain -", &format!("22{}\n", ".".repeat(79)));
    assert_eq!(ran.code, 2, "{}", ran.err);
    let ran = feed("explain -", "grid 4\ncage 3 r1c1-2\ncage 4 r1c3-4\n");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("no solution"), "{}", ran.err);
}

#[test]
fn explain_of_nothing_to_tell_misses_no_step() {
    let solved =
        "417369825632158947958724316825437169791586432346912758289643571573291684164875293";
    let ran = feed("explain -", solved);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(!ran.err.contains("no step"), "{}", ran.err);
    let ran = run("explain puzzles/miracle-blank.pencil");
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(!ran.err.contains("no step"), "{}", ran.err);
    // A step that was asked for is missed.
    assert_eq!(feed("explain --steps 1 -", solved).code, 2);
}

#[test]
fn hints_give_away_as_much_as_is_asked() {
    let text = "grid 4\ngivens\n  1...\n  ..3.\n  .2..\n  ...4\n";
    assert_eq!(feed("hint -", text).out, "Look at box 1.\n");
    assert_eq!(feed("hint --tell what -", text).out, "Hidden Single: 2 in box 1.\n");
    let why = feed("hint --tell why -", text).out;
    assert!(why.starts_with("In box 1 only r2c1 can be 2."), "{why}");
    // Of a clue: the clue, then the digits it is about, then the cells.
    let cage = "grid 9\ncage 5 r1c1-2\n";
    assert_eq!(feed("hint -", cage).out, "Look at the cage r1c1-2 with sum 5.\n");
    let what = "One constraint: the cage r1c1-2 with sum 5. Look where 5 to 9 can stand.\n";
    assert_eq!(feed("hint --tell what -", cage).out, what);
}

#[test]
fn a_hint_says_first_that_the_state_is_wrong() {
    let puzzle = file("hint.pencil", b"grid 4\ngivens\n  1...\n  ..3.\n  .2..\n  ...4\n");
    let state = file("hint.txt", b"1......2........\n");
    let line = format!("hint --from {} {}", state.display(), puzzle.display());
    let ran = run(&line);
    assert_eq!((ran.code, ran.out.as_str()), (1, "The state is already wrong in r2c4.\n"));
    // A little more: whether it is the digit or a mark that is missing.
    let ran = run(&line.replace("hint ", "hint --tell what "));
    assert_eq!(ran.out, "The state is already wrong in r2c4: r2c4 cannot be 2.\n");
    let lacks = file("lacks.txt", b"1 24 24 234\n24 34 3 12\n34 2 1 13\n3 13 12 4\n");
    let ran = run(&format!("hint --tell what --from {} {}", lacks.display(), puzzle.display()));
    let told = "The state is already wrong in r1c2: r1c2 lacks a mark that it needs.\n";
    assert_eq!((ran.code, ran.out.as_str()), (1, told));
    // What the digit goes against: another digit or a clue that says so by itself, and the solution.
    let why =
        |puzzle: &str, state: &str| feed(&format!("hint --tell why --state {state} -"), puzzle).out;
    let plain = "grid 4\ngivens\n  1...\n  ..3.\n  .2..\n  ...4\n";
    let told = "r2c4 is 2, but the only solution has 1 there.\n";
    assert_eq!(
        why(plain, "1......2........"),
        format!("The state is already wrong in r2c4: {told}")
    );
    let told =
        "r1c2 is 1, but so is r1c1, which row 1 does not allow; the only solution has 3 there.\n";
    assert_eq!(
        why(plain, "11.............."),
        format!("The state is already wrong in r1c2: {told}")
    );
    let thermo = format!("{plain}thermo r2c1-2\n");
    let told = "r2c1 is 4, but the thermometer r2c1-2 cannot be kept then; the only solution has 2 there.\n";
    assert_eq!(
        why(&thermo, "1...4..........."),
        format!("The state is already wrong in r2c1: {told}")
    );
    // A digit alone in its cell of a table was placed, though nothing is said of most cells.
    let table = file("table.txt", b"1 . . 34\n. 34 3 2\n. . . .\n. . . .\n");
    let ran = run(&format!("hint --tell why --from {} {}", table.display(), puzzle.display()));
    let told = "r2c4 is 2, but the only solution has 1 there.\n";
    assert_eq!(ran.out, format!("The state is already wrong in r2c4: {told}"));
    let bad = file("bad.txt", b"1..x\n");
    let ran = run(&format!("hint --from {} {}", bad.display(), puzzle.display()));
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(ran.err.contains("expected"), "{}", ran.err);
}

#[test]
fn grades_come_one_to_a_line() {
    let input = format!("{LINE}\n{}\n", ".".repeat(81));
    let ran = feed("grade --format %r/%p/%d|%t|%n -", &input);
    // The three numbers are what Sudoku Explainer says of this puzzle.
    assert_eq!(ran.out, "7.2/1.2/1.2|Forcing Chain|1\nmultiple\n");
    assert_eq!(ran.code, 1);
    let json = feed("grade --json -", &format!("{LINE}\n")).out;
    assert!(json.contains("\"rating\":7.2") && json.contains("\"census\":[["), "{json}");
}

#[test]
fn find_takes_names_codes_and_library_lines() {
    // In rows 1 and 5 the digit 5 is left only in columns 1 and 4.
    let gone = |row: usize| [2, 3, 5, 6, 7, 8, 9].map(|column| format!("5{row}{column}")).join(" ");
    let line = format!(":0300:5:{}:{} {}:::", ".".repeat(81), gone(1), gone(5));
    for name in ["x-wing", "X-Wing", "0300"] {
        let ran = feed(&format!("find {name} --json --from -"), &line);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let cell = |row: usize| format!("[{row},1,5],[{row},4,5]");
        let want = format!("\"remove\":[{}]", [2, 3, 4, 6, 7, 8, 9].map(cell).join(","));
        assert!(ran.out.contains(&want), "{}", ran.out);
    }
    let none = feed("find jellyfish --from -", &line);
    assert_eq!((none.code, none.out.as_str()), (1, ""));
    assert_eq!(feed("find no-such -", "").code, 2);
}

#[test]
fn techniques_are_listed() {
    let ran = run("techniques");
    assert_eq!(ran.code, 0);
    assert!(ran.out.contains("0300  X-Wing"), "{}", ran.out);
    assert!(run("techniques --json").out.lines().all(|l| l.starts_with("{\"key\":")));
}

#[test]
fn find_says_that_there_is_nothing_to_find() {
    let ran = run("find swordfish puzzles/killer.pencil");
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("no instance of Swordfish"), "{}", ran.err);
    assert_eq!(run("find swordfish --quiet puzzles/killer.pencil").err, "");
}

#[test]
fn siamese_fish_are_found_by_their_codes_of_five_digits() {
    // In row 1 the 5 is in columns 1 and 4, in row 5 in columns 1 and 5. With the columns 1 and
    // 4, r5c5 is a fin: either it is 5 or column 4 has it in these rows, and r4c4 and r6c4 not.
    // With the columns 1 and 5, r1c4 is a fin, and r2c5 and r3c5 are not 5.
    let gone = |row: usize, keep: [usize; 2]| {
        (1..=9).filter(move |c| !keep.contains(c)).map(move |c| format!("5{row}{c}"))
    };
    let gone: Vec<String> = gone(1, [1, 4]).chain(gone(5, [1, 5])).collect();
    let line = format!(":03201:5:{}:{}:::\n", ".".repeat(81), gone.join(" "));
    let state = file("siamese.txt", line.as_bytes());
    let ran = run(&format!("find 03201 --from {}", state.display()));
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.starts_with("1: Siamese Sashimi X-Wing: 5 in "), "{}", ran.out);
    assert!(ran.out.ends_with("=> r2-3c5 r4c4 r6c4 <> 5\n"), "{}", ran.out);
    assert_eq!(ran.out.lines().count(), 1, "{}", ran.out);
}

#[test]
fn a_choice_between_clues_names_them() {
    let cells = "8~R1C3~R1C4~R2C4";
    let ran = run(&format!("explain .Or.Cage~{cells}.Lunchbox~{cells}.End --steps 1..1"));
    let choice =
        "one of these holds: the cage r1c3-4 r2c4 with sum 8 or the lunchbox 8 r1c3-4 r2c4.";
    assert!(ran.out.contains(choice), "{}{}", ran.out, ran.err);
}

#[test]
fn a_step_that_does_not_come_is_a_mistake() {
    let text = "grid 4\ngivens\n  1...\n  ..3.\n  .2..\n  ...4\n";
    let whole = feed("explain --short -", text);
    let steps = whole.out.lines().count();
    let ran = feed("explain --quiet --steps 900..901 -", text);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{}", ran.err);
    let told = format!("there is no step 900, only {steps} steps\n");
    assert!(ran.err.ends_with(&told), "{} {told}", ran.err);
    let last = feed(&format!("explain --short --steps {steps}.. -"), text);
    assert_eq!((last.code, last.out.lines().count()), (0, 1), "{}", last.err);
}

#[test]
fn the_bottleneck_is_told_with_its_technique() {
    for (puzzle, one) in [("killer", false), ("disjoint-groups", true)] {
        let ran = run(&format!("grade puzzles/{puzzle}.pencil"));
        let told = ran.out.split("  bottleneck ").nth(1).expect("a bottleneck").trim_end();
        let (step, rest) = told.strip_prefix("step ").unwrap().split_once(": ").unwrap();
        let (name, rest) = rest.split_once(" (").unwrap();
        // The step is the one of the explanation.
        let line = run(&format!("explain --short --steps {step} puzzles/{puzzle}.pencil")).out;
        assert!(line.contains(name), "{told}: {line}");
        assert_eq!(rest.ends_with("), the only one there"), one, "{told}");
        let json = run(&format!("grade --json puzzles/{puzzle}.pencil")).out;
        let own = json.split("\"bottleneck\":{").nth(1).and_then(|t| t.split('}').next()).unwrap();
        assert!(own.starts_with(&format!("\"step\":{step},\"technique\":\"{name}\"")), "{own}");
        assert_eq!(own.ends_with(",\"ways\":1"), one, "{own}");
    }
}

#[test]
fn the_bottleneck_is_no_easier_than_any_other_step() {
    for name in ["spoons", "arrow", "irregular"] {
        let json = run(&format!("grade --json puzzles/{name}.pencil")).out;
        let rating = |text: &str| text.split("\"rating\":").nth(1).unwrap()[..3].to_string();
        let own = json.split("\"bottleneck\":{").nth(1).unwrap();
        assert_eq!(rating(own), rating(&json), "{name}");
        let steps = run(&format!("explain --json puzzles/{name}.pencil")).out;
        let hardest = steps.lines().filter(|l| l.contains("\"technique\"")).map(rating).max();
        assert_eq!(hardest, Some(rating(own)), "{name}");
    }
}

#[test]
fn what_is_found_is_told_in_full() {
    let ran = run("find --json innies puzzles/killer.pencil");
    let first = ran.out.lines().next().expect("an innie");
    let text = first.split("\"text\":\"").nth(1).expect("a text");
    assert!(text.starts_with("Box 7 makes 45. The cages ") && text.contains(". So "), "{text}");
    assert!(first.contains("\"short\":\"Innies and Outies: box 7 => r7c1 = 2\""), "{first}");
}
