//! JSON with places: every value knows where it stood, so that an error can point at it.
//!
//! Two dialects are read. The plain one is JSON. The zipped one is what SudokuPad makes of
//! it to keep links short: keys without quotes, texts in single quotes, nothing for `{}`,
//! `t` and `f` for true and false, colours without quotes. Depth is limited, so no input
//! can exhaust the stack; a value is never larger than the text it came from.

mod write;

pub(crate) use write::write;

/// Deeper than any puzzle, and far from the end of the stack.
const MAX_DEPTH: usize = 64;

/// A value and where it starts in the text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Json {
    pub at: usize,
    pub value: Value,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// Why a text is not JSON, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct JsonError {
    pub at: usize,
    pub message: String,
}

static ABSENT: Json = Json { at: 0, value: Value::Null };

impl Json {
    /// Reads a whole text.
    pub fn parse(text: &str) -> Result<Json, JsonError> {
        Parser { text, at: 0, zipped: false }.whole()
    }

    /// Reads a whole text in SudokuPad's zipped dialect, which plain JSON mostly is, too.
    pub fn parse_zipped(text: &str) -> Result<Json, JsonError> {
        Parser { text, at: 0, zipped: true }.whole()
    }

    /// The value of a key; null if there is none. Of equal keys the last one counts.
    pub fn get(&self, key: &str) -> &Json {
        self.entries().iter().rev().find(|(k, _)| k == key).map_or(&ABSENT, |(_, value)| value)
    }

    /// The keys and values, if this is an object.
    pub fn entries(&self) -> &[(String, Json)] {
        match &self.value {
            Value::Object(entries) => entries,
            _ => &[],
        }
    }

    /// The items, if this is a list.
    pub fn items(&self) -> &[Json] {
        match &self.value {
            Value::List(items) => items,
            _ => &[],
        }
    }

    pub fn is_null(&self) -> bool {
        self.value == Value::Null
    }

    pub fn is_true(&self) -> bool {
        self.value == Value::Bool(true)
    }

    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A whole number, also if it is written as a text.
    pub fn integer(&self) -> Option<i64> {
        match &self.value {
            Value::Number(n) if n.fract() == 0.0 && n.abs() < 9e15 => Some(*n as i64),
            Value::Text(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    /// What sort of value it is, for errors.
    pub fn sort(&self) -> &'static str {
        match self.value {
            Value::Null => "null",
            Value::Bool(_) => "true or false",
            Value::Number(_) => "a number",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Object(_) => "an object",
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    zipped: bool,
}

impl Parser<'_> {
    fn whole(mut self) -> Result<Json, JsonError> {
        let value = self.value(0)?;
        self.blanks();
        match self.peek() {
            None => Ok(value),
            Some(_) => self.error("something follows the end"),
        }
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, JsonError> {
        Err(JsonError { at: self.at, message: message.into() })
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.next();
        }
    }

    fn takes(&mut self, c: char) -> bool {
        self.blanks();
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn value(&mut self, depth: usize) -> Result<Json, JsonError> {
        if depth > MAX_DEPTH {
            return self.error(format!("nested deeper than {MAX_DEPTH}"));
        }
        self.blanks();
        let at = self.at;
        let value = match self.peek() {
            Some('{') => self.object(depth)?,
            Some('[') => self.list(depth)?,
            Some('"') => Value::Text(self.quoted('"')?),
            Some('\'') if self.zipped => Value::Text(self.quoted('\'')?),
            Some(',' | ']' | '}') if self.zipped => Value::Object(vec![]),
            Some(_) => self.word()?,
            None => return self.error("the text ends in the middle of a value"),
        };
        Ok(Json { at, value })
    }

    fn object(&mut self, depth: usize) -> Result<Value, JsonError> {
        self.next();
        let mut entries = Vec::new();
        if self.takes('}') {
            return Ok(Value::Object(entries));
        }
        loop {
            self.blanks();
            let key = match self.peek() {
                Some('"') => self.quoted('"')?,
                Some('\'') if self.zipped => self.quoted('\'')?,
                Some(_) if self.zipped => self.bare(),
                _ => return self.error("expected a key in quotes"),
            };
            if !self.takes(':') {
                return self.error(format!("expected `:` after the key `{}`", short(&key)));
            }
            entries.push((key, self.value(depth + 1)?));
            if self.takes('}') {
                return Ok(Value::Object(entries));
            }
            if !self.takes(',') {
                return self.error("expected `,` or `}`");
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<Value, JsonError> {
        self.next();
        let mut items = Vec::new();
        if self.takes(']') {
            return Ok(Value::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            if self.takes(']') {
                return Ok(Value::List(items));
            }
            if !self.takes(',') {
                return self.error("expected `,` or `]`");
            }
        }
    }

    fn quoted(&mut self, quote: char) -> Result<String, JsonError> {
        self.next();
        let mut text = String::new();
        loop {
            match self.next() {
                None => return self.error("a text without its closing quote"),
                Some(c) if c == quote => return Ok(text),
                Some('\\') => text.push(self.escaped()?),
                Some(c) => text.push(c),
            }
        }
    }

    fn escaped(&mut self) -> Result<char, JsonError> {
        match self.next() {
            Some('n') => Ok('\n'),
            Some('t') => Ok('\t'),
            Some('r') => Ok('\r'),
            Some('b') => Ok('\u{8}'),
            Some('f') => Ok('\u{c}'),
            Some('u') => {
                let high = self.hex()?;
                let pair = (0xd800..0xdc00).contains(&high);
                if !pair || !self.text[self.at..].starts_with("\\u") {
                    return Ok(char::from_u32(high).unwrap_or('\u{fffd}'));
                }
                let before = self.at;
                self.at += 2;
                let low = self.hex()?;
                if !(0xdc00..0xe000).contains(&low) {
                    self.at = before;
                    return Ok('\u{fffd}');
                }
                let code = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
                Ok(char::from_u32(code).unwrap_or('\u{fffd}'))
            }
            Some(c) if "\"\\/'".contains(c) => Ok(c),
            _ => self.error("a backslash that escapes nothing"),
        }
    }

    fn hex(&mut self) -> Result<u32, JsonError> {
        let digits = self.text.get(self.at..self.at + 4);
        let code = digits.and_then(|d| u32::from_str_radix(d, 16).ok());
        match code {
            Some(code) => {
                self.at += 4;
                Ok(code)
            }
            None => self.error("`\\u` needs four hexadecimal digits"),
        }
    }

    /// Letters up to the next sign that means something.
    fn bare(&mut self) -> String {
        let start = self.at;
        while self.peek().is_some_and(|c| !",:]}[{\"'".contains(c) && !c.is_whitespace()) {
            self.next();
        }
        self.text[start..self.at].to_string()
    }

    fn word(&mut self) -> Result<Value, JsonError> {
        let at = self.at;
        let word = self.bare();
        let number = || word.parse().ok().filter(|n: &f64| n.is_finite()).map(Value::Number);
        let found = match word.as_str() {
            "null" => Some(Value::Null),
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            "t" if self.zipped => Some(Value::Bool(true)),
            "f" if self.zipped => Some(Value::Bool(false)),
            w if self.zipped && w.starts_with('#') => Some(Value::Text(w.into())),
            // A colour may look like a number; nobody computes with it.
            w if w.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => {
                number().or_else(|| self.zipped.then(|| Value::Text(w.into())))
            }
            w if self.zipped && !w.is_empty() => Some(Value::Text(w.into())),
            _ => None,
        };
        self.at = if found.is_some() { self.at } else { at };
        match found {
            Some(value) => Ok(value),
            None => self.error(format!("`{}` is not a value", short(&word))),
        }
    }
}

/// So much of a word as an error should show.
fn short(word: &str) -> String {
    word.chars().take(20).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_their_places() {
        let text = r#" {"a": [1, -2.5e1, "x\n\u00e9\ud83d\ude00"], "b": true}"#;
        let json = Json::parse(text).unwrap();
        assert_eq!(json.get("a").items()[1].integer(), Some(-25));
        assert_eq!(json.get("a").items()[2].text(), Some("x\né😀"));
        assert_eq!((Some(json.get("b").at), json.get("b").is_true()), (text.find("true"), true));
        assert!(json.get("c").is_null());
        assert_eq!(Json::parse(r#"{"n":"12"}"#).unwrap().get("n").integer(), Some(12));
    }

    #[test]
    fn faults_are_placed() {
        let fault = |text: &str| {
            let error = Json::parse(text).unwrap_err();
            (error.at, error.message)
        };
        assert_eq!(fault("[1,"), (3, "the text ends in the middle of a value".into()));
        assert_eq!(fault("{a:1}"), (1, "expected a key in quotes".into()));
        assert_eq!(fault("[1 2]"), (3, "expected `,` or `]`".into()));
        assert_eq!(fault("[nul]"), (1, "`nul` is not a value".into()));
        assert_eq!(fault("[1]]"), (3, "something follows the end".into()));
        assert_eq!(fault(&"[".repeat(1000)).1, "nested deeper than 64");
    }

    #[test]
    fn the_zipped_dialect() {
        let json =
            Json::parse_zipped("{ce:[[{v:5,given:t},,,]],te:'it\\'s',c:#F,c2:00ff00}").unwrap();
        let row = &json.get("ce").items()[0];
        assert_eq!(row.items().len(), 4);
        assert!(row.items()[0].get("given").is_true());
        assert_eq!(row.items()[3].value, Value::Object(vec![]));
        assert_eq!(json.get("te").text(), Some("it's"));
    }
}
