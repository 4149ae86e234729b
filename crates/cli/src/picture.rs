//! What a picture is to look like and where it goes, as plain data.

use std::path::{Path, PathBuf};

use pencilmark::draw::Theme;

use crate::words::pointed;

/// How a picture is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    /// Letters, for a terminal or a text file.
    Text,
    /// Shapes.
    Svg,
    /// Pixels.
    Png,
    /// Sheets of paper.
    Pdf,
}

/// Every format with its name, which is also the end of its files' names.
const FORMATS: [(&str, PictureFormat); 5] = [
    ("svg", PictureFormat::Svg),
    ("png", PictureFormat::Png),
    ("pdf", PictureFormat::Pdf),
    ("text", PictureFormat::Text),
    ("txt", PictureFormat::Text),
];

impl PictureFormat {
    /// The format of this name.
    pub fn find(name: &str) -> Option<PictureFormat> {
        FORMATS.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|&(_, format)| format)
    }

    /// The end of its files' names.
    pub fn ending(self) -> &'static str {
        match self {
            PictureFormat::Text => "txt",
            PictureFormat::Svg => "svg",
            PictureFormat::Png => "png",
            PictureFormat::Pdf => "pdf",
        }
    }
}

/// What a picture shows and looks like.
#[derive(Clone, Debug)]
pub struct PictureOptions {
    /// Its colours.
    pub theme: Theme,
    /// Letters of ASCII alone.
    pub ascii: bool,
    /// Pictures side by side and below each other on a sheet.
    pub page: Option<(usize, usize)>,
    /// Whether title and author are written above it.
    pub title: bool,
    /// Whether candidates are shown.
    pub candidates: bool,
    /// Whether erased marks are shown as dots.
    pub dots: bool,
    /// Whether the solution is filled in.
    pub solution: bool,
    /// Pixels of a cell in a bitmap.
    pub cell: u16,
    /// How it is written, if that was said.
    pub to: Option<PictureFormat>,
    /// Where it is written; to standard output if nothing was said.
    pub out: Option<PathBuf>,
}

impl Default for PictureOptions {
    fn default() -> PictureOptions {
        PictureOptions {
            theme: Theme::Light,
            ascii: false,
            page: None,
            title: false,
            candidates: false,
            dots: false,
            solution: false,
            cell: 64,
            to: None,
            out: None,
        }
    }
}

/// Where pictures go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// To standard output.
    Screen,
    /// Into one file.
    File(PathBuf),
    /// Each into a file of this folder.
    Folder(PathBuf),
}

impl PictureOptions {
    /// Where pictures go and how they are written; an error says what does not fit.
    pub fn target(&self) -> Result<(Target, PictureFormat), String> {
        let (target, format) = match &self.out {
            None => (Target::Screen, self.to.unwrap_or(PictureFormat::Text)),
            Some(path) if is_folder(path) => {
                (Target::Folder(path.clone()), self.to.unwrap_or(PictureFormat::Svg))
            }
            Some(path) => {
                let ending = path.extension().and_then(|e| e.to_str());
                let format = self.to.or_else(|| ending.and_then(PictureFormat::find));
                let format = format.ok_or_else(|| unknown_ending(path, ending))?;
                (Target::File(path.clone()), format)
            }
        };
        let pages = matches!(format, PictureFormat::Svg | PictureFormat::Pdf);
        if self.page.is_some() && !pages {
            return Err("`--page` makes SVG or PDF: let the name after `-o` end in .svg or .pdf, \
                        or say it with `--to`"
                .into());
        }
        if self.page.is_some() && matches!(target, Target::Folder(_)) {
            return Err("`--page` needs the name of a file after `-o`, not of a folder".into());
        }
        Ok((target, format))
    }
}

/// What is wrong with a name that tells no format.
fn unknown_ending(path: &Path, ending: Option<&str>) -> String {
    let name = path.to_string_lossy();
    let message = format!(
        "`-o {name}`: expected a name that ends in .svg, .png, .pdf or .txt, or in / for a folder; \
         or say the kind of picture with `--to`"
    );
    // The dot and what is behind it, or the whole name.
    let stem = ending.and_then(|ending| name.strip_suffix(ending)?.strip_suffix('.'));
    let (before, wrong) = name.split_at(stem.map_or(0, str::len));
    pointed(&message, &format!("-o {before}"), wrong)
}

/// Whether a name is that of a folder: there is one, or it ends like one.
fn is_folder(path: &Path) -> bool {
    path.to_string_lossy().ends_with(std::path::is_separator) || path.is_dir()
}

/// Reads `2x3`: pictures side by side, and below each other.
pub fn page(text: &str) -> Result<(usize, usize), &'static str> {
    const WANT: &str = "columns and rows of a sheet, such as 2x3, each from 1 to 20";
    let (columns, rows) = text.split_once(['x', 'X']).ok_or(WANT)?;
    let number = |part: &str| part.parse().ok().filter(|n| (1..=20).contains(n)).ok_or(WANT);
    Ok((number(columns)?, number(rows)?))
}

/// Reads the name of a theme.
pub fn theme(text: &str) -> Result<Theme, &'static str> {
    Theme::find(text).ok_or("light, dark or print")
}

/// Reads the size of a cell in pixels.
pub fn cell(text: &str) -> Result<u16, &'static str> {
    text.parse().ok().filter(|n| (4..=1000).contains(n)).ok_or("pixels from 4 to 1000")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(out: &str, to: Option<&str>) -> Result<(Target, PictureFormat), String> {
        let out = (!out.is_empty()).then(|| PathBuf::from(out));
        let to = to.and_then(PictureFormat::find);
        PictureOptions { out, to, ..PictureOptions::default() }.target()
    }

    #[test]
    fn the_name_tells_the_format() {
        let file = |name: &str| Target::File(name.into());
        assert_eq!(target("a.svg", None), Ok((file("a.svg"), PictureFormat::Svg)));
        assert_eq!(target("a.PNG", None), Ok((file("a.PNG"), PictureFormat::Png)));
        assert_eq!(target("a.b", Some("pdf")), Ok((file("a.b"), PictureFormat::Pdf)));
        assert_eq!(target("new/", None), Ok((Target::Folder("new/".into()), PictureFormat::Svg)));
        assert_eq!(target("", None), Ok((Target::Screen, PictureFormat::Text)));
        assert!(target("picture", None).is_err());
    }

    #[test]
    fn sheets_have_columns_and_rows() {
        assert_eq!(page("2x3"), Ok((2, 3)));
        for bad in ["", "2", "0x1", "2x", "x", "99x1", "-1x2"] {
            assert!(page(bad).is_err(), "{bad}");
        }
    }
}
