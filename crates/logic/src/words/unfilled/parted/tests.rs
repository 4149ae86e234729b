use super::*;

/// All that cells make with no digit twice in some houses, tried out.
fn tried(sum: &Sum<'_>, houses: &[usize], way: &mut Vec<usize>, made: i64, all: &mut Vec<i64>) {
    let Some(&(sign, cell)) = sum.terms.get(way.len()) else { return all.push(made) };
    for digit in Each(sum.left[cell]) {
        let scope = |u: &usize| &sum.homes[*u].list;
        let sees =
            |c: Cell| houses.iter().any(|u| scope(u).contains(&c) && scope(u).contains(&cell));
        let mut before = sum.terms.iter().zip(way.iter());
        if !before.any(|(t, &d)| d == digit && sees(t.1)) {
            way.push(digit);
            tried(sum, houses, way, made + sign * sum.board.value(digit), all);
            way.pop();
        }
    }
}

/// The number behind some words.
fn after(text: &str, words: &str) -> Option<i64> {
    text.split_once(words)?.1.split(' ').find_map(|word| word.parse().ok())
}

#[test]
fn what_cells_make_at_least_and_at_most_is_so() {
    let board = Board::new(&pencilmark_formats::parse("six", "grid 6\n").expect("a puzzle"));
    let mut state: u64 = 17;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (state >> 33) % below
    };
    let homes: Vec<Home> =
        (0..board.units.len()).filter_map(|unit| Home::of(&board, unit)).collect();
    let (mut told, mut silent) = ([0, 0], 0);
    for round in 0..3000 {
        let mut own: Vec<Cell> = (0..18).filter(|_| next(3) == 0).collect();
        own.truncate(6);
        if own.len() < 2 {
            continue;
        }
        let minus = if round % 3 == 0 { 1 + next(own.len() as u64 - 1) as usize } else { 0 };
        let sign = |at: usize| if at < minus { -1 } else { 1 };
        let terms: Vec<(i64, Cell)> =
            own.iter().enumerate().map(|(at, &c)| (sign(at), c)).collect();
        let houses: Vec<usize> = (0..homes.len()).filter(|_| next(3) > 0).collect();
        let mut left = vec![board.all(); board.cells];
        own.iter().for_each(|&c| left[c] = next(64) & next(64) | 1 << next(6));
        let total = if minus > 0 { 0 } else { own.len() as i64 + next(16) as i64 };
        let sum =
            Sum { board: &board, homes: &homes, terms: &terms, total, left: &left, all: "all" };
        let mut all = vec![];
        tried(&sum, &houses, &mut vec![], 0, &mut all);
        for (at, why) in [sum.far(&houses), sum.apart(&houses)].into_iter().enumerate() {
            let Some(why) = why else {
                silent += usize::from(at == 1 && !all.is_empty() && !all.contains(&total));
                continue;
            };
            told[at] += 1;
            assert!(!all.contains(&total), "{why} {left:?}");
            if minus > 0 {
                continue;
            }
            let least = after(&why, "at least ").or_else(|| after(&why, " or less or "));
            let most = after(&why, "at most ").or_else(|| after(&why, " make "));
            let gap = why.contains(" or less or ");
            let low = least.is_none_or(|n| {
                n > total && all.iter().all(|made| *made >= n || gap && *made < total)
            });
            let high = most.filter(|_| gap || least.is_none()).is_none_or(|n| {
                n < total && all.iter().all(|made| *made <= n || gap && *made > total)
            });
            assert!(low && high, "{why} {total} {all:?}");
        }
    }
    assert!(told[0] > 300 && told[1] > 500 && silent == 0, "{told:?} {silent}");
}
