//! Every importer against damaged input: an error with a reason or a puzzle, never a panic,
//! never more memory than the limits allow.

use pencilmark_formats::{FORMATS, Format, export, import, parse};
use pencilmark_kernel::search::Limits;
use pencilmark_puzzle::random::{Rng, random_kinds, random_puzzle_of};
use pencilmark_puzzle::{Puzzle, Settings, Solver};

/// A puzzle with a clue of every shape that formats know.
fn rich() -> Puzzle {
    let text = "title Rich\nauthor Me\nrules Knight's moves and cages\ngrid 9\ndiagonal +\n\
        anti-knight\ncage 15 r1c1-3\ncage r2c1-3\nthermo r5c5-8\narrow r7c7 = r8c8-9\n\
        difference 1 r1c8-9\nratio 2 r2c8-9\nx r3c8-9\nodd r9c9\ngiven r9c1 4\n\
        candidates r9c2 1 2 3\nrenban r6c1-3\nwhisper 4 r7c1-3\nsandwich 10 r1c1 right\n\
        quadruple 1 2 r4-5c4-5\nlittle-killer 20 r1c4 down-left\nclone r1c1 = r3c3\n\
        rule r1c1 + r2c2 > 3\nvar k in 1..4\n";
    parse("rich", text).unwrap_or_else(|e| panic!("{}", e[0]))
}

const PENPA: &str = "https://swaroopg92.github.io/penpa-edit/#m=edit&p=LY6xCgMhDEB3v+JwzqAmZ8WtS7e2y22SrQctLQ\
jXc1H898ZyPDK8Rwj5lkd+FyABAxiwAtnwn1kwB8tr/6xxuuSywbnsz7zF6boCqHRssKp31eotNm2DjkmjllPaau5QrVT0ZuRZ8kg+puQ8uBMz1EUE\
5YMZ0A9HcXJACETMXbWufg==";

/// A text in every format that can be read.
fn samples() -> Vec<String> {
    let mut samples = vec![
        PENPA.to_string(),
        ".Var~K~k~2x2.Or.Cage~7~VK1~R1C1.And.~R1C1_4.Thermo~R1C1~R1C2.End.End\
         .Replicate~F.Pair~EAEBEAAQAAAAE~_x~R1C1~R2C1.End.Regex~MSoy~R1C1~R1C2.NFA~AQ~_a~R3C3~-~R3C4\
         .ChaosConstruction.ConnectedValues~VK~1_2.NoBoxes"
            .into(),
        r#"{"gridSize":4,"thermos":[[{"row":0,"col":0},{"row":1,"col":0}]],"antiKing":true}"#.into(),
        r#"{"cells":[[{"value":1},{}],[{},{}]],"regions":[[[0,0],[0,1]]],"cages":[{"cells":"r1c1-r1c2","unique":true,"value":"3"}],"lines":[{}]}"#.into(),
        "{ce:[[{v:1},,],[,,]],re:[[[0,0],[0,1]]],ca:[{ce:[[0,0]],v:5,unique:t}],metadata:{antiking:t}}".into(),
        "scf5ooooooooooooooU".into(),
    ];
    let plain = parse("plain", "grid 9\ngiven r1c1 5\ngiven r5c5 3\n").expect("a puzzle");
    for info in FORMATS.iter().filter(|f| f.writes() && f.reads()) {
        for puzzle in [&rich(), &plain] {
            samples.extend(export(puzzle, info.format).ok().map(|e| e.text));
        }
    }
    samples
}

/// Reads a text as it is and as every format; a puzzle that comes out of it can be solved.
fn read_all(text: &str, rng: &mut Rng) {
    let forced: Vec<Format> = FORMATS.iter().filter(|f| f.reads()).map(|f| f.format).collect();
    let wanted = [None, Some(*rng.pick(&forced)), Some(*rng.pick(&forced))];
    for format in wanted {
        match import("fuzz", text, format) {
            Ok(found) if rng.chance(1, 8) => {
                let limits = Limits { nodes: Some(3), ..Default::default() };
                let settings = Settings { limits, ..Default::default() };
                let _ = Solver::new(&found.puzzle, settings).solve(1);
            }
            Ok(found) => assert!(found.puzzle.grid.size() <= 625),
            Err(errors) => {
                assert!(!errors.is_empty() && errors.len() <= 10);
                errors.iter().for_each(|e| assert!(e.to_string().len() < 20_000));
            }
        }
    }
}

/// Pieces that importers care about.
const PIECES: &[&str] = &[
    "99999999999999999999",
    "-1",
    "0",
    "null",
    "true",
    "{}",
    "[]",
    "\"\"",
    "R99C99",
    "R0C1",
    "~",
    ".",
    ",",
    ":",
    "[[[[[[[[[[[[[[[[",
    "{\"a\":",
    "\"value\":",
    "\"cells\":",
    "\"size\":25",
    "\"lines\":[[]]",
    "=",
    "+",
    "/",
    "%2B",
    "é",
    "😀",
    "\u{0}",
    "x",
    "LOOP",
    "-",
    "_",
    "1e308",
    ".Or",
    ".End",
    ".Replicate~_________",
    "3x3:",
    "J9",
];

fn damage(text: &str, rng: &mut Rng) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..1 + rng.below(4) {
        let at = rng.below(letters.len().max(1)).min(letters.len());
        match rng.below(6) {
            0 => letters.truncate(at),
            1 if at < letters.len() => drop(letters.remove(at)),
            2 => letters.splice(at..at, rng.pick(PIECES).chars()).for_each(drop),
            3 => {
                let end = (at + rng.below(60)).min(letters.len());
                let piece = letters[at..end].to_vec();
                let to = rng.below(letters.len() + 1);
                letters.splice(to..to, piece);
            }
            4 => {
                let end = (at + 1 + rng.below(4)).min(letters.len());
                letters.splice(at..end, rng.pick(PIECES).chars()).for_each(drop);
            }
            _ if at < letters.len() => {
                letters[at] = *rng.pick(&['0', '9', 'A', '"', ']', '}', '~', '.', '/'])
            }
            _ => {}
        }
    }
    letters.into_iter().collect()
}

#[test]
fn damaged_puzzles_have_reasons() {
    let mut rng = Rng::new(5);
    for sample in samples() {
        read_all(&sample, &mut rng);
        for _ in 0..60 {
            let text = damage(&sample, &mut rng);
            read_all(&text, &mut rng);
        }
    }
}

/// Packed texts are damaged inside, too: what is unpacked is what is damaged.
#[test]
fn damaged_json_in_links_has_reasons() {
    let mut rng = Rng::new(6);
    for format in [Format::FpuzzlesJson, Format::SudokuMakerJson, Format::Scl, Format::Json] {
        let text = export(&rich(), format).expect("it can be written").text;
        for _ in 0..150 {
            let damaged = damage(&text, &mut rng);
            if let Err(errors) = import("fuzz", &damaged, Some(format)) {
                assert!(!errors[0].message.is_empty());
            }
        }
    }
}

#[test]
fn deep_and_huge_input_ends() {
    let deep = ["[", "{\"a\":", ".Or", "(", "{\"grid\":[", "{ce:["].map(|unit| unit.repeat(20_000));
    for text in
        deep.iter().chain(&[format!("{{\"size\":{}}}", "9".repeat(400)), "9".repeat(900_000)])
    {
        for info in FORMATS.iter().filter(|f| f.reads()) {
            let _ = import("deep", text, Some(info.format));
        }
        let _ = import("deep", text, None);
    }
}

/// More solutions than this are not looked at.
const MANY: usize = 2000;

/// All solutions, in order, or enough to say that there are many.
fn solutions(puzzle: &Puzzle) -> Vec<Vec<i64>> {
    let solver = Solver::new(puzzle, Settings::default());
    let filled = solver.solutions().take(MANY).map(|s| s.expect("no limits"));
    let mut all: Vec<Vec<i64>> = filled.map(|s| s.cells).collect();
    all.sort();
    all.dedup();
    all
}

/// What a format says it can hold means the same when it is read again, whatever kinds of
/// clues there are; and every kind is held by some format besides ours.
#[test]
fn what_is_written_without_loss_means_the_same() {
    let mut held: std::collections::BTreeMap<&str, Vec<&str>> = Default::default();
    for kind in random_kinds() {
        for seed in 0..4 {
            let mut puzzle = random_puzzle_of(kind, 7000 + seed);
            if seed == 3 {
                // One house less, so that the others are not all rows, columns or boxes.
                puzzle.clues.remove(seed as usize % puzzle.clues.len());
            }
            let known = solutions(&puzzle);
            if known.len() == MANY || puzzle.check().iter().any(|f| !f.message.is_empty()) {
                continue;
            }
            for info in FORMATS.iter().filter(|f| f.writes() && f.reads()) {
                let Ok(written) = export(&puzzle, info.format) else { continue };
                if !written.warnings.is_empty() {
                    continue;
                }
                for format in [None, Some(info.format)] {
                    let again = import("again", &written.text, format).unwrap_or_else(|e| {
                        panic!("{} {kind} {seed}: {}\n{}", info.name, e[0], written.text)
                    });
                    assert!(
                        solutions(&again.puzzle) == known,
                        "{} {format:?} {kind} {seed}:\n{}\n{}\n{}",
                        info.name,
                        written.text,
                        pencilmark_formats::write(&puzzle),
                        pencilmark_formats::write(&again.puzzle),
                    );
                }
                let kinds = held.entry(info.name).or_default();
                kinds.extend(puzzle.clues.iter().map(|c| c.kind.name));
            }
        }
    }
    for kinds in held.values_mut() {
        kinds.sort_unstable();
        kinds.dedup();
    }
    let count = |name: &str| held.get(name).map_or(0, Vec::len);
    assert_eq!(count("pencil"), random_kinds().len());
    assert_eq!(count("json"), random_kinds().len());
    for (name, least) in [("iss", 55), ("fpuzzles", 40), ("sudokupad", 40), ("sudokumaker", 35)] {
        assert!(count(name) >= least, "{name} holds {} kinds: {:?}", count(name), held[name]);
    }
}

/// Numbers that no statement has: a puzzle that can be solved, or an error.
#[test]
fn numbers_out_of_range_do_no_harm() {
    for text in [
        ".Shape~4x4.Modular~0~R1C1~R1C2",
        ".Shape~4x4.Modular~-3~R1C1~R1C2",
        ".Shape~4x4.SumLine~0~R1C1~R1C2",
        ".Shape~4x4.Whisper~-9~R1C1~R1C2",
        ".Shape~4x4.Lunchbox~-5~R1C1~R1C2~R1C3",
        ".Shape~4x4.FullRank~R1~99~-4",
    ] {
        if let Ok(found) = import("t", text, None) {
            Solver::new(&found.puzzle, Settings::default()).count(10);
        }
    }
    // Every kind of our JSON with no numbers, and with odd ones.
    for kind in pencilmark_puzzle::kinds::all() {
        for numbers in ["", "0", "-1", "0,0,0", "999999999", "-7,3"] {
            for cells in
                ["", r#"["r1c1"]"#, r#"["r1c1","r1c2","r2c2"]"#, r#"["r1c1","r1c1"],["r4c4"]"#]
            {
                let text = format!(
                    r#"{{"pencilmark":1,"rows":4,"columns":4,"digits":[1,4],"clues":[{{"kind":"{}","numbers":[{numbers}],"cells":[{cells}]}}]}}"#,
                    kind.name
                );
                if let Ok(found) = import("t", &text, None) {
                    let limits = Limits { nodes: Some(200), ..Default::default() };
                    let settings = Settings { limits, ..Default::default() };
                    Solver::new(&found.puzzle, settings).count(3);
                }
            }
        }
    }
}
