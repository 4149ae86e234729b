//! Numbers, times and complaints as people read them.

use std::time::Duration;

/// `1234567` as `1,234,567`.
pub fn number(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(c);
    }
    text
}

/// `1 node`, `2 nodes`.
pub fn plural(n: u64, what: &str) -> String {
    format!("{} {what}{}", number(n), if n == 1 { "" } else { "s" })
}

/// A time with the unit that suits it.
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        s if s < 0.1 => format!("{:.1} ms", s * 1e3),
        s if s < 10.0 => format!("{s:.2} s"),
        s if s < 120.0 => format!("{s:.0} s"),
        s => format!("{:.0} min", s / 60.0),
    }
}

/// A complaint with the word it is about, and a sign below it.
pub fn pointed(message: &str, before: &str, word: &str) -> String {
    let (blank, sign) =
        (" ".repeat(before.chars().count()), "^".repeat(word.chars().count().max(1)));
    format!("{message}\n  {before}{word}\n  {blank}{sign}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!([0, 999, 1000, 1234567].map(number), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(plural(1, "node"), "1 node");
        assert_eq!(plural(0, "node"), "0 nodes");
    }

    #[test]
    fn times_have_their_units() {
        let show = |s: f64| time(Duration::from_secs_f64(s));
        assert_eq!([0.00042, 0.25, 42.0, 600.0].map(show), ["0.4 ms", "0.25 s", "42 s", "10 min"]);
    }
}
