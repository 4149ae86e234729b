//! Plain puzzles on one line with something between the cells: `5 3 . . 7`, `5,3,,,7`, and the
//! lists of lists of programs, `[[5,3,0],...]`.

use super::side;
use pencilmark_puzzle::Grid;

/// The cells side by side; nothing if the line is something else, or could be a row.
pub(crate) fn compact(line: &str) -> Option<String> {
    let cells = cells(line)?;
    let n = side(cells.len()).filter(|_| cells.len() > Grid::MAX_SIDE)?;
    // Letters are not needed where digits above 9 have two decimals.
    let cell = |word: &&str| match (word.parse::<usize>(), n > 9) {
        (Ok(number), true) if number <= n => Some(format!("{number:02}")),
        (Err(_), true) if is_blank(word) => Some("00".to_string()),
        (_, true) => None,
        (_, false) => Some(word.to_string()),
    };
    cells.iter().map(cell).collect()
}

/// What stands between blanks, or between commas, where nothing is an empty cell.
pub(crate) fn cells(line: &str) -> Option<Vec<&str>> {
    let line = line.trim();
    let nested = line.starts_with('[');
    let bracket = |c: char| nested && "[]".contains(c);
    let open = line.trim_matches(bracket);
    let open = if nested { open.trim_end_matches([',', ']', ' ']) } else { open };
    let words: Vec<&str> = match open.contains(',') {
        true => open.split(',').map(|w| w.trim().trim_matches(bracket).trim()).collect(),
        false => open.split_whitespace().collect(),
    };
    let words: Vec<&str> = words.into_iter().map(|w| if w.is_empty() { "." } else { w }).collect();
    let number = |w: &&str| w.len() <= 2 && w.bytes().all(|b| b.is_ascii_digit());
    words.iter().all(|w| number(w) || is_blank(w)).then_some(words)
}

fn is_blank(word: &str) -> bool {
    [".", "_", "*", "-", "?", "x", "X"].contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn what_stands_between_cells_is_left_out() {
        let each = |joint: &str, blank: &str| {
            let cells = PLAIN.chars().map(|c| if c == '.' { blank.into() } else { c.to_string() });
            cells.collect::<Vec<_>>().join(joint)
        };
        for text in [each(" ", "."), each(",", "."), each(",", ""), each(", ", ".")] {
            assert_eq!(compact(&text).as_deref(), Some(PLAIN), "{text}");
            let found = crate::import("t", &text, None).unwrap().puzzle;
            assert_eq!(found, crate::import("t", PLAIN, None).unwrap().puzzle);
        }
        let digits: Vec<String> = PLAIN.replace('.', "0").chars().map(String::from).collect();
        let rows: Vec<String> = digits.chunks(9).map(|r| format!("[{}]", r.join(", "))).collect();
        let lists = format!("[{}]", rows.join(", "));
        assert_eq!(compact(&lists), Some(PLAIN.replace('.', "0")));
        for text in ["1 2 3 4", "5,3,.,.", "cage 15 r1c1 r1c2", "", "[Puzzle]"] {
            assert_eq!(compact(text), None, "{text}");
        }
        let large = ["16"; 256].join(",");
        assert_eq!(compact(&large), Some("16".repeat(256)));
    }

    #[test]
    fn rows_may_have_commas_or_brackets() {
        let known = crate::import("t", PLAIN, None).unwrap().puzzle;
        let rows: Vec<&str> = (0..9).map(|r| &PLAIN[9 * r..9 * r + 9]).collect();
        let with = |blank: &str| -> Vec<String> {
            let cell = |c: char| if c == '.' { blank.into() } else { c.to_string() };
            rows.iter().map(|r| r.chars().map(cell).collect::<Vec<_>>().join(",")).collect()
        };
        let table = with("").join("\n");
        let lists = format!("[[{}]]\n", with("0").join("],\n ["));
        for text in [table, lists] {
            let found =
                crate::import("t", &text, None).unwrap_or_else(|e| panic!("{text}{}", e[0]));
            assert_eq!(found.puzzle, known, "{text}");
        }
    }
}
