//! A puzzle as a `.pencil` file.
//!
//! What is written reads back equal: houses that everybody expects are left out, and what
//! differs from them is switched off and written down.

use pencilmark_puzzle::{CellId, Clue, Grid, Puzzle, Shape, formula_text};

use crate::classic::digit_letter;
use crate::pencil::DIRECTIONS;

/// The text of a puzzle.
pub fn write(puzzle: &Puzzle) -> String {
    let mut writer = Writer { puzzle, out: String::new() };
    writer.header();
    let rest = writer.houses();
    writer.clues(rest);
    writer.out
}

struct Writer<'a> {
    puzzle: &'a Puzzle,
    out: String,
}

impl<'a> Writer<'a> {
    fn line(&mut self, text: &str) {
        self.out.push_str(text.trim_end());
        self.out.push('\n');
    }

    fn header(&mut self) {
        let p = self.puzzle;
        for (word, text) in [("title", &p.title), ("author", &p.author), ("source", &p.source)] {
            if let Some(text) = text {
                // A text is one line.
                let words: Vec<&str> = text.split_whitespace().collect();
                self.line(&format!("{word} {}", words.join(" ")));
            }
        }
        for line in p.rules.iter().flat_map(|r| r.split('\n')) {
            self.line(&format!("rules {}", line.trim()));
        }
        let (rows, cols) = (p.grid.rows(), p.grid.cols());
        match rows == cols {
            true => self.line(&format!("grid {rows}")),
            false => self.line(&format!("grid {rows}x{cols}")),
        }
        if Grid::new(rows, cols).as_ref() != Some(&p.grid) {
            self.line(&format!("digits {}-{}", p.grid.lo(), p.grid.hi()));
        }
        // Variables of layers are said by the layer; the order of both must stay.
        let mut next = 0;
        while let Some(var) = p.vars.get(next) {
            match p.layers.iter().find(|&&(_, first)| first == next) {
                Some((layer, _)) => {
                    self.line(&format!("layer {} in {}..{}", layer.name, layer.lo, layer.hi));
                    next += p.grid.size();
                }
                None => {
                    self.line(&format!("var {} in {}..{}", var.name, var.lo, var.hi));
                    next += 1;
                }
            }
        }
    }

    /// Writes what is unusual about the houses; gives back the clues that follow them.
    fn houses(&mut self) -> &'a [Clue] {
        let puzzle = self.puzzle;
        let grid = &puzzle.grid;
        let mut rest: &'a [Clue] = &puzzle.clues;
        let rows: Vec<_> = (0..grid.rows()).map(|r| grid.row(r)).collect();
        if !skip(&mut rest, "row", &rows) {
            self.line("rows none");
        }
        let columns: Vec<_> = (0..grid.cols()).map(|c| grid.column(c)).collect();
        if !skip(&mut rest, "column", &columns) {
            self.line("columns none");
        }
        let irregular = puzzle.clues_of("region").next().is_some();
        let shape = puzzle.box_shape();
        let boxes = shape.and_then(|(height, width)| grid.boxes(height, width));
        let has_boxes = boxes.is_some_and(|boxes| skip(&mut rest, "box", &boxes));
        match (has_boxes, shape) {
            (true, Some((height, width))) if irregular || shape != grid.default_box() => {
                self.line(&format!("boxes {height}x{width}"));
            }
            (false, _) if !irregular && grid.default_box().is_some() => self.line("boxes none"),
            _ => {}
        }
        let regions = rest.iter().take_while(|c| c.kind.name == "region").count();
        if self.region_map(&rest[..regions]) {
            rest = &rest[regions..];
        }
        rest
    }

    /// Writes regions as a map, if a map can say it all.
    fn region_map(&mut self, regions: &[Clue]) -> bool {
        let mut labels: Vec<usize> = vec![0; self.puzzle.grid.size()];
        for (i, region) in regions.iter().enumerate() {
            let cells = region.list(0);
            let sorted = !cells.is_empty() && cells.windows(2).all(|w| w[0] < w[1]);
            if !sorted || cells.iter().any(|c| labels[c.index()] != 0) {
                return false;
            }
            cells.iter().for_each(|c| labels[c.index()] = i + 1);
        }
        if regions.is_empty() {
            return false;
        }
        let letters = regions.len() <= 26;
        let label = |&i: &usize| match i {
            0 => ".".to_string(),
            _ if letters => char::from(b'A' + (i - 1) as u8).to_string(),
            _ => i.to_string(),
        };
        self.line("regions");
        for row in labels.chunks(self.puzzle.grid.cols()) {
            let words: Vec<String> = row.iter().map(label).collect();
            self.line(&format!("  {}", words.join(if letters { "" } else { " " })));
        }
        true
    }

    fn clues(&mut self, clues: &[Clue]) {
        let mut rest = clues;
        let mut mapped = false;
        while let Some(clue) = rest.first() {
            let givens = leading_givens(rest);
            if givens.len() > 3 && !mapped && self.givens_map(&givens) {
                mapped = true;
                rest = &rest[givens.len()..];
                continue;
            }
            // What no statement may say, a file of another program may: it is said by its meaning.
            match clue.kind.name != "rule" && clue.check(self.puzzle).is_err() {
                true => {
                    for formula in clue.meaning(self.puzzle) {
                        self.line(&format!("rule {}", formula_text(&formula, self.puzzle)));
                    }
                }
                false => {
                    let statement = self.statement(clue);
                    self.line(&statement);
                }
            }
            rest = &rest[1..];
        }
    }

    /// Writes givens as a map, if every digit has a letter.
    fn givens_map(&mut self, givens: &[(CellId, i64)]) -> bool {
        let grid = &self.puzzle.grid;
        let mut map = vec!['.'; grid.size()];
        for &(cell, digit) in givens {
            let zero_is_blank = digit == 0 && grid.lo() > 0;
            if !(0..36).contains(&digit) || zero_is_blank {
                return false;
            }
            map[cell.index()] = digit_letter(digit);
        }
        self.line("givens");
        for row in map.chunks(self.puzzle.grid.cols()) {
            self.line(&format!("  {}", row.iter().collect::<String>()));
        }
        true
    }

    fn statement(&self, clue: &Clue) -> String {
        let grid = &self.puzzle.grid;
        let mut words = vec![clue.kind.name.to_string()];
        let mut numbers = clue.numbers.iter();
        let mut lists = clue.cells.iter();
        for arg in clue.kind.args {
            match arg.shape {
                Shape::Number | Shape::OptionalNumber | Shape::NumberOr(_) | Shape::Digit => {
                    words.extend(numbers.next().map(i64::to_string));
                }
                Shape::Digits => words.extend(numbers.by_ref().map(i64::to_string)),
                Shape::Numbers(_) => words.extend(numbers.by_ref().map(i64::to_string)),
                Shape::Counts => {
                    let pairs = clue.numbers.chunks_exact(2).map(|p| format!("{}x{}", p[0], p[1]));
                    words.extend(pairs);
                    numbers = [].iter();
                }
                Shape::Word(choices) => {
                    let place = numbers.next().and_then(|&n| usize::try_from(n - 1).ok());
                    words.extend(place.and_then(|i| choices.get(i)).map(ToString::to_string));
                }
                Shape::Lists(_) => {
                    let all: Vec<String> = lists.by_ref().map(|list| grid.list(list)).collect();
                    words.push(all.join(" / "));
                }
                Shape::Cells(_) | Shape::Line(_) => {
                    words.extend(lists.next().map(|list| grid.list(list)));
                }
                Shape::Equals(optional) => words.extend((!optional).then(|| "=".to_string())),
                Shape::Diagonal => words.extend(lists.next().map(|list| self.diagonal(list))),
                Shape::Sign => words.extend(numbers.next().map(|&n| sign(n).to_string())),
                Shape::Formula => {
                    words.extend(clue.formula.as_ref().map(|f| formula_text(f, self.puzzle)));
                }
            }
        }
        words.join(" ")
    }

    fn diagonal(&self, cells: &[CellId]) -> String {
        let grid = &self.puzzle.grid;
        let Some(&first) = cells.first() else {
            return String::new();
        };
        let goes = |d: &&(&str, &str, isize, isize)| grid.ray(first, d.2, d.3) == cells;
        let direction = DIRECTIONS.iter().find(goes).unwrap_or(&DIRECTIONS[0]);
        format!("{} {}", grid.name(first), direction.0)
    }
}

fn sign(n: i64) -> char {
    if n > 0 { '+' } else { '-' }
}

/// Steps over clues that are exactly these houses.
fn skip(rest: &mut &[Clue], kind: &str, houses: &[Vec<CellId>]) -> bool {
    let is_house = |(clue, house): (&Clue, &Vec<CellId>)| {
        clue.kind.name == kind && clue.cells.len() == 1 && clue.cells[0] == *house
    };
    let found = rest.len() >= houses.len() && rest.iter().zip(houses).all(is_house);
    if found {
        *rest = &rest[houses.len()..];
    }
    found
}

/// Givens at the front, as long as their cells come in reading order.
fn leading_givens(clues: &[Clue]) -> Vec<(CellId, i64)> {
    let mut givens: Vec<(CellId, i64)> = Vec::new();
    for (cell, digit) in clues.iter().map_while(Clue::as_given) {
        if givens.last().is_some_and(|&(before, _)| before >= cell) {
            break;
        }
        givens.push((cell, digit));
    }
    givens
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn round_trip(text: &str) -> String {
        let puzzle = parse("first", text).unwrap_or_else(|e| panic!("{}", e[0]));
        let written = write(&puzzle);
        let again = parse("again", &written).unwrap_or_else(|e| panic!("{}\n{written}", e[0]));
        assert_eq!(again, puzzle, "{written}");
        written
    }

    #[test]
    fn what_everybody_expects_is_left_out() {
        assert_eq!(round_trip("grid 9"), "grid 9\n");
        assert_eq!(round_trip("title A # sharp\ngrid 6x8"), "title A # sharp\ngrid 6x8\n");
        assert_eq!(round_trip("grid 6\nboxes 3x2\n"), "grid 6\nboxes 3x2\n");
        assert_eq!(
            round_trip("grid 6\nboxes none\nrows none\n"),
            "grid 6\nrows none\nboxes none\n"
        );
        assert_eq!(round_trip("grid 4\ndigits 0-3"), "grid 4\ndigits 0-3\n");
    }

    #[test]
    fn clues_keep_their_order_and_shape() {
        let text = "grid 9\ncage 15 r1c1-2 r2c1\ncage r5c5-6\narrow r1c1-2 = r2-4c1\n\
                    little-killer 12 r1c4 down-left\nlittle-killer 3 r1c1 down-left\ndiagonal +\n\
                    candidates r1c1 1 2 3\ndifference 1 r1c1-2\ngiven r1c2 5\n";
        assert_eq!(round_trip(text), text);
    }

    #[test]
    fn clues_that_no_statement_may_say_become_rules() {
        for text in [
            r#"{"size":4,"killercage":[{"cells":["R1C1","R1C1"],"value":"5"}]}"#,
            r#"{"size":4,"killercage":[{"cells":["R1C1","R1C2"],"value":"50"}]}"#,
            ".Shape~3x4.FullRank~C4~~12",
        ] {
            let puzzle = crate::import("t", text, None).unwrap().puzzle;
            let written = write(&puzzle);
            let again = parse("t", &written).unwrap_or_else(|e| panic!("{}\n{written}", e[0]));
            let count = |p: &Puzzle| {
                pencilmark_puzzle::Solver::new(p, Default::default()).solutions().count()
            };
            assert_eq!(count(&again), count(&puzzle), "{written}");
        }
    }

    #[test]
    fn many_givens_become_a_map() {
        let text = "grid 4\ngivens\n  12..\n  ..1.\n  .1..\n  ....\n";
        assert_eq!(round_trip(text), text);
    }

    #[test]
    fn regions_become_a_map() {
        let text = "grid 4\nregions\n  AABB\n  AABB\n  CCDD\n  CCDD\n";
        assert_eq!(round_trip(text), text);
        let both = "grid 4\nboxes 2x2\nregions\n  ABCD\n  ABCD\n  ABCD\n  ABCD\n";
        assert_eq!(round_trip(both), both);
    }
}
