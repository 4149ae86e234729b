//! Writes the types of questions and answers down for the page, `board/src/generated/*.ts`, or
//! complains that what is there is not what the types say.
//!
//! `PENCILMARK_WRITE=1 cargo test -p pencilmark-server types` writes.

use std::fs;
use std::path::PathBuf;

use ts_rs::{Config, TS};

use crate::{answers, ask, process};

fn declared<T: TS>(text: &mut String) {
    let config = Config::new().with_large_int("number");
    let declared = format!("{}export {}\n\n", T::docs().unwrap_or_default(), T::decl(&config));
    // A field on a line, with what it is above it, and each of several choices on its own.
    let one = declared.replace("\n * ", " ").replace("\n */\n", " */\n");
    text.push_str(&one.replace(", \n", ",\n").replace("{ \n", "{\n").replace("} | {", "}\n  | {"));
}

macro_rules! all {
    ($($type:ty),* $(,)?) => {{
        let mut text = String::from(
            "// Made from the types of the server by its tests. Do not edit.\n\n",
        );
        $(declared::<$type>(&mut text);)*
        text
    }};
}

fn hold(name: &str, text: &str) {
    let text = format!("{}\n", text.trim_end());
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../board/src/generated");
    let file = folder.join(name);
    if std::env::var_os("PENCILMARK_WRITE").is_some() {
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(&file, &text).expect("a file");
    }
    let there = fs::read_to_string(&file).unwrap_or_default();
    assert!(there == text, "{name} is not what the types say; write it with PENCILMARK_WRITE=1");
}

#[test]
fn questions_are_as_the_page_knows_them() {
    let text = all![ask::Question, ask::Theme, ask::Tell, process::End, process::Why];
    hold("ask.ts", &text);
}

#[test]
fn answers_are_as_the_page_knows_them() {
    use answers::*;
    let text = all![
        Status, Stopped, Source, Outcome, Unreadable, Fault, Written, Checked, Clash, Solved,
        Counted, Estimated, Guess, Progress, Possible, Drawn, Converted, Step, Begun, State,
        Because, StepClue, StepMark, StepLink, Hinted, Graded, Bottleneck, Spare, Changed,
        Generated, Kind, Elsewhere,
    ];
    hold("answers.ts", &text);
}
