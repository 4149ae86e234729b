//! Streams: bytes and characters in and out, with positions.

mod kinds;
mod table;

pub use kinds::{Buffer, Encoding, EofAction, Mode};
pub use table::{StreamId, Streams, USER_ERROR, USER_INPUT, USER_OUTPUT};

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom, Write},
    rc::Rc,
};

use crate::{
    atom::Atom,
    read::{Position, Source},
};

/// Where the bytes come from or go to.
enum Device {
    Stdin,
    Stdout,
    Stderr,
    File(File),
    /// Text that is read.
    Memory,
    /// Text that is kept until it is asked for.
    Capture,
    Null,
}

/// An open stream.
pub struct Stream {
    device: Device,
    /// Bytes read and not yet taken, or written and not yet sent.
    buffer: Vec<u8>,
    /// The next byte of the buffer to be taken.
    next: usize,
    /// The device has no more bytes.
    at_end: bool,
    /// The end was read.
    pub past_end: bool,
    /// The last write failed because nobody reads any more.
    broken: bool,
    /// Read, write, ...
    pub mode: Mode,
    /// Bytes, not characters.
    pub binary: bool,
    /// How characters are bytes.
    pub encoding: Encoding,
    /// What reading past the end does.
    pub eof_action: EofAction,
    /// When output goes out.
    pub buffering: Buffer,
    /// Where the next character is.
    pub position: Position,
    /// The last character written.
    pub last: Option<char>,
    /// Name of the file.
    pub file_name: Option<Rc<str>>,
    /// Its aliases.
    pub aliases: Vec<Atom>,
    /// Can it be repositioned?
    pub reposition: bool,
    /// Is it a terminal?
    pub tty: bool,
    /// What a person is shown before a line is read.
    pub prompt: String,
    /// Is the position kept?
    pub record_position: bool,
    /// It is text in memory, which needs no full stop at its end.
    pub in_memory: bool,
    /// Columns that are waiting for `format/2` to fill them.
    pub pending_column: Option<String>,
    /// The handle that stands for it, once someone has asked for it.
    handle: Option<Atom>,
    /// Writing `\n` writes `\r\n`.
    pub newline_dos: bool,
    /// Stays open when the query is aborted.
    pub close_on_abort: bool,
    /// Bytes that may be kept of what is written to memory.
    room: usize,
}

impl std::fmt::Debug for Stream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stream").field("mode", &self.mode).finish_non_exhaustive()
    }
}

impl Stream {
    fn new(device: Device, mode: Mode) -> Stream {
        Stream {
            device,
            buffer: Vec::new(),
            next: 0,
            at_end: false,
            past_end: false,
            broken: false,
            mode,
            binary: false,
            encoding: Encoding::Utf8,
            eof_action: EofAction::EofCode,
            buffering: Buffer::Full,
            position: Position::start(),
            last: None,
            file_name: None,
            aliases: Vec::new(),
            reposition: false,
            tty: false,
            prompt: String::new(),
            record_position: true,
            in_memory: false,
            pending_column: None,
            handle: None,
            newline_dos: false,
            close_on_abort: true,
            room: usize::MAX,
        }
    }

    /// Opens a file.
    pub fn open_file(path: &str, mode: Mode) -> io::Result<Stream> {
        let file = match mode {
            Mode::Read => File::open(path)?,
            Mode::Write => File::create(path)?,
            Mode::Append => File::options().append(true).create(true).open(path)?,
            Mode::Update => File::options().write(true).create(true).truncate(false).open(path)?,
        };
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory));
        }
        let mut stream = Stream::new(Device::File(file), mode);
        stream.reposition = metadata.is_file();
        Ok(stream)
    }

    /// Reads text in memory.
    pub fn from_text(text: &str) -> Stream {
        let mut stream = Stream::new(Device::Memory, Mode::Read);
        stream.buffer = text.as_bytes().to_vec();
        stream.at_end = true;
        stream.in_memory = true;
        stream
    }

    /// Keeps what is written.
    pub fn capture() -> Stream {
        Stream::new(Device::Capture, Mode::Write)
    }

    /// Forgets what is written, and reads nothing.
    pub fn null(mode: Mode) -> Stream {
        let mut stream = Stream::new(Device::Null, mode);
        stream.at_end = true;
        stream
    }

    /// Is it read from?
    pub fn is_input(&self) -> bool {
        self.mode == Mode::Read
    }

    /// What was written to a stream that keeps it.
    pub fn captured(&mut self) -> String {
        let bytes = std::mem::take(&mut self.buffer);
        match self.encoding {
            Encoding::Octet | Encoding::Latin1 => bytes.iter().map(|&b| b as char).collect(),
            _ => String::from_utf8_lossy(&bytes).into_owned(),
        }
    }

    // ---- input ----

    /// Makes at least `count` bytes available, if there are so many.
    fn fill(&mut self, count: usize) -> io::Result<usize> {
        while self.buffer.len() - self.next < count && !self.at_end {
            if self.next > 0 {
                self.buffer.drain(..self.next);
                self.next = 0;
            }
            let mut chunk = [0u8; 4096];
            let read = match &mut self.device {
                Device::Stdin => {
                    if self.tty && !self.prompt.is_empty() {
                        let mut out = io::stdout();
                        let _ = out.write_all(self.prompt.as_bytes()).and_then(|()| out.flush());
                    }
                    io::stdin().lock().read(&mut chunk)
                }
                Device::File(file) => file.read(&mut chunk),
                _ => Ok(0),
            };
            match read {
                Ok(0) => self.at_end = true,
                Ok(n) => self.buffer.extend_from_slice(&chunk[..n]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(self.buffer.len() - self.next)
    }

    /// The next byte, left in place.
    pub fn peek_byte(&mut self) -> io::Result<Option<u8>> {
        self.fill(1)?;
        Ok(self.buffer.get(self.next).copied())
    }

    /// The next byte.
    pub fn get_byte(&mut self) -> io::Result<Option<u8>> {
        let byte = self.peek_byte()?;
        match byte {
            Some(byte) => {
                self.next += 1;
                self.position.advance(byte as char, 1);
            }
            None => self.end_reached(),
        }
        Ok(byte)
    }

    fn end_reached(&mut self) {
        self.past_end = true;
        if self.eof_action == EofAction::Reset || matches!(self.device, Device::Stdin) {
            self.at_end = false;
        }
    }

    /// The next character and its length in bytes.
    fn decode(&mut self) -> io::Result<Option<(char, usize)>> {
        if self.fill(1)? == 0 {
            return Ok(None);
        }
        let first = self.buffer[self.next];
        match self.encoding {
            Encoding::Octet | Encoding::Latin1 | Encoding::Ascii => Ok(Some((first as char, 1))),
            Encoding::Utf16Le | Encoding::Utf16Be => self.decode_utf16(),
            Encoding::Utf8 | Encoding::Text => {
                if first < 0x80 {
                    return Ok(Some((first as char, 1)));
                }
                let length = match first {
                    0xc0..=0xdf => 2,
                    0xe0..=0xef => 3,
                    0xf0..=0xf7 => 4,
                    _ => 1,
                };
                let available = self.fill(length)?.min(length);
                let bytes = &self.buffer[self.next..self.next + available];
                match std::str::from_utf8(bytes).ok().and_then(|text| text.chars().next()) {
                    Some(c) => Ok(Some((c, length))),
                    // Not UTF-8: bytes stand for themselves, so that no text is lost.
                    None => Ok(Some((first as char, 1))),
                }
            }
        }
    }

    fn decode_utf16(&mut self) -> io::Result<Option<(char, usize)>> {
        let available = self.fill(4)?.min(4);
        let bytes = &self.buffer[self.next..self.next + available];
        let little = self.encoding == Encoding::Utf16Le;
        let units: Vec<u16> = bytes
            .chunks_exact(2)
            .map(|b| match little {
                true => u16::from_le_bytes([b[0], b[1]]),
                false => u16::from_be_bytes([b[0], b[1]]),
            })
            .collect();
        let decoded = char::decode_utf16(units.iter().copied()).next();
        Ok(match decoded {
            Some(Ok(c)) => Some((c, c.len_utf16() * 2)),
            Some(Err(_)) => Some((char::REPLACEMENT_CHARACTER, 2)),
            None => None,
        })
    }

    /// The next character, left in place.
    pub fn peek_char(&mut self) -> io::Result<Option<char>> {
        Ok(self.decode()?.map(|(c, _)| c))
    }

    /// The next character; `\r\n` counts as `\n`.
    pub fn get_char(&mut self) -> io::Result<Option<char>> {
        match self.decode()? {
            Some((c, length)) => {
                self.next += length;
                self.position.advance(c, length);
                Ok(Some(c))
            }
            None => {
                self.end_reached();
                Ok(None)
            }
        }
    }

    /// The text of the next `limit` characters, as far as they are there, left in place.
    pub fn peek_text(&mut self, limit: usize) -> io::Result<String> {
        self.fill(limit * 4)?;
        let (next, position) = (self.next, self.position);
        let mut text = String::new();
        for _ in 0..limit {
            match self.decode()? {
                Some((c, length)) => {
                    self.next += length;
                    text.push(c);
                }
                None => break,
            }
        }
        (self.next, self.position) = (next, position);
        Ok(text)
    }

    /// Has the device no more bytes? Terminals and pipes may wait here.
    pub fn is_at_end(&mut self) -> io::Result<bool> {
        Ok(self.fill(1)? == 0)
    }

    /// Is the end known to be reached, without waiting?
    pub fn end_known(&self) -> bool {
        self.at_end && self.next >= self.buffer.len()
    }

    /// Takes a byte order mark, if there is one.
    pub fn take_bom(&mut self) -> io::Result<bool> {
        self.fill(3)?;
        let rest = &self.buffer[self.next..];
        let (length, encoding) = if rest.starts_with(&[0xef, 0xbb, 0xbf]) {
            (3, Encoding::Utf8)
        } else if rest.starts_with(&[0xff, 0xfe]) {
            (2, Encoding::Utf16Le)
        } else if rest.starts_with(&[0xfe, 0xff]) {
            (2, Encoding::Utf16Be)
        } else {
            return Ok(false);
        };
        self.next += length;
        self.encoding = encoding;
        Ok(true)
    }

    // ---- output ----

    /// Writes text.
    pub fn put_str(&mut self, text: &str) -> io::Result<()> {
        if matches!(self.device, Device::Capture) && self.buffer.len() + text.len() > self.room {
            return Err(io::Error::from(io::ErrorKind::OutOfMemory));
        }
        let mut newline = false;
        for c in text.chars() {
            newline |= c == '\n';
            self.position.advance(c, c.len_utf8());
            self.last = Some(c);
        }
        self.encode(text);
        match self.buffering {
            Buffer::None => self.flush(),
            Buffer::Line if newline => self.flush(),
            _ if self.buffer.len() > 8192 => self.flush(),
            _ => Ok(()),
        }
    }

    fn encode(&mut self, text: &str) {
        match self.encoding {
            Encoding::Utf8 | Encoding::Text if !self.newline_dos => {
                self.buffer.extend_from_slice(text.as_bytes());
            }
            _ => {
                for c in text.chars() {
                    if c == '\n' && self.newline_dos {
                        self.encode_char('\r');
                    }
                    self.encode_char(c);
                }
            }
        }
    }

    fn encode_char(&mut self, c: char) {
        match self.encoding {
            Encoding::Utf8 | Encoding::Text => {
                self.buffer.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            }
            Encoding::Octet | Encoding::Latin1 | Encoding::Ascii => {
                let limit = if self.encoding == Encoding::Ascii { 0x7f } else { 0xff };
                match c as u32 {
                    code if code <= limit => self.buffer.push(code as u8),
                    code => self.buffer.extend_from_slice(format!("\\x{code:x}\\").as_bytes()),
                }
            }
            Encoding::Utf16Le | Encoding::Utf16Be => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let bytes = match self.encoding {
                        Encoding::Utf16Le => unit.to_le_bytes(),
                        _ => unit.to_be_bytes(),
                    };
                    self.buffer.extend_from_slice(&bytes);
                }
            }
        }
    }

    /// Writes a byte.
    pub fn put_byte(&mut self, byte: u8) -> io::Result<()> {
        self.position.advance(byte as char, 1);
        self.last = Some(byte as char);
        self.buffer.push(byte);
        if self.buffering == Buffer::None || self.buffer.len() > 8192 {
            return self.flush();
        }
        Ok(())
    }

    /// Sends what was written. Where nobody reads any more, it is dropped.
    pub fn flush(&mut self) -> io::Result<()> {
        if self.is_input() || matches!(self.device, Device::Capture) {
            return Ok(());
        }
        let bytes = std::mem::take(&mut self.buffer);
        if self.broken {
            return Ok(());
        }
        let sent = match &mut self.device {
            Device::Stdout => {
                let mut out = io::stdout().lock();
                out.write_all(&bytes).and_then(|()| out.flush())
            }
            Device::Stderr => io::stderr().lock().write_all(&bytes),
            Device::File(file) => file.write_all(&bytes),
            _ => Ok(()),
        };
        match sent {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.broken = true;
                Ok(())
            }
            other => other,
        }
    }

    /// Does nobody read what is written?
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// Moves to a byte of a file.
    pub fn seek(&mut self, byte: u64) -> io::Result<()> {
        if !self.is_input() {
            self.flush()?;
        }
        match &mut self.device {
            Device::File(file) => {
                file.seek(SeekFrom::Start(byte))?;
                self.buffer.clear();
                self.next = 0;
                self.at_end = false;
            }
            Device::Memory => self.next = (byte as usize).min(self.buffer.len()),
            _ => return Err(io::Error::from(io::ErrorKind::Unsupported)),
        }
        self.past_end = false;
        self.position.byte = byte as i64;
        Ok(())
    }

    /// Bytes of a file, for positions counted from its end.
    pub fn size(&self) -> Option<u64> {
        match &self.device {
            Device::File(file) => file.metadata().ok().map(|m| m.len()),
            Device::Memory => Some(self.buffer.len() as u64),
            _ => None,
        }
    }

    /// The number of the file in the system, for the standard streams.
    pub fn file_number(&self) -> Option<i32> {
        match self.device {
            Device::Stdin => Some(0),
            Device::Stdout => Some(1),
            Device::Stderr => Some(2),
            _ => None,
        }
    }
}

/// A stream as the reader sees it. An error of the device ends it.
#[derive(Debug)]
pub struct StreamSource<'a> {
    /// The stream.
    pub stream: &'a mut Stream,
    /// The first error of the device.
    pub error: Option<io::Error>,
}

impl Source for StreamSource<'_> {
    fn next(&mut self) -> Option<char> {
        self.stream.get_char().unwrap_or_else(|error| {
            self.error.get_or_insert(error);
            None
        })
    }

    fn peek(&mut self) -> Option<char> {
        self.stream.peek_char().unwrap_or_else(|error| {
            self.error.get_or_insert(error);
            None
        })
    }

    fn position(&self) -> Position {
        self.stream.position
    }

    fn is_text(&self) -> bool {
        self.stream.in_memory
    }
}
