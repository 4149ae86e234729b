//! Quantifiers: `each neighbours a b in CELLS: ...`, `each pair ...`, `each cell ...`.
//!
//! The body is read once for each binding. That makes names a matter of lookup, and the
//! budget of the rule parser bounds the work.

use pencilmark_kernel::expr::Formula;
use pencilmark_puzzle::{CellId, Name};

use super::rule::{Read, RuleParser};
use super::rule_calls::FUNCTIONS;
use super::rule_tokens::{KEYWORDS, Problem, Token};
use crate::near::nearest;

const WAYS: [&str; 3] = ["neighbours", "pair", "cell"];

impl<'a> RuleParser<'_, 'a> {
    pub fn each(&mut self) -> Read<Formula<Name>> {
        self.need("each")?;
        let mark = self.here().mark;
        let Token::Word(word) = self.here().token else {
            return Err(self.unexpected("`neighbours`, `pair` or `cell`"));
        };
        let way = match word.to_lowercase().as_str() {
            "neighbours" | "neighbors" => "neighbours",
            "pair" | "pairs" => "pair",
            "cell" | "cells" => "cell",
            _ => {
                let problem = self.unexpected("`neighbours`, `pair` or `cell`");
                return Err(match nearest(word, WAYS) {
                    Some(near) => problem.help(format!("did you mean `{near}`?")),
                    None => problem,
                });
            }
        };
        self.next();
        let mut names = vec![self.fresh_name()?];
        if way != "cell" {
            names.push(self.fresh_name()?);
        }
        self.need("in")?;
        let mut cells = Vec::new();
        while let Token::Cells(..) = self.here().token {
            let placed = self.next();
            cells.extend(self.cells(placed)?);
            self.eat(",");
        }
        if cells.is_empty() {
            return Err(self.unexpected("cells"));
        }
        self.need(":")?;
        let bindings = bindings(way, &cells);
        if bindings.is_empty() {
            return Err(Problem::new(mark, format!("`each {way}` needs at least two cells")));
        }
        let body = self.at;
        let mut parts = Vec::new();
        for binding in bindings {
            self.at = body;
            self.bound.extend(names.iter().copied().zip(binding.into_iter().map(Name::Cell)));
            let part = self.formula();
            self.bound.truncate(self.bound.len() - names.len());
            parts.push(part?);
        }
        Ok(Formula::And(parts))
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

fn bindings(way: &str, cells: &[CellId]) -> Vec<Vec<CellId>> {
    match way {
        "neighbours" => cells.windows(2).map(<[CellId]>::to_vec).collect(),
        "pair" => {
            let later = |i: usize| cells[i + 1..].iter().map(move |&b| vec![cells[i], b]);
            (0..cells.len()).flat_map(later).collect()
        }
        _ => cells.iter().map(|&c| vec![c]).collect(),
    }
}
