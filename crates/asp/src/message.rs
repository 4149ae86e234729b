//! What is said about a program: errors that stop it and remarks that do not.

use crate::source::{Sources, Span};

/// The kinds of remarks, which `-W` can silence one by one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Warning {
    /// An atom that no rule can derive.
    AtomUndefined,
    /// Arithmetic on things that are no integers, division by zero.
    OperationUndefined,
    /// A file that is read twice.
    FileIncluded,
    /// A global variable in the tuple of an aggregate element.
    GlobalVariable,
    /// Everything else.
    Other,
}

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The program cannot be used.
    Error,
    /// Something that may not be meant.
    Info(Warning),
}

/// Something to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// Error or remark.
    pub severity: Severity,
    /// Where; nothing for things on the command line.
    pub span: Option<Span>,
    /// What, on one line.
    pub text: String,
    /// More of it, each on lines of its own: what it is about.
    pub details: Vec<String>,
    /// Further places.
    pub notes: Vec<(Span, String)>,
    /// Advice.
    pub help: Option<String>,
}

impl Message {
    /// An error at a place.
    pub fn error(span: Span, text: impl Into<String>) -> Message {
        Message {
            severity: Severity::Error,
            span: Some(span),
            text: text.into(),
            details: Vec::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// A remark at a place.
    pub fn info(kind: Warning, span: Span, text: impl Into<String>) -> Message {
        Message { severity: Severity::Info(kind), ..Message::error(span, text) }
    }

    /// Adds what it is about.
    pub fn detail(mut self, detail: impl Into<String>) -> Message {
        self.details.push(detail.into());
        self
    }

    /// Adds a further place.
    pub fn note(mut self, span: Span, note: impl Into<String>) -> Message {
        self.notes.push((span, note.into()));
        self
    }

    /// Adds advice.
    pub fn help(mut self, help: impl Into<String>) -> Message {
        self.help = Some(help.into());
        self
    }

    /// The message in clingo's form; errors also show the line, with carets under the place.
    pub fn render(&self, sources: &Sources) -> String {
        let mut out = String::new();
        match self.span {
            Some(span) => out.push_str(&sources.place(span)),
            None => out.push_str("<cmd>"),
        }
        let is_error = self.severity == Severity::Error;
        out.push_str(if is_error { ": error: " } else { ": info: " });
        out.push_str(&self.text);
        out.push_str(if self.details.is_empty() { "\n" } else { ":\n" });
        for detail in &self.details {
            out.push_str(&format!("  {detail}\n"));
        }
        if let (true, Some(span), true) = (is_error, self.span, self.notes.is_empty()) {
            out.push_str(&sources.caret(span));
            out.push('\n');
        }
        for (span, note) in &self.notes {
            out.push_str(&format!("{}: note: {note}\n", sources.place(*span)));
            if is_error {
                out.push_str(&sources.caret(*span));
                out.push('\n');
            }
        }
        if let Some(help) = &self.help {
            out.push_str(&format!("  = {help}\n"));
        }
        out.push('\n');
        out
    }
}
