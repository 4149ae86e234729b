//! What the terminal can show, if there is one.

use std::io::IsTerminal;

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colour {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Even into a file.
    Always,
    /// Not even on a terminal.
    Never,
}

/// Where the output goes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terminal {
    /// Whether a person reads standard output.
    pub out: bool,
    /// Whether a person reads standard error.
    pub err: bool,
    /// Whether bold digits may be printed.
    pub colour: bool,
}

impl Terminal {
    /// Looks around.
    pub fn find(colour: Colour) -> Terminal {
        let out = std::io::stdout().is_terminal();
        let err = std::io::stderr().is_terminal();
        let set = |name: &str| std::env::var_os(name).is_some_and(|v| !v.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|t| t == "dumb");
        let colour = match colour {
            Colour::Auto => out && !set("NO_COLOR") && !dumb,
            Colour::Always => true,
            Colour::Never => false,
        };
        Terminal { out, err: err && !dumb, colour }
    }
}
