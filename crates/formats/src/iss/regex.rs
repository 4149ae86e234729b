//! Regular expressions over digits, as automata: `()` `|` `.` `[1-3]` `[^4]` `*` `+` `?`
//! `{2}` `{2,}` `{2,5}`. Digits above 9 are letters from `A`.

use pencilmark_kernel::automaton::Automaton;

/// More states than this are not built.
const MAX_STATES: usize = 20_000;
/// Groups this deep are nobody's puzzle.
const MAX_DEPTH: usize = 100;

/// The automaton of a pattern over the digits from `lo` to `hi`.
pub(super) fn compile(pattern: &str, lo: i64, hi: i64) -> Result<Automaton, String> {
    let letters: Vec<char> = pattern.chars().filter(|c| !c.is_whitespace()).collect();
    let mut parser = Parser { letters, at: 0, lo, hi, depth: 0 };
    let node = parser.either()?;
    if parser.at < parser.letters.len() {
        return Err(format!("`{}` in the pattern has no partner", parser.letters[parser.at]));
    }
    let mut builder = Builder { silent: vec![vec![]], arcs: vec![] };
    let end = builder.build(&node, 0)?;
    Ok(builder.finish(end))
}

enum Node {
    /// One of these digits.
    Digits(Vec<i64>),
    Sequence(Vec<Node>),
    Either(Vec<Node>),
    /// At least so often, and at most so often if that is told.
    Repeat(Box<Node>, usize, Option<usize>),
}

struct Parser {
    letters: Vec<char>,
    at: usize,
    lo: i64,
    hi: i64,
    depth: usize,
}

impl Parser {
    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += 1;
        Some(c)
    }

    fn either(&mut self) -> Result<Node, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("the pattern is nested too deep".into());
        }
        let mut ways = vec![self.sequence()?];
        while self.peek() == Some('|') {
            self.next();
            ways.push(self.sequence()?);
        }
        self.depth -= 1;
        Ok(if ways.len() == 1 { ways.remove(0) } else { Node::Either(ways) })
    }

    fn sequence(&mut self) -> Result<Node, String> {
        let mut parts = Vec::new();
        while self.peek().is_some_and(|c| c != '|' && c != ')') {
            parts.push(self.repeated()?);
        }
        Ok(Node::Sequence(parts))
    }

    fn repeated(&mut self) -> Result<Node, String> {
        let mut node = self.single()?;
        loop {
            let (least, most) = match self.peek() {
                Some('*') => (0, None),
                Some('+') => (1, None),
                Some('?') => (0, Some(1)),
                Some('{') => self.braces()?,
                _ => return Ok(node),
            };
            self.next();
            node = Node::Repeat(Box::new(node), least, most);
        }
    }

    /// Up to the closing brace, which the caller takes.
    fn braces(&mut self) -> Result<(usize, Option<usize>), String> {
        self.next();
        let number = |parser: &mut Parser| {
            let start = parser.at;
            while parser.peek().is_some_and(|c| c.is_ascii_digit()) {
                parser.next();
            }
            let text: String = parser.letters[start..parser.at].iter().collect();
            text.parse::<usize>().ok().filter(|n| *n <= MAX_STATES)
        };
        let least = number(self).ok_or("expected a number after `{` in the pattern")?;
        let most = match self.peek() {
            Some(',') => {
                self.next();
                if self.peek() == Some('}') {
                    None
                } else {
                    Some(number(self).ok_or("expected a number in `{}`")?)
                }
            }
            _ => Some(least),
        };
        match self.peek() {
            Some('}') if most.is_none_or(|m| m >= least) => Ok((least, most)),
            _ => Err("`{}` in the pattern is not closed, or its numbers fall".into()),
        }
    }

    fn single(&mut self) -> Result<Node, String> {
        match self.next() {
            Some('(') => {
                let inner = self.either()?;
                match self.next() {
                    Some(')') => Ok(inner),
                    _ => Err("`(` in the pattern is not closed".into()),
                }
            }
            Some('[') => self.class(),
            Some('.') => Ok(Node::Digits((self.lo..=self.hi).collect())),
            Some(c) => Ok(Node::Digits(vec![self.digit(c)?])),
            None => Err("the pattern ends too early".into()),
        }
    }

    fn class(&mut self) -> Result<Node, String> {
        let negated = self.peek() == Some('^');
        if negated {
            self.next();
        }
        let mut digits = Vec::new();
        loop {
            let Some(first) = self.next() else {
                return Err("`[` in the pattern is not closed".into());
            };
            if first == ']' {
                break;
            }
            let mut last = first;
            if self.peek() == Some('-') {
                self.next();
                last = self.next().ok_or("`[` in the pattern is not closed")?;
            }
            let letters = first..=last;
            if letters.is_empty() {
                return Err(format!("`{first}-{last}` in the pattern is empty"));
            }
            for letter in letters {
                digits.push(self.digit(letter)?);
            }
        }
        if digits.is_empty() {
            return Err("`[]` in the pattern is empty".into());
        }
        let all = self.lo..=self.hi;
        Ok(Node::Digits(all.filter(|d| digits.contains(d) != negated).collect()))
    }

    fn digit(&self, c: char) -> Result<i64, String> {
        let digit = match c {
            '0'..='9' => c as i64 - '0' as i64,
            'A'..='Z' => c as i64 - 'A' as i64 + 10,
            'a'..='z' => c as i64 - 'a' as i64 + 10,
            _ => return Err(format!("`{c}` in the pattern is not a digit")),
        };
        match (self.lo..=self.hi).contains(&digit) {
            true => Ok(digit),
            false => Err(format!("`{c}` in the pattern is no digit of this grid")),
        }
    }
}

/// States with arcs that read a digit and arcs that read nothing.
struct Builder {
    /// Where each state leads without reading.
    silent: Vec<Vec<usize>>,
    arcs: Vec<(usize, i64, usize)>,
}

impl Builder {
    fn state(&mut self) -> Result<usize, String> {
        if self.silent.len() >= MAX_STATES {
            return Err("the pattern needs too many states".into());
        }
        self.silent.push(vec![]);
        Ok(self.silent.len() - 1)
    }

    /// Adds a node that starts in a state; gives back the state it ends in.
    fn build(&mut self, node: &Node, from: usize) -> Result<usize, String> {
        match node {
            Node::Digits(digits) => {
                let to = self.state()?;
                self.arcs.extend(digits.iter().map(|&d| (from, d, to)));
                Ok(to)
            }
            Node::Sequence(parts) => parts.iter().try_fold(from, |at, part| self.build(part, at)),
            Node::Either(ways) => {
                let end = self.state()?;
                for way in ways {
                    let start = self.state()?;
                    self.silent[from].push(start);
                    let at = self.build(way, start)?;
                    self.silent[at].push(end);
                }
                Ok(end)
            }
            Node::Repeat(inner, least, most) => {
                let mut at = from;
                for _ in 0..*least {
                    at = self.build(inner, at)?;
                }
                let end = self.state()?;
                match most {
                    None => {
                        let start = self.state()?;
                        self.silent[at].push(start);
                        let last = self.build(inner, start)?;
                        self.silent[last].push(start);
                        self.silent[start].push(end);
                    }
                    Some(most) => {
                        self.silent[at].push(end);
                        for _ in *least..*most {
                            at = self.build(inner, at)?;
                            self.silent[at].push(end);
                        }
                    }
                }
                Ok(end)
            }
        }
    }

    /// Without silent arcs, and without states that nobody reaches.
    fn finish(self, end: usize) -> Automaton {
        let reached = |from: usize| {
            let mut all = vec![from];
            let mut at = 0;
            while let Some(&state) = all.get(at) {
                let fresh = self.silent[state].iter().filter(|s| !all.contains(s));
                let fresh: Vec<usize> = fresh.copied().collect();
                all.extend(fresh);
                at += 1;
            }
            all
        };
        let mut by_state: Vec<Vec<(i64, usize)>> = vec![vec![]; self.silent.len()];
        self.arcs.iter().for_each(|&(from, digit, to)| by_state[from].push((digit, to)));
        let mut number = vec![None; self.silent.len()];
        number[0] = Some(0);
        let mut open = vec![0];
        let (mut arcs, mut accepting) = (Vec::new(), Vec::new());
        let mut at = 0;
        while let Some(&state) = open.get(at) {
            let silently = reached(state);
            if silently.contains(&end) {
                accepting.push(at);
            }
            for &(digit, to) in silently.iter().flat_map(|s| &by_state[*s]) {
                let place = *number[to].get_or_insert_with(|| {
                    open.push(to);
                    open.len() - 1
                });
                arcs.push((at, digit, place));
            }
            at += 1;
        }
        arcs.sort_unstable();
        arcs.dedup();
        Automaton { states: open.len(), start: 0, accepting, arcs }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(pattern: &str, line: &[i64]) -> bool {
        compile(pattern, 1, 9).unwrap_or_else(|e| panic!("{pattern}: {e}")).accepts(line)
    }

    #[test]
    fn patterns_read_what_they_should() {
        assert!(accepts("12", &[1, 2]) && !accepts("12", &[2, 1]) && !accepts("12", &[1]));
        assert!(accepts("1*2", &[2]) && accepts("1*2", &[1, 1, 2]) && !accepts("1*2", &[1]));
        assert!(accepts("(12|3)+", &[3, 1, 2]) && !accepts("(12|3)+", &[]));
        assert!(
            accepts("[1-3]?.", &[9]) && accepts("[1-3]?.", &[2, 9]) && !accepts("[1-3]?.", &[4, 9])
        );
        assert!(accepts("[^1-3]{2}", &[4, 9]) && !accepts("[^1-3]{2}", &[4, 3]));
        assert!(accepts("1{2,}", &[1, 1, 1]) && !accepts("1{2,}", &[1]));
        assert!(accepts("1{1,2}", &[1, 1]) && !accepts("1{1,2}", &[1, 1, 1]));
        assert!(accepts("(1|)2", &[2]) && accepts("(1*)*", &[]));
        assert!(compile("A", 1, 16).unwrap().accepts(&[10]));
    }

    #[test]
    fn bad_patterns_have_reasons() {
        for pattern in
            ["(", ")", "[", "[]", "1{", "1{3,2}", "x?", "0", "[3-1]", "*", &"(".repeat(500)]
        {
            assert!(compile(pattern, 1, 9).is_err(), "{pattern}");
        }
        assert!(compile("(((.{90}){90}){90}){90}", 1, 9).unwrap_err().contains("too many states"));
    }
}
