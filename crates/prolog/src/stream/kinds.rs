//! How streams are opened: encodings, modes, and what happens at the end.

/// How characters are bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8.
    Utf8,
    /// One byte a character, and any byte allowed.
    Octet,
    /// ISO 8859-1.
    Latin1,
    /// Seven bits.
    Ascii,
    /// The locale's, which is UTF-8.
    Text,
    /// UTF-16, low byte first.
    Utf16Le,
    /// UTF-16, high byte first.
    Utf16Be,
}

impl Encoding {
    /// All encodings with their names; the first name of each is the one that is shown.
    pub const ALL: [(Encoding, &'static str); 11] = [
        (Encoding::Utf8, "utf8"),
        (Encoding::Octet, "octet"),
        (Encoding::Latin1, "iso_latin_1"),
        (Encoding::Ascii, "ascii"),
        (Encoding::Text, "text"),
        (Encoding::Utf16Le, "utf16le"),
        (Encoding::Utf16Be, "utf16be"),
        (Encoding::Utf16Le, "unicode_le"),
        (Encoding::Utf16Be, "unicode_be"),
        (Encoding::Utf8, "UTF-8"),
        (Encoding::Latin1, "ISO-8859-1"),
    ];

    /// The encoding of this name.
    pub fn of_name(name: &str) -> Option<Encoding> {
        Encoding::ALL.iter().find(|(_, n)| *n == name).map(|(e, _)| *e)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Encoding::ALL.iter().find(|(e, _)| *e == self).map_or("utf8", |(_, n)| n)
    }
}

/// What a stream was opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Mode {
    Read,
    Write,
    Append,
    Update,
}

impl Mode {
    /// All modes with their names.
    pub const ALL: [(Mode, &'static str); 4] = [
        (Mode::Read, "read"),
        (Mode::Write, "write"),
        (Mode::Append, "append"),
        (Mode::Update, "update"),
    ];

    /// The mode of this name.
    pub fn of_name(name: &str) -> Option<Mode> {
        Mode::ALL.iter().find(|(_, n)| *n == name).map(|(m, _)| *m)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Mode::ALL.iter().find(|(m, _)| *m == self).map_or("", |(_, n)| n)
    }
}

/// What reading past the end does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EofAction {
    /// Raise an error.
    Error,
    /// Give the end again.
    EofCode,
    /// Look for more.
    Reset,
}

/// When output goes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Buffer {
    None,
    Line,
    Full,
}
