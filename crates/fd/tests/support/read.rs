//! A reader for the goals of the tests: terms with the operators of library(clpfd).

/// A term.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    Var(String),
    Int(String),
    Call(String, Vec<Term>),
    List(Vec<Term>),
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Var(String),
    Int(String),
    Name(String),
    /// A name directly followed by a parenthesis.
    Functor(String),
    Mark(char),
}

fn infix(op: &str) -> Option<(u32, u32, u32)> {
    Some(match op {
        "," => (1000, 999, 1000),
        "#<==>" => (760, 760, 759),
        "#==>" => (750, 749, 750),
        "#<==" => (750, 750, 749),
        "#\\/" => (740, 740, 739),
        "#\\" => (730, 730, 729),
        "#/\\" => (720, 720, 719),
        "#=" | "#\\=" | "#<" | "#>" | "#=<" | "#>=" | "in" | "ins" | "=" => (700, 699, 699),
        "+" | "-" | "/\\" | "\\/" | "xor" => (500, 500, 499),
        ".." => (450, 450, 449),
        "*" | "//" | "mod" | "rem" | "div" | "<<" | ">>" | "rdiv" | "/" => (400, 400, 399),
        "^" => (200, 199, 200),
        _ => return None,
    })
}

fn tokens(text: &str) -> Option<Vec<Token>> {
    let chars: Vec<char> = text.chars().collect();
    let (mut at, mut out) = (0, Vec::new());
    let symbol = |c: char| "+-*/\\^<>=~:.?@#&$".contains(c);
    while at < chars.len() {
        let c = chars[at];
        let begin = at;
        let run = |mut at: usize, ok: &dyn Fn(char) -> bool| {
            while at < chars.len() && ok(chars[at]) {
                at += 1;
            }
            at
        };
        if c.is_whitespace() {
            at += 1;
        } else if c.is_ascii_digit() {
            at = run(at, &|c| c.is_ascii_digit());
            out.push(Token::Int(chars[begin..at].iter().collect()));
        } else if c.is_alphabetic() || c == '_' {
            at = run(at, &|c| c.is_alphanumeric() || c == '_');
            let word: String = chars[begin..at].iter().collect();
            if c.is_uppercase() || c == '_' {
                out.push(Token::Var(word));
            } else if chars.get(at) == Some(&'(') {
                out.push(Token::Functor(word));
            } else {
                out.push(Token::Name(word));
            }
        } else if symbol(c) {
            at = run(at, &symbol);
            out.push(Token::Name(chars[begin..at].iter().collect()));
        } else if "()[],|{}".contains(c) {
            at += 1;
            out.push(Token::Mark(c));
        } else {
            return None;
        }
    }
    Some(out)
}

struct Reader {
    tokens: Vec<Token>,
    at: usize,
}

/// Reads one term.
pub fn read(text: &str) -> Option<Term> {
    let text = text.trim().trim_end_matches('.');
    let mut reader = Reader { tokens: tokens(text)?, at: 0 };
    let term = reader.term(1200)?;
    (reader.at == reader.tokens.len()).then_some(term)
}

impl Reader {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn eat(&mut self, mark: char) -> Option<()> {
        (self.peek() == Some(&Token::Mark(mark))).then(|| self.at += 1)
    }

    fn term(&mut self, limit: u32) -> Option<Term> {
        let mut left = self.primary(limit)?;
        loop {
            let op = match self.peek() {
                Some(Token::Name(name)) => name.clone(),
                Some(Token::Functor(name)) if infix(name).is_some() => name.clone(),
                Some(Token::Mark(',')) => ",".to_string(),
                _ => break,
            };
            let Some((priority, _, right)) = infix(&op).filter(|i| i.0 <= limit) else { break };
            self.at += 1;
            let argument = self.term(right)?;
            left = Term::Call(op, vec![left, argument]);
            let _ = priority;
        }
        Some(left)
    }

    fn list(&mut self, end: char) -> Option<Vec<Term>> {
        let mut items = Vec::new();
        if self.eat(end).is_some() {
            return Some(items);
        }
        loop {
            items.push(self.term(999)?);
            if self.eat(',').is_none() {
                self.eat(end)?;
                return Some(items);
            }
        }
    }

    fn primary(&mut self, limit: u32) -> Option<Term> {
        let token = self.peek()?.clone();
        self.at += 1;
        match token {
            Token::Var(name) => Some(Term::Var(name)),
            Token::Int(digits) => Some(Term::Int(digits)),
            Token::Functor(name) => {
                self.eat('(')?;
                Some(Term::Call(name, self.list(')')?))
            }
            Token::Mark('(') => {
                let inner = self.term(1200)?;
                self.eat(')')?;
                Some(inner)
            }
            Token::Mark('[') => Some(Term::List(self.list(']')?)),
            Token::Mark('{') => {
                let inner = self.list('}')?;
                Some(Term::Call("{}".into(), inner))
            }
            Token::Mark(_) => None,
            Token::Name(name) => match (name.as_str(), self.peek().cloned()) {
                ("-", Some(Token::Int(digits))) => {
                    self.at += 1;
                    Some(Term::Int(format!("-{digits}")))
                }
                ("-" | "\\", Some(_)) => {
                    let argument = self.term(200)?;
                    Some(Term::Call(name, vec![argument]))
                }
                ("#\\", Some(next)) if next != Token::Mark(',') && next != Token::Mark(')') => {
                    let argument = self.term(710.min(limit))?;
                    Some(Term::Call(name, vec![argument]))
                }
                _ => Some(Term::Call(name, Vec::new())),
            },
        }
    }
}
