//! Made puzzles of every kind, explained: each step is implied by its premises, and the checker
//! finds none of these superfluous. No step of several constraints leaves out how it is seen.
//!
//! PENCILMARK_EXPLAINED says how many puzzles of each kind; the programs that run with every
//! change look at one of each.

use pencilmark_kernel::search::Limits;
use pencilmark_logic::check::Verdict;
use pencilmark_logic::story::{Manner, Truth};
use pencilmark_logic::tell::{End, Telling};
use pencilmark_logic::{Board, Marks, Technique};
use pencilmark_make::{Generator, Ingredient, Recipe};

/// Kinds that are mixed, too.
const MIXED: [&[&str]; 4] = [
    &["little-killer", "thermo"],
    &["killer", "arrow"],
    &["whisper", "renban"],
    &["sandwich", "xv"],
];

#[test]
fn made_puzzles_are_explained_and_nothing_is_superfluous() {
    let each = std::env::var("PENCILMARK_EXPLAINED").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let named = std::env::var("PENCILMARK_KIND").ok();
    let mut kinds: Vec<Vec<Ingredient>> = Ingredient::all().map(|one| vec![one]).collect();
    let mixed = |names: &&[&str]| names.iter().filter_map(|n| Ingredient::find(n)).collect();
    kinds.extend(MIXED.iter().map(mixed));
    let (mut puzzles, mut steps, mut unknown, mut flaws) = (0, 0, 0, Vec::new());
    for with in kinds {
        let names: Vec<&str> = with.iter().map(|i| i.name()).collect();
        let name = names.join(" ");
        if named.as_ref().is_some_and(|n| *n != name) {
            continue;
        }
        let generator = Generator::new(Recipe { with, seed: 1, ..Recipe::default() }).unwrap();
        for n in 0..each {
            let Ok(made) = generator.make(n, &Limits::default()) else { continue };
            let board = Board::new(&made.puzzle);
            let truth = Truth::of(&board, &Limits::default());
            let start = Marks::start(&board);
            let mut telling = Telling::new(&board, Manner::default(), &truth, start);
            puzzles += 1;
            while let Some((step, verdict)) = telling.checked_step() {
                steps += 1;
                assert!(!step.long.contains(". then "), "{name} {n}, {}: {}", step.n, step.long);
                let told = !step.long.contains("However they are filled");
                assert!(told, "{name} {n}, {}: {}", step.n, step.long);
                assert!(step.technique != Technique::Several || step.level <= 8, "{}", step.short);
                match verdict {
                    Verdict::Right | Verdict::RightIfUnique => {}
                    Verdict::Unknown => unknown += 1,
                    Verdict::Wrong | Verdict::Superfluous => {
                        flaws.push(format!("{name} {n}, {}: {verdict:?}: {}", step.n, step.short));
                    }
                }
            }
            assert_eq!(telling.end(), End::Solved, "{name} {n}");
        }
    }
    println!("{puzzles} puzzles, {steps} steps, {unknown} not checked in time");
    assert_eq!(flaws, Vec::<String>::new());
    assert!(unknown * 100 <= steps, "{unknown} of {steps} not checked in time");
}
