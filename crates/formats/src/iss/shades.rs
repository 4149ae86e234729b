//! Yin-yang where 0 is no digit: its shades are 1 and 2 there, as extra cells have the digits of
//! the grid. What a shade is called says nothing about the puzzle.

use std::ops::Range;

use pencilmark_kernel::expr::{Expr, Formula};
use pencilmark_puzzle::{Name, Puzzle};

/// The variables that are one more there.
pub(super) struct Shades(Range<usize>);

impl Shades {
    /// Nothing if there are none, or if they fit as they are.
    pub fn of(puzzle: &Puzzle) -> Option<Shades> {
        puzzle.clues_of("yin-yang").next()?;
        let (_, first) = puzzle.layers.iter().find(|(layer, _)| layer.name == "shade")?;
        let shades = *first..first + puzzle.grid.size();
        let two = puzzle.vars.get(shades.clone())?.iter().all(|v| (v.lo, v.hi) == (0, 1));
        let (lo, hi) = (puzzle.grid.lo(), puzzle.grid.hi());
        (two && lo == 1 && hi >= 2).then_some(Shades(shades))
    }

    /// The puzzle as it is said there. Clues other than rules mean what they meant before:
    /// their meaning goes through [`Shades::formula`].
    pub fn puzzle(&self, puzzle: &Puzzle) -> Puzzle {
        let mut there = puzzle.clone();
        for var in &mut there.vars[self.0.clone()] {
            (var.lo, var.hi) = (1, 2);
        }
        for rule in there.clues.iter_mut().filter_map(|clue| clue.formula.as_mut()) {
            *rule = self.formula(rule);
        }
        there
    }

    fn has(&self, e: &Expr<Name>) -> bool {
        matches!(e, Expr::Var(Name::Var(at)) if self.0.contains(at))
    }

    /// The same statement about shades that are one more.
    pub fn formula(&self, f: &Formula<Name>) -> Formula<Name> {
        let boxed = |f: &Formula<Name>| Box::new(self.formula(f));
        let many = |list: &[Formula<Name>]| list.iter().map(|f| self.formula(f)).collect();
        match f {
            Formula::Const(b) => Formula::Const(*b),
            Formula::Cmp(op, a, b) => Formula::Cmp(*op, self.expr(a), self.expr(b)),
            Formula::In(e, set) => Formula::In(self.expr(e), set.clone()),
            Formula::Distinct(list) => Formula::Distinct(self.all(list)),
            Formula::And(list) => Formula::And(many(list)),
            Formula::Or(list) => Formula::Or(many(list)),
            Formula::Not(f) => Formula::Not(boxed(f)),
            Formula::Iff(a, b) => Formula::Iff(boxed(a), boxed(b)),
            Formula::Regular(line, automaton) => {
                Formula::Regular(self.all(line), automaton.clone())
            }
            // A statement there speaks of cells, not of cells less one.
            Formula::Connected(list, graph, values) if list.iter().all(|e| self.has(e)) => {
                let values = values.iter().map(|v| v + 1).collect();
                Formula::Connected(list.clone(), graph.clone(), values)
            }
            Formula::Connected(list, graph, values) => {
                Formula::Connected(self.all(list), graph.clone(), values.clone())
            }
        }
    }

    fn all(&self, list: &[Expr<Name>]) -> Vec<Expr<Name>> {
        list.iter().map(|e| self.expr(e)).collect()
    }

    fn expr(&self, e: &Expr<Name>) -> Expr<Name> {
        let boxed = |e: &Expr<Name>| Box::new(self.expr(e));
        match e {
            Expr::Var(_) if self.has(e) => Expr::Sum(vec![e.clone(), Expr::Const(-1)]),
            Expr::Const(_) | Expr::Var(_) => e.clone(),
            Expr::Neg(e) => Expr::Neg(boxed(e)),
            Expr::Sum(list) => Expr::Sum(self.all(list)),
            Expr::Mul(a, b) => Expr::Mul(boxed(a), boxed(b)),
            Expr::Div(a, b, rounding) => Expr::Div(boxed(a), boxed(b), *rounding),
            Expr::Rem(a, b, rounding) => Expr::Rem(boxed(a), boxed(b), *rounding),
            Expr::Abs(e) => Expr::Abs(boxed(e)),
            Expr::Min(list) => Expr::Min(self.all(list)),
            Expr::Max(list) => Expr::Max(self.all(list)),
            Expr::Element(index, list) => Expr::Element(boxed(index), self.all(list)),
            Expr::Count(list, of) => Expr::Count(self.all(list), boxed(of)),
            Expr::Holds(f) => Expr::Holds(Box::new(self.formula(f))),
        }
    }
}
