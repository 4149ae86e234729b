//! What the pattern of a line asks for, in words: its parts one after the other.

use super::super::{join, runs};

/// The pattern that a clue is called by, between backquotes.
pub(super) fn pattern(words: &str) -> Option<&str> {
    words.strip_prefix("the pattern `")?.split_once("` along ").map(|(pattern, _)| pattern)
}

/// What stands along a line with this pattern; nothing if it has brackets or choices in it.
pub(super) fn in_words(pattern: &str) -> Option<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut rest = pattern;
    while !rest.is_empty() {
        let (one, after) = atom(rest)?;
        let (how, after) = times(after)?;
        rest = after;
        parts.push(match (how, one) {
            (Times::Once, None) => "any digit".into(),
            (Times::Once, Some(some)) => some,
            (Times::Any, None) => "anything".into(),
            (Times::Any, Some(some)) => format!("any number of {some}"),
            (Times::Some, one) => format!("one or more of {}", one.unwrap_or("any digits".into())),
            (Times::Maybe, one) => format!("at most one of {}", one.unwrap_or("any digits".into())),
        });
    }
    (!parts.is_empty()).then(|| parts.join(", then "))
}

enum Times {
    Once,
    Any,
    Some,
    Maybe,
}

/// How often, and what comes behind it.
fn times(text: &str) -> Option<(Times, &str)> {
    match text.chars().next() {
        Some('*') => Some((Times::Any, &text[1..])),
        Some('+') => Some((Times::Some, &text[1..])),
        Some('?') => Some((Times::Maybe, &text[1..])),
        Some('{') => None,
        _ => Some((Times::Once, text)),
    }
}

/// One digit or one of some, told, nothing for any; and what comes behind it.
fn atom(text: &str) -> Option<(Option<String>, &str)> {
    match text.chars().next()? {
        '.' => Some((None, &text[1..])),
        digit if digit.is_ascii_digit() => Some((Some(digit.to_string()), &text[1..])),
        '[' => {
            let (inside, after) = text[1..].split_once(']')?;
            let (not, inside) = match inside.strip_prefix('^') {
                Some(inside) => ("digits other than ", inside),
                None => ("", inside),
            };
            let mut some: Vec<i64> = Vec::new();
            let mut all = inside.chars().peekable();
            while let Some(from) = all.next() {
                let from = i64::from(from.to_digit(10)?);
                let to = match all.next_if_eq(&'-') {
                    Some(_) => i64::from(all.next()?.to_digit(10)?),
                    None => from,
                };
                some.extend(from..=to);
            }
            some.sort_unstable();
            some.dedup();
            Some((Some(format!("{not}{}", join(&runs(&some), "or"))), after))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_read_part_by_part() {
        let told = |pattern: &str| in_words(pattern);
        assert_eq!(
            told("[124578]*3.*").as_deref(),
            Some("any number of 1, 2, 4, 5, 7 or 8, then 3, then anything")
        );
        assert_eq!(
            told("[2-4]?.[^19]+").as_deref(),
            Some(
                "at most one of 2 to 4, then any digit, then one or more of digits other than 1 or 9"
            )
        );
        assert_eq!(told("(12|21).*"), None);
        assert_eq!(told("1{2}"), None);
        assert_eq!(pattern("the pattern `1.*` along r1c1-4"), Some("1.*"));
    }
}
