//! A picture as a bitmap, with letters from a font of its own: it looks the same everywhere.

use tiny_skia::{Color, FillRule, LineCap, LineJoin, PathBuilder, Pixmap, StrokeDash, Transform};
use ttf_parser::{Face, OutlineBuilder};

use crate::font;
use crate::shape::{Anchor, Paint, Point, Scene, Shape, Stroke};
use crate::svg::BASELINE;
use crate::theme::{Ink, Theme};

/// The most pixels of a bitmap: 64 megapixels.
const LARGEST: f32 = 64.0e6;

/// The picture as a PNG file, with cells of so many pixels. None if it would be too large
/// or has no area.
pub fn png(scene: &Scene, theme: Theme, cell: f32) -> Option<Vec<u8>> {
    let (width, height) = ((scene.width() * cell).ceil(), (scene.height() * cell).ceil());
    let fits = width * height <= LARGEST;
    if !fits {
        return None;
    }
    let mut canvas = Canvas {
        pixels: Pixmap::new(width as u32, height as u32)?,
        theme,
        view: Transform::from_translate(-scene.from.x, -scene.from.y).post_scale(cell, cell),
    };
    canvas.pixels.fill(colour(theme, Ink::Paper.into()));
    for shape in scene.shapes() {
        canvas.draw(shape);
    }
    canvas.pixels.encode_png().ok()
}

struct Canvas {
    pixels: Pixmap,
    theme: Theme,
    view: Transform,
}

impl Canvas {
    fn draw(&mut self, shape: &Shape) {
        match shape {
            Shape::Path { points, closed, fill, stroke } => {
                let mut path = PathBuilder::new();
                for (i, p) in points.iter().enumerate() {
                    if i == 0 { path.move_to(p.x, p.y) } else { path.line_to(p.x, p.y) }
                }
                if *closed {
                    path.close();
                }
                self.paint(path, *fill, *stroke);
            }
            Shape::Circle { centre, radius, fill, stroke } => {
                let mut path = PathBuilder::new();
                path.push_circle(centre.x, centre.y, *radius);
                self.paint(path, *fill, *stroke);
            }
            Shape::Text { place, anchor, size, bold, paint, text } => {
                let Some(font) = font::face(*bold) else { return };
                let path = outline(font, text, *place, *anchor, *size);
                self.paint(path, Some(*paint), None);
            }
        }
    }

    fn paint(&mut self, path: PathBuilder, fill: Option<Paint>, stroke: Option<Stroke>) {
        let Some(path) = path.finish() else { return };
        if let Some(fill) = fill {
            let paint = self.brush(fill);
            self.pixels.fill_path(&path, &paint, FillRule::Winding, self.view, None);
        }
        if let Some(stroke) = stroke {
            let paint = self.brush(stroke.paint);
            let dash = stroke.dash.and_then(|(dash, gap)| StrokeDash::new(vec![dash, gap], 0.0));
            let cap = if dash.is_some() { LineCap::Butt } else { LineCap::Round };
            let line = tiny_skia::Stroke {
                width: stroke.width,
                line_cap: cap,
                line_join: LineJoin::Round,
                dash,
                ..tiny_skia::Stroke::default()
            };
            self.pixels.stroke_path(&path, &paint, &line, self.view, None);
        }
    }

    fn brush(&self, paint: Paint) -> tiny_skia::Paint<'static> {
        let mut brush = tiny_skia::Paint { anti_alias: true, ..tiny_skia::Paint::default() };
        brush.set_color(colour(self.theme, paint));
        brush
    }
}

fn colour(theme: Theme, paint: Paint) -> Color {
    let rgb = theme.colour(paint.ink);
    let alpha = (paint.alpha.clamp(0.0, 1.0) * 255.0).round() as u8;
    Color::from_rgba8(rgb.0, rgb.1, rgb.2, alpha)
}

/// The outlines of a line of text, one letter after the other.
fn outline(font: &Face<'_>, text: &str, place: Point, anchor: Anchor, size: f32) -> PathBuilder {
    let scale = size / f32::from(font.units_per_em());
    let glyphs: Vec<_> = text.chars().filter_map(|c| font.glyph_index(c)).collect();
    let advance = |glyph| f32::from(font.glyph_hor_advance(glyph).unwrap_or(0)) * scale;
    let width: f32 = glyphs.iter().map(|&g| advance(g)).sum();
    let mut x = match anchor {
        Anchor::Start => place.x,
        Anchor::Middle => place.x - width / 2.0,
    };
    let mut pen = Pen { path: PathBuilder::new(), x, y: place.y + BASELINE * size, scale };
    for &glyph in &glyphs {
        pen.x = x;
        font.outline_glyph(glyph, &mut pen);
        x += advance(glyph);
    }
    pen.path
}

/// Moves a letter to its place while its outline is told.
struct Pen {
    path: PathBuilder,
    x: f32,
    y: f32,
    scale: f32,
}

impl Pen {
    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.place(x1, y1), self.place(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2)) = (self.place(x1, y1), self.place(x2, y2));
        let (x, y) = self.place(x, y);
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Layer, at};

    fn pixels(scene: &Scene, cell: f32) -> Pixmap {
        Pixmap::decode_png(&png(scene, Theme::Light, cell).unwrap()).unwrap()
    }

    #[test]
    fn a_filled_cell_is_filled_and_the_rest_is_paper() {
        let mut scene = Scene::new(at(0.0, 0.0), at(2.0, 1.0), "");
        scene.rectangle(Layer::Cells, at(0.5, 0.5), (1.0, 1.0), Some(Ink::Black.into()), None);
        let pixels = pixels(&scene, 10.0);
        assert_eq!((pixels.width(), pixels.height()), (20, 10));
        assert_eq!(pixels.pixel(5, 5).unwrap().red(), 0x11);
        assert_eq!(pixels.pixel(15, 5).unwrap().red(), 0xFF);
    }

    #[test]
    fn a_digit_lies_around_its_place() {
        let mut scene = Scene::new(at(0.0, 0.0), at(1.0, 1.0), "");
        scene.text(Layer::Digits, at(0.5, 0.5), 0.65, Ink::Black, "8");
        let pixels = pixels(&scene, 100.0);
        let dark = |(i, p): (usize, &tiny_skia::PremultipliedColorU8)| {
            (p.red() < 128).then_some((i % 100, i / 100))
        };
        let ink: Vec<_> = pixels.pixels().iter().enumerate().filter_map(dark).collect();
        let middle = |of: &dyn Fn(&(usize, usize)) -> usize| {
            let all = || ink.iter().map(of);
            (all().min().unwrap() + all().max().unwrap()) / 2
        };
        assert!(middle(&|p| p.0).abs_diff(50) <= 1);
        assert!(middle(&|p| p.1).abs_diff(50) <= 1);
    }

    #[test]
    fn too_large_a_picture_is_refused() {
        let scene = Scene::new(at(0.0, 0.0), at(25.0, 25.0), "");
        assert!(png(&scene, Theme::Light, 1000.0).is_none());
        assert!(png(&scene, Theme::Light, f32::NAN).is_none());
    }
}
