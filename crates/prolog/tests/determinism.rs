//! Which calls leave a choice point, compared with SWI-Prolog on random small programs.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use pencilmark_prolog::machine::Machine;

/// A small generator of numbers, the same everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }

    fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }

    /// A term; `open` is the chance of a variable.
    fn term(&mut self, variables: &mut usize, open: usize, depth: usize) -> String {
        if self.percent(open) {
            if *variables > 0 && self.percent(40) {
                return format!("V{}", self.below(*variables));
            }
            *variables += 1;
            return format!("V{}", *variables - 1);
        }
        let atoms = ["a", "b", "c", "d", "0", "1", "[]", "\"s\"", "1.5", "100000000000000000000"];
        match self.below(if depth > 2 { 5 } else { 10 }) {
            0..=4 => self.pick(&atoms).to_string(),
            5..=7 => {
                let head = self.term(variables, 30, depth + 1);
                format!("[{head}|{}]", self.term(variables, 60, depth + 1))
            }
            8 => format!("f({})", self.term(variables, 30, depth + 1)),
            _ => {
                let left = self.term(variables, 30, depth + 1);
                format!("g({left}, {})", self.term(variables, 30, depth + 1))
            }
        }
    }

    /// An argument of the kind that its column has.
    fn column(&mut self, kind: usize, variables: &mut usize) -> String {
        match kind {
            0 => self.term(variables, 30, 0),
            1 => self.pick(&["a", "b", "c", "d", "e", "f"]).to_string(),
            2 => self.term(variables, 100, 0),
            3 => {
                let head = self.term(variables, 20, 1);
                format!("[{head}|{}]", self.term(variables, 70, 2))
            }
            _ => format!("f({})", self.term(variables, 20, 1)),
        }
    }
}

/// A program, and goals to ask it.
fn program(dice: &mut Dice) -> (String, Vec<String>) {
    let mut text = String::from(":- style_check(-singleton).\n");
    let mut goals = Vec::new();
    for p in 0..40 {
        let arity = 1 + dice.below(4);
        let count = [2, 2, 3, 3, 4, 5, 6, 8, 11, 12, 15, 25][dice.below(12)];
        if dice.percent(30) {
            writeln!(text, ":- dynamic(p{p}/{arity}).").unwrap();
        }
        let kinds: Vec<usize> = (0..arity).map(|_| dice.below(5)).collect();
        for _ in 0..count {
            let mut variables = 0;
            let mut args = Vec::new();
            for &kind in &kinds {
                let kind = if dice.percent(8) { 0 } else { kind };
                args.push(dice.column(kind, &mut variables));
            }
            let body = if variables > 0 && dice.percent(15) {
                let variable = dice.below(variables);
                let value = dice.term(&mut variables, 20, 1);
                format!(" :- V{variable} = {value}")
            } else {
                dice.pick(&["", "", "", "", " :- true", " :- !"]).to_string()
            };
            writeln!(text, "p{p}({}){body}.", args.join(", ")).unwrap();
        }
        for _ in 0..5 {
            let mut variables = 0;
            let mut args = Vec::new();
            for &kind in &kinds {
                let kind = if dice.percent(30) { 2 } else { kind };
                args.push(dice.column(kind, &mut variables));
            }
            goals.push(format!("p{p}({})", args.join(", ")));
        }
    }
    text.push_str(
        "ends(G, L) :- findall(E, ( call_cleanup(G, D = true), ( D == true -> E = det ; E = open ) ), L).\n",
    );
    (text, goals)
}

/// What SWI-Prolog says, a line for each goal.
fn swipl(text: &str, goals: &[String]) -> Option<Vec<String>> {
    let mut child = Command::new("swipl")
        .args(["-q", "-f", "none", "-t", "halt", "-g", "load_files(test, [stream(user_input)])"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut all = text.to_string();
    for goal in goals {
        writeln!(all, ":- initialization((ends({goal}, L), print(L), nl)).").unwrap();
    }
    child.stdin.take()?.write_all(all.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).lines().map(str::to_string).collect())
}

#[test]
fn calls_are_as_deterministic_as_in_swi_prolog() {
    let (mut asked, mut different) = (0, Vec::new());
    for seed in 1..=6 {
        let (text, goals) = program(&mut Dice(seed));
        let Some(theirs) = swipl(&text, &goals) else {
            eprintln!("SKIPPED: swipl is not here, determinism was compared with nothing");
            return;
        };
        assert_eq!(theirs.len(), goals.len(), "seed {seed}");
        let mut machine = Machine::new();
        machine.consult_text("test", &text).expect("loads");
        for (goal, theirs) in goals.iter().zip(&theirs) {
            let ours = machine.run_text(&format!("ends({goal}, L)."), 1).expect("answers");
            let ours = ours[0].rsplit("L=").next().unwrap_or_default().trim_end_matches('.');
            asked += 1;
            if ours != theirs {
                different.push(format!("seed {seed}: {goal}: {ours}, SWI-Prolog {theirs}"));
            }
        }
    }
    // Sizes of hash tables and the order of equal keys are not followed: they matter seldom.
    assert!(different.len() * 300 <= asked, "{asked} asked\n{}", different.join("\n"));
}
