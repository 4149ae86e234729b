//! Where puzzles come from: files and standard input, one after another, never all at once.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pencilmark::formats::{
    Block, Diagnostic, Format, Item, Items, Place, Position, is_puzzle, items_from,
};

/// One puzzle, or why it cannot be read.
#[derive(Debug)]
pub struct Entry {
    /// The file, as errors call it.
    pub file: Arc<str>,
    /// Where in the file.
    pub position: Position,
    /// The puzzle.
    pub item: Result<Item, Vec<Diagnostic>>,
    /// Whether it is a plain puzzle on one line, or a line that was to be one.
    pub is_line: bool,
    /// Whether its file could be opened: if not, no line of it waits for an answer.
    pub is_open: bool,
    /// Its place among all puzzles of the command line, from 0.
    pub order: usize,
}

impl Entry {
    /// What to call the puzzle: its file, and the line if there may be others in it.
    pub fn label(&self) -> String {
        let alone = self.position.number == 1 && !self.is_line;
        if alone { self.file.to_string() } else { format!("{}:{}", self.file, self.position.line) }
    }
}

/// Plain lines of one file that stand together.
#[derive(Debug)]
pub struct Stack {
    /// The file, as errors call it.
    pub file: Arc<str>,
    /// The lines.
    pub block: Block,
    /// The place of the first among all puzzles of the command line.
    pub order: usize,
}

impl Stack {
    /// One of the lines, as it would have been read alone.
    pub fn entry(&self, nth: usize) -> Entry {
        let (position, item) = self.block.item(nth, &self.file);
        let (file, order) = (self.file.clone(), self.order + nth);
        Entry { file, position, item, is_line: true, is_open: true, order }
    }
}

/// All puzzles of a command line.
pub struct Source {
    files: VecDeque<OsString>,
    open: Option<Open>,
    /// The format, if it is not to be found out.
    from: Option<Format>,
    /// How many were read.
    read: usize,
    /// Read already, but not handed out.
    ahead: VecDeque<Entry>,
}

struct Open {
    name: Arc<str>,
    items: Items<Tap>,
    dry: Arc<AtomicBool>,
    /// Whether it is a file of lines: its first puzzle was one.
    lines: bool,
}

/// What errors call standard input.
const STDIN: &str = "<stdin>";
/// What they call a puzzle that is itself on the command line.
const ARGUMENT: &str = "<argument>";

impl Source {
    /// The puzzles of these files; of standard input if there are none.
    pub fn new(files: &[OsString], from: Option<Format>) -> Source {
        let mut files: VecDeque<OsString> = files.iter().cloned().collect();
        if files.is_empty() {
            files.push_back("-".into());
        }
        Source { files, open: None, from, read: 0, ahead: VecDeque::new() }
    }

    /// The first puzzle, if there is one, without taking it.
    pub fn first(&mut self) -> Option<&Entry> {
        self.fill(1);
        self.ahead.front()
    }

    /// Whether there is one puzzle and no other. Waits for a second one, or for the end.
    pub fn is_single(&mut self) -> bool {
        self.fill(2);
        self.ahead.len() == 1
    }

    /// The next puzzle, and if it is on one line up to `most` more such lines, as long as
    /// they are at hand: whoever feeds us line by line gets an answer to each.
    pub fn take(&mut self, most: usize) -> Vec<Entry> {
        self.take_until(most, |_| false)
    }

    /// The same, but no more than there are before lines that [`Source::take_lines`] gives.
    pub fn take_before_lines(&mut self, most: usize) -> Vec<Entry> {
        self.take_until(most, Source::are_lines_next)
    }

    fn take_until(&mut self, most: usize, end: impl Fn(&mut Source) -> bool) -> Vec<Entry> {
        let mut taken: Vec<Entry> = self.next().into_iter().collect();
        while taken.last().is_some_and(|e| e.is_line)
            && taken.len() < most
            && self.at_hand()
            && !end(self)
        {
            taken.extend(self.next());
        }
        taken
    }

    fn are_lines_next(&mut self) -> bool {
        self.ahead.is_empty() && self.open.as_mut().is_some_and(|open| open.items.is_block_next())
    }

    /// Plain lines that stand together and are at hand, up to `most`, if such are next.
    pub fn take_lines(&mut self, most: usize) -> Option<Stack> {
        let open = self.open.as_mut().filter(|open| open.lines && self.ahead.is_empty())?;
        let (file, block, order) = (open.name.clone(), open.items.block(most), self.read);
        self.read += block.len();
        (!block.is_empty()).then_some(Stack { file, block, order })
    }

    fn fill(&mut self, enough: usize) {
        while self.ahead.len() < enough {
            let Some(entry) = self.read() else { return };
            self.ahead.push_back(entry);
        }
    }

    fn at_hand(&self) -> bool {
        let dry = |open: &Open| open.dry.load(Ordering::Relaxed);
        !self.ahead.is_empty() || self.open.as_ref().is_some_and(|open| !dry(open))
    }

    fn next(&mut self) -> Option<Entry> {
        self.ahead.pop_front().or_else(|| self.read())
    }

    fn read(&mut self) -> Option<Entry> {
        let order = self.read;
        self.read += 1;
        loop {
            if let Some(open) = &mut self.open {
                if let Some((position, item)) = open.items.next() {
                    open.lines |= matches!(item, Ok(Item::Classic(..)));
                    let (file, is_line) = (open.name.clone(), open.lines);
                    return Some(Entry { file, position, item, is_line, is_open: true, order });
                }
                self.open = None;
            }
            let file = self.files.pop_front()?;
            let name: Arc<str> = name_of(&file).into();
            match reader(&file) {
                Ok(input) => {
                    let dry = Arc::new(AtomicBool::new(false));
                    let tap =
                        Tap { input: BufReader::with_capacity(1 << 18, input), dry: dry.clone() };
                    let items = items_from(tap, &name, self.from);
                    self.open = Some(Open { items, name, dry, lines: false });
                }
                Err(error) => {
                    let (item, position) = (Err(vec![*error]), Position { number: 1, line: 1 });
                    let (is_line, is_open) = (false, false);
                    return Some(Entry { file: name, position, item, is_line, is_open, order });
                }
            }
        }
    }
}

fn name_of(file: &OsString) -> String {
    match puzzle_in(file) {
        Some(_) => ARGUMENT.into(),
        None if file == "-" => STDIN.into(),
        None => Path::new(file).display().to_string(),
    }
}

/// The puzzle that an argument is, if it is one and not the name of a file.
fn puzzle_in(file: &OsString) -> Option<&str> {
    let text = file.to_str().filter(|text| is_puzzle(text))?;
    (!Path::new(file).exists()).then_some(text)
}

fn reader(file: &OsString) -> Result<Box<dyn Read + Send>, Box<Diagnostic>> {
    if file == "-" {
        return Ok(Box::new(io::stdin()));
    }
    if let Some(text) = puzzle_in(file) {
        return Ok(Box::new(Cursor::new(text.to_string())));
    }
    let (message, help) = match File::open(file).and_then(|f| Ok((f.metadata()?, f))) {
        Ok((data, _)) if data.is_dir() => ("this is a directory", Some("name a file in it")),
        Ok((_, file)) => return Ok(Box::new(file)),
        Err(e) if e.kind() == ErrorKind::NotFound && !file.to_string_lossy().contains('\n') => {
            ("there is no such file", None)
        }
        Err(e) if e.kind() == ErrorKind::PermissionDenied => ("this file may not be read", None),
        Err(_) if file.to_string_lossy().contains('\n') => {
            let name = OsString::from(file.to_string_lossy().lines().next().unwrap_or_default());
            let help = "a puzzle of several lines is read from a file or from standard input: -";
            return Err(Box::new(complaint(&name, "this is not the name of a file", Some(help))));
        }
        Err(e) => return Err(Box::new(complaint(file, &format!("cannot be opened: {e}"), None))),
    };
    Err(Box::new(complaint(file, message, help)))
}

/// The whole text of a file, or of standard input for `-`; an error says what is wrong.
pub fn text(file: &OsString) -> Result<String, String> {
    let wrong = |e: &dyn std::fmt::Display| format!("{}: {e}", name_of(file));
    let input = reader(file).map_err(|error| wrong(&error.message))?;
    let mut text = String::new();
    let most = pencilmark::formats::MAX_PUZZLE as u64;
    match input.take(most).read_to_string(&mut text) {
        Ok(_) => Ok(text),
        Err(e) => Err(wrong(&e)),
    }
}

fn complaint(file: &OsString, message: &str, help: Option<&str>) -> Diagnostic {
    Diagnostic {
        file: name_of(file),
        place: Place { line: 0, column: 0, width: 0, source: String::new() },
        message: message.into(),
        help: help.map(Into::into),
        also: None,
    }
}

/// A buffered reader that tells whether its buffer is used up: then the next read may wait.
struct Tap {
    input: BufReader<Box<dyn Read + Send>>,
    dry: Arc<AtomicBool>,
}

impl Read for Tap {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.input.read(buffer)
    }
}

impl BufRead for Tap {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.input.consume(amount);
        self.dry.store(self.input.buffer().is_empty(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_lines_of_a_large_file_are_read_alone() {
        let file = std::env::temp_dir().join(format!("pencilmark-{}.txt", std::process::id()));
        std::fs::write(&file, format!("{}\n", ".".repeat(81)).repeat(20_000)).unwrap();
        let mut source = Source::new(&[file.clone().into()], None);
        let (mut together, mut alone) = (0, 0);
        loop {
            let Some(stack) = source.take_lines(1024) else {
                match source.take_before_lines(512).len() {
                    0 => break,
                    entries => alone += entries,
                }
                continue;
            };
            assert_eq!(stack.order, together + alone);
            together += stack.block.len();
        }
        std::fs::remove_file(&file).unwrap();
        assert_eq!(together + alone, 20_000);
        // One at the start, one or two where the buffer of 256 KB ends, one at the end.
        assert!(alone < 20, "{alone}");
    }
}
