//! JSON as text.

use std::fmt::Write;

use super::{Json, Value};

/// A value on one line.
pub(crate) fn write(json: &Json) -> String {
    let mut out = String::new();
    add(&mut out, json);
    out
}

fn add(out: &mut String, json: &Json) {
    match &json.value {
        Value::Null => out.push_str("null"),
        Value::Bool(b) => out.push_str(if *b { "true" } else { "false" }),
        Value::Number(n) => {
            let _ = write!(out, "{n}");
        }
        Value::Text(text) => out.push_str(&quoted(text)),
        Value::List(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                out.push_str(if i > 0 { "," } else { "" });
                add(out, item);
            }
            out.push(']');
        }
        Value::Object(entries) => {
            out.push('{');
            for (i, (key, value)) in entries.iter().enumerate() {
                out.push_str(if i > 0 { "," } else { "" });
                out.push_str(&quoted(key));
                out.push(':');
                add(out, value);
            }
            out.push('}');
        }
    }
}

/// A text in quotes.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

impl From<bool> for Json {
    fn from(b: bool) -> Json {
        Json { at: 0, value: Value::Bool(b) }
    }
}

impl From<i64> for Json {
    fn from(n: i64) -> Json {
        Json { at: 0, value: Value::Number(n as f64) }
    }
}

impl From<usize> for Json {
    fn from(n: usize) -> Json {
        Json { at: 0, value: Value::Number(n as f64) }
    }
}

impl From<f64> for Json {
    fn from(n: f64) -> Json {
        Json { at: 0, value: Value::Number(n) }
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Json {
        Json { at: 0, value: Value::Text(text.to_string()) }
    }
}

impl From<String> for Json {
    fn from(text: String) -> Json {
        Json { at: 0, value: Value::Text(text) }
    }
}

impl<T: Into<Json>> From<Vec<T>> for Json {
    fn from(items: Vec<T>) -> Json {
        Json { at: 0, value: Value::List(items.into_iter().map(Into::into).collect()) }
    }
}

impl Json {
    /// An object without keys.
    pub fn object() -> Json {
        Json { at: 0, value: Value::Object(vec![]) }
    }

    /// With one more key.
    pub fn with(mut self, key: &str, value: impl Into<Json>) -> Json {
        self.set(key, value);
        self
    }

    /// Adds a key, or gives one that is there another value.
    pub fn replace(&mut self, key: &str, value: impl Into<Json>) {
        if let Value::Object(entries) = &mut self.value {
            entries.retain(|(k, _)| k != key);
        }
        self.set(key, value);
    }

    /// Adds a key.
    pub fn set(&mut self, key: &str, value: impl Into<Json>) {
        if let Value::Object(entries) = &mut self.value {
            entries.push((key.to_string(), value.into()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let json = Json::object()
            .with("a", vec![1i64, -2])
            .with("b", "quote \" and \\ and\nline \u{1}")
            .with("c", true)
            .with("d", 1.5);
        let text = write(&json);
        let again = Json::parse(&text).unwrap();
        assert_eq!(write(&again), text);
        assert_eq!(again.get("b").text(), json.get("b").text());
    }
}
