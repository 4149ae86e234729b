//! Grades that stop where it is known enough say what whole grades say.

use std::time::{Duration, Instant};

use pencilmark_kernel::search::Limits;
use pencilmark_logic::grade::{Grade, Wanted, grade};
use pencilmark_logic::story::{Guide, Manner, Most, Order, Truth};
use pencilmark_logic::{Board, Level, Marks, Technique};
use pencilmark_make::{Bounds, Generator, Ingredient, Made, Missed, Recipe, Symmetry};

const LEVELS: [Level; 5] = [Level::Easy, Level::Medium, Level::Hard, Level::Unfair, Level::Extreme];

fn made(recipe: Recipe, number: u64) -> Made {
    Generator::new(recipe).unwrap().make(number, &Limits::default()).unwrap()
}

fn graded(made: &Made, level: Option<Level>) -> Grade {
    let board = Board::new(&made.puzzle);
    let mark = |&value: &i64| board.digit(value).map_or(0, |digit| 1 << digit);
    let truth = Truth::Known(made.solution.iter().map(mark).collect());
    let most = Most { rating: None, level };
    let wanted = Wanted { rating: false, bottleneck: false, most, ..Wanted::default() };
    grade(&board, &Marks::start(&board), &truth, wanted, &Limits::default())
}

#[test]
fn a_plain_puzzle_is_beyond_all_levels_below_its_own() {
    let mut seen = Vec::new();
    for number in 0..60 {
        let made = made(Recipe { seed: 21, ..Recipe::default() }, number);
        let whole = graded(&made, None);
        assert!(whole.solved && !whole.beyond);
        for level in LEVELS {
            let cut = graded(&made, Some(level));
            assert_eq!(cut.beyond, whole.level > level, "{number} {level:?} {:?}", whole.level);
            if !cut.beyond {
                assert_eq!((cut.level, cut.solved), (whole.level, true), "{number} {level:?}");
            }
        }
        seen.push(whole.level);
    }
    // Or nothing was tested.
    assert!(LEVELS.iter().filter(|level| seen.contains(level)).count() >= 4, "{seen:?}");
}

#[test]
fn puzzles_of_other_kinds_are_of_the_level_asked_for() {
    for (ingredient, level) in [
        (Ingredient::X, Level::Medium),
        (Ingredient::X, Level::Hard),
        (Ingredient::Jigsaw, Level::Medium),
        (Ingredient::Thermo, Level::Hard),
        (Ingredient::Killer, Level::Medium),
        (Ingredient::Killer, Level::Hard),
    ] {
        let recipe =
            Recipe { with: vec![ingredient], level: Some(level), seed: 8, ..Recipe::default() };
        let made = made(recipe, 0);
        let whole = graded(&made, None);
        assert_eq!((whole.level, whole.solved), (level, true), "{ingredient:?}");
        assert_eq!(made.grade.as_ref().unwrap().level, level);
        // What is too hard is never taken for less.
        for lower in LEVELS.into_iter().filter(|&lower| lower < level) {
            assert!(graded(&made, Some(lower)).beyond, "{ingredient:?} {lower:?}");
        }
    }
}

/// What is asked for besides a level does not make the level matter less.
#[test]
fn a_level_is_kept_whatever_else_is_asked_for() {
    let x_wing = Recipe { must: vec![Technique::XWing], ..Recipe::default() };
    let rated = Recipe { rating: Some(Bounds { lo: 40, hi: 50 }), ..Recipe::default() };
    let other = Recipe { must_not: vec![Technique::NakedSingle], ..Recipe::default() };
    let chains = Recipe { must_not: vec![Technique::ForcingChain], ..Recipe::default() };
    let mut kept = 0;
    for (recipe, level, seed) in [
        (x_wing.clone(), Level::Easy, 4),
        (x_wing, Level::Hard, 4),
        (rated.clone(), Level::Easy, 1),
        (rated, Level::Hard, 1),
        (other, Level::Hard, 1),
        (chains, Level::Unfair, 1),
    ] {
        let recipe = Recipe { level: Some(level), seed, ..recipe };
        let generator = Generator::new(recipe.clone()).unwrap();
        for number in 0..2 {
            let deadline = Instant::now().checked_add(Duration::from_millis(1500));
            let limits = Limits { deadline, ..Limits::default() };
            // That nothing is found in time is no mistake.
            let Ok(made) = generator.make(number, &limits) else { continue };
            let whole = graded(&made, None);
            assert_eq!(whole.level, level, "{recipe:?} {number}");
            kept += 1;
        }
    }
    assert!(kept > 2, "or nothing was tested");
}

/// The techniques of a plain puzzle in some order.
fn steps(made: &Made, order: Order) -> Vec<Technique> {
    let board = Board::new(&made.puzzle);
    let mark = |&value: &i64| board.digit(value).map_or(0, |digit| 1 << digit);
    let truth = Truth::Known(made.solution.iter().map(mark).collect());
    let mut guide = Guide::new(&board, Manner { order, uniqueness: true }, &truth);
    let mut marks = Marks::start(&board);
    let mut steps = Vec::new();
    while let Some(found) = guide.next(&marks).filter(|_| !marks.is_done()) {
        steps.push(found.technique);
        pencilmark_logic::explainer::apply(&board, &mut marks, &found);
    }
    assert!(marks.is_done());
    steps
}

#[test]
fn techniques_that_only_hodoku_has_are_taken_or_not() {
    let skyscraper = vec![Technique::Skyscraper];
    let hard = Recipe { level: Some(Level::Hard), seed: 2, ..Recipe::default() };
    for number in 0..2 {
        let with = made(Recipe { must: skyscraper.clone(), ..hard.clone() }, number);
        assert!(steps(&with, Order::Hodoku).contains(&Technique::Skyscraper));
        let x_wing = made(Recipe { must: vec![Technique::XWing], seed: 2, ..Recipe::default() }, 0);
        assert!(steps(&x_wing, Order::Explainer).contains(&Technique::XWing));
    }
    for number in 0..8 {
        let without = made(Recipe { must_not: skyscraper.clone(), ..hard.clone() }, number);
        assert!(!steps(&without, Order::Hodoku).contains(&Technique::Skyscraper));
    }
}

#[test]
fn what_was_missed_is_told() {
    let deadline = Instant::now().checked_add(Duration::from_millis(400));
    let limits = Limits { deadline, ..Limits::default() };
    // Nobody needs a jellyfish where singles do.
    let jellyfish = Recipe {
        must: vec![Technique::Jellyfish],
        level: Some(Level::Easy),
        symmetry: Symmetry::Rotate180,
        ..Recipe::default()
    };
    let gave_up = Generator::new(jellyfish).unwrap().make(0, &limits).unwrap_err();
    let lacks = Missed::Lacks(Technique::Jellyfish);
    assert!(gave_up.missed.iter().any(|(missed, _)| *missed == lacks), "{:?}", gave_up.missed);
}

#[test]
fn killers_are_easy_with_some_givens() {
    let recipe = Recipe {
        with: vec![Ingredient::Killer],
        level: Some(Level::Easy),
        seed: 8,
        ..Recipe::default()
    };
    let made = made(recipe, 0);
    assert_eq!(graded(&made, None).level, Level::Easy);
    assert!((1..=40).contains(&made.givens), "{}", made.givens);
}
