//! Every kind of clue keeps the drawing that was looked at when it was checked in.
//!
//! `golden/NAME.svg` has what the sample of a kind adds to the picture of an empty grid, in
//! every theme. After a change, `PENCILMARK_BLESS=1` writes the files anew; look at all of them
//! with the example `gallery` before committing them.

use std::path::{Path, PathBuf};
use std::{env, fs};

use pencilmark_draw::{Theme, View, picture, svg};
use pencilmark_puzzle::{Kind, Puzzle, kinds};

mod samples;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn read(text: &str) -> Puzzle {
    pencilmark_formats::parse("example", text).unwrap_or_else(|e| panic!("{text}: {e:?}"))
}

/// The lines that the sample of a kind adds, theme by theme.
fn drawing(kind: &Kind) -> String {
    let (puzzle, blank) = (read(&samples::of(kind)), read("grid 9\n"));
    let (scene, blank) = (picture(&View::new(&puzzle)), picture(&View::new(&blank)));
    let mut text = String::from("<svg>\n");
    for (name, theme) in Theme::ALL {
        let (now, blank) = (svg(&scene, theme), svg(&blank, theme));
        roxmltree::Document::parse(&now).unwrap_or_else(|e| panic!("{}: {e}", kind.name));
        let known: Vec<&str> = blank.lines().collect();
        let added: Vec<&str> = now.lines().filter(|line| !known.contains(line)).collect();
        // The opening tag has the size of the picture.
        let added: Vec<&str> = added.into_iter().filter(|l| !l.starts_with("<svg")).collect();
        assert!(!added.is_empty(), "{} leaves no trace", kind.name);
        text.push_str(&format!("<g id=\"{name}\">\n{}\n</g>\n", added.join("\n")));
    }
    text + "</svg>\n"
}

#[test]
fn kinds_are_drawn_as_they_were() {
    let bless = env::var_os("PENCILMARK_BLESS").is_some();
    let mut different = vec![];
    for kind in kinds::all() {
        let path = folder().join(format!("{}.svg", kind.name));
        let now = drawing(kind);
        if bless {
            fs::write(&path, &now).unwrap();
        }
        if fs::read_to_string(&path).ok() != Some(now) {
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
