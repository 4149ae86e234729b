//! Errors as letters to a person: where, what, and what would be right.

use std::fmt;

/// A place in a file, with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1; 0 when the whole file is meant.
    pub line: usize,
    /// The first character at fault, from 1.
    pub column: usize,
    /// How many characters are at fault.
    pub width: usize,
    /// The line as written.
    pub source: String,
}

impl Place {
    /// The bytes `start..end` of a line.
    pub(crate) fn new(line: usize, source: &str, start: usize, end: usize) -> Place {
        let chars = |to: usize| source.char_indices().take_while(|&(at, _)| at < to).count();
        let (first, last) = (chars(start), chars(end.max(start)));
        Place { line, column: first + 1, width: (last - first).max(1), source: source.to_string() }
    }

    /// The whole file.
    pub(crate) fn file() -> Place {
        Place { line: 0, column: 0, width: 0, source: String::new() }
    }
}

/// Something wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The name of the file.
    pub file: String,
    /// Where.
    pub place: Place,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
    /// Another place that has to do with it.
    pub also: Option<Place>,
}

const NO_PUZZLE: &str = "there is no puzzle in this file";

impl Diagnostic {
    pub(crate) fn new(file: &str, place: Place, message: impl Into<String>) -> Diagnostic {
        let (file, message) = (printable(file), message.into());
        Diagnostic { file, place, message, help: None, also: None }
    }

    /// An error about the file as a whole.
    pub(crate) fn whole(file: &str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(file, Place::file(), message)
    }

    /// An error about a file without any puzzle.
    pub(crate) fn no_puzzle(file: &str) -> Diagnostic {
        Diagnostic::whole(file, NO_PUZZLE)
    }

    /// Whether there is no puzzle at all, rather than a wrong one.
    pub fn is_no_puzzle(&self) -> bool {
        self.message == NO_PUZZLE
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Diagnostic {
    /// Several lines without a final newline.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = printable(&self.message);
        if self.place.line == 0 {
            write!(f, "{}: {message}", self.file)?;
            return match &self.help {
                Some(help) => write!(f, "\n  = {}", printable(help)),
                None => Ok(()),
            };
        }
        write!(f, "{}:{}:{}: {message}", self.file, self.place.line, self.place.column)?;
        let last = self.also.as_ref().map_or(0, |p| p.line).max(self.place.line);
        let gutter = last.to_string().len() + 2;
        show(f, &self.place, gutter, "")?;
        if let Some(also) = self.also.as_ref().filter(|p| p.line > 0) {
            show(f, also, gutter, " also here")?;
        }
        match &self.help {
            Some(help) => write!(f, "\n{:gutter$} = {}", "", printable(help)),
            None => Ok(()),
        }
    }
}

/// The most characters of a source line that are shown.
const WINDOW: usize = 100;

fn show(f: &mut fmt::Formatter<'_>, place: &Place, gutter: usize, note: &str) -> fmt::Result {
    // A line too long to keep has no text to point at.
    if place.source.is_empty() {
        return Ok(());
    }
    let first = place.column.saturating_sub(1);
    // A line of a megabyte is shown around the fault only.
    let from = if first < WINDOW { 0 } else { first - WINDOW / 2 };
    let shown: Vec<char> = place.source.chars().skip(from).take(WINDOW).map(visible).collect();
    let cut = if from > 0 { "..." } else { "" };
    let line: String = shown.iter().collect();
    let before = &shown[..(first - from).min(shown.len())];
    let at_fault = &shown[before.len()..(before.len() + place.width).min(shown.len())];
    // Tabs stay tabs, so that the caret lines up however wide they are shown.
    let pad = |c: &char| {
        if *c == '\t' { "\t".into() } else { " ".repeat(columns(*c)) }
    };
    let blank: String = before.iter().map(pad).collect();
    let carets = at_fault.iter().map(|c| columns(*c)).sum::<usize>().max(1);
    write!(f, "\n{:>gutter$} | {cut}{}", place.line, line.trim_end())?;
    let margin = " ".repeat(cut.len());
    write!(f, "\n{:gutter$} | {margin}{blank}{}{note}", "", "^".repeat(carets))
}

/// Control characters could play tricks on a terminal.
fn visible(c: char) -> char {
    if c.is_control() && c != '\t' { '\u{fffd}' } else { c }
}

fn printable(text: &str) -> String {
    text.chars().map(|c| if c == '\n' { ' ' } else { visible(c) }).collect()
}

/// How many terminal columns a character takes: none for marks that combine, two for the
/// wide scripts of East Asia and for emoji.
fn columns(c: char) -> usize {
    match c as u32 {
        0x300..=0x36f | 0x200b..=0x200f | 0xfe00..=0xfe0f => 0,
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff => 2,
        0xfe30..=0xfe6f | 0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x1f300..=0x1faff => 2,
        0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_as_promised() {
        let source = "cage 28 r1c1 r1c2 r2c1";
        let place = Place::new(7, source, 5, 7);
        let error = Diagnostic::new("puzzle.pencil", place, "cage of 3 cells cannot sum to 28")
            .help("largest possible: 9+8+7 = 24");
        let want = "\
puzzle.pencil:7:6: cage of 3 cells cannot sum to 28
  7 | cage 28 r1c1 r1c2 r2c1
    |      ^^
    = largest possible: 9+8+7 = 24";
        assert_eq!(error.to_string(), want);
    }

    #[test]
    fn the_caret_stands_under_the_character() {
        let show = |source: &str, word: &str| {
            let start = source.find(word).unwrap();
            let place = Place::new(12, source, start, start + word.len());
            let text = Diagnostic::new("f", place, "m").to_string();
            text.lines().last().unwrap().to_string()
        };
        assert_eq!(show("\tcage\tx", "x"), "     | \t    \t^");
        assert_eq!(show("Kołtun é x", "x"), "     |          ^");
        assert_eq!(show("数独 x", "x"), "     |      ^");
        assert_eq!(show("数独 x", "数独"), "     | ^^^^");
    }

    #[test]
    fn long_lines_and_control_characters_are_tamed() {
        let source = format!("{}\u{1b}[31mx", "a".repeat(5000));
        let place = Place::new(1, &source, 5000, 5001);
        let text = Diagnostic::new("f", place, "\u{1b}m").to_string();
        assert!(text.len() < 400 && !text.contains('\u{1b}'), "{text}");
    }
}
