//! clingo's intermediate format (`clingo --mode=gringo`): numbers, one statement a line.
//!
//! Ground programs of others can be solved here, and ours can be checked with theirs.
//! Heuristics and comments are passed over; theories are an error.

use std::fmt;
use std::str::SplitAsciiWhitespace;

use crate::program::{AtomId, Body, Edge, Head, Lit, Minimize, Output, Program, RuleId};

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// Counted from 1.
    pub line: usize,
    /// What was expected, or is not supported.
    pub text: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.text)
    }
}

impl std::error::Error for Error {}

/// Reads a program. Its rules are numbered as their lines are.
///
/// # Errors
/// If a line is not what the format says.
pub fn read(text: &str) -> Result<Program, Error> {
    let mut program = Program::new();
    let mut lines = text.lines().enumerate();
    match lines.next() {
        Some((_, first)) if first.split_ascii_whitespace().next() == Some("asp") => {}
        _ => return Err(Error { line: 1, text: "`asp 1 0 0` expected".into() }),
    }
    for (at, line) in lines {
        let numbers = line.split_ascii_whitespace();
        let mut reader = Reader { program: &mut program, numbers, rest: line };
        match reader.statement(at) {
            Ok(true) => {}
            Ok(false) => {
                program.minimize.sort_by_key(|level| std::cmp::Reverse(level.priority));
                return Ok(program);
            }
            Err(text) => return Err(Error { line: at + 1, text }),
        }
    }
    Err(Error { line: text.lines().count(), text: "`0` expected at the end".into() })
}

struct Reader<'a> {
    program: &'a mut Program,
    numbers: SplitAsciiWhitespace<'a>,
    rest: &'a str,
}

/// Atoms beyond this are not believed: a typing error must not cost all memory.
const MOST_ATOMS: i64 = 1 << 28;

impl Reader<'_> {
    /// One line. False at the end of the program.
    fn statement(&mut self, line: usize) -> Result<bool, String> {
        match self.number()? {
            0 => return Ok(false),
            1 => self.rule(line)?,
            2 => {
                let priority = self.number()?;
                let elements = self.weighted()?;
                let levels = &mut self.program.minimize;
                match levels.iter_mut().find(|level| level.priority == priority) {
                    Some(level) => level.elements.extend(elements),
                    None => levels.push(Minimize { priority, elements }),
                }
            }
            3 => {
                let atoms = self.atoms()?;
                self.program.projection.get_or_insert_default().extend(atoms);
            }
            4 => self.output()?,
            5 => {
                let atom = self.atom()?;
                let source = RuleId(line as u32);
                match self.number()? {
                    0 => self.program.add(Head::Choice(&[atom]), Body::Normal(&[]), source),
                    1 => self.program.add(Head::Disjunction(&[atom]), Body::Normal(&[]), source),
                    2 | 3 => {}
                    other => return Err(format!("0, 1, 2 or 3 expected, not {other}")),
                }
            }
            6 => {
                let lits = self.lits()?;
                self.program.assumptions.extend(lits);
            }
            7 | 10 => {}
            8 => {
                let node = |number: i64| {
                    i32::try_from(number).map_err(|_| format!("node {number} is too large"))
                };
                let from = node(self.number()?)? as u32;
                let to = node(self.number()?)? as u32;
                let condition = self.lits()?;
                self.program.edges.push(Edge { from, to, condition, source: RuleId::NONE });
            }
            9 => return Err("theories are not supported".into()),
            other => return Err(format!("statement {other} is not known")),
        }
        Ok(true)
    }

    fn rule(&mut self, line: usize) -> Result<(), String> {
        let choice = match self.number()? {
            0 => false,
            1 => true,
            other => return Err(format!("0 or 1 expected, not {other}")),
        };
        let heads = self.atoms()?;
        let head = if choice { Head::Choice(&heads) } else { Head::Disjunction(&heads) };
        let source = RuleId(line as u32);
        match self.number()? {
            0 => {
                let lits = self.lits()?;
                self.program.add(head, Body::Normal(&lits), source);
            }
            1 => {
                let lower = self.number()?;
                let mut elements = self.weighted()?;
                if elements.iter().any(|&(weight, _)| weight < 0) {
                    return Err("weights of a body must not be negative".into());
                }
                elements.retain(|&(weight, _)| weight > 0);
                if lower <= 0 {
                    self.program.add(head, Body::Normal(&[]), source);
                } else {
                    self.program.add(head, Body::Sum { lower, elements: &elements }, source);
                }
            }
            other => return Err(format!("0 or 1 expected, not {other}")),
        }
        Ok(())
    }

    /// The text is as long as its number says and may contain blanks.
    fn output(&mut self) -> Result<(), String> {
        let length = self.number()?;
        let length = usize::try_from(length).map_err(|_| "a length expected".to_string())?;
        let start = self.rest.trim_start();
        let start = start.split_once(' ').map_or("", |(_, rest)| rest.trim_start());
        let start = start.split_once(' ').map_or("", |(_, rest)| rest);
        let text = start.get(..length).ok_or("the text is too short")?.to_string();
        self.numbers = start[length..].split_ascii_whitespace();
        let condition = self.lits()?;
        self.program.output.push(Output { text, condition });
        Ok(())
    }

    fn number(&mut self) -> Result<i64, String> {
        let word = self.numbers.next().ok_or("a number expected at the end of the line")?;
        word.parse().map_err(|_| format!("a number expected, not `{word}`"))
    }

    fn atom(&mut self) -> Result<AtomId, String> {
        let number = self.number()?;
        if !(1..=MOST_ATOMS).contains(&number) {
            return Err(format!("an atom expected, not {number}"));
        }
        while i64::from(self.program.atom_count()) < number {
            self.program.new_atom();
        }
        Ok(AtomId(number as u32))
    }

    fn lit(&mut self) -> Result<Lit, String> {
        let number = self.number()?;
        if number == 0 || number.unsigned_abs() > MOST_ATOMS as u64 {
            return Err(format!("a literal expected, not {number}"));
        }
        while u64::from(self.program.atom_count()) < number.unsigned_abs() {
            self.program.new_atom();
        }
        Ok(Lit(number as i32))
    }

    fn count(&mut self) -> Result<usize, String> {
        let number = self.number()?;
        usize::try_from(number).map_err(|_| format!("a count expected, not {number}"))
    }

    fn atoms(&mut self) -> Result<Vec<AtomId>, String> {
        (0..self.count()?).map(|_| self.atom()).collect()
    }

    fn lits(&mut self) -> Result<Vec<Lit>, String> {
        (0..self.count()?).map(|_| self.lit()).collect()
    }

    fn weighted(&mut self) -> Result<Vec<(i64, Lit)>, String> {
        let count = self.count()?;
        let mut elements = Vec::new();
        for _ in 0..count {
            let lit = self.lit()?;
            elements.push((self.number()?, lit));
        }
        Ok(elements)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements() {
        let text = "asp 1 0 0\n1 0 1 1 0 1 -2\n1 1 2 2 3 1 2 2 1 1 3 2\n2 1 1 1 5\n\
                    4 5 a b c 1 1\n5 4 1\n8 0 1 1 2\n0\n";
        let program = read(text).unwrap();
        assert_eq!(program.rule_count(), 3);
        assert_eq!(program.atom_count(), 4);
        assert_eq!(program.output[0].text, "a b c");
        assert_eq!(program.output[0].condition, [Lit(1)]);
        assert_eq!(program.minimize[0].elements, [(5, Lit(1))]);
        assert_eq!(program.edges[0].condition, [Lit(2)]);
    }

    #[test]
    fn errors_name_the_line() {
        for (text, line) in [
            ("", 1),
            ("asp 1 0 0", 1),
            ("asp 1 0 0\n1 0 1", 2),
            ("asp 1 0 0\n1 2 1 1 0 0\n0", 2),
            ("asp 1 0 0\n\n0", 2),
            ("asp 1 0 0\n1 0 1 99999999999 0 0\n0", 2),
            ("asp 1 0 0\n4 9 abc 0\n0", 2),
            ("asp 1 0 0\n9 0 1 1\n0", 2),
            ("asp 1 0 0\n1 0 -1 0 0\n0", 2),
        ] {
            assert_eq!(read(text).map(drop).unwrap_err().line.max(1), line, "{text:?}");
        }
    }

    #[test]
    fn nonsense_is_refused_without_panic() {
        let mut state = 1u64;
        for _ in 0..5000 {
            let mut text = String::from("asp 1 0 0\n");
            for _ in 0..12 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let words =
                    ["1 ", "0 ", "2 ", "-1 ", "3 ", "\n", "4 ", "é ", "5 ", "99 ", "8 ", "x"];
                text.push_str(words[(state >> 33) as usize % words.len()]);
            }
            let _ = read(&text);
        }
    }
}
