//! Clues about the whole grid.

use super::lines::thirds;
use super::{Board, Check, differ};
use pencilmark_puzzle::{CellId, Clue};

pub fn checker(kind: &str) -> Option<Check> {
    Some(match kind {
        "diagonal" => |c, b| differ(&diagonal(b, c.numbers[0] > 0)),
        "diagonals" => |_, b| differ(&diagonal(b, true)) && differ(&diagonal(b, false)),
        "windoku" => windoku,
        "disjoint-groups" => |_, b| {
            let regions = b.houses("region");
            let mut houses = if regions.is_empty() { b.houses("box") } else { regions };
            houses.iter_mut().for_each(|h| h.sort_unstable());
            (0..b.cells.len()).all(|k| {
                let group: Vec<i64> =
                    houses.iter().filter_map(|h| h.get(k)).map(|&c| b.at(c)).collect();
                differ(&group)
            })
        },
        "anti-king" => |_, b| never(b, |x, y, p| p == (1, 1) && x == y),
        "anti-knight" => |_, b| never(b, |x, y, p| is_leap(p, (1, 2)) && x == y),
        "non-consecutive" => |_, b| {
            let dots = ["difference", "ratio"];
            b.sides().iter().all(|&(x, y)| b.marked(x, y, &dots) || !consecutive(b, x, y))
        },
        "anti-consecutive" => |_, b| b.sides().iter().all(|&(x, y)| !consecutive(b, x, y)),
        "diagonal-non-consecutive" => |_, b| never(b, |x, y, p| p == (1, 1) && (x - y).abs() == 1),
        "anti-taxicab" => |_, b| never(b, |x, y, (d, r)| x == y && d + r == x),
        "taxicab" => |c, b| {
            let far = c.numbers[0];
            b.pairs().iter().all(|&(x, y)| {
                let (d, r) = b.apart(x, y);
                d + r != far || b.at(x) != b.at(y)
            })
        },
        "chess" => |c, b| {
            let leap = (c.numbers[0], c.numbers[1]);
            b.pairs().iter().all(|&(x, y)| !is_leap(b.apart(x, y), leap) || b.at(x) != b.at(y))
        },
        "knightmare" => |c, b| {
            let sums = if c.numbers.is_empty() { vec![5, 15] } else { c.numbers.clone() };
            b.pairs().iter().all(|&(x, y)| {
                !is_leap(b.apart(x, y), (1, 2)) || !sums.contains(&(b.at(x) + b.at(y)))
            })
        },
        "negative-ratio" => |c, b| {
            let ks = told(c, b, "ratio", 2);
            let ratio = |x: i64, y: i64| ks.iter().any(|k| x == k * y || y == k * x);
            unmarked(b, &["difference", "ratio"]).iter().all(|&(x, y)| !ratio(x, y))
        },
        "negative-difference" => |c, b| {
            let ks = told(c, b, "difference", 1);
            unmarked(b, &["difference", "ratio"]).iter().all(|&(x, y)| !ks.contains(&(x - y).abs()))
        },
        "negative-xv" => |_, b| {
            unmarked(b, &["x", "v", "edge-sum"]).iter().all(|&(x, y)| ![5, 10].contains(&(x + y)))
        },
        "negative-sum" => |c, b| {
            unmarked(b, &["x", "v", "edge-sum"]).iter().all(|&(x, y)| !c.numbers.contains(&(x + y)))
        },
        "strict-kropki" => |_, b| {
            let dot = |x: i64, y: i64| (x - y).abs() == 1 || x == 2 * y || y == 2 * x;
            unmarked(b, &["difference", "ratio"]).iter().all(|&(x, y)| !dot(x, y))
        },
        "global-entropy" => |_, b| {
            let (low, high) = thirds(b);
            squares(b).iter().all(|s| {
                s.iter().any(|&v| v <= low)
                    && s.iter().any(|&v| low < v && v < high)
                    && s.iter().any(|&v| v >= high)
            })
        },
        "global-modular" => |c, b| {
            let m = c.numbers[0];
            squares(b).iter().all(|s| (0..m).all(|r| s.iter().any(|v| v % m == r)))
        },
        "dutch-flatmates" => |_, b| {
            let grid = &b.puzzle.grid;
            let is = |c: Option<CellId>, v: i64| c.is_some_and(|c| b.at(c) == v);
            grid.cells()
                .filter(|&c| b.at(c) == 5)
                .all(|c| is(grid.step(c, -1, 0), 1) || is(grid.step(c, 1, 0), 9))
        },
        "same-digits-in-houses" => |_, b| {
            let kinds = ["row", "column", "box", "region"];
            let all: Vec<_> = kinds.into_iter().flat_map(|k| b.houses(k)).collect();
            let most = all.iter().map(Vec::len).max().unwrap();
            let set = |house: &Vec<CellId>| {
                let mut d: Vec<i64> = house.iter().map(|&c| b.at(c)).collect();
                d.sort_unstable();
                d.dedup();
                d
            };
            let sets: Vec<_> = all.iter().filter(|h| h.len() == most).map(set).collect();
            sets.iter().all(|s| *s == sets[0])
        },
        "doppelganger" => doppelganger,
        "connected-digits" => |c, b| parts(b, &c.numbers) <= 1,
        "connected-group" => |c, b| {
            let digits = &c.numbers[1..];
            let many = b.cells.iter().filter(|v| digits.contains(v)).count();
            parts(b, digits) <= 1 && many as i64 == c.numbers[0]
        },
        _ => return None,
    })
}

fn diagonal(b: &Board<'_>, rises: bool) -> Vec<i64> {
    let n = b.puzzle.grid.rows();
    let col = |r: usize| if rises { n - 1 - r } else { r };
    (0..n).map(|r| b.at(b.puzzle.grid.cell(r, col(r)).unwrap())).collect()
}

/// Boxes at rows and columns 2, 2 + one more than their side, and so on.
fn windoku(_: &Clue, b: &Board<'_>) -> bool {
    let (grid, (h, w)) = (&b.puzzle.grid, b.puzzle.box_shape().unwrap());
    let tops = (1..grid.rows()).step_by(h + 1).filter(|t| t + h <= grid.rows());
    tops.into_iter().all(|top| {
        let lefts = (1..grid.cols()).step_by(w + 1).filter(|l| l + w <= grid.cols());
        lefts.into_iter().all(|left| {
            let cells = (0..h).flat_map(|r| (0..w).map(move |c| (top + r, left + c)));
            let digits: Vec<i64> = cells.map(|(r, c)| b.at(grid.cell(r, c).unwrap())).collect();
            differ(&digits)
        })
    })
}

fn never(b: &Board<'_>, bad: fn(i64, i64, (i64, i64)) -> bool) -> bool {
    b.pairs().iter().all(|&(x, y)| !bad(b.at(x), b.at(y), b.apart(x, y)))
}

fn is_leap((down, right): (i64, i64), (a, b): (i64, i64)) -> bool {
    (down, right) == (a, b) || (down, right) == (b, a)
}

fn consecutive(b: &Board<'_>, x: CellId, y: CellId) -> bool {
    (b.at(x) - b.at(y)).abs() == 1
}

fn told(clue: &Clue, b: &Board<'_>, marks: &'static str, usual: i64) -> Vec<i64> {
    if !clue.numbers.is_empty() {
        return clue.numbers.clone();
    }
    let on_board: Vec<i64> = b.puzzle.clues_of(marks).map(|c| c.numbers[0]).collect();
    if on_board.is_empty() { vec![usual] } else { on_board }
}

fn unmarked(b: &Board<'_>, marks: &[&'static str]) -> Vec<(i64, i64)> {
    let free = b.sides().into_iter().filter(|&(x, y)| !b.marked(x, y, marks));
    free.map(|(x, y)| (b.at(x), b.at(y))).collect()
}

fn squares(b: &Board<'_>) -> Vec<[i64; 4]> {
    let grid = &b.puzzle.grid;
    let mut all = Vec::new();
    for r in 1..grid.rows() {
        for c in 1..grid.cols() {
            let four = [(r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c)];
            all.push(four.map(|(r, c)| b.at(grid.cell(r, c).unwrap())));
        }
    }
    all
}

/// Into how many parts the cells with these digits fall: colours spread until nothing changes.
fn parts(b: &Board<'_>, digits: &[i64]) -> usize {
    let mut colour: Vec<Option<usize>> =
        b.cells.iter().enumerate().map(|(i, v)| digits.contains(v).then_some(i)).collect();
    let sides = b.sides();
    loop {
        let before = colour.clone();
        for &(x, y) in &sides {
            if let (Some(a), Some(c)) = (colour[x.index()], colour[y.index()]) {
                colour[x.index()] = Some(a.min(c));
                colour[y.index()] = Some(a.min(c));
            }
        }
        if colour == before {
            let mut left: Vec<usize> = colour.into_iter().flatten().collect();
            left.sort_unstable();
            left.dedup();
            return left.len();
        }
    }
}

fn doppelganger(_: &Clue, b: &Board<'_>) -> bool {
    let families: Vec<_> = ["row", "column", "box", "region"]
        .into_iter()
        .map(|k| b.houses(k))
        .filter(|f| !f.is_empty())
        .collect();
    // A house with a repeated digit is another clue's business: what it misses is what its sum
    // lacks of the sum of all digits.
    let total: i64 = (b.lo()..=b.hi()).sum();
    let missing = |h: &Vec<CellId>| total - h.iter().map(|&c| b.at(c)).sum::<i64>();
    let zeros = |h: &Vec<CellId>| h.iter().filter(|&&c| b.at(c) == 0).count();
    let one_zero = families.iter().flatten().all(|h| zeros(h) == 1);
    let apart = families.iter().all(|f| differ(&f.iter().map(missing).collect::<Vec<_>>()));
    let at_zeros = b.puzzle.grid.cells().filter(|&c| b.at(c) == 0).all(|c| {
        let mine = families.iter().filter_map(|f| f.iter().find(|h| h.contains(&c)));
        differ(&mine.map(missing).collect::<Vec<_>>())
    });
    one_zero && apart && at_zeros
}
