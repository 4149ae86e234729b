//! A picture as SVG, in cell units and without anything that a viewer would have to fetch.

use std::fmt::Write;

use crate::colour::Rgb;
use crate::shape::{Anchor, Paint, Scene, Shape, Stroke};
use crate::theme::{Ink, Theme};

/// How an ink is written.
#[derive(Clone, Copy)]
pub(crate) enum Colours {
    /// As a theme has it.
    Of(Theme),
    /// As a variable of a style sheet, which may have several themes.
    Variables,
}

/// The variable of a style sheet that holds an ink.
pub(crate) fn variable(ink: Ink) -> String {
    match ink {
        Ink::Clue(rgb) => format!("--clue-{}", digits(rgb)),
        Ink::Line(rgb) => format!("--line-{}", digits(rgb)),
        Ink::Core(rgb) => format!("--core-{}", digits(rgb)),
        Ink::Always(rgb) => format!("--always-{}", digits(rgb)),
        ink => format!("--{ink:?}").to_lowercase(),
    }
}

/// A colour without the sign before it.
fn digits(rgb: Rgb) -> String {
    rgb.to_string().trim_start_matches('#').into()
}

/// How far below the middle of a line of digits its baseline is, in font heights.
pub(crate) const BASELINE: f32 = 0.36;

/// Pixels of a cell where a viewer shows the picture at its own size.
const CELL: f32 = 64.0;

/// The picture as a whole SVG document.
pub fn svg(scene: &Scene, theme: Theme) -> String {
    let mut out = String::new();
    let (w, h) = (scene.width(), scene.height());
    let _ = writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="{} {} {} {}" width="{}" height="{}">"#,
        number(scene.from.x),
        number(scene.from.y),
        number(w),
        number(h),
        number(w * CELL),
        number(h * CELL),
    );
    let _ = writeln!(out, "<title>{}</title>", escape(&scene.about));
    let _ = writeln!(
        out,
        r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{}"/>"#,
        number(scene.from.x),
        number(scene.from.y),
        number(w),
        number(h),
        theme.colour(Ink::Paper),
    );
    group(&mut out, &scene.shapes(), Colours::Of(theme));
    out.push_str("</svg>\n");
    out
}

/// The shapes alone, to put several pictures into one document.
pub(crate) fn group(out: &mut String, shapes: &[&Shape], colours: Colours) {
    out.push_str(
        "<g font-family=\"'DejaVu Sans', Verdana, Helvetica, Arial, sans-serif\" \
         stroke-linejoin=\"round\" stroke-linecap=\"round\">\n",
    );
    for shape in shapes {
        write_shape(out, shape, colours);
    }
    out.push_str("</g>\n");
}

fn write_shape(out: &mut String, shape: &Shape, colours: Colours) {
    match shape {
        Shape::Path { points, closed, fill, stroke } => {
            out.push_str("<path d=\"");
            for (i, p) in points.iter().enumerate() {
                let letter = if i == 0 { 'M' } else { 'L' };
                let _ = write!(out, "{letter}{} {}", number(p.x), number(p.y));
            }
            out.push_str(if *closed { "Z\"" } else { "\"" });
            looks(out, *fill, *stroke, colours);
            out.push_str("/>\n");
        }
        Shape::Circle { centre, radius, fill, stroke } => {
            let (x, y, r) = (number(centre.x), number(centre.y), number(*radius));
            let _ = write!(out, r#"<circle cx="{x}" cy="{y}" r="{r}""#);
            looks(out, *fill, *stroke, colours);
            out.push_str("/>\n");
        }
        Shape::Text { place, anchor, size, bold, paint, text } => {
            let (x, y) = (number(place.x), number(place.y + BASELINE * size));
            let _ = write!(out, r#"<text x="{x}" y="{y}" font-size="{}""#, number(*size));
            if *anchor == Anchor::Middle {
                out.push_str(r#" text-anchor="middle""#);
            }
            if *bold {
                out.push_str(r#" font-weight="bold""#);
            }
            looks(out, Some(*paint), None, colours);
            let _ = writeln!(out, ">{}</text>", escape(text));
        }
    }
}

fn looks(out: &mut String, fill: Option<Paint>, stroke: Option<Stroke>, colours: Colours) {
    // Attributes cannot refer to variables, styles can.
    let mut style = String::new();
    let mut colour = |out: &mut String, name: &str, ink: Ink| {
        let _ = match colours {
            Colours::Of(theme) => write!(out, r#" {name}="{}""#, theme.colour(ink)),
            Colours::Variables => write!(style, "{name}:var({});", variable(ink)),
        };
    };
    match fill {
        Some(paint) => {
            colour(out, "fill", paint.ink);
            if paint.alpha < 1.0 {
                let _ = write!(out, r#" fill-opacity="{}""#, number(paint.alpha));
            }
        }
        None => out.push_str(r#" fill="none""#),
    }
    if let Some(stroke) = stroke {
        colour(out, "stroke", stroke.paint.ink);
        let _ = write!(out, r#" stroke-width="{}""#, number(stroke.width));
        if stroke.paint.alpha < 1.0 {
            let _ = write!(out, r#" stroke-opacity="{}""#, number(stroke.paint.alpha));
        }
        if let Some((dash, gap)) = stroke.dash {
            let (dash, gap) = (number(dash), number(gap));
            let _ = write!(out, r#" stroke-dasharray="{dash} {gap}" stroke-linecap="butt""#);
        }
    }
    if !style.is_empty() {
        let _ = write!(out, r#" style="{style}""#);
    }
}

/// At most three places after the point: a thousandth of a cell cannot be seen.
pub(crate) fn number(value: f32) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML has no way to write the other control characters.
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Layer, at};

    #[test]
    fn any_text_gives_a_well_formed_document() {
        let mut scene = Scene::new(at(-1.0, 0.0), at(3.0, 3.0), "a < b & \"c\" \u{1}");
        scene.text(Layer::Labels, at(0.5, 0.5), 0.3, Ink::Black, "<&>\u{7}\"'");
        scene.circle(Layer::Edges, at(1.0, 1.0), 0.3, Some(Ink::Paper.alpha(0.5)), None);
        let text = svg(&scene, Theme::Light);
        let document = roxmltree::Document::parse(&text).unwrap();
        assert_eq!(document.root_element().attribute("viewBox"), Some("-1 0 4 3"));
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(number(0.5), "0.5");
        assert_eq!(number(-0.0001), "0");
        assert_eq!(number(3.0), "3");
        assert_eq!(number(1.0 / 3.0), "0.333");
    }
}
