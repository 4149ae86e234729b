//! What is told against all solutions.

use pencilmark_kernel::search::Rng;

use super::*;
use crate::oracle::Range;

/// Whatever is left of a small grid and its regions: what is told to go does.
#[test]
fn what_goes_by_regions_is_in_no_solution() {
    let text = "grid 4\nboxes none\nchaos-construction\n";
    let board = Board::new(&pencilmark_formats::parse("four", text).expect("a puzzle"));
    let kind = |u: usize| board.puzzle.clues[board.units[u].clue].kind.name;
    let units: Vec<usize> =
        (0..board.units.len()).filter(|&u| kind(u) == "chaos-construction").collect();
    let first = board.puzzle.layer(super::super::super::super::hidden::REGION).expect("regions");
    let mut rng = Rng::new(9);
    let mut kinds: Vec<(String, usize)> = Vec::new();
    for round in 0..1500 {
        let unit = units[round % units.len()];
        let mut known = Known::new(&board);
        let mut left = vec![board.all(); board.cells];
        let mut gone: Vec<Hidden> = Vec::new();
        for (c, own) in left.iter_mut().enumerate() {
            if rng.below(3) == 0 {
                *own = 1 << rng.below(4) | rng.below(16);
            }
            let stays = 1 + rng.below(4).min(c as u64) as i64;
            let all = (1..=4).filter(|v| *v != stays && rng.below(5) < 2);
            gone.extend(all.map(|v| Hidden { var: first + c, from: v, to: v }));
        }
        known.outside.learn(&board, &gone, &left);
        let beside: Vec<(usize, Vec<Range>)> = (0..board.cells)
            .map(|c| (first + c, known.outside.left_of(&board, first + c)))
            .collect();
        let possible = |facts: &Vec<Digits>, asked: Option<(usize, i64)>| {
            let beside: Vec<_> = beside
                .iter()
                .map(|(var, ranges)| match asked {
                    Some((of, value)) if of == *var => {
                        (board.lowered.vars[*var], vec![(value, value)])
                    }
                    _ => (board.lowered.vars[*var], ranges.clone()),
                })
                .collect();
            let beside: Vec<_> = beside.iter().map(|(var, r)| (*var, &r[..])).collect();
            let found = known.oracle.solution_beside(&[unit], facts, &beside, None, 100_000);
            found.expect("an answer").is_some()
        };
        let all: Vec<Hidden> = beside
            .iter()
            .flat_map(|(var, ranges)| {
                ranges.iter().flat_map(|&(lo, hi)| lo..=hi).map(move |v| (*var, v))
            })
            .filter(|&(var, v)| !possible(&left, Some((var, v))))
            .map(|(var, v)| Hidden { var, from: v, to: v })
            .collect();
        let marks: Vec<Mark> = (0..board.cells)
            .flat_map(|cell| Each(left[cell]).map(move |digit| Mark { cell, digit }))
            .collect();
        // Of all values and marks, those that stay among them.
        let every: Vec<Hidden> = beside
            .iter()
            .flat_map(|(var, ranges)| {
                ranges.iter().map(move |&(from, to)| Hidden { var: *var, from, to })
            })
            .collect();
        let (told, ..) = erased(&known, unit, (&marks, &every), &left);
        let (needed, ..) = erased(&known, unit, (&[], &all), &left);
        for thought in told.iter().chain(&needed) {
            for one in &thought.hidden {
                assert!(!possible(&left, Some((one.var, one.from))), "{} {left:?}", thought.why);
            }
            for mark in &thought.marks {
                let mut with = left.clone();
                with[mark.cell] = 1 << mark.digit;
                assert!(!possible(&with, None), "{} {left:?}", thought.why);
            }
            let shape: String =
                thought.why.split(' ').filter(|w| !w.contains(char::is_numeric)).take(3).collect();
            match kinds.iter_mut().find(|(known, _)| *known == shape) {
                Some((_, count)) => *count += 1,
                None => kinds.push((shape, 1)),
            }
        }
    }
    assert!(kinds.len() >= 10, "{kinds:?}");
}
