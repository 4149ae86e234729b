//! Every puzzle in `puzzles/` has as many solutions as the table of `puzzles/README.md` says.

use std::collections::BTreeMap;

use pencilmark_puzzle::{Answer, Settings, Solver, Status};
use pencilmark_spec::founding::{folder, names, puzzle};

/// The last column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stated {
    Exactly(u64),
    MoreThan(u64),
}

/// What the table says, by the name of the puzzle.
fn table() -> BTreeMap<String, Stated> {
    let text = std::fs::read_to_string(folder().join("README.md")).expect("it is there");
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let columns: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let name = columns[0].trim_matches('`').trim_end_matches(".pencil").to_string();
        let number = columns[columns.len() - 1].replace(',', "");
        let stated = match number.strip_prefix("> ") {
            Some(least) => Stated::MoreThan(least.parse().expect("a number")),
            None => Stated::Exactly(number.parse().expect("a number")),
        };
        (name, stated)
    })
    .collect()
}

fn solve(name: &str) -> Answer {
    Solver::new(&puzzle(name), Settings::default()).solve(1)
}

#[test]
fn the_table_names_every_file() {
    assert_eq!(table().into_keys().collect::<Vec<_>>(), names());
}

#[test]
fn status_and_count_are_as_stated() {
    for (name, stated) in table() {
        let answer = solve(&name);
        let solver = Solver::new(&puzzle(&name), Settings { threads: 2, ..Default::default() });
        let (status, limit, exact) = match stated {
            Stated::Exactly(0) => (Status::None, u64::MAX, true),
            Stated::Exactly(1) => (Status::Unique, u64::MAX, true),
            Stated::Exactly(_) => (Status::Multiple, u64::MAX, true),
            Stated::MoreThan(n) => (Status::Multiple, n + 1, false),
        };
        assert_eq!(answer.status, status, "{name}");
        let count = solver.count(limit);
        assert_eq!((count.exact, count.stopped), (exact, None), "{name}");
        match stated {
            Stated::Exactly(n) => assert_eq!(count.count, n, "{name}"),
            Stated::MoreThan(n) => assert!(count.count > n, "{name}: {count:?}"),
        }
    }
}

/// What the founding documents print, or tell of their puzzles.
#[test]
fn solutions_are_those_of_the_documents() {
    let killer = puzzle("killer");
    assert_eq!(solve("killer").solutions[0].cells[..9], [3, 2, 7, 8, 1, 4, 5, 6, 9]);
    let total: i64 =
        killer.clues.iter().filter(|c| c.kind.name == "cage").map(|c| c.numbers[0]).sum();
    assert_eq!(total, 405, "the cages cover the grid");
    let thermometers = puzzle("spoons").clues.iter().filter(|c| c.kind.name == "thermo").count();
    assert_eq!(thermometers, 18);
    assert_eq!(table()["miracle-blank"], Stated::Exactly(72));
    assert_eq!(table()["asp-givens"], Stated::MoreThan(200_000));
}
