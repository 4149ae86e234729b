//! Ranks of lines where rows and columns hold each digit once, against all such squares: what a
//! search is told of them is less than what single clues say.

use pencilmark_puzzle::{CellId, Clue, Grid, Puzzle, Settings, Solver, kinds};

const N: usize = 4;

fn clue(kind: &str, line: &[usize]) -> Clue {
    let clue = Clue::new(kinds::find(kind).unwrap());
    match line {
        [] => clue,
        line => clue.over(line.iter().map(|&i| CellId::new(i)).collect::<Vec<_>>()),
    }
}

/// Rows and columns, then the same from their ends.
fn lines() -> Vec<Vec<usize>> {
    let rows = (0..N).map(|r| (0..N).map(|c| N * r + c).collect());
    let columns = (0..N).map(|c| (0..N).map(|r| N * r + c).collect());
    let ahead: Vec<Vec<usize>> = rows.chain(columns).collect();
    let back = ahead.iter().map(|line| line.iter().rev().copied().collect());
    ahead.iter().cloned().chain(back).collect()
}

/// All squares with each digit once in every row and column.
fn squares() -> Vec<Vec<i64>> {
    fn go(square: &mut Vec<i64>, all: &mut Vec<Vec<i64>>) {
        let at = square.len();
        if at == N * N {
            return all.push(square.clone());
        }
        for digit in 1..=N as i64 {
            let row = square[at / N * N..].contains(&digit);
            if !row && (at % N..at).step_by(N).all(|above| square[above] != digit) {
                square.push(digit);
                go(square, all);
                square.pop();
            }
        }
    }
    let mut all = Vec::new();
    go(&mut Vec::new(), &mut all);
    all
}

fn read(square: &[i64], line: &[usize]) -> Vec<i64> {
    line.iter().map(|&cell| square[cell]).collect()
}

/// The rank of a line, and whether another one makes the same number.
fn rank(square: &[i64], line: &[usize]) -> (i64, bool) {
    let own = read(square, line);
    let others: Vec<Vec<i64>> =
        lines().iter().filter(|l| l[..] != *line).map(|l| read(square, l)).collect();
    (1 + others.iter().filter(|o| **o < own).count() as i64, others.contains(&own))
}

#[test]
fn many_ranks_at_once() {
    let (squares, lines) = (squares(), lines());
    assert_eq!(squares.len(), 576);
    let mut seed = 7u64;
    let mut random = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let (mut solved, mut ambiguous) = (0, 0);
    for round in 0..400 {
        let ties = round % 3 == 0;
        let truth = &squares[random(squares.len())];
        let mut puzzle = Puzzle::blank(Grid::new(N, N).unwrap());
        puzzle.add_rows(None);
        puzzle.add_columns(None);
        if ties {
            puzzle.clues.push(clue("rank-ties", &[]).number(2));
        }
        // From one to all, sometimes with a wrong one.
        let wanted = 1 + random(lines.len());
        let mut told: Vec<(&Vec<usize>, i64)> = Vec::new();
        for _ in 0..wanted {
            let line = &lines[random(lines.len())];
            if told.iter().all(|(known, _)| *known != line) {
                let wrong = random(20) == 0;
                let place = rank(truth, line).0;
                told.push((line, if wrong { 1 + random(4 * N) as i64 } else { place }));
            }
        }
        for (line, place) in &told {
            puzzle.clues.push(clue("full-rank", line).number(*place));
        }
        assert_eq!(puzzle.check(), vec![]);
        let holds = |square: &&Vec<i64>| {
            told.iter().all(|(line, place)| {
                let (rank, tied) = rank(square, line);
                rank == *place && (ties || !tied)
            })
        };
        let expected = squares.iter().filter(holds).count() as u64;
        let found = Solver::new(&puzzle, Settings::default()).solutions().count() as u64;
        assert_eq!(found, expected, "round {round}: {told:?}");
        solved += u64::from(expected == 1);
        ambiguous += u64::from(expected > 1);
    }
    assert!(solved > 50 && ambiguous > 50, "{solved} {ambiguous}");
}
