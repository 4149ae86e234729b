//! Where drawn pictures go: files, or sheets that are filled when all are drawn.
//!
//! The one place that writes files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use pencilmark::draw::{Scene, Theme, View, pdf, picture, png, sheet_svg, sheets, svg, terminal};

use crate::options::{Command, Options};
use crate::picture::{PictureFormat, PictureOptions, Target};
use crate::screen;

/// What all pictures of a command have in common, and those that wait for the others.
pub struct Album {
    /// Where pictures go.
    pub target: Target,
    /// How they are written.
    pub format: PictureFormat,
    /// Pictures for sheets, in the order of the puzzles.
    waiting: Mutex<BTreeMap<usize, Part>>,
}

enum Part {
    Scene(Scene),
    Text(String),
}

impl Album {
    /// The album of a command line; an error says what does not fit together.
    pub fn new(options: &Options, single: bool, terminal: bool) -> Result<Album, String> {
        let album = |(target, format)| Album { target, format, waiting: Mutex::default() };
        if options.html.is_some() && !single {
            return Err("`--html` makes a page of one puzzle, but there are several".into());
        }
        if let Some(page) = options.html.as_deref().filter(|page| page.as_os_str() != "-") {
            has_folder(page)?;
        }
        if let Some(folder) = &options.pictures {
            make_folder(folder)?;
        }
        if options.command != Command::Draw {
            return Ok(album((Target::Screen, PictureFormat::Text)));
        }
        let album = album(options.picture.target()?);
        let is_bytes = matches!(album.format, PictureFormat::Png | PictureFormat::Pdf);
        if terminal && is_bytes && album.target == Target::Screen {
            return Err("such a picture is not for a terminal: name a file with `-o`".into());
        }
        if options.json && album.is_sheets(&options.picture) {
            return Err("`--json` tells of each picture, but sheets hold several".into());
        }
        if options.json && album.format == PictureFormat::Png && album.target == Target::Screen {
            return Err("`--json` has no place for a bitmap: name a file with `-o`".into());
        }
        let alone = matches!(album.format, PictureFormat::Svg | PictureFormat::Png);
        let shared = matches!(album.target, Target::File(_))
            || album.target == Target::Screen && !options.json;
        if !single && alone && shared && options.picture.page.is_none() {
            return Err("several puzzles: name a folder with `-o folder/`, or put them on \
                        sheets with `--page 2x3`"
                .into());
        }
        if let Target::Folder(_) = album.target
            && let Some(name) = twice(&options.files)
        {
            return Err(format!("two files are called `{name}`: draw them into different folders"));
        }
        match &album.target {
            Target::Screen => {}
            Target::File(path) => has_folder(path)?,
            Target::Folder(folder) => make_folder(folder)?,
        }
        Ok(album)
    }

    /// Whether pictures are put on sheets.
    pub fn is_sheets(&self, options: &PictureOptions) -> bool {
        let folder = matches!(self.target, Target::Folder(_));
        options.page.is_some() || self.format == PictureFormat::Pdf && !folder
    }

    /// Keeps a picture for its sheet.
    pub fn keep(&self, order: usize, scene: Scene) {
        self.lock().insert(order, Part::Scene(scene));
    }

    /// Keeps a text for the one file that all are written to.
    pub fn keep_text(&self, order: usize, text: String) {
        self.lock().insert(order, Part::Text(text));
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<usize, Part>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes what was kept; an error says what went wrong.
    pub fn finish(&self, options: &PictureOptions) -> Result<(), String> {
        let parts = std::mem::take(&mut *self.lock());
        if parts.is_empty() {
            return Ok(());
        }
        let (mut scenes, mut texts) = (vec![], vec![]);
        for part in parts.into_values() {
            match part {
                Part::Scene(scene) => scenes.push(scene),
                Part::Text(text) => texts.push(text),
            }
        }
        if !texts.is_empty() {
            return self.put(texts.join("\n").as_bytes());
        }
        let (columns, rows) = options.page.unwrap_or((1, 1));
        let pages = sheets(scenes, columns, rows);
        if self.format == PictureFormat::Pdf {
            return self.put(&pdf(&pages, options.theme));
        }
        match (&self.target, &pages[..]) {
            (Target::File(path), [_, _, ..]) => {
                for (i, page) in pages.iter().enumerate() {
                    let text = sheet_svg(page, options.theme);
                    write(&numbered(path, i + 1), text.as_bytes())?;
                }
                Ok(())
            }
            (_, [page]) => self.put(sheet_svg(page, options.theme).as_bytes()),
            _ => Err("more than one sheet: name a file with `-o`".into()),
        }
    }

    fn put(&self, bytes: &[u8]) -> Result<(), String> {
        match &self.target {
            Target::File(path) => write(path, bytes),
            // A reader that leaves early has seen enough.
            _ => {
                let _ = screen::print(bytes);
                Ok(())
            }
        }
    }
}

/// One picture as the bytes of its file.
pub fn drawn(
    view: &View<'_>,
    format: PictureFormat,
    options: &PictureOptions,
    colour: bool,
) -> Result<Vec<u8>, String> {
    let theme = options.theme;
    Ok(match format {
        PictureFormat::Text => letters(view, options, colour).into_bytes(),
        PictureFormat::Svg => svg(&picture(view), theme).into_bytes(),
        PictureFormat::Png => bitmap(&picture(view), theme, options.cell)?,
        PictureFormat::Pdf => pdf(&sheets(vec![picture(view)], 1, 1), theme),
    })
}

/// One picture in letters.
pub fn letters(view: &View<'_>, options: &PictureOptions, colour: bool) -> String {
    let (ascii, theme) = (options.ascii, options.theme);
    terminal::draw(view, terminal::Options { colour, ascii, theme })
}

fn bitmap(scene: &Scene, theme: Theme, cell: u16) -> Result<Vec<u8>, String> {
    png(scene, theme, f32::from(cell))
        .ok_or_else(|| "the bitmap would be too large: choose a smaller `--cell`".into())
}

/// Writes a file.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|e| format!("{}: cannot be written: {e}", path.display()))
}

/// Says so if a file cannot be written because its folder is not there: a mistyped name is told
/// before the work, and no folder is made for it.
fn has_folder(path: &Path) -> Result<(), String> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => Err(format!(
            "{}: cannot be written: there is no folder {}",
            path.display(),
            folder.display()
        )),
        _ => Ok(()),
    }
}

/// Makes a folder for pictures, but not the one it is to be in.
pub fn make_folder(folder: &Path) -> Result<(), String> {
    if folder.is_dir() {
        return Ok(());
    }
    has_folder(folder)?;
    fs::create_dir(folder).map_err(|e| format!("{}: cannot be made: {e}", folder.display()))
}

/// The name of a puzzle's file in a folder, without its ending.
pub fn stem(file: &str, number: usize, is_line: bool) -> String {
    let name = Path::new(file).file_stem().and_then(|s| s.to_str()).unwrap_or_default();
    let name = if file.starts_with('<') || name.is_empty() { "puzzle" } else { name };
    if number > 1 || is_line { format!("{name}-{number}") } else { name.to_string() }
}

/// `name.svg` as `name-2.svg`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let part = |part: Option<&std::ffi::OsStr>| {
        part.map_or(String::new(), |p| p.to_string_lossy().into_owned())
    };
    let (stem, ending) = (part(path.file_stem()), part(path.extension()));
    path.with_file_name(format!("{stem}-{number}.{ending}"))
}

/// The name that two files have.
fn twice(files: &[std::ffi::OsString]) -> Option<String> {
    let names: Vec<String> = files.iter().map(|f| stem(&f.to_string_lossy(), 1, false)).collect();
    (1..names.len()).find(|&i| names[..i].contains(&names[i])).map(|i| names[i].clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_called_after_their_puzzles() {
        assert_eq!(stem("puzzles/killer.pencil", 1, false), "killer");
        assert_eq!(stem("puzzles/killer.pencil", 2, false), "killer-2");
        assert_eq!(stem("lines.txt", 1, true), "lines-1");
        assert_eq!(stem("<stdin>", 3, true), "puzzle-3");
        assert_eq!(numbered(Path::new("a/b.svg"), 2), Path::new("a/b-2.svg"));
        assert_eq!(twice(&["a/x.txt".into(), "b/x.sdm".into()]), Some("x".into()));
    }
}
