//! Numbers with a given number of digits, as C's `printf` and `format/2` write them.

use dashu_int::{IBig, UBig, ops::UnsignedAbs};

use crate::number::Number;

/// `~Nf`, `~Ne`, `~Ng` and their capital forms; `how` is the letter.
pub fn float_digits(number: &Number, how: char, digits: usize) -> String {
    let exact = match number {
        Number::Big(value) => Some((value.clone(), UBig::ONE)),
        Number::Ratio(value) => Some((value.numerator().clone(), value.denominator().clone())),
        _ => None,
    };
    let text = match (exact, how.to_ascii_lowercase()) {
        (Some((top, bottom)), 'f') => exact_fixed(&top, &bottom, digits),
        (Some((top, bottom)), 'e') => exact_exponent(&top, &bottom, digits),
        (_, how) => {
            let value = crate::arith::nearest_float(number);
            match how {
                _ if !value.is_finite() => special(value),
                'f' => format!("{value:.digits$}"),
                'e' => exponent_form(value, digits),
                _ => shorter_form(value, digits),
            }
        }
    };
    if how.is_ascii_uppercase() { text.to_ascii_uppercase() } else { text }
}

fn special(value: f64) -> String {
    if value.is_nan() {
        "nan".to_string()
    } else if value > 0.0 {
        "inf".to_string()
    } else {
        "-inf".to_string()
    }
}

/// C's `%e`.
fn exponent_form(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    format!("{mantissa}e{}", c_exponent(exponent.parse().unwrap_or(0)))
}

fn c_exponent(exponent: i64) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{sign}{:02}", exponent.unsigned_abs())
}

/// C's `%g`.
fn shorter_form(value: f64, digits: usize) -> String {
    let digits = digits.max(1);
    let by_exponent = format!("{value:.*e}", digits - 1);
    let exponent: i64 = by_exponent.split_once('e').and_then(|(_, e)| e.parse().ok()).unwrap_or(0);
    if exponent < -4 || exponent >= digits as i64 {
        let text = exponent_form(value, digits - 1);
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "+00"));
        return format!("{}e{exponent}", without_zeros(mantissa));
    }
    let decimals = (digits as i64 - 1 - exponent).max(0) as usize;
    without_zeros(&format!("{value:.decimals$}")).to_string()
}

fn without_zeros(text: &str) -> &str {
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => text,
    }
}

/// A rational with so many decimals, rounded to nearest.
fn exact_fixed(top: &IBig, bottom: &UBig, digits: usize) -> String {
    let negative = *top < IBig::ZERO;
    let scaled = top.clone().unsigned_abs() * UBig::from(10u8).pow(digits);
    let rounded = (scaled + bottom / UBig::from(2u8)) / bottom;
    let text = format!("{:0>width$}", rounded.to_string(), width = digits + 1);
    let (whole, decimals) = text.split_at(text.len() - digits);
    let sign = if negative { "-" } else { "" };
    if digits == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{decimals}") }
}

/// A rational in exponent form, rounded to nearest.
fn exact_exponent(top: &IBig, bottom: &UBig, digits: usize) -> String {
    let negative = *top < IBig::ZERO;
    let top = top.clone().unsigned_abs();
    let ten = UBig::from(10u8);
    // The exponent is right or one too large.
    let estimate = top.to_string().len() as i64 - bottom.to_string().len() as i64;
    let power = |e: i64| ten.clone().pow(e.unsigned_abs() as usize);
    let below = |e: i64| match e >= 0 {
        true => top < bottom * power(e),
        false => &top * power(e) < *bottom,
    };
    let mut exponent = if below(estimate) { estimate - 1 } else { estimate };
    let shift = digits as i64 - exponent;
    let (scaled, divisor) = match shift >= 0 {
        true => (&top * power(shift), bottom.clone()),
        false => (top.clone(), bottom * power(shift)),
    };
    let mut rounded = (scaled + &divisor / UBig::from(2u8)) / divisor;
    if rounded.to_string().len() > digits + 1 {
        rounded /= &ten;
        exponent += 1;
    }
    let text = rounded.to_string();
    let (first, rest) = text.split_at(1);
    let dot = if digits == 0 { "" } else { "." };
    let sign = if negative { "-" } else { "" };
    format!("{sign}{first}{dot}{rest}e{}", c_exponent(exponent))
}

/// An integer in a base, with the last `decimals` digits after a point and `separator` between
/// groups of `group` digits before it.
pub fn integer_digits(
    value: &IBig,
    base: u32,
    decimals: usize,
    group: Option<(usize, char)>,
) -> String {
    let negative = *value < IBig::ZERO;
    let digits = value.clone().unsigned_abs().in_radix(base.clamp(2, 36) as u8).to_string();
    let digits = format!("{digits:0>width$}", width = decimals + 1);
    let (whole, fraction) = digits.split_at(digits.len() - decimals);
    let mut text = String::new();
    if negative {
        text.push('-');
    }
    for (i, digit) in whole.chars().enumerate() {
        let left = whole.len() - i;
        if let Some((size, separator)) = group
            && i > 0
            && size > 0
            && left % size == 0
        {
            text.push(separator);
        }
        text.push(digit);
    }
    if decimals > 0 {
        text.push('.');
        text.push_str(fraction);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_written_as_printf_does() {
        let f = Number::Float;
        for (number, how, digits, text) in [
            (f(3.25), 'e', 6, "3.250000e+00"),
            (f(2.5), 'f', 0, "2"),
            (f(0.1), 'f', 20, "0.10000000000000000555"),
            (f(1e10), 'g', 6, "1e+10"),
            (f(100000.0), 'g', 6, "100000"),
            (f(1234567.0), 'g', 6, "1.23457e+06"),
            (f(1e-10), 'G', 6, "1E-10"),
        ] {
            assert_eq!(float_digits(&number, how, digits), text);
        }
        let third = Number::Ratio(dashu_ratio::RBig::from(1) / dashu_ratio::RBig::from(3));
        assert_eq!(float_digits(&third, 'f', 5), "0.33333");
        assert_eq!(float_digits(&third, 'e', 3), "3.333e-01");
        assert_eq!(integer_digits(&IBig::from(-1234567), 10, 2, Some((3, ','))), "-12,345.67");
        assert_eq!(integer_digits(&IBig::from(255), 16, 0, None), "ff");
    }
}
