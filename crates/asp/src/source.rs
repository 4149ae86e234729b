//! The texts a program was read from, and places in them.

/// A stretch of one text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Span {
    /// Which text: its number in [`Sources`].
    pub text: u32,
    /// Byte offset of the first character.
    pub start: u32,
    /// Byte offset after the last character.
    pub end: u32,
}

impl Span {
    /// From the start of this to the end of another span.
    pub fn to(self, end: Span) -> Span {
        Span { end: end.end, ..self }
    }
}

/// One text and what it is called.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file's name, or `<stdin>`, `<cmd>`.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// All texts of a program, in the order in which they were opened.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    texts: Vec<Source>,
}

impl Sources {
    /// Adds a text and gives its number.
    pub fn add(&mut self, name: &str, text: String) -> u32 {
        self.texts.push(Source { name: name.to_string(), text });
        (self.texts.len() - 1) as u32
    }

    /// The text with this number.
    pub fn get(&self, text: u32) -> &Source {
        &self.texts[text as usize]
    }

    /// The words of a span.
    pub fn slice(&self, span: Span) -> &str {
        let text = &self.get(span.text).text;
        text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Line and column, both from 1, of a byte offset.
    pub fn line_column(&self, text: u32, offset: u32) -> (usize, usize) {
        let text = &self.get(text).text;
        let before = &text.as_bytes()[..(offset as usize).min(text.len())];
        let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
        let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        let column = String::from_utf8_lossy(&before[start..]).chars().count() + 1;
        (line, column)
    }

    /// `file:line:column-column` or `file:line:column-line:column`, as clingo writes places.
    pub fn place(&self, span: Span) -> String {
        let name = &self.get(span.text).name;
        let (line, column) = self.line_column(span.text, span.start);
        let (end_line, mut end_column) = self.line_column(span.text, span.end);
        // The end of the text is shown as if there were a character.
        end_column += usize::from(span.start == span.end);
        if line == end_line {
            format!("{name}:{line}:{column}-{end_column}")
        } else {
            format!("{name}:{line}:{column}-{end_line}:{end_column}")
        }
    }

    /// The line a span begins in, and carets under the part of the span that is in it.
    pub fn caret(&self, span: Span) -> String {
        let text = &self.get(span.text).text;
        let start = (span.start as usize).min(text.len());
        let from = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let to = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let pad: String =
            text[from..start].chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let end = (span.end as usize).clamp(start, to);
        let width = text.get(start..end).map_or(1, |part| part.chars().count()).max(1);
        format!("  {}\n  {pad}{}", text[from..to].trim_end(), "^".repeat(width))
    }
}
