//! What each type of statement means.

use std::borrow::Cow;

use pencilmark_kernel::expr::{Cmp, Expr, Formula};
use pencilmark_puzzle::{CellId, Clue, Puzzle};

use super::names::Names;
use super::{Context, Statement, automata, integer, layout, parts, rule, unknown};
use crate::import::{Reading, Trouble, clue, digits_in};

/// How a statement lists its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// None: it is about the whole grid.
    Flag,
    /// Cells.
    Cells,
    /// A number, then cells.
    NumberCells,
    /// Cells, of which every two that touch are meant.
    Touching,
    /// `R1~from one end~from the other`.
    BothEnds,
}

/// Their type, our kind, the form.
pub(super) const TABLE: &[(&str, &str, Form)] = &[
    ("AntiKnight", "anti-knight", Form::Flag),
    ("AntiKing", "anti-king", Form::Flag),
    ("AntiTaxicab", "anti-taxicab", Form::Flag),
    ("AntiConsecutive", "anti-consecutive", Form::Flag),
    ("GlobalEntropy", "global-entropy", Form::Flag),
    ("GlobalMod", "global-modular", Form::Flag),
    ("DutchFlatmates", "dutch-flatmates", Form::Flag),
    ("RegionSameValues", "same-digits-in-houses", Form::Flag),
    ("StrictKropki", "strict-kropki", Form::Flag),
    ("StrictXV", "negative-xv", Form::Flag),
    ("Thermo", "thermo", Form::Cells),
    ("Renban", "renban", Form::Cells),
    ("Entropic", "entropic-line", Form::Cells),
    ("RegionSumLine", "region-sum-line", Form::Cells),
    ("Between", "between-line", Form::Cells),
    ("Palindrome", "palindrome", Form::Cells),
    ("Zipper", "zipper", Form::Cells),
    ("DoubleArrow", "double-arrow", Form::Cells),
    ("CountingCircles", "counting-circles", Form::Cells),
    ("EqualityCage", "equality-cage", Form::Cells),
    ("ValueIndexing", "value-indexing", Form::Cells),
    ("Modular", "modular-line", Form::NumberCells),
    ("Lockout", "lockout", Form::NumberCells),
    ("RellikCage", "rellik", Form::NumberCells),
    ("Lunchbox", "lunchbox", Form::NumberCells),
    ("WhiteDot", "difference", Form::Touching),
    ("BlackDot", "ratio", Form::Touching),
    ("X", "x", Form::Touching),
    ("V", "v", Form::Touching),
    ("GreaterThan", "greater", Form::Touching),
    ("XSum", "x-sum", Form::BothEnds),
    ("Skyscraper", "skyscraper", Form::BothEnds),
    ("HiddenSkyscraper", "hidden-skyscraper", Form::BothEnds),
    ("NumberedRoom", "numbered-room", Form::BothEnds),
    ("FullRank", "full-rank", Form::BothEnds),
];

/// Types that have a way of their own.
const OTHERS: &[&str] = &[
    "AllDifferent",
    "Arrow",
    "Binary",
    "BinaryX",
    "Cage",
    "ChaosArrow",
    "ChaosConstruction",
    "ChaosCount",
    "ConnectedValues",
    "ContainAtLeast",
    "ContainExact",
    "CountDistinct",
    "Diagonal",
    "DisjointSets",
    "Doppelganger",
    "EqualSum",
    "FullRankTies",
    "Indexing",
    "LittleKiller",
    "LookAndSay",
    "NFA",
    "Pair",
    "PairX",
    "PillArrow",
    "Quad",
    "Regex",
    "SameValues",
    "Sandwich",
    "SearchPriority",
    "Sum",
    "SumLine",
    "Whisper",
    "Windoku",
];

pub(super) fn is_known(kind: &str) -> bool {
    OTHERS.contains(&kind) || TABLE.iter().any(|row| row.0 == kind)
}

/// Whether a type is about the whole grid, and so cannot stand in a composite.
pub(super) fn is_global(kind: &str) -> bool {
    let flags = TABLE.iter().filter(|row| row.2 == Form::Flag);
    let others = [
        "Diagonal",
        "DisjointSets",
        "Windoku",
        "Doppelganger",
        "ChaosConstruction",
        "FullRankTies",
    ];
    others.contains(&kind)
        || layout::TYPES[..5].contains(&kind)
        || flags.into_iter().any(|row| row.0 == kind)
}

/// The clues of a statement. The layout has been read before.
pub(super) fn read(context: &mut Context, s: &Statement) -> Reading<Vec<Clue>> {
    if s.kind.is_empty() {
        return givens(context, s);
    }
    if let Some(&(_, kind, form)) = TABLE.iter().find(|row| row.0 == s.kind) {
        return regular(context, s, kind, form);
    }
    let names = &context.names;
    let puzzle = &context.puzzle;
    let line = || names.cells(s, &s.args);
    let after_number = || Ok((integer(s, s.arg(0))?, names.cells(s, s.rest(1))?));
    let one = |clue: Clue| Ok(vec![clue]);
    match &*s.kind {
        kind if layout::TYPES.contains(&kind) => Ok(vec![]),
        // How to search is ours to decide.
        "SearchPriority" => Ok(vec![]),
        "Diagonal" => one(clue("diagonal").number(integer(s, s.arg(0))?)),
        "Windoku" => Ok(windoku(puzzle)),
        "DisjointSets" => Ok(disjoint_sets(puzzle)),
        "Doppelganger" => Ok(unknown::doppelganger(context)),
        "ChaosConstruction" | "ChaosArrow" | "ChaosCount" | "ConnectedValues" => {
            unknown::read(context, s)
        }
        "FullRankTies" => match s.arg(0) {
            "none" => one(clue("rank-ties").number(1)),
            "any" => one(clue("rank-ties").number(2)),
            "only-unclued" => Ok(vec![]),
            other => Err(s.fault(format!("`{other}` is none of none, only-unclued and any"))),
        },

        "Cage" => {
            let sum = if s.arg(0).is_empty() { 0 } else { integer(s, s.arg(0))? };
            let cells = names.cells(s, s.rest(1))?;
            if cells.is_empty() {
                return Err(s.fault("a cage without cells"));
            }
            Ok(cage(sum, cells))
        }
        "Sum" => sum(context, s),
        "AllDifferent" => one(clue("extra-region").over(once(&line()?))),
        "ContainAtLeast" | "ContainExact" => {
            let kind = if s.kind == "ContainExact" { "contains-exactly" } else { "contains" };
            let mut contains = clue(kind).over(names.cells(s, s.rest(1))?);
            contains.numbers =
                s.arg(0).split('_').map(|v| integer(s, v)).collect::<Reading<_>>()?;
            one(contains)
        }
        "LookAndSay" => {
            let digits: Option<Vec<i64>> =
                s.arg(0).chars().map(|c| c.to_digit(10).map(i64::from)).collect();
            let pairs = digits.filter(|d| d.len() % 2 == 0 && !d.is_empty());
            let mut said = clue("look-and-say").over(names.cells(s, s.rest(1))?);
            said.numbers = pairs.ok_or_else(|| s.fault("expected pairs of a count and a digit"))?;
            one(said)
        }
        "Quad" => quad(context, s),
        "SameValues" => {
            let (sets, cells) = after_number()?;
            let sets = usize::try_from(sets).unwrap_or(0);
            if sets == 0 || cells.is_empty() || cells.len() % sets != 0 {
                return Err(s.fault(format!("{} cells cannot be {sets} sets", cells.len())));
            }
            let lists = cells.chunks(cells.len() / sets).map(<[CellId]>::to_vec);
            Ok(lists_of("same-digits", lists.collect()))
        }
        "EqualSum" => {
            let segments = s.args.split(|a| a == "-").map(|words| names.cells(s, words));
            let segments = segments.collect::<Reading<Vec<_>>>()?;
            Ok(lists_of("equal-sum", segments.into_iter().filter(|l| !l.is_empty()).collect()))
        }
        "Indexing" => {
            let kind = match s.arg(0) {
                "R" => "row-indexer",
                "C" => "column-indexer",
                other => return Err(s.fault(format!("`{other}` is neither R nor C"))),
            };
            one(clue(kind).over(names.cells(s, s.rest(1))?))
        }
        "CountDistinct" => match *line()? {
            [control, ref rest @ ..] if !rest.is_empty() => {
                one(clue("count-distinct").over([control]).over(rest))
            }
            _ => Err(s.fault("expected a cell and those whose digits it counts")),
        },

        "Arrow" => arrow(s, &line()?, 1),
        "PillArrow" => pill(context, s),
        "Whisper" => match s.arg(0).parse::<i64>() {
            Ok(least) => one(clue("whisper").number(least).over(names.cells(s, s.rest(1))?)),
            Err(_) => one(clue("whisper").number(5).over(line()?)),
        },
        "SumLine" => {
            let closed = s.args.last().is_some_and(|a| a == "LOOP");
            let words = &s.args[..s.args.len() - usize::from(closed)];
            let cells = names.cells(s, words.get(1..).unwrap_or_default())?;
            let line = clue("sum-line").number(integer(s, s.arg(0))?).over(cells);
            one(if closed { line.number(1) } else { line })
        }
        "Pair" | "Binary" => automata::pairs(context, s, false),
        "PairX" | "BinaryX" => automata::pairs(context, s, true),
        "NFA" => automata::machine(context, s),
        "Regex" => automata::regular(context, s),

        "LittleKiller" => {
            let start = names.want(s, s.arg(1))?;
            one(clue("little-killer").number(integer(s, s.arg(0))?).over(diagonal(start, puzzle)))
        }
        "Sandwich" => {
            let line = house_line(s, s.arg(1), puzzle)?;
            // With more digits than cells the bread is what the line has.
            let short = line.len() < puzzle.grid.digit_count();
            let kind = if short { "lunchbox" } else { "sandwich" };
            one(clue(kind).number(integer(s, s.arg(0))?).over(line))
        }
        kind => {
            let shown: String = kind.chars().take(30).collect();
            let trouble = s.fault(format!("`{shown}` is no type of constraint that is known"));
            let known = TABLE.iter().map(|row| row.0).chain(OTHERS.iter().copied());
            Err(match crate::near::nearest(kind, known.chain(layout::TYPES.iter().copied())) {
                Some(near) => trouble.help(format!("did you mean `{near}`?")),
                None => trouble,
            })
        }
    }
}

fn regular(context: &Context, s: &Statement, kind: &str, form: Form) -> Reading<Vec<Clue>> {
    let names = &context.names;
    match form {
        Form::Flag if kind == "global-modular" => Ok(vec![clue(kind).number(3)]),
        Form::Flag => Ok(vec![clue(kind)]),
        // Without regions such a line says nothing.
        Form::Cells if kind == "region-sum-line" && !has_regions(&context.puzzle) => Ok(vec![]),
        Form::Cells => Ok(vec![clue(kind).over(names.cells(s, &s.args)?)]),
        Form::NumberCells => {
            let number = integer(s, s.arg(0))?;
            Ok(vec![clue(kind).number(number).over(names.cells(s, s.rest(1))?)])
        }
        Form::Touching => {
            let pairs = touching(&names.cells(s, &s.args)?, names);
            if pairs.is_empty() {
                return Err(s.fault("no two of the cells touch, so this says nothing"));
            }
            let number = match kind {
                "difference" => Some(1),
                "ratio" => Some(2),
                _ => None,
            };
            let mark = |(a, b)| {
                let mark = clue(kind).over([a, b]);
                number.map_or(mark.clone(), |n| mark.number(n))
            };
            Ok(pairs.into_iter().map(mark).collect())
        }
        Form::BothEnds => {
            let mut line = house_line(s, s.arg(0), &context.puzzle)?;
            let mut clues = Vec::new();
            for word in [s.arg(1), s.arg(2)] {
                if !word.is_empty() {
                    clues.push(clue(kind).number(integer(s, word)?).over(line.clone()));
                }
                line.reverse();
            }
            Ok(clues)
        }
    }
}

fn has_regions(puzzle: &Puzzle) -> bool {
    puzzle.clues_of("box").chain(puzzle.clues_of("region")).next().is_some()
}

/// A clue over several lists; one list alone says nothing.
fn lists_of(kind: &str, lists: Vec<Vec<CellId>>) -> Vec<Clue> {
    if lists.len() < 2 {
        return vec![];
    }
    let mut clue = clue(kind);
    clue.cells = lists;
    vec![clue]
}

/// `R1C1_5~R1C2_1_2_3`
fn givens(context: &Context, s: &Statement) -> Reading<Vec<Clue>> {
    let one = |word: &Cow<'_, str>| {
        let mut parts = parts(word, b'_');
        let cell = context.names.want(s, parts.next().unwrap_or_default())?;
        let digits: Vec<i64> = parts.map(|v| integer(s, v)).collect::<Reading<_>>()?;
        let range = &context.puzzle.grid.digits();
        match digits.iter().find(|d| !range.contains(d)) {
            Some(digit) => Err(s.fault(format!("{digit} is not a digit of this grid"))),
            None if digits.is_empty() => Ok(rule(Formula::Const(false))),
            None => Ok(digits_in(cell, digits)),
        }
    };
    s.args.iter().filter(|a| !a.is_empty()).map(one).collect()
}

/// `20~CELLS` or with factors `20_=_1_1_-1~CELLS`.
fn sum(context: &Context, s: &Statement) -> Reading<Vec<Clue>> {
    let cells = context.names.cells(s, s.rest(1))?;
    let Some((total, factors)) = s.arg(0).split_once("_=_") else {
        return Ok(vec![clue("sum").number(integer(s, s.arg(0))?).over(cells)]);
    };
    let factors: Vec<i64> = factors.split('_').map(|f| integer(s, f)).collect::<Reading<_>>()?;
    if factors.len() != cells.len() {
        return Err(s.fault(format!("{} factors for {} cells", factors.len(), cells.len())));
    }
    let term = |(&k, &cell): (&i64, &CellId)| match k {
        1 => Names::digit(cell),
        -1 => Expr::Neg(Box::new(Names::digit(cell))),
        k => Expr::Mul(Box::new(Expr::Const(k)), Box::new(Names::digit(cell))),
    };
    let terms = factors.iter().zip(&cells).map(term).collect();
    let total = Expr::Const(integer(s, total)?);
    Ok(vec![rule(Formula::Cmp(Cmp::Eq, Expr::Sum(terms), total))])
}

fn once(cells: &[CellId]) -> Vec<CellId> {
    let mut once = cells.to_vec();
    once.sort_unstable();
    once.dedup();
    once
}

/// No sum is written 0. A cell listed twice counts twice, and need not differ from itself.
fn cage(sum: i64, cells: Vec<CellId>) -> Vec<Clue> {
    let once = once(&cells);
    match (sum, once.len() == cells.len()) {
        (0, _) => vec![clue("cage").over(once)],
        (_, true) => vec![clue("cage").number(sum).over(cells)],
        (_, false) => vec![clue("cage").over(once), clue("sum").number(sum).over(cells)],
    }
}

fn arrow(s: &Statement, line: &[CellId], pill: usize) -> Reading<Vec<Clue>> {
    if line.len() <= pill {
        return Err(s.fault("an arrow without a shaft"));
    }
    let (circle, shaft) = line.split_at(pill);
    Ok(vec![clue("arrow").over(circle).over(shaft)])
}

/// A pill is read in the order of the grid, whatever the order it is listed in; its digits
/// behind the first are below 10.
fn pill(context: &Context, s: &Statement) -> Reading<Vec<Clue>> {
    let size = usize::try_from(integer(s, s.arg(0))?).ok().filter(|n| (2..=3).contains(n));
    let size = size.ok_or_else(|| s.fault("a pill has 2 or 3 cells"))?;
    let mut line = context.names.cells(s, s.rest(1))?;
    if line.len() <= size {
        return Err(s.fault("an arrow without a shaft"));
    }
    line[..size].sort_unstable();
    let mut clues = arrow(s, &line, size)?;
    let grid = &context.puzzle.grid;
    if grid.hi() > 9 {
        let mut low = clue("candidates").over(&line[1..size]);
        low.numbers = grid.digits().filter(|&d| d < 10).collect();
        clues.push(low);
    }
    Ok(clues)
}

/// Pairs of the list that share a side, in the order of the list.
fn touching(list: &[CellId], names: &Names) -> Vec<(CellId, CellId)> {
    let sides = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let touch = |a, b| sides.iter().any(|&(d, r)| names.step(a, d, r) == Some(b));
    let pairs = (0..list.len()).flat_map(|i| (i + 1..list.len()).map(move |j| (i, j)));
    pairs.map(|(i, j)| (list[i], list[j])).filter(|&(a, b)| touch(a, b)).collect()
}

fn quad(context: &Context, s: &Statement) -> Reading<Vec<Clue>> {
    let names = &context.names;
    let corner = names.want(s, s.arg(0))?;
    let square = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(d, r)| names.step(corner, d, r));
    let square: Option<Vec<CellId>> = square.into_iter().collect();
    let square = square.ok_or_else(|| s.fault("the square leaves the grid"))?;
    let mut quad = clue("quadruple").over(square);
    quad.numbers = s.rest(1).iter().map(|a| integer(s, a)).collect::<Reading<_>>()?;
    Ok(if quad.numbers.is_empty() { vec![] } else { vec![quad] })
}

/// The boxes between the boxes. Our kind knows those of the usual size.
fn windoku(puzzle: &Puzzle) -> Vec<Clue> {
    let grid = &puzzle.grid;
    if grid.digit_count() == grid.house_size() && puzzle.box_shape() == grid.default_box() {
        return vec![clue("windoku")];
    }
    let size = puzzle.box_shape().map_or(grid.digit_count(), |(h, w)| h * w);
    let Some((height, width)) = layout::box_shape(grid, Some(size)) else { return vec![] };
    let mut clues = Vec::new();
    let starts =
        |side: usize, step: usize| (1..).step_by(step + 1).take_while(move |at| at + step < side);
    for col in starts(grid.cols(), width) {
        for row in starts(grid.rows(), height) {
            clues.push(clue("extra-region").over(grid.rectangle(row, col, height, width)));
        }
    }
    clues
}

/// Cells at the same place of their boxes differ, also where boxes are no houses.
fn disjoint_sets(puzzle: &Puzzle) -> Vec<Clue> {
    if puzzle.clues_of("box").next().is_some() {
        return vec![clue("disjoint-groups")];
    }
    let grid = &puzzle.grid;
    let boxes =
        layout::box_shape(grid, None).and_then(|(h, w)| grid.boxes(h, w)).unwrap_or_default();
    let size = boxes.first().map_or(0, Vec::len);
    let group = |at: usize| boxes.iter().map(|b| b[at]).collect::<Vec<_>>();
    (0..size).map(|at| clue("extra-region").over(group(at))).collect()
}

/// The diagonal of a little killer. Its name, the first cell, tells the direction.
pub(super) fn diagonal(start: CellId, puzzle: &Puzzle) -> Vec<CellId> {
    let grid = &puzzle.grid;
    let (row, col) = (grid.row_of(start), grid.col_of(start));
    let (down, right) = match () {
        () if col == 0 && row + 1 < grid.rows() => (1, 1),
        () if row == 0 => (1, -1),
        () if col + 1 == grid.cols() && row + 1 < grid.rows() => (-1, -1),
        () => (-1, 1),
    };
    if start.index() >= grid.size() { vec![start] } else { grid.ray(start, down, right) }
}

/// `R3` or `C3`; lines are counted in decimals here.
fn house_line(s: &Statement, name: &str, puzzle: &Puzzle) -> Reading<Vec<CellId>> {
    let broken = || -> Trouble {
        let shown: String = name.chars().take(20).collect();
        s.fault(format!("`{shown}` is not a row or column"))
    };
    let number = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
    let (rows, cols) = (puzzle.grid.rows(), puzzle.grid.cols());
    match (name.strip_prefix('R').and_then(number), name.strip_prefix('C').and_then(number)) {
        (Some(row), _) if row < rows => Ok(puzzle.grid.row(row)),
        (_, Some(col)) if col < cols => Ok(puzzle.grid.column(col)),
        _ => Err(broken()),
    }
}
