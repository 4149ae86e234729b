//! Solutions as suites write them: one character a cell.
//!
//! Plain digits, unless the largest digit of the solution is above 9: then letters, `A` for
//! 1 and so on, with `0` for 0. The choice is made by what occurs in the solution, not by
//! the grid.

/// The digits of a solution text; nothing if it is not one.
pub fn solution_digits(text: &str) -> Option<Vec<i64>> {
    let letters = text.chars().any(|c| c.is_ascii_alphabetic());
    let digit = |c: char| match c {
        '0' => Some(0),
        '1'..='9' if !letters => c.to_digit(10).map(i64::from),
        'A'..='Z' => Some(c as i64 - 'A' as i64 + 1),
        _ => None,
    };
    (!text.is_empty()).then(|| text.chars().map(digit).collect()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_used_when_a_digit_is_above_nine() {
        assert_eq!(solution_digits("0192"), Some(vec![0, 1, 9, 2]));
        assert_eq!(solution_digits("0AIJP"), Some(vec![0, 1, 9, 10, 16]));
        assert_eq!(solution_digits("1A"), None);
        assert_eq!(solution_digits(""), None);
    }
}
