//! A page for the browser that plays views one after the other: everything in one file,
//! nothing fetched, readable without scripts and by ear.
//!
//! The board is drawn once. A frame says what changes on it (digits, marks, dots) and brings
//! its own highlights; the script of the page puts them in.

use std::collections::BTreeSet;
use std::fmt::Write;

use pencilmark_puzzle::{CellId, Clue, Puzzle};

use crate::board::{Slots, picture};
use crate::shape::{Layer, Scene};
use crate::svg::{Colours, escape, group, number, variable};
use crate::theme::{Ink, Theme};
use crate::view::View;

/// One picture of the page.
#[derive(Clone, Debug)]
pub struct Frame<'a> {
    /// The number of the step; none before the first and after the last.
    pub step: Option<usize>,
    /// What stands in the list of steps.
    pub name: String,
    /// What is told beside the board.
    pub text: String,
    /// What is to be seen. The puzzle is the same in all frames.
    pub view: View<'a>,
}

/// The page.
pub fn player(puzzle: &Puzzle, frames: &[Frame<'_>]) -> String {
    let scenes: Vec<Scene> = frames.iter().map(|frame| overlay(&frame.view)).collect();
    let bare = View { candidates: None, ..View::new(puzzle) };
    let board = picture(&bare);
    let title = puzzle.title.as_deref().unwrap_or("A puzzle, explained");
    let by = puzzle.author.as_ref().map_or(String::new(), |a| format!("by {}", escape(a)));
    let mut list = String::new();
    for (i, frame) in frames.iter().enumerate() {
        let (name, text) = (escape(&frame.name), paragraphs(&frame.text));
        let _ = writeln!(
            list,
            "<li id=\"step-{i}\"><button type=\"button\" data-step=\"{i}\">{name}</button>\
             <div class=\"told\">{text}</div></li>"
        );
    }
    let parts = [
        ("{{title}}", escape(title)),
        ("{{author}}", by),
        ("{{light}}", inks(&board, Theme::Light)),
        ("{{dark}}", inks(&board, Theme::Dark)),
        ("{{style}}", include_str!("player/player.css").into()),
        ("{{board}}", svg_of(&board)),
        ("{{steps}}", list),
        ("{{data}}", data(puzzle, frames, &scenes)),
        ("{{script}}", include_str!("player/player.js").into()),
    ];
    // One pass, so that nothing in a title is taken for a place.
    let mut page = String::new();
    let mut rest = include_str!("player/player.html");
    while let Some(start) = rest.find("{{") {
        page.push_str(&rest[..start]);
        let end = rest[start..].find("}}").map_or(rest.len(), |e| start + e + 2);
        let part = parts.iter().find(|(name, _)| *name == &rest[start..end]);
        page.push_str(part.map_or("", |(_, text)| text));
        rest = &rest[end..];
    }
    page + rest
}

fn paragraphs(text: &str) -> String {
    text.lines().map(|line| format!("<p>{}</p>", escape(line))).collect()
}

/// A view's highlights alone.
fn overlay(view: &View<'_>) -> Scene {
    let mut scene = picture(&View {
        highlights: view.highlights.clone(),
        digits: vec![],
        ..View::new(view.puzzle)
    });
    scene.about.clear();
    scene
}

/// The board with empty groups that the script fills.
fn svg_of(board: &Scene) -> String {
    let mut out = format!(
        "<svg id=\"board\" role=\"img\" aria-labelledby=\"board-name\" viewBox=\"{} {} {} {}\">\n\
         <title id=\"board-name\">{}</title>\n",
        number(board.from.x),
        number(board.from.y),
        number(board.width()),
        number(board.height()),
        escape(&board.about),
    );
    group(&mut out, &board.between(Layer::Cells, Layer::Cells), Colours::Variables);
    out.push_str("<g id=\"tints\"></g>\n");
    group(&mut out, &board.between(Layer::Lines, Layer::Labels), Colours::Variables);
    out.push_str("<g id=\"marks\"></g>\n<g id=\"overlay\"></g>\n</svg>\n");
    out
}

/// The variables of a theme: its inks, and the colours of this puzzle's clues.
fn inks(board: &Scene, theme: Theme) -> String {
    let own: BTreeSet<String> = board
        .inks()
        .filter(|ink| !Ink::ALL.contains(ink))
        .map(|ink| format!("{}:{};", variable(ink), theme.colour(ink)))
        .collect();
    let known = Ink::ALL.map(|ink| format!("{}:{};", variable(ink), theme.colour(ink)));
    known.into_iter().chain(own).collect()
}

/// What a place for a candidate shows.
fn code(view: &View<'_>, marks: Option<&Vec<i64>>, cell: CellId, digit: i64) -> u8 {
    let erased = view.erased.iter().find(|e| e.cell == cell && e.digit == digit);
    match erased {
        Some(mark) => 2 + mark.level.min(2) as u8,
        None => u8::from(marks.is_some_and(|m| m.contains(&digit))),
    }
}

/// The codes of all places, cell by cell; a cell with a digit shows nothing else.
fn state(view: &View<'_>, given: &[Option<i64>]) -> (Vec<Option<i64>>, Vec<u8>) {
    let grid = &view.puzzle.grid;
    let marks = view.marks();
    let mut digits = vec![];
    let mut codes = vec![];
    for cell in grid.cells() {
        let filled = view.digits.get(cell.index()).copied().flatten();
        let digit = given[cell.index()].or(filled);
        let own = marks.as_ref().and_then(|m| m.get(cell.index()));
        digits.push(digit);
        let show = |d| if digit.is_some() { 0 } else { code(view, own, cell, d) };
        codes.extend(grid.digits().map(show));
    }
    (digits, codes)
}

/// The frames as JSON: what each changes, and its highlights.
fn data(puzzle: &Puzzle, frames: &[Frame<'_>], scenes: &[Scene]) -> String {
    let grid = &puzzle.grid;
    let mut given = vec![None; grid.size()];
    for (cell, digit) in puzzle.clues.iter().filter_map(Clue::as_given) {
        given[cell.index()] = Some(digit);
    }
    let (slots, size) = slots(puzzle);
    let mut out = String::from("{");
    let _ = write!(
        out,
        "\"rows\":{},\"cols\":{},\"low\":{},\"slots\":{slots},\"mark\":{},\"digit\":{}",
        grid.rows(),
        grid.cols(),
        grid.lo(),
        number(size),
        if grid.hi() > 9 { "0.5" } else { "0.65" },
    );
    let shown: Vec<usize> = (0..given.len()).filter(|&c| given[c].is_some()).collect();
    let _ = write!(out, ",\"given\":{shown:?},\"frames\":[");
    let mut before = (vec![None; grid.size()], vec![0; grid.size() * grid.digit_count()]);
    for (i, (frame, scene)) in frames.iter().zip(scenes).enumerate() {
        let now = state(&frame.view, &given);
        let places = (0..now.0.len()).filter(|&c| now.0[c] != before.0[c]);
        let places: Vec<String> =
            places.map(|c| format!("[{c},{}]", now.0[c].unwrap_or(i64::MIN))).collect();
        let marks = (0..now.1.len()).filter(|&s| now.1[s] != before.1[s]);
        let marks: Vec<String> = marks.map(|s| format!("[{s},{}]", now.1[s])).collect();
        let fragment = |from: Layer, to: Layer| {
            let mut text = String::new();
            let shapes = scene.between(from, to);
            if !shapes.is_empty() {
                group(&mut text, &shapes, Colours::Variables);
            }
            quoted(&text)
        };
        let (tints, over) =
            (fragment(Layer::Tints, Layer::Tints), fragment(Layer::Step, Layer::Step));
        let comma = if i > 0 { "," } else { "" };
        let _ = write!(
            out,
            "{comma}{{\"step\":{},\"digits\":[{}],\"marks\":[{}],\"tints\":{tints},\"over\":{over}}}",
            frame.step.map_or("null".into(), |n| n.to_string()),
            places.join(","),
            marks.join(","),
        );
        before = now;
    }
    out.push_str("]}");
    out
}

/// Where the candidates of the first cell are, and how large.
fn slots(puzzle: &Puzzle) -> (String, f32) {
    let (grid, first, slots) = (&puzzle.grid, CellId::new(0), Slots::of(puzzle));
    let places: Vec<String> = grid
        .digits()
        .map(|digit| slots.find(first, digit).0)
        .map(|place| format!("[{},{}]", number(place.x), number(place.y)))
        .collect();
    (format!("[{}]", places.join(",")), slots.find(first, grid.lo()).1)
}

/// A JSON string that may stand in a script: `</script>` cannot occur.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '<' => out.push_str("\\u003c"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{Erased, Highlight, Role};
    use pencilmark_puzzle::Grid;

    #[test]
    fn a_page_holds_everything_and_fetches_nothing() {
        let mut puzzle = Puzzle::sudoku(Grid::nine());
        puzzle.title = Some("A </script> {{script}} & more".into());
        let cell = CellId::new(4);
        let view = View {
            candidates: Some(vec![vec![1, 2]; 81]),
            erased: vec![Erased { cell, digit: 3, level: 1 }],
            highlights: vec![Highlight::Candidate(cell, 1, Role::Removed)],
            ..View::new(&puzzle)
        };
        let frame = Frame { step: Some(1), name: "1. <b>".into(), text: "One.\nTwo.".into(), view };
        let page = player(&puzzle, &[frame]);
        assert!(page.contains("A &lt;/script&gt; {{script}} &amp; more"));
        assert!(page.contains("1. &lt;b&gt;") && page.contains("<p>One.</p><p>Two.</p>"));
        assert_eq!(page.matches("</script>").count(), 2, "data and script");
        for word in ["http://", "https://", "src=", "@import", "url("] {
            let hits = page.replace("http://www.w3.org/2000/svg", "");
            assert!(!hits.contains(word), "{word}");
        }
        // Digit 3 of the fifth cell is a dot of the second sort.
        assert!(page.contains(&format!("[{},3]", 4 * 9 + 2)), "{page}");
    }

    #[test]
    fn strings_cannot_end_a_script() {
        assert_eq!(quoted("a</script>\"\n"), "\"a\\u003c/script>\\\"\\u000a\"");
    }
}
