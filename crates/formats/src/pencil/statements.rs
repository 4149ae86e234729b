//! Lines into statements: a word, what follows it, and the indented lines below it.

/// Some bytes of a line. The line is an index, not yet a line number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub line: usize,
    pub start: usize,
    pub end: usize,
}

/// A piece of a line with its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub text: &'a str,
    pub mark: Mark,
}

/// One statement.
#[derive(Clone, Debug)]
pub(super) struct Statement<'a> {
    pub word: &'a str,
    pub word_mark: Mark,
    /// What follows the word, without blanks around it and without a comment.
    pub rest: Word<'a>,
    /// What follows the word, comment and all: free text may well contain `#`.
    pub free: Word<'a>,
    /// The indented lines below, without comments, of a statement that has a block.
    pub block: Vec<Word<'a>>,
}

impl<'a> Statement<'a> {
    /// The words of the rest; blanks and commas separate, `=` and `/` stand alone.
    pub fn words(&self) -> Vec<Word<'a>> {
        words(self.rest)
    }

    /// The place just behind the statement.
    pub fn end(&self) -> Mark {
        let end = self.rest.mark.end;
        Mark { line: self.rest.mark.line, start: end, end: end + 1 }
    }

    /// The statement without its comment.
    pub fn whole(&self) -> Mark {
        Mark { line: self.word_mark.line, start: self.word_mark.start, end: self.rest.mark.end }
    }
}

/// The statements that indented lines below belong to.
const BLOCKS: [&str; 2] = ["givens", "regions"];

pub(super) fn split<'a>(lines: &[&'a str]) -> Vec<Statement<'a>> {
    let mut statements: Vec<Statement<'a>> = Vec::new();
    let mut in_block = false;
    for (line, &text) in lines.iter().enumerate() {
        let content = trimmed(text, Mark { line, start: 0, end: comment_start(text) });
        if content.text.is_empty() {
            continue;
        }
        match statements.last_mut() {
            Some(last) if in_block && content.mark.start > 0 => last.block.push(content),
            _ => {
                let statement = statement(text, content);
                in_block = BLOCKS.contains(&statement.word.to_lowercase().as_str());
                statements.push(statement);
            }
        }
    }
    statements
}

fn statement<'a>(text: &'a str, content: Word<'a>) -> Statement<'a> {
    let Mark { line, start, end } = content.mark;
    let length = content.text.find(char::is_whitespace).unwrap_or(content.text.len());
    let after = start + length;
    Statement {
        word: &text[start..after],
        word_mark: Mark { line, start, end: after },
        rest: trimmed(text, Mark { line, start: after, end }),
        free: trimmed(text, Mark { line, start: after, end: text.len() }),
        block: vec![],
    }
}

fn comment_start(text: &str) -> usize {
    text.find('#').unwrap_or(text.len())
}

/// The marked part of a line without blanks around it.
pub(super) fn trimmed(line: &str, mark: Mark) -> Word<'_> {
    let part = &line[mark.start..mark.end];
    let text = part.trim();
    let start = mark.start + (part.len() - part.trim_start().len());
    // All blank: keep the place in front, so that errors point behind the word.
    let start = if text.is_empty() { mark.start } else { start };
    Word { text, mark: Mark { line: mark.line, start, end: start + text.len() } }
}

pub(super) fn words(part: Word<'_>) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut open: Option<usize> = None;
    let word = |from: usize, to: usize| {
        let start = part.mark.start + from;
        let mark = Mark { line: part.mark.line, start, end: part.mark.start + to };
        Word { text: &part.text[from..to], mark }
    };
    for (at, c) in part.text.char_indices() {
        let ends = c.is_whitespace() || c == ',' || c == '=' || c == '/';
        match (open, ends) {
            (None, false) => open = Some(at),
            (Some(from), true) => {
                words.push(word(from, at));
                open = None;
            }
            _ => {}
        }
        if c == '=' || c == '/' {
            words.push(word(at, at + 1));
        }
    }
    words.extend(open.map(|from| word(from, part.text.len())));
    words
}
