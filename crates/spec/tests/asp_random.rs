//! Random programs against clingo 5.8, and broken texts, which must do no harm.
//!
//! `PENCILMARK_FUZZ=N` runs N programs instead of three hundred, and `PENCILMARK_FUZZ_SEED`
//! makes other ones.

use std::time::{Duration, Instant};

use pencilmark_spec::asp::random::{Random, program};
use pencilmark_spec::asp::{Answers, answers, clingo};
use pencilmark_spec::data::tell;

/// More answer sets than this are not compared.
const MOST: usize = 3000;

fn size() -> (usize, u64) {
    let number = |key: &str| std::env::var(key).ok().and_then(|n| n.parse().ok());
    let count = number("PENCILMARK_FUZZ").unwrap_or(300) as usize;
    (count, number("PENCILMARK_FUZZ_SEED").unwrap_or(1))
}

#[test]
fn random_programs_agree_with_clingo() {
    let (count, seed) = size();
    let programs: Vec<String> =
        (0..count as u64).map(|n| program(&mut Random::new(seed * 1_000_000 + n))).collect();
    let Some(wanted) = clingo::answers(&programs, MOST) else { return };
    assert_eq!(wanted.len(), programs.len(), "clingo answers every program");
    let (mut compared, mut refused, mut wrong) = (0, 0, Vec::new());
    for (program, wanted) in programs.iter().zip(wanted) {
        let seen = answers(program, MOST, Duration::from_secs(20));
        match (&seen, &wanted) {
            (_, Answers::Unknown) | (Answers::Unknown, _) => {}
            // clingo refuses `not -q(_)`.
            (Answers::Models(_), Answers::Refused) => {}
            (Answers::Refused, Answers::Models(_)) => refused += 1,
            _ => {
                compared += 1;
                if seen != wanted && !agrees_on_choices(program, &seen) {
                    wrong.push(format!("{program}\n  wanted {wanted:?}\n  seen   {seen:?}\n"));
                }
            }
        }
    }
    tell(&format!(
        "random programs: {compared} compared, {refused} refused, {} differ",
        wrong.len()
    ));
    wrong.iter().for_each(|difference| tell(difference));
    // Of thousands one or two differ. All that were looked into are clingo's: it drops instances of
    // rules with recursive sets or with conditions in heads on the head's own component
    // (`q(Z) : q(Z+1); a :- s(X), q(X).` never derives a `q` that appears later), and prints
    // answer sets that violate them.
    assert!(wrong.len() * 1000 <= compared, "{} of {compared} differ", wrong.len());
    assert!(compared * 10 >= count * 8, "{compared} of {count} compared");
    assert!(refused * 50 <= count, "{refused} of {count} refused");
}

/// Whether clingo agrees once free externals are written as choices. It should not matter, but
/// with conditions that depend on their heads clingo 5.8 forgets that such an atom may be true.
fn agrees_on_choices(program: &str, seen: &Answers) -> bool {
    let choice = |line: &str| {
        let free = line.strip_prefix("#external ").and_then(|l| l.strip_suffix(". [free]"));
        match free.map(|declared| declared.split_once(" : ").unwrap_or((declared, ""))) {
            None => line.to_string(),
            Some((atom, "")) => format!("{{{atom}}}."),
            Some((atom, body)) => format!("{{{atom}}} :- {body}."),
        }
    };
    let rewritten: Vec<String> = program.lines().map(choice).collect();
    let rewritten = rewritten.join("\n") + "\n";
    rewritten != program
        && clingo::answers(&[rewritten], MOST).is_some_and(|wanted| wanted.first() == Some(seen))
}

/// A program with some characters changed, doubled, moved or gone.
fn broken(random: &mut Random) -> String {
    let mut bytes = program(random).into_bytes();
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len());
        let to = random.below(bytes.len());
        match random.below(4) {
            0 => bytes[at] = *random.pick(b"(){}[];:,.|-+*/\\<>=!#@&~^?_\"'%aX01 \n\xff"),
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, *random.pick(b"(){}[];:,.|-+*/\\<>=!#@&~^?_\"'%aX01 \n")),
            _ => bytes.swap(at, to),
        }
        if bytes.is_empty() {
            break;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn broken_programs_do_no_harm() {
    let (count, seed) = size();
    for number in 0..4 * count as u64 {
        let mut random = Random::new(seed * 7_000_000 + number);
        let text = broken(&mut random);
        let start = Instant::now();
        // A panic fails the test; a hang would, too.
        answers(&text, 50, Duration::from_secs(5));
        let time = start.elapsed();
        assert!(time < Duration::from_secs(20), "{time:?} for\n{text}");
    }
}
