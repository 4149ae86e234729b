//! Several pictures on sheets of paper, row by row.

use std::fmt::Write;

use crate::shape::{Point, Scene, at};
use crate::svg::{Colours, group, number};
use crate::theme::{Ink, Theme};

/// Width, height and margin of a sheet, in millimetres: A4.
const PAPER: (f32, f32) = (210.0, 297.0);
const MARGIN: f32 = 15.0;
const GAP: f32 = 8.0;

/// One sheet with its pictures.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// In millimetres.
    pub width: f32,
    /// In millimetres.
    pub height: f32,
    pictures: Vec<(Scene, Point, f32)>,
}

impl Sheet {
    /// The pictures, the upper left corner of each and the size of its cells, in millimetres.
    pub fn pictures(&self) -> impl Iterator<Item = (&Scene, Point, f32)> {
        self.pictures.iter().map(|(scene, corner, cell)| (scene, *corner, *cell))
    }
}

/// Puts pictures on as many sheets as they need, so many side by side and below each other.
/// Every picture is as large as its share of the sheet allows, and centred in it.
pub fn sheets(scenes: Vec<Scene>, columns: usize, rows: usize) -> Vec<Sheet> {
    let (columns, rows) = (columns.max(1), rows.max(1));
    let share = |length: f32, n: usize| (length - 2.0 * MARGIN + GAP) / n as f32 - GAP;
    let (width, height) = (share(PAPER.0, columns), share(PAPER.1, rows));
    let mut sheets = vec![];
    let mut scenes = scenes.into_iter().peekable();
    while scenes.peek().is_some() {
        let on_sheet = scenes.by_ref().take(columns * rows).enumerate();
        let placed = on_sheet.map(|(i, scene)| {
            let cell = (width / scene.width()).min(height / scene.height());
            let (column, row) = ((i % columns) as f32, (i / columns) as f32);
            let slack = at(width - cell * scene.width(), height - cell * scene.height());
            let corner = at(
                MARGIN + column * (width + GAP) + slack.x / 2.0,
                MARGIN + row * (height + GAP) + slack.y / 2.0,
            );
            (scene, corner, cell)
        });
        sheets.push(Sheet { width: PAPER.0, height: PAPER.1, pictures: placed.collect() });
    }
    sheets
}

/// A sheet as SVG.
pub fn sheet_svg(sheet: &Sheet, theme: Theme) -> String {
    let mut out = String::new();
    let (w, h) = (number(sheet.width), number(sheet.height));
    let _ = writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {w} {h}" width="{w}mm" height="{h}mm">"#
    );
    let _ =
        writeln!(out, r#"<rect width="{w}" height="{h}" fill="{}"/>"#, theme.colour(Ink::Paper));
    for (scene, corner, cell) in sheet.pictures() {
        let _ = writeln!(
            out,
            r#"<g transform="translate({} {}) scale({})">"#,
            number(corner.x - scene.from.x * cell),
            number(corner.y - scene.from.y * cell),
            number(cell),
        );
        group(&mut out, &scene.shapes(), Colours::Of(theme));
        out.push_str("</g>\n");
    }
    out.push_str("</svg>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene(size: f32) -> Scene {
        Scene::new(at(-1.0, -1.0), at(size, size), "")
    }

    #[test]
    fn pictures_stay_on_their_sheet_and_do_not_overlap() {
        let sheets =
            sheets(vec![scene(9.0), scene(16.0), scene(9.0), scene(4.0), scene(6.0)], 2, 2);
        assert_eq!(sheets.len(), 2);
        for sheet in &sheets {
            let boxes: Vec<_> = sheet
                .pictures()
                .map(|(s, c, cell)| (c.x, c.y, c.x + s.width() * cell, c.y + s.height() * cell))
                .collect();
            for (i, a) in boxes.iter().enumerate() {
                assert!(a.0 >= 14.9 && a.1 >= 14.9 && a.2 <= 195.1 && a.3 <= 282.1, "{a:?}");
                for b in &boxes[i + 1..] {
                    assert!(a.2 <= b.0 || b.2 <= a.0 || a.3 <= b.1 || b.3 <= a.1);
                }
            }
        }
    }

    #[test]
    fn a_sheet_is_well_formed() {
        let sheets = sheets(vec![scene(9.0); 3], 1, 3);
        roxmltree::Document::parse(&sheet_svg(&sheets[0], Theme::Print)).unwrap();
    }
}
