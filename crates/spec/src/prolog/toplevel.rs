//! The toplevel's text, from queries by a pipe.
//!
//! By a pipe SWI-Prolog prints no prompts. An answer with more to come ends in a blank and
//! takes one line of input as what to do: `;` for the next answer, an empty line for none.
//! An answer that is the last ends in `.` and an empty line.

use serde_json::Value;

use super::suite::text;

/// A directive after which answers are written in full, without `|...`.
pub(super) fn answers_in_full() -> String {
    format!(":- {IN_FULL}.\n")
}

/// The goal of that directive.
pub(super) const IN_FULL: &str = "set_prolog_flag(answer_write_options, \
    [quoted(true), portray(true), spacing(next_argument)])";

/// The recorded answers as they come by a pipe, without what follows the last one.
pub(super) fn expected_text(record: &Value) -> String {
    let answers = record["answers"].as_array().map(Vec::as_slice).unwrap_or_default();
    let texts: Vec<&str> = answers.iter().map(|a| text(a, "text").trim_end_matches('.')).collect();
    let mut wanted = text(record, "stdout").to_string();
    if !wanted.is_empty() && !wanted.ends_with('\n') {
        wanted.push('\n');
    }
    wanted.push_str(match texts.is_empty() {
        true => "false",
        false => "",
    });
    wanted + &texts.join(" ")
}

/// Whether the toplevel printed the recorded answers. Whether it knew that the last one is
/// the last (`.`) or had to look (`false.`) is not recorded, and either will do.
pub(super) fn same_text(record: &Value, stdout: &str) -> bool {
    let wanted = expected_text(record);
    let Some(rest) = stdout.strip_prefix(&wanted) else { return false };
    let ends: &[&str] = match record["more"] == true {
        true => &["", "."],
        false => &[".", "false."],
    };
    ends.contains(&rest.trim())
}
