//! Colours as numbers, and how well one reads on another.

use std::fmt;

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// Reads `#RRGGBB` or `#RGB`.
    pub fn parse(text: &str) -> Option<Rgb> {
        let hex = text.strip_prefix('#')?;
        if !hex.is_ascii() {
            return None;
        }
        let pair = |at: usize| u8::from_str_radix(hex.get(at..at + 2)?, 16).ok();
        let single = |at: usize| Some(u8::from_str_radix(hex.get(at..at + 1)?, 16).ok()? * 17);
        match hex.len() {
            6 => Some(Rgb(pair(0)?, pair(2)?, pair(4)?)),
            3 => Some(Rgb(single(0)?, single(1)?, single(2)?)),
            _ => None,
        }
    }

    /// This colour laid over another with some opacity.
    pub fn over(self, below: Rgb, alpha: f32) -> Rgb {
        let mix =
            |a: u8, b: u8| (f32::from(a) * alpha + f32::from(b) * (1.0 - alpha)).round() as u8;
        Rgb(mix(self.0, below.0), mix(self.1, below.1), mix(self.2, below.2))
    }

    /// This colour made lighter or darker until its contrast with a background is the one
    /// wanted: lighter than a dark background, darker than a light one.
    pub fn at_contrast(self, background: Rgb, wanted: f32) -> Rgb {
        let (black, white) = (Rgb(0, 0, 0), Rgb(255, 255, 255));
        let is_dark = background.luminance() < 0.18;
        let (far, near) = if is_dark { (white, black) } else { (black, white) };
        let reaches = |c: &Rgb| {
            c.contrast(background) >= wanted && (c.luminance() > background.luminance()) == is_dark
        };
        let too_much = reaches(&self);
        let towards = if too_much { near } else { far };
        let mut way = (0..=256).map(|step| towards.over(self, step as f32 / 256.0));
        let found = if too_much { way.take_while(reaches).last() } else { way.find(reaches) };
        found.unwrap_or(far)
    }

    /// The grey that is as light.
    pub fn grey(self) -> Rgb {
        let level = linear(self.luminance());
        Rgb(level, level, level)
    }

    /// How light it is, from 0 to 1, as the WCAG defines it.
    pub fn luminance(self) -> f32 {
        let part = |v: u8| {
            let v = f32::from(v) / 255.0;
            if v <= 0.040_45 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(self.0) + 0.7152 * part(self.1) + 0.0722 * part(self.2)
    }

    /// The contrast between two colours, from 1 to 21.
    pub fn contrast(self, other: Rgb) -> f32 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

/// The grey level with this luminance.
fn linear(luminance: f32) -> u8 {
    let v = if luminance <= 0.003_130_8 {
        luminance * 12.92
    } else {
        1.055 * luminance.powf(1.0 / 2.4) - 0.055
    };
    (v * 255.0).round() as u8
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02X}{:02X}{:02X}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes_hex() {
        assert_eq!(Rgb::parse("#1D6AE5"), Some(Rgb(0x1D, 0x6A, 0xE5)));
        assert_eq!(Rgb::parse("#CCC").unwrap().to_string(), "#CCCCCC");
        assert_eq!(Rgb::parse("CCC"), None);
        assert_eq!(Rgb::parse("#12é4"), None);
    }

    #[test]
    fn colours_are_moved_to_a_contrast() {
        let papers = [Rgb(0x1B, 0x1C, 0x1F), Rgb(0xFF, 0xFF, 0xFF)];
        let colours = [Rgb(0, 0, 0), Rgb(255, 255, 255), Rgb(0xC0, 0, 0), Rgb(0x67, 0xF0, 0x67)];
        for (paper, colour) in papers.iter().flat_map(|p| colours.map(|c| (*p, c))) {
            let contrast = colour.at_contrast(paper, 3.0).contrast(paper);
            assert!((3.0..3.2).contains(&contrast), "{colour} on {paper}: {contrast}");
        }
    }

    #[test]
    fn contrast_of_the_extremes() {
        let (black, white) = (Rgb(0, 0, 0), Rgb(255, 255, 255));
        assert!((black.contrast(white) - 21.0).abs() < 0.01);
        assert!((white.contrast(white) - 1.0).abs() < 0.01);
        assert_eq!(white.grey(), white);
    }
}
