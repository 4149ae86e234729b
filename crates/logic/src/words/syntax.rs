//! Formulas are told as they are written; words of the rule language that nobody says are told in
//! others.

/// A text without `distinct(...)`, `element(...)` and `all(...)` of one thing.
pub(crate) fn spoken(text: &str) -> String {
    let differ = |list: &str| match list.rsplit_once(", ") {
        Some((first, last)) => format!("{first} and {last} all differ"),
        None => format!("{list} differ"),
    };
    let place = |inside: &str| {
        let (place, list) = inside.split_once(", ").filter(|(place, _)| !place.contains('('))?;
        Some(format!("the cell of {list} at place {place}"))
    };
    let told = replaced(&patterned(text), "distinct(", &|list| Some(differ(list)));
    let told = replaced(&told, "element(", &place);
    replaced(&told, "all(", &|list| (!list.contains(", ")).then(|| list.to_string()))
}

/// A rule that is a pattern is called so.
fn patterned(text: &str) -> String {
    const RULE: &str = "the rule `regex(";
    let (mut told, mut rest) = (String::new(), text);
    while let Some(at) = rest.to_ascii_lowercase().find(RULE) {
        let the = &rest[at..at + 3];
        let inside = &rest[at + RULE.len()..];
        let parts = inside.split_once("; \"").and_then(|(line, after)| {
            let (pattern, after) = after.split_once("\")`")?;
            Some((line, pattern, after)).filter(|_| !line.contains('`'))
        });
        told.push_str(&rest[..at]);
        match parts {
            Some((line, pattern, after)) => {
                told.push_str(&format!("{the} pattern `{pattern}` along {line}"));
                rest = after;
            }
            None => {
                told.push_str(&rest[at..at + RULE.len()]);
                rest = inside;
            }
        }
    }
    told + rest
}

/// A text with what stands in the brackets of a word told in another way.
fn replaced(text: &str, word: &str, other: &dyn Fn(&str) -> Option<String>) -> String {
    let (mut told, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(word) {
        let inside = &rest[at + word.len()..];
        let within_word = rest[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let mut depth = 1;
        let end = inside.find(|c: char| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        });
        let new = end.filter(|_| !within_word).and_then(|end| Some((end, other(&inside[..end])?)));
        match new {
            Some((end, new)) => {
                told.push_str(&rest[..at]);
                told.push_str(&new);
                rest = &inside[end + 1..];
            }
            None => {
                told.push_str(&rest[..at + word.len()]);
                rest = inside;
            }
        }
    }
    told + rest
}

#[cfg(test)]
mod tests {
    use super::spoken;

    #[test]
    fn formulas_say_that_cells_differ() {
        let told = |text: &str| spoken(&format!("By the rule `{text}`."));
        let want = |text: &str| format!("By the rule `{text}`.");
        assert_eq!(
            told("r3c5 != 0 or distinct(what row 3 lacks, what box 1 lacks)"),
            want("r3c5 != 0 or what row 3 lacks and what box 1 lacks all differ")
        );
        assert_eq!(told("all(r3c8 != r4c7)"), want("r3c8 != r4c7"));
        assert_eq!(
            told("all(sum(r1c1, r1c2) = 3, r1c3 = 1)"),
            told("all(sum(r1c1, r1c2) = 3, r1c3 = 1)")
        );
        assert_eq!(told("distinct(f(a), b, c) = 1"), want("f(a), b and c all differ = 1"));
        assert_eq!(
            told("element(r1c3, r1-6c3) = value K2"),
            want("the cell of r1-6c3 at place r1c3 = value K2")
        );
        let rule = "By the rule `regex(r1c1-4; \"(12|.)*\")` and so.";
        assert_eq!(spoken(rule), "By the pattern `(12|.)*` along r1c1-4 and so.");
        // Other words that end alike, and brackets that are not closed, stay as they are.
        assert_eq!(told("overall(x) and distinct(a, b"), want("overall(x) and distinct(a, b"));
    }
}
