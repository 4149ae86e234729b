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
    told(&board, &[unit], &left, "it").expect("a reason")
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
