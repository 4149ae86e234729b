//! What is told against all fillings.

use pencilmark_kernel::search::Rng;

use super::super::super::brute;
use super::*;

/// Whatever goes by a clue: no filling has it where the cells are as they are said to be, and some
/// filling has part of it if any of that is left out.
#[test]
fn the_cells_that_are_told_suffice_and_are_needed() {
    let clues = ["thermo r1c1-4", "arrow r1c1 = r1c2-4", "between-line r1c1-4"];
    let clues = clues.iter().chain(&["palindrome r1c1-4", "rule r1c1 * r1c2 > r1c3 + r1c4"]);
    let (mut rng, mut told, mut bounds) = (Rng::new(5), 0, 0);
    for clue in clues {
        let text = format!("grid 4\nboxes none\n{clue}\n");
        let board = Board::new(&pencilmark_formats::parse("few", &text).expect("a puzzle"));
        let unit = board.units.iter().position(|u| u.house.is_none()).expect("a clue");
        let scope = board.units[unit].scope.clone();
        let all = brute::fillings(&board, unit);
        let known = Known::new(&board);
        for _ in 0..300 {
            let mut left = vec![board.all(); board.cells];
            scope.iter().for_each(|&c| left[c] = 1 << rng.below(4) | rng.below(16));
            let way_fits = |way: &[usize], sets: &dyn Fn(Cell) -> Digits| {
                scope.iter().zip(way).all(|(&c, d)| sets(c) >> d & 1 == 1)
            };
            let goes = |mark: Mark, sets: &dyn Fn(Cell) -> Digits| {
                let own = |c: Cell| if c == mark.cell { 1 << mark.digit } else { sets(c) };
                !all.iter().any(|way| way_fits(way, &own))
            };
            let marks = scope.iter().flat_map(|&cell| {
                crate::sets::Each(left[cell]).map(move |digit| Mark { cell, digit })
            });
            let gone: Vec<Mark> = marks.filter(|&m| goes(m, &|c| left[c])).collect();
            let goes_by = super::gone(&known, &gone, &[]);
            let Some(premised) = Premised::new(&known, unit, goes_by, &left) else { continue };
            let Some(few) = premised.fewest(FEW) else { continue };
            let set = |c: Cell, without: Option<Who>| {
                let who = Who::Cell(c);
                let own = few.iter().find(|(own, _)| *own == who && Some(who) != without);
                match own.map(|(_, premise)| *premise) {
                    None | Some(Premise::Not(_)) => board.all(),
                    Some(Premise::Left) => left[c],
                    Some(Premise::AtLeast(n)) => board.all() >> (n - 1) << (n - 1),
                    Some(Premise::AtMost(n)) => (0..n).fold(0, |all, d| all | 1 << d),
                }
            };
            assert!(gone.iter().all(|&m| goes(m, &|c| set(c, None))), "{clue} {left:?}");
            for &(c, premise) in &few {
                let goes = gone.iter().all(|&m| goes(m, &|o| set(o, Some(c))));
                assert!(!goes, "{clue} {left:?}");
                bounds += usize::from(!matches!(premise, Premise::Left));
            }
            told += 1;
        }
    }
    assert!(told > 300 && bounds > 50, "{told} {bounds}");
}

/// The same with values outside the grid, one of which, or a cell, loses something.
#[test]
fn values_that_are_told_suffice_and_are_needed() {
    let text = "grid 4\nboxes none\nvar x, y in 1..4\nrule r1c1 * x = y + r1c2\n";
    let board = Board::new(&pencilmark_formats::parse("values", text).expect("a puzzle"));
    let unit = board.units.iter().position(|u| u.house.is_none()).expect("a rule");
    // Each is a set of the numbers 1 to 4: two cells, then x and y.
    let all = (0..256u32).map(|n| [0, 2, 4, 6].map(|at| i64::from(n >> at & 3) + 1));
    let ways: Vec<[i64; 4]> = all.filter(|[a, b, x, y]| a * x == y + b).collect();
    let goes = |sets: &[u64; 4]| {
        let fits = |way: &[i64; 4]| way.iter().zip(sets).all(|(v, set)| set >> (v - 1) & 1 == 1);
        !ways.iter().any(fits)
    };
    let (mut rng, mut told) = (Rng::new(7), 0);
    for _ in 0..600 {
        let sets = [0; 4].map(|_| 1 << rng.below(4) | rng.below(16));
        let (mut left, mut known) = (vec![board.all(); board.cells], Known::new(&board));
        (left[0], left[1]) = (sets[0], sets[1]);
        let gone = |at: usize, set: u64| {
            let values = (1..=4).filter(move |v| set >> (v - 1) & 1 == 0);
            values.map(move |v| Hidden { var: at - 2, from: v, to: v })
        };
        let lost: Vec<Hidden> = gone(2, sets[2]).chain(gone(3, sets[3])).collect();
        known.outside.learn(&board, &lost, &left);
        for (at, value) in (0..4).flat_map(|at| (0..4).map(move |v| (at, v))) {
            let mut with = sets;
            with[at] &= 1 << value;
            if with[at] == 0 || !goes(&with) {
                continue;
            }
            let (mut marks, mut lost) = (vec![], vec![]);
            match at {
                0 | 1 => marks.push(Mark { cell: at, digit: value }),
                _ => {
                    let value = value as i64 + 1;
                    lost.push(Hidden { var: at - 2, from: value, to: value });
                }
            }
            let one = super::gone(&known, &marks, &lost);
            let premised = Premised::new(&known, unit, one, &left).expect("a question");
            let Some(few) = premised.fewest(4) else { continue };
            let place = |who: Who| match who {
                Who::Cell(c) => c,
                Who::Var(var) => var + 2,
            };
            let said = |without: Option<usize>| {
                let mut with = [15; 4];
                for &(who, premise) in few.iter().filter(|(who, _)| Some(place(*who)) != without) {
                    with[place(who)] = match premise {
                        Premise::Left => sets[place(who)],
                        Premise::AtLeast(n) => 15 >> (n - 1) << (n - 1),
                        Premise::AtMost(n) => (1 << n) - 1,
                        Premise::Not(_) => panic!("no region"),
                    };
                }
                with[at] = 1 << value;
                with
            };
            assert!(goes(&said(None)), "{sets:?} {at} {value}");
            for &(who, _) in &few {
                assert!(!goes(&said(Some(place(who)))), "{sets:?} {at} {value}");
            }
            told += 1;
        }
    }
    assert!(told > 500, "{told}");
}

#[test]
fn a_thermometer_is_told_by_how_high_one_cell_is() {
    let text = "grid 6\nthermo r1c1-4\n";
    let board = Board::new(&pencilmark_formats::parse("warm", text).expect("a puzzle"));
    let unit = board.units.iter().position(|u| u.house.is_none()).expect("a clue");
    let known = Known::new(&board);
    let mut left = vec![board.all(); board.cells];
    left[0] = 0b10100;
    let marks = [(1, 2), (1, 1), (2, 3)].map(|(cell, digit)| Mark { cell, digit });
    let told = at_a_glance(&known, unit, (&marks, &[]), &left);
    assert_eq!(told.as_deref(), Some("r1c1 is at least 3"));
    // What another clue erases is not told of this one.
    let other = [Mark { cell: 1, digit: 5 }];
    assert_eq!(at_a_glance(&known, unit, (&other, &[]), &left[..]), None);
}
