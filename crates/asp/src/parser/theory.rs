//! Theory atoms and definitions: their extent, no more. They are refused with a message
//! after parsing, so that the rest of the program is still checked.

use super::{Parsed, Parser};
use crate::lexer::Kind;

impl Parser<'_> {
    /// `&name(terms) { elements } operator term`
    pub(super) fn theory_atom(&mut self) -> Parsed<()> {
        self.at += 1;
        if self.kind() != Kind::Identifier {
            return self.fail("<IDENTIFIER>");
        }
        self.function()?;
        if !self.is("{") {
            return Ok(());
        }
        self.balanced()?;
        while !matches!(self.kind(), Kind::End | Kind::Mark("." | "," | ";" | ":-" | ":")) {
            match self.kind() {
                Kind::Mark("(" | "[" | "{") => self.balanced()?,
                Kind::Mark(")" | "]" | "}") => return self.fail("a theory term"),
                _ => self.at += 1,
            }
        }
        Ok(())
    }

    /// `name { definitions }.`
    pub(super) fn theory_definition(&mut self) -> Parsed<()> {
        if self.kind() != Kind::Identifier {
            return self.fail("<IDENTIFIER>");
        }
        self.at += 1;
        self.balanced()?;
        self.expect(".", ".")?;
        Ok(())
    }

    /// Everything from a bracket to the one that closes it.
    fn balanced(&mut self) -> Parsed<()> {
        let mut open: Vec<&str> = Vec::new();
        loop {
            match self.kind() {
                Kind::Mark("(") => open.push(")"),
                Kind::Mark("[") => open.push("]"),
                Kind::Mark("{") => open.push("}"),
                Kind::Mark(close @ (")" | "]" | "}")) => {
                    if open.last() != Some(&close) {
                        return self.fail("");
                    }
                    open.pop();
                }
                Kind::End => return self.fail("}"),
                _ if open.is_empty() => return self.fail("{"),
                _ => {}
            }
            self.at += 1;
            if open.is_empty() {
                return Ok(());
            }
        }
    }
}
