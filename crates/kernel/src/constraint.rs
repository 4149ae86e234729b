//! What can be required of variables, as plain data with an obvious meaning.
//!
//! Every constraint has [`Constraint::holds`], a check of a few lines on ground values.
//! It is the meaning: propagators are compared with it, never the other way round.

use std::sync::Arc;

use crate::automaton::Automaton;
use crate::expr::{Cmp, Expr, Formula, Rounding};
use crate::graph::Graph;
use crate::ids::VarId;
use crate::problem::Problem;

/// Pairs of values that may stand together. Shared, because one relation often joins many pairs.
pub type Pairs = Arc<[(i64, i64)]>;

/// A requirement on variables.
#[derive(Clone, Debug, PartialEq)]
pub enum Constraint {
    /// The variable has one of these values.
    Domain {
        /// The restricted variable.
        var: VarId,
        /// What it may be.
        values: Vec<i64>,
    },
    /// All values differ.
    Distinct(Vec<VarId>),
    /// All values differ and add up to `sum`.
    Cage {
        /// The cells of the cage.
        vars: Vec<VarId>,
        /// Their sum.
        sum: i64,
    },
    /// All values differ, and together they are one of the sets.
    Sets {
        /// The cells.
        vars: Vec<VarId>,
        /// Sets of as many values, each sorted.
        sets: Arc<[Box<[i64]>]>,
    },
    /// `sum of coefficient * variable  op  rhs`.
    Linear {
        /// Coefficients and variables.
        terms: Vec<(i64, VarId)>,
        /// How the sum compares.
        op: Cmp,
        /// With this number.
        rhs: i64,
    },
    /// Values rise along the line.
    Chain {
        /// From the lowest.
        vars: Vec<VarId>,
        /// Rise at each step, or never fall.
        strict: bool,
    },
    /// Two variables take one of the allowed pairs.
    Pair {
        /// The first of each pair.
        a: VarId,
        /// The second of each pair.
        b: VarId,
        /// What may stand together.
        allowed: Pairs,
    },
    /// Every two of the variables take an allowed pair; the relation is symmetric.
    Pairwise {
        /// The set of variables.
        vars: Vec<VarId>,
        /// What may stand together, both ways round.
        allowed: Pairs,
    },
    /// The variables take one of the rows.
    Table {
        /// One variable for each column.
        vars: Vec<VarId>,
        /// The allowed rows.
        rows: Arc<[Box<[i64]>]>,
    },
    /// The automaton reads the variables as a line.
    Regular {
        /// The line.
        vars: Vec<VarId>,
        /// Its reader.
        automaton: Arc<Automaton>,
    },
    /// `value` is the element of `list` at position `index`, counted from 1.
    Element {
        /// The position.
        index: VarId,
        /// The list.
        list: Vec<VarId>,
        /// What stands there.
        value: VarId,
    },
    /// `count` is how many of the variables have one of `values`.
    Count {
        /// The variables looked at.
        vars: Vec<VarId>,
        /// The values looked for.
        values: Vec<i64>,
        /// How many there are.
        count: VarId,
    },
    /// `a * b = product`.
    Product {
        /// A factor.
        a: VarId,
        /// The other factor.
        b: VarId,
        /// The product.
        product: VarId,
    },
    /// `|a - b| = diff`.
    AbsDiff {
        /// One side.
        a: VarId,
        /// The other.
        b: VarId,
        /// Their distance.
        diff: VarId,
    },
    /// `result` is the largest (or smallest) of the variables.
    Extreme {
        /// A non-empty list.
        vars: Vec<VarId>,
        /// Its extreme.
        result: VarId,
        /// Largest, or smallest.
        max: bool,
    },
    /// `a = b * quotient + remainder`, rounded as told, and `b` is not 0.
    DivRem {
        /// The dividend.
        a: VarId,
        /// The divisor.
        b: VarId,
        /// The rounded quotient.
        quotient: VarId,
        /// What remains.
        remainder: VarId,
        /// Which way to round.
        rounding: Rounding,
    },
    /// The first list comes before the second in lexicographic order.
    Lex {
        /// The smaller list.
        a: Vec<VarId>,
        /// The larger list, of the same length.
        b: Vec<VarId>,
        /// May they be equal?
        strict: bool,
    },
    /// `number` is `base` and how many variables of the lists have the value of `first`.
    Alike {
        /// How many there are.
        number: VarId,
        /// Whose value counts.
        first: VarId,
        /// The variables that are compared with it.
        lists: Vec<Vec<VarId>>,
        /// What counts besides.
        base: i64,
        /// All that have the value, or in each list only those at its start, without a gap.
        gaps: bool,
    },
    /// Of each group of values one occurs among the variables.
    Cover {
        /// Where they occur.
        vars: Vec<VarId>,
        /// The groups.
        groups: Arc<[Vec<i64>]>,
    },
    /// The number tells how many different values the variables have.
    Variety {
        /// How many.
        number: VarId,
        /// The variables.
        vars: Vec<VarId>,
    },
    /// All values differ, and those between two of them add up to `sum`.
    Filling {
        /// The line.
        vars: Vec<VarId>,
        /// The two values, in either order; if none, the smallest and the largest of the line.
        ends: Option<(i64, i64)>,
        /// What those between add up to.
        sum: i64,
    },
    /// Of the other lists so many come before this one in lexicographic order and so many behind
    /// it.
    Rank {
        /// The list.
        line: Vec<VarId>,
        /// Others of the same length.
        others: Vec<Vec<VarId>>,
        /// How many are smaller.
        below: usize,
        /// How many are larger.
        above: usize,
        /// Count only those that start with the same value; about the others nothing is said.
        alike: bool,
        /// Lists that are equal to this one count among the larger; else there are none.
        ties: bool,
    },
    /// The values are numbers in the order of their first appearance: the first is `from`, and
    /// a new one is one more than the largest before it.
    Numbered {
        /// The list.
        vars: Vec<VarId>,
        /// The first number.
        from: i64,
        /// Variables of the list that have the first numbers, whatever stands before them, in this
        /// order. The others' new values are numbered from there.
        pinned: Vec<VarId>,
    },
    /// So many of the values are larger than all before them, and than 0.
    Visible {
        /// The line.
        vars: Vec<VarId>,
        /// How many are seen.
        count: i64,
    },
    /// No two of the lists are equal.
    Unequal(Vec<Vec<VarId>>),
    /// `flag` is 1 if the comparison holds and 0 if not.
    Reified {
        /// A variable with the values 0 and 1.
        flag: VarId,
        /// Coefficients and variables.
        terms: Vec<(i64, VarId)>,
        /// How the sum compares.
        op: Cmp,
        /// With this number.
        rhs: i64,
    },
    /// Two lists use the same set of values.
    SameSet {
        /// One list.
        a: Vec<VarId>,
        /// The other.
        b: Vec<VarId>,
    },
    /// For each pair of lists of segments: both lists use the same set of values.
    Crossings {
        /// Lists of variables.
        segments: Vec<Vec<VarId>>,
        /// Pairs of lists of segments, by number.
        same: Vec<(Vec<usize>, Vec<usize>)>,
    },
    /// The places whose variables have one of the values hang together in the graph.
    Connected {
        /// A variable for each place.
        vars: Vec<VarId>,
        /// Which places are neighbours.
        graph: Arc<Graph>,
        /// The values that put a place in.
        values: Vec<i64>,
        /// How many places are in, by the graph's weights, if that is told.
        size: Option<usize>,
    },
    /// Among the members that choose a house, values differ, and some values must be there.
    Members {
        /// What each member chooses.
        choices: Vec<VarId>,
        /// The value of each member.
        vars: Vec<VarId>,
        /// The house.
        house: i64,
        /// Values that it must hold.
        all: Vec<i64>,
    },
    /// At least one branch holds, and a branch holds when all of it does.
    Or(Vec<Vec<Constraint>>),
    /// A statement of the expression language.
    Formula(Formula<VarId>),
}

impl Constraint {
    /// Whether the constraint holds when every variable has the value told.
    pub fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let all = |vars: &[VarId]| vars.iter().map(|&v| value(v)).collect::<Vec<_>>();
        let dot = |terms: &[(i64, VarId)]| {
            let terms = terms.iter().map(|&(c, v)| c as i128 * value(v) as i128);
            terms.fold(0, i128::saturating_add)
        };
        let compares = |sum: i128, op: Cmp, rhs: i64| match i64::try_from(sum) {
            Ok(sum) => op.holds(sum, rhs),
            Err(_) => op.holds(sum.signum() as i64, 0) && op != Cmp::Eq,
        };
        match self {
            Constraint::Domain { var, values } => values.contains(&value(*var)),
            Constraint::Distinct(vars) => distinct(all(vars)),
            Constraint::Cage { vars, sum } => {
                let values = all(vars);
                values.iter().map(|&v| v as i128).sum::<i128>() == *sum as i128 && distinct(values)
            }
            Constraint::Sets { vars, sets } => {
                let mut values = all(vars);
                values.sort_unstable();
                distinct(values.clone()) && sets.iter().any(|set| set[..] == values[..])
            }
            Constraint::Linear { terms, op, rhs } => compares(dot(terms), *op, *rhs),
            Constraint::Chain { vars, strict } => {
                all(vars).windows(2).all(|w| if *strict { w[0] < w[1] } else { w[0] <= w[1] })
            }
            Constraint::Pair { a, b, allowed } => allowed.contains(&(value(*a), value(*b))),
            Constraint::Pairwise { vars, allowed } => {
                let values = all(vars);
                let ok = |i: usize, j: usize| allowed.contains(&(values[i], values[j]));
                (0..values.len()).all(|i| (0..i).all(|j| ok(i, j) && ok(j, i)))
            }
            Constraint::Table { vars, rows } => {
                let values = all(vars);
                rows.iter().any(|row| row[..] == values[..])
            }
            Constraint::Regular { vars, automaton } => automaton.accepts(&all(vars)),
            Constraint::Element { index, list, value: at } => {
                let place = value(*index).checked_sub(1).and_then(|i| usize::try_from(i).ok());
                place.and_then(|i| list.get(i)).is_some_and(|&v| value(v) == value(*at))
            }
            Constraint::Count { vars, values, count } => {
                let n = all(vars).iter().filter(|v| values.contains(v)).count();
                n as i64 == value(*count)
            }
            Constraint::Product { a, b, product } => {
                value(*a) as i128 * value(*b) as i128 == value(*product) as i128
            }
            Constraint::AbsDiff { a, b, diff } => {
                (value(*a) as i128 - value(*b) as i128).abs() == value(*diff) as i128
            }
            Constraint::Extreme { vars, result, max } => {
                let values = all(vars).into_iter();
                let extreme = if *max { values.max() } else { values.min() };
                extreme == Some(value(*result))
            }
            Constraint::DivRem { a, b, quotient, remainder, rounding } => {
                rounding.quotient(value(*a), value(*b)) == Some(value(*quotient))
                    && rounding.remainder(value(*a), value(*b)) == Some(value(*remainder))
            }
            Constraint::Lex { a, b, strict } => {
                let (a, b) = (all(a), all(b));
                if *strict { a < b } else { a <= b }
            }
            Constraint::Alike { number, first, lists, base, gaps } => {
                let same = |&&v: &&VarId| value(v) == value(*first);
                let count = |list: &Vec<VarId>| match gaps {
                    true => list.iter().filter(same).count(),
                    false => list.iter().take_while(same).count(),
                };
                let sum: usize = lists.iter().map(count).sum();
                value(*number) as i128 == *base as i128 + sum as i128
            }
            Constraint::Cover { vars, groups } => {
                let values = all(vars);
                groups.iter().all(|group| values.iter().any(|v| group.contains(v)))
            }
            Constraint::Variety { number, vars } => {
                value(*number) == as_set(all(vars)).len() as i64
            }
            Constraint::Filling { vars, ends, sum } => {
                let values = all(vars);
                let extremes = values.iter().min().copied().zip(values.iter().max().copied());
                let place = |v: i64| values.iter().position(|&x| x == v);
                let places = ends.or(extremes).and_then(|(a, b)| place(a).zip(place(b)));
                distinct(values.clone())
                    && places.is_some_and(|(i, j)| {
                        let (i, j) = (i.min(j), i.max(j));
                        let between = values[i..j].iter().skip(1).map(|&v| v as i128);
                        i != j && between.sum::<i128>() == *sum as i128
                    })
            }
            Constraint::Rank { line, others, below, above, alike, ties } => {
                let line = all(line);
                let counts = |other: &Vec<i64>| !alike || other.first() == line.first();
                let others: Vec<Vec<i64>> = others.iter().map(|o| all(o)).filter(counts).collect();
                let how_many =
                    |f: &dyn Fn(&Vec<i64>) -> bool| others.iter().filter(|o| f(o)).count();
                how_many(&|o| *o < line) == *below
                    && how_many(&|o| *o > line || *ties && *o == line) == *above
                    && (*ties || how_many(&|o| *o == line) == 0)
            }
            Constraint::Numbered { vars, from, pinned } => {
                let first = *from as i128;
                let mut next = first + pinned.len() as i128;
                (first..).zip(all(pinned)).all(|(number, v)| i128::from(v) == number)
                    && all(vars).into_iter().map(i128::from).all(|v| {
                        let fits = (first..=next).contains(&v);
                        next += i128::from(v == next);
                        fits
                    })
            }
            Constraint::Visible { vars, count } => {
                let (mut top, mut seen) = (0, 0);
                for v in all(vars) {
                    if v > top {
                        (top, seen) = (v, seen + 1);
                    }
                }
                seen == *count
            }
            Constraint::Unequal(lists) => {
                let lists: Vec<Vec<i64>> = lists.iter().map(|l| all(l)).collect();
                (0..lists.len()).all(|i| (0..i).all(|j| lists[i] != lists[j]))
            }
            Constraint::Reified { flag, terms, op, rhs } => {
                value(*flag) == compares(dot(terms), *op, *rhs) as i64
            }
            Constraint::SameSet { a, b } => as_set(all(a)) == as_set(all(b)),
            Constraint::Crossings { segments, same } => {
                let used =
                    |list: &[usize]| as_set(list.iter().flat_map(|&s| all(&segments[s])).collect());
                same.iter().all(|(a, b)| used(a) == used(b))
            }
            Constraint::Connected { vars, graph, values, size } => {
                let inside: Vec<bool> = all(vars).iter().map(|v| values.contains(v)).collect();
                let weights = inside.iter().enumerate().filter(|(_, b)| **b);
                let count: usize = weights.map(|(place, _)| graph.weight(place)).sum();
                size.is_none_or(|size| size == count) && graph.connects(&inside)
            }
            Constraint::Members { choices, vars, house, all: wanted } => {
                let members = all(choices).into_iter().zip(all(vars));
                let inside: Vec<i64> =
                    members.filter(|(choice, _)| choice == house).map(|(_, v)| v).collect();
                wanted.iter().all(|v| inside.contains(v)) && distinct(inside)
            }
            Constraint::Or(branches) => {
                branches.iter().any(|branch| branch.iter().all(|c| c.holds(value)))
            }
            Constraint::Formula(f) => f.eval(&|v| value(*v)),
        }
    }

    /// A constraint that holds exactly when this one does not, if it is easily said.
    pub(crate) fn negated(&self, problem: &Problem) -> Option<Constraint> {
        let sum = |vars: &[VarId]| Expr::Sum(vars.iter().map(|&v| Expr::Var(v)).collect());
        let distinct =
            |vars: &[VarId]| Formula::Distinct(vars.iter().map(|&v| Expr::Var(v)).collect());
        let not = |f: Formula<VarId>| Some(Constraint::Formula(Formula::Not(Box::new(f))));
        match self {
            Constraint::Domain { var, values } if problem.def(*var).is_small() => {
                let def = problem.def(*var);
                let values = (def.lo..=def.hi).filter(|v| !values.contains(v)).collect();
                Some(Constraint::Domain { var: *var, values })
            }
            Constraint::Distinct(vars) => not(distinct(vars)),
            Constraint::Cage { vars, sum: total } => not(Formula::And(vec![
                distinct(vars),
                Formula::Cmp(Cmp::Eq, sum(vars), Expr::Const(*total)),
            ])),
            Constraint::Linear { terms, op, rhs } => {
                Some(Constraint::Linear { terms: terms.clone(), op: op.negated(), rhs: *rhs })
            }
            Constraint::Chain { vars, strict } => {
                let op = if *strict { Cmp::Ge } else { Cmp::Gt };
                let step = |w: &[VarId]| {
                    vec![Constraint::Linear { terms: vec![(1, w[0]), (-1, w[1])], op, rhs: 0 }]
                };
                Some(Constraint::Or(vars.windows(2).map(step).collect()))
            }
            Constraint::Pair { a, b, allowed }
                if problem.def(*a).is_small() && problem.def(*b).is_small() =>
            {
                let (x, y) = (problem.def(*a), problem.def(*b));
                let all = (x.lo..=x.hi).flat_map(|v| (y.lo..=y.hi).map(move |w| (v, w)));
                let allowed = all.filter(|pair| !allowed.contains(pair)).collect();
                Some(Constraint::Pair { a: *a, b: *b, allowed })
            }
            Constraint::Formula(f) => not(f.clone()),
            _ => None,
        }
    }

    /// The variables it speaks of, each once, in order of first mention.
    pub fn scope(&self) -> Vec<VarId> {
        let mut scope: Vec<VarId> = Vec::new();
        self.visit(&mut |v| {
            if !scope.contains(&v) {
                scope.push(v);
            }
        });
        scope
    }

    fn visit(&self, see: &mut dyn FnMut(VarId)) {
        match self {
            Constraint::Domain { var, .. } => see(*var),
            Constraint::Distinct(vars)
            | Constraint::Cage { vars, .. }
            | Constraint::Sets { vars, .. }
            | Constraint::Chain { vars, .. }
            | Constraint::Pairwise { vars, .. }
            | Constraint::Table { vars, .. }
            | Constraint::Connected { vars, .. }
            | Constraint::Cover { vars, .. }
            | Constraint::Filling { vars, .. }
            | Constraint::Numbered { vars, .. }
            | Constraint::Visible { vars, .. }
            | Constraint::Regular { vars, .. } => vars.iter().for_each(|&v| see(v)),
            Constraint::Linear { terms, .. } => terms.iter().for_each(|&(_, v)| see(v)),
            Constraint::Pair { a, b, .. } => [*a, *b].into_iter().for_each(see),
            Constraint::Element { index, list, value } => {
                see(*index);
                list.iter().for_each(|&v| see(v));
                see(*value);
            }
            Constraint::Count { vars, count: extra, .. }
            | Constraint::Variety { vars, number: extra }
            | Constraint::Extreme { vars, result: extra, .. } => {
                vars.iter().for_each(|&v| see(v));
                see(*extra);
            }
            Constraint::Product { a, b, product: c } | Constraint::AbsDiff { a, b, diff: c } => {
                [*a, *b, *c].into_iter().for_each(see);
            }
            Constraint::DivRem { a, b, quotient, remainder, .. } => {
                [*a, *b, *quotient, *remainder].into_iter().for_each(see);
            }
            Constraint::Lex { a, b, .. } | Constraint::SameSet { a, b } => {
                a.iter().chain(b).for_each(|&v| see(v));
            }
            Constraint::Members { choices, vars, .. } => {
                choices.iter().chain(vars).for_each(|&v| see(v));
            }
            Constraint::Reified { flag, terms, .. } => {
                see(*flag);
                terms.iter().for_each(|&(_, v)| see(v));
            }
            Constraint::Alike { number, first, lists, .. } => {
                [number, first].into_iter().chain(lists.iter().flatten()).for_each(|&v| see(v));
            }
            Constraint::Rank { line, others, .. } => {
                line.iter().chain(others.iter().flatten()).for_each(|&v| see(v));
            }
            Constraint::Crossings { segments, .. } | Constraint::Unequal(segments) => {
                segments.iter().flatten().for_each(|&v| see(v));
            }
            Constraint::Or(branches) => branches.iter().flatten().for_each(|c| c.visit(see)),
            Constraint::Formula(f) => f.variables().into_iter().for_each(see),
        }
    }
}

fn distinct(mut values: Vec<i64>) -> bool {
    values.sort_unstable();
    values.windows(2).all(|w| w[0] != w[1])
}

fn as_set(mut values: Vec<i64>) -> Vec<i64> {
    values.sort_unstable();
    values.dedup();
    values
}
