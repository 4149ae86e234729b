//! Clues in letters: labels, signs on edges, numbers outside; the rest in words.

use std::collections::BTreeSet;

use pencilmark_puzzle::{Clue, Drawing, Frame, Puzzle, Text};

use super::Painter;
use crate::canvas::Style;
use crate::colour::Rgb;
use crate::label::{arguments, is_labelled, name, pieces, written};
use crate::theme::Ink;
use crate::{edge, outside, told};

impl Painter<'_> {
    /// Labels, dots and clues outside the grid. Returns what the shapes mean and the clues that
    /// letters cannot show; of each clue `drawn` says whether its lines are there.
    pub(super) fn clues(&mut self, drawn: &[bool]) -> Vec<String> {
        let mut untold = vec![];
        let mut samples: Vec<String> = vec![];
        let numbers = bare_numbers(self.view.puzzle);
        let mut bare = false;
        let mut alike = told::Groups::default();
        for (clue, &drawn) in self.view.puzzle.clues.iter().zip(drawn) {
            let shown = match clue.kind.drawing {
                Drawing::Digit | Drawing::Marks | Drawing::Outline => true,
                // Numbers without a sign are all alike.
                Drawing::Outside { frame } => {
                    let fits = self.outside(clue);
                    bare |= fits && frame != Frame::Rank;
                    fits && (frame == Frame::Rank || numbers.len() == 1)
                }
                Drawing::OutsideArrow => self.outside(clue),
                Drawing::Dot { fill } => {
                    let letter = match (fill == "#FFFFFF", self.options.ascii) {
                        (true, true) => "o",
                        (true, false) => "○",
                        (false, true) => "@",
                        (false, false) => "●",
                    };
                    let usual = if fill == "#FFFFFF" { 1 } else { 2 };
                    let all = self.on_edges(clue, |_, _| letter.into());
                    all && clue.numbers.iter().all(|&n| n == usual)
                }
                Drawing::Edge { text } => {
                    let text = written(text, clue, self.view.puzzle);
                    self.on_edges(clue, |_, _| text.clone())
                }
                Drawing::Chevron => self.on_edges(clue, sign),
                Drawing::Cage { text, .. } => {
                    let fits = self.cage(clue, text);
                    let labelled = is_labelled(clue, &self.view.puzzle.grid);
                    fits && (self.options.colour || self.rooms.shows(clue, labelled))
                }
                Drawing::Corner { dashed } => self.at_corner(clue) && !dashed,
                Drawing::Diagonals { .. } => drawn,
                Drawing::Line { text, .. }
                | Drawing::Arrow { text }
                | Drawing::Cell { text, .. } => {
                    let fits = self.label(clue, text);
                    let told = drawn && fits && !self.is_like_another(clue);
                    let sample = format!("  {} {}", self.sample(clue.kind.drawing), clue.kind.name);
                    if told && !samples.contains(&sample) {
                        samples.push(sample);
                    }
                    told
                }
                _ => false,
            };
            if !shown && !alike.take(clue, self.view.puzzle) {
                untold.push(format!("  {}", in_words(clue, self.view.puzzle)));
            }
        }
        if let [only] = numbers[..]
            && bare
        {
            samples.push(format!("  outside: {only}"));
        }
        untold.splice(0..0, samples);
        let puzzle = self.view.puzzle;
        let rest = alike.lines(puzzle).into_iter();
        let rest = rest.chain(told::repeats(puzzle)).chain(told::digits(puzzle));
        untold.extend(rest.map(|words| format!("  {words}")));
        untold
    }

    fn outside(&mut self, clue: &Clue) -> bool {
        let Some(((row, col), way)) = outside::spot(&self.view.puzzle.grid, clue) else {
            return false;
        };
        let numbers: Vec<String> = arguments(clue).0.iter().map(i64::to_string).collect();
        let mut text = numbers.join(" ");
        match clue.kind.drawing {
            Drawing::OutsideArrow => text.push(arrow(way, self.options.ascii)),
            Drawing::Outside { frame: Frame::Rank } => text.insert(0, '#'),
            _ => {}
        }
        let (line, column) = self.layout.corner(row, col);
        let (h, w) = self.layout.cell;
        let letters = text.chars().count();
        let start = column + w.saturating_sub(letters) / 2;
        // Another clue may stand there already, or the number may be too long.
        if letters > w || !self.canvas.is_free(line + h / 2, column, w) {
            return false;
        }
        self.canvas.text(line + h / 2, start, &text, Style::default());
        true
    }

    /// Letters on the line between every two neighbours: which ones may depend on the way from
    /// the first to the second, down and right. False if some lie apart.
    fn on_edges(&mut self, clue: &Clue, letters: impl Fn((isize, isize), bool) -> String) -> bool {
        let grid = &self.view.puzzle.grid;
        let (h, w) = self.layout.cell;
        let mut all = true;
        for (first, second) in edge::pairs(clue) {
            if !edge::touch(grid, first, second) {
                all = false;
                continue;
            }
            let (a, b) = (self.corner(first), self.corner(second));
            let (line, column) = (a.0.max(b.0), a.1.max(b.1));
            let place = match (a.0 == b.0, a.1 == b.1) {
                (true, _) => (line + h / 2, column - 1),
                (_, true) => (line - 1, column + w / 2),
                _ => (line - 1, column - 1),
            };
            let down = grid.row_of(second) as isize - grid.row_of(first) as isize;
            let right = grid.col_of(second) as isize - grid.col_of(first) as isize;
            let text = letters((down, right), self.options.ascii);
            let start = place.1 - text.chars().count().saturating_sub(1).min(2) / 2;
            self.canvas.text(place.0, start, &text, Style { bold: true, ..Style::default() });
        }
        all
    }

    /// Digits where cells meet; false if there are too many.
    fn at_corner(&mut self, clue: &Clue) -> bool {
        let text: String = clue.numbers.iter().map(i64::to_string).collect();
        let spots: Vec<(usize, usize)> = clue.list(0).iter().map(|&c| self.corner(c)).collect();
        let (Some(line), Some(column)) =
            (spots.iter().map(|s| s.0).max(), spots.iter().map(|s| s.1).max())
        else {
            return false;
        };
        let (letters, (_, w)) = (text.chars().count(), self.layout.cell);
        let wide = self.view.puzzle.grid.hi() > 9 && clue.numbers.len() > 1;
        if letters > w || wide || spots.len() != 4 {
            return false;
        }
        let start = (column - 1).saturating_sub(letters / 2);
        self.canvas.text(line - 1, start, &text, Style { bold: true, ..Style::default() });
        true
    }

    /// What is written in the first cell of each list; false if it is too long.
    fn label(&mut self, clue: &Clue, text: Text) -> bool {
        let label = written(text, clue, self.view.puzzle);
        let fits = label.chars().count() <= self.layout.cell.1;
        for list in clue.cells.iter().filter(|_| fits) {
            if let Some(&first) = list.first() {
                let (line, column) = self.corner(first);
                self.canvas.text(line, column, &label, Style::default());
            }
        }
        fits
    }

    /// Whether another kind looks the same in letters.
    fn is_like_another(&self, clue: &Clue) -> bool {
        let own = self.sample(clue.kind.drawing);
        let others = self.view.puzzle.clues.iter().filter(|c| c.kind.name != clue.kind.name);
        others.into_iter().any(|c| self.sample(c.kind.drawing) == own)
    }

    /// A cage: a label in its first cell, and a background that differs from its neighbours'.
    /// False if a label is too long for its cell.
    fn cage(&mut self, clue: &Clue, text: Text) -> bool {
        const SHADES: [Rgb; 4] = [
            Rgb(0xD6, 0xE4, 0xF5),
            Rgb(0xF5, 0xE3, 0xD0),
            Rgb(0xDC, 0xEF, 0xD8),
            Rgb(0xEE, 0xDD, 0xF0),
        ];
        let grid = &self.view.puzzle.grid;
        let (h, w) = self.layout.cell;
        let label = written(text, clue, self.view.puzzle);
        let mut fits = true;
        for list in &clue.cells {
            let mut taken = BTreeSet::new();
            for &cell in list {
                for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                    let Some(next) = grid.step(cell, down, right) else { continue };
                    let (line, column) = self.corner(next);
                    if let Some(Ink::Clue(rgb)) = self.canvas.background_at(line, column) {
                        taken.extend(SHADES.iter().position(|s| *s == rgb));
                    }
                }
            }
            let shade = (0..SHADES.len()).find(|i| !taken.contains(i)).unwrap_or(0);
            for &cell in list {
                let (line, column) = self.corner(cell);
                for (dl, dc) in (0..h).flat_map(|l| (0..w).map(move |c| (l, c))) {
                    self.canvas.background(line + dl, column + dc, Ink::Clue(SHADES[shade]));
                }
            }
            for (i, piece) in pieces(grid, list).iter().enumerate() {
                let (line, column) = self.corner(piece[0]);
                let text = if i == 0 { &label } else { &name(clue, self.view.puzzle) };
                fits &= text.chars().count() <= w;
                if text.chars().count() <= w {
                    self.canvas.text(line, column, text, Style::default());
                }
            }
        }
        fits
    }
}

/// A clue in words, with what they leave out: one of several meanings, or some of the cells.
fn in_words(clue: &Clue, puzzle: &Puzzle) -> String {
    let mut words = clue.words(puzzle);
    let lists = clue.cells.iter().map(|list| puzzle.grid.list(list));
    let missing: Vec<String> = lists.filter(|list| !words.contains(list.as_str())).collect();
    // The words for a diagonal or a box say which cells it has without a list.
    if matches!(clue.kind.drawing, Drawing::Arrow { .. }) && !missing.is_empty() {
        words.push_str(&format!(" along {}", missing.join(" / ")));
    }
    let which = arguments(clue).1.map_or(String::new(), |word| format!(" ({word})"));
    words + &which
}

/// The kinds of numbers outside the grid that have no sign of their own.
fn bare_numbers(puzzle: &Puzzle) -> Vec<&'static str> {
    let is_bare =
        |c: &&Clue| matches!(c.kind.drawing, Drawing::Outside { frame } if frame != Frame::Rank);
    let names: BTreeSet<_> = puzzle.clues.iter().filter(is_bare).map(|c| c.kind.name).collect();
    names.into_iter().collect()
}

/// An arrow towards a diagonal.
fn arrow((down, right): (i32, i32), ascii: bool) -> char {
    match (ascii, down > 0, right > 0) {
        (true, true, true) | (true, false, false) => '\\',
        (true, _, _) => '/',
        (false, true, true) => '↘',
        (false, true, false) => '↙',
        (false, false, true) => '↗',
        (false, false, false) => '↖',
    }
}

/// The sign between a larger cell and the smaller one in this direction: it points at it.
fn sign((down, right): (isize, isize), ascii: bool) -> String {
    let sign = match (down, right, ascii) {
        (0, 1.., _) => ">",
        (0, _, _) => "<",
        (1.., 0, true) => "v",
        (1.., 0, false) => "∨",
        (_, 0, true) => "^",
        (_, 0, false) => "∧",
        (_, 1.., _) => ">",
        _ => "<",
    };
    sign.into()
}
