//! What comes out by chance: how many givens, and nothing twice.

use std::collections::{BTreeMap, HashMap};

use pencilmark_kernel::search::Limits;
use pencilmark_make::{Chance, Generator, Made, Recipe};

fn made(count: u64) -> Vec<Made> {
    let generator = Generator::new(Recipe { seed: 9, ..Recipe::default() }).unwrap();
    (0..count).map(|n| generator.make(n, &Limits::default()).unwrap()).collect()
}

/// The digits given, 0 for none.
type Givens = [u8; 81];

fn givens(made: &Made) -> Givens {
    let mut givens = [0; 81];
    for (cell, digit) in made.puzzle.clues.iter().filter_map(|clue| clue.as_given()) {
        givens[cell.index()] = digit as u8;
    }
    givens
}

/// Mixes numbers into one.
fn mix(numbers: impl IntoIterator<Item = u64>) -> u64 {
    numbers.into_iter().fold(0x9e37_79b9_7f4a_7c15, |sum, n| {
        let mixed = (sum ^ n).wrapping_mul(0xff51_afd7_ed55_8ccd);
        mixed ^ mixed >> 32
    })
}

/// A number that stays the same when digits, lines, bands or stacks are exchanged or the grid is
/// laid on its side: nodes of a graph get colours, and then again and again new ones from those
/// of their neighbours. Different numbers mean different puzzles.
fn signature(givens: &Givens) -> u64 {
    // Cells, digits, rows, columns, boxes, bands, stacks; rows look like columns.
    const START: [usize; 8] = [0, 81, 90, 99, 108, 117, 120, 123];
    let [cell, digit, row, column, square, band, stack, end] = START;
    let mut near: Vec<Vec<usize>> = vec![vec![]; end];
    let mut join = |a: usize, b: usize| {
        near[a].push(b);
        near[b].push(a);
    };
    for at in 0..81 {
        let (r, c) = (at / 9, at % 9);
        for house in [row + r, column + c, square + r / 3 * 3 + c / 3] {
            join(cell + at, house);
        }
        if givens[at] > 0 {
            join(cell + at, digit + usize::from(givens[at]) - 1);
        }
    }
    for line in 0..9 {
        join(row + line, band + line / 3);
        join(column + line, stack + line / 3);
    }
    let sort = |node: usize| match node {
        n if n < digit => 0,
        n if n < row => 1,
        n if n < square => 2,
        n if n < band => 3,
        _ => 4,
    };
    let mut colours: Vec<u64> = (0..end).map(sort).collect();
    for _ in 0..8 {
        let next = |node: usize| {
            let mut around: Vec<u64> = near[node].iter().map(|&n| colours[n]).collect();
            around.sort_unstable();
            mix([colours[node]].into_iter().chain(around))
        };
        colours = (0..end).map(next).collect();
    }
    colours.sort_unstable();
    mix(colours)
}

/// The same puzzle in other words.
fn exchanged(givens: &Givens, chance: &mut Chance) -> Givens {
    let mut lines = || -> Vec<usize> {
        let bands = chance.order(3);
        bands.iter().flat_map(|b| chance.order(3).into_iter().map(move |l| 3 * b + l)).collect()
    };
    let (rows, columns) = (lines(), lines());
    let (digits, turned) = (chance.order(9), chance.happens(1, 2));
    std::array::from_fn(|at| {
        let (r, c) = (rows[at / 9], columns[at % 9]);
        match givens[if turned { 9 * c + r } else { 9 * r + c }] {
            0 => 0,
            digit => digits[usize::from(digit) - 1] as u8 + 1,
        }
    })
}

#[test]
fn signatures_tell_puzzles_apart_but_not_their_images() {
    let mut chance = Chance::new(4, 0, 0);
    for made in made(20) {
        let one = givens(&made);
        for _ in 0..5 {
            let image = exchanged(&one, &mut chance);
            assert_ne!(image, one);
            assert_eq!(signature(&image), signature(&one));
        }
        // A given somewhere else makes it another puzzle.
        let shown = (0..81).find(|&at| one[at] > 0).unwrap();
        let mut other = one;
        other[shown] = 0;
        assert_ne!(signature(&other), signature(&one));
        let hidden = (0..81).find(|&at| one[at] == 0).unwrap();
        other[hidden] = made.solution[hidden] as u8;
        assert_ne!(signature(&other), signature(&one));
    }
}

/// `bench/generate.py` asks the same of ten thousand.
#[test]
fn no_puzzle_comes_twice_and_givens_are_as_many_as_others_find() {
    let made = made(2000);
    let mut seen: HashMap<u64, Givens> = HashMap::new();
    for one in made.iter().map(givens) {
        let before = seen.insert(signature(&one), one);
        assert_eq!(before, None, "the same but for symmetry: {one:?}");
    }
    // Taking clues away one by one, from random grids and in random order, leaves 24.38 on
    // average with a spread of 1.12: so say those who have made millions.
    let counts: Vec<f64> = made.iter().map(|m| m.givens as f64).collect();
    let mean = counts.iter().sum::<f64>() / counts.len() as f64;
    let spread = counts.iter().map(|n| (n - mean).powi(2)).sum::<f64>() / counts.len() as f64;
    let mut table: BTreeMap<usize, usize> = BTreeMap::new();
    made.iter().for_each(|m| *table.entry(m.givens).or_default() += 1);
    assert!((24.28..24.48).contains(&mean), "{mean} {table:?}");
    assert!((1.05..1.19).contains(&spread.sqrt()), "{} {table:?}", spread.sqrt());
    assert!(table.keys().all(|n| (20..=29).contains(n)), "{table:?}");
}
