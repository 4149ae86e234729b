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

/// The format of a text, told by its first line that says anything and, if that is neither a
/// plain puzzle nor a bad try at one, by the line below it.
pub fn sniff(text: &str) -> Format {
    let mut lines = text.lines().skip_while(|line| !says_anything(line));
    let first = lines.next().unwrap_or("");
    if is_classic(first) || lines.next().is_some_and(follows_a_heading) {
        return Format::Classic;
    }
    Format::Pencil
}

/// Whether a first line is a plain puzzle, or was meant to be one.
pub(crate) fn is_classic(line: &str) -> bool {
    ClassicLine::fits(line) || ClassicLine::is_attempt(line)
}

/// Whether a line is a plain puzzle that no row of a map could be: then the line above it,
/// whatever it is, does not start a puzzle in statements.
pub(crate) fn follows_a_heading(line: &str) -> bool {
    ClassicLine::fits(line) && ClassicLine::is_attempt(line)
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
    fn a_bad_first_line_does_not_hide_what_the_file_is() {
        let line = format!("{}12345", ".".repeat(76));
        for bad in [&line[1..], &format!("{line}."), &format!("?{}", &line[1..]), "puzzle,rating"] {
            assert_eq!(sniff(&format!("{bad}\n{line}\n")), Format::Classic, "{bad}");
        }
        assert_eq!(sniff(&line[1..]), Format::Classic);
        for row in ["53..7....", "53..7....\n6..195...", "G..A....7.......\n1......F........"] {
            assert_eq!(sniff(row), Format::Pencil, "{row} is a row of a map");
        }
    }

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
