//! `--grid sudoku/3`: atoms `sudoku(row,column,value)` as a grid.

use std::collections::BTreeMap;

use pencilmark_asp::program::Program;

/// The drawing; nothing if no atom fits.
pub fn draw(program: &Program, shown: &[u32], predicate: &str) -> String {
    let name = predicate.split('/').next().unwrap_or(predicate);
    let mut cells: BTreeMap<(i64, i64), &str> = BTreeMap::new();
    for &output in shown {
        let text = &program.output[output as usize].text;
        let Some(args) = text.strip_prefix(name).and_then(|rest| rest.strip_prefix('(')) else {
            continue;
        };
        let args: Vec<&str> = args.trim_end_matches(')').splitn(3, ',').collect();
        let [row, column, value] = args[..] else { continue };
        if let (Ok(row), Ok(column)) = (row.parse(), column.parse()) {
            cells.insert((row, column), value);
        }
    }
    let Some(((top, _), _)) = cells.first_key_value() else { return String::new() };
    let Some(((bottom, _), _)) = cells.last_key_value() else { return String::new() };
    let left = cells.keys().map(|(_, column)| *column).min().unwrap_or(0);
    let right = cells.keys().map(|(_, column)| *column).max().unwrap_or(0);
    // A grid with a far corner is not a picture any more.
    if (bottom - top).saturating_mul(right - left) > 100_000 {
        return String::new();
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
            line.push_str(&format!("{:>width$}", cells.get(&(row, column)).unwrap_or(&".")));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}
