//! One line of a suite: a puzzle, and what is known about its solutions.

use std::path::Path;

use pencilmark_formats::Import;
use pencilmark_kernel::expr::Formula;
use pencilmark_puzzle::{Answer, Clue, Filled, Name, Puzzle, Status, kinds};
use serde_json::Value;

use crate::{data, solution_digits};

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

/// Why a puzzle of a suite was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// It needs a rule that only its own program has.
    LeftOut(String),
    /// The importer gave this error.
    Broken(String),
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

    /// The puzzle as its suite has it, read as a user would read it: nobody tells the format.
    pub fn read(&self) -> Result<Import, Unread> {
        if let Some(own) = self.types.iter().find(|t| t.contains("lisudoku only")) {
            return Err(Unread::LeftOut(own.clone()));
        }
        let json = &self.json;
        let text = match (json["input"].as_str(), json["iss"].as_str()) {
            (Some(input), _) => input.to_string(),
            (None, Some(iss)) => iss.to_string(),
            (None, None) => json["json"].to_string(),
        };
        let mut import = import(&text)?;
        // A rule that its suite tells beside the board.
        for extra in json["extra_constraints"].as_array().into_iter().flatten() {
            let text = extra.as_str().unwrap_or_default();
            let sums = text.strip_prefix("knightmare:").ok_or(Unread::LeftOut(text.into()))?;
            let mut clue = Clue::new(kinds::find("knightmare").expect("there is such a kind"));
            clue.numbers = sums.split(',').filter_map(|n| n.parse().ok()).collect();
            import.puzzle.add(clue);
        }
        Ok(import)
    }

    /// The same puzzle in another format, where the record has one.
    pub fn read_again(&self) -> Option<Result<Import, Unread>> {
        let other = match self.json["iss"].as_str() {
            Some(iss) => iss.to_string(),
            None => self.json.get("json")?.to_string(),
        };
        Some(import(&other))
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
                let strange = answer.solutions.iter().find(|s| Some(&s.cells) != self.solution());
                let strange =
                    strange.map_or(String::new(), |s| format!(", among them {:?}", s.cells));
                wrong(&format!("expected {kind}, got {status:?}{strange}"))
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

fn import(text: &str) -> Result<Import, Unread> {
    pencilmark_formats::import("suite", text, None)
        .map_err(|errors| Unread::Broken(errors.first().map_or(String::new(), ToString::to_string)))
}

/// The first clue that a solution does not obey, in words.
fn broken_clue(puzzle: &Puzzle, filled: &Filled) -> Option<String> {
    let value = |name: &Name| match name {
        Name::Cell(cell) => filled.cells[cell.index()],
        Name::Var(i) => filled.vars[*i],
    };
    // Without the variables only clues about cells can be looked at.
    let known = |f: &Formula<Name>| {
        !f.variables().iter().any(|n| matches!(n, Name::Var(i) if *i >= filled.vars.len()))
    };
    let obeyed = |f: &Formula<Name>| !known(f) || f.eval(&value);
    let clue = puzzle.clues.iter().find(|c| !c.meaning(puzzle).iter().all(obeyed))?;
    Some(clue.words(puzzle))
}
