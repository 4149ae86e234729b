//! What is written at the shapes of clues.

use std::collections::BTreeSet;

use pencilmark_puzzle::{CellId, Clue, Drawing, Grid, Puzzle, Shape as ArgShape, Text};

use crate::shape::{Anchor, Layer, Point, Scene, Shape, at};
use crate::theme::Ink;

/// The numbers of a clue, and the word told after them, which is kept as a number too.
pub(crate) fn arguments(clue: &Clue) -> (&[i64], Option<&'static str>) {
    let is_number = |shape: ArgShape| matches!(shape, ArgShape::Number | ArgShape::NumberOr(_));
    let numbers = clue.kind.args.iter().filter(|arg| is_number(arg.shape)).count();
    let words = clue.kind.args.iter().find_map(|arg| match arg.shape {
        ArgShape::Word(words) => Some(words),
        _ => None,
    });
    match (words, clue.numbers.split_last()) {
        (Some(words), Some((&place, rest))) if rest.len() >= numbers => {
            let word = usize::try_from(place - 1).ok().and_then(|i| words.get(i));
            (rest, word.copied())
        }
        _ => (&clue.numbers, None),
    }
}

/// Numbers of which those that come again are counted.
const MANY: usize = 4;

/// `3x0 3x2 5`: numbers with how often they are told.
fn counted(numbers: &[i64]) -> String {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    let told = |same: &[i64]| match same.len() {
        1 => same[0].to_string(),
        many => format!("{many}x{}", same[0]),
    };
    sorted.chunk_by(|a, b| a == b).map(told).collect::<Vec<_>>().join(" ")
}

/// What is written at a clue's shape.
pub(crate) fn written(text: Text, clue: &Clue, puzzle: &Puzzle) -> String {
    let (numbers, word) = arguments(clue);
    let texts: Vec<String> = numbers.iter().map(i64::to_string).collect();
    let own = match text {
        Text::None => String::new(),
        Text::Numbers => texts.join(" "),
        Text::After(letters) if numbers.len() > MANY && word.is_none() => {
            format!("{letters}{}", counted(numbers))
        }
        Text::After(letters) => {
            let word = word.map_or(String::new(), |word| format!(" {word}"));
            format!("{letters}{}{word}", texts.join(" "))
        }
        Text::Before(_) if texts.is_empty() => String::new(),
        Text::Before(letters) => format!("{}{letters}", texts.join(" ")),
        Text::Either => texts.join("/"),
        Text::Counts => {
            let pair = |pair: &[i64]| format!("{}x{}", pair[0], pair[1]);
            numbers.chunks_exact(2).map(pair).collect::<Vec<_>>().join(" ")
        }
        Text::Named(letters) => return format!("{letters}{}", name(clue, puzzle)),
    };
    // Parts that lie apart belong together by their name.
    if lies_apart(clue, &puzzle.grid) {
        return format!("{own} {}", name(clue, puzzle)).trim().to_string();
    }
    own.trim().to_string()
}

/// Whether something is written in the corner of a cell.
pub(crate) fn is_labelled(clue: &Clue, grid: &Grid) -> bool {
    let (Drawing::Fill { text, .. }
    | Drawing::Cage { text, .. }
    | Drawing::Line { text, .. }
    | Drawing::Arrow { text }
    | Drawing::Count { text }
    | Drawing::Cell { text, .. }) = clue.kind.drawing
    else {
        return false;
    };
    match text {
        Text::None => lies_apart(clue, grid),
        Text::After(_) | Text::Named(_) => true,
        _ => !arguments(clue).0.is_empty() || lies_apart(clue, grid),
    }
}

/// The capital of a clue among those that need one: A to Z, then AA and so on.
pub(crate) fn name(clue: &Clue, puzzle: &Puzzle) -> String {
    let needs = |c: &&Clue| is_named(c) || lies_apart(c, &puzzle.grid);
    let before = puzzle.clues.iter().take_while(|c| !std::ptr::eq(*c, clue));
    let mut rest = before.filter(needs).count();
    let mut letters = vec![];
    loop {
        letters.push(char::from(b'A' + (rest % 26) as u8));
        if rest < 26 {
            return letters.iter().rev().collect();
        }
        rest = rest / 26 - 1;
    }
}

/// Whether the lists of a clue share a capital.
pub(crate) fn is_named(clue: &Clue) -> bool {
    use Drawing::{Cage, Fill};
    matches!(
        clue.kind.drawing,
        Fill { text: Text::Named(_), .. } | Cage { text: Text::Named(_), .. }
    )
}

/// Whether an outlined list falls into parts that share no side.
fn lies_apart(clue: &Clue, grid: &Grid) -> bool {
    let Drawing::Cage { .. } = clue.kind.drawing else { return false };
    clue.cells.iter().any(|list| pieces(grid, list).len() > 1)
}

/// The parts of a list that hang together along sides, each in reading order.
pub(crate) fn pieces(grid: &Grid, cells: &[CellId]) -> Vec<Vec<CellId>> {
    let mut left: BTreeSet<CellId> = cells.iter().copied().collect();
    let mut pieces = vec![];
    while let Some(first) = left.pop_first() {
        let (mut piece, mut next) = (BTreeSet::from([first]), vec![first]);
        while let Some(cell) = next.pop() {
            for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                if let Some(beside) = grid.step(cell, down, right)
                    && left.remove(&beside)
                {
                    piece.insert(beside);
                    next.push(beside);
                }
            }
        }
        pieces.push(piece.into_iter().collect());
    }
    pieces
}

/// How high the letters of a label are, and how many labels have room in a cell, one below the other.
const SIZE: f32 = 0.22;
const ROOM: usize = 4;

/// A small text in the upper left corner of a cell, on a box that keeps lines away from it; below
/// those that would lie on it.
pub(crate) fn label(scene: &mut Scene, grid: &Grid, cell: CellId, text: &str) {
    if text.is_empty() {
        return;
    }
    let width = wide(text);
    let left = grid.col_of(cell) as f32 + 0.05;
    let place = |line: usize| at(left, grid.row_of(cell) as f32 + 0.16 + line as f32 * SIZE);
    // Two clues that say the same there need not say it twice.
    let is_same = |other: &Shape| match other {
        Shape::Text { place: own, text: said, .. } => {
            said == text && (0..ROOM).any(|line| place(line).shifted(0.01, 0.0) == *own)
        }
        _ => false,
    };
    if scene.on(Layer::Labels).any(is_same) {
        return;
    }
    let hidden = |corner: Point| {
        let on = |other: &Shape| match other {
            Shape::Text { place, text, .. } => {
                let near = (place.y - corner.y).abs() < SIZE - 0.01;
                near && place.x < corner.x + width && corner.x < place.x + wide(text)
            }
            _ => false,
        };
        scene.on(Layer::Labels).any(on)
    };
    // Where there is no room at all the last one hides the first.
    let corner = (0..ROOM).map(place).find(|&corner| !hidden(corner)).unwrap_or(place(0));
    let paper = Some(Ink::Paper.into());
    let middle = corner.shifted(width / 2.0 - 0.01, 0.0);
    scene.rectangle(Layer::Labels, middle, (width, SIZE), paper, None);
    let place = corner.shifted(0.01, 0.0);
    scene.push(
        Layer::Labels,
        Shape::Text {
            place,
            anchor: Anchor::Start,
            size: SIZE,
            bold: false,
            paint: Ink::Black.into(),
            text: text.to_string(),
        },
    );
}

/// About how wide a label is.
fn wide(text: &str) -> f32 {
    SIZE * text.chars().map(advance).sum::<f32>() + 0.04
}

/// About how wide a letter of a label is, in font heights.
fn advance(letter: char) -> f32 {
    match letter {
        'i' | 'j' | 'l' | ' ' | '/' => 0.32,
        'c' | 'r' | 's' | 't' | 'y' => 0.52,
        'm' | '=' | '+' => 0.9,
        _ => 0.65,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pencilmark_puzzle::kinds;

    fn puzzle(names: &[&str]) -> Puzzle {
        let mut puzzle = Puzzle::sudoku(Grid::nine());
        for name in names {
            let cells = [0, 1, 40].map(CellId::new);
            let clue = Clue::new(kinds::find(name).unwrap()).number(12).over(cells.to_vec());
            puzzle.add(clue);
        }
        puzzle
    }

    #[test]
    fn a_cage_that_lies_apart_has_a_name() {
        let puzzle = puzzle(&["cage", "palindrome", "sum"]);
        let last = puzzle.clues.last().unwrap();
        assert_eq!(written(Text::After("sum "), last, &puzzle), "sum 12 B");
        assert_eq!(pieces(&puzzle.grid, last.list(0)).len(), 2);
    }

    #[test]
    fn there_is_a_name_for_every_clue() {
        let puzzle = puzzle(&["cage"; 28]);
        let names: Vec<String> = puzzle.clues_of("cage").map(|clue| name(clue, &puzzle)).collect();
        assert_eq!([&names[0], &names[25], &names[26], &names[27]], ["A", "Z", "AA", "AB"]);
    }

    #[test]
    fn labels_that_would_lie_on_each_other_lie_below_each_other() {
        let grid = Grid::nine();
        let mut scene = Scene::new(at(0.0, 0.0), at(9.0, 9.0), "labels");
        // The first two reach into the next cell, the last begins beside them.
        for (cell, text) in [(0, "exactly 3x0 3x2 3x5"), (0, "exactly 17"), (1, "A"), (4, "B")] {
            label(&mut scene, &grid, CellId::new(cell), text);
        }
        let line = |shape: &Shape| match shape {
            Shape::Text { place, .. } => Some(((place.y - 0.16) / SIZE).round() as usize),
            _ => None,
        };
        let lines: Vec<usize> = scene.on(Layer::Labels).filter_map(line).collect();
        assert_eq!(lines, [0, 1, 2, 0]);
    }

    #[test]
    fn two_clues_that_say_the_same_of_a_cell_say_it_once() {
        let mut scene = Scene::new(at(0.0, 0.0), at(9.0, 9.0), "labels");
        for (cell, text) in [(0, "region"), (0, "region"), (1, "region"), (0, "12")] {
            label(&mut scene, &Grid::nine(), CellId::new(cell), text);
        }
        let is_text = |shape: &&Shape| matches!(shape, Shape::Text { .. });
        assert_eq!(scene.on(Layer::Labels).filter(is_text).count(), 3);
    }

    #[test]
    fn many_digits_are_counted() {
        assert_eq!(counted(&[0, 0, 0, 5, 2, 2]), "3x0 2x2 5");
    }
}
