//! The examples of the manual and of the README, run as they stand there.
#![cfg(unix)]

mod common;
use common::*;
use std::process::Command;

#[test]
fn every_example_of_the_manual() {
    assert!(check("docs/command.md") >= 10);
}

#[test]
fn every_example_of_the_readme() {
    assert_eq!(check("README.md"), 3);
}

/// Runs the examples of a page; how many there are.
fn check(page: &str) -> usize {
    let manual = std::fs::read_to_string(root().join(page)).unwrap();
    let mut wrong = String::new();
    let mut examples = 0;
    for block in manual.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for example in block.split("$ ").skip(1) {
            let (line, want) = example.split_once('\n').unwrap();
            let got = shell(line);
            if timeless(&got) != timeless(want) {
                wrong += &format!("$ {line}\n{got}instead of\n{want}\n");
            }
            examples += 1;
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    examples
}

fn shell(line: &str) -> String {
    let binary = std::path::Path::new(env!("CARGO_BIN_EXE_pencilmark")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).env("PATH", path).current_dir(root());
    ran(shell.output().unwrap()).out
}
