//! Grids drawn with characters, row by row, with or without lines between the boxes: plain
//! rows, `.sdk`, `.ss`, and grids that list the candidates of each cell (`.sdx`, forums).
//!
//! Lines of dashes, stars and crosses are borders. What is left of a row is either one
//! character for each cell, or one word for each cell. The first square grid counts; what
//! follows it in a file is how far somebody got.

use pencilmark_puzzle::{CellId, Grid, Puzzle};

use crate::classic::digit_letter;
use crate::export::{Export, Houses, Losses, candidates, givens};
use crate::import::{Import, Reading, Trouble, digits_in};

/// What separates boxes in a row.
const BARS: &[char] = &['|', '!', '│', '┃', '║', '┊', '¦'];

/// A row of the drawing and the line it stands in.
struct Row<'a> {
    at: usize,
    line: &'a str,
    words: Vec<&'a str>,
}

/// Whether a text looks like a drawing: its first line that says anything is a border, a
/// header, or a row of which there are enough below it.
pub(crate) fn fits(text: &str) -> bool {
    let rows = rows(text);
    let first = text.lines().map(str::trim).find(|l| !l.is_empty() && !l.starts_with('#'));
    let headed = first.is_some_and(|l| is_border(l) || is_header(l));
    headed && !rows.is_empty() || find(&rows).is_some()
}

fn is_header(line: &str) -> bool {
    let inside = line.strip_prefix('[').and_then(|l| l.strip_suffix(']'));
    inside.is_some_and(|name| name.contains(char::is_alphabetic))
}

/// A line that only separates rows.
pub(crate) fn is_border(line: &str) -> bool {
    let of_a_border = |c: char| "+-=*:. |".contains(c) || ('\u{2500}'..='\u{257f}').contains(&c);
    let drawn = |c: char| "-=".contains(c) || ('\u{2500}'..='\u{257f}').contains(&c);
    let inner = line.trim().trim_matches(|c: char| BARS.contains(&c));
    let long = inner.contains("--")
        || inner.contains("==")
        || inner.chars().filter(|c| drawn(*c)).count() > 2;
    !inner.is_empty()
        && inner.chars().all(of_a_border)
        && long
        // Dashes with blanks between them are a row of empty cells.
        && (inner.contains("--") || inner.contains("==") || !inner.is_ascii() || inner.contains('+'))
}

/// The rows of a text: no borders, no remarks, and of a file in sections only the puzzle.
fn rows(text: &str) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    let mut at = 0;
    let mut puzzle = true;
    for whole in text.split_inclusive('\n') {
        let line = whole.trim();
        let start = at + (whole.len() - whole.trim_start().len());
        at += whole.len();
        if is_header(line) {
            puzzle = line.eq_ignore_ascii_case("[puzzle]");
        } else if puzzle && !line.is_empty() && !line.starts_with('#') && !is_border(line) {
            let words = line.split(|c: char| c.is_whitespace() || BARS.contains(&c));
            let listed = line.contains(',').then(|| super::spaced::cells(line)).flatten();
            let words = listed.unwrap_or_else(|| words.filter(|w| !w.is_empty()).collect());
            rows.push(Row { at: start, line, words });
        }
        // No grid has so many rows; the rest of a long file is not needed.
        if rows.len() > 4 * Grid::MAX_SIDE {
            break;
        }
    }
    rows
}

/// What a cell of a drawing says.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Cell {
    Blank,
    Digits(Vec<i64>),
    /// A digit that a person has placed.
    Placed(i64),
}

type Cells = Vec<Vec<Cell>>;

/// The first square grid among the rows.
fn find(rows: &[Row<'_>]) -> Option<(usize, Cells)> {
    let first = rows.first()?;
    let letters = |row: &Row<'_>| row.words.concat().chars().collect::<Vec<char>>();
    let by_letters = |n: usize| -> Option<Cells> {
        let taken = rows.get(..n).filter(|_| n > 1)?;
        let all: Vec<Vec<char>> = taken.iter().map(letters).collect();
        let only_letters = n > 9 && !all.iter().flatten().any(|c| ('1'..='9').contains(c));
        let cell = |&c: &char| letter(c, n, only_letters);
        let square = all.iter().all(|row| row.len() == n);
        square.then(|| all.iter().map(|row| row.iter().map(cell).collect()).collect())?
    };
    let by_words = |n: usize| -> Option<Cells> {
        let taken = rows.get(..n).filter(|_| n > 1)?;
        let cells = |row: &Row<'_>| row.words.iter().map(|w| word(w, n)).collect();
        let square = taken.iter().all(|row| row.words.len() == n);
        square.then(|| taken.iter().map(cells).collect::<Option<Cells>>())?
    };
    let n = letters(first).len();
    if n <= Grid::MAX_SIDE
        && let Some(cells) = by_letters(n)
    {
        return Some((n, cells));
    }
    let n = first.words.len();
    by_words(n).filter(|_| n <= Grid::MAX_SIDE).map(|cells| (n, cells))
}

fn letter(c: char, n: usize, only_letters: bool) -> Option<Cell> {
    let digit = match c {
        '.' | '0' | '_' | '*' | '-' | '?' => return Some(Cell::Blank),
        'x' | 'X' if n <= 9 => return Some(Cell::Blank),
        '1'..='9' => i64::from(c.to_digit(10)?),
        'A'..='Z' => c as i64 - 'A' as i64 + if only_letters { 1 } else { 10 },
        'a'..='z' => c as i64 - 'a' as i64 + if only_letters { 1 } else { 10 },
        _ => return None,
    };
    (digit <= n as i64).then(|| Cell::Digits(vec![digit]))
}

fn word(word: &str, n: usize) -> Option<Cell> {
    let mut letters = word.chars();
    if let (Some(c), None) = (letters.next(), letters.next()) {
        return letter(c, n, false);
    }
    if let Some(placed) = word.strip_prefix(['u', 'U']) {
        return placed.parse().ok().filter(|d| (1..=n as i64).contains(d)).map(Cell::Placed);
    }
    if n > 9 {
        let number: i64 = word.parse().ok()?;
        return (number <= n as i64).then(|| match number {
            0 => Cell::Blank,
            number => Cell::Digits(vec![number]),
        });
    }
    let digits: Option<Vec<i64>> = word.chars().map(|c| c.to_digit(10).map(i64::from)).collect();
    let mut digits = digits.filter(|d| d.iter().all(|d| (1..=n as i64).contains(d)))?;
    digits.sort_unstable();
    digits.dedup();
    Some(Cell::Digits(digits))
}

pub(crate) fn read(text: &str) -> Reading<Import> {
    let rows = rows(text);
    let Some((n, cells)) = find(&rows) else { return Err(explain(&rows)) };
    let grid = crate::import::grid(n as i64, n as i64)?;
    let below = &rows[n.min(rows.len())..];
    let layout: String =
        below.iter().take(n).flat_map(|r| r.words.concat().chars().collect::<Vec<_>>()).collect();
    // Rows of givens and as many rows that name regions are a jigsaw.
    let jigsaw = layout.len() == n * n && super::jigsaw::is_layout(&layout);
    let mut import = match jigsaw {
        true => super::jigsaw::read(&layout)?,
        false => Import::new(Puzzle::sudoku(grid)),
    };
    let more = below.len() - if jigsaw { n } else { 0 };
    if more > 0 {
        import.warn(match more {
            1 => "one line below the grid is not read".to_string(),
            more => format!("{more} lines below the grid are not read"),
        });
    }
    for (i, cell) in cells.into_iter().flatten().enumerate() {
        let id = CellId::new(i);
        match cell {
            Cell::Blank => {}
            Cell::Digits(digits) if digits.len() == n => {}
            Cell::Digits(digits) => import.add(digits_in(id, digits)),
            Cell::Placed(digit) => {
                import.puzzle.add_given(id, digit, None);
                import.warn("digits that a person has placed (`u`) are read as givens");
            }
        }
    }
    for line in text.lines().map(str::trim) {
        let value =
            |key: &str| Some(line.strip_prefix(key)?.trim().to_string()).filter(|v| !v.is_empty());
        let puzzle = &mut import.puzzle;
        puzzle.author = puzzle.author.take().or_else(|| value("#A"));
        puzzle.title = puzzle.title.take().or_else(|| value("#D"));
        puzzle.source = puzzle.source.take().or_else(|| value("#S"));
    }
    Ok(import)
}

/// Whether a text starts with the rows of a square grid that is larger than any we read.
pub(crate) fn is_too_large(text: &str) -> bool {
    let rows = rows(text);
    let length = |row: &Row<'_>| row.words.concat().chars().count();
    let n = rows.first().map_or(0, length);
    n > Grid::MAX_SIDE && rows.len() >= n && rows[..n].iter().all(|row| length(row) == n)
}

/// Why the rows are no grid.
fn explain(rows: &[Row<'_>]) -> Trouble {
    let Some(first) = rows.first() else { return Trouble::new("there is no row of a grid here") };
    let n = first.words.concat().chars().count();
    if n > Grid::MAX_SIDE && rows.len() >= n {
        let message = format!("a grid of {n} rows and {n} columns cannot be read");
        return Trouble::new(message).help(format!("sides go from 1 to {}", Grid::MAX_SIDE));
    }
    let long = |row: &&Row<'_>| row.words.concat().chars().count() != n;
    let at = |row: &Row<'_>| row.at..row.at + row.line.len();
    if let Some(odd) = rows.iter().take(n).find(long) {
        let m = odd.words.concat().chars().count();
        let message = format!("this row has {m} cells, the first one {n}");
        return Trouble::new(message).at(at(odd));
    }
    if rows.len() < n {
        return Trouble::new(format!("{} rows of {n} cells are not a square grid", rows.len()))
            .at(at(first));
    }
    let bad = rows.iter().take(n).find_map(|row| {
        let fault =
            |c: &char| !BARS.contains(c) && !c.is_whitespace() && letter(*c, n, false).is_none();
        Some((row, row.line.char_indices().find(|(_, c)| fault(c))?))
    });
    match bad {
        Some((row, (i, c))) => Trouble::new(format!("`{c}` is not a digit of a {n}x{n} grid"))
            .at(row.at + i..row.at + i + c.len_utf8()),
        None => Trouble::new("this is no square grid").at(at(first)),
    }
}

/// The styles of drawings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// For people: blanks between cells, lines between boxes.
    Grid,
    /// SadMan and SudoCue: rows, and remarks that start with `#`.
    Sdk,
    /// Simple Sudoku: a frame and lines.
    Ss,
    /// SudoCue with candidates: words.
    Sdx,
}

pub(crate) fn write(puzzle: &Puzzle, style: Style) -> Result<Export, String> {
    let (n, grid) = (puzzle.grid.rows(), &puzzle.grid);
    let square = n == grid.cols() && n > 1 && grid.lo() == 1;
    let words = n <= 9 && grid.hi() == n as i64;
    if square && style == Style::Sdx && !words {
        return Err("candidates are written as digits from 1 to 9 side by side".into());
    }
    if !square {
        return Err("this format is for square grids with the digits from 1".into());
    }
    let kept: &[&str] = if style == Style::Sdx { &["given", "candidates"] } else { &["given"] };
    let mut losses = Losses::all_but(puzzle, |c| kept.contains(&c.kind.name));
    Houses::of(puzzle).tell(puzzle, &mut losses);
    let (height, width) = grid.default_box().unwrap_or((n, n));
    // Letters alone would be read from `A` for 1, so that is how they are written then.
    let shown = givens(puzzle);
    let letters = n > 9 && shown.iter().flatten().all(|digit| *digit > 9);
    let letter = |digit: i64| if letters { digit_letter(digit + 9) } else { digit_letter(digit) };
    let plain = |d: &Option<i64>| d.map_or('.', letter).to_string();
    let cells: Vec<String> = match style {
        Style::Sdx => {
            let word = |digits: Vec<i64>| digits.iter().map(i64::to_string).collect::<String>();
            candidates(puzzle).into_iter().map(word).collect()
        }
        _ => shown.iter().map(plain).collect(),
    };
    let mut text = String::new();
    if style == Style::Sdk {
        for (key, value) in [("A", &puzzle.author), ("D", &puzzle.title), ("S", &puzzle.source)] {
            let value = value.iter().map(|v| format!("#{key}{}\n", v.replace('\n', " ")));
            text.extend(value);
        }
    }
    let boxes = |joint: &str, one: &dyn Fn(usize) -> String| {
        (0..n / width).map(one).collect::<Vec<_>>().join(joint)
    };
    let (dashes, wide) = ("-".repeat(width), "-".repeat(2 * width + 1));
    if style == Style::Ss {
        text += &format!("*{}*\n", "-".repeat(n + n / width - 1));
    }
    for (r, row) in cells.chunks(n).enumerate() {
        let part = |b: usize| row[b * width..(b + 1) * width].to_vec();
        if r > 0 && r % height == 0 {
            match style {
                Style::Ss => text += &format!("|{}|\n", boxes("+", &|_| dashes.clone())),
                Style::Grid => {
                    text += boxes("+", &|_| wide.clone()).get(1..).unwrap_or_default();
                    text.pop();
                    text.push('\n');
                }
                Style::Sdk | Style::Sdx => {}
            }
        }
        text += &match style {
            Style::Ss => format!("|{}|", boxes("|", &|b| part(b).concat())),
            Style::Grid => boxes(" | ", &|b| part(b).join(" ")),
            Style::Sdk => row.concat(),
            Style::Sdx => row.join(" "),
        };
        text.push('\n');
    }
    if style == Style::Ss {
        text += &format!("*{}*\n", "-".repeat(n + n / width - 1));
    }
    Ok(losses.export(puzzle, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n\
                        .6....28.\n...419..5\n....8..79\n";

    #[test]
    fn every_style_is_read_back() {
        let puzzle = read(ROWS).unwrap().puzzle;
        assert_eq!(puzzle.clues_of("given").count(), 30);
        for style in [Style::Grid, Style::Sdk, Style::Ss, Style::Sdx] {
            let text = write(&puzzle, style).unwrap().text;
            assert!(fits(&text), "{text}");
            assert_eq!(read(&text).unwrap().puzzle, puzzle, "{text}");
        }
    }

    #[test]
    fn letters_alone_are_read_as_they_were_meant() {
        for (side, digits) in [(16, [10, 16]), (25, [25, 10]), (16, [3, 12])] {
            let mut puzzle = Puzzle::sudoku(Grid::new(side, side).unwrap());
            for (cell, digit) in digits.into_iter().enumerate() {
                puzzle.add_given(CellId::new(cell), digit, None);
            }
            for style in [Style::Grid, Style::Sdk, Style::Ss] {
                let text = write(&puzzle, style).unwrap().text;
                assert_eq!(read(&text).unwrap().puzzle, puzzle, "{text}");
            }
        }
    }

    #[test]
    fn drawings_of_other_programs() {
        let framed = "+-------+-------+\n| 1 . | . 4 |\n| _ 3 | 2 0 |\n+---+---+\n| . . | . . |\n| . . | . 1 |\n+---+---+";
        assert!(fits(framed));
        assert_eq!(read(framed).unwrap().puzzle.clues_of("given").count(), 5);
        let marks = "1 23 | 34 4\n12 3 2 1\n------\n1234 1234 1234 1234\n24 1 3 u2\n";
        let import = read(marks).unwrap();
        assert_eq!(import.puzzle.clues_of("candidates").count(), 4);
        assert_eq!(import.warnings.len(), 1);
        let sections = format!("[Puzzle]\n{ROWS}[State]\n{}", "123456789\n".repeat(9));
        assert_eq!(read(&sections).unwrap().puzzle, read(ROWS).unwrap().puzzle);
        let remarks = format!("#AAnn\n#DEasy one\n{ROWS}");
        let puzzle = read(&remarks).unwrap().puzzle;
        assert_eq!(
            (puzzle.author.as_deref(), puzzle.title.as_deref()),
            (Some("Ann"), Some("Easy one"))
        );
    }

    #[test]
    fn statements_are_no_drawing() {
        for text in ["grid 9\n", "title -\n", "x r1c1 r1c2\n", "53..7....\n6..195...\n"] {
            assert!(!fits(text), "{text}");
        }
    }

    #[test]
    fn odd_rows_are_shown() {
        let short = ROWS.replacen("6..195...", "6..195..", 1);
        let error = read(&short).unwrap_err();
        assert_eq!(error.message, "this row has 8 cells, the first one 9");
        assert_eq!(error.at, Some(10..18));
        let bad = ROWS.replacen("6..195", "6..1%5", 1);
        assert_eq!(read(&bad).unwrap_err().at, Some(14..15));
    }
}
