//! Numbers to text.

use crate::number::Number;

/// A number as it is written.
pub fn number_text(number: &Number) -> String {
    match number {
        Number::Int(value) => value.to_string(),
        Number::Big(value) => value.to_string(),
        Number::Ratio(value) => format!("{}r{}", value.numerator(), value.denominator()),
        Number::Float(value) => float_text(*value),
    }
}

/// A float with the fewest digits that read back as the same float, always with a dot.
pub fn float_text(value: f64) -> String {
    if value.is_nan() {
        let fraction = value.to_bits() & 0x800f_ffff_ffff_ffff | 0x3ff0_0000_0000_0000;
        return format!("{}NaN", float_text(f64::from_bits(fraction)));
    }
    if value.is_infinite() {
        return if value > 0.0 { "1.0Inf" } else { "-1.0Inf" }.to_string();
    }
    let shortest = format!("{value:e}");
    let (mantissa, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if mantissa.starts_with('-') { "-" } else { "" };
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    // Digits before the decimal point.
    let point = exponent + 1;
    let rest = if digits.len() > 1 { &digits[1..] } else { "0" };
    if point <= -4 {
        format!("{sign}{}.{rest}e{exponent}", &digits[..1])
    } else if point <= 0 {
        let zeros = "0".repeat(point.unsigned_abs() as usize);
        format!("{sign}0.{zeros}{digits}")
    } else if digits.len() > point as usize {
        let (whole, fraction) = digits.split_at(point as usize);
        format!("{sign}{whole}.{fraction}")
    } else if point > 15 {
        format!("{sign}{}.{rest}e+{exponent}", &digits[..1])
    } else {
        let zeros = "0".repeat(point as usize - digits.len());
        format!("{sign}{digits}{zeros}.0")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_look_as_in_swi_prolog() {
        for (value, text) in [
            (1.0, "1.0"),
            (-0.0, "-0.0"),
            (0.1, "0.1"),
            (1e100, "1.0e+100"),
            (1.5e-7, "1.5e-7"),
            (0.0001, "0.0001"),
            (0.00001, "1.0e-5"),
            (1e15, "1.0e+15"),
            (1e14, "100000000000000.0"),
            (123456789012345680.0, "1.2345678901234568e+17"),
            (f64::INFINITY, "1.0Inf"),
            (f64::NEG_INFINITY, "-1.0Inf"),
            (f64::NAN, "1.5NaN"),
            (9.007199254740992e15, "9.007199254740992e+15"),
            (5e-324, "5.0e-324"),
        ] {
            assert_eq!(float_text(value), text);
        }
    }
}
