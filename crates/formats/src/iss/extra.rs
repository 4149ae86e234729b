//! Variables of a puzzle as extra cells: `.Var~K~~3` declares `VK1`, `VK2` and `VK3`.
//!
//! Extra cells have the digits of the grid, so a variable that can have other values has no
//! place. Names that differ only in their number become one group, a layer one of the shape of
//! the grid; what hangs together along sides must be a group of a shape in which it does.

use pencilmark_kernel::expr::{Cmp, Expr, Formula};
use pencilmark_kernel::graph::Graph;
use pencilmark_puzzle::{CellId, Grid, Name, Puzzle};

use super::write::name;

/// The most cells there, extra ones included.
const MAX_CELLS: usize = 1000;

struct Group {
    /// How names of its cells start; empty for the grid.
    prefix: String,
    /// The names in it, in order.
    names: Vec<Name>,
    columns: usize,
}

/// What the writer calls cells and variables.
pub(super) struct Extra<'a> {
    puzzle: &'a Puzzle,
    groups: Vec<Group>,
}

impl<'a> Extra<'a> {
    pub fn new(puzzle: &'a Puzzle) -> Extra<'a> {
        let grid = &puzzle.grid;
        let whole = Group {
            prefix: String::new(),
            names: grid.cells().map(Name::Cell).collect(),
            columns: grid.cols(),
        };
        let mut extra = Extra { puzzle, groups: vec![whole] };
        let chaos = puzzle.clues_of("chaos-construction").next().is_some();
        let mut at = 0;
        while at < puzzle.vars.len() {
            let layer = puzzle.layers.iter().find(|(_, first)| *first == at);
            let count = match layer {
                Some(_) => grid.size(),
                None => extra.run(at),
            };
            let names: Vec<Name> = (at..at + count).map(Name::Var).collect();
            at += count;
            // Regions to be found have cells of their own there.
            if layer.is_some_and(|(layer, _)| layer.name == "region") && chaos {
                extra.groups.push(Group { prefix: "CC".into(), names, columns: grid.cols() });
                continue;
            }
            let cells: usize = extra.groups.iter().map(|g| g.names.len()).sum();
            let fits = |&n: &Name| {
                let (lo, hi) = puzzle.range(n);
                lo >= grid.lo() && hi <= grid.hi()
            };
            if names.iter().all(fits) && cells + names.len() <= MAX_CELLS {
                let prefix = extra.prefix(at - count, layer.map(|(l, _)| l.name.as_str()));
                let columns = match layer {
                    Some(_) => grid.cols(),
                    None => columns(puzzle, &names).unwrap_or(grid.cols()),
                };
                extra.groups.push(Group { prefix, names, columns });
            }
        }
        extra
    }

    /// How many variables from here on are numbered on under one name, and no layer.
    fn run(&self, first: usize) -> usize {
        let (name, number) = stem(&self.puzzle.vars[first].name);
        if number != Some(1) {
            return 1;
        }
        let layer = |i: usize| self.puzzle.layers.iter().any(|&(_, at)| at == i);
        let follows = |&i: &usize| {
            let next = self.puzzle.vars.get(i).map(|v| stem(&v.name));
            !layer(i) && next == Some((name, Some(i - first + 1)))
        };
        (first + 1..).take_while(follows).count() + 1
    }

    /// A prefix of upper case letters that no other group has: the name's own, if it is one.
    fn prefix(&self, first: usize, layer: Option<&str>) -> String {
        let own = match layer {
            Some(layer) => layer,
            None => stem(&self.puzzle.vars[first].name).0,
        };
        let own = own.strip_prefix('v').filter(|o| !o.is_empty()).unwrap_or(own);
        let free = |p: &String| !self.groups.iter().any(|g| g.prefix == format!("V{p}"));
        let letters = own.len() < 8 && own.bytes().all(|b| b.is_ascii_alphabetic());
        let own = Some(own.to_uppercase()).filter(|p| letters && !p.is_empty() && free(p));
        let letter = |n: usize| char::from(b'A' + (n % 26) as u8);
        let other = || {
            let all = (0..).map(|n| match n < 26 {
                true => letter(n).to_string(),
                false => format!("{}{}", letter(n / 26 - 1), letter(n)),
            });
            all.into_iter().find(free).unwrap_or_default()
        };
        format!("V{}", own.unwrap_or_else(other))
    }

    /// How many variables have a place.
    pub fn kept(&self) -> usize {
        self.groups[1..].iter().map(|g| g.names.len()).sum()
    }

    /// The statements that declare them, and what limits their values.
    pub fn declarations(&self) -> String {
        let grid = &self.puzzle.grid;
        let mut text = String::new();
        for group in self.groups[1..].iter().filter(|g| g.prefix != "CC") {
            let count = group.names.len();
            let shaped = group.columns != grid.cols() || count == grid.size();
            let size = match shaped && count.is_multiple_of(group.columns) {
                true => format!("{}x{}", count / group.columns, group.columns),
                false => count.to_string(),
            };
            text += &format!(".Var~{}~~{size}", &group.prefix[1..]);
            for &n in &group.names {
                let (lo, hi) = self.puzzle.range(n);
                if (lo, hi) != (grid.lo(), grid.hi()) {
                    let values: String = (lo..=hi).map(|v| format!("_{v}")).collect();
                    text += &format!(".~{}{values}", self.name(n).unwrap_or_default());
                }
            }
        }
        text
    }

    /// What a cell or variable is called there.
    pub fn name(&self, wanted: Name) -> Option<String> {
        if let Name::Cell(cell) = wanted {
            return Some(name(&self.puzzle.grid, cell));
        }
        let mut found = self.groups[1..].iter().filter_map(|group| {
            let at = group.names.iter().position(|n| *n == wanted)?;
            Some(match group.names.len() {
                1 => group.prefix.clone(),
                _ => format!("{}{}", group.prefix, at + 1),
            })
        });
        found.next()
    }

    /// `.ConnectedValues` for a list that is a whole group of which there is at least one such
    /// cell, as there must be there; and how many there are, if a clue tells.
    pub fn connected(&self, list: &[Expr<Name>], graph: &Graph, values: &[i64]) -> Option<String> {
        let names = plain(list)?;
        let group = self.groups.iter().find(|g| g.names == names)?;
        if !same(graph, &sides(names.len(), group.columns)) {
            return None;
        }
        let size =
            self.puzzle.clues_of("rule").find_map(|c| size_of(c.formula.as_ref()?, list, values));
        let some = |f: &Formula<Name>| is_some_inside(f, list, values);
        let filled = self.puzzle.clues_of("rule").filter_map(|c| c.formula.as_ref()).any(some);
        let full = group.prefix.is_empty() && super::write::full(self.puzzle);
        let filled = filled || self.has_both_shades(&names);
        if !filled && !full && size.is_none_or(|n| n < 1) {
            return None;
        }
        let values: Vec<String> = values.iter().map(i64::to_string).collect();
        let size = size.map_or(String::new(), |n| format!("~{n}"));
        Some(format!(".ConnectedValues~{}~{}{size}", group.prefix, values.join("_")))
    }

    /// Whether these are the shades of a yin-yang: every square of four has both.
    fn has_both_shades(&self, names: &[Name]) -> bool {
        let grid = &self.puzzle.grid;
        let shade = |cell: CellId| self.puzzle.in_layer("shade", cell);
        self.puzzle.clues_of("yin-yang").next().is_some()
            && grid.rows().min(grid.cols()) > 1
            && grid.cells().map(shade).eq(names.iter().map(|&n| Some(n)))
    }

    /// Whether a formula is what [`Extra::connected`] has said along with another clue.
    pub fn is_said(&self, formula: &Formula<Name>) -> bool {
        self.puzzle.clues_of("rule").filter_map(|c| c.formula.as_ref()).any(|other| match other {
            Formula::Connected(list, graph, values) => {
                let part = is_some_inside(formula, list, values)
                    || size_of(formula, list, values).is_some();
                part && self.connected(list, graph, values).is_some()
            }
            _ => false,
        })
    }
}

/// A name and the number at its end.
fn stem(name: &str) -> (&str, Option<usize>) {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    (stem, name[stem.len()..].parse().ok())
}

fn plain(list: &[Expr<Name>]) -> Option<Vec<Name>> {
    let name = |e: &Expr<Name>| match e {
        Expr::Var(name) => Some(*name),
        _ => None,
    };
    list.iter().map(name).collect()
}

/// Places in rows of so many, from side to side.
fn sides(places: usize, columns: usize) -> Graph {
    let right = (0..places).filter(|i| (i + 1) % columns != 0).map(|i| (i, i + 1));
    Graph::new(places, right.chain((0..places).map(|i| (i, i + columns))))
}

fn same(a: &Graph, b: &Graph) -> bool {
    let pairs = |g: &Graph| {
        let mut pairs: Vec<_> = g.pairs().collect();
        pairs.sort_unstable();
        pairs
    };
    a.len() == b.len() && pairs(a) == pairs(b)
}

/// In how many columns these variables hang together as a clue says.
fn columns(puzzle: &Puzzle, names: &[Name]) -> Option<usize> {
    let formulas = puzzle.clues_of("rule").filter_map(|c| c.formula.as_ref());
    let mut graphs = formulas.filter_map(|f| match f {
        Formula::Connected(list, graph, _) if plain(list).as_deref() == Some(names) => Some(graph),
        _ => None,
    });
    let graph = graphs.next()?;
    (1..=names.len()).find(|&columns| same(graph, &sides(names.len(), columns)))
}

fn inside(e: &Expr<Name>, values: &[i64]) -> Formula<Name> {
    Formula::In(e.clone(), values.to_vec())
}

/// Whether a formula says that some of the list has one of the values, however it says so.
fn is_some_inside(formula: &Formula<Name>, list: &[Expr<Name>], values: &[i64]) -> bool {
    let Formula::Or(parts) = formula else { return false };
    let says = |(part, e): (&Formula<Name>, &Expr<Name>)| {
        let meant = inside(e, values);
        part.variables() == meant.variables()
            && (0..=Grid::MAX_DIGIT).all(|d| part.eval(&|_| d) == meant.eval(&|_| d))
    };
    parts.len() == list.len() && parts.iter().zip(list).all(says)
}

/// How many of the list have one of the values, if the formula says that.
fn size_of(formula: &Formula<Name>, list: &[Expr<Name>], values: &[i64]) -> Option<i64> {
    let holds = |e: &Expr<Name>| Expr::Holds(Box::new(inside(e, values)));
    match formula {
        Formula::Cmp(Cmp::Eq, Expr::Sum(terms), Expr::Const(n)) => {
            (*terms == list.iter().map(holds).collect::<Vec<_>>()).then_some(*n)
        }
        _ => None,
    }
}

/// Two cells that every grid has but the smallest.
pub(super) fn two_cells(grid: &Grid) -> Option<[CellId; 2]> {
    (grid.size() > 1).then(|| [CellId::new(0), CellId::new(1)])
}
