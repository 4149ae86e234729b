//! Thoughts of a step that are told, and those of which it is enough to say that they are like one
//! of these.

use super::{join, lost};
use crate::board::{Board, Mark};

/// Some thoughts one after the other, and at the end what goes likewise: only what goes by a thought
/// in the same words as one that is told, with other cells and numbers.
pub(super) fn told(board: &Board, thoughts: Vec<(String, Vec<Mark>)>, most: usize) -> String {
    let (mut all, mut shapes): (Vec<String>, Vec<Vec<String>>) = Default::default();
    let mut alike: Vec<Mark> = Vec::new();
    for (thought, marks) in thoughts {
        let own = shape(&thought);
        if all.len() >= most && shapes.contains(&own) {
            alike.extend(marks);
            continue;
        }
        shapes.push(own);
        all.push(thought);
    }
    match alike.is_empty() {
        true => format!("{}.", all.join("; ")),
        false => {
            format!("{}. Likewise {}.", all.join("; "), join(&lost(board, &alike), "and"))
        }
    }
}

/// The words of a thought that tell neither who nor how much.
pub(super) fn shape(why: &str) -> Vec<String> {
    let small = ["and", "or", "is", "are", "make", "to"];
    let words = why.split([' ', ',', '(', ')', ';']).filter(|w| !w.is_empty());
    let tells = |word: &&str| !small.contains(word) && !word.contains(char::is_numeric);
    words.filter(tells).map(String::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_thoughts_in_the_same_words_are_tied_together() {
        let board = Board::new(&pencilmark_formats::parse("plain", "grid 4\n").expect("a puzzle"));
        let thought = |cell: usize, why: &str| (why.to_string(), vec![Mark { cell, digit: 0 }]);
        let tied = |most: usize| {
            let all = vec![
                thought(0, "with 1 in r1c1, r1c2-4 make 7"),
                thought(1, "with 1 in r1c2, r1c3 and r1c4 make 6"),
                thought(2, "r1c1 is at most 3, so r1c3 cannot be 1"),
                thought(3, "with 1 in r1c4, r1c2 makes 7, which takes 4 twice"),
                thought(4, "with 1 in r2c1, r2c2-3 make 7"),
            ];
            told(&board, all, most)
        };
        assert_eq!(
            tied(1),
            "with 1 in r1c1, r1c2-4 make 7; r1c1 is at most 3, so r1c3 cannot be 1; with 1 in r1c4, \
             r1c2 makes 7, which takes 4 twice. Likewise r1c2 and r2c1 cannot be 1."
        );
        assert!(tied(9).ends_with("with 1 in r2c1, r2c2-3 make 7."));
    }
}
