//! `--grid sudoku/3`: atoms `sudoku(row,column,value)` as a grid.

use std::collections::BTreeMap;

use pencilmark_asp::program::Program;

/// The drawing, and what there is to say about atoms that are not in it.
pub struct Drawing {
    /// Lines; nothing if no atom fits.
    pub text: String,
    /// Why there is no drawing, or what is missing.
    pub remark: Option<String>,
}

/// Draws the atoms of a predicate.
pub fn draw(program: &Program, shown: &[u32], predicate: &str) -> Drawing {
    let name = predicate.split('/').next().unwrap_or(predicate);
    let mut cells: BTreeMap<(i64, i64), String> = BTreeMap::new();
    let mut left_out = None;
    for &output in shown {
        let text = &program.output[output as usize].text;
        let Some([row, column, value]) = arguments(text, name) else { continue };
        let (Ok(row), Ok(column)) = (row.parse(), column.parse()) else {
            left_out.get_or_insert(text);
            continue;
        };
        // Two values in a cell are both there to be seen.
        cells
            .entry((row, column))
            .and_modify(|cell| *cell = format!("{cell},{value}"))
            .or_insert_with(|| value.to_string());
    }
    let remark = match left_out {
        Some(text) => Some(format!("{text} has no row and column to be drawn at")),
        None if cells.is_empty() => Some(format!("no atom of {predicate} to draw")),
        None => None,
    };
    match lines(&cells) {
        Some(text) => Drawing { text, remark },
        None => {
            let far = || "the cells are too far apart to be drawn".to_string();
            Drawing { text: String::new(), remark: remark.or_else(|| Some(far())) }
        }
    }
}

/// The three arguments of an atom of this name.
fn arguments<'t>(text: &'t str, name: &str) -> Option<[&'t str; 3]> {
    let args = text.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')')?;
    let (mut depth, mut quoted, mut escaped) = (0, false, false);
    let mut commas = Vec::new();
    for (at, byte) in args.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'(' => depth += 1,
            b')' => depth -= 1,
            b',' if depth == 0 => commas.push(at),
            _ => {}
        }
    }
    match commas[..] {
        [a, b] => Some([&args[..a], &args[a + 1..b], &args[b + 1..]]),
        _ => None,
    }
}

/// The grid; nothing without cells.
fn lines(cells: &BTreeMap<(i64, i64), String>) -> Option<String> {
    let ((top, _), _) = cells.first_key_value()?;
    let ((bottom, _), _) = cells.last_key_value()?;
    let left = cells.keys().map(|(_, column)| *column).min().unwrap_or(0);
    let right = cells.keys().map(|(_, column)| *column).max().unwrap_or(0);
    // A grid with a far corner is not a picture any more.
    let (high, wide) = (bottom.saturating_sub(*top), right.saturating_sub(left));
    if high.saturating_add(1).saturating_mul(wide.saturating_add(1)) > 100_000 {
        return None;
    }
    let width = cells.values().map(|value| value.chars().count()).max().unwrap_or(1);
    let size = bottom - top + 1;
    let root = (1..=size).find(|root| root * root >= size).unwrap_or(1);
    let boxed = root * root == size && right - left + 1 == size && size > 1;
    let mut out = String::new();
    for row in *top..=*bottom {
        if boxed && row > *top && (row - top) % root == 0 {
            let dashes = "-".repeat((root as usize) * (width + 1) + 1);
            let line = vec![dashes; root as usize].join("+");
            out.push_str(line[1..line.len() - 1].trim_end());
            out.push('\n');
        }
        let mut line = String::new();
        for column in left..=right {
            if boxed && column > left && (column - left) % root == 0 {
                line.push_str(" |");
            }
            if column > left {
                line.push(' ');
            }
            line.push_str(&format!(
                "{:>width$}",
                cells.get(&(row, column)).map_or(".", String::as_str)
            ));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    Some(out)
}
