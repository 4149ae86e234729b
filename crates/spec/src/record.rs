//! One line of a suite: a puzzle, and what is known about its solutions.

use std::path::Path;

use pencilmark_kernel::expr::Formula;
use pencilmark_puzzle::{Answer, Filled, Name, Puzzle, Status};
use serde_json::Value;

use crate::{ReadError, Reading, data, fpuzzles, iss, killer, solution_digits};

/// What the authors of a suite, or a solver they trust, know about a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// No solution.
    None,
    /// Exactly this one.
    Unique(Vec<i64>),
    /// Two or more.
    Several,
    /// This is one; whether there are others nobody has proved.
    Contains(Vec<i64>),
    /// Nothing.
    Nothing,
}

/// How an answer compares with what is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It says the same.
    Agrees,
    /// A limit was reached before there was an answer.
    OverLimit,
    /// It contradicts, and how.
    Wrong(String),
}

/// A puzzle of a suite.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its place in the file, from 0.
    pub index: usize,
    /// Its name.
    pub name: String,
    /// The kinds of clues it uses, as its suite calls them.
    pub types: Vec<String>,
    /// How many guesses Interactive Sudoku Solver needed.
    pub iss_guesses: Option<u64>,
    /// What is known about its solutions.
    pub expected: Expected,
    json: Value,
}

impl Record {
    /// All records of a file.
    pub fn all(file: &Path) -> std::io::Result<Vec<Record>> {
        let lines = data::json_lines(file)?;
        Ok(lines.into_iter().enumerate().map(|(i, json)| Record::new(i, json)).collect())
    }

    fn new(index: usize, json: Value) -> Record {
        let words = json["types"].as_array().into_iter().flatten();
        let types = words.filter_map(|t| t.as_str().map(String::from)).collect();
        let guesses = json["iss_guesses"].as_u64().or(json["local_guesses"].as_u64());
        Record {
            index,
            name: json["name"].as_str().unwrap_or_default().to_string(),
            types,
            iss_guesses: guesses,
            expected: expected(&json),
            json,
        }
    }

    /// The puzzle.
    pub fn read(&self) -> Reading<Puzzle> {
        let json = &self.json;
        let text = |key: &str| json[key].as_str();
        let missing = || ReadError::broken("no puzzle in the record");
        if let Some(own) = self.types.iter().find(|t| t.contains("lisudoku only")) {
            return Err(ReadError::unsupported(own.as_str()));
        }
        match text("format").unwrap_or_default() {
            "killer-short" => killer::read_short(text("input").ok_or_else(missing)?),
            "sumocue-long" => killer::read_long(text("input").ok_or_else(missing)?),
            "pencilmarks729" => killer::read_pencilmarks(text("input").ok_or_else(missing)?),
            // The canonical form, if the input is not already.
            "iss" => iss::read(text("iss").or(text("input")).ok_or_else(missing)?),
            "81char" => classic(text("input").ok_or_else(missing)?),
            format if format.starts_with("fpuzzles") => self.read_fpuzzles(),
            other => Err(ReadError::unsupported(format!("format {other}"))),
        }
    }

    /// The same puzzle as Interactive Sudoku Solver's string, where the record has both.
    pub fn read_as_iss(&self) -> Option<Reading<Puzzle>> {
        self.json["iss"].as_str().map(iss::read)
    }

    fn read_fpuzzles(&self) -> Reading<Puzzle> {
        // Another solver found the solution from typed constraints alone: drawings are only
        // decoration then.
        let typed = |key: &str| self.json[key].as_bool() == Some(true);
        let decorated = typed("verified_by_iss") || typed("unique_under_typed_constraints");
        let mut puzzle = fpuzzles::read(&self.json["json"], decorated)?;
        for extra in self.json["extra_constraints"].as_array().into_iter().flatten() {
            let clues = fpuzzles::extra_constraint(extra.as_str().unwrap_or_default(), &puzzle)?;
            puzzle.clues.extend(clues);
        }
        Ok(puzzle)
    }

    /// Compares an answer with what is expected of this puzzle. Every solution is also held
    /// against the meaning of every clue.
    pub fn judge(&self, puzzle: &Puzzle, answer: &Answer) -> Verdict {
        if let Some(clue) = self.misread(puzzle) {
            return Verdict::Wrong(format!("misread: the known solution breaks {clue}"));
        }
        if let Some(clue) = answer.solutions.iter().find_map(|s| broken_clue(puzzle, s)) {
            return Verdict::Wrong(format!("a solution breaks {clue}"));
        }
        let other = || answer.solutions.iter().any(|s| Some(&s.cells) != self.solution());
        match (&self.expected, answer.status) {
            (_, Status::Unknown) => match &self.expected {
                Expected::None if !answer.solutions.is_empty() => wrong("found a solution"),
                Expected::Unique(_) if other() => wrong("found another solution"),
                _ => Verdict::OverLimit,
            },
            (Expected::Nothing, _) => Verdict::Agrees,
            (Expected::None, Status::None) => Verdict::Agrees,
            (Expected::Several, Status::Multiple) => Verdict::Agrees,
            (Expected::Unique(_), Status::Unique) if !other() => Verdict::Agrees,
            (Expected::Contains(_), Status::Unique) if !other() => Verdict::Agrees,
            (Expected::Contains(_), Status::Multiple) => Verdict::Agrees,
            (expected, status) => {
                let kind = format!("{expected:?}");
                let kind = kind.split('(').next().unwrap_or_default().to_string();
                wrong(&format!("expected {kind}, got {status:?}"))
            }
        }
    }

    /// The first clue that the known solution does not obey, in words: then the reader has
    /// misunderstood something, whatever the solver says.
    pub fn misread(&self, puzzle: &Puzzle) -> Option<String> {
        let filled = Filled { cells: self.solution()?.clone(), vars: vec![] };
        if filled.cells.len() != puzzle.grid.size() {
            return Some("a grid of another size".into());
        }
        broken_clue(puzzle, &filled)
    }

    /// The known solution.
    pub fn solution(&self) -> Option<&Vec<i64>> {
        match &self.expected {
            Expected::Unique(solution) | Expected::Contains(solution) => Some(solution),
            _ => None,
        }
    }
}

fn wrong(how: &str) -> Verdict {
    Verdict::Wrong(how.to_string())
}

fn expected(json: &Value) -> Expected {
    if json["expected"] == "no solution" {
        return Expected::None;
    }
    let solution = json["solution"].as_str().and_then(solution_digits);
    let found = json.get("iss_found").and_then(Value::as_u64);
    let unproved = json["iss_timeout"] == true || json["unique_under_typed_constraints"] == false;
    match (found, solution) {
        (Some(0), _) => Expected::None,
        (Some(2..), _) => Expected::Several,
        (_, Some(solution)) if unproved => Expected::Contains(solution),
        (_, Some(solution)) => Expected::Unique(solution),
        (_, None) => Expected::Nothing,
    }
}

fn classic(line: &str) -> Reading<Puzzle> {
    let line = pencilmark_formats::ClassicLine::parse("suite", 1, line)
        .map_err(|e| ReadError::broken(e.to_string()))?;
    line.to_puzzle(None).ok_or_else(|| ReadError::broken("no grid of this size"))
}

/// The first clue that a solution does not obey, in words.
fn broken_clue(puzzle: &Puzzle, filled: &Filled) -> Option<String> {
    let value = |name: &Name| match name {
        Name::Cell(cell) => filled.cells[cell.index()],
        Name::Var(i) => filled.vars[*i],
    };
    let obeyed = |f: &Formula<Name>| f.eval(&value);
    let clue = puzzle.clues.iter().find(|c| !c.meaning(puzzle).iter().all(obeyed))?;
    Some(clue.words(puzzle))
}
