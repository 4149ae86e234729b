//! Letters in rows, each with its looks.

use crate::colour::Rgb;
use crate::theme::{Ink, Theme};

/// How a letter looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Style {
    pub ink: Ink,
    pub bold: bool,
    pub underlined: bool,
    pub struck: bool,
    pub background: Option<Ink>,
}

impl Default for Style {
    fn default() -> Style {
        let ink = Ink::Black;
        Style { ink, bold: false, underlined: false, struck: false, background: None }
    }
}

/// The letters.
pub(crate) struct Canvas {
    width: usize,
    letters: Vec<(char, Style)>,
}

impl Canvas {
    pub fn new(width: usize, height: usize) -> Canvas {
        Canvas { width, letters: vec![(' ', Style::default()); width * height] }
    }

    fn at(&mut self, line: usize, column: usize) -> Option<&mut (char, Style)> {
        if column >= self.width {
            return None;
        }
        self.letters.get_mut(line * self.width + column)
    }

    /// A letter of the grid's lines.
    pub fn put(&mut self, line: usize, column: usize, letter: char) {
        if let Some(place) = self.at(line, column) {
            place.0 = letter;
        }
    }

    /// A text; it keeps the background that is there.
    pub fn text(&mut self, line: usize, column: usize, text: &str, style: Style) {
        for (i, letter) in text.chars().enumerate() {
            if let Some(place) = self.at(line, column + i) {
                let background = style.background.or(place.1.background);
                *place = (letter, Style { background, ..style });
            }
        }
    }

    /// What is written there.
    pub fn letter_at(&self, line: usize, column: usize) -> char {
        let inside = column < self.width;
        let place = self.letters.get(line * self.width + column).filter(|_| inside);
        place.map_or(' ', |(letter, _)| *letter)
    }

    /// Whether nothing is written in a stretch of a line.
    pub fn is_free(&mut self, line: usize, column: usize, length: usize) -> bool {
        (column..column + length).all(|c| self.at(line, c).is_none_or(|place| place.0 == ' '))
    }

    pub fn background(&mut self, line: usize, column: usize, ink: Ink) {
        if let Some(place) = self.at(line, column) {
            place.1.background = Some(ink);
        }
    }

    pub fn background_at(&mut self, line: usize, column: usize) -> Option<Ink> {
        self.at(line, column)?.1.background
    }

    /// All lines. Without colour they end at their last letter.
    pub fn print(&self, out: &mut String, colour: bool, theme: Theme) {
        for line in self.letters.chunks(self.width.max(1)) {
            let last =
                line.iter().rposition(|(c, s)| *c != ' ' || colour && s.background.is_some());
            let line = &line[..last.map_or(0, |i| i + 1)];
            let mut current = Style::default();
            for &(letter, style) in line {
                if colour && style != current {
                    out.push_str(&escape(style, theme));
                    current = style;
                }
                out.push(letter);
            }
            if current != Style::default() {
                out.push_str("\x1b[0m");
            }
            out.push('\n');
        }
    }
}

fn escape(style: Style, theme: Theme) -> String {
    let mut codes = vec!["0".to_string()];
    let flags = [(style.bold, "1"), (style.underlined, "4"), (style.struck, "9")];
    codes.extend(flags.iter().filter(|(on, _)| *on).map(|(_, code)| code.to_string()));
    let part = |rgb: Rgb| format!("{};{};{}", rgb.0, rgb.1, rgb.2);
    match (style.ink, style.background) {
        // The terminal's own colour is the one sure to be readable on its own background.
        (Ink::Black | Ink::Mark | Ink::Obvious, None) => {}
        (ink, None) => codes.push(format!("38;2;{}", part(on_any(theme.colour(ink))))),
        (ink, _) => codes.push(format!("38;2;{}", part(theme.colour(ink)))),
    }
    if let Some(ink) = style.background {
        codes.push(format!("48;2;{}", part(theme.colour(ink))));
    }
    format!("\x1b[{}m", codes.join(";"))
}

/// A colour that is not lost where the terminal is black, which nothing says.
fn on_any(colour: Rgb) -> Rgb {
    const BLACK: Rgb = Rgb(0, 0, 0);
    const LEAST: f32 = 3.5;
    match colour.contrast(BLACK) < LEAST {
        true => colour.at_contrast(BLACK, LEAST),
        false => colour,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_colour_there_is_no_escape_and_no_trailing_space() {
        let mut canvas = Canvas::new(8, 2);
        canvas.text(0, 1, "a", Style { bold: true, ..Style::default() });
        canvas.background(1, 3, Ink::Tint);
        let mut out = String::new();
        canvas.print(&mut out, false, Theme::Light);
        assert_eq!(out, " a\n\n");
    }

    #[test]
    fn every_line_ends_without_colour() {
        let mut canvas = Canvas::new(3, 1);
        canvas.background(0, 2, Ink::Tint);
        let mut out = String::new();
        canvas.print(&mut out, true, Theme::Dark);
        assert!(out.ends_with("\x1b[0m\n"), "{out:?}");
    }

    /// Nobody knows whether a terminal is black or white.
    #[test]
    fn marks_and_digits_are_readable_on_black_and_on_white() {
        let plain = escape(Style { ink: Ink::Mark, ..Style::default() }, Theme::Light);
        assert_eq!(plain, "\x1b[0m");
        for ink in [Ink::Entered, Ink::OneRule, Ink::SeveralRules, Ink::Reason, Ink::Removed] {
            let colour = on_any(Theme::Light.colour(ink));
            for ground in [Rgb(0, 0, 0), Rgb(255, 255, 255)] {
                assert!(colour.contrast(ground) >= 3.0, "{ink:?} {}", colour.contrast(ground));
            }
        }
    }

    #[test]
    fn writing_outside_is_ignored() {
        let mut canvas = Canvas::new(2, 1);
        canvas.text(0, 1, "long", Style::default());
        canvas.text(9, 0, "far", Style::default());
        let mut out = String::new();
        canvas.print(&mut out, false, Theme::Light);
        assert_eq!(out, " l\n");
    }
}
