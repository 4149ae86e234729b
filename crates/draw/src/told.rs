//! What a picture says in words below the board: rules that it cannot show, and rules of
//! shapes that do not speak for themselves.

mod alike;

use std::collections::BTreeSet;

use pencilmark_puzzle::{Clue, Drawing, Puzzle};

pub(crate) use self::alike::Groups;
use crate::label::{arguments, is_named, name};

/// More than this is not read below a picture.
const MOST_RULES: usize = 40;
const MOST_LETTERS: usize = 600;

/// A sentence for each rule. `shown` says of each clue whether the picture shows all of it.
pub(crate) fn rules(puzzle: &Puzzle, shown: &[bool]) -> Vec<String> {
    let mut told: Vec<Rule> = vec![];
    let mut alike = Groups::default();
    for (clue, &shown) in puzzle.clues.iter().zip(shown) {
        if shown && !clue.kind.drawing.needs_words() {
            continue;
        }
        if alike.take(clue, puzzle) {
            continue;
        }
        let rule = Rule::of(clue, puzzle, shown);
        match told.iter_mut().find(|r| r.heading == rule.heading && r.sentence == rule.sentence) {
            Some(known) => known.cells.extend(rule.cells),
            None => told.push(rule),
        }
    }
    let more = told.len().saturating_sub(MOST_RULES);
    let mut lines: Vec<String> = told.iter().take(MOST_RULES).map(Rule::line).collect();
    lines.extend((more > 0).then(|| format!("And {more} more rules.")));
    lines.extend(alike.lines(puzzle).into_iter().map(shortened));
    lines.extend(repeats(puzzle));
    lines.extend(digits(puzzle));
    lines
}

/// Whether a line has the shape of one of another kind, so that colour alone tells them apart.
fn is_like_another(clue: &Clue, puzzle: &Puzzle) -> bool {
    let shape = |c: &Clue| match c.kind.drawing {
        Drawing::Line { ends, .. } if c.kind.drawing.needs_words() => Some(ends),
        _ => None,
    };
    let own = shape(clue);
    let others = || puzzle.clues.iter().filter(|c| c.kind.name != clue.kind.name);
    own.is_some() && others().any(|c| shape(c) == own)
}

struct Rule {
    heading: String,
    cells: Vec<String>,
    sentence: String,
}

/// A summary without what is for those who write rules: names of variables set off by commas,
/// and later sentences that name any. The first sentence is the rule itself and always stays.
fn for_solvers(summary: &str) -> String {
    let plain = without_names(summary);
    let mut told = String::new();
    for (at, sentence) in plain.split_inclusive(". ").enumerate() {
        if at == 0 || !sentence.contains('`') {
            told.push_str(&sentence.replace('`', ""));
        }
    }
    told.trim_end().to_string()
}

/// Without names that only stand beside what they name, as in "a colour, `shade`, is ...".
fn without_names(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, from)) = rest.split_once(", `") {
        out.push_str(before);
        match from.split_once('`') {
            Some((_, after)) if after.starts_with([',', '.', ';', ':']) => rest = after,
            _ => {
                out.push_str(", `");
                rest = from;
            }
        }
    }
    out + rest
}

impl Rule {
    fn of(clue: &Clue, puzzle: &Puzzle, shown: bool) -> Rule {
        if clue.formula.is_some() {
            let words = clue.words(puzzle);
            let heading = capital(words.strip_prefix("the ").unwrap_or(&words));
            return Rule { heading, cells: vec![], sentence: String::new() };
        }
        let mut heading = capital(clue.kind.name);
        if is_named(clue) {
            heading = format!("{heading} {}", name(clue, puzzle));
        } else if !shown {
            let (numbers, word) = arguments(clue);
            let numbers = numbers.iter().map(i64::to_string);
            let rest: Vec<String> = numbers.chain(word.map(String::from)).collect();
            heading = format!("{heading} {}", rest.join(" ")).trim().to_string();
        }
        // Where colour alone tells lines apart, their cells do too.
        let listed = !shown || is_named(clue) || is_like_another(clue, puzzle);
        let lists: Vec<String> = clue.cells.iter().map(|list| puzzle.grid.list(list)).collect();
        let cells = if listed && !lists.is_empty() { vec![lists.join(" / ")] } else { vec![] };
        Rule { heading, cells, sentence: for_solvers(clue.kind.summary) }
    }

    fn line(&self) -> String {
        let mut line = self.heading.clone();
        if !self.cells.is_empty() {
            line.push_str(&format!(" ({})", self.cells.join("; ")));
        }
        if !self.sentence.is_empty() {
            line.push_str(&format!(": {}", self.sentence));
        }
        shortened(line)
    }
}

fn shortened(line: String) -> String {
    match line.chars().count() > MOST_LETTERS {
        true => line.chars().take(MOST_LETTERS - 3).collect::<String>() + "...",
        false => line,
    }
}

/// Rows and columns are houses wherever nothing else is told: a picture cannot show that they
/// are not.
pub(crate) fn repeats(puzzle: &Puzzle) -> Option<String> {
    let missing = |kind: &'static str, n: usize, of: &dyn Fn(usize) -> BTreeSet<usize>| {
        let houses: Vec<BTreeSet<usize>> = puzzle
            .clues_of(kind)
            .map(|clue| clue.list(0).iter().map(|cell| cell.index()).collect())
            .collect();
        let free: Vec<usize> = (0..n).filter(|&i| !houses.contains(&of(i))).collect();
        let numbers = || free.iter().map(|i| (i + 1).to_string()).collect::<Vec<_>>().join(" ");
        match free.len() {
            0 => None,
            all if all == n => Some(format!("{kind}s")),
            _ => Some(format!("{kind}s {}", numbers())),
        }
    };
    let (rows, cols) = (puzzle.grid.rows(), puzzle.grid.cols());
    let row = |r: usize| (0..cols).map(|c| r * cols + c).collect();
    let column = |c: usize| (0..rows).map(|r| r * cols + c).collect();
    let free: Vec<String> =
        missing("row", rows, &row).into_iter().chain(missing("column", cols, &column)).collect();
    (!free.is_empty()).then(|| format!("Digits may repeat in {}.", free.join(" and in ")))
}

/// The digits, where they are not 1 to the length of a row or column.
pub(crate) fn digits(puzzle: &Puzzle) -> Option<String> {
    let grid = &puzzle.grid;
    let usual = grid.lo() == 1 && grid.digit_count() == grid.rows().max(grid.cols());
    (!usual).then(|| format!("The digits are {} to {}.", grid.lo(), grid.hi()))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use pencilmark_puzzle::{CellId, Grid, kinds};

    fn with(clues: &[(&str, &[usize])]) -> Vec<String> {
        let mut puzzle = Puzzle::sudoku(Grid::nine());
        for (name, cells) in clues {
            let list: Vec<CellId> = cells.iter().map(|&c| CellId::new(c)).collect();
            let clue = Clue::new(kinds::find(name).unwrap());
            puzzle.add(if list.is_empty() { clue } else { clue.over(list) });
        }
        let shown: Vec<bool> =
            puzzle.clues.iter().map(|c| c.kind.drawing != Drawing::Nothing).collect();
        rules(&puzzle, &shown)
    }

    #[test]
    fn what_is_not_drawn_is_told_once() {
        let told = with(&[("anti-knight", &[]), ("thermo", &[0, 1]), ("anti-knight", &[])]);
        assert_eq!(told, ["Anti-knight: Cells a knight's move of chess apart differ."]);
        assert!(with(&[]).is_empty());
    }

    #[test]
    fn names_of_variables_go_and_the_rule_stays() {
        let said = "Cells have a colour, `shade`, 0 or 1; or with `others` none. It is `shade`.";
        assert_eq!(for_solvers(said), "Cells have a colour, 0 or 1; or with others none.");
        assert_eq!(for_solvers("A sum, `value`. Digits differ."), "A sum. Digits differ.");
        assert_eq!(for_solvers("Open, `end"), "Open, end");
    }

    #[test]
    fn lines_that_differ_in_colour_alone_name_their_cells() {
        let one = with(&[("renban", &[0, 1]), ("renban", &[9, 10])]);
        assert_eq!(one, ["Renban: Consecutive digits in any order, none twice."]);
        let two = with(&[("renban", &[0, 1]), ("palindrome", &[9, 10]), ("renban", &[18, 19])]);
        assert!(two[0].starts_with("Renban (r1c1-2; r3c1-2): "), "{two:?}");
        assert!(two[1].starts_with("Palindrome (r2c1-2): "), "{two:?}");
        // Circles at its ends tell it apart.
        let apart = with(&[("renban", &[0, 1]), ("between-line", &[9, 10, 11])]);
        assert!(apart[0].starts_with("Renban: "), "{apart:?}");
    }

    #[test]
    fn houses_that_are_missing_are_told() {
        let mut puzzle = Puzzle::blank(Grid::nine());
        puzzle.add_columns(None);
        assert_eq!(repeats(&puzzle).unwrap(), "Digits may repeat in rows.");
        let row = puzzle.grid.cells().take(9).collect::<Vec<_>>();
        puzzle.add(Clue::new(kinds::find("row").unwrap()).over(row));
        assert_eq!(repeats(&puzzle).unwrap(), "Digits may repeat in rows 2 3 4 5 6 7 8 9.");
        assert_eq!(digits(&puzzle), None);
    }
}
