//! Lists with a name: rows, columns, boxes, layers; rules with a name; clues as statements.

use pencilmark_kernel::expr::{Expr, Formula};
use pencilmark_puzzle::{CellId, Clue, Kind, Name, Part, Shape, VALUE, kinds};

use super::rule::{Node, Read, RuleParser};
use super::rule_tokens::{Problem, Token};
use super::statements::Mark;

/// Everything that is written `name(...)` and is a list.
pub(super) const LISTS: [&str; 8] =
    ["row", "column", "box", "grid", "beside", "around", "cell", VALUE];

impl<'a> RuleParser<'_, 'a> {
    fn before_parenthesis(&self) -> bool {
        self.tokens.get(self.at + 1).is_some_and(|t| t.token == Token::Sign("("))
    }

    /// Whether a list of this name comes, with its parenthesis.
    pub fn calls_a_list(&self, word: &str) -> bool {
        let layer = self.puzzle.layers.iter().any(|(layer, _)| layer.name == word);
        let known = layer || LISTS.contains(&word.to_lowercase().as_str());
        known && self.before_parenthesis()
    }

    /// A number that is known while reading; none if it depends on cells.
    fn known_number(&mut self) -> Read<Option<i64>> {
        Ok(known(&self.expr()?))
    }

    /// The digit of the cell whose row and column are not known yet; no value outside the grid.
    fn cell_at(&mut self, row: Expr<Name>, column: Expr<Name>) -> Read<Expr<Name>> {
        let grid = &self.puzzle.grid;
        let digit = |c: CellId| Expr::Var(Name::Cell(c));
        let in_row = |r: usize| {
            let cells = grid.row(r).into_iter().map(digit).collect();
            Expr::Element(Box::new(column.clone()), cells)
        };
        let cell = Expr::Element(Box::new(row), (0..grid.rows()).map(in_row).collect());
        self.count(self.puzzle.grid.size())?;
        Ok(cell)
    }

    /// A name, a call or an `each` that stands for other than one value; nothing if one value
    /// comes, and then nothing has been read.
    pub fn several(&mut self) -> Read<Option<Vec<Expr<Name>>>> {
        let Token::Word(word) = self.here().token else { return Ok(None) };
        if word.eq_ignore_ascii_case("each") {
            let items = self.each_of(Self::item)?;
            return Ok(items.map(|items| items.concat()));
        }
        let at = self.at;
        let list = match self.named_list(word) {
            Some(list) => {
                self.next();
                self.count(list.len())?;
                Some(list)
            }
            None => self.list_call()?,
        };
        let list = list.filter(|list| list.len() != 1);
        if list.is_none() {
            self.at = at;
        }
        Ok(list)
    }

    /// `row(3)`, `beside(r5c5)`, `region(r1c1-9)`; nothing if no such call comes.
    pub fn list_call(&mut self) -> Read<Option<Vec<Expr<Name>>>> {
        let Token::Word(word) = self.here().token else { return Ok(None) };
        if !self.before_parenthesis() {
            return Ok(None);
        }
        let mark = self.here().mark;
        let lower = word.to_lowercase();
        let layer = self.puzzle.layers.iter().any(|(layer, _)| layer.name == word);
        if !layer && !LISTS.contains(&lower.as_str()) {
            return Ok(None);
        }
        self.next();
        self.next();
        self.deeper()?;
        let grid = &self.puzzle.grid;
        let digits =
            |cells: Vec<CellId>| cells.into_iter().map(|c| Expr::Var(Name::Cell(c))).collect();
        let list: Vec<Expr<Name>> = if layer || lower == VALUE {
            let cells = self.cells_inside()?;
            let of = |c: CellId| match layer {
                true => self.puzzle.in_layer(word, c),
                false => Some(self.puzzle.value_of(c)),
            };
            cells.into_iter().filter_map(of).map(Expr::Var).collect()
        } else if lower == "grid" {
            digits(grid.cells().collect())
        } else if lower == "beside" || lower == "around" {
            let cells = self.cells_inside()?;
            let near = |c: CellId| {
                let steps = (-1..=1).flat_map(|d| (-1..=1).map(move |r| (d, r)));
                let straight = lower == "beside";
                let wanted = move |&(d, r): &(isize, isize)| {
                    (d, r) != (0, 0) && (!straight || d == 0 || r == 0)
                };
                let grid = self.puzzle.grid.clone();
                steps.filter(wanted).filter_map(move |(d, r)| grid.step(c, d, r))
            };
            digits(cells.into_iter().flat_map(near).collect())
        } else if lower == "cell" {
            let down = self.expr()?;
            self.need(",")?;
            let across = self.expr()?;
            let (Some(row), Some(column)) = (known(&down), known(&across)) else {
                let cell = self.cell_at(down, across)?;
                self.shallower();
                self.need(")")?;
                return Ok(Some(vec![cell]));
            };
            let grid = &self.puzzle.grid;
            let place = |n: i64| usize::try_from(n - 1).ok();
            let cell = place(row).zip(place(column)).and_then(|(r, c)| grid.cell(r, c));
            let message = || format!("there is no cell in row {row} and column {column}");
            digits(vec![cell.ok_or_else(|| Problem::new(mark, message()))?])
        } else {
            let Some(n) = self.known_number()? else {
                let message = format!("`{lower}` needs a number, as in {lower}(3)");
                return Err(Problem::new(mark, message));
            };
            let n = usize::try_from(n - 1).ok();
            let houses = |kind| self.puzzle.clues_of(kind).map(|c| c.list(0).to_vec());
            let cells = match lower.as_str() {
                "row" => n.filter(|&n| n < grid.rows()).map(|n| grid.row(n)),
                "column" => n.filter(|&n| n < grid.cols()).map(|n| grid.column(n)),
                _ => n.and_then(|n| houses("box").chain(houses("region")).nth(n)),
            };
            digits(cells.ok_or_else(|| Problem::new(mark, format!("there is no such {lower}")))?)
        };
        self.count(list.len())?;
        self.shallower();
        self.need(")")?;
        Ok(Some(list))
    }

    /// Cells, one way or another named, up to the closing parenthesis.
    fn cells_inside(&mut self) -> Read<Vec<CellId>> {
        let mark = self.here().mark;
        let list = self.list()?.concat();
        let cell = |e: &Expr<Name>| match e {
            Expr::Var(name) => self.puzzle.cell_of(*name),
            _ => None,
        };
        let cells: Option<Vec<CellId>> = list.iter().map(cell).collect();
        cells.ok_or_else(|| Problem::new(mark, "only cells have this"))
    }

    /// A call of a rule from a `define`; nothing if there is no such rule.
    pub fn defined(&mut self, word: &'a str, mark: Mark) -> Read<Option<Node>> {
        let Some(rule) = self.names.rules.iter().find(|rule| rule.name == word) else {
            return Ok(None);
        };
        if self.open.contains(&word) {
            return Err(Problem::new(mark, format!("`{word}` uses itself")));
        }
        self.next();
        let mut given = Vec::new();
        if !rule.params.is_empty() || self.here().token == Token::Sign("(") {
            self.need("(")?;
            given = self.list()?;
            self.need(")")?;
        }
        if given.len() != rule.params.len() {
            let (want, got) = (rule.params.len(), given.len());
            let problem = Problem::new(mark, format!("`{word}` takes {want} values, not {got}"));
            return Err(problem.help(format!("write: {word}({})", rule.params.join(", "))));
        }
        self.deeper()?;
        let bound = rule.params.iter().copied().zip(given).collect();
        let outer = (
            std::mem::replace(&mut self.tokens, rule.body.clone()),
            std::mem::replace(&mut self.at, 0),
            std::mem::replace(&mut self.bound, bound),
        );
        self.open.push(word);
        let node = self.node()?;
        if self.here().token != Token::End {
            return Err(self.unexpected("the end of the rule, or `and`, `or`, ..."));
        }
        self.open.pop();
        (self.tokens, self.at, self.bound) = outer;
        self.shallower();
        Ok(Some(match node {
            Node::Number(e, _) => Node::Number(e, mark),
            Node::Truth(f, _) => Node::Truth(f, mark),
        }))
    }

    /// A clue as a statement: `thermo(r1c1-4)`, `cage(15 r1c1-3)`; nothing if no kind's name
    /// comes before a parenthesis.
    pub fn clue_call(&mut self) -> Read<Option<Formula<Name>>> {
        let mark = self.here().mark;
        let mut name = String::new();
        let mut end = self.at;
        // A name may have dashes, which are signs of their own here.
        while let Some(placed) = self.tokens.get(end) {
            let joined = end == self.at || self.tokens[end - 1].mark.end == placed.mark.start;
            let part = matches!(placed.token, Token::Word(_) | Token::Sign("-"));
            if !part || !joined {
                break;
            }
            name += &placed.text.to_lowercase();
            end += 1;
        }
        let opens = self.tokens.get(end).is_some_and(|t| t.token == Token::Sign("("));
        let Some(kind) = kinds::find(&name).filter(|_| opens) else { return Ok(None) };
        self.at = end + 1;
        self.deeper()?;
        let mut clue = Clue::new(kind);
        for arg in kind.args {
            self.argument(kind, arg.shape, &mut clue)?;
            self.eat(";");
            self.eat(",");
        }
        self.need(")")?;
        self.shallower();
        if (kind.layers)(&clue, self.puzzle).iter().any(|l| self.puzzle.layer(&l.name).is_none()) {
            return Err(Problem::new(mark, format!("`{name}` cannot stand inside a rule")));
        }
        // A number that no digits can make is no mistake here: the clue does not hold then.
        match clue.check(self.puzzle) {
            Err(flaw) if !matches!(flaw.part, Part::Arg(_)) => {
                let problem = Problem::new(mark, flaw.message);
                return Err(match flaw.help {
                    Some(help) => problem.help(help),
                    None => problem,
                });
            }
            _ => {}
        }
        let meaning = clue.meaning(self.puzzle);
        self.count(meaning.len())?;
        Ok(Some(Formula::And(meaning)))
    }

    fn argument(&mut self, kind: &Kind, shape: Shape, clue: &mut Clue) -> Read<()> {
        let number = |token: Token<'_>| matches!(token, Token::Number(_) | Token::Sign("-"));
        match shape {
            Shape::Number | Shape::Digit => clue.numbers.push(self.literal("a number")?),
            Shape::OptionalNumber | Shape::NumberOr(_) if number(self.here().token) => {
                clue.numbers.push(self.literal("a number")?);
            }
            Shape::NumberOr(usual) => clue.numbers.push(usual),
            Shape::OptionalNumber => {}
            Shape::Numbers(_) | Shape::Digits => {
                while number(self.here().token) {
                    clue.numbers.push(self.literal("a number")?);
                    self.eat(",");
                }
            }
            Shape::Cells(_) | Shape::Line(_) => clue.cells.push(self.cells_of_clue()?),
            Shape::Lists(_) => {
                clue.cells.push(self.cells_of_clue()?);
                while self.eat("/") {
                    clue.cells.push(self.cells_of_clue()?);
                }
            }
            Shape::Equals(true) => {
                self.eat("=");
            }
            Shape::Equals(false) => self.need("=")?,
            Shape::Sign => {
                let plus = self.eat("+");
                if !plus {
                    self.need("-")?;
                }
                clue.numbers.push(if plus { 1 } else { -1 });
            }
            Shape::Word(words) => {
                if let Token::Word(word) = self.here().token {
                    let place = words.iter().position(|w| word.eq_ignore_ascii_case(w));
                    if let Some(place) = place {
                        clue.numbers.push(place as i64 + 1);
                        self.next();
                    }
                }
            }
            Shape::Counts | Shape::Diagonal | Shape::Formula => {
                let message = format!("`{}` cannot stand inside a rule", kind.name);
                return Err(Problem::new(self.here().mark, message));
            }
        }
        Ok(())
    }

    fn cells_of_clue(&mut self) -> Read<Vec<CellId>> {
        let mark = self.here().mark;
        let list = self.cell_list()?;
        let cell = |e: &Expr<Name>| match e {
            Expr::Var(Name::Cell(cell)) => Some(*cell),
            _ => None,
        };
        let cells: Option<Vec<CellId>> = list.iter().map(cell).collect();
        cells.ok_or_else(|| Problem::new(mark, "a clue speaks of cells only"))
    }
}

/// The value of a number that does not depend on cells.
fn known(expr: &Expr<Name>) -> Option<i64> {
    let depends = std::cell::Cell::new(false);
    let value = expr.eval(&|_| {
        depends.set(true);
        1
    });
    value.filter(|_| !depends.get())
}
