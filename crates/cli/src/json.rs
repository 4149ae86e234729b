//! JSON, as much of it as reports need: one object a line, written straight into the output.

use std::fmt::Display;
use std::io::Write;

/// An object under construction. Call [`Object::end`] when all fields are there.
pub struct Object<'a> {
    out: &'a mut Vec<u8>,
    empty: bool,
}

impl<'a> Object<'a> {
    /// Opens an object.
    pub fn new(out: &'a mut Vec<u8>) -> Self {
        out.push(b'{');
        Self { out, empty: true }
    }

    /// A text.
    pub fn text(&mut self, key: &str, value: &str) -> &mut Self {
        text(self.value(key), value);
        self
    }

    /// A number, or `true`, `false`, `null`: whatever JSON writes as Rust does.
    pub fn plain(&mut self, key: &str, value: impl Display) -> &mut Self {
        plain(self.value(key), value);
        self
    }

    /// A list, each item written by a function.
    pub fn list<T>(
        &mut self,
        key: &str,
        items: impl IntoIterator<Item = T>,
        write: impl FnMut(&mut Vec<u8>, T),
    ) -> &mut Self {
        list(self.value(key), items, write);
        self
    }

    /// Writes the key; the caller writes the value.
    pub fn value(&mut self, key: &str) -> &mut Vec<u8> {
        if !self.empty {
            self.out.push(b',');
        }
        self.empty = false;
        text(self.out, key);
        self.out.push(b':');
        self.out
    }

    /// Closes the object.
    pub fn end(self) {
        self.out.push(b'}');
    }

    /// Closes the object and its line.
    pub fn end_line(self) {
        self.out.extend_from_slice(b"}\n");
    }

    /// Leaves the object open, to go on with [`Object::reopen`] after the output was handed
    /// on in between.
    pub fn pause(self) {}

    /// Goes on with an object that already has fields.
    pub fn reopen(out: &'a mut Vec<u8>) -> Self {
        Self { out, empty: false }
    }
}

/// A list.
pub fn list<T>(
    out: &mut Vec<u8>,
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut Vec<u8>, T),
) {
    out.push(b'[');
    for (i, item) in items.into_iter().enumerate() {
        if i > 0 {
            out.push(b',');
        }
        write(out, item);
    }
    out.push(b']');
}

/// A number, or anything else that needs no quotes.
pub fn plain(out: &mut Vec<u8>, value: impl Display) {
    // Writing into memory cannot fail.
    let _ = write!(out, "{value}");
}

/// A text in quotes. Control characters are escaped, everything else is UTF-8 as it is.
pub fn text(out: &mut Vec<u8>, value: &str) {
    out.push(b'"');
    for c in value.chars() {
        match c {
            '"' => out.extend_from_slice(b"\\\""),
            '\\' => out.extend_from_slice(b"\\\\"),
            '\n' => out.extend_from_slice(b"\\n"),
            '\r' => out.extend_from_slice(b"\\r"),
            '\t' => out.extend_from_slice(b"\\t"),
            // Besides what JSON asks for: what would end the line for some readers.
            c if c.is_control() || c == '\u{2028}' || c == '\u{2029}' => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    out.push(b'"');
}

/// Rows of numbers.
pub fn rows(out: &mut Vec<u8>, cells: &[i64], columns: usize) {
    list(out, cells.chunks(columns.max(1)), |out, row| list(out, row, plain));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_and_lists() {
        let mut out = Vec::new();
        let mut object = Object::new(&mut out);
        object.text("status", "unique").plain("exact", true).plain("nodes", 12);
        rows(object.value("rows"), &[1, 2, 3, 4], 2);
        object.list("none", [0u8; 0], plain);
        object.end();
        let want = r#"{"status":"unique","exact":true,"nodes":12,"rows":[[1,2],[3,4]],"none":[]}"#;
        assert_eq!(String::from_utf8(out).unwrap(), want);
    }

    #[test]
    fn texts_are_escaped() {
        let mut out = Vec::new();
        text(&mut out, "a\"b\\c\n\t\u{1}\u{7f}\u{85}\u{2028}é数");
        let want = r#""a\"b\\c\n\t\u0001\u007f\u0085\u2028é数""#;
        assert_eq!(String::from_utf8(out).unwrap(), want);
    }
}
