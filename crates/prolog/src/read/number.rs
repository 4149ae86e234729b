//! Numbers in text: integers of any base, digit groups, rationals, floats, `0'c`.

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::{class, token::escape_code};
use crate::number::Number;

/// Why a number could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberError {
    /// It is not a number.
    Illegal,
    /// A float beyond the largest one.
    Overflow,
    /// A NaN with digits that no NaN has.
    Range,
}

impl NumberError {
    /// The name in the syntax error.
    pub fn id(self) -> &'static str {
        match self {
            NumberError::Illegal => "illegal_number",
            NumberError::Overflow => "float_overflow",
            NumberError::Range => "numeric constant out of range",
        }
    }
}

/// Reads the number (with an optional sign) at the start of a text, and says how many characters
/// it takes.
pub fn parse_number(text: &[char]) -> Result<(Number, usize), NumberError> {
    let at = |i: usize| text.get(i).copied().unwrap_or('\0');
    let negative = at(0) == '-';
    let start = usize::from(negative || at(0) == '+');
    if at(start) == '0' {
        match at(start + 1) {
            '\'' => return character(text, start + 2, negative),
            'b' => return based(text, start + 2, 2, negative),
            'o' => return based(text, start + 2, 8, negative),
            'x' => return based(text, start + 2, 16, negative),
            _ => {}
        }
    }
    let zero = zero_of(at(start)).ok_or(NumberError::Illegal)?;
    let mut scan = Scan { text, here: start, zero, grouped: false };
    let whole = scan.digits(10);
    if scan.peek(0) == 'r' && scan.is_digit(1) {
        return rational(scan, whole, negative);
    }
    let here = scan.here;
    if scan.grouped {
        return Ok((integer(whole, negative), here));
    }
    if at(here) == '\'' && zero == '0' {
        let base = whole.parse::<u32>().unwrap_or(0);
        if (2..=36).contains(&base) && at(here + 1).is_digit(base) {
            return based(text, here + 1, base, negative);
        }
    }
    float(scan, start, negative).unwrap_or_else(|| Ok((integer(whole, negative), here)))
}

fn zero_of(c: char) -> Option<char> {
    let value = class::decimal_value(c)?;
    char::from_u32(c as u32 - value)
}

/// Digits of one script, with groups.
struct Scan<'a> {
    text: &'a [char],
    here: usize,
    zero: char,
    grouped: bool,
}

impl Scan<'_> {
    fn peek(&self, ahead: usize) -> char {
        self.text.get(self.here + ahead).copied().unwrap_or('\0')
    }

    fn digit(&self, at: usize) -> Option<u32> {
        let c = *self.text.get(at)? as u32;
        let value = c.checked_sub(self.zero as u32)?;
        (value < 10).then_some(value)
    }

    fn is_digit(&self, ahead: usize) -> bool {
        self.digit(self.here + ahead).is_some()
    }

    /// Takes digits and groups of digits; `base` is 10 and kept for the separators.
    fn digits(&mut self, base: u32) -> String {
        let mut digits = String::new();
        loop {
            while let Some(value) = self.digit(self.here) {
                digits.extend(char::from_digit(value, base));
                self.here += 1;
            }
            let next = match self.peek(0) {
                '_' => skip_blanks(self.text, self.here + 1),
                ' ' => self.here + 1,
                _ => return digits,
            };
            if self.digit(next).is_none() {
                return digits;
            }
            self.here = next;
            self.grouped = true;
        }
    }

    fn plain_digits(&mut self) {
        while self.is_digit(0) {
            self.here += 1;
        }
    }
}

fn skip_blanks(text: &[char], mut at: usize) -> usize {
    while text.get(at).is_some_and(|&c| class::is_blank(c)) {
        at += 1;
    }
    at
}

fn integer(digits: String, negative: bool) -> Number {
    from_digits(&digits, 10, negative)
}

fn from_digits(digits: &str, base: u32, negative: bool) -> Number {
    if let Ok(value) = i64::from_str_radix(digits, base) {
        return Number::Int(if negative { -value } else { value });
    }
    let value = IBig::from_str_radix(digits, base).unwrap_or(IBig::ZERO);
    Number::big(if negative { -value } else { value })
}

fn based(
    text: &[char],
    start: usize,
    base: u32,
    negative: bool,
) -> Result<(Number, usize), NumberError> {
    let digit = |at: usize| text.get(at).is_some_and(|c| c.is_digit(base));
    let mut digits = String::new();
    let mut here = start;
    loop {
        while digit(here) {
            digits.push(text[here]);
            here += 1;
        }
        let next = match text.get(here) {
            Some('_') => skip_blanks(text, here + 1),
            Some(' ') if base <= 10 => here + 1,
            _ => break,
        };
        if digits.is_empty() || !digit(next) {
            break;
        }
        here = next;
    }
    if digits.is_empty() {
        return Err(NumberError::Illegal);
    }
    Ok((from_digits(&digits, base, negative), here))
}

fn character(text: &[char], at: usize, negative: bool) -> Result<(Number, usize), NumberError> {
    let c = *text.get(at).ok_or(NumberError::Illegal)?;
    let (code, end) = if c == '\\' {
        escape_code(text, at + 1).ok_or(NumberError::Illegal)?
    } else if c == '\'' && text.get(at + 1) == Some(&'\'') {
        (c as i64, at + 2)
    } else {
        (c as i64, at + 1)
    };
    Ok((Number::Int(if negative { -code } else { code }), end))
}

fn rational(
    mut scan: Scan<'_>,
    numerator: String,
    negative: bool,
) -> Result<(Number, usize), NumberError> {
    scan.here += 1;
    let denominator = scan.digits(10);
    let parse = |digits: &str| IBig::from_str_radix(digits, 10).unwrap_or(IBig::ZERO);
    let (top, bottom) = (parse(&numerator), parse(&denominator));
    if bottom == IBig::ZERO {
        return Err(NumberError::Illegal);
    }
    let value = RBig::from(if negative { -top } else { top }) / RBig::from(bottom);
    let number = match value.is_int() {
        true => Number::big(value.into_parts().0),
        false => Number::Ratio(value),
    };
    Ok((number, scan.here))
}

type Parsed = Result<(Number, usize), NumberError>;

/// A float, or `None` where only the integer part is there.
fn float(mut scan: Scan<'_>, start: usize, negative: bool) -> Option<Parsed> {
    let mut is_float = false;
    if scan.peek(0) == '.' && scan.is_digit(1) {
        is_float = true;
        scan.here += 1;
        scan.plain_digits();
        if let Some(special) = special(&scan, start, negative) {
            return Some(special);
        }
    }
    if matches!(scan.peek(0), 'e' | 'E') {
        let sign = usize::from(matches!(scan.peek(1), '+' | '-'));
        if scan.is_digit(1 + sign) {
            is_float = true;
            scan.here += 1 + sign;
            scan.plain_digits();
        }
    }
    if !is_float {
        return None;
    }
    let value = value_of(&scan, start);
    Some(match value {
        Some(value) if value.is_infinite() => Err(NumberError::Overflow),
        Some(value) => Ok((Number::Float(if negative { -value } else { value }), scan.here)),
        None => Err(NumberError::Illegal),
    })
}

fn value_of(scan: &Scan<'_>, start: usize) -> Option<f64> {
    let ascii = |at: usize| match scan.digit(at) {
        Some(value) => char::from_digit(value, 10).unwrap_or('0'),
        None => scan.text[at],
    };
    (start..scan.here).map(ascii).collect::<String>().parse().ok()
}

/// `1.0Inf` and `1.5NaN`.
fn special(scan: &Scan<'_>, start: usize, negative: bool) -> Option<Parsed> {
    let tag = |word: &str| {
        let end = scan.here + word.len();
        let is_word = scan.text.get(scan.here..end)?.iter().copied().eq(word.chars());
        let ends = scan.text.get(end).is_none_or(|&c| !class::is_name_part(c));
        (is_word && ends).then_some(end)
    };
    if let Some(end) = tag("Inf") {
        let value = if negative { f64::NEG_INFINITY } else { f64::INFINITY };
        return Some(Ok((Number::Float(value), end)));
    }
    let end = tag("NaN")?;
    if scan.text.get(start..start + 2) != Some(&['1', '.']) {
        return None;
    }
    let fraction = value_of(scan, start)?;
    Some(match make_nan(fraction) {
        Some(nan) => Ok((Number::Float(nan), end)),
        None => Err(NumberError::Range),
    })
}

/// The NaN whose payload is the fraction of a number from 1 up to 2.
pub(crate) fn make_nan(fraction: f64) -> Option<f64> {
    let bits = fraction.to_bits() & 0x000f_ffff_ffff_ffff;
    let nan = f64::from_bits(bits | 0x7ff0_0000_0000_0000);
    nan.is_nan().then_some(nan)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(Number, usize), NumberError> {
        parse_number(&text.chars().collect::<Vec<_>>())
    }

    #[test]
    fn numbers_are_read_as_swi_prolog_does() {
        assert_eq!(read("1 000"), Ok((Number::Int(1000), 5)));
        assert_eq!(read("1_000"), Ok((Number::Int(1000), 5)));
        assert_eq!(read("1__0"), Ok((Number::Int(1), 1)));
        assert_eq!(read("0x1F"), Ok((Number::Int(31), 4)));
        assert_eq!(read("16'ff"), Ok((Number::Int(255), 5)));
        assert_eq!(read("0'a"), Ok((Number::Int(97), 3)));
        assert_eq!(read("0'''"), Ok((Number::Int(39), 4)));
        assert_eq!(read("-5.0e"), Ok((Number::Float(-5.0), 4)));
        assert_eq!(read("1e10"), Ok((Number::Float(1e10), 4)));
        assert_eq!(read("1.0e400"), Err(NumberError::Overflow));
        assert_eq!(read("0b2"), Err(NumberError::Illegal));
        assert_eq!(read("-9223372036854775808"), Ok((Number::Int(i64::MIN), 20)));
        assert_eq!(read("2r4").map(|(_, n)| n), Ok(3));
        assert!(matches!(read("1.5NaN"), Ok((Number::Float(x), 6)) if x.is_nan()));
    }
}
