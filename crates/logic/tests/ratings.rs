//! Ratings held against Sudoku Explainer's.

use std::collections::BTreeMap;

use pencilmark_logic::explainer::{Reach, rate};
use pencilmark_logic::{Board, Marks};
use pencilmark_puzzle::{Grid, Puzzle};
use pencilmark_spec::data::{find as find_suite, tell};

#[test]
fn ratings_agree_with_sudoku_explainer() {
    let Some(file) = find_suite("logic/se_rated.tsv") else { return };
    let text = std::fs::read_to_string(file).expect("the ratings can be read");
    let board = Board::new(&Puzzle::sudoku(Grid::nine()));
    let (mut all, mut near, mut low, mut low_exact) = (0, 0, 0, 0);
    let (mut exact, mut both) = (0, 0);
    let mut differences: BTreeMap<i64, usize> = BTreeMap::new();
    for line in text.lines().filter(|l| !l.starts_with('#') && !l.is_empty()) {
        let fields: Vec<&str> = line.split('\t').collect();
        let mut marks = Marks::full(&board);
        for (cell, c) in fields[0].bytes().enumerate().filter(|(_, c)| (b'1'..=b'9').contains(c)) {
            marks.give(&board, cell, usize::from(c - b'1'));
        }
        let tenths = |text: &str| (text.parse::<f64>().expect("a rating") * 10.0).round() as i64;
        let wanted = tenths(fields[2]);
        let started = std::time::Instant::now();
        let rated = rate(&board, &marks, Reach::default());
        let took = started.elapsed();
        let got = if rated.solved { i64::from(rated.rating) } else { 200 };
        all += 1;
        near += usize::from((got - wanted).abs() <= 1);
        exact += usize::from(got == wanted);
        if fields.len() > 7 && !fields[6].is_empty() {
            let same = i64::from(rated.pearl) == tenths(fields[6])
                && i64::from(rated.diamond) == tenths(fields[7]);
            both += usize::from(same);
        }
        if wanted < 65 {
            low += 1;
            low_exact += usize::from(got == wanted);
        }
        *differences.entry(got - wanted).or_default() += 1;
        if got != wanted || took.as_millis() > 200 {
            let hardest = rated.hardest.map_or("", |t| t.name());
            tell(&format!("{} {} {} we {got} {hardest} {took:?}", fields[0], wanted, fields[3]));
        }
    }
    tell(&format!(
        "within 0.1: {near} of {all}; equal: {exact}; below 6.5 equal: {low_exact} of {low}; \
         EP and ED equal: {both}; differences in tenths {differences:?}"
    ));
    assert!(near * 100 >= all * 95, "within 0.1 on {near} of {all}");
    assert!(low_exact * 100 >= low * 98, "below 6.5: equal on {low_exact} of {low}");
}
