//! Lists and rules with a name: `let ring = r1c1-9 r2c9`, `define far(a, b): |a - b| >= 5`.

use pencilmark_puzzle::{CellId, Layer};

use super::Parser;
use super::cells::looks_like_cells;
use super::rule_tokens::{Placed, Token, tokens};
use super::statements::Statement;

/// A rule with a name.
pub(super) struct Defined<'a> {
    pub name: &'a str,
    pub params: Vec<&'a str>,
    pub body: Vec<Placed<'a>>,
}

/// What has been named.
#[derive(Default)]
pub(super) struct Names<'a> {
    pub lists: Vec<(&'a str, Vec<CellId>)>,
    pub rules: Vec<Defined<'a>>,
}

impl<'a> Parser<'a> {
    /// Whether a name is free, among lists and rules too.
    fn is_free(&mut self, name: super::statements::Word<'a>) -> bool {
        if !self.is_good_name(name) {
            return false;
        }
        let lists = self.names.lists.iter().map(|(n, _)| *n);
        let layers = self.puzzle.layers.iter().map(|(layer, _)| layer.name.as_str());
        let taken = lists.chain(layers).chain(self.names.rules.iter().map(|r| r.name));
        if taken.into_iter().any(|n| n == name.text) {
            self.error(name.mark, format!("`{}` is declared twice", name.text), None);
            return false;
        }
        true
    }

    /// `let NAME = CELLS`.
    pub(super) fn read_let(&mut self, statement: &Statement<'a>) {
        const EXAMPLE: &str = "let ring = r1c1-9 r2-9c9";
        let words = statement.words();
        let Some(&name) = words.first() else {
            return self.expected("a name", statement, 0, EXAMPLE);
        };
        if !self.is_free(name) {
            return;
        }
        if words.get(1).is_none_or(|w| w.text != "=") {
            return self.expected("`=`", statement, 1, EXAMPLE);
        }
        let mut cells = Vec::new();
        for (at, &word) in words.iter().enumerate().skip(2) {
            if let Some((_, list)) = self.names.lists.iter().find(|(n, _)| *n == word.text) {
                cells.extend(list.clone());
            } else if looks_like_cells(word.text) {
                let Some(more) = self.cells_of(word) else { return };
                cells.extend(more);
            } else {
                return self.expected("a cell", statement, at, EXAMPLE);
            }
        }
        if cells.is_empty() {
            return self.expected("a cell", statement, 2, EXAMPLE);
        }
        self.names.lists.push((name.text, cells));
    }

    /// `define NAME(PARAMETER, ...): STATEMENT`.
    pub(super) fn read_define(&mut self, statement: &Statement<'a>) {
        const EXAMPLE: &str = "define far(a, b): |a - b| >= 5";
        let tokens = match tokens(statement.rest) {
            Ok(tokens) => tokens,
            Err(problem) => return self.error(problem.mark, problem.message, problem.help),
        };
        let mut at = 0;
        let word = |at: &mut usize| match tokens.get(*at).map(|t| t.token) {
            Some(Token::Word(word)) => {
                *at += 1;
                Some(word)
            }
            _ => None,
        };
        let Some(name) = word(&mut at) else {
            return self.expected("a name", statement, 0, EXAMPLE);
        };
        let mut params = Vec::new();
        if tokens[at].token == Token::Sign("(") {
            at += 1;
            while let Some(param) = word(&mut at) {
                params.push(param);
                if tokens[at].token == Token::Sign(",") {
                    at += 1;
                }
            }
            if tokens[at].token != Token::Sign(")") {
                let message = "expected a name, `,` or `)`";
                return self.error(tokens[at].mark, message, Some(format!("write: {EXAMPLE}")));
            }
            at += 1;
        }
        if tokens[at].token != Token::Sign(":") {
            return self.error(tokens[at].mark, "expected `:`", Some(format!("write: {EXAMPLE}")));
        }
        let name_word = super::statements::Word { text: name, mark: tokens[0].mark };
        if self.is_free(name_word) {
            let body = tokens[at + 1..].to_vec();
            self.names.rules.push(Defined { name, params, body });
        }
    }

    /// `layer NAME in LO..HI`: one value for each cell.
    pub(super) fn read_layer(&mut self, statement: &Statement<'a>) {
        const EXAMPLE: &str = "layer shade in 0..1";
        let words = statement.words();
        let Some(&name) = words.first() else {
            return self.expected("a name", statement, 0, EXAMPLE);
        };
        if self.is_free(name)
            && let Some((lo, hi)) = self.read_range(statement, EXAMPLE)
        {
            let origin = Some(self.origin(statement.whole()));
            self.puzzle.add_layer(Layer { name: name.text.to_string(), lo, hi }, origin);
        }
    }
}
