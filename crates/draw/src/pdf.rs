//! Pictures on pages, as PDF. Written by hand: a page is a list of paths and texts, and the
//! fonts are two of those that every reader has.

use std::fmt::Write;

use crate::page::Sheet;
use crate::shape::{Anchor, Paint, Point, Shape, Stroke};
use crate::svg::{BASELINE, number};
use crate::theme::Theme;

/// Points of an inch, PDF's unit, in a millimetre.
const POINTS: f32 = 72.0 / 25.4;

/// The sheets as one document.
pub fn pdf(sheets: &[Sheet], theme: Theme) -> Vec<u8> {
    let mut file = File { bytes: b"%PDF-1.4\n".to_vec(), offsets: vec![] };
    let first_page = 5;
    let kids: Vec<String> =
        (0..sheets.len()).map(|i| format!("{} 0 R", first_page + 2 * i)).collect();
    file.object("<< /Type /Catalog /Pages 2 0 R >>");
    file.object(&format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), sheets.len()));
    for font in ["Helvetica", "Helvetica-Bold"] {
        file.object(&format!(
            "<< /Type /Font /Subtype /Type1 /BaseFont /{font} /Encoding /WinAnsiEncoding >>"
        ));
    }
    for (i, sheet) in sheets.iter().enumerate() {
        let mut page = Page { text: String::new(), alphas: vec![], theme };
        for (picture, corner, cell) in sheet.pictures() {
            let _ = writeln!(
                page.text,
                "q {0} 0 0 {1} {2} {3} cm",
                precise(cell * POINTS),
                precise(-cell * POINTS),
                precise((corner.x - picture.from.x * cell) * POINTS),
                precise((sheet.height - corner.y + picture.from.y * cell) * POINTS),
            );
            for shape in picture.shapes() {
                page.shape(shape);
            }
            page.text.push_str("Q\n");
        }
        let states: String = page
            .alphas
            .iter()
            .enumerate()
            .map(|(i, (fill, stroke))| {
                format!("/A{i} << /ca {} /CA {} >> ", number(*fill), number(*stroke))
            })
            .collect();
        file.object(&format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {} {}] /Contents {} 0 R \
             /Resources << /Font << /F0 3 0 R /F1 4 0 R >> /ExtGState << {states}>> >> >>",
            number(sheet.width * POINTS),
            number(sheet.height * POINTS),
            first_page + 2 * i + 1,
        ));
        let stream = page.text;
        file.object(&format!("<< /Length {} >>\nstream\n{stream}endstream", stream.len()));
    }
    file.finish()
}

/// A document in the making: PDF ends with a table of where each object starts.
struct File {
    bytes: Vec<u8>,
    offsets: Vec<usize>,
}

impl File {
    fn object(&mut self, body: &str) {
        self.offsets.push(self.bytes.len());
        let n = self.offsets.len();
        self.bytes.extend_from_slice(format!("{n} 0 obj\n{body}\nendobj\n").as_bytes());
    }

    fn finish(mut self) -> Vec<u8> {
        let start = self.bytes.len();
        let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", self.offsets.len() + 1);
        for offset in &self.offsets {
            let _ = writeln!(table, "{offset:010} 00000 n ");
        }
        let _ = write!(
            table,
            "trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n",
            self.offsets.len() + 1
        );
        self.bytes.extend_from_slice(table.as_bytes());
        self.bytes
    }
}

struct Page {
    text: String,
    /// The opacities of fill and line used so far; each pair is a named state of the page.
    alphas: Vec<(f32, f32)>,
    theme: Theme,
}

impl Page {
    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Path { points, closed, fill, stroke } => {
                self.looks(*fill, *stroke);
                for (i, p) in points.iter().enumerate() {
                    let letter = if i == 0 { 'm' } else { 'l' };
                    let _ = writeln!(self.text, "{} {letter}", place(*p));
                }
                if *closed {
                    self.text.push_str("h\n");
                }
                self.draw(fill.is_some(), stroke.is_some());
            }
            Shape::Circle { centre, radius, fill, stroke } => {
                self.looks(*fill, *stroke);
                self.circle(*centre, *radius);
                self.draw(fill.is_some(), stroke.is_some());
            }
            Shape::Text { place: p, anchor, size, bold, paint, text } => {
                self.looks(Some(*paint), None);
                let width = width(text) * size;
                let x = if *anchor == Anchor::Middle { p.x - width / 2.0 } else { p.x };
                let _ = writeln!(
                    self.text,
                    "BT /F{} {} Tf 1 0 0 -1 {} {} Tm <{}> Tj ET\nQ",
                    u8::from(*bold),
                    precise(*size),
                    precise(x),
                    precise(p.y + BASELINE * size),
                    latin(text),
                );
            }
        }
    }

    /// Opens a state of its own for a shape; [`Page::draw`] closes it.
    fn looks(&mut self, fill: Option<Paint>, stroke: Option<Stroke>) {
        self.text.push_str("q\n");
        let opacity = |paint: Option<Paint>| paint.map_or(1.0, |p| p.alpha);
        self.opacity((opacity(fill), opacity(stroke.map(|s| s.paint))));
        if let Some(paint) = fill {
            let colour = self.colour(paint);
            let _ = writeln!(self.text, "{colour} rg");
        }
        let Some(stroke) = stroke else { return };
        let colour = self.colour(stroke.paint);
        let _ = writeln!(self.text, "{colour} RG {} w", precise(stroke.width));
        match stroke.dash {
            Some((dash, gap)) => {
                let _ = writeln!(self.text, "0 J 1 j [{} {}] 0 d", precise(dash), precise(gap));
            }
            None => self.text.push_str("1 J 1 j\n"),
        }
    }

    fn opacity(&mut self, alphas: (f32, f32)) {
        if alphas == (1.0, 1.0) {
            return;
        }
        let known = self.alphas.iter().position(|a| *a == alphas);
        let i = known.unwrap_or(self.alphas.len());
        if known.is_none() {
            self.alphas.push(alphas);
        }
        let _ = writeln!(self.text, "/A{i} gs");
    }

    fn colour(&self, paint: Paint) -> String {
        let rgb = self.theme.colour(paint.ink);
        let part = |v: u8| number(f32::from(v) / 255.0);
        format!("{} {} {}", part(rgb.0), part(rgb.1), part(rgb.2))
    }

    fn draw(&mut self, fill: bool, stroke: bool) {
        self.text.push_str(match (fill, stroke) {
            (true, true) => "B\nQ\n",
            (true, false) => "f\nQ\n",
            (false, true) => "S\nQ\n",
            (false, false) => "n\nQ\n",
        });
    }

    /// Four curves that differ from a circle by less than a thousandth of its radius.
    fn circle(&mut self, c: Point, r: f32) {
        let k = 0.5523 * r;
        let _ = writeln!(self.text, "{} m", place(c.shifted(r, 0.0)));
        let quarters = [
            [(r, k), (k, r), (0.0, r)],
            [(-k, r), (-r, k), (-r, 0.0)],
            [(-r, -k), (-k, -r), (0.0, -r)],
            [(k, -r), (r, -k), (r, 0.0)],
        ];
        for quarter in quarters {
            let points = quarter.map(|(dx, dy)| place(c.shifted(dx, dy)));
            let _ = writeln!(self.text, "{} c", points.join(" "));
        }
    }
}

fn place(p: Point) -> String {
    format!("{} {}", precise(p.x), precise(p.y))
}

/// Four places after the point: a page is scaled up to its size.
fn precise(value: f32) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// About how wide Helvetica sets a text, in font heights; exact for digits.
fn width(text: &str) -> f32 {
    let letter = |c: char| match c {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | ' ' | 'f' | 't' | 'I' | '/' => 0.278,
        'm' | 'M' | 'W' | 'w' => 0.8,
        'A'..='Z' => 0.68,
        _ => 0.556,
    };
    text.chars().map(letter).sum()
}

/// The text in the encoding of the fonts, as hexadecimal; a letter they lack becomes `?`.
fn latin(text: &str) -> String {
    let byte = |c: char| match u32::from(c) {
        code @ (0x20..=0x7E | 0xA0..=0xFF) => code,
        0x2013 => 0x96,
        0x2014 => 0x97,
        0x2018 => 0x91,
        0x2019 => 0x92,
        0x201C => 0x93,
        0x201D => 0x94,
        0x2026 => 0x85,
        _ => 0x3F,
    };
    text.chars().map(|c| format!("{:02X}", byte(c))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::sheets;
    use crate::shape::{Layer, Scene, at};
    use crate::theme::Ink;

    /// Every entry of the table at the end points at its object.
    #[test]
    fn the_table_of_objects_is_right() {
        let mut scene = Scene::new(at(0.0, 0.0), at(2.0, 2.0), "");
        scene.circle(Layer::Edges, at(1.0, 1.0), 0.5, Some(Ink::Tint.alpha(0.5)), None);
        scene.text(Layer::Digits, at(1.0, 1.0), 0.5, Ink::Black, "(5) – é");
        let bytes = pdf(&sheets(vec![scene; 3], 1, 2), Theme::Light);
        let text = String::from_utf8(bytes).unwrap();
        let table = &text[text.rfind("xref\n0 ").unwrap()..];
        let offsets: Vec<usize> = table
            .lines()
            .filter(|line| line.ends_with(" n "))
            .map(|line| line[..10].parse().unwrap())
            .collect();
        assert_eq!(offsets.len(), 4 + 2 * 2);
        for (i, &offset) in offsets.iter().enumerate() {
            assert!(text[offset..].starts_with(&format!("{} 0 obj", i + 1)));
        }
        let opened = text.matches("\nq").count();
        assert_eq!(opened, text.matches("\nQ").count());
    }
}
