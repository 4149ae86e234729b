//! Full rank: rows and columns read as numbers, from both ends, and put in order.

use std::cmp::Ordering;

use pencilmark_kernel::expr::{Cmp, Expr, Formula};
use pencilmark_kernel::{Constraint, VarId};

use super::{compare, digit, needs, number};
use crate::drawing::{Drawing, Frame};
use crate::flaw::{Flaw, Part};
use crate::grid::{CellId, Grid};
use crate::kind::{Arg, Kind, Shape, Tool};
use crate::lower::Lower;
use crate::puzzle::{Clue, Name, Puzzle};

pub(crate) static KINDS: &[&Kind] = &[&FULL_RANK, &RANK_TIES];

static FULL_RANK: Kind = Kind {
    name: "full-rank",
    args: &[Arg::new("rank", Shape::Number), Arg::new("line", Shape::Line(2))],
    summary: "Of all rows and columns read as numbers, from both ends, the line is at this place, \
              the smallest first. No other line ties with it, unless `rank-ties any` says so.",
    example: "full-rank 12 r3c1 right",
    check: check_rank,
    meaning: |clue, puzzle| {
        let (line, lines) = (clue.list(0), lines(puzzle));
        let others: Vec<_> = lines.iter().filter(|other| other[..] != *line).collect();
        let before = |other: &&Vec<CellId>| Expr::Holds(Box::new(less(other, line)));
        let smaller = Expr::Sum(others.iter().map(before).collect());
        let mut all = vec![compare(smaller, Cmp::Eq, number(rank(clue) - 1))];
        if !ties_allowed(puzzle) {
            all.extend(others.iter().map(|other| unequal(other, line)));
        }
        all
    },
    lower: lower_rank,
    elsewhere: &[(Tool::Iss, "FullRank")],
    drawing: Drawing::Outside { frame: Frame::Rank },
    ..Kind::PLAIN
};

static RANK_TIES: Kind = Kind {
    name: "rank-ties",
    args: &[Arg::new("ties", Shape::Word(&["none", "any"]))],
    summary: "Whether rows and columns read as numbers may be equal: `none` ever, or `any`; \
              without it, all but those with a rank.",
    example: "rank-ties none",
    words: |clue, _| match clue.numbers.first() {
        Some(1) => "the rule that no lines tie".into(),
        _ => "the rule about ties".into(),
    },
    check: |_, puzzle| {
        needs(puzzle.grid.rows() == puzzle.grid.cols(), "ranks compare lines of one length")
    },
    meaning: |clue, puzzle| {
        if clue.numbers.first() != Some(&1) {
            return vec![];
        }
        let lines = lines(puzzle);
        let pairs = (0..lines.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        pairs.map(|(i, j)| unequal(&lines[i], &lines[j])).collect()
    },
    lower: |clue, puzzle, lower| {
        if clue.numbers.first() == Some(&1) {
            let lists = lines(puzzle).iter().map(|line| lower.list(line)).collect();
            lower.post(Constraint::Unequal(lists));
        }
    },
    elsewhere: &[(Tool::Iss, "FullRankTies")],
    ..Kind::PLAIN
};

/// Every row and column, from both ends.
fn lines(puzzle: &Puzzle) -> Vec<Vec<CellId>> {
    let grid = &puzzle.grid;
    let rows = (0..grid.rows()).map(|r| grid.row(r));
    let columns = (0..grid.cols()).map(|c| grid.column(c));
    let both = |line: Vec<CellId>| [line.clone(), line.into_iter().rev().collect()];
    rows.chain(columns).flat_map(both).collect()
}

/// Whether it is one of them.
fn is_whole(grid: &Grid, line: &[CellId]) -> bool {
    let Some(&first) = line.first() else { return false };
    let (r, c) = (grid.row_of(first), grid.col_of(first));
    [grid.row(r), grid.column(c)].iter().any(|whole| {
        line == whole || line.len() == whole.len() && line.iter().eq(whole.iter().rev())
    })
}

fn rank(clue: &Clue) -> i64 {
    clue.numbers.first().copied().unwrap_or(0)
}

fn ties_allowed(puzzle: &Puzzle) -> bool {
    puzzle.clues_of("rank-ties").any(|c| c.numbers.first() == Some(&2))
}

/// The first line makes a smaller number: at the first place where they differ.
fn less(a: &[CellId], b: &[CellId]) -> Formula<Name> {
    let at = |i: usize| {
        let equal = |j: usize| compare(digit(a[j]), Cmp::Eq, digit(b[j]));
        let smaller = compare(digit(a[i]), Cmp::Lt, digit(b[i]));
        Formula::And((0..i).map(equal).chain([smaller]).collect())
    };
    Formula::Or((0..a.len().min(b.len())).map(at).collect())
}

fn unequal(a: &[CellId], b: &[CellId]) -> Formula<Name> {
    let differ = |(&a, &b): (&CellId, &CellId)| compare(digit(a), Cmp::Ne, digit(b));
    Formula::Or(a.iter().zip(b).map(differ).collect())
}

fn check_rank(clue: &Clue, puzzle: &Puzzle) -> Result<(), Flaw> {
    let square = puzzle.grid.rows() == puzzle.grid.cols();
    needs(square, "ranks compare lines of one length: the grid must be square")?;
    needs(is_whole(&puzzle.grid, clue.list(0)), "only whole rows and columns have a rank")?;
    let most = 2 * (puzzle.grid.rows() + puzzle.grid.cols()) as i64;
    if (1..=most).contains(&rank(clue)) {
        return Ok(());
    }
    Err(Flaw::new(Part::Arg(0), format!("there is no rank {}", rank(clue)))
        .help(format!("1 to {most}")))
}

/// Where every border of the grid holds each digit once, four lines start with each digit, so
/// the rank tells the first digit, and the rest of it is about lines that start alike.
fn lower_rank(clue: &Clue, puzzle: &Puzzle, lower: &mut Lower<'_>) {
    let (grid, line) = (&puzzle.grid, clue.list(0));
    let ties = ties_allowed(puzzle);
    let smaller = (rank(clue) - 1) as usize;
    let among = |others: Vec<_>, line, count: usize, below: usize, alike| Constraint::Rank {
        line,
        others,
        below,
        above: count - below,
        alike,
        ties,
    };
    let places = |kind: &'static str| {
        let of = move |(_, c): &(usize, &Clue)| c.kind.name == kind;
        puzzle.clues.iter().enumerate().filter(of)
    };
    let houses: Vec<usize> = places("row").chain(places("column")).map(|(i, _)| i).collect();
    let blocks = grid.digit_count() == grid.rows() && houses.len() == grid.rows() + grid.cols();
    let alone = |lower: &mut Lower<'_>| {
        let others = others(clue, puzzle, lower, &[]);
        let count = others.len();
        lower.post(among(others, lower.list(line), count, smaller, false));
    };
    if blocks {
        let values = vec![grid.lo() + block(clue)];
        let var = lower.cell(line[0]);
        lower.derive_all(houses.clone(), Constraint::Domain { var, values }, alone);
        // Lines with a rank of their own are known to start alike or not, and to be before or
        // behind: what is left of the places is for the others.
        let known: Vec<(usize, &Clue)> =
            places("full-rank").filter(|(_, o)| o.list(0) != line).collect();
        let place = smaller % 4;
        let (with, known, (below, above)) = match left_over(clue, &known) {
            Some(left) => {
                (houses.into_iter().chain(known.iter().map(|k| k.0)).collect(), known, left)
            }
            None => (houses, vec![], (place, 3 - place)),
        };
        // All four are known: the borders keep the digit from others.
        if below + above > 0 {
            let others = others(clue, puzzle, lower, &known);
            let rest = among(others, lower.list(line), below + above, below, true);
            lower.derive_all(with, rest, |_| {});
        }
    } else {
        alone(lower);
    }
    // Lines of different blocks are in order by their first digits, which a search is told.
    let told = lower.for_search(|_| blocks.then_some(())).is_some();
    let far = |other: &Clue| told && block(other) != block(clue);
    for (i, other) in places("full-rank").filter(|(_, o)| rank(o) > rank(clue) && !far(o)) {
        let (a, b) = (lower.list(line), lower.list(other.list(0)));
        lower.derive([i], Constraint::Lex { a, b, strict: true });
    }
}

/// All lines but that of the clue and those of some others.
fn others(
    clue: &Clue,
    puzzle: &Puzzle,
    lower: &Lower<'_>,
    but: &[(usize, &Clue)],
) -> Vec<Vec<VarId>> {
    let is_left_out =
        |line: &[CellId]| line == clue.list(0) || but.iter().any(|(_, o)| o.list(0) == line);
    let lines = lines(puzzle).into_iter().filter(|line| !is_left_out(line));
    lines.map(|line| lower.list(&line)).collect()
}

/// Which digit a line of this rank starts with, counted from the smallest, where four do with each.
fn block(clue: &Clue) -> i64 {
    (rank(clue) - 1) / 4
}

/// How many places before and behind the line, among those that start alike, are not taken by
/// lines with a rank; none if there is no such line, if one has the same, or if they contradict each other.
fn left_over(clue: &Clue, known: &[(usize, &Clue)]) -> Option<(usize, usize)> {
    let place = ((rank(clue) - 1) % 4) as usize;
    let (mut below, mut above) = (place, 3 - place);
    let mut near: Vec<&Clue> =
        known.iter().map(|k| k.1).filter(|o| block(o) == block(clue)).collect();
    near.dedup_by_key(|o| o.list(0));
    for other in &near {
        let side = match rank(other).cmp(&rank(clue)) {
            Ordering::Less => &mut below,
            Ordering::Greater => &mut above,
            // Whether they may tie is for the rank among all to say.
            Ordering::Equal => return None,
        };
        *side = side.checked_sub(1)?;
    }
    (!near.is_empty()).then_some((below, above))
}
