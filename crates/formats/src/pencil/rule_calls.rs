//! Calls and lists of the rule language.

use std::sync::Arc;

use pencilmark_kernel::automaton::Automaton;
use pencilmark_kernel::expr::{Expr, Formula, Rounding};
use pencilmark_kernel::graph::Graph;
use pencilmark_puzzle::{Name, touching_sides};

use super::rule::{Node, Read, RuleParser};
use super::rule_tokens::{Problem, Token};
use super::statements::Mark;

/// Everything that is written `name(...)`.
pub(super) const FUNCTIONS: [&str; 15] = [
    "abs",
    "min",
    "max",
    "sum",
    "count",
    "distinct",
    "element",
    "holds",
    "quot",
    "rem",
    "all",
    "any",
    "automaton",
    "regex",
    "connected",
];

/// An automaton may not have more states than this.
const MAX_STATES: i64 = 10_000;

impl<'a> RuleParser<'_, 'a> {
    /// The rest of a call whose name has been read.
    pub fn call(&mut self, name: &str, mark: Mark) -> Read<Node> {
        self.need("(")?;
        let node = match name {
            "abs" => Node::Number(Expr::Abs(Box::new(self.expr()?)), mark),
            "min" => Node::Number(Expr::Min(self.filled_list(name)?), mark),
            "max" => Node::Number(Expr::Max(self.filled_list(name)?), mark),
            "sum" => Node::Number(Expr::Sum(self.list()?.concat()), mark),
            "distinct" => Node::Truth(Formula::Distinct(self.list()?.concat()), mark),
            "count" => self.count_call(mark)?,
            "element" => self.element_call(mark)?,
            "holds" => Node::Number(Expr::Holds(Box::new(self.formula()?)), mark),
            "quot" | "rem" => {
                let a = Box::new(self.expr()?);
                self.need(",")?;
                let b = Box::new(self.expr()?);
                let make = if name == "quot" { Expr::Div } else { Expr::Rem };
                Node::Number(make(a, b, Rounding::Truncate), mark)
            }
            "all" => Node::Truth(Formula::And(self.formulas()?), mark),
            "any" => Node::Truth(Formula::Or(self.formulas()?), mark),
            "regex" => self.regex_call(mark)?,
            "connected" => self.connected_call(mark)?,
            _ => self.automaton_call(mark)?,
        };
        self.need(")")?;
        Ok(node)
    }

    pub fn at_end_of_list(&self) -> bool {
        matches!(self.here().token, Token::Sign(")") | Token::Sign(";"))
    }

    /// Items between commas. An item is a number, a statement that counts as 1 or 0, or
    /// cells side by side.
    pub fn list(&mut self) -> Read<Vec<Vec<Expr<Name>>>> {
        let mut items = Vec::new();
        if self.at_end_of_list() {
            return Ok(items);
        }
        loop {
            items.push(self.item()?);
            // The pattern of a regular expression is no part of the list before it.
            if !self.eat(",") || matches!(self.here().token, Token::Text(_)) {
                return Ok(items);
            }
        }
    }

    pub fn item(&mut self) -> Read<Vec<Expr<Name>>> {
        let mut item = Vec::new();
        loop {
            let placed = self.here();
            match placed.token {
                Token::Cells(rows, cols) if rows.0 != rows.1 || cols.0 != cols.1 => {
                    self.next();
                    let cells = self.cells(placed)?;
                    item.extend(cells.into_iter().map(|c| Expr::Var(Name::Cell(c))));
                }
                _ => match self.several()? {
                    Some(list) => item.extend(list),
                    None => item.push(match self.node()? {
                        Node::Number(e, _) => e,
                        Node::Truth(f, _) => Expr::Holds(Box::new(f)),
                    }),
                },
            }
            if !self.goes_on() {
                return Ok(item);
            }
        }
    }

    /// Whether more cells stand beside those just read.
    pub fn goes_on(&self) -> bool {
        match self.here().token {
            Token::Cells(..) => true,
            Token::Word(word) => {
                self.names.lists.iter().any(|(name, _)| *name == word) || self.calls_a_list(word)
            }
            _ => false,
        }
    }

    /// `regex(LIST; "PATTERN")`.
    fn regex_call(&mut self, mark: Mark) -> Read<Node> {
        let line = self.list()?.concat();
        if !matches!(self.here().token, Token::Text(_)) {
            self.need(";")?;
        }
        let placed = self.here();
        let Token::Text(pattern) = placed.token else {
            return Err(self.unexpected("a pattern between quotation marks"));
        };
        self.next();
        let digits = self.puzzle.grid.digits();
        let automaton = pencilmark_puzzle::regex(pattern, digits)
            .map_err(|message| Problem::new(placed.mark, message))?;
        self.count(automaton.arcs.len())?;
        Ok(Node::Truth(Formula::Regular(line, Arc::new(automaton)), mark))
    }

    /// `connected(LIST; VALUE ...)` along sides, or `connected(LIST; VALUE ...; PLACE PLACE, ...)`.
    fn connected_call(&mut self, mark: Mark) -> Read<Node> {
        let list = self.list()?.concat();
        self.need(";")?;
        let mut values = Vec::new();
        while matches!(self.here().token, Token::Number(_) | Token::Sign("-")) {
            values.push(self.literal("a value")?);
            self.eat(",");
        }
        if values.is_empty() {
            return Err(self.unexpected("the values that hang together"));
        }
        let graph = if self.eat(";") {
            let mut pairs = Vec::new();
            while !self.at_end_of_list() {
                let mut place = || -> Read<usize> {
                    let n = self.literal("a place of the list")?;
                    let inside = usize::try_from(n - 1).ok().filter(|&i| i < list.len());
                    inside.ok_or_else(|| Problem::new(mark, format!("the list has no place {n}")))
                };
                pairs.push((place()?, place()?));
                if !self.eat(",") {
                    break;
                }
            }
            self.count(pairs.len())?;
            Graph::new(list.len(), pairs)
        } else {
            let name = |e: &Expr<Name>| match e {
                Expr::Var(name) => Some(*name),
                _ => None,
            };
            let names: Option<Vec<Name>> = list.iter().map(name).collect();
            let graph = names.and_then(|names| touching_sides(&names, self.puzzle));
            graph.ok_or_else(|| {
                Problem::new(mark, "only cells touch each other").help("tell which places do")
            })?
        };
        Ok(Node::Truth(Formula::Connected(list, Arc::new(graph), values), mark))
    }

    fn filled_list(&mut self, name: &str) -> Read<Vec<Expr<Name>>> {
        let mark = self.here().mark;
        let list = self.list()?.concat();
        if list.is_empty() {
            return Err(Problem::new(mark, format!("`{name}` of nothing has no value")));
        }
        Ok(list)
    }

    fn count_call(&mut self, mark: Mark) -> Read<Node> {
        let mut items = self.list()?;
        match items.pop().as_deref() {
            Some([of]) if !items.is_empty() => {
                let of = Box::new(of.clone());
                Ok(Node::Number(Expr::Count(items.concat(), of), mark))
            }
            Some([]) | Some([_]) | None => {
                let problem = self.unexpected("cells, a comma, and the value to count");
                Err(problem.help("write: count(r1c1-4, 2)"))
            }
            _ => {
                let problem = self.unexpected("a comma and the value to count");
                Err(problem.help("write: count(r1c1-4, 2)"))
            }
        }
    }

    fn element_call(&mut self, mark: Mark) -> Read<Node> {
        let index = Box::new(self.expr()?);
        self.need(",")?;
        let list = self.list()?.concat();
        Ok(Node::Number(Expr::Element(index, list), mark))
    }

    pub fn formulas(&mut self) -> Read<Vec<Formula<Name>>> {
        let mut list = Vec::new();
        if self.at_end_of_list() {
            return Ok(list);
        }
        loop {
            match self.each_of(Self::formula)? {
                Some(several) => list.extend(several),
                None => list.push(self.formula()?),
            }
            if !self.eat(",") {
                return Ok(list);
            }
        }
    }

    /// `automaton(LIST; STATES; START; ACCEPTING ...; FROM VALUE TO, ...)`.
    fn automaton_call(&mut self, mark: Mark) -> Read<Node> {
        let line = self.list()?.concat();
        self.need(";")?;
        let states = self.literal("the number of states")?;
        self.need(";")?;
        let mut numbers = vec![self.literal("the state to start in")?];
        self.need(";")?;
        while matches!(self.here().token, Token::Number(_)) {
            numbers.push(self.literal("a state")?);
        }
        self.need(";")?;
        let mut arcs = Vec::new();
        while !self.at_end_of_list() {
            let from = self.literal("the state an arc leaves")?;
            let value = self.literal("the value an arc reads")?;
            let to = self.literal("the state an arc enters")?;
            numbers.extend([from, to]);
            arcs.push((from as usize, value, to as usize));
            if !self.eat(",") {
                break;
            }
        }
        let valid = 0..states;
        if states > MAX_STATES || numbers.iter().any(|n| !valid.contains(n)) {
            let message = "states are numbered from 0 and must be fewer than the number told";
            return Err(Problem::new(mark, message));
        }
        self.count(numbers.len())?;
        let accepting_end = numbers.len() - 2 * arcs.len();
        let accepting = numbers[1..accepting_end].iter().map(|&n| n as usize).collect();
        let start = numbers[0] as usize;
        let automaton = Automaton { states: states as usize, start, accepting, arcs };
        Ok(Node::Truth(Formula::Regular(line, Arc::new(automaton)), mark))
    }
}
