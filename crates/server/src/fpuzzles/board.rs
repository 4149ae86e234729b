//! A board of f-puzzles, as far as the socket looks into it: what was entered, and what is wanted.

use serde_json::{Map, Value, json};

/// A board as the page sent it.
pub(super) struct Board {
    json: Map<String, Value>,
    size: usize,
}

/// Larger grids cannot be drawn there.
const LARGEST: usize = 16;

impl Board {
    /// Unpacks what stands behind `?load=` in a link. An error is for the person.
    pub(super) fn read(data: &str) -> Result<Board, String> {
        let text = pencilmark_formats::unpack_fpuzzles(data)
            .map_err(|why| format!("this board cannot be unpacked: {why}"))?;
        let Ok(Value::Object(json)) = serde_json::from_str(&text) else {
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
