//! Comparing what Prologs write, up to the names of variables and streams.

use std::collections::BTreeMap;

/// The text with variables (`_123`, `_G12`) numbered in the order in which they occur, and
/// handles without their addresses: two terms are variants iff these are equal.
pub(super) fn canonical(text: &str) -> String {
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    let mut before = ' ';
    while let Some(c) = rest.chars().next() {
        if c == '_' && !is_word(before) {
            let length = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
            let (name, after) = rest.split_at(length);
            let digits = name[1..].trim_start_matches('G');
            if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
                let next = names.len();
                let number = names.entry(name.to_string()).or_insert(next);
                result.push_str(&format!("_{number}"));
                (rest, before) = (after, '0');
                continue;
            }
        }
        // <stream>(0x55d0c0de), <clause>(0x...)
        if let Some(after) = rest.strip_prefix("(0x").filter(|_| before == '>') {
            result.push_str("(_)");
            rest = after.split_once(')').map_or("", |(_, after)| after);
            before = ')';
            continue;
        }
        result.push(c);
        before = c;
        rest = &rest[c.len_utf8()..];
    }
    result
}

/// The variables of a goal in the order in which they occur, without `_`.
pub(super) fn variables(goal: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut chars = goal.char_indices().peekable();
    let mut before = ' ';
    while let Some((start, c)) = chars.next() {
        match c {
            '\'' if before == '0' => {
                // A character code, 0'c or 0'\n: its character is no quote.
                let escaped = chars.next().is_some_and(|(_, c)| c == '\\');
                if escaped {
                    chars.next();
                }
            }
            '\'' | '"' | '`' => {
                while let Some((_, inside)) = chars.next() {
                    match inside {
                        '\\' => drop(chars.next()),
                        _ if inside == c => break,
                        _ => {}
                    }
                }
            }
            '%' => while chars.next().is_some_and(|(_, c)| c != '\n') {},
            _ if is_word(c) && !is_word(before) => {
                let mut end = start + c.len_utf8();
                while let Some(&(at, next)) = chars.peek().filter(|(_, c)| is_word(*c)) {
                    end = at + next.len_utf8();
                    chars.next();
                }
                let name = &goal[start..end];
                let variable = c == '_' || c.is_uppercase();
                if variable && name != "_" && !names.iter().any(|n| n == name) {
                    names.push(name.to_string());
                }
                before = name.chars().last().unwrap_or(c);
                continue;
            }
            _ => {}
        }
        before = c;
    }
    names
}

/// The text as a quoted atom.
pub(super) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

/// The text without the measured seconds of `Time: 1.234s`.
pub(super) fn without_times(text: &str) -> String {
    let mut parts = text.split("Time: ");
    let mut result = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        result.push_str("Time: ");
        result.push_str(if rest.starts_with('s') { rest } else { part });
    }
    result
}

/// The last line that starts with the mark, without it.
pub(super) fn marked<'a>(output: &'a str, mark: &str) -> Option<&'a str> {
    output.lines().rev().find_map(|line| line.strip_prefix(mark))
}

/// The end of a long text.
pub(super) fn tail(text: &str, bytes: usize) -> &str {
    let mut start = text.len().saturating_sub(bytes);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    &text[start..]
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_are_equal() {
        assert_eq!(canonical("v(_12,_G3,_12)"), canonical("v(_7,_8,_7)"));
        assert_ne!(canonical("v(_12,_12)"), canonical("v(_7,_8)"));
        assert_eq!(canonical("f(a_1,'_x',<stream>(0x6000))"), "f(a_1,'_x',<stream>(_))");
    }

    #[test]
    fn times_are_not_compared() {
        assert_eq!(without_times("Total: 4 Time: 1.5s\nTime: 5"), "Total: 4 Time: s\nTime: 5");
    }

    #[test]
    fn variables_of_a_goal() {
        assert_eq!(variables("X #= aY+_Z, 'Q' = \"R\", X = 0'T, _ = [W|X]"), ["X", "_Z", "W"]);
        assert_eq!(variables("X = 0'\\n, Y = 'it''s' % Z"), ["X", "Y"]);
    }
}
