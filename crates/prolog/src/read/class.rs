//! Classes of characters, as the syntax of Prolog sees them.

use super::unicode::RUNS;

/// What a character can be part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// White space.
    Blank,
    /// Starts a variable.
    Upper,
    /// Starts an atom.
    Lower,
    /// Inside names only.
    Continue,
    /// Decimal digit.
    Digit,
    /// Glues to other symbols.
    Symbol,
    /// An atom by itself.
    Solo,
    /// Brackets, comma and bar.
    Punct,
    /// `'`, `"` and the backquote.
    Quote,
    /// Not allowed outside quotes.
    Control,
}

/// The class of a character.
#[inline]
pub fn class(c: char) -> Class {
    match ASCII.get(c as usize) {
        Some(&class) => class,
        None => beyond(c, c as u32),
    }
}

const ASCII: [Class; 0x80] = {
    let mut table = [Class::Control; 0x80];
    let mut code = 0;
    while code < 0x80 {
        table[code] = ascii(code as u8 as char);
        code += 1;
    }
    table
};

const fn ascii(c: char) -> Class {
    match c {
        'a'..='z' => Class::Lower,
        'A'..='Z' | '_' => Class::Upper,
        '0'..='9' => Class::Digit,
        '\t'..='\r' | ' ' => Class::Blank,
        '!' | '%' | ';' => Class::Solo,
        '\'' | '"' | '`' => Class::Quote,
        '(' | ')' | ',' | '[' | ']' | '{' | '|' | '}' => Class::Punct,
        '\0'..='\x1f' | '\x7f' => Class::Control,
        _ => Class::Symbol,
    }
}

fn beyond(c: char, code: u32) -> Class {
    match code {
        0x80..=0x9f => Class::Control,
        0xa0 => Class::Blank,
        0xad | 0xb2 | 0xb3 | 0xb9 | 0xbc..=0xbe => Class::Solo,
        0xaa | 0xb5 | 0xba => Class::Lower,
        0xd7 | 0xf7 | 0xa1..=0xbf => Class::Symbol,
        0xc0..=0xde => Class::Upper,
        0xdf..=0xff => Class::Lower,
        _ => {
            let run = RUNS.partition_point(|&(start, _)| start <= code);
            match RUNS[run.saturating_sub(1)].1 {
                b'l' if c.is_uppercase() => Class::Upper,
                b'l' => Class::Lower,
                b'c' => Class::Continue,
                b'd' => Class::Digit,
                b'g' => Class::Symbol,
                b'o' | b'x' => Class::Solo,
                b's' => Class::Blank,
                _ => Class::Control,
            }
        }
    }
}

/// White space.
#[inline]
pub fn is_blank(c: char) -> bool {
    class(c) == Class::Blank
}

/// A symbol character; the backquote is one only where it does not quote.
#[inline]
pub fn is_symbol(c: char) -> bool {
    class(c) == Class::Symbol
}

/// Can a name go on with this character?
#[inline]
pub fn is_name_part(c: char) -> bool {
    matches!(class(c), Class::Upper | Class::Lower | Class::Continue | Class::Digit)
}

/// Does an atom start with this character?
#[inline]
pub fn is_lower(c: char) -> bool {
    class(c) == Class::Lower
}

/// Does a variable start with this character?
#[inline]
pub fn is_upper(c: char) -> bool {
    class(c) == Class::Upper
}

/// The value of a decimal digit of any script.
pub fn decimal_value(c: char) -> Option<u32> {
    if let Some(value) = c.to_digit(10) {
        return Some(value);
    }
    if c.is_ascii() || class(c) != Class::Digit {
        return None;
    }
    // Digits of a script are ten in a row from zero to nine; runs may join several such rows,
    // which all start at multiples of ten from the start of the run.
    let code = c as u32;
    let run = RUNS.partition_point(|&(start, _)| start <= code).saturating_sub(1);
    Some((code - RUNS[run].0) % 10)
}
