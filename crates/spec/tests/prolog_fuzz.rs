//! Random goals in our Prolog and in SWI-Prolog: the same answers, the same errors.
//!
//! And files of arbitrary bytes, which only must not crash it.
//!
//! `PENCILMARK_FUZZ=N` runs N goals of each group instead of a hundred, and
//! `PENCILMARK_FUZZ_SEED` makes other ones. The example `prolog_fuzz` prints differences.

use pencilmark_spec::data::tell;
use pencilmark_spec::prolog::fuzz::{self, GROUPS};
use pencilmark_spec::prolog::{Known, System};

#[test]
fn random_goals_agree_with_swi_prolog() {
    let Some(ours) = System::under_test("random goals") else { return };
    let Some(swi) = System::swi("random Prolog goals") else { return };
    let (count, seed) = size();
    let known = Known::load();
    let mut wrong = Vec::new();
    let mut all = 0;
    for group in GROUPS {
        let goals = fuzz::goals(group, seed, count);
        let (differences, compared) = fuzz::compare(&goals, &swi, &ours);
        tell(&format!("{}: {compared} goals, {} differ", group.name, differences.len()));
        assert!(compared > count / 2, "{}: SWI-Prolog answers too few", group.name);
        all += compared;
        for fuzz::Difference { key, goal, wanted, seen } in differences {
            if known.reason(&key).is_none() {
                wrong.push(format!("{key} {goal}\n    wanted {wanted}\n    seen   {seen}"));
            }
        }
    }
    // Mostly which of several wrong arguments an error names: told, and held below a share.
    wrong.iter().for_each(|difference| tell(difference));
    assert!(wrong.len() * 40 <= all, "{} of {all} differ", wrong.len());
}

#[test]
fn arbitrary_bytes_do_no_harm() {
    let Some(ours) = System::under_test("arbitrary bytes") else { return };
    let (count, seed) = size();
    let results = (0..count as u64).map(|n| fuzz::read_bytes(&ours, seed * 1_000_000 + n));
    let wrong: Vec<String> = results.filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// How many of each sort, and the seed.
fn size() -> (usize, u64) {
    let number = |key: &str| std::env::var(key).ok().and_then(|n| n.parse().ok());
    let count = number("PENCILMARK_FUZZ").unwrap_or(100) as usize;
    (count, number("PENCILMARK_FUZZ_SEED").unwrap_or(1))
}
