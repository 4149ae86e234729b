//! The smallest parts of a rule: numbers, cells, names, parentheses.

use pencilmark_kernel::expr::{Expr, Formula};
use pencilmark_puzzle::{CellId, Name, VALUE};

use super::args::shorten;
use super::cells::expand;
use super::rule::{Node, Read, RuleParser};
use super::rule_calls::FUNCTIONS;
use super::rule_lists::LISTS;
use super::rule_tokens::{KEYWORDS, Placed, Problem, Token};
use crate::near::nearest;

impl<'a> RuleParser<'_, 'a> {
    pub fn atom(&mut self) -> Read<Node> {
        self.count(1)?;
        let placed = self.here();
        let mark = placed.mark;
        match placed.token {
            Token::Number(n) => {
                self.next();
                Ok(Node::Number(Expr::Const(n), mark))
            }
            Token::Cells(rows, cols) => {
                if rows.0 != rows.1 || cols.0 != cols.1 {
                    let problem = Problem::new(mark, "a range is several cells, not one number");
                    return Err(problem.help(
                        "use it in `sum(...)`, `distinct(...)`, ...; to subtract, put blanks \
                         around `-`",
                    ));
                }
                self.next();
                let cell = self.cells(placed)?[0];
                Ok(Node::Number(Expr::Var(Name::Cell(cell)), mark))
            }
            Token::Sign("(") => {
                self.next();
                let node = self.node()?;
                self.need(")")?;
                // Errors about what is inside should show where it opens.
                Ok(match node {
                    Node::Number(e, _) => Node::Number(e, mark),
                    Node::Truth(f, _) => Node::Truth(f, mark),
                })
            }
            Token::Sign("|") => {
                self.next();
                self.deeper()?;
                let inside = self.expr()?;
                self.need("|")?;
                self.shallower();
                Ok(Node::Number(Expr::Abs(Box::new(inside)), mark))
            }
            Token::Word(word) => self.word(word, placed),
            _ => Err(self.unexpected("a number, a cell or a name")),
        }
    }

    fn word(&mut self, word: &'a str, placed: Placed<'a>) -> Read<Node> {
        let mark = placed.mark;
        let lower = word.to_lowercase();
        if lower == "true" || lower == "false" {
            self.next();
            return Ok(Node::Truth(Formula::Const(lower == "true"), mark));
        }
        if let Some(list) = self.named_list(word) {
            let [only] = &list[..] else {
                let message = format!("`{}` is a list of {} values", shorten(word), list.len());
                let problem = Problem::new(mark, message);
                return Err(problem.help("use it in `sum(...)`, `distinct(...)`, ..."));
            };
            self.next();
            return Ok(Node::Number(only.clone(), mark));
        }
        if let Some(list) = self.list_call()? {
            return match &list[..] {
                [only] => Ok(Node::Number(only.clone(), mark)),
                _ => {
                    let message = format!("this is a list of {} values, not one", list.len());
                    Err(Problem::new(mark, message))
                }
            };
        }
        if let Some(node) = self.defined(word, mark)? {
            return Ok(node);
        }
        if FUNCTIONS.contains(&lower.as_str()) {
            self.next();
            return self.call(&lower, mark);
        }
        if let Some(formula) = self.clue_call()? {
            return Ok(Node::Truth(formula, mark));
        }
        if KEYWORDS.contains(&lower.as_str()) {
            return Err(self.unexpected("a number, a cell or a name"));
        }
        let bound = self.bound.iter().map(|b| b.0);
        let vars = self.puzzle.vars.iter().map(|v| v.name.as_str());
        let vars = vars.chain(self.names.lists.iter().map(|(name, _)| *name));
        let is_call = self.tokens.get(self.at + 1).is_some_and(|t| t.text == "(");
        let known: Vec<&str> = if is_call {
            let layers = self.puzzle.layers.iter().map(|(layer, _)| layer.name.as_str());
            let rules = self.names.rules.iter().map(|rule| rule.name);
            FUNCTIONS.into_iter().chain(LISTS).chain(layers).chain(rules).collect()
        } else {
            bound.chain(vars).chain(FUNCTIONS).chain(KEYWORDS).collect()
        };
        let what = if is_call { "function" } else { "variable" };
        let problem = Problem::new(mark, format!("there is no {what} `{}`", shorten(word)));
        if LISTS.contains(&lower.as_str()) {
            let inside = match lower.as_str() {
                "grid" => "",
                "cell" => "3, 4",
                "beside" | "around" | VALUE => "r1c1",
                _ => "1",
            };
            return Err(problem.help(format!("write: {lower}({inside})")));
        }
        Err(match nearest(word, known) {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None if is_call => problem.help(format!("functions are {}", FUNCTIONS.join(", "))),
            None => problem.help(format!("declare it: var {} in 1..9", shorten(word))),
        })
    }

    /// What a name stands for: a quantifier's or a rule's own, a list, a variable.
    pub fn named_list(&self, word: &str) -> Option<Vec<Expr<Name>>> {
        if let Some((_, list)) = self.bound.iter().rev().find(|(name, _)| *name == word) {
            return Some(list.clone());
        }
        if let Some((_, cells)) = self.names.lists.iter().find(|(name, _)| *name == word) {
            return Some(cells.iter().map(|&c| Expr::Var(Name::Cell(c))).collect());
        }
        let var = self.puzzle.vars.iter().position(|v| v.name == word)?;
        Some(vec![Expr::Var(Name::Var(var))])
    }

    /// The cells of a range token.
    pub fn cells(&mut self, placed: Placed<'a>) -> Read<Vec<CellId>> {
        let Token::Cells(rows, cols) = placed.token else {
            return Err(self.unexpected("cells"));
        };
        let grid = &self.puzzle.grid;
        let cells = expand(grid, rows, cols).map_err(|name| {
            let message = format!("{name} is outside the {}x{} grid", grid.rows(), grid.cols());
            Problem::new(placed.mark, message)
        })?;
        self.count(cells.len())?;
        Ok(cells)
    }
}
