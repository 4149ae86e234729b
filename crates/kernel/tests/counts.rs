//! What counts say about the whole keeps the solutions, and its reasons are valid.

mod common;

use common::sudoku;
use common::valid::{Tally, check_story};
use pencilmark_kernel::expr::{Expr, Formula};
use pencilmark_kernel::reason::Story;
use pencilmark_kernel::search::{Rng, Search, SearchOptions, root_domains};
use pencilmark_kernel::{CompileOptions, Constraint, Model, Problem, VarId};

const WITHOUT: CompileOptions =
    CompileOptions { distinct: pencilmark_kernel::Strength::Auto, count_totals: false };

/// A digit that occurs among the cells occurs as often as it says.
fn circles(cells: &[VarId], digit: i64) -> Formula<VarId> {
    let list = cells.iter().map(|&v| Expr::Var(v)).collect();
    Formula::In(Expr::Count(list, Box::new(Expr::Const(digit))), vec![0, digit])
}

/// Each digit's count is a clue of its own.
fn with_circles(cells: impl Fn(&[VarId]) -> Vec<VarId>) -> (Problem, Vec<VarId>, Vec<VarId>) {
    let (mut problem, grid) = sudoku(".... .... .... ....");
    let circled = cells(&grid);
    for digit in 1..=4 {
        let group = problem.group();
        problem.post(group, Constraint::Formula(circles(&circled, digit)));
    }
    (problem, grid, circled)
}

fn all(model: &Model, vars: &[VarId]) -> Vec<Vec<i64>> {
    let mut search = Search::new(model, SearchOptions::default());
    let mut out = Vec::new();
    while let Some(solution) = search.next_solution().expect("no limits") {
        out.push(solution.values(vars));
    }
    out.sort_unstable();
    out
}

#[test]
fn circles_keep_their_solutions() {
    let (plain, grid) = sudoku(".... .... .... ....");
    let grids = all(&plain.compile(&CompileOptions::default()), &grid);
    assert_eq!(grids.len(), 288);
    let mut rng = Rng::new(3);
    let mut some = 0;
    for round in 0..200 {
        let chosen: Vec<usize> = (0..16).filter(|_| rng.below(8) < 3 + round % 4).collect();
        let (problem, grid, circled) = with_circles(|g| chosen.iter().map(|&i| g[i]).collect());
        let fits = |values: &Vec<i64>| {
            let often = |d: i64| chosen.iter().filter(|&&i| values[i] == d).count() as i64;
            (1..=4).all(|d| [0, d].contains(&often(d)))
        };
        let expected: Vec<Vec<i64>> = grids.iter().filter(|v| fits(v)).cloned().collect();
        for options in [CompileOptions::default(), WITHOUT] {
            assert_eq!(all(&problem.compile(&options), &grid), expected, "{circled:?}");
        }
        some += usize::from(!expected.is_empty());
    }
    assert!(some > 20, "only {some} had solutions");
}

#[test]
fn ten_circles_hold_all_fours() {
    // 1 + 2 + 3 + 4 circles: all digits are needed, and each row's 4 is in one of them.
    let mut rng = Rng::new(4);
    let (mut some, mut gained) = (0, 0);
    for _ in 0..400 {
        let mut chosen: Vec<usize> = (0..16).collect();
        for _ in 0..6 {
            chosen.remove(rng.below(chosen.len() as u64) as usize);
        }
        let (problem, grid, circled) = with_circles(|g| chosen.iter().map(|&i| g[i]).collect());
        let fours = |options: &CompileOptions| {
            let root = root_domains(&problem.compile(options))?;
            let outside = grid.iter().zip(root).filter(|(v, _)| !circled.contains(v));
            Some(outside.filter(|(_, domain)| domain.contains(&4)).count())
        };
        // Some are impossible, and then it does not matter how this is seen.
        if let (Some(with), Some(without)) = (fours(&CompileOptions::default()), fours(&WITHOUT)) {
            assert_eq!(with, 0, "{chosen:?}");
            some += 1;
            gained += usize::from(without > 0);
        }
    }
    assert!(some > 5 && gained > 5, "{some} {gained}");
}

#[test]
fn reasons_are_valid() {
    let mut rng = Rng::new(5);
    let mut erased = 0;
    for _ in 0..12 {
        let chosen: Vec<usize> = (0..16).filter(|_| rng.below(8) < 5).collect();
        let (problem, _, _) = with_circles(|g| chosen.iter().map(|&i| g[i]).collect());
        let model = problem.compile(&CompileOptions::default());
        let mut tally = Tally::default();
        let what = format!("{chosen:?}");
        check_story(&Story::new(&model), &model, problem.vars().len(), &what, &mut tally);
        erased += tally.free;
    }
    assert!(erased > 20, "only {erased} erasures were looked at");
}
