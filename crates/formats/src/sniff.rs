//! Which format a text is in.

use crate::classic::ClassicLine;

/// The formats that are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Statements: a `.pencil` file.
    Pencil,
    /// One plain puzzle on each line.
    Classic,
}

/// The format of a text, told by its first line that says anything.
pub fn sniff(text: &str) -> Format {
    let first = text.lines().find(|line| says_anything(line));
    match first {
        Some(line) if ClassicLine::fits(line) => Format::Classic,
        _ => Format::Pencil,
    }
}

/// Whether a line is more than blanks and a comment.
pub(crate) fn says_anything(line: &str) -> bool {
    let line = line.trim_start_matches('\u{feff}').trim_start();
    !line.is_empty() && !line.starts_with('#')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_statements_are_told_apart() {
        let line = ".".repeat(81);
        assert_eq!(sniff(&line), Format::Classic);
        assert_eq!(sniff(&format!("# many\n\n{line}  easy\n")), Format::Classic);
        assert_eq!(sniff("1.34 4x4"), Format::Pencil, "4 characters are a 2x2 grid");
        for statement in ["grid 9", "x r1c1 r1c2", "v r1c1 r1c2", "anti-king", "rows none", ""] {
            assert_eq!(sniff(statement), Format::Pencil, "{statement}");
        }
    }
}
