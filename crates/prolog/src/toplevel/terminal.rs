//! The terminal: lines with editing and history, and single keys.

use std::{
    fs::OpenOptions,
    io::{self, IsTerminal, Write},
    path::PathBuf,
};

use nix::sys::termios::{LocalFlags, SetArg, tcgetattr, tcsetattr};
use rustyline::{DefaultEditor, error::ReadlineError};

/// A line from a person.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// What was typed.
    Text(String),
    /// Ctrl-C.
    Interrupted,
    /// Ctrl-D.
    End,
}

/// The line editor, made when the first line is wanted.
#[derive(Default)]
pub struct Talk {
    editor: Option<DefaultEditor>,
}

impl std::fmt::Debug for Talk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Talk").field("editing", &self.editor.is_some()).finish()
    }
}

impl Talk {
    /// Is a person there, at both ends?
    pub fn is_interactive() -> bool {
        io::stdin().is_terminal() && io::stdout().is_terminal()
    }

    /// Reads a line, shown after `prompt`.
    pub fn line(&mut self, prompt: &str) -> Line {
        if self.editor.is_none() {
            self.editor = DefaultEditor::new().ok();
            if let (Some(editor), Some(path)) = (&mut self.editor, history()) {
                let queries = std::fs::read_to_string(path).unwrap_or_default();
                let queries: Vec<&str> = queries.lines().collect();
                for query in &queries[queries.len().saturating_sub(REMEMBERED)..] {
                    let _ = editor.add_history_entry(*query);
                }
            }
        }
        let Some(editor) = &mut self.editor else { return Line::End };
        match editor.readline(prompt) {
            Ok(line) => Line::Text(line),
            Err(ReadlineError::Interrupted) => Line::Interrupted,
            Err(_) => Line::End,
        }
    }

    /// Remembers a query.
    pub fn remember(&mut self, query: &str) {
        let Some(editor) = &mut self.editor else { return };
        let query = query.split_whitespace().collect::<Vec<_>>().join(" ");
        // A query that was just asked is in the file already.
        if editor.add_history_entry(&query).unwrap_or(false)
            && let Some(path) = history()
            && let Ok(mut file) = OpenOptions::new().create(true).append(true).open(path)
        {
            let _ = writeln!(file, "{query}");
        }
    }
}

/// How many queries of earlier sessions are at hand.
const REMEMBERED: usize = 500;

/// Where queries are remembered, one to a line.
fn history() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let state =
        state.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/state")));
    let folder = state?.join("pencilmark");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("prolog-history"))
}

/// The next key without waiting for the end of the line; `None` at the end of input.
pub fn key() -> Option<u8> {
    let stdin = io::stdin();
    let before = tcgetattr(&stdin).ok();
    if let Some(before) = &before {
        let mut raw = before.clone();
        raw.local_flags.remove(LocalFlags::ICANON | LocalFlags::ECHO);
        let _ = tcsetattr(&stdin, SetArg::TCSANOW, &raw);
    }
    // Not through the buffer of `stdin`: what was typed ahead belongs to the line editor.
    let mut byte = [0];
    let read = nix::unistd::read(&stdin, &mut byte);
    if let Some(before) = &before {
        let _ = tcsetattr(&stdin, SetArg::TCSANOW, before);
    }
    matches!(read, Ok(1)).then_some(byte[0])
}
