//! What the command prints with `--json` is what the types of the board say: each line is read as
//! its type and written again, and nothing of it may be lost or added.
#![cfg(feature = "board")]

mod common;

use pencilmark_server::answers::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

const KILLER: &str = "grid 4\ncage 3 r1c1-2\ncage 6 r2c1 r3c1\ngiven r4c4 4\n";
const NONE: &str = "grid 4\ncage 7 r1c1-2\ngiven r1c1 1\n";
const SPOONS: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const LATE: &str = "grid 9\nanti-knight\n";

/// Without what says nothing: null, and lists that are empty.
fn plain(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let kept = fields.into_iter().map(|(key, value)| (key, plain(value)));
            let says =
                |value: &Value| !value.is_null() && value.as_array().is_none_or(|a| !a.is_empty());
            Value::Object(kept.filter(|(_, value)| says(value)).collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(plain).collect()),
        // 3 and 3.0 are the same.
        Value::Number(n) => n.as_f64().map_or(Value::Number(n), Value::from),
        other => other,
    }
}

fn is<T: DeserializeOwned + Serialize>(line: &str) -> T {
    let read: T = serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
    let again = serde_json::to_value(&read).unwrap();
    assert_eq!(plain(again), plain(serde_json::from_str(line).unwrap()));
    read
}

fn ask<T: DeserializeOwned + Serialize>(command: &str, text: &str) -> Vec<T> {
    let ran = common::feed(command, text);
    assert!(!ran.out.is_empty(), "{command}: {}", ran.err);
    ran.out.lines().map(is).collect()
}

#[test]
fn of_checks_and_counts() {
    let one: Vec<Checked> = ask("check --json --why", SPOONS);
    assert_eq!(one[0].outcome.status, Status::Unique);
    let none: Vec<Checked> = ask("check --json --why", NONE);
    assert_eq!(none[0].why.as_ref().unwrap().len(), 2);
    // Who waits hears of all clues first, and then of fewer.
    let ran = common::feed("check --json --why --progress", NONE);
    let sets: Vec<Clash> = ran.err.lines().map(is).collect();
    assert_eq!(sets[0].why.len(), 4 + 4 + 4 + 2);
    assert!(sets.windows(2).all(|pair| pair[0].why.len() > pair[1].why.len()));
    assert!(sets.iter().all(|set| !set.smallest && set.why.len() >= 2));
    ask::<Counted>("count --json", KILLER);
    let late: Vec<Counted> = ask("count --json --time-limit 100ms", LATE);
    assert_eq!(late[0].outcome.stopped, Some(Stopped::Time));
    ask::<Estimated>("count --json --estimate 100", KILLER);
    ask::<Solved>("solve --json -n 2", KILLER);
    ask::<Solved>("solve --json --random 7", SPOONS);
    let two: Vec<Solved> =
        ask("solve --json", "grid 4\ndigits 0-4\nschroedinger-cells\nrule second(r1c4) = 4\n");
    assert_eq!(two[0].vars.as_ref().unwrap()[0]["second_r1c4"], 4);
    ask::<Possible>("candidates --json --counts --cap 9", KILLER);
    let ran = common::feed("count --json --progress --time-limit 1s", LATE);
    let lines: Vec<Progress> = ran.err.lines().map(is).collect();
    assert!(!lines.is_empty());
}

#[test]
fn of_steps_and_grades() {
    let steps = common::feed("explain --json --marks --quiet", SPOONS).out;
    let (first, rest) = steps.split_once('\n').unwrap();
    assert_eq!(is::<Begun>(first).n, 0);
    let steps: Vec<Step> = rest.lines().map(is).collect();
    let last = steps.last().unwrap().after.as_ref().unwrap();
    let solution: Vec<Solved> = ask("solve --json", SPOONS);
    let digits: Vec<i64> = last.digits.iter().flatten().map(|d| d.unwrap()).collect();
    assert_eq!(digits, solution[0].solutions[0].concat());
    let killer: Vec<Step> = ask("explain --json", KILLER);
    let mut clues = killer.iter().flat_map(|step| &step.because.clues);
    assert!(clues.clone().all(|clue| clue.line.is_none_or(|line| (1..=4).contains(&line))));
    assert!(clues.any(|clue| clue.line == Some(2) && clue.words.contains("sum 3")));
    ask::<Hinted>("hint --json --tell where", SPOONS);
    ask::<Hinted>("hint --json --tell what", SPOONS);
    ask::<Hinted>("hint --json", NONE);
    ask::<Graded>("grade --json", SPOONS);
    ask::<Graded>("grade --json", NONE);
}

#[test]
fn of_setters() {
    ask::<Spare>("redundant --json", KILLER);
    ask::<Spare>("redundant --json --nodes 1", LATE);
    ask::<Changed>("minimise --json", SPOONS);
    ask::<Changed>("complete --json", KILLER);
    ask::<Changed>("complete --json", NONE);
    ask::<Generated>("generate --json --seed 1 --level easy", "");
    ask::<Kind>("variants --json", "");
}

#[test]
fn of_texts_and_pictures() {
    ask::<Drawn>("draw --json --to svg", KILLER);
    ask::<Converted>("convert --json --to fpuzzles", KILLER);
    ask::<Converted>("convert --json --to json", KILLER);
    let bad: Vec<Unreadable> = ask("check --json", "grid 4\ncage 99 r1c1-2\nfoo\n");
    assert_eq!(bad[0].errors.len(), 2);
}
