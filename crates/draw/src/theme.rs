//! What each ink of a picture looks like: on a light screen, a dark one, or paper.

use crate::colour::Rgb;

/// What something is painted for. A theme says which colour that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// The background.
    Paper,
    /// Frames, region lines, given digits, labels.
    Black,
    /// Lines between cells.
    Faint,
    /// Digits that are not given.
    Entered,
    /// Candidates.
    Mark,
    /// A mark erased by looking at one pair of cells.
    Obvious,
    /// A mark erased by one rule alone.
    OneRule,
    /// A mark that only several rules together erase.
    SeveralRules,
    /// What a step takes as its reason.
    Reason,
    /// What a step erases.
    Removed,
    /// What a step places.
    Placed,
    /// The assumed side of a chain.
    ChainOn,
    /// The other side of a chain.
    ChainOff,
    /// The cells of a house or clue that a step looks at.
    Tint,
    /// The line around them.
    TintEdge,
    /// A colour of the clue's own that digits stand on, as people know it from other boards.
    Clue(Rgb),
    /// The same of a line beside the digits: thin, so it needs more contrast.
    Line(Rgb),
    /// The same of a line inside a wider one.
    Core(Rgb),
    /// A colour that is the same everywhere, because it has a meaning.
    Always(Rgb),
}

/// The least contrast of a thin line with the paper, where other boards leave us free: in the
/// dark and on paper.
const LINE: f32 = 3.0;
/// The least contrast of a thin grey line on a light board.
const GREY: f32 = 2.5;
/// The least contrast of marks with a line they stand on.
const MARK: f32 = 4.5;
/// What digits stand on in the dark: as far from the paper as small digits on it allow.
const FILL: f32 = 2.0;
/// A line inside such a one.
const CORE: f32 = 4.0;

/// A set of colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Theme {
    /// For a light screen.
    #[default]
    Light,
    /// For a dark screen.
    Dark,
    /// Black, white and greys, for paper.
    Print,
}

impl Ink {
    /// Every ink that is not a clue's own.
    pub(crate) const ALL: [Ink; 15] = [
        Ink::Paper,
        Ink::Black,
        Ink::Faint,
        Ink::Entered,
        Ink::Mark,
        Ink::Obvious,
        Ink::OneRule,
        Ink::SeveralRules,
        Ink::Reason,
        Ink::Removed,
        Ink::Placed,
        Ink::ChainOn,
        Ink::ChainOff,
        Ink::Tint,
        Ink::TintEdge,
    ];
}

impl Theme {
    /// Every theme with its name.
    pub const ALL: [(&'static str, Theme); 3] =
        [("light", Theme::Light), ("dark", Theme::Dark), ("print", Theme::Print)];

    /// The theme of this name.
    pub fn find(name: &str) -> Option<Theme> {
        Theme::ALL.iter().find(|(n, _)| *n == name).map(|&(_, theme)| theme)
    }

    /// The colour of an ink.
    pub fn colour(self, ink: Ink) -> Rgb {
        match self {
            Theme::Light => light(ink),
            Theme::Dark => dark(ink),
            Theme::Print => match ink {
                Ink::Line(colour) => {
                    let paper = light(Ink::Paper);
                    let grey = colour.grey();
                    if grey.contrast(paper) < LINE { grey.at_contrast(paper, LINE) } else { grey }
                }
                ink => light(ink).grey(),
            },
        }
    }
}

fn light(ink: Ink) -> Rgb {
    match ink {
        Ink::Paper => Rgb(0xFF, 0xFF, 0xFF),
        Ink::Black | Ink::Obvious => Rgb(0x11, 0x11, 0x11),
        Ink::Faint => Rgb(0x94, 0x94, 0x94),
        Ink::Entered => Rgb(0x0A, 0x47, 0xB0),
        Ink::Mark => Rgb(0x2A, 0x2A, 0x2A),
        Ink::OneRule | Ink::ChainOn => Rgb(0x1E, 0x66, 0xF5),
        Ink::SeveralRules | Ink::ChainOff => Rgb(0xE6, 0x55, 0x0D),
        Ink::Reason => Rgb(0x1E, 0x7F, 0x3C),
        Ink::Removed => Rgb(0xC4, 0x1E, 0x1E),
        Ink::Placed => Rgb(0x0A, 0x47, 0xB0),
        Ink::Tint => Rgb(0xFF, 0xE0, 0x8A),
        Ink::TintEdge => Rgb(0x8A, 0x62, 0x00),
        // A grey means nothing by its shade: it need not be paler than the lines of arrows.
        Ink::Line(grey) if grey == grey.grey() && grey.contrast(light(Ink::Paper)) < GREY => {
            grey.at_contrast(light(Ink::Paper), GREY)
        }
        Ink::Clue(colour) | Ink::Line(colour) | Ink::Core(colour) | Ink::Always(colour) => colour,
    }
}

fn dark(ink: Ink) -> Rgb {
    match ink {
        Ink::Paper => Rgb(0x1B, 0x1C, 0x1F),
        Ink::Black | Ink::Obvious => Rgb(0xEC, 0xEC, 0xEC),
        Ink::Faint => Rgb(0x6B, 0x6D, 0x73),
        Ink::Entered | Ink::Placed => Rgb(0x9C, 0xC4, 0xFF),
        Ink::Mark => Rgb(0xE8, 0xEA, 0xEE),
        Ink::OneRule | Ink::ChainOn => Rgb(0x6E, 0xA5, 0xFF),
        Ink::SeveralRules | Ink::ChainOff => Rgb(0xFF, 0x9A, 0x5C),
        Ink::Reason => Rgb(0x6F, 0xD6, 0x8C),
        Ink::Removed => Rgb(0xFF, 0x8A, 0x8A),
        Ink::Tint => Rgb(0x5A, 0x4A, 0x12),
        Ink::TintEdge => Rgb(0xE8, 0xC0, 0x4A),
        Ink::Clue(colour) => colour.at_contrast(dark(Ink::Paper), FILL),
        Ink::Line(colour) => line_in_the_dark(colour),
        Ink::Core(colour) => colour.at_contrast(dark(Ink::Paper), CORE),
        Ink::Always(colour) => colour,
    }
}

/// The colour that people know from other dark boards, if it can be seen well enough.
fn line_in_the_dark(colour: Rgb) -> Rgb {
    const KNOWN: [(Rgb, Rgb); 6] = [
        (Rgb(0xF0, 0x67, 0xF0), Rgb(0x64, 0x2B, 0x64)),
        (Rgb(0x67, 0xF0, 0x67), Rgb(0x35, 0x7D, 0x35)),
        (Rgb(0xFF, 0x9A, 0x00), Rgb(0xB2, 0x6B, 0x00)),
        (Rgb(0x2E, 0xCB, 0xFF), Rgb(0x1E, 0x86, 0xA8)),
        (Rgb(0x33, 0xBB, 0xBB), Rgb(0x1E, 0x6E, 0x6E)),
        (Rgb(0xC5, 0x4B, 0x8B), Rgb(0x76, 0x3B, 0x5A)),
    ];
    let (paper, mark) = (dark(Ink::Paper), dark(Ink::Mark));
    let known = KNOWN.iter().find(|(light, _)| *light == colour).map(|(_, dark)| *dark);
    known
        .filter(|c| c.contrast(paper) >= LINE && c.contrast(mark) >= MARK)
        .unwrap_or_else(|| colour.at_contrast(paper, LINE))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written must be readable on the background and on what clues fill cells with.
    #[test]
    fn writing_has_contrast() {
        for (name, theme) in Theme::ALL {
            let paper = theme.colour(Ink::Paper);
            let inks =
                [Ink::Black, Ink::Entered, Ink::Mark, Ink::Placed, Ink::Reason, Ink::Removed];
            for ink in inks {
                let contrast = theme.colour(ink).contrast(paper);
                assert!(contrast >= 4.5, "{name} {ink:?} {contrast}");
            }
            for grey in [Rgb(0xCF, 0xCF, 0xCF), Rgb(0xCC, 0xCC, 0xCC)] {
                let fill = theme.colour(Ink::Clue(grey));
                for ink in [Ink::Black, Ink::Entered, Ink::Mark] {
                    let contrast = theme.colour(ink).contrast(fill);
                    assert!(contrast >= 4.5, "{name} {ink:?} on grey {contrast}");
                }
            }
        }
    }

    #[test]
    fn the_lines_of_the_board_have_contrast() {
        for (name, theme) in Theme::ALL {
            for ink in Ink::ALL.into_iter().filter(|i| !matches!(i, Ink::Paper | Ink::Tint)) {
                let contrast = theme.colour(ink).contrast(theme.colour(Ink::Paper));
                assert!(contrast >= LINE, "{name} {ink:?} {contrast}");
            }
        }
    }

    #[test]
    fn thin_grey_lines_are_seen_on_a_light_board() {
        let (paper, grey) = (light(Ink::Paper), Rgb(0xCF, 0xCF, 0xCF));
        assert!(light(Ink::Line(grey)).contrast(paper) >= GREY);
        assert_eq!(light(Ink::Clue(grey)), grey);
        let green = Rgb(0x67, 0xF0, 0x67);
        assert_eq!(light(Ink::Line(green)), green);
    }

    #[test]
    fn a_colour_with_a_meaning_is_the_same_everywhere() {
        for (_, theme) in Theme::ALL {
            for colour in [Rgb(0, 0, 0), Rgb(0xFF, 0xFF, 0xFF)] {
                assert_eq!(theme.colour(Ink::Always(colour)), colour);
            }
        }
    }
}
