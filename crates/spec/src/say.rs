//! Clues for which Pencilmark has no kind of its own, said in the rule language.
//!
//! Every function gives formulas that together mean the clue. They serve all readers.

use std::collections::BTreeMap;
use std::sync::Arc;

use pencilmark_kernel::automaton::Automaton;
use pencilmark_kernel::expr::{Cmp, Expr, Formula, Rounding};
use pencilmark_puzzle::{CellId, Clue, Grid, Name, Puzzle, kinds};

/// What a clue is said with.
pub type Say = Formula<Name>;

/// A clue of a kind that exists.
pub fn clue(kind: &str) -> Clue {
    Clue::new(kinds::find(kind).unwrap_or_else(|| panic!("no kind `{kind}`")))
}

/// A rule for each formula.
pub fn rules(formulas: Vec<Say>) -> Vec<Clue> {
    formulas.into_iter().map(|f| clue("rule").stating(f)).collect()
}

/// Everything that some clues mean.
pub fn all_of(clues: &[Clue], puzzle: &Puzzle) -> Say {
    Formula::And(clues.iter().flat_map(|c| c.meaning(puzzle)).collect())
}

/// The digit of a cell.
pub fn digit(cell: CellId) -> Expr<Name> {
    Expr::Var(Name::Cell(cell))
}

/// A number.
pub fn number(n: i64) -> Expr<Name> {
    Expr::Const(n)
}

/// A comparison.
pub fn compare(a: Expr<Name>, op: Cmp, b: Expr<Name>) -> Say {
    Formula::Cmp(op, a, b)
}

/// The digits of some cells.
pub fn digits(cells: &[CellId]) -> Vec<Expr<Name>> {
    cells.iter().map(|&c| digit(c)).collect()
}

/// The sum of some cells.
pub fn sum(cells: &[CellId]) -> Expr<Name> {
    Expr::Sum(digits(cells))
}

/// How far apart two cells are.
fn distance(a: CellId, b: CellId) -> Expr<Name> {
    Expr::Abs(Box::new(Expr::minus(digit(a), digit(b))))
}

/// A statement about each pair of neighbours along a line.
pub fn along(line: &[CellId], one: impl Fn(CellId, CellId) -> Say) -> Vec<Say> {
    line.windows(2).map(|w| one(w[0], w[1])).collect()
}

/// A statement about each two of some cells, the earlier one first.
pub fn pairwise(cells: &[CellId], one: impl Fn(CellId, CellId) -> Say) -> Vec<Say> {
    let pairs = (0..cells.len()).flat_map(|i| (i + 1..cells.len()).map(move |j| (i, j)));
    pairs.map(|(i, j)| one(cells[i], cells[j])).collect()
}

/// A sum with a factor for each cell.
pub fn weighted(terms: &[(i64, CellId)], total: i64) -> Say {
    let term = |&(k, cell): &(i64, CellId)| match k {
        1 => digit(cell),
        _ => Expr::Mul(Box::new(number(k)), Box::new(digit(cell))),
    };
    compare(Expr::Sum(terms.iter().map(term).collect()), Cmp::Eq, number(total))
}

/// The two digits form one of these pairs.
pub fn related(a: CellId, b: CellId, grid: &Grid, holds: impl Fn(i64, i64) -> bool) -> Say {
    let base = grid.hi() + 1;
    let pairs = grid.digits().flat_map(|x| grid.digits().map(move |y| (x, y)));
    let codes = pairs.filter(|&(x, y)| holds(x, y)).map(|(x, y)| base * x + y).collect();
    let code = vec![Expr::Mul(Box::new(number(base)), Box::new(digit(a))), digit(b)];
    Formula::In(Expr::Sum(code), codes)
}

/// Neighbours differ by at least so much.
pub fn whisper(line: &[CellId], least: i64) -> Vec<Say> {
    along(line, |a, b| compare(distance(a, b), Cmp::Ge, number(least)))
}

/// Different digits without a gap, in any order.
pub fn renban(line: &[CellId]) -> Vec<Say> {
    let widest = number(line.len() as i64 - 1);
    let mut all = pairwise(line, |a, b| compare(distance(a, b), Cmp::Le, widest.clone()));
    all.push(Formula::Distinct(digits(line)));
    all
}

/// No two digits are equal or consecutive.
pub fn nabner(line: &[CellId]) -> Vec<Say> {
    pairwise(line, |a, b| compare(distance(a, b), Cmp::Ge, number(2)))
}

/// Reads the same from both ends.
pub fn palindrome(line: &[CellId]) -> Vec<Say> {
    let ends = line.iter().zip(line.iter().rev()).take(line.len() / 2);
    ends.map(|(&a, &b)| compare(digit(a), Cmp::Eq, digit(b))).collect()
}

/// A statement about the ends of a line and each cell inside it.
fn inside(line: &[CellId], one: impl Fn(CellId, CellId, CellId) -> Say) -> Vec<Say> {
    match line {
        [a, middle @ .., b] => middle.iter().map(|&x| one(*a, *b, x)).collect(),
        _ => vec![],
    }
}

fn less(a: CellId, b: CellId) -> Say {
    compare(digit(a), Cmp::Lt, digit(b))
}

/// Inner digits lie strictly between the two ends.
pub fn between(line: &[CellId]) -> Vec<Say> {
    inside(line, |a, b, x| {
        let rising = Formula::And(vec![less(a, x), less(x, b)]);
        let falling = Formula::And(vec![less(b, x), less(x, a)]);
        Formula::Or(vec![rising, falling])
    })
}

/// The ends are far apart, and inner digits lie outside of what they span.
pub fn lockout(line: &[CellId], least: i64) -> Vec<Say> {
    let mut all = inside(line, |a, b, x| {
        let below = Formula::And(vec![less(x, a), less(x, b)]);
        let above = Formula::And(vec![less(a, x), less(b, x)]);
        Formula::Or(vec![below, above])
    });
    if let [a, .., b] = *line {
        all.push(compare(distance(a, b), Cmp::Ge, number(least)));
    }
    all
}

/// Cells at the same distance from the middle have the same sum, that of the middle cell.
pub fn zipper(line: &[CellId]) -> Vec<Say> {
    let half = line.len() / 2;
    let pairs = line.iter().zip(line.iter().rev()).take(half);
    let mut segments: Vec<Vec<CellId>> = pairs.map(|(&a, &b)| vec![a, b]).collect();
    if line.len() % 2 == 1 {
        segments.insert(0, vec![line[half]]);
    }
    equal_sums(&segments)
}

/// The two ends have the sum of what is between them.
pub fn double_arrow(line: &[CellId]) -> Vec<Say> {
    match line {
        [a, middle @ .., b] => vec![compare(sum(&[*a, *b]), Cmp::Eq, sum(middle))],
        _ => vec![],
    }
}

/// All segments have the same sum.
pub fn equal_sums(segments: &[Vec<CellId>]) -> Vec<Say> {
    let Some((first, rest)) = segments.split_first() else { return vec![] };
    rest.iter().map(|s| compare(sum(first), Cmp::Eq, sum(s))).collect()
}

/// All visits of the line to a region have the same sum; cells in no region count nowhere.
pub fn region_sums(line: &[CellId], regions: &[Vec<CellId>]) -> Vec<Say> {
    let region = |c: &CellId| regions.iter().position(|r| r.contains(c));
    let visits = line.chunk_by(|a, b| region(a) == region(b)).filter(|v| region(&v[0]).is_some());
    equal_sums(&visits.map(<[CellId]>::to_vec).collect::<Vec<_>>())
}

/// Each of the values occurs as often as it is listed: at least, or exactly.
pub fn contains(cells: &[CellId], values: &[i64], op: Cmp) -> Vec<Say> {
    let mut times: BTreeMap<i64, i64> = BTreeMap::new();
    values.iter().for_each(|&v| *times.entry(v).or_default() += 1);
    let one = |(v, n)| compare(count(cells, v), op, number(n));
    times.into_iter().map(one).collect()
}

/// How often a value occurs.
pub fn count(cells: &[CellId], value: i64) -> Expr<Name> {
    Expr::Count(digits(cells), Box::new(number(value)))
}

/// As many of each value in both lists.
pub fn same_values(a: &[CellId], b: &[CellId], grid: &Grid) -> Vec<Say> {
    match (a, b) {
        ([a], [b]) => vec![compare(digit(*a), Cmp::Eq, digit(*b))],
        _ => grid.digits().map(|v| compare(count(a, v), Cmp::Eq, count(b, v))).collect(),
    }
}

/// A value that occurs among the cells occurs as often as it says.
pub fn counting_circles(cells: &[CellId], grid: &Grid) -> Vec<Say> {
    grid.digits().map(|v| Formula::In(count(cells, v), vec![0, v])).collect()
}

fn remainder(cell: CellId, m: i64) -> Expr<Name> {
    Expr::Rem(Box::new(digit(cell)), Box::new(number(m)), Rounding::Floor)
}

/// Any `m` neighbours have different remainders.
pub fn modular(line: &[CellId], m: i64) -> Vec<Say> {
    let m_cells = (m as usize).min(line.len());
    let apart = |a, b| compare(remainder(a, m), Cmp::Ne, remainder(b, m));
    let mut all = pairwise(&line[..m_cells], apart);
    for (&a, &b) in line.iter().zip(&line[m_cells..]) {
        all.push(compare(remainder(a, m), Cmp::Eq, remainder(b, m)));
    }
    all
}

/// Any three neighbours are one low, one middle and one high digit, of 1 to 9.
pub fn entropic(line: &[CellId], grid: &Grid) -> Vec<Say> {
    let apart = |a, b| related(a, b, grid, |x, y| (x - 1) / 3 != (y - 1) / 3);
    let near = |step: usize| line.iter().zip(line.iter().skip(step));
    near(1).chain(near(2)).map(|(&a, &b)| apart(a, b)).collect()
}

/// A cell that says where in the line, counted from 1, a value stands.
pub fn indexes(at: CellId, line: &[CellId], value: Expr<Name>) -> Say {
    compare(Expr::Element(Box::new(digit(at)), digits(line)), Cmp::Eq, value)
}

/// The first cell says how many cells, itself the first of them, have this sum.
pub fn x_sum(line: &[CellId], total: i64) -> Say {
    let way = |n: usize| {
        let first = compare(digit(line[0]), Cmp::Eq, number(n as i64));
        Formula::And(vec![first, compare(sum(&line[..n]), Cmp::Eq, number(total))])
    };
    Formula::Or((1..=line.len()).map(way).collect())
}

/// The digits between the smallest and the largest of the grid have this sum.
pub fn sandwich(line: &[CellId], total: i64, grid: &Grid) -> Say {
    let (lo, hi) = (grid.lo(), grid.hi());
    // Before the bread, inside with the sum so far, behind it.
    read(
        line,
        grid,
        (0, 0),
        |&(place, so_far), v| match (place, v == lo || v == hi) {
            (0, false) => Some((0, 0)),
            (0, true) => Some((1, 0)),
            (1, true) => (so_far == total).then_some((2, 0)),
            (1, false) => (so_far + v <= total).then_some((1, so_far + v)),
            (_, bread) => (!bread).then_some((2, 0)),
        },
        |state| state.0 == 2,
    )
}

/// So many digits are larger than all before them; 0 is never seen.
pub fn skyscraper(line: &[CellId], seen: i64, grid: &Grid) -> Say {
    let step = |&(top, n): &(i64, i64), v: i64| {
        let next = if v > top { (v, n + 1) } else { (top, n) };
        (next.1 <= seen).then_some(next)
    };
    read(line, grid, (0, 0), step, |state| state.1 == seen)
}

/// The first digit that a larger one hides is this one.
pub fn hidden_skyscraper(line: &[CellId], hidden: i64, grid: &Grid) -> Say {
    let step = |&top: &Option<i64>, v: i64| match top {
        None => Some(None),
        Some(t) if v > t => Some(Some(v)),
        Some(_) => (v == hidden).then_some(None),
    };
    read(line, grid, Some(grid.lo() - 1), step, |state| state.is_none())
}

/// The line falls into pieces, each with this sum.
pub fn sum_line(line: &[CellId], total: i64, grid: &Grid) -> Say {
    // A piece that is full may go on with zeros; the next one starts with whatever comes.
    let step = |&so_far: &i64, v: i64| {
        let next = if so_far == total && v != 0 { v } else { so_far + v };
        (next <= total).then_some(next)
    };
    read(line, grid, total, step, |&so_far| so_far == total)
}

/// A line read from its first cell by a machine: what comes after a state and a digit, and
/// which states are good at the end.
fn read<S: Ord + Clone>(
    line: &[CellId],
    grid: &Grid,
    start: S,
    step: impl Fn(&S, i64) -> Option<S>,
    good: impl Fn(&S) -> bool,
) -> Say {
    let mut numbers = BTreeMap::from([(start.clone(), 0)]);
    let mut open = vec![start];
    let mut arcs = Vec::new();
    while let Some(state) = open.pop() {
        let from = numbers[&state];
        for v in grid.digits() {
            let Some(next) = step(&state, v) else { continue };
            let fresh = numbers.len();
            let to = *numbers.entry(next.clone()).or_insert(fresh);
            if to == fresh {
                open.push(next);
            }
            arcs.push((from, v, to));
        }
    }
    let accepting = numbers.iter().filter(|(s, _)| good(s)).map(|(_, &n)| n).collect();
    let automaton = Automaton { states: numbers.len(), start: 0, accepting, arcs };
    Formula::Regular(digits(line), Arc::new(automaton))
}

/// All pairs of cells that share a side, left or upper one first.
pub fn neighbours(grid: &Grid) -> Vec<(CellId, CellId)> {
    apart_by(grid, &[(0, 1), (1, 0)])
}

/// All pairs of cells that are one of these moves apart.
pub fn apart_by(grid: &Grid, moves: &[(isize, isize)]) -> Vec<(CellId, CellId)> {
    let from = |cell| moves.iter().filter_map(move |&(d, r)| Some((cell, grid.step(cell, d, r)?)));
    grid.cells().flat_map(from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(say: &[Say], line: &[i64]) -> bool {
        let value = |n: &Name| match n {
            Name::Cell(c) => line[c.index()],
            Name::Var(_) => 0,
        };
        say.iter().all(|f| f.eval(&value))
    }

    fn cells(n: usize) -> Vec<CellId> {
        (0..n).map(CellId::new).collect()
    }

    #[test]
    fn lines() {
        assert!(holds(&renban(&cells(3)), &[4, 2, 3]) && !holds(&renban(&cells(3)), &[4, 2, 5]));
        assert!(!holds(&renban(&cells(3)), &[4, 4, 5]));
        assert!(holds(&between(&cells(4)), &[9, 3, 4, 2]));
        assert!(!holds(&between(&cells(3)), &[9, 9, 2]));
        assert!(holds(&lockout(&cells(3), 4), &[2, 7, 6]));
        assert!(!holds(&lockout(&cells(3), 4), &[2, 6, 6]));
        assert!(holds(&zipper(&cells(5)), &[1, 2, 8, 6, 7]));
        assert!(holds(&zipper(&cells(4)), &[1, 2, 6, 7]));
        assert!(holds(&modular(&cells(5), 3), &[1, 2, 3, 4, 8]));
        assert!(!holds(&modular(&cells(5), 3), &[1, 2, 3, 4, 6]));
        let nine = Grid::nine();
        assert!(holds(&entropic(&cells(4), &nine), &[1, 5, 9, 2]));
        assert!(!holds(&entropic(&cells(4), &nine), &[1, 5, 9, 6]));
    }

    #[test]
    fn machines() {
        let nine = Grid::nine();
        let line = cells(5);
        let one = |say: Say, digits: [i64; 5]| holds(&[say], &digits);
        assert!(one(sandwich(&line, 5, &nine), [3, 9, 5, 1, 2]));
        assert!(one(sandwich(&line, 0, &nine), [3, 1, 9, 5, 2]));
        assert!(!one(sandwich(&line, 5, &nine), [3, 9, 4, 1, 2]));
        assert!(one(skyscraper(&line, 3, &nine), [2, 1, 5, 3, 9]));
        assert!(!one(skyscraper(&line, 2, &nine), [2, 1, 5, 3, 9]));
        assert!(one(hidden_skyscraper(&line, 3, &nine), [2, 5, 9, 3, 4]));
        assert!(!one(hidden_skyscraper(&line, 4, &nine), [2, 5, 9, 3, 4]));
        assert!(one(sum_line(&line, 10, &nine), [4, 6, 7, 2, 1]));
        assert!(!one(sum_line(&line, 10, &nine), [4, 6, 7, 2, 2]));
        assert!(one(x_sum(&line, 9), [3, 4, 2, 9, 9]));
    }

    #[test]
    fn a_region_entered_again_is_a_new_segment() {
        let regions = vec![vec![CellId::new(0), CellId::new(2)], vec![CellId::new(1)]];
        assert!(holds(&region_sums(&cells(3), &regions), &[4, 4, 4]));
        assert!(!holds(&region_sums(&cells(3), &regions), &[1, 4, 3]));
    }
}
