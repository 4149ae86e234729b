//! Random variables and constraints.

use std::sync::Arc;

use pencilmark_kernel::automaton::Automaton;
use pencilmark_kernel::constraint::Pairs;
use pencilmark_kernel::expr::{Cmp, Rounding};
use pencilmark_kernel::graph::Graph;
use pencilmark_kernel::{Constraint, Problem, VarId};

use super::formulas::random_formula;

/// Xorshift: small, seeded, the same everywhere.
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        let mut rng = Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        (0..8).for_each(|_| {
            rng.below(2);
        });
        rng
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    pub fn between(&mut self, lo: i64, hi: i64) -> i64 {
        lo + self.below((hi - lo + 1) as u64) as i64
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len() as u64) as usize]
    }
}

/// Which variables a problem has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Three or four with the values 1 to 4 or so; a variable may be used twice.
    Plain,
    /// Different offsets, negative values.
    Offsets,
    /// The same, never used twice.
    Distinct,
    /// One offset, different sizes, never used twice.
    Aligned,
    /// Five small ones.
    Many,
    /// Five small ones with more combinations than are listed.
    Large,
    /// One or two too wide for a mask.
    Wide,
    /// Small ones far out, some at the ends of the numbers.
    Huge,
}

/// New variables, and whether they may repeat is told by doubling one in the list.
pub fn random_vars(rng: &mut Rng, problem: &mut Problem, shape: Shape) -> Vec<VarId> {
    let mut vars: Vec<VarId> = match shape {
        Shape::Plain => (0..3 + rng.below(2)).map(|_| problem.var(1, rng.between(3, 5))).collect(),
        Shape::Aligned => {
            (0..2 + rng.below(3)).map(|_| problem.var(1, rng.between(2, 6))).collect()
        }
        Shape::Offsets | Shape::Distinct => (0..2 + rng.below(3))
            .map(|_| {
                let lo = rng.between(-4, 3);
                problem.var(lo, lo + rng.between(0, 5))
            })
            .collect(),
        Shape::Many => (0..5)
            .map(|_| {
                let lo = rng.between(-2, 2);
                problem.var(lo, lo + rng.between(1, 2))
            })
            .collect(),
        Shape::Large => (0..5)
            .map(|_| {
                let lo = rng.between(-1, 1);
                problem.var(lo, lo + 5)
            })
            .collect(),
        Shape::Wide => {
            let wide = |rng: &mut Rng, problem: &mut Problem| {
                let lo = rng.between(-70, 3);
                problem.var(lo, lo + rng.between(64, 80))
            };
            let mut vars = vec![wide(rng, problem)];
            if rng.below(4) == 0 {
                vars.push(wide(rng, problem));
            }
            vars.extend((0..2).map(|_| {
                let lo = rng.between(-2, 2);
                problem.var(lo, lo + rng.between(0, 2))
            }));
            vars
        }
        Shape::Huge => (0..3 + rng.below(2))
            .map(|_| {
                let ends = [0, 1 << 31, 1 << 40, -(1 << 40), i64::MAX - 3, i64::MIN, 1 << 62];
                let lo = *rng.pick(&ends);
                problem.var(lo, lo + rng.between(0, 3))
            })
            .collect(),
    };
    if !matches!(shape, Shape::Distinct | Shape::Aligned) && rng.below(4) == 0 {
        vars.push(vars[0]);
    }
    // Some order, so that the wide ones and the twins are anywhere.
    for i in (1..vars.len()).rev() {
        vars.swap(i, rng.below(i as u64 + 1) as usize);
    }
    vars
}

/// A value near the domain of a variable.
fn value(rng: &mut Rng, problem: &Problem, var: VarId) -> i64 {
    let def = problem.def(var);
    let span = (def.hi - def.lo) as u64 + 2;
    def.lo.saturating_add(rng.below(span) as i64).saturating_sub(rng.below(2) as i64)
}

/// What a sum of terms is under a random assignment, or nearly.
fn target(rng: &mut Rng, problem: &Problem, terms: &[(i64, VarId)]) -> i64 {
    let value = |rng: &mut Rng, v| value(rng, problem, v) as i128;
    let sum: i128 = terms.iter().map(|&(c, v)| c as i128 * value(rng, v)).sum();
    sum.clamp(i64::MIN.into(), i64::MAX.into()) as i64
}

fn pairs(rng: &mut Rng, problem: &Problem, vars: &[VarId], symmetric: bool) -> Pairs {
    let mut pairs = Vec::new();
    let irreflexive = rng.below(2) == 0;
    for _ in 0..rng.below(14) + 2 {
        let (a, b) = (*rng.pick(vars), *rng.pick(vars));
        let (a, b) = match symmetric {
            true => (a, b),
            false => (vars[0], *vars.last().unwrap()),
        };
        let pair = (value(rng, problem, a), value(rng, problem, b));
        if irreflexive && pair.0 == pair.1 {
            continue;
        }
        pairs.push(pair);
        // Now and then the mirror image is missing: such a pair is not allowed.
        if symmetric && rng.below(8) > 0 {
            pairs.push((pair.1, pair.0));
        }
    }
    pairs.into()
}

fn automaton(rng: &mut Rng, problem: &Problem, vars: &[VarId]) -> Automaton {
    let states = 1 + rng.below(4) as usize;
    let state = |rng: &mut Rng| rng.below(states as u64) as usize;
    let arcs = (0..4 + rng.below(14)).map(|_| {
        let var = *rng.pick(vars);
        (state(rng), value(rng, problem, var), state(rng))
    });
    let mut arcs: Vec<_> = arcs.collect();
    let (start, accepting) = (state(rng), vec![state(rng), state(rng)]);
    if rng.below(2) == 0 {
        // Values that lead from every state to the same one, and an end that reads everything
        // else, as far as anybody counts to it.
        for _ in 0..rng.below(4) {
            let (var, to) = (*rng.pick(vars), state(rng));
            let value = value(rng, problem, var);
            arcs.extend((0..states).map(|from| (from, value, to)));
        }
        let defs = vars.iter().map(|&var| problem.def(var));
        let values = defs.flat_map(|def| (def.lo..=def.hi).take(12));
        arcs.extend(values.map(|value| (accepting[0], value, accepting[0])));
    }
    Automaton { states, start, accepting, arcs }
}

fn cmp(rng: &mut Rng) -> Cmp {
    *rng.pick(&[Cmp::Eq, Cmp::Ne, Cmp::Lt, Cmp::Le, Cmp::Gt, Cmp::Ge])
}

/// Every kind of constraint.
pub const KINDS: [&str; 31] = [
    "domain",
    "distinct",
    "cage",
    "linear",
    "chain",
    "pair",
    "pairwise",
    "table",
    "regular",
    "element",
    "count",
    "product",
    "abs-diff",
    "extreme",
    "div-rem",
    "lex",
    "reified",
    "same-set",
    "sets",
    "connected",
    "members",
    "alike",
    "variety",
    "filling",
    "cover",
    "rank",
    "unequal",
    "visible",
    "numbered",
    "formula",
    "or",
];

/// A constraint of the named kind over some of the variables.
pub fn random_constraint(
    rng: &mut Rng,
    problem: &Problem,
    vars: &[VarId],
    name: &str,
) -> Constraint {
    let list = vars.to_vec();
    let some = |rng: &mut Rng| *rng.pick(vars);
    let terms = |rng: &mut Rng| -> Vec<(i64, VarId)> {
        vars.iter().map(|&v| (rng.between(-3, 3), v)).collect()
    };
    match name {
        "domain" => {
            let var = some(rng);
            let values = (0..rng.below(6)).map(|_| value(rng, problem, var)).collect();
            Constraint::Domain { var, values }
        }
        "distinct" => Constraint::Distinct(list),
        "cage" => {
            let ones: Vec<(i64, VarId)> = vars.iter().map(|&v| (1, v)).collect();
            Constraint::Cage { vars: list, sum: target(rng, problem, &ones) }
        }
        "linear" => {
            let terms = terms(rng);
            let rhs = target(rng, problem, &terms);
            Constraint::Linear { terms, op: cmp(rng), rhs }
        }
        "sum" => {
            let sign = |rng: &mut Rng| if rng.below(2) == 0 { 1 } else { -1 };
            let terms: Vec<(i64, VarId)> = vars.iter().map(|&v| (sign(rng), v)).collect();
            let rhs = target(rng, problem, &terms);
            Constraint::Linear { terms, op: Cmp::Eq, rhs }
        }
        "chain" => Constraint::Chain { vars: list, strict: rng.below(2) == 0 },
        "pair" => {
            let allowed = pairs(rng, problem, vars, false);
            Constraint::Pair { a: vars[0], b: vars[vars.len() - 1], allowed }
        }
        "pairwise" => Constraint::Pairwise { vars: list, allowed: pairs(rng, problem, vars, true) },
        "table" => {
            let row = |rng: &mut Rng| vars.iter().map(|&v| value(rng, problem, v)).collect();
            let rows = (0..rng.below(90)).map(|_| row(rng)).collect::<Vec<Box<[i64]>>>();
            Constraint::Table { vars: list, rows: rows.into() }
        }
        "regular" => {
            let automaton = Arc::new(automaton(rng, problem, vars));
            Constraint::Regular { vars: list, automaton }
        }
        "element" => Constraint::Element { index: some(rng), list, value: some(rng) },
        "count" => {
            let values = vars.iter().map(|&v| value(rng, problem, v)).collect();
            Constraint::Count { vars: list, values, count: some(rng) }
        }
        "product" => Constraint::Product { a: some(rng), b: some(rng), product: some(rng) },
        "abs-diff" => Constraint::AbsDiff { a: some(rng), b: some(rng), diff: some(rng) },
        "extreme" => Constraint::Extreme { vars: list, result: some(rng), max: rng.below(2) == 0 },
        "div-rem" => Constraint::DivRem {
            a: some(rng),
            b: some(rng),
            quotient: some(rng),
            remainder: some(rng),
            rounding: *rng.pick(&[Rounding::Truncate, Rounding::Floor]),
        },
        "lex" => {
            let cut = rng.below(vars.len() as u64 + 1) as usize;
            let (a, b) =
                if rng.below(3) > 0 { vars.split_at(vars.len() / 2) } else { vars.split_at(cut) };
            Constraint::Lex { a: a.to_vec(), b: b.to_vec(), strict: rng.below(2) == 0 }
        }
        "reified" => {
            let terms: Vec<_> = terms(rng).into_iter().take(rng.below(4) as usize).collect();
            let rhs = target(rng, problem, &terms);
            Constraint::Reified { flag: some(rng), terms, op: cmp(rng), rhs }
        }
        "same-set" => {
            let (a, b) = vars.split_at(rng.below(vars.len() as u64 + 1) as usize);
            Constraint::SameSet { a: a.to_vec(), b: b.to_vec() }
        }
        "sets" => {
            let mut set = |_| {
                let mut set: Vec<i64> = vars.iter().map(|&v| value(rng, problem, v)).collect();
                set.sort_unstable();
                set.into()
            };
            let sets = (0..12).map(&mut set).collect::<Vec<Box<[i64]>>>();
            Constraint::Sets { vars: list, sets: sets.into() }
        }
        "connected" => {
            let n = vars.len() as u64;
            let pairs =
                (0..rng.below(n + 3)).map(|_| (rng.below(n) as usize, rng.below(n) as usize));
            let pairs: Vec<_> = pairs.collect();
            let values = (0..1 + rng.below(3)).map(|_| value(rng, problem, vars[0])).collect();
            let size = (rng.below(2) == 0).then(|| rng.below(n + 1) as usize);
            let graph = Arc::new(match rng.below(3) {
                0 => Graph::weighted(vars.iter().map(|_| rng.below(4) as usize).collect(), pairs),
                _ => Graph::new(vars.len(), pairs),
            });
            Constraint::Connected { vars: list, graph, values, size }
        }
        "members" => {
            let (choices, vars) = vars.split_at(vars.len() / 2);
            let vars = vars[..choices.len()].to_vec();
            let house = choices.first().map_or(0, |&v| value(rng, problem, v));
            let wanted = rng.below(3).min(vars.len() as u64);
            let all = (0..wanted).map(|i| value(rng, problem, vars[i as usize])).collect();
            Constraint::Members { choices: choices.to_vec(), vars, house, all }
        }
        "alike" => {
            let number = some(rng);
            let (first, rest) = (some(rng), vars.to_vec());
            let cut = rng.below(vars.len() as u64 + 1) as usize;
            let lists = vec![rest[..cut].to_vec(), rest[cut..].to_vec()];
            let base = problem.def(number).lo.saturating_sub(rng.between(-1, 1));
            Constraint::Alike { number, first, lists, base, gaps: rng.below(2) == 0 }
        }
        "variety" => Constraint::Variety { number: some(rng), vars: list },
        "cover" => {
            let count = rng.below(4);
            // Mostly disjoint groups, which are propagated; the others are checked.
            let modulus = count as i64 + rng.between(0, 1);
            let all: Vec<i64> = (0..9).map(|_| value(rng, problem, vars[0])).collect();
            let mut group = |g: u64| match rng.below(5) {
                0 => vec![value(rng, problem, vars[0])],
                _ => all.iter().copied().filter(|v| v.rem_euclid(modulus) == g as i64).collect(),
            };
            let groups: Vec<Vec<i64>> = (0..count).map(&mut group).collect();
            Constraint::Cover { vars: list, groups: groups.into() }
        }
        "filling" => {
            let ends = (rng.below(2) == 0).then(|| {
                let (a, b) = (some(rng), some(rng));
                (value(rng, problem, a), value(rng, problem, b))
            });
            let count = rng.below(vars.len() as u64) as usize;
            let between: Vec<(i64, VarId)> = vars[..count].iter().map(|&v| (1, v)).collect();
            Constraint::Filling { vars: list, ends, sum: target(rng, problem, &between) }
        }
        "rank" => {
            let width = 1 + rng.below(2) as usize;
            let line = vars[..width].to_vec();
            let others: Vec<Vec<VarId>> = vars.windows(width).skip(1).map(<[_]>::to_vec).collect();
            let alike = rng.below(2) == 0;
            let below = rng.below(others.len() as u64 + 1) as usize;
            let above = match alike {
                true => rng.below((others.len() - below) as u64 + 1) as usize,
                false => others.len() - below,
            };
            let ties = rng.below(2) == 0;
            Constraint::Rank { line, others, below, above, alike, ties }
        }
        "numbered" => {
            let from = value(rng, problem, vars[0]);
            let mut pinned = list.clone();
            pinned.sort_unstable();
            pinned.dedup();
            pinned.truncate(rng.below(3) as usize);
            Constraint::Numbered { vars: list, from, pinned }
        }
        "visible" => {
            Constraint::Visible { count: rng.below(list.len() as u64 + 1) as i64, vars: list }
        }
        "unequal" => {
            let width = 1 + rng.below(3) as usize;
            Constraint::Unequal(vars.windows(width).map(<[_]>::to_vec).collect())
        }
        "or" => {
            let part = |rng: &mut Rng| {
                // The last kind is nested rarely, or instances would not end.
                let n = if rng.below(3) == 0 { KINDS.len() } else { KINDS.len() - 1 };
                let name = *rng.pick(&KINDS[..n]);
                random_constraint(rng, problem, vars, name)
            };
            let branch = |rng: &mut Rng| (0..1 + rng.below(2)).map(|_| part(rng)).collect();
            Constraint::Or((0..rng.below(4)).map(|_| branch(rng)).collect())
        }
        // One of the variables is what it should be.
        "clause" => {
            let way = |rng: &mut Rng, var: VarId| {
                let values = (0..rng.below(4)).map(|_| value(rng, problem, var)).collect();
                vec![Constraint::Domain { var, values }]
            };
            Constraint::Or(vars.iter().map(|&var| way(rng, var)).collect())
        }
        "formula" => Constraint::Formula(random_formula(rng, vars, 2)),
        other => panic!("no such kind: {other}"),
    }
}
