//! From a view to shapes: the grid, its digits and marks. Clues are in [`crate::clue`], steps
//! in [`crate::step`].

use pencilmark_puzzle::{CellId, Grid, Puzzle};

use crate::shape::{Anchor, Layer, Point, Scene, Shape, Stroke, at};
use crate::theme::Ink;
use crate::view::View;
use crate::{clue, edge, label, step, told};

/// Around the frame, so that its line is not cut off.
const MARGIN: f32 = 0.12;

/// The picture of a view.
pub fn picture(view: &View<'_>) -> Scene {
    let grid = &view.puzzle.grid;
    let corner = at(grid.cols() as f32, grid.rows() as f32);
    let mut scene = Scene::new(at(0.0, 0.0), corner, about(view.puzzle));
    let clues = view.puzzle.clues.iter();
    let shown: Vec<bool> = clues.map(|c| clue::draw(&mut scene, c, view.puzzle)).collect();
    lines(&mut scene, view.puzzle);
    digits(&mut scene, view);
    step::dots(&mut scene, view.puzzle, &view.erased);
    step::highlights(&mut scene, view.puzzle, &view.highlights);
    scene.from = scene.from.shifted(-MARGIN, -MARGIN);
    scene.to = scene.to.shifted(MARGIN, MARGIN);
    words(&mut scene, view, &told::rules(view.puzzle, &shown));
    scene
}

/// The middle of a cell.
pub(crate) fn centre(grid: &Grid, cell: CellId) -> Point {
    at(grid.col_of(cell) as f32 + 0.5, grid.row_of(cell) as f32 + 0.5)
}

/// Where the candidates of cells are always to be found.
pub(crate) struct Slots<'a> {
    grid: &'a Grid,
    /// Candidates beside and below each other.
    columns: usize,
    rows: usize,
    /// What stays free at the left and right, at the top, and at the bottom.
    left: f32,
    top: f32,
    bottom: f32,
}

impl<'a> Slots<'a> {
    pub(crate) fn of(puzzle: &'a Puzzle) -> Slots<'a> {
        let grid = &puzzle.grid;
        let n = grid.digit_count();
        let columns = (1..).find(|k| k * k >= n).unwrap_or(1);
        // Labels in the corners of cells, and the lines of cages, need their room.
        let labels = puzzle.clues.iter().any(|c| label::is_labelled(c, grid));
        let (left, top) = if labels { (0.1f32, 0.24f32) } else { (0.08, 0.08) };
        // So do dots and letters between cells, which would lie on the marks beside them.
        let between = puzzle.clues.iter().any(edge::is_between);
        let rim = if between { edge::ROOM } else { 0.08 };
        let (left, top, bottom) = (left.max(rim), top.max(rim), rim);
        Slots { grid, columns, rows: n.div_ceil(columns), left, top, bottom }
    }

    /// The place of a candidate, and the height of its digit.
    pub(crate) fn find(&self, cell: CellId, digit: i64) -> (Point, f32) {
        let Slots { grid, columns, rows, left, top, bottom } = *self;
        let i = usize::try_from(digit - grid.lo()).unwrap_or(0);
        let (column, row) = (i % columns, i / columns);
        let (width, height) = (1.0 - 2.0 * left, 1.0 - bottom - top);
        let share = |from: f32, length: f32, k: usize, of: usize| {
            from + length * (k as f32 + 0.5) / of as f32
        };
        let corner = at(grid.col_of(cell) as f32, grid.row_of(cell) as f32);
        let room = (width / columns as f32).min(height / rows as f32);
        let size = room * if grid.hi() > 9 { 0.64 } else { 0.86 };
        (corner.shifted(share(left, width, column, columns), share(top, height, row, rows)), size)
    }
}

fn about(puzzle: &Puzzle) -> String {
    let name = puzzle.title.as_deref().unwrap_or("A puzzle");
    let by = puzzle.author.as_ref().map_or(String::new(), |author| format!(" by {author}"));
    format!("{name}{by}, {} rows and {} columns", puzzle.grid.rows(), puzzle.grid.cols())
}

/// Title and author above; below, the caption and the rules that the picture does not show.
fn words(scene: &mut Scene, view: &View<'_>, rules: &[String]) {
    let line = |scene: &mut Scene, place: Point, size: f32, bold: bool, text: &str| {
        let (anchor, paint, text) = (Anchor::Start, Ink::Black.into(), text.to_string());
        scene.push(Layer::Labels, Shape::Text { place, anchor, size, bold, paint, text });
    };
    let top = scene.from.y;
    if view.title {
        let author = view.puzzle.author.as_deref();
        if let Some(author) = author {
            line(scene, at(0.0, top - 0.35), 0.3, false, author);
        }
        let above = if author.is_some() { 0.45 } else { 0.0 };
        if let Some(title) = &view.puzzle.title {
            line(scene, at(0.0, top - 0.4 - above), 0.42, true, title);
        }
        scene.from.y = top - 0.75 - above;
    }
    let (left, letters) = (scene.from.x + MARGIN, (scene.width() - 2.0 * MARGIN) / 0.15);
    let mut y = scene.to.y + 0.25;
    for paragraph in view.caption.iter().chain(rules) {
        for text in paragraph.lines().flat_map(|line| wrapped(line, letters)) {
            line(scene, at(left, y), 0.26, false, &text);
            scene.to.y = y + 0.3;
            y += 0.36;
        }
        y += 0.1;
    }
}

/// A sentence in lines of about so many letters.
fn wrapped(text: &str, letters: f32) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= letters as usize => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// Lines between cells, thicker between regions and around the grid.
fn lines(scene: &mut Scene, puzzle: &Puzzle) {
    let grid = &puzzle.grid;
    let (rows, cols) = (grid.rows(), grid.cols());
    let region = regions(puzzle);
    let of = |r: usize, c: usize| region[r * cols + c];
    let faint = Stroke::solid(Ink::Faint, 0.016);
    let thick = Stroke::solid(Ink::Black, 0.047);
    for r in 1..rows {
        scene.line(Layer::Grid, vec![at(0.0, r as f32), at(cols as f32, r as f32)], faint);
    }
    for c in 1..cols {
        scene.line(Layer::Grid, vec![at(c as f32, 0.0), at(c as f32, rows as f32)], faint);
    }
    for r in 1..rows {
        for (from, to) in runs(cols, |c| of(r - 1, c) != of(r, c)) {
            let y = r as f32;
            scene.line(Layer::Grid, vec![at(from as f32, y), at(to as f32, y)], thick);
        }
    }
    for c in 1..cols {
        for (from, to) in runs(rows, |r| of(r, c - 1) != of(r, c)) {
            let x = c as f32;
            scene.line(Layer::Grid, vec![at(x, from as f32), at(x, to as f32)], thick);
        }
    }
    let corners = [(0, 0), (cols, 0), (cols, rows), (0, rows)];
    let frame = corners.iter().map(|&(x, y)| at(x as f32, y as f32)).collect();
    scene.polygon(Layer::Grid, frame, None, Some(Stroke::solid(Ink::Black, 0.06)));
}

/// The box or region of each cell.
pub(crate) fn regions(puzzle: &Puzzle) -> Vec<Option<usize>> {
    let mut region = vec![None; puzzle.grid.size()];
    let houses = puzzle.clues.iter().filter(|c| matches!(c.kind.name, "box" | "region"));
    for (i, house) in houses.enumerate() {
        for cell in house.list(0) {
            region[cell.index()] = Some(i);
        }
    }
    region
}

/// The stretches of 0..n where something holds, as start and end.
fn runs(n: usize, holds: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = vec![];
    for i in (0..n).filter(|&i| holds(i)) {
        match runs.last_mut() {
            Some(run) if run.1 == i => run.1 = i + 1,
            _ => runs.push((i, i + 1)),
        }
    }
    runs
}

fn digits(scene: &mut Scene, view: &View<'_>) {
    let grid = &view.puzzle.grid;
    let mut given = vec![None; grid.size()];
    for (cell, digit) in view.puzzle.clues.iter().filter_map(|c| c.as_given()) {
        given[cell.index()] = Some(digit);
    }
    let size = if grid.hi() > 9 { 0.5 } else { 0.65 };
    let (marks, slots) = (view.marks(), Slots::of(view.puzzle));
    for cell in grid.cells() {
        let filled = view.digits.get(cell.index()).copied().flatten();
        let (digit, ink) = match (given[cell.index()], filled) {
            (Some(digit), _) => (Some(digit), Ink::Black),
            (None, digit) => (digit, Ink::Entered),
        };
        if let Some(digit) = digit {
            scene.text(Layer::Digits, centre(grid, cell), size, ink, digit.to_string());
        } else if let Some(marks) = &marks {
            for &digit in marks.get(cell.index()).map_or(&[][..], Vec::as_slice) {
                let (place, size) = slots.find(cell, digit);
                scene.text(Layer::Marks, place, size, Ink::Mark, digit.to_string());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_joined() {
        assert_eq!(runs(6, |i| i != 2), [(0, 2), (3, 6)]);
        assert!(runs(3, |_| false).is_empty());
    }

    #[test]
    fn candidates_have_fixed_places() {
        let puzzle = Puzzle::sudoku(Grid::nine());
        let cell = puzzle.grid.cell(1, 2).unwrap();
        let slots = Slots::of(&puzzle);
        let (five, _) = slots.find(cell, 5);
        assert_eq!(five, at(2.5, 1.5));
        let (one, _) = slots.find(cell, 1);
        let (nine, _) = slots.find(cell, 9);
        assert!(one.x < five.x && one.y < five.y && nine.x > five.x && nine.y > five.y);
    }

    /// A dot between cells has a radius of 0.15, and so do letters there about.
    #[test]
    fn marks_stay_clear_of_what_stands_between_cells() {
        for clue in ["difference r1c1-2", "ratio r1-2c1", "x r1c1-2", "greater r1c1-2"] {
            let text = format!("grid 9\n{clue}\n");
            let puzzle = pencilmark_formats::parse("dots", &text).unwrap();
            let (cell, slots) = (CellId::new(0), Slots::of(&puzzle));
            let ((six, size), (eight, _)) = (slots.find(cell, 6), slots.find(cell, 8));
            // Digits are two thirds as wide and three quarters as high as their font.
            assert!(six.x + size * 0.33 < 0.85 && eight.y + size * 0.38 < 0.85, "{clue}");
        }
    }

    #[test]
    fn long_captions_are_wrapped() {
        assert_eq!(wrapped("one two three", 7.0), ["one two", "three"]);
    }
}
