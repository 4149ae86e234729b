//! HoDoKu's regression library: each case is a state and what a technique erases in it.
//!
//! A case passes if one instance of the technique draws exactly the listed conclusion. Also
//! counted: how often no other instance for the same digits draws another.

use std::collections::BTreeMap;

use pencilmark_kernel::search::Limits;
use pencilmark_logic::find::{self, View, fish};
use pencilmark_logic::library::Library;
use pencilmark_logic::story::Truth;
use pencilmark_logic::{Board, Found, Mark, Technique};
use pencilmark_spec::data::{find as find_suite, tell};

#[derive(Default)]
struct Tally {
    cases: usize,
    exact: usize,
    only: usize,
    failed: Vec<usize>,
}

/// The technique of a code; five digits mean siamese fish.
fn instances(view: View<'_>, code: &str) -> Option<Vec<Found>> {
    if code.len() == 5 {
        let technique = Technique::find(&code[..4])?;
        let mut all = Vec::new();
        fish::siamese(view, technique, &mut |found| {
            all.push(found);
            false
        });
        return Some(all);
    }
    Technique::find(code).map(|technique| find::all(view, technique))
}

#[test]
fn every_code_we_claim_gives_the_listed_eliminations() {
    let Some(file) = find_suite("logic/reglib.txt") else { return };
    let text = std::fs::read_to_string(file).expect("the library can be read");
    let only = std::env::var("PENCILMARK_CODE").ok();
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    let mut unknown: BTreeMap<String, usize> = BTreeMap::new();
    let mut checked = 0;
    for (number, line) in text.lines().enumerate() {
        if line.starts_with('#') || line.trim().is_empty() {
            continue;
        }
        let case = Library::parse(line).unwrap_or_else(|e| panic!("line {}: {e}", number + 1));
        if only.as_ref().is_some_and(|o| *o != case.code) {
            continue;
        }
        let board = Board::new(&case.puzzle());
        let marks = case.marks(&board);
        let view = View { board: &board, marks: &marks };
        let Some(found) = instances(view, &case.code) else {
            *unknown.entry(case.code).or_default() += 1;
            continue;
        };
        let truth = Truth::of(&board, &Limits::default());
        for one in &found {
            assert!(agrees(one, &truth), "line {}: {one:?}", number + 1);
            checked += 1;
        }
        let marks_of = |list: &[(i64, usize)]| -> Vec<Mark> {
            let mark = |&(d, cell): &(i64, usize)| Mark { cell, digit: d as usize - 1 };
            let mut all: Vec<Mark> = list.iter().map(mark).collect();
            all.sort_unstable();
            all
        };
        let (gone, placed) = (marks_of(&case.eliminations), marks_of(&case.placements));
        let fits = |f: &Found| f.remove == gone && f.place == placed;
        let tally = tallies.entry(case.code.clone()).or_default();
        tally.cases += 1;
        // A fail case must find nothing.
        let fine = if case.variant == "x" { found.is_empty() } else { found.iter().any(fits) };
        tally.exact += usize::from(fine);
        let about = |f: &&Found| {
            let digits =
                |list: &[Mark]| list.iter().all(|m| case.digits.contains(&(m.digit as i64 + 1)));
            case.digits.is_empty() || digits(&f.remove) && digits(&f.place)
        };
        tally.only += usize::from(fine && found.iter().filter(about).all(fits));
        if !fine {
            tally.failed.push(number + 1);
            if only.is_some() {
                tell(&format!("line {}: {line}", number + 1));
                for f in found.iter().filter(about) {
                    tell(&format!("   {:?} {:?}", triples(&f.remove), triples(&f.place)));
                }
            }
        }
    }
    let mut bad = Vec::new();
    let (mut cases, mut exact) = (0, 0);
    for (code, tally) in &tallies {
        let name = Technique::find(&code[..4]).map_or("", Technique::name);
        tell(&format!(
            "{code:<6} {name:<34} {:>3} of {:>3} exact, {:>3} without another {:?}",
            tally.exact, tally.cases, tally.only, tally.failed
        ));
        cases += tally.cases;
        exact += tally.exact;
        if tally.exact * 100 < tally.cases * 98 {
            bad.push(code.clone());
        }
    }
    tell(&format!(
        "all codes: {exact} of {cases}; not claimed: {unknown:?}; {checked} instances agree with \
         the solutions"
    ));
    assert!(bad.is_empty(), "below 98 %: {bad:?}");
}

/// Whether a conclusion is true in the solution, where there is one.
fn agrees(found: &Found, truth: &Truth) -> bool {
    let Truth::Known(cells) = truth else { return true };
    let unique = cells.iter().all(|d| d.is_power_of_two());
    !unique
        || found.remove.iter().all(|m| cells[m.cell] >> m.digit & 1 == 0)
            && found.place.iter().all(|m| cells[m.cell] >> m.digit & 1 == 1)
}

fn triples(marks: &[Mark]) -> Vec<String> {
    let one = |m: &Mark| format!("{}{}{}", m.digit + 1, m.cell / 9 + 1, m.cell % 9 + 1);
    marks.iter().map(one).collect()
}
