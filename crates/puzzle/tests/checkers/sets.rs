//! Houses, cages, cells, groups of cells.

use super::{Board, Check, differ};
use pencilmark_puzzle::{CellId, Clue};

pub fn checker(kind: &str) -> Option<Check> {
    Some(match kind {
        "row" | "column" | "box" | "region" | "extra-region" => |c, b| differ(&b.digits(c, 0)),
        "given" => |c, b| b.digits(c, 0).iter().all(|d| *d == c.numbers[0]),
        "candidates" => |c, b| b.digits(c, 0).iter().all(|d| c.numbers.contains(d)),
        "odd" => |c, b| b.digits(c, 0).iter().all(|d| d % 2 == 1),
        "even" => |c, b| b.digits(c, 0).iter().all(|d| d % 2 == 0),
        "minimum" => |c, b| extreme(c, b, |x, y| x < y),
        "maximum" => |c, b| extreme(c, b, |x, y| x > y),
        "row-indexer" => |c, b| {
            c.list(0).iter().all(|&cell| {
                let (row, col) = b.place(cell);
                points(b, &b.puzzle.grid.column(col as usize), row + 1, b.at(cell))
            })
        },
        "column-indexer" => |c, b| {
            c.list(0).iter().all(|&cell| {
                let (row, col) = b.place(cell);
                points(b, &b.puzzle.grid.row(row as usize), col + 1, b.at(cell))
            })
        },
        "box-indexer" => |c, b| {
            c.list(0).iter().all(|&cell| {
                let mut cells = b.boxes().into_iter().find(|x| x.contains(&cell)).unwrap();
                cells.sort_unstable();
                let place = cells.iter().position(|&x| x == cell).unwrap() as i64 + 1;
                points(b, &cells, place, b.at(cell))
            })
        },
        "cage" => |c, b| {
            let d = b.digits(c, 0);
            differ(&d) && c.numbers.first().is_none_or(|s| *s == d.iter().sum::<i64>())
        },
        "sum" => |c, b| b.digits(c, 0).iter().sum::<i64>() == c.numbers[0],
        "multi-cage" => |c, b| {
            let d = b.digits(c, 0);
            differ(&d) && c.numbers.contains(&d.iter().sum())
        },
        "digital-root-cage" => |c, b| {
            let d = b.digits(c, 0);
            let mut root: i64 = d.iter().sum();
            while root > 9 {
                root = root.to_string().bytes().map(|x| i64::from(x - b'0')).sum();
            }
            // 0 and 9 leave the same remainder, and "sums that are k modulo 9" is the rule.
            differ(&d) && root % 9 == c.numbers[0] % 9
        },
        "rellik" => |c, b| {
            let d = b.digits(c, 0);
            let some = |s: u32| (0..d.len()).filter(|i| s >> i & 1 == 1).map(|i| d[i]).sum::<i64>();
            differ(&d) && (1..1 << d.len()).all(|s| some(s) != c.numbers[0])
        },
        "equality-cage" => |c, b| {
            let d = b.digits(c, 0);
            let count = |f: &dyn Fn(i64) -> bool| d.iter().filter(|&&v| f(v)).count();
            let middle2 = b.lo() + b.hi();
            let (low, high) = (count(&|v| 2 * v < middle2), count(&|v| 2 * v > middle2));
            let no_middle = low + high == d.len();
            differ(&d) && no_middle && low == high && count(&|v| v % 2 == 0) * 2 == d.len()
        },
        "look-and-say" => |c, b| {
            let d = b.digits(c, 0);
            c.numbers.chunks(2).all(|p| times(&d, p[1]) == p[0])
        },
        "contains" | "quadruple" => |c, b| {
            let d = b.digits(c, 0);
            c.numbers.iter().all(|&v| times(&d, v) >= times(&c.numbers, v))
        },
        "contains-exactly" => |c, b| {
            let d = b.digits(c, 0);
            c.numbers.iter().all(|&v| times(&d, v) == times(&c.numbers, v))
        },
        "quadruple-set" => |c, b| {
            let d = b.digits(c, 0);
            c.numbers.iter().all(|v| d.contains(v))
        },
        "clone" => |c, b| b.digits(c, 0) == b.digits(c, 1),
        "same-digits" => |c, b| {
            let sorted = |i: usize| {
                let mut d = b.digits(c, i);
                d.sort_unstable();
                d
            };
            (1..c.cells.len()).all(|i| sorted(i) == sorted(0))
        },
        "counting-circles" => |c, b| {
            let d = b.digits(c, 0);
            d.iter().all(|&v| times(&d, v) == v)
        },
        "count-distinct" => |c, b| {
            let mut d = b.digits(c, 1);
            d.sort_unstable();
            d.dedup();
            b.digits(c, 0) == [d.len() as i64]
        },
        "value-indexing" => |c, b| {
            let d = b.digits(c, 0);
            d[1] >= 1 && d[2..].get(d[1] as usize - 1) == Some(&d[0])
        },
        _ => return None,
    })
}

fn times(digits: &[i64], value: i64) -> i64 {
    digits.iter().filter(|d| **d == value).count() as i64
}

fn extreme(clue: &Clue, b: &Board<'_>, holds: fn(i64, i64) -> bool) -> bool {
    let marked: Vec<CellId> =
        b.puzzle.clues_of(clue.kind.name).flat_map(|c| c.list(0).to_vec()).collect();
    let ordered = |&(x, y): &(CellId, CellId)| {
        let one = |x: CellId, y: CellId| {
            !clue.list(0).contains(&x) || marked.contains(&y) || holds(b.at(x), b.at(y))
        };
        one(x, y) && one(y, x)
    };
    b.sides().iter().all(ordered)
}

/// A cell at `place` of the house holds `v` exactly if the `v`-th cell holds `place`.
fn points(b: &Board<'_>, house: &[CellId], place: i64, v: i64) -> bool {
    let there: Vec<i64> =
        (1..).zip(house).filter(|(_, c)| b.at(**c) == place).map(|(i, _)| i).collect();
    there == [v]
}
