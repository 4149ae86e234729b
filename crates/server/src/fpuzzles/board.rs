//! A board of f-puzzles, as far as the socket looks into it: what was entered, and what is wanted.

use serde_json::{Map, Value, json};

/// A board as the page sent it.
pub(super) struct Board {
    json: Map<String, Value>,
    size: usize,
}

/// The largest grid that is solved. The page draws up to 16 rows; its files may have more.
const LARGEST: usize = 25;

impl Board {
    /// Unpacks what stands behind `?load=` in a link. An error is for the person.
    pub(super) fn read(data: &str) -> Result<Board, String> {
        let text = pencilmark_formats::unpack_fpuzzles(data)
            .map_err(|why| format!("this board cannot be unpacked: {why}"))?;
        Board::of(&text)
    }

    fn of(text: &str) -> Result<Board, String> {
        let Ok(Value::Object(json)) = serde_json::from_str(text) else {
            return Err("this board is not JSON".into());
        };
        let size = json.get("size").and_then(Value::as_u64).map_or(9, |n| n as usize);
        if !(1..=LARGEST).contains(&size) {
            return Err(format!("boards have 1 to {LARGEST} rows, not {size}"));
        }
        Ok(Board { json, size })
    }

    /// Rows, columns and digits.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// The board with its givens alone.
    pub(super) fn text(&self) -> String {
        Value::Object(self.json.clone()).to_string()
    }

    /// The board with what was entered as givens; marks, too, if they count.
    pub(super) fn entered(&self, marks: bool) -> String {
        let mut json = self.json.clone();
        for row in list(json.get_mut("grid")) {
            for cell in list(Some(row)) {
                let Some(cell) = cell.as_object_mut() else { continue };
                if digit(cell).is_some() {
                    cell.insert("given".into(), json!(true));
                } else if marks
                    && let Some(marks) = cell.get("centerPencilMarks").cloned()
                    && marks.as_array().is_some_and(|marks| !marks.is_empty())
                {
                    cell.insert("givenPencilMarks".into(), marks);
                }
            }
        }
        Value::Object(json).to_string()
    }

    /// Digits and centre marks of each cell, as a state is written.
    pub(super) fn state(&self) -> String {
        let word = |(value, marks): (Option<u32>, Vec<u32>)| -> String {
            let digits = value.map_or(marks, |value| vec![value]);
            let word: String = digits.iter().filter_map(|&d| char::from_digit(d, 36)).collect();
            if word.is_empty() { ".".into() } else { word }
        };
        self.cells().map(word).collect::<Vec<_>>().join(" ")
    }

    /// The digit of each cell, and its centre marks.
    pub(super) fn cells(&self) -> impl Iterator<Item = (Option<u32>, Vec<u32>)> {
        let empty = Map::new();
        (0..self.size * self.size).map(move |at| {
            let cell = self
                .json
                .get("grid")
                .and_then(|grid| grid.get(at / self.size)?.get(at % self.size)?.as_object());
            let cell = cell.unwrap_or(&empty);
            let marks = cell.get("centerPencilMarks").and_then(Value::as_array);
            let number = |mark: &Value| mark.as_u64().and_then(|n| u32::try_from(n).ok());
            let mut marks: Vec<u32> =
                marks.into_iter().flatten().filter_map(number).filter(|&m| m < 36).collect();
            marks.sort_unstable();
            (digit(cell), marks)
        })
    }

    /// How far solutions of each candidate are counted.
    pub(super) fn cap(&self) -> u32 {
        const COLOURED: u32 = 8;
        let options = self.json.get("truecandidatesoptions").and_then(Value::as_array);
        let options = || options.into_iter().flatten().filter_map(Value::as_str);
        let number =
            |option: &str| option.strip_prefix("truecandidatesnumsolutions=")?.parse().ok();
        match options().find_map(number) {
            Some(cap) => cap,
            None if options().any(|option| option == "colored") => COLOURED,
            None => 1,
        }
    }
}

fn digit(cell: &Map<String, Value>) -> Option<u32> {
    let value = cell.get("value")?.as_u64()?;
    u32::try_from(value).ok().filter(|value| (1..36).contains(value))
}

fn list(value: Option<&mut Value>) -> impl Iterator<Item = &mut Value> {
    value.and_then(Value::as_array_mut).into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = r#"{"size":4,"truecandidatesoptions":["colored"],"grid":[
        [{"value":1,"given":true},{"value":2},{"centerPencilMarks":[4,3]},{}],
        [{},{},{},{}],[{},{},{},{}],[{},{},{},{"value":0,"centerPencilMarks":[]}]]}"#;

    #[test]
    fn what_was_entered_is_told_from_givens() {
        let board = Board::of(PAGE).unwrap();
        assert_eq!(board.state(), "1 2 34 . . . . . . . . . . . . .");
        assert_eq!(board.cap(), 8);
        let entered = |marks| serde_json::from_str::<Value>(&board.entered(marks)).unwrap();
        assert_eq!(entered(false)["grid"][0][1], json!({"value": 2, "given": true}));
        assert_eq!(entered(false)["grid"][0][2], json!({"centerPencilMarks": [4, 3]}));
        assert_eq!(entered(true)["grid"][0][2]["givenPencilMarks"], json!([4, 3]));
        assert_eq!(entered(true)["grid"][3][3].get("givenPencilMarks"), None);
    }

    #[test]
    fn no_board_makes_it_panic() {
        // The page with pieces cut out, doubled and replaced by others.
        let pieces =
            ["-1", "null", "[]", "{}", "1e99", "99999999999999999999", "\"\"", "\"é\"", "0", "36"];
        let mut seed = 1u64;
        let mut below = |n: usize| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as usize % n
        };
        let mut read = 0;
        for _ in 0..20_000 {
            let mut text = PAGE.to_string();
            for _ in 0..1 + below(3) {
                let from = below(text.len());
                let to = (from + below(12)).min(text.len());
                if text.is_char_boundary(from) && text.is_char_boundary(to) {
                    text.replace_range(from..to, pieces[below(pieces.len())]);
                }
            }
            if let Ok(board) = Board::of(&text) {
                read += 1;
                assert_eq!(board.state().split(' ').count(), board.size() * board.size());
                let _ = (board.cap(), board.text(), board.entered(true), board.entered(false));
            }
        }
        assert!(read > 100, "{read}");
    }
}
