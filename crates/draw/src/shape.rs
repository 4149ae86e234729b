//! The shape model: what every picture is made of, whoever draws it in the end.
//!
//! Sizes are in cells: the grid's upper left corner is (0, 0), its first cell ends at (1, 1).

use crate::theme::Ink;

/// A place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Down.
    pub y: f32,
}

/// Short for a [`Point`].
pub fn at(x: f32, y: f32) -> Point {
    Point { x, y }
}

impl Point {
    /// The place so far away.
    pub fn shifted(self, dx: f32, dy: f32) -> Point {
        at(self.x + dx, self.y + dy)
    }

    /// The place a distance away towards another.
    pub fn towards(self, other: Point, distance: f32) -> Point {
        let (dx, dy) = (other.x - self.x, other.y - self.y);
        let length = dx.hypot(dy).max(1e-6);
        self.shifted(dx / length * distance, dy / length * distance)
    }

    /// The place between two.
    pub fn middle(self, other: Point) -> Point {
        at((self.x + other.x) / 2.0, (self.y + other.y) / 2.0)
    }
}

/// An ink and how much of what is below shines through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paint {
    /// Which ink.
    pub ink: Ink,
    /// From 0, invisible, to 1.
    pub alpha: f32,
}

impl From<Ink> for Paint {
    fn from(ink: Ink) -> Paint {
        Paint { ink, alpha: 1.0 }
    }
}

impl Ink {
    /// This ink, partly transparent.
    pub fn alpha(self, alpha: f32) -> Paint {
        Paint { ink: self, alpha }
    }
}

/// A line's looks. Corners and ends are round unless it is dashed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub paint: Paint,
    /// Its width.
    pub width: f32,
    /// Lengths of a dash and of the gap after it.
    pub dash: Option<(f32, f32)>,
}

impl Stroke {
    /// A line without gaps.
    pub fn solid(paint: impl Into<Paint>, width: f32) -> Stroke {
        Stroke { paint: paint.into(), width, dash: None }
    }

    /// A line with gaps.
    pub fn dashed(paint: impl Into<Paint>, width: f32, dash: f32, gap: f32) -> Stroke {
        Stroke { paint: paint.into(), width, dash: Some((dash, gap)) }
    }
}

/// How a text lies around its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// It begins there.
    Start,
    /// It is centred there.
    Middle,
}

/// One thing that is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Straight pieces from point to point.
    Path {
        /// The points.
        points: Vec<Point>,
        /// Whether the last point is joined to the first.
        closed: bool,
        /// What is inside.
        fill: Option<Paint>,
        /// The line itself.
        stroke: Option<Stroke>,
    },
    /// A circle.
    Circle {
        /// Its centre.
        centre: Point,
        /// Its radius.
        radius: f32,
        /// What is inside.
        fill: Option<Paint>,
        /// The line around it.
        stroke: Option<Stroke>,
    },
    /// Some words or digits on one line, vertically centred on their place.
    Text {
        /// Where.
        place: Point,
        /// How they lie around it.
        anchor: Anchor,
        /// The height of the font.
        size: f32,
        /// Whether they are bold.
        bold: bool,
        /// Their colour.
        paint: Paint,
        /// The words.
        text: String,
    },
}

/// Which things cover which: later ones lie above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// Fills of cells.
    Cells,
    /// The cells that a step looks at.
    Tints,
    /// Lines through cells.
    Lines,
    /// The circles that arrows start from: below all arrows, as one may end in another's circle.
    Circles,
    /// Arrows.
    Arrows,
    /// Cages.
    Cages,
    /// The grid.
    Grid,
    /// Dots and texts on edges and corners.
    Edges,
    /// Labels of cages and clues outside the grid.
    Labels,
    /// Candidates.
    Marks,
    /// Digits.
    Digits,
    /// What a step points at.
    Step,
}

/// A picture: shapes in the order they are drawn, and the rectangle that shows all of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The upper left corner.
    pub from: Point,
    /// The lower right corner.
    pub to: Point,
    /// What the picture shows, for people who cannot see it.
    pub about: String,
    shapes: Vec<(Layer, Shape)>,
}

impl Scene {
    /// An empty picture of this rectangle.
    pub fn new(from: Point, to: Point, about: impl Into<String>) -> Scene {
        Scene { from, to, about: about.into(), shapes: vec![] }
    }

    /// How wide it is, in cells.
    pub fn width(&self) -> f32 {
        self.to.x - self.from.x
    }

    /// How high it is, in cells.
    pub fn height(&self) -> f32 {
        self.to.y - self.from.y
    }

    /// Adds a shape.
    pub fn push(&mut self, layer: Layer, shape: Shape) {
        self.shapes.push((layer, shape));
    }

    /// What lies on a layer so far.
    pub(crate) fn on(&self, layer: Layer) -> impl Iterator<Item = &Shape> {
        self.shapes.iter().filter(move |(own, _)| *own == layer).map(|(_, shape)| shape)
    }

    /// Makes the rectangle large enough for a place and a margin around it.
    pub fn include(&mut self, place: Point, margin: f32) {
        self.from = at(self.from.x.min(place.x - margin), self.from.y.min(place.y - margin));
        self.to = at(self.to.x.max(place.x + margin), self.to.y.max(place.y + margin));
    }

    /// The shapes, lowest first; those of one layer in the order they were added.
    pub fn shapes(&self) -> Vec<&Shape> {
        let mut sorted: Vec<_> = self.shapes.iter().collect();
        sorted.sort_by_key(|(layer, _)| *layer);
        sorted.into_iter().map(|(_, shape)| shape).collect()
    }

    /// The inks of all shapes.
    pub(crate) fn inks(&self) -> impl Iterator<Item = Ink> {
        self.shapes.iter().flat_map(|(_, shape)| match shape {
            Shape::Path { fill, stroke, .. } | Shape::Circle { fill, stroke, .. } => {
                [fill.map(|f| f.ink), stroke.map(|s| s.paint.ink)].into_iter().flatten()
            }
            Shape::Text { paint, .. } => [Some(paint.ink), None].into_iter().flatten(),
        })
    }

    /// The shapes of some layers, lowest first.
    pub(crate) fn between(&self, from: Layer, to: Layer) -> Vec<&Shape> {
        let mut sorted: Vec<_> =
            self.shapes.iter().filter(|(layer, _)| (from..=to).contains(layer)).collect();
        sorted.sort_by_key(|(layer, _)| *layer);
        sorted.into_iter().map(|(_, shape)| shape).collect()
    }

    /// A line through some points.
    pub fn line(&mut self, layer: Layer, points: Vec<Point>, stroke: Stroke) {
        self.push(layer, Shape::Path { points, closed: false, fill: None, stroke: Some(stroke) });
    }

    /// A closed line around some points, or what is inside it.
    pub fn polygon(
        &mut self,
        layer: Layer,
        points: Vec<Point>,
        fill: Option<Paint>,
        stroke: Option<Stroke>,
    ) {
        self.push(layer, Shape::Path { points, closed: true, fill, stroke });
    }

    /// A rectangle around a centre.
    pub fn rectangle(
        &mut self,
        layer: Layer,
        centre: Point,
        (width, height): (f32, f32),
        fill: Option<Paint>,
        stroke: Option<Stroke>,
    ) {
        let (w, h) = (width / 2.0, height / 2.0);
        let corners = [(-w, -h), (w, -h), (w, h), (-w, h)];
        let points = corners.iter().map(|&(dx, dy)| centre.shifted(dx, dy)).collect();
        self.polygon(layer, points, fill, stroke);
    }

    /// A circle.
    pub fn circle(
        &mut self,
        layer: Layer,
        centre: Point,
        radius: f32,
        fill: Option<Paint>,
        stroke: Option<Stroke>,
    ) {
        self.push(layer, Shape::Circle { centre, radius, fill, stroke });
    }

    /// A text around a place.
    pub fn text(
        &mut self,
        layer: Layer,
        place: Point,
        size: f32,
        paint: impl Into<Paint>,
        text: impl Into<String>,
    ) {
        let (paint, text) = (paint.into(), text.into());
        let anchor = Anchor::Middle;
        self.push(layer, Shape::Text { place, anchor, size, bold: false, paint, text });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_decide_what_covers_what() {
        let mut scene = Scene::new(at(0.0, 0.0), at(1.0, 1.0), "");
        scene.text(Layer::Digits, at(0.5, 0.5), 0.65, Ink::Black, "5");
        scene.line(Layer::Lines, vec![], Stroke::solid(Ink::Black, 0.1));
        assert!(matches!(scene.shapes()[0], Shape::Path { .. }));
    }

    #[test]
    fn towards_goes_a_distance() {
        assert_eq!(at(0.0, 0.0).towards(at(0.0, 2.0), 0.5), at(0.0, 0.5));
    }
}
