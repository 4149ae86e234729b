//! Which format a text is in.
//!
//! A line that is a puzzle by itself tells its format alone; so a stream of such lines may
//! mix them. Otherwise the first line that says anything tells, with some lines below it
//! where rows of a drawing could be puzzles or statements.

use std::collections::HashSet;

use crate::classic::ClassicLine;
use crate::format::Format;
use crate::json::Json;
use crate::text::{candidates, drawing, jigsaw, ps, short_killer, spaced, sumocue, tatham};
use crate::{iss, json_board, link};

/// Whether a line can only be of some format.
type Fits = fn(&str) -> bool;

/// The format of a text.
pub fn detect(text: &str) -> Format {
    let mut lines = text.lines().skip_while(|line| !says_anything(line));
    let first = lines.next().unwrap_or("");
    if let Some(format) = of_line(first)
        && !(is_short(first) && is_drawing(text))
    {
        return format;
    }
    if let Some(format) = of_whole(first, || text.to_string()) {
        return format;
    }
    if lines.next().is_some_and(follows_a_heading) { Format::Line } else { Format::Pencil }
}

/// The format of a line that is a puzzle by itself, or was meant to be one.
pub(crate) fn of_line(line: &str) -> Option<Format> {
    let line = line.trim_start_matches('\u{feff}').trim();
    // Most lines are plain: they are told by one look at each character.
    if ClassicLine::fits(line) {
        let other =
            [(Format::Candidates, candidates::fits as Fits), (Format::Jigsaw, jigsaw::fits)];
        return other.iter().find(|(_, fits)| fits(line)).map(|o| o.0).or(Some(Format::Line));
    }
    // A text of the Interactive Sudoku Solver with arguments is none of the others.
    if iss::fits(line) && line.contains('~') {
        return None;
    }
    let others: &[(Format, Fits)] = &[
        (Format::Link, link::fits),
        (Format::AnyJson, is_whole_json),
        (Format::SumoCue, sumocue::fits),
        (Format::Ps, ps::fits),
        (Format::Tatham, tatham::fits),
        (Format::ShortKiller, short_killer::fits),
        (Format::Candidates, candidates::fits),
        (Format::Jigsaw, jigsaw::fits),
        (Format::Line, |line| spaced::compact(line).is_some()),
        (Format::Line, |line| ClassicLine::is_attempt(line) && !iss::fits(line)),
    ];
    others.iter().find(|(_, fits)| fits(line)).map(|o| o.0)
}

/// JSON that ends on its line.
fn is_whole_json(line: &str) -> bool {
    json_board::fits(line) && line.ends_with('}') && Json::parse(line).is_ok()
}

/// Whether a word of a command line is itself a puzzle: a link, or a line long enough to be
/// nothing else.
pub fn is_puzzle(word: &str) -> bool {
    let of_programs = word.contains("://") || json_board::fits(word) || iss::fits(word);
    of_programs || of_line(word).is_some_and(|f| f != Format::Line || !is_short(word))
}

/// Whether a line could be the row of a drawing.
pub(crate) fn is_short(line: &str) -> bool {
    line.trim().chars().count() <= pencilmark_puzzle::Grid::MAX_SIDE
}

/// Whether a text is a grid, row by row. Sixteen cells are a row of a large grid, or all of a
/// small one; then every line has some digits, and none above 4.
fn is_drawing(text: &str) -> bool {
    let small = |line: &str| {
        let digits = line.chars().filter(|c| matches!(c, '1'..='4')).count();
        let empty = line.chars().filter(|c| matches!(c, '.' | '0')).count();
        line.len() == 16 && digits + empty == 16 && digits > 2
    };
    drawing::fits(text) && !text.lines().filter(|line| says_anything(line)).all(|l| small(l.trim()))
}

/// The format of a text that is one puzzle, told by its first line; `text` is asked for if
/// the lines below it matter.
pub(crate) fn of_whole(first: &str, text: impl FnOnce() -> String) -> Option<Format> {
    let first = first.trim_start_matches('\u{feff}').trim();
    if json_board::fits(first) {
        return Some(Format::AnyJson);
    }
    if iss::fits(first) {
        let each = is_a_puzzle_each_line(&text());
        return Some(if each { Format::IssLines } else { Format::Iss });
    }
    let drawn = |c: char| c.is_ascii_digit() || "._*-|+=[:?, \t".contains(c);
    let placed = |w: &str| w.strip_prefix(['u', 'U']).is_some_and(|d| d.parse::<u8>().is_ok());
    let row_like = first.starts_with(|c: char| drawn(c) || !c.is_ascii())
        || first.split_whitespace().next().is_some_and(placed)
        || first.len() <= 3 * pencilmark_puzzle::Grid::MAX_SIDE && first.contains(['.', '|']);
    (row_like && is_drawing(&text())).then_some(Format::Grid)
}

/// Whether lines of the Interactive Sudoku Solver say twice what a puzzle says once: its shape, or,
/// with more on the same line, that it has no boxes, its pieces or its givens; or give a cell twice,
/// unless a group goes over several lines.
fn is_a_puzzle_each_line(text: &str) -> bool {
    if !text.trim().contains('\n') {
        return false;
    }
    let (mut starts, mut given) = (0, HashSet::new());
    let (mut twice, mut whole) = (false, true);
    for line in text.lines().map(str::trim) {
        let begins = |word: &&str| line.starts_with(*word);
        let more = || line[1..].contains('.');
        if begins(&".Shape") || [".NoBoxes", ".Jigsaw~", ".~"].iter().any(begins) && more() {
            starts += 1;
        }
        // A cell with several candidates is narrowed, not given.
        let givens = line.strip_prefix(".~").and_then(|rest| rest.split('.').next());
        let givens = givens.into_iter().flat_map(|g| g.split('~')).map(|g| g.split_once('_'));
        let given_here = givens.flatten().filter(|(_, digits)| !digits.contains('_'));
        let cells: HashSet<&str> = given_here.map(|(cell, _)| cell).collect();
        twice |= !given.is_disjoint(&cells);
        given.extend(cells);
        whole &= closes_its_groups(line);
        if starts > 1 {
            return true;
        }
    }
    twice && whole
}

/// Whether as many groups end on a line as begin there.
fn closes_its_groups(line: &str) -> bool {
    let words = || line.split('.').map(|part| part.split('~').next());
    let begin = words().filter(|word| matches!(word, Some("Or" | "And" | "Replicate"))).count();
    begin == words().filter(|word| *word == Some("End")).count()
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
            assert_eq!(detect(&format!("{bad}\n{line}\n")), Format::Line, "{bad}");
        }
        assert_eq!(detect(&line[1..]), Format::Line);
        for row in ["53..7....", "53..7....\n6..195...", "G..A....7.......\n1......F........"] {
            assert_eq!(detect(row), Format::Pencil, "{row} is a row of a map");
        }
    }

    #[test]
    fn lines_and_statements_are_told_apart() {
        let line = ".".repeat(81);
        assert_eq!(detect(&line), Format::Line);
        assert_eq!(detect(&format!("# many\n\n{line}  easy\n")), Format::Line);
        for statement in ["grid 9", "x r1c1 r1c2", "v r1c1 r1c2", "anti-king", "rows none", ""] {
            assert_eq!(detect(statement), Format::Pencil, "{statement}");
        }
    }

    #[test]
    fn one_shape_is_one_puzzle_wherever_it_stands() {
        assert_eq!(detect("# c\n.Cage~5~R1C1~R1C2\n.Shape~4x4\n"), Format::Iss);
        assert_eq!(detect(".Shape~4x4\n.Cage~5~R1C1~R1C2\n"), Format::Iss);
        assert_eq!(detect(".Shape~4x4\n.Cage~5~R1C1~R1C2\n.Shape~4x4\n"), Format::IssLines);
        assert_eq!(detect(".AntiKing\n.Shape~4x4\n.Shape~4x4\n"), Format::IssLines);
        // So it is with what else stands at the start of a whole puzzle, but not alone on a line.
        let (givens, pieces) = (".~R1C1_3.AntiKing", ".NoBoxes.Jigsaw~AB");
        assert_eq!(detect(&format!("{givens}\n{givens}\n")), Format::IssLines);
        assert_eq!(detect(&format!("{pieces}\n{pieces}\n")), Format::IssLines);
        assert_eq!(detect(".~R1C1_3\n.~R2C2_4~R1C1_5\n"), Format::IssLines);
        assert_eq!(detect(".~R1C1_3_4\n.~R2C2_4~R1C1_3\n"), Format::Iss);
        assert_eq!(detect(".Replicate~_~R1C1\n.~R1C1_3\n.End\n.~R1C1_3\n"), Format::Iss);
        assert_eq!(detect(".~R1C1_3\n.~R2C2_4\n.AntiKing.AntiKnight\n"), Format::Iss);
        assert_eq!(detect(&format!("{pieces}\n.~R1C1_3\n.AntiKing\n")), Format::Iss);
    }

    #[test]
    fn rows_of_a_grid_are_not_lines() {
        assert_eq!(detect("1...\n..2.\n.3..\n...4\n"), Format::Grid);
        assert_eq!(detect("1...\n..2.\n"), Format::Line, "two puzzles of 2x2");
        let large = "1.2..3.4....A...\n".repeat(16);
        assert_eq!(detect(&large), Format::Grid);
        assert_eq!(detect(&large.replace('A', ".")), Format::Line, "sixteen puzzles of 4x4");
        assert_eq!(detect("*---*\n|12|34|\n"), Format::Grid);
        assert_eq!(detect("[Puzzle]\n12\n21\n"), Format::Grid);
    }

    #[test]
    fn lines_of_other_programs() {
        let cases = [
            (format!("A<{}", "#".repeat(79)), Format::ShortKiller),
            ("123456789".repeat(81), Format::Candidates),
            ("3x3::k:0:".into(), Format::Ps),
            ("3x3k:a5_3b".into(), Format::Tatham),
            ("SumoCueV1=0".into(), Format::SumoCue),
            ("https://f-puzzles.com/?load=N4".into(), Format::Link),
            ("{\"size\":9}".into(), Format::AnyJson),
            ("{\n\"size\":9}".into(), Format::AnyJson),
            (".Cage~15~R1C1~R1C2".into(), Format::Iss),
            ("{ce:[[,,]]}".into(), Format::AnyJson),
            ("AABBAABBCCDDCCDD".into(), Format::Jigsaw),
            (format!("{}AABBAABBCCDDCCDD", ".".repeat(16)), Format::Jigsaw),
        ];
        for (line, format) in cases {
            assert_eq!(detect(&line), format, "{line}");
        }
    }
}
