//! A view drawn with letters, for a terminal or a text file.
//!
//! Cells with candidates or lines inside are three lines high; a plain grid of digits is one
//! line a row. Between the cells of a cage there is no line of the grid. Fills are backgrounds,
//! so they need colour; without it, what a grid of letters cannot show is listed below it in
//! words.

use std::fmt::Write;

use pencilmark_puzzle::{CellId, Clue, Drawing, Mark, Puzzle};

use crate::board::regions;
use crate::canvas::{Canvas, Style};
use crate::colour::Rgb;
use crate::label::is_labelled;
use crate::outside;
use crate::theme::{Ink, Theme};
use crate::view::{Highlight, Role, View};

mod clues;
mod rooms;
mod wires;

use rooms::Rooms;

/// How to draw.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// With escape sequences for colours.
    pub colour: bool,
    /// With the characters of ASCII alone.
    pub ascii: bool,
    /// Whose colours.
    pub theme: Theme,
}

/// The view as lines of text.
pub fn draw(view: &View<'_>, options: Options) -> String {
    let layout = Layout::of(view);
    let mut canvas = Canvas::new(layout.width(), layout.height());
    let rooms = Rooms::of(view.puzzle);
    let mut painter = Painter { view, options, layout, rooms, canvas: &mut canvas };
    painter.lines();
    painter.backgrounds();
    let drawn = painter.wires();
    painter.marks();
    painter.digits();
    let untold = painter.clues(&drawn);
    let mut out = String::new();
    if view.title {
        let title = view.puzzle.title.iter().chain(&view.puzzle.author);
        title.for_each(|line| out.push_str(&format!("{line}\n")));
    }
    canvas.print(&mut out, options.colour, options.theme);
    for line in untold {
        let _ = writeln!(out, "{line}");
    }
    if let Some(caption) = &view.caption {
        let _ = writeln!(out, "{caption}");
    }
    out
}

/// Where the cells are on the canvas. Clues outside the grid stand in cells without lines.
#[derive(Clone, Copy)]
struct Layout {
    rows: usize,
    cols: usize,
    /// Size of a cell without its lines.
    cell: (usize, usize),
    /// Lines of a cell above its candidates.
    above: usize,
    /// Rows of cells above and columns of cells left of the grid.
    before: (usize, usize),
    /// The same below and right of it.
    after: (usize, usize),
}

impl Layout {
    fn of(view: &View<'_>) -> Layout {
        let grid = &view.puzzle.grid;
        let n = grid.digit_count();
        let columns = (1..).find(|k| k * k >= n).unwrap_or(1);
        let digit = grid.hi().to_string().len();
        let any = |is: fn(&Drawing) -> bool| view.puzzle.clues.iter().any(|c| is(&c.kind.drawing));
        let caged = any(|d| matches!(d, Drawing::Cage { .. }));
        let lined = any(|d| matches!(d, Drawing::Line { .. } | Drawing::Arrow { .. }));
        let marked = any(|d| {
            matches!(d, Drawing::Cell { .. } | Drawing::Corner { .. } | Drawing::Diagonals { .. })
        });
        let filled = |c: &Clue| matches!(c.kind.drawing, Drawing::Fill { .. });
        let labels = view.puzzle.clues.iter().any(|c| !filled(c) && is_labelled(c, grid));
        let mut above = 0;
        let cell = if view.marks().is_some() {
            // Labels stand above the candidates.
            above = usize::from(labels);
            (above + n.div_ceil(columns), columns * (digit + 1) + 1)
        } else if lined {
            (3, digit + 6)
        } else if caged || labels {
            (2, digit + 4)
        } else if marked {
            (1, digit + 4)
        } else {
            (1, digit + 2)
        };
        let (rows, cols) = (grid.rows(), grid.cols());
        let mut layout = Layout { rows, cols, cell, above, before: (0, 0), after: (0, 0) };
        for clue in &view.puzzle.clues {
            let Some(((row, col), _)) = outside::spot(grid, clue) else { continue };
            layout.before.0 |= usize::from(row < 0);
            layout.before.1 |= usize::from(col < 0);
            layout.after.0 |= usize::from(row >= grid.rows() as i32);
            layout.after.1 |= usize::from(col >= grid.cols() as i32);
        }
        layout
    }

    fn height(&self) -> usize {
        (self.before.0 + self.rows + self.after.0) * (self.cell.0 + 1) + 1
    }

    fn width(&self) -> usize {
        (self.before.1 + self.cols + self.after.1) * (self.cell.1 + 1) + 1
    }

    /// The canvas line and column of a cell's upper left letter; rows and columns outside the
    /// grid are -1 and the number of rows.
    fn corner(&self, row: i32, col: i32) -> (usize, usize) {
        let line = (row + self.before.0 as i32) as usize * (self.cell.0 + 1) + 1;
        let column = (col + self.before.1 as i32) as usize * (self.cell.1 + 1) + 1;
        (line, column)
    }
}

struct Painter<'a> {
    view: &'a View<'a>,
    options: Options,
    layout: Layout,
    rooms: Rooms,
    canvas: &'a mut Canvas,
}

impl Painter<'_> {
    fn puzzle(&self) -> &Puzzle {
        self.view.puzzle
    }

    fn corner(&self, cell: CellId) -> (usize, usize) {
        let grid = &self.puzzle().grid;
        self.layout.corner(grid.row_of(cell) as i32, grid.col_of(cell) as i32)
    }

    /// The grid's lines: heavy between regions and around the grid.
    fn lines(&mut self) {
        let (rows, cols, (h, w)) = (self.layout.rows, self.layout.cols, self.layout.cell);
        let region = regions(self.puzzle());
        let of = |r: i32, c: i32| {
            let inside = (0..rows as i32).contains(&r) && (0..cols as i32).contains(&c);
            inside.then(|| region[r as usize * cols + c as usize])
        };
        let rooms = self.rooms.clone();
        let joined = |a: (i32, i32), b: (i32, i32)| {
            let cell = |(r, c): (i32, i32)| r as usize * cols + c as usize;
            of(a.0, a.1).is_some() && of(b.0, b.1).is_some() && rooms.joined(cell(a), cell(b))
        };
        // The weight of the line between two cells: none outside the grid and within a cage.
        let between = |a: (i32, i32), b: (i32, i32)| match (of(a.0, a.1), of(b.0, b.1)) {
            (None, None) => 0,
            (Some(x), Some(y)) if x == y => usize::from(!joined(a, b)),
            _ => 2,
        };
        for r in 0..=rows as i32 {
            for c in 0..=cols as i32 {
                let (line, column) = self.layout.corner(r, c);
                let (line, column) = (line - 1, column - 1);
                let up = between((r - 1, c - 1), (r - 1, c));
                let right = between((r - 1, c), (r, c));
                let down = between((r, c - 1), (r, c));
                let left = between((r - 1, c - 1), (r, c - 1));
                self.canvas.put(line, column, self.junction([up, right, down, left]));
                // A line between regions that a cage crosses has gaps.
                let gaps = |a, b, letter: char| joined(a, b).then_some(letter);
                let (flat, upright) = if self.options.ascii { ('~', '!') } else { ('┅', '┇') };
                let flat = gaps((r - 1, c), (r, c), flat).filter(|_| right == 2);
                let upright = gaps((r, c - 1), (r, c), upright).filter(|_| down == 2);
                for i in 1..=w {
                    self.line(line, column + i, [0, right, 0, right], flat);
                }
                for i in 1..=h {
                    self.line(line + i, column, [down, 0, down, 0], upright);
                }
            }
        }
    }

    fn line(&mut self, line: usize, column: usize, arms: [usize; 4], other: Option<char>) {
        if arms != [0; 4] {
            self.canvas.put(line, column, other.unwrap_or_else(|| self.junction(arms)));
        }
    }

    /// The letter with arms of these weights: up, right, down, left.
    fn junction(&self, arms: [usize; 4]) -> char {
        const LINES: &str =
            " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋";
        let heavy = arms.contains(&2);
        match arms {
            _ if !self.options.ascii => {
                let place = arms.iter().fold(0, |sum, arm| sum * 3 + arm);
                LINES.chars().nth(place).unwrap_or(' ')
            }
            [0, 0, 0, 0] => ' ',
            [0, 1, 0, 1] => '.',
            [0, 2, 0, 2] => '-',
            [1, 0, 1, 0] => ':',
            [2, 0, 2, 0] => '|',
            _ if heavy => '+',
            _ => '.',
        }
    }

    /// Cells that clues fill, and those a step looks at; where candidates hide them, also those
    /// that lines run through.
    fn backgrounds(&mut self) {
        let (h, w) = self.layout.cell;
        let fill = |painter: &mut Self, cell: CellId, ink: Ink| {
            let (line, column) = painter.corner(cell);
            for (dl, dc) in (0..h).flat_map(|l| (0..w).map(move |c| (l, c))) {
                painter.canvas.background(line + dl, column + dc, ink);
            }
        };
        let hidden = self.view.marks().is_some();
        for clue in &self.view.puzzle.clues {
            let colour = match clue.kind.drawing {
                Drawing::Fill { colour, .. } => {
                    if let Some(rgb) = Rgb::parse(colour) {
                        let cells = crate::clue::about(clue, self.view.puzzle);
                        cells.into_iter().for_each(|cell| fill(self, cell, Ink::Clue(rgb)));
                    }
                    continue;
                }
                Drawing::Line { colour, .. } if hidden => colour,
                Drawing::Cell { colour, mark: Mark::Square | Mark::Disc, .. } => colour,
                Drawing::Arrow { .. } if hidden => "#CFCFCF",
                _ => continue,
            };
            if let Some(rgb) = Rgb::parse(colour) {
                clue.cells.iter().flatten().for_each(|&cell| fill(self, cell, Ink::Clue(rgb)));
            }
        }
        for highlight in &self.view.highlights {
            if let Highlight::Cells(cells) | Highlight::Outline(cells, _) = highlight {
                cells.iter().for_each(|&cell| fill(self, cell, Ink::Tint));
            }
        }
    }

    fn digits(&mut self) {
        let mut given = vec![None; self.puzzle().grid.size()];
        for (cell, digit) in self.view.puzzle.clues.iter().filter_map(|c| c.as_given()) {
            given[cell.index()] = Some(digit);
        }
        let (h, w) = self.layout.cell;
        for cell in self.view.puzzle.grid.cells() {
            let style = match given[cell.index()] {
                Some(_) => Style { ink: Ink::Black, bold: true, ..Style::default() },
                None => Style { ink: Ink::Entered, ..Style::default() },
            };
            let filled = self.view.digits.get(cell.index()).copied().flatten();
            if let Some(digit) = given[cell.index()].or(filled) {
                let text = digit.to_string();
                let (line, column) = self.corner(cell);
                let start = column + (w - text.len()) / 2 + (w - text.len()) % 2;
                self.canvas.text(line + h / 2, start, &text, style);
            }
        }
    }

    /// Candidates, what a step says of them, and dots for erased ones.
    fn marks(&mut self) {
        let Some(candidates) = self.view.marks() else { return };
        let grid = &self.view.puzzle.grid;
        let has_digit = |cell: CellId| {
            let given = || self.view.puzzle.clues.iter().filter_map(|c| c.as_given());
            self.view.digits.get(cell.index()).copied().flatten().is_some()
                || given().any(|(c, _)| c == cell)
        };
        let empty: Vec<CellId> = grid.cells().filter(|&cell| !has_digit(cell)).collect();
        for cell in empty {
            for digit in grid.digits() {
                let here = candidates.get(cell.index()).is_some_and(|c| c.contains(&digit));
                let mut style = Style { ink: Ink::Mark, ..Style::default() };
                let mut text = if here { digit.to_string() } else { String::new() };
                if let Some(erased) =
                    self.view.erased.iter().find(|e| e.cell == cell && e.digit == digit)
                {
                    let dot = match (self.options.ascii, erased.level) {
                        (true, 0) => ".",
                        (true, 1) => "o",
                        (true, _) => "*",
                        (false, 0) => "·",
                        (false, 1) => "•",
                        (false, _) => "◆",
                    };
                    text = dot.into();
                    style.ink =
                        [Ink::Obvious, Ink::OneRule, Ink::SeveralRules][erased.level.min(2)];
                }
                for highlight in &self.view.highlights {
                    if let Highlight::Candidate(c, d, role) = highlight
                        && (*c, *d) == (cell, digit)
                    {
                        style = role_style(*role);
                        if *role == Role::Removed && !self.options.colour {
                            text = if self.options.ascii { "x".into() } else { "×".into() };
                        }
                    }
                }
                self.mark(cell, digit, &text, style);
            }
        }
    }

    fn mark(&mut self, cell: CellId, digit: i64, text: &str, style: Style) {
        let grid = &self.view.puzzle.grid;
        let n = grid.digit_count();
        let columns = (1..).find(|k| k * k >= n).unwrap_or(1);
        let i = usize::try_from(digit - grid.lo()).unwrap_or(0);
        let wide = grid.hi().to_string().len() + 1;
        let (line, column) = self.corner(cell);
        let line = line + self.layout.above + i / columns;
        self.canvas.text(line, column + 1 + i % columns * wide, text, style);
    }
}

fn role_style(role: Role) -> Style {
    let plain = Style::default();
    match role {
        Role::Reason => Style { ink: Ink::Reason, bold: true, ..plain },
        Role::Placed => Style { ink: Ink::Placed, bold: true, underlined: true, ..plain },
        Role::On => Style { ink: Ink::ChainOn, bold: true, ..plain },
        Role::Off => Style { ink: Ink::ChainOff, underlined: true, ..plain },
        Role::Removed => Style { ink: Ink::Removed, struck: true, ..plain },
    }
}
