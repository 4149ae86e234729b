//! What must be true of the drawings of all kinds: they can be seen in every theme, and no two
//! kinds look the same.

use std::collections::BTreeMap;

use pencilmark_draw::{
    Erased, Highlight, Ink, Outline, Paint, Role, Scene, Shape, Theme, View, picture, svg, terminal,
};
use pencilmark_puzzle::{CellId, Grid, Kind, Puzzle, Shape as Arg, kinds};

mod samples;

/// The colours that people know are paler than we would choose on a light board.
const PALE: f32 = 1.4;
/// A thin line where the colour is ours.
const LINE: f32 = 3.0;
/// What digits stand on in the dark.
const FILL: f32 = 1.9;

fn scene(puzzle: &Puzzle) -> Scene {
    picture(&View::new(puzzle))
}

#[test]
fn lines_and_fills_can_be_seen_in_every_theme() {
    for kind in kinds::all() {
        let puzzle = pencilmark_formats::parse("sample", &samples::of(kind)).unwrap();
        let scene = scene(&puzzle);
        for (name, theme) in Theme::ALL {
            for shape in scene.shapes() {
                check(shape, theme, &format!("{} {name}", kind.name));
            }
        }
    }
}

fn check(shape: &Shape, theme: Theme, what: &str) {
    let (fill, stroke) = match shape {
        Shape::Path { fill, stroke, .. } | Shape::Circle { fill, stroke, .. } => (*fill, *stroke),
        Shape::Text { paint, .. } => {
            // The number in a black dot is on that dot, not on the paper.
            if !matches!(paint.ink, Ink::Always(_)) {
                let contrast = contrast(theme, *paint);
                assert!(contrast >= 4.5, "{what}: {paint:?} {contrast}");
            }
            return;
        }
    };
    // Paper covers what is below; a line inside another one is compared with that; a dot that is
    // black or white everywhere has a border.
    let compared = |paint: &Paint| {
        !matches!(paint.ink, Ink::Paper | Ink::Core(_) | Ink::Always(_)) && paint.alpha > 0.5
    };
    if let Some(stroke) = stroke.filter(|s| compared(&s.paint)) {
        let wide = stroke.width >= 0.2;
        let least = match theme {
            Theme::Light => PALE,
            Theme::Dark if wide => FILL,
            Theme::Print if wide => PALE,
            _ => LINE,
        };
        let contrast = contrast(theme, stroke.paint);
        assert!(contrast >= least, "{what}: {stroke:?} {contrast}");
        // Marks stand on lines of about their height; a thin one leaves them their paper.
        if stroke.width >= 0.1 {
            let below = theme.colour(stroke.paint.ink);
            let below = below.over(theme.colour(Ink::Paper), stroke.paint.alpha);
            let mark = theme.colour(Ink::Mark).contrast(below);
            assert!(mark >= 4.5, "{what}: marks on {stroke:?} {mark}");
        }
    }
    if let Some(paint) = fill.filter(compared) {
        let least = if theme == Theme::Dark { FILL } else { PALE };
        let contrast = contrast(theme, paint);
        assert!(contrast >= least, "{what}: {paint:?} {contrast}");
        let black = theme.colour(Ink::Black).contrast(theme.colour(paint.ink));
        assert!(black >= 4.5, "{what}: given digits on {paint:?} {black}");
    }
}

fn contrast(theme: Theme, paint: Paint) -> f32 {
    theme.colour(paint.ink).contrast(theme.colour(Ink::Paper))
}

#[test]
fn a_line_inside_another_can_be_seen() {
    let puzzle = pencilmark_formats::parse("sample", "grid 9\nslow-thermo r1c1-3\n").unwrap();
    let inks: Vec<Ink> = scene(&puzzle)
        .shapes()
        .into_iter()
        .filter_map(|shape| match shape {
            Shape::Circle { fill: Some(fill), .. } => Some(fill.ink),
            _ => None,
        })
        .collect();
    let [outer @ Ink::Clue(_), core @ Ink::Core(_)] = inks[..] else { panic!("{inks:?}") };
    for (name, theme) in Theme::ALL {
        let contrast = theme.colour(outer).contrast(theme.colour(core));
        assert!(contrast >= 1.5, "{name} {contrast}");
        let digit = theme.colour(Ink::Black).contrast(theme.colour(core));
        assert!(digit >= 3.0, "{name} {digit}");
    }
}

/// A white dot says consecutive and a black one double, on every board.
#[test]
fn dots_keep_their_colours() {
    for (name, theme) in Theme::ALL {
        for (kind, fill, digit) in
            [("difference", "#FFFFFF", "#000000"), ("ratio", "#000000", "#FFFFFF")]
        {
            let text = format!("grid 9\n{kind} 4 r1c1 r1c2\n");
            let svg = svg(&scene(&pencilmark_formats::parse("dot", &text).unwrap()), theme);
            assert!(svg.contains(&format!("r=\"0.15\" fill=\"{fill}\"")), "{name} {kind}");
            assert!(svg.contains(&format!("fill=\"{digit}\">4</text>")), "{name} {kind}");
        }
    }
}

/// The tip of a sign is on the side of the smaller cell.
#[test]
fn signs_point_at_the_smaller_cell() {
    let ways = [("r5c5 r5c6", 1.0, 0.0), ("r5c5 r5c4", -1.0, 0.0), ("r5c5 r6c5", 0.0, 1.0)];
    for (cells, right, down) in ways.into_iter().chain([("r5c5 r4c5", 0.0, -1.0)]) {
        let text = format!("grid 9\ngreater {cells}\n");
        let scene = scene(&pencilmark_formats::parse("sign", &text).unwrap());
        let signs = scene.shapes().into_iter().filter_map(|shape| match shape {
            Shape::Path { points, closed: false, .. } if points.len() == 3 => Some(points.clone()),
            _ => None,
        });
        let [sign] = &signs.collect::<Vec<_>>()[..] else { panic!("one sign") };
        for wing in [sign[0], sign[2]] {
            let along = (sign[1].x - wing.x) * right + (sign[1].y - wing.y) * down;
            assert!(along > 0.1, "{cells}: {sign:?}");
        }
    }
}

/// Circles lie below all arrows: one that ends in another's circle keeps its head. Where the grid
/// ends, a clue that looks all ways has no arrow to be cut off.
#[test]
fn arrows_keep_their_heads() {
    let paths = |text: &str| -> Vec<usize> {
        let scene = scene(&pencilmark_formats::parse("arrows", text).unwrap());
        let is_circle = |s: &&Shape| matches!(s, Shape::Circle { .. });
        let is_path = |s: &&Shape| matches!(s, Shape::Path { closed: false, stroke: Some(s), .. } if s.width == 0.08);
        let shapes = scene.shapes();
        let last = shapes.iter().rposition(is_circle).unwrap();
        vec![
            shapes[..last].iter().filter(|s| is_path(s)).count(),
            shapes[last..].iter().filter(|s| is_path(s)).count(),
        ]
    };
    // Of each arrow the line and the head come after both circles.
    assert_eq!(paths("grid 9\narrow r1c1 = r1c2-3\narrow r1c3 = r2c3\n"), [0, 4]);
    let chaos = "grid 9\nboxes none\nchaos-construction\nchaos-arrow";
    assert_eq!(paths(&format!("{chaos} r5c5\n")), [0, 8]);
    assert_eq!(paths(&format!("{chaos} r1c1\n")), [0, 4]);
}

/// What a step says of a candidate, and how much a mark took, is not told by colour alone.
#[test]
fn steps_can_be_read_without_colour() {
    let puzzle = Puzzle::sudoku(Grid::nine());
    let cell = CellId::new(40);
    let mut seen = BTreeMap::new();
    let mut see = |what: String, view: View<'_>| {
        let drawn = colourless(&svg(&picture(&view), Theme::Print));
        if let Some(other) = seen.insert(drawn, what.clone()) {
            panic!("{what} looks like {other}");
        }
    };
    see("nothing".into(), View::new(&puzzle));
    for role in [Role::Reason, Role::Removed, Role::Placed, Role::On, Role::Off] {
        let highlights = vec![Highlight::Candidate(cell, 5, role)];
        see(format!("{role:?}"), View { highlights, ..View::new(&puzzle) });
    }
    for strong in [false, true] {
        let highlights = vec![Highlight::Link((cell, 1), (cell, 9), strong)];
        see(format!("strong {strong}"), View { highlights, ..View::new(&puzzle) });
    }
    for level in 0..3 {
        let erased = vec![Erased { cell, digit: 5, level }];
        see(format!("level {level}"), View { erased, ..View::new(&puzzle) });
    }
    use Outline::{Broken, Inner, Outer, Passed, Sum};
    for outline in [Sum, Inner, Outer, Passed, Broken] {
        let highlights = vec![Highlight::Outline(vec![cell], outline)];
        see(format!("{outline:?}"), View { highlights, ..View::new(&puzzle) });
    }
    let highlights = vec![Highlight::Cells(vec![cell])];
    see("cells".into(), View { highlights, ..View::new(&puzzle) });
}

/// A clue of this kind where any other kind has its own: the same cells and numbers.
fn common(kind: &Kind) -> String {
    const HERE: &str = "r4c4-5 r5c5-4";
    const THERE: &str = "r7c7-8 r8c8-7";
    let mut words = vec![kind.name.to_string()];
    let mut lists = [HERE, THERE].into_iter();
    for arg in kind.args {
        words.push(match arg.shape {
            Arg::Number | Arg::OptionalNumber | Arg::NumberOr(_) => "12".into(),
            Arg::Numbers(_) => "12 13".into(),
            Arg::Digit => "3".into(),
            Arg::Digits => "3 4".into(),
            Arg::Counts => "1x3 1x4".into(),
            Arg::Cells(_) => lists.next().unwrap_or(THERE).into(),
            Arg::Lists(_) => format!("{HERE} / {THERE}"),
            Arg::Equals(_) => "=".into(),
            Arg::Line(_) => "r4c1 right".into(),
            Arg::Diagonal => "r1c4 down-left".into(),
            Arg::Sign => "+".into(),
            Arg::Word(_) => continue,
            Arg::Formula => "r4c4 = 3".into(),
        });
    }
    let context: Vec<&str> = kind.example.lines().skip(1).collect();
    format!("grid 9\n{}\n{}\n", words.join(" "), context.join("\n"))
}

/// An SVG without its colours; black and white differ for everyone.
fn colourless(text: &str) -> String {
    let mut parts = text.split("=\"#");
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (colour, rest) = part.split_at(6);
        out.push_str(if matches!(colour, "000000" | "FFFFFF") { colour } else { "" });
        out.push_str(rest);
    }
    out
}

#[test]
fn no_two_kinds_look_the_same() {
    let (mut pictures, mut texts) = (BTreeMap::new(), BTreeMap::new());
    let mut read = 0;
    for kind in kinds::all().filter(|k| !matches!(k.name, "row" | "column" | "box" | "region")) {
        let small = |text: String| text.replace(" 12", " 3").replace(" 13", "");
        let own = format!("grid 9\n{}\n", kind.example);
        // A number too large for one is right for another; some clues want cells of their own.
        let tries = [common(kind), small(common(kind)), own];
        let Some((i, puzzle)) = tries
            .iter()
            .enumerate()
            .find_map(|(i, text)| Some((i, pencilmark_formats::parse("common", text).ok()?)))
        else {
            panic!("{}", tries[0])
        };
        read += usize::from(i < 2);
        let drawn = colourless(&svg(&scene(&puzzle), Theme::Print));
        if let Some(other) = pictures.insert(drawn, kind.name) {
            panic!("{} looks like {other}", kind.name);
        }
        let ascii = terminal::Options { ascii: true, ..terminal::Options::default() };
        if let Some(other) = texts.insert(terminal::draw(&View::new(&puzzle), ascii), kind.name) {
            panic!("{} looks like {other} in letters", kind.name);
        }
    }
    assert!(read >= 85, "{read} kinds were compared on the same cells");
}

/// Numbers of a clue that are not the usual ones can be read off its picture.
#[test]
fn numbers_are_shown() {
    let pairs = [
        ("whisper r1c1-3", "whisper 3 r1c1-3"),
        ("lockout r1c1-3", "lockout 3 r1c1-3"),
        ("modular-line r1c1-3", "modular-line 4 r1c1-3"),
        ("sum-line r1c1-3", "sum-line 7 r1c1-3"),
        ("sum-line 7 r1c1-2 r2c2", "sum-line 7 r1c1-2 r2c2 loop"),
        ("difference r1c1-2", "difference 2 r1c1-2"),
        ("ratio r1c1-2", "ratio 3 r1c1-2"),
        ("edge-sum 7 r1c1-2", "edge-sum 8 r1c1-2"),
        ("look-and-say 1x5 r1c1-4", "look-and-say 2x5 r1c1-4"),
        ("greater r1c1-2", "greater r1c2-1"),
        ("greater r1-2c1", "greater r2-1c1"),
        ("taxicab 3", "taxicab 4"),
        ("rank-ties none", "rank-ties any"),
        ("diagonal +", "diagonal -"),
        ("grid 9", "rows none"),
        ("grid 9", "columns none"),
        ("grid 9", "digits 0-8"),
    ];
    for (a, b) in pairs {
        let read = |clue: &str| {
            let text = format!("grid 9\n{}\n", if clue == "grid 9" { "" } else { clue });
            pencilmark_formats::parse("pair", &text).unwrap_or_else(|e| panic!("{clue}: {e:?}"))
        };
        let (a_puzzle, b_puzzle) = (read(a), read(b));
        let drawn = |p: &Puzzle| colourless(&svg(&scene(p), Theme::Light));
        assert_ne!(drawn(&a_puzzle), drawn(&b_puzzle), "{a} and {b}");
        let letters = |p: &Puzzle| terminal::draw(&View::new(p), terminal::Options::default());
        assert_ne!(letters(&a_puzzle), letters(&b_puzzle), "{a} and {b}");
    }
}

/// Whatever a file may say is drawn, well-formed and with numbers that are numbers.
#[test]
fn random_clues_are_drawn() {
    let mut seed = 7u64;
    let mut random = move |n: u64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) % n
    };
    let mut drawn = 0;
    for kind in kinds::all() {
        for _ in 0..30 {
            let mut cells = || {
                let cell = |r: &mut dyn FnMut(u64) -> u64| format!("r{}c{}", r(6) + 1, r(6) + 1);
                let n = random(5) + 1;
                let list: Vec<String> = (0..n).map(|_| cell(&mut random)).collect();
                list.join(" ")
            };
            let (here, there, third) = (cells(), cells(), cells());
            let number = (random(25) + random(2) * 100).to_string();
            let mut words = vec![kind.name.to_string()];
            let mut lists = [here.as_str(), there.as_str()].into_iter();
            for arg in kind.args {
                words.push(match arg.shape {
                    Arg::Cells(_) => lists.next().unwrap_or(&third).into(),
                    Arg::Lists(_) => format!("{here} / {there} / {third}"),
                    Arg::Line(_) => match random(3) {
                        0 => here.clone(),
                        1 => format!("r{}c6 left", random(6) + 1),
                        _ => format!("r6c{} up", random(6) + 1),
                    },
                    Arg::Diagonal => format!("r{}c1 up-right", random(6) + 1),
                    Arg::Sign => "-".into(),
                    Arg::Word(words) => words[random(words.len() as u64) as usize].into(),
                    Arg::Formula => "r1c1 < r2c2 or r3c3 = 1".into(),
                    Arg::Equals(_) => "=".into(),
                    Arg::Counts => format!("1x{}", random(6) + 1),
                    Arg::Digit | Arg::Digits => (random(6) + 1).to_string(),
                    Arg::OptionalNumber | Arg::NumberOr(_) if random(2) == 0 => continue,
                    _ => number.clone(),
                });
            }
            let context: Vec<&str> = kind.example.lines().skip(1).collect();
            let text = format!("grid 6\n{}\n{}\n", words.join(" "), context.join("\n"));
            let Ok(puzzle) = pencilmark_formats::parse("random", &text) else { continue };
            drawn += 1;
            let svg = svg(&scene(&puzzle), Theme::Dark);
            roxmltree::Document::parse(&svg).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert!(!svg.contains("NaN") && !svg.contains("inf "), "{text}");
            for (colour, ascii) in [(false, true), (true, false)] {
                let options = terminal::Options { colour, ascii, ..terminal::Options::default() };
                let letters = terminal::draw(&View::new(&puzzle), options);
                assert!(!ascii || letters.is_ascii(), "{text}{letters}");
            }
        }
    }
    assert!(drawn > 1000, "only {drawn} clues were valid");
}
