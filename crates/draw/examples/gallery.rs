//! Draws puzzle files, or every kind of clue, into a folder, to be looked at:
//! `cargo run -p pencilmark-draw --example gallery -- FOLDER [FILE.pencil...]`

use std::path::{Path, PathBuf};
use std::{env, fs};

use pencilmark_draw::{Theme, View, pdf, picture, png, sheets, svg, terminal};
use pencilmark_puzzle::{Puzzle, kinds};

#[path = "../tests/samples/mod.rs"]
mod samples;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = env::args().skip(1).map(PathBuf::from);
    let folder = args.next().ok_or("which folder?")?;
    fs::create_dir_all(&folder)?;
    let files: Vec<PathBuf> = args.collect();
    let mut puzzles = vec![];
    for file in &files {
        let name = file.file_stem().and_then(|n| n.to_str()).unwrap_or("puzzle");
        puzzles.push((name.to_string(), read(&fs::read_to_string(file)?)?));
    }
    if files.is_empty() {
        for kind in kinds::all() {
            let text = format!("title {}\n{}", kind.name, samples::of(kind));
            puzzles.push((kind.name.to_string(), read(&text)?));
        }
    }
    let mut scenes = vec![];
    for (name, puzzle) in &puzzles {
        save(&folder, name, puzzle)?;
        scenes.push(picture(&View { title: true, ..View::new(puzzle) }));
    }
    let pages = sheets(scenes, 3, 4);
    fs::write(folder.join("pages.pdf"), pdf(&pages, Theme::Light))?;
    Ok(())
}

fn read(text: &str) -> Result<Puzzle, String> {
    pencilmark_formats::parse("example", text).map_err(|e| format!("{text}: {e:?}"))
}

fn save(folder: &Path, name: &str, puzzle: &Puzzle) -> std::io::Result<()> {
    let view = View { title: true, ..View::new(puzzle) };
    let scene = picture(&view);
    for (theme_name, theme) in Theme::ALL {
        let path = folder.join(format!("{name}-{theme_name}"));
        fs::write(path.with_extension("svg"), svg(&scene, theme))?;
        fs::write(path.with_extension("png"), png(&scene, theme, 48.0).unwrap_or_default())?;
    }
    fs::write(
        folder.join(format!("{name}.txt")),
        terminal::draw(&view, terminal::Options::default()),
    )
}
