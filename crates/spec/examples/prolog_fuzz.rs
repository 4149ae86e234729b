//! Runs random goals in SWI-Prolog and in another system and prints where they differ.
//!
//! ```text
//! cargo run --release -p pencilmark-spec --example prolog_fuzz -- \
//!     [--group NAME] [--count N] [--seed N] [--system PATH] [--against swipl] [--goals]
//! ```
//!
//! `--goals` only prints the goals. Without a group all are run.

use std::process::ExitCode;

use pencilmark_spec::prolog::fuzz::{self, GROUPS};
use pencilmark_spec::prolog::{Known, System, release_build};

fn main() -> ExitCode {
    let (mut group, mut count, mut seed, mut only_goals) = (String::new(), 200, 1, false);
    let mut second = System::new(&release_build().to_string_lossy());
    let mut first = System::new("swipl");
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().unwrap_or_else(|| panic!("{arg} needs a value"));
        match arg.as_str() {
            "--group" => group = value(),
            "--count" => count = value().parse().expect("a number"),
            "--seed" => seed = value().parse().expect("a number"),
            "--system" => second = System::new(&value()),
            "--against" => first = System::new(&value()),
            "--goals" => only_goals = true,
            _ => panic!("unknown: {arg}"),
        }
    }
    let known = Known::load();
    let mut unlisted = 0;
    for chosen in GROUPS.iter().filter(|g| group.is_empty() || g.name == group) {
        let goals = fuzz::goals(chosen, seed, count);
        if only_goals {
            goals.iter().for_each(|goal| println!("{goal}"));
            continue;
        }
        let (differences, compared) = fuzz::compare(&goals, &first, &second);
        for difference in &differences {
            let fuzz::Difference { key, goal, wanted, seen } = difference;
            println!("{key}  {goal}\n    wanted {wanted}\n    seen   {seen}");
            match known.reason(key) {
                Some(reason) => println!("    known: {reason}"),
                None => unlisted += 1,
            }
        }
        println!("{}: {compared} of {count} compared, {} differ", chosen.name, differences.len());
    }
    ExitCode::from(u8::from(unlisted > 0))
}
