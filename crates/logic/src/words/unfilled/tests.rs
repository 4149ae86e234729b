use super::super::followed::Known;
use super::super::hidden::Outside;
use super::told;
use crate::Board;
use crate::found::Consequence;
use crate::sets::{Cell, Digits, choose};

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
    let some = [(1, of(&[7])), (2, of(&[3])), (3, of(&[1, 4])), (4, of(&[1, 2]))];
    let gap = why("arrow r1c1 = r1c2-4", &some);
    assert!(gap.contains("r1c1 is 7") && gap.contains("r1c2-4 make 5, 6, 8 or 9"), "{gap}");
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
        Some("it cannot be kept, for none of r1c1-2 and r2c1-2 can be 1 to 3")
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
            if let Some(why) = super::clue_fault(&board, unit, &left) {
                told += 1;
                assert_eq!(rows.iter().find(kept), None, "{why} {:?}", &left[..4]);
            }
        }
    }
    assert!(told > 100, "{told}");
}

/// Clues of a grid of six, each with how many of 400 random states at least it has a reason for.
const FAULTY: [(&str, usize); 19] = [
    ("look-and-say 2x5 1x2 r1c1-4", 150),
    ("look-and-say 0x1 1x2 2x3 r1c1-5", 120),
    ("contains-exactly 1 1 4 r1c1-4", 150),
    ("quadruple 1 2 2 r1-2c1-2", 100),
    ("contains 3 4 r1c1-3", 50),
    ("counting-circles r1c1 r2c3 r3c5 r4c6", 100),
    ("numbered-room 3 r1c1-6", 50),
    ("value-indexing r1c1-5", 50),
    ("between-line r1c1-4", 100),
    ("lockout 3 r1c1-4", 100),
    ("renban r1c1-4", 100),
    ("rellik 5 r1c1-3", 10),
    ("sum-line 7 r1c1-5", 100),
    ("rule regex(r1c1-4; \"1*2(3|4)*\")", 100),
    ("hidden-skyscraper 3 r1c1-5", 50),
    ("x-sum 9 r1c1-6", 20),
    ("skyscraper 4 r1c1-6", 10),
    ("lunchbox 7 r1c1-4", 20),
    ("rule automaton(r1c1-2, 4, r1c3; 3; 0; 2; 0 1 0, 0 2 0, 0 4 1, 1 3 2, 1 5 2)", 20),
];

/// Whatever is left of cells, a reason is given only where the clue cannot be kept in its houses.
#[test]
fn no_reason_is_given_where_a_clue_can_be_kept() {
    let mut state: u64 = 11;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        state >> 40
    };
    for (clue, least) in FAULTY {
        let text = format!("grid 6\n{clue}\n");
        let Ok(puzzle) = pencilmark_formats::parse("clue", &text) else { panic!("{clue}") };
        let board = Board::new(&puzzle);
        let oracle = crate::oracle::Oracle::new(&board);
        let own = board.units.iter().position(|u| u.house.is_none()).expect("a clue");
        let houses =
            matches!(puzzle.clues[board.units[own].clue].kind.name, "hidden-skyscraper" | "x-sum");
        let units: Vec<usize> = (0..board.units.len())
            .filter(|&u| houses || board.units[u].clue == board.units[own].clue)
            .collect();
        let mut told = 0;
        for round in 0..400 {
            let mut left = vec![board.all(); board.cells];
            for &cell in &board.units[own].scope {
                let few = if round % 2 == 0 { next() } else { 63 };
                left[cell] = next() & few & 63 | 1 << (next() % 6);
            }
            if let Some(why) = super::clue_fault(&board, own, &left) {
                told += 1;
                let way = oracle.solution(&units, &left, None, 10_000).expect("an answer");
                assert!(way.is_none(), "{clue}: {why} {left:?}");
            }
        }
        assert!(told >= least, "{clue}: {told}");
    }
}

#[test]
fn cells_of_a_region_have_fewer_digits_than_they_are() {
    let low = of(&[1, 2, 3]);
    let some = [(1, low), (2, low), (4, low), (5, of(&[2, 3])), (6, of(&[7]))];
    for clue in ["rule distinct(r1c1-6)", "rule distinct(r1c1-6, 3 + r2c1)"] {
        let told = why(clue, &some);
        let few = "it cannot be kept, for r1c1-2 and r1c4-5 have only 3 digits for 4 cells: 1 to 3";
        assert_eq!(told, few, "{clue}");
    }
}

#[test]
fn a_cell_that_comes_twice_in_a_line_is_not_known() {
    let told = why("rule regex(r1c1 r1c2 r1c1; \"1.2|2.1|3.3\")", &[(1, of(&[1]))]);
    assert!(told.ends_with("r1c1 is 1; then r1c1 would have to be 2"), "{told}");
}

/// The ways to fill cells with no digit twice in some houses, of which one will do.
fn filled(
    board: &Board,
    own: &[usize],
    houses: &[usize],
    left: &[Digits],
    way: &mut Vec<usize>,
    fits: &dyn Fn(&[usize]) -> bool,
) -> bool {
    let Some(&cell) = own.get(way.len()) else { return fits(way) };
    let sees = |other: usize| {
        let scope = |u: &usize| &board.units[*u].scope;
        houses.iter().any(|u| scope(u).contains(&cell) && scope(u).contains(&other))
    };
    (0..board.digits).filter(|d| left[cell] >> d & 1 == 1).any(|digit| {
        let twice = own.iter().zip(way.iter()).any(|(&c, &d)| d == digit && sees(c));
        way.push(digit);
        let found = !twice && filled(board, own, houses, left, way, fits);
        way.pop();
        found
    })
}

/// Circles have a reason only where no way to fill them with no digit twice in the houses keeps them.
#[test]
fn circles_in_houses_fail_where_nothing_goes() {
    let text = "grid 6\ncounting-circles r1c1 r1c3 r2c2 r2c5 r3c1 r3c4 r4c3 r5c5\n";
    let board = Board::new(&pencilmark_formats::parse("circles", text).expect("a puzzle"));
    let own = board.units.iter().position(|u| u.house.is_none()).expect("a clue");
    let clue = &board.puzzle.clues[board.units[own].clue];
    let circles = super::listed(clue).expect("cells");
    let mut state: u64 = 23;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (state >> 33) % below
    };
    let (mut told, mut by_houses, mut silent) = (0, 0, 0);
    for _ in 0..1500 {
        let mut units = vec![own];
        units.extend(
            (0..board.units.len()).filter(|&u| board.units[u].house.is_some() && next(4) > 0),
        );
        let mut left = vec![board.all(); board.cells];
        circles.iter().for_each(|&c| left[c] = next(64) | 1 << next(6));
        left[circles[next(8) as usize]] = 1 << next(6);
        let keeps = |way: &[usize]| {
            way.iter().all(|d| way.iter().filter(|other| *other == d).count() == d + 1)
        };
        let goes = filled(&board, &circles, &units[1..], &left, &mut vec![], &keeps);
        match super::in_houses(&board, &units, &left) {
            Some(why) => {
                told += 1;
                by_houses += usize::from(why.contains("one in "));
                assert!(!goes, "{why} {left:?}");
            }
            None => silent += usize::from(!goes),
        }
    }
    assert!(told > 300 && by_houses > 100, "{told} {by_houses} {silent}");
}

/// What a line of a trace says of a clue in houses is so: no way to fill its cells has the mark.
#[test]
fn a_clue_in_houses_erases_only_what_no_way_has() {
    let clues = [
        ("counting-circles r1c1 r1c3 r2c2 r2c5 r3c1 r3c4 r4c3", 200),
        ("little-killer 17 r1c1 down-right", 40),
        ("arrow r3c3 = r1c1-2 r2c1-2", 40),
        ("rule r1c1 + r1c2 + r2c1 = r2c2 + r3c1 + r3c2", 20),
    ];
    let mut state: u64 = 29;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (state >> 33) % below
    };
    for (clue, least) in clues {
        let text = format!("grid 6\n{clue}\n");
        let board = Board::new(&pencilmark_formats::parse("clue", &text).expect("a puzzle"));
        let known = Known::new(&board);
        let own = board.units.iter().position(|u| u.house.is_none()).expect("a clue");
        let all: Vec<usize> = board
            .units
            .iter()
            .filter(|u| u.house.is_none())
            .flat_map(|u| u.posted.clone())
            .collect();
        let scope = &board.units[own].scope;
        let value = |way: &[usize], var| {
            let cell = board.lowered.cells.binary_search(&var).expect("a cell");
            scope.iter().position(|&c| c == cell).map_or(0, |at| board.value(way[at]))
        };
        let keeps = |way: &[usize]| {
            let posted = board.lowered.problem.posted();
            all.iter().all(|&at| posted[at].constraint.holds(&|var| value(way, var)))
        };
        let (mut told, mut beside) = (0, 0);
        for round in 0..600 {
            let mut units = vec![own];
            units.extend(
                (0..board.units.len()).filter(|&u| board.units[u].house.is_some() && next(4) > 0),
            );
            let mut left = vec![board.all(); board.cells];
            scope.iter().for_each(|&c| left[c] = next(64) & next(64) | 1 << next(6));
            // A cell of the clue, or one beside it that shares houses with some.
            let cell = match round % 2 {
                0 => scope[next(scope.len() as u64) as usize],
                _ => next(board.cells as u64) as usize,
            };
            let digit = left[cell].trailing_zeros() as usize;
            let mark = crate::board::Mark { cell, digit };
            let (marks, hidden, joint, fails) = (vec![mark], vec![], None, vec![]);
            let line = Consequence { marks, hidden, units: units.clone(), joint, fails };
            let (parts, rest, _) = super::erased(&line, &line.marks, &left, &known);
            assert_eq!(parts.len() + rest.len(), 1);
            let Some(part) = parts.first() else { continue };
            left[cell] = 1 << digit;
            let mut own = scope.clone();
            if !own.contains(&cell) {
                own.push(cell);
                beside += 1;
            }
            told += 1;
            let goes = filled(&board, &own, &units[1..], &left, &mut vec![], &keeps);
            assert!(!goes, "{} {left:?}", part.why);
        }
        let is_sum = !clue.starts_with("counting");
        assert!(told >= least && (beside > 5 || !is_sum), "{clue}: {told} {beside}");
    }
}

#[test]
fn a_clue_in_houses_fails_by_their_room() {
    let text = "grid 9\ncounting-circles r1c1-3 r2c1-3 r5c5 r7c8\n";
    let board = Board::new(&pencilmark_formats::parse("circles", text).expect("a puzzle"));
    let clue = |u: &crate::board::Unit| u.house.is_none();
    let own = board.units.iter().position(clue).expect("a clue");
    let houses = (0..board.units.len()).filter(|&u| !clue(&board.units[u]));
    let units: Vec<usize> = [own].into_iter().chain(houses).collect();
    let mut left = vec![board.all(); board.cells];
    left[0] = of(&[4]);
    let name = "the counting circles";
    let why = told(&board, &units, (&left, &Outside::default()), "it").expect("a reason");
    assert!(why.starts_with(name), "{why}");
    assert!(
        why.ends_with(
            "cannot be kept, for r1c1 is 4, but only 3 circles can be: r5c5, r7c8 and one in box 1"
        ),
        "{why}"
    );
    let text = "grid 9\nlittle-killer 14 r1c1 down-right\n";
    let board = Board::new(&pencilmark_formats::parse("killer", text).expect("a puzzle"));
    let own = board.units.iter().position(clue).expect("a clue");
    let houses = (0..board.units.len()).filter(|&u| !clue(&board.units[u]));
    let units: Vec<usize> = [own].into_iter().chain(houses).collect();
    let left = vec![board.all(); board.cells];
    let why = told(&board, &units, (&left, &Outside::default()), "it").expect("a reason");
    assert!(
        why.ends_with(
            "its cells make at least 18 with no digit twice in box 1 (6), box 5 (6) and box 9 (6)"
        ),
        "{why}"
    );
}

/// The cells that are shown break the constraint, and no fewer do, as all its fillings say.
#[test]
fn no_fewer_cells_are_enough() {
    let (mut rng, mut fewer) = (pencilmark_kernel::search::Rng::new(3), 0);
    for clue in ["thermo r1c1-3", "arrow r1c1 = r2c2 r3c4", "between-line r1c1-3"] {
        let text = format!("grid 6\n{clue}\n");
        let board = Board::new(&pencilmark_formats::parse("few", &text).expect("a puzzle"));
        let unit = board.units.iter().position(|u| u.house.is_none()).expect("a clue");
        let scope = &board.units[unit].scope;
        let ways = super::super::brute::fillings(&board, unit);
        for _ in 0..80 {
            let mut left = vec![board.all(); board.cells];
            scope.iter().for_each(|&c| left[c] = 1 + rng.below(63) as Digits);
            let breaks = |some: &[Cell]| {
                let fits = |(c, d): (&Cell, &usize)| !some.contains(c) || left[*c] >> d & 1 == 1;
                !ways.iter().any(|way| scope.iter().zip(way).all(fits))
            };
            if !breaks(scope) {
                continue;
            }
            let some = super::enough(&board, unit, &left);
            assert!(breaks(&some), "{clue} {left:?}");
            for size in 1..some.len() {
                choose(scope, size, &mut |less| {
                    assert!(!breaks(less), "{clue} {left:?}");
                    false
                });
            }
            fewer += usize::from(some.len() < scope.len());
        }
    }
    assert!(fewer > 20, "{fewer}");
}
