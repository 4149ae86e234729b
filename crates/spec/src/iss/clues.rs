//! What each type of statement means.

use pencilmark_kernel::expr::{Cmp, Formula};
use pencilmark_puzzle::{CellId, Clue, Puzzle};

use super::{Statement, cell, cells, clues_of, integer, pair_key};
use crate::say::{self, clue, compare, digit, number, rules};
use crate::{ReadError, Reading};

/// The clues of a statement. The layout has been read before.
pub(super) fn read(s: &Statement, puzzle: &Puzzle) -> Reading<Vec<Clue>> {
    let grid = &puzzle.grid;
    let line = || cells(grid, &s.args);
    let after_number = || Ok((integer(arg(s, 0))?, cells(grid, &s.args[1..])?));
    let one = |clue: Clue| Ok(vec![clue]);
    match s.kind.as_str() {
        "Shape" | "NoBoxes" | "RegionSize" | "Jigsaw" => Ok(vec![]),
        // These look at the marks of the whole puzzle: see `closing`.
        "StrictKropki" | "StrictXV" | "AntiConsecutive" => Ok(vec![]),
        "" => givens(s, puzzle),
        "Or" => {
            let branch = |b: &Statement| Ok(say::all_of(&read(b, puzzle)?, puzzle));
            let branches: Reading<Vec<_>> = s.inner.iter().map(branch).collect();
            Ok(rules(vec![Formula::Or(branches?)]))
        }
        "And" => clues_of(&s.inner, puzzle),
        "Replicate" => clues_of(&replicated(s, puzzle)?, puzzle),

        "AntiKnight" => one(clue("anti-knight")),
        "AntiKing" => one(clue("anti-king")),
        "AntiTaxicab" => Ok(anti_taxicab(puzzle)),
        "Diagonal" => one(clue("diagonal").number(integer(arg(s, 0))?)),
        "Windoku" if grid.digit_count() == grid.house_size() => one(clue("windoku")),
        "DisjointSets" if puzzle.clues_of("box").next().is_some() => one(clue("disjoint-groups")),
        "GlobalEntropy" => Ok(global_entropy(puzzle)),
        "DutchFlatmates" => Ok(dutch_flatmates(puzzle)),

        "Cage" => after_number().map(|(sum, cells)| cage(sum, cells)),
        "Sum" => sum(s, puzzle),
        "AllDifferent" => one(clue("extra-region").over(line()?)),
        "ContainAtLeast" | "ContainExact" => {
            let values: Reading<Vec<i64>> = arg(s, 0).split('_').map(integer).collect();
            let op = if s.kind == "ContainExact" { Cmp::Eq } else { Cmp::Ge };
            Ok(rules(say::contains(&cells(grid, &s.args[1..])?, &values?, op)))
        }
        "LookAndSay" => look_and_say(s, puzzle),
        "Quad" => quad(s, puzzle),
        "SameValues" => same_values(s, puzzle),
        "EqualSum" => {
            let segments = s.args.split(|a| a == "-").map(|words| cells(grid, words));
            Ok(rules(say::equal_sums(&segments.collect::<Reading<Vec<_>>>()?)))
        }
        "CountingCircles" => Ok(rules(say::counting_circles(&line()?, grid))),
        "Indexing" => indexing(s, puzzle),
        "ValueIndexing" => match *line()? {
            [value, at, ref rest @ ..] => Ok(rules(vec![say::indexes(at, rest, digit(value))])),
            _ => Err(ReadError::broken("ValueIndexing")),
        },

        "Thermo" => one(clue("thermo").over(line()?)),
        "Arrow" => arrow(&line()?, 1),
        "PillArrow" => {
            let (size, line) = after_number()?;
            let mut pill = arrow(&line, size as usize)?;
            let single: Vec<i64> = grid.digits().filter(|&d| d < 10).collect();
            let later = line[1..size as usize].to_vec();
            let mut low = clue("candidates").over(later);
            low.numbers = single;
            pill.extend((grid.hi() > 9).then_some(low));
            Ok(pill)
        }
        "DoubleArrow" => Ok(rules(say::double_arrow(&line()?))),
        "Whisper" => after_number().map(|(d, line)| rules(say::whisper(&line, d))),
        "Lockout" => after_number().map(|(d, line)| rules(say::lockout(&line, d))),
        "Modular" => after_number().map(|(m, line)| rules(say::modular(&line, m))),
        "Renban" => Ok(rules(say::renban(&line()?))),
        "Palindrome" => Ok(rules(say::palindrome(&line()?))),
        "Between" => Ok(rules(say::between(&line()?))),
        "Zipper" => Ok(rules(say::zipper(&line()?))),
        "Entropic" => Ok(rules(say::entropic(&line()?, grid))),
        "SumLine" if s.args.last().is_some_and(|a| a == "LOOP") => {
            Err(ReadError::unsupported("SumLine LOOP"))
        }
        "SumLine" => after_number().map(|(n, line)| rules(vec![say::sum_line(&line, n, grid)])),
        "RegionSumLine" => {
            let houses = |kind| puzzle.clues_of(kind).map(|c| c.list(0).to_vec());
            let regions: Vec<_> = houses("box").chain(houses("region")).collect();
            Ok(rules(say::region_sums(&line()?, &regions)))
        }
        "Pair" | "PairX" => pairs(s, puzzle),

        "WhiteDot" => dots(s, puzzle, || clue("difference").number(1)),
        "BlackDot" => dots(s, puzzle, || clue("ratio").number(2)),
        "X" => dots(s, puzzle, || clue("x")),
        "V" => dots(s, puzzle, || clue("v")),
        "GreaterThan" => {
            let more = |(a, b)| compare(digit(a), Cmp::Gt, digit(b));
            Ok(rules(touching(&line()?, puzzle).into_iter().map(more).collect()))
        }

        "LittleKiller" => {
            let start = cell(grid, arg(s, 1))?;
            one(clue("little-killer").number(integer(arg(s, 0))?).over(diagonal(start, puzzle)))
        }
        "Sandwich" => {
            let line = house_line(arg(s, 1), puzzle)?;
            Ok(rules(vec![say::sandwich(&line, integer(arg(s, 0))?, grid)]))
        }
        "Skyscraper" => outside(s, puzzle, |line, n| say::skyscraper(line, n, grid)),
        "HiddenSkyscraper" => outside(s, puzzle, |line, n| say::hidden_skyscraper(line, n, grid)),
        "XSum" => outside(s, puzzle, say::x_sum),
        "NumberedRoom" => outside(s, puzzle, |line, n| say::indexes(line[0], line, number(n))),
        kind => Err(ReadError::unsupported(kind)),
    }
}

fn arg(s: &Statement, at: usize) -> &str {
    s.args.get(at).map_or("", |a| a)
}

/// `R1C1_5~R1C2_1_2_3`
fn givens(s: &Statement, puzzle: &Puzzle) -> Reading<Vec<Clue>> {
    let one = |word: &String| {
        let mut parts = word.split('_');
        let cell = cell(&puzzle.grid, parts.next().unwrap_or_default())?;
        let digits: Vec<i64> = parts.map(integer).collect::<Reading<_>>()?;
        let kind = if digits.len() == 1 { "given" } else { "candidates" };
        let mut clue = clue(kind).over([cell]);
        clue.numbers = digits;
        Ok(clue)
    };
    s.args.iter().filter(|a| !a.is_empty()).map(one).collect()
}

/// The inner statements once for each target cell, moved so that the origin falls on it.
fn replicated(s: &Statement, puzzle: &Puzzle) -> Reading<Vec<Statement>> {
    let grid = &puzzle.grid;
    let origin = match arg(s, 1) {
        "" => CellId::new(0),
        word => cell(grid, word)?,
    };
    let bits = pair_key::bits(arg(s, 0))?;
    let targets = bits.iter().enumerate().filter(|(_, on)| **on);
    let mut all = Vec::new();
    for (i, _) in targets {
        let target = origin.index() + i;
        if target >= grid.size() {
            return Err(ReadError::broken("Replicate leaves the grid"));
        }
        let target = CellId::new(target);
        let down = grid.row_of(target) as isize - grid.row_of(origin) as isize;
        let right = grid.col_of(target) as isize - grid.col_of(origin) as isize;
        for inner in &s.inner {
            all.push(moved(inner, puzzle, down, right)?);
        }
    }
    Ok(all)
}

/// A statement with all its cells moved.
fn moved(s: &Statement, puzzle: &Puzzle, down: isize, right: isize) -> Reading<Statement> {
    let grid = &puzzle.grid;
    let word = |word: &String| {
        let (name, rest) = word.split_at(word.find('_').unwrap_or(word.len()));
        // Whatever is not a cell, a sum or a count, stays.
        let Ok(from) = cell(grid, name) else { return Ok(word.clone()) };
        let outside = || ReadError::broken("Replicate leaves the grid");
        let to = grid.step(from, down, right).ok_or_else(outside)?;
        let place = |n: usize| char::from_digit(n as u32 + 1, 17).unwrap_or('?');
        Ok(format!("R{}C{}{rest}", place(grid.row_of(to)), place(grid.col_of(to))))
    };
    let inner = s.inner.iter().map(|i| moved(i, puzzle, down, right)).collect::<Reading<_>>()?;
    let args = s.args.iter().map(word).collect::<Reading<_>>()?;
    Ok(Statement { kind: s.kind.clone(), args, inner })
}

/// `20~CELLS` or with factors `20_=_1_1_-1~CELLS`.
fn sum(s: &Statement, puzzle: &Puzzle) -> Reading<Vec<Clue>> {
    let cells = cells(&puzzle.grid, &s.args[1..])?;
    let Some((total, factors)) = arg(s, 0).split_once("_=_") else {
        return Ok(vec![clue("sum").number(integer(arg(s, 0))?).over(cells)]);
    };
    let factors: Vec<i64> = factors.split('_').map(integer).collect::<Reading<_>>()?;
    if factors.len() != cells.len() {
        return Err(ReadError::broken("as many factors as cells"));
    }
    let terms: Vec<_> = factors.into_iter().zip(cells).collect();
    Ok(rules(vec![say::weighted(&terms, integer(total)?)]))
}

/// No sum is written 0. A cell listed twice counts twice, and need not differ from itself.
fn cage(sum: i64, cells: Vec<CellId>) -> Vec<Clue> {
    let mut once = cells.clone();
    once.sort_unstable();
    once.dedup();
    match (sum, once.len() == cells.len()) {
        (0, _) => vec![clue("cage").over(once)],
        (_, true) => vec![clue("cage").number(sum).over(cells)],
        (_, false) => vec![clue("cage").over(once), clue("sum").number(sum).over(cells)],
    }
}

/// A pill is read in the order of the grid, whatever the order it is listed in.
fn arrow(line: &[CellId], pill: usize) -> Reading<Vec<Clue>> {
    if line.len() <= pill {
        return Err(ReadError::broken("an arrow without shaft"));
    }
    let (circle, shaft) = line.split_at(pill);
    let mut circle = circle.to_vec();
    circle.sort_unstable();
    Ok(vec![clue("arrow").over(circle).over(shaft)])
}

/// Pairs of the list that share a side, in the order of the list.
fn touching(list: &[CellId], puzzle: &Puzzle) -> Vec<(CellId, CellId)> {
    let sides = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let touch = |a, b| sides.iter().any(|&(d, r)| puzzle.grid.step(a, d, r) == Some(b));
    let pairs = (0..list.len()).flat_map(|i| (i + 1..list.len()).map(move |j| (i, j)));
    pairs.map(|(i, j)| (list[i], list[j])).filter(|&(a, b)| touch(a, b)).collect()
}

fn dots(s: &Statement, puzzle: &Puzzle, dot: impl Fn() -> Clue) -> Reading<Vec<Clue>> {
    let pairs = touching(&cells(&puzzle.grid, &s.args)?, puzzle);
    Ok(pairs.into_iter().map(|(a, b)| dot().over([a, b])).collect())
}

/// Two cells that both hold x are never x steps apart.
fn anti_taxicab(puzzle: &Puzzle) -> Vec<Clue> {
    let grid = &puzzle.grid;
    let cells: Vec<CellId> = grid.cells().collect();
    let steps =
        |a, b| grid.row_of(a).abs_diff(grid.row_of(b)) + grid.col_of(a).abs_diff(grid.col_of(b));
    let said = say::pairwise(&cells, |a, b| {
        let far = steps(a, b) as i64;
        say::related(a, b, grid, |x, y| x != far || y != far)
    });
    rules(said)
}

fn global_entropy(puzzle: &Puzzle) -> Vec<Clue> {
    let grid = &puzzle.grid;
    let squares = grid.cells().map(|c| (grid.row_of(c), grid.col_of(c)));
    let squares = squares.filter(|&(r, c)| r + 1 < grid.rows() && c + 1 < grid.cols());
    let one = |(r, c)| {
        let square = grid.rectangle(r, c, 2, 2);
        [vec![1, 2, 3], vec![4, 5, 6], vec![7, 8, 9]].map(|third| {
            let here = square.iter().map(|&x| Formula::In(digit(x), third.clone()));
            Formula::Or(here.collect())
        })
    };
    rules(squares.flat_map(one).collect())
}

/// Every 5 has a 1 above it or a 9 below it.
fn dutch_flatmates(puzzle: &Puzzle) -> Vec<Clue> {
    let grid = &puzzle.grid;
    let is = |cell, v| compare(digit(cell), Cmp::Eq, number(v));
    let one = |cell| {
        let above = grid.step(cell, -1, 0).map(|c| is(c, 1));
        let below = grid.step(cell, 1, 0).map(|c| is(c, 9));
        let other = compare(digit(cell), Cmp::Ne, number(5));
        Formula::Or([Some(other), above, below].into_iter().flatten().collect())
    };
    rules(grid.cells().map(one).collect())
}

/// `1617`: one 6 and one 7.
fn look_and_say(s: &Statement, puzzle: &Puzzle) -> Reading<Vec<Clue>> {
    let cells = cells(&puzzle.grid, &s.args[1..])?;
    let digits: Option<Vec<i64>> =
        arg(s, 0).chars().map(|c| c.to_digit(10).map(i64::from)).collect();
    let pairs = digits.filter(|d| d.len() % 2 == 0).ok_or(ReadError::broken("LookAndSay"))?;
    let one = |p: &[i64]| compare(say::count(&cells, p[1]), Cmp::Eq, number(p[0]));
    Ok(rules(pairs.chunks(2).map(one).collect()))
}

fn quad(s: &Statement, puzzle: &Puzzle) -> Reading<Vec<Clue>> {
    let corner = cell(&puzzle.grid, arg(s, 0))?;
    let (row, col) = (puzzle.grid.row_of(corner), puzzle.grid.col_of(corner));
    let values: Vec<i64> = s.args[1..].iter().map(|a| integer(a)).collect::<Reading<_>>()?;
    Ok(rules(say::contains(&puzzle.grid.rectangle(row, col, 2, 2), &values, Cmp::Ge)))
}

fn same_values(s: &Statement, puzzle: &Puzzle) -> Reading<Vec<Clue>> {
    let cells = cells(&puzzle.grid, &s.args[1..])?;
    let sets = integer(arg(s, 0))?.max(1) as usize;
    if cells.is_empty() || cells.len() % sets != 0 {
        return Err(ReadError::broken("SameValues"));
    }
    let sets: Vec<&[CellId]> = cells.chunks(cells.len() / sets).collect();
    let one = |set: &&[CellId]| say::same_values(sets[0], set, &puzzle.grid);
    Ok(rules(sets[1..].iter().flat_map(one).collect()))
}

fn indexing(s: &Statement, puzzle: &Puzzle) -> Reading<Vec<Clue>> {
    let grid = &puzzle.grid;
    let by_row = arg(s, 0) == "R";
    let one = |cell: CellId| {
        let (row, col) = (grid.row_of(cell), grid.col_of(cell));
        let (line, at) = if by_row { (grid.column(col), row) } else { (grid.row(row), col) };
        say::indexes(cell, &line, number(at as i64 + 1))
    };
    Ok(rules(cells(grid, &s.args[1..])?.into_iter().map(one).collect()))
}

/// Groups of cells under one relation: names start with `_`, an empty word ends a group.
fn pairs(s: &Statement, puzzle: &Puzzle) -> Reading<Vec<Clue>> {
    let grid = &puzzle.grid;
    let (bits, n) = (pair_key::bits(arg(s, 0))?, grid.digit_count());
    let place = |d: i64| (d - grid.lo()) as usize;
    let holds = |a: i64, b: i64| bits.get(place(a) * n + place(b)) == Some(&true);
    let one = |a, b| say::related(a, b, grid, holds);
    let groups = s.args[1..].split(|a| a.is_empty() || a.starts_with('_'));
    let mut all = Vec::new();
    for group in groups {
        let group = cells(grid, group)?;
        let said =
            if s.kind == "Pair" { say::along(&group, one) } else { say::pairwise(&group, one) };
        all.extend(said);
    }
    Ok(rules(all))
}

/// The diagonal of a little killer. Its name, the first cell, tells the direction.
fn diagonal(start: CellId, puzzle: &Puzzle) -> Vec<CellId> {
    let grid = &puzzle.grid;
    let (row, col) = (grid.row_of(start), grid.col_of(start));
    let (down, right) = match () {
        () if col == 0 && row + 1 < grid.rows() => (1, 1),
        () if row == 0 => (1, -1),
        () if col + 1 == grid.cols() && row + 1 < grid.rows() => (-1, -1),
        () => (-1, 1),
    };
    grid.ray(start, down, right)
}

/// `R3` or `C3`.
fn house_line(name: &str, puzzle: &Puzzle) -> Reading<Vec<CellId>> {
    let broken = || ReadError::broken(format!("`{name}` is not a line"));
    let mut letters = name.chars();
    let (side, at) = (letters.next(), letters.next().and_then(|c| c.to_digit(17)));
    let at = at.and_then(|n| n.checked_sub(1)).ok_or_else(broken)? as usize;
    let line = match (side, letters.next()) {
        (Some('R'), None) if at < puzzle.grid.rows() => puzzle.grid.row(at),
        (Some('C'), None) if at < puzzle.grid.cols() => puzzle.grid.column(at),
        _ => return Err(broken()),
    };
    Ok(line)
}

/// `R1~from the left or top~from the other end`, either of which may be empty.
fn outside(
    s: &Statement,
    puzzle: &Puzzle,
    one: impl Fn(&[CellId], i64) -> say::Say,
) -> Reading<Vec<Clue>> {
    let mut line = house_line(arg(s, 0), puzzle)?;
    let mut said = Vec::new();
    for clue in [arg(s, 1), arg(s, 2)] {
        if !clue.is_empty() {
            said.push(one(&line, integer(clue)?));
        }
        line.reverse();
    }
    Ok(rules(said))
}

/// What is said about pairs without a mark, when all marks are known.
pub(super) fn closing(statements: &[Statement], puzzle: &Puzzle) -> Vec<Clue> {
    let says = |kind: &str| statements.iter().any(|s| s.kind == kind);
    let mut all = Vec::new();
    if says("StrictKropki") {
        let dot = |x: i64, y: i64| (x - y).abs() == 1 || x == 2 * y || y == 2 * x;
        all.extend(unmarked(puzzle, &["difference", "ratio"], dot));
    }
    if says("StrictXV") {
        all.extend(unmarked(puzzle, &["x", "v"], |x, y| x + y == 5 || x + y == 10));
    }
    let mut clues = Vec::new();
    if says("AntiConsecutive") {
        let dotted = puzzle.clues.iter().any(|c| ["difference", "ratio"].contains(&c.kind.name));
        match dotted {
            false => clues.push(clue("non-consecutive")),
            // Our kind exempts pairs with dots; this one does not.
            true => all.extend(unmarked(puzzle, &[], |x, y| (x - y).abs() == 1)),
        }
    }
    clues.extend(rules(all));
    clues
}

fn unmarked(puzzle: &Puzzle, marks: &[&'static str], mark: fn(i64, i64) -> bool) -> Vec<say::Say> {
    let marked: Vec<_> = marks.iter().flat_map(|k| puzzle.clues_of(k)).map(|c| c.list(0)).collect();
    let free = |&(a, b): &(CellId, CellId)| !marked.iter().any(|m| *m == [a, b] || *m == [b, a]);
    let pairs = say::neighbours(&puzzle.grid).into_iter().filter(free);
    pairs.map(|(a, b)| say::related(a, b, &puzzle.grid, |x, y| !mark(x, y))).collect()
}
