//! Puzzles that we make have one solution, says clingo, and of small ones SWI-Prolog, too.

use pencilmark_make::{Generator, Ingredient, Made, Recipe};
use pencilmark_spec::oracle::Oracle;

fn made(size: usize) -> Vec<Made> {
    let mut made = Vec::new();
    for ingredient in Ingredient::all() {
        let recipe = Recipe { size, with: vec![ingredient], seed: 11, ..Recipe::default() };
        let Ok(generator) = Generator::new(recipe) else { continue };
        made.push(generator.make(0, &Default::default()).expect("no limits"));
    }
    assert!(made.len() > 12);
    made
}

fn agrees(oracle: Oracle, size: usize) {
    let Some(oracle) = oracle.find("puzzles that were made") else { return };
    let made = made(size);
    let puzzles: Vec<_> = made.iter().map(|made| made.puzzle.clone()).collect();
    let answers = oracle.solutions(&puzzles, Some(2));
    for (made, answer) in made.iter().zip(answers) {
        assert_eq!(
            answer,
            std::slice::from_ref(&made.solution),
            "{}",
            pencilmark_formats::write(&made.puzzle)
        );
    }
}

#[test]
fn clingo_finds_the_one_solution() {
    agrees(Oracle::Clingo, 9);
}

#[test]
fn swi_prolog_finds_the_one_solution() {
    agrees(Oracle::SwiProlog, 6);
}
