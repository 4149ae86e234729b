//! Pictures, from the outside.

mod common;
use common::*;
use std::path::PathBuf;

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn names(folder: &PathBuf) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|n| n.into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn letters_are_the_default_and_may_be_plain() {
    let text = "grid 4\ntitle Four\ngiven r1c1 1\nthermo r2c1-3\n";
    let ran = feed("draw", text);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.starts_with("┏━━━━━━━┯━━━━━━━┳━"), "{}", ran.out);
    assert!(ran.out.contains("\n┃   1   │"), "{}", ran.out);
    assert!(ran.out.contains("\n┃  ◖ ◗══╪═══════╪════   │"), "{}", ran.out);
    assert!(ran.out.ends_with("  ◖ ◗══ thermo\n"), "{}", ran.out);
    let plain = feed("draw --ascii --title", text).out;
    assert!(plain.is_ascii() && plain.starts_with("Four\n+-------+"), "{plain}");
    assert!(feed("draw --colour always", text).out.contains("\u{1b}["));
    let solved = feed("draw --solution --ascii", text).out;
    assert!(solved.contains("|   1   :"), "{solved}");
    assert_eq!(solved.matches(|c: char| ('1'..='4').contains(&c)).count(), 16, "{solved}");
}

#[test]
fn the_name_of_the_file_tells_the_format() {
    let out = folder("draw-formats");
    std::fs::create_dir_all(&out).unwrap();
    let starts: [(&str, &[u8]); 4] = [
        ("svg", b"<svg xmlns="),
        ("png", b"\x89PNG\r\n"),
        ("pdf", b"%PDF-"),
        ("txt", "┏━━━".as_bytes()),
    ];
    for (ending, start) in starts {
        let path = out.join(format!("killer.{ending}"));
        let ran = run(&format!("draw -o {} puzzles/killer.pencil", path.display()));
        assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
        assert!(std::fs::read(&path).unwrap().starts_with(start), "{ending}");
    }
    let ran = run("draw --to svg --theme dark puzzles/killer.pencil");
    assert!(ran.out.starts_with("<svg") && ran.out.contains("#1B1C1F"), "{}", ran.out);
}

#[test]
fn many_puzzles_go_into_a_folder_or_onto_sheets() {
    let out = folder("draw-many");
    let lines = format!("{EASY}\n{SOLVED}\n{EASY}\n");
    let ran = feed(&format!("draw --to svg -o {}/", out.display()), &lines);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(names(&out), ["puzzle-1.svg", "puzzle-2.svg", "puzzle-3.svg"]);

    let sheets = out.join("sheets");
    std::fs::create_dir_all(&sheets).unwrap();
    let ran = feed(&format!("draw --page 1x2 -o {}/page.svg", sheets.display()), &lines);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(names(&sheets), ["page-1.svg", "page-2.svg"]);
    let ran = feed(&format!("draw --page 2x2 -o {}/page.pdf", sheets.display()), &lines);
    assert_eq!(ran.code, 0, "{}", ran.err);

    let text = feed("draw --ascii", &lines).out;
    assert_eq!(text.matches("+---+").count() % 3, 0);
    assert_eq!(text.split("\n\n").count(), 3, "{text}");
    let json = feed("draw --json --to svg", &lines).out;
    assert_eq!(
        json.lines().filter(|l| l.contains("\"format\":\"svg\",\"text\":\"<svg")).count(),
        3
    );
}

#[test]
fn what_does_not_fit_together_is_refused() {
    let lines = format!("{EASY}\n{EASY}\n");
    let cases = [
        ("draw --to svg", "several puzzles: name a folder"),
        ("draw -o picture", "expected a name that ends in .svg, .png, .pdf or .txt"),
        ("draw --to gif", "expected svg, png, pdf or text"),
        ("draw --page 2x2", "`--page` makes SVG or PDF"),
        ("draw --page two -o x.pdf", "expected columns and rows of a sheet"),
        ("draw --theme pink", "expected light, dark or print"),
        ("draw --cell 2", "expected pixels"),
        ("explain --html x.html", "`--html` makes a page of one puzzle"),
    ];
    for (line, want) in cases {
        let ran = feed(line, &lines);
        assert_eq!(ran.code, 2, "{line}: {}", ran.err);
        assert!(ran.err.contains(want), "{line}: {}", ran.err);
    }
    let file = file("draw-in-the-way", b"");
    let ran = feed(&format!("draw -o {}/x.svg", file.display()), EASY);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("cannot be written"), "{}", ran.err);
    assert_eq!(feed("draw", "grid 9\nthermo r1c1-99\n").code, 2);
    let ran = feed("draw --solution", "grid 4\ncage 3 r1c1-2\ncage 4 r1c3-4\n");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("no solution"), "{}", ran.err);
}

#[test]
fn no_folder_is_made_for_a_mistyped_name() {
    let missing = folder("not-there");
    for line in ["explain --html=DIR/x.html", "explain --pictures=DIR/x", "draw -o DIR/x.svg"] {
        let ran = feed(&line.replace("DIR", &missing.to_string_lossy()), EASY);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{line}");
        assert!(ran.err.contains("there is no folder"), "{line}: {}", ran.err);
        assert!(!missing.exists(), "{line}");
    }
}

#[test]
fn windows_and_given_marks_are_drawn() {
    let svg = feed("draw --to svg", "grid 9\nwindoku\ncandidates r1c1 123\n").out;
    assert_eq!(svg.matches("fill=\"#CFCFCF\"").count(), 36, "four windows of nine cells");
    assert_eq!(svg.matches("<text").count(), 3, "{svg}");
    let text = feed("draw --ascii", "grid 9\ncandidates r1c1 123\n").out;
    assert!(text.lines().nth(1).unwrap().starts_with("| 1 2 3 :"), "{text}");
}

#[test]
fn states_candidates_and_dots() {
    let puzzle = "grid 4\ngivens\n  1...\n  ..3.\n  .2..\n  ...4\n";
    let text = feed("draw --candidates --ascii", puzzle).out;
    // Row 1 has a 1, column 2 a 2: r1c2 may be 3 or 4.
    assert!(text.lines().nth(2).unwrap().contains(": 3 4 |"), "{text}");
    let path = file("draw.pencil", puzzle.as_bytes());
    let state = file("draw.state", b"1...\n2.3.\n.2..\n...4\n");
    let line = format!("draw --to svg --from {} {}", state.display(), path.display());
    assert!(run(&line).out.contains("fill=\"#0A47B0\">2<"), "the 2 is not given");
    // A format may be named too, beside a state.
    let both = format!("{line} --from pencil");
    assert_eq!(run(&both).out, run(&line).out);
    let wrong = format!("draw --from no-such-file {}", path.display());
    let ran = run(&wrong);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("no such file"), "{}", ran.err);
    // Dots: black where a pair of cells shows it, blue where it takes one house.
    let svg = feed("draw --dots --to svg", puzzle).out;
    assert!(svg.contains("r=\"0.035\" fill=\"#111111\"") && svg.contains("fill=\"#1E66F5\""));
}

#[test]
fn every_step_has_its_picture() {
    let out = folder("steps");
    let line = format!("explain --pictures {} puzzles/little-killer.pencil", out.display());
    let ran = run(&line);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
    let told = run("explain --json puzzles/little-killer.pencil").out;
    let files = names(&out);
    assert_eq!(files.len(), told.lines().count());
    let first = std::fs::read_to_string(out.join(&files[0])).unwrap();
    assert!(first.starts_with("<svg") && first.contains(">1. One constraint:"), "{first}");
    let part = format!("explain --steps 3..4 --to png --pictures {0} puzzles/killer.pencil", {
        let _ = std::fs::remove_dir_all(&out);
        out.display()
    });
    assert_eq!(run(&part).code, 0);
    assert_eq!(names(&out), ["003.png", "004.png"]);
}

#[test]
fn a_page_plays_all_steps() {
    let out = folder("html");
    std::fs::create_dir_all(&out).unwrap();
    let path = out.join("page.html");
    let ran = run(&format!("explain --html {} puzzles/little-killer.pencil", path.display()));
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
    let page = std::fs::read_to_string(&path).unwrap();
    let steps = run("explain --json puzzles/little-killer.pencil").out.lines().count();
    assert_eq!(page.matches("data-step=").count(), steps + 2, "with start and end");
    assert!(!page.contains("https://") && !page.contains(" src="));
    // The counter: steps are numbered as in the text, before the first and after the last is none.
    let number = |part: &str| part.split(',').next().and_then(|n| n.parse::<usize>().ok());
    let numbers: Vec<Option<usize>> = page.split("{\"step\":").skip(1).map(number).collect();
    let all = (1..=steps).map(Some);
    let wanted: Vec<Option<usize>> = [None].into_iter().chain(all).chain([None]).collect();
    assert_eq!(numbers, wanted);
    let named = |at: usize| page.split(&format!("data-step=\"{at}\">")).nth(1).unwrap();
    assert!(named(1).starts_with("1. ") && named(steps).starts_with(&format!("{steps}. ")));
}
