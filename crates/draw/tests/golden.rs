//! Every kind of clue keeps the drawing that was looked at when it was checked in.
//!
//! `golden/NAME.svg` has what the example of a kind adds to the picture of an empty grid. After
//! a change, `PENCILMARK_BLESS=1` writes the files anew; look at all of them with the example
//! `gallery` before committing them.

use std::path::{Path, PathBuf};
use std::{env, fs};

use pencilmark_draw::{Theme, View, picture, svg};
use pencilmark_puzzle::{Kind, Puzzle, kinds};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn read(text: &str) -> Option<Puzzle> {
    pencilmark_formats::parse("example", text).ok()
}

/// The lines that the example of a kind adds; none if it is not drawn.
fn drawing(kind: &Kind) -> Option<String> {
    let puzzle = read(&format!("grid 9\n{}\n", kind.example))?;
    let blank = read("grid 9\n")?;
    let text = svg(&picture(&View::new(&puzzle)), Theme::Light);
    roxmltree::Document::parse(&text).unwrap_or_else(|e| panic!("{}: {e}", kind.name));
    let blank = svg(&picture(&View::new(&blank)), Theme::Light);
    let known: Vec<&str> = blank.lines().collect();
    let added: Vec<&str> = text.lines().filter(|line| !known.contains(line)).collect();
    (!added.is_empty()).then(|| added.join("\n") + "\n")
}

#[test]
fn kinds_are_drawn_as_they_were() {
    let bless = env::var_os("PENCILMARK_BLESS").is_some();
    let mut different = vec![];
    for kind in kinds::all() {
        let path = folder().join(format!("{}.svg", kind.name));
        let now = drawing(kind);
        if bless {
            match &now {
                Some(text) => fs::write(&path, text).unwrap(),
                None => drop(fs::remove_file(&path)),
            }
        }
        if now != fs::read_to_string(&path).ok() {
            different.push(kind.name);
        }
    }
    assert!(different.is_empty(), "drawn in another way: {different:?}");
}

/// A drawing for a kind that no longer exists would never be looked at.
#[test]
fn no_drawing_is_left_over() {
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().and_then(|n| n.to_str()).unwrap().to_string();
        assert!(kinds::find(&name).is_some(), "no kind is called {name}");
    }
}
