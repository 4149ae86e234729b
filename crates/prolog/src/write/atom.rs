//! How atoms are written: which need quotes, and escapes inside them.

use crate::read::class::{self, Class};

/// What an atom looks like in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomKind {
    /// Letters, digits and `_`, starting with a small letter.
    Name,
    /// Symbol characters.
    Symbol,
    /// A character that stands alone.
    Solo,
    /// The full stop.
    Stop,
    /// It needs quotes.
    Quoted,
}

/// What an atom of this text looks like. `[]` and `{}` are for the caller to tell.
pub fn atom_kind(text: &str) -> AtomKind {
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return AtomKind::Quoted };
    let wide = text.chars().any(|c| c as u32 > 0xff);
    match class::class(first) {
        Class::Lower => match chars.all(class::is_name_part) {
            true => AtomKind::Name,
            false => AtomKind::Quoted,
        },
        Class::Symbol if text == "." => AtomKind::Stop,
        Class::Symbol if text.starts_with("/*") && !wide => AtomKind::Quoted,
        Class::Symbol if chars.all(class::is_symbol) => AtomKind::Symbol,
        Class::Solo if first != '%' && !wide && chars.next().is_none() => AtomKind::Solo,
        _ if text == "{}" => AtomKind::Solo,
        _ => AtomKind::Quoted,
    }
}

/// How text is put between quotes.
#[derive(Clone, Copy, Debug)]
pub struct Quoting {
    /// Escape with `\`; otherwise quotes and `\` are doubled.
    pub escapes: bool,
    /// Escape as `\uXXXX`, not `\xXX\`.
    pub unicode: bool,
}

/// Appends text with quotes around it.
pub fn push_quoted(out: &mut String, text: &str, quote: char, quoting: Quoting) {
    out.push(quote);
    for c in text.chars() {
        push_inside(out, c, quote, quoting);
    }
    out.push(quote);
}

/// Appends one character as it stands between quotes.
pub fn push_inside(out: &mut String, c: char, quote: char, quoting: Quoting) {
    if !quoting.escapes {
        out.push(c);
        if c == quote || c == '\\' {
            out.push(c);
        }
        return;
    }
    let short = match c {
        _ if c == quote || c == '\\' => Some(c),
        '\u{7}' => Some('a'),
        '\u{8}' => Some('b'),
        '\t' => Some('t'),
        '\n' => Some('n'),
        '\u{b}' => Some('v'),
        '\r' => Some('r'),
        '\u{c}' => Some('f'),
        _ => None,
    };
    if let Some(short) = short {
        out.extend(['\\', short]);
    } else if !needs_escape(c) {
        out.push(c);
    } else if !quoting.unicode {
        out.push_str(&format!("\\x{:X}\\", c as u32));
    } else if (c as u32) <= 0xffff {
        out.push_str(&format!("\\u{:04X}", c as u32));
    } else {
        out.push_str(&format!("\\U{:08X}", c as u32));
    }
}

fn needs_escape(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    matches!(class::class(c), Class::Control | Class::Blank) || is_format(c)
}

/// Invisible format characters.
fn is_format(c: char) -> bool {
    matches!(c as u32,
        0xad | 0x600..=0x605 | 0x61c | 0x6dd | 0x70f | 0x8e2 | 0x180e | 0x200b..=0x200f
        | 0x202a..=0x202e | 0x2060..=0x2064 | 0x2066..=0x206f | 0xfeff | 0xfff9..=0xfffb
        | 0x110bd | 0x110cd | 0x1bca0..=0x1bca3 | 0x1d173..=0x1d17a | 0xe0001
        | 0xe0020..=0xe007f)
}

/// Is this the name of a variable?
pub fn is_variable_name(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(class::is_upper) && chars.all(class::is_name_part)
}
