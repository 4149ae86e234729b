//! Quantifiers: `each neighbours a b in CELLS: ...`, `some cell a in ...: ...`, `exactly 2 of
//! (...)`.
//!
//! The body is read once for each binding. That makes names a matter of lookup, and the
//! budget of the rule parser bounds the work.

use pencilmark_kernel::expr::{Cmp, Expr, Formula};
use pencilmark_puzzle::{CellId, Name};

use super::rule::{Read, RuleParser};
use super::rule_calls::FUNCTIONS;
use super::rule_tokens::{KEYWORDS, Problem, Token};
use crate::near::nearest;

/// What can be gone through, each way with the other words for it.
const WAYS: [(&str, &[&str]); 10] = [
    ("neighbours", &["neighbors"]),
    ("pair", &["pairs"]),
    ("cell", &["cells"]),
    ("touching", &[]),
    ("row", &["rows"]),
    ("column", &["columns"]),
    ("box", &["boxes"]),
    ("square", &["squares"]),
    ("list", &["lists"]),
    ("number", &["numbers"]),
];

/// Numbers as words, from 0.
const NUMBERS: [&str; 10] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/// What the names of a quantifier stand for, one after another.
type Bindings = Vec<Vec<Vec<Expr<Name>>>>;

impl<'a> RuleParser<'_, 'a> {
    /// `each ...`, `some ...`, `no ...`, `exactly k of (...)`, `at least`, `at most`; nothing if
    /// something else comes.
    pub fn quantified(&mut self) -> Read<Option<Formula<Name>>> {
        let Token::Word(word) = self.here().token else { return Ok(None) };
        if self.named_list(word).is_some() {
            return Ok(None);
        }
        if let Some(formula) = self.some_of(word)? {
            return Ok(Some(formula));
        }
        Ok(Some(match word.to_lowercase().as_str() {
            "if" => self.conditional()?,
            "for" | "forall" | "every" | "each" => match self.each_of(Self::formula)? {
                Some(parts) => Formula::And(parts),
                None => return Ok(None),
            },
            "some" | "exists" => {
                self.next();
                Formula::Or(self.bodies(Self::formula)?)
            }
            "no" => {
                self.next();
                Formula::Not(Box::new(Formula::Or(self.bodies(Self::formula)?)))
            }
            "exactly" => {
                self.next();
                self.so_many(Cmp::Eq)?
            }
            "at" => {
                self.next();
                let op = match self.here().token {
                    Token::Word(w) if w.eq_ignore_ascii_case("least") => Cmp::Ge,
                    Token::Word(w) if w.eq_ignore_ascii_case("most") => Cmp::Le,
                    _ => return Err(self.unexpected("`least` or `most`")),
                };
                self.next();
                self.so_many(op)?
            }
            _ => return Ok(None),
        }))
    }

    /// Whether this word comes, so many tokens ahead.
    fn comes(&self, ahead: usize, words: &[&str]) -> bool {
        let word = self.tokens.get(self.at + ahead).map(|t| t.token);
        matches!(word, Some(Token::Word(w)) if words.contains(&w.to_lowercase().as_str()))
    }

    /// `none of (...)`, `all of (...)`, `any of (...)`, `one of (...)`; nothing if something
    /// else comes.
    fn some_of(&mut self, word: &str) -> Read<Option<Formula<Name>>> {
        let word = word.to_lowercase();
        let many = NUMBERS.iter().any(|n| *n == word);
        if !(many || ["none", "all", "any"].contains(&word.as_str())) || !self.comes(1, &["of"]) {
            return Ok(None);
        }
        if many {
            return self.so_many(Cmp::Eq).map(Some);
        }
        self.next();
        self.need("of")?;
        self.need("(")?;
        let list = self.formulas()?;
        self.need(")")?;
        Ok(Some(match word.as_str() {
            "none" => Formula::Not(Box::new(Formula::Or(list))),
            "all" => Formula::And(list),
            _ => Formula::Or(list),
        }))
    }

    /// `if A then B`, and perhaps `else C`.
    fn conditional(&mut self) -> Read<Formula<Name>> {
        self.next();
        self.deeper()?;
        let condition = self.formula()?;
        if !self.comes(0, &["then"]) {
            return Err(self.unexpected("`then`"));
        }
        self.next();
        let then = self.formula()?;
        let not = Formula::Not(Box::new(condition.clone()));
        let mut parts = vec![Formula::Or(vec![not, then])];
        if self.comes(0, &["else"]) {
            self.next();
            parts.push(Formula::Or(vec![condition, self.formula()?]));
        }
        self.shallower();
        Ok(if parts.len() == 1 { parts.remove(0) } else { Formula::And(parts) })
    }

    /// `k of (statement, statement, ...)`.
    fn so_many(&mut self, op: Cmp) -> Read<Formula<Name>> {
        let Token::Word(word) = self.here().token else { return self.counted(None, op) };
        let said = NUMBERS.iter().position(|n| word.eq_ignore_ascii_case(n));
        self.counted(said.filter(|_| self.named_list(word).is_none()), op)
    }

    fn counted(&mut self, said: Option<usize>, op: Cmp) -> Read<Formula<Name>> {
        let wanted = match said {
            Some(number) => {
                self.next();
                Expr::Const(number as i64)
            }
            None => self.expr()?,
        };
        self.need("of")?;
        self.need("(")?;
        let list = self.formulas()?;
        if list.is_empty() {
            return Err(self.unexpected("statements"));
        }
        self.need(")")?;
        let holds = |f: Formula<Name>| Expr::Holds(Box::new(f));
        let many = Expr::Sum(list.into_iter().map(holds).collect());
        Ok(Formula::Cmp(op, many, wanted))
    }

    /// The bodies of an `each`; nothing if something else comes.
    pub fn each_of<T>(&mut self, body: fn(&mut Self) -> Read<T>) -> Read<Option<Vec<T>>> {
        match self.here().token {
            Token::Word(word) if self.named_list(word).is_none() => {}
            _ => return Ok(None),
        }
        if self.comes(0, &["for"]) && self.comes(1, &["each", "all", "every"]) {
            self.next();
        } else if !self.comes(0, &["each", "every", "forall"]) {
            return Ok(None);
        }
        self.next();
        self.bodies(body).map(Some)
    }

    /// What follows `each` or `some`: names, what they go through, and the body for each.
    fn bodies<T>(&mut self, body: fn(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        self.deeper()?;
        let mark = self.here().mark;
        let way = self.way()?;
        let mut names = vec![self.fresh_name()?];
        if ["neighbours", "pair", "touching"].contains(&way) {
            names.push(self.fresh_name()?);
        }
        let bindings = self.bindings(way)?;
        self.need(":")?;
        if bindings.is_empty() {
            let message = match way {
                "neighbours" | "pair" => format!("`each {way}` needs at least two cells"),
                _ => format!("there is no `{way}` to go through"),
            };
            return Err(Problem::new(mark, message));
        }
        let start = self.at;
        let mut parts = Vec::new();
        for binding in bindings {
            self.at = start;
            self.bound.extend(names.iter().copied().zip(binding));
            let part = body(self);
            self.bound.truncate(self.bound.len() - names.len());
            parts.push(part?);
        }
        self.shallower();
        Ok(parts)
    }

    fn way(&mut self) -> Read<&'static str> {
        const WANTED: &str = "`neighbours`, `pair`, `cell`, `touching`, `row`, `column`, `box`, \
                              `square`, `list` or `number`";
        let Token::Word(word) = self.here().token else {
            return Err(self.unexpected(WANTED));
        };
        let lower = word.to_lowercase();
        let known =
            |(name, others): &&(&str, &[&str])| *name == lower || others.contains(&lower.as_str());
        // `each a in r1c1-9` goes through cells.
        if !WAYS.iter().any(|way| known(&way)) && self.comes(1, &["in"]) {
            return Ok("cell");
        }
        let Some(&(way, _)) = WAYS.iter().find(known) else {
            let problem = self.unexpected(WANTED);
            return Err(match nearest(word, WAYS.iter().map(|w| w.0)) {
                Some(near) => problem.help(format!("did you mean `{near}`?")),
                None => problem,
            });
        };
        self.next();
        Ok(way)
    }

    /// Reads `in ...`, where there is one, and lists what the names stand for.
    fn bindings(&mut self, way: &str) -> Read<Bindings> {
        let grid = &self.puzzle.grid;
        let digit = |&c: &CellId| Expr::Var(Name::Cell(c));
        let house = |cells: Vec<CellId>| vec![cells.iter().map(digit).collect::<Vec<_>>()];
        let houses = |kind| self.puzzle.clues_of(kind).map(|c| c.list(0).to_vec());
        match way {
            "row" => return Ok((0..grid.rows()).map(|r| house(grid.row(r))).collect()),
            "column" => return Ok((0..grid.cols()).map(|c| house(grid.column(c))).collect()),
            "box" => {
                let boxes: Vec<_> = houses("box").chain(houses("region")).collect();
                return Ok(boxes.into_iter().map(house).collect());
            }
            "square" => {
                let corner = |c| grid.rectangle(grid.row_of(c), grid.col_of(c), 2, 2);
                let inside = |c: &CellId| grid.step(*c, 1, 1).is_some();
                return Ok(grid.cells().filter(inside).map(|c| house(corner(c))).collect());
            }
            _ => {}
        }
        let everywhere = ["touching", "cell"].contains(&way);
        if everywhere && !self.comes(0, &["in"]) {
            let all: Vec<_> = grid.cells().map(|c| digit(&c)).collect();
            return match way {
                "touching" => self.touching(&all),
                _ => Ok(all.into_iter().map(|e| vec![vec![e]]).collect()),
            };
        }
        self.need("in")?;
        if way == "number" {
            let set = self.set()?;
            return Ok(set.into_iter().map(|n| vec![vec![Expr::Const(n)]]).collect());
        }
        if way == "list" {
            let mut lists = vec![vec![self.cell_list()?]];
            while self.eat("/") {
                lists.push(vec![self.cell_list()?]);
            }
            return Ok(lists);
        }
        if let Token::Number(_) | Token::Sign("{" | "-") = self.here().token {
            let problem = self.unexpected("cells");
            return Err(problem.help("numbers are gone through by `each number n in 1..4: ...`"));
        }
        let list = self.cell_list()?;
        let one = |e: &Expr<Name>| vec![e.clone()];
        Ok(match way {
            "neighbours" => list.windows(2).map(|w| vec![one(&w[0]), one(&w[1])]).collect(),
            "pair" => {
                let pairs = (0..list.len()).flat_map(|i| (i + 1..list.len()).map(move |j| (i, j)));
                pairs.map(|(i, j)| vec![one(&list[i]), one(&list[j])]).collect()
            }
            "touching" => return self.touching(&list),
            _ => list.iter().map(|e| vec![one(e)]).collect(),
        })
    }

    /// Pairs of the list whose cells share a side.
    fn touching(&mut self, list: &[Expr<Name>]) -> Read<Bindings> {
        let name = |e: &Expr<Name>| match e {
            Expr::Var(name) => Some(*name),
            _ => None,
        };
        let names: Option<Vec<Name>> = list.iter().map(name).collect();
        let graph = names.and_then(|n| pencilmark_puzzle::touching_sides(&n, self.puzzle));
        let graph = graph.ok_or_else(|| self.unexpected("cells"))?;
        let pair = |(a, b): (usize, usize)| vec![vec![list[a].clone()], vec![list[b].clone()]];
        Ok(graph.pairs().map(pair).collect())
    }

    /// Cells, names of lists and the like, up to the next sign.
    pub fn cell_list(&mut self) -> Read<Vec<Expr<Name>>> {
        let mut all = Vec::new();
        loop {
            match self.here().token {
                Token::Cells(..) => {
                    let placed = self.next();
                    let cells = self.cells(placed)?;
                    all.extend(cells.into_iter().map(|c| Expr::Var(Name::Cell(c))));
                }
                Token::Word(word) => match self.named_list(word) {
                    Some(list) => {
                        self.next();
                        self.count(list.len())?;
                        all.extend(list);
                    }
                    None => match self.list_call()? {
                        Some(list) => all.extend(list),
                        None => break,
                    },
                },
                _ => break,
            }
            self.eat(",");
        }
        if all.is_empty() {
            return Err(self.unexpected("cells"));
        }
        Ok(all)
    }

    fn fresh_name(&mut self) -> Read<&'a str> {
        let placed = self.here();
        let Token::Word(word) = placed.token else {
            return Err(self.unexpected("a name for the cell"));
        };
        let lower = word.to_lowercase();
        if KEYWORDS.contains(&lower.as_str()) || FUNCTIONS.contains(&lower.as_str()) {
            return Err(self.unexpected("a name for the cell"));
        }
        self.next();
        Ok(word)
    }
}
