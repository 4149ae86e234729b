//! Regular expressions over the digits of a line, as automata.
//!
//! A character is a digit, `A` for 10 and so on. There are `.`, `[...]`, `[^...]`, groups,
//! `|`, `*`, `+`, `?`, `{n}`, `{n,}` and `{n,m}`. The whole line is read.

use std::collections::BTreeSet;
use std::iter::Peekable;
use std::ops::RangeInclusive;
use std::str::Chars;

use pencilmark_kernel::automaton::Automaton;

/// States while building, at most.
const MAX_STATES: usize = 4096;
/// Groups within groups.
const MAX_DEPTH: usize = 64;

#[derive(Clone, Debug)]
enum Part {
    Letters(Vec<i64>),
    Sequence(Vec<Part>),
    Either(Vec<Part>),
    Repeat(Box<Part>, usize, Option<usize>),
}

/// The automaton that reads exactly the lines over these digits that fit the pattern.
pub fn regex(pattern: &str, digits: RangeInclusive<i64>) -> Result<Automaton, String> {
    let mut parser = Parser { rest: pattern.chars().peekable(), digits, depth: 0 };
    let part = parser.either()?;
    if let Some(c) = parser.rest.next() {
        return Err(format!("unexpected `{c}` in the pattern"));
    }
    let mut builder = Builder { silent: vec![vec![], vec![]], arcs: vec![vec![], vec![]] };
    builder.build(&part, 0, 1)?;
    Ok(builder.automaton())
}

struct Parser<'a> {
    rest: Peekable<Chars<'a>>,
    digits: RangeInclusive<i64>,
    depth: usize,
}

impl Parser<'_> {
    fn eat(&mut self, c: char) -> bool {
        self.rest.next_if_eq(&c).is_some()
    }

    fn either(&mut self) -> Result<Part, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("too many groups within each other".into());
        }
        let mut ways = vec![self.sequence()?];
        while self.eat('|') {
            ways.push(self.sequence()?);
        }
        self.depth -= 1;
        Ok(if ways.len() == 1 { ways.remove(0) } else { Part::Either(ways) })
    }

    fn sequence(&mut self) -> Result<Part, String> {
        let mut parts = Vec::new();
        while self.rest.peek().is_some_and(|c| !"|)".contains(*c)) {
            parts.push(self.repeated()?);
        }
        Ok(Part::Sequence(parts))
    }

    fn repeated(&mut self) -> Result<Part, String> {
        let mut part = self.single()?;
        loop {
            let (least, most) = match self.rest.peek() {
                Some('*') => (0, None),
                Some('+') => (1, None),
                Some('?') => (0, Some(1)),
                Some('{') => {
                    self.rest.next();
                    let least = self.number()?;
                    let most = match self.eat(',') {
                        false => Some(least),
                        true if self.rest.peek() == Some(&'}') => None,
                        true => Some(self.number()?),
                    };
                    if self.rest.peek() != Some(&'}') || most.is_some_and(|m| m < least) {
                        return Err("expected `{n}`, `{n,}` or `{n,m}`".into());
                    }
                    (least, most)
                }
                _ => return Ok(part),
            };
            self.rest.next();
            self.depth += 1;
            if self.depth > MAX_DEPTH {
                return Err("too many repetitions of repetitions".into());
            }
            part = Part::Repeat(Box::new(part), least, most);
        }
    }

    fn number(&mut self) -> Result<usize, String> {
        let mut text = String::new();
        while let Some(c) = self.rest.next_if(char::is_ascii_digit) {
            text.push(c);
        }
        text.parse().ok().filter(|&n| n <= MAX_STATES).ok_or("expected a number in `{}`".into())
    }

    fn single(&mut self) -> Result<Part, String> {
        let Some(c) = self.rest.next() else { return Err("the pattern ends too early".into()) };
        match c {
            '(' => {
                let part = self.either()?;
                if self.eat(')') { Ok(part) } else { Err("a `)` is missing".into()) }
            }
            '.' => Ok(Part::Letters(self.digits.clone().collect())),
            '[' => self.class(),
            // A repetition of nothing is refused here too.
            c => Ok(Part::Letters(vec![letter(c)?])),
        }
    }

    fn class(&mut self) -> Result<Part, String> {
        let negated = self.eat('^');
        let mut set = BTreeSet::new();
        loop {
            let Some(c) = self.rest.next() else { return Err("a `]` is missing".into()) };
            if c == ']' {
                break;
            }
            let from = letter(c)?;
            let to = match self.eat('-') {
                true => letter(self.rest.next().unwrap_or(']'))?,
                false => from,
            };
            set.extend(from..=to);
        }
        let letters = match negated {
            true => self.digits.clone().filter(|d| !set.contains(d)).collect(),
            false => set.into_iter().collect(),
        };
        Ok(Part::Letters(letters))
    }
}

fn letter(c: char) -> Result<i64, String> {
    let value = c.to_digit(36).filter(|_| c.is_ascii_digit() || c.is_ascii_uppercase());
    value.map(i64::from).ok_or_else(|| format!("unexpected `{c}` in the pattern"))
}

/// States with arcs, and with steps that read nothing.
struct Builder {
    silent: Vec<Vec<usize>>,
    arcs: Vec<Vec<(i64, usize)>>,
}

impl Builder {
    fn state(&mut self) -> Result<usize, String> {
        self.silent.push(vec![]);
        self.arcs.push(vec![]);
        if self.arcs.len() > MAX_STATES {
            return Err(format!("this pattern needs more than {MAX_STATES} states"));
        }
        Ok(self.arcs.len() - 1)
    }

    /// Adds ways from one state to another that read the part.
    fn build(&mut self, part: &Part, from: usize, to: usize) -> Result<(), String> {
        match part {
            Part::Letters(letters) => {
                self.arcs[from].extend(letters.iter().map(|&l| (l, to)));
            }
            Part::Sequence(parts) => {
                let mut here = from;
                for part in parts {
                    let next = self.state()?;
                    self.build(part, here, next)?;
                    here = next;
                }
                self.silent[here].push(to);
            }
            Part::Either(ways) => {
                for way in ways {
                    self.build(way, from, to)?;
                }
            }
            Part::Repeat(part, least, most) => {
                let mut here = from;
                for _ in 0..*least {
                    let next = self.state()?;
                    self.build(part, here, next)?;
                    here = next;
                }
                match most {
                    Some(most) => {
                        for _ in *least..*most {
                            self.silent[here].push(to);
                            let next = self.state()?;
                            self.build(part, here, next)?;
                            here = next;
                        }
                    }
                    None => {
                        let round = self.state()?;
                        self.silent[here].push(round);
                        let back = self.state()?;
                        self.build(part, round, back)?;
                        self.silent[back].push(round);
                        here = round;
                    }
                }
                self.silent[here].push(to);
            }
        }
        Ok(())
    }

    /// All states reached without reading.
    fn closure(&self, state: usize) -> BTreeSet<usize> {
        let mut reached = BTreeSet::from([state]);
        let mut open = vec![state];
        while let Some(state) = open.pop() {
            open.extend(self.silent[state].iter().filter(|&&next| reached.insert(next)));
        }
        reached
    }

    fn automaton(&self) -> Automaton {
        let states = self.arcs.len();
        let mut arcs = BTreeSet::new();
        let mut accepting = Vec::new();
        // Only states that some arc enters matter, and the first.
        let mut entered = vec![false; states];
        entered[0] = true;
        self.arcs.iter().flatten().for_each(|&(_, to)| entered[to] = true);
        for state in (0..states).filter(|&s| entered[s]) {
            let reached = self.closure(state);
            if reached.contains(&1) {
                accepting.push(state);
            }
            let read = reached.iter().flat_map(|&s| &self.arcs[s]);
            arcs.extend(read.map(|&(letter, to)| (state, letter, to)));
        }
        Automaton { states, start: 0, accepting, arcs: arcs.into_iter().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads(pattern: &str, line: &[i64]) -> bool {
        regex(pattern, 1..=9).unwrap().accepts(line)
    }

    #[test]
    fn patterns() {
        assert!(reads("1*2+", &[1, 1, 2]) && reads("1*2+", &[2]) && !reads("1*2+", &[1]));
        assert!(
            reads("(12|3)?4", &[1, 2, 4]) && reads("(12|3)?4", &[4]) && !reads("(12|3)?4", &[1, 4])
        );
        assert!(reads(".{3}", &[7, 8, 9]) && !reads(".{3}", &[7, 8]));
        assert!(reads("[1-3]{2,}[^5]", &[1, 3, 3, 9]) && !reads("[1-3]{2,}[^5]", &[1, 3, 5]));
        assert!(reads("[13579]{1,2}", &[3]) && !reads("[13579]{1,2}", &[3, 3, 3]));
        assert!(reads("", &[]) && !reads("", &[1]) && reads("(1|)", &[]));
    }

    #[test]
    fn letters_are_digits_above_nine() {
        assert!(regex("A[B-D]", 1..=16).unwrap().accepts(&[10, 12]));
    }

    #[test]
    fn bad_patterns_say_why() {
        for bad in ["(1", "1)", "[1", "{", "1{3,2}", "a", "*", "1{99999}", "(.{999}){999}", "1{"] {
            assert!(regex(bad, 1..=9).is_err(), "{bad}");
        }
        assert!(regex(&"(".repeat(500), 1..=9).is_err());
    }
}
