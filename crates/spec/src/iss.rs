//! The string format of Interactive Sudoku Solver: `.Cage~15~R1C1~R1C2.AntiKnight`.
//!
//! A statement is a type and its arguments. The layout (shape, boxes, jigsaw pieces) is
//! settled first, wherever its statements stand; then every other statement becomes clues.

mod clues;
mod layout;
mod pair_key;

use pencilmark_puzzle::{CellId, Clue, Grid, Puzzle};

use crate::{ReadError, Reading};

/// A statement, with what stands between it and its `.End` if it is a composite.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Statement {
    kind: String,
    args: Vec<String>,
    inner: Vec<Statement>,
}

/// Reads a puzzle.
pub fn read(text: &str) -> Reading<Puzzle> {
    let statements = statements(text)?;
    let mut puzzle = layout::read(&statements)?;
    for statement in &statements {
        let added = clues::read(statement, &puzzle)?;
        puzzle.clues.extend(added);
    }
    puzzle.clues.extend(clues::closing(&statements, &puzzle));
    Ok(puzzle)
}

fn statements(text: &str) -> Reading<Vec<Statement>> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut open: Vec<Statement> = vec![composite("", &[])];
    let Some(rest) = text.strip_prefix('.') else {
        return Err(ReadError::broken("no `.` at the start"));
    };
    for part in rest.split('.').filter(|p| !p.is_empty()) {
        let mut words = part.split('~').map(String::from);
        let kind = words.next().unwrap_or_default();
        let args: Vec<String> = words.collect();
        match kind.as_str() {
            "Or" | "And" | "Replicate" => open.push(composite(&kind, &args)),
            "End" if open.len() > 1 => {
                let done = open.pop();
                open.last_mut().into_iter().zip(done).for_each(|(o, d)| o.inner.push(d));
            }
            "End" => return Err(ReadError::broken("`.End` without a start")),
            _ => {
                let leaf = Statement { kind, args, inner: vec![] };
                open.last_mut().into_iter().for_each(|o| o.inner.push(leaf.clone()));
            }
        }
    }
    match open.pop() {
        Some(root) if open.is_empty() => Ok(root.inner),
        _ => Err(ReadError::broken("`.End` is missing")),
    }
}

fn composite(kind: &str, args: &[String]) -> Statement {
    Statement { kind: kind.into(), args: args.to_vec(), inner: vec![] }
}

/// `R1Cg`: row and column are one character each, to base 17.
fn cell(grid: &Grid, word: &str) -> Reading<CellId> {
    let place = |c: char| Some(c.to_digit(17)?.checked_sub(1)? as usize);
    let letters: Vec<char> = word.chars().collect();
    let found = match letters[..] {
        ['R' | 'r', r, 'C' | 'c', c] => place(r).zip(place(c)),
        ['V' | 'v', ..] => return Err(ReadError::unsupported("Var")),
        ['C' | 'c', 'C' | 'c', ..] => return Err(ReadError::unsupported("ChaosConstruction")),
        ['D' | 'd', 'G' | 'g', ..] => return Err(ReadError::unsupported("Doppelganger")),
        _ => None,
    };
    let found = found.and_then(|(r, c)| grid.cell(r, c));
    found.ok_or_else(|| ReadError::broken(format!("`{word}` is not a cell")))
}

fn cells(grid: &Grid, words: &[String]) -> Reading<Vec<CellId>> {
    words.iter().filter(|w| !w.is_empty()).map(|w| cell(grid, w)).collect()
}

fn integer(word: &str) -> Reading<i64> {
    word.parse().map_err(|_| ReadError::broken(format!("`{word}` is not a number")))
}

/// The clues of several statements.
fn clues_of(statements: &[Statement], puzzle: &Puzzle) -> Reading<Vec<Clue>> {
    let lists: Reading<Vec<_>> = statements.iter().map(|s| clues::read(s, puzzle)).collect();
    Ok(lists?.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<&'static str> {
        let puzzle = read(text).unwrap();
        let clues = puzzle.clues.iter().map(|c| c.kind.name);
        clues.filter(|k| !["row", "column", "box"].contains(k)).collect()
    }

    #[test]
    fn statements_become_clues() {
        assert_eq!(kinds(".~R1C1_5~R1C2_1_2.Cage~0~R1C1~R1C2"), ["given", "candidates", "cage"]);
        assert_eq!(kinds(".Cage~15~R1C1~R1C2 .AntiKnight."), ["cage", "anti-knight"]);
        assert_eq!(kinds(".AntiConsecutive.WhiteDot~R1C1~R1C2")[1], "rule");
        assert_eq!(kinds(".AntiConsecutive"), ["non-consecutive"]);
    }

    #[test]
    fn what_is_not_known_is_named() {
        let unknown = |text: &str| read(text).unwrap_err();
        assert_eq!(unknown(".Flux~R1C1"), ReadError::unsupported("Flux"));
        assert_eq!(unknown(".Cage~3~VX1~VX2"), ReadError::unsupported("Var"));
        assert!(matches!(unknown(".Cage~3~R0C1"), ReadError::Broken(_)));
        assert!(matches!(unknown(".Or.AntiKing"), ReadError::Broken(_)));
    }

    #[test]
    fn a_jigsaw_adds_to_the_boxes_unless_there_are_none() {
        let layout = "AABBAABBCCDDCCDD";
        let both = read(&format!(".Shape~4x4.Jigsaw~{layout}")).unwrap();
        assert_eq!((both.clues_of("box").count(), both.clues_of("extra-region").count()), (4, 4));
        let only = read(&format!(".NoBoxes.Jigsaw~{layout}.Shape~4x4")).unwrap();
        assert_eq!((only.clues_of("box").count(), only.clues_of("region").count()), (0, 4));
    }

    #[test]
    fn a_dot_on_many_cells_is_on_every_shared_side() {
        let puzzle = read(".WhiteDot~R1C1~R2C2~R1C2~R2C1").unwrap();
        assert_eq!(puzzle.clues_of("difference").count(), 4);
    }

    #[test]
    fn a_pill_is_read_from_the_left() {
        let puzzle = read(".PillArrow~2~R1C7~R1C6~R1C5~R1C4").unwrap();
        let pill = puzzle.clues_of("arrow").next().unwrap().list(0).to_vec();
        assert_eq!(pill, [CellId::new(5), CellId::new(6)]);
    }
}
