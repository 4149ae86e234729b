//! The options about pictures.

use super::{Flag, NO_SHORT, Set};
use crate::options::Command;
use crate::picture::{PictureFormat, cell, page, theme};

pub(super) const FLAGS: &[Flag] = &[
    Flag {
        long: "output",
        short: Some('o'),
        of: &[Command::Draw],
        help: "write into this file (.svg, .png, .pdf, .txt) or, if it ends in /, this folder",
        set: Set::Value("OUT", |o, v| {
            o.picture.out = Some(v.into());
            Ok(())
        }),
    },
    Flag {
        long: "to",
        short: NO_SHORT,
        of: &[Command::Draw, Command::Explain],
        help: "svg, png, pdf or text; by default what the name of the file says",
        set: Set::Value("FORMAT", |o, v| {
            let format = PictureFormat::find(v).ok_or("svg, png, pdf or text")?;
            o.picture.to = Some(format);
            Ok(())
        }),
    },
    Flag {
        long: "theme",
        short: NO_SHORT,
        of: &[Command::Draw, Command::Explain],
        help: "the colours: light (default), dark or print",
        set: Set::Value("THEME", |o, v| theme(v).map(|t| o.picture.theme = t)),
    },
    Flag {
        long: "candidates",
        short: Some('c'),
        of: &[Command::Draw],
        help: "show what the givens leave of each cell",
        set: Set::Switch(|o| o.picture.candidates = true),
    },
    Flag {
        long: "dots",
        short: NO_SHORT,
        of: &[Command::Draw],
        help: "show what is left in the end, and a dot for each mark that goes",
        set: Set::Switch(|o| o.picture.dots = true),
    },
    Flag {
        long: "solution",
        short: NO_SHORT,
        of: &[Command::Draw],
        help: "fill in the solution",
        set: Set::Switch(|o| o.picture.solution = true),
    },
    Flag {
        long: "title",
        short: NO_SHORT,
        of: &[Command::Draw],
        help: "title and author above the picture; on sheets they always are",
        set: Set::Switch(|o| o.picture.title = true),
    },
    Flag {
        long: "page",
        short: NO_SHORT,
        of: &[Command::Draw],
        help: "so many side by side and below each other on sheets of A4, as SVG or PDF",
        set: Set::Value("2x3", |o, v| page(v).map(|p| o.picture.page = Some(p))),
    },
    Flag {
        long: "ascii",
        short: NO_SHORT,
        of: &[Command::Draw],
        help: "text without any other characters than those of ASCII",
        set: Set::Switch(|o| o.picture.ascii = true),
    },
    Flag {
        long: "cell",
        short: NO_SHORT,
        of: &[Command::Draw, Command::Explain],
        help: "the size of a cell in a PNG (default 64)",
        set: Set::Value("PIXELS", |o, v| cell(v).map(|c| o.picture.cell = c)),
    },
    Flag {
        long: "pictures",
        short: NO_SHORT,
        of: &[Command::Explain],
        help: "write a picture of each step into this folder",
        set: Set::Value("FOLDER", |o, v| {
            o.pictures = Some(v.into());
            Ok(())
        }),
    },
    Flag {
        long: "html",
        short: NO_SHORT,
        of: &[Command::Explain],
        help: "write a page for the browser that plays the steps; `-`: print it",
        set: Set::Value("FILE", |o, v| {
            o.html = Some(v.into());
            Ok(())
        }),
    },
];
