//! Lines through cells, arrows and shapes around digits, in letters. Digits and candidates are
//! written over them.

use std::collections::BTreeMap;

use pencilmark_puzzle::{CellId, Clue, Drawing, End, Mark};

use super::Painter;
use crate::canvas::Style;
use crate::colour::Rgb;
use crate::label::arguments;
use crate::line::ARROW;
use crate::theme::Ink;

/// A place on the canvas: line and column.
type Spot = (usize, usize);

/// Where a line leaves a letter, clockwise from above.
const WAYS: [(isize, isize); 8] =
    [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];

/// What runs through one letter.
#[derive(Clone, Copy)]
struct Knot {
    /// The ways in which it goes on, as bits.
    ways: u8,
    thick: bool,
    ink: Ink,
}

/// All lines that have been drawn so far, so that those which meet are joined.
#[derive(Default)]
struct Wires {
    knots: BTreeMap<Spot, Knot>,
    /// Letters that stand on lines: heads of arrows.
    heads: BTreeMap<Spot, (char, Ink)>,
}

impl Painter<'_> {
    /// Draws lines, arrows, diagonals and shapes in cells; of each clue whether all of it is
    /// there.
    pub(super) fn wires(&mut self) -> Vec<bool> {
        let mut wires = Wires::default();
        let puzzle = self.view.puzzle;
        let shown = puzzle.clues.iter().map(|clue| self.wire(clue, &mut wires)).collect();
        for (&(line, column), knot) in &wires.knots {
            let letter = self.knot(*knot, self.canvas.letter_at(line, column));
            self.canvas.text(line, column, &letter.to_string(), style(knot.ink));
        }
        for (&(line, column), &(letter, ink)) in &wires.heads {
            self.canvas.text(line, column, &letter.to_string(), style(ink));
        }
        for clue in &puzzle.clues {
            self.around(clue);
        }
        shown
    }

    fn wire(&self, clue: &Clue, wires: &mut Wires) -> bool {
        match clue.kind.drawing {
            Drawing::Line { colour, .. } => {
                let ink = Rgb::parse(colour).map_or(Ink::Black, Ink::Line);
                let closed = arguments(clue).1 == Some("loop");
                clue.cells.iter().fold(true, |all, list| {
                    let back = list.first().filter(|_| closed);
                    let cells: Vec<CellId> = list.iter().chain(back).copied().collect();
                    self.path(&cells, wires, true, ink) && all
                })
            }
            Drawing::Arrow { .. } => self.arrow(clue, wires),
            Drawing::Diagonals { colour } => {
                let ink = Rgb::parse(colour).map_or(Ink::Faint, Ink::Line);
                let sign = clue.numbers.first().copied();
                let falls = sign.is_none_or(|sign| sign < 0);
                let rises = sign.is_none_or(|sign| sign >= 0);
                let (rows, cols) = (self.layout.rows, self.layout.cols);
                let square = rows == cols;
                let row: Vec<usize> = (0..rows.min(cols)).collect();
                let cells = |column: &dyn Fn(usize) -> usize| -> Vec<CellId> {
                    row.iter().map(|&r| CellId::new(r * cols + column(r))).collect()
                };
                if falls {
                    self.path(&cells(&|r| r), wires, false, ink);
                }
                if rises {
                    self.path(&cells(&|r| cols - 1 - r), wires, false, ink);
                }
                square
            }
            Drawing::Cell { .. } => clue.cells.iter().any(|list| !list.is_empty()),
            _ => false,
        }
    }

    /// A circle or pill, and a line with a head through each of the other lists.
    fn arrow(&self, clue: &Clue, wires: &mut Wires) -> bool {
        let ink = Ink::Line(ARROW);
        let mut all = self.path(clue.list(0), wires, true, ink) && clue.cells.len() > 1;
        for shaft in clue.cells.iter().skip(1) {
            let mut cells: Vec<CellId> =
                shaft.iter().filter(|cell| !clue.list(0).contains(cell)).copied().collect();
            let Some(&first) = cells.first() else { continue };
            let beside = |cell: &&CellId| self.way(**cell, first).is_some();
            match clue.list(0).iter().rev().find(beside) {
                Some(&start) => cells.insert(0, start),
                None => all = false,
            }
            all &= self.path(&cells, wires, false, ink);
            if let [.., before, tip] = cells[..] {
                self.head(before, tip, wires, ink);
            }
        }
        all
    }

    /// Joins the centres of cells; false if some do not touch.
    fn path(&self, cells: &[CellId], wires: &mut Wires, thick: bool, ink: Ink) -> bool {
        let mut all = true;
        for pair in cells.windows(2) {
            let Some(way) = self.way(pair[0], pair[1]) else {
                all = false;
                continue;
            };
            let there = WAYS.iter().position(|w| *w == way).unwrap_or(0);
            let back = (there + 4) % 8;
            let spots = self.spots(pair[0], pair[1]);
            let last = spots.len() - 1;
            for (i, spot) in spots.into_iter().enumerate() {
                let ways = match i {
                    0 => 1 << there,
                    _ if i == last => 1 << back,
                    _ => 1 << there | 1 << back,
                };
                let knot = wires.knots.entry(spot).or_insert(Knot { ways: 0, thick, ink });
                *knot = Knot { ways: knot.ways | ways, thick: knot.thick | thick, ink };
            }
        }
        all
    }

    /// The head of an arrow before the middle of its last cell, or on its border where
    /// candidates stand in the cell.
    fn head(&self, before: CellId, tip: CellId, wires: &mut Wires, ink: Ink) {
        let Some((down, right)) = self.way(before, tip) else { return };
        let spots = self.spots(before, tip);
        let (line, column) = self.corner(tip);
        let (h, w) = self.layout.cell;
        let inside =
            |&(l, c): &Spot| (line..line + h).contains(&l) && (column..column + w).contains(&c);
        let place = match self.view.marks() {
            Some(_) => spots.iter().rev().find(|spot| !inside(spot)),
            // Beside the brackets of another clue in that cell, which would hide it.
            None if down == 0 && self.is_bracketed(tip) => {
                let (start, length) = self.middle(tip);
                let hidden = start - 1..=start + length;
                spots.iter().rev().find(|(_, column)| !hidden.contains(column))
            }
            None => spots.iter().rev().nth(1),
        };
        let letter = match (self.options.ascii, down, right) {
            (true, 0, 1) => '>',
            (true, 0, _) => '<',
            (true, 1, _) => 'v',
            (true, ..) => '^',
            (false, 0, 1) => '→',
            (false, 0, _) => '←',
            (false, 1, 0) => '↓',
            (false, 1, 1) => '↘',
            (false, 1, _) => '↙',
            (false, _, 0) => '↑',
            (false, _, 1) => '↗',
            (false, ..) => '↖',
        };
        if let Some(&place) = place {
            wires.heads.insert(place, (letter, ink));
        }
        // The line ends with its head, unless another one runs through the cell.
        let back = WAYS.iter().position(|way| *way == (-down, -right)).map_or(0, |i| 1u8 << i);
        if let Some(knot) = wires.knots.get_mut(&self.centre(tip)) {
            knot.ways &= !back;
        }
    }

    /// Whether letters stand left and right of a cell's digit.
    fn is_bracketed(&self, cell: CellId) -> bool {
        self.view.puzzle.clues.iter().any(|clue| match clue.kind.drawing {
            Drawing::Arrow { .. } => clue.list(0).contains(&cell),
            Drawing::Cell { .. } => clue.cells.iter().flatten().any(|c| *c == cell),
            Drawing::Line { ends: [first, last], .. } => clue.cells.iter().any(|list| {
                first != End::Plain && list.first() == Some(&cell)
                    || last != End::Plain && list.last() == Some(&cell)
            }),
            _ => false,
        })
    }

    /// The first column of a cell's digit, or of all candidates, and how many there are.
    fn middle(&self, cell: CellId) -> (usize, usize) {
        let ((_, column), (_, w)) = (self.corner(cell), self.layout.cell);
        let digit = self.view.puzzle.grid.hi().to_string().len();
        match self.view.marks() {
            Some(_) => (column + 1, w - 2),
            None => (column + (w - digit) / 2 + (w - digit) % 2, digit),
        }
    }

    /// The step from a cell to one that it touches.
    fn way(&self, from: CellId, to: CellId) -> Option<(isize, isize)> {
        let grid = &self.view.puzzle.grid;
        let down = grid.row_of(to) as isize - grid.row_of(from) as isize;
        let right = grid.col_of(to) as isize - grid.col_of(from) as isize;
        let touches = down.abs() <= 1 && right.abs() <= 1 && (down, right) != (0, 0);
        touches.then_some((down, right))
    }

    fn centre(&self, cell: CellId) -> Spot {
        let ((line, column), (h, w)) = (self.corner(cell), self.layout.cell);
        (line + h / 2, column + w / 2)
    }

    /// The letters from the middle of a cell to that of one beside it.
    fn spots(&self, from: CellId, to: CellId) -> Vec<Spot> {
        let (a, b) = (self.centre(from), self.centre(to));
        // A slanted line has one letter a line, others one for each place.
        let steps = if a.0 == b.0 { a.1.abs_diff(b.1) } else { a.0.abs_diff(b.0) };
        let share = |from: usize, to: usize, i: usize| {
            let steps = steps.max(1);
            (from * (steps - i) + to * i + steps / 2) / steps
        };
        (0..=steps).map(|i| (share(a.0, b.0, i), share(a.1, b.1, i))).collect()
    }

    /// The letter for what runs through a place, over the line of the grid that is there.
    fn knot(&self, knot: Knot, below: char) -> char {
        const THICK: &str = " ═║╗══╔╦║╝║╣╚╩╠╬";
        const THIN: &str = " ╴╷╮╶─╭┬╵╯│┤╰┴├┼";
        let arm = |way: usize| usize::from(knot.ways >> way & 1);
        let place = arm(0) << 3 | arm(2) << 2 | arm(4) << 1 | arm(6);
        let (falls, rises) = (arm(3) + arm(7), arm(1) + arm(5));
        match (self.options.ascii, place, falls, rises) {
            (_, 0, 0, 0) => ' ',
            (ascii, 0, _, 0) => {
                if ascii {
                    '\\'
                } else {
                    '╲'
                }
            }
            (ascii, 0, 0, _) => {
                if ascii {
                    '/'
                } else {
                    '╱'
                }
            }
            (ascii, 0, 2, 2) => {
                if ascii {
                    'X'
                } else {
                    '╳'
                }
            }
            (true, 1 | 4 | 5, 0, 0) => {
                if knot.thick {
                    '='
                } else {
                    '~'
                }
            }
            (true, 2 | 8 | 10, 0, 0) => {
                if knot.thick {
                    '#'
                } else {
                    '!'
                }
            }
            (true, ..) => '*',
            (false, _, 0, 0) => match (knot.thick, place, below) {
                (true, 5, '│' | '┃' | '┇') => '╪',
                (true, 10, '─' | '━' | '┅') => '╫',
                (false, 5, '│') | (false, 10, '─') => '┼',
                (false, 5, '┃' | '┇') => '╂',
                (false, 10, '━' | '┅') => '┿',
                (true, ..) => THICK.chars().nth(place).unwrap_or(' '),
                (false, ..) => THIN.chars().nth(place).unwrap_or(' '),
            },
            (false, ..) => '•',
        }
    }

    /// Shapes around the digits of cells: bulbs, circles, odd and even.
    fn around(&mut self, clue: &Clue) {
        match clue.kind.drawing {
            Drawing::Line { colour, ends, .. } => {
                let ink = Rgb::parse(colour).map_or(Ink::Black, Ink::Line);
                for list in &clue.cells {
                    let Some((&first, &last)) = list.first().zip(list.last()) else { continue };
                    self.brackets(first, of_end(ends[0]), ink);
                    self.brackets(last, of_end(ends[1]), ink);
                }
            }
            Drawing::Cell { mark, colour, .. } => {
                let ink = Rgb::parse(colour).map_or(Ink::Black, Ink::Line);
                for &cell in clue.cells.iter().flatten() {
                    self.brackets(cell, Some(of_mark(mark)), ink);
                }
            }
            Drawing::Arrow { .. } => self.pill(clue.list(0)),
            _ => {}
        }
    }

    /// A circle, or one bracket at each end of a row of cells.
    fn pill(&mut self, cells: &[CellId]) {
        let grid = &self.view.puzzle.grid;
        let flat = cells.iter().all(|&c| grid.row_of(c) == grid.row_of(cells[0]));
        let (left, right) = (cells.iter().min(), cells.iter().max());
        for &cell in cells {
            let [open, close] = ['(', ')'];
            let sides =
                [(open, !flat || Some(&cell) == left), (close, !flat || Some(&cell) == right)];
            self.sides(cell, sides.map(|(letter, here)| here.then_some(letter)), Ink::Black);
        }
    }

    fn brackets(&mut self, cell: CellId, letters: Option<Brackets>, ink: Ink) {
        if let Some((fine, plain)) = letters {
            let letters = if self.options.ascii { plain } else { fine };
            self.sides(cell, letters.map(Some), ink);
        }
    }

    /// Letters left and right of a digit, or of all candidates. Between them the line is not
    /// seen.
    fn sides(&mut self, cell: CellId, letters: [Option<char>; 2], ink: Ink) {
        let ((line, _), (h, _)) = (self.corner(cell), self.layout.cell);
        let (start, length) = self.middle(cell);
        let places = [start - 1, start + length];
        self.canvas.text(line + h / 2, start, &" ".repeat(length), Style::default());
        for (letter, place) in letters.into_iter().zip(places) {
            if let Some(letter) = letter {
                self.canvas.text(line + h / 2, place, &letter.to_string(), style(ink));
            }
        }
    }

    /// How a kind of lines or shapes looks, for the list of those that occur.
    pub(super) fn sample(&self, drawing: Drawing) -> String {
        let around = |letters: Option<Brackets>, between: &str| match letters {
            Some((_, [open, close])) if self.options.ascii => format!("{open}{between}{close}"),
            Some(([open, close], _)) => format!("{open}{between}{close}"),
            None => between.to_string(),
        };
        let (thick, thin) = if self.options.ascii { ("==", "~>") } else { ("══", "─→") };
        match drawing {
            Drawing::Line { ends, .. } => {
                let first = around(of_end(ends[0]), if ends[0] == End::Plain { "" } else { " " });
                let last = around(of_end(ends[1]), if ends[1] == End::Plain { "" } else { " " });
                format!("{first}{thick}{last}")
            }
            Drawing::Arrow { .. } => format!("( ){thin}"),
            Drawing::Cell { mark, .. } => around(Some(of_mark(mark)), " "),
            _ => String::new(),
        }
    }
}

/// Letters left and right of a digit, and their likeness in ASCII.
type Brackets = ([char; 2], [char; 2]);

fn of_end(end: End) -> Option<Brackets> {
    match end {
        End::Plain => None,
        End::Bulb => Some((['◖', '◗'], ['{', '}'])),
        End::Circle => Some((['(', ')'], ['(', ')'])),
        End::Diamond => Some((['◁', '▷'], ['/', '\\'])),
    }
}

fn of_mark(mark: Mark) -> Brackets {
    match mark {
        Mark::Square => (['▐', '▌'], ['[', ']']),
        Mark::Disc => (['◖', '◗'], ['{', '}']),
        Mark::Ring => (['(', ')'], ['(', ')']),
        Mark::Frame => (['[', ']'], ['[', ']']),
        Mark::Inward => (['›', '‹'], ['>', '<']),
        Mark::Outward => (['‹', '›'], ['<', '>']),
    }
}

fn style(ink: Ink) -> Style {
    Style { ink, ..Style::default() }
}
