//! The checked-in list of known differences from SWI-Prolog.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Failures that have a reason, by the key of the failure.
#[derive(Clone, Debug, Default)]
pub struct Known(BTreeMap<String, String>);

impl Known {
    /// Where the list is.
    pub fn file() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("prolog-known-differences.txt")
    }

    /// The list of this repository.
    ///
    /// # Panics
    ///
    /// If it cannot be read, or has a line without a reason.
    pub fn load() -> Known {
        let file = Known::file();
        let text = std::fs::read_to_string(&file)
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        Known::parse(&text).unwrap_or_else(|line| panic!("{}: {line}", file.display()))
    }

    /// Reads lines of a key, blanks and a reason; `#` starts a comment at the start of a
    /// line.
    ///
    /// # Errors
    ///
    /// The first line that has no reason or a key that was there before.
    pub fn parse(text: &str) -> Result<Known, String> {
        let mut known = BTreeMap::new();
        for line in text.lines().map(str::trim) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (key, reason) =
                line.split_once(char::is_whitespace).ok_or(format!("no reason: {line}"))?;
            if known.insert(key.to_string(), reason.trim().to_string()).is_some() {
                return Err(format!("twice: {line}"));
            }
        }
        Ok(Known(known))
    }

    /// Why this fails, if that is known.
    pub fn reason(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_needs_a_reason() {
        let known = Known::parse("# comment\n\na/1  because of that\n").expect("a list");
        assert_eq!(known.reason("a/1"), Some("because of that"));
        assert_eq!(known.reason("a/2"), None);
        assert!(Known::parse("a/1\n").is_err());
        assert!(Known::parse("a/1 x\na/1 y\n").is_err());
    }
}
