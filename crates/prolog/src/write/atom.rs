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
