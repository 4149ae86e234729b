//! What many problems begin with: the cells of a grid and its houses.
//!
//! Which houses cross, what follows from them and what they compile to is the same for every
//! puzzle on the grid. Whoever builds many keeps a [`Ground`]: problems that begin
//! [upon](Problem::upon) it share its constraints, and what is found out about these is found out
//! once, when it is first asked for.

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::compile::{CompileOptions, Compiler, Strength};
use crate::constraint::Constraint;
use crate::derive::Layout;
use crate::model::Model;
use crate::problem::{Posted, Problem};
use crate::prop::Prop;

/// Variables of one range, and lists of them that all differ.
pub struct Ground {
    problem: Problem,
    layout: OnceLock<Arc<Layout>>,
    compiled: OnceLock<Compiled>,
}

/// What the constraints of a ground become.
pub(crate) struct Compiled {
    /// Its variables, who sees whom, and the propagators; not sealed.
    model: Model,
    /// How many words its variables have; those behind them are lanes.
    words: usize,
    /// A propagator for each constraint that follows from the houses, or none at all.
    derived: Vec<Prop>,
}

impl Ground {
    /// The ground that such a problem is; none if there is more to it than cells and houses.
    pub fn new(problem: Problem) -> Option<Arc<Ground>> {
        let range = |at: usize| problem.vars().get(at).map(|def| (def.lo, def.hi));
        let alike =
            problem.vars().iter().all(|def| def.is_small() && Some((def.lo, def.hi)) == range(0));
        let plain = |p: &Arc<Posted>| matches!(p.constraint, Constraint::Distinct(_)) && !p.derived;
        let fits = alike && problem.ground().is_none() && problem.posted().iter().all(plain);
        let (layout, compiled) = (OnceLock::new(), OnceLock::new());
        fits.then(|| Arc::new(Ground { problem, layout, compiled }))
    }

    /// What problems begin with.
    pub(crate) fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Its houses and what is derived from them, with all derivations.
    pub(crate) fn layout(&self) -> &Arc<Layout> {
        self.layout.get_or_init(|| Arc::new(Layout::whole(&self.problem)))
    }

    /// What it compiles to with these options; known for the usual ones only.
    pub(crate) fn compiled(&self, options: &CompileOptions) -> Option<&Compiled> {
        let usual = options.distinct == Strength::Auto;
        usual.then(|| self.compiled.get_or_init(|| Compiled::new(&self.problem, self.layout())))
    }
}

impl fmt::Debug for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ground").field("problem", &self.problem).finish_non_exhaustive()
    }
}

impl Compiled {
    fn new(problem: &Problem, layout: &Layout) -> Self {
        let mut compiler = Compiler::for_search(problem, CompileOptions::default());
        let words = compiler.model.base.len();
        let posted = problem.posted().iter();
        posted.clone().for_each(|posted| compiler.exclusions(&posted.constraint));
        posted.for_each(|posted| compiler.add(posted.clone()));
        let mark = compiler.model.mark();
        let known = compiler.model.base.len();
        layout.posted.iter().for_each(|posted| compiler.add(posted.clone()));
        // Where each is one propagator that keeps nothing in the slab it is the same anywhere.
        let derived = compiler.model.props[mark.props..].to_vec();
        let simple = derived.len() == layout.posted.len() && compiler.model.base.len() == known;
        compiler.model.props.truncate(mark.props);
        compiler.model.prop_item.truncate(mark.props);
        compiler.model.items.truncate(problem.posted().len());
        Self { model: compiler.model, words, derived: if simple { derived } else { Vec::new() } }
    }

    /// Gives an empty model the variables of the ground, and who sees whom of them.
    pub(crate) fn begin(&self, model: &mut Model, items: usize) {
        model.items.reserve(items);
        model.props.reserve(items);
        model.prop_item.reserve(items);
        let (from, words) = (&self.model, self.words);
        model.defs.extend_from_slice(&from.defs);
        model.small_added.extend_from_slice(&from.small_own);
        model.repr.extend_from_slice(&from.repr[..words]);
        model.offset.extend_from_slice(&from.offset[..words]);
        model.base.extend_from_slice(&from.base[..words]);
        model.own_weight.resize(words, 0);
        model.sees.extend_from_slice(&from.sees[..words]);
    }

    /// Adds the propagators of the ground to a model that begins with it and has no others.
    pub(crate) fn add_to(&self, model: &mut Model) {
        let from = &self.model;
        let moved = model.base.len() - self.words;
        model.add_lanes(&from.base[self.words..]);
        model.items.extend_from_slice(&from.items);
        model.prop_item.extend_from_slice(&from.prop_item);
        model.props.extend(from.props.iter().map(|prop| match prop {
            Prop::House(house) => Prop::House(house.moved(moved)),
            other => other.clone(),
        }));
        model.houses.extend(from.houses.iter().map(|house| house.moved(moved)));
    }

    /// The propagator of what was derived from the houses, told by its place among these.
    pub(crate) fn derived(&self, at: usize) -> Option<&Prop> {
        self.derived.get(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::derive::{DeriveOptions, derive};
    use crate::expr::{Cmp, Expr, Formula};
    use crate::ids::VarId;
    use crate::search::Limits;

    /// A 4 x 4 grid with rows, columns and boxes.
    fn grid() -> Problem {
        let mut problem = Problem::new();
        let cells: Vec<VarId> = (0..16).map(|_| problem.var(1, 4)).collect();
        let row = |cell: usize| cell / 4;
        let column = |cell: usize| cell % 4;
        let square = |cell: usize| cell / 8 * 2 + cell % 4 / 2;
        for house in [&row as &dyn Fn(usize) -> usize, &column, &square] {
            for at in 0..4 {
                let inside = (0..16).filter(|&cell| house(cell) == at).map(|cell| cells[cell]);
                let group = problem.group();
                problem.post(group, Constraint::Distinct(inside.collect()));
            }
        }
        problem
    }

    /// Clues of several sorts, with one more house if it is asked for and variables that
    /// compilation adds.
    fn with_clues(mut problem: Problem, diagonal: bool) -> Problem {
        let cell = VarId::new;
        let total = problem.var(0, 30);
        if diagonal {
            let group = problem.group();
            problem.post(group, Constraint::Distinct([0, 5, 10, 15].map(cell).into()));
        }
        let group = problem.group();
        problem.post(group, Constraint::Cage { vars: vec![cell(0), cell(1), cell(4)], sum: 7 });
        let terms = [2, 3, 6].map(|at| (1, cell(at))).into_iter().chain([(-1, total)]).collect();
        problem.post(group, Constraint::Linear { terms, op: Cmp::Eq, rhs: 0 });
        let product = |a, b| Expr::Mul(Box::new(Expr::Var(cell(a))), Box::new(Expr::Var(cell(b))));
        let sum = Expr::Sum(vec![product(7, 8), product(9, 10), Expr::Var(cell(11))]);
        let more = Formula::Cmp(Cmp::Gt, sum, Expr::Var(total));
        problem.post(group, Constraint::Formula(more));
        problem
    }

    #[test]
    fn a_problem_upon_its_ground_compiles_to_the_same() {
        let ground = Ground::new(grid()).expect("cells and houses");
        for diagonal in [false, true] {
            let plain = with_clues(grid(), diagonal);
            let upon = with_clues(Problem::upon(&ground, 17, 16), diagonal);
            assert_eq!(plain, upon);
            let model = |problem: &Problem| {
                let derived = derive(problem, &DeriveOptions::default());
                let model = derived.into_model(&CompileOptions::default(), &Limits::default());
                format!("{model:?}")
            };
            // The first asks for what the ground keeps, the second has it.
            assert_eq!(model(&plain), model(&upon));
            assert_eq!(model(&plain), model(&upon));
        }
    }

    #[test]
    fn what_says_more_is_no_ground() {
        assert!(Ground::new(with_clues(grid(), false)).is_none());
        let mut mixed = grid();
        mixed.var(1, 5);
        assert!(Ground::new(mixed).is_none());
    }
}
