//! Formulas as the rule language writes them.
//!
//! What is printed here parses back to the same formula, node for node: that is why a
//! minus before a bare number is put in parentheses and sums of one have a name.

use std::sync::Arc;

use pencilmark_kernel::expr::{Cmp, Expr, Formula, Rounding};
use pencilmark_kernel::graph::Graph;

use crate::grid::CellId;
use crate::puzzle::{Name, Puzzle};

/// A formula in the rule language.
pub fn formula_text(formula: &Formula<Name>, puzzle: &Puzzle) -> String {
    Printer { puzzle, told: false }.formula(formula, Bind::Iff)
}

/// The same as people say it: nobody says `r6-1c2`, or knows a variable by a name that it has only here.
pub fn formula_told(formula: &Formula<Name>, puzzle: &Puzzle) -> String {
    Printer { puzzle, told: true }.formula(formula, Bind::Iff)
}

/// How tightly an operator binds, loosest first. A part is put in parentheses when it
/// binds more loosely than its place allows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bind {
    Iff,
    Or,
    And,
    Not,
    Compare,
    Add,
    Multiply,
    Negate,
    Whole,
}

struct Printer<'a> {
    puzzle: &'a Puzzle,
    /// Whether it is for people, and need not parse back.
    told: bool,
}

impl Printer<'_> {
    fn formula(&self, formula: &Formula<Name>, place: Bind) -> String {
        let (bind, text) = match formula {
            Formula::Const(b) => (Bind::Whole, b.to_string()),
            Formula::Cmp(op, a, b) => {
                let (a, b) = (self.expr(a, Bind::Add), self.expr(b, Bind::Add));
                (Bind::Compare, format!("{a} {} {b}", sign(*op)))
            }
            Formula::In(e, set) => {
                let set: Vec<_> = set.iter().map(i64::to_string).collect();
                let e = self.expr(e, Bind::Add);
                (Bind::Compare, format!("{e} in {{{}}}", set.join(", ")))
            }
            Formula::Distinct(list) => match &list[..] {
                [a, b] if self.told => {
                    let (a, b) = (self.expr(a, Bind::Add), self.expr(b, Bind::Add));
                    (Bind::Compare, format!("{a} {} {b}", sign(Cmp::Ne)))
                }
                _ => (Bind::Whole, format!("distinct({})", self.list(list))),
            },
            Formula::And(list) => self.joined(list, " and ", "all", Bind::And, Bind::Not),
            Formula::Or(list) => self.joined(list, " or ", "any", Bind::Or, Bind::And),
            Formula::Not(f) => (Bind::Not, format!("not {}", self.formula(f, Bind::Not))),
            Formula::Iff(a, b) => {
                let (a, b) = (self.formula(a, Bind::Or), self.formula(b, Bind::Or));
                (Bind::Iff, format!("{a} <-> {b}"))
            }
            Formula::Connected(list, graph, values) => {
                let values: Vec<String> = values.iter().map(i64::to_string).collect();
                let mut text = format!("connected({}; {}", self.list(list), values.join(" "));
                if touching(list, self.puzzle).as_ref() != Some(graph) {
                    let pairs = graph.pairs().map(|(a, b)| format!("{} {}", a + 1, b + 1));
                    text += &format!("; {}", pairs.collect::<Vec<_>>().join(", "));
                }
                (Bind::Whole, text + ")")
            }
            Formula::Regular(line, automaton) => {
                let accepting: Vec<_> = automaton.accepting.iter().map(usize::to_string).collect();
                let arc = |&(from, value, to): &_| format!("{from} {value} {to}");
                let arcs: Vec<_> = automaton.arcs.iter().map(arc).collect();
                let text = format!(
                    "automaton({}; {}; {}; {}; {})",
                    self.list(line),
                    automaton.states,
                    automaton.start,
                    accepting.join(" "),
                    arcs.join(", ")
                );
                (Bind::Whole, text)
            }
        };
        if bind < place { format!("({text})") } else { text }
    }

    fn joined(
        &self,
        list: &[Formula<Name>],
        infix: &str,
        name: &str,
        bind: Bind,
        part: Bind,
    ) -> (Bind, String) {
        if list.len() >= 2 {
            let parts: Vec<_> = list.iter().map(|f| self.formula(f, part)).collect();
            return (bind, parts.join(infix));
        }
        let parts: Vec<_> = list.iter().map(|f| self.formula(f, Bind::Iff)).collect();
        (Bind::Whole, format!("{name}({})", parts.join(", ")))
    }

    fn expr(&self, expr: &Expr<Name>, place: Bind) -> String {
        let infix = |a, op, b| {
            let (a, b) = (self.expr(a, Bind::Multiply), self.expr(b, Bind::Negate));
            (Bind::Multiply, format!("{a} {op} {b}"))
        };
        let call = |name: &str, inside: String| (Bind::Whole, format!("{name}({inside})"));
        let both = |a, b| format!("{}, {}", self.expr(a, Bind::Add), self.expr(b, Bind::Add));
        let (bind, text) = match expr {
            Expr::Const(n) if *n < 0 => (Bind::Negate, n.to_string()),
            Expr::Const(n) => (Bind::Whole, n.to_string()),
            Expr::Var(name) if self.told => (Bind::Whole, self.puzzle.name_told(*name)),
            Expr::Var(name) => (Bind::Whole, self.puzzle.name_text(*name)),
            Expr::Neg(e) if matches!(**e, Expr::Const(n) if n >= 0) => {
                (Bind::Negate, format!("-({})", self.expr(e, Bind::Add)))
            }
            Expr::Neg(e) => (Bind::Negate, format!("-{}", self.expr(e, Bind::Negate))),
            Expr::Sum(list) if (2..=4).contains(&list.len()) => (Bind::Add, self.sum(list)),
            Expr::Sum(list) => call("sum", self.list(list)),
            Expr::Mul(a, b) => infix(a, "*", b),
            Expr::Div(a, b, Rounding::Floor) => infix(a, "/", b),
            Expr::Rem(a, b, Rounding::Floor) => infix(a, "mod", b),
            Expr::Div(a, b, Rounding::Truncate) => call("quot", both(a, b)),
            Expr::Rem(a, b, Rounding::Truncate) => call("rem", both(a, b)),
            Expr::Abs(e) => (Bind::Whole, format!("|{}|", self.expr(e, Bind::Add))),
            Expr::Min(list) => call("min", self.list(list)),
            Expr::Max(list) => call("max", self.list(list)),
            Expr::Element(index, list) => {
                let index = self.expr(index, Bind::Add);
                call("element", format!("{index}, {}", self.list(list)))
            }
            Expr::Count(list, of) => {
                let of = self.expr(of, Bind::Add);
                call("count", format!("{}, {of}", self.list(list)))
            }
            Expr::Holds(f) => call("holds", self.formula(f, Bind::Iff)),
        };
        if bind < place { format!("({text})") } else { text }
    }

    fn sum(&self, list: &[Expr<Name>]) -> String {
        let mut text = String::new();
        for (i, e) in list.iter().enumerate() {
            match e {
                _ if i == 0 => text += &self.expr(e, Bind::Multiply),
                Expr::Neg(e) => text += &format!(" - {}", self.expr(e, Bind::Multiply)),
                _ => text += &format!(" + {}", self.expr(e, Bind::Multiply)),
            }
        }
        text
    }

    /// Items of a list; runs of cells are written as ranges.
    fn list(&self, list: &[Expr<Name>]) -> String {
        let mut items: Vec<String> = Vec::new();
        let mut cells: Vec<CellId> = Vec::new();
        for e in list {
            if let Expr::Var(Name::Cell(cell)) = e {
                cells.push(*cell);
                continue;
            }
            self.flush(&mut cells, &mut items);
            items.push(self.expr(e, Bind::Add));
        }
        self.flush(&mut cells, &mut items);
        items.join(", ")
    }

    fn flush(&self, cells: &mut Vec<CellId>, items: &mut Vec<String>) {
        if !cells.is_empty() {
            let grid = &self.puzzle.grid;
            items.push(if self.told { grid.told(cells) } else { grid.list(cells) });
            cells.clear();
        }
    }
}

fn sign(op: Cmp) -> &'static str {
    match op {
        Cmp::Eq => "=",
        Cmp::Ne => "!=",
        Cmp::Lt => "<",
        Cmp::Le => "<=",
        Cmp::Gt => ">",
        Cmp::Ge => ">=",
    }
}

/// Which of some names belong to cells that share a side; none if one belongs to no cell.
pub fn touching_sides(names: &[Name], puzzle: &Puzzle) -> Option<Graph> {
    let cells: Option<Vec<CellId>> = names.iter().map(|&n| puzzle.cell_of(n)).collect();
    let cells = cells?;
    let beside = |a: CellId, b: CellId| {
        [(0, 1), (1, 0), (0, -1), (-1, 0)]
            .iter()
            .any(|&(d, r)| puzzle.grid.step(a, d, r) == Some(b))
    };
    let pairs = (0..cells.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
    Some(Graph::new(cells.len(), pairs.filter(|&(i, j)| beside(cells[i], cells[j]))))
}

fn touching(list: &[Expr<Name>], puzzle: &Puzzle) -> Option<Arc<Graph>> {
    let name = |e: &Expr<Name>| match e {
        Expr::Var(name) => Some(*name),
        _ => None,
    };
    let names: Option<Vec<Name>> = list.iter().map(name).collect();
    touching_sides(&names?, puzzle).map(Arc::new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;

    fn cell(i: usize) -> Expr<Name> {
        Expr::Var(Name::Cell(CellId::new(i)))
    }

    fn text(f: Formula<Name>) -> String {
        formula_text(&f, &Puzzle::sudoku(Grid::nine()))
    }

    #[test]
    fn parentheses_only_where_needed() {
        let difference = Expr::minus(cell(0), Expr::Sum(vec![cell(1), Expr::Const(-2)]));
        let far = Formula::Cmp(Cmp::Ge, Expr::Abs(Box::new(difference)), Expr::Const(5));
        let either = Formula::Or(vec![far.clone(), far.clone()]);
        let both = Formula::And(vec![either, far]);
        let abs = "|r1c1 - (r1c2 + -2)| >= 5";
        assert_eq!(text(both), format!("({abs} or {abs}) and {abs}"));
    }

    #[test]
    fn long_lists_of_cells_are_ranges() {
        let row = (0..9).map(cell).collect::<Vec<_>>();
        let nine = Expr::Count(row.clone(), Box::new(cell(9)));
        let f = Formula::Cmp(Cmp::Lt, Expr::Sum(row), nine);
        assert_eq!(text(f), "sum(r1c1-9) < count(r1c1-9, r2c1)");
    }
}
