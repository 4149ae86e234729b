//! What the other statements depend on: words about the puzzle, the grid, its digits, its
//! houses and its variables. Read first, wherever it stands.

use pencilmark_puzzle::{Clue, Grid, NamedVar, kinds};

use super::cells::looks_like_cells;
use super::rule_calls::FUNCTIONS;
use super::rule_tokens::KEYWORDS;
use super::statements::{Mark, Statement, Word};
use super::{ClueMarks, Parser};

/// The statements read here.
pub(super) const WORDS: [&str; 14] = [
    "title", "author", "source", "rules", "grid", "digits", "rows", "columns", "boxes", "regions",
    "var", "layer", "let", "define",
];

/// Values of variables stay in this range, so that no sum of them overflows.
const MAX_VALUE: i64 = 1_000_000_000;

impl<'a> Parser<'a> {
    pub(super) fn read_header(&mut self, statements: &[Statement<'a>]) {
        let only = |parser: &mut Self, word: &'static str| {
            let mut all = statements.iter().filter(|s| s.word.eq_ignore_ascii_case(word));
            let first = all.next()?;
            for again in all {
                let place = parser.place(first.whole());
                parser.error(again.word_mark, format!("`{word}` is told twice"), None);
                if let Some(error) = parser.errors.last_mut() {
                    error.also = Some(place);
                }
            }
            Some(first)
        };
        let title = only(self, "title").and_then(|s| self.text(s));
        let author = only(self, "author").and_then(|s| self.text(s));
        let source = only(self, "source").and_then(|s| self.text(s));
        let grid = only(self, "grid");
        let digits = only(self, "digits");
        let switches = ["rows", "columns", "boxes"].map(|word| only(self, word));
        let regions = only(self, "regions");
        only(self, "givens");
        (self.puzzle.title, self.puzzle.author, self.puzzle.source) = (title, author, source);
        let rules = statements.iter().filter(|s| s.word.eq_ignore_ascii_case("rules"));
        let rules: Vec<&str> = rules.map(|s| s.free.text).collect();
        self.puzzle.rules = (!rules.is_empty()).then(|| rules.join("\n"));

        if let Some(statement) = grid {
            self.read_grid(statement);
        }
        if let Some(statement) = digits {
            self.read_digits(statement);
        }
        for statement in statements {
            match statement.word.to_lowercase().as_str() {
                "var" => self.read_var(statement),
                "layer" => self.read_layer(statement),
                _ => {}
            }
        }
        self.houses = digits.or(grid).or(statements.first()).map(Statement::whole);
        let irregular = statements.iter().any(|s| {
            s.word.eq_ignore_ascii_case("region") || s.word.eq_ignore_ascii_case("regions")
        });
        self.add_houses(grid, switches, irregular);
        if let Some(statement) = regions {
            self.read_regions(statement);
        }
        let of = |word: &'static str| {
            statements.iter().filter(move |s| s.word.eq_ignore_ascii_case(word))
        };
        of("let").for_each(|s| self.read_let(s));
        of("define").for_each(|s| self.read_define(s));
        self.add_layers(statements);
    }

    /// Adds the layers of clues, so that rules above them can speak of these. What is wrong
    /// with such a clue is told when its turn comes.
    fn add_layers(&mut self, statements: &[Statement<'a>]) {
        for statement in statements {
            let Some(kind) = kinds::find(&statement.word.to_lowercase()) else { continue };
            if !kind.needs_layers(&self.puzzle) {
                continue;
            }
            let (clues, errors) = (self.puzzle.clues.len(), self.errors.len());
            self.read_kind(kind, statement);
            self.errors.truncate(errors);
            self.puzzle.clues.truncate(clues);
            self.marks.truncate(clues);
        }
    }

    fn text(&mut self, statement: &Statement<'a>) -> Option<String> {
        if statement.free.text.is_empty() {
            let message = format!("`{}` needs a text", statement.word);
            self.error(statement.end(), message, None);
            return None;
        }
        Some(statement.free.text.to_string())
    }

    fn read_grid(&mut self, statement: &Statement<'a>) {
        let words = statement.words();
        let size = words.first().and_then(|w| shape(w.text));
        match size.map(|(rows, cols)| Grid::new(rows, cols)) {
            Some(Some(grid)) => {
                self.puzzle.grid = grid;
                self.nothing_after(&words, 1, "grid 9");
            }
            Some(None) => {
                let message = format!("a grid has 1 to {} rows and columns", Grid::MAX_SIDE);
                self.error(statement.rest.mark, message, None);
            }
            None => self.expected("a size", statement, 0, "grid 9, or grid 6x8"),
        }
    }

    fn read_digits(&mut self, statement: &Statement<'a>) {
        let text: String = statement.words().iter().map(|w| w.text).collect();
        let Some((lo, hi)) = range(&text) else {
            return self.expected("two digits", statement, 0, "digits 0-8");
        };
        match self.puzzle.grid.clone().with_digits(lo, hi) {
            Some(grid) => self.puzzle.grid = grid,
            None => {
                let message = format!("{lo} to {hi} cannot be the digits of a grid");
                let help = format!(
                    "from 0 to {} at most, and at most {} of them",
                    Grid::MAX_DIGIT,
                    Grid::MAX_DIGITS
                );
                self.error(statement.rest.mark, message, Some(help));
            }
        }
    }

    fn read_var(&mut self, statement: &Statement<'a>) {
        let words = statement.words();
        const EXAMPLE: &str = "var total in 1..45";
        if words.is_empty() {
            return self.expected("a name", statement, 0, EXAMPLE);
        }
        // Several names may share a range.
        let names = words.iter().take_while(|w| !w.text.eq_ignore_ascii_case("in")).count();
        let comma = statement.rest.text.contains(',');
        let names = if comma { names.max(1) } else { 1 };
        let range = self.range_behind(statement, names, EXAMPLE);
        // A name whose range is wrong is known all the same: one complaint is enough.
        let (lo, hi) = range.unwrap_or((self.puzzle.grid.lo(), self.puzzle.grid.hi()));
        let origin = Some(self.origin(statement.whole()));
        for &name in &words[..names] {
            if self.is_good_name(name) {
                let origin = origin.clone();
                self.puzzle.vars.push(NamedVar {
                    name: name.text.to_string(),
                    lo,
                    hi,
                    called: None,
                    origin,
                });
            }
        }
    }

    /// The `in LO..HI` behind a name; nothing if it is wrong, and then that has been said.
    pub(super) fn read_range(
        &mut self,
        statement: &Statement<'a>,
        example: &str,
    ) -> Option<(i64, i64)> {
        self.range_behind(statement, 1, example)
    }

    /// The same behind so many words.
    fn range_behind(
        &mut self,
        statement: &Statement<'a>,
        at: usize,
        example: &str,
    ) -> Option<(i64, i64)> {
        let words = statement.words();
        if !words.get(at).is_some_and(|w| w.text.eq_ignore_ascii_case("in")) {
            self.expected("`in`", statement, at, example);
            return None;
        }
        let text: String = words[at + 1..].iter().map(|w| w.text).collect();
        let Some((lo, hi)) = range(&text) else {
            self.expected("a range of values", statement, at + 1, example);
            return None;
        };
        if lo > hi || lo < -MAX_VALUE || hi > MAX_VALUE {
            let message = format!("{lo}..{hi} is no range of values");
            let help = format!("the smaller value first, none beyond {MAX_VALUE}");
            self.error(words[at + 1].mark, message, Some(help));
            return None;
        }
        Some((lo, hi))
    }

    pub(super) fn is_good_name(&mut self, name: Word<'a>) -> bool {
        let text = name.text;
        let lower = text.to_lowercase();
        let is_word = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && !text.starts_with(|c: char| c.is_ascii_digit());
        let problem = if !is_word {
            "is not a name: letters, digits and `_`, a letter first"
        } else if looks_like_cells(text) {
            "looks like a cell"
        } else if KEYWORDS.contains(&lower.as_str()) || FUNCTIONS.contains(&lower.as_str()) {
            "is a word of the rule language"
        } else if self.puzzle.vars.iter().any(|v| v.name == text) {
            "is declared twice"
        } else {
            return true;
        };
        self.error(name.mark, format!("`{text}` {problem}"), None);
        false
    }

    fn add_houses(
        &mut self,
        grid: Option<&Statement<'a>>,
        switches: [Option<&Statement<'a>>; 3],
        irregular: bool,
    ) {
        let origin = grid.map(|s| self.origin(s.whole()));
        let [rows, columns, boxes] = switches;
        if !self.is_none(rows) {
            self.puzzle.add_rows(origin.clone());
        }
        if !self.is_none(columns) {
            self.puzzle.add_columns(origin.clone());
        }
        match boxes {
            Some(statement) => self.read_boxes(statement),
            None if irregular => {}
            None => {
                if let Some((height, width)) = self.puzzle.grid.default_box() {
                    self.puzzle.add_boxes(height, width, origin);
                }
            }
        }
        let place = self.houses.unwrap_or(Mark { line: 0, start: 0, end: 0 });
        self.marks.resize(self.puzzle.clues.len(), ClueMarks::whole(place));
    }

    /// Whether a switch is there and says `none`, the only thing it can say.
    fn is_none(&mut self, switch: Option<&Statement<'a>>) -> bool {
        let Some(statement) = switch else {
            return false;
        };
        if !statement.rest.text.eq_ignore_ascii_case("none") {
            let example = format!("{} none", statement.word);
            self.expected("`none`", statement, 0, &example);
        }
        true
    }

    fn read_boxes(&mut self, statement: &Statement<'a>) {
        let words = statement.words();
        if words.len() == 1 && words[0].text.eq_ignore_ascii_case("none") {
            return;
        }
        let Some((height, width)) = words.first().and_then(|w| shape(w.text)) else {
            return self.expected("`none` or a size", statement, 0, "boxes 2x3");
        };
        let origin = Some(self.origin(statement.whole()));
        if !self.puzzle.add_boxes(height, width, origin) {
            let grid = &self.puzzle.grid;
            let (rows, cols) = (grid.rows(), grid.cols());
            let message = format!("{height}x{width} boxes do not fill a {rows}x{cols} grid");
            let help = "height times width; each must divide the side of the grid";
            self.error(statement.rest.mark, message, Some(help.into()));
        }
        self.nothing_after(&words, 1, "boxes 2x3");
    }

    /// Adds the regions of a map, in the order of their labels.
    fn read_regions(&mut self, statement: &Statement<'a>) {
        let Some(map) = self.read_map(statement) else {
            return;
        };
        let mut regions: Vec<(&str, Vec<_>, Mark)> = Vec::new();
        for (i, word) in map.into_iter().enumerate() {
            if word.text == "." {
                continue;
            }
            let cell = pencilmark_puzzle::CellId::new(i);
            match regions.iter_mut().find(|(label, ..)| *label == word.text) {
                Some((_, cells, _)) => cells.push(cell),
                None => regions.push((word.text, vec![cell], word.mark)),
            }
        }
        regions.sort_by_key(|&(label, ..)| (label.len(), label));
        for (_, cells, mark) in regions {
            self.add(Clue::new(&kinds::REGION).over(cells), ClueMarks::whole(mark));
        }
    }
}

/// `9` or `6x8`.
fn shape(text: &str) -> Option<(usize, usize)> {
    match text.split_once(['x', 'X', '×']) {
        Some((rows, cols)) => Some((rows.parse().ok()?, cols.parse().ok()?)),
        None => {
            let side = text.parse().ok()?;
            Some((side, side))
        }
    }
}

/// `1..9` or `1-9`, and below zero `-5..5`.
fn range(text: &str) -> Option<(i64, i64)> {
    let (lo, hi) = match text.split_once("..") {
        Some(parts) => parts,
        None => {
            let dash = text.char_indices().skip(1).find(|&(_, c)| c == '-')?.0;
            (&text[..dash], &text[dash + 1..])
        }
    };
    Some((lo.trim().parse().ok()?, hi.trim().parse().ok()?))
}
