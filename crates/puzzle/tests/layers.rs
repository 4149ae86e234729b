//! Kinds with a layer of extra values, against enumeration by hand.

use std::collections::BTreeSet;

use pencilmark_kernel::search::root_domains;
use pencilmark_puzzle::{CellId, Clue, Grid, Puzzle, Settings, Solver, kinds};

fn clue(kind: &str) -> Clue {
    Clue::new(kinds::find(kind).unwrap())
}

fn cells(list: &[usize]) -> Vec<CellId> {
    list.iter().map(|&i| CellId::new(i)).collect()
}

/// Every solution: digits, then all layers.
fn solved(puzzle: &Puzzle) -> BTreeSet<Vec<i64>> {
    assert_eq!(puzzle.check(), vec![]);
    let solver = Solver::new(puzzle, Settings::default());
    let all: Vec<Vec<i64>> =
        solver.solutions().map(|s| s.map(|s| [s.cells, s.vars].concat()).unwrap()).collect();
    let set: BTreeSet<Vec<i64>> = all.iter().cloned().collect();
    assert_eq!(set.len(), all.len(), "a solution came twice");
    // The meaning agrees.
    for solution in set.iter().take(200) {
        let value = |name: &_| solution[puzzle.position(*name)];
        assert!(puzzle.clues.iter().all(|c| c.meaning(puzzle).iter().all(|f| f.eval(&value))));
    }
    set
}

fn differ(list: &[i64]) -> bool {
    (0..list.len()).all(|i| (0..i).all(|j| list[i] != list[j]))
}

/// All squares of side n with different digits in rows and columns.
fn latin(n: usize) -> Vec<Vec<i64>> {
    fn go(n: usize, grid: &mut Vec<i64>, all: &mut Vec<Vec<i64>>) {
        if grid.len() == n * n {
            return all.push(grid.clone());
        }
        let at = grid.len();
        for v in 1..=n as i64 {
            let row = &grid[at / n * n..];
            let above = (at % n..at).step_by(n).all(|i| grid[i] != v);
            if !row.contains(&v) && above {
                grid.push(v);
                go(n, grid, all);
                grid.pop();
            }
        }
    }
    let mut all = Vec::new();
    go(n, &mut Vec::new(), &mut all);
    all
}

fn beside(n: usize, a: usize, b: usize) -> bool {
    (a / n).abs_diff(b / n) + (a % n).abs_diff(b % n) == 1
}

fn connected(n: usize, inside: &[usize]) -> bool {
    let Some(&first) = inside.first() else { return true };
    let mut reached = vec![first];
    let mut at = 0;
    while at < reached.len() {
        let from = reached[at];
        let next = inside.iter().filter(|&&i| beside(n, from, i) && !reached.contains(&i));
        let next: Vec<usize> = next.copied().collect();
        reached.extend(next);
        at += 1;
    }
    reached.len() == inside.len()
}

/// All ways to cut the square of side n into n connected regions of n cells, numbered in the
/// order of their first cells.
fn partitions(n: usize) -> Vec<Vec<i64>> {
    fn go(n: usize, map: &mut Vec<i64>, all: &mut Vec<Vec<i64>>) {
        if map.len() == n * n {
            let region = |k: i64| (0..n * n).filter(|&i| map[i] == k).collect::<Vec<_>>();
            if (1..=n as i64).all(|k| connected(n, &region(k))) {
                all.push(map.clone());
            }
            return;
        }
        let most = map.iter().copied().max().unwrap_or(0);
        for k in 1..=(most + 1).min(n as i64) {
            if map.iter().filter(|&&x| x == k).count() < n {
                map.push(k);
                go(n, map, all);
                map.pop();
            }
        }
    }
    let mut all = Vec::new();
    go(n, &mut Vec::new(), &mut all);
    all
}

fn chaos(n: usize) -> Puzzle {
    let mut puzzle = Puzzle::blank(Grid::new(n, n).unwrap());
    puzzle.add_rows(None);
    puzzle.add_columns(None);
    puzzle.add(clue("chaos-construction"));
    puzzle
}

#[test]
fn chaos_construction_finds_all_regions() {
    // The number of ways to cut a 4x4 square into tetrominoes is known to be 117.
    let maps = partitions(4);
    assert_eq!(maps.len(), 117);
    let fits = |digits: &[i64], map: &[i64]| {
        (1..=4).all(|k| {
            differ(&(0..16).filter(|&i| map[i] == k).map(|i| digits[i]).collect::<Vec<_>>())
        })
    };
    let mut expected = BTreeSet::new();
    for digits in latin(4) {
        for map in maps.iter().filter(|map| fits(&digits, map)) {
            expected.insert([digits.clone(), map.clone()].concat());
        }
    }
    assert_eq!(solved(&chaos(4)), expected);

    // How far the region of a cell reaches, and how much of it is around a cell.
    let run = |s: &[i64], at: usize, step: isize, far: usize| {
        let same = |k: &usize| s[16 + (at as isize + step * *k as isize) as usize] == s[16 + at];
        (1..=far).take_while(|k| same(k)).count() as i64
    };
    for at in [0, 5, 7] {
        let (r, c) = (at / 4, at % 4);
        let arms = |s: &[i64]| {
            run(s, at, -1, c) + run(s, at, 1, 3 - c) + run(s, at, -4, r) + run(s, at, 4, 3 - r)
        };
        let around = |s: &[i64]| {
            let near =
                (0..16usize).filter(|i| (i / 4).abs_diff(r) <= 1 && (i % 4).abs_diff(c) <= 1);
            near.filter(|&i| s[16 + i] == s[16 + at]).count() as i64
        };
        for (kind, others) in [
            ("chaos-arrow", false),
            ("chaos-arrow", true),
            ("chaos-count", false),
            ("chaos-count", true),
        ] {
            let mut puzzle = chaos(4);
            let mut told = clue(kind).over(cells(&[at]));
            told.numbers.extend(others.then_some(1));
            puzzle.add(told);
            let wanted = |s: &[i64]| match kind {
                "chaos-arrow" => arms(s) + i64::from(!others),
                _ => around(s) - i64::from(others),
            };
            let expected: BTreeSet<Vec<i64>> =
                expected.iter().filter(|s| s[at] == wanted(s)).cloned().collect();
            assert_eq!(solved(&puzzle), expected, "{kind} {others} at {at}");
        }
    }
}

/// A region goes on until it has all of its cells, so more than one of them is around each, before
/// anything is tried.
#[test]
fn counts_know_that_regions_go_on() {
    let corner = cells(&[0, 1, 2, 9, 10, 11, 18, 19, 20]);
    for (at, list, least) in [(0, None, 2), (40, None, 2), (0, Some(corner), 3)] {
        for others in [false, true] {
            let mut puzzle = chaos(9);
            let mut told = clue("chaos-count").over(cells(&[at]));
            told.cells.extend(list.clone());
            told.numbers.extend(others.then_some(1));
            puzzle.add(told);
            let solver = Solver::new(&puzzle, Settings::default());
            let left = root_domains(solver.model()).expect("there are solutions");
            let expected = least - i64::from(others);
            assert_eq!(left[at].first(), Some(&expected), "at {at}, {list:?}, {others}");
        }
    }
}

#[test]
fn yin_yang_colours() {
    for (rows, cols) in [(2, 2), (3, 3), (3, 4), (4, 4)] {
        let grid = Grid::new(rows, cols).unwrap().with_digits(1, 1).unwrap();
        let mut puzzle = Puzzle::blank(grid);
        puzzle.add(clue("yin-yang"));
        let n = rows * cols;
        let mut expected = BTreeSet::new();
        for bits in 0..1u32 << n {
            let shade: Vec<i64> = (0..n).map(|i| i64::from(bits >> i & 1)).collect();
            let of = |k: i64| (0..n).filter(|&i| shade[i] == k).collect::<Vec<_>>();
            let mixed = (0..n).filter(|i| i % cols + 1 < cols && i / cols + 1 < rows).all(|i| {
                let four: i64 = [i, i + 1, i + cols, i + cols + 1].iter().map(|&j| shade[j]).sum();
                four % 4 != 0
            });
            if mixed && connected(cols, &of(0)) && connected(cols, &of(1)) {
                expected.insert([vec![1; n], shade].concat());
            }
        }
        assert_eq!(solved(&puzzle), expected, "{rows}x{cols}");
    }
}

/// Where one cell in each row, column and 2x2 box can be chosen, no digit twice.
fn choices(digits: &[i64]) -> Vec<Vec<i64>> {
    let mut all = Vec::new();
    for code in 0..256usize {
        let cols: Vec<usize> = (0..4).map(|r| code >> (2 * r) & 3).collect();
        let boxes: Vec<i64> = (0..4).map(|r| (r / 2 * 2 + cols[r] / 2) as i64).collect();
        let as_digits: Vec<i64> = (0..4).map(|r| digits[4 * r + cols[r]]).collect();
        let columns: Vec<i64> = cols.iter().map(|&c| c as i64).collect();
        if differ(&columns) && differ(&boxes) && differ(&as_digits) {
            all.push((0..16).map(|i| i64::from(cols[i / 4] == i % 4)).collect());
        }
    }
    all
}

#[test]
fn doublers_negators_and_multipliers() {
    let box_of = |i: usize| i / 8 * 2 + i % 4 / 2;
    let boxed = |d: &Vec<i64>| {
        (0..4)
            .all(|b| differ(&(0..16).filter(|&i| box_of(i) == b).map(|i| d[i]).collect::<Vec<_>>()))
    };
    let grids: Vec<Vec<i64>> = latin(4).into_iter().filter(boxed).collect();
    assert_eq!(grids.len(), 288);
    for (kind, numbers, factor) in
        [("doublers", vec![], 2), ("negators", vec![], -1), ("multipliers", vec![3], 3)]
    {
        let mut puzzle = Puzzle::sudoku(Grid::new(4, 4).unwrap());
        let mut told = clue(kind);
        told.numbers = numbers;
        puzzle.add(told);
        // Clues add up and order what cells count for, and compare digits only in houses.
        puzzle.add(clue("cage").number(5).over(cells(&[0, 1])));
        puzzle.add(clue("thermo").over(cells(&[10, 11])));
        puzzle.add(clue("arrow").over(cells(&[5])).over(cells(&[8, 9])));
        let mut expected = BTreeSet::new();
        for digits in &grids {
            for flags in choices(digits) {
                let value = |i: usize| if flags[i] == 1 { factor * digits[i] } else { digits[i] };
                if value(0) + value(1) == 5
                    && value(10) < value(11)
                    && value(5) == value(8) + value(9)
                {
                    let values = (0..16).map(value).collect();
                    expected.insert([digits.clone(), flags.clone(), values].concat());
                }
            }
        }
        assert!(!expected.is_empty(), "{kind}");
        assert_eq!(solved(&puzzle), expected, "{kind}");
    }
}

#[test]
fn schroedinger_cells_hold_two_digits() {
    let grid = Grid::new(3, 3).unwrap().with_digits(0, 3).unwrap();
    let mut puzzle = Puzzle::blank(grid);
    puzzle.add_rows(None);
    puzzle.add_columns(None);
    puzzle.add(clue("schroedinger-cells"));
    puzzle.add(clue("sum").number(4).over(cells(&[0, 4, 8])));
    // A row: three cells with the four digits, one of them with two.
    let mut rows: Vec<Vec<Vec<i64>>> = Vec::new();
    for code in 0..81usize {
        let at: Vec<usize> = (0..4).map(|d| code / 3usize.pow(d) % 3).collect();
        let cell = |c: usize| (0..4).filter(|&d| at[d as usize] == c).collect::<Vec<i64>>();
        let row: Vec<Vec<i64>> = (0..3).map(cell).collect();
        if row.iter().all(|cell| !cell.is_empty()) {
            rows.push(row);
        }
    }
    assert_eq!(rows.len(), 36);
    let mut expected = BTreeSet::new();
    for a in &rows {
        for b in &rows {
            for c in &rows {
                let grid = [a.clone(), b.clone(), c.clone()].concat();
                let good = (0..3).all(|i| {
                    let column = [grid[i].clone(), grid[i + 3].clone(), grid[i + 6].clone()];
                    column.concat().len() == 4 && differ(&column.concat())
                });
                let value = |i: usize| grid[i].iter().sum::<i64>();
                if good && value(0) + value(4) + value(8) == 4 {
                    let first: Vec<i64> = grid.iter().map(|c| c[0]).collect();
                    let two = grid.iter().map(|c| i64::from(c.len() == 2)).collect();
                    let last = grid.iter().map(|c| c[c.len() - 1]).collect();
                    expected.insert([first, two, last, (0..9).map(value).collect()].concat());
                }
            }
        }
    }
    assert!(!expected.is_empty());
    assert_eq!(solved(&puzzle), expected);
}
