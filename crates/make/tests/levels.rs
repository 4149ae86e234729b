//! Grades that stop where it is known enough say what whole grades say.

use pencilmark_kernel::search::Limits;
use pencilmark_logic::grade::{Grade, Wanted, grade};
use pencilmark_logic::story::{Most, Truth};
use pencilmark_logic::{Board, Level, Marks};
use pencilmark_make::{Generator, Ingredient, Made, Recipe};

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
