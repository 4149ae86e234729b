//! Puzzles are what was asked for.

use std::time::{Duration, Instant};

use pencilmark_kernel::search::{Limits, Stop};
use pencilmark_logic::{Level, Technique};
use pencilmark_make::{Bounds, Generator, Ingredient, Made, Recipe, Symmetry};
use pencilmark_puzzle::{Settings, Solver, Status};

fn make(recipe: Recipe, number: u64) -> Made {
    let limits =
        Limits { deadline: Some(Instant::now() + Duration::from_secs(100)), ..Limits::default() };
    let what = format!("{recipe:?}");
    Generator::new(recipe)
        .unwrap()
        .make(number, &limits)
        .unwrap_or_else(|e| panic!("{what}: {e:?}"))
}

/// Whether the solver without anything derived finds the one solution.
fn is_proper(made: &Made) -> bool {
    let settings =
        Settings { derive: pencilmark_kernel::DeriveOptions::NONE, ..Settings::default() };
    let answer = Solver::new(&made.puzzle, settings).solve(2);
    answer.status == Status::Unique && answer.solutions[0].cells == made.solution
}

fn shown(made: &Made) -> Vec<bool> {
    let mut shown = vec![false; made.puzzle.grid.size()];
    for (cell, digit) in made.puzzle.clues.iter().filter_map(|clue| clue.as_given()) {
        assert_eq!(made.solution[cell.index()], digit);
        shown[cell.index()] = true;
    }
    assert_eq!(shown.iter().filter(|s| **s).count(), made.givens);
    shown
}

#[test]
fn every_ingredient_makes_proper_puzzles() {
    for ingredient in Ingredient::all() {
        for size in [4, 6, 9] {
            let recipe = Recipe { size, with: vec![ingredient], ..Recipe::default() };
            if Generator::new(recipe.clone()).is_err() {
                continue;
            }
            // A 4x4 grid cannot be filled like this.
            let none = [Ingredient::NonConsecutive, Ingredient::AntiKing];
            if size == 4 && none.contains(&ingredient) {
                continue;
            }
            for number in 0..2 {
                let made = make(recipe.clone(), number);
                assert!(is_proper(&made), "{ingredient:?} {size}");
                shown(&made);
            }
        }
    }
}

#[test]
fn ingredients_mix() {
    for with in [
        vec![Ingredient::Killer, Ingredient::Thermo],
        vec![Ingredient::Jigsaw, Ingredient::Kropki],
        vec![Ingredient::X, Ingredient::Arrow, Ingredient::Renban],
        vec![Ingredient::AntiKnight, Ingredient::Sandwich],
    ] {
        let made = make(Recipe { with: with.clone(), ..Recipe::default() }, 1);
        assert!(is_proper(&made), "{with:?}");
    }
}

#[test]
fn killers_have_givens_only_if_asked() {
    let recipe = Recipe { with: vec![Ingredient::Killer], ..Recipe::default() };
    let made = make(recipe.clone(), 0);
    assert_eq!(made.givens, 0);
    let cells: usize = made.puzzle.clues_of("cage").map(|cage| cage.list(0).len()).sum();
    assert_eq!(cells, 81);
    let made = make(Recipe { clues: Some(Bounds { lo: 6, hi: 12 }), ..recipe }, 0);
    assert!((6..=12).contains(&made.givens));
}

#[test]
fn givens_are_as_asked_for() {
    for symmetry in Symmetry::ALL {
        let made = make(Recipe { symmetry, ..Recipe::default() }, 3);
        let shown = shown(&made);
        for orbit in symmetry.orbits(&made.puzzle.grid) {
            assert!(orbit.iter().all(|c| shown[c.index()] == shown[orbit[0].index()]));
        }
    }
    let clues = Some(Bounds { lo: 30, hi: 30 });
    assert_eq!(make(Recipe { clues, ..Recipe::default() }, 0).givens, 30);
    let made =
        make(Recipe { minimal: true, symmetry: Symmetry::Rotate180, ..Recipe::default() }, 0);
    for at in (0..made.puzzle.clues.len()).filter(|&at| made.puzzle.clues[at].as_given().is_some())
    {
        let mut less = made.puzzle.clone();
        less.clues.remove(at);
        let status = Solver::new(&less, Settings::default()).solve(2).status;
        assert_eq!(status, Status::Multiple);
    }
    let mask: Vec<bool> = (0..81).map(|at| (at / 9 + at % 9) % 2 == 0 || at % 10 == 1).collect();
    let made = make(Recipe { mask: Some(mask.clone()), ..Recipe::default() }, 0);
    assert_eq!(shown(&made), mask);
}

#[test]
fn puzzles_are_as_hard_as_asked_for() {
    for level in [Level::Easy, Level::Medium, Level::Hard, Level::Unfair] {
        for number in 0..3 {
            let made = make(Recipe { level: Some(level), ..Recipe::default() }, number);
            let grade = made.grade.unwrap();
            assert_eq!((grade.level, grade.solved), (level, true));
        }
    }
    // Whatever else is asked for stays asked for.
    for (lo, hi, level) in [(30, 32, Level::Medium), (24, 25, Level::Hard), (26, 28, Level::Unfair)]
    {
        let recipe =
            Recipe { clues: Some(Bounds { lo, hi }), level: Some(level), ..Recipe::default() };
        let made = make(recipe, 1);
        assert!((lo..=hi).contains(&made.givens) && made.grade.unwrap().level == level);
    }
    let mask: Vec<bool> = (0..81).map(|at| at % 2 == 0).collect();
    let recipe = Recipe { mask: Some(mask.clone()), level: Some(Level::Easy), ..Recipe::default() };
    assert_eq!(shown(&make(recipe, 0)), mask);
    let rating = Some(Bounds { lo: 40, hi: 50 });
    let made = make(Recipe { rating, ..Recipe::default() }, 0);
    assert!((40..=50).contains(&made.grade.unwrap().rating));
    let must = Technique::find("x-wing").unwrap();
    let made = make(Recipe { must: vec![must], ..Recipe::default() }, 0);
    assert!(made.grade.unwrap().census.iter().any(|(t, _)| *t == must));
    let must_not = vec![Technique::find("naked-pair").unwrap()];
    let recipe =
        Recipe { level: Some(Level::Medium), must_not: must_not.clone(), ..Recipe::default() };
    assert!(make(recipe, 0).grade.unwrap().census.iter().all(|(t, _)| *t != must_not[0]));
}

#[test]
fn threads_make_the_same_puzzles() {
    let recipe = Recipe { level: Some(Level::Hard), seed: 5, ..Recipe::default() };
    let generator = Generator::new(recipe).unwrap();
    for number in 0..3 {
        let alone = generator.make(number, &Limits::default()).unwrap();
        for threads in [2, 3] {
            let together =
                generator.make_together(number, &Limits::default(), threads, &|| {}).unwrap();
            assert_eq!(together.puzzle, alone.puzzle);
        }
    }
    let other = Generator::new(Recipe { seed: 6, ..Recipe::default() }).unwrap();
    let same = |generator: &Generator| generator.make(0, &Limits::default()).unwrap().puzzle;
    assert_ne!(same(&other), same(&generator));
}

#[test]
fn what_is_impossible_ends_with_the_limit() {
    let clues = Some(Bounds { lo: 3, hi: 3 });
    let generator = Generator::new(Recipe { clues, ..Recipe::default() }).unwrap();
    let deadline = Some(Instant::now() + Duration::from_millis(300));
    let gave_up = generator.make(0, &Limits { deadline, ..Limits::default() }).unwrap_err();
    assert_eq!(gave_up.stop, Stop::Time);
    assert!(gave_up.attempts > 10 && !gave_up.missed.is_empty());
    assert!(gave_up.best.is_some_and(|made| made.givens < 30 && is_proper(&made)));
}
