//! Help, made from the tables in [`crate::flags`].

use std::fmt::Write;

use crate::flags::{COMMANDS, CommandEntry, Flag, Set, flags};
use crate::{asp, generate, measure, prolog, variants};
use pencilmark::formats::FORMATS;

/// The version and where the program comes from.
pub fn version() -> String {
    format!("pencilmark {}\n", env!("CARGO_PKG_VERSION"))
}

/// The help of one command, or of all.
pub fn help(command: Option<&str>) -> String {
    match command {
        Some("prolog") => return prolog::HELP.into(),
        Some("asp") => return asp::HELP.into(),
        Some("generate") => return generate::HELP.into(),
        Some("bench") => return measure::HELP.into(),
        #[cfg(feature = "board")]
        Some("serve") => return crate::serve::HELP.into(),
        #[cfg(not(feature = "board"))]
        Some("serve") => return "This program was built without the board.\n".into(),
        Some("formats") => return of_formats(),
        Some("variants") => return variants::HELP.into(),
        Some("techniques") => return crate::techniques::HELP.into(),
        _ => {}
    }
    match COMMANDS.iter().find(|c| Some(c.name) == command) {
        Some(entry) => of_command(entry),
        None => of_all(),
    }
}

const EXITS: &str = "\
Exit: 0 yes, 1 no, 2 bad input, 3 limit reached, 130 interrupted; of several
puzzles the worst counts. Without a file, or for `-`, puzzles are read from
standard input.
";

const INPUT: &str = "\
A file holds statements (`grid 9`, `cage 15 r1c1 r1c2 r2c1`, ...), several
puzzles separated by `---`; or one plain puzzle on each line, as 81 characters;
or any other format that `pencilmark help formats` lists. A link or another
puzzle of one line can stand in place of a file.
";

fn of_all() -> String {
    let mut text = String::from(
        "Pencilmark solves Sudoku and its variants.\n\n\
         Usage: pencilmark COMMAND [OPTIONS] [FILE...]\n\nCommands:\n",
    );
    for entry in COMMANDS {
        let _ = writeln!(text, "  {:<12} {}", entry.name, entry.summary);
    }
    let _ = writeln!(text, "  {:<12} {}", "generate", generate::SUMMARY);
    let _ = writeln!(text, "  {:<12} {}", "variants", variants::SUMMARY);
    let _ =
        writeln!(text, "  {:<12} list the techniques, or show one with an example", "techniques");
    let _ = writeln!(text, "  {:<12} {}", "bench", measure::SUMMARY);
    #[cfg(feature = "board")]
    let _ = writeln!(text, "  {:<12} {}", "serve", crate::serve::SUMMARY);
    let _ = writeln!(text, "  {:<12} {}", "prolog", prolog::SUMMARY);
    let _ = writeln!(text, "  {:<12} {}", "asp", asp::SUMMARY);
    text.push_str("\nOptions of all commands on puzzles:\n");
    flags().filter(|f| f.of.is_empty()).for_each(|f| describe(&mut text, f));
    text.push_str("\nExamples:\n");
    for entry in COMMANDS {
        entry.examples.iter().take(1).for_each(|e| example(&mut text, e));
    }
    text.push('\n');
    text.push_str(INPUT);
    text.push_str(EXITS);
    text.push_str("More: pencilmark help COMMAND\n");
    text
}

fn of_command(entry: &CommandEntry) -> String {
    let mut summary = entry.summary.to_string();
    summary[..1].make_ascii_uppercase();
    let mut text = format!(
        "{summary}.\n\nUsage: pencilmark {} [OPTIONS] [FILE...]\n\n{}\n\nOptions:\n",
        entry.name, entry.about
    );
    flags().filter(|f| f.fits(entry.command)).for_each(|f| describe(&mut text, f));
    text.push_str("  -h, --help              this text\n");
    text.push_str("\nExamples:\n");
    entry.examples.iter().for_each(|e| example(&mut text, e));
    text.push('\n');
    text.push_str(EXITS);
    text
}

fn of_formats() -> String {
    let mut text = String::from(
        "Formats are found out when they are read; --from names one. `convert --to`\n\
         writes them. r: can be read, w: can be written.\n\n",
    );
    for info in FORMATS {
        let letter = |on: bool, letter| if on { letter } else { '-' };
        let (r, w) = (letter(info.reads(), 'r'), letter(info.writes(), 'w'));
        let _ = writeln!(text, "  {:<16} {r}{w}  {}", info.name, info.summary);
    }
    text.push_str("\nMore: docs/formats.md\n");
    text
}

fn example(text: &mut String, (line, does): &(&str, &str)) {
    let _ = writeln!(text, "  {line}\n      {does}");
}

/// The column where explanations start, and the width of the text.
const INDENT: usize = 26;
const WIDTH: usize = 80;

fn describe(text: &mut String, flag: &Flag) {
    let short = flag.short.map_or("    ".into(), |c| format!("-{c}, "));
    let value = match flag.set {
        Set::Switch(_) => String::new(),
        Set::Value(what, _) => format!(" {what}"),
    };
    let _ = write!(text, "{:<INDENT$}", format!("  {short}--{}{value}", flag.long));
    let mut column = INDENT;
    for word in flag.help.split_whitespace() {
        if column + word.len() > WIDTH {
            let _ = write!(text, "\n{:INDENT$}", "");
            column = INDENT;
        }
        let _ = write!(text, "{}{word}", if column > INDENT { " " } else { "" });
        column += word.len() + 1;
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_in_the_help_of_its_commands() {
        for entry in COMMANDS {
            let text = help(Some(entry.name));
            for flag in flags() {
                let named = text.contains(&format!("--{}", flag.long));
                // One word may mean different things to different commands.
                let mut same = flags().filter(|f| f.long == flag.long);
                let fits = same.any(|f| f.fits(entry.command));
                assert_eq!(named, fits, "{} {}", entry.name, flag.long);
            }
            assert!(text.contains("Examples:") && text.contains("130 interrupted"));
        }
    }

    #[test]
    fn no_line_is_wider_than_a_terminal() {
        let all = COMMANDS.iter().map(|c| help(Some(c.name))).chain([help(None)]);
        let all = all.chain(crate::args::PAGES.map(|name| help(Some(name))));
        for text in all {
            let wide: Vec<_> = text.lines().filter(|l| l.chars().count() > WIDTH).collect();
            assert!(wide.is_empty(), "{wide:?}");
        }
    }
}
