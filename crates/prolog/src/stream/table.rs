//! All streams of a machine: the standard ones, handles and other names.

use std::{
    collections::HashMap,
    io::{self, IsTerminal},
};

use super::{Buffer, Device, EofAction, Mode, Stream};
use crate::atom::{Atom, Atoms};

/// Number of an open stream.
pub type StreamId = usize;

/// All streams of a machine.
#[derive(Debug)]
pub struct Streams {
    open: Vec<Option<Stream>>,
    by_handle: HashMap<Atom, StreamId>,
    by_alias: HashMap<Atom, StreamId>,
    /// Where `read/1` reads.
    pub input: StreamId,
    /// Where `write/1` writes.
    pub output: StreamId,
    /// Bytes that a stream to memory may keep.
    pub(crate) room: usize,
    count: u64,
}

/// Number of `user_input`.
pub const USER_INPUT: StreamId = 0;
/// Number of `user_output`.
pub const USER_OUTPUT: StreamId = 1;
/// Number of `user_error`.
pub const USER_ERROR: StreamId = 2;

impl Streams {
    /// The three standard streams.
    pub fn new(atoms: &mut Atoms) -> Streams {
        let mut streams = Streams {
            open: Vec::new(),
            by_handle: HashMap::new(),
            by_alias: HashMap::new(),
            input: USER_INPUT,
            output: USER_OUTPUT,
            room: usize::MAX,
            count: 0,
        };
        let mut stdin = Stream::new(Device::Stdin, Mode::Read);
        stdin.tty = io::stdin().is_terminal() && io::stdout().is_terminal();
        stdin.prompt = "|: ".to_string();
        stdin.eof_action = EofAction::Reset;
        let mut stdout = Stream::new(Device::Stdout, Mode::Write);
        stdout.tty = io::stdout().is_terminal();
        stdout.buffering = if stdout.tty { Buffer::Line } else { Buffer::Full };
        let mut stderr = Stream::new(Device::Stderr, Mode::Write);
        stderr.tty = io::stderr().is_terminal();
        stderr.buffering = Buffer::None;
        for (stream, alias) in
            [(stdin, "user_input"), (stdout, "user_output"), (stderr, "user_error")]
        {
            let id = streams.add(stream);
            let alias = atoms.intern(alias);
            streams.set_alias(id, alias);
        }
        streams
    }

    /// Adds a stream.
    pub fn add(&mut self, mut stream: Stream) -> StreamId {
        stream.room = self.room;
        let free = self.open.iter().position(Option::is_none);
        match free {
            Some(id) => {
                self.open[id] = Some(stream);
                id
            }
            None => {
                self.open.push(Some(stream));
                self.open.len() - 1
            }
        }
    }

    /// The handle of a stream. Most streams in memory never get one.
    pub fn handle(&mut self, atoms: &mut Atoms, id: StreamId) -> Option<Atom> {
        let stream = self.open.get_mut(id)?.as_mut()?;
        if stream.handle.is_none() {
            self.count += 1;
            let text = format!("<stream>(0x{:x})", 0x6000_0000 + self.count * 0x100);
            let handle = atoms.new_handle(&text);
            stream.handle = Some(handle);
            self.by_handle.insert(handle, id);
        }
        stream.handle
    }

    /// Gives a stream another name.
    pub fn set_alias(&mut self, id: StreamId, alias: Atom) {
        if let Some(old) = self.by_alias.insert(alias, id)
            && let Some(Some(stream)) = self.open.get_mut(old)
        {
            stream.aliases.retain(|&a| a != alias);
        }
        if let Some(Some(stream)) = self.open.get_mut(id) {
            stream.aliases.push(alias);
        }
    }

    /// The open stream of a handle or alias.
    pub fn find(&self, name: Atom) -> Option<StreamId> {
        let id = *self.by_handle.get(&name).or_else(|| self.by_alias.get(&name))?;
        self.open.get(id)?.as_ref().map(|_| id)
    }

    /// An open stream.
    pub fn get(&self, id: StreamId) -> Option<&Stream> {
        self.open.get(id)?.as_ref()
    }

    /// An open stream, to use it.
    pub fn get_mut(&mut self, id: StreamId) -> Option<&mut Stream> {
        self.open.get_mut(id)?.as_mut()
    }

    /// All open streams.
    pub fn all(&self) -> impl Iterator<Item = (StreamId, &Stream)> {
        self.open.iter().enumerate().filter_map(|(id, stream)| Some((id, stream.as_ref()?)))
    }

    /// Closes a stream; the standard ones are only flushed.
    pub fn close(&mut self, id: StreamId) -> io::Result<Option<Stream>> {
        if id <= USER_ERROR {
            self.get_mut(id).map_or(Ok(()), Stream::flush)?;
            return Ok(None);
        }
        if self.input == id {
            self.input = USER_INPUT;
        }
        if self.output == id {
            self.output = USER_OUTPUT;
        }
        let Some(mut stream) = self.open.get_mut(id).and_then(Option::take) else {
            return Ok(None);
        };
        self.by_alias.retain(|_, other| *other != id);
        if let Some(handle) = stream.handle {
            self.by_handle.remove(&handle);
        }
        let flushed = stream.flush();
        flushed.map(|()| Some(stream))
    }

    /// Writes to the current output.
    pub fn write(&mut self, text: &str) -> io::Result<()> {
        let id = self.output;
        self.get_mut(id).map_or(Ok(()), |stream| stream.put_str(text))
    }

    /// Sends everything that was written, for the end of the process or before waiting.
    pub fn flush_all(&mut self) {
        for stream in self.open.iter_mut().flatten() {
            // Nothing can be done about output that fails at the very end.
            let _ = stream.flush();
        }
    }

    /// Sends what was written to the terminal before the user is asked.
    pub fn flush_user(&mut self) {
        for id in [USER_OUTPUT, USER_ERROR] {
            if let Some(stream) = self.get_mut(id) {
                let _ = stream.flush();
            }
        }
    }
}
