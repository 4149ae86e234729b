//! Lines, edges and clues outside the grid.

use super::{Board, Check, differ};
use pencilmark_puzzle::Clue;

pub fn checker(kind: &str) -> Option<Check> {
    Some(match kind {
        "thermo" => |c, b| steps(c, b, |x, y| x < y),
        "slow-thermo" => |c, b| steps(c, b, |x, y| x <= y),
        "greater" => |c, b| steps(c, b, |x, y| x > y),
        "palindrome" => |c, b| {
            let digits = b.digits(c, 0);
            digits.iter().eq(digits.iter().rev())
        },
        "renban" => |c, b| {
            let mut digits = b.digits(c, 0);
            digits.sort_unstable();
            digits.windows(2).all(|w| w[1] == w[0] + 1)
        },
        "nabner" => |c, b| {
            let d = b.digits(c, 0);
            (0..d.len()).all(|i| (0..i).all(|j| (d[i] - d[j]).abs() >= 2))
        },
        "whisper" => |c, b| {
            let least = c.numbers.first().copied().unwrap_or((b.hi() - b.lo() + 2) / 2);
            let d = b.digits(c, 0);
            d.windows(2).all(|w| (w[0] - w[1]).abs() >= least)
        },
        "dutch-whisper" => |c, b| {
            let least = (b.hi() - b.lo() + 2) / 2 - 1;
            let d = b.digits(c, 0);
            d.windows(2).all(|w| (w[0] - w[1]).abs() >= least)
        },
        "modular-line" => |c, b| {
            let m = c.numbers[0];
            groups(&b.digits(c, 0), m as usize, |v| v % m)
        },
        "parity-line" => |c, b| groups(&b.digits(c, 0), 2, |v| v % 2),
        "entropic-line" => |c, b| {
            let (low, high) = thirds(b);
            groups(&b.digits(c, 0), 3, |v| i64::from(v > low) + i64::from(v >= high))
        },
        "between-line" => |c, b| {
            let d = b.digits(c, 0);
            let (x, y) = (d[0], d[d.len() - 1]);
            d[1..d.len() - 1].iter().all(|&v| x.min(y) < v && v < x.max(y))
        },
        "lockout" => |c, b| {
            let d = b.digits(c, 0);
            let (x, y) = (d[0], d[d.len() - 1]);
            let least = c.numbers.first().copied().unwrap_or(4);
            let outside = |v: i64| v < x.min(y) || v > x.max(y);
            (x - y).abs() >= least && d[1..d.len() - 1].iter().all(|&v| outside(v))
        },
        "sequence" => |c, b| {
            let d = b.digits(c, 0);
            let steps: Vec<i64> = d.windows(2).map(|w| w[1] - w[0]).collect();
            steps.iter().all(|s| *s == steps[0])
        },
        "arrow" => |c, b| {
            let text: String = b.digits(c, 0).iter().map(i64::to_string).collect();
            text.parse::<i64>().unwrap() == b.digits(c, 1).iter().sum()
        },
        "double-arrow" => |c, b| {
            let d = b.digits(c, 0);
            let ends = d[0] + d[d.len() - 1];
            d[1..d.len() - 1].iter().sum::<i64>() == ends
        },
        "zipper" => |c, b| {
            let d = b.digits(c, 0);
            let n = d.len();
            let mut sums: Vec<i64> = (0..n / 2).map(|i| d[i] + d[n - 1 - i]).collect();
            if n % 2 == 1 {
                sums.push(d[n / 2]);
            }
            sums.iter().all(|s| *s == sums[0])
        },
        "region-sum-line" => region_sums,
        "region-total-line" => region_totals,
        "sum-line" => |c, b| {
            let (d, closed) = (b.digits(c, 0), c.numbers.len() > 1);
            let turned = |n: usize| [&d[n..], &d[..n]].concat();
            let turns = if closed { d.len() } else { 1 };
            (0..turns).any(|n| falls_apart(&turned(n), c.numbers[0]))
        },
        "equal-sum" => |c, b| {
            let sums: Vec<i64> = (0..c.cells.len()).map(|i| b.digits(c, i).iter().sum()).collect();
            sums.iter().all(|s| *s == sums[0])
        },
        "difference" => |c, b| steps_by(c, b, 1, |k, x, y| (x - y).abs() == k),
        "ratio" => |c, b| steps_by(c, b, 2, |k, x, y| x == k * y || y == k * x),
        "x" => |c, b| steps(c, b, |x, y| x + y == 10),
        "v" => |c, b| steps(c, b, |x, y| x + y == 5),
        "edge-sum" => |c, b| steps_by(c, b, 0, |k, x, y| x + y == k),
        "little-killer" => |c, b| b.digits(c, 0).iter().sum::<i64>() == c.numbers[0],
        "sandwich" => |c, b| {
            let (d, lo, hi) = (b.digits(c, 0), b.lo(), b.hi());
            let n = d.len();
            let bread = |i: usize, j: usize| (d[i], d[j]) == (lo, hi) || (d[i], d[j]) == (hi, lo);
            let filling = |i: usize, j: usize| d[i + 1..j].iter().sum::<i64>();
            (0..n).any(|i| (i + 1..n).any(|j| bread(i, j) && filling(i, j) == c.numbers[0]))
        },
        "lunchbox" => |c, b| {
            let d = b.digits(c, 0);
            let at = |v: i64| d.iter().position(|&x| x == v).unwrap();
            let (i, j) = (at(*d.iter().min().unwrap()), at(*d.iter().max().unwrap()));
            let (from, to) = (i.min(j), i.max(j));
            differ(&d) && d[from + 1..to].iter().sum::<i64>() == c.numbers[0]
        },
        "x-sum" => |c, b| {
            let d = b.digits(c, 0);
            let n = usize::try_from(d[0]).unwrap();
            n <= d.len() && d[..n].iter().sum::<i64>() == c.numbers[0]
        },
        "skyscraper" => |c, b| {
            let (mut top, mut seen) = (0, 0);
            for v in b.digits(c, 0) {
                if v > top {
                    (top, seen) = (v, seen + 1);
                }
            }
            seen == c.numbers[0]
        },
        "hidden-skyscraper" => |c, b| {
            let d = b.digits(c, 0);
            let hidden = |i: &usize| d[..*i].iter().any(|&v| v >= d[*i]);
            (0..d.len()).find(hidden).is_some_and(|i| d[i] == c.numbers[0])
        },
        "numbered-room" => |c, b| {
            let d = b.digits(c, 0);
            d[0] >= 1 && d.get(d[0] as usize - 1) == Some(&c.numbers[0])
        },
        "full-rank" => full_rank,
        "rank-ties" => |c, b| {
            let lines = numbers(b);
            let tie = (0..lines.len()).any(|i| (0..i).any(|j| lines[i].1 == lines[j].1));
            c.numbers.first() != Some(&1) || !tie
        },
        _ => return None,
    })
}

fn steps(clue: &Clue, b: &Board<'_>, holds: fn(i64, i64) -> bool) -> bool {
    b.digits(clue, 0).windows(2).all(|w| holds(w[0], w[1]))
}

fn steps_by(clue: &Clue, b: &Board<'_>, usual: i64, holds: fn(i64, i64, i64) -> bool) -> bool {
    let k = clue.numbers.first().copied().unwrap_or(usual);
    b.digits(clue, 0).windows(2).all(|w| holds(k, w[0], w[1]))
}

/// Any `size` neighbours, or all if there are fewer, are in different groups.
fn groups(digits: &[i64], size: usize, group: impl Fn(i64) -> i64) -> bool {
    let groups: Vec<i64> = digits.iter().map(|&v| group(v)).collect();
    groups.windows(size.min(groups.len())).all(differ)
}

/// The largest low digit and the smallest high one.
pub fn thirds(b: &Board<'_>) -> (i64, i64) {
    let outer = match b.hi() - b.lo() + 1 {
        3 => 1,
        4 => 1,
        5 => 2,
        6 => 2,
        7 => 2,
        8 => 3,
        9 => 3,
        10 => 3,
        n => panic!("{n} digits"),
    };
    (b.lo() + outer - 1, b.hi() - outer + 1)
}

fn region_sums(clue: &Clue, b: &Board<'_>) -> bool {
    let boxes = b.boxes();
    let mut sums: Vec<(usize, i64)> = Vec::new();
    let mut before = None;
    for &cell in clue.list(0) {
        let here = boxes.iter().position(|x| x.contains(&cell));
        if let Some(region) = here {
            match sums.last_mut() {
                Some(last) if before == Some(region) => last.1 += b.at(cell),
                _ => sums.push((region, b.at(cell))),
            }
        }
        before = here;
    }
    sums.iter().all(|s| s.1 == sums[0].1)
}

fn region_totals(clue: &Clue, b: &Board<'_>) -> bool {
    let mut totals = Vec::new();
    for region in b.boxes() {
        let inside: Vec<i64> =
            clue.list(0).iter().filter(|c| region.contains(c)).map(|&c| b.at(c)).collect();
        if !inside.is_empty() {
            totals.push(inside.iter().sum::<i64>());
        }
    }
    totals.iter().all(|t| *t == totals[0])
}

/// Whether a line falls into pieces of this sum: some first piece has it, and the rest does too.
fn falls_apart(digits: &[i64], sum: i64) -> bool {
    let piece = |n: usize| digits[..n].iter().sum::<i64>() == sum;
    let rest = |n: usize| n == digits.len() || falls_apart(&digits[n..], sum);
    (1..=digits.len()).any(|n| piece(n) && rest(n))
}

/// Every row and column from both ends: its first two cells, and the number it makes.
fn numbers(b: &Board<'_>) -> Vec<((i64, i64), Vec<i64>)> {
    let grid = &b.puzzle.grid;
    let mut all = Vec::new();
    for i in 0..grid.rows() {
        for line in [grid.row(i), grid.column(i)] {
            for line in [line.clone(), line.into_iter().rev().collect::<Vec<_>>()] {
                let name = (line[0].index() as i64, line[1].index() as i64);
                all.push((name, line.iter().map(|&c| b.at(c)).collect()));
            }
        }
    }
    all
}

fn full_rank(clue: &Clue, b: &Board<'_>) -> bool {
    let me = (clue.list(0)[0].index() as i64, clue.list(0)[1].index() as i64);
    let lines = numbers(b);
    let mine = &lines.iter().find(|(name, _)| *name == me).unwrap().1;
    let others = || lines.iter().filter(|(name, _)| *name != me).map(|(_, n)| n);
    let ties = b.puzzle.clues_of("rank-ties").any(|c| c.numbers.first() == Some(&2));
    others().filter(|n| *n < mine).count() as i64 == clue.numbers[0] - 1
        && (ties || others().all(|n| n != mine))
}
