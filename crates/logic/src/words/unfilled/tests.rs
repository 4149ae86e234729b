use super::super::hidden::Outside;
use super::told;
use crate::Board;
use crate::sets::Digits;

/// Why the clue of an empty grid fails with these digits left in cells of the first row.
fn why(clue: &str, some: &[(usize, Digits)]) -> String {
    let puzzle =
        pencilmark_formats::parse("example", &format!("grid 9\n{clue}\n")).expect("a puzzle");
    let board = Board::new(&puzzle);
    let mut left = vec![board.all(); board.cells];
    some.iter().for_each(|&(column, digits)| left[column - 1] = digits);
    let unit = board.units.iter().position(|u| u.house.is_none()).expect("a clue");
    told(&board, &[unit], (&left, &Outside::default()), "it").expect("a reason")
}

/// The digits that are named.
fn of(digits: &[u32]) -> Digits {
    digits.iter().fold(0, |all, d| all | 1 << (d - 1))
}

#[test]
fn a_sandwich_fails_by_the_places_of_its_two() {
    let inner = of(&[2, 3, 4, 5, 6, 7, 8]);
    let ends = |low: usize, high: usize, between: Digits| -> Vec<(usize, Digits)> {
        let left = |c: usize| match c {
            _ if c == low => of(&[1]),
            _ if c == high => of(&[9]),
            _ if (low..high).contains(&c) => between,
            _ => inner,
        };
        (1..=9).map(|c| (c, left(c))).collect()
    };
    let near = why("sandwich 30 r1c1-9", &ends(1, 3, inner));
    assert!(near.ends_with("5 or 6 cells between 1 and 9, and 1 is in r1c1, 9 in r1c3"), "{near}");
    let small = why("sandwich 9 r1c1-9", &ends(1, 4, of(&[5, 6, 7])));
    assert!(small.ends_with("in r1c1 and r1c4, where r1c2-3 make at least 11"), "{small}");
}

#[test]
fn what_is_left_of_the_fewest_cells_is_told() {
    let all = of(&[1, 2, 3, 4, 5, 6, 7, 8, 9]);
    let room = why("numbered-room 8 r1c1-9", &[(1, of(&[3])), (3, all & !of(&[8])), (5, of(&[2]))]);
    assert_eq!(room, "it cannot be kept, for r1c1 is 3 and r1c3 is not 8");
}

#[test]
fn an_equation_fails_by_its_bounds() {
    let arrow = why("arrow r1c1 = r1c2-4", &[(1, of(&[3, 5]))]);
    assert!(arrow.contains("r1c1 is at most 5"), "{arrow}");
    assert!(arrow.contains("r1c2-4 make at least 6"), "{arrow}");
}

#[test]
fn a_square_has_no_low_digit() {
    let text = "grid 9\nglobal-entropy\n";
    let board = Board::new(&pencilmark_formats::parse("entropy", text).expect("a puzzle"));
    let mut left = vec![board.all(); board.cells];
    [0, 1, 9, 10].into_iter().for_each(|c| left[c] = board.all() & !of(&[1, 2, 3]));
    let square = |u: &crate::board::Unit| {
        u.house.is_none() && [0, 1, 9, 10].iter().all(|c| u.scope.contains(c))
    };
    let unit = board.units.iter().position(square).expect("a square");
    let why = told(&board, &[unit], (&left, &Outside::default()), "it");
    assert_eq!(
        why.as_deref(),
        Some("it cannot be kept, for none of r1c1-2 and r2c1-2 can be 1, 2 or 3")
    );
}

/// Why the chaos construction of a grid of four fails with these regions known.
fn torn(known: &[(usize, i64)], digits: &[(usize, Digits)]) -> Option<String> {
    let text = "grid 4\nboxes none\nchaos-construction\n";
    let board = Board::new(&pencilmark_formats::parse("chaos", text).expect("a puzzle"));
    let first = board.puzzle.layer("region").expect("regions");
    let mut outside = Outside::default();
    known.iter().for_each(|&(cell, region)| outside.suppose(first + cell, region));
    let mut left = vec![board.all(); board.cells];
    digits.iter().for_each(|&(cell, own)| left[cell] = own);
    let chaos = |c: usize| board.puzzle.clues[c].kind.name == "chaos-construction";
    let unit = board.units.iter().position(|u| chaos(u.clue)).expect("a clue");
    told(&board, &[unit], (&left, &outside), "it")
}

#[test]
fn regions_fail_by_their_room_and_digits() {
    let why =
        |known: &[(usize, i64)], digits: &[(usize, Digits)]| torn(known, digits).expect("why");
    assert_eq!(
        why(&[(1, 2), (5, 2), (9, 2), (12, 2), (8, 3)], &[]),
        "it cannot be filled, for region 1 can have only r1-2c1"
    );
    assert_eq!(
        why(&[(1, 1), (2, 1), (3, 1), (4, 1)], &[]),
        "it cannot be filled, for r1c1-4 and r2c1 are all in region 1"
    );
    assert_eq!(
        why(&[(1, 2), (4, 2), (7, 1)], &[]),
        "it cannot be filled, for nothing joins r1c1 and r2c4, both in region 1"
    );
    assert_eq!(
        why(&[(1, 1)], &[(0, of(&[3])), (1, of(&[3]))]),
        "it cannot be filled, for r1c1-2 are both 3, in region 1"
    );
    assert_eq!(
        why(&[(1, 2), (5, 2), (9, 2), (13, 2), (6, 2)], &[]),
        "it cannot be filled, for r1-2c2, r2c3 and r3-4c2 are all in region 2"
    );
    assert_eq!(torn(&[(1, 1)], &[]), None, "that goes");
}

/// Values outside the grid of which the end of a thought speaks are told, those alike together.
#[test]
fn what_is_left_outside_the_grid_is_told() {
    let text = "grid 4\nvar a in 1..9\nvar b in 1..9\nvar c in 1..9\nrule c > 2\n\
                rule r1c1 + a + b = c\n";
    let board = Board::new(&pencilmark_formats::parse("values", text).expect("a puzzle"));
    let mut outside = Outside::default();
    [(0, 4), (1, 4)].into_iter().for_each(|(var, value)| outside.suppose(var, value));
    let lost = [crate::found::Hidden { var: 2, from: 9, to: i64::MAX }];
    assert_eq!(outside.learn(&board, &lost, &[]), ["c is 3 to 8"], "what a rule says is known");
    assert!(outside.learn(&board, &lost, &[]).is_empty(), "nothing is told twice");
    let left = vec![board.all(); board.cells];
    let unit = board.units.iter().position(|u| u.outside && !u.scope.is_empty()).expect("a rule");
    assert_eq!(
        told(&board, &[unit], (&left, &outside), "it").as_deref(),
        Some("it cannot be kept, for a and b are 4 and c is 3 to 8")
    );
}

#[test]
fn a_hidden_skyscraper_fails_by_the_places_of_its_digit() {
    let all = of(&[1, 2, 3, 4, 5, 6, 7, 8, 9]);
    let clue = "hidden-skyscraper 6 r1c1-9";
    let low = of(&[1, 2, 3]);
    let fall = why(clue, &[(1, of(&[5])), (2, of(&[3, 4])), (3, all & !of(&[6]))]);
    assert_eq!(fall, "it cannot be kept, for r1c1-2 cannot all rise, and r1c2 cannot be 6");
    let back = why("hidden-skyscraper 6 r1c9-1", &[(9, of(&[5])), (8, of(&[6])), (7, of(&[4]))]);
    assert!(
        back.ends_with(
            "r1c9 to r1c7 cannot all rise, so 6 would be in r1c8, but r1c9 is not above it"
        ),
        "{back}"
    );
    let places: Vec<(usize, Digits)> =
        (1..=9).map(|c| (c, if c == 4 { of(&[6]) } else { low })).collect();
    assert_eq!(
        why(clue, &places),
        "it cannot be kept, for r1c1-5 cannot all rise, so 6 would be in r1c4, \
         but r1c1-3 cannot rise to a digit above it"
    );
}

/// Whatever is left of a row of four, a reason is given only where no digits can stand there.
#[test]
fn no_reason_is_given_where_a_hidden_skyscraper_can_be_kept() {
    let mut state: u64 = 5;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        state >> 40
    };
    let (mut told, mut rows) = (0, Vec::new());
    for at in 0..256 {
        let row: Vec<usize> = (0..4).map(|c| at >> (2 * c) & 3).collect();
        if row.iter().fold(0, |all, d| all | 1 << d) == 15 {
            rows.push(row);
        }
    }
    for number in 1..=4 {
        let text = format!("grid 4\nhidden-skyscraper {number} r1c1-4\n");
        let board = Board::new(&pencilmark_formats::parse("row", &text).expect("a puzzle"));
        let unit = board.units.iter().position(|u| u.house.is_none()).expect("a clue");
        for _ in 0..500 {
            let mut left = vec![board.all(); board.cells];
            left[..4].iter_mut().for_each(|l| *l = next() & 15 | 1 << (next() & 3));
            let kept = |row: &&Vec<usize>| {
                let fall = row.windows(2).position(|pair| pair[1] < pair[0]);
                (0..4).all(|c| left[c] >> row[c] & 1 == 1)
                    && fall.is_some_and(|at| row[at + 1] + 1 == number)
            };
            if let Some(why) = super::rising::fault(&board, unit, &left) {
                told += 1;
                assert_eq!(rows.iter().find(kept), None, "{why} {:?}", &left[..4]);
            }
        }
    }
    assert!(told > 100, "{told}");
}
